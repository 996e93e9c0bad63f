#' Weighted ROC curve
#'
#' The receiver operating characteristic curve of a score for two classes of
#' weighted observations: one row for each threshold at which the
#' classification changes.
#'
#' @section Definition:
#' At threshold \eqn{t} an observation is called positive when
#' `guess >= t`. With \eqn{P} the observations of the positive class,
#' \eqn{N} those of the negative class, \eqn{s_i} the scores and \eqn{w_i} the
#' weights,
#' \deqn{FP(t) = \sum_{i \in N} w_i I(s_i \ge t), \qquad
#'       FN(t) = \sum_{i \in P} w_i I(s_i < t),}{
#'       FP(t) = sum over i in N of w_i I(s_i >= t),
#'       FN(t) = sum over i in P of w_i I(s_i < t),}
#' \deqn{FPR(t) = FP(t) / W_0, \qquad TPR(t) = 1 - FN(t) / W_1,}{
#'       FPR(t) = FP(t) / W0,  TPR(t) = 1 - FN(t) / W1,}
#' where \eqn{W_0}{W0} and \eqn{W_1}{W1} are the total weights of the negative
#' and the positive class. The rates depend on the weights only up to a factor
#' for each class.
#'
#' @section Matrices and arrays:
#' `guess`, `label` and `weight` may be matrices or arrays of any dimensions, such as the pixels of an
#' image and a mask, when all have the same number of elements; these are taken in their order. In all
#' other functions the columns of a matrix `guess` are several scores.
#'
#' @section Ties, zeros and infinities:
#' Observations with the same score share one row, so that a tie between the
#' classes is a diagonal segment of the curve. `-0` ties with `0`; scores that
#' differ in their last bit do not tie. `-Inf` and `Inf` are scores like
#' others; a score of `Inf` has a row of its own, before the last one.
#' An observation of weight 0 counts as absent, also when that leaves a score
#' without a row.
#'
#' @section Accuracy:
#' `FP` is added up from the highest score down and `FN` from the lowest up,
#' both in compensated arithmetic. Each entry is within 4 units in the last
#' place of its exact value, also when the weights differ by 24 orders of
#' magnitude. The first row's rates are exactly 1, the last row's exactly 0,
#' and all columns are monotone. The order of the observations does not
#' matter.
#'
#' @section Complexity:
#' At worst \eqn{O(n \log n)}{O(n log n)} time, \eqn{O(n)} where the scores are
#' spread evenly or few of them are distinct. Beside the result, about 16 bytes of
#' working memory an observation, and none where few scores are distinct. The
#' arguments are not copied. Ctrl-C interrupts.
#'
#' One thread does it all, unless the option `WeightedROC.threads` says
#' otherwise: `options(WeightedROC.threads = 2)` lets two threads share the sort
#' of 32768 observations or more, and from 131073 on all of the work. They end
#' with the call, and the result is the same to the last bit for any number of them.
#'
#' @param guess Scores: a double, integer or logical vector, without `NA`. The higher
#'   a score, the more the observation looks positive; `TRUE` is higher than `FALSE`.
#'   Its unit and scale are free.
#' @param label Classes, as long as `guess` and without `NA`: numbers in
#'   \{-1, 1\}, \{0, 1\} or \{1, 2\}, where the larger one is the positive
#'   class; logicals, where `TRUE` is positive; or a factor with exactly two
#'   levels in use, where the later one is positive.
#' @param weight Weights, as long as `label`: finite, at least 0, and positive
#'   for an observation of each class. Their sums in each class must be finite.
#'   All 1 by default.
#'
#'   Scores, labels and weights may be 64-bit integers of package bit64 that
#'   doubles hold exactly.
#'
#'   A vector may have names and other attributes, may be an array or matrix
#'   of one column, and may come from a tibble or data.table.
#'
#' @return A data.frame with a row for each distinct score, ascending, and a
#'   last row for the threshold above them all. Its columns are double:
#'   \item{TPR}{True positive rate, in \[0, 1\], not increasing.}
#'   \item{FPR}{False positive rate, in \[0, 1\], not increasing.}
#'   \item{threshold}{The least score that is called positive, in the unit of
#'     `guess`; `Inf` in the last row, where nothing is.}
#'   \item{FN}{Weight of the false negatives, in the unit of `weight`. The last
#'     row has the total weight of the positive class.}
#'   \item{FP}{Weight of the false positives, in the unit of `weight`. The first
#'     row has the total weight of the negative class.}
#'
#'   Where the weights of the true negatives are less than a thousandth of all
#'   negatives and their last digits can't be told from `FP`, the attribute
#'   `true_negatives` has them: a data.frame with the columns `threshold` and `TN`
#'   for the first rows, summed from the lowest score up. [roc_measures()] and
#'   whatever else takes the curve makes use of it.
#'
#' @section Errors:
#' Every error has the class `wroc_error` and one that says more. Its fields
#' `argument`, `position` and `value` say what was found where, as far as they
#' apply.
#' \describe{
#'   \item{`wroc_error_absent`}{`guess` or `label` is not given, or `weight` is passed on by
#'     a function that was not given one.}
#'   \item{`wroc_error_type`}{An argument of the wrong type: a list, a data.frame,
#'     character labels, 64-bit integers of package bit64 that doubles don't hold
#'     exactly, a matrix that is not as long as the others.}
#'   \item{`wroc_error_length`}{`guess` or `weight` is not as long as `label`
#'     (fields `length` and `expected`).}
#'   \item{`wroc_error_empty`}{There are no observations.}
#'   \item{`wroc_error_missing`}{An `NA` or `NaN`.}
#'   \item{`wroc_error_weight`}{A negative or infinite weight.}
#'   \item{`wroc_error_labels`}{Labels outside of the encodings (`value` has up
#'     to six of them, `more` whether there are others, `swapped` whether `guess`
#'     looks like labels).}
#'   \item{`wroc_error_levels`}{A factor with a code that stands for no level.}
#'   \item{`wroc_error_one_class`}{Only one label value.}
#'   \item{`wroc_error_no_weight`}{A class in which all weights are 0 (field
#'     `class_name`).}
#'   \item{`wroc_error_overflow`}{A class in which the sum of the weights is
#'     not finite (field `class_name`).}
#'   \item{`wroc_error_option`}{The option `WeightedROC.threads` is no number of
#'     threads.}
#'   \item{`wroc_error_memory`, `wroc_error_too_many_rows`}{No memory (field `bytes`,
#'     where they are known), or more than \eqn{2^{31} - 2}{2^31 - 2} distinct scores.}
#' }
#'
#' @source
#' Fawcett, T. (2006). An introduction to ROC analysis. *Pattern Recognition
#' Letters* 27, 861-874, algorithms 1 and 2, \doi{10.1016/j.patrec.2005.10.010};
#' here with weights in place of counts. The interface is that of
#' T. D. Hocking's package of the same name. The sums are those of Knuth, D. E.
#' (1997). *The Art of Computer Programming*, vol. 2, 3rd ed., section 4.2.2,
#' theorem B.
#'
#' @family curves and their areas
#' @seealso [WeightedROC-package] for the map of all functions, [weighted_roc()] for a formula and data,
#'   [WeightedAUC()] for the area under the curve, [auc_wmw()] for the area
#'   straight from the observations.
#'
#' @examples
#' y <- c(-1, -1, 1, 1, 1)
#' w <- c(1, 1, 1, 4, 5)
#' score <- c(1, 2, 3, 1, 1)
#' (curve <- WeightedROC(score, y, w))
#' WeightedAUC(curve)
#' plot(TPR ~ FPR, curve, type = "l", asp = 1)
#'
#' # The threshold of the smallest weighted error:
#' curve$threshold[which.min(curve$FN + curve$FP)]
#'
#' # Words are no classes until it is said which one is positive:
#' disease <- c("no", "no", "yes", "yes", "yes")
#' WeightedROC(score, disease == "yes", w)
#'
#' # A real survey: does age tell who has high cholesterol?
#' if (requireNamespace("survey", quietly = TRUE)) {
#'   data(nhanes, package = "survey", envir = environment())
#'   known <- nhanes[!is.na(nhanes$HI_CHOL), ]
#'   population <- with(known, WeightedROC(as.integer(agecat), HI_CHOL, WTMEC2YR))
#'   print(population)
#'   sample_only <- with(known, WeightedROC(as.integer(agecat), HI_CHOL))
#'   c(weighted = WeightedAUC(population), unweighted = WeightedAUC(sample_only))
#' }
#' @export
WeightedROC <- function(guess, label, weight = rep(1, length(label))) {
  # As in auc_wmw(), plain and short vectors go the short way: half of their time is R's, and a tenth of it
  # would be the call of roc_curve().
  with_weight <- nargs() > 2L
  odd <- missing(guess) || missing(label) || with_weight && (missing(weight) || is.null(weight))
  weights <- if (odd) given_weights(guess, label, weight) else if (with_weight) weight
  if (length(label) < few_observations) {
    if (is.object(label) && is.factor(label)) check_codes(label, "label")
    curve <- .Call(wrap__WeightedROC, guess, label, weights, FALSE, 1L)
    if (!is.null(curve)) {
      return(curve)
    }
  }
  classed(curve_of(guess, label, weights))
}

# So few need no thread, and Rust can try whether there is memory for them.
few_observations <- 16384L

curve_of <- function(guess, label, weights) {
  refuse_no_scores(guess)
  guess <- without_integer64(guess, "guess")
  label <- without_integer64(label, "label")
  weights <- without_integer64(weights, "weight")
  lengths <- c(length(guess), if (!is.null(weights)) length(weights))
  if (all(lengths == length(label))) {
    check_observations(without_dim(guess), without_dim(label), without_dim(weights))
  } else {
    check_observations(guess, label, weights)
  }
  curve <- roc_curve(guess, label, weights, TRUE, threads_for(label))
  of_observations(curve, guess, label)
}

# The elements of a matrix or an array, in their order. R does not copy them.
without_dim <- function(x) {
  if (is.array(x) && !is_survival(x)) dim(x) <- NULL
  x
}
