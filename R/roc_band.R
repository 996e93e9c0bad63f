#' Confidence bands of a weighted ROC curve
#'
#' Intervals for the true positive rate at false positive rates, the reverse, or for both rates at
#' thresholds; each by itself, or all of them at once.
#'
#' @section Definition:
#' The rates are computed in each of `R` bootstrap replicates ([auc_ci()] says how they are drawn).
#' \describe{
#'   \item{`"pointwise"`}{The percentiles of the replicates at each place: each interval alone holds
#'     with the confidence level.}
#'   \item{`"equal-precision"`}{\eqn{\hat r \pm c\, s}{r +- c s}, with \eqn{s} the standard deviation of the
#'     replicates at each place and \eqn{c} the quantile, at the confidence level, of the largest
#'     \eqn{|r^* - \hat r| / s}{|r* - r| / s} of a replicate: all intervals hold at once with the
#'     confidence level, and each is as likely to fail as the others.}
#'   \item{`"fixed-width"`}{\eqn{\hat r \pm c}{r +- c}, with \eqn{c} the quantile of the largest
#'     \eqn{|r^* - \hat r|}{|r* - r|}: the band has the same width all over.}
#' }
#' At the ends of the curve the bootstrap knows too little: if no positive of the sample has one of the lowest
#' scores, none has in any replicate, and bands of the first two types have no width there, wherever the curve
#' of the population runs. So take `"fixed-width"` for a band of the whole curve, and
#' `"equal-precision"` for an inner range, given by `at`.
#'
#' Bands are cut off at 0 and 1. Where all replicates agree (at `FPR = 1`, for one) an interval of the
#' first two types has no width. By threshold a simultaneous band holds for all rates of both kinds at once.
#' On a vertical step of the curve the `TPR` at an `FPR` is the upper end, on a horizontal one the `FPR` at a
#' `TPR` is the left end. With fewer than two observations (or clusters) of a class the ends are `NA`, with
#' a warning.
#'
#' @section Complexity:
#' One sort, and \eqn{O(n + k \log n)}{O(n + k log n)} for each replicate and \eqn{k} places.
#'
#' @inheritParams auc_ci
#' @param at The places: numbers in \[0, 1\], or thresholds for `by = "threshold"`. By default 0, 0.01,
#'   ..., 1, or for thresholds the 9 deciles of the distinct scores.
#' @param by What the places are: `"FPR"`, `"TPR"` or `"threshold"`.
#' @param type `"pointwise"`, `"equal-precision"` or `"fixed-width"`.
#'
#' @return A data.frame with a row for each place. By `"FPR"`: `FPR`, `TPR`, `conf.low`, `conf.high` (of
#'   `TPR`); by `"TPR"`: `TPR`, `FPR`, `conf.low`, `conf.high` (of `FPR`). By `"threshold"`: `threshold`,
#'   `TPR`, `TPR.low`, `TPR.high`, `TNR`, `TNR.low`, `TNR.high`: sensitivity and specificity. Ready for
#'   `ggplot2::geom_ribbon()`, and for the argument `band` of [roc_plot()].
#'
#' @section Errors:
#' Those of [auc_ci()].
#'
#' @source
#' Campbell, G. (1994). Advances in statistical methodology for the evaluation of diagnostic and
#' laboratory tests. *Statistics in Medicine* 13, 499-508. Nair, V. N. (1984). Confidence bands for
#' survival functions with censored data: a comparative study. *Technometrics* 26, 265-275: bands of
#' equal precision.
#'
#' @seealso [roc_plot()] to draw it, [roc_optimal_ci()] for the optimal threshold.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' score <- rnorm(100, truth)
#' weight <- rexp(100)
#' roc_band(score, truth, weight, at = c(0.1, 0.2, 0.5), R = 500)
#' roc_band(score, truth, weight, at = c(0, 1), by = "threshold", R = 500)
#'
#' band <- roc_band(score, truth, weight, type = "equal-precision", R = 500)
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   roc_plot(WeightedROC(score, truth, weight), band = band)
#' }
#' @export
roc_band <- function(guess, label, weight = rep(1, length(label)), cluster = NULL, at = NULL,
                     by = c("FPR", "TPR", "threshold"), conf.level = 0.95,
                     type = c("pointwise", "equal-precision", "fixed-width"),
                     variance = c("delong", "frequency", "bootstrap"), R = 2000,
                     bayesian = FALSE) classed({
  weights <- given_weights(guess, label, weight)
  by <- check_choice(by, "by")
  type <- check_choice(type, "type")
  variance <- check_choice(variance, "variance", variance_by_class(weights))
  conf.level <- check_level(conf.level)
  R <- check_replicates(R)
  check_flag(bayesian, "bayesian")
  check_observations(guess, label, weights)
  check_frequencies(weights, variance)
  cluster <- check_cluster(cluster, label)

  curve <- observed_curve(guess, label, weights)
  at <- places_of(at, by, curve)
  sample <- list(guess = guess, label = label, weights = weights, cluster = cluster,
                 curve = curve, conf.level = conf.level, variance = variance, R = R,
                 bayesian = bayesian)
  sample$classes <- classes_of(sample)
  if (!sample$classes$known) warn_of_interval(NA_real_)
  if (by == "threshold") by_threshold(sample, at, type) else by_rate(sample, at, by, type)
})

places_of <- function(at, by, curve) {
  if (is.null(at)) {
    if (by != "threshold") {
      return(seq(0, 1, 0.01))
    }
    scores <- curve$threshold[is.finite(curve$threshold)]
    if (length(scores) == 0L) scores <- Inf
    at <- unique(stats::quantile(scores, seq(0.1, 0.9, 0.1), names = FALSE, type = 1L))
  }
  if (length(at) == 0L) {
    raise("length", "`at` must name a place at least.", argument = "at", length = 0L, expected = 1L)
  }
  check_numbers(at, "at", if (by == "threshold") any_number else rate_range)
}

by_rate <- function(sample, at, by, type) {
  path <- path_along(sample$curve, by)
  given <- if (by == "FPR") at else 1 - at
  x <- sort(unique(given))
  rate <- rates_at(sample$curve, place_of(path, point_at_x(path, x)))[[if (by == "FPR") "TPR" else "FPR"]]
  ends <- if (sample$classes$known) ends_along(sample, path, x, type) else unknown(rate)
  # The path by TPR is upside down.
  if (by == "TPR") ends <- list(low = 1 - ends$high, high = 1 - ends$low)
  columns <- list(at, rate, conf.low = pmin(ends$low, rate), conf.high = pmax(ends$high, rate))
  names(columns)[1:2] <- if (by == "FPR") c("FPR", "TPR") else c("TPR", "FPR")
  of_x <- match(given, x)
  as_frame(c(columns[1L], lapply(columns[-1L], `[`, of_x)), length(at))
}

by_threshold <- function(sample, at, type) {
  place <- unwrap(curve_rows_at(columns_of(sample$curve), at))$row - 1
  rates <- rates_at(sample$curve, place)
  ends <- if (sample$classes$known) {
    ends_at_places(sample, place, type)
  } else {
    lapply(rates, unknown)
  }
  as_frame(list(
    threshold = at, TPR = rates$TPR, TPR.low = ends$TPR$low, TPR.high = ends$TPR$high,
    TNR = 1 - rates$FPR, TNR.low = 1 - ends$FPR$high, TNR.high = 1 - ends$FPR$low
  ), length(at))
}

unknown <- function(rate) {
  nothing <- rep(NA_real_, length(rate))
  list(low = nothing, high = nothing)
}
