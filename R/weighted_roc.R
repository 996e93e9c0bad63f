#' Fit weighted ROC curves
#'
#' Returns the ROC curves of one or more scores, their AUCs with confidence intervals, and the
#' observations. Start an analysis with it: every function of the package accepts such a fit and returns
#' one result per score.
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
#' **Low scores.** With `direction = "<="` scores at or below the threshold are called positive. `sick ~
#' age + I(-sodium)` reverses one score of several.
#'
#' **Survival times.** `Surv(time, status) ~ a` with `times = c(1, 5)` returns a fit for each time, as
#' with [outcome_at()]. Results have a column `time`. [roc_test()] tests at each time, and at all of them
#' jointly. A model of `coxph()` predicts the risk by each of the `times`. The fit keeps its observations once:
#' `fit$fits[[1]]$curves` computes the curves of the first time.
#'
#' **Weights.** Standard errors depend on the meaning of the weights: see `variance` in
#' [roc_observations()]. Pass a survey design in place of `data` for survey weights.
#'
#' @param x,formula a formula `label ~ score1 + score2`; scores (see [roc_observations()]); a tally ([roc_tally()]); or
#'   a model with a binary response: of `lm()`, `glm()`, and packages survey, rms, ranger, WeightIt and MatchIt.
#'   A message says which label, predictions and weights of the model are used.
#'   With new data, `weighted_roc(model, newdata)` or `weighted_roc(list(a = model1, b = model2), newdata)`, any
#'   model that has a formula and a method for `predict()`; the others are arguments of a formula.
#' @param data a data.frame, list or environment; a design of package survey; imputed data of mice or mitools, whose results
#'   are pooled ([auc_pool()]); or a lazy table of dbplyr or sparklyr. Groups made by `dplyr::group_by()` become those of the fit.
#' @param weights,weight,cluster,by,fold weights by either name, names of clusters, groups and folds: unquoted
#'   expressions evaluated in `data`, or vectors without a formula. With `by` the result has a fit for each group;
#'   several columns make groups by `interaction(a, b)` or `dplyr::group_by()`. Several repetitions of a
#'   cross-validation are a list or matrix of folds, with a matrix for each score.
#' @param subset the rows to use: TRUE or FALSE for each row, or row numbers.
#' @param na.action,na.rm `na.omit` (`TRUE` without a formula) leaves out rows with a missing value, for all
#'   scores alike; `na.fail`, the default, makes them an error.
#' @param direction `">="`: higher scores indicate the positive class; `"<="`: lower scores do.
#' @param conf.level,method the level (or `NULL`) and method of intervals, see [roc_estimate()].
#' @param label the classes where there is no formula.
#' @param positive the value of the label that is positive.
#' @param variance,average,weights_model how estimates vary, folds are averaged and weights were estimated:
#'   see [roc_observations()].
#' @param times of a label of class [survival::Surv()]: the times by which the event is predicted. A score that
#'   changes with time is a matrix with a column for each.
#' @param cause,controls,censoring the event, the controls and the model of censoring: see [outcome_at()].
#' @param ... a data.frame or survey design `newdata` for models; for a table: `points`, `tolerance`, `exact` and `variance`, as in [roc_collect()].
#' @return A list of class `weighted_roc`. Its main elements are `curves` (one per score, see
#'   [WeightedROC()]), `areas` (the rows of [auc_ci()]) and `observations`. Others are `classes`, `call`,
#'   `formula`, `response`, `direction` and `omitted`. With `by` or `times`, a list of class
#'   `weighted_roc_by` whose element `fits` has one fit per group. [weighted_roc-methods] lists the
#'   methods of both. A group without cases has `NA` in every result; a warning names it.
#' @section Errors:
#' The errors are those of [roc_observations()]. Others are `wroc_error_column` for an expression that
#' cannot be computed, `wroc_error_labels` for a label without two values, and `wroc_error_missing` with
#' the numbers of missing values.
#' @seealso [roc_estimate()] and [roc_test()] for other measures, [outcome_at()] for survival times.
#' @examples
#' cars <- transform(mtcars, w = 1 + gear)
#' fit <- weighted_roc(am ~ mpg + qsec, cars, weights = w)
#' fit
#' plot(fit)
#' auc_test(fit)
#'
#' # Models on new data
#' train <- mtcars[1:20, ]
#' models <- list(mileage = glm(am ~ mpg, binomial, train), weight = lm(am ~ wt, train))
#' weighted_roc(models, newdata = mtcars[21:32, ])
#' @export
weighted_roc <- function(x, ...) {
  call <- call_of_formula(sys.call(), !missing(x) && inherits(x, "formula"), weighted_roc.formula)
  if (!is.null(call)) return(eval(call, parent.frame()))
  check_given(x)
  if (has_new_data(x, ...)) return(fit_on_new_data(x, ..., frame = parent.frame()))
  UseMethod("weighted_roc")
}

