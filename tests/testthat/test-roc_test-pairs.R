# All pairs of scores, adjusted for their number.

pairs_with <- function(x, adjust, ...) {
  auc_test(x$scores, label = x$positive, weight = x$weight, adjust = adjust, ...)$contrasts
}

test_that("adjusted p-values are those of p.adjust()", {
  set.seed(121)
  x <- inference_data(50)
  plain <- pairs_with(x, "none")
  expect_null(plain$p.adjusted)
  for (adjust in setdiff(stats::p.adjust.methods, "none")) {
    for (kind in c("score", "wald")) {
      plain <- pairs_with(x, "none", test = kind)
      found <- pairs_with(x, adjust, test = kind)
      expect_identical(found$p.value, plain$p.value)
      expect_identical(found$p.adjusted, stats::p.adjust(plain$p.value, adjust))
      expect_identical(names(found), append(names(plain), "p.adjusted", 7L))
      if (adjust != "bonferroni") {
        expect_identical(found[c("conf.low", "conf.high")], plain[c("conf.low", "conf.high")])
      }
    }
  }
  wider <- pairs_with(x, "none", conf.level = 1 - 0.05 / 3)
  expect_close(pairs_with(x, "bonferroni")[c("conf.low", "conf.high")], wider[c("conf.low", "conf.high")])
})

# By a covariance that is given, so that differences may be any.
all_pairs <- function(estimate, covariance, adjust = "closed", freedom = Inf, test = "wald",
                      conf.level = 0.95) {
  how <- list(alternative = "two.sided", conf.level = conf.level, test = test, adjust = adjust)
  given <- list(estimate = as.double(estimate), covariance = covariance, freedom = freedom)
  unwrap(test_contrasts(list(given), quantity("AUC"), request_of(how)))
}

# All partitions of some numbers, each a list of sets.
partitions_of <- function(members) {
  if (length(members) == 0L) return(list(list()))
  others <- members[-1L]
  with_first <- lapply(seq_len(2^length(others)) - 1, function(set) {
    others[bitwAnd(set, 2^(seq_along(others) - 1)) > 0]
  })
  do.call(c, lapply(with_first, function(set) {
    lapply(partitions_of(setdiff(others, set)), function(rest) c(list(c(members[[1L]], set)), rest))
  }))
}

# For each pair: the largest p-value of all partitions that have it in one set; of a partition Bonferroni's of its
# sets, each with the p-value that `p_of` gives, NA where there is nothing to test.
closed_by_definition <- function(number, p_of) {
  pairs <- utils::combn(number, 2L)
  adjusted <- apply(pairs, 2L, p_of)
  for (partition in partitions_of(seq_len(number))) {
    sets <- Filter(function(set) length(set) > 1L, partition)
    p <- vapply(sets, p_of, 0)
    p_of_partition <- suppressWarnings(min(1, sum(!is.na(p)) * min(p, na.rm = TRUE)))
    for (set in sets[!is.na(p)]) {
      of_set <- pairs[1L, ] %in% set & pairs[2L, ] %in% set
      adjusted[of_set] <- pmax(adjusted[of_set], p_of_partition)
    }
  }
  adjusted
}

some_scores <- function(number, n = 60) {
  x <- inference_data(n)
  own <- matrix(rnorm(n * number), n)
  x$scores <- (x$positive + rnorm(n)) + own + outer(as.integer(x$positive), seq_len(number) / 4)
  colnames(x$scores) <- letters[seq_len(number)]
  x
}

test_that("closed tests are those of all partitions, by the joint tests of their sets", {
  skip_on_cran()
  set.seed(122)
  for (number in 3:5) {
    x <- some_scores(number)
    for (kind in c("score", "wald")) {
      p_of <- function(set) auc_test(x$scores[, set], x$positive, x$weight, test = kind)$p.value
      found <- pairs_with(x, "closed", test = kind)
      expect_close(found$p.adjusted, closed_by_definition(number, p_of), relative = 1e-9)
    }
  }
})

test_that("of more than ten estimates all at once, and Holm's with the pairs that are left", {
  set.seed(125)
  covariance <- diag(11)
  estimate <- c(rnorm(10), 6)
  found <- all_pairs(estimate, covariance)
  p <- found$contrasts$p.value
  expected <- pmax(pmin(stats::p.adjust(p, "holm"), choose(10, 2) * p), found$p.value)
  expect_identical(found$contrasts$p.adjusted, expected)
  # All ten: the definition would take 115975 partitions.
  found <- all_pairs(estimate[-1], covariance[-1, -1])
  expect_true(all(found$contrasts$p.adjusted >= pmax(found$contrasts$p.value, found$p.value)))
  expect_lt(min(found$contrasts$p.adjusted), 0.05)
})

test_that("no pair is rejected whose interval has 0, and random numbers are left alone", {
  set.seed(126)
  x <- some_scores(4, 100)
  x$scores[, 4] <- x$scores[, 4] + 3 * x$positive
  seed <- .Random.seed
  found <- pairs_with(x, "closed")
  expect_identical(.Random.seed, seed)
  expect_identical(found[c("conf.low", "conf.high")], pairs_with(x, "none")[c("conf.low", "conf.high")])
  expect_true(all(found$p.adjusted >= found$p.value))
  leaves_out_0 <- found$conf.low > 0 | found$conf.high < 0
  expect_true(any(found$p.adjusted < 0.05) && all(leaves_out_0[found$p.adjusted < 0.05]))
})

test_that("adjust has its errors, and does nothing to one pair", {
  s <- c(1, 3, 2, 4, 5, 0)
  y <- c(0, 0, 1, 1, 1, 0)
  for (adjust in list("x", NA_character_, 1, c("holm", "BH"))) {
    expect_identical(error_kind(auc_test(cbind(s, rev(s), s^2), label = y, adjust = adjust)), "choice")
  }
  expect_identical(auc_test(list(s, rev(s)), y, adjust = "closed")$p.value,
                   auc_test(list(s, rev(s)), y)$p.value)
})

# Covariances from elsewhere ---------------------------------------------------------

test_that("one area in a design has no more degrees of freedom than it", {
  skip_if_not_installed("survey")
  set.seed(127)
  x <- inference_data(60)
  pairs <- data.frame(pair = rep(1:30, each = 2))
  design <- survey::svydesign(ids = ~1, strata = ~pair, weights = ~1, data = pairs)
  test <- auc_test(x$guess, x$positive, design, mu = 0.6)
  interval <- auc_ci(x$guess, x$positive, design)
  expect_close(test$conf.int[1:2], c(interval$conf.low, interval$conf.high), relative = 1e-12)
  expect_close(test$parameter, c(df = 34))
  plain <- auc_ci(x$guess, x$positive, design, method = "wald")
  expect_close(plain$conf.high - plain$estimate, qt(0.975, 30) * plain$std.error, relative = 1e-10)
})
