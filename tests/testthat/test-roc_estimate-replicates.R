# Intervals of numbers of ranks by bootstrap replicates.

optima <- function(prior = NULL) {
  list(roc_measure("KS"), roc_measure("AUCH"), roc_measure("MER", prior = prior),
       roc_measure("H", prior = prior))
}

sample_for_optima <- function(n = 60) {
  set.seed(21)
  x <- inference_data(n, zeros = FALSE)
  x$weight <- ceiling(x$weight)
  x
}

ends_of_optima <- function(ci) {
  unlist(ci[c("estimate", "std.error", "conf.low", "conf.high")], use.names = FALSE)
}

test_that("swapped classes and turned scores have the same interval by the same seed", {
  # The replicates are the same in pairs, and their sums go the other way: equal but for rounding.
  x <- sample_for_optima()
  for (cluster in list(NULL, x$cluster)) {
    for (variance in c("delong", "frequency")) {
      ci <- function(sign, positive, prior) {
        seeded(roc_estimate(sign * x$guess, positive, x$weight, measure = optima(prior), cluster = cluster,
                            variance = variance, R = 20))
      }
      expect_close(ends_of_optima(ci(1, x$positive, 0.3)), ends_of_optima(ci(-1, !x$positive, 0.7)),
                   relative = 1e-9, absolute = 1e-12)
      expect_close(ends_of_optima(ci(1, x$positive, NULL)), ends_of_optima(ci(-1, !x$positive, NULL)),
                   relative = 1e-9, absolute = 1e-12)
    }
  }
})

test_that("the seed is the user's, one for all numbers, and none is drawn for others", {
  x <- sample_for_optima()
  ci <- function(seed, what = optima(), ...) {
    set.seed(seed)
    roc_estimate(x$guess, x$positive, x$weight, measure = what, ...)
  }
  expect_identical(ci(1), ci(1))
  expect_false(identical(ci(1)$conf.low, ci(2)$conf.low))
  # Alone or beside others.
  expect_identical(ci(1)$conf.low[[2L]], ci(1, roc_measure("AUCH"))$conf.low)
  set.seed(1)
  before <- .Random.seed
  roc_estimate(x$guess, x$positive, x$weight, measure = list("AUC", roc_measure("TPR", FPR = 0.1)))
  expect_identical(.Random.seed, before)
  # No interval, no replicates.
  suppressWarnings(roc_estimate(c(1, 2, 3), c(0, 1, 0), measure = roc_measure("KS")))
  expect_identical(.Random.seed, before)
  ci(1)
  expect_false(identical(.Random.seed, before))
  # One number of the user's stream, whatever is asked for: without `set.seed()` the next call differs.
  set.seed(7)
  first <- roc_estimate(x$guess, x$positive, x$weight, measure = optima())
  after <- .Random.seed
  expect_false(identical(roc_estimate(x$guess, x$positive, x$weight, measure = optima())$conf.low,
                         first$conf.low))
  set.seed(7)
  what <- c(optima(), list(roc_measure("AP"), roc_measure("TPR", share = 0.3)))
  roc_estimate(cbind(a = x$guess, b = -x$guess), x$positive, x$weight, measure = what, R = 20)
  expect_identical(.Random.seed, after)
})

test_that("threads, rows of weight 0 and the unit of weights change no replicate", {
  x <- sample_for_optima(200)
  ci <- function(rows = seq_along(x$guess), weight = x$weight) {
    seeded(roc_estimate(x$guess[rows], x$positive[rows], weight[rows], measure = optima(), R = 20))
  }
  expected <- ci()
  for (threads in 2:3) expect_identical(with_threads_of(threads, ci()), expected)
  expect_close(ends_of_optima(ci(weight = x$weight * 2^300)), ends_of_optima(expected), relative = 1e-12)
  some <- x$weight
  some[c(1, 50, 77, 200)[x$weight[c(1, 50, 77, 200)] > 0]] <- 0
  expect_close(ends_of_optima(ci(which(some > 0), some)), ends_of_optima(ci(weight = some)),
               relative = 1e-9)
})

test_that("the default number of replicates leaves little chance", {
  x <- sample_for_optima()
  low <- vapply(1:8, function(seed) {
    set.seed(seed)
    ends_of_optima(roc_estimate(x$guess, x$positive, x$weight, measure = optima()))[9:16]
  }, numeric(8))
  lengths <- rowMeans(low)[5:8] - rowMeans(low)[1:4]
  expect_true(all(apply(low, 1L, sd) < 0.05 * rep(lengths, 2L)))
})

