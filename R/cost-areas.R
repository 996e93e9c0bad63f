# The part of the AUC in which a classifier costs less than one that calls positive at random: above the line
# on which it costs the same, and below the curve.

# For each of the problems: the `prior`, the `share` of the cost of false negatives, the line's `intercept`
# and `slope`, `pAUC`, its maximum `max_pAUC` and the `ratio` of both. The same values for a curve and a prior
# serve for all costs.
cost_areas <- function(columns, costs, prior) {
  shares <- cost_shares(costs)
  areas_of <- function(rows, prior) unwrap(curve_cost_area(columns, shares$FP[rows], shares$FN[rows], prior))
  if (is.null(prior)) {
    return(areas_of(seq_along(shares$FN), NULL))
  }
  rows <- split(seq_along(prior), match(prior, unique(prior)))
  found <- do.call(rbind, unname(Map(areas_of, rows, unique(prior))))
  rows_of(found, order(unlist(rows, use.names = FALSE)))
}

# By how much errors cost more than right answers, divided by the sum of both.
cost_shares <- function(costs) {
  FN <- excess_of(costs$cost_FN, costs$cost_TP)
  FP <- excess_of(costs$cost_FP, costs$cost_TN)
  larger <- pmax(FN, FP)
  list(FN = share_of(FN / larger, FP / larger), FP = share_of(FP / larger, FN / larger))
}

# The largest doubles are too far apart for one.
excess_of <- function(error, right) pmin(error - right, .Machine$double.xmax)

share_of <- function(one, other) one / (one + other)
