test_that("bounds of FPR on the staircase, by hand", {
  expect_close(roc_neyman_pearson(staircase_curve(), max_FPR = c(0, 0.1, 0.25, 0.3, 1)), data.frame(
    max_FPR = c(0, 0.1, 0.25, 0.3, 1), TPR = c(0.4, 0.4, 0.6, 0.6, 1),
    FPR = c(0, 0, 0.25, 0.25, 0.5), threshold = c(7, 7, 5, 5, 3), FN = c(3, 3, 2, 2, 0),
    FP = c(0, 0, 1, 1, 2), TPR_curve = c(0.4, 0.4, 0.6, 0.64, 1),
    threshold_low = c(7, 6, 5, 4, 1), threshold_high = c(7, 7, 5, 5, 1),
    probability = c(0, 0.4, 0, 0.2, 0), TPR_hull = c(0.4, 0.52, 0.7, 0.76, 1),
    hull_threshold_low = c(7, 3, 3, 3, 1), hull_threshold_high = c(7, 7, 7, 7, 1),
    hull_probability = c(0, 0.2, 0.5, 0.6, 0)
  ), 1e-14, 1e-15)
})

test_that("bounds of FNR on the staircase, by hand", {
  bounds <- c(0, 0.1, 0.2, 0.3, 0.4, 0.7, 1)
  expect_close(roc_neyman_pearson(staircase_curve(), max_FNR = bounds), data.frame(
    max_FNR = bounds, TPR = c(1, 1, 1, 1, 0.6, 0.4, 0.4),
    FPR = c(0.5, 0.5, 0.5, 0.5, 0.25, 0, 0), threshold = c(3, 3, 3, 3, 5, 7, 7),
    FN = c(0, 0, 0, 0, 2, 3, 3), FP = c(2, 2, 2, 2, 1, 0, 0),
    FPR_curve = c(0.5, 0.5, 0.5, 0.375, 0.25, 0, 0),
    threshold_low = c(3, 3, 4, 4, 5, 7, Inf), threshold_high = c(3, 4, 4, 5, 5, Inf, Inf),
    probability = c(0, 0.5, 0, 0.5, 0, 0.75, 0),
    FPR_hull = c(0.5, 5 / 12, 1 / 3, 0.25, 1 / 6, 0, 0),
    hull_threshold_low = c(3, 3, 3, 3, 3, 7, Inf), hull_threshold_high = c(3, 7, 7, 7, 7, Inf, Inf),
    hull_probability = c(0, 5 / 6, 2 / 3, 0.5, 1 / 3, 0.75, 0)
  ), 1e-14, 1e-15)
})

test_that("mixing the two thresholds reaches the bound exactly", {
  set.seed(2)
  for (curve in some_curves(2)) {
    mixed <- function(rate, low, high, probability) {
      at <- function(threshold) roc_at(curve, threshold = threshold)[[rate]]
      probability * at(low) + (1 - probability) * at(high)
    }
    rule <- roc_neyman_pearson(curve, max_FPR = c(0, runif(20), 1))
    of_curve <- function(rate) with(rule, mixed(rate, threshold_low, threshold_high, probability))
    of_hull <- function(rate) {
      with(rule, mixed(rate, hull_threshold_low, hull_threshold_high, hull_probability))
    }
    expect_close(of_curve("FPR"), rule$max_FPR, 1e-13)
    expect_close(of_hull("FPR"), rule$max_FPR, 1e-13)
    expect_close(of_curve("TPR"), rule$TPR_curve, 1e-13)
    expect_close(of_hull("TPR"), rule$TPR_hull, 1e-13)
    rule <- roc_neyman_pearson(curve, max_FNR = c(0, runif(20), 1))
    expect_close(of_curve("FNR"), rule$max_FNR, 1e-13)
    expect_close(of_hull("FNR"), rule$max_FNR, 1e-13)
    expect_close(of_curve("FPR"), rule$FPR_curve, 1e-13, 1e-15)
    expect_close(of_hull("FPR"), rule$FPR_hull, 1e-13, 1e-15)
  }
})

