# Estimates from rows of observations.

#' @exportS3Method
estimated.roc_rows <- function(observations, quantities, spec) {
  if (!is.null(spec$method) || !is.null(spec$R)) check_settings(observations, quantities, spec)
  if (all(vapply(quantities, is_area, NA))) return(estimates_of_scores(observations, quantities, spec))
  check_ways_of_measures(observations, quantities, spec)
  # A single measure has no others beside it.
  need_both <- if (length(quantities) > 1L) !exist_in_one_class(quantities)
  if (all(need_both) || !any(need_both)) {
    return(about_mean_losses(quantities, estimates_of_rows(observations, quantities, spec)))
  }
  in_one_class(estimates_of_rows(observations, quantities, spec), {
    losses <- about_mean_losses(quantities[!need_both], estimates_of_rows(observations, quantities[!need_both], spec))
    warn_of_one_class(observations, names(quantities)[need_both])
    with_unknown_measures(losses, names(quantities), need_both)
  })
}

# The AUCs that a fit at one of several times has, if they are those that are asked for and nothing is to be said about them; else NULL. Variances
# of a design, of folds and of replicates are computed anew.
areas_of_fit <- function(fit, quantities, spec) {
  observations <- kept_observations(fit)
  sampling <- observations$sampling
  is_own <- inherits(observations, "roc_rows") && identical(quantities, unclass(area_measure)) &&
    !isTRUE(spec$values) && is.null(spec$R) && has_influences(sampling$variance) &&
    all(fit$areas$variance == sampling$variance) &&
    is.null(sampling$cluster) && is.null(sampling$design) && is.null(sampling$folds) &&
    identical(or(spec$level, observations$conf.level), observations$conf.level) &&
    identical(or(spec$method, observations$method), observations$method)
  if (!is_own) return(NULL)
  areas <- fit$areas
  is_plain <- areas$std.error > 0 & is.finite(areas$estimate) & pmin(areas$n_eff_neg, areas$n_eff_pos) >= few_effective
  if (isTRUE(all(is_plain))) areas
}

# Rows of NA for measures that need both classes, beside those of each score that do not.
with_unknown_measures <- function(losses, measures, need_both) {
  before <- seq(0, nrow(losses) - 1, by = sum(!need_both))
  rows <- rows_of(losses, outer(ifelse(need_both, 1, cumsum(!need_both)), before, `+`))
  rows$measure <- rep(measures, length(before))
  columns <- intersect(c("estimate", "std.error", "conf.low", "conf.high", "df"), names(rows))
  rows[rep(need_both, length(before)), columns] <- NA_real_
  rows
}

# Measures of forecasts are those of scores that are probabilities but for rounding, others those of the scores as they
# are.
estimates_of_rows <- function(observations, quantities, spec) {
  of_forecasts <- are_of_forecasts(quantities)
  if (!any(of_forecasts)) return(estimates_of_scores(observations, quantities, spec))
  probabilities <- replace(observations, "scores", list(lapply(observations$scores, as_probabilities)))
  rows <- estimates_of_scores(probabilities, quantities, spec)
  if (!all(of_forecasts) && !identical(probabilities$scores, observations$scores)) {
    others <- estimates_of_scores(observations, quantities[!of_forecasts], spec)
    columns <- intersect(names(rows), names(others))
    rows[rep_len(!of_forecasts, nrow(rows)), columns] <- others[columns]
  }
  rows
}

estimates_of_scores <- function(observations, quantities, spec) {
  if (isTRUE(observations$turned)) quantities <- reversed_quantities(quantities)
  rows <- if (isTRUE(spec$values)) {
    values_of_rows(observations, quantities)
  } else {
    intervals_of_rows(observations, quantities, spec)
  }
  if (isTRUE(observations$turned)) rows <- with_thresholds_reversed_back(rows, quantities)
  if (is.null(observations$names)) rows else with_names(rows, rep(observations$names, each = length(quantities)))
}

# Counted rows are drawn from where that is asked for, and no measure has another use for replicates.
is_drawn <- function(observations, quantities, spec) {
  switch(observations$sampling$variance, bootstrap = , bayesian = TRUE,
         frequency = !is.null(spec$R) && !is_bayes(spec) && !any(uses_replicates(observations, quantities)), FALSE)
}

# Returns which measures need probabilities as scores.
are_of_forecasts <- function(quantities) {
  measures <- vapply(quantities, `[[`, "", "measure")
  fact_of_measure(measures, "family") == "loss" | fact_of_measure(measures, "parameter") == "loss"
}

