# Intervals of cross-validated areas: auc_ci(fold = ).

# A linear discriminant by hand: the direction for features, classes and weights, with a little of the
# identity added to the matrix, so that few observations have one.
discriminant <- function(x, label, weight) {
  means <- vapply(0:1, function(class) {
    colSums(x * weight * (label == class)) / sum(weight[label == class])
  }, numeric(ncol(x)))
  within <- x - t(means)[label + 1L, ]
  solve(crossprod(within * sqrt(weight)) / sum(weight) + diag(0.05, ncol(x)), means[, 2L] - means[, 1L])
}

# Stratified by class, or whole clusters.
fold_at_random <- function(label, cluster, folds) {
  if (!is.null(cluster)) {
    return(sample(rep_len(seq_len(folds), max(cluster)))[cluster])
  }
  fold <- integer(length(label))
  for (class in 0:1) {
    fold[label == class] <- sample(rep_len(seq_len(folds), sum(label == class)))
  }
  fold
}

# Predictions of three normal features, of which one tells the classes apart, and the truth for them: the
# mean over folds of the area that the fold's own discriminant has in the population. Comparisons within a
# cluster are part of it, in which the cluster's effect is no matter.
cross_validated <- function(x, label, weight, cluster, folds, distance) {
  fold <- fold_at_random(label, cluster, folds)
  score <- numeric(length(label))
  truth <- 0
  for (v in seq_len(folds)) {
    out <- fold == v
    direction <- discriminant(x[!out, ], label[!out], weight[!out])
    score[out] <- x[out, ] %*% direction
    signal <- direction[[1L]] * distance / sqrt(2 * sum(direction^2))
    within <- share_within(label[out], weight[out], cluster[out])
    truth <- truth + (1 - within) * stats::pnorm(signal) + within * stats::pnorm(sqrt(2) * signal)
  }
  list(score = score, fold = fold, truth = truth / folds)
}

share_within <- function(label, weight, cluster) {
  if (is.null(cluster)) return(0)
  of <- function(class) rowsum(weight * (label == class), cluster)
  sum(of(1) * of(0)) / (sum(of(1)) * sum(of(0)))
}

learnt <- function(cell) {
  distance <- distance_of(cell$area)
  repetitions <- if (cell$design == "repeated five times") 5L else 1L
  clusters <- cell$clusters
  function() {
    label <- labels_of_cell(cell)
    cluster <- NULL
    x <- matrix(stats::rnorm(3 * cell$n), cell$n)
    if (!is.na(clusters)) {
      cluster <- rep_len(seq_len(clusters), cell$n)
      label <- stats::rbinom(cell$n, 1L, cell$share)
      x <- sqrt(0.5) * (x + matrix(stats::rnorm(3 * clusters), clusters)[cluster, ])
    }
    x[, 1L] <- x[, 1L] + distance * label
    weight <- stats::rlnorm(cell$n, -cell$sigma^2 / 2, cell$sigma)
    found <- lapply(seq_len(repetitions), function(r) {
      cross_validated(x, label, weight, cluster, cell$folds, distance)
    })
    list(label = label, weight = weight, cluster = cluster,
         score = vapply(found, `[[`, numeric(cell$n), "score"),
         fold = vapply(found, `[[`, numeric(cell$n), "fold"),
         truth = mean(vapply(found, `[[`, 0, "truth")))
  }
}

# Each fold has both classes.
with_both_classes <- function(draw) {
  function() {
    repeat {
      sample <- draw()
      if (all(apply(sample$fold, 2L, function(fold) all(table(fold, sample$label) > 0)))) return(sample)
    }
  }
}

# As far from the truth of the sample.
ci_in_folds <- function(...) {
  function(sample) {
    row <- WeightedROC::auc_ci(sample$score[, , drop = TRUE], sample$label, sample$weight,
                               cluster = sample$cluster, fold = sample$fold[, , drop = TRUE], ...)
    unlist(row[c("conf.low", "conf.high")]) - sample$truth
  }
}

# As in other software: with each fold's influences around its own area, and the normal quantile.
centred_in_folds <- function(sample) {
  found <- vapply(split(seq_along(sample$label), sample$fold), function(i) {
    influence <- WeightedROC::auc_influence(sample$score[i], sample$label[i], sample$weight[i])
    units <- if (is.null(sample$cluster)) influence else rowsum(influence, sample$cluster[i])
    c(WeightedROC::auc_wmw(sample$score[i], sample$label[i], sample$weight[i]), sum(units^2))
  }, numeric(2L))
  std.error <- sqrt(sum(found[2L, ])) / ncol(found)
  mean(found[1L, ]) + stats::qnorm(c(0.025, 0.975)) * std.error - sample$truth
}

methods_for_folds <- list(
  score = ci_in_folds(),
  logit = ci_in_folds(transform = "logit"),
  none = ci_in_folds(transform = "none"),
  "centred in folds" = centred_in_folds
)

cells_for_folds <- function() {
  sizes <- list(c(60, 0.5), c(100, 0.2), c(200, 0.1), c(500, 0.1))
  once <- with_sizes(cells_of("one repetition", folds = c(2, 5, 10, 20), area = c(0.7, 0.9),
                              sigma = c(0, 0.5, 1)), sizes)
  often <- with_sizes(cells_of("repeated five times", folds = c(5, 10), area = c(0.7, 0.9),
                               sigma = c(0, 0.5)), sizes)
  clusters <- cells_of("clusters of both classes", folds = c(5, 25), clusters = c(25, 100),
                       area = c(0.7, 0.9), sigma = 0.5, share = 0.3)
  clusters$n <- 10 * clusters$clusters
  stack(once, often, clusters)
}

try_folds <- function(repetitions) {
  try_cells("folds", cells_for_folds(), 60000L, function(cell) {
    draw <- with_both_classes(learnt(cell))
    of_one <- names(methods_for_folds) == "centred in folds"
    methods <- methods_for_folds[cell$design != "repeated five times" | !of_one]
    cover(draw, methods, 0, ceiling(repetitions / 5))
  })
}

section_of_folds <- function(rows) {
  rows$folds <- as.character(rows$folds)
  rows$sigma <- as.character(rows$sigma)
  c(
    "## Cross-validation: `auc_ci(fold = )`", "",
    "The truth is the mean over folds of the area that each fold's model, a linear discriminant of the",
    "other folds, has in the population. `sigma` is that of log-normal weights, which the models are",
    "trained with. Cells with a coverage of 92% to 98%; `centred in folds` is what other software does.", "",
    md_table(summary_of(rows, c("design", "folds"), 0.92, 0.98)),
    md_table(summary_of(rows, c("design", "sigma"), 0.92, 0.98)),
    "The worst cells of the default:", "",
    md_table(worst_of(rows[rows$method == "score", ], 8,
                      c("folds", "n", "share", "area", "sigma", "clusters")))
  )
}
