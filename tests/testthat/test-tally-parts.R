# Tallies with parts: groups of clusters, by which the delete-a-group jackknife knows how AUCs vary.

# People of whom several visits are known; both classes and both scores depend on the person.
draw_visits <- function(n = 900, people = 300, digits = 1, heavy = FALSE) {
  id <- sample(people, n, TRUE)
  trait <- rnorm(people)[id]
  weight <- if (heavy) rexp(n)^8 else rexp(n) * (runif(n) > 0.1)
  list(id = id, label = rbinom(n, 1, plogis(trait - 0.5)), weight = weight,
       a = round(trait + rnorm(n), digits),
       b = round(trait + 2 * rnorm(n), digits), c = round(rnorm(n), digits))
}

tally_of_visits <- function(x, score = "a", rows = seq_along(x$id), ...) {
  roc_tally(x[[score]][rows], x$label[rows], x$weight[rows], cluster = x$id[rows], ...)
}

test_that("the variance of the AUC is that of leaving out each group", {
  set.seed(1)
  x <- draw_visits(heavy = TRUE)
  found <- of_few(auc_ci(tally_of_visits(x), conf.level = 0.9))
  expect_close(found$std.error^2, drop(covariance_by_hand(list(x$a), x)), 1e-12)
  expect_close(found$estimate, auc_wmw(x$a, x$label, x$weight), 1e-12)
  expect_identical(found$variance, "jackknife")
  wald <- of_few(auc_ci(tally_of_visits(x), method = "wald"))
  expect_identical(wald$df, 39)
  expect_close(wald$conf.high, min(wald$estimate + qt(0.975, 39) * wald$std.error, 1), 1e-12)
})

test_that("scores of the same observations are compared by the covariance over groups", {
  skip_on_cran()
  set.seed(3)
  x <- draw_visits()
  names <- c("a", "b", "c")
  tallies <- lapply(structure(names, names = names), tally_of_visits, x = x)
  expected <- covariance_by_hand(x[names], x)
  areas <- vapply(x[names], auc_wmw, 0, x$label, x$weight)
  rows <- auc_ci(tallies)
  expect_identical(rows$score, names)
  expect_close(rows$estimate, unname(areas), 1e-12)
  expect_close(rows$std.error, unname(sqrt(diag(expected))), 1e-12)
  pair <- auc_test(tallies[1:2])
  std.error <- sqrt(expected[1, 1] + expected[2, 2] - 2 * expected[1, 2])
  expect_close(pair$std.error, std.error, 1e-11)
  expect_close(unname(pair$statistic), unname(diff(areas[2:1])) / std.error, 1e-11)
  expect_lte(pair$parameter, 39)
  expect_close(pair$p.value, unname(2 * pt(-abs(pair$statistic), pair$parameter)), 1e-12)
  # The order of parts, and that of scores, do not matter.
  turned <- tallies[2:1]
  turned$a$parts <- rev(turned$a$parts)
  expect_close(auc_test(turned)$p.value, pair$p.value, 1e-12)
  all <- auc_test(tallies, adjust = "closed")
  expect_identical(names(all$parameter), c("num df", "denom df"))
  of_pair <- function(i, j) sqrt(expected[i, i] + expected[j, j] - 2 * expected[i, j])
  expect_close(all$contrasts$std.error, c(of_pair(1, 2), of_pair(1, 3), of_pair(2, 3)), 1e-11)
  wald <- auc_test(tallies[1:2], test = "wald")
  expect_close(wald$p.value, unname(2 * pnorm(-abs(pair$statistic))), 1e-12)
  less <- auc_test(tallies[2:1], alternative = "noninferior", margin = 0.2)
  expect_close(unname(less$statistic), (areas[[2]] - areas[[1]] + 0.2) / std.error, 1e-11)
})

test_that("one tally is tested against a value", {
  set.seed(4)
  x <- draw_visits()
  with <- tally_of_visits(x)
  for (test in c("score", "wald")) {
    without <- auc_test(roc_tally(x$a, x$label, x$weight), mu = 0.7, test = test)
    expect_close(without$p.value, auc_test(x$a, x$label, x$weight, mu = 0.7, test = test)$p.value, 1e-10)
    found <- auc_test(with, mu = 0.7, test = test)
    expect_close(found$std.error, auc_ci(with)$std.error, 1e-12)
    expect_identical(auc_test(weighted_roc(with), mu = 0.7, test = test)$p.value, found$p.value)
  }
  expect_close(unname(found$statistic), (found$estimate[[1]] - 0.7) / found$std.error, 1e-12)
})

