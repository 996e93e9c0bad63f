# Words and numbers beside the marks of a figure. The labels of a layer find places when they are drawn, as
# only then the sizes of the panel and of the font are known.

label_frame <- function(x, y, label, hjust, vjust) {
  data.frame(x = x, y = y, label = label, hjust = hjust, vjust = vjust)
}

# The label of a point lies on the side where its curve has no points, and within the panel.
labels_of_points <- function(points, label) {
  above_chance <- points$TPR >= points$FPR
  buffer <- ifelse(above_chance, points$FPR < 0.8, points$FPR > 0.2)
  # At the very corner the curve comes from below or from the left.
  corner <- points$FPR == 1
  away <- ifelse(buffer | corner, 1.5, 2.3)
  inside <- ifelse(above_chance, points$TPR > 0.06, points$TPR < 0.94)
  below <- above_chance == inside
  hjust <- ifelse(buffer, -0.15, ifelse(corner, 1.4, 1))
  label_frame(points$FPR, points$TPR, label, ifelse(above_chance, hjust, 1 - hjust),
              ifelse(below, away, 1 - away))
}

# Labels with the columns of what they name.
labels_mark <- function(labels, rows, ...) {
  mark("labels", cbind(labels, plain_frame(rows)[setdiff(names(rows), names(labels))]), size = 3, ...)
}

# A rising line is named where it leaves the unit square, above which there is room.
labels_of_lines <- function(ends, label) label_frame(ends$xend, ends$yend, label, ends$xend, -0.5)

# The thresholds of rows that are a result of curves.
threshold_text <- function(rows, thresholds = rows$threshold) {
  sprintf("t = %s", threshold_words(thresholds, attr(rows, "neighbours"), 3L))
}

short_number <- function(x) vapply(x, number, "", digits = 3L)

# No number below 1 is shown as 1, none above 0 as 0.
two_digits <- function(x) {
  if (is.na(x)) {
    return("NA")
  }
  digits <- 2L
  while (digits < 15L && x > 0 && x < 1 && round(x, digits) %in% c(0, 1)) digits <- digits + 1L
  sprintf("%.*f", digits, x)
}

# The ratio of costs: a miss minus a true positive, to a false alarm minus a true negative. The first of
# several lines says what all have.
cost_text <- function(rows) {
  # The largest doubles are too far apart for one.
  excess <- function(error, right) pmin(error - right, .Machine$double.xmax)
  ratio <- excess(rows$cost_FN, rows$cost_TP) / excess(rows$cost_FP, rows$cost_TN)
  text <- ifelse(ratio >= 1, sprintf("%s:1", short_number(ratio)),
                 sprintf("1:%s", short_number(1 / ratio)))
  if (length(unique(rows$prior)) > 1L) text <- paste0(text, ", prior ", short_number(rows$prior))
  first <- seq_along(text) == 1L
  text[first] <- paste("cost FN:FP =", text[first])
  text
}

# Rows of a legend have at most `width` characters, and a name three rows, unless names would become alike.
wrapped <- function(names, width = NULL) {
  distinct <- unique(names)
  # Many names are small, so more of each fit.
  if (is.null(width)) width <- if (length(distinct) > length(curve_colours)) 44L else 28L
  size <- nchar(distinct, "width", allowNA = TRUE)
  long <- which(!is.na(size) & size > width)
  rows <- lapply(distinct[long], function(name) {
    strwrap(gsub(sprintf("(\\S{%d})(?=\\S)", width), "\\1 ", name, perl = TRUE), width + 1L)
  })
  with_rows <- function(rows) replace(distinct, long, vapply(rows, paste, "", collapse = "\n"))
  short <- with_rows(lapply(rows, function(x) if (length(x) > 3L) c(x[1:2], paste0(x[[3L]], "...")) else x))
  if (anyDuplicated(short) > 0L) short <- with_rows(rows)
  if (anyDuplicated(short) > 0L) names else short[match(names, distinct)]
}

