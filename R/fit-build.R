# Makes fits of models: of observations, of survey designs and of tables in databases.

# `settings` has what does not depend on the observations: direction, conf.level, variance,
# transform, call, formula.
fit_of_model <- function(model, positive, settings) {
  model <- with_classes(model, positive)
  if (settings$direction == "<=") model$scores <- lapply(model$scores, turned)
  if (is.null(model$by)) {
    return(fit_of_group(model, settings))
  }
  of_groups(model$by, model$by_name, settings, function(rows) model_rows(model, rows),
            function(model) fit_of_group(model, settings), model$by_keys)
}

# Checked before it is turned, so that an error shows what was given.
turned <- function(score) {
  if ((is.numeric(score) || is.logical(score)) && is_plain(score)) -as.vector(score) else score
}

# Thresholds as the curves of a fit have them.
turned_for <- function(fit, threshold) {
  one <- if (inherits(fit, "weighted_roc_by")) fit$fits[[1L]] else fit
  if (is_fit(fit) && one$direction == "<=") -threshold else threshold
}

fit_of_group <- function(model, settings) {
  only <- unique(model$label)
  if (length(only) == 1L && !is.na(only)) {
    check_values_of_weights(model$weights)
    raise_classes(model$classes[[only + 1L]], model$response)
  }
  observed <- observed_of_model(model)
  curves <- for_each_score(observed, function(score) {
    observed_curve(score, observed$label, observed$weights)
  })
  areas <- if (is.null(model$design)) {
    areas_of_scores(observed, settings)
  } else {
    areas_of_part(model, settings)
  }
  new_fit(model, structure(curves, names = observed$names), areas, settings)
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

observed_of_model <- function(model) {
  list(scores = model$scores, names = names(model$scores), label = model$label,
       weights = model$weights, cluster = codes_of_clusters(model$cluster),
       variance = variance_by_class(model$weights))
}

areas_of_scores <- function(observed, settings) {
  how <- settings[c("conf.level", "transform")]
  how$variance <- c(settings$variance, observed$variance, "delong")[[1L]]
  check_counts(observed, how$variance, !is.null(settings$variance))
  with_names(analytic_rows(observed, how), observed$names)
}

new_fit <- function(model, curves, areas, settings) {
  structure(list(
    call = settings$call, formula = settings$formula, response = model$response,
    classes = model$classes, direction = settings$direction, conf.level = settings$conf.level,
    variance = settings$variance, transform = settings$transform, omitted = model$omitted,
    curves = curves, areas = areas, observations = observations_of_model(model)
  ), class = "weighted_roc")
}

observations_of_model <- function(model) {
  parts <- c("scores", "label", "weights", "cluster", "design", "rows")
  structure(lapply(parts, function(part) model[[part]]), names = parts)
}
