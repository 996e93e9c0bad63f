# Tests of differences of areas by what varies when the areas are equal.

# As tests_by_covariance(), from scores_compare().
tests_by_units <- function(found, covariance, of_areas) {
  pairs <- pairs_of(found$spread$values)
  list(
    of_pair = function(i, question) {
      std.error <- std_error_of_pair(covariance, pairs[, i])
      # The model that says what may vary where nothing does is one of areas.
      if (!of_areas && isTRUE(std.error == 0)) return(undefined_test(std.error))
      score_test_of_pair(found, i, pairs[, i], std.error, question)
    },
    joint = function() joint_score_test(found)
  )
}

# The sums of scores_compare() for a pair of scores, with u the influences of units and r their parts, and
# what of the squares is `common` to two units in folds; in units in which differences are from -1 to 1.
difference_of_pair <- function(found, i) {
  sums <- found$pairs[10L * (i - 1L) + 1:10]
  list(difference = sums[[1L]], squares = sums[2:4], fourths = sums[5:9], units = sums[[10L]],
       common = common_of_pair(found$common, pairs_of(found$spread$values)[, i]))
}

common_of_pair <- function(common, pair) {
  if (is.null(common)) {
    return(c(0, 0, 0))
  }
  of <- common$products[pair, pair]
  c(of[[1L, 1L]] + of[[2L, 2L]] - 2 * of[[1L, 2L]], -diff(common$deviations[pair]), common$shares)
}

# T = e / sqrt(sum (u + r e)^2) for a difference that is e from the one that is tested. Random signs
# of u + r e make T^2 / nu a beta variable, by its first two moments, and so T a t variable of
# nu - 1 = df degrees of freedom, once it is stretched. What is common counts in T alone, and at most for half.
t_of <- function(pair, e) {
  squares <- sum(pair$squares * c(1, 2 * e, e^2))
  common <- sum(pair$common * c(1, 2 * e, e^2))
  fourths <- sum(pair$fourths * c(1, 4 * e, 6 * e^2, 4 * e^3, e^4))
  # Fourth powers that are no numbers say nothing.
  df <- if (fourths > 0) max(3 * squares / fourths * squares - 3, 0) else 0
  statistic <- e / sqrt(squares - min(common, squares / 2))
  # A single unit leaves no distribution, and signs that are all the same are its end.
  within <- isTRUE(df > 0 && statistic^2 < df + 1)
  list(statistic = if (within) statistic * sqrt(df / (df + 1 - statistic^2)) else beyond(e), df = df)
}

beyond <- function(e) if (e == 0) 0 else sign(e) * Inf

tail_of_t <- function(statistic, df) {
  if (is.infinite(statistic) || df == 0) 0 else stats::pt(-abs(statistic), df)
}

upper_tail_of <- function(statistic, df, least) {
  tail <- min(max(tail_of_t(statistic, df), least), 0.5)
  if (statistic >= 0) tail else 1 - tail
}

# No tail is smaller. Of a difference of 0: all signs are the same with probability 2^-n, for n units
# that count alike. Of others: the tail of the farthest difference, which end_of_pair() keeps with them.
least_tail_of <- function(pair, null) {
  if (null == 0) {
    return(2^-pair$units)
  }
  t <- t_of(pair, pair$difference - sign(null - pair$difference))
  tail_of_t(t$statistic, t$df)
}

score_test_of_pair <- function(found, i, between, std.error, question) {
  pair <- difference_of_pair(found, i)
  if (is.na(std.error) || std.error == 0 && pair$difference == 0) {
    return(undefined_test(std.error))
  }
  # Where nobody has an influence it takes the model of the areas to say what may vary.
  reach <- if (std.error == 0) reach_of_samples(estimates_of_pair(found, between))
  unit <- if (is.null(found$unit)) 1 else found$unit
  at <- function(null) {
    null <- null / unit
    if (null != 0 && !is.null(reach)) {
      return(at_quantile(difference(pair$difference, null), reach))
    }
    t <- t_of(pair, pair$difference - null)
    least <- least_tail_of(pair, null)
    list(statistic = c(t = t$statistic), parameter = c(df = t$df),
         upper_tail = function(statistic) upper_tail_of(statistic, t$df, least))
  }
  end <- function(tail, side) {
    if (is.null(reach)) return(unit * end_of_pair(pair, tail, side))
    pair$difference + side * reach$distance(tail, side)
  }
  answer_to(question, at, end, std.error)
}

