#' SQL query that makes a tally
#'
#' Returns one `SELECT` statement whose result is a table for [as_roc_tally()]. A scheduled job can run it
#' without R and store the rows.
#'
#' @details
#' The query groups the observations by score, or with `breaks` by bins of scores, in one scan. It uses
#' aggregates only: no window, no sort, no join. Bins are closed below; there is one below the first break and
#' one above the last. Equally spaced breaks are written as one `FLOOR()`: the query stays short, and takes
#' about 1.5 times as long as a `GROUP BY` with the same sums. Others are a tree of comparisons, which with 1000
#' breaks is ten times as slow in DuckDB. Use the same breaks for all tallies that will be merged.
#'
#' **Keys and clusters.** `by` adds a key, such as the day, and the result has the rows of one tally per key.
#' `cluster` adds the group of a patient for the jackknife, 40 groups for example: `c(part = "MOD(patient,
#' 40)")`, or `"MOD(ABS(hashtext(patient)), 40)"` in PostgreSQL. Pass the names of both columns to
#' [as_roc_tally()].
#'
#' **Missing values.** Observations with a missing score, label or weight, or a negative weight, make a row
#' without a score, which [as_roc_tally()] refuses. To leave them out, give a subquery as `table`:
#' `"(SELECT * FROM visits WHERE marker IS NOT NULL) t"`. Rows with weight 0 are ignored.
#'
#' **Dialects.** SQLite, PostgreSQL, MariaDB, DuckDB and Spark run in the tests; Oracle, Snowflake, BigQuery,
#' SQL Server and others are written by their documentation.
#'
#' @param table the name of the table, or whatever else may stand after `FROM`.
#' @param guess,label,weight,weights columns or expressions, as strings of SQL; `NULL` for weights of 1. They go into
#'   the query as they are: never accept them from people whom you would not let write queries.
#' @param breaks ascending finite numbers, the edges of the bins; `NULL` for a row for each distinct score.
#' @param positive the label of the positive class, a number or a string; all others are negative.
#' @param by,cluster a column, or an expression with a name for the column of the result,
#'   `c(week = "EXTRACT(WEEK FROM day)")`.
#' @param dialect the engine: `"standard"`, `"postgres"`, `"sqlite"`, `"mariadb"`, `"duckdb"`, `"spark"`,
#'   `"oracle"`, `"snowflake"`, `"bigquery"`, `"mssql"`, `"redshift"`, `"trino"`, `"impala"`, `"hana"`,
#'   `"teradata"`; or a DBI connection.
#' @param ... not used.
#' @return A string.
#' @section Errors:
#' `wroc_error_type`, `wroc_error_length`, `wroc_error_missing`, `wroc_error_range` and `wroc_error_choice` for
#' the arguments.
#' @seealso [roc_collect()], which chooses bins by the data and bounds the error of the AUC by `tolerance`.
#' @examplesIf all(vapply(c("DBI", "RSQLite"), requireNamespace, NA, quietly = TRUE))
#' cat(roc_tally_sql("visits", "marker", "sick", "weight", breaks = seq(-3, 4, by = 0.1), by = "day"))
#'
#' set.seed(1)
#' visits <- data.frame(sick = rep(0:1, 500), weight = rexp(1000))
#' visits$marker <- rnorm(1000, visits$sick)
#' connection <- DBI::dbConnect(RSQLite::SQLite())
#' DBI::dbWriteTable(connection, "visits", visits)
#' query <- roc_tally_sql("visits", "marker", "sick", "weight", breaks = seq(-3, 4, length.out = 200),
#'                        dialect = connection)
#' tally <- as_roc_tally(DBI::dbGetQuery(connection, query))
#' DBI::dbDisconnect(connection)
#' weighted_roc(tally)
#' @export
roc_tally_sql <- function(table, guess, label, weight = NULL, breaks = NULL, positive = 1, by = NULL,
                          cluster = NULL, dialect = "standard", ..., weights = NULL) classed({
  refuse_dots(...)
  weight <- one_of_weights(weight, weights)
  check_sql(table, "table")
  check_sql(guess, "guess")
  check_sql(label, "label")
  if (is.null(weight)) weight <- "1" else check_sql(weight, "weight")
  positive <- check_positive(positive)
  if (is.null(positive) || is.character(positive) && !are_readable(positive)) {
    raise_type("positive", "a number or a readable string", positive)
  }
  breaks <- check_breaks(breaks)
  keys <- c(key_in_sql(by, "by"), key_in_sql(cluster, "cluster"))
  check_keys(names(keys))
  connection <- if (inherits(dialect, "DBIConnection")) dialect
  dialect <- if (is.null(connection)) {
    dialect_of_kinds(check_choice_of(dialect, "dialect", names_of_dialects))
  } else {
    dialect_of(connection)
  }
  bin <- if (is.null(breaks)) "wroc_score" else bin_by_breaks(breaks, dialect)
  number_in <- function(expression) {
    value <- sprintf(dialect$as_double, expression, dialect$double)
    is_text <- dialect$is_text(expression)
    if (is_text == standard_dialect$is_text()) value else sprintf("CASE WHEN %s THEN NULL ELSE %s END", is_text, value)
  }
  fill(
    "SELECT MIN(wroc_score) AS score, MAX(wroc_score) AS score_max,
  CASE WHEN MIN(wroc_score) = MAX(wroc_score) THEN 1 ELSE 2 END AS scores,
  {sums}{keys}
FROM (
  SELECT wroc_score, wroc_class, wroc_weight{keys},
    CASE WHEN wroc_score IS NULL THEN NULL ELSE {bin} END AS wroc_bin
  FROM (
    SELECT CASE WHEN {whole} THEN wroc_guess END AS wroc_score,
      CASE WHEN wroc_label = {positive} THEN 1 ELSE 0 END AS wroc_class, wroc_weight{keys}
    FROM (
      SELECT {guess} AS wroc_guess, {label} AS wroc_label, {weight} AS wroc_weight{made}
      FROM {table}
    ) wroc_given{fence}
  ) wroc_checked
  WHERE wroc_score IS NULL OR wroc_weight > 0
) wroc_binned
GROUP BY wroc_bin{keys}",
    sums = paste(c(sums_of_powers(dialect), sprintf("%s(CASE WHEN wroc_class = %d THEN 1 END) AS %s",
                                                    dialect$count, 1:0, c("n_pos", "n_neg"))),
                 collapse = ",\n  "),
    keys = more_columns(names(keys)), made = more_columns(sprintf("%s AS %s", keys, names(keys))),
    bin = bin, whole = is_whole(dialect),
    positive = if (is.character(positive)) dialect$text(positive, connection)
               else if (is.logical(positive)) as.character(positive) else number_in_sql(positive),
    guess = number_in(guess), label = label, weight = number_in(weight), table = table, fence = dialect$fence
  )
})