# Where variances are those of a design, of a model of the weights or of folds, fewer intervals take replicates.
uses_replicates <- function(observations, quantities) {
  sampling <- observations$sampling
  by_variance <- !is.null(sampling$design) || !is.null(sampling$folds) || !is.null(sampling$links)
  descriptions_of(quantities)$replicates > by_variance
}

check_method_unused <- function(spec) {
  check_unused(c(method = !is.null(spec$method)), "with a bootstrap, whose intervals are percentiles")
}

# Refuses what would have no effect on an interval.
check_settings <- function(observations, quantities, spec) {
  if (isTRUE(spec$values)) return()
  if (is_drawn(observations, quantities, spec)) {
    check_method_unused(spec)
  } else if (!is.null(spec$R)) {
    used <- is_bayes(spec) || any(uses_replicates(observations, quantities))
    check_unused(c(R = !used), "without a bootstrap or a measure whose interval uses replicates")
  }
}

# Refuses combinations of observations and measures that do not exist. The AUC has all ways.
check_ways_of_measures <- function(observations, quantities, spec) {
  check_unused(c(method = !is.null(spec$method) && !is_bayes(spec)), "for measures other than the AUC")
  sampling <- observations$sampling
  if (!is.null(sampling$folds)) {
    refuse_best(quantities, c(fold = TRUE))
    refuse_thresholds(quantities, "fold")
  }
  refuse_share_of_free(observations, quantities)
  if (any(are_of_forecasts(quantities))) refuse_reversed_forecasts(observations$turned)
  if (isTRUE(spec$values)) return(invisible())
  if (inherits(sampling$design, "svyrep.design")) refuse_best(quantities, c(replicates = TRUE))
  if (is_drawn(observations, quantities, spec)) {
    refuse_best(quantities, c(bootstrap = TRUE))
    refuse_thresholds(quantities, "bootstrap")
  }
  if (any(descriptions_of(quantities)$with_share > 0)) inform_of_share(observations, sampling$variance)
}

# The best over thresholds, and what is at the best one, is too good in a sample.
refuse_best <- function(quantities, args) {
  best <- match(TRUE, descriptions_of(quantities)$replicates == 2)
  if (!is.na(best)) refuse_ways("best", args, names(quantities)[[best]], "measure")
}

# The rows of all quantities of all scores, the first score's first. The core chooses intervals by quantity.
intervals_of_rows <- function(observations, quantities, spec) {
  if (has_areas_at_times(observations, quantities)) {
    result <- or(spec$result, results_at_times(observations, observations$outcome$t, spec)[[1L]])
    return(rows_with_intervals(observations, quantities, result))
  }
  drawn <- is_drawn(observations, quantities, spec)
  request <- list(what = unname(quantities), level = c(spec$level, observations$conf.level)[1L],
                  method = if (!is_bayes(spec)) c(spec$method, observations$method)[1L],
                  bayes = is_bayes(spec), R = spec$R, seed = seed_of_call(),
                  scheme = if (drawn) scheme_of(observations$sampling$variance))
  if (!is.null(observations$sampling$design)) observations <- estimated_in_design(observations, quantities)
  result <- result_of_scores(observations, quantity_estimates(observations, request))
  if (drawn) warn_of_replicates(result, or(spec$R, 2000), level_of(spec, observations))
  rows_with_intervals(observations, quantities, result)
}

# The rows of what the library has found, with warnings.
rows_with_intervals <- function(observations, quantities, result) {
  columns <- unclass(result$rows)
  columns$apparent <- result$apparent
  rows <- with_measure(columns, names(quantities), name_of_variance(observations))
  if (isTRUE(all(rows$std.error > 0 & is.finite(rows$estimate)))) {
    if (any(result$effective_units < few_effective)) warn_of_effective(result$effective, result$effective_units)
  } else {
    warn_of_quantities(rows, quantities, result, observations$names)
  }
  rows
}

# Observations of one class, of which no replicate has both, and of classes of one unit are not drawn from.
warn_of_replicates <- function(result, R, level) {
  refuse_ways("one class", c(bootstrap = any(result$effective == 0)))
  for (left in result$rows$left) {
    if (all(result$units > 1)) check_replicates_left(left, R, level)
    warn_of_lost_replicates(left, R)
  }
}

# The observations with the covariances of a survey design: those of estimates, of the rates of each score that they are
# made of, and of the rates at chosen thresholds.
estimated_in_design <- function(observations, quantities) {
  ruled <- vapply(quantities, is_ruled, NA)
  others <- quantities[!ruled]
  known <- list(covariance = double(), most = 0)
  if (length(others) > 0L) known <- covariance_of_quantities(observations, others)
  if (length(others) > 1L || !all(vapply(others, is_area, NA))) known$rates <- rates_in_design(observations, others)
  known$chosen <- unlist(for_each_score(observations, function(score) {
    lapply(quantities[ruled], covariance_at_optimum, observations = replace(observations, "scores", list(list(score))))
  }), recursive = FALSE)
  observations$sampling$known <- known
  observations
}

