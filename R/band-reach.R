# How far a band must reach to contain all rates at once.

# Estimates divided by their standard errors vary along the curve like an Ornstein-Uhlenbeck process,
# its time being half the log odds of the rate (Miller and Siegmund 1982). A chain has the times from
# each place to the next, and how much an estimate varies there.
chain_of <- function(time, scale) list(time = pmax(time, 0), scale = scale)

# Before the first observation of n and behind the last nothing is known, and no time goes by.
times_of <- function(rate, n) diff(stats::qlogis((n * rate + 0.5) / (n + 1))) / 2

# The reach that no chain leaves at any place, with this probability.
reach_of <- function(chains, conf.level) {
  excess <- function(reach) {
    sum(vapply(chains, expected_exits, 0, reach)) + log(conf.level)
  }
  # That of the place that varies most.
  quantile <- stats::qnorm(outer_tail(conf.level), lower.tail = FALSE)
  least <- quantile * max(vapply(chains, function(x) max(x$scale), 0))
  if (excess(least) <= 0) {
    return(least)
  }
  stats::uniroot(excess, c(1, 40) * least, extendInt = "downX", tol = 1e-9)$root
}

# The expected number of times at which a chain begins or comes to be beyond the reach. Between two
# places it is not looked at, and may come back unseen (Siegmund and Yakir 2007, equation 5.3).
expected_exits <- function(chain, reach) {
  multiple <- reach / chain$scale
  between <- (multiple[-1L] + multiple[-length(multiple)]) / 2
  crossings <- 2 * between * stats::dnorm(between) * chain$time
  2 * stats::pnorm(-min(multiple)) + sum(crossings * seen(between * sqrt(2 * chain$time)))
}

# The share of the crossings that is seen.
seen <- function(x) {
  half <- x / 2
  share <- (stats::pnorm(half) - 0.5) / half / (half * stats::pnorm(half) + stats::dnorm(half))
  ifelse(x < 1e-6, 1, share)
}
