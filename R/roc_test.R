#' Test ROC measures
#'
#' `roc_test()` returns a test of a measure against a value, between scores, between groups or between
#' independent samples. Use `auc_test()` for the AUC. The input determines the comparison:
#' \describe{
#'   \item{one score}{its measure with `mu`, 1/2 for an AUC.}
#'   \item{several scores of the same observations}{the scores with each other, paired: with more than two,
#'     all at once, and each pair in `contrasts`.}
#'   \item{a fit by groups, or tallies by a key}{the groups, with their pairs; with `trend`, a linear trend over
#'     the groups; with `reference`, each of the others with that group.}
#'   \item{two fits of the same rows}{their scores with each other, paired.}
#'   \item{two fits of other rows, or two tallies}{both, as independent samples; for fits of the same rows use
#'     `c(fit1, fit2)`.}
#' }
#' Tallies by a key, and curves of [roc_collect()] by group, are independent samples, too.
#'
#' @details
#' **Two fits** are paired if they have the same number of rows with the same labels and weights, and the same
#' clusters, folds or design. The title of the result says which test it is. Two small samples may have the same labels
#' by chance: `paired = FALSE` tests them as independent. Rows that are missing in one fit are left out of both.
#'
#' **Score test.** `test = "score"`, the default, uses the variance under the hypothesis. It keeps its
#' size for few observations, heavy weights and AUCs near 1. `"wald"` divides by the standard error.
#' [stats::wilcox.test()] has an exact test of an AUC of 1/2, for small samples without weights.
#'
#' **Margins.** `alternative = "noninferior"` tests that the first score is worse by less than `margin`;
#' `"equivalent"` that both differ by less than it, with an interval of level 2 conf.level - 1.
#'
#' **Several comparisons.** `adjust` corrects the p-values of the pairs. `"closed"` uses the joint tests
#' of all subsets and is more powerful than `"holm"`, to which it reduces without them. The others are
#' those of [stats::p.adjust()].
#'
#' @param x,y a fit of [weighted_roc()], or a tally; `y` is a second one, of the same rows or of an
#'   independent sample. A named list
#'   of tallies has several scores of the same observations, and needs tallies with clusters. Or scores in
#'   `x` and their label in `y`, with other arguments of [roc_observations()] behind them.
#' @param ... for `auc_test()`, all other arguments, too.
#' @param measure one measure, as in [roc_measure()].
#' @param mu the value of the null hypothesis for one score. Only an AUC has a default.
#' @param margin the largest irrelevant difference.
#' @param alternative the alternative; more than two scores or groups only have `"two.sided"`. With `reference` it
#'   holds for the contrasts: `"less"` tests whether each group is below the reference.
#' @param conf.level the level of the intervals; a fit's own by default, or 0.95; `NULL` for none.
#' @param test the kind of test.
#' @param adjust how p-values of pairs are adjusted.
#' @param trend TRUE for a linear trend over the groups in their order, or a number for each group.
#' @param reference the group that the others are compared with: `contrasts` then has these comparisons only, and
#'   `adjust` counts no others.
#' @param paired whether `x` and `y` have the same rows. By default this is found out; `TRUE` is an error if they differ.
#' @return A list of class `c("roc_test", "htest")`, with the usual elements and `contrasts`: a data.frame
#'   with a row for each pair (or the one comparison), `estimate`, `std.error`, `statistic`, `df`, `p.value`,
#'   `p.adjusted` if adjusted, `conf.low` and `conf.high`.
#' @references DeLong ER, DeLong DM, Clarke-Pearson DL (1988). Biometrics 44, 837-845. Marcus R, Peritz E,
#'   Gabriel KR (1976). On closed testing procedures. Biometrika 63, 655-660. Obuchowski NA (1997). Biometrics
#'   53, 567-578.
#' @examples
#' cars <- transform(mtcars, engine = ifelse(vs == 1, "straight", "V"))
#' fit <- weighted_roc(am ~ mpg + qsec, cars)
#' auc_test(fit)
#' roc_test(fit, measure = roc_measure("TPR", FPR = .2))
#' auc_test(weighted_roc(am ~ mpg, cars, by = engine))
#' @export
roc_test <- function(x, y, ..., measure = "AUC", mu = NULL, margin = NULL,
                     alternative = c("two.sided", "less", "greater", "noninferior", "equivalent"),
                     conf.level = default_conf_level(), test = c("score", "wald"),
                     adjust = c("none", "closed", "holm", "hochberg", "hommel", "bonferroni", "BH", "BY",
                                "fdr"),
                     trend = FALSE, reference = NULL, paired = NULL) classed({
  if (identical(test, "exact")) {
    message <- paste("`test` must be \"score\" or \"wald\": for an exact test of an AUC use",
                     "`stats::wilcox.test(score ~ label, exact = TRUE)`.")
    raise("choice", message, argument = "test", value = test)
  }
  level <- check_level(conf.level)
  spec <- list(mu = mu, margin = margin, alternative = check_choice(alternative, "alternative"),
              level = if (!missing(conf.level)) level, test = check_choice(test, "test"),
              adjust = check_choice(adjust, "adjust"), trend = trend, reference = reference,
              by_default = missing(test))
  # A second sample, or the label of scores.
  two <- !missing(y) && (is_fit(y) || is_tally(y) || is_keyed(y) || inherits(y, "roc_rows"))
  if (!two) check_unused(c(paired = !is.null(paired)), "without a second fit")
  # An argument without a name behind a fit, or two, is the measure.
  chosen <- !missing(measure)
  by_y <- !missing(y) && !chosen && has_labels(x) && is_measure(y)
  if (two) {
    args <- lapply(list(x, y), function(of) with_measure_behind(roc_observations, of, measure, chosen, ...))
    measure <- args[[1L]]$measure
  } else if (by_y) {
    measure <- y
  }
  samples <- if (two) {
    list(args[[1L]]$of, args[[2L]]$of)
  } else if (missing(y) || by_y) {
    list(roc_observations(x, ...))
  } else {
    list(roc_observations(x, y, ...))
  }
  for (sample in samples) refuse_ways("test", c(bootstrap = is_bootstrap(sample$sampling$variance)))
  quantity <- check_tested(measure)
  for (sample in samples) refuse_share_of_free(or(sample$observations, sample), list(quantity))
  joined <- if (two) paired_sample(samples, c(rows_given(x), rows_given(y)), paired)
  result <- about_mean_losses(list(quantity), if (!is.null(joined)) {
    check_one_direction(samples, quantity)
    result <- tests(joined, quantity, spec)
    result$method <- paste0("Paired ", tolower(substr(result$method, 1L, 1L)), substring(result$method, 2L))
    result
  } else if (two) {
    test_of_two(samples, quantity, spec)
  } else {
    tests(samples[[1L]], quantity, spec)
  })
  if (is.null(conf.level)) {
    result["conf.int"] <- NULL
    result$contrasts <- without_intervals(result$contrasts)
  }
  result$contrasts <- with_class(result$contrasts, "roc_contrasts")
  structure(c(result, list(data.name = name_of_data(if (two) c("x", "y") else "x"))),
            class = c("roc_test", "htest"))
})

