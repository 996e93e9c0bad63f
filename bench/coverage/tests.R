# Tests of equal areas: auc_test() and auc_test_unpaired(), where the areas are equal.

paired_by <- function(test) {
  function(sample) {
    WeightedROC::auc_test(sample$scores, label = sample$label, weight = sample$weight,
                          cluster = sample$cluster, test = test)$p.value
  }
}

unpaired_by <- function(test) {
  function(pair) {
    WeightedROC::auc_test_unpaired(pair$score, pair$label, pair$other$score, pair$other$label,
                                   pair$weight, pair$other$weight, test = test)$p.value
  }
}

# A sample, with another one in it.
two_samples <- function(draw) {
  function() {
    sample <- draw_sound(draw)
    sample$other <- draw_sound(draw)
    sample
  }
}

sizes_for_tests <- list(c(60, 0.5), c(100, 0.2), c(200, 0.1), c(500, 0.1), c(500, 0.5))

cells_for_tests <- function() {
  areas <- c(0.6, 0.7, 0.8, 0.9, 0.95)
  paired <- cells_of("scores of the same observations", scores = c(2, 3, 6), area = areas,
                     sigma = c(0, 1))
  unpaired <- cells_of("independent samples", area = areas, sigma = c(0, 1))
  clusters <- cells_of("scores of the same clusters", scores = c(2, 6), area = c(0.7, 0.9),
                       sigma = 0.5, clusters = c(25, 100), share = 0.5)
  clusters$n <- 8 * clusters$clusters
  stack(with_sizes(paired, sizes_for_tests), with_sizes(unpaired, sizes_for_tests), clusters)
}

try_test <- function(cell, repetitions) {
  tests <- c(score = "score", wald = "wald")
  if (cell$design == "independent samples") {
    draw <- two_samples(independent_weights(cell$sigma)(cell))
    return(reject(draw, lapply(tests, unpaired_by), repetitions))
  }
  design <- if (is.na(cell$clusters)) independent_weights(cell$sigma) else clusters_of(TRUE)
  draw <- with_scores(design, cell$scores)(cell)
  reject(function() draw_sound(draw), lapply(tests, paired_by), repetitions)
}

try_tests <- function(repetitions) {
  try_cells("tests", cells_for_tests(), 20000L, function(cell) try_test(cell, repetitions))
}
