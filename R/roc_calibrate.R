#' Turn scores into probabilities
#'
#' `roc_calibrate()` returns the isotonic regression of the label on the score: the probability of the
#' positive class as an increasing step function. Use it to turn scores into probabilities; `predict()`
#' applies it to new scores.
#'
#' @details
#' Neighbouring scores are pooled into blocks until the weighted share of positives rises from block to
#' block (pool adjacent violators). That share is the probability of the block. It has the least weighted
#' squared error and the least weighted log loss of all increasing functions of the score. The blocks are
#' the edges of the convex hull ([roc_hull()]): an edge of slope \eqn{s} has the probability \eqn{\pi s /
#' (\pi s + 1 - \pi)}{pi s / (pi s + 1 - pi)} with \eqn{\pi}{pi} the `prior`. Another `prior` changes the
#' probabilities, not the blocks.
#'
#' `predict()` returns the probability of the block that contains a score, or of the nearest block beyond
#' the ends. Between two blocks `"step"` uses the lower probability, and `"linear"` a straight line, as
#' `IsotonicRegression` of scikit-learn does.
#'
#' Calibration is optimistic on the sample to which it was fitted. With few positives, assess it on other
#' observations by [roc_reliability()] or `roc_estimate(measure = "brier")`.
#'
#' A block with less than about 1e-16 of the weight of its class is too small for the curve, and is merged
#' with a neighbour.
#'
#' @inheritParams roc_at
#' @param prior the prevalence of the positive class, one number; by default its share in the weights.
#' @param object the result of `roc_calibrate()` for one score.
#' @param scores new scores. `NA` has the probability `NA`.
#' @param method `"step"` or `"linear"`, see Details.
#' @return `roc_calibrate()`: a data.frame of class `roc_calibration` with a row for each block of each curve,
#'   by ascending probability: `score_low` and `score_high`, the lowest and the highest score in it,
#'   `probability`, `weight_positive` and `weight_negative`. `predict()`: a probability for each score.
#' @section Errors: Errors about a curve are those of [roc_at()]; `wroc_error_range` is raised for the
#'   prior. `predict()` raises `wroc_error_calibration` for an object without the blocks of one
#'   calibration, and `wroc_error_type` for scores that are not numbers.
#' @section Complexity: O(m) time for m rows.
#' @references Ayer M, Brunk HD, Ewing GM, Reid WT, Silverman E (1955). An empirical distribution function for
#'   sampling with incomplete information. Annals of Mathematical Statistics 26, 641-647. Fawcett T,
#'   Niculescu-Mizil A (2007). PAV and the ROC convex hull. Machine Learning 68, 97-106.
#' @family calibration
#' @examples
#' fit <- weighted_roc(am ~ mpg, mtcars)
#' (calibration <- roc_calibrate(fit))
#' predict(calibration, c(15, 22, 40, NA))
#' predict(calibration, c(15, 22, 40, NA), method = "linear")
#'
#' # Where one in a hundred is positive
#' predict(roc_calibrate(fit, prior = 0.01), 22)
#' @export
roc_calibrate <- function(x, ..., prior = NULL) classed({
  if (!is.null(prior)) prior <- check_numbers(prior, "prior", 1L)
  blocks <- for_each_curve(with_prevalence(roc_curves(x, ...), prior), function(curve) {
    unwrap(curve_calibration(columns_of(curve), prior))
  })
  with_class(blocks, "roc_calibration")
})

#' @rdname roc_calibrate
#' @export
predict.roc_calibration <- function(object, scores, method = c("step", "linear"), ...) classed({
  method <- check_choice(method, "method")
  if (...length() > 0L) raise("unused", "predict() accepts `scores` and `method` only.", argument = "...")
  blocks <- check_calibration(object)
  scores <- check_numbers(scores, "scores")
  probability <- rep(NA_real_, length(scores))
  known <- !is.na(scores)
  probability[known] <- calibrated(blocks, blocks$direction * scores[known], method)
  probability
})

calibrated <- function(blocks, scores, method) {
  block <- pmax(findInterval(scores, blocks$low), 1L)
  probability <- blocks$probability[block]
  if (method == "step") return(probability)
  between <- which(scores > blocks$high[block] & block < length(blocks$low))
  below <- block[between]
  share <- share_of_way(scores[between], blocks$high[below], blocks$low[below + 1L])
  probability[between] <- (1 - share) * probability[between] + share * blocks$probability[below + 1L]
  probability
}

# Halves, as a difference may be too large for a double. A finite score between an infinite and a finite one
# is closest to the finite one.
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
    reversed <- list(low = -columns$high, high = -columns$low, probability = columns$probability)
    if (are_blocks(columns)) return(c(columns, direction = 1))
    if (are_blocks(reversed)) return(c(reversed, direction = -1))
  }
  raise("calibration", paste(
    "`object` must have the blocks of one calibration, ascending in probability: for several scores or",
    "groups select the rows of one."
  ), argument = "object")
}

are_blocks <- function(blocks) {
  if (length(blocks$low) == 0L || anyNA(unlist(blocks, use.names = FALSE))) return(FALSE)
  ends <- as.vector(rbind(blocks$low, blocks$high))
  !is.unsorted(ends) && !is.unsorted(blocks$low, strictly = TRUE) && !is.unsorted(blocks$probability)
}
