# Rscript tools/front-figure.R --lib LIBRARY: draws man/figures/README-front.png, the last figure that the code of
# README.md makes, with the package installed there. Needs ggplot2, survival, survey, ragg and png.

.libPaths(c(commandArgs(TRUE)[[2L]], .libPaths()))
readme <- readLines("README.md")
is_code <- cumsum(grepl("^```", readme)) %% 2L == 1L & !grepl("^```", readme)
grDevices::pdf(NULL)
for (expression in parse(text = readme[is_code])) {
  result <- eval(expression, globalenv())
  if (inherits(result, "ggplot")) front <- result
}
front <- front + ggplot2::theme(plot.title = ggplot2::element_text(face = "bold"))
file <- "man/figures/README-front.png"
ragg::agg_png(file, 800, 853, res = 147)
print(front)
invisible(grDevices::dev.off())
# Fewer bits for each colour, which nobody sees, make a third of the file.
png::writePNG(round(png::readPNG(file)[, , 1:3] * 31) / 31, file)
