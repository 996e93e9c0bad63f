#' Measures of every threshold of a ROC curve
#'
#' The weighted confusion matrix at each threshold of a curve and the measures
#' that are made of it.
#'
#' @section Definition:
#' With \eqn{W_1 = FN}{W1 = FN} of the last row, the total weight of the positive
#' class, and \eqn{W_0 = FP}{W0 = FP} of the first, that of the negative class:
#'
#' | column | measure | formula | range |
#' |---|---|---|---|
#' | `TP` | weight of the true positives | W1 - FN | \[0, W1\] |
#' | `TN` | weight of the true negatives | W0 - FP | \[0, W0\] |
#' | `TNR` | true negative rate, specificity | 1 - FPR | \[0, 1\] |
#' | `FNR` | false negative rate, miss rate | FN / W1 | \[0, 1\] |
#' | `PPV` | positive predictive value, precision | TP / (TP + FP) | \[0, 1\] |
#' | `NPV` | negative predictive value | TN / (TN + FN) | \[0, 1\] |
#' | `ACC` | accuracy | (TP + TN) / (W1 + W0) | \[0, 1\] |
#' | `ERR` | error rate | (FP + FN) / (W1 + W0) | \[0, 1\] |
#' | `BACC` | balanced accuracy | (TPR + TNR) / 2 | \[0, 1\] |
#' | `J` | Youden's index | TPR - FPR | \[-1, 1\] |
#' | `F1` | harmonic mean of precision and TPR | 2 TP / (2 TP + FP + FN) | \[0, 1\] |
#' | `MCC` | Matthews' correlation coefficient | (TP TN - FP FN) / sqrt((TP + FP) (TP + FN) (TN + FP) (TN + FN)) | \[-1, 1\] |
#' | `LR_pos` | likelihood ratio of a positive call | TPR / FPR | \[0, Inf\] |
#' | `LR_neg` | likelihood ratio of a negative call | FNR / TNR | \[0, Inf\] |
#' | `kappa` | Cohen's kappa, agreement beyond chance | 2 (TP TN - FP FN) / ((TP + FP) W0 + (TN + FN) W1) | \[-1, 1\] |
#' | `FDR` | false discovery rate | FP / (TP + FP) | \[0, 1\] |
#' | `FOR` | false omission rate | FN / (TN + FN) | \[0, 1\] |
#' | `share` | share called positive | (TP + FP) / (W1 + W0) | \[0, 1\] |
#'
#' Where a formula is 0/0 the measure is `NA`: `PPV`, `FDR`, `MCC` and `LR_pos` where nothing is called
#' positive, as in the last row, `NPV`, `FOR`, `MCC` and `LR_neg` where nothing is called negative, as in
#' the first. A likelihood ratio is `Inf` where only its denominator is 0.
#'
#' @section Prevalence:
#' The rates, `BACC`, `J` and the likelihood ratios do not depend on how large a share of the weights each
#' class has. `PPV`, `NPV`, `ACC`, `ERR`, `F1`, `MCC`, `kappa`, `FDR`, `FOR` and `share` do: they are those
#' of a population in which the classes have the shares that their weights have. With a `prior` \eqn{\pi}
#' they are those of a population with that prevalence: in their formulas TP is
#' \eqn{\pi TPR}{pi TPR}, FN is \eqn{\pi FNR}{pi FNR}, FP is \eqn{(1 - \pi) FPR}{(1 - pi) FPR} and TN is
#' \eqn{(1 - \pi) TNR}{(1 - pi) TNR}. This takes for granted that the scores within each class are
#' distributed there as they are in the sample. The columns `TP`, `TN`, `FN` and `FP` stay the weights of the observations.
#'
#' @section Balanced accuracy and the area:
#' A classifier that only says yes or no is a score with the values 0 and 1. Its
#' curve has one corner, at the threshold 1, and the area below two straight
#' lines through the corner (FPR, TPR) is (TPR + TNR) / 2. So the area under the
#' curve of a yes-or-no score *is* the balanced accuracy at the threshold 1.
#'
#' @section Accuracy and complexity:
#' Each measure is right to a few units in the last place of the curve's
#' entries; `TN`, `TNR` and `BACC` are differences from a total and have its
#' absolute precision. \eqn{O(m)} time for \eqn{m} rows and each prior, shared by the threads of option
#' `WeightedROC.threads`, see [WeightedROC()].
#'
#' @param curve A curve: the data.frame that [WeightedROC()] gives, or a tibble
#'   or data.table made of it. It may have more columns. It must be whole: from
#'   TPR = FPR = 1 in the first row to TPR = FPR = 0 and threshold `Inf` in the
#'   last one. Curves of groups, stacked in one data.frame, are to be given one
#'   by one, see the examples.
#' @param prior The probability of the positive class, in (0, 1). By default its share in the weights,
#'   \eqn{W_1 / (W_1 + W_0)}{W1 / (W1 + W0)}. For several priors there are rows for each.
#'
#' @return `roc_measures()`: a data.frame with the columns of `curve`, also those
#'   that were added to it, and the columns above. `roc_at()`: a data.frame with a
#'   row for each element of `threshold` and the columns `TPR`, `FPR`,
#'   `threshold`, `FN`, `FP` and those above. Where `prior` is given it is a column in front, and
#'   all rows for the first prior come first.
#'
#' @section Errors:
#' Every error has the class `wroc_error` and one that says more. Those of a
#' `curve` have the fields `argument`, `column`, the row (`position`) and the
#' `value`, as far as they apply, and are the same for all functions that take
#' a curve:
#' \describe{
#'   \item{`wroc_error_absent`}{It is not given.}
#'   \item{`wroc_error_type`, `wroc_error_column`}{It is no data.frame, or a column
#'     is not numeric or not there.}
#'   \item{`wroc_error_length`, `wroc_error_names`}{It was edited by hand: a column has not as
#'     many entries as there are rows (fields `length` and `expected`), or a name is no text.}
#'   \item{`wroc_error_too_few_rows`}{It has fewer than two rows.}
#'   \item{`wroc_error_missing`, `wroc_error_infinite`}{An entry is.}
#'   \item{`wroc_error_increasing`, `wroc_error_decreasing`}{`TPR`, `FPR` or `FP`
#'     rises, `threshold` or `FN` falls from one row to the next (field
#'     `previous`).}
#'   \item{`wroc_error_ends`}{It does not begin or end where a whole curve does
#'     (field `expected`).}
#'   \item{`wroc_error_disagree`}{A rate is not the ratio of the weights beside it
#'     (field `expected`).}
#' }
#' Thresholds may raise `wroc_error_type` and `wroc_error_missing`, priors also `wroc_error_range`.
#'
#' @source
#' Fawcett, T. (2006). An introduction to ROC analysis. *Pattern Recognition
#' Letters* 27, 861-874, figure 1, \doi{10.1016/j.patrec.2005.10.010}. Matthews,
#' B. W. (1975). Comparison of the predicted and observed secondary structure of
#' T4 phage lysozyme. *Biochimica et Biophysica Acta* 405, 442-451. Youden, W. J.
#' (1950). Index for rating diagnostic tests. *Cancer* 3, 32-35. Cohen, J. (1960). A coefficient of
#' agreement for nominal scales. *Educational and Psychological Measurement* 20, 37-46,
#' \doi{10.1177/001316446002000104}.
#'
#' @family decisions from a curve
#' @seealso [roc_optimal()] for the threshold of least expected cost; [roc_pr()], [roc_net_benefit()], [roc_gain()]
#'   for curves of some of these, and `vignette("BeyondROC", "WeightedROC")` for which to ask.
#'
#' @examples
#' curve <- WeightedROC(c(1, 2, 3, 1, 1), c(-1, -1, 1, 1, 1), c(1, 1, 1, 4, 5))
#' roc_measures(curve)
#'
#' # Between two scores, below the least and above the greatest:
#' roc_at(curve, c(-10, 1.5, 2, 99))
#'
#' # Where one in a hundred is positive, and where one in ten is
#' roc_at(curve, 2, prior = c(0.01, 0.1))[c("prior", "TPR", "FPR", "PPV", "NPV", "LR_pos", "share")]
#'
#' # A yes-or-no score: its area is its balanced accuracy
#' says_yes <- c(FALSE, TRUE, TRUE, FALSE, TRUE)
#' yes_or_no <- WeightedROC(says_yes, c(-1, -1, 1, 1, 1), c(1, 1, 1, 4, 5))
#' c(area = WeightedAUC(yes_or_no), BACC = roc_at(yes_or_no, 1)$BACC)
#'
#' # Curves of groups
#' set.seed(1)
#' d <- data.frame(group = rep(c("a", "b"), each = 100), truth = rep(0:1, 100))
#' d$score <- rnorm(200, d$truth)
#' if (requireNamespace("data.table", quietly = TRUE)) {
#'   curves <- data.table::as.data.table(d)[, WeightedROC(score, truth), by = group]
#'   print(curves[, roc_optimal(.SD, cost_FN = 2), by = group])
#' }
#' if (requireNamespace("dplyr", quietly = TRUE) && packageVersion("dplyr") >= "1.1.0") {
#'   curves <- dplyr::reframe(d, WeightedROC(score, truth), .by = group)
#'   dplyr::reframe(curves, roc_optimal(dplyr::pick(dplyr::everything()), cost_FN = 2),
#'                  .by = group)
#' }
#' @export
roc_measures <- function(curve, prior = NULL) classed({
  check_given(curve)
  prior <- check_priors(prior)
  for_each_curve(roc_curves(curve), function(curve) {
    columns <- columns_of(curve)
    measures <- unwrap(curve_measures(columns, prior, threads_for(columns[[1L]], max(length(prior), 1L))))
    rows <- nrow(curve)
    each <- repeated_rows(curve, max(length(prior), 1L))
    found <- with_columns(with_true_negatives(each, curve), measures)
    behind_priors(prior, found, rows)
  })
})

