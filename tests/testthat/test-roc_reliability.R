calibrated_sample <- function(n = 200) {
  forecast <- runif(n)
  list(forecast = forecast, truth = rbinom(n, 1, forecast), weight = rexp(n))
}

test_that("probabilities are those of the calibration, shares those of the weight", {
  set.seed(47)
  d <- calibrated_sample(100)
  found <- roc_reliability(d$forecast, d$truth, d$weight, R = 50, conf.level = 0.95)
  expect_s3_class(found, "roc_reliability")
  expect_identical(found$forecast, sort(d$forecast))
  calibration <- roc_calibrate(WeightedROC(d$forecast, d$truth, d$weight))
  expect_close(found$probability, predict(calibration, found$forecast), 1e-12, 1e-14)
  expect_close(found$share, d$weight[order(d$forecast)] / sum(d$weight), 1e-12)
  inside <- with(found, conf.low <= probability & probability <= conf.high)
  expect_true(all(inside))
  ends <- unlist(found[c("consistency.low", "consistency.high", "conf.low", "conf.high")])
  expect_true(all(ends >= 0 & ends <= 1))
})

test_that("many forecasts are seen at 200 of them", {
  set.seed(48)
  d <- calibrated_sample(5000)
  found <- roc_reliability(d$forecast, d$truth, R = 10, conf.level = 0.95)
  expect_lte(nrow(found), 200L)
  expect_identical(range(found$forecast), range(d$forecast))
  expect_close(sum(found$share), 1, 1e-12)
  expect_lt(max(found$share), 0.01)
})

test_that("without a level a diagram of observations, a fit or their curve has no bands", {
  set.seed(53)
  for (n in c(60L, 900L)) {
    d <- calibrated_sample(n)
    d$forecast <- round(d$forecast, 3)
    with_bands <- roc_reliability(d$forecast, d$truth, d$weight, conf.level = 0.95, R = 2)
    curve <- WeightedROC(d$forecast, d$truth, d$weight)
    for (found in list(roc_reliability(d$forecast, d$truth, d$weight), roc_reliability(curve))) {
      expect_identical(names(found), c("forecast", "share", "probability"))
      for (column in names(found)) expect_close(found[[column]], with_bands[[column]], 1e-12, 1e-13)
    }
  }
  fit <- weighted_roc(truth ~ forecast, as.data.frame(d), weights = weight)
  expect_equal(plain(roc_reliability(fit))[-1L], plain(roc_reliability(curve)), ignore_attr = TRUE)
  expect_wroc_error_of(roc_reliability(curve, conf.level = 0.95), "observations", "x")
  expect_wroc_error_of(roc_reliability(curve, R = 10), "unused", "R")
  expect_identical(error_kind(roc_reliability(WeightedROC(c(0.1, 2), 0:1))), "forecast")
  turned <- weighted_roc(truth ~ forecast, as.data.frame(d), direction = "<=")
  expect_wroc_error_of(roc_reliability(turned), "choice", "x")
  expect_wroc_error_of(roc_reliability(turned, conf.level = 0.95), "choice", "x")
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  found <- roc_reliability(fit)
  expect_identical(plot(found), found)
  expect_identical(error_kind(plot(found, band = "confidence")), "column")
})

test_that("what is no forecast and no band is refused", {
  expect_error(roc_reliability(c(0.1, 2), 0:1, conf.level = 0.95), "one is 2", class = "wroc_error_forecast")
  expect_error(roc_reliability(c(0.1, 0.2), 0:1, R = 1, conf.level = 0.95), class = "wroc_error_range")
  found <- roc_reliability(c(0.1, 0.2, 0.3), c(0, 1, 1), R = 10, conf.level = 0.95)
  expect_error(plot(found, band = "wide"), class = "wroc_error_choice")
  expect_error(plot(structure(found[-1], class = class(found)), band = "none"), class = "wroc_error_column")
})

test_that("pictures have a line, a band and bars for each score", {
  skip_if_not_installed("ggplot2", "3.4.0")
  set.seed(52)
  d <- as.data.frame(calibrated_sample())
  d$other <- d$forecast^2
  fit <- weighted_roc(truth ~ forecast + other, d, weights = weight)
  found <- roc_reliability(fit, R = 10, conf.level = 0.95)
  expect_identical(unique(found$score), c("forecast", "other"))
  built <- ggplot2::ggplot_build(ggplot2::autoplot(found))
  expect_length(built$data, 5L)
  expect_identical(nrow(built$data[[1]]), 40L)
  expect_identical(unique(built$data[[5]]$colour), c("#0A1E70", "#D4250C"))
  expect_length(ggplot2::ggplot_build(ggplot2::autoplot(found, band = "none"))$data, 4L)
  path <- tempfile(fileext = ".png")
  on.exit(unlink(path))
  grDevices::png(path)
  expect_identical(plot(found, band = "confidence"), found)
  grDevices::dev.off()
})
