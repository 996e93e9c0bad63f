# Rscript tools/readme.R --lib LIBRARY: runs the code of README.md with the package installed there,
# and fails where it prints something else than README.md shows. Ends with status 77 to say that
# a package is not here that the code needs.

.libPaths(c(commandArgs(TRUE)[[2L]], .libPaths()))
for (package in c("ggplot2", "survey", "survival")) {
  if (requireNamespace(package, quietly = TRUE)) next
  cat("package", package, "is not installed\n")
  quit(status = 77)
}

readme <- readLines("README.md")
begin <- which(readme == "```r")
end <- vapply(begin, function(line) min(which(readme == "```" & seq_along(readme) > line)), 1L)
# All else as empty lines, so that line numbers stay those of the file.
code <- rep("", length(readme))
for (block in Map(seq, begin + 1L, end - 1L)) code[block] <- readme[block]

expressions <- parse(text = code, keep.source = TRUE)
places <- utils::getSrcref(expressions)
first <- vapply(places, `[[`, 1L, 1L)
last <- vapply(places, `[[`, 1L, 3L)
before_next <- c(first[-1L] - 1L, length(code))

printed_by <- function(expression) {
  trimws(utils::capture.output({
    found <- try(withVisible(eval(expression, globalenv())), silent = TRUE)
    if (inherits(found, "try-error")) cat(found) else if (found$visible) print(found$value)
  }), "right")
}

grDevices::pdf(NULL)
differ <- 0L
for (i in seq_along(expressions)) {
  behind <- seq_along(code) > last[[i]] & seq_along(code) <= before_next[[i]]
  shown <- trimws(sub("^#> ?", "", grep("^#>", code[behind], value = TRUE)), "right")
  printed <- printed_by(expressions[[i]])
  if (!identical(shown, printed)) {
    differ <- differ + 1L
    cat("README.md, line ", first[[i]], " shows\n", paste0("  ", shown, "\n"),
        "but the code prints\n", paste0("  ", printed, "\n"), sep = "")
  }
}
cat(length(expressions), "expressions,", differ, "of them print something else\n")
quit(status = as.integer(differ > 0L))
