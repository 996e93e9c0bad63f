# A figure is a list of marks, which base graphics and ggplot2 draw alike. The data of a mark say where it
# is, by `x` and `y`; segments also by `xend` and `yend`, ribbons by `at`, `low` and `high`, bars by `low`,
# `high` and `height`, labels by `label`, `hjust` and `vjust`. A mark has the colour of its `curve`, or the
# one that it is given. Columns with the names of groups and scores serve for facets.

# Without `joined`, the paths only say which curves there are. `ticks` has places and labels of the axes `x` and `y`.
figure <- function(paths, below = list(), above = list(), ..., axes = c("x", "y"), xlim = c(0, 1),
                   ylim = c(0, 1), square = TRUE, width = 2, joined = TRUE) {
  curves <- if (joined) list(mark("curves", paths, width = width))
  list(paths = paths, marks = c(below, curves, above), axes = axes, xlim = xlim, ylim = ylim,
       square = square, width = width, ...)
}

# The columns of paths that say to which score, group, time or prior a curve belongs.
keys_of_paths <- function(paths) {
  setdiff(names(paths), c("x", "y", "at", "low", "high", "piece", "curve", "FPR", "TPR", "threshold", "xend", "yend"))
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
  plot <- ggplot2::ggplot(figure$paths, place) + lapply(figure$marks, layer_of)
  scales <- c(list(ggplot2::scale_colour_manual(values = style$colour, limits = in_order),
                   ggplot2::scale_linetype_manual(values = style$line, limits = in_order)), scales_of_axes(figure))
  with_own_scales(plot, scales) +
    (if (figure$square) {
      ggplot2::coord_fixed(xlim = figure$xlim, ylim = figure$ylim)
    } else {
      ggplot2::coord_cartesian(xlim = figure$xlim, ylim = figure$ylim)
    }) +
    # Titles of legends belong to the plot, so that no theme and no scale brings one back.
    ggplot2::labs(x = figure$xlab, y = figure$ylab, colour = NULL, linetype = NULL, fill = NULL) +
    plain_theme() +
    legend_of(figure) +
    (if (!is.null(figure$ticks$y)) {
      # Names of rows leave half of the figure to the panel.
      list(ggplot2::theme(axis.text.y = ggplot2::element_text(size = 7)),
           ggplot2::guides(x = ggplot2::guide_axis(check.overlap = TRUE)))
    })
}

# A scale of the user replaces one of ours without the message that there are two.
with_own_scales <- function(plot, scales) {
  for (scale in scales) scale$is_ours <- TRUE
  plot <- plot + scales
  before <- plot$scales
  plot$scales <- ggplot2::ggproto(NULL, before, add = function(self, scale) {
    kept <- vapply(self$scales, function(own) !(isTRUE(own$is_ours) && any(own$aesthetics %in% scale$aesthetics)), NA)
    self$scales <- self$scales[kept]
    ggplot2::ggproto_parent(before, self)$add(scale)
  })
  plot
}

