test_that("of ties the one with the smallest FPR is given, and they are counted", {
  curve <- staircase_curve()
  J <- curve$TPR - curve$FPR
  found <- roc_optimal(curve, measure = "J")
  expect_identical(found$value, max(J))
  expect_identical(found$ties, sum(abs(J - max(J)) < 1e-15))
  straight <- WeightedROC(rep(1:6, 2), rep(0:1, each = 6), rep(0.1, 12))
  found <- roc_optimal(straight, measure = "J")
  expect_identical(c(found$threshold, found$FPR, found$ties), c(Inf, 0, 7))
  own <- roc_optimal(straight, measure = function(TP, FP, FN, TN) rep(1, length(TP)))
  expect_identical(c(own$threshold, own$ties), c(Inf, 7))
  # Nothing is called positive at two thresholds where a score is Inf.
  expect_identical(roc_optimal(WeightedROC(c(1, Inf, 1), c(0, 0, 1)),
                               measure = function(TP, FP, FN, TN) -FP)$threshold, Inf)
})

test_that("a function is called once for a curve, with counts of the weights and of as large a population", {
  curve <- staircase_curve()
  calls <- list()
  criterion <- function(TP, FP, FN, TN) {
    calls[[length(calls) + 1L]] <<- data.frame(TP, FP, FN, TN)
    TP - FP
  }
  roc_optimal(curve, measure = criterion)
  expect_length(calls, 1L)
  expect_identical(calls[[1]]$FP, curve$FP)
  expect_identical(calls[[1]]$FN, curve$FN)
  expect_close(calls[[1]]$TP + calls[[1]]$FN, rep(5, 7), 1e-15)
  expect_close(calls[[1]]$TN + calls[[1]]$FP, rep(4, 7), 1e-15)
  found <- roc_optimal(curve, measure = criterion, prior = c(0.5, 0.1))
  expect_length(calls, 2L)
  expect_close(rowSums(calls[[2]]), rep(9, 14), 1e-15)
  expect_close(calls[[2]]$TP + calls[[2]]$FN, rep(c(4.5, 0.9), each = 7), 1e-15)
  expect_identical(found$prior, c(0.5, 0.1))
  expect_identical(found$measure, rep("function", 2))
})

test_that("rows where a measure is not defined are left out, and there may be no other", {
  curve <- staircase_curve()
  found <- roc_optimal(curve, measure = function(TP, FP, FN, TN) ifelse(FP == 1, 1, NA))
  expect_identical(c(found$FP, found$ties), c(1, sum(curve$FP == 1)))
  none <- roc_optimal(curve, measure = function(TP, FP, FN, TN) NA_real_ * TP)
  expect_identical(c(none$threshold, none$TPR, none$value), rep(NA_real_, 3))
  expect_identical(none$ties, 0L)
  # Rates of 0 and 1 only.
  perfect <- WeightedROC(1:2, 0:1)
  expect_identical(roc_optimal(perfect, measure = "SEDI")$threshold, NA_real_)
})

test_that("several measures have a row each, and fits one for each score", {
  set.seed(2)
  data <- data.frame(sick = rep(0:1, 20), a = rnorm(40, rep(0:1, 20)), b = rnorm(40))
  found <- roc_optimal(weighted_roc(sick ~ a + b, data), measure = c("youden", "EER", "topleft"))
  expect_identical(found$score, rep(c("a", "b"), each = 3))
  expect_identical(found$measure, rep(c("J", "imbalance", "distance"), 2))
  curve <- WeightedROC(data$b, data$sick)
  alone <- roc_optimal(curve, measure = "EER", prior = NULL)
  expect_identical(plain(found[5, names(alone)])$threshold, alone$threshold)
  priors <- roc_optimal(curve, measure = "F1", prior = c(0.1, 0.6))
  expect_identical(priors$prior, c(0.1, 0.6))
})

test_that("pROC's best thresholds of three scores", {
  data <- read.csv(test_path("ref-data", "aSAH.csv"))
  # pROC 1.18.0: coords(roc(outcome, score), "best", best.method = "youden"), and "closest.topleft"
  theirs <- data.frame(score = c("s100b", "wfns", "ndka"), youden = c(0.205, 3.5, 11.08),
                       topleft = c(0.205, 2.5, 12.73))
  for (i in 1:3) {
    curve <- WeightedROC(data[[theirs$score[i]]], data$label)
    for (measure in c("youden", "topleft")) {
      found <- roc_optimal(curve, measure = measure, midpoints = TRUE)
      expect_equal(found$threshold, theirs[[measure]][i])
    }
  }
})

test_that("what is no measure is an error that says so", {
  curve <- document_curve()
  expect_error(roc_optimal(curve, measure = "AUC"), class = "wroc_error_choice")
  expect_error(roc_optimal(curve, measure = "nothing"), class = "wroc_error_choice")
  expect_error(roc_optimal(curve, measure = 3), class = "wroc_error_type")
  expect_error(roc_optimal(curve, measure = "J", cost_FN = 2), class = "wroc_error_unused")
  expect_error(roc_optimal(curve, measure = c("J", "F1", "MCC"), prior = c(0.1, 0.2)),
               class = "wroc_error_length")
  expect_error(roc_optimal(curve, measure = "J", prior = 1), class = "wroc_error_range")
  for (f in list(function(x) x, function(a, b, c) a, `+`, `(`)) {
    expect_wroc_error_of(roc_optimal(curve, measure = f), "type", "measure")
  }
  expect_wroc_error(roc_optimal(curve, measure = function(TP, FP, FN, TN) 1), "length",
                    "`measure` must return a number for each of the 4 thresholds, not 1.",
                    argument = "measure", length = 1L, expected = 4L)
  expect_error(roc_optimal(curve, measure = function(TP, FP, FN, TN) "a"), class = "wroc_error_type")
})

test_that("scikit-learn's metric_at_thresholds() has the same optima", {
  reference <- read_reference("sklearn-thresholds")
  expect_identical(nrow(reference), 20L)
  for (i in seq_len(nrow(reference))) {
    row <- reference[i, ]
    data <- read_reference(row$data)
    weight <- if (is.null(data$weight)) rep(1, nrow(data)) else data$weight
    found <- roc_optimal(data[[row$score]], data$label, weight, measure = row$measure)
    expect_identical(found$threshold, row$threshold)
    at <- roc_at(data[[row$score]], data$label, weight, threshold = row$threshold)
    expect_close(at[[row$measure]], row$value, 1e-13)
  }
})
