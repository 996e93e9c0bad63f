test_that("the document's example", {
  y <- c(-1, -1, 1, 1, 1)
  w <- c(1, 1, 1, 4, 5)
  expect_identical(auc_wmw(c(1, 2, 3, 1, 1), y, w), 0.325)
  expect_identical(auc_wmw(c(1, 2, 3, 1, 1), y), 3 / 6)
})

test_that("it agrees with the definition and with the area of the curve", {
  skip_on_cran()
  set.seed(1)
  for (repetition in 1:200) {
    x <- random_observations(sample(2:40, 1), scores = sample(1:12, 1))
    area <- auc_wmw(x$guess, x$positive, x$weight)
    expect_equal(area, naive_area(x$guess, x$positive, x$weight), tolerance = 1e-14)
    curve <- WeightedROC(x$guess, x$positive, x$weight)
    expect_equal(area, WeightedAUC(curve), tolerance = 1e-14)
  }
})

test_that("it agrees with the area of the curve for many observations of all shapes", {
  set.seed(2)
  n <- 1e5
  positive <- runif(n) < 0.3
  for (guess in list(runif(n), round(runif(n), 3), rcauchy(n), seq_len(n), rev(seq_len(n)),
                     c(1e300, runif(n - 1)), plogis(30 * rnorm(n)), rep(1, n))) {
    for (weight in list(rep(1, n), rexp(n), 10^runif(n, -12, 12))) {
      area <- auc_wmw(guess, positive, weight)
      expect_equal(area, WeightedAUC(WeightedROC(guess, positive, weight)), tolerance = 1e-14)
    }
  }
})

test_that("without weights it is wilcox.test's statistic", {
  set.seed(3)
  x <- round(rnorm(200), 1)
  y <- round(rnorm(300, 0.5), 1)
  statistic <- wilcox.test(y, x, exact = FALSE)$statistic[["W"]]
  expect_equal(auc_wmw(c(x, y), rep(0:1, c(200, 300))), statistic / (200 * 300), tolerance = 1e-14)
})

test_that("more than 2^31 pairs do not overflow", {
  n <- 1e5
  expect_identical(auc_wmw(seq_len(2 * n), rep(0:1, each = n)), 1)
  expect_equal(auc_wmw(rep(1:2, n), rep(0:1, each = n)), 0.5, tolerance = 1e-15)
  weight <- rep(.Machine$integer.max, 4)
  expect_equal(auc_wmw(1:4, c(0, 1, 0, 1), weight), 0.75, tolerance = 1e-15)
})

test_that("huge and tiny weights neither overflow nor vanish", {
  label <- c(0, 1, 0, 1)
  for (scale in c(1e307, 1e200, 1e-200, 1e-307, 5e-324)) {
    expect_equal(auc_wmw(1:4, label, rep(scale, 4)), 0.75, tolerance = 1e-15)
    expect_equal(auc_wmw(1:4, label, ifelse(label == 1, scale, 1)), 0.75, tolerance = 1e-15)
  }
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
  weight <- rexp(n) * rbinom(n, 1, 0.9)
  doubles <- matrix(round(runif(n * 200), 2), n, dimnames = list(NULL, paste0("s", 1:200)))
  integers <- matrix(sample(n * 200L), n)
  old <- options(WeightedROC.threads = 1L)
  on.exit(options(old))
  for (scores in list(doubles, integers, integers > n * 100)) {
    for (w in list(NULL, weight, 1L:n)) {
      alone <- apply(scores, 2L, auc_wmw, label, w)
      for (threads in c(1, 2, 3, 8)) {
        options(WeightedROC.threads = threads)
        expect_identical(auc_wmw(scores, label, w), alone)
      }
      frame <- as.data.frame(scores)
      expect_identical(unname(auc_wmw(frame, label, w)), unname(alone))
      expect_identical(auc_wmw(unname(as.list(frame)), label, w), unname(alone))
      expect_identical(auc_wmw(scores, label, w, na.rm = TRUE), alone)
    }
  }
})

test_that("the first of many scores with a fault is named, by any number of threads", {
  scores <- matrix(runif(1e5), 100)
  scores[7, c(300, 900)] <- NaN
  old <- options(WeightedROC.threads = 1L)
  on.exit(options(old))
  for (threads in c(1, 2, 8)) {
    options(WeightedROC.threads = threads)
    error <- expect_error(auc_wmw(scores, rep(0:1, 50)), class = "wroc_error_missing")
    expect_identical(error$score, 300L)
    expect_identical(error$position, 7)
  }
  label <- factor(c(0, 1))
  attr(label, "levels") <- "0"
  expect_error(auc_wmw(matrix(1:4, 2), label), class = "wroc_error_levels")
  expect_error(auc_wmw(matrix(1, 2, 0), 0:1), class = "wroc_error_empty")
  expect_error(auc_wmw(matrix(1, 0, 2), integer()), class = "wroc_error_empty")
  expect_error(auc_wmw(matrix("1", 2, 2), 0:1), class = "wroc_error_type")
  expect_error(auc_wmw(matrix(1, 3, 2), 0:1), class = "wroc_error_length")
  expect_identical(auc_wmw(matrix(1:4, 2, dimnames = list(NULL, c("a", NA))), 0:1),
                   structure(c(1, 1), names = c("a", NA)))
})

test_that("a list of scores is as good as their matrix", {
  scores <- cbind(a = c(1, 3, 2), b = c(2, 1, 1))
  label <- c(0, 1, 1)
  expect_identical(auc_wmw(list(a = scores[, 1], b = scores[, 2]), label), auc_wmw(scores, label))
  expect_identical(auc_wmw(list(scores[, 1]), label), auc_wmw(scores[, 1], label))
  expect_null(names(auc_wmw(unname(as.list(as.data.frame(scores))), label)))
})

test_that("errors are those of the curve", {
  expect_wroc_error(
    auc_wmw(c(1, NA), 0:1), "missing",
    with_hint("ROC curve undefined for NA guess: element 2 of `guess` is NA or NaN."),
    argument = "guess", position = 2
  )
  expect_wroc_error(
    auc_wmw(1:2, 0:1, c(1, -1)), "weight",
    "`weight` must be finite and >= 0: element 2 is -1."
  )
  expect_error(auc_wmw(1:3, 0:1), class = "wroc_error_length")
  expect_error(auc_wmw(1:3, c(1, 1, 1)), class = "wroc_error_one_class")
  expect_error(auc_wmw(list(1, 2), 0:1), class = "wroc_error_length")
  expect_error(auc_wmw(list(list(1, 2)), 0:1), class = "wroc_error_type")
  expect_error(auc_wmw(1:2, 0:1, c(0, 1)), class = "wroc_error_no_weight")
  expect_error(auc_wmw(1:4, c(0, 0, 1, 1), c(1, 1, 1e308, 1e308)), class = "wroc_error_overflow")
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
