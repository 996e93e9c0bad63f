#' Reliability diagram of forecasts
#'
#' Whether scores that are probabilities are right: each forecast and the calibrated probability that it
#' stands for, with the region where that is found if the forecasts are right, and the one where it is in the
#' population.
#'
#' @section Definition:
#' The calibrated probabilities are those of [roc_calibrate()], so that there are no bins to choose (CORP,
#' Dimitriadis, Gneiting and Jordan 2021). Forecasts are right where they lie on the diagonal.
#' \describe{
#'   \item{`consistency.low`, `consistency.high`}{At each forecast the central `conf.level` of what
#'     calibrated probabilities would be if the forecasts were right: labels are drawn by them, `R` times, with
#'     the weights as they are.}
#'   \item{`conf.low`, `conf.high`}{A confidence interval of the probability in the population: the values
#'     that the likelihood ratio for a monotone curve does not reject (Banerjee and Wellner 2001). It takes
#'     no bandwidth and no forecast to be right, only that the probability rises with the forecast.}
#' }
#' Both are pointwise: each interval holds by itself. The likelihood ratio is compared with the quantile of a
#' monotone curve, and with the larger one of the chi-squared distribution as far as what it moves has one forecast.
#' Weights count by their squares, as in Kish's effective number, in each class by itself, so that a class
#' that was sampled more thinly may have larger weights. Clusters widen both bands by the root of what
#' their residuals vary more than those of single labels, which is believed as far as its degrees of freedom
#' reach. With `variance = "frequency"` weights count labels.
#'
#' How often they hold at a nominal 95%, by simulations (`bench/coverage/report.md` in the sources; 72 designs of 100 and 400
#' observations, log-normal weights, negatives taken one in ten, clusters, tied, low, right and wrong forecasts): confidence
#' intervals in 87.4% to 98.4%, in less than 91% only for 100 observations with low forecasts. Do not trust them
#' there. Consistency intervals of right forecasts in 93.9% to 96.9%.
#'
#' @section Complexity:
#' One sort, \eqn{O(n)} for each of the `R` samples, and \eqn{O(n)} for each of up to 200 forecasts.
#'
#' @inheritParams auc_ci
#' @param guess Forecasts of the probability of the positive class, one vector, or a fit of [weighted_roc()].
#' @param weight Weights, `NULL` for 1.
#' @param variance `"delong"` for weights of observations, `"frequency"` for weights that count
#'   how often a row occurs.
#' @param R How many samples are drawn for the region of consistency.
#' @param fold,weights_model Not supported: an error says why (`wroc_error_unsupported`).
#' @param object,x What `roc_reliability()` gave.
#' @param band Which band to draw, or none.
#' @param ... For `plot()`: `col`, `lty` and `lwd`, one value or one for each score, and arguments of
#'   `plot.default()`. `autoplot()` takes none.
#'
#' @return A data.frame of class `roc_reliability` with a row for each distinct forecast, or for up to 200 that
#'   share the weight evenly; for several scores of a fit with a column `score` in front: `forecast`, `share` (of
#'   the weight, of the forecasts up to this one from the one before), `probability`, and the ends of both
#'   bands. `autoplot()` gives a ggplot; frames are the shares in twentieths, the highest a fifth as high as
#'   the picture.
#'
#' @section Errors:
#' Those of [auc_ci()]; `wroc_error_forecast` for a score that is no probability.
#'
#' @source
#' Dimitriadis, T., Gneiting, T. and Jordan, A. I. (2021). Stable reliability diagrams for
#' probabilistic classifiers. *PNAS* 118, e2016191118, \doi{10.1073/pnas.2016191118}. Banerjee, M. and
#' Wellner, J. A. (2001). Likelihood ratio tests for monotone functions. *Annals of Statistics* 29, 1699-1731,
#' \doi{10.1214/aos/1015345959}.
#'
#' @family calibration
#' @seealso [roc_brier()] for what miscalibration costs.
#'
#' @examples
#' set.seed(1)
#' forecast <- runif(300)
#' truth <- rbinom(300, 1, forecast^2)
#' found <- roc_reliability(forecast, truth, rexp(300), R = 100)
#' head(found)
#' plot(found)
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   print(ggplot2::autoplot(found, band = "confidence"))
#' }
#' @export
roc_reliability <- function(guess, label, weight = NULL, cluster = NULL, conf.level = 0.95,
                            variance = c("delong", "frequency"), R = 500, positive = NULL,
                            na.rm = FALSE, fold = NULL, weights_model = NULL) classed({
  refuse_ways("reliability", c(fold = !is.null(fold), weights_model = !is.null(weights_model),
                               bootstrap = is_bootstrap(variance), design = is_design(weight)))
  if (is_fit(guess)) {
    refuse_turned(guess)
    bands <- answer_to_fit("roc_reliability", guess, arguments_given(), each = TRUE)
    return(with_class(bands, "roc_reliability"))
  }
  observed <- observations_of(guess, label, weight, cluster, positive, na.rm, several = FALSE)
  conf.level <- check_level(conf.level)
  chosen <- !missing(variance)
  variance <- check_choice(variance, "variance", observed$variance)
  check_counts(observed, variance, chosen)
  R <- check_replicates(R)
  request <- list(level = conf.level, R = R, seed = seed_of_replicates())
  bands <- about_observations(observed, found_of_scores(
    observed, reliability_bands(scored(observed, variance), request)
  ))
  with_class(bands, "roc_reliability")
})
