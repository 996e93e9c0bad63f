# Intervals of the optimal threshold, of its rates and its risk, and of thresholds that reach a rate:
# roc_estimate().

# The risk of a threshold, for two normal classes.
risk_at <- function(t, d, prior, cost_FN) {
  prior * cost_FN * pnorm(t - d) + (1 - prior) * pnorm(t, lower.tail = FALSE)
}

# Rates and risk are those of the threshold that the sample chose, in the population; the threshold is that of
# the least risk. `apparent` is the interval of the risk as if the threshold had not been chosen.
attempt_best <- function(design, cost_FN, known) {
  d <- distance_of(design$area)
  prior <- share_of(design)
  best <- d / 2 + log((1 - prior) / (prior * cost_FN)) / d
  chosen_by_cost <- roc_measure(c("threshold", "TPR", "FPR", "risk"), threshold = "cost", cost_FN = cost_FN,
                                prior = if (known) prior)
  function(s) {
    rows <- roc_estimate(s$score, s$label, s$weight, cluster = s$cluster, measure = chosen_by_cost, R = 200)
    chosen <- rows$estimate[[1L]]
    truth <- c(best, pnorm(d - chosen), pnorm(-chosen), risk_at(chosen, d, prior, cost_FN))
    apparent <- rows$apparent[[4L]] + c(-1, 1) * qnorm(0.975) * rows$std.error[[4L]]
    list(ours = covered(rows$conf.low, rows$conf.high, truth),
         apparent = cbind(covered(NA, NA, rep(0, 3)), covered(apparent[[1L]], apparent[[2L]], truth[[4L]])))
  }
}

best_in <- function(families, known) {
  do.call(c, lapply(designs_of(families), function(design) {
    lapply(c(1, 5), function(cost_FN) {
      cell("interval", c("optimal threshold", paste("optimal threshold:", c("TPR", "FPR", "risk"))),
           sprintf("%s, cost of FN %g", design$name, cost_FN), draw_of(design),
           attempt_best(design, cost_FN, known))
    })
  }))
}

rates_reached <- list("threshold, TPR .9" = c(TPR = 0.9), "threshold, FPR .1" = c(FPR = 0.1))

# With ties the largest rating that reaches a TPR, or the least one with at most an FPR.
threshold_reached <- function(rate, design) {
  by_TPR <- names(rate) == "TPR"
  if (design$scores == "normal") return(qnorm(1 - rate, if (by_TPR) distance_of(design$area) else 0))
  d <- distance_of_ratings(design$area)
  above <- function(mean) pnorm(c(-Inf, cuts_of_ratings(d), Inf), mean, lower.tail = FALSE)
  ratings <- c(0:4, Inf)
  if (by_TPR) max(ratings[above(d) >= rate]) else min(ratings[above(0) <= rate])
}

reached_in <- function(...) {
  lapply(designs_of(...), function(design) {
    reaching <- lapply(unname(rates_reached), function(rate) {
      do.call(roc_measure, c("threshold", as.list(rate)))
    })
    truth <- vapply(rates_reached, threshold_reached, 0, design)
    cell("interval", names(rates_reached), design$name, draw_of(design), function(s) {
      rows <- roc_estimate(s$score, s$label, s$weight, cluster = s$cluster, measure = do.call(c, reaching))
      list(ours = covered(rows$conf.low, rows$conf.high, truth))
    })
  })
}

cells <- function() {
  c(best_in(c(small_families[1:5], "few positives", "few positives, weights 1.5"), TRUE),
    best_in(c("labels by chance", "labels by chance, weights 1", "small, clusters of 8"), FALSE),
    reached_in(small_families, "small, five ratings"))
}
