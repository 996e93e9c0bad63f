#' Tallies: ROC curves from streams and from data in parts
#'
#' `roc_tally()` returns the sums of weights of both classes for each score or bin of scores. Tallies of chunks of a file,
#' of days or of sites are made apart and merged by `c()`, in bounded memory. A tally has a curve, and an AUC with its
#' interval.
#'
#' @details
#' **Bins.** Without `points` and `breaks`, a tally has one row per distinct score and loses nothing. With `points`,
#' neighbouring scores share a row if there would be more rows. These bins are those of a grid that does not depend on
#' the data, so mergers return the same rows in any order. They are finest near 0: for probabilities near 1, give
#' `x - 1` or a logit. With `breaks`, a bin contains the scores from one break up to the next.
#'
#' **Use.** Every function of a curve accepts a tally. `bound.low` and `bound.high` of [auc_ci()] bound the error
#' due to bins. `weighted_roc(tally)` returns a fit, and [auc_test()] compares independent tallies. There is no
#' subtraction: keep the tally of each day, and merge those of a window.
#'
#' **Clusters.** With `cluster`, each cluster belongs to one of 40 groups by its value (17, 17L and "17" are the same
#' cluster). The standard error is that of the delete-a-group jackknife (Kott), and `NA` if one group contains a whole
#' class. Tallies of several scores with the same clusters have a paired test, `auc_test(list(a = tally_a,
#' b = tally_b))`; independent rows are clusters by their number.
#'
#' **Few observations in a bin.** With `min_count`, bins with fewer observations are joined with their neighbours.
#' This does not protect persons: see `vignette("BeyondOneMachine")`. Such bins of several tallies overlap, and `c()`
#' keeps them apart: pairs of observations in bins that overlap count half, and widen the bounds and the interval.
#'
#' @param x a vector of scores; for the methods a tally.
#' @param label the classes, as in [roc_observations()]; numbers are -1 and 1, 0 and 1, or 1 and 2. A chunk may lack
#'   one class, or have other numbers: give `positive`.
#' @param weight,weights non-negative weights, or NULL for weights of 1.
#' @param formula `label ~ score`.
#' @param data a data.frame, or record batches that are read one by one: a table, dataset, query or stream of package
#'   arrow, or a stream of package nanoarrow. `weights`, `by` and `cluster` are expressions of its columns.
#' @param points the largest number of rows, or NULL for a row for each distinct score.
#' @param positive the value of `label` that is positive; all others are negative.
#' @param na.rm TRUE leaves out observations with a missing score, label or weight.
#' @param min_count the smallest number of observations in a row.
#' @param breaks ascending finite edges of the bins, which are closed below; not beside `points`.
#' @param by a key for each observation, such as its day. The result has a tally for each key, see [roc_tally_by].
#' @param cluster names of clusters of dependent observations, or NULL.
#' @param ... tallies, for `c()`; NULL is left out. Anything else is an error.
#' @return A list of class `roc_tally` with a row for each score or bin, in ascending order: the scores, and the
#'   sums of weights and of their powers by class. `as.data.frame()` gives the table of [as_roc_tally()],
#'   which lists the columns.
#' @section Errors:
#' The errors of [WeightedROC()]; `wroc_error_labels` for labels that may be either class; `wroc_error_tally` for a tally
#' that was changed.
#' @references Kott PS (2001). The delete-a-group jackknife. J Off Stat 17, 521-526.
#' @seealso [as_roc_tally()], [roc_tally_sql()] and [roc_collect()] for databases.
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, 5000)
#' people <- data.frame(truth, score = rnorm(10000, truth), weight = rexp(10000), id = rep(1:2000, 5))
#'
#' # In ten chunks, at most 500 rows at any time
#' total <- roc_tally(numeric(), numeric())
#' for (chunk in split(people, rep(1:10, each = 1000))) {
#'   total <- c(total, roc_tally(truth ~ score, chunk, weights = weight), points = 500)
#' }
#' auc_ci(total)
#'
#' # Two scores of 2000 patients, who come on several days
#' scores <- list(a = people$score, b = people$score + rnorm(10000))
#' auc_test(lapply(scores, roc_tally, truth, people$weight, cluster = people$id))
#' @export
roc_tally <- function(x, ...) {
  call <- call_of_formula(sys.call(), !missing(x) && inherits(x, "formula"), roc_tally.formula)
  if (!is.null(call)) return(eval(call, parent.frame()))
  check_given(x)
  UseMethod("roc_tally")
}

