# Tallies by a key: the same numbers as of the observations of each key.

days_of <- function(seed, n = 2000, days = 5L, digits = 1L, weighted = TRUE) {
  set.seed(seed)
  rows <- data.frame(day = sample(as.Date("2026-01-01") + seq_len(days) - 1L, n, TRUE), y = rbinom(n, 1L, .2))
  rows$x <- round(rnorm(n, rows$y), digits)
  rows$w <- if (weighted) rexp(n) else 1
  rows
}

tallies_of <- function(rows, ...) with(rows, roc_tally(x, y, w, by = day, ...))

test_that("each key has the tally of its observations", {
  rows <- days_of(1)
  for (given in list(list(), list(points = 10, min_count = 30))) {
    found <- do.call(tallies_of, c(list(rows), given))
    expect_s3_class(found, "roc_tally_by")
    expect_identical(found$by, "day")
    expect_identical(found$groups, as.Date("2026-01-01") + 0:4)
    for (day in as.character(found$groups)) {
      alone <- with(rows[rows$day == day, ], do.call(roc_tally, c(list(x, y, w), given)))
      expect_identical(found$tallies[[day]], alone)
    }
  }
})

test_that("keys keep their type", {
  rows <- days_of(2, 400)
  code <- as.integer(rows$day - min(rows$day))
  long <- structure(code * 2^-1074, class = "integer64")
  keys <- list(
    strings = c("north", "it's \"south\"", "\u00f6st", "1", "NA")[code + 1L], numbers = code / 3, whole = code,
    days = rows$day, times = as.POSIXct("2026-01-01", tz = "UTC") + 3600 * code,
    # The only level of a factor that does not occur has no tally.
    factors = factor(letters[code + 1L], rev(letters[1:6])), flags = code > 2L
  )
  for (name in names(keys)) {
    key <- keys[[name]]
    found <- with(rows, roc_tally(x, y, w, by = key))
    expected <- auc_ci(weighted_roc(y ~ x, cbind(rows, key = key), weights = w, by = key))
    expect_identical(class(found$groups), class(key), info = name)
    expect_identical(auc_ci(found)$key, expected$key, info = name)
    expect_equal(auc_ci(found)$std.error, expected$std.error, tolerance = 1e-12, info = name)
    expect_identical(as_roc_tally(as.data.frame(found), by = "key")$groups, found$groups, info = name)
    expect_identical(found[as.character(found$groups[2L])], found[2L], info = name)
  }
  # Integers of 64 bits become doubles.
  expect_identical(with(rows, roc_tally(x, y, w, by = long))$groups, as.double(0:4))
  table <- as.data.frame(with(rows, roc_tally(x, y, w, by = code)))
  table$code <- structure(table$code * 2^-1074, class = "integer64")
  expect_identical(as_roc_tally(table, by = "code")$groups, as.double(0:4))
  # An expression has no name, as for fits.
  expect_identical(with(rows, roc_tally(x, y, by = code + 1))$by, "group")
})

test_that("every verb of tallies has a row for each key, as of the key's tally", {
  skip_on_cran()
  rows <- days_of(4)
  tallies <- tallies_of(rows, points = 40)
  each <- tallies$tallies
  verbs <- list(
    auc_ci = auc_ci, logit = function(x) auc_ci(x, method = "logit", conf.level = .9),
    jackknife = function(x) auc_ci(x, variance = "jackknife"),
    partial = function(x) auc_ci(x, FPR = c(0, .2), conf.level = NULL),
    values = function(x) roc_estimate(x, measure = c("AP", "H", "brier"[0]), conf.level = NULL),
    at = function(x) roc_at(x, threshold = c(0, 1)), tpr = function(x) roc_at(x, TPR = .8),
    optimal = function(x) roc_optimal(x, cost_FN = 3), hull = roc_hull, pr = roc_pr, gain = roc_gain,
    net_benefit = function(x) roc_net_benefit(x, calibrated = TRUE), cost = roc_cost_curve,
    constrained = function(x) roc_constrained(x, max_FPR = .2), calibrate = roc_calibrate, thin = roc_thin
  )
  for (name in names(verbs)) {
    found <- as.data.frame(verbs[[name]](tallies))
    expect_identical(names(found)[[1L]], "day", info = name)
    for (day in as.character(tallies$groups)) {
      own <- as.data.frame(verbs[[name]](each[[day]]))
      of_day <- found[as.character(found$day) == day, -1L, drop = FALSE]
      row.names(of_day) <- NULL
      expect_identical(as.list(of_day), as.list(own), info = paste(name, day))
    }
  }
})

