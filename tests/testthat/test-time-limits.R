# Calls that are large in one way, and once ran long without polling for a time limit: it ends soon, by itself or by
# the limit.
seconds_with_limit <- function(run, limit = 1) {
  run <- match.fun(run)
  on.exit(setTimeLimit())
  system.time({
    setTimeLimit(elapsed = limit, transient = TRUE)
    tryCatch(run(), error = function(error) expect_match(conditionMessage(error), "time limit"))
    setTimeLimit()
  }, gcFirst = FALSE)[["elapsed"]]
}

# With a corner of its hull at each score.
curve_of_corners <- function(rows) {
  share <- seq(0, 1, length.out = rows)
  WeightedROC(rep(share, 2L), rep(0:1, each = rows), c(1 - share, share) + 1e-6)
}

test_that("time limits are obeyed", {
  skip_on_cran()
  set.seed(21)
  sick <- rbinom(2000, 1, 0.3)
  scores <- lapply(1:2, function(i) plogis(rnorm(2000, sick)))
  at <- seq(0.01, 0.8, length.out = 1500)
  cluster <- sample(500, 2000, TRUE)
  # A machine with other work to do takes longer.
  soon <- 3
  expect_lt(seconds_with_limit(function() {
    roc_net_benefit(scores[[1L]], sick, threshold = at, type = "simultaneous", conf.level = 0.95)
  }), soon)
  expect_lt(seconds_with_limit(function() {
    roc_net_benefit(scores, sick, threshold = at, type = "simultaneous", difference = TRUE,
                    conf.level = 0.95,
                    cluster = cluster)
  }), soon)
  label <- rbinom(300, 1, 0.4)
  many <- lapply(structure(1:200, names = paste0("m", 1:200)), function(i) rnorm(300, label))
  expect_lt(seconds_with_limit(function() auc_test(many, label, adjust = "closed")), soon)
  curve <- curve_of_corners(2e5)
  expect_gt(nrow(roc_hull(curve)), 1e5)
  expect_lt(seconds_with_limit(function() {
    roc_estimate(curve, measure = roc_measure("H", density = function(c) 6 * c * (1 - c)),
                 conf.level = NULL)
  }), soon)
  expect_lt(seconds_with_limit(function() {
    roc_optimal(curve, cost_FP = seq(0.01, 0.99, length.out = 1000))
  }), soon)
})
