# Variances of areas, and covariances of several, from sums over the influences of units.

# The effective degrees of freedom of the variance of each column of influences of units, some of which are
# `lost` to means and coefficients, see area_spread().
freedom_of_units <- function(u, lost) {
  squares <- u^2
  freedom_of_sums(colSums(squares), colSums(squares^2), nrow(u), lost)
}

# The same from the sums of their squares and fourth powers.
freedom_of_sums <- function(squares, fourths, units, lost) {
  # Two divisions: the square of a small sum may be no number.
  excess <- fourths / squares / squares - 1 / units
  most <- max(units - lost, 0)
  ifelse(squares == 0, 0, ifelse(excess > 0, pmin(2 / excess, most), most))
}

# The effective numbers of classes with clusters, as the core has them in `inference/effective.rs`.
effective_in_clusters <- function(of_observations, of_clusters) sqrt(of_observations * of_clusters)

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
