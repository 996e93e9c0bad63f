# TN where it is tiny beside all negatives: summed from below, as FN is.

uneven <- function() WeightedROC(c(1, 1, 2, 2), c(1, 0, 1, 0), c(1e-3, 1, 1, 1e17))

test_that("measures keep their digits where all negatives but a few are false positives", {
  second <- roc_at(uneven())[2L, ]
  expect_equal(second$TN, 1, tolerance = 1e-15)
  expect_equal(second$NPV, 1 / 1.001, tolerance = 1e-14)
  expect_equal(second$TNR, 1e-17, tolerance = 1e-14)
  expect_equal(roc_at(uneven(), threshold = 1.5)$NPV, 1 / 1.001, tolerance = 1e-14)
  tally <- roc_tally(c(1, 1, 2, 2), c(1, 0, 1, 0), c(1e-3, 1, 1, 1e17))
  expect_equal(roc_at(tally)$NPV[2L], 1 / 1.001, tolerance = 1e-14)
})

test_that("a curve of plain weights is a plain data.frame", {
  expect_null(attr(WeightedROC(1:2000, rep(0:1, 1000)), "true_negatives"))
  expect_named(attributes(WeightedROC(1:9, rep(0:1, length.out = 9))),
               c("names", "class", "row.names"))
})

test_that("the true negatives are right for any of the rows, and for rows of another curve not there", {
  curve <- WeightedROC(c(1, 2, 3, 4), c(0, 0, 1, 0), c(1, 2, 1, 1e17))
  part <- curve[-2L, ]
  expect_equal(roc_at(part)$TN[2L], 3)
  thinned <- roc_thin(curve)
  expect_equal(roc_at(thinned)$TN, roc_at(curve)$TN[match(thinned$threshold, curve$threshold)])
  other <- WeightedROC(11:14, c(0, 0, 1, 0))
  attr(other, "true_negatives") <- attr(curve, "true_negatives")
  expect_equal(roc_at(other)$TN, c(0, 1, 2, 2, 3))
  attr(other, "true_negatives") <- "none"
  expect_equal(roc_at(other)$TN, c(0, 1, 2, 2, 3))
})

test_that("true negatives that do not fit the curve are an error", {
  curve <- uneven()
  attr(curve, "true_negatives")$TN <- c(0, 1e10)
  error <- expect_error(roc_at(curve), class = "wroc_error_disagree")
  expect_identical(error$column, "TN")
})
