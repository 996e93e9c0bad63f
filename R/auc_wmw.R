#' Weighted Wilcoxon-Mann-Whitney statistic
#'
#' Returns the AUC of observations without computing the curve: the probability that a randomly drawn
#' positive observation has a higher score than a negative one, plus half the probability of a tie. Use it
#' where only the number is needed, many times over; the AUCs of a fit are `coef(fit)`.
#'
#' @section Definition:
#' Let \eqn{P} be the positive and \eqn{N} the negative observations, \eqn{s_i} the scores and \eqn{w_i}
#' the weights. The classes have the total weights \eqn{W_1}{W1} and \eqn{W_0}{W0}, and
#' \deqn{AUC = \frac{1}{W_1 W_0} \sum_{i \in P} \sum_{j \in N} w_i w_j
#'       \left( I(s_i > s_j) + \frac{1}{2} I(s_i = s_j) \right).}{
#'       AUC = 1 / (W1 W0) sum over i in P, j in N of
#'       w_i w_j (I(s_i > s_j) + I(s_i = s_j) / 2).}
#' This is `WeightedAUC(WeightedROC(guess, label, weight))`. `-0` ties with `0`; rows with weight 0 are
#' ignored. Without weights it is the statistic of [stats::wilcox.test()] divided by the number of pairs.
#'
#' @section Accuracy and complexity:
#' Sums are compensated: the relative error is below 1e-14 whatever the number of pairs and the spread of the
#' weights. Time O(n log n) for each score, about 16 bytes of working memory per observation. The option
#' `WeightedROC.threads` works as for [WeightedROC()].
#'
#' @param guess scores as in [WeightedROC()], or several scores of the same observations: a numeric matrix or
#'   data.frame with one score per column, or a list of scores.
#' @param label classes as in [WeightedROC()], or any two numbers, of which the larger is positive; with `positive`
#'   any two values.
#' @param weight,weights weights, by either name, as in [WeightedROC()]; NULL for weights of 1.
#' @param positive the value of `label` that is positive; needed where labels are strings.
#' @param na.rm TRUE leaves out observations in which a score, the label or the weight is missing.
#' @param ... not used.
#' @return A number in \[0, 1\]; for several scores, a vector with their names.
#' @section Errors:
#' The errors are those of [WeightedROC()]. With several scores the message begins with the name of the
#' score concerned. `wroc_error_labels` is also raised for a `positive` that is not a value of `label`.
#' @references Mann HB, Whitney DR (1947). Annals of Mathematical Statistics 18, 50-60. Bamber D (1975). The
#'   area above the ordinal dominance graph and the area below the receiver operating characteristic graph.
#'   Journal of Mathematical Psychology 12, 387-415.
#' @seealso [weighted_roc()], [auc_ci()], [WeightedROC()] for the curve and [WeightedAUC()] for its AUC.
#' @examples
#' fit <- weighted_roc(am ~ mpg + qsec, mtcars)
#' coef(fit)
#' auc_wmw(mtcars[c("mpg", "qsec")], mtcars$am)
#'
#' y <- c(-1, -1, 1, 1, 1)
#' auc_wmw(c(1, 2, 3, 1, 1), y, weight = c(1, 1, 1, 4, 5))
#' auc_wmw(iris[1:4], iris$Species == "virginica")
#' @export
auc_wmw <- function(guess, label, weight = NULL, positive = NULL, na.rm = FALSE, ..., weights = NULL) {
  # Plain and short vectors go the short way: half of their time is R's.
  args <- nargs()
  plain <- !missing(guess) && !missing(label) &&
    (args == 2L || args == 3L && !missing(weight) && !is.null(weight)) &&
    all(names(sys.call()) %in% c("", "guess", "label", "weight")) &&
    !match("...", all.names(sys.call()), nomatch = 0L)
  if (plain && length(label) < few_observations) {
    if (is.object(label) && is.factor(label)) check_codes(label, "label")
    area <- .Call(wrap__wmw, guess, label, weight, FALSE)
    if (!is.null(area)) return(area)
  }
  classed({
    refuse_dots(...)
    weight <- one_of_weights(weight, weights)
    if (is_fit(guess)) raise_type("guess", "scores; `coef(fit)` has the AUCs of a fit", guess)
    refuse_no_scores(guess)
    areas <- if (plain && are_columns(guess)) areas_of_columns(guess, label, weight)
    if (is.double(areas)) return(areas)
    if (missing(label)) raise_absent("label", instead_of_observations(guess))
    observations <- observations_of(guess, label, weight, NULL, positive, na.rm, designs = FALSE,
                                argument = "guess")
    areas <- about_observations(observations, areas_of(observations$scores, observations$label, observations$weights))
    structure(areas, names = names(observations$scores))
  })
}

# Columns that need no closer look are taken as they are, without a copy. Errors in others are found on the
# slower path.
are_columns <- function(guess) {
  is.data.frame(guess) || is.matrix(guess) && !is.object(guess)
}

areas_of_columns <- function(guess, label, weight) {
  if (is.object(label) && is.factor(label)) check_codes(label, "label")
  areas <- wmw_each(guess, label, weight, FALSE)
  names <- if (is.matrix(guess)) dimnames(guess)[[2L]] else names(guess)
  if (is.double(areas)) structure(areas, names = names)
}

areas_of <- function(scores, label, weights) {
  areas <- wmw_each(scores, label, weights, TRUE)
  about <- or(if (is.list(areas)) areas$score, 1)
  about_label(areas, scores[[about]], label)
}

area_of <- function(score, label, weights) areas_of(list(score), label, weights)
