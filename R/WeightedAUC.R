#' Area under a ROC curve
#'
#' Returns the exact area under the straight lines through the points (`FPR`, `TPR`). Use it for a curve
#' of [WeightedROC()]; the AUCs of a fit are `coef(fit)`.
#'
#' @section Definition:
#' For a curve with rows \eqn{1, \dots, m}{1, ..., m},
#' \deqn{AUC = \sum_{r=1}^{m-1} (FPR_r - FPR_{r+1})
#'             \frac{TPR_r + TPR_{r+1}}{2}.}{
#'       AUC = sum over r < m of (FPR_r - FPR_(r+1)) (TPR_r + TPR_(r+1)) / 2.}
#' For a whole curve of [WeightedROC()] this is the weighted Wilcoxon-Mann-Whitney statistic: the
#' probability that a positive observation has a higher score than a negative one. Both are drawn with
#' probabilities proportional to their weights, and a tie counts one half. It is 0.5 for a score without
#' information and 1 for one that separates the classes. Multiplying all weights of a class by a number
#' does not change it.
#'
#' @section Accuracy and complexity:
#' The terms are added in compensated arithmetic: the relative error is below 1e-14 against the exact area
#' of the points that are given. The points themselves are rounded, which shifts the area of a curve of
#' [WeightedROC()] by less than 1e-15: below 1e-14 of any area of 0.1 or more. [auc_wmw()] also keeps the
#' last digits of an area near 0. It takes \eqn{O(m)} time and no memory.
#'
#' @param tpr.fpr A data.frame (a tibble or data.table will do) with numeric columns `TPR` and `FPR` and
#'   at least two rows. Both columns must be finite and must not increase from one row to the next, as in
#'   the curves of [WeightedROC()]. Other columns are ignored. A part of a curve, whose rates do not begin
#'   at 1 or end at 0, has the area under that part.
#'
#' @param ... not used.
#' @return A number: the area, in \[0, 1\] when the rates are. A curve carries
#'   its weights and ties, so they need no further mention.
#'
#' @section Errors:
#' Every error has the class `wroc_error` and a class of its own. Fields name the `column`, the row
#' (`position`) and the `value` found, as far as they apply. The classes are `wroc_error_absent` (nothing
#' is given), `wroc_error_type` (no data.frame, or a column that is not numeric), `wroc_error_column`
#' (`TPR` or `FPR` is missing), `wroc_error_length` (a column has more or fewer entries than there are
#' rows), `wroc_error_too_few_rows`, `wroc_error_missing`, `wroc_error_infinite`, and
#' `wroc_error_increasing` (field `previous`: the value of the row before).
#'
#' @source
#' Bamber, D. (1975). The area above the ordinal dominance graph and the area
#' below the receiver operating characteristic graph. *Journal of Mathematical
#' Psychology* 12, 387-415, \doi{10.1016/0022-2496(75)90001-2}: the area as a
#' probability. Fawcett, T. (2006). An introduction to ROC analysis. *Pattern
#' Recognition Letters* 27, 861-874, algorithm 3: the sum of trapezoids.
#'
#' @family curves and their areas
#' @seealso [WeightedROC()] for the curve, [auc_wmw()] for the area without one.
#'
#' @examples
#' curve <- WeightedROC(c(1, 2, 3, 1, 1), c(-1, -1, 1, 1, 1), c(1, 1, 1, 4, 5))
#' WeightedAUC(curve)
#'
#' # The same by its definition, over all pairs of a positive and a negative:
#' positive <- data.frame(score = c(3, 1, 1), weight = c(1, 4, 5))
#' negative <- data.frame(score = c(1, 2), weight = c(1, 1))
#' pairs <- merge(positive, negative, by = NULL)
#' wins <- with(pairs, (score.x > score.y) + (score.x == score.y) / 2)
#' with(pairs, weighted.mean(wins, weight.x * weight.y))
#'
#' # Without weights it is the area of other packages:
#' if (requireNamespace("ROCR", quietly = TRUE)) {
#'   data(ROCR.simple, package = "ROCR", envir = environment())
#'   print(with(ROCR.simple, WeightedAUC(WeightedROC(predictions, labels))))
#'   prediction <- with(ROCR.simple, ROCR::prediction(predictions, labels))
#'   ROCR::performance(prediction, "auc")@y.values[[1]]
#' }
#' if (requireNamespace("pROC", quietly = TRUE)) {
#'   data(aSAH, package = "pROC", envir = environment())
#'   print(with(aSAH, WeightedAUC(WeightedROC(s100b, outcome))))
#'   with(aSAH, pROC::auc(outcome, s100b, quiet = TRUE))
#' }
#' @export
WeightedAUC <- function(tpr.fpr, ...) {
  refuse_dots(...)
  if (missing(tpr.fpr)) raise_absent("tpr.fpr")
  check_frame(tpr.fpr, "tpr.fpr", "a data.frame with the columns TPR and FPR")
  rows <- .row_names_info(tpr.fpr, 2L)
  if (rows < few_observations) area_of_rows(tpr.fpr, rows) else classed(area_of_rows(tpr.fpr, rows))
}

area_of_rows <- function(tpr.fpr, rows) {
  TPR <- curve_column(tpr.fpr, "TPR", "tpr.fpr", rows)
  FPR <- curve_column(tpr.fpr, "FPR", "tpr.fpr", rows)
  unwrap(curve_area(TPR, FPR))
}
