test_that("the document's example, by hand", {
  # Costs and classes alike: the chance line, that crosses TPR = 0.1 at 0.1.
  expect_close(cost_areas_of(document_curve(), prior = 0.5),
               data.frame(pAUC = 0.005, max_pAUC = 0.5, ratio = 0.01),
               1e-13, 1e-15)
})

test_that("a line through 0 and through 1, by hand", {
  # L = 3 x - 1; TPR is 0.4 up to 0.25, 0.4 + 0.8 x up to 0.5, then 1.
  third <- 1 / 3
  area <- 0.4 * 0.25 + (third - 0.25) * (0.4 + 0.4 * (0.25 + third)) +
    (0.5 - third) * (1.4 - 1.1 * (third + 0.5)) + (2 / 3 - 0.5) * 0.25
  expect_close(cost_areas_of(staircase_curve(), cost_FP = 3, prior = 0.5),
               data.frame(pAUC = area, max_pAUC = 0.5, ratio = 2 * area), 1e-13)
  # L = 1 / 3 + x / 3 is above 0.4 after 0.2, between 0.25 and 0.5 below TPR.
  area <- 0.2 * (0.4 - third) / 2 + 0.25 * (0.6 - 5 / 12 + 0.8 - 0.5) / 2 +
    0.5 * (0.5 + third) / 2
  expect_close(of_share(staircase_curve(), 0.75, prior = 0.5),
               data.frame(pAUC = area, max_pAUC = 0.5, ratio = 2 * area), 1e-13)
})

test_that("by default the prior is the share of the positives in the weights", {
  curve <- document_curve()
  expect_close(of_share(curve, 0.3), of_share(curve, 0.3, prior = 10 / 12), 1e-13)
})

test_that("costs that are none are errors", {
  curve <- document_curve()
  expect_error(cost_areas_of(curve), NA)
  expect_wroc_error_of(cost_areas_of(curve, cost_FP = 0, cost_FN = 0), "costs", "cost_FN")
  expect_wroc_error_of(cost_areas_of(curve, cost_FP = c(0.1, 0.2), cost_FN = c(1, 2, 3)), "length", "cost_FP")
  for (cost in c("cost_FN", "cost_FP")) {
    with_cost <- function(value) do.call(cost_areas_of, c(list(curve), setNames(list(value), cost)))
    for (value in list(-0.1, c(0.5, -2))) {
      expect_wroc_error_of(with_cost(value), "costs", cost)
    }
    expect_error(with_cost(Inf), class = "wroc_error_range")
    expect_error(with_cost(NA_real_), class = "wroc_error_missing")
    expect_error(with_cost("0.5"), class = "wroc_error_type")
  }
  expect_error(cost_areas_of(curve, cost_FP = -1, cost_FN = 2), class = "wroc_error_costs")
  expect_error(cost_areas_of(curve, cost_FP = 2, cost_FN = 2, cost_TP = 2, cost_TN = 2),
               class = "wroc_error_costs")
  expect_error(cost_areas_of(curve, cost_FP = 1, cost_FN = Inf), class = "wroc_error")
  expect_error(cost_areas_of(curve, cost_FP = 0.5, prior = 1.5), class = "wroc_error_range")
  expect_error(cost_areas_of(curve, cost_FP = 0.5, prior = NA_real_), class = "wroc_error_missing")
  expect_error(cost_areas_of(curve, cost_FP = 0.5, prior = "a"), class = "wroc_error_type")
})
