#' AUC over time
#'
#' Returns the AUC of each score at all event times, or at given times. Use it to see how well a score
#' predicts the event by each time. `integrate = TRUE` returns the mean of these AUCs over time.
#'
#' @details
#' Each row is the result of [auc_ci()] for the outcome at that time, see [outcome_at()]. Standard errors
#' account for the estimation of censoring. Without `conf.level` all event times of a million rows take
#' less than a second; intervals take O(n) time for each time.
#'
#' **The mean** weights each time by the increase of the incidence since the time before, or by
#' `weights_of_times`. The incidence is the Aalen-Johansen estimate, 1 - Kaplan-Meier, or with a known
#' model of censoring the weighted share of the cases. Its standard error covers the AUCs, the incidence
#' and censoring. It takes O(n log n) time for any number of times.
#'
#' **Incident cases** have the event at the time; their controls are free of it then (Heagerty and Zheng
#' 2005). There are only one or two of them, so the AUC is a mean over events within `bandwidth` of the
#' time (with a parabola as kernel). Its terms are the shares of those at risk who have a lower score.
#' People at risk represent all who would be at risk without censoring, so no model of censoring is
#' needed. By default the bandwidth is 2.34 standard deviations of the times of events over the fifth root
#' of their effective number. Standard errors are those with this bandwidth.
#'
#' In the mean, and of incident cases, an observation may be both case and control, so there is no factor
#' n / (n - 1) of a class: `variance = "delong"` and `"jackknife"` are the same.
#'
#' @param x scores: a vector, a matrix or a named list, with the arguments of [roc_observations()] behind them; or
#'   a fit of [weighted_roc()] at one or several times, see [outcome_at()].
#' @param ... for scores `label`, the times as [survival::Surv()] makes them, then `weight` (or a survey design),
#'   `cluster`, `na.rm`, `variance` and so on.
#' @param times ascending times; NULL for those of a fit at several times, otherwise for all usable event times: a
#'   control is left, and censored observations are represented, see [outcome_at()].
#' @param cause,controls,censoring see [outcome_at()]. A Cox model of censoring, folds, a `weights_model`, counts and
#'   a bootstrap take as long for each time as [auc_ci()], and have no mean.
#' @param cases `"cumulative"` cases have had the event by the time; `"incident"` ones have it at the time.
#' @param bandwidth the largest distance of events from a time, for incident cases.
#' @param integrate TRUE returns the mean over times.
#' @param weights_of_times the weight of each time in the mean: `"incidence"`, or a number for each time.
#' @param conf.level the confidence level; NULL returns estimates alone.
#' @param method the interval, see [roc_estimate()].
#' @return A data.frame of class `auc_over_time` with a row for each time and score: `time`, `score` (where scores
#'   have names), `estimate`, and with `conf.level` also `std.error`, `conf.low`, `conf.high` and `df`. `vcov()`
#'   returns the covariance matrix of its rows. With `integrate = TRUE` a row for each score, without `time`.
#' @section Errors: `wroc_error_time` for a time without cases or controls, or to which nobody is followed;
#'   `wroc_error_type` for a label that is not right-censored times; those of [outcome_at()].
#' @references Heagerty PJ, Zheng Y (2005). Survival model predictive accuracy and ROC curves. Biometrics 61, 92-105.
#'   Heagerty PJ, Lumley T, Pepe MS (2000). Time-dependent ROC curves for censored survival data and a
#'   diagnostic marker. Biometrics 56, 337-344. Blanche P, Dartigues JF, Jacqmin-Gadda H (2013). Statistics in
#'   Medicine 32, 5381-5397.
#' @seealso [auc_concordance()], [outcome_at()].
#' @examples
#' if (requireNamespace("survival", quietly = TRUE)) {
#'   Surv <- survival::Surv
#'   fit <- weighted_roc(outcome_at(Surv(time, status == 2), 1825) ~ bili + albumin, survival::pbc)
#'   print(auc_over_time(fit, times = c(1, 3, 5) * 365, conf.level = 0.95))
#'   print(auc_over_time(fit, integrate = TRUE, conf.level = 0.95))
#'
#'   # All event times, without a fit
#'   print(with(survival::pbc, auc_over_time(bili, Surv(time, status == 2))))
#' }
#' @export
auc_over_time <- function(x, ..., times = NULL, cases = c("cumulative", "incident"), cause = NULL,
                          controls = c("all", "free"), censoring = ~ 1, bandwidth = NULL, integrate = FALSE,
                          weights_of_times = "incidence", conf.level = NULL,
                          method = interval_methods()) {
  here <- parent.frame()
  classed({
    cases <- check_choice(cases, "cases")
    check_unused(c(weights_of_times = !missing(weights_of_times) && isFALSE(integrate)),
                 "without `integrate = TRUE`")
    check_unused(c(method = !missing(method) && is.null(conf.level)), "without `conf.level`")
    args <- c(integrate = isTRUE(check_flag(integrate, "integrate")), controls = !missing(controls),
               censoring = !missing(censoring))
    if (cases == "incident") check_unused(args, "with `cases = \"incident\"`")
    args <- c(bandwidth = !is.null(bandwidth))
    if (cases == "cumulative") check_unused(args, "without `cases = \"incident\"`")
    of <- list(cause = cause, controls = if (!missing(controls)) check_choice(controls, "controls"),
               censoring = if (!missing(censoring)) censoring, here = here)
    spec <- list(times = if (!is.null(times)) check_times_given(times, TRUE), level = check_level(conf.level),
                  method = if (!missing(method)) check_choice(method, "method"))
    observations <- followed_observations(x, ..., of = of)
    # AUCs of incident cases need no model of censoring.
    if (cases == "incident") observations$outcome[c("strata", "known")] <- list(NULL)
    if (is.null(spec$times)) spec$times <- observations$times
    if (cases == "incident") {
      spec$bandwidth <- if (!is.null(bandwidth)) check_numbers(bandwidth, "bandwidth", 1L, "positive")
      incident_over_time(observations, spec)
    } else if (integrate) {
      mean_over_time(observations, spec, check_weights_of_times(weights_of_times, spec$times))
    } else if (any(ways_by_time(observations))) {
      each_time(observations, spec)
    } else if (is.null(spec$level)) {
      result <- result_over_time(observations, areas_over_time(followed(observations), spec$times))
      areas_of_times(observations, result)
    } else {
      intervals_over_time(observations, spec, areas_at_times)
    }
  })
}

