test_that("the document's example, by hand", {
  # Costs and classes alike: the chance line, that crosses TPR = 0.1 at 0.1.
  expect_close(cost_areas_of(document_curve(), prior = 0.5),
               data.frame(pAUC = 0.005, max_pAUC = 0.5, ratio = 0.01),
               1e-13, 1e-15)
})

test_that("a line through 0 and through 1, by hand", {
  # L = 3 x - 1; TPR is 0.4 up to 0.25, 0.4 + 0.8 x up to 0.5, then 1.
  third <- 1 / 3
  area <- 0.4 * 0.25 + (third - 0.25) * (0.4 + 0.4 * (0.25 + third)) +
    (0.5 - third) * (1.4 - 1.1 * (third + 0.5)) + (2 / 3 - 0.5) * 0.25
  expect_close(cost_areas_of(staircase_curve(), cost_FP = 3, prior = 0.5),
               data.frame(pAUC = area, max_pAUC = 0.5, ratio = 2 * area), 1e-13)
  # L = 1 / 3 + x / 3 is above 0.4 after 0.2, between 0.25 and 0.5 below TPR.
  area <- 0.2 * (0.4 - third) / 2 + 0.25 * (0.6 - 5 / 12 + 0.8 - 0.5) / 2 +
    0.5 * (0.5 + third) / 2
  expect_close(of_share(staircase_curve(), 0.75, prior = 0.5),
               data.frame(pAUC = area, max_pAUC = 0.5, ratio = 2 * area), 1e-13)
})

test_that("only the share of the excess costs matters, in any unit", {
  curve <- staircase_curve()
  areas <- function(...) cost_areas_of(curve, ...)
  expected <- areas(cost_FP = c(0.75, 0.5), cost_FN = c(0.25, 0.5))
  expect_close(areas(cost_FP = c(3, 1)), expected, 1e-14)
  expect_close(areas(cost_FN = c(1, 7), cost_FP = c(3, 7)), expected, 1e-14)
  expect_close(areas(cost_FN = 3, cost_FP = c(9, 3)), expected, 1e-14)
  expect_close(areas(cost_FN = 1e-300, cost_FP = c(3e-300, 1e-300)), expected, 1e-14)
  expect_close(areas(cost_FN = 3, cost_FP = c(4, 2), cost_TP = 2, cost_TN = 1), expected, 1e-14)
  # Gains.
  expect_close(areas(cost_FN = 0, cost_FP = c(0, 0), cost_TP = c(-1, -2), cost_TN = c(-3, -2)),
               expected, 1e-14)
})

test_that("each of many costs and priors has its row", {
  curve <- staircase_curve()
  grid <- expand.grid(cost_FP = c(1, 3), cost_FN = c(0.5, 2), prior = c(0.2, 0.7, 0.4))
  found <- cost_areas_of(curve, cost_FP = grid$cost_FP, cost_FN = grid$cost_FN, prior = grid$prior)
  expect_plain_frame(found)
  alone <- lapply(seq_len(nrow(grid)), function(i) {
    cost_areas_of(curve, cost_FP = grid$cost_FP[i], cost_FN = grid$cost_FN[i], prior = grid$prior[i])
  })
  expect_close(found, do.call(rbind, alone), 1e-14)
})

test_that("by default the prior is the share of the positives in the weights", {
  curve <- document_curve()
  expect_close(of_share(curve, 0.3), of_share(curve, 0.3, prior = 10 / 12), 1e-13)
})

test_that("the ratio is in [0, 1] and 1 for the perfect curve", {
  skip_on_cran()
  set.seed(2)
  perfect <- WeightedROC(1:8, rep(0:1, each = 4), 1:8)
  for (curve in some_curves()) {
    rho <- c(runif(4), 0.001, 0.999)
    for (prior in c(runif(1), 0.001, 0.999)) {
      areas <- of_share(curve, rho, prior)
      expect_true(all(areas$ratio >= 0 & areas$ratio <= 1))
    }
  }
  for (prior in c(runif(20), 0.001, 0.999)) {
    areas <- of_share(perfect, c(runif(10), 0.001, 0.999), prior)
    expect_close(areas$ratio, rep(1, 12), 1e-13)
    expect_close(areas$pAUC, areas$max_pAUC, 1e-13)
    expect_true(all(areas$ratio <= 1))
  }
})

test_that("at equal costs and shares it is twice the area above the chance line", {
  set.seed(3)
  for (curve in real_curves()) {
    above <- roc_compare(curve, WeightedROC(c(1, 1), 0:1))
    expect_close(cost_areas_of(curve, prior = 0.5)$pAUC, sum(above$area[above$ahead == "x"]),
                 1e-13, 1e-15)
  }
})

test_that("a cost of 0 is the limit of small costs", {
  # Misses that cost nothing: only FPR < prior is better than random.
  curve <- staircase_curve()
  area <- cost_areas_of(curve, cost_FN = 0, cost_FP = 1, prior = 0.3)
  expect_close(area$pAUC, partial_area(curve, FPR = c(0, 0.3)), 1e-12)
  expect_close(area$max_pAUC, 0.3, 1e-12)
  area <- cost_areas_of(curve, cost_FN = 1, cost_FP = 0, prior = 0.3)
  # L = 0.3: the area above 0.3.
  expect_close(area$pAUC, 0.775 - 0.3, 1e-13)
  expect_close(area$max_pAUC, 0.7, 1e-13)
  near <- of_share(curve, 1e-9, prior = 0.3)
  expect_close(near$pAUC, partial_area(curve, FPR = c(0, 0.3)), 1e-8)
})

test_that("costs that are none are errors", {
  curve <- document_curve()
  expect_error(cost_areas_of(curve), NA)
  expect_wroc_error_of(cost_areas_of(curve, cost_FP = 0, cost_FN = 0), "costs", "cost_FN")
  expect_wroc_error_of(cost_areas_of(curve, cost_FP = c(0.1, 0.2), cost_FN = c(1, 2, 3)), "length", "cost_FP")
  for (cost in c("cost_FN", "cost_FP")) {
    with_cost <- function(value) do.call(cost_areas_of, c(list(curve), setNames(list(value), cost)))
    for (value in list(-0.1, c(0.5, -2))) {
      expect_wroc_error_of(with_cost(value), "costs", cost)
    }
    expect_error(with_cost(Inf), class = "wroc_error_range")
    expect_error(with_cost(NA_real_), class = "wroc_error_missing")
    expect_error(with_cost("0.5"), class = "wroc_error_type")
  }
  expect_error(cost_areas_of(curve, cost_FP = -1, cost_FN = 2), class = "wroc_error_costs")
  expect_error(cost_areas_of(curve, cost_FP = 2, cost_FN = 2, cost_TP = 2, cost_TN = 2),
               class = "wroc_error_costs")
  expect_error(cost_areas_of(curve, cost_FP = 1, cost_FN = Inf), class = "wroc_error")
  expect_error(cost_areas_of(curve, cost_FP = 0.5, prior = 1.5), class = "wroc_error_range")
  expect_error(cost_areas_of(curve, cost_FP = 0.5, prior = NA_real_), class = "wroc_error_missing")
  expect_error(cost_areas_of(curve, cost_FP = 0.5, prior = "a"), class = "wroc_error_type")
})
