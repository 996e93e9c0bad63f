# An argument's expression is evaluated once, whatever comes first: a fit, a design or a curve.

# Functions of observations, tallies and numbers, which refuse fits and curves.
of_other_things <- c(
  "WeightedROC", "as_roc_tally", "auc_concordance", "auc_over_time", "auc_pool", "auc_power", "auc_wmw",
  "outcome_at", "roc_collect", "roc_measure", "roc_metric", "roc_tally", "roc_tally_sql"
)

# How often each argument of a call is evaluated, by their places.
evaluations <- function(call, objects) {
  objects$as.svrepdesign <- function(design) survey::as.svrepdesign(design, type = "JK1")
  scope <- list2env(objects, parent = globalenv())
  scope$counts <- integer(length(call) - 1L)
  # A formula in the call has this scope as well.
  scope$count <- function(place) scope$counts[[place]] <- scope$counts[[place]] + 1L
  for (place in seq_along(scope$counts)) {
    call[[place + 1L]] <- bquote({
      count(.(place))
      .(call[[place + 1L]])
    })
  }
  utils::capture.output(eval(call, scope))
  scope$counts
}

test_that("all functions that accept a fit, a design or a curve are called here", {
  expect_setequal(c(names(calls_to_count), of_other_things),
                  c(getNamespaceExports("WeightedROC"), "methods"))
})

test_that("each argument is evaluated once", {
  skip_on_cran()
  for (package in c("survey", "ggplot2", "generics")) skip_if_not_installed(package)
  pictures <- tempfile(fileext = ".pdf")
  grDevices::pdf(pictures)
  on.exit({
    grDevices::dev.off()
    unlink(pictures)
  })
  objects <- objects_to_call()
  for (call in do.call(c, unname(calls_to_count))) {
    counts <- suppressWarnings(suppressMessages(evaluations(call, objects)))
    expect_true(all(counts == 1L), info = paste(deparse(call)[[1L]], paste(counts, collapse = " ")))
  }
})

test_that("arguments that come by `...` are the ones that were given", {
  fit <- objects_to_call()$fit
  through <- function(...) auc_ci(...)
  expect_identical(through(fit, conf.level = 0.8), auc_ci(fit, conf.level = 0.8))
  expect_identical(lapply(list(fit), auc_ci, conf.level = 0.8)[[1L]], auc_ci(fit, conf.level = 0.8))
  expect_identical(do.call(auc_ci, list(fit, conf.level = 0.8)), auc_ci(fit, conf.level = 0.8))
  expect_wroc_error_of(through(fit, label = 1), "unused", "label")
})
