test_that("the staircase, by hand", {
  # 0.6 PC of (0, 0.4), from 5 / 11 on 0.5 (1 - PC) of (0.5, 1).
  expect_close(roc_cost_curve(staircase_curve()), data.frame(
    PC = c(0, 5 / 11, 1), cost = c(0, 3 / 11, 0), threshold = c(7, 3, 3)
  ), 1e-14)
})

test_that("constant, perfect and inverted scores", {
  triangle <- data.frame(PC = c(0, 0.5, 1), cost = c(0, 0.5, 0), threshold = c(Inf, 5, 5))
  expect_close(roc_cost_curve(WeightedROC(c(5, 5, 5), c(1, 0, 1))), triangle)
  expect_close(roc_cost_curve(WeightedROC(8:5, c(0, 0, 1, 1))), triangle)
  expect_close(roc_cost_curve(WeightedROC(3:8, c(0, 0, 1, 1, 1, 1))),
               data.frame(PC = c(0, 1), cost = c(0, 0), threshold = c(5, 5)))
})

test_that("between the vertices it is the least of all lines, that of the threshold", {
  skip_on_cran()
  set.seed(2)
  for (curve in c(some_curves(2), replicate(20, wide_curve(), simplify = FALSE))) {
    envelope <- roc_cost_curve(curve)
    n <- nrow(envelope)
    expect_true(all(envelope$PC[c(1, n)] == c(0, 1), diff(envelope$PC) > 0))
    pc <- c(runif(50), envelope$PC)
    least <- naive_least_cost(curve, pc)
    expect_close(approx(envelope$PC, envelope$cost, pc)$y, least, 1e-12, 1e-15)
    expect_close(envelope$cost, naive_least_cost(curve, envelope$PC), 1e-12, 1e-15)
    threshold <- envelope$threshold[findInterval(pc, envelope$PC)]
    row <- match(threshold, curve$threshold)
    cost <- naive_fnr(curve)[row] * pc + curve$FPR[row] * (1 - pc)
    expect_close(cost, least, 1e-12, 1e-15)
    # Concave, below the triangle.
    inner <- seq_len(n)[-c(1, n)]
    chord <- vapply(inner, function(i) {
      approx(envelope$PC[-i], envelope$cost[-i], envelope$PC[i])$y
    }, 0)
    expect_true(all(chord <= envelope$cost[inner] + 1e-15,
                    envelope$cost <= pmin(envelope$PC, 1 - envelope$PC) + 1e-15))
  }
})

test_that("vertices are the priors at which the hull changes", {
  set.seed(3)
  for (curve in real_curves(3)) {
    envelope <- roc_cost_curve(curve)
    hull <- roc_hull(curve)
    inner <- hull$prior_low > 0 & hull$prior_low < 1
    expect_close(envelope$PC, c(0, rev(hull$prior_low[inner]), 1), 1e-14)
  }
})

test_that("it is the least risk by the prior when errors cost 1", {
  curve <- staircase_curve()
  envelope <- roc_cost_curve(curve)
  for (prior in c(0.01, 0.3, 5 / 11, 0.7, 0.99)) {
    expect_close(approx(envelope$PC, envelope$cost, prior)$y,
                 roc_optimal(curve, prior = prior)$risk, 1e-14)
  }
})
