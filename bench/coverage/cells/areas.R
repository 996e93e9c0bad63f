# Intervals of areas: auc_ci().

families_of_areas <- list(
  "AUC" = c("plain", "log-normal weights 1", "logistic, weights 0.5", "t with 3 df, weights 0.8",
            "exponential", "exponential, weights 0.7", "five ratings"),
  "AUC, inverse chances" = c("high scores preferred", "chosen by a covariate, calibrated",
                             "clear cases preferred"),
  "AUC, clusters of 8" = c("clusters of 8, one class", "clusters of 8, both classes"),
  "AUC, clusters of 80" = c("clusters of 80, one class, 0.1", "clusters of 80, one class, 0.4",
                            "clusters of 80, both classes, 0.1", "clusters of 80, both classes, 0.4"),
  "AUC, few large clusters" = paste("few large clusters, both classes,", c(0.1, 0.4)),
  "AUC, a dominating cluster" = paste0("one dominating cluster, ", rep(c("both classes", "one class"), each = 2),
                                       ", ", c(0.4, 0.7)),
  "AUC, shapes" = c("hook", "scale", "mixture", "log-normal scores"),
  "AUC, a dominating weight" = c("a weight of 20", "a weight of 60")
)

cells <- function() {
  of <- function(target) {
    lapply(designs_of(families_of_areas[[target]]), function(design) {
      cell("interval", target, design$name, draw_of(design), function(s) {
        rows <- auc_ci(s$score, s$label, s$weight, cluster = s$cluster)
        replicates <- auc_ci(s$score, s$label, s$weight, cluster = s$cluster, variance = "bootstrap",
                                          R = 200)
        intervals_of(rows, design$area, replicates)
      })
    })
  }
  do.call(c, lapply(names(families_of_areas), of))
}
