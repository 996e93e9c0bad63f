example_curve <- function(...) {
  WeightedROC(c(1, 2, 3, 1, 1), c(-1, -1, 1, 1, 1), c(1, 1, 1, 4, 5), ...)
}

test_that("the document's example", {
  expect_identical(example_curve(), data.frame(
    TPR = c(1, 0.1, 0.1, 0),
    FPR = c(1, 0.5, 0, 0),
    threshold = c(1, 2, 3, Inf),
    FN = c(0, 9, 9, 10),
    FP = c(2, 1, 0, 0)
  ))
})

test_that("the curve is a plain data.frame of doubles with compact row names", {
  curve <- WeightedROC(1:3, c(0L, 1L, 1L), 1:3)
  expect_identical(attributes(curve), list(
    names = c("TPR", "FPR", "threshold", "FN", "FP"),
    class = "data.frame",
    row.names = 1:4
  ))
  expect_identical(.row_names_info(curve), -4L)
  expect_true(all(vapply(curve, is.double, NA)))
})

test_that("random observations with ties agree with the definition", {
  skip_on_cran()
  set.seed(1)
  for (repetition in 1:30) {
    x <- random_observations(sample(2:40, 1), scores = sample(1:12, 1))
    curve <- WeightedROC(x$guess, x$positive, x$weight)
    expect_equal(curve, naive_curve(x$guess, x$positive, x$weight), tolerance = 1e-14)
    area <- naive_area(x$guess, x$positive, x$weight)
    expect_equal(WeightedAUC(curve), area, tolerance = 1e-14)
    expect_equal(auc_wmw(x$guess, x$positive, x$weight), area, tolerance = 1e-14)
  }
})

test_that("all encodings of the labels mean the same", {
  guess <- c(1, 2, 3, 1, 1)
  positive <- c(FALSE, FALSE, TRUE, TRUE, TRUE)
  curve <- WeightedROC(guess, positive)
  encodings <- list(
    ifelse(positive, 1, -1), ifelse(positive, 1L, -1L),
    as.numeric(positive), as.integer(positive),
    positive + 1, as.integer(positive) + 1L,
    factor(positive),
    factor(positive, levels = c("unused", "FALSE", "between", "TRUE", "last")),
    factor(positive, ordered = TRUE),
    ifelse(positive, 1, -0)
  )
  for (label in encodings) {
    expect_identical(WeightedROC(guess, label), curve)
  }
  reversed <- factor(positive, levels = c("TRUE", "FALSE"))
  expect_identical(WeightedROC(guess, reversed), WeightedROC(guess, !positive))
})

test_that("vectors of all kinds go in, and are not changed", {
  guess <- c(1, 2, 3, 1, 1)
  label <- c(-1, -1, 1, 1, 1)
  weight <- c(1, 1, 1, 4, 5)
  curve <- example_curve()
  expect_identical(WeightedROC(as.integer(guess), as.integer(label), as.integer(weight)), curve)
  expect_identical(WeightedROC(c(a = 1, b = 2, c = 3, d = 1, e = 1), label, weight), curve)
  expect_identical(WeightedROC(array(guess), array(label), array(weight)), curve)
  expect_identical(WeightedROC(cbind(guess), cbind(label), cbind(weight)), curve)
  expect_identical(WeightedROC(structure(guess, class = "units"), label, weight), curve)
  expect_identical(
    WeightedROC(1:6, 1:6 > 3, rep(c(TRUE, FALSE), 3)),
    WeightedROC(c(1, 3, 5), c(0, 0, 1))
  )
  given <- list(guess = c(b = 2, a = -0, c = 1), label = factor(c("x", "y", "x")), weight = c(1, 0.5, 2))
  before <- unserialize(serialize(given, NULL))
  do.call(WeightedROC, given)
  expect_identical(given, before)
  expect_identical(1 / given$guess[["a"]], -Inf)
  skip_if_not_installed("tibble")
  columns <- list(guess = guess, label = label, weight = weight)
  expect_identical(do.call(WeightedROC, tibble::as_tibble(columns)), curve)
  skip_if_not_installed("data.table")
  expect_identical(with(data.table::as.data.table(columns), WeightedROC(guess, label, weight)), curve)
})

test_that("arguments may be named or positional, and blank where they have a default", {
  expect_identical(
    WeightedROC(weight = c(1, 1, 1, 4, 5), label = c(-1, -1, 1, 1, 1), guess = c(1, 2, 3, 1, 1)),
    example_curve()
  )
  expect_identical(WeightedROC(1:2, 0:1, ), WeightedROC(1:2, 0:1, c(1, 1)))
  wrapper <- function(guess, label, ...) WeightedROC(guess, label, ...)
  expect_identical(wrapper(1:2, 0:1), WeightedROC(1:2, 0:1, c(1, 1)))
  wrapper <- function(guess, label, weight = c(2, 3)) WeightedROC(guess, label, weight)
  expect_identical(wrapper(1:2, 0:1), WeightedROC(1:2, 0:1, c(2, 3)))
  expect_identical(formals(WeightedROC), as.pairlist(alist(
    guess = , label = , weight = rep(1, length(label)), ... = , weights = NULL
  )))
})

test_that("infinite scores are scores like others", {
  curve <- WeightedROC(c(-Inf, -Inf, 0, Inf, Inf), c(0, 1, 1, 0, 1))
  expect_identical(curve$threshold, c(-Inf, 0, Inf, Inf))
  expect_identical(curve$FP, c(2, 1, 1, 0))
  expect_identical(curve$FN, c(0, 1, 2, 3))
})

test_that("zeros tie whatever their sign, neighbouring doubles do not", {
  zero <- WeightedROC(c(0, -0, 0), c(0, 1, 1))
  expect_identical(nrow(zero), 2L)
  expect_identical(1 / zero$threshold[1], Inf)
  expect_identical(nrow(WeightedROC(c(1, 1 + .Machine$double.eps, 1), c(0, 1, 1))), 3L)
  expect_identical(nrow(WeightedROC(c(5e-324, 0, 1e-323), c(0, 1, 1))), 4L)
})

test_that("a real survey: the weights matter, the rates are those of the population", {
  skip_if_not_installed("survey")
  data(nhanes, package = "survey", envir = environment())
  known <- nhanes[!is.na(nhanes$HI_CHOL), ]
  curve <- with(known, WeightedROC(as.integer(agecat), HI_CHOL, WTMEC2YR))
  totals <- with(known, tapply(WTMEC2YR, HI_CHOL, sum))
  expect_equal(curve$FP[1], totals[["0"]], tolerance = 1e-14)
  expect_equal(curve$FN[nrow(curve)], totals[["1"]], tolerance = 1e-14)
  above <- with(known, weighted.mean(as.integer(agecat)[HI_CHOL == 1] >= 3, WTMEC2YR[HI_CHOL == 1]))
  expect_equal(curve$TPR[curve$threshold == 3], above, tolerance = 1e-14)
})
