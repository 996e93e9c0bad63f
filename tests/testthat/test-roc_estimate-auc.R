variances <- c("delong", "jackknife", "frequency")
methods <- c("wilson", "logit", "wald")

# All that does not count rows.
numbers_of <- function(ci) {
  ci[c("estimate", "std.error", "conf.low", "conf.high", "df", "n_eff_pos", "n_eff_neg")]
}

# Published and frozen numbers -------------------------------------------------

test_that("DeLong's variance and interval of aSAH are pROC's, to the digits of the issue", {
  data <- aSAH()
  area <- c(s100b = ".731368563686", wfns = ".823678861789", ndka = ".611957994580")
  variance <- c(s100b = ".00266868", wfns = ".00146991", ndka = ".00319081")
  for (score in names(area)) {
    ci <- auc_ci(data[[score]], data$label, method = "wald")
    expect_digits(ci$estimate, area[[score]])
    expect_digits(ci$std.error^2, variance[[score]])
  }
  ci <- auc_ci(data$s100b, data$label, method = "wald")
  expect_digits(c(ci$conf.low, ci$conf.high), c(".630118", ".832619"))
})

test_that("weights and clusters of aSAH, to the digits of the issue", {
  data <- aSAH()
  ci <- auc_ci(data$s100b, data$label, data$weight, variance = "jackknife")
  expect_digits(ci$estimate, ".716622143136")
  expect_digits(ci$std.error^2, ".00329752587")
  ci <- auc_ci(data$s100b, data$label, data$weight, cluster = data$cluster, variance = "jackknife")
  expect_digits(ci$std.error^2, ".003662813861")
})

test_that("Hanley and McNeil's table, as 109 rows and as 10 rows with counts", {
  table <- hanley_mcneil()
  rows <- repeated(table, table$count)
  expect_identical(nrow(rows), 109L)
  long <- auc_ci(rows$rating, rows$diseased)
  short <- auc_ci(table$rating, table$diseased, table$count, variance = "frequency")
  for (ci in list(long, short)) {
    expect_digits(c(ci$estimate, ci$std.error), c(".893171062", ".030724408"))
  }
  expect_close(numbers_of(short), numbers_of(long))
  expect_equal(c(long$n_pos, long$n_neg), c(51, 58))
  expect_identical(c(short$n_eff_pos, short$n_eff_neg), c(51, 58))
  expect_equal(c(short$n_pos, short$n_neg), c(5, 5))
  expect_identical(short$variance, "frequency")
})

with_tenths <- function(data) {
  observations <- read_reference(data)
  if (data == "ROCR.simple") observations$tenths <- floor(10 * observations$score)
  observations
}

test_that("variances are those of pROC", {
  reference <- read_reference("proc-covariance")
  reference <- reference[reference$score1 == reference$score2, ]
  expect_identical(nrow(reference), 5L)
  for (row in split(reference, seq_len(nrow(reference)))) {
    data <- with_tenths(row$data)
    ci <- auc_ci(data[[row$score1]], data$label)
    expect_close(ci$std.error^2, row$covariance, relative = 1e-12)
  }
})

test_that("intervals by Wald's method are those of pROC, at six levels", {
  for (rows in split_by(read_reference("proc-ci"), "data", "score")) {
    data <- with_tenths(rows$data[1])
    for (row in split(rows, rows$conf.level)) {
      ci <- auc_ci(data[[row$score]], data$label, conf.level = row$conf.level, method = "wald")
      expect_close(ci[c("estimate", "conf.low", "conf.high")],
                   data.frame(estimate = row$area, conf.low = row$low, conf.high = row$high))
    }
  }
})

test_that("the jackknife with weights and clusters is the variance of survival's concordance", {
  reference <- read_reference("survival-concordance")
  expect_setequal(reference$weights, c("none", "cycle", "given"))
  for (row in split(reference, seq_len(nrow(reference)))) {
    data <- with_tenths(row$data)
    n <- nrow(data)
    weight <- switch(row$weights, none = rep(1, n), cycle = rep(1:7, length.out = n),
                     given = data$weight)
    cluster <- if (row$clusters > 0) rep(seq_len(row$clusters), length.out = n)
    ci <- auc_ci(data[[row$score]], data$label, weight, cluster = cluster, variance = "jackknife")
    expect_close(c(ci$estimate, ci$std.error^2), c(row$area, row$variance), relative = 1e-11)
  }
})

# Definitions -------------------------------------------------------------------

test_that("variances agree with sums over observations and clusters", {
  skip_on_cran()
  set.seed(1)
  for (repetition in 1:15) {
    x <- inference_data(sample(20:60, 1), clusters = sample(4:30, 1))
    for (variance in c("delong", "jackknife")) {
      for (cluster in list(NULL, x$cluster)) {
        ci <- auc_ci(x$guess, x$positive, x$weight, cluster = cluster, variance = variance)
        expected <- naive_variance(x$guess, x$positive, x$weight, cluster, variance)
        expect_close(ci$std.error^2, expected, relative = 1e-11, absolute = 1e-16)
        expect_close(ci$estimate, naive_area(x$guess, x$positive, x$weight))
        present <- x$weight > 0
        expect_equal(c(ci$n_pos, ci$n_neg),
                     c(sum(present & x$positive), sum(present & !x$positive)))
        expect_identical(ci$variance, variance)
      }
    }
  }
})

test_that("without weights it is DeLong's variance, and with clusters Obuchowski's", {
  set.seed(2)
  for (repetition in 1:15) {
    x <- inference_data(sample(20:60, 1), clusters = sample(4:30, 1))
    ci <- auc_ci(x$guess, x$positive)
    expect_close(ci$std.error^2, delong_covariances(cbind(x$guess), x$positive)[1, 1])
    ci <- auc_ci(x$guess, x$positive, cluster = x$cluster)
    expect_close(ci$std.error^2, obuchowski_variance(x$guess, x$positive, x$cluster),
                 relative = 1e-11, absolute = 1e-16)
  }
})

test_that("clusters within one class have no product term, whatever the factor", {
  set.seed(3)
  x <- inference_data(60)
  cluster <- x$cluster + 100 * x$positive
  u <- naive_influence(x$guess, x$positive, x$weight)
  present <- x$weight > 0
  part <- function(class) {
    sums <- tapply(u[present & class], cluster[present & class], sum)
    length(sums) / (length(sums) - 1) * sum(sums^2)
  }
  ci <- auc_ci(x$guess, x$positive, x$weight, cluster = cluster)
  expect_close(ci$std.error^2, part(x$positive) + part(!x$positive), relative = 1e-11)
})

