# Tests of the areas of several scores by their curves from roc_collect(), which know the sums over units
# that comparing the scores would have made.

test_of_curves <- function(curve, given, how, data.name) {
  known <- c("guess", "alternative", "conf.level", "variance", "test", "margin", "adjust")
  refuse_arguments(setdiff(given, known), "used with curves, which have no observations")
  refuse_counts(how$variance)
  if (has_spreads(curve)) {
    message <- paste("`guess` must not have curves of groups: ask for those of one,",
                     "as by roc_collect(dplyr::filter(tbl, ...), c(a, b), ..., variance = TRUE).")
    raise("curve", message, argument = "guess")
  }
  spread <- spread_of_curve(curve)
  names <- unique(curve[["score"]])
  if (length(names) < 2L) {
    message <- paste("`guess` must have the curves of two scores or more:",
                     "roc_collect(tbl, c(a, b), ..., variance = TRUE).")
    raise("curve", message, argument = "guess")
  }
  if (how$test == "exact") {
    raise("choice", "`test` must be \"score\" or \"wald\" for several scores.", argument = "test",
          value = "exact")
  }
  check_sides(how$alternative, length(names), "scores")
  request <- request_of(how)
  known <- spread[c("spread", "differences", "pairs", "direction", "joint")]
  found <- unwrap(test_sums(known, c(request, list(variance = how$variance))))
  if (!is.na(found$p.value)) warn_of_effective(known$spread$effective)
  method <- sprintf("%s of weighted areas under ROC curves of the same observations (%s, %s)",
                    words_of_aim(request), how$test, how$variance)
  finish_test(htest_of_scores(found, request, names, area_quantity), method, data.name)
}

refuse_tally <- function() {
  message <- paste("`guess` must not be a tally: tallies of two scores do not say how these vary together.",
                   "Give observations, or curves of roc_collect(tbl, c(a, b), ..., variance = TRUE).")
  raise("type", message, argument = "guess", expected = "scores", found = "roc_tally")
}
