# The exported surface: how many names, and how long their pages are.

pages <- function() {
  installed <- tryCatch(tools::Rd_db("WeightedROC"), error = function(error) list())
  if (length(installed) > 0L) return(installed)
  source <- testthat::test_path("..", "..", "man")
  if (!dir.exists(source)) return(list())
  files <- list.files(source, "[.]Rd$", full.names = TRUE)
  structure(lapply(files, tools::parse_Rd), names = basename(files))
}

# Without names by which a page is found.
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

test_that("there are forty exported names at most", {
  expect_lte(length(getNamespaceExports("WeightedROC")), 40L)
})

# A screen has sixty lines. R's versions differ in the lines of a page as text: 110 lines of source are about
# 120 of text.
test_that("each page fits on two screens", {
  skip_on_cran()
  pages <- pages()
  skip_if(length(pages) == 0L, "the package is installed without pages")
  lines <- vapply(pages, function(page) length(source_of_page(page)), 0L)
  expect_identical(names(lines)[lines > 110L], character())
})

test_that("the first example of each page that accepts a fit has one", {
  pages <- pages()
  skip_if(length(pages) == 0L, "the package is installed without pages")
  # These accept observations, numbers or tallies.
  without_fit <- c("WeightedROC", "WeightedAUC", "WeightedROC-package", "auc_wmw", "auc_power",
                   "auc_optimism", "auc_multiclass", "as_roc_tally", "roc_tally", "roc_tally_by",
                   "roc_tally_sql", "roc_collect", "roc_metric")
  for (name in setdiff(names(pages), paste0(without_fit, ".Rd"))) {
    code <- code_of_examples(pages[[name]])
    if (length(code) == 0L) next
    code <- code[!grepl("^###|^ *$|^## Not run|^library", code)]
    first <- code[seq_len(match(TRUE, grepl("^#", code[-1L]), nomatch = length(code)))]
    expect_true(any(grepl("weighted_roc\\(", first)), info = name)
  }
})

test_that("the package says where it is, who made it, and has one title", {
  description <- utils::packageDescription("WeightedROC")
  expect_match(description$URL, "^https://")
  expect_match(description$Contact, "@", fixed = TRUE)
  expect_match(description$Author, "Hocking [ctb]", fixed = TRUE)
  citation <- utils::citation("WeightedROC")
  titles <- vapply(unclass(citation), function(entry) entry$title, "")
  expect_identical(titles[[1L]], paste("WeightedROC:", description$Title))
  # BibTeX refuses an entry without a key.
  bibtex <- grep("^@", utils::toBibtex(citation), value = TRUE)
  expect_identical(unname(bibtex), c("@Manual{WeightedROC,", "@Manual{Hocking-WeightedROC,"))
  expect_match(format(citation[1], "text"), description$Version, fixed = TRUE)
})
