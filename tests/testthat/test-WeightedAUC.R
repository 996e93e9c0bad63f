test_that("the document's example", {
  curve <- WeightedROC(c(1, 2, 3, 1, 1), c(-1, -1, 1, 1, 1), c(1, 1, 1, 4, 5))
  expect_identical(WeightedAUC(curve), 0.325)
})

test_that("perfect, worthless and inverted scores", {
  label <- c(0, 0, 1, 1)
  expect_identical(WeightedAUC(WeightedROC(1:4, label)), 1)
  expect_identical(WeightedAUC(WeightedROC(rep(7, 4), label)), 0.5)
  expect_identical(WeightedAUC(WeightedROC(4:1, label)), 0)
})

test_that("any falling columns of any data.frame have an area", {
  expect_identical(WeightedAUC(data.frame(FPR = c(1L, 0L), other = "a", TPR = c(1L, 0L))), 0.5)
  expect_identical(WeightedAUC(data.frame(TPR = c(0.8, 0.6), FPR = c(0.5, 0.25))), 0.175)
  expect_identical(WeightedAUC(data.frame(TPR = c(3, 1), FPR = c(5, 5))), 0)
})

test_that("tibbles, data.tables and added columns go in", {
  curve <- WeightedROC(1:4, c(0, 1, 0, 1))
  curve$error <- curve$FN + curve$FP
  expect_identical(WeightedAUC(curve), 0.75)
  skip_if_not_installed("tibble")
  expect_identical(WeightedAUC(tibble::as_tibble(curve)), 0.75)
  skip_if_not_installed("data.table")
  expect_identical(WeightedAUC(data.table::as.data.table(curve)), 0.75)
})

test_that("an area of many small trapezoids keeps its digits", {
  n <- 1e6
  curve <- data.frame(TPR = seq(1, 0, length.out = n), FPR = seq(1, 0, length.out = n))
  expect_equal(WeightedAUC(curve), 0.5, tolerance = 1e-15)
})

# Errors ---------------------------------------------------------------------------------

test_that("what is no curve is an error that says why", {
  columns <- function(TPR, FPR) data.frame(TPR, FPR)
  curve <- "`tpr.fpr` must be a data.frame with the columns TPR and FPR, not"
  cases <- list(
    list(c(1, 0), "type", paste(curve, "a vector of type double."), argument = "tpr.fpr", found = "numeric"),
    list(list(TPR = 1:0, FPR = 1:0), "type", paste(curve, "a list.")),
    list(data.frame(TPR = 1:0, FPRate = 1:0), "column", "Column `FPR` of `tpr.fpr` is missing.", column = "FPR"),
    list(columns(c("1", "0"), 1:0), "type",
         "Column `TPR` of `tpr.fpr` must be numeric, not a vector of type character.", found = "character"),
    list(columns(1, 1), "too_few_rows", "`tpr.fpr` must have at least two rows, not 1.", rows = 1),
    list(columns(c(1, NA, 0), 3:1), "missing",
         "Column `TPR` of `tpr.fpr` must not be missing: row 2 is NA or NaN.", position = 2),
    list(columns(c(1, 0), c(1L, NA)), "missing",
         "Column `FPR` of `tpr.fpr` must not be missing: row 2 is NA or NaN.", column = "FPR"),
    list(columns(c(1, 0), c(Inf, 0)), "infinite",
         "Column `FPR` of `tpr.fpr` must be finite: row 1 is Inf.", position = 1, value = Inf),
    list(columns(c(1, 0, 0.5), c(1, 0.5, 0)), "increasing",
         "Column `TPR` of `tpr.fpr` must not increase: it goes from 0 to 0.5 at row 3.",
         position = 3, value = 0.5, previous = 0)
  )
  for (case in cases) do.call(expect_wroc_error, c(list(quote(WeightedAUC(case[[1L]]))), case[-1L]))
})

test_that("what is no curve at all is told what one is, and curves in a list to be given one by one", {
  expect_wroc_error(roc_hull(data.frame(sick = 0:1, age = 1:2)), "column", paste(
    "Column `TPR` of `x` is missing. WeightedROC() returns a curve;",
    "weighted_roc() computes curves from observations."
  ), column = "TPR")
  # A tally has a curve.
  curve <- WeightedROC(1:2, 0:1)
  expect_identical(roc_optimal(roc_tally(1:2, 0:1))$threshold, roc_optimal(curve)$threshold)
  expect_wroc_error(roc_optimal(list(a = curve)), "type", paste(
    "`x` must be one curve, the data.frame that WeightedROC() returns, not a list.",
    "Give them one by one, or a fit of weighted_roc() for all of its scores."
  ))
  expect_refused("absent label" = roc_optimal(list(1)))
})
