#' Fewer rows for the same ROC curve
#'
#' Leaves out the rows of a curve that say nothing about its shape, and, if a number
#' of points is given, as many more as must go, with a bound on what that changes.
#'
#' @section Rows on a straight line:
#' With `drop = TRUE` a row on the straight line between its neighbours, up to the
#' rounding of the curve's entries, is left out: the area and the hull do not change.
#' Without ties between the classes a curve goes in horizontal and vertical steps, and
#' their corners remain: where the class changes from one score to the next. With a share
#' \eqn{p} of positives and a score that says nothing these are \eqn{2 p (1 - p)}{
#' 2 p (1 - p)} of the rows, so never more than half of them on the average, and fewer the
#' better the score is.
#'
#' @section A number of points:
#' Between two points a falling curve stays in the rectangle that they span. Leaving
#' out what lies between them changes the area by no more than half of this rectangle,
#' whatever the curve does there. The sum of these halves, \eqn{\sum dFPR \, dTPR / 2}{
#' sum dFPR dTPR / 2} over all steps that leave rows out, is the bound. The rows
#' that are kept make the largest half as small as it can be with so many rows. That
#' keeps the bound below \eqn{2 / (points - 1)}, mostly a quarter of that. What really
#' changes is much less, because a curve that bends little fills half of each rectangle.
#'
#' Thresholds that are left out are gone: [roc_at()] takes the next one that is kept.
#'
#' @section Complexity:
#' \eqn{O(m)} time for \eqn{m} rows, and \eqn{O(k \log m)}{O(k log m)} for each of about
#' 60 bisections when \eqn{k} points are to be kept.
#'
#' @inheritParams roc_measures
#' @param points The largest number of rows to keep, at least 2; `NULL` for any number.
#'   The first and the last row always stay.
#' @param drop `TRUE` to leave out rows on straight lines, `FALSE` to keep them as long
#'   as `points` allow.
#'
#' @return A data.frame with the rows of `curve` that are kept, in its order and with its
#'   columns, and the column `scores`: how many distinct scores the step from this row to the next
#'   merges, 0 in the last row. [roc_bounds()] reads it. Its attribute `area_bound` is a number: a
#'   bound on how far `WeightedAUC()` of the result is from that of `curve`, 0 when only rows on
#'   straight lines were left out. (`roc_bounds()` can't know which merged steps were straight, and
#'   gives wider bounds where ties were merged.)
#'
#'   The columns of [roc_collect()] that tell what is inside of a step are merged, too.
#'
#' @section Errors:
#' Those of a curve, see [roc_measures()]; `wroc_error_type`, `wroc_error_length`,
#' `wroc_error_missing` and `wroc_error_range` for the other arguments.
#'
#' @seealso [roc_plot()], which thins what it draws; [roc_hull()].
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 5000)
#' curve <- WeightedROC(rnorm(10000, truth), truth, rexp(10000))
#' corners <- roc_thin(curve)
#' few <- roc_thin(curve, points = 100)
#' c(curve = nrow(curve), corners = nrow(corners), few = nrow(few))
#' attr(few, "area_bound")
#' WeightedAUC(few) - WeightedAUC(curve)
#' @export
roc_thin <- function(curve, points = NULL, drop = TRUE) {
  columns <- columns_of(curve)
  if (!is.null(points)) {
    points <- check_numbers(points, "points", points_range, 1L)
  }
  thinned <- unwrap(curve_thin(columns, check_flag(drop, "drop"), points))
  kept <- steps_of(curve, thinned$rows$row)
  attr(kept, "area_bound") <- thinned$bound
  kept
}
