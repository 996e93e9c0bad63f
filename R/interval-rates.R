# What intervals of numbers that are made of both rates at a threshold and of the share of the positives
# take, beside the intervals of the rates.

# The share of the positives, where it is an estimate, by the numbers of the classes.
ends_of_positives <- function(positive, sample) {
  n <- 1 / (positive * (1 - positive) * sum(1 / unlist(sample$classes$effective)))
  tail <- outer_tail(sample$conf.level)
  # How unequal the weights are, is what is not sure of these numbers.
  share <- list(numbers = c(5, NaN, NaN, 0, 1, 0, 1, 0, rep(1, 4L), NaN))
  freedom <- spread_in(observed_in(sample), list(share), sample$variance)$freedom
  df <- min(freedom, sample$most) + freedom_of_model
  wilson(positive, n * normal_by_t(tail, df)^2, stats::qnorm(tail, lower.tail = FALSE))
}

# The correlations of TPR and FPR at thresholds: clusters and the units of a design may have observations of
# both classes. Few units say little of them; so they are drawn towards none, as variances towards the
# model's.
correlations_of_rates <- function(sample, thresholds) {
  if (is.null(sample$cluster) && is.null(sample$design)) {
    return(numeric(length(thresholds)))
  }
  # Some thresholds at once: each makes two columns of all observations.
  pieces <- split(thresholds, (seq_along(thresholds) - 1L) %/% 10L)
  unlist(lapply(unname(pieces), function(at) correlations_at(sample, at)))
}

correlations_at <- function(sample, thresholds) {
  observed <- observed_in(sample)
  of_cells <- function(above, below) {
    lapply(thresholds, function(at) list(numbers = c(5, NaN, NaN, at, above, below, NaN)))
  }
  what <- c(of_cells(c(1, 0, 0, 0), c(1, 0, 1, 0)), of_cells(c(0, 1, 0, 0), c(0, 1, 0, 1)))
  first <- seq_along(thresholds)
  if (is.null(sample$design)) {
    spread <- spread_in(observed, what, sample$variance)
    covariance <- spread$covariance
    freedom <- pmin(spread$freedom[first], spread$freedom[-first])
  } else {
    values <- influences_on_all(sample$guess, sample$label, sample$weights, what)$values
    covariance <- covariance_in_design(observed, what, values)$covariance
    freedom <- sample$most
  }
  variances <- pmax(diag(covariance), 0)
  correlation <- covariance[cbind(first, length(first) + first)] / sqrt(variances[first] * variances[-first])
  # What does not vary varies with nothing.
  correlation[!is.finite(correlation)] <- 0
  pmin(pmax(correlation, -1), 1) * freedom / (freedom + freedom_of_model)
}

# As observations_of() has them.
observed_in <- function(sample) {
  c(list(scores = list(sample$guess)),
    unclass(sample)[c("label", "weights", "cluster", "design", "rows", "in_design")])
}
