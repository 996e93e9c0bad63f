# Cross-validated areas, against the definitions over all pairs of a fold.

fold_data <- function(n = 120, folds = 6, clusters = NULL) {
  data <- inference_data(n, zeros = FALSE)
  data$fold <- integer(n)
  for (positive in c(TRUE, FALSE)) {
    of_class <- which(data$positive == positive)
    data$fold[of_class] <- sample(rep_len(seq_len(folds), length(of_class)))
  }
  # A constant shift of a fold's scores compares nothing within it.
  data$guess <- data$guess + 100 * data$fold
  if (!is.null(clusters)) data$cluster <- paste(data$fold, sample(clusters, n, replace = TRUE))
  data
}

# The comparisons within folds: which observations, what won and how much it counts.
pairs_in_folds <- function(guess, positive, weight, fold) {
  folds <- unique(fold)
  pairs <- do.call(rbind, lapply(folds, function(v) {
    pairs <- expand.grid(i = which(positive & fold == v), j = which(!positive & fold == v))
    pairs$won <- (1 + sign(guess[pairs$i] - guess[pairs$j])) / 2
    pairs$share <- weight[pairs$i] * weight[pairs$j]
    pairs$share <- pairs$share / sum(pairs$share) / length(folds)
    pairs
  }))
  pairs$deviation <- pairs$share * (pairs$won - sum(pairs$share * pairs$won))
  pairs
}

# The area and its variance by the definition on the reference page.
naive_in_folds <- function(repetitions, positive, weight, cluster = seq_along(positive),
                           variance = "delong") {
  R <- length(repetitions)
  u <- numeric(length(positive))
  area <- twice <- 0
  for (one in repetitions) {
    V <- length(unique(one$fold))
    pairs <- pairs_in_folds(one$guess, positive, weight, one$fold)
    area <- area + sum(pairs$share * pairs$won) / R
    same <- cluster[pairs$i] == cluster[pairs$j]
    part <- pairs$deviation * ifelse(same, (1 + 1 / V) / 2, 1) / R
    u <- u + vapply(seq_along(u), function(k) sum(part[pairs$i == k | pairs$j == k]), 0)
    a <- pmin(match(cluster[pairs$i], cluster), match(cluster[pairs$j], cluster))
    b <- pmax(match(cluster[pairs$i], cluster), match(cluster[pairs$j], cluster))
    between <- tapply(pairs$deviation[!same], paste(a, b)[!same], sum)
    twice <- twice + (1 - 1 / V) * sum(between^2) / R^2
  }
  of_units <- naive_covariance(u, u, positive, weight,
                               if (anyDuplicated(cluster)) cluster, variance)
  c(estimate = area, std.error = sqrt(of_units - min(twice, of_units / 2)))
}

expect_in_folds <- function(row, expected) {
  expect_equal(unlist(row[c("estimate", "std.error")]), expected, tolerance = 1e-12)
}

test_that("the area is the mean of the folds' areas, with the variance of its definition", {
  set.seed(1)
  for (folds in c(2, 6, 15)) {
    data <- fold_data(120, folds)
    for (variance in c("delong", "jackknife")) {
      row <- with(data, auc_ci(guess, positive, weight, fold = fold, variance = variance))
      expected <- with(data, naive_in_folds(list(list(guess = guess, fold = fold)), positive, weight,
                                            variance = variance))
      expect_in_folds(row, expected)
    }
    areas <- vapply(split(seq_along(data$fold), data$fold), function(i) {
      auc_wmw(data$guess[i], data$positive[i], data$weight[i])
    }, 0)
    expect_equal(row$estimate, mean(areas))
    expect_identical(row$variance, "jackknife")
  }
})

test_that("ties within a fold count half", {
  label <- rep(0:1, 4)
  fold <- rep(1:2, each = 4)
  expect_identical(auc_ci(rep(3, 8), label, fold = fold, method = "wald")$estimate, 0.5) |>
    expect_warning(class = "wroc_warning_degenerate")
  expect_equal(auc_ci(c(1, 1, 2, 2, 5, 5, 5, 6), label, fold = fold)$estimate,
               mean(c(2 / 4, 3 / 4)))
})

