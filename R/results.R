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

# Rows of a curve, with what is known of the inside of the step from each to the next.
steps_of <- function(curve, rows) {
  kept <- rows_of(curve, rows)
  scores <- .subset2(curve, "scores")
  if (is.null(scores)) scores <- rep(c(1, 0), c(nrow(curve) - 1, 1))
  kept$scores <- sums_of_steps(check_numbers(scores, "scores", finite_number), rows)
  if (knows_wins(curve)) {
    check_wins(curve)
    kept[c("pairs", "wins", "slack")] <- wins_of_steps(curve, rows)
  }
  kept
}

sums_of_steps <- function(x, rows) {
  c(diff(c(0, cumsum(x))[rows]), 0)
}

knows_wins <- function(curve) all(c("pairs", "wins", "slack") %in% names(curve))

check_wins <- function(curve) {
  for (name in c("pairs", "wins", "slack")) check_numbers(curve[[name]], name, finite_number)
}

# Positives also win against the negatives of the lower ones of the steps that become one.
wins_of_steps <- function(curve, rows) {
  below <- c(-diff(curve$FPR) * curve$TPR[-1L], 0)
  inside <- sums_of_steps(below + curve$wins, rows)
  width <- c(-diff(curve$FPR[rows]), 0)
  height <- c(-diff(curve$TPR[rows]), 0)
  base <- c(curve$TPR[rows][-1L], 0)
  list(pairs = width * height, wins = inside - width * base,
       slack = sums_of_steps(curve$slack, rows))
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
