test_that("the staircase, by hand", {
  # The chord from (0, 0.4) to (0.5, 1), of slope 1.2, is above all between.
  expect_close(roc_hull(staircase_curve()), data.frame(
    TPR = c(1, 1, 0.4, 0), FPR = c(1, 0.5, 0, 0), threshold = c(1, 3, 7, Inf), FN = c(0, 0, 3, 5),
    FP = c(4, 2, 0, 0), slope_low = c(0, 0, 1.2, Inf), slope_high = c(0, 1.2, Inf, Inf),
    prior_low = c(1, 1 / 2.2, 0, 0), prior_high = c(1, 1, 1 / 2.2, 0)
  ), 1e-14)
})

test_that("constant, perfect and inverted scores", {
  constant <- WeightedROC(c(5, 5, 5), c(1, 0, 1))
  expect_close(roc_hull(constant), cbind(
    constant, slope_low = c(0, 1), slope_high = c(1, Inf), prior_low = c(0.5, 0),
    prior_high = c(1, 0.5)
  ))
  perfect <- WeightedROC(1:6, rep(0:1, each = 3))
  expect_identical(roc_hull(perfect)$threshold, c(1, 4, Inf))
  expect_identical(roc_hull(perfect)$slope_low, c(0, 0, Inf))
  expect_identical(roc_hull(perfect)$slope_high, c(0, Inf, Inf))
  inverted <- WeightedROC(6:1, rep(0:1, each = 3))
  expect_identical(roc_hull(inverted)$threshold, c(1, Inf))
  expect_identical(roc_hull(inverted)$slope_high, c(1, Inf))
})

test_that("the cost curve of the staircase, by hand", {
  # 0.6 PC of (0, 0.4), from 5 / 11 on 0.5 (1 - PC) of (0.5, 1).
  expect_close(roc_cost_curve(staircase_curve()), data.frame(
    PC = c(0, 5 / 11, 1), cost = c(0, 3 / 11, 0), threshold = c(7, 3, 3)
  ), 1e-14)
})

test_that("cost curves of constant, perfect and inverted scores", {
  triangle <- data.frame(PC = c(0, 0.5, 1), cost = c(0, 0.5, 0), threshold = c(Inf, 5, 5))
  expect_close(roc_cost_curve(WeightedROC(c(5, 5, 5), c(1, 0, 1))), triangle)
  expect_close(roc_cost_curve(WeightedROC(8:5, c(0, 0, 1, 1))), triangle)
  expect_close(roc_cost_curve(WeightedROC(3:8, c(0, 0, 1, 1, 1, 1))),
               data.frame(PC = c(0, 1), cost = c(0, 0), threshold = c(5, 5)))
})
