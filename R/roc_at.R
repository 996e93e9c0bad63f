#' Measures at thresholds, rates or shares
#'
#' `roc_at()` returns the weighted confusion matrix and the measures computed from it. Use it for all
#' thresholds of a curve, for thresholds of your own, or for given rates or shares called positive. With
#' costs it adds the expected cost.
#'
#' @details
#' With \eqn{W_1}{W1} and \eqn{W_0}{W0} the total weights of both classes, the columns are
#'
#' | column | measure | formula |
#' |---|---|---|
#' | `TP`, `TN`, `FN`, `FP` | weights of correct and wrong decisions | |
#' | `TPR`, `FPR`, `TNR`, `FNR` | rates: sensitivity, 1 - specificity, specificity, miss rate | TP / W1, FP / W0, TN / W0, FN / W1 |
#' | `PPV`, `NPV`, `FDR`, `FOR` | predictive values, false discovery and false omission rate | TP / (TP + FP), TN / (TN + FN), 1 - PPV, 1 - NPV |
#' | `ACC`, `ERR`, `BACC` | accuracy, error rate, balanced accuracy | (TP + TN) / (W1 + W0), 1 - ACC, (TPR + TNR) / 2 |
#' | `J`, `F1`, `F` | Youden's index, F scores with `beta` 1 or as given | TPR - FPR, (1 + beta^2) TP / ((1 + beta^2) TP + beta^2 FN + FP) |
#' | `MCC`, `kappa` | Matthews' correlation, Cohen's kappa | |
#' | `LR_pos`, `LR_neg`, `DOR` | likelihood ratios, diagnostic odds ratio | TPR / FPR, FNR / TNR, LR_pos / LR_neg |
#' | `share`, `lift` | share called positive, TPR beside it | (TP + FP) / (W1 + W0), TPR / share |
#' | `jaccard`, `markedness`, `SEDI` | threat score, PPV + NPV - 1, symmetric extremal dependence index | |
#' | `NND`, `NNE` | number needed to diagnose, to evaluate | 1 / J, 1 / PPV |
#' | `distance`, `gmean` | distance to the corner of the perfect score, geometric mean of TPR and TNR | |
#' | `PPV_NPV`, `imbalance` | PPV NPV, \|TPR - TNR\| | |
#' | `FM` | index of Fowlkes and Mallows (1983) | geometric mean of PPV and TPR |
#' | `risk` | expected cost | \eqn{\pi (c_{TP} TPR + c_{FN} FNR) + (1 - \pi)(c_{FP} FPR + c_{TN} TNR)}{pi (c_TP TPR + c_FN FNR) + (1 - pi) (c_FP FPR + c_TN TNR)} |
#'
#' A measure is `NA` where its formula is 0/0. With a `prior` all measures but the four weights refer to a
#' population with that prevalence. The scores within each class are then distributed as in the sample.
#'
#' A rate or share between two thresholds has its point on the straight line between them, as in
#' `roc_measure("TPR", FPR = 0.1)`. Scores at `threshold` are called positive with `probability`, higher
#' scores always. At an `FPR` the point is the upper end of a vertical step, at a `TPR` the left end of a
#' horizontal one. A rate that differs from a row's only by rounding is that of the row.
#'
#' @param x a fit of [weighted_roc()]; a curve, such as [WeightedROC()] returns; or scores, with the arguments
#'   of [roc_observations()] behind them.
#' @param ... the label, the weights and so on, see [roc_observations()]; none for a fit or a curve.
#' @param threshold,FPR,TPR,share where: numbers for one of these. By default each threshold of the curve. An
#'   observation is called positive when its score is at least the threshold.
#' @param beta for a column `F`: the weight of recall compared with precision.
#' @param midpoints `TRUE` reports thresholds half way to the next lower score. They classify these
#'   observations in the same way. The lowest is then `-Inf`.
#' @param cost_FP,cost_FN,cost_TP,cost_TN costs of the four outcomes in any unit, negative for gains. If one
#'   is given, the defaults of the others are 1 for errors and 0 for right answers. Costs and `prior` may be
#'   vectors of one length.
#' @param prior the prevalence of the positive class; by default its share in the weights.
#' @return A data.frame of class `roc_at` with a row for each place on each curve: groups and `score`, if
#'   there are any; `TPR`, `FPR`, `threshold`, `FN`, `FP`; `probability` at rates and shares; the measures;
#'   the costs and `prior`, if given. For several priors or costs, all rows of the first come first. Without a
#'   place it is a curve with more columns.
#' @section Errors: Errors about a curve name the `column`, the row (`position`) and the `value`:
#'   `wroc_error_column`, `wroc_error_missing`, `wroc_error_increasing`, `wroc_error_ends` and others. Numbers
#'   out of range raise `wroc_error_range`; two places raise `wroc_error_choice`.
#' @section Complexity: O(m) time for a curve of m rows, O(log m) more for each place.
#' @references Fawcett T (2006). An introduction to ROC analysis. Pattern Recognition Letters 27, 861-874.
#'   Ferro CAT, Stephenson DB (2011). Extremal dependence indices. Weather and Forecasting 26, 699-713.
#' @family decisions from a curve
#' @seealso [roc_estimate()] for confidence intervals of these measures, [roc_optimal()] to choose a
#'   threshold.
#' @examples
#' fit <- weighted_roc(am ~ mpg + qsec, mtcars)
#' roc_at(fit, threshold = c(18, 21))[1:8]
#' roc_at(fit, TPR = 0.9)[c("score", "TPR", "FPR", "threshold", "probability", "PPV")]
#'
#' # Each threshold; the prevalence is 5 %, and a miss costs ten times as much as a false alarm
#' curve <- WeightedROC(mtcars$mpg, mtcars$am)
#' each <- roc_at(curve, cost_FN = 10, prior = 0.05)
#' head(each[c("threshold", "TPR", "FPR", "PPV", "NPV", "risk")], 3)
#' @export
roc_at <- function(x, ..., threshold = NULL, FPR = NULL, TPR = NULL, share = NULL, beta = NULL,
                   midpoints = FALSE, cost_FP = NULL, cost_FN = NULL, cost_TP = NULL, cost_TN = NULL,
                   prior = NULL) {
  call <- call_by_places(sys.call(), names(formals()))
  if (!is.null(call)) return(eval(call, parent.frame()))
  classed({
    place <- check_place_on_curve(list(threshold = threshold, FPR = FPR, TPR = TPR, share = share))
    if (!is.null(beta)) beta <- check_numbers(beta, "beta", 1L)
    check_flag(midpoints, "midpoints")
    costs <- list(cost_FP = cost_FP, cost_FN = cost_FN, cost_TP = cost_TP, cost_TN = cost_TN)
    problems <- check_priced(costs, prior)
    of <- with_prevalence(roc_curves(x, ...), prior)
    if (isTRUE(of$turned) && identical(place$by, "threshold")) place$at <- -place$at
    # The place of a share depends on the prior.
    parts <- list(problems)
    if (identical(place$by, "share")) {
      parts <- lapply(seq_len(problems$number), function(i) {
        costs <- if (!is.null(problems$costs)) lapply(problems$costs, `[[`, i)
        list(costs = costs, prior = problems$prior[i], number = 1L)
      })
    }
    result <- for_each_curve(of, function(curve) {
      rows <- lapply(parts, function(part) measured_at(curve, place, part, beta, midpoints))
      with_true_negatives(if (length(rows) == 1L) rows[[1L]] else bound_rows(rows), if (is.null(place)) curve)
    })
    with_class(result, "roc_at")
  })
}

