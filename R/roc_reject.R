#' The reject option: two thresholds
#'
#' Where a decision may be put off at a cost, the best two thresholds: negative below the first one,
#' positive from the second one on, and undecided between them.
#'
#' @section Definition:
#' With \eqn{\pi} the `prior`, and with both classes' shares that are called negative, rejected and
#' called positive, the expected cost is
#' \deqn{R = \pi (cost_{FN} FNR + cost_{reject} Rej_1 + cost_{TP} TPR) +
#'           (1 - \pi) (cost_{TN} TNR + cost_{reject} Rej_0 + cost_{FP} FPR),}{
#'       R = prior (cost_FN FNR + cost_reject rejected_pos + cost_TP TPR) +
#'           (1 - prior) (cost_TN TNR + cost_reject rejected_neg + cost_FP FPR),}
#' where FNR and TNR are those of the first threshold, and TPR and FPR those of the second one. It falls
#' into two problems of [roc_optimal()]: whether to call negative or to reject, and whether to reject or
#' to call positive. Their isocost lines have the slopes
#' \deqn{\frac{(1 - \pi)(cost_{reject} - cost_{TN})}{\pi (cost_{FN} - cost_{reject})} \quad\mbox{and}\quad
#'       \frac{(1 - \pi)(cost_{FP} - cost_{reject})}{\pi (cost_{reject} - cost_{TP})},}{
#'       (1 - prior) (cost_reject - cost_TN) / (prior (cost_FN - cost_reject)) and
#'       (1 - prior) (cost_FP - cost_reject) / (prior (cost_reject - cost_TP)),}
#' and touch the convex hull at the two points. To reject pays only if the first line is the flatter one: if
#' \eqn{(cost_{reject} - cost_{TN}) (cost_{reject} - cost_{TP}) <
#'      (cost_{FN} - cost_{reject}) (cost_{FP} - cost_{reject})}{
#'      (cost_reject - cost_TN) (cost_reject - cost_TP) < (cost_FN - cost_reject) (cost_FP - cost_reject)}
#' and a rejection costs less than either error; with errors of cost 1, below 1/2 (Chow 1970). Else both
#' thresholds are that of [roc_optimal()]. Ties are broken as there, at each of both points.
#'
#' @section Complexity:
#' \eqn{O(m)} time for \eqn{m} rows, and \eqn{O(\log h)}{O(log h)} for each of several costs, with \eqn{h} the rows of
#' the hull.
#'
#' @inheritParams roc_risk
#' @param cost_reject Cost of deciding nothing, whatever the class. It must not be less than that of a right
#'   answer. Costs and prior may be vectors of one length, or of length 1.
#' @param cost_TP,cost_TN Costs of right answers, 0 by default; gains where they are negative. An error must
#'   not cost less than the right answer for the same class.
#'
#' @return A data.frame of class `roc_reject` with a row for each of the costs and the columns
#'   \item{cost_reject, cost_FP, cost_FN, cost_TP, cost_TN, prior}{the problem,}
#'   \item{threshold_negative, threshold_positive}{scores below the first are called negative, from the second
#'     on positive. In a fit in which low scores mean positive: above the first and up to the second,}
#'   \item{TPR, FPR}{the shares of the positives and of the negatives that are called positive,}
#'   \item{FNR, TNR}{the shares that are called negative,}
#'   \item{rejected_pos, rejected_neg, rejected}{the shares of both classes that are neither, and of all,}
#'   \item{risk, risk_optimal}{the expected cost, and what it is at best if all is decided,}
#'   \item{slope_negative, slope_positive}{the slopes of the two isocost lines.}
#'   `autoplot()` draws the two points on the hull.
#'
#' @section Errors:
#' Those of [roc_optimal()]; `wroc_error_costs` also when a rejection costs less than a right answer.
#'
#' @source
#' Chow, C. K. (1970). On optimum recognition error and reject tradeoff. *IEEE Transactions on Information
#' Theory* 16, 41-46, \doi{10.1109/TIT.1970.1054406}. Tortorella, F. (2000). An optimal reject rule for
#' binary classifiers. *Advances in Pattern Recognition*, LNCS 1876, 611-620.
#'
#' @family decisions from a curve
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' curve <- WeightedROC(rnorm(100, truth), truth, rexp(100))
#' roc_reject(curve, cost_reject = c(0.1, 0.3, 0.5))
#' @export
roc_reject <- function(curve, cost_reject, cost_FP = 1, cost_FN = 1, cost_TP = 0, cost_TN = 0,
                       prior = NULL) classed({
  check_given(curve)
  check_given(cost_reject)
  reject <- list(cost_reject = check_numbers(cost_reject, "cost_reject", finite_number))
  problems <- check_problems(cost_FP, cost_FN, cost_TP, cost_TN, prior, more = reject)
  check_errors_cost(problems$costs)
  cost_reject <- problems$more$cost_reject
  check_rejection_costs(cost_reject, problems$costs)
  found <- for_each_curve(roc_curves(curve), function(curve) {
    found <- unwrap(curve_reject(columns_of(curve), cost_reject, unname(problems$costs), problems$prior))
    behind <- behind_costs(problems, found$prior, found)
    as_frame(c(list(cost_reject = cost_reject), as.list(behind)), nrow(behind))
  })
  structure(with_class(found, "roc_reject"), hull = plain_frame(roc_hull(curve)))
})

check_rejection_costs <- function(cost_reject, costs) {
  for (right in c("cost_TP", "cost_TN")) {
    fault <- match(TRUE, cost_reject < costs[[right]])
    if (!is.na(fault)) {
      raise_costs(c("cost_reject", right), "at least", c(list(cost_reject = cost_reject), costs), fault)
    }
  }
}
