# Intervals of numbers of ranks by bootstrap replicates.

optima <- function(prior = NULL) {
  list(roc_measure("KS"), roc_measure("AUCH"), roc_measure("MER", prior = prior),
       roc_measure("H", prior = prior))
}

sample_for_optima <- function(n = 60) {
  set.seed(21)
  x <- inference_data(n, zeros = FALSE)
  x$weight <- ceiling(x$weight)
  x
}

test_that("the seed is the user's, one for all numbers, and none is drawn for others", {
  x <- sample_for_optima()
  ci <- function(seed, what = optima(), ...) {
    set.seed(seed)
    found <- roc_estimate(x$guess, x$positive, x$weight, measure = what, ...)
    list(found = found, after = .Random.seed)
  }
  first <- ci(1)
  expect_identical(ci(1), first)
  expect_false(identical(ci(2)$found$conf.low, first$found$conf.low))
  # Alone or beside others.
  expect_identical(first$found$conf.low[[2L]], ci(1, roc_measure("AUCH"))$found$conf.low)
  # One number of the user's stream, whatever is asked for; none where nothing is drawn.
  more <- c(optima(), list(roc_measure("AP"), roc_measure("TPR", share = 0.3)))
  expect_identical(ci(1, more, R = 20)$after, first$after)
  set.seed(1)
  before <- .Random.seed
  expect_false(identical(first$after, before))
  expect_identical(ci(1, list("AUC", roc_measure("TPR", FPR = 0.1)))$after, before)
})

test_that("`R` is refused where nothing is drawn, and checked", {
  x <- sample_for_optima()
  kind <- function(what, R) error_kind(roc_estimate(x$guess, x$positive, x$weight, measure = what, R = R))
  expect_identical(kind("AUC", 100), "unused")
  expect_identical(kind(roc_measure("brier"), 100), "unused")
  for (R in list(1, 2.5, Inf, -1)) expect_identical(kind(roc_measure("KS"), R), "range")
  expect_identical(kind(roc_measure("KS"), "a"), "type")
})

test_that("expected costs have the ways of what is the best over thresholds", {
  label <- rep(0:1, 30)
  score <- sin(1:60) + label
  for (measure in c("H_loss", "expected_cost", "expected_cost_saved")) {
    for (way in list(list(fold = rep(1:3, each = 20)), list(variance = "bootstrap"))) {
      expect_error(do.call(roc_estimate, c(list(score, label, measure = measure), way)),
                   class = "wroc_error_unsupported")
    }
  }
})

# Replicates of rows that are counted: as of the rows repeated that often.

counted_observations <- function() {
  data.frame(guess = c(1, 3, 2, 3, 4), positive = c(FALSE, FALSE, TRUE, TRUE, TRUE),
             weight = c(2, 1, 1, 2, 1))
}

test_that("counts: the standard deviation of the area is that of the repeated rows, exactly", {
  R <- 20000
  hanley <- hanley_mcneil()
  names(hanley) <- c("guess", "positive", "weight")
  hanley$positive <- hanley$positive == 1
  for (x in list(counted_observations(), hanley)) {
    rows <- repeated(x, x$weight)
    observed <- observations_of(x$guess, x$positive, x$weight, NULL, NULL, FALSE)
    found <- seeded(replicates(observed, list(scheme = "counts", seed = seed_of_call(), R = R)))
    exact <- exact_bootstrap_sd(rows$guess, rows$positive)
    error <- error_of_sd(found, rep(1 / R, R), R)
    expect_lt(5 * error, 0.04)
    expect_lt(abs(sd(found) / exact - 1), 5 * error)
  }
})

# The standard error of the partial area is .0159, the 95% interval of the TPR at an FPR of .2 goes
# from .70 to .94, that of the TNR at a rating of 3 from .55 to .79.
test_that("Hanley and McNeil's ten rows know of 109 images", {
  x <- hanley_mcneil()
  ci <- seeded(with(x, auc_ci(rating, diseased, count, variance = "frequency", FPR = c(0, 0.2), R = 10000)))
  expect_lt(abs(ci$std.error - 0.0159), 0.0005)
  ends <- function(...) {
    found <- seeded(with(x, roc_estimate(rating, diseased, count, variance = "frequency", measure = roc_measure(...),
                                         R = 10000)))
    c(found$conf.low, found$conf.high)
  }
  TPR <- ends("TPR", FPR = 0.2)
  expect_lt(max(abs(TPR - c(0.70, 0.94))), 0.015)
  # By the binomial distribution of 58 images.
  TNR <- 1 - ends("FPR", threshold = 3)
  expect_lt(max(abs(TNR - qbinom(c(0.975, 0.025), 58, 39 / 58) / 58)), 1.1 / 58)
  expect_lt(max(abs(TNR - c(0.79, 0.55))), 0.02)
})

