# Observations of several classes, each with a score of its own, and the areas that these have.

# A list of models, each a list with a score for each class, by the names that they were given, and their
# `names` in results, NULL for one that was given alone.
models_of <- function(x) {
  if (!is_list(x)) return(list(models = list(scores_of_classes(x, "x")), names = NULL))
  if (length(x) == 0L) raise("empty", "`x` must have at least one matrix.", argument = "x")
  names <- names_of_scores(x)
  models <- Map(function(one, name) scores_of_classes(one, sprintf("x[[\"%s\"]]", name)), x, names)
  classes <- lapply(models, names)
  other <- match(FALSE, vapply(classes, setequal, NA, classes[[1L]]))
  if (!is.na(other)) {
    message <- sprintf("All matrices of `x` must have columns of the same classes: `%s` and `%s` do not.",
                       names[[1L]], names[[other]])
    raise("names", message, argument = "x", score = names[[other]])
  }
  list(models = lapply(unname(models), `[`, classes[[1L]]), names = names)
}

scores_of_classes <- function(x, quantities) {
  if (length(dim(x)) != 2L) {
    raise_type("x", "a matrix or data.frame with a column for each class, or a list of these", x)
  }
  scores <- columns_as_list(x)
  classes <- names(scores)
  if (length(scores) < 2L) {
    raise("too_few", sprintf("`%s` must have at least two columns, one for each class, not %d.", quantities,
                             length(scores)), argument = "x", expected = 2L)
  }
  if (is.null(classes) || anyNA(classes) || !all(nzchar(classes)) || anyDuplicated(classes)) {
    raise("names", sprintf("The columns of `%s` must be named after the classes, without duplicates.", quantities),
          argument = "x")
  }
  scores
}

# As models_of(), one after the other where there are several repetitions: a matrix for each of these, or a
# list of such lists for several classifiers.
models_in_folds <- function(x, repetitions) {
  if (repetitions == 1L) return(models_of(x))
  several <- is_list(x) && length(x) > 0L && all(vapply(x, is_list, NA))
  classifiers <- if (several) x else list(x)
  for (one in classifiers) {
    if (!is_list(one) || length(one) != repetitions) {
      message <- sprintf(paste(
        "`x` must be a list with a matrix for each of the %d repetitions that `fold` has. For",
        "several classifiers, give a list of such lists."
      ), repetitions)
      raise("length", message, argument = "x", length = if (is_list(one)) length(one) else 1L,
            expected = repetitions)
    }
  }
  of <- models_of(do.call(c, unname(lapply(classifiers, unname))))
  list(models = of$models, names = if (several) names_of_scores(x))
}

# Returns an object of class `roc_classes`: what observations_of() has, with codes of the classes from 0 on as
# labels, the names of the `classes` and of the `models`, NULL for one without a name.
class_observations <- function(x, ...) {
  check_given(x)
  UseMethod("class_observations")
}

#' @exportS3Method
class_observations.default <- function(x, label, weight = NULL, cluster = NULL, na.rm = FALSE, fold = NULL,
                                       weights_model = NULL, variance = c("delong", "frequency", "bootstrap"),
                                       ..., weights = NULL) classed({
  refuse_dots(...)
  weight <- one_of_weights(weight, weights)
  if (is_model(x) && is.matrix(x$fitted.values)) {
    raise_type("x", "probabilities of the classes", x,
               sprintf(" Give those of the model: `auc_multiclass(fitted(%s), label)`.", name_of_user("x")))
  }
  refuse_no_scores(x, "x")
  if (missing(label)) raise_absent("label", instead_of_observations(x))
  args <- c(cluster = !is.null(cluster), variance = !missing(variance),
             weights_model = !is.null(weights_model))
  if (!is.null(fold)) fold <- check_fold(fold, label)
  of <- models_in_folds(x, max(1L, length(fold)))
  classes <- names(of$models[[1L]])
  observations <- observations_of(do.call(c, of$models), label, weight, cluster, NULL, na.rm,
                              designs = is.null(fold),
                              classes = function(x, label, positive) codes_of_classes(label, classes))
  refuse_missing(is.na(observations$label), "label")
  observations$models <- of$names
  if (!is.null(fold)) observations <- with_folds(observations, fold, FALSE, na.rm)
  if (!is.null(observations$sampling$design)) refuse_in_design(args)
  variance <- check_choice(variance, "variance", observations$sampling$variance)
  observations$sampling$models <- check_weights_model(weights_model, length(label), cluster, has_influences(variance))
  in_classes(sampled(observations, variance, args[["variance"]]), classes)
})

#' @exportS3Method
class_observations.weighted_roc_classes <- function(x, ...) {
  refuse_own(...)
  x$observations
}

in_classes <- function(observations, classes) {
  structure(replace(observations, "classes", list(classes)), class = "roc_classes")
}

codes_of_classes <- function(label, classes) {
  if (!is.atomic(label) || !is_plain(label)) {
    raise_type("label", "a vector or a factor", label, way_to_column(label))
  }
  if (is.factor(label)) check_codes(label, "label")
  codes <- match(as.character(label), classes) - 1L
  unknown <- match(TRUE, is.na(codes) & !is.na(label))
  if (!is.na(unknown)) {
    message <- sprintf("`label` must be one of the columns of `x`, %s: element %s is %s.",
                       paste(quoted(classes), collapse = ", "), number(unknown),
                       quoted(as.character(label[[unknown]])))
    raise("labels", message, argument = "label", position = unknown, value = label[[unknown]],
          expected = classes)
  }
  codes
}

