# Behaviour of R in the middle of a call, seen from outside: each script runs in a session of its own, which may end.

# R 4.6 leaves interrupts ignored that its parent ignores, as a shell's background jobs do.
skip_without_interrupts <- function() {
  skip_on_os("windows")
  status <- if (file.exists("/proc/self/status")) readLines("/proc/self/status")
  ignored <- sub(".*(.)$", "\\1", grep("^SigIgn:", status, value = TRUE))
  skip_if(length(ignored) == 1L && bitwAnd(strtoi(ignored, 16L), 2L) > 0L,
          "interrupts are ignored here")
}

# Asks for the end of a process that works, once it does.
interrupt_soon <- c(
  "interrupt_soon <- function() {",
  # system() ignores interrupts until it returns, so the signal waits for a file that follows.
  "  begun <- tempfile()",
  "  wait <- '(until [ -e %s ]; do sleep 0.02; done; sleep 0.2; kill -INT %d) &'",
  "  system(sprintf(wait, begun, Sys.getpid()))",
  "  invisible(file.create(begun))",
  "}"
)

# 1e7 observations, and whether the process holds no more MB than before, but for less than a
# column: objects of R's, and on Linux all memory.
large <- c(
  "held <- function() {",
  "  objects <- sum(gc()[, 2])",
  "  status <- '/proc/self/status'",
  "  if (!file.exists(status)) return(objects)",
  "  resident <- grep('^VmRSS:', readLines(status), value = TRUE)",
  "  c(objects, as.numeric(gsub('[^0-9]', '', resident)) / 1024)",
  "}",
  "gives_all_back <- function() all(held() - before < 32)",
  "score <- runif(1e7)",
  "label <- rep_len(c(FALSE, TRUE), 1e7)",
  "before <- held()"
)

# How a call ends that has a tenth of a second.
limited <- c(
  "limited <- function(call) {",
  "  tryCatch({",
  "    setTimeLimit(elapsed = 0.1, transient = TRUE)",
  "    call",
  "    'completed'",
  "  }, error = conditionMessage, finally = setTimeLimit())",
  "}"
)

test_that("a time limit is R's own error, and the session goes on", {
  skip_on_cran()
  found <- run(c(
    large, limited,
    "result <- try(silent = TRUE, {",
    "  setTimeLimit(elapsed = 0.1, transient = TRUE)",
    "  auc_wmw(score, label)",
    "})",
    "setTimeLimit()",
    "cat(result)",
    "cat(limited(WeightedROC(score, label)), '\\n')",
    "cat(limited(auc_ci(score, label)), '\\n')",
    "cat(gives_all_back(), '\\n')",
    "cat(WeightedAUC(WeightedROC(1:2, 0:1)), '\\n')"
  ))
  limit <- "reached elapsed time limit"
  # R says which call met the limit, on a line of its own, or none where it was met between two calls.
  output <- trimws(sub("^Error( in .*)? : ?", "", found$output))
  expect_identical(output[nzchar(output)], c(limit, limit, limit, "TRUE", "1"))
  expect_identical(found$status, 0L)
})

test_that("a time limit ends replicates and what is done for each row", {
  skip_on_cran()
  found <- run(c(
    limited,
    "set.seed(1)",
    "score <- rnorm(2e5)",
    "label <- rep(0:1, 1e5)",
    "curve <- WeightedROC(score, label)",
    "costs <- seq(0.01, 0.99, length.out = 3e4)",
    "cat(limited(auc_ci(score, label, variance = 'bootstrap')), '\\n')",
    "cat(limited(roc_band(score, label, variance = 'bootstrap')), '\\n')",
    "cat(limited(roc_optimal(curve, cost_FP = 1 - costs, cost_FN = costs)), '\\n')"
  ))
  limit <- "reached elapsed time limit"
  expect_identical(trimws(found$output[1:2]), c(limit, limit))
  # This one may be fast enough.
  expect_true(trimws(found$output[[3L]]) %in% c(limit, "completed"))
  expect_identical(found$status, 0L)
})

