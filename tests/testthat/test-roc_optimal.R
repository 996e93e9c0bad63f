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

test_that("several costs and priors have a row each, as each of them alone", {
  costs <- list(cost_FP = c(0, 1, 2, 3), cost_FN = c(2, 1, 0.5, 4), cost_TP = 0, cost_TN = -c(1, 3, 0, 2))
  for (prior in list(NULL, c(0.1, 0.3, 0.5, 0.9))) {
    of <- function(costs) do.call(roc_optimal, c(list(staircase_curve()), costs))
    all <- c(costs, if (!is.null(prior)) list(prior = prior))
    alone <- lapply(1:4, function(i) of(lapply(all, function(x) rep_len(x, 4)[i])))
    expect_plain_frame(of(all))
    expect_identical(plain(of(all)), plain(do.call(rbind, alone)))
  }
})

test_that("errors may not cost less than right answers", {
  curve <- document_curve()
  expect_error(roc_optimal(curve, cost_FN = 1, cost_TP = 2), class = "wroc_error_costs")
  expect_error(roc_optimal(curve, cost_FP = 1, cost_TN = 2), class = "wroc_error_costs")
  expect_error(roc_optimal(curve, cost_FP = 2, cost_TN = 2), NA)
  expect_error(roc_optimal(curve, cost_FN = 2, cost_TP = 2), NA)
})

test_that("the line of one risk in the document's example", {
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

test_that("risks of all rows of the document's example", {
  curve <- document_curve()
  expect_close(risk_rows(curve),
               cbind(curve, risk = c(2, 10, 9, 10) / 12, cost_columns(prior = 10 / 12)), 1e-14)
  expect_close(risk_rows(curve, prior = 0.5)$risk, c(0.5, 0.7, 0.45, 0.5), 1e-14)
  # 0.25 (TPR + 8 FNR) + 0.75 (4 FPR + 2 TNR)
  risk <- risk_rows(curve, cost_FP = 4, cost_FN = 8, cost_TP = 1, cost_TN = 2, prior = 0.25)$risk
  expect_close(risk, c(0.25 + 3, 0.025 + 1.8 + 1.5 + 0.75, 0.025 + 1.8 + 1.5, 2 + 1.5), 1e-14)
})

test_that("several costs and priors have a block of rows each, and gains are negative costs", {
  curve <- staircase_curve()
  costs <- list(cost_FP = c(1, -0.5, 2), cost_FN = c(3, 0.5, -1), cost_TP = -2, cost_TN = c(0, 0.5, -1))
  for (prior in list(NULL, c(0.1, 0.4, 0.8), 0.3)) {
    of <- function(costs) do.call(risk_rows, c(list(curve), costs))
    all <- c(costs, if (!is.null(prior)) list(prior = prior))
    alone <- lapply(1:3, function(i) of(lapply(all, function(x) rep_len(x, 3)[i])))
    expect_close(of(all), do.call(rbind, alone), 1e-15)
  }
  expect_wroc_error(
    risk_rows(curve, cost_FP = 1:3, cost_FN = 1:2), "length",
    "`cost_FN` must have length 1 or the length of the longest of costs and prior, 3, not 2.",
    argument = "cost_FN", length = 2, expected = 3
  )
})

test_that("costs and priors that are none are errors", {
  curve <- document_curve()
  faulty <- list(missing = NA_real_, missing = NaN, type = "0.5", type = list(0.5),
                 length = numeric())
  for (f in list(risk_rows, roc_optimal)) {
    for (argument in c("prior", "cost_FP", "cost_FN", "cost_TP", "cost_TN")) {
      with_value <- function(value) do.call(f, c(list(curve), setNames(list(value), argument)))
      kinds <- vapply(faulty, function(value) error_kind(with_value(value)), "")
      expect_identical(unname(kinds), names(faulty), info = argument)
      expect_error(with_value(Inf), class = "wroc_error")
    }
    expect_error(f(curve, prior = -0.1), class = "wroc_error_range")
    expect_error(f(curve, prior = 1.5), class = "wroc_error_range")
  }
})
