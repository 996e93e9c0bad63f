# Intervals in survey designs: auc_ci() and roc_estimate().

# The TPR at an FPR of `rate` in the whole population.
rate_in_strata <- function(design, rate) {
  population <- population_of_strata(design)
  shares <- population$rates / sum(population$rates)
  above <- function(t, d) sum(shares * pnorm((d + population$means - t) / sqrt(5 / 6)))
  above(root_of(function(t) above(t, 0) - rate, -10, 20), population$distance)
}

cells <- function() {
  lapply(designs_of("two units in each stratum"), function(design) {
    truth <- c(design$area, rate_in_strata(design, 0.1))
    cell("interval", c("AUC, surveys", "TPR at FPR .1, surveys"), design$name, draw_of(design), function(s) {
      drawn <- survey::svydesign(~cluster, strata = ~stratum, weights = ~weight, data = data.frame(s))
      area <- auc_ci(s$score, s$label, drawn)
      rate <- roc_estimate(s$score, s$label, drawn, measure = roc_measure("TPR", FPR = 0.1))
      shown <- c("estimate", "std.error", "conf.low", "conf.high", "df")
      intervals_of(rbind(area[shown], rate[shown]), truth)
    })
  })
}
