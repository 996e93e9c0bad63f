#' Confidence intervals of the optimal threshold
#'
#' How sure the threshold of least expected cost is, and the rates and the risk there, by the
#' bootstrap.
#'
#' @details
#' The threshold of [roc_optimal()] is looked for in each bootstrap replicate ([auc_ci()] says how they
#' are drawn), and the percentiles of what is found are the interval. A threshold is the least
#' certain of all: the risk is flat around its minimum, so that very different thresholds may
#' cost nearly the same. Its interval is often wide and its distribution uneven. An end of `Inf` means
#' that calling nothing positive was the best in some replicates. With fewer than two observations (or
#' clusters) of a class all are `NA`, with a warning.
#'
#' @inheritParams auc_ci
#' @inheritParams roc_risk
#' @param prior Probability of the positive class, a number in (0, 1). By default its share in the
#'   weights, in each replicate anew.
#'
#' @return A data.frame with four rows, `term` = `"threshold"`, `"TPR"`, `"FPR"` and `"risk"`, and the columns
#'   `estimate`, `std.error` (standard deviation of the replicates, `NA` where some are infinite),
#'   `conf.low`, `conf.high`.
#'
#' @section Errors:
#' Those of [auc_ci()] and [roc_optimal()].
#'
#' @section Complexity:
#' One sort, and \eqn{O(n)} for each replicate.
#'
#' @source
#' Fluss, R., Faraggi, D. and Reiser, B. (2005). Estimation of the Youden index and its associated
#' cutoff point. *Biometrical Journal* 47, 458-472: the bootstrap for an optimal threshold.
#'
#' @seealso [roc_optimal()], [roc_band()].
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' score <- rnorm(100, truth)
#' weight <- rexp(100)
#' roc_optimal_ci(score, truth, weight, cost_FN = 2, prior = 0.3, R = 500)
#' @export
roc_optimal_ci <- function(guess, label, weight = rep(1, length(label)), cost_FP = 1, cost_FN = 1,
                           cost_TP = 0, cost_TN = 0, prior = NULL, cluster = NULL,
                           conf.level = 0.95, R = 2000, bayesian = FALSE) classed({
  weights <- given_weights(guess, label, weight)
  costs <- check_costs(cost_FP, cost_FN, cost_TP, cost_TN)
  check_errors_cost(costs, more = FALSE)
  prior <- check_prior(prior)
  conf.level <- check_level(conf.level)
  R <- check_replicates(R)
  check_flag(bayesian, "bayesian")
  check_observations(guess, label, weights)
  cluster <- check_cluster(cluster, label)

  best <- roc_optimal(observed_curve(guess, label, weights), cost_FP, cost_FN, cost_TP, cost_TN, prior)
  scheme <- scheme_of("bootstrap", bayesian)
  bootstrap <- bootstrap_of(guess, label, weights, cluster, scheme)
  replicates <- replicates_of(bootstrap, "optimal", c(costs, prior), R)
  terms <- c("threshold", "TPR", "FPR", "risk")
  if (can_be_resampled(guess, label, weights, cluster, scheme)) {
    replicates <- defined(replicates, conf.level)
    ends <- apply(replicates, 2L, infinite_quantiles, c(1 - conf.level, 1 + conf.level) / 2)
    deviation <- apply(replicates, 2L, finite_deviation)
  } else {
    defined(replicates)
    warn_of_interval(NA_real_)
    ends <- matrix(NA_real_, 2L, length(terms))
    deviation <- rep(NA_real_, length(terms))
  }
  as_frame(list(
    term = terms, estimate = unlist(best[terms], use.names = FALSE), std.error = deviation,
    conf.low = ends[1L, ], conf.high = ends[2L, ]
  ), 4L)
})

finite_deviation <- function(x) if (all(is.finite(x))) stats::sd(x) else NA_real_

# Observed values, which may be infinite: nothing lies between them.
infinite_quantiles <- function(x, probabilities) {
  sort(x)[pmax(1, ceiling(length(x) * probabilities))]
}
