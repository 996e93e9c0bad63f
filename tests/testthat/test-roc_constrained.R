# The best row, and behind it the best rule that may choose at random.
both_rules <- function(curve, ...) {
  rule <- plain(roc_constrained(curve, ..., randomize = TRUE))
  rule <- rule[c("TPR", "FPR", "threshold_low", "threshold_high", "probability")]
  names(rule) <- c("TPR_hull", "FPR_hull", paste0("hull_", names(rule)[3:5]))
  cbind(plain(roc_constrained(curve, ...)), rule)
}

test_that("the staircase, by hand", {
  # The hull goes from (0, 0.4) to (0.5, 1); the share is (5 TPR + 4 FPR) / 9.
  found <- both_rules(staircase_curve(), max_share = c(2 / 9, 4 / 9, 1))
  expect_close(found, data.frame(
    feasible = TRUE, TPR = c(0.4, 0.6, 1),
    FPR = c(0, 0.25, 0.5), threshold = c(7, 5, 3), FN = c(3, 2, 0), FP = c(0, 1, 2),
    share = c(2, 4, 7) / 9, PPV = c(1, 0.75, 5 / 7), NPV = c(4 / 7, 3 / 5, 1),
    max_share = c(2 / 9, 4 / 9, 1), prior = 5 / 9,
    TPR_hull = c(0.4, 0.64, 1), FPR_hull = c(0, 0.2, 0.5),
    hull_threshold_low = c(7, 3, 3), hull_threshold_high = c(7, 7, 3), hull_probability = c(0, 0.4, 0)
  ), 1e-14, 1e-15)
  # On the hull TPR is 0.4 + 1.2 FPR; the PPV is 0.8 where FPR is 5 / 16 TPR.
  found <- both_rules(staircase_curve(), min_PPV = 0.8)
  expect_equal(found$TPR_hull, 0.64)
  expect_equal(found$FPR_hull, 0.2)
  expect_equal(c(found$TPR, found$FPR), c(0.4, 0))
})

test_that("what can't be done is no error, and what keeps everything is nothing", {
  curve <- staircase_curve()
  found <- both_rules(curve, max_FPR = 0.1, min_TPR = c(0.3, 0.5, 0.9))
  expect_identical(found$feasible, c(TRUE, TRUE, FALSE))
  # At 0.1 the hull reaches 0.52, and no threshold more than 0.4.
  expect_equal(found$TPR, c(0.4, NA, NA))
  expect_equal(found$TPR_hull, c(0.52, 0.52, NA))
  inverted <- WeightedROC(6:1, rep(0:1, each = 3))
  none <- both_rules(inverted, min_PPV = 0.9)
  expect_identical(c(none$TPR, none$threshold, none$TPR_hull), c(0, Inf, 0))
  expect_identical(none$PPV, NA_real_)
})

test_that("what can't be asked for is an error that says so", {
  curve <- staircase_curve()
  expect_identical(error_kind(roc_constrained(curve)), "choice")
  expect_identical(error_kind(roc_constrained(curve, max_FPR = 2)), "range")
  expect_identical(error_kind(roc_constrained(curve, max_FPR = NA)), "missing")
  expect_identical(error_kind(roc_constrained(curve, max_FPR = c(0.1, 0.2), min_PPV = 1:3 / 4)), "length")
  expect_identical(error_kind(roc_constrained(curve, max_share = 0.1, prior = 0)), "range")
  expect_identical(error_kind(roc_constrained()), "absent")
})

test_that("bounds that were typed, or computed from their complement, are met", {
  # Each step is of 1 in 10,000 of both classes.
  curve <- WeightedROC(rep(1:10000, each = 2), rep(0:1, 10000), rep(0.1, 20000))
  for (rate in c(0.9999, 0.999, 0.9, 0.7, 0.3, 0.0001)) {
    expect_equal(roc_constrained(curve, max_FPR = rate)$FP, 1000 * rate)
    expect_equal(roc_constrained(curve, max_FPR = 1 - rate)$FP, 1000 * (1 - rate))
    expect_equal(plain(roc_at(curve, FPR = rate)[c("FP", "probability")]),
                 data.frame(FP = 1000 * rate, probability = 1))
    expect_equal(roc_constrained(curve, min_TPR = rate)$FN, 1000 * (1 - rate))
    expect_equal(roc_constrained(curve, min_TPR = 1 - rate)$FN, 1000 * rate)
    expect_equal(roc_constrained(curve, max_FNR = 1 - rate)$FN, 1000 * (1 - rate))
    expect_equal(roc_gain(curve, share = rate)$TPR, rate)
    expect_equal(roc_pr(curve, recall = rate)$threshold, curve$threshold[[round(1 + 1e4 * (1 - rate))]])
  }
})

