# A curve's columns, as doubles. Their values are checked in Rust.

curve_column <- function(tpr.fpr, column) {
  values <- .subset2(tpr.fpr, column)
  if (is.null(values)) {
    message <- sprintf("%s is missing.", column_of_curve(column))
    raise("column", message, argument = "tpr.fpr", column = column)
  }
  if (!is.numeric(values) || !is_plain(values)) {
    message <- sprintf("%s must be numeric, not %s.", column_of_curve(column), described(values))
    raise("type", message,
          argument = "tpr.fpr", column = column, expected = "numeric", found = class(values))
  }
  storage.mode(values) <- "double"
  values
}
