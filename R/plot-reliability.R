# The reliability diagram: calibrated probabilities over forecasts, a band, and the weight beneath.

#' @rdname roc_reliability
#' @exportS3Method ggplot2::autoplot
autoplot.roc_reliability <- function(object, band = c("consistency", "confidence", "none"), ...) classed({
  band <- check_choice(band, "band")
  if (...length() > 0L) raise("unused", "autoplot() takes `band` only.", argument = "...")
  parts <- parts_of_reliability(rows_drawn(object, columns_of_reliability))
  check_ggplot2()
  several <- length(parts) > 1L
  style <- style_of(names(parts))
  rows <- with_score(parts, "rows")
  ribbon <- if (band != "none") {
    rows[c("low", "high")] <- rows[ends_of_band(band)]
    ggplot2::geom_ribbon(ggplot2::aes(ymin = low, ymax = high, fill = score), rows, alpha = 0.2, colour = NA)
  }
  ggplot2::ggplot(rows, ggplot2::aes(x = forecast, y = probability, colour = score)) +
    ggplot2::geom_rect(ggplot2::aes(xmin = low, xmax = high, ymin = 0, ymax = height, colour = score),
                       with_score(parts, "bars"), fill = NA, linewidth = 0.3, inherit.aes = FALSE,
                       show.legend = FALSE) +
    ggplot2::geom_abline(slope = 1, intercept = 0, colour = "grey60") +
    ribbon +
    ggplot2::geom_path(linewidth = 0.8) +
    ggplot2::scale_colour_manual(values = style$colour, guide = if (several) "legend" else "none") +
    ggplot2::scale_fill_manual(values = style$colour, guide = "none") +
    ggplot2::coord_fixed(xlim = c(0, 1), ylim = c(0, 1)) +
    ggplot2::labs(x = "Forecast", y = "Calibrated probability") +
    plain_theme() +
    legend_within(c(0.02, 0.98), c(0, 1))
})

#' @rdname roc_reliability
#' @export
plot.roc_reliability <- function(x, band = c("consistency", "confidence", "none"), ...) classed({
  band <- check_choice(band, "band")
  parts <- parts_of_reliability(rows_drawn(x, columns_of_reliability))
  style <- style_of(names(parts))
  draw_reliability(parts, style, band, ...)
  invisible(x)
})

draw_reliability <- function(parts, style, band, ..., xlab = "Forecast", ylab = "Calibrated probability",
                             asp = 1) {
  graphics::plot.default(c(0, 1), c(0, 1), type = "n", asp = asp, xlab = xlab, ylab = ylab, ...)
  graphics::segments(0, 0, 1, 1, col = "grey60")
  for (name in names(parts)) {
    part <- parts[[name]]
    faint <- paste0(style$colour[[name]], "33")
    graphics::rect(part$bars$low, 0, part$bars$high, part$bars$height,
                   border = paste0(style$colour[[name]], "80"))
    if (band != "none") {
      ends <- part$rows[ends_of_band(band)]
      graphics::polygon(c(part$rows$forecast, rev(part$rows$forecast)), c(ends[[1L]], rev(ends[[2L]])),
                        col = faint, border = NA)
    }
    graphics::lines(part$rows$forecast, part$rows$probability, col = style$colour[[name]], lwd = 2)
  }
  if (length(parts) > 1L) {
    graphics::legend("topleft", names(parts), col = style$colour, lwd = 2, bty = "n")
  }
}

columns_of_reliability <- c("forecast", "share", "probability", "consistency.low", "consistency.high",
                            "conf.low", "conf.high")

# Of each score, or group and score, the rows and the bars.
parts_of_reliability <- function(object) {
  scores <- short_names_before("forecast", object, "forecast")
  check_few(length(unique(scores)))
  rows <- plain_frame(object)
  parts <- lapply(unique(scores), function(score) {
    here <- rows[scores == score, , drop = FALSE]
    list(rows = here, bars = bars_of(here))
  })
  structure(parts, names = unique(scores))
}

# The weight in twentieths of the unit interval, the highest a fifth as high as the picture.
bars_of <- function(rows, number = 20L) {
  ends <- seq(0, 1, length.out = number + 1L)
  bin <- findInterval(rows$forecast, ends, rightmost.closed = TRUE)
  height <- vapply(seq_len(number), function(i) sum(rows$share[bin == i]), 0)
  bars <- data.frame(low = ends[-length(ends)], high = ends[-1L], height = 0.2 * height / max(height))
  bars[height > 0, ]
}

with_score <- function(parts, name) {
  do.call(rbind, lapply(names(parts), function(score) {
    part <- parts[[score]][[name]]
    part$score <- factor(rep(score, nrow(part)), names(parts))
    part
  }))
}

ends_of_band <- function(band) paste0(if (band == "confidence") "conf" else band, c(".low", ".high"))

utils::globalVariables(c("forecast", "height", "probability"))
