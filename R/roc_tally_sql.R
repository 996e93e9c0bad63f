#' Query that makes a tally in a database or a cluster
#'
#' The text of one `SELECT`, of which the result is a table for [as_roc_tally()]. A nightly job can run it
#' without R, and keep its rows.
#'
#' @section The query:
#' It groups the observations by score, or with `breaks` by bins of scores, and has aggregates only: no
#' window, no sort, no join, one scan. The bin of a score is found by nested `CASE`, \eqn{\log_2}{log2} of the
#' number of bins comparisons an observation. Bins are closed below: a score that is a break belongs to the bin
#' above it. All bins that have observations come back, also below the first break and above the
#' last.
#'
#' An observation in which the score, the label or the weight is `NULL`, or the weight is negative, is not left out in
#' silence: all of them make a row without a score, which [as_roc_tally()] refuses. Give a subquery as
#' `table` that leaves them out, `"(SELECT * FROM visits WHERE marker IS NOT NULL) AS t"`. Observations
#' of weight 0 are left out.
#'
#' Breaks are written with 17 digits, so that each is the same double in the engine. All days and places
#' that are to be merged should have the same breaks, see [as_roc_tally()].
#'
#' @section Engines:
#' Standard SQL, run on SQLite in the tests of the package, on no other engine yet. `double` is the name of the type
#' in the engine, `"DOUBLE"` in Spark, `"FLOAT64"` in BigQuery.
#'
#' @param table The name of the table, or what else may stand after `FROM`, a text of SQL.
#' @param guess,label,weight Columns, or expressions of them, texts of SQL; `NULL` for weights of 1. They are
#'   put into the query as they are: never take them from people whom you would not let write queries.
#' @param breaks Ascending finite numbers, the edges of the bins; `NULL` for a row for each distinct score.
#' @param positive The label of the positive class, a number or a text; all others are negative.
#' @param double The type of doubles in the engine.
#'
#' @return A text.
#'
#' @section Errors:
#' `wroc_error_type`, `wroc_error_length`, `wroc_error_missing` and `wroc_error_range` for the arguments.
#'
#' @family curves of large data
#' @seealso [roc_collect()], which chooses bins by the data and knows its tolerance.
#'
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
#' roc_bounds(roc_from_tally(tally))
#' auc_ci(tally)[c("estimate", "std.error", "conf.low", "conf.high")]
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
    raise_type("positive", "a number or a readable text", positive)
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
    raise_type(argument, "a readable text of SQL", x)
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
