# The two points of the reject option on their hull.

#' Plot the reject option
#'
#' Plots the two thresholds of [roc_reject()] on the convex hull of the curve. No decision is made between
#' them.
#'
#' @details
#' `autoplot()` and `plot()` draw the hull, with the part between both points in bold. `autolayer()` adds the
#' two points and their thresholds to another ggplot, as for other decisions ([autolayer.roc_optimal()]). Rows
#' that were taken out of a result have lost their hull.
#'
#' @param object,x A result of [roc_reject()], with all its columns.
#' @param mapping,... For `autolayer()` as in [autolayer.roc_optimal()]; for `plot()`, `legend` and `add` as
#'   in [plot.weighted_roc()] and arguments of [plot.default()].
#' @param col,lty,lwd,pch For the hulls and the points: one value, or one for each hull, but one `pch`.
#'
#' @return A ggplot or a list of layers. `plot()` returns its argument, invisibly.
#'
#' @section Errors:
#' `wroc_error_column` when a result has lost a column that is drawn; `wroc_error_package` without ggplot2.
#'
#' @family pictures
#'
#' @examples
#' set.seed(1)
#' people <- data.frame(sick = rep(0:1, each = 50))
#' people$marker <- rnorm(100, people$sick)
#' rule <- roc_reject(weighted_roc(sick ~ marker, people), cost_reject = 0.2)
#' plot(rule)
#' if (requireNamespace("ggplot2", quietly = TRUE)) ggplot2::autoplot(rule)
#' @name autoplot.roc_reject
NULL

#' @rdname autoplot.roc_reject
#' @exportS3Method ggplot2::autolayer
autolayer.roc_reject <- function(object, mapping = NULL, ...) classed({
  points <- points_of_rejection(object)
  points$curve <- NULL
  layers_of(list(mark("points", points, size = 2.5), labels_mark(labels_of_rejection(points), points)),
            mapping, ...)
})

figure_of_reject <- function(object, pch = 19) {
  points <- points_of_rejection(object)
  hulls <- hulls_of(object, points)
  points$curve <- factor(wrapped(points$curve), levels(hulls$curve))
  parts <- rejected_parts(points, hulls)
  above <- list(mark("path", parts, linetype = "solid", width = 3),
                mark("points", points, size = 2.5, shape = pch),
                labels_mark(labels_of_rejection(points), points))
  figure(hulls, list(diagonal_mark()), above, line = "22", width = 1, legend = "bottomright",
         xlab = "False positive rate (1 - specificity)", ylab = "True positive rate (sensitivity)")
}

columns_of_rejection <- c("cost_reject", "threshold_negative", "threshold_positive", "TPR", "FPR", "FNR",
                          "TNR")

# Two rows for each rule: where negatives end and where positives begin.
points_of_rejection <- function(object) {
  rules <- rows_drawn(object, columns_of_rejection)
  ends <- data.frame(FPR = c(1 - rules$TNR, rules$FPR), TPR = c(1 - rules$FNR, rules$TPR),
                     threshold = c(rules$threshold_negative, rules$threshold_positive),
                     end = rep(c("negative", "positive"), each = nrow(rules)), rule = seq_len(nrow(rules)))
  points <- cbind(at_rates(ends), rbind(rules, rules)[setdiff(names(rules), names(ends))])
  points$text <- c(threshold_text(rules, rules$threshold_negative), threshold_text(rules, rules$threshold_positive))
  points$curve <- rep(short_names_before("threshold_negative", rules, "hull"), 2L)
  points
}

labels_of_rejection <- function(points) {
  labels_of_points(points, sprintf("%s\n%s", points$end, points$text))
}

# By the names of their scores; without a point where the result has lost them.
hulls_of <- function(object, points) {
  hull <- attr(object, "hull")
  if (!is.data.frame(hull)) {
    return(points_by_name(points, points$curve, function(part) part[0L, c("x", "y")], character()))
  }
  hull <- rows_drawn(hull, c("FPR", "TPR"))
  points_by_name(hull, short_names_before("TPR", hull, "hull"),
                 function(part) at_rates(part[c("FPR", "TPR")])[c("x", "y")], keys_before("TPR", hull))
}

# The corners between both points of each rule.
rejected_parts <- function(points, hulls) {
  parts <- lapply(split(points, points$rule), function(ends) {
    hull <- hulls[hulls$curve == ends$curve[[1L]], ]
    between <- hull[hull$y <= ends$TPR[[1L]] + rounding & hull$x >= ends$FPR[[2L]] &
                      hull$y >= ends$TPR[[2L]] & hull$x <= ends$FPR[[1L]] + rounding, ]
    between$piece <- rep(ends$rule[[1L]], nrow(between))
    between
  })
  do.call(rbind, parts)
}

#' @rdname autoplot.roc_reject
#' @exportS3Method ggplot2::autoplot
autoplot.roc_reject <- autoplot_by(figure_of_reject)

#' @rdname autoplot.roc_reject
#' @export
plot.roc_reject <- function(x, ..., col = NULL, lty = NULL, lwd = NULL, pch = 19) classed({
  draw_figure(figure_of_reject(x, pch), ..., col = col, lty = lty, lwd = lwd)
  invisible(x)
})
