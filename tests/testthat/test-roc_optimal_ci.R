terms <- c("threshold", "TPR", "FPR", "risk")

# The threshold of least risk of a curve from the definitions, with its rates.
naive_optimum <- function(guess, positive, weight, ...) {
  curve <- naive_curve(guess, positive, weight)
  row <- naive_optimal(curve, ...)
  c(curve$threshold[row], curve$TPR[row], curve$FPR[row], naive_risk(curve, ...)[row])
}

some <- function() {
  list(guess = c(1, 2, 5, 2, 4, 6), positive = rep(c(FALSE, TRUE), each = 3),
       weight = c(1, 2, 0.5, 1, 3, 2))
}

costs <- list(list(), list(cost_FN = 2, prior = 0.3), list(cost_FP = 3, cost_TP = 0.5),
              list(prior = 0.5), list(cost_FP = 4, cost_FN = 1, cost_TN = 0.25, prior = 0.2))

optimal_ci <- function(x, ..., R = 100) {
  seeded(roc_optimal_ci(x$guess, x$positive, x$weight, ..., R = R))
}

test_that("the estimates are those of roc_optimal(), by the definition", {
  set.seed(1)
  for (repetition in 1:3) {
    x <- inference_data(30)
    curve <- WeightedROC(x$guess, x$positive, x$weight)
    for (cost in costs) {
      ci <- do.call(optimal_ci, c(list(x), cost, R = 40))
      expect_plain_frame(ci)
      expect_identical(names(ci), c("term", "estimate", "std.error", "conf.low", "conf.high"))
      expect_identical(ci$term, terms)
      optimum <- do.call(roc_optimal, c(list(curve), cost))
      expect_close(ci$estimate, unlist(optimum[terms], use.names = FALSE), absolute = 1e-15)
      naive <- do.call(naive_optimum, c(x[c("guess", "positive", "weight")], cost))
      expect_close(ci$estimate, naive, absolute = 1e-15)
    }
  }
})

# A risk is a sum of few products; its replicates agree up to rounding.
expect_optimal_bounds <- function(ci, all, R, level) {
  for (term in seq_along(terms)) {
    values <- all$values[term, ]
    for (end in c("conf.low", "conf.high")) {
      p <- if (end == "conf.low") (1 - level) / 2 else 1 - (1 - level) / 2
      quantile <- sure_quantile(values, all$probability, p, R)
      bound <- ci[[end]][term]
      if (!is.na(quantile)) {
        expect_close(bound, quantile, relative = 1e-9, absolute = 1e-12)
      }
      slack <- 5 * sqrt(p * (1 - p) / R)
      expect_lt(sum(all$probability[values < bound - 1e-9]), p + slack)
      expect_gt(sum(all$probability[values <= bound + 1e-9]), p - slack)
    }
    if (all(is.finite(values))) {
      sd <- sd_of_all(values, all$probability)
      error <- if (sd > 0) error_of_sd(values, all$probability, R) else 0
      expect_lte(abs(ci$std.error[term] - sd), 5 * error * sd + 1e-12)
    } else {
      expect_identical(ci$std.error[term], NA_real_)
    }
  }
}

test_that("intervals are quantiles of the distribution over all resamples", {
  x <- some()
  R <- 10000
  for (cost in costs) {
    all <- all_replicates(x, function(guess, positive, weight) {
      do.call(naive_optimum, c(list(guess, positive, weight), cost))
    })
    for (level in c(0.95, 0.6)) {
      ci <- do.call(optimal_ci, c(list(x), cost, R = R, conf.level = level))
      expect_optimal_bounds(ci, all, R, level)
    }
  }
})

test_that("so are those of clusters", {
  x <- some()
  R <- 10000
  cluster <- c(1, 2, 3, 3, 1, 2)
  for (cost in costs[1:3]) {
    all <- all_replicates(x, function(guess, positive, weight) {
      do.call(naive_optimum, c(list(guess, positive, weight), cost))
    }, cluster)
    expect_optimal_bounds(do.call(optimal_ci, c(list(x, cluster = cluster), cost, R = R)), all, R,
                          0.95)
  }
})

# The number of scores that are drawn varies, so does the lowest one that separates the classes.
test_that("the threshold is a score of the replicate", {
  x <- list(guess = 1:6, positive = rep(c(FALSE, TRUE), each = 3), weight = rep(1, 6))
  R <- 10000
  all <- all_replicates(x, naive_optimum)
  expect_setequal(all$values[1, ], 4:6)
  ci <- optimal_ci(x, R = R)
  expect_optimal_bounds(ci, all, R, 0.95)
  # Score 4 is drawn with probability 19/27, score 5 and not 4 with 7/27, only 6 with 1/27.
  expect_identical(unlist(ci[1, 4:5], use.names = FALSE), c(4, 6))
})

