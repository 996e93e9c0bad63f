# The error must have the class and be about the argument, whatever its message.
expect_wroc_error_of <- function(object, kind, argument) {
  error <- expect_error(object, class = paste0("wroc_error_", kind))
  expect_identical(error$argument, argument)
}

# The error must have the class, the message and the fields that are given.
expect_wroc_error <- function(object, kind, message, ...) {
  error <- expect_error(object, class = paste0("wroc_error_", kind))
  expect_s3_class(error, c(paste0("wroc_error_", kind), "wroc_error", "error", "condition"),
                  exact = TRUE)
  expect_identical(conditionMessage(error), message)
  fields <- list(...)
  for (field in names(fields)) {
    expect_equal(error[[field]], fields[[field]])
  }
  invisible(error)
}

# Returns the message for missing values of functions with `na.rm`.
with_hint <- function(message) paste(message, "`na.rm = TRUE` leaves such observations out.")

error_message <- function(object) conditionMessage(expect_error(object))

# Returns the name of the scores in a function: `guess` in WeightedROC() and auc_wmw(), `x` in all others.
name_of_scores <- function(f) if ("guess" %in% names(formals(f))) "guess" else "x"

# Each argument is a call that fails. Its name has the class of the error, the argument that the error is about, and
# words of its message behind a colon: "range R", "length: must have two" or "type x: not a curve".
expect_refused <- function(...) {
  rows <- names(substitute(list(...)))[-1L]
  for (i in seq_along(rows)) {
    error <- tryCatch({
      ...elt(i)
      NULL
    }, error = identity)
    said <- if (is.null(error)) "no error" else conditionMessage(error)
    parts <- strsplit(sub(":.*", "", rows[[i]]), " ")[[1L]]
    right <- inherits(error, paste0("wroc_error_", parts[[1L]])) &&
      (length(parts) == 1L || identical(error$argument, parts[[2L]])) &&
      grepl(sub("^[^:]*:? ?", "", rows[[i]]), said, fixed = TRUE)
    call <- deparse(substitute(list(...))[[i + 1L]])[[1L]]
    expect(right, paste(rows[[i]], "is not the error of", call, "|", class(error)[[1L]], error$argument, "|", said))
  }
}
