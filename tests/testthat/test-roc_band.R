# The rates of a curve where one of them, or the threshold, is given. At a vertical step the TPR is
# the greatest, at a horizontal one the FPR the least.
rates_at <- function(guess, positive, weight, at, by) {
  curve <- naive_curve(guess, positive, weight)
  if (by == "FPR") {
    vapply(at, function(x) naive_height(curve$FPR, curve$TPR, x), 0)
  } else if (by == "TPR") {
    vapply(at, function(y) -naive_height(curve$TPR, -curve$FPR, y), 0)
  } else {
    share <- function(class, x) sum(weight[class & x]) / sum(weight[class])
    c(vapply(at, function(t) share(positive, guess >= t), 0),
      vapply(at, function(t) share(!positive, guess < t), 0))
  }
}

# The estimates and the bounds of a band, one column a place (by threshold: of both rates).
parts_of_band <- function(band) {
  if ("threshold" %in% names(band)) {
    list(rate = c(band$TPR, band$TNR), low = c(band$TPR.low, band$TNR.low),
         high = c(band$TPR.high, band$TNR.high))
  } else {
    list(rate = band[[2]], low = band$conf.low, high = band$conf.high)
  }
}

# 10 resamples of each class, 35 of four clusters.
few <- function() {
  list(guess = c(1, 2, 5, 2, 4, 6), positive = rep(c(FALSE, TRUE), each = 3),
       weight = c(1, 2, 0.5, 1, 3, 2))
}

places <- list(FPR = c(0, 0.1, 0.25, 0.4, 0.5, 0.77, 1), TPR = c(0, 0.2, 0.5, 0.6, 0.9, 1),
               threshold = c(-Inf, 1, 2, 2.5, 3, 4, 5, 5.5, 6, 7, Inf))

test_that("the rates are those of the curve, in the order of the places", {
  set.seed(1)
  for (repetition in 1:5) {
    x <- inference_data(30, scores = sample(4:30, 1))
    for (by in names(places)) {
      at <- sample(places[[by]])
      band <- roc_band(x$guess, x$positive, x$weight, at = at, by = by, R = 40)
      expect_plain_frame(band)
      columns <- list(FPR = c("FPR", "TPR", "conf.low", "conf.high"),
                      TPR = c("TPR", "FPR", "conf.low", "conf.high"),
                      threshold = c("threshold", "TPR", "TPR.low", "TPR.high", "TNR", "TNR.low",
                                    "TNR.high"))
      expect_identical(names(band), columns[[by]])
      expect_identical(band[[1]], at)
      expect_close(parts_of_band(band)$rate, rates_at(x$guess, x$positive, x$weight, at, by),
                   relative = 1e-11, absolute = 1e-14)
    }
  }
})

test_that("by default the places are hundredths, or the deciles of the distinct scores", {
  set.seed(2)
  x <- inference_data(100)
  band <- roc_band(x$guess, x$positive, R = 40)
  expect_equal(band$FPR, (0:100) / 100)
  band <- roc_band(x$guess, x$positive, by = "TPR", R = 40)
  expect_equal(band$TPR, (0:100) / 100)
  band <- roc_band(x$guess + 0.5, x$positive, by = "threshold", R = 40)
  scores <- sort(unique(x$guess + 0.5))
  expect_equal(band$threshold, unique(unname(quantile(scores, 1:9 / 10, type = 1))))
})

test_that("places may be given twice or in any order", {
  set.seed(3)
  x <- inference_data(60)
  for (type in c("pointwise", "equal-precision", "fixed-width")) {
    for (by in names(places)) {
      at <- places[[by]]
      run <- function(at) {
        seeded(roc_band(x$guess, x$positive, x$weight, at = at, by = by, type = type, R = 100))
      }
      band <- run(at)
      order <- c(rev(seq_along(at)), 2)
      expect_close(run(at[order]), `rownames<-`(band[order, ], NULL))
    }
  }
})

# Bounds ------------------------------------------------------------------------

