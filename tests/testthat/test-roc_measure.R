drawn <- function() {
  set.seed(1)
  truth <- rep(0:1, c(120, 60))
  list(guess = round(rnorm(180, 1.2 * truth), 1), truth = truth, weight = rexp(180))
}

columns <- c(FDR = "FDR", FOR = "FOR", share = "share", BACC = "BACC", J = "J", LR_pos = "LR_pos",
             LR_neg = "LR_neg", kappa = "kappa", MCC = "MCC")
of_prior <- c("FDR", "FOR", "share", "kappa", "MCC")

test_that("measures of a threshold are those of roc_at()", {
  x <- drawn()
  curve <- WeightedROC(x$guess, x$truth, x$weight)
  for (threshold in c(-0.5, 0.3, 1.1)) {
    found <- roc_estimate(x$guess, x$truth, x$weight,
                          measure = lapply(columns, roc_measure, threshold = threshold))
    expect_close(found$estimate, unlist(roc_at(curve, threshold = threshold)[columns], use.names = FALSE),
                 1e-12)
    expect_true(all(found$conf.low < found$estimate & found$estimate < found$conf.high))
    expect_true(all(found$std.error > 0))
    at_prior <- lapply(of_prior, roc_measure, threshold = threshold, prior = 0.02)
    found <- roc_estimate(x$guess, x$truth, x$weight, measure = at_prior)
    expect_close(found$estimate,
                 unlist(roc_at(curve, threshold = threshold, prior = 0.02)[of_prior],
                        use.names = FALSE), 1e-12)
    expect_true(all(found$conf.low < found$estimate & found$estimate < found$conf.high))
  }
})

test_that("what lacks of 1 has the mirrored interval", {
  x <- drawn()
  of <- function(measure, prior) {
    roc_estimate(x$guess, x$truth, x$weight, measure = roc_measure(measure, threshold = 0.5, prior = prior))
  }
  for (prior in list(NULL, 0.1)) {
    for (pair in list(c("PPV", "FDR"), c("NPV", "FOR"))) {
      value <- of(pair[[1L]], prior)
      lack <- of(pair[[2L]], prior)
      expect_close(c(1 - lack$conf.high, 1 - lack$conf.low), c(value$conf.low, value$conf.high), 1e-11)
      expect_close(lack$std.error, value$std.error, 1e-11)
    }
  }
})

test_that("a likelihood ratio over 0 is infinite, and has a lower end", {
  expect_warning(
    found <- roc_estimate(c(1:8, 9, 10), rep(0:1, each = 5),
                          measure = roc_measure("LR_pos", threshold = 7)),
    class = "wroc_warning_undefined"
  )
  expect_identical(found$estimate, Inf)
  expect_identical(found$conf.high, Inf)
  expect_true(found$conf.low > 0 && is.finite(found$conf.low))
  expect_identical(found$std.error, NA_real_)
  none <- suppressWarnings(roc_estimate(1:6, c(0, 0, 0, 1, 1, 1),
                                        measure = roc_measure("LR_pos", threshold = 7)))
  expect_true(is.na(none$estimate))
})

test_that("influences are what is lost without an observation, to first order", {
  x <- drawn()
  curve_without <- function(i, part) {
    weight <- x$weight
    weight[i] <- weight[i] * (1 + part)
    WeightedROC(x$guess, x$truth, weight)
  }
  what <- c(lapply(columns, roc_measure, threshold = 0.5))
  found <- as.data.frame(roc_influence(x$guess, x$truth, x$weight, measure = what))
  for (i in c(1, 60, 130, 170)) {
    step <- 1e-5
    ends <- lapply(c(-step, step), function(part) roc_at(curve_without(i, part), threshold = 0.5)[columns])
    derivative <- (unlist(ends[[2L]]) - unlist(ends[[1L]])) / (2 * step)
    expect_close(unlist(found[i, ], use.names = FALSE), unname(derivative), 1e-5, 1e-9)
  }
})

