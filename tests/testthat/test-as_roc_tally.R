# Tallies as tables, and back.

draw <- function(n = 500, points = NULL) {
  label <- rbinom(n, 1, 0.4)
  roc_tally(c(-Inf, Inf, round(rnorm(n - 2, label), 2)), label, rexp(n), points = points)
}

without_lost <- function(tally) replace(tally, "lost", list(NULL))

test_that("a table has all of a tally but what rounding took from sums", {
  set.seed(1)
  for (points in list(NULL, 20)) {
    tally <- draw(points = points)
    table <- as.data.frame(tally)
    expect_identical(class(table), "data.frame")
    expect_identical(names(table)[12:16], c("version", "level", "rows", "total_positive", "total_negative"))
    expect_identical(as_roc_tally(table), without_lost(tally))
    # In any order, in capitals.
    table <- table[sample(nrow(table)), rev(names(table))]
    names(table) <- toupper(names(table))
    expect_identical(as_roc_tally(table), without_lost(tally))
    expect_identical(as_roc_tally(tally), tally)
  }
  none <- roc_tally(numeric(), numeric())
  expect_identical(as_roc_tally(as.data.frame(none)), none)
})

test_that("files of text and of R bring back the same tally", {
  set.seed(2)
  tally <- draw(points = 100)
  file <- tempfile("tally")
  on.exit(unlink(file))
  saveRDS(tally, file)
  expect_identical(readRDS(file), tally)
  text <- as.data.frame(lapply(as.data.frame(tally), format, digits = 17, trim = TRUE))
  utils::write.csv(text, file, row.names = FALSE, quote = FALSE)
  expect_identical(as_roc_tally(utils::read.csv(file)), without_lost(tally))
  if (nzchar(system.file(package = "jsonlite"))) {
    json <- getExportedValue("jsonlite", "toJSON")(text)
    expect_identical(as_roc_tally(getExportedValue("jsonlite", "fromJSON")(json)), without_lost(tally))
  }
})

test_that("a table that was cut or changed on the way is an error", {
  set.seed(3)
  table <- as.data.frame(draw())
  refused <- function(x, words) expect_error(as_roc_tally(x), words, class = "wroc_error_tally")
  refused(table[-5, ], "must have all")
  refused(utils::head(table, 100), "must have all")
  refused(rbind(table, table[1, ]), "ascending scores")
  changed <- transform(table, positive = replace(positive, 9, 100), positive2 = NA, positive4 = NA,
                       n_pos = NA)
  refused(changed, "its sums are not its `totals`")
  refused(transform(table, version = 2), "version 2")
  refused(transform(table, level = 65), "`level` must be")
  refused(transform(table, level = c(1, rep(0, nrow(table) - 1))), "the same number")
  refused(transform(table, positive2 = positive2 * 1.1), "fit none")
  refused(transform(table, negative4 = negative4 / 100), "fit none")
  refused(transform(table, n_pos = n_pos + 0.5), "fit none")
  refused(transform(table, score = replace(score, 3, NA)), "ascending scores")
  refused(transform(table, score_max = score_max + 1), "overlap")
  refused(transform(table, negative = -negative), "finite and >= 0")
  tally <- draw()
  tally$positive[3] <- tally$positive[3] + 1
  expect_error(curve_of_tally(tally), "its sums are not", class = "wroc_error_tally")
  expect_error(c(tally), "its sums are not", class = "wroc_error_tally")
})

test_that("tables of other software have what they must have, and nothing unknown", {
  table <- data.frame(score = c(3, 1, 2), positive = c(5, 0, 2), negative = c(1, 4, 2))
  expect_wroc_error(as_roc_tally(table), "column", paste(
    "`x` must have a column `scores` or `score_max`, which tell bins from single scores."
  ))
  table$score_max <- c(3, 1, 2.5)
  tally <- as_roc_tally(table)
  expect_identical(tally$scores, c(1, 2, 1))
  expect_identical(tally$n_pos, rep(NA_real_, 3))
  expect_identical(tally$level, 0)
  curve <- curve_of_tally(tally)
  expect_identical(curve$scores_below, c(0, 1, 3, 4))
  # No column is misread.
  expect_error(as_roc_tally(cut(1:3, 2)), class = "wroc_error_type")
  expect_error(as_roc_tally(transform(table, bin = 1)), "`bin`", class = "wroc_error_column")
  expect_error(as_roc_tally(table[-1]), class = "wroc_error_column")
  expect_error(as_roc_tally(transform(table, positive = c("a", "b", "c"))), class = "wroc_error_type")
  expect_error(as_roc_tally(transform(table, positive = factor(positive))), class = "wroc_error_type")
  twice <- structure(cbind(table, table[1]), names = c(names(table), "SCORE"))
  expect_error(as_roc_tally(twice), "twice", class = "wroc_error_column")
  texts <- transform(table, score = c("Inf", "-1", "2"), score_max = c("Inf", "-1", "2"))
  expect_identical(as_roc_tally(texts)$score, c(-1, 2, Inf))
})

test_that("a column of bytes is no column of numbers", {
  table <- data.frame(score = c("\xff", "2"), scores = 1, positive = c(1, 0), negative = c(0, 1))
  expect_error(as_roc_tally(table), class = "wroc_error_type")
  Encoding(table$score) <- "bytes"
  expect_error(as_roc_tally(table), class = "wroc_error_type")
})

test_that("tallies without the newer columns, as they were, are read and merged", {
  set.seed(4)
  tally <- draw(points = 30)
  old <- structure(unclass(tally)[c("score", "positive", "negative", "scores", "level", "format")],
                   class = "roc_tally")
  expect_identical(curve_of_tally(old), curve_of_tally(tally))
  merged <- c(old, tally)
  expect_identical(merged$positive, 2 * tally$positive)
  expect_true(all(is.na(merged$positive2)))
  expect_error(auc_ci(merged), class = "wroc_error_tally")
})

