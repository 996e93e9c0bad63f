# A figure is a list of marks, which base graphics and ggplot2 draw alike. The data of a mark say where it
# is, by `x` and `y`; segments also by `xend` and `yend`, ribbons by `at`, `low` and `high`, bars by `low`,
# `high` and `height`, labels by `label`, `hjust` and `vjust`. A mark has the colour of its `curve`, or the
# one that it is given. Columns with the names of groups and scores serve for facets.

figure <- function(paths, below = list(), above = list(), ..., axes = c("x", "y"), xlim = c(0, 1),
                   ylim = c(0, 1), square = TRUE, width = 2) {
  curves <- mark("curves", paths, width = width)
  list(paths = paths, marks = c(below, list(curves), above), axes = axes, xlim = xlim, ylim = ylim,
       square = square, width = width, ...)
}

# The methods of plot() and autoplot() for a class of results.
plot_by <- function(figure_of) function(x, ...) classed({
  draw_figure(figure_of(x), ...)
  invisible(x)
})

autoplot_by <- function(figure_of) function(object, ...) classed(ggplot_of(figure_of(object), ...))

# `width` is in the unit of `lwd`; `part` separates pieces of a curve; `along` is "y" for a ribbon between
# ends on the x axis.
mark <- function(kind, data, ..., width = 1, in_legend = FALSE, by_rate = "x") {
  list(kind = kind, data = data, look = list(...), width = width, in_legend = in_legend, along = by_rate)
}

diagonal_mark <- function() {
  mark("segment", data.frame(x = 0, y = 0, xend = 1, yend = 1), colour = "grey60")
}

has_own_colour <- function(mark) is.null(mark$look$colour) && !is.null(mark$data[["curve"]])

# ggplot2 ------------------------------------------------------------------------------------------------

ggplot_of <- function(figure, ...) {
  check_ggplot2()
  if (...length() > 0L) raise("unused", "autoplot() has no further arguments here.", argument = "...")
  style <- style_of(figure)
  place <- ggplot2::aes(colour = curve, linetype = curve)
  place[c("x", "y")] <- lapply(figure$axes, as.name)
  # Versions of ggplot2 differ in the order of values that several layers have.
  in_order <- function(result) intersect(names(style$colour), result)
  ggplot2::ggplot(figure$paths, place) +
    lapply(figure$marks, layer_of) +
    ggplot2::scale_colour_manual(values = style$colour, limits = in_order) +
    ggplot2::scale_fill_manual(values = style$colour, limits = in_order, guide = "none") +
    ggplot2::scale_linetype_manual(values = style$line, limits = in_order) +
    (if (isTRUE(figure$reversed)) ggplot2::scale_x_continuous(labels = function(x) format(1 - x))) +
    (if (figure$square) {
      ggplot2::coord_fixed(xlim = figure$xlim, ylim = figure$ylim)
    } else {
      ggplot2::coord_cartesian(ylim = figure$ylim)
    }) +
    ggplot2::labs(x = figure$xlab, y = figure$ylab) +
    plain_theme() +
    legend_of(figure)
}

# The curves, whose data and mapping are those of the plot. Thresholds go along as an aesthetic of their own,
# which is not drawn: plotly shows it at the pointer.
layer_of_curves <- function(mark) {
  mapping <- ggplot2::aes()
  if (!is.null(mark$data[["threshold"]])) mapping$threshold <- quote(threshold)
  if (!is.null(mark$data[["piece"]])) mapping$group <- quote(interaction(curve, piece))
  ggplot2::layer("path", "identity", NULL, mapping, position = "identity", check.aes = FALSE,
                 params = list(linewidth = linewidth(mark$width), lineend = "round"))
}

linewidth <- function(lwd) 0.35 * lwd

# The layer of a mark, with a user's mapping and constants in front of its own.
layer_of <- function(mark, mapping = NULL, ...) {
  if (mark$kind == "curves") {
    return(layer_of_curves(mark))
  }
  args <- list(...)
  names(args) <- sub("^color$", "colour", names(args))
  own <- mark$look
  if (mark$kind %in% c("path", "segment", "bars")) own$linewidth <- linewidth(mark$width)
  own <- own[setdiff(names(own), c(names(mapping), names(args)))]
  place <- switch(
    mark$kind,
    path = , points = ggplot2::aes(x = x, y = y),
    segment = ggplot2::aes(x = x, y = y, xend = xend, yend = yend),
    ribbon = if (mark$along == "x") ggplot2::aes(x = at, ymin = low, ymax = high)
    else ggplot2::aes(y = at, xmin = low, xmax = high),
    bars = ggplot2::aes(xmin = low, xmax = high, ymin = 0, ymax = height),
    labels = ggplot2::aes(x = x, y = y, label = label, hjust = hjust, vjust = vjust)
  )
  if (!is.null(mark$data[["piece"]])) {
    place$group <- if (has_own_colour(mark)) quote(interaction(curve, piece)) else quote(piece)
  }
  if (has_own_colour(mark)) place[[if (mark$kind == "ribbon") "fill" else "colour"]] <- quote(curve)
  if (mark$in_legend) place$linetype <- quote(curve)
  place[names(mapping)] <- mapping
  geom <- switch(mark$kind, bars = "rect", points = "point", labels = placed_text(), mark$kind)
  fixed <- switch(mark$kind, ribbon = list(orientation = mark$along), bars = list(fill = NA))
  ggplot2::layer(geom, "identity", mark$data, place, "identity", params = c(own, args, fixed),
                 inherit.aes = FALSE, show.legend = if (mark$in_legend) NA else FALSE)
}

