# Methods for the functions of package generics, which broom has as well, and of package parameters.

#' @rdname weighted_roc-methods
#' @exportS3Method generics::tidy
tidy.weighted_roc <- function(x, conf.int = TRUE, conf.level = NULL, format = c("numbers", "paper"), ...) classed({
  format <- check_choice(format, "format")
  rows <- for_each_fit(x, columns_of_tidy, conf.int, conf.level)
  as_tibble_if_there(if (format == "paper") for_paper(rows, "AUC") else rows)
})

#' @exportS3Method generics::tidy
tidy.weighted_roc_by <- tidy.weighted_roc

columns_of_tidy <- function(fit, conf.int, conf.level) {
  check_flag(conf.int, "conf.int")
  areas <- plain_frame(if (is.null(conf.level)) fit$areas else roc_estimate(fit, conf.level = conf.level))
  names(areas)[[match("score", names(areas))]] <- "term"
  columns <- c("term", "estimate", "std.error", if (conf.int) c("conf.low", "conf.high"),
               "bound.low", "bound.high")
  areas[intersect(columns, names(areas))]
}

#' @exportS3Method generics::tidy
tidy.roc_test <- function(x, ...) classed(as_tibble_if_there(columns_of_test(x)))

#' @exportS3Method generics::glance
glance.roc_test <- tidy.roc_test

# The number that is tested, with what it is made of behind it. Three scores and more have no such number.
columns_of_test <- function(test) {
  values <- unname(as.list(test$estimate))
  combined <- names(test$estimate) %in% c("difference", "slope") & seq_along(values) == length(values)
  if (length(values) == 1L) combined <- TRUE
  parts <- values[!combined]
  names(parts) <- sprintf("estimate%d", seq_along(parts))
  ends <- if (is.null(test$conf.int)) c(NA_real_, NA_real_) else as.vector(test$conf.int)
  parameter <- as.list(test$parameter)
  names(parameter) <- if (length(parameter) == 1L) "parameter" else make.names(names(parameter))
  as_frame(c(
    list(estimate = or(values[combined][1L][[1L]], NA_real_)), parts,
    list(std.error = or(test$std.error, NA_real_), statistic = unname(test$statistic), p.value = test$p.value),
    parameter,
    list(conf.low = ends[[1L]], conf.high = ends[[2L]], method = test$method, alternative = test$alternative)
  ), 1L)
}

# Estimates of all kinds, whose scores are called terms as those of fits are.
#' @exportS3Method generics::tidy
tidy.roc_result <- function(x, conf.int = TRUE, format = c("numbers", "paper"), ...) classed(as_tibble_if_there({
  check_flag(conf.int, "conf.int")
  format <- check_choice(format, "format")
  rows <- plain_frame(x)
  if (format == "paper") {
    check_drawn(rows, "estimate")
    return(as_tibble_if_there(for_paper(rows, "estimate", attr(x, "neighbours"))))
  }
  names(rows)[names(rows) == "score"] <- "term"
  if (conf.int) rows else rows[setdiff(names(rows), c("conf.low", "conf.high"))]
}))

# The columns in front of the estimate, and the estimate with its interval as "0.84 (0.71 to 0.92)".
for_paper <- function(rows, title, neighbours = NULL) {
  keys <- rows[seq_len(match("estimate", names(rows)) - 1L)]
  measures <- unique(keys[["measure"]])
  if (length(measures) == 1L) {
    title <- measures
    keys <- keys[names(keys) != "measure"]
  }
  words <- function(column) {
    numbers <- vapply(column, two_digits, "")
    of_thresholds <- is_threshold_row(rows)
    numbers[of_thresholds] <- threshold_words(column[of_thresholds], neighbours, 3L)
    numbers
  }
  text <- words(rows$estimate)
  has_ends <- !is.null(rows[["conf.low"]]) & !is.na(or(rows[["conf.low"]], NA))
  if (any(has_ends)) {
    ends <- sprintf("%s (%s to %s)", text, words(rows$conf.low), words(rows$conf.high))
    text <- ifelse(has_ends, ends, text)
  }
  as_frame(c(as.list(keys), structure(list(text), names = title)), nrow(rows))
}

# Data of another class keep theirs.
as_tibble_if_there <- function(rows) {
  if (identical(class(rows), "data.frame") && can_be_loaded("tibble")) tibble::as_tibble(rows) else rows
}

#' @rdname weighted_roc-methods
#' @exportS3Method parameters::model_parameters
model_parameters.weighted_roc <- function(model, ci = NULL, ...) classed({
  level <- check_level(or(ci, level_of(list(), kept_observations(or(model$fits, list(model))[[1L]]))), "ci")
  # The attributes that package parameters reads when it prints.
  structure(for_each_fit(model, columns_of_parameters, level), class = c("parameters_model", "data.frame"),
            ci = level, n_obs = sum(stats::nobs(model)), model_class = "weighted_roc", coefficient_name = "AUC",
            title = "", no_caption = TRUE, verbose = FALSE)
})

#' @exportS3Method parameters::model_parameters
model_parameters.weighted_roc_by <- model_parameters.weighted_roc

