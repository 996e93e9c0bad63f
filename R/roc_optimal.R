#' Choose a threshold
#'
#' `roc_optimal()` returns the threshold with the least expected cost, or with the best value of a
#' measure: Youden's index, F1, a measure of your own, and others. Use it to choose a threshold.
#'
#' @details
#' **By costs.** The expected cost, `risk`, is that of [roc_at()]. With the defaults it is the error rate;
#' with `prior = 0.5` the optimum is Youden's. Points of the same risk lie on a straight line. The line
#' through the optimum touches the curve from above, and has
#' \deqn{slope = \frac{(1 - \pi)(cost_{FP} - cost_{TN})}{\pi (cost_{FN} - cost_{TP})}.}{
#'       slope = (1 - prior) (cost_FP - cost_TN) / (prior (cost_FN - cost_TP)).}
#' Costs that differ by less than rounding (16 times 2^-52, relative) are equal.
#'
#' **By a measure.** `"J"`, `"F"` (with `beta`), `"F1"`, `"MCC"`, `"kappa"`, `"ACC"`, `"DOR"`,
#' `"markedness"` (the sum of the predictive values less 1), `"PPV_NPV"` (their product), `"gmean"` and
#' the other measures of [roc_at()] are maximized. Error rates, `"topleft"` (the distance to the corner),
#' `"LR_neg"`, `"NNE"` and `"EER"` (the least difference of sensitivity and specificity) are minimized. A
#' function is called once, with the weighted counts of all thresholds as vectors, and is maximized. With
#' a `prior` the counts are those of a population with that prevalence and the same total weight.
#' Thresholds at which a measure is `NA` are left out; if it is `NA` at all thresholds, the row is `NA`.
#'
#' **Ties.** Of several best thresholds the one with the smallest `FPR` is returned, then the one with the
#' largest `TPR`. `ties` counts them; `roc_at()` shows all.
#'
#' **Optimism.** A measure is optimistic if its threshold was chosen on the same observations.
#' `roc_estimate(fit, measure = roc_measure("J", threshold = "J"))` corrects this, and returns a
#' confidence interval.
#'
#' @inheritParams roc_at
#' @param measure `NULL` for costs; names of measures; or a `function(TP, FP, FN, TN)`.
#' @param beta the weight of recall in `"F"`, 1 by default.
#' @param cost_FP,cost_FN,cost_TP,cost_TN costs of the four outcomes in any unit, negative for gains. An
#'   error must not cost less than the correct decision for the same class. Costs, or measures, and
#'   `prior` may be vectors of one length.
#' @return A data.frame of class `roc_optimal` with a row per curve and set of costs: the columns of the
#'   curve; then
#'   \item{risk}{the expected cost;}
#'   \item{slope, intercept}{the line of equal cost through the point, `NA` where it is vertical;}
#'   \item{risk_positive, risk_negative, risk_random}{the risk of always calling positive, of always calling
#'     negative, and of calling positive with probability `prior`;}
#'   and the costs and `prior`. By a measure: `measure`, its `value`, `ties`, and `beta` and `prior` if given.
#' @section Errors: `wroc_error_costs` if an error costs less than the correct decision,
#'   `wroc_error_choice` for an unknown measure, `wroc_error_type` and `wroc_error_length` for the values
#'   of a function.
#' @section Complexity: O(m) time for m rows, and O(log h) for each of several costs, with h rows on the hull.
#' @references Provost F, Fawcett T (2001). Robust classification for imprecise environments. Machine Learning
#'   42, 203-231.
#' @family decisions from a curve
#' @seealso [roc_constrained()] for bounds in place of costs, [roc_hull()] for every threshold that can be
#'   optimal.
#' @examples
#' fit <- weighted_roc(am ~ mpg + qsec, mtcars)
#' roc_optimal(fit, cost_FN = 5, prior = 0.2)
#' roc_optimal(fit, measure = "J")
#' roc_optimal(fit, measure = function(TP, FP, FN, TN) TP - 2 * FP)
#'
#' # Several costs, and the line of equal cost
#' curve <- WeightedROC(mtcars$mpg, mtcars$am)
#' best <- roc_optimal(curve, cost_FN = c(1, 5))
#' plot(TPR ~ FPR, curve, type = "l", asp = 1)
#' abline(best$intercept[2], best$slope[2], lty = 3)
#' @export
roc_optimal <- function(x, ..., measure = NULL, beta = NULL, midpoints = FALSE, cost_FP = 1, cost_FN = 1,
                        cost_TP = 0, cost_TN = 0, prior = NULL) classed({
  check_flag(midpoints, "midpoints")
  costs <- c(cost_FP = !missing(cost_FP), cost_FN = !missing(cost_FN), cost_TP = !missing(cost_TP),
             cost_TN = !missing(cost_TN))
  args <- with_measure_behind(roc_curves, x, measure, !is.null(measure), ...)
  measure <- args$measure
  best_row <- if (is.null(measure)) {
    check_unused(c(beta = !is.null(beta)), "for costs")
    problems <- check_problems(cost_FP, cost_FN, cost_TP, cost_TN, prior)
    function(curve) least_risk(curve, problems)
  } else {
    check_unused(costs, "together with `measure`")
    problems <- check_criteria(measure, beta, prior)
    function(curve) best_by_measure(curve, problems)
  }
  best <- for_each_curve(with_prevalence(args$of, prior), function(curve) {
    result <- best_row(curve)
    if (midpoints) with_midpoints(result, curve) else result
  })
  with_class(best, "roc_optimal")
})

