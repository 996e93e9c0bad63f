# The engines that roc_collect() is tested on. A test is a function of an engine, and runs on each
# that is there. An engine is a list of
#   name     for the tests' names,
#   put      a function(data, types) that makes a table of the data.frame, exactly as it is, and
#            gives the lazy table; `types` has SQL types of columns by name, where they are not R's,
#   close    a function that takes away all that was put,
#   connection,
#   count    a function that gives the number of results that are still open,
#   tables   a function that gives the names of all tables,
#   other    a function(sql) that runs a statement by another connection, NULL where there is none,
#   has_snapshots, is_transacting, begin
#            whether it has such, a function that tells whether a transaction is open, and the SQL
#            that begins one which sees what others write,
#   has_NaN, has_booleans, has_Inf
#            whether its columns can hold them as something of their own,
#   failing  SQL for a number, of a column `score` of the type BIGINT, that fails at run time where
#            the column is `fails_at`, with words that match `says`.
# To add one, append a list to `engines`: `lacks`, a function that says why it is not there or gives
# NULL; `open`, one that gives an engine; and where its rows are fetched by default, `streams`, which is
# TRUE, with another entry in which it is FALSE, so that tests run both ways.

# test_that() once for each engine that is there, both ways where it has two.
test_on_engines <- function(property, code, those = names(engines)) {
  for (name in those) {
    if (is.null(lacks_for(name))) {
      test_that(sprintf("%s (%s)", property, name), {
        engine <- engines[[name]]$open()
        code_of_engine <- if (isFALSE(engines[[name]]$streams)) by_queries else identity
        tryCatch(code_of_engine(code(engine)), finally = engine$close())
      })
    }
  }
}

# The same for what is true of queries only, such as their number, or writers between them.
test_on_queries <- function(property, code) {
  streams <- vapply(engines, function(engine) isTRUE(engine$streams), NA)
  test_on_engines(paste0("queries: ", property), code, names(engines)[!streams])
}

# The others are skipped once, and not test by test.
test_that_engines_are_there <- function() {
  for (name in names(engines)) {
    test_that(paste(name, "is there"), {
      skip_where_no_engine(name)
      succeed()
    })
  }
}

skip_where_no_engine <- function(name) {
  lacks <- lacks_for(name)
  testthat::skip_if(!is.null(lacks), lacks)
}

# Why the engine can't be tested, NULL if it can.
lacks_for <- function(name) {
  if (is.null(engines[[name]])) return(paste(name, "has its turn elsewhere"))
  reasons <- c(unlist(lapply(c("DBI", "dbplyr", "dplyr"), lacks_package)), engines[[name]]$lacks())
  if (length(reasons) > 0L) reasons[[1L]]
}

lacks_package <- function(package) {
  if (!requireNamespace(package, quietly = TRUE)) paste(package, "is not installed")
}

# Names of tables that are not those of another process.
new_table_name <- local({
  made <- 0L
  function() {
    made <<- made + 1L
    sprintf("wroc_test_%d_%d", Sys.getpid(), made)
  }
})

# SQLite -----------------------------------------------------------------------

lacks_sqlite <- function() lacks_package("RSQLite")

# CRAN's time is short.
lacks_sqlite_by_queries <- function() {
  if (isTRUE(as.logical(Sys.getenv("NOT_CRAN", "false")))) lacks_sqlite() else "queries of SQLite: not on CRAN"
}

# Asks SQLite as other engines are asked, and fetches no rows.
by_queries <- function(code) {
  namespace <- asNamespace("WeightedROC")
  set <- function(value) {
    unlockBinding("streams", namespace)
    assign("streams", value, envir = namespace)
    lockBinding("streams", namespace)
  }
  old <- namespace$streams
  on.exit(set(old))
  set(function(table) FALSE)
  code
}

open_sqlite <- function() {
  path <- tempfile(fileext = ".sqlite")
  connection <- DBI::dbConnect(RSQLite::SQLite(), path)
  list(
    name = "SQLite", connection = connection, has_snapshots = FALSE,
    other = function(sql) {
      other <- DBI::dbConnect(RSQLite::SQLite(), path)
      on.exit(DBI::dbDisconnect(other))
      DBI::dbExecute(other, sql)
    },
    put = function(data, types = NULL) {
      name <- new_table_name()
      # Binds values, so that no digit is lost. A text turns into a number where the type is one.
      DBI::dbWriteTable(connection, name, data, field.types = types)
      dplyr::tbl(connection, name)
    },
    close = function() {
      if (DBI::dbIsValid(connection)) DBI::dbDisconnect(connection)
      unlink(path)
    },
    count = function() count_by_warning(connection),
    tables = function() DBI::dbListTables(connection),
    has_NaN = FALSE, has_booleans = FALSE, has_Inf = TRUE,
    failing = "abs(score)", fails_at = "-9223372036854775808", says = "integer overflow"
  )
}

# RSQLite, RPostgres and RMariaDB have one result at a time, and warn if the next one closes it.
count_by_warning <- function(connection) {
  open <- 0L
  withCallingHandlers(DBI::dbGetQuery(connection, "SELECT 1"), warning = function(warning) {
    open <<- open + 1L
    invokeRestart("muffleWarning")
  })
  open
}

# The number of open results, by what a driver offers.
count_results <- function(connection, package) {
  lists <- package %in% c("RPostgreSQL", "RMySQL")
  if (lists) length(DBI::dbListResults(connection)) else count_by_warning(connection)
}

