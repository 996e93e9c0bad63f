#' Convex hull of an ROC curve
#'
#' `roc_hull()` returns the rows of a curve on its upper convex hull. Use it to find the thresholds that
#' can ever be optimal, and for which costs and prevalences.
#'
#' @details
#' The rows are the first and the last of the curve and the corners between them. A row on the straight
#' line between its neighbours, up to rounding, is not a corner. A random choice between the thresholds at
#' the ends of an edge attains the points inside it.
#'
#' A corner has the least risk ([roc_optimal()]) if the slope of the lines of equal cost lies between
#' those of its two edges. On the boundary both thresholds are optimal, and `roc_optimal()` returns the
#' one with the smaller `FPR`. The corner for a slope s has `slope_low <= s < slope_high`:
#' `findInterval(s, hull$slope_low)`. The ranges of `prior` are those of the probability-cost of
#' [roc_cost_curve()], which is the prior if both errors cost the same.
#'
#' The AUC of the hull, `WeightedAUC(roc_hull(curve))`, is the best that the score allows if thresholds
#' may be chosen at random. Its confidence interval is `roc_estimate(fit, measure = "AUCH")`.
#'
#' @inheritParams roc_at
#' @return A data.frame of class `roc_hull`, for each curve the rows on its hull with all columns: a curve
#'   itself. Further columns are
#'   \item{slope_low, slope_high}{the slopes of lines of equal cost for which the row is optimal, in \[0,
#'     Inf\];}
#'   \item{prior_low, prior_high}{the prevalences for which the row is optimal if both errors cost the
#'     same and correct decisions nothing: 1 / (1 + slope).}
#' @section Errors: Errors about a curve are those of [roc_at()].
#' @section Complexity: O(m) time and memory for m rows (Graham's scan).
#' @references Provost F, Fawcett T (2001). Robust classification for imprecise environments. Machine Learning
#'   42, 203-231. Fawcett T (2006). An introduction to ROC analysis. Pattern Recognition Letters 27, 861-874.
#' @family decisions from a curve
#' @seealso [roc_cost_curve()] for the same in terms of costs.
#' @examples
#' fit <- weighted_roc(am ~ mpg, mtcars)
#' (hull <- roc_hull(fit))
#'
#' # The best threshold when 30 % are positive and errors cost the same
#' hull[hull$prior_low < 0.3 & 0.3 <= hull$prior_high, c("threshold", "TPR", "FPR")]
#' roc_optimal(fit, prior = 0.3)$threshold
#' @export
roc_hull <- function(x, ...) classed(with_class(hulls_of_curves(roc_curves(x, ...)), "roc_hull"))

hulls_of_curves <- function(of) {
  for_each_curve(of, function(curve) {
    hull <- unwrap(curve_hull(columns_of(curve)))
    with_columns(with_true_negatives(rows_of(curve, hull$row), curve), hull[-1L])
  })
}