test_that("the plain variance of LeDell et al. is what is left around the areas of the folds", {
  # Their equation for a fold, D of an observation, with the fold's own rates of the classes: the mean over folds of
  # the mean square, divided by n, for folds of one size. Leaving folds out shows how much the folds' AUCs differ; the
  # products counted twice are the deviations of pairs.
  set.seed(2)
  data <- fold_data(120, 6)
  data$weight[] <- 1
  with(data, {
    area <- auc_ci(guess, positive, fold = fold)$estimate
    D <- numeric(120)
    areas <- numeric(6)
    for (v in 1:6) {
      of <- fold == v
      areas[v] <- naive_area(guess[of], positive[of], weight[of])
      D[of] <- naive_placements(guess[of], positive[of], weight[of]) - areas[v]
      D[of] <- D[of] / ifelse(positive[of], mean(positive[of]), mean(!positive[of]))
    }
    numbers <- table(fold, positive)
    theirs <- sum(vapply(1:6, function(v) sum(D[fold == v]^2) / sum(fold == v)^2, 0)) / 36
    left_out <- sum((areas - area)^2 * rowSums(1 / numbers)) / 36
    pairs <- pairs_in_folds(guess, positive, weight, fold)
    ours <- auc_ci(guess, positive, fold = fold, variance = "jackknife")$std.error^2
    expect_equal(ours, theirs + left_out - 5 / 6 * sum(pairs$deviation^2))
  })
})

test_that("one fold is none", {
  set.seed(3)
  data <- inference_data()
  for (cluster in list(NULL, data$cluster)) {
    for (method in c("wilson", "logit", "wald")) {
      ci <- function(...) {
        with(data, auc_ci(scores, positive, weight, cluster, method = method, ...))
      }
      expect_equal(ci(fold = rep("all", 60)), ci(), tolerance = 1e-12)
    }
  }
})

test_that("pooled predictions are compared across folds", {
  set.seed(4)
  data <- fold_data()
  pooled <- with(data, auc_ci(guess, positive, weight, fold = fold, average = "pooled"))
  expect_equal(pooled, with(data, auc_ci(guess, positive, weight)), tolerance = 1e-12)
  expect_gt(abs(pooled$estimate - with(data, auc_ci(guess, positive, weight, fold = fold)$estimate)),
            0.01)
})

test_that("repetitions are averaged, observation by observation", {
  set.seed(5)
  data <- fold_data()
  repetitions <- lapply(1:3, function(r) {
    order <- with(data, ave(seq_along(fold), positive, FUN = function(i) i[sample.int(length(i))]))
    list(guess = round(rnorm(120) + data$positive, 1), fold = data$fold[order])
  })
  each <- vapply(repetitions, `[[`, numeric(120), "guess")
  folds <- vapply(repetitions, `[[`, numeric(120), "fold")
  row <- with(data, auc_ci(each, positive, weight, fold = folds))
  expect_in_folds(row, with(data, naive_in_folds(repetitions, positive, weight)))
  columns <- function(x) lapply(1:3, function(r) x[, r])
  with(data, {
    expect_identical(auc_ci(as.list(as.data.frame(each)), positive, weight, fold = as.data.frame(folds)), row)
    expect_identical(auc_ci(columns(each), positive, weight, fold = columns(folds)), row)
    several <- auc_ci(list(a = each, b = -each), positive, weight, fold = folds)
    expect_identical(several$score, c("a", "b"))
    expect_identical(several[1L, names(row)], row)
    expect_equal(several$estimate[[2L]], 1 - row$estimate)
    # The same once and again is the same.
    once <- auc_ci(each[, 1], positive, weight, fold = folds[, 1])
    pooled <- auc_ci(each[, c(1, 1)], positive, weight, fold = folds[, c(1, 1)], average = "pooled")
    expect_equal(pooled, auc_ci(each[, 1], positive, weight), tolerance = 1e-12)
    twice <- auc_ci(each[, c(1, 1)], positive, weight, fold = folds[, c(1, 1)])
    expect_equal(twice$estimate, once$estimate)
  })
})

test_that("several scores have the same folds", {
  set.seed(6)
  data <- fold_data()
  rows <- with(data, auc_ci(cbind(guess, other), positive, weight, fold = fold))
  alone <- with(data, auc_ci(other, positive, weight, fold = fold))
  expect_equal(rows[2L, names(alone)], alone, ignore_attr = TRUE)
})

test_that("clusters are units, and comparisons within one are its own", {
  set.seed(7)
  for (clusters in c(1, 2, 5)) {
    data <- fold_data(120, 5, clusters)
    row <- with(data, auc_ci(guess, positive, weight, cluster, fold = fold))
    expected <- with(data, naive_in_folds(list(list(guess = guess, fold = fold)), positive, weight,
                                          cluster))
    expect_in_folds(row, expected)
  }
})

