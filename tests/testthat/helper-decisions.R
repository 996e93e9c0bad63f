# What the functions of a curve give, from the definitions: slow and plain.

# Every number must agree to `relative` of its own size (or to `absolute`), not
# on average over a column; all else must be identical. A data.frame must be a
# plain one. All in one expectation, of which there are many.
expect_close <- function(object, expected, relative = 1e-12, absolute = 0) {
  faults <- if (!is.data.frame(expected)) {
    faults_of_numbers(object, expected, relative, absolute, "value")
  } else if (!is_plain_frame(object)) {
    "no plain data.frame with the row names 1, 2, ..."
  } else if (!identical(names(object), names(expected))) {
    paste("columns", toString(names(object)), "instead of", toString(names(expected)))
  } else {
    unlist(lapply(names(expected), function(column) {
      faults_of_numbers(object[[column]], expected[[column]], relative, absolute, column)
    }))
  }
  expect(is.null(faults), paste(faults, collapse = "\n"))
  invisible(object)
}

faults_of_numbers <- function(object, expected, relative, absolute, what) {
  if (!is.numeric(expected)) {
    return(if (!identical(object, expected)) paste0(what, ": not identical"))
  }
  if (!is.numeric(object) || length(object) != length(expected)) {
    return(sprintf("%s: %s of length %d instead of %d numbers", what, typeof(object),
                   length(object), length(expected)))
  }
  close <- abs(object - expected) <= relative * abs(expected) + absolute
  infinite <- !is.finite(expected)
  close[infinite] <- ifelse(is.na(expected), is.na(object) & !is.nan(object),
                            object == expected)[infinite]
  off <- which(is.na(close) | !close)
  if (length(off) > 0) {
    sprintf("%s: %d of %d differ, element %d is %.17g instead of %.17g", what, length(off),
            length(expected), off[1], object[off[1]], expected[off[1]])
  }
}

# The kind of the error that a function raises, "" for none of this package.
error_kind <- function(expression) {
  error <- tryCatch({
    force(expression)
    NULL
  }, error = identity)
  if (inherits(error, "wroc_error")) sub("wroc_error_", "", class(error)[1]) else ""
}

# autolayer() knows some results by a class in front.
classes_of_marks <- c("roc_optimal", "roc_hull", "roc_isocost", "roc_band", "roc_reject", "roc_net_benefit",
                      "roc_gain")

plain <- function(object) structure(object, class = "data.frame")

is_plain_frame <- function(object) {
  identical(setdiff(class(object), classes_of_marks), "data.frame") &&
    identical(attr(object, "row.names"), seq_len(nrow(object)))
}

expect_plain_frame <- function(object) expect_true(is_plain_frame(object))

# Observations of many kinds -------------------------------------------------

observations <- function(guess, positive, weight = rep(1, length(guess))) {
  list(guess = guess, positive = as.logical(positive), weight = as.numeric(weight))
}

both_classes <- function(n, share = 0.4) sample(c(TRUE, FALSE, runif(n - 2) < share))

# Integer weights: counts and their differences are exact, so collinear points
# and ties are, too.
integer_observations <- function() {
  list(
    constant = observations(c(5, 5, 5), c(1, 0, 1), c(2, 3, 4)),
    two_scores = observations(c(1, 2, 1, 2), c(0, 0, 1, 1), c(3, 1, 2, 5)),
    two_scores_inverted = observations(c(1, 2, 1, 2), c(0, 0, 1, 1), c(1, 3, 5, 2)),
    one_of_each = observations(1:2, 0:1),
    one_of_each_inverted = observations(1:2, 1:0),
    perfect = observations(1:8, rep(0:1, c(3, 5))),
    perfect_weighted = observations(1:8, rep(0:1, c(3, 5)), 1:8),
    inverted = observations(8:1, rep(0:1, c(3, 5)), 1:8),
    alternating = observations(1:20, rep(0:1, 10)),
    alternating_twos = observations(1:20, rep(c(0, 0, 1, 1), 5)),
    straight = observations(rep(1:6, 2), rep(0:1, each = 6)),
    infinite = observations(c(-Inf, -Inf, -1, 0, 2, 2), c(0, 1, 0, 1, 0, 1), c(2, 1, 1, 3, 1, 2)),
    zeros = observations(c(-0, 0, -1, 1, 0, -0), c(0, 1, 0, 1, 1, 0)),
    ties = {
      n <- sample(2:40, 1)
      observations(sample(6, n, replace = TRUE), both_classes(n))
    },
    no_ties = {
      n <- sample(2:40, 1)
      observations(rnorm(n), both_classes(n))
    },
    good = {
      positive <- both_classes(40)
      observations(round(rnorm(40) + 1.5 * positive, 1), positive, sample(5, 40, replace = TRUE))
    },
    counts = {
      n <- sample(2:30, 1)
      observations(sample(12, n, replace = TRUE), both_classes(n), sample(9, n, replace = TRUE))
    }
  )
}

