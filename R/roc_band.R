#' Confidence bands of a weighted ROC curve
#'
#' Intervals for the true positive rate at false positive rates, the reverse, or for both rates at
#' thresholds; each by itself, or all of them at once.
#'
#' @section Definition:
#' A rate is a share of the weight of its class. As many as
#' \deqn{n = \frac{k}{f} \frac{z^2}{t^2},\qquad f = \frac{\nu r + 4}{\nu + 4}}{
#'   n = (k / f) (z / t)^2,  f = (nu r + 4) / (nu + 4)}
#' independent observations would say as much about it: \eqn{k} is the effective number of the class
#' ([auc_ci()]); \eqn{r} is the variance of the rate, from the influences of observations (or clusters)
#' on it, divided by \eqn{p (1 - p) / k}; \eqn{\nu}{nu} are the effective degrees of freedom of that
#' variance; \eqn{z} and \eqn{t} are the quantiles of the normal distribution and of the t distribution
#' with \eqn{\nu + 4}{nu + 4} degrees of freedom; with clusters \eqn{m} of [auc_ci()] stands for 4. Never less than the total weight over the largest one.
#' All intervals are those of a share of \eqn{n} observations, so that no rate is sure to be 0 or 1.
#' \describe{
#'   \item{`"pointwise"`}{By threshold Wilson's interval, for each rate alone. By `"FPR"` (and by `"TPR"` in the same
#'     way) both rates are uncertain, and the interval comes from a mixture of beta distributions. Let \eqn{x} be the
#'     FPR, and let the curve be made of steps: the TPR is \eqn{H_j}{H_j} from the FPR \eqn{F_j}{F_j} on, beginning with the
#'     first \eqn{H_0 > 0}{H_0 > 0}. With beta variables \eqn{V_j \sim B(c_0 + n_0 F_j, n_0 (1 - F_j))}{V_j ~ B(c0 + n0 F_j, n0 (1 - F_j))}
#'     and \eqn{U_j \sim B(n_1 H_j, n_1 (1 - H_j) + c_1)}{U_j ~ B(n1 H_j, n1 (1 - H_j) + c1)} and
#'     \eqn{G_j = P(V_j \le x)}{G_j = P(V_j <= x)}, the lower end is the \eqn{t} where
#'     \deqn{R(t) + \sum_j (G_j - G_{j+1}) P(U_j \le t) = \alpha / 2.}{
#'       R(t) + sum_j (G_j - G_j+1) P(U_j <= t) = alpha / 2.}
#'     \eqn{R} is for an \eqn{x} that lies before the first step, where the sample shows no TPR. The true TPR is then
#'     assumed to rise at least with the sixth power of the FPR to the \eqn{h} with \eqn{P(U_0 \le h) = \alpha / 2}{
#'     P(U_0 <= h) = alpha / 2}: \eqn{R(t) = P(V_0 > x \max(1, h / t)^{1/6})}{R(t) = P(V_0 > x max(1, h / t)^(1/6))}. So
#'     the lower end tends to 0 without a jump. The upper end is found in the same way, with \eqn{c_0}{c0} and
#'     \eqn{c_1}{c1} in the other arguments and without \eqn{R}. The pseudo-observation \eqn{c} of a class is a quarter
#'     of its number of observations (or clusters) over its \eqn{n}, at least 1/4 and at most 1/2; with \eqn{c = 1} and one
#'     step the interval is Clopper and Pearson's. Ties are cut into steps, and neighbouring steps merged, by cells of a
#'     quarter of a standard error of the TPR on the arc sine scale. With clusters (or a design) of both classes, errors
#'     of both rates cancel in part: both \eqn{n} are divided by \eqn{1 - 2 \rho b s / (b^2 + s^2)}{
#'     1 - 2 rho b s / (b^2 + s^2)}, with \eqn{s} the standard error of the TPR, \eqn{b} what one of the FPR moves it
#'     by, and \eqn{\rho}{rho} the correlation of both rates there, as in [roc_ci()]. The effective numbers change from
#'     row to row if weights differ or there are clusters; within one call no end falls below that of a smaller rate.}
#'   \item{`"equal-precision"`}{All at once, by intervals of Clopper and Pearson with a larger reach in place of
#'     \eqn{z}. By `"FPR"` and `"TPR"` they are taken at the least and the greatest rate that the sample may have at
#'     the threshold of the population; both errors get the parts of the reach that they would have if they added up
#'     to one normal error. Divided by their standard errors the errors along a curve are a
#'     Gaussian process whose time is half the log odds of the rate (Miller and Siegmund 1982); the
#'     reach is the one that it leaves nowhere with the confidence level, by the expected number of
#'     crossings.}
#'   \item{`"fixed-width"`}{All at once: the curve is moved by the same distance everywhere, to the left
#'     and up, and to the right and down, in units of \eqn{1 / \sqrt{k}}{1 / sqrt(k)} of both
#'     classes. By threshold the rates are. Wider than `"equal-precision"` near the corners, and less wide in
#'     the middle.}
#' }
#' Bands are for whole curves, whatever `at` is, and by threshold for both rates at all of `at`. With
#' `variance = "frequency"` all is as of the repeated rows; with `"bootstrap"` variances are those among `R`
#' replicates, and \eqn{\nu}{nu} as without. On a vertical step of the curve the `TPR` at an `FPR` is
#' the upper end, on a horizontal one the `FPR` at a `TPR` is the left end. A step is at a rate \eqn{b} that it
#' differs from by rounding, at most by \eqn{2^{-50} \min(b, 1 - b) + 2^{-52}}{2^-50 min(b, 1 - b) + 2^-52};
#' 0 and 1 are met exactly. With fewer than two observations
#' (or clusters) of a class the ends are `NA`, with a warning.
#'
#' How often they hold at a nominal 95%, by simulations (`bench/coverage/report.md` in the sources; 20 to 100 positives,
#' areas of 0.75 to 0.97, log-normal, inverse-probability or no weights, clusters): `"equal-precision"` bands by FPR, TPR and
#' threshold contained all of the true curve in 96.6% to 99.8% of the samples of 39 designs, `"fixed-width"` ones in 93.2% to
#' 100%. The pointwise interval of the TPR at an FPR of 0.01, 0.05 and 0.2 held in 94.4% to 100% of 24 designs each, and at
#' 0.1 in 96.4% and more of 23: do not trust it where few negatives stand for many, with inverse probabilities of 20
#' preferred positives in 88.4%. It need not be a concave curve: in 11 designs with hooks it held in 92% and more.
#'
#' @section Complexity:
#' One sort and \eqn{O(n + k)} for \eqn{k} places; the bootstrap \eqn{O(n)} for each replicate more.
#'
#' @inheritParams auc_ci
#' @param guess Scores, one vector, as in [WeightedROC()].
#' @param weight Weights, NULL for 1, or a design of package survey, as in [roc_ci()]: variances are those of
#'   the design, with its degrees of freedom at most.
#' @param at The places: numbers in \[0, 1\], or thresholds for `by = "threshold"`. By default 0, 0.01,
#'   ..., 1, or for thresholds the 9 deciles of the distinct scores.
#' @param by What the places are: `"FPR"`, `"TPR"` or `"threshold"`.
#' @param type `"pointwise"`, `"equal-precision"` or `"fixed-width"`, see below.
#' @param variance That of the rates: `"delong"` from influences, `"frequency"` for weights that count
#'   how often a row occurs, `"bootstrap"` from replicates.
#' @param R,bayesian For `"bootstrap"`, as in [auc_ci()].
#' @param fold Not supported: an error says why (`wroc_error_unsupported`).
#'
#' @return A data.frame with a row for each place. By `"FPR"`: `FPR`, `TPR`, `conf.low`, `conf.high` (of
#'   `TPR`); by `"TPR"`: `TPR`, `FPR`, `conf.low`, `conf.high` (of `FPR`); ready for
#'   `ggplot2::geom_ribbon()`, and for the argument `band` of [roc_plot()]. By `"threshold"` a row for
#'   each threshold and rate: `threshold`, `rate` (`"TPR"`, sensitivity, or `"TNR"`, specificity),
#'   `estimate`, `conf.low`, `conf.high`.
#'
#' @section Errors:
#' Those of [auc_ci()].
#'
#' @source
#' Wilson, E. B. (1927). Probable inference, the law of succession, and statistical inference. *Journal
#' of the American Statistical Association* 22, 209-212. Clopper, C. J. and Pearson, E. S. (1934). The
#' use of confidence or fiducial limits illustrated in the case of the binomial. *Biometrika* 26,
#' 404-413. Miller, R. and Siegmund, D. (1982). Maximally selected chi square statistics. *Biometrics*
#' 38, 1011-1016. Siegmund, D. and Yakir, B. (2007). *The Statistics of Gene Mapping*. Springer,
#' equation 5.3: what discrete places miss. Campbell, G. (1994). Advances in statistical methodology for
#' the evaluation of diagnostic and laboratory tests. *Statistics in Medicine* 13, 499-508. Fay, M. P., Proschan, M. A.
#' and Brittain, E. (2015). Combining one-sample confidence procedures for inference in the two-sample case.
#' *Biometrics* 71, 146-156: intervals from two beta distributions with pseudo-observations.
#'
#' @family inference
#' @seealso [roc_plot()] to draw it, [roc_optimal_ci()] for the optimal threshold.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' score <- rnorm(100, truth)
#' weight <- rexp(100)
#' roc_band(score, truth, weight, at = c(0.1, 0.2, 0.5))
#' roc_band(score, truth, weight, at = c(0, 1), by = "threshold")
#'
#' band <- roc_band(score, truth, weight, type = "equal-precision")
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   roc_plot(WeightedROC(score, truth, weight), band = band)
#' }
#' @export
roc_band <- function(guess, label, weight = NULL, cluster = NULL, at = NULL,
                     by = c("FPR", "TPR", "threshold"), conf.level = 0.95,
                     type = c("pointwise", "equal-precision", "fixed-width"),
                     variance = c("delong", "frequency", "bootstrap"), R = 2000,
                     bayesian = FALSE, positive = NULL, na.rm = FALSE, weights_model = NULL,
                     fold = NULL) classed({
  refuse_ways("band", c(fold = !is.null(fold)))
  if (is_fit(guess)) {
    bands <- answer_to_fit("roc_band", guess, arguments_given(), each = TRUE)
    return(with_class(bands, "roc_band"))
  }
  given <- c(R = !missing(R), bayesian = !missing(bayesian))
  of_design <- c(cluster = !is.null(cluster), variance = !missing(variance),
                 weights_model = !is.null(weights_model))
  observed <- observations_of(guess, label, weight, cluster, positive, na.rm, several = FALSE, designs = TRUE)
  refuse_in_design(observed, of_design)
  by <- check_choice(by, "by")
  type <- check_choice(type, "type")
  variance <- check_choice(variance, "variance", observed$variance)
  conf.level <- check_level(conf.level)
  R <- check_replicates(R)
  check_flag(bayesian, "bayesian")
  if (variance != "bootstrap") check_unused(given, without_bootstrap)
  check_counts(observed, variance, of_design[["variance"]] || !is.null(weights_model))
  observed$links <- check_weights_model(weights_model, label, cluster, variance == "delong",
                                        "with a bootstrap or counts")

  asked <- list(by = by, type = type, at = places_of(at, by))
  if (variance == "bootstrap") asked$replicates <- replicates_asked(variance, bayesian, R)
  sample <- sample_for_band(observed, 1L, conf.level, variance)
  found <- about_observations(observed, answer_of_sample(band, sample, asked), 1L)
  if (found$known == 0) warn_of_interval(NA_real_) else warn_of_observed(observed, variance)
  check_left(found$left, R)
  with_class(columns_of_band(found, by), "roc_band")
})

places_of <- function(at, by) {
  if (is.null(at)) {
    return(if (by != "threshold") seq(0, 1, 0.01))
  }
  if (length(at) == 0L) {
    raise("length", "`at` must name a place at least.", argument = "at", length = 0L, expected = 1L)
  }
  check_numbers(at, "at", if (by == "threshold") any_number else rate_range)
}

columns_of_band <- function(found, by) {
  ends <- list(conf.low = found$low, conf.high = found$high)
  columns <- if (by == "threshold") {
    list(threshold = found$at, rate = rep_len(c("TPR", "TNR"), length(found$at)), estimate = found$rate)
  } else {
    structure(found[c("at", "rate")], names = if (by == "FPR") c("FPR", "TPR") else c("TPR", "FPR"))
  }
  as_frame(c(columns, ends), length(found$at))
}
