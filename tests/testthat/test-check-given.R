y <- rep(0:1, 10)
s <- c(3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4)
curve <- WeightedROC(s, y)

expect_absent <- function(object, argument, words = "") {
  expect_wroc_error(object, "absent", sprintf("`%s` is missing%s.", argument, words),
                    argument = argument)
}

expect_passed_on <- function(object, arguments) {
  error <- expect_error(object, class = "wroc_error_absent")
  expect_true(error$argument %in% arguments)
  expect_identical(conditionMessage(error), sprintf("`%s` is missing.", error$argument))
}

test_that("a missing argument is an error that names it", {
  skip_on_cran()
  for (f in list(WeightedROC, auc_wmw, auc_ci, roc_influence, roc_band, roc_tally)) {
    expect_absent(f(), name_of_scores(f))
    expect_absent(f(label = y), name_of_scores(f))
    expect_absent(f(s), "label")
    expect_absent(f(s, weight = s), "label")
  }
  expect_absent(auc_test(list(s, rev(s))), "label")
  expect_absent(auc_test(label = y), "x")
  expect_absent(roc_compare(y = curve), "x")
  expect_absent(WeightedAUC(), "tpr.fpr")
  expect_absent(roc_plot(), "x")
  for (f in list(roc_at, roc_cost_curve, roc_hull, roc_optimal, roc_thin, roc_net_benefit,
                 roc_gain, roc_pr, roc_prg, roc_estimate, roc_test, roc_observations, weighted_roc)) {
    expect_absent(f(), "x")
  }
  expect_absent(auc_test(roc_observations(s, y), roc_observations(s)), "label")
  expect_absent(auc_test(roc_observations(s), roc_observations(s, y)), "label")
})

test_that("what takes observations says so when it is given a curve", {
  takes <- function(name) {
    sprintf(": %s takes observations (guess, label, weight), not a curve", name)
  }
  expect_absent(auc_wmw(curve), "label", takes("auc_wmw()"))
  for (f in list(auc_test, roc_band, roc_influence)) {
    expect_error(f(cbind(curve, more = 1)), "needs observations, which a curve does not have",
                 class = "wroc_error_observations")
  }
  expect_error(auc_test(curve, weighted_roc(s, y)), class = "wroc_error_observations")
  expect_identical(auc_ci(curve)$std.error, NA_real_)
  expect_error(auc_ci(curve[-1]), class = "wroc_error_column")
})

test_that("a weight that was passed on without there being one is an error, not weights of 1", {
  skip_on_cran()
  functions <- list(WeightedROC, auc_wmw, auc_ci, roc_influence, roc_band, roc_tally)
  for (f in functions) {
    inner <- function(p, y, w) f(p, y, w)
    # By R's word for it, which is the user's own name, or by that of the argument.
    expect_passed_on(inner(s, y), c("weight", "w"))
    named <- function(p, y, w) f(p, weight = w, label = y)
    expect_passed_on(named(s, y), c("weight", "w"))
    otherwise <- function(p, y, w) f(p, y, weights = w)
    expect_passed_on(otherwise(s, y), c("weights", "w"))
    expect_passed_on(inner(s), c("label", "y", "weight", "w"))
    expect_passed_on(inner(y = y), c(name_of_scores(f), "p", "weight", "w"))
  }
  unpaired <- function(w) auc_test(roc_observations(s, y, s), roc_observations(s, y, w))
  expect_absent(unpaired(), "w")
})

