# The best row, and behind it the best rule that may choose at random.
both_rules <- function(curve, ...) {
  rule <- plain(roc_constrained(curve, ..., randomize = TRUE))
  rule <- rule[c("TPR", "FPR", "threshold_low", "threshold_high", "probability")]
  names(rule) <- c("TPR_hull", "FPR_hull", paste0("hull_", names(rule)[3:5]))
  cbind(plain(roc_constrained(curve, ...)), rule)
}

test_that("the staircase, by hand", {
  # The hull goes from (0, 0.4) to (0.5, 1); the share is (5 TPR + 4 FPR) / 9.
  found <- both_rules(staircase_curve(), max_share = c(2 / 9, 4 / 9, 1))
  expect_close(found, data.frame(
    feasible = TRUE, TPR = c(0.4, 0.6, 1),
    FPR = c(0, 0.25, 0.5), threshold = c(7, 5, 3), FN = c(3, 2, 0), FP = c(0, 1, 2),
    share = c(2, 4, 7) / 9, PPV = c(1, 0.75, 5 / 7), NPV = c(4 / 7, 3 / 5, 1),
    max_share = c(2 / 9, 4 / 9, 1), prior = 5 / 9,
    TPR_hull = c(0.4, 0.64, 1), FPR_hull = c(0, 0.2, 0.5),
    hull_threshold_low = c(7, 3, 3), hull_threshold_high = c(7, 7, 3), hull_probability = c(0, 0.4, 0)
  ), 1e-14, 1e-15)
  # On the hull TPR is 0.4 + 1.2 FPR; the PPV is 0.8 where FPR is 5 / 16 TPR.
  found <- both_rules(staircase_curve(), min_PPV = 0.8)
  expect_equal(found$TPR_hull, 0.64)
  expect_equal(found$FPR_hull, 0.2)
  expect_equal(c(found$TPR, found$FPR), c(0.4, 0))
})

test_that("what can't be done is no error, and what keeps everything is nothing", {
  curve <- staircase_curve()
  found <- both_rules(curve, max_FPR = 0.1, min_TPR = c(0.3, 0.5, 0.9))
  expect_identical(found$feasible, c(TRUE, TRUE, FALSE))
  # At 0.1 the hull reaches 0.52, and no threshold more than 0.4.
  expect_equal(found$TPR, c(0.4, NA, NA))
  expect_equal(found$TPR_hull, c(0.52, 0.52, NA))
  inverted <- WeightedROC(6:1, rep(0:1, each = 3))
  none <- both_rules(inverted, min_PPV = 0.9)
  expect_identical(c(none$TPR, none$threshold, none$TPR_hull), c(0, Inf, 0))
  expect_identical(none$PPV, NA_real_)
})

test_that("a fit answers for each score, and low scores in their units", {
  set.seed(4)
  data <- data.frame(sick = rep(0:1, 30), a = rnorm(60, rep(0:1, 30)))
  data$low <- -data$a
  both <- both_rules(weighted_roc(sick ~ a, data), max_share = 0.3)
  turned <- both_rules(weighted_roc(sick ~ low, data, direction = "<="), max_share = 0.3)
  expect_equal(turned$threshold, -both$threshold)
  expect_equal(turned$hull_threshold_low, -both$hull_threshold_high)
})

test_that("what can't be asked for is an error that says so", {
  curve <- staircase_curve()
  expect_identical(error_kind(roc_constrained(curve)), "choice")
  expect_identical(error_kind(roc_constrained(curve, max_FPR = 2)), "range")
  expect_identical(error_kind(roc_constrained(curve, max_FPR = NA)), "missing")
  expect_identical(error_kind(roc_constrained(curve, max_FPR = c(0.1, 0.2), min_PPV = 1:3 / 4)), "length")
  expect_identical(error_kind(roc_constrained(curve, max_share = 0.1, prior = 0)), "range")
  expect_identical(error_kind(roc_constrained()), "absent")
})

test_that("bounds that were typed, or computed from their complement, are met", {
  # Each step is of 1 in 10,000 of both classes.
  curve <- WeightedROC(rep(1:10000, each = 2), rep(0:1, 10000), rep(0.1, 20000))
  for (rate in c(0.9999, 0.999, 0.9, 0.7, 0.3, 0.0001)) {
    expect_equal(roc_constrained(curve, max_FPR = rate)$FP, 1000 * rate)
    expect_equal(roc_constrained(curve, max_FPR = 1 - rate)$FP, 1000 * (1 - rate))
    expect_equal(plain(roc_at(curve, FPR = rate)[c("FP", "probability")]),
                 data.frame(FP = 1000 * rate, probability = 1))
    expect_equal(roc_constrained(curve, min_TPR = rate)$FN, 1000 * (1 - rate))
    expect_equal(roc_constrained(curve, min_TPR = 1 - rate)$FN, 1000 * rate)
    expect_equal(roc_constrained(curve, max_FNR = 1 - rate)$FN, 1000 * (1 - rate))
    expect_equal(roc_gain(curve, share = rate)$TPR, rate)
    expect_equal(roc_pr(curve, recall = rate)$threshold, curve$threshold[[round(1 + 1e4 * (1 - rate))]])
  }
})

test_that("bounds on the NPV are those of the definition, and max_FOR is the other name", {
  curve <- WeightedROC(mtcars$mpg, mtcars$am)
  found <- roc_constrained(curve, min_NPV = c(0.7, 0.9, 1))
  at <- roc_at(curve)
  for (i in 1:3) {
    kept <- at[is.na(at$NPV) | at$NPV >= found$min_NPV[[i]] - 1e-12, ]
    expect_identical(found$FPR[[i]], min(kept$FPR))
    expect_identical(found$TPR[[i]], max(kept$TPR[kept$FPR == found$FPR[[i]]]))
    expect_equal(found$NPV[[i]], at$NPV[match(found$threshold[[i]], at$threshold)])
  }
  columns <- c("feasible", "TPR", "FPR", "threshold", "NPV")
  expect_identical(roc_constrained(curve, max_FOR = 1 - found$min_NPV)[columns], found[columns])
  # With bounds on false positives it can be impossible.
  both <- roc_constrained(curve, min_NPV = c(0.7, 1), max_FPR = 0.05)
  expect_identical(both$feasible, c(TRUE, FALSE))
  # Labels and scores turned, it is a bound on the PPV; the least FPR is then the largest TPR.
  turned <- WeightedROC(-mtcars$mpg, 1 - mtcars$am)
  by_PPV <- roc_constrained(turned, min_PPV = 0.9, randomize = TRUE)
  by_NPV <- roc_constrained(curve, min_NPV = 0.9, randomize = TRUE)
  expect_equal(c(by_NPV$TPR, by_NPV$FPR), 1 - c(by_PPV$FPR, by_PPV$TPR))
})
