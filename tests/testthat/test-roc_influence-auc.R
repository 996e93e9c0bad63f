test_that("the document's example, by hand", {
  y <- c(-1, -1, 1, 1, 1)
  w <- c(1, 1, 1, 4, 5)
  # Area 0.325; the positives of weight 1, 4, 5 beat 1, 1/4, 1/4 of the negatives; of the positives'
  # weight 0.55 beats the first negative (half of 9 ties) and 0.1 the second.
  expected <- c(0.5 * (0.55 - 0.325), 0.5 * (0.1 - 0.325), 0.1 * (1 - 0.325),
                0.4 * (0.25 - 0.325), 0.5 * (0.25 - 0.325))
  expect_close(drop(roc_influence(c(1, 2, 3, 1, 1), y, w)), expected, absolute = 1e-16)
})

# A difference of two numbers in [0, 1], each with a few roundings of 1e-16, times a share of the
# weight.
test_that("it agrees with the definition over all pairs", {
  skip_on_cran()
  set.seed(1)
  for (repetition in 1:100) {
    x <- inference_data(sample(8:60, 1), scores = sample(1:12, 1))
    expect_close(drop(roc_influence(x$guess, x$positive, x$weight)),
                 naive_influence(x$guess, x$positive, x$weight), relative = 1e-12, absolute = 5e-16)
    expect_close(drop(roc_influence(x$third, x$positive)),
                 naive_influence(x$third, x$positive), relative = 1e-12, absolute = 5e-16)
  }
})

test_that("it agrees with the definition for weights of all sizes and scores of all kinds", {
  set.seed(2)
  for (x in c(integer_observations(), real_observations())) {
    expect_close(drop(roc_influence(x$guess, x$positive, x$weight)),
                 naive_influence(x$guess, x$positive, x$weight), relative = 1e-12, absolute = 5e-16)
  }
  positive <- both_classes(50)
  guess <- sample(9, 50, replace = TRUE)
  weight <- 10^runif(50, -12, 12)
  expect_close(drop(roc_influence(guess, positive, weight)), naive_influence(guess, positive, weight),
               relative = 1e-11, absolute = 5e-16)
})

test_that("a dominating weight neither overflows nor turns into NaN", {
  for (scale in c(1e-300, 1, 1e300)) {
    u <- drop(roc_influence(1:4, c(0, 1, 0, 1), scale * c(1, 1, 1, 1)))
    expect_close(u, c(0.5, -0.5, -0.5, 0.5) / 4)
  }
  u <- drop(roc_influence(c(1, 2, 3, 4), c(0, 1, 0, 1), c(1, 1e20, 1, 1)))
  expect_true(all(is.finite(u)))
  expect_close(u[c(1, 3)], c(0.25, -0.25))
})

# Errors of the numerical derivative: h^2 by the third derivative, 1e-16 / h by rounding.
test_that("it is the derivative of the area by the logarithm of a weight", {
  set.seed(3)
  x <- inference_data(40)
  h <- 1e-5
  moved <- function(i, by) {
    x$weight[i] <- x$weight[i] * exp(by)
    auc_wmw(x$guess, x$positive, x$weight)
  }
  slope <- vapply(seq_along(x$guess), function(i) (moved(i, h) - moved(i, -h)) / (2 * h), 0)
  expect_close(drop(roc_influence(x$guess, x$positive, x$weight)), slope, relative = 0, absolute = 1e-9)
})

test_that("it sums to 0 in each class, and is 0 where the weight is 0", {
  set.seed(4)
  for (repetition in 1:20) {
    x <- inference_data(100)
    u <- drop(roc_influence(x$guess, x$positive, x$weight))
    expect_lt(abs(sum(u[x$positive])), 1e-14)
    expect_lt(abs(sum(u[!x$positive])), 1e-14)
    expect_gt(max(abs(u)), 1e-4)
    expect_true(any(x$weight == 0))
    expect_identical(u[x$weight == 0], rep(0, sum(x$weight == 0)))
  }
})

test_that("rows of weight 0 change no other", {
  set.seed(5)
  x <- inference_data(80)
  present <- x$weight > 0
  expect_identical(
    drop(roc_influence(x$guess, x$positive, x$weight))[present],
    drop(roc_influence(x$guess[present], x$positive[present], x$weight[present]))
  )
})

test_that("scaled weights of a class and increasing functions of the score change nothing", {
  set.seed(6)
  x <- inference_data()
  u <- drop(roc_influence(x$guess, x$positive, x$weight))
  for (factor in list(3, 1e-200, 1e200, ifelse(x$positive, 7, 1e-5))) {
    expect_close(drop(roc_influence(x$guess, x$positive, x$weight * factor)), u, absolute = 1e-16)
  }
  for (f in list(exp, function(s) s^3 - 100, function(s) rank(s) * 1e-300,
                 function(s) ifelse(s == max(s), Inf, -1 / s))) {
    expect_identical(drop(roc_influence(f(x$guess), x$positive, x$weight)), u)
  }
})

test_that("swapped classes with negated scores give the same", {
  set.seed(7)
  x <- inference_data()
  u <- drop(roc_influence(x$guess, x$positive, x$weight))
  expect_close(drop(roc_influence(-x$guess, !x$positive, x$weight)), u, absolute = 1e-16)
  expect_close(drop(roc_influence(-x$guess, x$positive, x$weight)), -u, absolute = 1e-16)
})

