# Outcomes at a time against their definitions in helper-survival.R.

# Longer than CRAN allows.
skip_on_cran()

skip_if_not_installed("survival")

# The outcome of the rows, as users say it and as the definition has it. One of `strata`, `covariates` and `known`
# names what censoring depends on.
outcomes_of <- function(data, at, controls = "all", strata = NULL, covariates = NULL, training = NULL) {
  several <- any(data$status > 1)
  censoring <- if (!is.null(strata)) {
    ~ strata(data[[strata]])
  } else if (!is.null(covariates)) {
    z <- data[covariates]
    stats::as.formula(paste("~", paste0("z$", covariates, collapse = " + ")))
  } else if (!is.null(training)) {
    survival_of(training)
  } else {
    ~ 1
  }
  arguments <- list(survival_of(data), at, censoring = censoring)
  if (several) arguments[c("cause", "controls")] <- list("a", controls)
  by_definition <- function(weight) {
    known <- if (!is.null(training)) {
      naive_product_limit(training$time, training$status, rep(1, nrow(training)))
    }
    naive_outcome(data$time, data$status, at, weight, controls, strata = if (!is.null(strata)) data[[strata]],
                  covariates = if (!is.null(covariates)) data[covariates], known = known)
  }
  list(given = do.call(outcome_at, arguments), by_definition = by_definition)
}

# Values and influences of measures, against those of labels and weights made by the definition.
expect_definition <- function(score, outcomes, weight, measures, step = 2e-2) {
  by_hand <- function(measure) {
    function(weight) {
      made <- outcomes$by_definition(weight)
      roc_estimate(score, made$positive, made$weight, measure = measure, conf.level = NULL)$estimate
    }
  }
  found <- roc_estimate(score, outcomes$given, weight, measure = measures, conf.level = NULL)$estimate
  expect_close(found, vapply(seq_along(measures), function(k) by_hand(measures[k])(weight), 0), 1e-12)
  influences <- as.data.frame(roc_influence(score, outcomes$given, weight, measure = measures))
  for (k in seq_along(measures)) {
    expected <- naive_derivatives(by_hand(measures[k]), weight, step = step)
    expect_close(influences[[k]], expected, 0, absolute = 1e-9 * max(abs(expected)))
    expect_lt(abs(sum(influences[[k]])), 1e-12)
  }
}

samples <- list(ties = survival_data(seed = 1), whole = survival_data(seed = 2, whole = TRUE),
                one_cause = survival_data(seed = 3, causes = 1),
                whole_one_cause = survival_data(seed = 4, causes = 1, whole = TRUE),
                three_causes = survival_data(seed = 5, causes = 3))

# An event time, a time of censoring, and one that is neither; none beyond the last control.
times_in <- function(data) {
  present <- data[data$weight > 0, ]
  last <- max(present$time)
  event <- stats::median(present$time[present$status == 1])
  censored <- stats::median(present$time[present$status == 0 & present$time > event & present$time < last])
  c(event, censored, event + 0.05)
}

test_that("the AUC and its influences are those of the definition", {
  for (data in samples) {
    for (at in times_in(data)) {
      for (controls in if (any(data$status > 1)) c("all", "free") else "all") {
        expect_definition(data$x, outcomes_of(data, at, controls), data$weight, roc_measure("AUC"))
      }
    }
  }
})

test_that("the AUC is that of all pairs", {
  for (data in samples) {
    for (at in times_in(data)) {
      made <- outcomes_of(data, at)
      pairs <- naive_at_time(naive_measures$AUC, data$x, data$time, data$status, at)
      expect_close(auc_ci(data$x, made$given, data$weight, conf.level = NULL)$estimate, pairs(data$weight))
      expect_close(auc_wmw(data$x, made$given, data$weight), pairs(data$weight))
      expect_close(WeightedAUC(WeightedROC(data$x, made$given, data$weight)), pairs(data$weight))
    }
  }
})

test_that("measures at a threshold, losses and partial areas are those of the definition", {
  data <- samples$ties
  at <- times_in(data)[[1L]]
  outcome <- outcomes_of(data, at)$given
  made <- naive_outcome(data$time, data$status, at, data$weight)
  value <- function(measure, score = data$risk) {
    roc_estimate(score, outcome, data$weight, measure = measure, conf.level = NULL)$estimate
  }
  for (name in c("TPR", "FPR", "PPV", "NPV", "NB", "share")) {
    expected <- naive_measure_at(name, 0.45)(data$risk, made$positive, made$weight)
    expect_close(value(roc_measure(name, threshold = 0.45)), expected)
  }
  for (name in c("AUC", "brier", "prevalence")) {
    expect_close(value(name), naive_measures[[name]](data$risk, made$positive, made$weight))
  }
  for (end in c(0.13, 0.5, 1)) {
    expected <- naive_partial_area(0.05, end)(data$x, made$positive, made$weight)
    expect_close(value(roc_measure("AUC", FPR = c(0.05, end)), data$x), expected)
  }
})

