test_that("what is of no use is an error", {
  expect_error(roc_measure("AUCH", prior = 0.1), class = "wroc_error_unused")
  expect_error(roc_measure("MER", density = c(2, 2)), class = "wroc_error_unused")
  of_function <- roc_measure("H", density = function(c) c)
  expect_error(roc_estimate(1:4, c(0, 1, 0, 1), measure = of_function), class = "wroc_error_unsupported")
  expect_error(roc_measure("areas"), class = "wroc_error_choice")
})
