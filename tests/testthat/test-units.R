# Units of costs, weights and intervals change the unit of a result and nothing else: no tolerance is absolute.

sample_of_units <- function(n = 60, seed = 7) {
  set.seed(seed)
  truth <- rep(0:1, length.out = n)
  data.frame(truth, score = round(rnorm(n, truth), 1), weight = round(rexp(n), 3) + 0.001,
             cluster = rep(1:20, 3))
}
numbers_in_units <- c("estimate", "std.error", "conf.low", "conf.high")

test_that("costs of 1e-13 give the standard error and the degrees of freedom of costs of 1", {
  d <- sample_of_units()
  ci <- function(unit) {
    roc_estimate(d$score, d$truth, d$weight,
                 measure = roc_measure("risk", threshold = 0.5, cost_FP = unit, cost_FN = 5 * unit))
  }
  small <- ci(1e-13)
  one <- ci(1)
  expect_equal(as.list(small[numbers_in_units]), lapply(one[numbers_in_units], `*`, 1e-13),
               tolerance = 1e-12)
  expect_equal(small$df, one$df, tolerance = 1e-12)
  expect_gt(one$std.error, 0.05)
})

test_that("scaling all costs by a power of two scales the results exactly", {
  d <- sample_of_units()
  costs <- list(cost_FP = 1, cost_FN = 5, cost_TP = -0.25, cost_TN = 0.125)
  for (k in c(-400, -47, 3, 400)) {
    scaled <- lapply(costs, `*`, 2^k)
    for (prior in list(NULL, 1e-14)) {
      risk <- function(costs) do.call(roc_measure, c(list("risk", threshold = 0.5, prior = prior), costs))
      for (cluster in list(NULL, d$cluster)) {
        ci <- function(costs) roc_estimate(d$score, d$truth, d$weight, measure = risk(costs),
                                           cluster = cluster)
        one <- ci(costs)
        found <- ci(scaled)
        expect_identical(as.list(found[numbers_in_units]), lapply(one[numbers_in_units], `*`, 2^k))
        expect_identical(found$df, one$df)
      }
      influences <- function(costs) as.data.frame(roc_influence(d$score, d$truth, d$weight,
                                                                measure = risk(costs)))[[1L]]
      expect_identical(influences(scaled), influences(costs) * 2^k)
    }
    optimal <- function(costs) {
      set.seed(1)
      what <- do.call(roc_measure, c(list(c("threshold", "TPR", "FPR", "risk"), threshold = "cost"), costs))
      roc_estimate(d$score, d$truth, d$weight, R = 20, measure = what)
    }
    one <- optimal(costs)
    found <- optimal(scaled)
    expect_identical(found[1:3, numbers_in_units], one[1:3, numbers_in_units])
    expect_identical(unlist(found[4L, numbers_in_units]), unlist(one[4L, numbers_in_units]) * 2^k)
  }
})

test_that("scaling all weights by a power of two changes nothing", {
  d <- sample_of_units()
  what <- list(roc_measure("risk", threshold = 0.5), roc_measure("AUC", FPR = c(0.1, 0.2)),
               roc_measure("TPR", FPR = 0.1), roc_measure("PPV", threshold = 0.5),
               roc_measure("lift", share = 0.1), roc_measure("brier"))
  d$score <- plogis(d$score)
  for (k in c(-400, 400)) {
    for (cluster in list(NULL, d$cluster)) {
      ci <- function(weight) seeded(roc_estimate(d$score, d$truth, weight, measure = what,
                                                 cluster = cluster))
      expect_identical(ci(d$weight * 2^k), ci(d$weight))
    }
  }
})

# Within a flat piece of the curve the area under a narrow interval is its width times the TPR there.
test_that("narrow partial areas have the standard error of the rate, times the width", {
  d <- sample_of_units()
  curve <- WeightedROC(d$score, d$truth, d$weight)
  flat <- which(diff(curve$FPR) < -0.01 & diff(curve$TPR) == 0 & curve$TPR[-1L] < 1)
  expect_gt(length(flat), 1)
  for (row in flat) {
    from <- mean(curve$FPR[row + 0:1])
    rate <- roc_estimate(d$score, d$truth, d$weight,
                         measure = roc_measure("TPR", threshold = curve$threshold[[row + 1L]]))
    for (width in 2^-c(8, 40, 45)) {
      part <- roc_estimate(d$score, d$truth, d$weight,
                           measure = roc_measure("AUC", FPR = c(from, from + width)))
      expect_equal(part$estimate, width * rate$estimate, tolerance = 1e-12)
      expect_equal(part$std.error, width * rate$std.error, tolerance = 1e-12)
      expect_equal(part$df, rate$df, tolerance = 1e-12)
    }
  }
})

