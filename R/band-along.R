# Intervals of the rate y of a path where x is known, x ascending. `n` and `effective` have the
# effective numbers of the rates and of their classes, by x and y.

ends_along <- function(sample, path, x, type) {
  effective <- along_path(path, sample$classes$effective)
  numbers <- function(point) {
    along_path(path, numbers_of_rates(sample, place_of(path, point)))
  }
  if (type == "fixed-width") {
    distance <- distance_of_path(path, numbers, effective, sample$conf.level)
    return(moved_path(path, x, distance, effective))
  }
  n <- numbers(point_at_x(path, x))
  if (type == "pointwise") {
    reach <- stats::qnorm(outer_tail(sample$conf.level), lower.tail = FALSE)
    ends <- interval_along(path, x, n, reach, wilson)
    # As the path does not fall, no end of an interval falls.
    return(list(low = rev(cummin(rev(ends$low))), high = cummax(ends$high)))
  }
  reach <- reach_along(path, x, n, effective, sample$conf.level)
  ends <- interval_along(path, x, n, reach, clopper_pearson)
  # All hold at once: y is no less than what it is at a smaller x, no more than at a larger one.
  list(low = cummax(ends$low), high = rev(cummin(rev(ends$high))))
}

# Of the rate that is not `by`: the path by TPR is upside down.
ends_of_other_rate <- function(sample, path, x, by, type) {
  ends <- ends_along(sample, path, x, type)
  if (by == "TPR") list(low = 1 - ends$high, high = 1 - ends$low) else ends
}

# The threshold of the population whose rate is x has another one in the sample: a share of n$x
# observations of known probability. So y is looked for on the path between the least and the greatest
# of such shares, and is a share of n$y observations itself.
interval_along <- function(path, x, n, reach, interval) {
  end <- ends_across(path, x, n, interval)
  height <- height_at(path, x)
  low <- farther(end$low, height, reach, pmin)
  # Where everything is called positive, or nothing negative.
  low[x >= 1] <- 1
  list(low = low, high = farther(end$high, height, reach, pmax))
}

# The ends by how far x and y are from what they are in the population, in units of z.
ends_across <- function(path, x, n, interval) {
  size <- pmax(round(n$x), 1)
  share <- function(z) stats::qbinom(stats::pnorm(z), size, x) / size
  list(
    low = function(across, upwards) {
      interval(height_before(path, pmin(share(-across), x)), n$y, upwards)$low
    },
    high = function(across, upwards) {
      interval(height_at(path, pmax(share(across), x)), n$y, upwards)$high
    }
  )
}

# The reach is divided between the errors of both rates as between two normal ones that add up, by
# what each of them does alone; or one has all of it, where the path bends so that this leads farther.
farther <- function(end, height, reach, of_several) {
  by_x <- end(reach, 0)
  by_y <- end(0, reach)
  angle <- atan2(abs(by_x - height), abs(by_y - height))
  of_several(by_x, by_y, end(reach * sin(angle), reach * cos(angle)))
}

reach_along <- function(path, x, n, effective, conf.level) {
  error <- sqrt(x * (1 - x) / n$x)
  rise <- height_at(path, pmin(x + error, 1)) - height_before(path, pmax(x - error, 0))
  variances <- list(x = (rise / 2)^2, y = variance_near(height_at(path, x), effective$y) / n$y)
  time <- time_along(list(x = x, y = height_at(path, x)), variances, effective)
  reach_of(list(chain_of(time, rep(1, length(x)))), conf.level)
}

# How the error of the path goes on from each place to the next: as those of the rates that it is
# made of, by their variances.
time_along <- function(rates, variances, effective) {
  part <- variances$y / (variances$x + variances$y)
  part <- (part[-1L] + part[-length(part)]) / 2
  part * times_of(rates$y, effective$y) + (1 - part) * times_of(rates$x, effective$x)
}
