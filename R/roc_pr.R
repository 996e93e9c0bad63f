#' Precision over recall
#'
#' The precision (PPV) and the recall (TPR) of every threshold of a curve, at any prevalence, or the precision
#' at recalls that are asked for.
#'
#' @section Definition:
#' The recall is TPR, the precision \eqn{\pi TPR / (\pi TPR + (1 - \pi) FPR)}{
#' pi TPR / (pi TPR + (1 - pi) FPR)} with \eqn{\pi} the `prior`. Where nothing is called positive, in the last
#' row, the precision is 0/0. There it is the limit along the curve, the precision at the highest score,
#' so that a curve has a precision at every recall. (Other programs put 1 there.)
#'
#' Between two thresholds TPR and FPR lie on a straight line, and the precision on a hyperbola (Davis and
#' Goadrich 2006). That is what `recall` gives: at a recall that several thresholds have it is the highest of
#' them, which calls the fewest false positives; at recall 0 the limit. A threshold reaches a recall \eqn{b} that
#' it misses by rounding, at most by \eqn{2^{-50} \min(b, 1 - b) + 2^{-52}}{2^-50 min(b, 1 - b) + 2^-52};
#' 1 is reached exactly.
#'
#' A score that tells nothing has a precision of `prior` at every recall: the baseline of the picture.
#'
#' @section Pictures:
#' `autoplot()` draws the curve with ggplot2, and `plot()` with base graphics: hyperbolas between the
#' thresholds, the baseline at the prior, dashed, and lines of one F1, the harmonic mean of both. Several
#' scores or priors are several lines.
#'
#' @inheritParams roc_measures
#' @param recall Recalls, numbers in \[0, 1\]: the precision is given at these. `NULL`: at all thresholds.
#'
#' @return A data.frame of class `roc_pr`, with a row for each row of `curve` in its order (thresholds
#'   ascend, recalls descend), or for each element of `recall`; all rows of the first prior first:
#'   \item{prior}{The probability of the positive class.}
#'   \item{recall, precision}{In \[0, 1\].}
#'   \item{threshold}{That of the row, or the highest one that reaches the recall.}
#'
#' @section Errors:
#' Those of a curve, see [roc_measures()]; `wroc_error_type`, `wroc_error_missing`, `wroc_error_empty` and
#' `wroc_error_range` for recalls and priors.
#'
#' @section Complexity:
#' \eqn{O(m)} time for \eqn{m} rows and each prior, \eqn{O(\log m)}{O(log m)} for each recall.
#'
#' @source
#' Davis, J. and Goadrich, M. (2006). The relationship between precision-recall and ROC curves.
#' *Proceedings of the 23rd International Conference on Machine Learning*, 233-240,
#' \doi{10.1145/1143844.1143874}.
#'
#' @family decisions from a curve
#' @seealso [auc_pr()] for the area, [roc_prg()] for gains, [roc_measures()] for other measures.
#'
#' @examples
#' curve <- WeightedROC(c(1, 2, 3, 1, 1), c(-1, -1, 1, 1, 1), c(1, 1, 1, 4, 5))
#' roc_pr(curve)
#' roc_pr(curve, prior = c(0.1, 0.5), recall = c(0, 0.05, 0.5))
#'
#' set.seed(1)
#' truth <- rep(0:1, c(180, 20))
#' pr <- roc_pr(WeightedROC(rnorm(200, 2 * truth), truth))
#' plot(pr)
#' if (requireNamespace("ggplot2", quietly = TRUE)) ggplot2::autoplot(pr)
#' @export
roc_pr <- function(curve, prior = NULL, recall = NULL) classed({
  check_given(curve)
  prior <- check_priors(prior)
  if (!is.null(recall)) recall <- check_numbers(recall, "recall", rate_range)
  rows <- for_each_curve(roc_curves(curve), function(curve) {
    columns <- columns_of(curve)
    if (!is.null(recall)) return(unwrap(curve_precision_at(columns, recall, prior)))
    found <- unwrap(curve_precision(columns, prior))
    times <- max(length(prior), 1L)
    as_frame(list(prior = found$prior, recall = rep(columns[[1L]], times), precision = found$precision,
                  threshold = rep(columns[[3L]], times)), nrow(found))
  })
  with_class(rows, "roc_pr")
})
