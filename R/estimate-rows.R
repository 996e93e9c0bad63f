# Estimates from rows of observations.

#' @exportS3Method
estimated.roc_rows <- function(observed, what, asked) {
  if (!is.null(asked$method) || !is.null(asked$R)) check_asked(observed, what, asked)
  if (all(vapply(what, is_area, NA))) return(estimates_of_rows(observed, what, asked))
  check_ways_of_measures(observed, what, asked)
  if (any(are_of_forecasts(what))) observed$scores <- lapply(observed$scores, as_probabilities)
  # A single measure has no others beside it.
  need_both <- if (length(what) > 1L) !exist_in_one_class(what)
  if (all(need_both) || !any(need_both)) return(about_mean_losses(what, estimates_of_rows(observed, what, asked)))
  in_one_class(estimates_of_rows(observed, what, asked), {
    losses <- about_mean_losses(what[!need_both], estimates_of_rows(observed, what[!need_both], asked))
    warn_of_one_class(observed, names(what)[need_both])
    with_unknown_measures(losses, names(what), need_both)
  })
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

estimates_of_rows <- function(observed, what, asked) {
  if (isTRUE(observed$turned)) what <- turned_quantities(what)
  rows <- if (isTRUE(asked$values)) values_of_rows(observed, what) else intervals_of_rows(observed, what, asked)
  if (isTRUE(observed$turned)) rows <- with_thresholds_turned_back(rows, what)
  if (is.null(observed$names)) rows else with_names(rows, rep(observed$names, each = length(what)))
}

# Counted rows are drawn from where that is asked for, and no measure has another use for replicates.
is_drawn <- function(observed, what, asked) {
  switch(observed$sampling$variance, bootstrap = , bayesian = TRUE,
         frequency = !is.null(asked$R) && !any(uses_replicates(observed, what)), FALSE)
}

# Returns which measures need probabilities as scores.
are_of_forecasts <- function(what) {
  measures <- vapply(what, `[[`, "", "measure")
  fact_of_measure(measures, "family") == "loss" | fact_of_measure(measures, "parameter") == "loss"
}

# Where variances are those of a design, of a model of the weights or of folds, fewer intervals take replicates.
uses_replicates <- function(observed, what) {
  sampling <- observed$sampling
  by_variance <- !is.null(sampling$design) || !is.null(sampling$folds) || !is.null(sampling$links)
  descriptions_of(what)$replicates > by_variance
}

# Refuses what would have no effect on an interval.
check_asked <- function(observed, what, asked) {
  if (isTRUE(asked$values)) return()
  if (is_drawn(observed, what, asked)) {
    check_unused(c(method = !is.null(asked$method)), "with a bootstrap, whose intervals are percentiles")
  } else if (!is.null(asked$R)) {
    used <- any(uses_replicates(observed, what))
    check_unused(c(R = !used), "without a bootstrap or a measure whose interval uses replicates")
  }
}

# Refuses combinations of observations and measures that do not exist. The AUC has all ways.
check_ways_of_measures <- function(observed, what, asked) {
  check_unused(c(method = !is.null(asked$method)), "for measures other than the AUC")
  sampling <- observed$sampling
  if (!is.null(sampling$folds)) {
    refuse_best(what, c(fold = TRUE))
    refuse_thresholds(what, "fold")
  }
  refuse_share_of_free(observed, what)
  if (any(are_of_forecasts(what))) refuse_turned_forecasts(observed$turned)
  if (isTRUE(asked$values)) return(invisible())
  if (inherits(sampling$design, "svyrep.design")) refuse_best(what, c(replicates = TRUE))
  if (is_drawn(observed, what, asked)) {
    refuse_best(what, c(bootstrap = TRUE))
    refuse_thresholds(what, "bootstrap")
  }
  if (any(descriptions_of(what)$with_share > 0)) tell_of_share(observed, sampling$variance)
}

# The best over thresholds, and what is at the best one, is too good in a sample.
refuse_best <- function(what, given) {
  best <- match(TRUE, descriptions_of(what)$replicates == 2)
  if (!is.na(best)) refuse_ways("best", given, names(what)[[best]], "measure")
}

# The rows of all quantities of all scores, the first score's first. The core chooses intervals by quantity.
intervals_of_rows <- function(observed, what, asked) {
  drawn <- is_drawn(observed, what, asked)
  request <- list(what = unname(what), level = c(asked$level, observed$conf.level)[1L],
                  method = c(asked$method, observed$method)[1L], R = asked$R, seed = seed_of_call(),
                  scheme = if (drawn) scheme_of(observed$sampling$variance))
  if (!is.null(observed$sampling$design)) observed <- estimated_in_design(observed, what)
  found <- found_of_scores(observed, quantity_estimates(observed, request))
  if (drawn) warn_of_replicates(found, or(asked$R, 2000), level_of(asked, observed))
  columns <- unclass(found$rows)
  columns$apparent <- found$apparent
  rows <- with_measure(columns, names(what), name_of_variance(observed))
  if (isTRUE(all(rows$std.error > 0 & is.finite(rows$estimate)))) {
    if (any(found$effective < few_effective)) warn_of_effective(found$effective)
  } else {
    warn_of_quantities(rows, what, found, observed$names)
  }
  rows
}

# Observations of one class, of which no replicate has both, and of classes of one unit are not drawn from.
warn_of_replicates <- function(found, R, level) {
  refuse_ways("one class", c(bootstrap = any(found$effective == 0)))
  for (left in found$rows$left) {
    if (all(found$units > 1)) check_replicates_left(left, R, level)
    warn_of_lost_replicates(left, R)
  }
}

# The observations with the covariances of a survey design: those of estimates, of the rates of each score that they are
# made of, and of the rates at chosen thresholds.
estimated_in_design <- function(observed, what) {
  ruled <- vapply(what, is_ruled, NA)
  others <- what[!ruled]
  known <- list(covariance = double(), most = 0)
  if (length(others) > 0L) known <- covariance_of_quantities(observed, others)
  if (length(others) > 1L || !all(vapply(others, is_area, NA))) known$rates <- rates_in_design(observed, others)
  known$chosen <- unlist(for_each_score(observed, function(score) {
    lapply(what[ruled], covariance_at_optimum, observed = replace(observed, "scores", list(list(score))))
  }), recursive = FALSE)
  observed$sampling$known <- known
  observed
}

# Values alone.
values_of_rows <- function(observed, what) {
  without_curve <- function() scaled(spread_in(observed, what)$values, what)
  values <- if (!is.null(observed$sampling$folds)) {
    without_curve()
  } else if (all(exist_in_one_class(what))) {
    in_one_class(values_on_curves(observed, what), without_curve())
  } else {
    values_on_curves(observed, what)
  }
  rows_of_values(values, what)
}

values_on_curves <- function(observed, what) {
  curves <- curves_of_observations(observed)
  of <- list(of_scores = TRUE, keys = list(score = observed$names))
  unlist(lapply(seq_along(curves), function(j) about_probabilities(values_on_curve(curves[[j]], what), of, j)))
}

# Thresholds that were found among turned scores, with their intervals.
with_thresholds_turned_back <- function(rows, what) {
  turned <- vapply(what, function(quantity) is_threshold(quantity) && isTRUE(quantity$turned), NA)
  at <- rep_len(turned, nrow(rows))
  columns <- c("estimate", "conf.low", "conf.high")
  rows[at, columns] <- -rows[at, columns[c(1L, 3L, 2L)]]
  if (!is.null(rows[["apparent"]])) rows$apparent[at] <- -rows$apparent[at]
  rows
}

# How the rates of each score vary that its quantities are made of.
rates_in_design <- function(observed, what) {
  observed <- with_df_of_design(observed)
  for_each_score(observed, function(score) {
    rates <- function() variances_in_design(replace(observed, "scores", list(list(score))), list(what = unname(what)))
    if (!all(exist_in_one_class(what))) return(rates())
    in_one_class(rates(), list(negatives = double(), positives = double(), both = double()))
  })
}

# Whether nothing is known of how an estimate varies, though there is a theory. A threshold may be infinite, and has an
# interval without a standard error; that of a PPV and one that bounds choose have none.
have_no_interval <- function(rows, what) {
  of <- function(is) rep_len(vapply(what, is, NA), nrow(rows))
  by_ends <- of(function(quantity) is_threshold(quantity) || is_ruled(quantity))
  without <- of(function(quantity) is_threshold(quantity) && (!is.null(quantity$PPV) || is_bounded(quantity)))
  has_theory <- rep_len(descriptions_of(what)$has_spread > 0, nrow(rows))
  ifelse(by_ends, is.na(rows$conf.low) & !without, has_theory & is.na(rows$std.error) & is.finite(rows$estimate))
}

# Warns about what is unknown, a point or infinite in the rows of each score.
warn_of_quantities <- function(rows, what, found, names) {
  unknown <- have_no_interval(rows, what)
  of <- function(is) rep_len(vapply(what, is, NA), nrow(rows))
  points <- of(function(quantity) quantity$measure %in% c("AUC", "pAUC")) & rows$std.error %in% 0 & are_points(rows)
  endless <- is.infinite(rows$estimate) & !of(is_threshold)
  below <- is.na(rows$estimate) & !is.na(found$rows$in_unit)
  for (j in seq_len(nrow(rows) / length(what))) in_score_of(names, j, {
    own <- (j - 1L) * length(what) + seq_along(what)
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
      chance <- rep_len(descriptions_of(what)$chance, nrow(rows))
      warn_below_chance(found$rows$in_unit[[at]], chance[[at]])
    }
  })
  if (!any(unknown)) warn_of_effective(found$effective)
}

warn_below_chance <- function(area, chance) {
  areas <- two_numbers(area, chance)
  warn("undefined", sprintf("The standardized AUC is NA: the area, %s, is below that of the chance line, %s.",
                            areas[[1L]], areas[[2L]]))
}
