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

test_that("a curve does not dominate itself, nor one with more points on its lines", {
  for (curve in integer_curves()) {
    expect_false(dominates(curve, curve))
    expect_false(dominates(curve, roc_thin(curve)))
    expect_false(dominates(roc_thin(curve), curve))
  }
})

test_that("the hull dominates its curve where it is another", {
  set.seed(1)
  for (curve in some_curves()) {
    hull <- roc_hull(curve)
    bent <- WeightedAUC(hull) > WeightedAUC(curve) + 1e-12
    expect_identical(dominates(hull, curve), bent)
    expect_false(dominates(curve, hull))
  }
})

test_that("random curves agree with roc_compare", {
  set.seed(2)
  x <- some_curves(4)
  y <- sample(x)
  dominated <- vapply(seq_along(x), function(i) {
    is_above <- dominates(x[[i]], y[[i]])
    ahead <- roc_compare(x[[i]], y[[i]])$ahead
    expect_identical(is_above, any(ahead == "x") && !any(ahead == "y"))
    is_above
  }, NA)
  expect_gt(sum(dominated), 10)
  expect_gt(sum(!dominated), 10)
})

test_that("a difference in one point of a fine curve counts", {
  set.seed(3)
  n <- 2000
  guess <- rnorm(n)
  positive <- both_classes(n)
  curve <- WeightedROC(guess, positive)
  # One positive observation that changes places with a higher negative one.
  order <- order(guess)
  swap <- which(diff(positive[order]) == -1)[20]
  better <- positive
  better[order[swap + 0:1]] <- c(FALSE, TRUE)
  other <- WeightedROC(guess, better)
  expect_true(dominates(other, curve))
  expect_false(dominates(curve, other))
})
