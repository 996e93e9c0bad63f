# Fits of tables by group are those of the groups' rows.

# Longer than CRAN allows.
skip_on_cran()

visits <- function(engine, n = 600) {
  case <- as.integer(both_classes(n))
  m1 <- case + rnorm(n)
  data.frame(case, m1 = with_extremes(m1, case, engine), m2 = round(m1 / 2 + rnorm(n), 1),
             sex = sample(c("F", "M"), n, replace = TRUE),
             site = sample(c("it's \\ \"A\"", "B"), n, replace = TRUE),
             third = sample(3L, n, replace = TRUE) / 3, weight = rexp(n))
}

# Curves, and estimates within the bounds, of all groups.
expect_fits_of_rows <- function(found, expected) {
  expect_s3_class(found, "weighted_roc_by")
  expect_setequal(names(found$fits), names(expected$fits))
  for (group in names(expected$fits)) {
    for (score in names(expected$fits[[group]]$curves)) {
      expect_close(found$fits[[group]]$curves[[score]][columns_of_curves],
                   expected$fits[[group]]$curves[[score]], 1e-12)
    }
    expect_close(found$fits[[group]]$areas$estimate, expected$fits[[group]]$areas$estimate, 1e-12)
  }
}

test_on_engines("fits of a grouped table, or with `by`, are those of the groups' rows", function(engine) {
  set.seed(71)
  x <- visits(engine)
  tbl <- engine$put(x)
  expected <- weighted_roc(case ~ m1 + m2, x, weights = weight, by = sex)
  grouped <- weighted_roc(case ~ m1 + m2, dplyr::group_by(tbl, sex), weights = weight)
  by <- weighted_roc(case ~ m1 + m2, tbl, weights = weight, by = sex)
  for (found in list(grouped, by)) {
    expect_fits_of_rows(found, expected)
    expect_identical(unclass(found)[c("by", "groups")], unclass(expected)[c("by", "groups")])
    expect_close(as.data.frame(found)[-(1:2)], as.data.frame(expected)[-(1:2)], 1e-12)
    expect_identical(as.data.frame(found)[1:2], as.data.frame(expected)[1:2])
    expect_close(roc_at(found, threshold = 0)$TPR, roc_at(expected, threshold = 0)$TPR, 1e-12)
    expect_identical(as.list(auc_ci(found))[c("sex", "score")], as.list(auc_ci(expected))[c("sex", "score")])
    numbers <- c("std.error", "conf.low", "conf.high", "df", "n_pos", "n_eff_neg")
    for (number in numbers) {
      expect_close(auc_ci(found)[[number]], auc_ci(expected)[[number]], 1e-9)
    }
    expect_error(vcov(found), class = "wroc_error_clusters")
    printed <- utils::capture.output(print(found))
    expect_match(printed[[1]], "sex")
    for (line in c("^  F  m1  0[.]", "^  M  m1  0[.]")) expect_match(printed, line, all = FALSE)
    expect_false(anyNA(summary(found)$F$areas$estimate))
  }
  expect_fits_of_rows(weighted_roc(case ~ m1, dplyr::group_by(tbl, sex), weights = weight, subset = m2 > 0),
                      weighted_roc(case ~ m1, x, weights = weight, by = sex, subset = m2 > 0))
})

test_on_engines("fits of groups are drawn, and made tidy", function(engine) {
  set.seed(72)
  x <- visits(engine)
  found <- weighted_roc(case ~ m2, dplyr::group_by(engine$put(x), sex))
  expected <- weighted_roc(case ~ m2, x, by = sex)
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_no_error(plot(found))
  expect_no_error(plot(found, type = "pr"))
  if (requireNamespace("ggplot2", quietly = TRUE)) {
    of <- function(fit) ggplot2::layer_data(ggplot2::autoplot(fit), 1L)
    expect_equal(of(found), of(expected), tolerance = 1e-12)
  }
  skip_if_not_installed("generics")
  expect_identical(generics::tidy(found)[c("sex", "term")], generics::tidy(expected)[c("sex", "term")])
  expect_close(generics::tidy(found)$estimate, generics::tidy(expected)$estimate, 1e-12)
})

test_on_engines("groups of several columns, expressions, and numbers with all digits", function(engine) {
  set.seed(73)
  x <- visits(engine)
  tbl <- engine$put(x)
  several <- weighted_roc(case ~ m2, dplyr::group_by(tbl, sex, site))
  expect_fits_of_rows(several, weighted_roc(case ~ m2, x, by = interaction(sex, site)))
  local <- weighted_roc(case ~ m2, dplyr::group_by(x, sex, site))
  expect_identical(unclass(several)[c("by", "groups")], unclass(local)[c("by", "groups")])
  expect_identical(as.data.frame(several)[1:3], as.data.frame(local)[1:3])
  of_thirds <- weighted_roc(case ~ m2, x, by = third)
  expect_fits_of_rows(weighted_roc(case ~ m2, tbl, by = third), of_thirds)
  expect_fits_of_rows(weighted_roc(case ~ m2, dplyr::group_by(tbl, third)), of_thirds)
  expect_fits_of_rows(weighted_roc(case ~ m2, tbl, by = 3 * third),
                      weighted_roc(case ~ m2, x, by = 3 * third))
  # Variables are found where the formula was written.
  local({
    condition <- 0.5
    table <- 0
    late <- weighted_roc(case ~ m2, tbl, by = as.integer(third > condition), subset = m2 > table)
    expected <- weighted_roc(case ~ m2, x, by = as.integer(third > condition), subset = m2 > table)
    expect_fits_of_rows(late, expected)
  })
  # roc_collect() asks groups alone with clusters.
  curves <- roc_collect(dplyr::group_by(tbl, third), m2, case, cluster = weight)
  expect_equal(unique(curves$third), 1:3 / 3, tolerance = 1e-15)
})

