#' Fit weighted ROC curves
#'
#' Returns the ROC curves of one or more scores, their AUCs with confidence intervals, and the observations.
#' Every function of the package accepts such a fit, and returns one result per score, so that arguments need
#' not be repeated.
#'
#' @details
#' The label stands on the left of the formula, scores on the right. Expressions are computed among the
#' columns of the data, with `I()` around arithmetic: `sick ~ log(dose) + I(a / b)`. `sick ~ . - id` uses all
#' other columns.
#'
#' **Positive class.** The larger of two numbers, `TRUE`, the last level of a factor, or the last of two
#' strings in the order of their characters; a message names the class for factors and strings, unless
#' `positive` chooses it.
#'
#' **Low scores.** Where low scores mean positive, `direction = "<="` calls scores at or below the threshold
#' positive. Thresholds keep the unit of the score. `sick ~ age + I(-sodium)` turns one score of several.
#'
#' **Weights.** What weights mean decides the standard errors: see `variance` in [roc_observations()]. Give
#' survey weights by their design, in place of `data`.
#'
#' @param x a formula `label ~ score1 + score2`; scores (see [roc_observations()]); a tally ([roc_tally()]);
#'   or a model with a binary response, whose fitted values are the score.
#' @param formula the same as `x`.
#' @param data a data.frame, list or environment; a design of package survey; or a lazy table of dbplyr or
#'   sparklyr. Groups made by `dplyr::group_by()` become those of the fit.
#' @param weights,cluster,by,fold weights, names of clusters, groups and folds: expressions among the columns
#'   of `data`, or vectors without a formula. With `by` the result has a fit for each group; several columns
#'   make groups by `interaction(a, b)` or `dplyr::group_by()`. Several repetitions of a cross-validation are
#'   a list or matrix of folds, with a matrix for each score.
#' @param subset the rows to use: an expression that is TRUE or FALSE for each row, or row numbers.
#' @param na.action,na.rm `na.omit` (`TRUE` without a formula) leaves out rows with a missing value, for all
#'   scores alike; `na.fail`, the default, makes them an error.
#' @param direction `">="` calls scores at or above a threshold positive, `"<="` those at or below it.
#' @param conf.level,method the level and the method of intervals, see [roc_estimate()].
#' @param label,weight the classes and weights where there is no formula.
#' @param positive the value of the label that is positive.
#' @param variance,average,weights_model how estimates vary, folds are averaged and weights were estimated:
#'   see [roc_observations()].
#' @param ... for a table: `points`, `tolerance`, `exact` and `variance`, as in [roc_collect()].
#' @return A list of class `weighted_roc` with `curves` (one per score, see [WeightedROC()]), `areas` (the
#'   rows of [auc_ci()]), `observations`, `classes`, and `call`, `formula`, `response`, `direction`,
#'   `omitted`. With `by`, a list of class `weighted_roc_by` whose element `fits` has one fit per group. See
#'   [weighted_roc-methods] for what they can do. A group without a curve, such as one without cases, has `NA`
#'   in every result; a warning of class `wroc_warning_no_curve` names it.
#' @section Errors:
#' Those of [roc_observations()]; `wroc_error_type` for a formula without scores, `wroc_error_column` for what
#' cannot be computed, `wroc_error_labels` for a label without two values, `wroc_error_missing` with the
#' numbers of missing values.
#' @references Hanley JA, McNeil BJ (1982). The meaning and use of the area under a receiver operating
#'   characteristic (ROC) curve. Radiology 143, 29-36.
#' @seealso [roc_estimate()] and [roc_test()] for other measures, [roc_optimal()] for thresholds.
#' @examples
#' cars <- transform(mtcars, w = 1 + gear)
#' fit <- weighted_roc(am ~ mpg + qsec, cars, weights = w)
#' fit
#' plot(fit)
#' auc_test(fit)
#'
#' # Without a formula
#' with(cars, weighted_roc(list(mpg = mpg, qsec = qsec), am, w))
#' @export
weighted_roc <- function(x, ...) {
  # A formula may have either name, and stand anywhere among the arguments.
  call <- sys.call()
  place <- match(c("formula", if (!missing(x) && inherits(x, "formula")) "x"), names(call), nomatch = 0L)
  if (any(place > 0L)) {
    names(call)[max(place)] <- "formula"
    call[[1L]] <- weighted_roc.formula
    return(eval(call, parent.frame()))
  }
  check_given(x)
  UseMethod("weighted_roc")
}

