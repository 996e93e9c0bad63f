test_that("the document's example, by hand", {
  gains <- roc_gain(document_curve(), share = c(0, 0.5, 1))
  # 1 of 12 at 3, 1 at 2, and 10 at 1, of which 9 are positive
  expect_equal(gains$share, c(0, 0.5, 1))
  expect_equal(gains$TPR, c(0, 0.1 + 0.9 * 0.4, 1))
  expect_equal(gains$lift, c(NA, 0.46 / 0.5, 1))
  expect_equal(gains$response, c(NA, 0.46 / 0.5 * 10 / 12, 10 / 12))
  expect_equal(gains$threshold, c(Inf, 1, 1))
  expect_equal(gains$probability, c(0, 0.4, 1))
})

test_that("at its thresholds it says what the measures say", {
  skip_on_cran()
  set.seed(1)
  for (curve in some_curves(3)) {
    gains <- roc_gain(curve)
    measures <- roc_at(curve)
    expect_identical(gains$threshold, curve$threshold)
    expect_identical(gains$TPR, curve$TPR)
    expect_close(gains$response, measures$PPV, 1e-12, 1e-14)
    share <- (measures$TP + curve$FP) / (measures$TP[1] + curve$FP[1])
    expect_close(gains$share, share, 1e-12, 1e-14)
    # It is straight between them.
    asked <- runif(20)
    ordered <- order(gains$share)
    straight <- approx(gains$share[ordered], gains$TPR[ordered], asked, ties = max)$y
    expect_close(roc_gain(curve, share = asked)$TPR, straight, 1e-10, 1e-12)
  }
})

test_that("weights make it the population", {
  set.seed(2)
  truth <- rbinom(30, 1, 0.4)
  truth[1:2] <- 0:1
  score <- round(rnorm(30, truth), 1)
  times <- sample(1:4, 30, TRUE)
  weighted <- roc_gain(WeightedROC(score, truth, times), share = c(0.1, 0.35))
  repeated <- roc_gain(WeightedROC(rep(score, times), rep(truth, times)), share = c(0.1, 0.35))
  expect_equal(weighted, repeated, tolerance = 1e-13)
})

test_that("Gini coefficients are areas beside the diagonal", {
  set.seed(3)
  truth <- rep(0:1, c(40, 20))
  curve <- WeightedROC(rnorm(60, truth), truth, rexp(60))
  gains <- roc_gain(curve)
  m <- nrow(gains)
  area <- sum((gains$share[-m] - gains$share[-1]) * (gains$TPR[-m] + gains$TPR[-1]) / 2)
  gini <- value_on(curve, "gini")
  expect_equal(value_on(curve, "concentration"), 2 * area - 1, tolerance = 1e-13)
  expect_equal(gini, 2 * WeightedAUC(curve) - 1)
  expect_equal(value_on(curve, "concentration"), gini * (1 - value_on(curve, "prevalence")),
               tolerance = 1e-14)
  expect_equal(value_on(curve, "concentration", prior = 1 - 2^-53), 2^-53 * gini)
})

test_that("what is found at a share is a quantity, and has an interval", {
  set.seed(4)
  truth <- rep(0:1, c(80, 20))
  score <- rnorm(100, truth)
  weight <- rexp(100)
  gains <- roc_gain(WeightedROC(score, truth, weight), share = 0.2, prior = c(0.3, 0.1))
  what <- list(roc_measure("TPR", share = 0.2, prior = 0.3), roc_measure("lift", share = 0.2, prior = 0.3),
               roc_measure("PPV", share = 0.2, prior = 0.1), roc_measure("FNR", share = 0.2, prior = 0.1))
  found <- roc_estimate(score, truth, weight, measure = what)
  expected <- c(gains$TPR[1], gains$lift[1], gains$response[2], 1 - gains$TPR[2])
  expect_equal(found$estimate, expected, tolerance = 1e-12)
  expect_true(all(found$conf.low < found$estimate & found$estimate < found$conf.high))
  expect_equal(found$conf.low[2], found$conf.low[1] / 0.2, tolerance = 1e-12)
  # A prior that has to be estimated makes it less sure.
  unknown <- roc_estimate(score, truth, weight, measure = roc_measure("PPV", share = 0.2))
  positive <- sum(weight[truth == 1]) / sum(weight)
  known <- roc_estimate(score, truth, weight, measure = roc_measure("PPV", share = 0.2, prior = positive))
  expect_equal(unknown$estimate, known$estimate, tolerance = 1e-12)
  expect_gt(unknown$std.error, known$std.error)
  expect_lt(unknown$conf.low, known$conf.low)
})

test_that("where all that is called is positive the interval is none of a point", {
  found <- roc_estimate(1:40, rep(0:1, each = 20), measure = roc_measure("PPV", share = 0.25, prior = 0.5))
  expect_identical(found$estimate, 1)
  expect_identical(found$conf.high, 1)
  expect_lt(found$conf.low, 0.95)
})

