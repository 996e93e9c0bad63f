# Intervals for a share of n observations, which need be no whole number, with z in place of the
# level: the normal quantile.

# All shares p with |share - p| <= z sqrt(p (1 - p) / n) (Wilson 1927).
wilson <- function(share, n, z) {
  centre <- share + z^2 / (2 * n)
  reach <- z * sqrt(share * (1 - share) / n + z^2 / (4 * n^2))
  list(low = pmax((centre - reach) / (1 + z^2 / n), 0),
       high = pmin((centre + reach) / (1 + z^2 / n), 1))
}

# All shares of which neither as few nor as many are less probable than beyond z (Clopper and Pearson
# 1934).
clopper_pearson <- function(share, n, z) {
  tail <- stats::pnorm(-z)
  # Of more qbeta() loses track, of less than a hundredth of one there is nothing left to find.
  n <- pmin(n, 1e9)
  least <- 0.01
  at_least <- function(few, many) {
    ifelse(few > least, stats::qbeta(tail, pmax(few, least), many + 1), 0)
  }
  few <- share * n
  many <- (1 - share) * n
  list(low = at_least(few, many), high = 1 - at_least(many, few))
}
