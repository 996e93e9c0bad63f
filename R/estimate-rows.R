# Estimates from rows of observations.

#' @exportS3Method
estimated.roc_rows <- function(observed, what, asked) {
  check_asked(observed, what, asked)
  if (all(vapply(what, is_area, NA))) return(estimates_of_rows(observed, what, asked))
  check_ways_of_measures(observed, what, asked)
  # A single measure has no others beside it.
  need_both <- if (length(what) > 1L) !exist_in_one_class(what)
  if (all(need_both) || !any(need_both)) return(about_mean_losses(what, estimates_of_measures(observed, what, asked)))
  in_one_class(estimates_of_measures(observed, what, asked), {
    losses <- about_mean_losses(what[!need_both], estimates_of_measures(observed, what[!need_both], asked))
    warn_of_one_class(observed, names(what)[need_both])
    in_order_of_measures(list(losses, unknown_measures(losses, sum(!need_both), names(what)[need_both])), need_both)
  })
}

# Rows of NA for measures, beside those of so many that each score has.
unknown_measures <- function(rows, number, measures) {
  scores <- nrow(rows) / number
  unknown <- rows_of(rows, rep((seq_len(scores) - 1) * number + 1, each = length(measures)))
  unknown$measure <- rep(measures, scores)
  columns <- intersect(c("estimate", "std.error", "conf.low", "conf.high", "df"), names(unknown))
  unknown[columns] <- NA_real_
  unknown
}

# From probabilities where measures need them.
estimates_of_measures <- function(observed, what, asked) {
  of_forecasts <- are_of_forecasts(what)
  if (any(of_forecasts)) {
    probabilities <- replace(observed, "scores", list(lapply(observed$scores, as_probabilities)))
    if (!identical(probabilities$scores, observed$scores)) {
      if (!all(of_forecasts)) {
        return(in_order_of_measures(list(estimated.roc_rows(probabilities, what[of_forecasts], asked),
                                         estimated.roc_rows(observed, what[!of_forecasts], asked)), !of_forecasts))
      }
      observed <- probabilities
    }
  }
  estimates_of_rows(observed, what, asked)
}

estimates_of_rows <- function(observed, what, asked) {
  rows <- if (isTRUE(asked$values)) {
    values_of_rows(observed, what)
  } else if (is_drawn(observed, what, asked)) {
    estimates_by_bootstrap(observed, what, asked)
  } else if (length(what) == 1L && is_area(what[[1L]])) {
    estimates_of_areas(observed, names(what), asked)
  } else if (any(vapply(what, is_ruled, NA))) {
    estimates_with_optima(observed, what, asked)
  } else {
    estimates_of_quantities(observed, what, asked)
  }
  if (is.null(observed$names)) rows else with_names(rows, rep(observed$names, each = length(what)))
}

# The second part has the rows of the `others` among the measures.
in_order_of_measures <- function(parts, others) {
  columns <- unique(unlist(lapply(parts, names)))
  rows <- bound_rows(lapply(parts, function(rows) {
    rows[setdiff(columns, names(rows))] <- NA_real_
    rows[columns]
  }))
  scores <- nrow(rows) / length(others)
  place <- function(part, score) (score - 1) * sum(part) + cumsum(part)
  order <- lapply(seq_len(scores), function(score) {
    ifelse(others, scores * sum(!others) + place(others, score), place(!others, score))
  })
  rows_of(rows, unlist(order))
}

# Counted rows are drawn from where that is asked for, and no measure has another use for replicates.
by_percentiles <- "with a bootstrap, whose intervals are percentiles"

is_drawn <- function(observed, what, asked) {
  switch(observed$sampling$variance, bootstrap = , bayesian = TRUE,
         frequency = !is.null(asked$R) && !any(uses_replicates(observed, what)), FALSE)
}

# Returns which measures need probabilities as scores.
are_of_forecasts <- function(what) {
  measures <- vapply(what, `[[`, "", "measure")
  fact_of_measure(measures, "family") == "loss" | fact_of_measure(measures, "parameter") == "loss"
}

uses_replicates <- function(observed, what) takes_replicates(observed, what) | vapply(what, is_ruled, NA)

