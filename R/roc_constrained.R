#' The best rule under several bounds
#'
#' The largest true positive rate among the rules that keep all bounds: on errors, on the share of the
#' population that is called positive (a budget), and on the predictive value.
#'
#' @section Definition:
#' With \eqn{\pi} the `prior`, a rule may be bounded by its rates and by
#' \deqn{share = \pi TPR + (1 - \pi) FPR, \qquad PPV = \pi TPR / share.}{
#'       share = prior TPR + (1 - prior) FPR,  PPV = prior TPR / share.}
#' Where `max_FPR`, `max_share` or `min_PPV` is given, the rule is the one with the largest `TPR` of all that
#' keep the bounds; of several, that with the smallest `FPR`. Where only `min_TPR` or `max_FNR` is,
#' it is the one with the smallest `FPR`; of several, that with the largest `TPR`. All bounds hold at once.
#'
#' Two rules are given: the best threshold, and the best rule that may use one threshold with a
#' probability and a second one otherwise. In the plane of both rates all of these bounds are straight
#' lines, so that the second rule lies on the convex hull ([roc_hull()]), at a corner or where a line crosses
#' an edge, and no rule that sees only the score is better in these data. To call
#' nothing positive keeps every bound from above and has no PPV, which counts as kept; only
#' `min_TPR` and `max_FNR` can be impossible.
#'
#' A bound \eqn{b} may be passed by rounding, at most by
#' \eqn{2^{-50} \min(b, 1 - b) + 2^{-52}}{2^-50 min(b, 1 - b) + 2^-52};
#' bounds of 0 and 1 hold exactly. So `min_TPR = 1 - b` and `max_FNR = b` are the same bound.
#'
#' One bound alone, `max_FPR` or `max_FNR`, is the problem of [roc_neyman_pearson()], which also says what
#' the curve itself reaches at the bound.
#'
#' @section Complexity:
#' \eqn{O(m + k \log m)}{O(m + k log m)} time for \eqn{m} rows and \eqn{k} problems, with `min_PPV`
#' \eqn{O(k m)}.
#'
#' @inheritParams roc_measures
#' @param max_FPR,max_FNR,min_TPR Bounds on rates, numbers in \[0, 1\]. All bounds and priors may be
#'   vectors of one length, or of length 1, for an answer to each.
#' @param max_share The largest share of the population that may be called positive.
#' @param min_PPV The least share of positives among those that are called positive.
#' @param prior Probability of the positive class, in (0, 1), for `max_share` and `min_PPV`. By default
#'   the share of the positive class in the weights.
#'
#' @return A data.frame with a row for each problem and the columns
#'   \item{those of the bounds that are given, prior}{the problem,}
#'   \item{feasible}{whether any rule keeps all bounds,}
#'   \item{TPR, FPR, threshold, FN, FP}{the row of the curve that is best under them, `NA` if none keeps them,}
#'   \item{share, PPV}{what is bounded of it,}
#'   \item{TPR_hull, FPR_hull}{the rates of the best rule that may choose at random, `NA` if none keeps the
#'     bounds,}
#'   \item{hull_threshold_low, hull_threshold_high, hull_probability}{its thresholds and the
#'     probability of using the lower one; where it needs no choice both are the same and the
#'     probability is 0.}
#'
#' @section Errors:
#' Those of a curve, see [roc_measures()]; `wroc_error_type`, `wroc_error_length`, `wroc_error_missing` and
#' `wroc_error_range` for the numbers; `wroc_error_choice` when no bound is given. What can't be done is
#' no error: `feasible` says so.
#'
#' @source
#' Provost, F. and Fawcett, T. (2001). Robust classification for imprecise environments. *Machine Learning*
#' 42, 203-231, section 4.2, \doi{10.1023/A:1007601015854}: the workforce utilization as a line in the
#' plane.
#'
#' @family decisions from a curve
#' @seealso [roc_optimal()] where costs are known.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, c(150, 50))
#' curve <- WeightedROC(rnorm(200, truth), truth, rexp(200))
#'
#' # Who can look at 10 % of all, at 20 % or at 30 %
#' roc_constrained(curve, max_share = c(0.1, 0.2, 0.3))
#'
#' # At most 10 % false alarms, and half of those called positive are to be so
#' roc_constrained(curve, max_FPR = 0.1, min_PPV = 0.5)
#'
#' # Not everything can be had
#' roc_constrained(curve, max_FPR = 0.05, min_TPR = c(0.1, 0.9))[c("min_TPR", "feasible", "TPR")]
#' @export
roc_constrained <- function(curve, max_FPR = NULL, max_FNR = NULL, min_TPR = NULL, max_share = NULL,
                            min_PPV = NULL, prior = NULL) classed({
  check_given(curve)
  asked <- list(max_FPR = max_FPR, max_FNR = max_FNR, min_TPR = min_TPR, max_share = max_share,
                min_PPV = min_PPV)
  given <- names(asked)[!vapply(asked, is.null, NA)]
  if (length(given) == 0L) {
    message <- sprintf("One of %s at least must be given.", paste0("`", names(asked), "`", collapse = ", "))
    raise("choice", message, argument = names(asked))
  }
  bounds <- lapply(structure(given, names = given), function(name) {
    check_numbers(asked[[name]], name, rate_range)
  })
  if (!is.null(prior)) bounds$prior <- check_numbers(prior, "prior", prior_range)
  bounds <- of_one_length(bounds, "bounds and prior")
  problems <- length(bounds[[1L]])
  of_core <- lapply(names(asked), function(name) {
    if (is.null(bounds[[name]])) rep(NaN, problems) else bounds[[name]]
  })
  for_each_curve(roc_curves(curve), function(curve) {
    found <- unwrap(curve_constrained(columns_of(curve), of_core, bounds$prior))
    best <- plain_frame(rows_of(curve, found$row))[c("TPR", "FPR", "threshold", "FN", "FP")]
    on_hull <- found[setdiff(names(found), c("prior", "row"))]
    front <- c(bounds[given], list(prior = found$prior, feasible = !is.na(found$TPR_hull)))
    as_frame(c(front, as.list(best), as.list(on_hull)), problems)
  })
})
