# ref-data/VERSIONS.md says how the files were made and where conventions differ.

skip_if_not_installed("survival")

outcome_of <- function(data, at, causes, ...) {
  if (causes == 1) return(outcome_at(survival_of(data, 1), at, ...))
  outcome_at(survival_of(data), at, cause = "a", ...)
}

# The scores between 0.05 and 0.95 that riskRegression was given as forecasts.
as_forecast <- function(x) 0.9 * (x - min(x)) / diff(range(x)) + 0.05

rows_of <- function(file) {
  table <- read_reference(file)
  split(table, seq_len(nrow(table)))
}

# Score's variance has n - 1 where the sum of squared influences has n. Beyond that its influences are an
# asymptotic equal of the derivatives: see naive_score_error().
error_of_score <- function(found, n) found$std.error * sqrt(n / (n - 1))

# riskRegression counts those who are censored at t as lost, and divides by G(t): as at any time just after t.
just_after <- function(t) t * (1 + 1e-9)

data_of <- function(row) {
  data <- read_reference(row$data)
  if (row$causes == 1) one_cause(data) else data
}

test_that("AUCs and their standard errors are those of riskRegression", {
  for (row in rows_of("score-auc")) {
    data <- data_of(row)
    found <- auc_ci(data[[row$score]], outcome_of(data, just_after(row$time), row$causes), variance = "jackknife")
    expect_close(found$estimate, row$area, 1e-12)
    expect_close(error_of_score(found, nrow(data)), row$std.error, if (row$data == "pbc") 5e-6 else 1e-3)
    made <- naive_outcome(data$time, data$status, just_after(row$time))
    known <- drop(roc_influence(data[[row$score]], made$positive, made$weight))
    by_score <- naive_score_error(known, data$time, data$status, just_after(row$time), made$weight)
    expect_close(by_score, row$std.error, 1e-11)
  }
})

test_that("Brier scores and their standard errors are those of riskRegression", {
  skip_on_cran()
  for (row in rows_of("score-brier")) {
    data <- data_of(row)
    x <- as_forecast(data[[row$score]])
    found <- roc_estimate(x, outcome_of(data, just_after(row$time), row$causes), measure = "brier",
                          variance = "jackknife")
    expect_close(found$estimate, row$brier, 1e-12)
    if (row$data == "pbc") expect_close(error_of_score(found, nrow(data)), row$std.error, 1e-4)
    made <- naive_outcome(data$time, data$status, just_after(row$time))
    known <- made$weight * (x - made$positive)^2 / nrow(data)
    by_score <- naive_score_error(known, data$time, data$status, just_after(row$time), made$weight,
                                  less = found$estimate / nrow(data))
    expect_close(by_score, row$std.error, 1e-11)
  }
})

test_that("differences of AUCs and their standard errors are those of riskRegression", {
  for (row in rows_of("score-auc-differences")) {
    data <- data_of(row)
    scores <- as.matrix(data[c(row$score, row$reference)])
    found <- auc_test(scores, outcome_of(data, just_after(row$time), row$causes), variance = "jackknife")$contrasts
    expect_close(found$estimate, row$difference, 1e-12, absolute = 1e-13)
    expect_close(error_of_score(found, nrow(data)), row$std.error, if (row$data == "pbc") 5e-6 else 1e-3)
  }
})

test_that("shares of cases and their standard errors are those of survfit()", {
  for (row in rows_of("survfit-incidence")) {
    data <- read_reference(row$data)
    weight <- if (row$weights == "none") rep(1, nrow(data)) else data$weight
    outcome <- outcome_of(data, row$time, row$causes)
    score <- data[[3L]]
    found <- roc_estimate(score, outcome, weight, measure = "prevalence", conf.level = NULL)$estimate
    expect_close(found, row$share, 1e-12)
    u <- as.data.frame(roc_influence(score, outcome, weight, measure = "prevalence"))[[1L]]
    expect_close(sqrt(sum(u^2)), row$std.error, 1e-12)
  }
})