test_that("tests of narrow partial areas are those of wider ones", {
  d <- sample_of_units()
  curve <- WeightedROC(d$score, d$truth, d$weight)
  flat <- which(diff(curve$TPR) == 0)
  flat <- flat[[which.max(curve$FPR[flat] - curve$FPR[flat + 1])]]
  from <- mean(curve$FPR[flat + 0:1])
  compare <- function(width, test) {
    scores <- list(d$score, d$score * (seq_along(d$score) %% 3 != 0))
    roc_test(scores, d$truth, d$weight, measure = roc_measure("AUC", FPR = c(from, from + width)),
             test = test)
  }
  for (test in c("score", "wald")) {
    wide <- compare(2^-30, test)
    narrow <- compare(2^-40, test)
    expect_equal(narrow$p.value, wide$p.value, tolerance = 1e-4)
    expect_equal(as.vector(narrow$conf.int) * 2^10, as.vector(wide$conf.int), tolerance = 1e-4)
    expect_lt(narrow$p.value, 0.9)
  }
})

test_that("partial areas of 1e-12 on a slope are the width times the rate there", {
  # One tie: TPR is FPR, so that an observation moves the area by the width times less than 1.
  score <- c(0, 0, 1, 1, 1, 2)
  truth <- c(0, 1, 0, 1, 1, 1)
  influence <- function(width) {
    as.data.frame(roc_influence(score, truth,
                                measure = roc_measure("AUC", FPR = c(0.25, 0.25 + width))))[[1L]] / width
  }
  # TPR at FPR x on the step from (0, 1/4) to (1/2, 3/4): 1/4 + x. Positives are called with probability 1, 1/2
  # or 0 there; negatives move the place along a slope of 1.
  place <- c(0, 0, 1 / 2, 1 / 2, 1 / 2, 1)
  expected <- ifelse(truth == 1, (place - 1 / 2) / 4, -(place - 1 / 4) / 2)
  expect_equal(influence(2^-40), expected, tolerance = 1e-9)
})

test_that("PPV at a prior of 1e-14 varies as the likelihood ratio does", {
  d <- sample_of_units()
  of <- function(measure) roc_estimate(d$score, d$truth, d$weight, measure = measure)
  ratio <- of(roc_measure("LR_pos", threshold = 0.5))
  for (prior in c(1e-14, 1e-60)) {
    ppv <- of(roc_measure("PPV", threshold = 0.5, prior = prior))
    expect_equal(ppv$estimate / prior, ratio$estimate, tolerance = 1e-12)
    expect_equal(ppv$std.error / ppv$estimate, ratio$std.error / ratio$estimate, tolerance = 1e-12)
    expect_equal(ppv$df, ratio$df, tolerance = 1e-12)
  }
})

test_that("what does not vary has a standard error of 0 in every unit", {
  truth <- rep(0:1, c(3, 7))
  weight <- c(0.1, 0.2, 0.7, 1:7 / 10)
  for (unit in c(1e-13, 1, 1e13)) {
    # All positives above the threshold, and no negative.
    measure <- roc_measure("risk", threshold = 0.5, prior = 0.3, cost_FP = unit, cost_TP = unit / 7)
    expect_identical(roc_estimate(truth, truth, weight, measure = measure)$std.error, 0)
  }
  # Each cluster has half of its positives above the threshold.
  cluster <- rep(1:5, each = 4)
  score <- rep(c(0, 0, 0, 1), 5)
  truth <- rep(c(0, 1, 1, 1), 5)
  weight <- rep(1:5 / 7, each = 4) * c(1, 0.1, 0.2, 0.3)
  found <- roc_estimate(score, truth, weight, measure = roc_measure("TPR", threshold = 1),
                        cluster = cluster)
  expect_identical(found$std.error, 0)
  expect_identical(found$df, 4)
})

