#' Tests that compare the areas of independent groups
#'
#' Does a score have the same area in several groups of people, sites or years? Does the area rise or
#' fall along ordered groups?
#'
#' @section Whether all areas are equal:
#' With \eqn{A_g} the area of group \eqn{g} of \eqn{G} and \eqn{v_g} its variance,
#' \deqn{Q = \sum_g w_g (A_g - \bar A)^2,\qquad w_g = 1 / v_g,\quad
#'       \bar A = \sum w_g A_g / \sum w_g.}{
#'   Q = sum of w_g (A_g - M)^2,  w_g = 1 / v_g,  M = sum w_g A_g / sum w_g.}
#' - `test = "wald"`: \eqn{Q} is chi-squared with \eqn{G - 1} degrees of freedom, Cochran's test of
#'   heterogeneity.
#' - `test = "score"`: the variances are those that the groups would have if all areas were
#'   \eqn{\bar A}{M}, \eqn{v_g = f_g g_g V(\bar A)}{v_g = f_g g_g V(M)} in the notation of [auc_ci()], and
#'   Welch's (1951) correction takes account of their degrees of freedom \eqn{\nu_g + 4}{nu_g + 4}:
#'   with \eqn{\lambda = \sum (1 - w_g / \sum w)^2 / (\nu_g + 4)}{
#'   lambda = sum of (1 - w_g / sum w)^2 / (nu_g + 4)},
#'   \deqn{F = \frac{Q / (G - 1)}{1 + 2 (G - 2) \lambda / (G^2 - 1)}}{
#'     F = (Q / (G - 1)) / (1 + 2 (G - 2) lambda / (G^2 - 1))}
#'   has \eqn{G - 1} and \eqn{(G^2 - 1) / (3 \lambda)}{(G^2 - 1) / (3 lambda)} degrees of freedom.
#'
#' In simulations (`bench/coverage/report.md` in the sources) of three and six groups and of their trend the score test
#' rejects equal areas at a level of 5% in 2.4% to 7.8% of the samples, most often with log-normal weights and 20
#' positives in a group; Wald's test in up to 18%.
#'
#' Two groups are compared as in [auc_test_unpaired()].
#'
#' @section Trend:
#' With scores \eqn{s_g} of the groups, their mean \eqn{\bar s}{m} and \eqn{c_g = (s_g - \bar s) / \sum (s_g
#' - \bar s)^2}{c_g = (s_g - m) / sum (s_g - m)^2}, the slope is \eqn{\sum c_g A_g}{sum of c_g A_g}, the
#' change of the area along one unit of the score by least squares. Each group counts alike, whatever its
#' size: the slope does not depend on how many were observed where.
#' - `test = "wald"`: the slope over its standard error \eqn{\sqrt{\sum c_g^2 v_g}}{
#'   sqrt(sum of c_g^2 v_g)}, by a t distribution with Satterthwaite's degrees of freedom.
#' - `test = "score"`: the ends \eqn{l_g}, \eqn{h_g} of the areas' score intervals, with one t quantile,
#'   put together as in [auc_test_unpaired()] (Zou and Donner 2008): below the slope by
#'   \eqn{\sqrt{\sum c_g^2 (A_g - e_g)^2}}{sqrt(sum of c_g^2 (A_g - e_g)^2)}, \eqn{e_g} the lower end where
#'   \eqn{c_g > 0} and the upper one elsewhere; above it the other way round. The test rejects just what
#'   the interval leaves out.
#'
#' @section Other numbers than areas:
#' `what` may be a partial area, or a rate or share at a threshold or at a rate, see [auc_test()]. There is no model
#' of how it varies where it is equal in all groups: the score test has the variances that were found, with
#' Welch's correction for their effective degrees of freedom, and a difference or a slope a t distribution with
#' Satterthwaite's.
#'
#' @section Survey designs:
#' With a design of package survey as `weight` groups are parts of the population (domains). They may have strata and
#' clusters in common, so their areas depend on each other: their covariance matrix is that of the totals of
#' their influences, by linearization or by replicate weights. A difference, or a slope, is divided by its standard
#' error and has a t distribution with the effective degrees of freedom of the variances, the least of the groups
#' concerned, at most those of the design, `survey::degf()`. More than two groups have Hotelling's F. With
#' `test = "wald"` the distributions are the normal and the chi-squared one.
#'
#' @section Cross-validation:
#' With `fold` the number of a group is the mean over the folds that the group is in, with the variance that it has
#' in [auc_ci()] or [roc_ci()]. A fold may have observations of several groups; of each of them it must have both
#' classes.
#'
#' @section Estimated weights:
#' The coefficients of a model that gave the weights, `weights_model`, move the numbers of all groups, so these depend
#' on each other. The variance of a group, \eqn{v_g}{v_g}, is that of [auc_ci()] or [roc_ci()] where the other groups
#' have weight 0. The covariance of two groups is \eqn{\sqrt{v_g v_h}}{sqrt(v_g v_h)} times the correlation of their
#' influences, which all rows of the model have. Then the tests are those of a survey design, without its degrees
#' of freedom.
#'
#' @section Complexity:
#' At worst \eqn{O(n \log n)}{O(n log n)} time, with \eqn{p} coefficients
#' \eqn{O(n (p^2 + G p + G^2))}{O(n (p^2 + G p + G^2))} more.
#'
#' @inheritParams auc_test
#' @param weight Weights as in [WeightedROC()], or a survey design. `NULL`: all are 1.
#' @param guess A numeric vector of scores, or a fit of [weighted_roc()]. A fit with `by` has its groups;
#'   another one takes `group`. Of a fit with several scores the answer is a list of tests, one a score.
#' @param group Groups: a vector as long as `label`, of two values at least. In the order of their
#'   levels, or sorted. Without a survey design no observation of a group may depend on one of another, but for
#'   the model of their weights, or by `cluster` beside one.
#' @param cluster Clusters, see [auc_ci()]: each within one group, unless there is a `weights_model`.
#' @param weights_model,pooled As in [auc_test()].
#' @param fold Folds of a cross-validation as in [auc_test()]. For repeated cross-validation `guess` is a matrix with a
#'   column for each repetition.
#' @param trend `FALSE`: are all areas equal? `TRUE`: do they rise or fall with the number of the group,
#'   1, 2, ...? Or a number for each group, in their order, such as the doses.
#' @param alternative `"two.sided"`, or for a trend `"less"` (areas fall) or `"greater"` (they rise). For two
#'   groups without a trend it is about their difference.
#' @param test `"score"` or `"wald"`, see below.
#' @param adjust How the p-values of all pairs of groups are adjusted, see [auc_test()].
#'
#' @return An object of class `htest`, as that of [auc_test()]: `estimate` has the area of each group, and
#'   the `slope` of a trend with its `conf.int`, or the `difference` of two groups. The element `contrasts`
#'   has a row for each pair of groups: `group1`, `group2`, and the other columns of [auc_test()]'s.
#'   Where nothing can be tested the p-value is `NA`, with a warning of class `wroc_warning_undefined`.
#'   Groups of a fit that have no curve are left out.
#'
#' @section Errors:
#' Those of [auc_ci()] and [auc_svy()]; in a group, the message begins with it and the field `group` names it.
#' `wroc_error_choice` for fewer than two groups, for a one-sided `alternative` of more than two groups
#' without a trend, for a fit without `by` or `group`; `wroc_error_range` for a `trend` that is the same
#' for all groups; `wroc_error_clusters` for a cluster in two groups; `wroc_error_unsupported` for `weights_model` with
#' `fold`, and for a bootstrap, with the reason. A fit with `by` takes neither `fold` nor `weights_model`, whose rows
#' are in the order of all observations: give these and `group`.
#'
#' @source
#' Cochran, W. G. (1954). The combination of estimates from different experiments. *Biometrics* 10,
#' 101-129. Welch, B. L. (1951). On the comparison of several mean values: an alternative approach.
#' *Biometrika* 38, 330-336. Zou, G. Y. and Donner, A. (2008). Construction of confidence limits about
#' effect measures: a general approach. *Statistics in Medicine* 27, 1693-1702.
#'
#' @family inference
#' @seealso [auc_test()], [auc_test_unpaired()].
#'
#' @examples
#' set.seed(1)
#' people <- data.frame(truth = rep(0:1, 150), weight = rexp(300),
#'                      age = rep(c("young", "middle", "old"), each = 100))
#' people$age <- factor(people$age, c("young", "middle", "old"))
#' people$score <- rnorm(300, people$truth * as.integer(people$age) / 2)
#' with(people, auc_test_groups(score, truth, age, weight))
#' with(people, auc_test_groups(score, truth, age, weight, trend = TRUE))
#'
#' # The groups of a fit
#' fit <- weighted_roc(truth ~ score, people, weights = weight, by = age)
#' auc_test_groups(fit, adjust = "closed")$contrasts
#' @export
auc_test_groups <- function(guess, label, group, weight = NULL, cluster = NULL, trend = FALSE,
                            alternative = c("two.sided", "less", "greater"), conf.level = 0.95,
                            variance = c("delong", "jackknife", "frequency"),
                            test = c("score", "wald"), positive = NULL, na.rm = FALSE,
                            adjust = c("none", "closed", "holm", "hochberg", "hommel", "bonferroni",
                                       "BH", "BY", "fdr"), what = "area", fold = NULL, pooled = FALSE,
                            weights_model = NULL) classed({
  refuse_ways("test", c(bootstrap = is_bootstrap(variance)))
  if (is_fit(guess)) return(groups_of_fit(guess, arguments_given()))
  data.name <- name_of_data(substitute(guess), "guess")
  of_design <- c(cluster = !is.null(cluster), variance = !missing(variance),
                 weights_model = !is.null(weights_model))
  observed <- observations_or_folds(guess, label, weight, cluster, positive, na.rm, fold, pooled,
                                    !missing(pooled), several = FALSE)
  refuse_in_design(observed, of_design)
  what <- check_tested(what)
  how <- list(alternative = check_choice(alternative, "alternative"), conf.level = check_level(conf.level),
              variance = check_choice(variance, "variance", observed$variance),
              test = check_choice(test, "test"), adjust = check_choice(adjust, "adjust"))
  group <- check_groups(group, label, rows_left(observed), na.rm)
  groups <- levels(group)
  if (!is.null(fold)) check_ways_in_folds(how$variance, weights_model)
  observed$links <- check_weights_model(weights_model, label, cluster,
                                        how$variance %in% c("delong", "jackknife"), "with counts")
  independent <- is.null(observed$design) && is.null(observed$links)
  if (independent && !is.null(observed$cluster)) check_within_groups(observed$cluster$codes, group)
  trend <- check_trend(trend, length(groups))
  if (is.null(trend)) check_sides(how$alternative, length(groups), "groups")
  request <- request_of(how, trend = trend)
  samples <- samples_of_groups(observed, group)
  found <- if (is.null(observed$design)) {
    chosen <- of_design[["variance"]] || !is.null(fold) || !is.null(weights_model)
    for (i in seq_along(groups)) in_one_group(groups, i, check_counts(samples[[i]], how$variance, chosen))
    given <- lapply(samples, sample_in_test, how$variance, what)
    found_of_samples(samples, test_samples(given, what, request),
                     function(i, value) in_one_group(groups, i, value))
  } else {
    given <- covariance_of_groups(observed, samples, group, what)
    unwrap(test_covariance(given, request))
  }
  if (!is.na(found$p.value)) for (sample in samples) warn_of_observed(sample, how$variance)
  result <- if (!is.null(trend)) {
    htest_of_trend(found, request, groups, what)
  } else if (length(groups) == 2L) {
    htest_of_pair(found, request, groups, what)
  } else {
    c(htest_of_all(found, "heterogeneity"),
      list(estimate = structure(found$estimate, names = groups), alternative = "two.sided"))
  }
  result$contrasts <- contrasts_of(found, request, groups, c("group1", "group2"))
  which <- if (independent) "independent groups" else "groups"
  method <- sprintf("%s of the weighted %s of %s (%s, %s)", if (is.null(trend)) "Comparison" else "Trend",
                    words_of_quantity(what, 2L), which, how$test,
                    name_of_variance(observed, how$variance))
  finish_test(result, method, data.name)
})

