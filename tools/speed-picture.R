# Rscript tools/speed-picture.R: draws man/figures/README-speed.png from the newest results of
# bench/speed: ns an observation against their number. Needs ggplot2.

for (file in c("common/markdown.R", "speed/contestants.R", "speed/peers.R", "speed/plot.R")) {
  source(file.path("bench", file))
}
files <- list.files("bench/speed/results", "^[0-9]{4}-[0-9]{2}-[0-9]{2}[.]csv$", full.names = TRUE)
times <- utils::read.csv(max(files))
weighted <- c(ours, "CRAN WeightedROC", "base R", "data.table", "scikit-learn", "numba", "polars, sort")
shown <- times[times$shape == "continuous" & times$name %in% weighted, ]
plot_times(shown, "man/figures/README-speed.png", c(8, 4), 80)
