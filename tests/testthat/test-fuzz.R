# A short run of tools/fuzz.R in this process: every export with right and hostile arguments.

fuzzing <- new.env()
for (file in list.files(test_path("fuzz"), pattern = "[.]R$", full.names = TRUE)) {
  sys.source(file, fuzzing)
}

exported <- fuzzing$function_called

skip_unless_all_can_be_called <- function() {
  skip_on_cran()
  needed <- c("data.table", "DBI", "dbplyr", "dplyr", "ggplot2", "RSQLite", "survey", "tibble")
  for (package in needed) {
    skip_if_not_installed(package)
  }
}

test_that("every export has calls and a contract", {
  expect_setequal(fuzzing$written_for(), c(getNamespaceExports("WeightedROC"), fuzzing$methods_called))
})

test_that("hostile calls end in a right result or in a classed error", {
  skip_unless_all_can_be_called()
  on.exit(fuzzing$close_database())
  for (name in fuzzing$written_for()) {
    for (seed in seq_len(if (name %in% fuzzing$slow) 2L else 12L)) {
      call <- fuzzing$fuzz_call(name, seed, exported)
      again <- sprintf("Rscript tools/fuzz.R --function %s --seed %d", name, seed)
      complaints <- fuzzing$fuzz(call)$complaints
      expect(length(complaints) == 0L,
             paste(c(complaints, fuzzing$describe(call), again), collapse = "\n"))
    }
  }
})

# Calls with right arguments only, and their outcomes.
right_calls <- function(name, number) {
  found <- list()
  for (seed in 1:100) {
    call <- fuzzing$fuzz_call(name, seed, exported)
    plain <- length(call$spoiled) == 0L && length(unlist(call$context)) == 0L
    outcome <- if (plain && !isTRUE(call$world$hostile)) fuzzing$run_call(call)
    if (is.null(outcome$result)) next
    found <- c(found, list(list(call = call, outcome = outcome)))
    if (length(found) == number) break
  }
  found
}

with_all_numbers_off <- function(result) {
  if (is.double(result) && !is.object(result)) return(result * (1 + 1e-6))
  if (is.list(result)) result[] <- lapply(result, with_all_numbers_off)
  result
}

test_that("numbers that are off by a millionth are seen", {
  skip_unless_all_can_be_called()
  on.exit(fuzzing$close_database())
  # Pictures and queries have no numbers, observations are no answer, and rates are the same at a threshold that is
  # off by so little.
  without_numbers <- c("roc_plot", "roc_plot_scores", "roc_observations", "roc_tally_sql", "roc_measure",
                       "outcome_at", "roc_metric")
  for (name in setdiff(fuzzing$written_for(), without_numbers)) {
    complaints <- unlist(lapply(right_calls(name, 6L), function(right) {
      right$outcome$result <- with_all_numbers_off(right$outcome$result)
      fuzzing$judge(right$call, right$outcome)
    }))
    expect(length(complaints) > 0L, paste("Results of", name, "may be off."))
  }
})

test_that("errors and warnings that are not this package's are seen", {
  skip_on_cran()
  right <- right_calls("auc_wmw", 1L)[[1L]]
  judged <- function(...) fuzzing$judge(right$call, list(result = 1, ...))
  error <- function(class = "wroc_error_range", message = "`guess` is odd.", argument = "guess") {
    structure(list(message = message, call = quote(auc_wmw(x)), argument = argument),
              class = c(class, "wroc_error", "error", "condition"))
  }
  expect_identical(judged(error = simpleError("no")), "an unclassed simpleError: no")
  expect_identical(judged(error = error()), "it refuses what the manual takes: `guess` is odd.")
  expect_match(judged(error = error(message = "Internal error")), "^Internal error$", all = FALSE)
  expect_match(judged(error = error(argument = "x")), "names the argument", all = FALSE)
  expect_identical(judged(warnings = list(simpleWarning("no")))[[1L]], "an unclassed warning: no")
  right$call$arguments$guess <- NULL
  expect_identical(judged(), "it takes what the manual refuses")
})
