#' Precision-recall curve
#'
#' `roc_pr()` returns the precision (PPV) and the recall (TPR) of every threshold of a curve, or the
#' precision at given recalls. Use it for rare positives, at any prevalence.
#'
#' @details
#' The precision is \eqn{\pi TPR / (\pi TPR + (1 - \pi) FPR)}{pi TPR / (pi TPR + (1 - pi) FPR)} with
#' \eqn{\pi} the `prior`. In the last row nothing is called positive, and the precision is 0/0. It is
#' replaced by its limit along the curve, the precision at the highest score. (Other programs use 1.)
#'
#' Between two thresholds TPR and FPR lie on a straight line, and the precision on a hyperbola (Davis and
#' Goadrich 2006). If several thresholds have the same `recall`, the precision is the highest of them,
#' with the fewest false positives; at recall 0 it is the limit. A threshold attains a recall \eqn{b} if
#' it falls short of it by rounding, at most by \eqn{2^{-50} \min(b, 1 - b) + 2^{-52}}{2^-50 min(b, 1 - b)
#' + 2^-52}; 1 is attained exactly.
#'
#' With `conf.level` the intervals are those of [roc_estimate()] at each threshold; they are pointwise. At
#' given recalls there are no intervals, because the precision between two thresholds is that of a random
#' choice between them.
#'
#' A score without information has a precision of `prior` at every recall: the dashed baseline of the plot.
#' `plot()` and `autoplot()` draw hyperbolas between the thresholds and lines of equal F1.
#'
#' @param x a fit, a curve, a tally, or scores with the label and other arguments of [roc_observations()] behind
#'   them; for `plot()` the result.
#' @param ... those arguments; for `plot()` `col`, `lty`, `lwd`, `legend` and `add` as in [plot.weighted_roc()],
#'   and arguments of [graphics::plot.default()].
#' @param recall recalls at which the precision is given, numbers in \[0, 1\]; by default those of all
#'   thresholds.
#' @param prior the prevalence of the positive class; by default its share in the weights. Several priors
#'   follow one after the other.
#' @param conf.level the confidence level of pointwise intervals of the PPV at each threshold; `NULL` for
#'   none.
#' @param R the number of replicates, where the variance is that of a bootstrap.
#' @return A data.frame of class `roc_pr` with a row for each threshold of each curve (thresholds ascend,
#'   recalls descend), or for each `recall`: `recall`, `precision`, `threshold` (the highest that reaches the
#'   recall) and `prior`. With `conf.level` also `conf.low` and `conf.high`, at up to 200 thresholds; they are
#'   `NA` where nothing is called positive.
#' @section Errors: Errors about a curve are those of [roc_at()]; others are `wroc_error_type`,
#'   `wroc_error_missing`, `wroc_error_empty` and `wroc_error_range` for recalls and priors.
#' @section Complexity: O(m) time for m rows and each prior, O(log m) for each recall.
#' @references Davis J, Goadrich M (2006). The relationship between precision-recall and ROC curves. ICML 23,
#'   233-240.
#' @family decisions from a curve
#' @seealso [roc_estimate()] with `measure = "AP"` (average precision) or `"pr_AUC"` for the area, [roc_prg()]
#'   for gains.
#' @examples
#' fit <- weighted_roc(am ~ mpg + qsec, mtcars)
#' roc_pr(fit, recall = c(0.5, 0.9))
#' plot(roc_pr(fit))
#' roc_estimate(fit, measure = c("AP", "pr_AUC"), conf.level = NULL)
#'
#' # Where one in ten is positive
#' head(roc_pr(WeightedROC(mtcars$mpg, mtcars$am), prior = 0.1), 3)
#' @export
roc_pr <- function(x, ..., recall = NULL, prior = NULL, conf.level = NULL, R = NULL) classed({
  spec <- settings_of_bands(conf.level, R)
  prior <- check_priors(prior)
  if (!is.null(recall)) recall <- check_numbers(recall, "recall")
  rows <- if (is.null(conf.level)) {
    for_each_curve(with_prevalence(roc_curves(x, ...), prior),
                   function(curve) precision_of_curve(curve, recall, prior))
  } else {
    refuse_ways("curve", c(recall = !is.null(recall)))
    priors <- max(length(prior), 1L)
    for_samples(roc_observations(x, ...), "An interval", rows_with_ends, spec, "precision", function(curve) {
      precision_of_curve(curve, NULL, prior)
    }, function(rows) {
      # In the last row of each prior nothing is called positive.
      at <- which(seq_len(nrow(rows)) %% (nrow(rows) / priors) != 0)
      list(at = at, what = roc_measure("PPV", threshold = rows$threshold[at],
                                       prior = if (!is.null(prior)) rows$prior[at]))
    })
  }
  with_class(rows, "roc_pr")
})

precision_of_curve <- function(curve, recall, prior) unwrap(curve_precision(columns_of(curve), recall, prior))