expect_bounds <- function(band, all, R, level = 0.95) {
  parts <- parts_of_band(band)
  sure <- 0
  for (place in seq_along(parts$rate)) {
    values <- all$values[place, ]
    for (end in 1:2) {
      p <- c((1 - level) / 2, 1 - (1 - level) / 2)[end]
      bound <- c(parts$low[place], parts$high[place])[end]
      quantile <- sure_quantile(values, all$probability, p, R)
      if (!is.na(quantile)) {
        expect_close(bound, quantile, relative = 1e-9, absolute = 1e-12)
        sure <- sure + 1
      }
      slack <- 5 * sqrt(p * (1 - p) / R)
      expect_lt(sum(all$probability[values < bound - 1e-9]), p + slack)
      expect_gt(sum(all$probability[values < bound + 1e-9]), p - slack)
    }
  }
  expect_gt(sure, 3)
}

test_that("pointwise bounds are quantiles of the distribution over all resamples", {
  x <- few()
  R <- 8000
  for (by in names(places)) {
    all <- all_replicates(x, function(guess, positive, weight) {
      rates_at(guess, positive, weight, places[[by]], by)
    })
    for (level in c(0.95, 0.5)) {
      band <- seeded(roc_band(x$guess, x$positive, x$weight, at = places[[by]], by = by, R = R,
                              conf.level = level))
      expect_bounds(band, all, R, level)
    }
  }
})

test_that("so are those of clusters", {
  x <- few()
  R <- 8000
  cluster <- c("a", "b", "c", "d", "a", "b")
  for (by in names(places)) {
    all <- all_replicates(x, function(guess, positive, weight) {
      rates_at(guess, positive, weight, places[[by]], by)
    }, cluster)
    expect_warning(
      band <- seeded(roc_band(x$guess, x$positive, x$weight, cluster, places[[by]], by, R = R)),
      class = "wroc_warning_replicates"
    )
    expect_bounds(band, all, R)
  }
})

# Without weights the share of positives above a threshold is binomial, or in the Bayesian bootstrap
# beta distributed.
test_that("by threshold the bounds are binomial, or in the Bayesian bootstrap beta quantiles", {
  set.seed(4)
  n1 <- 30
  n0 <- 50
  positive <- rep(c(TRUE, FALSE), c(n1, n0))
  guess <- rnorm(80, positive)
  R <- 8000
  at <- c(0, 0.3, 0.6, 1, 1.5)
  above <- vapply(at, function(t) sum(guess[positive] >= t), 0)
  below <- vapply(at, function(t) sum(guess[!positive] < t), 0)
  band <- seeded(roc_band(guess, positive, at = at, by = "threshold", R = R))
  parts <- parts_of_band(band)
  k <- c(above, below)
  n <- rep(c(n1, n0), each = 5)
  expect_true(all(0 < k & k < n))
  slack <- 5 * sqrt(0.025 * 0.975 / R)
  expect_true(all(pbinom(parts$low * n - 0.5, n, k / n) < 0.025 + slack))
  expect_true(all(pbinom(parts$low * n + 0.5, n, k / n) > 0.025 - slack))
  expect_true(all(pbinom(parts$high * n - 0.5, n, k / n) < 0.975 + slack))
  expect_true(all(pbinom(parts$high * n + 0.5, n, k / n) > 0.975 - slack))
  band <- seeded(roc_band(guess, positive, at = at, by = "threshold", R = R, bayesian = TRUE))
  parts <- parts_of_band(band)
  expect_true(all(abs(pbeta(parts$low, k, n - k) - 0.025) < slack))
  expect_true(all(abs(pbeta(parts$high, k, n - k) - 0.975) < slack))
})

test_that("a band of fixed width has the same width all over, but for 0 and 1", {
  set.seed(5)
  x <- inference_data(80)
  for (by in c("FPR", "TPR")) {
    band <- seeded(roc_band(x$guess, x$positive, x$weight, by = by, type = "fixed-width", R = 500))
    rate <- band[[2]]
    width <- max(band$conf.high - rate)
    expect_gt(width, 0.05)
    expect_close(band$conf.low, pmax(0, rate - width), relative = 1e-10, absolute = 1e-14)
    expect_close(band$conf.high, pmin(1, rate + width), relative = 1e-10)
  }
})

