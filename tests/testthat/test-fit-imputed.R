# Fits of completed data sets against Rubin's rules by their definition.

completed <- function(seed, sets = 4L, n = 120L) {
  set.seed(seed)
  data <- data.frame(y = stats::rbinom(n, 1, 0.4), w = stats::rexp(n) + 0.1, id = rep(seq_len(n / 2), 2))
  data$a <- stats::rnorm(n) + data$y
  data$b <- stats::rnorm(n) + data$y
  data$c <- stats::rnorm(n) + data$y / 2
  gaps <- sample(n, n / 3)
  lapply(seq_len(sets), function(i) {
    data$a[gaps] <- stats::rnorm(length(gaps)) + data$y[gaps]
    data
  })
}

as_imputations <- function(sets) structure(list(imputations = sets, call = NULL), class = "imputationList")

# Estimates `q` and variances `u` of the sets, with Barnard and Rubin's degrees of freedom.
rubin_of <- function(q, u, complete) {
  m <- length(q)
  total <- mean(u) + (1 + 1 / m) * stats::var(q)
  lambda <- (1 + 1 / m) * stats::var(q) / total
  observed <- (1 - lambda) * complete * (complete + 1) / (complete + 3)
  list(mean = mean(q), total = total, df = 1 / (lambda^2 / (m - 1) + 1 / observed))
}

test_that("each measure is pooled by Rubin's rules, shares on the logit scale", {
  sets <- completed(1)
  fit <- weighted_roc(y ~ a + b, as_imputations(sets), weights = w)
  each <- lapply(sets, function(data) weighted_roc(y ~ a + b, data, weights = w))
  expect_equal(plain(fit$areas)[1:8], plain(auc_pool(each))[1:8])
  expect_identical(auc_ci(fit), fit$areas)
  measures <- list("AP", roc_measure("TPR", threshold = 0.5), roc_measure("NB", threshold = 0.5, prior = 0.3))
  rows <- roc_estimate(fit, measure = measures)
  of_sets <- lapply(each, roc_estimate, measure = measures)
  of <- function(column, row) vapply(of_sets, function(rows) rows[[column]][[row]], 0)
  for (row in seq_len(nrow(rows))) {
    # Replicates have another seed in each call.
    if (rows$measure[[row]] == "AP") next
    q <- of("estimate", row)
    s <- of("std.error", row)
    share <- grepl("TPR", rows$measure[[row]])
    pooled <- if (share) rubin_of(stats::qlogis(q), (s / (q * (1 - q)))^2, mean(of("df", row))) else {
      rubin_of(q, s^2, mean(of("df", row)))
    }
    back <- if (share) stats::plogis else identity
    expect_equal(rows$estimate[[row]], back(pooled$mean))
    ends <- back(pooled$mean + c(-1, 1) * stats::qt(0.975, pooled$df) * sqrt(pooled$total))
    expect_equal(c(rows$conf.low[[row]], rows$conf.high[[row]]), ends)
    expect_equal(rows$df[[row]], pooled$df)
  }
  expect_true(all(rows$m == 4))
  expect_equal(rows$estimate[rows$measure == "AP"], rowMeans(matrix(vapply(of_sets, function(rows) {
    rows$estimate[rows$measure == "AP"]
  }, numeric(2)), 2)), tolerance = 1e-2)
  without <- roc_estimate(fit, measure = measures[2:3], conf.level = NULL)
  expect_identical(without$estimate, rows$estimate[rows$measure != "AP"])
  expect_true(all(is.na(without$conf.low)))
})

test_that("sets in which a score separates the classes, and bootstraps, are pooled as by auc_pool()", {
  sets <- completed(5)
  sets[[1L]]$a <- sets[[1L]]$a + 20 * sets[[1L]]$y
  fit <- expect_silent(weighted_roc(y ~ a, as_imputations(sets)))
  expect_equal(plain(fit$areas)[1:8], plain(auc_pool(lapply(sets, function(data) weighted_roc(y ~ a, data))))[1:8])
  set.seed(1)
  resampled <- weighted_roc(y ~ b, as_imputations(sets), variance = "bootstrap")
  expect_equal(resampled$areas$estimate, auc_wmw(sets[[1L]]$b, sets[[1L]]$y))
  expect_identical(resampled$areas$variance, "bootstrap")
})

