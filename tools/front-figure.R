# Rscript tools/front-figure.R --lib LIBRARY: draws man/figures/README-front.png with the package
# installed there. Needs ggplot2, survival, ragg and png.

.libPaths(c(commandArgs(TRUE)[[2L]], .libPaths()))
library(WeightedROC)
library(ggplot2)

# Which patients with primary biliary cirrhosis die within five years, as in the README's first session.
patients <- subset(survival::pbc, !is.na(bili) & !is.na(protime))
dead_by_5 <- with(patients, outcome_at(survival::Surv(time, status == 2), 5 * 365.25))
fit <- weighted_roc(list(bilirubin = patients$bili, "clotting time" = patients$protime), dead_by_5)

front <- roc_plot(fit, band = roc_band(fit, type = "equal-precision"), optimal = list(cost_FN = 3),
                  areas = auc_ci(fit)) +
  labs(title = "Which patients die within five years?",
       subtitle = "Two blood tests in 416 patients with liver cirrhosis") +
  theme(plot.title = element_text(face = "bold"))
file <- "man/figures/README-front.png"
ragg::agg_png(file, 800, 853, res = 147)
print(front)
invisible(grDevices::dev.off())
# Fewer bits for each colour, which nobody sees, make a third of the file.
png::writePNG(round(png::readPNG(file)[, , 1:3] * 31) / 31, file)