# Base graphics ------------------------------------------------------------------------------------------

# Further arguments are those of plot.default().
draw_figure <- function(figure, ..., col = NULL, lty = NULL, lwd = NULL, legend = !add, add = FALSE) {
  add <- check_flag(add, "add")
  place <- check_legend(legend, figure)
  style <- style_of(figure, col, lty, lwd)
  refuse_arguments(intersect(...names(), c("pch", "cex", "bg")),
                   "accepted by plot() of curves, which have no points")
  if (add) {
    refuse_arguments(...names(), "accepted with `add = TRUE`")
  } else {
    draw_axes(figure, ...)
  }
  for (mark in figure$marks) if (!add || has_own_colour(mark)) draw_mark(mark, style, figure$width)
  if (!is.null(place)) draw_legend(place, style)
  invisible()
}

corners <- c("bottomright", "bottom", "bottomleft", "left", "topleft", "top", "topright", "right", "center")

check_legend <- function(legend, figure) {
  if (is.character(legend) && length(legend) == 1L && legend %in% corners) {
    return(legend)
  }
  if (!isTRUE(legend) && !isFALSE(legend)) {
    message <- sprintf("`legend` must be TRUE, FALSE or one of %s.", paste(quoted(corners), collapse = ", "))
    raise("choice", message, argument = "legend", expected = corners, value = legend)
  }
  if (legend && (nlevels(figure$paths$curve) > 1L || isTRUE(figure$alone))) {
    if (is.null(figure$legend)) "topright" else figure$legend
  }
}

# A square figure is square on any device. As soon as its axes stand, the user's setting is back.
draw_axes <- function(figure, ...) {
  args <- list(...)
  if (figure$square) {
    old <- graphics::par(pty = "s")
    on.exit(graphics::par(old))
  }
  own <- figure[c("xlim", "ylim", "xlab", "ylab")]
  quarters <- c(0, 1, 4)
  if (figure$square && is.null(args$xlim)) own$xaxp <- quarters
  if (figure$square && is.null(args$ylim)) own$yaxp <- quarters
  reversed <- isTRUE(figure$reversed) && !identical(args$xaxt, "n") && !identical(args$axes, FALSE)
  if (reversed) args$xaxt <- "n"
  own <- own[setdiff(names(own), names(args))]
  do.call(graphics::plot.default, c(list(figure$xlim, figure$ylim, type = "n"), own, args))
  # For grid() and axis(), too.
  graphics::par(own[intersect(c("xaxp", "yaxp"), names(own))])
  if (reversed) {
    at <- if (is.null(args$xlim)) seq(0, 1, 0.25) else graphics::axTicks(1)
    graphics::axis(1L, at, format(1 - at))
  }
}

draw_mark <- function(mark, style, usual_width) {
  data <- mark$data
  # The name of a single curve may be "".
  curve <- if (has_own_colour(mark)) match(data$curve, names(style$colour))
  of_rows <- function(fixed, by_curve, single) {
    rep_len(if (!is.null(fixed)) fixed else if (!is.null(curve)) by_curve[curve] else single, nrow(data))
  }
  colour <- of_rows(mark$look$colour, style$colour, "black")
  line <- of_rows(mark$look$linetype, style$line, "solid")
  width <- of_rows(NULL, style$width * mark$width / usual_width, mark$width)
  if (nrow(data) == 0L) {
    return()
  }
  switch(
    mark$kind,
    segment = graphics::segments(data$x, data$y, data$xend, data$yend, col = colour, lty = line, lwd = width),
    points = graphics::points(data$x, data$y, pch = mark$look$shape, col = colour),
    bars = graphics::rect(data$low, 0, data$high, data$height, border = grDevices::adjustcolor(colour, 0.5)),
    labels = draw_labels(data, colour),
    for (rows in pieces_of(data)) {
      first <- rows[[1L]]
      if (mark$kind == "ribbon") {
        graphics::polygon(c(data$at[rows], rev(data$at[rows])), c(data$low[rows], rev(data$high[rows])),
                          border = NA, col = grDevices::adjustcolor(colour[[first]], mark$look$alpha))
      } else {
        graphics::lines(data$x[rows], data$y[rows], col = colour[[first]], lty = line[[first]],
                        lwd = width[[first]])
      }
    }
  )
}

pieces_of <- function(data) {
  keys <- Filter(Negate(is.null), list(data[["curve"]], data[["piece"]]))
  if (length(keys) == 0L) list(seq_len(nrow(data))) else split(seq_len(nrow(data)), keys, drop = TRUE)
}

# As large as fits into half of the panel.
draw_legend <- function(place, style) {
  draw <- function(cex, plot) {
    graphics::legend(place, names(style$colour), col = style$colour, lty = style$line, lwd = style$width,
                     bty = "n", cex = cex, plot = plot)$rect
  }
  size <- draw(1, FALSE)
  usr <- graphics::par("usr")
  draw(min(1, 0.65 * (usr[[2L]] - usr[[1L]]) / size$w, 0.65 * (usr[[4L]] - usr[[3L]]) / size$h), TRUE)
}

# Columns that the layers name.
utils::globalVariables(c("at", "class", "curve", "height", "high", "hjust", "label", "low", "piece", "score",
                         "share", "threshold", "vjust", "x", "xend", "y", "yend"))