test_that("the group of a cluster depends on its value alone", {
  # SplitMix64 of the number, and of the FNV-1a hash of the string, by twenty lines of Python.
  ids <- c(0L, 1L, 7L, 100000L, -12L, 2147483647L)
  groups <- groups_of_clusters(ids)
  expect_identical(groups, c(15, 25, 7, 20, 7, 7))
  expect_identical(groups_of_clusters(as.double(ids)), groups)
  expect_identical(groups_of_clusters(as.character(ids)), groups)
  expect_identical(groups_of_clusters(c("1e5", "100000", "1e+05")), rep(groups[[4L]], 3))
  expect_identical(groups_of_clusters(factor(ids)), groups)
  expect_identical(groups_of_clusters(rev(ids)), rev(groups))
  texts <- c("Zo\u00eb", "patient 17", "", "0.1")
  expect_identical(groups_of_clusters(texts), c(18, 16, 8, 3))
  expect_identical(groups_of_clusters(iconv(texts[[1L]], "UTF-8", "latin1")), 18)
  expect_identical(groups_of_clusters(0.1), groups_of_clusters("0.1"))
  expect_identical(groups_of_clusters(c(NA, 1L)), c(NA, 25))
  expect_identical(groups_of_clusters(2^60), groups_of_clusters("1152921504606846976"))
  tally <- roc_tally(1:4, c(0, 1, 0, 1), cluster = c("1", "7", "1", "x"))
  expect_identical(tally$parts[["7"]]$score, 2)
  expect_identical(tally$parts[["25"]]$score, c(1, 3))
})

test_that("tallies of days add up part by part, to those of all observations", {
  skip_on_cran()
  set.seed(5)
  x <- draw_visits()
  day <- sample(7, 900, TRUE)
  days <- lapply(1:7, function(i) tally_of_visits(x, rows = day == i))
  week <- do.call(c, days)
  whole <- tally_of_visits(x)
  expect_identical(sort(names(week$parts)), sort(names(whole$parts)))
  expect_close(auc_ci(week), auc_ci(whole), 1e-12)
  expect_close(auc_ci(c(days[[7]], c(days[[2]], days[[1]]), do.call(c, days[3:6]))), auc_ci(whole), 1e-12)
  # The total is the tally without clusters.
  columns <- columns_of_tallies
  expect_identical(unclass(whole)[columns], unclass(roc_tally(x$a, x$label, x$weight))[columns])
  expect_output(print(whole), "Parts: 40 groups of clusters")
  none <- roc_tally(numeric(), numeric(), cluster = character())
  expect_identical(none$parts, structure(list(), names = character()))
  for (empty in list(none, roc_tally(numeric(), numeric()))) {
    expect_close(auc_ci(c(empty, whole)), auc_ci(whole), 1e-12)
  }
  expect_identical(c(none, none)$score, numeric())
})

test_that("parts share the bins of the whole, and what is left is a tally in these", {
  skip_on_cran()
  set.seed(6)
  x <- draw_visits(digits = 15)
  binned <- list(tally_of_visits(x, points = 30), tally_of_visits(x, min_count = 25),
                 c(tally_of_visits(x, rows = 1:450, points = 60), tally_of_visits(x, rows = 451:900),
                   points = 20))
  for (tally in binned) {
    bins <- unclass(tally)[c("score", "score_max", "scores")]
    for (part in tally$parts) {
      at <- match(part$score, bins$score)
      expect_identical(unclass(part)[c("score", "score_max", "scores")], lapply(bins, `[`, at))
      expect_identical(part$level, tally$level)
    }
    same <- c("estimate", "bound.low", "bound.high")
    plain <- replace(tally, "parts", NULL)
    expect_close(unlist(auc_ci(tally)[same]), unlist(auc_ci(plain)[same]), 1e-12)
  }
  expect_gte(min(binned[[2L]]$n_pos + binned[[2L]]$n_neg), 25)
})

test_that("a table has the parts in a column, and any groups may be read", {
  skip_on_cran()
  set.seed(7)
  x <- draw_visits()
  for (points in list(NULL, 25)) {
    tally <- tally_of_visits(x, points = points)
    table <- as.data.frame(tally)
    expect_identical(names(table)[1:2], c("part", "score"))
    expect_identical(table$rows[[1L]], as.double(nrow(table)))
    back <- as_roc_tally(table, cluster = "part")
    expect_close(auc_ci(back), auc_ci(tally), 1e-12)
    expect_identical(names(back$parts), names(tally$parts))
    file <- tempfile("tally")
    text <- as.data.frame(lapply(table, format, digits = 17, trim = TRUE))
    utils::write.csv(text[sample(nrow(text)), ], file, row.names = FALSE, quote = FALSE)
    expect_close(auc_ci(as_roc_tally(utils::read.csv(file), cluster = "PART")), auc_ci(tally), 1e-12)
    unlink(file)
    expect_identical(as_roc_tally(tally), tally)
  }
  # Groups of somebody else's.
  rows <- split(seq_along(x$id), x$id %% 12)
  table <- do.call(rbind, lapply(names(rows), function(group) {
    i <- rows[[group]]
    cbind(grp = group, as.data.frame(roc_tally(x$a[i], x$label[i], x$weight[i]))[1:10])
  }))
  tally <- as_roc_tally(table, cluster = "grp")
  found <- auc_ci(tally, method = "wald")
  expect_identical(found$df, 11)
  expect_close(found$std.error, sqrt(drop(covariance_by_hand(list(x$a), x, x$id %% 12))), 1e-12)
})

