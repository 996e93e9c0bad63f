test_numbers <- function(test) {
  c(test$statistic, test$parameter, test$p.value, test$conf.int, test$estimate, test$std.error)
}

kinds <- c("score", "wald")
alternatives <- c("two.sided", "less", "greater")

# Published and frozen numbers -------------------------------------------------

test_that("wfns against s100b, to the digits of the issue", {
  data <- aSAH()
  test <- auc_test(list(data$wfns, data$s100b), data$label, test = "wald")
  expect_digits(test$statistic, "2.20898359")
  expect_digits(test$p.value, ".02717578")
  expect_digits(test$conf.int, c(".010406", ".174214"))
  unpaired <- auc_test(roc_observations(data$wfns, data$label),
                       roc_observations(data$s100b, data$label), test = "wald", paired = FALSE)
  expect_digits(unpaired$statistic, "1.434906")
  expect_digits(unpaired$p.value, ".152825")
})

test_that("statistics, p-values and intervals are those of pROC, paired and not", {
  skip_on_cran()
  # The first decimal of a score is made as for the reference.
  for (rows in split_by(read_reference("proc-test"), "data", "score1", "score2")) {
    data <- read_reference(rows$data[1])
    if (rows$data[1] == "ROCR.simple") data$tenths <- floor(10 * data$score)
    first <- data[[rows$score1[1]]]
    second <- data[[rows$score2[1]]]
    expect_identical(nrow(rows), 6L)
    for (row in split(rows, seq_len(6))) {
      test <- if (row$paired) {
        auc_test(list(first, second), data$label, alternative = row$alternative, test = "wald")
      } else {
        auc_test(roc_observations(first, data$label), roc_observations(second, data$label),
                 alternative = row$alternative, test = "wald", paired = FALSE)
      }
      # The difference loses up to 3 digits; the p-value up to 1 of the statistic.
      expect_close(unname(test$statistic), row$statistic, relative = 1e-10)
      expect_close(test$p.value, row$p.value, relative = 1e-10)
      if (row$paired) {
        expect_identical(names(test$statistic), "Z")
        expect_null(test$parameter)
      } else {
        expect_identical(names(test$statistic), "t")
        expect_close(unname(test$parameter), row$df, relative = 1e-11)
      }
      if (row$paired && row$alternative == "two.sided") {
        expect_close(as.vector(test$conf.int), c(row$low, row$high), relative = 1e-10)
      }
    }
  }
})

test_that("covariances are those of pROC", {
  reference <- read_reference("proc-covariance")
  of <- function(score1, score2) {
    reference$covariance[reference$data == "aSAH" & reference$score1 == score1 &
                           reference$score2 == score2]
  }
  data <- aSAH()
  for (pair in list(c("s100b", "wfns"), c("wfns", "ndka"), c("ndka", "s100b"))) {
    variance <- of(pair[1], pair[1]) + of(pair[2], pair[2]) - 2 * of(pair[1], pair[2])
    expect_close(auc_test(as.list(data[pair]), data$label)$std.error^2, variance, relative = 1e-11)
  }
})

# Definitions -------------------------------------------------------------------

naive_test <- function(x, ...) {
  scores <- cbind(x$guess, x$other)
  S <- naive_covariances(scores, x$positive, x$weight, ...)
  areas <- apply(scores, 2, naive_area, positive = x$positive, weight = x$weight)
  list(difference = areas[1] - areas[2], std.error = sqrt(S[1, 1] + S[2, 2] - 2 * S[1, 2]),
       areas = areas)
}

test_that("Wald's test of two scores: the definition, with weights, clusters, alternatives", {
  skip_on_cran()
  set.seed(1)
  for (repetition in 1:4) {
    x <- inference_data(sample(25:60, 1), clusters = sample(6:30, 1))
    for (variance in c("delong", "jackknife")) {
      for (cluster in list(NULL, x$cluster)) {
        naive <- naive_test(x, cluster, variance)
        z <- naive$difference / naive$std.error
        p <- c(two.sided = 2 * pnorm(-abs(z)), less = pnorm(z), greater = pnorm(-z))
        for (alternative in names(p)) {
          test <- auc_test(list(x$guess, x$other), x$positive, x$weight, cluster = cluster,
                           alternative = alternative, conf.level = 0.9, variance = variance, test = "wald")
          expect_s3_class(test, c("roc_test", "htest"), exact = TRUE)
          expect_close(unname(test$statistic), z, relative = 1e-9, absolute = 1e-13)
          expect_close(test$p.value, p[[alternative]], relative = 1e-9)
          expect_close(unname(test$estimate), c(naive$areas, naive$difference), relative = 1e-12,
                       absolute = 1e-15)
          expect_close(test$std.error, naive$std.error, relative = 1e-9)
          expect_identical(test$alternative, alternative)
          ends <- switch(
            alternative,
            two.sided = naive$difference + qnorm(c(0.05, 0.95)) * naive$std.error,
            less = c(-Inf, naive$difference + qnorm(0.9) * naive$std.error),
            greater = c(naive$difference - qnorm(0.9) * naive$std.error, Inf)
          )
          expect_close(as.vector(test$conf.int), ends, relative = 1e-9, absolute = 1e-15)
          expect_identical(attr(test$conf.int, "conf.level"), 0.9)
        }
      }
    }
  }
})

# The interval has the differences that the same test does not reject: at its ends the p-value of a
# difference is 1 - level, but where it ends at -1 or 1, or at a 0 that the least tail keeps.
expect_inverted <- function(test, x, alternative, level) {
  p_at <- function(end) {
    naive_score_p(modifyList(naive_score_test(x, end), list(least = 0)), alternative)
  }
  at_zero <- naive_score_test(x)
  for (end in test$conf.int[is.finite(test$conf.int)]) {
    if (abs(end) == 1) {
      expect_gte(p_at(end), 1 - level)
    } else if (end == 0) {
      expect_lt(p_at(0), 1 - level)
      expect_gte(naive_score_p(at_zero, alternative), 1 - level)
    } else {
      expect_close(p_at(end), 1 - level, relative = 1e-7)
    }
  }
  if (alternative != "two.sided" && level < 0.5) return()
  # A p-value and its interval say the same of 0.
  expect_identical(test$conf.int[1] <= 0 && 0 <= test$conf.int[2], test$p.value >= 1 - level)
}

