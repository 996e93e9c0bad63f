#' Areas under ROC curves of more than two classes
#'
#' The area when each observation is of one of several classes and has a score for each of them, such as the
#' probabilities that a classifier gives: the mean over pairs of classes of Hand and Till, and the means of
#' each class against the rest, with their intervals and their covariance.
#'
#' @section Definition:
#' With \eqn{A(i | j)} the probability that the score of class i is higher for a random observation of class i
#' than for one of class j, ties counting half, observations being drawn with probabilities proportional
#' to their weights; with \eqn{A(i)} the same for a random observation of any other class; with
#' \eqn{\pi_i}{pi_i} the share of class i in the weights; and with k classes:
#'
#' | row | estimate |
#' |---|---|
#' | `"pairwise"` | \eqn{M}, the mean of \eqn{A(i \| j)} over all pairs with \eqn{i \ne j}{i != j} (Hand and Till 2001) |
#' | `"macro"` | the mean of all \eqn{A(i)}, each class counting the same |
#' | `"prevalence"` | \eqn{\sum \pi_i A(i)}{sum pi_i A(i)} (Provost and Domingos 2000) |
#' | a class | its \eqn{A(i)}, in column `class` |
#'
#' \eqn{M} does not depend on how much each class weighs; the others do. For two classes whose scores are
#' each other's complements all are the area of [auc_wmw()].
#'
#' The influence of an observation on each is its derivative by the observation's weight, times the weight.
#' As in [auc_ci()] the covariance is the sum of products of influences over the observations of each class,
#' or over clusters, with the factor n / (n - 1) of each class.
#'
#' With `variance = "frequency"` all is as of the repeated rows. With `weights_model` influences include what the
#' weights were estimated by, as in [auc_ci()]. With `variance = "bootstrap"` standard errors, percentiles and
#' `vcov()` are those of `R` replicates, which draw observations, or clusters, whatever their class is: the areas of
#' a class against the rest depend on the shares of the classes. Replicates without one of the classes are left out.
#'
#' With `fold` each area is the mean of the areas within the folds, whose predictions come from models of their
#' own, and the variance subtracts what both observations of a comparison have in common with it, as in [auc_ci()]; in
#' folds of more than 256 observations, or 64 clusters, nothing is subtracted, as it is next to nothing.
#'
#' @section Intervals:
#' Those of [auc_ci()] with `transform = "score"`: the variance that was found is drawn a little to a model's,
#' that of one area with the effective numbers of the classes, which is large for a mean of several; so
#' small samples have wide intervals.
#'
#' In simulations of three and six classes (`bench/coverage/report.md` in the sources; areas of 0.65 to 0.98, 8 to 60
#' observations of a class, log-normal weights of sigma 1, inverse chances that grow with the score, clusters, ties)
#' nominal 95% intervals of the pairwise mean held in 93.2% to 99.2% of the samples of 45 designs; those of the macro mean in
#' down to 91% with inverse chances and 8 observations of a class. Tests of a level of 5% rejected two equally good
#' classifiers in 2.6% to 7.1% of the samples of 36 designs; elsewhere in up to 10% with log-normal weights and 8
#' observations of each class, where they should not be trusted.
#'
#' @section Complexity:
#' For k classes and n observations k sorts, then \eqn{O(n k)} time, and \eqn{O(n k^2)} for the covariance;
#' 8 (k + 8) bytes an observation and model. In folds \eqn{O(m k)} more for each of the \eqn{m} pairs of
#' observations that a fold, or a cluster, has. The bootstrap takes \eqn{O(n k)} time a replicate.
#'
#' @param guess A numeric matrix or data.frame with a column for each class, by the name of the class, or a
#'   list of several such, for several classifiers of the same observations. A higher score in a column
#'   speaks for its class; no more is asked of them, so that they need not add up to 1.
#' @param label The class of each observation: a factor, or a vector of text, numbers or logicals, whose
#'   values are the names of the columns.
#' @inheritParams auc_ci
#' @param weight Weights, `NULL` for 1, or a design of package survey, which has clusters and a variance of its own.
#' @param na.rm `TRUE` to leave out observations in which a score, the label, the weight or the cluster is missing.
#' @param variance `"delong"` from influences, `"frequency"` for weights that count how often a row occurs, or, not for
#'   tests, `"bootstrap"` from replicates.
#' @param R The number of replicates for `"bootstrap"`.
#' @param fold The fold of a cross-validation in which each observation was predicted; all classes must be in each
#'   fold. For repetitions a matrix or list with a column for each; `guess` then is a list with a matrix for each
#'   repetition, or a list of such lists for several classifiers.
#'
#' @return `auc_multiclass()`: a data.frame of class `auc_multiclass` with a row for each area, and if
#'   `guess` is a list, for each of its elements, whose name is in a first column, `score`. Its columns are
#'   \item{average}{`"pairwise"`, `"macro"` or `"prevalence"`, `NA` for a single class,}
#'   \item{class}{the class that is compared with the rest, `NA` for a mean,}
#'   \item{estimate, std.error, conf.low, conf.high, df}{as in [auc_ci()].}
#'   `vcov()` of it is the covariance matrix of the rows, in their order.
#'
#'   `auc_test_multiclass()`: an object of class `htest`, as [auc_test()] gives it.
#'
#' @section Errors:
#' `wroc_error_type`, `wroc_error_names` and `wroc_error_too_few` for what is no matrix with a column for
#' each class; `wroc_error_labels` for a label that is the name of no column; `wroc_error_no_weight` for a
#' class without weight; `wroc_error_fold` for a fold without a class; those of [auc_ci()] for scores, weights,
#' clusters and folds. Weights may be so large that no double holds their sum.
#'
#' @source
#' Hand, D. J. and Till, R. J. (2001). A simple generalisation of the area under the ROC curve for multiple
#' class classification problems. *Machine Learning* 45, 171-186, equation 7, \doi{10.1023/A:1010920819831}.
#' Provost, F. and Domingos, P. (2000). *Well-trained PETs: improving probability estimation trees*. CeDER
#' working paper IS-00-04, New York University. Obuchowski, N. A. (1997). Nonparametric analysis of
#' clustered ROC curve data. *Biometrics* 53, 567-578.
#'
#' @family areas
#' @seealso [auc_ci()] for two classes.
#'
#' @examples
#' # Three species by two lines through half of the flowers
#' odd <- seq(1, 150, 2)
#' probabilities <- sapply(levels(iris$Species), function(species) {
#'   line <- lm((Species == species) ~ Sepal.Length + Sepal.Width, iris, subset = odd)
#'   predict(line, iris[-odd, ])
#' })
#' auc_multiclass(probabilities, iris$Species[-odd])
#'
#' # Against another classifier
#' width <- sapply(levels(iris$Species), function(species) {
#'   line <- lm((Species == species) ~ poly(Sepal.Width, 2), iris, subset = odd)
#'   predict(line, iris[-odd, ])
#' })
#' auc_test_multiclass(list(both = probabilities, width = width), iris$Species[-odd])
#' @export
auc_multiclass <- function(x, ..., conf.level = 0.95, R = NULL) classed({
  level <- if (!missing(conf.level)) check_level(conf.level)
  areas_of_classes(class_observations(x, ...), level, R)
})

