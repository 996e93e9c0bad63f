#' Plot ROC curves with ggplot2
#'
#' Returns a ggplot of one or more ROC curves with their AUCs. Arguments add marks for the choice of a
#' threshold, such as the convex hull, thresholds of least cost or under a bound, and confidence bands.
#'
#' @details
#' The marks are labelled:
#' \describe{
#'   \item{"hull", grey dashed line}{the convex hull,}
#'   \item{"t = 1.17", filled circle}{the threshold of least expected cost, and a dotted line of equal cost. "cost
#'     FN:FP = 5:1" is the ratio of the excess costs of the two errors,}
#'   \item{"FPR <= 0.05", thin line}{the bound of a Neyman-Pearson rule. A filled diamond is the best
#'     threshold within the bound; an open diamond is the point that randomising between two thresholds
#'     attains,}
#'   \item{shading}{a confidence band, a partial AUC or a cost-based partial AUC. A dot-dashed line has the
#'     expected cost of a random classifier; its label gives the partial AUC and its maximum,}
#'   \item{"t = 0.5", small circle}{a threshold of `thresholds`.}
#' }
#' Labels move to where they do not overlap; a label without room is left out. Names of more than 28
#' characters are wrapped. The legend is inside the panel where it covers no curve, and otherwise below it.
#'
#' A line is drawn through at most 10000 points of its curve, chosen by [roc_thin()]; the line is within
#' 1/5000 of the curve. The data of the layers keep groups, scores and thresholds, for facets and for
#' `plotly::ggplotly()`.
#'
#' @param x A fit of [weighted_roc()], also by group; a curve; a named list of up to 12 curves; or scores,
#'   followed by `label` and `weight`, see [roc_observations()].
#' @param ... With scores: `label`, `weight` and the other arguments of [roc_observations()].
#' @param diagonal `TRUE` for the chance line, TPR = FPR.
#' @param hull `TRUE` for the convex hull, see [roc_hull()].
#' @param optimal `TRUE` for the threshold of least expected cost, or a list of costs and `prior` as in
#'   [roc_optimal()]: `list(cost_FN = 5, prior = 0.1)`. Vectors give several points.
#' @param max_FPR,max_FNR,max_share,max_FDR,max_FOR,min_TPR,min_TNR,min_PPV,min_NPV Bounds, each by
#'   itself, as in [roc_constrained()]. Bounds on a share or a predictive value have no line.
#' @param partial A partial AUC to shade: `list(FPR = c(0, 0.1))` or `list(TPR = c(0.8, 1))`.
#' @param cost_area Cost-based partial AUCs to shade: `TRUE`, or a list of costs and `prior`, such as
#'   `list(cost_FN = c(1, 2, 4))`.
#' @param thresholds Thresholds to mark.
#' @param band A confidence band to shade: a result of [roc_band()] by `"FPR"` or `"TPR"`, or for a list of
#'   curves a list of results with names of curves.
#' @param areas `TRUE` shows the AUCs in the legend. A result of [auc_ci()] adds its confidence intervals.
#' @param specificity `TRUE` labels the x axis with the specificity, from 1 to 0.
#'
#' @return A ggplot.
#' @section Errors:
#' `wroc_error_names` for curves without distinct names, and for bands or AUCs that do not belong to the
#' curves; `wroc_error_curves` for more than 12 curves; `wroc_error_arguments` for an unknown name in
#' `optimal`, `partial` or `cost_area`; `wroc_error_package` without ggplot2 (>= 3.4.0).
#'
#' @source
#' Fawcett, T. (2006). An introduction to ROC analysis. *Pattern Recognition Letters* 27,
#' 861-874, \doi{10.1016/j.patrec.2005.10.010}.
#'
#' @family pictures
#' @seealso [plot.weighted_roc()] for base graphics; [autolayer.roc_optimal()] for layers on another ggplot.
#'
#' @examples
#' set.seed(1)
#' people <- data.frame(sick = rep(0:1, each = 50), weight = rexp(100))
#' people$good <- rnorm(100, 2 * people$sick)
#' people$fair <- rnorm(100, people$sick)
#' fit <- weighted_roc(sick ~ good + fair, people, weights = weight)
#' if (requireNamespace("ggplot2", quietly = TRUE)) {
#'   print(roc_plot(fit, max_FPR = 0.1) + ggplot2::ggtitle("Two scores"))
#'   print(roc_plot(update(fit, . ~ fair), hull = TRUE, optimal = list(cost_FN = 2)))
#'
#'   # Many curves: one facet for each
#'   curves <- as.data.frame(fit)
#'   ggplot2::ggplot(curves, ggplot2::aes(FPR, TPR)) + ggplot2::geom_path() +
#'     ggplot2::facet_wrap(~score) + ggplot2::coord_fixed()
#' }
#' @export
roc_plot <- function(x, ..., diagonal = TRUE, hull = FALSE, optimal = NULL, max_FPR = NULL, max_FNR = NULL,
                     max_share = NULL, max_FDR = NULL, max_FOR = NULL, min_TPR = NULL, min_TNR = NULL,
                     min_PPV = NULL, min_NPV = NULL, partial = NULL, cost_area = NULL, thresholds = NULL,
                     band = NULL, areas = TRUE, specificity = FALSE) {
  call <- call_by_places(sys.call(), names(formals()))
  if (!is.null(call)) return(eval(call, parent.frame()))
  classed({
    bounds <- bounds_given(environment())
    check_given(x)
    if (...length() > 0L) refuse_second_curve(...)
    check_ggplot2()
    drawn <- curves_to_draw(x, ..., areas = areas)
    below <- c(
      bands_of_curves(band, drawn),
      marks_of_parts(drawn, check_arguments(partial, "partial", c("FPR", "TPR"))),
      marks_of_cost_areas(drawn, check_costs_to_draw(cost_area, "cost_area")),
      if (check_flag(diagonal, "diagonal")) list(diagonal_mark()),
      if (check_flag(hull, "hull")) hull_marks(drawn$each(function(curve) plain_frame(roc_hull(curve))))
    )
    above <- c(
      area_marks(drawn),
      marks_at_costs(drawn, check_costs_to_draw(optimal, "optimal")),
      unlist(Map(marks_at_bounds, list(drawn), bounds, names(bounds)), recursive = FALSE),
      marks_at_thresholds(drawn, thresholds)
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
}
