# Bounds of the AUC of curves with rows left out, or of bins: exact arithmetic judges them in
# src/rust/checks/tests/overlapping_tallies.rs and decisions_thin.rs, and engines in test-roc_collect.R.

# The reference page adds this much where scores are merged.
rounding <- 1e-12

# Adds the known sums of each step from a row to the next (`scores`, `wins`, `slack`, 0 in the last row), up to a row
# as auc_bounds() reads them.
with_sums <- function(curve) {
  n <- nrow(curve)
  below <- function(x) c(0, cumsum(x[-n]))
  above <- function(x) c(rev(cumsum(rev(x[-n]))), 0)
  if ("scores" %in% names(curve)) curve$scores_below <- below(curve$scores)
  if (all(c("wins", "slack") %in% names(curve))) {
    curve$area <- above(c(-diff(curve$FPR) * curve$TPR[-1], 0) + curve$wins)
    curve$slack <- above(curve$slack)
  }
  curve[setdiff(names(curve), c("scores", "wins"))]
}

bounds_of_sums <- function(curve) auc_bounds(with_sums(curve))

many_curves <- function() c(some_curves(), list(wide_curve(), wide_curve()))

# Leaves out rows at random; the scores of the steps are counted.
without_rows <- function(curve, share = 0.5) {
  n <- nrow(curve)
  rows <- sort(unique(c(1, n, which(runif(n) > share))))
  kept <- curve[rows, ]
  rownames(kept) <- NULL
  kept$scores <- c(diff(rows), 0)
  kept
}

# Halves of the rectangles of the steps that merge scores.
naive_reach <- function(curve) {
  halves <- -diff(curve$FPR) * -diff(curve$TPR) / 2
  sum(halves[curve$scores[-nrow(curve)] > 1])
}

expect_covers <- function(bounds, area) {
  expect_true(bounds$bound.low <= area + 1e-15 && area <= bounds$bound.high + 1e-15)
}

test_that("the bounds by hand", {
  # (1, 1), (0.5, 1), (0.25, 0.6), (0, 0): the second step merges 3 scores, the third is straight.
  curve <- data.frame(TPR = c(1, 1, 0.6, 0), FPR = c(1, 0.5, 0.25, 0), threshold = c(1, 3, 6, Inf),
                      FN = c(0, 0, 2, 5), FP = c(4, 2, 1, 0), scores = c(2, 3, 1, 0))
  area <- 0.5 + 0.25 * 0.8 + 0.25 * 0.3
  # Two equal scores are one score; a step of no height spans nothing.
  for (case in list(list(c(2, 3, 1, 0), 0.05), list(c(2, 1, 1, 0), 0), list(c(1, 1, 7, 0), 0.075))) {
    curve$scores <- case[[1L]]
    expected <- data.frame(estimate = area, bound.low = area - case[[2L]], bound.high = area + case[[2L]])
    expect_close(bounds_of_sums(curve), expected, 1e-11)
  }
  for (scores in c(2, 1e300)) {
    line <- cbind(WeightedROC(c(1, 1), 0:1), scores = c(scores, 0))
    expect_identical(bounds_of_sums(line), data.frame(estimate = 0.5, bound.low = 0, bound.high = 1))
  }
  perfect <- bounds_of_sums(cbind(WeightedROC(1:4, c(0, 0, 1, 1)), scores = 2))
  expect_true(perfect$estimate == 1 && perfect$bound.high == 1)
  expect_close(perfect$bound.low, 1 - rounding, 1e-15)
})

test_that("bounds are the halves of rectangles and a little for rounding, of any kind of data.frame", {
  set.seed(2)
  for (curve in many_curves()) {
    fewer <- without_rows(curve)
    bounds <- bounds_of_sums(fewer)
    area <- WeightedAUC(fewer)
    reach <- if (any(fewer$scores > 1)) naive_reach(fewer) + rounding else 0
    expect_identical(names(bounds), c("estimate", "bound.low", "bound.high"))
    expect_identical(bounds$estimate, area)
    expect_close(c(bounds$bound.low, bounds$bound.high), c(max(area - reach, 0), min(area + reach, 1)), 0, 1e-15)
    expect_covers(bounds, WeightedAUC(curve))
    # An exact curve that says so leaves nothing open, one that does not say so may have lost rows anywhere.
    whole <- WeightedAUC(curve)
    expect_identical(bounds_of_sums(cbind(curve, scores = 1)),
                     data.frame(estimate = whole, bound.low = whole, bound.high = whole))
    expect_identical(auc_bounds(fewer[columns_of_curves]),
                     bounds_of_sums(cbind(fewer[columns_of_curves], scores = 2)))
    # Only whether a step merges scores matters, and neither do columns that are not the curve's.
    more <- replace(fewer, "scores", list(ifelse(fewer$scores > 1, 1000L, fewer$scores)))
    expect_identical(bounds_of_sums(more), bounds)
    expect_identical(auc_bounds(cbind(name = "a", with_sums(fewer)[6:1], n = 7)), bounds)
    if (requireNamespace("tibble", quietly = TRUE)) {
      expect_identical(auc_bounds(tibble::as_tibble(with_sums(fewer))), bounds)
    }
    if (requireNamespace("data.table", quietly = TRUE)) {
      expect_identical(auc_bounds(data.table::as.data.table(with_sums(fewer))), bounds)
    }
  }
})

