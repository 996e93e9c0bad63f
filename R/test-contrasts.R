# All pairs of several areas, and what their number does to their p-values and intervals.

# The pairs of scores, a column each, in the order of scores_compare().
pairs_of <- function(areas) utils::combn(length(areas), 2L)

# A row for each pair. `of_pair` tests one, by its number; `covariance` is that of the areas; `names`
# are those of the columns that name both.
contrasts_of <- function(areas, of_pair, covariance, adjust, conf.level, names) {
  pairs <- pairs_of(areas)
  family <- if (adjust == "max-t") greatest_of(covariance, pairs_that_differ(areas, covariance, pairs))
  level <- level_of_each(adjust, conf.level, family, ncol(pairs))
  tests <- lapply(seq_len(ncol(pairs)), of_pair, question_of("two.sided", NULL, level))
  column <- function(name) vapply(tests, function(test) as.vector(test[[name]])[[1L]], 0)
  p.value <- column("p.value")
  rows <- c(
    structure(list(names(areas)[pairs[1L, ]], names(areas)[pairs[2L, ]]), names = names),
    list(estimate = unname(areas[pairs[1L, ]] - areas[pairs[2L, ]]), std.error = column("std.error"),
         statistic = column("statistic"), df = vapply(tests, df_of_test, 0), p.value = p.value),
    if (adjust != "none") list(p.adjusted = adjusted_p(p.value, adjust, family)),
    list(conf.low = vapply(tests, function(test) test$interval[[1L]], 0),
         conf.high = vapply(tests, function(test) test$interval[[2L]], 0))
  )
  as_frame(rows, ncol(pairs))
}

# Without those that can't be tested, such as a score and itself.
pairs_that_differ <- function(areas, covariance, pairs) {
  std.error <- apply(pairs, 2L, function(pair) std_error_of_pair(covariance, pair))
  same <- std.error == 0 & difference(areas[pairs[1L, ]], areas[pairs[2L, ]]) == 0
  pairs[, is.na(same) | !same, drop = FALSE]
}

df_of_test <- function(test) if (is.null(test$parameter)) Inf else test$parameter[["df"]]

adjusted_p <- function(p.value, adjust, family) {
  if (adjust != "max-t") {
    return(stats::p.adjust(p.value, adjust))
  }
  joint <- vapply(stats::qnorm(p.value / 2, lower.tail = FALSE), family, 0)
  # Whatever the correlations.
  pmin(pmax(joint, p.value), stats::p.adjust(p.value, "bonferroni"))
}

# The level of each interval at which all together have theirs.
level_of_each <- function(adjust, conf.level, family, pairs) {
  switch(
    adjust,
    bonferroni = 1 - (1 - conf.level) / pairs,
    "max-t" = joint_level(conf.level, family, pairs),
    conf.level
  )
}

joint_level <- function(conf.level, family, pairs) {
  # One alone, and Bonferroni's, are on both sides of it.
  ends <- stats::qnorm((1 - conf.level) / c(2, 2 * pairs), lower.tail = FALSE)
  excess <- function(quantile) family(quantile) - (1 - conf.level)
  if (is.na(excess(ends[[1L]])) || excess(ends[[1L]]) <= 0) {
    return(conf.level)
  }
  if (excess(ends[[2L]]) >= 0) {
    return(1 - (1 - conf.level) / pairs)
  }
  1 - 2 * stats::pnorm(stats::uniroot(excess, ends, tol = 1e-10)$root, lower.tail = FALSE)
}

# The probability that one at least of the standardized differences of all pairs is farther from 0 than a
# quantile, when they are normal around it: a function of the quantile.
#
# A normal vector is a direction and a length that know nothing of each other. Given the direction, the
# length at which the first difference passes the quantile is known, and the square of the length is
# chi-squared: directions alone are left to average over, the same in each call, and no random numbers.
greatest_of <- function(covariance, pairs) {
  if (anyNA(covariance)) {
    return(function(quantile) NA_real_)
  }
  points <- root_of(covariance)
  pairs <- list(pairs[1L, ], pairs[2L, ])
  lengths <- unwrap(pairs_apart(points, nrow(points), pairs))
  # A difference that does not vary varies with no other.
  nothing <- 1e-7 * max(lengths)
  alone <- sum(lengths <= nothing)
  farthest <- if (alone < length(lengths)) farthest_along(points, pairs, nothing) else 0
  function(quantile) {
    if (is.na(quantile)) {
      return(NA_real_)
    }
    none <- mean(stats::pchisq((quantile / farthest)^2, max(1L, ncol(points))))
    1 - none * (1 - 2 * stats::pnorm(-quantile))^alone
  }
}

# Points, as the rows, whose differences vary as those of estimates with this covariance: in the fewest
# dimensions.
root_of <- function(covariance) {
  means <- rowMeans(covariance)
  parts <- eigen(covariance - outer(means, means, `+`) + mean(means), symmetric = TRUE)
  kept <- parts$values > 1e-15 * parts$values[[1L]]
  parts$vectors[, kept, drop = FALSE] %*% diag(sqrt(parts$values[kept]), sum(kept))
}

points_of_sphere <- 2^14

# The greatest standardized difference along directions in space: the mean of each 32 directions that are
# next to each other in this. Not all directions at once, so that it can be stopped.
farthest_along <- function(points, pairs, nothing) {
  at_once <- max(1, floor(2^18 / ncol(points)))
  farthest <- unlist(lapply(seq(0, points_of_sphere - 1, at_once), function(before) {
    directions <- even_directions(before + seq_len(min(at_once, points_of_sphere - before)), ncol(points))
    unwrap(pairs_farthest(points, nrow(points), pairs, directions, nothing))
  }), use.names = FALSE)
  colMeans(matrix(sort(farthest), 32L))
}

# Multiples of square roots of primes, modulo 1, are even in a cube (Richtmyer 1951); normal variables of
# these have even directions.
even_directions <- function(multiples, dimensions) {
  lattice <- outer(multiples, sqrt(primes(dimensions))) %% 1
  points <- stats::qnorm(lattice)
  points / sqrt(rowSums(points^2))
}

primes <- function(number) {
  found <- 2
  candidate <- 3
  while (length(found) < number) {
    if (all(candidate %% found != 0)) found <- c(found, candidate)
    candidate <- candidate + 2
  }
  found[seq_len(number)]
}
