# An argument's expression is evaluated once, whatever comes first: a fit, a design or a curve. The same calls have no
# warning under `options(check.bounds = TRUE)`, by which R warns where a user's code extends a vector: R's own methods
# for data.frames do so, and so would functions that use them.

# Functions of observations, tallies and numbers, which refuse fits and curves.
of_other_things <- c(
  "WeightedROC", "as_roc_tally", "auc_concordance", "auc_over_time", "auc_pool", "auc_power", "auc_wmw",
  "outcome_at", "roc_collect", "roc_measure", "roc_metric", "roc_tally", "roc_tally_sql"
)

# Calls of these, of results and of samples, in which the option alone matters.
other_calls <- expression(
  WeightedROC(data$s, data$y, data$w), auc_wmw(data$s, data$y), roc_influence(data$s, data$y),
  auc_test(roc_observations(data$s, data$y), roc_observations(data$t, data$y)),
  auc_pool(list(auc_ci(fit), auc_ci(fit))), auc_power(auc = 0.7, power = 0.8), as_roc_tally(as.data.frame(tally)),
  weighted_roc(c(tally, tally)), ggplot2::autolayer(roc_hull(curve)), ggplot2::autolayer(roc_optimal(curve)),
  ggplot2::autolayer(roc_reject(curve, cost_reject = 0.2)), ggplot2::autolayer(roc_band(fit)),
  ggplot2::autoplot(roc_reject(curve, cost_reject = 0.2)), auc_ci(1:2, c("a", "b"))
)

# How often each argument of a call is evaluated, by their places: `counts`. Returns whether the option stays: `kept`.
evaluations <- function(call, objects) {
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
  # The last of the other calls fails. Expectations and figures of ggplot2's extend vectors, too.
  options(check.bounds = TRUE)
  utils::capture.output(found <- try(eval(call, scope), silent = TRUE))
  scope$kept <- isTRUE(getOption("check.bounds"))
  options(check.bounds = FALSE)
  utils::capture.output(found)
  scope
}

test_that("all functions that accept a fit, a design or a curve are called here", {
  expect_setequal(c(names(calls_to_count), of_other_things),
                  c(getNamespaceExports("WeightedROC"), "methods"))
})

test_that("each argument is evaluated once, and nothing extends a vector", {
  skip_on_cran()
  for (package in c("survey", "ggplot2", "generics")) skip_if_not_installed(package)
  grDevices::pdf(NULL)
  # R's compiler, which compiles functions at their second call, extends vectors itself.
  jit <- compiler::enableJIT(0)
  on.exit({
    compiler::enableJIT(jit)
    grDevices::dev.off()
  })
  objects <- objects_to_call()
  objects$as.svrepdesign <- function(design) survey::as.svrepdesign(design, type = "JK1")
  calls <- c(do.call(c, unname(calls_to_count)), other_calls)
  counted <- length(calls) - length(other_calls)
  warned <- character()
  several <- character()
  kept <- TRUE
  for (i in seq_along(calls)) {
    what <- deparse(calls[[i]])[[1L]]
    scope <- withCallingHandlers(suppressMessages(evaluations(calls[[i]], objects)), warning = function(warning) {
      bounds <- grepl("outside vector/list limits", conditionMessage(warning), fixed = TRUE)
      if (bounds) warned <<- c(warned, paste(what, "|", deparse(conditionCall(warning))[[1L]]))
      invokeRestart("muffleWarning")
    })
    kept <- kept && scope$kept
    if (i <= counted && any(scope$counts != 1L)) several <- c(several, paste(what, toString(scope$counts)))
  }
  expect_identical(unique(warned), character())
  expect_identical(several, character())
  expect_true(kept)
})

test_that("arguments that come by `...` are the ones that were given", {
  fit <- objects_to_call()$fit
  through <- function(...) auc_ci(...)
  expect_identical(through(fit, conf.level = 0.8), auc_ci(fit, conf.level = 0.8))
  expect_identical(lapply(list(fit), auc_ci, conf.level = 0.8)[[1L]], auc_ci(fit, conf.level = 0.8))
  expect_identical(do.call(auc_ci, list(fit, conf.level = 0.8)), auc_ci(fit, conf.level = 0.8))
  expect_wroc_error_of(through(fit, label = 1), "unused", "label")
})
