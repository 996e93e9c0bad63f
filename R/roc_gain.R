#' Gain, lift, and Gini coefficients
#'
#' How many of the positives are found among the best share of the population: the cumulative gain curve,
#' with its lift and the cumulative response.
#'
#' @section Definition:
#' With \eqn{\pi}{pi} the `prior`, a threshold calls the share
#' \deqn{share = \pi TPR + (1 - \pi) FPR}{share = pi TPR + (1 - pi) FPR}
#' of the population positive. Its weights make a sample the population: "the best 10 %" are the
#' highest scores with a tenth of the total weight.
#'
#' | column | is | formula |
#' |---|---|---|
#' | `TPR` | the share of the positives found: gain, cumulative capture rate | |
#' | `lift` | how many times as many as in a random choice | TPR / share |
#' | `response` | the share of positives among them: cumulative response rate, PPV | \eqn{\pi}{pi} TPR / share |
#'
#' A `share` that is asked for mostly falls within a tie, or within the weight of one observation: then
#' observations at `threshold` are chosen at random, each with the `probability`, and those above are all called
#' positive. So the gain curve is straight between its points. It goes from (0, 0) to (1, 1); the best possible
#' one rises to 1 at \eqn{share = \pi}{share = pi}. A row is at a share \eqn{b} that it differs from by rounding,
#' at most by \eqn{2^{-50} \min(b, 1 - b) + 2^{-52}}{2^-50 min(b, 1 - b) + 2^-52};
#' 0 and 1 are met exactly.
#'
#' With the population ordered from the highest score down, the gain curve is the concentration curve of the
#' positives. From the lowest score up it is \eqn{1 - TPR} over \eqn{1 - share}, below the diagonal, as
#' Lorenz curves of incomes are drawn. Twice the area between it and the diagonal is the Gini coefficient of concentration,
#' \eqn{(1 - \pi) (2 AUC - 1)}{(1 - pi) (2 AUC - 1)}; divided by that of the best possible curve,
#' \eqn{1 - \pi}{1 - pi}, it is \eqn{2 AUC - 1}, which is called Gini coefficient, accuracy ratio, or Somers' D.
#'
#' @section Complexity:
#' \eqn{O(m)} time for \eqn{m} rows, \eqn{O(m + k \log m)}{O(m + k log m)} for \eqn{k} shares; as often as there are
#' priors.
#'
#' @inheritParams roc_h
#' @param share The shares of the population to be called positive, in \[0, 1\]. By default those of all
#'   thresholds.
#'
#' @return `roc_gain()`: a data.frame with a row for each threshold of the curve, from the first to the last, or
#'   for each share, as often as there are priors:
#'   `prior`, `share`, `TPR`, `FPR`, `threshold`, `probability`, `lift` and `response`. The last two are `NA` where
#'   nothing is called positive.
#'
#'   `roc_gini()`: a data.frame with a row for each prior and the columns `prior`, `gini`, in \[-1, 1\], and
#'   `concentration`.
#'
#' @section Errors:
#' Those of a curve, see [roc_measures()]; `wroc_error_type`, `wroc_error_missing` and `wroc_error_range` for
#' share and prior.
#'
#' @source
#' Kendall, M. and Stuart, A. (1977). *The Advanced Theory of Statistics*, volume 1, section 2.25, for Lorenz
#' curves. Somers, R. H. (1962). A new asymmetric measure of association for ordinal variables. *American
#' Sociological Review* 27, 799-811.
#'
#' @family decisions from a curve
#' @seealso [roc_measure()] with a `share`, for intervals and tests of what is found.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, c(80, 20))
#' curve <- WeightedROC(rnorm(100, truth), truth, rexp(100))
#' roc_gain(curve, c(0.01, 0.1, 0.5))
#' roc_gini(curve)
#'
#' # Where 1 % are positive
#' roc_gain(curve, 0.1, prior = 0.01)
#' plot(roc_gain(curve))
#' @export
roc_gain <- function(curve, share = NULL, prior = NULL) classed({
  check_given(curve)
  if (!is.null(share)) share <- check_numbers(share, "share", rate_range)
  prior <- check_priors(prior)
  gains <- for_each_curve(roc_curves(curve), function(curve) unwrap(curve_gain(columns_of(curve), share, prior)))
  with_class(gains, "roc_gain")
})

#' @rdname roc_gain
#' @export
roc_gini <- function(curve, prior = NULL) classed({
  check_given(curve)
  prior <- check_priors(prior)
  for_each_curve(roc_curves(curve), function(curve) {
    columns <- columns_of(curve)
    unwrap(curve_check(columns))
    gini <- 2 * unwrap(curve_area(columns[[1L]], columns[[2L]])) - 1
    odds <- columns[[4L]][[length(columns[[4L]])]] / columns[[5L]][[1L]]
    negative <- if (is.null(prior)) 1 / (1 + odds) else 1 - prior
    as_frame(list(prior = if (is.null(prior)) 1 / (1 + 1 / odds) else prior,
                  gini = rep(gini, length(negative)), concentration = negative * gini), length(negative))
  })
})
