# The dbt macro writes what roc_tally_sql() writes, which is run on engines.

in_one_line <- function(text) gsub("\\s+", " ", trimws(paste(text, collapse = " ")))

# Returns the text that the macro renders on an engine, or its error.
render_dbt <- function(call, engine) {
  skip_on_cran()
  python <- python_of_tests()
  skip_if(!nzchar(python), "no python3")
  skip_if(!python_has(python, "jinja2"), paste(python, "has no jinja2"))
  macro <- system.file("dbt", "macros", "roc_tally.sql", package = "WeightedROC")
  in_one_line(run_python(python, c(shQuote(test_path("render-dbt.py")), shQuote(macro), engine, shQuote(call))))
}

test_that("the dbt macro renders to the SQL of roc_tally_sql()", {
  for (engine in c("postgres", "redshift", "duckdb", "spark", "snowflake", "bigquery")) {
    expect_identical(
      render_dbt("roc_tally('v', 'marker', 'sick', 'w', low=-2, step=0.02, bins=400, by='day', cluster='part')",
                 engine),
      in_one_line(roc_tally_sql("v", "marker", "sick", "w", breaks = -2 + 0:400 * 0.02, by = "day", cluster = "part",
                                dialect = engine))
    )
    # Wide bins from 0 on, where PostgreSQL would meet products too small for a double.
    expect_identical(render_dbt("roc_tally('v', 'marker', 'sick', low=0, step=2.5, bins=40)", engine),
                     in_one_line(roc_tally_sql("v", "marker", "sick", breaks = 0:40 * 2.5, dialect = engine)))
  }
})

test_that("the dbt macro refuses engines whose SQL it does not know, and bins that are not there", {
  expect_match(render_dbt("roc_tally('v', 'marker', 'sick')", "sqlserver"), "no dialect for sqlserver")
  for (bins in c("step=0", "bins=0", "bins=1.5")) {
    expect_match(render_dbt(sprintf("roc_tally('v', 'marker', 'sick', %s)", bins), "duckdb"), "a whole number of bins")
  }
})

test_on_engines("the dbt macro has the bins of its edges", function(engine) {
  set.seed(36)
  for (bins in list(c(0, 0.1, 30), c(-0.7, 0.1, 14), c(1e6, 1e-9, 50), c(0, 1 / 3, 1), c(-1e300, 1e299, 20))) {
    edges <- bins[[1L]] + 0:bins[[3L]] * bins[[2L]]
    near <- c(edges, edges * (1 - 2^-53), edges * (1 + 2^-52))
    data <- data.frame(score = c(near, stats::runif(100, edges[[1L]], max(edges)), 5e-324, 0, Inf, -Inf))
    data$label <- stats::rbinom(nrow(data), 1, 0.4)
    data$weight <- sample(c(0, 0.5, 1, 2.25), nrow(data), TRUE)
    table <- as.character(dbplyr::remote_name(engine$put(data)))
    call <- sprintf("roc_tally('%s', 'score', 'label', 'weight', low=%.17g, step=%.17g, bins=%.0f)", table, bins[[1L]],
                    bins[[2L]], bins[[3L]])
    type <- if (engine$name == "DuckDB") "duckdb" else "postgres"
    found <- as_roc_tally(DBI::dbGetQuery(engine$connection, render_dbt(call, type)))
    used <- data[data$weight > 0, ]
    bin <- findInterval(used$score, unique(edges))
    expect_identical(found$score, as.vector(tapply(used$score, bin, min)))
    expect_identical(found$score_max, as.vector(tapply(used$score, bin, max)))
    expect_equal(found$positive, as.vector(tapply(used$weight * used$label, bin, sum)), tolerance = 1e-13)
  }
}, c("PostgreSQL", "DuckDB"))