test_on_engines("groups are given once, and not missing", function(engine) {
  set.seed(74)
  x <- visits(engine)
  x$sex[7] <- NA
  tbl <- engine$put(x)
  error <- expect_error(weighted_roc(case ~ m1, dplyr::group_by(tbl, sex), by = site),
                        class = "wroc_error_unused")
  expect_identical(error$argument, "by")
  for (ask in list(function(...) weighted_roc(case ~ m1, dplyr::group_by(tbl, sex), ...),
                   function(...) weighted_roc(case ~ m1, tbl, by = sex, ...))) {
    error <- expect_error(ask(), "`na.action = na.omit` leaves them out", class = "wroc_error_missing")
    expect_identical(error$argument, "by")
    expect_fits_of_rows(ask(na.action = na.omit), weighted_roc(case ~ m1, x, by = sex, na.action = na.omit))
  }
  x$sex <- NA_character_
  none <- engine$put(x)
  expect_error(weighted_roc(case ~ m1, none, by = sex, na.action = na.omit), class = "wroc_error_empty")
})

test_on_engines("a group without a curve has NA, and one warning names it", function(engine) {
  set.seed(75)
  x <- visits(engine)
  x$case[x$sex == "F"] <- 0L
  x$word <- ifelse(x$case == 1, "yes", "no")
  x$one <- 1
  tbl <- engine$put(x)
  for (positive in list(NULL, 1)) {
    warning <- expect_warning(
      found <- weighted_roc(case ~ m1 + m2, dplyr::group_by(tbl, sex), positive = positive),
      "1 of 2 groups of `sex` have no curve", class = "wroc_warning_no_curve"
    )
    expect_identical(warning$group, "F")
    tidied <- auc_ci(found)
    expect_identical(tidied$sex, c("F", "F", "M", "M"))
    expect_identical(is.na(tidied$estimate), c(TRUE, TRUE, FALSE, FALSE))
    rows <- x[x$sex == "M", ]
    expect_close(tidied$estimate[3:4], auc_wmw(rows[c("m1", "m2")], rows$case), 1e-12)
  }
  expect_warning(weighted_roc(word ~ m2, tbl, by = sex, positive = "yes"), class = "wroc_warning_no_curve")
  warning <- expect_warning(found <- weighted_roc(word ~ m2, tbl, by = sex, positive = "no"),
                            class = "wroc_warning_no_curve")
  expect_identical(warning$group, "F")
  # Without a curve of any group it stays an error.
  expect_error(weighted_roc(word ~ m2, tbl, by = sex, positive = "maybe"),
               "`positive = \"maybe\"` is not a value", class = "wroc_error_labels")
  expect_error(weighted_roc(case ~ m2, dplyr::filter(tbl, case == 0), by = sex),
               class = "wroc_error_one_class")
})

# MariaDB takes strings that differ by trailing blanks or case only for the same; no two of these do.
test_on_engines("any string is the key of its group, or the label", function(engine) {
  set.seed(77)
  x <- data.frame(case = rep(0:1, 8 * length(hostile_texts)), key = rep(hostile_texts, each = 16))
  x$m <- x$case + round(rnorm(nrow(x)), 2)
  tbl <- engine$put(x)
  expected <- auc_ci(weighted_roc(case ~ m, x, by = key))
  in_order <- match(hostile_texts, expected$key)
  expect_found <- function(found) {
    expect_setequal(found$key, hostile_texts)
    expect_close(found$estimate[match(hostile_texts, found$key)], expected$estimate[in_order], 1e-12)
  }
  expect_found(auc_ci(weighted_roc(case ~ m, tbl, by = key)))
  expect_found(auc_ci(weighted_roc(case ~ m, dplyr::group_by(tbl, key))))
  grouped <- dplyr::group_by(tbl, key)
  expect_found(auc_ci(roc_collect(grouped, m, case)))
  # With clusters each group is asked alone.
  expect_found(auc_ci(roc_collect(grouped, m, case, cluster = m, variance = TRUE)))
  auc_of <- function(curve) auc_ci(curve, conf.level = NULL)$estimate
  name <- as.character(dbplyr::remote_name(tbl))
  for (text in hostile_texts) {
    expected <- auc_wmw(x$m, x$key == text)
    expect_close(WeightedAUC(roc_collect(tbl, m, key, positive = text)), expected, 1e-12)
    if (!nzchar(text)) next
    query <- roc_tally_sql(name, "m", DBI::dbQuoteIdentifier(engine$connection, "key"), positive = text,
                           dialect = engine$connection)
    expect_close(auc_ci(as_roc_tally(DBI::dbGetQuery(engine$connection, query)))$estimate, expected, 1e-12)
  }
})

# A setting of the session decides if a backslash is an escape.
test_on_engines("a setting of the session does not change what a string means", function(engine) {
  setting <- switch(engine$name, PostgreSQL = "SET standard_conforming_strings = off",
                    MariaDB = "SET sql_mode = 'NO_BACKSLASH_ESCAPES'")
  skip_if(is.null(setting), "no such setting")
  x <- data.frame(case = rep(0:1, 20), key = rep(c("a\\", "it's \\'b'"), each = 20))
  x$m <- x$case + seq_len(40) %% 7
  tbl <- engine$put(x)
  DBI::dbExecute(engine$connection, setting)
  expected <- auc_ci(weighted_roc(case ~ m, x, by = key))
  found <- auc_ci(weighted_roc(case ~ m, tbl, by = key))
  expect_identical(sort(found$key), sort(expected$key))
  expect_close(found$estimate[order(found$key)], expected$estimate[order(expected$key)], 1e-12)
})
