#' Cost curve
#'
#' Drummond and Holte's dual of the ROC convex hull: the least expected cost that
#' a score allows, for every operating condition.
#'
#' @section Definition:
#' Costs and prior enter only by the probability-cost of the positive class,
#' \deqn{PC = \frac{\pi\, cost_{FN}}{\pi\, cost_{FN} + (1 - \pi)\, cost_{FP}},}{
#'       PC = prior cost_FN / (prior cost_FN + (1 - prior) cost_FP),}
#' and the expected cost, divided by the largest that is possible, is that of a
#' straight line for each threshold:
#' \deqn{cost = FNR \cdot PC + FPR\,(1 - PC).}{cost = FNR PC + FPR (1 - PC).}
#' The cost curve is the lower envelope of these lines, which is concave. Always saying
#' negative costs `PC`, always saying positive `1 - PC`, so that the envelope
#' stays below the triangle of both. An edge of the hull of slope s is the vertex
#' at PC = 1 / (1 + s), a corner of the hull is an edge of the envelope.
#'
#' `roc_expected_cost()` is the mean of the cost curve over a density of PC (Drummond and Holte 2006, section
#' 5): for the uniform one, the default, that is the area under the cost curve. It says how much a score saves
#' where neither costs nor the prior are known; [roc_h()] is the same where the prior is known.
#'
#' @section Complexity:
#' \eqn{O(m)} time and memory for \eqn{m} rows.
#'
#' @inheritParams roc_measures
#'
#' @return A data.frame with the exact vertices of the envelope, from `PC` = 0 to 1:
#'   \item{PC}{Probability-cost of the positive class, ascending.}
#'   \item{cost}{Least normalised expected cost, in \[0, 0.5\].}
#'   \item{threshold}{The threshold that is optimal from this vertex to the next.
#'     The last row repeats the one before.}
#'   Between vertices the envelope is straight: `approx(PC, cost, xout)` gives its
#'   value anywhere.
#'
#'   `roc_expected_cost()`: one row with the `cost`, the cost without the score, `cost_trivial`, which is 1/4 for
#'   the uniform density, and the share `saved` of that.
#'
#' @section Errors:
#' Those of a curve, see [roc_measures()]; for the density those of [roc_h()].
#'
#' @source
#' Drummond, C. and Holte, R. C. (2006). Cost curves: an improved method for
#' visualizing classifier performance. *Machine Learning* 65, 95-130,
#' \doi{10.1007/s10994-006-8199-5}.
#'
#' @family decisions from a curve
#' @seealso [roc_hull()], [roc_risk()].
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' curve <- WeightedROC(rnorm(100, truth), truth, rexp(100))
#' (envelope <- roc_cost_curve(curve))
#' plot(cost ~ PC, envelope, type = "l", ylim = c(0, 0.5))
#' lines(c(0, 0.5, 1), c(0, 0.5, 0), lty = 3)
#'
#' # The least cost and the threshold at PC = 0.3
#' approx(envelope$PC, envelope$cost, 0.3)$y
#' envelope$threshold[findInterval(0.3, envelope$PC)]
#'
#' # The area under it, and the mean where misses are probably the dearer errors
#' roc_expected_cost(curve)
#' roc_expected_cost(curve, c(4, 2))
#' @export
roc_cost_curve <- function(curve) classed(for_each_curve(roc_curves(curve), function(curve) {
  unwrap(curve_cost_curve(columns_of(curve)))
}))

#' @rdname roc_cost_curve
#' @param density How probable each PC is: the two parameters of a beta distribution, or a function, as for
#'   [roc_h()].
#' @export
roc_expected_cost <- function(curve, density = c(1, 1)) classed({
  check_given(curve)
  density <- check_density(density, with_prior = FALSE)
  # There c is what a false positive costs, which is 1 - PC.
  mirrored <- if (is.function(density)) function(c) density(1 - c) else rev(density)
  for_each_curve(roc_curves(curve), function(curve) {
    found <- mean_losses(columns_of(curve), mirrored, 0.5)
    as_frame(list(cost = 2 * found$loss, cost_trivial = 2 * found$loss_trivial, saved = found$H), 1L)
  })
})
