# How curves are told apart: by colour where there are few, by colour and line type where there are
# many; or as the user of base graphics wants it.

# Light enough and dark enough to differ in grey, too, and for all kinds of colour vision.
curve_colours <- c("#0B2F6B", "#C0390B", "#2BAA90", "#F3B63A")

# Steps look broken in dashes that are longer than they are, so that four curves are solid.
curve_lines <- c("solid", "42", "11")

most_curves <- length(curve_colours) * length(curve_lines)

style_of <- function(names) {
  i <- seq_along(names) - 1L
  list(
    colour = structure(curve_colours[i %% length(curve_colours) + 1L], names = names),
    line = structure(curve_lines[i %/% length(curve_colours) + 1L], names = names)
  )
}

# The same for base graphics, with what its user wants in place of it: one value, or one for each curve.
line_style <- function(names, col = NULL, lty = NULL, lwd = 2) {
  style <- style_of(names)
  if (!is.null(col)) style$colour <- for_each_name(check_colours(col), names, "col")
  if (!is.null(lty)) style$line <- for_each_name(check_line_types(lty), names, "lty")
  style$width <- for_each_name(check_numbers(lwd, "lwd", above_zero), names, "lwd")
  style
}

for_each_name <- function(x, names, argument) {
  if (!length(x) %in% c(1L, length(names))) {
    message <- sprintf("`%s` must have one value, or one for each of the %s curves, not %s.", argument,
                       number(length(names)), number(length(x)))
    raise("length", message, argument = argument, length = length(x), expected = length(names))
  }
  structure(rep_len(x, length(names)), names = names)
}

check_colours <- function(col) {
  col <- if (is.factor(col)) as.character(col) else col
  if (!is.atomic(col)) raise_type("col", "a vector of colours", col)
  or_else(grDevices::col2rgb(col), function(error) {
    raise("choice", sprintf("`col` must be colours: %s.", conditionMessage(error)), argument = "col",
          value = col)
  })
  as.vector(col)
}

line_types <- c("blank", "solid", "dashed", "dotted", "dotdash", "longdash", "twodash")

check_line_types <- function(lty) {
  right <- if (is.numeric(lty)) {
    lty %in% 0:99
  } else if (is.character(lty)) {
    lty %in% line_types | grepl("^([1-9A-Fa-f]{2}){1,4}$", lty)
  } else {
    raise_type("lty", "a vector of line types", lty)
  }
  fault <- match(FALSE, right)
  if (!is.na(fault)) {
    message <- sprintf("`lty` must be line types, see ?par: element %s is %s.", number(fault),
                       quoted(lty[[fault]]))
    raise("choice", message, argument = "lty", expected = line_types, value = lty[[fault]])
  }
  as.vector(lty)
}

# Axes with nothing between them. Of points there are none.
empty_axes <- function(x, y, ...) {
  of_points <- intersect(...names(), c("pch", "cex", "bg"))
  refuse_arguments(of_points, "taken by plot() of curves, which have no points")
  graphics::plot.default(x, y, type = "n", ...)
}

all_solid <- function(curves) length(curves) <= length(curve_colours)

# A square of both rates, with a scale of colours for the curves. The title of the legend is blank
# in the theme: were it blank in the scale, another scale of colours would have a legend of its own
# beside that of the line types.
empty_plot <- function(curves) {
  style <- style_of(names(curves))
  legend <- if (length(curves) > 1L) {
    ggplot2::guide_legend(ncol = if (all_solid(curves)) 1L else 2L)
  } else {
    "none"
  }
  ggplot2::ggplot(mapping = ggplot2::aes(x = FPR, y = TPR, colour = curve)) +
    ggplot2::scale_colour_manual(values = style$colour) +
    ggplot2::scale_fill_manual(values = style$colour, guide = "none") +
    ggplot2::guides(colour = legend, linetype = legend) +
    ggplot2::coord_fixed(xlim = c(0, 1), ylim = c(0, 1)) +
    ggplot2::labs(x = "False positive rate", y = "True positive rate") +
    plain_theme() +
    legend_place(curves)
}

plain_theme <- function() {
  ggplot2::theme_bw() +
    ggplot2::theme(
      panel.grid.minor = ggplot2::element_blank(),
      legend.title = ggplot2::element_blank(),
      legend.key.width = ggplot2::unit(2, "lines"),
      legend.key.height = ggplot2::unit(1, "lines"),
      legend.background = ggplot2::element_blank(),
      legend.key = ggplot2::element_blank(),
      # Half of the last number of an axis may stand beyond its end.
      plot.margin = ggplot2::margin(5.5, 11, 5.5, 5.5)
    )
}

# Below the chance line there is room for the legend of a few curves, if none of them goes there.
legend_place <- function(curves) {
  height <- 0.1 + 0.08 * length(curves)
  goes_there <- function(curve) any(curve$FPR > 0.3 & curve$TPR < height)
  if (!all_solid(curves) || any(vapply(curves, goes_there, NA))) {
    return(ggplot2::theme(legend.position = "bottom"))
  }
  legend_within(c(0.98, 0.02), c(1, 0))
}

legend_within <- function(place, corner) {
  # The first way is deprecated, the second one is not known before.
  if (utils::packageVersion("ggplot2") < "3.5.0") {
    ggplot2::theme(legend.position = place, legend.justification = corner)
  } else {
    ggplot2::theme(legend.position = "inside", legend.position.inside = place,
                   legend.justification.inside = corner)
  }
}
