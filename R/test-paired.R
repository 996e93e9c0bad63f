# Two fits of the same rows: their scores are compared as paired.

# The parts that are the same where rows are, and how a fit that has them is called.
parts_of_rows <- c(kept = "the rows that are kept", label = "labels", weights = "weights", outcome = "outcomes",
                   cluster = "clusters", folds = "folds", design = "survey designs",
                   models = "models of the weights")

# The first part of the rows in which two samples differ, NULL if they are the same.
difference_of_rows <- function(first, second) {
  parts <- lapply(list(first, second), function(observations) {
    size <- length(observations$label)
    own <- c(unclass(observations), observations$sampling)
    own <- own[intersect(names(parts_of_rows), names(own))]
    own$kept <- as.double(or(own$kept, seq_len(size)))
    own$label <- as.double(own$label)
    own$weights <- as.double(or(own$weights, rep(1, size)))
    own$outcome$weights <- NULL
    # Fits of models have their own columns in the design.
    own$design <- unclass(own$design)
    own$design[c("variables", "call")] <- NULL
    own
  })
  sizes <- vapply(parts, function(own) length(own$label), 0L)
  if (sizes[[1L]] != sizes[[2L]]) {
    return(sprintf("the numbers of rows (%s and %s)", number(sizes[[1L]]), number(sizes[[2L]])))
  }
  for (part in names(parts_of_rows)) {
    if (!identical(parts[[1L]][[part]], parts[[2L]][[part]])) return(parts_of_rows[[part]])
  }
}

# One sample with the scores of both, for a paired test; NULL for independent samples. `totals` are the numbers of
# rows before any was left out for a missing value.
paired_sample <- function(samples, totals, paired) {
  if (!is.null(paired)) check_flag(paired, "paired")
  if (isFALSE(paired)) return(NULL)
  have_rows <- all(vapply(samples, inherits, NA, "roc_rows"))
  if (!have_rows) {
    at_times <- all(vapply(samples, inherits, NA, "weighted_roc_times"))
    if (at_times) return(paired_at_times(samples, paired))
    if (isTRUE(paired)) raise_unpaired("tallies, tables and fits by group have none that can be matched.")
    return(NULL)
  }
  samples <- rows_of_both(samples, totals)
  difference <- difference_of_rows(samples[[1L]], samples[[2L]])
  if (!is.null(difference)) return(unpaired(paired, difference))
  variances <- vapply(samples, function(observations) observations$sampling$variance, "")
  if (variances[[1L]] != variances[[2L]]) {
    message <- paste("`x` and `y` are of the same rows, and must have the same `variance` to be paired:",
                     "fit both with one.")
    raise("choice", message, argument = "y", found = variances)
  }
  with_scores_of_both(samples)
}

unpaired <- function(paired, difference) {
  if (isTRUE(paired)) {
    raise_unpaired(sprintf("%s differ. Fit both to the same data: `weighted_roc(label ~ score1 + score2, data)`.",
                           difference))
  }
}

raise_unpaired <- function(reason) {
  raise("rows", paste("`paired = TRUE` needs the same rows in `x` and `y`:", reason), argument = "paired",
        expected = "the same rows")
}

# Where fits of the same data left out rows with missing values, those that both have.
rows_of_both <- function(samples, totals) {
  kept <- lapply(samples, `[[`, "kept")
  sizes <- vapply(samples, function(observations) length(observations$label), 0L)
  dropped <- identical(totals[[1L]], totals[[2L]]) && any(sizes < totals)
  if (!dropped || any(vapply(kept, is.null, NA)) || identical(kept[[1L]], kept[[2L]])) return(samples)
  both <- intersect(kept[[1L]], kept[[2L]])
  # A design and a model of weights are of all rows.
  of_all <- vapply(samples, function(observations) any(c("design", "models") %in% names(observations$sampling)), NA)
  if (length(both) == 0L || any(of_all)) return(samples)
  common <- lapply(samples, function(observations) {
    result <- rows_of_observed(observations, match(both, observations$kept))
    structure(c(result, unclass(observations)["turned"]), class = "roc_rows")
  })
  if (!is.null(difference_of_rows(common[[1L]], common[[2L]]))) return(samples)
  inform("rows", sprintf("The paired test uses the %s rows that are complete in `x` and in `y`.", number(length(both))))
  common
}

with_scores_of_both <- function(samples) {
  names <- Map(function(observations, own) {
    if (is.null(observations$names)) own else observations$names
  }, samples, c("x", "y"))
  if (anyDuplicated(unlist(names)) > 0L) names <- Map(paste, c("x:", "y:"), names)
  observations <- samples[[1L]]
  observations$scores <- do.call(c, unname(lapply(samples, `[[`, "scores")))
  observations$names <- unlist(names, use.names = FALSE)
  if (is.null(observations$sampling$folds)) names(observations$scores) <- observations$names
  observations
}

paired_at_times <- function(samples, paired) {
  fits <- lapply(samples, `[[`, "fits")
  same_times <- identical(samples[[1L]]$groups, samples[[2L]]$groups)
  if (!same_times) return(unpaired(paired, "times"))
  each <- Map(function(first, second) {
    paired_sample(list(first$observations, second$observations), NULL, paired)
  }, fits[[1L]], fits[[2L]])
  if (any(vapply(each, is.null, NA))) return(NULL)
  joined <- samples[[1L]]
  joined$fits[] <- Map(function(fit, observations) replace(fit, "observations", list(observations)), joined$fits, each)
  joined
}