test_that("one row that counts several observations can be drawn from", {
  guess <- c(1, 2, 3, 2)
  label <- c(0, 0, 0, 1)
  run <- function(weight) {
    auc_ci(guess, label, weight, variance = "frequency", FPR = c(0, 1), R = 500)
  }
  ci <- run(c(4, 2, 6, 5))
  expect_true(ci$conf.low < ci$estimate && ci$estimate < ci$conf.high)
  ci <- expect_wroc_warning(run(c(4, 2, 6, 1)), "undefined")
  expect_identical(ci$std.error, NA_real_)
})

test_that("counts that can't be drawn from are errors", {
  run <- function(weight, ...) {
    auc_ci(1:4, c(0, 1, 0, 1), weight, variance = "frequency", FPR = c(0, 0.5), R = 50, ...)
  }
  expect_wroc_error(run(c(1, 2, 1.5, 1)), "weight", paste(
    "`weight` must be whole numbers for variance = \"frequency\": element 3 is 1.5."
  ), position = 3)
  expect_wroc_error(run(c(1, 2^53, 1, 2)), "counts", paste(
    "`weight` must count no more than 9007199254740992 observations in a class:",
    "the positive class has 9007199254740994."
  ), argument = "weight", value = 2^53 + 2, class_name = "positive")
  expect_identical(run(rep(2^52, 4))$estimate, 0.25)
})

test_that("one measure may be asked for twice", {
  set.seed(4)
  x <- rnorm(40)
  y <- rep(0:1, 20)
  twice <- roc_estimate(x, y, measure = list("AUC", "AUC"), variance = "bootstrap", R = 20)
  expect_identical(twice$conf.low[[1L]], twice$conf.low[[2L]])
})

test_that("a Bayesian interval of an AUC contains it, is one of replicates, and has no other ways", {
  set.seed(51)
  d <- data.frame(label = rep(0:1, c(60, 30)), weight = rexp(90), unit = rep(1:30, 3))
  d$score <- rnorm(90, d$label)
  bayes <- function(..., R = 1000) {
    set.seed(1)
    auc_ci(d$score, d$label, d$weight, ..., method = "bayes", R = R)
  }
  score <- auc_ci(d$score, d$label, d$weight)
  for (row in list(bayes(), bayes(cluster = d$unit), bayes(FPR = c(0, 0.2)))) {
    expect_true(row$conf.low < row$estimate && row$estimate < row$conf.high)
  }
  expect_equal(bayes()[c("estimate", "std.error")], score[c("estimate", "std.error")])
  # A pseudo-observation at each end makes it longer than percentiles.
  percentiles <- auc_ci(d$score, d$label, d$weight, variance = "bayesian", R = 1000)
  expect_lt(bayes()$conf.low, percentiles$conf.low)
  expect_gt(bayes()$conf.high, percentiles$conf.high)
  # Turned scores turn it, up to chance.
  turned <- auc_ci(-d$score, d$label, d$weight, method = "bayes", R = 4000)
  expect_equal(c(1 - turned$conf.high, 1 - turned$conf.low), unlist(bayes(R = 4000)[c("conf.low", "conf.high")]),
               tolerance = 0.03, ignore_attr = TRUE)
  # A score that separates the classes has an interval.
  expect_lt(auc_ci(d$label, d$label, method = "bayes")$conf.low, 1)
  refused <- function(call) expect_error(call, class = "wroc_error_unsupported")
  refused(bayes(fold = rep(1:3, 30)))
  refused(auc_ci(roc_tally(d$score, d$label), method = "bayes"))
  expect_error(roc_estimate(d$score, d$label, measure = "AP", method = "bayes"), class = "wroc_error_unused")
  expect_error(auc_ci(d$score, d$label, variance = "bootstrap", method = "bayes"), class = "wroc_error_unused")
})
