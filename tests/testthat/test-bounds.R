# Longer than CRAN allows.
skip_on_cran()

# All possible exact curves ------------------------------------------------------

naive_trapezoids <- function(FPR, TPR) {
  n <- length(FPR)
  sum((FPR[-n] - FPR[-1]) * (TPR[-n] + TPR[-1]) / 2)
}

# The area of an exact curve through the points of another one: within each step that merges scores
# it has points more, that `within(step, from, to)` gives as a list of FPR and TPR.
area_through <- function(curve, within) {
  FPR <- TPR <- numeric()
  for (step in seq_len(nrow(curve) - 1)) {
    FPR <- c(FPR, curve$FPR[step])
    TPR <- c(TPR, curve$TPR[step])
    if (curve$scores[step] > 1) {
      more <- within(step, curve[step, ], curve[step + 1, ])
      FPR <- c(FPR, more$FPR)
      TPR <- c(TPR, more$TPR)
    }
  }
  naive_trapezoids(c(FPR, 0), c(TPR, 0))
}

# Stairs along the edges of the rectangles, and curves that fall somehow within them.
upper_stairs <- function(step, from, to) list(FPR = to$FPR, TPR = from$TPR)

lower_stairs <- function(step, from, to) list(FPR = from$FPR, TPR = to$TPR)

at_random <- function(step, from, to) {
  n <- sample(5, 1)
  between <- function(a, b) sort(runif(n, b, a), decreasing = TRUE)
  list(FPR = between(from$FPR, to$FPR), TPR = between(from$TPR, to$TPR))
}

stairs_or_random <- function(step, from, to) {
  sample(list(upper_stairs, lower_stairs, at_random), 1)[[1]](step, from, to)
}

# Leaves out rows at random; the scores of the steps are counted.
without_rows <- function(curve, share = 0.5) {
  n <- nrow(curve)
  rows <- sort(unique(c(1, n, which(runif(n) > share))))
  kept <- curve[rows, ]
  rownames(kept) <- NULL
  kept$scores <- c(diff(rows), 0)
  kept
}

naive_reach <- function(curve) {
  steps <- seq_len(nrow(curve) - 1)
  halves <- -diff(curve$FPR) * -diff(curve$TPR) / 2
  sum(halves[curve$scores[steps] > 1])
}

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

bounds_of <- function(curve) auc_bounds(with_sums(curve))

many_curves <- function() c(some_curves(), replicate(6, wide_curve(), simplify = FALSE))

# The bounds -------------------------------------------------------------------

test_that("the bounds by hand", {
  # (1, 1), (0.5, 1), (0.25, 0.6), (0, 0): the second step merges 3 scores, the third is straight.
  curve <- data.frame(TPR = c(1, 1, 0.6, 0), FPR = c(1, 0.5, 0.25, 0), threshold = c(1, 3, 6, Inf),
                      FN = c(0, 0, 2, 5), FP = c(4, 2, 1, 0), scores = c(2, 3, 1, 0))
  area <- 0.5 + 0.25 * 0.8 + 0.25 * 0.3
  expect_close(bounds_of(curve), data.frame(
    estimate = area, bound.low = area - 0.05, bound.high = area + 0.05
  ), 1e-11)
  # Two equal scores are one score; a step of no height spans nothing.
  curve$scores <- c(2, 1, 1, 0)
  exact <- data.frame(estimate = area, bound.low = area, bound.high = area)
  expect_close(bounds_of(curve), exact, 1e-11)
  curve$scores <- c(1, 1, 7, 0)
  expect_close(bounds_of(curve), data.frame(
    estimate = area, bound.low = area - 0.075, bound.high = area + 0.075
  ), 1e-11)
})