test_that("an area of folds of one pair each is a mean of independent areas", {
  set.seed(8)
  score <- rnorm(400, rep(0:1, 200))
  fold <- rep(1:200, each = 2)
  row <- auc_ci(score, rep(0:1, 200), fold = fold)
  A <- row$estimate
  expect_equal(A, mean(score[c(FALSE, TRUE)] > score[c(TRUE, FALSE)]))
  expect_equal(row$std.error, sqrt(A * (1 - A) / 200), tolerance = 0.02)
  # As it is with the folds for clusters.
  expect_equal(auc_ci(score, rep(0:1, 200), cluster = fold, fold = fold)$std.error, row$std.error,
               tolerance = 0.02)
})

test_that("intervals of small folds have a model of what a comparison varies", {
  # The model alone: in 25 folds of a pair that is won, 1 / 25 + 1 / 25 + (1 - 1 / 25) / 25.
  row <- auc_ci(rep(1:2, 25), rep(0:1, 25), fold = rep(1:25, each = 2))
  g <- (2 + 24 / 25) / 25
  end <- uniroot(function(a) (1 - a)^2 - qt(0.975, 4)^2 * g * a * (1 - a) * (4 * a * (1 - a))^(1 / 6) / 3,
                 c(0.5, 1 - 1e-9), tol = 1e-12)$root
  expect_equal(row$conf.low, end)
  expect_identical(row$df, 4)
})

test_that("tests in one fold are those without", {
  set.seed(9)
  data <- inference_data()
  for (test in c("score", "wald")) {
    compare <- function(...) with(data, auc_test(scores, positive, weight, test = test, ...))
    expect_equal(compare(fold = rep(1, 60))[c("statistic", "p.value", "contrasts")],
                 compare()[c("statistic", "p.value", "contrasts")], tolerance = 1e-9)
  }
})

test_that("tests compare means over folds and repetitions", {
  set.seed(10)
  data <- fold_data()
  with(data, {
    rows <- auc_ci(cbind(guess, other), positive, weight, fold = fold)
    result <- auc_test(cbind(guess, other), positive, weight, fold = fold)
    expect_equal(unname(result$estimate), c(rows$estimate, -diff(rows$estimate)))
    expect_lt(result$conf.int[[1L]], result$estimate[["difference"]])
    expect_gt(result$conf.int[[2L]], result$estimate[["difference"]])
    # From the influences' definition, less what they have twice.
    pairs <- lapply(list(guess, other), pairs_in_folds, positive, weight, fold)
    difference <- pairs[[1L]]$deviation - pairs[[2L]]$deviation
    u <- vapply(seq_along(guess), function(k) sum(difference[pairs[[1L]]$i == k | pairs[[1L]]$j == k]), 0)
    twice <- (1 - 1 / 6) * c(sum(difference^2), sum(difference * pairs[[1L]]$share), sum(pairs[[1L]]$share^2))
    expected <- naive_covariance(u, u, positive, weight) - twice[[1L]]
    expect_equal(result$std.error, sqrt(expected))

    both <- list(a = cbind(guess, other), b = cbind(other, third))
    twice <- cbind(fold, rev(fold))
    repeated <- auc_test(both, positive, weight, fold = twice)
    rows <- auc_ci(both, positive, weight, fold = twice)
    expect_equal(unname(repeated$estimate[1:2]), rows$estimate)
    expect_named(repeated$estimate, c("a", "b", "difference"))
  })
})

test_that("three scores in folds have one covariance, and their pairs have theirs", {
  set.seed(12)
  for (clusters in list(NULL, 4L)) {
    data <- fold_data(120, 15, clusters)
    with(data, {
      scores <- cbind(guess, other, third)
      three <- auc_test(scores, positive, weight, if (!is.null(clusters)) cluster, fold = fold)
      for (i in 1:3) {
        two <- scores[, list(1:2, c(1, 3), 2:3)[[i]]]
        alone <- auc_test(two, positive, weight, if (!is.null(clusters)) cluster, fold = fold)
        expect_equal(three$contrasts$std.error[[i]], alone$std.error)
        expect_equal(three$contrasts$p.value[[i]], alone$p.value)
      }
      # A copy adds nothing.
      both <- auc_test(scores[, 1:2], positive, weight, if (!is.null(clusters)) cluster, fold = fold)
      copies <- auc_test(scores[, c(1, 2, 2)], positive, weight, if (!is.null(clusters)) cluster,
                         fold = fold)
      expect_equal(copies$contrasts$std.error[[1L]], both$std.error)
    })
  }
})

