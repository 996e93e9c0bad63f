# TPR = 0.5 + 0.5 FPR, and 2 FPR up to 0.5: they cross at 1 / 3.
above_first <- function() WeightedROC(c(1, 1, 2), c(0, 1, 1))
above_last <- function() WeightedROC(c(1, 2, 2), c(0, 0, 1))

test_that("two curves that cross, by hand", {
  expect_close(roc_compare(above_first(), above_last()), data.frame(
    FPR_low = c(0, 1 / 3), FPR_high = c(1 / 3, 1), ahead = c("x", "y"), area = c(1, 1) / 12,
    dominates = "neither"
  ), 1e-14)
})

test_that("two curves that part and meet, by hand", {
  # 1 up to FPR = 0.25 is only reached by x, both reach it at 0.5.
  x <- WeightedROC(c(1, 2, 3, 4, 5), c(0, 0, 1, 0, 1), c(2, 1, 2, 1, 2))
  y <- WeightedROC(c(1, 2, 2, 4, 5), c(0, 0, 1, 0, 1), c(2, 1, 2, 1, 2))
  # x: 0.5 to 0.25, then 1. y: 0.5 to 0.25, then straight to 1 at 0.5.
  expect_close(roc_compare(x, y), data.frame(
    FPR_low = c(0, 0.25, 0.5), FPR_high = c(0.25, 0.5, 1), ahead = c("neither", "x", "neither"),
    area = c(0, 0.0625, 0), dominates = "x"
  ), 1e-15)
})

test_that("intervals on which the same one is ahead are one interval", {
  expect_close(roc_compare(staircase_curve(), document_curve()), data.frame(
    FPR_low = 0, FPR_high = 1, ahead = "x", area = 0.775 - 0.325, dominates = "x"
  ), 1e-14)
})

test_that("two curves that touch in a point without crossing it are one interval or two alike", {
  # The chance line and x with the corner (0.5, 0.5) on it from above.
  x <- WeightedROC(c(1, 2, 3, 4), c(0, 1, 0, 1))
  chance <- WeightedROC(c(1, 1), 0:1)
  result <- roc_compare(x, chance)
  expect_identical(result$ahead, "x")
  expect_close(result$area, 0.25, 1e-15)
})

test_that("a curve is not ahead of itself in another unit of weights", {
  skip_on_cran()
  set.seed(1)
  for (trial in 1:100) {
    score <- sample(8, 30, TRUE)
    label <- c(0, 1, sample(0:1, 28, TRUE))
    weight <- sample(5, 30, TRUE)
    x <- WeightedROC(score, label, weight)
    y <- WeightedROC(score, label, weight * 0.1)
    expect_identical(roc_compare(x, y)$ahead, "neither")
    expect_false(dominates(x, y) || dominates(y, x))
  }
})

test_that("each pair of scores of a fit is compared, in each group", {
  set.seed(5)
  data <- data.frame(sick = rep(0:1, 30), a = rnorm(60, 2 * rep(0:1, 30)), b = rnorm(60),
                     c = rnorm(60, rep(0:1, 30)), sex = rep(c("f", "m"), each = 30))
  fit <- weighted_roc(sick ~ a + b + c, data)
  found <- roc_compare(fit)
  expect_identical(unique(found[c("score1", "score2")])$score2, c("b", "c", "c"))
  alone <- roc_compare(WeightedROC(data$b, data$sick), WeightedROC(data$c, data$sick))
  last <- found[found$score1 == "b", ]
  named <- c(x = "b", y = "c", neither = "neither")
  expect_identical(last$area, alone$area)
  expect_identical(last$ahead, unname(named[alone$ahead]))
  expect_identical(last$dominates, unname(named[alone$dominates]))
  # Scores without a fit, and fits of one score each.
  expect_identical(roc_compare(as.list(data[c("a", "b", "c")]), label = data$sick), found)
  expect_identical(roc_compare(weighted_roc(sick ~ b, data), weighted_roc(sick ~ c, data)), alone)
  by_sex <- roc_compare(weighted_roc(sick ~ a + b, data, by = sex))
  expect_identical(names(by_sex)[1:3], c("sex", "score1", "score2"))
  expect_identical(by_sex$area[by_sex$sex == "m"],
                   roc_compare(weighted_roc(sick ~ a + b, data[data$sex == "m", ]))$area)
  expect_error(roc_compare(fit, WeightedROC(data$a, data$sick)), class = "wroc_error_curves")
  expect_error(roc_compare(WeightedROC(data$a, data$sick)), class = "wroc_error_choice")
})

test_that("a curve above another dominates it, by hand", {
  perfect <- WeightedROC(1:4, c(0, 0, 1, 1))
  chance <- WeightedROC(c(1, 1), 0:1)
  inverted <- WeightedROC(4:1, c(0, 0, 1, 1))
  expect_identical(dominates(perfect, chance), TRUE)
  expect_identical(dominates(chance, perfect), FALSE)
  expect_true(dominates(chance, inverted))
  expect_true(dominates(perfect, staircase_curve()))
  expect_true(dominates(staircase_curve(), document_curve()))
  expect_false(dominates(document_curve(), staircase_curve()))
  # They cross at (1 / 3, 2 / 3).
  x <- WeightedROC(c(1, 1, 2), c(0, 1, 1))
  y <- WeightedROC(c(1, 2, 2), c(0, 0, 1))
  expect_false(dominates(x, y))
  expect_false(dominates(y, x))
})