# NULL for those by incidence.
check_weights_of_times <- function(weights, times) {
  if (is.character(weights)) {
    check_choice_of(weights, "weights_of_times", "incidence")
    return(NULL)
  }
  if (is.null(times)) {
    raise("absent", "`weights_of_times` needs `times`: it has one number for each time.",
          argument = "times")
  }
  weights <- check_numbers(weights, "weights_of_times", length(times), "not_negative")
  if (all(weights == 0)) {
    raise("range", "`weights_of_times` must not all be 0.", argument = "weights_of_times")
  }
  weights
}

# Values alone: the times of each score.
areas_of_times <- function(observations, result) {
  scores <- length(observations$scores)
  values <- as.vector(t(matrix(result$values, ncol = scores)))
  rows <- as_frame(list(time = rep(result$times, each = scores), estimate = values), length(values))
  with_class(named_rows(rows, observations, length(result$times)), "auc_over_time")
}

# Intervals at the times that are asked for, by the shim `find`.
intervals_over_time <- function(observations, spec, find, request = list()) {
  times <- or(spec$times, times_of_events(observations))
  scores <- length(observations$scores)
  number <- scores * length(times)
  request <- c(request, list(times = times, level = spec$level, method = spec$method,
                             covariance = number <= max_covariances))
  observations$sampling$known <- covariance_of_areas(observations, find, request)
  result <- result_over_time(observations, find(followed(observations), request))
  rows <- rows_over_time(observations, list(time = rep(times, each = scores)), result$rows, length(times))
  covariance <- observations$sampling$known$covariance
  if (is.null(covariance) && request$covariance) covariance <- matrix(result$covariance, number)
  structure(with_class(rows, "auc_over_time"),
            spread = list(covariance = covariance, freedom = result$freedom))
}

# The known covariance of the areas of a shim, if there is a survey design.
covariance_of_areas <- function(observations, find, request) {
  covariance_over_time(observations, function(weights) {
    result <- find(followed(observations, weights), c(request, list(influences = TRUE)))
    result <- result_over_time(observations, result)
    list(values = result$rows$estimate, influences = result$influences)
  })
}

# All times at which there is an event and a control is left. Censoring does not matter.
times_of_events <- function(observations) {
  plain <- replace(observations, c("scores", "outcome"),
                   list(observations$scores[1L], replace(observations$outcome, "covariates", list(NULL))))
  result_over_time(observations, areas_over_time(followed(plain), NULL))$times
}

# The outcome at each time, one after the other.
each_time <- function(observations, spec) {
  times <- or(spec$times, times_of_events(observations))
  request <- c(spec[c("level", "method")], list(values = is.null(spec$level)))
  rows <- bound_rows(lapply(times, function(t) {
    at_time <- weighed(observations, replace(observations$outcome, "t", t))
    result <- about_time(t, estimated(at_time, unclass(area_measure), request))
    columns <- c("score", "estimate", if (!request$values) c("std.error", "conf.low", "conf.high", "df"))
    number <- nrow(result)
    as_frame(c(list(time = rep(t, number)), as.list(result)[intersect(columns, names(result))]), number)
  }))
  with_class(rows, "auc_over_time")
}

incident_over_time <- function(observations, spec) {
  refuse_ways("all times", ways_by_time(observations))
  rows <- intervals_over_time(observations, spec, areas_of_incident, list(bandwidth = spec$bandwidth))
  if (!is.null(spec$level)) return(rows)
  attr(rows, "spread") <- NULL
  with_class(as_frame(as.list(rows)[intersect(c("time", "score", "estimate"), names(rows))], nrow(rows)),
             "auc_over_time")
}

# The largest number of rows with a covariance matrix: its size is the square of it.
max_covariances <- 1000L

mean_over_time <- function(observations, spec, weights) {
  refuse_ways("all times", ways_by_time(observations))
  request <- list(times = spec$times, weights = weights, level = spec$level,
                  method = spec$method)
  if (!is.null(spec$level)) observations$sampling$known <- covariance_of_areas(observations, areas_integrated, request)
  result <- result_over_time(observations, areas_integrated(followed(observations), request))
  rows <- if (is.null(spec$level)) {
    named_rows(as_frame(list(estimate = result$rows$estimate), length(observations$scores)), observations, 1L)
  } else {
    rows_over_time(observations, list(), result$rows)
  }
  covariance <- list(covariance = matrix(result$spread$covariance, nrow(rows)), freedom = result$spread$freedom)
  structure(with_class(rows, "auc_integrated"), spread = if (!is.null(spec$level)) covariance)
}

#' @export
vcov.auc_over_time <- function(object, ...) {
  needs <- "a whole result of auc_over_time() with `conf.level`, of at most %s rows"
  covariance_of_rows(object, "object", sprintf(needs, number(max_covariances)))$covariance
}

#' @export
vcov.auc_integrated <- vcov.auc_over_time
