#' The best threshold under bounds
#'
#' `roc_constrained()` returns the threshold with the largest true positive rate under bounds. Use it if
#' rates, predictive values or the share called positive (a budget) are bounded. With `randomize = TRUE`
#' the rule may choose between two thresholds at random, as in the Neyman-Pearson lemma.
#'
#' @details
#' If `max_FPR`, `min_TNR`, `max_share`, `min_PPV` or `max_FDR` is given, the result has the largest `TPR`
#' under all bounds; ties have the smallest `FPR`. If only `min_TPR`, `max_FNR`, `min_NPV` or `max_FOR` is
#' given, it has the smallest `FPR`; ties have the largest `TPR`. `min_TNR` is the bound `1 - max_FPR`,
#' `max_FDR` is `1 - min_PPV`, `max_FOR` is `1 - min_NPV`. With \eqn{\pi}{pi} the `prior`,
#' \deqn{share = \pi TPR + (1 - \pi) FPR, \quad PPV = \pi TPR / share, \quad
#'       NPV = (1 - \pi) TNR / (1 - share).}{
#'       share = prior TPR + (1 - prior) FPR,  PPV = prior TPR / share,  NPV = (1 - prior) TNR / (1 - share).}
#' PPV is undefined if nothing is called positive, and NPV if everything is; bounds on them then hold.
#' `min_TPR`, `max_FNR`, `min_NPV` and `max_FOR` can be impossible together with others.
#'
#' A bound usually falls between two thresholds. A rule that uses the one which calls more observations
#' positive with a certain probability, and otherwise the other one, attains it exactly. In the ROC plane
#' all these bounds are straight lines, so the best such rule lies on the convex hull ([roc_hull()]); no
#' rule that uses only the score is better in these data.
#'
#' A bound \eqn{b} may be exceeded by rounding, at most by \eqn{2^{-50} \min(b, 1 - b) + 2^{-52}}{2^-50
#' min(b, 1 - b) + 2^-52}; bounds of 0 and 1 hold exactly.
#'
#' @inheritParams roc_at
#' @param max_FPR,min_TNR,max_FNR,min_TPR bounds on rates, numbers in \[0, 1\]. Bounds and `prior` may be
#'   vectors of one length, for a row each.
#' @param max_share the largest share of the population that may be called positive.
#' @param min_PPV,max_FDR the least share of positives among those called positive, or the largest share of
#'   negatives.
#' @param min_NPV,max_FOR the least share of negatives among those not called positive, or the largest share
#'   of positives.
#' @param randomize `TRUE` for the best rule that may choose between two thresholds at random.
#' @return A data.frame of class `roc_constrained` with a row for each problem on each curve:
#'   \item{feasible}{whether any rule, also one that chooses at random, keeps all bounds;}
#'   \item{TPR, FPR, threshold, FN, FP, share, PPV, NPV}{the row of the curve, `NA` if no threshold keeps the
#'     bounds. With `randomize = TRUE` there are instead}
#'   \item{TPR, FPR, threshold_low, threshold_high, probability}{the rates of the rule, its thresholds, and
#'     the probability of the one that calls more observations positive. If no choice is needed, both are the
#'   same and the probability is 0;} and the bounds and `prior`.
#' @section Errors: `wroc_error_choice` when no bound is given; `wroc_error_type`, `wroc_error_length`,
#'   `wroc_error_missing` and `wroc_error_range` for numbers. Bounds that cannot be kept are not an error: see
#'   `feasible`.
#' @section Complexity: O(m + k log m) time for m rows and k problems, O(k m) with a bound on a predictive
#'   value.
#' @references Neyman J, Pearson ES (1933). On the problem of the most efficient tests of statistical
#'   hypotheses. Philosophical Transactions of the Royal Society A 231, 289-337. Provost F, Fawcett T (2001).
#'   Robust classification for imprecise environments. Machine Learning 42, 203-231.
#' @family decisions from a curve
#' @seealso [roc_measure()] with a bound for the rates there with confidence intervals; [roc_optimal()] where
#'   costs are known; [roc_at()] for the point of the curve at a rate.
#' @examples
#' fit <- weighted_roc(am ~ mpg + qsec, mtcars)
#' roc_constrained(fit, max_FPR = 0.1)
#' roc_constrained(fit, max_FPR = 0.1, randomize = TRUE)
#'
#' # A budget; at least half of those called positive must be positive
#' roc_constrained(fit["mpg"], max_share = c(0.1, 0.2, 0.3), min_PPV = 0.5)
#' @export
roc_constrained <- function(x, ..., max_FPR = NULL, max_FNR = NULL, max_share = NULL, max_FDR = NULL,
                            max_FOR = NULL, min_TPR = NULL, min_TNR = NULL, min_PPV = NULL, min_NPV = NULL,
                            randomize = FALSE, prior = NULL) {
  call <- call_by_places(sys.call(), names(formals()))
  if (!is.null(call)) return(eval(call, parent.frame()))
  classed({
    check_given(x)
    refuse_foreign(x, "x")
    problems <- check_bounds(environment(), prior)
    check_flag(randomize, "randomize")
    number <- length(problems[[1L]])
    rules <- for_each_curve(with_prevalence(roc_curves(x, ...), prior), function(curve) {
      bounds <- problems[names(problems) != "prior"]
      result <- unwrap(curve_constrained(columns_of(curve), bounds, problems$prior, number))
      best <- if (randomize) {
        ends <- c("hull_threshold_low", "hull_threshold_high")
        rule <- c("TPR", "FPR", "threshold_low", "threshold_high", "probability")
        structure(result[c("TPR_hull", "FPR_hull", ends, "hull_probability")], names = rule)
      } else {
        c(as.list(rows_of(curve, result$row))[columns_of_curves], result[c("share", "PPV", "NPV")])
      }
      as_frame(c(list(feasible = !is.na(result$TPR_hull)), best, bounds, result["prior"]), number)
    })
    with_class(rules, "roc_constrained")
  })
}

names_of_bounds <- c("max_FPR", "max_FNR", "max_share", "max_FDR", "max_FOR", "min_TPR", "min_TNR", "min_PPV",
                     "min_NPV")

# The bounds among the arguments of a function, or in a list, as numbers. NULL counts as not given.
bounds_given <- function(arguments) {
  args <- mget(names_of_bounds, as.environment(arguments), ifnotfound = list(NULL))
  args <- args[!vapply(args, is.null, NA)]
  Map(check_numbers, args, names(args))
}

# The same and the prior, each as often as the longest.
check_bounds <- function(arguments, prior) {
  bounds <- bounds_given(arguments)
  if (length(bounds) == 0L) {
    message <- sprintf("At least one of %s must be given.",
                       paste0("`", names_of_bounds, "`", collapse = ", "))
    raise("choice", message, argument = names_of_bounds)
  }
  prior <- if (!is.null(prior)) list(prior = check_numbers(prior, "prior"))
  check_one_length(c(bounds, prior), "bounds and prior")
}