test_that("the frequency variance is DeLong's on the repeated rows", {
  skip_on_cran()
  set.seed(4)
  for (repetition in 1:10) {
    x <- inference_data(40)
    count <- sample(0:6, 40, replace = TRUE)
    count[c(which(x$positive)[1:2], which(!x$positive)[1:2])] <- 2
    rows <- repeated(data.frame(guess = x$guess, positive = x$positive, cluster = x$cluster), count)
    for (method in methods) {
      of_rows <- function(...) auc_ci(rows$guess, rows$positive, ..., method = method)
      of_counts <- function(...) {
        auc_ci(x$guess, x$positive, count, ..., variance = "frequency", method = method)
      }
      long <- of_rows()
      short <- of_counts()
      expect_close(numbers_of(short), numbers_of(long), relative = 1e-11)
      expect_equal(c(short$n_pos, short$n_neg),
                   c(sum(count > 0 & x$positive), sum(count > 0 & !x$positive)))
      expect_equal(c(short$n_eff_pos, short$n_eff_neg),
                   c(sum(count[x$positive]), sum(count[!x$positive])))
      expect_close(numbers_of(of_counts(cluster = x$cluster)),
                   numbers_of(of_rows(cluster = rows$cluster)), relative = 1e-11)
    }
    expect_close(long$std.error^2, delong_covariances(cbind(rows$guess), rows$positive)[1, 1])
    long <- auc_ci(rows$guess, rows$positive, cluster = rows$cluster)
    expect_close(long$std.error^2, obuchowski_variance(rows$guess, rows$positive, rows$cluster),
                 relative = 1e-11, absolute = 1e-16)
    expect_close(long[1:3], auc_ci(x$guess, x$positive, count, cluster = x$cluster)[1:3], relative = 1e-11)
  }
})

test_that("one row that occurs twice is two observations for the frequency variance", {
  short <- auc_ci(1:3, c(0, 1, 0), c(1, 2, 1), variance = "frequency")
  long <- auc_ci(c(1, 2, 2, 3), c(0, 1, 1, 0))
  expect_close(numbers_of(short), numbers_of(long))
})

test_that("intervals of all methods agree with their equations, with weights and clusters", {
  skip_on_cran()
  set.seed(5)
  for (repetition in 1:10) {
    x <- inference_data(sample(10:60, 1), clusters = sample(4:30, 1))
    x$guess <- x$guess + sample(c(0, 10), 1) * x$positive
    x$guess[which(x$positive)[1]] <- 1
    for (cluster in list(NULL, x$cluster)) {
      for (variance in c("delong", "jackknife")) {
        estimate <- naive_estimate(x$guess, x$positive, x$weight, cluster, variance)
        for (level in c(1e-8, 0.5, 0.95, 0.9999)) {
          for (method in methods) {
            ci <- of_few(auc_ci(x$guess, x$positive, x$weight, cluster = cluster, conf.level = level,
                                variance = variance, method = method))
            expect_close(c(ci$conf.low, ci$conf.high, ci$df), naive_ci(estimate, level, method),
                         relative = 1e-8, absolute = 1e-14)
            expect_close(c(ci$n_eff_pos, ci$n_eff_neg), estimate$effective)
          }
        }
      }
    }
  }
})

test_that("intervals of counts agree with the equations of the repeated rows", {
  set.seed(31)
  for (repetition in 1:4) {
    x <- inference_data(40)
    count <- sample(0:6, 40, replace = TRUE)
    count[c(which(x$positive)[1:2], which(!x$positive)[1:2])] <- 2
    for (cluster in list(NULL, x$cluster)) {
      estimate <- naive_estimate(x$guess, x$positive, count, cluster, "frequency")
      for (method in methods) {
        ci <- auc_ci(x$guess, x$positive, count, cluster = cluster, conf.level = 0.9,
                     variance = "frequency", method = method)
        expect_close(c(ci$conf.low, ci$conf.high, ci$df), naive_ci(estimate, 0.9, method),
                     relative = 1e-9)
        expect_close(c(ci$n_eff_pos, ci$n_eff_neg), estimate$effective)
      }
    }
  }
})

test_that("the score interval of a separated or constant score is that of the model alone", {
  label <- rep(0:1, c(10, 10))
  ci <- auc_ci(1:20, label)
  # By hand: the t quantile of 4 degrees of freedom is 2.776445.
  expect_close((1 - ci$conf.low) / sqrt(placement_model(ci$conf.low) / 5), 2.776445,
               relative = 1e-6)
  expect_identical(unlist(ci[c(2, 3, 5, 6)], use.names = FALSE), c(1, 0, 1, 4))
  set.seed(32)
  weight <- rlnorm(20)
  cluster <- rep(1:10, 2)
  for (of in list(list(1:20, 1), list(20:1, 0), list(rep(3, 20), 0.5))) {
    for (clusters in list(NULL, cluster)) {
      for (variance in c("delong", "jackknife")) {
        ci <- auc_ci(of[[1]], label, weight, cluster = clusters, variance = variance)
        g <- sum(1 / naive_effective(label == 1, weight, clusters))
        expect_close(c(ci$conf.low, ci$conf.high), naive_score_ends(of[[2]], qt(0.975, 4), g),
                     relative = 1e-10)
        expect_gt(ci$conf.high - ci$conf.low, 0.25)
        expect_identical(ci$df, 4)
        expect_identical(ci$std.error, 0)
      }
    }
  }
  # Returns the width, which is smaller for more observations.
  width <- function(n) {
    ci <- auc_ci(seq_len(2 * n), rep(0:1, each = n))
    ci$conf.high - ci$conf.low
  }
  expect_lt(width(1000), width(20) / 20)
})

test_that("with many observations all intervals agree, and none ends beyond 0 and 1", {
  set.seed(33)
  truth <- rep(0:1, 20000)
  score <- rnorm(40000, truth)
  ends <- lapply(methods, function(method) {
    auc_ci(score, truth, conf.level = 0.9, method = method)
  })
  width <- ends[[3]]$conf.high - ends[[3]]$conf.low
  for (ci in ends[1:2]) {
    expect_lt(max(abs(ci[c("conf.low", "conf.high")] - ends[[3]][c("conf.low", "conf.high")])),
              width / 100)
  }
  x <- inference_data(12, zeros = FALSE)
  for (level in c(0.99, 1 - 1e-9)) {
    ci <- auc_ci(x$guess, x$positive, x$weight, conf.level = level)
    expect_true(0 <= ci$conf.low && ci$conf.low < ci$estimate)
    expect_true(ci$estimate < ci$conf.high && ci$conf.high <= 1)
  }
})