test_that("covariances and tests are those of pooled contrasts", {
  sets <- completed(2)
  fit <- weighted_roc(y ~ a + b + c, as_imputations(sets), weights = w)
  each <- lapply(sets, function(data) weighted_roc(y ~ a + b + c, data, weights = w))
  q <- t(vapply(each, coef, numeric(3)))
  within <- Reduce(`+`, lapply(each, vcov)) / 4
  expect_equal(unname(vcov(fit)), unname(within + 1.25 * stats::cov(q)))
  paired <- auc_test(fit[c("a", "b")])
  pooled <- auc_pool(lapply(each, function(fit) auc_test(fit[c("a", "b")], test = "wald")))
  expect_equal(paired$p.value, pooled$p.value)
  expect_equal(unname(paired$parameter), pooled$df)
  expect_equal(unname(paired$estimate[["difference"]]), pooled$estimate)
  # D1 of the differences from the first score.
  differences <- cbind(c(1, 1), -diag(2))
  d <- q %*% t(differences)
  u <- differences %*% within %*% t(differences)
  r <- 1.25 * sum(diag(stats::cov(d) %*% solve(u))) / 2
  statistic <- drop(colMeans(d) %*% solve(u, colMeans(d))) / (2 * (1 + r))
  t <- 2 * 3
  df <- 4 + (t - 4) * (1 + (1 - 2 / t) / r)^2
  all <- auc_test(fit)
  expect_equal(unname(all$statistic), statistic)
  expect_equal(unname(all$parameter), c(2, df))
  expect_equal(all$p.value, stats::pf(statistic, 2, df, lower.tail = FALSE))
  expect_identical(auc_test(fit, adjust = "holm")$contrasts$p.adjusted, stats::p.adjust(all$contrasts$p.value, "holm"))
  of_chance <- auc_test(fit["a"])
  expect_equal(of_chance$p.value, auc_pool(lapply(each, function(fit) auc_test(fit["a"], test = "wald")))$p.value[[1L]])
  expect_refused("unused alternative" = auc_test(fit["a"], alternative = "less"),
                 "unused adjust" = auc_test(fit, adjust = "closed"))
})

test_that("the curve is the mean of all sets at each threshold, on the logit scale of rates", {
  sets <- completed(3)
  fit <- weighted_roc(y ~ a + b, as_imputations(sets), weights = w)
  # A score without gaps has the curve of one set.
  one <- WeightedROC(sets[[1L]]$b, sets[[1L]]$y, sets[[1L]]$w)
  expect_equal(plain(fit$curves$b), plain(one))
  size <- vapply(c("n_eff_neg", "n_eff_pos"), function(name) fit$areas[[name]][[1L]], 0)
  rate <- function(data, class, t) stats::weighted.mean(data$a[data$y == class] >= t, data$w[data$y == class])
  pooled <- function(class, t) {
    n <- size[[class + 1]]
    p <- vapply(sets, rate, 0, class, t)
    (stats::plogis(mean(stats::qlogis((p * n + 0.5) / (n + 1)))) * (n + 1) - 0.5) / n
  }
  curve <- fit$curves$a
  expect_identical(curve$threshold, c(sort(unique(unlist(lapply(sets, `[[`, "a")))), Inf))
  for (row in c(2L, 40L, 100L, nrow(curve) - 1L)) {
    t <- curve$threshold[[row]]
    expect_equal(c(curve$TPR[[row]], curve$FPR[[row]]), c(pooled(1, t), pooled(0, t)))
  }
  expect_true(all(diff(curve$TPR) <= 0 & diff(curve$FPR) <= 0))
  expect_identical(unlist(curve[1L, 1:2]), c(TPR = 1, FPR = 1))
  expect_identical(unlist(curve[nrow(curve), 1:2]), c(TPR = 0, FPR = 0))
  expect_match(format(fit)[[1L]], "120 observations, 4 imputations", fixed = TRUE)
})

test_that("designs and mids are completed, and what has one data set is refused", {
  sets <- completed(4)
  list <- as_imputations(sets)
  fit <- weighted_roc(y ~ a, list, weights = w)
  expect_refused(
    "unsupported data" = weighted_roc(y ~ a, list, by = w > 1), "observations x" = roc_band(fit),
    "observations x" = roc_influence(fit), "unsupported newdata" = predict(fit)
  )
  expect_equal(length(predict(fit, data.frame(a = c(0, 1)))), 2L)
  skip_if_not_installed("survey")
  skip_if_not_installed("mitools")
  designs <- survey::svydesign(ids = ~ id, weights = ~ w, data = mitools::imputationList(sets))
  each <- lapply(sets, function(data) weighted_roc(y ~ a, survey::svydesign(ids = ~ id, weights = ~ w, data = data)))
  expect_equal(plain(weighted_roc(y ~ a, designs)$areas)[1:8], plain(auc_pool(each))[1:8])
  skip_if_not_installed("mice")
  data <- sets[[1L]]
  data$a[1:20] <- NA
  imputed <- mice::mice(data, m = 3, printFlag = FALSE, seed = 1)
  fit <- weighted_roc(y ~ a, imputed, weights = w)
  expect_equal(plain(fit$areas)[1:8], plain(auc_pool(with(imputed, weighted_roc(y ~ a, weights = w))))[1:8])
})
