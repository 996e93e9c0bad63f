#' Numbers that sum a whole ROC curve up
#'
#' Say which summary of a curve [roc_ci()], [roc_influence()] and [auc_test()] are asked for.
#'
#' @section Definition:
#' \describe{
#'   \item{`"KS"`}{The largest \eqn{J = TPR - FPR}: the distance of Kolmogorov and Smirnov between the
#'     classes, and Youden's index at its best.}
#'   \item{`"brier"`, `"log_score"`}{The mean loss of scores that are probabilities, see [roc_brier()].}
#' }
#' The parts of these that are miscalibration and discrimination are not among them. Calibration on the sample
#' itself makes both too large, by more than their standard errors, and of calibrated forecasts the first
#' one is 0 in the population: in simulations nominal 95% intervals of the first held in less than 5% of the
#' samples, those of the second in 25% to 96%. [roc_reliability()] says where forecasts are off.
#'
#' Nominal 95% intervals held in simulations (`bench/coverage` in the sources; areas of 0.75 to 0.97, 10 to 300
#' effective positives, weights, clusters) in 84% to 99.7% of the samples for `"brier"`, in 92% to 98.5% in 6 of 7
#' designs, and in 77% to 99% for `"log_score"`: they are too narrow where a few large losses decide, as for
#' forecasts near 0 and 1 with unequal weights.
#'
#' @section Influence:
#' Where the number is an optimum over thresholds, the influence is that on the number at the optimal ones,
#' which what is of first order does not move (envelope theorem). Where another threshold is as good,
#' the number has a kink there, and intervals are too narrow.
#'
#' @param measure One of those below.
#' @param prior The probability of the positive class where it is not its share in the weights, for
#'   measures that depend on it.
#'
#' @return An object of class `roc_quantity`, for the argument `what`.
#'
#' @section Errors:
#' `wroc_error_choice`, `wroc_error_unused`, and `wroc_error_range` for the prior.
#'
#' @source
#' Youden, W. J. (1950). Index for rating diagnostic tests. *Cancer* 3, 32-35.
#'
#' @family inference
#' @seealso [roc_partial()] and [roc_measure()] for numbers of a part of the curve.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' score <- rnorm(100, truth)
#' roc_ci(score, truth, rexp(100), roc_summary("KS"))
#' @export
roc_summary <- function(measure = c("KS", "brier", "log_score"), prior = NULL) classed({
  measure <- check_choice(measure, "measure")
  summary <- summaries[[measure]]
  if (!is.null(prior)) {
    if (!summary$with_prior) refuse_arguments("prior", sprintf("used for %s", quoted(measure)))
    prior <- check_numbers(prior, "prior", prior_range, 1L)
  }
  quantity(
    name = if (is.null(prior)) measure else sprintf("%s(prior %s)", measure, number(prior)),
    numbers = c(6, summary$number, rep(NaN, 10L), if (is.null(prior)) NaN else prior),
    scale = summary$scale, ends = summary$ends, of_sample = summary$with_prior, prior = prior
  )
})

# As a share of so many independent observations.
ends_of_summary <- function(quantity, of) {
  n <- effective_number(of$estimate, of$variance, of$freedom, 1 / sum(1 / of$effective), 0, of$conf.level)
  ends <- wilson(of$estimate, n, stats::qnorm(outer_tail(of$conf.level), lower.tail = FALSE))
  c(ends, list(df = of$freedom + freedom_of_model))
}

# A mean loss between 0 and 1, as a share. In the model losses vary half as much as what is 0 or 1.
ends_of_bounded_loss <- function(quantity, of) {
  n <- effective_number(of$estimate, of$variance, of$freedom, 2 * number_of_mean(quantity, of), 0,
                        of$conf.level)
  ends <- wilson(of$estimate, n, stats::qnorm(outer_tail(of$conf.level), lower.tail = FALSE))
  c(ends, list(df = of$freedom + freedom_of_model))
}

# A mean loss without an end, by its logarithm. In the model losses vary as counts do.
ends_of_loss <- function(quantity, of) {
  df <- of$freedom + freedom_of_model
  model <- of$estimate / number_of_mean(quantity, of)
  variance <- (of$freedom * of$variance + freedom_of_model * model) / df
  reach <- stats::qt(outer_tail(of$conf.level), df, lower.tail = FALSE) * sqrt(variance) / of$estimate
  list(low = of$estimate * exp(-reach), high = of$estimate * exp(reach), df = df)
}

# The effective number of all observations, by those of the classes.
number_of_mean <- function(quantity, of) {
  curve <- of$sample$curve
  positive <- quantity$prior
  if (is.null(positive)) positive <- 1 / (1 + curve$FP[[1L]] / curve$FN[[nrow(curve)]])
  1 / sum(c(1 - positive, positive)^2 / of$effective)
}

# `number` is that of the core, `scale` as quantity() has it.
summaries <- list(
  KS = list(number = 0, with_prior = FALSE, scale = c(0, 1), ends = ends_of_summary),
  brier = list(number = 1, with_prior = TRUE, scale = c(0, 1), ends = ends_of_bounded_loss),
  log_score = list(number = 2, with_prior = TRUE, scale = c(0, 1), ends = ends_of_loss)
)
