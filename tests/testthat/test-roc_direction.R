# Where low scores mean positive, thresholds are those of the scores as they are, in all functions.

low_and_high <- function() {
  set.seed(4)
  data <- data.frame(sick = rep(0:1, 30), weight = rexp(60) + 0.1)
  data$a <- round(stats::plogis(rnorm(60, data$sick)), 2)
  list(high = weighted_roc(sick ~ a, data, weights = weight),
       low = weighted_roc(sick ~ I(-a), data, weights = weight, direction = "<="))
}

# A call, and the columns that are turned: each is the negative of the other fit's column that is named.
calls_of_scores <- list(
  list(quote(roc_at(fit)), c(threshold = "threshold")), list(quote(roc_hull(fit)), c(threshold = "threshold")),
  list(quote(roc_thin(fit, points = 9)), c(threshold = "threshold")),
  list(quote(roc_cost_curve(fit)), c(threshold = "threshold")), list(quote(roc_gain(fit)), c(threshold = "threshold")),
  list(quote(roc_pr(fit, conf.level = 0.9)), c(threshold = "threshold")),
  list(quote(roc_optimal(fit, measure = "J", midpoints = TRUE)), c(threshold = "threshold")),
  list(quote(roc_constrained(fit, max_share = 0.3)), c(threshold = "threshold")),
  list(quote(roc_constrained(fit, max_share = 0.3, randomize = TRUE)),
       c(threshold_low = "threshold_high", threshold_high = "threshold_low")),
  list(quote(roc_reject(fit, cost_reject = 0.2)),
       c(threshold_negative = "threshold_negative", threshold_positive = "threshold_positive")),
  list(quote(roc_net_benefit(fit, threshold = c(0.2, 0.4), calibrated = TRUE)), c(score_threshold = "score_threshold")),
  list(quote(roc_calibrate(fit)), c(score_low = "score_high", score_high = "score_low"))
)

test_that("results have thresholds in the units of the score", {
  fits <- low_and_high()
  for (case in calls_of_scores) {
    of <- function(fit) {
      found <- eval(case[[1]], list(fit = fit))
      found[setdiff(names(found), "score")]
    }
    low <- of(fits$low)
    high <- of(fits$high)
    turned <- case[[2]]
    expect_identical(names(low), names(high))
    for (column in names(low)) {
      expected <- if (column %in% names(turned)) -high[[turned[[column]]]] else high[[column]]
      expect_equal(low[[column]], expected, info = paste(deparse(case[[1]]), column))
    }
  }
  at <- c(-0.2, -0.515, 0.7)
  for (method in c("step", "linear")) {
    expect_identical(predict(roc_calibrate(fits$low), at, method), predict(roc_calibrate(fits$high), -at, method))
  }
})

test_that("measures, intervals and influences have thresholds in the units of the score", {
  fits <- low_and_high()
  what <- function(threshold) {
    list(a = roc_measure("TPR", threshold = threshold), b = roc_measure("risk", threshold = threshold),
         c = roc_measure("PPV", threshold = threshold, prior = 0.2), d = roc_measure("TPR", FPR = 0.2), e = "AUC",
         f = roc_measure("AUC", FPR = c(0, 0.5)))
  }
  low <- what(-0.5)
  high <- what(0.5)
  expect_equal(roc_estimate(fits$low, measure = low)[-1], roc_estimate(fits$high, measure = high)[-1])
  expect_equal(confint(fits$low, measure = low), confint(fits$high, measure = high), ignore_attr = TRUE)
  expect_equal(unname(roc_influence(fits$low, measure = low)), unname(roc_influence(fits$high, measure = high)),
               ignore_attr = TRUE)
  expect_identical(format(low[["a"]]), "TPR(threshold -0.5)")
  ends <- c("estimate", "conf.low", "conf.high")
  reached <- lapply(fits, function(fit) unlist(roc_estimate(fit, measure = roc_measure("threshold", TPR = 0.9))[ends]))
  expect_identical(unname(reached$low), -unname(reached$high[c(1, 3, 2)]))
})
