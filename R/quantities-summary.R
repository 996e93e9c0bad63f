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
#' @return An object of class `roc_quantity`, for the argument `what`, as of [roc_measure()].
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
  if (!is.null(prior)) {
    if (measure %in% c("KS", "AUCH")) refuse_arguments("prior", sprintf("used for %s", quoted(measure)))
    prior <- check_numbers(prior, "prior", prior_range, 1L)
  }
  check_unused(c(density = density_given && measure != "H"), sprintf("for %s", quoted(measure)))
  checked <- check_density(density, with_function = FALSE)
  density <- if (is.character(density)) unclass(density) else checked
  quantity(measure, density = if (measure == "H") density, prior = prior)
})
