#' Tallies of observations, for streams and for data in parts
#'
#' A tally has the weights of both classes for each score, or for each bin of scores. Tallies of
#' chunks of a file, of days, or of parts of a cluster are made apart and merged, and a tally gives
#' the curve. Memory is bounded by the number of rows of the tallies, not of observations.
#'
#' @section Exact tallies and bins:
#' Without `points` a tally has a row for each distinct score, and the curve is that of
#' [WeightedROC()] for all observations together.
#'
#' With `points` neighbouring scores share a row when there would be more rows than that. The bins
#' are those of a grid that does not depend on the data: the scores in a bin of level \eqn{l} share
#' all but the last \eqn{l} of the 64 bits of a double, taken in the order of the doubles. The bins
#' of a level are those of the level below, two and two together, so that tallies that were made
#' apart always fit together; a merger is of the highest level among them, or of a higher one if it
#' takes that to keep to `points`. In any order and any grouping mergers give the same rows; the
#' sums of weights agree but for one rounding: what a sum loses by it is kept beside the tally, and goes
#' into the next merger, so that 100,000 of them lose nothing. A bin is about \eqn{2^{l-52}}{2^(l - 52)} of its score
#' wide, so bins are finest near 0. For probabilities near 1 give `guess - 1`, or a logit.
#'
#' A score that is very frequent should have a bin of its own, and 0 has as long as bins are narrow:
#' for scores that are clipped or censored at a value, give their distance from it. A tally of
#' 100,000 rows takes 9 to 14 MB, so that there is no need to be sparing: the bound on the area falls as
#' the number of rows grows.
#'
#' Each row stands at the least score of its bin, where the curve is exact: the curve of a tally is
#' the exact one with rows left out, and [roc_bounds()] says how far its area can be off.
#'
#' @section How sure:
#' [auc_ci()] takes a tally in place of observations. What an observation adds to the variance of the area
#' depends on its score, its class and its weight alone, so that the sums of squared weights by row and
#' class are enough, and sums of fourth powers for the degrees of freedom. From an exact tally the interval
#' is that of the observations; see [auc_ci()] for bins.
#'
#' @section Keeping days, and a window of them:
#' Keep the tally of each day, and merge those of the window again: that takes as long as the rows of the
#' tallies, not of the observations. There is no subtraction. Bins that one day had brought together stay
#' together, so that the difference of two tallies would not be the tally of the days between, and
#' differences of rounded sums leave small weights where there are none, even negative ones.
#'
#' @section Few observations in a bin:
#' With `min_count` a bin that has fewer observations of positive weight, of both classes together, is joined
#' with its neighbours, from the lowest score up. In what roc_tally() gives, and in all mergers of it, no row
#' counts fewer. That is a rule for tallies that leave a house, no more: scores in the columns `score` and
#' `score_max` are those of somebody; a bin may have one class only, which says what class all in it are; and
#' the difference of two tallies, of days of which one has an observation more, tells that observation.
#' Bins that were joined are on no grid. Where those of two houses overlap they are joined by
#' [roc_merge()], so that bins grow in mergers; with a number of `points` that leaves most bins far more
#' than `min_count` observations few have to be joined.
#'
#' @section Labels of a chunk:
#' A chunk may lack a class, and then numbers may not say which one: labels that are all 0 or all -1
#' are negatives, labels that are all 2 are positives, but labels that are all 1 may be either,
#' which is an error. Give `positive`, the label of the positive class, in every chunk. A factor
#' must have two levels, the later of which is positive.
#'
#' @section Complexity:
#' A chunk takes the time of [WeightedROC()], a merger \eqn{O(r \log r)}{O(r log r)} for \eqn{r}
#' rows in all.
#'
#' @inheritParams auc_wmw
#' @param guess Scores, one vector, as in [WeightedROC()].
#' @param label Classes as in [WeightedROC()], of which a chunk may lack one; see above.
#' @param points The largest number of rows, at least 1; `NULL` for a row for each distinct score.
#' @param na.rm `TRUE` to leave out observations in which the score, the label or the weight is missing.
#' @param positive The value of `label` that is positive; all others are negative. By default as in
#'   [WeightedROC()].
#' @param min_count The smallest number of observations that a row may have; see below.
#'
#' @return `roc_tally()` and `roc_merge()`: a data.frame of class `roc_tally`, which has a row for
#'   each score or bin, ascending, and the double columns
#'   \item{score}{the least score of the bin,}
#'   \item{positive, negative}{the weights of the classes in it,}
#'   \item{scores}{1 when the bin has one distinct score, else a number of distinct scores that it
#'     has at least,}
#'   \item{score_max}{the greatest score of the bin,}
#'   \item{positive2, negative2}{the sums of the squared weights of the classes,}
#'   \item{positive4, negative4}{the sums of the fourth powers of the weights,}
#'   \item{n_pos, n_neg}{the numbers of observations of positive weight.}
#'   Sums that are not known, or that no double holds, are `NA`. Its attribute `level` is the level of the
#'   grid, 0 for an exact tally; `rows` is the number of rows and `totals` the weights of the classes, so that a
#'   tally of which rows were left out or changed by hand is an error and no curve; `lost` is what rounding
#'   took from the sums. Where the weights of a class are so large or small that no double would hold their powers,
#'   the attribute `units` has a power of two for the negatives and one for the positives: the sums of powers are
#'   those of weights divided by it. Write a tally by its table, see [as_roc_tally()], or by [saveRDS()].
#'
#'   `roc_from_tally()`: a curve as that of [WeightedROC()], with a further column `scores_below`: how
#'   many distinct scores lie below the threshold, or, where bins have several, at least lie there.
#'   See [roc_bounds()].
#'
#' @section Errors:
#' Those of [WeightedROC()], but for classes that are not there; `wroc_error_labels` for labels that
#' do not say which class they are; `wroc_error_type` for a tally where there should be scores;
#' `wroc_error_tally` for what is no tally, or has lost rows; `wroc_error_range` for a `min_count` above the
#' number of observations. A curve
#' needs weight in both classes: `wroc_error_no_weight`.
#'
#' @source
#' The grid is that of radix sorts of floating-point numbers: Terdiman, P. (2000). Radix sort
#' revisited. For the bound, see [roc_bounds()].
#'
#' @family curves of large data
#' @seealso [roc_bounds()], [roc_thin()].
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, 5000)
#' score <- rnorm(10000, truth)
#' weight <- rexp(10000)
#'
#' # In ten chunks, at most 500 rows at any time
#' total <- NULL
#' for (chunk in split(1:10000, rep(1:10, each = 1000))) {
#'   tally <- roc_tally(score[chunk], truth[chunk], weight[chunk], points = 500)
#'   total <- roc_merge(total, tally, points = 500)
#' }
#' curve <- roc_from_tally(total)
#' roc_bounds(curve)
#' auc_wmw(score, truth, weight)
#'
#' # Exactly
#' first <- roc_tally(score[1:5000], truth[1:5000])
#' exact <- roc_merge(first, roc_tally(score[5001:10000], truth[5001:10000]))
#' WeightedAUC(roc_from_tally(exact)) - auc_wmw(score, truth)
#'
#' # The interval, from the tally alone
#' auc_ci(total)
#' auc_ci(score, truth, weight)
#' @export
roc_tally <- function(guess, label, weight = NULL, points = NULL, positive = NULL,
                      na.rm = FALSE, min_count = NULL) classed({
  observed <- observations_of(guess, label, weight, NULL, positive, na.rm, several = FALSE,
                              classes = classes_of_chunk)
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
#' @param ... Tallies, or lists of tallies. `NULL` is left out: a stream may begin with it.
#' @export
roc_merge <- function(..., points = NULL) classed({
  points <- check_points_of_tally(points)
  tallies <- unlist(lapply(list(...), function(x) {
    if (is.null(x) || is.list(x) && !is.object(x)) x else list(x)
  }), recursive = FALSE)
  if (length(tallies) == 0L) {
    raise("tally", "`roc_merge()` needs a tally at least.", argument = "...")
  }
  columns <- lapply(tallies, columns_of_tally, argument = "...")
  units <- unlist(lapply(tallies, units_of_tally, argument = "..."))
  level <- max(vapply(tallies, function(tally) as.double(attr(tally, "level")), 0))
  tally_of_core(unwrap(tallies_merge(columns, units, level, points)))
})

# Its curve, with a further column `scores_below`: how many scores lie below each threshold.
curve_of_tally <- function(tally) {
  curve <- unwrap(tally_curve(columns_of_tally(tally, "x")))
  curve$scores_below <- c(0, cumsum(curve$scores[-nrow(curve)]))
  curve$scores <- NULL
  curve
}

# The attributes `rows` and `totals` tell when some were left out or changed; `units` are those of the
# weights in sums of powers, of negatives and positives.
as_tally <- function(columns, level, lost = NULL, units = c(1, 1)) {
  columns <- as.list(columns)
  rows <- length(columns[[1L]])
  structure(as_frame(columns, rows), class = c("roc_tally", "data.frame"), level = level, rows = rows,
            totals = totals_of_tally(columns), lost = lost, units = if (any(units != 1)) units)
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
