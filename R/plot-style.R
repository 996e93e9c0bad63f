# Styles of curves: few curves differ in colour, many in colour and line type. Base graphics and ggplot2 take
# this one table, unless the user asks for other values.

# Each has a contrast of at least 3:1 on white. They differ in grey, too, and for all kinds of colour
# vision.
curve_colours <- c("#0A1E70", "#D4250C", "#2E97C6", "#7A2C4C")

# Steps look broken in dashes that are longer than they are, so four curves are solid.
curve_lines <- c("solid", "42", "11")

max_curves <- length(curve_colours) * length(curve_lines)

# Of groups or times, where colours are those of scores.
group_lines <- c(curve_lines, "4212", "82", "8222")

# Numbers of colours and line types. Where both scores and groups differ, a score has its colour in all groups and a
# group its line type for all scores.
looks_of <- function(paths, curves) {
  number <- seq_along(curves)
  by_number <- list(colour = (number - 1L) %% length(curve_colours) + 1L,
                    line = (number - 1L) %/% length(curve_colours) + 1L, groups = FALSE)
  first <- paths[match(curves, paths$curve), , drop = FALSE]
  others <- setdiff(keys_of_paths(paths), "score")
  if (is.null(first[["score"]]) || length(others) == 0L || anyNA(match(curves, paths$curve))) return(by_number)
  score <- match(first$score, unique(first$score))
  group <- joined_names(as.list(first[others]), first, "")
  group <- match(group, unique(group))
  if (max(score) == 1L || max(group) == 1L || max(score) > length(curve_colours) || max(group) > length(group_lines)) {
    return(by_number)
  }
  list(colour = score, line = group, groups = TRUE)
}

# Colour, line type and width by name. References, such as "treat all", are grey, whatever the user wants
# of the curves.
style_of <- function(figure, col = NULL, lty = NULL, lwd = NULL) {
  names <- levels(figure$paths$curve)
  curves <- setdiff(names, figure$references)
  looks <- looks_of(figure$paths, curves)
  if (is.null(col)) col <- curve_colours[looks$colour]
  if (is.null(lty)) lty <- figure$line
  if (is.null(lty)) lty <- (if (looks$groups) group_lines else curve_lines)[looks$line]
  if (is.null(lwd)) lwd <- figure$width
  # Dashes tell treating all from treating none without a colour.
  greys <- c("grey50", "black")[seq_along(figure$references)]
  dashes <- or(figure$reference_lines, c("42", "solid"))[seq_along(figure$references)]
  extended <- function(x, more) {
    structure(c(x, rep_len(more, length(figure$references))), names = names)
  }
  list(colour = extended(for_each_name(check_colours(col), curves, "col"), greys),
       line = extended(for_each_name(check_line_types(lty), curves, "lty"), or(dashes, "solid")),
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
      legend.key.width = ggplot2::unit(2, "lines"),
      legend.key.height = ggplot2::unit(1, "lines"),
      legend.background = ggplot2::element_blank(),
      legend.key = ggplot2::element_blank(),
      # Half of the last number of an axis may stand beyond its end.
      plot.margin = ggplot2::margin(5.5, 11, 5.5, 5.5)
    )
}

# The legend of a ggplot: beside the panel on a device that is known to be wide, or else below it. Many names are
# smaller. A figure three inches wide has all columns.
legend_of <- function(figure) {
  names <- levels(figure$paths$curve)
  if (length(names) == 1L) {
    return(ggplot2::guides(colour = "none", linetype = "none"))
  }
  on_right <- is_wide(device_size())
  many <- length(names) > length(curve_colours)
  # Inches: a character, and a key with its gaps.
  width <- (if (many) 0.32 else 0.45) + (if (many) 0.046 else 0.065) *
    max(nchar(unlist(strsplit(names, "\n", fixed = TRUE)), "width", allowNA = TRUE), 1L, na.rm = TRUE)
  guide <- ggplot2::guide_legend(ncol = if (on_right) 1L else max(1L, floor(2.9 / width)), title = NULL)
  list(
    ggplot2::guides(colour = guide, linetype = guide),
    ggplot2::theme(legend.position = if (on_right) "right" else "bottom"),
    # The panel is low above many rows, and the title of its y axis must be whole.
    if (!on_right && sum(lengths(strsplit(names, "\n", fixed = TRUE))) > 4L && !is.null(figure$ylab)) {
      list(ggplot2::labs(y = in_rows(figure$ylab)),
           ggplot2::theme(axis.title = ggplot2::element_text(size = 9)))
    },
    if (many) {
      ggplot2::theme(legend.text = ggplot2::element_text(size = 6.2), legend.key.height = ggplot2::unit(0.55, "lines"),
                     legend.key.width = ggplot2::unit(1.4, "lines"), legend.spacing.x = ggplot2::unit(0.1, "lines"))
    }
  )
}

# In inches: of the chunk that is knitted, or of the open device.
device_size <- function() {
  if (isTRUE(getOption("knitr.in.progress"))) return(unlist(knitr::opts_current$get(c("fig.width", "fig.height"))))
  if (grDevices::dev.cur() > 1L) grDevices::dev.size() else c(7, 7)
}

check_ggplot2 <- function() check_package("This figure", "ggplot2", "3.4.0", " `plot()` draws a fit without it.")
