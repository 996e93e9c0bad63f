#' Brier score and log score of a curve
#'
#' What scores that are probabilities lose as forecasts, weighted, and what that is made of:
#' miscalibration, discrimination and uncertainty.
#'
#' @section Definition:
#' With \eqn{x} the score, the forecast of the probability of the positive class, \eqn{y} 1 for positives and
#' 0 for negatives, and means over the weights:
#' \deqn{S = \mathrm{mean}\,(y - x)^2 \quad\mathrm{or}\quad
#'   S = -\mathrm{mean}\,(y \log x + (1 - y) \log(1 - x)).}{
#'   S = mean of (y - x)^2,  or  S = -mean of (y log(x) + (1 - y) log(1 - x)).}
#' \eqn{S_C} is the score of the calibrated forecasts of [roc_calibrate()], \eqn{S_R} that of the
#' share of the positives as the forecast for all. Then
#' \deqn{S = MCB - DSC + UNC, \quad MCB = S - S_C, \quad DSC = S_R - S_C, \quad UNC = S_R.}{
#'   S = MCB - DSC + UNC,  MCB = S - S_C,  DSC = S_R - S_C,  UNC = S_R.}
#' MCB, the miscalibration, and DSC, the discrimination, are 0 at least. Calibration on the same sample
#' makes both larger than they are in the population, the more so the smaller that sample.
#'
#' `skill` is \eqn{1 - S / UNC}: 1 for forecasts that are always right, 0 for those that are no better
#' than the share of the positives.
#'
#' The log score has natural logarithms and \eqn{0 \log 0 = 0}{0 log 0 = 0}. It is `Inf` where a positive has
#' the forecast 0 or a negative the forecast 1; so are MCB and, with a minus, skill then.
#'
#' With `prior` the classes have these weights: it is what the same forecasts, unchanged, lose in a
#' population with another share of positives. Forecasts that are right here are wrong there, and MCB says
#' what that costs.
#'
#' @section Complexity:
#' \eqn{O(m)} time for \eqn{m} rows and each prior.
#'
#' @inheritParams roc_measures
#' @param prior Probabilities of the positive class, if not its share in the weights.
#'
#' @return A data.frame with a row for each prior: `prior`, `brier` or `log_score`, `MCB`, `DSC`, `UNC`,
#'   `skill`.
#'
#' @section Errors:
#' Those of a curve, see [roc_measures()]; `wroc_error_forecast` for a score that is no probability, with its
#' row (`position`) and `value`; `wroc_error_range` for the prior; `wroc_error_choice` for a fit in which
#' low scores mean positive: 1 less the score is a forecast.
#'
#' @source
#' Brier, G. W. (1950). Verification of forecasts expressed in terms of probability. *Monthly Weather Review*
#' 78, 1-3. Dimitriadis, T., Gneiting, T. and Jordan, A. I. (2021). Stable reliability diagrams for
#' probabilistic classifiers. *PNAS* 118, e2016191118, \doi{10.1073/pnas.2016191118}.
#'
#' @family calibration
#' @seealso [roc_summary()] for intervals, [roc_reliability()] for the picture.
#'
#' @examples
#' set.seed(1)
#' forecast <- runif(200)
#' truth <- rbinom(200, 1, forecast^2)
#' curve <- WeightedROC(forecast, truth, rexp(200))
#' roc_brier(curve)
#' roc_log_score(curve, prior = c(0.1, 0.5))
#' @export
roc_brier <- function(curve, prior = NULL) classed({
  check_given(curve)
  losses_of_forecasts(curve, prior, "brier")
})

#' @rdname roc_brier
#' @export
roc_log_score <- function(curve, prior = NULL) classed({
  check_given(curve)
  losses_of_forecasts(curve, prior, "log_score")
})

losses_of_forecasts <- function(curve, prior, name) {
  prior <- check_priors(prior)
  refuse_turned(curve)
  for_each_curve(roc_curves(curve), function(curve) {
    with_skill(unwrap(curve_losses(columns_of(curve), name == "log_score", prior)), name)
  })
}

with_skill <- function(losses, name) {
  names(losses)[[2L]] <- name
  losses$skill <- 1 - losses[[name]] / losses$UNC
  losses
}

# Of a fit in which low scores mean positive no score is the probability of that.
refuse_turned <- function(fit) {
  if (!is_fit(fit)) return()
  fits <- if (inherits(fit, "weighted_roc_by")) fit$fits else list(fit)
  if (any(vapply(fits, function(fit) identical(fit$direction, "<="), NA))) {
    raise("choice", paste("Forecasts must be high for positives: the fit has `direction = \"<=\"`.",
                          "1 less the score is a forecast."), argument = "curve")
  }
}