#' @rdname roc_tally
#' @export
roc_tally.default <- function(x, label, weight = NULL, points = NULL, positive = NULL, na.rm = FALSE,
                              min_count = NULL, breaks = NULL, by = NULL, cluster = NULL, ...,
                              weights = NULL) classed({
  refuse_dots(...)
  weight <- one_of_weights(weight, weights)
  refuse_no_scores(x, "x")
  if (missing(label)) raise_absent("label", instead_of_observations(x))
  bins <- bins_of_tally(points, breaks, min_count)
  tally_of_values(x, label, weight, cluster, by, name_of_group(substitute(by)), positive, na.rm, bins)
})

tally_of_values <- function(x, label, weight, cluster, by, name, positive, na.rm, bins) {
  groups <- if (!is.null(cluster)) groups_of_clusters(check_cluster(cluster, label))
  observations <- observations_of(x, label, weight, groups, positive, na.rm, several = FALSE,
                              classes = classes_of_chunk, designs = FALSE)
  observations$groups <- if (is.null(observations$kept)) groups else groups[observations$kept]
  tally <- function(observations) tally_of_observed(observations, bins)
  if (is.null(by)) return(tally(observations))
  tallies_by(checked_keys(by, observations$given), name, observations, na.rm, tally)
}

# The number of rows or the edges of bins, and the smallest number of observations in one.
bins_of_tally <- function(points, breaks, min_count) {
  points <- check_points_of_tally(points)
  breaks <- check_breaks(breaks)
  if (!is.null(points) && !is.null(breaks)) {
    message <- paste("`points` must not be given beside `breaks`: bins are those of a grid or of your",
                     "breaks. `c(tally, points = )` puts the tally on a grid.")
    raise("unused", message, argument = "points")
  }
  min_count <- if (is.null(min_count)) 0 else check_numbers(min_count, "min_count", 1L, "at_least_one")
  list(points = points, breaks = breaks, min_count = min_count)
}

# With the parts of the groups that are its clusters, where it has any.
tally_of_observed <- function(observations, bins) {
  tally <- tally_of_rows(observations, bins)
  tally$breaks <- bins$breaks
  if (is.null(observations$groups)) return(tally)
  groups <- split(seq_along(observations$groups), observations$groups)
  with_parts(tally, lapply(groups, function(rows) tally_of_rows(only(observations, rows))))
}

tally_of_rows <- function(observations, bins = list(min_count = 0)) {
  if (length(observations$label) == 0L) {
    columns <- structure(rep(list(numeric()), length(columns_of_tallies)), names = columns_of_tallies)
    return(merged(list(as_tally(columns, 0)), NULL, 0, min_count = bins$min_count))
  }
  tally_of_core(about_observations(observations, {
    unwrap(chunk_tally(observations$scores[[1L]], observations$label, observations$weights, bins$points, bins),
           observations$label)
  }))
}

#' @rdname roc_tally
#' @export
c.roc_tally <- function(..., points = NULL) classed({
  points <- check_points_of_tally(points)
  tallies <- list(...)
  tallies <- tallies[!vapply(tallies, is.null, NA)]
  for (tally in tallies) {
    columns_of_tally(tally, "...")
    units_of_tally(tally, "...")
  }
  if (any(vapply(tallies, has_parts, NA))) return(merged_with_parts(tallies, points))
  merged(tallies, points, max(vapply(tallies, function(tally) as.double(tally$level), 0)),
         if (is.null(points)) common_breaks(tallies))
})

