# Rscript tools/references/engines-sql.R: writes the questions of roc_collect() in the dialects that
# dbplyr writes, for tests/testthat/test-engine-sql.R, those of dialect dbi whole and what differs from
# them in the others. Read the difference before you keep it. Run from the root of the project, with
# R_LIBS naming a library that has this package.

source(file.path("tests", "testthat", "helper-engine-sql.R"))
for (name in ls(asNamespace("WeightedROC"))) {
  if (!exists(name)) assign(name, getFromNamespace(name, "WeightedROC"))
}
folder <- file.path("tests", "testthat", "ref-data", "sql")
dir.create(folder, showWarnings = FALSE)
standard <- file.path(folder, "dbi.sql")

questions_of <- function(name) {
  c(paste("-- dbplyr", packageVersion("dbplyr")), sql_file_of(sql_backends()[[name]]))
}

patch_for <- function(name) {
  other <- tempfile()
  writeLines(questions_of(name), other)
  found <- suppressWarnings(system2("diff", c(standard, other), stdout = TRUE))
  paste(grep("^(<|---)", found, value = TRUE, invert = TRUE), collapse = "\n")
}

writeLines(questions_of("dbi"), standard)
names <- setdiff(names(sql_backends()), "dbi")
patches <- vapply(names, patch_for, "")
of_patch <- split(names, factor(patches, unique(patches)))
heads <- vapply(of_patch, paste, "", collapse = " ")
writeLines(sub("\n$", "", paste0("== ", heads, "\n", names(of_patch))), file.path(folder, "patches"))
