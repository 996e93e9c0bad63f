#' Numbers that sum a whole ROC curve up
#'
#' Say which summary of a curve [roc_ci()], [roc_influence()] and [auc_test()] are asked for.
#'
#' @section Definition:
#' \describe{
#'   \item{`"KS"`}{The largest \eqn{J = TPR - FPR}: the distance of Kolmogorov and Smirnov between the
#'     classes, and Youden's index at its best.}
#'   \item{`"AUCH"`}{The area under the convex hull.}
#'   \item{`"MER"`}{The least rate of errors, which depends on the `prior`.}
#'   \item{`"H"`}{Hand's H, which depends on the `prior`, for a `density` of costs: see [roc_h()].}
#'   \item{`"brier"`, `"log_score"`}{The mean loss of scores that are probabilities, see [roc_brier()].}
#'   \item{`"average_precision"`}{The precision (PPV) at each score, weighted by the share of the positives
#'     that have it, see [auc_pr()].}
#'   \item{`"pr_area"`}{The area under precision over recall, interpolated between thresholds, see [auc_pr()].}
#'   \item{`"prg_area"`}{The area under precision gain over recall gain, see [roc_prg()].}
#' }
#' All but the first two depend on the probability of the positive class, `prior`, or its share in the weights.
#'
#' The parts of the Brier and the log score that are miscalibration and discrimination are not among them. Calibration on the sample
#' itself makes both too large, by more than their standard errors, and of calibrated forecasts the first
#' one is 0 in the population: in simulations nominal 95% intervals of the first held in less than 5% of the
#' samples, those of the second in 25% to 96%. [roc_reliability()] says where forecasts are off.
#'
#' @section Influence:
#' Where the number is an optimum over thresholds, the influence is that on the number at the optimal ones: that
#' these move, too, changes nothing of first order (envelope theorem). Where another threshold is as good,
#' the number has a kink there.
#'
#' @section Intervals:
#' Thresholds that are the best in the sample make `"KS"`, `"AUCH"`, `"MER"` and `"H"` too good. By how much,
#' \eqn{e}, is estimated from `R` random halves of the sample, an argument of [roc_ci()], as 2.5 times what these are
#' better than the whole on the average. The observations of each class, or the clusters, are divided at random into two
#' halves `R / 2` times, counts one by one; `set.seed()` makes that reproducible. Which observation is in which half depends
#' on where it stands in the data alone: with classes swapped and scores turned the interval is the same for the
#' same seed. With the data in another order it differs as with another seed: at the default
#' of 200 halves each end then has a standard deviation of up to 4% of the interval's length. The estimate and
#' its standard error stay those of the sample. The interval is Wilson's around
#' the estimate less \eqn{e}, or that of a normal number if its lower end is lower, for a variance that is
#' \eqn{e^2} larger; it goes as far as the estimate.
#'
#' `"brier"` has Wilson's interval, drawn towards that of a model as in [roc_ci()], `"log_score"` one on the
#' logarithmic scale, so drawn. Areas of precision have one on the logit scale, or one of the logarithm of
#' what the area lacks of 1 if its lower end is lower; areas of gains the latter. As few observations decide,
#' these three have but half of the degrees of freedom \eqn{\nu + 4}{nu + 4} of [roc_ci()].
#'
#' How often nominal 95% intervals held in simulations (`bench/coverage/report.md` in the sources; areas of 0.75 to
#' 0.97, 60 to 1000 observations, 10 to 100 effective positives, log-normal weights, inverse chances, clusters; 100 or
#' 120 samples in each of some 60 designs, so that 4 points either way are chance):
#'
#' | number | least | most | designs with 92% or more |
#' |---|---|---|---|
#' | `"MER"`, prior 0.3 | 93% | 100% | 100% |
#' | `"AUCH"` | 91% | 100% | 98% |
#' | `"KS"` | 82% | 100% | 90% |
#' | `"H"`, prior 0.3 | 90% | 100% | 97% |
#' | `"H"`, Beta(2, 2), prior 0.1 | 73% | 100% | 83% |
#' | `"brier"` | 88% | 99% | 83% |
#' | `"log_score"` | 83% | 99% | 89% |
#' | `"average_precision"`, `"pr_area"`, prior 0.2 | 73% | 100% | 95% |
#' | `"prg_area"`, prior 0.2 | 73% | 99% | 93% |
#'
#' Those of `"MER"`, `"AUCH"` and `"H"` are mostly too wide. Do not trust
#' \itemize{
#'   \item `"KS"` of fewer than 20 effective positives with unequal weights (82% to 90%);
#'   \item `"H"` at a prior far below the share of the positives in the sample, where few negatives decide: at 0.1 with
#'     60 observations, half of them positive, it held in 73% to 86%, with 200 in 82% or more;
#'   \item areas of precision at such a prior: at 0.2 in 73% for 60 observations with unequal weights that a
#'     score nearly separates, at 0.03 and half of them positive in 43% to 99%. With at least as many negatives for each
#'     positive as the prior says, without `prior` for one, they held in 93% to 100%, also where 2% were positive;
#'   \item `"log_score"` of fewer than 20 positives with unequal weights (83% to 92%).
#' }
#'
#' @param measure One of those below.
#' @param prior The probability of the positive class where it is not its share in the weights. All
#'   measures but `"KS"` and `"AUCH"` depend on it.
#' @param density For `"H"`: how probable the costs of errors are, `"prior"`, `"ratio"` or the parameters of a beta
#'   distribution, see [roc_h()].
#'
#' @return An object of class `roc_quantity`, for the argument `what`.
#'
#' @section Errors:
#' `wroc_error_choice`, `wroc_error_unused`, and `wroc_error_type`, `wroc_error_length`, `wroc_error_missing`
#' and `wroc_error_range` for prior and density.
#'
#' @source
#' Youden, W. J. (1950). Index for rating diagnostic tests. *Cancer* 3, 32-35. Kim, J. and Pollard, D. (1990). Cube
#' root asymptotics. *Annals of Statistics* 18, 191-219.
#'
#' @family inference
#' @seealso [auc_pr()] for the areas of precision and recall themselves, [roc_partial()] and [roc_measure()] for numbers of a part of the curve.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' score <- rnorm(100, truth)
#' roc_ci(score, truth, rexp(100), list(
#'   roc_summary("KS"), roc_summary("average_precision"),
#'   roc_summary("average_precision", prior = 0.05)
#' ))
#' @export
roc_summary <- function(measure = c("KS", "AUCH", "MER", "H", "brier", "log_score", "average_precision",
                                    "pr_area", "prg_area"),
                        prior = NULL, density = "prior") classed({
  density_given <- !missing(density)
  measure <- check_choice(measure, "measure")
  summary <- summaries[[measure]]
  if (!is.null(prior)) {
    if (!summary$with_prior) refuse_arguments("prior", sprintf("used for %s", quoted(measure)))
    prior <- check_numbers(prior, "prior", prior_range, 1L)
  }
  check_unused(c(density = density_given && measure != "H"), sprintf("for %s", quoted(measure)))
  density <- check_density(density, with_function = FALSE)
  quantity(
    name = name_of_summary(measure, prior, density),
    numbers = c(6, summary$number, NaN, NaN, density, rep(NaN, 6L), if (is.null(prior)) NaN else prior),
    scale = c(0, 1), ends = summary$ends, of_sample = summary$of_sample, prior = prior
  )
})

