#' Tallies: ROC curves from streams and from data in parts
#'
#' A tally has the weights of both classes for each score, or for each bin of scores. Tallies of chunks of a
#' file, of days, or of parts of a cluster are made apart and merged by `c()`; memory is bounded by the number
#' of rows, not of observations. A tally gives the curve, the AUC and its interval.
#'
#' @details
#' **Bins.** Without `points` a tally has a row for each distinct score, and its curve is that of all
#' observations together. With `points`, neighbouring scores share a row where there would be more rows. Bins
#' are those of a grid that does not depend on the data: doubles that agree in all but their last `level`
#' bits. So tallies made apart fit together, and in any order and grouping mergers give the same rows. Bins
#' are finest near 0: for probabilities near 1 give `x - 1`, or a logit. Rounding errors of sums are kept
#' beside the sums and go into the next merger.
#'
#' **Use.** Every function of a curve accepts a tally. [auc_ci()] has the interval of the AUC; `bound.low` and
#' `bound.high` bound the error that bins make. `weighted_roc(tally)` is a fit. [auc_test()] compares two
#' independent tallies. There is no subtraction: keep the tally of each day and merge those of a window again.
#'
#' **Few observations in a bin.** With `min_count`, bins with fewer observations are joined with their
#' neighbours, also in mergers. That is no protection of persons: `score` and `score_max` are somebody's, and
#' the difference of two tallies can tell one observation.
#'
#' **Labels of a chunk.** A chunk may lack a class. Labels that are all 0 or all -1 are negatives, all 2
#' positives; all 1 is an error. Give `positive` in every chunk.
#'
#' @param x a vector of scores; for the methods a tally.
#' @param label the classes, as in [roc_observations()]; a chunk may lack one.
#' @param weight non-negative weights, or NULL for weights of 1.
#' @param points the largest number of rows, at least 1; NULL for a row for each distinct score.
#' @param positive the value of `label` that is positive; all others are negative.
#' @param na.rm TRUE leaves out observations with a missing score, label or weight.
#' @param min_count the smallest number of observations in a row.
#' @param ... tallies, for `c()`; NULL is left out. Anything else is an error.
#' @param row.names,optional ignored, there for the generic.
#' @return A list of class `roc_tally`. `as.data.frame()` gives its table, see [as_roc_tally()]: a row for
#'   each score or bin, ascending, with
#'   \item{score, score_max}{the least and the greatest score in the bin,}
#'   \item{scores}{1 for a bin of one distinct score, else a number of distinct scores that it has at least,}
#'   \item{positive, negative}{the sums of weights of the classes,}
#'   \item{positive2, negative2, positive4, negative4}{the sums of squares and of fourth powers of weights,
#'     `NA` if unknown,}
#'   \item{n_pos, n_neg}{the numbers of observations with positive weight.}
#' @section Errors:
#' Those of [WeightedROC()], except for absent classes; `wroc_error_labels` for labels that do not say which
#' class they are; `wroc_error_tally` for what is not a tally or was changed, `wroc_error_version` for a tally
#' of another version; `wroc_error_range` for a `min_count` above the number of observations.
#' @section Complexity: a chunk takes the time of [WeightedROC()], a merger O(r log r) for r rows.
#' @references Terdiman P (2000). Radix sort revisited: the order of doubles by their bits.
#' @seealso [as_roc_tally()], [roc_tally_sql()] and [roc_collect()] for databases.
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, 5000)
#' score <- rnorm(10000, truth)
#' weight <- rexp(10000)
#'
#' # In ten chunks, at most 500 rows at any time
#' total <- roc_tally(numeric(), numeric())
#' for (chunk in split(1:10000, rep(1:10, each = 1000))) {
#'   total <- c(total, roc_tally(score[chunk], truth[chunk], weight[chunk]), points = 500)
#' }
#' auc_ci(total)
#' weighted_roc(total)
#' auc_ci(score, truth, weight)
#' @export
roc_tally <- function(x, label, weight = NULL, points = NULL, positive = NULL, na.rm = FALSE,
                      min_count = NULL) classed({
  check_given(x)
  refuse_no_scores(x, "x")
  if (missing(label)) raise_absent("label", instead_of_observations(x))
  observed <- observations_of(x, label, weight, NULL, positive, na.rm, several = FALSE,
                              classes = classes_of_chunk, designs = FALSE)
  points <- check_points_of_tally(points)
  min_count <- if (is.null(min_count)) 0 else check_numbers(min_count, "min_count", at_least_one, 1L)
  if (length(observed$label) == 0L) {
    check_min_count(0, min_count)
    return(tally_without_rows())
  }
  tally <- tally_of_core(about_observations(observed, {
    unwrap(chunk_tally(observed$scores[[1L]], observed$label, observed$weights, points, min_count),
           observed$label)
  }))
  check_min_count(sum(tally$n_pos, tally$n_neg), min_count)
  tally
})

