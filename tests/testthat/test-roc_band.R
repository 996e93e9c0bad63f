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
    of_both <- function(column) unlist(split(band[[column]], factor(band$rate, c("TPR", "TNR"))))
    list(rate = unname(of_both("estimate")), low = of_both("conf.low"), high = of_both("conf.high"))
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
      band <- roc_band(x$guess, x$positive, x$weight, at = at, by = by)
      expect_plain_frame(band)
      columns <- list(FPR = c("FPR", "TPR", "conf.low", "conf.high"),
                      TPR = c("TPR", "FPR", "conf.low", "conf.high"),
                      threshold = c("threshold", "rate", "estimate", "conf.low", "conf.high"))
      expect_identical(names(band), columns[[by]])
      if (by == "threshold") {
        expect_identical(band$threshold, rep(at, each = 2))
        expect_identical(band$rate, rep(c("TPR", "TNR"), length(at)))
      } else {
        expect_identical(band[[1]], at)
      }
      expect_close(parts_of_band(band)$rate, rates_at(x$guess, x$positive, x$weight, at, by),
                   relative = 1e-11, absolute = 1e-14)
    }
  }
})

test_that("by default the places are hundredths, or the deciles of the distinct scores", {
  set.seed(2)
  x <- inference_data(100)
  band <- roc_band(x$guess, x$positive)
  expect_equal(band$FPR, (0:100) / 100)
  band <- roc_band(x$guess, x$positive, by = "TPR")
  expect_equal(band$TPR, (0:100) / 100)
  band <- roc_band(x$guess + 0.5, x$positive, by = "threshold")
  scores <- sort(unique(x$guess + 0.5))
  deciles <- unique(unname(quantile(scores, 1:9 / 10, type = 1)))
  expect_equal(band$threshold, rep(deciles, each = 2))
})

