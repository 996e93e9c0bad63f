# Tests of the groups of a fit.

#' @exportS3Method
tests.weighted_roc_by <- function(observed, what, how) {
  whole <- observed$observations
  if (is.null(whole)) return(test_of_sums(Filter(has_curve, observed$fits), what, how))
  refuse_ways("test", c(bootstrap = is_bootstrap(whole$sampling$variance)))
  group <- groups_that_have(observed, list(what))
  test_of_groups(samples_of_groups(whole, group), what, how, whole, group)
}

# Sums over observations are those of each group alone.
test_of_sums <- function(fits, what, how) {
  if (!is_area(what)) check_sums(list(what), list(), "tally or curve")
  test_of_groups(lapply(fits, `[[`, "observations"), what, how)
}

# `samples` are the observations of each group, by its name; `whole` are all of them in the order of `group`.
test_of_groups <- function(samples, what, how, whole = samples[[1L]], group = NULL) {
  groups <- names(samples)
  check_groups_to_test(whole, groups, how)
  independent <- is.null(whole$sampling$design) && is.null(whole$sampling$models)
  if (independent && !is.null(whole$sampling$cluster)) check_within_groups(whole$sampling$cluster, group)
  trend <- check_trend(how$trend, length(groups))
  reference <- check_reference(how, groups)
  if (is.null(trend) && is.null(reference)) check_sides(how$alternative, length(groups), "groups")
  # The core counts from 0.
  aim <- list(trend = trend, reference = if (!is.null(reference)) reference - 1)
  request <- c(request_of(how, whole), aim)
  tested <- turned_for(whole, what)
  found <- if (is.null(whole$sampling$design)) {
    given <- lapply(seq_along(groups), function(i) {
      in_one_group(groups, i, sample_in_test(samples[[i]], tested))
    })
    found_of_samples(samples, test_contrasts(given, tested, request),
                     function(i, value) in_one_group(groups, i, value))
  } else {
    unwrap(test_contrasts(list(covariance_of_groups(whole, samples, group, tested)), tested, request))
  }
  if (!is.na(found$p.value)) {
    for (i in seq_along(samples)) in_one_group(groups, i, warn_of_observed(samples[[i]]))
  }
  result <- if (!is.null(trend)) {
    warn_of_test(found, "trend")
    name <- if (is_area(what)) "slope of the AUCs" else paste("slope of", name_of_quantity(what))
    htest_of(found, request, c(structure(found$estimate, names = groups), slope = found$combined), name)
  } else if (length(groups) == 2L) {
    htest_of_pair(found, request, groups, what)
  } else {
    c(htest_of_all(found, "heterogeneity"),
      list(estimate = structure(found$estimate, names = groups), alternative = "two.sided"))
  }
  pairs <- if (is.null(reference)) pairs_of(groups) else rbind(seq_along(groups)[-reference], reference)
  result$contrasts <- contrasts_of(found, request, groups, c("group1", "group2"), pairs)
  method <- sprintf("%s of the weighted %s of %s%s (%s, %s)", if (is.null(trend)) "Comparison" else "Trend",
                    words_of_quantity(what, 2L), if (independent) "independent groups" else "groups",
                    if (is.null(reference)) "" else sprintf(" with `%s`", groups[[reference]]),
                    how$test, name_of_variance(whole))
  c(result, list(method = method))
}

# The place of the group that others are compared with, NULL for none.
check_reference <- function(how, groups) {
  reference <- how$reference
  if (is.null(reference)) return(NULL)
  check_unused(c(reference = !isFALSE(how$trend)), "with a trend")
  known <- is.atomic(reference) && own_length(reference) == 1L && as.character(reference) %in% groups
  if (!known) {
    message <- sprintf("`reference` must be one of the groups, %s.", listed(groups))
    raise("choice", message, argument = "reference", expected = groups, value = reference)
  }
  if (how$adjust == "closed") {
    raise("choice", "`adjust = \"closed\"` is for all pairs: choose \"holm\" with `reference`.",
          argument = "adjust", value = "closed")
  }
  match(as.character(reference), groups)
}

check_groups_to_test <- function(whole, groups, how) {
  if (length(groups) < 2L) {
    raise("choice",
          sprintf("At least two groups must have both classes, not %d.", length(groups)),
          argument = "x", found = groups)
  }
  if (length(whole$names) > 1L) {
    message <- sprintf("Groups are compared by one score, and this fit has %d. Choose one score: `%s[%s]`.",
                       length(whole$names), expression_of_x(), quoted(whole$names[[1L]]))
    raise("type", message, argument = "x", found = whole$names)
  }
  check_unused(c(mu = !is.null(how$mu), margin = !is.null(how$margin)), "with groups")
  if (!how$alternative %in% c("two.sided", "less", "greater")) {
    raise("choice", "`alternative` must be \"two.sided\", \"less\" or \"greater\" for groups.",
          argument = "alternative", value = how$alternative)
  }
}

in_one_group <- function(groups, i, value) {
  in_place(value, part_of(sprintf("In group `%s`:", groups[[i]]), "groups", sprintf("`%s`", groups[[i]]),
                          group = groups[[i]]))
}

check_within_groups <- function(codes, group) {
  pairs <- unique(stats::na.omit(cbind(codes, as.integer(group))))
  fault <- match(TRUE, duplicated(pairs[, 1L]))
  if (!is.na(fault)) {
    both <- levels(group)[pairs[pairs[, 1L] == pairs[fault, 1L], 2L]][1:2]
    message <- sprintf("`cluster` must not span groups, which are independent: one is in %s.",
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
  trend <- check_numbers(trend, "trend", groups, "finite")
  if (all(trend == trend[[1L]])) {
    raise("range", "`trend` must not be the same number for all groups.", argument = "trend",
          value = trend)
  }
  trend
}

# The observations of each group, by its name.
samples_of_groups <- function(observed, group) {
  samples <- lapply(levels(group), function(name) rows_of_observed(observed, which(group == name)))
  structure(samples, names = levels(group))
}

rows_of_observed <- function(observed, rows) {
  observed$sampling[c("design", "in_design", "rows")] <- NULL
  only(unclass(observed)[setdiff(names(observed), "turned")], rows)
}

# By a survey design, in which groups are not independent: of a quantity of all scores of the first group,
# then of the second one.
covariance_in_groups <- function(observed, samples, group, what) {
  rows <- split(seq_along(group), group)
  known_covariance(observed, function(weights) {
    joined(unlist(lapply(seq_along(rows), function(i) in_one_group(names(rows), i, {
      lapply(samples[[i]]$scores, function(score) {
        of <- influences_on_all(score, samples[[i]]$label, weights[rows[[i]]], what)
        list(values = of$values, influences = replace(numeric(length(group)), rows[[i]], of$influences))
      })
    })), recursive = FALSE))
  })
}

# The input of test_contrasts(). `samples` are the observations of each `group`.
covariance_of_groups <- function(observed, samples, group, what) {
  groups <- levels(group)
  spreads <- lapply(seq_along(groups), function(i) {
    in_one_group(groups, i, spread_in(samples[[i]], list(what)))
  })
  design <- covariance_in_groups(observed, samples, group, list(what))
  freedom <- pmin(vapply(spreads, `[[`, 0, "freedom"), design$most)
  pairs <- pairs_of(groups)
  list(estimate = vapply(spreads, `[[`, 0, "values"), covariance = design$covariance,
       freedom = pmin(freedom[pairs[1L, ]], freedom[pairs[2L, ]]))
}
