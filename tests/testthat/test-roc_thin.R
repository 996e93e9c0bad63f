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

test_that("rows on straight lines up to rounding go", {
  for (weight in c(0.1, 0.3, 1 / 7, 1e-5 / 3)) {
    straight <- WeightedROC(rep(1:20, 2), rep(0:1, each = 20), rep(weight, 40))
    expect_identical(roc_thin(straight)$threshold, c(1, Inf))
  }
})

test_that("area and hull stay, nothing is left to thin", {
  skip_on_cran()
  set.seed(2)
  for (curve in some_curves(2)) {
    thin <- roc_thin(curve)
    expect_close(WeightedAUC(thin), WeightedAUC(curve), 1e-14)
    hull <- roc_hull(curve)
    expect_identical(roc_hull(thin), hull)
    expect_identical(roc_cost_curve(thin), roc_cost_curve(curve))
    expect_identical(roc_thin(thin), thin)
  }
  for (repetition in 1:20) {
    curve <- wide_curve()
    thin <- roc_thin(curve)
    # Up to the rounding of the rates, of which there is much in such a curve.
    expect_close(WeightedAUC(thin), WeightedAUC(curve), 1e-14, 1e-14)
    hulls <- list(roc_hull(thin), roc_hull(curve))
    heights <- lapply(hulls, function(hull) {
      vapply(curve$FPR, function(at) naive_height(hull$FPR, hull$TPR, at), 0)
    })
    expect_close(heights[[1]], heights[[2]], 0, 1e-14)
  }
})

test_that("with points there are at most so many rows, and the bound holds", {
  skip_on_cran()
  set.seed(3)
  for (curve in c(some_curves(), replicate(10, wide_curve(), simplify = FALSE))) {
    for (points in c(2, 3, 8, 1000)) {
      drop <- runif(1) < 0.5
      thin <- roc_thin(curve, points = points, drop = drop)
      n <- nrow(thin)
      kept <- match(thin$threshold, curve$threshold)
      expect_true(n <= points && all(diff(kept) > 0) && kept[1] == 1 && kept[n] == nrow(curve))
      expect_identical(thin, rows_kept(curve, kept))
      change <- WeightedAUC(thin) - WeightedAUC(curve)
      # Rows on straight lines change nothing.
      shape <- if (drop) roc_thin(curve) else curve
      bound <- sum(naive_rectangles(shape, match(thin$threshold, shape$threshold))) / 2
      expect_true(abs(change) <= bound + 1e-15 && bound <= 2 / (points - 1))
    }
  }
})

test_that("rows on straight lines neither count nor take a place", {
  set.seed(4)
  for (curve in real_curves(3)) {
    corners <- roc_thin(curve)
    for (points in c(2, 4, 8)) expect_identical(roc_thin(curve, points = points),
                                                roc_thin(corners, points = points))
  }
})

test_that("a fine arc stays where it is, though each of its rows is nearly on a line", {
  # 10000 steps of 1e-13, from the slope 2 to the slope 1 / 2, about (0.25, 0.75).
  angle <- seq(atan(0.5), atan(2), length.out = 10001)
  down <- rev(seq_len(10000))
  curve <- WeightedROC(
    c(0, 0, down, down, 10001, 10001), rep(c(0, 1, 0, 1, 0, 1), c(1, 1, 10000, 10000, 1, 1)),
    c(0.75, 0.25, diff(-1e-9 * cos(angle)), diff(1e-9 * sin(angle)), 0.25, 0.75)
  )
  inner <- curve$FPR > 0 & curve$FPR < 1
  for (fewer in list(roc_thin(curve), roc_hull(curve))) {
    height <- approx(rev(fewer$FPR), rev(fewer$TPR), curve$FPR[inner], ties = "ordered")$y
    expect_lt(max(abs(height - curve$TPR[inner])), 1e-14)
  }
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

test_that("the user's columns come along", {
  curve <- WeightedROC(1:6, c(0, 0, 0, 1, 1, 1))
  user <- cbind(name = letters[1:7], curve)
  user$list <- as.list(1:7)
  thin <- roc_thin(user)
  expect_identical(names(thin), names(user))
  expect_identical(thin$name, c("a", "d", "g"))
  expect_identical(thin$list, list(1L, 4L, 7L))
})

test_that("sums up to a row stay right whatever rows go", {
  set.seed(6)
  for (curve in some_curves()) {
    n <- nrow(curve)
    curve$scores_below <- cumsum(c(0, sample(1:5, n - 1, replace = TRUE)))
    for (fewer in list(roc_thin(curve, points = 6), roc_hull(curve),
                       roc_thin(roc_thin(curve, points = 12), points = 4))) {
      expect_identical(fewer$scores_below, curve$scores_below[match(fewer$threshold, curve$threshold)])
    }
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
