# Each argument is a call that fails. Its name has the class of the error and, behind a colon, words of its message.
expect_refusals <- function(...) {
  calls <- substitute(list(...))
  for (i in seq_len(...length())) {
    name <- names(calls)[[i + 1L]]
    words <- sub("^[a-z_]+(: )?", "", name)
    expect_error(...elt(i), if (nzchar(words)) words, fixed = TRUE, label = deparse1(calls[[i + 1L]]),
                 class = paste0("wroc_error_", sub(":.*", "", name)))
  }
}