test_that("an interrupt is R's own condition, and the session goes on", {
  skip_on_cran()
  skip_without_interrupts()
  found <- run(c(
    interrupt_soon, large,
    "caught <- tryCatch({",
    "  interrupt_soon()",
    "  repeat WeightedROC(score, label)",
    "}, interrupt = function(condition) class(condition))",
    "cat('caught:', caught, '\\n')",
    "cat(gives_all_back(), '\\n')"
  ))
  expect_identical(trimws(found$output), c("caught: interrupt condition", "TRUE"))
  expect_identical(found$status, 0L)
})

test_that("an interrupt that nobody catches ends the call, and runs what is to be run on exit", {
  skip_on_cran()
  skip_without_interrupts()
  found <- run(interactive = TRUE, c(
    interrupt_soon, large,
    "call <- function() {",
    "  on.exit(cat('left\\n'))",
    "  interrupt_soon()",
    "  repeat auc_wmw(score, label)",
    "}",
    # Old objects are what R's collector takes the continuation for, too.
    "for (i in 1:3) invisible(gc())",
    "call()",
    "cat('next', gives_all_back(), WeightedAUC(WeightedROC(1:2, 0:1)), '\\n')"
  ))
  printed <- trimws(found$output)
  expect_identical(printed[printed %in% c("left", "next TRUE 1")], c("left", "next TRUE 1"))
  expect_identical(found$status, 0L)
})

test_that("an interrupt of a script ends it", {
  skip_on_cran()
  skip_without_interrupts()
  found <- run(c(interrupt_soon, large, "interrupt_soon()", "repeat auc_wmw(score, label)",
                 "cat('next\\n')"))
  expect_true("Execution halted" %in% found$output)
  expect_false("next" %in% trimws(found$output))
  expect_identical(found$status, 1L)
})

test_that("what R can't allocate is an error that is caught, and prints nothing", {
  found <- run(c(
    "options(error = quote(cat('options(error) ran\\n')))",
    "far <- 1:1e15",
    "cat(inherits(try(auc_wmw(far, far), silent = TRUE), 'try-error'), '\\n')",
    "cat(inherits(tryCatch(WeightedROC(far, far, far), error = identity), 'error'), '\\n')",
    # Nobody asks for the elements of vectors that differ in length.
    "cat(class(tryCatch(WeightedROC(far, 0:1), error = identity))[[1L]], '\\n')",
    "cat(auc_wmw(1:2, 0:1), '\\n')"
  ))
  expect_identical(trimws(found$output), c("TRUE", "TRUE", "wroc_error_length", "1"))
  expect_identical(found$status, 0L)
})

test_that("what was allocated before an allocation fails is given back", {
  skip_on_cran()
  skip_if_not(file.exists("/proc/self/status") && nzchar(Sys.which("prlimit")), "Linux")
  found <- run(c(
    large,
    "size <- grep('^VmSize:', readLines('/proc/self/status'), value = TRUE)",
    "size <- 1024 * as.numeric(gsub('[^0-9]', '', size))",
    "limit <- function(bytes) {",
    "  system2('prlimit', sprintf('--pid=%d --as=%s:', Sys.getpid(), bytes))",
    "}",
    "fails <- function(MB, call) {",
    "  limit(sprintf('%.0f', size + MB * 1e6))",
    "  on.exit(limit('unlimited'))",
    "  inherits(tryCatch(call, error = identity), 'error')",
    "}",
    # The elements of 1:1e7 take 40 MB when they are asked for, the sort 160 MB, the curve 400 MB.
    "cat(fails(20, auc_wmw(1:1e7, label)), gives_all_back(), '\\n')",
    "cat(fails(100, auc_wmw(score, label)), gives_all_back(), '\\n')",
    "cat(fails(350, WeightedROC(score, label)), gives_all_back(), '\\n')",
    "cat(fails(10000, auc_wmw(score, label)), '\\n')"
  ))
  expect_identical(trimws(found$output), c("TRUE TRUE", "TRUE TRUE", "TRUE TRUE", "FALSE"))
  expect_identical(found$status, 0L)
})

