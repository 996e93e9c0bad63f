#' Convex hull of a ROC curve
#'
#' The rows of a curve that lie on its upper convex hull: the only thresholds
#' that are optimal for some costs and some prior, and for which.
#'
#' @section Definition:
#' The hull is that of the curve's points and of what lies below them. Its rows
#' are the first and the last of the curve and the corners between them. A row
#' on the straight line between its neighbours, up to the rounding of the
#' curve's entries, is no corner. A point inside of an edge is reached by
#' choosing between the thresholds at its ends at random.
#'
#' A corner is the threshold of least risk ([roc_optimal()]) for exactly those
#' costs and priors whose isocost lines ([roc_isocost()]) have a slope between
#' those of the edges at its sides. On the boundary of two ranges both
#' thresholds are optimal; `roc_optimal()` then takes the one with the smaller
#' `FPR`. So the corner for a slope s is that with `slope_low <= s < slope_high`,
#' `findInterval(s, hull$slope_low)`.
#'
#' The ranges of `prior` are those of the probability-cost PC of [roc_cost_curve()], which
#' is the prior when both errors cost the same: they say which corner is optimal for any
#' costs.
#'
#' The area under the hull is `WeightedAUC(roc_hull(curve))`. It is what can be had
#' from the score by choosing thresholds at random, and is not smaller than the
#' area under the curve.
#'
#' @section Complexity:
#' \eqn{O(m)} time and memory for \eqn{m} rows (Graham's scan).
#'
#' @inheritParams roc_measures
#'
#' @return A data.frame with the rows of `curve` on the hull, in its order and
#'   with its columns; a curve itself, which all functions of a curve take. Its
#'   further columns are
#'   \item{slope_low, slope_high}{the isocost slopes for which the row is optimal, in
#'     \[0, Inf\]; 0 is the least of the first row, `Inf` the largest of the last,}
#'   \item{prior_low, prior_high}{the probabilities of the positive class for which
#'     it is optimal when both errors cost the same and right answers nothing, in
#'     \[0, 1\]: 1 / (1 + slope).}
#'
#' @section Errors:
#' Those of a curve, see [roc_measures()].
#'
#' @source
#' Provost, F. and Fawcett, T. (2001). Robust classification for imprecise
#' environments. *Machine Learning* 42, 203-231, section 3,
#' \doi{10.1023/A:1007601015854}. Fawcett, T. (2006). An introduction to ROC
#' analysis. *Pattern Recognition Letters* 27, 861-874, section 6.
#'
#' @family decisions from a curve
#' @seealso [roc_cost_curve()] for the same in terms of costs, [roc_plot()].
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' curve <- WeightedROC(rnorm(100, truth), truth, rexp(100))
#' (hull <- roc_hull(curve))
#' c(curve = WeightedAUC(curve), hull = WeightedAUC(hull))
#'
#' # The best threshold when 30% are positive and errors cost the same:
#' hull[hull$prior_low < 0.3 & 0.3 <= hull$prior_high, c("threshold", "TPR", "FPR")]
#' roc_optimal(curve, prior = 0.3)$threshold
#' @export
roc_hull <- function(curve) classed({
  hulls <- for_each_curve(roc_curves(curve), function(curve) {
    hull <- unwrap(curve_hull(columns_of(curve)))
    with_columns(with_true_negatives(rows_of(curve, hull$row), curve), hull[-1L])
  })
  with_class(hulls, "roc_hull")
})