test_that("a group without which a class is empty leaves the standard error unknown", {
  set.seed(8)
  x <- draw_visits(200)
  x$id[x$label == 1] <- 1L
  expect_warning(found <- auc_ci(tally_of_visits(x)), "at least two parts", class = "wroc_warning_undefined")
  expect_identical(found$std.error, NA_real_)
  expect_warning(test <- auc_test(list(tally_of_visits(x), tally_of_visits(x, "b"))),
                 class = "wroc_warning_undefined")
  expect_identical(test$p.value, NA_real_)
  expect_warning(auc_ci(roc_tally(1:4, c(0, 1, 0, 1), cluster = rep(5, 4))), class = "wroc_warning_undefined")
  expect_error(auc_ci(roc_tally(1:2, c(0, 0), cluster = 1:2)), class = "wroc_error_no_weight")
  # A score that separates the classes in all groups has no variance.
  apart <- roc_tally(c(1:50, 101:150), rep(0:1, each = 50), cluster = 1:100)
  expect_identical(auc_ci(apart)$std.error, 0)
})

test_that("independent tallies with parts are compared as samples", {
  set.seed(10)
  x <- draw_visits()
  y <- draw_visits()
  both <- list(tally_of_visits(x), tally_of_visits(y))
  found <- auc_test(both[[1L]], both[[2L]])
  expect_close(found$std.error, sqrt(sum(vapply(both, function(t) auc_ci(t)$std.error^2, 0))), 1e-12)
})

test_that("what does not fit together is an error of a class", {
  set.seed(11)
  x <- draw_visits(200)
  a <- tally_of_visits(x)
  b <- tally_of_visits(x, "b")
  plain <- roc_tally(x$b, x$label, x$weight)
  heavier <- roc_tally(x$b, x$label, x$weight + x$label, cluster = x$id)
  fewer <- tally_of_visits(x, "b", rows = groups_of_clusters(x$id) != groups_of_clusters(x$id)[[1L]])
  changed <- lapply(list(a$parts[-1L], list(1)), function(parts) replace(a, "parts", list(parts)))
  table <- as.data.frame(roc_tally(1:40, rep(0:1, 20), cluster = 1:40))
  read <- function(x, cluster = "part") as_roc_tally(x, cluster = cluster)
  expect_refused(
    "tally: tally 2 of `...` has none" = c(a, plain), "tally: tally 1 of `...` has none" = c(plain, b),
    "tally: Make tallies with `cluster`" = auc_test(list(a = a, b = plain)),
    "tally: `a` has none" = auc_test(list(a = plain, b = plain)), "tally: weigh" = auc_test(list(a = a, b = heavier)),
    "tally: only one of `a` and `b`" = auc_test(list(a = a, b = fewer)), "tally: do not add up" = auc_ci(changed[[1L]]),
    "tally: different names" = auc_ci(changed[[2L]]), "tally: must have all of its original" = read(table[-1, ]),
    "tally: In part \"" = read(transform(table, negative = -negative)),
    "tally: In part \"" = read(rbind(table, table[1, ])),
    "choice: tally with parts" = auc_ci(a, variance = "delong"),
    "choice: tally with parts" = weighted_roc(a, variance = "delong"),
    "choice: must be \"score\" or \"wald\"" = auc_test(list(a = a, b = b), test = "exact"),
    "unused: with several scores" = auc_test(list(a = a, b = b), mu = 0.5),
    "unused: without groups" = auc_test(list(a = a, b = b), trend = TRUE),
    "unused: not used with a tally" = auc_ci(list(a = a, b = b), label = x$label),
    "unused: not used with a tally" = read(a), "unsupported: no intervals of H" = roc_estimate(a, measure = "H"),
    "length: `cluster`" = roc_tally(x$a, x$label, cluster = 1:3),
    "missing: element 5 is NA" = roc_tally(x$a, x$label, cluster = replace(x$id, 5, NA)),
    "missing: row 3 is NA" = read(transform(table, part = replace(part, 3, NA))),
    "type: `cluster`" = roc_tally(x$a, x$label, cluster = list(1)), "type: the name of a column" = read(table, 1),
    "column: a column `part`" = read(table, NULL), "column: must have the column `grp`" = read(table, "grp")
  )
  kept <- roc_tally(x$a, x$label, x$weight, cluster = replace(x$id, 5, NA), na.rm = TRUE)
  expect_close(auc_ci(kept), auc_ci(tally_of_visits(x, rows = -5)), 1e-12)
})
