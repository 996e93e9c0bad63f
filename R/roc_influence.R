#' Influence of each observation on ROC measures
#'
#' Returns the influence of each observation on each measure: the derivative of the estimate by the
#' observation's weight, times that weight. The sum of their squares estimates the variance of the
#' estimate. Use them to combine estimates in ways of your own: differences, survey designs, estimated
#' weights, multiple outcomes.
#'
#' @inheritParams roc_estimate
#' @param ... the label, the weights and so on, see [roc_observations()].
#' @return A matrix with a row for each observation (`NA` for those that `na.rm` left out) and a column for
#'   each score and measure. Each column sums to 0. For a fit by group a list of such matrices, by the names of
#'   the groups.
#' @section Complexity: O(n log n) time for each score.
#' @references Hampel FR (1974). The influence curve and its role in robust estimation. JASA 69, 383-393.
#' @examples
#' fit <- weighted_roc(am ~ mpg + qsec, mtcars)
#' u <- roc_influence(fit)
#' sqrt(diag(crossprod(u)))
#' auc_ci(fit, variance = "jackknife")$std.error
#' @export
roc_influence <- function(x, ..., measure = "AUC") classed({
  given <- with_measure_behind(roc_observations, x, measure, !missing(measure), ...)
  influences_by(given$of, check_measure(given$measure))
})

influences_by <- function(observed, what) UseMethod("influences_by")

#' @exportS3Method
influences_by.weighted_roc_by <- function(observed, what) {
  answers_of_groups(observed, function(fit) influences_by(fit$observations, what), by_row = TRUE, measures = what)
}

#' @exportS3Method
influences_by.roc_rows <- function(observed, what) {
  refuse_thresholds(what, "influence")
  refuse_share_of_free(observed, what)
  if (isTRUE(observed$turned)) what <- turned_quantities(what)
  need_both <- !exist_in_one_class(what)
  columns <- about_mean_losses(what, if (all(need_both) || !any(need_both)) {
    influences_of_scores(observed, what)
  } else {
    in_one_class(influences_of_scores(observed, what), {
      losses <- influences_of_scores(observed, what[!need_both])
      warn_of_one_class(observed, names(what)[need_both])
      all <- matrix(NA_real_, nrow(losses), length(observed$scores) * length(what))
      all[, rep(!need_both, length(observed$scores))] <- losses
      all
    })
  })
  names <- names(what)
  if (!is.null(observed$names)) {
    of_scores <- rep(observed$names, each = length(what))
    names <- if (length(what) == 1L && is_area(what[[1L]])) of_scores else paste0(of_scores, ": ", names)
  }
  dimnames(columns) <- list(NULL, names)
  left_out <- !is.null(observed$kept) && is.null(observed$response) && is.null(observed$sampling$design)
  if (!left_out) return(columns)
  # Rows that were left out have no known influence.
  all <- matrix(NA_real_, observed$given, ncol(columns), dimnames = dimnames(columns))
  all[observed$kept, ] <- columns
  all
}

influences_of_scores <- function(observed, what) {
  do.call(cbind, for_each_score(observed, function(score) {
    found <- influences_on_all(score, observed$label, observed$weights, what)
    slopes <- rep(descriptions_of(what)$slope, each = length(observed$label))
    with_censoring(observed, matrix(found$influences, ncol = length(what))) * slopes
  }))
}

#' @exportS3Method
influences_by.default <- function(observed, what) raise_without_observations("An influence")

# Before they are scaled, one quantity after the other.
influences_on_all <- function(score, label, weights, what) {
  found <- influences_on(list(scores = list(score), label = label, weights = weights), unname(what))
  of_observations(found, score, label)
}
