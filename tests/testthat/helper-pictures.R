some_curve <- function(n = 60, seed = 1, difference = 1) {
  set.seed(seed)
  truth <- rep(0:1, length.out = n)
  WeightedROC(rnorm(n, difference * truth), truth, rexp(n))
}

# Curves with ties between and within classes, and long steps.
tied_curve <- function(seed) {
  set.seed(seed)
  n <- sample(c(4L, 9L, 30L), 1L)
  truth <- c(0, 1, sample(0:1, n - 2L, TRUE))
  weight <- if (seed %% 2L) sample(3L, n, TRUE) else rexp(n)
  WeightedROC(sample(n %/% 2L + 1L, n, TRUE), truth, weight)
}

# The data of the layers whose geom is of this class.
drawn <- function(plot, geom) {
  data <- ggplot2::ggplot_build(plot)$data
  data[vapply(plot$layers, function(layer) inherits(layer$geom, geom), NA)]
}

texts <- function(plot) {
  columns <- c("x", "y", "label", "hjust", "vjust")
  do.call(rbind, lapply(drawn(plot, "GeomText"), `[`, columns))
}

# The area between both ends of a region, of each of its parts.
area_of_ribbon <- function(ribbon) {
  by_x <- !is.null(ribbon$ymin)
  vapply(split(ribbon, ribbon$group), function(part) {
    at <- if (by_x) part$x else part$y
    height <- if (by_x) part$ymax - part$ymin else part$xmax - part$xmin
    sum(diff(at) * (height[-1L] + height[-length(height)]) / 2)
  }, 0, USE.NAMES = FALSE)
}

# Draws all of a plot, with the warnings that only drawing gives.
print_nowhere <- function(plot) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  print(plot)
  invisible()
}

# The boxes of all grobs whose name matches, in inches on a page of this size: a matrix with the columns
# left, bottom, right and top. `within`: those of the viewports of these grobs.
boxes_on_page <- function(plot, pattern, width = 5, height = 5, within = FALSE) {
  grDevices::pdf(NULL, width, height)
  on.exit(grDevices::dev.off())
  grid::grid.draw(ggplot2::ggplotGrob(plot))
  grid::grid.force()
  found <- grid::grid.grep(pattern, grep = TRUE, global = TRUE, viewports = TRUE)
  # Parents match with their children.
  if (!within) found <- Filter(function(path) inherits(grid::grid.get(path), "text"), found)
  boxes <- vapply(found, function(path) {
    grob <- grid::grid.get(path)
    grid::downViewport(attr(path, "vpPath"))
    on.exit(grid::upViewport(0L))
    ends <- if (within) {
      grid::deviceLoc(grid::unit(0:1, "npc"), grid::unit(0:1, "npc"))
    } else {
      x <- grid::unit.c(grid::grobX(grob, 180), grid::grobX(grob, 0))
      y <- grid::unit.c(grid::grobY(grob, 270), grid::grobY(grob, 90))
      grid::deviceLoc(x, y)
    }
    as.numeric(rbind(grid::convertX(ends$x, "inches", TRUE), grid::convertY(ends$y, "inches", TRUE)))
  }, numeric(4L))
  boxes <- matrix(boxes, ncol = 4L, byrow = TRUE)
  colnames(boxes) <- c("left", "bottom", "right", "top")
  boxes
}

panels_on_page <- function(...) boxes_on_page(..., pattern = "^panel.border", within = TRUE)

labels_on_page <- function(...) boxes_on_page(..., pattern = "^wroc_label[0-9]")

expect_apart <- function(boxes) {
  for (i in seq_len(nrow(boxes))) {
    others <- boxes[-i, , drop = FALSE]
    one <- boxes[i, ]
    overlap <- others[, "left"] < one[["right"]] & one[["left"]] < others[, "right"] &
      others[, "bottom"] < one[["top"]] & one[["bottom"]] < others[, "top"]
    testthat::expect_false(any(overlap))
  }
}

expect_within <- function(boxes, outer) {
  rounding <- 1e-6
  testthat::expect_gt(nrow(boxes), 0L)
  testthat::expect_true(all(boxes[, 1:2] >= rep(outer[1:2] - rounding, each = nrow(boxes))))
  testthat::expect_true(all(boxes[, 3:4] <= rep(outer[3:4] + rounding, each = nrow(boxes))))
}
