# One state of the table for all scans: where the engine has snapshots these hold it still, and
# elsewhere scans that differ are noticed.

# Runs `code` in a transaction that only reads, and sees one state of all tables, where the engine has
# such and none is open. An open one is the user's, and is left alone.
in_snapshot <- function(connection, code) {
  if (begins_snapshot(connection)) on.exit(end_snapshot(connection))
  code
}

# RMariaDB commits after each statement, unless dbBegin() was called.
commits_by_itself <- function(connection) inherits(connection, "MariaDBConnection")

# Nothing was written, so that nothing is lost.
end_snapshot <- function(connection) {
  tryCatch({
    if (commits_by_itself(connection)) DBI::dbRollback(connection) else DBI::dbExecute(connection, "ROLLBACK")
  }, error = function(error) NULL)
}

# An engine that does not know these words goes on without.
begins_snapshot <- function(connection) {
  snapshot <- dialect_of(connection)$snapshot
  value <- function(query) DBI::dbGetQuery(connection, query)[[1L]]
  !is.null(snapshot) && or_else(suppressWarnings({
    if (snapshot$is_open(value)) {
      FALSE
    } else {
      begin_snapshot(connection, snapshot$begin)
      TRUE
    }
  }), function(error) FALSE)
}

# With RMariaDB, the transaction of dbBegin() ends before that of the statements begins.
begin_snapshot <- function(connection, statements) {
  if (!commits_by_itself(connection)) {
    for (statement in statements) DBI::dbExecute(connection, statement)
    return()
  }
  DBI::dbBegin(connection)
  begun <- FALSE
  on.exit(if (!begun) end_snapshot(connection))
  for (statement in c("ROLLBACK", statements)) DBI::dbExecute(connection, statement)
  begun <- TRUE
}

state_of_scan <- function(result) {
  c(rows = sum(result$rows), faults = sum(result$rows[result$step %in% -3:-1]),
    positive = sum(result$positive), negative = sum(result$negative))
}

# Weights may differ by the rounding of sums, of so many rows each.
check_state <- function(first, now, rows) {
  allowed <- 2 * rounding_of(c(first$steps$rows, rows)) * now
  allowed[c("rows", "faults")] <- 0
  if (any(abs(now - first$state) > allowed)) raise_changed(first$state, now, "")
}

# How far a sum of so many weights can be off, as a share of it, in whatever order they are added; it
# goes through some sums of these sums.
rounding_of <- function(rows) (max(rows) + 1e4) * 2^-53

# Of steps that were divided again, those from each of some scores up to the next hold the same.
check_same_steps <- function(before, now, starts) {
  total <- c(rows = 1, colSums(before[c("positive", "negative")]))
  sums_of <- function(steps) {
    part <- factor(findInterval(steps$score, starts), levels = 0:length(starts))
    vapply(names(total), function(column) {
      sums <- tapply(steps[[column]], part, sum)
      ifelse(is.na(sums), 0, sums)
    }, numeric(length(starts) + 1L))
  }
  sums <- sums_of(before)
  later <- sums_of(now)
  allowed <- 2 * rounding_of(c(before$rows, now$rows)) * total
  allowed[["rows"]] <- 0
  differs <- abs(later - sums) > rep(allowed, each = nrow(sums))
  if (any(differs)) {
    part <- which(rowSums(differs) > 0)[[1L]]
    ends <- c(-Inf, starts, Inf)
    where <- sprintf(", of scores from %s to %s", number(ends[[part]]), number(ends[[part + 1L]]))
    raise_changed(sums[part, ], later[part, ], where)
  }
}

raise_other_rows <- function(first, now, where, words = rows_in_words) {
  message <- sprintf("The table changed while it was read: first it had %s, then %s%s.",
                     words(first), words(now), where)
  raise("engine", message, argument = "tbl", first = first, now = now)
}

raise_changed <- function(first, now, where) {
  words <- function(state) {
    sprintf("%s (weights %s and %s%s)", rows_in_words(state[["rows"]]),
            number(state[["positive"]], 9L), number(state[["negative"]], 9L),
            if (is.na(state["faults"])) "" else sprintf(", %s that do not count",
                                                        number(state[["faults"]])))
  }
  raise_other_rows(first, now, where, words)
}

# Checks the steps, which a query or a stream made. They must not overlap: then each begins at an
# exact point of the curve. Nor may they cross the ends, as is_extreme() and shares_below() look at `score`
# alone.
check_certificate <- function(steps) {
  apart <- all(steps$score <= steps$last) && all(steps$last[-nrow(steps)] < steps$score[-1L]) &&
    all(side_of(steps$score) == side_of(steps$last))
  if (!isTRUE(apart)) {
    message <- paste("The steps that the database returned overlap, or cross scores of 8e307:",
                     "the table changed while it was read, or the database's arithmetic is not monotone.")
    raise("engine", message, argument = "tbl")
  }
}
