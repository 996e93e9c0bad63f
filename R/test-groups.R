# Tests of the groups of a fit.

#' @exportS3Method
tests.weighted_roc_by <- function(observed, what, how) {
  whole <- observed$observations
  group <- observed$group
  groups <- levels(group)
  refuse_ways("test", c(bootstrap = is_bootstrap(whole$variance)))
  check_groups_to_test(whole, groups, how)
  independent <- is.null(whole$design) && is.null(whole$links)
  if (independent && !is.null(whole$cluster)) check_within_groups(whole$cluster$codes, group)
  trend <- check_trend(how$trend, length(groups))
  if (is.null(trend)) check_sides(how$alternative, length(groups), "groups")
  request <- request_of(how, whole, trend = trend)
  samples <- samples_of_groups(whole, group)
  tested <- turned_for(whole, what)
  found <- if (is.null(whole$design)) {
    for (i in seq_along(groups)) {
      in_one_group(groups, i, check_frequencies(samples[[i]]$weights, whole$variance))
    }
    given <- lapply(samples, sample_in_test, tested)
    found_of_samples(samples, test_samples(given, tested, request),
                     function(i, value) in_one_group(groups, i, value))
  } else {
    unwrap(test_covariance(covariance_of_groups(whole, samples, group, tested), request))
  }
  if (!is.na(found$p.value)) for (sample in samples) warn_of_observed(sample)
  result <- if (!is.null(trend)) {
    htest_of_trend(found, request, groups, what)
  } else if (length(groups) == 2L) {
    htest_of_pair(found, request, groups, what)
  } else {
    c(htest_of_all(found, "heterogeneity"),
      list(estimate = structure(found$estimate, names = groups), alternative = "two.sided"))
  }
  result$contrasts <- contrasts_of(found, request, groups, c("group1", "group2"))
  method <- sprintf("%s of the weighted %s of %s (%s, %s)", if (is.null(trend)) "Comparison" else "Trend",
                    words_of_quantity(what, 2L), if (independent) "independent groups" else "groups",
                    how$test, name_of_variance(whole))
  c(result, list(method = method))
}

check_groups_to_test <- function(whole, groups, how) {
  if (length(groups) < 2L) {
    raise("choice",
          sprintf("There must be two groups with a curve or more to compare, not %d.", length(groups)),
          argument = "x", found = groups)
  }
  if (length(whole$names) > 1L) {
    message <- sprintf("Groups are compared by one score, and this fit has %d. Choose one: `fit[%s]`.",
                       length(whole$names), quoted(whole$names[[1L]]))
    raise("type", message, argument = "x", found = whole$names)
  }
  refuse_ways("test", c(bootstrap = is_bootstrap(whole$variance)))
  check_unused(c(mu = !is.null(how$mu), margin = !is.null(how$margin)), "with groups")
  if (how$test == "exact") {
    raise("choice", "`test` must be \"score\" or \"wald\" for groups.", argument = "test", value = "exact")
  }
  if (!how$alternative %in% c("two.sided", "less", "greater")) {
    raise("choice", "`alternative` must be \"two.sided\", \"less\" or \"greater\" for groups.",
          argument = "alternative", value = how$alternative)
  }
}

htest_of_trend <- function(found, request, groups, what) {
  warn_of_test(found, "trend")
  name <- if (is_area(what)) "slope of the AUCs" else paste("slope of", name_of_quantity(what))
  htest_of(found, request, c(structure(found$estimate, names = groups), slope = found$combined), name)
}

in_one_group <- function(groups, i, value) {
  amended(value, function(error) placed(error, sprintf("In group `%s`:", groups[[i]]), group = groups[[i]]))
}

check_within_groups <- function(codes, group) {
  pairs <- unique(cbind(codes, as.integer(group)))
  fault <- match(TRUE, duplicated(pairs[, 1L]))
  if (!is.na(fault)) {
    both <- levels(group)[pairs[pairs[, 1L] == pairs[fault, 1L], 2L]][1:2]
    message <- sprintf("`cluster` must not reach over groups, which are independent: one is in %s.",
                       paste(quoted(both), collapse = " and in "))
    raise("clusters", message, argument = "cluster", found = both)
  }
}

# Scores of the groups, NULL for no trend.
check_trend <- function(trend, groups) {
  if (isFALSE(trend)) {
    return(NULL)
  }
  if (isTRUE(trend)) {
    return(as.double(seq_len(groups)))
  }
  if (is.logical(trend) && length(trend) == 1L) check_flag(trend, "trend")
  trend <- check_numbers(trend, "trend", finite_number, groups)
  if (all(trend == trend[[1L]])) {
    raise("range", "`trend` must not be the same number for all groups.", argument = "trend",
          value = trend)
  }
  trend
}

# The observations of each group.
samples_of_groups <- function(observed, group) {
  lapply(levels(group), function(name) rows_of_observed(observed, which(group == name)))
}

rows_of_observed <- function(observed, rows) {
  of <- function(x) if (is.factor(x)) x[rows] else as.vector(x)[rows]
  list(scores = lapply(observed$scores, of), names = observed$names, label = of(observed$label),
       weights = if (!is.null(observed$weights)) of(observed$weights),
       cluster = codes_of_clusters(observed$cluster$codes[rows]),
       folds = if (!is.null(observed$folds)) folds_of_rows(observed$folds, rows),
       links = observed$links, variance = observed$variance, argument = observed$argument,
       response = observed$response, kept = if (is.null(observed$kept)) rows else observed$kept[rows])
}

# What test_covariance() takes. `samples` are the observations of each `group`.
covariance_of_groups <- function(observed, samples, group, what) {
  groups <- levels(group)
  rows <- lapply(groups, function(name) which(group == name))
  in_groups <- function(value) {
    lapply(seq_along(groups), function(i) in_one_group(groups, i, value(samples[[i]], rows[[i]])))
  }
  spreads <- in_groups(function(sample, rows) spread_in(sample, list(what), "delong"))
  found_by <- function(weights) {
    found <- in_groups(function(sample, rows) {
      influences_on_all(sample$scores[[1L]], sample$label, weights[rows], list(what))
    })
    influences <- Map(function(of, rows) replace(numeric(length(group)), rows, of$influences), found, rows)
    list(values = vapply(found, `[[`, 0, "values"), influences = unlist(influences))
  }
  design <- covariance_of_columns(observed, found_by)
  freedom <- pmin(vapply(spreads, `[[`, 0, "freedom"), design$most)
  pairs <- pairs_of(groups)
  values <- vapply(spreads, `[[`, 0, "values")
  slope <- descriptions_of(list(what))$slope
  list(estimate = scaled(values, list(what)), covariance = design$covariance * slope^2,
       freedom = pmin(freedom[pairs[1L, ]], freedom[pairs[2L, ]]))
}