htest_of_trend <- function(found, request, groups, what) {
  warn_of_test(found, "trend")
  name <- if (is_area(what)) "slope of the areas" else paste("slope of", format(what))
  htest_of(found, request, c(structure(found$estimate, names = groups), slope = found$combined), name)
}

in_one_group <- function(groups, i, value) {
  amended(value, function(error) placed(error, sprintf("In group `%s`:", groups[[i]]), group = groups[[i]]))
}

# Which of the rows that were given are left, NULL for all.
rows_left <- function(observed) if (is.null(observed$design)) observed$kept else observed$in_design

# A factor without empty levels, NA where observations are left out.
check_groups <- function(group, label, kept, na.rm) {
  group <- without_integer64(group, "group", way_of_names)
  if (!is.atomic(group) || is.raw(group) || is.complex(group) || is.null(group) || !is_plain(group)) {
    raise_type("group", "a vector of groups", group)
  }
  if (length(group) != length(label)) raise_length("group", group, label)
  if (is.factor(group)) check_codes(group, "group")
  if (is.character(group)) group <- readable(as.vector(group))
  if (!is.null(kept)) group <- group[kept]
  # A level may be NA as well.
  words <- as.character(group)
  missing <- match(TRUE, is.na(words))
  if (!is.na(missing) && !na.rm) {
    message <- sprintf("`group` must not be missing: element %s is NA. %s", number(missing),
                       "`na.rm = TRUE` leaves such observations out.")
    raise("missing", message, argument = "group", position = missing)
  }
  names <- as.character(values_of_groups(group[!is.na(words)]))
  if (length(names) < 2L) {
    raise("choice", sprintf("`group` must have two groups or more, not %d.", length(names)),
          argument = "group", found = names)
  }
  factor(words, names)
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
       links = observed$links, kept = if (is.null(observed$kept)) rows else observed$kept[rows])
}