# Values alone.
values_of_rows <- function(observations, quantities) {
  without_curve <- function() scaled(covariance_in(observations, quantities)$values, quantities)
  values <- if (!is.null(observations$sampling$folds)) {
    without_curve()
  } else if (all(exist_in_one_class(quantities))) {
    in_one_class(values_on_curves(observations, quantities), without_curve())
  } else {
    values_on_curves(observations, quantities)
  }
  rows_of_values(values, quantities)
}

values_on_curves <- function(observations, quantities) {
  curves <- curves_of_observations(observations)
  of <- list(of_scores = TRUE, keys = list(score = observations$names))
  unlist(lapply(seq_along(curves), function(j) about_probabilities(values_on_curve(curves[[j]], quantities), of, j)))
}

# Thresholds that were found among turned scores, with their intervals.
with_thresholds_reversed_back <- function(rows, quantities) {
  reversed <- vapply(quantities, function(quantity) is_threshold(quantity) && isTRUE(quantity$turned), NA)
  at <- rep_len(reversed, nrow(rows))
  columns <- c("estimate", "conf.low", "conf.high")
  rows[at, columns] <- -rows[at, columns[c(1L, 3L, 2L)]]
  if (!is.null(rows[["apparent"]])) rows$apparent[at] <- -rows$apparent[at]
  rows
}

# How the rates of each score vary that its quantities are made of.
rates_in_design <- function(observations, quantities) {
  observations <- with_df_of_design(observations)
  for_each_score(observations, function(score) {
    single <- replace(observations, "scores", list(list(score)))
    rates <- function() variances_in_design(single, list(what = unname(quantities)))
    if (!all(exist_in_one_class(quantities))) return(rates())
    in_one_class(rates(), list(negatives = double(), positives = double(), both = double()))
  })
}

# Whether nothing is known of how an estimate varies, though there is a theory. A threshold may be infinite, and has an
# interval without a standard error; that of a PPV and one that bounds choose have none.
have_no_interval <- function(rows, quantities) {
  of <- function(is) rep_len(vapply(quantities, is, NA), nrow(rows))
  by_ends <- of(function(quantity) is_threshold(quantity) || is_ruled(quantity))
  without <- of(function(quantity) {
    is_threshold(quantity) && (!is.null(quantity$PPV) || identical(quantity$threshold, "bounds"))
  })
  has_theory <- rep_len(descriptions_of(quantities)$has_spread > 0, nrow(rows))
  ifelse(by_ends, is.na(rows$conf.low) & !without, has_theory & is.na(rows$std.error) & is.finite(rows$estimate))
}

# Warns about what is unknown, a point or infinite in the rows of each score.
warn_of_quantities <- function(rows, quantities, result, names) {
  unknown <- have_no_interval(rows, quantities)
  of <- function(is) rep_len(vapply(quantities, is, NA), nrow(rows))
  points <- of(function(quantity) quantity$measure %in% c("AUC", "pAUC")) & rows$std.error %in% 0 & are_points(rows)
  endless <- is.infinite(rows$estimate) & !of(is_threshold)
  below <- is.na(rows$estimate) & !is.na(result$rows$in_unit)
  for (j in seq_len(nrow(rows) / length(quantities))) in_score_of(names, j, {
    own <- (j - 1L) * length(quantities) + seq_along(quantities)
    first <- function(are) own[are[own]][1L]
    tell_first <- function(are, words) {
      if (!is.na(first(are))) warn("undefined", sprintf(words, rows$measure[[first(are)]]))
    }
    if (!is.na(first(unknown))) warn_of_interval(NA_real_)
    if (!is.na(first(points))) warn_of_interval(0)
    tell_first(endless, "`%s` is infinite and has no interval.")
    tell_first(is.nan(rows$estimate), "`%s` is 0/0 and has no interval.")
    at <- first(below)
    if (!is.na(at)) {
      chance <- rep_len(descriptions_of(quantities)$chance, nrow(rows))
      warn_below_chance(result$rows$in_unit[[at]], chance[[at]])
    }
  })
  if (!any(unknown)) warn_of_effective(result$effective, result$effective_units)
}

warn_below_chance <- function(area, chance) {
  areas <- distinct_numbers(c(area, chance))
  warn("undefined", sprintf("The standardized AUC is NA: the area, %s, is below that of the chance line, %s.",
                            areas[[1L]], areas[[2L]]))
}
