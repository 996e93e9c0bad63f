y <- rep(0:1, 10)
s <- 1:20 %% 7
curve <- WeightedROC(s, y)

# Evaluates with so many more MB of vectors than there are.
with_memory_for <- function(megabytes, code) {
  limit <- mem.maxVSize()
  on.exit(mem.maxVSize(limit))
  mem.maxVSize(sum(gc()[, 2]) + megabytes)
  code
}

test_that("all functions that are exported have R's own errors classed", {
  # The methods of a generic function count; auc_test() is a call of roc_test().
  generics <- c("weighted_roc", "roc_observations", "roc_tally", "auc_test")
  methods <- c("weighted_roc.formula", "weighted_roc.default", "roc_observations.default", "roc_tally.formula",
               "roc_tally.default")
  for (name in c(setdiff(getNamespaceExports("WeightedROC"), generics), methods)) {
    f <- get(name, asNamespace("WeightedROC"))
    expect_true("classed" %in% all.names(body(f)), info = name)
  }
})

test_that("memory that R does not have is an error of this package, with the user's call", {
  skip_on_cran()
  thresholds <- seq_len(1e8)
  error <- with_memory_for(200,
                           expect_error(roc_at(curve, threshold = thresholds), class = "wroc_error_memory"))
  expect_s3_class(error, c("wroc_error_memory", "wroc_error", "error", "condition"), exact = TRUE)
  expect_identical(conditionCall(error), quote(roc_at(curve, threshold = thresholds)))
  expect_match(conditionMessage(error), "^Could not allocate memory: ")
  with_memory_for(200, {
    expect_error(roc_band(s, y, at = thresholds, by = "threshold", variance = "bootstrap"),
                 class = "wroc_error_memory")
    expect_error(roc_constrained(curve, max_FPR = thresholds, randomize = TRUE),
                 class = "wroc_error_memory")
  })
  # The session goes on.
  expect_identical(roc_at(curve, threshold = 2)$threshold, 2)
})

test_that("the end of a time limit and a lack of memory are no fault of what was given", {
  data <- data.frame(y = y, s = s)
  ended <- function(message) weighted_roc(y ~ I(stop(message)), data)
  expect_error(ended("no such thing"), "can't be computed", class = "wroc_error_column")
  error <- expect_error(ended("reached elapsed time limit"), "^reached elapsed time limit$")
  expect_false(inherits(error, "wroc_error"))
  expect_error(ended("cannot allocate vector of size 8.0 Gb"), class = "wroc_error_memory")
})

test_that("a time limit is one also where another package caught it, or failed at that", {
  skip_on_cran()
  # Ends of a real limit, which R signals from within.
  limited <- function() {
    on.exit(setTimeLimit())
    setTimeLimit(elapsed = 0.01, transient = TRUE)
    repeat sqrt(2)
  }
  called <- FALSE
  ended <- function(code) {
    error <- expect_error(or_else(code, function(error) called <<- TRUE), "^reached elapsed time limit$")
    expect_false(inherits(error, "wroc_error"))
  }
  ended(limited())
  wrap <- function(error) {
    stop(structure(list(message = "In index: 1.", call = NULL, parent = error),
                   class = c("rlang_error", "error", "condition")))
  }
  ended(withCallingHandlers(limited(), error = wrap))
  ended(withCallingHandlers(withCallingHandlers(limited(), error = wrap), error = wrap))
  ended(withCallingHandlers(limited(), error = function(error) list()[[integer()]]))
  expect_false(called)
  # A condition that was caught before, or around, is not the cause.
  expect_identical(or_else({
    try(limited(), silent = TRUE)
    stop("another")
  }, conditionMessage), "another")
  found <- NULL
  within <- function(error) found <<- or_else(stop("within"), conditionMessage)
  try(withCallingHandlers(limited(), error = within), silent = TRUE)
  expect_identical(found, "within")
})

test_that("the bytes are read where R says them", {
  bytes_in <- function(message) {
    expect_error(as.data.frame(roc_influence(stop(message, call. = FALSE), y)), class = "wroc_error_memory")$bytes
  }
  known <- c("vector of size 7.5 Gb" = 7.5 * 2^30, "vector of size 12.0 Mb" = 12 * 2^20,
             "vector of size 1,5 Mb" = 1.5 * 2^20, "vector of size 300 Kb" = 300 * 2^10,
             "memory block of size 2 Tb" = 2 * 2^40)
  expect_identical(vapply(paste("cannot allocate", names(known)), bytes_in, 0, USE.NAMES = FALSE), unname(known))
  for (message in c("vector memory exhausted (limit reached?)", "memory exhausted",
                    "vector memory limit of 16.0 Gb reached, see mem.maxVSize()",
                    "cannot allocate vector of length 1234567890123456",
                    "cons memory exhausted (limit reached?)")) {
    expect_identical(bytes_in(message), NA_real_)
  }
  expect_wroc_error(
    roc_influence(stop("cannot allocate vector of size 7.5 Gb"), y), "memory",
    "Could not allocate memory: cannot allocate vector of size 7.5 Gb", bytes = 7.5 * 2^30,
    call = quote(roc_influence(stop("cannot allocate vector of size 7.5 Gb"), y))
  )
})

test_that("R may speak another language", {
  language <- Sys.setLanguage("de")
  on.exit(Sys.setLanguage(language))
  messages <- gettext(c("cannot allocate vector of size %0.1f Gb",
                        "argument \"%s\" is missing, with no default"), domain = "R")
  skip_if(startsWith(messages[1], "cannot"), "R has no German here")
  error <- expect_error(as.data.frame(roc_influence(stop(sprintf(messages[1], 2)), y)),
                        class = "wroc_error_memory")
  expect_identical(error$bytes, 2^31)
  error <- expect_error(as.data.frame(roc_influence(stop(sprintf(messages[2], "p")), y)),
                        class = "wroc_error_absent")
  expect_identical(error$argument, "p")
})

test_that("all other errors are left alone", {
  own <- structure(list(message = "mine", call = quote(f(x)), more = 1),
                   class = c("mine", "error", "condition"))
  wordless <- structure(class = c("wordless", "error", "condition"),
                        list(message = character(), call = NULL))
  for (f in list(roc_influence, auc_ci, roc_tally, roc_compare)) {
    expect_identical(tryCatch(f(stop(own), y), error = identity), own)
    expect_identical(tryCatch(f(stop(wordless), y), error = identity), wordless)
  }
  invalid <- "cannot allocate vector of size \xff"
  for (message in c("no vector of size 7.5 Gb", invalid, "100%s")) {
    own <- simpleError(message)
    expect_identical(tryCatch(as.data.frame(roc_influence(stop(own), y)), error = identity), own)
  }
})

test_that("handlers see an error once, and calls within calls the outermost one", {
  seen <- 0
  error <- tryCatch(
    withCallingHandlers(
      roc_compare(curve, stop("memory exhausted")), wroc_error = function(error) seen <<- seen + 1
    ),
    error = identity
  )
  expect_identical(seen, 1)
  expect_identical(conditionCall(error), quote(roc_compare(curve, stop("memory exhausted"))))
})