test_that("score test of two scores: the definition, with weights, clusters and alternatives", {
  skip_on_cran()
  set.seed(31)
  for (repetition in 1:8) {
    x <- inference_data(sample(12:60, 1), clusters = sample(5:30, 1))
    for (cluster in list(NULL, x$cluster)) {
      naive <- naive_differences(cbind(x$guess, x$other), x$positive, x$weight, cluster)
      expected <- naive_score_test(naive)
      for (alternative in alternatives) {
        for (level in c(0.3, 0.95)) {
          test <- auc_test(list(x$guess, x$other), x$positive, x$weight, cluster = cluster,
                           alternative = alternative, conf.level = level)
          expect_s3_class(test, c("roc_test", "htest"), exact = TRUE)
          expect_identical(names(test$statistic), "t")
          expect_identical(names(test$parameter), "df")
          expect_close(unname(test$statistic), expected$t, relative = 1e-8, absolute = 1e-13)
          expect_close(unname(test$parameter), expected$df, relative = 1e-8)
          expect_close(test$p.value, naive_score_p(expected, alternative), relative = 1e-7)
          expect_inverted(test, naive, alternative, level)
          expect_identical(is.infinite(test$conf.int), alternative == c("less", "greater"))
          expect_identical(attr(test$conf.int, "conf.level"), level)
          expect_identical(test$alternative, alternative)
        }
      }
      # The variance is that of the standard error, and of nothing else.
      of <- function(variance) {
        auc_test(list(x$guess, x$other), x$positive, x$weight, cluster = cluster, variance = variance)
      }
      expect_identical(of("jackknife")[c("statistic", "parameter", "p.value", "conf.int")],
                       of("delong")[c("statistic", "parameter", "p.value", "conf.int")])
      for (variance in c("delong", "jackknife")) {
        expect_close(of(variance)$std.error, naive_test(x, cluster, variance)$std.error,
                     relative = 1e-9)
      }
    }
  }
})

test_that("score test: with many observations it is Wald's", {
  set.seed(32)
  truth <- rep(0:1, 10000)
  signal <- rnorm(20000, truth)
  scores <- replicate(3, signal + rnorm(20000))
  score <- auc_test(list(scores[, 1], scores[, 2]), truth)
  wald <- auc_test(list(scores[, 1], scores[, 2]), truth, test = "wald")
  expect_close(score$p.value, wald$p.value, relative = 0.01)
  expect_close(as.vector(score$conf.int), as.vector(wald$conf.int), relative = 0.01)
  expect_gt(score$parameter, 10000)
  score <- auc_test(scores, label = truth)
  wald <- auc_test(scores, label = truth, test = "wald")
  expect_close(unname(2 * score$statistic), unname(wald$statistic), relative = 0.01)
})

test_that("two scores: frequencies are repeated rows, with clusters too", {
  set.seed(2)
  for (repetition in 1:5) {
    x <- inference_data(40)
    count <- sample(1:5, 40, replace = TRUE)
    rows <- repeated(data.frame(guess = x$guess, other = x$other, positive = x$positive,
                                cluster = x$cluster), count)
    for (kind in kinds) {
      of_counts <- function(...) {
        auc_test(list(x$guess, x$other), x$positive, count, ..., variance = "frequency", test = kind)
      }
      of_rows <- function(...) {
        auc_test(list(rows$guess, rows$other), rows$positive, ..., test = kind)
      }
      expect_close(test_numbers(of_counts()), test_numbers(of_rows()), relative = 1e-9)
      expect_close(test_numbers(of_counts(cluster = x$cluster)),
                   test_numbers(of_rows(cluster = rows$cluster)), relative = 1e-9)
    }
    naive <- naive_differences(cbind(x$guess, x$other), x$positive, count, NULL, "frequency")
    test <- auc_test(list(x$guess, x$other), x$positive, count, variance = "frequency")
    expect_close(unname(test$statistic), naive_score_test(naive)$t, relative = 1e-8)
    S <- delong_covariances(cbind(rows$guess, rows$other), rows$positive)
    test <- auc_test(list(rows$guess, rows$other), rows$positive)
    expect_close(test$std.error^2, S[1, 1] + S[2, 2] - 2 * S[1, 2], relative = 1e-10)
  }
})

test_that("the test against a constant score is that of the area against one half", {
  set.seed(3)
  x <- inference_data(50)
  test <- auc_test(list(x$guess, rep(0, 50)), x$positive, x$weight, test = "wald")
  ci <- auc_ci(x$guess, x$positive, x$weight)
  expect_close(unname(test$statistic), (ci$estimate - 0.5) / ci$std.error, relative = 1e-10)
  # Against the negated score it is twice the same.
  test <- auc_test(list(x$guess, -x$guess), x$positive, x$weight, test = "wald")
  expect_close(unname(test$statistic), (2 * ci$estimate - 1) / (2 * ci$std.error),
               relative = 1e-10)
  # The score test does not even see a difference.
  constant <- auc_test(list(x$guess, rep(0, 50)), x$positive, x$weight)
  opposite <- auc_test(list(x$guess, -x$guess), x$positive, x$weight)
  expect_close(unname(opposite$statistic), unname(constant$statistic), relative = 1e-10)
  expect_close(opposite$p.value, constant$p.value, relative = 1e-9)
})

unpaired_samples <- function() {
  x <- inference_data(sample(25:50, 1))
  y <- inference_data(sample(25:50, 1), clusters = 9)
  list(x, y)
}

test_that("Wald's test of samples: the definition, with weights, clusters and every alternative", {
  skip_on_cran()
  set.seed(4)
  for (repetition in 1:4) {
    samples <- unpaired_samples()
    x <- samples[[1]]
    y <- samples[[2]]
    for (variance in c("delong", "jackknife")) {
      for (clustered in c(FALSE, TRUE)) {
        of <- function(s) {
          present <- s$weight > 0
          list(area = naive_area(s$guess, s$positive, s$weight),
               v = naive_variance(s$guess, s$positive, s$weight, if (clustered) s$cluster,
                                  variance),
               df = if (clustered) length(unique(s$cluster[present])) - 1 else sum(present) - 1)
        }
        a <- of(x)
        b <- of(y)
        v <- a$v + b$v
        df <- v^2 / (a$v^2 / a$df + b$v^2 / b$df)
        t <- (a$area - b$area) / sqrt(v)
        p <- c(two.sided = 2 * pt(-abs(t), df), less = pt(t, df), greater = pt(-t, df))
        for (alternative in names(p)) {
          test <- test_of_samples(x$guess, x$positive, y$guess, y$positive, x$weight, y$weight,
                                  if (clustered) x$cluster, if (clustered) y$cluster, variance = variance,
                                  alternative = alternative, conf.level = 0.9, test = "wald")
          expect_s3_class(test, c("roc_test", "htest"), exact = TRUE)
          expect_identical(names(test$statistic), "t")
          expect_identical(names(test$parameter), "df")
          expect_close(unname(test$statistic), t, relative = 1e-9, absolute = 1e-13)
          expect_close(unname(test$parameter), df, relative = 1e-10)
          expect_close(test$p.value, p[[alternative]], relative = 1e-9)
          expect_close(unname(test$estimate), c(a$area, b$area, a$area - b$area),
                       relative = 1e-12, absolute = 1e-15)
          expect_close(test$std.error, sqrt(v), relative = 1e-10)
          ends <- a$area - b$area + qt(c(0.05, 0.1, 0.9, 0.95), df) * sqrt(v)
          ends <- switch(alternative, two.sided = ends[c(1, 4)], less = c(-Inf, ends[3]),
                         greater = c(ends[2], Inf))
          expect_close(as.vector(test$conf.int), ends, relative = 1e-9, absolute = 1e-15)
        }
      }
    }
  }
})