test_that("few positives and uneven weights: the default holds what it promises", {
  skip_on_cran()
  set.seed(35)
  repetitions <- 400
  # One seed in 1000 leaves these bounds when the rate is right.
  slack <- 3.3 * sqrt(0.95 * 0.05 / repetitions)
  label <- rep(0:1, c(90, 10))
  for (sigma in c(0, 1)) {
    # For normal scores with means 0 and m the AUC is pnorm(m / sqrt(2)).
    found <- do.call(rbind, lapply(seq_len(repetitions), function(repetition) of_few({
      auc_ci(rnorm(100, label * sqrt(2) * qnorm(0.9)), label, rlnorm(100, 0, sigma))
    })))
    rate <- mean(found$conf.low <= 0.9 & 0.9 <= found$conf.high)
    expect_gt(rate, 0.95 - slack)
    expect_lt(rate, 0.95 + slack)
  }
  # With weights normal quantiles do not pass, on the logit scale or without.
  known <- found$std.error > 0
  for (method in c("logit", "wald")) {
    ends <- mapply(naive_interval, found$estimate[known], found$std.error[known],
                   method = method)
    rate <- sum(ends[1, ] <= 0.9 & 0.9 <= ends[2, ]) / repetitions
    expect_lt(rate, 0.95 - slack)
  }
})

test_that("two clusters with both classes have one degree of freedom on the logit scale", {
  guess <- c(1, 3, 2, 4, 5, 2)
  label <- c(0, 1, 1, 1, 0, 0)
  cluster <- c(1, 1, 1, 2, 2, 2)
  ci <- auc_ci(guess, label, cluster = cluster, method = "logit")
  expect_identical(ci$df, 1)
  expect_close(c(ci$conf.low, ci$conf.high),
               naive_interval(ci$estimate, ci$std.error, 0.95, "logit", 1))
  # In a score interval only the model has any.
  expect_identical(auc_ci(guess, label, cluster = cluster)$df, 4)
})

test_that("an interval by Wald's method is cut off at 0 and 1", {
  # Negatives 4, 5, 6, 7, 9 and positives 8, 10, 11, 12, 13: near 1, the end is cut off.
  ci <- auc_ci(4:13, c(0, 0, 0, 0, 1, 0, 1, 1, 1, 1), conf.level = 0.999, method = "wald")
  expect_identical(ci$conf.high, 1)
  ci <- auc_ci(-(4:13), c(0, 0, 0, 0, 1, 0, 1, 1, 1, 1), conf.level = 0.999, method = "wald")
  expect_identical(ci$conf.low, 0)
})

# Changes without an effect -------------------------------------------------------

each_variance <- function(x, ..., cluster = x$cluster) {
  do.call(rbind, lapply(c("delong", "jackknife"), function(variance) {
    rbind(auc_ci(x$guess, x$positive, x$weight, variance = variance, ...),
          auc_ci(x$guess, x$positive, x$weight, cluster = cluster, variance = variance, ...))
  }))
}

test_that("scaled weights, increasing functions of the score and the order change nothing", {
  set.seed(6)
  x <- inference_data()
  expected <- each_variance(x)
  for (factor in list(3, 1e-200, 1e200, ifelse(x$positive, 7, 1e-5))) {
    expect_close(each_variance(replace(x, "weight", list(x$weight * factor))), expected,
                 relative = 1e-11)
  }
  for (f in list(exp, function(s) s^3 - 100, function(s) ifelse(s == max(s), Inf, -1 / s))) {
    # Ties may be summed up in another order.
    expect_close(each_variance(replace(x, "guess", list(f(x$guess)))), expected)
  }
  by <- sample(60)
  permuted <- lapply(x[c("guess", "positive", "weight", "cluster")], `[`, by)
  expect_close(each_variance(permuted), expected, relative = 1e-11)
})

test_that("swapped classes with negated scores change nothing but the names of the counts", {
  set.seed(7)
  x <- inference_data()
  expected <- each_variance(x)
  turned <- c("n_neg", "n_pos", "n_eff_neg", "n_eff_pos")
  expected[c("n_pos", "n_neg", "n_eff_pos", "n_eff_neg")] <- expected[turned]
  swapped <- replace(x, c("guess", "positive"), list(-x$guess, !x$positive))
  expect_close(each_variance(swapped), expected, relative = 1e-11)
})

test_that("rows of weight 0 change nothing, also in the counts of clusters", {
  set.seed(8)
  x <- inference_data(zeros = FALSE)[c("guess", "positive", "weight", "cluster")]
  more <- Map(c, x, list(guess = runif(30, 0, 15), positive = both_classes(30),
                         weight = rep(0, 30), cluster = rep(c(1, 101:114), 2)))
  expect_close(each_variance(more), each_variance(x), relative = 1e-11)
  x$weight <- more$weight[1:60] <- sample(3, 60, replace = TRUE)
  expect_close(auc_ci(more$guess, more$positive, more$weight, variance = "frequency"),
               auc_ci(x$guess, x$positive, x$weight, variance = "frequency"), relative = 1e-11)
  of <- function(x) {
    seeded(auc_ci(x$guess, x$positive, x$weight, variance = "bootstrap", R = 50))
  }
  expect_close(of(more), of(x), relative = 1e-11)
})

test_that("a row that is split changes neither the estimate nor the jackknife of its cluster", {
  set.seed(9)
  x <- inference_data(30, zeros = FALSE)
  ci <- auc_ci(x$guess, x$positive, x$weight, cluster = seq_len(30), variance = "jackknife",
               method = "logit")
  part <- runif(30)
  twice <- function(v) c(v, v)
  split <- auc_ci(twice(x$guess), twice(x$positive), c(part, 1 - part) * twice(x$weight),
                  cluster = twice(seq_len(30)), variance = "jackknife", method = "logit")
  expect_close(split[1:6], ci[1:6], relative = 1e-11)
  # Observations seem to be more.
  expect_true(split$n_eff_pos > ci$n_eff_pos && split$n_eff_neg > ci$n_eff_neg)
  expect_close(auc_ci(twice(x$guess), twice(x$positive), twice(x$weight))$estimate, ci$estimate)
})

