test_that("the staircase, by hand", {
  # 0.6 PC of (0, 0.4), from 5 / 11 on 0.5 (1 - PC) of (0.5, 1).
  expect_close(roc_cost_curve(staircase_curve()), data.frame(
    PC = c(0, 5 / 11, 1), cost = c(0, 3 / 11, 0), threshold = c(7, 3, 3)
  ), 1e-14)
})

test_that("constant, perfect and inverted scores", {
  triangle <- data.frame(PC = c(0, 0.5, 1), cost = c(0, 0.5, 0), threshold = c(Inf, 5, 5))
  expect_close(roc_cost_curve(WeightedROC(c(5, 5, 5), c(1, 0, 1))), triangle)
  expect_close(roc_cost_curve(WeightedROC(8:5, c(0, 0, 1, 1))), triangle)
  expect_close(roc_cost_curve(WeightedROC(3:8, c(0, 0, 1, 1, 1, 1))),
               data.frame(PC = c(0, 1), cost = c(0, 0), threshold = c(5, 5)))
})
