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

test_that("ties up to rounding are ties", {
  # (FPR, TPR) = (k / 10, k / 10) from weights of 0.1, risks equal but for rounding.
  for (weight in c(0.1, 0.3, 1 / 7, 1e-5 / 3)) {
    straight <- WeightedROC(rep(1:10, 2), rep(0:1, each = 10), rep(weight, 20))
    expect_identical(roc_optimal(straight)$threshold, Inf)
    curve <- WeightedROC(c(1, 3, 4, 4, 5, 6, 7), c(0, 1, 0, 1, 1, 0, 1),
                         c(2, 1, 1, 1, 1, 1, 2) * weight)
    expect_identical(roc_optimal(curve, prior = 5 / 11)$threshold, 7)
    expect_identical(roc_optimal(curve, prior = 5 / 11 + 1e-9)$threshold, 3)
    expect_identical(roc_optimal(curve, prior = 5 / 11 - 1e-9)$threshold, 7)
  }
})

test_that("random curves, costs and priors agree with the definition", {
  set.seed(1)
  for (curve in some_curves(5)) {
    prior <- if (runif(1) < 0.7) runif(1)
    cost <- if (runif(1) < 0.5) rexp(4) else sample(0:3, 4, replace = TRUE)
    costs <- list(cost_FP = cost[1] + cost[3], cost_FN = cost[2] + cost[4], cost_TP = cost[4],
                  cost_TN = cost[3], prior = prior)
    best <- do.call(roc_optimal, c(list(curve), costs))
    row <- do.call(naive_optimal, c(list(curve), costs))
    risk_at <- function(fpr, tpr) {
      p <- naive_prior(curve, prior)
      p * (costs$cost_TP * tpr + costs$cost_FN * (1 - tpr)) +
        (1 - p) * (costs$cost_FP * fpr + costs$cost_TN * (1 - fpr))
    }
    p <- naive_prior(curve, prior)
    front <- do.call(cost_columns, replace(costs, "prior", p))
    expect_close(best[setdiff(names(best), c("slope", "intercept"))], cbind(
      curve[row, 1:3], risk = do.call(naive_risk, c(list(curve), costs))[row], curve[row, 4:5],
      risk_positive = risk_at(1, 1), risk_negative = risk_at(0, 0), risk_random = risk_at(p, p), front
    ), 1e-13, 1e-16)
  }
})

test_that("the random classifier's risk is prior (1 - prior) when the costs add up to 1", {
  set.seed(2)
  for (repetition in 1:20) {
    rho <- runif(1)
    prior <- runif(1)
    curve <- curve_of(real_observations()$ties)
    expect_close(roc_optimal(curve, cost_FP = 1 - rho, cost_FN = rho, prior = prior)$risk_random,
                 prior * (1 - prior),
                 1e-14)
    share <- naive_prior(curve)
    expect_close(roc_optimal(curve, cost_FP = 1 - rho, cost_FN = rho)$risk_random, share * (1 - share), 1e-14)
  }
})

test_that("the optimum is on the hull, where the range of slopes contains that of its line", {
  skip_on_cran()
  set.seed(3)
  for (curve in some_curves(2)) {
    cost_FP <- rexp(1)
    cost_FN <- rexp(1)
    prior <- if (runif(1) < 0.5) runif(1)
    best <- roc_optimal(curve, cost_FP = cost_FP, cost_FN = cost_FN, prior = prior)
    hull <- roc_hull(curve)
    corner <- hull[hull$threshold == best$threshold, ]
    expect_identical(corner$FN, best$FN)
    slope <- line_of(curve, cost_FP = cost_FP, cost_FN = cost_FN, prior = prior)$slope
    p <- naive_prior(curve, prior)
    expect_close(slope, (1 - p) * cost_FP / (p * cost_FN), 1e-13)
    expect_true(corner$slope_low <= slope * (1 + 1e-13) && corner$slope_high >= slope * (1 - 1e-13))
    equal_costs <- roc_optimal(curve, prior = p)
    corner <- hull[hull$threshold == equal_costs$threshold, ]
    expect_true(corner$prior_low <= p * (1 + 1e-13) && corner$prior_high >= p * (1 - 1e-13))
  }
})

test_that("with a prior of 0.5 it is Youden's point", {
  set.seed(4)
  for (curve in real_curves(5)) {
    j <- roc_at(curve)$J
    best <- roc_optimal(curve, prior = 0.5)
    expect_close(best$TPR - best$FPR, max(j), 1e-12, 1e-15)
    expect_close(best$risk, (1 - max(j)) / 2, 1e-12, 1e-15)
  }
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

test_that("what all outcomes of a class cost alike does not change the optimum", {
  skip_on_cran()
  set.seed(7)
  for (curve in some_curves(2)) {
    excess <- rexp(2)
    prior <- runif(1)
    expected <- roc_optimal(curve, cost_FP = excess[1], cost_FN = excess[2], prior = prior)
    # Costs, gains, and right answers that cost far more than what errors add.
    for (right in list(c(3, 1), c(-2, -7), c(0, -1), c(1e6, -1e6))) {
      found <- roc_optimal(curve, cost_FP = excess[1] + right[1], cost_FN = excess[2] + right[2],
                           cost_TP = right[2], cost_TN = right[1],
                           prior = prior)
      expect_identical(found$threshold, expected$threshold)
      expect_close(found$risk, expected$risk + prior * right[2] + (1 - prior) * right[1], 1e-10)
    }
  }
})

test_that("costs may be as large and as small as doubles", {
  curve <- staircase_curve()
  most <- .Machine$double.xmax
  best <- function(FP, FN, TP = 0, TN = 0) {
    roc_optimal(curve, cost_FP = FP, cost_FN = FN, cost_TP = TP, cost_TN = TN, prior = 0.5)$threshold
  }
  expect_identical(best(most, most, -most, -most), best(1, 1))
  expect_identical(best(most, most / 3, -most, most / 9), best(2, 3))
  expect_identical(best(5e-324, 1e-323, 0, 0), best(1, 2))
  expect_identical(best(-1e-300, 0, -2e-300, -2e-300), best(1, 2))
  slope <- line_of(curve, cost_FP = most, cost_FN = most, cost_TP = -most, cost_TN = 0, prior = 0.5)$slope
  expect_close(slope, 0.5, 1e-15)
})

test_that("errors may not cost less than right answers", {
  curve <- document_curve()
  expect_error(roc_optimal(curve, cost_FN = 1, cost_TP = 2), class = "wroc_error_costs")
  expect_error(roc_optimal(curve, cost_FP = 1, cost_TN = 2), class = "wroc_error_costs")
  expect_error(roc_optimal(curve, cost_FP = 2, cost_TN = 2), NA)
  expect_error(roc_optimal(curve, cost_FN = 2, cost_TP = 2), NA)
})

test_that("weights over 24 orders of magnitude", {
  set.seed(5)
  for (repetition in 1:50) {
    curve <- wide_curve()
    prior <- runif(1)
    cost_FN <- 10^runif(1, -3, 3)
    best <- roc_optimal(curve, cost_FN = cost_FN, prior = prior)
    risk <- naive_risk(curve, cost_FN = cost_FN, prior = prior)
    expect_close(best$risk, min(risk), 1e-13)
    expect_close(risk[which(curve$threshold == best$threshold)], min(risk), 1e-13)
  }
})
