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
  unwrap(test_covariance(given, request_of(how)))
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

test_that("closed tests in folds, in clusters, of counts and of other numbers than areas", {
  set.seed(123)
  x <- some_scores(4, 80)
  fold <- rep(1:4, 20)
  ways <- list(list(fold = fold), list(cluster = rep(1:40, each = 2)), list(variance = "frequency"),
               list(measure = roc_measure("AUC", FPR = c(0, 0.5))))
  weight <- sample(1:4, 80, TRUE)
  for (way in ways) {
    tested <- function(set, ...) {
      do.call(roc_test, c(list(x$scores[, set], x$positive, weight), way, list(...)))
    }
    found <- tested(1:4, adjust = "closed")$contrasts$p.adjusted
    expect_close(found, closed_by_definition(4L, function(set) tested(set)$p.value), relative = 1e-7)
  }
})

test_that("closed tests of covariances that are given", {
  set.seed(124)
  covariance <- crossprod(matrix(rnorm(36), 6))
  estimate <- c(0, 1, 2, 2, 7, 9)
  for (kind in c("score", "wald")) {
    # Hotelling's test of more than three differences has no degrees of freedom left: Bonferroni's of the pairs.
    for (freedom in c(12, 3)) {
      alone <- function(set) all_pairs(estimate[set], covariance[set, set], "none", freedom, kind)
      p_of <- function(set) {
        found <- alone(set)
        of_pairs <- min(1, choose(length(set), 2) * found$contrasts$p.value)
        if (is.na(found$p.value)) of_pairs else found$p.value
      }
      found <- all_pairs(estimate, covariance, "closed", freedom, kind)$contrasts$p.adjusted
      expect_close(found, closed_by_definition(6L, p_of), relative = 1e-9)
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

test_that("a score twice: its difference from itself can't be tested, and the others pay nothing for it", {
  set.seed(127)
  x <- some_scores(4)
  expected <- pairs_with(x, "closed")
  x$scores <- cbind(x$scores, again = x$scores[, 1])
  twice <- suppressWarnings(pairs_with(x, "closed"))
  expect_true(is.na(twice$p.adjusted[twice$score1 == "a" & twice$score2 == "again"]))
  same <- match(paste(expected$score1, expected$score2), paste(twice$score1, twice$score2))
  expect_close(twice$p.adjusted[same], expected$p.adjusted, relative = 1e-7)
  expect_identical(all_pairs(c(1, 0), diag(c(1, NA)))$contrasts$p.adjusted, NA_real_)
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

test_that("tests of areas with a covariance matrix of so many degrees of freedom", {
  set.seed(126)
  x <- inference_data(60)
  areas <- auc_wmw(x$scores, x$positive, x$weight)
  S <- naive_covariances(x$scores, x$positive, x$weight)
  L <- rbind(c(1, -1, 0), c(1, 0, -1))
  Q <- drop(t(L %*% areas) %*% solve(L %*% S %*% t(L), L %*% areas))
  with_freedom <- function(areas, S, df) all_pairs(areas, S, "none", df, "score", 0.9)
  joint <- with_freedom(areas, S, 17)
  expect_identical(joint$reference, "F")
  expect_close(joint$statistic, Q * 16 / (17 * 2), relative = 1e-8)
  expect_identical(joint$df, c(2, 16))
  expect_close(joint$p.value, pf(Q * 16 / 34, 2, 16, lower.tail = FALSE), relative = 1e-7)
  # A pair: t, which Hotelling's F of one difference is the square of.
  pair <- joint$contrasts[2, ]
  t <- (areas[[1]] - areas[[3]]) / sqrt(S[1, 1] + S[3, 3] - 2 * S[1, 3])
  expect_close(pair$statistic, t, relative = 1e-9)
  expect_close(pair$p.value, 2 * pt(-abs(t), 17), relative = 1e-9)
  two <- with_freedom(areas[c(1, 3)], S[c(1, 3), c(1, 3)], 17)
  expect_close(two$p.value, pair$p.value, relative = 1e-8)
  # Fewer degrees of freedom than differences test nothing.
  expect_identical(with_freedom(areas, S, 1)$p.value, NA_real_)
})

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
