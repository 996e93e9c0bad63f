# How articles look. Sourced by the first chunk of each.
knitr::opts_chunk$set(comment = "#>", collapse = TRUE, fig.width = 4.5, fig.height = 4.1, dpi = 74)
options(digits = 4, width = 84)

# Base figures without a title need smaller margins.
knitr::knit_hooks$set(tight = function(before, ...) {
  if (before) par(mar = c(3.4, 3.6, 0.5, 0.5), mgp = c(2.3, 0.7, 0), las = 1)
})

# So many of the colours of a figure that the others are near one of them: each is the one that is
# worst replaced, by its pixels and its distance from those that were taken before.
main_colours <- function(colours, pixels, number) {
  taken <- which.max(pixels)
  distance <- rep(Inf, length(pixels))
  while (length(taken) < number) {
    last <- colours[, taken[length(taken)]]
    distance <- pmin(distance, colSums((colours - last)^2))
    taken <- c(taken, which.max(pixels * distance))
  }
  taken
}

# A figure of more than 256 colours, most of them between a line and its ground, has three bytes a pixel; one of 64 has a
# palette, and a third of the size.
knitr::opts_chunk$set(fig.process = function(path) {
  if (!grepl("[.]png$", path) || !requireNamespace("png", quietly = TRUE)) return(path)
  image <- png::readPNG(path)
  codes <- grDevices::rgb(image[, , 1], image[, , 2], image[, , 3])
  pixels <- table(codes)
  if (length(pixels) <= 64) return(path)
  colours <- grDevices::col2rgb(names(pixels))
  taken <- main_colours(colours, as.vector(pixels), 64)
  nearest <- apply(colours, 2, function(colour) taken[which.min(colSums((colours[, taken] - colour)^2))])
  codes <- matrix(names(pixels)[nearest[match(codes, names(pixels))]], nrow(image))
  grDevices::png(path, ncol(codes), nrow(codes), type = "cairo")
  on.exit(grDevices::dev.off())
  grid::grid.raster(grDevices::as.raster(codes), width = 1, height = 1, interpolate = FALSE)
  path
})
