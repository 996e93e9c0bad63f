# ref-data/VERSIONS.md says how the files were made and where conventions differ.

by_row <- function(table) split(table, seq_len(nrow(table)))

# Of all rows in which the risk is the least, up to rounding.
least_risk <- function(curve, ...) {
  rows <- risk_rows(curve, ...)
  rows[rows$risk <= min(rows$risk) * (1 + 1e-12), ]
}

rows_at <- function(curve, threshold) {
  row <- match(threshold, curve$threshold)
  expect_false(anyNA(row))
  curve[row, ]
}

expect_no_NaN <- function(table) {
  expect_false(any(vapply(table, function(column) any(is.nan(column)), NA)))
}

# Partial areas --------------------------------------------------------------

partial_areas <- function(curve, rows, standardize = "none") {
  vapply(by_row(rows), function(row) {
    bounds <- list(c(row$from, row$to))
    names(bounds) <- row$focus
    do.call(partial_area, c(list(curve), bounds, standardize = standardize))
  }, 0, USE.NAMES = FALSE)
}

# NA comes with a warning each time, a number without one.
expect_mcclish <- function(curve, rows) {
  undefined <- is.na(rows$corrected)
  expect_warning(area <- partial_areas(curve, rows[!undefined, ], "mcclish"), NA)
  expect_each_equal(area, rows$corrected[!undefined])
  for (row in by_row(rows[undefined, ])) {
    expect_warning(area <- partial_areas(curve, row, "mcclish"), class = "wroc_warning_undefined")
    expect_identical(area, NA_real_)
  }
}

test_that("partial areas between FPRs and between TPRs are those of pROC", {
  for_each_reference_curve("proc-partial-auc", function(curve, rows) {
    expect_each_equal(rep(partial_area(curve), nrow(rows)), rows$AUC)
    expect_each_equal(partial_areas(curve, rows), rows$area)
    expect_each_equal(partial_areas(curve, rows, "range"), rows$area / (rows$to - rows$from))
  })
})

test_that("McClish's areas are those of pROC, and NA with a warning where pROC has NA", {
  for_each_reference_curve("proc-partial-auc", expect_mcclish)
})

as_intervals <- function(rows) transform(rows, focus = "FPR", from = 0, to = max_fpr)

test_that("raw areas up to a FPR are those behind scikit-learn's standardized ones", {
  for_each_reference_curve("sklearn-partial-auc", function(curve, rows) {
    of_chance <- rows$max_fpr^2 / 2
    raw <- of_chance + (2 * rows$corrected - 1) * (rows$max_fpr - of_chance)
    expect_each_equal(partial_areas(curve, as_intervals(rows)), raw)
  })
})

test_that("McClish's areas are those of scikit-learn, and NA with a warning below chance", {
  for_each_reference_curve("sklearn-partial-auc", function(curve, rows) {
    rows$corrected[rows$corrected < 0.5] <- NA
    expect_mcclish(curve, as_intervals(rows))
  })
})

# The best threshold ---------------------------------------------------------

test_that("at a threshold midway between two scores are the rates that pROC has there", {
  for_each_reference_curve("proc-best", function(curve, rows) {
    at <- roc_at(curve, threshold = rows$threshold)
    expect_identical(at$threshold, rows$threshold)
    expect_columns_equal(at, with(rows, list(TPR = sensitivity, TNR = specificity)))
  })
})

# `best`: all that pROC finds equally good for one cost and one prevalence.
expect_best_of_proc <- function(curve, best) {
  best <- best[order(best$threshold), ]
  cost <- best$cost[1]
  prevalence <- best$prevalence[1]
  expected <- with(best, data.frame(
    TPR = sensitivity,
    FPR = 1 - specificity,
    risk = prevalence * cost * (1 - sensitivity) + (1 - prevalence) * (1 - specificity)
  ))

  expect_columns_equal(least_risk(curve, cost_FN = cost, prior = prevalence), expected)
  optimum <- roc_optimal(curve, cost_FN = cost, prior = prevalence)
  expect_identical(nrow(optimum), 1L)
  expect_columns_equal(optimum, expected[which.min(expected$FPR), ])
  above <- curve$threshold >= best$threshold[which.min(expected$FPR)]
  expect_identical(optimum$threshold, min(curve$threshold[above]))
}

test_that("the risk is least where pROC says, and the optimum has the smallest FPR among these", {
  skip_on_cran()
  for_each_reference_curve("proc-best", function(curve, rows) {
    for (best in split_by(rows, "cost", "prevalence")) {
      expect_best_of_proc(curve, best)
    }
  })
})

test_that("the risk is least at ROCR's cutoffs, and the optimum has the smallest FPR among these", {
  for_each_reference_curve("rocr-least-cost", function(curve, rows) {
    for (best in split_by(rows, "cost_FP", "cost_FN")) {
      cost_FP <- best$cost_FP[1]
      cost_FN <- best$cost_FN[1]
      least <- least_risk(curve, cost_FP = cost_FP, cost_FN = cost_FN)
      expected <- best[order(best$threshold), c("threshold", "cost")]
      expect_columns_equal(least, with(expected, list(threshold = threshold, risk = cost)))
      optimum <- roc_optimal(curve, cost_FP = cost_FP, cost_FN = cost_FN)
      expect_identical(optimum$threshold, max(best$threshold))
      expect_each_equal(optimum$risk, best$cost[1])
    }
  })
})

# Measures and risks of thresholds -------------------------------------------

