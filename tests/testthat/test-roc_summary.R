test_that("numbers are those of the curve, and influences those of its definition", {
  set.seed(1)
  truth <- rep(0:1, c(60, 40))
  score <- rnorm(100, truth)
  weight <- rexp(100)
  of_curve <- roc_h(WeightedROC(score, truth, weight), c(2, 2), 0.2)
  what <- list(roc_measure("KS"), roc_measure("AUCH"), roc_measure("MER", prior = 0.2),
               roc_measure("H", prior = 0.2, density = c(2, 2)))
  found <- roc_estimate(score, truth, weight, measure = what)
  expected <- unlist(of_curve[c("KS", "AUCH", "MER", "H")], use.names = FALSE)
  expect_equal(found$estimate, expected, tolerance = 1e-13)
  expect_identical(found$measure, c("KS", "AUCH", "MER(prior 0.2)", "H(Beta(2, 2), prior 0.2)"))
  u <- as.data.frame(roc_influence(score, truth, weight, measure = what))
  for (i in c(3, 77)) {
    moved <- function(by) {
      roc_h(WeightedROC(score, truth, replace(weight, i, weight[i] * (1 + by))), c(2, 2), 0.2)
    }
    by_hand <- (moved(1e-6)[c("KS", "AUCH", "MER", "H")] - moved(-1e-6)[c("KS", "AUCH", "MER", "H")]) / 2e-6
    expect_equal(unlist(u[i, ], use.names = FALSE), unlist(by_hand, use.names = FALSE), tolerance = 1e-6)
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
      roc_h(WeightedROC(score, truth, replace(weight, i, weight[i] * (1 + by))), density)$H
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
  what <- lapply(c("AP", "pr_AUC", "prg_AUC"), roc_measure)
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
  expect_error(roc_measure("H", density = function(c) c), class = "wroc_error_type")
  expect_error(roc_measure("AUC"), class = "wroc_error_choice")
})
