# Intervals of the rates of a threshold's errors, and of the risk that is made of them, where the
# threshold was chosen on the sample. Vectors of two are of the negatives and of the positives.

# What errors cost, in which classes. Without a `prior` the shares of the classes are estimates.
risk_problem <- function(curve, costs, prior) {
  right <- costs[c(4L, 3L)]
  odds <- curve$FP[[1L]] / curve$FN[[nrow(curve)]]
  positive <- if (is.null(prior)) 1 / (1 + odds) else prior
  list(right = right, excess = costs[1:2] - right, priors = c(1 - positive, positive),
       is_known = !is.null(prior))
}

# The mean cost of each class.
means_at <- function(problem, rates) problem$right + problem$excess * rates

risk_at <- function(problem, rates) sum(problem$priors * means_at(problem, rates))

# The variance of the risk if nothing but Kish's numbers mattered.
model_of_risk <- function(problem, rates, effective) {
  of_class <- problem$excess^2 * rates * (1 - rates)
  if (!problem$is_known) {
    of_class <- of_class + (means_at(problem, rates) - risk_at(problem, rates))^2
  }
  sum(problem$priors^2 * of_class / effective)
}

# `apparent` are the rates in the sample that chose the threshold, `expected` those on others. Each
# element is of the negatives, the positives and the risk; `rise` is how much more is expected on others.
intervals_at_optimum <- function(problem, apparent, expected, spread, conf.level) {
  effective <- spread$effective
  models <- function(rates) {
    c(rates * (1 - rates) / effective, model_of_risk(problem, rates, effective))
  }
  df <- spread$freedom + freedom_of_model
  f <- shrunken_ratio(spread$squares / (1 - 1 / spread$units), models(apparent), spread$freedom)
  quantile <- stats::qt(outer_tail(conf.level), df, lower.tail = FALSE)
  of_class <- wilson(expected, effective / f[1:2], quantile[1:2])
  of_risk <- risk_deviations(problem, expected, effective / f[[3L]], quantile[[3L]])
  below <- c(expected - of_class$low, of_risk$below)
  above <- c(of_class$high - expected, of_risk$above)
  expected <- c(expected, risk_at(problem, expected))
  rise <- expected - c(apparent, risk_at(problem, apparent))
  # Of the optimism only the mean is known. In a sample it may be next to nothing.
  spared <- pmin(quantile / 2, 1) * rise
  possible <- rbind(c(0, 1), c(0, 1), possible_risks(problem))
  list(
    rise = rise, std.error = sqrt(f * models(expected[1:2])),
    low = pmax(expected - sqrt(below^2 + pmax(spared, 0)^2), possible[, 1L]),
    high = pmin(expected + sqrt(above^2 + pmin(spared, 0)^2), possible[, 2L])
  )
}

possible_risks <- function(problem) {
  wrong <- problem$right + problem$excess
  if (problem$is_known) {
    return(c(sum(problem$priors * problem$right), sum(problem$priors * wrong)))
  }
  c(min(problem$right), max(wrong))
}

# A variance that was found, in units of the model's, which may be too small for a number.
shrunken_ratio <- function(variance, model, freedom) {
  ratio <- ifelse(model > 0, variance / model, 1)
  (freedom * ratio + freedom_of_model) / (freedom + freedom_of_model)
}

# How far the ends of the risk are from it, by the ends of what it is made of: the squares add up
# (Zou, Huang and Zhang 2009).
risk_deviations <- function(problem, rates, effective, quantile) {
  factors <- problem$priors * problem$excess
  if (!problem$is_known) {
    factors <- c(factors, diff(means_at(problem, rates)))
    positive <- problem$priors[[2L]]
    rates <- c(rates, positive)
    effective <- c(effective, 1 / (positive * (1 - positive) * sum(1 / effective)))
  }
  ends <- wilson(rates, effective, quantile)
  moved <- rbind(factors * (ends$low - rates), factors * (ends$high - rates))
  list(below = sqrt(sum(pmin(moved[1L, ], moved[2L, ])^2)),
       above = sqrt(sum(pmax(moved[1L, ], moved[2L, ])^2)))
}

# A power of two at least twice the greatest: costs in that unit lie between -1/2 and 1/2, so that the powers of
# influences are numbers, and differences of risks lie between -1 and 1, as those of rates.
unit_of_costs <- function(costs) {
  largest <- max(abs(costs))
  if (largest > 0) 2^min(floor(log2(largest)) + 2, 1023) else 1
}

# All shares p with |share - p| <= z sqrt(p (1 - p) / n) (Wilson 1927).
wilson <- function(share, n, z) {
  centre <- share + z^2 / (2 * n)
  reach <- z * sqrt(share * (1 - share) / n + z^2 / (4 * n^2))
  list(low = pmax((centre - reach) / (1 + z^2 / n), 0),
       high = pmin((centre + reach) / (1 + z^2 / n), 1))
}
