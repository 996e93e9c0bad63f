#' Tests that compare weighted areas under ROC curves
#'
#' Do two or more scores of the same observations have the same area, or a score in two independent
#' samples?
#'
#' @section Score tests:
#' Wald's tests divide a difference by its standard error. Where few observations carry the weight that
#' is too small too often, and the larger the difference the larger is the standard error. The default
#' asks what would vary if the areas were equal.
#'
#' **Scores of the same observations.** When two scores are equally good, to swap them in an observation
#' changes the sign of what it does to the difference, \eqn{D}, and nothing else. Let \eqn{u} be the
#' influence of a unit (an observation, a cluster, a repeated row) on \eqn{D}, the difference of its
#' influences on the areas ([auc_influence()]), and \eqn{h = u + r D} that around a difference of 0: \eqn{r}
#' is the unit's share of the weight of its class, times the class's share of the variance of \eqn{D}, that
#' of \eqn{\sum u^2}{sum u^2} over the class (in clusters each class is summed up alone); where both are 0,
#' the share that its effective number ([auc_ci()]) gives it, \eqn{1 / k_1}{1 / k1} to
#' \eqn{1 / k_0}{1 / k0}. The \eqn{h} sum to \eqn{D}. Of \eqn{Q = D^2 / \sum h^2}{Q = D^2 / sum h^2} random signs of
#' \eqn{h} make on average 1, and of its square \eqn{3 - 2 \kappa}{3 - 2 kappa}, with
#' \eqn{\kappa = \sum h^4 / (\sum h^2)^2}{kappa = sum h^4 / (sum h^2)^2}, as if \eqn{Q / \nu}{Q / nu} had a
#' beta distribution with parameters \eqn{1/2}{1/2} and \eqn{(\nu - 1) / 2}{(nu - 1) / 2},
#' \eqn{\nu = 3 / \kappa - 2}{nu = 3 / kappa - 2}. So
#' \deqn{t = \mathrm{sign}(D) \sqrt{Q (\nu - 1) / (\nu - Q)}}{t = sign(D) sqrt(Q (nu - 1) / (nu - Q))}
#' has a t distribution with \eqn{\nu - 1}{nu - 1} degrees of freedom. A tail is never less than
#' \eqn{2^{-m}}{2^-m}, \eqn{m = (\sum |h|)^2 / \sum h^2}{m = (sum |h|)^2 / sum h^2}: of so many units that
#' count alike all signs are the same that often. The interval has all differences that the same t
#' distribution, with \eqn{h} around them, does not reject, and those up to a difference of 0 that the
#' least tail keeps; where no observation has any influence, it is that of independent samples. It is
#' cut off at -1 and 1. Where \eqn{Q \ge \nu}{Q >= nu} the statistic is infinite.
#'
#' **More than two.** The same with the vectors \eqn{h} of the \eqn{k} differences from the first score:
#' \eqn{Q = D' M^{-} D}, \eqn{M = \sum h h'}, \eqn{\kappa = \sum (h' M^{-} h)^2},
#' \eqn{\nu = k (k + 2) / \kappa - 2}{nu = k (k + 2) / kappa - 2}, with \eqn{k} the rank of \eqn{M}, and
#' \eqn{F = (Q / k) / ((\nu - Q) / (\nu - k))}{F = (Q / k) / ((nu - Q) / (nu - k))} with \eqn{k} and
#' \eqn{\nu - k}{nu - k} degrees of freedom. With \eqn{S_c}{Sc} the matrix of sums of products of \eqn{u} over
#' a class, its share is that of the trace of
#' \eqn{(S_1 + S_0)^{-} S_c}{(S1 + S0)^- Sc}, so that scores that are redundant, such as the same
#' one twice, do no harm. The p-value is never less than \eqn{2^{1 - m}}{2^(1 - m)}, \eqn{m} of the
#' \eqn{h' M^{-} D}. The element `contrasts` of the result has the tests of all pairs.
#'
#' **Independent samples.** The interval of the difference is made of the score intervals
#' \eqn{[l_i, h_i]} of both areas ([auc_ci()]), \eqn{D - \sqrt{(A_1 - l_1)^2 + (h_2 - A_2)^2}}{
#' D - sqrt((A1 - l1)^2 + (h2 - A2)^2)} and likewise above (Zou and Donner 2008), with one t quantile, whose
#' degrees of freedom are Satterthwaite's for \eqn{f_i g_i} with \eqn{\nu_i + 4}{nu_i + 4} each. The
#' statistic `t` is the quantile at which the interval ends at 0.
#'
#' How often they reject equal areas at a level of 5%, by simulations (`bench/coverage/report.md` in
#' the sources): two scores of the same observations in 3% to 6.5% of the samples in 91% of 54 designs,
#' three and six scores in 80% and 59% of theirs and otherwise hardly ever more often, but less: down to no
#' sample at all for areas of 0.95 and ten effective positives, which can't tell. Independent samples in
#' 3% to 6.5% in 78% of 50 designs, at worst 9.5%, with ten effective positives. Wald's tests
#' reject six scores in up to 32%.
#'
#' @section Cross-validation:
#' With `fold` areas are means over folds, and influences those within folds, see [auc_ci()]. What influences
#' have twice is not taken out, which makes tests of folds with few observations reject too
#' rarely: at a level of 5% in 3% of simulated samples of ten folds of 20, in 1.5% of those of 50 folds of 4.
#' Where there are many such folds, these are the units to be, `cluster = fold`: 2.5%. For repeated
#' cross-validation `guess` is a list with a matrix of each score's repetitions.
#'
#' @section Wald tests:
#' With \eqn{S} the covariance matrix of the areas, made of products of influences as [auc_ci()] makes
#' variances of their squares:
#'
#' - Two scores: \eqn{Z = (A_1 - A_2) / \sqrt{S_{11} + S_{22} - 2 S_{12}}}{
#'   Z = (A1 - A2) / sqrt(S11 + S22 - 2 S12)}, standard normal when the areas are equal.
#' - More scores: \eqn{(L A)' (L S L')^{-} (L A)}{(L A)' (L S L')^- (L A)} with \eqn{L} the differences
#'   from the first score, chi-squared with as many degrees of freedom as \eqn{L S L'} has rank.
#' - Independent samples: \eqn{(A_1 - A_2) / \sqrt{v_1 + v_2}}{(A1 - A2) / sqrt(v1 + v2)}, by a t
#'   distribution with Satterthwaite's degrees of freedom, the numbers of observations (or clusters)
#'   less 1 being those of \eqn{v_1}{v1} and \eqn{v_2}{v2}.
#'
#' They are those of package pROC, and hold for many observations of even weights.
#'
#' @section Complexity:
#' At worst \eqn{O(k n \log n)}{O(k n log n)} time for k scores.
#'
#' @param guess Two or more scores of the same observations: a matrix or data.frame with a score in each
#'   column, `cbind(a, b)`, or a list of scores. The first one is compared with the others.
#' @inheritParams auc_ci
#' @param alternative `"two.sided"`, `"less"` (the first area is less than the second) or `"greater"`.
#'   For more than two scores only `"two.sided"`.
#' @param variance `"delong"`, `"jackknife"` or `"frequency"`, as in [auc_ci()]: that of `std.error`.
#'   With `"frequency"` a unit is a repeated row.
#' @param test `"score"` or `"wald"`, see below.
#'
#' @return An object of class `htest`: `statistic`, `parameter` (degrees of freedom, if any), `p.value`,
#'   `estimate` (the areas, for two of them also their `difference`), `conf.int` of the difference with
#'   its `conf.level`, `std.error` of the difference, `null.value`, `alternative`, `method`, `data.name`.
#'   For more than two scores in place of the interval `contrasts`, a data.frame with a row for each pair:
#'   `score1`, `score2`, `estimate` (the difference), `std.error`, `statistic`, `df`, `p.value`
#'   (two-sided, not adjusted), `conf.low`, `conf.high`.
#'
#'   Where a difference can't be tested the statistic and the p-value are `NA`, with a warning of
#'   class `wroc_warning_undefined`: fewer than two observations (or clusters) of a class, a score and
#'   an increasing function of it, which have the same area in any sample, or two scores that both
#'   separate the classes. Wald's tests can't test either what
#'   has standard error 0, as a perfect score against a constant one. Wald's intervals are not cut off at
#'   -1 and 1.
#'
#' @section Errors:
#' Those of [auc_ci()]; `wroc_error_choice` for more than two scores with a one-sided `alternative`, or
#' for fewer than two scores. For independent samples the message begins with the sample, and the field `sample`
#' names it.
#'
#' @source
#' DeLong, E. R., DeLong, D. M. and Clarke-Pearson, D. L. (1988). Comparing the areas under two or more
#' correlated receiver operating characteristic curves: a nonparametric approach. *Biometrics* 44,
#' 837-845, \doi{10.2307/2531595}. Obuchowski, N. A. (1997). Nonparametric analysis of clustered ROC
#' curve data. *Biometrics* 53, 567-578. Zou, G. Y. and Donner, A. (2008). Construction of confidence
#' limits about effect measures: a general approach. *Statistics in Medicine* 27, 1693-1702. Bandos, A. I.,
#' Rockette, H. E. and Gur, D. (2005). A permutation test sensitive to differences in areas for comparing
#' ROC curves from a paired design. *Statistics in Medicine* 24, 2873-2893: why swapped scores are a
#' fair reference.
#'
#' @family inference
#' @seealso [auc_ci()] for each area alone, [roc_compare()] for where the curves differ.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' weight <- rexp(100)
#' good <- rnorm(100, 1.5 * truth)
#' fair <- good + rnorm(100)
#' auc_test(cbind(good, fair), truth, weight)
#'
#' # More than two scores
#' result <- auc_test(cbind(good, fair, noise = rnorm(100)), truth, weight)
#' result
#' result$contrasts
#'
#' # Two independent samples
#' one <- rep(c(TRUE, TRUE, FALSE), length.out = 100)
#' auc_test_unpaired(good[one], truth[one], good[!one], truth[!one], weight[one], weight[!one])
#' @export
auc_test <- function(guess, label, weight = NULL, cluster = NULL,
                     alternative = c("two.sided", "less", "greater"), conf.level = 0.95,
                     variance = c("delong", "jackknife", "frequency"), test = c("score", "wald"),
                     positive = NULL, na.rm = FALSE, fold = NULL, pooled = FALSE) classed({
  if (is_fit(guess)) return(answer_to_fit("auc_test", guess, match.call(), parent.frame()))
  data.name <- name_of_data(substitute(guess), "guess")
  observed <- if (is.null(fold)) {
    check_unused(c(pooled = !missing(pooled)), without_folds)
    observations_of(guess, label, weight, cluster, positive, na.rm, fewest = 2L)
  } else {
    observations_in_folds(guess, label, weight, cluster, positive, na.rm, fold, pooled, fewest = 2L)
  }
  alternative <- check_choice(alternative, "alternative")
  conf.level <- check_level(conf.level)
  variance <- check_choice(variance, "variance", observed$variance)
  test <- check_choice(test, "test")
  check_frequencies(observed$weights, variance)
  if (!is.null(fold)) check_variance_in_folds(variance)
  if (length(observed$names) > 2L && alternative != "two.sided") {
    raise("choice", "More than two scores have only `alternative = \"two.sided\"`.",
          argument = "alternative", value = alternative)
  }
  found <- about_observations(observed, comparison_of(observed, variance))
  covariance <- covariance_of(found$spread, variance, !is.null(observed$cluster))
  areas <- structure(found$spread$areas, names = observed$names)
  test_pair <- if (test == "score") score_test_of_pair else wald_test_of_pair
  of_pair <- function(i, alternative) {
    test_pair(found, i, std_error_of_pair(covariance, pairs_of(areas)[, i]), alternative, conf.level)
  }
  result <- if (length(areas) == 2L) {
    pair <- of_pair(1L, alternative)
    warn_of_test(pair)
    htest_of_pair(pair, areas, alternative, conf.level)
  } else {
    joint <- if (test == "score") joint_score_test(found) else joint_wald_test(areas, covariance)
    warn_of_test(joint)
    c(joint, list(estimate = areas, contrasts = contrasts_of(areas, of_pair),
                  alternative = "two.sided"))
  }
  method <- sprintf("Comparison of weighted areas under ROC curves of the same observations (%s, %s)",
                    test, variance)
  finish_test(result, method, data.name)
})

