# Units of costs, weights and intervals change the unit of a result and nothing else: no tolerance is absolute.

sample_of_units <- function(n = 60, seed = 7) {
  set.seed(seed)
  truth <- rep(0:1, length.out = n)
  data.frame(truth, score = round(rnorm(n, truth), 1), weight = round(rexp(n), 3) + 0.001,
             cluster = rep(1:20, 3))
}
numbers_in_units <- c("estimate", "std.error", "conf.low", "conf.high")

test_that("scaling all costs by a power of two scales the results exactly", {
  d <- sample_of_units()
  costs <- list(cost_FP = 1, cost_FN = 5, cost_TP = -0.25, cost_TN = 0.125)
  of <- function(unit, prior) {
    risk <- do.call(roc_measure, c(list("risk", threshold = 0.5, prior = prior), lapply(costs, `*`, unit)))
    what <- do.call(roc_measure, c(list("risk", threshold = "cost"), lapply(costs, `*`, unit)))
    found <- seeded(roc_estimate(d$score, d$truth, d$weight, cluster = d$cluster, measure = c(risk, what), R = 20))
    list(numbers = unlist(found[numbers_in_units]), df = found$df,
         influence = drop(roc_influence(d$score, d$truth, d$weight, measure = risk)))
  }
  for (prior in list(NULL, 1e-14)) {
    one <- of(1, prior)
    for (k in c(-400, -47, 3)) {
      found <- of(2^k, prior)
      expect_identical(found$df, one$df)
      expect_identical(found$numbers, one$numbers * 2^k)
      expect_identical(as.vector(found$influence), as.vector(one$influence) * 2^k)
    }
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

# Rates of equal weights hit bounds such as .3 = 15/50 exactly: sums of other weights do so up to rounding only.
samples_at_bounds <- function() {
  set.seed(3)
  sample_of <- function(score, weight) {
    data.frame(truth = rep(0:1, length.out = 100), score, second = round(score + rnorm(100), 1), weight,
               cluster = rep(1:50, 2), fold = rep(1:2, each = 2), class = c("a", "b", "c", "b"))
  }
  list(steps = sample_of(rnorm(100, 0:1), 1), ties = sample_of(round(rnorm(100, 0:1), 1), rexp(100) + 0.01))
}

measures_at_bounds <- function(prior = NULL) {
  at <- function(measures, ...) roc_measure(measures, ..., prior = prior)
  c(at(c("PPV", "F1", "kappa", "MCC", "risk", "NB"), threshold = 0.5), at(c("TPR", "lift"), share = c(0.1, 0.3)),
    at("threshold", PPV = 0.75), at(c("AP", "pr_AUC", "prg_AUC", "MER", "H", "concentration")),
    at(c("TPR", "threshold"), threshold = "cost"), at(c("TPR", "threshold"), max_FPR = 0.3),
    at("FPR", min_TPR = 0.7), roc_measure(c("AUC", "KS", "AUCH")), roc_measure("AUC", FPR = c(0.1, 0.3)),
    roc_measure("AUC", TPR = c(0.3, 0.7), standardize = "mcclish"), roc_measure(c("TPR", "threshold"), FPR = 0.3),
    roc_measure(c("FPR", "threshold"), TPR = 0.7), roc_measure("J", threshold = "J"))
}

# The numbers of a result, sums of weights in a unit.
numbers_of_result <- function(x, unit) {
  if (is.list(x)) {
    has_unit <- names(x) %in% c("FN", "FP", "TP", "TN", "weight_positive", "weight_negative")
    return(unlist(Map(function(x, has_unit) numbers_of_result(x, if (has_unit) unit else 1), unclass(x), has_unit)))
  }
  if (is.numeric(x)) as.vector(x) / unit
}

expect_same_numbers <- function(found, one, label) {
  off <- if (length(one) == length(found)) abs(found - one) / pmax(abs(one), 1e-5) else Inf
  differs <- is.na(one) != is.na(found) | !is.na(one) & one != found & !(off <= 1e-10)
  expect_identical(names(one)[which(differs)], names(one)[0L], label = label)
}

estimates <- c("estimate", "std.error", "conf.low", "conf.high", "df")

test_that("the unit of weights changes no result", {
  skip_on_cran()
  with_weights <- function(f, ...) function(d) f(d$score, d$truth, d$weight, ...)
  bounds <- c(0.1, 0.3, 0.5, 0.7)
  tested <- function(measure) {
    function(d) {
      unclass(roc_test(list(d$score, d$second), d$truth, d$weight, measure = measure))[
        c("statistic", "p.value", "conf.int", "estimate")]
    }
  }
  estimated <- function(...) function(d) roc_estimate(d$score, d$truth, d$weight, R = 20, ...)[estimates]
  results <- list(
    estimate = estimated(measure = measures_at_bounds()),
    estimate_prior = function(d) estimated(measure = measures_at_bounds(0.3), cluster = d$cluster)(d),
    influence = function(d) as.data.frame(roc_influence(d$score, d$truth, d$weight, measure = c("AUC", "KS"))),
    at_FPR = with_weights(roc_at, FPR = bounds), at_share = with_weights(roc_at, share = bounds),
    optimal = with_weights(roc_optimal, cost_FP = c(1, 3)), optimal_J = with_weights(roc_optimal, measure = "J"),
    max_FPR = with_weights(roc_constrained, max_FPR = bounds), reject = with_weights(roc_reject, cost_reject = 0.2),
    min_PPV = with_weights(roc_constrained, min_PPV = bounds, randomize = TRUE),
    pr = with_weights(roc_pr, recall = bounds), prg = with_weights(roc_prg, prior = 0.3),
    gain = with_weights(roc_gain, share = bounds, conf.level = 0.9), hull = with_weights(roc_hull),
    cost = with_weights(roc_cost_curve), thin = with_weights(roc_thin, points = 20),
    # Neighbouring blocks of one probability may be one or two by rounding.
    calibration = function(d) list(p = predict(roc_calibrate(d$score, d$truth, d$weight), d$score)),
    FPR = with_weights(roc_band, at = bounds), TPR = with_weights(roc_band, by = "TPR", at = bounds),
    classes = function(d) auc_multiclass(cbind(a = d$score, b = d$second, c = -d$score), d$class, d$weight),
    tally = function(d) auc_ci(roc_tally(d$score, d$truth, d$weight), conf.level = NULL, FPR = c(0, 0.3)),
    folds = function(d) auc_ci(d$score, d$truth, d$weight, fold = d$fold)[estimates],
    test_KS = tested(roc_measure("KS")), test_FPR = tested(roc_measure("AUC", FPR = c(0, 0.3)))
  )
  samples <- samples_at_bounds()
  for (sample in names(samples)) {
    for (name in names(results)) {
      of <- function(factor) {
        d <- samples[[sample]]
        d$weight <- d$weight * factor
        numbers_of_result(seeded(suppressMessages(results[[name]](d))), factor)
      }
      one <- of(1)
      expect_gt(sum(is.finite(one)), 0)
      for (factor in c(1 / 3, 0.7, 1e-200, 1e200)) {
        expect_same_numbers(of(factor), one, paste(name, sample, "in units of", factor))
      }
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

test_that("a row of weight 0, and a row in two parts of one cluster, change nothing", {
  skip_on_cran()
  for (d in samples_at_bounds()) {
    rows <- seq_len(nrow(d))
    of <- function(rows, weight, cluster = rows) {
      measure <- c(roc_measure(c("PPV", "kappa", "risk"), threshold = 0.5), roc_measure(c("AUC", "AP")),
                   roc_measure("AUC", FPR = c(0.1, 0.3)))
      found <- seeded(roc_estimate(d$score[rows], d$truth[rows], weight, cluster = cluster, R = 20, measure = measure))
      numbers_of_result(found[estimates], 1)
    }
    one <- of(rows, d$weight)
    # Weights of 0 stand before, between and behind the others.
    more <- c(7, rows, 3)
    without <- replace(d$weight[more], c(1, length(more)), 0)
    expect_same_numbers(of(more, without, NULL), of(rows, d$weight, NULL), "rows of weight 0")
    expect_same_numbers(of(more, without, c(1000, rows, 1001)), one, "clusters of weight 0")
    half <- runif(length(rows), 0.1, 0.9)
    parts <- of(c(rows, rows), c(half, 1 - half) * d$weight, c(rows, rows))
    # Clusters of single rows are rows, whose variance does not depend on how unequal their weights are. In other
    # clusters a row in two parts changes no standard error either.
    is_estimate <- startsWith(names(one), "estimate")
    expect_same_numbers(parts[is_estimate], one[is_estimate], "rows in two parts")
    is_error <- grepl("^(estimate|std.error)", names(one))
    large <- rows %% 5
    expect_same_numbers(of(c(rows, rows), c(half, 1 - half) * d$weight, c(large, large))[is_error],
                        of(rows, d$weight, large)[is_error], "rows in two parts, of clusters")
  }
})
