#' Estimate ROC measures with confidence intervals
#'
#' `roc_estimate()` returns the AUC, rates, predictive values, calibration losses or any other measure of
#' [roc_measure()], each with its standard error and confidence interval. Use `auc_ci()` for the AUC, or a
#' partial AUC.
#'
#' @details
#' **Intervals.** `"wilson"`, the default, contains the values not rejected by a test that uses the variance under each
#' value, as Wilson (1927) did for proportions. It stays in range and is accurate for few observations
#' and AUCs near 1. `"logit"` and `"wald"` are alternatives for the AUC. Rates have their own forms of
#' Wilson's interval, ratios an interval on the log scale. Measures of ranks (`"AP"`, `"H"`, `"KS"` and
#' others) and shares use `R` replicates of a Bayesian bootstrap; `variance = "bootstrap"` uses
#' percentiles of replicates for all. `vignette("Methods")` has formulas and coverage.
#'
#' **Weights that depend on the score.** If clear cases were preferred, such as positives with high scores, the few
#' hard ones have the large weights. Other intervals are then too short and too high. `method = "bayes"` is for the AUC
#' and partial AUCs of such weights: percentiles of `R` replicates in which observations, or clusters, have
#' exponential random weights (Rubin 1981). For the lower end each class has one more observation, a negative above
#' and a positive below all others, for the upper end the reverse. Its weight is
#' \eqn{\sum w^2 / \sum w}{sum(w^2) / sum(w)} times a gamma variable of shape 1/2. Coverage of 95% intervals rose from
#' 85-96% to 88-100%, at 0.9 to 1.2 times the length. If hard cases were preferred, the default is shorter and covers
#' 92-98% while no observation has more than 0.15 of the weight of its class. With a largest share of 0.25 no method
#' holds (86-92%), with 0.4 it covers 73-81%, and the intervals are too low.
#'
#' **Chosen thresholds.** With `roc_measure(threshold = "J")`, or another rule, the estimate is that of
#' the threshold chosen in this sample, corrected for optimism; `apparent` has the uncorrected value. The
#' same holds under bounds, `roc_measure("TPR", max_FPR = 0.1)`, where the threshold has no interval
#' (`roc_measure("threshold", FPR = 0.1)` has one). `std.error` and `df` are `NA` for thresholds, whose interval
#' has neither.
#'
#' **Weights.** The ways of [roc_observations()] apply to every measure for which there is theory; other
#' combinations raise `wroc_error_unsupported` with the reason. Fewer than 3 effective observations or
#' clusters of a class raise `wroc_warning_effective`.
#'
#' **One class.** Observations of one class, or a group of them, have mean losses without `prior`: `"brier"`,
#' `"log_loss"`, and `"ACC"`, `"ERR"`, `"share"`, `"risk"` and `"NB"` at a threshold. All other measures need both
#' classes, and are an error, or `NA` beside a mean loss.
#'
#' @param x a fit of [weighted_roc()]; scores, with the arguments of [roc_observations()] behind them; a tally
#'   or a curve of [roc_collect()], which have intervals of the AUC; or any curve, which has values and no
#'   intervals.
#' @param ... with scores, arguments of [roc_observations()]: `label`, the two classes, of which the larger number,
#'   `TRUE` or the last level is positive; `weight`, non-negative, or a survey design; `cluster`, the person or unit of
#'   each row; `by`, the group of each row, for estimates by group; `fold`, `positive`, `variance` and others. For a
#'   fit, which has all of these, only `variance`.
#' @param measure names of measures or the result of [roc_measure()].
#' @param conf.level the confidence level, 0.95 by default; `NULL` returns values only, without any computation of
#'   influences.
#'   A fit's own level is the default for a fit.
#' @param method the interval of an AUC: `"wilson"`, the default, `"logit"`, `"wald"`, or `"bayes"`, also of a partial
#'   AUC.
#' @param R bootstrap replicates, if used: 1000 for measures of ranks and `"bayes"`, and 2000 random halves for a
#'   chosen threshold, or 400 of both for more than 3000 observations; 2000 for a bootstrap.
#' @param FPR,TPR the two ends of an interval of rates: `auc_ci()` is then that of the partial AUC there.
#' @param standardize how a partial AUC is standardized, see [roc_measure()].
#' @return A data.frame with a row for each score and measure: the groups and the `score`, where there are
#'   any, then `measure`, `estimate`, `std.error`, `conf.low`, `conf.high`, `df` (degrees of freedom); the
#'   numbers of observations `n_pos`, `n_neg` and effective sample sizes `n_eff_pos`, `n_eff_neg`; and
#'   `variance`. Tallies, tables and curves add `bound.low` and `bound.high`: bounds of the error of
#'   binning, not of sampling.
#' @section Complexity: O(n log n) time and O(n) memory for each score, times `R` with replicates.
#' @references Wilson EB (1927). Probable inference, the law of succession, and statistical inference. JASA
#'   22, 209-212. Rubin DB (1981). The Bayesian bootstrap. Annals of Statistics 9, 130-134. DeLong ER, DeLong DM, Clarke-Pearson DL (1988). Comparing the areas under two or more
#'   correlated receiver operating characteristic curves. Biometrics 44, 837-845. Obuchowski NA (1997).
#'   Nonparametric analysis of clustered ROC curve data. Biometrics 53, 567-578.
#' @seealso [roc_test()] to compare, [roc_at()] for values at many thresholds.
#' @examples
#' fit <- weighted_roc(am ~ mpg + qsec, mtcars)
#' auc_ci(fit)
#' auc_ci(fit, FPR = c(0, .2), standardize = "mcclish")
#' roc_estimate(fit, measure = "AP", conf.level = NULL)
#' roc_estimate(fit, measure = roc_measure("TNR", TPR = .9))
#'
#' # Without a fit
#' auc_ci(mtcars$mpg, label = mtcars$am, weight = mtcars$wt, method = "logit")
#' @export
roc_estimate <- function(x, ..., measure = "AUC", conf.level = default_conf_level(),
                         method = estimate_methods(), R = NULL) classed({
  spec <- settings_of_intervals(c(level = missing(conf.level), method = missing(method)), conf.level, method, R)
  args <- with_measure_behind(roc_observations, x, measure, !missing(measure), ...)
  estimates(args$of, check_measure(args$measure, spec$values), spec)
})