# At one place the quantile is that of |r* - r| over all resamples.
test_that("the width is a quantile of the largest deviation over all resamples", {
  x <- few()
  R <- 8000
  for (by in c("FPR", "TPR")) {
    for (at in list(0.4, c(0.1, 0.3, 0.5, 0.7))) {
      all <- all_replicates(x, function(guess, positive, weight) {
        rates_at(guess, positive, weight, at, by)
      })
      rate <- rates_at(x$guess, x$positive, x$weight, at, by)
      largest <- apply(abs(all$values - rate), 2, max)
      sd <- apply(all$values, 1, sd_of_all, all$probability)
      scaled <- apply(abs(all$values - rate) / sd, 2, max)
      for (level in c(0.8, 0.5)) {
        p <- level
        slack <- 5 * sqrt(p * (1 - p) / R)
        band <- seeded(roc_band(x$guess, x$positive, x$weight, at = at, by = by, R = R,
                                conf.level = level, type = "fixed-width"))
        free <- c((band$conf.high - rate)[band$conf.high < 1],
                  (rate - band$conf.low)[band$conf.low > 0])
        width <- if (length(free)) free[1] else 1
        expect_close(free, rep(width, length(free)), relative = 1e-9)
        if (length(free)) {
          expect_lt(sum(all$probability[largest < width - 1e-9]), p + slack)
          expect_gt(sum(all$probability[largest < width + 1e-9]), p - slack)
        }
        # s is the sd of R replicates, within 5 standard errors of 1 / sqrt(2 R) and less.
        band <- seeded(roc_band(x$guess, x$positive, x$weight, at = at, by = by, R = R,
                                conf.level = level, type = "equal-precision"))
        free <- c(((band$conf.high - rate) / sd)[band$conf.high < 1],
                  ((rate - band$conf.low) / sd)[band$conf.low > 0])
        if (length(free)) {
          expect_close(free, rep(free[1], length(free)), relative = 0.05)
          expect_lt(sum(all$probability[scaled < free[1] * 0.96]), p + slack)
          expect_gt(sum(all$probability[scaled < free[1] * 1.04]), p - slack)
        }
      }
    }
  }
})

test_that("by threshold a simultaneous band holds for both rates at once", {
  set.seed(6)
  n1 <- 40
  n0 <- 60
  positive <- rep(c(TRUE, FALSE), c(n1, n0))
  guess <- c(rep(0:1, c(12, 28)), rep(0:1, c(42, 18)))
  R <- 8000
  level <- 0.9
  slack <- 5 * sqrt(level * (1 - level) / R)
  # All pairs of the two binomial shares.
  p1 <- dbinom(0:n1, n1, 0.7)
  p0 <- dbinom(0:n0, n0, 0.7)
  pair <- outer(p1, p0)
  deviation1 <- abs(0:n1 / n1 - 0.7)
  deviation0 <- abs(0:n0 / n0 - 0.7)
  band <- seeded(roc_band(guess, positive, at = 1, by = "threshold", type = "fixed-width", R = R,
                          conf.level = level))
  width <- band$TPR.high - 0.7
  expect_close(c(0.7 - band$TPR.low, band$TNR.high - 0.7, 0.7 - band$TNR.low), rep(width, 3),
               relative = 1e-9)
  largest <- outer(deviation1, deviation0, pmax)
  expect_lt(sum(pair[largest < width - 1e-9]), level + slack)
  expect_gt(sum(pair[largest < width + 1e-9]), level - slack)
  band <- seeded(roc_band(guess, positive, at = 1, by = "threshold", type = "equal-precision",
                          R = R, conf.level = level))
  sd1 <- sqrt(0.21 / n1)
  sd0 <- sqrt(0.21 / n0)
  c1 <- (band$TPR.high - 0.7) / sd1
  expect_close((band$TNR.high - 0.7) / sd0, c1, relative = 0.05)
  scaled <- outer(deviation1 / sd1, deviation0 / sd0, pmax)
  expect_lt(sum(pair[scaled < c1 * 0.96]), level + slack)
  expect_gt(sum(pair[scaled < c1 * 1.04]), level - slack)
})

