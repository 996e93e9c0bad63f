# Tests of the groups of a fit.

#' @exportS3Method
tests.weighted_roc_by <- function(observations, quantity, spec) {
  whole <- observations$observations
  if (is.null(whole)) return(test_of_sums(Filter(has_curve, observations$fits), quantity, spec))
  refuse_ways("test", c(bootstrap = is_bootstrap(whole$sampling$variance)))
  group <- groups_that_have(observations, list(quantity))
  test_of_groups(samples_of_groups(whole, group), quantity, spec, whole, group)
}

# Sums over observations are those of each group alone.
test_of_sums <- function(fits, quantity, spec) {
  if (!is_area(quantity)) check_sums(list(quantity), list(), "tally or curve")
  test_of_groups(lapply(fits, `[[`, "observations"), quantity, spec)
}

# `samples` are the observations of each group, by its name; `whole` are all of them in the order of `group`.
test_of_groups <- function(samples, quantity, spec, whole = samples[[1L]], group = NULL) {
  groups <- names(samples)
  check_groups_to_test(whole, groups, spec)
  independent <- is.null(whole$sampling$design) && is.null(whole$sampling$models)
  if (independent && !is.null(whole$sampling$cluster)) check_within_groups(whole$sampling$cluster, group)
  trend <- check_trend(spec$trend, length(groups))
  reference <- check_reference(spec, groups)
  if (is.null(trend) && is.null(reference)) check_sides(spec$alternative, length(groups), "groups")
  # The core counts from 0.
  aim <- list(trend = trend, reference = if (!is.null(reference)) reference - 1)
  request <- c(request_of(spec, whole), aim)
  tested <- reversed_for(whole, quantity)
  answer <- if (is.null(whole$sampling$design)) {
    args <- lapply(seq_along(groups), function(i) {
      in_one_group(groups, i, sample_in_test(samples[[i]], tested))
    })
    result_of_samples(samples, test_contrasts(args, tested, request),
                     function(i, value) in_one_group(groups, i, value))
  } else {
    unwrap(test_contrasts(list(covariance_of_groups(whole, samples, group, tested)), tested, request))
  }
  if (!is.na(answer$p.value)) {
    for (i in seq_along(samples)) in_one_group(groups, i, warn_of_observed(samples[[i]]))
  }
  result <- if (!is.null(trend)) {
    warn_of_test(answer, "trend")
    name <- if (is_area(quantity)) "slope of the AUCs" else paste("slope of", name_of_quantity(quantity))
    htest_of(answer, request, c(structure(answer$estimate, names = groups), slope = answer$combined), name)
  } else if (length(groups) == 2L) {
    htest_of_pair(answer, request, groups, quantity)
  } else {
    c(htest_of_all(answer, "heterogeneity"),
      list(estimate = structure(answer$estimate, names = groups), alternative = "two.sided"))
  }
  pairs <- if (is.null(reference)) pairs_of(groups) else rbind(seq_along(groups)[-reference], reference)
  result$contrasts <- contrasts_of(answer, request, groups, c("group1", "group2"), pairs)
  method <- sprintf("%s of the weighted %s of %s%s (%s, %s)", if (is.null(trend)) "Comparison" else "Trend",
                    words_of_quantity(quantity, 2L), if (independent) "independent groups" else "groups",
                    if (is.null(reference)) "" else sprintf(" with `%s`", groups[[reference]]),
                    spec$test, name_of_variance(whole))
  c(result, list(method = method))
}

# The place of the group that others are compared with, NULL for none.
check_reference <- function(spec, groups) {
  reference <- spec$reference
  if (is.null(reference)) return(NULL)
  check_unused(c(reference = !isFALSE(spec$trend)), "with a trend")
  known <- is.atomic(reference) && own_length(reference) == 1L && as.character(reference) %in% groups
  if (!known) {
    message <- sprintf("`reference` must be one of the groups, %s.", listed(groups))
    raise("choice", message, argument = "reference", expected = groups, value = reference)
  }
  if (spec$adjust == "closed") {
    raise("choice", "`adjust = \"closed\"` is for all pairs: choose \"holm\" with `reference`.",
          argument = "adjust", value = "closed")
  }
  match(as.character(reference), groups)
}

check_groups_to_test <- function(whole, groups, spec) {
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
  check_unused(c(mu = !is.null(spec$mu), margin = !is.null(spec$margin)), "with groups")
  if (!spec$alternative %in% c("two.sided", "less", "greater")) {
    raise("choice", "`alternative` must be \"two.sided\", \"less\" or \"greater\" for groups.",
          argument = "alternative", value = spec$alternative)
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
samples_of_groups <- function(observations, group) {
  samples <- lapply(levels(group), function(name) rows_of_observed(observations, which(group == name)))
  structure(samples, names = levels(group))
}

rows_of_observed <- function(observations, rows) {
  observations$sampling[c("design", "in_design", "rows")] <- NULL
  only(unclass(observations)[setdiff(names(observations), "turned")], rows)
}

# By a survey design, in which groups are not independent: of a quantity of all scores of the first group,
# then of the second one.
covariance_in_groups <- function(observations, samples, group, quantity) {
  rows <- split(seq_along(group), group)
  known_covariance(observations, function(weights) {
    joined(unlist(lapply(seq_along(rows), function(i) in_one_group(names(rows), i, {
      lapply(samples[[i]]$scores, function(score) {
        of <- influences_on_all(score, samples[[i]]$label, weights[rows[[i]]], quantity)
        list(values = of$values, influences = replace(numeric(length(group)), rows[[i]], of$influences))
      })
    })), recursive = FALSE))
  })
}

# The input of test_contrasts(). `samples` are the observations of each `group`.
covariance_of_groups <- function(observations, samples, group, quantity) {
  groups <- levels(group)
  spreads <- lapply(seq_along(groups), function(i) {
    in_one_group(groups, i, covariance_in(samples[[i]], list(quantity)))
  })
  design <- covariance_in_groups(observations, samples, group, list(quantity))
  df <- pmin(vapply(spreads, `[[`, 0, "freedom"), design$most)
  pairs <- pairs_of(groups)
  list(estimate = vapply(spreads, `[[`, 0, "values"), covariance = design$covariance,
       freedom = pmin(df[pairs[1L, ]], df[pairs[2L, ]]))
}
