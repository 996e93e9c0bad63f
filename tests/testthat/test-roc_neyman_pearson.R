# The best rule that may choose at random, and the point of the curve at the bound.
rule_at <- function(curve, ...) roc_constrained(curve, ..., randomize = TRUE)

columns_of_rows <- c("TPR", "FPR", "threshold", "FN", "FP")
columns_of_rules <- c("TPR", "FPR", "threshold_low", "threshold_high", "probability")

test_that("bounds of FPR on the staircase, by hand", {
  bounds <- c(0, 0.1, 0.25, 0.3, 1)
  expect_close(roc_constrained(staircase_curve(), max_FPR = bounds)[columns_of_rows], data.frame(
    TPR = c(0.4, 0.4, 0.6, 0.6, 1), FPR = c(0, 0, 0.25, 0.25, 0.5), threshold = c(7, 7, 5, 5, 3),
    FN = c(3, 3, 2, 2, 0),
    FP = c(0, 0, 1, 1, 2)
  ), 1e-14, 1e-15)
  expect_close(roc_at(staircase_curve(), FPR = bounds)[c("TPR", "FPR", "threshold", "probability")],
               data.frame(
    TPR = c(0.4, 0.4, 0.6, 0.64, 1), FPR = bounds, threshold = c(7, 6, 5, 4, 1),
    probability = c(1, 0.4, 1, 0.2, 1)
  ), 1e-14, 1e-15)
  # At 1 nothing keeps it from calling all positive, and at 0.5 all positives are found.
  expect_close(rule_at(staircase_curve(), max_FPR = bounds)[columns_of_rules], data.frame(
    TPR = c(0.4, 0.52, 0.7, 0.76, 1), FPR = c(0, 0.1, 0.25, 0.3, 0.5), threshold_low = c(7, 3, 3, 3, 3),
    threshold_high = c(7, 7, 7, 7, 3), probability = c(0, 0.2, 0.5, 0.6, 0)
  ), 1e-14, 1e-15)
})

test_that("bounds of FNR on the staircase, by hand", {
  bounds <- c(0, 0.1, 0.2, 0.3, 0.4, 0.7, 1)
  expect_close(roc_constrained(staircase_curve(), max_FNR = bounds)[columns_of_rows], data.frame(
    TPR = c(1, 1, 1, 1, 0.6, 0.4, 0.4), FPR = c(0.5, 0.5, 0.5, 0.5, 0.25, 0, 0),
    threshold = c(3, 3, 3, 3, 5, 7, 7),
    FN = c(0, 0, 0, 0, 2, 3, 3), FP = c(2, 2, 2, 2, 1, 0, 0)
  ), 1e-14, 1e-15)
  expect_close(roc_at(staircase_curve(), TPR = 1 - bounds)[c("FPR", "threshold", "probability")], data.frame(
    FPR = c(0.5, 0.5, 0.5, 0.375, 0.25, 0, 0), threshold = c(3, 3, 4, 4, 5, 7, Inf),
    probability = c(1, 0.5, 1, 0.5, 1, 0.75, 0)
  ), 1e-14, 1e-15)
  # Without a false positive more true positives cost nothing.
  expect_close(rule_at(staircase_curve(), max_FNR = bounds)[columns_of_rules], data.frame(
    TPR = c(1, 0.9, 0.8, 0.7, 0.6, 0.4, 0.4), FPR = c(0.5, 5 / 12, 1 / 3, 0.25, 1 / 6, 0, 0),
    threshold_low = c(3, 3, 3, 3, 3, 7, 7), threshold_high = c(3, 7, 7, 7, 7, 7, 7),
    probability = c(0, 5 / 6, 2 / 3, 0.5, 1 / 3, 0, 0)
  ), 1e-14, 1e-15)
})