test_that("influences on all measures are derivatives by each weight", {
  at_threshold <- c("TPR", "FPR", "PPV", "NPV", "ACC", "F1", "MCC", "J", "NB", "share", "kappa")
  of_forecasts <- c(roc_measure(at_threshold, threshold = 0.45),
                    roc_measure(c("brier", "log_loss", "prevalence", "AP", "UNC", "gini", "prg_AUC")),
                    roc_measure("risk", threshold = 0.4, cost_FN = 3, cost_FP = 2))
  for (data in samples[c("ties", "whole_one_cause")]) {
    expect_definition(data$risk, outcomes_of(data, times_in(data)[[2L]]), data$weight, of_forecasts)
  }
})

# The steps are small enough to stay on one side of the corners of the curve.
test_that("influences on measures with corners are derivatives by each weight", {
  data <- samples$ties
  measures <- c(roc_measure("AUC", FPR = c(0, 0.3)), roc_measure("AUC", TPR = c(0.5, 1)),
                roc_measure(c("KS", "AUCH", "H", "MER")))
  outcomes <- outcomes_of(data, times_in(data)[[3L]])
  expect_definition(data$risk, outcomes, data$weight, measures, step = 1e-3)
})

test_that("censoring by strata is that of each stratum", {
  for (data in samples[c("ties", "whole", "one_cause")]) {
    at <- min(vapply(split(data, data$site), function(rows) max(rows$time[rows$weight > 0]), 0)) - 0.3
    for (controls in if (any(data$status > 1)) c("all", "free") else "all") {
      expect_definition(data$x, outcomes_of(data, at, controls, strata = "site"), data$weight,
                        roc_measure("AUC"))
    }
    expect_definition(data$risk, outcomes_of(data, at, strata = "site"), data$weight,
                      roc_measure(c("brier", "prevalence")))
  }
})

test_that("censoring by a Cox model is Breslow's, with the coefficients of the same weights", {
  for (data in samples[c("ties", "whole", "one_cause")]) {
    data$other <- data$other + 20
    for (covariates in list("age", c("age", "other"))) {
      outcomes <- outcomes_of(data, times_in(data)[[2L]], covariates = covariates)
      expect_definition(data$x, outcomes, data$weight, roc_measure("AUC"))
      expect_definition(data$risk, outcomes, data$weight,
                        c(roc_measure(c("brier", "prevalence")), roc_measure("PPV", threshold = 0.5)))
    }
  }
})

test_that("a known censoring distribution has no part in the influences", {
  for (data in samples[c("ties", "one_cause")]) {
    training <- survival_data(n = 100, seed = 11)
    expect_definition(data$x, outcomes_of(data, times_in(data)[[2L]], training = training), data$weight,
                      roc_measure(c("AUC", "prevalence")))
  }
})

test_that("weights of a glm are differentiated through the model and the censoring", {
  set.seed(6)
  data <- survival_data(n = 150, seed = 6)
  data$treated <- rbinom(150, 1, plogis(0.8 * data$age))
  one <- rep(1, 150)
  at <- times_in(data)[[2L]]
  model <- glm(treated ~ age, binomial, data, control = list(epsilon = 1e-15, maxit = 50))
  propensity <- function(fit) ifelse(data$treated == 1, fitted(fit), 1 - fitted(fit))
  fitted_with <- function(times) {
    data$times <- times
    suppressWarnings(glm(treated ~ age, binomial, data, weights = times,
                         control = list(epsilon = 1e-15, maxit = 50)))
  }
  of <- function(times) {
    made <- naive_outcome(data$time, data$status, at, times / propensity(fitted_with(times)))
    naive_measures$AUC(data$x, made$positive, made$weight)
  }
  expected <- naive_derivatives(of, one)
  found <- auc_ci(data$x, outcomes_of(data, at)$given, 1 / propensity(model), weights_model = model,
                  variance = "jackknife")
  # The variance with estimated weights has the factor of their two coefficients.
  expect_close(found$std.error, sqrt(sum(expected^2) * 150 / 148), 1e-9)
})

