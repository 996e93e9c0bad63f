#' Picture of one or several ROC curves
#'
#' A square ggplot of curves with their areas, and with what helps to choose on them: the convex
#' hull, the threshold of least expected cost, thresholds under a bound, shaded partial areas and
#' labelled thresholds. Each mark says what it is.
#'
#' @details
#' All that is drawn is computed from the whole curve. The line itself is drawn through at
#' most 10000 of its points, chosen by [roc_thin()] so that no point of the curve lies
#' farther than 1/5000 of the axis from what is drawn: less than a pixel of any picture up
#' to 5000 pixels wide.
#'
#' Up to four curves are solid lines in colours that differ for all kinds of colour vision, and in
#' grey. Up to twelve curves differ in colour or line type; more are an error, see the examples for
#' facets. The legend has the area behind each name, "age (0.66)"; these are the curves' names in
#' the data, so that another scale, such as `scale_colour_brewer()`, keeps them and the one legend.
#' Marks:
#' \describe{
#'   \item{"hull", dashed line}{the convex hull,}
#'   \item{"t = 1.17", filled circle}{the threshold of least risk, with the dotted isocost line through
#'     its point and the ratio of costs, "cost FN:FP = 5:1": what a miss costs more than a hit,
#'     to what a false alarm costs more than a right "negative". Further lines have the ratio only,}
#'   \item{"FPR <= 0.05", thin line}{the bound of a Neyman-Pearson rule, with the threshold that is best
#'     under it as a filled diamond; an open diamond is the point of the curve at the bound, reached by
#'     choosing between two thresholds at random,}
#'   \item{shading}{a confidence band, or a partial or cost-based area: the region whose area
#'     [roc_partial_auc()] or [roc_cost_auc()] gives. Dot-dashed lines are those of the random
#'     classifier's cost, with the ratio of costs,}
#'   \item{"t = 0.5", small circle}{a chosen threshold.}
#' }
#' A text that would cover an earlier one is left out.
#'
#' The points of the curves carry their thresholds, which `plotly::ggplotly()` shows at the pointer.
#'
#' @param curve A curve, see [roc_measures()], or a list of up to 12 curves with names.
#' @param diagonal `TRUE` for the chance line, on which TPR = FPR.
#' @param hull `TRUE` for the convex hull, see [roc_hull()].
#' @param optimal `TRUE` for the point of least risk and its isocost line, or a list of
#'   costs and `prior` as [roc_isocost()] has them: `list(cost_FN = 5, prior = 0.1)`. Vectors give
#'   several points.
#' @param max_FPR,max_FNR Bounds of Neyman-Pearson rules to show, see
#'   [roc_neyman_pearson()]. Here both may be given.
#' @param partial Partial areas to shade: `list(FPR = c(0, 0.1))` or
#'   `list(TPR = c(0.8, 1))`, see [roc_partial_auc()].
#' @param cost_area Cost-based areas to shade: `TRUE`, or a list of costs and `prior` as
#'   [roc_cost_auc()] has them, `list(cost_FN = c(1, 2, 4))`.
#' @param thresholds Thresholds whose points are to be marked with their values.
#' @param band A confidence band to shade: a data.frame of [roc_band()] by `"FPR"` or `"TPR"`, or for
#'   several curves a list of such with (some of) their names, or a data.frame with these in a column
#'   `score`.
#' @param areas `TRUE` for the areas of the curves, `FALSE` for none, or the data.frame of [auc_ci()],
#'   for areas with their intervals: "age (0.66, 0.61 to 0.71)".
#'
#' @return A ggplot: add layers, scales, titles or a theme to it as to any other.
#'
#' @section Errors:
#' Those of the functions named above; `wroc_error_names` for a list of curves without
#' (distinct) names, for bands and for areas that are not those of the curves; `wroc_error_curves` for
#' more than 12 curves; `wroc_error_arguments` for a list of arguments that the function named
#' does not have; `wroc_error_package` where ggplot2 (>= 3.4.0) is not installed: there,
#' `plot(TPR ~ FPR, curve, type = "l", asp = 1)` draws a curve.
#'
#' @section Complexity:
#' \eqn{O(m)} time for \eqn{m} rows.
#'
#' @source
#' Fawcett, T. (2006). An introduction to ROC analysis. *Pattern Recognition Letters* 27,
#' 861-874, \doi{10.1016/j.patrec.2005.10.010}. Colours were chosen by their lightness in the CIELAB
#' space.
#'
#' @family pictures
#' @seealso `autolayer()` for marks on another ggplot: [autolayer.roc_optimal()];
#'   [roc_plot_scores()] for the scores of both classes.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' weight <- rexp(100)
#' good <- WeightedROC(rnorm(100, 2 * truth), truth, weight)
#' fair <- WeightedROC(rnorm(100, truth), truth, weight)
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   print(roc_plot(fair, hull = TRUE, optimal = list(cost_FN = 2)))
#'   print(roc_plot(list(good = good, fair = fair), max_FPR = 0.1) + ggplot2::ggtitle("Two scores"))
#'   print(roc_plot(fair, cost_area = list(cost_FN = c(1, 2, 4))))
#'
#'   # Many curves: each in its facet
#'   many <- lapply(1:15, function(i) WeightedROC(rnorm(100, truth * i / 5), truth, weight))
#'   all <- do.call(rbind, Map(cbind, many, model = seq_along(many)))
#'   ggplot2::ggplot(all, ggplot2::aes(FPR, TPR)) + ggplot2::geom_path() +
#'     ggplot2::facet_wrap(~ model) + ggplot2::coord_fixed()
#' }
#' @export
roc_plot <- function(curve, diagonal = TRUE, hull = FALSE, optimal = NULL, max_FPR = NULL,
                     max_FNR = NULL, partial = NULL, cost_area = NULL, thresholds = NULL,
                     band = NULL, areas = TRUE, specificity = FALSE) classed({
  check_given(curve)
  check_ggplot2()
  drawn <- curves_to_draw(curve, areas)
  below <- c(
    bands_of_curves(band, drawn),
    marks_of_parts(drawn, check_arguments(partial, "partial", c("FPR", "TPR"))),
    marks_of_cost_areas(drawn, check_costs_to_draw(cost_area, "cost_area")),
    if (check_diagonal(diagonal)) list(diagonal_mark()),
    if (check_flag(hull, "hull")) hull_marks(drawn$each(function(curve) plain_frame(roc_hull(curve))))
  )
  above <- c(
    area_marks(drawn),
    marks_at_costs(drawn, check_costs_to_draw(optimal, "optimal")),
    marks_at_bounds(drawn, max_FPR, "max_FPR"),
    marks_at_bounds(drawn, max_FNR, "max_FNR"),
    marks_at_thresholds(drawn, thresholds, function(x) turned_for(curve, x))
  )
  of_labels <- function(mark) mark$kind == "labels"
  labels <- lapply(Filter(of_labels, c(above, below)), function(mark) {
    mark$data[c("x", "y", "label", "hjust", "vjust", drawn$keys)]
  })
  # One layer, so that no label covers another one.
  above <- c(Filter(Negate(of_labels), above), if (length(labels) > 0L) {
    list(mark("labels", do.call(rbind, labels), size = 3))
  })
  ggplot_of(roc_figure(drawn, specificity, Filter(Negate(of_labels), below), above))
})
