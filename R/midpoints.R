# Thresholds between the scores: each classifies the scores of the curve as its row's own threshold does.

# The rows of a curve, or what was made of them, with these thresholds. The threshold that classifies every
# score as positive is -Inf.
with_midpoints <- function(rows, curve) {
  threshold <- columns_of(curve)[[3L]]
  rows$threshold <- midpoints_below(threshold)[match(rows$threshold, threshold)]
  rows
}

# The middle of each threshold and the one before it, -Inf for the first. Nothing lies in the middle of two
# that are neighbours, or that are infinite: then it is the upper one.
midpoints_below <- function(threshold) {
  last <- length(threshold)
  low <- threshold[-last]
  high <- threshold[-1L]
  middle <- (low + high) / 2
  beyond <- is.infinite(middle) & is.finite(low) & is.finite(high)
  middle[beyond] <- low[beyond] / 2 + high[beyond] / 2
  between <- is.finite(middle) & middle > low & middle <= high & is.finite(high)
  c(-Inf, ifelse(between, middle, high))
}