test_that("a fit has folds, too", {
  set.seed(11)
  data <- fold_data()
  fit <- weighted_roc(positive ~ guess + other, as.data.frame(data[c("positive", "guess", "other", "fold")]),
                      weights = data$weight, fold = fold)
  with(data, {
    expect_identical(auc_ci(fit), auc_ci(cbind(guess, other), positive, weight, fold = fold))
    expect_equal(auc_test(fit)$p.value,
                 auc_test(cbind(guess, other), positive, weight, fold = fold)$p.value)
  })
  expect_wroc_error_of(auc_ci(fit, fold = data$fold), "unused", "fold")
})

test_that("folds are told by any values, in any order, and observations without weight are in none", {
  set.seed(12)
  data <- fold_data()
  row <- with(data, auc_ci(guess, positive, weight, fold = fold))
  order <- sample(120)
  with(data, {
    expect_equal(auc_ci(guess[order], positive[order], weight[order], fold = factor(fold[order])), row)
    expect_identical(auc_ci(guess, positive, weight, fold = letters[fold]), row)
    expect_identical(auc_ci(c(guess, 0), c(positive, TRUE), c(weight, 0), fold = c(fold, 1)), row)
    expect_equal(auc_ci(guess, positive, weight * 10^(fold + 5 * positive), fold = fold)[1:5], row[1:5])
  })
})

test_that("what is missing is left out of folds, too", {
  set.seed(13)
  data <- fold_data()
  with(data, {
    kept <- -(1:3)
    row <- auc_ci(guess[kept], positive[kept], weight[kept], cluster[kept], fold = fold[kept],
                  average = "pooled")
    cluster[[2L]] <- NA
    missing <- replace(fold, 1, NA)
    expect_identical(
      auc_ci(replace(guess, 3, NA), positive, weight, cluster, na.rm = TRUE, fold = missing,
             average = "pooled"),
      row
    )
    expect_wroc_error(
      auc_ci(guess, positive, weight, fold = missing), "missing",
      with_hint("`fold` must not be missing: element 1 is NA."), argument = "fold", position = 1L
    )
  })
})

test_that("folds that are none are refused", {
  label <- rep(0:1, 6)
  score <- as.numeric(1:12)
  fold <- rep(c("a", "b"), each = 6)
  of <- function(fold, ...) auc_ci(score, label, fold = fold, ...)
  expect_wroc_error(
    of(replace(fold, 12, "c")), "fold",
    paste("`fold` must have both classes in each fold: in fold \"c\" the negative class has",
          "weight 0."),
    argument = "fold", value = "c", class_name = "negative"
  )
  expect_wroc_error(
    auc_ci(cbind(score, score), label, fold = cbind(rep(1, 12), rep(1:2, 6))), "fold",
    paste("`fold` must have both classes in each fold: in fold 1 of repetition 2 the positive class",
          "has weight 0."),
    argument = "fold", value = 1, repetition = 2
  )
  expect_wroc_error(
    of(fold, cluster = rep(1:4, 3)), "cluster",
    "`fold` must not split clusters: element 7 is in a different fold from others of its cluster.",
    argument = "cluster", position = 7
  )
  expect_wroc_error(
    of(fold[-1]), "length", "`fold` must be as long as `label`: its length is 11, that of `label` is 12."
  )
  expect_wroc_error_of(of(list()), "empty", "fold")
  expect_wroc_error_of(of(list(NULL)), "type", "fold")
  expect_wroc_error_of(of(list(list(1))), "type", "fold")
  expect_wroc_error_of(of(structure(rep(7L, 12), class = "factor", levels = "a")), "levels", "fold")
  expect_wroc_error(
    of(cbind(fold, fold)), "length",
    paste("`x` must have a prediction for each of the 2 repetitions that `fold` has, in columns",
          "or in a list, not 1. Several scores are a list of such matrices."),
    argument = "x", length = 1L, expected = 2L
  )
  expect_wroc_error_of(auc_ci(fold = fold), "absent", "x")
  expect_wroc_error_of(auc_ci(score, fold = fold), "absent", "label")
})