columns_of_parameters <- function(fit, level) {
  areas <- plain_frame(roc_estimate(fit, conf.level = level))
  areas$CI <- rep(level, nrow(areas))
  columns <- c(Parameter = "score", Coefficient = "estimate", SE = "std.error", CI = "CI",
               CI_low = "conf.low", CI_high = "conf.high", df_error = "df", bound.low = "bound.low",
               bound.high = "bound.high")
  columns <- columns[columns %in% names(areas)]
  structure(areas[columns], names = names(columns))
}

#' @exportS3Method generics::glance
glance.weighted_roc <- function(x, ...) classed(as_tibble_if_there(for_each_fit(x, row_of_glance)))

#' @exportS3Method generics::glance
glance.weighted_roc_by <- glance.weighted_roc

row_of_glance <- function(fit) {
  areas <- fit$areas
  number_in <- function(name) or(areas[[name]], NA_real_)[[1L]]
  as_frame(list(
    nobs = nobs.weighted_roc(fit), n_pos = number_in("n_pos"), n_neg = number_in("n_neg"),
    n_eff_pos = number_in("n_eff_pos"), n_eff_neg = number_in("n_eff_neg"),
    positive = fit$classes[["positive"]],
    variance = or(areas$variance, NA_character_)[[1L]],
    conf.level = level_of(list(), kept_observations(fit))
  ), 1L)
}

#' @rdname weighted_roc-methods
#' @exportS3Method generics::augment
augment.weighted_roc <- function(x, data = NULL, ...) classed(as_tibble_if_there(augmented(x, data)))

#' @exportS3Method generics::augment
augment.weighted_roc_by <- function(x, data = NULL, ...) classed(as_tibble_if_there({
  result <- lapply(x$fits, augmented, data)
  # The data have their groups.
  rows <- if (is.null(data)) bound_groups(x, result) else bound_rows(unname(result))
  rows[order(unlist(lapply(x$fits, function(fit) kept_observations(fit)$kept), use.names = FALSE)), , drop = FALSE]
}))

augmented <- function(fit, data) {
  check_has_observations(fit, "augment()", "x")
  observations <- fit$observations
  names <- names_of_scores_in(fit)
  size <- length(observations$label)
  if (has_curve(fit)) {
    columns <- Map(columns_of_score, fit$curves, observations$scores, list(observations))
  } else {
    unknown <- rep(NA_real_, size)
    columns <- lapply(names, function(name) list(.TPR = unknown, .FPR = unknown, .influence = unknown))
  }
  if (length(names) > 1L) {
    columns <- Map(function(own, name) structure(own, names = paste0(names(own), "_", name)), columns, names)
  }
  columns <- as_frame(do.call(c, unname(columns)), size)
  if (is.null(data)) columns else next_to_data(columns, data, observations$kept)
}

columns_of_score <- function(curve, score, observations) {
  score <- as.vector(score, "double")
  row <- unwrap(curve_rows_at(columns_of(curve), score))$row
  influences <- influences_on_all(score, observations$label, observations$weights, area_measure)$influences
  list(.TPR = curve$TPR[row], .FPR = curve$FPR[row],
       .influence = as.vector(with_censoring(observations, influences)))
}

next_to_data <- function(columns, data, rows) {
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

#' @importFrom stats model.frame
#' @export
model.frame.weighted_roc <- function(formula, ...) classed({
  refuse_dots(...)
  frame_of_fit(formula)
})

#' @export
model.frame.weighted_roc_by <- function(formula, ...) classed({
  refuse_dots(...)
  bound_groups(formula, lapply(formula$fits, frame_of_fit))
})

# The label, the scores and the weights by which results were computed, with the numbers of the rows.
frame_of_fit <- function(fit) {
  check_has_observations(fit, "model.frame()", "formula")
  observations <- fit$observations
  scores <- lapply(observations$scores, function(score) {
    as.vector(if (fit$direction == "<=") -as.vector(score) else score)
  })
  if (length(scores) == length(names_of_scores_in(fit))) names(scores) <- names_of_scores_in(fit)
  columns <- c(structure(list(label_of_fit(fit)), names = fit$response), scores,
               list(`(weights)` = observations$weights, `(cluster)` = observations$sampling$cluster))
  columns <- columns[!vapply(columns, is.null, NA)]
  frame <- as_frame(columns, length(observations$label))
  if (!is.null(observations$kept)) attr(frame, "row.names") <- as.integer(observations$kept)
  frame
}

# As it was given: numbers, TRUE and FALSE, or a factor.
label_of_fit <- function(fit) {
  classes <- fit$classes
  label <- as.integer(fit$observations$label) + 1L
  if (!is.null(fit$observations$outcome)) return(label - 1L)
  sizes <- suppressWarnings(as.numeric(classes))
  if (!anyNA(sizes)) return(sizes[label])
  if (setequal(classes, c("FALSE", "TRUE"))) return(as.logical(classes)[label])
  factor(unname(classes)[label], unname(classes))
}

# Raises an error where a fit has no observations at hand.
check_has_observations <- function(fit, noun, argument = "guess") {
  if (is.null(fit$observations$label)) {
    message <- sprintf("%s needs observations, and a fit of a database table has only sums. %s", noun,
                       "Get its rows with dplyr::collect().")
    raise("observations", message, argument = argument)
  }
}
