# A sum that is smaller than this, beside the sum of the absolute values of its terms, has lost all of its
# digits, or all but the last ones: it is 0 but for rounding. The core has the same number in `rounding.rs`.
rounding <- 64 * .Machine$double.eps

# By how much a probability may be outside of 0 to 1 by rounding, as in `rounding.rs`.
rounding_of_probabilities <- 16 * .Machine$double.eps

# Scores that are probabilities but for rounding as probabilities; other scores stay.
as_probabilities <- function(scores) {
  outside <- which(scores < 0 & scores >= -rounding_of_probabilities |
                     scores > 1 & scores <= 1 + rounding_of_probabilities)
  if (length(outside) > 0L) scores[outside] <- round(scores[outside])
  scores
}

# The curve of such scores: what is the same probability is one row, that of its lowest score.
curve_of_probabilities <- function(curve) {
  threshold <- if (is.data.frame(curve) && is.list(curve)) .subset2(curve, "threshold")
  if (!is.double(threshold) || is.object(threshold)) return(curve)
  probability <- as_probabilities(threshold)
  scores <- probability[-length(probability)]
  if (identical(probability, threshold) || !all(scores >= 0 & scores <= 1, na.rm = TRUE)) {
    return(curve)
  }
  curve$threshold <- probability
  rows_of(curve, which(!duplicated(probability)))
}
