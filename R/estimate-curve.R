# Values of a curve, which has no observations that would say how they vary.

#' @exportS3Method
estimated.roc_points <- function(observed, what, asked) {
  for_each_curve(roc_curves(observed$curve), function(curve) rows_of_curve(curve, what))
}

# Values with the bounds that binning leaves to an AUC.
rows_of_curve <- function(curve, what) {
  rows <- rows_of_values(values_on_curve(curve, what), what)
  areas <- vapply(what, is_area, NA)
  ends <- if (any(areas)) bounds_of(curve)[c("bound.low", "bound.high")] else list(NA_real_, NA_real_)
  rows$bound.low <- ifelse(areas, ends[[1L]], NA_real_)
  rows$bound.high <- ifelse(areas, ends[[2L]], NA_real_)
  rows
}

values_on_curve <- function(curve, what) {
  by_threshold <- function(quantity) !is.null(quantity$threshold) || is_threshold(quantity)
  needed <- any(vapply(what, by_threshold, NA))
  unwrap(curve_quantities(columns_of(curve, "x", thresholds = needed), unname(what)))
}

rows_of_values <- function(values, what) {
  unknown <- rep(NA_real_, length(values))
  columns <- list(estimate = values, std.error = unknown, conf.low = unknown, conf.high = unknown, df = unknown,
                  n_pos = unknown, n_neg = unknown, n_eff_pos = unknown, n_eff_neg = unknown)
  with_measure(columns, names(what), NA_character_)
}
