#' Read a tally made outside R
#'
#' `as_roc_tally()` returns a tally from a table that Spark, Arrow, Python or a database made, after checking it. Use
#' [roc_tally()] for observations in R. `as.data.frame()` of a tally returns such a table, to be written to a file.
#'
#' @section The table, version 1:
#' A row for each score or bin of scores, in any order, and the columns, whose names may be in capitals:
#' \describe{
#'   \item{`score`}{the least score of the bin,}
#'   \item{`score_max`}{the greatest score of the bin. Without this column a bin ends below the next one,}
#'   \item{`scores`}{1 for a bin of one distinct score, else a number of distinct scores that it has at least;
#'     by default 1 where `score` is `score_max`, else 2. One of the two columns must be there,}
#'   \item{`positive`, `negative`}{the sums of weights of the classes,}
#'   \item{`positive2`, `negative2`, `positive4`, `negative4`}{the sums of squares and of fourth powers of
#'     weights, `NA` if unknown,}
#'   \item{`n_pos`, `n_neg`}{the numbers of observations of positive weight.}
#' }
#' The last six may be missing or `NA`: then the AUC has no interval. Without weights all sums are the number.
#' Optional, and the same in all rows: `version`, 1; `level`, that of the grid of [roc_tally()], 0 for other
#' bins; `rows`, the number of rows; `total_positive`, `total_negative`, the sums. The last three tell when
#' rows were lost on the way. Other columns are an error.
#'
#' @details
#' Strings that are numbers are read as numbers. Files of text need 17 significant digits, which `format(x,
#' digits = 17)` gives. The rounding errors of sums are in a tally and its RDS file, but not in its table.
#'
#' Bins may overlap, see [roc_tally()], but no two may have the same ends. Give all tallies the same edges where you can:
#' the curve of bins that overlap has few points.
#'
#' **Clusters.** `cluster` names a further column, which says to which group of clusters a row belongs, such as
#' `MOD(hash(patient), 40)` in SQL. Then the tally has a part for each group, and the standard errors and paired
#' tests of [roc_tally()] with clusters. Any number of groups from 2 on will do; with 40 the variance has up to 39
#' degrees of freedom. `as.data.frame()` calls this column `part`.
#'
#' @param x a data.frame as above; tallies by a key ([roc_tally_by]), which are merged; a list of tallies; or a
#'   tally, which is returned.
#' @param by the name of a column of `x` with keys, such as days: then there is a tally for each. For tallies by a
#'   key the new keys: a vector with one for each key, a function of the keys, or NULL for one tally of all.
#'   For a list of tallies the key of each; by default the names of the list.
#' @param cluster the name of a column that has the group of clusters of each row, or NULL.
#' @param row.names,optional,... ignored, as the generic has them.
#' @return A tally, see [roc_tally()]; with keys, tallies by them, see [roc_tally_by].
#' @section Errors:
#' `wroc_error_column` for a column that is missing or unknown; `wroc_error_type` for one that is not numeric;
#' `wroc_error_tally` for two bins with the same ends, for weights that are negative or not finite, and for sums that
#' do not fit each other.
#' @section Complexity: O(r log r) for r rows.
#' @seealso [roc_tally_sql()], a query that makes such a table.
#' @examples
#' set.seed(1)
#' tally <- roc_tally(rnorm(1000), rep(0:1, 500), rexp(1000), points = 50)
#' head(as.data.frame(tally), 3)
#'
#' # To a text file and back
#' file <- tempfile(fileext = ".csv")
#' table <- as.data.frame(lapply(as.data.frame(tally), format, digits = 17, trim = TRUE))
#' write.csv(table, file, row.names = FALSE, quote = FALSE)
#' back <- as_roc_tally(read.csv(file))
#' identical(auc_ci(back), auc_ci(tally))
#'
#' # A table made elsewhere
#' table <- data.frame(score = c(3, 1, 2), scores = 1, positive = c(5, 0, 2), negative = c(1, 4, 2))
#' weighted_roc(as_roc_tally(table), variance = "frequency")
#'
#' # Parts by groups of clusters
#' tally <- roc_tally(rnorm(1000), rep(0:1, 500), cluster = rep(1:200, 5))
#' as_roc_tally(as.data.frame(tally), cluster = "part")
#' @export
as_roc_tally <- function(x, by = NULL, cluster = NULL, ...) classed({
  refuse_dots(...)
  if (is_keyed(x)) {
    check_unused(c(cluster = !is.null(cluster)), "with tallies, which have their parts")
    return(merged_keys(x, by, name_of_group(substitute(by))))
  }
  if (are_tallies(x)) {
    check_unused(c(cluster = !is.null(cluster)), "with tallies, which have their parts")
    return(keyed_list(x, by, name_of_group(substitute(by))))
  }
  if (inherits(x, "roc_tally")) {
    check_unused(c(by = !is.null(by)), "with one tally, which has no keys")
    check_unused(c(cluster = !is.null(cluster)), "with a tally, which has its parts")
    columns_of_tally(x, "x")
    return(x)
  }
  check_frame(x, "x", "a data.frame with the columns of a tally, see ?as_roc_tally")
  check_columns(x, "x")
  if (is.null(by)) tally_of_table(x, cluster) else tallies_of_table(x, by, cluster)
})

# The keys of a list are its names, or those that are given; tallies of the same key are merged.
keyed_list <- function(x, by, name) {
  keys <- or(by, names(x))
  if (is.null(keys)) raise_absent("by", ": the keys of the tallies, one for each, or name the list")
  keys <- checked_keys(keys, length(x), "tallies")
  x <- unname(x)
  tallies_of_keys(keys, if (is.null(by)) "key" else name, function(rows) do.call(c, x[rows]))
}