test_that("score test of samples: two score intervals with one quantile (Zou and Donner)", {
  skip_on_cran()
  set.seed(33)
  for (repetition in 1:4) {
    samples <- unpaired_samples()
    x <- samples[[1]]
    y <- samples[[2]]
    for (variance in c("delong", "jackknife")) {
      for (clustered in c(FALSE, TRUE)) {
        estimate <- function(s) {
          naive_estimate(s$guess, s$positive, s$weight, if (clustered) s$cluster, variance)
        }
        naive <- naive_independent(estimate(x), estimate(y))
        # The quantile at which the interval ends at 0.
        nearest <- function(q) min(abs(naive$interval(q))) * sign(prod(naive$interval(q)))
        t <- sign(naive$D) * stats::uniroot(nearest, c(1e-9, 100), tol = 1e-14)$root
        p <- c(two.sided = 2 * pt(-abs(t), naive$df), less = pt(t, naive$df),
               greater = pt(-t, naive$df))
        for (alternative in alternatives) {
          for (level in c(0.3, 0.9)) {
            test <- test_of_samples(x$guess, x$positive, y$guess, y$positive, x$weight, y$weight,
                                  if (clustered) x$cluster, if (clustered) y$cluster, variance = variance,
                                  alternative = alternative, conf.level = level)
            expect_identical(names(test$statistic), "t")
            expect_close(unname(test$parameter), naive$df, relative = 1e-9)
            expect_close(unname(test$statistic), t, relative = 1e-6, absolute = 1e-9)
            expect_close(test$p.value, p[[alternative]], relative = 1e-6)
            one_sided <- function(tail) {
              naive$interval(qt(max(tail, 1 - tail), naive$df))
            }
            ends <- switch(
              alternative,
              two.sided = naive$interval(qt((1 + level) / 2, naive$df)),
              # Below one half it ends on the other side of the difference.
              less = c(-Inf, one_sided(level)[if (level < 0.5) 1 else 2]),
              greater = c(one_sided(level)[if (level < 0.5) 2 else 1], Inf)
            )
            expect_close(as.vector(test$conf.int), ends, relative = 1e-8, absolute = 1e-12)
          }
        }
      }
    }
  }
})

test_that("at a quantile that both samples have, an interval of samples holds that of one area", {
  # A sample of which all is known: what is left is the other's interval.
  set.seed(34)
  x <- inference_data(40)
  n <- 2e5
  test <- auc_test(roc_observations(x$guess, x$positive, x$weight),
                   roc_observations(rep(1:2, n), rep(0:1, each = n)))
  ci <- auc_ci(x$guess, x$positive, x$weight)
  expect_close(as.vector(test$conf.int) + 0.5, c(ci$conf.low, ci$conf.high), relative = 1e-3)
  expect_close(unname(test$parameter), ci$df, relative = 1e-3)
})

test_that("independent samples: frequencies are repeated rows, also for the degrees of freedom", {
  set.seed(5)
  samples <- unpaired_samples()
  counts <- lapply(samples, function(s) sample(1:4, length(s$guess), replace = TRUE))
  long <- Map(function(s, count) repeated(data.frame(s[c("guess", "positive")]), count),
              samples, counts)
  for (kind in kinds) {
    short <- auc_test(roc_observations(samples[[1]]$guess, samples[[1]]$positive, counts[[1]],
                              variance = "frequency"), roc_observations(samples[[2]]$guess,
                                                                        samples[[2]]$positive, counts[[2]],
                              variance = "frequency"), test = kind)
    expected <- auc_test(roc_observations(long[[1]]$guess, long[[1]]$positive),
                         roc_observations(long[[2]]$guess, long[[2]]$positive), test = kind)
    expect_close(test_numbers(short), test_numbers(expected), relative = 1e-10)
  }
})

# More than two scores -----------------------------------------------------------

naive_joint <- function(scores, x, ...) {
  S <- naive_covariances(scores, x$positive, x$weight, ...)
  areas <- apply(scores, 2, naive_area, positive = x$positive, weight = x$weight)
  L <- cbind(1, -diag(ncol(scores) - 1))
  d <- L %*% areas
  drop(t(d) %*% solve(L %*% S %*% t(L), d))
}

test_that("Wald's test of more scores: the quadratic form of DeLong, with weights and clusters", {
  skip_on_cran()
  set.seed(7)
  for (repetition in 1:3) {
    x <- inference_data(sample(30:60, 1), clusters = sample(12:30, 1))
    scores <- cbind(x$scores, d = rnorm(length(x$guess)))
    for (variance in c("delong", "jackknife")) {
      for (cluster in list(NULL, x$cluster)) {
        test <- auc_test(scores, label = x$positive, weight = x$weight, cluster = cluster,
                         variance = variance, test = "wald")
        expect_s3_class(test, c("roc_test", "htest"), exact = TRUE)
        expected <- naive_joint(scores, x, cluster, variance)
        expect_close(unname(test$statistic), expected, relative = 1e-7)
        expect_identical(names(test$statistic), "X-squared")
        expect_equal(test$parameter, c(df = 3))
        expect_close(test$p.value, pchisq(expected, 3, lower.tail = FALSE), relative = 1e-6)
        expect_close(test$estimate, apply(scores, 2, naive_area, x$positive, x$weight))
        expect_identical(names(test$estimate), colnames(scores))
        expect_null(test$conf.int)
        expect_identical(test$alternative, "two.sided")
      }
    }
    # Without weights: covariances of the placements.
    S <- delong_covariances(scores, x$positive)
    areas <- auc_wmw(scores, x$positive)
    L <- rbind(c(1, -1, 0, 0), c(0, 1, -1, 0), c(0, 0, 1, -1))
    expected <- drop(t(L %*% areas) %*% solve(L %*% S %*% t(L), L %*% areas))
    test <- auc_test(scores, label = x$positive, test = "wald")
    expect_close(unname(test$statistic), expected, relative = 1e-7)
  }
})

test_that("score test of more scores: the definition, with weights and clusters", {
  skip_on_cran()
  set.seed(35)
  for (repetition in 1:6) {
    x <- inference_data(sample(30:60, 1), clusters = sample(12:30, 1))
    scores <- cbind(x$scores, d = rnorm(length(x$guess)))
    # Redundant ones too.
    all <- list(scores, scores[, 1:3], scores[, c(1, 2, 1, 3)], cbind(scores[, 1:2], 0, -x$guess))
    for (scores in all) {
      for (cluster in list(NULL, x$cluster)) {
        expected <- naive_joint_score_test(naive_differences(scores, x$positive, x$weight, cluster))
        test <- auc_test(scores, label = x$positive, weight = x$weight, cluster = cluster)
        expect_s3_class(test, c("roc_test", "htest"), exact = TRUE)
        expect_close(test$statistic, c(F = expected$F), relative = 1e-6)
        expect_close(unname(test$parameter), expected$df, relative = 1e-7)
        expect_identical(names(test$parameter), c("num df", "denom df"))
        expect_close(test$p.value, expected$p.value, relative = 1e-6)
        expect_close(unname(test$estimate), unname(auc_wmw(unname(scores), x$positive, x$weight)))
        expect_null(test$conf.int)
        expect_identical(test$alternative, "two.sided")
      }
    }
  }
})

