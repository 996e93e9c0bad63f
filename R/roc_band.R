#' Confidence bands of ROC curves
#'
#' Returns intervals for the true positive rate at false positive rates, for the reverse, or for
#' sensitivity and specificity at thresholds. The intervals hold pointwise or for the whole curve at once.
#' Use it to draw a curve with its uncertainty, and [roc_estimate()] for a few rates with standard errors.
#'
#' @details
#' \describe{
#'   \item{`"pointwise"`}{Each interval holds pointwise. By threshold it is Wilson's interval for the
#'     effective number of observations of the class. By `"FPR"` and `"TPR"` both rates are uncertain, and
#'     the interval comes from a mixture of beta distributions over the steps of the curve (after Fay,
#'     Proschan and Brittain 2015).}
#'   \item{`"equal-precision"`}{All intervals hold at once: they are beta intervals of proportions with
#'     a larger quantile. Divided by its standard error, the error along a curve is a Gaussian process;
#'     this process stays below the quantile everywhere with the confidence level as its probability
#'     (Miller and Siegmund 1982).}
#'   \item{`"fixed-width"`}{All intervals hold at once: the whole curve is moved by one distance to the upper
#'     left and to the
#'     lower right (Campbell 1994). The band is wider than `"equal-precision"` near the corners and narrower
#'     in the middle.}
#' }
#' Simultaneous bands are for the whole curve, whatever `at` is; by threshold they are for both rates at
#' all of `at`. With fewer than two observations (or clusters) of a class the ends are `NA`, with a
#' warning. `vignette("Methods")` has formulas and coverage: at a nominal 95%, simultaneous bands
#' contained the true curve in 93% to 100% of the samples of 39 designs. Do not rely on the pointwise
#' interval if few negatives represent many.
#'
#' **Steps.** The `TPR` at an `FPR` is the upper end of a vertical step. The `FPR` at a `TPR` is the left
#' end of a horizontal step. A step is at a rate \eqn{b} if it differs from it by at most \eqn{2^{-50}
#' \min(b, 1 - b) + 2^{-52}}{2^-50 min(b, 1 - b) + 2^-52}.
#'
#' @inheritParams roc_estimate
#' @param x a fit of [weighted_roc()], or scores with the arguments of [roc_observations()] behind them.
#' @param at the places: rates in \[0, 1\], or thresholds. By default 0, 0.01, ..., 1, or the 9 deciles of the
#'   distinct scores.
#' @param by what the places are: `"FPR"`, `"TPR"` or `"threshold"`.
#' @param conf.level the confidence level; a fit's own by default, or 0.95.
#' @param type `"pointwise"`, `"equal-precision"` or `"fixed-width"`.
#' @param R the number of replicates with `variance = "bootstrap"` or `"bayesian"`: 2000 by default.
#' @return A data.frame of class `roc_band` with a row for each place, behind the groups and the `score` where
#'   there are any. By `"FPR"`: `FPR`, `TPR`, `conf.low`, `conf.high` (of `TPR`); by `"TPR"`: `TPR`, `FPR`,
#'   `conf.low`, `conf.high` (of `FPR`). By `"threshold"` a row for each threshold and rate: `threshold`,
#'   `rate` (`"TPR"`, or `"TNR"`, specificity), `estimate`, `conf.low`, `conf.high`. [roc_plot()] draws it.
#' @section Complexity: One sort and O(n + k) for k places; the bootstrap takes O(n) for each replicate.
#' @references Campbell G (1994). Advances in statistical methodology for the evaluation of diagnostic and
#'   laboratory tests. Statistics in Medicine 13, 499-508. Fay MP, Proschan MA, Brittain E (2015). Combining
#'   one-sample confidence procedures for inference in the two-sample case. Biometrics 71, 146-156. Miller R,
#'   Siegmund D (1982). Maximally selected chi square statistics. Biometrics 38, 1011-1016.
#' @seealso [roc_estimate()] with `roc_measure("TPR", FPR = 0.1)`.
#' @examples
#' fit <- weighted_roc(am ~ mpg, mtcars)
#' roc_band(fit, at = c(0.1, 0.2, 0.5))
#' roc_band(fit, at = c(20, 25), by = "threshold")
#'
#' # Without a fit
#' roc_band(mtcars$mpg, mtcars$am, at = 0.2, type = "equal-precision")
#' @export
roc_band <- function(x, ..., at = NULL, by = c("FPR", "TPR", "threshold"), conf.level = default_conf_level(),
                     type = c("pointwise", "equal-precision", "fixed-width"), R = NULL) {
  call <- call_by_places(sys.call(), names(formals()))
  if (!is.null(call)) return(eval(call, parent.frame()))
  classed({
    by <- check_choice(by, "by")
    if (is.null(conf.level)) {
      raise("type", "`conf.level` must not be NULL: a band has intervals only. roc_at() returns rates without them.",
            argument = "conf.level")
    }
    spec <- settings_of_bands(conf.level, R, missing(conf.level))
    spec[c("by", "type", "at")] <- list(by, check_choice(type, "type"), places_of(at, by))
    observations <- roc_observations(x, ...)
    bands <- with_class(for_samples(observations, "A band", bands_of_scores, spec), "roc_band")
    with_neighbours_of_estimates(bands, observations)
  })
}

places_of <- function(at, by) {
  if (is.null(at)) return(if (by != "threshold") seq(0, 1, 0.01))
  if (length(at) == 0L) {
    raise("length", "`at` must have at least one value.", argument = "at", length = 0L, expected = 1L)
  }
  check_numbers(at, "at")
}

bands_of_scores <- function(observations, spec) {
  if (!is.null(observations$sampling$folds)) return(band_over_folds(observations, spec))
  reversed <- isTRUE(observations$turned) && spec$by == "threshold"
  if (reversed && !is.null(spec$at)) spec$at <- -spec$at
  result <- for_each_score(observations, function(score) {
    result_of_bands(band, replace(observations, "scores", list(list(score))), spec, function(observations, request) {
      list(given = variances_in_design(observations, request))
    })
  })
  warn_of_bands(observations, all(vapply(result, `[[`, 0, "known") > 0))
  oriented(rows_of_scores(observations, lapply(result, columns_of_band, spec$by)), reversed)
}

columns_of_band <- function(result, by) {
  result <- result$rows
  ends <- list(conf.low = result$low, conf.high = result$high)
  columns <- if (by == "threshold") {
    list(threshold = result$at, rate = rep_len(c("TPR", "TNR"), length(result$at)), estimate = result$rate)
  } else {
    structure(result[c("at", "rate")], names = if (by == "FPR") c("FPR", "TPR") else c("TPR", "FPR"))
  }
  as_frame(c(columns, ends), length(result$at))
}
