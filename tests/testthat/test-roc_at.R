test_that("the document's example, by hand", {
  at <- roc_at(document_curve(), threshold = c(2.5, -10, 99, 2, 3))
  expect_identical(at$threshold, c(2.5, -10, 99, 2, 3))
  expect_identical(at$TPR, c(0.1, 1, 0, 0.1, 0.1))
  expect_identical(at$FPR, c(0, 1, 0, 0.5, 0))
  expect_identical(at$FN, c(9, 0, 10, 9, 9))
  expect_identical(at$FP, c(0, 2, 0, 1, 0))
  expect_close(at$BACC, c(0.55, 0.5, 0.5, 0.3, 0.55), 1e-14)
  expect_close(at$PPV, c(1, 10 / 12, NA, 0.5, 1), 1e-14)
})

test_that("no thresholds give no rows, integer and named ones are numbers", {
  curve <- staircase_curve()
  expect_identical(roc_at(curve, threshold = numeric()), roc_at(curve)[0, ])
  expect_identical(roc_at(curve, threshold = 4:5), roc_at(curve, threshold = c(4, 5)))
  expect_identical(roc_at(curve, threshold = c(a = 4, b = 5)), roc_at(curve, threshold = c(4, 5)))
})

test_that("columns of the user do not come along, measures of the user are ignored", {
  curve <- staircase_curve()
  expected <- roc_at(curve, threshold = c(3.5, 6))
  expect_identical(roc_at(cbind(name = "a", curve, J = 7), threshold = c(3.5, 6)), expected)
  expect_identical(roc_at(roc_at(curve), threshold = c(3.5, 6)), expected)
})

test_that("thresholds that are none are errors", {
  curve <- document_curve()
  expect_error(roc_at(curve, threshold = c(1, NA)), class = "wroc_error_missing")
  expect_error(roc_at(curve, threshold = NaN), class = "wroc_error_missing")
  expect_error(roc_at(curve, threshold = "1"), class = "wroc_error_type")
  expect_error(roc_at(curve, threshold = list(1)), class = "wroc_error_type")
  # NULL stands for each threshold of the curve.
  expect_identical(roc_at(curve, threshold = NULL), roc_at(curve))
})