test_that("handlers and finalizers may call the package in the middle of a call of it", {
  found <- run(c(
    "score <- runif(1e6)",
    "label <- rep_len(0:1, 1e6)",
    "far <- 1:1e15",
    "area <- function() auc_wmw(1:4, c(0, 1, 0, 1))",
    "seen <- finalized <- NULL",
    "fails <- function(call) inherits(try(call, silent = TRUE), 'try-error')",
    "ended <- function(object) {",
    "  finalized <<- c(fails(auc_wmw(far, far)), area())",
    "  auc_wmw(far, far)",
    "}",
    "lose <- function() invisible(reg.finalizer(new.env(), ended))",
    # R calls this from within the shim, which is left only afterwards.
    "handler <- function(condition) {",
    "  for (i in 1:3) lose()",
    "  gc()",
    "  seen <<- c(fails(auc_wmw(far, far)), area(), fails(WeightedROC(1, 1)))",
    "}",
    "left <- function() {",
    "  on.exit(seen <<- c(seen, is.null(finalized)))",
    "  setTimeLimit(elapsed = 0.1, transient = TRUE)",
    "  withCallingHandlers(repeat auc_wmw(score, label), error = handler)",
    "}",
    "outer <- tryCatch(left(), error = conditionMessage)",
    "cat(seen, finalized, outer, area(), '\\n')"
  ))
  expect_identical(trimws(tail(found$output, 1L)),
                   "1 0.75 1 0 1 0.75 reached elapsed time limit 0.75")
  expect_identical(found$status, 0L)
})

test_that("vectors without elements are taken, and made", {
  curve <- columns_of(WeightedROC(1:4, c(0, 1, 0, 1)))
  expect_identical(nrow(curve_rows_at(curve, numeric())), 0L)
  expect_identical(curve_area(numeric(), numeric())$kind, "too_few_rows")
  expect_identical(roc_curve(numeric(), logical(), integer(), TRUE)$kind, "empty")
})

test_that("arguments of shims that R's side never gives are errors of the package", {
  curve <- columns_of(WeightedROC(1:4, c(0, 1, 0, 1)))
  is_internal <- function(result) identical(result$kind, "internal")
  expect_true(is_internal(curve_check(curve[-1L])))
  expect_true(is_internal(curve_check(1)))
  expect_true(is_internal(curve_check(c(curve[-1L], list("a")))))
  expect_true(is_internal(curve_thin(curve, NA, NULL)))
  expect_true(is_internal(curve_thin(curve, TRUE, -1)))
  expect_true(is_internal(curve_thin(curve, TRUE, c(1, 2))))
  expect_true(is_internal(curve_constrained(curve, 0.5, NULL, 1)))
})

# A package that fails as it does when a time limit ends while it loads, in a library of its own.
limited_package <- function(name, library) {
  source <- file.path(tempfile("source"), name)
  dir.create(file.path(source, "R"), recursive = TRUE)
  on.exit(unlink(dirname(source), recursive = TRUE))
  description <- c(paste("Package:", name), "Version: 99.0", "Title: Slow", "Description: Slow.",
                   "License: GPL-3", "Author: Nobody", "Maintainer: Nobody <nobody@example.org>")
  writeLines(description, file.path(source, "DESCRIPTION"))
  file.create(file.path(source, "NAMESPACE"))
  writeLines(".onLoad <- function(...) stop('reached elapsed time limit')",
             file.path(source, "R", "load.R"))
  arguments <- c("CMD", "INSTALL", "--no-test-load", paste0("--library=", library), source)
  system2(file.path(R.home("bin"), "R"), arguments, stdout = FALSE, stderr = FALSE)
}

test_that("a time limit that ends while a package loads is no missing package", {
  skip_on_cran()
  library <- tempfile("library")
  dir.create(library)
  before <- .libPaths()
  on.exit({
    .libPaths(before)
    unlink(library, recursive = TRUE)
  })
  limited_package("wrocLimited", library)
  .libPaths(c(library, before))
  expect_error(can_be_loaded("wrocLimited"), "reached elapsed time limit")
  expect_false(can_be_loaded("wrocNotThere"))
  expect_true(can_be_loaded("stats"))
})
