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

without_intervals <- function(rows) {
  rows[c("conf.low", "conf.high")] <- NA_real_
  rows
}

# A data.frame that says what it is, so that it is printed and drawn as such.
with_class <- function(frame, class) {
  class(frame) <- c(class, "roc_result", "data.frame")
  frame
}

# The columns that a class needs; without these columns a result is a plain data.frame.
columns_of_results <- list(
  roc_estimate = c("measure", "estimate"), roc_pr = c("recall", "precision"),
  roc_prg = c("recall_gain", "precision_gain"), roc_gain = c("share", "TPR", "lift"),
  roc_band = c("conf.low", "conf.high"), roc_reliability = c("forecast", "share", "probability"),
  roc_net_benefit = c("prior", "threshold", "standardized"), roc_hull = c("TPR", "FPR"),
  roc_optimal = c("threshold", "TPR", "FPR"), roc_at = c("threshold", "TPR", "FPR"),
  roc_constrained = c("feasible", "TPR", "FPR"), roc_cost_curve = c("PC", "cost"),
  roc_reject = c("threshold_negative", "threshold_positive"),
  roc_calibration = c("score_low", "score_high", "probability"), roc_curves = c("TPR", "FPR"),
  auc_over_time = c("time", "estimate"), auc_integrated = "estimate",
  auc_concordance = c("measure", "estimate")
)

as_result <- function(frame) {
  needed <- unlist(columns_of_results[class(frame)], use.names = FALSE)
  if (all(needed %in% names(frame))) return(frame)
  plain <- plain_frame(frame)
  attr(plain, "row.names") <- attr(frame, "row.names")
  plain
}

#' @export
`[.roc_result` <- function(x, ...) {
  result <- NextMethod()
  if (is.data.frame(result)) as_result(result) else result
}

#' @exportS3Method dplyr::dplyr_reconstruct
dplyr_reconstruct.roc_result <- function(data, template) {
  result <- NextMethod()
  if (inherits(result, "roc_result")) as_result(result) else result
}

#' @export
print.roc_result <- function(x, digits = 4L, ...) {
  cat(format(x, digits = digits), sep = "\n")
  invisible(x)
}

# The first rows and the last ones, as wide as a screen: answers first, constants last.
#' @export
format.roc_result <- function(x, digits = 4L, ...) {
  frame <- plain_frame(x)
  rows <- nrow(frame)
  if (rows == 0L || length(frame) == 0L) {
    return(sprintf("No rows, with the columns %s", paste(names(frame), collapse = ", ")))
  }
  half <- seq_len(max_rows / 2)
  shown <- if (rows > max_rows) c(half, rows - rev(half) + 1L) else seq_len(rows)
  columns <- rows_of(frame[order(names(frame) %in% constants | grepl("^cost_", names(frame)))], shown)
  texts <- c(list(format(c("", row.names(x)[shown]))), Map(function(column, name) {
    format(c(name, format(shortened(column), digits = digits, justify = "right")), justify = "right")
  }, as.list(columns), names(columns)))
  width <- min(getOption("width"), 80L)
  fits <- max(2L, sum(cumsum(nchar(vapply(texts, `[[`, "", 1L), "width") + 1L) - 1L <= width))
  kept <- seq_len(min(fits, max_columns + 1L, length(texts)))
  lines <- do.call(paste, unname(texts[kept]))
  hidden <- names(columns)[-(kept[-1L] - 1L)]
  c(lines[seq_len(min(rows, max_rows / 2) + 1L)],
    if (rows > max_rows) sprintf("... %s more rows", number(rows - max_rows)),
    lines[-seq_len(min(rows, max_rows / 2) + 1L)],
    if (length(hidden) > 0L) {
      strwrap(sprintf("... %d more column%s: %s", length(hidden), if (length(hidden) > 1L) "s" else "",
                      paste(hidden, collapse = ", ")), width, exdent = 4L)
    })
}

# A long name of a score leaves room for the answers.
shortened <- function(column) {
  if (is.factor(column)) column <- as.character(column)
  if (!is.character(column)) return(column)
  ifelse(nchar(column, "width") > 24L, paste0(substr(column, 1L, 21L), "..."), column)
}

max_rows <- 10L
max_columns <- 7L

# Counts, and what was given or is the same in all rows of a result.
constants <- c("FN", "FP", "TP", "TN", "prior", "variance", "n_pos", "n_neg", "n_eff_pos", "n_eff_neg",
               "standardized")

#' @export
print.roc_test <- function(x, ...) {
  NextMethod()
  if (isTRUE(nrow(x$contrasts) > 1L)) {
    columns <- c("time", "score1", "score2", "group1", "group2", "estimate", "conf.low", "conf.high",
                 "p.value", "p.adjusted")
    # All times are tested at once.
    if (!is.null(x$contrasts$time)) columns <- setdiff(columns, "p.value")
    shown <- with_class(x$contrasts[intersect(columns, names(x$contrasts))], NULL)
    cat("contrasts:\n", paste0(format(shown), "\n"), "\n", sep = "")
  }
  invisible(x)
}

# `[` of a data.frame makes names of all rows.
rows_of <- function(curve, rows) {
  kept <- function(column) if (length(dim(column)) == 2L) column[rows, , drop = FALSE] else column[rows]
  as_frame(lapply(without_integer64(as.list(plain_frame(curve)), "x"), kept), length(rows))
}

# Repeats all rows a number of times.
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
