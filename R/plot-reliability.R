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
  limit <- highest_forecast(rows)
  # Strips of more histograms would be too low to read.
  bars <- if (length(unique(name)) <= length(curve_colours)) bars_of_curves(rows, name, keys, limit)
  below <- list(if (!is.null(bars)) mark("bars", bars$bars),
                if (!is.null(bars)) mark("labels", bars$labels, size = 2.6),
                diagonal_mark(),
                if (band != "none") mark("ribbon", paths, alpha = 0.2))
  figure(paths, Filter(Negate(is.null), below), legend = "topleft", xlab = "Forecast",
         ylab = "Calibrated probability", xlim = c(0, limit), ylim = c(0, limit))
}

# The axes end where the forecasts do, at a tenth.
highest_forecast <- function(rows) {
  highest <- ceiling(10 * max(rows$forecast, rows$probability[rows$share > 0]) - 1e-9) / 10
  if (highest >= 0.7) 1 else max(0.1, highest)
}

# The histogram of each curve in a strip of its own, from the bottom, with the share of its highest bar.
bars_of_curves <- function(rows, name, keys, limit) {
  curves <- unique(name)
  strip <- min(0.2, 0.4 / length(curves)) * limit
  first <- 0
  bars <- points_by_name(rows, name, function(part) {
    bars <- bars_of(part, limit)
    base <- strip * first
    first <<- first + 1
    most <- max(bars$height)
    data.frame(low = bars$low, high = bars$high, base = base, height = base + 0.85 * strip * bars$height / most,
               most = most)
  }, keys)
  top <- bars[!duplicated(bars$curve), ]
  text <- sprintf("%s%%", short_number(100 * signif(top$most, 2L)))
  labels <- cbind(label_frame(limit, top$base + 0.45 * strip, text, 1, 0.5), curve = top$curve)
  list(bars = bars, labels = cbind(labels, top[keys]))
}

# The weight in 20 bins of the axis.
bars_of <- function(rows, limit, number = 20L) {
  ends <- seq(0, limit, length.out = number + 1L)
  bin <- findInterval(rows$forecast, ends, rightmost.closed = TRUE)
  height <- vapply(seq_len(number), function(i) sum(rows$share[bin == i]), 0)
  bars <- data.frame(low = ends[-length(ends)], high = ends[-1L], height = height)
  bars[height > 0, ]
}
