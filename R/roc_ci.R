#' Confidence intervals of numbers of a ROC curve
#'
#' Intervals for partial areas, for rates and predictive values at a threshold, for a rate at the other
#' one, and for a risk: with weights, clusters or a survey design, without a bootstrap.
#'
#' @section Definition:
#' The variance \eqn{v} of a number is that of the sum of its influences, see [roc_influence()], as
#' [auc_ci()] and [auc_svy()] make that of the area. The number's place in its range, \eqn{p} in
#' \[0, 1\], is as uncertain as a share of
#' \deqn{n = \frac{k}{f} \frac{z^2}{t^2},\qquad f = \frac{\nu r + 4}{\nu + 4}}{
#'   n = (k / f) (z / t)^2,  f = (nu r + 4) / (nu + 4)}
#' independent observations, and has Wilson's interval for such a share: \eqn{r = v k / (p (1 - p))},
#' \eqn{\nu}{nu} are the effective degrees of freedom of \eqn{v}, \eqn{z} and \eqn{t} the quantiles of the
#' normal distribution and of the t distribution with \eqn{\nu + 4}{nu + 4} degrees of freedom, and \eqn{k}
#' is the effective number of what the number is a mean of: for a quotient of sums over the cells
#' that of the observations below the line, \eqn{(\sum w d)^2 / \sum (w d)^2}{
#' (sum w d)^2 / sum (w d)^2} if weights have nothing to do with the scores in a class; for areas and for a
#' rate at a rate \eqn{1 / (1 / k_1 + 1 / k_0)}{1 / (1 / k1 + 1 / k0)}. For the area itself the interval is
#' that of [auc_ci()].
#'
#' With a survey design as `weight` \eqn{v} is the design's: by linearization through
#' `survey::svytotal()` of `u / weight`, for a `svyrep.design` among the numbers under the replicate
#' weights; \eqn{\nu}{nu} is at most the design's degrees of freedom, `survey::degf()`.
#'
#' @section Complexity:
#' One sort for each score, then \eqn{O(n)} for each number, and for each set of replicate weights once more.
#'
#' @inheritParams roc_influence
#' @inheritParams auc_ci
#' @param weight Weights, NULL for 1, or a design of package survey (`svydesign()`, `svrepdesign()`,
#'   `twophase()`, also calibrated): then `guess` and `label` have a value for each of its rows.
#' @param variance `"delong"`, `"jackknife"` or `"frequency"`, as in [auc_ci()]. Not for a design.
#'
#' @return A data.frame with a row for each number, for several scores with a column `score` in front:
#'   `quantity` (its name), `estimate`, `std.error`, `conf.low`, `conf.high`, `df`, `variance`.
#'   `NA` where it takes two observations (or clusters) of a class more, and for what is 0/0, with a warning.
#'
#' @section Errors:
#' Those of [auc_ci()], [auc_svy()] and [roc_measure()].
#'
#' @source
#' Wilson, E. B. (1927). Probable inference, the law of succession, and statistical inference. *Journal
#' of the American Statistical Association* 22, 209-212. Binder, D. A. (1983). On the variances of
#' asymptotically normal estimators from complex surveys. *International Statistical Review* 51, 279-292.
#' Korn, E. L. and Graubard, B. I. (1998). Confidence intervals for proportions with small expected number
#' of positive counts estimated from survey data. *Survey Methodology* 24, 193-201.
#'
#' @family inference
#' @seealso [auc_ci()] for areas, [roc_band()] for whole curves, [roc_optimal_ci()] for a threshold that was
#'   chosen by the same observations.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' score <- rnorm(100, truth)
#' weight <- rexp(100)
#' roc_ci(score, truth, weight, list(
#'   roc_partial(FPR = c(0, 0.2)), roc_measure("TPR", FPR = 0.2),
#'   roc_measure("PPV", threshold = 1), roc_measure("PPV", threshold = 1, prior = 0.05)
#' ))
#' @export
roc_ci <- function(guess, label, weight = NULL, what = "area", cluster = NULL, conf.level = 0.95,
                   variance = c("delong", "jackknife", "frequency"), positive = NULL,
                   na.rm = FALSE) classed({
  if (is_fit(guess)) return(answer_to_fit("roc_ci", guess, match.call(), parent.frame()))
  variance_given <- !missing(variance)
  observed <- observations_of(guess, label, weight, cluster, positive, na.rm, designs = TRUE)
  what <- check_what(what)
  conf.level <- check_level(conf.level)
  variance <- check_choice(variance, "variance", observed$variance)
  if (!is.null(observed$design)) {
    refuse_arguments(c("cluster", "variance")[c(!is.null(cluster), variance_given)],
                     "taken with a survey design, which has its own")
  }
  check_frequencies(observed$weights, variance)
  found <- spread_of_quantities(observed, what, variance)
  rows <- lapply(seq_along(observed$scores), function(j) rows_of_quantities(found, j, what, conf.level))
  with_names(bound_rows(rows), if (!is.null(observed$names)) rep(observed$names, each = length(what)))
})

