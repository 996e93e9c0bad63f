# A DBI connection to DuckDB by its package for Python, as Debian has none for R. WROC_DUCKDB names a
# python3 that has it.

lacks_duckdb <- function() {
  python <- Sys.getenv("WROC_DUCKDB")
  # Asked once, as it takes a second.
  if (is.null(duckdb_state$there)) {
    duckdb_state$there <- nzchar(python) && python_has(python, "duckdb")
  }
  if (!duckdb_state$there) "no python3 in WROC_DUCKDB that has duckdb"
}

duckdb_state <- new.env()

duckdb_run <- function(process, sql, connection = "main") {
  path <- tempfile()
  on.exit(unlink(path))
  escaped <- gsub("\\", "\\\\", sql, fixed = TRUE)
  escaped <- gsub("\r", "\\r", gsub("\n", "\\n", escaped, fixed = TRUE), fixed = TRUE)
  writeLines(paste(connection, path, enc2utf8(escaped)), process, useBytes = TRUE)
  flush(process)
  deadline <- Sys.time() + 60
  while (!file.exists(path)) {
    if (Sys.time() > deadline) stop("DuckDB's process does not answer")
    Sys.sleep(0.001)
  }
  lines <- readLines(path, encoding = "UTF-8")
  if (lines[[1]] == "error") stop(lines[[2]], call. = FALSE)
  duckdb_columns(lines)
}

duckdb_columns <- function(lines) {
  cells <- strsplit(paste0(lines, "\t"), "\t", fixed = TRUE)
  names <- unescaped(cells[[1]])
  types <- cells[[2]]
  rows <- cells[-(1:2)]
  columns <- lapply(seq_along(names), function(j) {
    x <- vapply(rows, `[[`, "", j)
    x[x == "\\N"] <- NA
    if (types[[j]] == "VARCHAR") {
      unescaped(x)
    } else if (types[[j]] == "BOOLEAN") {
      as.logical(x)
    } else if (types[[j]] == "INTEGER") {
      as.integer(as.numeric(x))
    } else {
      as.numeric(x)
    }
  })
  names(columns) <- names
  structure(columns, class = "data.frame", row.names = .set_row_names(length(rows)))
}

# A pair of backslashes is one character for a while, so that what follows it is no escape.
unescaped <- function(x) {
  pair <- "\037"
  x <- gsub("\\\\", pair, x, fixed = TRUE)
  for (letter in c("n", "r", "t")) {
    x <- gsub(paste0("\\", letter), switch(letter, n = "\n", r = "\r", t = "\t"), x, fixed = TRUE)
  }
  gsub(pair, "\\", x, fixed = TRUE)
}

duckdb_send <- function(conn, statement, ...) {
  if (!conn@open$is) stop("the connection is closed")
  found <- duckdb_run(conn@open$process, as.character(statement))
  conn@open$results <- conn@open$results + 1L
  duckdb_state$result(conn = conn, found = found)
}

# In the global environment, as tests of an installed package run under its namespace.
duckdb_define_classes <- function() {
  where <- globalenv()
  loadNamespace("DBI")
  duckdb_state$connection <- methods::setClass(
    "duckdb_connection", methods::representation(open = "environment"), contains = "DBIConnection",
    where = where
  )
  duckdb_state$result <- methods::setClass(
    "DuckDBResult", methods::representation(conn = "ANY", found = "data.frame"),
    contains = "DBIResult", where = where
  )
  method <- function(generic, signature, definition) {
    methods::setMethod(getExportedValue("DBI", generic), signature, definition, where = where)
  }
  method("dbSendQuery", c("duckdb_connection", "character"), duckdb_send)
  method("dbExecute", c("duckdb_connection", "character"), function(conn, statement, ...) {
    duckdb_run(conn@open$process, as.character(statement))
    invisible(NA_integer_)
  })
  method("dbIsValid", "duckdb_connection", function(dbObj, ...) dbObj@open$is)
  method("dbDisconnect", "duckdb_connection", function(conn, ...) {
    close(conn@open$process)
    conn@open$is <- FALSE
    invisible(TRUE)
  })
  method("dbFetch", "DuckDBResult", function(res, n = -1, ...) {
    if (n < 0) res@found else utils::head(res@found, n)
  })
  method("dbClearResult", "DuckDBResult", function(res, ...) {
    res@conn@open$results <- res@conn@open$results - 1L
    invisible(TRUE)
  })
  method("dbHasCompleted", "DuckDBResult", function(res, ...) TRUE)
}

# To a database in memory, or in a file.
connect_to_duckdb <- function(file = NULL) {
  if (is.null(duckdb_state$connection)) duckdb_define_classes()
  open <- new.env()
  script <- Filter(file.exists, c("duckdb-server.py", "tests/testthat/duckdb-server.py"))
  python <- paste("env -u LD_LIBRARY_PATH", Sys.getenv("WROC_DUCKDB"))
  open$process <- pipe(paste(c(python, shQuote(c(normalizePath(script), file))), collapse = " "), "w")
  open$results <- 0L
  open$is <- TRUE
  duckdb_state$connection(open = open)
}

open_duckdb <- function() {
  connection <- connect_to_duckdb()
  open <- connection@open
  # Said once in 8 hours: "uses an old dbplyr interface".
  suppressWarnings(dplyr::tbl(connection, dplyr::sql("SELECT 1 AS one")))
  list(
    name = "DuckDB", connection = connection, has_snapshots = FALSE,
    other = function(sql) duckdb_run(open$process, sql, "other"),
    put = function(data, types = NULL) {
      name <- new_table_name()
      table_of_literals(connection, name, data, types)
      dplyr::tbl(connection, name)
    },
    close = function() if (open$is) DBI::dbDisconnect(connection),
    count = function() open$results,
    tables = function() duckdb_run(open$process, "SHOW TABLES")$name,
    has_NaN = TRUE, has_booleans = TRUE, has_Inf = TRUE,
    failing = "CASE WHEN score = 5 THEN CAST(error('no fives') AS BIGINT) ELSE score END",
    fails_at = "5", says = "no fives"
  )
}

if (nzchar(Sys.getenv("WROC_DUCKDB"))) {
  engines$DuckDB <- list(lacks = lacks_duckdb, open = open_duckdb)
}
