#' Compare ROC curves by false positive rate
#'
#' `roc_compare()` returns the intervals of false positive rates on which each of two curves lies above
#' the other. Use it for curves that cross, and to see whether one curve dominates.
#'
#' @details
#' A curve is a function of `FPR`: straight between its points, with its upper value at a vertical step.
#' The intervals are as long as possible and end exactly where the curves cross. True positive rates that
#' differ by less than their rounding (16 times 2^-52, relative) coincide, and so do false positive rates
#' below 1 that differ by no more than theirs (4 times 2^-52, relative). The areas where `x` is ahead
#' minus those where `y` is ahead give the difference of the AUCs.
#'
#' A curve dominates if it is nowhere below and somewhere above the other. It is then at least as good for
#' all costs and prevalences. If thresholds may be chosen at random, compare the hulls:
#' `roc_compare(roc_hull(x), roc_hull(y))`.
#'
#' @param x a fit of [weighted_roc()] with several scores, each pair of which is compared; several scores with
#'   the arguments of [roc_observations()] behind them; or one curve, or a fit of one score, if `y` is given.
#' @param y a second curve, or fit of one score. It may come from other data.
#' @param ... the label, the weights and so on, see [roc_observations()]; none for a fit or a curve.
#' @return A data.frame with a row for each interval, ascending. In front are the groups and, for pairs of
#'   scores, `score1` and `score2`; then
#'   \item{FPR_low, FPR_high}{the ends of the interval; the first begins at 0, the last ends at 1;}
#'   \item{ahead}{`"x"`, `"y"` or the name of the score that is ahead, or `"neither"` where the curves
#'     coincide;}
#'   \item{area}{the area between the curves in this interval;}
#'   \item{dominates}{which of both dominates, or `"neither"`: the same in all rows of a pair.}
#' @section Errors: Errors about a curve are those of [roc_at()], with the `argument` `x` or `y`.
#'   `wroc_error_curves` is raised for several curves in place of one, `wroc_error_choice` for a single
#'   score.
#' @section Complexity: O(m + n) time for curves of m and n rows.
#' @references Provost F, Fawcett T (2001). Robust classification for imprecise environments. Machine Learning
#'   42, 203-231.
#' @family parts of a curve and comparisons
#' @seealso [roc_test()] to test whether AUCs differ, [roc_band()] for the difference of two curves with its
#'   confidence band.
#' @examples
#' fit <- weighted_roc(am ~ mpg + qsec, mtcars)
#' roc_compare(fit)
#'
#' x <- WeightedROC(mtcars$mpg, mtcars$am)
#' y <- WeightedROC(mtcars$wt, !mtcars$am)
#' (intervals <- roc_compare(x, y))
#' sum(intervals$area * c(x = 1, y = -1, neither = 0)[intervals$ahead])
#' WeightedAUC(x) - WeightedAUC(y)
#' @export
roc_compare <- function(x, y, ...) classed({
  of <- roc_curves(x, ...)
  intervals <- if (missing(y)) compare_pairs(of) else compare_two(only_curve(of, "x"), only_curve(roc_curves(y), "y"))
  with_class(intervals, "roc_comparison")
})

compare_two <- function(x, y) {
  intervals <- unwrap(curve_compare(columns_of(x, "x", thresholds = FALSE),
                                    columns_of(y, "y", thresholds = FALSE)))
  intervals$ahead <- c("x", "y", "neither")[intervals$ahead]
  ahead <- intersect(c("x", "y"), intervals$ahead)
  intervals$dominates <- rep(if (length(ahead) == 1L) ahead else "neither", nrow(intervals))
  intervals
}

only_curve <- function(of, argument) {
  curves <- length(of$curves)
  if (curves > 1L) {
    message <- sprintf("`%s` must be one curve, or a fit of one score, where `y` is given: it has %s.",
                       argument, number(curves))
    raise("curves", message, argument = argument, length = curves, expected = 1L)
  }
  of$curves[[1L]]
}

compare_pairs <- function(of) {
  pairs <- pairs_of_curves(of)
  compared <- for_each_curve(pairs, function(pair) compare_two(pair[[1L]], pair[[2L]]))
  named <- function(ahead) {
    ifelse(ahead == "neither", "neither", ifelse(ahead == "x", compared$score1, compared$score2))
  }
  with_columns(compared, lapply(as.list(compared)[c("ahead", "dominates")], named))
}
