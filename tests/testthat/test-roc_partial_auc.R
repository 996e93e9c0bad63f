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
                      sprintf("`%s` must ascend: row 1 goes from 0.2 to 0.", rate), argument = rate,
                      position = 1)
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

random_interval <- function(ends) {
  repeat {
    interval <- sort(sample(c(runif(3), ends), 2))
    if (interval[1] < interval[2]) {
      return(interval)
    }
  }
}

test_that("random curves and intervals agree with the definition", {
  skip_on_cran()
  set.seed(1)
  for (curve in some_curves(8)) {
    by_fpr <- random_interval(curve$FPR)
    expect_close(partial(curve, FPR = by_fpr),
                 naive_partial_auc_FPR(curve, by_fpr[1], by_fpr[2]), 1e-12, 1e-15)
    by_tpr <- random_interval(curve$TPR)
    expect_close(partial(curve, TPR = by_tpr),
                 naive_partial_auc_TPR(curve, by_tpr[1], by_tpr[2]), 1e-12, 1e-15)
  }
})

test_that("the whole area is that of WeightedAUC, either way", {
  skip_on_cran()
  set.seed(2)
  for (curve in c(some_curves(2), replicate(20, wide_curve(), simplify = FALSE))) {
    area <- WeightedAUC(curve)
    expect_close(partial(curve), area, 1e-14, 1e-16)
    expect_close(partial(curve, FPR = c(0, 1)), area, 1e-14, 1e-16)
    expect_close(partial(curve, TPR = c(0, 1)), area, 1e-14, 1e-15)
    expect_close(partial(curve, TPR = c(0, 1), standardize = "range"), area, 1e-14, 1e-15)
  }
})

test_that("areas of adjacent intervals add up", {
  skip_on_cran()
  set.seed(3)
  for (curve in c(some_curves(2), replicate(20, wide_curve(), simplify = FALSE))) {
    cuts <- c(0, sort(c(runif(3), sample(curve$FPR, 1))), 1)
    cuts <- cuts[c(TRUE, diff(cuts) > 0)]
    ends <- seq_along(cuts)[-1]
    parts <- vapply(ends, function(i) partial(curve, FPR = cuts[i - 1:0]), 0)
    expect_close(sum(parts), WeightedAUC(curve), 1e-13, 1e-15)
    parts <- vapply(ends, function(i) partial(curve, TPR = cuts[i - 1:0]), 0)
    expect_close(sum(parts), WeightedAUC(curve), 1e-13, 1e-15)
  }
})

test_that("the area by FPR is that by TPR of swapped classes and negated scores", {
  # There (FPR, TPR) is (1 - TPR, 1 - FPR) here.
  set.seed(4)
  for (x in rep(c(integer_observations(), real_observations()), 2)) {
    curve <- curve_of(x)
    swapped <- curve_of(list(guess = -x$guess, positive = !x$positive, weight = x$weight))
    ends <- sort(runif(2))
    expect_close(partial(swapped, TPR = 1 - rev(ends)),
                 partial(curve, FPR = ends), 1e-12, 1e-15)
    expect_close(partial(swapped, FPR = 1 - rev(ends)),
                 partial(curve, TPR = ends), 1e-12, 1e-15)
  }
})

test_that("by McClish the chance line has 0.5 and the perfect curve 1", {
  chance <- WeightedROC(rep(1:6, 2), rep(0:1, each = 6), rep(c(1, 2, 3, 1, 1, 5), 2))
  perfect <- WeightedROC(1:8, rep(0:1, each = 4), 1:8)
  intervals <- list(c(0, 1), c(0, 0.1), c(0.8, 1), c(0.25, 0.6), c(0.2, 0.2 + 1e-3))
  for (interval in intervals) {
    mcclish <- function(...) partial(..., standardize = "mcclish")
    expect_close(mcclish(perfect, FPR = interval), 1, 1e-14)
    expect_close(mcclish(perfect, TPR = interval), 1, 1e-14)
    # A rounding error below the chance line is not below it.
    expect_warning(expect_close(mcclish(chance, FPR = interval), 0.5, 1e-12), NA)
    expect_warning(expect_close(mcclish(chance, TPR = interval), 0.5, 1e-12), NA)
  }
})