#' @rdname weighted_roc
#' @export
weighted_roc.formula <- function(formula, data = NULL, weights = NULL, subset = NULL,
                                 na.action = stats::na.fail, positive = NULL,
                                 direction = c(">=", "<="), cluster = NULL, conf.level = default_conf_level(),
                                 variance = c("delong", "jackknife", "frequency", "bootstrap", "bayesian"),
                                 method = interval_methods(), by = NULL, fold = NULL,
                                 average = c("vertical", "pooled"), ...,
                                 weights_model = NULL, times = NULL, cause = NULL, controls = NULL,
                                 censoring = NULL, weight = NULL) classed(with_decimal_point(about_weights({
  settings <- settings_of_fit(match.call(), environment(), formula)
  of_table <- inherits(data, "tbl_lazy")
  if (!missing(variance) && !of_table) settings$variance <- check_choice(variance, "variance")
  leave_out <- check_na_action(na.action)
  args <- list(weights = one_of_weights(substitute(weight), substitute(weights)),
                subset = substitute(subset),
                cluster = substitute(cluster), by = substitute(by), fold = substitute(fold),
                survival = survival_of_fit(times, cause, controls, censoring))
  own <- c(weights = !is.null(args$weights), cluster = !missing(cluster), variance = !missing(variance),
           weights_model = !is.null(weights_model), fold = !missing(fold))
  if (inherits(data, classes_of_imputed)) {
    return(fit_of_imputations(match.call(), data, parent.frame()))
  }
  if (of_table) {
    timed <- names(Filter(Negate(is.null), args$survival))
    refuse_arguments(c(names(which(own[c("weights_model", "fold")])), timed),
                     "supported for a table in a database")
    if (!missing(variance)) {
      # FALSE saves a scan, and leaves out intervals.
      variances <- c("delong", "jackknife", "frequency")
      settings$variance <- if (isFALSE(variance)) FALSE else check_choice_of(variance, "variance", variances)
    }
    return(fit_of_table(formula, data, args, leave_out, positive, settings, ...))
  }
  if ("na.rm" %in% ...names()) raise_na_rm()
  refuse_dots(...)
  model <- if (is_design(data)) {
    refuse_arguments(names(own)[own], "accepted for a survey design, which has its own")
    model_of_design(formula, data, args)
  } else {
    model_of_data(formula, data, args, weights_model, settings)
  }
  model <- complete_model(model, leave_out, "`na.action = na.omit`", function(name, value) {
    expression <- if (name == model$response) {
      formula[[2L]]
    } else {
      or(args[[name]], expressions_of(formula, if (is_design(data)) data_of_design(data) else data)$scores[[name]])
    }
    columns <- if (is_design(data)) data_of_design(data) else data
    if (is_made_missing(expression, value, columns, environment(formula), model$rows)) in_words(expression)
  })
  fit_of_model(model, positive, settings)
})), quoted_in_formulas)

# Arguments that are expressions of columns.
quoted_in_formulas <- c("weights", "weight", "subset", "cluster", "by", "fold")

