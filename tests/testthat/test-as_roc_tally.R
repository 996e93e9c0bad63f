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
  tally <- draw()
  table <- as.data.frame(tally)
  faulty <- list(
    "must have all" = table[-5, ], "ascending scores" = rbind(table, table[1, ]),
    "their sums differ from its `totals`" = transform(table, positive = replace(positive, 9, 100), positive2 = NA,
                                                      positive4 = NA, n_pos = NA),
    "version 2" = transform(table, version = 2), "`level` must be" = transform(table, level = 65),
    "the same number" = transform(table, level = c(1, rep(0, nrow(table) - 1))),
    "match no weights" = transform(table, positive2 = positive2 * 1.1),
    "match no weights" = transform(table, negative4 = negative4 / 100),
    "match no weights" = transform(table, n_pos = n_pos + 0.5),
    "ascending scores" = transform(table, score = replace(score, 3, NA)),
    "ascending scores" = transform(table, score_max = score_max + 1),
    "ascending scores|end at or above" = transform(table, score_max = score_max - 1, scores = 2),
    "finite and >= 0" = transform(table, negative = -negative)
  )
  for (i in seq_along(faulty)) expect_error(as_roc_tally(faulty[[i]]), names(faulty)[[i]], class = "wroc_error_tally")
  tally$positive[3] <- tally$positive[3] + 1
  for (f in list(curve_of_tally, c)) expect_error(f(tally), "their sums differ from", class = "wroc_error_tally")
})

