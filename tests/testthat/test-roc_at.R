test_that("the document's example, by hand", {
  expect_close(roc_at(document_curve()), data.frame(
    TPR = c(1, 0.1, 0.1, 0), FPR = c(1, 0.5, 0, 0), threshold = c(1, 2, 3, Inf),
    FN = c(0, 9, 9, 10), FP = c(2, 1, 0, 0),
    TP = c(10, 1, 1, 0), TN = c(0, 1, 2, 2), TNR = c(0, 0.5, 1, 1), FNR = c(0, 0.9, 0.9, 1),
    PPV = c(10 / 12, 1 / 2, 1, NA), NPV = c(NA, 1 / 10, 2 / 11, 2 / 12),
    ACC = c(10, 2, 3, 2) / 12, ERR = c(2, 10, 9, 10) / 12, BACC = c(0.5, 0.3, 0.55, 0.5),
    J = c(0, -0.4, 0.1, 0), F1 = c(10 / 11, 1 / 6, 2 / 11, 0),
    MCC = c(NA, -8 / 20, 2 / sqrt(220), NA), LR_pos = c(1, 0.2, Inf, NA), LR_neg = c(NA, 1.8, 0.9, 1),
    kappa = c(0, -2 * 8 / (2 * 2 + 10 * 10), 2 * 2 / (1 * 2 + 11 * 10), 0),
    FDR = c(2 / 12, 1 / 2, 0, NA), FOR = c(NA, 9 / 10, 9 / 11, 10 / 12), share = c(12, 2, 1, 0) / 12,
    DOR = c(NA, 1 / 9, Inf, NA), jaccard = c(10 / 12, 1 / 11, 1 / 10, 0),
    markedness = c(NA, -0.4, 2 / 11, NA), NND = c(Inf, -2.5, 10, Inf), NNE = c(1.2, 2, 1, NA),
    SEDI = c(NA, log(0.45 / 0.05) / log(0.45 * 0.05), NA, NA), distance = c(1, sqrt(0.25 + 0.81), 0.9, 1),
    gmean = c(0, sqrt(0.05), sqrt(0.1), 0), PPV_NPV = c(NA, 1 / 20, 2 / 11, NA), imbalance = c(1, 0.4, 0.9, 1),
    lift = c(1, 0.6, 1.2, NA),
    FM = c(sqrt(10 / 12), sqrt(0.05), sqrt(0.1), NA)
  ), relative = 1e-14, absolute = 1e-16)
})

test_that("several priors have rows each, one after the other", {
  curve <- staircase_curve()
  both <- roc_at(curve, prior = c(0.2, 0.9))
  each <- rbind(roc_at(curve, prior = 0.2), roc_at(curve, prior = 0.9))
  expect_plain_frame(both)
  expect_identical(both, each)
  # A column of that name gives way, others stay.
  again <- roc_at(cbind(name = 1:7, roc_at(curve, prior = 0.2)), prior = 0.9)
  expect_identical(again[names(again) != "name"], roc_at(curve, prior = 0.9))
  expect_identical(again$name, 1:7)
  at <- roc_at(curve, threshold = c(3.5, 6, -1), prior = c(0.2, 0.9))
  expect_identical(at, rbind(roc_at(curve, threshold = c(3.5, 6, -1), prior = 0.2),
                             roc_at(curve, threshold = c(3.5, 6, -1), prior = 0.9)))
  expect_identical(at$prior, rep(c(0.2, 0.9), each = 3))
})

test_that("the share in the weights is the prior by default", {
  curve <- document_curve()
  expect_close(roc_at(curve, prior = 10 / 12)[names(roc_at(curve))], roc_at(curve), 1e-14, 1e-15)
})

