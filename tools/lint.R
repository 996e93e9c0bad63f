# Rscript tools/lint.R: what lintr finds in the R code, by the rules of .lintr. Fails if that is
# anything. Ends with status 77 to say that lintr is not here.

if (!requireNamespace("lintr", quietly = TRUE)) {
  cat("not installed: lintr\n")
  quit(status = 77)
}

found <- list()
for (folder in c("R", "tests", "tools", "bench")) {
  found <- c(found, lintr::lint_dir(folder, relative_path = FALSE))
}
for (lint in found) print(lint)
cat(length(found), "lints\n")
quit(status = as.integer(length(found) > 0L))
