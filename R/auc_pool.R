#' Pool AUCs or tests over multiple imputations
#'
#' Returns AUCs, or differences of AUCs, pooled by Rubin's rules. Use it after multiple imputation;
#' intervals account for imputation uncertainty. [weighted_roc()] of imputed data pools all results.
#'
#' @details
#' Data set \eqn{l} of \eqn{m} has the estimate \eqn{Q_l} and its squared standard error \eqn{U_l}. Let
#' \eqn{\bar Q}{Q.} and \eqn{\bar U}{U.} be their means, and \eqn{B} the variance of the \eqn{Q_l}. The
#' total variance is \eqn{T = \bar U + (1 + 1 / m) B}{T = U. + (1 + 1 / m) B} (Rubin 1987). The interval
#' is \eqn{\bar Q \pm t \sqrt T}{Q. +- t sqrt(T)} with the degrees of freedom of Barnard and Rubin (1999).
#' With `method = "logit"` AUCs are pooled on the logit scale, and `std.error` is \eqn{\sqrt T A (1 -
#' A)}{sqrt(T) A (1 - A)} at the pooled AUC \eqn{A}. Differences are not transformed.
#'
#' An AUC of 0 or 1 has no logit, and a standard error of 0. If some data sets have one, the mean of the AUCs is
#' pooled. There \eqn{U_l} is the variance of the model behind the intervals of [auc_ci()], at that mean.
#'
#' **Fits of imputed data.** [weighted_roc()] of imputed data pools measures between 0 and 1 on the logit scale, others as
#' they are. It tests three or more scores by D1 (Li, Raghunathan and Rubin 1991). At each threshold its curve has
#' the mean logits of the rates, with half an observation of each kind added, and removed again. Bands and influences
#' need one data set.
#'
#' AUCs of several scores are correlated, so pool their tests to compare them: `auc_pool(lapply(fits,
#' auc_test))`. The weights must be known in all data sets, and the imputation model must include the
#' variables on which they depend. Other packages pool a fit by its `coef()` and `vcov()`:
#' `mitools::MIcombine(fits)`. `vignette("Methods")` has the coverage.
#'
#' @param results a list with a result for each completed data set, at least two: fits of
#'   [weighted_roc()]; data.frames of [auc_ci()], or others with columns `estimate` and `std.error`, of
#'   the same rows; or tests of [auc_test()]. `with()` of packages mice and mitools returns such a list.
#'   Or a numeric vector of estimates.
#' @param std.error the standard errors of a numeric vector of estimates.
#' @param df.complete the degrees of freedom of a complete data set, at least 1, or `Inf`; by default the mean
#'   of those of the results, `Inf` where they have none.
#' @param conf.level the confidence level, 0.95 by default.
#' @param method the scale on which AUCs are pooled: `"logit"`, for AUCs within 0 and 1, or `"wald"`, for AUCs
#'   and differences as they are. Tests have `"wald"`.
#' @param ... not used.
#' @return A data.frame with a row for each AUC or difference: the columns in front of `estimate` in the
#'   results, such as `score`; `estimate`, `std.error`, `conf.low`, `conf.high`, `df`; `fmi`, the fraction of
#'   missing information; `m`, the number of data sets; and for tests `statistic` and `p.value` (two-sided).
#' @section Errors:
#' `wroc_error_type`, `wroc_error_length`, `wroc_error_missing`, `wroc_error_range` and
#' `wroc_error_choice` are raised for the arguments, and `wroc_error_names` for results with other rows
#' than the first. `wroc_error_unused` is raised for standard errors beside a list, and for the logit of
#' tests.
#' @references Rubin DB (1987). Multiple Imputation for Nonresponse in Surveys. Wiley. Barnard J, Rubin DB
#'   (1999). Small-sample degrees of freedom with multiple imputation. Biometrika 86, 948-955. Li KH, Raghunathan TE,
#'   Rubin DB (1991). Large-sample significance levels from multiply imputed data using moment-based statistics
#'   and an F reference distribution. JASA 86, 1065-1073.
#' @seealso [auc_ci()] and [auc_test()] for one data set.
#' @examples
#' # Five data sets in which a missing score was imputed
#' set.seed(1)
#' sick <- rep(0:1, each = 60)
#' age <- rnorm(120, sick)
#' marker <- ifelse(runif(120) < .3, NA, age + rnorm(120, sick))
#' known <- lm(marker ~ age + sick)
#' gaps <- is.na(marker)
#' fits <- lapply(1:5, function(i) {
#'   drawn <- predict(known, data.frame(age, sick)) + rnorm(120, sd = sigma(known))
#'   filled <- ifelse(gaps, drawn, marker)
#'   weighted_roc(sick ~ filled + age)
#' })
#' auc_pool(fits)
#' auc_pool(lapply(fits, auc_test))
#' auc_pool(c(0.81, 0.84, 0.79), c(0.03, 0.03, 0.04))
#' @export
auc_pool <- function(results, std.error = NULL, df.complete = NULL, conf.level = default_conf_level(),
                     method = c("logit", "wald"), ...) classed({
  refuse_dots(...)
  level <- check_level(conf.level)
  # The analyses of package mice.
  if (inherits(results, "mira")) results <- unclass(results)$analyses
  of_tests <- is.list(results) && length(results) > 0L && all(vapply(results, inherits, NA, "roc_test"))
  if (of_tests && !missing(method)) {
    check_unused(c(method = !identical(method, "wald")), "with tests, of differences")
  }
  method <- check_choice(method, "method", if (of_tests) "wald")
  parts <- parts_to_pool(results, std.error)
  if (!is.null(df.complete)) parts$df <- check_numbers(df.complete, "df.complete", 1L)
  rows <- frame_of_pooled(parts, level, method)
  with_class(if (is.null(conf.level)) without_intervals(rows) else rows, "roc_pooled")
})

