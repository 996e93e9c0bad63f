# Results are plain data.frames, whatever kind of data.frame the curve is.

plain_frame <- function(curve) {
  columns <- unclass(if (isS4(curve)) asS3(curve, complete = FALSE) else curve)
  attributes(columns) <- list(names = names(columns))
  as_frame(columns, nrow(curve))
}

# structure() takes as long as all else of a short call.
as_frame <- function(columns, rows) {
  attr(columns, "row.names") <- .set_row_names(rows)
  class(columns) <- "data.frame"
  columns
}

# A data.frame that says what it is, so that autolayer() knows.
with_class <- function(frame, class) {
  class(frame) <- c(class, "data.frame")
  frame
}

# `[` of a data.frame makes names of all rows.
rows_of <- function(curve, rows) {
  kept <- function(column) if (length(dim(column)) == 2L) column[rows, , drop = FALSE] else column[rows]
  as_frame(lapply(without_integer64(as.list(plain_frame(curve)), "x"), kept), length(rows))
}

# So many times all rows.
repeated_rows <- function(curve, times) {
  frame <- plain_frame(curve)
  if (times == 1L) return(frame)
  rows <- nrow(frame)
  if (!all(vapply(frame, function(column) is.null(attributes(column)), NA))) {
    return(rows_of(frame, rep(seq_len(rows), times)))
  }
  as_frame(lapply(as.list(frame), rep, times), rows * times)
}

# Columns of the same name are replaced. `[<-` of a data.frame makes names of all rows.
with_columns <- function(frame, columns) {
  class <- oldClass(frame)
  all <- unclass(frame)
  all[names(columns)] <- columns
  class(all) <- class
  all
}

# The columns of a curve that columns_of() has taken out of it.
as_curve <- function(columns) {
  points <- columns[seq_along(columns_of_curves)]
  as_frame(structure(points, names = columns_of_curves), length(columns[[1L]]))
}