#' @importFrom stats vcov
#' @export
vcov.auc_multiclass <- function(object, ...) spread_of_rows(object, "object")$covariance

spread_of_rows <- function(areas, argument) {
  spread <- attr(areas, "spread")
  if (!is.matrix(spread$covariance) || nrow(spread$covariance) != nrow(areas)) {
    raise("length", "The covariance is that of all rows that auc_multiclass() gave: some are missing.", argument = argument)
  }
  spread
}

# Several classifiers of the same observations, which are compared by one mean.
#' @exportS3Method
roc_observations.auc_multiclass <- function(x, ..., average = c("pairwise", "macro", "prevalence")) {
  refuse_own(...)
  spread <- spread_of_rows(x, "x")
  if (length(spread$models) < 2L) {
    raise("too_few", "A test compares two classifiers or more: give auc_multiclass() a named list of matrices.",
          argument = "x", expected = 2L)
  }
  average <- check_choice(average, "average")
  structure(c(list(average = average, estimate = x$estimate, tested = which(x$average == average)), spread),
            class = "roc_classifiers")
}

#' @exportS3Method
tests.roc_classifiers <- function(observed, what, how) {
  if (!is_area(what)) {
    raise("choice", "Areas of several classes are compared by `measure = \"AUC\"`.", argument = "measure")
  }
  check_unused(c(mu = !is.null(how$mu), trend = !isFALSE(how$trend)), "with several classifiers")
  if (how$test == "exact") {
    raise("choice", "`test` must be \"score\" or \"wald\" for several classes.", argument = "test", value = "exact")
  }
  check_sides(how$alternative, length(observed$models), "classifiers")
  request <- request_of(how, observed)
  tested <- observed$tested
  pairs <- pairs_of(observed$estimate)
  given <- list(estimate = observed$estimate[tested], covariance = observed$covariance[tested, tested],
                freedom = observed$pairs[pairs[1L, ] %in% tested & pairs[2L, ] %in% tested])
  result <- htest_of_scores(unwrap(test_covariance(given, request)), request, observed$models, quantity("AUC"))
  c(result, list(method = sprintf("%s of weighted AUCs of several classes of the same observations (%s)",
                                  words_of_aim(request), observed$average)))
}