test_that("tallies by a key have fits and figures", {
  tallies <- tallies_of(days_of(5))
  fit <- weighted_roc(tallies, conf.level = .9, method = "logit")
  expect_s3_class(fit, "weighted_roc_by")
  expect_identical(auc_ci(fit)$conf.low, auc_ci(tallies, conf.level = .9, method = "logit")$conf.low)
  expect_identical(dim(vcov(fit)), c(5L, 5L))
  expect_match(format(fit)[[1L]], "`day`: 5 groups, 2000 observations")
  expect_identical(auc_ci(fit["score"]), auc_ci(fit))
  skip_if_not_installed("ggplot2")
  curves <- ggplot2::ggplot_build(roc_plot(tallies))$data
  expect_gte(length(unique(unlist(lapply(curves, `[[`, "group")))), 5L)
})

test_that("a key that lacks a class has NA, and a warning names it", {
  rows <- days_of(6)
  rows$y[rows$day == "2026-01-03"] <- 0L
  tallies <- tallies_of(rows)
  expect_warning(found <- auc_ci(tallies), "1 of 5 groups of `day` have no curve.*2026-01-03",
                 class = "wroc_warning_no_curve")
  expect_identical(is.na(found$estimate), c(FALSE, FALSE, TRUE, FALSE, FALSE))
  expect_identical(found$measure, rep("AUC", 5L))
  expect_warning(at <- roc_at(tallies, threshold = 1), class = "wroc_warning_no_curve")
  expect_identical(which(is.na(at$TPR)), 3L)
  expect_warning(test <- auc_test(tallies), class = "wroc_warning_no_curve")
  expect_identical(names(test$estimate), as.character(tallies$groups)[-3L])
})

test_that("c() merges by key, also a key that is in one only", {
  rows <- days_of(7)
  first <- rows$day <= "2026-01-03" & seq_len(nrow(rows)) %% 2L == 0L
  merged <- c(tallies_of(rows[first, ]), NULL, tallies_of(rows[!first, ]))
  expect_identical(merged$groups, tallies_of(rows)$groups)
  expect_equal(auc_ci(merged), auc_ci(tallies_of(rows)), tolerance = 1e-13)
  # Alone it stays what it is, to the last bit.
  expect_identical(merged$tallies[["2026-01-05"]], tallies_of(rows)$tallies[["2026-01-05"]])
  expect_lte(max(lengths(lapply(c(merged, points = 7)$tallies, `[[`, "score"))), 7L)
  # Levels of factors are put together, whole numbers and doubles are numbers.
  keys <- function(a, b) c(roc_tally(1:2, 0:1, by = rep(a, 2L)), roc_tally(1:2, 0:1, by = rep(b, 2L)))$groups
  expect_identical(keys(factor("b", c("b", "a")), factor("c")), factor(c("b", "c"), c("b", "a", "c")))
  expect_identical(keys(1L, 2), c(1, 2))
})

test_that("new keys merge days into weeks, or all into one tally", {
  rows <- days_of(8)
  tallies <- tallies_of(rows)
  rows$half <- ifelse(rows$day < "2026-01-03", "a", "b")
  expected <- with(rows, roc_tally(x, y, w, by = half))
  half <- c("a", "a", "b", "b", "b")
  for (found in list(as_roc_tally(tallies, by = half),
                     as_roc_tally(tallies, by = function(day) ifelse(day < "2026-01-03", "a", "b")))) {
    expect_identical(found$groups, c("a", "b"))
    expect_equal(unname(auc_ci(found)[-1L]), unname(auc_ci(expected)[-1L]), tolerance = 1e-13)
  }
  expect_identical(as_roc_tally(tallies, by = half)$by, "half")
  whole <- as_roc_tally(tallies)
  expect_s3_class(whole, "roc_tally")
  expect_equal(auc_ci(whole), with(rows, auc_ci(roc_tally(x, y, w))), tolerance = 1e-13)
})