test_that("score test of more scores: of two it is that of the pair", {
  set.seed(36)
  x <- inference_data(60)
  pair <- auc_test(list(x$guess, x$other), x$positive, x$weight)
  joint <- auc_test(cbind(x$guess, x$other, x$other), label = x$positive, weight = x$weight)
  expect_close(unname(joint$statistic), unname(pair$statistic)^2, relative = 1e-8)
  expect_close(unname(joint$parameter), c(1, unname(pair$parameter)), relative = 1e-8)
  expect_close(joint$p.value, pair$p.value, relative = 1e-8)
})

test_that("contrasts are the tests of all pairs", {
  set.seed(8)
  x <- inference_data(50)
  for (cluster in list(NULL, x$cluster)) {
    for (kind in kinds) {
      test <- auc_test(x$scores, label = x$positive, weight = x$weight, cluster = cluster,
                       conf.level = 0.8, test = kind)
      contrasts <- test$contrasts
      expect_plain_frame(contrasts)
      expect_identical(names(contrasts), c("score1", "score2", "estimate", "std.error", "statistic",
                                           "df", "p.value", "conf.low", "conf.high"))
      expect_identical(paste(contrasts$score1, contrasts$score2),
                       c("guess other", "guess third", "other third"))
      for (row in split(contrasts, 1:3)) {
        pair <- auc_test(list(x$scores[, row$score1], x$scores[, row$score2]), x$positive, x$weight,
                         cluster = cluster, conf.level = 0.8, test = kind)
        df <- if (kind == "wald") Inf else pair$parameter[["df"]]
        expect_close(unlist(row[-(1:2)], use.names = FALSE),
                     c(pair$estimate[["difference"]], pair$std.error, pair$statistic[[1]], df,
                       pair$p.value, pair$conf.int), relative = 1e-9)
      }
    }
  }
})

test_that("frequencies of more scores are repeated rows", {
  set.seed(9)
  x <- inference_data(50)
  count <- sample(1:5, 50, replace = TRUE)
  rows <- rep(1:50, count)
  for (clustered in c(FALSE, TRUE)) {
    for (kind in kinds) {
      short <- auc_test(x$scores, label = x$positive, weight = count, variance = "frequency",
                        cluster = if (clustered) x$cluster, test = kind)
      long <- auc_test(x$scores[rows, ], label = x$positive[rows],
                       cluster = if (clustered) x$cluster[rows], test = kind)
      expect_close(test_numbers(short), test_numbers(long), relative = 1e-8)
      expect_close(short$contrasts, long$contrasts, relative = 1e-9)
    }
  }
})

test_that("redundant scores do no harm", {
  set.seed(10)
  for (repetition in 1:4) {
    x <- inference_data(60)
    scores <- x$scores
    for (kind in kinds) {
      of <- function(scores) {
        auc_test(unname(scores), label = x$positive, weight = x$weight, test = kind)
      }
      expected <- of(scores)
      more <- list(cbind(scores, scores[, 2]), cbind(scores[, c(3, 3)], scores),
                   cbind(scores, exp(scores[, 1] / 3), scores[, 3]^3))
      for (redundant in more) {
        test <- of(redundant)
        expect_close(unname(test$parameter), unname(expected$parameter), relative = 1e-7)
        expect_equal(test$parameter[[1]], 2)
        expect_close(unname(test$statistic), unname(expected$statistic), relative = 1e-7)
        expect_close(test$p.value, expected$p.value, relative = 1e-7)
        expect_close(unname(test$estimate), unname(auc_wmw(redundant, x$positive, x$weight)))
      }
      test <- of(scores[, c(1, 2, 1, 2)])
      pair <- of(scores[, 1:2])
      expect_equal(test$parameter[[1]], 1)
      expect_close(unname(test$statistic), unname(pair$statistic)^2, relative = 1e-7)
      expect_close(test$p.value, pair$p.value, relative = 1e-7)
    }
  }
})

test_that("a score, its opposite and a constant: one degree of freedom", {
  set.seed(11)
  for (scale in c(1, 1e-100)) {
    x <- inference_data(60)
    for (kind in kinds) {
      test <- auc_test(cbind(x$guess, -x$guess, 0), label = x$positive, weight = x$weight * scale,
                       test = kind)
      pair <- auc_test(list(x$guess, rep(0, 60)), x$positive, x$weight, test = kind)
      expect_equal(test$parameter[[1]], 1)
      expect_close(unname(test$statistic), unname(pair$statistic)^2, relative = 1e-7)
      expect_close(test$p.value, pair$p.value, relative = 1e-7)
    }
  }
})

test_that("the joint test depends neither on the order of the scores nor on that of the rows", {
  set.seed(12)
  x <- inference_data(60)
  for (kind in kinds) {
    expected <- auc_test(x$scores, label = x$positive, weight = x$weight, test = kind)
    for (by in list(c(2, 1, 3), c(3, 2, 1), c(3, 1, 2))) {
      rows <- sample(60)
      test <- auc_test(x$scores[rows, by], label = x$positive[rows], weight = x$weight[rows], test = kind)
      expect_close(c(test$statistic, test$parameter, test$p.value),
                   c(expected$statistic, expected$parameter, expected$p.value), relative = 1e-8)
    }
  }
})

# Properties ----------------------------------------------------------------------

test_that("the test is antisymmetric and its one-sided p-values add to 1", {
  skip_on_cran()
  set.seed(13)
  for (repetition in 1:5) {
    x <- inference_data(40)
    y <- inference_data(30)
    both <- function(alternative, swap, unpaired, kind) {
      if (unpaired) {
        a <- if (swap) y else x
        b <- if (swap) x else y
        auc_test(roc_observations(a$guess, a$positive, a$weight),
                 roc_observations(b$guess, b$positive, b$weight), alternative = alternative,
                 test = kind)
      } else {
        auc_test(list(if (swap) x$other else x$guess, if (swap) x$guess else x$other), x$positive,
                 x$weight, alternative = alternative, test = kind)
      }
    }
    for (run in list(list(FALSE, "wald"), list(TRUE, "wald"), list(FALSE, "score"),
                     list(TRUE, "score"))) {
      run_both <- function(alternative, swap) both(alternative, swap, run[[1]], run[[2]])
      there <- run_both("two.sided", FALSE)
      back <- run_both("two.sided", TRUE)
      expect_close(unname(back$statistic), -unname(there$statistic), relative = 1e-10)
      expect_close(back$p.value, there$p.value, relative = 1e-10)
      expect_close(unname(back$parameter), unname(there$parameter))
      expect_close(as.vector(back$conf.int), -rev(as.vector(there$conf.int)), absolute = 1e-11)
      expect_close(back$estimate[["difference"]], -there$estimate[["difference"]])
      expect_identical(unname(back$estimate[1:2]), unname(there$estimate[2:1]))
      less <- run_both("less", FALSE)
      greater <- run_both("greater", FALSE)
      expect_close(less$p.value + greater$p.value, 1)
      expect_close(2 * min(less$p.value, greater$p.value), there$p.value)
      expect_close(run_both("greater", TRUE)$p.value, less$p.value, relative = 1e-10)
      expect_close(as.vector(run_both("greater", TRUE)$conf.int),
                   -rev(as.vector(less$conf.int)), absolute = 1e-11)
    }
  }
})

