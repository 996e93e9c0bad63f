# Pictures of gain curves.

#' @rdname roc_gain
#' @param object,x What `roc_gain()` gives.
#' @param ... For `plot()`, `col`, `lty` and `lwd`, one value or one for each line, and arguments of
#'   [graphics::plot.default()]; for `autoplot()` nothing.
#' @exportS3Method ggplot2::autoplot
autoplot.roc_gain <- function(object, ...) classed({
  object <- rows_drawn(object, c("prior", "share", "TPR"))
  paths <- paths_of_gain(object)
  names <- unique(paths$curve)
  paths$curve <- factor(paths$curve, names)
  style <- style_of(names)
  legend <- if (length(names) > 1L) ggplot2::guide_legend() else "none"
  ggplot2::ggplot(paths, ggplot2::aes(x = share, y = TPR, colour = curve, linetype = curve)) +
    ggplot2::annotate("segment", x = 0, y = 0, xend = 1, yend = 1, colour = "grey60", linewidth = 0.4) +
    ggplot2::geom_path(ggplot2::aes(x = share, y = TPR, group = prior), best_gains(object$prior),
                       colour = "grey60", linetype = "22", linewidth = 0.4, inherit.aes = FALSE) +
    ggplot2::geom_path(linewidth = 0.7, lineend = "round") +
    ggplot2::scale_colour_manual(values = style$colour) +
    ggplot2::scale_linetype_manual(values = style$line) +
    ggplot2::guides(colour = legend, linetype = legend) +
    ggplot2::coord_fixed(xlim = c(0, 1), ylim = c(0, 1)) +
    ggplot2::labs(x = "Share called positive", y = "Share of positives found") +
    plain_theme() +
    legend_within(c(0.98, 0.02), c(1, 0))
})

#' @rdname roc_gain
#' @export
plot.roc_gain <- function(x, ...) classed({
  drawn <- rows_drawn(x, c("prior", "share", "TPR"))
  draw_gains(paths_of_gain(drawn), best_gains(drawn$prior), ...)
  invisible(x)
})

draw_gains <- function(paths, best, ..., xlab = "Share called positive", ylab = "Share of positives found",
                       col = NULL, lty = NULL, lwd = 2, asp = 1) {
  names <- unique(paths$curve)
  style <- line_style(names, col, lty, lwd)
  empty_axes(c(0, 1), c(0, 1), asp = asp, xlab = xlab, ylab = ylab, ...)
  graphics::segments(0, 0, 1, 1, col = "grey60")
  for (path in split(best, best$prior)) graphics::lines(path$share, path$TPR, col = "grey60", lty = "22")
  for (i in seq_along(names)) {
    path <- paths[paths$curve == names[[i]], ]
    graphics::lines(path$share, path$TPR, col = style$colour[[i]], lty = style$line[[i]],
                    lwd = style$width[[i]])
  }
  if (length(names) > 1L) {
    graphics::legend("bottomright", names, col = style$colour, lty = style$line, lwd = style$width, bty = "n")
  }
}

# As many rows as can be told apart, with the name of the curve.
paths_of_gain <- function(gains) {
  curve <- names_with_prior(gains)
  check_few(length(unique(curve)))
  rows <- unlist(lapply(split(seq_len(nrow(gains)), match(curve, unique(curve))), function(rows) {
    rows[unique(round(seq(1, length(rows), length.out = min(length(rows), points_to_draw))))]
  }), use.names = FALSE)
  data.frame(curve = curve[rows], share = gains$share[rows], TPR = gains$TPR[rows])
}

# That of a score which separates the classes, for each prior.
best_gains <- function(prior) {
  prior <- unique(prior)
  data.frame(prior = rep(prior, each = 3L), share = as.vector(rbind(0, prior, 1)),
             TPR = rep(c(0, 1, 1), length(prior)))
}