# Tallies that were checked.
merged <- function(tallies, points, level, breaks = NULL, min_count = 0) {
  bins <- list(breaks = breaks, min_count = min_count)
  units <- as.double(unlist(lapply(tallies, function(tally) or(tally$units, c(1, 1)))))
  result <- tally_of_core(unwrap(tallies_merge(lapply(tallies, columns_of_sound), units, level, points, bins)))
  result$breaks <- breaks
  result
}

# Joins bins until each has this number of observations, as roc_tally() does, with those of its keys or parts.
with_min_count <- function(tally, min_count) {
  if (is_keyed(tally)) {
    tally$tallies <- lapply(tally$tallies, with_min_count, min_count)
    return(tally)
  }
  joined <- merged(list(tally), NULL, as.double(tally$level), tally$breaks, min_count)
  if (has_parts(tally)) with_parts(joined, tally$parts) else joined
}

# The breaks of all tallies that are not empty, if these are the same.
common_breaks <- function(tallies) {
  breaks <- unique(lapply(tallies[vapply(tallies, function(tally) length(tally$score) > 0L, NA)], `[[`, "breaks"))
  if (length(breaks) == 1L) check_breaks(breaks[[1L]])
}

#' @rdname as_roc_tally
#' @export
as.data.frame.roc_tally <- function(x, row.names = NULL, optional = FALSE, ...) classed(table_of_tally(x))

#' @export
print.roc_tally <- print.weighted_roc

#' @export
format.roc_tally <- function(x, ...) classed({
  columns_of_tally(x, "x")
  totals <- totals_of_tally(x)
  c(sprintf("Tally of %s observations in %s rows%s", number(sum(x$n_pos, x$n_neg)), number(length(x$score)),
            if (all(x$scores == 1)) ", one for each score" else ""),
    sprintf("Weights: %s positive, %s negative", number(totals[["positive"]]), number(totals[["negative"]])),
    if (has_parts(x)) sprintf("Parts: %s groups of clusters", number(length(x$parts))))
})

# Its curve, with a further column `scores_below`: how many scores lie below each threshold. Where bins
# overlap, a step has several; its inside is in the columns `area` and `slack`, as in curves of roc_collect().
curve_of_tally <- function(tally) {
  curve <- unwrap(tally_curve(columns_of_tally(tally, "x")))
  curve$scores_below <- c(0, cumsum(curve$scores[-nrow(curve)]))
  apart <- nrow(curve) > length(tally$score)
  curve[c("scores", if (apart) c("area", "slack"))] <- NULL
  curve
}

# A list, as no package that binds data.frames may take it for one. `totals` tell when weights were changed;
# `units` are those of the weights in sums of powers, of negatives and positives.
as_tally <- function(columns, level, lost = NULL, units = c(1, 1)) {
  columns <- as.list(columns)
  structure(c(columns, list(level = level, totals = totals_of_tally(columns), lost = lost,
                            units = if (any(units != 1)) units, format = 1L)), class = "roc_tally")
}

tally_of_core <- function(result) {
  columns <- as.list(result$tally)
  powers <- columns_of_tallies[6:11]
  columns[powers] <- lapply(columns[powers], function(x) if (anyNA(x)) replace(x, is.na(x), NA_real_) else x)
  # Most tallies were rounded nowhere.
  lost <- as.list(result$lost)
  exact <- all(vapply(lost, function(column) all(column == 0), NA))
  as_tally(columns, result$level, if (!exact) lost, result$units)
}

totals_of_tally <- function(tally) {
  c(positive = sum(tally$positive), negative = sum(tally$negative))
}

check_points_of_tally <- function(points) {
  if (is.null(points)) NULL else check_numbers(points, "points", 1L, "at_least_one")
}
