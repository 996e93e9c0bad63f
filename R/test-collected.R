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
  test_in_parts(sums_of_variance(curve, observed$sampling$variance), names, observed, what, how)
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
  test_in_parts(lapply(unname(tallies), tallied, observed$sampling$variance), names(tallies), observed, what, how)
}

# `sums` are those of each score, by the same parts where there are several.
test_in_parts <- function(sums, names, observed, what, how) {
  number <- length(sums)
  refuse_aims_of_groups(how, "without groups")
  if (number > 1L) {
    check_unused(c(mu = !is.null(how$mu)), "with several scores, which are compared with each other")
  }
  check_sides(how$alternative, number, "scores")
  request <- if (number > 1L) request_of(how, observed) else request_of_value(how, observed, what)
  variance <- observed$sampling$variance
  found <- unwrap(test_contrasts(list(list(sums = sums, variance = variance)), what, request))
  if (!is.na(found$p.value)) warn_of_rows(unwrap(area_of_tally(sums[[1L]], list(variance = variance)))$row)
  aim <- words_of_aim(request)
  if (number == 1L) {
    method <- sprintf("%s of a weighted AUC with a value (%s, %s)", aim, how$test, variance)
    return(c(htest_of_one(found, request, observed$names, what), list(method = method)))
  }
  method <- sprintf("%s of weighted AUCs of the same observations (%s, %s)", aim, how$test, variance)
  c(htest_of_scores(found, request, names, what), list(method = method))
}

#' @exportS3Method
tests.roc_points <- function(observed, what, how) raise_without_observations("A test")

raise_without_observations <- function(what) {
  message <- sprintf("%s needs observations, which a curve does not have: give scores and labels, or a fit.",
                     what)
  raise(c("observations", "type"), message, argument = "x", expected = "observations", found = "a curve")
}
