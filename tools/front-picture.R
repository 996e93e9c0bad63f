# Rscript tools/front-picture.R --lib LIBRARY: draws man/figures/README-front.png with the package
# installed there. Who of the patients with primary biliary cirrhosis dies within five years? Those
# who were lost before have the weight 0, the others the inverse probability of having been followed.

.libPaths(c(commandArgs(TRUE)[[2L]], .libPaths()))
library(WeightedROC)
library(ggplot2)

patients <- subset(survival::pbc, !is.na(bili) & !is.na(protime))
years <- patients$time / 365.25
died <- patients$status == 2
dead_by_5 <- died & years <= 5
known <- dead_by_5 | years > 5
followed <- survival::survfit(survival::Surv(years, !died) ~ 1)
still <- summary(followed, times = pmin(years, 5), extend = TRUE)
weight <- known / still$surv[match(pmin(years, 5), still$time)]

scores <- list(bilirubin = patients$bili, "clotting time" = patients$protime)
curves <- lapply(scores, WeightedROC, dead_by_5, weight)
bands <- lapply(scores, roc_band, dead_by_5, weight, type = "equal-precision")
areas <- auc_ci(scores, dead_by_5, weight)

picture <- roc_plot(curves, band = bands, optimal = list(cost_FN = 3), areas = areas) +
  labs(title = "Who dies within five years?",
       subtitle = "Two blood values of 416 patients with primary biliary cirrhosis",
       x = "False positive rate", y = "True positive rate") +
  theme(plot.title = element_text(face = "bold"))

ragg::agg_png("man/figures/README-front.png", 720, 768, res = 132)
print(picture)
invisible(grDevices::dev.off())