#' @rdname roc_measures
#' @param threshold Thresholds: a numeric vector of any length and order, without
#'   `NA`. An observation is called positive when `guess >= threshold`; so a
#'   threshold between two scores does the same as the higher of them.
#' @param midpoints Whether thresholds are reported that lie half way between two scores of the curve:
#'   instead of the score \eqn{s_k}{s[k]}, or of what was asked for, \eqn{(s_{k-1} + s_k) / 2}{
#'   (s[k-1] + s[k]) / 2}. They do the same in this curve's data. Below the least score it is `-Inf`, above the
#'   greatest `Inf`. Where there is no number between two scores it is the upper one.
#' @export
roc_at <- function(curve, threshold, prior = NULL, midpoints = FALSE) classed({
  check_given(curve)
  check_given(threshold)
  check_flag(midpoints, "midpoints")
  threshold <- turned_for(curve, check_numbers(threshold, "threshold", any_number))
  prior <- check_priors(prior)
  for_each_curve(roc_curves(curve), function(curve) {
    columns <- columns_of(curve)
    rows <- unwrap(curve_rows_at(columns, threshold))$row
    points <- rows_of(as_curve(columns), rep(rows, max(length(prior), 1L)))
    measures <- unwrap(curve_measures_at(columns, rows, prior))
    if (midpoints) {
      points <- with_midpoints(points, curve)
    } else {
      points$threshold <- rep(threshold, max(length(prior), 1L))
    }
    behind_priors(prior, with_columns(points, measures), length(threshold))
  })
})

# The priors that were given, in front of so many rows for each. A column of the same name is replaced.
behind_priors <- function(prior, found, each) {
  if (is.null(prior)) {
    return(found)
  }
  known <- attr(found, "true_negatives", exact = TRUE)
  others <- as.list(found)[names(found) != "prior"]
  rows <- as_frame(c(list(prior = rep_each(prior, each)), others), nrow(found))
  attr(rows, "true_negatives") <- known
  rows
}
