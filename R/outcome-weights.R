# Labels and weights from outcomes at a time, computed in each call, and the record of these weights for the
# compiled library.

# An outcome of observations whose own `weights` are known, as the core takes it.
core_of_outcome <- function(y, weights) {
  about <- about_outcome(y)
  columns <- structure(unclass(y), about = NULL)
  of <- places_of_variables(about, columns)
  present <- if (about$strata) unique(columns[, of$stratum])
  stratum <- if (about$strata) match(columns[, of$stratum], present) - 1L
  list(
    time = as.vector(columns[, "time"]), status = as.integer(columns[, "status"]),
    weights = if (!is.null(weights)) as.vector(unclass(weights), "double"), strata = stratum,
    strata_number = if (!is.null(stratum)) max(stratum, -1L) + 1L, strata_names = about$strata_names[present],
    covariates = if (length(of$covariates) > 0L) unname(columns[, of$covariates, drop = FALSE]),
    known = about$known, t = about$t, controls = about$controls
  )
}

# Observations whose label is an outcome at a time: with 0 and 1 as labels, the weights that these have, and
# the `outcome` that they were made of.
with_outcome <- function(observations) {
  if (!is_outcome(observations$label)) return(observations)
  missing <- match(TRUE, is.na(observations$label))
  if (!is.na(missing)) {
    failure <- list(kind = "missing", argument = "label", position = missing)
    about_observations(observations, raise_failure(failure, NULL))
  }
  weighed(observations, core_of_outcome(observations$label, observations$weights))
}

weighed <- function(observations, outcome) {
  # For all times there are no labels and weights yet.
  if (is.infinite(outcome$t)) {
    observations[c("label", "outcome")] <- list(as.integer(outcome$status == 1L), outcome)
    return(with_links(observations))
  }
  result <- about_observations(observations, made_of_outcome(outcome))
  observations[c("label", "weights", "outcome")] <- list(result$label, result$weight, outcome)
  with_links(observations)
}

# The library calls the parts of a label by their own names.
made_of_outcome <- function(outcome) {
  amended(unwrap(with_name_of_stratum(outcome_weights(outcome), outcome)), function(error) {
    if (identical(error$argument, "t")) error else renamed(error, c(time = "label", status = "label"))
  })
}

# A failure in a stratum has its number.
with_name_of_stratum <- function(result, outcome) {
  if (inherits(result, "wroc_failure") && !is.null(result$stratum)) {
    result["stratum"] <- list(if (!is.null(outcome$strata)) outcome$strata_names[[result$stratum]])
  }
  result
}

# The weights that observations have of themselves: those of the user, or of a survey design.
own_weights <- function(observations) {
  if (is.null(observations$outcome)) observations$weights else observations$outcome$weights
}

# The weights that other ones of their own make.
weights_made <- function(observations, own) {
  if (is.null(observations$outcome)) return(own)
  outcome <- replace(observations$outcome, "weights", list(as.double(own)))
  made_of_outcome(outcome)$weight
}

# The same of some rows, each group with its own estimate.
rows_of_outcome <- function(outcome, rows) {
  for (part in intersect(c("time", "status", "weights", "strata"), names(outcome))) {
    outcome[part] <- list(outcome[[part]][rows])
  }
  if (!is.null(outcome$covariates)) outcome$covariates <- outcome$covariates[rows, , drop = FALSE]
  outcome
}

# Among more rows, of which those that are not `kept` have no weight.
outcome_among <- function(outcome, kept, rows) {
  if (is.null(kept) || identical(kept, seq_len(rows))) return(outcome)
  covariance <- function(x, of = numeric(rows)) replace(of, kept, x)
  own <- if (is.null(outcome$weights)) 1 else outcome$weights
  outcome[c("time", "status", "weights")] <- list(covariance(outcome$time), covariance(outcome$status, integer(rows)),
                                                  covariance(own))
  if (!is.null(outcome$strata)) outcome$strata <- covariance(outcome$strata, integer(rows))
  if (!is.null(outcome$covariates)) {
    all <- matrix(0, rows, ncol(outcome$covariates))
    all[kept, ] <- outcome$covariates
    outcome$covariates <- all
  }
  outcome
}

