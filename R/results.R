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
  auc_concordance = c("measure", "estimate"), roc_contrasts = c("estimate", "p.value"),
  roc_comparison = c("FPR_low", "FPR_high", "ahead"), roc_pooled = c("estimate", "std.error")
)

# Without its needed columns a result is a plain data.frame, or a result of no kind if it has thresholds to print.
as_result <- function(frame) {
  needed <- unlist(columns_of_results[class(frame)], use.names = FALSE)
  if (all(needed %in% names(frame))) return(frame)
  plain <- plain_frame(frame)
  attr(plain, "row.names") <- attr(frame, "row.names")
  if (length(columns_of_thresholds(plain)) == 0L) return(plain)
  with_class(with_neighbours(plain, attr(frame, "neighbours")), NULL)
}

#' @export
`[.roc_result` <- function(x, ...) {
  result <- NextMethod()
  if (is.data.frame(result)) as_result(with_neighbours(result, attr(x, "neighbours"))) else result
}

#' @export
as.data.frame.roc_result <- function(x, ...) without_neighbours(NextMethod())

#' @exportS3Method dplyr::dplyr_reconstruct
dplyr_reconstruct.roc_result <- function(data, template) {
  result <- NextMethod()
  if (inherits(result, "roc_result")) as_result(result) else result
}

#' Print results
#'
#' Results print their first and last rows and the columns that fit the screen, answers first.
#'
#' @details
#' A printed threshold, used as printed, classifies these scores as the threshold itself does: it has as many digits
#' as that takes. The same holds for the ends of its interval.
#'
#' @param x a result of this package, or a fit.
#' @param digits the number of significant digits; of AUCs of a fit, the number of decimals.
#' @param n the number of rows to print; by default all of up to 12 rows, otherwise 10. `Inf` for all.
#' @param width the number of characters of a line; by default `options("width")`. `Inf` for all columns.
#' @param ... not used.
#' @return Its argument, invisibly; `format()` returns the lines.
#' @examples
#' curve <- roc_at(weighted_roc(am ~ mpg, mtcars))
#' curve
#' print(curve, n = 3, width = Inf)
#' @export
print.roc_result <- function(x, digits = 4L, n = NULL, width = getOption("width"), ...) {
  cat(format(x, digits = digits, n = n, width = width), sep = "\n")
  invisible(x)
}

#' @rdname print.roc_result
#' @export
format.roc_result <- function(x, digits = 4L, n = NULL, width = getOption("width"), ...) {
  frame <- plain_frame(x)
  rows <- nrow(frame)
  if (rows == 0L || length(frame) == 0L) {
    return(sprintf("No rows, with the columns %s", paste(names(frame), collapse = ", ")))
  }
  most <- rows_to_print(n, rows)
  first <- seq_len(ceiling(most / 2))
  shown <- if (rows > most) c(first, rows - rev(seq_len(floor(most / 2))) + 1L) else seq_len(rows)
  columns <- rows_of(frame[order(names(frame) %in% constants | grepl("^cost_", names(frame)))], shown)
  words <- words_of_columns(columns, digits, attr(x, "neighbours"))
  texts <- c(list(format(c("", row.names(x)[shown]))), Map(function(column, name) {
    format(c(name, column), justify = "right")
  }, words, names(columns)))
  fits <- max(2L, sum(cumsum(nchar(vapply(texts, `[[`, "", 1L), "width") + 1L) - 1L <= width))
  # A table that is made for reading has few columns.
  kept <- seq_len(min(fits, if (width <= 80L) max_columns + 1L, length(texts)))
  lines <- do.call(paste, unname(texts[kept]))
  hidden <- names(columns)[-(kept[-1L] - 1L)]
  head <- if (rows > most) seq_along(c(0L, first)) else seq_along(lines)
  c(lines[head], if (rows > most) sprintf("... %s", words_of_count(rows - most, "more row")), lines[-head],
    if (length(hidden) > 0L) {
      strwrap(sprintf("... %s: %s", words_of_count(length(hidden), "more column"), paste(hidden, collapse = ", ")),
              min(width, 80L), exdent = 4L)
    })
}

# Twelve rows, as of the months of a year, are printed.
rows_to_print <- function(n, rows) {
  if (is.null(n)) return(if (rows > max_rows + 2L) max_rows else rows)
  n <- if (identical(n, Inf)) rows else check_numbers(n, "n", 1L, "positive")
  max(1L, min(floor(n), rows))
}

words_of_count <- function(count, noun) sprintf("%s %s%s", number(count), noun, if (count == 1) "" else "s")

words_of_columns <- function(columns, digits, neighbours) {
  words <- lapply(columns, function(column) format(shortened(column), digits = digits, justify = "right"))
  exact <- function(x) aligned_decimals(threshold_words(x, neighbours, digits))
  of_thresholds <- columns_of_thresholds(columns)
  words[of_thresholds] <- lapply(columns[of_thresholds], exact)
  estimated <- is_threshold_row(columns)
  if (any(estimated)) {
    of_ends <- intersect(columns_of_ends, names(columns))
    words[of_ends] <- lapply(columns[of_ends], function(column) {
      others <- column[!estimated]
      words <- rep("", length(column))
      words[!estimated] <- format(others, digits = digits)
      replace(words, estimated, exact(column[estimated]))
    })
  }
  words
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
print.roc_test <- function(x, n = NULL, width = getOption("width"), ...) {
  NextMethod()
  if (isTRUE(nrow(x$contrasts) > 1L)) {
    columns <- c("time", "score1", "score2", "group1", "group2", "estimate", "conf.low", "conf.high",
                 "p.value", "p.adjusted")
    # All times are tested at once.
    if (!is.null(x$contrasts$time)) columns <- setdiff(columns, "p.value")
    rows <- plain_frame(x$contrasts)
    shown <- with_class(rows[c(intersect(columns, names(rows)), setdiff(names(rows), columns))], NULL)
    hidden <- setdiff(names(rows), columns)
    if (width <= 80L) shown <- shown[setdiff(names(shown), hidden)]
    cat("contrasts:\n", paste0(format.roc_result(shown, n = n, width = width), "\n"), "\n", sep = "")
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