test_that("what folds do not have is refused", {
  label <- rep(0:1, 6)
  score <- as.numeric(1:12)
  fold <- rep(1:2, each = 6)
  for (variance in c("frequency", "bootstrap")) {
    expect_wroc_error(
      auc_ci(score, label, variance = variance, fold = fold), "choice",
      sprintf("Cross-validated measures do not support `variance = \"%s\"`; use \"delong\" or \"jackknife\".",
              variance), argument = "variance", value = variance
    )
  }
  expect_wroc_error_of(auc_test(cbind(score, label), label, variance = "frequency", fold = fold),
                       "choice", "variance")
  partial <- auc_ci(score, label, FPR = c(0, 0.6), fold = fold)
  columns <- c("estimate", "std.error", "conf.low", "conf.high", "df")
  number <- roc_estimate(score, label, measure = roc_measure("AUC", FPR = c(0, 0.6)), fold = fold)
  expect_equal(partial[columns], number[columns])
  expect_wroc_error(auc_ci(score, label, average = "pooled"), "unused",
                    "`average` is not used without `fold`.", argument = "average")
  expect_wroc_error_of(auc_test(cbind(score, label), label, average = "pooled"), "unused", "average")
  expect_wroc_error_of(auc_ci(score, label, fold = fold, average = NA), "choice", "average")
})

test_that("a hundred thousand observations in ten thousand folds take no time", {
  skip_on_cran()
  set.seed(14)
  fold <- rep(1:1e4, each = 10)
  label <- rep(rep(0:1, c(7, 3)), 1e4)
  score <- rnorm(1e5, label)
  expect_lt(system.time(auc_ci(score, label, fold = fold))[["user.self"]], 1)
})

test_that("a cross-validated area is tested against a value as its interval says", {
  set.seed(12)
  label <- rep(0:1, 60)
  score <- rnorm(120, 0.6 * label)
  fold <- rep(1:6, each = 20)
  repeated <- cbind(fold, rep(1:5, each = 24))
  for (case in list(list(score, fold), list(cbind(score, score + rnorm(120)), repeated))) {
    ci <- auc_ci(case[[1]], label, fold = case[[2]])
    test <- auc_test(case[[1]], label, fold = case[[2]])
    expect_equal(as.vector(test$conf.int), c(ci$conf.low, ci$conf.high))
    expect_equal(unname(test$estimate), ci$estimate)
    at_end <- auc_test(case[[1]], label, fold = case[[2]], mu = ci$conf.low)
    expect_equal(at_end$p.value, 0.05, tolerance = 1e-6)
  }
  expect_error(auc_test(score, label, fold = fold, test = "exact"), class = "wroc_error_unused")
})

test_that("tests of any number are of means over folds", {
  set.seed(33)
  label <- rep(0:1, 60)
  scores <- cbind(a = rnorm(120, label), b = rnorm(120, label))
  weight <- rexp(120) + 0.1
  fold <- rep(1:4, each = 30)
  alike <- rep(1, 120)
  unit <- rep(1:60, each = 2)
  what <- c(roc_measure("AUC", FPR = c(0, 0.5)), roc_measure("TPR", threshold = 0.5),
            roc_measure("TPR", FPR = 0.2), roc_measure("PPV", threshold = 0.5))
  for (i in seq_along(what)) {
    number <- what[i]
    for (cluster in list(NULL, unit)) {
      test <- function(guess, ...) roc_test(guess, label, weight, cluster, measure = number, ...)
      ci <- roc_estimate(scores, label, weight, cluster, measure = number, fold = fold)
      found <- test(scores, fold = fold)
      expect_close(unname(found$estimate[1:2]), ci$estimate, 1e-12)
      means <- vapply(1:4, function(i) {
        of <- fold == i
        roc_estimate(scores[of, ], label[of], weight[of], measure = number)$estimate
      }, numeric(2))
      expect_close(unname(found$estimate[1:2]), rowMeans(means), 1e-12)
      expect_close(test(scores[, 1L], fold = fold, mu = 0.3)$std.error, ci$std.error[[1L]], 1e-12)
      # The sensitivity of a score that is the same for all does not vary: there is nothing but that of the other.
      for (k in if (i == 2L) 1:2) {
        expect_close(test(cbind(scores[, k], 10), fold = fold)$std.error, ci$std.error[[k]], 1e-12)
      }
      one <- test(scores, fold = alike)
      none <- test(scores)
      parts <- c("statistic", "parameter", "p.value", "conf.int", "estimate", "std.error")
      expect_equal(one[parts], none[parts], tolerance = 1e-9)
    }
  }
  twice <- list(a = cbind(scores[, 1L], scores[, 1L]), b = cbind(scores[, 2L], scores[, 2L]))
  repeated <- roc_test(twice, label, weight, fold = cbind(fold, fold), measure = what[2L])
  expect_equal(repeated$p.value, roc_test(scores, label, weight, fold = fold, measure = what[2L])$p.value)
})