test_that("the p-value is below 1 - level where the interval leaves out 0", {
  skip_on_cran()
  set.seed(14)
  for (repetition in 1:10) {
    x <- inference_data(60)
    for (alternative in c("two.sided", "less", "greater")) {
      for (kind in kinds) {
        test <- auc_test(list(x$guess, x$other), x$positive, x$weight, alternative = alternative,
                         test = kind)
        at_p <- auc_test(list(x$guess, x$other), x$positive, x$weight, alternative = alternative,
                         conf.level = 1 - test$p.value, test = kind)
        expect_lt(min(abs(at_p$conf.int)), 1e-10)
        y <- inference_data(30)
        unpaired <- function(...) {
          auc_test(roc_observations(x$guess, x$positive, x$weight),
                   roc_observations(y$guess, y$positive, y$weight), alternative = alternative,
                   test = kind, ...)
        }
        expect_lt(min(abs(unpaired(conf.level = 1 - unpaired()$p.value)$conf.int)), 1e-10)
      }
    }
  }
})

test_that("scales of weights, increasing functions and rows of weight 0 change nothing", {
  set.seed(15)
  x <- inference_data(60)
  present <- x$weight > 0
  joint_numbers <- function(test) unlist(test[c("statistic", "parameter", "p.value")])
  for (kind in kinds) {
    for (cluster in list(NULL, x$cluster)) {
      # Of a pair, and of three scores.
      of <- function(guess, other, positive, weight, cluster) {
        pair <- auc_test(list(guess, other), positive, weight, cluster = cluster, test = kind)
        joint <- auc_test(cbind(guess, other, guess + other), label = positive, weight = weight,
                          cluster = cluster, test = kind)
        c(test_numbers(pair), joint_numbers(joint))
      }
      expected <- of(x$guess, x$other, x$positive, x$weight, cluster)
      for (factor in list(1e-200, 1e200, ifelse(x$positive, 7, 1e-5))) {
        expect_close(of(x$guess, x$other, x$positive, x$weight * factor, cluster), expected,
                     relative = 1e-8)
      }
      expect_close(
        test_numbers(auc_test(list(exp(x$guess), x$other^3), x$positive, x$weight, cluster = cluster,
                              test = kind)),
        expected[seq_len(length(expected) - if (kind == "score") 4 else 3)], relative = 1e-11
      )
      expect_close(of(x$guess[present], x$other[present], x$positive[present], x$weight[present],
                      if (!is.null(cluster)) cluster[present]), expected, relative = 1e-8)
      expect_close(of(-x$guess, -x$other, !x$positive, x$weight, cluster), expected,
                   relative = 1e-8)
      rows <- sample(60)
      expect_close(of(x$guess[rows], x$other[rows], x$positive[rows], x$weight[rows],
                      cluster[rows]), expected, relative = 1e-8)
    }
    y <- inference_data(50)
    unpaired <- function(...) test_of_samples(..., test = kind)
    expected <- unpaired(x$guess, x$positive, y$guess, y$positive, x$weight, y$weight)
    test <- unpaired(x$guess[present], x$positive[present], y$guess, y$positive,
                     x$weight[present], 1e9 * y$weight)
    expect_close(test_numbers(test), test_numbers(expected), relative = 1e-9)
    test <- unpaired(-x$guess, !x$positive, -y$guess, !y$positive, x$weight, y$weight)
    expect_close(test_numbers(test), test_numbers(expected), relative = 1e-9)
  }
})

# How often equal areas are rejected, beside bounds that one seed in 7000 leaves when the rate is
# right. Wald's joint test does not pass.
test_that("few positives and uneven weights: tests of equal areas reject as often as they say", {
  skip_on_cran()
  set.seed(16)
  repetitions <- 500
  pairs <- replicate(repetitions, of_few({
    label <- rep(0:1, c(90, 10))
    weight <- rlnorm(100)
    signal <- rnorm(100, 1.5 * label)
    scores <- signal + matrix(rnorm(300), 100)
    other <- rnorm(100, 1.5 * label) + rnorm(100)
    weights <- rlnorm(100)
    p <- function(test) {
      c(auc_test(list(scores[, 1], scores[, 2]), label, weight, test = test)$p.value,
        auc_test(scores, label = label, weight = weight, test = test)$p.value,
        auc_test(roc_observations(scores[, 1], label, weight), roc_observations(other, label, weights),
                 test = test)$p.value)
    }
    c(p("score"), p("wald"))
  }))
  rates <- rowMeans(pairs < 0.05)
  slack <- 3.8 * sqrt(0.05 * 0.95 / repetitions)
  expect_lt(max(rates[1:3]), 0.05 + slack)
  expect_gt(min(rates[1:3]), 0.05 - slack)
  expect_gt(rates[5], 0.05 + slack)
  # The p-values are uniform in the middle as well.
  expect_lt(max(abs(rowMeans(pairs[1:3, ] < 0.5) - 0.5)), 3.8 * sqrt(0.25 / repetitions))
})

test_that("the tests leave the random numbers alone and are the same for all threads", {
  set.seed(17)
  x <- inference_data(100)
  seed <- .Random.seed
  run <- function() {
    list(auc_test(x$scores, label = x$positive, weight = x$weight, cluster = x$cluster),
         auc_test(list(x$guess, x$other), x$positive, x$weight),
         auc_test(roc_observations(x$guess, x$positive, x$weight),
                  roc_observations(x$other, x$positive, x$weight)))
  }
  expected <- run()
  expect_identical(.Random.seed, seed)
  for (threads in 1:3) expect_identical(with_threads_of(threads, run()), expected)
})

# Shapes ---------------------------------------------------------------------------

test_that("the result has the parts of an htest, and prints", {
  set.seed(18)
  x <- inference_data(50)
  truth <- x$positive
  good <- x$guess
  fair <- x$other
  test <- auc_test(cbind(good, fair), truth)
  expect_identical(test$data.name, "cbind(good, fair)")
  expect_identical(unname(test$null.value), 0)
  expect_type(test$method, "character")
  expect_identical(names(test$estimate), c("good", "fair", "difference"))
  expect_output(print(test), "95 percent confidence interval")
  expect_output(print(test), "cbind(good, fair)", fixed = TRUE)
  unpaired <- auc_test(roc_observations(good, truth), roc_observations(fair, truth))
  expect_output(print(unpaired), "p-value")
  expect_identical(unpaired$data.name, "roc_observations(good, truth) and roc_observations(fair, truth)")
  expect_identical(unname(unpaired$null.value), 0)
  scores <- x$scores
  joint <- auc_test(scores, label = truth)
  expect_output(print(joint), "F = ")
  expect_output(print(auc_test(scores, label = truth, test = "wald")), "X-squared")
  expect_match(test$method, "(score, delong)", fixed = TRUE)
  expect_match(auc_test(list(good, fair), truth, variance = "jackknife", test = "wald")$method,
               "(wald, jackknife)", fixed = TRUE)
  expect_identical(joint$data.name, "scores")
})

