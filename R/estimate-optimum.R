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
  problems <- lapply(what, function(quantity) quantity[setdiff(names(quantity), c("measure", "turned"))])
  distinct <- unique(problems)
  problem <- vapply(problems, function(one) Position(function(other) identical(other, one), distinct), 0L)
  measure <- vapply(what, `[[`, "", "measure")
  asked$seed <- seed_of_replicates()
  found <- bound_rows(for_each_score(observed, function(score) {
    alone <- replace(observed, "scores", list(list(score)))
    optima <- lapply(distinct, function(one) optimum_of_score(alone, one, asked))
    bound_rows(Map(function(i, term) rows_of(optima[[i]], match(term, terms_of_optimum)), problem, measure))
  }))
  numbers <- spread_in(observed, unclass(area_measure), observed$variance)[c("numbers", "effective")]
  columns <- with_numbers(c(as.list(found), list(df = rep(NA_real_, nrow(found)))), numbers)
  if (anyNA(found$conf.low)) warn_of_interval(NA_real_) else warn_of_observed(observed)
  with_thresholds_turned_back(with_measure(columns, names(what), name_of_variance(observed)), what)
}

terms_of_optimum <- c("threshold", "TPR", "FPR", "risk")

optimum_of_score <- function(observed, problem, asked) {
  costs <- problem[names_of_costs]
  errors <- if (!is.null(observed$design)) errors_at_optimum(observed, costs, problem$prior)
  request <- c(costs, list(prior = problem$prior, level = level_of(asked, observed), R = or(asked$R, 2000),
                           seed = asked$seed, links = links_of(observed)), errors)
  of_observations(optimal_interval(scored(observed), request), observed$scores[[1L]], observed$label)
}

# The standard errors of FPR, FNR and risk by a survey design, at the threshold of least risk.
errors_at_optimum <- function(observed, costs, prior) {
  best <- do.call(roc_optimal, c(curves_of_observations(observed), costs, list(prior = prior)))
  if (best$TPR == 0 && best$FPR == 0) {
    # Nothing is called positive, not even a score of `Inf`: only the share of the positives varies.
    found <- covariance_in_design(observed, list(quantity("prevalence")), NULL)
    of_risk <- if (is.null(prior)) abs(costs$cost_FN - costs$cost_TN) else 0
    return(list(std.errors = c(0, 0, of_risk * sqrt(max(found$covariance, 0))), most = found$most))
  }
  risk <- c(list("risk", threshold = best$threshold, prior = prior), costs)
  what <- list(quantity("FPR", threshold = best$threshold), quantity("FNR", threshold = best$threshold),
               do.call(quantity, risk))
  found <- covariance_in_design(observed, what, NULL)
  slope <- abs(descriptions_of(what)$slope)
  list(std.errors = sqrt(pmax(diag(found$covariance), 0)) * slope, most = found$most)
}
