#' The best threshold under a bound on one kind of error
#'
#' The Neyman-Pearson rule: the largest true positive rate that keeps the false
#' positive rate within a bound, or the smallest false positive rate that keeps the
#' false negative rate within one.
#'
#' @section Definition:
#' For `max_FPR` the columns `TPR` to `FP` are those of the threshold with the
#' largest `TPR` among all with `FPR <= max_FPR`; of several, the one with the
#' smallest `FPR`. For `max_FNR` it is the threshold with the smallest `FPR` among
#' all with \eqn{FN / W_1 \le}{FN / W1 <=} `max_FNR`; of several, the one with the
#' largest `TPR`. There is always one, for every bound: the threshold `Inf` calls
#' nothing positive, the first threshold calls everything positive.
#'
#' A bound \eqn{b} may be passed by rounding, at most by
#' \eqn{2^{-50} \min(b, 1 - b) + 2^{-52}}{2^-50 min(b, 1 - b) + 2^-52},
#' so `FPR` can be larger than `max_FPR` by that much; bounds of 0 and 1 hold exactly.
#'
#' A bound mostly falls between two thresholds. A classifier that uses the lower
#' threshold with a certain probability, and the higher one otherwise, reaches the
#' bound exactly, and with it the point of the curve at the bound. The same on the
#' convex hull ([roc_hull()]) is better or equal: it chooses between two thresholds
#' that may lie farther apart. By the lemma of Neyman and Pearson no classifier that sees only the
#' score can do better than the hull in these data.
#'
#' Where a score is `Inf`, two thresholds are written `Inf`: the one that calls this score positive,
#' and the last one, which calls nothing positive.
#'
#' @section Complexity:
#' \eqn{O(m + k \log m)}{O(m + k log m)} time for \eqn{m} rows and \eqn{k} bounds.
#'
#' @inheritParams roc_measures
#' @param max_FPR,max_FNR Bounds on the false positive or on the false negative rate:
#'   numbers in \[0, 1\]. Exactly one of the two arguments is to be given.
#'
#' @return A data.frame with a row for each bound and the columns
#'   \item{max_FPR or max_FNR}{the bound,}
#'   \item{TPR, FPR, threshold, FN, FP}{the row of the curve that is best under it,}
#'   \item{TPR_curve or FPR_curve}{the rate on the curve at the bound, the upper end
#'     of a vertical and the left end of a horizontal step,}
#'   \item{threshold_low, threshold_high, probability}{the two thresholds that reach
#'     this point, and the probability of using the lower one. Where a row of the
#'     curve lies at the bound, both are its threshold and the probability is 0,}
#'   \item{TPR_hull or FPR_hull, hull_threshold_low, hull_threshold_high,
#'     hull_probability}{the same on the convex hull.}
#'
#' @section Errors:
#' Those of a curve, see [roc_measures()]; `wroc_error_type`, `wroc_error_missing` and
#' `wroc_error_range` for the bounds; `wroc_error_choice` when both or none are given.
#'
#' @source
#' Neyman, J. and Pearson, E. S. (1933). On the problem of the most efficient tests of
#' statistical hypotheses. *Philosophical Transactions of the Royal Society A* 231,
#' 289-337. Provost, F. and Fawcett, T. (2001). Robust classification for imprecise
#' environments. *Machine Learning* 42, 203-231, section 4.2,
#' \doi{10.1023/A:1007601015854}.
#'
#' @family decisions from a curve
#' @seealso [roc_constrained()] for several bounds at once, also on the share that is called positive and on
#'   the predictive value; [roc_optimal()] where costs are known, [roc_plot()].
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' curve <- WeightedROC(rnorm(100, truth), truth, rexp(100))
#' roc_neyman_pearson(curve, max_FPR = c(0, 0.05, 0.1))
#' roc_neyman_pearson(curve, max_FNR = 0.1)
#'
#' # The random choice reaches the bound exactly
#' rule <- roc_neyman_pearson(curve, max_FPR = 0.1)
#' ends <- roc_at(curve, c(rule$threshold_low, rule$threshold_high))
#' sum(ends$FPR * c(rule$probability, 1 - rule$probability))
#' @export
roc_neyman_pearson <- function(curve, max_FPR = NULL, max_FNR = NULL) classed({
  check_given(curve)
  check_one_of(max_FPR, max_FNR, c("max_FPR", "max_FNR"))
  by_FPR <- !is.null(max_FPR)
  name <- if (by_FPR) "max_FPR" else "max_FNR"
  bound <- check_numbers(if (by_FPR) max_FPR else max_FNR, name, rate_range)
  rate <- if (by_FPR) "TPR" else "FPR"
  for_each_curve(roc_curves(curve), function(curve) {
    rules <- unwrap(curve_neyman_pearson(columns_of(curve), bound, if (by_FPR) "FPR" else "FNR"))
    names(rules) <- sub("^value", rate, sub("^value$", "value_curve", names(rules)))
    as_frame(c(structure(list(bound), names = name), rules), length(bound))
  })
})
