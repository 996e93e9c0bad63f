# How the scripts in R of this folder read and write tests/testthat/ref-data. They are run from the
# root of the repository.

folder <- file.path("tests", "testthat", "ref-data")

read <- function(data) read.csv(file.path(folder, paste0(data, ".csv")))

freeze <- function(table, name) {
  numeric <- vapply(table, is.numeric, NA)
  table[numeric] <- lapply(table[numeric], exact_text)
  write.csv(table, file.path(folder, name), row.names = FALSE, quote = FALSE)
}

# 15 significant digits where they give the number back, 17 elsewhere. NaN becomes NA.
exact_text <- function(x) {
  text <- rep(NA_character_, length(x))
  known <- !is.na(x)
  text[known] <- exact_text_of_known(x[known])
  text
}

exact_text_of_known <- function(x) {
  short <- sprintf("%.15g", x)
  ifelse(as.numeric(short) == x, short, sprintf("%.17g", x))
}
