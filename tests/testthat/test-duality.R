# A test of one score against a value rejects the values that the interval of roc_estimate() leaves out.

# Times and designs beside these are in test-roc_test-*.R.
skip_on_cran()

rates <- c("TPR", "FPR", "TNR", "FNR", "PPV", "NPV", "ACC", "ERR", "F", "F1", "FDR", "FOR", "share", "BACC", "J",
           "LR_pos", "LR_neg", "kappa", "MCC", "DOR", "jaccard", "markedness", "NNE", "SEDI", "distance",
           "gmean", "PPV_NPV", "NB", "sNB")
whole <- c("AUC", "gini", "concentration", "brier", "log_loss", "AP", "pr_AUC", "prg_AUC", "prevalence")
optimized <- c("KS", "AUCH", "MER", "H")

measures_in_folds <- c(
  roc_measure(whole), roc_measure("AUC", FPR = c(0, 0.4)), roc_measure("AUC", TPR = c(0.5, 1)),
  roc_measure("AUC", FPR = c(0, 0.5), standardize = "mcclish"), roc_measure(rates, threshold = 0.45),
  roc_measure(c("PPV", "F1"), threshold = 0.5, prior = 0.1), roc_measure("TPR", FPR = 0.2),
  roc_measure("TNR", TPR = 0.8), roc_measure(c("TPR", "FNR", "PPV", "lift"), share = 0.3)
)
all_measures <- c(
  measures_in_folds, roc_measure(optimized),
  roc_measure(c("TPR", "TNR", "J"), threshold = "J"), roc_measure(c("FPR", "kappa"), threshold = "kappa"),
  roc_measure("TPR", threshold = "cost", cost_FN = 2), roc_measure(c("TPR", "PPV"), max_FPR = 0.3)
)

has_steps <- function(measure) grepl("pAUC|share|FPR [0-9]|TPR [0-9]|AUCH|KS|MER|H$|A[PU]|prg", format(measure))

quiet <- function(value) suppressMessages(suppressWarnings(value))

# Replicates of one seed are the same for both. An end at a limit of the measure is there at many levels.
expect_dual <- function(fit, measures, level = 0.95) {
  for (i in seq_along(measures)) {
    measure <- measures[i]
    info <- format(measure)
    set.seed(i)
    row <- quiet(roc_estimate(fit, measure = measure, conf.level = level))
    if (is.na(row$conf.low)) next
    test_at <- function(mu, ...) {
      set.seed(i)
      quiet(roc_test(fit, measure = measure, mu = mu, conf.level = level, ...))
    }
    ends <- c(row$conf.low, row$conf.high)
    for (mu in setdiff(ends, c(row$estimate, 0, 0.25, 1, 1 / 0.3, Inf))) {
      test <- test_at(mu)
      # Ends by steps of the curve, or by replicates of few observations, are the same at neighbouring levels.
      expect_gte(test$p.value, 1 - level - 1e-6)
      most <- (1 - level) * if (has_steps(measure)) 2.6 else 1 + 1e-6
      # A test that jumps at the end rejects just beyond it.
      jumps <- has_steps(measure) && test$p.value >= most
      p <- if (jumps) test_at(mu + 1e-6 * (mu - row$estimate))$p.value else test$p.value
      expect_lt(p, if (jumps) 1 - level else most, label = info)
      expect_equal(as.vector(test$conf.int), ends, tolerance = 1e-10, info = info)
      expect_equal(unname(test$estimate), row$estimate, tolerance = 1e-12, info = info)
      expect_equal(c(test$std.error, test$contrasts$df), c(row$std.error, row$df), tolerance = 1e-12, info = info)
      side <- if (mu == ends[[1L]]) "greater" else "less"
      expect_equal(test_at(mu, alternative = side)$p.value, test$p.value / 2, tolerance = 0.05, info = info)
    }
  }
}

small <- list(y = rep(0:1, each = 6), p = c(.1, .2, .3, .4, .5, .7, .3, .5, .6, .7, .8, .9))
set.seed(5)
larger <- data.frame(y = rep(0:1, c(35, 25)), w = rexp(60), k = rep(1:20, 3), count = rep(1:3, 20))
larger$p <- round(plogis(rnorm(60, 1.3 * larger$y - 0.6)), 2)