test_that("clusters of one observation are no clusters, and only equality of clusters matters", {
  set.seed(10)
  x <- inference_data()
  for (variance in c("delong", "jackknife")) {
    expect_close(auc_ci(x$guess, x$positive, x$weight, cluster = sample(60), variance = variance),
                 auc_ci(x$guess, x$positive, x$weight, variance = variance), relative = 1e-11)
  }
  x$weight <- ceiling(x$weight)
  expect_close(auc_ci(x$guess, x$positive, x$weight, cluster = sample(60), variance = "frequency")[1:3],
               auc_ci(x$guess, x$positive, x$weight)[1:3], relative = 1e-11)
  ci <- auc_ci(x$guess, x$positive, x$weight, cluster = x$cluster)
  for (cluster in list(factor(x$cluster), as.character(x$cluster), -x$cluster / 7,
                       as.Date("2026-01-01") + x$cluster, array(x$cluster), x$cluster == 1)) {
    expected <- if (is.logical(cluster)) auc_ci(x$guess, x$positive, x$weight,
                                                cluster = cluster + 1) else ci
    expect_close(auc_ci(x$guess, x$positive, x$weight, cluster = cluster), expected, relative = 1e-11)
  }
})

# Bootstrap ----------------------------------------------------------------------

# Resamples can be counted: n^n for each class or for n clusters.
few_observations <- function() {
  list(guess = c(1, 2, 3, 5, 2, 4, 5, 6), positive = rep(c(FALSE, TRUE), each = 4),
       weight = c(1, 2, 0.5, 1.5, 1, 3, 2, 0.25))
}

area_of_replicate <- function(guess, positive, weight) {
  naive_area(guess[weight > 0], positive[weight > 0], weight[weight > 0])
}

test_that("bootstrap by class: the distribution over all resamples", {
  x <- few_observations()
  R <- 30000
  all <- all_replicates(x, area_of_replicate)
  expect_equal(sum(all$probability), 1)
  for (level in c(0.95, 0.6)) {
    ci <- seeded(auc_ci(x$guess, x$positive, x$weight, variance = "bootstrap", R = R, conf.level = level))
    expect_bootstrap_of_all(ci, all, R, level)
    expect_close(ci$estimate, naive_area(x$guess, x$positive, x$weight))
    expect_identical(ci$variance, "bootstrap")
  }
  # Here the quantile is sure: a third of the replicates are the same.
  x <- list(guess = c(1, 2, 2, 3), positive = c(FALSE, TRUE, FALSE, TRUE), weight = c(1, 1, 2, 5))
  all <- all_replicates(x, area_of_replicate)
  expect_false(is.na(sure_quantile(all$values[1, ], all$probability, 0.025, R)))
  ci <- seeded(auc_ci(x$guess, x$positive, x$weight, variance = "bootstrap", R = R))
  expect_bootstrap_of_all(ci, all, R)
})

test_that("bootstrap of clusters: the distribution over all resamples", {
  x <- few_observations()
  R <- 30000
  cluster <- c(1, 2, 3, 4, 1, 2, 3, 4)
  all <- all_replicates(x, area_of_replicate, cluster)
  ci <- seeded(auc_ci(x$guess, x$positive, x$weight, cluster = cluster, variance = "bootstrap", R = R))
  expect_bootstrap_of_all(ci, all, R)
  # Of different sizes, no cluster without both classes.
  cluster <- c("a", "a", "b", "c", "c", "d", "d", "b")
  x$positive <- c(FALSE, TRUE, FALSE, FALSE, TRUE, FALSE, TRUE, TRUE)
  all <- all_replicates(x, area_of_replicate, cluster)
  ci <- seeded(auc_ci(x$guess, x$positive, x$weight, cluster = cluster, variance = "bootstrap", R = R))
  expect_bootstrap_of_all(ci, all, R)
})

test_that("replicates that lack a class are left out, with a warning", {
  x <- few_observations()
  R <- 10000
  cluster <- c(1, 1, 2, 3, 3, 4, 4, 5)
  all <- all_replicates(x, area_of_replicate, cluster)
  ci <- expect_wroc_warning(
    seeded(auc_ci(x$guess, x$positive, x$weight, cluster = cluster, variance = "bootstrap", R = R)),
    "replicates"
  )
  expect_bootstrap_of_all(ci, all, R)
})

test_that("clusters of weight 0 are not drawn", {
  x <- few_observations()
  cluster <- c(1, 2, 3, 4, 1, 2, 3, 4)
  R <- 10000
  all <- all_replicates(x, area_of_replicate, cluster)
  for (order in list(1:14, 14:1)) {
    ci <- seeded(auc_ci(c(x$guess, 1:6)[order], c(x$positive, rep(c(FALSE, TRUE), 3))[order],
                        c(x$weight, rep(0, 6))[order], cluster = c(cluster, 11:16)[order],
                        variance = "bootstrap", R = R))
    expect_bootstrap_of_all(ci, all, R)
  }
})

test_that("without weights the bootstrap has the exact standard deviation", {
  set.seed(11)
  x <- inference_data(26)
  R <- 1e5
  for (bayesian in c(FALSE, TRUE)) {
    expected <- exact_bootstrap_sd(x$guess, x$positive, bayesian)
    ci <- seeded(auc_ci(x$guess, x$positive, variance = if (bayesian) "bayesian" else "bootstrap", R = R))
    # The replicates are nearly normal: an error of 1 / sqrt(2 R) of the sd.
    expect_lt(abs(ci$std.error / expected - 1), 5 / sqrt(2 * R))
    expect_identical(ci$variance, if (bayesian) "bayesian" else "bootstrap")
  }
  # The two differ by more than that.
  expect_gt(abs(exact_bootstrap_sd(x$guess, x$positive) /
                  exact_bootstrap_sd(x$guess, x$positive, TRUE) - 1), 0.02)
})

# A share p of the `plain` replicates lies below the quantile of R others, within the standard error.
expect_bootstrap_like <- function(ci, plain, R, level = 0.95) {
  both <- 1 / length(plain) + 1 / R
  centred <- plain - mean(plain)
  kurtosis <- mean(centred^4) / mean(centred^2)^2
  error <- sqrt((kurtosis - 1) / 4 * both)
  expect_lt(5 * error, 0.07)
  expect_lt(abs(ci$std.error / sd(plain) - 1), 5 * error)
  p <- (1 - level) / 2
  slack <- 5 * sqrt(p * (1 - p) * both)
  expect_lt(abs(mean(plain < ci$conf.low) - p), slack)
  expect_lt(abs(mean(plain > ci$conf.high) - p), slack)
}