test_that("groups have the folds that they are in", {
  set.seed(34)
  label <- rep(0:1, 90)
  score <- rnorm(180, label)
  weight <- rexp(180) + 0.1
  group <- rep(c("a", "b", "c"), each = 60)
  fold <- rep(1:5, 36)
  # Group `b` is in three folds alone.
  fold[group == "b"] <- rep(2:4, 20)
  unit <- paste(group, fold, rep(1:2, 90))
  repetitions <- cbind(fold, rep(5:1, 36))
  cases <- list(list(score, fold, NULL), list(score, letters[fold], unit),
                list(cbind(score, score + 0.3 * rnorm(180)), repetitions, NULL))
  rows_of <- function(x, rows) if (is.matrix(x)) x[rows, ] else x[rows]
  for (what in list("AUC", roc_measure("TPR", threshold = 0.5))) {
    for (case in cases) {
      folds <- case[[2L]]
      cluster <- case[[3L]]
      found <- test_of_groups(case[[1L]], label, group, weight, cluster, test = "wald", measure = what,
                              fold = folds)
      alone <- vapply(c("a", "b", "c"), function(name) {
        of <- group == name
        ci <- roc_estimate(rows_of(case[[1L]], of), label[of], weight[of], cluster[of], measure = what,
                           fold = rows_of(folds, of))
        c(ci$estimate, ci$std.error)
      }, numeric(2))
      expect_close(found$estimate, alone[1L, ], 1e-12)
      pairs <- utils::combn(3L, 2L)
      expected <- apply(pairs, 2L, function(of) sqrt(sum(alone[2L, of]^2)))
      expect_close(found$contrasts$std.error, expected, 1e-10)
    }
  }
  groups <- function(...) test_of_groups(score, label, group, weight, ...)
  expect_equal(groups(fold = rep(1, 180))$p.value, groups()$p.value, tolerance = 1e-9)
  expect_equal(groups(fold = fold, average = "pooled")$p.value, groups()$p.value, tolerance = 1e-9)
  # A fold of two groups is one of each.
  expect_identical(groups(fold = paste(group, fold))$p.value, groups(fold = fold)$p.value)
  expect_wroc_error_of(groups(average = "pooled"), "unused", "average")
  expect_wroc_error_of(groups(fold = fold, variance = "frequency"), "choice", "variance")
  several <- list(cbind(score, score), cbind(score, score))
  expect_wroc_error_of(test_of_groups(several, label, group, fold = repetitions), "type", "x")
  # A fold without a class, and a cluster in two folds, are told by group, repetition and place.
  fold[group == "b"] <- ifelse(label[group == "b"] == 1, 2, rep(2:4, 20))
  folds <- cbind(repetitions[, 2L], fold)
  error <- expect_error(test_of_groups(cbind(score, score), label, group, fold = folds),
                        class = "wroc_error_fold")
  expect_match(conditionMessage(error),
               "^In group `b` of `group`: `fold` must have both classes in each fold: in fold")
  expect_match(conditionMessage(error), "of repetition 2 the positive class has weight 0")
  expect_identical(error$group, "b")
  split <- function() groups(cluster = unit, fold = replace(rep(1, 180), 71, 2))
  expect_match(error_message(split()),
               "^In group `b` of `group`: `fold` must not split clusters: element 11 ")
})

test_that("roc_estimate() has means over folds of any measure", {
  set.seed(31)
  label <- rep(0:1, 60)
  score <- rnorm(120, label)
  weight <- rexp(120)
  # Each fold has as many of each class, in a row with weights of 1.
  fold <- rep(1:6, each = 20)
  columns <- c("estimate", "std.error", "conf.low", "conf.high", "df")
  area <- auc_ci(score, label, weight, fold = fold)
  expect_equal(unlist(roc_estimate(score, label, weight, fold = fold)[columns]), unlist(area[columns]))
  # The mean of rates in folds of one size is the rate, with its standard error.
  rates <- c(roc_measure(c("TPR", "FPR"), threshold = 0.5), roc_measure("TNR", threshold = 1))
  plain <- roc_estimate(score, label, measure = rates)
  folded <- roc_estimate(score, label, measure = rates, fold = fold)
  expect_close(folded$estimate, plain$estimate, 1e-12)
  expect_close(folded$std.error, plain$std.error, 1e-12)
  # All in one fold are no folds.
  what <- c(roc_measure("AUC", FPR = c(0, 0.3)),
            roc_measure(c("PPV", "J", "LR_pos", "kappa"), threshold = 0.5),
            roc_measure("risk", threshold = 0.5, cost_FN = 3), roc_measure("lift", share = 0.3),
            roc_measure("TPR", FPR = 0.2), roc_measure(c("AP", "prg_AUC")))
  cluster <- rep(1:40, 3)
  for (cluster in list(NULL, rep(1:40, 3))) {
    plain <- roc_estimate(score, label, weight, cluster, measure = what)
    one <- roc_estimate(score, label, weight, cluster, measure = what, fold = rep(1, 120))
    expect_close(one$estimate, plain$estimate, 1e-12)
    expect_close(one$std.error, plain$std.error, 1e-9)
  }
  # The mean of the values of the folds.
  of_folds <- sapply(split(seq_len(120), fold), function(i) {
    roc_estimate(score[i], label[i], weight[i], measure = what)$estimate
  })
  found <- roc_estimate(score, label, weight, measure = what, fold = fold)
  expect_close(found$estimate, rowMeans(of_folds), 1e-12)
  expect_true(all(found$conf.low < found$estimate & found$estimate < found$conf.high))
  # Two repetitions of several scores.
  both <- cbind(fold, rev(fold))
  twice <- list(a = cbind(score, score), b = cbind(score + weight, score - weight))
  several <- roc_estimate(twice, label, weight, measure = what[1:2], fold = both)
  expect_identical(several$score, rep(c("a", "b"), each = 2L))
  first <- roc_estimate(score, label, weight, measure = what[1:2], fold = fold)$estimate
  second <- roc_estimate(score, label, weight, measure = what[1:2], fold = rev(fold))$estimate
  expect_close(several$estimate[1:2], (first + second) / 2, 1e-12)
})

