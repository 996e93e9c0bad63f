# Methods for the functions of package generics, which broom has as well, and of package parameters.

#' @rdname weighted_roc-methods
#' @exportS3Method generics::tidy
tidy.weighted_roc <- function(x, conf.int = TRUE, conf.level = NULL, ...) classed(as_tibble_if_there({
  columns_of_tidy(x, conf.int, conf.level)
}))

#' @exportS3Method generics::tidy
tidy.weighted_roc_by <- function(x, conf.int = TRUE, conf.level = NULL, ...) classed(as_tibble_if_there({
  for_each_group(x, columns_of_tidy, conf.int, conf.level)
}))

columns_of_tidy <- function(fit, conf.int, conf.level) {
  check_flag(conf.int, "conf.int")
  areas <- plain_frame(if (is.null(conf.level)) fit$areas else roc_estimate(fit, conf.level = conf.level))
  names(areas)[[match("score", names(areas))]] <- "term"
  columns <- c("term", "estimate", "std.error", if (conf.int) c("conf.low", "conf.high"),
               "bound.low", "bound.high")
  areas[intersect(columns, names(areas))]
}

# Data of another class keep theirs.
as_tibble_if_there <- function(rows) {
  if (identical(class(rows), "data.frame") && can_be_loaded("tibble")) tibble::as_tibble(rows) else rows
}

#' @rdname weighted_roc-methods
#' @exportS3Method parameters::model_parameters
model_parameters.weighted_roc <- function(model, ci = NULL, ...) classed({
  level <- check_level(or(ci, level_of(list(), model$observations)), "ci")
  as_parameters(columns_of_parameters(model, level), level, nobs.weighted_roc(model))
})

#' @exportS3Method parameters::model_parameters
model_parameters.weighted_roc_by <- function(model, ci = NULL, ...) classed({
  level <- check_level(or(ci, level_of(list(), model$fits[[1L]]$observations)), "ci")
  rows <- for_each_group(model, columns_of_parameters, level)
  as_parameters(rows, level, sum(nobs.weighted_roc_by(model)))
})

columns_of_parameters <- function(fit, level) {
  areas <- plain_frame(roc_estimate(fit, conf.level = level))
  areas$CI <- rep(level, nrow(areas))
  columns <- c(Parameter = "score", Coefficient = "estimate", SE = "std.error", CI = "CI",
               CI_low = "conf.low", CI_high = "conf.high", df_error = "df", bound.low = "bound.low",
               bound.high = "bound.high")
  columns <- columns[columns %in% names(areas)]
  structure(areas[columns], names = names(columns))
}

# With the attributes that package parameters reads when it prints.
as_parameters <- function(rows, level, size) {
  structure(rows, class = c("parameters_model", "data.frame"), ci = level, n_obs = size,
            model_class = "weighted_roc", coefficient_name = "AUC", title = "", no_caption = TRUE,
            verbose = FALSE)
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
  influences <- influences_on_all(score, observed$label, observed$weights, area_measure)$influences
  list(.TPR = curve$TPR[row], .FPR = curve$FPR[row],
       .influence = as.vector(with_censoring(observed, influences)))
}

beside_data <- function(columns, data, rows) {
  check_frame(data, "data", "the data.frame of the fit")
  if (nrow(data) < max(rows)) {
    message <- sprintf("`data` must have the rows of the fit: it has %s rows, but row %s was used.",
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
    message <- sprintf("%s needs observations, and a fit of a database table has only sums. %s", what,
                       "Get its rows with dplyr::collect().")
    raise("observations", message, argument = argument)
  }
}