test_that("scores may be columns of a matrix, data.frame or tibble", {
  set.seed(19)
  x <- inference_data(50)
  pair <- auc_test(list(x$guess, x$other), x$positive, x$weight)
  frame <- as.data.frame(x$scores)
  for (two in list(x$scores[, 1:2], as.list(frame[1:2]))) {
    test <- auc_test(two, label = x$positive, weight = x$weight)
    expect_identical(unname(test_numbers(test)), unname(test_numbers(pair)))
    expect_identical(names(test$estimate), c("guess", "other", "difference"))
  }
  joint <- auc_test(x$scores, label = x$positive)
  same <- function(test) {
    expect_identical(test[names(test) != "data.name"], joint[names(joint) != "data.name"])
  }
  same(auc_test(as.list(frame), label = x$positive))
  nameless <- auc_test(unname(x$scores), label = x$positive)
  expect_identical(unname(test_numbers(nameless)), unname(test_numbers(joint)))
  skip_if_not_installed("tibble")
  same(auc_test(as.list(tibble::as_tibble(frame)), label = x$positive))
  skip_if_not_installed("data.table")
  same(auc_test(as.list(data.table::as.data.table(frame)), label = x$positive))
})

# Degenerate data ----------------------------------------------------------------

expect_untestable <- function(test, difference) {
  expect_identical(unname(c(test$statistic, test$p.value)), c(NA_real_, NA_real_))
  expect_equal(test$estimate[["difference"]], difference)
}

test_that("a score and an increasing function of it: NA with a warning", {
  skip_on_cran()
  set.seed(20)
  x <- inference_data(50)
  for (kind in kinds) {
    for (second in list(x$guess, exp(x$guess), rank(x$guess))) {
      for (cluster in list(NULL, x$cluster)) {
        for (variance in c("delong", "jackknife")) {
          test <- expect_wroc_warning(
            auc_test(list(x$guess, second), x$positive, x$weight, cluster = cluster, variance = variance,
                     test = kind), "undefined"
          )
          expect_untestable(test, 0)
          expect_identical(test$std.error, 0)
        }
      }
    }
    expect_output(print(test), "p-value = NA")
    joint <- expect_wroc_warning(
      auc_test(cbind(x$guess, exp(x$guess), x$guess), label = x$positive, weight = x$weight,
               test = kind), "undefined"
    )
    expect_identical(joint$p.value, NA_real_)
    expect_identical(joint$contrasts$p.value, rep(NA_real_, 3))
  }
})

test_that("two scores that both separate the classes: NA with a warning, whatever the weights", {
  set.seed(37)
  for (repetition in 1:5) {
    label <- rep(0:1, c(7, 5))
    weight <- rlnorm(12)
    one <- label + runif(12) / 2
    other <- label + runif(12) / 2
    for (kind in kinds) {
      test <- expect_wroc_warning(auc_test(list(one, other), label, weight, test = kind),
                                  "undefined")
      expect_untestable(test, 0)
      third <- label + runif(12) / 2
      test <- expect_wroc_warning(
        auc_test(cbind(one, other, third), label = label, weight = weight, test = kind), "undefined"
      )
      expect_true(is.na(test$p.value))
    }
  }
})

test_that("Wald's test of a perfect and an inverted score: NA with a warning", {
  label <- c(0, 0, 1, 1)
  test <- expect_wroc_warning(auc_test(list(1:4, 4:1), label, test = "wald"), "undefined")
  expect_untestable(test, 1)
  test <- expect_wroc_warning(auc_test(roc_observations(1:4, label), roc_observations(4:1, label),
                                       test = "wald"), "undefined")
  expect_untestable(test, 1)
  expect_false(anyNA(test$conf.int))
})

test_that("a perfect score and a constant one: the signs of n units are the same with 2^(1 - n)", {
  for (n in c(4, 6, 10, 20)) {
    label <- rep(0:1, each = n / 2)
    for (other in list(rep(1, n), rev(seq_len(n)))) {
      expect_warning(test <- of_few(auc_test(list(seq_len(n), other), label)), NA)
      expect_close(test$p.value, 2^(1 - n))
      expect_close(auc_test(list(seq_len(n), other), label, alternative = "greater")$p.value, 2^-n)
      expect_close(auc_test(list(seq_len(n), other), label, alternative = "less")$p.value, 1 - 2^-n)
      # Counts are as many units.
      test <- auc_test(list(c(1, 2), other[c(1, n)]), 0:1, c(n, n) / 2, variance = "frequency")
      expect_close(test$p.value, 2^(1 - n))
      # Clusters count as one.
      test <- auc_test(list(seq_len(n), other), label, cluster = rep(seq_len(n / 2), 2))
      expect_close(test$p.value, 2^(1 - n / 2))
      joint <- auc_test(cbind(seq_len(n), other, other), label = label)
      expect_close(joint$p.value, 2^(1 - n))
    }
  }
  # With weights and unequal classes the units count unequally: a class by its effective number.
  set.seed(38)
  label <- rep(0:1, c(15, 6))
  weight <- rlnorm(21)
  k <- naive_effective(label == 1, weight)
  share <- rev(k) / sum(k)
  r <- ifelse(label == 1, share[1] * weight / sum(weight[label == 1]),
              share[2] * weight / sum(weight[label == 0]))
  test <- auc_test(list(1:21, rep(0, 21)), label, weight)
  expect_close(test$p.value, 2 * 2^-(1 / sum(r^2)))
  expect_identical(test$std.error, 0)
  # More observations give a smaller p-value, and those of weight 0 are ignored.
  more <- auc_test(list(1:23, rep(0, 23)), c(label, 0, 1), c(weight, 0, 0))
  expect_close(more$p.value, test$p.value)
})

test_that("where nobody has an influence the interval is that of independent samples", {
  set.seed(39)
  label <- rep(0:1, c(15, 6))
  weight <- rlnorm(21)
  for (alternative in alternatives) {
    paired <- auc_test(list(1:21, rep(0, 21)), label, weight, alternative = alternative)
    unpaired <- auc_test(roc_observations(1:21, label, weight),
                         roc_observations(rep(0, 21), label, weight), alternative = alternative)
    expect_close(as.vector(paired$conf.int), as.vector(unpaired$conf.int), relative = 1e-10)
    expect_false(unpaired$p.value %in% c(0, 1))
  }
  paired <- auc_test(list(1:21, rep(0, 21)), label, weight)
  expect_true(0 < paired$conf.int[1] && paired$conf.int[1] < 0.5 && paired$conf.int[2] > 0.5)
  x <- list(area = 1, freedom = 0, model = 4, effective = naive_effective(label == 1, weight))
  naive <- naive_independent(x, replace(x, "area", 0.5))
  expect_close(as.vector(paired$conf.int), naive$interval(qt(0.975, naive$df)), relative = 1e-9)
})

