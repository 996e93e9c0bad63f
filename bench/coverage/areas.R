# Intervals of areas: auc_ci().

ci_of <- function(...) {
  function(sample) {
    variance <- if (isTRUE(sample$counted)) "frequency" else "delong"
    unlist(WeightedROC::auc_ci(sample$score, sample$label, sample$weight, cluster = sample$cluster,
                               variance = variance, ...)[c("conf.low", "conf.high")])
  }
}

# The logit with the normal quantile, which was the default before.
logit_by_z <- function(sample) {
  variance <- if (isTRUE(sample$counted)) "frequency" else "delong"
  row <- WeightedROC::auc_ci(sample$score, sample$label, sample$weight, cluster = sample$cluster,
                             variance = variance, transform = "none")
  if (!isTRUE(row$std.error > 0)) {
    return(c(row$estimate, row$estimate))
  }
  reach <- stats::qnorm(0.975) * row$std.error / (row$estimate * (1 - row$estimate))
  stats::plogis(stats::qlogis(row$estimate) + c(-1, 1) * reach)
}

methods_for_areas <- list(
  score = ci_of(),
  logit = ci_of(transform = "logit"),
  none = ci_of(transform = "none"),
  "logit by z" = logit_by_z
)

independent_designs <- list(
  "normal, no weights" = independent_weights(0),
  "normal, log-normal weights, sigma 1" = independent_weights(1),
  "logistic, sigma 0.5" = independent_weights(0.5, "logistic"),
  "t with 3 df, sigma 0.8" = independent_weights(0.8, "t3"),
  "exponential, no weights" = independent_weights(0, "exponential"),
  "exponential, sigma 0.7" = independent_weights(0.7, "exponential"),
  "five ratings, counts" = rating_counts
)

hard_designs <- list(
  "inverse chances, high scores preferred" = follow_up,
  "inverse chances by a covariate, calibrated" = outcome_covariate,
  "inverse chances, few hard cases" = clear_cases(0.5)
)

cluster_designs <- list(
  "clusters of one class" = clusters_of(FALSE),
  "clusters of both classes" = clusters_of(TRUE)
)

designs_for_areas <- c(independent_designs, hard_designs, cluster_designs)

cells_for_areas <- function() {
  sizes <- list(c(30, 0.5), c(100, 0.2), c(200, 0.1), c(500, 0.02), c(500, 0.5), c(1000, 0.1))
  hard_sizes <- list(c(100, 0.5), c(200, 0.2), c(500, 0.1), c(500, 0.5), c(2000, 0.1))
  areas <- c(0.6, 0.75, 0.9, 0.95, 0.97, 0.99)
  clusters <- do.call(rbind, lapply(names(cluster_designs), cells_of, clusters = c(10, 25, 100),
                                  area = c(0.6, 0.75, 0.9, 0.95, 0.97), share = c(0.5, 0.2)))
  clusters$n <- 8 * clusters$clusters
  each <- function(designs, areas, sizes) {
    do.call(rbind, lapply(names(designs), function(design) {
      with_sizes(cells_of(design, area = areas), sizes)
    }))
  }
  stack(each(independent_designs, areas, sizes), each(hard_designs, areas, hard_sizes), clusters)
}

try_areas <- function(repetitions) {
  try_cells("areas", cells_for_areas(), 10000L, function(cell) {
    cover(designs_for_areas[[cell$design]](cell), methods_for_areas, cell$area, repetitions)
  })
}
