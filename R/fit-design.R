# Fits of survey designs.

# The rows outside of a part of the population have weight 0. Nothing need be known of them.
model_of_design <- function(formula, design, given) {
  check_survey(design)
  model <- variables_of(formula, design$variables)
  model$weights <- as.vector(stats::weights(design, "sampling"))
  model["by"] <- list(among(given$by, design$variables, formula, "by"))
  model$design <- design
  subset <- among(given$subset, design$variables, formula, "subset")
  model <- complete_of(model, formula, given, subset)
  model_rows(model, which(is.na(model$weights) | model$weights > 0))
}

# The areas in the part of the population that some rows of the design are.
areas_of_part <- function(model, settings) {
  design <- model$design
  size <- nrow(design$variables)
  if (length(model$rows) < size) design <- design[model$rows, ]
  # Calibrated designs keep all rows, those outside with weight 0.
  whole <- nrow(design$variables) == size
  aligned <- function(x) if (whole) replace(rep(NA, size), model$rows, x) else x
  observed <- list(scores = lapply(model$scores, aligned), names = names(model$scores),
                   label = aligned(model$label),
                   weights = as.vector(stats::weights(design, "sampling")))
  areas_of_design(observed, design, settings$conf.level, settings$transform)
}
