#' Hand's H, and the area under the hull
#'
#' What a score saves of the costs of errors, on the average over what these may be; with the other numbers
#' that sum up the convex hull of a curve.
#'
#' @section Definition:
#' A false positive costs \eqn{c} and a false negative \eqn{1 - c}, where \eqn{c} is in (0, 1). With \eqn{\pi}{pi}
#' the `prior`, the best threshold for \eqn{c} costs
#' \deqn{Q(c) = \min (c (1 - \pi) FPR + (1 - c) \pi FNR),}{
#'       Q(c) = min(c (1 - pi) FPR + (1 - c) pi FNR),}
#' and calling everybody the same costs at least \eqn{Q_0(c) = \min(c (1 - \pi), (1 - c) \pi)}{
#' Q0(c) = min(c (1 - pi), (1 - c) pi)}. Nobody knows \eqn{c}; let it have a density \eqn{u}. Then
#' \deqn{H = 1 - \frac{\int_0^1 Q(c) u(c) dc}{\int_0^1 Q_0(c) u(c) dc}.}{
#'       H = 1 - (integral of Q(c) u(c) dc) / (integral of Q0(c) u(c) dc).}
#' It is 1 for a score that separates the classes, and 0 for one that is constant.
#'
#' The area under the curve is such a mean, too, but with a density that depends on the score, so that two
#' scores are judged by different costs (Hand 2009). For H the density has to be chosen:
#' \describe{
#'   \item{`"prior"`}{Beta(1 + \eqn{\pi}{pi}, 2 - \eqn{\pi}{pi}), the highest at \eqn{c = \pi}{c = pi}, where an
#'     error in the rarer class costs more (Hand and Anagnostopoulos 2014).}
#'   \item{`"ratio"`}{Beta(2, 1 + (1 - \eqn{\pi}{pi}) / \eqn{\pi}{pi}), the highest there, too, but narrower where
#'     positives are rare: what package hmeasure takes.}
#'   \item{`c(a, b)`}{Beta(a, b); Hand (2009) had `c(2, 2)`. `c(1, 1)` is uniform.}
#'   \item{a function}{of a vector of costs \eqn{c}, that gives as many densities; they need not integrate
#'     to 1.}
#' }
#' Whoever knows the costs needs no density: [roc_optimal()].
#'
#' `AUCH` is the area under the convex hull ([roc_hull()]), `KS` the largest TPR - FPR, `MER` the least rate
#' of errors, \eqn{\min((1 - \pi) FPR + \pi FNR)}{min((1 - pi) FPR + pi FNR)}. The minimum weighted loss
#' that other software gives for the ratio of the priors is \eqn{2 \pi (1 - \pi) (1 - KS)}{
#' 2 pi (1 - pi) (1 - KS)}. All of them, but for `AUC`, choose the best thresholds on the sample that they are
#' measured on, and are too good in small ones: in simulations of 30 of each class H was too large by more than its
#' standard error. [roc_ci()] with [roc_summary()] allows for that.
#'
#' @section Accuracy and complexity:
#' For beta distributions 12 digits or more: Q is made of straight lines between the slopes of the hull, and
#' the integrals are incomplete beta functions. For other densities as far as `integrate()` goes, to
#' 1e-10. \eqn{O(m)} time and memory for \eqn{m} rows.
#'
#' @inheritParams roc_risk
#' @param density How probable the costs are: `"prior"`, `"ratio"`, the parameters of a beta distribution, between 0.001
#'   and 1e6, or a function.
#' @param prior Probability of the positive class, in (0, 1), or several. By default its share in the
#'   weights.
#'
#' @return A data.frame with a row for each prior: `prior`, `H`, `AUC`, `AUCH`, `KS`, `MER`, and `loss` and
#'   `loss_trivial`, both integrals of the definition, for a density that integrates to 1.
#'
#' @section Errors:
#' Those of a curve, see [roc_measures()]; `wroc_error_type`, `wroc_error_length`, `wroc_error_missing` and
#' `wroc_error_range` for density and prior, also for what a function gives (fields `cost` and `value`) or when
#' its integral does not exist.
#'
#' @source
#' Hand, D. J. (2009). Measuring classifier performance: a coherent alternative to the area under the ROC
#' curve. *Machine Learning* 77, 103-123, \doi{10.1007/s10994-009-5119-5}. Hand, D. J. and Anagnostopoulos, C.
#' (2014). A better Beta for the H measure of classification performance. *Pattern Recognition
#' Letters* 40, 41-46, \doi{10.1016/j.patrec.2013.12.011}.
#'
#' @family decisions from a curve
#' @seealso [roc_summary()] for intervals and tests of these, [roc_cost_curve()] for the costs that are averaged.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, c(80, 20))
#' curve <- WeightedROC(rnorm(100, truth), truth, rexp(100))
#' roc_h(curve)
#' roc_h(curve, c(2, 2), prior = c(0.01, 0.1))
#'
#' # A miss costs 5 to 20 times as much as a false alarm
#' roc_h(curve, function(c) as.numeric(c > 1 / 21 & c < 1 / 6))
#' @export
roc_h <- function(curve, density = "prior", prior = NULL) classed({
  check_given(curve)
  density <- check_density(density)
  prior <- check_priors(prior)
  for_each_curve(roc_curves(curve), function(curve) {
    columns <- columns_of(curve)
    found <- mean_losses(columns, density, prior)
    found$AUC <- rep(unwrap(curve_area(columns[[1L]], columns[[2L]])), nrow(found))
    found[c("prior", "H", "AUC", "AUCH", "KS", "MER", "loss", "loss_trivial")]
  })
})

# What curve_h() says, for any density.
mean_losses <- function(columns, density, prior) {
  if (!is.function(density)) {
    return(unwrap(curve_h(columns, density, prior)))
  }
  found <- unwrap(curve_h(columns, densities_by_prior$prior, prior))
  found[c("H", "loss", "loss_trivial")] <- losses_by_function(columns, density, found$prior)
  found
}

# Of the corners of the hull, which is the best one between the costs at which it and its neighbours cost the
# same.
losses_by_function <- function(columns, density, prior) {
  hull <- unwrap(curve_hull(columns))
  rates <- unwrap(curve_measures_at(columns, hull$row, NULL))
  FPR <- columns[[2L]][hull$row]
  all <- integral_of_density(density, function(c) 1, 0, 1)
  if (all == 0) raise("range", "`density` must not be 0 for all costs.", argument = "density", value = 0)
  losses <- vapply(prior, function(positive) {
    cost_at <- function(slope) 1 / (1 + (1 - positive) / positive / slope)
    means_between <- function(from, to) {
      t(integrals_of_density(density, from, to)) * c(1 - positive, positive) / all
    }
    means <- means_between(cost_at(hull$slope_low), cost_at(hull$slope_high))
    loss <- sum(means[1L, ] * FPR + means[2L, ] * rates$FNR)
    ends <- means_between(c(0, positive), c(positive, 1))
    trivial <- ends[1L, 1L] + ends[2L, 2L]
    c(min(max(1 - loss / trivial, 0), 1), loss, trivial)
  }, numeric(3L))
  list(H = losses[1L, ], loss = losses[2L, ], loss_trivial = losses[3L, ])
}
