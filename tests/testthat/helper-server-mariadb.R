# A MariaDB whose socket is in WROC_MARIADB, with a database wroc of the user root, over RMySQL and RMariaDB;
# see tools/with-mariadb.sh.

lacks_mariadb <- function(package) {
  if (!nzchar(Sys.getenv("WROC_MARIADB"))) {
    "no MariaDB (see tools/with-mariadb.sh)"
  } else {
    lacks_package(package)
  }
}

connect_to_mariadb <- function(package) {
  driver <- switch(package, RMariaDB = "MariaDB", RMySQL = "MySQL")
  DBI::dbConnect(getExportedValue(package, driver)(), unix.socket = Sys.getenv("WROC_MARIADB"),
                 user = "root", dbname = "wroc")
}

open_mariadb <- function(package) {
  connection <- connect_to_mariadb(package)
  # Said once in 8 hours: "uses an old dbplyr interface".
  suppressWarnings(dplyr::tbl(connection, dplyr::sql("SELECT 1 AS one")))
  made <- character()
  ask <- function(sql) DBI::dbGetQuery(connection, sql)[[1]]
  list(
    name = "MariaDB", connection = connection, has_snapshots = TRUE,
    other = function(sql) {
      other <- connect_to_mariadb(package)
      on.exit(DBI::dbDisconnect(other))
      DBI::dbExecute(other, sql)
    },
    is_transacting = function() ask("SELECT @@in_transaction") == 1,
    # In READ COMMITTED, as its own default holds still, too.
    begin = function() {
      statements <- c("SET TRANSACTION ISOLATION LEVEL READ COMMITTED", "BEGIN")
      # Otherwise RMariaDB commits after each statement.
      if (package == "RMariaDB") {
        DBI::dbBegin(connection)
        statements <- c("ROLLBACK", statements)
      }
      for (statement in statements) DBI::dbExecute(connection, statement)
    },
    rollback = function() {
      if (package == "RMariaDB") DBI::dbRollback(connection) else DBI::dbExecute(connection, "ROLLBACK")
    },
    put = function(data, types = NULL) {
      infinite <- vapply(data, function(x) is.double(x) && any(is.infinite(x)), NA)
      testthat::skip_if(any(infinite), "MariaDB has no infinite numbers")
      made <<- c(made, new_table_name())
      name <- made[[length(made)]]
      # Literals with all digits, by which MariaDB reads doubles exactly.
      table_of_literals(connection, name, data, types, text = "TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
                        literals = function(x) {
        if (is.character(x)) return(as.character(DBI::dbQuoteString(connection, x)))
        text <- if (is.double(x)) sprintf("%.17e", x) else as.character(as.integer(x))
        ifelse(is.na(x), "NULL", text)
      })
      # RMySQL tells that decimals turn into doubles.
      suppressWarnings(dplyr::tbl(connection, name))
    },
    close = function() {
      # A connection that is closed is an error to ask of.
      if (tryCatch(DBI::dbIsValid(connection), error = function(error) FALSE)) {
        for (name in made) DBI::dbExecute(connection, paste("DROP TABLE IF EXISTS", name))
        DBI::dbDisconnect(connection)
      }
    },
    count = function() count_results(connection, package),
    tables = function() DBI::dbListTables(connection),
    has_NaN = FALSE, has_booleans = FALSE, has_Inf = FALSE,
    failing = "(CASE WHEN score = 5 THEN (SELECT 1 UNION SELECT 2) ELSE score END)", fails_at = "5",
    # RMariaDB 1.3.5 loses the words of errors after the first row.
    says = switch(package, RMySQL = "error while fetching rows", RMariaDB = "returns more than 1 row|\\[0\\]")
  )
}

# Only where it is asked for.
if (nzchar(Sys.getenv("WROC_MARIADB"))) {
  engines$MariaDB <- by_driver("RMySQL", lacks_mariadb, open_mariadb)
  engines[["MariaDB by RMariaDB"]] <- by_driver("RMariaDB", lacks_mariadb, open_mariadb)
}