# -- Shares of cases ----------------------------------------------------------

test_that("the share of the cases is Aalen and Johansen's incidence", {
  for (data in samples) {
    for (at in times_in(data)) {
      found <- roc_estimate(data$x, outcomes_of(data, at)$given, data$weight, measure = "prevalence",
                            conf.level = NULL)$estimate
      expect_close(found, naive_incidence(data$time, data$status, at, data$weight))
    }
  }
})

test_that("the standard error of the share is Greenwood's", {
  for (data in list(one_cause(read_reference("pbc")), read_reference("survival-ties"))) {
    for (at in stats::quantile(data$time, c(0.2, 0.5, 0.8), names = FALSE, type = 1)) {
      u <- roc_influence(data[[3L]], outcomes_of(data, at)$given, measure = "prevalence")
      expect_close(sqrt(sum(as.data.frame(u)[[1L]]^2)), naive_greenwood(data$time, data$status, at), 1e-12)
    }
  }
})

# -- Standard errors ---------------------------------------------------------

test_that("standard errors of clusters are sums of influences", {
  data <- survival_data(n = 120, seed = 8)
  made <- outcomes_of(data, times_in(data)[[2L]])
  u <- as.data.frame(roc_influence(data$x, made$given, data$weight))[[1L]]
  jackknife <- function(...) {
    auc_ci(data$x, made$given, data$weight, variance = "jackknife", ...)$std.error
  }
  expect_close(jackknife(), sqrt(sum(u^2)), 1e-11)
  expect_close(jackknife(cluster = data$cluster), sqrt(sum(rowsum(u, data$cluster)^2)), 1e-11)
})

test_that("the variance of a class keeps its factor", {
  data <- survival_data(n = 120, seed = 8)
  at <- times_in(data)[[2L]]
  made <- naive_outcome(data$time, data$status, at, data$weight)
  h <- naive_influence(data$x, made$positive, made$weight)
  u <- as.data.frame(roc_influence(data$x, outcomes_of(data, at)$given, data$weight))[[1L]]
  expected <- naive_covariance(h, h, made$positive, made$weight) * sum(u^2) / sum(h^2)
  expect_close(auc_ci(data$x, outcomes_of(data, at)$given, data$weight)$std.error, sqrt(expected), 1e-11)
})

test_that("two scores are compared by the influences of both", {
  data <- survival_data(n = 120, seed = 9)
  made <- outcomes_of(data, times_in(data)[[2L]])
  scores <- as.matrix(data[c("x", "other")])
  u <- as.data.frame(roc_influence(scores, made$given, data$weight))
  contrast <- auc_test(scores, made$given, data$weight, variance = "jackknife")$contrasts
  expect_close(contrast$std.error, sqrt(sum((u[[1L]] - u[[2L]])^2)), 1e-11)
})

# -- Edges -------------------------------------------------------------------

test_that("without censoring before the time all is that of the labels, curves and influences to the bit", {
  data <- survival_data(n = 80, seed = 10, causes = 1)
  data$status[data$time < 3] <- 1
  at <- 2.5
  outcome <- outcomes_of(data, at)$given
  label <- as.integer(data$time <= at)
  # Effective numbers are summed up in the order of rows or of scores.
  expect_equal(auc_ci(data$x, outcome, data$weight)[c("estimate", "std.error", "conf.low", "conf.high")],
               auc_ci(data$x, label, data$weight)[c("estimate", "std.error", "conf.low", "conf.high")],
               tolerance = 1e-14)
  expect_identical(as.data.frame(WeightedROC(data$x, outcome, data$weight)),
                   as.data.frame(WeightedROC(data$x, label, data$weight)))
  expect_identical(as.data.frame(roc_influence(data$x, outcome, data$weight)),
                   as.data.frame(roc_influence(data$x, label, data$weight)))
})

test_that("rows of weight 0 are as if they were not there", {
  data <- survival_data(n = 80, seed = 12)
  present <- data$weight > 0
  at <- times_in(data)[[1L]]
  whole <- auc_ci(data$x, outcomes_of(data, at)$given, data$weight)
  kept <- data[present, ]
  expect_equal(whole, auc_ci(kept$x, outcomes_of(kept, at)$given, kept$weight), tolerance = 1e-13)
  found <- as.data.frame(roc_influence(data$x, outcomes_of(data, at)$given, data$weight))[[1L]]
  expect_identical(found[!present], c(0, 0, 0))
})

