# Estimates from tallies.

is_tally <- function(x) inherits(x, "roc_tally")

# Several tallies, each of a score of the same observations.
are_tallies <- function(x) is_list(x) && length(x) > 0L && all(vapply(x, is_tally, NA))

observations_of_tallies <- function(x, ..., variance = c("delong", "jackknife", "frequency")) {
  refuse_with_tally(...)
  names <- names_of_scores(x)
  observed_in_tallies(structure(x, names = names), names,
                     if (!missing(variance)) check_choice(variance, "variance"))
}

observed_in_tallies <- function(tallies, names, variance) {
  sampling <- list(variance = variance_of_tallies(tallies, variance))
  structure(list(tallies = tallies, names = names, sampling = sampling),
            class = c("roc_tally_sums", "roc_sums"))
}

# NULL for the one that is there: parts have that of the jackknife.
variance_of_tallies <- function(tallies, variance) {
  in_parts <- any(vapply(tallies, has_parts, NA))
  if (in_parts && identical(variance, "delong")) {
    message <- paste("`variance` must be \"jackknife\" or \"frequency\" for a tally with parts,",
                     "whose variance is that of the jackknife.")
    raise("choice", message, argument = "variance", value = variance)
  }
  or(variance, if (in_parts) "jackknife" else "delong")
}

#' @exportS3Method
estimated.roc_tally_sums <- function(observations, quantities, spec) {
  check_sums(quantities, spec, "tally")
  rows <- bound_rows(lapply(seq_along(observations$tallies), function(i) {
    in_score_of(observations$names, i, estimated_of_tally(observations$tallies[[i]], observations, quantities, spec))
  }))
  with_names(rows, rep(observations$names, each = length(quantities)))
}

estimated_of_tally <- function(tally, observations, quantities, spec) {
  if (isTRUE(spec$values)) {
    curve <- curve_of_tally(tally)
    # The AUC of bins that overlap is more precise than that of the points of their curve.
    if (!all(vapply(quantities, is_area, NA))) warn_of_steps(curve)
    return(rows_of_curve(curve, quantities))
  }
  variance <- observations$sampling$variance
  method <- c(spec$method, observations$method)[1L]
  if (is_default_method(method) || !has_parts(tally)) check_variance_of_tally(tally, variance)
  request <- list(level = level_of(spec, observations), method = method, variance = variance)
  result <- unwrap(area_of_tally(tallied(tally, variance), request))
  row <- result$row
  if (is.na(row$std.error) && has_parts(tally)) {
    warn("undefined", "The standard error is NA: at least two parts must have observations of each class.")
  } else {
    warn_of_bins(row, result$doubt)
    warn_of_interval(row$std.error, are_points(row))
  }
  warn_of_rows(row)
  with_measure(row, names(quantities), variance)
}

# The arguments of a binding for a tally with this variance.
tallied <- function(tally, variance) {
  columns <- columns_of_tally(tally, "x")
  if (has_parts(tally)) check_parts(tally, "x")
  list(columns = columns, units = units_of_tally(tally, "x"), counts = variance == "frequency",
       parts = if (has_parts(tally)) lapply(unname(tally$parts), columns_of_tally, "x"))
}

# The standard error depends on the order of scores, too, which bins leave open: `doubt` is the part of it by
# which it may be off.
warn_of_bins <- function(row, doubt) {
  if (is.na(doubt) || doubt <= 0.5 || row$bound.high - row$bound.low < 1e-9) return()
  warn("bins", sprintf(
    paste("The bins leave the AUC between %s and %s, and `std.error` may be off by more than half of it.",
          "Use more bins: larger `points`, more `breaks`, or a smaller `min_count`."),
    number(row$bound.low), number(row$bound.high)
  ), bound.low = row$bound.low, bound.high = row$bound.high, doubt = doubt)
}

# Tests take the estimates as they are, in the middle of what bins leave open.
warn_of_tested_bins <- function(row) {
  open <- (row$bound.high - row$bound.low) / 2
  if (!is.na(row$std.error) && open > row$std.error && open > 1e-9) {
    result <- distinct_numbers(c(open, row$std.error))
    warn("bins", sprintf(paste(
      "Because of its bins, the AUC of a tally is uncertain by %s in each direction, more than its standard error, %s.",
      "The test does not account for that."
    ), result[[1L]], result[[2L]]), open = open, std.error = row$std.error)
  }
}

# The curve of bins that overlap is known only at the gaps between them.
warn_of_steps <- function(curve) {
  if ("area" %in% names(curve) && sum(diff(curve$TPR) * diff(curve$FPR)) > 0.1) {
    warn("bins", sprintf(paste(
      "The bins of the tally overlap, so that its curve is known only at %s thresholds.",
      "Use the same `breaks` in all tallies for a curve with more points. auc_ci() does not need the curve."
    ), number(nrow(curve))), thresholds = nrow(curve))
  }
  curve
}

check_variance_of_tally <- function(tally, variance) {
  columns <- columns_of_tally(tally, "x")[seq_along(columns_of_tallies)]
  names(columns) <- columns_of_tallies
  if (variance == "frequency") {
    unwrap(check_whole(c(columns$positive, columns$negative)))
    return()
  }
  for (class in c("positive", "negative")) {
    weights <- columns[[class]]
    squares <- columns[[paste0(class, "2")]]
    number <- columns[[if (class == "positive") "n_pos" else "n_neg"]]
    # A double so small has lost digits, which matters unless the row has next to nothing of the weight.
    lost <- squares < 1e-290 & weights > 1e-100 * sum(weights)
    unknown <- weights > 0 & (is.na(squares) | lost | is.na(number))
    if (any(unknown)) {
      message <- paste(
        "`x` must be a tally with sums of squared weights: `%s2` lacks them for %s rows, or",
        "weights are too small or large for them. For counts use `variance = \"frequency\"`;",
        "`conf.level = NULL` returns the AUC without an interval."
      )
      raise("tally", sprintf(message, class, number(sum(unknown))), argument = "x", column = class)
    }
  }
}
