# The reliability diagram: calibrated probabilities over forecasts, a band, and the weight beneath.

#' @rdname roc_reliability
#' @exportS3Method ggplot2::autoplot
autoplot.roc_reliability <- function(object, band = c("consistency", "confidence", "none"), ...) classed({
  chosen <- check_choice(band, "band")
  ggplot_of(figure_of_reliability(object, band_to_draw(object, missing(band), chosen)), ...)
})

#' @rdname roc_reliability
#' @export
plot.roc_reliability <- function(x, band = c("consistency", "confidence", "none"), ...) classed({
  chosen <- check_choice(band, "band")
  draw_figure(figure_of_reliability(x, band_to_draw(x, missing(band), chosen)), ...)
  invisible(x)
})

# A diagram without bands is drawn without, unless one is asked for.
band_to_draw <- function(object, by_default, band) {
  if (by_default && is.null(object[["consistency.low"]])) "none" else band
}

figure_of_reliability <- function(object, band) {
  ends <- if (band != "none") paste0(if (band == "confidence") "conf" else band, c(".low", ".high"))
  rows <- rows_drawn(object, c("forecast", "share", "probability", ends))
  name <- short_names_before("forecast", rows, "forecast")
  keys <- keys_before("forecast", rows)
  paths <- points_by_name(rows, name, function(part) {
    points <- data.frame(x = part$forecast, y = part$probability)
    if (band == "none") return(points)
    cbind(points, at = part$forecast, low = part[[ends[[1L]]]], high = part[[ends[[2L]]]])
  }, keys)
  below <- list(mark("bars", points_by_name(rows, name, bars_of, keys)), diagonal_mark(),
                if (band != "none") mark("ribbon", paths, alpha = 0.2))
  figure(paths, Filter(Negate(is.null), below), legend = "topleft", xlab = "Forecast",
         ylab = "Calibrated probability")
}

# The weight in twentieths of the unit interval, the highest a fifth as high as the panel.
bars_of <- function(rows, number = 20L) {
  ends <- seq(0, 1, length.out = number + 1L)
  bin <- findInterval(rows$forecast, ends, rightmost.closed = TRUE)
  height <- vapply(seq_len(number), function(i) sum(rows$share[bin == i]), 0)
  bars <- data.frame(low = ends[-length(ends)], high = ends[-1L], height = 0.2 * height / max(height))
  bars[height > 0, ]
}
