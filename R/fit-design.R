# Fits of survey designs.

# The rows outside of a part of the population have weight 0. Nothing need be known of them.
model_of_design <- function(formula, design, args) {
  check_design(design, "data")
  model <- variables_of(formula, data_of_design(design), args$survival)
  model$weights <- weights_in_design(design)
  model <- c(model, groups_by(args$by, among(args$by, data_of_design(design), formula, "by")))
  model$design <- design
  subset <- among(args$subset, data_of_design(design), formula, "subset")
  model <- complete_of(model, in_words(formula[[2L]]), subset)
  model_rows(model, which(model$weights > 0))
}

# The part of the design that the rows of a model are, with the scores and labels of each of its rows.
part_of_design <- function(model) {
  design <- model$design
  size <- size_of_design(design)
  if (length(model$rows) < size) design <- design[model$rows, ]
  # Calibrated designs keep all rows, those outside with weight 0.
  whole <- size_of_design(design) == size
  aligned <- function(x) if (whole) x[match(seq_len(size), model$rows)] else x
  list(design = design, scores = lapply(model$scores, aligned), label = aligned(model$label))
}

# The observations in the part of the population that some rows of the design are; `kept` are their rows.
observed_in_part <- function(model) {
  part <- part_of_design(model)
  used <- rows_in_use(part$design)
  observations <- list(scores = part$scores, label = part$label, weights = weights_in_design(part$design))
  observations <- in_design(observations, part$design, used)
  observations$kept <- if (length(used) == length(model$rows)) model$rows[used] else which(used)
  observations
}
