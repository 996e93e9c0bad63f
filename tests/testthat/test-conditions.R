test_that("errors carry the user's call", {
  expect_identical(conditionCall(expect_error(WeightedROC(1, 1:3))), quote(WeightedROC(1, 1:3)))
  expect_identical(
    conditionCall(expect_error(WeightedROC(1:2, c(1, 1)))), quote(WeightedROC(1:2, c(1, 1)))
  )
  outer <- function(label) WeightedAUC(WeightedROC(1:2, label))
  expect_identical(conditionCall(expect_error(outer(0))), quote(WeightedROC(1:2, label)))
})

test_that("R survives what the Rust side is never given", {
  expect_error(unwrap(roc_curve("a", 1, NULL, TRUE)), class = "wroc_error_internal")
  expect_error(unwrap(roc_curve(NULL, NULL, NULL, TRUE)), class = "wroc_error_internal")
  expect_error(unwrap(roc_curve(1, 0:1, NULL, TRUE)), class = "wroc_error_internal")
  expect_error(unwrap(curve_area(1L, 2)), class = "wroc_error_internal")
})

test_that("a message with format directives is shown as it is", {
  failure <- structure(list(kind = "internal", detail = "100% %s %n %d"), class = "wroc_failure")
  expect_wroc_error(
    unwrap(failure), "internal", "Internal error, please report it: 100% %s %n %d"
  )
})

# The warnings of a call.
warnings_of <- function(value) {
  found <- list()
  withCallingHandlers(value, warning = function(warning) {
    found[[length(found) + 1L]] <<- warning
    invokeRestart("muffleWarning")
  })
  found
}

test_that("a call has one warning for all groups, scores and times, and names them", {
  set.seed(1)
  d <- data.frame(y = rep(0:1, 100), g = rep(1:100, each = 2), a = rnorm(200), b = rnorm(200))
  fit <- NULL
  calls <- list(quote(fit <- weighted_roc(y ~ a, d, by = g)), quote(auc_ci(fit)), quote(confint(fit)))
  for (call in calls) {
    found <- warnings_of(eval(call))
    expect_length(found, 1L)
    expect_s3_class(found[[1L]], "wroc_warning_undefined")
    expect_identical(found[[1L]]$group, as.character(1:100))
    expect_match(conditionMessage(found[[1L]]),
                 "^In 100 groups of `g` \\(`1`, `2`, `3`, `4`, `5`, `6` and 94 more\\): The standard error is NA")
  }
  scores <- warnings_of(auc_ci(list(a = 1:3, b = c(2, 1, 3)), c(0, 1, 1)))
  expect_identical(scores[[1L]]$score, c("a", "b"))
  expect_match(conditionMessage(scores[[1L]]), "^In 2 scores \\(`a`, `b`\\): ")
  few <- d[1:24, ]
  few$g <- rep(1:4, each = 6)
  few$w <- c(1, 1, 0.1, 0.1, 0.1, 0.1) * (1 + few$g / 10)
  found <- warnings_of(weighted_roc(y ~ a, few, by = g, weights = w * (1 + abs(b)), variance = "delong"))
  expect_length(found, 1L)
  expect_match(conditionMessage(found[[1L]]), "^In 4 groups of `g` .*, for example `1`: The .* effective")
  skip_if_not_installed("survival")
  few$time <- rep(c(1:5, 9), 4)
  found <- warnings_of(weighted_roc(survival::Surv(time, y) ~ a + b, few[1:6, ], times = c(2, 3)))
  expect_identical(sort(unique(found[[1L]]$time)), c(2, 3))
  expect_lte(length(found), 2L)
})

test_that("an error in a group names it", {
  d <- data.frame(y = rep(0:1, 10), p = c(rep(0.2, 19), 2), g = rep(c("a", "b"), each = 10))
  fit <- suppressWarnings(weighted_roc(y ~ p, d, by = g))
  expect_error(roc_estimate(fit, measure = "brier"), "^In group `b` of `g`: .*one is 2", class = "wroc_error_forecast")
  expect_error(roc_reliability(fit), "`g` b: In score `p`: ", class = "wroc_error_forecast")
})

test_that("a number outside of a range is printed with the digits that show it", {
  expect_error(roc_estimate(c(0.1, 1 + 1e-12), 0:1, measure = "brier"), "one is 1.000000000001.", fixed = TRUE)
  expect_error(auc_ci(1:4, c(0, 1, 0, 1), FPR = c(0, 1 + 1e-9)), "element 2 is 1.000000001.", fixed = TRUE)
  fractions <- c(1, 1, 1, 1 + 1e-9)
  expect_error(auc_ci(1:4, c(0, 1, 0, 1), fractions, variance = "frequency"), "is 1.000000001.", fixed = TRUE)
})

test_that("a curve says why it has no interval", {
  curve <- WeightedROC(1:6, c(0, 1, 0, 1, 0, 1))
  expect_warning(auc_ci(curve), "no observations", class = "wroc_warning_undefined")
  expect_no_warning(roc_estimate(curve, conf.level = NULL))
})

test_that("observations by group can be printed", {
  expect_output(print(roc_observations(roc_tally(mtcars$mpg, mtcars$am, by = mtcars$vs))), "2 groups")
})
