# Intervals of measures at places: where a rate is given, where a share is called positive, at the threshold that a
# rule chooses, and under a bound: roc_estimate(). The threshold that a rule or a bound chose is judged in the
# population.
# Labels are drawn, as the share of the positives is taken to vary.

above <- function(x) pnorm(x, lower.tail = FALSE)

# The rates at a threshold for two normal classes whose means are `d` apart.
rates_at <- function(t, d) list(tpr = above(t - d), fpr = above(t))

threshold_of_share <- function(called, d, prior) {
  root_of(function(t) prior * above(t - d) + (1 - prior) * above(t) - called, -10, 20)
}

ppv_of <- function(at, prior) prior * at$tpr / (prior * at$tpr + (1 - prior) * at$fpr)

accuracy_of <- function(at, prior) prior * at$tpr + (1 - prior) * (1 - at$fpr)

f1_of <- function(at, prior) 2 * prior * at$tpr / (prior + prior * at$tpr + (1 - prior) * at$fpr)

kappa_of <- function(at, prior) {
  called <- prior * at$tpr + (1 - prior) * at$fpr
  by_chance <- called * prior + (1 - called) * (1 - prior)
  (accuracy_of(at, prior) - by_chance) / (1 - by_chance)
}

net_benefit_of <- function(at, prior) prior * at$tpr - (1 - prior) * at$fpr

# By target: the measure; the truth at a threshold; and the threshold, which a sample may have chosen: its number among
# `chosen`. The odds of the probability 1/2 are 1.
by_threshold <- roc_measure("threshold", threshold = "J")
by_bound <- roc_measure("threshold", max_FPR = 0.1)

place <- function(measure, truth, threshold) list(measure = measure, truth = truth, threshold = threshold)

places <- list(
  "PPV at TPR .8" = place(roc_measure("PPV", TPR = 0.8), ppv_of, function(d, prior, chosen) d - qnorm(0.8)),
  "ACC at the threshold of J" = place(roc_measure("ACC", threshold = "J"), accuracy_of,
                                      function(d, prior, chosen) chosen[[1L]]),
  "F1 at the threshold of J" = place(roc_measure("F1", threshold = "J"), f1_of,
                                     function(d, prior, chosen) chosen[[1L]]),
  "kappa at share .2" = place(roc_measure("kappa", share = 0.2), kappa_of,
                              function(d, prior, chosen) threshold_of_share(0.2, d, prior)),
  "NB, FPR up to .1" = place(roc_measure("NB", max_FPR = 0.1), net_benefit_of,
                             function(d, prior, chosen) chosen[[2L]])
)

attempt_of <- function(design) {
  d <- distance_of(design$area)
  prior <- share_of(design)
  measures <- do.call(c, unname(lapply(places, `[[`, "measure")))
  function(s) {
    chosen <- roc_estimate(s$score, s$label, s$weight, measure = c(by_threshold, by_bound), conf.level = NULL)$estimate
    truth <- vapply(places, function(place) {
      place$truth(rates_at(place$threshold(d, prior, chosen), d), prior)
    }, 0)
    rows <- roc_estimate(s$score, s$label, s$weight, measure = measures)
    list(ours = covered(rows$conf.low, rows$conf.high, truth))
  }
}

cells <- function() {
  lapply(designs_of("few positives by chance", "few positives by chance, weights 1"), function(design) {
    cell("interval", names(places), design$name, draw_of(design), attempt_of(design))
  })
}
