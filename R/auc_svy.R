#' Weighted area under a ROC curve in a survey design
#'
#' The area in the population that a survey stands for, with the standard error of its design: strata,
#' clusters, finite populations, or replicate weights.
#'
#' @section Definition:
#' The estimate is [auc_wmw()] with the weights of the design. Its variance is
#' - for a `survey.design` that of the total of \eqn{u_i / w_i}, with \eqn{u} the influences of
#'   [auc_influence()] (Taylor linearization, Binder 1983), by `survey::svytotal()`;
#' - for a `svyrep.design` that of the areas under the replicate weights, by `survey::svrVar()` with the
#'   scales of the design; all from one sort.
#'
#' Intervals are those of [auc_ci()] with this variance. Its degrees of freedom \eqn{\nu}{nu} are those of
#' the influences, or of the design, `survey::degf()`, if these are fewer; `"none"` takes those
#' of the design. \eqn{\nu}{nu} is from the sums of influences by primary sampling unit, or from the
#' influences themselves for replicate weights, which do not tell the units. The effective numbers of
#' the classes are those of the observations: strata make a sample worth more, clusters less, and
#' with the variance of the design as \eqn{v} the interval has both.
#' In simulations of 5 and 40 strata with two units each, and areas from 0.75 to 0.97, `"score"` held at a nominal 95% in
#' 93.3% to 97.1% of the samples (`bench/coverage/report.md` in the sources).
#'
#' @section Complexity:
#' At worst \eqn{O(n \log n)}{O(n log n)} time for each score and \eqn{O(n)} for each set of replicate
#' weights, beside what package survey takes.
#'
#' @param formula `label ~ guess`, or `label ~ guess1 + guess2` for several scores: expressions in the
#'   variables of the design. What labels may be, see [WeightedROC()].
#' @param design A design of package survey: `survey.design`, `svyrep.design` or `twophase`, or what inherits
#'   from them. For a part of the population, `subset(design, ...)`.
#' @inheritParams auc_ci
#'
#' @param FPR,TPR An interval of rates for a partial area, as in [auc_ci()].
#' @param positive The value of `label` that is positive, as in [auc_ci()].
#' @param na.rm `TRUE` to leave out observations in which a score or the label is missing, as
#'   `subset(design, )` does: they stay in the design.
#'
#' @return A data.frame with a row for each score and the columns of [auc_ci()]: `score`, `estimate`,
#'   `std.error`, `conf.low`, `conf.high`, `df`, `n_pos`, `n_neg`, `n_eff_pos`, `n_eff_neg` and `variance`:
#'   `"linearization"` or `"replicates"`.
#'
#' @section Errors:
#' Those of [auc_wmw()], for missing values too where the weight is not 0. Messages begin with the
#' variable that they are about, as the formula has it, and the field `score` is the score's.
#' Replicates in which a class has no weight are left out with a warning
#' (`wroc_warning_replicates`). `wroc_error_type` for what is no formula or no design,
#' `wroc_error_package` where package survey is not installed. `wroc_error_design` for a design of which
#' package survey makes no variance, or whose parts don't belong together, as after an edit by hand;
#' `wroc_error_weight` for weights of it that are negative or missing, with the row in the field `position`.
#'
#' @source
#' Yao, W., Li, Z. and Graubard, B. I. (2015). Estimation of ROC curve with complex survey data.
#' *Statistics in Medicine* 34, 1293-1303, \doi{10.1002/sim.6405}. Binder, D. A. (1983). On the variances
#' of asymptotically normal estimators from complex surveys. *International Statistical Review* 51,
#' 279-292, \doi{10.2307/1402588}.
#'
#' @family inference
#' @seealso [auc_ci()] for observations without a design.
#'
#' @examples
#' if (requireNamespace("survey", quietly = TRUE)) {
#'   data(nhanes, package = "survey", envir = environment())
#'   design <- survey::svydesign(~SDMVPSU, strata = ~SDMVSTRA, weights = ~WTMEC2YR, nest = TRUE,
#'                               data = nhanes)
#'   known <- subset(design, !is.na(HI_CHOL))
#'   print(auc_svy(HI_CHOL ~ as.integer(agecat), known))
#'   auc_svy(HI_CHOL ~ as.integer(agecat), survey::as.svrepdesign(known))
#' }
#' @export
auc_svy <- function(formula, design, conf.level = 0.95, transform = c("score", "logit", "none"),
                    FPR = NULL, TPR = NULL, positive = NULL, na.rm = FALSE) classed({
  check_given(formula)
  check_given(design)
  check_design(design, "design")
  transform_given <- !missing(transform)
  conf.level <- check_level(conf.level)
  transform <- check_choice(transform, "transform")
  partial <- check_partial(FPR, TPR)
  observed <- observations_of_formula(formula, design, positive, na.rm)
  how <- list(conf.level = conf.level, transform = transform, variance = "delong", partial = partial)
  rows <- if (is.null(partial)) {
    analytic_rows(observed, how)
  } else {
    check_unused(c(transform = transform_given), "for a partial area")
    rows_of_partial(observed, how)
  }
  with_names(rows, observed$names)
})

observations_of_formula <- function(formula, design, positive, na.rm) {
  variables <- variables_of(formula, data_of_design(design))
  classes <- function(...) in_variable(formula, classes_of_label(...))
  observations_of(variables$scores, variables$label, design, NULL, positive, na.rm, classes = classes,
                  designs = TRUE)
}

# An error of the label says where it stands.
in_variable <- function(formula, value) {
  amended(value, function(error) {
    name <- paste(deparse(formula[[2L]], nlines = 1L), collapse = "")
    placed(error, sprintf("In `%s`:", name), variable = name)
  })
}

# How the areas of observations in a design vary.
area_in_design <- function(observed) {
  areas <- if (inherits(observed$design, "svyrep.design")) {
    about_observations(observed, areas_of(unname(observed$scores), observed$label, observed$weights))
  }
  covariance_in_design(observed, list(area_quantity), areas)
}
