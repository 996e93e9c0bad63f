# Variances of areas, and covariances of several, from sums over the influences of units.

# Whether each class has two independent units at least, observations or clusters.
has_units <- function(numbers) {
  all(numbers[1:2] > 1)
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

check_level <- function(conf.level, argument = "conf.level") {
  check_numbers(conf.level, argument, prior_range, 1L)
}

# The probability beyond each end of an interval: the other one, (1 + conf.level) / 2, may round to 1.
outer_tail <- function(conf.level) (1 - conf.level) / 2
