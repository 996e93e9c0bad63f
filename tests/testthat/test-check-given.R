y <- rep(0:1, 10)
s <- c(3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4)
curve <- WeightedROC(s, y)

expect_absent <- function(object, argument, words = "") {
  expect_wroc_error(object, "absent", sprintf("`%s` is missing%s.", argument, words),
                    argument = argument)
}

test_that("a missing argument is an error that names it", {
  for (f in list(WeightedROC, auc_wmw, auc_ci, auc_influence, roc_band, roc_optimal_ci, roc_tally)) {
    expect_absent(f(), "guess")
    expect_absent(f(label = y), "guess")
    expect_absent(f(s), "label")
    expect_absent(f(s, weight = s), "label")
  }
  expect_absent(auc_test(list(s, rev(s))), "label")
  expect_absent(auc_test(label = y), "guess")
  expect_absent(roc_at(curve), "threshold")
  expect_absent(roc_compare(curve), "y")
  expect_absent(roc_compare(y = curve), "x")
  expect_absent(roc_dominates(curve), "y")
  expect_absent(WeightedAUC(), "tpr.fpr")
  expect_absent(roc_from_tally(), "tally")
  expect_absent(auc_svy(y ~ s), "design")
  expect_absent(auc_svy(design = 1), "formula")
  expect_absent(roc_plot(), "x")
  for (f in list(roc_at, roc_cost_auc, roc_cost_curve, roc_hull, roc_isocost, roc_measures,
                 roc_neyman_pearson, roc_optimal, roc_partial_auc, roc_risk, roc_thin, roc_bounds,
                 roc_constrained, roc_reject, roc_net_benefit, roc_h, roc_expected_cost,
                 roc_gain, roc_gini)) {
    expect_absent(f(), "curve")
  }
  expect_wroc_error(roc_merge(), "tally", "`roc_merge()` needs a tally at least.")
  expect_wroc_error(roc_merge(, roc_tally(s, y)), "absent", "An argument is missing.",
                    argument = "...")
})

test_that("the samples and the scores of a test have their names", {
  error <- expect_absent_in <- function(object, message, ...) {
    expect_wroc_error(object, "absent", message, ...)
  }
  expect_absent_in(auc_test(roc_observations(s, y), roc_observations(s)),
                   "In the second sample: `label2` is missing.",
                   argument = "label2", sample = "second")
  expect_absent_in(auc_test(roc_observations(s), roc_observations()),
                   "In the first sample: `label1` is missing.",
                   argument = "label1", sample = "first")
})

test_that("what takes observations says so when it is given a curve", {
  takes <- function(name) {
    sprintf(": %s takes observations (guess, label, weight), not a curve", name)
  }
  expect_absent(auc_ci(curve), "label", takes("auc_ci()"))
  expect_absent(auc_wmw(curve), "label", takes("auc_wmw()"))
  expect_absent(roc_band(cbind(curve, more = 1)), "label", takes("roc_band()"))
  expect_absent(auc_test(curve), "label", takes("WeightedROC::auc_test()"))
  expect_absent(do.call(roc_optimal_ci, list(curve)), "label", takes("the function"))
  expect_absent(auc_ci(curve[-1]), "label")
})

test_that("a weight that was passed on without there being one is an error, not weights of 1", {
  functions <- list(WeightedROC, auc_wmw, auc_ci, auc_influence, roc_band, roc_optimal_ci, roc_tally)
  for (f in functions) {
    inner <- function(p, y, w) f(p, y, w)
    expect_absent(inner(s, y), "weight")
    outer <- function(p, y, w) inner(p, y, w)
    expect_absent(outer(s, y), "weight")
    named <- function(p, y, w) f(weight = w, guess = p, label = y)
    expect_absent(named(s, y), "weight")
    expect_absent(inner(s), "label")
    expect_absent(inner(y = y), "guess")
  }
  of_scores <- function(w) auc_test(list(s, rev(s)), y, w)
  expect_absent(of_scores(), "weight")
  unpaired <- function(w) auc_test(roc_observations(s, y, s), roc_observations(s, y, w))
  expect_wroc_error(unpaired(), "absent", "In the second sample: `weight2` is missing.",
                    argument = "weight2", sample = "second")
})

test_that("a weight that was not given, left blank or passed on by dots is that of the default", {
  ones <- rep(1, 20)
  for (f in list(WeightedROC, auc_wmw, auc_ci, auc_influence, roc_tally)) {
    expected <- f(s, y, ones)
    expect_identical(f(s, y), expected)
    expect_identical(f(s, y, ), expected)
    by_dots <- function(...) f(...)
    expect_identical(by_dots(s, y), expected)
    with_default <- function(w = ones) f(s, y, w)
    expect_identical(with_default(), expected)
    expect_identical(do.call(f, list(s, label = y, weight = quote(expr = ))), expected)
  }
})

test_that("the weight is evaluated once", {
  times <- 0
  counted <- function() {
    times <<- times + 1
    s
  }
  for (f in list(WeightedROC, auc_wmw, auc_ci, auc_influence, roc_tally)) {
    times <- 0
    f(s, y, counted())
    expect_identical(times, 1)
  }
})

test_that("weights of NULL are weights of 1, but for WeightedROC()", {
  for (f in list(auc_wmw, auc_ci, auc_influence, roc_band, roc_tally)) {
    expect_identical(f(s, y, NULL), f(s, y))
  }
  expect_identical(auc_test(list(s, rev(s)), y, NULL)$p.value, auc_test(list(s, rev(s)), y)$p.value)
  unpaired <- function(...) auc_test(roc_observations(s, y), roc_observations(rev(s), y), ...)$p.value
  expect_identical(unpaired(weight1 = NULL, weight2 = NULL), unpaired())
  expect_wroc_error(WeightedROC(s, y, NULL), "type", "`weight` must be a numeric vector, not NULL.")
})

