# The differences between SQL's dialects. dbplyr writes names, limits and the user's expressions; here is what
# it does not write, or not to the last digit:
#   double   the type of a double,
#   as_double
#            how a value becomes one, in which -0 is 0 where groups distinguish them,
#   number   a double, in a form that the engine does not read as one of its decimals,
#   literal  the same where it must be read to the last digit,
#   whole    the whole part of a number >= 0,
#   count    the name of COUNT where that counts beyond 2^31,
#   is_NaN   whether a column that is not NULL is NaN,
#   is_text  whether a value of a column of numbers is not one,
#   text     a string as a value, by the connection where there is one: dbplyr leaves backslashes to the
#            driver before 2.6, and ignores them from then on,
#   hash     a whole number for a cluster of any type that is not NULL. Where engines have no such function it is the
#            cluster's place among all: a window over all rows,
#   remainder
#            the remainder of a division of whole numbers,
#   fence    what keeps a query within another from being made one with it, so that what it computes is
#            computed once,
#   underflows
#            whether a product that is too small for a double is an error,
#   range_frames, booleans
#            whether windows that are ordered take ties together, and whether there are booleans,
#   streams  whether rows are added up in R sooner than in the engine,
#   snapshot how to tell whether a transaction is open, by a query that gives the same twice within one, or 1 there,
#            and how to begin one that sees one state of all tables.
standard_dialect <- list(
  double = "DOUBLE PRECISION", as_double = "CAST(%s AS %s)",
  number = function(x) literal(x), literal = function(x) literal(x),
  whole = "CAST(FLOOR(%s) AS BIGINT)", count = "COUNT",
  # Engines in which NaN equals itself need another test.
  is_NaN = function(name) sprintf("%s <> %s", name, name), is_text = function(name) "1 = 0",
  text = function(x, connection) standard_text(x), hash = "DENSE_RANK() OVER (ORDER BY %s)",
  remainder = "MOD(%s, %d)", fence = "", underflows = FALSE, range_frames = TRUE,
  booleans = TRUE, streams = FALSE
)

# Engines that order NaN put it there.
is_above_infinity <- function(double) {
  function(name) sprintf("%s > CAST('Infinity' AS %s)", name, double)
}

is_NaN_by <- function(test) function(name) sprintf(test, name)

standard_text <- function(x) paste0("'", gsub("'", "''", enc2utf8(x), fixed = TRUE), "'")

# Some take the backslash for an escape, and 'it''s' for 'it' and 's' side by side. BigQuery refuses the end of
# a line within a string.
text_with_backslashes <- function(x, connection) {
  escaped <- gsub("(['\\\\])", "\\\\\\1", enc2utf8(x))
  paste0("'", gsub("\r", "\\r", gsub("\n", "\\n", escaped, fixed = TRUE), fixed = TRUE), "'")
}

# A setting of the session decides about backslashes, but not with an E in front.
text_of_postgres <- function(x, connection) {
  text <- standard_text(x)
  if (grepl("\\", x, fixed = TRUE)) paste0("E", gsub("\\", "\\\\", text, fixed = TRUE)) else text
}

# As in PostgreSQL, but without an E. These two drivers take the setting into account.
text_of_mysql <- function(x, connection) {
  if (isS4(connection) && inherits(connection, c("MariaDBConnection", "MySQLConnection"))) {
    return(as.character(DBI::dbQuoteString(connection, x)))
  }
  text_with_backslashes(x)
}