#' @rdname roc_tally
#' @export
c.roc_tally <- function(..., points = NULL) classed({
  points <- check_points_of_tally(points)
  tallies <- list(...)
  tallies <- tallies[!vapply(tallies, is.null, NA)]
  columns <- lapply(tallies, columns_of_tally, argument = "...")
  units <- unlist(lapply(tallies, units_of_tally, argument = "..."))
  level <- max(vapply(tallies, function(tally) as.double(tally$level), 0))
  tally_of_core(unwrap(tallies_merge(columns, units, level, points)))
})

#' @rdname roc_tally
#' @export
as.data.frame.roc_tally <- function(x, row.names = NULL, optional = FALSE, ...) classed(table_of_tally(x))

#' @export
print.roc_tally <- function(x, ...) {
  cat(format(x), sep = "\n")
  invisible(x)
}

#' @export
format.roc_tally <- function(x, ...) {
  totals <- totals_of_tally(x)
  c(sprintf("Tally of %s observations in %s rows%s", number(sum(x$n_pos, x$n_neg)), number(length(x$score)),
            if (all(x$scores == 1)) ", one for each score" else ""),
    sprintf("Weights: %s positive, %s negative", number(totals[["positive"]]), number(totals[["negative"]])))
}

# Its curve, with a further column `scores_below`: how many scores lie below each threshold.
curve_of_tally <- function(tally) {
  curve <- unwrap(tally_curve(columns_of_tally(tally, "x")))
  curve$scores_below <- c(0, cumsum(curve$scores[-nrow(curve)]))
  curve$scores <- NULL
  curve
}

# A list, as no package that binds data.frames may take it for one. `totals` tell when weights were changed;
# `units` are those of the weights in sums of powers, of negatives and positives.
as_tally <- function(columns, level, lost = NULL, units = c(1, 1)) {
  columns <- as.list(columns)
  structure(c(columns, list(level = level, totals = totals_of_tally(columns), lost = lost,
                            units = if (any(units != 1)) units, format = 1L)), class = "roc_tally")
}

tally_of_core <- function(found) {
  columns <- as.list(found$tally)
  powers <- columns_of_tallies[6:11]
  columns[powers] <- lapply(columns[powers], without_nan)
  # Most tallies were rounded nowhere.
  lost <- as.list(found$lost)
  exact <- all(vapply(lost, function(column) all(column == 0), NA))
  as_tally(columns, found$level, if (!exact) lost, found$units)
}

without_nan <- function(x) if (anyNA(x)) replace(x, is.na(x), NA_real_) else x

tally_without_rows <- function() {
  columns <- structure(rep(list(numeric()), length(columns_of_tallies)), names = columns_of_tallies)
  as_tally(columns, 0)
}

totals_of_tally <- function(tally) {
  c(positive = sum(tally$positive), negative = sum(tally$negative))
}

check_min_count <- function(found, min_count) {
  if (found < min_count) {
    message <- sprintf("`min_count` must be at most the number of observations with weight, %s, not %s.",
                       number(found), number(min_count))
    raise("range", message, argument = "min_count", value = min_count)
  }
}

check_points_of_tally <- function(points) {
  if (is.null(points)) NULL else check_numbers(points, "points", at_least_one, 1L)
}
