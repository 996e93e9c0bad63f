# Rscript tools/front-picture.R --lib LIBRARY: draws man/figures/README-front.png with the package
# installed there. Needs ggplot2, survival, ragg and png.

.libPaths(c(commandArgs(TRUE)[[2L]], .libPaths()))
library(WeightedROC)
library(ggplot2)

# Which patients with primary biliary cirrhosis die within five years? The weights are those of the
# README's first session.
patients <- subset(survival::pbc, !is.na(bili) & !is.na(protime))
years <- patients$time / 365.25
died <- patients$status == 2
dead_by_5 <- died & years <= 5
followed <- survival::survfit(survival::Surv(years + 1e-6 * !died, !died) ~ 1)
remaining <- stats::stepfun(followed$time, c(1, followed$surv))
weight <- (dead_by_5 | years > 5) / remaining(pmin(years, 5))

scores <- list(bilirubin = patients$bili, "clotting time" = patients$protime)
fit <- weighted_roc(scores, dead_by_5, weight)

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