test_that("`R` is refused where nothing is drawn, and checked", {
  x <- sample_for_optima()
  kind <- function(what, R) error_kind(roc_estimate(x$guess, x$positive, x$weight, measure = what, R = R))
  expect_identical(kind("AUC", 100), "unused")
  expect_identical(kind(roc_measure("brier"), 100), "unused")
  for (R in list(1, 2.5, Inf, -1)) expect_identical(kind(roc_measure("KS"), R), "range")
  expect_identical(kind(roc_measure("KS"), "a"), "type")
})

test_that("areas of precision and numbers at a share have their own pseudo-observations", {
  x <- sample_for_optima()
  what <- list(roc_measure("AP", prior = 0.2), roc_measure("prg_AUC"),
               roc_measure("lift", share = 0.2), roc_measure("FNR", share = 0.2))
  ci <- function(what, ...) seeded(roc_estimate(x$guess, x$positive, x$weight, measure = what, ...))
  together <- ci(c(what, optima()))
  for (k in seq_along(what)) expect_identical(ci(what[[k]])$conf.low, together$conf.low[[k]])
  expect_true(all(together$conf.low < together$estimate & together$estimate < together$conf.high))
  expect_false(identical(ci(what, R = 50)$conf.low, ci(what)$conf.low))
  # FNR is 1 - TPR.
  tpr <- ci(roc_measure("TPR", share = 0.2))
  fnr <- together[4L, ]
  expect_close(c(tpr$conf.low, tpr$conf.high), 1 - c(fnr$conf.high, fnr$conf.low), relative = 1e-9)
})

test_that("counts are drawn as repeated rows, in law", {
  x <- sample_for_optima(200)
  rows <- rep(seq_along(x$guess), x$weight)
  what <- list(roc_measure("AP", prior = 0.2), roc_measure("TPR", share = 0.2),
               roc_measure("H"))
  counted <- seeded(roc_estimate(x$guess, x$positive, x$weight, measure = what, variance = "frequency",
                                 R = 4000))
  repeated <- seeded(roc_estimate(x$guess[rows], x$positive[rows], NULL, measure = what, R = 4000))
  length <- repeated$conf.high - repeated$conf.low
  expect_true(all(abs(counted$conf.low - repeated$conf.low) < 0.05 * length))
  expect_true(all(abs(counted$conf.high - repeated$conf.high) < 0.05 * length))
})

test_that("both ends of a TPR ascend with the share, each by the same seed", {
  shares <- c(1:50 / 200, 26:50 / 100)
  for (weighted in c(FALSE, TRUE)) {
    set.seed(5)
    truth <- rep(1:0, c(40, 160))
    guess <- round(rnorm(200, 1.5 * truth), if (weighted) 1 else 9)
    weight <- if (weighted) rlnorm(200)
    what <- lapply(shares, function(share) roc_measure("TPR", share = share))
    found <- seeded(roc_estimate(guess, truth, weight, measure = what))
    for (end in c("conf.low", "conf.high")) {
      steps <- diff(found[[end]])
      expect_gte(min(steps), 0)
      # A tie or a heavy observation is a step of all replicates.
      expect_lt(max(steps), if (weighted) 0.2 else 0.1)
    }
    expect_identical(seeded(roc_estimate(guess, truth, weight, measure = what[[7L]]))$conf.low,
                     found$conf.low[[7L]])
    expect_gt(found$conf.low[[10L]], 0)
  }
})

test_that("expected costs do not depend on how small the weights are", {
  estimates <- function(unit) {
    set.seed(1)
    found <- suppressWarnings(roc_estimate(c(1, 2, 3, 4, 5, 2.5), c(0, 1, 0, 1, 0, 1), unit * c(1, 2, 4, 1, 2, 4),
                                           measure = c("H_loss", "expected_cost", "H")))
    unlist(found[c("estimate", "std.error")])
  }
  expect_equal(estimates(2^-1074), estimates(1), tolerance = 1e-10)
})

test_that("expected costs have the ways and the intervals of what is the best over thresholds", {
  skip_if_not_installed("survey")
  set.seed(1)
  label <- rep(0:1, 30)
  score <- rnorm(60, label)
  measures <- c("H_loss", "expected_cost", "expected_cost_saved")
  design <- survey::svydesign(~1, weights = ~w, data = data.frame(w = rexp(60)))
  for (measure in measures) {
    found <- roc_estimate(score, label, design, measure = measure)
    expect_true(found$conf.low < found$estimate && found$estimate < found$conf.high)
    for (way in list(list(fold = rep(1:3, each = 20)), list(variance = "bootstrap"))) {
      expect_error(do.call(roc_estimate, c(list(score, label, measure = measure), way)),
                   class = "wroc_error_unsupported")
    }
  }
})