# The link of an outcome, as one among those of models.
link_of_outcome <- function(outcome) c(outcome, list(kind = "censoring"))

# Influences on anything, a column each, with the weights of an outcome as they are: with the estimate of how
# these were made.
with_censoring <- function(observations, influences) {
  if (is.null(observations$outcome)) return(influences)
  rows <- length(observations$label)
  sampling <- list(links = list(links = list(link_of_outcome(observations$outcome))))
  result <- unwrap(linked_influences(as.double(influences), observations$weights, sampling))
  matrix(result, rows)
}

refuse_positive_of_outcome <- function(positive) {
  check_unused(c(positive = !is.null(positive)), "with an outcome at a time, whose cases are positive")
}

# A table in a database is summed up by score, and each censored time would have sums of its own.
refuse_outcome_of_table <- function(label) {
  if (any(c("outcome_at", "Surv") %in% all.names(label))) {
    message <- paste("An outcome at a time is not supported for a table in a database: `dplyr::collect()`",
                     "gets its rows.")
    raise("unsupported", message, argument = "label")
  }
}

# The curve of WeightedROC().
curve_at_time <- function(guess, label, weights) {
  check_score(guess, label)
  if (!is.null(weights)) check_weight(weights, label)
  made <- made_of_outcome(core_of_outcome(label, weights))
  observed_curve(guess, made$label, made$weight)
}

# An outcome of which each group has an estimate of its own, as it has alone.
outcome_of_groups <- function(y, group) {
  about <- about_outcome(y)
  if (about$kind == "known") return(y)
  columns <- structure(unclass(y), about = NULL)
  of <- places_of_variables(about, columns)
  keys <- c(list(group), lapply(of$stratum, function(j) columns[, j]))
  covariates <- columns[, of$covariates, drop = FALSE]
  # A coefficient of each covariate for each group.
  in_groups <- lapply(unique(group), function(name) covariates * (group == name))
  codes <- codes_of_keys(keys)
  first <- match(seq_len(max(codes)), codes)
  within <- if (about$strata) list(about$strata_names[keys[[2L]][first]])
  about$strata_names <- do.call(paste, c(list(group[first]), within, sep = ", "))
  columns <- do.call(cbind, c(list(columns[, 1:2], codes), in_groups))
  about$strata <- TRUE
  structure(columns, about = about, class = "roc_outcome")
}

# Which columns of an outcome are those of its variables.
places_of_variables <- function(about, columns) {
  variables <- seq_len(ncol(columns))[-(1:2)]
  list(stratum = if (about$strata) 3L, covariates = if (about$strata) variables[-1L] else variables)
}

# The weights of replicates, from those that the observations have of themselves there. Replicates without a
# case, a control or somebody who is followed to the time have none.
made_in_replicates <- function(observations, replicates) {
  if (is.null(observations$outcome)) return(replicates)
  made <- function(own) {
    tryCatch(weights_made(observations, own), wroc_error_time = function(error) numeric(length(own)))
  }
  apply(replicates, 2L, made)
}

is_of_free_controls <- function(observations) identical(observations$outcome$controls, "free")

# Where competing events are left out the share of the cases is no prevalence.
refuse_share_of_free <- function(observations, quantities) {
  if (is_of_free_controls(observations)) {
    at <- match(1, descriptions_of(quantities)$with_share)
    if (!is.na(at)) raise_without_prevalence(quoted(quantities[[at]]$measure))
  }
}

# The same for all that is made of curves.
with_prevalence <- function(of, prior) {
  if (isTRUE(of$free) && is.null(prior)) raise_without_prevalence("what depends on the prevalence")
  of
}

raise_without_prevalence <- function(noun) {
  message <- sprintf(paste("`prior` is needed for %s: `controls = \"free\"` leaves out competing events, so",
                           "the share of the cases is not the prevalence. `controls = \"all\"` keeps them."),
                     noun)
  raise(c("unsupported", "absent"), message, argument = "prior")
}