# Matrices `estimate` and `std.error`, a row for each quantity and a column for each data set; the
# complete data's `df` of each row; `labels`, the columns that say which quantity it is; `null`, the
# value that tests test.
parts_to_pool <- function(results, std.error) {
  if (is.numeric(results)) return(parts_of_numbers(results, std.error))
  check_unused(c(std.error = !is.null(std.error)), "with a list of results, which have their own")
  read <- reader_of(results)
  check_number_of_sets(length(results))
  frames <- lapply(results, read)
  labels <- unclass(frames[[1L]])[seq_len(match("estimate", names(frames[[1L]])) - 1L)]
  check_same_rows(frames, labels)
  of_rows <- function(name) {
    matrix(unlist(lapply(frames, function(frame) as.double(frame[[name]]))), nrow(frames[[1L]]))
  }
  parts <- list(estimate = of_rows("estimate"), std.error = of_rows("std.error"), expected = of_rows("expected"),
                labels = lapply(labels, as.vector), null = frames[[1L]]$null)
  df <- of_rows("df")
  # Influences of 0 say nothing of an AUC's variance, and the core has a model for it: such an AUC has no degrees of
  # freedom of its own. Where all AUCs are the same, the interval of one of them says all.
  by_model <- !is.na(parts$std.error) & parts$std.error == 0 & is.finite(parts$expected)
  differ <- apply(parts$estimate, 1L, function(estimate) length(unique(estimate)) > 1L)
  df[by_model & (differ | rowSums(!by_model) > 0)] <- NA
  parts$df <- rowMeans(df, na.rm = TRUE)
  parts
}

parts_of_numbers <- function(estimate, std.error) {
  estimate <- check_numbers(estimate, "results")
  if (is.null(std.error)) raise_absent("std.error", "; numeric `results` need it")
  std.error <- check_numbers(std.error, "std.error", length(estimate))
  check_number_of_sets(length(estimate))
  list(estimate = t(estimate), std.error = t(std.error), expected = t(rep(NA_real_, length(estimate))), df = Inf,
       labels = list(), null = NULL)
}

check_number_of_sets <- function(number) {
  if (number < 2L) {
    message <- sprintf("`results` must come from at least two data sets, not %s.", number(number))
    raise("length", message, argument = "results", length = number, expected = 2L)
  }
}

