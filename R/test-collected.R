# Tests of the AUCs of several scores by their curves from roc_collect(), whose tables were counted by parts of
# clusters.

#' @exportS3Method
tests.roc_curve_sums <- function(observations, quantity, spec) {
  curve <- observations$curve
  if (!is_area(quantity)) check_sums(list(quantity), list(), "curve")
  if (!is.null(attr(curve, "spreads", exact = TRUE))) {
    return(test_of_sums(fits_of_curves(observations), quantity, spec))
  }
  names <- unique(curve[["score"]])
  covariance <- sums_of_units(curve)
  if (length(names) < 2L) {
    message <- paste("`x` must have the curves of two scores or more:",
                     "roc_collect(tbl, c(a, b), ..., cluster = id).")
    raise("curve", message, argument = "x")
  }
  if (!is_in_parts(covariance)) {
    message <- paste("`x` must be collected with `cluster`, a column that identifies rows or people, to compare",
                     "scores of the same rows: roc_collect(tbl, c(a, b), ..., cluster = id).")
    raise(c("clusters", "curve"), message, argument = "x")
  }
  test_of_scores(observations, names, quantity, spec, function(request) {
    list(sums = sums_of_variance(curve, observations$sampling$variance), variance = observations$sampling$variance)
  })
}

# The curve of each group, by its name.
fits_of_curves <- function(observations) {
  of <- roc_curves(observations$curve)
  if (!is.null(of$keys[["score"]])) {
    message <- paste("`x` must have one score for each group, or several scores of one group:",
                     "collect one group,",
                     "as in roc_collect(dplyr::filter(tbl, ...), c(a, b), ..., cluster = id).")
    raise("curve", message, argument = "x")
  }
  names <- do.call(paste, c(unname(lapply(of$keys, as.character)), sep = "."))
  known <- !vapply(of$curves, is.null, NA)
  of_curve <- function(curve) list(observations = replace(observations, "curve", list(curve)))
  structure(lapply(of$curves[known], of_curve), names = names[known])
}

# Tests of the AUC of a tally, or of those of several scores, tallied by the same parts.
#' @exportS3Method
tests.roc_tally_sums <- function(observations, quantity, spec) {
  if (!is_area(quantity)) check_sums(list(quantity), list(), "tally")
  several <- length(observations$tallies) > 1L
  tallies <- if (several) in_same_parts(observations$tallies) else observations$tallies
  if (!several) check_variance_of_tally(tallies[[1L]], observations$sampling$variance)
  test_of_scores(observations, names(tallies), quantity, spec, function(request) {
    variance <- observations$sampling$variance
    list(sums = lapply(unname(tallies), tallied, variance), variance = variance)
  })
}

#' @exportS3Method
tests.roc_points <- function(observations, quantity, spec) raise_without_observations("A test")

raise_without_observations <- function(noun) {
  message <- sprintf("%s needs observations, which a curve does not have: give scores and labels, or a fit.",
                     noun)
  raise(c("observations", "type"), message, argument = "x", expected = "observations", found = "a curve")
}
