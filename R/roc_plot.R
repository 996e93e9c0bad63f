#' Picture of one or several ROC curves
#'
#' A square ggplot of curves, with what helps to choose on them: the convex hull, the
#' threshold of least expected cost, thresholds under a bound, shaded partial areas and
#' labelled thresholds.
#'
#' @details
#' All that is drawn is computed from the whole curve. The line itself is drawn through at
#' most 10000 of its points, chosen by [roc_thin()] so that no point of the curve lies
#' farther than 1/5000 of the axis from what is drawn: less than a pixel of any picture up
#' to 5000 pixels wide.
#'
#' Several curves differ in colour (the palette of Okabe and Ito, which people with all kinds
#' of colour vision can tell apart) and in line type, so that they can be told apart in black
#' and white. Marks have the same meaning in all pictures:
#' \describe{
#'   \item{dashed line}{the convex hull,}
#'   \item{filled circle and dotted line}{the point of least risk, and the isocost line through
#'     it,}
#'   \item{thin line and filled diamond}{the bound of a Neyman-Pearson rule and the threshold that
#'     is best under it; an open diamond is the point of the curve at the bound, reached by
#'     choosing between two thresholds at random,}
#'   \item{shading}{a confidence band, a partial or cost-based area; of the latter, the dot-dashed
#'     line is that of the random classifier's cost,}
#'   \item{small filled circles with numbers}{chosen thresholds; a number that would cover
#'     another one is left out.}
#' }
#' Where the hull of one of several curves lies on the curve, its dashes hide the line type: give the
#' hull as a curve of its own, `roc_plot(list(model = curve, hull = roc_hull(curve)))`.
#'
#' @param curve A curve, see [roc_measures()], or a list of curves with names.
#' @param diagonal `TRUE` for the chance line, on which TPR = FPR.
#' @param hull `TRUE` for the convex hull, see [roc_hull()].
#' @param optimal `TRUE` for the point of least risk and its isocost line, or a list of
#'   arguments of [roc_isocost()]: `list(cost_FN = 5, prior = 0.1)`.
#' @param max_FPR,max_FNR Bounds of Neyman-Pearson rules to show, see
#'   [roc_neyman_pearson()]. Here both may be given.
#' @param partial A partial area to shade: `list(FPR = c(0, 0.1))` or
#'   `list(TPR = c(0.8, 1))`, see [roc_partial_auc()].
#' @param cost_area A cost-based area to shade: a list of arguments of [roc_cost_auc()],
#'   `list(cost_FN = 4)`, with one cost.
#' @param thresholds Thresholds whose points are to be marked with their values.
#' @param band A confidence band to shade: a data.frame of [roc_band()] by `"FPR"` or `"TPR"`, or for
#'   several curves a list of such with (some of) their names.
#'
#' @return A ggplot: add layers, scales, titles or a theme to it as to any other.
#'
#' @section Errors:
#' Those of the functions named above; `wroc_error_names` for a list of curves without
#' (distinct) names; `wroc_error_arguments` for a list of arguments that the function named
#' does not have; `wroc_error_package` where ggplot2 (>= 3.4.0) is not installed: there,
#' `plot(TPR ~ FPR, curve, type = "l", asp = 1)` draws a curve.
#'
#' @section Complexity:
#' \eqn{O(m)} time for \eqn{m} rows.
#'
#' @source
#' Fawcett, T. (2006). An introduction to ROC analysis. *Pattern Recognition Letters* 27,
#' 861-874, \doi{10.1016/j.patrec.2005.10.010}.
#'
#' @seealso `vignette("Decisions", "WeightedROC")` for the pictures in use.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' weight <- rexp(100)
#' good <- WeightedROC(rnorm(100, 2 * truth), truth, weight)
#' fair <- WeightedROC(rnorm(100, truth), truth, weight)
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   print(roc_plot(fair, hull = TRUE, optimal = list(cost_FN = 2)))
#'   roc_plot(list(good = good, fair = fair), max_FPR = 0.1) + ggplot2::ggtitle("Two scores")
#' }
#' @export
roc_plot <- function(curve, diagonal = TRUE, hull = FALSE, optimal = NULL, max_FPR = NULL,
                     max_FNR = NULL, partial = NULL, cost_area = NULL, thresholds = NULL,
                     band = NULL) classed({
  check_given(curve)
  curves <- check_curves(curve)
  check_ggplot2()
  layers <- c(
    band_layers(check_band(band, curves), curves),
    partial_layers(curves, check_arguments(partial, "partial", c("FPR", "TPR"))),
    cost_area_layers(
      curves, check_arguments(cost_area, "cost_area",
                              c("cost_FP", "cost_FN", "cost_TP", "cost_TN", "prior"))
    ),
    if (check_flag(diagonal, "diagonal")) diagonal_layers(),
    if (check_flag(hull, "hull")) hull_layers(curves),
    curve_layers(curves),
    optimal_layers(curves, check_optimal(optimal)),
    bound_layers(curves, max_FPR, "max_FPR"),
    bound_layers(curves, max_FNR, "max_FNR"),
    threshold_layers(curves, thresholds)
  )
  empty_plot(names(curves)) + layers
})
