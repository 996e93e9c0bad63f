skip_if_not_installed("survival")

patients <- local({
  pbc <- survival::pbc
  pbc <- pbc[stats::complete.cases(pbc[c("bili", "protime")]), ]
  transform(pbc, dead = status == 2, year = ceiling(time / 365))
})
death <- with(patients, survival::Surv(time, dead))
by_year <- with(patients, survival::Surv(year, dead))
scores <- as.list(patients[c("bili", "protime")])
counts <- rep(1:4, length.out = 416)

test_that("Harrell's and Uno's C are those of package survival", {
  harrell <- auc_concordance(patients$bili, death)
  expect_equal(harrell$estimate, 0.781014536434, tolerance = 1e-12)
  expect_equal(harrell$std.error, 0.0183894942112, tolerance = 1e-11)
  uno <- auc_concordance(patients$bili, death, type = "uno")
  expect_equal(uno$estimate, 0.759825970588, tolerance = 1e-12)
  # With censoring taken for known it would be 0.0198226783643.
  expect_equal(uno$std.error, 0.0197943, tolerance = 1e-5)
  expect_equal(auc_concordance(patients$bili, death, counts)$estimate, 0.7811015782, tolerance = 1e-10)
  expect_equal(auc_concordance(patients$bili, death, counts, type = "uno")$estimate, 0.748660717046,
               tolerance = 1e-11)
})

test_that("ties, weights, clusters and several scores are those of survival::concordance()", {
  data <- transform(patients, w = 0.5 + (seq_len(416) * 29) %% 17 / 17, id = rep(1:52, 8),
                    coarse = round(log(bili)))
  for (y in list(death, by_year)) {
    found <- auc_concordance(data$coarse, y, data$w)
    expected <- survival::concordance(y ~ data$coarse, weights = data$w, reverse = TRUE)
    expect_equal(found$estimate, unname(expected$concordance), tolerance = 1e-12)
    expect_equal(found$std.error, unname(sqrt(expected$var)), tolerance = 1e-10)
    pairs <- expected$count
    expect_equal(found$tied, pairs[["tied.x"]] / sum(pairs[c("concordant", "discordant", "tied.x")]),
                 tolerance = 1e-12)
    clustered <- auc_concordance(data$coarse, y, data$w, cluster = data$id)
    expected <- survival::concordance(y ~ data$coarse, weights = data$w, cluster = data$id, reverse = TRUE)
    expect_equal(clustered$std.error, unname(sqrt(expected$var)), tolerance = 1e-10)
  }
  both <- auc_concordance(scores, death)
  models <- lapply(names(scores), function(name) {
    survival::coxph(stats::reformulate(name, "survival::Surv(time, dead)"), patients)
  })
  expected <- survival::concordance(models[[1L]], models[[2L]])
  expect_equal(vcov(both), unname(expected$var), tolerance = 1e-10)
})

test_that("events after tau do not count", {
  found <- auc_concordance(patients$bili, death, tau = 2000)
  expected <- survival::concordance(death ~ patients$bili, reverse = TRUE, ymax = 2000)
  expect_equal(found$estimate, unname(expected$concordance), tolerance = 1e-12)
  expect_lt(found$n_events, auc_concordance(patients$bili, death)$n_events)
})

test_that("the standard error is that of derivatives by weights, through the estimate of censoring", {
  some <- seq(1, 416, 7)
  few <- patients[some, ]
  y <- with(few, survival::Surv(year, dead))
  w <- 0.5 + (seq_along(some) * 29) %% 17 / 17
  for (censoring in c(~ 1, ~ strata(few$sex))) {
    concordance <- function(w) auc_concordance(few$bili, y, w, type = "uno", tau = 9, censoring = censoring)
    slopes <- vapply(seq_along(w), function(i) {
      moved <- function(step) concordance(replace(w, i, w[[i]] * (1 + step)))$estimate
      (8 * (moved(1e-3) - moved(-1e-3)) - (moved(2e-3) - moved(-2e-3))) / 12e-3
    }, 0)
    expect_equal(concordance(w)$std.error, sqrt(sum(slopes^2)), tolerance = 1e-8)
  }
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

test_that("repeated rows count as their weights, and fits as their columns", {
  repeated <- rep(seq_len(416), counts)
  for (type in c("harrell", "uno")) {
    found <- auc_concordance(patients$bili, death, counts, type = type)
    expected <- auc_concordance(patients$bili[repeated], death[repeated], type = type)
    expect_equal(found$estimate, expected$estimate, tolerance = 1e-12)
  }
  fit <- weighted_roc(outcome_at(survival::Surv(time, dead), 1825) ~ bili + protime, patients)
  expect_equal(auc_concordance(fit)$estimate, auc_concordance(scores, death)$estimate)
})

test_that("what cannot be asked is an error that says why", {
  raises <- function(kind, value, text) {
    error <- expect_error(value, class = paste0("wroc_error_", kind))
    expect_match(conditionMessage(error), text, fixed = TRUE)
  }
  causes <- with(patients, survival::Surv(time, factor(status)))
  raises("unsupported", auc_concordance(scores, causes), "competing")
  raises("no_weight", auc_concordance(scores, with(patients, survival::Surv(time, dead & FALSE))), "no pair")
  raises("unused", auc_concordance(scores, death, censoring = ~ 1), "harrell")
  raises("range", auc_concordance(scores, death, tau = 0), "tau")
  raises("type", auc_concordance(scores, patients$dead), "Surv")
  raises("unsupported", auc_concordance(scores, death, counts, variance = "frequency"), "influences")
  raises("too_few", auc_test(auc_concordance(patients$bili, death)), "two scores")
  raises("length", vcov(auc_concordance(scores, death)[1L, ]), "some are missing")
})