# Both areas as if they were of independent samples.
estimates_of_pair <- function(found, pair) {
  both <- function(name, class) rep_len(found$spread[[name]][[class]], 2L)
  list(area = found$spread$values[pair], variance = c(0, 0), freedom = c(0, 0),
       effective_neg = both("effective", 1L), effective_pos = both("effective", 2L))
}

# The difference on one side that the t distribution leaves just so; differences are from -1 to 1.
# The least tail may keep a difference of 0 beyond.
end_of_pair <- function(pair, tail, side) {
  excess <- function(e) {
    t <- t_of(pair, -side * e)
    tail_of_t(t$statistic, t$df) - tail
  }
  farthest <- 1 - side * pair$difference
  if (farthest == 0 || excess(farthest) >= 0) {
    return(side)
  }
  reach <- stats::uniroot(excess, c(0, farthest), f.lower = 0.5 - tail, tol = 1e-12)$root
  zero <- -side * pair$difference
  if (zero > reach && 2^-pair$units >= tail) 0 else pair$difference + side * reach
}

# The same for all differences at once: the statistic has the moments that random signs give it.
joint_score_test <- function(found) {
  joint <- structure(found$joint, names = c("statistic", "fourths", "rank", "units"))
  rank <- joint[["rank"]]
  if (!has_units(found$spread$units) || rank == 0) {
    test <- undefined_test(if (rank == 0) 0 else NA_real_)
    return(list(statistic = c(F = NA_real_), parameter = c("num df" = rank, "denom df" = NA_real_),
                p.value = NA_real_, std.error = test$std.error))
  }
  nu <- rank * (rank + 2) / joint[["fourths"]] - 2
  df <- max(nu - rank, 0)
  statistic <- joint[["statistic"]]
  within <- df > 0 && statistic < nu
  F <- if (within) (statistic / rank) / ((nu - statistic) / df) else Inf
  tail <- if (within) stats::pf(F, rank, df, lower.tail = FALSE) else 0
  list(statistic = c(F = F), parameter = c("num df" = rank, "denom df" = df),
       p.value = min(1, max(tail, 2^(1 - joint[["units"]]))), std.error = NA_real_)
}

# A linear combination of the areas of independent samples: the distances of the areas to the ends of
# their score intervals, which have one quantile, together (Zou and Donner 2008).
score_test_of_samples <- function(samples, question, coefficients = c(1, -1)) {
  std.error <- sqrt(sum(coefficients^2 * samples$variance))
  if (is.na(std.error)) {
    return(undefined_test(std.error))
  }
  estimate <- without_rounding(sum(coefficients * samples$area), sum(abs(coefficients * samples$area)))
  reach <- reach_of_samples(samples, coefficients)
  end <- function(tail, side) estimate + side * reach$distance(tail, side)
  answer_to(question, function(null) at_quantile(difference(estimate, null), reach), end, std.error)
}

reach_of_samples <- function(samples, coefficients = c(1, -1)) {
  spread <- shrunken_spread(samples)
  parts <- coefficients^2 * spread$fg
  df <- sum(parts)^2 / sum(parts^2 / spread$df)
  by_quantile <- function(quantile, side) {
    ends <- score_ends_of(samples$area, quantile^2 * spread$fg)
    apart <- ifelse(side * coefficients < 0, ends$low, ends$high)
    sqrt(sum((coefficients * (samples$area - apart))^2))
  }
  list(df = df, by_quantile = by_quantile,
       distance = function(tail, side) by_quantile(stats::qt(1 - tail, df), side))
}

at_quantile <- function(difference, reach) {
  list(statistic = c(t = quantile_that_reaches(difference, reach$by_quantile)),
       parameter = c(df = reach$df), upper_tail = function(t) stats::pt(-t, reach$df))
}

# The quantile at which the interval of an estimate ends so far from it.
quantile_that_reaches <- function(difference, reach) {
  if (difference == 0) {
    return(0)
  }
  excess <- function(quantile) reach(quantile, -sign(difference)) - abs(difference)
  most <- 4
  while (excess(most) < 0 && most < 1e6) most <- 2 * most
  if (excess(most) < 0) {
    return(sign(difference) * Inf)
  }
  sign(difference) * stats::uniroot(excess, c(0, most), tol = 1e-12)$root
}
