#' Tallies of observations, for streams and for data in parts
#'
#' A tally has the weights of both classes for each score, or for each bin of scores. Tallies of
#' chunks of a file, of days, or of parts of a cluster are made apart and merged, and a tally gives
#' the curve. Memory is bounded by the number of rows of the tallies, not of observations.
#'
#' @section Exact tallies and bins:
#' Without `points` a tally has a row for each distinct score, and the curve is that of
#' [WeightedROC()] for all observations together.
#'
#' With `points` neighbouring scores share a row when there would be more rows than that. The bins
#' are those of a grid that does not depend on the data: the scores in a bin of level \eqn{l} share
#' all but the last \eqn{l} of the 64 bits of a double, taken in the order of the doubles. The bins
#' of a level are those of the level below, two and two together, so that tallies that were made
#' apart always fit together; a merger is of the highest level among them, or of a higher one if it
#' takes that to keep to `points`. In any order and any grouping mergers give the same rows; the
#' sums of weights agree but for rounding, which adds up over mergers (to about 2e-12 over 100,000
#' of them). A bin is about \eqn{2^{l-52}}{2^(l - 52)} of its score
#' wide, so bins are finest near 0. For probabilities near 1 give `guess - 1`, or a logit.
#'
#' A score that is very frequent should have a bin of its own, and 0 has as long as bins are narrow:
#' for scores that are clipped or censored at a value, give their distance from it. A tally of
#' 100,000 rows takes 3 MB, so that there is no need to be sparing: the bound on the area falls as
#' the number of rows grows.
#'
#' Each row stands at the least score of its bin, where the curve is exact: the curve of a tally is
#' the exact one with rows left out, and [roc_bounds()] says how far its area can be off.
#'
#' @section Labels of a chunk:
#' A chunk may lack a class, and then numbers may not say which one: labels that are all 0 or all -1
#' are negatives, labels that are all 2 are positives, but labels that are all 1 may be either,
#' which is an error. Give `positive`, the label of the positive class, in every chunk. A factor
#' must have two levels, the later of which is positive.
#'
#' @section Complexity:
#' A chunk takes the time of [WeightedROC()], a merger \eqn{O(r \log r)}{O(r log r)} for \eqn{r}
#' rows in all.
#'
#' @inheritParams WeightedROC
#' @param points The largest number of rows, at least 1; `NULL` for a row for each distinct score.
#' @param positive The label of the positive class; all others are negative. By default as in
#'   [WeightedROC()].
#'
#' @return `roc_tally()` and `roc_merge()`: a data.frame of class `roc_tally`, which has a row for
#'   each score or bin, ascending, and the double columns
#'   \item{score}{the least score of the bin,}
#'   \item{positive, negative}{the weights of the classes in it,}
#'   \item{scores}{1 when the bin has one distinct score, else a number of distinct scores that it
#'     has at least.} Its attribute `level` is the level of the grid, 0 for an exact tally.
#'
#'   `roc_from_tally()`: a curve as that of [WeightedROC()], with a further column `scores`: that of
#'   the step from this row to the next, 0 in the last row.
#'
#' @section Errors:
#' Those of [WeightedROC()], but for classes that are not there; `wroc_error_labels` for labels that
#' do not say which class they are; `wroc_error_tally` for what is no tally. A curve needs weight in
#' both classes: `wroc_error_no_weight`.
#'
#' @source
#' The grid is that of radix sorts of floating-point numbers: Terdiman, P. (2000). Radix sort
#' revisited. For the bound, see [roc_bounds()].
#'
#' @seealso [roc_bounds()], [roc_thin()].
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, 5000)
#' score <- rnorm(10000, truth)
#' weight <- rexp(10000)
#'
#' # In ten chunks, at most 500 rows at any time
#' total <- NULL
#' for (chunk in split(1:10000, rep(1:10, each = 1000))) {
#'   tally <- roc_tally(score[chunk], truth[chunk], weight[chunk], points = 500)
#'   total <- roc_merge(total, tally, points = 500)
#' }
#' curve <- roc_from_tally(total)
#' roc_bounds(curve)
#' auc_wmw(score, truth, weight)
#'
#' # Exactly
#' first <- roc_tally(score[1:5000], truth[1:5000])
#' exact <- roc_merge(first, roc_tally(score[5001:10000], truth[5001:10000]))
#' WeightedAUC(roc_from_tally(exact)) - auc_wmw(score, truth)
#' @export
roc_tally <- function(guess, label, weight = rep(1, length(label)), points = NULL,
                      positive = NULL) {
  weights <- if (missing(weight)) NULL else not_null(weight, label)
  points <- check_points_of_tally(points)
  label <- classes_of_chunk(label, positive)
  check_observations(guess, label, weights)
  if (length(label) == 0L) {
    return(as_tally(list(score = numeric(), positive = numeric(), negative = numeric(),
                         scores = numeric()), 0))
  }
  found <- unwrap(chunk_tally(guess, label, weights, points), label)
  as_tally(found$tally, found$level)
}