test_that("`[` chooses keys, which stay in their order", {
  tallies <- tallies_of(days_of(9))
  expect_identical(tallies[], tallies)
  expect_identical(tallies[c(3, 1)]$groups, tallies$groups[c(1, 3)])
  expect_identical(tallies[as.Date("2026-01-02")], tallies[2L])
  expect_identical(tallies[tallies$groups > "2026-01-03"], tallies[4:5])
  expect_identical(tallies[-1L], tallies[2:5])
  expect_match(format(tallies[0L]), "0 keys")
})

test_that("a table of tallies has the key in front and is read again", {
  tallies <- tallies_of(days_of(10), points = 30)
  table <- as.data.frame(tallies)
  expect_identical(names(table)[1:3], c("day", "score", "positive"))
  set.seed(1)
  back <- as_roc_tally(table[sample(nrow(table)), ], by = "DAY")
  expect_equal(auc_ci(back), auc_ci(tallies), tolerance = 1e-14)
  expect_identical(as.data.frame(back), table)
})

test_that("rows without a key are left out with na.rm", {
  rows <- days_of(11, 300)
  rows$day[c(5L, 7L)] <- NA
  rows$x[[6L]] <- NA
  expect_identical(tallies_of(rows, na.rm = TRUE), tallies_of(rows[-(5:7), ]))
})

test_that("what does not fit the keys is refused", {
  rows <- days_of(11, 300)
  tallies <- tallies_of(rows)
  table <- as.data.frame(tallies)
  of_key <- function(key) roc_tally(1:4, c(0, 1, 0, 1), by = key)
  of_letter <- of_key(rep("a", 4L))
  other <- roc_tally(1:2, 0:1, by = c("a", "a"))
  changed <- tallies
  changed$tallies[[2L]]$positive[[1L]] <- 100
  with_NaN <- replace(rows, "x", list(replace(rows$x, 6L, NaN)))
  table_with_NA <- replace(table, "day", list(replace(table$day, 3L, NA)))
  without_key <- replace(rows, "day", list(replace(rows$day, 5L, NA)))
  newer <- replace(tallies, "format", 2L)
  expect_refused(
    "type: same type" = c(of_letter, of_key(rep(1, 4L))), type = c(of_letter, roc_tally(1:2, 0:1)),
    "names: by `key`, another by `group`" = c(of_letter, other),
    "length: keys of `x`" = as_roc_tally(tallies, by = 1:4),
    "missing: element 5" = as_roc_tally(tallies, by = c(1:4, NA)), unused = as_roc_tally(as_roc_tally(tallies), by = 1),
    choice = tallies["2026-02-01"], choice = tallies[c(1L, 1L)], choice = tallies[NA], type = tallies[list(1L)],
    empty = auc_ci(tallies[0L]), empty = as.data.frame(tallies[0L]),
    "tally: In group `2026-01-01` of `day`:" = as_roc_tally(table[-1L, ], by = "day"),
    "column: If it is a key, give `by = \"day\"`" = as_roc_tally(table),
    "column: such as \"day\"" = as_roc_tally(table, by = "week"), column = as_roc_tally(table, by = "score"),
    column = as_roc_tally(table, by = 1), "missing: element 3" = as_roc_tally(table_with_NA, by = "day"),
    "missing: `by` must not be missing: element 5" = tallies_of(without_key),
    "missing: of `day`:" = tallies_of(with_NaN),
    length = with(rows, roc_tally(x, y, by = day[-1L])), type = with(rows, roc_tally(x, y, by = as.list(day))),
    tally = auc_ci(changed), tally = auc_ci(replace(tallies, "groups", list(1:5))), version = auc_ci(newer),
    version = print(newer), "type: not a tally" = roc_tally(tallies, 1), unused = auc_ci(tallies, label = 1),
    unused = weighted_roc(tallies, fold = 1), observations = roc_influence(tallies),
    no_weight = auc_ci(tallies_of(rows[rows$y == 0, ], positive = 1)),
    unsupported = roc_test(tallies, measure = "AP"), "choice: At least two groups" = auc_test(tallies[1L]),
    choice = auc_test(tallies, test = "exact"), "type: without groups" = auc_test(tallies, tallies),
    "type: without groups" = auc_test(as_roc_tally(tallies), tallies)
  )
})