test_that("with weights and clusters both bootstraps are as those in plain R", {
  skip_on_cran()
  set.seed(12)
  x <- inference_data(60, zeros = FALSE)
  x$guess <- x$guess + rnorm(60)
  R <- 10000
  for (cluster in list(NULL, x$cluster)) {
    for (bayesian in c(FALSE, TRUE)) {
      plain <- seeded(plain_bootstrap(x, R, cluster, bayesian), 2)
      for (level in c(0.95, 0.5)) {
        ci <- seeded(auc_ci(x$guess, x$positive, x$weight, cluster = cluster, conf.level = level,
                            variance = if (bayesian) "bayesian" else "bootstrap", R = R), 3)
        expect_bootstrap_like(ci, plain, R, level)
      }
      # The median: an interval of level nearly 0.
      ci <- seeded(auc_ci(x$guess, x$positive, x$weight, cluster = cluster, conf.level = 1e-9,
                          variance = if (bayesian) "bayesian" else "bootstrap", R = R), 4)
      expect_lt(abs(mean(plain < ci$conf.low) - 0.5), 5 * sqrt(0.25 * 2 / R))
      expect_close(ci$conf.low, ci$conf.high, relative = 1e-4)
    }
  }
})

test_that("the bootstrap has no method, and approaches the jackknife for many observations", {
  set.seed(13)
  n <- 4000
  truth <- rep(0:1, n / 2)
  score <- rnorm(n, truth)
  weight <- rlnorm(n)
  boot <- function() seeded(auc_ci(score, truth, weight, variance = "bootstrap", R = 4000))
  expect_identical(boot()$df, NA_real_)
  jackknife <- auc_ci(score, truth, weight, variance = "jackknife", method = "wald")
  # 5 / sqrt(2 R) = 0.056; ends: an error of at most 2.7 / sqrt(R) standard errors each.
  expect_lt(abs(boot()$std.error / jackknife$std.error - 1), 0.056 + 0.02)
  expect_lt(abs(boot()$conf.low - jackknife$conf.low), 0.3 * jackknife$std.error)
  expect_lt(abs(boot()$conf.high - jackknife$conf.high), 0.3 * jackknife$std.error)
})

test_that("set.seed() decides, for any number of threads", {
  set.seed(14)
  x <- inference_data(200)
  run <- function(..., threads = 1, seed = 1) {
    with_threads_of(threads, seeded(
      auc_ci(x$scores, x$positive, x$weight, R = 300, ...), seed
    ))
  }
  for (variance in c("bootstrap", "bayesian")) {
    for (cluster in list(NULL, x$cluster)) {
      expected <- run(variance = variance, cluster = cluster)
      for (threads in 1:3) {
        expect_identical(run(variance = variance, cluster = cluster, threads = threads), expected)
      }
      expect_true(all(run(variance = variance, cluster = cluster, seed = 2)$std.error !=
                        expected$std.error))
    }
  }
  expect_true(all(run(variance = "bayesian")$std.error != run(variance = "bootstrap")$std.error))
  # The stream moves on: the next bootstrap is another one.
  set.seed(1)
  two <- replicate(2, auc_ci(x$guess, x$positive, variance = "bootstrap", R = 50)$std.error)
  expect_false(two[1] == two[2])
  # Other kinds of generators are honoured as well.
  old <- RNGkind("Wichmann-Hill")
  on.exit(RNGkind(old[1]))
  expect_identical(run(variance = "bootstrap"), run(variance = "bootstrap"))
})

test_that("analytic variances leave the random numbers alone and are the same for all threads", {
  set.seed(15)
  x <- inference_data(100)
  seed <- .Random.seed
  ci <- each_variance(x)
  expect_identical(.Random.seed, seed)
  for (threads in 2:3) {
    expect_identical(with_threads_of(threads, each_variance(x)), ci)
  }
})

test_that("weights whose sums would overflow in a replicate do no harm", {
  set.seed(19)
  x <- inference_data(40, zeros = FALSE)
  x$weight[which(!x$positive)[1]] <- 500
  for (bayesian in c(FALSE, TRUE)) {
    run <- function(factor, ...) {
      seeded(auc_ci(x$guess, x$positive, x$weight * factor,
                    variance = if (bayesian) "bayesian" else "bootstrap", R = 100, ...))
    }
    for (factor in c(2^1014, 2^-1000)) {
      expect_close(of_few(run(factor)), of_few(run(1)))
      expect_close(of_few(run(factor, FPR = c(0, 0.3))), of_few(run(1, FPR = c(0, 0.3))))
    }
  }
})

# Partial areas ------------------------------------------------------------------

test_that("partial areas: the distribution over all resamples", {
  x <- lapply(few_observations(), `[`, c(1, 2, 4, 5, 6, 7))
  R <- 10000
  curve <- WeightedROC(x$guess, x$positive, x$weight)
  for (case in list(list(FPR = c(0, 0.3)), list(FPR = c(0.2, 0.9)), list(TPR = c(0.5, 1)),
                    list(FPR = c(0, 1)))) {
    part <- function(curve) {
      if (is.null(case$FPR)) {
        naive_partial_auc_TPR(curve, case$TPR[1], case$TPR[2])
      } else {
        naive_partial_auc_FPR(curve, case$FPR[1], case$FPR[2])
      }
    }
    all <- all_replicates(x, function(guess, positive, weight) {
      part(naive_curve(guess, positive, weight))
    })
    ci <- seeded(auc_ci(x$guess, x$positive, x$weight, variance = "bootstrap", R = R, FPR = case$FPR,
                        TPR = case$TPR))
    expect_close(ci$estimate, part(curve))
    expect_close(ci$estimate, auc_ci(curve, FPR = case$FPR, TPR = case$TPR, conf.level = NULL)$estimate)
    expect_bootstrap_of_all(ci, all, R)
    expect_identical(ci$variance, "bootstrap")
  }
})

test_that("the effective numbers beside percentiles are those of the analytic variances", {
  set.seed(34)
  x <- inference_data(40)
  effective <- function(...) auc_ci(x$guess, x$positive, x$weight, ...)[c("n_eff_pos", "n_eff_neg")]
  for (cluster in list(NULL, x$cluster)) {
    expected <- effective(cluster)
    expect_close(effective(cluster, variance = "bootstrap", R = 40), expected)
    expect_close(effective(cluster, FPR = c(0, 0.5)), expected)
    expect_close(effective(cluster, variance = "bootstrap", FPR = c(0, 0.5), R = 40), expected)
  }
})

