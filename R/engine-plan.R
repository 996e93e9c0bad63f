# Where the steps of a curve are to be, from what is known of the scores.

# place_in_tree() needs them to be this few.
max_pieces <- 24L
coarse_bins <- 1024

# How much a step needs to be divided: where n bins are shared out by need, the halves of their
# rectangles add up to the square of the needs' sum, divided by 2 n. Steps of one class need few bins,
# but not none.
need_of <- function(steps) {
  positive <- steps$positive / sum(steps$positive)
  negative <- steps$negative / sum(steps$negative)
  sqrt(positive * negative) + 0.01 * (positive + negative)
}

is_extreme <- function(steps) side_of(steps$score) != 0

# Pieces in which the grid is linear, with what is needed to merge them. Those that are `alone` have one
# score. Quarters, because a difference may overflow.
pieces_of_need <- function(low, high, need, single = FALSE) {
  width <- high / 4 - low / 4
  total <- sum(width)
  width <- if (total > 0) pmax(width / total, .Machine$double.xmin) else rep(1, length(low))
  as_frame(list(low = low, high = high, width = width, density = need^2 / width,
                alone = rep_len(single, length(low))), length(low))
}

# A linear grid of n bins over a width w leaves w / (2 n) * sum(need^2 / width) open, so that the need of a
# piece is the square root of w * sum(need^2 / width).
need_of_pieces <- function(pieces) ifelse(pieces$alone, 0, sqrt(pieces$width * pieces$density))

# Merges neighbours where that costs least: to no more than `most` pieces, and while there need be no
# more than `growth` times as many bins as for those.
merged_pieces <- function(pieces, upper, growth) {
  pieces <- merged_in_pairs(pieces, 8 * upper)
  limit <- NULL
  repeat {
    need <- sum(need_of_pieces(pieces))
    if (is.null(limit) && nrow(pieces) <= upper) limit <- sqrt(growth) * need
    more <- costs_of_merging(pieces)
    at <- which.min(more)
    if (length(at) == 0L || !is.finite(more[[at]])) break
    if (!is.null(limit) && need + more[[at]] > limit) break
    pieces <- with_next_ones(pieces, at)
  }
  pieces
}

# Of many pieces the cheaper half of the pairs is merged at once, so that thousands take no longer than some.
merged_in_pairs <- function(pieces, upper) {
  first <- 1L
  while (nrow(pieces) > upper) {
    pairs <- seq(first, nrow(pieces) - 1L, by = 2L)
    more <- costs_of_merging(pieces)[pairs]
    cheap <- pairs[is.finite(more) & more <= stats::median(more)]
    if (length(cheap) == 0L) break
    pieces <- with_next_ones(pieces, cheap)
    first <- 3L - first
  }
  pieces
}

# The additional bins that each piece and the next one need when they are joined.
costs_of_merging <- function(pieces) {
  first <- seq_len(nrow(pieces) - 1L)
  second <- first + 1L
  apart <- need_of_pieces(pieces)
  together <- sqrt((pieces$width[first] + pieces$width[second]) *
                     (pieces$density[first] + pieces$density[second]))
  ifelse(pieces$alone[first] | pieces$alone[second], Inf, together - apart[first] - apart[second])
}

# No two of them are neighbours.
with_next_ones <- function(pieces, at) {
  pieces$high[at] <- pieces$high[at + 1L]
  pieces$width[at] <- pieces$width[at] + pieces$width[at + 1L]
  pieces$density[at] <- pieces$density[at] + pieces$density[at + 1L]
  pieces[-(at + 1L), ]
}

# The pieces for steps that are known, and how many steps each is to have.
plan_of <- function(steps, points) {
  need <- need_of(steps)[!is_extreme(steps)]
  steps <- steps[!is_extreme(steps), ]
  if (nrow(steps) == 0L) {
    return(list(pieces = pieces_from(0, 0, 1), need = 0))
  }
  last <- steps$last
  # From a step to the next, but the pieces end where the scores do.
  pieces <- pieces_of_need(steps$score, c(steps$score[-1L], last[length(last)]), need)
  pieces <- merged_pieces(pieces, min(max_pieces, points %/% 2), 1.25)
  need <- need_of_pieces(pieces)
  # Each has one step, so has each end beyond the extremes, and a curve has a last row.
  left <- points - nrow(pieces) - 3
  ends <- c(match(pieces$low[-1L], steps$score) - 1L, length(last))
  list(pieces = pieces_from(pieces$low, last[ends], 1 + floor(need / sum(need) * left)),
       need = sum(need))
}

# The number of bins per step that leaves about this much open.
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
