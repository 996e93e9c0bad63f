places <- list(FPR = c(0, 0.1, 0.25, 0.4, 0.5, 0.77, 1), TPR = c(0, 0.2, 0.5, 0.6, 0.9, 1),
               threshold = c(-Inf, 1, 2, 2.5, 3, 4, 5, 5.5, 6, 7, Inf))

test_that("the rates are those of the curve, in the order of the places", {
  set.seed(1)
  x <- inference_data(30)
  curve <- WeightedROC(x$guess, x$positive, x$weight)
  band <- function(by) roc_band(x$guess, x$positive, x$weight, at = rev(places[[by]]), by = by)
  by_FPR <- band("FPR")
  expect_plain_frame(by_FPR)
  expect_identical(names(by_FPR), c("FPR", "TPR", "conf.low", "conf.high"))
  expect_close(by_FPR$TPR, roc_at(curve, FPR = rev(places$FPR))$TPR, 1e-11, 1e-14)
  by_TPR <- band("TPR")
  expect_identical(names(by_TPR), c("TPR", "FPR", "conf.low", "conf.high"))
  expect_close(by_TPR$FPR, roc_at(curve, TPR = rev(places$TPR))$FPR, 1e-11, 1e-14)
  by_threshold <- band("threshold")
  expect_identical(names(by_threshold), c("threshold", "rate", "estimate", "conf.low", "conf.high"))
  expect_identical(by_threshold$threshold, rep(rev(places$threshold), each = 2))
  expect_identical(by_threshold$rate, rep(c("TPR", "TNR"), length(places$threshold)))
  at <- roc_at(curve, threshold = rev(places$threshold))
  expect_close(by_threshold$estimate, as.vector(rbind(at$TPR, at$TNR)), 1e-11, 1e-14)
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
  calls <- list(
    none = list(), missing = list(x = c(1, NA, 2, 3)), length = list(x = 1:3), type = list(x = array(1:8, c(2, 2, 2))),
    one_class = list(label = rep(1, 4)), weight = list(weight = c(1, -1, 1, 1)),
    no_weight = list(weight = c(0, 0, 1, 1)), length = list(cluster = 1:3),
    missing = list(cluster = c(1, NA, 2, 2)), type = list(cluster = list(1, 2, 3, 4)),
    choice = list(by = "x"), choice = list(by = c("FPR", "TPR")), choice = list(type = NA_character_),
    choice = list(type = 1), range = list(conf.level = 95), type = list(conf.level = "a"),
    missing = list(conf.level = NA_real_), length = list(conf.level = c(0.5, 0.9)),
    range = list(R = 1, variance = "bootstrap"), range = list(R = 2.5, variance = "bootstrap"),
    range = list(R = Inf, variance = "bootstrap"),
    type = list(R = "a"), missing = list(R = NA_real_, variance = "bootstrap"),
    length = list(R = c(10, 20)), unused = list(R = 40), unused = list(R = 40, variance = "jackknife"),
    none = list(R = 40, variance = "bootstrap"), none = list(R = 40, variance = "bayesian")
  )
  for (by in names(places)) {
    outside <- list(list(at = -0.1), list(at = c(0.5, 2)), list(at = Inf))
    names(outside) <- rep(if (by == "threshold") "none" else "range", 3)
    of_place <- c(outside, list(missing = list(at = c(0.5, NA)), type = list(at = "0.5")))
    calls <- c(calls, lapply(of_place, c, by = by))
  }
  found <- vapply(calls, function(call) do.call(kind_of_band, call), "", USE.NAMES = FALSE)
  expect_identical(found, sub("none", "", names(calls)))
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
