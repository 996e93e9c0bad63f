# Intervals of areas from curves of roc_collect(), which know the sums over the influences of the rows of
# their table: `spread`, an attribute with the sums of each score. It is of the whole table, and of these rows of
# the curve only.

with_unit_sums <- function(curve, scores) {
  attr(curve, "spread") <- list(scores = scores, made_of = sums_of_curve(curve))
  curve
}

# Sums that reveal that rows were left out, or numbers changed.
sums_of_curve <- function(curve) {
  columns <- c("TPR", "FPR", "FN", "FP", "area", "slack")
  c(rows = .row_names_info(curve, 2L), vapply(columns, function(name) sum(curve[[name]]), 0))
}

# Several curves, identified by `keys`, with a spread each: `spreads`, NULL if there is no spread.
with_unit_sums_by_key <- function(curves, spreads) {
  attr(curves, "spreads") <- spreads
  curves
}

# The spreads of curves with some keys, in that order; NULL if the curves have no spreads.
unit_sums_of_keys <- function(curves, keys) {
  spreads <- attr(curves, "spreads", exact = TRUE)
  known <- spreads$keys
  if (length(known) == length(keys)) {
    codes <- codes_of_keys(rbind(known, structure(keys, names = names(known))))
    spreads$each[match(codes[-seq_len(nrow(known))], codes[seq_len(nrow(known))])]
  }
}

# The spreads of all scores, by score and group.
unit_sums_of_scores <- function(curves) {
  spreads <- lapply(curves, attr, "spreads", exact = TRUE)
  if (any(vapply(spreads, is.null, NA))) {
    return(NULL)
  }
  keys <- Map(function(covariance, name) with_names(covariance$keys, rep(name, nrow(covariance$keys))),
              spreads, names(curves))
  each <- lapply(unname(spreads), `[[`, "each")
  list(keys = bound_rows(unname(keys)), each = unlist(each, recursive = FALSE))
}

sums_of_units <- function(curve, argument = "x") {
  covariance <- attr(curve, "spread", exact = TRUE)
  if (!is.list(covariance) || !all(c("area", "slack") %in% names(curve))) {
    message <- sprintf("`%s` must be %s.%s", argument, "a curve of roc_collect(), as it was returned",
                       " Other curves do not hold the weights: give the observations.")
    raise("curve", message, argument = argument)
  }
  now <- sums_of_curve(curve)
  made_of <- covariance$made_of
  if (!isTRUE(all(abs(now - made_of) <= 1e-9 * abs(made_of)))) {
    message <- sprintf("`%s` must have all rows that roc_collect() returned, unchanged: %s rows, not %s.",
                       argument, number(made_of[["rows"]]), number(now[["rows"]]))
    raise("curve", message, argument = argument, found = now, expected = made_of)
  }
  covariance
}

#' @exportS3Method
estimated.roc_curve_sums <- function(observations, quantities, spec) {
  check_sums(quantities, spec, "curve")
  if (isTRUE(spec$values)) return(estimated.roc_points(observations, quantities, spec))
  if (!is.null(attr(observations$curve, "spread", exact = TRUE))) {
    return(area_of_curve_sums(observations$curve, observations, spec))
  }
  for_each_curve(roc_curves(observations$curve), function(curve) area_of_curve_sums(curve, observations, spec))
}

area_of_curve_sums <- function(curve, observations, spec) {
  if (is.null(attr(curve, "spread", exact = TRUE))) {
    if (!isTRUE(spec$of_fit)) {
      warn("undefined", paste(
        "The interval is NA: the curve was collected without a variance. `variance = TRUE` in roc_collect() or",
        "weighted_roc() computes one, and `conf.level = NULL` returns the AUC alone."
      ))
    }
    return(rows_of_curve(curve, unclass(area_measure)))
  }
  method <- c(spec$method, observations$method)[1L]
  variance <- observations$sampling$variance
  # One, or by the column `score`.
  plain <- plain_frame(curve)
  score <- plain[["score"]]
  curves <- if (is.null(score)) list(plain) else split(plain, factor(score, unique(score)))
  open <- vapply(curves, function(curve) curve$slack[[1L]], 0)
  request <- list(level = level_of(spec, observations), method = method, variance = variance)
  rows <- unwrap(areas_of_sums(sums_of_variance(curve, variance), as.double(open), request))
  warn_of_intervals(rows$std.error, names(curves), are_points(rows))
  warn_of_rows(rows)
  bounds <- bound_rows(lapply(curves, bounds_of))
  rows[c("bound.low", "bound.high")] <- bounds[c("bound.low", "bound.high")]
  with_names(with_measure(rows, "AUC", variance), names(curves))
}

# Sums over units are those of the AUC.
check_sums <- function(quantities, spec, of) {
  other <- match(FALSE, vapply(quantities, is_area, NA))
  if (!is.na(other) && !isTRUE(spec$values)) {
    message <- sprintf(paste("A %s has no intervals of %s, as it has no observations;",
                             "`conf.level = NULL` returns the value."), of, name_of_quantity(quantities[[other]]))
    raise(c("unsupported", "observations"), message, argument = "measure",
          value = name_of_quantity(quantities[[other]]))
  }
}

# The sums over units that a variance takes, of each score.
sums_of_variance <- function(curve, variance) {
  covariance <- sums_of_units(curve)
  check_variance_of_clusters(covariance, variance)
  if (variance == "frequency") unwrap(check_whole(-diff(c(curve$FN, curve$FP))))
  of <- if (is_in_parts(covariance)) "parts" else if (variance == "frequency") "count" else "row"
  lapply(covariance$scores, `[[`, of)
}

is_in_parts <- function(covariance) !is.null(covariance$scores[[1L]]$parts)

check_variance_of_clusters <- function(covariance, variance) {
  if (is_in_parts(covariance) && variance != "jackknife") {
    message <- paste("`variance` must be \"jackknife\" for a table's curve with clusters, whose variance is that",
                     "of the jackknife, not \"%s\".")
    raise("choice", sprintf(message, variance), argument = "variance", value = variance)
  }
}

# That which is there, unless one is given.
variance_of_curves <- function(curve, variance) {
  covariance <- attr(curve, "spread", exact = TRUE)
  if (!is.null(variance)) {
    check_variance_of_clusters(covariance, variance)
    return(variance)
  }
  each <- c(list(covariance), attr(curve, "spreads", exact = TRUE)$each)
  if (any(vapply(each, is_in_parts, NA))) "jackknife" else "delong"
}
