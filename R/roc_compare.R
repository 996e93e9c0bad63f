#' Where one ROC curve lies above another
#'
#' The intervals of false positive rates on which each of two curves is ahead, and
#' whether one is ahead all over.
#'
#' @section Definition:
#' A curve is a function of `FPR`: straight between its points, with its upper value
#' at a vertical step. `roc_compare()` divides \[0, 1\] into intervals on which x lies
#' above y, y above x, or both coincide. The intervals are as long as can be and end
#' where the curves cross, exactly. True positive rates that differ by less than their
#' rounding (16 times 2^-52, relative) coincide, and so do false positive rates of both curves
#' below 1 that differ by no more than theirs (4 times 2^-52, relative).
#'
#' The areas of the intervals where x is ahead less those where y is ahead are the
#' difference of the areas under the curves.
#'
#' `roc_dominates()` says whether x lies nowhere below and somewhere above y. If it
#' does, x is at least as good for all costs and all priors. A curve does not dominate
#' itself. Where thresholds may be chosen at random, or only the best one for some costs
#' counts, compare the hulls: `roc_dominates(roc_hull(x), roc_hull(y))`.
#'
#' @section Complexity:
#' \eqn{O(m + n)} time for curves of \eqn{m} and \eqn{n} rows.
#'
#' @param x,y Two curves, see [roc_measures()]. They need not come from the same data. Or `x` is a fit of
#'   [weighted_roc()] with two scores or more, which are compared with each other, and there is no `y`.
#'
#' @return `roc_compare()`: a data.frame with a row for each interval, ascending:
#'   \item{FPR_low, FPR_high}{its ends; the first begins at 0, the last ends at 1,}
#'   \item{ahead}{`"x"`, `"y"`, or `"neither"` where the curves coincide,}
#'   \item{area}{the area between the curves in this interval, at least 0.}
#'   For a fit, rows for each pair of scores, named in columns `score1` and `score2` in front and in `ahead`.
#'
#'   `roc_dominates()`: `TRUE` or `FALSE`; for a fit a matrix of these, the score of the row
#'   dominating that of the column.
#'
#' @section Errors:
#' Those of a curve, see [roc_measures()], with the `argument` x or y.
#'
#' @source
#' Provost, F. and Fawcett, T. (2001). Robust classification for imprecise
#' environments. *Machine Learning* 42, 203-231, section 2,
#' \doi{10.1023/A:1007601015854}: dominance in the ROC plane.
#'
#' @family parts of a curve and comparisons
#' @seealso [WeightedAUC()] for the areas, [roc_hull()] for what each can be used for.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' weight <- rexp(100)
#' x <- WeightedROC(rnorm(100, 2 * truth), truth, weight)
#' y <- WeightedROC(rnorm(100, truth), truth, weight)
#' (intervals <- roc_compare(x, y))
#' sum(intervals$area * c(x = 1, y = -1, neither = 0)[intervals$ahead])
#' WeightedAUC(x) - WeightedAUC(y)
#'
#' roc_dominates(x, y)
#' roc_dominates(roc_hull(x), x)
#' @export
roc_compare <- function(x, y) classed({
  if (is_fit(x)) return(compare_scores(x, y))
  intervals <- unwrap(curve_compare(columns_of(x, "x"), columns_of(y, "y")))
  intervals$ahead <- c("x", "y", "neither")[intervals$ahead]
  intervals
})

# The scores of a fit with each other; their names say which one is ahead.
compare_scores <- function(fit, other) {
  if (!missing(other)) refuse_arguments("y", "taken with a fit, whose scores are compared")
  if (inherits(fit, "weighted_roc_by")) {
    return(for_each_group(fit, compare_scores))
  }
  rows <- for_each_pair(fit, roc_compare)
  rows$ahead <- ifelse(rows$ahead == "neither", "neither",
                       ifelse(rows$ahead == "x", rows$score1, rows$score2))
  rows
}

#' @rdname roc_compare
#' @export
roc_dominates <- function(x, y) classed({
  if (is_fit(x)) return(dominating_scores(x, y))
  ahead <- roc_compare(x, y)$ahead
  "x" %in% ahead && !"y" %in% ahead
})

# A matrix that says of each score of a fit whether it dominates each other one.
dominating_scores <- function(fit, other) {
  if (!missing(other)) refuse_arguments("y", "taken with a fit, whose scores are compared")
  if (inherits(fit, "weighted_roc_by")) {
    return(answers_of_groups(fit, dominating_scores))
  }
  check_has_curve(fit)
  scores <- names(fit$curves)
  dominates <- function(i, j) roc_dominates(fit$curves[[i]], fit$curves[[j]])
  matrix(mapply(dominates, row(diag(length(scores))), col(diag(length(scores)))), length(scores),
         dimnames = list(scores, scores))
}
