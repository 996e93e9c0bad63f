test_that("the document's example, by hand", {
  curve <- document_curve()
  expect_close(risk_rows(curve),
               cbind(curve, risk = c(2, 10, 9, 10) / 12, cost_columns(prior = 10 / 12)), 1e-14)
  expect_close(risk_rows(curve, prior = 0.5)$risk, c(0.5, 0.7, 0.45, 0.5), 1e-14)
  # 0.25 (TPR + 8 FNR) + 0.75 (4 FPR + 2 TNR)
  risk <- risk_rows(curve, cost_FP = 4, cost_FN = 8, cost_TP = 1, cost_TN = 2, prior = 0.25)$risk
  expect_close(risk, c(0.25 + 3, 0.025 + 1.8 + 1.5 + 0.75, 0.025 + 1.8 + 1.5, 2 + 1.5), 1e-14)
})

random_costs <- function() {
  list(cost_FP = rexp(1), cost_FN = rexp(1), cost_TP = rexp(1, 5), cost_TN = rexp(1, 5),
       prior = if (runif(1) < 0.8) runif(1))
}

test_that("random costs and priors agree with the definition", {
  set.seed(1)
  for (curve in some_curves(5)) {
    costs <- random_costs()
    result <- do.call(risk_rows, c(list(curve), costs))
    front <- do.call(cost_columns, replace(costs, "prior", naive_prior(curve, costs$prior)))
    expected <- cbind(curve, risk = do.call(naive_risk, c(list(curve), costs)), front)
    expect_close(result, expected, 1e-13)
  }
})

test_that("by default it is the weighted zero-one loss", {
  set.seed(2)
  for (x in c(integer_observations(), real_observations())) {
    curve <- curve_of(x)
    loss <- vapply(curve$threshold[-nrow(curve)], function(t) {
      weighted.mean((x$guess >= t) != x$positive, x$weight)
    }, 0)
    risk <- risk_rows(curve)$risk
    expect_close(risk, c(loss, weighted.mean(x$positive, x$weight)), 1e-13, 1e-17)
    expect_close(risk, roc_at(curve)$ERR, 1e-13)
  }
})

test_that("by default the prior is the share of the positives in the weights", {
  curve <- document_curve()
  expect_close(risk_rows(curve, cost_FP = 1, cost_FN = 2, cost_TP = 0.5, cost_TN = 0.1),
               risk_rows(curve, cost_FP = 1, cost_FN = 2, cost_TP = 0.5, cost_TN = 0.1, prior = 10 / 12),
               1e-15)
})

test_that("with a prior of 0.5 it is (1 - J) / 2", {
  curve <- staircase_curve()
  expect_close(risk_rows(curve, prior = 0.5)$risk, (1 - roc_at(curve)$J) / 2, 1e-14, 1e-16)
})

test_that("equal costs of all outcomes are the risk, whatever the threshold", {
  expect_close(risk_rows(staircase_curve(), cost_FP = 3, cost_FN = 3, cost_TP = 3, cost_TN = 3)$risk,
               rep(3, 7), 1e-15)
})

test_that("right answers may cost more than errors", {
  curve <- document_curve()
  expect_close(risk_rows(curve, cost_FP = 0, cost_FN = 0, cost_TP = 1, cost_TN = 1)$risk,
               1 - risk_rows(curve)$risk, 1e-14)
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

test_that("risks near 0 keep their digits", {
  # FNR = 1e-20 and FPR = 1e-18 at the threshold 2.
  curve <- WeightedROC(c(1, 1, 2, 2), c(0, 1, 0, 1), c(1e18, 1e-20, 1, 1))
  expect_close(risk_rows(curve, prior = 0.5)$risk[2], (1e-20 + 1e-18) / 2, 1e-14)
  set.seed(3)
  for (repetition in 1:20) {
    curve <- wide_curve()
    costs <- random_costs()
    expect_close(do.call(risk_rows, c(list(curve), costs))$risk,
                 do.call(naive_risk, c(list(curve), costs)), 1e-13)
  }
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
