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

# Without weights the share of positives above a threshold is binomial, or in the Bayesian bootstrap
# beta distributed.
# At one place the quantile is that of |r* - r| over all resamples.
# The same -------------------------------------------------------------------------

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
