skip_if_not_installed("survival")

patients <- local({
  pbc <- survival::pbc
  pbc <- pbc[stats::complete.cases(pbc[c("bili", "protime")]), ]
  pbc$dead <- pbc$status == 2
  pbc$event <- factor(pbc$status, 0:2, c("censored", "transplant", "death"))
  pbc
})
death <- with(patients, survival::Surv(time, dead))
causes <- with(patients, survival::Surv(time, event))
scores <- as.list(patients[c("bili", "protime")])
at <- c(365.5, 1095.5, 1825.5, 2920.5)
numbers_of <- function(rows) unlist(unclass(rows)[c("estimate", "std.error", "conf.low", "conf.high", "df")])

test_that("a row is that of auc_ci() at that time, whatever is known of the observations", {
  expect_named(auc_over_time(scores, death, times = at, conf.level = 0.95),
               c("time", "score", "estimate", "std.error", "conf.low", "conf.high", "df"))
  stage <- patients$edema
  age <- patients$age
  cluster <- rep(1:52, 8)
  weights <- 0.5 + (seq_len(416) * 37 %% 101) / 101
  ways <- list(
    list(), list(weight = weights), list(cluster = cluster), list(variance = "jackknife"),
    list(weight = rep(1:4, 104), variance = "frequency")
  )
  for (way in ways) {
    found <- do.call(auc_over_time, c(list(scores, death), way, list(times = at, conf.level = 0.9)))
    for (t in at) {
      expected <- do.call(auc_ci, c(list(scores, outcome_at(death, t)), way, list(conf.level = 0.9)))
      expect_equal(numbers_of(found[found$time == t, ]), numbers_of(expected), tolerance = 1e-11)
    }
  }
  for (censoring in c(~ strata(stage), ~ age)) {
    found <- auc_over_time(scores, death, times = at, censoring = censoring, conf.level = 0.9)
    expected <- auc_ci(scores, outcome_at(death, at[[3L]], censoring = censoring), conf.level = 0.9)
    expect_equal(numbers_of(found[found$time == at[[3L]], ]), numbers_of(expected), tolerance = 1e-11)
  }
  for (controls in c("all", "free")) {
    found <- auc_over_time(patients$bili, causes, weights, times = at, cause = "death", controls = controls)
    expected <- lapply(at, function(t) auc_wmw(patients$bili, outcome_at(causes, t, "death", controls), weights))
    expect_equal(found$estimate, unlist(expected), tolerance = 1e-12)
  }
  holes <- replace(patients$bili, c(3, 50), NA)
  expect_equal(auc_over_time(holes, death, na.rm = TRUE, times = at)$estimate,
               auc_over_time(patients$bili[-c(3, 50)], death[-c(3, 50)], times = at)$estimate, tolerance = 1e-14)
})

test_that("survey designs are those of auc_ci()", {
  skip_if_not_installed("survey")
  data <- transform(patients, w = 0.5 + seq_len(416) %% 7, psu = rep(1:52, 8))
  linear <- survey::svydesign(~psu, weights = ~w, data = data)
  for (design in list(linear, survey::as.svrepdesign(linear))) {
    found <- auc_over_time(scores, death, design, times = at, conf.level = 0.95)
    expected <- auc_ci(scores, outcome_at(death, at[[2L]]), design)
    expect_equal(numbers_of(found[found$time == at[[2L]], ]), numbers_of(expected), tolerance = 1e-10)
  }
  mean_of <- function(design) {
    auc_over_time(scores, death, design, integrate = TRUE, conf.level = 0.95)$std.error
  }
  expect_equal(mean_of(linear), mean_of(survey::as.svrepdesign(linear)), tolerance = 0.06)
})

test_that("by default all event times are there, values alone are those with intervals", {
  found <- auc_over_time(scores, death)
  times <- sort(unique(patients$time[patients$dead & patients$time < max(patients$time)]))
  expect_identical(unique(found$time), as.double(times))
  expect_named(found, c("time", "score", "estimate"))
  with_intervals <- auc_over_time(scores, death, conf.level = 0.95)
  expect_equal(found$estimate, with_intervals$estimate, tolerance = 1e-13)
  expect_named(auc_over_time(patients$bili, death), c("time", "estimate"))
  fit <- weighted_roc(outcome_at(survival::Surv(time, dead), 1825) ~ bili + protime, patients)
  expect_identical(auc_over_time(fit)$estimate, found$estimate)
})

