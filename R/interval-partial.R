# Intervals of a rate at the other one, and of partial areas, which are means of such rates: those of
# roc_band(), see interval_along(). `of$sample` is what bands are made of.

ends_of_rate <- function(at, by) {
  force(at)
  function(quantity, of) {
    path <- path_along(of$sample$curve, by)
    ends <- ends_of_other_rate(of$sample, path, if (by == "FPR") at else 1 - at, by, "pointwise")
    list(low = min(ends$low, of$estimate), high = max(ends$high, of$estimate),
         df = of$freedom + freedom_of_model)
  }
}

# The mean of the ends in the interval, at some rates x of it. All of them are as far away from the
# population's at once, which is more than they are: the reach is shortened by as much as two normal
# classes of one variance say.
ends_of_partial <- function(interval, by, points = 100L) {
  force(interval)
  function(quantity, of) {
    sample <- of$sample
    path <- path_along(sample$curve, by)
    width <- diff(interval)
    interval <- if (by == "FPR") interval else 1 - rev(interval)
    x <- interval[[1L]] + width * (seq_len(points) - 0.5) / points
    n <- along_path(path, numbers_of_rates(sample, place_of(path, point_at_x(path, x))))
    effective <- along_path(path, sample$classes$effective)
    reach <- stats::qnorm(outer_tail(sample$conf.level), lower.tail = FALSE) *
      share_of_reach(interval, of$estimate, effective)
    end <- ends_across(path, x, n, wilson)
    height <- height_at(path, x)
    mean_of <- function(end) function(...) mean(end(...))
    low <- farther(mean_of(end$low), mean(height), reach, min)
    high <- farther(mean_of(end$high), mean(height), reach, max)
    list(low = max(of$estimate - width * max(mean(height) - low, 0), 0),
         high = min(of$estimate + width * max(high - mean(height), 0), width),
         df = of$freedom + freedom_of_model)
  }
}

# By how much less a partial area varies than if its parts varied as one.
share_of_reach <- function(interval, area, effective) {
  model <- model_of_partial(interval, shift_of(interval, area))
  as_one <- model$x_as_one / effective$x + model$y_as_one / effective$y
  if (as_one > 0) sqrt(min((model$x / effective$x + model$y / effective$y) / as_one, 1)) else 1
}

# The shift of one of two normal classes at which they have a partial area.
shift_of <- function(interval, area, most = 6) {
  excess <- function(shift) model_of_partial(interval, shift)$area - area
  if (excess(most) <= 0) return(most)
  if (excess(-most) >= 0) return(-most)
  stats::uniroot(excess, c(-1, 1) * most)$root
}

# The partial area of two normal classes, and the variances of what an observation of each contributes, as it
# is and if all parts of the area varied as one. With R the curve and U the rate x at an observation of
# class y, the area is the mean of h = b - U within [a, b], and an observation of class x at the rate u
# moves the U that it exceeds: R(b) - R(u) within [a, b].
model_of_partial <- function(interval, shift) {
  ends <- stats::qnorm(interval)
  z <- seq(max(ends[[1L]], -9), min(ends[[2L]], 9), length.out = 201L)
  x <- stats::pnorm(z)
  weight <- stats::dnorm(z) * simpson * (z[[201L]] - z[[1L]]) / 200
  height <- stats::pnorm(shift + z)
  area <- sum(weight * height)
  above <- height[[201L]] - height
  below <- interval[[1L]]
  mean_above <- below * above[[1L]] + sum(weight * above)
  slope <- exp(-shift * z - shift^2 / 2)
  list(
    area = area,
    y = max(2 * sum(weight * (interval[[2L]] - x) * height) - area^2, 0),
    x = max(below * above[[1L]]^2 + sum(weight * above^2) - mean_above^2, 0),
    y_as_one = sum(weight * sqrt(height * (1 - height)))^2,
    x_as_one = sum(weight * slope * sqrt(x * (1 - x)))^2
  )
}

# Simpson's rule for 201 points.
simpson <- c(1, rep(c(4, 2), 99L), 4, 1) / 3
