# Results of other software for the same observations: ref-data/VERSIONS.md says which and how.

read_reference <- function(...) read.csv(test_path("ref-data", paste0(..., ".csv")))

# With a sign of -1 the curve of the score times -1. Rows that are alike may be one row, with their number.
reference_curve <- function(data, score, sign = 1) {
  observations <- read_reference(data)
  weight <- observations$weight
  if (is.null(weight)) weight <- observations$rows
  if (is.null(weight)) weight <- rep(1, nrow(observations))
  WeightedROC(sign * observations[[score]], observations$label, weight)
}

# Calls `check` with the curve of each score in a file and the score's rows there.
for_each_reference_curve <- function(file, check) {
  reference <- read_reference(file)
  if (is.null(reference$sign)) reference$sign <- 1
  for (rows in split_by(reference, "data", "score", "sign")) {
    check(reference_curve(rows$data[1], rows$score[1], rows$sign[1]), rows)
  }
}

split_by <- function(table, ...) split(table, table[c(...)], drop = TRUE)

# expect_equal() takes the mean over all elements that differ. Here every element must agree.
expect_each_equal <- function(object, expected, tolerance = 1e-12) {
  expect_equal(without_rounding(object, expected, tolerance), expected, tolerance = tolerance)
}

# The columns that `expected` has.
expect_columns_equal <- function(object, expected, tolerance = 1e-12) {
  expected <- as.list(expected)
  columns <- as.list(object)[names(expected)]
  columns <- Map(without_rounding, columns, expected, tolerance)
  expect_equal(columns, expected, tolerance = tolerance)
}

# `object` with the elements of `expected` wherever both agree.
without_rounding <- function(object, expected, tolerance) {
  if (length(object) == length(expected)) {
    agree <- which(abs(object - expected) <= tolerance * abs(expected))
    object[agree] <- expected[agree]
  }
  object
}
