#' Bounds of the area of a curve with rows left out
#'
#' How far the area below a binned or thinned curve can be from that of the exact one.
#'
#' @section Definition:
#' A row of such a curve is a point of the exact one. Between two rows the exact curve falls somehow
#' within the rectangle that they span; where the step merges distinct scores all that is known is
#' that its area there lies between those below the lower and the upper edge. So
#' \deqn{|AUC - estimate| \le \sum_{merging} \frac{dFPR \; dTPR}{2},}{
#'       |AUC - estimate| <= sum over the merging steps of dFPR dTPR / 2,}
#' with `estimate` the area of [WeightedAUC()], whose straight lines cut the rectangles in halves. A
#' step that merges nothing is straight in the exact curve, too, and adds nothing. 1e-12 is added for
#' the rounding of sums that were made elsewhere, unless no step merges scores.
#'
#' The column `scores_below` tells which steps merge: those in which it rises by more than 1. Without
#' it, as in a curve of [WeightedROC()], nothing shows that no rows were left out, so that each step
#' may merge. That makes a difference only where there are ties between the classes, as other
#' steps go straight up or to the side; for the exact bounds of such scores take
#' `roc_from_tally(roc_tally(guess, label, weight))`.
#'
#' A curve of [roc_collect()] knows more of the inside of its steps, by its columns `area` and
#' `slack`: the estimate is the `area` of the first row, and the bound its `slack`, which has a part
#' for the rounding of the engine's sums.
#'
#' These three columns are sums up to a row. They hold for any choice of the rows: leave out rows by
#' [roc_thin()], [roc_hull()] or by hand, but not the first or the last, without which there is no
#' curve.
#'
#' The bounds are of the error of the computation. How sure the area is as an estimate is another
#' matter, see [auc_ci()].
#'
#' @section Complexity:
#' \eqn{O(m)} time for \eqn{m} rows.
#'
#' @param curve A curve, see [roc_measures()], which may have the columns of [roc_from_tally()] and
#'   [roc_collect()].
#'
#' @return A data.frame of one row: `estimate`, `bound.low` and `bound.high`, in \[0, 1\]; three equal
#'   numbers where no step merges scores.
#'
#' @section Errors:
#' Those of a curve, see [roc_measures()], also for the columns `scores_below`, `area` and `slack`;
#' `wroc_error_curve` for an `area` that does not fit the points.
#'
#' @source
#' Bamber, D. (1975). The area above the ordinal dominance graph and the area below the receiver
#' operating characteristic graph. *Journal of Mathematical Psychology* 12, 387-415: ties leave the
#' order of scores open in the same way.
#'
#' @family curves of large data
#' @seealso [roc_tally()] for curves of streams, [roc_thin()].
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, 5000)
#' curve <- WeightedROC(rnorm(10000, truth), truth)
#' roc_bounds(curve)
#' roc_bounds(roc_thin(curve, points = 100))
#' roc_bounds(roc_thin(curve, points = 1000))
#' roc_bounds(curve[c(1, 2000, 5000, nrow(curve)), ])
#' @export
roc_bounds <- function(curve) classed(for_each_curve(curve, bounds_of))

bounds_of <- function(curve) {
  columns <- columns_of(curve)
  unwrap(curve_check(columns))
  merges <- merging_steps(curve)
  found <- if (all(c("area", "slack") %in% names(curve))) {
    area_within_steps(curve, columns)
  } else {
    list(
      estimate = unwrap(curve_partial(columns, c(0, 1), TRUE)),
      reach = unwrap(curve_rectangles(columns, c(as.integer(merges), 0L)))
    )
  }
  # For the rounding of sums that were made elsewhere; areas are parts of 1.
  reach <- if (any(merges) || found$reach > 0) found$reach + 1e-12 else 0
  estimate <- found$estimate
  as_frame(list(
    estimate = estimate, bound.low = max(estimate - reach, 0), bound.high = min(estimate + reach, 1)
  ), 1L)
}

# Whether scores are merged in each step from a row to the next. Where nobody says, rows may have
# been left out.
merging_steps <- function(curve) {
  if (is.null(.subset2(curve, "scores_below"))) {
    return(rep(TRUE, nrow(curve) - 1L))
  }
  below <- finite_column(curve, "scores_below")
  check_order(below, "scores_below", "decreasing")
  diff(below) > 1
}

# Sums up to a row hold for any choice of rows. The area below a step is between those below the
# lower and the upper edge of its rectangle.
area_within_steps <- function(curve, columns) {
  area <- finite_column(curve, "area")
  slack <- finite_column(curve, "slack")
  check_order(slack, "slack", "increasing")
  TPR <- columns[[1L]]
  rows <- length(TPR)
  width <- -diff(columns[[2L]])
  inside <- -diff(area)
  # For the rounding of sums that were made elsewhere, or written to a file.
  fits <- inside >= width * TPR[-1L] - 1e-10 & inside <= width * TPR[-rows] + 1e-10
  if (!all(fits)) {
    message <- sprintf(
      "Column `area` of `curve` must fit the points: it doesn't from row %s to the next.",
      number(which.min(fits))
    )
    raise("curve", message, argument = "curve", column = "area", position = which.min(fits))
  }
  list(estimate = area[[1L]] - area[[rows]], reach = slack[[1L]] - slack[[rows]])
}

finite_column <- function(curve, column) {
  values <- curve_column(curve, column, "curve")
  fault <- match(FALSE, is.finite(values))
  if (!is.na(fault)) {
    kind <- if (is.na(values[[fault]])) "missing" else "infinite"
    raise_failure(list(kind = kind, argument = "curve", column = column, position = fault,
                       value = values[[fault]]), NULL)
  }
  values
}

# A column must not be decreasing, or increasing, from one row to the next.
check_order <- function(values, column, kind) {
  rises <- if (kind == "increasing") diff(values) else -diff(values)
  fault <- match(TRUE, rises > 0)
  if (!is.na(fault)) {
    raise_failure(list(kind = kind, argument = "curve", column = column, position = fault + 1,
                       value = values[[fault + 1L]], previous = values[[fault]]), NULL)
  }
}
