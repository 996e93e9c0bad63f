test_that("the document's example, by hand", {
  curve <- document_curve()
  expect_close(risk_rows(curve),
               cbind(curve, risk = c(2, 10, 9, 10) / 12, cost_columns(prior = 10 / 12)), 1e-14)
  expect_close(risk_rows(curve, prior = 0.5)$risk, c(0.5, 0.7, 0.45, 0.5), 1e-14)
  # 0.25 (TPR + 8 FNR) + 0.75 (4 FPR + 2 TNR)
  risk <- risk_rows(curve, cost_FP = 4, cost_FN = 8, cost_TP = 1, cost_TN = 2, prior = 0.25)$risk
  expect_close(risk, c(0.25 + 3, 0.025 + 1.8 + 1.5 + 0.75, 0.025 + 1.8 + 1.5, 2 + 1.5), 1e-14)
})

test_that("an older column risk is replaced where it is, others stay", {
  curve <- staircase_curve()
  user <- cbind(risk = "old", name = letters[1:7], curve)
  result <- risk_rows(user)
  expect_identical(names(result), c(names(user), names(cost_columns(prior = 1))))
  expect_identical(result$risk, risk_rows(curve)$risk)
  expect_identical(result$name, user$name)
  expect_identical(risk_rows(result), result)
})

test_that("several costs and priors have a block of rows each, and gains are negative costs", {
  skip_on_cran()
  set.seed(4)
  for (curve in some_curves(1)) {
    costs <- list(cost_FP = rnorm(3), cost_FN = rnorm(3), cost_TP = rnorm(1), cost_TN = rnorm(3))
    for (prior in list(NULL, runif(3), runif(1))) {
      found <- do.call(risk_rows, c(list(curve), costs, list(prior = prior)))
      expect_plain_frame(found)
      alone <- lapply(1:3, function(i) {
        one <- lapply(c(costs, list(prior = prior)), function(x) if (!is.null(x)) rep_len(x, 3)[i])
        result <- do.call(risk_rows, c(list(curve), one))
        expect_close(result$risk, do.call(naive_risk, c(list(curve), one)), 1e-13, 1e-14)
        result
      })
      expect_close(found, do.call(rbind, alone), 1e-15)
    }
  }
  expect_wroc_error(
    risk_rows(curve, cost_FP = 1:3, cost_FN = 1:2), "length",
    "`cost_FN` must have length 1 or the length of the longest of costs and prior, 3, not 2.",
    argument = "cost_FN", length = 2, expected = 3
  )
})

test_that("costs and priors that are none are errors", {
  curve <- document_curve()
  faulty <- list(missing = NA_real_, missing = NaN, type = "0.5", type = list(0.5),
                 length = numeric())
  for (f in list(risk_rows, roc_optimal)) {
    for (argument in c("prior", "cost_FP", "cost_FN", "cost_TP", "cost_TN")) {
      with_value <- function(value) do.call(f, c(list(curve), setNames(list(value), argument)))
      kinds <- vapply(faulty, function(value) error_kind(with_value(value)), "")
      expect_identical(unname(kinds), names(faulty), info = argument)
      expect_error(with_value(Inf), class = "wroc_error")
    }
    expect_error(f(curve, prior = -0.1), class = "wroc_error_range")
    expect_error(f(curve, prior = 1.5), class = "wroc_error_range")
  }
})
