# Curves of groups and of several scores, against WeightedROC() on the fetched rows.

# Longer than CRAN allows.
skip_on_cran()

grouped_rows <- function(n) {
  label <- as.integer(both_classes(n))
  data.frame(
    region = sample(c("north", "it's \"south\"", NA), n, replace = TRUE), year = sample(2024:2025, n, TRUE),
    score = label + rnorm(n), other = label / 2 + rnorm(n), label, weight = rexp(n)
  )
}

of_group <- function(x, bounds, i) x[x$region %in% bounds$region[i] & x$year == bounds$year[i], ]

is_within_bounds <- function(bounds, i, area) bounds$bound.low[i] <= area && area <= bounds$bound.high[i]

# Rows of the exact curve of these observations.
expect_points_of <- function(curve, x, score = "score") {
  exact <- WeightedROC(x[[score]], x$label, x$weight)
  rows <- c(match(curve$threshold[-nrow(curve)], exact$threshold[-nrow(exact)]), nrow(exact))
  expect_false(anyNA(rows))
  expect_close(curve$TPR, exact$TPR[rows], 1e-12)
  expect_close(curve$FPR, exact$FPR[rows], 1e-12)
}

test_on_engines("a curve for each group, its keys in front", function(engine) {
  set.seed(51)
  x <- grouped_rows(12000)
  x$score <- with_extremes(x$score, x$label, engine)
  tbl <- dplyr::group_by(engine$put(x), region, year)
  for (exact in c(FALSE, TRUE)) {
    curves <- roc_collect(tbl, score, label, weight, points = 600, exact = exact)
    expect_s3_class(curves, c("roc_curves", "roc_result", "data.frame"), exact = TRUE)
    expect_identical(names(curves)[1:4], c("region", "year", "TPR", "FPR"))
    bounds <- auc_bounds(curves)
    expect_identical(nrow(bounds), 6L)
    expect_setequal(paste(bounds$region, bounds$year), unique(paste(x$region, x$year)))
    expect_lte(max(bounds$bound.high - bounds$bound.low), 2 / (16 * 100) + 1e-11)
    for (i in 1:6) {
      part <- of_group(x, bounds, i)
      curve <- curves[curves$region %in% bounds$region[i] & curves$year == bounds$year[i], ]
      expect_lte(nrow(curve), 100)
      expect_points_of(curve, part)
      area <- auc_wmw(part$score, part$label, part$weight)
      expect_true(is_within_bounds(bounds, i, area))
      if (exact) expect_close(bounds$estimate[i], area, 1e-12)
    }
  }
})

test_on_engines("several scores, also by group", function(engine) {
  set.seed(52)
  x <- grouped_rows(6000)
  x$score <- with_extremes(x$score, x$label, engine)
  tbl <- engine$put(x)
  curves <- roc_collect(tbl, c(score, twice = 2 * other), label, weight, points = 100)
  expect_identical(unique(curves$score), c("score", "twice"))
  expect_points_of(curves[curves$score == "score", ], x)
  expect_points_of(curves[curves$score == "twice", ], transform(x, twice = 2 * other), "twice")
  one <- roc_collect(tbl, score, label, weight, points = 100)
  expect_equal(as.data.frame(curves[curves$score == "score", -1]), one, ignore_attr = TRUE)
  both <- auc_bounds(roc_collect(dplyr::group_by(tbl, year), c(score, other), label, weight, points = 100))
  expect_equal(both[1:2], data.frame(score = rep(c("score", "other"), each = 2), year = c(2024L, 2025L)),
                   ignore_attr = TRUE)
  for (i in 1:4) {
    part <- x[x$year == both$year[i], ]
    expect_true(is_within_bounds(both, i, auc_wmw(part[[both$score[i]]], part$label, part$weight)))
  }
})

test_on_engines("groups with scores of their own, and many groups", function(engine) {
  set.seed(53)
  n <- 6000
  label <- as.integer(both_classes(n))
  # The first rows are of the first groups only, and have one class.
  x <- data.frame(id = rep(1:20, each = n / 20), label, weight = rexp(n))
  x <- x[order(x$label), ]
  x$score <- 10^(x$id / 2) * (1 + (x$label + rnorm(n)) / 100)
  tbl <- dplyr::group_by(engine$put(x), id)
  curves <- roc_collect(tbl, score, label, weight, points = 400)
  expect_lte(nrow(curves), 400)
  bounds <- auc_bounds(curves)
  expect_identical(as.integer(bounds$id), 1:20)
  for (i in 1:20) {
    part <- x[x$id == i, ]
    expect_true(is_within_bounds(bounds, i, auc_wmw(part$score, part$label, part$weight)))
    expect_points_of(curves[curves$id == i, ], part)
  }
  expect_lte(max(bounds$bound.high - bounds$bound.low), 2 / (16 * 20) + 1e-11)
})

