# A curve as a path: the rate `y` over the rate `x`, both ascending from 0 to 1. By "FPR" that is TPR
# over FPR; by "TPR" TNR over FNR, so that one rule serves for both.

path_along <- function(curve, by) {
  if (by == "FPR") {
    list(x = rev(curve$FPR), y = rev(curve$TPR), by = by)
  } else {
    list(x = 1 - curve$TPR, y = 1 - curve$FPR, by = by)
  }
}

# What is known of both rates, as those of the path.
along_path <- function(path, of_rates) {
  rates <- if (path$by == "FPR") c("FPR", "TPR") else c("TPR", "FPR")
  structure(of_rates[rates], names = c("x", "y"))
}

# Where on the path a value stands among those `of` its points: 1 is the first point, 1.5 half way to
# the second. At the end of a run of equal ones.
point_at <- function(value, of) {
  from <- pmax(findInterval(value, of), 1)
  run <- of[pmin(from + 1, length(of))] - of[from]
  from + ifelse(run > 0, pmin(pmax(value - of[from], 0) / run, 1), 0)
}

# A rate of the path at points of it.
rate_at_point <- function(rate, point) {
  from <- floor(point)
  rate[from] + (point - from) * (rate[pmin(from + 1, length(rate))] - rate[from])
}

# The same points as places on the curve, see rates_at().
place_of <- function(path, point) {
  if (path$by == "FPR") length(path$x) - point else point - 1
}

# Rounding of the rate that is given must not take it beyond a step that it reaches.
rounding_at <- function(path, x) rounding * if (path$by == "FPR") x else 1 - x

# On an upright step at its upper end.
point_at_x <- function(path, x) point_at(x + rounding_at(path, x), path$x)

height_at <- function(path, x) rate_at_point(path$y, point_at_x(path, x))

# On an upright step at its lower end.
height_before <- function(path, x) {
  ifelse(x > 0, rate_at_point(path$y, point_at(x - rounding_at(path, x), path$x)), 0)
}
