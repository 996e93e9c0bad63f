#' Weighted ROC analysis of a formula
#'
#' One call from data to curves, areas and their confidence intervals. What it gives is taken by
#' every other function of the package, so that nothing has to be said twice.
#'
#' @details
#' On the left of the formula stands the label, on the right one or more scores. Expressions are
#' computed among the columns of the data, `I()` around arithmetic: `sick ~ log(dose) + I(a / b)`.
#' A point stands for all other columns, and `-` removes terms: `sick ~ . - id`. The columns of a matrix have their
#' names, or those of the expression: `poly(age, 2)1`.
#'
#' **Which level is positive.** The larger of two numbers, `TRUE`, the later level of a factor,
#' the later of two texts in the order of their characters; of the last two the choice is
#' announced in a message. `positive` chooses, and says nothing. Sensitivity (`TPR`) is the share
#' of this class that is called positive, specificity (`TNR`) the share of the other one that is
#' not.
#'
#' **Lower is positive.** An area well below 1/2 often says that the label or the score is the wrong
#' way round. Where low scores mean positive, as of test results that fall with a disease,
#' `direction = "<="` calls scores of at most the threshold positive: the area is one minus that of
#' `">="`, and thresholds stay in the units of the score.
#'
#' **Where the weights come from** decides the variance: see [auc_ci()]. Those of a survey are best
#' given by its design, in place of `data`.
#'
#' The areas and intervals are those of [auc_ci()], of [auc_svy()] for a design, and of
#' [roc_collect()] with [roc_bounds()] in place of an interval for a table.
#'
#' @param formula `label ~ score`, or `label ~ score1 + score2 + ...`.
#' @param data A data.frame, a list or an environment, in which only those variables are looked up that the formula
#'   and the other expressions name; a design of package survey (`svydesign()`, `svrepdesign()` or `twophase()`); a
#'   lazy table of dbplyr or sparklyr. Without it variables are looked up where the formula was written. The groups
#'   of a data.frame or a table that `dplyr::group_by()` has grouped are those of the fit, as with `by`.
#' @param guess Without a formula: a score, or several as a named list, the columns of a matrix or
#'   of a data.frame. The higher, the more positive, unless `direction` says otherwise. Names that
#'   are given twice are numbered, see [make.unique()].
#' @param label,weight Without a formula: two values, and numbers >= 0 (all 1 by default), as long
#'   as each score.
#' @param weights Weights: an expression among the columns of `data`, finite and >= 0. All 1 by
#'   default.
#' @param subset Which rows to use: an expression that is `TRUE` or `FALSE` for each row (`NA`
#'   counts as `FALSE`), or row numbers.
#' @param na.action `na.fail`, by which missing values are an error that counts them, or
#'   `na.omit`, which leaves out the observations that miss the label, a score, the weight, the
#'   cluster or the group, for all scores alike.
#' @param na.rm The same without a formula: `TRUE` leaves them out.
#' @param positive The value or level of the label that is positive.
#' @param direction `">="` where scores of at least the threshold are called positive, `"<="` where
#'   those of at most the threshold are; one for all scores. `sick ~ age + I(-sodium)` turns one.
#' @param cluster Which observations belong together, such as those of one person: an expression
#'   among the columns of `data`.
#' @param conf.level The confidence level of the intervals, between 0 and 1.
#' @param variance,transform As in [auc_ci()], but for the bootstrap.
#' @param by A fit for each group: an expression among the columns of `data`. Several columns make
#'   groups by `by = interaction(sex, region)`, or by `dplyr::group_by()` of the data, after which results have these
#'   columns in front. For a table use the latter: databases have no `interaction()`.
#' @param ... For a table: `points`, `tolerance` and `exact`, as in [roc_collect()]. Otherwise
#'   nothing.
#'
#' @return A list of class `weighted_roc` with
#' \describe{
#'   \item{`curves`}{a curve for each score, by its name, see [WeightedROC()]. With
#'     `direction = "<="` thresholds have the other sign here; `as.data.frame()` and all answers
#'     have them in the units of the score, from the largest down to `-Inf`.}
#'   \item{`areas`}{a data.frame with a row a score: that of [auc_ci()] or [auc_svy()], or for a
#'     table `score`, `estimate`, `bound.low` and `bound.high`.}
#'   \item{`classes`}{what the label calls the negative and the positive class.}
#'   \item{`observations`}{a list of the scores, the label, the weights, the clusters and the design that
#'     were used, and their `rows` in the data. All are `NULL` for a table.}
#'   \item{`call`, `formula`, `response`, `direction`, `conf.level`, `variance`, `transform`,
#'     `omitted`}{what was asked for, and the number of observations that were left out.}
#' }
#' With `by` a list of class `weighted_roc_by`, whose element `fits` has such a list for each
#' group, by its name: `fit$fits$men`. Both have methods, see [weighted_roc-methods].
#'
#' A group without a curve, such as one without cases, does not stop the others. One warning of class
#' `wroc_warning_no_curve` names these groups and the reasons, its field `group` has their names. All results
#' have a row of `NA` for such a group, and plots leave it out. Its fit has the reason as `absent`. If no group has a
#' curve, that is an error.
#'
#' @section Errors:
#' Those of [WeightedROC()] and [auc_ci()], which name the score; `wroc_error_absent` for an object that does not
#' exist; `wroc_error_missing` with the
#' numbers of missing values of each variable; `wroc_error_type` for a formula that is none;
#' `wroc_error_column` for what can't be computed; `wroc_error_labels` for a label with more than
#' two values, or with two numbers of which `positive` must choose one; `wroc_error_names` for two
#' scores of one name; `wroc_error_empty` where no observation is left; `wroc_error_positive`,
#' `wroc_error_subset`, `wroc_error_choice`; `wroc_error_unused` for arguments that a design, a
#' table or grouped data do not take. In a fit by groups the message begins with the group.
#'
#' @section Complexity:
#' \eqn{O(k n \log n)}{O(k n log n)} time for k scores of n observations, and \eqn{O(k n)} memory.
#'
#' @source
#' Hanley, J. A. and McNeil, B. J. (1982). The meaning and use of the area under a receiver
#' operating characteristic (ROC) curve. *Radiology* 143, 29-36: the area as the chance of
#' concordance (the c statistic). Fawcett, T. (2006). An introduction to ROC analysis. *Pattern
#' Recognition Letters* 27, 861-874.
#'
#' @family the fit
#' @seealso [weighted_roc-methods] for what can be done with a fit, [WeightedROC()] for a plain
#'   curve.
#'
#' @examples
#' set.seed(1)
#' people <- data.frame(sick = rep(c("no", "yes"), each = 60), weight = rexp(120))
#' people$age <- rnorm(120, 50 + 8 * (people$sick == "yes"), 10)
#' people$bmi <- rnorm(120, 26 + 2 * (people$sick == "yes"), 4)
#' fit <- weighted_roc(sick ~ age + bmi, people, weights = weight, positive = "yes")
#' fit
#' plot(fit)
#' confint(fit)
#' auc_test(fit)
#' roc_optimal(fit, cost_FN = 5)
#'
#' # Without a formula
#' with(people, weighted_roc(list(age = age, bmi = bmi), sick == "yes", weight))
#' @export
weighted_roc <- function(guess, ...) {
  # Wherever it stands among the arguments.
  if (missing(guess) && "formula" %in% ...names()) {
    call <- sys.call()
    call[[1L]] <- weighted_roc.formula
    return(eval(call, parent.frame()))
  }
  check_given(guess)
  UseMethod("weighted_roc")
}