test_on_engines("a group without a curve has a row of NA, and one warning names it", function(engine) {
  set.seed(54)
  x <- grouped_rows(3000)
  x$label[x$year == 2024] <- 0L
  x$id <- seq_len(3000) %% 300
  put <- engine$put(x)
  tbl <- dplyr::group_by(put, year)
  ways <- list(
    plain = function(guess, ...) roc_collect(tbl, {{ guess }}, label, weight, ...),
    exact = function(guess, ...) roc_collect(tbl, {{ guess }}, label, weight, points = 50, exact = TRUE, ...),
    variance = function(guess, ...) roc_collect(tbl, {{ guess }}, label, weight, variance = TRUE, ...),
    clusters = function(guess, ...) roc_collect(tbl, {{ guess }}, label, weight, cluster = id, ...)
  )
  known <- x[x$year == 2025, ]
  for (way in names(ways)) {
    for (positive in list(NULL, 1)) {
      warning <- expect_warning(curves <- ways[[way]](score, positive = positive), class = "wroc_warning_no_curve")
      expect_match(warning$message,
                   "^1 of 2 groups of `year` have no curve, and NA in all results that need one: `2024`")
      expect_identical(warning$group, "2024")
      first <- curves[curves$year == 2024, ]
      expect_true(nrow(first) == 1L && all(is.na(first[-1])))
      expect_error(roc_at(first, threshold = 0), "`year` 2024 has none", class = "wroc_error_curve")
      bounds <- auc_bounds(curves)
      expect_identical(is.na(bounds$estimate), c(TRUE, FALSE))
      expect_true(is_within_bounds(bounds, 2, auc_wmw(known$score, known$label, known$weight)))
      expect_identical(is.na(roc_at(curves, threshold = 0)$TPR), c(TRUE, FALSE))
      if (way %in% c("variance", "clusters")) expect_identical(is.na(auc_ci(curves)$std.error), c(TRUE, FALSE))
    }
    # With two scores it is reported once.
    warnings <- testthat::capture_warnings(both <- ways[[way]](c(score, other)))
    expect_length(warnings, 1)
    expect_identical(is.na(auc_bounds(both)$estimate), rep(c(TRUE, FALSE), 2))
  }
  # A class of weight 0.
  x <- grouped_rows(3000)
  x$weight[x$year == 2025 & x$label == 1] <- 0
  expect_warning(roc_collect(dplyr::group_by(engine$put(x), year), score, label, weight),
                 "`2025` [(]the positive class has weight 0[)]", class = "wroc_warning_no_curve")
})

test_on_engines("what is wrong in a group is said of it", function(engine) {
  set.seed(54)
  x <- grouped_rows(3000)
  x$score[3000] <- NA
  x$weight[x$year == 2025][3] <- -1
  put <- engine$put(x)
  tbl <- dplyr::group_by(put, year)
  error <- expect_error(roc_collect(tbl, other, label, weight),
                        "^In the group of `year` 2025: `weight` must be", class = "wroc_error_weight")
  expect_identical(as.numeric(error$group$year), 2025)
  expect_error(roc_collect(tbl, c(other, score), label, weight),
               "^Score `other`: In the group of `year` 2025: ", class = "wroc_error_weight")
  expect_error(roc_collect(tbl, score, label), class = "wroc_error_missing")
  expect_error(roc_collect(tbl, c(score, "other"), label), class = "wroc_error_type")
  expect_error(roc_collect(tbl, c(), label), class = "wroc_error_empty")
  # No group has a curve.
  none <- dplyr::group_by(dplyr::filter(put, label == 0), year)
  error <- expect_error(roc_collect(none, other, label), class = "wroc_error_one_class")
  expect_identical(error$message, paste("In the group of `year` 2024: `label` must hold both classes:",
                                        "there is only one label value, 0."))
  expect_error(roc_collect(tbl, other, label, positive = 7), "`positive = 7` is not a value",
               class = "wroc_error_labels")
})

test_on_queries("groups that change between the scans are an error", function(engine) {
  skip_if(is.null(engine$other) || isTRUE(engine$has_snapshots), "no second writer between scans")
  set.seed(55)
  tbl <- engine$put(grouped_rows(3000))
  name <- dbplyr::remote_name(tbl)
  asked <- 0
  before <- function() {
    asked <<- asked + 1
    if (asked == 2) engine$other(sprintf("DELETE FROM %s WHERE score > 1", name))
  }
  namespace <- asNamespace("WeightedROC")
  suppressMessages(trace("ask", bquote((.(before))()), print = FALSE, where = namespace))
  on.exit(suppressMessages(untrace("ask", where = namespace)))
  expect_error(roc_collect(dplyr::group_by(tbl, year), score, label, weight, points = 40),
               "The table changed while it was read", class = "wroc_error_engine")
})

test_that("functions of curves answer by group", {
  curves <- rbind(cbind(day = 1, WeightedROC(c(1, 2, 3, 4), c(0, 1, 0, 1))),
                  cbind(day = 2, WeightedROC(c(1, 2, 3, 4), c(0, 0, 1, 1))))
  class(curves) <- c("roc_curves", "data.frame")
  expect_identical(auc_bounds(curves)$day, c(1, 2))
  expect_identical(roc_optimal(curves)$day, c(1, 2))
  expect_s3_class(roc_thin(curves, points = 2), "roc_curves")
  hull <- roc_hull(curves)
  expect_equal(hull[hull$day == 2, -1], roc_hull(WeightedROC(c(1, 2, 3, 4), c(0, 0, 1, 1))),
                   ignore_attr = TRUE)
  bad <- curves
  bad$TPR[2] <- 2
  error <- expect_error(roc_optimal(bad), "^In the curve of `day` 1: ", class = "wroc_error")
  expect_identical(error$group, list(day = 1))
  # Without keys there is one.
  one <- structure(WeightedROC(1:2, 0:1), class = c("roc_curves", "data.frame"))
  expect_equal(auc_bounds(one)$estimate, 1)
})
