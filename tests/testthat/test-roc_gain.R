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