# Returns the function that makes a data.frame of each result; all must be of one kind.
reader_of <- function(results) {
  if (is.list(results) && !is.object(results) || inherits(results, "imputationResultList")) {
    all_are <- function(class) all(vapply(results, inherits, NA, class))
    if (all_are("weighted_roc")) return(areas_to_pool)
    if (all_are("roc_test")) return(function(test) {
      rows <- frame_to_pool(test$contrasts)
      null <- if (nrow(rows) > 1L) 0 else test$null.value[[1L]]
      with_columns(rows, list(null = rep(null, nrow(rows))))
    })
    has_estimates <- function(x) is.data.frame(x) && is.numeric(x$estimate) && is.numeric(x$std.error)
    if (all(vapply(results, has_estimates, NA))) return(frame_to_pool)
  }
  raise_type("results", "numbers, or a list of fits, of results of auc_ci() or of auc_test()", results)
}

areas_to_pool <- function(fit) {
  rows <- estimates_to_pool(roc_observations(fit), unclass(area_measure))
  frame_to_pool(rows[c("score", "measure", "estimate", "std.error", "df", "n_eff_pos", "n_eff_neg")])
}

estimates_to_pool <- function(observations, quantities, spec = list()) {
  of_areas <- all(vapply(quantities, is_area, NA))
  # This type of interval is the only one with the degrees of freedom of the influences.
  spec$method <- if (of_areas && !is_bootstrap(observations$sampling$variance)) "logit"
  # An AUC of 1 has no standard error in this data set, but in the pool.
  withCallingHandlers(estimates(observations, quantities, spec),
                      wroc_warning_degenerate = function(warning) invokeRestart("muffleWarning"))
}

frame_to_pool <- function(frame) {
  frame <- plain_frame(frame)
  known <- if (is.numeric(frame$df)) !is.na(frame$df) else FALSE
  frame$df <- ifelse(known, frame$df, Inf)
  of_areas <- is.numeric(frame$n_eff_pos) && is.numeric(frame$n_eff_neg) && all(frame$measure == "AUC")
  frame$expected <- rep_len(if (of_areas) 1 / frame$n_eff_pos + 1 / frame$n_eff_neg else NA_real_, nrow(frame))
  frame
}

check_same_rows <- function(frames, labels) {
  same <- vapply(frames, function(frame) {
    nrow(frame) == nrow(frames[[1L]]) && identical(unclass(frame)[names(labels)], labels)
  }, NA)
  fault <- match(FALSE, same)
  if (!is.na(fault)) {
    message <- sprintf("`results` must have the same scores: rows of element %s differ from the first.",
                       number(fault))
    raise("names", message, argument = "results", position = fault)
  }
}

# Differences may be negative.
limits_of_areas <- function(parts) c(if (is.null(parts$null) && isTRUE(all(parts$estimate >= 0))) 0 else -1, 1)

frame_of_pooled <- function(parts, conf.level, method, limits = limits_of_areas(parts)) {
  rows <- nrow(parts$estimate)
  pooled <- pool(list(
    estimate = as.vector(t(parts$estimate)), std.error = as.vector(t(parts$std.error)),
    expected = as.vector(t(parts$expected)), df = rep_len(as.double(parts$df), rows), null = parts$null,
    scale = if (method == "wald") "none" else method, possible = limits,
    level = conf.level
  ))
  if (inherits(pooled, "wroc_failure")) pooled <- failure_to_pool(pooled, parts, method)
  unwrap(pooled)
  tests <- c("statistic", "p.value")
  as_frame(c(
    parts$labels, unclass(pooled)[setdiff(names(pooled), tests)],
    list(m = rep(ncol(parts$estimate), rows)), if (!is.null(parts$null)) unclass(pooled)[tests]
  ), rows)
}

failure_to_pool <- function(failure, parts, method) {
  if (method == "logit" && identical(failure$argument, "estimate")) {
    failure$range <- paste0(failure$range, ", as areas that have a logit (`method = \"wald\"` accepts others)")
  }
  # Lists have their standard errors among the results.
  if (length(parts$labels) > 0L && identical(failure$argument, "std_error")) {
    failure[c("argument", "range")] <- list("results", paste("results whose standard errors are", failure$range))
  }
  failure
}