name_of_summary <- function(measure, prior, density) {
  given <- c(if (!is.na(density[[2L]]) && is.na(density[[1L]])) "ratio",
             if (!anyNA(density)) sprintf("Beta(%s, %s)", number(density[[1L]]), number(density[[2L]])),
             if (!is.null(prior)) paste("prior", number(prior)))
  if (is.null(given)) measure else sprintf("%s(%s)", measure, paste(given, collapse = ", "))
}

# The logit of an area of precision; or by what it lacks of 1, if that says less. Few observations with high
# scores decide, which may all be outside of the sample: half of the degrees of freedom.
ends_of_precision <- function(quantity, of) {
  std.error <- sqrt(of$variance)
  ends <- logit_interval(of$estimate, std.error, of$conf.level, (of$freedom + freedom_of_model) / 2)
  ends$low <- max(min(ends$low, ends_of_gain(quantity, of)$low), 0)
  ends
}

# The logarithm of what the area lacks of 1: it has no lower bound. There is no model of the variance: its few
# degrees of freedom make it larger.
ends_of_gain <- function(quantity, of) {
  df <- (of$freedom + freedom_of_model) / 2
  lack <- 1 - of$estimate
  quantile <- stats::qt(outer_tail(of$conf.level), df, lower.tail = FALSE)
  std.error <- sqrt(of$variance * 2 * df / max(of$freedom, 1))
  reach <- if (lack > 0) quantile * std.error / lack else 0
  list(low = 1 - lack * exp(reach), high = 1 - lack * exp(-reach), df = df)
}

# A mean loss between 0 and 1, as a share. In the model losses vary half as much as what is 0 or 1.
ends_of_bounded_loss <- function(quantity, of) {
  ends_of_share_among(2 * number_of_mean(quantity, of), of)
}

# A mean loss without an end, by its logarithm. In the model losses vary as counts do. Few large losses
# decide, which may all be outside of the sample: half of the degrees of freedom.
ends_of_loss <- function(quantity, of) {
  all <- of$freedom + freedom_of_model
  model <- of$estimate / number_of_mean(quantity, of)
  variance <- (of$freedom * of$variance + freedom_of_model * model) / all
  df <- all / 2
  reach <- stats::qt(outer_tail(of$conf.level), df, lower.tail = FALSE) * sqrt(variance) / of$estimate
  list(low = of$estimate * exp(-reach), high = of$estimate * exp(reach), df = df)
}

# The effective number of all observations, by those of the classes.
number_of_mean <- function(quantity, of) {
  positive <- quantity$prior
  if (is.null(positive)) {
    curve <- observed_curve(of$sample$guess, of$sample$label, of$sample$weights)
    positive <- 1 / (1 + curve$FP[[1L]] / curve$FN[[nrow(curve)]])
  }
  1 / sum(c(1 - positive, positive)^2 / of$effective)
}

# `number` is that of the core; `of_sample` is as quantity() has it.
summary_of <- function(number, with_prior, ends, of_sample = FALSE) {
  list(number = number, with_prior = with_prior, ends = ends, of_sample = of_sample)
}

summaries <- list(
  KS = summary_of(0, FALSE, ends_at_optimum, TRUE),
  AUCH = summary_of(1, FALSE, ends_at_optimum, TRUE),
  MER = summary_of(2, TRUE, ends_at_optimum, TRUE),
  H = summary_of(3, TRUE, ends_at_optimum, TRUE),
  brier = summary_of(4, TRUE, ends_of_bounded_loss, TRUE),
  log_score = summary_of(5, TRUE, ends_of_loss, TRUE),
  average_precision = summary_of(6, TRUE, ends_of_precision),
  pr_area = summary_of(7, TRUE, ends_of_precision),
  prg_area = summary_of(8, TRUE, ends_of_gain)
)
