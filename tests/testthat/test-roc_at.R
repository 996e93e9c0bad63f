test_that("the document's example, by hand", {
  at <- roc_at(document_curve(), threshold = c(2.5, -10, 99, 2, 3))
  expect_identical(at$threshold, c(2.5, -10, 99, 2, 3))
  expect_identical(at$TPR, c(0.1, 1, 0, 0.1, 0.1))
  expect_identical(at$FPR, c(0, 1, 0, 0.5, 0))
  expect_identical(at$FN, c(9, 0, 10, 9, 9))
  expect_identical(at$FP, c(0, 2, 0, 1, 0))
  expect_close(at$BACC, c(0.55, 0.5, 0.5, 0.3, 0.55), 1e-14)
  expect_close(at$PPV, c(1, 10 / 12, NA, 0.5, 1), 1e-14)
})

test_that("at the thresholds of the curve it gives the rows of roc_measures", {
  set.seed(1)
  for (curve in some_curves(3)) {
    order <- sample(nrow(curve), 2 * nrow(curve), replace = TRUE)
    rows <- roc_at(curve)[order, ]
    rownames(rows) <- NULL
    # The rows are no curve, which may need them.
    attr(rows, "true_negatives") <- NULL
    expect_identical(roc_at(curve, threshold = curve$threshold[order]), rows)
  }
})

test_that("any thresholds agree with the classified observations", {
  set.seed(3)
  for (x in integer_observations()) {
    curve <- curve_of(x)
    threshold <- c(-Inf, rnorm(5), sample(x$guess, 5, replace = TRUE), 1e9)
    at <- roc_at(curve, threshold = threshold)
    weight_where <- function(f) vapply(threshold, function(t) sum(x$weight[f(t)]), 0)
    expect_identical(at$FP, weight_where(function(t) x$guess >= t & !x$positive))
    expect_identical(at$FN, weight_where(function(t) x$guess < t & x$positive))
    tp <- weight_where(function(t) x$guess >= t & x$positive)
    expect_close(at$TPR, tp / sum(x$weight[x$positive]), 1e-15)
  }
})

test_that("neighbouring doubles are different thresholds", {
  curve <- WeightedROC(c(1, 2), c(0, 1))
  expect_identical(roc_at(curve, threshold = 1 + .Machine$double.eps)$FPR, 0)
  expect_identical(roc_at(curve, threshold = 1)$FPR, 1)
  expect_identical(roc_at(curve, threshold = 1 - .Machine$double.neg.eps)$FPR, 1)
})

test_that("infinite scores", {
  curve <- WeightedROC(c(-Inf, -Inf, 0, Inf, Inf), c(0, 1, 1, 0, 1))
  at <- roc_at(curve, threshold = c(Inf, -Inf, -1e308, 1e308))
  expect_identical(at$FP, c(1, 2, 1, 1))
  expect_identical(at$FN, c(2, 0, 1, 2))
  # Without one at Inf, nothing is as great as Inf.
  expect_identical(roc_at(document_curve(), threshold = Inf)$TPR, 0)
})

test_that("no thresholds give no rows, integer and named ones are numbers", {
  curve <- staircase_curve()
  expect_identical(roc_at(curve, threshold = numeric()), roc_at(curve)[0, ])
  expect_identical(roc_at(curve, threshold = 4:5), roc_at(curve, threshold = c(4, 5)))
  expect_identical(roc_at(curve, threshold = c(a = 4, b = 5)), roc_at(curve, threshold = c(4, 5)))
})

test_that("columns of the user do not come along, measures of the user are ignored", {
  curve <- staircase_curve()
  expected <- roc_at(curve, threshold = c(3.5, 6))
  expect_identical(roc_at(cbind(name = "a", curve, J = 7), threshold = c(3.5, 6)), expected)
  expect_identical(roc_at(roc_at(curve), threshold = c(3.5, 6)), expected)
})

test_that("a score of only 0 and 1 has its balanced accuracy at 1 as area", {
  set.seed(4)
  for (repetition in 1:50) {
    n <- sample(4:60, 1)
    positive <- both_classes(n)
    guess <- c(0, 1, rbinom(n - 2, 1, runif(1)))
    weight <- rlnorm(n, sdlog = 2)
    curve <- WeightedROC(guess, positive, weight)
    expect_close(roc_at(curve, threshold = 1)$BACC, WeightedAUC(curve), 1e-14)
    recall <- weighted.mean(guess[positive], weight[positive])
    fallout <- weighted.mean(guess[!positive], weight[!positive])
    expect_close(roc_at(curve, threshold = 1)$BACC, (recall + 1 - fallout) / 2, 1e-13)
  }
})

test_that("thresholds that are none are errors", {
  curve <- document_curve()
  expect_error(roc_at(curve, threshold = c(1, NA)), class = "wroc_error_missing")
  expect_error(roc_at(curve, threshold = NaN), class = "wroc_error_missing")
  expect_error(roc_at(curve, threshold = "1"), class = "wroc_error_type")
  expect_error(roc_at(curve, threshold = list(1)), class = "wroc_error_type")
  # NULL stands for each threshold of the curve.
  expect_identical(roc_at(curve, threshold = NULL), roc_at(curve))
})
