# These rows of a curve.
rows_kept <- function(curve, rows) {
  kept <- curve[rows, ]
  rownames(kept) <- NULL
  kept
}

test_that("rows on straight lines go, by hand", {
  # Scores 1 and 2 are negative only, 5 and 6 positive only, 3 and 4 are alike.
  curve <- WeightedROC(c(1, 2, 3, 3, 4, 4, 5, 6), c(0, 0, 0, 1, 0, 1, 1, 1))
  thin <- roc_thin(curve)
  expect_identical(thin$threshold, c(1, 3, 5, Inf))
  expect_identical(thin, rows_kept(curve, c(1, 3, 5, 7)))
  expect_identical(nrow(roc_thin(curve, drop = FALSE)), nrow(curve))
  expect_identical(roc_thin(staircase_curve())$threshold, staircase_curve()$threshold)
  expect_identical(roc_thin(WeightedROC(rep(1:6, 2), rep(0:1, each = 6)))$threshold, c(1, Inf))
})

test_that("as many points as rows change nothing", {
  curve <- staircase_curve()
  for (points in c(7, 8, 1e9)) {
    expect_identical(roc_thin(curve, points = points), rows_kept(curve, 1:7))
  }
  expect_identical(roc_thin(curve, points = 2)$threshold, c(1, Inf))
})

test_that("no claim about the area outlives the rows that it is about", {
  set.seed(7)
  positive <- both_classes(400)
  curve <- WeightedROC(rnorm(400, positive), positive, rlnorm(400))
  thin <- roc_thin(curve, points = 100)
  # Known by threshold, these are right for whichever rows are left.
  of_rows <- setdiff(names(attributes(thin)), "true_negatives")
  expect_identical(sort(of_rows), c("class", "names", "row.names"))
  area <- WeightedAUC(curve)
  rows <- unique(c(1, seq(3, nrow(thin), 9), nrow(thin)))
  cut <- list(thin[rows, ], curve[c(1, 50, nrow(curve)), ])
  if (requireNamespace("dplyr", quietly = TRUE)) {
    cut <- c(cut, list(dplyr::slice(thin, rows), dplyr::filter(thin, TPR %in% c(0, 1))))
  }
  for (fewer in cut) {
    bounds <- roc_estimate(fewer, conf.level = NULL)
    expect_true(bounds$bound.low <= area && area <= bounds$bound.high)
    expect_gt(bounds$bound.high - bounds$bound.low, 0.01)
  }
})

test_that("points that are none are errors", {
  curve <- document_curve()
  for (points in list(1, 0, -3)) {
    expect_error(roc_thin(curve, points = points), class = "wroc_error_range")
  }
  expect_error(roc_thin(curve, points = 2:3), class = "wroc_error_length")
  expect_error(roc_thin(curve, points = NA_real_), class = "wroc_error_missing")
  expect_error(roc_thin(curve, points = "2"), class = "wroc_error_type")
  expect_error(roc_thin(curve, drop = NA), class = "wroc_error")
  expect_error(roc_thin(curve, drop = "yes"), class = "wroc_error")
})