test_that("tables of other software have what they must have, and nothing unknown", {
  table <- data.frame(score = c(3, 1, 2), positive = c(5, 0, 2), negative = c(1, 4, 2))
  expect_wroc_error(as_roc_tally(table), "column", paste(
    "`x` must have a column `scores` or `score_max`, which distinguish bins from single scores."
  ))
  table$score_max <- c(3, 1, 2.5)
  tally <- as_roc_tally(table)
  expect_identical(tally$scores, c(1, 2, 1))
  expect_identical(tally$n_pos, rep(NA_real_, 3))
  expect_identical(tally$level, 0)
  curve <- curve_of_tally(tally)
  expect_identical(curve$scores_below, c(0, 1, 3, 4))
  # No column is misread.
  bytes <- c("\xff", "1", "2")
  marked <- `Encoding<-`(bytes, "bytes")
  expect_refused(
    "type x" = as_roc_tally(cut(1:3, 2)), "column x" = as_roc_tally(table[-1]),
    "type x" = as_roc_tally(transform(table, positive = c("a", "b", "c"))),
    "type x" = as_roc_tally(transform(table, positive = factor(positive))),
    "type x" = as_roc_tally(transform(table, score = bytes)),
    "type x" = as_roc_tally(transform(table, score = marked))
  )
  expect_error(as_roc_tally(transform(table, bin = 1)), "`bin`", class = "wroc_error_column")
  twice <- structure(cbind(table, table[1]), names = c(names(table), "SCORE"))
  expect_error(as_roc_tally(twice), "twice", class = "wroc_error_column")
  texts <- transform(table, score = c("Inf", "-1", "2"), score_max = c("Inf", "-1", "2"))
  expect_identical(as_roc_tally(texts)$score, c(-1, 2, Inf))
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

test_that("bins that overlap by hand", {
  table <- data.frame(score = c(1, 1, 2, 5), score_max = c(3, 1, 4, 5), positive = c(2, 1, 3, 2),
                      negative = c(4, 0, 2, 2))
  tally <- as_roc_tally(table)
  expect_identical(tally$score_max, c(1, 3, 4, 5))
  # The single score 1 overlaps with 1 to 3, that with 2 to 4; 1 lies below 2 to 4.
  expect_warning(found <- auc_ci(tally, variance = "frequency"), class = "wroc_warning_bins")
  pairs <- c(0 * 0.5 + 4 * 0.5, 2 * (4 + 2) / 2, 3 * (4 + 2) / 2, 2 * (6 + 1))
  open <- c(4, 2 * (4 + 2), 3 * (4 + 2)) / 2
  expect_close(found$estimate, sum(pairs) / 64, 1e-15)
  expect_close(found$bound.high - found$bound.low, 2 * sum(open) / 64, 1e-14)
  curve <- curve_of_tally(tally)
  expect_identical(curve$threshold, c(1, 5, Inf))
  expect_identical(curve$TPR, c(1, 0.25, 0))
  expect_close(curve$area, c(sum(pairs), 2, 0) / 64, 1e-14)
  expect_close(curve$slack, c(sum(open), 0, 0) / 64, 1e-14)
  expect_error(as_roc_tally(rbind(table, table[1, ])), "ascending scores", class = "wroc_error_tally")
  expect_error(as_roc_tally(transform(table, scores = 1)), "ascending scores", class = "wroc_error_tally")
})

test_that("bins whose ends nobody gives may end wherever they can", {
  table <- data.frame(score = c(0, 2, 3), scores = c(2, 2, 1), positive = c(1, 2, 1), negative = c(2, 1, 0))
  tally <- as_roc_tally(table)
  expect_identical(tally$score_max, c(2 - 2^-52, 3 - 2^-51, 3))
  last <- as_roc_tally(transform(table, scores = 2))
  expect_identical(last$score_max[[3]], Inf)
  # A score between the bins of another tally may be in either.
  other <- as_roc_tally(data.frame(score = 1, scores = 1, positive = 0, negative = 1))
  expect_warning(merged <- auc_ci(c(tally, other), variance = "frequency"), class = "wroc_warning_bins")
  apart <- auc_ci(as_roc_tally(data.frame(
    score = c(0, 1, 1.5, 2, 2.5, 3), scores = 1, positive = c(0, 0, 1, 0, 2, 1),
    negative = c(2, 1, 0, 1, 0, 0)
  )), variance = "frequency")
  expect_lte(apart$estimate, merged$bound.high)
  # A bin of a grid ends with it.
  on_grid <- as_roc_tally(data.frame(score = c(1, 3), scores = 2, positive = 1:2, negative = 2:1, level = 51))
  expect_identical(on_grid$score_max, c(1.5 - 2^-52, 4 - 2^-51))
})

# Few observations ------------------------------------------------------------

# Returns whether bins ascend by their least scores, and by the greatest where the least are equal.
ascend <- function(score, score_max) {
  last <- length(score)
  all(score[-1L] > score[-last] | score[-1L] == score[-last] & score_max[-1L] > score_max[-last])
}

test_that("no row has fewer observations than min_count, nor has one of a merger", {
  set.seed(6)
  for (k in c(1, 7, 500)) {
    tallies <- lapply(1:3, function(i) {
      label <- rbinom(500, 1, 0.5)
      roc_tally(rnorm(500, label), label, rexp(500), points = 50, min_count = k)
    })
    for (tally in c(tallies, list(do.call(c, tallies), do.call(c, c(tallies, list(points = 10)))))) {
      expect_true(all(tally$n_pos + tally$n_neg >= k))
      expect_true(ascend(tally$score, tally$score_max))
    }
    expect_identical(sum(as.data.frame(do.call(c, tallies))[c("n_pos", "n_neg")]), 1500)
  }
  expect_identical(roc_tally(1:4, c(0, 1, 0, 1), min_count = 1), roc_tally(1:4, c(0, 1, 0, 1)))
  # Without weight is not there.
  expect_wroc_error(
    roc_tally(1:4, c(0, 1, 0, 1), c(1, 1, 1, 0), min_count = 4), "range",
    "`min_count` must be at most 3: it is 4.", argument = "min_count"
  )
  expect_refused(
    "range min_count" = roc_tally(numeric(), numeric(), min_count = 1),
    "range min_count" = roc_tally(1:4, c(0, 1, 0, 1), min_count = 0),
    "type min_count" = roc_tally(1:4, c(0, 1, 0, 1), min_count = "3")
  )
})

test_that("sites with few observations in a bin merge to bounds as narrow as theirs, and say what is open", {
  set.seed(9)
  label <- rbinom(10000, 1, 0.3)
  score <- rnorm(10000, label)
  site <- rep(1:10, each = 1000)
  of <- function(...) {
    do.call(c, lapply(split(seq_along(site), site), function(i) roc_tally(score[i], label[i], ...)))
  }
  exact <- auc_ci(score, label)
  bounds <- c("estimate", "bound.low", "bound.high")
  few <- of(min_count = 10)
  shared <- of(breaks = quantile(score, 1:39 / 40))
  expect_identical(length(shared$score), 40L)
  for (tally in list(few, shared)) {
    expect_warning(found <- auc_ci(tally), NA)
    expect_true(found$bound.low <= exact$estimate && exact$estimate <= found$bound.high)
    expect_true(found$conf.low <= exact$conf.low && exact$conf.high <= found$conf.high)
    expect_close(found$std.error, exact$std.error, 0.005)
    expect_lt(found$bound.high - found$bound.low, 0.021)
    # A GROUP BY without sums of squares has bounds, but no interval.
    sums <- as_roc_tally(as.data.frame(tally)[c("score", "score_max", "positive", "negative")])
    expect_close(unlist(auc_ci(sums, conf.level = NULL)[bounds]), unlist(found[bounds]), 1e-11)
  }
  expect_warning(fit <- weighted_roc(shared), NA)
  expect_identical(nrow(fit$curves[[1]]), 41L)
  # Bins that overlap from one to the next have no curve, which is said wherever one is needed.
  of_curve <- list(weighted_roc, roc_at, function(tally) roc_estimate(tally, measure = "KS", conf.level = NULL))
  for (f in of_curve) expect_warning(f(few), class = "wroc_warning_bins")
  expect_identical(nrow(suppressWarnings(weighted_roc(few))$curves[[1]]), 2L)
  # Tests take the middle of the bounds, and say when these are wider than the standard error.
  one <- roc_tally(score[site == 1], label[site == 1])
  expect_warning(auc_test(one, of(min_count = 30)), "does not account", class = "wroc_warning_bins")
  # No interval from 0 to 1 without a word, nor a standard error of 0.
  for (tally in list(of(min_count = 1000), of(points = 1), roc_tally(score, label, breaks = 100))) {
    expect_warning(found <- auc_ci(tally), class = "wroc_warning_bins")
    expect_gt(found$bound.high - found$bound.low, 0.2)
  }
})

# Many mergers ----------------------------------------------------------------

test_that("mergers lose no digits, and days can be merged again", {
  # 1e5 mergers against exact sums are in src/rust/checks/tests/tallies.rs.
  total <- roc_tally(0.5, 1, 2^53, positive = 1)
  for (i in 1:1001) total <- c(total, roc_tally(0.5, 1, 1, positive = 1))
  expect_identical(total$positive, 2^53 + 1000)
  days <- lapply(1:5, function(i) roc_tally(c(i, i + 1), c(0, 1), c(0.1, 0.3)))
  expect_identical(do.call(c, days[2:4]), c(do.call(c, days[2:3]), days[[4]]))
})