# NULL for all rows, or what is looked for `by` which column.
check_place_on_curve <- function(args) {
  by <- names(args)[!vapply(args, is.null, NA)]
  if (length(by) > 1L) {
    message <- sprintf("Only one of `threshold`, `FPR`, `TPR` and `share` can be given, not %s.",
                       paste0("`", by, "`", collapse = " and "))
    raise("choice", message, argument = by)
  }
  if (length(by) == 0L) return(NULL)
  list(by = by, at = check_numbers(args[[by]], by))
}

# Costs, if one of them is given, and priors, of which none may be; and the number of problems.
check_priced <- function(costs, prior) {
  if (all(vapply(costs, is.null, NA))) {
    prior <- check_priors(prior)
    return(list(costs = NULL, prior = prior, number = max(length(prior), 1L)))
  }
  costs <- Map(or, costs, list(1, 1, 0, 0))
  problems <- check_problems(costs$cost_FP, costs$cost_FN, costs$cost_TP, costs$cost_TN, prior)
  c(problems, list(number = length(problems$costs[[1L]])))
}

# The points of a curve at a place, as often as there are problems, with their measures, and with the problems
# behind them.
measured_at <- function(curve, place, problems, beta, midpoints) {
  columns <- columns_of(curve)
  points <- if (is.null(place)) {
    list(columns = columns, rows = curve, row = seq_along(columns[[1L]]))
  } else {
    points_on_curve(columns, place, problems$prior)
  }
  if (midpoints) {
    points$rows <- with_midpoints(points$rows, curve)
  } else if (identical(place$by, "threshold")) {
    points$rows$threshold <- place$at
  }
  # All that need no further number, for the first prior, then for the next one; F by a `beta`.
  names <- setdiff(measures_of_cells(), c("TPR", "FPR"))
  names <- c("TP", "TN", names[!nzchar(fact_of_measure(names, "parameter"))])
  measures <- measures_of_rows(points$columns, names, if (!is.null(place)) points$row, problems$prior, beta)
  known <- max(length(problems$prior), 1L)
  if (known < problems$number) measures <- lapply(measures, rep, problems$number / known)
  result <- with_columns(repeated_rows(points$rows, problems$number), measures)
  behind <- NULL
  if (!is.null(problems$costs)) {
    risks <- unwrap(curve_risk(points$columns, problems))
    spec <- matrix(seq_len(nrow(risks)), ncol = problems$number)[points$row, ]
    result$risk <- risks$risk[spec]
    behind <- c(lapply(problems$costs, rep_each, length(points$row)), list(prior = risks$prior[spec]))
  } else if (!is.null(problems$prior)) {
    behind <- list(prior = rep_each(problems$prior, length(points$row)))
  }
  with_answers_before(result, behind)
}

