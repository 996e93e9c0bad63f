# The errors of all functions, as they read: each wrong argument that the table of entries draws. A change of a message
# is a difference of the snapshot.

fuzzing <- new.env()
for (file in list.files(test_path("fuzz"), pattern = "[.]R$", full.names = TRUE)) sys.source(file, fuzzing)

# A line for each wrong argument, the first that is drawn.
messages_of <- function(name) {
  lines <- character()
  for (seed in seq_len(60L)) {
    call <- fuzzing$draw_call(name, seed)
    about <- sub("^wrong ", "", call$spoiled)
    if (about == call$spoiled || about %in% names(lines)) next
    error <- fuzzing$run_call(call, context = list(), style = "named")$error
    if (is.null(error)) next
    lines[[about]] <- sprintf("%s(%s): [%s] %s", name, about, sub("wroc_error_", "", class(error)[[1L]]),
                              conditionMessage(error))
  }
  sort(unname(lines), method = "radix")
}

test_that("errors of wrong arguments read as they did", {
  skip_on_cran()
  for (package in c("data.table", "DBI", "dbplyr", "dplyr", "ggplot2", "RSQLite", "survey", "survival", "tibble")) {
    skip_if_not_installed(package)
  }
  on.exit(fuzzing$close_database())
  # roc_metric() needs packages that may be missing.
  names <- sort(setdiff(names(fuzzing$entries), c(fuzzing$slow, "roc_metric")), method = "radix")
  expect_snapshot(writeLines(unlist(lapply(names, messages_of))))
})
