#' What can be done with a fit
#'
#' Methods of R's functions for the fits of [weighted_roc()].
#'
#' @details
#' What takes a curve takes a fit, and answers for each score, with its name in the column `score`
#' in front: `roc_at(fit, threshold)`, `roc_optimal(fit, cost_FN = 5)`, `roc_partial_auc(fit, FPR
#' = c(0, 0.1))`, [roc_measures()], [roc_risk()], [roc_isocost()], [roc_hull()],
#' [roc_neyman_pearson()], [roc_constrained()], [roc_reject()], [roc_net_benefit()], [roc_pr()], [roc_prg()],
#' [roc_pr_auc()], [roc_gain()], [roc_gini()], [roc_h()], [roc_expected_cost()], [roc_calibrate()],
#' [roc_brier()], [roc_log_score()], [roc_cost_auc()], [roc_cost_curve()], [roc_thin()], [roc_bounds()];
#' [roc_compare()] and [roc_dominates()] for each pair of scores.
#'
#' What takes observations takes a fit in their place: [auc_ci()], [auc_pr()], [auc_test()],
#' [auc_test_groups()], [roc_band()], [roc_optimal_ci()], [roc_ci()], [roc_net_benefit_ci()],
#' [roc_reliability()], [auc_influence()], [roc_influence()], [roc_plot_scores()], but not the fit of a table in
#' a database. A fit of a survey design answers [auc_ci()], [auc_test()], [roc_band()], [roc_ci()] and
#' [roc_net_benefit_ci()] with the design's variance, and both functions of influences, which depend on the
#' weights alone; the others are an error. What comes after the fit goes by its name:
#' `roc_ci(fit, what = roc_measure("PPV", threshold = 3))`. With `direction = "<="` a `threshold` in there
#' is in the units of the score.
#'
#' @section Pictures:
#' `plot()` draws in base graphics, `autoplot()` with ggplot2. The `type` says what:
#'
#' | `type` | draws | with the arguments of |
#' |---|---|---|
#' | `"roc"` | the curves | `autoplot()`: [roc_plot()] |
#' | `"pr"` | precision over recall | [roc_pr()] |
#' | `"prg"` | precision gain over recall gain | [roc_prg()] |
#' | `"gain"` | the positives found in a share of the population | [roc_gain()] |
#' | `"net_benefit"` | the decision curve of scores that are probabilities; of others with `calibrated = TRUE` | [roc_net_benefit()] |
#' | `"reliability"` | the reliability diagram of scores that are probabilities | [roc_reliability()], and `band` |
#'
#' `"reliability"` needs observations, so not a table in a database or a survey design.
#' `plot(fit, type = "pr", prior = 0.1)` is `plot(roc_pr(fit, prior = 0.1))`. `plot()` also takes `col`, `lty` and
#' `lwd`, one value or one for each curve, and other arguments of [plot.default()] but for those of points.
#' `ggplot(fit, aes(FPR, TPR, colour = score)) + geom_path()` draws the curves by hand.
#'
#' @param x,object,model,data A fit. For `augment()`, `data` is the data.frame to which its
#'   columns are added; without it they stand alone.
#' @param parm Names or numbers of scores; all by default.
#' @param what Of which number of the curve, or which several, see [roc_ci()].
#' @param level,conf.level The confidence level; that of the fit by default.
#' @param conf.int `TRUE` for the ends of the intervals.
#' @param row.names,optional Ignored, there for the generic.
#' @param ... For `plot()` and `autoplot()` arguments of what is drawn, by their names, see the section on
#'   pictures; for `confint()` and `summary()` nothing.
#'
#' @return
#' \describe{
#'   \item{`print()`, `plot()`}{the fit, invisibly.}
#'   \item{`summary()`}{a list that prints: `areas`; `optimal`, by [roc_optimal()] at equal costs;
#'     `partial`, the area at false positive rates up to 0.1, by [roc_partial_auc()]. It does not
#'     compare scores: [auc_test()] does.}
#'   \item{`as.data.frame()`, `fortify()`}{all curves, one after the other: the columns of
#'     [WeightedROC()] behind `score`.}
#'   \item{`confint()`}{a matrix with a row for each score and the columns of both ends. With
#'   `by`, a row for
#'     each group and score.}
#'   \item{`nobs()`}{the number of observations that were used, `NA` for a table.}
#'   \item{`weights()`}{the weight of each of them.}
#'   \item{`formula()`, `update()`}{as for other models: `update(fit, . ~ . + bmi)`.}
#'   \item{`tidy()`}{(package generics or broom) a row for each score: `term`, `estimate`,
#'   `std.error`,
#'     and with `conf.int` also `conf.low`, `conf.high`.}
#'   \item{`glance()`}{one row: `nobs`, `n_pos`, `n_neg`, `n_eff_pos`, `n_eff_neg` (numbers of
#'   equally
#'     weighted observations that are worth as much, Kish), `positive`, `variance`, `conf.level`.}
#'   \item{`augment()`}{a row for each observation: for each score `.TPR` and `.FPR` at its own
#'     threshold and the `.influence` on the area ([auc_influence()]), followed by the score's name
#'     where there are several.}
#' }
#'
#' @section Errors:
#' `wroc_error_observations` where a table or a survey design can't give what is asked for;
#' `wroc_error_choice` for a `parm` that is no score and for an unknown `type`; `wroc_error_unused` for
#' arguments that `confint()` or the picture don't take. A picture has the errors of the function that it draws.
#'
#' @importFrom stats confint formula nobs weights
#' @name weighted_roc-methods
#' @family the fit
#' @seealso [weighted_roc()]
#' @examples
#' set.seed(1)
#' people <- data.frame(sick = rep(0:1, each = 60), weight = rexp(120))
#' people$age <- rnorm(120, 50 + 8 * people$sick, 10)
#' people$bmi <- rnorm(120, 26 + 2 * people$sick, 4)
#' fit <- weighted_roc(sick ~ age + bmi, people, weights = weight)
#' summary(fit)
#' confint(fit, level = 0.9)
#' head(as.data.frame(fit))
#' update(fit, . ~ age, direction = "<=")
#' plot(fit)
#' plot(fit, type = "pr", prior = 0.1)
NULL