test_that("scaled weights, split rows and the order of rows change nothing", {
  data <- survival_data(n = 80, seed = 13)
  at <- times_in(data)[[1L]]
  u <- function(data, ...) {
    as.data.frame(roc_influence(data$x, outcomes_of(data, at, ...)$given, data$weight,
                                measure = c("AUC", "prevalence")))
  }
  for (strata in list(NULL, "site")) {
    base <- u(data, strata = strata)
    expect_equal(u(transform(data, weight = 1e7 * weight), strata = strata), base, tolerance = 1e-12)
    turned <- rev(seq_len(80))
    expect_equal(unname(as.list(u(data[turned, ], strata = strata))),
                 lapply(unname(as.list(base)), rev), tolerance = 1e-12)
    halves <- transform(data[rep(1:80, each = 2), ], weight = weight * c(0.25, 0.75))
    sums <- rowsum(as.matrix(u(halves, strata = strata)), rep(1:80, each = 2))
    expect_equal(unname(sums), unname(as.matrix(base)), tolerance = 1e-12)
  }
})

test_that("equal scores, one case, a time of 0 and infinite times have their values", {
  data <- survival_data(n = 40, seed = 14, causes = 1)
  data$weight <- 1
  at <- times_in(data)[[1L]]
  expect_identical(auc_ci(rep(3, 40), outcomes_of(data, at)$given, conf.level = NULL)$estimate, 0.5)
  first <- min(data$time[data$status == 1])
  stopifnot(sum(data$time == first & data$status == 1) == 1)
  expected <- naive_at_time(naive_measures$AUC, data$x, data$time, data$status, first)(data$weight)
  expect_close(auc_ci(data$x, outcomes_of(data, first)$given, conf.level = NULL)$estimate, expected)
  data$time[1:4] <- c(0, 0, Inf, Inf)
  data$status[1:4] <- c(0, 1, 0, 1)
  expect_definition(data$x, outcomes_of(data, at), data$weight, roc_measure(c("AUC", "prevalence")))
})

test_that("where the last observations are censored the influences are finite", {
  data <- survival_data(n = 60, seed = 15, causes = 2)
  last <- max(data$time[data$weight > 0])
  data$status[data$time == last] <- 0
  # Those who are censored then are controls; nobody is followed for longer.
  expect_definition(data$x, outcomes_of(data, last), data$weight, roc_measure("AUC"))
  for (outcome in outcomes_of(data, last + 1)[c("given")]) {
    expect_error(auc_ci(data$x, outcome, data$weight), class = "wroc_error_time")
  }
})

test_that("a time without cases or controls is named with the possible ones", {
  data <- survival_data(n = 60, seed = 16, causes = 1)
  data$weight <- 1
  error <- function(at) {
    tryCatch(auc_ci(data$x, outcomes_of(data, at)$given), error = identity)
  }
  early <- min(data$time[data$status == 1]) / 2
  expect_s3_class(error(early), "wroc_error_time")
  expect_s3_class(error(max(data$time)), "wroc_error_time")
  expect_s3_class(tryCatch(outcome_at(survival_of(data), -1), error = identity), "wroc_error_time")
  data$status <- 0
  expect_s3_class(error(stats::median(data$time)), "wroc_error_time")
})

test_that("missing values are left out before censoring is estimated", {
  data <- survival_data(n = 80, seed = 17)
  at <- times_in(data)[[2L]]
  gaps <- data
  gaps$x[c(3, 50)] <- NA
  kept <- data[-c(3, 50), ]
  expect_equal(auc_ci(gaps$x, outcomes_of(gaps, at)$given, gaps$weight, na.rm = TRUE)$std.error,
               auc_ci(kept$x, outcomes_of(kept, at)$given, kept$weight)$std.error, tolerance = 1e-13)
})

test_that("results are the same bits for any number of threads", {
  data <- survival_data(n = 3e4, seed = 18)
  at <- times_in(data)[[2L]]
  results <- lapply(c(1L, 2L, 8L), function(threads) {
    with_threads_of(threads, list(
      auc_ci(data$x, outcomes_of(data, at)$given, data$weight),
      roc_influence(data$risk, outcomes_of(data, at, strata = "site")$given, data$weight, measure = "brier")
    ))
  })
  expect_identical(results[[2L]], results[[1L]])
  expect_identical(results[[3L]], results[[1L]])
})

# -- All times ----------------------------------------------------------------

