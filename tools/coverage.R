# sh tools/with-postgres.sh Rscript tools/coverage.R: names the lines of R that no test runs. Takes
# the package covr. Without Spark (tools/test-spark.sh) what is for Spark alone is among them.

if (!requireNamespace("covr", quietly = TRUE)) {
  stop("This takes the package covr (Debian: r-cran-covr).", call. = FALSE)
}

# A copy, as the package is built in its own tree.
copy_of_tree <- function() {
  folder <- file.path(tempfile("coverage"), "WeightedROC")
  dir.create(folder, recursive = TRUE)
  listed <- c("ls-files", "--cached", "--others", "--exclude-standard")
  files <- system2("git", listed, stdout = TRUE)
  files <- files[file.exists(files) & !startsWith(files, "bench/")]
  for (parent in unique(file.path(folder, dirname(files)))) {
    dir.create(parent, showWarnings = FALSE, recursive = TRUE)
  }
  stopifnot(file.copy(files, file.path(folder, files)))
  folder
}

# Without the tests of the boundary and the fuzzer, which take too long here.
tree <- copy_of_tree()
tests <- sprintf(
  'testthat::test_dir("%s", package = "WeightedROC", load_package = "installed",
                      filter = "boundary|fuzz", invert = TRUE, reporter = "check",
                      stop_on_failure = FALSE)',
  file.path(tree, "tests", "testthat")
)
Sys.setenv(NOT_CRAN = "true")
coverage <- covr::package_coverage(tree, type = "none", code = tests, quiet = FALSE)
lines <- covr::tally_coverage(coverage, by = "line")
lines <- lines[startsWith(lines$filename, "R/"), ]
missed <- lines[lines$value == 0, ]
missed <- missed[order(missed$filename, missed$line), ]

for (file in unique(missed$filename)) {
  text <- readLines(file.path(tree, file))
  at <- missed$line[missed$filename == file]
  cat(sprintf("%s:%d: %s\n", file, at, trimws(text[at])), sep = "")
}
cat(nrow(lines), "lines run code,", nrow(missed), "of them in no test\n")