#' @rdname weighted_roc
#' @export
weighted_roc.formula <- function(formula, data = NULL, weights = NULL, subset = NULL,
                                 na.action = stats::na.fail, positive = NULL,
                                 direction = c(">=", "<="), cluster = NULL, conf.level = 0.95,
                                 variance = c("delong", "jackknife", "frequency", "bootstrap", "bayesian"),
                                 method = c("wilson", "logit", "wald"), by = NULL, fold = NULL,
                                 average = c("vertical", "pooled"), ...,
                                 weights_model = NULL) classed(with_decimal_point(about_weights({
  call <- match.call()
  call[[1L]] <- quote(weighted_roc)
  if (!missing(direction)) check_one_direction(direction)
  settings <- list(
    call = call, formula = formula, direction = check_choice(direction, "direction"),
    conf.level = check_level(conf.level), method = check_choice(method, "method"),
    variance = if (!missing(variance) && !inherits(data, "tbl_lazy")) check_choice(variance, "variance"),
    average = check_choice(average, "average")
  )
  leave_out <- check_na_action(na.action)
  given <- list(weights = substitute(weights), subset = substitute(subset),
                cluster = substitute(cluster), by = substitute(by), fold = substitute(fold))
  own <- c(weights = !missing(weights), cluster = !missing(cluster), variance = !missing(variance),
           weights_model = !is.null(weights_model), fold = !missing(fold))
  if (inherits(data, "mids")) raise_imputed(formula, data)
  if (inherits(data, "tbl_lazy")) {
    refuse_arguments(names(which(own[c("weights_model", "fold")])), "supported for a table in a database")
    if (!missing(variance)) settings$variance <- check_variance_of_table(variance)
    return(fit_of_table(formula, data, given, leave_out, positive, settings, ...))
  }
  refuse_dots("weighted_roc()", ...)
  model <- if (is_design(data)) {
    refuse_arguments(names(own)[own], "taken for a survey design, which has its own")
    model_of_design(formula, data, given)
  } else {
    model_of_data(formula, data, given, weights_model, settings)
  }
  model <- complete_model(model, leave_out, "`na.action = na.omit`")
  fit_of_model(model, positive, settings)
})))

# Several completed data sets of package mice.
raise_imputed <- function(formula, data) {
  call <- sprintf("auc_pool(with(data, weighted_roc(%s)))",
                  paste(deparse(formula, width.cutoff = 500L), collapse = ""))
  way <- sprintf(" Fit each completed data set and pool the results: `%s`.", call)
  raise_type("data", "one data.frame", data, way)
}

# Both choices at once are the default, but not a direction for each of two scores.
check_one_direction <- function(direction) {
  if (length(direction) > 1L) {
    message <- sprintf(paste(
      "`direction` must be one for all scores, not %s. Turn a score to have its own:",
      "`label ~ a + I(-b)`."
    ), number(length(direction)))
    raise("choice", message, argument = "direction", expected = c(">=", "<="), value = direction)
  }
}

#' @rdname weighted_roc
#' @export
weighted_roc.default <- function(x, label, weight = NULL, positive = NULL, na.rm = FALSE,
                                 direction = c(">=", "<="), cluster = NULL, conf.level = 0.95,
                                 variance = c("delong", "jackknife", "frequency", "bootstrap", "bayesian"),
                                 method = c("wilson", "logit", "wald"), by = NULL, fold = NULL,
                                 average = c("vertical", "pooled"), ...,
                                 weights_model = NULL) classed(with_decimal_point({
  call <- match.call()
  call[[1L]] <- quote(weighted_roc)
  refuse_dots("weighted_roc()", ...)
  if (!missing(label) && inherits(label, "formula")) {
    raise("type", "The formula comes first: `weighted_roc(label ~ score, data)`.", argument = "formula")
  }
  if (is.character(x) && length(x) == 1L) {
    message <- sprintf("A formula must not be a string: `as.formula(%s)` makes it one.", quoted(x))
    raise("type", message, argument = "formula", expected = "a formula", found = "character")
  }
  if (is_model(x)) raise_model(x, "x")
  if (missing(label)) raise_absent("label", instead_of_observations(x))
  if (!missing(direction)) check_one_direction(direction)
  if (is_design(weight)) {
    data <- " A fit of a design takes a formula: `weighted_roc(label ~ score, design)`."
    raise_type("weight", "a numeric vector", weight, data)
  }
  settings <- list(
    call = call, formula = NULL, direction = check_choice(direction, "direction"),
    conf.level = check_level(conf.level), method = check_choice(method, "method"),
    variance = if (!missing(variance)) check_choice(variance, "variance"),
    average = check_choice(average, "average")
  )
  model <- list(label = label, weights = weight, cluster = cluster, response = "label",
                rows = seq_along(label), omitted = 0)
  model <- with_scores_in_folds(model, x, if (!is.null(fold)) check_fold(fold, label))
  model <- with_doubles(c(model, groups_by(substitute(by), by)))
  leave_out <- check_flag(na.rm, "na.rm")
  about_argument("x", check_model(model))
  model$links <- links_of_model(model, weights_model, settings)
  model <- complete_model(model, leave_out, "`na.rm = TRUE`")
  fit_of_model(model, positive, settings)
}))