# Weights of no common measure: no point is on the line through two others but
# for horizontal and vertical lines.
real_observations <- function() {
  list(
    tiny = observations(1:3, both_classes(3), rlnorm(3)),
    ties = {
      n <- sample(4:40, 1)
      observations(sample(8, n, replace = TRUE) / 4, both_classes(n), rlnorm(n))
    },
    no_ties = {
      n <- sample(4:40, 1)
      observations(rnorm(n), both_classes(n), rlnorm(n))
    },
    good = {
      positive <- both_classes(40)
      observations(rnorm(40) + 1.5 * positive, positive, rlnorm(40, sdlog = 2))
    },
    rare = {
      positive <- both_classes(40, share = 0.5)
      observations(rnorm(40) + positive, positive, rexp(40) * ifelse(positive, 1e-6, 1))
    }
  )
}

curve_of <- function(x) WeightedROC(x$guess, x$positive, x$weight)

integer_curves <- function(times = 1) {
  lapply(do.call(c, replicate(times, integer_observations(), simplify = FALSE)), curve_of)
}

real_curves <- function(times = 1) {
  lapply(do.call(c, replicate(times, real_observations(), simplify = FALSE)), curve_of)
}

some_curves <- function(times = 1) c(integer_curves(times), real_curves(times))

# Weights over 24 orders of magnitude.
wide_curve <- function(n = 40) {
  curve_of(observations(rnorm(n), both_classes(n), 10^runif(n, -12, 12)))
}

# The document's example: (FPR, TPR) = (1, 1), (0.5, 0.1), (0, 0.1), (0, 0).
document_curve <- function() {
  WeightedROC(c(1, 2, 3, 1, 1), c(-1, -1, 1, 1, 1), c(1, 1, 1, 4, 5))
}

# 4 negatives, 5 positives; from (0, 0): (0, 0.4) (0.25, 0.4) (0.25, 0.6)
# (0.5, 0.8) (0.5, 1) (1, 1) at thresholds 7, 6, 5, 4, 3, 1.
staircase_curve <- function() {
  WeightedROC(c(1, 3, 4, 4, 5, 6, 7), c(0, 1, 0, 1, 1, 0, 1), c(2, 1, 1, 1, 1, 1, 2))
}

# The definitions ------------------------------------------------------------

naive_totals <- function(curve) {
  list(positive = curve$FN[nrow(curve)], negative = curve$FP[1])
}

naive_fnr <- function(curve) curve$FN / naive_totals(curve)$positive

naive_prior <- function(curve, prior = NULL) {
  total <- naive_totals(curve)
  if (is.null(prior)) total$positive / (total$positive + total$negative) else prior
}