# 12 digits are frozen, and 7 to 12 of standard errors, whose formula is an asymptotic equal of ours.
test_that("measures of pbc are those of timeROC", {
  data <- read_reference("pbc")
  for (row in rows_of("timeroc")) {
    weight <- if (grepl("weights", row$quantity)) data$weight else rep(1, 416)
    controls <- if (grepl("free", row$quantity)) "free" else "all"
    name <- sub(",.*", "", row$quantity)
    measure <- if (name == "incidence") "prevalence" else name
    if (name %in% c("TPR", "FPR", "PPV", "NPV")) measure <- roc_measure(name, threshold = 2.05)
    found <- roc_estimate(data$bili, outcome_of(data, row$time, 2, controls = controls), weight,
                          measure = measure, variance = "jackknife")
    expect_close(found$estimate, row$estimate, 0, absolute = 6e-13)
    if (!is.na(row$std.error)) expect_close(error_of_score(found, 416), row$std.error, 2e-4)
  }
})

test_that("AUCs, their mean and Brier scores are those of scikit-survival", {
  all <- read_reference("survival-untied")
  test <- all[all$sample == "test", ]
  training <- all[all$sample == "training", ]
  for (row in rows_of("sksurv")) {
    censoring <- if (row$censoring == "training") survival_of(training) else ~ 1
    outcome <- outcome_at(survival_of(test), row$time, censoring = censoring)
    expect_close(auc_ci(test$x, outcome, conf.level = NULL)$estimate, row$area, 1e-12)
    if (!is.na(row$brier)) {
      found <- roc_estimate(stats::plogis(test$x), outcome, measure = "brier", conf.level = NULL)
      expect_close(found$estimate, row$brier, 1e-12)
    }
  }
})

test_that("mean AUCs and Uno's C are those of scikit-survival", {
  skip_on_cran()
  all <- read_reference("survival-untied")
  test <- all[all$sample == "test", ]
  for (row in rows_of("sksurv")) {
    censoring <- if (row$censoring == "training") survival_of(all[all$sample == "training", ]) else ~ 1
    events <- sort(test$time[test$status == 1 & test$time <= row$time])
    # Theirs has the growth of the test sample's own incidence, also where its censoring is another sample's.
    growth <- diff(c(0, vapply(events, function(at) naive_incidence(test$time, test$status, at), 0)))
    mean <- function(...) {
      auc_over_time(test$x, survival_of(test), times = events, censoring = censoring, integrate = TRUE,
                    ...)$estimate
    }
    expect_close(mean(weights_of_times = growth), row$mean_area, 1e-12)
    if (row$censoring == "test") expect_close(mean(), row$mean_area, 1e-12)
    uno <- auc_concordance(test$x, survival_of(test), type = "uno", tau = row$time, censoring = censoring)
    expect_close(uno$estimate, row$uno, 1e-12)
  }
})

# The errors of package survival take the weights of time for known, which concerns Uno's C.
test_that("concordances and their standard errors are those of survival", {
  for (row in rows_of("survival-c")) {
    data <- read_reference(row$data)
    weight <- if (row$weights == "none") rep(1, nrow(data)) else data$weight
    cluster <- if (row$clusters > 0) rep(seq_len(row$clusters), length.out = nrow(data))
    surv <- survival_of(data, 1)
    uno <- row$timewt == "n/G2"
    found <- auc_concordance(data[[row$score]], surv, weight, cluster = cluster,
                             type = if (uno) "uno" else "harrell")
    expect_close(found$estimate, row$concordance, 1e-12)
    if (uno) {
      # The censoring of the same rows, given as that of another sample.
      if (row$weights == "given") next
      found <- auc_concordance(data[[row$score]], surv, weight, cluster = cluster, type = "uno",
                               censoring = surv)
      expect_close(found$estimate, row$concordance, 1e-12)
    }
    expect_close(found$std.error, row$std.error, 1e-10)
  }
})
