# Rscript tools/pictures.R --lib LIBRARY: draws the pictures of README.md that roc_plot() makes, with
# the package installed there. Needs ggplot2, survival, ragg and png.

.libPaths(c(commandArgs(TRUE)[[2L]], .libPaths()))
library(WeightedROC)
library(ggplot2)

# Fewer bits for each colour, which nobody sees, make a third of the file.
save_picture <- function(picture, file, width, height, res) {
  ragg::agg_png(file, width, height, res = res)
  print(picture)
  grDevices::dev.off()
  png::writePNG(round(png::readPNG(file)[, , 1:3] * 31) / 31, file)
}

# Who of the patients with primary biliary cirrhosis dies within five years? Those who were lost
# before weigh nothing, the others the inverse of the probability of having been followed.
patients <- subset(survival::pbc, !is.na(bili) & !is.na(protime))
years <- patients$time / 365.25
died <- patients$status == 2
dead_by_5 <- died & years <= 5
known <- dead_by_5 | years > 5
followed <- survival::survfit(survival::Surv(years, !died) ~ 1)
still <- stats::stepfun(followed$time, c(1, followed$surv), right = TRUE)
weight <- known / still(pmin(years, 5))

scores <- list(bilirubin = patients$bili, "clotting time" = patients$protime)
curves <- lapply(scores, WeightedROC, dead_by_5, weight)
bands <- lapply(scores, roc_band, dead_by_5, weight, type = "equal-precision")
areas <- auc_ci(scores, dead_by_5, weight)

front <- roc_plot(curves, band = bands, optimal = list(cost_FN = 3), areas = areas) +
  labs(title = "Who dies within five years?",
       subtitle = "Two blood values of 416 patients with primary biliary cirrhosis") +
  theme(plot.title = element_text(face = "bold"))
save_picture(front, "man/figures/README-front.png", 800, 853, 147)

# That of the section on decisions.
set.seed(1)
truth <- rep(0:1, each = 100)
weight <- rexp(200)
curve <- WeightedROC(rnorm(200, truth), truth, weight)
decision <- roc_plot(curve, hull = TRUE, optimal = list(cost_FN = 5, prior = 0.1), max_FPR = 0.05)
save_picture(decision, "man/figures/README-decision.png", 800, 800, 147)