test_that("intervals contain the rate, lie in [0, 1] and grow with the level and from one to all", {
  set.seed(7)
  n <- 300
  truth <- rep(0:1, n / 2)
  score <- rnorm(n, truth)
  weight <- rexp(n) + 0.3
  cluster <- sample(60, n, replace = TRUE)
  interior <- list(FPR = 10:90 / 100, TPR = 10:90 / 100, threshold = c(-0.5, 0, 0.5, 1, 1.5))
  for (by in names(interior)) {
    for (cluster in list(NULL, cluster)) {
      run <- function(type, level) {
        parts_of_band(seeded(roc_band(score, truth, weight, cluster, interior[[by]], by, level,
                                      type, R = 500)))
      }
      bands <- list()
      for (type in c("pointwise", "equal-precision", "fixed-width")) {
        narrow <- run(type, 0.8)
        wide <- run(type, 0.95)
        for (band in list(narrow, wide)) {
          expect_true(all(0 <= band$low & band$low <= band$rate))
          expect_true(all(band$rate <= band$high & band$high <= 1))
        }
        expect_true(all(wide$low <= narrow$low & narrow$high <= wide$high))
        expect_true(mean(wide$high - wide$low) > 1.2 * mean(narrow$high - narrow$low))
        bands[[type]] <- wide
      }
      # c is 2.5 to 4, against 1.96 for one place.
      inside <- bands$pointwise
      outside <- bands$`equal-precision`
      expect_true(all(outside$low <= inside$low & inside$high <= outside$high))
    }
  }
})

test_that("percentiles of the curve ascend with the place", {
  set.seed(8)
  x <- inference_data(60)
  for (by in c("FPR", "TPR")) {
    band <- roc_band(x$guess, x$positive, x$weight, by = by, R = 200)
    expect_false(is.unsorted(band$conf.low))
    expect_false(is.unsorted(band$conf.high))
    expect_false(is.unsorted(band[[2]]))
  }
  band <- roc_band(x$guess, x$positive, x$weight, at = 0:20, by = "threshold", R = 200)
  for (column in c("TPR", "TPR.low", "TPR.high")) expect_false(is.unsorted(-band[[column]]))
  for (column in c("TNR", "TNR.low", "TNR.high")) expect_false(is.unsorted(band[[column]]))
})

test_that("where all replicates agree an interval has no width", {
  set.seed(9)
  x <- inference_data(60)
  for (type in c("pointwise", "equal-precision")) {
    for (bayesian in c(FALSE, TRUE)) {
      run <- function(...) {
        roc_band(x$guess, x$positive, x$weight, ..., type = type, R = 200, bayesian = bayesian)
      }
      band <- run(at = c(0.5, 1))
      expect_identical(unlist(band[2, ], use.names = FALSE), c(1, 1, 1, 1))
      expect_gt(band$conf.high[1], band$conf.low[1])
      band <- run(at = c(0.5, 0), by = "TPR")
      expect_identical(unlist(band[2, ], use.names = FALSE), c(0, 0, 0, 0))
      band <- run(at = c(8, -Inf, Inf, 1000), by = "threshold")
      expect_identical(unlist(band[2, -1], use.names = FALSE), c(1, 1, 1, 0, 0, 0))
      expect_identical(unlist(band[3, -1], use.names = FALSE), c(0, 0, 0, 1, 1, 1))
      expect_identical(unlist(band[4, -1], use.names = FALSE), c(0, 0, 0, 1, 1, 1))
    }
  }
})

# The same -------------------------------------------------------------------------

test_that("set.seed() decides, for any number of threads", {
  set.seed(10)
  x <- inference_data(100)
  for (by in names(places)) {
    for (type in c("pointwise", "equal-precision", "fixed-width")) {
      for (bayesian in c(FALSE, TRUE)) {
        run <- function(threads, seed = 1) {
          with_threads_of(threads, seeded(
            roc_band(x$guess, x$positive, x$weight, x$cluster, places[[by]], by, type = type,
                     R = 100, bayesian = bayesian), seed
          ))
        }
        expected <- run(1)
        for (threads in 1:3) expect_identical(run(threads), expected)
        expect_false(identical(run(1, seed = 2), expected))
      }
    }
  }
})

