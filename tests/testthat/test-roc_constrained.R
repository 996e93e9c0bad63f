# The best of all rows, and of all mixtures of two rows, where bounds are met exactly.
naive_constrained <- function(points, bounds, prior) {
  margins <- function(p) {
    share <- prior * p$TPR + (1 - prior) * p$FPR
    cbind(
      if (!is.null(bounds$max_FPR)) bounds$max_FPR - p$FPR,
      if (!is.null(bounds$max_FNR)) bounds$max_FNR - (1 - p$TPR),
      if (!is.null(bounds$min_TPR)) p$TPR - bounds$min_TPR,
      if (!is.null(bounds$max_share)) bounds$max_share - share,
      if (!is.null(bounds$min_PPV)) prior * p$TPR - bounds$min_PPV * share,
      if (!is.null(bounds$min_NPV)) (1 - prior) * (1 - p$FPR) - bounds$min_NPV * (1 - share)
    )
  }
  from_above <- any(c("max_FPR", "max_share", "min_PPV") %in% names(bounds))
  best <- function(p) {
    p <- p[apply(margins(p) >= -1e-12, 1L, all), ]
    if (nrow(p) == 0L) return(c(NA_real_, NA_real_))
    aim <- if (from_above) order(-round(p$TPR, 11), p$FPR) else order(round(p$FPR, 11), -p$TPR)
    unlist(p[aim[[1L]], ])
  }
  pairs <- expand.grid(a = seq_len(nrow(points)), b = seq_len(nrow(points)))
  a <- points[pairs$a, ]
  b <- points[pairs$b, ]
  at_a <- margins(a)
  at_b <- margins(b)
  mixed <- lapply(seq_len(ncol(at_a)), function(k) {
    share <- at_a[, k] / (at_a[, k] - at_b[, k])
    inside <- which(at_a[, k] < 0 & at_b[, k] > 0)
    a[inside, ] + share[inside] * (b[inside, ] - a[inside, ])
  })
  list(row = best(points), hull = best(rbind(points, do.call(rbind, mixed))))
}

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

test_that("random curves agree with the definition", {
  skip_on_cran()
  set.seed(1)
  for (curve in some_curves(2)) {
    for (prior in list(NULL, 0.2)) {
      bounds <- list(max_FPR = runif(1), max_FNR = runif(1), min_TPR = runif(1), max_share = runif(1),
                     min_PPV = runif(1), min_NPV = runif(1))
      bounds <- bounds[sort(sample(6L, sample(3L, 1L)))]
      found <- do.call(both_rules, c(list(curve), bounds, list(prior = prior)))
      expected <- naive_constrained(curve[c("TPR", "FPR")], bounds, naive_prior(curve, prior))
      expect_equal(c(found$TPR, found$FPR), expected$row, ignore_attr = TRUE)
      expect_equal(c(found$TPR_hull, found$FPR_hull), expected$hull, ignore_attr = TRUE, tolerance = 1e-7)
      expect_identical(found$feasible, !is.na(found$TPR_hull))
    }
  }
})

