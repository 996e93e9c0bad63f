# Makes fits of models: of observations, of survey designs and of tables in databases.

# `settings` has what does not depend on the observations: direction, conf.level, method, ways, call, formula.
fit_of_model <- function(model, positive, settings) {
  if (is.null(model$fold)) check_unused(c(average = settings$average != "vertical"), without_folds)
  classes <- classes_of_model(model)
  if (!is.null(classes)) return(fit_of_classes(model, classes, positive, settings))
  model <- with_classes(model, positive)
  if (settings$direction == "<=") model$scores <- lapply(model$scores, reversed)
  times <- times_of_label(model$label)
  settings$at_times <- !is.null(times)
  if (settings$at_times) return(fit_at_times(model, times, settings))
  if (is.null(model$by)) fit_of_group(model, settings) else fits_of_groups(model, settings)
}

fits_of_groups <- function(model, settings) {
  part <- function(rows) model_rows(model, rows)
  fits <- group_places(model$by, model$by_name, settings, part, function(model) fit_of_group(model, settings),
                    model$by_keys, function(model) observed_of_model(model, settings))
  if (settings$at_times) return(fits)
  # Groups are compared by the observations of all that have a curve or one class, each by weights of its own.
  compared <- Filter(function(fit) has_curve(fit) || is_of_one_class(fit), fits$fits)
  whole <- part(which(as.character(model$by) %in% names(compared)))
  settings$variance <- c(settings$variance, variance_by_class(whole$weights), "delong")[[1L]]
  if (is_outcome(whole$label)) whole$label <- outcome_of_groups(whole$label, as.character(whole$by))
  fits$observations <- observed_of_model(whole, settings)
  fits$group <- droplevels(factor(as.character(whole$by)[match(fits$observations$kept, whole$rows)],
                                  names(fits$fits)))
  fits
}

# Checked before it is turned, so that an error shows what was given.
reversed <- function(score) {
  if ((is.numeric(score) || is.logical(score)) && is_plain(score)) -as.vector(score) else score
}

fit_of_group <- function(model, settings) {
  only <- if (!is_outcome(model$label)) unique(model$label)
  if (length(only) == 1L && !is.na(only)) {
    # The core checks the weights first.
    amended(observed_curve(model$scores[[1L]], model$label, model$weights), function(error) {
      if (!inherits(error, "wroc_error_one_class")) return(error)
      raise_classes(model$classes[[only + 1L]], model$response)
    })
  }
  observations <- observed_of_model(model, settings)
  areas <- estimates(observations, unclass(area_measure), list(values = is.null(settings$conf.level)))
  if (settings$at_times) return(new_fit(model, NULL, areas, without_weights(observations), settings))
  curves <- structure(curves_of_observations(observations), names = observations$names)
  new_fit(model, curves, areas, observations, settings)
}

# A curve for each score, for several repetitions of a cross-validation as for one.
curves_of_observations <- function(observations) {
  if (!is.null(observations$sampling$folds)) return(curves_over_folds(observations))
  for_each_score(observations, function(score) observed_curve(score, observations$label, observations$weights))
}

# As roc_observations() has them.
observed_of_model <- function(model, settings) {
  observations <- if (is.null(model$design)) {
    list(scores = model$scores, label = model$label, weights = model$weights,
         sampling = codes_of_clusters(model$cluster), kept = model$rows)
  } else {
    observed_in_part(model)
  }
  observations$names <- model$score_names
  if (!is.null(model$fold)) {
    observations <- with_folds(replace(observations, "kept", list(NULL)), model$fold, settings$average == "pooled",
                           FALSE)
    observations$kept <- model$rows
  }
  observations[c("argument", "response")] <- list("x", model$response)
  observations$turned <- settings$direction == "<="
  observations[c("conf.level", "method")] <- list(settings$conf.level, or(settings$method, interval_methods()[[1L]]))
  observations$sampling$models <- model$links
  observations <- with_outcome(observations)
  by_class <- variance_by_class(model$weights)
  observations <- sampled(observations, c(settings$variance, by_class, "delong")[[1L]], !is.null(settings$variance))
  if (is_bootstrap(observations$sampling$variance)) check_method_unused(settings)
  observations
}

new_fit <- function(model, curves, areas, observations, settings) {
  structure(list(
    call = settings$call, formula = settings$formula, response = model$response,
    classes = model$classes, direction = settings$direction, omitted = model$omitted,
    curves = curves, areas = areas, observations = observations, format = 1L
  ), class = "weighted_roc")
}

observed_curve <- function(score, label, weights) {
  about_label(roc_curve(score, label, weights, TRUE), score, label)
}

#' @export
weighted_roc.roc_tally <- function(x, conf.level = default_conf_level(),
                                   variance = c("delong", "jackknife", "frequency"),
                                   method = interval_methods(), ...) classed({
  refuse_dots(...)
  settings <- settings_of_tally(match.call(), conf.level, check_choice(method, "method"))
  fit_of_tally(x, if (!missing(variance)) check_choice(variance, "variance"), settings)
})

settings_of_tally <- function(call, conf.level, method) {
  call[[1L]] <- quote(weighted_roc)
  list(call = call, direction = ">=", conf.level = check_level(conf.level), method = method)
}

fit_of_tally <- function(tally, variance, settings) {
  fit_of_sums(observed_in_tallies(list(tally), NULL, variance), list(score = warn_of_steps(curve_of_tally(tally))),
              settings)
}

# A fit of sums over units, like that of observations. The names of the classes may be unknown.
fit_of_sums <- function(observations, curves, settings, positive = NA_character_) {
  observations[c("conf.level", "method")] <- settings[c("conf.level", "method")]
  observations$names <- names(curves)
  spec <- list(values = is.null(settings$conf.level), of_fit = TRUE)
  areas <- estimates(observations, unclass(area_measure), spec)
  classes <- c(negative = NA_character_, positive = positive)
  model <- list(response = settings$response, omitted = NA_real_, classes = classes)
  new_fit(model, curves, areas, observations, settings)
}