raise_na_rm <- function() {
  raise("unused", "A formula has no argument `na.rm`: `na.action = na.omit` leaves out missing values.",
        argument = "na.rm")
}

# Settings that do not depend on the observations, from the arguments in the `frame` of a method. Both
# directions at once are the default, but not one for each of two scores.
settings_of_fit <- function(call, frame, formula = NULL) {
  direction <- frame$direction
  if (length(direction) > 1L && !eval(quote(missing(direction)), frame)) {
    message <- sprintf("`direction` must be the same for all scores, not %s. Negate a score to reverse it%s.",
                       number(length(direction)), way_to_reverse(direction, formula, frame$data))
    raise("choice", message, argument = "direction", expected = c(">=", "<="), value = direction)
  }
  choice <- function(name) check_choice_of(frame[[name]], name, eval(formals(weighted_roc.default)[[name]]))
  call[[1L]] <- quote(weighted_roc)
  list(call = call, formula = formula, direction = choice("direction"),
       conf.level = check_level(frame$conf.level),
       method = if (!eval(quote(missing(method)), frame)) choice("method"), average = choice("average"))
}

#' @rdname weighted_roc
#' @export
weighted_roc.default <- function(x, label, weight = NULL, positive = NULL, na.rm = FALSE,
                                 direction = c(">=", "<="), cluster = NULL, conf.level = default_conf_level(),
                                 variance = c("delong", "jackknife", "frequency", "bootstrap", "bayesian"),
                                 method = interval_methods(), by = NULL, fold = NULL,
                                 average = c("vertical", "pooled"), ...,
                                 weights_model = NULL, times = NULL, cause = NULL, controls = NULL,
                                 censoring = NULL, weights = NULL) classed(with_decimal_point({
  refuse_dots(...)
  weight <- one_of_weights(weight, weights)
  if (!missing(label) && inherits(label, "formula")) {
    raise("type", "The formula comes first: `weighted_roc(label ~ score, data)`.", argument = "formula")
  }
  if (is.character(x) && length(x) == 1L) {
    message <- sprintf("A formula must not be a string: `as.formula(%s)` converts it.", quoted(x))
    raise("type", message, argument = "formula", expected = "a formula", found = "character")
  }
  refuse_no_scores(x, "x")
  if (missing(label)) raise_absent("label", instead_of_observations(x))
  if (is_design(weight)) {
    data <- " A fit of a design needs a formula: `weighted_roc(label ~ score, design)`."
    raise_type("weight", "a numeric vector", weight, data)
  }
  settings <- settings_of_fit(match.call(), environment())
  if (!missing(variance)) settings$variance <- check_choice(variance, "variance")
  survival <- survival_of_fit(times, cause, controls, censoring)
  label <- label_at_times(label, survival, NULL, parent.frame(), "label")
  model <- list(label = label, weights = weight, cluster = cluster)
  model <- with_scores_in_folds(model, x, if (!is.null(fold)) check_fold(fold, label))
  leave_out <- check_flag(na.rm, "na.rm")
  model <- complete_of(c(model, groups_by(substitute(by), by)), "label", argument = "x")
  model$links <- links_of_model(model, weights_model, settings)
  model <- complete_model(model, leave_out, "`na.rm = TRUE`", function(name, value) {
    switch(name, label = maker_of_missing("label", 2L, value), weights = maker_of_missing("weight", 3L, value),
           maker_of_missing("x", 1L, value))
  })
  fit_of_model(model, positive, settings)
}))

# The formula in which scores are negated whose direction is not the usual one.
way_to_reverse <- function(direction, formula, data) {
  if (length(formula) != 3L || is_design(data) || inherits(data, "tbl_lazy")) return("")
  expressions <- expressions_of(formula, data)
  if (length(expressions$scores) != length(direction) || !all(direction %in% c(">=", "<="))) {
    return("")
  }
  names <- ifelse(direction == "<=", sprintf("I(-%s)", names(expressions$scores)), names(expressions$scores))
  sprintf(": `%s ~ %s`", in_words(formula[[2L]]), paste(names, collapse = " + "))
}

