# Intervals of partial areas, of rates at a rate, of measures of a threshold and of precision: roc_ci().

# Each quantity with its true value for two normal classes that are `d` apart.
quantities_tried <- list(
  "pAUC, FPR to 0.1" = list(
    what = WeightedROC::roc_partial(FPR = c(0, 0.1)),
    truth = function(d) stats::integrate(function(x) stats::pnorm(d + stats::qnorm(x)), 0, 0.1)$value
  ),
  "pAUC, FPR 0.1 to 0.5" = list(
    what = WeightedROC::roc_partial(FPR = c(0.1, 0.5)),
    truth = function(d) stats::integrate(function(x) stats::pnorm(d + stats::qnorm(x)), 0.1, 0.5)$value
  ),
  "pAUC, TPR from 0.8" = list(
    what = WeightedROC::roc_partial(TPR = c(0.8, 1)),
    truth = function(d) stats::integrate(function(y) stats::pnorm(d - stats::qnorm(y)), 0.8, 1)$value
  ),
  "TPR at FPR 0.1" = list(
    what = WeightedROC::roc_measure("TPR", FPR = 0.1),
    truth = function(d) stats::pnorm(d + stats::qnorm(0.1))
  ),
  "FPR at TPR 0.9" = list(
    what = WeightedROC::roc_measure("FPR", TPR = 0.9),
    truth = function(d) stats::pnorm(stats::qnorm(0.9) - d)
  ),
  "TPR at a threshold" = list(
    what = WeightedROC::roc_measure("TPR", threshold = 1),
    truth = function(d) stats::pnorm(d - 1)
  ),
  "PPV, prior 0.1" = list(
    what = WeightedROC::roc_measure("PPV", threshold = 1, prior = 0.1),
    truth = function(d) 0.1 * stats::pnorm(d - 1) / (0.1 * stats::pnorm(d - 1) + 0.9 * stats::pnorm(-1))
  ),
  "largest J" = list(
    what = WeightedROC::roc_summary("KS"),
    truth = function(d) 2 * stats::pnorm(d / 2) - 1
  ),
  "area under the hull" = list(
    what = WeightedROC::roc_summary("AUCH"),
    truth = function(d) stats::pnorm(d / sqrt(2))
  ),
  "least error rate, prior 0.3" = list(
    what = WeightedROC::roc_summary("MER", prior = 0.3),
    truth = function(d) {
      threshold <- d / 2 + log(0.7 / 0.3) / d
      0.7 * stats::pnorm(-threshold) + 0.3 * stats::pnorm(threshold - d)
    }
  ),
  "H, prior 0.3" = list(
    what = WeightedROC::roc_summary("H", prior = 0.3),
    truth = function(d) h_of_normal(d, 0.3, 1.3, 1.7)
  ),
  "H, Beta(2, 2), prior 0.1" = list(
    what = WeightedROC::roc_summary("H", prior = 0.1, density = c(2, 2)),
    truth = function(d) h_of_normal(d, 0.1, 2, 2)
  ),
  "TPR at the best 10 %, prior 0.1" = list(
    what = WeightedROC::roc_measure("TPR", share = 0.1, prior = 0.1),
    truth = function(d) found_of_normal(d, 0.1, 0.1)
  ),
  "PPV at the best 30 %, prior 0.5" = list(
    what = WeightedROC::roc_measure("PPV", share = 0.3, prior = 0.5),
    truth = function(d) 0.5 * found_of_normal(d, 0.3, 0.5) / 0.3
  ),
  "risk, prior 0.1" = list(
    what = WeightedROC::roc_measure("risk", threshold = 1, prior = 0.1, cost_FN = 5),
    truth = function(d) 0.1 * 5 * stats::pnorm(1 - d) + 0.9 * stats::pnorm(-1)
  ),
  "LR+" = list(
    what = WeightedROC::roc_measure("LR_pos", threshold = 1),
    truth = function(d) stats::pnorm(d - 1) / stats::pnorm(-1)
  ),
  "J" = list(
    what = WeightedROC::roc_measure("J", threshold = 1),
    truth = function(d) stats::pnorm(d - 1) - stats::pnorm(-1)
  ),
  "share, prior 0.2" = list(
    what = WeightedROC::roc_measure("share", threshold = 1, prior = 0.2),
    truth = function(d) 0.2 * stats::pnorm(d - 1) + 0.8 * stats::pnorm(-1)
  ),
  "kappa, prior 0.2" = list(
    what = WeightedROC::roc_measure("kappa", threshold = 1, prior = 0.2),
    truth = function(d) {
      called <- 0.2 * stats::pnorm(d - 1) + 0.8 * stats::pnorm(-1)
      0.32 * (stats::pnorm(d - 1) - stats::pnorm(-1)) / (0.8 * called + 0.2 * (1 - called))
    }
  ),
  "MCC, prior 0.2" = list(
    what = WeightedROC::roc_measure("MCC", threshold = 1, prior = 0.2),
    truth = function(d) {
      called <- 0.2 * stats::pnorm(d - 1) + 0.8 * stats::pnorm(-1)
      0.4 * (stats::pnorm(d - 1) - stats::pnorm(-1)) / sqrt(called * (1 - called))
    }
  ),
  "average precision, prior 0.2" = list(
    what = WeightedROC::roc_summary("average_precision", prior = 0.2),
    truth = function(d) precision_of_normals(d, 0.2)
  ),
  "area of precision, prior 0.2" = list(
    what = WeightedROC::roc_summary("pr_area", prior = 0.2),
    truth = function(d) precision_of_normals(d, 0.2)
  ),
  "area of gains, prior 0.2" = list(
    what = WeightedROC::roc_summary("prg_area", prior = 0.2),
    truth = function(d) {
      height <- function(x) (1 - stats::pnorm(stats::qnorm(x) - d) / x) * 0.25 / x^2
      stats::integrate(height, 0.2, 1)$value
    }
  )
)

