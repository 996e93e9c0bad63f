# The first rows show which labels are the classes, about how large weights are, and where the bins
# of one scan should be. If they mislead, the scan's own sums say so.

# The labels of the negative and the positive class; NULL where the first rows have not both.
classes_of_look <- function(inspection, positive) {
  labels <- inspection$wroc_label
  if (!is.null(positive)) {
    is_positive <- labels == positive
    return(if (any(is_positive, na.rm = TRUE) && !all(is_positive, na.rm = TRUE)) 0:1)
  }
  labels <- sort(unique(labels))
  if (!is.character(labels) && is_encoding(labels)) labels
}

# Powers of two near to the reciprocals of the classes' weights, as in scales_of(), but of one observation.
scales_of_look <- function(inspection) {
  weights <- as.numeric(inspection$wroc_weight)
  weights <- weights[is.finite(weights) & weights > 0]
  mean <- if (length(weights) > 0L) mean(weights / max(weights)) * max(weights) else 1
  scale <- 2^-min(max(round(log2(mean)), -1000), 1000)
  list(positive = scale, negative = scale)
}

# TRUE where scales fit the sums: no product of weights was too small, and where there are powers no weight that
# matters was cut off.
fit_scales <- function(scales, state, powers) {
  scaled <- c(state[["positive"]] * scales$positive, state[["negative"]] * scales$negative)
  ends <- if (powers) c(1e-5, 0.1 / min_share) else c(1e-100, 1e100)
  all(scaled > ends[[1L]] & scaled < ends[[2L]])
}

# Quantiles of the first rows' scores, closer to each other at the ends, and what lies between them, as
# steps. Scores that are frequent are `alone`. There is some room beyond the ends.
steps_of_look <- function(inspection, is_positive, most_alone) {
  score <- as.numeric(inspection$wroc_score)
  weight <- as.numeric(inspection$wroc_weight)
  counts <- is.finite(score) & abs(score) <= max_extreme & is.finite(weight) & weight > 0 &
    !is.na(is_positive)
  score <- score[counts]
  if (length(score) == 0L) {
    return(NULL)
  }
  knots <- knots_of(score, most_alone)
  between <- seq_along(knots$at)[-1L] - 1L
  share <- function(of_class) {
    n <- sum(of_class)
    step <- factor(findInterval(score, knots$at, rightmost.closed = TRUE), levels = between)
    sums <- function(x) as.vector(tapply(x, step, sum, default = 0))
    of_weight <- weight[counts] * of_class
    # As if there were some observations more of the class, spread like all.
    all <- (sums(rep(1, length(score))) + 1) / length(score)
    (sums(of_weight / max(sum(of_weight), 5e-324)) * n + 10 * all) / (n + 10)
  }
  positive <- share(is_positive[counts])
  negative <- share(!is_positive[counts])
  need <- need_of(list(positive = positive, negative = negative))
  pieces_of_need(knots$at[between], knots$at[between + 1L], need, knots$alone[between])
}

knots_of <- function(score, most_alone) {
  ends <- 2^(0:5) / 2048
  ranks <- c(0, ends, seq(1 / 24, 23 / 24, by = 1 / 48), 1 - rev(ends), 1)
  sorted <- sort(score)
  at <- sorted[1 + round(ranks * (length(sorted) - 1))]
  number <- tabulate(match(sorted, unique(sorted)))
  frequent <- unique(sorted)[number > 0.02 * length(sorted) & number > 2]
  frequent <- utils::head(frequent[order(-number[match(frequent, unique(sorted))])], most_alone)
  buffer <- min(0.2 * (at[[length(at)]] / 2 - at[[1L]] / 2), max_extreme / 4)
  outer <- c(at[[1L]] - buffer, at[[length(at)]] + buffer)
  outer <- pmin(pmax(outer, -max_extreme), max_extreme)
  at <- sort(unique(c(outer, at, frequent, next_above(frequent))))
  list(at = at, alone = at %in% frequent)
}

next_above <- function(x) x + pmax(abs(x) * 2^-52, 5e-324)

# A grid for one scan, of steps that are so many bins each: 1 where no step needs to be divided for the
# tolerance, and where there is none, when the steps may be more than points.
grid_of_look <- function(inspection, is_positive, points, tolerance) {
  steps <- steps_of_look(inspection, is_positive, min(6, points %/% 8))
  if (is.null(steps)) {
    return(list(pieces = pieces_from(-max_extreme, max_extreme, 1), bins = 1))
  }
  upper <- min(max_pieces - 2L, max(2L, points %/% 4))
  wanted <- function(pieces) {
    if (is.null(tolerance)) coarse_bins else 1.3 * sum(need_of_pieces(pieces))^2 / (2 * tolerance)
  }
  best <- max(wanted(merged_pieces(steps, upper, 1)), coarse_bins)
  is_quick <- is.null(tolerance) || best < 0.9 * points
  # A grid of few pieces is fast, which is worth some more bins.
  growth <- if (is_quick) max(1.25, min(0.9 * points, 4 * coarse_bins) / best) else 1.25
  steps <- merged_pieces(steps, upper, growth)
  left <- points - nrow(steps) - 6
  bins <- max(wanted(steps), coarse_bins)
  number <- if (is.null(tolerance)) bins else if (is_quick) min(bins, left) else left
  need <- need_of_pieces(steps)
  ends <- c(steps$low, steps$high[[nrow(steps)]])
  pieces <- pieces_from(c(-max_extreme, ends), c(ends, max_extreme),
                        c(1, 1 + floor(need / max(sum(need), 5e-324) * number), 1))
  list(pieces = pieces, bins = if (is_quick) 1 else max(1, ceiling(bins / sum(pieces$bins))))
}