# The test of a fit's groups, or of its observations in groups that are given.
groups_of_fit <- function(fit, given) {
  # Groups without a curve have nothing to compare.
  fits <- if (inherits(fit, "weighted_roc_by")) Filter(has_curve, fit$fits) else list(fit)
  for (one in fits) {
    check_has_curve(one)
    check_has_observations(one, "auc_test_groups()")
  }
  given <- with_what_for_label(given, "auc_test_groups")
  refuse_own(names(given))
  given <- with_settings(given, fits[[1L]], "auc_test_groups")
  if (inherits(fit, "weighted_roc_by")) {
    refuse_arguments(intersect(c("group", "fold", "weights_model"), names(given)),
                     "taken with a fit that has groups of its own")
    sizes <- vapply(fits, nobs.weighted_roc, 0L)
    given$group <- factor(rep(names(fits), sizes), names(fits))
  } else if (is.null(given$group)) {
    raise("choice", "`guess` must be a fit with `by`, or `group` must be given.", argument = "guess")
  }
  part <- part_of_fits(fits, given$group)
  given$group <- part$by
  given$label <- part$label
  given["weight"] <- list(part$weights)
  given["cluster"] <- list(part$cluster)
  answers <- lapply(names(fits[[1L]]$curves), function(score) {
    given$guess <- part$scores[[score]]
    answer <- do.call("auc_test_groups", given, quote = TRUE)
    answer$data.name <- paste(fits[[1L]]$response, "~", score)
    answer
  })
  names(answers) <- names(fits[[1L]]$curves)
  if (length(answers) == 1L) answers[[1L]] else answers
}

# The observations of all fits together, of which `group` has one for each; in the part of a survey design that
# they are, if they are of one.
part_of_fits <- function(fits, group) {
  of_all <- function(part) {
    unlist(lapply(fits, function(one) part(one$observations)), use.names = FALSE)
  }
  names <- names(fits[[1L]]$curves)
  scores <- lapply(names, function(score) of_all(function(of) of$scores[[score]]))
  model <- list(scores = structure(scores, names = names), label = of_all(function(of) of$label), by = group)
  design <- fits[[1L]]$observations$design
  if (is.null(design)) {
    model$weights <- of_all(function(of) of$weights)
    model$cluster <- of_all(function(of) of$cluster)
    return(model)
  }
  rows <- of_all(function(of) of$rows)
  in_order <- function(x) x[order(rows)]
  part <- part_of_design(list(design = design, rows = sort(rows), scores = lapply(model$scores, in_order),
                              label = in_order(model$label), by = in_order(group)))
  c(part[c("scores", "label", "by")], list(weights = part$design))
}
