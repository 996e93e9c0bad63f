# The threshold that reaches a rate, from the definitions on the page of roc_ci().

drawn_for_thresholds <- function(n = 90, digits = 2) {
  set.seed(31)
  positive <- rep(c(TRUE, FALSE, FALSE), length.out = n)
  list(guess = round(rnorm(n, positive), digits), positive = positive, weight = rexp(n) + 0.05,
       count = rep(c(1, 2, 4, 3), length.out = n), cluster = rep(seq_len(n / 3), 3))
}

asked <- list(list(TPR = 0.9), list(TPR = 0.5), list(TPR = 0.97), list(FPR = 0.1), list(FPR = 0.6))

# A rate of a class, as many observations as it says as much as. `variance` is that of the rate where a design or a
# model of the weights makes it.
naive_number_behind <- function(called, of, x, cluster, level, variance, most) {
  share <- x$weight * of / sum(x$weight[of])
  rate <- sum(share[called])
  unit <- if (is.null(cluster)) seq_along(of) else cluster
  sums <- function(values) vapply(split(values[of], unit[of]), sum, 0)
  influence <- sums(share * (called - rate))
  units <- length(influence)
  kish_of <- function(x) 1 / sum(x^2)
  in_clusters <- !is.null(cluster) && is.null(variance)
  effective <- if (in_clusters) sqrt(kish_of(share[of]) * kish_of(sums(share))) else kish_of(share[of])
  freedom <- min(naive_freedom(influence), most)
  model <- if (in_clusters) naive_model(x$positive, x$weight, cluster) else 4
  found <- if (is.null(variance)) units / (units - 1) * sum(influence^2) else variance(called)
  ratio <- if (freedom == 0 || rate %in% 0:1) 1 else found * effective / (rate * (1 - rate))
  by_quantiles <- qnorm((1 + level) / 2) / qt((1 + level) / 2, max(freedom + model, 4))
  number <- effective * (freedom + model) / (freedom * ratio + model) * by_quantiles^2
  max(number, 1 / max(sums(share)))
}

naive_reached <- function(x, goal, cluster = NULL, level = 0.95, variance = NULL, most = Inf) {
  of <- if (names(goal) == "TPR") x$positive else !x$positive
  at <- goal[[1L]]
  scores <- sort(unique(x$guess))
  share <- x$weight * of / sum(x$weight[of])
  rate <- function(t) sum(share[x$guess >= t])
  rates <- vapply(scores, rate, 0)
  all <- c(scores, Inf)
  estimate <- if (names(goal) == "TPR") {
    max(scores[rates >= at - 1e-12])
  } else {
    min(all[c(rates, 0) <= at + 1e-12])
  }
  units <- if (is.null(cluster)) sum(of) else length(unique(cluster[of]))
  enough <- sum(of) * min(5 / units, 0.5)
  below <- vapply(scores, function(t) sum(of & x$guess < t), 0)
  first <- min(scores[below >= enough])
  last <- max(scores[sum(of) - below >= enough])
  places <- c(estimate, if (first <= last) max(first, min(last, estimate)))
  number <- min(vapply(places, function(t) {
    naive_number_behind(x$guess >= t, of, x, cluster, level, variance, most)
  }, 0))
  distance <- qnorm((1 + level) / 2) * sqrt(at * (1 - at) / number)
  above <- vapply(scores, function(t) sum(share[x$guess > t]), 0)
  low <- if (at + distance >= 1) -Inf else min(scores[above <= at + distance])
  high <- if (at - distance <= 0) Inf else max(scores[rates >= at - distance])
  if (names(goal) == "FPR") high <- min(all[all > high], Inf)
  c(estimate, low, high)
}

reached <- function(x, goals, ...) {
  what <- lapply(goals, function(goal) do.call(roc_measure, c("threshold", goal)))
  found <- roc_estimate(x$guess, x$positive, x$weight, measure = what, ...)
  expect_true(all(is.na(found$std.error)) && all(is.na(found$df)))
  unname(as.matrix(found[c("estimate", "conf.low", "conf.high")]))
}

