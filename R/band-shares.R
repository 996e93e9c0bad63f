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
  few <- share * n
  many <- (1 - share) * n
  list(low = ifelse(few > 0, stats::qbeta(tail, few, many + 1), 0),
       high = ifelse(many > 0, stats::qbeta(tail, few + 1, many, lower.tail = FALSE), 1))
}
