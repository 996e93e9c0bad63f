# How estimates vary together, as the compiled library has it.

# A list with the `values` of all quantities of the first score, then of the second one, and so on; their
# `covariance` matrix; the degrees of `freedom` of each variance; of both classes the `numbers` of observations,
# of `units` and their `effective` numbers; and `expected`, what a model's variance is multiplied by.
# Where `pairs` are asked for, these have the degrees of freedom of the difference of each pair.
spread_in <- function(observed, what, variance, pairs = FALSE) {
  request <- c(list(what = unname(what), pairs = pairs), ways_of(observed, variance))
  found <- found_of_scores(observed, spread_of(scored(observed, variance), request))
  found$covariance <- matrix(found$covariance, length(found$values))
  found
}

# What is known of observations, but of each alone.
ways_of <- function(observed, variance) {
  list(variance = variance, folds = observed$folds[c("codes", "numbers")], links = links_of(observed))
}

# What the compiled library found of all scores, or an error about one of them.
found_of_scores <- function(observed, found) {
  about_observations(observed, {
    if (inherits(found, "wroc_failure")) {
      if (!is.null(observed$folds)) {
        found <- in_repetition(found, observed$folds)
      } else if (length(observed$scores) == 1L) {
        found$score <- NULL
      }
    }
    of_observations(found, observed$scores[[1L]], observed$label)
  })
}

# What an interval can't be trusted in is said in a warning.
warn_of_interval <- function(std.error, is_point = TRUE) {
  if (is.na(std.error)) {
    warn("undefined", paste(
      "The standard error is NA: it takes at least two observations of each class, or two clusters",
      "with each."
    ))
  } else if (std.error == 0 && is_point) {
    warn("degenerate", paste(
      "The standard error is 0 and the interval a point, as for a score that separates the classes",
      "or is constant. That says little of how sure the area is."
    ))
  }
}
