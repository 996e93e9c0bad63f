# Confidence intervals of a measure at the rows of a curve.

# The rows of the curve of each score, or of some rows of it that are evenly spread, with ends for the column `of`:
# `rows(curve)` makes them, and `measures(rows)` says which rows have an interval, `at`, and of which measures, `what`.
rows_with_ends <- function(observations, spec, of, rows, measures, limit = 200L) {
  refuse_ways("curve", c(fold = !is.null(observations$sampling$folds)))
  # Thresholds of its curve are those of scores that are turned already.
  single <- replace(observations, c("names", "turned"), list(NULL, FALSE))
  result <- lapply(seq_along(observations$scores), function(j) {
    single$scores <- observations$scores[j]
    part <- rows(for_each_score(single, function(score) {
      about_label(few_rows_of_curve(score, single$label, single$weights, limit), score, single$label)
    })[[1L]])
    asks <- measures(part)
    ends <- list(conf.low = rep(NA_real_, nrow(part)), conf.high = rep(NA_real_, nrow(part)))
    if (length(asks$at) > 0L) {
      estimate <- estimated(single, check_measure(asks$what), spec)
      ends <- Map(function(end, known) replace(end, asks$at, known), ends, estimate[names(ends)])
    }
    as_frame(append(as.list(part), ends, match(of, names(part))), nrow(part))
  })
  oriented(rows_of_scores(observations, result), observations$turned)
}
