test_that("blocks by hand", {
  curve <- WeightedROC(c(1, 2, 2, 3, 4, 5), c(0, 1, 0, 0, 1, 1), c(1, 2, 1, 2, 1, 1))
  found <- roc_calibrate(curve)
  expect_s3_class(found, "roc_calibration")
  expect_identical(unclass(found)[1:5], list(
    score_low = c(1, 2, 4), score_high = c(1, 3, 5), probability = c(0, 0.4, 1),
    weight_positive = c(0, 2, 2), weight_negative = c(1, 3, 0)
  ))
})

test_that("constant, perfect and inverted scores", {
  expect_identical(roc_calibrate(WeightedROC(c(5, 5, 5), c(1, 0, 1)))$probability, 2 / 3)
  expect_identical(roc_calibrate(WeightedROC(1:4, c(0, 0, 1, 1)))$probability, c(0, 1))
  inverted <- roc_calibrate(WeightedROC(4:1, c(0, 0, 1, 1)))
  expect_identical(c(inverted$score_low, inverted$score_high, inverted$probability), c(1, 4, 0.5))
})

test_that("scikit-learn's IsotonicRegression, at its scores and between them", {
  for (rows in split_by(read_reference("sklearn-isotonic"), "data", "score")) {
    found <- roc_calibrate(reference_curve(rows$data[1], rows$score[1]))
    expect_close(predict(found, rows$at, "linear"), rows$probability, 1e-11, 1e-13)
    seen <- rows$at %in% reference_curve(rows$data[1], rows$score[1])$threshold
    expect_close(predict(found, rows$at[seen]), rows$probability[seen], 1e-11, 1e-13)
  }
})

test_that("between two blocks, beyond them, and NA", {
  found <- roc_calibrate(WeightedROC(c(1, 2, 4, 5), c(0, 0, 1, 1)))
  at <- c(-Inf, 0, 1, 2, 2.5, 3, 4, 9, Inf, NA, NaN)
  expect_identical(predict(found, at), c(0, 0, 0, 0, 0, 0, 1, 1, 1, NA, NA))
  expect_identical(predict(found, at, "linear"), c(0, 0, 0, 0, 0.25, 0.5, 1, 1, 1, NA, NA))
  expect_identical(predict(found, NA), NA_real_)
  expect_identical(predict(found, numeric()), numeric())
  ends <- roc_calibrate(WeightedROC(c(-Inf, 0, 1e308, Inf), c(0, 1, 1, 1), c(1, 1, 2, 3)))
  expect_identical(predict(ends, c(-5, 5), "linear"), c(1, 1))
  wide <- roc_calibrate(WeightedROC(c(-1.5e308, 1.5e308), 0:1))
  expect_identical(predict(wide, 0, "linear"), 0.5)
  infinite <- roc_calibrate(WeightedROC(c(-Inf, Inf), 0:1))
  expect_identical(predict(infinite, c(-1, 1), "linear"), c(0.5, 0.5))
})

test_that("what are not the blocks of one calibration is refused", {
  d <- data.frame(y = rep(0:1, 20), a = 1:40 / 7, b = sin(1:40))
  both <- roc_calibrate(weighted_roc(y ~ a + b, d))
  expect_error(predict(both, 1), class = "wroc_error_calibration")
  expect_length(predict(both[both$score == "a", ], 1:3), 3L)
  expect_error(predict(both[0, ], 1), class = "wroc_error_calibration")
  expect_error(predict(structure(both["probability"], class = class(both)), 1), class = "wroc_error_column")
  one <- both[both$score == "a", ]
  expect_error(predict(one, "x"), class = "wroc_error_type")
  expect_error(predict(one), class = "wroc_error_absent")
  expect_error(predict(one, 1, "cubic"), class = "wroc_error_choice")
  expect_error(predict(one, 1, "step", 3), class = "wroc_error_unused")
  expect_error(roc_calibrate(WeightedROC(1:2, 0:1), prior = 0), class = "wroc_error_range")
  expect_error(roc_calibrate(), class = "wroc_error_absent")
})
