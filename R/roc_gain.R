#' Gain and lift curve
#'
#' `roc_gain()` returns the cumulative gain curve: the share of the positives found among the highest
#' scores, with the lift and the cumulative response. Use it to decide how many people to contact or
#' examine.
#'
#' @details
#' With \eqn{\pi}{pi} the `prior`, a threshold calls the share \eqn{\pi TPR + (1 - \pi) FPR}{pi TPR + (1 -
#' pi) FPR} of the population positive. With weights these are shares of the population: the top 10 % are
#' the highest scores with a tenth of the total weight. The columns are
#'
#' | column | meaning | formula |
#' |---|---|---|
#' | `TPR` | share of the positives found: gain, cumulative capture rate | |
#' | `lift` | the same, relative to a random choice | TPR / share |
#' | `response` | share of positives among those called positive: PPV | \eqn{\pi}{pi} TPR / share |
#'
#' A `share` usually falls within a tie, or within the weight of one observation. Observations at
#' `threshold` are then called positive with the `probability`, and all those above are called positive.
#' The curve is therefore straight between its points, from (0, 0) to (1, 1). The best possible curve
#' rises to 1 at \eqn{share = \pi}{share = pi}. A row is at a share \eqn{b} if it differs from it by
#' rounding, at most by \eqn{2^{-50} \min(b, 1 - b) + 2^{-52}}{2^-50 min(b, 1 - b) + 2^-52}; 0 and 1 are
#' met exactly.
#'
#' Read from the lowest score up, it is the Lorenz curve of the positives. The Gini coefficient of
#' concentration is `roc_estimate(x, measure = "concentration")`,
#' \eqn{(1 - \pi) (2 AUC - 1)}{(1 - pi) (2 AUC - 1)}; divided by that of the best possible curve it is
#' `measure = "gini"`, \eqn{2 AUC - 1}, the accuracy ratio or Somers' D.
#'
#' @inheritParams roc_pr
#' @param share shares of the population to be called positive, in \[0, 1\]; by default those of all
#'   thresholds.
#' @param conf.level the confidence level of pointwise intervals of the TPR at each share; `NULL` for none.
#' @param R the number of replicates of these intervals, 400 by default.
#' @return A data.frame of class `roc_gain` with a row for each threshold of each curve, or each `share`,
#'   and each prior: `share`, `TPR`, `FPR`, `threshold`, `probability`, `lift`, `response` and `prior`.
#'   `lift` and `response` are `NA` where nothing is called positive. With `conf.level` also `conf.low`
#'   and `conf.high` of `TPR`, by default at up to 200 thresholds: the intervals are pointwise, and there
#'   is none at share 0.
#' @section Errors: Errors about a curve are those of [roc_at()]; others are `wroc_error_type`,
#'   `wroc_error_missing` and `wroc_error_range` for `share` and `prior`.
#' @section Complexity: O(m) time for m rows, O(log m) for each share; for each prior.
#' @references Somers RH (1962). A new asymmetric measure of association for ordinal variables. American
#'   Sociological Review 27, 799-811.
#' @family decisions from a curve
#' @seealso [roc_measure()] with a `share`, for confidence intervals and tests.
#' @examples
#' fit <- weighted_roc(am ~ mpg + qsec, mtcars)
#' roc_gain(fit, share = c(0.1, 0.5))
#' plot(roc_gain(fit))
#'
#' # Where 1 % are positive
#' roc_gain(WeightedROC(mtcars$mpg, mtcars$am), share = 0.1, prior = 0.01)
#' @export
roc_gain <- function(x, ..., share = NULL, prior = NULL, conf.level = NULL, R = NULL) classed({
  spec <- settings_of_bands(conf.level, R)
  if (!is.null(share)) share <- check_numbers(share, "share")
  prior <- check_priors(prior)
  gain_of_curve <- function(curve) prior_last(unwrap(curve_gain(columns_of(curve), share, prior)))
  gains <- if (is.null(conf.level)) {
    for_each_curve(with_prevalence(roc_curves(x, ...), prior), gain_of_curve)
  } else {
    for_samples(roc_observations(x, ...), "An interval", rows_with_ends, spec, "TPR", gain_of_curve, function(rows) {
      at <- which(rows$share > 0)
      of_prior <- if (!is.null(prior)) rows$prior[at]
      list(at = at, what = if (length(at) > 0L) roc_measure("TPR", share = pmin(rows$share[at], 1),
                                                            prior = of_prior))
    }, if (is.null(share)) 200L else .Machine$integer.max)
  }
  with_class(gains, "roc_gain")
})
