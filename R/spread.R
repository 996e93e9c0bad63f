# How estimates vary together, as the compiled library has it.

# A list with the `values` of all quantities of the first score, then of the second one, and so on; their
# `covariance` matrix; the degrees of `freedom` of each variance; of both classes the `numbers` of
# observations, of `units` and their `effective` numbers; and `expected`, what a model's variance is
# multiplied by.
covariance_in <- function(observations, quantities) {
  result <- result_of_scores(observations, covariance_of(observations, unname(quantities)))
  result$covariance <- matrix(result$covariance, length(result$values))
  result
}

# Returns the library's result for all scores, or raises an error about one of them.
result_of_scores <- function(observations, result) {
  if (!inherits(result, "wroc_failure")) return(result)
  about_observations(observations, {
    if (!is.null(observations$sampling$folds)) {
      result <- in_repetition(result, observations$sampling$folds)
    } else if (length(observations$scores) == 1L) {
      result$score <- NULL
    }
    about_label(result, observations$scores[[1L]], observations$label)
  })
}

# With fewer effective observations of a class, intervals and tests are unreliable. Mean losses may lack a class.
few_effective <- 3

# `units` are the effective numbers of clusters, where there are any, which are never more than those of observations.
warn_of_effective <- function(effective, units = effective, classes = c("negative", "positive")) {
  class <- match(TRUE, units > 0 & units < few_effective)
  if (is.na(class)) return()
  kind <- if (effective[[class]] < few_effective) "observations" else "clusters"
  if (kind == "clusters") effective <- units
  result <- sprintf("%.1f", effective[[class]])
  if (as.numeric(result) >= few_effective) {
    result <- number_outside(effective[[class]], function(x) x >= few_effective)
  }
  warn("effective", sprintf(
    "The %s class has %s effective %s: intervals and tests are unreliable with fewer than %d.",
    classes[[class]], result, kind, few_effective
  ), class = classes[[class]], effective = effective[[class]])
}

# Warns about rows of AUCs, which have the effective numbers.
warn_of_rows <- function(rows) {
  effective <- c(rows$n_eff_neg[[1L]], rows$n_eff_pos[[1L]])
  if (!anyNA(rows$std.error) && any(effective < few_effective)) warn_of_effective(effective)
}

# Where the answer does not have the effective numbers.
warn_of_observed <- function(observations) UseMethod("warn_of_observed")

#' @exportS3Method
warn_of_observed.default <- function(observations) {
  result <- unwrap(effective_numbers_of(observations))
  warn_of_effective(result$effective, result$effective_units)
}

#' @exportS3Method
warn_of_observed.roc_tally_sums <- function(observations) {
  sums <- sample_in_test(observations)
  result <- unwrap(area_of_tally(sums$sums[[1L]], list(variance = sums$variance)))
  warn_of_bins(result$row, result$doubt)
  warn_of_tested_bins(result$row)
  warn_of_rows(result$row)
}

#' @exportS3Method
warn_of_observed.roc_curve_sums <- function(observations) {
  warn_of_effective(sums_of_variance(observations$curve, observations$sampling$variance)[[1L]]$effective)
}

# Warns about the intervals of scores, of which several have `names`.
warn_of_intervals <- function(std.errors, names, is_point = TRUE) {
  for (i in which(is.na(std.errors) | std.errors == 0)) {
    in_score_of(names, i, warn_of_interval(std.errors[[i]], rep_len(is_point, length(std.errors))[[i]]))
  }
}

# Errors and warnings of `value` name the score that they are about, unless it is the only one.
in_score_of <- function(names, i, value) {
  if (length(names) < 2L) return(value)
  name <- names[[i]]
  in_place(value, part_of(sprintf("In score `%s`:", name), "scores", sprintf("`%s`", name), score = name))
}

# Returns which intervals are points, up to the opening of bins.
are_points <- function(rows) rows$conf.high - rows$conf.low < 1e-9

# Warns if an interval cannot be trusted.
warn_of_interval <- function(std.error, is_point = TRUE) {
  if (is.na(std.error)) {
    warn("undefined", paste(
      "The standard error is NA: it needs at least two observations of each class, or two clusters",
      "with each."
    ))
  } else if (std.error == 0 && is_point) {
    warn("degenerate", paste(
      "The standard error is 0 and the interval a point, as for a score that separates the classes",
      "or is constant. It does not reflect the precision of the AUC."
    ))
  }
}
