# Tests of the AUCs of several scores by their curves from roc_collect(), which know the sums over units
# that comparing the scores would have made.

#' @exportS3Method
tests.roc_curve_sums <- function(observed, what, how) {
  curve <- observed$curve
  if (!is_area(what)) check_sums(list(what), list(), "curve")
  check_unused(c(mu = !is.null(how$mu), trend = !isFALSE(how$trend)), "with the curves of several scores")
  refuse_counts(observed$variance)
  if (has_spreads(curve)) {
    message <- paste("`x` must not have curves of groups: ask for those of one,",
                     "as by roc_collect(dplyr::filter(tbl, ...), c(a, b), ..., variance = TRUE).")
    raise("curve", message, argument = "x")
  }
  spread <- spread_of_curve(curve)
  names <- unique(curve[["score"]])
  if (length(names) < 2L) {
    message <- paste("`x` must have the curves of two scores or more:",
                     "roc_collect(tbl, c(a, b), ..., variance = TRUE).")
    raise("curve", message, argument = "x")
  }
  if (how$test == "exact") {
    raise("choice", "`test` must be \"score\" or \"wald\" for several scores.", argument = "test",
          value = "exact")
  }
  check_sides(how$alternative, length(names), "scores")
  request <- request_of(how)
  known <- spread[c("spread", "differences", "pairs", "direction", "joint")]
  found <- unwrap(test_sums(known, c(request, list(variance = observed$variance))))
  if (!is.na(found$p.value)) warn_of_effective(known$spread$effective)
  method <- sprintf("%s of weighted AUCs of the same observations (%s, %s)", words_of_aim(request), how$test,
                    observed$variance)
  c(htest_of_scores(found, request, names, what), list(method = method))
}

#' @exportS3Method
tests.roc_tally_sums <- function(observed, what, how) {
  message <- paste("`x` must not be a tally alone: tallies of two scores do not say how these vary together.",
                   "Give observations, curves of roc_collect(tbl, c(a, b), ..., variance = TRUE), or an",
                   "independent tally as `y`.")
  raise("type", message, argument = "x", expected = "scores", found = "roc_tally")
}

#' @exportS3Method
tests.roc_points <- function(observed, what, how) raise_without_observations("A test")

raise_without_observations <- function(what) {
  message <- sprintf("%s needs observations, which a curve does not have: give scores and labels, or a fit.",
                     what)
  raise(c("observations", "type"), message, argument = "x", expected = "observations", found = "a curve")
}
