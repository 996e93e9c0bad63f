lacks <- c(lacks_package("dbplyr"), lacks_package("dplyr"))

test_that("questions in each dialect are those that were read by eye", {
  skip_on_cran()
  skip_if(length(lacks) > 0L, lacks[1])
  kept <- kept_questions(test_path("ref-data", "sql"))
  expect_setequal(names(kept), names(sql_backends()))
  skip_if(kept$dbi[1] != paste("-- dbplyr", utils::packageVersion("dbplyr")),
          "another dbplyr, which may write names and limits otherwise")
  for (name in names(kept)) {
    expect_identical(sql_file_of(sql_backends()[[name]]), kept[[name]][-1], info = name)
  }
})

test_that("a parser understands the questions in each dialect", {
  skip_on_cran()
  script <- test_path("..", "..", "tools", "references", "engines-sqlglot.py")
  python <- Sys.which("python3")
  skip_if(!file.exists(script) || !nzchar(python), "no python3, or not the sources")
  skip_if(!python_has(python, "sqlglot"), "python3 has no sqlglot")
  folder <- tempfile("sql")
  dir.create(folder)
  kept <- kept_questions(test_path("ref-data", "sql"))
  Map(writeLines, kept, file.path(folder, paste0(names(kept), ".sql")))
  said <- run_python(python, c(shQuote(script), shQuote(folder)))
  expect_match(said[length(said)], "^[0-9]+ statements$")
})

test_that("doubles come with all their digits, and names without their case", {
  skip_on_cran()
  skip_if(length(lacks) > 0L, lacks[1])
  for (connection in sql_backends()) {
    sql <- questions_in_sql(connection)
    dialect <- dialect_of(connection)
    expect_true(grepl(dialect$literal(0.1), sql[["bins, two a step"]], fixed = TRUE))
    # None that is a word of some dialect.
    expect_match(unlist(regmatches(sql, gregexpr(" AS [a-z_]+[ ,)\n]", sql))), " AS (wroc_|double)")
  }
})

test_that("values of labels have the fewest digits that name them", {
  skip_if(length(lacks) > 0L, lacks[1])
  connection <- dbplyr::simulate_dbi()
  table <- list(connection = connection, dialect = dialect_of(connection))
  values <- c(1, 0.1, 1 / 3, 0.1 + 0.2, -2.5, 1e15, 2^53, 5e-324, 1e300)
  sql <- vapply(values, value_in_sql, "", table = table)
  expect_identical(as.numeric(sql), values)
  expect_identical(sql[1:5], c("1", "0.1", "0.3333333333333333", "0.30000000000000004", "-2.5"))
  expect_identical(value_in_sql(3L, table), "3")
})

test_that("strings are quoted by the rules of the dialect, whatever dbplyr does", {
  skip_if(length(lacks) > 0L, lacks[1])
  quoted <- function(text, dialect) {
    value_in_sql(text, list(connection = dbplyr::simulate_dbi(), dialect = dialect_of_kinds(dialect)))
  }
  text <- "it's \\ \"b\""
  doubled <- c("duckdb_connection", "SQLiteConnection", "Microsoft SQL Server", "Oracle", "trino", "hana",
               "teradata")
  for (dialect in doubled) expect_identical(quoted(text, dialect), "'it''s \\ \"b\"'")
  escaped <- c("Spark SQL", "BigQueryConnection", "Snowflake", "impala", "MySQL", "mariadb")
  for (dialect in escaped) expect_identical(quoted(text, dialect), "'it\\'s \\\\ \"b\"'")
  expect_identical(quoted("a\nb\r", "BigQueryConnection"), "'a\\nb\\r'")
  expect_identical(quoted(text, "PqConnection"), "E'it''s \\\\ \"b\"'")
  expect_identical(quoted("it's", "PqConnection"), "'it''s'")
  expect_identical(quoted(text, c("RedshiftConnection", "PqConnection")), "'it''s \\\\ \"b\"'")
  expect_match(roc_tally_sql("t", "s", "y", positive = text, dialect = "mariadb"),
               "= 'it\\'s \\\\ \"b\"' THEN", fixed = TRUE)
})

test_that("dialects are told by classes of connections", {
  skip_if(length(lacks) > 0L, lacks[1])
  double_of <- function(class) dialect_of(dbplyr::simulate_dbi(class))$double
  expect_identical(double_of("duckdb_connection"), "DOUBLE")
  expect_identical(double_of("Oracle"), "BINARY_DOUBLE")
  expect_identical(double_of("PqConnection"), "DOUBLE PRECISION")
  expect_identical(double_of("BigQueryConnection"), "FLOAT64")
  expect_identical(dialect_of(dbplyr::simulate_dbi("Microsoft SQL Server"))$count, "COUNT_BIG")
})