# Rates of equal weights hit bounds such as .3 = 15/50 exactly: sums of other weights do so up to rounding only. Scores
# with ties have random weights.
samples_at_bounds <- function() {
  sample_of <- function(score, weight, truth = rep(0:1, length.out = 100)) {
    second <- round(score + rnorm(100), 1)
    data.frame(truth, score, second, weight, cluster = rep(1:50, 2), fold = rep(1:2, each = 2),
               class = c("a", "b", "c", "b"))
  }
  set.seed(3)
  truth <- rep(0:1, each = 50)
  steps <- rnorm(100, truth)
  list(steps = sample_of(steps, 1, truth),
       ties = sample_of(round(rnorm(100, 0:1), 1), rexp(100) + 0.01),
       equal = sample_of(round(rnorm(100, 0:1), 1), 1))
}

measures_at_bounds <- function(prior) {
  at <- function(measures, ...) roc_measure(measures, ..., prior = prior)
  c(at(c("PPV", "F1", "jaccard", "kappa", "MCC", "risk", "NB", "NPV", "ACC", "markedness"), threshold = 0.5),
    at(c("F", "F"), threshold = c(0.5, 100), beta = 2),
    at(rep(c("TPR", "FNR", "PPV", "lift"), each = 4), share = rep(c(0.1, 0.2, 0.3, 0.5), 4)),
    at(c("threshold", "threshold"), PPV = c(0.75, 2 / 3)),
    at(c("AP", "pr_AUC", "prg_AUC", "MER", "H", "H_loss", "concentration")),
    at(c("TPR", "FPR", "threshold"), threshold = "cost"), at(c("F1", "threshold"), threshold = "F1"),
    at(c("TPR", "PPV", "share", "threshold"), max_FPR = 0.3), at(c("FPR", "J", "F1"), min_TPR = 0.7),
    at(c("TPR", "kappa"), max_share = 0.3), at(c("TPR", "threshold"), min_PPV = 0.75))
}

# These do not depend on the share of the positives.
measures_of_rates <- function() {
  parts <- do.call(c, lapply(list(c(0, 0.3), c(0.1, 0.3), c(0.3, 0.7), c(0.2, 1)), function(ends) {
    c(roc_measure("AUC", FPR = ends), roc_measure("AUC", TPR = ends, standardize = "mcclish"))
  }))
  rates <- rep(c(1e-17, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9), 2)
  c(roc_measure(c("AUC", "gini", "KS", "AUCH")), parts,
    roc_measure(rep(c("TPR", "threshold"), each = 7), FPR = rates),
    roc_measure(rep(c("FPR", "threshold"), each = 7), TPR = rates),
    roc_measure(c("TPR", "LR_pos", "DOR", "J", "BACC", "distance", "SEDI", "NND", "imbalance"), threshold = 0.5),
    roc_measure(c("J", "TPR", "threshold"), threshold = "J"))
}

# The numbers of a result, sums of weights in a unit.
numbers_of_result <- function(x, unit) {
  if (is.list(x)) {
    has_unit <- names(x) %in% c("FN", "FP", "TP", "TN", "weight_positive", "weight_negative")
    return(unlist(Map(function(x, has_unit) numbers_of_result(x, if (has_unit) unit else 1), unclass(x), has_unit)))
  }
  if (is.numeric(x)) as.vector(x) / unit
}

expect_same_in_units <- function(result, d, factors, name) {
  of <- function(factor) {
    d$weight <- d$weight * factor
    numbers_of_result(seeded(suppressMessages(result(d))), factor[[length(factor)]])
  }
  one <- of(1)
  expect_gt(sum(is.finite(one)), 0)
  for (factor in factors) {
    other <- of(factor)
    off <- if (length(one) == length(other)) abs(other - one) / pmax(abs(one), 1e-5) else Inf
    differs <- is.na(one) != is.na(other) | (!is.na(one) & one != other & !(off <= 1e-10))
    expect_identical(names(one)[which(differs)], names(one)[0L],
                     label = paste(name, "in units of", factor[[length(factor)]]))
  }
}

units_of_weights <- c(1 / 3, 0.1, 0.7, 3, 1e-200, 1e200)

