#' Cost-based partial area under a ROC curve
#'
#' The part of the area in which a classifier costs less than a random one: above the
#' line on which it costs the same, and below the curve.
#'
#' @section Definition:
#' Of what errors cost more than right answers, let \eqn{\rho} be the `share` of the false negatives,
#' \deqn{\rho = \frac{cost_{FN} - cost_{TP}}{cost_{FN} - cost_{TP} + cost_{FP} - cost_{TN}},}{
#'       rho = (cost_FN - cost_TP) / (cost_FN - cost_TP + cost_FP - cost_TN),}
#' and let \eqn{\pi} be the `prior`. The classifier
#' that says positive with probability \eqn{\pi}, whatever the score, has, in units of that sum and
#' above what right answers cost, the expected
#' cost \eqn{\pi (1 - \pi)}. The points of this cost lie on the line
#' \deqn{y = 1 - \frac{1 - \pi}{\rho} + \frac{1 - \rho}{\rho} \,
#'           \frac{1 - \pi}{\pi} \, x.}{
#'       y = 1 - (1 - pi) / rho + ((1 - rho) / rho) ((1 - pi) / pi) x.}
#' What lies above this line is better than this random classifier, though not always
#' better than saying the same of everybody: [roc_optimal()] gives the risks of that. The
#' height above the line, times \eqn{\rho \pi}{rho pi}, is the cost that is saved. The area is
#' \deqn{pAUC = \int_0^1 \max(0, TPR(x) - \max(0, y(x))) \, dx,}{
#'       pAUC = integral from 0 to 1 of max(0, TPR(x) - max(0, y(x))) dx,}
#' `max_pAUC` is the same for the perfect curve, \eqn{TPR = 1}, and the `ratio` of both
#' says how much of what can be gained the score does gain. The areas are exact, also
#' where the line meets 0 or the curve between two points.
#'
#' @section Accuracy and complexity:
#' Compensated sums of exact polygons; mostly \eqn{O(m + k \log m)}{O(m + k log m)} time for \eqn{m}
#' rows and \eqn{k} costs, as often as there are different priors.
#'
#' @inheritParams roc_risk
#' @param cost_TP,cost_TN Costs of right answers, 0 by default; gains where they are negative. No error
#'   must cost less than the right answer for the same class, and one of both must cost more.
#'
#' @return A data.frame with a row for each of the costs: `cost_FP`, `cost_FN`, `cost_TP`, `cost_TN`,
#'   `prior`, `share`, the line's `intercept` and `slope`, `pAUC`, `max_pAUC` and
#'   `ratio` = pAUC / max_pAUC, in \[0, 1\].
#'
#' @section Errors:
#' Those of a curve, see [roc_measures()]; `wroc_error_type`, `wroc_error_length`,
#' `wroc_error_missing` and `wroc_error_range` for costs and prior; `wroc_error_costs`
#' when an error costs less than the right answer, or no error costs more.
#'
#' @source
#' The lines of equal cost are those of Provost, F. and Fawcett, T. (2001). Robust
#' classification for imprecise environments. *Machine Learning* 42, 203-231,
#' \doi{10.1023/A:1007601015854}. Partial areas go back to McClish, D. K. (1989). Analyzing
#' a portion of the ROC curve. *Medical Decision Making* 9, 190-195.
#'
#' @family parts of a curve and comparisons
#' @seealso [roc_partial_auc()] for intervals of rates, [roc_plot()] for a picture.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' curve <- WeightedROC(rnorm(100, truth), truth, rexp(100))
#' share <- c(0.2, 0.5, 0.8)
#' roc_cost_auc(curve, cost_FP = 1 - share, cost_FN = share)
#'
#' # A miss costs five times as much as a false alarm, and 10% are positive
#' roc_cost_auc(curve, cost_FN = 5, prior = 0.1)
#' @export
roc_cost_auc <- function(curve, cost_FP = 1, cost_FN = 1, cost_TP = 0, cost_TN = 0,
                         prior = NULL) classed({
  check_given(curve)
  problems <- check_problems(cost_FP, cost_FN, cost_TP, cost_TN, prior)
  check_errors_cost(problems$costs, more = "one")
  shares <- cost_shares(problems$costs)
  for_each_curve(roc_curves(curve), function(curve) {
    found <- cost_areas(columns_of(curve), shares, problems$prior)
    behind_costs(problems, found$prior, found)
  })
})

# What is computed once for a curve and a prior serves for all costs.
cost_areas <- function(columns, shares, prior) {
  areas_of <- function(rows, prior) {
    unwrap(curve_cost_area(columns, shares$FP[rows], shares$FN[rows], prior))
  }
  if (is.null(prior)) {
    return(areas_of(seq_along(shares$FN), NULL))
  }
  rows <- split(seq_along(prior), match(prior, unique(prior)))
  found <- do.call(rbind, unname(Map(areas_of, rows, unique(prior))))
  rows_of(found, order(unlist(rows, use.names = FALSE)))
}

# By how much errors cost more than right answers, divided by the sum of both.
cost_shares <- function(costs) {
  FN <- excess_of(costs$cost_FN, costs$cost_TP)
  FP <- excess_of(costs$cost_FP, costs$cost_TN)
  larger <- pmax(FN, FP)
  list(FN = share_of(FN / larger, FP / larger), FP = share_of(FP / larger, FN / larger))
}

# The largest doubles are too far apart for one.
excess_of <- function(error, right) pmin(error - right, .Machine$double.xmax)

share_of <- function(one, other) one / (one + other)