averages <- c("pairwise", "macro", "prevalence")

# The rows of auc_multiclass(), the first model's first, with all that a test takes in the attribute `spread`.
areas_of_classes <- function(observations, level = NULL, R = NULL) {
  level <- level_of(list(level = level), observations)
  if (observations$sampling$variance != "bootstrap") check_unused(c(R = !is.null(R)), without_bootstrap)
  result <- if (observations$sampling$variance == "bootstrap") {
    areas_of_replicates_of_classes(observations, level, check_numbers(or(R, 2000), "R", 1L))
  } else {
    areas_of_influences_of_classes(observations, level)
  }
  classes <- observations$classes
  number <- length(result$rows$estimate)
  models <- number / (length(averages) + length(classes))
  warn_of_classes(result, observations, models)
  rows <- as_frame(c(list(
    average = rep(c(averages, rep(NA_character_, length(classes))), models),
    class = rep(c(rep(NA_character_, length(averages)), classes), models)
  ), result$rows[c("estimate", "std.error", "conf.low", "conf.high", "df")]), number)
  names <- if (!is.null(observations$models)) rep(observations$models, each = number / models)
  covariance <- list(covariance = result$covariance, pairs = result$pairs, models = observations$models,
                 conf.level = level)
  structure(with_class(with_names(rows, names), "auc_multiclass"), spread = covariance)
}

# Averages have no standard error where a class has none.
warn_of_classes <- function(result, observations, models) {
  unknown <- matrix(is.na(result$rows$std.error), ncol = models)[-seq_along(averages), , drop = FALSE]
  if (!anyNA(result$rows$std.error)) {
    return(warn_of_effective(result$effective, result$effective_units, observations$classes))
  }
  if (!any(unknown)) return(warn_of_interval(NA_real_))
  for (i in which(unknown)) {
    class <- observations$classes[[row(unknown)[[i]]]]
    words <- sprintf("`%s`", class)
    at <- part_of(sprintf("In class %s:", words), "classes", words, class = class)
    in_score_of(observations$models, col(unknown)[[i]], in_place(warn_of_interval(NA_real_), at))
  }
}

# How the areas of all models vary together, as covariance_in() has it, and their `rows` with intervals.
areas_of_influences_of_classes <- function(observations, level) {
  request <- list(classes = length(observations$classes), level = level, pairs = length(observations$models) > 1L)
  if (!is.null(observations$sampling$design)) observations$sampling$known <- covariance_of_classes(observations)
  result <- result_of_classes(observations, classes_covariance(observations, request))
  covariance <- result$spread
  list(rows = unclass(result$rows), covariance = matrix(covariance$covariance, length(covariance$values)),
       effective = covariance$effective, effective_units = covariance$effective_units, pairs = covariance$pairs)
}

# Returns the result of a shim, or raises its error.
result_of_classes <- function(observations, result) {
  if (inherits(result, "wroc_failure")) result <- failure_of_classes(observations, result)
  about_observations(observations, about_label(result, observations$scores[[1L]], observations$label))
}

# The core sees a class and the rest: here the class without weight has its name, and an error about a fold names its
# repetition.
failure_of_classes <- function(observations, failure) {
  number <- length(observations$classes)
  place <- or(failure$score, 1) - 1
  # All others are missing where the rest has no weight.
  without_rest <- identical(failure$class_name, "negative") || failure$kind == "one_class" && failure$value == 1
  class <- observations$classes[[(place + without_rest) %% number + 1]]
  if (failure$kind %in% c("one_class", "no_weight")) {
    raise("no_weight", sprintf("Class %s must have an observation of positive weight.", quoted(class)),
          argument = "label", value = class)
  }
  if (!failure$kind %in% c("fold", "cluster")) return(failure)
  failure$score <- place %/% number + 1
  failure$class_name <- paste("class", quoted(class))
  in_repetition(failure, observations$sampling$folds)
}

# The same `rows` and the `covariance` of them by `R` replicates.
areas_of_replicates_of_classes <- function(observations, conf.level, R) {
  request <- list(classes = length(observations$classes), level = conf.level, seed = seed_of_call(), R = R)
  result <- result_of_classes(observations, classes_bootstrap(observations, request))
  rows <- unclass(result$rows)
  if (all(utils::head(result$units, -1L) > 1)) {
    check_replicates_left(result$left, R, conf.level)
  } else {
    # A class of one observation cannot be resampled.
    rows[c("std.error", "conf.low", "conf.high")] <- NA_real_
    result$covariance[] <- NA_real_
  }
  warn_of_lost_replicates(result$left, R)
  number <- length(rows$estimate)
  rows <- lapply(rows, rep_len, number)
  list(rows = c(rows, list(df = rep(NA_real_, number))), covariance = matrix(result$covariance, number),
       effective = result$effective, effective_units = result$effective_units)
}

# How the areas vary by a survey design.
covariance_of_classes <- function(observations) {
  models <- split(observations$scores, (seq_along(observations$scores) - 1L) %/% length(observations$classes))
  known_covariance(observations, function(weights) {
    joined(lapply(unname(models), function(scores) {
      of_model <- replace(observations, c("scores", "weights", "sampling"), list(scores, weights, NULL))
      result_of_classes(of_model, classes_influences(of_model))
    }))
  })
}
