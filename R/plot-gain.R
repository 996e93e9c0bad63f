# Figures of gain curves.

#' @rdname roc_gain
#' @param object the result of `roc_gain()`.
#' @exportS3Method ggplot2::autoplot
autoplot.roc_gain <- function(object, ...) classed(ggplot_of(figure_of_gain(object), ...))

#' @rdname roc_gain
#' @export
plot.roc_gain <- function(x, ...) classed({
  draw_figure(figure_of_gain(x), ...)
  invisible(x)
})

figure_of_gain <- function(object) {
  rows <- rows_drawn(object, c("prior", "share", "TPR"))
  keys <- keys_before("share", rows)
  paths <- points_by_name(rows, names_with_prior("share", rows),
                          function(part) thinned(part$share, part$TPR), c(keys, "prior"))
  band <- pointwise_mark(rows, names_with_prior("share", rows), "share", c(keys, "prior"))
  figure(paths, c(list(diagonal_mark(), best_gains(unique(rows[c(setdiff(keys, "score"), "prior")]))), band),
         legend = "bottomright", xlab = "Share called positive", ylab = "Share of positives found")
}

# The gain curves of a score that separates the classes, for each prior.
best_gains <- function(priors) {
  piece <- rep(seq_len(nrow(priors)), each = 3L)
  best <- priors[piece, , drop = FALSE]
  best$x <- as.vector(rbind(0, priors$prior, 1))
  best$y <- rep(c(0, 1, 1), nrow(priors))
  best$piece <- piece
  mark("path", best, colour = "grey60", linetype = "22")
}