check_sql <- function(x, argument) {
  if (!is.character(x) || own_length(x) != 1L || is.na(x) || !are_readable(x) || !nzchar(x)) {
    raise_type(argument, "a readable string of SQL", x)
  }
}

# A key's expression by the name of its column.
key_in_sql <- function(x, argument) {
  if (is.null(x)) return()
  check_sql(x, argument)
  name <- names(x)
  if (is.null(name) || is.na(name) || !nzchar(name)) name <- as.vector(x)
  if (!grepl("^[[:alpha:]][[:alnum:]_]*$", name)) {
    message <- sprintf("`%s` must name its column of the result: `%s = c(name = %s)`.", argument, argument,
                       quoted(as.vector(x)))
    raise("type", message, argument = argument, value = x)
  }
  structure(as.vector(x), names = name)
}

check_keys <- function(names) {
  taken <- c(columns_of_tallies, constants_of_tallies, "n_pos", "n_neg")
  fault <- names[tolower(names) %in% taken | duplicated(tolower(names))]
  if (length(fault) > 0L) {
    message <- sprintf("`by` and `cluster` must have names other than those of a tally's columns, not `%s`.",
                       fault[[1L]])
    raise("range", message, argument = "by", value = fault[[1L]])
  }
}

# TRUE if nothing is missing. It is not true where a part is NULL; few comparisons are fast. A weight of NaN does not
# lie between two numbers.
is_whole <- function(dialect) {
  is_NaN <- dialect$is_NaN("wroc_guess")
  paste(c("wroc_label IS NOT NULL", sprintf("wroc_weight BETWEEN 0 AND %s", dialect$number(max_weight)),
          if (is_NaN != "1 = 0") sprintf("NOT (%s)", is_NaN)), collapse = " AND ")
}

# Products that are too small for a double are an error in some engines: such weights have a power of 0.
sums_of_powers <- function(dialect) {
  unlist(lapply(c(1L, 2L, 4L), function(power) {
    product <- paste(rep("wroc_weight", power), collapse = " * ")
    lower <- if (dialect$underflows && power > 1L) {
      sprintf(" AND wroc_weight > %s", dialect$number(10^(-300 / power)))
    }
    sprintf("SUM(CASE WHEN wroc_class = %d%s THEN %s ELSE 0 END) AS %s%s", 1:0, if (is.null(lower)) "" else lower,
            product, c("positive", "negative"), if (power > 1L) power else "")
  }))
}

check_breaks <- function(breaks) {
  if (is.null(breaks)) return()
  if (length(breaks) == 0L) raise("range", "`breaks` must be at least one number.", argument = "breaks")
  check_numbers(breaks, "breaks", range = "finite", ascending = TRUE)
}