test_that("they are the extremes over all exact curves through the points", {
  set.seed(1)
  for (curve in many_curves()) {
    for (share in c(0.2, 0.5, 0.9)) {
      fewer <- without_rows(curve, share)
      bounds <- bounds_of(fewer)
      expect_close(bounds$estimate, naive_trapezoids(fewer$FPR, fewer$TPR), 1e-13, 1e-15)
      expect_close(bounds$bound.high, area_through(fewer, upper_stairs), 1e-9, 1e-9)
      expect_close(bounds$bound.low, area_through(fewer, lower_stairs), 1e-9, 1e-9)
      areas <- c(replicate(5, area_through(fewer, at_random)),
                 replicate(5, area_through(fewer, stairs_or_random)),
                 WeightedAUC(curve))
      expect_true(all(bounds$bound.low <= areas + 1e-15 & areas <= bounds$bound.high + 1e-15))
    }
  }
})

test_that("they are the extremes over all orders of the observations within each step", {
  # The areas of all ways to put positives and negatives of weight 1 in an order.
  areas_of_orders <- function(positives, negatives) {
    orders <- combn(positives + negatives, positives)
    apply(orders, 2, function(places) {
      naive_area(seq_len(positives + negatives), seq_len(positives + negatives) %in% places,
                 rep(1, positives + negatives))
    })
  }
  # Steps from the highest score down, with so many of the two classes.
  positives <- c(2, 3, 0, 1)
  negatives <- c(1, 2, 2, 3)
  bins <- seq_along(positives)
  curve <- WeightedROC(rep(rev(bins), positives + negatives),
                       unlist(lapply(bins, function(i) rep(1:0, c(positives[i], negatives[i])))))
  for (merged in list(1:4, c(1, 3), c(2, 4), 2)) {
    curve$scores <- c(rev(ifelse(bins %in% merged, 2, 1)), 0)
    within <- lapply(bins, function(i) {
      pairs <- positives[i] * negatives[i]
      if (pairs == 0) 0 else if (i %in% merged) areas_of_orders(positives[i], negatives[i]) * pairs
      else pairs / 2
    })
    between <- sum(positives * (sum(negatives) - cumsum(negatives)))
    area <- function(extreme) {
      (between + sum(vapply(within, extreme, 0))) / (sum(positives) * sum(negatives))
    }
    bounds <- bounds_of(curve)
    expect_close(bounds$bound.low, area(min), 0, 1e-11)
    expect_close(bounds$bound.high, area(max), 0, 1e-11)
  }
})

test_that("bounds are the halves of rectangles, and a little for rounding", {
  set.seed(2)
  for (curve in many_curves()) {
    fewer <- without_rows(curve)
    bounds <- bounds_of(fewer)
    area <- WeightedAUC(fewer)
    reach <- if (any(fewer$scores > 1)) naive_reach(fewer) + rounding else 0
    expect_identical(names(bounds), c("estimate", "bound.low", "bound.high"))
    expect_identical(bounds$estimate, area)
    expect_close(bounds$bound.high, min(area + reach, 1), 0, 1e-15)
    expect_close(bounds$bound.low, max(area - reach, 0), 0, 1e-15)
  }
})

test_that("bounds are in [0, 1]", {
  for (scores in c(2, 1e300)) {
    line <- cbind(WeightedROC(c(1, 1), 0:1), scores = c(scores, 0))
    expect_identical(bounds_of(line), data.frame(estimate = 0.5, bound.low = 0, bound.high = 1))
  }
  merged <- function(guess, label) cbind(WeightedROC(guess, label), scores = 2)
  perfect <- bounds_of(merged(1:4, c(0, 0, 1, 1)))
  expect_true(perfect$estimate == 1 && perfect$bound.high == 1)
  expect_close(perfect$bound.low, 1 - rounding, 1e-15)
  inverted <- bounds_of(merged(1:4, c(1, 1, 0, 0)))
  expect_true(inverted$estimate == 0 && inverted$bound.low == 0)
  expect_close(inverted$bound.high, rounding, 1e-3)
  set.seed(3)
  for (curve in many_curves()) {
    bounds <- unlist(bounds_of(without_rows(curve, 0.9)))[c("bound.low", "estimate", "bound.high")]
    expect_true(bounds[1] >= 0 && !is.unsorted(bounds) && bounds[3] <= 1)
  }
})