#' @rdname weighted_roc-methods
#' @export
as.data.frame.weighted_roc <- function(x, row.names = NULL, optional = FALSE, ...) classed({
  for_each_curve(roc_curves(x), as_whole_curve)
})

#' @rdname weighted_roc-methods
#' @export
as.data.frame.weighted_roc_by <- as.data.frame.weighted_roc

as_whole_curve <- function(curve) plain_frame(curve)[columns_of_curves]

#' @rdname weighted_roc-methods
#' @exportS3Method ggplot2::fortify
fortify.weighted_roc <- function(model, data, ...) as.data.frame(model)

#' @rdname weighted_roc-methods
#' @exportS3Method ggplot2::fortify
fortify.weighted_roc_by <- fortify.weighted_roc

#' @rdname weighted_roc-methods
#' @export
confint.weighted_roc <- function(object, parm, level = object$observations$conf.level, measure = "AUC",
                                 ...) classed({
  refuse_dots_of_confint(...names())
  level <- check_level(level, "level")
  ends_of_intervals(roc_estimate(object, measure = measure, conf.level = level), level, parm)
})

#' @rdname weighted_roc-methods
#' @export
confint.weighted_roc_by <- function(object, parm, level = object$observations$conf.level, measure = "AUC",
                                    ...) classed({
  refuse_dots_of_confint(...names())
  rows <- answers_of_groups(object, confint.weighted_roc, parm, level, measure)
  groups <- rep(names(rows), vapply(rows, nrow, 0L))
  names <- paste(groups, unlist(lapply(rows, row.names)), sep = ":")
  rows <- do.call(rbind, rows)
  row.names(rows) <- names
  rows
})

# The level has another name here than elsewhere.
refuse_dots_of_confint <- function(given) {
  refuse_arguments(given[!is.na(given) & nzchar(given)],
                   "taken by confint(), which takes `parm`, `level` and `measure`")
}

ends_of_intervals <- function(areas, level, parm) {
  tails <- 100 * c((1 - level) / 2, (1 + level) / 2)
  ends <- cbind(areas$conf.low, areas$conf.high)
  several <- anyDuplicated(areas$score) > 0L
  names <- if (several) paste(areas$score, areas$measure, sep = ": ") else areas$score
  dimnames(ends) <- list(names, paste(format(tails, trim = TRUE, digits = 3L), "%"))
  if (missing(parm)) {
    return(ends)
  }
  scores <- unique(areas$score)
  chosen <- structure(seq_along(scores), names = scores)[check_scores_of_fit(parm, scores)]
  ends[unlist(lapply(scores[chosen], function(score) which(areas$score == score))), , drop = FALSE]
}

check_scores_of_fit <- function(parm, scores) {
  known <- c(scores, seq_along(scores), -seq_along(scores))
  if (is.logical(parm) && length(parm) <= length(scores) && !anyNA(parm) || all(parm %in% known)) {
    return(parm)
  }
  unknown <- setdiff(parm, known)
  message <- sprintf("`parm` must be names or numbers of the scores, %s: %s is none.",
                     listed(scores), listed(unknown[1L]))
  raise("choice", message, argument = "parm", expected = scores, value = unknown[1L])
}

#' @rdname weighted_roc-methods
#' @export
nobs.weighted_roc <- function(object, ...) {
  if (is.null(object$observations$label)) NA_integer_ else length(object$observations$label)
}

#' @rdname weighted_roc-methods
#' @export
nobs.weighted_roc_by <- function(object, ...) vapply(object$fits, nobs.weighted_roc, 0L)

#' @rdname weighted_roc-methods
#' @export
weights.weighted_roc <- function(object, ...) {
  check_has_observations(object, "weights()")
  weights <- object$observations$weights
  if (is.null(weights)) rep(1, nobs.weighted_roc(object)) else as.vector(weights)
}

#' @rdname weighted_roc-methods
#' @export
weights.weighted_roc_by <- function(object, ...) lapply(object$fits, weights.weighted_roc)

#' @rdname weighted_roc-methods
#' @export
formula.weighted_roc <- function(x, ...) x$formula

#' @rdname weighted_roc-methods
#' @export
formula.weighted_roc_by <- function(x, ...) x$fits[[1L]]$formula
