# Variances of areas, and covariances of several, from sums over influences.

# The covariance matrix of the areas of scores, from areas_joint_spread(). `clustered` says
# whether clusters were given.
covariance_of <- function(spread, variance, clustered) {
  scores <- length(spread$areas)
  sums <- lapply(spread[c("negatives", "positives", "both")], matrix, scores, scores)
  if (variance == "jackknife") {
    total <- sums$negatives + sums$positives + sums$both
    return(if (has_units(spread$clusters)) total else total * NA_real_)
  }
  if (variance == "frequency" && !clustered) {
    counts <- lapply(spread[c("negatives_by_count", "positives_by_count")], matrix, scores, scores)
    return(over(counts[[1L]], spread$weights[[1L]] - 1) + over(counts[[2L]], spread$weights[[2L]] - 1))
  }
  # Obuchowski (1997) for clusters, DeLong (1988) when each observation is one.
  clusters <- spread$clusters
  over(sums$negatives, 1 - 1 / clusters[[1L]]) + over(sums$positives, 1 - 1 / clusters[[2L]]) +
    if (clustered) over(sums$both, 1 - 1 / clusters[[3L]]) else 0
}

# The same for one score without clusters, from area_spread().
variance_of <- function(spread, variance) {
  switch(
    variance,
    jackknife = if (has_units(c(spread$n_neg, spread$n_pos))) {
      spread$negatives + spread$positives
    } else {
      NA_real_
    },
    delong = over(spread$negatives, 1 - 1 / spread$n_neg) +
      over(spread$positives, 1 - 1 / spread$n_pos),
    frequency = over(spread$negatives_by_count, spread$weight_neg - 1) +
      over(spread$positives_by_count, spread$weight_pos - 1)
  )
}

# Whether each class has two independent units at least, observations or clusters.
has_units <- function(numbers) {
  all(numbers[1:2] > 1)
}

# A standard error that is nothing but rounding is 0.
without_rounding <- function(std.error) {
  if (!is.na(std.error) && std.error < 1e-13) 0 else std.error
}

# x / by; NA where one observation says nothing of how observations vary.
over <- function(x, by) {
  if (by > 0) x / by else x * NA_real_
}

# Weights that are numbers of observations.
check_frequencies <- function(weights, variance) {
  if (variance != "frequency" || is.null(weights)) {
    return()
  }
  weights <- unclass(weights)
  fault <- match(TRUE, weights != round(weights))
  if (!is.na(fault)) {
    message <- sprintf(
      "`weight` must be whole numbers for variance = \"frequency\": element %s is %s.",
      number(fault), number(weights[[fault]])
    )
    raise("weight", message, argument = "weight", position = fault, value = weights[[fault]])
  }
}

check_level <- function(conf.level) {
  check_numbers(conf.level, "conf.level", prior_range, 1L)
}

# A confidence interval of an area, on the logit scale or as it is.
interval_of <- function(estimate, std.error, conf.level, transform, quantile = stats::qnorm) {
  if (is.na(std.error)) {
    return(c(NA_real_, NA_real_))
  }
  if (std.error == 0) {
    return(c(estimate, estimate))
  }
  reach <- quantile((1 + conf.level) / 2) * std.error
  if (transform == "none") {
    return(pmin(pmax(estimate + c(-1, 1) * reach, 0), 1))
  }
  stats::plogis(stats::qlogis(estimate) + c(-1, 1) * reach / (estimate * (1 - estimate)))
}

# What an interval can't be trusted in is said in a warning.
warn_of_interval <- function(std.error) {
  if (is.na(std.error)) {
    warn("undefined", paste(
      "The standard error is NA: it takes at least two observations of each class, or two clusters",
      "with each."
    ))
  } else if (std.error == 0) {
    warn("degenerate", paste(
      "The standard error is 0 and the interval a point, as for a score that separates the classes",
      "or is constant. That says little of how sure the area is."
    ))
  }
}
