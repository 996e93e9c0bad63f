# Rscript tools/references/engines-sql.R: writes the questions of roc_collect() in the dialects that
# dbplyr writes, for tests/testthat/test-engine-sql.R. Read the difference before you keep it. Run
# from the root of the project, with R_LIBS naming a library that has this package.

source(file.path("tests", "testthat", "helper-engine-sql.R"))
for (name in ls(asNamespace("WeightedROC"))) {
  if (!exists(name)) assign(name, getFromNamespace(name, "WeightedROC"))
}
folder <- file.path("tests", "testthat", "ref-data", "sql")
dir.create(folder, showWarnings = FALSE)
for (name in names(sql_backends())) {
  lines <- sql_file_of(sql_backends()[[name]])
  writeLines(c(paste("-- dbplyr", packageVersion("dbplyr")), lines),
             file.path(folder, paste0(name, ".sql")))
}