#' @rdname auc_test
#' @param guess1,guess2,label1,label2,weight1,weight2,cluster1,cluster2 The scores, labels, weights and
#'   clusters of two independent samples, one score each. `positive` and `na.rm` are for both.
#' @export
auc_test_unpaired <- function(guess1, label1, guess2, label2, weight1 = NULL, weight2 = NULL,
                              cluster1 = NULL, cluster2 = NULL,
                              alternative = c("two.sided", "less", "greater"), conf.level = 0.95,
                              variance = c("delong", "jackknife", "frequency"),
                              test = c("score", "wald"), positive = NULL, na.rm = FALSE) classed({
  data.name <- paste(name_of_data(substitute(guess1), "guess1"), "and",
                     name_of_data(substitute(guess2), "guess2"))
  observed1 <- in_sample(
    1L, observations_of(guess1, label1, weight1, cluster1, positive, na.rm, several = FALSE)
  )
  observed2 <- in_sample(
    2L, observations_of(guess2, label2, weight2, cluster2, positive, na.rm, several = FALSE)
  )
  alternative <- check_choice(alternative, "alternative")
  conf.level <- check_level(conf.level)
  variances <- c(check_choice(variance, "variance", observed1$variance),
                 check_choice(variance, "variance", observed2$variance))
  test <- check_choice(test, "test")
  samples <- columns_of_estimates(list(
    in_sample(1L, sample_of(observed1, variances[[1L]])),
    in_sample(2L, sample_of(observed2, variances[[2L]]))
  ))
  test_samples <- if (test == "score") score_test_of_samples else wald_test_of_samples
  result <- test_samples(samples, alternative, conf.level)
  warn_of_test(result)
  areas <- structure(samples$area, names = c("area of guess1", "area of guess2"))
  method <- sprintf("Comparison of weighted areas under ROC curves of independent samples (%s, %s)",
                    test, paste(unique(variances), collapse = " and "))
  finish_test(htest_of_pair(result, areas, alternative, conf.level), method, data.name)
})