# Of all quantities of all scores, the first score's first: the `estimate`, the degrees of freedom and the
# `covariance`, with the most degrees of freedom that this can have and what it is called; the
# effective numbers of the classes, and for each score what number_behind() must know.
spread_of_quantities <- function(observed, what, variance) {
  behind <- quantities_behind(what)
  in_design <- !is.null(observed$design)
  units <- if (in_design) units_of_design(observed) else observed$cluster
  spread <- quantity_spread_of(observed, c(what, behind), if (in_design) "delong" else variance, units)
  width <- length(what) + length(behind)
  if (in_design) {
    # Those of the observations: clusters and strata are in the variance, see auc_svy().
    spread$effective <- quantity_spread_of(observed, list(area_quantity), "delong", NULL)$effective
  }
  asked <- as.vector(outer(seq_along(what), (seq_along(observed$scores) - 1L) * width, `+`))
  found <- list(
    estimate = spread$areas[asked], freedom = spread$freedom[asked], effective = spread$effective,
    cells = lapply(seq_along(observed$scores), function(j) {
      cells_behind(behind, spread$areas[(j - 1L) * width + length(what) + seq_along(behind)])
    })
  )
  if (in_design) {
    return(c(found, covariance_in_design(observed, what, found$estimate)))
  }
  covariance <- covariance_of(spread, variance, !is.null(units))
  c(found, list(covariance = covariance[asked, asked, drop = FALSE], most = Inf, variance = variance))
}

quantity_spread_of <- function(observed, what, variance, units) {
  found <- quantities_joint_spread(
    unname(observed$scores), observed$label, observed$weights, numbers_of(what),
    variance == "frequency", units$codes, number_of(units), threads_for(observed$label)
  )
  if (length(observed$scores) == 1L && inherits(found, "wroc_failure")) found$score <- NULL
  about_observations(observed, of_observations(found, observed$scores[[1L]], observed$label))
}

rows_of_quantities <- function(found, score, what, conf.level) {
  of_score <- (score - 1L) * length(what) + seq_along(what)
  estimate <- found$estimate[of_score]
  variance <- pmax(diag(found$covariance)[of_score], 0)
  found$cells <- found$cells[[score]]
  intervals <- lapply(seq_along(what), function(k) {
    freedom <- min(found$freedom[of_score][[k]], found$most)
    interval_of_quantity(what[[k]], estimate[[k]], variance[[k]], freedom, found, conf.level)
  })
  number <- function(name) vapply(intervals, `[[`, 0, name)
  std.error <- number("std.error")
  if (anyNA(std.error)) warn_of_interval(NA_real_)
  as_frame(list(
    quantity = names(what), estimate = scaled(estimate, what), std.error = std.error,
    conf.low = number("low"), conf.high = number("high"), df = number("df"),
    variance = rep(found$variance, length(what))
  ), length(what))
}
