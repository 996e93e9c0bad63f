# Confidence intervals of areas from what estimate_of() says of them, all scores at once.

# The ends, and the degrees of freedom of the quantile. A design has `most` degrees of freedom.
interval_of <- function(found, conf.level, transform, most = Inf) {
  std.error <- without_rounding(sqrt(found$variance))
  interval <- switch(
    transform,
    score = score_interval(found, conf.level, most),
    logit = logit_interval(found$area, std.error, conf.level, pmin(found$freedom, most)),
    none = plain_interval(found$area, std.error, conf.level, most)
  )
  unknown <- is.na(std.error)
  list(std.error = std.error, low = ifelse(unknown, NA_real_, interval$low),
       high = ifelse(unknown, NA_real_, interval$high), df = ifelse(unknown, NA_real_, interval$df))
}

# (A^ - A)^2 = q^2 f g V(A), solved for A. V is a model of the variance of a placement, g V that of
# the area; f is how far the estimated variance is from the model's at A^.
score_interval <- function(found, conf.level, most) {
  spread <- shrunken_spread(found, most)
  c(score_ends_of(found$area, stats::qt((1 + conf.level) / 2, spread$df)^2 * spread$fg),
    list(df = spread$df))
}

score_ends_of <- function(area, spread) {
  ends <- matrix(unwrap(score_ends(area, spread)), ncol = 2L)
  list(low = ends[, 1L], high = ends[, 2L])
}

# The model counts as much as this many degrees of freedom.
freedom_of_model <- 4

# f g and its degrees of freedom. Where no influence says anything the model stands alone.
shrunken_spread <- function(found, most = Inf) {
  g <- 1 / found$effective_pos + 1 / found$effective_neg
  freedom <- pmin(found$freedom, most)
  ratio <- found$variance / (g * unwrap(placement_variances(found$area)))
  ratio[freedom == 0] <- 0
  df <- freedom + freedom_of_model
  list(fg = g * (freedom * ratio + freedom_of_model) / df, df = df)
}

# A score that separates the classes or is constant leaves a point.
logit_interval <- function(area, std.error, conf.level, df) {
  quantile <- stats::qt((1 + conf.level) / 2, ifelse(df > 0, df, 1))
  reach <- ifelse(std.error == 0, 0, quantile * std.error / (area * (1 - area)))
  list(low = stats::plogis(stats::qlogis(area) - reach),
       high = stats::plogis(stats::qlogis(area) + reach), df = df)
}

plain_interval <- function(area, std.error, conf.level, df) {
  reach <- stats::qt((1 + conf.level) / 2, df) * std.error
  list(low = pmax(area - reach, 0), high = pmin(area + reach, 1), df = rep_len(df, length(area)))
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
