# How estimates vary together, as the compiled library has it.

# A list with the `values` of all quantities of the first score, then of the second one, and so on; their
# `covariance` matrix; the degrees of `freedom` of each variance; of both classes the `numbers` of observations,
# of `units` and their `effective` numbers; and `expected`, what a model's variance is multiplied by.
# Where `pairs` are asked for, these have the degrees of freedom of the difference of each pair.
spread_in <- function(observed, what, variance, pairs = FALSE) {
  request <- c(list(what = numbers_of_quantities(what), pairs = pairs), ways_of(observed, variance))
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

# Areas, one by one.
estimates_of_areas <- function(observed, variance) {
  found <- spread_in(observed, list(area_quantity), variance)
  of_all <- function(x) rep(x, length(found$values))
  list(area = found$values, variance = pmax(diag(found$covariance), 0), freedom = found$freedom,
       effective_neg = of_all(found$effective[[1L]]), effective_pos = of_all(found$effective[[2L]]),
       n_neg = of_all(found$numbers[[1L]]), n_pos = of_all(found$numbers[[2L]]),
       pairs = pmax(found$expected - sum(1 / found$effective), 0))
}
