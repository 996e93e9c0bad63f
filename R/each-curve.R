# The one entry for curves: around what all functions of a curve have to say of it, or of each curve
# of a fit.

for_each_curve <- function(curve, answer) {
  check_given(curve)
  if (inherits(curve, "weighted_roc")) {
    for_each_score_of(curve, answer)
  } else if (inherits(curve, "weighted_roc_by")) {
    for_each_group(curve, for_each_curve, answer)
  } else if (inherits(curve, "roc_curves")) {
    for_each_of_curves(curve, answer)
  } else {
    answer(curve)
  }
}

# The answer for each score of a fit, its name in front.
for_each_score_of <- function(fit, answer) {
  check_has_curve(fit)
  rows <- lapply(names(fit$curves), function(score) {
    found <- answer(fit$curves[[score]])
    with_names(found, rep(score, nrow(found)))
  })
  oriented(bound_rows(rows), fit)
}

# The answer for each group, the group in front.
for_each_group <- function(fits, answer, ...) bound_groups(fits, answers_of_groups(fits, answer, ...))

bound_groups <- function(fits, answers) {
  rows <- lapply(seq_along(answers), function(i) {
    found <- answers[[i]]
    as_frame(c(lapply(keys_of_group(fits, i), rep, nrow(found)), as.list(found)), nrow(found))
  })
  bound_rows(rows)
}

bound_rows <- function(rows) {
  bound <- do.call(rbind, rows)
  row.names(bound) <- NULL
  bound
}

# Thresholds of a fit in which low scores mean positive are those of scores that were turned.
oriented <- function(rows, fit) {
  if (fit$direction == ">=") rows else with_turned_thresholds(rows)
}

with_turned_thresholds <- function(rows) {
  alone <- intersect(c("threshold", "threshold_negative", "threshold_positive"), names(rows))
  rows[alone] <- lapply(rows[alone], `-`)
  for (stem in c("threshold", "hull_threshold", "score")) {
    ends <- paste0(stem, c("_low", "_high"))
    if (all(ends %in% names(rows))) rows[ends] <- lapply(rows[rev(ends)], `-`)
  }
  if ("term" %in% names(rows)) rows <- with_turned_term(rows)
  rows
}

# An estimate of a threshold, with its interval.
with_turned_term <- function(rows) {
  at <- rows$term == "threshold"
  rows[at, c("estimate", "apparent", "conf.low", "conf.high")] <-
    -rows[at, c("estimate", "apparent", "conf.high", "conf.low")]
  rows
}

# Curves of roc_collect(), one below the other, told apart by the columns left of TPR: the answer for each,
# with these in front, NA for those that are one row of NA. Curves that have lost them are one.
for_each_of_curves <- function(curves, answer) {
  frame <- plain_frame(curves)
  keys <- frame[seq_len(match("TPR", names(frame), nomatch = 1L) - 1L)]
  if (length(keys) == 0L) {
    return(answer(frame))
  }
  code <- codes_of_keys(keys)
  parts <- unname(split(seq_along(code), factor(code, unique(code))))
  spreads <- spreads_of_keys(curves, keys[!duplicated(code), , drop = FALSE])
  key_of <- function(i) keys[parts[[i]][[1L]], , drop = FALSE]
  unknown <- vapply(parts, function(rows) length(rows) == 1L && is.na(frame$TPR[[rows]]), NA)
  if (all(unknown)) {
    message <- sprintf("There must be a curve: of %s there is none.", keys_in_words(key_of(1L)))
    raise("curve", message, argument = "curve", group = as.list(key_of(1L)))
  }
  answers <- vector("list", length(parts))
  answers[!unknown] <- lapply(which(!unknown), function(i) {
    part <- rows_of(frame[setdiff(names(frame), names(keys))], parts[[i]])
    attr(part, "spread") <- spreads[[i]]
    amended(answer(part), function(error) {
      placed(error, sprintf("In the curve of %s:", keys_in_words(key_of(i))), group = as.list(key_of(i)))
    })
  })
  answers[unknown] <- list(unknown_rows(answers[!unknown][[1L]]))
  bound <- bound_rows(lapply(seq_along(parts), function(i) {
    found <- answers[[i]]
    as_frame(c(lapply(key_of(i), rep, nrow(found)), as.list(found)), nrow(found))
  }))
  if ("TPR" %in% names(bound)) with_class(bound, "roc_curves") else bound
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
