# A path that is moved by the same distance all along: to the left and up, and to the right and down,
# both rates in units of 1 / sqrt(effective number of the class).

moved_path <- function(path, x, distance, effective) {
  across <- distance / sqrt(effective$x)
  up <- distance / sqrt(effective$y)
  low <- ifelse(x > across, height_before(path, x - across), 0) - up
  high <- ifelse(x + across < 1, height_at(path, pmin(x + across, 1)), 1) + up
  # Where everything is called positive, or nothing negative.
  low[x >= 1] <- 1
  list(low = pmax(low, 0), high = pmin(high, 1))
}

# The distance that the path of the population keeps, looked at in points equally far from each other.
distance_of_path <- function(path, numbers, effective, conf.level, points = 100L) {
  unit <- lapply(effective, sqrt)
  whole <- unit$x + unit$y
  length_to <- unit$x * path$x + unit$y * path$y
  point_of <- function(way) point_at(way, length_to)
  way <- seq(0, whole, length.out = points)
  point <- point_of(way)
  rates <- lapply(path[c("x", "y")], rate_at_point, point)
  upwards <- slope_of_way(path$y, way, whole, point_of, unit$y)
  # An error in y moves the path sideways where it is flat, one in x where it is upright.
  n <- numbers(point)
  variances <- list(x = upwards^2 * variance_in_units(rates$x, n$x, effective$x),
                    y = (1 - upwards)^2 * variance_in_units(rates$y, n$y, effective$y))
  time <- time_along(rates, variances, effective)
  reach <- reach_of(list(chain_of(time, sqrt(variances$x + variances$y))), conf.level)
  max(reach, distance_of_none(effective, conf.level))
}

# How much of the way goes up, from one unit before to one behind.
slope_of_way <- function(y, way, whole, point_of, unit) {
  before <- pmax(way - 1, 0)
  behind <- pmin(way + 1, whole)
  unit * (rate_at_point(y, point_of(behind)) - rate_at_point(y, point_of(before))) /
    (behind - before)
}

# The variance of a rate that is worth n observations, where 1 / effective is the unit.
variance_in_units <- function(rate, n, effective) variance_near(rate, effective) * effective / n

# p (1 - p), away from 0 and 1, where the estimate would not vary at all.
variance_near <- function(rate, effective) {
  share <- (effective * rate + 0.5) / (effective + 1)
  share * (1 - share)
}

# What must be left for observations of which none was seen.
distance_of_none <- function(effective, conf.level) {
  n <- unlist(effective)
  max(sqrt(n) * (1 - ((1 - conf.level) / 2)^(1 / n)))
}