test_that("the Bayesian bootstrap is as the one in plain R", {
  skip_on_cran()
  set.seed(2)
  x <- inference_data(40, zeros = FALSE)
  x$guess <- x$guess + rnorm(40)
  cost <- list(cost_FN = 2, prior = 0.4)
  plain_R <- 600
  R <- 5000
  for (cluster in list(seq_len(40), x$cluster)) {
    plain <- replicate(plain_R, {
      weight <- rexp(40)[cluster] * x$weight
      curve <- WeightedROC(x$guess, x$positive, weight)
      optimum <- roc_optimal(curve, cost_FN = 2, prior = 0.4)
      unlist(optimum[terms])
    })
    ci <- do.call(optimal_ci, c(list(x, cluster = if (max(cluster) < 40) cluster), cost, R = R,
                                bayesian = TRUE))
    both <- 1 / plain_R + 1 / R
    # The threshold may be Inf.
    for (term in 2:4) {
      values <- plain[term, ]
      kurtosis <- mean((values - mean(values))^4) / mean((values - mean(values))^2)^2
      expect_lt(abs(ci$std.error[term] / sd(values) - 1), 5 * sqrt((kurtosis - 1) / 4 * both))
    }
    slack <- 5 * sqrt(0.025 * 0.975 * both)
    for (term in 1:4) {
      expect_lt(mean(plain[term, ] < ci$conf.low[term] - 1e-9), 0.025 + slack)
      expect_gt(mean(plain[term, ] <= ci$conf.low[term] + 1e-9), 0.025 - slack)
      expect_lt(mean(plain[term, ] > ci$conf.high[term] + 1e-9), 0.025 + slack)
      expect_gt(mean(plain[term, ] >= ci$conf.high[term] - 1e-9), 0.025 - slack)
    }
  }
})

test_that("an infinite threshold: an end of Inf and no standard error, but no NaN", {
  # A useless score: to call nothing positive is best.
  x <- list(guess = c(1, 2, 3, 4, 5, 6), positive = c(TRUE, FALSE, FALSE, TRUE, FALSE, FALSE),
            weight = rep(1, 6))
  ci <- optimal_ci(x, R = 2000)
  expect_identical(ci$estimate[1], Inf)
  expect_identical(ci$conf.high[1], Inf)
  expect_identical(ci$std.error[1], NA_real_)
  expect_false(anyNA(ci[-1, ]))
  expect_false(any(vapply(ci[-1], function(column) any(is.nan(column)), NA)))
  # The positives have the lowest scores: it is best in every replicate.
  x$guess <- c(1, 3, 4, 2, 5, 6)
  ci <- optimal_ci(x, R = 200)
  expect_identical(unlist(ci[1, c(2, 4, 5)], use.names = FALSE), c(Inf, Inf, Inf))
  expect_identical(ci$std.error[1], NA_real_)
})

test_that("infinite scores are no trap", {
  x <- list(guess = c(-Inf, 1, Inf, 2, Inf, Inf), positive = rep(c(FALSE, TRUE), each = 3),
            weight = rep(1, 6))
  R <- 5000
  ci <- optimal_ci(x, R = R)
  all <- all_replicates(x, function(guess, positive, weight) {
    optimum <- roc_optimal(WeightedROC(guess, positive, weight))
    unlist(optimum[terms], use.names = FALSE)
  })
  expect_false(any(vapply(ci[-1], function(column) any(is.nan(column)), NA)))
  for (term in 2:4) {
    expect_lt(abs(ci$std.error[term] / sd_of_all(all$values[term, ], all$probability) - 1),
              5 * error_of_sd(all$values[term, ], all$probability, R))
  }
})

test_that("intervals contain the median, and grow with the level", {
  set.seed(3)
  x <- inference_data(80)
  wide <- optimal_ci(x, conf.level = 0.95, R = 500)
  narrow <- optimal_ci(x, conf.level = 0.5, R = 500)
  median <- optimal_ci(x, conf.level = 1e-9, R = 500)
  expect_true(all(wide$conf.low <= narrow$conf.low & narrow$conf.high <= wide$conf.high))
  expect_true(all(narrow$conf.low <= median$conf.low & median$conf.high <= narrow$conf.high))
  expect_true(any(wide$conf.low < narrow$conf.low))
  for (column in c("estimate", "std.error", "conf.low", "conf.high")) {
    expect_identical(wide[[column]][1] >= 0, TRUE)
    expect_true(all(wide[[column]][2:4] >= 0 & wide[[column]][2:4] <= 1))
  }
})

# The same -------------------------------------------------------------------------

test_that("set.seed() decides, for any number of threads", {
  set.seed(4)
  x <- inference_data(100)
  for (bayesian in c(FALSE, TRUE)) {
    for (cluster in list(NULL, x$cluster)) {
      run <- function(threads, seed = 1) {
        with_threads_of(threads, seeded(
          roc_optimal_ci(x$guess, x$positive, x$weight, cost_FN = 2, cluster = cluster, R = 200,
                         bayesian = bayesian), seed
        ))
      }
      expected <- run(1)
      for (threads in 1:3) expect_identical(run(threads), expected)
      expect_false(identical(run(1, seed = 2), expected))
    }
  }
})