test_that("tallies by a key outlive the session", {
  tallies <- tallies_of(days_of(12))
  back <- unserialize(serialize(tallies, NULL))
  expect_identical(back, tallies)
  expect_identical(auc_ci(back), auc_ci(tallies))
})

test_that("at most ten keys are printed", {
  tallies <- tallies_of(days_of(13, 3000, 30L))
  lines <- format(tallies)
  expect_match(lines[[1L]], "Tallies by `day`: 30 keys")
  expect_lte(length(lines), 14L)
  expect_match(lines[[7L]], "^\\.\\.\\. 20 more rows$|2026-01-05")
  expect_output(print(tallies), "2026-01-30")
})

# Tests ----------------------------------------------------------------------

expect_test <- function(found, expected, tolerance = 1e-12) {
  for (part in c("statistic", "parameter", "p.value", "std.error", "estimate", "conf.int", "null.value",
                 "alternative", "method", "contrasts")) {
    expect_equal(found[[part]], expected[[part]], tolerance = tolerance, info = part)
  }
}

test_that("keys are tested as the groups of the observations", {
  skip_on_cran()
  for (days in c(2L, 5L)) {
    rows <- days_of(20 + days, 1500, days)
    for (variance in c("delong", "frequency")) {
      if (variance == "frequency") rows$w <- ceiling(rows$w)
      fit <- weighted_roc(y ~ x, rows, weights = w, by = day, variance = variance)
      tallies <- tallies_of(rows)
      test <- function(...) expect_test(auc_test(tallies, variance = variance, ...), auc_test(fit, ...))
      test(adjust = "closed")
      test(test = "wald", adjust = "holm")
      test(trend = c(3, 1, 7, 2, 2)[seq_len(days)], alternative = "less", conf.level = .9)
      test(reference = as.Date("2026-01-02"), alternative = "greater", adjust = "bonferroni")
    }
  }
})

test_that("two tallies are tested as two samples of observations", {
  skip_on_cran()
  rows <- days_of(31, 1500)
  later <- rows$day > "2026-01-03"
  fits <- lapply(list(rows[!later, ], rows[later, ]), function(part) weighted_roc(y ~ x, part, weights = w))
  tallies <- list(as_roc_tally(tallies_of(rows)[1:3]), as_roc_tally(tallies_of(rows)[4:5]))
  for (kind in c("score", "wald")) {
    test <- function(of) auc_test(of[[1L]], of[[2L]], alternative = "less", test = kind)
    # A tally and observations, too.
    for (of in list(tallies, list(fits[[1L]], tallies[[2L]]), list(tallies[[1L]], fits[[2L]]))) {
      expect_test(test(of), test(fits))
    }
  }
  bounded <- function(of) auc_test(of[[1L]], of[[2L]], alternative = "noninferior", margin = .05)
  expect_test(bounded(tallies), bounded(fits))
  expect_error(auc_test(tallies[[1L]], roc_tally(1:3, rep(0, 3))), "In `y`:", class = "wroc_error")
  expect_error(auc_test(tallies[[1L]], tallies[[2L]], trend = TRUE), class = "wroc_error_unused")
})