test_that("an exact curve that says so has three equal numbers", {
  set.seed(4)
  for (curve in many_curves()) {
    area <- WeightedAUC(curve)
    expected <- data.frame(estimate = area, bound.low = area, bound.high = area)
    n <- nrow(curve)
    for (scores in list(rep(1, n), rep(1:0, c(n - 1, 1)), rep(0, n))) {
      expect_identical(bounds_of(cbind(curve, scores = scores)), expected)
    }
  }
})

test_that("a curve that does not say so may have lost rows between any two of its own", {
  set.seed(14)
  for (curve in many_curves()) {
    area <- WeightedAUC(curve)
    for (share in c(0, 0.5, 0.9)) {
      fewer <- without_rows(curve, share)
      bounds <- auc_bounds(fewer[columns_of_curves])
      expect_identical(bounds, bounds_of(cbind(fewer[columns_of_curves], scores = 2)))
      expect_true(bounds$bound.low <= area && area <= bounds$bound.high)
    }
    # Where scores are not tied between the classes nothing is open.
    untied <- WeightedROC(rank(seq_len(20)), rep(0:1, 10), rlnorm(20))
    expect_lte(diff(unlist(auc_bounds(untied)[c("bound.low", "bound.high")])), 2.001 * rounding)
  }
})

test_that("only whether a step merges scores matters, not how many, nor the last row", {
  set.seed(5)
  for (curve in some_curves()) {
    fewer <- without_rows(curve)
    bounds <- bounds_of(fewer)
    more <- fewer
    more$scores <- ifelse(fewer$scores > 1, 1000L, fewer$scores)
    expect_identical(bounds_of(more), bounds)
    # Neither do columns that are not the curve's, nor the kind of data.frame.
    expect_identical(auc_bounds(cbind(name = "a", with_sums(fewer)[6:1], n = 7)), bounds)
    if (requireNamespace("tibble", quietly = TRUE)) {
      expect_identical(auc_bounds(tibble::as_tibble(with_sums(fewer))), bounds)
    }
    if (requireNamespace("data.table", quietly = TRUE)) {
      expect_identical(auc_bounds(data.table::as.data.table(with_sums(fewer))), bounds)
    }
  }
})

# Curves that were thinned -----------------------------------------------------

exact <- function(curve) with_sums(cbind(curve, scores = c(rep(1, nrow(curve) - 1), 0)))

# As with_sums() found it.
per_step <- function(curve) cbind(curve, scores = c(diff(curve$scores_below), 0))

test_that("bounds of thinned curves hold, and are those of the steps that merge", {
  set.seed(6)
  for (curve in many_curves()) {
    area <- WeightedAUC(curve)
    for (points in c(2, 3, 6, 15)) {
      for (drop in c(TRUE, FALSE)) {
        thin <- roc_thin(exact(curve), points = points, drop = drop)
        bounds <- auc_bounds(thin)
        expect_true(bounds$bound.low <= area + 1e-15 && area <= bounds$bound.high + 1e-15)
        reach <- naive_reach(per_step(thin))
        expect_close(bounds$bound.high, min(bounds$estimate + reach + rounding, 1), 0, 1.1 * rounding)
        expect_close(bounds$bound.low, max(bounds$estimate - reach - rounding, 0), 0, 1.1 * rounding)
      }
    }
  }
})

test_that("ties that were merged on a straight line make bounds wider", {
  curve <- WeightedROC(rep(1:6, 2), rep(0:1, each = 6))
  thin <- roc_thin(exact(curve))
  expect_identical(thin$scores_below, c(0, 6))
  expect_identical(auc_bounds(thin), data.frame(estimate = 0.5, bound.low = 0, bound.high = 1))
})

test_that("without ties between the classes corners leave nothing open", {
  set.seed(7)
  for (repetition in 1:20) {
    curve <- WeightedROC(rnorm(40), both_classes(40), rlnorm(40))
    for (thin in list(roc_thin(curve), roc_thin(exact(curve)))) {
      bounds <- auc_bounds(thin)
      expect_lte(bounds$bound.high - bounds$bound.low, 2.001 * rounding)
    }
  }
})

