# Confidence intervals of areas from what estimate_of() says of them, all scores at once.

# The ends of (A^ - A)^2 = spread V(A), solved for A, with V a model of the variance of a placement.
score_ends_of <- function(area, spread) {
  ends <- unwrap(score_ends(area, spread))
  low <- seq_along(area)
  list(low = ends[low], high = ends[length(area) + low])
}

# The model counts as much as this many degrees of freedom.
freedom_of_model <- 4

# f g and its degrees of freedom. Where no influence says anything the model stands alone.
shrunken_spread <- function(found) {
  g <- 1 / found$effective_pos + 1 / found$effective_neg
  # In folds of few observations two that are compared have much in common with the comparison.
  if (!is.null(found$pairs)) g <- g + found$pairs
  freedom <- found$freedom
  model <- unwrap(placement_variances(found$area))
  # Influences that are lost beside an area of 0 or 1 say nothing.
  freedom[which(model == 0)] <- 0
  ratio <- found$variance / (g * model)
  if (any(freedom == 0, na.rm = TRUE)) ratio[freedom == 0] <- 0
  df <- freedom + freedom_of_model
  list(fg = g * (freedom * ratio + freedom_of_model) / df, df = df)
}

# Each element of all estimates as one vector.
columns_of_estimates <- function(found) {
  if (length(found) == 1L) {
    return(found[[1L]])
  }
  names <- names(found[[1L]])
  structure(lapply(names, function(name) vapply(found, `[[`, 0, name)), names = names)
}

# The probability beyond each end of an interval: the other one, (1 + conf.level) / 2, may round to 1.
outer_tail <- function(conf.level) (1 - conf.level) / 2