test_that("a fit at several times has these", {
  fit <- weighted_roc(survival::Surv(time, dead) ~ bili + protime, patients, times = at)
  found <- auc_over_time(fit, conf.level = 0.95)
  expect_identical(found$time, rep(at, each = 2L))
  expected <- auc_ci(fit)
  of <- order(expected$time)
  expect_equal(found$estimate, expected$estimate[of], tolerance = 1e-12)
  expect_equal(found$std.error, expected$std.error[of], tolerance = 1e-12)
  expect_equal(unname(vcov(found)), unname(vcov(fit)), tolerance = 1e-10)
  expect_equal(auc_over_time(fit, integrate = TRUE)$estimate,
               auc_over_time(scores, death, times = at, integrate = TRUE)$estimate, tolerance = 1e-13)
  expect_equal(auc_concordance(fit)$estimate, auc_concordance(scores, death)$estimate)
  patients$changing <- cbind(patients$bili, patients$protime)
  changing <- weighted_roc(survival::Surv(time, dead) ~ changing, patients, times = at[2:3])
  expect_error(auc_over_time(changing), class = "wroc_error_unsupported")
})

test_that("weights of times are those of the mean, and one time counts alone", {
  mean_of <- function(...) auc_over_time(patients$bili, death, ..., integrate = TRUE, conf.level = 0.95)
  times <- c(1000, 2000, 3000)
  given <- mean_of(times = times, weights_of_times = c(1, 0, 3))
  expect_named(given, c("estimate", "std.error", "conf.low", "conf.high", "df"))
  areas <- auc_over_time(patients$bili, death, times = times)$estimate
  expect_equal(given$estimate, sum(areas * c(1, 0, 3)) / 4, tolerance = 1e-14)
  alone <- auc_over_time(patients$bili, death, variance = "jackknife", times = 2000, conf.level = 0.95)
  expect_equal(mean_of(times = 2000)$std.error, alone$std.error, tolerance = 1e-12)
})

test_that("AUCs of incident cases are means over events near the time", {
  data <- survival_data(seed = 3, causes = 1)
  at <- stats::median(data$time[data$status == 1])
  found <- auc_over_time(data$x, survival_of(data), data$weight, times = at, cases = "incident", bandwidth = 3.2,
                         conf.level = 0.95, variance = "jackknife")
  of <- function(weight) naive_incident_area(data$x, data$time, data$status, at, weight, 3.2)
  expect_close(found$estimate, of(data$weight), 1e-12)
  expect_close(found$std.error, sqrt(sum(naive_derivatives(of, data$weight)^2)), 1e-9)
})

test_that("what cannot be asked is an error that says why", {
  over <- function(...) auc_over_time(scores, death, ...)
  mean_by <- function(weights) over(times = at, integrate = TRUE, weights_of_times = weights)
  alone <- survival::Surv(c(10, 4, 5, 1, 4), factor(c(2, 0, 1, 0, 1), 0:2, c("none", "a", "b")))
  expect_refused(
    "type label" = auc_over_time(scores, patients$dead), "time times" = over(times = 1),
    "interval times" = over(times = 2:1), "cause cause" = auc_over_time(scores, causes),
    "unused cause" = over(cause = "death"), "unused bandwidth" = over(bandwidth = 3),
    "unused integrate" = over(cases = "incident", integrate = c(a = TRUE)),
    "unused weights_of_times" = over(weights_of_times = 1), "unused method" = over(method = "wald"),
    "missing x" = auc_over_time(c(NA, patients$bili[-1L]), death),
    "type x" = auc_over_time(weighted_roc(dead ~ bili, patients)),
    "unsupported variance" = over(variance = "bootstrap", integrate = TRUE),
    "range weights_of_times" = mean_by(rep(0, 4)), "length weights_of_times" = mean_by(1),
    "length object" = vcov(over(times = at)),
    # An event with which nobody is compared.
    "time" = auc_over_time(1:5, alone, cause = "b", cases = "incident")
  )
  error <- expect_error(over(times = c(100, 9999)), class = "wroc_error_time")
  expect_identical(error[c("first", "last")], list(first = 41, last = 4795))
})
