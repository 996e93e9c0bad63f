# A curve's columns, as doubles. Their values are checked in Rust.

columns_of_curves <- c("TPR", "FPR", "threshold", "FN", "FP")

columns_of <- function(curve, argument = "curve") {
  if (!is.data.frame(curve)) {
    raise_type(argument, "a curve, the data.frame that WeightedROC() gives", curve)
  }
  lapply(columns_of_curves, function(column) curve_column(curve, column, argument))
}

curve_column <- function(curve, column, argument) {
  values <- .subset2(curve, column)
  if (is.null(values)) {
    message <- sprintf("%s is missing.", column_of_curve(column, argument))
    raise("column", message, argument = argument, column = column)
  }
  if (!is.numeric(values) || !is_plain(values)) {
    message <- sprintf("%s must be numeric, not %s.",
                       column_of_curve(column, argument), described(values))
    raise("type", message,
          argument = argument, column = column, expected = "numeric", found = class(values))
  }
  storage.mode(values) <- "double"
  values
}
