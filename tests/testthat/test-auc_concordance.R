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

# Of each pair, the first must not be censored before its event, nor must the second one before that: each with the
# probability of its own stratum or covariates.
uno_of_pairs <- function(x, time, status, weight, tau, survival) {
  agreeing <- all <- 0
  for (i in which(status == 1 & time <= tau)) {
    seconds <- which(time > time[[i]] | time == time[[i]] & status != 1)
    pairs <- weight[[i]] * weight[seconds] / survival(c(i, seconds), time[[i]])[-1L]
    pairs <- pairs / survival(c(i, seconds), time[[i]])[[1L]]
    all <- all + sum(pairs)
    agreeing <- agreeing + sum(pairs * ((x[[i]] > x[seconds]) + (x[[i]] == x[seconds]) / 2))
  }
  agreeing / all
}

test_that("Uno's C weights a pair by the censoring of both observations: of strata, and of a Cox model", {
  set.seed(46)
  n <- 80
  site <- sample(1:3, n, TRUE)
  age <- round(rnorm(n), 1)
  event <- rexp(n, 0.1 * exp(0.3 * age))
  lost <- rexp(n, 0.05 * site * exp(0.4 * age))
  time <- ceiling(2 * pmin(event, lost)) / 2
  status <- as.integer(event <= lost)
  x <- round(age + rnorm(n), 1)
  weight <- round(rlnorm(n), 2) + 0.01
  y <- survival::Surv(time, status)
  strata <- survival::strata
  of_strata <- function(weight) {
    function(rows, t) {
      one <- lapply(1:3, function(k) {
        of <- site == k
        naive_product_limit(time[of], status[of], weight[of])(t, left = TRUE)
      })
      unlist(one)[site[rows]]
    }
  }
  of_model <- function(formula, strata) {
    function(weight) {
      control <- survival::coxph.control(eps = 1e-11, toler.chol = 1e-13, iter.max = 50)
      data <- data.frame(time, status, age, site, weight)
      model <- survival::coxph(formula, data, weights = weight, ties = "breslow", control = control)
      ratio <- exp(age * coef(model)[["age"]])
      function(rows, t) {
        hazard <- vapply(1:3, function(k) {
          of <- if (strata) site == k else TRUE
          sum(vapply(which(status == 0 & time < t & of), function(i) {
            weight[[i]] / sum((weight * ratio)[of & time >= time[[i]]])
          }, 0))
        }, 0)
        exp(-hazard[site[rows]] * ratio[rows])
      }
    }
  }
  skip_on_cran()
  kinds <- list(list(~ strata(site), of_strata),
                list(~ age, of_model(survival::Surv(time, status == 0) ~ age, FALSE)),
                list(~ age + strata(site),
                     of_model(survival::Surv(time, status == 0) ~ age + strata(site), TRUE)))
  for (kind in kinds) {
    for (tau in c(Inf, 8)) {
      concordance <- function(weight, ...) {
        auc_concordance(x, y, weight, type = "uno", tau = tau, censoring = kind[[1L]], ...)
      }
      expected <- uno_of_pairs(x, time, status, weight, tau, kind[[2L]](weight))
      expect_equal(concordance(weight)$estimate, expected, tolerance = 1e-11)
      expect_equal(concordance(weight * 1e-200)$std.error, concordance(weight)$std.error, tolerance = 1e-10)
    }
    slopes <- naive_derivatives(function(weight) concordance(weight)$estimate, weight)
    expect_equal(concordance(weight)$std.error, sqrt(sum(slopes^2)), tolerance = 1e-7)
    clusters <- rep(1:20, 4)
    expect_equal(concordance(weight, cluster = clusters)$std.error, sqrt(sum(rowsum(slopes, clusters)^2)),
                 tolerance = 1e-7)
  }
  # Those who can't be compared with others of their own stratum are compared with all.
  alone <- replace(site, which(status == 1)[[1L]], 4L)
  expect_true(is.finite(auc_concordance(x, y, type = "uno", censoring = ~ strata(alone))$std.error))
})

test_that("a Cox model of censoring does not matter for Harrell's C", {
  fit <- weighted_roc(outcome_at(survival::Surv(time, dead), 1825, censoring = ~ age) ~ bili, patients)
  expect_equal(auc_concordance(fit)$estimate, auc_concordance(patients$bili, death)$estimate)
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