test_that("places may be given twice or in any order", {
  set.seed(3)
  x <- inference_data(60)
  for (type in c("pointwise", "equal-precision", "fixed-width")) {
    for (by in names(places)) {
      at <- places[[by]]
      run <- function(at) {
        roc_band(x$guess, x$positive, x$weight, at = at, by = by, type = type)
      }
      band <- run(at)
      order <- c(rev(seq_along(at)), 2)
      rows <- if (by == "threshold") as.vector(rbind(2 * order - 1, 2 * order)) else order
      expect_close(run(at[order]), `rownames<-`(band[rows, ], NULL))
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

# Without weights the share of positives above a threshold is binomial, or in the Bayesian bootstrap
# beta distributed.
# At one place the quantile is that of |r* - r| over all resamples.
# The same -------------------------------------------------------------------------

test_that("scales of weights, increasing functions and rows of weight 0 change nothing", {
  set.seed(11)
  x <- inference_data(60)
  present <- x$weight > 0
  for (by in names(places)) {
    for (type in c("pointwise", "equal-precision")) {
      run <- function(f = identity, rows = TRUE, factor = 1) {
        at <- if (by == "threshold") f(places[[by]]) else places[[by]]
        band <- roc_band(f(x$guess)[rows], x$positive[rows], (factor * x$weight)[rows],
                         at = at, by = by, type = type)
        unlist(parts_of_band(band))
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
  at <- c(0.2, 0.5)
  band <- roc_band(x$guess, x$positive, x$weight, at = at)
  mirrored <- roc_band(-x$guess, !x$positive, x$weight, at = 1 - at, by = "TPR")
  expect_close(band$TPR, 1 - mirrored$FPR)
  expect_lt(max(abs(band$conf.low - 1 + mirrored$conf.high)), 0.05)
  expect_lt(max(abs(band$conf.high - 1 + mirrored$conf.low)), 0.05)
})

# Degenerate data --------------------------------------------------------------------

test_that("one observation of a class or one cluster: no band without a warning", {
  for (by in names(places)) {
    expect_warning(roc_band(c(1, 2, 3, 0), c(0, 1, 0, 0), at = 0.5, by = by),
                   class = "wroc_warning")
    expect_warning(roc_band(c(1, 3, 2, 4), c(0, 0, 1, 1), cluster = rep(1, 4), at = 0.5, by = by),
                   class = "wroc_warning")
  }
})

# Shapes and errors ------------------------------------------------------------------

test_that("the scores may come from a matrix of one column, the labels from a factor", {
  set.seed(13)
  x <- inference_data(30)
  run <- function(guess, label) roc_band(guess, label, at = c(0.2, 0.5))
  expected <- run(x$guess, x$positive)
  # A matrix has several scores, even with one column: these have names.
  expect_identical(plain(run(cbind(x$guess), x$positive + 0L))[-1L], plain(expected))
  expect_identical(run(stats::setNames(x$guess, seq_len(30)), factor(x$positive)), expected)
})

test_that("a band is ready for roc_plot()", {
  skip_if_not_installed("ggplot2", "3.4.0")
  set.seed(14)
  x <- inference_data(30)
  curve <- WeightedROC(x$guess, x$positive, x$weight)
  for (by in c("FPR", "TPR")) {
    band <- roc_band(x$guess, x$positive, x$weight, by = by)
    expect_s3_class(roc_plot(curve, band = band), "ggplot")
  }
})

kind_of_band <- function(...) {
  arguments <- utils::modifyList(list(x = c(1, 3, 2, 4), label = c(0, 0, 1, 1), at = 0.5),
                                list(...), keep.null = TRUE)
  error_kind(do.call(roc_band, arguments))
}

test_that("each argument has its errors", {
  expect_identical(kind_of_band(), "")
  expect_identical(kind_of_band(x = c(1, NA, 2, 3)), "missing")
  expect_identical(kind_of_band(x = 1:3), "length")
  expect_identical(kind_of_band(x = array(1:8, c(2, 2, 2))), "type")
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
  expect_identical(kind_of_band(R = 40), "unused")
  expect_identical(kind_of_band(R = 40, variance = "jackknife"), "unused")
  for (variance in c("bootstrap", "bayesian")) expect_identical(kind_of_band(R = 40, variance = variance), "")
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
    band <- function(at) roc_band(guess, truth, weight, at = at)
    at_step <- band(1:19 / 20)
    behind <- band(1:19 / 20 + 1e-10)
    expect_equal(at_step[-1], behind[-1], tolerance = 1e-8)
  }
})

test_that("the false positive rate at a true positive rate is the least there", {
  truth <- rep(0:1, each = 10)
  guess <- c(1:10, 0.5, 3.5, 4.5, 8.1, 9.1, 10.1, 11:14)
  band <- roc_band(guess, truth, by = "TPR", at = c(0.8, 0.9))
  expect_equal(band$FPR, c(0.6, 0.7))
})

# How far the bounds are ------------------------------------------------------

# Wilson's interval of a share, and the effective number of a class at a threshold, by hand.
wilson_by_hand <- function(p, n, z) {
  centre <- (p + z^2 / (2 * n)) / (1 + z^2 / n)
  reach <- z / (1 + z^2 / n) * sqrt(p * (1 - p) / n + z^2 / (4 * n^2))
  c(centre - reach, centre + reach)
}

number_by_hand <- function(above, weight, cluster = seq_along(weight), conf.level = 0.95,
                           model = 4) {
  p <- sum(weight * above) / sum(weight)
  units <- function(x) tapply(x, cluster, sum)
  u <- units(weight / sum(weight) * (above - p))
  n <- length(u)
  kish <- function(w) sum(w)^2 / sum(w^2)
  effective <- sqrt(kish(weight) * kish(units(weight)))
  freedom <- min(2 / (sum(u^4) / sum(u^2)^2 - 1 / n), n - 2)
  ratio <- n / (n - 1) * sum(u^2) * effective / (p * (1 - p))
  factor <- (freedom * ratio + model) / (freedom + model)
  z <- stats::qnorm((1 + conf.level) / 2)
  number <- effective / factor * (z / stats::qt((1 + conf.level) / 2, max(freedom + model, 4)))^2
  max(number, sum(weight) / max(units(weight)))
}

test_that("by threshold an interval is Wilson's with the effective number of the class", {
  set.seed(3)
  x <- list(score = rnorm(80, rep(0:1, 40)), label = rep(0:1, 40), weight = rlnorm(80),
            cluster = rep(1:20, each = 4))
  for (clustered in c(FALSE, TRUE)) {
    cluster <- if (clustered) x$cluster
    for (level in c(0.8, 0.95)) {
      band <- roc_band(x$score, x$label, x$weight, cluster = cluster, at = 0.5, by = "threshold",
                       conf.level = level)
      positive <- x$label == 1
      own <- if (clustered) x$cluster else seq_along(x$label)
      bounds <- function(class) {
        above <- (x$score >= 0.5)[class]
        weight <- x$weight[class]
        n <- number_by_hand(above, weight, own[class], level, naive_model(positive, x$weight, cluster))
        wilson_by_hand(sum(weight * above) / sum(weight), n, qnorm((1 + level) / 2))
      }
      expect_identical(band$rate, c("TPR", "TNR"))
      ends <- rbind(bounds(positive), 1 - rev(bounds(!positive)))
      expect_equal(cbind(band$conf.low, band$conf.high), ends, tolerance = 1e-9)
    }
  }
})

test_that("counts of rows are repeated rows, for all kinds of bands", {
  table <- hanley_mcneil()
  every <- repeated(table, table$count)
  for (type in c("pointwise", "equal-precision", "fixed-width")) {
    for (by in c("FPR", "TPR", "threshold")) {
      at <- if (by == "threshold") 2:4 else c(0, 0.05, 0.2, 0.7, 1)
      counted <- roc_band(table$rating, table$diseased, table$count, at = at, by = by, type = type,
                          variance = "frequency")
      expect_equal(counted, roc_band(every$rating, every$diseased, at = at, by = by, type = type),
                   tolerance = 1e-9)
    }
  }
  # By the percentiles of replicates of the 109 images.
  band <- roc_band(table$rating, table$diseased, table$count, at = 0.2, variance = "frequency")
  expect_equal(c(band$conf.low, band$conf.high), c(0.70, 0.94), tolerance = 0.06)
  band <- roc_band(table$rating, table$diseased, table$count, at = 3, by = "threshold",
                   variance = "frequency")
  expect_equal(c(band$conf.low[[2]], band$conf.high[[2]]), c(0.55, 0.79), tolerance = 0.03)
})

test_that("intervals contain the rate, lie in [0, 1], and grow with the level and to all at once", {
  set.seed(4)
  x <- inference_data()
  width <- function(band) band$conf.high - band$conf.low
  for (by in c("FPR", "TPR")) {
    band <- function(...) roc_band(x$guess, x$positive, x$weight, cluster = x$cluster, by = by, ...)
    narrow <- band(conf.level = 0.8)
    wide <- band(conf.level = 0.99)
    all <- band(conf.level = 0.8, type = "equal-precision")
    rate <- setdiff(c("TPR", "FPR"), by)
    for (found in list(narrow, wide, all, band(type = "fixed-width"))) {
      expect_true(all(0 <= found$conf.low & found$conf.low <= found[[rate]]))
      expect_true(all(found[[rate]] <= found$conf.high & found$conf.high <= 1))
    }
    expect_true(all(width(narrow) <= width(wide) + 1e-12))
    expect_gt(mean(width(all)), mean(width(narrow)))
  }
})

# Ends at places, each asked for alone.
walk <- function(at, ...) {
  t(vapply(at, function(at) unlist(roc_band(..., at = at)[c("conf.low", "conf.high")]), c(0, 0)))
}

test_that("pointwise intervals of a rate at the other one are those of their definition", {
  reference <- read_reference("rate-at-rate")
  data <- list(s100b = read_reference("aSAH"), score = read_reference("ROCR.simple"))
  for (cell in split_by(reference, "score", "weights", "clusters", "by", "level")) {
    x <- data[[cell$score[[1]]]]
    n <- nrow(x)
    weight <- if (cell$weights[[1]] == "cycle") rep(1:7 / 10, length.out = n)
    cluster <- if (cell$clusters[[1]] > 0) rep(seq_len(cell$clusters[[1]]), length.out = n)
    # Each by itself: in one call no end falls below that of a smaller rate.
    ends <- walk(cell$at, x[[cell$score[[1]]]], x$label, weight, cluster, by = cell$by[[1]],
                 conf.level = cell$level[[1]])
    expect_lt(max(abs(ends - cbind(cell$low, cell$high))), 1e-12)
  }
})

test_that("both ends ascend without a cliff along the curve", {
  skip_on_cran()
  # From .001 to .5, by 2 percent and by .002 at most.
  at <- c(0.001 * 1.02^(0:232), 50:250 / 500)
  for (number in list(c(100, 300), c(30, 30))) {
    set.seed(4)
    truth <- rep(1:0, number)
    guess <- rnorm(sum(number), sqrt(2) * qnorm(0.95) * truth)
    for (by in c("FPR", "TPR")) {
      # A tied score is a straight line of the curve.
      for (score in list(guess, round(guess, 1))) {
        steps <- diff(walk(at, score, truth, by = by))
        expect_gte(min(steps), -1e-9)
        expect_lt(max(steps), 0.08)
      }
      # With weights the effective numbers change from row to row, but not the order of the ends of one call.
      found <- roc_band(guess, truth, rlnorm(sum(number)), at = at, by = by)
      expect_gte(min(diff(found$conf.low), diff(found$conf.high)), 0)
    }
  }
  # Three expected negatives suffice for a lower end well above 0, and hardly one does not.
  found <- walk(c(0.01, 0.1), guess, truth)
  expect_gt(found[[2, 1]], 0.4)
  expect_lt(found[[1, 1]], 0.01)
})

test_that("simultaneous bands ascend along the curve", {
  set.seed(5)
  x <- inference_data()
  for (type in c("equal-precision", "fixed-width")) {
    band <- roc_band(x$guess, x$positive, x$weight, type = type)
    expect_false(is.unsorted(band$conf.low))
    expect_false(is.unsorted(band$conf.high))
  }
})

test_that("no sample is sure at the ends of its curve, not even one that separates the classes", {
  for (guess in list(1:20, rep(1, 20), 20:1)) {
    for (type in c("pointwise", "equal-precision", "fixed-width")) {
      band <- roc_band(guess, rep(0:1, each = 10), at = c(0, 0.05, 0.5), type = type)
      expect_false(anyNA(band))
      expect_true(all(band$conf.high - band$conf.low > 0.05))
    }
  }
})

test_that("bands leave the random numbers alone, but for those by replicates, which set.seed() decides", {
  set.seed(6)
  x <- inference_data()
  band <- function(...) roc_band(x$guess, x$positive, x$weight, at = 1:9 / 10, ...)
  seed <- .Random.seed
  first <- band()
  expect_identical(.Random.seed, seed)
  expect_identical(band(), first)
  drawn <- function() {
    set.seed(7)
    band(variance = "bootstrap", R = 100)
  }
  expect_identical(drawn(), drawn())
  expect_false(identical(drawn(), first))
})

test_that("simulations: pointwise by threshold, and all at once along the curve", {
  skip_on_cran()
  set.seed(8)
  label <- rep(0:1, c(60, 20))
  d <- sqrt(2) * qnorm(0.95)
  at <- 0:20 / 20
  truth <- pnorm(d + qnorm(at))
  thresholds <- d + c(-2, -1, 0)
  covers <- replicate(200, {
    score <- rnorm(80, d * label)
    weight <- rlnorm(80)
    band <- roc_band(score, label, weight, at = at, type = "equal-precision")
    rates <- roc_band(score, label, weight, at = thresholds, by = "threshold")
    rates <- rates[rates$rate == "TPR", ]
    c(all(band$conf.low <= truth & truth <= band$conf.high),
      rates$conf.low <= pnorm(2:0) & pnorm(2:0) <= rates$conf.high)
  })
  # 93% in 200 samples, but for a chance of 1e-4.
  expect_true(all(rowMeans(covers) >= qbinom(1e-4, 200, 0.93) / 200))
})

test_that("no confidence level is too near to 0 or to 1", {
  set.seed(3)
  label <- rep(0:1, 20)
  guess <- rnorm(40, label)
  for (by in c("FPR", "TPR", "threshold")) {
    for (type in c("pointwise", "equal-precision", "fixed-width")) {
      at <- function(level) roc_band(guess, label, at = c(0.3, 0.7), by = by, type = type,
                                     conf.level = level)
      wide <- at(1 - 2^-53)
      near <- at(1 - 2^-40)
      expect_true(all(wide$conf.low <= near$conf.low & near$conf.high <= wide$conf.high))
      expect_equal(at(1e-300), at(1e-12), tolerance = 1e-6)
    }
  }
})
