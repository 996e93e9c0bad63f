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
  refused(changed, "their sums differ from its `totals`")
  refused(transform(table, version = 2), "version 2")
  refused(transform(table, level = 65), "`level` must be")
  refused(transform(table, level = c(1, rep(0, nrow(table) - 1))), "the same number")
  refused(transform(table, positive2 = positive2 * 1.1), "match no weights")
  refused(transform(table, negative4 = negative4 / 100), "match no weights")
  refused(transform(table, n_pos = n_pos + 0.5), "match no weights")
  refused(transform(table, score = replace(score, 3, NA)), "ascending scores")
  refused(transform(table, score_max = score_max + 1), "ascending scores")
  refused(transform(table, score_max = score_max - 1, scores = 2), "ascending scores|end at or above")
  refused(transform(table, negative = -negative), "finite and >= 0")
  tally <- draw()
  tally$positive[3] <- tally$positive[3] + 1
  expect_error(curve_of_tally(tally), "their sums differ from", class = "wroc_error_tally")
  expect_error(c(tally), "their sums differ from", class = "wroc_error_tally")
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

test_that("bins that overlap stay apart in mergers, and curves are exact at the gaps between them", {
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
  area <- WeightedAUC(exact)
  breaks <- seq(-3, 4, 0.1)
  whole <- auc_ci(by_breaks(rep(TRUE, n), breaks), variance = "frequency")
  for (shift in c(0, 0.03)) {
    tallies <- lapply(1:3, function(i) by_breaks(part == i, breaks + shift * i))
    merged <- do.call(c, tallies)
    ends <- unique(do.call(rbind, lapply(tallies, function(tally) cbind(tally$score, tally$score_max))))
    ends <- ends[order(ends[, 1], ends[, 2]), ]
    expect_identical(cbind(merged$score, merged$score_max), ends)
    curve <- curve_of_tally(merged)
    # A row for each set of bins that overlap, and one for Inf.
    gaps <- sum(ends[-1, 1] > cummax(ends[-nrow(ends), 2]))
    expect_identical(nrow(curve), gaps + 2L)
    rows <- match(curve$threshold, exact$threshold)
    expect_close(curve[c("TPR", "FPR", "FN", "FP")], exact[rows, c("TPR", "FPR", "FN", "FP")], 1e-13)
    bounds <- bounds_of(curve)
    expect_true(bounds$bound.low <= area && area <= bounds$bound.high)
    found <- auc_ci(merged, variance = "frequency")
    expect_true(found$bound.low <= area && area <= found$bound.high)
    expect_close(unlist(found[names(bounds)]), unlist(bounds), 1e-11)
    # With the same breaks they say no less than bins of all observations do.
    if (shift == 0) {
      expect_lte(found$bound.high - found$bound.low, whole$bound.high - whole$bound.low)
      expect_true(all(findInterval(merged$score, breaks) == findInterval(merged$score_max, breaks)))
    }
    other <- c(tallies[[3]], c(tallies[[2]], tallies[[1]]))
    expect_identical(cbind(other$score, other$score_max), ends)
    expect_close(colSums(as.data.frame(other)[2:3]), colSums(as.data.frame(merged)[2:3]), 1e-13)
    expect_identical(as_roc_tally(as.data.frame(merged)[sample(nrow(ends)), ]), without_lost(merged))
    for (points in c(1, 5, 40)) {
      few <- c(merged, points = points)
      expect_lte(length(few$score), points)
      bounds <- bounds_of(curve_of_tally(few))
      expect_true(bounds$bound.low <= area && area <= bounds$bound.high)
    }
  }
})

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

test_that("no row has fewer observations than min_count, nor has one of a merger", {
  skip_on_cran()
  set.seed(6)
  for (points in list(NULL, 50)) {
    for (k in c(1, 2, 7, 250, 500)) {
      tallies <- lapply(1:3, function(i) {
        label <- rbinom(500, 1, 0.5)
        roc_tally(rnorm(500, label), label, rexp(500), points = points, min_count = k)
      })
      for (tally in tallies) expect_true(all(tally$score[-1] > tally$score_max[-length(tally$score)]))
      few <- do.call(c, c(tallies, list(points = 10)))
      expect_lte(length(few$score), 10)
      for (tally in c(tallies, list(do.call(c, tallies), few))) {
        expect_true(all(tally$n_pos + tally$n_neg >= k))
        expect_true(ascend(tally$score, tally$score_max))
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

test_that("sites with few observations in a bin merge to bounds as narrow as theirs, and say what is open", {
  set.seed(9)
  sites <- lapply(1:10, function(i) {
    label <- rbinom(1000, 1, 0.3)
    list(score = rnorm(1000, label), label = label)
  })
  score <- unlist(lapply(sites, `[[`, "score"))
  label <- unlist(lapply(sites, `[[`, "label"))
  of <- function(...) do.call(c, lapply(sites, function(site) roc_tally(site$score, site$label, ...)))
  exact <- auc_ci(score, label)
  reach <- function(found) (found$bound.high - found$bound.low) / 2
  holds <- function(found) {
    expect_true(found$bound.low <= exact$estimate && exact$estimate <= found$bound.high)
    expect_true(found$conf.low <= exact$conf.low && exact$conf.high <= found$conf.high)
    expect_close(found$std.error, exact$std.error, 0.005)
  }
  expect_warning(apart <- auc_ci(of(min_count = 10)), NA)
  holds(apart)
  expect_lt(reach(apart), 0.0075)
  # Their bins overlap from one to the next, which their curve can't show.
  expect_warning(fit <- weighted_roc(of(min_count = 10)), class = "wroc_warning_bins")
  expect_identical(fit$areas$estimate, apart$estimate)
  expect_identical(nrow(fit$curves[[1]]), 2L)
  expect_warning(roc_at(of(min_count = 10)), class = "wroc_warning_bins")
  bounds <- c("estimate", "bound.low", "bound.high")
  values <- auc_ci(of(min_count = 10), conf.level = NULL)
  expect_close(values$estimate, apart$estimate, 1e-14)
  expect_close(unlist(values[bounds]), unlist(apart[bounds]), 1e-11)
  expect_warning(roc_estimate(of(min_count = 10), measure = "KS", conf.level = NULL),
                 class = "wroc_warning_bins")
  breaks <- quantile(score, 1:39 / 40)
  shared <- of(breaks = breaks)
  expect_identical(length(shared$score), 40L)
  expect_warning(found <- auc_ci(shared), NA)
  holds(found)
  # A GROUP BY without sums of squares has bounds, but no interval.
  sums <- as_roc_tally(as.data.frame(shared)[c("score", "score_max", "positive", "negative")])
  expect_close(unlist(auc_ci(sums, conf.level = NULL)[bounds]), unlist(found[bounds]), 1e-11)
  expect_lt(reach(found), 0.0105)
  expect_warning(fit <- weighted_roc(shared), NA)
  expect_identical(nrow(fit$curves[[1]]), 41L)
  # Tests take the middle of the bounds, and say when these are wider than the standard error.
  by_score <- lapply(sites[1:2], function(site) roc_tally(site$score, site$label))
  expect_warning(auc_test(by_score[[1]], of(min_count = 30)), "does not account", class = "wroc_warning_bins")
  expect_warning(auc_test(by_score[[1]], by_score[[2]]), NA)
  # No interval from 0 to 1 without a word, nor a standard error of 0.
  for (tally in list(of(min_count = 1000), of(points = 1), roc_tally(score, label, breaks = 100))) {
    expect_warning(found <- auc_ci(tally), class = "wroc_warning_bins")
    expect_gt(reach(found), 0.1)
  }
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
