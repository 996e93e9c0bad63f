#' Partial area under a ROC curve
#'
#' The exact area under the part of a curve in an interval of false positive rates,
#' or beside the part in an interval of true positive rates.
#'
#' @section Definition:
#' For an interval `FPR = c(a, b)` the area below the curve,
#' \deqn{A = \int_a^b TPR \; d\,FPR,}{A = integral from a to b of TPR dFPR,}
#' for an interval `TPR = c(a, b)` the area to the right of the curve,
#' \deqn{A = \int_a^b (1 - FPR) \; d\,TPR.}{A = integral from a to b of (1 - FPR) dTPR.}
#' Between its points the curve is straight, also at the ends of the interval. Both
#' are the whole area, [WeightedAUC()], for the interval from 0 to 1, and areas of
#' intervals that meet add up.
#'
#' @section Standardized areas:
#' `"range"` divides by the length of the interval: the mean `TPR` (or 1 - `FPR`)
#' in it. `"mcclish"` maps the area of the chance line, \eqn{TPR = FPR}, to 0.5 and
#' that of the perfect curve to 1:
#' \deqn{\frac12 \left(1 + \frac{A - min}{max - min}\right), \qquad max = b - a,}{
#'       (1 + (A - min) / (max - min)) / 2, max = b - a,}
#' with \eqn{min = (b^2 - a^2) / 2} for an interval of `FPR` and
#' \eqn{min = (b - a) - (b^2 - a^2) / 2} for one of `TPR`. A curve may lie so far below the
#' chance line that \eqn{A < min}; the standardized area has no meaning there, and is
#' `NA` with a warning. Standardized areas of different intervals can't be compared with each
#' other, nor with the whole area.
#'
#' @section Accuracy and complexity:
#' All terms are positive and are added in compensated arithmetic; a few units in
#' the last place. \eqn{O(m)} time for \eqn{m} rows and each interval.
#'
#' @inheritParams roc_measures
#' @param FPR,TPR The interval, `c(a, b)` with 0 <= a <= b <= 1, of false positive or of
#'   true positive rates; or several, the rows of a matrix or data.frame of two columns. At
#'   most one of the two is to be given; by default `FPR = c(0, 1)`. An interval of
#'   specificities c(a, b) is `FPR = 1 - c(b, a)`.
#' @param standardize `"none"`, `"range"` or `"mcclish"`. For the last two the interval
#'   must not be empty (a < b).
#'
#' @return A data.frame with a row for each interval: `rate`, `"FPR"` or `"TPR"`, its ends `low` and
#'   `high`, and the area `pAUC`: in \[0, b - a\] when not standardized, in \[0, 1\] by range, in
#'   \[0.5, 1\] or `NA` by McClish.
#'
#' @section Errors:
#' Those of a curve, see [roc_measures()]; `wroc_error_type`, `wroc_error_length`,
#' `wroc_error_missing`, `wroc_error_range` and `wroc_error_interval` for the interval;
#' `wroc_error_choice` when two are given or `standardize` is something else. The
#' warning's class is `wroc_warning_undefined`.
#'
#' @source
#' McClish, D. K. (1989). Analyzing a portion of the ROC curve. *Medical Decision
#' Making* 9, 190-195, \doi{10.1177/0272989X8900900307}.
#'
#' @family parts of a curve and comparisons
#' @seealso [roc_cost_auc()] for the part where a classifier is worth its costs.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' curve <- WeightedROC(rnorm(100, truth), truth, rexp(100))
#' roc_partial_auc(curve, FPR = c(0, 0.1))
#' roc_partial_auc(curve, FPR = c(0, 0.1), standardize = "mcclish")
#' roc_partial_auc(curve, TPR = c(0.8, 1), standardize = "range")
#'
#' # Parts add up to the whole
#' (parts <- roc_partial_auc(curve, FPR = rbind(c(0, 0.1), c(0.1, 1))))
#' sum(parts$pAUC) - WeightedAUC(curve)
#' @export
roc_partial_auc <- function(curve, FPR = NULL, TPR = NULL,
                            standardize = c("none", "range", "mcclish")) classed({
  check_given(curve)
  standardize <- check_choice(standardize, "standardize")
  if (is.null(FPR) && is.null(TPR)) FPR <- c(0, 1)
  check_one_of(FPR, TPR, c("FPR", "TPR"))
  rate <- if (is.null(TPR)) "FPR" else "TPR"
  ends <- check_intervals(if (is.null(TPR)) FPR else TPR, rate)
  if (standardize != "none") check_not_empty(ends, rate)
  for_each_curve(roc_curves(curve), function(curve) {
    columns <- columns_of(curve)
    areas <- vapply(seq_along(ends$low), function(i) {
      unwrap(curve_partial(columns, c(ends$low[[i]], ends$high[[i]]), rate == "FPR"))
    }, 0)
    pAUC <- switch(
      standardize,
      none = areas,
      range = areas / (ends$high - ends$low),
      mcclish = mcclish(areas, ends, rate)
    )
    as_frame(c(list(rate = rep_len(rate, length(areas))), ends, list(pAUC = pAUC)), length(areas))
  })
})

check_not_empty <- function(ends, argument) {
  fault <- match(TRUE, ends$low == ends$high)
  if (!is.na(fault)) {
    message <- sprintf("`%s` must not be empty for a standardized area: it is %s at both ends.",
                       argument, number(ends$low[[fault]]))
    raise("interval", message, argument = argument, position = fault,
          value = c(ends$low[[fault]], ends$high[[fault]]))
  }
}

mcclish <- function(areas, ends, rate) {
  largest <- ends$high - ends$low
  # The chance line's mean height in the interval.
  middle <- (ends$low + ends$high) / 2
  height <- if (rate == "FPR") middle else 1 - middle
  chance <- largest * height
  below <- is_below_chance(areas, chance)
  if (any(below)) warn_below_chance(areas[below][[1L]], chance[below][[1L]])
  replace((1 + (areas - chance) / (largest * (1 - height))) / 2, below, NA_real_)
}

# By more than rounding.
is_below_chance <- function(area, chance) area < chance * (1 - 1e-12)

warn_below_chance <- function(area, chance) {
  warn("undefined", sprintf(
    "The standardized area is NA: the area, %s, is below that of the chance line, %s.", format(area),
    format(chance)
  ))
}