test_that("any other argument that was passed on without there being one is an error that names it", {
  interval <- function(level) auc_ci(s, y, conf.level = level)
  error <- expect_absent(interval(), "level")
  expect_identical(conditionCall(error), quote(auc_ci(s, y, conf.level = level)))
  optimal <- function(cost) roc_optimal(curve, cost_FN = cost)
  expect_absent(optimal(), "cost")
})

# Weights of a class, with which one can't compute, as with those of package hardhat.
of_class <- function(weight, class) {
  for (group in c("Ops", "Math", "Summary")) {
    registerS3method(group, "sealed_weights", function(...) stop("These can't be computed with."))
  }
  structure(weight, class = c(class, "hardhat_case_weights", "sealed_weights"))
}

test_that("weights of hardhat's classes are weights for all that takes observations", {
  draw <- function(f) function(...) {
    set.seed(1)
    f(..., R = 50)
  }
  count <- rep(1:4, 5)
  functions <- list(WeightedROC, auc_wmw, auc_influence, roc_tally,
                    function(...) roc_band(..., variance = "delong"),
                    function(...) draw(roc_optimal_ci)(..., variance = "delong"),
                    function(...) auc_ci(..., variance = "delong"))
  for (f in functions) {
    expected <- f(s, y, count)
    expect_identical(f(s, y, of_class(count, "hardhat_frequency_weights")), expected)
    expect_identical(f(s, y, of_class(as.double(count), "hardhat_importance_weights")), expected)
  }
})

test_that("weights that count rows by their class choose the variance, if nobody else does", {
  counts <- rep(1:4, 5)
  count <- of_class(counts, "hardhat_frequency_weights")
  importance <- of_class(as.double(counts), "hardhat_importance_weights")
  by_frequency <- auc_ci(s, y, counts, variance = "frequency")
  expect_identical(auc_ci(s, y, count), by_frequency)
  expect_false(auc_ci(s, y, counts)$std.error == by_frequency$std.error)
  expect_identical(auc_ci(s, y, importance), auc_ci(s, y, counts))
  for (variance in c("delong", "jackknife", "frequency")) {
    expect_identical(auc_ci(s, y, count, variance = variance),
                     auc_ci(s, y, counts, variance = variance))
  }
  expect_identical(auc_ci(s, y, count, FPR = c(0, 0.5))$variance, "frequency")
  expect_identical(auc_ci(s, y, importance, FPR = c(0, 0.5))$variance, "delong")
  expect_identical(auc_ci(s, y, count, FPR = c(0, 0.5), variance = "bootstrap", R = 50)$variance,
                   "bootstrap")
})

test_that("weights that count rows by their class choose the variance of tests", {
  counts <- rep(1:4, 5)
  count <- of_class(counts, "hardhat_frequency_weights")
  other <- rev(s)
  parts <- c("statistic", "parameter", "p.value", "conf.int", "method")
  paired <- function(...) auc_test(list(s, other), y, ...)[parts]
  expect_identical(paired(count), paired(counts, variance = "frequency"))
  expect_identical(paired(count, variance = "delong"), paired(counts))
  unpaired <- function(...) auc_test(roc_observations(s, y), roc_observations(other, y), ...)[parts]
  both <- unpaired(counts, counts, variance = "frequency")
  expect_identical(unpaired(count, count), both)
  expect_identical(unpaired(count, count, variance = "delong"), unpaired(counts, counts))
  # Each sample has the variance that its weights choose.
  mixed <- unpaired(count, counts)
  expect_false(mixed$p.value %in% c(both$p.value, unpaired(counts, counts)$p.value))
  expect_match(mixed$method, "(score, frequency and delong)", fixed = TRUE)
})

test_that("a tally where there should be scores is an error that says what to do", {
  tally <- roc_tally(s, y)
  message <- paste(
    "`%s` must be the scores of observations, not a tally: roc_from_tally() makes its curve, and",
    "auc_ci() its interval."
  )
  for (f in list(WeightedROC, auc_wmw, auc_influence, roc_band, roc_optimal_ci, roc_tally)) {
    expect_wroc_error(f(tally), "type", sprintf(message, "guess"), argument = "guess")
    expect_wroc_error(f(tally, y), "type", sprintf(message, "guess"), found = class(tally))
  }
  expect_error(auc_test(tally, label = y), "tallies of two scores do not say", class = "wroc_error_type")
  expect_close(auc_ci(tally)[1:9], auc_ci(s, y)[1:9])
})

test_that("a formula or a fit in the place of scores is told where it is taken", {
  people <- data.frame(sick = c(0, 1, 0, 1), age = 1:4)
  fit <- weighted_roc(sick ~ age, people)
  says <- "`guess` must be scores, not a formula: `weighted_roc(label ~ score, data)` takes one."
  for (f in list(WeightedROC, auc_wmw, auc_ci, auc_test, roc_band, roc_tally)) {
    expect_wroc_error(f(sick ~ age, people), "type", says, argument = "guess")
  }
  expect_wroc_error(
    roc_tally(fit), "absent",
    "`label` is missing: roc_tally() takes observations (guess, label, weight), not a fit."
  )
  expect_error(weighted_roc(fit), "weighted_roc() takes observations", fixed = TRUE,
               class = "wroc_error_absent")
  expect_wroc_error(
    auc_test(roc_observations(fit, fit), roc_observations()), "type", paste(
      "In the first sample: `guess1` must be scores of observations,",
      "not an object of class weighted_roc."
    ), argument = "guess1"
  )
})
