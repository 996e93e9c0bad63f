# The threshold that reaches a rate, from the definition on the page of roc_measure().

drawn_for_thresholds <- function(n = 90, digits = 2) {
  set.seed(31)
  positive <- rep(c(TRUE, FALSE, FALSE), length.out = n)
  list(guess = round(rnorm(n, positive), digits), positive = positive, weight = rexp(n) + 0.05,
       count = rep(c(1, 2, 4, 3), length.out = n), cluster = rep(seq_len(n / 3), 3))
}

asked <- list(list(TPR = 0.9), list(TPR = 0.5), list(TPR = 0.97), list(FPR = 0.1), list(FPR = 0.6))

reached <- function(x, goals, ...) {
  what <- lapply(goals, function(goal) do.call(roc_measure, c("threshold", goal)))
  found <- roc_estimate(x$guess, x$positive, x$weight, measure = what, ...)
  expect_true(all(is.na(found$std.error)) && all(is.na(found$df)))
  unname(as.matrix(found[c("estimate", "conf.low", "conf.high")]))
}

test_that("thresholds are those of the definition, within intervals that grow with the level and with clusters", {
  x <- drawn_for_thresholds(digits = 1)
  found <- reached(x, asked)
  scores <- c(sort(unique(x$guess)), Inf)
  rate <- function(t, of) sum(x$weight[of & x$guess >= t]) / sum(x$weight[of])
  for (i in seq_along(asked)) {
    goal <- asked[[i]]
    kept <- if (names(goal) == "TPR") {
      max(Filter(function(t) rate(t, x$positive) >= goal$TPR - 1e-12, scores))
    } else {
      min(Filter(function(t) rate(t, !x$positive) <= goal$FPR + 1e-12, scores))
    }
    expect_identical(found[i, 1], kept)
  }
  for (wider in list(reached(x, asked, conf.level = 0.99), reached(x, asked, cluster = rep(1:10, each = 9)))) {
    expect_identical(wider[, 1], found[, 1])
    expect_true(all(wider[, 2] <= wider[, 1] & wider[, 1] <= wider[, 3]))
  }
  wide <- reached(x, asked, conf.level = 0.99)
  expect_true(all(wide[, 2] <= found[, 2] & found[, 3] <= wide[, 3]))
})

test_that("designs and models of weights say how sure the rates are", {
  skip_if_not_installed("survey")
  x <- drawn_for_thresholds()
  data <- data.frame(x[c("guess", "positive", "weight", "cluster")], stratum = x$cluster %% 2)
  design <- survey::svydesign(ids = ~cluster, strata = ~stratum, weights = ~weight, data = data)
  what <- lapply(asked, function(goal) do.call(roc_measure, c("threshold", goal)))
  plain <- reached(x, asked, cluster = x$cluster)
  for (taken in list(design, survey::as.svrepdesign(design, type = "JKn"))) {
    found <- roc_estimate(x$guess, x$positive, taken, measure = what)
    expect_identical(found$estimate, plain[, 1])
    expect_true(all(found$conf.low <= found$estimate & found$estimate <= found$conf.high))
  }
  model <- glm(x$positive ~ rnorm(90, x$positive), family = binomial)
  linked <- replace(x, "weight", list(1 / fitted(model)))
  expect_identical(reached(linked, asked, weights_model = model)[, 1], reached(linked, asked)[, 1])
})

test_that("the threshold of a PPV has the rates of roc_constrained(), and no interval", {
  x <- drawn_for_thresholds()
  curve <- WeightedROC(x$guess, x$positive, x$weight)
  for (prior in list(NULL, 0.05)) {
    for (PPV in c(0.2, 0.5, 0.8)) {
      what <- roc_measure("threshold", PPV = PPV, prior = prior)
      expect_silent(found <- roc_estimate(x$guess, x$positive, x$weight, measure = what))
      expected <- roc_constrained(curve, min_PPV = PPV, prior = prior)
      expect_identical(curve$TPR[match(found$estimate, curve$threshold)], expected$TPR)
      expect_true(all(is.na(found[c("std.error", "conf.low", "conf.high")])))
    }
  }
  never <- roc_estimate(1:8, c(0, 1, 0, 1, 0, 1, 1, 0), measure = roc_measure("threshold", PPV = 0.9))
  expect_identical(never$estimate, Inf)
})

test_that("ends are infinite where the threshold may be beyond all scores", {
  s <- c(1, 3, 5, 7, 2, 4, 6, 8)
  y <- rep(0:1, each = 4)
  ends <- function(...) {
    unlist(roc_estimate(s, y,
                        measure = roc_measure("threshold", ...))[c("estimate", "conf.low", "conf.high")])
  }
  expect_identical(unname(ends(TPR = 0.75)), c(4, -Inf, 6))
  expect_identical(unname(ends(TPR = 1)), c(2, -Inf, 2))
  expect_identical(unname(ends(TPR = 0)), c(Inf, 8, Inf))
  expect_identical(unname(ends(FPR = 0)), c(8, 7, Inf))
  expect_identical(unname(ends(FPR = 1)), c(1, -Inf, 2))
  expect_warning(single <- roc_estimate(1:3, c(0, 1, 0), measure = roc_measure("threshold", TPR = 0.9)),
                 class = "wroc_warning_undefined")
  expect_true(is.na(single$conf.low) && single$estimate == 2)
})

test_that("a threshold has no influence and no test", {
  x <- drawn_for_thresholds()
  what <- roc_measure("threshold", TPR = 0.9)
  expect_wroc_error_of(as.data.frame(roc_influence(x$guess, x$positive, measure = what)), "unsupported",
                       "measure")
  expect_wroc_error_of(roc_test(cbind(x$guess, x$weight), x$positive, measure = what), "unsupported",
                       "measure")
  expect_error(roc_measure("threshold"), class = "wroc_error_choice")
  expect_wroc_error_of(roc_measure("threshold", share = 0.1), "choice", "measure")
  expect_wroc_error_of(roc_measure("threshold", threshold = 1), "choice", "threshold")
  expect_wroc_error_of(roc_measure("TPR", PPV = 0.5), "choice", "measure")
  expect_wroc_error_of(roc_measure("threshold", TPR = 0.9, prior = 0.1), "unused", "prior")
  expect_wroc_error_of(roc_measure("threshold", PPV = 1.5), "range", "PPV")
})
