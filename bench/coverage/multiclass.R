# Intervals of areas of several classes, and tests of two classifiers: auc_multiclass(), auc_test_multiclass().

# Each class has a score that is `d` higher in it, and all scores of an observation have a part in common.
# So each pair of classes, and each class against the rest, has the same area. In clusters half of the
# noise is that of the cluster; with ties scores are whole numbers; with inverse chances an observation is
# taken the likelier the higher the first classifier's score of its own class is.
several_classes <- function(cell) {
  is <- function(design) cell$design == design
  d <- distance_of(cell$area)
  sizes <- switch(as.character(cell$classes), "few of one" = c(60, 8, 60), "three" = c(40, 30, 50),
                  "six" = c(20, 12, 30, 30, 40, 50))
  names <- seq_along(sizes) - 1
  if (is("inverse chances")) sizes <- round(sizes / mean_chance(d))
  class <- rep(names, sizes)
  n <- length(class)
  noise <- function() matrix(stats::rnorm(n * length(sizes)), n)
  function() {
    shift <- d * outer(class, names, `==`)
    weight <- if (is("log-normal weights")) stats::rlnorm(n) else rep(1, n)
    common <- sqrt(0.5) * stats::rnorm(n)
    cluster <- NULL
    if (is("clusters")) {
      cluster <- sample(rep_len(seq_len(n / 3), n))
      common <- sqrt(0.5) * stats::rnorm(n)[cluster]
    }
    scores <- function() {
      found <- shift + common + sqrt(0.5) * noise()
      colnames(found) <- names
      if (is("ties")) round(found) else found
    }
    first <- scores()
    second <- scores()
    taken <- rep(TRUE, n)
    if (is("inverse chances")) {
      chance <- chance_of(first[cbind(seq_len(n), class + 1)])
      taken <- stats::runif(n) < chance
      weight <- 1 / chance
    }
    list(label = class[taken], weight = weight[taken], cluster = cluster[taken],
         first = first[taken, ], second = second[taken, ])
  }
}

# The area of scores that are rounded to whole numbers, half for ties.
area_of_classes <- function(cell) {
  if (cell$design != "ties") return(cell$area)
  below <- function(at, mean) stats::pnorm(at + 0.5, mean)
  at <- -30:30
  of_positives <- below(at, distance_of(cell$area)) - below(at - 1, distance_of(cell$area))
  sum(of_positives * (below(at, 0) + below(at - 1, 0)) / 2)
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
  of <- function(design) {
    cells_of(design, classes = c("few of one", "three", "six"), area = c(0.65, 0.8, 0.95, 0.98))
  }
  designs <- c("independent", "log-normal weights", "inverse chances", "clusters", "ties")
  do.call(stack, lapply(designs, of))
}

try_multiclass <- function(repetitions) {
  repetitions <- min(repetitions, 1000)
  try_cells("multiclass", cells_of_classes(), 93000L, function(cell) {
    draw <- several_classes(cell)
    of_cover <- list(pairwise = ends_of_row(1L), macro = ends_of_row(2L), prevalence = ends_of_row(3L))
    of_test <- list("test, pairwise" = p_of_average("pairwise"))
    # Chances by the first classifier's scores say nothing of a second one that is equally good.
    rbind(cover(draw, of_cover, area_of_classes(cell), repetitions),
          if (cell$design != "inverse chances") reject(draw, of_test, repetitions))
  })
}

section_of_multiclass <- function(rows) {
  rows$area <- as.character(rows$area)
  is_test <- grepl("^test", rows$method)
  c(
    "## Several classes: `auc_multiclass()`, `auc_test_multiclass()`", "",
    "Three or six classes, one of 8 observations in the hardest; log-normal weights of sigma 1; inverse",
    "chances of 0.2 to 1 that grow with the score; clusters of three that share half of the noise; scores",
    "that are whole numbers. Cells with a coverage of 92% to 98.5%.", "",
    md_table(summary_of(rows[!is_test, ], c("design", "classes"), 0.92, 0.985)),
    "Two classifiers that are equally good, at the level of 5%: cells that reject in 3% to 6.5%.", "",
    md_table(summary_of(rows[is_test, ], c("design", "classes"), 0.03, 0.065))
  )
}
