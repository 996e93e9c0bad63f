# Observations that are followed over time: what auc_over_time() and auc_concordance() have in common.

# Observations whose outcome is that of all times. `of` has the arguments of an outcome: `cause`, `controls` and
# `censoring`, NULL where nobody has chosen them; where the variables of the last are looked up, `here`; and whether
# there may be `competing` causes.
followed_observations <- function(x, ..., of) {
  check_given(x)
  UseMethod("followed_observations")
}

#' @exportS3Method
followed_observations.default <- function(x, label, ..., of) classed({
  refuse_no_scores(x, "x")
  if (missing(label)) {
    curve <- instead_of_observations(x)
    raise_absent("label", if (nzchar(curve)) curve else ": the times, `survival::Surv(time, status)`")
  }
  roc_observations(x, outcome_of_all_times(label, of), ...)
})

#' @exportS3Method
followed_observations.weighted_roc <- function(x, ..., of) {
  refuse_of_outcome(of)
  observations <- roc_observations(x, ...)
  if (is.null(observations$outcome)) {
    message <- paste("`x` must be a fit with an outcome at a time as its label,",
                     "`weighted_roc(outcome_at(Surv(time, status), t) ~ score)`.")
    raise("type", message, argument = "x", expected = "a fit with an outcome at a time", found = class(x))
  }
  observations
}

#' @exportS3Method
followed_observations.roc_rows <- followed_observations.weighted_roc

# The times of the fit, if nobody asks for others.
#' @exportS3Method
followed_observations.weighted_roc_times <- function(x, ..., of) {
  check_no_groups_at_times(x, "AUCs over time")
  each <- lapply(unname(x$fits), kept_observations)
  same <- vapply(each, function(observations) identical(observations$scores, each[[1L]]$scores), NA)
  if (!all(same)) {
    message <- paste("Scores that change with time are not supported over all times: `auc_ci()` returns the",
                     "AUC at each time of the fit.")
    raise("unsupported", message, argument = "x")
  }
  observations <- followed_observations(x$fits[[1L]], ..., of = of)
  observations$times <- x$groups
  observations
}

outcome_of_all_times <- function(label, of) {
  if (is_outcome(label)) {
    refuse_of_outcome(of)
    attr(label, "about")$t <- Inf
    return(label)
  }
  times <- times_of_surv(label, "label")
  if (isFALSE(of$competing) && length(times$causes) > 1L) refuse_competing(or(of$cause, times$causes[[1L]]))
  events <- events_of(times, of$cause, of$controls)
  censored <- censoring_of(or(of$censoring, ~ 1), length(times$time), of$here)
  new_outcome(list(time = times$time, status = events$status),
              c(list(t = Inf), events[c("cause", "competing", "controls")], censored["kind"]), censored)
}

# An outcome has these itself.
refuse_of_outcome <- function(of) {
  args <- c(cause = !is.null(of$cause), controls = !is.null(of$controls),
             censoring = !is.null(of$censoring))
  check_unused(args, "with an outcome at a time, which has its own")
}

ways_by_time <- function(observations) {
  c(fold = !is.null(observations$sampling$folds), weights_model = !is.null(observations$sampling$models),
    resampled = !has_influences(observations$sampling$variance), cox = !is.null(observations$outcome$covariates))
}

# The input of the shims of times.
followed <- function(observations, weights = observations$outcome$weights) {
  outcome <- replace(observations$outcome, "weights", list(if (!is.null(weights)) as.double(weights)))
  sampling <- replace(observations$sampling, "links", list(NULL))
  list(scores = observations$scores, outcome = outcome, sampling = sampling)
}

# Returns the result of a shim, or raises its error in words of the label.
result_over_time <- function(observations, result) {
  result <- with_name_of_stratum(result, observations$outcome)
  amended(result_of_scores(observations, result), function(error) {
    if (identical(error$argument, "t")) return(renamed(error, c(t = "times")))
    renamed(error, c(time = "label", status = "label"))
  })
}

# The known covariance of what `find` makes of the weights that observations have of themselves; NULL without a design.
covariance_over_time <- function(observations, find) {
  if (is.null(observations$sampling$design)) return(NULL)
  known_covariance(replace(observations, c("weights", "outcome"), list(observations$outcome$weights, NULL)), find)
}

# The rows of scores by their names, with intervals.
rows_over_time <- function(observations, front, rows, times = 1L) {
  std.errors <- matrix(rows$std.error, ncol = times)
  for (k in which(colSums(is.na(std.errors)) > 0)) {
    warn_of_time <- function() warn_of_intervals(std.errors[, k], observations$names, FALSE)
    if (is.null(front$time)) warn_of_time() else about_time(front$time[[k * nrow(std.errors)]], warn_of_time())
  }
  rows <- as_frame(c(front, unclass(rows)[c("estimate", "std.error", "conf.low", "conf.high", "df")]),
                   length(rows$estimate))
  named_rows(rows, observations, times)
}

# The scores behind the times, if they have names.
named_rows <- function(rows, observations, times) {
  if (is.null(observations$names)) return(rows)
  columns <- as.list(rows)
  place <- if (is.null(columns$time)) 0L else 1L
  as_frame(append(columns, list(score = rep(observations$names, times)), place), nrow(rows))
}

# Returns whether quantities of an outcome are AUCs that the library finds at any number of times together.
has_areas_at_times <- function(observations, quantities) {
  !is.null(observations$outcome) && length(quantities) == 1L && is_area(quantities[[1L]]) &&
    is.null(observations$sampling$design) && !any(ways_by_time(observations))
}

# The results for the AUCs of all scores at each of some times: their `rows` and the `effective` numbers.
results_at_times <- function(observations, times, spec) {
  request <- list(times = times, level = level_of(spec, observations), method = c(spec$method, observations$method)[1L],
                  covariance = FALSE)
  result <- result_over_time(observations, areas_at_times(followed(observations), request))
  scores <- length(observations$scores)
  lapply(seq_along(times), function(k) {
    classes <- 2L * k - 1:0
    list(rows = rows_of(result$rows, (k - 1L) * scores + seq_len(scores)), effective = result$effective[classes],
         effective_units = result$effective_units[classes])
  })
}