# Ticks of rates are at quarters, or in facets, which are narrow, at 0, 1/2 and 1.
scales_of_axes <- function(figure) {
  at <- if (length(setdiff(keys_of_paths(figure$paths), "score")) > 0L) c(0, 0.5, 1) else seq(0, 1, 0.25)
  scale <- function(axis) {
    ticks <- figure$ticks[[axis]]
    if (is.null(ticks) && figure$square && identical(as.double(figure[[paste0(axis, "lim")]]), c(0, 1))) {
      ticks <- list(at = at, labels = short_number(if (axis == "x" && isTRUE(figure$reversed)) 1 - at else at))
    }
    if (is.null(ticks)) return(NULL)
    make <- if (axis == "x") ggplot2::scale_x_continuous else ggplot2::scale_y_continuous
    make(breaks = ticks$at, labels = ticks$labels)
  }
  Filter(Negate(is.null), list(scale("x"), scale("y")))
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
  place <- switch(
    mark$kind,
    path = , points = ggplot2::aes(x = x, y = y),
    segment = ggplot2::aes(x = x, y = y, xend = xend, yend = yend),
    ribbon = if (mark$along == "x") ggplot2::aes(x = at, ymin = low, ymax = high)
    else ggplot2::aes(y = at, xmin = low, xmax = high),
    bars = ggplot2::aes(xmin = low, xmax = high, ymin = base, ymax = height),
    labels = ggplot2::aes(x = x, y = y, label = label, hjust = hjust, vjust = vjust)
  )
  if (!is.null(mark$data[["piece"]])) {
    place$group <- if (has_own_colour(mark)) quote(interaction(curve, piece)) else quote(piece)
  }
  if (has_own_colour(mark)) place$colour <- quote(curve)
  if (has_own_colour(mark) && mark$kind == "ribbon") {
    # A ribbon has the colour of its curve, whoever chose it, and no edges.
    place$fill <- ggplot2::aes(fill = ggplot2::after_scale(colour))$fill
    own$linetype <- 0L
  }
  if (mark$in_legend) place$linetype <- quote(curve)
  place[names(mapping)] <- mapping
  own <- own[setdiff(names(own), c(names(mapping), names(args)))]
  geom <- switch(mark$kind, bars = "rect", points = "point", labels = placed_text(), mark$kind)
  fixed <- switch(mark$kind, ribbon = list(orientation = mark$along), bars = list(fill = NA))
  ggplot2::layer(geom, "identity", mark$data, place, "identity", params = c(own, args, fixed),
                 inherit.aes = FALSE, show.legend = if (mark$in_legend) NA else FALSE)
}

# Base graphics ------------------------------------------------------------------------------------------

# Further arguments are those of plot.default(). Returns where panel and legend are, in inches.
draw_figure <- function(figure, ..., col = NULL, lty = NULL, lwd = NULL, legend = !add, add = FALSE) {
  add <- check_flag(add, "add")
  place <- check_legend(legend, figure, add)
  style <- style_of(figure, col, lty, lwd)
  refuse_arguments(intersect(...names(), c("pch", "cex", "bg")),
                   "accepted by plot() of curves, which have no points")
  if (add) {
    refuse_arguments(...names(), "accepted with `add = TRUE`")
  } else {
    plan <- if (identical(place, "outside")) plan_of_legend(names(style$colour))
    draw_axes(figure, plan, ...)
  }
  for (mark in figure$marks) if (!add || has_own_colour(mark)) draw_mark(mark, style, figure$width)
  box <- if (identical(place, "outside")) draw_legend_outside(plan, style) else if (!is.null(place)) {
    draw_legend(place, style)
  }
  ends <- function(x, y) {
    c(graphics::grconvertX(x, "user", "inches"), graphics::grconvertY(y, "user", "inches"))[c(1L, 3L, 2L, 4L)]
  }
  usr <- graphics::par("usr")
  invisible(list(panel = ends(usr[1:2], usr[3:4]),
                 legend = if (!is.null(box)) ends(box$left + c(0, box$w), box$top + c(-box$h, 0))))
}

corners <- c("bottomright", "bottom", "bottomleft", "left", "topleft", "top", "topright", "right", "center")

# A legend stands outside of the panel, where no curve is, unless it is asked to be in it. The one of a single curve is
# its name in a corner.
check_legend <- function(legend, figure, add) {
  if (is.character(legend) && length(legend) == 1L && legend %in% corners) {
    return(legend)
  }
  if (!isTRUE(legend) && !isFALSE(legend)) {
    message <- sprintf("`legend` must be TRUE, FALSE or one of %s.", paste(quoted(corners), collapse = ", "))
    raise("choice", message, argument = "legend", expected = corners, value = legend)
  }
  several <- nlevels(figure$paths$curve) > 1L
  if (legend && (several || isTRUE(figure$alone))) {
    if (several && !add) "outside" else or(figure$legend, "topright")
  }
}

