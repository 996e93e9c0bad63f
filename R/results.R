# Results are plain data.frames, whatever kind of data.frame the curve is.

plain_frame <- function(curve) {
  columns <- unclass(curve)
  attributes(columns) <- list(names = names(columns))
  as_frame(columns, nrow(curve))
}

as_frame <- function(columns, rows) {
  structure(columns, class = "data.frame", row.names = .set_row_names(rows))
}

rows_of <- function(curve, rows) {
  kept <- plain_frame(curve)[rows, , drop = FALSE]
  row.names(kept) <- NULL
  kept
}

# Rows of a curve, with the number of distinct scores that the step from each to the next merges.
steps_of <- function(curve, rows) {
  kept <- rows_of(curve, rows)
  scores <- .subset2(curve, "scores")
  if (is.null(scores)) scores <- rep(c(1, 0), c(nrow(curve) - 1, 1))
  before <- c(0, cumsum(as.vector(scores, "double")))
  kept$scores <- c(diff(before[rows]), 0)
  # What is known of the inside of single steps says nothing of merged ones.
  kept[setdiff(names(kept), c("wins", "slack"))]
}

# Columns of the same name are replaced.
with_columns <- function(frame, columns) {
  frame[names(columns)] <- columns
  frame
}

# The columns of a curve that columns_of() has taken out of it.
as_curve <- function(columns) {
  as_frame(structure(columns, names = columns_of_curves), length(columns[[1L]]))
}