test_that("a row that is split shares its influence out by weight", {
  set.seed(8)
  x <- inference_data(30, zeros = FALSE)
  u <- drop(roc_influence(x$guess, x$positive, x$weight))
  twice <- function(v) c(v, v)
  part <- runif(30)
  v <- drop(roc_influence(twice(x$guess), twice(x$positive), c(part, 1 - part) * twice(x$weight)))
  expect_close(v, c(part, 1 - part) * twice(u), absolute = 1e-16)
})

test_that("the order of the observations is kept, whatever it is", {
  set.seed(9)
  x <- inference_data()
  u <- drop(roc_influence(x$guess, x$positive, x$weight))
  by <- sample(length(u))
  expect_close(drop(roc_influence(x$guess[by], x$positive[by], x$weight[by])), u[by], absolute = 1e-16)
})

test_that("a constant score and a separating one have no influences", {
  label <- rep(0:1, c(3, 5))
  expect_identical(drop(roc_influence(rep(2, 8), label, 1:8)), rep(0, 8))
  expect_identical(drop(roc_influence(1:8, label, 1:8)), rep(0, 8))
  expect_identical(drop(roc_influence(8:1, label, 1:8)), rep(0, 8))
  expect_identical(drop(roc_influence(1:2, 0:1)), c(0, 0))
  # With one positive its share is always 1.
  expect_close(drop(roc_influence(1:3, c(0, 1, 0))), c(0.25, 0, -0.25))
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

test_that("labels of all kinds, names and matrices of one column", {
  set.seed(11)
  x <- inference_data(20)
  u <- drop(roc_influence(x$guess, x$positive, x$weight))
  for (label in list(x$positive + 0, x$positive + 1L, ifelse(x$positive, 1, -1),
                     factor(x$positive, c(TRUE, FALSE, "maybe"), c("b", "a", "c"))[],
                     factor(x$positive, labels = c("no", "yes")))) {
    same <- !is.factor(label) || levels(label)[1] != "b"
    expect_close(drop(roc_influence(x$guess, label, x$weight)), if (same) u else -u, absolute = 1e-16)
  }
  names(x$guess) <- letters[1:20]
  expect_identical(drop(roc_influence(x$guess, x$positive, x$weight)), u)
  expect_identical(drop(roc_influence(x$guess, array(x$positive), unname(cbind(x$weight)))), u)
})

test_that("large data: the definition by ranks, with any number of threads", {
  set.seed(12)
  n <- 1e5
  positive <- runif(n) < 0.3
  guess <- round(rnorm(n, positive), 3)
  # Without weights the placement of a positive is its rank less that among the positives.
  rank1 <- replace(numeric(n), positive, rank(guess[positive]))
  rank0 <- replace(numeric(n), !positive, rank(guess[!positive]))
  all <- rank(guess)
  n1 <- sum(positive)
  n0 <- n - n1
  placement <- ifelse(positive, (all - rank1) / n0, 1 - (all - rank0) / n1)
  area <- mean(placement[positive])
  expected <- (placement - area) / ifelse(positive, n1, n0)
  u <- drop(roc_influence(guess, positive))
  expect_close(u, expected, relative = 0, absolute = 1e-19)
  for (threads in 1:3) {
    expect_identical(with_threads_of(threads, drop(roc_influence(guess, positive))), u)
  }
})

test_that("errors are those of the area", {
  expect_wroc_error(
    drop(roc_influence(c(1, NA), 0:1)), "missing",
    with_hint("ROC curve undefined for NA guess: element 2 of `x` is NA or NaN."),
    argument = "x", position = 2
  )
  expect_wroc_error(
    drop(roc_influence(list(a = 1:2, b = c(1, NA)), 0:1)), "missing",
    with_hint(paste("In score `b`:",
                    "ROC curve undefined for NA guess: element 2 of `x` is NA or NaN.")),
    argument = "x", position = 2, score = "b"
  )
  expect_identical(error_kind(drop(roc_influence(1:2, 0:1, c(1, -1)))), "weight")
  expect_identical(error_kind(drop(roc_influence(1:2, 0:1, c(1, Inf)))), "weight")
  expect_identical(error_kind(drop(roc_influence(1:2, 0:1, 1))), "length")
  expect_identical(error_kind(drop(roc_influence(1:3, 0:1))), "length")
  expect_identical(error_kind(drop(roc_influence(1:3, c(1, 1, 1)))), "one_class")
  expect_identical(error_kind(drop(roc_influence(1:3, c(1, 2, 3)))), "labels")
  expect_identical(error_kind(drop(roc_influence(1:3, c(0, NA, 1)))), "missing")
  expect_identical(error_kind(drop(roc_influence(list(1, 2), 0:1))), "length")
  expect_identical(error_kind(drop(roc_influence(c("a", "b"), 0:1))), "type")
  expect_identical(error_kind(drop(roc_influence(1:2, c("a", "b")))), "type")
  expect_identical(error_kind(drop(roc_influence(1:2, 0:1, c(0, 1)))), "no_weight")
  expect_identical(error_kind(drop(roc_influence(numeric(), numeric()))), "empty")
  expect_identical(error_kind(drop(roc_influence(1:4, c(0, 0, 1, 1), c(1, 1, 1e308, 1e308)))),
                   "overflow")
})
