# `options(check.bounds = TRUE)` has R warn where a user's code extends a vector. R's own methods for
# data.frames do so, and so would functions that use them.

test_that("no function warns where R is told to check bounds, and the option stays as it was", {
  skip_on_cran()
  for (package in c("survey", "ggplot2", "generics")) skip_if_not_installed(package)
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  # R's compiler, which compiles functions at their second call, extends vectors itself.
  jit <- compiler::enableJIT(0)
  on.exit(compiler::enableJIT(jit), add = TRUE)
  objects <- objects_to_call()
  objects$as.svrepdesign <- function(design) survey::as.svrepdesign(design, type = "JK1")
  objects$made <- list(hull = roc_hull(objects$curve), optimal = roc_optimal(objects$curve),
                       reject = roc_reject(objects$curve, cost_reject = 0.2),
                       band = roc_band(objects$fit))
  calls <- c(do.call(c, unname(calls_to_count)), expression(
    WeightedROC(data$s, data$y, data$w), auc_wmw(data$s, data$y), auc_ci(data$s, data$y, data$w),
    roc_influence(data$s, data$y), auc_test(roc_observations(data$s, data$y),
                                            roc_observations(data$t, data$y)),
    auc_pool(list(auc_ci(fit), auc_ci(fit))), auc_power(auc = 0.7,
                                                        power = 0.8), as_roc_tally(as.data.frame(tally)),
    weighted_roc(c(tally, tally)),
    ggplot2::autolayer(made$hull), ggplot2::autolayer(made$optimal),
    ggplot2::autolayer(made$reject), ggplot2::autolayer(made$band), ggplot2::autoplot(made$reject)
  ))
  warned <- character()
  kept <- TRUE
  run_with_option <- function(call) {
    options(check.bounds = TRUE)
    on.exit(options(check.bounds = FALSE))
    try(eval(call, objects), silent = TRUE)
    kept <<- kept && isTRUE(getOption("check.bounds"))
  }
  # The last one fails.
  for (call in c(calls, expression(auc_ci(1:2, c("a", "b"))))) {
    withCallingHandlers(
      suppressMessages(utils::capture.output(run_with_option(call))),
      warning = function(warning) {
        bounds <- grepl("outside vector/list limits", conditionMessage(warning), fixed = TRUE)
        place <- paste(deparse(call)[[1L]], "|", deparse(conditionCall(warning))[[1L]])
        if (bounds) warned <<- c(warned, place)
        invokeRestart("muffleWarning")
      }
    )
  }
  expect_identical(unique(warned), character())
  expect_true(kept)
})
