test_that("pROC's best threshold of s100b", {
  data <- read.csv(test_path("ref-data", "aSAH.csv"))
  curve <- WeightedROC(data$s100b, data$label)
  # pROC 1.18.0: coords(roc(outcome, s100b), "best")
  expect_equal(roc_optimal(curve, prior = 0.5)$threshold, 0.22)
  expect_equal(roc_optimal(curve, prior = 0.5, midpoints = TRUE)$threshold, 0.205)
  expect_equal(roc_at(curve, threshold = c(-1, 0.215, 99), midpoints = TRUE)$threshold, c(-Inf, 0.205, Inf))
})

test_that("they classify the scores as the thresholds do", {
  ulp <- 1 + 2^-52
  most <- .Machine$double.xmax
  shapes <- list(c(1, ulp, 2), c(-Inf, 0, Inf), c(-most, most), c(0, 5e-324, 1),
                 c(most, most * (1 - 2^-53)), -3:3,
                 c(-Inf, Inf), c(-5e-324, 0),
                 c(2^53, 2^53 + 2, .Machine$integer.max))
  for (scores in shapes) {
    scores <- sort(scores)
    curve <- WeightedROC(rep(scores, 2), rep(0:1, each = length(scores)))
    plain <- roc_at(curve, threshold = curve$threshold)
    between <- roc_at(curve, threshold = curve$threshold, midpoints = TRUE)
    expect_identical(between[-3], plain[-3])
    expect_identical(between$threshold[[1]], -Inf)
    inner <- seq_along(scores)[-1]
    expect_true(all(between$threshold[inner] > scores[inner - 1] & between$threshold[inner] <= scores[inner]))
    expect_identical(between$threshold[[nrow(curve)]], Inf)
    expect_identical(roc_at(curve, threshold = between$threshold)$FN[inner], plain$FN[inner])
  }
})

test_that("low scores that mean positive have midpoints of their own", {
  people <- data.frame(sick = c(1, 1, 0, 1, 0), x = c(1, 2, 4, 8, 16))
  fit <- weighted_roc(sick ~ x, people, direction = "<=")
  expect_identical(roc_optimal(fit)$threshold, 2)
  expect_identical(roc_optimal(fit, midpoints = TRUE)$threshold, 3)
  expect_identical(roc_at(fit, threshold = 100, midpoints = TRUE)$threshold, Inf)
})

test_that("it is TRUE or FALSE", {
  expect_error(roc_at(document_curve(), threshold = 1, midpoints = NA), class = "wroc_error_type")
  expect_error(roc_optimal(document_curve(), midpoints = "yes"), class = "wroc_error_type")
})