test_that("bounds on the NPV are those of the definition, and max_FOR is the other name", {
  curve <- WeightedROC(mtcars$mpg, mtcars$am)
  found <- roc_constrained(curve, min_NPV = c(0.7, 0.9, 1))
  at <- roc_at(curve)
  for (i in 1:3) {
    kept <- at[is.na(at$NPV) | at$NPV >= found$min_NPV[[i]] - 1e-12, ]
    expect_identical(c(found$FPR[[i]], found$TPR[[i]]), c(min(kept$FPR), max(kept$TPR[kept$FPR == min(kept$FPR)])))
  }
  columns <- c("feasible", "TPR", "FPR", "threshold", "NPV")
  expect_identical(roc_constrained(curve, max_FOR = 1 - found$min_NPV)[columns], found[columns])
  # With bounds on false positives it can be impossible.
  expect_identical(roc_constrained(curve, min_NPV = c(0.7, 1), max_FPR = 0.05)$feasible, c(TRUE, FALSE))
})

# The best rule that may choose at random, and the point of the curve at the bound.
rule_at <- function(curve, ...) roc_constrained(curve, ..., randomize = TRUE)

columns_of_rows <- c("TPR", "FPR", "threshold", "FN", "FP")
columns_of_rules <- c("TPR", "FPR", "threshold_low", "threshold_high", "probability")

test_that("bounds of FPR on the staircase, by hand", {
  bounds <- c(0, 0.1, 0.25, 0.3, 1)
  expect_close(roc_constrained(staircase_curve(), max_FPR = bounds)[columns_of_rows], data.frame(
    TPR = c(0.4, 0.4, 0.6, 0.6, 1), FPR = c(0, 0, 0.25, 0.25, 0.5), threshold = c(7, 7, 5, 5, 3),
    FN = c(3, 3, 2, 2, 0),
    FP = c(0, 0, 1, 1, 2)
  ), 1e-14, 1e-15)
  expect_close(roc_at(staircase_curve(), FPR = bounds)[c("TPR", "FPR", "threshold", "probability")],
               data.frame(
    TPR = c(0.4, 0.4, 0.6, 0.64, 1), FPR = bounds, threshold = c(7, 6, 5, 4, 1),
    probability = c(1, 0.4, 1, 0.2, 1)
  ), 1e-14, 1e-15)
  # At 1 nothing keeps it from calling all positive, and at 0.5 all positives are found.
  expect_close(rule_at(staircase_curve(), max_FPR = bounds)[columns_of_rules], data.frame(
    TPR = c(0.4, 0.52, 0.7, 0.76, 1), FPR = c(0, 0.1, 0.25, 0.3, 0.5), threshold_low = c(7, 3, 3, 3, 3),
    threshold_high = c(7, 7, 7, 7, 3), probability = c(0, 0.2, 0.5, 0.6, 0)
  ), 1e-14, 1e-15)
})

test_that("bounds of FNR on the staircase, by hand", {
  bounds <- c(0, 0.1, 0.2, 0.3, 0.4, 0.7, 1)
  expect_close(roc_constrained(staircase_curve(), max_FNR = bounds)[columns_of_rows], data.frame(
    TPR = c(1, 1, 1, 1, 0.6, 0.4, 0.4), FPR = c(0.5, 0.5, 0.5, 0.5, 0.25, 0, 0),
    threshold = c(3, 3, 3, 3, 5, 7, 7),
    FN = c(0, 0, 0, 0, 2, 3, 3), FP = c(2, 2, 2, 2, 1, 0, 0)
  ), 1e-14, 1e-15)
  expect_close(roc_at(staircase_curve(), TPR = 1 - bounds)[c("FPR", "threshold", "probability")], data.frame(
    FPR = c(0.5, 0.5, 0.5, 0.375, 0.25, 0, 0), threshold = c(3, 3, 4, 4, 5, 7, Inf),
    probability = c(1, 0.5, 1, 0.5, 1, 0.75, 0)
  ), 1e-14, 1e-15)
  # Without a false positive more true positives cost nothing.
  expect_close(rule_at(staircase_curve(), max_FNR = bounds)[columns_of_rules], data.frame(
    TPR = c(1, 0.9, 0.8, 0.7, 0.6, 0.4, 0.4), FPR = c(0.5, 5 / 12, 1 / 3, 0.25, 1 / 6, 0, 0),
    threshold_low = c(3, 3, 3, 3, 3, 7, 7), threshold_high = c(3, 7, 7, 7, 7, 7, 7),
    probability = c(0, 5 / 6, 2 / 3, 0.5, 1 / 3, 0, 0)
  ), 1e-14, 1e-15)
})

