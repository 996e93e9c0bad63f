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
  u <- share <- numeric(length(positive))
  area <- twice <- 0
  for (one in repetitions) {
    V <- length(unique(one$fold))
    share <- share + weight / ave(weight, one$fold, positive, FUN = sum) / V / R
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
  of_units <- naive_covariance(u, u, positive, share,
                               if (anyDuplicated(cluster)) cluster, variance)
  c(estimate = area, std.error = sqrt(of_units - min(twice, of_units / 2)))
}

test_that("the area is the mean of the folds' areas, with the variance of its definition", {
  set.seed(1)
  for (clusters in list(NULL, 1, 3)) {
    for (folds in c(2, 15)) {
      data <- fold_data(120, folds, clusters)
      units <- if (!is.null(clusters)) data$cluster
      for (variance in c("delong", "jackknife")) {
        # Two folds that are two clusters are few.
        row <- with(data, auc_ci(guess, positive, weight, units, fold = fold, variance = variance)) |>
          suppressWarnings(classes = "wroc_warning_effective")
        repetition <- list(data[c("guess", "fold")])
        expected <- naive_in_folds(repetition, data$positive, data$weight,
                                   if (is.null(units)) seq_along(data$fold) else units, variance)
        expect_equal(unlist(row[c("estimate", "std.error")]), expected, tolerance = 1e-12)
      }
    }
  }
})

test_that("ties within a fold count half, by hand", {
  label <- rep(0:1, 4)
  fold <- rep(1:2, each = 4)
  expect_identical(auc_ci(rep(3, 8), label, fold = fold, method = "wald")$estimate, 0.5) |>
    expect_warning(class = "wroc_warning_degenerate")
  expect_equal(auc_ci(c(1, 1, 2, 2, 5, 5, 5, 6), label, fold = fold)$estimate,
               mean(c(2 / 4, 3 / 4)))
})

test_that("pooled predictions are compared across folds", {
  set.seed(4)
  data <- fold_data()
  pooled <- with(data, auc_ci(guess, positive, weight, fold = fold, average = "pooled"))
  expect_equal(pooled, with(data, auc_ci(guess, positive, weight)), tolerance = 1e-12)
  expect_gt(abs(pooled$estimate - with(data, auc_ci(guess, positive, weight, fold = fold)$estimate)),
            0.01)
})

