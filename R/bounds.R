# Bounds of the error that bins, thinning and summing up make, of an AUC.

bounds_of <- function(curve) {
  columns <- columns_of(curve)
  unwrap(curve_check(columns))
  merges <- merging_steps(curve)
  result <- if (all(c("area", "slack") %in% names(curve))) {
    area_within_steps(curve, columns)
  } else {
    list(
      estimate = unwrap(curve_partial(columns, c(0, 1), "FPR")),
      reach = unwrap(curve_rectangles(columns, c(as.integer(merges), 0L)))
    )
  }
  # For the rounding of sums that were made elsewhere; areas are parts of 1.
  critical_value <- if (any(merges) || result$reach > 0) result$reach + 1e-12 else 0
  estimate <- result$estimate
  as_frame(list(
    estimate = estimate, bound.low = max(estimate - critical_value, 0), bound.high = min(estimate + critical_value, 1)
  ), 1L)
}

# Returns whether scores are merged in each step from a row to the next. A curve without this column may have
# lost rows.
merging_steps <- function(curve) {
  if (is.null(.subset2(curve, "scores_below"))) return(rep(TRUE, nrow(curve) - 1L))
  below <- finite_column(curve, "scores_below")
  check_order(below, "scores_below", "decreasing")
  diff(below) > 1
}

# Sums up to a row hold for any choice of rows. The area below a step is between those below the
# lower and the upper edge of its rectangle.
area_within_steps <- function(curve, columns) {
  area <- finite_column(curve, "area")
  slack <- finite_column(curve, "slack")
  check_order(slack, "slack", "increasing")
  TPR <- columns[[1L]]
  rows <- length(TPR)
  width <- -diff(columns[[2L]])
  inside <- -diff(area)
  # For the rounding of sums that were made elsewhere, or written to a file.
  fits <- inside >= width * TPR[-1L] - 1e-10 & inside <= width * TPR[-rows] + 1e-10
  if (!all(fits)) {
    message <- sprintf(
      "Column `area` of `x` must agree with the points: it does not from row %s to the next.",
      number(which.min(fits))
    )
    raise("curve", message, argument = "x", column = "area", position = which.min(fits))
  }
  list(estimate = area[[1L]] - area[[rows]], reach = slack[[1L]] - slack[[rows]])
}

finite_column <- function(curve, column) {
  values <- curve_column(curve, column, "x")
  fault <- match(FALSE, is.finite(values))
  if (!is.na(fault)) {
    kind <- if (is.na(values[[fault]])) "missing" else "infinite"
    raise_failure(list(kind = kind, argument = "x", column = column, position = fault,
                       value = values[[fault]]), NULL)
  }
  values
}

# A column must not be decreasing, or increasing, from one row to the next.
check_order <- function(values, column, kind) {
  rises <- if (kind == "increasing") diff(values) else -diff(values)
  fault <- match(TRUE, rises > 0)
  if (!is.na(fault)) {
    raise_failure(list(kind = kind, argument = "x", column = column, position = fault + 1,
                       value = values[[fault + 1L]], previous = values[[fault]]), NULL)
  }
}
