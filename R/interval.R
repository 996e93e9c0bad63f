# Confidence intervals of areas from what estimate_of() says of them, all scores at once.

# An area's ends by (A^ - A)^2 = q^2 f g V(A), solved for A. V is a model of the variance of a placement, g V
# that of the area; f is how far the estimated variance is from the model's at A^.
score_interval <- function(found, conf.level) {
  spread <- shrunken_spread(found)
  # What is not known has no ends either.
  reach <- stats::qt(outer_tail(conf.level), spread$df, lower.tail = FALSE)^2 * spread$fg
  if (anyNA(found$variance)) reach[is.na(found$variance)] <- 0
  interval <- score_ends_of(found$area, reach)
  interval$df <- spread$df
  interval
}

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

# A score that separates the classes or is constant leaves a point. Two units in all have no degree
# of freedom left, and take one.
logit_interval <- function(area, std.error, conf.level, df) {
  df <- pmax(df, 1)
  quantile <- stats::qt(outer_tail(conf.level), df, lower.tail = FALSE)
  reach <- ifelse(std.error == 0, 0, quantile * std.error / (area * (1 - area)))
  list(low = stats::plogis(stats::qlogis(area) - reach),
       high = stats::plogis(stats::qlogis(area) + reach), df = df)
}

# Each element of all estimates as one vector.
columns_of_estimates <- function(found) {
  if (length(found) == 1L) {
    return(found[[1L]])
  }
  names <- names(found[[1L]])
  structure(lapply(names, function(name) vapply(found, `[[`, 0, name)), names = names)
}

# What an interval can't be trusted in is said in a warning.
warn_of_interval <- function(std.error, is_point = TRUE) {
  if (is.na(std.error)) {
    warn("undefined", paste(
      "The standard error is NA: it takes at least two observations of each class, or two clusters",
      "with each."
    ))
  } else if (std.error == 0 && is_point) {
    warn("degenerate", paste(
      "The standard error is 0 and the interval a point, as for a score that separates the classes",
      "or is constant. That says little of how sure the area is."
    ))
  }
}
