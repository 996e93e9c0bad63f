#' Weighted ROC curve
#'
#' Returns the ROC curve of a score for two classes of weighted observations: one row for each threshold at
#' which the classification changes. Use it for a curve as a plain data.frame; [weighted_roc()] accepts a
#' formula and several scores.
#'
#' @details
#' An observation is called positive at threshold \eqn{t} if `guess >= t`. Let the scores be \eqn{s_i} and
#' the weights \eqn{w_i}. The positives \eqn{P} have the total weight \eqn{W_1}{W1}, the negatives \eqn{N}
#' the total weight \eqn{W_0}{W0}:
#' \deqn{FP(t) = \sum_{i \in N} w_i I(s_i \ge t), \quad FN(t) = \sum_{i \in P} w_i I(s_i < t), \quad
#'       FPR = FP / W_0, \quad TPR = 1 - FN / W_1.}{
#'       FP(t) = sum over N of w I(s >= t),  FN(t) = sum over P of w I(s < t),
#'       FPR = FP / W0,  TPR = 1 - FN / W1.}
#'
#' **Ties.** Observations with the same score share one row. `-0` ties with `0`; scores that differ in the
#' last bit do not tie. `-Inf` and `Inf` are scores like others. Rows with weight 0 are ignored.
#'
#' **Accuracy.** Each entry is within 4 units in the last place of its exact value, also when weights span
#' 24 orders of magnitude. The first row's rates are exactly 1, the last row's exactly 0, and all columns
#' are monotone. The attribute `true_negatives` has the weights of the true negatives where `FP` does not
#' determine their last digits.
#'
#' **Complexity.** O(n log n) time, O(n) for evenly spread or few distinct scores, and about 16 bytes of
#' working memory per observation. Ctrl-C interrupts. `options(WeightedROC.threads = 2)` shares large data
#' among threads, with the same result.
#'
#' @param guess scores: a numeric or logical vector without missing values; higher scores look more positive.
#'   Arrays are accepted if all arguments have the same number of elements.
#' @param label classes, as long as `guess`: numbers in \{-1, 1\}, \{0, 1\} or \{1, 2\}, the larger one being
#'   positive; logical, `TRUE` being positive; or a factor with two levels in use, the last one being
#'   positive.
#' @param weight,weights weights, by either name, as long as `label`: finite, at least 0, positive for an
#'   observation of each class.
#'   All 1 by default.
#' @param ... not used.
#' @return A data.frame with a row for each distinct score, in ascending order, and a last row for the
#'   threshold above all:
#'   \item{TPR, FPR}{the true and false positive rates, not increasing.}
#'   \item{threshold}{the least score that is called positive; `Inf` in the last row.}
#'   \item{FN, FP}{the weights of the false negatives and the false positives. The last `FN` and the first
#'     `FP` are the total weights of the classes.}
#' @section Errors:
#' Every error has the class `wroc_error` and a class of its own, and the fields `argument`, `position` and
#' `value`: `wroc_error_absent`, `wroc_error_type`, `wroc_error_length`, `wroc_error_empty`,
#' `wroc_error_missing`, `wroc_error_weight`, `wroc_error_labels`, `wroc_error_levels`,
#' `wroc_error_one_class`, `wroc_error_no_weight`, `wroc_error_overflow`, `wroc_error_option`,
#' `wroc_error_memory`, `wroc_error_too_many_rows`.
#' @references Fawcett T (2006). An introduction to ROC analysis. Pattern Recognition Letters 27, 861-874,
#'   \doi{10.1016/j.patrec.2005.10.010}, algorithms 1 and 2, here with weights. Knuth DE (1997). The Art of
#'   Computer Programming, vol. 2, section 4.2.2, theorem B (the sums). The interface is that of T. D.
#'   Hocking's package of this name.
#' @family curves and their AUCs
#' @seealso [WeightedAUC()] for the AUC, [auc_wmw()] for the AUC without a curve, [WeightedROC-package] for
#'   all functions.
#' @examples
#' y <- c(-1, -1, 1, 1, 1)
#' w <- c(1, 1, 1, 4, 5)
#' score <- c(1, 2, 3, 1, 1)
#' (curve <- WeightedROC(score, y, w))
#' WeightedAUC(curve)
#'
#' # The threshold of the smallest weighted error
#' curve$threshold[which.min(curve$FN + curve$FP)]
#'
#' # Strings need to say which class is positive
#' disease <- c("no", "no", "yes", "yes", "yes")
#' WeightedROC(score, disease == "yes", w)
#' @export
WeightedROC <- function(guess, label, weight = rep(1, length(label)), ..., weights = NULL) {
  refuse_dots(...)
  if (!missing(weights)) {
    if (!missing(weight)) raise_both_weights()
    return(WeightedROC(guess, label, weights))
  }
  # A name that was passed on.
  if (is.symbol(substitute(weights))) raise_absent("weights")
  # As in auc_wmw(), plain and short vectors go the short way: half of their time is R's, and a tenth of it
  # would be the call of roc_curve().
  with_weight <- nargs() > 2L
  odd <- missing(guess) || missing(label) || with_weight && (missing(weight) || is.null(weight))
  weights <- if (odd) given_weights(guess, label, weight) else if (with_weight) weight
  if (length(label) < few_observations) {
    if (is.object(label) && is.factor(label)) check_codes(label, "label")
    curve <- .Call(wrap__WeightedROC, guess, label, weights, FALSE)
    if (!is.null(curve)) return(curve)
  }
  classed(curve_of(guess, label, weights))
}

# Too few rows for a second thread; Rust can check whether there is memory for them.
few_observations <- 16384L

curve_of <- function(guess, label, weights) {
  refuse_no_scores(guess)
  guess <- without_integer64(guess, "guess")
  label <- without_integer64(label, "label")
  weights <- without_integer64(weights, "weight")
  if (is_outcome(label)) return(curve_at_time(guess, label, weights))
  args <- list(guess, label, weights)
  # The elements of a matrix or an array are taken in their order.
  if (all(lengths(args[!vapply(args, is.null, NA)]) == length(label))) {
    args <- lapply(args, function(x) {
      if (is.array(x) && !is_survival(x)) dim(x) <- NULL
      x
    })
  }
  check_label(args[[2L]])
  check_score(args[[1L]], args[[2L]])
  if (!is.null(weights)) check_weight(args[[3L]], args[[2L]])
  observed_curve(guess, label, weights)
}
