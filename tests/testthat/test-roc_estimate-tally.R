# The interval from a tally is that of its observations.

numbers_of_ci <- c("estimate", "std.error", "conf.low", "conf.high", "df", "n_pos", "n_neg", "n_eff_pos",
                   "n_eff_neg")

draw <- function(n = 300, digits = 1) {
  label <- rbinom(n, 1, 0.4)
  list(score = round(rnorm(n, label), digits), label = label, weight = rexp(n) * (runif(n) > 0.1))
}

test_that("an exact tally has the interval of the observations, by each variance and method", {
  skip_on_cran()
  set.seed(1)
  for (digits in c(0, 1, 15)) {
    x <- draw(digits = digits)
    for (weight in list(NULL, x$weight, x$weight * 1e30, rbinom(300, 3, 0.5))) {
      tally <- roc_tally(x$score, x$label, weight)
      half <- 1:150
      of <- function(rows) roc_tally(x$score[rows], x$label[rows], weight[rows])
      merged <- c(of(half), of(-half))
      for (variance in c("delong", "jackknife", "frequency")) {
        counts <- is.null(weight) || all(weight == round(weight)) && max(weight) < 1e6
        if (variance == "frequency" && !counts) next
        for (method in c("wilson", "logit", "wald")) {
          ask <- function(...) auc_ci(..., variance = variance, method = method, conf.level = 0.9)
          expected <- ask(x$score, x$label, weight)
          expect_close(ask(tally)[numbers_of_ci], expected[numbers_of_ci], 1e-12)
          expect_close(ask(merged)[numbers_of_ci], expected[numbers_of_ci], 1e-12)
          expect_identical(ask(tally)$variance, variance)
          expect_identical(ask(tally)$bound.low, ask(tally)$bound.high)
        }
      }
    }
  }
})

test_that("with bins the interval is that of ties, moved out by what is open", {
  set.seed(2)
  x <- draw(2000, 15)
  tally <- roc_tally(x$score, x$label, x$weight, points = 64)
  found <- auc_ci(tally)
  bin <- findInterval(x$score, tally$score)
  tied <- auc_ci(bin, x$label, x$weight)
  open <- sum(tally$positive * tally$negative * (tally$scores > 1)) /
    sum(tally$positive) / sum(tally$negative) / 2
  same <- setdiff(numbers_of_ci, c("conf.low", "conf.high"))
  expect_close(found[same], tied[same], 1e-12)
  expect_close(c(found$conf.low, found$conf.high), c(tied$conf.low - open, tied$conf.high + open), 1e-12)
  bounds <- weighted_roc(tally)$areas
  columns <- c("estimate", "bound.low", "bound.high")
  expect_close(unlist(found[columns]), unlist(bounds[columns]), 1e-11)
  whole <- auc_ci(x$score, x$label, x$weight)
  expect_true(found$conf.low < whole$conf.low && found$conf.high > whole$conf.high)
  fine <- auc_ci(roc_tally(x$score, x$label, x$weight, points = 1500))
  expect_lt(abs(fine$std.error / whole$std.error - 1), 1e-3)
})

test_that("without fourth powers weights of a row and class count as equal", {
  set.seed(3)
  x <- draw()
  weight <- 1 + x$label + x$score^2
  tally <- roc_tally(x$score, x$label, weight)
  without <- as.data.frame(tally)
  without[c("positive4", "negative4")] <- NULL
  # Here weights depend on score and class.
  expect_close(auc_ci(as_roc_tally(without))[numbers_of_ci], auc_ci(tally)[numbers_of_ci], 1e-12)
  tally <- roc_tally(x$score, x$label, x$weight)
  without <- as.data.frame(tally)
  without[c("positive4", "negative4")] <- NA
  found <- auc_ci(as_roc_tally(without))
  expect_close(found[c("std.error", "n_eff_pos")], auc_ci(tally)[c("std.error", "n_eff_pos")], 1e-12)
  expect_gt(found$df, auc_ci(tally)$df)
})

