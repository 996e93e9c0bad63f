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
