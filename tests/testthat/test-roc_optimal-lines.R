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
