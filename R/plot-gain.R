# Figures of gain curves.

figure_of_gain <- function(object) {
  drawn <- drawn_by("share", object, c("prior", "share", "TPR"), function(part) thinned(part$share, part$TPR))
  best <- best_gains(unique(drawn$rows[drawn$groups]))
  figure(drawn$paths, c(list(diagonal_mark(), best), drawn$band), legend = "bottomright",
         xlab = "Share called positive", ylab = "Share of positives found")
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

#' @rdname roc_gain
#' @param object the result of `roc_gain()`.
#' @exportS3Method ggplot2::autoplot
autoplot.roc_gain <- autoplot_by(figure_of_gain)

#' @rdname roc_gain
#' @export
plot.roc_gain <- plot_by(figure_of_gain)
