#' The reject option: two thresholds
#'
#' `roc_reject()` returns the best two thresholds if a decision can be deferred at a cost. Scores below
#' the first are called negative, scores from the second on positive, and those between are rejected: use
#' it if they can be tested further.
#'
#' @details
#' Let \eqn{\pi} be the `prior`, and `rejected_pos` and `rejected_neg` the shares of both classes that are
#' rejected. The expected cost is
#' \deqn{R = \pi (cost_{FN} FNR + cost_{reject} Rej_1 + cost_{TP} TPR) +
#'           (1 - \pi) (cost_{TN} TNR + cost_{reject} Rej_0 + cost_{FP} FPR),}{
#'       R = prior (cost_FN FNR + cost_reject rejected_pos + cost_TP TPR) +
#'           (1 - prior) (cost_TN TNR + cost_reject rejected_neg + cost_FP FPR),}
#' where FNR and TNR are those of the first threshold, and TPR and FPR those of the second. It is the sum of
#' two problems of [roc_optimal()]: whether to call negative or to reject, and whether to reject or to call
#' positive. Their lines of equal cost touch the convex hull at the two points, and have the slopes
#' \deqn{\frac{(1 - \pi)(cost_{reject} - cost_{TN})}{\pi (cost_{FN} - cost_{reject})} \quad\mbox{and}\quad
#'       \frac{(1 - \pi)(cost_{FP} - cost_{reject})}{\pi (cost_{reject} - cost_{TP})}.}{
#'       (1 - prior) (cost_reject - cost_TN) / (prior (cost_FN - cost_reject)) and
#'       (1 - prior) (cost_FP - cost_reject) / (prior (cost_reject - cost_TP)).}
#' Rejection pays only if the first line is the flatter one and a rejection costs less than either error.
#' With errors of cost 1 it must cost less than 1/2 (Chow 1970). Otherwise both thresholds are that of
#' [roc_optimal()], which also breaks ties in the same way.
#'
#' @inheritParams roc_optimal
#' @param cost_reject the cost of a rejection, whatever the class; at least that of a correct decision.
#'   Costs and `prior` may be vectors of one length.
#' @return A data.frame of class `roc_reject` with a row for each problem on each curve:
#'   \item{threshold_negative, threshold_positive}{scores below the first are called negative, from the second
#'     on positive. In a fit with `direction = "<="`: above the first, and up to the second;}
#'   \item{TPR, FPR}{the shares of both classes that are called positive;}
#'   \item{FNR, TNR}{the shares that are called negative;}
#'   \item{rejected_pos, rejected_neg, rejected}{the shares of both classes, and of all, that are rejected;}
#'   \item{risk, risk_optimal}{the expected cost, and the least without rejection;}
#'   \item{slope_negative, slope_positive}{the slopes of the two lines of equal cost;}
#'   and the costs and `prior`. `plot()` and `autoplot()` draw both points on the hull.
#' @section Errors: The errors are those of [roc_optimal()]. `wroc_error_costs` is also raised if a
#'   rejection costs less than a correct decision.
#' @section Complexity: O(m) time for m rows, O(log h) for each of several costs, with h rows on the hull.
#' @references Chow CK (1970). On optimum recognition error and reject tradeoff. IEEE Transactions on
#'   Information Theory 16, 41-46. Tortorella F (2000). An optimal reject rule for binary classifiers. LNCS
#'   1876, 611-620.
#' @family decisions from a curve
#' @examples
#' fit <- weighted_roc(am ~ mpg, mtcars)
#' roc_reject(fit, cost_reject = c(0.1, 0.3, 0.5))
#'
#' curve <- WeightedROC(mtcars$mpg, mtcars$am)
#' roc_reject(curve, cost_reject = 0.2, cost_FN = 2)$rejected
#' @export
roc_reject <- function(x, ..., cost_reject, cost_FP = 1, cost_FN = 1, cost_TP = 0, cost_TN = 0,
                       prior = NULL) classed({
  check_given(x)
  refuse_foreign(x, "x")
  reject <- list(cost_reject = check_numbers(cost_reject, "cost_reject"))
  problems <- check_problems(cost_FP, cost_FN, cost_TP, cost_TN, prior, more = reject)
  costs <- c(problems$more, problems$costs)
  of <- with_prevalence(roc_curves(x, ...), prior)
  result <- for_each_curve(of, function(curve) {
    result <- unwrap(curve_reject(columns_of(curve), costs$cost_reject, problems))
    with_answers_before(result, c(costs, result["prior"]))
  })
  structure(with_class(result, "roc_reject"), hull = plain_frame(hulls_of_curves(of)))
})