#' @rdname roc_tally
#' @param ... Tallies, or lists of tallies. `NULL` is left out: a stream may begin with it.
#' @export
roc_merge <- function(..., points = NULL) {
  points <- check_points_of_tally(points)
  given <- list(...)
  tallies <- do.call(c, lapply(given, function(x) if (is.data.frame(x)) list(x) else as.list(x)))
  if (length(tallies) == 0L) {
    raise("tally", "`roc_merge()` needs a tally at least.", argument = "...")
  }
  columns <- lapply(tallies, columns_of_tally, argument = "...")
  level <- max(vapply(tallies, attr, 0, "level"))
  found <- unwrap(tallies_merge(columns, level, points))
  as_tally(found$tally, found$level)
}

#' @rdname roc_tally
#' @param tally A tally.
#' @export
roc_from_tally <- function(tally) {
  unwrap(tally_curve(columns_of_tally(tally, "tally")))
}

as_tally <- function(columns, level) {
  tally <- as_frame(as.list(columns), length(columns[[1L]]))
  structure(tally, class = c("roc_tally", "data.frame"), level = level)
}

check_points_of_tally <- function(points) {
  if (is.null(points)) NULL else check_numbers(points, "points", at_least_one, 1L)
}

is_level <- function(level) {
  is.numeric(level) && length(level) == 1L && level %in% 0:64
}

# A tally's columns as doubles, checked.
columns_of_tally <- function(tally, argument) {
  names <- c("score", "positive", "negative", "scores")
  whole <- inherits(tally, "roc_tally") && is_level(attr(tally, "level")) &&
    all(names %in% names(tally)) &&
    all(vapply(names, function(name) is.numeric(.subset2(tally, name)), NA))
  if (!whole) {
    message <- sprintf("`%s` must be a tally of roc_tally(), not %s.", argument, described(tally))
    raise("tally", message, argument = argument, found = class(tally))
  }
  columns <- lapply(names, function(name) as.vector(.subset2(tally, name), "double"))
  sound <- !anyNA(unlist(columns)) && !is.unsorted(columns[[1L]], strictly = TRUE) &&
    all(unlist(columns[2:3]) >= 0) && all(is.finite(unlist(columns[2:3]))) &&
    all(columns[[4L]] >= 1)
  if (!sound) {
    message <- sprintf(
      "`%s` must be a tally: ascending scores, weights that are finite and >= 0, scores >= 1.",
      argument
    )
    raise("tally", message, argument = argument)
  }
  columns
}

# 1 for a positive, 0 for a negative, NA where it is missing.
classes_of_chunk <- function(label, positive) {
  check_positive(positive)
  if (!is.null(positive)) {
    if (!is.atomic(label)) raise_type("label", "a vector or a factor", label)
    if (is.factor(label) && !positive %in% levels(label)) {
      message <- sprintf("`positive`, %s, is no level of `label`.", quoted(positive))
      raise("labels", message, argument = "positive", value = positive)
    }
    return(as.integer(as.vector(label) == positive))
  }
  check_label(label)
  if (is.logical(label)) {
    as.integer(label)
  } else if (is.factor(label)) {
    classes_of_factor(label)
  } else {
    classes_of_numbers(label)
  }
}

classes_of_factor <- function(label) {
  if (nlevels(label) != 2L) {
    message <- sprintf("`label` must be a factor of two levels, not %d; or give `positive`.",
                       nlevels(label))
    raise("labels", message, argument = "label", value = levels(label))
  }
  as.integer(label) - 1L
}

classes_of_numbers <- function(label) {
  ends <- if (length(label) > 0L && !all(is.na(label))) range(label, na.rm = TRUE) else c(0, 1)
  fits <- vapply(label_encodings, function(pair) all(ends %in% pair), NA)
  inside <- all(label == ends[[1L]] | label == ends[[2L]], na.rm = TRUE)
  if (!any(fits) || !inside) {
    message <- "`label` must hold values out of {-1, 1}, {0, 1} or {1, 2}; or give `positive`."
    raise("labels", message, argument = "label", value = ends)
  }
  if (ends[[1L]] == 1 && ends[[2L]] == 1) {
    raise("labels", "All labels are 1, which may be either class: give `positive`.",
          argument = "label", value = 1)
  }
  as.integer(label == if (ends[[2L]] == 2) 2 else 1)
}
