# Tests of differences of areas by what varies when the areas are equal.

# The sums of scores_compare() for a pair of scores, with u the influences of units and r their parts.
difference_of_pair <- function(found, i) {
  sums <- found$pairs[10L * (i - 1L) + 1:10]
  list(difference = sums[[1L]], squares = sums[2:4], fourths = sums[5:9], units = sums[[10L]])
}

# T = e / sqrt(sum (u + r e)^2) for a difference that is e from the one that is tested. Random signs
# of u + r e make T^2 / nu a beta variable, by its first two moments, and so T a t variable of
# nu - 1 degrees of freedom, once it is stretched.
t_of <- function(pair, e) {
  squares <- sum(pair$squares * c(1, 2 * e, e^2))
  fourths <- sum(pair$fourths * c(1, 4 * e, 6 * e^2, 4 * e^3, e^4))
  nu <- 3 * squares^2 / fourths - 2
  df <- max(nu - 1, 0)
  statistic <- e / sqrt(squares)
  # A single unit leaves no distribution, and signs that are all the same are its end.
  within <- isTRUE(df > 0 && statistic^2 < nu)
  list(statistic = if (within) statistic * sqrt(df / (nu - statistic^2)) else beyond(e), df = df)
}

beyond <- function(e) if (e == 0) 0 else sign(e) * Inf

tail_of_t <- function(statistic, df) {
  if (is.infinite(statistic) || df == 0) 0 else stats::pt(-abs(statistic), df)
}

# All signs are the same with probability 2^-n, for n units that count alike: no tail is smaller.
upper_tail_of <- function(statistic, df, units) {
  tail <- min(max(tail_of_t(statistic, df), 2^-units), 0.5)
  if (statistic >= 0) tail else 1 - tail
}

score_test_of_pair <- function(found, i, std.error, alternative, conf.level) {
  pair <- difference_of_pair(found, i)
  t <- t_of(pair, pair$difference)
  if (is.na(std.error) || std.error == 0 && is_no_difference(pair$difference)) {
    return(undefined_test(std.error))
  }
  tail_of <- function(statistic) upper_tail_of(statistic, t$df, pair$units)
  # Where nobody has an influence it takes the model of the areas to say what may vary.
  end <- if (std.error == 0) {
    reach <- reach_of_samples(estimates_of_pair(found, i))
    function(tail, side) pair$difference + side * reach$distance(tail, side)
  } else {
    function(tail, side) end_of_pair(pair, tail, side)
  }
  list(
    statistic = c(t = t$statistic),
    parameter = c(df = t$df),
    p.value = p_value_of(t$statistic, alternative, tail_of),
    interval = interval_of_difference(alternative, conf.level, end),
    std.error = std.error
  )
}

# Up to rounding.
is_no_difference <- function(difference) abs(difference) < 1e-13

# Both areas as if they were of independent samples.
estimates_of_pair <- function(found, i) {
  pair <- pairs_of(found$spread$areas)[, i]
  both <- function(name, class) rep_len(found$spread[[name]][[class]], 2L)
  list(area = found$spread$areas[pair], variance = c(0, 0), freedom = c(0, 0),
       effective_neg = both("effective", 1L), effective_pos = both("effective", 2L))
}

undefined_test <- function(std.error) {
  list(statistic = c(t = NA_real_), parameter = c(df = NA_real_), p.value = NA_real_,
       interval = c(NA_real_, NA_real_), std.error = std.error)
}

# The difference on one side that the t distribution leaves just so; differences are from -1 to 1.
# The least tail may keep a difference of 0 beyond.
end_of_pair <- function(pair, tail, side) {
  excess <- function(e) {
    t <- t_of(pair, -side * e)
    tail_of_t(t$statistic, t$df) - tail
  }
  farthest <- 1 - side * pair$difference
  if (excess(farthest) >= 0) {
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

# Two samples: the distances of both areas to the ends of their score intervals, which have one
# quantile, together (Zou and Donner 2008).
score_test_of_samples <- function(samples, alternative, conf.level) {
  std.error <- sqrt(sum(samples$variance))
  if (is.na(std.error)) {
    return(undefined_test(std.error))
  }
  difference <- samples$area[[1L]] - samples$area[[2L]]
  reach <- reach_of_samples(samples)
  statistic <- quantile_that_reaches(difference, reach$by_quantile)
  list(
    statistic = c(t = statistic),
    parameter = c(df = reach$df),
    p.value = p_value_of(statistic, alternative, function(t) stats::pt(-t, reach$df)),
    interval = interval_of_difference(alternative, conf.level, function(tail, side) {
      difference + side * reach$distance(tail, side)
    }),
    std.error = std.error
  )
}

reach_of_samples <- function(samples) {
  spread <- shrunken_spread(samples)
  df <- sum(spread$fg)^2 / sum(spread$fg^2 / spread$df)
  by_quantile <- function(quantile, side) {
    ends <- score_ends_of(samples$area, quantile^2 * spread$fg)
    apart <- if (side < 0) c(ends$low[[1L]], ends$high[[2L]]) else c(ends$high[[1L]], ends$low[[2L]])
    sqrt(sum((samples$area - apart)^2))
  }
  list(df = df, by_quantile = by_quantile,
       distance = function(tail, side) by_quantile(stats::qt(1 - tail, df), side))
}

# The quantile at which the interval of a difference ends at 0.
quantile_that_reaches <- function(difference, reach) {
  if (is_no_difference(difference)) {
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
