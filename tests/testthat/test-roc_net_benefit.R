# Weights that are whole, and scores that are probabilities.
probable <- function(curve) {
  scores <- nrow(curve) - 1L
  curve$threshold <- c(seq(0.02, 0.97, length.out = scores), Inf)
  curve
}

expect_benefits <- function(object, expected, ...) {
  expect_s3_class(object, c("roc_net_benefit", "roc_result", "data.frame"), exact = TRUE)
  expect_close(plain(object), expected, ...)
}

test_that("four observations, by hand", {
  curve <- WeightedROC(c(0.1, 0.3, 0.5, 0.7), c(0, 1, 0, 1), c(2, 1, 4, 3))
  expect_benefits(roc_net_benefit(curve, threshold = c(0, 0.2, 0.5, 0.6, 0.75)), data.frame(
    prior = 0.4, threshold = c(0, 0.2, 0.5, 0.6, 0.75), score_threshold = c(0.1, 0.3, 0.5, 0.7, Inf),
    TPR = c(1, 1, 0.75, 0.75, 0), FPR = c(1, 2 / 3, 2 / 3, 0, 0),
    net_benefit = c(0.4, 0.3, -0.1, 0.3, 0), treat_all = c(0.4, 0.25, -0.2, -0.5, -1.4), treat_none = 0,
    interventions_avoided = c(NA, 0.2, 0.1, 0.8 / 1.5, 1.4 / 3), standardized = FALSE
  ), 1e-14, 1e-15)
})

test_that("several priors are one after the other, standardized by each", {
  curve <- probable(staircase_curve())
  of <- function(prior, ...) plain(roc_net_benefit(curve, threshold = c(0.1, 0.4), prior = prior, ...))
  found <- of(c(0.2, 0.6), standardize = TRUE)
  each <- rbind(of(0.2), of(0.6))
  each[c("net_benefit", "treat_all")] <- each[c("net_benefit", "treat_all")] / each$prior
  each$standardized <- TRUE
  expect_equal(found, each)
  expect_identical(nrow(roc_net_benefit(curve, threshold = numeric())), 0L)
})

test_that("the calibrated rule has the benefit of the score that is calibrated", {
  # Isotonic probabilities, which stats::isoreg() finds without weights.
  set.seed(2)
  label <- rbinom(60, 1, 0.4)
  score <- order(order(rnorm(60, label)))
  probability <- stats::isoreg(score, label)$yf[score]
  threshold <- seq(0.031, 0.99, 0.0573)
  expect_equal(roc_net_benefit(WeightedROC(score, label), threshold = threshold,
                               calibrated = TRUE)$net_benefit,
               roc_net_benefit(WeightedROC(probability, label), threshold = threshold)$net_benefit)
})

test_that("net benefits are those of dcurves, of repeated rows where there are weights", {
  for (rows in split_by(read_reference("dcurves-net-benefit"), "data", "weight_unit")) {
    data <- read_reference(rows$data[[1L]])
    unit <- rows$weight_unit[[1L]]
    each <- if (is.null(data$rows)) rep(1, nrow(data)) else data$rows
    weight <- if (unit == 0) each else ceiling(data$weight / unit)
    curve <- WeightedROC(data[[rows$score[[1L]]]], data$label, weight)
    for (own in split(rows, ifelse(is.na(rows$prior), 0, rows$prior))) {
      prior <- if (!is.na(own$prior[[1L]])) own$prior[[1L]]
      found <- roc_net_benefit(curve, threshold = own$threshold, prior = prior)
      expect_equal(found$net_benefit, own$net_benefit, tolerance = 1e-12)
      expect_equal(found$treat_all, own$treat_all, tolerance = 1e-12)
    }
  }
})

test_that("a fit answers for each score", {
  set.seed(4)
  data <- data.frame(sick = rep(0:1, 30), a = runif(60), b = runif(60))
  found <- roc_net_benefit(weighted_roc(sick ~ a + b, data), threshold = c(0.2, 0.4))
  expect_identical(found$score, c("a", "a", "b", "b"))
  expect_equal(found$net_benefit[3:4],
               roc_net_benefit(WeightedROC(data$b, data$sick), threshold = c(0.2, 0.4))$net_benefit)
})

test_that("what can't be asked for is an error that says so", {
  curve <- probable(staircase_curve())
  expect_identical(error_kind(roc_net_benefit(staircase_curve())), "range")
  expect_identical(error_kind(roc_net_benefit(curve, threshold = 1)), "range")
  expect_identical(error_kind(roc_net_benefit(curve, threshold = -0.1)), "range")
  expect_identical(error_kind(roc_net_benefit(curve, threshold = NA)), "missing")
  expect_identical(error_kind(roc_net_benefit(curve, threshold = "a")), "type")
  expect_identical(error_kind(roc_net_benefit(curve, threshold = 0.1, prior = 1)), "range")
  expect_identical(error_kind(roc_net_benefit(curve, threshold = 0.1, standardize = NA)), "type")
  expect_identical(error_kind(roc_net_benefit()), "absent")
})

test_that("decision curves are drawn", {
  skip_on_cran()
  skip_if_not_installed("ggplot2", "3.4.0")
  set.seed(5)
  data <- data.frame(sick = rep(0:1, 30), a = runif(60), b = runif(60))
  found <- roc_net_benefit(weighted_roc(sick ~ a + b, data), prior = c(0.2, 0.5))
  plot <- ggplot2::autoplot(found)
  expect_silent(print_nowhere(plot))
  lines <- drawn(plot, "GeomPath")
  expect_identical(nrow(lines[[2L]]), nrow(found))
  expect_silent(print_nowhere(ggplot2::autoplot(roc_net_benefit(WeightedROC(data$a, data$sick)))))
  without <- found[-match("threshold", names(found))]
  expect_false(inherits(without, "roc_net_benefit"))
  expect_identical(error_kind(ggplot2::autoplot(structure(without, class = class(found)))), "column")
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_identical(plot(found), found)
})

test_that("what is a data.frame by its class alone is an error of a class", {
  expect_error(roc_net_benefit(structure(1, class = "data.frame")), class = "wroc_error")
})
