# What is wrong with a result, in sentences: none when it is right. check_NAME() is that of the
# export NAME: `a` has the arguments that were given, `call` what they were made of. Here is what
# all share.

check_of <- function(name) get(paste0("check_", name), mode = "function")

# The exports that have calls, a contract and a check.
written_for <- function() {
  checked <- function(name) exists(paste0("check_", name), mode = "function")
  Filter(checked, intersect(names(draws), names(contracts)))
}

# Whether a flag is TRUE, whatever its class says.
is_on <- function(flag) isTRUE(as.vector(unclass(flag)))

# Every number beside the one that the definition gives.
differs <- function(what, actual, expected, relative = 1e-12, absolute = 0) {
  actual <- unname(actual)
  expected <- unname(expected)
  if (!is.numeric(actual)) return(sprintf("%s is not numeric", what))
  if (length(actual) != length(expected)) {
    return(sprintf("%s has %d elements, not %d", what, length(actual), length(expected)))
  }
  near <- abs(actual - expected) <= absolute + relative * abs(expected)
  same <- (is.na(actual) & is.na(expected)) | (!is.na(near) & near) |
    (!is.na(actual) & !is.na(expected) & actual == expected)
  if (all(same)) return(NULL)
  at <- which(!same)[[1L]]
  sprintf("%s is wrong (element %d is %.17g, should be %.17g)", what, at, actual[[at]],
          expected[[at]])
}

unless <- function(holds, complaint) if (!isTRUE(holds)) complaint

within_bounds <- function(what, x, low, high) {
  x <- x[!is.na(x)]
  unless(is.numeric(x) && all(x >= low & x <= high), sprintf("%s leaves [%g, %g]", what, low, high))
}

has_columns <- function(result, columns) {
  unless(is.data.frame(result) && identical(names(result), columns),
         paste("the columns are not", paste(columns, collapse = " ")))
}

choice_in <- function(a, name, default) if (is.null(a[[name]])) default else a[[name]][[1L]]

number_in <- function(a, name, default) {
  if (is.null(a[[name]])) default else as.double(unclass(a[[name]]))
}

observations_in <- function(a, guess = "guess", label = "label", weight = "weight", column = NULL) {
  positive <- classes_of(a[[label]])
  score <- if (is.null(column)) a[[guess]] else columns_of(a[[guess]])[[column]]
  w <- if (is.null(a[[weight]])) rep(1, length(positive)) else a[[weight]]
  observations(unclass(score), positive, unclass(w))
}

# The observations of each score, a list of one for a vector.
each_score <- function(a, guess = "guess") {
  columns <- columns_of(a[[guess]])
  if (is.null(columns)) return(list(observations_in(a, guess)))
  lapply(seq_along(columns), function(i) observations_in(a, guess, column = i))
}

clusters_in <- function(a, label = "label", weight = "weight", cluster = "cluster") {
  if (is.null(a[[cluster]])) return(NULL)
  w <- if (is.null(a[[weight]])) rep(1, length(a[[label]])) else as.double(unclass(a[[weight]]))
  match(a[[cluster]], unique(a[[cluster]]))[w > 0]
}