# The scores of a model, and of each of these all repetitions if the folds have several.
with_scores_in_folds <- function(model, scores, fold) {
  model$fold <- fold
  if (length(fold) < 2L) {
    model$scores <- told_apart(list_of_scores(scores))
    model$score_names <- names(model$scores)
    return(model)
  }
  of <- about_argument("x", repetitions_of(scores, length(fold)))
  model$scores <- of$scores
  if (is.null(of$names)) names(model$scores) <- sprintf("score[%d]", seq_along(fold))
  model$score_names <- if (is.null(of$names)) "score" else of$names
  model
}

# What weights were estimated by, of all rows of the model.
links_of_model <- function(model, weights_model, settings) {
  variance <- c(settings$variance, "delong")[[1L]]
  check_weights_model(weights_model, length(model$label), model$cluster, has_influences(variance))
}

# Around what has arguments of a formula.
about_weights <- function(value) {
  amended(value, function(error) {
    if (identical(error$argument, "weight")) {
      error$argument <- "weights"
      error$message <- sub("`weight` must", "`weights` must", error$message, fixed = TRUE)
    }
    error
  })
}

model_of_data <- function(formula, data, given, weights_model, settings) {
  if (!is.null(data) && !is.list(data) && !is.environment(data)) {
    more <- " `dplyr::tbl(connection, \"name\")` is a table of a connection."
    raise_type("data", "a data.frame, a survey design or a lazy table", data,
               if (inherits(data, "DBIConnection")) more else "")
  }
  value <- function(name) among(given[[name]], data, formula, name)
  model <- variables_of(formula, data, value("fold"))
  model[c("weights", "cluster")] <- list(value("weights"), value("cluster"))
  model <- c(model, groups_of_frame(data, given$by), groups_by(given$by, value("by")))
  model$links <- links_of_model(model, weights_model, settings)
  complete_of(model, formula, value("subset"))
}

# What all models have: their names, and the rows of a subset.
complete_of <- function(model, formula, subset) {
  size <- length(model$label)
  model$response <- deparse(formula[[2L]], width.cutoff = 60L, nlines = 1L)[[1L]]
  model$rows <- seq_len(size)
  model$omitted <- 0
  model <- with_doubles(model)
  check_model(model)
  model_rows(model, rows_in_subset(subset, size))
}

# Without numbers of class integer64, which lose what they are where rows are picked.
with_doubles <- function(model) {
  model["label"] <- list(without_integer64(model$label, model$response))
  model$scores <- Map(without_integer64, model$scores, names(model$scores))
  model["weights"] <- list(without_integer64(model$weights, "weight"))
  for (part in c("cluster", "by")) model[part] <- list(without_integer64(model[[part]], part, way_of_names))
  model
}

# Types and lengths. Values are checked in Rust.
check_model <- function(model) {
  label <- model$label
  if (!is.null(label) && length(label) == 0L) {
    raise("empty", sprintf("There are no observations: `%s` has length 0.", model$response),
          argument = model$response)
  }
  # Text is taken for a factor.
  if (is.character(label) && is_one_column(label)) label <- factor(readable(as.vector(label)))
  amended(check_label(label), function(error) {
    renamed(error, c(label = model$response))
  })
  check_each_score(list(scores = model$scores, names = names(model$scores), label = label))
  if (!is.null(model$weights)) check_weight(model$weights, label)
  check_cluster(model$cluster, label)
  check_by(model$by, length(label))
}