test_that("a difference without a standard error leaves no joint test that overlooks it", {
  # A perfect and an inverted score, whose areas are known to be 1 and 0, and a third score.
  label <- rep(0:1, each = 4)
  scores <- cbind(up = 1:8, down = 8:1, some = c(1, 5, 2, 3, 4, 6, 2, 7))
  pair <- auc_test(scores[, c("up", "some")], label = label, test = "wald")
  joint <- NULL
  expect_warning(joint <- auc_test(scores, label = label, test = "wald"),
                 class = "wroc_warning_undefined")
  expect_identical(joint$p.value, NA_real_)
  expect_gt(pair$p.value, 0)
  # The score test sees it.
  expect_warning(joint <- auc_test(scores, label = label), NA)
  expect_lt(joint$p.value, 0.05)
  expect_gte(joint$p.value, 2^-7)
  expect_equal(joint$parameter[["num df"]], 2)
})

test_that("no tail is less than that of as many equal units", {
  # Five of six units for the first score: the t distribution alone would say less.
  label <- rep(0:1, each = 3)
  one <- c(1, 2, 3, 4, 5, 6)
  other <- c(4, 5, 6, 1, 2, 3)
  naive <- naive_differences(cbind(one, other), label == 1, rep(1, 6))
  test <- auc_test(list(one, other), label)
  expect_gte(test$p.value, 2 * naive_score_test(naive)$least * (1 - 1e-12))
  set.seed(40)
  kept <- 0
  for (repetition in 1:60) {
    # A score that one of few clusters of uneven weight decides.
    x <- inference_data(24, clusters = 6)
    test <- of_few(auc_test(list(x$guess, x$other), x$positive, x$weight, cluster = x$cluster))
    naive <- naive_differences(cbind(x$guess, x$other), x$positive, x$weight, x$cluster)
    least <- naive_score_test(naive)$least
    expect_gte(test$p.value, min(1, 2 * least) * (1 - 1e-10))
    kept <- kept + (test$p.value > 0.05 && any(test$conf.int == 0))
  }
  expect_gt(kept, 0)
})

test_that("weights so uneven that a unit decides alone end in no error", {
  for (weight in list(c(1e74, 1e-24, 1e43, 1e-53, 1e29), c(1, 1e-300, 1, 1e-300, 1),
                      c(1e20, 1, 1e20, 1, 1))) {
    for (alternative in alternatives) {
      for (scores in list(list(c(3, 3, 2, 2, 1), c(1, 3, 2, 3, 2)),
                          list(c(1, 2, 3, 1, 2), c(2, 3, 1, 2, 3)))) {
        test <- suppressWarnings(auc_test(list(scores[[1]], scores[[2]]), c(0, 0, 1, 1, 1), weight,
                                          alternative = alternative, conf.level = 0.4))
        expect_true(is.na(test$p.value) || !anyNA(test_numbers(test)))
        test <- of_few(auc_test(roc_observations(scores[[1]], c(0, 0, 1, 1, 1), weight),
                                roc_observations(scores[[2]], c(0, 0, 1, 1, 1), weight),
                                alternative = alternative))
        expect_false(anyNA(test_numbers(test)))
      }
    }
  }
})

test_that("one observation a class, one cluster: NA with a warning", {
  test <- expect_wroc_warning(auc_test(list(1:3, c(1, 3, 2)), c(0, 1, 0)), "undefined")
  expect_untestable(test, -0.5)
  guess <- c(1, 3, 2, 4, 5, 0)
  label <- c(0, 0, 1, 1, 0, 1)
  for (variance in c("delong", "jackknife", "frequency")) {
    for (kind in kinds) {
      test <- expect_wroc_warning(
        auc_test(list(guess, rev(guess)), label, cluster = rep(1, 6), variance = variance, test = kind),
        "undefined"
      )
      expect_true(is.na(test$p.value))
      expect_true(is.na(test$std.error))
      test <- expect_wroc_warning(
        auc_test(roc_observations(guess, label, cluster = rep(1, 6), variance = variance),
                 roc_observations(rev(guess), label, variance = variance), test = kind), "undefined"
      )
      expect_true(is.na(test$p.value))
    }
  }
  test <- expect_wroc_warning(auc_test(roc_observations(1:3, c(0, 1, 0)), roc_observations(guess, label)),
                              "undefined")
  expect_true(is.na(test$p.value))
  joint <- expect_wroc_warning(
    auc_test(cbind(guess, rev(guess), guess^2 - guess), label = label, cluster = rep(1, 6)),
    "undefined"
  )
  expect_identical(joint$p.value, NA_real_)
})

test_that("Wald: one perfect score is tested by the other's variance", {
  set.seed(21)
  x <- inference_data(40)
  perfect <- x$positive + 0
  ci <- auc_ci(x$guess, x$positive, x$weight)
  test <- auc_test(list(perfect, x$guess), x$positive, x$weight, test = "wald")
  expect_close(unname(test$statistic), (1 - ci$estimate) / ci$std.error, relative = 1e-10)
  y <- inference_data(30)
  test <- auc_test(roc_observations(perfect, x$positive, x$weight),
                   roc_observations(y$guess, y$positive, y$weight), test = "wald")
  ci <- auc_ci(y$guess, y$positive, y$weight)
  expect_close(unname(test$statistic), (1 - ci$estimate) / ci$std.error, relative = 1e-10)
  expect_close(unname(test$parameter), sum(y$weight > 0) - 1)
})

# Errors ---------------------------------------------------------------------------

kind_of_test <- function(...) {
  arguments <- utils::modifyList(list(x = list(c(1, 3, 2, 4), c(1, 4, 3, 2)),
                                      label = c(0, 0, 1, 1)), list(...), keep.null = TRUE)
  for (j in 1:2) {
    score <- arguments[[paste0("guess", j)]]
    if (!is.null(score)) arguments$x[[j]] <- score
  }
  error_kind(do.call(auc_test, arguments[!names(arguments) %in% c("guess1", "guess2")]))
}

kind_of_unpaired <- function(...) {
  arguments <- utils::modifyList(list(guess1 = c(1, 3, 2, 4), label1 = c(0, 0, 1, 1),
                                      guess2 = c(1, 4, 3, 2), label2 = c(0, 0, 1, 1)), list(...),
                                 keep.null = TRUE)
  error_kind(do.call(test_of_samples, arguments))
}