# Before any was left out for a missing value.
rows_given <- function(x) {
  if (inherits(x, "weighted_roc")) length(x$observations$label) + x$omitted else or(x$given, 0)
}

#' @rdname roc_test
#' @export
auc_test <- function(x, y, ...) {
  own <- intersect("measure", ...names())
  refuse_arguments(own, "used in auc_test(), a test of the AUC: see roc_test()")
  roc_test(x, y, ..., measure = "AUC")
}

# Tests by the kind of data: rows of observations, fits by group, or sums over units.
tests <- function(observations, quantity, spec) UseMethod("tests")

#' @exportS3Method
tests.roc_rows <- function(observations, quantity, spec) {
  test_of_scores(observations, observations$names, quantity, spec, sample = function(request) {
    # The core makes all of the test from the observations; a survey design gives the covariance first.
    tested <- list(reversed_for(observations, quantity))
    by_covariance <- length(observations$names) > 1L || is_area(quantity) || request$test == "wald"
    if (by_covariance) return(in_known_design(observations, tested))
    check_ways_of_measures(observations, structure(tested, names = name_of_quantity(quantity)), list())
    if (is.null(observations$sampling$design)) observations else estimated_in_design(observations, tested)
  })
}

# One score is tested against a value, and several of the same observations with each other. `sample` makes the input of
# the core for a request.
test_of_scores <- function(observations, names, quantity, spec, sample) {
  refuse_aims_of_groups(spec, "without groups")
  number <- max(length(names), 1L)
  if (number > 1L) {
    check_unused(c(mu = !is.null(spec$mu)), "with several scores, which are compared with each other")
  }
  check_sides(spec$alternative, number, "scores")
  request <- if (number == 1L) request_of_value(spec, observations, quantity) else request_of(spec, observations)
  request$seed <- seed_of_call()
  sample <- sample(request)
  answer <- test_contrasts(list(sample), reversed_for(observations, quantity), request)
  answer <- if (is.null(sample$sums)) result_of_scores(observations, answer) else unwrap(answer)
  warn_of_sizes <- function() {
    if (is.null(sample$sums)) return(warn_of_observed(observations))
    warn_of_rows(unwrap(area_of_tally(sample$sums[[1L]], sample))$row)
  }
  if (!is.na(answer$p.value)) warn_of_sizes()
  result <- if (number == 1L) {
    htest_of_one(answer, request, observations$names, quantity)
  } else {
    htest_of_scores(answer, request, names, quantity)
  }
  method <- sprintf("%s of %s %s %s (%s, %s)", words_of_aim(request), if (number == 1L) "a weighted" else "weighted",
                    words_of_quantity(quantity, number),
                    if (number == 1L) "with a value" else "of the same observations",
                    request$test, name_of_variance(observations))
  c(result, list(method = method))
}