test_that("scales of weights and costs, increasing functions and rows of weight 0 change nothing", {
  set.seed(5)
  x <- inference_data(60)
  present <- x$weight > 0
  run <- function(f = identity, rows = TRUE, factor = 1, costs = 1, unit = costs) {
    ci <- seeded(roc_optimal_ci(f(x$guess)[rows], x$positive[rows], (factor * x$weight)[rows],
                                cost_FP = costs, cost_FN = 2 * costs, R = 100))
    ci[4, -1] <- ci[4, -1] / unit
    ci
  }
  expected <- run()
  expect_close(run(factor = 2^100), expected, relative = 1e-9)
  expect_close(run(rows = present), expected, relative = 1e-9)
  expect_close(run(costs = 2^20), expected, relative = 1e-9)
  # A threshold between two scores is none of the curve: thresholds go along with the scores.
  moved <- run(function(s) 3 * s + 1)
  for (column in names(moved)[-1]) {
    expect_close(moved[[column]][-1], expected[[column]][-1], relative = 1e-9)
  }
  expect_close(moved$estimate[1], 3 * expected$estimate[1] + 1)
})

test_that("with a prior, the weight of a class does not matter; without, it does", {
  set.seed(6)
  x <- inference_data(60)
  heavier <- replace(x, "weight", list(x$weight * ifelse(x$positive, 8, 1)))
  expect_close(optimal_ci(heavier, prior = 0.4), optimal_ci(x, prior = 0.4), relative = 1e-9)
  expect_false(isTRUE(all.equal(optimal_ci(heavier)$estimate, optimal_ci(x)$estimate)))
})

# Degenerate data --------------------------------------------------------------------

test_that("one observation of a class or one cluster: no interval without a warning", {
  expect_warning(roc_optimal_ci(c(1, 2, 3, 0), c(0, 1, 0, 0), R = 50), class = "wroc_warning")
  expect_warning(roc_optimal_ci(c(1, 3, 2, 4), c(0, 0, 1, 1), cluster = rep(1, 4), R = 50),
                 class = "wroc_warning")
})

test_that("replicates that lack a class are left out, with a warning", {
  ci <- expect_wroc_warning(
    seeded(roc_optimal_ci(1:8, rep(0:1, each = 4), cluster = rep(1:4, each = 2), R = 500)),
    "replicates"
  )
  expect_false(anyNA(ci))
})

# Errors ---------------------------------------------------------------------------

kind_of_optimal <- function(...) {
  arguments <- utils::modifyList(list(guess = c(1, 3, 2, 4), label = c(0, 0, 1, 1), R = 40),
                                 list(...), keep.null = TRUE)
  error_kind(do.call(roc_optimal_ci, arguments))
}

test_that("each argument has its errors", {
  expect_identical(kind_of_optimal(), "")
  expect_identical(kind_of_optimal(guess = c(1, NA, 2, 3)), "missing")
  expect_identical(kind_of_optimal(guess = 1:3), "length")
  expect_identical(kind_of_optimal(guess = matrix(1:8, 4)), "type")
  expect_identical(kind_of_optimal(label = rep(1, 4)), "one_class")
  expect_identical(kind_of_optimal(weight = c(1, -1, 1, 1)), "weight")
  expect_identical(kind_of_optimal(weight = c(0, 0, 1, 1)), "no_weight")
  expect_identical(kind_of_optimal(cluster = 1:3), "length")
  expect_identical(kind_of_optimal(cluster = c(1, NA, 2, 2)), "missing")
  expect_identical(kind_of_optimal(cluster = list(1, 2, 3, 4)), "type")
  for (cost in c("cost_FP", "cost_FN", "cost_TP", "cost_TN")) {
    kind <- function(value) do.call(kind_of_optimal, stats::setNames(list(value), cost))
    expect_identical(kind(-1), "range")
    expect_identical(kind(Inf), "range")
    expect_identical(kind(NA_real_), "missing")
    expect_identical(kind("1"), "type")
    expect_identical(kind(c(1, 2)), "length")
  }
  expect_identical(kind_of_optimal(cost_TP = 2), "costs")
  expect_identical(kind_of_optimal(cost_TN = 2), "costs")
  for (prior in list(0, 1, -1, 2)) expect_identical(kind_of_optimal(prior = prior), "range")
  expect_identical(kind_of_optimal(prior = NA_real_), "missing")
  expect_identical(kind_of_optimal(prior = "a"), "type")
  expect_identical(kind_of_optimal(prior = c(0.1, 0.2)), "length")
  for (level in list(0, 1, 95)) expect_identical(kind_of_optimal(conf.level = level), "range")
  expect_identical(kind_of_optimal(conf.level = "a"), "type")
  expect_identical(kind_of_optimal(conf.level = NA_real_), "missing")
  expect_identical(kind_of_optimal(conf.level = c(0.5, 0.9)), "length")
  for (R in list(1, 2.5, -1, Inf)) expect_identical(kind_of_optimal(R = R), "range")
  expect_identical(kind_of_optimal(R = "a"), "type")
  expect_identical(kind_of_optimal(R = NA_real_), "missing")
  for (value in list(1, NA, "yes")) expect_identical(kind_of_optimal(bayesian = value), "type")
})
