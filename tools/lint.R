# Rscript tools/lint.R: what lintr finds in the R code, by the rules of .lintr, and names that the
# package defines twice, of which the first would be lost, exports without a line in
# bench/exports/calls.R, and scripts without a line in CONTRIBUTING.md. Fails if that is anything. Ends
# with status 77 to say that lintr is not here.

if (!requireNamespace("lintr", quietly = TRUE)) {
  cat("not installed: lintr\n")
  quit(status = 77)
}

found <- list()
for (folder in c("R", "tests", "tools", "bench")) {
  found <- c(found, lintr::lint_dir(folder, relative_path = FALSE))
}
for (lint in found) print(lint)

defined <- unlist(lapply(list.files("R", "[.]R$", full.names = TRUE), function(file) {
  vapply(Filter(function(x) is.call(x) && identical(x[[1L]], quote(`<-`)), as.list(parse(file))),
         function(x) paste(deparse(x[[2L]]), collapse = ""), "")
}))
twice <- unique(defined[duplicated(defined)])
for (name in twice) cat("defined twice in R/:", name, "\n")

bench <- new.env()
sys.source("bench/exports/calls.R", bench)
exports <- sub("^export\\((.*)\\)$", "\\1", grep("^export\\(", readLines("NAMESPACE"), value = TRUE))
calls <- names(bench$export_calls)
strays <- c(setdiff(exports, calls), setdiff(calls, exports))
for (name in strays) cat("either in NAMESPACE or in bench/exports/calls.R:", name, "\n")

# What freezes references is named beside them.
scripts <- list.files("tools", "[.](R|sh|py)$", recursive = TRUE)
named <- readLines("CONTRIBUTING.md")
of_references <- readLines("tests/testthat/ref-data/VERSIONS.md")
has_line <- vapply(scripts, function(script) {
  pages <- if (startsWith(script, "references/")) of_references else grep("^[|]", named, value = TRUE)
  any(grepl(basename(script), pages, fixed = TRUE))
}, NA)
for (script in scripts[!has_line]) cat("without a line in CONTRIBUTING.md or VERSIONS.md:", script, "\n")

faults <- length(found) + length(twice) + length(strays) + sum(!has_line)
cat(faults, "lints\n")
quit(status = as.integer(faults > 0L))