# Some measures at rows of a curve, by default at all of them.
measures_of_rows <- function(columns, names, row = NULL, prior = NULL, beta = NULL) {
  quantities <- c(lapply(names, quantity), if (!is.null(beta)) list(quantity("F", beta = beta)))
  if (!is.null(row)) row <- as.double(row)
  unwrap(curve_measures(columns, quantities, row, prior))
}

# A curve's `columns`, which of its `row`s are the points at a place, and the `rows` that users see. Points
# between two rows are those of a curve of their own, between the first and the last row.
points_on_curve <- function(columns, place, prior) {
  if (place$by == "threshold") {
    row <- unwrap(curve_rows_at(columns, place$at))$row
    return(list(columns = columns, row = row, rows = rows_of(as_curve(columns), row)))
  }
  rows <- unwrap(curve_points_at(columns, place$at, place$by, if (place$by == "share") prior))
  falling <- order(-rows$FPR, -rows$TPR, rows$threshold)
  last <- length(columns[[1L]])
  # Points that differ by rounding alone may be in another order by one of the columns.
  ordered <- list(TPR = cummin, FPR = cummin, threshold = cummax, FN = cummax, FP = cummin)
  through <- function(column, name) c(ordered[[name]](c(column[[1L]], rows[[name]][falling])), column[[last]])
  between <- unname(Map(through, columns[seq_along(columns_of_curves)], columns_of_curves))
  list(columns = c(between, list(numeric())), row = order(falling) + 1, rows = rows)
}

# Costs and priors behind all other columns, in as many rows. Columns of the same name are replaced.
with_answers_before <- function(result, behind) {
  if (is.null(behind)) return(result)
  rows <- nrow(result)
  as_frame(c(as.list(result)[setdiff(names(result), names(behind))], lapply(behind, rep_len, rows)), rows)
}
