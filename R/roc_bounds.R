#' Bounds of the area of a curve with rows left out
#'
#' How far the area below a binned or thinned curve can be from that of the exact one.
#'
#' @section Definition:
#' A row of such a curve is a point of the exact one. Between two rows the exact curve falls somehow
#' within the rectangle that they span; where the step merges more than one distinct score (column
#' `scores` above 1), all that is known is that its area there lies between those below the lower
#' and the upper edge. So
#' \deqn{|AUC - estimate| \le \sum_{scores > 1} \frac{dFPR \; dTPR}{2},}{
#'       |AUC - estimate| <= sum over the steps with scores > 1 of dFPR dTPR / 2,}
#' with `estimate` the area of [WeightedAUC()], whose straight lines cut the rectangles in halves. A
#' step of one score is straight in the exact curve, too, and adds nothing. 1e-12 is added for the
#' rounding of sums that were made elsewhere, unless no step merges scores.
#'
#' A curve of [roc_collect()] knows more of the inside of its steps, in its columns `pairs`, `wins`
#' and `slack`: the estimate is \eqn{\sum (dFPR \; TPR_{next} + wins)}{sum (dFPR TPR_next + wins)},
#' and the bound \eqn{\sum slack}{sum slack}. Without these columns the bound is that of the points
#' alone.
#'
#' The columns belong to the steps from row to row: leave rows out with [roc_thin()] or
#' [roc_hull()], which adapt them, and not by hand.
#'
#' The bounds are of the error of the computation. How sure the area is as an estimate is another
#' matter, see [auc_ci()].
#'
#' @section Complexity:
#' \eqn{O(m)} time for \eqn{m} rows.
#'
#' @param curve A curve, see [roc_measures()], with a column `scores` as [roc_from_tally()] and
#'   [roc_thin()] give it. Without one the curve counts as exact.
#'
#' @return A data.frame of one row: `lower`, `estimate` and `upper`, in \[0, 1\]; for an exact curve
#'   three equal numbers.
#'
#' @section Errors:
#' Those of a curve, see [roc_measures()]; `wroc_error_type` and `wroc_error_missing` for a column
#' `scores` that is not numeric or has missing values.
#'
#' @source
#' Bamber, D. (1975). The area above the ordinal dominance graph and the area below the receiver
#' operating characteristic graph. *Journal of Mathematical Psychology* 12, 387-415: ties leave the
#' order of scores open in the same way.
#'
#' @seealso [roc_tally()] for curves of streams, [roc_thin()].
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, 5000)
#' curve <- WeightedROC(rnorm(10000, truth), truth)
#' roc_bounds(curve)
#' roc_bounds(roc_thin(curve, points = 100))
#' roc_bounds(roc_thin(curve, points = 1000))
#' @export
roc_bounds <- function(curve) {
  columns <- columns_of(curve)
  scores <- .subset2(curve, "scores")
  merged <- if (is.null(scores)) FALSE else check_numbers(scores, "scores", any_number) > 1
  if (knows_wins(curve)) {
    found <- area_within_steps(curve)
    merged <- merged | curve$slack > 0
  } else {
    found <- list(
      estimate = unwrap(curve_partial(columns, c(0, 1), TRUE)),
      reach = unwrap(curve_rectangles(columns, rep_len(as.integer(merged), nrow(curve))))
    )
  }
  # For the rounding of sums that were made elsewhere.
  reach <- if (any(merged)) found$reach + 1e-12 else 0
  estimate <- found$estimate
  as_frame(list(
    lower = max(estimate - reach, 0), estimate = estimate, upper = min(estimate + reach, 1)
  ), 1L)
}

area_within_steps <- function(curve) {
  check_wins(curve)
  rows <- nrow(curve)
  width <- -diff(curve$FPR)
  height <- -diff(curve$TPR)
  # Rates that were written to a file may have lost their last digits.
  fits <- abs(curve$pairs[-rows] - width * height) <= 1e-14 * (width + height)
  if (!all(fits)) {
    message <- sprintf(paste(
      "The columns pairs, wins and slack of `curve` must fit its rows: they don't from row %d on.",
      "Leave rows out with roc_thin()."
    ), which.min(fits))
    raise("curve", message, argument = "curve", position = which.min(fits))
  }
  list(estimate = sum(width * curve$TPR[-1L] + curve$wins[-rows]),
       reach = sum(curve$slack[-rows]))
}