test_that("repetitions are averaged, observation by observation, and come in columns or lists", {
  set.seed(5)
  data <- fold_data()
  repetitions <- lapply(1:3, function(r) {
    order <- with(data, ave(seq_along(fold), positive, FUN = function(i) i[sample.int(length(i))]))
    list(guess = round(rnorm(120) + data$positive, 1), fold = data$fold[order])
  })
  each <- vapply(repetitions, `[[`, numeric(120), "guess")
  folds <- vapply(repetitions, `[[`, numeric(120), "fold")
  row <- with(data, auc_ci(each, positive, weight, fold = folds))
  expected <- with(data, naive_in_folds(repetitions, positive, weight))
  expect_equal(unlist(row[c("estimate", "std.error")]), expected, tolerance = 1e-12)
  columns <- function(x) lapply(1:3, function(r) x[, r])
  with(data, {
    expect_identical(auc_ci(as.list(as.data.frame(each)), positive, weight, fold = as.data.frame(folds)), row)
    expect_identical(auc_ci(columns(each), positive, weight, fold = columns(folds)), row)
    several <- auc_ci(list(a = each, b = -each), positive, weight, fold = folds)
    expect_identical(several$score, c("a", "b"))
    expect_identical(several[1L, names(row)], row)
    expect_equal(several$estimate[[2L]], 1 - row$estimate)
  })
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

test_that("tests compare means over folds and repetitions, and each pair of scores as it is alone", {
  set.seed(10)
  data <- fold_data()
  with(data, {
    rows <- auc_ci(cbind(guess, other), positive, weight, fold = fold)
    result <- auc_test(cbind(guess, other), positive, weight, fold = fold)
    expect_equal(unname(result$estimate), c(rows$estimate, -diff(rows$estimate)))
    # From the influences' definition, less what they have twice.
    pairs <- lapply(list(guess, other), pairs_in_folds, positive, weight, fold)
    difference <- pairs[[1L]]$deviation - pairs[[2L]]$deviation
    u <- vapply(seq_along(guess), function(k) sum(difference[pairs[[1L]]$i == k | pairs[[1L]]$j == k]), 0)
    expected <- naive_covariance(u, u, positive, weight) - (1 - 1 / 6) * sum(difference^2)
    expect_equal(result$std.error, sqrt(expected))
    scores <- cbind(guess, other, third)
    three <- auc_test(scores, positive, weight, fold = fold)$contrasts
    for (i in 1:3) {
      alone <- auc_test(scores[, list(1:2, c(1, 3), 2:3)[[i]]], positive, weight, fold = fold)
      expect_equal(c(three$std.error[[i]], three$p.value[[i]]), c(alone$std.error, alone$p.value))
    }
    both <- list(a = cbind(guess, other), b = cbind(other, third))
    repeated <- auc_test(both, positive, weight, fold = cbind(fold, rev(fold)))
    rows <- auc_ci(both, positive, weight, fold = cbind(fold, rev(fold)))
    expect_equal(repeated$estimate[1:2], structure(rows$estimate, names = c("a", "b")))
  })
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
})

test_that("folds are told by any values, in any order, and what is missing or has no weight is in none", {
  set.seed(12)
  data <- fold_data()
  row <- with(data, auc_ci(guess, positive, weight, fold = fold))
  order <- sample(120)
  with(data, {
    expect_equal(auc_ci(guess[order], positive[order], weight[order], fold = factor(fold[order])), row)
    expect_identical(auc_ci(guess, positive, weight, fold = letters[fold]), row)
    expect_identical(auc_ci(c(guess, 0), c(positive, TRUE), c(weight, 0), fold = c(fold, 1)), row)
    kept <- -(1:3)
    expected <- auc_ci(guess[kept], positive[kept], weight[kept], cluster[kept], fold = fold[kept],
                       average = "pooled")
    found <- auc_ci(replace(guess, 3, NA), positive, weight, replace(cluster, 2, NA), na.rm = TRUE,
                    fold = replace(fold, 1, NA), average = "pooled")
    expect_identical(found, expected)
  })
})

test_that("what folds are not, and do not have, is refused", {
  label <- rep(0:1, 6)
  score <- as.numeric(1:12)
  fold <- rep(c("a", "b"), each = 6)
  of <- function(fold, ...) auc_ci(score, label, fold = fold, ...)
  estimate <- function(...) roc_estimate(score, label, ...)
  fit <- weighted_roc(score, label, fold = fold)
  expect_refused(
    "length fold" = of(fold[-1]), "empty fold" = of(list()), "type fold" = of(list(NULL)),
    "type fold" = of(list(list(1))), "levels fold" = of(structure(rep(7L, 12), class = "factor", levels = "a")),
    "absent x" = auc_ci(fold = fold), "absent label" = auc_ci(score, fold = fold),
    "unused fold" = auc_ci(fit, fold = fold),
    "choice variance" = auc_test(cbind(score, label), label, variance = "frequency", fold = fold),
    "unused average" = auc_test(cbind(score, label), label, average = "pooled"),
    "unused average" = of(NULL, average = "pooled"), "choice average" = of(fold, average = NA),
    # The best over thresholds has no folds.
    "unsupported measure" = estimate(measure = "KS", fold = fold),
    "unsupported measure" = estimate(measure = "H", fold = fold),
    "unsupported weights_model" = estimate(fold = fold, weights_model = matrix(1, 12)),
    "unused average" = estimate(average = "pooled")
  )
  pooled <- "After leaving one out, and for small folds, `average = \"pooled\"` compares all predictions."
  expect_wroc_error(
    of(replace(fold, 12, "c")), "fold",
    paste("`fold` must have both classes in each fold: in fold \"c\" the negative class has weight 0.", pooled),
    argument = "fold", value = "c", class_name = "negative"
  )
  expect_wroc_error(
    auc_ci(cbind(score, score), label, fold = cbind(rep(1, 12), rep(1:2, 6))), "fold",
    paste("`fold` must have both classes in each fold: in fold 1 of repetition 2 the positive class",
          "has weight 0.", pooled),
    argument = "fold", value = 1, repetition = 2
  )
  expect_wroc_error(
    of(fold, cluster = rep(1:4, 3)), "cluster",
    "`fold` must not split clusters: element 7 is in a different fold from others of its cluster.",
    argument = "cluster", position = 7
  )
  expect_wroc_error(
    of(replace(fold, 1, NA)), "missing",
    with_hint("`fold` must not be missing: element 1 is NA or NaN."), argument = "fold", position = 1L
  )
  expect_wroc_error(
    of(cbind(fold, fold)), "length",
    paste("`x` must have a prediction for each of the 2 repetitions that `fold` has, in columns",
          "or in a list, not 1. Several scores are a list of such matrices."),
    argument = "x", length = 1L, expected = 2L
  )
  for (variance in c("frequency", "bootstrap")) {
    expect_wroc_error(
      of(fold, variance = variance), "choice",
      sprintf("Cross-validated measures do not support `variance = \"%s\"`; use \"delong\" or \"jackknife\".",
              variance), argument = "variance", value = variance
    )
  }
})

test_that("a cross-validated area is tested against a value as its interval says", {
  set.seed(12)
  label <- rep(0:1, 60)
  score <- rnorm(120, 0.6 * label)
  fold <- rep(1:6, each = 20)
  repeated <- cbind(fold, rep(1:5, each = 24))
  for (case in list(list(score, fold), list(cbind(score, score + rnorm(120)), repeated))) {
    ci <- auc_ci(case[[1]], label, fold = case[[2]])
    test <- auc_test(case[[1]], label, fold = case[[2]], mu = ci$conf.low)
    expect_equal(as.vector(test$conf.int), c(ci$conf.low, ci$conf.high))
    expect_equal(test$p.value, 0.05, tolerance = 1e-6)
  }
})

test_that("any number of folds is the mean over folds and repetitions, as are its tests", {
  set.seed(31)
  label <- rep(0:1, 60)
  scores <- cbind(a = rnorm(120, label), b = rnorm(120, label))
  weight <- rexp(120) + 0.1
  fold <- rep(1:6, each = 20)
  what <- c(roc_measure("AUC", FPR = c(0, 0.3)), roc_measure(c("PPV", "LR_pos", "TPR"), threshold = 0.5),
            roc_measure("lift", share = 0.3), roc_measure("TPR", FPR = 0.2), roc_measure("AP"))
  estimates <- function(...) roc_estimate(..., measure = what)
  of_folds <- sapply(split(seq_len(120), fold), function(i) estimates(scores[i, ], label[i], weight[i])$estimate)
  found <- estimates(scores, label, weight, fold = fold)
  expect_close(found$estimate, rowMeans(of_folds), 1e-12)
  expect_true(all(found$conf.low < found$estimate & found$estimate < found$conf.high))
  # Two repetitions.
  twice <- list(a = scores[, c("a", "b")], b = scores[, c("b", "a")])
  several <- estimates(twice, label, weight, fold = cbind(fold, rev(fold)))
  of_a <- estimates(scores[, "a"], label, weight, fold = fold)$estimate
  of_b <- estimates(scores[, "b"], label, weight, fold = rev(fold))$estimate
  expect_identical(several$score, rep(c("a", "b"), each = length(what)))
  expect_close(several$estimate[seq_along(what)], (of_a + of_b) / 2, 1e-12)
  # The mean of rates in folds of one size is the rate, with its standard error.
  rates <- c(roc_measure(c("TPR", "FPR"), threshold = 0.5), roc_measure("TNR", threshold = 1))
  columns <- c("estimate", "std.error")
  expect_equal(roc_estimate(scores, label, measure = rates, fold = fold)[columns],
               roc_estimate(scores, label, measure = rates)[columns], tolerance = 1e-12)
  for (i in c(1, 2, 6)) {
    test <- function(guess, ...) roc_test(guess, label, weight, measure = what[i], fold = fold, ...)
    of_measure <- found[seq(i, by = length(what), length.out = 2), ]
    expect_close(unname(test(scores)$estimate[1:2]), of_measure$estimate, 1e-12)
    expect_close(test(scores[, 1L], mu = 0.3)$std.error, of_measure$std.error[[1L]], 1e-12)
  }
})

test_that("groups have the folds that they are in", {
  set.seed(34)
  label <- rep(0:1, 90)
  score <- rnorm(180, label)
  weight <- rexp(180) + 0.1
  group <- rep(c("a", "b", "c"), each = 60)
  # Group `b` is in three folds alone.
  fold <- ifelse(group == "b", rep(2:4, 60), rep(1:5, 36))
  unit <- paste(group, fold, rep(1:2, 90))
  for (what in list("AUC", roc_measure("TPR", threshold = 0.5))) {
    for (cluster in list(NULL, unit)) {
      found <- test_of_groups(score, label, group, weight, cluster, test = "wald", measure = what, fold = fold)
      alone <- vapply(c("a", "b", "c"), function(name) {
        of <- group == name
        ci <- roc_estimate(score[of], label[of], weight[of], cluster[of], measure = what, fold = fold[of])
        c(ci$estimate, ci$std.error)
      }, numeric(2))
      expect_close(found$estimate, alone[1L, ], 1e-12)
      expected <- apply(utils::combn(3L, 2L), 2L, function(of) sqrt(sum(alone[2L, of]^2)))
      expect_close(found$contrasts$std.error, expected, 1e-10)
    }
  }
  groups <- function(...) test_of_groups(score, label, group, weight, ...)
  expect_equal(groups(fold = fold, average = "pooled")$p.value, groups()$p.value, tolerance = 1e-9)
  # A fold of two groups is one of each.
  expect_identical(groups(fold = paste(group, fold))$p.value, groups(fold = fold)$p.value)
  repetitions <- cbind(fold, rep(5:1, 36))
  several <- list(cbind(score, score), cbind(score, score))
  expect_refused(
    "unused average" = groups(average = "pooled"), "choice variance" = groups(fold = fold, variance = "frequency"),
    "type x" = test_of_groups(several, label, group, fold = repetitions)
  )
  # A fold without a class, and a cluster in two folds, are told by group, repetition and place.
  fold[group == "b"] <- ifelse(label[group == "b"] == 1, 2, rep(2:4, 20))
  error <- expect_error(test_of_groups(cbind(score, score), label, group, fold = cbind(repetitions[, 2L], fold)),
                        class = "wroc_error_fold")
  expect_match(conditionMessage(error), paste("^In group `b` of `group`: `fold` must have both classes in each fold:",
                                              "in fold . of repetition 2 the positive class has weight 0"))
  expect_identical(error$group, "b")
  split <- function() groups(cluster = unit, fold = replace(rep(1, 180), 71, 2))
  expect_match(error_message(split()),
               "^In group `b` of `group`: `fold` must not split clusters: element 11 ")
})

test_that("the curve of a fit with folds is the mean of their curves, repetitions counting alike", {
  set.seed(51)
  data <- fold_data(120, 6)
  data$guess <- round(data$guess, 1)
  twice <- list(a = cbind(data$guess, data$other), b = cbind(data$other, data$guess))
  folds <- cbind(data$fold, rep(1:3, 40))
  of_folds <- function(score, fold) {
    lapply(split(seq_len(120), fold), function(i) WeightedROC(score[i], data$positive[i], data$weight[i]))
  }
  once <- with(data, weighted_roc(list(a = guess, b = other), positive, weight, fold = fold))
  repeated <- with(data, weighted_roc(twice, positive, weight, fold = folds))
  cases <- list(
    list(once, of_folds(data$guess, data$fold), rep(1 / 6, 6)),
    list(repeated, c(of_folds(twice$a[, 1], folds[, 1]), of_folds(twice$a[, 2], folds[, 2])),
         rep(c(1 / 12, 1 / 6), c(6, 3)))
  )
  for (case in cases) {
    fit <- case[[1L]]
    expect_close(vapply(fit$curves, WeightedAUC, 0), structure(fit$areas$estimate, names = c("a", "b")), 1e-14)
    mean <- fit$curves$a
    for (at in unique(mean$FPR)) {
      expect_close(range(mean$TPR[mean$FPR == at]), mean_of_curves(case[[2L]], at, case[[3L]]), 1e-13)
    }
    expect_true(all(unlist(lapply(case[[2L]], `[[`, "FPR")) %in% mean$FPR))
    expect_true(all(is.na(mean$threshold)))
    expect_close(mean$FN, max(mean$FN) * (1 - mean$TPR), 1e-12, 1e-13)
  }
  whole <- with(data, WeightedROC(guess, positive, weight))
  expect_close(range(once$curves$a$FN, once$curves$a$FP), range(whole$FN, whole$FP), 1e-13)
  pooled <- with(data, weighted_roc(twice, positive, weight, fold = folds, average = "pooled"))
  expect_equal(pooled$curves$a, with(data, WeightedROC(c(guess, other), rep(positive, 2), rep(weight, 2))))
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
    upper <- vapply(at, function(x) max(mean_of_curves(list(curve), x)), 0)
    expect_close(band$TPR[band$score == score], upper, 1e-12)
  }
  expect_refused(
    "unsupported type" = roc_band(fit, type = "fixed-width"), "unsupported by" = roc_band(fit, by = "threshold")
  )
  expect_lt(mean(roc_band(fit, at = 0.3, conf.level = 0.5)$conf.high),
            mean(roc_band(fit, at = 0.3)$conf.high))
})
