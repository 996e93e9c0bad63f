test_that("the document's example", {
  y <- c(-1, -1, 1, 1, 1)
  w <- c(1, 1, 1, 4, 5)
  expect_identical(auc_wmw(c(1, 2, 3, 1, 1), y, w), 0.325)
  expect_identical(auc_wmw(c(1, 2, 3, 1, 1), y), 3 / 6)
})

test_that("without weights it is wilcox.test's statistic", {
  set.seed(3)
  x <- round(rnorm(200), 1)
  y <- round(rnorm(300, 0.5), 1)
  statistic <- wilcox.test(y, x, exact = FALSE)$statistic[["W"]]
  expect_equal(auc_wmw(c(x, y), rep(0:1, c(200, 300))), statistic / (200 * 300), tolerance = 1e-14)
})

test_that("several scores give a named vector", {
  skip_on_cran()
  set.seed(4)
  label <- rbinom(100, 1, 0.5)
  weight <- rexp(100)
  scores <- cbind(a = rnorm(100), b = label + rnorm(100), c = 1)
  expected <- c(a = auc_wmw(scores[, "a"], label, weight),
                b = auc_wmw(scores[, "b"], label, weight), c = 0.5)
  expect_identical(auc_wmw(scores, label, weight), expected)
  expect_identical(auc_wmw(as.data.frame(scores), label, weight), expected)
  expect_identical(auc_wmw(unname(scores), label, weight), unname(expected))
  expect_identical(auc_wmw(scores[, "a", drop = FALSE], label, weight), expected["a"])
  expect_identical(auc_wmw(list(a = scores[, 1], b = scores[, 2]), label, weight), expected[1:2])
  expect_identical(auc_wmw(list(scores[, 1]), label, weight), expected[["a"]])
  mixed <- data.frame(double = c(1, 2, 3), integer = 3:1)
  expect_identical(auc_wmw(mixed, c(0, 0, 1)), c(double = 1, integer = 0))
  skip_if_not_installed("tibble")
  expect_identical(auc_wmw(tibble::as_tibble(mixed), c(0, 0, 1)), c(double = 1, integer = 0))
  skip_if_not_installed("data.table")
  expect_identical(auc_wmw(data.table::as.data.table(mixed), c(0, 0, 1)),
                   c(double = 1, integer = 0))
})

test_that("many scores have the areas that each has alone, by any number of threads", {
  skip_on_cran()
  set.seed(5)
  n <- 500
  label <- factor(rbinom(n, 1, 0.5), labels = c("no", "yes"))
  integers <- matrix(sample(n * 200L), n)
  for (scores in list(matrix(round(runif(n * 200), 2), n), integers, integers > n * 100)) {
    for (w in list(NULL, rexp(n) * rbinom(n, 1, 0.9))) {
      alone <- apply(scores, 2L, auc_wmw, label, w)
      for (threads in c(1, 3)) expect_identical(with_threads_of(threads, auc_wmw(scores, label, w)), alone)
      expect_identical(auc_wmw(unname(as.list(as.data.frame(scores))), label, w), alone)
      expect_identical(auc_wmw(scores, label, w, na.rm = TRUE), alone)
    }
  }
})

test_that("the first of many scores with a fault is named, by any number of threads", {
  scores <- matrix(runif(1e5), 100)
  scores[7, c(300, 900)] <- NaN
  for (threads in c(1, 2, 8)) {
    error <- with_threads_of(threads, expect_error(auc_wmw(scores, rep(0:1, 50)), class = "wroc_error_missing"))
    expect_identical(error[c("score", "position")], list(score = 300L, position = 7))
  }
  label <- structure(1:2, levels = "0", class = "factor")
  expect_refused(
    "levels label" = auc_wmw(matrix(1:4, 2), label), "empty guess" = auc_wmw(matrix(1, 2, 0), 0:1),
    "empty label" = auc_wmw(matrix(1, 0, 2), integer()), "type guess" = auc_wmw(matrix("1", 2, 2), 0:1),
    "length guess" = auc_wmw(matrix(1, 3, 2), 0:1), "length guess" = auc_wmw(list(1, 2), 0:1),
    "type guess" = auc_wmw(list(list(1, 2)), 0:1)
  )
  expect_identical(auc_wmw(matrix(1:4, 2, dimnames = list(NULL, c("a", NA))), 0:1),
                   structure(c(1, 1), names = c("a", NA)))
})

test_that("a fault in one of several scores names the score", {
  expect_wroc_error(
    auc_wmw(data.frame(a = 1:2, b = c(1, NA)), 0:1), "missing",
    with_hint(paste(
      "In score `b`:",
      "ROC curve undefined for NA guess: element 2 of `guess` is NA or NaN."
    )),
    argument = "guess", position = 2, score = "b"
  )
  for (scores in list(cbind(1:2, c(1, NA)), list(1:2, c(1, NA)), list(a = 1:2, c(1, NA)))) {
    error <- expect_error(auc_wmw(scores, 0:1), class = "wroc_error_missing")
    expect_identical(error$score, 2L)
    expect_match(conditionMessage(error), "^In column 2 of `guess`: ")
  }
  # A fault of all scores is not attributed to the first.
  expect_wroc_error(
    auc_wmw(data.frame(a = 1:2, b = 2:1), 0:1, c(1, -1)), "weight",
    "`weight` must be finite and >= 0: element 2 is -1."
  )
  error <- expect_error(auc_wmw(data.frame(a = 1:2, b = c("x", "y")), 0:1))
  expect_s3_class(error, "wroc_error_type")
  expect_identical(conditionCall(error), quote(auc_wmw(data.frame(a = 1:2, b = c("x", "y")), 0:1)))
})