# By a pattern of the names that classes of connections, or dbplyr's dialects, have.
dialects <- list(
  "redshift" = list(hash = "FNV_HASH(%s)", is_NaN = is_above_infinity("DOUBLE PRECISION"),
                    fence = " OFFSET 0", underflows = TRUE,
                    text = function(x, connection) gsub("\\", "\\\\", standard_text(x), fixed = TRUE)),
  "postgres|^Pq" = list(hash = "HASHTEXT(CAST(%s AS TEXT))", is_NaN = is_above_infinity("DOUBLE PRECISION"),
                        fence = " OFFSET 0", underflows = TRUE, text = text_of_postgres, snapshot = list(
                          is_open = function(value) {
                            query <- "SELECT CAST(now() AS TEXT) AS wroc_now"
                            value(query) == value(query)
                          },
                          begin = "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"
                        )),
  "duckdb" = list(double = "DOUBLE", hash = "HASH(%s)", is_NaN = is_above_infinity("DOUBLE")),
  "spark|hive|databricks" = list(double = "DOUBLE", hash = "HASH(%s)", is_NaN = is_above_infinity("DOUBLE"),
                                 text = text_with_backslashes),
  "sqlite" = list(
    # FLOOR is an option of SQLite's; a cast cuts towards 0, which for numbers >= 0 is the same.
    whole = "CAST(%s AS INTEGER)", remainder = "%s %% %d",
    # From 3.43 on it rounds decimals beyond some 1e-100 and 1e100 wrongly.
    literal = function(x) literal_of_powers(x),
    # It has NULL in its place.
    is_NaN = function(name) "1 = 0",
    # Its columns hold values of any type, and its casts make 0 of a text.
    is_text = function(name) sprintf("typeof(%s) IN ('text', 'blob')", name),
    # A column that is missing in all of the first rows looks like booleans.
    booleans = FALSE, fence = " LIMIT -1",
    # It lies in R's own process, and has one core.
    streams = TRUE
  ),
  "mysql|maria" = list(double = "DOUBLE", as_double = "(CAST(%s AS %s) + 0)", hash = "CRC32(%s)",
                       whole = "CAST(FLOOR(%s) AS SIGNED)", is_NaN = function(name) "1 = 0",
                       text = text_of_mysql, snapshot = list(
                         is_open = function(value) value("SELECT @@in_transaction AS wroc_open") == 1,
                         begin = c("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ",
                                   "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY")
                       )),
  "oracle" = list(
    # Oracle's NUMBER, which a number without the suffix is, ends at 1e126.
    double = "BINARY_DOUBLE", number = function(x) paste0(literal(x), "d"),
    literal = function(x) paste0(literal(x), "d"), whole = "FLOOR(%s)",
    hash = "ORA_HASH(%s)", is_NaN = is_NaN_by("%s IS NAN")
  ),
  "sql ?server|mssql" = list(count = "COUNT_BIG", hash = "CHECKSUM(%s)", remainder = "%s %% %d",
                              is_NaN = function(name) "1 = 0"),
  "snowflake" = list(hash = "HASH(%s)", is_NaN = is_NaN_by("%s = CAST('NaN' AS DOUBLE PRECISION)"),
                     text = text_with_backslashes),
  "bigquery" = list(double = "FLOAT64", whole = "CAST(FLOOR(%s) AS INT64)",
                    hash = "FARM_FINGERPRINT(CAST(%s AS STRING))",
                    is_NaN = is_NaN_by("IS_NAN(%s)"), text = text_with_backslashes),
  "^HDB$|hana" = list(double = "DOUBLE"),
  "impala" = list(double = "DOUBLE", hash = "FNV_HASH(%s)", is_NaN = is_NaN_by("IS_NAN(%s)"),
                  text = text_with_backslashes),
  "presto|trino|athena" = list(double = "DOUBLE",
                               hash = "FROM_BIG_ENDIAN_64(XXHASH64(TO_UTF8(CAST(%s AS VARCHAR))))",
                               is_NaN = is_NaN_by("IS_NAN(%s)")),
  # It has no RANGE, and an ordered window without a frame is all of its part.
  "teradata" = list(hash = "HASHBUCKET(HASHROW(%s))", remainder = "%s MOD %d", range_frames = FALSE)
)

dialect_of <- function(connection) dialect_of_kinds(kinds_of(connection))

dialect_of_kinds <- function(kinds) {
  is_of <- function(kind) any(grepl(kind, kinds, ignore.case = TRUE))
  own <- Filter(is_of, names(dialects))
  utils::modifyList(standard_dialect, if (length(own) > 0L) dialects[[own[[1L]]]] else list())
}

# The classes of a connection, and of its dialect where dbplyr (2.6) tells it.
kinds_of <- function(connection) {
  kinds <- class(connection)
  if (can_be_loaded("dbplyr") && "sql_dialect" %in% getNamespaceExports("dbplyr")) {
    kinds <- c(class(getExportedValue("dbplyr", "sql_dialect")(connection)), kinds)
  }
  kinds
}

names_of_dialects <- c("standard", "postgres", "sqlite", "mariadb", "duckdb", "spark", "oracle", "snowflake",
                       "bigquery", "mssql", "redshift", "trino", "impala", "hana", "teradata")

# A number of the user's as SQL. It has the fewest digits that name it, as the column may be one of decimals,
# which a double's other digits would not equal.
number_in_sql <- function(x) {
  digits <- Filter(function(digits) as.numeric(sprintf("%.*g", digits, x)) == x, 15:17)
  if (x == round(x) && abs(x) < 2^63) sprintf("%.0f", x) else sprintf("%.*g", digits[[1L]], x)
}

value_in_sql <- function(x, table) {
  if (is.numeric(x) && is.finite(x)) {
    return(number_in_sql(x))
  }
  if (is.character(x)) {
    return(table$dialect$text(x, table$connection))
  }
  as.character(dbplyr::escape(x, con = table$connection))
}

# A name of a column as SQL.
name_in_sql <- function(column, table) {
  as.character(dbplyr::escape(dbplyr::ident(column), con = table$connection))
}

# A query with a limit on its rows.
limited <- function(query, limit, table) {
  as.character(dbplyr::sql_query_select(
    table$connection, dbplyr::sql("*"), dbplyr::sql(sprintf("(%s) wroc_all", query)), limit = limit
  ))
}
