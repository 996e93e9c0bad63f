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
auc_multiclass <- function(guess, label, weight = NULL, cluster = NULL, conf.level = 0.95,
                           na.rm = FALSE, variance = c("delong", "frequency", "bootstrap"), R = 2000,
                           weights_model = NULL, fold = NULL) classed({
  drawn <- c(R = !missing(R))
  given <- c(cluster = !is.null(cluster), variance = !missing(variance),
             weights_model = !is.null(weights_model), fold = !is.null(fold))
  observed <- observations_of_classes(guess, label, weight, cluster, na.rm, fold)
  variance <- check_choice(variance, "variance", observed$variance)
  observed <- classes_in_ways(observed, label, cluster, variance, weights_model, given)
  conf.level <- check_level(conf.level)
  R <- check_replicates(R)
  found <- if (variance == "bootstrap") {
    areas_of_replicates_of_classes(observed, conf.level, R)
  } else {
    check_unused(drawn, without_bootstrap)
    of_influences <- areas_of_classes(observed, conf.level)
    spread <- of_influences$spread
    list(rows = unclass(of_influences$rows), covariance = spread$covariance, effective = spread$effective)
  }
  classes <- observed$classes
  if (anyNA(found$rows$std.error)) warn_of_interval(NA_real_) else warn_of_effective(found$effective, classes)
  number <- length(found$rows$estimate)
  models <- number / (length(averages) + length(classes))
  rows <- as_frame(c(list(
    average = rep(c(averages, rep(NA_character_, length(classes))), models),
    class = rep(c(rep(NA_character_, length(averages)), classes), models)
  ), found$rows[c("estimate", "std.error", "conf.low", "conf.high", "df")]), number)
  names <- if (!is.null(observed$models)) rep(observed$models, each = nrow(rows) / models)
  structure(with_class(with_names(rows, names), "auc_multiclass"), covariance = found$covariance)
})

averages <- c("pairwise", "macro", "prevalence")

#' @importFrom stats vcov
#' @export
vcov.auc_multiclass <- function(object, ...) {
  covariance <- attr(object, "covariance")
  if (!is.matrix(covariance) || nrow(covariance) != nrow(object)) {
    raise("length", "The covariance is that of all rows that auc_multiclass() gave: some are missing.",
          argument = "object")
  }
  covariance
}

#' @rdname auc_multiclass
#' @param average Which mean is compared.
#' @param alternative,margin,adjust What is tested, as in [auc_test()]: the test is Wald's, with the t
#'   distribution of the effective degrees of freedom of the difference.
#' @export
auc_test_multiclass <- function(guess, label, weight = NULL,
                                average = c("pairwise", "macro", "prevalence"), cluster = NULL,
                                alternative = c("two.sided", "less", "greater", "noninferior",
                                                "equivalent"),
                                conf.level = 0.95, margin = NULL,
                                adjust = c("none", "closed", "holm", "hochberg", "hommel",
                                           "bonferroni", "BH", "BY", "fdr"),
                                na.rm = FALSE, variance = c("delong", "frequency"),
                                weights_model = NULL, fold = NULL) classed({
  refuse_ways("test", c(bootstrap = is_bootstrap(variance)))
  data.name <- name_of_data(substitute(guess), "guess")
  given <- c(cluster = !is.null(cluster), variance = !missing(variance),
             weights_model = !is.null(weights_model), fold = !is.null(fold))
  observed <- observations_of_classes(guess, label, weight, cluster, na.rm, fold)
  variance <- check_choice(variance, "variance", observed$variance)
  observed <- classes_in_ways(observed, label, cluster, variance, weights_model, given)
  average <- check_choice(average, "average")
  how <- list(alternative = check_choice(alternative, "alternative"), conf.level = check_level(conf.level),
              margin = margin, test = "score", adjust = check_choice(adjust, "adjust"), variance = variance)
  if (length(observed$models) < 2L) {
    raise("too_few", "`guess` must be a list of two matrices or more, which are compared.",
          argument = "guess", expected = 2L)
  }
  check_sides(how$alternative, length(observed$models), "classifiers")
  request <- request_of(how)
  found <- areas_of_classes(observed, how$conf.level, pairs = TRUE)$spread
  warn_of_effective(found$effective, observed$classes)
  tested <- seq(match(average, averages), length(found$values),
                by = length(averages) + length(observed$classes))
  pairs <- pairs_of(found$values)
  given <- list(estimate = found$values[tested], covariance = found$covariance[tested, tested],
                freedom = found$pairs[pairs[1L, ] %in% tested & pairs[2L, ] %in% tested])
  result <- htest_of_scores(unwrap(test_covariance(given, request)), request, observed$models, quantity("AUC"))
  method <- sprintf("%s of weighted areas of several classes of the same observations (%s)",
                    words_of_aim(request), average)
  finish_test(result, method, data.name)
})
