# Fits at several times.

patients_at_times <- function(rows = 120) {
  skip_if_not_installed("survival")
  set.seed(5)
  d <- data.frame(a = round(rnorm(rows), 1), b = rnorm(rows), w = rexp(rows) + 0.1)
  d$id <- rep(seq_len(rows / 2), 2)
  d$sex <- rep(c("f", "m"), length.out = rows)
  d$time <- ceiling(10 * rexp(rows, exp(d$a / 2 - 1)))
  d$status <- sample(0:2, rows, TRUE, c(0.3, 0.5, 0.2))
  d$dead <- d$status == 1
  d$event <- factor(d$status, 0:2, c("censored", "death", "transplant"))
  d
}

# The formula finds this function when package survival is not attached.
Surv <- function(...) survival::Surv(...)

at_times <- c(5, 15, 30)

test_that("each time has the fit of the outcome at that time", {
  d <- patients_at_times()
  fit <- weighted_roc(Surv(time, dead) ~ a + b, d, weights = w, times = at_times)
  expect_s3_class(fit, c("weighted_roc_times", "weighted_roc_by"), exact = TRUE)
  for (t in at_times) {
    at <- weighted_roc(outcome_at(Surv(time, dead), t) ~ a + b, d, weights = w)
    own <- fit$fits[[as.character(t)]]
    expect_identical(own$areas, at$areas)
    expect_identical(own$curves, at$curves)
    rows <- roc_estimate(fit, measure = "AP")
    expect_equal(rows$estimate[rows$time == t], roc_estimate(at, measure = "AP")$estimate)
    benefit <- roc_net_benefit(fit, threshold = 0.3, calibrated = TRUE)
    expected <- roc_net_benefit(at, threshold = 0.3, calibrated = TRUE)
    expect_equal(plain(benefit[benefit$time == t, -1]), plain(expected), ignore_attr = TRUE)
  }
  expect_identical(names(roc_estimate(fit))[1:3], c("time", "score", "measure"))
  expect_identical(names(as.data.frame(fit))[1:2], c("time", "score"))
  expect_identical(roc_at(fit, threshold = 0)$time, rep(at_times, each = 2))
})

plain <- function(rows) as.data.frame(lapply(unclass(rows), as.vector))

test_that("the order of times, and repeated ones, make no difference", {
  d <- patients_at_times()
  fit <- weighted_roc(Surv(time, dead) ~ a, d, times = at_times)
  other <- weighted_roc(Surv(time, dead) ~ a, d, times = c(30, 5, 15, 5))
  expect_identical(coef(fit), coef(other))
  vectors <- with(d, weighted_roc(list(a = a), Surv(time, dead), times = at_times))
  expect_identical(coef(vectors), coef(fit))
})

test_that("the joint covariance is that of the influences", {
  d <- patients_at_times()
  for (cluster in c(FALSE, TRUE)) {
    fit <- if (cluster) {
      weighted_roc(Surv(time, dead) ~ a + b, d, weights = w, times = at_times, cluster = id)
    } else {
      weighted_roc(Surv(time, dead) ~ a + b, d, weights = w, times = at_times)
    }
    influences <- do.call(cbind, lapply(fit$fits, roc_influence))
    if (cluster) influences <- rowsum(influences, d$id)
    expected <- cov2cor(crossprod(influences))
    found <- vcov(fit)
    expect_equal(unname(cov2cor(found)), unname(expected), tolerance = 1e-12)
    expect_equal(unname(sqrt(diag(found))), roc_estimate(fit)$std.error, tolerance = 1e-12)
    expect_identical(rownames(found)[1:3], c("5:a", "5:b", "15:a"))
  }
})