test_that("a weight that was not given, left blank, NULL or passed on by dots is that of the default, evaluated once", {
  ones <- rep(1, 20)
  times <- 0
  counted <- function() {
    times <<- times + 1
    s
  }
  for (f in list(WeightedROC, auc_wmw, auc_ci, roc_influence, roc_tally)) {
    expected <- f(s, y, ones)
    by_dots <- function(...) f(...)
    with_default <- function(w = ones) f(s, y, w)
    for (found in list(f(s, y), f(s, y, ), by_dots(s, y), with_default())) expect_identical(found, expected)
    for (name in c("weight", "weights")) {
      expect_identical(do.call(f, c(list(s, label = y), structure(list(quote(expr = )), names = name))), expected)
    }
    if (!identical(f, WeightedROC)) expect_identical(f(s, y, NULL), expected)
    times <- 0
    f(s, y, counted())
    expect_identical(times, 1)
  }
  unpaired <- function(...) test_of_samples(s, y, rev(s), y, ...)$p.value
  expect_identical(unpaired(weight1 = NULL, weight2 = NULL), unpaired())
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
  functions <- list(WeightedROC, auc_wmw, roc_influence, roc_tally,
                    function(...) roc_band(..., variance = "delong"),
                    function(...) draw(roc_estimate)(..., measure = "AP", variance = "delong"),
                    function(...) auc_ci(..., variance = "delong"))
  for (f in functions) {
    expected <- f(s, y, count)
    expect_identical(f(s, y, of_class(count, "hardhat_frequency_weights")), expected)
    expect_identical(f(s, y, of_class(as.double(count), "hardhat_importance_weights")), expected)
  }
})

test_that("weights that count rows by their class choose the variance, also of tests, if nobody else does", {
  counts <- rep(1:4, 5)
  count <- of_class(counts, "hardhat_frequency_weights")
  importance <- of_class(as.double(counts), "hardhat_importance_weights")
  by_frequency <- auc_ci(s, y, counts, variance = "frequency")
  expect_identical(auc_ci(s, y, count), by_frequency)
  expect_false(auc_ci(s, y, counts)$std.error == by_frequency$std.error)
  expect_identical(auc_ci(s, y, importance), auc_ci(s, y, counts))
  expect_identical(auc_ci(s, y, count, variance = "jackknife"), auc_ci(s, y, counts, variance = "jackknife"))
  expect_identical(auc_ci(s, y, count, FPR = c(0, 0.5))$variance, "frequency")
  expect_identical(auc_ci(s, y, importance, FPR = c(0, 0.5))$variance, "delong")
  expect_identical(auc_ci(s, y, count, FPR = c(0, 0.5), variance = "bootstrap", R = 50)$variance,
                   "bootstrap")
  # Of tests, too.
  other <- rev(s)
  parts <- c("statistic", "parameter", "p.value", "conf.int", "method")
  paired <- function(...) auc_test(list(s, other), y, ...)[parts]
  expect_identical(paired(count), paired(counts, variance = "frequency"))
  expect_identical(paired(count, variance = "delong"), paired(counts))
  unpaired <- function(w1, w2, ...) {
    auc_test(roc_observations(s, y, w1, ...), roc_observations(other, y, w2, ...), paired = FALSE)[parts]
  }
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
    "`%s` must be the scores of observations, not a tally: `weighted_roc(tally)` has its curve and",
    "its interval."
  )
  for (f in list(WeightedROC, auc_wmw, roc_tally)) {
    expect_wroc_error(f(tally), "type", sprintf(message, name_of_scores(f)), argument = name_of_scores(f))
    expect_wroc_error(f(tally, y), "type", sprintf(message, name_of_scores(f)), found = class(tally))
  }
  expect_close(auc_test(tally)$estimate, auc_test(s, y)$estimate)
  expect_close(auc_ci(tally)[1:10], auc_ci(s, y)[1:10])
})

test_that("a formula or a fit in the place of scores is told where it is taken", {
  people <- data.frame(sick = c(0, 1, 0, 1), age = 1:4)
  fit <- weighted_roc(sick ~ age, people)
  says <- "`%s` must be scores, not a formula: `weighted_roc(label ~ score, data)` takes one."
  for (f in list(WeightedROC, auc_wmw, auc_ci, auc_test, roc_band)) {
    expect_wroc_error(f(sick ~ age, people), "type", sprintf(says, name_of_scores(f)),
                      argument = name_of_scores(f))
  }
  expect_wroc_error(
    roc_tally(fit), "absent",
    "`label` is missing: roc_tally() takes observations (guess, label, weight), not a fit."
  )
  expect_refused("absent label" = weighted_roc(fit), "unused label" = roc_observations(fit, label = people$sick))
})
