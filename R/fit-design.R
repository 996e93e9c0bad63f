# Fits of survey designs.

# The rows outside of a part of the population have weight 0. Nothing need be known of them.
model_of_design <- function(formula, design, given) {
  check_design(design, "data")
  model <- variables_of(formula, data_of_design(design))
  model$weights <- weights_in_design(design)
  model <- c(model, groups_by(given$by, among(given$by, data_of_design(design), formula, "by")))
  model$design <- design
  subset <- among(given$subset, data_of_design(design), formula, "subset")
  model <- complete_of(model, formula, subset)
  model_rows(model, which(model$weights > 0))
}

# The part of the design that the rows of a model are, with what the model has of each of its rows.
part_of_design <- function(model) {
  design <- model$design
  size <- size_of_design(design)
  if (length(model$rows) < size) design <- design[model$rows, ]
  # Calibrated designs keep all rows, those outside with weight 0.
  whole <- size_of_design(design) == size
  aligned <- function(x) if (whole) x[match(seq_len(size), model$rows)] else x
  list(design = design, scores = lapply(model$scores, aligned), label = aligned(model$label),
       by = aligned(model$by))
}

# The areas in the part of the population that some rows of the design are.
areas_of_part <- function(model, settings) {
  part <- part_of_design(model)
  observed <- in_design(list(scores = part$scores, label = part$label,
                             weights = weights_in_design(part$design)), part$design)
  observed$cluster <- codes_of_clusters(observed$cluster)
  how <- list(conf.level = settings$conf.level, transform = settings$transform, variance = "delong")
  with_names(analytic_rows(observed, how), names(part$scores))
}