test_that("mixtures on the curve are no worse than rows, those on the hull no worse than either", {
  set.seed(3)
  for (curve in some_curves()) {
    rule <- roc_neyman_pearson(curve, max_FPR = runif(20))
    expect_true(all(rule$FPR <= rule$max_FPR, rule$TPR <= rule$TPR_curve + 1e-14,
                    rule$TPR_curve <= rule$TPR_hull + 1e-14))
    rule <- roc_neyman_pearson(curve, max_FNR = runif(20))
    expect_true(all(rule$FN / curve$FN[nrow(curve)] <= rule$max_FNR,
                    rule$FPR >= rule$FPR_curve - 1e-14,
                    rule$FPR_curve >= rule$FPR_hull - 1e-14))
    probability <- c(rule$probability, rule$hull_probability)
    expect_true(all(probability >= 0 & probability < 1))
  }
})

test_that("swapped classes and negated scores swap the two bounds", {
  set.seed(4)
  for (x in real_observations()) {
    bounds <- c(0, runif(10), 1)
    by_fnr <- roc_neyman_pearson(curve_of(x), max_FNR = bounds)
    swapped <- curve_of(list(guess = -x$guess, positive = !x$positive, weight = x$weight))
    by_fpr <- roc_neyman_pearson(swapped, max_FPR = bounds)
    expect_close(by_fpr$TPR_curve, 1 - by_fnr$FPR_curve, 1e-12, 1e-14)
    expect_close(by_fpr$TPR_hull, 1 - by_fnr$FPR_hull, 1e-12, 1e-14)
    expect_close(by_fpr$TPR, 1 - by_fnr$FPR, 1e-12, 1e-14)
  }
})

test_that("bounds that a rate equals are reached by it, not by the next row", {
  curve <- WeightedROC(c(1:10, 1:10), rep(0:1, each = 10))
  bounds <- (0:10) / 10
  rule <- roc_neyman_pearson(curve, max_FNR = bounds)
  expect_identical(rule$FN, as.numeric(0:10))
  expect_identical(rule$probability, rep(0, 11))
  rule <- roc_neyman_pearson(curve, max_FPR = bounds)
  expect_identical(rule$FP, as.numeric(0:10))
  expect_identical(rule$threshold_low, rule$threshold_high)
})

test_that("bounds far below the smallest rate keep their digits", {
  set.seed(5)
  curve <- wide_curve()
  bounds <- 10^-(20:30)
  rule <- roc_neyman_pearson(curve, max_FPR = bounds)
  at <- function(threshold) roc_at(curve, threshold = threshold)$FPR
  reached <- rule$probability * at(rule$threshold_low) +
    (1 - rule$probability) * at(rule$threshold_high)
  expect_close(reached, bounds, 1e-12)
})

test_that("no bounds give no rows, the user's columns do not come along", {
  curve <- staircase_curve()
  one <- roc_neyman_pearson(curve, max_FPR = 0.3)
  expect_identical(roc_neyman_pearson(curve, max_FPR = numeric()), one[0, ])
  user <- cbind(name = "a", curve, max_FPR = 7)
  expect_identical(roc_neyman_pearson(user, max_FPR = 0.3), one)
  expect_identical(roc_neyman_pearson(curve, max_FPR = 0:1),
                   roc_neyman_pearson(curve, max_FPR = c(0, 1)))
})

test_that("bounds that are none are errors", {
  curve <- document_curve()
  expect_error(roc_neyman_pearson(curve), class = "wroc_error")
  expect_error(roc_neyman_pearson(curve, 0.1, 0.1), class = "wroc_error")
  for (bound in c("max_FPR", "max_FNR")) {
    with_bound <- function(value) {
      do.call(roc_neyman_pearson, c(list(curve), setNames(list(value), bound)))
    }
    expect_error(with_bound(c(0.5, -0.1)), class = "wroc_error_range")
    expect_error(with_bound(1.1), class = "wroc_error_range")
    expect_error(with_bound(NA_real_), class = "wroc_error_missing")
    expect_error(with_bound("0.1"), class = "wroc_error_type")
  }
})
