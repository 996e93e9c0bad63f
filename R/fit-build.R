# Makes fits of models: of observations, of survey designs and of tables in databases.

# `settings` has what does not depend on the observations: direction, conf.level, variance,
# transform, call, formula.
fit_of_model <- function(model, positive, settings) {
  model <- with_classes(model, positive)
  if (settings$direction == "<=") model$scores <- lapply(model$scores, turned)
  if (is.null(model$by)) {
    return(fit_of_group(model, settings))
  }
  of_groups(model$by, model$by_name, settings, function(rows) {
    fit_of_group(model_rows(model, rows), settings)
  })
}

# Checked before it is turned, so that an error shows what was given.
turned <- function(score) {
  if ((is.numeric(score) || is.logical(score)) && is_plain(score)) -as.vector(score) else score
}

fit_of_group <- function(model, settings) {
  curves <- curves_of_scores(model$scores, model$label, model$weights)
  areas <- if (is.null(model$design)) {
    areas_of_scores(model, settings)
  } else {
    areas_of_part(model, settings)
  }
  new_fit(model, curves, areas, settings)
}

curves_of_scores <- function(scores, label, weights) {
  curves <- lapply(names(scores), function(name) {
    about_score(name, {
      check_observations(scores[[name]], label, weights)
      observed_curve(scores[[name]], label, weights)
    })
  })
  structure(curves, names = names(scores))
}

# An error of a score names it.
about_score <- function(name, value) {
  amended(value, function(error) {
    if (identical(error$argument, "guess")) placed(error, "In score `%s`:", list(score = name)) else error
  })
}

areas_of_scores <- function(model, settings) {
  how <- list(variance = settings$variance, transform = settings$transform,
              conf.level = settings$conf.level,
              cluster = check_cluster(model$cluster, model$label))
  if (is.null(how$variance)) {
    how$variance <- variance_by_class(model$weights)
    if (is.null(how$variance)) how$variance <- "delong"
  }
  found <- lapply(names(model$scores), function(name) {
    about_score(name, estimate_of(model$scores[[name]], model$label, model$weights, how$cluster,
                                  how$variance))
  })
  with_names(rows_of_estimates(found, how), names(model$scores))
}

# The observations stay in an environment: copies of the fit share it.
new_fit <- function(model, curves, areas, settings) {
  observations <- list2env(model[c("scores", "label", "weights", "cluster", "design", "rows")],
                           parent = emptyenv())
  structure(list(
    call = settings$call, formula = settings$formula, response = model$response,
    classes = model$classes, direction = settings$direction, conf.level = settings$conf.level,
    variance = settings$variance, transform = settings$transform, omitted = model$omitted,
    curves = curves, areas = areas, observations = observations
  ), class = "weighted_roc")
}

# A fit for each group, by the group's name.
of_groups <- function(by, name, settings, fit) {
  groups <- values_of_groups(by)
  fits <- lapply(groups, function(group) {
    amended(fit(which(as.character(by) == as.character(group))), function(error) {
      placed(error, paste0("In group `%s` of `", name, "`:"), list(group = group))
    })
  })
  structure(list(call = settings$call, by = name, groups = groups,
                 fits = structure(fits, names = as.character(groups))), class = "weighted_roc_by")
}

values_of_groups <- function(by) {
  if (is.factor(by)) {
    check_codes(by, "by")
    return(factor(levels(by)[tabulate(by, nlevels(by)) > 0], levels(by)))
  }
  sort(unique(as.vector(by)), method = if (is.character(by)) "radix" else "auto")
}

check_by <- function(by, size) {
  if (is.null(by)) {
    return(NULL)
  }
  if (!is.atomic(by) || !is_plain(by)) raise_type("by", "a vector of groups", by)
  if (length(by) != size) {
    message <- sprintf("`by` must have a group for each of the %s observations, not %s.",
                       number(size), number(length(by)))
    raise("length", message, argument = "by", length = length(by), expected = size)
  }
  by
}
