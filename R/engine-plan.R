# Where the steps of a curve are to be, from what is known of the scores.

# So few because of place_in_tree().
most_pieces <- 24L
coarse_bins <- 1024

# So many bins of the first scan that there need be no second one, if a curve may have as many rows.
bins_of_first <- function(tolerance, points) {
  if (may_be_only(tolerance, points)) max(ceiling(1.3 / tolerance), coarse_bins) else coarse_bins
}

may_be_only <- function(tolerance, points) 1.3 / tolerance < 0.9 * points

# A coarse grid of all scores by quantiles of some, which come closer to each other at the ends.
coarse_pieces <- function(scores, bins) {
  scores <- sort(scores[is.finite(scores) & abs(scores) <= most_extreme])
  ends <- 2^(0:5) / 2048
  ranks <- c(0, ends, seq(1 / 20, 19 / 20, length.out = most_pieces - 15L), 1 - rev(ends), 1)
  knots <- unique(scores[1 + round(ranks * max(0, length(scores) - 1))])
  knots <- knots[!is.na(knots)]
  low <- c(-most_extreme, knots)
  high <- c(knots, most_extreme)
  between <- rep(ceiling(bins / max(1, length(knots))), max(0, length(knots) - 1L))
  pieces_from(low, high, c(1, between, rep(1, length(low) - length(between) - 1L)))
}

# The coarse steps of facts: weights of the classes, and observations that count.
coarse_steps <- function(facts, positive) {
  facts <- facts[facts$weight > 0 & !is.na(facts$bin) & !is.na(facts$label), ]
  group <- match(facts$bin, sort(unique(facts$bin)))
  is_positive <- facts$label == positive
  by_class <- function(column, of_class) as.vector(tapply(facts[[column]] * of_class, group, sum))
  steps <- list(
    positive = by_class("weight", is_positive), negative = by_class("weight", !is_positive),
    score = as.vector(tapply(facts$low, group, min)),
    last = as.vector(tapply(facts$high, group, max)),
    rows = as.vector(tapply(facts$rows, group, sum)), positives = by_class("rows", is_positive)
  )
  for (power in intersect(c("2", "4"), sub("weight", "", names(facts)))) {
    steps[[paste0("positive", power)]] <- by_class(paste0("weight", power), is_positive)
    steps[[paste0("negative", power)]] <- by_class(paste0("weight", power), !is_positive)
  }
  as_frame(steps, max(group))
}

# How much a step needs to be divided: where n bins are shared out by need, the halves of their
# rectangles add up to the square of the needs' sum, divided by 2 n. Steps of one class need few bins,
# but not none.
need_of <- function(steps) {
  positive <- steps$positive / sum(steps$positive)
  negative <- steps$negative / sum(steps$negative)
  sqrt(positive * negative) + 0.01 * (positive + negative)
}

# Steps that should have been divided, but for the extreme ones.
is_crowded <- function(steps) {
  need <- need_of(steps)
  need > 0.01 * sum(need) & steps$last > steps$score & !is_extreme(steps)
}

is_extreme <- function(steps) pmax(abs(steps$score), abs(steps$last)) > most_extreme

# Pieces in which the grid may be linear, merged from steps where that costs least: a linear grid of n
# bins over a width w leaves w / (2 n) * sum(need^2 / width) open, so that the need of the piece is the
# square root of w * sum(need^2 / width).
plan_of <- function(steps, points) {
  need <- need_of(steps)[!is_extreme(steps)]
  steps <- steps[!is_extreme(steps), ]
  if (nrow(steps) == 0L) {
    return(list(pieces = pieces_from(0, 0, 1), need = 0))
  }
  low <- steps$score
  # Quarters, because a difference may overflow.
  width <- c(diff(low / 4), 0) + c(rep(0, length(low) - 1L), (steps$last - low)[length(low)] / 4)
  total <- sum(width)
  width <- if (total > 0) pmax(width / total, .Machine$double.xmin) else 1
  density <- need^2 / width
  high <- steps$last
  while (length(low) > min(most_pieces, points %/% 2)) {
    pairs <- seq_len(length(low) - 1L)
    apart <- sqrt(width * density)
    together <- sqrt((width[pairs] + width[pairs + 1L]) * (density[pairs] + density[pairs + 1L]))
    at <- which.min(together - apart[pairs] - apart[pairs + 1L])
    high[[at]] <- high[[at + 1L]]
    width[[at]] <- width[[at]] + width[[at + 1L]]
    density[[at]] <- density[[at]] + density[[at + 1L]]
    low <- low[-(at + 1L)]
    high <- high[-(at + 1L)]
    width <- width[-(at + 1L)]
    density <- density[-(at + 1L)]
  }
  need <- sqrt(width * density)
  # Each has one step, so has each end beyond the extremes, and a curve has a last row.
  left <- points - length(low) - 3
  list(pieces = pieces_from(low, high, 1 + floor(need / sum(need) * left)), need = sum(need))
}

# So many bins a step that about this much is left open.
bins_for <- function(tolerance, plan) {
  max(1, ceiling(1.2 * plan$need^2 / (2 * tolerance) / sum(plan$pieces$bins)))
}

# Whether some rows, the first ones, allow for no more distinct scores than points. Scores that come
# three times or more are frequent and tell nothing of the others; of k others that are as frequent as
# each other, a share 1 / k of the pairs would tie, and of others not so even, more.
may_be_few <- function(scores, points) {
  counts <- counts_of(scores)
  if (length(scores) < 2000L) {
    return(length(counts) <= points)
  }
  rest <- sum(counts[counts < 3])
  pairs <- rest * (rest - 1) / 2
  # With some room for chance.
  sum(counts == 2) >= pairs / points / 2 - 3
}

# Whether it makes much fewer rows to add them up by score, by the same token.
groups_rows <- function(scores, n) {
  counts <- counts_of(scores)
  rest <- sum(counts[counts < 3])
  pairs <- max(rest * (rest - 1) / 2, 1)
  share <- rest / length(scores)
  share / (1 + n * share * sum(counts == 2) / pairs) < 0.8
}

counts_of <- function(scores) tabulate(match(scores, unique(scores)))
