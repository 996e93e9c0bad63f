test_that("the document's example, by hand", {
  y <- c(-1, -1, 1, 1, 1)
  w <- c(1, 1, 1, 4, 5)
  # Area 0.325; the positives of weight 1, 4, 5 beat 1, 1/4, 1/4 of the negatives; of the positives'
  # weight 0.55 beats the first negative (half of 9 ties) and 0.1 the second.
  expected <- c(0.5 * (0.55 - 0.325), 0.5 * (0.1 - 0.325), 0.1 * (1 - 0.325),
                0.4 * (0.25 - 0.325), 0.5 * (0.25 - 0.325))
  expect_close(drop(roc_influence(c(1, 2, 3, 1, 1), y, w)), expected, absolute = 1e-16)
})

test_that("several scores give a matrix with their names", {
  set.seed(10)
  x <- inference_data()
  u <- drop(roc_influence(x$scores, x$positive, x$weight))
  expect_identical(dim(u), c(60L, 3L))
  expect_identical(dimnames(u), list(NULL, c("guess", "other", "third")))
  for (score in colnames(u)) {
    expect_identical(u[, score], drop(roc_influence(x$scores[, score], x$positive, x$weight)))
  }
  expect_identical(drop(roc_influence(as.list(as.data.frame(x$scores)), x$positive, x$weight)), u)
  expect_identical(unname(drop(roc_influence(unname(x$scores), x$positive, x$weight))), unname(u))
  expect_identical(roc_influence(x$scores[, 2, drop = FALSE], x$positive, x$weight), u[, 2, drop = FALSE])
  skip_if_not_installed("tibble")
  expect_identical(drop(roc_influence(as.list(tibble::as_tibble(x$scores)), x$positive, x$weight)), u)
})
