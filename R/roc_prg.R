#' Precision gain over recall gain
#'
#' The curve of precision and recall on scales on which its area can be read (Flach and Kull 2015).
#'
#' @section Definition:
#' With \eqn{\pi} the `prior`, the precision of a score that tells nothing,
#' \deqn{recall\ gain = \frac{recall - \pi}{(1 - \pi)\, recall} = 1 - \frac{\pi}{1 - \pi} \frac{FNR}{TPR}, \quad
#'       precision\ gain = \frac{precision - \pi}{(1 - \pi)\, precision} = 1 - \frac{FPR}{TPR}.}{
#'       recall gain = (recall - pi) / ((1 - pi) recall) = 1 - pi FNR / ((1 - pi) TPR),
#'       precision gain = (precision - pi) / ((1 - pi) precision) = 1 - FPR / TPR.}
#' Both are 0 at \eqn{\pi} and 1 at best. Always saying positive has a recall gain of 1 and a precision
#' gain of 0. Between two thresholds the curve is a straight line, and so are its lines of one F1.
#'
#' Only what is found beyond a recall of \eqn{\pi} counts: the curve begins with a recall gain of 0, which lies
#' within a step of the ROC curve in most cases. That point is the last row. A precision below \eqn{\pi} is a
#' negative gain, without a lower bound. The area, `prg_area` in [roc_pr_auc()] and [auc_pr()], is that under the straight lines,
#' negative where they are. It ranks models as a mean of their F1 does, which the area under precision and recall does not.
#'
#' @inheritParams roc_pr
#'
#' @return A data.frame of class `roc_prg`, with a row for each row of `curve` with a recall of the prior or
#'   more, in its order, and one for the beginning; all rows of the first prior first:
#'   \item{prior}{The probability of the positive class.}
#'   \item{recall_gain}{In \[0, 1\], descending.}
#'   \item{precision_gain}{At most 1.}
#'   \item{threshold}{That of the row. In the row of the beginning, the score of which only some observations
#'     need to be called positive for a recall of the prior.}
#'
#' @section Errors:
#' Those of a curve, see [roc_measures()]; `wroc_error_type`, `wroc_error_missing`, `wroc_error_empty` and
#' `wroc_error_range` for priors.
#'
#' @section Complexity:
#' \eqn{O(m)} time for \eqn{m} rows and each prior.
#'
#' @source
#' Flach, P. A. and Kull, M. (2015). Precision-Recall-Gain curves: PR analysis done right. *Advances in Neural
#' Information Processing Systems* 28, 838-846.
#'
#' @family decisions from a curve
#' @seealso [roc_pr()], and [roc_pr_auc()] for the area.
#'
#' @examples
#' curve <- WeightedROC(c(0.8, 0.8, 0.6, 0.4, 0.4, 0.2), c(1, 1, 0, 0, 1, 0))
#' roc_prg(curve)
#' roc_pr_auc(curve)$prg_area
#' plot(roc_prg(curve))
#' @export
roc_prg <- function(curve, prior = NULL) classed({
  check_given(curve)
  prior <- check_priors(prior)
  rows <- for_each_curve(roc_curves(curve), function(curve) {
    unwrap(curve_gains(columns_of(curve), prior))
  })
  with_class(rows, "roc_prg")
})
