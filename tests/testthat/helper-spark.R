# A DBI connection to the Spark that tools/test-spark.sh starts, over the JDBC driver in Spark's own
# jars: Debian has no R package that talks to Spark.

lacks_spark <- function() {
  if (!nzchar(Sys.getenv("WROC_SPARK_PORT"))) {
    "no Spark (see tools/test-spark.sh)"
  } else {
    lacks_package("rJava")
  }
}

# Reading a result cell by cell through rJava takes about 20 us a cell; this reads it in Java, and R
# takes whole columns. Without generics, as Janino, Spark's own compiler, knows few of them.
spark_java <- "
  private java.sql.ResultSet rows;
  private int width;
  private boolean[] text;
  private boolean more;
  private double[][] numbers;
  private String[][] strings;
  private boolean[][] nulls;

  public void open(java.sql.ResultSet resultSet) throws java.sql.SQLException {
    rows = resultSet;
    width = rows.getMetaData().getColumnCount();
    text = new boolean[width];
    for (int j = 0; j < width; j++) text[j] = !isNumber(type(j)) && !type(j).equals(\"boolean\");
    more = rows.next();
  }

  public String name(int j) throws java.sql.SQLException {
    return rows.getMetaData().getColumnLabel(j + 1);
  }

  public String type(int j) throws java.sql.SQLException {
    return rows.getMetaData().getColumnTypeName(j + 1).toLowerCase();
  }

  private static boolean isNumber(String type) {
    return type.equals(\"double\") || type.equals(\"float\") || type.equals(\"decimal\")
      || type.equals(\"int\") || type.equals(\"bigint\") || type.equals(\"smallint\")
      || type.equals(\"tinyint\");
  }

  private void resize(int size) {
    for (int j = 0; j < width; j++) {
      if (text[j]) strings[j] = (String[]) java.util.Arrays.copyOf(strings[j], size);
      else numbers[j] = java.util.Arrays.copyOf(numbers[j], size);
      nulls[j] = java.util.Arrays.copyOf(nulls[j], size);
    }
  }

  private void store(int j, int i) throws java.sql.SQLException {
    Object value = rows.getObject(j + 1);
    nulls[j][i] = value == null;
    if (value == null) return;
    if (text[j]) strings[j][i] = value.toString();
    else if (value instanceof Boolean) numbers[j][i] = ((Boolean) value).booleanValue() ? 1 : 0;
    else numbers[j][i] = ((Number) value).doubleValue();
  }

  public int read(int limit) throws java.sql.SQLException {
    int size = 0;
    int room = Math.min(limit, 1024);
    numbers = new double[width][room];
    strings = new String[width][room];
    nulls = new boolean[width][room];
    while (more && size < limit) {
      if (size == room) resize(room = (int) Math.min(2L * room, limit));
      for (int j = 0; j < width; j++) store(j, size);
      size++;
      more = rows.next();
    }
    resize(size);
    return size;
  }

  public boolean isText(int j) { return text[j]; }
  public int width() { return width; }
  public boolean more() { return more; }
  public double[] numbers(int j) { return numbers[j]; }
  public String[] strings(int j) { return strings[j]; }
  public boolean[] nulls(int j) { return nulls[j]; }
"

# Objects that are made once, for all test files: the compiled class, and DBI's classes.
spark_state <- new.env()

spark_start_java <- function() {
  jars <- list.files(Sys.getenv("WROC_SPARK_JARS"), "[.]jar$", full.names = TRUE)
  # The driver's logging would only repeat on standard error what the driver throws.
  rJava::.jinit(jars, parameters = c("-Xmx512m", "-Dlog4j2.level=OFF"))
  evaluator <- rJava::.jnew("org.codehaus.janino.ClassBodyEvaluator")
  rJava::.jcall(evaluator, "V", "setClassName", "SparkRows")
  rJava::.jcall(evaluator, "V", "cook", spark_java)
  spark_state$rows_class <- rJava::.jcall(evaluator, "Ljava/lang/Class;", "getClazz")
}

spark_rows <- function(result_set) {
  # Not .jnew, as rJava's own loader does not see a class that was compiled here.
  rows <- rJava::.jcall(spark_state$rows_class, "Ljava/lang/Object;", "newInstance")
  rJava::.jcall(rows, "V", "open", result_set)
  rows
}

# Spark takes the backslash for an escape, and 'it''s' for 'it' and 's' side by side.
spark_quote_string <- function(conn, x, ...) {
  quoted <- paste0("'", gsub("(['\\\\])", "\\\\\\1", x), "'")
  DBI::SQL(ifelse(is.na(x), "NULL", quoted))
}

spark_quote_identifier <- function(conn, x, ...) {
  DBI::SQL(paste0("`", gsub("`", "``", x, fixed = TRUE), "`"))
}

# Leaves out Java's stack, under which Spark's own words are lost.
spark_error <- function(error, sql) {
  stop(sub("\n\tat .*", "", conditionMessage(error)), "\nin: ", sql, call. = FALSE)
}

spark_send <- function(conn, statement, ...) {
  java <- rJava::.jcall(conn@jdbc, "Ljava/sql/Statement;", "createStatement")
  rows <- tryCatch(
    {
      rJava::.jcall(java, "V", "setFetchSize", 10000L)
      rJava::.jcall(java, "Z", "execute", as.character(statement))
      spark_rows(rJava::.jcall(java, "Ljava/sql/ResultSet;", "getResultSet"))
    },
    error = function(e) {
      rJava::.jcall(java, "V", "close")
      spark_error(e, statement)
    }
  )
  conn@open$results <- conn@open$results + 1L
  spark_state$result(conn = conn, statement = java, rows = rows, sql = as.character(statement))
}

spark_clear <- function(res, ...) {
  if (!rJava::.jcall(res@statement, "Z", "isClosed")) {
    rJava::.jcall(res@statement, "V", "close")
    res@conn@open$results <- res@conn@open$results - 1L
  }
  invisible(TRUE)
}

# How many results were sent for and not cleared.
spark_open_results <- function(conn) conn@open$results

spark_run <- function(conn, statement, ...) {
  spark_clear(spark_send(conn, statement))
  # Spark does not say how many rows a statement has changed.
  invisible(NA_integer_)
}

spark_column <- function(rows, j) {
  text <- rJava::.jcall(rows, "Z", "isText", j)
  signature <- if (text) "[S" else "[D"
  x <- rJava::.jcall(rows, signature, if (text) "strings" else "numbers", j)
  type <- rJava::.jcall(rows, "S", "type", j)
  if (type == "boolean") x <- as.logical(x)
  if (type == "int") x <- as.integer(x)
  x[rJava::.jcall(rows, "[Z", "nulls", j)] <- NA
  x
}

spark_fetch <- function(res, n = -1, ...) {
  limit <- if (n < 0) .Machine$integer.max else as.integer(min(n, .Machine$integer.max))
  size <- tryCatch(
    rJava::.jcall(res@rows, "I", "read", limit),
    error = function(e) spark_error(e, res@sql)
  )
  columns <- seq_len(rJava::.jcall(res@rows, "I", "width")) - 1L
  data <- lapply(columns, spark_column, rows = res@rows)
  names(data) <- vapply(columns, function(j) rJava::.jcall(res@rows, "S", "name", j), "")
  structure(data, class = "data.frame", row.names = .set_row_names(size))
}

spark_disconnect <- function(conn, ...) {
  rJava::.jcall(conn@jdbc, "V", "close")
  invisible(TRUE)
}

# The class's name is all that dbplyr goes by, and one without the name "Spark SQL" has but "Hive".
spark_class_name <- function() {
  if (exists("simulate_spark_sql", asNamespace("dbplyr"))) "Spark SQL" else "Hive"
}

# Called and not done at once, as this file is read where there is no DBI too. In the global
# environment, as tests of an installed package run under its namespace, which is locked.
spark_define_classes <- function() {
  where <- globalenv()
  # The class of all connections must be known, and dbplyr need not have loaded it.
  loadNamespace("DBI")
  name <- spark_class_name()
  spark_state$connection <- methods::setClass(
    name, methods::representation(jdbc = "ANY", open = "environment"),
    contains = "DBIConnection", where = where
  )
  spark_state$result <- methods::setClass(
    "SparkResult",
    methods::representation(conn = "ANY", statement = "ANY", rows = "ANY", sql = "character"),
    contains = "DBIResult", where = where
  )
  method <- function(generic, signature, definition) {
    methods::setMethod(getExportedValue("DBI", generic), signature, definition, where = where)
  }
  method("dbSendQuery", c(name, "character"), spark_send)
  method("dbExecute", c(name, "character"), spark_run)
  method("dbQuoteString", c(name, "character"), spark_quote_string)
  method("dbQuoteIdentifier", c(name, "character"), spark_quote_identifier)
  # SQL is quoted already.
  method("dbQuoteString", c(name, "SQL"), function(conn, x, ...) x)
  method("dbQuoteIdentifier", c(name, "SQL"), function(conn, x, ...) x)
  method("dbIsValid", name, function(dbObj, ...) !rJava::.jcall(dbObj@jdbc, "Z", "isClosed"))
  method("dbDisconnect", name, spark_disconnect)
  method("dbFetch", "SparkResult", spark_fetch)
  method("dbClearResult", "SparkResult", spark_clear)
  method("dbHasCompleted", "SparkResult", function(res, ...) !rJava::.jcall(res@rows, "Z", "more"))
}

spark_connect <- function() {
  if (is.null(spark_state$rows_class)) {
    spark_start_java()
    spark_define_classes()
  }
  driver <- rJava::.jnew("org.apache.hive.jdbc.HiveDriver")
  jdbc <- rJava::.jcall(
    driver, "Ljava/sql/Connection;", "connect",
    paste0("jdbc:hive2://127.0.0.1:", Sys.getenv("WROC_SPARK_PORT"), "/default"),
    rJava::.jnew("java.util.Properties")
  )
  open <- new.env()
  open$results <- 0L
  spark_state$connection(jdbc = jdbc, open = open)
}

spark_type <- function(x) {
  types <- c(double = "DOUBLE", integer = "INT", logical = "BOOLEAN", character = "STRING")
  stopifnot(!is.object(x), typeof(x) %in% names(types))
  types[[typeof(x)]]
}

# 17 digits name a double exactly, as both C and Java round correctly.
spark_csv_field <- function(x) {
  text <- switch(typeof(x),
    double = ifelse(is.nan(x), "NaN", sprintf("%.17g", x)),
    character = paste0('"', gsub('"', '""', enc2utf8(x), fixed = TRUE), '"'),
    as.character(x)
  )
  ifelse(is.na(x) & !is.nan(x), "\\N", text)
}

spark_write_csv <- function(data, path) {
  lines <- do.call(paste, c(lapply(unname(as.list(data)), spark_csv_field), sep = ","))
  writeLines(enc2utf8(lines), path, useBytes = TRUE)
}

# Puts data into Spark as a temporary view, which goes with the connection; gives its name. A real
# table of Spark's has more than one partition, and its rows then have no order.
spark_table <- function(con, name, data, partitions = 1L, types = NULL) {
  path <- tempfile(fileext = ".csv")
  spark_write_csv(data, path)
  source <- paste0(name, "_csv")
  all_types <- vapply(data, spark_type, "")
  all_types[names(types)] <- types
  columns <- paste(spark_quote_identifier(con, names(data)), all_types)
  DBI::dbExecute(con, paste0(
    "CREATE OR REPLACE TEMPORARY VIEW ", spark_quote_identifier(con, source),
    " (", paste(columns, collapse = ", "), ") USING csv OPTIONS (",
    "path ", spark_quote_string(con, path), ", mode 'FAILFAST', multiLine 'true', quote '\"', ",
    "escape '\"', nullValue '\\\\N', emptyValue '', nanValue 'NaN', positiveInf 'Inf', ",
    "negativeInf '-Inf')"
  ))
  # In two steps, as Spark 3.5's CACHE TABLE ... AS does not take every quoted name.
  DBI::dbExecute(con, paste0(
    "CREATE OR REPLACE TEMPORARY VIEW ", spark_quote_identifier(con, name),
    " AS SELECT /*+ REPARTITION(", partitions, ") */ * FROM ", spark_quote_identifier(con, source)
  ))
  # Held in memory, so that a query does not read the file anew.
  DBI::dbExecute(con, paste("CACHE TABLE", spark_quote_identifier(con, name)))
  unlink(path)
  invisible(name)
}

spark_drop <- function(con, name) {
  for (view in c(name, paste0(name, "_csv"))) {
    DBI::dbExecute(con, paste("DROP VIEW IF EXISTS", spark_quote_identifier(con, view)))
  }
}

# An engine as helper-engines.R describes them.
open_spark <- function() {
  connection <- spark_connect()
  made <- character()
  list(
    name = "Spark", connection = connection,
    put = function(data, types = NULL) {
      made <<- c(made, new_table_name())
      name <- made[[length(made)]]
      spark_table(connection, name, data, types = types)
      dplyr::tbl(connection, name)
    },
    close = function() {
      if (DBI::dbIsValid(connection)) {
        for (name in made) spark_drop(connection, name)
        DBI::dbDisconnect(connection)
      }
    },
    count = function() spark_open_results(connection),
    tables = function() DBI::dbGetQuery(connection, "SHOW TABLES")$tableName,
    has_NaN = TRUE, has_booleans = TRUE, has_Inf = TRUE,
    failing = "CASE WHEN score = 5 THEN CAST(raise_error('no fives') AS BIGINT) ELSE score END",
    fails_at = "5", says = "no fives"
  )
}

# The others have their turn in tools/test.sh.
if (nzchar(Sys.getenv("WROC_SPARK_PORT"))) engines <- list()
engines$Spark <- list(lacks = lacks_spark, open = open_spark)