test_that("pieces of very different weights are merged, and tables have no units", {
  small <- roc_tally(1:4, c(0, 1, 0, 1), rep(1e-300, 4))
  usual <- roc_tally(c(2, 3, 1), c(0, 1, 0), 1:3)
  large <- roc_tally(1:4, c(0, 1, 1, 0), c(1e300, 2e300, 3e300, 4e300))
  expect_identical(usual$units, NULL)
  merged <- c(small, usual, large)
  expect_identical(merged$units, large$units)
  rows <- list(guess = c(1:4, 2, 3, 1, 1:4), label = c(0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0))
  weights <- c(rep(1e-300, 4), 1:3, c(1e300, 2e300, 3e300, 4e300))
  expect_close(auc_ci(merged)[1:10], auc_ci(rows$guess, rows$label, weights)[1:10], 1e-12)
  both <- c(small, usual)
  expect_identical(both$units, NULL)
  other <- roc_tally(1:4, c(0, 1, 0, 1), rep(1e-200, 4))
  expect_identical(auc_ci(both)$std.error, auc_ci(c(usual, other))$std.error)
  table <- as.data.frame(large)
  expect_true(all(is.na(table$positive2[table$positive > 0])))
  expect_identical(roc_hull(as_roc_tally(table)), roc_hull(large))
  expect_error(auc_ci(as_roc_tally(table)), "sums of squared weights", class = "wroc_error_tally")
  # Squares that a double holds, though no fourth powers.
  middle <- roc_tally(1:4, c(0, 1, 1, 0), c(1, 2, 3, 4) * 2^260)
  expect_identical(as.data.frame(middle)$positive2, c(0, 4, 9, 0) * 2^520)
  for (units in list(c(1, 3), c(1, NA), 2, "1", c(0, 1), c(-2, 1))) {
    large$units <- units
    expect_error(auc_ci(large), class = "wroc_error_tally")
    expect_error(c(large, usual), class = "wroc_error_tally")
  }
})

test_that("what a tally can't say is an error or a warning", {
  tally <- roc_tally(1:4, c(0, 1, 0, 1))
  expect_wroc_error(auc_ci(tally, label = c(0, 1)), "unused", paste(
    "`label` is not used with a tally, which has no observations."
  ), argument = "label")
  expect_error(auc_ci(tally, FPR = c(0, 0.5)), "A tally has no intervals of pAUC",
               class = "wroc_error_observations")
  expect_error(auc_ci(tally, variance = "bootstrap"), class = "wroc_error_choice")
  expect_error(auc_ci(tally, variance = "none"), class = "wroc_error_choice")
  expect_error(auc_ci(tally, conf.level = 2), class = "wroc_error_range")
  unknown <- as_roc_tally(data.frame(score = 1:3, scores = 1, positive = 1:3, negative = 3:1))
  expect_error(auc_ci(unknown), "sums of squared weights", class = "wroc_error_tally")
  expect_close(
    auc_ci(unknown, variance = "frequency")[1:5],
    auc_ci(rep(1:3, 2), rep(1:0, each = 3), c(1:3, 3:1), variance = "frequency")[1:5], 1e-12
  )
  expect_error(auc_ci(roc_tally(1:4, c(0, 1, 0, 1), rep(0.5, 4)), variance = "frequency"),
               class = "wroc_error_weight")
  expect_error(auc_ci(roc_tally(1:2, c(0, 0))), class = "wroc_error_no_weight")
  expect_warning(found <- auc_ci(roc_tally(1:2, 0:1)), class = "wroc_warning_undefined")
  expect_identical(found$std.error, NA_real_)
  expect_warning(auc_ci(roc_tally(1:4, c(0, 0, 1, 1)), method = "logit"),
                 class = "wroc_warning_degenerate")
})