naive_measures <- function(curve) {
  total <- naive_totals(curve)
  for (row in seq_len(nrow(curve))) {
    fp <- curve$FP[row]
    fn <- curve$FN[row]
    tp <- total$positive * curve$TPR[row]
    tn <- total$negative - fp
    ratio <- function(part, whole) if (whole == 0) NA_real_ else part / whole
    measures <- c(
      TP = tp, TN = tn, TNR = 1 - curve$FPR[row], FNR = fn / total$positive,
      PPV = ratio(tp, tp + fp), NPV = ratio(tn, tn + fn),
      ACC = (tp + tn) / (total$positive + total$negative),
      ERR = (fp + fn) / (total$positive + total$negative),
      BACC = (curve$TPR[row] + 1 - curve$FPR[row]) / 2,
      J = curve$TPR[row] - curve$FPR[row],
      F1 = ratio(2 * tp, 2 * tp + fp + fn),
      MCC = ratio(tp * tn - fp * fn, sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))),
      LR_pos = quotient(curve$TPR[row], curve$FPR[row]),
      LR_neg = quotient(fn / total$positive, 1 - curve$FPR[row]),
      kappa = naive_kappa(tp, tn, fn, fp), FDR = ratio(fp, tp + fp), FOR = ratio(fn, tn + fn),
      share = (tp + fp) / (total$positive + total$negative)
    )
    for (name in names(measures)) {
      curve[row, name] <- measures[[name]]
    }
  }
  curve
}

# 1/0 is infinite, 0/0 is not known.
quotient <- function(above, below) if (above == 0 && below == 0) NA_real_ else above / below

# Agreement beyond chance, over the most that there can be.
naive_kappa <- function(tp, tn, fn, fp) {
  total <- tp + tn + fn + fp
  cells <- c(tp, tn, fn, fp) / total
  2 * (cells[1] * cells[2] - cells[3] * cells[4]) /
    ((cells[1] + cells[4]) * (cells[2] + cells[4]) + (cells[2] + cells[3]) * (cells[1] + cells[3]))
}

naive_at <- function(curve, threshold) {
  row <- vapply(threshold, function(t) which(curve$threshold >= t)[1], 1L)
  measures <- naive_measures(curve[c("TPR", "FPR", "threshold", "FN", "FP")])
  at <- measures[row, ]
  at$threshold <- threshold
  rownames(at) <- NULL
  at
}

naive_risk <- function(curve, cost_FP = 1, cost_FN = 1, cost_TP = 0, cost_TN = 0, prior = NULL) {
  prior <- naive_prior(curve, prior)
  prior * (cost_TP * curve$TPR + cost_FN * naive_fnr(curve)) +
    (1 - prior) * (cost_FP * curve$FPR + cost_TN * (1 - curve$FPR))
}

# The number of the row.
naive_optimal <- function(curve, cost_FP = 1, cost_FN = 1, cost_TP = 0, cost_TN = 0, prior = NULL) {
  risk <- naive_risk(curve, cost_FP, cost_FN, cost_TP, cost_TN, prior)
  size <- max(abs(c(cost_FP, cost_FN, cost_TP, cost_TN)))
  best <- which(risk <= min(risk) + 1e-13 * size)
  best <- best[curve$FPR[best] == min(curve$FPR[best])]
  best[which.max(curve$TPR[best])]
}

# A row is a vertex unless a chord between two other points passes on or above
# it; an end is always one. Weights and not rates, which are exact if integer.
naive_hull_rows <- function(curve) {
  x <- curve$FP
  y <- -curve$FN
  n <- nrow(curve)
  vertex <- rep(TRUE, n)
  for (p in seq_len(n)[-c(1, n)]) {
    for (left in which(x <= x[p])) {
      for (right in which(x >= x[p])) {
        if (left == p || right == p) {
          next
        }
        covered <- if (x[left] == x[right]) {
          max(y[left], y[right]) >= y[p]
        } else {
          (y[right] - y[left]) * (x[p] - x[left]) >= (y[p] - y[left]) * (x[right] - x[left])
        }
        vertex[p] <- vertex[p] && !covered
      }
    }
  }
  which(vertex)
}

naive_hull <- function(curve) {
  total <- naive_totals(curve)
  hull <- curve[naive_hull_rows(curve), ]
  n <- nrow(hull)
  rise <- (hull$FN[-1] - hull$FN[-n]) / total$positive
  run <- (hull$FP[-n] - hull$FP[-1]) / total$negative
  hull$slope_low <- c(0, rise / run)
  hull$slope_high <- c(rise / run, Inf)
  hull$prior_low <- 1 / (1 + hull$slope_high)
  hull$prior_high <- 1 / (1 + hull$slope_low)
  rownames(hull) <- NULL
  hull
}