# A test against a value, which has a default for AUCs alone.
request_of_value <- function(spec, observations, quantity) {
  if (is.null(spec$mu) && !is_area(quantity)) raise_absent("mu")
  limits <- unlist(descriptions_of(list(quantity))[c("low", "high")], use.names = FALSE)
  mu <- check_numbers(or(spec$mu, 0.5), "mu", 1L, if (is_area(quantity)) "uncertain" else limits)
  # The variance of an AUC is that of the interval.
  if (spec$by_default && is_area(quantity) && !is_default_method(observations$method)) spec$test <- observations$method
  request_of(spec, observations, mu)
}

# A design has its own.
name_of_variance <- function(observations) {
  design <- observations$sampling$design
  if (is.null(design)) return(observations$sampling$variance)
  if (inherits(design, "svyrep.design")) "replicates" else "linearization"
}

# Two independent samples.
test_of_two <- function(samples, quantity, spec) {
  check_unused(c(mu = !is.null(spec$mu)), "with two samples")
  refuse_aims_of_groups(spec, "with two samples")
  request <- request_of(spec, samples[[1L]])
  if (any(are_sums(samples)) && !is_area(quantity)) check_sums(list(quantity), list(), "tally or curve")
  grouped <- match(TRUE, vapply(samples, inherits, NA, "weighted_roc_by"))
  if (!is.na(grouped)) {
    message <- sprintf(paste("Independent samples must be one each, without groups: choose one, as in",
                             "`%s$fits[[1]]`, or merge tallies by as_roc_tally()."), c("x", "y")[[grouped]])
    raise("type", message, argument = c("x", "y")[[grouped]])
  }
  several <- match(TRUE, lengths(lapply(samples, `[[`, "names")) > 1L)
  if (!is.na(several)) {
    name <- quoted(samples[[several]]$names[[1L]])
    message <- sprintf("Independent samples are compared by one score each: choose one, as in `%s[%s]`.",
                       c("x", "y")[[several]], name)
    raise("type", message, argument = c("x", "y")[[several]])
  }
  tested <- check_one_direction(samples, quantity)
  args <- lapply(samples, sample_in_test, tested)
  # Samples that have a model of the weights in common are as little independent as groups are.
  request$independent <- !identical(samples[[1L]]$sampling$models, samples[[2L]]$sampling$models)
  result <- result_of_samples(samples, test_contrasts(args, tested, request), in_sample)
  if (!is.na(result$p.value)) {
    for (i in seq_along(samples)) in_sample(i, warn_of_observed(samples[[i]]))
  }
  names <- paste(if (is_area(quantity)) "AUC" else name_of_quantity(quantity), "of", c("x", "y"))
  method <- sprintf("%s of weighted %s of independent samples (%s, %s)", words_of_aim(request),
                    words_of_quantity(quantity, 2L), spec$test,
                    paste(unique(vapply(samples, name_of_variance, "")), collapse = " and "))
  c(htest_of_pair(result, request, names, quantity),
    list(contrasts = contrast_of(result, result$combined), method = method))
}

