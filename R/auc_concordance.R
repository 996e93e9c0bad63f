#' Concordance of scores and survival times
#'
#' Returns Harrell's or Uno's C of each score with its confidence interval. C is the probability that the
#' observation with the higher score has the event first. Use it for survival times without a fixed time
#' point; [auc_test()] of the result compares scores.
#'
#' @details
#' A pair counts if one of the two has the event while the other is known to be free of it. An observation
#' censored at the time of an event is free until then; two events at the same time are not a pair. Equal
#' scores count half. Pairs are weighted by the product of both weights, as in [survival::concordance()].
#'
#' **`"uno"`** divides by the probability that neither of the two is censored before the event, because C
#' otherwise depends on the censoring. Each of them has the probability of its own stratum or covariates
#' (Gerds et al. 2013). The standard error accounts for its estimation. Choose a `tau` after which few are
#' still followed, because the last events have large weights.
#'
#' Standard errors are sums of squared influences, over clusters if there are any, as in
#' [survival::concordance()]. An observation may be the first of a pair and the second of another one, so there
#' is no factor n / (n - 1) of a class: `variance = "delong"` and `"jackknife"` are the same. A survey design gives
#' the standard error of their total. Intervals are those of an AUC, see [roc_estimate()], with the effective
#' numbers of first and second observations of the pairs.
#'
#' @param x scores: a vector, a matrix or a named list, or a fit of [weighted_roc()] at one or
#'   several times, see [outcome_at()]. High scores mean early events.
#' @param ... for scores `label`, the times as [survival::Surv()] makes them, then `weight` (or a survey design),
#'   `cluster` and `na.rm`.
#' @param type `"harrell"` or `"uno"`.
#' @param tau events after this time do not count.
#' @param censoring for `"uno"`, see [outcome_at()].
#' @param conf.level,method as in [roc_estimate()].
#' @return A data.frame of class `auc_concordance` with a row for each score: `score` (where scores have names),
#'   `measure`, `estimate`, `std.error`, `conf.low`, `conf.high`, `df`, `n_events` (those that are first in a pair)
#'   and `tied` (the share of pairs with equal scores). `vcov()` returns the covariance matrix of the scores.
#' @section Complexity: O(n log n) time for each score, and for `"uno"` for each stratum of `censoring`. With a
#'   Cox model, the time is that of all pairs: seconds for 10,000 observations with a continuous covariate.
#' @references Harrell FE, Lee KL, Mark DB (1996). Multivariable prognostic models. Statistics in Medicine 15,
#'   361-387. Uno H, Cai T, Pencina MJ, D'Agostino RB, Wei LJ (2011). On the C-statistics for evaluating overall
#'   adequacy of risk prediction procedures with censored survival data. Statistics in Medicine 30, 1105-1117.
#'   Gerds TA, Kattan MW, Schumacher M, Yu C (2013). Estimating a time-dependent concordance index for survival
#'   prediction models with covariate dependent censoring. Statistics in Medicine 32, 2173-2184.
#' @seealso [auc_over_time()].
#' @examples
#' if (requireNamespace("survival", quietly = TRUE)) {
#'   Surv <- survival::Surv
#'   fit <- weighted_roc(outcome_at(Surv(time, status == 2), 1825) ~ bili + albumin, survival::pbc)
#'   print(auc_concordance(fit))
#'
#'   # Two scores compared, without a fit
#'   both <- with(survival::pbc, auc_concordance(list(bili = bili, copper = copper), na.rm = TRUE,
#'                                               Surv(time, status == 2), type = "uno", tau = 3000))
#'   print(both)
#'   print(auc_test(both))
#' }
#' @export
auc_concordance <- function(x, ..., type = c("harrell", "uno"), tau = Inf, censoring = ~ 1,
                            conf.level = default_conf_level(), method = interval_methods()) {
  here <- parent.frame()
  classed({
    type <- check_choice(type, "type")
    check_unused(c(censoring = !missing(censoring) && type == "harrell"), "with `type = \"harrell\"`")
    spec <- list(pairs = type, until = check_numbers(tau, "tau", 1L, "above_zero"),
                  level = if (!missing(conf.level)) check_level(conf.level),
                  method = check_choice(method, "method"))
    of <- list(censoring = if (!missing(censoring)) censoring, here = here, competing = FALSE)
    observations <- followed_observations(x, ..., of = of)
    refuse_ways("all times", ways_by_time(observations)[c("fold", "weights_model", "resampled")])
    if (any(observations$outcome$status == 2L, na.rm = TRUE)) refuse_competing()
    spec$level <- level_of(spec, observations)
    rows <- rows_of_concordance(observations, spec)
    if (is.null(conf.level)) without_intervals(rows) else rows
  })
}

# A C index has no place for the order of events of another kind.
refuse_competing <- function(cause = NULL) {
  code <- if (!is.null(cause)) sprintf(" `Surv(time, status == %s)`,", quoted(cause))
  message <- sprintf(paste("auc_concordance() does not support competing events: give the times of one event,%s",
                           "which censors at others, or use auc_over_time()."), or(code, ""))
  raise(c("unsupported", "type"), message, argument = "label")
}

rows_of_concordance <- function(observations, request) {
  observations$sampling$known <- covariance_over_time(observations, function(weights) {
    result <- concordances(followed(observations, weights), c(request, list(influences = TRUE)))
    result <- result_of_pairs(observations, result)$found
    list(values = result$rows$estimate, influences = result$influences)
  })
  of <- result_of_pairs(observations, concordances(followed(observations), request))
  result <- of$found
  measure <- c(harrell = "Harrell's C", uno = "Uno's C")[[request$pairs]]
  number <- length(observations$scores)
  rows <- rows_over_time(observations, list(measure = rep(measure, number)), result$rows)
  rows <- with_columns(rows, list(n_events = result$rows$n_pos, tied = of$tied))
  covariance <- list(covariance = matrix(result$spread$covariance, number), pairs = result$spread$pairs,
                 models = observations$names, conf.level = request$level)
  structure(with_class(rows, "auc_concordance"), spread = covariance)
}

# Without a pair no observation is known to have the event first.
result_of_pairs <- function(observations, result) {
  if (inherits(result, "wroc_failure") && result$kind == "no_weight") {
    message <- "`label` must have an event after which another observation is followed: there is no pair."
    raise("no_weight", message, argument = "label")
  }
  result_over_time(observations, result)
}

#' @export
vcov.auc_concordance <- function(object, ...) covariance_of_rows(object, "object")$covariance

#' @exportS3Method
roc_observations.auc_concordance <- function(x, ...) {
  refuse_own(...)
  covariance <- covariance_of_rows(x, "x")
  if (nrow(x) < 2L) {
    raise("too_few", "A test needs at least two scores: give auc_concordance() a named list of them.",
          argument = "x", expected = 2L)
  }
  words <- sprintf("concordances of the same observations (%s)", x$measure[[1L]])
  structure(c(list(words = words, estimate = x$estimate, tested = seq_len(nrow(x))), covariance),
            class = "roc_classifiers")
}
