# Pictures of fits.

#' @rdname weighted_roc-methods
#' @param y Ignored, there for the generic.
#' @export
plot.weighted_roc <- function(x, y, ...) {
  curves <- lapply(names(x$curves), function(score) path_of(x$curves[[score]]))
  labels <- sprintf("%s (%s)", names(x$curves), formatC(x$areas$estimate, digits = 2L, format = "f"))
  draw_curves(curves, labels, ...)
  invisible(x)
}

#' @rdname weighted_roc-methods
#' @export
plot.weighted_roc_by <- function(x, y, ...) {
  curves <- all_curves(x)
  areas <- unlist(lapply(x$fits, function(fit) fit$areas$estimate))
  labels <- sprintf("%s (%s)", names(curves), formatC(areas, digits = 2L, format = "f"))
  draw_curves(lapply(unname(curves), path_of), labels, ...)
  invisible(x)
}

draw_curves <- function(curves, labels, ..., xlab = "False positive rate (1 - specificity)",
                        ylab = "True positive rate (sensitivity)", lwd = 2) {
  colours <- rep_len(colours_of_curves, length(curves))
  kinds <- rep(1:6, each = length(colours_of_curves), length.out = length(curves))
  graphics::plot.default(c(0, 1), c(0, 1), type = "n", asp = 1, xlab = xlab, ylab = ylab, ...)
  graphics::segments(0, 0, 1, 1, col = "grey60")
  for (i in seq_along(curves)) {
    graphics::lines(curves[[i]]$FPR, curves[[i]]$TPR, col = colours[[i]], lty = kinds[[i]], lwd = lwd)
  }
  graphics::legend("bottomright", labels, col = colours, lty = kinds, lwd = lwd, bty = "n")
}

# The curves of a fit by their scores, or by group and score.
all_curves <- function(fit) {
  if (inherits(fit, "weighted_roc")) {
    return(fit$curves)
  }
  several <- length(fit$fits[[1L]]$curves) > 1L
  curves <- lapply(names(fit$fits), function(group) {
    curves <- fit$fits[[group]]$curves
    names(curves) <- if (several) paste(group, names(curves)) else group
    curves
  })
  do.call(c, curves)
}

#' @rdname weighted_roc-methods
#' @exportS3Method ggplot2::autoplot
autoplot.weighted_roc <- function(object, ...) roc_plot(object, ...)

#' @rdname weighted_roc-methods
#' @exportS3Method ggplot2::autoplot
autoplot.weighted_roc_by <- autoplot.weighted_roc