test_that("scales of weights, increasing functions and rows of weight 0 change nothing", {
  set.seed(11)
  x <- inference_data(60)
  present <- x$weight > 0
  for (by in names(places)) {
    for (type in c("pointwise", "equal-precision")) {
      run <- function(f = identity, rows = TRUE, factor = 1) {
        at <- if (by == "threshold") f(places[[by]]) else places[[by]]
        band <- seeded(roc_band(f(x$guess)[rows], x$positive[rows], (factor * x$weight)[rows],
                                at = at, by = by, type = type, R = 100))
        band[-1]
      }
      expected <- run()
      expect_close(run(factor = 1e200), expected, relative = 1e-9, absolute = 1e-12)
      expect_close(run(factor = ifelse(x$positive, 3, 1e-9)), expected, relative = 1e-9,
                   absolute = 1e-12)
      expect_close(run(exp), expected)
      expect_close(run(rows = present), expected, relative = 1e-9, absolute = 1e-12)
    }
  }
})

test_that("a curve and its mirror image have the same band", {
  # TPR at FPR x of a score is 1 - FPR at TPR 1 - x of the negated one with swapped classes.
  set.seed(12)
  x <- few()
  R <- 8000
  at <- c(0.2, 0.5)
  band <- seeded(roc_band(x$guess, x$positive, x$weight, at = at, R = R))
  mirrored <- seeded(roc_band(-x$guess, !x$positive, x$weight, at = 1 - at, by = "TPR", R = R), 2)
  expect_close(band$TPR, 1 - mirrored$FPR)
  expect_lt(max(abs(band$conf.low - 1 + mirrored$conf.high)), 0.05)
  expect_lt(max(abs(band$conf.high - 1 + mirrored$conf.low)), 0.05)
})

# Degenerate data --------------------------------------------------------------------

test_that("scores that separate the classes or are constant have rates without a NaN", {
  label <- rep(0:1, c(3, 5))
  for (guess in list(1:8, 8:1, rep(7, 8))) {
    for (type in c("pointwise", "equal-precision", "fixed-width")) {
      for (bayesian in c(FALSE, TRUE)) {
        band <- suppressWarnings(roc_band(guess, label, (1:8) / 7, type = type, R = 50,
                                          at = c(0, 0.5, 1), bayesian = bayesian))
        expected <- if (guess[1] == 1) c(1, 1, 1) else if (guess[1] == 8) c(0, 0, 1) else
          c(0, 0.5, 1)
        expect_close(band$TPR, expected)
        expect_close(band$conf.low, expected)
        expect_close(band$conf.high, expected)
        expect_true(all(band$conf.low >= 0 & band$conf.high <= 1))
      }
    }
  }
})

test_that("one observation of a class or one cluster: no band without a warning", {
  for (by in names(places)) {
    expect_warning(roc_band(c(1, 2, 3, 0), c(0, 1, 0, 0), at = 0.5, by = by, R = 50),
                   class = "wroc_warning")
    expect_warning(roc_band(c(1, 3, 2, 4), c(0, 0, 1, 1), cluster = rep(1, 4), at = 0.5, by = by,
                            R = 50), class = "wroc_warning")
  }
})

test_that("replicates that lack a class are left out, with a warning", {
  band <- expect_wroc_warning(
    seeded(roc_band(1:8, rep(0:1, each = 4), cluster = c(1, 1, 2, 2, 3, 3, 4, 4), at = 0.5,
                    R = 500)), "replicates"
  )
  expect_false(anyNA(band))
})

# Shapes and errors ------------------------------------------------------------------

test_that("the scores may come from a matrix of one column, the labels from a factor", {
  set.seed(13)
  x <- inference_data(30)
  run <- function(guess, label) seeded(roc_band(guess, label, at = c(0.2, 0.5), R = 40))
  expected <- run(x$guess, x$positive)
  expect_identical(run(cbind(x$guess), x$positive + 0L), expected)
  expect_identical(run(stats::setNames(x$guess, seq_len(30)), factor(x$positive)), expected)
})

