test_that("the document's example, by hand", {
  curve <- document_curve()
  # prior = 10 / 12, the optimum is (1, 1) with the risk 2 / 12.
  expect_close(line_of(curve), cbind(data.frame(slope = 0.2, intercept = 0.8, risk = 1 / 6),
                                     cost_columns(prior = 10 / 12)), 1e-14)
  # The optimum is (0, 0.1).
  expect_close(line_of(curve, cost_FP = 3, prior = 0.5),
               cbind(data.frame(slope = 3, intercept = 0.1, risk = 0.45),
                     cost_columns(cost_FP = 3, prior = 0.5)),
               1e-14)
  # 0.25 (TPR + 8 FNR) + 0.75 (4 FPR + 2 TNR), and the optimum is (1, 1)
  expect_close(line_of(curve, cost_FP = 4, cost_FN = 8, cost_TP = 1, cost_TN = 2, prior = 0.25)$slope,
               0.75 * 2 / (0.25 * 7), 1e-14)
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
    risk_at <- function(x, y) {
      prior * (cost_TP * y + cost_FN * (1 - y)) + (1 - prior) * (cost_FP * x + cost_TN * (1 - x))
    }
    line <- line_of(curve, cost_FP = cost_FP, cost_FN = cost_FN, cost_TP = cost_TP, cost_TN = cost_TN,
                    prior = prior)
    x <- runif(3)
    expect_close(risk_at(x, line$intercept + line$slope * x), rep(line$risk, 3), 1e-12)
  }
})

test_that("the line through the optimum touches the curve from above", {
  set.seed(2)
  for (curve in some_curves(2)) {
    line <- line_of(curve, cost_FP = rexp(1), cost_FN = rexp(1))
    above <- line$intercept + line$slope * curve$FPR - curve$TPR
    expect_gte(min(above), -1e-13 * max(1, line$slope))
    expect_lte(min(above), 1e-13 * max(1, line$slope))
  }
})

test_that("the line of the random classifier that bounds the cost area is parallel", {
  curve <- staircase_curve()
  rho <- 0.3
  prior <- 0.4
  line <- line_of(curve, cost_FP = 1 - rho, cost_FN = rho, prior = prior)
  area <- cost_areas(columns_of(curve), data.frame(cost_FP = 1 - rho, cost_FN = rho, cost_TP = 0,
                                                   cost_TN = 0), prior)
  expect_close(line$slope, area$slope, 1e-14)
  # It goes through (prior, prior).
  expect_close(area$intercept, prior - line$slope * prior, 1e-13)
})

test_that("each of several costs has its line, and gains are negative costs", {
  curve <- staircase_curve()
  costs <- list(cost_FP = c(1, 0, 2), cost_FN = c(3, 0.5, 1), cost_TP = c(0, -2, 0.5), cost_TN = -1)
  for (prior in list(NULL, c(0.2, 0.5, 0.9))) {
    found <- do.call(line_of, c(list(curve), costs, list(prior = prior)))
    expect_plain_frame(found)
    alone <- lapply(1:3, function(i) {
      do.call(line_of, c(list(curve), lapply(costs, function(x) rep_len(x, 3)[i]), list(prior = prior[i])))
    })
    expect_close(found, do.call(rbind, alone), 1e-14)
  }
  # A cost common to all outcomes moves the risk, not the line.
  line <- line_of(curve, cost_FP = 2, cost_FN = 3, cost_TP = 1, cost_TN = 0.5, prior = 0.3)
  gain <- line_of(curve, cost_FP = 2 - 4, cost_FN = 3 - 4, cost_TP = 1 - 4, cost_TN = 0.5 - 4, prior = 0.3)
  expect_close(gain[c("slope", "intercept")], line[c("slope", "intercept")], 1e-13)
  expect_close(gain$risk, line$risk - 4, 1e-13)
})

test_that("where an error costs no more than the right answer there is an upright line or none", {
  curve <- document_curve()
  # Only errors in negatives cost something: upright. No error does: none.
  expect_identical(line_of(curve, cost_FN = 1, cost_TP = 1)$slope, Inf)
  expect_identical(line_of(curve, cost_FN = 1, cost_TP = 1)$intercept, NA_real_)
  expect_identical(line_of(curve, cost_FP = 1, cost_TN = 1)$slope, 0)
  expect_identical(line_of(curve, cost_FP = 0, cost_FN = 0)$slope, NA_real_)
  expect_identical(line_of(curve, cost_FP = 1e300, cost_FN = 1e-300)$slope, Inf)
  expect_error(line_of(curve, cost_FN = 1, cost_TP = 2), class = "wroc_error_costs")
})

test_that("costs with one element are numbers, whatever their dimensions", {
  curve <- staircase_curve()
  expected <- line_of(curve, cost_FP = 2, cost_FN = 0.5, cost_TP = 0.25, cost_TN = 0.125)
  expect_silent(found <- line_of(curve, cost_FP = array(2, c(1, 1, 1)), cost_FN = matrix(0.5),
                                 cost_TP = c(a = 0.25),
                                 cost_TN = array(0.125)))
  expect_identical(found, expected)
  for (cost in list(data.frame(a = 1), list(1), matrix(1, 1, 2), factor(1), "1", NULL,
                    between_doubles, structure(1, class = "data.frame"))) {
    for (f in list(roc_at, roc_optimal)) {
      # NULL is no cost that roc_at() was given.
      if (is.null(cost) && identical(f, roc_at)) next
      expect_wroc_error_of(f(curve, cost_FN = cost), "type", "cost_FN")
    }
  }
})