test_that("folds vary as the means over other samples in as many folds do", {
  skip_on_cran()
  set.seed(32)
  fold <- rep(1:5, 20)
  what <- c(roc_measure("PPV", threshold = 0.5), roc_measure("AUC", FPR = c(0, 0.5)))
  drawn <- replicate(400, {
    label <- rbinom(100, 1, 0.4)
    score <- rnorm(100, label) + 0.3 * sqrt(fold)
    found <- roc_estimate(score, label, measure = what, fold = fold)
    c(found$estimate, found$std.error)
  })
  expect_close(rowMeans(drawn[3:4, ]) / apply(drawn[1:2, ], 1L, sd), c(1, 1), 0.12)
})

test_that("the best over thresholds has no folds", {
  label <- rep(0:1, 30)
  score <- seq_len(60) %% 7
  fold <- rep(1:2, each = 30)
  for (what in c("KS", "H")) {
    expect_wroc_error_of(roc_estimate(score, label, measure = what, fold = fold), "unsupported", "measure")
  }
  both <- function() roc_estimate(score, label, fold = fold, weights_model = matrix(1, 60))
  expect_wroc_error_of(both(), "unsupported", "weights_model")
  expect_wroc_error_of(roc_estimate(score, label, average = "pooled"), "unused", "average")
})

# The mean TPR of curves at an FPR, at both ends of the steps there, by interpolation along each.
mean_by_definition <- function(curves, at, shares) {
  ends <- vapply(curves, function(curve) {
    on <- curve$FPR == at
    if (any(on)) return(range(curve$TPR[on]))
    rep(stats::approx(rev(curve$FPR), rev(curve$TPR), at, ties = "ordered")$y, 2L)
  }, numeric(2))
  drop(ends %*% shares)
}

test_that("the curve of a fit with folds is the mean of the curves of the folds, its area that of the fit", {
  set.seed(51)
  for (clusters in list(NULL, 3)) {
    used <- c("guess", "other", "positive", "weight", "fold", if (!is.null(clusters)) "cluster")
    data <- as.data.frame(fold_data(120, 5, clusters)[used])
    data$guess <- round(data$guess, 1)
    fit <- if (is.null(clusters)) {
      weighted_roc(positive ~ guess + other, data, weights = weight, fold = fold)
    } else {
      weighted_roc(positive ~ guess + other, data, weights = weight, fold = fold, cluster = cluster)
    }
    expect_close(vapply(fit$curves, WeightedAUC, 0),
                 structure(fit$areas$estimate, names = c("guess", "other")), 1e-14)
    for (score in c("guess", "other")) {
      mean <- fit$curves[[score]]
      each <- lapply(split(data, data$fold),
                     function(part) WeightedROC(part[[score]], part$positive, part$weight))
      for (at in unique(mean$FPR)) {
        expect_close(range(mean$TPR[mean$FPR == at]), mean_by_definition(each, at, rep(0.2, 5)), 1e-13)
      }
      expect_true(all(unlist(lapply(each, `[[`, "FPR")) %in% mean$FPR))
      expect_true(all(is.na(mean$threshold)))
      whole <- WeightedROC(data[[score]], data$positive, data$weight)
      expect_close(range(mean$FN, mean$FP), range(whole$FN, whole$FP), 1e-13)
      expect_close(mean$FN, max(mean$FN) * (1 - mean$TPR), 1e-12, 1e-13)
    }
  }
})