tally_of_table <- function(x, cluster) {
  groups <- parts_of_table(x, cluster)
  if (!is.null(cluster)) x <- x[tolower(names(x)) != tolower(cluster)]
  x <- checked_table(x)
  said <- lapply(x[intersect(constants_of_tallies, names(x))], one_value)
  if (!is.null(said$version) && said$version != 1) {
    message <- sprintf("`x` is a table of version %s, but this package reads version 1 only.",
                       number(said$version))
    raise("tally", message, argument = "x", value = said$version)
  }
  level <- or(said$level, 0)
  if (!is_level(level)) {
    raise("tally", sprintf("`level` must be a whole number from 0 to 64, not %s.", distinct_numbers(level)),
          argument = "x", value = level)
  }
  for (name in c("score", "positive", "negative")) curve_column(x, name, "x")
  columns <- columns_of_table(with_numbers_of_scores(x), "x", nrow(x))
  tally <- if (is.null(groups)) tally_of_columns(columns, x, level) else tally_of_parts(columns, groups, x, level)
  check_said(said, nrow(x), tally)
  tally
}

# Rows in any order.
tally_of_columns <- function(columns, x, level) {
  columns <- lapply(columns, `[`, order(columns$score, columns$score_max))
  # -0 and 0 are one score.
  columns[c("score", "score_max")] <- lapply(columns[c("score", "score_max")], `+`, 0)
  columns <- with_ends(columns, x, level)
  unwrap(tally_check(c(unname(columns), lost_by(NULL, length(columns$score))), TRUE), argument = "x")
  as_tally(columns, level)
}

table_of_tally <- function(tally) {
  columns <- if (has_parts(tally)) columns_of_parts(tally) else columns_with_powers(tally)
  rows <- length(columns$score)
  totals <- totals_of_tally(tally)
  said <- c(version = 1, level = tally$level, rows = rows, total_positive = totals[["positive"]],
            total_negative = totals[["negative"]])
  as_frame(c(columns, lapply(as.list(said), rep, rows)), rows)
}

# A table has no units: powers that no double holds, or that the units made too small for one, are NA.
columns_with_powers <- function(tally) {
  columns <- structure(columns_of_tally(tally, "x")[seq_along(columns_of_tallies)], names = columns_of_tallies)
  units <- units_of_tally(tally, "x")
  if (all(units == 1)) {
    return(columns)
  }
  for (name in columns_of_tallies[6:9]) {
    class <- sub("[24]$", "", name)
    power <- columns[[name]]
    # A power that is small in the units has lost digits.
    small <- power < 1e-290
    for (i in seq_len(if (endsWith(name, "2")) 2L else 4L)) {
      power <- power * units[[if (class == "positive") 2L else 1L]]
    }
    lost <- !is.finite(power) | columns[[class]] > 0 & (small | power < 1e-290)
    columns[[name]] <- replace(power, lost, NA_real_)
  }
  columns
}

constants_of_tallies <- c("version", "level", "rows", "total_positive", "total_negative")

# A plain data.frame of doubles with names in small letters.
checked_table <- function(x) {
  names <- tolower(names(x))
  unknown <- setdiff(names, c(columns_of_tallies, constants_of_tallies))
  if (length(unknown) > 0L || anyDuplicated(names)) {
    name <- c(unknown, names[duplicated(names)])[[1L]]
    words <- if (length(unknown) > 0L) {
      sprintf("that tables of tallies do not have. If it is a key, give `by = %s`;", quoted(name))
    } else {
      "twice:"
    }
    message <- sprintf("`x` has a column `%s` %s see ?as_roc_tally.", name, words)
    raise("column", message, argument = "x", column = name)
  }
  rows <- .row_names_info(x, 2L)
  x <- as_frame(structure(lapply(unclass(x), as_number), names = names, row.names = NULL), rows)
  values <- lapply(names, function(name) curve_column(x, name, "x", rows))
  as_frame(structure(values, names = names), rows)
}

# Columns of strings that are all numbers, or missing ones, as numbers; integers of 64 bits as doubles.
as_number <- function(column) {
  if (inherits(column, "integer64")) return(unwrap(doubles_of_integer64(column, FALSE)))
  if (is.logical(column) && all(is.na(column))) return(as.double(column))
  if (!is.character(column) || !all(are_readable(column))) return(column)
  values <- suppressWarnings(as.double(column))
  if (any(is.na(values) & !is.na(column) & !column %in% c("NA", "NaN"))) column else values
}

with_numbers_of_scores <- function(x) {
  if (is.null(x$scores) && is.null(x$score_max)) {
    message <- "`x` must have a column `scores` or `score_max`, which distinguish bins from single scores."
    raise("column", message, argument = "x", column = "scores")
  }
  if (is.null(x$scores)) x$scores <- ifelse(x$score == x$score_max, 1, 2)
  x
}

one_value <- function(column) {
  values <- unique(column)
  if (length(values) > 1L || anyNA(values)) {
    raise("tally", "Columns of `x` that describe the whole tally must have the same number in all rows.",
          argument = "x")
  }
  # A table without rows has no constants.
  if (length(values) == 1L) values
}

check_said <- function(said, rows, tally) {
  if (!is.null(said$rows) && said$rows != rows) {
    message <- sprintf("`x` must have all of its original %s rows: it has %s.", number(said$rows),
                       number(rows))
    raise("tally", message, argument = "x", rows = rows, expected = said$rows)
  }
  expected <- totals_of_tally(tally)
  if (!is.null(said$total_positive)) expected[["positive"]] <- said$total_positive
  if (!is.null(said$total_negative)) expected[["negative"]] <- said$total_negative
  check_totals(tally, expected, "x")
}
