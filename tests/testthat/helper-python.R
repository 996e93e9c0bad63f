# The scripts of inst/python, run by WROC_PYTHON or python3, on data that R wrote.

python_of_tests <- function() {
  python <- Sys.getenv("WROC_PYTHON")
  if (nzchar(python)) python else unname(Sys.which("python3"))
}

# Three days of visits: few scores and weights, so that files are short.
visits_of_days <- function(n = 600) {
  set.seed(34)
  sick <- rbinom(n, 1, 0.3)
  data.frame(day = rep(1:3, length.out = n), marker = round(rnorm(n, sick), 1), sick = sick,
             weight = sample(c(0, 0.5, 1, 2.25), n, TRUE))
}

# Writes a Parquet file with the tool that the script needs.
parquet_by <- list(
  polars = "import polars; polars.read_csv('%s', schema_overrides={'marker': polars.Float64}).write_parquet('%s')",
  duckdb = paste("import duckdb; duckdb.sql(\"COPY (SELECT * FROM read_csv('%s', types={'marker': 'DOUBLE'}))",
                 "TO '%s' (FORMAT parquet)\")"),
  pyspark = paste("from pyspark.sql import SparkSession; SparkSession.builder.getOrCreate().read.csv('%s',",
                  "header=True, schema='day int, marker double, sick int, weight double').write.parquet('%s')")
)

# The table of tallies that the script for `tool` makes of visits, or what it says when it ends.
tally_by_python <- function(tool, visits, folder = tempfile("visits")) {
  dir.create(folder)
  path <- function(name) file.path(folder, name)
  text <- lapply(visits, function(x) ifelse(is.na(x), "", format(x, digits = 17, trim = TRUE)))
  utils::write.csv(text, path("visits.csv"), row.names = FALSE, quote = FALSE)
  code <- sprintf(parquet_by[[tool]], path("visits.csv"), path("visits.parquet"))
  run_python(python_of_tests(), c("-c", shQuote(code)))
  script <- system.file("python", sprintf("tally_%s.py", tool), package = "WeightedROC")
  said <- run_python(python_of_tests(), c(shQuote(script), path("visits.parquet"), path("tally.csv")))
  if (file.exists(path("tally.csv"))) utils::read.csv(path("tally.csv")) else said
}
