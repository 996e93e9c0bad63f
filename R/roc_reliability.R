#' Reliability diagrams
#'
#' Returns the calibrated probability of each forecast. Use it to see whether predicted probabilities are
#' calibrated. With `conf.level` it adds two bands: the range of calibrated probabilities if the forecasts
#' are calibrated, and a confidence interval of the probability in the population.
#'
#' @details
#' Calibrated probabilities are those of [roc_calibrate()], so there are no bins to choose (CORP,
#' Dimitriadis, Gneiting and Jordan 2021). Calibrated forecasts lie on the diagonal.
#' \describe{
#'   \item{`consistency.low`, `consistency.high`}{The central `conf.level` of calibrated probabilities if
#'     the forecasts are calibrated: labels are drawn from the forecasts, `R` times.}
#'   \item{`conf.low`, `conf.high`}{The probabilities that the likelihood ratio for a monotone curve does not
#'     reject (Banerjee
#'     and Wellner 2001). They assume only that the probability rises with the forecast.}
#' }
#' Both bands are pointwise. Weights enter by their squares, separately in each class. Clusters widen both
#' bands by the factor by which their residuals vary more than those of single labels.
#' `vignette("Methods")` has coverage: at a nominal 95%, confidence intervals held in 87% to 98% of the
#' samples of 72 designs. Do not rely on them for 100 observations with low forecasts.
#'
#' @inheritParams roc_band
#' @param x a fit of [weighted_roc()]; forecasts of the probability of the positive class, with the arguments
#'   of [roc_observations()] behind them; or a curve, which has no bands.
#' @param conf.level the confidence level; `NULL` for no bands.
#' @param R the number of samples that are drawn for the consistency band: 500 by default.
#' @param object the result of `roc_reliability()`.
#' @param band the band to draw, or none.
#' @return A data.frame of class `roc_reliability` with a row for each distinct forecast, or for up to 200
#'   that share the weight evenly. Its columns are the groups and the `score`, if any, `forecast`, `share`
#'   and `probability`. `share` is the share of the weight above the previous forecast, up to this one.
#'   With `conf.level` the ends of both bands follow. `plot()` and `autoplot()` draw it, with a histogram
#'   of 20 bins for up to four scores.
#' @section Complexity: One sort; with bands O(n) for each of the `R` samples, and for each of up to 200
#'   forecasts.
#' @references Dimitriadis T, Gneiting T, Jordan AI (2021). Stable reliability diagrams for probabilistic
#'   classifiers. PNAS 118, e2016191118. Banerjee M, Wellner JA (2001). Likelihood ratio tests for monotone
#'   functions. Annals of Statistics 29, 1699-1731.
#' @seealso [roc_measure()] with `"MCB"` for what miscalibration costs.
#' @examples
#' model <- glm(am ~ mpg, binomial, mtcars)
#' fit <- weighted_roc(am ~ fitted(model), mtcars)
#' roc_reliability(fit)
#' plot(roc_reliability(fit, conf.level = 0.95, R = 100))
#'
#' # Without a fit
#' roc_reliability(fitted(model), mtcars$am, conf.level = 0.9, R = 100)
#' @export
roc_reliability <- function(x, ..., conf.level = NULL, R = NULL) classed({
  spec <- settings_of_bands(conf.level, R)
  bands <- if (is.null(conf.level)) {
    of <- with_prevalence(roc_curves(x, ...), NULL)
    refuse_reversed_forecasts(of$turned)
    for_each_curve(of, function(curve) {
      unwrap(curve_reliability(columns_of(curve_of_probabilities(curve), "x")), argument = "x")
    })
  } else {
    for_samples(roc_observations(x, ...), "A band", reliability_with_bands, spec)
  }
  with_class(bands, "roc_reliability")
})

# Forecasts with their bands.
reliability_with_bands <- function(observations, spec) {
  refuse_ways("reliability", c(
    fold = !is.null(observations$sampling$folds), weights_model = !is.null(observations$sampling$models),
    outcome = !is.null(observations$outcome),
    bootstrap = is_bootstrap(observations$sampling$variance), design = !is.null(observations$sampling$design)
  ))
  refuse_reversed_forecasts(observations$turned)
  rows_of_scores(observations, for_each_score(observations, function(score) {
    request <- list(level = spec$level, R = spec$R, seed = seed_of_call())
    args <- replace(observations, "scores", list(list(score)))
    about_label(reliability_bands(args, request), score, observations$label)
  }))
}

# A fit in which low scores mean positive has no score that is the probability of the positive class.
refuse_reversed_forecasts <- function(reversed) {
  if (isTRUE(reversed)) {
    message <- paste("Forecasts must be high for positives: the fit has `direction = \"<=\"`.",
                     "Use 1 minus the score as the forecast.")
    raise("choice", message, argument = "x")
  }
}