test_that("a band is ready for roc_plot()", {
  skip_if_not_installed("ggplot2", "3.4.0")
  set.seed(14)
  x <- inference_data(30)
  curve <- WeightedROC(x$guess, x$positive, x$weight)
  for (by in c("FPR", "TPR")) {
    band <- roc_band(x$guess, x$positive, x$weight, by = by, R = 40)
    expect_s3_class(roc_plot(curve, band = band), "ggplot")
  }
})

kind_of_band <- function(...) {
  arguments <- utils::modifyList(list(guess = c(1, 3, 2, 4), label = c(0, 0, 1, 1), at = 0.5,
                                      R = 40), list(...), keep.null = TRUE)
  error_kind(do.call(roc_band, arguments))
}

test_that("each argument has its errors", {
  expect_identical(kind_of_band(), "")
  expect_identical(kind_of_band(guess = c(1, NA, 2, 3)), "missing")
  expect_identical(kind_of_band(guess = 1:3), "length")
  expect_identical(kind_of_band(guess = matrix(1:8, 4)), "type")
  expect_identical(kind_of_band(label = rep(1, 4)), "one_class")
  expect_identical(kind_of_band(weight = c(1, -1, 1, 1)), "weight")
  expect_identical(kind_of_band(weight = c(0, 0, 1, 1)), "no_weight")
  expect_identical(kind_of_band(cluster = 1:3), "length")
  expect_identical(kind_of_band(cluster = c(1, NA, 2, 2)), "missing")
  expect_identical(kind_of_band(cluster = list(1, 2, 3, 4)), "type")
  for (at in list(-0.1, 1.1, c(0.5, 2), Inf, -Inf)) {
    expect_identical(kind_of_band(at = at), "range")
    expect_identical(kind_of_band(at = at, by = "TPR"), "range")
    expect_identical(kind_of_band(at = at, by = "threshold"), "")
  }
  for (by in names(places)) {
    expect_identical(kind_of_band(at = c(0.5, NA), by = by), "missing")
    expect_identical(kind_of_band(at = "0.5", by = by), "type")
  }
  for (choice in list("x", "", NA_character_, 1, c("FPR", "TPR"))) {
    expect_identical(kind_of_band(by = choice), "choice")
    expect_identical(kind_of_band(type = choice), "choice")
  }
  for (level in list(0, 1, 95)) expect_identical(kind_of_band(conf.level = level), "range")
  expect_identical(kind_of_band(conf.level = "a"), "type")
  expect_identical(kind_of_band(conf.level = NA_real_), "missing")
  expect_identical(kind_of_band(conf.level = c(0.5, 0.9)), "length")
  for (R in list(1, 2.5, -1, Inf)) expect_identical(kind_of_band(R = R), "range")
  expect_identical(kind_of_band(R = "a"), "type")
  expect_identical(kind_of_band(R = NA_real_), "missing")
  expect_identical(kind_of_band(R = c(10, 20)), "length")
  for (bayesian in list(1, NA, "yes")) expect_identical(kind_of_band(bayesian = bayesian), "type")
})

test_that("no places are no internal error", {
  for (by in names(places)) {
    expect_false(kind_of_band(at = numeric(), by = by) == "internal")
  }
})

test_that("a place that the curve reaches with a vertical step has the whole step", {
  set.seed(1)
  truth <- rep(0:1, each = 20)
  guess <- rnorm(40, truth)
  for (weight in list(rep(1, 40), rep(0.1, 40), rep(1 / 3, 40))) {
    band <- function(at) {
      set.seed(2)
      roc_band(guess, truth, weight, at = at, R = 400)
    }
    at_step <- band(1:19 / 20)
    behind <- band(1:19 / 20 + 1e-10)
    expect_equal(at_step[-1], behind[-1], tolerance = 1e-8)
  }
})

test_that("the false positive rate at a true positive rate is the least there", {
  truth <- rep(0:1, each = 10)
  guess <- c(1:10, 0.5, 3.5, 4.5, 8.1, 9.1, 10.1, 11:14)
  band <- roc_band(guess, truth, by = "TPR", at = c(0.8, 0.9), R = 40)
  expect_equal(band$FPR, c(0.6, 0.7))
})
