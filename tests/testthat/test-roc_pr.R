test_that("between thresholds true and false positives grow in proportion", {
  # One step of 10 positives and 30 negatives behind one of 5 positives and 1 negative.
  curve <- WeightedROC(c(2, 2, 1, 1), c(1, 0, 1, 0), c(5, 1, 10, 30))
  u <- c(0, 0.25, 0.5, 1)
  found <- roc_pr(curve, recall = (5 + 10 * u) / 15)
  expect_close(found$precision, (5 + 10 * u) / (6 + 40 * u), 1e-14)
  expect_identical(found$threshold, c(2, 1, 1, 1))
  expect_close(roc_pr(curve, recall = c(0, 0.1))$precision, c(5, 5) / 6, 1e-14)
  expect_identical(roc_pr(curve, recall = numeric())$precision, numeric())
})

test_that("of several thresholds with a recall the best one counts", {
  curve <- WeightedROC(1:4, c(1, 0, 0, 1))
  found <- roc_pr(curve, recall = c(0, 0.5, 0.75, 1))
  expect_close(found$precision, c(1, 1, 1.5 / 3.5, 0.5), 1e-14)
  # The highest score is a negative's.
  expect_identical(roc_pr(WeightedROC(1:3, c(0, 1, 0)), recall = 0)$precision, 0)
})

test_that("the authors' example of gains", {
  found <- roc_prg(WeightedROC(c(0.8, 0.8, 0.6, 0.4, 0.4, 0.2), c(1, 1, 0, 0, 1, 0)))
  expect_close(found$recall_gain, c(1, 1, 0.5, 0.5, 0), 1e-14)
  expect_close(found$precision_gain, c(0, 1 / 3, 0.5, 1, 1), 1e-14, 1e-15)
  expect_identical(found$threshold, c(0.2, 0.4, 0.6, 0.8, 0.8))
})

test_that("pictures have their lines", {
  skip_if_not_installed("ggplot2", "3.4.0")
  set.seed(4)
  data <- data.frame(sick = rep(0:1, c(60, 20)), a = rnorm(80), b = round(rnorm(80)))
  fit <- weighted_roc(sick ~ a + b, data)
  for (plot in list(ggplot2::autoplot(roc_pr(fit)), ggplot2::autoplot(roc_prg(fit, prior = 0.1)))) {
    expect_s3_class(plot, "ggplot")
    expect_identical(levels(plot$data$curve), c("a", "b"))
    expect_false(anyNA(plot$data))
  }
  curve <- WeightedROC(data$b, data$sick)
  of_priors <- ggplot2::autoplot(roc_pr(curve, prior = c(0.1, 0.5)))
  expect_identical(levels(of_priors$data$curve), c("prior 0.1", "prior 0.5"))
  # Points between thresholds lie on the interpolation.
  drawn <- of_priors$data[of_priors$data$curve == "prior 0.1", ]
  expect_close(roc_pr(curve, prior = 0.1, recall = drawn$x[2:20])$precision, drawn$y[2:20], 1, 0.02)
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_invisible(plot(roc_pr(fit)))
  expect_invisible(plot(roc_prg(fit)))
})

test_that("bad input is an error", {
  curve <- WeightedROC(1:4, c(1, 0, 0, 1))
  expect_error(roc_pr(curve, recall = 2), class = "wroc_error_range")
  expect_error(roc_pr(curve, recall = "a"), class = "wroc_error_type")
  expect_error(roc_prg(curve, prior = 0), class = "wroc_error_range")
  expect_error(roc_prg(), class = "wroc_error_absent")
  lacking <- structure(data.frame(a = 1), class = c("roc_pr", "data.frame"))
  expect_error(plot(lacking), class = "wroc_error_column")
})

test_that("with a level each threshold has the interval of its PPV", {
  set.seed(61)
  d <- data.frame(sick = rep(0:1, 40), a = rnorm(80, rep(0:1, 40)), b = round(rnorm(80, rep(0:1, 40))),
                  weight = rexp(80) + 0.1, group = rep(1:2, each = 40))
  fit <- weighted_roc(sick ~ a + b, d, weights = weight)
  for (prior in list(NULL, c(0.1, 0.3))) {
    found <- roc_pr(fit, prior = prior, conf.level = 0.9)
    curve <- roc_pr(fit, prior = prior)
    expect_identical(names(found), c("score", "recall", "precision", "conf.low", "conf.high", "threshold",
                                     "prior"))
    expect_equal(plain(found)[names(curve)], plain(curve))
    known <- found[is.finite(found$threshold) & found$score == "b", ]
    what <- roc_measure("PPV", threshold = known$threshold, prior = if (!is.null(prior)) known$prior)
    expected <- roc_estimate(fit["b"], measure = what, conf.level = 0.9)
    expect_equal(c(known$precision, known$conf.low, known$conf.high),
                 c(expected$estimate, expected$conf.low, expected$conf.high))
    expect_true(all(is.na(found$conf.low[found$threshold == Inf])))
  }
  # Groups.
  by_group <- roc_pr(weighted_roc(sick ~ a, d, weights = weight, by = group), conf.level = 0.9)
  second <- roc_pr(weighted_roc(sick ~ a, d[d$group == 2, ], weights = weight), conf.level = 0.9)
  expect_equal(plain(by_group)[by_group$group == 2, -1L], plain(second), ignore_attr = TRUE)
})

test_that("many thresholds have intervals at 200 of them, and what has none says why", {
  set.seed(62)
  sick <- rep(0:1, 250)
  score <- rnorm(500, sick)
  found <- roc_pr(score, sick, prior = c(0.1, 0.5), conf.level = 0.95)
  expect_identical(nrow(found), 400L)
  expect_identical(range(found$recall), c(0, 1))
  expect_wroc_error_of(roc_pr(WeightedROC(score, sick), conf.level = 0.95), "observations", "x")
  expect_wroc_error_of(roc_pr(score, sick, recall = 0.5, conf.level = 0.95), "unsupported", "recall")
  expect_wroc_error_of(roc_pr(score, sick, fold = rep(1:2, each = 250), conf.level = 0.95), "unsupported",
                       "fold")
  expect_wroc_error_of(roc_pr(score, sick, R = 10), "unused", "R")
  expect_wroc_error_of(roc_pr(score, sick, conf.level = 95), "range", "conf.level")
})