naive_costs <- function(curve, pc) naive_fnr(curve) * pc + curve$FPR * (1 - pc)

naive_least_cost <- function(curve, pc) {
  vapply(pc, function(p) min(naive_costs(curve, p)), 0)
}

# Every crossing of two lines may be a vertex; it is one if another line is
# least after it.
naive_cost_curve <- function(curve) {
  fnr <- naive_fnr(curve)
  pc <- c(0, 1)
  for (i in seq_len(nrow(curve))) {
    for (j in seq_len(nrow(curve))) {
      crossing <- (curve$FPR[i] - curve$FPR[j]) / (curve$FPR[i] - curve$FPR[j] + fnr[j] - fnr[i])
      if (i < j && is.finite(crossing)) {
        pc <- c(pc, crossing)
      }
    }
  }
  pc <- sort(pc)
  pc <- pc[c(TRUE, diff(pc) > 1e-11)]
  if (pc[length(pc)] < 1) {
    pc[length(pc)] <- 1
  }
  middle <- (pc[-1] + pc[-length(pc)]) / 2
  best <- vapply(middle, function(p) which.min(naive_costs(curve, p)), 1L)
  new <- c(TRUE, best[-1] != best[-length(best)])
  pc <- c(pc[-length(pc)][new], 1)
  best <- best[new]
  data.frame(PC = pc, cost = naive_least_cost(curve, pc),
             threshold = curve$threshold[c(best, best[length(best)])])
}

# The curve as a function: the interpolated value of y at x, the greatest on a
# vertical step.
naive_height <- function(x, y, at) {
  height <- y[x == at]
  for (i in seq_len(length(x) - 1)) {
    if (min(x[i], x[i + 1]) < at && at < max(x[i], x[i + 1])) {
      part <- (at - x[i]) / (x[i + 1] - x[i])
      height <- c(height, y[i] + part * (y[i + 1] - y[i]))
    }
  }
  max(height)
}

# Where the mixture of two rows of the curve has `rate` = bound.
naive_mixture <- function(curve, rate, bound, row_of_bound) {
  n <- nrow(curve)
  if (any(rate == bound)) {
    row <- row_of_bound(which(rate == bound))
    return(list(low = row, high = row, probability = 0))
  }
  for (row in seq_len(n - 1)) {
    if (min(rate[row], rate[row + 1]) < bound && bound < max(rate[row], rate[row + 1])) {
      probability <- (bound - rate[row + 1]) / (rate[row] - rate[row + 1])
      return(list(low = row, high = row + 1, probability = probability))
    }
  }
}

naive_neyman_pearson_FPR <- function(curve, bounds) {
  hull <- curve[naive_hull_rows(curve), ]
  rows <- lapply(bounds, function(bound) {
    allowed <- which(curve$FPR <= bound)
    allowed <- allowed[curve$TPR[allowed] == max(curve$TPR[allowed])]
    row <- allowed[which.min(curve$FPR[allowed])]
    mixture <- naive_mixture(curve, curve$FPR, bound, min)
    on_hull <- naive_mixture(hull, hull$FPR, bound, min)
    data.frame(
      max_FPR = bound,
      curve[row, c("TPR", "FPR", "threshold", "FN", "FP")],
      TPR_curve = naive_height(curve$FPR, curve$TPR, bound),
      threshold_low = curve$threshold[mixture$low],
      threshold_high = curve$threshold[mixture$high],
      probability = mixture$probability,
      TPR_hull = naive_height(hull$FPR, hull$TPR, bound),
      hull_threshold_low = hull$threshold[on_hull$low],
      hull_threshold_high = hull$threshold[on_hull$high],
      hull_probability = on_hull$probability
    )
  })
  result <- do.call(rbind, rows)
  rownames(result) <- NULL
  result
}

