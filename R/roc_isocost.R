#' Lines of equal expected cost
#'
#' The straight lines in the ROC plane on which every classifier has the same
#' expected cost, ready for `ggplot2::geom_abline()` or `abline()`.
#'
#' @section Definition:
#' With \eqn{\pi} the `prior`, the points of one risk \eqn{R} (see [roc_risk()])
#' lie on a line with
#' \deqn{slope = \frac{(1 - \pi)(cost_{FP} - cost_{TN})}
#'                    {\pi (cost_{FN} - cost_{TP})}, \qquad
#'       intercept = \frac{\pi cost_{FN} + (1 - \pi) cost_{TN} - R}
#'                        {\pi (cost_{FN} - cost_{TP})}.}{
#'       slope = (1 - prior) (cost_FP - cost_TN) / (prior (cost_FN - cost_TP)),
#'       intercept = (prior cost_FN + (1 - prior) cost_TN - R) / (prior (cost_FN - cost_TP)).}
#' All lines of the same costs and prior are parallel; the higher one has the
#' smaller risk. The one that touches the curve from above does so at the
#' optimal threshold.
#'
#' @inheritParams roc_risk
#' @param cost_TP,cost_TN Costs of right answers, 0 by default; gains where they are negative. Each must
#'   be less than the cost of the error for the same class: otherwise there is no such line, or better
#'   classifiers cost more.
#' @param FPR,TPR Points that the lines are to go through: numbers in \[0, 1\], one
#'   `TPR` for each `FPR`.
#' @param risk Risks that the lines are to have: finite numbers.
#'
#' Without points and risks, the line through the point of [roc_optimal()].
#'
#' @return A data.frame with a row for each line, all of them for the first costs, then for the next
#'   ones: `cost_FP`, `cost_FN`, `cost_TP`, `cost_TN`, `prior`, `slope`, `intercept` and `risk`.
#'
#' @section Errors:
#' Those of a curve, see [roc_measures()]; `wroc_error_type`, `wroc_error_length`,
#' `wroc_error_missing` and `wroc_error_range` for numbers; `wroc_error_costs` when
#' an error costs no more than the right answer; `wroc_error_choice` when both
#' points and risks are given, or only one coordinate.
#'
#' @section Complexity:
#' \eqn{O(m)} time for \eqn{m} rows of the curve.
#'
#' @source
#' Provost, F. and Fawcett, T. (2001). Robust classification for imprecise
#' environments. *Machine Learning* 42, 203-231, equation 1,
#' \doi{10.1023/A:1007601015854}: iso-performance lines.
#'
#' @family decisions from a curve
#' @seealso [roc_optimal()], [roc_plot()].
#'
#' @examples
#' curve <- WeightedROC(c(1, 2, 3, 1, 1), c(-1, -1, 1, 1, 1), c(1, 1, 1, 4, 5))
#' (line <- roc_isocost(curve, cost_FP = 2))
#' plot(TPR ~ FPR, curve, type = "l", asp = 1)
#' abline(line$intercept, line$slope, lty = 2)
#'
#' # Lines through given points, and of given risks
#' roc_isocost(curve, prior = 0.5, FPR = c(0, 0.5), TPR = c(0.2, 0.9))
#' roc_isocost(curve, prior = 0.5, risk = c(0.1, 0.2))
#' @export
roc_isocost <- function(curve, cost_FP = 1, cost_FN = 1, cost_TP = 0, cost_TN = 0, prior = NULL,
                        FPR = NULL, TPR = NULL, risk = NULL) classed({
  check_given(curve)
  problems <- check_problems(cost_FP, cost_FN, cost_TP, cost_TN, prior)
  check_errors_cost(problems$costs, more = TRUE)
  points <- check_points(FPR, TPR, risk)
  if (!is.null(risk)) risk <- check_numbers(risk, "risk", finite_number)
  lines <- for_each_curve(roc_curves(curve), function(curve) {
    lines <- unwrap(curve_isocost(columns_of(curve), unname(problems$costs), problems$prior,
                                  points, risk))
    fault <- match(FALSE, is.finite(lines$slope))
    if (!is.na(fault)) {
      raise("costs", "The costs and the prior differ by too much: the slope of the line is infinite.",
            argument = "cost_FP", value = lines$slope[[fault]])
    }
    behind_costs(problems, lines$prior, lines)
  })
  with_class(lines, "roc_isocost")
})

check_points <- function(FPR, TPR, risk) {
  if (is.null(FPR) && is.null(TPR)) {
    return(NULL)
  }
  if (is.null(FPR) || is.null(TPR) || !is.null(risk)) {
    raise("choice", "Give points by `FPR` and `TPR`, or give `risk`.",
          argument = c("FPR", "TPR", "risk"))
  }
  FPR <- check_numbers(FPR, "FPR", rate_range)
  list(FPR, check_numbers(TPR, "TPR", rate_range, length(FPR)))
}
