# Intervals of measures at places: where a rate is given, where a share is called positive, at the threshold that a
# rule chooses, and under a bound: roc_estimate().

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

net_benefit_of <- function(at, prior, odds) prior * at$tpr - (1 - prior) * at$fpr * odds

# By target: the measure, and the truth. Youden's threshold is halfway between the means, and the odds of the
# probability 1/2 are 1.
places <- list(
  "PPV at TPR .8" = list(roc_measure("PPV", TPR = 0.8), function(d, prior) {
    ppv_of(rates_at(d - qnorm(0.8), d), prior)
  }),
  "ACC at the threshold of J" = list(roc_measure("ACC", threshold = "J"), function(d, prior) {
    accuracy_of(rates_at(d / 2, d), prior)
  }),
  "F1 at the threshold of J" = list(roc_measure("F1", threshold = "J"), function(d, prior) {
    f1_of(rates_at(d / 2, d), prior)
  }),
  "kappa at share .2" = list(roc_measure("kappa", share = 0.2), function(d, prior) {
    kappa_of(rates_at(threshold_of_share(0.2, d, prior), d), prior)
  }),
  "NB, FPR up to .1" = list(roc_measure("NB", max_FPR = 0.1), function(d, prior) {
    net_benefit_of(rates_at(qnorm(0.9), d), prior, 1)
  })
)

attempt_of <- function(design) {
  d <- distance_of(design$area)
  truth <- vapply(places, function(place) place[[2L]](d, share_of(design)), 0)
  measures <- do.call(c, unname(lapply(places, `[[`, 1L)))
  function(s) {
    rows <- roc_estimate(s$score, s$label, s$weight, measure = measures)
    list(ours = covered(rows$conf.low, rows$conf.high, truth))
  }
}

cells <- function() {
  lapply(designs_of("few positives, any place", "few positives, any place, weights 1"), function(design) {
    cell("interval", names(places), design$name, draw_of(design), attempt_of(design))
  })
}
