test_that("numbers are those of the curve, and influences those of its definition", {
  set.seed(1)
  truth <- rep(0:1, c(60, 40))
  score <- rnorm(100, truth)
  weight <- rexp(100)
  what <- list(roc_measure("KS"), roc_measure("AUCH"), roc_measure("MER", prior = 0.2),
               roc_measure("H", prior = 0.2, density = c(2, 2)))
  found <- roc_estimate(score, truth, weight, measure = what)
  of_curve <- function(curve) roc_estimate(curve, measure = what, conf.level = NULL)$estimate
  expected <- of_curve(WeightedROC(score, truth, weight))
  expect_equal(found$estimate, expected, tolerance = 1e-13)
  expect_identical(found$measure, c("KS", "AUCH", "MER(prior 0.2)", "H(Beta(2, 2), prior 0.2)"))
  u <- as.data.frame(roc_influence(score, truth, weight, measure = what))
  for (i in c(3, 77)) {
    moved <- function(by) {
      of_curve(WeightedROC(score, truth, replace(weight, i, weight[i] * (1 + by))))
    }
    by_hand <- (moved(1e-6) - moved(-1e-6)) / 2e-6
    expect_equal(unlist(u[i, ], use.names = FALSE), by_hand, tolerance = 1e-6)
  }
})

test_that("the prior of the weights varies, too", {
  set.seed(2)
  truth <- rep(0:1, c(30, 20))
  score <- rnorm(50, truth)
  weight <- rexp(50)
  for (density in list("prior", "ratio", c(3, 2))) {
    u <- as.data.frame(roc_influence(score, truth, weight,
                                     measure = roc_measure("H", density = density)))[[1]]
    moved <- function(i, by) {
      roc_estimate(WeightedROC(score, truth, replace(weight, i, weight[i] * (1 + by))),
                   measure = roc_measure("H", density = density), conf.level = NULL)$estimate
    }
    by_hand <- vapply(1:50, function(i) (moved(i, 1e-5) - moved(i, -1e-5)) / 2e-5, 0)
    expect_equal(u, by_hand, tolerance = 1e-6)
  }
})

test_that("scores are compared by their H", {
  set.seed(3)
  truth <- rep(0:1, 50)
  found <- roc_test(cbind(a = rnorm(100, 2 * truth), b = rnorm(100)), truth, measure = roc_measure("H"))
  expect_lt(found$p.value, 0.001)
})

test_that("the precision of a score that separates the classes has ends, whatever the weights", {
  weight <- exp(seq(0, 6, length.out = 60))
  what <- c("AP", "pr_AUC", "prg_AUC")
  found <- roc_estimate(1:60, rep(0:1, each = 30), weight, measure = what, variance = "jackknife")
  expect_equal(found$estimate, rep(1, 3))
  expect_false(anyNA(found[c("conf.low", "conf.high")]))
  expect_true(all(found$conf.low <= 1 & found$conf.high > 1 - 1e-12))
})

test_that("a score that is constant has ends, which begin at 0", {
  for (truth in list(c(1, 0, 0, 0, 1), c(0, 1, 1, 0), rep(0:1, c(7, 12)))) {
    found <- roc_estimate(rep(0.5, length(truth)), truth, measure = roc_measure("H"), conf.level = 0.5)
    expect_false(anyNA(found[c("conf.low", "conf.high")]))
    expect_identical(found$conf.low, 0)
  }
})

test_that("what is of no use is an error", {
  expect_error(roc_measure("AUCH", prior = 0.1), class = "wroc_error_unused")
  expect_error(roc_measure("MER", density = c(2, 2)), class = "wroc_error_unused")
  of_function <- roc_measure("H", density = function(c) c)
  expect_error(roc_estimate(1:4, c(0, 1, 0, 1), measure = of_function), class = "wroc_error_unsupported")
  expect_error(roc_measure("areas"), class = "wroc_error_choice")
})