# A square figure is square on any device. As soon as its axes stand, the user's settings are back: margins when the
# next plot begins.
draw_axes <- function(figure, plan, ...) {
  args <- list(...)
  old <- graphics::par(pty = if (figure$square) "s" else graphics::par("pty"))
  on.exit(graphics::par(old))
  own <- c(figure[c("xlim", "ylim", "xlab", "ylab")], list(las = 1, mgp = c(2.1, 0.6, 0)))
  rate <- function(axis) {
    limits <- paste0(axis, "lim")
    figure$square && is.null(args[[limits]]) && identical(as.double(figure[[limits]]), c(0, 1))
  }
  if (rate("x")) own$xaxp <- c(0, 1, 4)
  if (rate("y")) own$yaxp <- c(0, 1, 4)
  ticks <- lapply(c(x = "x", y = "y"), function(axis) {
    own_axis <- identical(args[[paste0(axis, "axt")]], "n") || identical(args$axes, FALSE)
    if (own_axis) return(NULL)
    if (!is.null(figure$ticks[[axis]])) return(figure$ticks[[axis]])
    at <- if (rate(axis)) seq(0, 1, 0.25)
    if (axis == "x" && isTRUE(figure$reversed)) list(at = at, reversed = TRUE) else if (!is.null(at)) list(at = at)
  })
  for (axis in names(ticks)[lengths(ticks) > 0L]) args[[paste0(axis, "axt")]] <- "n"
  own <- own[setdiff(names(own), names(args))]
  in_margins(margins_of(figure, plan, args), function() {
    do.call(graphics::plot.default, c(list(figure$xlim, figure$ylim, type = "n"), replace(own, "ylab", ""), args))
  })
  # For grid() and axis(), too.
  graphics::par(own[intersect(c("xaxp", "yaxp"), names(own))])
  for (side in which(lengths(ticks) > 0L)) draw_ticks(side, ticks[[side]], c(args, own))
  if (!is.null(own$ylab) && !identical(args$ann, FALSE)) draw_y_title(own$ylab)
}

# Left of the tick labels; in two rows, or smaller, where it is longer than the panel.
in_rows <- function(title) paste(strwrap(title, 20L), collapse = "\n")

draw_y_title <- function(title) {
  height <- 0.15 + graphics::par("pin")[[2L]]
  length_of <- function(title) max(0, graphics::strwidth(strsplit(title, "\n", fixed = TRUE)[[1L]], "inches"))
  if (length_of(title) > height) title <- in_rows(title)
  rows <- length(strsplit(title, "\n", fixed = TRUE)[[1L]])
  line <- max(2.7, if (graphics::par("pty") == "m") graphics::par("mai")[[2L]] / graphics::par("csi") - 0.3 - rows)
  graphics::title(ylab = title, line = line, cex.lab = min(1, height / length_of(title)))
}

draw_ticks <- function(side, ticks, args) {
  at <- or(ticks$at, graphics::axTicks(side))
  labels <- or(ticks$labels, vapply(if (isTRUE(ticks$reversed)) 1 - at else at, number, "", digits = 4L))
  # All of them stand: smaller ones, where they would touch each other.
  size <- or(args$cex.axis, graphics::par("cex.axis"))
  inches <- if (side == 1L) graphics::strwidth(labels, "inches", size) else graphics::strheight(labels, "inches", size)
  gap <- min(diff(sort(at)), Inf) / diff(range(graphics::par("usr")[if (side == 1L) 1:2 else 3:4])) *
    graphics::par("pin")[[side]]
  wide <- if (side == 2L) (graphics::par("mai")[[2L]] - 0.2) / max(graphics::strwidth(labels, "inches", size)) else 1
  size <- size * max(0.4, min(1, gap / (max(inches) + 0.06), wide))
  for (i in seq_along(at)) {
    graphics::axis(side, at[[i]], labels[[i]], las = args$las, mgp = args$mgp, cex.axis = size)
  }
}