# The measure as it is asked for in scores that may be turned.
check_one_direction <- function(samples, quantity) {
  tested <- lapply(samples, reversed_for, quantity)
  if (!identical(tested[[1L]], tested[[2L]])) {
    raise("choice", "Both fits must have the same `direction` to compare a measure at a threshold.",
          argument = "y")
  }
  tested[[1L]]
}

are_sums <- function(samples) vapply(samples, inherits, NA, "roc_sums")

# The input of the core for an independent sample.
sample_in_test <- function(observations, quantity) UseMethod("sample_in_test")

#' @exportS3Method
sample_in_test.default <- function(observations, quantity) {
  in_known_design(observations, list(quantity))
}

#' @exportS3Method
sample_in_test.roc_tally_sums <- function(observations, quantity) {
  tally <- observations$tallies[[1L]]
  variance <- observations$sampling$variance
  check_variance_of_tally(tally, variance)
  list(sums = list(tallied(tally, variance)), variance = variance)
}

#' @exportS3Method
sample_in_test.roc_points <- function(observations, quantity) raise_without_observations("A test")

#' @exportS3Method
sample_in_test.roc_curve_sums <- function(observations, quantity) {
  variance <- observations$sampling$variance
  list(sums = unname(sums_of_variance(observations$curve, variance)[1L]), variance = variance)
}

# The quantity for scores that were turned. Words are those of what was asked for.
reversed_for <- function(observations, quantity) {
  if (isTRUE(observations$turned)) reversed_quantities(list(quantity))[[1L]] else quantity
}

# The core's result for independent samples, or an error about one of them: `in_one(i, value)` says which.
result_of_samples <- function(samples, result, in_one) {
  if (inherits(result, "wroc_failure") && !is.null(result$score)) {
    of_sample <- if (any(are_sums(samples))) 1L else length(samples[[1L]]$scores)
    i <- (as.integer(result$score) - 1L) %/% of_sample + 1L
    sample <- samples[[i]]
    if (!is.null(sample$sampling$folds) && of_sample > 1L) result <- in_repetition(result, sample$sampling$folds)
    result$score <- NULL
    score <- or(sample$scores, list(NULL))[[1L]]
    in_one(i, about_observations(sample, about_label(result, score, sample$label)))
  }
  unwrap(result)
}

in_sample <- function(sample, value) {
  name <- sprintf("`%s`", c("x", "y")[[sample]])
  in_place(value, part_of(sprintf("In %s:", name), "samples", name, sample = sample))
}
