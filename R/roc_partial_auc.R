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
#' the last place. \eqn{O(m)} time for \eqn{m} rows.
#'
#' @inheritParams roc_measures
#' @param FPR,TPR The interval, `c(a, b)` with 0 <= a <= b <= 1, of false positive or of
#'   true positive rates. At most one of the two is to be given; by default
#'   `FPR = c(0, 1)`. An interval of specificities c(a, b) is `FPR = 1 - c(b, a)`.
#' @param standardize `"none"`, `"range"` or `"mcclish"`. For the last two the interval
#'   must not be empty (a < b).
#'
#' @return A number: in \[0, b - a\] when not standardized, in \[0, 1\] by range, in
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
#' roc_partial_auc(curve, FPR = c(0, 0.1)) + roc_partial_auc(curve, FPR = c(0.1, 1))
#' WeightedAUC(curve)
#' @export
roc_partial_auc <- function(curve, FPR = NULL, TPR = NULL,
                            standardize = c("none", "range", "mcclish")) classed({
  check_given(curve)
  standardize <- check_choice(standardize, "standardize")
  if (is.null(FPR) && is.null(TPR)) FPR <- c(0, 1)
  check_one_of(FPR, TPR, c("FPR", "TPR"))
  by_FPR <- !is.null(FPR)
  interval <- if (by_FPR) check_interval(FPR, "FPR") else check_interval(TPR, "TPR")
  for_each_curve(curve, function(curve) {
    area <- unwrap(curve_partial(columns_of(curve), interval, by_FPR))
    switch(
      standardize,
      none = area,
      range = area / length_of(interval, by_FPR),
      mcclish = mcclish(area, interval, by_FPR)
    )
  })
})

length_of <- function(interval, by_FPR) {
  length <- interval[[2L]] - interval[[1L]]
  if (length == 0) {
    argument <- if (by_FPR) "FPR" else "TPR"
    message <- sprintf("`%s` must not be empty for a standardized area: it is %s at both ends.",
                       argument, number(interval[[1L]]))
    raise("interval", message, argument = argument, value = interval)
  }
  length
}

mcclish <- function(area, interval, by_FPR) {
  largest <- length_of(interval, by_FPR)
  # The chance line's mean height in the interval.
  height <- mean(if (by_FPR) interval else 1 - interval)
  chance <- largest * height
  if (area < chance) {
    warn("undefined", sprintf(
      "The standardized area is NA: the area, %s, is below that of the chance line, %s.",
      format(area), format(chance)
    ))
    return(NA_real_)
  }
  (1 + (area - chance) / (largest * (1 - height))) / 2
}
