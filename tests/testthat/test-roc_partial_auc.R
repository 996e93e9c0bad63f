partial <- function(...) partial_area(...)

test_that("there is a row for each interval, which are pairs or rows of two columns", {
  curve <- staircase_curve()
  intervals <- rbind(c(0, 0.2), c(0.1, 0.7), c(0.5, 0.5))
  for (rate in c("FPR", "TPR")) {
    of <- function(x, ...) do.call(partial_area, c(list(curve), setNames(list(x), rate), ...))
    found <- of(intervals[1:2, ])
    alone <- lapply(1:2, function(i) of(intervals[i, ]))
    expect_identical(found, unlist(alone))
    expect_identical(of(data.frame(from = intervals[1:2, 1], to = intervals[1:2, 2])), found)
    expect_identical(of(intervals[1, , drop = FALSE]), of(intervals[1, ]))
    expect_close(of(intervals[1:2, ], standardize = "range"), found / c(0.2, 0.7 - 0.1), 1e-15)
    expect_wroc_error(of(intervals[, 2:1]), "interval",
                      sprintf("`%s` must ascend: it goes from 0.2 to 0.", rate), argument = rate,
                      value = c(0.2, 0))
    expect_wroc_error_of(of(cbind(intervals, 1)), "length", rate)
    expect_wroc_error_of(of(cbind(intervals[, 1], NA_real_)), "missing", rate)
    expect_wroc_error_of(of(cbind("a", "b")), "type", rate)
    expect_wroc_error_of(of(intervals, standardize = "mcclish"), "interval", rate)
  }
})

test_that("areas by FPR on the staircase, by hand", {
  curve <- staircase_curve()
  area <- function(...) partial(curve, FPR = c(...))
  expect_close(partial(curve), 0.775, 1e-15)
  expect_close(area(0, 0.25), 0.1, 1e-15)
  expect_close(area(0.25, 0.5), 0.175, 1e-15)
  expect_close(area(0.5, 1), 0.5, 1e-15)
  expect_close(area(0.1, 0.3), 0.15 * 0.4 + 0.05 * 0.62, 1e-14)
  expect_close(area(0.3, 0.4), 0.1 * 0.68, 1e-14)
  expect_error(area(0.3, 0.3), class = "wroc_error_interval")
})

test_that("areas by TPR on the staircase, by hand", {
  curve <- staircase_curve()
  area <- function(...) partial(curve, TPR = c(...))
  expect_close(area(0, 1), 0.775, 1e-15)
  expect_close(area(0, 0.4), 0.4, 1e-15)
  expect_close(area(0.4, 0.6), 0.15, 1e-14)
  expect_close(area(0.6, 0.8), 0.125, 1e-14)
  expect_close(area(0.8, 1), 0.1, 1e-14)
  expect_close(area(0.5, 0.7), 0.1 * 0.75 + 0.1 * (0.75 + 0.625) / 2, 1e-14)
})

test_that("standardized areas, by hand", {
  curve <- staircase_curve()
  expect_close(partial(curve, FPR = c(0, 0.25), standardize = "range"), 0.4, 1e-14)
  expect_close(partial(curve, TPR = c(0.8, 1), standardize = "range"), 0.5, 1e-14)
  # McClish: (1 + (A - min) / (max - min)) / 2
  expect_close(partial(curve, FPR = c(0, 0.25), standardize = "mcclish"),
               (1 + (0.1 - 0.03125) / (0.25 - 0.03125)) / 2, 1e-14)
  expect_close(partial(curve, FPR = c(0.25, 0.5), standardize = "mcclish"),
               (1 + (0.175 - 0.09375) / (0.25 - 0.09375)) / 2, 1e-14)
  expect_close(partial(curve, TPR = c(0.8, 1), standardize = "mcclish"),
               (1 + (0.1 - 0.02) / (0.2 - 0.02)) / 2, 1e-13)
  expect_close(partial(curve, standardize = "mcclish"), 0.775, 1e-14)
  expect_close(partial(curve, TPR = 0:1, standardize = "mcclish"), 0.775, 1e-14)
})

