test_that("the staircase, by hand", {
  # Slopes of the hull, from the right: 0, 1.2, Inf. At a cost of .2 lines of slopes .25 and 4 at prior .5.
  found <- roc_reject(staircase_curve(), cost_reject = 0.2, prior = 0.5)
  expect_s3_class(found, "roc_reject")
  expect_identical(c(found$threshold_negative, found$threshold_positive), c(3, 7))
  expect_equal(unlist(found[c("TPR", "FPR", "FNR", "TNR", "rejected_pos", "rejected_neg", "rejected")]),
               c(0.4, 0, 0, 0.5, 0.6, 0.5, 0.55), ignore_attr = TRUE)
  expect_equal(c(found$risk, found$risk_optimal, found$slope_negative, found$slope_positive),
               c(0.11, 0.25, 0.25, 4))
  # Chow: from half an error on all is decided.
  all_decided <- roc_reject(staircase_curve(), cost_reject = c(0.5, 0.8), prior = 0.5)
  expect_identical(all_decided$threshold_negative, all_decided$threshold_positive)
  expect_identical(all_decided$risk, all_decided$risk_optimal)
})

test_that("costs and priors may be several, and only their ratios matter", {
  curve <- some_curve()
  found <- roc_reject(curve, cost_reject = c(0.1, 0.2), prior = 0.3)
  expect_identical(found$cost_reject, c(0.1, 0.2))
  expect_equal(roc_reject(curve, cost_reject = c(0.1, 0.2) * 1e9, cost_FP = 1e9, cost_FN = 1e9,
                          prior = 0.3)$risk, found$risk * 1e9)
  expect_identical(nrow(roc_reject(curve, cost_reject = 0.2, prior = c(0.1, 0.2, 0.5))), 3L)
})

test_that("what can't be asked for is an error that says so", {
  curve <- staircase_curve()
  expect_identical(error_kind(roc_reject(curve)), "absent")
  expect_identical(error_kind(roc_reject(curve, cost_reject = -1)), "costs")
  expect_identical(error_kind(roc_reject(curve, cost_reject = 0.1, cost_FP = 0, cost_TN = 1)), "costs")
  expect_identical(error_kind(roc_reject(curve, cost_reject = c(0.1, 0.2), prior = c(0.1, 0.2, 0.3))),
                   "length")
  expect_identical(error_kind(roc_reject(curve, cost_reject = NaN)), "missing")
})

test_that("the two points are drawn, on the hull and on anybody's plot", {
  skip_on_cran()
  skip_if_not_installed("ggplot2", "3.4.0")
  set.seed(5)
  data <- data.frame(sick = rep(0:1, 30), a = rnorm(60, rep(0:1, 30)), b = rnorm(60, rep(0:1, 30)))
  found <- roc_reject(weighted_roc(sick ~ a + b, data), cost_reject = 0.2)
  plot <- ggplot2::autoplot(found)
  expect_silent(print_nowhere(plot))
  points <- drawn(plot, "GeomPoint")[[1L]]
  expect_equal(points$x, c(1 - found$TNR, found$FPR))
  expect_equal(points$y, c(1 - found$FNR, found$TPR))
  expect_silent(print_nowhere(ggplot2::autoplot(found[1L, ])))
  curve <- WeightedROC(data$a, data$sick)
  anybodys <- ggplot2::ggplot(curve, ggplot2::aes(FPR, TPR)) + ggplot2::geom_path() +
    ggplot2::autolayer(roc_reject(curve, cost_reject = 0.2), colour = "red")
  expect_silent(print_nowhere(anybodys))
  expect_identical(error_kind(ggplot2::autolayer(structure(found["TPR"], class = class(found)))), "column")
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_identical(plot(found), found)
})
