#' AUCs of more than two classes
#'
#' Returns AUCs of more than two classes with confidence intervals: means over pairs of classes, and over
#' classes against the rest. Use it for a classifier with a score for each class, such as its probability;
#' [auc_test()] of the result compares classifiers.
#'
#' @details
#' \eqn{A(i | j)} is the probability that a random observation of class i has a higher score for class i
#' than one of class j. Ties count half. \eqn{A(i)} is the same for a random observation of all other
#' classes. Observations are drawn with probabilities proportional to their weights, and class i has the
#' share \eqn{\pi_i}{pi_i} of the weights.
#'
#' | row | estimate |
#' |---|---|
#' | `"pairwise"` | the mean of \eqn{A(i \| j)} over all pairs of classes (Hand and Till 2001) |
#' | `"macro"` | the mean of all \eqn{A(i)}, each class counting the same |
#' | `"prevalence"` | \eqn{\sum \pi_i A(i)}{sum pi_i A(i)} (Provost and Domingos 2000) |
#' | a class | its \eqn{A(i)}, in column `class` |
#'
#' The pairwise mean does not depend on the weights of the classes; the others do. For two classes with
#' complementary scores all of them are the AUC of [auc_wmw()].
#'
#' **Intervals** are those of [auc_ci()] with `method = "wilson"`, from sums of products of influences
#' over the observations of each class, or over clusters. With `variance = "bootstrap"` replicates draw
#' observations, or clusters, of any class, because AUCs against the rest depend on the shares of the
#' classes. With `fold` each AUC is the mean over folds. `vignette("Methods")` has coverage: nominal 95%
#' intervals of the pairwise mean held in 93% to 99% of the samples of 45 designs. Do not rely on a test
#' of classifiers with fewer than 20 observations per class and uneven weights.
#'
#' @param x a fit of [weighted_roc()] with several classes; or a matrix or data.frame with a column of scores
#'   for each class, by the name of the class; or a named list of such matrices, for several classifiers of
#'   the same observations.
#' @param ... arguments of [roc_observations()] where `x` is not a fit: `label` (the class of each
#'   observation, a factor or a vector whose values are the names of the columns), `weight` (or a survey
#'   design), `cluster`, `na.rm`, `fold`, `weights_model`, and `variance`: `"delong"`, `"frequency"` or
#'   `"bootstrap"`. With several repetitions in `fold`, `x` is a list with a matrix for each repetition, or a
#'   list of such lists for several classifiers.
#' @param conf.level the confidence level; a fit's own by default, or 0.95.
#' @param R the number of replicates with `variance = "bootstrap"`: 2000 by default.
#' @return A data.frame of class `auc_multiclass` with a row for each mean and class, and for each classifier:
#'   `score` (the name of the classifier, only for a list), `average`, `class`, `estimate`, `std.error`,
#'   `conf.low`, `conf.high`, `df`. `vcov()` of it is the covariance matrix of the rows.
#'   `auc_test(result, average = "pairwise")` tests whether that mean (or `"macro"`, `"prevalence"`) is the
#'   same for all classifiers.
#' @section Errors:
#' `wroc_error_type`, `wroc_error_names`, `wroc_error_too_few` for scores without a column for each class;
#' `wroc_error_labels` for a label that is not the name of a column; `wroc_error_no_weight` for a class
#' without weight; `wroc_error_fold` for a fold without a class.
#' @section Complexity: O(n k log n) time for k classes, and O(n k^2) for the covariance; the bootstrap O(n k)
#'   for each replicate.
#' @references Hand DJ, Till RJ (2001). A simple generalisation of the area under the ROC curve for multiple
#'   class classification problems. Machine Learning 45, 171-186. Provost F, Domingos P (2000). Well-trained
#'   PETs: improving probability estimation trees. CeDER working paper IS-00-04, New York University.
#' @seealso [weighted_roc()] for the curves of the classes, [auc_ci()] for two classes.
#' @examples
#' # Three species, by two lines through half of the flowers
#' odd <- seq(1, 150, 2)
#' by_lines <- function(formula) {
#'   sapply(levels(iris$Species), function(species) {
#'     iris$is <- iris$Species == species
#'     predict(lm(formula, iris, subset = odd), iris[-odd, ])
#'   })
#' }
#' both <- by_lines(is ~ Sepal.Length + Sepal.Width)
#' fit <- weighted_roc(both, iris$Species[-odd])
#' fit
#' plot(fit)
#' auc_multiclass(fit, conf.level = 0.9)
#'
#' # Against another classifier
#' classifiers <- list(both = both, width = by_lines(is ~ poly(Sepal.Width, 2)))
#' auc_test(auc_multiclass(classifiers, iris$Species[-odd]), average = "macro")
#' @export
auc_multiclass <- function(x, ..., conf.level = default_conf_level(), R = NULL) classed({
  level <- if (!missing(conf.level)) check_level(conf.level)
  rows <- areas_of_classes(class_observations(x, ...), level, R)
  if (is.null(conf.level)) without_intervals(rows) else rows
})

#' @importFrom stats vcov
#' @export
vcov.auc_multiclass <- function(object, ...) covariance_of_rows(object, "object")$covariance

covariance_of_rows <- function(areas, argument, needs = "all rows of the result: some are missing") {
  covariance <- attr(areas, "spread")
  if (!is.matrix(covariance$covariance) || nrow(covariance$covariance) != nrow(areas)) {
    raise("length", sprintf("vcov() needs %s.", needs), argument = argument)
  }
  covariance
}

# Several classifiers of the same observations, which are compared by one mean.
#' @exportS3Method
roc_observations.auc_multiclass <- function(x, ..., average = c("pairwise", "macro", "prevalence")) {
  refuse_own(...)
  covariance <- covariance_of_rows(x, "x")
  if (length(covariance$models) < 2L) {
    raise("too_few",
          "A test needs at least two classifiers: give auc_multiclass() a named list of matrices.",
          argument = "x", expected = 2L)
  }
  # Replicates have no degrees of freedom.
  refuse_ways("test", c(bootstrap = is.null(covariance$pairs)))
  average <- check_choice(average, "average")
  words <- sprintf("weighted AUCs of several classes of the same observations (%s)", average)
  structure(c(list(words = words, estimate = x$estimate, tested = which(x$average == average)), covariance),
            class = "roc_classifiers")
}

#' @exportS3Method
tests.roc_classifiers <- function(observations, quantity, spec) {
  if (!is_area(quantity)) {
    raise("choice", "Classifiers of several classes can be compared only by `measure = \"AUC\"`.", argument = "measure")
  }
  check_unused(c(mu = !is.null(spec$mu)), "with several classifiers")
  refuse_aims_of_groups(spec, "with several classifiers")
  check_sides(spec$alternative, length(observations$models), "classifiers")
  request <- request_of(spec, observations)
  tested <- observations$tested
  pairs <- pairs_of(observations$estimate)
  args <- list(estimate = observations$estimate[tested], covariance = observations$covariance[tested, tested],
                freedom = observations$pairs[pairs[1L, ] %in% tested & pairs[2L, ] %in% tested])
  result <- htest_of_scores(unwrap(test_contrasts(list(args), quantity, request)), request, observations$models,
                            quantity)
  c(result, list(method = sprintf("%s of %s", words_of_aim(request), observations$words)))
}
