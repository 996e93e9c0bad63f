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

test_that("areas and standard errors are those of riskRegression and timeROC", {
  found <- auc_over_time(scores, death, variance = "jackknife", times = at, conf.level = 0.95)
  expect_named(found, c("time", "score", "estimate", "std.error", "conf.low", "conf.high", "df"))
  expect_identical(found$time, rep(at, each = 2L))
  bili <- found[found$score == "bili", ]
  expect_equal(bili$estimate, c(0.817829457364, 0.833972167655, 0.860772581756, 0.800037000705),
               tolerance = 1e-12)
  expect_equal(bili$std.error * sqrt(416 / 415), c(0.03735102, 0.02484094, 0.02167562, 0.03138716),
               tolerance = 1e-6)
  protime <- found[found$score == "protime", ]
  expect_equal(protime$estimate, c(0.856722801390, 0.764594229237, 0.696656256358, 0.532851617683),
               tolerance = 1e-12)
  # Differences, from the covariance matrix.
  covariance <- vcov(found)
  of_difference <- vapply(1:4, function(k) {
    block <- covariance[2 * k - 1:0, 2 * k - 1:0]
    sqrt(sum(block * c(1, -1, -1, 1)))
  }, 0)
  expected <- c(0.0325948926595, 0.0360595944609, 0.0342573582632, 0.0450038607964)
  expect_equal(of_difference * sqrt(416 / 415), expected, tolerance = 1e-4)
})

test_that("competing risks have both kinds of controls, with weights", {
  areas <- function(...) auc_over_time(patients$bili, causes, ..., times = at, cause = "death")$estimate
  expect_equal(areas(controls = "free"), c(0.817829457364, 0.833751608319, 0.861054923425, 0.803544391201),
               tolerance = 1e-12)
  expect_equal(areas(), c(0.817829457364, 0.827729825535, 0.847989308284, 0.770362802020), tolerance = 1e-12)
  weights <- rep(1:4, length.out = 416)
  expect_equal(areas(weights), c(0.823051097165, 0.836980777477, 0.856840385518, 0.745216488222),
               tolerance = 1e-12)
  expect_equal(areas(weights, controls = "free"),
               c(0.823051097165, 0.844093244824, 0.870898508389, 0.774722715792), tolerance = 1e-12)
})