test_that("thinned thinned curves, their hulls and their rows keep the area in their bounds, which only widen", {
  set.seed(8)
  for (curve in many_curves()) {
    area <- WeightedAUC(curve)
    once <- roc_thin(with_sums(cbind(curve, scores = 1)), points = 15, drop = FALSE)
    twice <- roc_thin(once, points = 7)
    before <- data.frame(bound.low = area, bound.high = area)
    for (thin in list(once, twice, roc_thin(twice, points = 3))) {
      expect_identical(thin$scores_below[nrow(thin)], nrow(curve) - 1)
      bounds <- auc_bounds(thin)
      expect_covers(bounds, area)
      expect_lte(bounds$bound.low, before$bound.low + 1e-15)
      expect_gte(bounds$bound.high, before$bound.high - 1e-15)
      before <- bounds
      for (fewer in list(roc_hull(thin), thin[sort(unique(c(1, sample(nrow(thin), 2), nrow(thin)))), ])) {
        expect_covers(auc_bounds(fewer), area)
      }
    }
  }
  # Ties that were merged on a straight line make bounds wider.
  thin <- roc_thin(with_sums(cbind(WeightedROC(rep(1:6, 2), rep(0:1, each = 6)), scores = 1)))
  expect_identical(auc_bounds(thin), data.frame(estimate = 0.5, bound.low = 0, bound.high = 1))
})

# Step 1 has the bins 1.1 (a positive and a negative) and 1.5 (a negative), step 2 one score.
curve_of_two_steps <- function() {
  data.frame(TPR = c(1, 0.5, 0), FPR = c(1, 1 / 3, 0), threshold = c(1.1, 2, Inf),
             FN = c(0, 1, 2), FP = c(3, 1, 0), scores = c(3, 1, 0), pairs = c(2, 1, 0) / 6,
             wins = c(0.5, 0.5, 0) / 6, slack = c(0.5, 0, 0) / 6)
}

test_that("what is known of the inside of steps is used, by hand", {
  curve <- curve_of_two_steps()
  # The positive of step 2 wins the two pairs with step 1.
  expected <- data.frame(estimate = 3 / 6, bound.low = 2.5 / 6, bound.high = 3.5 / 6)
  known <- with_sums(curve)
  expect_close(auc_bounds(known), expected, 1e-11)
  expect_true(abs(WeightedAUC(curve) - 0.5) > 0.05)
  # Without one of them the other is as if it were not there.
  points <- bounds_of_sums(curve[c(columns_of_curves, "scores")])
  expect_close(points, data.frame(estimate = 3.5 / 6, bound.low = 2.5 / 6, bound.high = 4.5 / 6), 1e-11)
  for (column in c("area", "slack")) {
    expect_identical(auc_bounds(known[names(known) != column]), points)
  }
  # The two steps as one: of its 6 pairs the positive wins as many, and as much is open.
  for (thin in list(roc_thin(known, points = 2), known[c(1, 3), ])) {
    expect_identical(as.list(thin), as.list(known[c(1, 3), ]))
    expect_close(auc_bounds(thin), expected, 1e-11)
  }
  # Slack without scores is not ignored.
  line <- data.frame(TPR = c(1, 0), FPR = c(1, 0), threshold = c(1, Inf), FN = c(0, 1), FP = c(1, 0),
                     area = c(0.5, 0), slack = c(0.5, 0))
  expect_identical(auc_bounds(line)$bound.high, 1)
})

test_that("what is known of the inside of steps stays whatever rows are left out", {
  set.seed(10)
  curve <- WeightedROC(rep(1:30, 2), rep(0:1, each = 30), rlnorm(60))
  pairs <- c(diff(curve$FPR) * diff(curve$TPR), 0)
  curve <- with_sums(cbind(curve, scores = 2, wins = 0.6 * pairs, slack = runif(31, 0, 0.4) * pairs))
  bounds <- auc_bounds(curve)
  n <- nrow(curve)
  for (fewer in list(roc_thin(roc_thin(curve, points = 12), points = 5), roc_thin(curve, points = 2),
                     roc_hull(curve), roc_hull(roc_thin(curve, points = 6)), curve[c(1, 5, 9, n), ])) {
    expect_close(auc_bounds(fewer), bounds, 1e-13, 1e-14)
  }
})

test_that("sums that do not fit the points, or are not numbers, are errors that say where", {
  curve <- with_sums(curve_of_two_steps())
  with_entry <- function(column, row, value) {
    curve[[column]][row] <- value
    curve
  }
  expect_wroc_error(
    auc_bounds(with_entry("area", 2, 0.9)), "curve",
    "Column `area` of `x` must agree with the points: it does not from row 1 to the next.",
    argument = "x", column = "area", position = 1, call = quote(roc_estimate(x, conf.level = NULL))
  )
  for (column in c("scores_below", "area", "slack")) {
    expect_refused(
      "type x" = auc_bounds(replace(curve, column, list(as.character(curve[[column]])))),
      "infinite x" = auc_bounds(with_entry(column, 2, Inf))
    )
    expect_wroc_error(
      auc_bounds(with_entry(column, 2, NaN)), "missing",
      sprintf("Column `%s` of `x` must not be missing: row 2 is NA or NaN.", column),
      argument = "x", column = column, position = 2, call = quote(roc_estimate(x, conf.level = NULL))
    )
  }
  expect_refused(
    "increasing x" = auc_bounds(with_entry("slack", 2, 1)),
    "decreasing x" = auc_bounds(with_entry("scores_below", 3, 0))
  )
})

test_that("columns that are not the curve's come along as they are", {
  curve <- cbind(staircase_curve(), scores_old = 1, scores_below = letters[1:7])
  for (f in list(roc_hull, roc_thin)) {
    fewer <- f(curve)
    expect_identical(fewer$scores_below, letters[match(fewer$threshold, curve$threshold)])
    expect_error(auc_bounds(fewer), class = "wroc_error_type")
  }
  skip_if_not_installed("tibble")
  expect_silent(roc_hull(tibble::as_tibble(staircase_curve())))
})
