test_that("the document's example, by hand", {
  curve <- document_curve()
  # prior = 10 / 12, the optimum is (1, 1) with the risk 2 / 12.
  expect_close(roc_isocost(curve), cbind(cost_columns(prior = 10 / 12), slope = 0.2, intercept = 0.8,
                                         risk = 1 / 6), 1e-14)
  # The optimum is (0, 0.1).
  expect_close(roc_isocost(curve, cost_FP = 3, prior = 0.5),
               cbind(cost_columns(cost_FP = 3, prior = 0.5), slope = 3, intercept = 0.1, risk = 0.45),
               1e-14)
  # 0.25 (TPR + 8 FNR) + 0.75 (4 FPR + 2 TNR) through (0.5, 0.5)
  expect_close(
    roc_isocost(curve, 4, 8, 1, 2, prior = 0.25, FPR = 0.5, TPR = 0.5),
    cbind(cost_columns(4, 8, 1, 2, 0.25), slope = 0.75 * 2 / (0.25 * 7), intercept = 0.5 - 3 / 7,
          risk = 27 / 8), 1e-14
  )
})

test_that("points on one line have one risk, which is the line's", {
  set.seed(1)
  for (curve in some_curves(2)) {
    right <- rexp(2)
    cost_TP <- right[1]
    cost_TN <- right[2]
    cost_FN <- cost_TP + rexp(1)
    cost_FP <- cost_TN + rexp(1)
    prior <- runif(1)
    fpr <- runif(3)
    tpr <- runif(3)
    risk_at <- function(x, y) {
      prior * (cost_TP * y + cost_FN * (1 - y)) + (1 - prior) * (cost_FP * x + cost_TN * (1 - x))
    }
    lines <- roc_isocost(curve, cost_FP, cost_FN, cost_TP, cost_TN, prior, FPR = fpr, TPR = tpr)
    expect_plain_frame(lines)
    expect_identical(as.list(lines[1:5]),
                     as.list(cost_columns(cost_FP, cost_FN, cost_TP, cost_TN, rep(prior, 3))))
    expect_identical(names(lines)[6:8], c("slope", "intercept", "risk"))
    expect_close(lines$intercept + lines$slope * fpr, tpr, 1e-12, 1e-13 * max(lines$slope))
    expect_close(lines$risk, risk_at(fpr, tpr), 1e-13)
    x <- runif(3)
    expect_close(risk_at(x, lines$intercept + lines$slope * x), lines$risk, 1e-12)
    # And back from the risk to the line.
    again <- roc_isocost(curve, cost_FP, cost_FN, cost_TP, cost_TN, prior, risk = lines$risk)
    expect_close(again, lines, 1e-12, 1e-12 * max(1, lines$slope))
    # Through the optimum.
    best <- roc_optimal(curve, cost_FP, cost_FN, cost_TP, cost_TN, prior)
    expect_close(roc_isocost(curve, cost_FP, cost_FN, cost_TP, cost_TN, prior),
                 roc_isocost(curve, cost_FP, cost_FN, cost_TP, cost_TN, prior, FPR = best$FPR,
                             TPR = best$TPR), 1e-12, 1e-13)
  }
})

test_that("the line through the optimum touches the curve from above", {
  set.seed(2)
  for (curve in some_curves(2)) {
    line <- roc_isocost(curve, cost_FP = rexp(1), cost_FN = rexp(1))
    above <- line$intercept + line$slope * curve$FPR - curve$TPR
    expect_gte(min(above), -1e-13 * max(1, line$slope))
    expect_lte(min(above), 1e-13 * max(1, line$slope))
  }
})

test_that("the line of the random classifier is that of the cost area", {
  curve <- staircase_curve()
  rho <- 0.3
  prior <- 0.4
  line <- roc_isocost(curve, 1 - rho, rho, prior = prior, risk = prior * (1 - prior))
  area <- of_share(curve, rho, prior)
  expect_close(line$slope, area$slope, 1e-14)
  expect_close(line$intercept, area$intercept, 1e-14)
  through <- roc_isocost(curve, 1 - rho, rho, prior = prior, FPR = prior, TPR = prior)
  expect_close(through$intercept, line$intercept, 1e-13)
})

test_that("one line a risk and a point, also for none", {
  curve <- staircase_curve()
  expect_identical(nrow(roc_isocost(curve, risk = c(0.3, 0.1, 0.3))), 3L)
  expect_identical(nrow(roc_isocost(curve, risk = numeric())), 0L)
  expect_identical(nrow(roc_isocost(curve, FPR = numeric(), TPR = numeric())), 0L)
  expect_identical(roc_isocost(curve, FPR = 0:1, TPR = 0:1),
                   roc_isocost(curve, FPR = c(0, 1), TPR = c(0, 1)))
})

