# Pictures of fits.

#' @rdname weighted_roc-methods
#' @param y Ignored, there for the generic.
#' @export
plot.weighted_roc <- function(x, y, ...) {
  refuse_marks(...names())
  curves <- curves_of_fit(x)
  check_few(length(curves))
  draw_curves(curves, ...)
  invisible(x)
}

#' @rdname weighted_roc-methods
#' @export
plot.weighted_roc_by <- plot.weighted_roc

# Base graphics would warn of what only ggplot2 draws, once for each part of the picture.
refuse_marks <- function(given) {
  refuse_arguments(intersect(given, names(formals(roc_plot))),
                   "taken by plot(): autoplot() and roc_plot() draw it")
}

draw_curves <- function(curves, ..., xlab = "False positive rate (1 - specificity)",
                        ylab = "True positive rate (sensitivity)", lwd = 2) {
  style <- style_of(names(curves))
  graphics::plot.default(c(0, 1), c(0, 1), type = "n", asp = 1, xlab = xlab, ylab = ylab, ...)
  graphics::segments(0, 0, 1, 1, col = "grey60")
  for (name in names(curves)) {
    path <- path_of(curves[[name]])
    graphics::lines(path$FPR, path$TPR, col = style$colour[[name]], lty = style$line[[name]],
                    lwd = lwd)
  }
  graphics::legend("bottomright", legend_names(curves, TRUE), col = style$colour, lty = style$line,
                   lwd = lwd, bty = "n")
}

# The curves of a fit by their scores, or by group and score; `turned` where their thresholds are.
curves_of_fit <- function(fit) {
  if (inherits(fit, "weighted_roc")) {
    return(structure(fit$curves, turned = fit$direction == "<="))
  }
  one <- fit$fits[[1L]]
  curves <- lapply(names(fit$fits), function(group) {
    curves <- fit$fits[[group]]$curves
    structure(curves, names = if (length(curves) > 1L) paste(group, names(curves)) else group)
  })
  structure(do.call(c, curves), turned = one$direction == "<=")
}

#' @rdname weighted_roc-methods
#' @exportS3Method ggplot2::autoplot
autoplot.weighted_roc <- function(object, ...) roc_plot(object, ...)

#' @rdname weighted_roc-methods
#' @exportS3Method ggplot2::autoplot
autoplot.weighted_roc_by <- autoplot.weighted_roc
