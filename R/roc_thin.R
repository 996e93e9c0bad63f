#' Fewer rows for the same ROC curve
#'
#' `roc_thin()` leaves out the rows of a curve that do not change its shape and, if a number of points is
#' given, as many more as needed while the AUC changes little.
#'
#' @details
#' **Rows on a straight line.** With `drop = TRUE` a row on the straight line between its neighbours, up to
#' rounding, is left out: the AUC and the hull do not change. Without ties between the classes the corners of
#' horizontal and vertical steps remain; on average these are at most half of the rows.
#'
#' **A number of points.** Between two points a falling curve stays in the rectangle that they span. Leaving
#' out what lies between them changes the AUC by no more than half of this rectangle. The sum of these halves
#' over all steps that leave rows out bounds the change. The rows that are kept make the largest half as small
#' as possible, which keeps the bound below \eqn{2 / (points - 1)}, mostly a quarter of that.
#'
#' [roc_at()] uses the next threshold that is kept in place of one that is left out.
#'
#' @inheritParams roc_at
#' @param points the largest number of rows to keep, at least 2; `NULL` for any number. The first and the last
#'   row always stay.
#' @param drop `TRUE` leaves out rows on straight lines, `FALSE` keeps them as long as `points` allows.
#' @return A data.frame with the rows that are kept of each curve, in its order and with its columns.
#'   `roc_estimate(thinned, measure = "AUC")` has bounds of the AUC of the whole curve. They are wider where
#'   there are ties between the classes, as they cannot use which steps were straight.
#' @section Errors: Those about a curve, see [roc_at()]; `wroc_error_type`, `wroc_error_length`,
#'   `wroc_error_missing` and `wroc_error_range` for the other arguments.
#' @section Complexity: O(m) time for m rows, and O(k log m) for each of about 60 bisections when k points are
#'   kept.
#' @family parts of a curve and comparisons
#' @seealso [roc_plot()], which thins what it draws; [roc_hull()].
#' @examples
#' fit <- weighted_roc(am ~ mpg + qsec, mtcars)
#' roc_thin(fit, points = 4)
#'
#' set.seed(1)
#' truth <- rep(0:1, each = 5000)
#' curve <- WeightedROC(rnorm(10000, truth), truth)
#' few <- roc_thin(curve, points = 100)
#' roc_estimate(few, conf.level = NULL)[c("estimate", "bound.low", "bound.high")]
#' WeightedAUC(few) - WeightedAUC(curve)
#' @export
roc_thin <- function(x, ..., points = NULL, drop = TRUE) classed({
  if (!is.null(points)) points <- check_numbers(points, "points", points_range, 1L)
  check_flag(drop, "drop")
  for_each_curve(roc_curves(x, ...), function(curve) {
    kept <- unwrap(curve_thin(columns_of(curve), drop, points))
    with_true_negatives(rows_of(curve, kept$row), curve)
  })
})
