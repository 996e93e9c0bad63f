# Tallies, and the classes of a chunk that may lack one.

is_level <- function(level) {
  is.numeric(level) && own_length(level) == 1L && unclass(level) %in% 0:64
}

# In the order of the core.
columns_of_tallies <- c("score", "positive", "negative", "scores", "score_max", "positive2", "negative2",
                        "positive4", "negative4", "n_pos", "n_neg")
sums_of_tallies <- c("positive", "negative", "positive2", "negative2", "positive4", "negative4")

# A tally's columns as doubles, checked, and what rounding took from the sums.
columns_of_tally <- function(tally, argument) {
  places <- match(columns_of_tallies[1:4], names(tally))
  is_tally <- inherits(tally, "roc_tally") && is.list(tally) &&
    all(Encoding(as.character(names(tally))) != "bytes") && is_level(tally[["level"]]) &&
    all(vapply(places, function(i) !is.na(i) && is.numeric(.subset2(tally, i)), NA))
  if (!is_tally) {
    message <- sprintf("`%s` must be a tally of roc_tally(), not %s.", argument, described(tally))
    raise("tally", message, argument = argument, found = class(tally))
  }
  check_format(tally[["format"]], "The tally")
  columns <- columns_of_sound(tally, argument)
  unwrap(tally_check(columns, FALSE), argument = argument)
  check_totals(structure(columns[2:3], names = c("positive", "negative")), tally[["totals"]], argument)
  columns
}

# The same of a tally that was checked, or has just been made.
columns_of_sound <- function(tally, argument = "x") {
  columns <- with_ends(columns_of_table(unclass(tally), argument, length(tally$score)), tally, tally$level)
  c(unname(columns), lost_by(tally[["lost"]], length(columns$score)))
}

# Those that are not there are not known.
columns_of_table <- function(tally, argument, rows) {
  columns <- lapply(columns_of_tallies, function(name) {
    if (name %in% names(tally)) curve_column(tally, name, argument, rows) else rep(NA_real_, rows)
  })
  names(columns) <- columns_of_tallies
  columns
}

# Where a tally does not say where its bins end, it is where they may end.
with_ends <- function(columns, tally, level) {
  if (!"score_max" %in% names(tally)) {
    columns$score_max <- unwrap(tally_ends(columns$score, columns$scores, as.double(level)))
  }
  columns
}

# A tally of which weights were changed or rows exchanged.
check_totals <- function(tally, expected, argument) {
  if (is.null(expected)) return()
  result <- totals_of_tally(tally)
  same <- is.numeric(expected) && length(expected) == 2L && isTRUE(all(are_same_weights(result, expected)))
  if (!same) {
    message <- sprintf("`%s` must have its original weights: their sums differ from its `totals`.",
                       argument)
    raise("tally", message, argument = argument, found = result, expected = expected)
  }
}

# Up to the order in which they were added up.
are_same_weights <- function(a, b) a == b | abs(a - b) <= 1e-9 * pmax(a, b)

# Powers of two in which the weights of negatives and positives are measured in sums of their powers.
units_of_tally <- function(tally, argument) {
  units <- tally[["units"]]
  if (is.null(units)) return(c(1, 1))
  sound <- is.double(units) && length(units) == 2L && all(is.finite(units) & units > 0) &&
    all(log2(units) == round(log2(units)))
  if (!sound) {
    message <- sprintf("`%s` must have two powers of two for its `units`, as roc_tally() returns them.",
                       argument)
    raise("tally", message, argument = argument)
  }
  units
}

lost_by <- function(lost, rows) {
  sound <- is.list(lost) && identical(names(lost), sums_of_tallies) &&
    all(vapply(lost, function(column) is.double(column) && length(column) == rows && all(is.finite(column)),
               NA))
  if (sound) unname(lost) else rep(list(numeric()), length(sums_of_tallies))
}

# 1 for a positive, 0 for a negative, NA where it is missing.
classes_of_chunk <- function(guess, label, positive) {
  positive <- check_positive(positive)
  if (!is.null(positive)) {
    check_any_label(label)
    if (is.factor(label) && !positive %in% levels(label)) {
      message <- sprintf("`positive = %s` is not a level of `label`.", quoted(positive))
      raise("labels", message, argument = "positive", value = positive)
    }
    return(as.integer(as.vector(label) == positive))
  }
  if (is.character(label) && is_one_column(label)) raise_text_label(label)
  check_label(label)
  if (is.logical(label)) {
    as.integer(label)
  } else if (is.factor(label)) {
    if (nlevels(label) != 2L) {
      message <- sprintf("`label` must be a factor of two levels, not %d; or give `positive`.",
                         nlevels(label))
      raise("labels", message, argument = "label", value = levels(label))
    }
    as.integer(label) - 1L
  } else {
    classes_of_numbers(guess, label)
  }
}

classes_of_numbers <- function(guess, label) {
  is_known <- length(label) > 0L && (!anyNA(label) || !all(is.na(label)))
  ends <- if (is_known) c(min(label, na.rm = TRUE), max(label, na.rm = TRUE)) else c(0, 1)
  fits <- vapply(label_encodings, function(pair) all(ends %in% pair), NA)
  are_neighbours <- is.integer(label) && ends[[2L]] - ends[[1L]] <= 1
  inside <- are_neighbours || all(label == ends[[1L]] | label == ends[[2L]], na.rm = TRUE)
  if (!any(fits) || !inside) {
    message <- "`label` must hold values out of {-1, 1}, {0, 1} or {1, 2}; or give `positive`."
    raise("labels", paste0(message, suspect_swap(guess, label)), argument = "label", value = ends)
  }
  if (ends[[1L]] == 1 && ends[[2L]] == 1) {
    raise("labels", "All labels are 1, which may be either class: give `positive`.",
          argument = "label", value = 1)
  }
  if (are_neighbours && ends[[2L]] == 1) return(as.integer(label))
  as.integer(label == if (ends[[2L]] == 2) 2 else 1)
}
