# The interval of a quantity, as of a share of independent observations.

interval_of_quantity <- function(quantity, estimate, variance, freedom, found, conf.level) {
  slope <- quantity$scale[[2L]]
  std.error <- without_rounding(sqrt(variance))
  if (is.na(std.error)) {
    return(list(std.error = NA_real_, low = NA_real_, high = NA_real_, df = NA_real_))
  }
  ends <- if (identical(quantity$name, "area")) {
    one <- list(area = estimate, variance = variance, freedom = freedom,
                effective_neg = found$effective[[1L]], effective_pos = found$effective[[2L]])
    score_interval(one, conf.level, found$most)
  } else {
    interval_in_range(quantity, estimate, variance, freedom, found, conf.level)
  }
  on_scale <- sort(quantity$scale[[1L]] + slope * c(ends$low, ends$high))
  list(std.error = abs(slope) * std.error, low = on_scale[[1L]], high = on_scale[[2L]], df = ends$df)
}

interval_in_range <- function(quantity, estimate, variance, freedom, found, conf.level) {
  lowest <- quantity$range[[1L]]
  width <- quantity$range[[2L]] - lowest
  if (width == 0) {
    return(list(low = estimate, high = estimate, df = freedom))
  }
  place <- min(max((estimate - lowest) / width, 0), 1)
  n <- effective_number(place, variance / width^2, freedom, number_behind(quantity, found), 0, conf.level)
  ends <- wilson(place, n, stats::qnorm(outer_tail(conf.level), lower.tail = FALSE))
  list(low = lowest + width * ends$low, high = lowest + width * ends$high,
       df = freedom + freedom_of_model)
}

# The effective number of the observations that a quantity is a mean of: below the line of a quotient
# those of each cell, if weights have nothing to do with scores in a class.
number_behind <- function(quantity, found) {
  classes <- found$effective
  if (is.null(quantity$below)) {
    return(1 / sum(1 / classes))
  }
  rates <- found$cells[[number(quantity$threshold, 17L)]]
  positives <- if (is.null(quantity$prior)) rates[["positives"]] else quantity$prior
  parts <- c(positives, 1 - positives, positives, 1 - positives)
  share <- parts * c(rates[["TPR"]], rates[["FPR"]], 1 - rates[["TPR"]], 1 - rates[["FPR"]])
  below <- quantity$below
  sum(below * share)^2 / sum(below^2 * share * parts / classes[c(2L, 1L, 2L, 1L)])
}

# What number_behind() must know of each threshold, as quantities of their own.
quantities_behind <- function(what) {
  thresholds <- unique(unlist(lapply(what, `[[`, "threshold")))
  unlist(lapply(thresholds, function(threshold) {
    at <- function(above, below) c(5, NaN, NaN, threshold, above, below, NaN)
    list(
      list(numbers = at(c(1, 0, 0, 0), c(1, 0, 1, 0)), name = "TPR", threshold = threshold),
      list(numbers = at(c(0, 1, 0, 0), c(0, 1, 0, 1)), name = "FPR", threshold = threshold),
      list(numbers = at(c(1, 0, 1, 0), rep(1, 4L)), name = "positives", threshold = threshold)
    )
  }), recursive = FALSE)
}

# The values of these, by their thresholds.
cells_behind <- function(behind, values) {
  thresholds <- vapply(behind, function(x) number(x$threshold, 17L), "")
  names(values) <- vapply(behind, `[[`, "", "name")
  split(values, thresholds)
}
