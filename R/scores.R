# One score as a vector, or several as the columns of a matrix or data.frame: a list.

list_of_scores <- function(guess) {
  if (!are_several(guess)) {
    return(list(guess))
  }
  scores <- lapply(seq_len(ncol(guess)), function(j) guess[, j, drop = TRUE])
  if (length(scores) == 0L) {
    raise("empty", "`guess` must have at least one column.", argument = "guess")
  }
  names(scores) <- colnames(guess)
  scores
}

# A matrix or data.frame has several scores, even with one column; an array of one dimension is a vector.
are_several <- function(guess) {
  dimensions <- length(dim(guess))
  if (dimensions > 2L) {
    raise("type", sprintf("`guess` must be a vector, a matrix or a data.frame, not an array of %d dimensions.",
                          dimensions),
          argument = "guess", expected = "a vector, a matrix or a data.frame", found = class(guess))
  }
  dimensions == 2L
}

# Applies a function to each score; an error says in which column it arose.
for_each_score <- function(guess, value) {
  scores <- list_of_scores(guess)
  if (!are_several(guess)) {
    return(list(value(scores[[1L]])))
  }
  lapply(seq_along(scores), function(j) {
    amended(value(scores[[j]]), function(error) {
      placed(error, "In column %d of `guess`:", list(column = j))
    })
  })
}

# An error of a score says which of several it is.
of_score <- function(score, value) {
  amended(value, function(error) {
    about_score <- identical(error$argument, "guess")
    if (about_score) placed(error, "In score %d:", list(score = score)) else error
  })
}

# The names of the scores in results: none for a vector. A column without a name goes by its number.
names_of_scores <- function(guess) {
  if (!are_several(guess)) {
    return(NULL)
  }
  numbers <- as.character(seq_len(ncol(guess)))
  names <- colnames(guess)
  if (is.null(names)) numbers else ifelse(is.na(names) | !nzchar(names), numbers, names)
}

threads_for <- function(label) {
  if (length(label) < fewest_for_threads) 1L else sort_threads()
}
