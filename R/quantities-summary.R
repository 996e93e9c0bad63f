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
#'   \item{`"brier"`, `"log_loss"`}{The mean loss of scores that are probabilities, see [roc_brier()].}
#'   \item{`"AP"`}{The precision (PPV) at each score, weighted by the share of the positives
#'     that have it, see [auc_pr()].}
#'   \item{`"pr_AUC"`}{The area under precision over recall, interpolated between thresholds, see [auc_pr()].}
#'   \item{`"prg_AUC"`}{The area under precision gain over recall gain, see [roc_prg()].}
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
#' All measures but `"brier"` and `"log_loss"` can only get worse when a negative moves up or a positive moves down.
#' Their intervals are percentiles of `R` replicates of a Bayesian bootstrap (Rubin 1981), see [roc_ci()]. The seed comes
#' from R's generator, so `set.seed()` makes an interval reproducible.
#'
#' * **Replicates.** Each observation (or cluster) has a random weight of mean 1. With an effective number \eqn{k} of
#'   observations in the class, its variance is \eqn{(t_{k - 1} / z)^2}{(t[k - 1] / z)^2}, the squared ratio of the
#'   quantiles of the t and the normal distribution. The random weights are exponential, and 0 with a small probability.
#' * **Ends.** For the lower end, each replicate has one more negative above all others and one more positive below all
#'   others; for the upper end it is the reverse. Such a pseudo-observation has the weight
#'   \eqn{\Gamma(c) \sum w^2 / \sum w}{Gamma(c) sum(w^2) / sum(w)} of its class. For a share and \eqn{c = 1} the
#'   interval is that of Clopper and Pearson (1934), with weights that of Fay and Feuer (1997).
#' * **Shape.** With \eqn{v} the coefficient of variation of the weights in the class,
#'   \eqn{c = \min(1/4, 1/8 + v/4)}{c = min(1/4, 1/8 + v/4)} for areas of precision, 1/4 for numbers at a share
#'   ([roc_measure()]), and \eqn{\min(2, 1/2 + 2 v)}{min(2, 1/2 + 2 v)} for the others: weights that have to do with
#'   scores make them vary more.
#' * **Optimism.** `"KS"`, `"AUCH"`, `"MER"` and `"H"` are too good, because their thresholds are the best of the
#'   sample. The mean of the replicates without pseudo-observations exceeds the estimate by \eqn{b}. The better end is
#'   moved by \eqn{b} and the worse end by \eqn{2 b}; the interval always contains the estimate.
#'
#' If the classes are swapped and the scores are turned, intervals of `"KS"`, `"AUCH"`, `"MER"` and `"H"` stay the same for
#' the same seed, but for rounding. They depend on the order of the rows only through the codes of `cluster`.
#'
#' With a survey design, with `weights_model` and in folds, areas of precision have intervals by the standard error: on the
#' logit scale, or of the logarithm of what the area lacks of 1 if its lower end is lower; areas of gains the
#' latter. These have but half of the degrees of freedom \eqn{\nu + 4}{nu + 4} of [roc_ci()], as few observations
#' decide. With a survey design and with `weights_model`, `"KS"`, `"AUCH"`, `"MER"` and `"H"` have Wilson's interval around the
#' estimate less \eqn{2 b}, for a variance that is \eqn{4 b^2} larger. In 1000 samples each of three stratified designs of
#' 120 to 160 rows in clusters of 3 or 4, and of three models of selection, these held in 95% to 100%.
#'
#' `"brier"` has Wilson's interval, drawn towards that of a model as in [roc_ci()], `"log_loss"` one on the
#' logarithmic scale, so drawn.
#'
#' How often nominal 95% intervals held in simulations without designs and folds (`bench/coverage/report.md` in the sources:
#' 24 designs of 20 to 100 positives, AUCs of 0.75 to 0.97, log-normal weights, inverse probabilities, clusters):
#'
#' | number | least | most |
#' |---|---|---|
#' | `"AP"`, prior 0.1 | 91.0% | 100% |
#' | `"AP"` | 93.0% | 100% |
#' | `"prg_AUC"`, prior 0.1 | 95.7% | 99.9% |
#' | TPR at a share of 0.05 to 0.3 | 92.2% | 100% |
#' | `"H"`, Beta(2, 2), prior 0.1 | 95.2% | 100% |
#' | `"H"` | 94.5% | 100% |
#' | `"KS"` | 89.8% | 100% |
#' | `"AUCH"` | 93.9% | 100% |
#' | `"MER"`, prior 0.3 | 91.5% | 100% |
#' | `"brier"` | 88.7% | 99.6% |
#' | `"log_loss"` | 84.9% | 99.7% |
#'
#' Do not trust `"KS"`, `"brier"` and `"log_loss"` with inverse probabilities of 20 preferred positives. Intervals by
#' replicates are too long (99% and more) where weights vary much or classes hardly overlap.
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
#' Clopper, C. J. and Pearson, E. S. (1934). The use of confidence or fiducial limits illustrated in the case of the
#' binomial. *Biometrika* 26, 404-413. Fay, M. P. and Feuer, E. J. (1997). Confidence intervals for directly standardized
#' rates: a method based on the gamma distribution. *Statistics in Medicine* 16, 791-801. Rubin, D. B. (1981). The
#' Bayesian bootstrap. *Annals of Statistics* 9, 130-134.
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
#'   roc_summary("KS"), roc_summary("AP"),
#'   roc_summary("AP", prior = 0.05)
#' ))
#' @export
roc_summary <- function(measure = c("KS", "AUCH", "MER", "H", "brier", "log_loss", "AP", "pr_AUC", "prg_AUC"),
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
