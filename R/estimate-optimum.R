# Estimates at a threshold that a rule chooses, corrected for having been chosen on the same observations.

is_ruled <- function(quantity) is.character(quantity$threshold)

# In the order of the measures, for each score.
estimates_with_optima <- function(observed, what, asked) {
  ruled <- vapply(what, is_ruled, NA)
  rows <- list(estimates_of_optima(observed, what[ruled], asked))
  if (!all(ruled)) {
    others <- estimates_of_quantities(observed, what[!ruled], asked)
    others$apparent <- NA_real_
    rows <- c(rows, list(others))
  }
  of_score <- (seq_along(observed$scores) - 1L) * length(what)
  places <- c(outer(which(ruled), of_score, `+`), outer(which(!ruled), of_score, `+`))
  rows_of(bound_rows(rows), order(places))
}

estimates_of_optima <- function(observed, what, asked) {
  if (isTRUE(observed$turned)) what <- turned_quantities(what)
  problems <- lapply(what, choice_of_threshold)
  problem <- match(problems, unique(problems))
  asked$seed <- seed_of_call()
  found <- bound_rows(for_each_score(observed, function(score) {
    alone <- replace(observed, "scores", list(list(score)))
    optima <- lapply(unname(split(what, problem)), function(what) optima_of_score(alone, what, asked))
    rows_of(bound_rows(optima), order(order(problem)))
  }))
  numbers <- spread_in(observed, unclass(area_measure))[c("numbers", "effective")]
  columns <- with_numbers(as.list(found), numbers)
  has_interval <- vapply(what, function(quantity) !is_bounded(quantity) || !is_threshold(quantity), NA)
  unknown <- matrix(is.na(found$conf.low) & has_interval, length(what))
  for (j in which(colSums(unknown) > 0)) in_score_of(observed$names, j, warn_of_interval(NA_real_))
  if (!any(unknown)) warn_of_observed(observed)
  with_thresholds_turned_back(with_measure(columns, names(what), name_of_variance(observed)), what)
}

is_bounded <- function(quantity) identical(quantity$threshold, "bounds")

# The fields of a measure that choose its threshold.
choice_of_threshold <- function(quantity) {
  rule <- quantity$threshold
  quantity[names(quantity) %in% c("threshold", "prior", names_of_bounds, if (rule == "cost") names_of_costs,
                                  if (rule == "F") "beta")]
}

# Numbers of one chosen threshold, or the test of one by its `hypothesis`.
optima_of_score <- function(observed, what, asked) {
  request <- list(what = unname(what), level = level_of(asked, observed), R = or(asked$R, 2000),
                  seed = asked$seed, hypothesis = asked$hypothesis)
  if (!is.null(observed$sampling$design)) observed$sampling$known <- covariance_at_optimum(observed, what[[1L]])
  of_observations(optimal_interval(observed, request), observed$scores[[1L]], observed$label)
}

# The covariance of FPR, FNR and the share of the positives, by a survey design, at the chosen threshold.
covariance_at_optimum <- function(observed, quantity) {
  columns <- columns_of(observed_curve(observed$scores[[1L]], observed$label, observed$weights))
  at_best <- function(measure) c(list(measure = measure), choice_of_threshold(quantity), version = 1L)
  best <- unwrap(curve_quantities(columns, lapply(c("threshold", "TPR", "FPR"), at_best)))
  share <- quantity("prevalence")
  if (best[[2L]] > 0 || best[[3L]] > 0) {
    at <- function(measure) quantity(measure, threshold = best[[1L]])
    return(covariance_of_quantities(observed, list(at("FPR"), at("FNR"), share)))
  }
  # Nothing is called positive, not even a score of `Inf`: only the share of the positives varies.
  found <- covariance_of_quantities(observed, list(share))
  replace(found, "covariance", list(diag(c(0, 0, found$covariance[[1L]]))))
}
