# Text for the report.

three_digits <- function(x) {
  format_one <- function(x) formatC(signif(x, 3L), format = "fg", big.mark = " ")
  ifelse(is.na(x), "", trimws(vapply(x, format_one, "")))
}

power_of_ten <- function(n) {
  exponent <- log10(n)
  ifelse(exponent %% 1 == 0 & n > 10, paste0("1e", exponent), as.character(n))
}

md_table <- function(columns) {
  cells <- do.call(cbind, lapply(columns, as.character))
  cells[is.na(cells)] <- ""
  row <- function(values) paste0("| ", paste(values, collapse = " | "), " |")
  c(row(names(columns)), row(rep("---", length(columns))), apply(cells, 1L, row), "")
}

# Medians with the smallest and the largest value.
with_spread <- function(table, column) {
  value <- function(suffix) three_digits(table[[paste0(column, suffix)]])
  paste0(value(""), " (", value("_min"), "-", value("_max"), ")")
}

# A row for each name in column `by`, a column for each size.
by_size <- function(table, cells, by = "name") {
  sizes <- sort(unique(table$n))
  names <- unique(table[[by]])
  columns <- lapply(sizes, function(n) {
    at <- match(names, table[[by]][table$n == n])
    cells[table$n == n][at]
  })
  c(list(" " = names), stats::setNames(columns, paste("n =", power_of_ten(sizes))))
}
