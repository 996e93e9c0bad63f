#' Fewer rows for the same ROC curve
#'
#' Leaves out the rows of a curve that say nothing about its shape, and, if a number
#' of points is given, as many more as must go, so that the area changes little.
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
#'   columns. [roc_bounds()] says how far the area can be from that of `curve`. It can't know which
#'   steps were straight, and gives wider bounds where there are ties between the classes.
#'
#' @section Errors:
#' Those of a curve, see [roc_measures()]; `wroc_error_type`, `wroc_error_length`,
#' `wroc_error_missing` and `wroc_error_range` for the other arguments.
#'
#' @family parts of a curve and comparisons
#' @seealso [roc_plot()], which thins what it draws; [roc_hull()].
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 5000)
#' curve <- WeightedROC(rnorm(10000, truth), truth, rexp(10000))
#' corners <- roc_thin(curve)
#' few <- roc_thin(curve, points = 100)
#' c(curve = nrow(curve), corners = nrow(corners), few = nrow(few))
#' roc_bounds(few)
#' WeightedAUC(few) - WeightedAUC(curve)
#' @export
roc_thin <- function(curve, points = NULL, drop = TRUE) classed({
  check_given(curve)
  if (!is.null(points)) {
    points <- check_numbers(points, "points", points_range, 1L)
  }
  check_flag(drop, "drop")
  for_each_curve(roc_curves(curve), function(curve) {
    kept <- unwrap(curve_thin(columns_of(curve), drop, points))
    with_true_negatives(rows_of(curve, kept$row), curve)
  })
})