# What estimate_of() says of a sample, and the number of its independent units.
sample_of <- function(observed, variance) {
  check_frequencies(observed$weights, variance)
  spread <- about_observations(observed, joint_spread_of(
    observed$scores, observed$label, observed$weights, observed$cluster, variance
  ))
  found <- of_joint_spread(spread, variance)
  found$variance <- drop(covariance_of(spread, variance, !is.null(observed$cluster)))
  c(found, list(units = spread$units[[3L]]))
}

in_sample <- function(sample, value) {
  names <- c("guess", "label", "weight", "cluster")
  amended(value, function(error) {
    error <- renamed(error, structure(paste0(names, sample), names = names))
    which <- c("first", "second")[[sample]]
    placed(error, sprintf("In the %s sample:", which), sample = which)
  })
}

comparison_of <- function(observed, variance) {
  if (!is.null(observed$folds)) {
    return(found_in_folds(folds_compare, observed))
  }
  found <- areas_compare(unname(observed$scores), observed$label, observed$weights,
                         variance == "frequency", observed$cluster$codes,
                         number_of(observed$cluster), threads_for(observed$label))
  of_observations(found, observed$scores[[1L]], observed$label)
}

# The pairs of scores, a column each, in the order of areas_compare().
pairs_of <- function(areas) utils::combn(length(areas), 2L)

