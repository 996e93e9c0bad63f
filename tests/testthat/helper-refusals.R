# Each argument is a call that fails. Its name has the class of the error and, behind a colon, words of its message.
expect_refusals <- function(...) {
  calls <- substitute(list(...))
  for (i in seq_len(...length())) {
    name <- names(calls)[[i + 1L]]
    label <- deparse1(calls[[i + 1L]])
    error <- expect_error(...elt(i), class = paste0("wroc_error_", sub(":.*", "", name)), label = label)
    words <- sub("^[a-z_]+(: )?", "", name)
    if (nzchar(words)) expect_match(conditionMessage(error), words, fixed = TRUE, label = label)
  }
}
