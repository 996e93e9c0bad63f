curve_of_reference <- function(file, score) {
  data <- read.csv(test_path("ref-data", file))
  WeightedROC(data[[score]], data$label)
}

# Hand's H with what else the hull says, for each of the priors.
h_of <- function(x, density = "prior", prior = NULL) {
  at <- function(measure, ...) value_on(x, measure, ...)
  rates <- if (is.null(prior)) 1 else rep(1, length(prior))
  found <- data.frame(H = at("H", density = density, prior = prior), AUC = at("AUC") * rates,
                      AUCH = at("AUCH") * rates,
                      KS = at("KS") * rates, MER = at("MER", prior = prior),
                      loss = at("H_loss", density = density, prior = prior),
                      loss_trivial = at("H_loss_trivial", density = density, prior = prior))
  found
}

test_that("it agrees with package hmeasure", {
  # 1.0-2, HMeasure() with its default severity ratio
  stroke <- h_of(curve_of_reference("aSAH.csv", "s100b"), "ratio")
  expect_equal(stroke$H, 0.295354871, tolerance = 1e-8)
  expect_equal(stroke$AUCH, 0.763888889, tolerance = 1e-8)
  expect_equal(stroke$KS, 0.439701897, tolerance = 1e-8)
  simple <- h_of(curve_of_reference("ROCR.simple.csv", "score"), "ratio")
  expect_equal(simple$H, 0.545043579, tolerance = 1e-8)
  expect_equal(simple$AUCH, 0.864787458547, tolerance = 1e-11)
  expect_equal(simple$KS, 0.699929655, tolerance = 1e-8)
  expect_equal(simple$MER, 0.15, tolerance = 1e-14)
})

test_that("a density may be a function, and the loss is half the mean of the cost curve at a prior of half", {
  set.seed(2)
  truth <- rep(0:1, 50)
  curve <- WeightedROC(rnorm(100, truth), truth, rexp(100))
  expect_equal(2 * h_of(curve, c(2, 5), 0.5)$loss, value_on(curve, "expected_cost", density = c(5, 2)),
               tolerance = 1e-14)
  for (measure in c("expected_cost", "expected_cost_trivial", "expected_cost_saved")) {
    expect_equal(value_on(curve, measure, density = function(PC) PC^3 * (1 - PC)),
                 value_on(curve, measure, density = c(4, 2)), tolerance = 1e-8)
  }
})

test_that("wrong densities are errors that say so", {
  curve <- document_curve()
  expect_error(h_of(curve, "flat"), class = "wroc_error_type")
  expect_error(value_on(curve, "expected_cost", density = "prior"), class = "wroc_error_type")
  expect_error(h_of(curve, c(1, 2, 3)), class = "wroc_error_length")
  registerS3method("length", "liar", function(x) 1L, envir = environment())
  expect_error(h_of(curve, structure(c("prior", "none"), class = "liar")), class = "wroc_error_type")
  expect_error(h_of(curve, c(0, 2)), class = "wroc_error_range")
  expect_error(h_of(curve, function(c) "a"), class = "wroc_error_type")
  expect_error(h_of(curve, function(c) 1), class = "wroc_error_length")
  negative <- expect_error(h_of(curve, function(c) c - 0.5), class = "wroc_error_range")
  expect_lt(negative$cost, 0.5)
  expect_identical(negative$argument, "density")
  expect_error(h_of(curve, function(c) c + NA), class = "wroc_error_missing")
  expect_error(h_of(curve, function(c) 0 * c), class = "wroc_error_range")
  expect_error(h_of(curve, function(c) 1 / c^2), class = "wroc_error_range")
  expect_error(h_of(curve, prior = 1), class = "wroc_error_range")
  expect_error(h_of(), class = "wroc_error_absent")
})

test_that("what the hull's numbers do not use is an error", {
  expect_error(roc_measure("AUCH", prior = 0.1), class = "wroc_error_unused")
  expect_error(roc_measure("MER", density = c(2, 2)), class = "wroc_error_unused")
  of_function <- roc_measure("H", density = function(c) c)
  expect_error(roc_estimate(1:4, c(0, 1, 0, 1), measure = of_function), class = "wroc_error_unsupported")
  expect_error(roc_measure("areas"), class = "wroc_error_choice")
})