test_that("a test is that of each time, with p-values that know of all", {
  d <- patients_at_times()
  fit <- weighted_roc(Surv(time, dead) ~ a + b, d, weights = w, times = at_times)
  tested <- auc_test(fit)
  expect_s3_class(tested, c("roc_test", "htest"), exact = TRUE)
  each <- lapply(fit$fits, auc_test)
  expect_equal(tested$contrasts$p.value, unname(vapply(each, `[[`, 0, "p.value")), tolerance = 1e-12)
  expect_equal(tested$contrasts$estimate, unname(vapply(each, function(test) test$contrasts$estimate, 0)))
  expect_true(all(tested$contrasts$p.adjusted >= tested$contrasts$p.value))
  expect_true(all(tested$contrasts$p.adjusted <= pmin(1, 3 * tested$contrasts$p.value) + 1e-4))
  expect_equal(tested$p.value, min(tested$contrasts$p.adjusted))
  largest <- max(qt(tested$contrasts$p.value / 2, tested$parameter[["df"]], lower.tail = FALSE))
  expect_equal(tested$statistic[["max |t|"]], largest)
  alone <- auc_test(fit["a"], mu = 0.6)
  each <- vapply(fit$fits, function(fit) auc_test(fit["a"], mu = 0.6)$p.value, 0)
  expect_equal(alone$contrasts$p.value, unname(each), tolerance = 1e-12)
  expect_output(print(tested), "max |t|", fixed = TRUE)
  other <- roc_test(fit, measure = roc_measure("PPV", threshold = 0))
  expect_identical(other$contrasts$time, at_times)
  for (arguments in list(list(alternative = "less"), list(trend = TRUE),
                         list(adjust = "holm"), list(mu = 0.5))) {
    expect_error(do.call(auc_test, c(list(fit), arguments)), class = "wroc_error")
  }
})

test_that("simultaneous intervals contain those of each time", {
  d <- patients_at_times()
  fit <- weighted_roc(Surv(time, dead) ~ a + b, d, times = at_times)
  each <- confint(fit)
  all <- confint(fit, type = "simultaneous")
  expect_identical(dimnames(all), dimnames(each))
  expect_true(all(all[, 1] < each[, 1] & all[, 2] > each[, 2]))
  expect_identical(confint(fit, "b", type = "simultaneous"), all[c(2, 4, 6), ])
  bonferroni <- confint(fit, level = 1 - 0.05 / 3)
  expect_true(all(unname(all[, 1]) >= unname(bonferroni[, 1]) - 1e-5))
  one <- weighted_roc(Surv(time, dead) ~ a, d, times = 15)
  expect_equal(confint(one, type = "simultaneous"), confint(one), tolerance = 1e-9)
  expect_error(confint(fit, type = "simultaneous", measure = "AP"), class = "wroc_error_unsupported")
})

test_that("a matrix with a column for each time is a score that changes", {
  d <- patients_at_times()
  d$risk <- cbind(d$a, d$b, d$a + d$b)
  fit <- weighted_roc(Surv(time, dead) ~ risk + b, d, times = at_times)
  expect_identical(names(fit$fits[[1]]$curves), c("risk", "b"))
  for (k in 1:3) {
    alone <- weighted_roc(outcome_at(Surv(time, dead), at_times[[k]]) ~ risk[, k] + b, d)
    expect_identical(fit$fits[[k]]$areas$estimate, alone$areas$estimate)
  }
  # Other matrices are several scores.
  two <- weighted_roc(Surv(time, dead) ~ cbind(a, b), d, times = at_times)
  expect_length(two$fits[[1]]$curves, 2L)
})

test_that("groups, competing events and models of censoring go with times", {
  d <- patients_at_times(240)
  fit <- weighted_roc(Surv(time, event) ~ a, d, times = at_times, cause = "death", by = sex,
                      censoring = ~ strata(sex))
  rows <- auc_ci(fit)
  expect_identical(names(rows)[1:3], c("time", "sex", "score"))
  at <- weighted_roc(outcome_at(Surv(time, event), 15, cause = "death") ~ a, d, by = sex)
  expect_equal(rows$estimate[rows$time == 15], auc_ci(at)$estimate)
  expect_error(auc_test(fit), class = "wroc_error_unsupported")
  expect_error(vcov(fit), class = "wroc_error_unsupported")
  free <- weighted_roc(Surv(time, event) ~ a, d, times = 15, cause = "death", controls = "free",
                       censoring = ~ b)
  expect_equal(free$fits[[1]]$areas$estimate,
               auc_ci(d$a, outcome_at(Surv(d$time, d$event), 15, "death", "free", ~ d$b))$estimate)
})

