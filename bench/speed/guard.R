# No time is worth reporting for a wrong result.

tolerance <- 1e-9

# NULL when the columns that `theirs` has agree with ours, else what is wrong.
disagreement <- function(theirs, ours) {
  for (name in names(theirs)) {
    if (length(theirs[[name]]) != length(ours[[name]])) {
      return(sprintf("%s has %d values, ours %d",
                     name, length(theirs[[name]]), length(ours[[name]])))
    }
    off <- largest_difference(theirs[[name]], ours[[name]])
    if (!(off <= tolerance)) return(sprintf("%s is off by %.2g", name, off))
  }
  NULL
}

# Relative to our values where those exceed 1. Infinite values must be equal.
largest_difference <- function(theirs, ours) {
  differ <- theirs != ours
  if (anyNA(differ)) return(NaN)
  if (!any(differ)) return(0)
  theirs <- theirs[differ]
  ours <- ours[differ]
  max(abs(theirs - ours) / pmax(1, abs(ours)))
}

# Why a contestant may not be timed, or NULL. `expected` has our columns by key.
rejection <- function(contestant, expected) {
  reference <- expected[[key(list(job = contestant$job, name = contestant$reference))]]
  tryCatch(disagreement(contestant$columns(), reference), error = conditionMessage)
}

expected_columns <- function(contestants) {
  reference <- contestants[unique(references_of(contestants))]
  stats::setNames(lapply(reference, function(one) one$columns()), vapply(reference, key, ""))
}
