# Extracted from test-surface.R:56

# prequel ----------------------------------------------------------------------
pages <- function() {
  installed <- tryCatch(tools::Rd_db("WeightedROC"), error = function(error) list())
  if (length(installed) > 0L) return(installed)
  source <- testthat::test_path("..", "..", "man")
  if (!dir.exists(source)) return(list())
  files <- list.files(source, "[.]Rd$", full.names = TRUE)
  structure(lapply(files, tools::parse_Rd), names = basename(files))
}
source_of_page <- function(page) {
  lines <- strsplit(paste(as.character(page), collapse = ""), "\n", fixed = TRUE)[[1L]]
  lines[!grepl("^(%|\\\\(name|alias|keyword|concept)\\b)", lines)]
}
code_of_examples <- function(page) {
  file <- tempfile()
  on.exit(unlink(file))
  tools::Rd2ex(page, file)
  if (file.exists(file)) readLines(file) else character()
}

# test -------------------------------------------------------------------------
description <- utils::packageDescription("WeightedROC")
expect_match(description$URL, "^https://")