test_that("AUCs over time are those of each time", {
  for (data in samples[c("one_cause", "whole_one_cause")]) {
    at <- times_in(data)
    found <- auc_over_time(data$x, survival_of(data), data$weight, times = sort(at), conf.level = 0.95)
    for (i in seq_along(at)) {
      one <- auc_ci(data$x, outcomes_of(data, sort(at)[[i]])$given, data$weight)
      columns <- c("estimate", "std.error", "conf.low", "conf.high", "df")
      expect_equal(as.list(as.data.frame(found)[i, columns]), as.list(as.data.frame(one)[columns]),
                   tolerance = 1e-11)
    }
    all <- auc_over_time(data$x, survival_of(data), data$weight)
    by_definition <- vapply(all$time, function(at) {
      naive_at_time(naive_measures$AUC, data$x, data$time, data$status, at)(data$weight)
    }, 0)
    expect_close(all$estimate, by_definition, 1e-12)
  }
})

test_that("the mean AUC is weighted by incidence, and its error is that of all its parts", {
  for (data in samples[c("one_cause", "ties", "whole")]) {
    several <- max(data$status) > 1
    last <- times_in(data)[[2L]]
    present <- data$weight > 0
    times <- sort(unique(data$time[present & data$status == 1 & data$time <= last]))
    arguments <- list(data$x, survival_of(data), data$weight, times = times, integrate = TRUE,
                      conf.level = 0.95, variance = "jackknife")
    if (several) arguments$cause <- "a"
    found <- do.call(auc_over_time, arguments)
    of <- function(weight) naive_area_over_time(data$x, data$time, data$status, last, weight)
    expect_close(found$estimate, of(data$weight), 1e-12)
    expect_close(found$std.error, sqrt(sum(naive_derivatives(of, data$weight)^2)), 1e-9)
  }
})

test_that("concordances and their errors are those of all pairs", {
  for (data in samples[c("one_cause", "whole_one_cause")]) {
    last <- stats::quantile(data$time, 0.8, names = FALSE, type = 1)
    kinds <- list(list(type = "harrell", of = function(weight) {
      naive_harrell(data$x, data$time, data$status, weight)
    }), list(type = "uno", tau = last, of = function(weight) {
      naive_uno(data$x, data$time, data$status, weight, last)
    }))
    for (kind in kinds) {
      concordance <- function(...) {
        arguments <- c(list(data$x, survival_of(data), data$weight), kind[names(kind) != "of"], list(...))
        do.call(auc_concordance, arguments)
      }
      expect_close(concordance()$estimate, kind$of(data$weight), 1e-12)
      u <- naive_derivatives(kind$of, data$weight)
      expect_close(concordance()$std.error, sqrt(sum(u^2)), 1e-9)
      by_cluster <- concordance(cluster = data$cluster)$std.error
      expect_close(by_cluster, sqrt(sum(rowsum(u, data$cluster)^2)), 1e-9)
    }
  }
})

test_that("AUCs of incident cases are means over events near the time", {
  for (data in samples[c("one_cause", "whole_one_cause")]) {
    at <- times_in(data)[[1L]]
    for (bandwidth in c(1.5, 3.2)) {
      found <- auc_over_time(data$x, survival_of(data), data$weight, times = at, cases = "incident",
                             bandwidth = bandwidth, conf.level = 0.95, variance = "jackknife")
      of <- function(weight) {
        naive_incident_area(data$x, data$time, data$status, at, weight, bandwidth)
      }
      expect_close(found$estimate, of(data$weight), 1e-12)
      expect_close(found$std.error, sqrt(sum(naive_derivatives(of, data$weight)^2)), 1e-9)
    }
  }
})

# -- Fits at times ------------------------------------------------------------

test_that("a fit at several times has the results of each time, and they are of one sample", {
  data <- survival_data(n = 150, seed = 20)
  times <- sort(times_in(data))
  data$surv <- survival_of(data)
  fit <- weighted_roc(surv ~ x + other, data, weights = weight, times = times, cause = "a")
  found <- auc_ci(fit)
  expect_identical(unique(found$time), times)
  for (at in times) {
    one <- auc_ci(as.matrix(data[c("x", "other")]), outcomes_of(data, at)$given, data$weight)
    columns <- c("estimate", "std.error", "conf.low", "conf.high")
    expect_equal(as.list(as.data.frame(found)[found$time == at, columns]),
                 as.list(as.data.frame(one)[columns]), tolerance = 1e-11)
  }
})
