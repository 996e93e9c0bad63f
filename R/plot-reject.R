# The two points of the reject option on their hull.

#' Pictures of the reject option
#'
#' The two points of [roc_reject()] on the convex hull, between which nothing is decided.
#'
#' @details
#' `autoplot()` and `plot()` draw the hull of the curve that was given, with the part between both points
#' in bold; `autolayer()` gives the two points and their thresholds for anybody's plot, as those of other
#' decisions do ([autolayer.roc_optimal()]). Rows that were taken out of a result have lost their hull.
#'
#' @param object,x A result of [roc_reject()], with the columns that it had.
#' @param mapping,... For `autolayer()` as in [autolayer.roc_optimal()]; for `plot()`, arguments of
#'   [plot.default()].
#' @param col,lty,lwd,pch For the hulls and the points: one value, or one for each hull, but one `pch`.
#'
#' @return A ggplot, a list of layers, or for `plot()` its argument, invisibly.
#'
#' @section Errors:
#' `wroc_error_column` when a result has lost a column that is drawn; `wroc_error_package` without ggplot2.
#'
#' @family pictures
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' rule <- roc_reject(WeightedROC(rnorm(100, truth), truth), cost_reject = 0.2)
#' plot(rule)
#' if (requireNamespace("ggplot2", quietly = TRUE)) ggplot2::autoplot(rule)
#' @name autoplot.roc_reject
NULL

#' @rdname autoplot.roc_reject
#' @exportS3Method ggplot2::autoplot
autoplot.roc_reject <- function(object, ...) classed({
  check_ggplot2()
  points <- points_of_rejection(object)
  hulls <- hulls_of(object)
  style <- style_of(names(hulls))
  lines <- do.call(rbind, lapply(names(hulls), function(name) {
    data.frame(hulls[[name]], curve = factor(rep(name, nrow(hulls[[name]])), names(hulls)))
  }))
  plot <- empty_plot(hulls) + diagonal_layer()
  if (!is.null(lines)) {
    plot <- plot + ggplot2::geom_path(data = lines, linewidth = 0.4, linetype = "22") +
      ggplot2::geom_path(ggplot2::aes(group = part), rejected_parts(object, hulls), linewidth = 1)
  }
  points$curve <- factor(points$curve, names(style$colour))
  plot + ggplot2::geom_point(data = points, size = 2.5, show.legend = FALSE) +
    label_layer(cbind(labels_of_rejection(points), curve = points$curve), ggplot2::aes(colour = curve))
})

#' @rdname autoplot.roc_reject
#' @exportS3Method ggplot2::autolayer
autolayer.roc_reject <- function(object, mapping = NULL, ...) classed({
  points <- points_of_rejection(object)
  list(
    mark_layer(ggplot2::geom_point, ggplot2::aes(x = FPR, y = TPR), points, mapping, list(size = 2.5), ...),
    text_layer(labels_of_rejection(points), points, mapping, ...)
  )
})

#' @rdname autoplot.roc_reject
#' @export
plot.roc_reject <- function(x, ..., col = NULL, lty = 2, lwd = 1, pch = 19) classed({
  points <- points_of_rejection(x)
  hulls <- hulls_of(x)
  style <- line_style(names(hulls), col, lty, lwd)
  draw_hulls(hulls, style, ...)
  for (part in split_parts(rejected_parts(x, hulls))) {
    curve <- as.character(part$curve[[1L]])
    graphics::lines(part$FPR, part$TPR, lwd = 3 * style$width[[curve]], col = style$colour[[curve]])
  }
  graphics::points(points$FPR, points$TPR, pch = pch, col = style$colour[points$curve])
  graphics::text(points$FPR, points$TPR, threshold_text(points$threshold),
                 pos = ifelse(points$FPR < 0.8, 4L, 1L), cex = 0.8)
  invisible(x)
})

split_parts <- function(parts) split(parts, parts$part)

draw_hulls <- function(hulls, style, ..., xlab = "False positive rate (1 - specificity)",
                       ylab = "True positive rate (sensitivity)") {
  empty_axes(c(0, 1), c(0, 1), asp = 1, xlab = xlab, ylab = ylab, ...)
  graphics::segments(0, 0, 1, 1, col = "grey60")
  for (name in names(hulls)) {
    graphics::lines(hulls[[name]]$FPR, hulls[[name]]$TPR, col = style$colour[[name]],
                    lty = style$line[[name]], lwd = style$width[[name]])
  }
}

columns_of_rejection <- c("cost_reject", "threshold_negative", "threshold_positive", "TPR", "FPR", "FNR",
                          "TNR")

# Two rows for each rule: where negatives end and where positives begin.
points_of_rejection <- function(object) {
  rules <- plain_frame(rows_drawn(object, columns_of_rejection))
  ends <- data.frame(FPR = 1 - rules$TNR, TPR = 1 - rules$FNR, threshold = rules$threshold_negative,
                     end = rep("negative", nrow(rules)))
  begins <- data.frame(FPR = rules$FPR, TPR = rules$TPR, threshold = rules$threshold_positive,
                       end = rep("positive", nrow(rules)))
  points <- cbind(rbind(ends, begins), rbind(rules, rules)[setdiff(names(rules), names(ends))])
  points$curve <- names_before("cost_reject", rules, "hull")[rep(seq_len(nrow(rules)), 2L)]
  points
}

labels_of_rejection <- function(points) {
  labels_of_points(points, sprintf("%s\n%s", points$end, threshold_text(points$threshold)))
}

# By the names of their scores; none where the result has lost them.
hulls_of <- function(object) {
  hull <- attr(object, "hull")
  if (!is.data.frame(hull)) {
    return(structure(list(), names = character()))
  }
  hull <- rows_drawn(hull, c("FPR", "TPR"))
  name <- names_before("TPR", hull, "hull")
  split(hull[c("FPR", "TPR")], factor(name, unique(name)))
}

# The corners between both points of each rule.
rejected_parts <- function(object, hulls) {
  rules <- plain_frame(object)
  curve <- names_before("cost_reject", rules, "hull")
  parts <- lapply(seq_len(nrow(rules)), function(i) {
    hull <- hulls[[curve[[i]]]]
    if (is.null(hull)) return(NULL)
    from <- 1 - rules$FNR[[i]]
    between <- hull[hull$TPR <= from + rounding & hull$FPR >= rules$FPR[[i]] &
                      hull$TPR >= rules$TPR[[i]] & hull$FPR <= 1 - rules$TNR[[i]] + rounding, ]
    data.frame(between, curve = factor(rep(curve[[i]], nrow(between)), names(hulls)),
               part = rep(i, nrow(between)))
  })
  do.call(rbind, parts)
}