test_that("each argument of both tests has its errors", {
  skip_on_cran()
  expect_identical(kind_of_test(), "")
  expect_identical(kind_of_unpaired(), "")
  for (kind_of in list(kind_of_test, kind_of_unpaired)) {
    expect_identical(kind_of(guess1 = c(1, NA, 2, 3)), "missing")
    expect_identical(kind_of(guess2 = c(1, NaN, 2, 3)), "missing")
    expect_identical(kind_of(guess1 = 1:3), "length")
    expect_identical(kind_of(guess2 = 1:3), "length")
    expect_identical(kind_of(guess1 = letters[1:4]), "type")
    expect_identical(kind_of(guess2 = letters[1:4]), "type")
    for (level in list(0, 1, 95, -1)) expect_identical(kind_of(conf.level = level), "range")
    expect_identical(kind_of(conf.level = NA_real_), "missing")
    expect_identical(kind_of(conf.level = "a"), "type")
    expect_identical(kind_of(conf.level = c(0.9, 0.95)), "length")
    for (choice in list("x", NA_character_, 1, "")) {
      expect_identical(kind_of(alternative = choice), "choice")
      expect_identical(kind_of(variance = choice), "choice")
      expect_identical(kind_of(test = choice), "choice")
    }
    expect_identical(kind_of(variance = "bootstrap"), "unsupported")
  }
  expect_identical(kind_of_test(label = rep(1, 4)), "one_class")
  expect_identical(kind_of_test(weight = c(1, -1, 1, 1)), "weight")
  expect_identical(kind_of_test(weight = c(1, 0.5, 1, 1), variance = "frequency"), "weight")
  expect_identical(kind_of_test(weight = c(0, 0, 1, 1)), "no_weight")
  expect_identical(kind_of_test(cluster = 1:3), "length")
  expect_identical(kind_of_test(cluster = c(1, 2, NA, 3)), "missing")
  expect_identical(kind_of_test(cluster = list(1, 2, 3, 4)), "type")
  for (sample in 1:2) {
    kind <- function(name, value, ...) {
      do.call(kind_of_unpaired, c(stats::setNames(list(value), paste0(name, sample)), ...))
    }
    expect_identical(kind("label", rep(1, 4)), "one_class")
    expect_identical(kind("label", c(0, 1)), "length")
    expect_identical(kind("weight", c(1, -1, 1, 1)), "weight")
    expect_identical(kind("weight", c(1, 0.5, 1, 1), variance = "frequency"), "weight")
    expect_identical(kind("weight", c(0, 0, 1, 1)), "no_weight")
    expect_identical(kind("cluster", 1:3), "length")
    expect_identical(kind("cluster", c(1, 2, NA, 3)), "missing")
    expect_identical(kind("cluster", list(1, 2, 3, 4)), "type")
  }
})

test_that("more than two scores are tested on two sides, none not at all", {
  three <- cbind(c(1, 3, 2, 4), c(1, 4, 3, 2), c(2, 1, 4, 4))
  kind_of_scores <- function(scores, ...) error_kind(auc_test(scores, c(0, 0, 1, 1), ...))
  for (alternative in c("less", "greater")) {
    expect_identical(kind_of_scores(three, alternative = alternative), "choice")
    expect_identical(kind_of_scores(three[, 1:2], alternative = alternative), "")
  }
  expect_identical(kind_of_scores(list()), "empty")
  # Two scores that are two arguments.
  expect_identical(error_kind(auc_test(three[, 1], three[, 2], c(0, 0, 1, 1))), "labels")
  error <- expect_error(auc_test(three, label = c(0, 0, 1, 1), alternative = "less"))
  expect_identical(conditionCall(error),
                   quote(auc_test(three, label = c(0, 0, 1, 1), alternative = "less")))
})

test_that("an error of the second score or sample says which one it is", {
  expect_wroc_error(
    auc_test(list(1:4, new = c(1, NA, 2, 3)), c(0, 0, 1, 1)), "missing", with_hint(paste(
      "In score `new`: ROC curve undefined for NA guess: element 2 of `x` is NA or NaN."
    )), argument = "x", score = "new", position = 2
  )
  error <- expect_error(auc_test(roc_observations(1:4, c(0, 0, 1, 1)), roc_observations(1:4, rep(1, 4))),
                        class = "wroc_error_one_class")
  expect_match(conditionMessage(error), "^In `y`: ")
  error <- expect_error(auc_test(roc_observations(1:4, c(0, 0, 1, 1), c(1, -1, 1, 1)),
                                 roc_observations(1:4, c(0, 0, 1, 1))), class = "wroc_error_weight")
  expect_match(conditionMessage(error), "^In `x`: ")
})

test_that("errors have the user's names of arguments", {
  label <- c(0, 0, 1, 1)
  error <- expect_error(auc_test(list(letters[1:4], 1:4), label), class = "wroc_error_type")
  expect_match(conditionMessage(error), "In column 1 of `x`: `x` must be", fixed = TRUE)
  expect_identical(error[c("argument", "score")], list(argument = "x", score = 1L))
  error <- expect_error(auc_test(list(1:4, 1:3), label), class = "wroc_error_length")
  expect_identical(error[c("argument", "score")], list(argument = "x", score = 2L))
  error <- expect_error(auc_test(cbind(1:4, c(1, 2, NA, 3)), label = label),
                        class = "wroc_error_missing")
  expect_match(conditionMessage(error), "In column 2 of `x`: .* of `x` is NA")
  expect_equal(error[c("argument", "score")], list(argument = "x", score = 2))
  error <- expect_error(auc_test(array(1, c(2, 2, 2)), label = label), class = "wroc_error_type")
  expect_identical(error$argument, "x")
  swapped <- list(rep(0:1, 2), 1:4)
  error <- expect_error(auc_test(swapped, c(0.5, 2, 3, 1)), class = "wroc_error_labels")
  expect_match(conditionMessage(error), "Are `x` and `label` swapped?", fixed = TRUE)

  unpaired <- function(...) {
    arguments <- list(guess1 = 1:4, label1 = label, guess2 = 1:4, label2 = label)
    do.call(test_of_samples, utils::modifyList(arguments, list(...)))
  }
  faults <- list(guess = c(1, NA, 2, 3), label = c(0, NA, 1, 1), weight = c(1, -1, 1, 1),
                 cluster = c(1, NA, 2, 3))
  for (name in names(faults)) {
    for (sample in 1:2) {
      error <- expect_error(do.call(unpaired, structure(faults[name], names = paste0(name, sample))),
                            class = "wroc_error")
      argument <- if (name == "guess") "x" else name
      expect_identical(error$argument, argument)
      # An error that roc_observations() finds itself is an error of that call.
      if (name != "cluster") {
        expect_identical(error$sample, sample)
        expect_match(conditionMessage(error), sprintf("^In `%s`: .*`%s`", c("x", "y")[sample], argument))
      }
    }
  }
})

test_that("data.name is what the user wrote, and never the data", {
  set.seed(1)
  truth <- rep(0:1, 500)
  score <- rnorm(1000)
  other <- score + rnorm(1000)
  name <- function(test) test$data.name
  expect_identical(name(auc_test(list(score, other), truth)), "list(score, other)")
  expect_identical(name(auc_test(cbind(score, other), label = truth)), "cbind(score, other)")
  expect_identical(name(auc_test(roc_observations(score, truth), roc_observations(other, truth))),
                   paste("roc_observations(score, truth) and", "roc_observations(other, truth)"))
  expect_identical(name(do.call(auc_test, list(cbind(score, other), label = truth))), "x")
  samples <- list(roc_observations(score, truth), roc_observations(other, truth))
  expect_identical(name(do.call(auc_test, samples)), "x and y")
  long <- bquote(.(score) + 1)
  first <- bquote(roc_observations(.(long), truth))
  found <- name(do.call(auc_test, list(first, samples[[2L]])))
  expect_lt(nchar(found), 120)
  expect_match(found, "\\.\\.\\. and y$")
  found <- name(do.call(auc_test, list(bquote(cbind(.(long), other)), truth)))
  expect_match(found, " \\.\\.\\.$")
})
