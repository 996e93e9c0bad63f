# sh tools/test-spark.sh Rscript bench/engines/questions.R FOLDER: writes what roc_collect() asks of a Spark,
# a file of SQL each, over a table `observations`; shuffled.py measures what they move. With R_LIBS naming
# a library that has this package.

source(file.path("bench", "engines", "tables.R"))
for (file in c("helper-engine-sql.R", "helper-engines.R", "helper-server-duckdb.R", "helper-spark.R")) {
  source(file.path("tests", "testthat", file))
}
library(WeightedROC)

folder <- commandArgs(TRUE)[[1L]]
dir.create(folder, showWarnings = FALSE)
observations <- engine_table("Spark", make_spark(2e6))
asked <- character()
note <- function(query) asked <<- c(asked, query)
suppressMessages(
  trace("ask", bquote((.(note))(query)), print = FALSE, where = asNamespace("WeightedROC"))
)
ways <- list(quick = list(tolerance = 1e-3), default = list(), exact = list(exact = TRUE),
             variance = list(variance = TRUE))
for (way in names(ways)) {
  asked <- character()
  do.call(roc_collect, c(list(observations, quote(g), quote(y), quote(w)), ways[[way]]))
  for (i in seq_along(asked)) writeLines(asked[[i]], file.path(folder, sprintf("%s-%d.sql", way, i)))
}
