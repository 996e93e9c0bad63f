#' Weighted Wilcoxon-Mann-Whitney statistic
#'
#' The area under the weighted ROC curve straight from the observations,
#' without the curve: the probability that a positive observation has a higher
#' score than a negative one, plus half the probability of a tie.
#'
#' @section Definition:
#' With \eqn{P} the observations of the positive class, \eqn{N} those of the
#' negative class, \eqn{s_i} the scores, \eqn{w_i} the weights, and
#' \eqn{W_1}{W1} and \eqn{W_0}{W0} the total weights of the classes,
#' \deqn{AUC = \frac{1}{W_1 W_0} \sum_{i \in P} \sum_{j \in N} w_i w_j
#'       \left( I(s_i > s_j) + \frac{1}{2} I(s_i = s_j) \right).}{
#'       AUC = 1 / (W1 W0) sum over i in P, j in N of
#'       w_i w_j (I(s_i > s_j) + I(s_i = s_j) / 2).}
#' This is `WeightedAUC(WeightedROC(guess, label, weight))`. A tie is one half;
#' `-0` ties with `0`; an observation of weight 0 counts as absent. Without
#' weights it is the statistic of [stats::wilcox.test()] divided by the number
#' of pairs.
#'
#' @section Accuracy and complexity:
#' The sums are compensated: the relative error is below 1e-14 whatever the
#' number of pairs and the spread of the weights. Time at worst
#' \eqn{O(n \log n)}{O(n log n)} for each score
#' and less than the curve's, and about 16 bytes of working memory an observation.
#' Ctrl-C interrupts. The option `WeightedROC.threads` works as for [WeightedROC()]; of many scores,
#' each thread takes some, with 16 bytes an observation each, and 8 bytes for all.
#'
#' @param guess Scores as in [WeightedROC()], or several scores of the same
#'   observations: a numeric matrix or a data.frame with one score a column, or a list of scores.
#' @param label Classes as in [WeightedROC()], as long as a score; with `positive` any two values.
#' @param weight Weights as in [WeightedROC()]. `NULL`: all are 1.
#' @param positive The value of `label` that is positive; the other one is negative. By default as in
#'   [WeightedROC()]; needed where labels are texts.
#' @param na.rm `TRUE` to leave out observations in which a score, the label, the weight or the
#'   cluster is missing, for all scores alike. By default these are an error.
#'
#' @return A number in \[0, 1\]: 0.5 for a score that tells nothing, 1 for one
#'   that separates the classes. For several scores, a vector with one
#'   number each, with their names.
#'
#' @section Errors:
#' Those of [WeightedROC()]. Of several scores the message begins with the name of the one that it
#' is about, and the field `score` has it, or its number where it has no name.
#' `wroc_error_labels` also for a `positive` that is no value of `label`, or not one of two.
#'
#' @source
#' Mann, H. B. and Whitney, D. R. (1947). On a test of whether one of two random
#' variables is stochastically larger than the other. *Annals of Mathematical
#' Statistics* 18, 50-60, \doi{10.1214/aoms/1177730491}. Bamber, D. (1975). The
#' area above the ordinal dominance graph and the area below the receiver
#' operating characteristic graph. *Journal of Mathematical Psychology* 12,
#' 387-415, \doi{10.1016/0022-2496(75)90001-2}.
#'
#' @family curves and their areas
#' @seealso [WeightedROC()] for the curve and [WeightedAUC()] for its area.
#'
#' @examples
#' y <- c(-1, -1, 1, 1, 1)
#' w <- c(1, 1, 1, 4, 5)
#' score <- c(1, 2, 3, 1, 1)
#' auc_wmw(score, y, w)
#' WeightedAUC(WeightedROC(score, y, w))
#'
#' # Several scores at once:
#' auc_wmw(cbind(score, inverted = -score, constant = 1), y, w)
#' auc_wmw(iris[1:4], iris$Species == "virginica")
#' @export
auc_wmw <- function(guess, label, weight = NULL, positive = NULL, na.rm = FALSE) {
  # Plain and short vectors go the short way: half of their time is R's.
  given <- nargs()
  plain <- !missing(guess) && !missing(label) && (given == 2L || given == 3L && !missing(weight))
  if (plain && length(label) < few_observations) {
    if (is.object(label) && is.factor(label)) check_codes(label, "label")
    area <- .Call(wrap__wmw, guess, label, weight, FALSE, 1L)
    if (!is.null(area)) {
      return(area)
    }
  }
  classed({
    if (is_fit(guess)) raise_type("guess", "scores; `coef(fit)` has the AUCs of a fit", guess)
    areas <- if (plain && are_columns(guess)) areas_of_columns(guess, label, weight)
    if (is.double(areas)) return(areas)
    observed <- observations_of(guess, label, weight, NULL, positive, na.rm)
    areas <- about_observations(observed, areas_of(observed$scores, observed$label, observed$weights))
    structure(areas, names = names(observed$scores))
  })
}

# Columns that need no closer look are taken as they are, without a copy. What is wrong with others is
# found on the long way.
are_columns <- function(guess) {
  is.data.frame(guess) || is.matrix(guess) && !is.object(guess)
}

areas_of_columns <- function(guess, label, weight) {
  if (is.object(label) && is.factor(label)) check_codes(label, "label")
  areas <- wmw_each(guess, label, weight, FALSE, threads_for(label, ncol(guess)))
  names <- if (is.matrix(guess)) dimnames(guess)[[2L]] else names(guess)
  if (is.double(areas)) structure(areas, names = names)
}

areas_of <- function(scores, label, weights) {
  areas <- wmw_each(scores, label, weights, TRUE, threads_for(label, length(scores)))
  about <- if (is.list(areas)) areas$score else 1
  of_observations(areas, scores[[about]], label)
}

area_of <- function(score, label, weights) areas_of(list(score), label, weights)
