test_that("the document's example, by hand", {
  curve <- document_curve()
  expect_close(roc_optimal(curve), cbind(
    curve[1, 1:3], risk = 1 / 6, slope = 0.2, intercept = 0.8, curve[1, 4:5], risk_positive = 1 / 6,
    risk_negative = 5 / 6,
    risk_random = 2 * 10 * 2 / 144, cost_columns(prior = 10 / 12)
  ), 1e-14)
  # 0.5 FNR + 0.5 FPR: 0.5, 0.7, 0.45, 0.5
  expect_close(roc_optimal(curve, prior = 0.5), cbind(
    data.frame(TPR = 0.1, FPR = 0, threshold = 3, risk = 0.45, slope = 1, intercept = 0.1, FN = 9, FP = 0),
    risk_positive = 0.5, risk_negative = 0.5, risk_random = 0.5, cost_columns(prior = 0.5)
  ), 1e-14)
  # With all four costs: 0.25 (TPR + 8 FNR) + 0.75 (4 FPR + 2 TNR), random at TPR = FPR = 0.25
  best <- roc_optimal(curve, cost_FP = 4, cost_FN = 8, cost_TP = 1, cost_TN = 2, prior = 0.25)
  expect_close(best[c("risk", "risk_positive", "risk_negative", "risk_random")], data.frame(
    risk = 3.25, risk_positive = 3.25, risk_negative = 3.5,
    risk_random = 0.25 * (0.25 + 8 * 0.75) + 0.75 * (4 * 0.25 + 2 * 0.75)
  ), 1e-14)
})

test_that("ties: the smallest FPR, then the largest TPR", {
  # At slope 1.2, (0, 0.4) and (0.5, 1) of the staircase have the same risk.
  curve <- staircase_curve()
  expect_identical(roc_optimal(curve, cost_FP = 6, cost_FN = 5, prior = 0.5)$threshold, 7)
  expect_identical(roc_optimal(curve, cost_FP = 1, cost_FN = 1, prior = 5 / 11)$threshold, 7)
  expect_identical(roc_optimal(curve, cost_FP = 1.1999, cost_FN = 1, prior = 0.5)$threshold, 3)
  expect_identical(roc_optimal(curve, cost_FP = 1.2001, cost_FN = 1, prior = 0.5)$threshold, 7)
  # Errors that cost nothing: only TPR counts, only FPR counts, nothing counts.
  expect_identical(roc_optimal(curve, cost_FP = 0)$threshold, 3)
  expect_identical(roc_optimal(curve, cost_FN = 0)$threshold, 7)
  expect_identical(roc_optimal(curve, cost_FP = 0, cost_FN = 0)$threshold, 7)
  expect_identical(roc_optimal(curve, cost_FP = 2, cost_FN = 3, cost_TP = 3, cost_TN = 2)$threshold, 7)
  # On a straight line all points are best at its slope.
  straight <- WeightedROC(rep(1:6, 2), rep(0:1, each = 6))
  expect_identical(roc_optimal(straight)$threshold, Inf)
})

test_that("the user's columns come along and columns of the same names are replaced", {
  curve <- staircase_curve()
  user <- cbind(risk_random = "old", name = letters[1:7], curve)
  best <- roc_optimal(user, prior = 0.5)
  expect_plain_frame(best)
  expect_identical(names(best), c("risk_random", "name", names(curve)[1:3], "risk", "slope", "intercept",
                                  names(curve)[4:5], "risk_positive", "risk_negative",
                                  names(cost_columns(prior = 1))))
  expect_identical(best$name, "b")
  expect_close(best$risk_random, 0.5)
})

test_that("several costs and priors have a row each, as each of them alone", {
  skip_on_cran()
  set.seed(6)
  for (curve in some_curves(1)) {
    costs <- list(cost_FP = c(0, rexp(4)), cost_FN = rexp(5), cost_TP = 0, cost_TN = -rexp(5))
    for (prior in list(NULL, runif(5))) {
      found <- do.call(roc_optimal, c(list(curve), costs, list(prior = prior)))
      expect_plain_frame(found)
      alone <- lapply(1:5, function(i) {
        one <- lapply(c(costs, list(prior = prior)), function(x) if (!is.null(x)) rep_len(x, 5)[i])
        do.call(roc_optimal, c(list(curve), one))
      })
      expect_identical(found, do.call(rbind, alone))
    }
  }
})

test_that("errors may not cost less than right answers", {
  curve <- document_curve()
  expect_error(roc_optimal(curve, cost_FN = 1, cost_TP = 2), class = "wroc_error_costs")
  expect_error(roc_optimal(curve, cost_FP = 1, cost_TN = 2), class = "wroc_error_costs")
  expect_error(roc_optimal(curve, cost_FP = 2, cost_TN = 2), NA)
  expect_error(roc_optimal(curve, cost_FN = 2, cost_TP = 2), NA)
})
