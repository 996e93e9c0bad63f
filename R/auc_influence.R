#' Influence of each observation on the area under a ROC curve
#'
#' How much each observation moves the weighted area: the empirical influence
#' function, on which all standard errors of this package rest.
#'
#' @section Definition:
#' Let \eqn{W_1}{W1} and \eqn{W_0}{W0} be the total weights of the classes, \eqn{A} the area
#' ([auc_wmw()]), \eqn{V_{10,i}}{V10_i} the weighted share of the negatives that positive
#' \eqn{i} beats and \eqn{V_{01,j}}{V01_j} that of the positives that beat negative \eqn{j},
#' ties counting half. Then
#' \deqn{u_i = \frac{w_i}{W_1} (V_{10,i} - A), \qquad u_j = \frac{w_j}{W_0} (V_{01,j} - A)}{
#'       u_i = (w_i / W1) (V10_i - A),  u_j = (w_j / W0) (V01_j - A)}
#' for a positive \eqn{i} and a negative \eqn{j}. In each class they sum to 0. Multiplying all
#' weights of a class by a number, or applying an increasing function to the scores, changes
#' nothing; swapping the classes and the sign of the scores changes nothing either.
#'
#' \eqn{w\, dA/dw = u}{w dA/dw = u}: \eqn{u_i} is the derivative of the area by the logarithm of a
#' weight. So `sum(u^2)` is the infinitesimal jackknife variance, sums by cluster give that of
#' clusters, and in a survey design the total of `u / weight` has the design-based variance of the
#' area, see [auc_svy()].
#'
#' @section Complexity:
#' At worst \eqn{O(n \log n)}{O(n log n)} time for each score.
#'
#' @inheritParams auc_wmw
#'
#' @return A numeric vector in the order of the observations, 0 where the weight is 0 and `NA` where
#'   `na.rm` left the observation out. For several scores, a matrix with one column each.
#'
#' @section Errors:
#' Those of [auc_wmw()].
#'
#' @source
#' DeLong, E. R., DeLong, D. M. and Clarke-Pearson, D. L. (1988). Comparing the areas under two or
#' more correlated receiver operating characteristic curves: a nonparametric approach.
#' *Biometrics* 44, 837-845, \doi{10.2307/2531595}. Sun, X. and Xu, W. (2014). Fast implementation
#' of DeLong's algorithm for comparing the areas under correlated receiver operating characteristic
#' curves. *IEEE Signal Processing Letters* 21, 1389-1393. Binder, D. A. (1983). On the variances
#' of asymptotically normal estimators from complex surveys. *International Statistical Review*
#' 51, 279-292.
#'
#' @family inference
#' @seealso [auc_ci()], [auc_test()], [auc_svy()].
#'
#' @examples
#' y <- c(-1, -1, 1, 1, 1)
#' w <- c(1, 1, 1, 4, 5)
#' score <- c(1, 2, 3, 1, 1)
#' (u <- auc_influence(score, y, w))
#' sqrt(sum(u^2))
#' auc_ci(score, y, w, variance = "jackknife")$std.error
#' @export
auc_influence <- function(guess, label, weight = NULL, positive = NULL, na.rm = FALSE) {
  # Plain and short vectors go the short way: most of their time is R's.
  given <- nargs()
  plain <- !missing(guess) && !missing(label) && (given == 2L || given == 3L && !missing(weight))
  if (plain && length(label) < few_observations) {
    if (is.object(label) && is.factor(label)) check_codes(label, "label")
    found <- influences(guess, label, weight, FALSE, 1L)
    if (!is.null(found)) {
      return(found$influence)
    }
  }
  classed({
    if (is_fit(guess)) return(answer_to_fit("auc_influence", guess, arguments_given()))
    observed <- observations_of(guess, label, weight, NULL, positive, na.rm)
    values <- for_each_score(observed, function(score) {
      influence <- influence_of(score, observed$label, observed$weights)
      if (is.null(observed$kept)) influence else in_place(influence, observed$kept, length(label))
    })
    if (is.null(observed$names)) {
      return(values[[1L]])
    }
    matrix(unlist(values, use.names = FALSE), length(values[[1L]]), length(values),
           dimnames = list(NULL, names(observed$scores)))
  })
}

influence_of <- function(score, label, weights) {
  found <- influences(score, label, weights, TRUE, threads_for(label))
  of_observations(found, score, label)$influence
}

# What was left out has no influence that is known.
in_place <- function(influence, kept, length) replace(rep(NA_real_, length), kept, influence)
