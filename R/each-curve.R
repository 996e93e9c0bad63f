# Curves, and what a function of a curve says of each.

# The common start of functions of a curve: a list of `curves`, NULL for those that are not known; `keys`, a
# data.frame with a row for each, NULL for one curve that has no name; and whether their scores are `turned`.
roc_curves <- function(x, ...) {
  check_given(x)
  UseMethod("roc_curves")
}

#' @exportS3Method
roc_curves.default <- function(x, ...) {
  observations <- roc_observations(x, ...)
  if (inherits(observations, "roc_points")) return(roc_curves(observations$curve))
  if (!inherits(observations, "roc_rows")) raise_without_observations("A curve")
  curves <- curves_of_observations(observations)
  list(curves = curves, of_scores = TRUE,
       keys = if (!is.null(observations$names)) as_frame(list(score = observations$names), length(curves)),
       free = is_of_free_controls(observations))
}

#' @exportS3Method
roc_curves.list <- function(x, ...) {
  if (length(x) > 0L && all(vapply(x, is.data.frame, NA))) refuse_list_of_curves(x, "x")
  if (are_tallies(x)) {
    observations <- observations_of_tallies(x, ...)
    return(list(curves = lapply(unname(observations$tallies), curve_of_tally),
                keys = as_frame(list(score = observations$names), length(observations$names))))
  }
  roc_curves.default(x, ...)
}

#' @exportS3Method
roc_curves.data.frame <- function(x, ...) {
  refuse_columns(x, ...)
  list(curves = list(x), keys = NULL)
}

#' @exportS3Method
roc_curves.roc_tally <- function(x, ...) {
  refuse_with_tally(...)
  list(curves = list(warn_of_steps(curve_of_tally(x))), keys = NULL)
}

#' @exportS3Method
roc_curves.weighted_roc <- function(x, ...) {
  refuse_own(...)
  check_has_curve(x)
  curves <- x$curves
  list(curves = unname(curves), keys = as_frame(list(score = names(curves)), length(curves)),
       turned = x$direction == "<=", free = is_of_free_controls(kept_observations(x)), of_scores = TRUE)
}

#' @exportS3Method
roc_curves.weighted_roc_by <- function(x, ...) {
  refuse_own(...)
  fits <- x$fits
  groups <- lapply(seq_along(fits), function(i) {
    scores <- names_of_scores_in(fits[[i]])
    curves <- if (has_curve(fits[[i]])) unname(fits[[i]]$curves) else vector("list", length(scores))
    keys <- c(keys_of_group(x, i), list(score = scores))
    list(curves = curves, keys = as_frame(lapply(keys, rep_len, length(curves)), length(curves)))
  })
  list(curves = unlist(lapply(groups, `[[`, "curves"), recursive = FALSE), groups = x$by,
       keys = bound_rows(lapply(groups, `[[`, "keys")), turned = fits[[1L]]$direction == "<=",
       free = is_of_free_controls(kept_observations(x)), of_scores = TRUE)
}

# Curves of roc_collect(), one below the other, identified by the columns left of TPR. Curves that have lost
# them are one.
#' @exportS3Method
roc_curves.roc_curves <- function(x, ...) {
  refuse_columns(x, ...)
  frame <- plain_frame(x)
  keys <- frame[seq_len(match("TPR", names(frame), nomatch = 1L) - 1L)]
  if (length(keys) == 0L) return(list(curves = list(frame), keys = NULL))
  code <- codes_of_keys(keys)
  parts <- unname(split(seq_along(code), factor(code, unique(code))))
  spreads <- unit_sums_of_keys(x, keys[!duplicated(code), , drop = FALSE])
  curves <- lapply(seq_along(parts), function(i) {
    part <- rows_of(frame[setdiff(names(frame), names(keys))], parts[[i]])
    if (nrow(part) == 1L && is.na(part$TPR)) return(NULL)
    attr(part, "spread") <- spreads[[i]]
    part
  })
  keys <- rows_of(keys, vapply(parts, `[[`, 0L, 1L))
  if (all(vapply(curves, is.null, NA))) {
    message <- sprintf("`x` must have a curve for at least one group: %s has none.",
                       keys_in_words(rows_of(keys, 1L)))
    raise("curve", message, argument = "x", group = as.list(rows_of(keys, 1L)))
  }
  list(curves = curves, keys = keys, class = "roc_curves", groups = names(keys))
}

