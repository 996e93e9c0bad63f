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

test_that("points on an edge are no corners", {
  straight <- WeightedROC(rep(1:6, 2), rep(0:1, each = 6))
  expect_identical(roc_hull(straight)$threshold, c(1, Inf))
  # Edges of slope 3 and 1 / 3 with points on them.
  curve <- WeightedROC(c(1:4, 1:4), rep(0:1, each = 4), c(3, 3, 1, 1, 1, 1, 3, 3))
  expect_identical(roc_hull(curve)$threshold, c(1, 3, Inf))
  expect_close(roc_hull(curve)$slope_high, c(1 / 3, 3, Inf))
})

test_that("points on an edge up to rounding are no corners", {
  for (weight in c(0.1, 0.3, 1 / 7, 1e-5 / 3)) {
    straight <- WeightedROC(rep(1:20, 2), rep(0:1, each = 20), rep(weight, 40))
    expect_identical(roc_hull(straight)$threshold, c(1, Inf))
    # A corner that is one by much more than rounding stays.
    bent <- WeightedROC(c(1, 2, 1, 2), c(0, 0, 1, 1), c(1 + 1e-9, 1, 1, 1 + 1e-9) * weight)
    expect_identical(roc_hull(bent)$threshold, c(1, 2, Inf))
  }
})

test_that("every row of a curve is below the hull, slopes rise, ranges meet", {
  skip_on_cran()
  set.seed(2)
  for (curve in c(some_curves(), replicate(15, wide_curve(), simplify = FALSE))) {
    hull <- roc_hull(curve)
    n <- nrow(hull)
    height <- vapply(curve$FPR, function(at) naive_height(hull$FPR, hull$TPR, at), 0)
    expect_true(all(height >= curve$TPR - 1e-14))
    slope <- hull$slope_high
    expect_true(slope[n] == Inf && all(diff(slope) > 0 | slope[-1] == Inf))
    expect_identical(hull$slope_low, c(0, hull$slope_high[-n]))
    expect_identical(hull$prior_high, c(1, hull$prior_low[-n]))
    expect_close(hull$prior_low, 1 / (1 + hull$slope_high), 1e-14)
  }
})

test_that("the hull of a hull is the same", {
  set.seed(3)
  for (curve in c(some_curves(), replicate(15, wide_curve(), simplify = FALSE))) {
    hull <- roc_hull(curve)
    expect_identical(roc_hull(hull), hull)
  }
})

test_that("the hull's area is not smaller than the curve's", {
  set.seed(4)
  for (curve in c(some_curves(), replicate(15, wide_curve(), simplify = FALSE))) {
    expect_gte(WeightedAUC(roc_hull(curve)), WeightedAUC(curve) - 1e-15)
  }
  expect_close(WeightedAUC(roc_hull(staircase_curve())), 0.85, 1e-15)
})

test_that("the user's columns come along and columns of the same names are replaced", {
  curve <- staircase_curve()
  user <- cbind(slope_high = "old", name = letters[1:7], curve)
  hull <- roc_hull(user)
  expect_plain_frame(hull)
  expect_identical(names(hull), c("slope_high", "name", names(curve), "slope_low", "prior_low",
                                  "prior_high"))
  expect_identical(hull$name, c("a", "b", "f", "g"))
  expect_identical(hull[names(roc_hull(curve))], roc_hull(curve))
})

test_that("shares of the classes do not matter", {
  set.seed(5)
  for (x in integer_observations()) {
    scaled <- x
    scaled$weight <- x$weight * ifelse(x$positive, 2^-20, 2^30)
    columns <- c("TPR", "FPR", "threshold", "slope_low", "slope_high", "prior_low", "prior_high")
    expect_close(roc_hull(curve_of(scaled))[columns], roc_hull(curve_of(x))[columns], 1e-14)
  }
})
