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
  args <- with_measure_behind(roc_observations, x, measure, !missing(measure), ...)
  influences_by(args$of, check_measure(args$measure))
})

influences_by <- function(observations, quantities) UseMethod("influences_by")

#' @exportS3Method
influences_by.weighted_roc_by <- function(observations, quantities) {
  answers_of_groups(observations, function(fit) influences_by(fit$observations, quantities), by_row = TRUE,
                    measures = quantities)
}

#' @exportS3Method
influences_by.roc_rows <- function(observations, quantities) {
  refuse_thresholds(quantities, "influence")
  refuse_share_of_free(observations, quantities)
  if (isTRUE(observations$turned)) quantities <- reversed_quantities(quantities)
  need_both <- !exist_in_one_class(quantities)
  columns <- about_mean_losses(quantities, if (all(need_both) || !any(need_both)) {
    influences_of_scores(observations, quantities)
  } else {
    in_one_class(influences_of_scores(observations, quantities), {
      losses <- influences_of_scores(observations, quantities[!need_both])
      warn_of_one_class(observations, names(quantities)[need_both])
      all <- matrix(NA_real_, nrow(losses), length(observations$scores) * length(quantities))
      all[, rep(!need_both, length(observations$scores))] <- losses
      all
    })
  })
  names <- names(quantities)
  if (!is.null(observations$names)) {
    of_scores <- rep(observations$names, each = length(quantities))
    names <- if (length(quantities) == 1L && is_area(quantities[[1L]])) of_scores else paste0(of_scores, ": ", names)
  }
  dimnames(columns) <- list(NULL, names)
  left_out <- !is.null(observations$kept) && is.null(observations$response) && is.null(observations$sampling$design)
  if (!left_out) return(columns)
  # Rows that were left out have no known influence.
  all <- matrix(NA_real_, observations$given, ncol(columns), dimnames = dimnames(columns))
  all[observations$kept, ] <- columns
  all
}

influences_of_scores <- function(observations, quantities) {
  do.call(cbind, for_each_score(observations, function(score) {
    result <- influences_on_all(score, observations$label, observations$weights, quantities)
    slopes <- rep(descriptions_of(quantities)$slope, each = length(observations$label))
    with_censoring(observations, matrix(result$influences, ncol = length(quantities))) * slopes
  }))
}

#' @exportS3Method
influences_by.default <- function(observations, quantities) raise_without_observations("An influence")

# Before they are scaled, one quantity after the other.
influences_on_all <- function(score, label, weights, quantities) {
  result <- influences_on(list(scores = list(score), label = label, weights = weights), unname(quantities))
  about_label(result, score, label)
}
