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
all_pairs <- function(estimate, covariance, adjust = "max-t", freedom = Inf, test = "wald",
                      conf.level = 0.95) {
  how <- list(alternative = "two.sided", conf.level = conf.level, test = test, adjust = adjust)
  given <- list(estimate = as.double(estimate), covariance = covariance, freedom = freedom)
  unwrap(test_covariance(given, request_of(how)))
}

# All pairs of k independent normal variables: the studentized range.
test_that("the greatest of all pairs of equal variances has the distribution of the range", {
  for (k in c(2, 3, 4, 6, 10)) {
    for (quantile in c(0.5, 1.5, 2.5, 3, 4)) {
      found <- all_pairs(c(quantile * sqrt(5), rep(0, k - 1)), diag(2.5, k))$contrasts
      expect_close(found$statistic[[1L]], quantile)
      expect_close(found$p.adjusted[[1L]], stats::ptukey(quantile * sqrt(2), k, Inf, lower.tail = FALSE),
                   relative = 0.01)
    }
  }
})

test_that("the greatest of all pairs: by simulation, for any covariance", {
  set.seed(122)
  for (k in 3:5) {
    root <- matrix(rnorm(k * k), k) * rep(rexp(k), each = k)
    covariance <- crossprod(root)
    pairs <- utils::combn(k, 2L)
    z <- matrix(rnorm(1e5 * k), ncol = k) %*% root
    z <- z[, pairs[1, ]] - z[, pairs[2, ]]
    scale <- apply(pairs, 2, function(p) sqrt(sum(covariance[p, p] * c(1, -1, -1, 1))))
    greatest <- apply(abs(z) / rep(scale, each = 1e5), 1, max)
    for (distance in c(1, 2, 2.5)) {
      found <- all_pairs(distance * seq_len(k) * mean(scale) / k, covariance)$contrasts
      for (pair in seq_along(scale)) {
        p <- mean(greatest > abs(found$statistic[[pair]]))
        expect_lt(abs(found$p.adjusted[[pair]] - p), 5 * sqrt(p * (1 - p) / 1e5) + 5e-4)
      }
    }
  }
})

test_that("the greatest of what varies along one line, or not at all", {
  p <- 2 * pnorm(-1.7)
  # Two pairs that are one: nothing to pay for. And one difference that does not vary, independent of it.
  found <- all_pairs(c(1.7, 0, -1), outer(c(1, 0, 0), c(1, 0, 0)))$contrasts
  expect_close(found$p.adjusted[[1L]], 1 - (1 - p)^2, relative = 1e-12)
  found <- all_pairs(c(1.7, 0, 0), outer(1:3, 1:3))$contrasts
  expect_close(found$p.adjusted[[1L]], p, relative = 1e-12)
  expect_identical(all_pairs(c(1, 0), diag(c(1, NA)))$contrasts$p.adjusted, NA_real_)
})

test_that("p-values and intervals of all pairs together say the same, and lie between", {
  set.seed(123)
  for (repetition in 1:4) {
    x <- inference_data(60)
    for (kind in c("score", "wald")) {
      found <- pairs_with(x, "max-t", test = kind)
      plain <- pairs_with(x, "none", test = kind)
      bonferroni <- pairs_with(x, "bonferroni", test = kind)
      expect_true(all(found$p.value <= found$p.adjusted & found$p.adjusted <= bonferroni$p.adjusted))
      expect_true(all(found$conf.low < plain$conf.low & found$conf.low > bonferroni$conf.low))
      expect_true(all(found$conf.high > plain$conf.high & found$conf.high < bonferroni$conf.high))
      # At its own p-value an interval ends at 0.
      # A least tail is no function of the level.
      for (row in which(found$p.adjusted < 0.999 & is.finite(found$statistic))) {
        level <- 1 - found$p.adjusted[[row]]
        at_p <- pairs_with(x, "max-t", test = kind, conf.level = level)
        expect_lt(min(abs(c(at_p$conf.low[[row]], at_p$conf.high[[row]]))), 1e-6)
      }
    }
  }
})

test_that("the p-values of all pairs are those of package mvtnorm", {
  skip_if_not_installed("mvtnorm")
  of_mvtnorm <- function(name) getExportedValue("mvtnorm", name)
  set.seed(124)
  x <- inference_data(60)
  found <- pairs_with(x, "max-t", test = "wald")
  S <- naive_covariances(x$scores, x$positive, x$weight)
  L <- rbind(c(1, -1, 0), c(1, 0, -1), c(0, 1, -1))
  R <- stats::cov2cor(L %*% S %*% t(L))
  for (row in 1:3) {
    z <- abs(found$statistic[[row]])
    algorithm <- of_mvtnorm("GenzBretz")(abseps = 1e-5, maxpts = 1e6)
    p <- 1 - of_mvtnorm("pmvnorm")(rep(-z, 3), rep(z, 3), corr = R, algorithm = algorithm)
    expect_close(found$p.adjusted[[row]], p[[1]], absolute = 3e-4)
  }
})

test_that("all pairs at once: random numbers are left alone, and copies cost nothing", {
  set.seed(125)
  x <- inference_data(60)
  seed <- .Random.seed
  expected <- pairs_with(x, "max-t")
  expect_identical(pairs_with(x, "max-t"), expected)
  expect_identical(.Random.seed, seed)
  # A score twice: its difference from itself can't be tested, the others are as before.
  x$scores <- cbind(x$scores, again = x$scores[, 1])
  twice <- suppressWarnings(pairs_with(x, "max-t"))
  same <- match(paste(expected$score1, expected$score2), paste(twice$score1, twice$score2))
  expect_true(is.na(twice$p.adjusted[twice$score1 == "guess" & twice$score2 == "again"]))
  expect_close(twice$p.adjusted[same], expected$p.adjusted, relative = 0.005)
})

test_that("adjust has its errors, and does nothing to one pair", {
  s <- c(1, 3, 2, 4, 5, 0)
  y <- c(0, 0, 1, 1, 1, 0)
  for (adjust in list("x", NA_character_, 1, c("holm", "BH"))) {
    expect_identical(error_kind(auc_test(cbind(s, rev(s), s^2), label = y, adjust = adjust)), "choice")
  }
  expect_identical(auc_test(list(s, rev(s)), y, adjust = "max-t")$p.value,
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
  plain <- auc_ci(x$guess, x$positive, design, transform = "none")
  expect_close(plain$conf.high - plain$estimate, qt(0.975, 30) * plain$std.error, relative = 1e-10)
})