test_that("a row is that of auc_ci() at that time, whatever is known of the observations", {
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

# The definition, from outcomes at each time.
mean_by_hand <- function(score, y, times, weight) {
  last <- WeightedROC:::made_of_outcome(
    WeightedROC:::core_of_outcome(outcome_at(y, times[[length(times)]]), weight)
  )
  interval <- findInterval(y[, "time"], times, left.open = TRUE) + 1L
  share <- vapply(seq_along(times), function(k) sum(last$weight[last$label == 1L & interval == k]), 0)
  areas <- vapply(times, function(t) auc_wmw(score, outcome_at(y, t), weight), 0)
  sum(share * areas) / sum(share)
}

test_that("the mean over time is that of the definition, with the influence of all of its parts", {
  few <- patients[seq(1, 416, 8), ]
  y <- with(few, survival::Surv(time, dead))
  weights <- 0.5 + (seq_len(52) * 29) %% 17 / 17
  times <- c(1000, 2000, 3000)
  value <- function(w) mean_by_hand(few$bili, y, times, w)
  found <- auc_over_time(few$bili, y, weights, times = times, integrate = TRUE, conf.level = 0.95)
  expect_named(found, c("estimate", "std.error", "conf.low", "conf.high", "df"))
  expect_equal(found$estimate, value(weights), tolerance = 1e-13)
  slopes <- vapply(seq_along(weights), function(i) {
    moved <- function(step) value(replace(weights, i, weights[[i]] * (1 + step)))
    (8 * (moved(1e-3) - moved(-1e-3)) - (moved(2e-3) - moved(-2e-3))) / 12e-3
  }, 0)
  expect_equal(found$std.error, sqrt(sum(slopes^2)), tolerance = 1e-8)
  given <- auc_over_time(few$bili, y, weights, times = times, integrate = TRUE, weights_of_times = c(1, 0, 3))
  areas <- auc_over_time(few$bili, y, weights, times = times)$estimate
  expect_equal(given$estimate, sum(areas * c(1, 0, 3)) / 4, tolerance = 1e-14)
  # One time counts alone.
  one <- auc_over_time(few$bili, y, weights, times = 2000, integrate = TRUE, conf.level = 0.95)
  alone <- auc_over_time(few$bili, y, weights, variance = "jackknife", times = 2000, conf.level = 0.95)
  expect_equal(one$std.error, alone$std.error, tolerance = 1e-12)
})

# For events within the bandwidth: the shares of those at risk who score lower.
incident_by_hand <- function(score, time, event, weight, t, bandwidth) {
  kernel <- pmax(1 - ((time - t) / bandwidth)^2, 0)
  parts <- vapply(which(event & kernel > 0), function(i) {
    compared <- time > time[[i]] | time == time[[i]] & !event
    if (sum(weight[compared]) == 0) return(c(0, 0))
    lower <- (score < score[[i]]) + (score == score[[i]]) / 2
    c(weight[[i]] * kernel[[i]] * c(sum((weight * lower)[compared]) / sum(weight[compared]), 1))
  }, c(0, 0))
  sum(parts[1L, ]) / sum(parts[2L, ])
}

test_that("incident cases are those of the definition", {
  weights <- 0.5 + (seq_len(416) * 29) %% 17 / 17
  value <- function(w, t) incident_by_hand(patients$bili, patients$time, patients$dead, w, t, 400)
  found <- auc_over_time(patients$bili, death, weights, times = at, cases = "incident", bandwidth = 400,
                         conf.level = 0.95)
  expect_equal(found$estimate, vapply(at, value, 0, w = weights), tolerance = 1e-13)
  some <- seq(1, 416, 5)
  few <- patients[some, ]
  y <- with(few, survival::Surv(time, dead))
  value <- function(w) incident_by_hand(few$bili, few$time, few$dead, w, 1500, 900)
  slopes <- vapply(seq_along(some), function(i) {
    moved <- function(step) value(replace(weights[some], i, weights[[some[[i]]]] * (1 + step)))
    (8 * (moved(1e-3) - moved(-1e-3)) - (moved(2e-3) - moved(-2e-3))) / 12e-3
  }, 0)
  of_few <- auc_over_time(few$bili, y, weights[some], times = 1500, cases = "incident", bandwidth = 900,
                          conf.level = 0.95)
  expect_equal(of_few$std.error, sqrt(sum(slopes^2)), tolerance = 1e-8)
})

# Under proportional hazards with a normal marker the risk set of the definition of Heagerty and Zheng can be
# integrated: cases at t have the density of those at risk times exp(x).
test_that("incident cases under proportional hazards have the AUC of risksetROC's definition", {
  set.seed(1)
  n <- 20000L
  x <- stats::rnorm(n)
  event <- stats::rexp(n) * exp(-x)
  censored <- stats::rexp(n, 0.5)
  y <- survival::Surv(pmin(event, censored), event <= censored)
  t <- c(0.25, 0.5, 1)
  truth <- vapply(t, function(t) {
    grid <- seq(-6, 6, length.out = 4001L)
    at_risk <- stats::dnorm(grid) * exp(-t * exp(grid))
    below <- (cumsum(at_risk) - at_risk / 2) / sum(at_risk)
    sum(below * at_risk * exp(grid)) / sum(at_risk * exp(grid))
  }, 0)
  found <- auc_over_time(x, y, times = t, cases = "incident", bandwidth = 0.1, conf.level = 0.999)
  expect_true(all(found$conf.low < truth & truth < found$conf.high))
  expect_equal(found$estimate, truth, tolerance = 0.03)
})

test_that("results do not depend on the order of rows, on threads or on the unit of weights", {
  order <- rev(seq_len(416))
  weights <- 0.5 + (seq_len(416) * 29) %% 17 / 17
  all <- function(rows, unit = 1) {
    bili <- patients$bili[rows]
    w <- weights[rows] * unit
    rbind(
      as.data.frame(auc_over_time(bili, death[rows], w, times = at, conf.level = 0.95)[-1L]),
      as.data.frame(auc_over_time(bili, death[rows], w, integrate = TRUE, conf.level = 0.95))
    )
  }
  found <- all(seq_len(416))
  expect_equal(all(order), found, tolerance = 1e-12, ignore_attr = TRUE)
  expect_equal(all(order, 1e200), found, tolerance = 1e-12, ignore_attr = TRUE)
  expect_equal(all(order, 1e-200), found, tolerance = 1e-12, ignore_attr = TRUE)
  before <- options(WeightedROC.threads = 4L)
  on.exit(options(before))
  expect_identical(all(seq_len(416)), found)
})

test_that("what cannot be asked is an error that says why", {
  raises <- function(kind, value, text) {
    error <- expect_error(value, class = paste0("wroc_error_", kind))
    expect_match(conditionMessage(error), text, fixed = TRUE)
  }
  raises("type", auc_over_time(scores, patients$dead), "Surv")
  raises("time", auc_over_time(scores, death, times = 1), "no cases")
  error <- expect_error(auc_over_time(scores, death, times = c(100, 9999)), class = "wroc_error_time")
  expect_identical(error[c("first", "last")], list(first = 41, last = 4795))
  raises("interval", auc_over_time(scores, death, times = 2:1), "ascend")
  raises("cause", auc_over_time(scores, causes), "`cause` is missing")
  raises("unused", auc_over_time(scores, death, cause = "death"), "cause")
  raises("unused", auc_over_time(scores, death, bandwidth = 3), "bandwidth")
  raises("unused", auc_over_time(scores, death, cases = "incident", integrate = TRUE), "integrate")
  raises("unused", auc_over_time(scores, death, weights_of_times = 1), "weights_of_times")
  raises("unused", auc_over_time(scores, death, method = "wald"), "conf.level")
  raises("missing", auc_over_time(c(NA, patients$bili[-1L]), death), "NA")
  raises("type", auc_over_time(weighted_roc(dead ~ bili, patients)), "outcome_at")
  raises("unsupported", auc_over_time(scores, death, variance = "bootstrap", integrate = TRUE), "influences")
  mean_by <- function(weights) {
    auc_over_time(scores, death, times = at, integrate = TRUE, weights_of_times = weights)
  }
  raises("range", mean_by(rep(0, 4)), "0")
  raises("length", mean_by(1), "length")
  raises("length", vcov(auc_over_time(scores, death, times = at)), "conf.level")
})

test_that("missing values are left out on request", {
  holes <- replace(patients$bili, c(3, 50), NA)
  found <- auc_over_time(holes, death, na.rm = TRUE, times = at)
  expect_equal(found$estimate, auc_over_time(patients$bili[-c(3, 50)], death[-c(3, 50)], times = at)$estimate,
               tolerance = 1e-14)
})

test_that("an event with which nobody is compared is an error about its time, and flags may have names", {
  skip_if_not_installed("survival")
  y <- survival::Surv(c(10, 4, 5, 1, 4), factor(c(2, 0, 1, 0, 1), 0:2, c("none", "a", "b")))
  expect_error(auc_over_time(1:5, y, cause = "b", cases = "incident"), class = "wroc_error_time")
  y <- survival::Surv(1:5, c(1, 0, 1, 1, 0))
  expect_wroc_error_of(auc_over_time(1:5, y, cases = "incident", integrate = c(a = TRUE)), "unused", "integrate")
})
