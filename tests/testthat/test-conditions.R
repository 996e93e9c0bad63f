test_that("errors carry the user's call", {
  expect_identical(conditionCall(expect_error(WeightedROC(1, 1:3))), quote(WeightedROC(1, 1:3)))
  expect_identical(
    conditionCall(expect_error(WeightedROC(1:2, c(1, 1)))), quote(WeightedROC(1:2, c(1, 1)))
  )
  outer <- function(label) WeightedAUC(WeightedROC(1:2, label))
  expect_identical(conditionCall(expect_error(outer(0))), quote(WeightedROC(1:2, label)))
})

test_that("R survives what the Rust side is never given", {
  expect_error(unwrap(roc_curve("a", 1, NULL, TRUE, 1L)), class = "wroc_error_internal")
  expect_error(unwrap(roc_curve(NULL, NULL, NULL, TRUE, 1L)), class = "wroc_error_internal")
  expect_error(unwrap(roc_curve(1, 0:1, NULL, TRUE, 1L)), class = "wroc_error_internal")
  expect_error(unwrap(curve_area(1L, 2)), class = "wroc_error_internal")
})

test_that("a message with format directives is shown as it is", {
  failure <- structure(list(kind = "internal", detail = "100% %s %n %d"), class = "wroc_failure")
  expect_wroc_error(
    unwrap(failure), "internal", "Internal error, please report it: 100% %s %n %d"
  )
})
