# Cross-validated areas and their tests: auc_ci(fold = ), auc_test(fold = ).

# A linear discriminant by hand, with a little of the identity, so that few observations have one.
discriminant <- function(x, label, weight) {
  means <- vapply(0:1, function(class) {
    colSums(x * weight * (label == class)) / sum(weight[label == class])
  }, numeric(ncol(x)))
  within <- x - t(means)[label + 1L, ]
  solve(crossprod(within * sqrt(weight)) / sum(weight) + diag(0.05, ncol(x)), means[, 2L] - means[, 1L])
}

# Stratified by class, or whole clusters.
fold_at_random <- function(label, cluster, folds) {
  if (!is.null(cluster)) return(sample(rep_len(seq_len(folds), max(cluster)))[cluster])
  fold <- integer(length(label))
  for (class in 0:1) fold[label == class] <- sample(rep_len(seq_len(folds), sum(label == class)))
  fold
}

# The share of the comparisons that are within a cluster, where the cluster's effect is no matter.
share_within <- function(label, weight, cluster) {
  if (is.null(cluster)) return(0)
  of <- function(class) rowsum(weight * (label == class), cluster)
  sum(of(1) * of(0)) / (sum(of(1)) * sum(of(0)))
}

# Predictions of normal features, one of which differs between the classes. The truth is the mean over
# folds of the area that the discriminant of the other folds has in the population.
cross_validated <- function(x, label, weight, cluster, folds, d) {
  fold <- fold_at_random(label, cluster, folds)
  score <- numeric(length(label))
  truth <- 0
  for (v in seq_len(folds)) {
    out <- fold == v
    direction <- discriminant(x[!out, ], label[!out], weight[!out])
    score[out] <- x[out, ] %*% direction
    signal <- direction[[1L]] * d / sqrt(2 * sum(direction^2))
    within <- share_within(label[out], weight[out], cluster[out])
    truth <- truth + (1 - within) * pnorm(signal) + within * pnorm(sqrt(2) * signal)
  }
  list(score = score, fold = fold, truth = truth / folds)
}

# Each fold has both classes.
draw_folds <- function(size, area, sigma, folds, often = 1L, clusters = NULL, features = 3L) {
  d <- distance_of(area)
  draw <- function() {
    label <- rep(1:0, size)
    n <- length(label)
    x <- matrix(rnorm(features * n), n)
    cluster <- NULL
    if (!is.null(clusters)) {
      cluster <- rep_len(seq_len(clusters), n)
      label <- rbinom(n, 1L, size[[1L]] / n)
      x <- sqrt(0.5) * (x + matrix(rnorm(features * clusters), clusters)[cluster, ])
    }
    x[, 1L] <- x[, 1L] + d * label
    weight <- log_normal(n, sigma)
    found <- replicate(often, cross_validated(x, label, weight, cluster, folds, d), simplify = FALSE)
    of <- function(name) vapply(found, `[[`, numeric(n), name)[, seq_len(often), drop = often == 1L]
    list(label = label, weight = weight, cluster = cluster, score = of("score"), fold = of("fold"),
         truth = mean(vapply(found, `[[`, 0, "truth")))
  }
  function() {
    repeat {
      sample <- draw()
      both <- apply(as.matrix(sample$fold), 2L, function(fold) all(table(fold, sample$label) > 0))
      if (all(both)) return(sample)
    }
  }
}

interval_in_folds <- function(s) {
  intervals_of(auc_ci(s$score, s$label, s$weight, cluster = s$cluster, fold = s$fold), s$truth)
}

# Two scores of equal areas, each fold on a scale of its own.
draw_scores_in_folds <- function(folds, members, positives, area, sigma) {
  n <- folds * members
  fold <- rep(seq_len(folds), each = members)
  label <- rep(rep(1:0, c(positives, members - positives)), folds)
  function() {
    common <- rnorm(n)
    score <- function(i) {
      distance_of(area) * label + sqrt(0.5) * (common + rnorm(n)) + rnorm(folds)[fold]
    }
    list(score = vapply(1:2, score, numeric(n)), label = label, fold = fold, weight = log_normal(n, sigma))
  }
}

test_in_folds <- function(s) {
  p_of <- function(test) auc_test(s$score, s$label, s$weight, fold = s$fold, test = test)$p.value
  list(ours = rejected(p_of("score")), Wald = rejected(p_of("wald")))
}

cells <- function() {
  once <- expand.grid(size = 1:2, folds = c(2, 5, 20), area = c(0.7, 0.9), sigma = c(0, 1), often = 1L)
  often <- expand.grid(size = 1:2, folds = 5, area = c(0.7, 0.9), sigma = 0.5, often = 5L)
  sizes <- list(c(30, 30), c(20, 180))
  intervals <- lapply(split(rbind(once, often), seq_len(nrow(once) + nrow(often))), function(row) {
    design <- sprintf("%g folds, %d times, %s, AUC %g, weights %g", row$folds, row$often,
                      paste(sizes[[row$size]], collapse = " + "), row$area, row$sigma)
    cell("interval", "AUC, folds", design,
         draw_folds(sizes[[row$size]], row$area, row$sigma, row$folds, row$often), interval_in_folds)
  })
  clusters <- lapply(c(25, 100), function(clusters) {
    cell("interval", "AUC, folds", sprintf("5 folds of %d clusters, AUC 0.8", clusters),
         draw_folds(clusters * c(3, 7), 0.8, 0.5, 5, clusters = clusters), interval_in_folds)
  })
  features <- lapply(c(20, 50), function(positives) {
    cell("interval", "AUC, folds", sprintf("10 folds, 10 features, %d + 200, AUC 0.8", positives),
         draw_folds(c(positives, 200), 0.8, 0, 10, features = 10L), interval_in_folds)
  })
  shapes <- data.frame(folds = c(10, 50, 20, 25, 5), members = c(20, 4, 10, 6, 100),
                       positives = c(6, 2, 3, 1, 20))
  shapes <- merge(shapes, expand.grid(area = c(0.75, 0.9), sigma = c(0, 0.5)))
  tests <- lapply(split(shapes, seq_len(nrow(shapes))), function(row) {
    design <- sprintf("%g folds of %g + %g, AUC %g, weights %g", row$folds, row$positives,
                      row$members - row$positives, row$area, row$sigma)
    cell("test", "two scores, folds", design, do.call(draw_scores_in_folds, as.list(row)), test_in_folds)
  })
  unname(c(intervals, clusters, features, tests))
}