std_error_of_pair <- function(covariance, pair) {
  own <- covariance[[pair[[1L]], pair[[1L]]]] + covariance[[pair[[2L]], pair[[2L]]]]
  between <- own - 2 * covariance[[pair[[1L]], pair[[2L]]]]
  # What rounding leaves of nothing.
  if (!is.na(between) && between <= 64 * .Machine$double.eps * own) return(0)
  without_rounding(sqrt(between))
}

warn_of_test <- function(result) {
  if (is.na(result$p.value)) {
    warn("undefined", sprintf(
      "The difference can't be tested: its standard error is %s.", format(result$std.error)
    ))
  }
}

htest_of_pair <- function(result, areas, alternative, conf.level) {
  list(
    statistic = result$statistic,
    parameter = result$parameter,
    p.value = result$p.value,
    conf.int = structure(result$interval, conf.level = conf.level),
    estimate = c(areas, difference = areas[[1L]] - areas[[2L]]),
    null.value = c("difference of the areas" = 0),
    std.error = result$std.error,
    alternative = alternative
  )
}

# A row for each pair of scores.
contrasts_of <- function(areas, of_pair) {
  pairs <- pairs_of(areas)
  tests <- lapply(seq_len(ncol(pairs)), of_pair, "two.sided")
  number <- function(name) vapply(tests, function(test) as.vector(test[[name]])[[1L]], 0)
  as_frame(list(
    score1 = names(areas)[pairs[1L, ]], score2 = names(areas)[pairs[2L, ]],
    estimate = unname(areas[pairs[1L, ]] - areas[pairs[2L, ]]), std.error = number("std.error"),
    statistic = number("statistic"), df = vapply(tests, df_of_test, 0), p.value = number("p.value"),
    conf.low = vapply(tests, function(test) test$interval[[1L]], 0),
    conf.high = vapply(tests, function(test) test$interval[[2L]], 0)
  ), ncol(pairs))
}

df_of_test <- function(test) if (is.null(test$parameter)) Inf else test$parameter[["df"]]

finish_test <- function(result, method, data.name) {
  structure(c(result, list(method = method, data.name = data.name)), class = "htest")
}

# As the user wrote it, but no more of it than a line. What do.call() was given is no expression.
name_of_data <- function(expression, argument) {
  if (!is.language(expression)) {
    return(argument)
  }
  # Strings of bytes can't be written.
  lines <- tryCatch(deparse(expression, width.cutoff = 60L, nlines = 2L),
                    error = function(error) argument)
  if (length(lines) > 1L) paste(lines[[1L]], "...") else lines
}
