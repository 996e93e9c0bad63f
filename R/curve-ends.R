# Confidence intervals of a measure at the rows of a curve.

# The rows of the curve of each score, with ends for the column `of`: `rows(curve)` makes them, and
# `measures(rows)` says which rows have an interval, `at`, and of which measures, `what`.
rows_with_ends <- function(observed, asked, of, rows, measures) {
  refuse_ways("curve", c(fold = !is.null(observed$sampling$folds)))
  # Thresholds of its curve are those of scores that are turned already.
  alone <- replace(observed, c("names", "turned"), list(NULL, FALSE))
  found <- lapply(seq_along(observed$scores), function(j) {
    alone$scores <- observed$scores[j]
    part <- rows(curves_of_observations(alone)[[1L]])
    asks <- measures(part)
    ends <- list(conf.low = rep(NA_real_, nrow(part)), conf.high = rep(NA_real_, nrow(part)))
    if (length(asks$at) > 0L) {
      estimate <- estimated(alone, check_measure(asks$what), asked)
      ends <- Map(function(end, known) replace(end, asks$at, known), ends, estimate[names(ends)])
    }
    as_frame(append(as.list(part), ends, match(of, names(part))), nrow(part))
  })
  oriented(rows_of_scores(observed, found), observed$turned)
}

# From the rows of each prior, one prior after the other, takes all, or some that are evenly spread.
few_rows <- function(rows, priors, most = 200L) {
  each <- nrow(rows) / priors
  kept <- unique(round(seq(1, each, length.out = min(each, most))))
  rows_of(rows, as.vector(outer(kept, (seq_len(priors) - 1L) * each, `+`)))
}