test_that("the unit of weights changes no estimate, standard error or interval", {
  skip_on_cran()
  samples <- samples_at_bounds()
  for (name in names(samples)) {
    d <- samples[[name]]
    estimated <- function(measures, ...) {
      function(d) {
        roc_estimate(d$score, d$truth, d$weight, measure = measures, R = 20, ...)[
          c("estimate", "std.error", "conf.low", "conf.high", "df")]
      }
    }
    unit_of_class <- lapply(c(1 / 3, 1e6, 1e-200), function(unit) ifelse(d$truth == 1, unit, 1))
    for (cluster in list(NULL, d$cluster)) {
      expect_same_in_units(estimated(measures_at_bounds(NULL), cluster = cluster), d, units_of_weights, name)
      for (measures in list(measures_at_bounds(0.3), measures_of_rates())) {
        expect_same_in_units(estimated(measures, cluster = cluster), d, c(units_of_weights, unit_of_class), name)
      }
    }
  }
})

test_that("the unit of weights changes no other result", {
  skip_on_cran()
  with_weights <- function(f, ..., score = "score") {
    arguments <- list(...)
    function(d) do.call(f, c(list(d[[score]], d$truth, d$weight), arguments))
  }
  bounds <- c(0.1, 0.3, 0.5, 0.7)
  # Neighbouring blocks of one probability may be one or two by rounding.
  calibrated <- function(d, ...) {
    data.frame(probability = predict(roc_calibrate(d$score, d$truth, d$weight, ...), d$score))
  }
  results <- list(
    influence = function(d) {
      as.data.frame(roc_influence(d$score, d$truth, d$weight, measure = measures_of_rates()[1:12]))
    },
    of_gain = with_weights(roc_influence, measure = roc_measure("prg_AUC")),
    at_FPR = with_weights(roc_at, FPR = bounds), at_TPR = with_weights(roc_at, TPR = bounds),
    at_share = with_weights(roc_at, share = bounds), optimal = with_weights(roc_optimal, cost_FP = c(1, 3)),
    optimal_J = with_weights(roc_optimal, measure = "J"), max_FPR = with_weights(roc_constrained, max_FPR = bounds),
    min_PPV = with_weights(roc_constrained, min_PPV = bounds, randomize = TRUE),
    reject = with_weights(roc_reject, cost_reject = 0.2), pr = with_weights(roc_pr, recall = bounds),
    prg = with_weights(roc_prg), prg_prior = with_weights(roc_prg, prior = 0.3),
    gain = with_weights(roc_gain, share = bounds, conf.level = 0.9),
    hull = with_weights(roc_hull), cost = with_weights(roc_cost_curve), thin = with_weights(roc_thin, points = 20),
    calibration = calibrated, calibration_prior = function(d) calibrated(d, prior = 0.3),
    FPR = with_weights(roc_band, at = bounds), TPR = with_weights(roc_band, by = "TPR", at = bounds),
    classes = function(d) auc_multiclass(cbind(a = d$score, b = d$second, c = -d$score), d$class, d$weight),
    tally = function(d) roc_estimate(roc_tally(d$score, d$truth, d$weight), conf.level = NULL,
                                      measure = roc_measure("AUC", FPR = c(0, 0.3))),
    folds = function(d) roc_estimate(d$score, d$truth, d$weight, fold = d$fold,
                                     measure = roc_measure("AUC", FPR = c(0, 0.28)))[c("estimate", "std.error")]
  )
  tested <- function(measure) {
    function(d) {
      unclass(roc_test(list(d$score, d$second), d$truth, d$weight, measure = measure))[
        c("statistic", "p.value", "conf.int", "estimate")]
    }
  }
  measures <- list(test_KS = roc_measure("KS"), test_FPR = roc_measure("AUC", FPR = c(0, 0.3)),
                   test_TPR = roc_measure("AUC", TPR = c(0.3, 0.7)), test_rate = roc_measure("TPR", FPR = 0.3),
                   test_MER = roc_measure("MER"), test_gain = roc_measure("prg_AUC"))
  results <- c(results, lapply(measures, tested))
  samples <- samples_at_bounds()
  for (sample in names(samples)) {
    for (result in names(results)) {
      expect_same_in_units(results[[result]], samples[[sample]], units_of_weights, paste(result, sample))
    }
  }
})

test_that("a rate of 1e-17 is reached by the largest score of a positive", {
  d <- data.frame(truth = rep(0:1, each = 4), score = 1:8)
  for (rate in c(1e-16, 1e-17, 1e-300)) {
    found <- roc_estimate(d$score, d$truth, measure = c(roc_measure("threshold", TPR = rate),
                                                        roc_measure("FPR", TPR = rate)))
    expect_identical(found$estimate, c(8, 0))
  }
  # On the step from (0, 0) to (1/2, 1/2).
  tied <- roc_estimate(c(1, 1, 2, 2, 1, 1, 2, 2), d$truth, measure = roc_measure("FPR", TPR = 1e-17))
  expect_equal(tied$estimate, 1e-17, tolerance = 1e-12)
})

