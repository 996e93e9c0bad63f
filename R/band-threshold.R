# Intervals of both rates at places of a curve, those of thresholds.

ends_at_places <- function(sample, place, type) {
  rates <- rates_at(sample$curve, place)
  n <- numbers_of_rates(sample, place)
  effective <- sample$classes$effective
  conf.level <- sample$conf.level
  if (type == "pointwise") {
    return(Map(wilson, rates, n, stats::qnorm(outer_tail(conf.level), lower.tail = FALSE)))
  }
  if (type == "equal-precision") {
    return(Map(clopper_pearson, rates, n, reach_at_places(place, rates, 1, effective, conf.level)))
  }
  # In the units in which a path is moved.
  scale <- Map(function(...) sqrt(variance_in_units(...)), rates, n, effective)
  distance <- max(reach_at_places(place, rates, scale, effective, conf.level),
                  distance_of_none(effective, conf.level))
  Map(function(rate, effective) {
    reach <- distance / sqrt(effective)
    list(low = pmax(rate - reach, 0), high = pmin(rate + reach, 1))
  }, rates, effective)
}

# Of the rates of both classes at once.
reach_at_places <- function(place, rates, scale, effective, conf.level) {
  ascending <- order(place, decreasing = TRUE)
  chains <- Map(function(rate, scale, effective) {
    scale <- rep_len(scale, length(place))
    chain_of(times_of(rate[ascending], effective), scale[ascending])
  }, rates, scale, effective)
  reach_of(chains, conf.level)
}