least_risk <- function(curve, problems) {
  result <- unwrap(curve_optimal(columns_of(curve), problems))
  best <- chosen_rows(curve, result$row, result[c("risk", "slope", "intercept")])
  best <- with_columns(best, result[c("risk_positive", "risk_negative", "risk_random")])
  with_answers_before(best, c(problems$costs, result["prior"]))
}

# Rows of a curve, with what they were chosen for behind their threshold.
chosen_rows <- function(curve, row, answers) {
  rows <- as.list(rows_of(curve, row))
  front <- seq_len(max(match(c("TPR", "FPR", "threshold"), names(rows))))
  as_frame(c(rows[front], answers, rows[setdiff(names(rows), names(c(rows[front], answers)))]), length(row))
}

# A `measure` for each problem, a name or a function, and its `prior`.
check_criteria <- function(measure, beta, prior) {
  if (!is.null(prior)) prior <- check_numbers(prior, "prior", range = "uncertain")
  if (is.function(measure)) {
    # Parts of the language have no arguments.
    arguments <- if (!is.null(args(measure))) names(formals(args(measure)))
    if (length(arguments) < 4L && !"..." %in% arguments) {
      raise_type("measure", "a function of TP, FP, FN and TN", measure)
    }
    measure <- list(measure)
  } else {
    if (is.character(measure)) {
      measure <- as.vector(unclass(measure))
      measure[measure %in% "EER"] <- "imbalance"
    }
    measure <- check_measure_names(measure)
    allowed <- setdiff(measures_of_cells(), c("NB", "sNB", "risk", "share"))
    fault <- match(FALSE, measure %in% allowed)
    if (!is.na(fault)) {
      message <- sprintf("`measure` must be one of %s, not %s.", paste(quoted(allowed), collapse = ", "),
                         quoted(measure[[fault]]))
      raise("choice", message, argument = "measure", expected = allowed, value = measure[[fault]])
    }
  }
  check_unused(c(beta = !is.null(beta) && !any(measure %in% "F")), "for other measures than \"F\"")
  if (any(measure %in% "F")) beta <- check_numbers(or(beta, 1), "beta")
  check_one_length(list(measure = measure, beta = beta, prior = prior), "measures, `beta` and prior")
}

best_by_measure <- function(curve, problems) {
  columns <- columns_of(curve)
  priors <- if (is.null(problems$prior)) list(NULL) else as.list(problems$prior)
  by_function <- is.function(problems$measure[[1L]])
  best <- if (by_function) {
    lapply(values_of_function(columns, problems$measure[[1L]], priors), best_of_values)
  } else {
    betas <- if (is.null(problems$beta)) list(NULL) else as.list(problems$beta)
    unname(Map(function(measure, beta, prior) {
      if (!takes_prior(measure)) prior <- NULL
      unwrap(curve_best(columns, quantity(measure, beta = if (measure == "F") beta, prior = prior)))
    }, problems$measure, betas, priors))
  }
  first <- lapply(best, function(result) {
    result[order(columns[[2L]][result$row], -columns[[1L]][result$row])[1L], ]
  })
  of_first <- function(name) vapply(first, `[[`, 0, name)
  name <- if (by_function) rep("function", length(best)) else problems$measure
  answers <- list(measure = name, value = of_first("value"), ties = vapply(best, nrow, 0L))
  result <- chosen_rows(curve, of_first("row"), answers)
  with_answers_before(result, problems[intersect(c("beta", "prior"), names(problems))])
}

# The same of the values of all rows, of which the largest is the best. They are equal up to rounding, 16
# times 2^-52.
best_of_values <- function(values) {
  best <- suppressWarnings(max(values, na.rm = TRUE))
  row <- which(values >= best - if (is.finite(best)) 16 * .Machine$double.eps * abs(best) else 0)
  as_frame(list(row = as.double(row), value = values[row]), length(row))
}

# A function is called once for all priors.
values_of_function <- function(columns, criterion, priors) {
  counts <- lapply(priors, function(prior) counts_in_population(columns, prior))
  of_all <- function(name) unlist(lapply(counts, `[[`, name), use.names = FALSE)
  TP <- of_all("TP")
  values <- criterion(TP, of_all("FP"), of_all("FN"), of_all("TN"))
  check_returned(values, "measure", length(TP), "thresholds")
  unname(split(as.double(values), rep_each(seq_along(priors), length(columns[[1L]]))))
}

# Weighted counts, or those of as large a population of another prevalence.
counts_in_population <- function(columns, prior) {
  measures <- measures_of_rows(columns, c("TP", "TN", "TNR", "FNR"))
  if (is.null(prior)) {
    return(list(TP = measures$TP, FP = columns[[5L]], FN = columns[[4L]], TN = measures$TN))
  }
  total <- measures$TP[[1L]] + columns[[5L]][[1L]]
  positive <- prior * total
  negative <- (1 - prior) * total
  list(TP = positive * columns[[1L]], FP = negative * columns[[2L]], FN = positive * measures$FNR,
       TN = negative * measures$TNR)
}