#' @rdname weighted_roc
#' @export
weighted_roc.formula <- function(formula, data = NULL, weights = NULL, subset = NULL,
                                 na.action = stats::na.fail, positive = NULL,
                                 direction = c(">=", "<="), cluster = NULL, conf.level = 0.95,
                                 variance = c("delong", "jackknife", "frequency"),
                                 transform = c("score", "logit", "none"), by = NULL,
                                 ...) classed(with_decimal_point(about_weights({
  call <- match.call()
  call[[1L]] <- quote(weighted_roc)
  if (!missing(direction)) check_one_direction(direction)
  settings <- list(
    call = call, formula = formula, direction = check_choice(direction, "direction"),
    conf.level = check_level(conf.level), transform = check_choice(transform, "transform"),
    variance = if (!missing(variance)) check_choice(variance, "variance")
  )
  leave_out <- check_na_action(na.action)
  given <- list(weights = substitute(weights), subset = substitute(subset),
                cluster = substitute(cluster), by = substitute(by))
  if (inherits(data, "mids")) raise_imputed(formula, data)
  if (inherits(data, "tbl_lazy")) {
    own <- c(cluster = !missing(cluster), variance = !missing(variance),
             transform = !missing(transform), conf.level = !missing(conf.level))
    refuse_arguments(names(own)[own], "taken for a table in a database")
    return(fit_of_table(formula, data, given, leave_out, positive, settings, ...))
  }
  refuse_dots(...)
  model <- if (inherits(data, c("survey.design", "svyrep.design"))) {
    own <- c(weights = !missing(weights), cluster = !missing(cluster), variance = !missing(variance))
    refuse_arguments(names(own)[own], "taken for a survey design, which has its own")
    model_of_design(formula, data, given)
  } else {
    model_of_data(formula, data, given)
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
weighted_roc.default <- function(guess, label, weight = NULL, positive = NULL, na.rm = FALSE,
                                 direction = c(">=", "<="), cluster = NULL, conf.level = 0.95,
                                 variance = c("delong", "jackknife", "frequency"),
                                 transform = c("score", "logit", "none"), by = NULL,
                                 ...) classed(with_decimal_point({
  call <- match.call()
  call[[1L]] <- quote(weighted_roc)
  check_given(guess)
  refuse_dots(...)
  if (!missing(label) && inherits(label, "formula")) {
    raise("type", "The formula comes first: `weighted_roc(label ~ score, data)`.",
          argument = "formula")
  }
  if (is.character(guess) && length(guess) == 1L) {
    message <- sprintf("A formula must not be a text: `as.formula(%s)` makes it one.",
                       quoted(guess))
    raise("type", message, argument = "formula", expected = "a formula", found = "character")
  }
  if (is_model(guess)) raise_model(guess, "guess")
  if (missing(label)) raise_absent("label", instead_of_observations(guess))
  if (!missing(direction)) check_one_direction(direction)
  settings <- list(
    call = call, formula = NULL, direction = check_choice(direction, "direction"),
    conf.level = check_level(conf.level), transform = check_choice(transform, "transform"),
    variance = if (!missing(variance)) check_choice(variance, "variance")
  )
  model <- list(scores = told_apart(list_of_scores(guess)), label = label, weights = weight,
                cluster = cluster, response = "label", rows = seq_along(label), omitted = 0)
  model <- with_doubles(c(model, groups_by(substitute(by), by)))
  leave_out <- check_flag(na.rm, "na.rm")
  check_model(model)
  model <- complete_model(model, leave_out, "`na.rm = TRUE`")
  fit_of_model(model, positive, settings)
}))

# With a formula they have another name, which a column may have, too.
about_weights <- function(value) {
  amended(value, function(error) {
    if (identical(error$argument, "weight")) {
      error$argument <- "weights"
      error$message <- sub("`weight` must", "`weights` must", error$message, fixed = TRUE)
    }
    error
  })
}

model_of_data <- function(formula, data, given) {
  if (!is.null(data) && !is.list(data) && !is.environment(data)) {
    more <- " `dplyr::tbl(connection, \"name\")` is a table of a connection."
    raise_type("data", "a data.frame, a survey design or a lazy table", data,
               if (inherits(data, "DBIConnection")) more else "")
  }
  model <- variables_of(formula, data)
  value <- function(name) among(given[[name]], data, formula, name)
  model[c("weights", "cluster")] <- list(value("weights"), value("cluster"))
  model <- c(model, groups_of_frame(data, given$by), groups_by(given$by, value("by")))
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

refuse_dots <- function(...) {
  if (...length() > 0L) {
    name <- ...names()
    argument <- if (is.null(name) || !nzchar(name[[1L]])) "..." else name[[1L]]
    raise("unused", sprintf("`%s` is no argument of weighted_roc() here.", argument),
          argument = argument)
  }
}