test_that("the whole interval of rates is the whole area, by the same replicates", {
  set.seed(16)
  x <- inference_data(80)
  for (bayesian in c(FALSE, TRUE)) {
    run <- function(...) {
      seeded(auc_ci(x$scores, x$positive, x$weight, cluster = x$cluster, ...,
                    variance = if (bayesian) "bayesian" else "bootstrap", R = 200))
    }
    whole <- run()
    same <- setdiff(names(whole), "measure")
    expect_close(run(FPR = c(0, 1))[same], whole[same], relative = 1e-10)
    expect_close(run(TPR = c(0, 1))[same], whole[same], relative = 1e-10)
  }
})

# Degenerate data ----------------------------------------------------------------

only_area <- function(ci, area) {
  expect_identical(ci$estimate, area)
  expect_identical(c(ci$std.error, ci$conf.low, ci$conf.high, ci$df), rep(NA_real_, 4))
  expect_false(anyNA(ci[c("n_pos", "n_neg", "n_eff_pos", "n_eff_neg")]))
}

test_that("one observation of a class: NA with a warning", {
  for (variance in variances) {
    for (label in list(c(0, 1, 0, 0), c(1, 0, 1, 1))) {
      for (method in methods) {
        ci <- expect_wroc_warning(
          auc_ci(c(1, 2, 3, 0), label, variance = variance, method = method), "undefined"
        )
        only_area(ci, 2 / 3 * label[2] + (1 - label[2]) / 3)
      }
    }
  }
  # Others of weight 0 do not count, nor does a perfect area make it known.
  ci <- expect_wroc_warning(auc_ci(1:5, c(0, 0, 0, 1, 1), c(1, 1, 1, 1, 0)), "undefined")
  only_area(ci, 1)
})

test_that("one observation of a class: NA with a warning from the bootstrap", {
  for (bayesian in c(FALSE, TRUE)) {
    ci <- expect_wroc_warning(
      auc_ci(c(1, 2, 3, 0), c(0, 1, 0, 0), variance = if (bayesian) "bayesian" else "bootstrap", R = 50),
      "undefined"
    )
    only_area(ci, 2 / 3)
  }
})

test_that("one cluster, or one with a class: NA with a warning", {
  guess <- c(1, 3, 2, 4, 5, 0)
  label <- c(0, 0, 1, 1, 0, 1)
  for (variance in variances) {
    ci <- expect_wroc_warning(
      auc_ci(guess, label, cluster = rep("a", 6), variance = variance), "undefined"
    )
    only_area(ci, auc_wmw(guess, label))
  }
  for (variance in c("delong", "frequency")) {
    ci <- expect_wroc_warning(
      auc_ci(guess, label, cluster = c(1, 1, 2, 3, 1, 4), variance = variance), "undefined"
    )
    only_area(ci, auc_wmw(guess, label))
  }
  # A second cluster of weight 0 does not count.
  ci <- expect_wroc_warning(
    auc_ci(c(guess, 7), c(label, 0), c(rep(1, 6), 0), cluster = c(rep(1, 6), 2),
           variance = "jackknife"), "undefined"
  )
  only_area(ci, auc_wmw(guess, label))
})

test_that("one cluster: NA with a warning from the bootstrap", {
  guess <- c(1, 3, 2, 4, 5, 0)
  label <- c(0, 0, 1, 1, 0, 1)
  for (bayesian in c(FALSE, TRUE)) {
    ci <- expect_wroc_warning(
      auc_ci(guess, label, cluster = rep(1, 6), variance = if (bayesian) "bayesian" else "bootstrap",
             R = 50), "undefined"
    )
    only_area(ci, auc_wmw(guess, label))
  }
  ci <- expect_wroc_warning(auc_ci(guess, label, cluster = rep(1, 6), FPR = c(0, 0.5)),
                            "undefined")
  expect_identical(ci$std.error, NA_real_)
})

no_information <- list(list(1:8, 1), list(8:1, 0), list(rep(7, 8), 0.5),
                       list(rep(1:2, c(3, 5)), 1))

test_that("an area of 0 or 1 and a constant score: logit and none give a point with a warning", {
  label <- rep(0:1, c(3, 5))
  for (case in no_information) {
    for (variance in variances) {
      for (method in c("logit", "wald")) {
        ci <- expect_wroc_warning(
          auc_ci(case[[1]], label, 1:8, variance = variance, method = method), "degenerate"
        )
        expect_identical(unlist(ci[2:5], use.names = FALSE), case[[2]] * c(1, 0, 1, 1))
      }
    }
    ci <- expect_wroc_warning(
      auc_ci(case[[1]], label, cluster = c(1:4, 1:4), method = "logit"), "degenerate"
    )
    expect_identical(unlist(ci[2:5], use.names = FALSE), case[[2]] * c(1, 0, 1, 1))
    ci <- expect_wroc_warning(auc_ci(case[[1]], label, 1:8), "effective")
    expect_lt(ci$conf.low, ci$conf.high)
  }
})

test_that("an area of 0 or 1 and a constant score: a point with a warning from the bootstrap", {
  label <- rep(0:1, c(3, 5))
  for (case in no_information) {
    for (weight in list(rep(1, 8), 1:8, (1:8) / 7)) {
      for (bayesian in c(FALSE, TRUE)) {
        ci <- expect_wroc_warning(
          auc_ci(case[[1]], label, weight, variance = if (bayesian) "bayesian" else "bootstrap", R = 50),
          "degenerate"
        )
        expect_identical(unlist(ci[2:5], use.names = FALSE), case[[2]] * c(1, 0, 1, 1))
      }
    }
  }
})

test_that("no replicate of the bootstrap lies outside of 0 and 1", {
  label <- rep(0:1, c(30, 50))
  guess <- replace(1:80, c(30, 31), c(31, 30))
  for (bayesian in c(FALSE, TRUE)) {
    for (sign in c(-1, 1)) {
      # With this few replicates these are the extremes.
      ci <- expect_wroc_warning(
        seeded(auc_ci(sign * guess, label, (1:80) / 7, variance = if (bayesian) "bayesian" else "bootstrap",
                      R = 500, conf.level = 0.9999)), "replicates"
      )
      expect_gte(ci$conf.low, 0)
      expect_lte(ci$conf.high, 1)
    }
  }
})

test_that("an area of nearly 1 is no degenerate case", {
  label <- c(rep(0, 50), rep(1, 50))
  guess <- replace(1:100, c(50, 51), c(51, 50))
  expect_warning(ci <- auc_ci(guess, label), NA)
  expect_lt(ci$conf.high, 1)
  expect_lt(ci$conf.low, ci$estimate)
  expect_gt(ci$conf.high, ci$estimate)
})

