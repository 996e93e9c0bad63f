#' SQL query that makes a tally
#'
#' Returns one `SELECT` whose result is a table for [as_roc_tally()]. A nightly job can run it without R and
#' keep its rows.
#'
#' @details
#' The query groups the observations by score, or with `breaks` by bins of scores, in one scan: aggregates
#' only, no window, no sort, no join. Bins are closed below; those below the first break and above the last
#' are there, too. Breaks are written with 17 digits. Tallies that are to be merged should have the same
#' breaks.
#'
#' Observations with a missing score, label or weight, or a negative weight, are not left out in silence: they
#' make a row without a score, which [as_roc_tally()] refuses. Give a subquery as `table` that leaves them
#' out, `"(SELECT * FROM visits WHERE marker IS NOT NULL) AS t"`. Rows with weight 0 are ignored.
#'
#' The SQL is standard, and tested on SQLite.
#'
#' @param table the name of the table, or whatever else may stand after `FROM`.
#' @param guess,label,weight columns, or expressions of them, as strings of SQL; `NULL` for weights of 1. They
#'   go into the query as they are: never accept them from people whom you would not let write queries.
#' @param breaks ascending finite numbers, the edges of the bins; `NULL` for a row for each distinct score.
#' @param positive the label of the positive class, a number or a string; all others are negative.
#' @param double the type of doubles in the engine: `"DOUBLE"` in Spark, `"FLOAT64"` in BigQuery.
#' @return A string.
#' @section Errors:
#' `wroc_error_type`, `wroc_error_length`, `wroc_error_missing` and `wroc_error_range` for the arguments.
#' @seealso [roc_collect()], which chooses bins by the data and bounds the error of the AUC by `tolerance`.
#' @examplesIf all(vapply(c("DBI", "RSQLite"), requireNamespace, NA, quietly = TRUE))
#' cat(roc_tally_sql("visits", "marker", "sick", "weight", breaks = c(-1, 0, 1)))
#'
#' set.seed(1)
#' visits <- data.frame(sick = rep(0:1, 500), weight = rexp(1000))
#' visits$marker <- rnorm(1000, visits$sick)
#' connection <- DBI::dbConnect(RSQLite::SQLite())
#' DBI::dbWriteTable(connection, "visits", visits)
#' query <- roc_tally_sql("visits", "marker", "sick", "weight", breaks = seq(-3, 4, length.out = 200))
#' tally <- as_roc_tally(DBI::dbGetQuery(connection, query))
#' DBI::dbDisconnect(connection)
#' weighted_roc(tally)
#' @export
roc_tally_sql <- function(table, guess, label, weight = NULL, breaks = NULL, positive = 1,
                          double = "DOUBLE PRECISION") classed({
  check_given(table)
  check_given(guess)
  check_given(label)
  check_sql(table, "table")
  check_sql(guess, "guess")
  check_sql(label, "label")
  if (is.null(weight)) weight <- "1" else check_sql(weight, "weight")
  check_sql(double, "double")
  positive <- check_positive(positive)
  if (is.null(positive) || is.character(positive) && !are_readable(positive)) {
    raise_type("positive", "a number or a readable string", positive)
  }
  breaks <- check_breaks(breaks)
  bin <- if (is.null(breaks)) "score" else paste("CASE WHEN score IS NULL THEN -1 ELSE",
                                                 bin_by_cases(breaks, 0L), "END")
  power <- function(times) paste(rep("weight", times), collapse = " * ")
  sums <- unlist(lapply(c(1, 2, 4), function(times) {
    paste0("SUM(CASE WHEN class = ", 1:0, " THEN ", power(times), " ELSE 0 END) AS ",
           c("positive", "negative"), if (times > 1) times)
  }))
  numbers <- sprintf("SUM(CASE WHEN class = %d THEN 1 ELSE 0 END) AS %s", 1:0, c("n_pos", "n_neg"))
  ends <- c("MIN(score) AS score", "MAX(score) AS score_max",
            "CASE WHEN MIN(score) = MAX(score) THEN 1 ELSE 2 END AS scores")
  broken <- "wroc_guess IS NULL OR wroc_label IS NULL OR wroc_weight IS NULL OR wroc_weight < 0"
  paste0(
    "SELECT ", paste(c(ends, sums, numbers), collapse = ",\n       "), "\n",
    "FROM (SELECT score, class, weight, ", bin, " AS bin\n",
    "  FROM (SELECT CASE WHEN ", broken, " THEN NULL ELSE wroc_guess END AS score,\n",
    "      CASE WHEN wroc_label = ", sql_literal(positive), " THEN 1 ELSE 0 END AS class,\n",
    "      wroc_weight AS weight\n",
    "    FROM (SELECT CAST(", guess, " AS ", double, ") AS wroc_guess, ", label, " AS wroc_label,\n",
    "        CAST(", weight, " AS ", double, ") AS wroc_weight\n",
    "      FROM ", table, ") AS wroc_given) AS wroc_checked\n",
    "  WHERE score IS NULL OR weight > 0) AS wroc_binned\n",
    "GROUP BY bin"
  )
})

check_sql <- function(x, argument) {
  if (!is.character(x) || own_length(x) != 1L || is.na(x) || !are_readable(x) || !nzchar(x)) {
    raise_type(argument, "a readable string of SQL", x)
  }
}

check_breaks <- function(breaks) {
  if (is.null(breaks)) {
    return(NULL)
  }
  breaks <- check_numbers(breaks, "breaks", finite_number)
  if (length(breaks) == 0L || is.unsorted(breaks, strictly = TRUE)) {
    raise("range", "`breaks` must ascend, at least one of them.", argument = "breaks")
  }
  breaks
}

# The number of breaks that are no higher than the score, by bisection.
bin_by_cases <- function(breaks, below) {
  if (length(breaks) == 0L) {
    return(as.character(below))
  }
  middle <- (length(breaks) + 1L) %/% 2L
  paste0("CASE WHEN score < ", sql_literal(breaks[[middle]]), " THEN ",
         bin_by_cases(breaks[seq_len(middle - 1L)], below), " ELSE ",
         bin_by_cases(breaks[-seq_len(middle)], below + middle), " END")
}

# Numbers with all their digits, whatever the locale.
sql_literal <- function(value) {
  if (is.character(value)) {
    return(paste0("'", gsub("'", "''", value, fixed = TRUE), "'"))
  }
  if (is.numeric(value) && value == round(value) && abs(value) < 1e9) return(sprintf("%d", as.integer(value)))
  if (is.logical(value)) return(if (value) "TRUE" else "FALSE")
  formatC(value, digits = 16L, format = "e", decimal.mark = ".")
}
