# Values of a curve, which has no observations that would say how they vary.

#' @exportS3Method
estimated.roc_points <- function(observations, quantities, spec) {
  if (!isTRUE(spec$values)) {
    warn("undefined", paste(
      "The interval is NA, as a curve has no observations: give scores and labels, or a fit.",
      "`conf.level = NULL` returns the value alone."
    ))
  }
  for_each_curve(roc_curves(observations$curve), function(curve) rows_of_curve(curve, quantities))
}

# Values with the bounds that binning leaves to an AUC.
rows_of_curve <- function(curve, quantities) {
  rows <- rows_of_values(values_on_curve(curve, quantities), quantities)
  areas <- vapply(quantities, is_area, NA)
  rows[c("bound.low", "bound.high")] <- NA_real_
  # Bounds for the inside of steps have their own columns.
  bounds <- c("estimate", "bound.low", "bound.high")
  if (any(areas)) rows[areas, bounds] <- bounds_of(curve)[bounds]
  rows
}

values_on_curve <- function(curve, quantities) {
  of_forecasts <- are_of_forecasts(quantities)
  if (any(of_forecasts)) {
    values <- numeric(length(quantities))
    columns <- columns_of(curve_of_probabilities(curve))
    values[of_forecasts] <- unwrap(curve_quantities(columns, unname(quantities[of_forecasts])))
    values[!of_forecasts] <- values_on_curve(curve, quantities[!of_forecasts])
    return(values)
  }
  by_threshold <- function(quantity) !is.null(quantity$threshold) || is_threshold(quantity)
  columns <- columns_of(curve, thresholds = any(vapply(quantities, by_threshold, NA)))
  by_function <- vapply(quantities, has_function, NA)
  values <- numeric(length(quantities))
  values[!by_function] <- unwrap(curve_quantities(columns, unname(quantities[!by_function])))
  values[by_function] <- vapply(quantities[by_function], value_by_function, 0, columns)
  warn_of_chance(values, quantities, columns)
  values
}

# A standardized AUC below that of the chance line is NA.
warn_of_chance <- function(values, quantities, columns) {
  below <- match(TRUE, is.na(values) & !is.nan(values))
  if (!is.na(below)) {
    area <- unwrap(curve_quantities(columns, list(replace(quantities[[below]], "standardize", "none"))))
    warn_below_chance(area, descriptions_of(quantities[below])$chance)
  }
}

# Costs whose density is a function of R. In an expected cost it is that of PC, the share of what false
# negatives cost, and in a loss that of the share of false positives, 1 - PC.
value_by_function <- function(quantity, columns) {
  density <- quantity$density
  part <- sub("^expected_cost", "H_loss", quantity$measure)
  of_PC <- part != quantity$measure
  losses <- if (of_PC) {
    2 * losses_by_function(columns, function(c) density(1 - c), 0.5)
  } else {
    losses_by_function(columns, density, quantity$prior)
  }
  switch(
    sub("^H_loss_saved$", "H", part),
    H = min(max(1 - losses[["least"]] / losses[["trivial"]], 0), 1),
    H_loss = losses[["least"]],
    H_loss_trivial = losses[["trivial"]]
  )
}

# Finds the corner of the hull that is best between the costs at which it equals its neighbours.
losses_by_function <- function(columns, density, prior) {
  hull <- unwrap(curve_hull(columns))
  rates <- measures_of_rows(columns, "FNR", hull$row)
  all <- integral_of_density(density, function(c) 1, 0, 1)
  if (all == 0) raise("range", "`density` must not be 0 for all costs.", argument = "density", value = 0)
  positive <- if (is.null(prior)) unwrap(curve_quantities(columns, list(quantity("prevalence")))) else prior
  cost_at <- function(slope) 1 / (1 + (1 - positive) / positive / slope)
  means_between <- function(from, to) {
    t(integrals_of_density(density, from, to)) * c(1 - positive, positive) / all
  }
  means <- means_between(cost_at(hull$slope_low), cost_at(hull$slope_high))
  ends <- means_between(c(0, positive), c(positive, 1))
  least <- sum(means[1L, ] * columns[[2L]][hull$row] + means[2L, ] * rates$FNR)
  c(least = least, trivial = ends[1L, 1L] + ends[2L, 2L])
}

rows_of_values <- function(values, quantities) {
  unknown <- rep(NA_real_, length(values))
  columns <- list(estimate = values, std.error = unknown, conf.low = unknown, conf.high = unknown,
                  df = unknown, n_pos = unknown, n_neg = unknown, n_eff_pos = unknown, n_eff_neg = unknown)
  with_measure(columns, names(quantities), NA_character_)
}