#' @rdname roc_estimate
#' @export
auc_ci <- function(x, ..., FPR = NULL, TPR = NULL, standardize = c("none", "range", "mcclish"),
                   conf.level = default_conf_level(), method = estimate_methods(), R = NULL) {
  call <- call_by_places(sys.call(), names(formals()), TRUE)
  if (!is.null(call)) return(eval(call, parent.frame()))
  classed({
    spec <- settings_of_intervals(c(level = missing(conf.level), method = missing(method)), conf.level, method,
                                R)
    measure <- if (is.null(FPR) && is.null(TPR)) {
      if (!missing(standardize)) check_unused(c(standardize = TRUE), "without `FPR` or `TPR`")
      unclass(area_measure)
    } else {
      check_measure(roc_measure("AUC", FPR = FPR, TPR = TPR,
                                standardize = check_choice(standardize, "standardize")))
    }
    estimates(roc_observations(x, ...), measure, spec)
  })
}

# `level` is NULL where observations choose; `values` says that nothing but values is wanted.
settings_of_intervals <- function(by_default, conf.level, method, R) {
  values <- is.null(conf.level)
  level <- if (!values && !by_default[["level"]]) check_level(conf.level)
  # Also what is not there but by name.
  force(method)
  method <- if (!by_default[["method"]]) check_choice_of(method, "method", estimate_methods())
  list(values = values, level = level, method = method, R = if (!is.null(R)) check_numbers(R, "R", 1L))
}

# The defaults of the core: the level, and the names of the methods, that of the default first.
interval_defaults_known <- local({
  defaults <- NULL
  function() {
    if (is.null(defaults)) defaults <<- unwrap(interval_defaults())
    defaults
  }
})

default_conf_level <- function() interval_defaults_known()$level

interval_methods <- function() interval_defaults_known()$methods

# The methods of estimates from observations are more.
estimate_methods <- function() unlist(interval_defaults_known()[c("methods", "bayes")], use.names = FALSE)

is_default_method <- function(method) is.null(method) || method == interval_methods()[[1L]]

level_of <- function(spec, observations) c(spec$level, observations$conf.level, default_conf_level())[[1L]]

# The rows of estimates, by what is known: rows of observations, sums over them, a curve, or fits by group.
estimates <- function(observations, quantities, spec) {
  rows <- with_class(estimated(observations, quantities, spec), "roc_estimate")
  with_neighbours_of_estimates(rows, observations)
}

estimated <- function(observations, quantities, spec) {
  if (is_bayes(spec)) check_bayes(observations, quantities)
  UseMethod("estimated")
}

# Returns whether the intervals of AUCs are those of a Bayesian bootstrap.
is_bayes <- function(spec) identical(spec$method, interval_defaults_known()$bayes) && !isTRUE(spec$values)

check_bayes <- function(observations, quantities) {
  if (inherits(observations, "weighted_roc_by")) return()
  sampling <- observations$sampling
  refuse_ways("bayes", c(
    fold = !is.null(sampling$folds), design = !is.null(sampling$design), outcome = !is.null(observations$outcome),
    weights_model = !is.null(sampling$links), sums = !inherits(observations, "roc_rows")
  ), "`method = \"bayes\"`", "method")
  measures <- vapply(quantities, `[[`, "", "measure")
  check_unused(c(method = !all(measures %in% c("AUC", "pAUC"))), "for measures other than the AUC")
}

#' @exportS3Method
estimated.weighted_roc_by <- function(observations, quantities, spec) {
  is_at_times <- inherits(observations, "weighted_roc_times")
  for_each_group(observations, function(fit) {
    or(if (is_at_times) areas_of_fit(fit, quantities, spec), estimated(fit$observations, quantities, spec))
  }, measures = quantities)
}

# The columns of all estimates, from those of the compiled library. With the bounds that a tally has.
with_measure <- function(rows, measure, variance) {
  columns <- unclass(rows)
  number <- length(columns$estimate)
  behind <- match(c("bound.low", "bound.high", "apparent"), names(columns), 0L)
  as_frame(c(list(measure = rep_len(measure, number)), columns[columns_of_estimates],
             list(variance = rep_len(variance, number)), columns[behind]), number)
}

columns_of_estimates <- c("estimate", "std.error", "conf.low", "conf.high", "df", "n_pos", "n_neg",
                          "n_eff_pos", "n_eff_neg")

# A column `score` in front, if scores have names.
with_names <- function(rows, names) {
  if (is.null(names)) rows else as_frame(c(list(score = names), as.list(rows)), nrow(rows))
}
