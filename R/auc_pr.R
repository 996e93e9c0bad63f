#' Average precision, and areas under precision and recall
#'
#' One number for the curve of precision (PPV) over recall (TPR), with weights and at any prevalence:
#' `auc_pr()` straight from the observations, `roc_pr_auc()` of a curve.
#'
#' @section Definition:
#' With the scores \eqn{s_1 > s_2 > ...}, \eqn{P_k}{P[k]} the precision and \eqn{R_k}{R[k]} the recall when all
#' from \eqn{s_k}{s[k]} on is called positive, and \eqn{R_0 = 0}{R[0] = 0},
#' \deqn{average\ precision = \sum_k (R_k - R_{k-1}) P_k.}{average precision = sum of (R[k] - R[k-1]) P[k].}
#' This is the step sum that `average_precision_score()` of scikit-learn takes.
#'
#' `pr_area` is the area under the curve between the thresholds, too. There TP and FP grow along a straight
#' line, as they do where scores that are tied are called positive by lot, and the precision along a hyperbola
#' (Davis and Goadrich 2006): from a point with TP, FP to one with \eqn{d} more true positives and \eqn{m d} more
#' false ones it is
#' \eqn{(TP + u) / (TP + u + FP + m u)}{(TP + u) / (TP + u + FP + m u)} where \eqn{u} of the \eqn{d} are found.
#' The integral is taken in closed form. A straight line between the points is too high and is never drawn here.
#'
#' `prg_area` is the area under the curve of gains, see [roc_prg()].
#'
#' With a `prior` \eqn{\pi} the precision is
#' \eqn{\pi TPR / (\pi TPR + (1 - \pi) FPR)}{pi TPR / (pi TPR + (1 - pi) FPR)}. Unlike the area under
#' the ROC curve these numbers depend on the prevalence: a score that tells nothing has an area of about the
#' prevalence. They can be compared between samples only at one `prior`.
#'
#' @section How sure:
#' The numbers come without intervals, so that they take no longer than [auc_wmw()] by much. Intervals and
#' tests of each of them, with weights, clusters and designs, are those of [roc_ci()] and [auc_test()]:
#' `roc_ci(guess, label, weight, roc_summary("AP"))`. How often these hold, and at which `prior` they do
#' not, is in [roc_summary()]: a sample of as many positives as negatives says little of the precision where 3% are
#' positive, and makes it look too high.
#'
#' @section Accuracy and complexity:
#' The sums are compensated, and right to about 1e-14 whatever the spread of the weights.
#' \eqn{O(n \log n)}{O(n log n)} time for each score, and \eqn{O(n)} for each prior; memory as for [auc_wmw()]. `roc_pr_auc()` takes \eqn{O(m)} for \eqn{m} rows.
#'
#' @inheritParams auc_wmw
#' @inheritParams roc_measures
#' @param prior The probability of the positive class, in (0, 1). By default its share in the weights. For
#'   several priors there are rows for each.
#'
#' @return A data.frame with a row for each prior, of each score where there are several:
#'   \item{score}{The name of the score, where there are several.}
#'   \item{prior}{The probability of the positive class.}
#'   \item{average_precision, pr_area}{In \[0, 1\].}
#'   \item{prg_area}{At most 1. It has no lower bound; `NA` where no double holds it, as at a prior of 1e-310.}
#'
#' @section Errors:
#' Those of [auc_wmw()] or of a curve, see [roc_measures()]; `wroc_error_type`, `wroc_error_missing`,
#' `wroc_error_empty` and `wroc_error_range` for priors.
#'
#' @source
#' Davis, J. and Goadrich, M. (2006). The relationship between precision-recall and ROC curves.
#' *Proceedings of the 23rd International Conference on Machine Learning*, 233-240,
#' \doi{10.1145/1143844.1143874}. Boyd, K., Eng, K. H. and Page, C. D. (2013). Area under the
#' precision-recall curve: point estimates and confidence intervals. *Machine Learning and Knowledge Discovery in
#' Databases*, 451-466, \doi{10.1007/978-3-642-40994-3_29}.
#'
#' @family curves and their areas
#' @seealso [roc_pr()] for the curve, [roc_prg()] for that of gains.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, c(180, 20))
#' score <- rnorm(200, 2 * truth)
#' weight <- rexp(200)
#' auc_pr(score, truth, weight)
#'
#' # Where one in a hundred is positive
#' auc_pr(score, truth, weight, prior = 0.01)
#'
#' # With an interval
#' roc_ci(score, truth, weight, roc_summary("AP"))
#'
#' # Of a curve
#' roc_pr_auc(WeightedROC(score, truth, weight))
#' @export
auc_pr <- function(guess, label, weight = NULL, prior = NULL, positive = NULL, na.rm = FALSE) classed({
  if (is_fit(guess)) return(answer_to_fit("auc_pr", guess, arguments_given()))
  observed <- observations_of(guess, label, weight, NULL, positive, na.rm)
  prior <- check_priors(prior)
  areas <- for_each_score(observed, function(score) {
    found <- precision_areas(scored(replace(observed, "scores", list(list(score)))), prior)
    of_observations(found, score, observed$label)
  })
  with_names(bound_rows(areas), if (!is.null(observed$names)) rep(observed$names, each = nrow(areas[[1L]])))
})

#' @rdname auc_pr
#' @export
roc_pr_auc <- function(curve, prior = NULL) classed({
  check_given(curve)
  prior <- check_priors(prior)
  for_each_curve(roc_curves(curve), function(curve) unwrap(curve_precision_areas(columns_of(curve), prior)))
})