test_that("each of several costs has its lines, and gains are negative costs", {
  curve <- staircase_curve()
  costs <- list(cost_FP = c(1, 0, 2), cost_FN = c(3, 0.5, 1), cost_TP = c(0, -2, 0.5), cost_TN = -1)
  for (of in list(list(), list(risk = c(-0.2, 0.3)), list(FPR = c(0, 0.5), TPR = c(0.2, 1)))) {
    for (prior in list(NULL, c(0.2, 0.5, 0.9))) {
      found <- do.call(roc_isocost, c(list(curve), costs, list(prior = prior), of))
      expect_plain_frame(found)
      alone <- lapply(1:3, function(i) {
        do.call(roc_isocost, c(list(curve), lapply(costs, function(x) rep_len(x, 3)[i]),
                               list(prior = prior[i]), of))
      })
      expect_close(found, do.call(rbind, alone), 1e-14)
    }
  }
  # What all outcomes cost alike moves the risk, not the line.
  line <- roc_isocost(curve, 2, 3, 1, 0.5, prior = 0.3)
  gain <- roc_isocost(curve, 2 - 4, 3 - 4, 1 - 4, 0.5 - 4, prior = 0.3)
  expect_close(gain[6:7], line[6:7], 1e-13)
  expect_close(gain$risk, line$risk - 4, 1e-13)
})

test_that("errors must cost more than right answers", {
  curve <- document_curve()
  expect_error(roc_isocost(curve, cost_FN = 1, cost_TP = 1), class = "wroc_error_costs")
  expect_error(roc_isocost(curve, cost_FP = 1, cost_TN = 1), class = "wroc_error_costs")
  expect_error(roc_isocost(curve, cost_FN = 1, cost_TP = 2), class = "wroc_error_costs")
  expect_error(roc_isocost(curve, cost_FP = 0), class = "wroc_error_costs")
  expect_wroc_error(
    roc_isocost(curve, cost_FP = 1e300, cost_FN = 1e-300), "costs",
    "The costs and the prior differ by too much: the slope of the line is infinite.",
    argument = "cost_FP", value = Inf
  )
})

test_that("points and risks that are none are errors", {
  curve <- document_curve()
  expect_error(roc_isocost(curve, FPR = 0.5), class = "wroc_error")
  expect_error(roc_isocost(curve, TPR = 0.5), class = "wroc_error")
  expect_error(roc_isocost(curve, FPR = 0.5, TPR = 0.5, risk = 0.1), class = "wroc_error")
  expect_error(roc_isocost(curve, FPR = c(0.1, 0.5), TPR = 0.5), class = "wroc_error_length")
  expect_error(roc_isocost(curve, FPR = NA_real_, TPR = 0.5), class = "wroc_error_missing")
  expect_error(roc_isocost(curve, FPR = "0.5", TPR = 0.5), class = "wroc_error_type")
  expect_error(roc_isocost(curve, FPR = 0.5, TPR = 1.5), class = "wroc_error_range")
  expect_error(roc_isocost(curve, FPR = -0.5, TPR = 0.5), class = "wroc_error_range")
  expect_error(roc_isocost(curve, risk = NA_real_), class = "wroc_error_missing")
  expect_error(roc_isocost(curve, risk = "1"), class = "wroc_error_type")
})

test_that("costs with one element are numbers, whatever their dimensions", {
  curve <- staircase_curve()
  expected <- roc_isocost(curve, 2, 0.5, 0.25, 0.125, FPR = c(0.1, 0.2), TPR = c(0.3, 0.4))
  expect_silent(found <- roc_isocost(curve, array(2, c(1, 1, 1)), matrix(0.5), c(a = 0.25),
                                     array(0.125), FPR = c(0.1, 0.2), TPR = c(0.3, 0.4)))
  expect_identical(found, expected)
  for (cost in list(data.frame(a = 1), list(1), matrix(1, 1, 2), factor(1), "1", NULL,
                    between_doubles, structure(1, class = "data.frame"))) {
    for (f in list(roc_isocost, roc_risk, roc_optimal)) {
      expect_wroc_error_of(f(curve, cost_FN = cost), "type", "cost_FN")
    }
    expect_wroc_error_of(roc_cost_auc(curve, cost_FP = 1, cost_FN = if (is.null(cost)) "1" else cost),
                         "type", "cost_FN")
  }
})
