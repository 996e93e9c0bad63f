# Tests of equal partial areas and rates of two scores, and of anything in survey designs: auc_test() with
# `what`, where both scores have the same curve.

quantities_compared <- list(
  area = "area",
  "pAUC, FPR to 0.2" = WeightedROC::roc_partial(FPR = c(0, 0.2)),
  "TPR at FPR 0.1" = WeightedROC::roc_measure("TPR", FPR = 0.1)
)

cells_for_differences <- function() {
  sizes <- list(c(60, 0.5), c(200, 0.1), c(500, 0.1), c(500, 0.5))
  stack(
    with_sizes(cells_of("scores of the same observations", area = c(0.75, 0.9), sigma = c(0, 1)), sizes),
    cells_of("strata of two units", strata = c(12, 40), share = c(0.1, 0.3), area = c(0.75, 0.9))
  )
}

draw_of_difference <- function(cell) {
  if (is.na(cell$strata)) {
    draw <- with_scores(independent_weights(cell$sigma), 2L)(cell)
    return(function() draw_sound(draw))
  }
  draw <- survey_sample(cell)
  function() {
    sample <- draw_sound(function() {
      sample <- as.list(draw())
      sample$cluster <- sample$unit
      sample
    })
    noise <- matrix(stats::rnorm(2 * length(sample$label), sd = 0.6), ncol = 2L)
    sample$scores <- sample$score + noise
    sample
  }
}

difference_by <- function(what, test) {
  function(sample) {
    weight <- sample$weight
    if (!is.null(sample$stratum)) {
      weight <- survey::svydesign(~unit, strata = ~stratum, weights = ~weight,
                                  data = data.frame(sample[c("unit", "stratum", "weight")]))
    }
    WeightedROC::auc_test(sample$scores, sample$label, weight, test = test, what = what)$p.value
  }
}

try_differences <- function(repetitions) {
  tests <- expand.grid(what = names(quantities_compared), test = c("score", "wald"),
                       stringsAsFactors = FALSE)
  methods <- Map(function(what, test) difference_by(quantities_compared[[what]], test), tests$what,
                 tests$test)
  names(methods) <- paste(tests$what, tests$test, sep = ", ")
  try_cells("differences", cells_for_differences(), 65000L, function(cell) {
    reject(draw_of_difference(cell), methods, ceiling(repetitions / 4))
  })
}

promises_of_differences <- function(rows) {
  promise_of(rows[grepl("score$", rows$method), ],
             "`auc_test(what = )`, and in survey designs, level 5%", 0.03, 0.065, 0.9)
}

section_of_differences <- function(rows) {
  c(
    "## Partial areas and rates compared, and survey designs: `auc_test(what = )`", "",
    "Two scores of the same curve: cells in which 3% to 6.5% are rejected at a level of 5%.", "",
    md_table(summary_of(rows, "design", 0.03, 0.065)),
    "The worst cells of the default:", "",
    md_table(worst_of(transform(rows, design = paste(design, method, sep = ": "))[
      grepl("score$", rows$method), ], 8, c("n", "share", "area", "sigma", "strata")))
  )
}