naive_neyman_pearson_FNR <- function(curve, bounds) {
  hull <- curve[naive_hull_rows(curve), ]
  fnr <- naive_fnr(curve)
  hull_fnr <- fnr[naive_hull_rows(curve)]
  rows <- lapply(bounds, function(bound) {
    allowed <- which(fnr <= bound)
    allowed <- allowed[curve$FPR[allowed] == min(curve$FPR[allowed])]
    row <- allowed[which.max(curve$TPR[allowed])]
    mixture <- naive_mixture(curve, fnr, bound, max)
    on_hull <- naive_mixture(hull, hull_fnr, bound, max)
    data.frame(
      max_FNR = bound,
      curve[row, c("TPR", "FPR", "threshold", "FN", "FP")],
      FPR_curve = -naive_height(fnr, -curve$FPR, bound),
      threshold_low = curve$threshold[mixture$low],
      threshold_high = curve$threshold[mixture$high],
      probability = mixture$probability,
      FPR_hull = -naive_height(hull_fnr, -hull$FPR, bound),
      hull_threshold_low = hull$threshold[on_hull$low],
      hull_threshold_high = hull$threshold[on_hull$high],
      hull_probability = on_hull$probability
    )
  })
  result <- do.call(rbind, rows)
  rownames(result) <- NULL
  result
}

# The integral of a function that is linear between the breaks.
naive_integral <- function(f, breaks) {
  breaks <- sort(unique(breaks))
  middle <- (breaks[-1] + breaks[-length(breaks)]) / 2
  sum(diff(breaks) * vapply(middle, f, 0))
}

naive_partial_auc_FPR <- function(curve, from = 0, to = 1) {
  inside <- curve$FPR[from < curve$FPR & curve$FPR < to]
  naive_integral(function(x) naive_height(curve$FPR, curve$TPR, x), c(from, inside, to))
}

naive_partial_auc_TPR <- function(curve, from = 0, to = 1) {
  inside <- curve$TPR[from < curve$TPR & curve$TPR < to]
  naive_integral(function(y) 1 + naive_height(curve$TPR, -curve$FPR, y), c(from, inside, to))
}

naive_mcclish <- function(area, from, to, least) {
  (1 + (area - least) / (to - from - least)) / 2
}

# Where the pieces of the curve cross the line `intercept + slope * x`.
naive_crossings <- function(x, y, intercept, slope) {
  above <- y - (intercept + slope * x)
  crossings <- numeric()
  for (i in seq_len(length(x) - 1)) {
    if (above[i] * above[i + 1] < 0) {
      part <- above[i] / (above[i] - above[i + 1])
      crossings <- c(crossings, x[i] + part * (x[i + 1] - x[i]))
    }
  }
  crossings
}

naive_cost_area <- function(x, y, intercept, slope) {
  breaks <- c(0, x, naive_crossings(x, y, intercept, slope), -intercept / slope, 1)
  breaks <- breaks[is.finite(breaks) & breaks >= 0 & breaks <= 1]
  naive_integral(
    function(at) max(0, naive_height(x, y, at) - max(0, intercept + slope * at)),
    breaks
  )
}

# The columns that say which costs an answer is for.
cost_columns <- function(cost_FP = 1, cost_FN = 1, cost_TP = 0, cost_TN = 0, prior) {
  data.frame(cost_FP = cost_FP, cost_FN = cost_FN, cost_TP = cost_TP, cost_TN = cost_TN,
             prior = prior)
}

of_share <- function(curve, share, prior = NULL) {
  roc_cost_auc(curve, cost_FP = 1 - share, cost_FN = share, prior = prior)
}

# cost_FN and cost_FP of equal lengths.
naive_cost_auc <- function(curve, cost_FN, cost_FP = 1 - cost_FN, prior = naive_prior(curve)) {
  rho <- cost_FN / (cost_FN + cost_FP)
  intercept <- 1 - (1 - prior) / rho
  slope <- (1 - rho) / rho * (1 - prior) / prior
  area <- mapply(naive_cost_area, intercept = intercept, slope = slope,
                 MoreArgs = list(x = curve$FPR, y = curve$TPR))
  most <- mapply(naive_cost_area, intercept = intercept, slope = slope,
                 MoreArgs = list(x = c(1, 0), y = c(1, 1)))
  data.frame(cost_FP = cost_FP, cost_FN = cost_FN, cost_TP = 0, cost_TN = 0, prior = prior,
             share = rho, intercept = intercept, slope = slope, pAUC = area, max_pAUC = most,
             ratio = area / most)
}