test_that("repetitions count alike whatever their folds; pooled predictions have one curve with thresholds", {
  set.seed(52)
  data <- fold_data()
  twice <- list(a = cbind(data$guess, data$other), b = cbind(data$other, data$guess))
  folds <- cbind(data$fold, rep(1:3, 40))
  fit <- with(data, weighted_roc(twice, positive, weight, fold = folds))
  expect_named(fit$curves, c("a", "b"))
  expect_close(unname(vapply(fit$curves, WeightedAUC, 0)), fit$areas$estimate, 1e-14)
  of_folds <- function(score, fold) {
    lapply(split(seq_len(120), fold), function(i) WeightedROC(score[i], data$positive[i], data$weight[i]))
  }
  each <- c(of_folds(twice$a[, 1], folds[, 1]), of_folds(twice$a[, 2], folds[, 2]))
  shares <- rep(c(1 / 12, 1 / 6), c(6, 3))
  for (at in unique(fit$curves$a$FPR)) {
    expect_close(range(fit$curves$a$TPR[fit$curves$a$FPR == at]), mean_by_definition(each, at, shares), 1e-13)
  }
  pooled <- with(data, weighted_roc(twice, positive, weight, fold = folds, average = "pooled"))
  expect_equal(pooled$curves$a, with(data, WeightedROC(c(guess, other), rep(positive, 2), rep(weight, 2))))
  expect_equal(fit$areas, with(data, auc_ci(twice, positive, weight, fold = folds)))
})

test_that("a mean curve has no thresholds, which is said where they are needed", {
  set.seed(53)
  data <- as.data.frame(fold_data()[c("guess", "positive", "fold")])
  fit <- weighted_roc(positive ~ guess, data, fold = fold)
  for (needs in list(roc_hull, roc_optimal, function(fit) roc_at(fit, threshold = 1), roc_calibrate)) {
    error <- expect_error(needs(fit), class = "wroc_error_threshold")
    expect_match(conditionMessage(error), "must have thresholds, and a mean of curves has none", fixed = TRUE)
  }
  expect_identical(roc_hull(weighted_roc(positive ~ guess, data, fold = fold, average = "pooled"))$TPR,
                   roc_hull(with(data, WeightedROC(guess, positive)))$TPR)
  expect_true(all(is.na(as.data.frame(fit)$threshold)))
  # Functions that need no interval have them: summaries, comparisons and figures.
  expect_output(print(summary(fit)), "Partial AUC")
  expect_null(summary(fit)$optimal)
  higher <- replace(fit$curves$guess, "TPR", list(fit$curves$guess$TPR^0.5))
  higher$FN <- max(higher$FN) * (1 - higher$TPR)
  expect_identical(unique(roc_compare(higher, fit$curves$guess)$dominates), "x")
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_invisible(plot(fit))
  expect_error(weighted_roc(positive ~ guess, data, average = "pooled"), class = "wroc_error_unused")
})

test_that("the band of a mean curve is that of its TPR in folds", {
  set.seed(54)
  data <- as.data.frame(fold_data()[c("guess", "other", "positive", "weight", "fold")])
  fit <- weighted_roc(positive ~ guess + other, data, weights = weight, fold = fold)
  at <- c(0, 0.1, 0.5, 1)
  band <- roc_band(fit, at = at)
  expect_identical(names(band), c("score", "FPR", "TPR", "conf.low", "conf.high"))
  expected <- roc_estimate(fit, measure = roc_measure("TPR", FPR = at))
  expect_identical(band$TPR, expected$estimate)
  inside <- band$FPR < 1
  expect_identical(band$conf.low[inside], expected$conf.low[inside])
  expect_identical(band$conf.low[!inside], c(1, 1))
  # The curve is in the middle: at each place the band has its upper end.
  for (score in c("guess", "other")) {
    curve <- fit$curves[[score]]
    upper <- vapply(at, function(x) max(mean_by_definition(list(curve), x, 1)), 0)
    expect_close(band$TPR[band$score == score], upper, 1e-12)
  }
  expect_wroc_error_of(roc_band(fit, type = "fixed-width"), "unsupported", "type")
  expect_wroc_error_of(roc_band(fit, by = "threshold"), "unsupported", "by")
  expect_lt(mean(roc_band(fit, at = 0.3, conf.level = 0.5)$conf.high),
            mean(roc_band(fit, at = 0.3)$conf.high))
})
