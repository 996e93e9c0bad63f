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
