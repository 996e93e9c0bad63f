#' Scores as probabilities
#'
#' The isotonic regression of the labels on the scores: which probability of the positive class each score
#' stands for, as a step function that rises with the score.
#'
#' @section Definition:
#' Neighbouring scores are pooled into blocks until the share of the positives in the weight rises from
#' each block to the next (pool adjacent violators). That share is the probability of the block. Of all
#' rising functions of the score it is the one with the least weighted square error, and with the least
#' weighted log loss. The blocks are the edges of the convex hull of the curve, see [roc_hull()]: with
#' \eqn{s} the slope of an edge and \eqn{\pi}{pi} the probability of the positive class the probability is
#' \deqn{p = \frac{\pi s}{\pi s + 1 - \pi}.}{p = pi s / (pi s + 1 - pi).}
#' Another `prior` changes the probabilities, not the blocks. Tied scores are in one block. Neighbours
#' of equal probability are pooled, where rounding leaves them equal.
#'
#' `predict()` gives a score within a block the probability of that, and one beyond all of them that of
#' the nearest block. Between two blocks `"step"` takes the lower probability, and `"linear"` a straight line
#' between the scores on both sides, as `IsotonicRegression` of scikit-learn does. At the scores of the
#' curve both are the same.
#'
#' @section Accuracy and complexity:
#' Probabilities are right to a few units in the last place of what the columns of the curve say, and for
#' whole weights of the exact ones. A block whose weight is less than about 1e-16 of what is above it and
#' of what is below it in the class leaves no trace in a curve, and is a part of a neighbour.
#' \eqn{O(m)} time for \eqn{m} rows.
#'
#' On the sample that it was made of a calibration is too good. With few positives judge it on other
#' observations, by [roc_brier()] or [roc_reliability()].
#'
#' @inheritParams roc_measures
#' @param prior The probability of the positive class, if not its share in the weights: one number.
#' @param object What `roc_calibrate()` gave, of one score.
#' @param scores New scores. Where one is `NA` the probability is.
#' @param method `"step"` or `"linear"`, see below.
#' @param ... There for the generic, must be empty.
#'
#' @return `roc_calibrate()`: a data.frame of class `roc_calibration` with a row for each block,
#'   ascending in probability: `score_low` and `score_high`, the least and the greatest score in it,
#'   `probability`, `weight_positive` and `weight_negative`. `predict()`: a probability for each score.
#'
#' @section Errors:
#' Those of a curve, see [roc_measures()]; `wroc_error_range` for the prior. `predict()`:
#' `wroc_error_calibration` for what are not the blocks of one calibration, `wroc_error_type` for scores that
#' are no numbers.
#'
#' @source
#' Ayer, M., Brunk, H. D., Ewing, G. M., Reid, W. T. and Silverman, E. (1955). An empirical distribution
#' function for sampling with incomplete information. *Annals of Mathematical Statistics* 26, 641-647.
#' Fawcett, T. and Niculescu-Mizil, A. (2007). PAV and the ROC convex hull. *Machine Learning* 68, 97-106,
#' \doi{10.1007/s10994-007-5011-0}. Zadrozny, B. and Elkan, C. (2002). Transforming classifier scores into
#' accurate multiclass probability estimates. *KDD*, 694-699, \doi{10.1145/775047.775151}.
#'
#' @family calibration
#' @seealso [roc_hull()] for the hull.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' curve <- WeightedROC(rnorm(100, truth), truth, rexp(100))
#' (calibration <- roc_calibrate(curve))
#' predict(calibration, c(-1, 0.3, 2, NA))
#' predict(calibration, c(-1, 0.3, 2, NA), method = "linear")
#'
#' # Where one in a hundred is positive
#' predict(roc_calibrate(curve, prior = 0.01), 2)
#' @export
roc_calibrate <- function(curve, prior = NULL) classed({
  check_given(curve)
  if (!is.null(prior)) prior <- check_numbers(prior, "prior", prior_range, 1L)
  blocks <- for_each_curve(roc_curves(curve), function(curve) unwrap(curve_calibration(columns_of(curve), prior)))
  with_class(blocks, "roc_calibration")
})

#' @rdname roc_calibrate
#' @export
predict.roc_calibration <- function(object, scores, method = c("step", "linear"), ...) classed({
  check_given(scores)
  method <- check_choice(method, "method")
  if (...length() > 0L) raise("unused", "predict() takes `scores` and `method` only.", argument = "...")
  blocks <- check_calibration(object)
  scores <- check_new_scores(scores)
  probability <- rep(NA_real_, length(scores))
  known <- !is.na(scores)
  probability[known] <- calibrated(blocks, blocks$direction * scores[known], method)
  probability
})

calibrated <- function(blocks, scores, method) {
  block <- pmax(findInterval(scores, blocks$low), 1L)
  probability <- blocks$probability[block]
  if (method == "step") {
    return(probability)
  }
  between <- which(scores > blocks$high[block] & block < length(blocks$low))
  below <- block[between]
  share <- share_of_way(scores[between], blocks$high[below], blocks$low[below + 1L])
  probability[between] <- (1 - share) * probability[between] + share * blocks$probability[below + 1L]
  probability
}

# Halves, as a difference may be too large for a double. What is finite is next to what is finite.
share_of_way <- function(x, from, to) {
  share <- (x / 2 - from / 2) / (to / 2 - from / 2)
  share[is.infinite(from)] <- 1
  share[is.infinite(from) & is.infinite(to)] <- 0.5
  share
}

# The blocks, ascending in score: in what `direction` makes of the scores, 1 or -1.
check_calibration <- function(object) {
  check_drawn(object, c("score_low", "score_high", "probability"))
  column <- function(name) as.vector(object[[name]])
  columns <- list(low = column("score_low"), high = column("score_high"), probability = column("probability"))
  if (all(vapply(columns, is.numeric, NA))) {
    turned <- list(low = -columns$high, high = -columns$low, probability = columns$probability)
    if (are_blocks(columns)) return(c(columns, direction = 1))
    if (are_blocks(turned)) return(c(turned, direction = -1))
  }
  raise("calibration", paste(
    "`object` must have the blocks of one calibration, ascending in probability: of several scores or groups",
    "take the rows of one."
  ), argument = "object")
}

are_blocks <- function(blocks) {
  if (length(blocks$low) == 0L || anyNA(unlist(blocks, use.names = FALSE))) return(FALSE)
  ends <- as.vector(rbind(blocks$low, blocks$high))
  !is.unsorted(ends) && !is.unsorted(blocks$low, strictly = TRUE) && !is.unsorted(blocks$probability)
}

check_new_scores <- function(scores) {
  scores <- without_integer64(scores, "scores")
  if (is.logical(scores) && all(is.na(scores))) scores <- as.double(scores)
  if (!is.numeric(scores) || !is_plain(scores)) raise_type("scores", "numeric", scores)
  as.vector(scores, "double")
}