test_that("a survey design has its covariance over times", {
  skip_if_not_installed("survey")
  d <- patients_at_times()
  design <- survey::svydesign(~ id, weights = ~ w, data = d)
  fit <- weighted_roc(Surv(time, dead) ~ a + b, design, times = at_times)
  per_weight <- do.call(cbind, lapply(fit$fits, roc_influence)) / d$w
  expected <- vcov(survey::svytotal(per_weight, design))
  expect_equal(unname(vcov(fit)), unname(expected), tolerance = 1e-10)
  expect_equal(roc_estimate(fit)$std.error, unname(sqrt(diag(expected))), tolerance = 1e-10)
  expect_lt(auc_test(fit)$p.value, 1)
  # Replicates estimate the censoring anew.
  jackknife <- survey::as.svrepdesign(design)
  replicated <- weighted_roc(Surv(time, dead) ~ a + b, jackknife, times = at_times)
  expect_equal(unname(sqrt(diag(vcov(replicated)))), unname(sqrt(diag(expected))), tolerance = 0.15)
  expect_equal(unname(sqrt(diag(vcov(replicated)))), roc_estimate(replicated)$std.error, tolerance = 1e-10)
})

test_that("methods know of times", {
  d <- patients_at_times()
  fit <- weighted_roc(Surv(time, dead) ~ a + b, d, times = at_times)
  expect_identical(names(generics::tidy(fit))[[1]], "time")
  expect_identical(names(coef(fit["b"])), paste0(at_times, ":b"))
  expect_identical(coef(update(fit, . ~ b)), coef(fit["b"]))
  path <- tempfile(fileext = ".rds")
  saveRDS(fit, path)
  expect_identical(auc_ci(readRDS(path)), auc_ci(fit))
  lines <- format(fit)
  expect_true(all(nchar(lines) <= 80) && length(lines) <= 13)
  expect_match(lines[[1]], "3 times, 120 observations")
  expect_match(lines[[5]], "^ +5 +[0-9]+ +[0-9]+ +[0-9]+ +a ")
})

test_that("a fit keeps its rows once, and makes curves, labels and weights when they are asked for", {
  d <- patients_at_times(2000)
  y <- Surv(d$time, d$dead)
  # Without a formula, whose environment would be a part of what is serialised.
  fit_at <- function(times, by = NULL) weighted_roc(d[c("a", "b")], y, d$w, times = times, by = by)
  times <- sort(unique(d$time))[3 * (1:20)]
  bytes <- function(fit) length(serialize(fit, NULL))
  alone <- weighted_roc(d[c("a", "b")], outcome_at(y, times[[20]]), d$w)
  for (by in list(NULL, d$sex)) {
    fit <- fit_at(times, by)
    # Less than half a column of the rows for each further time.
    expect_lt((bytes(fit) - bytes(fit_at(times[1:2], by))) / 18, 4 * nrow(d))
    expect_lt(bytes(fit), 8 * 9 * nrow(d))
    expect_identical(unserialize(serialize(fit, NULL)), fit)
  }
  fit <- fit_at(times)
  last <- fit[[names(fit$fits)[[20]]]]
  expect_identical(last[["curves"]], alone$curves)
  expect_identical(last$observations$label, alone$observations$label)
  expect_identical(last$observations$weights, alone$observations$weights)
  expect_identical(weights(last), weights(alone))
  expect_identical(fit$observations, fit$fits[[1]]$observations)
  expect_identical(fit[[match("fits", names(fit))]], fit$fits)
  # Fewer scores, and fits that were changed, are kept in the same way.
  expect_lt(bytes(fit["a"]), bytes(fit))
  expect_identical(fit["a"]$fits[[20]]$curves, alone["a"]$curves)
  fit$fits[[20]]$response <- "death"
  expect_lt(bytes(fit), 8 * 9 * nrow(d))
  expect_identical(fit$fits[[20]]$curves, alone$curves)
  both <- c(last["a"], last["b"])
  expect_identical(coef(both), coef(last))
  expect_identical(both$curves, alone$curves)
})

test_that("what does not go with times is an error that says so", {
  d <- patients_at_times()
  of <- function(...) weighted_roc(Surv(time, dead) ~ a, d, ...)
  expect_refused(
    "absent times" = of(), "missing times" = of(times = c(1, NA)), "range times" = of(times = -1),
    "empty times" = of(times = numeric()), "type times" = of(times = "5"),
    "unused cause" = of(times = 5, cause = "death"), "choice controls" = of(times = 5, controls = "some"),
    "unused positive" = of(times = 5, positive = 1),
    "cause cause" = weighted_roc(Surv(time, event) ~ a, d, times = 5),
    "unused times" = weighted_roc(dead ~ a, d, times = 5)
  )
  found <- expect_error(of(times = c(5, 1e6)), "At time 1000000", fixed = TRUE, class = "wroc_error_time")
  expect_true(is.numeric(found$first) && is.numeric(found$last))
})