test_that("thinned thinned curves, their hulls and their rows keep the area in their bounds", {
  set.seed(8)
  for (curve in many_curves()) {
    area <- WeightedAUC(curve)
    once <- roc_thin(exact(curve), points = 15, drop = FALSE)
    twice <- roc_thin(once, points = 7)
    thrice <- roc_thin(twice, points = 3)
    before <- data.frame(bound.low = area, bound.high = area)
    for (thin in list(once, twice, thrice)) {
      expect_identical(thin$scores_below[nrow(thin)], nrow(curve) - 1)
      bounds <- auc_bounds(thin)
      expect_true(bounds$bound.low <= area + 1e-15 && area <= bounds$bound.high + 1e-15)
      # Leaving rows out a second time can only widen the bounds.
      expect_lte(bounds$bound.low, before$bound.low + 1e-15)
      expect_gte(bounds$bound.high, before$bound.high - 1e-15)
      before <- bounds
      by_hand <- thin[sort(unique(c(1, sample(nrow(thin), 2), nrow(thin)))), ]
      for (fewer in list(roc_hull(thin), by_hand)) {
        of_fewer <- auc_bounds(fewer)
        expect_true(of_fewer$bound.low <= area + 1e-15 && area <= of_fewer$bound.high + 1e-15)
        expect_close(of_fewer$estimate, WeightedAUC(fewer), 1e-15)
        steps <- per_step(fewer)
        expect_close(of_fewer$bound.high, area_through(steps, upper_stairs), 1e-9, 1e-9)
        expect_close(of_fewer$bound.low, area_through(steps, lower_stairs), 1e-9, 1e-9)
      }
    }
  }
})

# Curves that know more --------------------------------------------------------

of_points <- c("TPR", "FPR", "threshold", "FN", "FP", "scores")

# A curve whose steps are the whole parts of the scores, with what is known of bins within them:
# tenths, or scores.
curve_of_steps_and_bins <- function(x, bin = floor(10 * x$guess)) {
  exact <- WeightedROC(x$guess, x$positive, x$weight)
  steps <- sort(unique(floor(x$guess)))
  row <- vapply(steps, function(s) which(exact$threshold >= s)[1], 1L)
  curve <- exact[c(row, nrow(exact)), ]
  rownames(curve) <- NULL
  pairs <- sum(x$weight[x$positive]) * sum(x$weight[!x$positive])
  of_step <- function(value) c(vapply(steps, function(s) value(floor(x$guess) == s), 0), 0)
  curve$scores <- of_step(function(rows) length(unique(x$guess[rows])) + 0)
  curve$pairs <- of_step(function(rows) {
    sum(x$weight[rows & x$positive]) * sum(x$weight[rows & !x$positive]) / pairs
  })
  curve$wins <- of_step(function(rows) {
    positive <- which(rows & x$positive)
    negative <- which(rows & !x$positive)
    won <- outer(bin[positive], bin[negative], ">") + outer(bin[positive], bin[negative], "==") / 2
    sum(won * outer(x$weight[positive], x$weight[negative])) / pairs
  })
  curve$slack <- of_step(function(rows) {
    several <- Filter(function(b) length(unique(x$guess[bin == b])) > 1, unique(bin[rows]))
    halves <- vapply(several, function(b) {
      weight <- x$weight * (bin == b)
      sum(weight[x$positive]) * sum(weight[!x$positive]) / 2
    }, 0)
    sum(halves) / pairs
  })
  curve
}

# Step 1 has the bins 1.1 (a positive and a negative) and 1.5 (a negative), step 2 one score.
curve_of_two_steps <- function() {
  data.frame(TPR = c(1, 0.5, 0), FPR = c(1, 1 / 3, 0), threshold = c(1.1, 2, Inf),
             FN = c(0, 1, 2), FP = c(3, 1, 0), scores = c(3, 1, 0), pairs = c(2, 1, 0) / 6,
             wins = c(0.5, 0.5, 0) / 6, slack = c(0.5, 0, 0) / 6)
}

