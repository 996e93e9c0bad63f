#' Expected cost of every threshold, and the threshold of least expected cost
#'
#' What a classification costs on the average when errors and right answers have
#' costs and the positive class a probability (Bayes risk), and the threshold
#' at which that is least.
#'
#' @section Definition:
#' With \eqn{\pi} the `prior`,
#' \deqn{R = \pi (cost_{TP} TPR + cost_{FN} FNR) + (1 - \pi)
#'           (cost_{FP} FPR + cost_{TN} TNR).}{
#'       R = prior (cost_TP TPR + cost_FN FNR) + (1 - prior) (cost_FP FPR + cost_TN TNR).}
#' With the defaults it is the weight of the errors divided by the total weight
#' (weighted zero-one loss). With `prior = 0.5` it is \eqn{(1 - J) / 2}, so that
#' the optimal threshold is Youden's point, where \eqn{J = TPR - FPR} is
#' greatest. Only ratios of costs matter for where the optimum lies.
#'
#' The rates of a curve do not depend on how large a share of the weights each
#' class has; the costs and the prior bring the population in. Give the `prior`
#' whenever the sample has been enriched with one class and its weights do not
#' put that right. `FN` and `FP` stay the weights of the observations, whatever the prior.
#'
#' @section Ties:
#' Thresholds are compared by what errors cost more than right answers. What differs by less than the
#' rounding of the curve's entries (16 times 2^-52, relative) counts as equal. Of equal thresholds `roc_optimal()` takes the
#' one with the smallest `FPR`, then that with the largest `TPR`.
#'
#' @section Complexity:
#' \eqn{O(m)} time for \eqn{m} rows, and for each of several costs \eqn{O(m)} for `roc_risk()` and
#' \eqn{O(\log h)}{O(log h)} for `roc_optimal()`, with \eqn{h} the rows of the hull. The optimum is looked for among the rows of
#' the convex hull ([roc_hull()]): no other can be optimal.
#'
#' @inheritParams roc_measures
#' @param cost_FP,cost_FN Costs of calling a negative positive and a positive
#'   negative: finite numbers, in any unit; 1 by default. Costs and prior may be vectors of one
#'   length, or of length 1, for an answer to each.
#' @param cost_TP,cost_TN Costs of right answers, 0 by default. A negative cost is a gain, so that
#'   utilities can be given with their sign turned. For `roc_optimal()` an error must not cost less
#'   than the right answer for the same class.
#' @param prior Probability of the positive class, in (0, 1). By default
#'   the share of the positive class in the weights,
#'   \eqn{W_1 / (W_1 + W_0)}{W1 / (W1 + W0)}.
#' @param midpoints Whether the threshold is reported that lies half way to the score below, as in
#'   [roc_at()].
#'
#' @return Data.frames that begin with the columns `cost_FP`, `cost_FN`, `cost_TP`, `cost_TN` and
#'   `prior`. `roc_risk()`: all rows of `curve` for the first costs, then for the next ones, with its
#'   columns and `risk`, in the unit of the costs.
#'
#'   `roc_optimal()`: a row for each of the costs, the row of `curve` of the least `risk`, and what it
#'   competes with:
#'   \item{risk_positive}{the risk of always saying positive,}
#'   \item{risk_negative}{of always saying negative,}
#'   \item{risk_random}{of saying positive with probability `prior`, whatever the
#'     score. It is `prior * (1 - prior)` when right answers cost nothing and
#'     `cost_FP + cost_FN = 1`.}
#'
#' @section Errors:
#' Those of a curve, see [roc_measures()]; `wroc_error_type`, `wroc_error_length`,
#' `wroc_error_missing` and `wroc_error_range` for costs and prior, and
#' `wroc_error_costs` when an error costs less than the right answer.
#'
#' @source
#' Provost, F. and Fawcett, T. (2001). Robust classification for imprecise
#' environments. *Machine Learning* 42, 203-231, equation 1,
#' \doi{10.1023/A:1007601015854}.
#'
#' @family decisions from a curve
#' @seealso [roc_isocost()] for the lines of equal risk, [roc_hull()] for all
#'   thresholds that are optimal for some costs.
#'
#' @examples
#' curve <- WeightedROC(c(1, 2, 3, 1, 1), c(-1, -1, 1, 1, 1), c(1, 1, 1, 4, 5))
#' roc_risk(curve)
#' roc_optimal(curve)
#'
#' # False alarms are ten times as bad as misses, and positives are rare:
#' roc_optimal(curve, cost_FP = 10, cost_FN = 1, prior = 0.05)
#'
#' # Youden's point
#' roc_optimal(curve, prior = 0.5)
#'
#' # Several priors
#' roc_optimal(curve, prior = c(0.2, 0.5, 0.8))
#'
#' # Gains: to find a positive is worth 10, a false alarm costs 1
#' roc_optimal(curve, cost_FP = 1, cost_FN = 0, cost_TP = -10)
#'
#' plot(risk ~ threshold, roc_risk(curve), subset = is.finite(threshold), type = "S")
#' @export
roc_risk <- function(curve, cost_FP = 1, cost_FN = 1, cost_TP = 0, cost_TN = 0,
                     prior = NULL) classed({
  check_given(curve)
  problems <- check_problems(cost_FP, cost_FN, cost_TP, cost_TN, prior)
  for_each_curve(roc_curves(curve), function(curve) {
    found <- unwrap(curve_risk(columns_of(curve), unname(problems$costs), problems$prior))
    blocks <- repeated_rows(curve, length(problems$costs[[1L]]))
    risks <- behind_costs(problems, found$prior, with_columns(blocks, found["risk"]))
    with_true_negatives(risks, curve)
  })
})

#' @rdname roc_risk
#' @export
roc_optimal <- function(curve, cost_FP = 1, cost_FN = 1, cost_TP = 0, cost_TN = 0,
                        prior = NULL, midpoints = FALSE) classed({
  check_given(curve)
  problems <- check_problems(cost_FP, cost_FN, cost_TP, cost_TN, prior)
  check_errors_cost(problems$costs)
  check_flag(midpoints, "midpoints")
  best <- for_each_curve(roc_curves(curve), function(curve) {
    found <- unwrap(curve_optimal(columns_of(curve), unname(problems$costs), problems$prior))
    risks <- found[c("risk", "risk_positive", "risk_negative", "risk_random")]
    rows <- rows_of(curve, found$row)
    if (midpoints) rows <- with_midpoints(rows, curve)
    behind_costs(problems, found$prior, with_columns(rows, risks))
  })
  with_class(best, "roc_optimal")
})