# The lower left corners of boxes in a panel, in one unit: where text of this alignment would be, or else at
# the other sides of the point, or else above or below. No box overlaps another one or leaves the panel; one
# for which there is no room has NA.
places_of_boxes <- function(x, y, width, height, hjust, vjust, panel) {
  left <- bottom <- rep(NA_real_, length(x))
  for (i in seq_along(x)) {
    h <- c(hjust[[i]], 1 - hjust[[i]])[c(1L, 1L, 2L, 2L, rep(1:2, each = 24L))]
    v <- c(vjust[[i]], 1 - vjust[[i]])[c(1L, 2L, 1L, 2L, rep(1L, 48L))]
    steps <- c(rep(0, 4L), rep(rep(1:12, each = 2L) * c(1.1, -1.1), 2L))
    at_x <- pmax(pmin(x[[i]] - h * width[[i]], panel[[1L]] - width[[i]]), 0)
    at_y <- pmax(pmin(y[[i]] + (steps - v) * height[[i]], panel[[2L]] - height[[i]]), 0)
    other <- which(!is.na(left))
    is_free <- width[[i]] <= panel[[1L]] & height[[i]] <= panel[[2L]] & vapply(seq_along(h), function(k) {
      !any(at_x[[k]] < left[other] + width[other] & left[other] < at_x[[k]] + width[[i]] &
             at_y[[k]] < bottom[other] + height[other] & bottom[other] < at_y[[k]] + height[[i]])
    }, NA)
    first <- match(TRUE, is_free)
    left[[i]] <- at_x[first]
    bottom[[i]] <- at_y[first]
  }
  list(left = left, bottom = bottom)
}

# The same label may be asked for more than once, by groups that share a panel.
distinct_labels <- function(data) data[!duplicated(data[c("x", "y", "label")]), ]

placed_text <- function() {
  ggplot2::ggproto("GeomPlacedText", ggplot2::GeomText, draw_panel = function(data, panel_params, coord) {
    grid::gTree(data = distinct_labels(coord$transform(data, panel_params)), cl = "wroc_labels")
  })
}

#' @exportS3Method grid::makeContent
makeContent.wroc_labels <- function(x) {
  data <- x$data
  texts <- lapply(seq_len(nrow(data)), function(i) {
    grid::textGrob(data$label[[i]], gp = grid::gpar(
      col = ggplot2::alpha(data$colour[[i]], data$alpha[[i]]), fontsize = data$size[[i]] * ggplot2::.pt,
      fontfamily = data$family[[i]], fontface = data$fontface[[i]], lineheight = data$lineheight[[i]]
    ))
  })
  wide <- function(size) grid::convertWidth(size, "inches", valueOnly = TRUE)
  high <- function(size) grid::convertHeight(size, "inches", valueOnly = TRUE)
  sizes <- list(vapply(texts, function(text) wide(grid::grobWidth(text)), 0),
                vapply(texts, function(text) high(grid::grobHeight(text)), 0))
  all <- grid::unit(1, "npc")
  place <- places_of_labels(data$x, data$y, sizes, data, c(wide(all), high(all)))
  grid::setChildren(x, do.call(grid::gList, lapply(which(!is.na(place$x)), function(i) {
    grid::editGrob(texts[[i]], name = paste0("wroc_label", i), x = grid::unit(place$x[[i]], "npc"),
                   y = grid::unit(place$y[[i]], "npc"), just = c(0, 0), hjust = 0, vjust = 0)
  })))
}

# The same in base graphics.
draw_labels <- function(data, colour, cex = 0.8) {
  data$colour <- colour
  data <- distinct_labels(data)
  usr <- graphics::par("usr")
  range <- usr[c(2L, 4L)] - usr[c(1L, 3L)]
  sizes <- list(graphics::strwidth(data$label, "inches", cex), graphics::strheight(data$label, "inches", cex))
  shares <- list((data$x - usr[[1L]]) / range[[1L]], (data$y - usr[[3L]]) / range[[2L]])
  place <- places_of_labels(shares[[1L]], shares[[2L]], sizes, data, graphics::par("pin"))
  shown <- !is.na(place$x)
  graphics::text((usr[[1L]] + range[[1L]] * place$x)[shown], (usr[[3L]] + range[[2L]] * place$y)[shown],
                 data$label[shown], adj = c(0, 0), cex = cex, col = data$colour[shown])
}

# Lower left corners of labels as shares of a panel. Sizes, a little more than those of the letters, and the
# panel are in inches.
places_of_labels <- function(x, y, sizes, data, panel) {
  gap <- 0.02
  place <- places_of_boxes(x * panel[[1L]], y * panel[[2L]], sizes[[1L]] + gap, sizes[[2L]] + gap, data$hjust,
                           data$vjust, panel)
  list(x = (place$left + gap / 2) / panel[[1L]], y = (place$bottom + gap / 2) / panel[[2L]])
}
