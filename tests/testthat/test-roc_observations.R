test_that("a class of another package works in every verb by its method", {
  forecast <- structure(
    list(p = plogis(sin(1:60) + rep(0:1, 30)), y = rep(0:1, 30), w = 1 + (1:60) %% 5),
    class = "forecast_of_others"
  )
  registerS3method("roc_observations", "forecast_of_others",
                   function(x, ...) roc_observations(x$p, x$y, x$w, ...), envir = asNamespace("WeightedROC"))
  verbs <- list(
    roc_estimate = function(...) roc_estimate(..., measure = c("AUC", "brier")), auc_ci = WeightedROC::auc_ci,
    roc_test = function(...) unclass(roc_test(..., mu = 0.6))[c("p.value", "estimate")],
    roc_influence = roc_influence, roc_band = roc_band, roc_at = roc_at, roc_optimal = roc_optimal,
    roc_constrained = function(...) roc_constrained(..., max_FPR = 0.2),
    roc_reject = function(...) roc_reject(..., cost_reject = 0.2), roc_pr = roc_pr, roc_prg = roc_prg,
    roc_gain = roc_gain, roc_net_benefit = roc_net_benefit,
    roc_reliability = function(...) {
      set.seed(1)
      roc_reliability(...)
    },
    roc_cost_curve = roc_cost_curve, roc_hull = roc_hull, roc_calibrate = roc_calibrate, roc_thin = roc_thin
  )
  for (name in names(verbs)) {
    expect_identical(verbs[[name]](forecast), verbs[[name]](forecast$p, forecast$y, forecast$w), info = name)
  }
})

test_that("no argument is evaluated twice", {
  times <- 0
  scores <- function() {
    times <<- times + 1
    c(1, 3, 2, 4)
  }
  invisible(suppressWarnings(roc_estimate(scores(), c(0, 0, 1, 1), measure = "AUC")))
  expect_identical(times, 1)
  invisible(roc_hull(scores(), c(0, 0, 1, 1)))
  expect_identical(times, 2)
  invisible(suppressWarnings(WeightedROC::auc_test(scores(), c(0, 0, 1, 1))))
  expect_identical(times, 3)
})

test_that("what no method uses is refused", {
  expect_error(WeightedROC::auc_ci(1:4, c(0, 1, 0, 1), fodl = 1:4), class = "wroc_error_unused")
  fit <- weighted_roc(1:8, rep(0:1, 4))
  expect_error(WeightedROC::auc_ci(fit, label = rep(0:1, 4)), class = "wroc_error_unused")
  expect_error(roc_hull(fit, rep(0:1, 4)), class = "wroc_error_unused")
  expect_error(WeightedROC::auc_ci(WeightedROC(1:8, rep(0:1, 4)), weight = 1), class = "wroc_error_unused")
})

test_that("a data.frame is a curve", {
  error <- expect_error(WeightedROC::auc_ci(mtcars, mtcars$am), class = "wroc_error_type")
  expect_match(conditionMessage(error), "named list")
  curve <- with(mtcars, WeightedROC(mpg, am))
  rows <- roc_estimate(curve)
  expect_identical(rows$estimate, WeightedAUC(curve))
  expect_true(is.na(rows$conf.low))
})