# The arguments that survival times have; NULL for those that nobody gave.
survival_of_fit <- function(times, cause, controls, censoring) {
  if (!is.null(controls)) controls <- check_choice_of(controls, "controls", c("all", "free"))
  list(times = times, cause = cause, controls = controls, censoring = censoring)
}

# The scores of a model, and of each of these all repetitions if the folds have several.
with_scores_in_folds <- function(model, scores, fold) {
  model$fold <- fold
  if (length(fold) < 2L) {
    times <- times_of_label(model$label)
    if (is.null(times) || !is_list(scores)) {
      model$scores <- unique_names(list_of_scores(scores))
      model$score_names <- names(model$scores)
      return(model)
    }
    of <- scores_at_times(unique_names(scores), times)
    model[c("scores", "score_names", "changes")] <- of
    return(model)
  }
  of <- about_argument("x", repetitions_of(scores, length(fold)))
  model$scores <- of$scores
  if (is.null(of$names)) names(model$scores) <- sprintf("score[%d]", seq_along(fold))
  model$score_names <- if (is.null(of$names)) "score" else of$names
  model
}

# The model of estimated weights, for all rows.
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

model_of_data <- function(formula, data, args, weights_model, settings) {
  if (!is.null(data) && !is.list(data) && !is.environment(data)) {
    more <- " `dplyr::tbl(connection, \"name\")` is a table of a connection."
    raise_type("data", "a data.frame, a survey design or a lazy table", data,
               if (inherits(data, "DBIConnection")) more else "")
  }
  value <- function(name) among(args[[name]], data, formula, name)
  model <- variables_of(formula, data, args$survival, value("fold"))
  model[c("weights", "cluster")] <- list(value("weights"), value("cluster"))
  model <- c(model, groups_of_frame(data, args$by), groups_by(args$by, value("by")))
  model$links <- links_of_model(model, weights_model, settings)
  complete_of(model, in_words(formula[[2L]]), value("subset"))
}

# Adds the parts that all models have: names, and the rows of a subset.
complete_of <- function(model, response, subset = NULL, argument = NULL) {
  size <- length(model$label)
  model$response <- response
  model$rows <- seq_len(size)
  model$omitted <- 0
  model <- with_doubles(model)
  check_model(model, argument)
  if (is.null(subset)) model else model_rows(model, rows_in_subset(subset, size))
}

# The first line of an expression.
in_words <- function(expression) deparse(expression, width.cutoff = 60L, nlines = 1L)[[1L]]

# Without numbers of class integer64, which lose what they are where rows are picked.
with_doubles <- function(model) {
  model["label"] <- list(without_integer64(model$label, model$response))
  model$scores <- Map(without_integer64, model$scores, names(model$scores))
  model["weights"] <- list(without_integer64(model$weights, "weight"))
  for (part in c("cluster", "by")) model[part] <- list(without_integer64(model[[part]], part, way_of_names))
  model
}

# Types and lengths. Values are checked in Rust. Scores are those of an `argument`, or of a formula.
check_model <- function(model, argument = NULL) {
  label <- model$label
  if (!is.null(label) && length(label) == 0L) {
    raise("empty", sprintf("There are no observations: `%s` has length 0.", model$response),
          argument = model$response)
  }
  # Strings become a factor.
  if (is.character(label) && is_one_column(label)) label <- factor(readable(as.vector(label)))
  if (!is_outcome(label)) {
    amended(check_label(label), function(error) renamed(error, c(label = model$response)))
  }
  for_each_score(list(scores = model$scores, names = names(model$scores), label = label, argument = argument),
                 function(score) check_score(score, label))
  if (!is.null(model$weights)) check_weight(model$weights, label)
  if (!is.null(model$cluster)) check_cluster(model$cluster, label)
  check_by(model$by, length(label))
}