test_that("by McClish random curves agree with the definition or have none", {
  skip_on_cran()
  set.seed(5)
  for (curve in some_curves(4)) {
    ends <- sort(runif(2))
    area <- naive_partial_auc_FPR(curve, ends[1], ends[2])
    least <- naive_partial_auc_FPR(data.frame(FPR = 1:0, TPR = 1:0), ends[1], ends[2])
    if (area > least * (1 + 1e-10)) {
      expect_close(partial(curve, FPR = ends, standardize = "mcclish"),
                   naive_mcclish(area, ends[1], ends[2], least), 1e-12)
    } else if (area < least * (1 - 1e-10)) {
      expect_warning(
        value <- partial(curve, FPR = ends, standardize = "mcclish"),
        class = "wroc_warning_undefined"
      )
      expect_identical(value, NA_real_)
    }
    area <- naive_partial_auc_TPR(curve, ends[1], ends[2])
    least <- naive_partial_auc_TPR(data.frame(FPR = 1:0, TPR = 1:0), ends[1], ends[2])
    if (area > least * (1 + 1e-10)) {
      expect_close(partial(curve, TPR = ends, standardize = "mcclish"),
                   naive_mcclish(area, ends[1], ends[2], least), 1e-12)
    } else if (area < least * (1 - 1e-10)) {
      expect_warning(
        value <- partial(curve, TPR = ends, standardize = "mcclish"),
        class = "wroc_warning_undefined"
      )
      expect_identical(value, NA_real_)
    }
  }
})

test_that("narrow intervals keep their digits", {
  curve <- staircase_curve()
  # TPR = 0.4 + 0.8 x between 0.25 and 0.5
  at <- 0.3
  expect_close(partial(curve, FPR = c(at, at + 2^-30)),
               2^-30 * (0.4 + 0.8 * (at + 2^-31)), 1e-12)
  expect_close(partial(curve, FPR = c(0, 1e-300)), 0.4e-300, 1e-14)
})

test_that("intervals that are none are errors", {
  curve <- document_curve()
  expect_error(partial(curve, FPR = 0:1, TPR = 0:1), class = "wroc_error")
  expect_error(partial(curve, standardize = "other"), class = "wroc_error")
  for (rate in c("FPR", "TPR")) {
    with_interval <- function(value, ...) {
      do.call(partial_area, c(list(curve), setNames(list(value), rate), ...))
    }
    expect_error(with_interval(c(0.5, 0.2)), class = "wroc_error_interval")
    expect_error(with_interval(c(0.5, 0.5), standardize = "range"), class = "wroc_error_interval")
    expect_error(with_interval(c(0.5, 0.5), standardize = "mcclish"), class = "wroc_error_interval")
    expect_error(with_interval(c(-0.1, 0.5)), class = "wroc_error_range")
    expect_error(with_interval(c(0, 1.1)), class = "wroc_error_range")
    expect_error(with_interval(0.5), class = "wroc_error_length")
    expect_error(with_interval(c(0, 0.5, 1)), class = "wroc_error_length")
    expect_error(with_interval(c(NA, 1)), class = "wroc_error_missing")
    expect_error(with_interval(c("0", "1")), class = "wroc_error_type")
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
    "`FPR` must be the two ends of an interval, such as c(0, 0.1): its length is 1.",
    length = 1L, expected = 2L
  )
  expect_wroc_error(roc_optimal(curve, prior = 2), "range", paste(
    "`prior` must be greater than 0 and less than 1: it is 2.", "Is it in percent? 2 % is 0.02."
  ))
})

test_that("a number that is NA is missing", {
  curve <- WeightedROC(1:4, c(0, 1, 0, 1))
  expect_wroc_error(roc_optimal(curve, cost_FN = NA), "missing",
                    "`cost_FN` must not be missing: it is NA.", argument = "cost_FN")
  expect_error(roc_optimal(curve, cost_FN = c(NA, TRUE)), class = "wroc_error_type")
})
