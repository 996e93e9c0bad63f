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

test_that("measures are those of the classified observations", {
  set.seed(2)
  for (x in c(integer_observations(), real_observations())) {
    curve <- roc_at(curve_of(x))
    normal <- function(z) {
      centred <- z - weighted.mean(z, x$weight)
      centred / sqrt(weighted.mean(centred^2, x$weight))
    }
    weight_of <- function(which) sum(x$weight[which])
    inner <- seq_len(nrow(curve))[-c(1, nrow(curve))]
    expected <- lapply(curve$threshold[inner], function(threshold) {
      called <- x$guess >= threshold
      tp <- weight_of(called & x$positive)
      tn <- weight_of(!called & !x$positive)
      data.frame(
        TP = tp, TN = tn, PPV = tp / weight_of(called), NPV = tn / weight_of(!called),
        ACC = (tp + tn) / weight_of(TRUE), ERR = weight_of(called != x$positive) / weight_of(TRUE),
        F1 = 2 / (weight_of(x$positive) / tp + weight_of(called) / tp),
        MCC = weighted.mean(normal(called) * normal(x$positive), x$weight)
      )
    })
    if (length(inner) > 0) {
      expected <- do.call(rbind, expected)
      result <- curve[inner, names(expected)]
      rownames(result) <- NULL
      expect_close(result, expected, 1e-11, 1e-13)
    }
  }
})

test_that("measures of measures are the same", {
  set.seed(3)
  for (curve in some_curves()) {
    once <- roc_at(curve)
    expect_identical(roc_at(once), once)
  }
})

test_that("columns of the same names are replaced where they are, others stay", {
  curve <- staircase_curve()
  measures <- roc_at(curve)
  user <- cbind(J = "old", name = letters[1:7], curve, ACC = -1, stringsAsFactors = FALSE)
  user$list <- as.list(1:7)
  result <- roc_at(user)
  expect_plain_frame(result)
  expect_identical(names(result), c("J", "name", names(curve), "ACC", "list",
                                    setdiff(measure_names, c("J", "ACC"))))
  expect_identical(result[names(measures)], measures)
  expect_identical(result[c("name", "list")], user[c("name", "list")])
})

test_that("0/0 is NA and not NaN, and only in the first and the last row", {
  skip_on_cran()
  set.seed(4)
  for (curve in some_curves()) {
    measures <- roc_at(curve)
    n <- nrow(curve)
    expect_false(any(vapply(measures, function(column) any(is.nan(column)), NA)))
    expect_identical(which(is.na(measures$PPV)), n)
    expect_identical(which(is.na(measures$NPV)), 1L)
    expect_identical(which(is.na(measures$MCC)), c(1L, n))
    expect_identical(which(is.na(measures$FDR)), n)
    expect_identical(which(is.na(measures$FOR)), 1L)
    expect_identical(which(is.na(measures$LR_pos)), n)
    expect_identical(which(is.na(measures$LR_neg)), 1L)
    expect_identical(which(is.na(measures$NNE)), n)
    expect_identical(which(is.na(measures$lift)), n)
    expect_identical(which(is.na(measures$FM)), n)
    at_both_ends <- c("DOR", "markedness", "PPV_NPV")
    for (measure in at_both_ends) expect_identical(which(is.na(measures[[measure]])), c(1L, n))
    is_certain <- with(measures, TPR == 0 | FPR == 0 | TNR == 0 | FNR == 0)
    expect_identical(is.na(measures$SEDI), is_certain)
    lacking <- c("PPV", "NPV", "MCC", "FDR", "FOR", "LR_pos", "LR_neg", "NNE", "lift", "FM", at_both_ends, "SEDI")
    expect_false(anyNA(measures[setdiff(names(measures), lacking)]))
  }
})

test_that("all weights times a number change no rate", {
  x <- observations(c(1, 3, 4, 4, 5, 6, 7), c(0, 1, 0, 1, 1, 0, 1), c(2, 1, 1, 1, 1, 1, 2))
  rates <- setdiff(c("TPR", "FPR", measure_names), c("TP", "TN"))
  expected <- roc_at(curve_of(x))
  for (scale in c(2^-300, 1e-100, 1e100, 1e150, 1e250)) {
    scaled <- x
    scaled$weight <- x$weight * scale
    result <- roc_at(curve_of(scaled))
    expect_close(result[rates], expected[rates], 1e-14, 1e-16)
    expect_close(result$TP, expected$TP * scale, 1e-14)
    expect_close(result$TN, expected$TN * scale, 1e-14)
  }
})

test_that("classes of very different weights keep their measures", {
  # TP = 1, FP = 1e200, FN = 1, TN = 1e200 at the middle threshold 2.
  curve <- WeightedROC(c(1, 1, 2, 2), c(0, 1, 0, 1), c(1e200, 1, 1e200, 1))
  middle <- roc_at(curve)[2, ]
  expect_close(middle$PPV, 1e-200)
  expect_identical(middle$ACC, 0.5)
  expect_identical(middle$MCC, 0)
  # A perfect one.
  curve <- WeightedROC(1:4, c(0, 0, 1, 1), c(1e-200, 1e-200, 1e100, 1e100))
  expect_close(roc_at(curve)$MCC[3], 1)
  expect_close(roc_at(curve)$F1[3], 1)
})

# -- Priors

# The weights of a class times a number: what the prior is there for.
at_share <- function(x, prior) {
  total <- vapply(c(FALSE, TRUE), function(class) sum(x$weight[x$positive == class]), 0)
  x$weight <- x$weight * ifelse(x$positive, prior / total[[2L]], (1 - prior) / total[[1L]])
  x
}

of_classes <- c("PPV", "NPV", "ACC", "ERR", "F1", "MCC", "kappa", "FDR", "FOR", "share")

test_that("measures at a prior are those of weights that have it", {
  skip_on_cran()
  set.seed(6)
  for (x in c(integer_observations(), real_observations())) {
    for (prior in c(1e-9, 0.01, 0.3, 0.5, 0.99)) {
      found <- roc_at(curve_of(x), prior = prior)
      weighted <- roc_at(curve_of(at_share(x, prior)))
      expect_identical(names(found), c(names(weighted), "prior"))
      expect_close(found[of_classes], weighted[of_classes], 1e-11, 1e-12)
      expect_identical(found[c("TP", "TN", "FN", "FP")],
                       roc_at(curve_of(x))[c("TP", "TN", "FN", "FP")])
    }
  }
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

test_that("priors near 0 and 1 keep their digits", {
  curve <- document_curve()
  rare <- roc_at(curve, threshold = 2, prior = 1e-300)
  expect_close(rare$PPV, 0.2e-300, 1e-14)
  expect_close(rare$FOR, 1.8e-300, 1e-14)
  expect_close(rare$share, 0.5, 1e-15)
  expect_close(rare$kappa, 2 * 1e-300 * -0.4 / 0.5, 1e-14)
  common <- roc_at(curve, threshold = 2, prior = 1 - 2^-53)
  expect_close(common$FDR, 5 * 2^-53, 1e-14)
  expect_close(common$NPV, 2^-53 * 0.5 / 0.9, 1e-14)
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