# Bins that are on no grid ----------------------------------------------------

test_that("bins that overlap are joined, and curves are exact at their scores", {
  set.seed(5)
  n <- 600
  label <- rbinom(n, 1, 0.5)
  score <- round(rnorm(n, label), 3)
  weight <- sample(9, n, replace = TRUE)
  part <- sample(3, n, replace = TRUE)
  by_breaks <- function(rows, breaks) {
    bin <- findInterval(score[rows], breaks)
    of <- function(f) as.vector(tapply(seq_along(score)[rows], bin, f))
    as_roc_tally(data.frame(
      score = of(function(i) min(score[i])), score_max = of(function(i) max(score[i])),
      positive = of(function(i) sum(weight[i] * label[i])),
      negative = of(function(i) sum(weight[i] * (1 - label[i])))
    ))
  }
  exact <- WeightedROC(score, label, weight)
  for (shift in c(0, 0.03)) {
    tallies <- lapply(1:3, function(i) by_breaks(part == i, seq(-3, 4, 0.1) + shift * i))
    merged <- do.call(c, tallies)
    curve <- curve_of_tally(merged)
    expect_true(all(merged$score[-1] > merged$score_max[-length(merged$score)]))
    rows <- match(curve$threshold, exact$threshold)
    expect_close(curve[c("TPR", "FPR", "FN", "FP")], exact[rows, c("TPR", "FPR", "FN", "FP")], 1e-13)
    bounds <- bounds_of(curve)
    expect_true(bounds$bound.low <= WeightedAUC(exact) && WeightedAUC(exact) <= bounds$bound.high)
    other <- c(tallies[[3]], c(tallies[[2]], tallies[[1]]))
    expect_gt(sum(merged$positive), 0)
    expect_close(colSums(as.data.frame(other)[2:3]), colSums(as.data.frame(merged)[2:3]), 1e-13)
  }
})

# Few observations ------------------------------------------------------------

test_that("no row has fewer observations than min_count, nor has one of a merger", {
  set.seed(6)
  for (points in list(NULL, 50)) {
    for (k in c(1, 2, 7, 250, 500)) {
      tallies <- lapply(1:3, function(i) {
        label <- rbinom(500, 1, 0.5)
        roc_tally(rnorm(500, label), label, rexp(500), points = points, min_count = k)
      })
      for (tally in c(tallies, list(do.call(c, tallies), do.call(c, c(tallies, list(points = 10)))))) {
        expect_true(all(tally$n_pos + tally$n_neg >= k))
        expect_true(all(tally$score[-1] > tally$score_max[-length(tally$score)]))
      }
      expect_identical(sum(as.data.frame(do.call(c, tallies))[c("n_pos", "n_neg")]), 1500)
    }
  }
  expect_identical(roc_tally(1:4, c(0, 1, 0, 1), min_count = 1), roc_tally(1:4, c(0, 1, 0, 1)))
  # Without weight is not there.
  expect_wroc_error(
    roc_tally(1:4, c(0, 1, 0, 1), c(1, 1, 1, 0), min_count = 4), "range",
    "`min_count` must be at most the number of observations with weight, 3, not 4.", argument = "min_count"
  )
  expect_error(roc_tally(numeric(), numeric(), min_count = 1), class = "wroc_error_range")
  expect_error(roc_tally(1:4, c(0, 1, 0, 1), min_count = 0), class = "wroc_error_range")
  expect_error(roc_tally(1:4, c(0, 1, 0, 1), min_count = "3"), class = "wroc_error_type")
})

test_that("the curve of joined bins is the exact one with rows left out", {
  set.seed(7)
  label <- rbinom(500, 1, 0.5)
  score <- rnorm(500, label)
  curve <- curve_of_tally(roc_tally(score, label, min_count = 9))
  exact <- WeightedROC(score, label)
  rows <- match(curve$threshold, exact$threshold)
  expect_close(curve[c("TPR", "FPR", "FN", "FP")], exact[rows, c("TPR", "FPR", "FN", "FP")], 1e-14)
  bounds <- bounds_of(curve)
  expect_true(bounds$bound.low <= WeightedAUC(exact) && WeightedAUC(exact) <= bounds$bound.high)
})

# Many mergers ----------------------------------------------------------------

test_that("many mergers lose no digits, and days can be merged again", {
  # 1e5 of them against exact sums are in src/rust/checks/tests/tallies.rs.
  skip_on_cran()
  set.seed(8)
  n <- 5000
  weight <- 10^runif(n, -8, 8)
  total <- roc_tally(numeric(), numeric())
  for (i in seq_len(n)) total <- c(total, roc_tally(0.5, i %% 2, weight[i], positive = 1))
  whole <- roc_tally(rep(0.5, n), seq_len(n) %% 2, weight)
  # Both are within a rounding of the exact sums.
  sums <- c("positive", "negative", "positive2", "negative2", "positive4", "negative4")
  for (column in sums) expect_close(total[[column]], whole[[column]], 4e-16)
  # Whole numbers whose sum is exact, beside one where they would be lost.
  total <- roc_tally(0.5, 1, 2^53, positive = 1)
  for (i in 1:1001) total <- c(total, roc_tally(0.5, 1, 1, positive = 1))
  expect_identical(total$positive, 2^53 + 1000)
  expect_identical(c(total, roc_tally(0.5, 1, 1, positive = 1))$positive, 2^53 + 1002)
  days <- lapply(1:5, function(i) roc_tally(c(i, i + 1), c(0, 1), c(0.1, 0.3)))
  expect_identical(do.call(c, days[2:4]), c(do.call(c, days[2:3]), days[[4]]))
})
