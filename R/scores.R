# One score as a vector, or several: a list, or the columns of a matrix or data.frame.

list_of_scores <- function(guess) {
  scores <- if (is_list(guess)) {
    guess
  } else if (are_several(guess)) {
    columns_as_list(guess)
  } else {
    list(guess)
  }
  if (length(scores) == 0L) raise("empty", "`guess` must have at least one score.", argument = "guess")
  scores
}

columns_as_list <- function(guess) {
  # A matrix would lose its class by columns.
  if (!is.data.frame(guess)) guess <- without_integer64(guess, "guess")
  scores <- lapply(seq_len(ncol(guess)), function(j) guess[, j, drop = TRUE])
  names(scores) <- colnames(guess)
  scores
}

is_list <- function(guess) is.list(guess) && !is.object(guess)

# A list, matrix or data.frame has several scores, even with one; an array of one dimension is a vector.
are_several <- function(guess) {
  if (is_list(guess) || is_survival(guess)) return(is_list(guess))
  dimensions <- length(dim(guess))
  if (dimensions > 2L) {
    message <- sprintf(paste("`guess` must be a vector, a matrix or a data.frame, not an array of",
                             "%d dimensions."), dimensions)
    raise("type", message,
          argument = "guess", expected = "a vector, a matrix or a data.frame", found = class(guess))
  }
  dimensions == 2L
}

# The names of the scores in results: none for a vector. A score without a name goes by its number.
names_of_scores <- function(guess) {
  if (!are_several(guess)) return(NULL)
  in_columns <- !is_list(guess) && length(dim(guess)) == 2L
  sizes <- as.character(seq_len(if (in_columns) ncol(guess) else length(guess)))
  names <- if (in_columns) colnames(guess) else names(guess)
  if (is.null(names)) sizes else ifelse(is.na(names) | !nzchar(names), sizes, names)
}
