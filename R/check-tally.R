# Tallies, and the classes of a chunk that may lack one.

is_level <- function(level) {
  is.numeric(level) && own_length(level) == 1L && unclass(level) %in% 0:64
}

# A tally's columns as doubles, checked.
columns_of_tally <- function(tally, argument) {
  names <- c("score", "positive", "negative", "scores")
  # Names that are no texts can be matched, but not asked for.
  places <- match(names, names(tally))
  is_tally <- inherits(tally, "roc_tally") && is.list(tally) && is_level(attr(tally, "level")) &&
    all(vapply(places, function(i) !is.na(i) && is.numeric(.subset2(tally, i)), NA))
  if (!is_tally) {
    message <- sprintf("`%s` must be a tally of roc_tally(), not %s.", argument, described(tally))
    raise("tally", message, argument = argument, found = class(tally))
  }
  check_frame(tally, argument, "a tally of roc_tally()")
  check_columns(tally, argument)
  check_rows(tally, argument)
  columns <- lapply(names, function(name) curve_column(tally, name, argument))
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

# Rows that were left out by hand would be missing in the curve's totals.
check_rows <- function(tally, argument) {
  expected <- attr(tally, "rows")
  rows <- nrow(tally)
  if (!is.numeric(expected) || length(expected) != 1L || !isTRUE(expected == rows)) {
    message <- sprintf(
      "`%s` must have all rows that it was made with, and no more: it has %s. %s", argument,
      number(rows), "For fewer rows give `points` to roc_merge(), or the curve to roc_thin()."
    )
    raise("tally", message, argument = argument, rows = rows, expected = expected)
  }
}

# 1 for a positive, 0 for a negative, NA where it is missing.
classes_of_chunk <- function(guess, label, positive) {
  positive <- check_positive(positive)
  if (!is.null(positive)) {
    check_any_label(label)
    if (is.factor(label) && !positive %in% levels(label)) {
      message <- sprintf("`positive`, %s, is no level of `label`.", quoted(positive))
      raise("labels", message, argument = "positive", value = positive)
    }
    return(as.integer(as.vector(label) == positive))
  }
  if (is.character(label) && is_one_column(label)) raise_text_label(label)
  check_label(label)
  if (is.logical(label)) {
    as.integer(label)
  } else if (is.factor(label)) {
    classes_of_factor(label)
  } else {
    classes_of_numbers(guess, label)
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

classes_of_numbers <- function(guess, label) {
  ends <- if (length(label) > 0L && !all(is.na(label))) range(label, na.rm = TRUE) else c(0, 1)
  fits <- vapply(label_encodings, function(pair) all(ends %in% pair), NA)
  inside <- all(label == ends[[1L]] | label == ends[[2L]], na.rm = TRUE)
  if (!any(fits) || !inside) {
    message <- "`label` must hold values out of {-1, 1}, {0, 1} or {1, 2}; or give `positive`."
    raise("labels", paste0(message, suspect_swap(guess, label)), argument = "label", value = ends)
  }
  if (ends[[1L]] == 1 && ends[[2L]] == 1) {
    raise("labels", "All labels are 1, which may be either class: give `positive`.",
          argument = "label", value = 1)
  }
  as.integer(label == if (ends[[2L]] == 2) 2 else 1)
}
