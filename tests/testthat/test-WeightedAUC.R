test_that("the document's example", {
  curve <- WeightedROC(c(1, 2, 3, 1, 1), c(-1, -1, 1, 1, 1), c(1, 1, 1, 4, 5))
  expect_identical(WeightedAUC(curve), 0.325)
})

test_that("perfect, worthless and inverted scores", {
  label <- c(0, 0, 1, 1)
  expect_identical(WeightedAUC(WeightedROC(1:4, label)), 1)
  expect_identical(WeightedAUC(WeightedROC(rep(7, 4), label)), 0.5)
  expect_identical(WeightedAUC(WeightedROC(4:1, label)), 0)
})

test_that("inverted scores have the complementary area, swapped classes the same", {
  skip_on_cran()
  set.seed(1)
  for (repetition in 1:50) {
    x <- random_observations(100, scores = 20)
    area <- WeightedAUC(WeightedROC(x$guess, x$positive, x$weight))
    expect_equal(WeightedAUC(WeightedROC(-x$guess, x$positive, x$weight)), 1 - area,
                 tolerance = 1e-14)
    expect_equal(WeightedAUC(WeightedROC(-x$guess, !x$positive, x$weight)), area,
                 tolerance = 1e-14)
  }
})

test_that("any falling columns of any data.frame have an area", {
  expect_identical(WeightedAUC(data.frame(FPR = c(1L, 0L), other = "a", TPR = c(1L, 0L))), 0.5)
  expect_identical(WeightedAUC(data.frame(TPR = c(0.8, 0.6), FPR = c(0.5, 0.25))), 0.175)
  expect_identical(WeightedAUC(data.frame(TPR = c(3, 1), FPR = c(5, 5))), 0)
})

test_that("tibbles, data.tables and added columns go in", {
  curve <- WeightedROC(1:4, c(0, 1, 0, 1))
  curve$error <- curve$FN + curve$FP
  expect_identical(WeightedAUC(curve), 0.75)
  skip_if_not_installed("tibble")
  expect_identical(WeightedAUC(tibble::as_tibble(curve)), 0.75)
  skip_if_not_installed("data.table")
  expect_identical(WeightedAUC(data.table::as.data.table(curve)), 0.75)
})

test_that("an area of many small trapezoids keeps its digits", {
  n <- 1e6
  curve <- data.frame(TPR = seq(1, 0, length.out = n), FPR = seq(1, 0, length.out = n))
  expect_equal(WeightedAUC(curve), 0.5, tolerance = 1e-15)
})
