# Styles of curves: few curves differ in colour, many in colour and line type. Base graphics and ggplot2 take
# this one table, unless the user asks for other values.

# Each has a contrast of at least 3:1 on white. They differ in grey, too, and for all kinds of colour
# vision.
curve_colours <- c("#0A1E70", "#D4250C", "#2E97C6", "#7A2C4C")

# Steps look broken in dashes that are longer than they are, so four curves are solid.
curve_lines <- c("solid", "42", "11")

max_curves <- length(curve_colours) * length(curve_lines)

# Colour, line type and width by name. References, such as "treat all", are grey, whatever the user wants
# of the curves.
style_of <- function(figure, col = NULL, lty = NULL, lwd = NULL) {
  names <- levels(figure$paths$curve)
  curves <- setdiff(names, figure$references)
  i <- seq_along(curves) - 1L
  if (is.null(col)) col <- curve_colours[i %% length(curve_colours) + 1L]
  if (is.null(lty)) lty <- figure$line
  if (is.null(lty)) lty <- curve_lines[i %/% length(curve_colours) + 1L]
  if (is.null(lwd)) lwd <- figure$width
  greys <- c("grey60", "grey30")[seq_along(figure$references)]
  extended <- function(x, more) {
    structure(c(x, rep_len(more, length(figure$references))), names = names)
  }
  list(colour = extended(for_each_name(check_colours(col), curves, "col"), greys),
       line = extended(for_each_name(check_line_types(lty), curves, "lty"), "solid"),
       width = extended(for_each_name(check_numbers(lwd, "lwd", range = "positive"), curves, "lwd"), 1))
}

for_each_name <- function(x, names, argument) {
  must <- sprintf("have one value, or one for each of the %s curves", number(length(names)))
  check_length(x, argument, c(1L, length(names)), must)
  rep_len(x, length(names))
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
  # By their names: those of references stand beside them. Numbers beyond the last begin anew.
  if (is.numeric(lty)) ifelse(lty == 0, "blank", line_types[(lty - 1) %% 6 + 2]) else as.vector(lty)
}

plain_theme <- function() {
  ggplot2::theme_bw() +
    ggplot2::theme(
      panel.grid.minor = ggplot2::element_blank(),
      # The title is blank here: were it blank in the scale, another scale of colours would have a legend
      # of its own beside that of the line types.
      legend.title = ggplot2::element_blank(),
      legend.key.width = ggplot2::unit(2, "lines"),
      legend.key.height = ggplot2::unit(1, "lines"),
      legend.background = ggplot2::element_blank(),
      legend.key = ggplot2::element_blank(),
      # Half of the last number of an axis may stand beyond its end.
      plot.margin = ggplot2::margin(5.5, 11, 5.5, 5.5)
    )
}

# The legend of a ggplot: in the corner that the figure names if few short names fit there and no curve
# does, or else below the panel, with as many columns as a figure four inches wide has room for.
legend_of <- function(figure) {
  names <- levels(figure$paths$curve)
  if (length(names) == 1L) {
    return(ggplot2::guides(colour = "none", linetype = "none"))
  }
  rows <- strsplit(names, "\n", fixed = TRUE)
  # A character of the theme's size is 0.065 inches wide at most on average, and a key with its gaps 0.45.
  width <- 0.45 + 0.065 * max(nchar(unlist(rows), "width", allowNA = TRUE), 1L, na.rm = TRUE)
  columns <- max(1L, floor(3.6 / width))
  in_a_row <- length(names) <= columns
  guide <- ggplot2::guide_legend(ncol = if (!in_a_row) columns)
  few <- length(names) <= length(curve_colours) && (in_a_row || columns == 1L)
  within <- !is.null(figure$legend) && few &&
    is_free(figure, max(0.7, width / 3), 0.1 + 0.08 * sum(lengths(rows)))
  list(
    ggplot2::guides(colour = guide, linetype = guide),
    if (within) legend_within(sides_of(figure$legend)) else ggplot2::theme(legend.position = "bottom")
  )
}

# 0 for left and bottom, 1 for right and top.
sides_of <- function(corner) as.numeric(c(grepl("right", corner), grepl("top", corner)))

# Returns whether no curve goes through a box at the legend's corner of the unit square.
is_free <- function(figure, width, height) {
  side <- sides_of(figure$legend)
  x <- abs(figure$paths[[figure$axes[[1L]]]] - side[[1L]])
  y <- abs(figure$paths[[figure$axes[[2L]]]] - side[[2L]])
  !any(x < width & y < height)
}

legend_within <- function(side) {
  place <- 0.02 + 0.96 * side
  # The first way is deprecated, the second one is not known before.
  if (utils::packageVersion("ggplot2") < "3.5.0") {
    ggplot2::theme(legend.position = place, legend.justification = side)
  } else {
    ggplot2::theme(legend.position = "inside", legend.position.inside = place,
                   legend.justification.inside = side)
  }
}

check_ggplot2 <- function() check_package("This figure", "ggplot2", "3.4.0", " `plot()` draws a fit without it.")