# In inches: bottom, left, top and right. A user's own margins stay.
margins_of <- function(figure, plan, args) {
  if (!isTRUE(all.equal(graphics::par("mar"), c(5.1, 4.1, 4.1, 2.1)))) return(graphics::par("mai"))
  title <- or(args$ylab, figure$ylab)
  labels <- figure$ticks$y$labels
  left <- if (is.null(labels)) 0.5 else 0.25 + 0.085 * max(nchar(unlist(strsplit(labels, "\n", fixed = TRUE))))
  left <- min(left, 0.5 * graphics::par("fin")[[1L]]) + 0.2 * lengths(strsplit(title, "\n", fixed = TRUE)) +
    if (identical(title, "")) 0 else 0.12
  margins <- c(0.68, left, if (is.null(args$main)) 0.12 else 0.55, 0.15)
  if (!is.null(plan)) margins[[plan$side]] <- margins[[plan$side]] + plan$size
  margins
}

# The margins last until the next plot begins, so that what is added to this one is where it should be.
in_margins <- function(margins, draw) {
  for (restore in Filter(is_restoring, getHook("before.plot.new"))) restore()
  old <- graphics::par(mai = margins)
  draw()
  device <- grDevices::dev.cur()
  here <- graphics::par("mai")
  restore <- structure(function(...) {
    setHook("before.plot.new", Filter(Negate(is_restoring), getHook("before.plot.new")), "replace")
    if (grDevices::dev.cur() == device && isTRUE(all.equal(graphics::par("mai"), here))) graphics::par(old)
  }, class = "wroc_margins")
  setHook("before.plot.new", restore)
}

is_restoring <- function(hook) inherits(hook, "wroc_margins")

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
    bars = graphics::rect(data$low, data$base, data$high, data$height, border = grDevices::adjustcolor(colour, 0.5)),
    labels = draw_labels(data, colour),
    for (rows in pieces_of(data)) {
      first <- rows[[1L]]
      if (mark$kind == "ribbon") {
        ends <- list(c(data$at[rows], rev(data$at[rows])), c(data$low[rows], rev(data$high[rows])))
        if (mark$along == "y") ends <- rev(ends)
        graphics::polygon(ends[[1L]], ends[[2L]], border = NA,
                          col = grDevices::adjustcolor(colour[[first]], mark$look$alpha))
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

# Beside a panel on a wide device, or else below it: the side, the inches that it takes, and its columns and size.
plan_of_legend <- function(names) {
  device <- graphics::par("fin")
  on_right <- is_wide(device)
  rows <- strsplit(names, "\n", fixed = TRUE)
  for (cex in c(if (length(names) <= 4L) 0.9, 0.75, 0.65, 0.55, 0.45)) {
    width <- cex * (0.55 + 0.095 * max(nchar(unlist(rows), "width", allowNA = TRUE), 1L, na.rm = TRUE))
    columns <- if (on_right) 1L else max(1L, min(length(names), floor((device[[1L]] - 0.1) / width)))
    height <- cex * (0.06 + 0.17 * max(lengths(rows))) * (ceiling(length(names) / columns) + 0.8)
    most <- device * (if (on_right) c(0.45, 0.95) else c(0.97, 0.4))
    if (width <= most[[1L]] && height <= most[[2L]]) break
  }
  list(side = if (on_right) 4L else 1L, size = if (on_right) width else height, cex = cex, columns = columns)
}

is_wide <- function(size) size[[1L]] > 1.4 * size[[2L]]

draw_legend_outside <- function(plan, style) {
  on_right <- plan$side == 4L
  usr <- graphics::par("usr")
  x <- if (on_right) usr[[2L]] else graphics::grconvertX(0.5, "nfc", "user")
  y <- if (on_right) mean(usr[3:4]) else graphics::grconvertY(0.01, "nfc", "user")
  graphics::legend(x, y, names(style$colour), col = style$colour, lty = style$line, lwd = style$width, bty = "n",
                   cex = plan$cex, ncol = plan$columns, xpd = NA, xjust = if (on_right) 0 else 0.5,
                   yjust = if (on_right) 0.5 else 0)$rect
}

# Columns that the layers name.
utils::globalVariables(c("at", "base", "class", "colour", "curve", "height", "high", "hjust", "label", "low", "piece",
                         "score",
                         "share", "threshold", "vjust", "x", "xend", "y", "yend"))
