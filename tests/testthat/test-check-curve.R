test_that("what is no curve is an error that says why", {
  expect_wroc_error(
    WeightedAUC(c(1, 0)), "type",
    "`tpr.fpr` must be a data.frame with the columns TPR and FPR, not a vector of type double.",
    argument = "tpr.fpr", found = "numeric"
  )
  expect_wroc_error(
    WeightedAUC(list(TPR = 1:0, FPR = 1:0)), "type",
    "`tpr.fpr` must be a data.frame with the columns TPR and FPR, not a list."
  )
  expect_wroc_error(
    WeightedAUC(data.frame(TPR = 1:0, FPRate = 1:0)), "column",
    "Column `FPR` of `tpr.fpr` is missing.", argument = "tpr.fpr", column = "FPR"
  )
  expect_wroc_error(
    WeightedAUC(data.frame(TPR = c("1", "0"), FPR = 1:0)), "type",
    "Column `TPR` of `tpr.fpr` must be numeric, not a vector of type character.",
    column = "TPR", found = "character"
  )
  expect_wroc_error(
    WeightedAUC(data.frame(TPR = 1, FPR = 1)), "too_few_rows",
    "`tpr.fpr` must have at least two rows, not 1.", argument = "tpr.fpr", rows = 1
  )
  expect_wroc_error(
    WeightedAUC(data.frame(TPR = c(1, NA, 0), FPR = 3:1)), "missing",
    "Column `TPR` of `tpr.fpr` must not be missing: row 2 is NA or NaN.",
    argument = "tpr.fpr", column = "TPR", position = 2
  )
  expect_wroc_error(
    WeightedAUC(data.frame(TPR = c(1, 0), FPR = c(1L, NA))), "missing",
    "Column `FPR` of `tpr.fpr` must not be missing: row 2 is NA or NaN.", column = "FPR"
  )
  expect_wroc_error(
    WeightedAUC(data.frame(TPR = c(1, 0), FPR = c(Inf, 0))), "infinite",
    "Column `FPR` of `tpr.fpr` must be finite: row 1 is Inf.",
    column = "FPR", position = 1, value = Inf
  )
  expect_wroc_error(
    WeightedAUC(data.frame(TPR = c(1, 0, 0.5), FPR = c(1, 0.5, 0))), "increasing",
    "Column `TPR` of `tpr.fpr` must not increase: it goes from 0 to 0.5 at row 3.",
    column = "TPR", position = 3, value = 0.5, previous = 0
  )
  expect_wroc_error(
    WeightedAUC(data.frame(TPR = c(1, 0), FPR = c(0, 1))), "increasing",
    "Column `FPR` of `tpr.fpr` must not increase: it goes from 0 to 1 at row 2."
  )
})

test_that("what is no curve at all is told what one is", {
  people <- data.frame(sick = 0:1, age = 1:2)
  expect_wroc_error(roc_hull(people), "column", paste(
    "Column `TPR` of `x` is missing. WeightedROC() returns a curve;",
    "weighted_roc() computes curves from observations."
  ), column = "TPR")
  # A tally has a curve.
  expect_identical(roc_optimal(roc_tally(1:2, 0:1))$threshold, roc_optimal(WeightedROC(1:2, 0:1))$threshold)
})

test_that("curves in a list are told to be given one by one", {
  curve <- WeightedROC(1:2, 0:1)
  expect_wroc_error(roc_optimal(list(a = curve)), "type", paste(
    "`x` must be one curve, the data.frame that WeightedROC() returns, not a list.",
    "Give them one by one, or a fit of weighted_roc() for all of its scores."
  ))
  expect_error(roc_optimal(list(1)), class = "wroc_error_absent")
})
