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

# All rows are tried at each of many costs.
naive_h <- function(curve, density, prior) {
  FNR <- curve$FN / curve$FN[nrow(curve)]
  least <- function(cost) {
    apply(outer(cost * (1 - prior), curve$FPR) + outer((1 - cost) * prior, FNR), 1, min) * density(cost)
  }
  trivial <- function(cost) pmin(cost * (1 - prior), (1 - cost) * prior) * density(cost)
  mean_of <- function(f) {
    ends <- c(0, seq(0.01, 0.99, 0.01), prior, 1)
    ends <- sort(unique(ends))
    sum(mapply(function(a, b) integrate(f, a, b, rel.tol = 1e-10)$value, ends[-length(ends)], ends[-1]))
  }
  1 - mean_of(least) / mean_of(trivial)
}

test_that("it is that of the definition, with weights, for any density", {
  skip_on_cran()
  set.seed(1)
  truth <- rep(0:1, c(30, 10))
  curve <- WeightedROC(round(rnorm(40, truth), 1), truth, rexp(40))
  for (prior in c(0.05, 0.5, 0.9)) {
    by_prior <- function(cost) dbeta(cost, 1 + prior, 2 - prior)
    expect_equal(h_of(curve, prior = prior)$H, naive_h(curve, by_prior, prior), tolerance = 1e-5)
    seven_times <- h_of(curve, function(c) 7 * by_prior(c), prior)
    expect_equal(seven_times$H, h_of(curve, prior = prior)$H, tolerance = 1e-8)
    for (parameters in list(c(2, 2), c(0.5, 3), c(30, 12))) {
      density <- function(cost) dbeta(cost, parameters[1], parameters[2])
      expect_equal(h_of(curve, parameters, prior)$H, naive_h(curve, density, prior), tolerance = 1e-4)
      expect_equal(h_of(curve, parameters, prior), h_of(curve, density, prior), tolerance = 1e-7)
    }
  }
})

test_that("other functions agree with it", {
  set.seed(2)
  truth <- rep(0:1, 50)
  curve <- WeightedROC(rnorm(100, truth), truth, rexp(100))
  found <- h_of(curve, prior = c(0.2, 0.5, 0.7))
  expect_equal(found$AUCH, rep(WeightedAUC(roc_hull(curve)), 3), tolerance = 1e-14)
  expect_equal(found$KS, rep(max(roc_at(curve)$J), 3), tolerance = 1e-14)
  expect_equal(found$MER, roc_optimal(curve, prior = c(0.2, 0.5, 0.7))$risk, tolerance = 1e-14)
  expect_equal(found$H, 1 - found$loss / found$loss_trivial, tolerance = 1e-13)
  # With half of each the loss is half the mean of the cost curve.
  expect_equal(2 * h_of(curve, c(2, 5), 0.5)$loss, value_on(curve, "expected_cost", density = c(5, 2)),
               tolerance = 1e-14)
  vertices <- roc_cost_curve(curve)
  below <- sum(diff(vertices$PC) * (vertices$cost[-1] + vertices$cost[-nrow(vertices)]) / 2)
  expect_equal(value_on(curve, "expected_cost"), below, tolerance = 1e-14)
  expect_equal(value_on(curve, "expected_cost_trivial"), 0.25, tolerance = 1e-14)
  for (measure in c("expected_cost", "expected_cost_trivial", "expected_cost_saved")) {
    expect_equal(value_on(curve, measure, density = function(PC) PC^3 * (1 - PC)),
                 value_on(curve, measure, density = c(4, 2)), tolerance = 1e-8)
  }
})

test_that("ends: all is saved, and nothing; scale and order change nothing; priors next to 0 and 1", {
  perfect <- WeightedROC(1:4, c(0, 0, 1, 1))
  constant <- WeightedROC(c(1, 1, 1), c(0, 1, 1))
  for (density in list("prior", "ratio", c(2, 2))) {
    expect_equal(h_of(perfect, density, c(1e-300, 0.5, 1 - 2^-53))$H, c(1, 1, 1))
    expect_equal(h_of(constant, density, c(1e-300, 0.5, 1 - 2^-53))$H, c(0, 0, 0))
  }
  set.seed(3)
  truth <- rep(0:1, 20)
  score <- c(-Inf, Inf, rnorm(38, truth[-(1:2)]))
  weight <- rexp(40)
  o <- sample(40)
  scaled <- WeightedROC(score[o], truth[o], 1e-200 * weight[o])
  expect_equal(h_of(scaled), h_of(WeightedROC(score, truth, weight)), tolerance = 1e-12)
})

test_that("a fit gives a row for each score", {
  set.seed(4)
  people <- data.frame(sick = rep(0:1, 20), a = rnorm(40), b = rnorm(40))
  fit <- weighted_roc(sick ~ a + b, people)
  for (measure in c("H", "expected_cost", "gini")) {
    expect_identical(roc_estimate(fit, measure = measure, conf.level = NULL)$score, c("a", "b"))
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