test_that("points at a share are those of the gain curve, at each prior", {
  skip_on_cran()
  set.seed(8)
  for (curve in some_curves(2)) {
    shares <- c(0, runif(10), 1)
    for (prior in list(NULL, 0.3, c(0.05, 0.8))) {
      found <- roc_at(curve, share = shares, prior = prior, beta = 2, cost_FN = 3)
      gains <- roc_gain(curve, share = shares, prior = prior)
      for (column in c("TPR", "FPR", "threshold", "probability", "prior")) {
        expect_close(found[[column]], gains[[column]], 1e-13, 1e-15)
      }
      expect_close(found$share, rep(shares, max(length(prior), 1)), 1e-12, 1e-14)
      called <- found$share > 0
      expect_close(found$PPV[called], gains$response[called], 1e-12, 1e-14)
      p <- found$prior
      expect_close(found$risk, p * 3 * found$FNR + (1 - p) * found$FPR, 1e-12, 1e-14)
      expect_close(found$F, 5 * p * found$TPR / (5 * p * found$TPR + 4 * p * found$FNR + (1 - p) * found$FPR),
                   1e-11, 1e-13)
    }
  }
})

test_that("bounds that a rate equals are reached by it, not by the next row", {
  curve <- WeightedROC(c(1:10, 1:10), rep(0:1, each = 10))
  bounds <- (0:10) / 10
  expect_identical(roc_constrained(curve, max_FNR = bounds)$FN, as.numeric(0:10))
  expect_identical(roc_at(curve, TPR = 1 - bounds)$probability, c(rep(1, 10), 0))
  expect_identical(roc_constrained(curve, max_FPR = bounds)$FP, as.numeric(0:10))
  at <- roc_at(curve, FPR = bounds)
  expect_identical(at$threshold, c(Inf, 10:1))
  expect_identical(at$FP, as.numeric(0:10))
})

test_that("no places give no rows, the user's columns do not come along", {
  curve <- staircase_curve()
  expect_identical(roc_at(curve, FPR = numeric()), roc_at(curve, FPR = 0.3)[0, ])
  for (f in list(roc_constrained, rule_at)) {
    one <- f(curve, max_FPR = 0.3)
    expect_error(f(curve, max_FPR = numeric()), class = "wroc_error_length")
    user <- cbind(name = "a", curve, max_FPR = 7)
    expect_identical(f(user, max_FPR = 0.3), one)
    expect_identical(f(curve, max_FPR = 0:1), f(curve, max_FPR = c(0, 1)))
  }
})

test_that("bounds that are none are errors", {
  curve <- document_curve()
  expect_error(rule_at(curve), class = "wroc_error")
  expect_error(roc_at(curve, FPR = 0.1, TPR = 0.1), class = "wroc_error_choice")
  for (bound in c("max_FPR", "max_FNR", "min_TPR", "min_TNR", "max_share", "min_PPV", "max_FDR")) {
    with_bound <- function(value) {
      do.call(rule_at, c(list(curve), setNames(list(value), bound)))
    }
    expect_error(with_bound(c(0.5, -0.1)), class = "wroc_error_range")
    expect_error(with_bound(1.1), class = "wroc_error_range")
    expect_error(with_bound(NA_real_), class = "wroc_error_missing")
    expect_error(with_bound("0.1"), class = "wroc_error_type")
  }
  for (place in c("FPR", "TPR", "share")) {
    with_place <- function(value) do.call(roc_at, c(list(curve), setNames(list(value), place)))
    expect_error(with_place(1.1), class = "wroc_error_range")
    expect_error(with_place(NA_real_), class = "wroc_error_missing")
  }
})

test_that("bounds on complements are the same problems, and of two the closer one holds", {
  skip_on_cran()
  set.seed(9)
  for (curve in some_curves()) {
    bound <- runif(5)
    for (randomize in c(FALSE, TRUE)) {
      same <- function(one, other) {
        problem <- function(...) roc_constrained(curve, ..., randomize = randomize)
        one <- do.call(problem, one)
        other <- do.call(problem, other)
        columns <- grep("^(max|min)_", intersect(names(one), names(other)), invert = TRUE, value = TRUE)
        expect_equal(plain(one)[columns], plain(other)[columns], tolerance = 1e-12)
      }
      same(list(max_FPR = bound), list(min_TNR = 1 - bound))
      same(list(min_PPV = bound), list(max_FDR = 1 - bound))
      same(list(max_FPR = pmin(bound, 0.4)), list(max_FPR = bound, min_TNR = 0.6))
    }
  }
})
