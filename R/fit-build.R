# Makes fits of models: of observations, of survey designs and of tables in databases.

# `settings` has what does not depend on the observations: direction, conf.level, method, ways, call, formula.
fit_of_model <- function(model, positive, settings) {
  model <- with_classes(model, positive)
  if (settings$direction == "<=") model$scores <- lapply(model$scores, turned)
  if (is.null(model$by)) {
    return(fit_of_group(model, settings))
  }
  part <- function(rows) model_rows(model, rows)
  fits <- of_groups(model$by, model$by_name, settings, part, function(model) fit_of_group(model, settings), model$by_keys)
  # Groups are compared by the observations of all that have a curve.
  whole <- part(which(as.character(model$by) %in% names(Filter(has_curve, fits$fits))))
  settings$variance <- c(settings$variance, variance_by_class(whole$weights), "delong")[[1L]]
  fits$observations <- observed_of_model(whole, settings)
  fits$group <- droplevels(factor(as.character(whole$by)[match(fits$observations$kept, whole$rows)], names(fits$fits)))
  fits
}

# Checked before it is turned, so that an error shows what was given.
turned <- function(score) {
  if ((is.numeric(score) || is.logical(score)) && is_plain(score)) -as.vector(score) else score
}

fit_of_group <- function(model, settings) {
  only <- unique(model$label)
  if (length(only) == 1L && !is.na(only)) {
    check_values_of_weights(model$weights)
    raise_classes(model$classes[[only + 1L]], model$response)
  }
  observed <- observed_of_model(model, settings)
  areas <- estimates(observed, unclass(area_measure), list())
  curves <- structure(curves_of_observations(observed), names = observed$names)
  new_fit(model, curves, areas, observed, settings)
}

# A curve for each score, for several repetitions of a cross-validation as for one.
curves_of_observations <- function(observed) {
  curves <- for_each_score(observed, function(score) observed_curve(score, observed$label, observed$weights))
  if (is.null(observed$folds)) curves else curves_over_folds(observed, curves)
}

# Where there are both classes they are checked in Rust.
check_values_of_weights <- function(weights) {
  weights <- as.vector(weights)
  fault <- match(FALSE, is.finite(weights) & weights >= 0)
  if (!is.na(fault)) {
    failure <- list(kind = "weight", argument = "weight", position = fault, value = weights[[fault]])
    raise_failure(failure, NULL)
  }
}

# As roc_observations() has them.
observed_of_model <- function(model, settings) {
  observed <- if (is.null(model$design)) {
    list(scores = model$scores, label = model$label, weights = model$weights,
         cluster = codes_of_clusters(model$cluster), kept = model$rows)
  } else {
    observed_in_part(model)
  }
  observed$names <- model$score_names
  if (!is.null(model$fold)) {
    observed <- with_folds(replace(observed, "kept", list(NULL)), model$fold, settings$average == "pooled", FALSE)
    observed$kept <- model$rows
  }
  observed[c("argument", "response")] <- list("x", model$response)
  observed$turned <- settings$direction == "<="
  observed[c("conf.level", "method")] <- settings[c("conf.level", "method")]
  observed$links <- model$links
  by_class <- variance_by_class(model$weights)
  ways <- list(variance = c(settings$variance, by_class, "delong")[[1L]], chosen = !is.null(settings$variance))
  in_ways(observed, ways)
}

new_fit <- function(model, curves, areas, observed, settings) {
  structure(list(
    call = settings$call, formula = settings$formula, response = model$response,
    classes = model$classes, direction = settings$direction, omitted = model$omitted,
    curves = curves, areas = areas, observations = observed, format = 1L
  ), class = "weighted_roc")
}

observed_curve <- function(score, label, weights) {
  of_observations(roc_curve(score, label, weights, TRUE, threads_for(label)), score, label)
}

# The mean curve over folds, with the mean TPR at each FPR, or of all comparisons where they are pooled.
curves_over_folds <- function(observed, curves) curves
