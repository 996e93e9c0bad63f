# Intervals of areas in survey designs: auc_svy().

svy_of <- function(design_of, ...) {
  function(sample) {
    design <- design_of(survey::svydesign(~unit, strata = ~stratum, weights = ~weight, data = sample))
    unlist(WeightedROC::auc_svy(label ~ score, design, ...)[c("conf.low", "conf.high")])
  }
}

methods_for_surveys <- list(
  score = svy_of(identity),
  logit = svy_of(identity, transform = "logit"),
  none = svy_of(identity, transform = "none"),
  "score, replicates" = svy_of(survey::as.svrepdesign)
)

cells_for_surveys <- function() {
  cells_of("strata of two units", strata = c(5, 12, 40), share = c(0.1, 0.3),
           area = c(0.75, 0.9, 0.94, 0.97))
}

try_surveys <- function(repetitions) {
  try_cells("surveys", cells_for_surveys(), 30000L, function(cell) {
    draw <- survey_sample(cell)
    cover(function() {
      sample <- draw()
      sample$cluster <- sample$unit
      sample
    }, methods_for_surveys, cell$area, ceiling(repetitions / 4))
  })
}
