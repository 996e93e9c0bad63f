# Methods for the functions of package generics, which broom has as well.

#' @rdname weighted_roc-methods
#' @exportS3Method generics::tidy
tidy.weighted_roc <- function(x, conf.int = TRUE, conf.level = NULL, ...) classed({
  check_flag(conf.int, "conf.int")
  areas <- if (is.null(conf.level)) x$areas else roc_estimate(x, conf.level = conf.level)
  names(areas)[[1L]] <- "term"
  columns <- c("term", "estimate", "std.error", "bound.low", "bound.high",
               if (conf.int) c("conf.low", "conf.high"))
  areas[intersect(columns, names(areas))]
})

#' @rdname weighted_roc-methods
#' @exportS3Method generics::tidy
tidy.weighted_roc_by <- function(x, ...) classed(for_each_group(x, tidy.weighted_roc, ...))

#' @rdname weighted_roc-methods
#' @exportS3Method generics::glance
glance.weighted_roc <- function(x, ...) {
  areas <- x$areas
  number_in <- function(name) if (is.null(areas[[name]])) NA_real_ else areas[[name]][[1L]]
  as_frame(list(
    nobs = nobs.weighted_roc(x), n_pos = number_in("n_pos"), n_neg = number_in("n_neg"),
    n_eff_pos = number_in("n_eff_pos"), n_eff_neg = number_in("n_eff_neg"),
    positive = x$classes[["positive"]],
    variance = if (is.null(areas$variance)) NA_character_ else areas$variance[[1L]],
    conf.level = or(x$observations$conf.level, NA_real_)
  ), 1L)
}

#' @rdname weighted_roc-methods
#' @exportS3Method generics::glance
glance.weighted_roc_by <- function(x, ...) classed(for_each_group(x, glance.weighted_roc))

#' @rdname weighted_roc-methods
#' @exportS3Method generics::augment
augment.weighted_roc <- function(x, data = NULL, ...) classed({
  check_has_observations(x, "augment()", "x")
  observations <- x$observations
  scores <- names(x$curves)
  columns <- lapply(scores, function(score) {
    if (!has_curve(x)) {
      unknown <- rep(NA_real_, length(observations$label))
      return(list(.TPR = unknown, .FPR = unknown, .influence = unknown))
    }
    guess <- as.vector(observations$scores[[score]], "double")
    point <- roc_at(x$curves[[score]], guess)
    list(.TPR = point$TPR, .FPR = point$FPR,
         .influence = influences_on_all(guess, observations$label, observations$weights, area_measure)$influences)
  })
  if (length(scores) > 1L) {
    columns <- Map(function(own, score) {
      structure(own, names = paste0(names(own), "_", score))
    }, columns, scores)
  }
  columns <- as_frame(do.call(c, unname(columns)), length(observations$label))
  if (is.null(data)) columns else beside_data(columns, data, observations$kept)
})

#' @rdname weighted_roc-methods
#' @exportS3Method generics::augment
augment.weighted_roc_by <- function(x, data = NULL, ...) classed({
  found <- lapply(x$fits, augment.weighted_roc, data)
  # The data have their groups.
  rows <- if (is.null(data)) bound_groups(x, found) else bound_rows(unname(found))
  rows[order(unlist(lapply(x$fits, function(fit) fit$observations$kept), use.names = FALSE)), , drop = FALSE]
})

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
