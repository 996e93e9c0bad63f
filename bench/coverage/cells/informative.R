# Intervals of AUCs by weights that depend on the score, beside those of a Bayesian bootstrap.

families_of_informative <- c("clear cases preferred by far", "hard cases preferred", "hard cases preferred by far",
                             "clear cases preferred, bounded", "hard cases preferred, bounded")

cells <- function() {
  lapply(designs_of(families_of_informative), function(design) {
    cell("interval", "AUC, informative weights", design$name, draw_of(design), function(s) {
      rows <- auc_ci(s$score, s$label, s$weight)
      bayes <- auc_ci(s$score, s$label, s$weight, method = "bayes")
      c(intervals_of(rows, design$area), list(bayes = covered(bayes$conf.low, bayes$conf.high, design$area)))
    })
  })
}
