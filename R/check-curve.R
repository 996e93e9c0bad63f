# A curve's columns, as doubles. Their values are checked in Rust.

columns_of_curves <- c("TPR", "FPR", "threshold", "FN", "FP")

# A mean curve has no thresholds. Functions without thresholds get row numbers in their place.
columns_of <- function(curve, argument = "x", thresholds = TRUE) {
  if (is_list(curve)) refuse_list_of_curves(curve, argument)
  check_frame(curve, argument, "a curve, the data.frame that WeightedROC() returns")
  # Further columns than those checked below.
  if (length(curve) > length(columns_of_curves)) check_columns(curve, argument)
  rows <- .row_names_info(curve, 2L)
  column <- function(name) curve_column(curve, name, argument, rows)
  columns <- lapply(columns_of_curves, column)
  if (is_mean(columns[[3L]])) {
    if (thresholds) raise_without_thresholds(argument)
    columns[[3L]] <- c(seq_len(rows - 1), Inf)
  }
  c(columns, list(known_true_negatives(curve, columns[[3L]])))
}

refuse_list_of_curves <- function(curves, argument) {
  if (length(curves) > 0L && is.data.frame(curves[[1L]])) {
    raise_type(argument, "one curve, the data.frame that WeightedROC() returns", curves,
               " Give them one by one, or a fit of weighted_roc() for all of its scores.")
  }
}

is_mean <- function(threshold) {
  length(threshold) > 1L && is.na(threshold[[length(threshold)]]) && all(is.na(threshold))
}

raise_without_thresholds <- function(argument) {
  message <- sprintf(paste(
    "`%s` must have thresholds, and a mean of curves has none. Over folds use roc_estimate() for the mean of",
    "a measure, or `average = \"pooled\"` for one curve of all predictions."
  ), argument)
  raise("threshold", message, argument = argument)
}

# The weights of the true negatives in the first rows, where the curve's columns say too little of
# them. They are known by threshold, and so for any of the rows.
known_true_negatives <- function(curve, threshold) {
  known <- attr(curve, "true_negatives", exact = TRUE)
  if (!is.data.frame(known) || !is.double(known$threshold) || !is.double(known$TN)) {
    return(numeric())
  }
  # The last row is above all scores, one of which may be Inf, too.
  first <- threshold[seq_len(max(min(nrow(known), length(threshold) - 1L), 0L))]
  place <- match(first, known$threshold)
  known$TN[place[cumsum(is.na(place)) == 0L]]
}

# A curve of some rows of another.
with_true_negatives <- function(rows, curve) {
  attr(rows, "true_negatives") <- attr(curve, "true_negatives", exact = TRUE)
  rows
}

# A list of columns, and not only something of the class.
check_frame <- function(frame, argument, expected) {
  if (!is.data.frame(frame) || !is.list(frame)) raise_type(argument, expected, frame)
}

# All columns must have as many entries as there are rows.
check_columns <- function(frame, argument) {
  if (any(Encoding(as.character(names(frame))) == "bytes")) {
    raise("names", sprintf("`%s` must have names that are valid strings.", argument), argument = argument)
  }
  rows <- .row_names_info(frame, 2L)
  lengths <- vapply(unclass(frame), NROW, 0)
  fault <- match(TRUE, lengths != rows)
  if (!is.na(fault)) raise_rows(argument, names(frame)[fault], lengths[[fault]], rows)
}

raise_rows <- function(argument, column, length, rows) {
  message <- sprintf("%s must have an entry for each of the %s rows, not %s.",
                     column_of_curve(column, argument), number(rows), number(length))
  raise("length", message, argument = argument, column = column, length = length, expected = rows)
}

# How a curve is made, for what has not a single column of one.
no_curve <- function(frame) {
  if (any(columns_of_curves %in% names(frame))) return("")
  " WeightedROC() returns a curve; weighted_roc() computes curves from observations."
}

curve_column <- function(curve, column, argument, rows = .row_names_info(curve, 2L)) {
  place <- match(column, names(curve))
  if (is.na(place)) {
    message <- sprintf("%s is missing.%s", column_of_curve(column, argument), no_curve(curve))
    raise("column", message, argument = argument, column = column)
  }
  values <- .subset2(curve, place)
  if (is.double(values) && is.null(attributes(values)) && length(values) == rows) return(values)
  values <- without_integer64(values, argument)
  if (!is.numeric(values) || !is_plain(values)) {
    message <- sprintf("%s must be numeric, not %s.",
                       column_of_curve(column, argument), described(values))
    raise("type", message,
          argument = argument, column = column, expected = "numeric", found = class(values))
  }
  attributes(values) <- NULL
  if (length(values) != rows) raise_rows(argument, column, length(values), rows)
  as.double(values)
}
