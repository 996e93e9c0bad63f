# The reliability diagram: calibrated probabilities over forecasts, a band, and the weight beneath.

#' @rdname roc_reliability
#' @exportS3Method ggplot2::autoplot
autoplot.roc_reliability <- function(object, band = c("consistency", "confidence", "none"), ...) classed({
  band <- check_choice(band, "band")
  ggplot_of(figure_of_reliability(object, band), ...)
})

#' @rdname roc_reliability
#' @export
plot.roc_reliability <- function(x, band = c("consistency", "confidence", "none"), ...) classed({
  band <- check_choice(band, "band")
  draw_figure(figure_of_reliability(x, band), ...)
  invisible(x)
})

columns_of_reliability <- c("forecast", "share", "probability", "consistency.low", "consistency.high",
                            "conf.low", "conf.high")

figure_of_reliability <- function(object, band) {
  rows <- rows_drawn(object, columns_of_reliability)
  name <- short_names_before("forecast", rows, "forecast")
  keys <- keys_before("forecast", rows)
  ends <- paste0(if (band == "confidence") "conf" else "consistency", c(".low", ".high"))
  paths <- points_by_name(rows, name, function(part) {
    data.frame(x = part$forecast, y = part$probability, at = part$forecast, low = part[[ends[[1L]]]],
               high = part[[ends[[2L]]]])
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
