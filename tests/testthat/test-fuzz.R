# A short run of tools/fuzz.R in this process: every export with right and hostile arguments.

fuzzing <- new.env()
for (file in list.files(test_path("fuzz"), pattern = "[.]R$", full.names = TRUE)) sys.source(file, fuzzing)

# Packages whose objects are in the calls.
skip_without_packages <- function() {
  skip_on_cran()
  for (package in c("data.table", "DBI", "dbplyr", "dplyr", "ggplot2", "RSQLite", "survey", "survival", "tibble")) {
    skip_if_not_installed(package)
  }
}

test_that("every export has an entry, which has all of its arguments", {
  expect_setequal(names(fuzzing$entries), c(getNamespaceExports("WeightedROC"), fuzzing$methods_called))
  for (name in getNamespaceExports("WeightedROC")) {
    entry <- fuzzing$entries[[name]]
    given <- unlist(lapply(c(entry$takes, list(entry$beside, entry$more)), names))
    # The other name of weights is judged elsewhere.
    own <- setdiff(names(formals(getExportedValue("WeightedROC", name))), c("...", "weights"))
    expect_identical(setdiff(own, given), character(), label = name)
    expect_identical(setdiff(unlist(entry[c("takes", "beside", "more")]), names(fuzzing$kinds)), character())
  }
})

test_that("hostile calls end in a right result or in a classed error", {
  skip_without_packages()
  on.exit(fuzzing$close_database())
  for (name in names(fuzzing$entries)) {
    for (seed in seq_len(if (name %in% fuzzing$slow) 3L else 20L)) {
      call <- fuzzing$draw_call(name, seed)
      complaints <- fuzzing$fuzz(call)$complaints
      again <- sprintf("Rscript tools/fuzz.R --function %s --seed %d", name, seed)
      expect(length(complaints) == 0L, paste(c(complaints, fuzzing$describe(call), again), collapse = "\n"))
    }
  }
})

# A change of a message is a difference of the snapshot.

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
  skip_without_packages()
  on.exit(fuzzing$close_database())
  # roc_metric() needs packages that may be missing.
  names <- sort(setdiff(names(fuzzing$entries), c(fuzzing$slow, "roc_metric")), method = "radix")
  expect_snapshot(writeLines(unlist(lapply(names, messages_of))))
})

test_that("what is wrong with an outcome is seen", {
  skip_on_cran()
  call <- list(name = "auc_wmw", arguments = list(guess = 0:1, label = 0:1), ends = "result")
  judged <- function(..., ends = "result") {
    fuzzing$judge(utils::modifyList(call, list(ends = ends)), list(...))
  }
  error <- function(class = "wroc_error_range", message = "`guess` is odd.", argument = "guess") {
    structure(list(message = message, call = quote(auc_wmw(x)), argument = argument),
              class = c(class, "wroc_error", "error", "condition"))
  }
  expect_identical(judged(result = 1), character())
  expect_identical(judged(error = error(), ends = "open"), character())
  expect_identical(judged(result = "1"), "the result is no numeric")
  expect_identical(judged(result = 1, ends = "error"), "it takes what the manual refuses")
  expect_identical(judged(error = simpleError("no")), "an unclassed simpleError: no")
  expect_identical(judged(error = error()), "it refuses a right call: `guess` is odd.")
  expect_match(judged(error = error(message = "Internal error")), "^Internal error$", all = FALSE)
  expect_match(judged(error = error(argument = "data")), "names the argument", all = FALSE)
  expect_identical(judged(result = 1, conditions = list(simpleWarning("no"))), "an unclassed simpleWarning: no")
  call$name <- "WeightedROC"
  curve <- WeightedROC(1:4, c(0, 1, 0, 1))
  expect_identical(judged(result = curve), character())
  expect_identical(judged(result = curve[-1L]), "the result has no column TPR")
  expect_identical(judged(result = within(curve, FPR <- FPR * 2)), "a share is not within 0 and 1: FPR")
  expect_false(fuzzing$is_same(curve, within(curve, FN <- FN * (1 + 1e-15))))
})
