# Intervals of both rates at thresholds.

ends_at_places <- function(sample, place, type) {
  rates <- rates_at(sample$curve, place)
  n <- numbers_of_rates(sample, place)
  effective <- sample$classes$effective
  switch(
    type,
    pointwise = Map(wilson, rates, n, stats::qnorm((1 + sample$conf.level) / 2)),
    "equal-precision" = Map(clopper_pearson, rates, n,
                            reach_at_places(place, rates, effective, 1, sample$conf.level)),
    "fixed-width" = {
      # In units of 1 / sqrt(effective number), as the path is moved by.
      scale <- Map(function(rate, n, effective) sqrt(variance_near(rate, effective) / n * effective),
                   rates, n, effective)
      reach <- max(reach_at_places(place, rates, effective, scale, sample$conf.level),
                   distance_of_none(effective, sample$conf.level))
      Map(function(rate, effective) {
        list(low = pmax(rate - reach / sqrt(effective), 0),
             high = pmin(rate + reach / sqrt(effective), 1))
      }, rates, effective)
    }
  )
}

# The reach for the rates of both classes at all places.
reach_at_places <- function(place, rates, effective, scale, conf.level) {
  ascending <- order(place, decreasing = TRUE)
  chains <- Map(function(rate, effective, scale) {
    rate <- rate[ascending]
    chain_of(times_of(rate, effective), rep_len(scale, length(place))[ascending])
  }, rates, effective, scale)
  reach_of(chains, conf.level)
}
