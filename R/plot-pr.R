# Pictures of precision over recall, and of gains.

#' @rdname roc_pr
#' @param x,object What `roc_pr()` or `roc_prg()` gave, of thresholds.
#' @param ... For `plot()`: arguments of [graphics::plot.default()]. Else not used.
#' @exportS3Method ggplot2::autoplot
autoplot.roc_pr <- function(object, ...) classed({
  check_ggplot2()
  object <- rows_drawn(object, c("prior", "recall", "precision"))
  lines <- lines_of_precision(object)
  panel_of(lines) +
    ggplot2::geom_path(ggplot2::aes(x = x, y = y, group = F1), lines_of_F1(), colour = "grey85",
                       linewidth = 0.3, inherit.aes = FALSE) +
    ggplot2::geom_text(ggplot2::aes(x = x, y = y, label = label), labels_of_F1(), colour = "grey60", size = 3,
                       hjust = 1.1, vjust = -0.4, inherit.aes = FALSE) +
    ggplot2::geom_hline(ggplot2::aes(yintercept = at), data.frame(at = unique(object$prior)),
                        linetype = "dashed", colour = "grey60", linewidth = 0.4) +
    ggplot2::geom_path(linewidth = 0.7, lineend = "round") +
    ggplot2::coord_fixed(xlim = c(0, 1), ylim = c(0, 1)) +
    ggplot2::labs(x = "Recall (true positive rate)", y = "Precision (positive predictive value)")
})

#' @rdname roc_prg
#' @param x,object What `roc_prg()` gave.
#' @param ... For `plot()`: arguments of [graphics::plot.default()]. Else not used.
#' @exportS3Method ggplot2::autoplot
autoplot.roc_prg <- function(object, ...) classed({
  check_ggplot2()
  object <- rows_drawn(object, c("prior", "recall_gain", "precision_gain"))
  lines <- lines_of_gains(object)
  panel_of(lines) +
    ggplot2::geom_abline(slope = -1, intercept = seq(0.25, 1.75, 0.25), colour = "grey85",
                         linewidth = 0.3) +
    ggplot2::geom_path(linewidth = 0.7, lineend = "round") +
    ggplot2::coord_fixed(xlim = c(0, 1), ylim = c(0, 1)) +
    ggplot2::labs(x = "Recall gain", y = "Precision gain")
})

#' @rdname roc_pr
#' @param xlab,ylab Titles of the axes.
#' @export
plot.roc_pr <- function(x, ..., xlab = "Recall", ylab = "Precision") classed({
  drawn <- rows_drawn(x, c("prior", "recall", "precision"))
  draw_lines(lines_of_precision(drawn), xlab, ylab, unique(drawn$prior), ...)
  invisible(x)
})

#' @rdname roc_prg
#' @param xlab,ylab Titles of the axes.
#' @export
plot.roc_prg <- function(x, ..., xlab = "Recall gain", ylab = "Precision gain") classed({
  drawn <- rows_drawn(x, c("prior", "recall_gain", "precision_gain"))
  draw_lines(lines_of_gains(drawn), xlab, ylab, NULL, ...)
  invisible(x)
})

# Points of each line, with its name in the column `curve`.
lines_of_precision <- function(rows) {
  lines_by_name(rows, function(part) {
    part <- part[order(part$recall, -part$precision), ]
    between_thresholds(drawable(part$recall, part$precision))
  })
}

lines_of_gains <- function(rows) {
  lines_by_name(rows, function(part) drawable(part$recall_gain, part$precision_gain))
}

lines_by_name <- function(rows, points) {
  frame <- plain_frame(rows)
  name <- names_with_prior(frame)
  names <- unique(name)
  check_few(length(names))
  parts <- lapply(names, function(one) {
    cbind(points(frame[name == one, , drop = FALSE]), curve = factor(one, names))
  })
  do.call(rbind, parts)
}

# Few enough points, none far outside of the picture.
drawable <- function(x, y) {
  y <- pmax(y, -1)
  gone <- c(0, cumsum(abs(diff(x)) + abs(diff(y))))
  kept <- if (length(x) <= points_to_draw) {
    rep(TRUE, length(x))
  } else {
    !duplicated(floor(gone * points_to_draw / 2)) | seq_along(x) == length(x)
  }
  data.frame(x = x[kept], y = y[kept])
}

# Points of the hyperbolas: along a step true and false positives grow in proportion, the latter in a unit in
# which precision is x / (x + false). Where only false positives were called before the first true
# one, that came alone.
between_thresholds <- function(points, widest = 0.005, number = 30L) {
  false <- ifelse(points$x > 0, points$x * (1 / points$y - 1), 0)
  n <- nrow(points)
  if (n > 1L && points$x[[1L]] == 0 && points$y[[1L]] == 0) {
    of_none <- which(points$x == 0)
    false[of_none] <- false[min(max(of_none) + 1L, n)]
  }
  wide <- which(diff(points$x) > widest)
  if (length(wide) == 0L) {
    return(points)
  }
  gone <- seq_len(number - 1L) / number
  between <- lapply(wide, function(i) {
    x <- points$x[[i]] + gone * (points$x[[i + 1L]] - points$x[[i]])
    wrong <- false[[i]] + gone * (false[[i + 1L]] - false[[i]])
    data.frame(x = x, y = x / (x + wrong))
  })
  all <- rbind(points, do.call(rbind, between))
  place <- c(seq_len(n), rep(wide, each = number - 1L) + rep(gone, length(wide)))
  all <- all[order(place), ]
  row.names(all) <- NULL
  all
}

# Points at which the harmonic mean of both is F1.
lines_of_F1 <- function() {
  do.call(rbind, lapply(shown_F1, function(F1) {
    x <- seq(F1 / (2 - F1), 1, length.out = 100L)
    data.frame(x = x, y = F1 * x / (2 * x - F1), F1 = F1)
  }))
}

shown_F1 <- c(0.2, 0.4, 0.6, 0.8)

labels_of_F1 <- function() {
  data.frame(x = 1, y = shown_F1 / (2 - shown_F1), label = paste("F1 =", shown_F1))
}

# An empty panel for lines, with their colours.
panel_of <- function(lines) {
  names <- levels(lines$curve)
  style <- style_of(names)
  legend <- if (length(names) > 1L) ggplot2::guide_legend(ncol = 2L) else "none"
  ggplot2::ggplot(lines, ggplot2::aes(x = x, y = y, colour = curve, linetype = curve)) +
    ggplot2::scale_colour_manual(values = style$colour) +
    ggplot2::scale_linetype_manual(values = style$line) +
    ggplot2::guides(colour = legend, linetype = legend) +
    plain_theme() +
    ggplot2::theme(legend.position = "bottom")
}

draw_lines <- function(lines, xlab, ylab, baseline, ..., lwd = 2, asp = 1) {
  names <- levels(lines$curve)
  style <- style_of(names)
  graphics::plot.default(c(0, 1), c(0, 1), type = "n", asp = asp, xlab = xlab, ylab = ylab, ...)
  if (length(baseline) > 0L) graphics::abline(h = baseline, col = "grey60", lty = 2L)
  for (i in seq_along(names)) {
    line <- lines[lines$curve == names[[i]], ]
    graphics::lines(line$x, line$y, col = style$colour[[i]], lty = style$line[[i]], lwd = lwd)
  }
  if (length(names) > 1L) {
    graphics::legend("bottomleft", names, col = style$colour, lty = style$line, lwd = lwd, bty = "n")
  }
}

# Columns that the layers name.
utils::globalVariables(c("F1", "prior", "y"))
