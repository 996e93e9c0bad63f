# Paths and regions of the unit square that roc_plot() draws.

points_to_draw <- 10000

path_of <- function(curve) {
  roc_thin(plain_frame(curve)[columns_of_curves], points_to_draw)[c("FPR", "TPR")]
}

# The region below a curve in an interval of FPR.
below <- function(curve, interval) {
  path <- path_of(curve)
  inside <- path[path$FPR > interval[[1L]] & path$FPR < interval[[2L]], ]
  at <- roc_neyman_pearson(curve, max_FPR = interval)$TPR_curve
  data.frame(
    FPR = c(interval[[2L]], interval[[2L]], inside$FPR, interval[[1L]], interval[[1L]]),
    TPR = c(0, at[[2L]], inside$TPR, at[[1L]], 0)
  )
}

# The region to the right of a curve in an interval of TPR.
beside <- function(curve, interval) {
  path <- path_of(curve)
  inside <- path[path$TPR > interval[[1L]] & path$TPR < interval[[2L]], ]
  at <- roc_neyman_pearson(curve, max_FNR = 1 - interval)$FPR_curve
  data.frame(
    FPR = c(1, at[[2L]], inside$FPR, at[[1L]], 1),
    TPR = c(interval[[2L]], interval[[2L]], inside$TPR, interval[[1L]], interval[[1L]])
  )
}

# The region between a curve and a line that is cut off at 0 and 1, where the curve is above.
# Where it is not, the polygon has no width.
above <- function(path, line) {
  if (is.infinite(line$slope)) {
    return(below_path(path, line$prior))
  }
  floor_at <- function(FPR) pmin(pmax(line$intercept + line$slope * FPR, 0), 1)
  path <- path[rev(seq_len(nrow(path))), ]
  kinks <- if (line$slope > 0) (c(0, 1) - line$intercept) / line$slope
  for (kink in kinks) {
    path <- with_points(path, path$FPR - kink)
  }
  upper <- with_points(path, path$TPR - floor_at(path$FPR))
  lower <- floor_at(upper$FPR)
  data.frame(
    FPR = c(upper$FPR, rev(upper$FPR)),
    TPR = c(pmax(upper$TPR, lower), rev(lower))
  )
}

# The region below a path up to an FPR.
below_path <- function(path, end) {
  path <- with_points(path, path$FPR - end)
  path <- path[path$FPR <= end, ]
  data.frame(FPR = c(end, path$FPR, 0), TPR = c(0, path$TPR, 0))
}

# Adds to a path the points between two of its own at which a value, straight between them,
# changes its sign.
with_points <- function(path, value) {
  before <- which(value[-1L] * value[-length(value)] < 0)
  from <- path[before, ]
  share <- value[before] / (value[before] - value[before + 1L])
  added <- from + share * (path[before + 1L, ] - from)
  rbind(path, added)[order(c(seq_along(value), before + 0.5)), ]
}

# Where a rising line enters and leaves the unit square.
ends_of <- function(line) {
  if (is.infinite(line$slope)) {
    # Without a cost of false negatives the line of the random classifier is upright.
    return(data.frame(FPR = rep(line$prior, 2L), TPR = c(0, 1)))
  }
  FPR <- if (line$slope > 0) (c(0, 1) - line$intercept) / line$slope else c(0, 1)
  FPR <- pmin(pmax(FPR, 0), 1)
  data.frame(FPR = FPR, TPR = pmin(pmax(line$intercept + line$slope * FPR, 0), 1))
}

# The region between the ends of a band, by its first column.
within_band <- function(band) {
  at <- intersect(names(band), c("FPR", "TPR"))[[1L]]
  places <- c(band[[at]], rev(band[[at]]))
  ends <- c(band$conf.low, rev(band$conf.high))
  if (at == "FPR") data.frame(FPR = places, TPR = ends) else data.frame(FPR = ends, TPR = places)
}
