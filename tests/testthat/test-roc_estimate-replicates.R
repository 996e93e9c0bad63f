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
    roc_estimate(x$guess, x$positive, x$weight, measure = what, ...)
  }
  expect_identical(ci(1), ci(1))
  expect_false(identical(ci(1)$conf.low, ci(2)$conf.low))
  # Alone or beside others.
  expect_identical(ci(1)$conf.low[[2L]], ci(1, roc_measure("AUCH"))$conf.low)
  set.seed(1)
  before <- .Random.seed
  roc_estimate(x$guess, x$positive, x$weight, measure = list("AUC", roc_measure("TPR", FPR = 0.1)))
  expect_identical(.Random.seed, before)
  # No interval, no replicates.
  suppressWarnings(roc_estimate(c(1, 2, 3), c(0, 1, 0), measure = roc_measure("KS")))
  expect_identical(.Random.seed, before)
  ci(1)
  expect_false(identical(.Random.seed, before))
  # One number of the user's stream, whatever is asked for: without `set.seed()` the next call differs.
  set.seed(7)
  first <- roc_estimate(x$guess, x$positive, x$weight, measure = optima())
  after <- .Random.seed
  expect_false(identical(roc_estimate(x$guess, x$positive, x$weight, measure = optima())$conf.low,
                         first$conf.low))
  set.seed(7)
  what <- c(optima(), list(roc_measure("AP"), roc_measure("TPR", share = 0.3)))
  roc_estimate(cbind(a = x$guess, b = -x$guess), x$positive, x$weight, measure = what, R = 20)
  expect_identical(.Random.seed, after)
})

test_that("`R` is refused where nothing is drawn, and checked", {
  x <- sample_for_optima()
  kind <- function(what, R) error_kind(roc_estimate(x$guess, x$positive, x$weight, measure = what, R = R))
  expect_identical(kind("AUC", 100), "unused")
  expect_identical(kind(roc_measure("brier"), 100), "unused")
  for (R in list(1, 2.5, Inf, -1)) expect_identical(kind(roc_measure("KS"), R), "range")
  expect_identical(kind(roc_measure("KS"), "a"), "type")
})

test_that("expected costs have the ways and the intervals of what is the best over thresholds", {
  skip_if_not_installed("survey")
  set.seed(1)
  label <- rep(0:1, 30)
  score <- rnorm(60, label)
  measures <- c("H_loss", "expected_cost", "expected_cost_saved")
  design <- survey::svydesign(~1, weights = ~w, data = data.frame(w = rexp(60)))
  for (measure in measures) {
    found <- roc_estimate(score, label, design, measure = measure)
    expect_true(found$conf.low < found$estimate && found$estimate < found$conf.high)
    for (way in list(list(fold = rep(1:3, each = 20)), list(variance = "bootstrap"))) {
      expect_error(do.call(roc_estimate, c(list(score, label, measure = measure), way)),
                   class = "wroc_error_unsupported")
    }
  }
})