test_that("priors of a fit come behind the name of the score", {
  set.seed(7)
  data <- data.frame(sick = rep(0:1, 20), a = rnorm(40), b = rnorm(40))
  fit <- weighted_roc(sick ~ a + b, data)
  found <- roc_at(fit, threshold = 0, prior = c(0.1, 0.2))
  expect_identical(plain(found[c("score", "prior")]),
                   data.frame(score = rep(c("a", "b"), each = 2), prior = c(0.1, 0.2, 0.1, 0.2)))
})

test_that("priors that are none are errors", {
  curve <- document_curve()
  for (call in list(function(prior) roc_at(curve, prior = prior),
                    function(prior) roc_at(curve, threshold = 1, prior = prior))) {
    expect_error(call(c(0.1, 1)), class = "wroc_error_range")
    expect_error(call(0), class = "wroc_error_range")
    expect_error(call(NA), class = "wroc_error_missing")
    expect_error(call("a"), class = "wroc_error_type")
    expect_error(call(numeric()), class = "wroc_error_empty")
  }
})

test_that("rows for several priors keep columns of any kind", {
  curve <- WeightedROC(c(1, 2, 3, 4), c(0, 1, 0, 1))
  curve$group <- factor(c("a", "b", "a", "b", "c"))
  curve$both <- matrix(1:10, 5)
  curve$list <- list(1, "b", NULL, 4, 5)[c(1, 2, 4, 5, 1)]
  found <- roc_at(curve, prior = c(0.1, 0.4))
  twice <- rbind(curve, curve)
  expect_identical(found$group, twice$group)
  expect_identical(found$both, rbind(curve$both, curve$both))
  expect_identical(found$list, c(curve$list, curve$list))
  expect_identical(found$TPR, twice$TPR)
  expect_identical(found$prior, rep(c(0.1, 0.4), each = 5))
  expect_identical(attr(found, "row.names"), 1:10)
  expect_identical(found[6:10, "PPV"], roc_at(curve, prior = 0.4)$PPV)
})

test_that("any thresholds of the document's example", {
  at <- roc_at(document_curve(), threshold = c(2.5, -10, 99, 2, 3))
  expect_identical(at$threshold, c(2.5, -10, 99, 2, 3))
  expect_identical(at$TPR, c(0.1, 1, 0, 0.1, 0.1))
  expect_identical(at$FPR, c(0, 1, 0, 0.5, 0))
  expect_identical(at$FN, c(9, 0, 10, 9, 9))
  expect_identical(at$FP, c(0, 2, 0, 1, 0))
  expect_close(at$BACC, c(0.55, 0.5, 0.5, 0.3, 0.55), 1e-14)
  expect_close(at$PPV, c(1, 10 / 12, NA, 0.5, 1), 1e-14)
})

test_that("no thresholds give no rows, integer and named ones are numbers", {
  curve <- staircase_curve()
  expect_identical(plain(roc_at(curve, threshold = numeric())), plain(roc_at(curve)[0, ]))
  expect_identical(roc_at(curve, threshold = 4:5), roc_at(curve, threshold = c(4, 5)))
  expect_identical(roc_at(curve, threshold = c(a = 4, b = 5)), roc_at(curve, threshold = c(4, 5)))
})

test_that("columns of the user do not come along, measures of the user are ignored", {
  curve <- staircase_curve()
  expected <- roc_at(curve, threshold = c(3.5, 6))
  expect_identical(roc_at(cbind(name = "a", curve, J = 7), threshold = c(3.5, 6)), expected)
  expect_identical(roc_at(roc_at(curve), threshold = c(3.5, 6)), expected)
})

test_that("thresholds that are none are errors", {
  curve <- document_curve()
  expect_error(roc_at(curve, threshold = c(1, NA)), class = "wroc_error_missing")
  expect_error(roc_at(curve, threshold = NaN), class = "wroc_error_missing")
  expect_error(roc_at(curve, threshold = "1"), class = "wroc_error_type")
  expect_error(roc_at(curve, threshold = list(1)), class = "wroc_error_type")
  # NULL stands for each threshold of the curve.
  expect_identical(roc_at(curve, threshold = NULL), roc_at(curve))
})