# H of two normal classes for Beta(a, b).
h_of_normal <- function(d, prior, a, b) {
  threshold <- function(cost) d / 2 + log(cost / (1 - cost) * (1 - prior) / prior) / d
  loss <- function(cost) {
    t <- threshold(cost)
    errors <- cost * (1 - prior) * stats::pnorm(-t) + (1 - cost) * prior * stats::pnorm(t - d)
    errors * stats::dbeta(cost, a, b)
  }
  trivial <- function(cost) pmin(cost * (1 - prior), (1 - cost) * prior) * stats::dbeta(cost, a, b)
  mean_of <- function(f) stats::integrate(f, 0, prior)$value + stats::integrate(f, prior, 1)$value
  1 - mean_of(loss) / mean_of(trivial)
}

# TPR of two normal classes where a share is called positive.
found_of_normal <- function(d, share, prior) {
  excess <- function(t) prior * stats::pnorm(d - t) + (1 - prior) * stats::pnorm(-t) - share
  stats::pnorm(d - stats::uniroot(excess, c(-10, 20), tol = 1e-12)$root)
}

precision_of_normals <- function(d, prior) {
  at <- function(x) prior * x / (prior * x + (1 - prior) * stats::pnorm(stats::qnorm(x) - d))
  stats::integrate(at, 0, 1)$value
}

designs_for_quantities <- list(
  "normal, no weights" = independent_weights(0),
  "normal, log-normal weights, sigma 1" = independent_weights(1),
  "inverse chances, high scores preferred" = follow_up,
  "inverse chances, few hard cases" = clear_cases(0.5),
  "clusters of both classes" = clusters_of(TRUE)
)

cells_for_quantities <- function() {
  sizes <- list(c(60, 0.5), c(200, 0.1), c(200, 0.5), c(1000, 0.1))
  cells <- do.call(rbind, lapply(names(designs_for_quantities), function(design) {
    with_sizes(cells_of(design, area = c(0.75, 0.9, 0.97)), sizes)
  }))
  in_clusters <- cells$design == "clusters of both classes"
  cells$clusters <- ifelse(in_clusters, pmax(cells$n / 8, 10), NA)
  cells$n[in_clusters] <- 8 * cells$clusters[in_clusters]
  stack(cells, cells_of("strata of two units", strata = c(12, 40), share = c(0.1, 0.3),
                        area = c(0.75, 0.9)))
}

cover_quantities <- function(draw, truth, repetitions, nominal = 0.95) {
  what <- lapply(quantities_tried, `[[`, "what")
  held <- width <- matrix(NA_real_, length(what), repetitions)
  effective <- numeric(repetitions)
  for (i in seq_len(repetitions)) {
    sample <- draw_sound(draw)
    effective[[i]] <- effective_positives(sample)
    found <- ci_of_quantities(sample, what)
    held[, i] <- found$conf.low <= truth + 1e-9 & found$conf.high >= truth - 1e-9
    width[, i] <- found$conf.high - found$conf.low
  }
  data.frame(method = names(what), nominal = nominal, rate = rowMeans(held > 0 & !is.na(held)),
             width = apply(width, 1L, stats::median), n_eff_pos = stats::median(effective),
             repetitions = repetitions)
}

# With a survey design where there are strata.
ci_of_quantities <- function(sample, what) {
  if (is.null(sample$stratum)) {
    return(WeightedROC::roc_ci(sample$score, sample$label, sample$weight, what, sample$cluster))
  }
  design <- survey::svydesign(~unit, strata = ~stratum, weights = ~weight,
                              data = data.frame(sample[c("unit", "stratum", "weight")]))
  WeightedROC::roc_ci(sample$score, sample$label, design, what)
}

# In strata the truth is that of many samples together.
truth_of_quantities <- function(cell, draw) {
  if (is.na(cell$strata)) {
    d <- distance_of(cell$area)
    return(vapply(quantities_tried, function(quantity) quantity$truth(d), 0))
  }
  samples <- lapply(seq_len(400), function(i) data.frame(draw()[c("score", "label", "weight")]))
  all <- do.call(rbind, samples)
  WeightedROC::roc_ci(all$score, all$label, all$weight, lapply(quantities_tried, `[[`, "what"))$estimate
}

try_quantities <- function(repetitions) {
  try_cells("quantities", cells_for_quantities(), 60000L, function(cell) {
    draw <- if (is.na(cell$strata)) designs_for_quantities[[cell$design]](cell) else survey_sample(cell)
    with_cluster <- function() {
      sample <- draw()
      if (!is.na(cell$strata)) sample$cluster <- sample$unit
      sample
    }
    cover_quantities(with_cluster, truth_of_quantities(cell, draw), ceiling(repetitions / 4))
  })
}

promises_of_quantities <- function(rows) {
  promise_of(rows, "`roc_ci()`: partial areas, rates, PPV, risk", 0.92, 0.985, 0.85, 0.85)
}

section_of_quantities <- function(rows) {
  c(
    "## Partial areas, rates, predictive values: `roc_ci()`", "",
    "Cells with a coverage of 92% to 98.5%, in brackets the lowest and the highest. Areas of 0.75, 0.9 and",
    "0.97; 30 to 500 positives, or 12 and 40 strata of two units.", "",
    md_table(summary_of(rows, "design", 0.92, 0.985)),
    "The worst cells:", "",
    md_table(worst_of(transform(rows, design = paste(design, method, sep = ": ")), 12,
                      c("n", "share", "area", "clusters", "strata")))
  )
}
