# Methods for the functions of package generics, which broom has as well.

#' @rdname weighted_roc-methods
#' @exportS3Method generics::tidy
tidy.weighted_roc <- function(x, conf.int = TRUE, conf.level = NULL, ...) classed(as_tibble_if_there({
  columns_of_tidy(if (is.null(conf.level)) x$areas else roc_estimate(x, conf.level = conf.level), conf.int)
}))

#' @exportS3Method generics::tidy
tidy.weighted_roc_by <- function(x, conf.int = TRUE, conf.level = NULL, ...) classed(as_tibble_if_there({
  for_each_group(x, function(fit) {
    areas <- if (is.null(conf.level)) fit$areas else roc_estimate(fit, conf.level = conf.level)
    columns_of_tidy(areas, conf.int)
  })
}))

columns_of_tidy <- function(areas, conf.int) {
  check_flag(conf.int, "conf.int")
  areas <- plain_frame(areas)
  names(areas)[[match("score", names(areas))]] <- "term"
  columns <- c("term", "estimate", "std.error", if (conf.int) c("conf.low", "conf.high"),
               "bound.low", "bound.high")
  areas[intersect(columns, names(areas))]
}

# Data of another class keep theirs.
as_tibble_if_there <- function(rows) {
  if (identical(class(rows), "data.frame") && can_be_loaded("tibble")) tibble::as_tibble(rows) else rows
}

#' @exportS3Method generics::glance
glance.weighted_roc <- function(x, ...) classed(as_tibble_if_there(row_of_glance(x)))

#' @exportS3Method generics::glance
glance.weighted_roc_by <- function(x, ...) classed(as_tibble_if_there(for_each_group(x, row_of_glance)))

row_of_glance <- function(fit) {
  areas <- fit$areas
  number_in <- function(name) if (is.null(areas[[name]])) NA_real_ else areas[[name]][[1L]]
  as_frame(list(
    nobs = nobs.weighted_roc(fit), n_pos = number_in("n_pos"), n_neg = number_in("n_neg"),
    n_eff_pos = number_in("n_eff_pos"), n_eff_neg = number_in("n_eff_neg"),
    positive = fit$classes[["positive"]],
    variance = if (is.null(areas$variance)) NA_character_ else areas$variance[[1L]],
    conf.level = level_of(list(), fit$observations)
  ), 1L)
}

#' @rdname weighted_roc-methods
#' @exportS3Method generics::augment
augment.weighted_roc <- function(x, data = NULL, ...) classed(as_tibble_if_there(augmented(x, data)))

#' @exportS3Method generics::augment
augment.weighted_roc_by <- function(x, data = NULL, ...) classed(as_tibble_if_there({
  found <- lapply(x$fits, augmented, data)
  # The data have their groups.
  rows <- if (is.null(data)) bound_groups(x, found) else bound_rows(unname(found))
  rows[order(unlist(lapply(x$fits, function(fit) fit$observations$kept), use.names = FALSE)), , drop = FALSE]
}))

augmented <- function(fit, data) {
  check_has_observations(fit, "augment()", "x")
  observed <- fit$observations
  names <- names(fit$curves)
  size <- length(observed$label)
  if (has_curve(fit)) {
    columns <- Map(columns_of_score, fit$curves, observed$scores, list(observed))
  } else {
    unknown <- rep(NA_real_, size)
    columns <- lapply(names, function(name) list(.TPR = unknown, .FPR = unknown, .influence = unknown))
  }
  if (length(names) > 1L) {
    columns <- Map(function(own, name) structure(own, names = paste0(names(own), "_", name)), columns, names)
  }
  columns <- as_frame(do.call(c, unname(columns)), size)
  if (is.null(data)) columns else beside_data(columns, data, observed$kept)
}

columns_of_score <- function(curve, score, observed) {
  score <- as.vector(score, "double")
  row <- unwrap(curve_rows_at(columns_of(curve), score))$row
  list(.TPR = curve$TPR[row], .FPR = curve$FPR[row],
       .influence = influences_on_all(score, observed$label, observed$weights, area_measure)$influences)
}

beside_data <- function(columns, data, rows) {
  check_frame(data, "data", "the data.frame of the fit")
  if (nrow(data) < max(rows)) {
    message <- sprintf("`data` must have the rows of the fit: it has %s, row %s was used.",
                       number(nrow(data)), number(max(rows)))
    raise("length", message, argument = "data", length = nrow(data), expected = max(rows))
  }
  kept <- data[rows, , drop = FALSE]
  kept[names(columns)] <- columns
  kept
}

# Raises an error where a fit has no observations at hand.
check_has_observations <- function(fit, what, argument = "guess") {
  if (is.null(fit$observations$label)) {
    message <- sprintf("%s takes observations: a table in a database has been summed up. %s", what,
                       "dplyr::collect() gets its rows.")
    raise("observations", message, argument = argument)
  }
}