test_that("intervals that are none are errors", {
  curve <- document_curve()
  expect_error(partial(curve, FPR = 0:1, TPR = 0:1), class = "wroc_error")
  expect_error(partial(curve, standardize = "other"), class = "wroc_error")
  for (rate in c("FPR", "TPR")) {
    faulty <- list(interval = c(0.5, 0.2), interval = c(0.5, 0.5), range = c(-0.1, 0.5), length = c(0, 0.5, 1),
                   missing = c(NA, 1), type = c("0", "1"))
    kinds <- vapply(faulty, function(ends) {
      error_kind(do.call(partial_area, c(list(curve), setNames(list(ends), rate))))
    }, "", USE.NAMES = FALSE)
    expect_identical(kinds, names(faulty))
  }
})

test_that("a percentage and a single end are told from an interval of rates", {
  curve <- WeightedROC(1:4, c(0, 1, 0, 1))
  expect_wroc_error(
    partial_area(curve, FPR = c(0, 10)), "range",
    "`FPR` must be between 0 and 1: element 2 is 10. Is it in percent? 10 % is 0.1."
  )
  expect_wroc_error(partial_area(curve, FPR = c(0, 101)), "range",
                    "`FPR` must be between 0 and 1: element 2 is 101.")
  expect_wroc_error(
    partial_area(curve, FPR = 0.1), "length",
    "`FPR` must have length 2, the ends of an interval such as c(0, 0.1), not 1.",
    length = 1L, expected = 2L
  )
  expect_wroc_error(roc_optimal(curve, prior = 2), "range", paste(
    "`prior` must be greater than 0 and less than 1: it is 2.", "Is it in percent? 2 % is 0.02."
  ))
})

test_that("the area above the chance line of the document's example, by hand", {
  # Costs and classes alike: the chance line, that crosses TPR = 0.1 at 0.1.
  expect_close(cost_areas_of(document_curve(), prior = 0.5),
               data.frame(pAUC = 0.005, max_pAUC = 0.5, ratio = 0.01),
               1e-13, 1e-15)
})

test_that("a line through 0 and through 1, by hand", {
  # L = 3 x - 1; TPR is 0.4 up to 0.25, 0.4 + 0.8 x up to 0.5, then 1.
  third <- 1 / 3
  area <- 0.4 * 0.25 + (third - 0.25) * (0.4 + 0.4 * (0.25 + third)) +
    (0.5 - third) * (1.4 - 1.1 * (third + 0.5)) + (2 / 3 - 0.5) * 0.25
  expect_close(cost_areas_of(staircase_curve(), cost_FP = 3, prior = 0.5),
               data.frame(pAUC = area, max_pAUC = 0.5, ratio = 2 * area), 1e-13)
  # L = 1 / 3 + x / 3 is above 0.4 after 0.2, between 0.25 and 0.5 below TPR.
  area <- 0.2 * (0.4 - third) / 2 + 0.25 * (0.6 - 5 / 12 + 0.8 - 0.5) / 2 +
    0.5 * (0.5 + third) / 2
  expect_close(of_share(staircase_curve(), 0.75, prior = 0.5),
               data.frame(pAUC = area, max_pAUC = 0.5, ratio = 2 * area), 1e-13)
})

test_that("by default the prior is the share of the positives in the weights", {
  curve <- document_curve()
  expect_close(of_share(curve, 0.3), of_share(curve, 0.3, prior = 10 / 12), 1e-13)
})

test_that("costs that are none are errors", {
  curve <- document_curve()
  expect_wroc_error_of(cost_areas_of(curve, cost_FP = 0, cost_FN = 0), "costs", "cost_FN")
  expect_wroc_error_of(cost_areas_of(curve, cost_FP = c(0.1, 0.2), cost_FN = c(1, 2, 3)), "length", "cost_FP")
  for (cost in c("cost_FN", "cost_FP")) {
    faulty <- list(costs = -0.1, costs = c(0.5, -2), range = Inf, missing = NA_real_, type = "0.5")
    kinds <- vapply(faulty, function(value) {
      error_kind(do.call(cost_areas_of, c(list(curve), setNames(list(value), cost))))
    }, "", USE.NAMES = FALSE)
    expect_identical(kinds, names(faulty))
  }
  expect_error(cost_areas_of(curve, cost_FP = 2, cost_FN = 2, cost_TP = 2, cost_TN = 2),
               class = "wroc_error_costs")
  for (prior in list(1.5, NA_real_, "a")) {
    expect_identical(error_kind(cost_areas_of(curve, cost_FP = 0.5, prior = prior)),
                     if (is.character(prior)) "type" else if (is.na(prior)) "missing" else "range")
  }
})
