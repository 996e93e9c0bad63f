#' Influence of each observation on numbers of a ROC curve
#'
#' How much each observation moves the area, a partial area, a rate, a predictive value or a risk: what
#' standard errors, covariances and tests of any such number, and of what is made of them, rest on.
#'
#' @section Definition:
#' The influence of observation \eqn{i} on a number \eqn{q} is \eqn{u_i = w_i\, dq/dw_i}{
#' u_i = w_i dq/dw_i}: what is lost of \eqn{q}, but for terms of higher order, when the observation is. With
#' \eqn{s_i} its share of the weight of its class, 1 for what holds of the observation and 0 else in
#' brackets, and \eqn{\pi_1, \pi_0}{pi1, pi0} the shares of the classes in the whole weight:
#' \describe{
#'   \item{`"area"`}{That of [auc_influence()].}
#'   \item{A rate at a threshold}{\eqn{s_i ([x_i \ge c] - p)}{s_i ([x_i >= c] - p)} in its class, 0 in the
#'     other one.}
#'   \item{PPV, NPV, ACC, ER, F1, risk}{Of a quotient of sums over the cells of the confusion matrix,
#'     \eqn{q = N / D}, in which the cell of \eqn{i} counts \eqn{n_i} and \eqn{d_i}:
#'     \eqn{\pi s_i (n_i - q d_i) / D}{pi s_i (n_i - q d_i) / D}; where `prior` is given, less its mean in
#'     the class.}
#'   \item{A partial area by FPR}{With \eqn{U_i} the FPR at the score of a positive, along its segment of the
#'     curve for ties: \eqn{s_i (h_i - A)} for positives, \eqn{h = b - U} within \eqn{[a, b]}, of which the
#'     area is the mean; and \eqn{-s_j (K_j - \bar K)}{-s_j (K_j - mean K)} for negatives, \eqn{K_j} being
#'     the share of the positives with \eqn{a < U < b} that negative \eqn{j} beats. By TPR with classes and
#'     the sign of the scores swapped.}
#'   \item{The TPR at an FPR of \eqn{x}}{\eqn{s_i (y_i - TPR)} for positives, \eqn{y} being 1 above the
#'     threshold, and \eqn{-m s_j (y_j - x)} for negatives, where \eqn{m} is the slope of the curve, the
#'     ratio of both densities at the threshold (Pepe 2003, equation 5.4). It is taken from the curve
#'     between \eqn{x - e} and \eqn{x + e}, with \eqn{e} the standard error of the FPR at that
#'     threshold, \eqn{\sqrt{\sum s_j^2 (y_j - x)^2}}{sqrt(sum s_j^2 (y_j - x)^2)}. The FPR at a TPR
#'     likewise.}
#' }
#' Standardized partial areas have those of the area times what it is multiplied by, also below chance.
#' Influences on one number sum to 0. `sum(u^2)` is the infinitesimal jackknife variance,
#' `crossprod(u)` the covariance matrix; sums by cluster give those of clusters, and totals of
#' `u / weight` in a survey design those of the design. For a smooth function \eqn{g} of several numbers the
#' influence is that of the numbers times the gradient of \eqn{g}: for a difference of two, the
#' difference. Where an end of the interval of a partial area is a corner of the curve, the influence is
#' half way between those of both sides.
#'
#' @section Complexity:
#' One sort for each score, then \eqn{O(n)} for each number.
#'
#' @inheritParams auc_influence
#' @param what `"area"`, a number made by [roc_partial()] or [roc_measure()], or a list of several;
#'   names in the list name the columns. Behind a fit of [weighted_roc()] it may be the second argument.
#'
#' @return A data.frame with a row for each observation and a column for each number; for several scores
#'   those of each score, `score: number`. 0 where the weight is 0, `NA` where `na.rm` left the
#'   observation out, `NaN` where a number is 0/0.
#'
#' @section Errors:
#' Those of [auc_wmw()] and [roc_measure()].
#'
#' @source
#' Hampel, F. R. (1974). The influence curve and its role in robust estimation. *Journal of the American
#' Statistical Association* 69, 383-393. Pepe, M. S. (2003). *The Statistical Evaluation of Medical
#' Tests for Classification and Prediction*. Oxford University Press. Deville, J.-C. (1999). Variance
#' estimation for complex statistics and estimators: linearization and residual techniques. *Survey
#' Methodology* 25, 193-203.
#'
#' @family inference
#' @seealso [roc_ci()] for intervals made of these.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' score <- rnorm(100, truth)
#' weight <- rexp(100)
#' u <- roc_influence(score, truth, weight, list(
#'   early = roc_partial(FPR = c(0, 0.2)), late = roc_partial(FPR = c(0.2, 1)), "area"
#' ))
#' colSums(u)
#' sqrt(diag(crossprod(as.matrix(u))))
#' # Parts of the area add up, and so do their influences
#' range(u$early + u$late - u$area)
#' @export
roc_influence <- function(guess, label, weight = NULL, what = "area", positive = NULL,
                          na.rm = FALSE) classed({
  if (is_fit(guess)) return(answer_to_fit("roc_influence", guess, arguments_given()))
  observed <- observations_of(guess, label, weight, NULL, positive, na.rm)
  what <- check_what(what)
  refuse_thresholds(what, "influence")
  columns <- for_each_score(observed, function(score) {
    found <- influences_of(score, observed, what)
    if (is.null(observed$kept)) found else lapply(found, in_place, observed$kept, length(label))
  })
  if (!is.null(observed$names)) {
    columns <- Map(function(columns, score) {
      structure(columns, names = paste0(score, ": ", names(columns)))
    }, columns, observed$names)
  }
  columns <- do.call(c, unname(columns))
  as_frame(columns, length(columns[[1L]]))
})

# The quantities of `what`, and the influences on each.
influences_of <- function(score, observed, what) {
  found <- influences_on_all(score, observed$label, observed$weights, what)
  rows <- length(found$influences) / length(what)
  slope <- descriptions_of(what)$slope
  columns <- lapply(seq_along(what), function(k) {
    slope[[k]] * found$influences[(k - 1) * rows + seq_len(rows)]
  })
  structure(columns, names = names(what))
}

# Before they are scaled, one quantity after the other.
influences_on_all <- function(score, label, weights, what) {
  found <- influences_on(scored(list(scores = list(score), label = label, weights = weights)), what)
  of_observations(found, score, label)
}