test_that("wins and slack by hand", {
  curve <- curve_of_two_steps()
  # The positive of step 2 wins the two pairs with step 1.
  expected <- data.frame(estimate = (2 + 0.5 + 0.5) / 6, bound.low = (2 + 0.5 + 0.5 - 0.5) / 6,
                         bound.high = 3.5 / 6)
  known <- with_sums(curve)
  expect_close(known$area, c(3, 0.5, 0) / 6, 1e-15)
  expect_close(known$slack, c(0.5, 0, 0) / 6, 1e-15)
  expect_close(auc_bounds(known), expected, 1e-11)
  expect_true(abs(WeightedAUC(curve) - 0.5) > 0.05)
  # Without one of them the other is as if it were not there.
  points <- bounds_of(curve[of_points])
  expect_close(points, data.frame(
    estimate = 3.5 / 6, bound.low = 2.5 / 6, bound.high = 4.5 / 6
  ), 1e-11)
  for (column in c("area", "slack")) {
    expect_identical(auc_bounds(known[names(known) != column]), points)
  }
  # The two steps as one: of its 6 pairs the positive wins as many, and as much is open.
  for (thin in list(roc_thin(known, points = 2), known[c(1, 3), ])) {
    expect_identical(as.list(thin), as.list(known[c(1, 3), ]))
    expect_close(auc_bounds(thin), expected, 1e-11)
  }
})

test_that("what is known of the inside of steps is used, and the area lies in the bounds", {
  set.seed(9)
  for (repetition in 1:40) {
    n <- sample(10:60, 1)
    guess <- switch(repetition %% 3 + 1, runif(n, -2, 3), round(runif(n, -2, 3), 1),
                    round(runif(n, -2, 3), 2))
    x <- observations(guess, both_classes(n), rlnorm(n))
    area <- auc_wmw(x$guess, x$positive, x$weight)
    curve <- curve_of_steps_and_bins(x)
    bounds <- bounds_of(curve)
    expect_true(bounds$bound.low <= area && area <= bounds$bound.high)
    below <- -diff(curve$FPR) * curve$TPR[-1]
    expect_close(bounds$estimate, sum(below) + sum(curve$wins), 1e-13)
    reach <- sum(curve$slack) + (if (any(curve$scores > 1)) rounding else 0)
    expect_close(bounds$bound.low, max(bounds$estimate - reach, 0), 0, 1e-15)
    expect_close(bounds$bound.high, min(bounds$estimate + reach, 1), 0, 1e-15)
    # They are not wider than without.
    wide <- bounds_of(curve[of_points])
    expect_true(bounds$bound.low >= wide$bound.low - 1e-12 && bounds$bound.high <= wide$bound.high + 1e-12)
    # With a bin for each score there is no slack but for rounding.
    scores <- bounds_of(curve_of_steps_and_bins(x, match(x$guess, sort(unique(x$guess)))))
    expect_close(scores$estimate, area, 1e-13, 1e-15)
    expect_lte(scores$bound.high - scores$bound.low, 2.001 * rounding)
    # The extremes are reached where the observations in each bin are in the best, or worst, order.
    bin <- floor(10 * x$guess)
    several <- tapply(x$guess, bin, function(scores) length(unique(scores)) > 1)
    several <- several[as.character(bin)]
    for (sign in c(-1, 1)) {
      extreme <- auc_wmw(ifelse(several, bin + 0.1 + 0.5 * sign * (x$positive - 0.5), bin),
                         x$positive, x$weight)
      expect_close(bounds[[if (sign < 0) "bound.low" else "bound.high"]], extreme, 0, 1e-11)
    }
  }
})

test_that("what is known of the inside of steps stays whatever rows are left out", {
  set.seed(10)
  same <- function(curve, bounds) expect_close(auc_bounds(curve), bounds, 1e-13, 1e-14)
  for (repetition in 1:40) {
    x <- observations(runif(50, -5, 15), both_classes(50), rlnorm(50))
    curve <- with_sums(curve_of_steps_and_bins(x))
    bounds <- auc_bounds(curve)
    same(roc_thin(curve), bounds)
    same(roc_thin(roc_thin(curve, points = 12), points = 5), bounds)
    same(roc_thin(curve, points = 2), bounds)
    same(roc_hull(curve), bounds)
    same(roc_hull(roc_thin(curve, points = 6)), bounds)
    n <- nrow(curve)
    same(curve[sort(unique(c(1, sample(n, 5), n))), ], bounds)
  }
})

