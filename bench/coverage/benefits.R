# Intervals and bands of decision curves: roc_net_benefit_ci().

thresholds_of_benefits <- seq(0.05, 0.6, 0.05)

# Of the posterior probability of a normal class `distance` above another one.
probability_of <- function(score, distance, share) {
  stats::plogis(distance * score - distance^2 / 2 + stats::qlogis(share))
}

true_benefits <- function(distance, share, at = thresholds_of_benefits) {
  cut <- (stats::qlogis(at) - stats::qlogis(share) + distance^2 / 2) / distance
  share * stats::pnorm(distance - cut) - (1 - share) * stats::pnorm(-cut) * at / (1 - at)
}

noise_of_second <- 0.75

# For a sample of two normal classes: whether the interval or all of the band holds, and its width.
benefit_tried <- function(type, difference = FALSE, at = thresholds_of_benefits, known = TRUE) {
  function(sample, distance, share) {
    scores <- list(probability_of(sample$score, distance, share))
    truth <- true_benefits(distance, share, at)
    if (difference) {
      less <- distance / sqrt(1 + noise_of_second^2)
      second <- (sample$score + noise_of_second * stats::rnorm(length(sample$score))) /
        sqrt(1 + noise_of_second^2)
      scores[[2L]] <- probability_of(second, less, share)
      truth <- truth - true_benefits(less, share, at)
    }
    found <- WeightedROC::roc_net_benefit_ci(
      scores, sample$label, sample$weight, at, prior = if (known) share, type = type,
      difference = difference, cluster = sample$cluster
    )
    c(covers_all(found$conf.low, found$conf.high, truth), mean(found$conf.high - found$conf.low))
  }
}

methods_for_benefits <- list(
  "pointwise at 0.2" = benefit_tried("pointwise", at = 0.2),
  "pointwise at 0.2, prior unknown" = benefit_tried("pointwise", at = 0.2, known = FALSE),
  "band" = benefit_tried("simultaneous"),
  "band, prior unknown" = benefit_tried("simultaneous", known = FALSE),
  "pointwise difference at 0.2" = benefit_tried("pointwise", TRUE, 0.2),
  "band of the difference" = benefit_tried("simultaneous", TRUE)
)

# As independent_weights(), of a sample of which the share of the positives is random, too.
random_share <- function(sigma) {
  function(cell) {
    function() {
      label <- stats::rbinom(cell$n, 1L, cell$share)
      list(score = stats::rnorm(cell$n, distance_of(cell$area) * label), label = label,
           weight = stats::rlnorm(cell$n, -sigma^2 / 2, sigma))
    }
  }
}

designs_for_benefits <- list(
  "random shares, no weights" = random_share(0),
  "random shares, log-normal weights, sigma 1" = random_share(1),
  "inverse chances, high scores preferred" = follow_up,
  "clusters of both classes" = clusters_of(TRUE)
)

cells_for_benefits <- function() {
  sizes <- list(c(200, 0.1), c(200, 0.4), c(1000, 0.1))
  cells <- do.call(rbind, lapply(names(designs_for_benefits), function(design) {
    with_sizes(cells_of(design, area = c(0.75, 0.95)), sizes)
  }))
  in_clusters <- cells$design == "clusters of both classes"
  cells$clusters <- ifelse(in_clusters, pmax(cells$n / 8, 10), NA)
  cells$n[in_clusters] <- 8 * cells$clusters[in_clusters]
  cells
}

try_benefits <- function(repetitions) {
  try_cells("benefits", cells_for_benefits(), 90000L, function(cell) {
    cover_benefits(cell, ceiling(repetitions / 5))
  })
}

# Where the share of the positives is fixed, or that of the weights, it is taken as known.
cover_benefits <- function(cell, repetitions) {
  draw <- designs_for_benefits[[cell$design]](cell)
  is_random <- grepl("^random", cell$design)
  methods <- methods_for_benefits[is_random | !grepl("unknown", names(methods_for_benefits))]
  distance <- distance_of(cell$area)
  found <- array(NA_real_, c(2L, length(methods), repetitions))
  effective <- numeric(repetitions)
  for (i in seq_len(repetitions)) {
    sample <- draw_sound(draw)
    effective[[i]] <- effective_positives(sample)
    found[, , i] <- vapply(methods, function(method) method(sample, distance, cell$share), numeric(2L))
  }
  data.frame(method = names(methods), nominal = 0.95, rate = rowMeans(found[1L, , ]),
             width = apply(found[2L, , ], 1L, stats::median), n_eff_pos = stats::median(effective),
             repetitions = repetitions)
}

promises_of_benefits <- function(rows) {
  promise_of(rows, "`roc_net_benefit_ci()`: intervals and bands", 0.92, 0.995, 0.85, 0.88)
}

section_of_benefits <- function(rows) {
  c(
    "## Net benefit: `roc_net_benefit_ci()`", "",
    "Cells with a coverage of 92% to 99.5%, in brackets the lowest and the highest. Bands are for thresholds",
    "of 0.05 to 0.6; areas of 0.75 and 0.95; 20 to 100 positives.", "",
    md_table(summary_of(rows, "design", 0.92, 0.995)),
    "The worst cells:", "",
    md_table(worst_of(transform(rows, design = paste(design, method, sep = ": ")), 8,
                      c("n", "share", "area", "clusters")))
  )
}
