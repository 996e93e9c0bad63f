#' Fewer rows for the same ROC curve
#'
#' `roc_thin()` returns a curve without the rows that do not change its shape. With a number of points it
#' leaves out further rows and keeps the change of the AUC small. Use it to draw or store long curves.
#'
#' @details
#' **Rows on a straight line.** With `drop = TRUE` a row on the straight line between its neighbours, up to
#' rounding, is left out: the AUC and the hull do not change. Without ties between the classes the corners of
#' horizontal and vertical steps remain; on average these are at most half of the rows.
#'
#' **A number of points.** A monotone curve stays in the rectangle that two of its points span. Leaving
#' out the points between them changes the AUC by at most half of this rectangle. The sum of these halves
#' bounds the change. The rows kept make the largest half as small as possible, so the bound is below
#' \eqn{2 / (points - 1)}, mostly a quarter of that.
#'
#' [roc_at()] replaces a threshold that is left out by the next one that is kept.
#'
#' @inheritParams roc_at
#' @param points the largest number of rows to keep, at least 2; `NULL` for any number. The first and the last
#'   row always stay.
#' @param drop `TRUE` leaves out rows on straight lines, `FALSE` keeps them as long as `points` allows.
#' @return A data.frame with the rows that are kept of each curve, in its order and with its columns.
#'   `roc_estimate(thinned, measure = "AUC")` has bounds of the AUC of the whole curve. They are wider
#'   with ties between the classes, because the thinned curve does not show which steps were straight.
#' @section Errors: Errors about a curve are those of [roc_at()]; others are `wroc_error_type`,
#'   `wroc_error_length`, `wroc_error_missing` and `wroc_error_range` for the other arguments.
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
  if (!is.null(points)) points <- check_numbers(points, "points", 1L, "at_least_two")
  check_flag(drop, "drop")
  without_neighbours(for_each_curve(roc_curves(x, ...), function(curve) {
    kept <- unwrap(curve_thin(columns_of(curve), drop, points))
    with_true_negatives(rows_of(curve, kept$row), curve)
  }))
})