test_that("a reference is compared with each of the others", {
  rows <- days_of(41, 1500)
  fit <- weighted_roc(y ~ x, rows, weights = w, by = day)
  found <- auc_test(fit, reference = "2026-01-03", adjust = "holm")
  all <- auc_test(fit)
  expect_identical(found$p.value, all$p.value)
  pairs <- all$contrasts[all$contrasts$group1 == "2026-01-03" | all$contrasts$group2 == "2026-01-03", ]
  expect_identical(unique(found$contrasts$group2), "2026-01-03")
  expect_equal(found$contrasts$estimate, unname(all$estimate[-3L] - all$estimate[[3L]]), tolerance = 1e-14)
  expect_equal(found$contrasts$p.value, pairs$p.value, tolerance = 1e-10)
  expect_equal(found$contrasts$p.adjusted, p.adjust(pairs$p.value, "holm"), tolerance = 1e-10)
  # One side is half of both, by the sign of the difference.
  less <- auc_test(fit, reference = "2026-01-03", alternative = "less")$contrasts
  expect_equal(less$p.value, with(found$contrasts, ifelse(estimate < 0, p.value / 2, 1 - p.value / 2)),
               tolerance = 1e-10)
  expect_refused(
    choice = auc_test(fit, reference = "2027-01-01"), choice = auc_test(fit, reference = 1:2),
    unused = auc_test(fit, reference = "2026-01-03", trend = TRUE),
    choice = auc_test(fit, reference = "2026-01-03", adjust = "closed"),
    unused = auc_test(weighted_roc(y ~ x, rows), reference = "x")
  )
})

test_that("a test of tallies warns of few effective observations, and of weights that it needs", {
  set.seed(51)
  few <- data.frame(y = rep(c(0:1, 0:1), c(50L, 2L, 50L, 9L)), day = rep(1:2, c(52L, 59L)),
                    x = rnorm(111L), w = 1)
  warning <- expect_warning(auc_test(tallies_of(few)), class = "wroc_warning_effective")
  expect_match(conditionMessage(warning), "positive class has 2.0")
  table <- as.data.frame(tallies_of(days_of(52, 500)))
  sums <- as_roc_tally(table[c("day", "score", "scores", "positive", "negative")], by = "day")
  expect_error(auc_test(sums), "In group `2026-01-01`:.*squared weights", class = "wroc_error_tally")
})

test_on_engines("groups of a table are tested as those of its rows", function(engine) {
  skip_on_cran()
  rows <- days_of(61, 1200)
  rows$day <- paste0("d", as.integer(rows$day - min(rows$day)))
  tbl <- engine$put(rows)
  expected <- weighted_roc(y ~ x, rows, weights = w, by = day)
  found <- weighted_roc(y ~ x, tbl, weights = w, by = day)
  curves <- roc_collect(dplyr::group_by(tbl, day), x, y, w, exact = TRUE, variance = TRUE)
  for (of in list(found, curves)) {
    expect_test(auc_test(of), auc_test(expected), 1e-9)
    expect_test(auc_test(of, trend = TRUE, alternative = "less"),
                auc_test(expected, trend = TRUE, alternative = "less"), 1e-9)
    expect_test(auc_test(of, reference = "d1", adjust = "holm"),
                auc_test(expected, reference = "d1", adjust = "holm"), 1e-9)
  }
})

test_that("a list of tallies has its names, or what is given, as keys; the same keys are merged", {
  set.seed(3)
  seen <- data.frame(month = rep(1:3, each = 80), sick = rep(0:1, 120), score = rnorm(240))
  each <- lapply(split(seen, seen$month), function(rows) roc_tally(sick ~ score, rows))
  month <- 1:3
  keyed <- roc_tally(sick ~ score, seen, by = month)
  expect_identical(auc_ci(as_roc_tally(unname(each), by = month)), auc_ci(keyed))
  expect_identical(auc_ci(as_roc_tally(each))$estimate, auc_ci(keyed)$estimate)
  expect_identical(as_roc_tally(each)$groups, c("1", "2", "3"))
  two <- as_roc_tally(each, by = c(1, 1, 2))
  expect_identical(auc_ci(two)$estimate[[1L]], auc_ci(roc_tally(sick ~ score, seen[seen$month < 3, ]))$estimate)
  expect_refused("absent by" = as_roc_tally(unname(each)), "length by" = as_roc_tally(each, by = 1:2),
                 "unused cluster" = as_roc_tally(each, cluster = "part"))
})