test_that("points at a share are those of the gain curve, at each prior", {
  curve <- staircase_curve()
  shares <- c(0, 0.3, 0.71, 1)
  for (prior in list(NULL, 0.3, c(0.05, 0.8))) {
    found <- roc_at(curve, share = shares, prior = prior, beta = 2, cost_FN = 3)
    gains <- roc_gain(curve, share = shares, prior = prior)
    for (column in c("TPR", "FPR", "threshold", "probability", "prior")) {
      expect_close(found[[column]], gains[[column]], 1e-13, 1e-15)
    }
    expect_close(found$share, rep(shares, max(length(prior), 1)), 1e-12, 1e-14)
    p <- found$prior
    expect_close(found$risk, p * 3 * found$FNR + (1 - p) * found$FPR, 1e-12, 1e-14)
    found_F <- 5 * p * found$TPR / (5 * p * found$TPR + 4 * p * found$FNR + (1 - p) * found$FPR)
    expect_close(found$F, found_F, 1e-11, 1e-13)
  }
})

test_that("bounds that a rate equals are reached by it, not by the next row", {
  curve <- WeightedROC(c(1:10, 1:10), rep(0:1, each = 10))
  bounds <- (0:10) / 10
  expect_identical(roc_constrained(curve, max_FNR = bounds)$FN, as.numeric(0:10))
  expect_identical(roc_at(curve, TPR = 1 - bounds)$probability, c(rep(1, 10), 0))
  expect_identical(roc_constrained(curve, max_FPR = bounds)$FP, as.numeric(0:10))
  at <- roc_at(curve, FPR = bounds)
  expect_identical(at$threshold, c(Inf, 10:1))
  expect_identical(at$FP, as.numeric(0:10))
})

test_that("no places give no rows, the user's columns do not come along", {
  curve <- staircase_curve()
  expect_identical(plain(roc_at(curve, FPR = numeric())), plain(roc_at(curve, FPR = 0.3)[0, ]))
  for (f in list(roc_constrained, rule_at)) {
    one <- f(curve, max_FPR = 0.3)
    expect_error(f(curve, max_FPR = numeric()), class = "wroc_error_length")
    user <- cbind(name = "a", curve, max_FPR = 7)
    expect_identical(f(user, max_FPR = 0.3), one)
    expect_identical(f(curve, max_FPR = 0:1), f(curve, max_FPR = c(0, 1)))
  }
})

test_that("bounds that are none are errors", {
  curve <- document_curve()
  expect_error(rule_at(curve), class = "wroc_error")
  expect_error(roc_at(curve, FPR = 0.1, TPR = 0.1), class = "wroc_error_choice")
  for (bound in c("max_FPR", "max_FNR", "min_TPR", "min_TNR", "max_share", "min_PPV", "max_FDR")) {
    with_bound <- function(value) {
      do.call(rule_at, c(list(curve), setNames(list(value), bound)))
    }
    expect_error(with_bound(c(0.5, -0.1)), class = "wroc_error_range")
    expect_error(with_bound(1.1), class = "wroc_error_range")
    expect_error(with_bound(NA_real_), class = "wroc_error_missing")
    expect_error(with_bound("0.1"), class = "wroc_error_type")
  }
  for (place in c("FPR", "TPR", "share")) {
    with_place <- function(value) do.call(roc_at, c(list(curve), setNames(list(value), place)))
    expect_error(with_place(1.1), class = "wroc_error_range")
    expect_error(with_place(NA_real_), class = "wroc_error_missing")
  }
})

test_that("bounds on complements are the same problems, and of two the closer one holds", {
  bound <- c(0.1, 0.35, 0.6, 0.8)
  for (randomize in c(FALSE, TRUE)) {
    same <- function(...) {
      found <- lapply(list(...), function(bounds) {
        do.call(roc_constrained, c(list(staircase_curve()), bounds, randomize = randomize))
      })
      columns <- grep("^(max|min)_", names(found[[1L]]), invert = TRUE, value = TRUE)
      expect_equal(plain(found[[1L]])[columns], plain(found[[2L]])[columns], tolerance = 1e-12)
    }
    same(list(max_FPR = bound), list(min_TNR = 1 - bound))
    same(list(min_PPV = bound), list(max_FDR = 1 - bound))
    same(list(max_FPR = pmin(bound, 0.4)), list(max_FPR = bound, min_TNR = 0.6))
  }
})