test_that("measures at every cutoff are those of ROCR", {
  for_each_reference_curve("rocr-measures", function(curve, rows) {
    # ROCR takes the harmonic mean with a precision of 0/0.
    expect_identical(is.na(rows$f), rows$threshold == Inf)
    rows$f[rows$threshold == Inf] <- 0
    expected <- with(rows, list(ACC = acc, ERR = err, PPV = ppv, NPV = npv, F1 = f, MCC = mat,
                                TNR = tnr, FNR = fnr))

    measures <- roc_at(curve)
    expect_no_NaN(measures)
    expect_columns_equal(rows_at(measures, rows$threshold), expected)
    expect_columns_equal(roc_at(curve, threshold = rows$threshold), expected)
  })
})

test_that("measures at scores, between them and outside of them are those of scikit-learn", {
  for_each_reference_curve("sklearn-measures", function(curve, rows) {
    at <- roc_at(curve, threshold = rows$threshold)
    # Its mcc is 0 for 0/0, where all or none are called positive, and here nowhere else.
    rows$mcc[rows$mcc == 0] <- NA
    expected <- with(rows, list(ACC = accuracy, ERR = zero_one_loss, BACC = balanced_accuracy,
                                J = 2 * balanced_accuracy - 1, PPV = precision, F1 = f1,
                                MCC = mcc))

    expect_no_NaN(at)
    expect_columns_equal(at, expected)
  })
})

test_that("the risk of every cutoff is the cost that ROCR has for it", {
  for_each_reference_curve("rocr-cost", function(curve, rows) {
    for (costs in split_by(rows, "cost_FP", "cost_FN")) {
      risk <- risk_rows(curve, cost_FP = costs$cost_FP[1], cost_FN = costs$cost_FN[1])
      expect_each_equal(rows_at(risk, costs$threshold)$risk, costs$cost)
    }
  })
})

test_that("always saying positive or negative costs what ROCR has for the outermost cutoffs", {
  for_each_reference_curve("rocr-cost", function(curve, rows) {
    for (costs in split_by(rows, "cost_FP", "cost_FN")) {
      optimum <- roc_optimal(curve, cost_FP = costs$cost_FP[1], cost_FN = costs$cost_FN[1])
      expect_each_equal(optimum$risk_positive, costs$cost[which.min(costs$threshold)])
      expect_each_equal(optimum$risk_negative, costs$cost[costs$threshold == Inf])
    }
  })
})

# Hull and cost curve --------------------------------------------------------

# ROCR goes from (0, 0) to (1, 1).
reversed <- function(table) table[rev(seq_len(nrow(table))), ]

test_that("the hull has the corners of ROCR's hull and the slopes between them", {
  for_each_reference_curve("rocr-hull", function(curve, rows) {
    hull <- roc_hull(curve)
    corners <- reversed(rows)
    slopes <- diff(corners$TPR) / diff(corners$FPR)
    expect_columns_equal(hull, corners[c("FPR", "TPR")])
    expect_each_equal(hull$slope_low, c(0, slopes))
    expect_each_equal(hull$slope_high, c(slopes, Inf))
  })
})

test_that("the cost curve has the vertices of ROCR's", {
  for_each_reference_curve("rocr-cost-curve", function(curve, rows) {
    expect_columns_equal(roc_cost_curve(curve), rows[c("PC", "cost")])
  })
})

test_that("each threshold of the cost curve has ROCR's least cost from its vertex to the next", {
  for_each_reference_curve("rocr-cost-curve", function(curve, rows) {
    threshold <- roc_cost_curve(curve)$threshold
    n <- nrow(rows)
    expect_identical(threshold[n], threshold[n - 1])
    at <- roc_at(curve, threshold = threshold[-n])
    for (vertices in list(rows[-n, ], rows[-1, ])) {
      cost <- at$FNR * vertices$PC + at$FPR * (1 - vertices$PC)
      expect_each_equal(cost, vertices$cost)
    }
  })
})

# Areas above the cost line --------------------------------------------------

expect_exact_cost_area <- function(curve, row) {
  prior <- if (!is.na(row$given_prior)) row$given_prior
  costs <- list(cost_FP = row$given_FP, cost_FN = row$given_FN, cost_TP = 0, cost_TN = 0)
  area <- unwrap(curve_cost_area(columns_of(curve), list(costs = unname(costs), prior = prior)))
  expect_each_equal(unlist(do.call(cost_areas_of, c(list(curve), costs, list(prior = prior)))),
                    unlist(row[c("pAUC", "max_pAUC", "ratio")]))
  expect_each_equal(area$share, row$cost_FN)
  columns <- c("prior", "intercept", "slope", "pAUC", "max_pAUC", "ratio")
  expect_columns_equal(area[columns], row[columns])
}

test_that("areas above the cost line are those of rational arithmetic", {
  for_each_reference_curve("cost-area-exact", function(curve, rows) {
    for (row in by_row(rows[rows$given_FP > 0, ])) {
      expect_exact_cost_area(curve, row)
    }
  })
})

test_that("areas above the cost line are exact where a false positive costs nothing", {
  exact <- read_reference("cost-area-exact")
  row <- exact[exact$given_FP == 0, ]
  expect_exact_cost_area(reference_curve(row$data, row$score), row)
})

test_that("ratios of the areas are those that have been published, to their two digits", {
  published <- read_reference("cost-area-published")
  area <- of_share(reference_curve("cost-area", "score"), published$cost_FN)
  expect_each_equal(round(area$ratio, 2), published$published)
})

# The published method is not exact where the line crosses the curve between two of its corners.
test_that("areas are those of the published method where that is exact, else close to them", {
  published <- read_reference("cost-area-published")
  area <- of_share(reference_curve("cost-area", "score"), published$cost_FN)
  areas <- c("pAUC", "max_pAUC", "ratio")
  exact <- published$cost_FN >= 0.8
  expect_identical(sum(exact), 2L)
  expect_columns_equal(area[exact, ], published[exact, areas])
  expect_lt(max(abs(area$ratio - published$ratio)), 1.3e-4)
})
