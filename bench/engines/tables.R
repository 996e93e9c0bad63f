# The same kind of observations in each engine: 40% positives, normal scores one apart, exponential
# weights. A function of n that makes the table and gives what engine_table() needs to find it.

engine_folder <- function() Sys.getenv("WROC_BENCH_FOLDER", tempdir())

make_sqlite <- function(n) {
  path <- file.path(engine_folder(), sprintf("%g.sqlite", n))
  if (file.exists(path)) return(path)
  connection <- DBI::dbConnect(RSQLite::SQLite(), path)
  on.exit(DBI::dbDisconnect(connection))
  set.seed(1)
  for (chunk in seq_len(ceiling(n / 1e6))) {
    rows <- min(n, 1e6)
    y <- stats::rbinom(rows, 1L, 0.4)
    data <- data.frame(y, g = stats::rnorm(rows, y), w = stats::rexp(rows))
    DBI::dbWriteTable(connection, "observations", data, append = TRUE)
  }
  path
}

make_postgres <- function(n) {
  connection <- connect_postgres()
  on.exit(DBI::dbDisconnect(connection))
  name <- sprintf("observations_%.0f", n)
  if (DBI::dbExistsTable(connection, name)) return(name)
  normal <- "sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random())"
  DBI::dbExecute(connection, sprintf(
    "CREATE TABLE %s AS SELECT y, y + %s AS g, -ln(1 - random()) AS w FROM
       (SELECT CASE WHEN random() < 0.4 THEN 1 ELSE 0 END AS y FROM generate_series(1, %.0f)) AS s",
    name, normal, n
  ))
  # The server would soon do this by itself, beside the first queries.
  DBI::dbExecute(connection, sprintf("VACUUM ANALYZE %s", name))
  name
}

make_duckdb <- function(n) {
  path <- file.path(engine_folder(), sprintf("%g.duckdb", n))
  if (file.exists(path)) return(path)
  connection <- connect_to_duckdb(path)
  on.exit(DBI::dbDisconnect(connection))
  normal <- "sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random())"
  DBI::dbExecute(connection, sprintf(
    "CREATE TABLE observations AS SELECT y, y + %s AS g, -ln(1 - random()) AS w FROM
       (SELECT CASE WHEN random() < 0.4 THEN 1 ELSE 0 END AS y FROM range(%.0f)) AS s",
    normal, n
  ))
  path
}

make_spark <- function(n, partitions = 8L) {
  path <- file.path(engine_folder(), sprintf("%g-%d.parquet", n, partitions))
  if (file.exists(file.path(path, "_SUCCESS"))) return(path)
  connection <- spark_connect()
  on.exit(DBI::dbDisconnect(connection))
  DBI::dbExecute(connection, sprintf(
    "INSERT OVERWRITE DIRECTORY '%s' USING parquet SELECT y, y + randn(2) AS g, -ln(1 - rand(3)) AS w
       FROM (SELECT CASE WHEN rand(1) < 0.4 THEN 1 ELSE 0 END AS y FROM range(0, %.0f, 1, %d))",
    path, n, partitions
  ))
  path
}

# A file is a partition each, and so many there are of shuffles.
make_spark_200 <- function(n) make_spark(n, 200L)
settings_of_200 <- c("SET spark.sql.shuffle.partitions = 200",
                     "SET spark.sql.files.openCostInBytes = 134217728",
                     "SET spark.sql.adaptive.coalescePartitions.enabled = false")

connect_postgres <- function() {
  user <- Sys.getenv("PGUSER", "postgres")
  DBI::dbConnect(RPostgreSQL::PostgreSQL(), host = Sys.getenv("WROC_POSTGRES"), user = user,
                 dbname = Sys.getenv("PGDATABASE", "postgres"))
}

makers <- list(SQLite = make_sqlite, PostgreSQL = make_postgres, DuckDB = make_duckdb, Spark = make_spark,
               "Spark-200" = make_spark_200)

is_spark <- function(engine) startsWith(engine, "Spark")

# The lazy table of what a maker has made.
engine_table <- function(engine, made) {
  connection <- switch(engine,
    SQLite = DBI::dbConnect(RSQLite::SQLite(), made),
    PostgreSQL = connect_postgres(),
    DuckDB = connect_to_duckdb(made),
    spark_connect()
  )
  name <- if (engine == "PostgreSQL") made else "observations"
  if (is_spark(engine)) {
    if (engine != "Spark") for (setting in settings_of_200) DBI::dbExecute(connection, setting)
    view <- "CREATE OR REPLACE TEMPORARY VIEW observations USING parquet OPTIONS (path '%s')"
    DBI::dbExecute(connection, sprintf(view, made))
  }
  # dbplyr warns that RPostgreSQL "uses an old dbplyr interface".
  suppressWarnings(dplyr::tbl(connection, name))
}

engines_here <- function() {
  here <- c(
    SQLite = requireNamespace("RSQLite", quietly = TRUE),
    PostgreSQL = nzchar(Sys.getenv("WROC_POSTGRES")),
    DuckDB = is.null(lacks_duckdb()),
    Spark = nzchar(Sys.getenv("WROC_SPARK_PORT")),
    "Spark-200" = nzchar(Sys.getenv("WROC_SPARK_PORT"))
  )
  names(here)[here]
}
