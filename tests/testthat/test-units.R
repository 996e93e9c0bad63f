# Units of costs, weights and intervals change the unit of a result and nothing else: no tolerance is absolute.

sample_of_units <- function(n = 60, seed = 7) {
  set.seed(seed)
  truth <- rep(0:1, length.out = n)
  data.frame(truth, score = round(rnorm(n, truth), 1), weight = round(rexp(n), 3) + 0.001,
             cluster = rep(1:20, 3))
}
numbers_in_units <- c("estimate", "std.error", "conf.low", "conf.high")

test_that("costs of 1e-13 give the standard error and the degrees of freedom of costs of 1", {
  d <- sample_of_units()
  ci <- function(unit) {
    roc_estimate(d$score, d$truth, d$weight,
                 measure = roc_measure("risk", threshold = 0.5, cost_FP = unit, cost_FN = 5 * unit))
  }
  small <- ci(1e-13)
  one <- ci(1)
  expect_equal(as.list(small[numbers_in_units]), lapply(one[numbers_in_units], `*`, 1e-13),
               tolerance = 1e-12)
  expect_equal(small$df, one$df, tolerance = 1e-12)
  expect_gt(one$std.error, 0.05)
})

test_that("scaling all costs by a power of two scales the results exactly", {
  d <- sample_of_units()
  costs <- list(cost_FP = 1, cost_FN = 5, cost_TP = -0.25, cost_TN = 0.125)
  for (k in c(-400, -47, 3, 400)) {
    scaled <- lapply(costs, `*`, 2^k)
    for (prior in list(NULL, 1e-14)) {
      risk <- function(costs) do.call(roc_measure, c(list("risk", threshold = 0.5, prior = prior), costs))
      for (cluster in list(NULL, d$cluster)) {
        ci <- function(costs) roc_estimate(d$score, d$truth, d$weight, measure = risk(costs),
                                           cluster = cluster)
        one <- ci(costs)
        found <- ci(scaled)
        expect_identical(as.list(found[numbers_in_units]), lapply(one[numbers_in_units], `*`, 2^k))
        expect_identical(found$df, one$df)
      }
      influences <- function(costs) as.data.frame(roc_influence(d$score, d$truth, d$weight,
                                                                measure = risk(costs)))[[1L]]
      expect_identical(influences(scaled), influences(costs) * 2^k)
    }
    optimal <- function(costs) {
      set.seed(1)
      what <- do.call(roc_measure, c(list(c("threshold", "TPR", "FPR", "risk"), threshold = "cost"), costs))
      roc_estimate(d$score, d$truth, d$weight, R = 20, measure = what)
    }
    one <- optimal(costs)
    found <- optimal(scaled)
    expect_identical(found[1:3, numbers_in_units], one[1:3, numbers_in_units])
    expect_identical(unlist(found[4L, numbers_in_units]), unlist(one[4L, numbers_in_units]) * 2^k)
  }
})

test_that("scaling all weights by a power of two changes nothing", {
  d <- sample_of_units()
  what <- list(roc_measure("risk", threshold = 0.5), roc_measure("AUC", FPR = c(0.1, 0.2)),
               roc_measure("TPR", FPR = 0.1), roc_measure("PPV", threshold = 0.5),
               roc_measure("lift", share = 0.1), roc_measure("brier"))
  d$score <- plogis(d$score)
  for (k in c(-400, 400)) {
    for (cluster in list(NULL, d$cluster)) {
      ci <- function(weight) seeded(roc_estimate(d$score, d$truth, weight, measure = what,
                                                 cluster = cluster))
      expect_identical(ci(d$weight * 2^k), ci(d$weight))
    }
  }
})

# Within a flat piece of the curve the area under a narrow interval is its width times the TPR there.
test_that("narrow partial areas have the standard error of the rate, times the width", {
  d <- sample_of_units()
  curve <- WeightedROC(d$score, d$truth, d$weight)
  flat <- which(diff(curve$FPR) < -0.01 & diff(curve$TPR) == 0 & curve$TPR[-1L] < 1)
  expect_gt(length(flat), 1)
  for (row in flat) {
    from <- mean(curve$FPR[row + 0:1])
    rate <- roc_estimate(d$score, d$truth, d$weight,
                         measure = roc_measure("TPR", threshold = curve$threshold[[row + 1L]]))
    for (width in 2^-c(8, 40, 45)) {
      part <- roc_estimate(d$score, d$truth, d$weight,
                           measure = roc_measure("AUC", FPR = c(from, from + width)))
      expect_equal(part$estimate, width * rate$estimate, tolerance = 1e-12)
      expect_equal(part$std.error, width * rate$std.error, tolerance = 1e-12)
      expect_equal(part$df, rate$df, tolerance = 1e-12)
    }
  }
})