expect_reached <- function(found, x, goals, ...) {
  expected <- t(vapply(goals, function(goal) naive_reached(x, goal, ...), c(0, 0, 0)))
  expect_equal(found, expected, tolerance = 1e-12)
}

test_that("thresholds and their intervals are those of the definitions", {
  skip_on_cran()
  for (digits in c(0, 1, 6)) {
    x <- drawn_for_thresholds(digits = digits)
    for (weight in list(rep(1, 90), x$weight, x$weight^2)) {
      y <- replace(x, "weight", list(weight))
      expect_reached(reached(y, asked), y, asked)
      expect_reached(reached(y, asked, conf.level = 0.8), y, asked, level = 0.8)
      expect_reached(reached(y, asked, cluster = y$cluster), y, asked, cluster = y$cluster)
    }
  }
  few <- lapply(drawn_for_thresholds(), `[`, 1:21)
  expect_reached(reached(few, asked), few, asked)
})

test_that("designs and models of weights say how sure the rates are", {
  skip_if_not_installed("survey")
  x <- drawn_for_thresholds()
  data <- data.frame(x[c("guess", "positive", "weight", "cluster")], stratum = x$cluster %% 2)
  design <- survey::svydesign(ids = ~cluster, strata = ~stratum, weights = ~weight, data = data)
  for (taken in list(design, survey::as.svrepdesign(design, type = "JKn"))) {
    for (goal in asked) {
      of <- if (names(goal) == "TPR") x$positive else !x$positive
      variance <- function(called) {
        with_rate <- update(taken, above = as.numeric(of & called), all = as.numeric(of))
        as.numeric(survey::SE(survey::svyratio(~above, ~all, with_rate)))^2
      }
      what <- do.call(roc_measure, c("threshold", goal))
      found <- roc_estimate(x$guess, x$positive, taken, measure = what)
      # Replicate weights do not tell the sampling units.
      cluster <- if (inherits(taken, "svyrep.design")) NULL else x$cluster
      expected <- naive_reached(x, goal, cluster, variance = variance, most = survey::degf(taken))
      expect_equal(unlist(found[c("estimate", "conf.low", "conf.high")], use.names = FALSE), expected)
    }
  }
  z <- rnorm(90, x$positive)
  model <- glm(x$positive ~ z, family = binomial)
  linked <- replace(x, "weight", list(1 / fitted(model)))
  for (goal in asked) {
    rate <- function(called) {
      what <- roc_measure(names(goal), threshold = min(x$guess[called], Inf))
      roc_estimate(x$guess, x$positive, linked$weight, measure = what, weights_model = model)$std.error^2
    }
    expected <- naive_reached(linked, goal, variance = rate)
    expect_equal(c(reached(linked, list(goal), weights_model = model)), expected)
  }
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

test_that("fits have thresholds of their own scores, also where low ones mean positive", {
  x <- drawn_for_thresholds()
  data <- data.frame(y = factor(x$positive), a = x$guess, b = -x$guess, w = x$weight)
  what <- list(roc_measure("threshold", TPR = 0.9), roc_measure("TPR", threshold = 0.5))
  high <- suppressMessages(weighted_roc(y ~ a, data, weights = w, positive = "TRUE"))
  low <- suppressMessages(weighted_roc(y ~ b, data, weights = w, positive = "TRUE", direction = "<="))
  columns <- c("estimate", "conf.low", "conf.high")
  plain <- roc_estimate(x$guess, x$positive, x$weight, measure = what)[columns]
  found <- roc_estimate(high, measure = what)
  expect_equal(found[columns], plain, ignore_attr = TRUE)
  expect_identical(found$measure, c("threshold(TPR 0.9)", "TPR(threshold 0.5)"))
  turned <- roc_estimate(low, measure = what[[1L]])[columns]
  expect_identical(unlist(turned, use.names = FALSE), -unlist(plain[1L, c(1L, 3L, 2L)], use.names = FALSE))
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
