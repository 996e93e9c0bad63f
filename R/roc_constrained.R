#' The best threshold under bounds
#'
#' `roc_constrained()` returns the threshold with the largest true positive rate that keeps bounds on rates,
#' on the share called positive (a budget) or on the predictive value. With `randomize = TRUE` the rule may
#' choose between two thresholds at random, as in the lemma of Neyman and Pearson.
#'
#' @details
#' If `max_FPR`, `min_TNR`, `max_share`, `min_PPV` or `max_FDR` is given, the result has the largest `TPR` of
#' all thresholds that keep every bound, and of several the smallest `FPR`. If only `min_TPR` or `max_FNR` is
#' given, it has the smallest `FPR`, and of several the largest `TPR`. `min_TNR` is the bound `1 - max_FPR`,
#' `max_FDR` is `1 - min_PPV`. With \eqn{\pi}{pi} the `prior`,
#' \deqn{share = \pi TPR + (1 - \pi) FPR, \qquad PPV = \pi TPR / share.}{
#'       share = prior TPR + (1 - prior) FPR,  PPV = prior TPR / share.}
#' Calling nothing positive has no PPV, and keeps a bound on it. Only `min_TPR` and `max_FNR` can be
#' impossible.
#'
#' A bound mostly falls between two thresholds. A rule that uses the lower threshold with a certain
#' probability, and otherwise the higher one, reaches it exactly. In the ROC plane all these bounds are
#' straight lines, so the best such rule lies on the convex hull ([roc_hull()]); no rule that uses only the
#' score is better in these data.
#'
#' A bound \eqn{b} may be passed by rounding, at most by
#' \eqn{2^{-50} \min(b, 1 - b) + 2^{-52}}{2^-50 min(b, 1 - b) + 2^-52}; bounds of 0 and 1 hold exactly.
#'
#' @inheritParams roc_at
#' @param max_FPR,min_TNR,max_FNR,min_TPR bounds on rates, numbers in \[0, 1\]. Bounds and `prior` may be
#'   vectors of one length, for a row each.
#' @param max_share the largest share of the population that may be called positive.
#' @param min_PPV,max_FDR the least share of positives among those called positive, or the largest share of
#'   negatives.
#' @param randomize `TRUE` for the best rule that may choose between two thresholds at random.
#' @return A data.frame of class `roc_constrained` with a row for each problem on each curve:
#'   \item{feasible}{whether any rule, also one that chooses at random, keeps all bounds;}
#'   \item{TPR, FPR, threshold, FN, FP, share, PPV}{the row of the curve, `NA` if no threshold keeps the
#'     bounds. With `randomize = TRUE` there are instead}
#'   \item{TPR, FPR, threshold_low, threshold_high, probability}{the rates of the rule, its thresholds, and
#'     the probability of the one that calls more observations positive. If no choice is needed, both are the
#'   same and the probability is 0;} and the bounds and `prior`.
#' @section Errors: `wroc_error_choice` when no bound is given; `wroc_error_type`, `wroc_error_length`,
#'   `wroc_error_missing` and `wroc_error_range` for numbers. Bounds that cannot be kept are not an error: see
#'   `feasible`.
#' @section Complexity: O(m + k log m) time for m rows and k problems, O(k m) with a bound on the predictive
#'   value.
#' @references Neyman J, Pearson ES (1933). On the problem of the most efficient tests of statistical
#'   hypotheses. Philosophical Transactions of the Royal Society A 231, 289-337. Provost F, Fawcett T (2001).
#'   Robust classification for imprecise environments. Machine Learning 42, 203-231.
#' @family decisions from a curve
#' @seealso [roc_optimal()] where costs are known; [roc_at()] for the point of the curve at a rate.
#' @examples
#' fit <- weighted_roc(am ~ mpg + qsec, mtcars)
#' roc_constrained(fit, max_FPR = 0.1)
#' roc_constrained(fit, max_FPR = 0.1, randomize = TRUE)
#'
#' # A budget; at least half of those called positive must be positive
#' roc_constrained(fit["mpg"], max_share = c(0.1, 0.2, 0.3), min_PPV = 0.5)
#' @export
roc_constrained <- function(x, ..., max_FPR = NULL, max_FNR = NULL, max_share = NULL, max_FDR = NULL,
                            min_TPR = NULL, min_TNR = NULL, min_PPV = NULL, randomize = FALSE,
                            prior = NULL) classed({
  check_given(x)
  bounds <- check_bounds(list(
    max_FPR = max_FPR, max_FNR = max_FNR, max_share = max_share, max_FDR = max_FDR, min_TPR = min_TPR,
    min_TNR = min_TNR, min_PPV = min_PPV, prior = prior
  ))
  check_flag(randomize, "randomize")
  asked <- bounds_of_core(bounds)
  rules <- for_each_curve(roc_curves(x, ...), function(curve) {
    found <- unwrap(curve_constrained(columns_of(curve), asked, bounds$prior))
    best <- if (randomize) {
      ends <- c("hull_threshold_low", "hull_threshold_high")
      rule <- c("TPR", "FPR", "threshold_low", "threshold_high", "probability")
      structure(found[c("TPR_hull", "FPR_hull", ends, "hull_probability")], names = rule)
    } else {
      c(as.list(rows_of(curve, found$row))[columns_of_curves], found[c("share", "PPV")])
    }
    problem <- c(bounds[setdiff(names(bounds), "prior")], found["prior"])
    as_frame(c(list(feasible = !is.na(found$TPR_hull)), best, problem), length(found$prior))
  })
  with_class(rules, "roc_constrained")
})

# The bounds that are given, and the prior, each as often as the longest.
check_bounds <- function(asked) {
  given <- asked[!vapply(asked, is.null, NA)]
  names <- setdiff(names(asked), "prior")
  if (!any(names %in% names(given))) {
    message <- sprintf("One of %s at least must be given.", paste0("`", names, "`", collapse = ", "))
    raise("choice", message, argument = names)
  }
  checked <- function(x, name) check_numbers(x, name, if (name == "prior") prior_range else rate_range)
  of_one_length(Map(checked, given, names(given)), "bounds and prior")
}

# On FPR, FNR, TPR, share and PPV, NaN for none; of two on the same rate the closer one.
bounds_of_core <- function(bounds) {
  none <- rep(NaN, length(bounds[[1L]]))
  given <- function(name) or(bounds[[name]], none)
  list(
    pmin(given("max_FPR"), 1 - given("min_TNR"), na.rm = TRUE),
    given("max_FNR"), given("min_TPR"), given("max_share"),
    pmax(given("min_PPV"), 1 - given("max_FDR"), na.rm = TRUE)
  )
}
