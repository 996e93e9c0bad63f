# Intervals of partial areas, of rates at a rate, and of predictive values: roc_ci().

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
  "risk, prior 0.1" = list(
    what = WeightedROC::roc_measure("risk", threshold = 1, prior = 0.1, cost_FN = 5),
    truth = function(d) 0.1 * 5 * stats::pnorm(1 - d) + 0.9 * stats::pnorm(-1)
  )
)

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
  cells$clusters <- ifelse(cells$design == "clusters of both classes", pmax(cells$n / 8, 10), NA)
  cells$n <- ifelse(is.na(cells$clusters), cells$n, 8 * cells$clusters)
  cells
}

cover_quantities <- function(draw, d, repetitions, nominal = 0.95) {
  what <- lapply(quantities_tried, `[[`, "what")
  truth <- vapply(quantities_tried, function(quantity) quantity$truth(d), 0)
  held <- matrix(NA, length(what), repetitions)
  width <- matrix(NA_real_, length(what), repetitions)
  effective <- numeric(repetitions)
  for (i in seq_len(repetitions)) {
    sample <- draw_sound(draw)
    effective[[i]] <- effective_positives(sample)
    found <- WeightedROC::roc_ci(sample$score, sample$label, sample$weight, what, sample$cluster)
    held[, i] <- found$conf.low <= truth + 1e-9 & found$conf.high >= truth - 1e-9
    width[, i] <- found$conf.high - found$conf.low
  }
  data.frame(method = names(what), nominal = nominal, rate = rowMeans(held & !is.na(held)),
             width = apply(width, 1L, stats::median), n_eff_pos = stats::median(effective),
             repetitions = repetitions)
}

try_quantities <- function(repetitions) {
  try_cells("quantities", cells_for_quantities(), 60000L, function(cell) {
    cover_quantities(designs_for_quantities[[cell$design]](cell), distance_of(cell$area), repetitions)
  })
}