test_that("a partial AUC at a corner has the mean of the standard errors on both sides", {
  set.seed(3)
  truth <- rep(0:1, each = 50)
  score <- rnorm(100, truth)
  influences <- function(high, unit = 1) {
    as.data.frame(roc_influence(score, truth, rep(unit, 100), measure = roc_measure("AUC", FPR = c(0, high))))[[1L]]
  }
  middle <- (influences(0.3 - 1e-9) + influences(0.3 + 1e-9)) / 2
  for (unit in units_of_weights) expect_equal(influences(0.3, unit), middle, tolerance = 1e-7)
})

# At tiny priors these measures are the prior times a number, and the variance of some is too small for a number.
test_that("a tiny prior is a unit of what is proportional to it", {
  d <- sample_of_units()
  of <- function(prior, cluster) {
    at <- roc_measure(c("PPV", "F1", "jaccard", "FOR", "kappa", "markedness"), threshold = 0.5, prior = prior)
    found <- seeded(roc_estimate(d$score, d$truth, d$weight, cluster = cluster, R = 20,
                                 measure = c(at, roc_measure(c("MER", "H_loss"), prior = prior),
                                             roc_measure("PPV", share = 0.2, prior = prior))))
    list(relative = found$std.error / found$estimate, df = found$df,
         low = (found$conf.low / found$estimate)[c(1, 4:6)], high = (found$conf.high / found$estimate)[c(1, 4:6)])
  }
  for (cluster in list(NULL, d$cluster)) {
    one <- of(1e-40, cluster)
    expect_true(all(one$relative > 0.01))
    for (prior in c(1e-80, 1e-153, 1e-156, 1e-200, 1e-300)) {
      expect_equal(of(prior, cluster), one, tolerance = 1e-10)
    }
  }
})

# At a share or at a rate the standard error has a slope of the curve, over a width that depends on rows. Thresholds
# that are chosen have replicates, which draw rows.
errors_without_rows <- function(one) {
  measures <- c(measures_at_bounds(0.3), measures_of_rates())
  has_slope <- function(quantity) {
    !is.null(quantity$share) || quantity$measure %in% c("TPR", "FPR", "FNR") && is.null(quantity$threshold)
  }
  by_rows <- vapply(unclass(measures), function(quantity) has_slope(quantity) || is_ruled(quantity), NA)
  startsWith(names(one), "std.error") & rep(!by_rows, 5L)
}

test_that("a row of weight 0, and a row in two parts of one cluster, change nothing", {
  skip_on_cran()
  for (d in samples_at_bounds()) {
    rows <- seq_len(nrow(d))
    of <- function(rows, weight, cluster = rows) {
      found <- seeded(roc_estimate(d$score[rows], d$truth[rows], weight, cluster = cluster, R = 20,
                                   measure = c(measures_at_bounds(0.3), measures_of_rates())))
      numbers_of_result(found[c("estimate", "std.error", "conf.low", "conf.high", "df")], 1)
    }
    same <- function(found, one) {
      off <- abs(found - one) / pmax(abs(one), 1e-5)
      expect_identical(names(one)[is.na(found) != is.na(one) | !is.na(one) & one != found & !(off <= 1e-10)],
                       character())
    }
    one <- of(rows, d$weight)
    # Weights of 0 stand before, between and behind the others.
    more <- c(7, rows, 3)
    same(of(more, replace(d$weight[more], c(1, length(more)), 0), NULL), of(rows, d$weight, NULL))
    same(of(more, replace(d$weight[more], c(1, length(more)), 0), c(1000, rows, 1001)), one)
    half <- runif(length(rows), 0.1, 0.9)
    parts <- of(c(rows, rows), c(half, 1 - half) * d$weight, c(rows, rows))
    is_value <- startsWith(names(one), "estimate")
    same(parts[is_value], one[is_value])
    is_error <- errors_without_rows(one)
    expect_gt(sum(!is.na(one[is_error])), 20)
    same(parts[is_error], one[is_error])
  }
})