# The answers for all curves, with their keys in front; Rows of NA stand for a missing curve. `turned_back`:
# whether thresholds are those of turned scores.
for_each_curve <- function(of, answer) {
  unknown <- vapply(of$curves, is.null, NA)
  answers <- of$curves
  answers[!unknown] <- lapply(which(!unknown), function(i) about_curve(answer(of$curves[[i]]), of, i))
  if (any(unknown)) answers[unknown] <- list(unknown_rows(answers[!unknown][[1L]]))
  neighbours <- neighbours_on_curves(answers, of$curves)
  if (is.null(of$keys)) return(with_neighbours(answers[[1L]], neighbours))
  bound <- oriented(bound_with_keys(answers, function(i) lapply(of$keys, `[`, i)), of$turned)
  bound <- with_neighbours(bound, neighbours, of$turned)
  if (identical(of$class, "roc_curves") && "TPR" %in% names(bound)) with_class(bound, "roc_curves") else bound
}

# Errors and warnings of the curve of a group say so, and errors of a score that is no probability name it.
about_curve <- function(value, of, i) {
  if (!is.null(of$groups)) {
    keys <- as.list(rows_of(of$keys, i))[of$groups]
    words <- keys_in_words(keys)
    at <- part_of(sprintf("In the curve of %s:", words), "curves", words, group = keys)
    in_place(about_probabilities(value, of, i), at)
  } else {
    about_probabilities(value, of, i)
  }
}

# Errors about the thresholds of a curve that was made of scores are about these.
about_probabilities <- function(value, of, i) {
  amended(value, function(error) {
    if (!isTRUE(of$of_scores) || !identical(error$column, "threshold")) return(error)
    score <- of$keys$score[i]
    error["column"] <- list(NULL)
    if (inherits(error, "wroc_error_forecast")) {
      error$message <- forecast_message(list(value = error$value, argument = "x"))
    }
    if (is.null(score)) error else with_place(error, sprintf("In score `%s`:", score), score = score)
  })
}

# Rows below each other, with the keys of each in front.
bound_with_keys <- function(answers, keys_of) {
  bound_rows(lapply(seq_along(answers), function(i) {
    rows <- .row_names_info(answers[[i]], 2L)
    as_frame(c(lapply(keys_of(i), rep, rows), as.list(answers[[i]])), rows)
  }))
}

# The rows of scores below each other, with the names of the scores in front.
rows_of_scores <- function(observations, rows) {
  with_names(bound_rows(rows), if (!is.null(observations$names)) rep(observations$names, vapply(rows, nrow, 0L)))
}

bound_rows <- function(rows) {
  bound <- if (length(rows) == 1L) rows[[1L]] else do.call(rbind, rows)
  row.names(bound) <- NULL
  bound
}

# Thresholds of a fit in which low scores mean positive are those of scores that were turned.
oriented <- function(rows, reversed) if (isTRUE(reversed)) with_reversed_thresholds(rows) else rows

with_reversed_thresholds <- function(rows) {
  single <- intersect(c("threshold", "threshold_negative", "threshold_positive"), names(rows))
  rows[single] <- lapply(rows[single], `-`)
  for (stem in c("threshold", "hull_threshold", "score")) {
    ends <- paste0(stem, c("_low", "_high"))
    if (all(ends %in% names(rows))) rows[ends] <- lapply(rows[rev(ends)], `-`)
  }
  rows
}

# The same number for the same keys, whatever their types. A double has 17 digits.
codes_of_keys <- function(keys) {
  texts <- lapply(keys, function(x) if (is.double(x)) sprintf("%.17g", x) else as.character(x))
  columns <- lapply(texts, function(x) match(x, unique(x)))
  codes <- columns[[1L]]
  for (column in columns[-1L]) {
    codes <- codes * (max(column) + 1) + column
    codes <- match(codes, unique(codes))
  }
  codes
}

keys_in_words <- function(keys) {
  values <- vapply(keys, function(x) format(x, digits = 15L), "")
  paste(sprintf("`%s` %s", names(keys), values), collapse = ", ")
}