# An engine of a server that has several drivers, each a package for R.
by_driver <- function(package, lacks, open) {
  force(package)
  list(lacks = function() lacks(package), open = function() open(package))
}

# PostgreSQL -------------------------------------------------------------------

lacks_postgres <- function(package) {
  if (!nzchar(Sys.getenv("WROC_POSTGRES"))) {
    "no PostgreSQL (see tools/with-postgres.sh)"
  } else {
    lacks_package(package)
  }
}

connect_to_postgres <- function(package) {
  driver <- switch(package, RPostgres = "Postgres", RPostgreSQL = "PostgreSQL")
  DBI::dbConnect(
    getExportedValue(package, driver)(), host = Sys.getenv("WROC_POSTGRES"),
    user = Sys.getenv("PGUSER", "postgres"), dbname = Sys.getenv("PGDATABASE", "postgres")
  )
}

open_postgres <- function(package) {
  connection <- connect_to_postgres(package)
  DBI::dbExecute(connection, "SET client_min_messages TO warning")
  # Said once in 8 hours: "uses an old dbplyr interface".
  suppressWarnings(dplyr::tbl(connection, dplyr::sql("SELECT 1 AS one")))
  made <- character()
  list(
    name = "PostgreSQL", connection = connection, has_snapshots = TRUE,
    begin = function() DBI::dbExecute(connection, "BEGIN"),
    rollback = function() DBI::dbExecute(connection, "ROLLBACK"),
    other = function(sql) {
      other <- connect_to_postgres(package)
      on.exit(DBI::dbDisconnect(other))
      DBI::dbExecute(other, sql)
    },
    # Time stands still within a transaction.
    is_transacting = function() {
      now <- function() DBI::dbGetQuery(connection, "SELECT CAST(now() AS TEXT) AS now")$now
      now() == now()
    },
    put = function(data, types = NULL) {
      made <<- c(made, new_table_name())
      name <- made[[length(made)]]
      table_of_literals(connection, name, data, types, double = "DOUBLE PRECISION")
      dplyr::tbl(connection, name)
    },
    close = function() {
      if (is_open_postgres(connection)) {
        for (name in made) DBI::dbExecute(connection, paste("DROP TABLE IF EXISTS", name))
        DBI::dbDisconnect(connection)
      }
    },
    count = function() count_results(connection, package),
    tables = function() DBI::dbListTables(connection),
    has_NaN = TRUE, has_booleans = TRUE, has_Inf = TRUE,
    failing = "(1 + 1 / (score - 5))", fails_at = "5", says = "division by zero"
  )
}

is_open_postgres <- function(connection) {
  tryCatch(nrow(DBI::dbGetQuery(connection, "SELECT 1")) == 1L, error = function(error) FALSE)
}

# Not dbWriteTable(), which alters doubles.
table_of_literals <- function(connection, name, data, types, literals = quoted_literals, text = "TEXT",
                              double = "DOUBLE") {
  type_of <- c(double = double, integer = "INTEGER", logical = "BOOLEAN", character = text)
  all_types <- type_of[vapply(data, typeof, "")]
  names(all_types) <- names(data)
  all_types[names(types)] <- types
  columns <- paste(DBI::dbQuoteIdentifier(connection, names(data)), all_types, collapse = ", ")
  DBI::dbExecute(connection, sprintf("CREATE TABLE %s (%s)", name, columns))
  rows <- do.call(paste, c(lapply(unname(as.list(data)), literals), sep = ", "))
  for (chunk in split(rows, ceiling(seq_along(rows) / 1000))) {
    values <- paste0("(", chunk, ")", collapse = ", ")
    DBI::dbExecute(connection, sprintf("INSERT INTO %s VALUES %s", name, values))
  }
}

# Quoted, also numbers, so that they are read as of the column's type.
quoted_literals <- function(x) {
  text <- if (is.double(x)) sprintf("%.17g", x) else as.character(x)
  quoted <- sprintf("'%s'", gsub("'", "''", text, fixed = TRUE))
  ifelse(is.na(x) & !text %in% "NaN", "NULL", quoted)
}

# ------------------------------------------------------------------------------

engines <- list(
  SQLite = list(lacks = lacks_sqlite, open = open_sqlite, streams = TRUE),
  "SQLite by queries" = list(lacks = lacks_sqlite_by_queries, open = open_sqlite, streams = FALSE),
  PostgreSQL = by_driver("RPostgreSQL", lacks_postgres, open_postgres),
  "PostgreSQL by RPostgres" = by_driver("RPostgres", lacks_postgres, open_postgres)
)

# Puts some scores beyond 8e307 at both ends, and infinite ones where the engine has them, with more positives at
# the upper end.
with_extremes <- function(score, label, engine) {
  n <- length(score)
  ends <- c(8.5e307, 1.2e308, 1.7e308, if (engine$has_Inf) Inf)
  high <- stats::runif(n) < 0.05 + 0.1 * label
  low <- stats::runif(n) < 0.1
  score[low] <- -sample(ends, sum(low), replace = TRUE)
  score[high] <- sample(ends, sum(high), replace = TRUE)
  score
}

# Strings that SQL, its dialects, drivers or our own templates could take for something else.
hostile_texts <- c(
  "it's \"so\" `then`", "\\", "ends with \\", "\\'", "'; DROP TABLE x; --", "\\n is no newline",
  "line\nand\r\nline", "tab\tbell\a", "100%_\\%\\_", "{rows} %s $1 ? :x @y",
  "\u00e4\u00df \u4e2d\u6587 \U0001f600", "", "trailing ", "NULL", "1e5", strrep("x\\'\"", 500)
)
