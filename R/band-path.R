# Bands along a curve, which is a path here: the rate `y` over the rate `x`, both ascending. By "FPR"
# that is TPR over FPR; by "TPR" TNR over FNR, so that one rule serves for both.

path_along <- function(curve, by) {
  if (by == "FPR") {
    list(x = rev(curve$FPR), y = rev(curve$TPR), by = by)
  } else {
    list(x = 1 - curve$TPR, y = 1 - curve$FPR, by = by)
  }
}

# Rounding of the rate that is given must not take it beyond a place that it reaches.
rounding_at <- function(path, x) 1e-13 * if (path$by == "FPR") x else 1 - x

# The ends of the intervals of y, x ascending without gaps.
ends_along <- function(sample, path, x, type) {
  effective <- along_path(path, sample$classes$effective)
  numbers <- function(point) {
    along_path(path, numbers_of_rates(sample, place_of(path, point)))
  }
  if (type == "fixed-width") {
    distance <- distance_of_path(path, numbers, effective, sample$conf.level)
    return(moved_path(path, x, distance, effective))
  }
  n <- numbers(point_at(path, x + rounding_at(path, x)))
  if (type == "pointwise") {
    z <- stats::qnorm((1 + sample$conf.level) / 2)
    return(interval_along(path, x, n, z, wilson))
  }
  band_along(path, x, n, effective, sample$conf.level)
}

# What is known of both rates, as those of the path.
along_path <- function(path, of_rates) {
  rates <- if (path$by == "FPR") c("FPR", "TPR") else c("TPR", "FPR")
  structure(of_rates[rates], names = c("x", "y"))
}

# Where the path is at a rate, in its own points: 1 is the first one. On an upright step at its upper
# end.
point_at <- function(path, x, of = path$x) {
  from <- pmax(findInterval(x, of), 1)
  to <- pmin(from + 1, length(of))
  run <- of[to] - of[from]
  from + ifelse(run > 0, pmin(pmax(x - of[from], 0) / run, 1), 0)
}

# The same on the curve.
place_of <- function(path, point) {
  if (path$by == "FPR") length(path$x) - point else point - 1
}

place_at <- function(path, x) place_of(path, point_at(path, x + rounding_at(path, x)))

height_of <- function(rate, point) {
  from <- floor(point)
  rate[from] + (point - from) * (rate[pmin(from + 1, length(rate))] - rate[from])
}

# The upper end of a step at x, and the lower one.
height_at <- function(path, x) height_of(path$y, point_at(path, x + rounding_at(path, x)))

height_before <- function(path, x) {
  ifelse(x > 0, height_of(path$y, point_at(path, x - rounding_at(path, x))), 0)
}

# Intervals of y where x is known ----------------------------------------------

# The threshold of the population whose rate is x has another one in the sample: a share of n$x
# observations of a known probability. So y is looked for on the path between the least and the
# greatest of such shares, and is a share of n$y observations itself. The reach is divided between
# the two errors as it is where they add up to one normal error, by what each of them alone does.
interval_along <- function(path, x, n, reach, interval) {
  size <- pmax(round(n$x), 1)
  share <- function(z) stats::qbinom(stats::pnorm(z), size, x) / size
  height <- height_at(path, x)
  of_y <- error_of_share(height, n$y)

  part <- parts_of_errors(height - height_before(path, pmin(share(-reach), x)), reach * of_y)
  left <- pmin(share(-reach * part$x), x)
  low <- ifelse(left > 0, interval(height_before(path, left), n$y, reach * part$y)$low, 0)
  # Where everything is called positive, or nothing negative.
  low[x >= 1] <- 1

  part <- parts_of_errors(height_at(path, pmax(share(reach), x)) - height, reach * of_y)
  right <- pmax(share(reach * part$x), x)
  high <- ifelse(right < 1, interval(height_at(path, right), n$y, reach * part$y)$high, 1)
  list(low = low, high = high)
}

parts_of_errors <- function(of_x, of_y) {
  whole <- sqrt(of_x^2 + of_y^2)
  list(x = of_x / whole, y = of_y / whole)
}

# The standard error of a share, away from 0 and 1, where the estimate would not vary at all.
error_of_share <- function(share, n) {
  share <- (n * share + 1) / (n + 2)
  sqrt(share * (1 - share) / n)
}

# All of them at once, x ascending; `effective` has the effective numbers of the classes. What is
# known of a rate is known of those that must be larger, or less.
band_along <- function(path, x, n, effective, conf.level) {
  error <- sqrt(x * (1 - x) / n$x)
  rise <- height_at(path, pmin(x + error, 1)) - height_before(path, pmax(x - error, 0))
  part <- parts_of_errors(rise / 2, error_of_share(height_at(path, x), n$y))$y^2
  part <- (part[-1L] + part[-length(part)]) / 2
  time <- part * times_of(height_at(path, x), effective$y) +
    (1 - part) * times_of(x, effective$x)
  reach <- reach_of(list(chain_of(time, rep(1, length(x)))), conf.level)
  ends <- interval_along(path, x, n, reach, clopper_pearson)
  list(low = cummax(ends$low), high = rev(cummin(rev(ends$high))))
}

# The path moved by the same distance all along --------------------------------

# To the left and up, and to the right and down, both rates in units of 1 / sqrt(effective number).
moved_path <- function(path, x, distance, effective) {
  across <- distance / sqrt(effective$x)
  up <- distance / sqrt(effective$y)
  low <- ifelse(x > across, height_before(path, x - across), 0) - up
  high <- ifelse(x + across < 1, height_at(path, pmin(x + across, 1)), 1) + up
  low[x >= 1] <- 1
  list(low = pmax(low, 0), high = pmin(high, 1))
}

# At points that are equally far from each other along the path.
distance_of_path <- function(path, numbers, effective, conf.level, points = 100L) {
  unit <- lapply(effective, sqrt)
  length_to <- unit$x * path$x + unit$y * path$y
  along <- seq(0, unit$x + unit$y, length.out = points)
  point_of <- function(along) point_at(path, along, length_to)
  point <- point_of(along)
  n <- numbers(point)
  # How much of the way goes up, looked at from one unit before to one behind.
  ends <- list(pmax(along - 1, 0), pmin(along + 1, unit$x + unit$y))
  heights <- lapply(ends, function(along) height_of(path$y, point_of(along)))
  upwards <- unit$y * (heights[[2L]] - heights[[1L]]) / (ends[[2L]] - ends[[1L]])
  x <- height_of(path$x, point)
  y <- height_of(path$y, point)
  # What moves the path sideways: an error upwards where it is flat, one across where it is upright.
  from_x <- upwards^2 * variance_near(x, effective$x) / n$x * effective$x
  from_y <- (1 - upwards)^2 * variance_near(y, effective$y) / n$y * effective$y
  part <- from_y / (from_x + from_y)
  part <- (part[-1L] + part[-points]) / 2
  time <- part * times_of(y, effective$y) + (1 - part) * times_of(x, effective$x)
  reach <- reach_of(list(chain_of(time, sqrt(from_x + from_y))), conf.level)
  max(reach, distance_of_none(effective, conf.level))
}

# p (1 - p), away from 0 and 1, where the estimate would not vary at all.
variance_near <- function(rate, n) {
  share <- (n * rate + 0.5) / (n + 1)
  share * (1 - share)
}

# What must be left beyond observations of which none was seen.
distance_of_none <- function(effective, conf.level) {
  n <- unlist(effective)
  max(sqrt(n) * (1 - ((1 - conf.level) / 2)^(1 / n)))
}
