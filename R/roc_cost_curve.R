#' Cost curve
#'
#' `roc_cost_curve()` returns the least expected cost of a score for every combination of costs and
#' prevalence (Drummond and Holte's dual of the ROC convex hull). Use it to compare scores if costs or the
#' prevalence are uncertain.
#'
#' @details
#' Costs and prior enter only through the probability-cost of the positive class,
#' \deqn{PC = \frac{\pi\, cost_{FN}}{\pi\, cost_{FN} + (1 - \pi)\, cost_{FP}}.}{
#'       PC = prior cost_FN / (prior cost_FN + (1 - prior) cost_FP).}
#' The expected cost of each threshold, divided by its largest possible value, is a straight line.
#' \deqn{cost = FNR \cdot PC + FPR\,(1 - PC).}{cost = FNR PC + FPR (1 - PC).}
#' The cost curve is the lower envelope of these lines, and concave. Calling everything negative costs
#' `PC`, and calling everything positive costs `1 - PC`, so the envelope lies below both lines. An edge of
#' the hull with slope s is the vertex at PC = 1 / (1 + s). A corner of the hull is an edge of the
#' envelope.
#'
#' The mean of the cost curve over a density of PC is `roc_estimate(x, measure = "expected_cost")`; for the
#' uniform density, the default, it is the area under the curve.
#'
#' @inheritParams roc_at
#' @return A data.frame of class `roc_cost_curve`, for each curve with the exact vertices of the envelope from
#'   `PC` = 0 to 1:
#'   \item{PC}{the probability-cost, ascending;}
#'   \item{cost}{the least normalised expected cost, in \[0, 0.5\];}
#'   \item{threshold}{the threshold that is optimal from this vertex to the next; the last row repeats the one
#'   before.} `approx(PC, cost, xout)` gives the value between vertices.
#' @section Errors: Errors about a curve are those of [roc_at()].
#' @section Complexity: O(m) time and memory for m rows.
#' @references Drummond C, Holte RC (2006). Cost curves: an improved method for visualizing classifier
#'   performance. Machine Learning 65, 95-130.
#' @family decisions from a curve
#' @seealso [roc_hull()], [roc_optimal()].
#' @examples
#' fit <- weighted_roc(am ~ mpg, mtcars)
#' envelope <- roc_cost_curve(fit)
#' plot(cost ~ PC, envelope, type = "l", ylim = c(0, 0.5))
#' lines(c(0, 0.5, 1), c(0, 0.5, 0), lty = 3)
#'
#' # The least cost and the threshold at PC = 0.3
#' approx(envelope$PC, envelope$cost, 0.3)$y
#' envelope$threshold[findInterval(0.3, envelope$PC)]
#' @export
roc_cost_curve <- function(x, ...) classed({
  vertices <- for_each_curve(roc_curves(x, ...), function(curve) unwrap(curve_cost_curve(columns_of(curve))))
  with_class(vertices, "roc_cost_curve")
})
