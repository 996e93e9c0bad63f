#' Net benefit: decision curves
#'
#' What it is worth to treat those that a score calls positive, in true positives per person, when a
#' patient's threshold probability says how many false ones outweigh a true one.
#'
#' @section Definition:
#' With \eqn{\pi} the `prior`, at a threshold probability \eqn{t}
#' \deqn{NB = \pi TPR - (1 - \pi) FPR \frac{t}{1 - t},}{
#'       NB = prior TPR - (1 - prior) FPR t / (1 - t),}
#' where the rates are those of the rule "score \eqn{\ge t}{>= t}": the scores are to be probabilities of
#' the positive class. Who would treat 9 patients in vain to treat one with the disease has
#' \eqn{t = 0.1}. To treat everybody is worth
#' \eqn{\pi - (1 - \pi) t / (1 - t)}{prior - (1 - prior) t / (1 - t)}, to treat nobody 0. A model is of use
#' at \eqn{t} if it is above both. With `standardize = TRUE` all is divided by `prior`, and 1 is the most
#' that there can be. It is \eqn{\pi - R / (1 - t)}{prior - R / (1 - t)} with \eqn{R} the risk of
#' [roc_risk()] at `cost_FP = t` and `cost_FN = 1 - t`.
#'
#' `calibrated = TRUE` takes any score, by the probability that it stands for in these data: the slopes of
#' the convex hull ([roc_hull()]) are the isotonic regression of the label on the score. The rule is
#' the point of the hull that is best for the odds \eqn{t / (1 - t)}; of several, that with the smallest
#' FPR. No rule by this score does better in these data, which is why it promises too much for others:
#' the same observations calibrate and judge. Where a score is a probability that is right, both
#' differ little.
#'
#' At another `prior` only the prior of the formula changes, and the rule stays "score \eqn{\ge t}{>= t}":
#' the answer for a population with other shares of the classes in which the probabilities are not
#' adapted, and so are wrong. With `calibrated = TRUE` the rule is adapted to the prior.
#'
#' @section When not to use it:
#' There are no tests and p-values of net benefit here: the authors of the method advise against them. A
#' decision takes the option of the largest expected net benefit, however sure that is;
#' [roc_net_benefit_ci()] says how sure. Compare models at thresholds that somebody would
#' choose, not over all of them.
#'
#' @section Complexity:
#' \eqn{O(m + k \log m)}{O(m + k log m)} time for \eqn{m} rows and \eqn{k} thresholds.
#'
#' @inheritParams roc_measures
#' @param threshold Threshold probabilities: numbers from 0 on, less than 1.
#' @param prior Probability of the positive class, in (0, 1); several for an answer to each. By default
#'   the share of the positive class in the weights.
#' @param standardize `TRUE` to divide by `prior`.
#' @param calibrated `FALSE` for scores that are probabilities, `TRUE` for any scores.
#'
#' @return A data.frame of class `roc_net_benefit`, all thresholds for the first prior, then for the next
#'   one, with the columns
#'   \item{prior, threshold}{what was asked for,}
#'   \item{score_threshold}{the least score that is called positive, `Inf` for none,}
#'   \item{TPR, FPR}{its rates,}
#'   \item{net_benefit, treat_all, treat_none}{the net benefit of the score, of calling everything positive
#'     and of calling nothing so, which is 0,}
#'   \item{standardized}{whether they are divided by the prior.}
#'   `autoplot()` and `plot()` draw the decision curve.
#'
#' @section Errors:
#' Those of a curve, see [roc_measures()]; `wroc_error_type`, `wroc_error_missing` and
#' `wroc_error_range` for the numbers, the last also for scores that are no probabilities unless
#' `calibrated = TRUE`.
#'
#' @source
#' Vickers, A. J. and Elkin, E. B. (2006). Decision curve analysis: a novel method for evaluating
#' prediction models. *Medical Decision Making* 26, 565-574, \doi{10.1177/0272989X06295361}. Vickers, A. J.,
#' van Calster, B. and Steyerberg, E. W. (2019). A simple, step-by-step guide to interpreting decision
#' curve analysis. *Diagnostic and Prognostic Research* 3, 18, \doi{10.1186/s41512-019-0064-7}.
#' Kerr, K. F., Brown, M. D., Zhu, K. and Janes, H. (2016). Assessing the clinical impact of risk prediction
#' models with decision curves. *Journal of Clinical Oncology* 34, 2534-2540, for the standardized one.
#'
#' @family decisions from a curve
#' @seealso [roc_net_benefit_ci()] for intervals and bands, [roc_optimal()] for costs in general.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, c(150, 50))
#' marker <- rnorm(200, truth)
#' risk <- plogis(marker - 1.6)
#' curve <- WeightedROC(risk, truth)
#' roc_net_benefit(curve, c(0.1, 0.25, 0.5))
#'
#' # The marker itself is no probability
#' roc_net_benefit(WeightedROC(marker, truth), c(0.1, 0.25, 0.5), calibrated = TRUE)
#'
#' plot(roc_net_benefit(curve))
#' @export
roc_net_benefit <- function(curve, threshold = seq(0.01, 0.99, 0.01), prior = NULL,
                            standardize = FALSE, calibrated = FALSE) classed({
  check_given(curve)
  threshold <- check_numbers(threshold, "threshold", probability_below_1)
  prior <- check_priors(prior)
  check_flag(standardize, "standardize")
  check_flag(calibrated, "calibrated")
  found <- for_each_curve(roc_curves(curve), function(curve) {
    columns <- columns_of(curve)
    if (!calibrated) check_probabilities(columns[[3L]])
    benefits_of(unwrap(curve_net_benefit(columns, threshold, prior, calibrated)), columns, threshold)
  })
  if (standardize) {
    worth <- c("net_benefit", "treat_all")
    found[worth] <- lapply(found[worth], `/`, found$prior)
  }
  found$standardized <- rep(standardize, nrow(found))
  # Only the thresholds of scores are turned in a fit in which low ones mean positive.
  names(found)[match(c("threshold", "probability"), names(found))] <- c("score_threshold", "threshold")
  with_class(found, "roc_net_benefit")
})

probability_below_1 <- range_of("at least 0 and less than 1", function(x) x >= 0 & x < 1, share = TRUE)

# All but the last are thresholds of scores.
check_probabilities <- function(threshold) {
  fault <- match(FALSE, utils::head(threshold, -1L) >= 0 & utils::head(threshold, -1L) <= 1)
  if (!is.na(fault)) {
    message <- sprintf(paste(
      "`curve` must be that of probabilities, between 0 and 1: the threshold in row %s is %s.",
      "`calibrated = TRUE` takes any scores."
    ), number(fault), number(threshold[[fault]]))
    raise("range", message, argument = "curve", column = "threshold", position = fault,
          value = threshold[[fault]])
  }
}

benefits_of <- function(found, columns, threshold) {
  at <- function(column) columns[[column]][found$row]
  as_frame(list(
    prior = found$prior, probability = rep_len(threshold, nrow(found)), threshold = at(3L),
    TPR = at(1L), FPR = at(2L), net_benefit = found$net_benefit, treat_all = found$treat_all,
    treat_none = numeric(nrow(found))
  ), nrow(found))
}