test_that("where all are called positive nothing is left to estimate, at any prior", {
  for (prior in c(0.5, 0.01, 0.07, 0.999)) {
    what <- lapply(c("TPR", "lift"), roc_measure, share = 1, prior = prior)
    found <- roc_estimate(1:40, rep(0:1, 20), measure = what)
    expect_equal(found$estimate, c(1, 1), tolerance = 1e-12)
    expect_equal(c(found$conf.low, found$conf.high), rep(1, 4), tolerance = 1e-12)
  }
})

test_that("a tiny share keeps its digits", {
  set.seed(7)
  score <- round(rnorm(300), 1)
  truth <- rep(0:1, 150)
  shares <- c(1e-6, 1e-12, 1e-100, 1e-300)
  what <- lapply(shares, function(share) roc_measure("PPV", share = share, prior = 0.2))
  response <- roc_gain(WeightedROC(score, truth), share = shares, prior = 0.2)$response
  expect_equal(roc_estimate(score, truth, measure = what)$estimate, response, tolerance = 1e-12)
})

test_that("beside a class that weighs nothing, the share is that of the other one", {
  weight <- rep(c(1, 1e200), 10)
  found <- roc_estimate(1:20, rep(0:1, 10), weight, measure = roc_measure("TPR", share = 0.7))
  expect_equal(found$estimate, 0.7, tolerance = 1e-12)
  expect_false(anyNA(found[c("conf.low", "conf.high")]))
})

test_that("wrong shares and measures are errors", {
  curve <- document_curve()
  expect_error(roc_gain(curve, share = 1.5), class = "wroc_error_range")
  expect_error(roc_gain(curve, share = NA), class = "wroc_error_missing")
  expect_error(roc_gain(curve, prior = 0), class = "wroc_error_range")
  expect_error(roc_measure("TPR", share = 0), class = "wroc_error_range")
  expect_error(roc_measure("AP", share = 0.1), class = "wroc_error_choice")
  expect_error(roc_measure("lift"), class = "wroc_error_choice")
  expect_error(roc_measure("TPR", share = 0.1, FPR = 0.1), class = "wroc_error_choice")
})

test_that("it is drawn, with a line for each score or prior", {
  set.seed(5)
  people <- data.frame(sick = rep(0:1, c(30, 10)), a = rnorm(40), b = rnorm(40))
  people$a <- people$a + people$sick
  gains <- roc_gain(weighted_roc(sick ~ a + b, people))
  file <- tempfile(fileext = ".pdf")
  grDevices::pdf(file)
  on.exit({
    grDevices::dev.off()
    unlink(file)
  })
  expect_invisible(plot(gains))
  expect_invisible(plot(roc_gain(document_curve())))
  expect_invisible(plot(roc_gain(document_curve(), prior = c(0.1, 0.5))))
  skip_if_not_installed("ggplot2")
  picture <- ggplot2::autoplot(gains)
  expect_s3_class(picture, "ggplot")
  expect_identical(levels(picture$data$curve), c("a", "b"))
  by_prior <- ggplot2::autoplot(roc_gain(document_curve(), prior = c(0.1, 0.5)))
  expect_identical(levels(by_prior$data$curve), c("prior 0.1", "prior 0.5"))
  print(picture)
  expect_error(ggplot2::autoplot(structure(gains[-3], class = class(gains))), class = "wroc_error_column")
})

test_that("with a level each share has the interval of its TPR", {
  set.seed(63)
  sick <- rep(0:1, 40)
  score <- rnorm(80, sick)
  weight <- rexp(80) + 0.1
  share <- c(0, 0.1, 0.5, 1)
  for (prior in list(NULL, 0.1)) {
    found <- seeded(roc_gain(score, sick, weight, share = share, prior = prior, conf.level = 0.9, R = 50))
    expect_equal(plain(found)[c("share", "TPR", "lift", "prior")],
                 plain(roc_gain(score, sick, weight, share = share, prior = prior))[c("share", "TPR", "lift",
                                                                                      "prior")])
    what <- roc_measure("TPR", share = share[-1L], prior = prior)
    expected <- seeded(roc_estimate(score, sick, weight, measure = what, conf.level = 0.9, R = 50))
    expect_equal(c(found$conf.low[-1L], found$conf.high[-1L]), c(expected$conf.low, expected$conf.high))
    expect_identical(found$conf.low[[1L]], NA_real_)
  }
  expect_identical(nrow(roc_gain(score, sick, share = 0, conf.level = 0.9)), 1L)
  expect_wroc_error_of(roc_gain(WeightedROC(score, sick), conf.level = 0.95), "observations", "x")
  expect_wroc_error_of(roc_gain(score, sick, R = 10), "unused", "R")
})