test_that("a prior is refused where it does not matter", {
  for (measure in c("BACC", "J", "LR_pos", "LR_neg")) {
    expect_error(roc_measure(measure, threshold = 0, prior = 0.1), class = "wroc_error_unused")
  }
  expect_error(roc_measure("J", FPR = 0.1, prior = 0.1), class = "wroc_error_unused")
  expect_error(roc_measure("KS", prior = 0.1), class = "wroc_error_unused")
})

test_that("an unknown measure is answered by similar names", {
  error <- expect_error(roc_measure("sensivity"), class = "wroc_error_choice")
  expect_match(conditionMessage(error), "a similar name is \"TPR\" (?roc_measure lists all)", fixed = TRUE)
  expect_identical(error$value, "sensivity")
  expect_true("AUC" %in% error$expected)
  expect_error(roc_measure("\xff"), class = "wroc_error_choice")
  hint <- function(name) error_message(roc_measure(name, threshold = 1))
  for (name in c("specifcity", "specif", "sp", "speccificity")) {
    expect_match(hint(name), "\"(TNR|specificity)\"")
    expect_no_match(hint(name), "TPR|sens")
  }
  for (name in c("NRI", "idi")) expect_match(hint(name), "poor calibration. Compare net benefit (\"NB\")", fixed = TRUE)
  expect_match(hint("calibration"), "roc_reliability()", fixed = TRUE)
  expect_match(hint("pAUC"), "`roc_measure(\"AUC\", FPR = c(0, 0.1))`", fixed = TRUE)
  expect_match(hint("qqqqqqqq"), "is not a measure (?roc_measure", fixed = TRUE)
})

test_that("words of other packages are the measures that they mean", {
  at <- function(name) roc_measure(name, threshold = 20)[[1L]]$measure
  words <- c(sens = "TPR", Sensitivity = "TPR", recall = "TPR", tpr = "TPR", spec = "TNR", Specificity = "TNR",
             fall = "FPR", miss = "FNR", ppv = "PPV", prec = "PPV", "Pos Pred Value" = "PPV", npv = "NPV",
             "Neg Pred Value" = "NPV", accuracy = "ACC", bal_accuracy = "BACC", "Balanced Accuracy" = "BACC",
             youden = "J", j_index = "J", f_meas = "F", f1_score = "F1", kap = "kappa", mcc = "MCC", matthews = "MCC",
             jaccard_score = "jaccard", closest.topleft = "distance", detection_prevalence = "share")
  for (name in names(words)) expect_identical(at(name), words[[name]])
  whole <- c(roc_auc = "AUC", AUROC = "AUC", "c-index" = "AUC", cindex = "AUC", C = "AUC", concordance = "AUC",
             Dxy = "gini", somers = "gini", gini_index = "gini", ks_stat = "KS", brier_score = "brier",
             logloss = "log_loss", mn_log_loss = "log_loss", average_precision = "AP", prAUC = "pr_AUC")
  for (name in names(whole)) expect_identical(roc_measure(name)[[1L]]$measure, whole[[name]])
  # No word stands for two measures.
  words <- known_words(names_of_measures())
  expect_identical(anyDuplicated(names(words)), 0L)
  expect_false(any(names(hints_of_measures) %in% names(words)))
})

test_that("a rule is the name of a measure, or a word for it", {
  rule <- function(name) roc_measure("PPV", threshold = name)[[1L]]$threshold
  words <- c(cost = "cost", risk = "cost", youden = "J", topleft = "topleft", distance = "topleft", "f1-score" = "F1",
             informedness = "J", precision = "PPV")
  for (name in names(words)) expect_identical(rule(name), words[[name]])
  error <- expect_error(rule("best"), class = "wroc_error_choice")
  expect_true(all(c("cost", "topleft", "kappa") %in% error$expected))
})

test_that("an error about several places has the names of all arguments that were given", {
  expect_wroc_error_of(roc_measure("TPR", FPR = 0.1, max_FPR = 0.2, min_TPR = 0.5), "choice",
                       c("FPR", "max_FPR", "min_TPR"))
})

test_that("a place that is no vector is refused", {
  for (place in list(pairlist(a = 1), quote(f(x)), data.frame(1))) {
    expect_wroc_error_of(roc_measure("F", threshold = place), "type", "threshold")
  }
})