test_that("sums that do not fit the points are errors that say where", {
  set.seed(11)
  x <- observations(runif(50, -5, 15), both_classes(50), rlnorm(50))
  curve <- with_sums(curve_of_steps_and_bins(x))
  for (row in seq_len(nrow(curve))[-1]) {
    faulty <- curve
    # More than there is to the lower row's left.
    faulty$area[row] <- curve$area[row] + 2e-10 + max(
      0, curve$area[row - 1] - curve$area[row] - diff(-curve$FPR)[row - 1] * curve$TPR[row]
    )
    expect_wroc_error(
      auc_bounds(faulty), "curve",
      sprintf("Column `area` of `x` must agree with the points: it does not from row %d to the next.",
              row - 1),
      argument = "x", column = "area", position = row - 1, call = quote(roc_estimate(x, conf.level = NULL))
    )
  }
  faulty <- curve
  faulty$slack[3] <- 1
  expect_error(auc_bounds(faulty), class = "wroc_error_increasing")
  faulty <- curve
  faulty$scores_below[3] <- 0
  expect_error(auc_bounds(faulty), class = "wroc_error_decreasing")
})

test_that("sums that are not numbers are errors", {
  for (column in c("scores_below", "area", "slack")) {
    known <- with_sums(curve_of_two_steps())
    curve <- known
    curve[[column]] <- as.character(curve[[column]])
    error <- expect_error(auc_bounds(curve), class = "wroc_error_type")
    expect_identical(error[c("argument", "column")], list(argument = "x", column = column))
    for (missing in c(NA, NaN)) {
      curve <- known
      curve[[column]][2] <- missing
      expect_wroc_error(
        auc_bounds(curve), "missing",
        sprintf("Column `%s` of `x` must not be missing: row 2 is NA or NaN.", column),
        argument = "x", column = column, position = 2, call = quote(roc_estimate(x, conf.level = NULL))
      )
    }
    curve[[column]][2] <- Inf
    expect_error(auc_bounds(curve), class = "wroc_error_infinite")
  }
})

test_that("with one score in each step the curve is exact", {
  x <- observations(rep(1:5, 4), rep(c(0, 1, 0, 0, 1), each = 4), 1:20)
  curve <- curve_of_steps_and_bins(x)
  bounds <- bounds_of(curve)
  expect_identical(bounds$bound.low, bounds$estimate)
  expect_identical(bounds$bound.high, bounds$estimate)
  expect_close(bounds$estimate, auc_wmw(x$guess, x$positive, x$weight), 1e-15)
})

# Errors -----------------------------------------------------------------------

test_that("what is no curve is an error", {
  curve <- cbind(staircase_curve(), scores_below = c(0, 2:7))
  faulty <- list(
    absent = NULL, absent = c(1, 0), absent = as.list(curve), absent = as.matrix(curve),
    column = curve[-1], column = curve[-2], too_few_rows = curve[0, ], too_few_rows = curve[1, ],
    increasing = curve[7:1, ], ends = curve[-1, ][-1, ], ends = curve[-7, ]
  )
  kinds <- vapply(faulty, function(curve) error_kind(auc_bounds(curve)), "")
  expect_identical(unname(kinds), names(faulty))
  error <- expect_error(auc_bounds(curve[-1]), class = "wroc_error_column")
  expect_identical(error$argument, "x")
  expect_identical(error$column, "TPR")
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

test_that("slack without scores is not ignored", {
  curve <- data.frame(TPR = c(1, 0), FPR = c(1, 0), threshold = c(1, Inf), FN = c(0, 1), FP = c(1, 0),
                      area = c(0.5, 0), slack = c(0.5, 0))
  expect_identical(auc_bounds(curve)$bound.high, 1)
})
