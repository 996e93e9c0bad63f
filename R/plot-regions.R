# Shaded regions of the unit square: between two ends of one rate at each place of the other.

# A table for geom_ribbon(): the place, both ends of the other rate there, and the region that they
# belong to, of which a curve may have several.
region <- function(at, low, high, part = 1L) {
  data.frame(at = at, low = low, high = high, part = part)
}

region_layer <- function(regions, by) {
  if (is.null(regions)) {
    return(NULL)
  }
  regions$part <- interaction(regions$curve, regions$part, drop = TRUE)
  mapping <- if (by == "FPR") {
    ggplot2::aes(x = at, ymin = low, ymax = high, fill = curve, group = part)
  } else {
    ggplot2::aes(y = at, xmin = low, xmax = high, fill = curve, group = part)
  }
  ggplot2::geom_ribbon(mapping, regions, orientation = if (by == "FPR") "x" else "y", alpha = 0.2,
                       colour = NA, inherit.aes = FALSE, show.legend = FALSE)
}

# The points of a curve from (0, 0) to (1, 1).
ascending_path <- function(curve) {
  path <- path_of(curve)
  path[rev(seq_len(nrow(path))), c("FPR", "TPR")]
}

# The part of a path in an interval of one of its rates. Of an upright step at an end it is all, in
# the order of the path, so that the region meets the step where the path does.
part_of_path <- function(path, rate, interval) {
  for (end in interval) {
    path <- with_points(path, path[[rate]] - end, rate, end)
  }
  path[path[[rate]] >= interval[[1L]] & path[[rate]] <= interval[[2L]], ]
}

# Adds to a path the points between two of its own at which a value, straight between them, changes
# its sign, and where a rate is known exactly.
with_points <- function(path, value, rate = NULL, exactly = NULL) {
  before <- which(sign(value[-1L]) * sign(value[-length(value)]) < 0)
  from <- path[before, ]
  share <- value[before] / (value[before] - value[before + 1L])
  added <- from + share * (path[before + 1L, ] - from)
  if (!is.null(rate)) added[[rate]] <- rep(exactly, nrow(added))
  rbind(path, added)[order(c(seq_along(value), before + 0.5)), ]
}

# Below a curve in an interval of FPR, or to the right of it in one of TPR.
partial_region <- function(curve, rate, interval, part) {
  path <- part_of_path(ascending_path(curve), rate, interval)
  if (rate == "FPR") region(path$FPR, 0, path$TPR, part) else region(path$TPR, path$FPR, 1, part)
}

partial_regions <- function(curve, parts, rate) {
  rows <- which(parts$rate == rate)
  do.call(rbind, lapply(rows, function(i) {
    partial_region(curve, rate, c(parts$low[[i]], parts$high[[i]]), i)
  }))
}

# Between a line that is cut off at 0 and 1 and a curve, where the curve is above.
region_above <- function(curve, line, part) {
  path <- ascending_path(curve)
  if (is.infinite(line$slope)) {
    # Without a cost of false negatives the line of the random classifier is upright.
    path <- part_of_path(path, "FPR", c(0, line$prior))
    return(region(path$FPR, 0, path$TPR, part))
  }
  floor_at <- function(FPR) pmin(pmax(line$intercept + line$slope * FPR, 0), 1)
  kinks <- if (line$slope > 0) (c(0, 1) - line$intercept) / line$slope
  for (kink in kinks) {
    path <- with_points(path, path$FPR - kink, "FPR", kink)
  }
  path <- with_points(path, path$TPR - floor_at(path$FPR))
  low <- floor_at(path$FPR)
  region(path$FPR, low, pmax(path$TPR, low), part)
}

# Where a rising line enters and leaves the unit square.
ends_of <- function(line) {
  upright <- is.infinite(line$slope)
  cross <- function(TPR) {
    at <- if (line$slope > 0) (TPR - line$intercept) / line$slope else TPR
    min(max(if (upright) line$prior else at, 0), 1)
  }
  height <- function(FPR, upright_at) {
    if (upright) upright_at else min(max(line$intercept + line$slope * FPR, 0), 1)
  }
  FPR <- c(cross(0), cross(1))
  data.frame(FPR = FPR[[1L]], TPR = height(FPR[[1L]], 0), FPR_to = FPR[[2L]],
             TPR_to = height(FPR[[2L]], 1))
}

# Those of several lines of costs, with their names.
named_ends <- function(lines) {
  ends <- lapply(seq_len(nrow(lines)), function(i) ends_of(plain_frame(lines)[i, ]))
  cbind(do.call(rbind, ends), label = cost_text(lines))
}