test_that("tests and intervals of one score agree for every measure and place", {
  in_small <- Filter(function(x) !x$measure %in% c(optimized, "H"), all_measures)
  expect_dual(weighted_roc(small$p, small$y), structure(in_small, class = "roc_measure"))
  expect_dual(weighted_roc(y ~ p, larger), all_measures)
})

test_that("they agree in every way of observing", {
  expect_dual(weighted_roc(y ~ p, larger, weights = w), all_measures, 0.9)
  expect_dual(weighted_roc(y ~ p, larger, weights = w, cluster = k), all_measures)
  expect_dual(quiet(weighted_roc(y ~ p, larger, weights = count, variance = "frequency")), all_measures)
  expect_dual(weighted_roc(y ~ p, larger, fold = rep(1:3, 20)), measures_in_folds)
  expect_dual(weighted_roc(y ~ p, larger, direction = "<="), roc_measure(c("TPR", "J"), threshold = 0.45))
  expect_dual(weighted_roc(y ~ p, larger, method = "logit"), roc_measure("AUC"))
  skip_if_not_installed("survey")
  expect_dual(weighted_roc(y ~ p, survey::svydesign(~k, weights = ~w, data = larger)), all_measures)
})

test_that("the test of a tally allows for its bins, as the interval does", {
  binned <- quiet(roc_tally(larger$p, larger$y, larger$w, breaks = seq(0, 1, 0.1)))
  row <- quiet(auc_ci(binned))
  expect_gt(row$bound.high, row$bound.low)
  for (mu in c(row$conf.low, row$conf.high)) {
    test <- quiet(auc_test(binned, mu = mu))
    expect_equal(test$p.value, 0.05, tolerance = 1e-6)
    expect_equal(as.vector(test$conf.int), c(row$conf.low, row$conf.high), tolerance = 1e-10)
  }
})

test_that("a p-value is the level at which the end of the interval is the value", {
  fit <- weighted_roc(y ~ p, larger, weights = w)
  for (measure in list(roc_measure("TPR", FPR = 0.2), roc_measure("MCC", threshold = 0.45), "brier")) {
    estimate <- roc_estimate(fit, measure = measure)$estimate
    for (mu in estimate * c(0.7, 0.9, 1.2)) {
      p <- roc_test(fit, measure = measure, mu = mu)$p.value
      row <- roc_estimate(fit, measure = measure, conf.level = 1 - p)
      expect_equal(if (mu < estimate) row$conf.low else row$conf.high, mu, tolerance = 1e-7)
    }
  }
})

test_that("one fold is no fold", {
  fit <- weighted_roc(y ~ p, larger, weights = w)
  one <- weighted_roc(y ~ p, larger, weights = w, fold = rep("a", 60))
  estimates <- function(fit) {
    set.seed(1)
    plain_frame(roc_estimate(fit, measure = all_measures))
  }
  expect_equal(estimates(one), estimates(fit), tolerance = 1e-14)
  expect_equal(plain_frame(roc_band(one)), plain_frame(roc_band(fit)), tolerance = 1e-14)
  expect_equal(auc_test(one)$p.value, auc_test(fit)$p.value, tolerance = 1e-14)
})

test_that("the tested value lies in the range of its measure", {
  fit <- weighted_roc(y ~ p, larger)
  p_value <- function(mu, ...) roc_test(fit, measure = roc_measure(...), mu = mu)$p.value
  for (measure in c("J", "kappa", "MCC", "markedness", "SEDI", "NB")) {
    expect_lt(p_value(-0.5, measure, threshold = 0.45), 0.01)
  }
  for (p in c(p_value(0, "gini"), p_value(3, "log_loss"), p_value(0.02, "AUC", FPR = c(0, 0.3)))) expect_lt(p, 0.05)
  expect_lt(p_value(1, "LR_pos", threshold = 0.45), 0.2)
  message_of <- function(...) conditionMessage(expect_error(p_value(...), class = "wroc_error_range"))
  expect_match(message_of(0.31, "AUC", FPR = c(0, 0.3)), "between 0 and 0.3", fixed = TRUE)
  expect_match(message_of(-2, "kappa", threshold = 0.45), "between -1 and 1", fixed = TRUE)
  expect_match(message_of(-1, "LR_pos", threshold = 0.45), ">= 0", fixed = TRUE)
  expect_no_match(message_of(-2, "J", threshold = 0.45), "percent")
  expect_match(message_of(60, "TPR", threshold = 0.45), "60 % is 0.6", fixed = TRUE)
})