test_that("warnings are of the user's call and below wroc_warning", {
  warning <- expect_warning(auc_ci(1:4, c(0, 0, 1, 1), method = "wald"),
                            class = "wroc_warning_degenerate")
  expect_s3_class(warning, c("wroc_warning_degenerate", "wroc_warning", "warning", "condition"),
                  exact = TRUE)
  expect_identical(conditionCall(warning), quote(auc_ci(1:4, c(0, 0, 1, 1), method = "wald")))
})

# Shapes ---------------------------------------------------------------------------

test_that("several scores give a row each, with their names", {
  set.seed(17)
  x <- inference_data()
  for (variance in c("delong", "bootstrap")) {
    how <- c(list(variance = variance), if (variance == "bootstrap") list(R = 40))
    run <- function(guess) {
      seeded(do.call(auc_ci, c(list(guess, x$positive, x$weight, x$cluster), how)))
    }
    ci <- run(x$scores)
    expect_plain_frame(ci)
    expect_identical(names(ci), c("score", "measure", "estimate", "std.error", "conf.low", "conf.high",
                                  "df", "n_pos", "n_neg", "n_eff_pos", "n_eff_neg", "variance"))
    expect_identical(ci$score, c("guess", "other", "third"))
    for (score in ci$score) {
      alone <- run(x$scores[, score])
      expect_plain_frame(alone)
      if (variance == "delong") {
        one <- ci[ci$score == score, -1]
        rownames(one) <- NULL
        expect_identical(alone, one)
      }
    }
    expect_identical(run(as.list(as.data.frame(x$scores))), ci)
    expect_identical(run(x$scores[, 1, drop = FALSE])$score, "guess")
    expect_identical(names(run(x$guess)), names(ci)[-1])
    skip_if_not_installed("tibble")
    expect_identical(run(as.list(tibble::as_tibble(x$scores))), ci)
    skip_if_not_installed("data.table")
    expect_identical(run(as.list(data.table::as.data.table(x$scores))), ci)
  }
})

test_that("a score among several may be degenerate alone", {
  set.seed(18)
  x <- inference_data(30)
  scores <- cbind(x$scores, constant = 1, perfect = x$positive)
  for (method in methods) {
    of <- function(scores) auc_ci(scores, x$positive, x$weight, method = method)
    ci <- if (method == "wilson") of(scores) else expect_wroc_warning(of(scores), "degenerate")
    expect_identical(ci$std.error[4:5], c(0, 0))
    expect_identical(ci$estimate[4:5], c(0.5, 1))
    expect_close(ci[1:3, -1], of(unname(x$scores))[-1])
  }
})

# Errors ---------------------------------------------------------------------------

kind_of_ci <- function(...) {
  arguments <- utils::modifyList(list(x = c(1, 3, 2, 4), label = c(0, 0, 1, 1)), list(...),
                                 keep.null = TRUE)
  error_kind(do.call(auc_ci, arguments))
}

test_that("each argument has its errors", {
  expect_identical(kind_of_ci(), "")
  expect_identical(kind_of_ci(x = c(1, NA, 2, 3)), "missing")
  expect_identical(kind_of_ci(x = 1:3), "length")
  expect_identical(kind_of_ci(label = rep(1, 4)), "one_class")
  expect_identical(kind_of_ci(weight = c(1, -1, 1, 1)), "weight")
  expect_identical(kind_of_ci(weight = c(0, 0, 1, 1)), "no_weight")

  expect_identical(kind_of_ci(cluster = 1:3), "length")
  expect_identical(kind_of_ci(cluster = c(1, NA, 2, 2)), "missing")
  expect_identical(kind_of_ci(cluster = c("a", NA, "b", "b")), "missing")
  expect_identical(kind_of_ci(cluster = factor(c("a", NA, "b", "b"))), "missing")
  expect_identical(kind_of_ci(cluster = c(1, NaN, 2, 2)), "missing")
  expect_identical(kind_of_ci(cluster = list(1, 2, 3, 4)), "type")
  expect_identical(kind_of_ci(cluster = data.frame(1:4)), "type")
  expect_identical(kind_of_ci(cluster = matrix(1:8, 4)), "type")
  expect_identical(kind_of_ci(cluster = mean), "type")

  for (level in list(0, 1, -0.5, 95, Inf)) {
    expect_identical(kind_of_ci(conf.level = level), "range")
  }
  expect_identical(kind_of_ci(conf.level = "0.95"), "type")
  expect_identical(kind_of_ci(conf.level = NA_real_), "missing")
  expect_identical(kind_of_ci(conf.level = c(0.9, 0.95)), "length")

  for (choice in list("x", "boot", "", NA_character_, 1, c("delong", "jackknife"))) {
    expect_identical(kind_of_ci(variance = choice), "choice")
    expect_identical(kind_of_ci(method = choice), "choice")
  }

  for (R in list(1, 0, -5, 2.5, Inf)) {
    expect_identical(kind_of_ci(variance = "bootstrap", R = R), "range")
  }
  expect_identical(kind_of_ci(variance = "bootstrap", R = "2"), "type")
  expect_identical(kind_of_ci(variance = "bootstrap", R = NA_real_), "missing")
  expect_identical(kind_of_ci(variance = "bootstrap", R = c(10, 20)), "length")
})

test_that("an interval of rates has its errors", {
  for (rate in c("FPR", "TPR")) {
    kind <- function(interval, ...) {
      do.call(kind_of_ci, c(stats::setNames(list(interval), rate), ...))
    }
    expect_identical(kind(c(0.5, 0.2)), "interval")
    expect_identical(kind(c(0, 1.5)), "range")
    expect_identical(kind(c(-0.1, 1)), "range")
    expect_identical(kind(c(0, NA)), "missing")
    expect_identical(kind(0.5), "length")
    expect_identical(kind(c(0, 0.5, 1)), "length")
    expect_identical(kind("0"), "type")
    expect_identical(kind(c(0.5, 0.5)), "interval")
    expect_identical(kind(c(0, 0.5), method = "logit"), "unused")
  }
  expect_identical(kind_of_ci(FPR = c(0, 0.5), TPR = c(0, 0.5)), "choice")
})