# Refuses what would have no effect on an interval.
check_asked <- function(observed, what, asked) {
  if (is.null(asked$method) && is.null(asked$R) || isTRUE(asked$values)) return()
  if (is_drawn(observed, what, asked)) {
    check_unused(c(method = !is.null(asked$method)), by_percentiles)
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
  if (any(vapply(what, varies_with_share, NA))) tell_of_share(observed, sampling$variance)
}

refuse_best <- function(what, given) {
  best <- match(TRUE, vapply(what, is_at_optimum, NA) | vapply(what, is_ruled, NA))
  if (!is.na(best)) refuse_ways("best", given, names(what)[[best]], "measure")
}

# AUCs by one pass over all scores.
estimates_of_areas <- function(observed, measure, asked) {
  request <- list(level = c(asked$level, observed$conf.level)[1L], method = c(asked$method, observed$method)[1L])
  observed <- in_known_design(observed, area_measure)
  rows <- unclass(found_of_scores(observed, area_intervals(observed, request)))
  if (anyNA(rows$std.error) || any(rows$std.error == 0)) {
    warn_of_intervals(rows$std.error, observed$names, are_points(rows))
  }
  warn_of_rows(rows)
  with_measure(rows, measure, name_of_variance(observed))
}

# The rows of all quantities of all scores, the first score's first.
estimates_of_quantities <- function(observed, what, asked) {
  if (isTRUE(observed$turned)) what <- turned_quantities(what)
  request <- request_of_quantities(observed, what, asked)
  observed <- in_known_design(observed, what)
  found <- found_of_scores(observed, quantity_estimates(observed, request))
  columns <- unclass(found$rows)
  rows <- with_measure(with_numbers(columns, found), names(what), name_of_variance(observed))
  for (j in seq_len(nrow(rows) / length(what))) {
    own <- (j - 1L) * length(what) + seq_along(what)
    in_score_of(observed$names, j, warn_of_quantities(rows_of(rows, own), what, columns$in_unit[own]))
  }
  if (!any(have_no_interval(rows, what))) warn_of_effective(found$effective)
  with_thresholds_turned_back(rows, what)
}

# Quantities, and how the rates vary that they are made of in a survey design.
request_of_quantities <- function(observed, what, asked) {
  request <- list(what = unname(what), level = level_of(asked, observed), R = asked$R, seed = seed_of_call())
  if (!is.null(observed$sampling$design)) request$rates <- rates_in_design(observed, request)
  request
}

with_numbers <- function(columns, found) {
  columns[c("n_pos", "n_neg")] <- found$numbers[2:1]
  columns[c("n_eff_pos", "n_eff_neg")] <- found$effective[2:1]
  size <- length(columns$estimate)
  of <- c("n_pos", "n_neg", "n_eff_pos", "n_eff_neg")
  columns[of] <- lapply(columns[of], rep, size)
  columns
}

# Percentiles of replicates, the same for all scores.
estimates_by_bootstrap <- function(observed, what, asked) {
  if (isTRUE(observed$turned)) what <- turned_quantities(what)
  by_class <- !any(vapply(what, varies_with_share, NA))
  how <- list(scheme = scheme_of(observed$sampling$variance), seed = seed_of_call(), by_class = by_class,
              R = or(asked$R, 2000), level = level_of(asked, observed))
  rows <- bound_rows(lapply(seq_along(observed$scores), function(j) {
    found <- bootstrap_of_score(replace(observed, "scores", list(observed$scores[j])), what, how)
    columns <- c(found$columns, list(df = rep(NA_real_, length(what))))
    rows <- with_measure(with_numbers(columns, found), names(what), observed$sampling$variance)
    areas <- vapply(what, function(quantity) quantity$measure %in% c("AUC", "pAUC"), NA)
    in_score_of(observed$names, j, {
      warn_of_quantities(rows, what, found$columns$estimate)
      warn_of_intervals(stats::na.omit(rows$std.error[areas]), NULL)
    })
    rows
  }))
  warn_of_rows(rows)
  rows
}

# The bootstrap of quantities of the only score: estimates, standard errors and percentiles.
bootstrap_of_score <- function(observed, what, how) {
  found <- spread_in(observed, what)
  refuse_ways("one class", c(bootstrap = any(found$numbers == 0)))
  # A class of one observation, or of one cluster, cannot be resampled.
  resampled <- all(found$units[1:2] > 1)
  bootstrap <- bootstrap_of(if (how$by_class) observed else of_any_class(observed), how)
  estimate <- scaled(found$values, what)
  drawn <- percentiles_of(replicates_of(bootstrap, unname(what), how$R), estimate, how)
  columns <- unclass(unwrap(drawn))
  for (left in columns$left) {
    if (resampled) check_replicates_left(left, how$R, how$level)
    warn_of_lost_replicates(left, how$R)
  }
  ends <- c("std.error", "conf.low", "conf.high")
  if (!resampled) columns[ends] <- rep(list(rep(NA_real_, length(what))), 3L)
  c(found[c("numbers", "effective")], list(columns = c(list(estimate = estimate), columns[ends])))
}

# Values alone.
values_of_rows <- function(observed, what) {
  if (isTRUE(observed$turned)) what <- turned_quantities(what)
  without_curve <- function() scaled(spread_in(observed, what)$values, what)
  values <- if (!is.null(observed$sampling$folds)) {
    without_curve()
  } else if (all(exist_in_one_class(what))) {
    in_one_class(values_on_curves(observed, what), without_curve())
  } else {
    values_on_curves(observed, what)
  }
  with_thresholds_turned_back(rows_of_values(values, what), what)
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

# Measures of ranks have intervals by replicates; where variances are those of a design, of a model of the
# weights or of folds, only those do that are the best over thresholds.
takes_replicates <- function(observed, what) {
  of_ranks <- function(quantity) {
    is_at_optimum(quantity) || fact_of_measure(quantity$measure, "family") == "precision" || !is.null(quantity$share)
  }
  sampling <- observed$sampling
  by_variance <- !is.null(sampling$design) || !is.null(sampling$folds) || !is.null(sampling$links)
  vapply(what, if (by_variance) is_at_optimum else of_ranks, NA)
}

# The best over thresholds, which is too good in a sample.
is_at_optimum <- function(quantity) fact_of_measure(quantity$measure, "family") == "optimum"

# How the rates of each score vary that its quantities are made of.
rates_in_design <- function(observed, request) {
  observed <- with_df_of_design(observed)
  lapply(seq_along(observed$scores), function(j) {
    rates <- function() {
      alone <- replace(observed, "scores", list(observed$scores[j]))
      about_observations(observed, variances_in_design(alone, request), j)
    }
    if (!all(exist_in_one_class(request$what))) return(rates())
    in_one_class(rates(), list(negatives = double(), positives = double(), both = double()))
  })
}

# Whether nothing is known of how an estimate varies, though there is a theory. A threshold may be infinite,
# and has an interval without a standard error; that of a PPV has none.
have_no_interval <- function(rows, what) {
  of_threshold <- rep_len(vapply(what, is_threshold, NA), nrow(rows))
  of_ppv <- rep_len(vapply(what, function(quantity) !is.null(quantity$PPV), NA), nrow(rows))
  has_theory <- rep_len(descriptions_of(what)$has_spread > 0, nrow(rows))
  ifelse(of_threshold, is.na(rows$conf.low) & !of_ppv,
         has_theory & is.na(rows$std.error) & is.finite(rows$estimate))
}

# Warns about the rows of a score. `areas` are those that the estimates were made of.
warn_of_quantities <- function(rows, what, areas) {
  undefined <- is.na(rows$estimate)
  if (any(have_no_interval(rows, what))) warn_of_interval(NA_real_)
  of_threshold <- rep_len(vapply(what, is_threshold, NA), nrow(rows))
  endless <- rows$measure[is.infinite(rows$estimate) & !of_threshold]
  if (length(endless) > 0L) {
    warn("undefined", sprintf("`%s` is infinite and has no interval.", endless[[1L]]))
  }
  of_nothing <- rows$measure[is.nan(rows$estimate)]
  if (length(of_nothing) > 0L) {
    warn("undefined", sprintf("`%s` is 0/0 and has no interval.", of_nothing[[1L]]))
  }
  below <- match(TRUE, undefined & !is.nan(rows$estimate))
  if (!is.na(below)) {
    chance <- rep_len(descriptions_of(what)$chance, length(areas))
    warn_below_chance(areas[[below]], chance[[below]])
  }
}

warn_below_chance <- function(area, chance) {
  areas <- distinct_numbers(c(area, chance))
  warn("undefined", sprintf("The standardized AUC is NA: the area, %s, is below that of the chance line, %s.",
                            areas[[1L]], areas[[2L]]))
}
