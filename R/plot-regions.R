# Shaded regions of the unit square: between two ends of one rate at each place of the other.

# The place, both ends of the other rate there, and the region that they belong to; a curve may have several.
region <- function(at, low, high, piece) {
  by_rate <- function(x) rep_len(x, length(at))
  data.frame(at = at, low = by_rate(low), high = by_rate(high), piece = by_rate(piece))
}

# The marks of regions, above an interval of FPR or beside one of TPR.
region_mark <- function(regions, rate) {
  mark("ribbon", regions, alpha = 0.2, by_rate = if (rate == "FPR") "x" else "y")
}

# The points of a curve from (0, 0) to (1, 1).
ascending_path <- function(curve) {
  path <- path_of(curve)
  path[rev(seq_len(nrow(path))), c("FPR", "TPR")]
}

# The part of a path in an interval of one of its rates. A vertical step at an end belongs to it as a whole,
# in the order of the path, so that the region meets the step where the path does.
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

# Below a curve in intervals of FPR, or to the right of it in those of TPR.
partial_regions <- function(curve, rate, intervals) {
  regions <- lapply(seq_along(intervals$low), function(i) {
    path <- part_of_path(ascending_path(curve), rate, c(intervals$low[[i]], intervals$high[[i]]))
    if (rate == "FPR") region(path$FPR, 0, path$TPR, i) else region(path$TPR, path$FPR, 1, i)
  })
  do.call(rbind, regions)
}

# Between a line that is cut off at 0 and 1 and a curve, where the curve is above.
region_above <- function(curve, line, piece) {
  path <- ascending_path(curve)
  if (is.infinite(line$slope)) {
    # Without a cost of false negatives the line of the random classifier is upright.
    path <- part_of_path(path, "FPR", c(0, line$prior))
    return(region(path$FPR, 0, path$TPR, piece))
  }
  floor_at <- function(FPR) pmin(pmax(line$intercept + line$slope * FPR, 0), 1)
  kinks <- if (line$slope > 0) (c(0, 1) - line$intercept) / line$slope
  for (kink in kinks) {
    path <- with_points(path, path$FPR - kink, "FPR", kink)
  }
  path <- with_points(path, path$TPR - floor_at(path$FPR))
  low <- floor_at(path$FPR)
  region(path$FPR, low, pmax(path$TPR, low), piece)
}

# Where rising lines of equal cost enter and leave the unit square. Where a line is upright is said by
# `upright_at`.
ends_of_lines <- function(lines, upright_at) {
  upright <- is.infinite(lines$slope)
  within <- function(x) pmin(pmax(x, 0), 1)
  cross <- function(TPR) {
    within(ifelse(upright, upright_at, ifelse(lines$slope > 0, (TPR - lines$intercept) / lines$slope, TPR)))
  }
  height <- function(FPR, if_upright) ifelse(upright, if_upright, within(lines$intercept + lines$slope * FPR))
  x <- cross(0)
  xend <- cross(1)
  data.frame(x = x, y = height(x, 0), xend = xend, yend = height(xend, 1))
}
