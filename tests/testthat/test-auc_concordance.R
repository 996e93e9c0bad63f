skip_if_not_installed("survival")

patients <- local({
  pbc <- survival::pbc
  pbc <- pbc[stats::complete.cases(pbc[c("bili", "protime")]), ]
  transform(pbc, dead = status == 2, year = ceiling(time / 365))
})
death <- with(patients, survival::Surv(time, dead))
scores <- as.list(patients[c("bili", "protime")])

test_that("tied scores, tau and the covariance of two scores are those of survival::concordance()", {
  coarse <- round(log(patients$bili))
  found <- auc_concordance(coarse, death, tau = 2000)
  expected <- survival::concordance(death ~ coarse, reverse = TRUE, ymax = 2000)
  expect_equal(found$estimate, unname(expected$concordance), tolerance = 1e-12)
  expect_lt(found$n_events, auc_concordance(coarse, death)$n_events)
  pairs <- expected$count
  expect_equal(found$tied, pairs[["tied.x"]] / sum(pairs[c("concordant", "discordant", "tied.x")]), tolerance = 1e-12)
  models <- lapply(names(scores), function(name) {
    survival::coxph(stats::reformulate(name, "survival::Surv(time, dead)"), patients)
  })
  expected <- survival::concordance(models[[1L]], models[[2L]])
  expect_equal(vcov(auc_concordance(scores, death)), unname(expected$var), tolerance = 1e-10)
})

test_that("the standard error is that of derivatives by weights, through the estimate of censoring", {
  data <- survival_data(n = 60, seed = 46, causes = 1, whole = TRUE)
  weight <- data$weight + 0.1
  for (censoring in list(~ 1, ~ strata(data$site), ~ data$age + strata(data$site))) {
    concordance <- function(weight, ...) {
      auc_concordance(data$x, survival_of(data), weight, type = "uno", tau = 8, censoring = censoring, ...)
    }
    slopes <- naive_derivatives(function(weight) concordance(weight)$estimate, weight)
    expect_equal(concordance(weight)$std.error, sqrt(sum(slopes^2)), tolerance = 1e-7)
    by_cluster <- rowsum(slopes, data$cluster)
    expect_equal(concordance(weight, cluster = data$cluster)$std.error, sqrt(sum(by_cluster^2)), tolerance = 1e-7)
  }
  # Those who can't be compared with others of their own stratum are compared with all.
  alone <- replace(data$site, which(data$status == 1)[[1L]], "d")
  found <- auc_concordance(data$x, survival_of(data), type = "uno", censoring = ~ strata(alone))
  expect_true(is.finite(found$std.error))
})

test_that("fits are their columns, and a Cox model of censoring does not matter for Harrell's C", {
  fit <- weighted_roc(outcome_at(survival::Surv(time, dead), 1825, censoring = ~ age) ~ bili + protime, patients)
  expect_equal(auc_concordance(fit)$estimate, auc_concordance(scores, death)$estimate)
})

test_that("scores are compared, in designs, too", {
  both <- auc_concordance(scores, death, type = "uno")
  expect_named(both, c("score", "measure", "estimate", "std.error", "conf.low", "conf.high", "df", "n_events",
                       "tied"))
  test <- auc_test(both, test = "wald")
  expect_equal(test$std.error, sqrt(sum(vcov(both) * c(1, -1, -1, 1))), tolerance = 1e-12)
  expect_equal(unname(test$estimate[["difference"]]), -diff(both$estimate), tolerance = 1e-14)
  expect_match(test$method, "Uno's C", fixed = TRUE)
  skip_if_not_installed("survey")
  data <- transform(patients, w = 0.5 + seq_len(416) %% 7, psu = rep(1:52, 8))
  linear <- survey::svydesign(~psu, weights = ~w, data = data)
  found <- lapply(list(linear, survey::as.svrepdesign(linear)), function(design) {
    auc_concordance(scores, death, design, type = "uno")
  })
  expect_equal(found[[1L]]$std.error, found[[2L]]$std.error, tolerance = 0.05)
  expect_equal(found[[1L]]$df, c(51, 51), tolerance = 0.2)
  expect_equal(auc_test(found[[1L]], test = "wald")$std.error, sqrt(sum(vcov(found[[1L]]) * c(1, -1, -1, 1))),
               tolerance = 1e-10)
})

test_that("observations of both classes have the variance of the jackknife, and one cluster has none", {
  of <- list(
    concordance = function(...) auc_concordance(scores, death, ...),
    incident = function(...) auc_over_time(scores, death, times = 1500, cases = "incident", conf.level = 0.95, ...),
    mean = function(...) auc_over_time(scores, death, integrate = TRUE, conf.level = 0.95, ...)
  )
  for (found in of) {
    jackknife <- found(variance = "jackknife")
    expect_identical(found(variance = "delong"), jackknife)
    expect_true(all(jackknife$std.error > 0.01))
    expect_warning(alone <- found(cluster = rep(1, 416)), "standard error is NA")
    expect_identical(alone$estimate, jackknife$estimate)
    expect_identical(c(alone$std.error, alone$conf.low), rep(NA_real_, 4))
  }
})

test_that("what cannot be asked is an error that says why", {
  causes <- with(patients, survival::Surv(time, factor(status)))
  nobody <- with(patients, survival::Surv(time, dead & FALSE))
  expect_refused(
    "unsupported label" = auc_concordance(scores, causes), "no_weight label" = auc_concordance(scores, nobody),
    "unused censoring" = auc_concordance(scores, death, censoring = ~ 1),
    "range tau" = auc_concordance(scores, death, tau = 0), "type label" = auc_concordance(scores, patients$dead),
    "unsupported variance" = auc_concordance(scores, death, rep(1:4, 104), variance = "frequency"),
    "too_few x" = auc_test(auc_concordance(patients$bili, death)),
    "length object" = vcov(auc_concordance(scores, death)[1L, ])
  )
})