test_that("tests of narrow partial areas are those of wider ones", {
  d <- sample_of_units()
  curve <- WeightedROC(d$score, d$truth, d$weight)
  flat <- which(diff(curve$TPR) == 0)
  flat <- flat[[which.max(curve$FPR[flat] - curve$FPR[flat + 1])]]
  from <- mean(curve$FPR[flat + 0:1])
  compare <- function(width, test) {
    scores <- list(d$score, d$score * (seq_along(d$score) %% 3 != 0))
    roc_test(scores, d$truth, d$weight, measure = roc_measure("AUC", FPR = c(from, from + width)),
             test = test)
  }
  for (test in c("score", "wald")) {
    wide <- compare(2^-30, test)
    narrow <- compare(2^-40, test)
    expect_equal(narrow$p.value, wide$p.value, tolerance = 1e-4)
    expect_equal(as.vector(narrow$conf.int) * 2^10, as.vector(wide$conf.int), tolerance = 1e-4)
    expect_lt(narrow$p.value, 0.9)
  }
})

test_that("partial areas of 1e-12 on a slope are the width times the rate there", {
  # One tie: TPR is FPR, so that an observation moves the area by the width times less than 1.
  score <- c(0, 0, 1, 1, 1, 2)
  truth <- c(0, 1, 0, 1, 1, 1)
  influence <- function(width) {
    as.data.frame(roc_influence(score, truth,
                                measure = roc_measure("AUC", FPR = c(0.25, 0.25 + width))))[[1L]] / width
  }
  # TPR at FPR x on the step from (0, 1/4) to (1/2, 3/4): 1/4 + x. Positives are called with probability 1, 1/2
  # or 0 there; negatives move the place along a slope of 1.
  place <- c(0, 0, 1 / 2, 1 / 2, 1 / 2, 1)
  expected <- ifelse(truth == 1, (place - 1 / 2) / 4, -(place - 1 / 4) / 2)
  expect_equal(influence(2^-40), expected, tolerance = 1e-9)
})

test_that("PPV at a prior of 1e-14 varies as the likelihood ratio does", {
  d <- sample_of_units()
  of <- function(measure) roc_estimate(d$score, d$truth, d$weight, measure = measure)
  ratio <- of(roc_measure("LR_pos", threshold = 0.5))
  for (prior in c(1e-14, 1e-60)) {
    ppv <- of(roc_measure("PPV", threshold = 0.5, prior = prior))
    expect_equal(ppv$estimate / prior, ratio$estimate, tolerance = 1e-12)
    expect_equal(ppv$std.error / ppv$estimate, ratio$std.error / ratio$estimate, tolerance = 1e-12)
    expect_equal(ppv$df, ratio$df, tolerance = 1e-12)
  }
})

test_that("what does not vary has a standard error of 0 in every unit", {
  truth <- rep(0:1, c(3, 7))
  weight <- c(0.1, 0.2, 0.7, 1:7 / 10)
  for (unit in c(1e-13, 1, 1e13)) {
    # All positives above the threshold, and no negative.
    measure <- roc_measure("risk", threshold = 0.5, prior = 0.3, cost_FP = unit, cost_TP = unit / 7)
    expect_identical(roc_estimate(truth, truth, weight, measure = measure)$std.error, 0)
  }
  # Each cluster has half of its positives above the threshold.
  cluster <- rep(1:5, each = 4)
  score <- rep(c(0, 0, 0, 1), 5)
  truth <- rep(c(0, 1, 1, 1), 5)
  weight <- rep(1:5 / 7, each = 4) * c(1, 0.1, 0.2, 0.3)
  found <- roc_estimate(score, truth, weight, measure = roc_measure("TPR", threshold = 1),
                        cluster = cluster)
  expect_identical(found$std.error, 0)
  expect_identical(found$df, 4)
})
