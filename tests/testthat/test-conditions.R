test_that("errors carry the user's call", {
  expect_identical(conditionCall(expect_error(WeightedROC(1, 1:3))), quote(WeightedROC(1, 1:3)))
  expect_identical(
    conditionCall(expect_error(WeightedROC(1:2, c(1, 1)))), quote(WeightedROC(1:2, c(1, 1)))
  )
  outer <- function(label) WeightedAUC(WeightedROC(1:2, label))
  expect_identical(conditionCall(expect_error(outer(0))), quote(WeightedROC(1:2, label)))
})

test_that("R survives what the Rust side is never given", {
  expect_error(unwrap(roc_curve("a", 1, NULL, TRUE, 1L)), class = "wroc_error_internal")
  expect_error(unwrap(roc_curve(NULL, NULL, NULL, TRUE, 1L)), class = "wroc_error_internal")
  expect_error(unwrap(roc_curve(1, 0:1, NULL, TRUE, 1L)), class = "wroc_error_internal")
  expect_error(unwrap(curve_area(1L, 2)), class = "wroc_error_internal")
})

test_that("a message with format directives is shown as it is", {
  failure <- structure(list(kind = "internal", detail = "100% %s %n %d"), class = "wroc_failure")
  expect_wroc_error(
    unwrap(failure), "internal", "Internal error, please report it: 100% %s %n %d"
  )
})

test_that("Ctrl-C stops a long computation", {
  skip_on_cran()
  skip_on_os("windows")
  script <- c(
    sprintf(".libPaths(%s)", paste(deparse(.libPaths()), collapse = "")),
    "library(WeightedROC)",
    "set.seed(1)",
    "guess <- runif(3e7)",
    "label <- guess > 0.5",
    # system() ignores interrupts until it returns, so the signal waits for a file that follows.
    "begun <- tempfile()",
    "wait <- 'until [ -e %s ]; do sleep 0.02; done; sleep 0.1; kill -INT %d'",
    "system(paste('(', sprintf(wait, begun, Sys.getpid()), ') &'))",
    "caught <- tryCatch({",
    "  file.create(begun)",
    "  WeightedROC(guess, label)",
    "  FALSE",
    "}, interrupt = function(e) TRUE)",
    "cat('caught:', caught, '\\n')",
    "cat('afterwards:', WeightedAUC(WeightedROC(1:2, 0:1)), '\\n')"
  )
  file <- tempfile(fileext = ".R")
  on.exit(unlink(file))
  writeLines(script, file)
  output <- system2(file.path(R.home("bin"), "Rscript"), c("--vanilla", file), stdout = TRUE,
                    stderr = FALSE)
  expect_identical(trimws(output), c("caught: TRUE", "afterwards: 1"))
})