test_that("the frequency variance takes whole numbers only", {
  expect_identical(kind_of_ci(weight = c(1, 2, 0.5, 1), variance = "frequency"), "weight")
  error <- expect_error(auc_ci(1:4, c(0, 0, 1, 1), c(1, 2, 3, 1 + 1e-9), variance = "frequency"),
                        class = "wroc_error_weight")
  expect_identical(error$argument, "weight")
  expect_equal(error$position, 4)
  expect_match(conditionMessage(error), "element 4")
  expect_identical(kind_of_ci(weight = c(1, 2, 0.5, 1), variance = "delong"), "")
})

test_that("errors say which argument, which element and what was found", {
  expect_wroc_error(
    auc_ci(1:4, c(0, 0, 1, 1), cluster = c(1, 2, NA, 3)), "missing",
    with_hint("`cluster` must not be missing: element 3 is NA."), argument = "cluster", position = 3
  )
  expect_wroc_error(
    auc_ci(c(1, 3, 2, 4), c(0, 0, 1, 1), conf.level = 95), "range",
    "`conf.level` must be greater than 0 and less than 1: it is 95. Is it in percent? 95 % is 0.95.",
    argument = "conf.level"
  )
  error <- expect_error(auc_ci(list(a = c(1, 3, 2, 4), b = c(1, NA, 3, 4)), c(0, 0, 1, 1)),
                        class = "wroc_error_missing")
  expect_identical(error$score, "b")
  expect_match(conditionMessage(error), "In score `b`: ", fixed = TRUE)
})

test_that("replicates that are too few are a warning, and an error where there is but one", {
  functions <- list(
    auc_ci = function(...) auc_ci(variance = "bootstrap", ...)
  )
  guess <- c(1, 3, 2, 4, 6, 5)
  label <- rep(0:1, 3)
  words <- "replicates are too few for `conf.level` = %s, which needs %d: the interval is too narrow."
  for (f in functions) {
    # Two clusters of eight have positives: one replicate in ten has none.
    kinds <- vapply(1:40, function(seed) {
      set.seed(seed)
      error_kind(suppressWarnings(f(x = c(5, 1:7), label = rep(1:0, c(2, 6)), cluster = 1:8,
                                    R = 2)))
    }, "")
    expect_identical(sort(unique(kinds)), c("", "replicates"))
    for (R in c(2, 38)) {
      expect_warning(f(x = guess, label = label, R = R), sprintf(words, "0.95", 39),
                     class = "wroc_warning_replicates", fixed = TRUE)
    }
    expect_warning(f(x = guess, label = label, R = 39), NA)
    expect_warning(f(x = guess, label = label, R = 198, conf.level = 0.99),
                   sprintf(words, "0.99", 199), class = "wroc_warning_replicates", fixed = TRUE)
    expect_warning(f(x = guess, label = label, R = 199, conf.level = 0.99), NA)
    expect_warning(f(x = guess, label = label, R = 3, conf.level = 0.5), NA)
  }
  set.seed(1)
  error <- expect_error(for (attempt in 1:100) suppressWarnings(
    auc_ci(c(5, 1:7), rep(1:0, c(2, 6)), cluster = 1:8, variance = "bootstrap", R = 2)
  ), class = "wroc_error_replicates")
  expect_match(conditionMessage(error),
               "^`R` must be larger: of 2 replicates only [01] contain both classes.$")
  expect_identical(error[c("argument", "value")], list(argument = "R", value = 2))
})

test_that("clusters that are factors made by hand are errors where a code stands for no level", {
  guess <- c(1, 3, 2, 4)
  label <- c(0, 0, 1, 1)
  functions <- list(auc_ci, roc_band,
                    function(...) auc_ci(..., variance = "bootstrap"),
                    function(guess, ...) auc_test(list(guess, rev(guess)), ...))
  for (f in functions) {
    for (cluster in list(structure(c(1L, 2L, 1L, 2L), class = "factor"),
                         structure(c(1L, 0L, 1L, 2L), levels = c("a", "b"), class = "factor"),
                         structure(c(1L, -9L, 1L, 2L), levels = c("a", "b"), class = "factor"))) {
      expect_wroc_error_of(f(guess, label = label, cluster = cluster), "levels", "cluster")
    }
  }
})

test_that("short calls say what long ones say", {
  set.seed(5)
  for (n in c(4, 30, 400)) {
    label <- rep(0:1, n / 2)
    score <- round(rnorm(n), 1)
    for (weight in list(NULL, rexp(n), rep(2L, n))) {
      expect_identical(auc_ci(score, label, weight), auc_ci(score, label, weight, conf.level = 0.95))
    }
    expect_identical(auc_ci(score, factor(label)), auc_ci(score, label))
  }
})

test_that("each column has the interval that it has alone", {
  set.seed(3)
  label <- rep(0:1, 150)
  weight <- rexp(300) * rbinom(300, 1, 0.9)
  scores <- matrix(round(rnorm(1200, label), 1), 300, dimnames = list(NULL, c("a", "b", NA, "d")))
  alone <- function(...) {
    rows <- do.call(rbind, lapply(1:4, function(j) auc_ci(scores[, j], label, weight, ...)))
    structure(cbind(score = c("a", "b", "3", "d"), rows), class = class(rows))
  }
  expect_identical(auc_ci(scores, label, weight), alone())
  expect_identical(auc_ci(as.list(data.frame(scores)[1:2]), label, weight)$conf.low, alone()$conf.low[1:2])
  expect_identical(auc_ci(list(a = scores[, 1], b = scores[, 2]), label, weight), alone()[1:2, ])
  expect_identical(auc_ci(scores, factor(label), weight), alone())
  for (variance in c("jackknife", "delong")) {
    expect_identical(auc_ci(scores, label, weight, variance = variance), alone(variance = variance))
  }
  expect_identical(auc_ci(scores, label, weight, method = "logit"), alone(method = "logit"))
  expect_identical(auc_ci(scores, label, weight, positive = 1), alone())
  scores[7, 2] <- NA
  words <- paste("ROC curve undefined for NA guess: element 7 of `x` is NA or NaN.",
                 "`na.rm = TRUE` leaves such observations out.")
  expect_wroc_error(auc_ci(scores, label, weight), "missing", paste("In score `b`:", words),
                    argument = "x", position = 7, score = "b")
  expect_wroc_error(auc_ci(unname(scores), label, weight), "missing",
                    paste("In column 2 of `x`:", words),
                    argument = "x", position = 7, score = 2L)
})

test_that("columns of a tally are no scores", {
  tally <- roc_tally(c(1, 2, 3, 4), c(0, 1, 0, 1))
  label <- c(0, 1, 0, 1)
  expect_error(auc_wmw(tally, label), class = "wroc_error_type")
  expect_error(auc_ci(tally, label), class = "wroc_error")
})