test_that("mixtures keep the bounds exactly, and swapped roles of bounds agree", {
  set.seed(3)
  for (curve in real_curves(2)) {
    found <- both_rules(curve, max_FPR = 0.7, max_share = runif(10), min_PPV = 0.05, prior = 0.3)
    at <- function(rate, end) roc_at(curve, threshold = found[[end]])[[rate]]
    mixed <- function(rate) {
      found$hull_probability * at(rate, "hull_threshold_low") +
        (1 - found$hull_probability) * at(rate, "hull_threshold_high")
    }
    expect_equal(mixed("TPR"), found$TPR_hull)
    expect_equal(mixed("FPR"), found$FPR_hull)
    share <- 0.3 * found$TPR_hull + 0.7 * found$FPR_hull
    expect_true(all(share <= found$max_share * (1 + 1e-12), found$FPR_hull <= 0.7 + 1e-12))
    # A rule that is feasible with a TPR from below is the same rule.
    again <- both_rules(curve, max_share = found$max_share, min_TPR = found$TPR_hull * (1 - 1e-9),
                             max_FPR = 0.7, min_PPV = 0.05, prior = 0.3)
    expect_equal(again$TPR_hull, found$TPR_hull)
  }
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

test_that("a fit answers for each score, and low scores in their units", {
  set.seed(4)
  data <- data.frame(sick = rep(0:1, 30), a = rnorm(60, rep(0:1, 30)))
  data$low <- -data$a
  both <- both_rules(weighted_roc(sick ~ a, data), max_share = 0.3)
  turned <- both_rules(weighted_roc(sick ~ low, data, direction = "<="), max_share = 0.3)
  expect_equal(turned$threshold, -both$threshold)
  expect_equal(turned$hull_threshold_low, -both$hull_threshold_high)
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

# One rule for bounds, see rounding_at() in the core.
test_that("a bound and its complement choose the same row, and 0 and 1 hold exactly", {
  skip_on_cran()
  curve <- WeightedROC(c(1, 2, 1, 2, 2), c(1, 1, 0, 0, 1), c(1, 1e15, 5, 1, 4))
  rows <- c("feasible", "TPR", "FPR", "threshold", "FN", "FP")
  exact <- roc_constrained(curve, min_TPR = 1)
  expect_identical(exact[rows], roc_constrained(curve, max_FNR = 0)[rows])
  expect_identical(exact$FN, 0)
  set.seed(6)
  for (trial in 1:100) {
    n <- sample(5:20, 1L)
    label <- c(0, 1, sample(0:1, n - 2, TRUE))
    curve <- WeightedROC(sample(6, n, TRUE), label, 10^runif(n, -17, 0))
    # Representable, as 1 - b is: near the rates of rows and anywhere.
    bound <- 1 - c(1 - curve$FN / max(curve$FN), runif(3), 1 - 2^-(50:53))
    expect_identical(1 - (1 - bound), bound)
    by_FNR <- roc_constrained(curve, max_FNR = bound)
    by_TPR <- roc_constrained(curve, min_TPR = 1 - bound)
    others <- setdiff(names(by_FNR), "max_FNR")
    expect_identical(by_TPR[others], by_FNR[others])
    expect_identical(by_FNR$TPR, roc_constrained(curve, max_FNR = bound, prior = 0.5)$TPR)
    # No bound is passed by more than the page says.
    expect_true(all(by_FNR$FN / max(curve$FN) <= bound + (bound > 0) * (2^-50 * bound + 2^-52)))
  }
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
    expect_identical(found$FPR[[i]], min(kept$FPR))
    expect_identical(found$TPR[[i]], max(kept$TPR[kept$FPR == found$FPR[[i]]]))
    expect_equal(found$NPV[[i]], at$NPV[match(found$threshold[[i]], at$threshold)])
  }
  columns <- c("feasible", "TPR", "FPR", "threshold", "NPV")
  expect_identical(roc_constrained(curve, max_FOR = 1 - found$min_NPV)[columns], found[columns])
  # With bounds on false positives it can be impossible.
  both <- roc_constrained(curve, min_NPV = c(0.7, 1), max_FPR = 0.05)
  expect_identical(both$feasible, c(TRUE, FALSE))
  # Labels and scores turned, it is a bound on the PPV; the least FPR is then the largest TPR.
  turned <- WeightedROC(-mtcars$mpg, 1 - mtcars$am)
  by_PPV <- roc_constrained(turned, min_PPV = 0.9, randomize = TRUE)
  by_NPV <- roc_constrained(curve, min_NPV = 0.9, randomize = TRUE)
  expect_equal(c(by_NPV$TPR, by_NPV$FPR), 1 - c(by_PPV$FPR, by_PPV$TPR))
})
