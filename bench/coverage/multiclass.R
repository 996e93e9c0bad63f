# Intervals of areas of several classes, and tests of two classifiers: auc_multiclass(), auc_test_multiclass().

# Each class has a score that is `d` higher in it, and all scores of an observation have a part in common.
# So each pair of classes, and each class against the rest, has the same area. In clusters half of the
# noise is that of the cluster.
several_classes <- function(cell) {
  d <- distance_of(cell$area)
  sizes <- switch(cell$classes, "few of one" = c(60, 8, 60), "three" = c(40, 30, 50),
                  "six" = c(20, 12, 30, 30, 40, 50))
  names <- seq_along(sizes) - 1
  class <- rep(names, sizes)
  n <- length(class)
  noise <- function() matrix(stats::rnorm(n * length(sizes)), n)
  function() {
    shift <- d * outer(class, names, `==`)
    sample <- list(label = class, weight = exp(cell$sigma * stats::rnorm(n)))
    common <- sqrt(0.5) * stats::rnorm(n)
    if (cell$clusters) {
      sample$cluster <- sample(rep_len(seq_len(n / 3), n))
      common <- sqrt(0.5) * stats::rnorm(n)[sample$cluster]
    }
    scores <- function() {
      found <- shift + common + sqrt(0.5) * noise()
      colnames(found) <- names
      found
    }
    sample$first <- scores()
    sample$second <- scores()
    sample
  }
}

ends_of_row <- function(row) {
  function(sample) {
    found <- WeightedROC::auc_multiclass(sample$first, sample$label, sample$weight, sample$cluster)
    unlist(found[row, c("conf.low", "conf.high")])
  }
}

# Two classifiers that are equally good.
p_of_average <- function(average) {
  function(s) {
    WeightedROC::auc_test_multiclass(list(s$first, s$second), s$label, s$weight, average, s$cluster)$p.value
  }
}

cells_of_classes <- function() {
  cells_of("classes", classes = c("few of one", "three", "six"), area = c(0.65, 0.8, 0.95), sigma = c(0, 1),
           clusters = c(FALSE, TRUE))
}

try_multiclass <- function(repetitions) {
  try_cells("multiclass", cells_of_classes(), 90000L, function(cell) {
    draw <- several_classes(cell)
    of_cover <- list(pairwise = ends_of_row(1L), macro = ends_of_row(2L), prevalence = ends_of_row(3L))
    of_test <- list("test, pairwise" = p_of_average("pairwise"))
    rbind(cover(draw, of_cover, cell$area, ceiling(repetitions / 4)),
          reject(draw, of_test, ceiling(repetitions / 4)))
  })
}

section_of_multiclass <- function(rows) {
  rows$area <- as.character(rows$area)
  is_test <- grepl("^test", rows$method)
  c(
    "## Several classes: `auc_multiclass()`, `auc_test_multiclass()`", "",
    "Three or six classes, one of 8 observations in the hardest; weights of sigma 0 or 1; with and without",
    "clusters of three that share half of the noise. Cells with a coverage of 92% to 98.5%.", "",
    md_table(summary_of(rows[!is_test, ], "classes", 0.92, 0.985)),
    "Two classifiers that are equally good, at the level of 5%: cells that reject in 3% to 6.5%.", "",
    md_table(summary_of(rows[is_test, ], "classes", 0.03, 0.065))
  )
}
