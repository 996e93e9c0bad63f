# Tests of the AUCs of several scores by their curves from roc_collect(), whose tables were counted by parts of
# clusters.

#' @exportS3Method
tests.roc_curve_sums <- function(observed, what, how) {
  curve <- observed$curve
  if (!is_area(what)) check_sums(list(what), list(), "curve")
  if (!is.null(attr(curve, "spreads", exact = TRUE))) {
    return(test_of_sums(fits_of_curves(observed), what, how))
  }
  names <- unique(curve[["score"]])
  spread <- spread_of_curve(curve)
  if (length(names) < 2L) {
    message <- paste("`x` must have the curves of two scores or more:",
                     "roc_collect(tbl, c(a, b), ..., cluster = id).")
    raise("curve", message, argument = "x")
  }
  if (!is_in_parts(spread)) {
    message <- paste("`x` must be collected with `cluster`, a column that identifies rows or people, to compare",
                     "scores of the same rows: roc_collect(tbl, c(a, b), ..., cluster = id).")
    raise(c("clusters", "curve"), message, argument = "x")
  }
  test_of_scores(observed, names, what, how, function(request) {
    list(sums = sums_of_variance(curve, observed$sampling$variance), variance = observed$sampling$variance)
  })
}

# The curve of each group, by its name.
fits_of_curves <- function(observed) {
  of <- roc_curves(observed$curve)
  if (!is.null(of$keys[["score"]])) {
    message <- paste("`x` must have one score for each group, or several scores of one group:",
                     "collect one group,",
                     "as in roc_collect(dplyr::filter(tbl, ...), c(a, b), ..., cluster = id).")
    raise("curve", message, argument = "x")
  }
  names <- do.call(paste, c(unname(lapply(of$keys, as.character)), sep = "."))
  known <- !vapply(of$curves, is.null, NA)
  of_curve <- function(curve) list(observations = replace(observed, "curve", list(curve)))
  structure(lapply(of$curves[known], of_curve), names = names[known])
}

# Tests of the AUC of a tally, or of those of several scores, tallied by the same parts.
#' @exportS3Method
tests.roc_tally_sums <- function(observed, what, how) {
  if (!is_area(what)) check_sums(list(what), list(), "tally")
  several <- length(observed$tallies) > 1L
  tallies <- if (several) in_same_parts(observed$tallies) else observed$tallies
  if (!several) check_variance_of_tally(tallies[[1L]], observed$sampling$variance)
  test_of_scores(observed, names(tallies), what, how, function(request) {
    variance <- observed$sampling$variance
    list(sums = lapply(unname(tallies), tallied, variance), variance = variance)
  })
}

#' @exportS3Method
tests.roc_points <- function(observed, what, how) raise_without_observations("A test")

raise_without_observations <- function(what) {
  message <- sprintf("%s needs observations, which a curve does not have: give scores and labels, or a fit.",
                     what)
  raise(c("observations", "type"), message, argument = "x", expected = "observations", found = "a curve")
}
