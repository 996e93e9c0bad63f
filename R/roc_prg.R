#' Precision-recall-gain curve
#'
#' `roc_prg()` returns the gains of precision and recall, whose area has a meaning (Flach and Kull 2015).
#' Use it to compare scores for rare positives by an area.
#'
#' @details
#' Let \eqn{\pi} be the `prior`, which is the precision of a score without information.
#' \deqn{recall\ gain = \frac{recall - \pi}{(1 - \pi)\, recall}
#'       = 1 - \frac{\pi}{1 - \pi} \frac{FNR}{TPR}, \quad
#'       precision\ gain = \frac{precision - \pi}{(1 - \pi)\, precision} = 1 - \frac{FPR}{TPR}.}{
#'       recall gain = (recall - pi) / ((1 - pi) recall) = 1 - pi FNR / ((1 - pi) TPR),
#'       precision gain = (precision - pi) / ((1 - pi) precision) = 1 - FPR / TPR.}
#' Both are 0 at \eqn{\pi} and 1 at best. Calling everything positive has a recall gain of 1 and a precision
#' gain of 0. The curve is straight between thresholds, and so are lines of equal F1.
#'
#' The curve begins at the recall \eqn{\pi}, where the recall gain is 0, usually within a step of the ROC
#' curve. That point is the last row. A precision below \eqn{\pi} has a negative gain, without a lower
#' bound. The area is `roc_estimate(x, measure = "prg_AUC")`. It ranks models as the mean of their F1
#' does; the area under precision and recall does not.
#'
#' @inheritParams roc_pr
#' @return A data.frame of class `roc_prg`. Each curve and prior has a row for each threshold with a
#'   recall of at least the prior, and one for the beginning:
#'   \item{recall_gain}{in \[0, 1\], descending;}
#'   \item{precision_gain}{at most 1;}
#'   \item{threshold}{in the last row the score of which only some observations are called positive;}
#'   \item{prior}{the prevalence.}
#' @section Errors: Errors about a curve are those of [roc_at()]; others are `wroc_error_type`,
#'   `wroc_error_missing`, `wroc_error_empty` and `wroc_error_range` for priors.
#' @section Complexity: O(m) time for m rows and each prior.
#' @references Flach PA, Kull M (2015). Precision-recall-gain curves: PR analysis done right. NIPS 28,
#'   838-846.
#' @family decisions from a curve
#' @seealso [roc_pr()] for precision and recall themselves.
#' @examples
#' fit <- weighted_roc(am ~ mpg + qsec, mtcars)
#' plot(roc_prg(fit))
#' roc_estimate(fit, measure = "prg_AUC", conf.level = NULL)
#'
#' roc_prg(WeightedROC(c(0.8, 0.8, 0.6, 0.4, 0.4, 0.2), c(1, 1, 0, 0, 1, 0)))
#' @export
roc_prg <- function(x, ..., prior = NULL) classed({
  prior <- check_priors(prior)
  rows <- for_each_curve(with_prevalence(roc_curves(x, ...), prior), function(curve) {
    prior_last(unwrap(curve_gains(columns_of(curve), prior)))
  })
  with_class(rows, "roc_prg")
})

prior_last <- function(result) result[c(setdiff(names(result), "prior"), "prior")]