# Differences below 1e-13 are rounding.
naive_compare <- function(x, y) {
  breaks <- sort(unique(c(x$FPR, y$FPR)))
  breaks <- breaks[c(TRUE, diff(breaks) > 1e-13)]
  breaks[length(breaks)] <- 1
  difference <- function(at) {
    naive_height(x$FPR, x$TPR, at) - naive_height(y$FPR, y$TPR, at)
  }
  all_breaks <- breaks
  for (i in seq_len(length(breaks) - 1)) {
    # Linear in between: extrapolated to the ends from two points inside.
    from <- breaks[i]
    to <- breaks[i + 1]
    d1 <- difference(from + (to - from) / 4)
    d3 <- difference(from + (to - from) * 3 / 4)
    at_from <- d1 - (d3 - d1) / 2
    at_to <- d3 + (d3 - d1) / 2
    if (min(at_from, at_to) < -1e-13 && max(at_from, at_to) > 1e-13) {
      all_breaks <- c(all_breaks, from + (to - from) * at_from / (at_from - at_to))
    }
  }
  breaks <- sort(all_breaks)
  middle <- (breaks[-1] + breaks[-length(breaks)]) / 2
  ahead <- vapply(middle, function(at) {
    d <- difference(at)
    if (abs(d) < 1e-13) "neither" else if (d > 0) "x" else "y"
  }, "")
  area <- diff(breaks) * abs(vapply(middle, difference, 0))
  new <- c(TRUE, ahead[-1] != ahead[-length(ahead)])
  data.frame(
    FPR_low = breaks[-length(breaks)][new],
    FPR_high = c(breaks[-length(breaks)][new][-1], 1),
    ahead = ahead[new],
    area = as.vector(tapply(area, cumsum(new), sum))
  )
}

# Nowhere below and somewhere above: the difference is linear between the
# breaks, so its values at the ends of each piece say it all.
naive_dominates <- function(x, y) {
  breaks <- sort(unique(c(x$FPR, y$FPR)))
  breaks <- breaks[c(TRUE, diff(breaks) > 1e-13)]
  difference <- function(part) {
    at <- breaks[-length(breaks)] + part * diff(breaks)
    vapply(at, function(a) naive_height(x$FPR, x$TPR, a) - naive_height(y$FPR, y$TPR, a), 0)
  }
  slope <- difference(0.75) - difference(0.25)
  ends <- c(difference(0.25) - slope / 2, difference(0.75) + slope / 2)
  all(ends >= -1e-13) && any(ends > 1e-13)
}

# Rows that are not on the line between the rows before and after.
naive_thin_rows <- function(curve) {
  n <- nrow(curve)
  keep <- rep(TRUE, n)
  for (i in seq_len(n)[-c(1, n)]) {
    before <- c(curve$FP[i] - curve$FP[i - 1], curve$FN[i] - curve$FN[i - 1])
    after <- c(curve$FP[i + 1] - curve$FP[i], curve$FN[i + 1] - curve$FN[i])
    keep[i] <- before[1] * after[2] != before[2] * after[1]
  }
  which(keep)
}

# The least `largest rectangle` over all ways to keep at most `points` rows, by
# trying every set of rows; steps to the next row span none.
naive_least_rectangle <- function(curve, points) {
  n <- nrow(curve)
  best <- Inf
  for (set in seq_len(2^(n - 2)) - 1) {
    inner <- which(bitwAnd(set, 2^(seq_len(n - 2) - 1)) > 0) + 1
    if (length(inner) <= points - 2) {
      best <- min(best, max(naive_rectangles(curve, c(1, inner, n))))
    }
  }
  best
}

naive_rectangles <- function(curve, kept) {
  rectangle <- -diff(curve$FPR[kept]) * -diff(curve$TPR[kept])
  ifelse(diff(kept) > 1, rectangle, 0)
}
