# What auc_power() takes of the score tests, which are in the core.

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
