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

# Thresholds as the curves of a fit have them.
turned_for <- function(fit, threshold) {
  one <- if (inherits(fit, "weighted_roc_by")) fit$fits[[1L]] else fit
  if (is_fit(fit) && one$direction == "<=") -threshold else threshold
}

fit_of_group <- function(model, settings) {
  only <- unique(model$label)
  if (length(only) == 1L && !is.na(only)) raise_classes(model$classes[[only + 1L]], model$response)
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
  if (is.character(by)) by <- readable(as.vector(by))
  groups <- values_of_groups(by)
  names <- as.character(groups)
  group_of_row <- match(as.character(by), names)
  fits <- lapply(seq_along(groups), function(i) {
    amended(fit(which(group_of_row == i)), function(error) {
      placed(error, sprintf("In group `%s` of `%s`:", names[[i]], name), group = names[[i]])
    })
  })
  structure(list(call = settings$call, by = name, groups = groups,
                 fits = structure(fits, names = names)), class = "weighted_roc_by")
}

values_of_groups <- function(by) {
  if (is.factor(by)) {
    check_codes(by, "by")
    return(factor(levels(by)[tabulate(by, nlevels(by)) > 0], levels(by)))
  }
  # Dates stay dates. Numbers that are written alike are one group, as in a factor.
  values <- unique(if (is.object(by)) by else as.vector(by))
  values <- sort(values, method = if (is.character(by)) "radix" else "auto")
  values[!duplicated(as.character(values))]
}

check_by <- function(by, size) {
  if (is.null(by)) {
    return()
  }
  several <- " Several variables make groups by `by = interaction(a, b)`."
  if (!is.atomic(by) || is.raw(by) || is.complex(by) || !is_plain(by)) {
    raise_type("by", "a vector of groups", by, if (is.list(by)) several else "")
  }
  if (length(by) != size) {
    message <- sprintf("`by` must have a group for each of the %s observations, not %s.%s",
                       number(size), number(length(by)),
                       if (length(by) > size) several else "")
    raise("length", message, argument = "by", length = length(by), expected = size)
  }
}
