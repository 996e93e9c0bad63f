# Intervals by group are those of each group's rows.

# Longer than CRAN allows.
skip_on_cran()

people_in_groups <- function(seed, n = 4000, digits = 15) {
  set.seed(seed)
  label <- as.integer(both_classes(n))
  patient <- sample(n %/% 4, n, replace = TRUE)
  mood <- rnorm(n %/% 4)
  a <- round(label + mood[patient] + rnorm(n), digits)
  data.frame(
    region = sample(c("north", "it's \"south\"", NA), n, replace = TRUE), year = sample(2024:2025, n, TRUE),
    a, b = round(0.7 * label + a / 2 + rnorm(n), digits), label, weight = rexp(n),
    patient
  )
}

# The same with scores beyond 8e307, and infinite ones where an engine has them.
extreme_people_in_groups <- function(engine, ...) {
  x <- people_in_groups(...)
  x[c("a", "b")] <- lapply(x[c("a", "b")], with_extremes, x$label, engine)
  x
}

in_group <- function(x, keys) {
  rows <- rep(TRUE, nrow(x))
  for (key in names(keys)) rows <- rows & x[[key]] %in% keys[[key]]
  x[rows, ]
}

numbers_by_group <- c("estimate", "std.error", "df", "n_pos", "n_neg", "n_eff_pos", "n_eff_neg")

expect_intervals_of_groups <- function(curves, x, tolerance, keys = c("region", "year"), clustered = FALSE,
                                       na.rm = FALSE, ...) {
  found <- auc_ci(curves, ...)
  expect_identical(names(found)[seq_along(keys)], keys)
  expect_identical(nrow(found), nrow(unique(as.data.frame(curves)[keys])))
  for (i in seq_len(nrow(found))) {
    key <- found[i, setdiff(keys, "score"), drop = FALSE]
    part <- in_group(x, key)
    guess <- part[[if (is.null(found$score)) "a" else found$score[i]]]
    if (clustered) {
      part <- part[!is.na(part$a) & !is.na(part$patient), ]
      error <- sqrt(drop(covariance_by_hand(part["a"], part, part$patient %% 101)))
      expect_equal(found$std.error[i], error, tolerance = tolerance)
      next
    }
    expected <- auc_ci(guess, part$label, part$weight, na.rm = na.rm, ...)
    expect_close(unlist(found[i, numbers_by_group]), unlist(expected[numbers_by_group]), tolerance)
    open <- in_group(curves, found[i, keys, drop = FALSE])$slack[1]
    expect_close(c(found$conf.low[i] + open, found$conf.high[i] - open),
                 c(expected$conf.low, expected$conf.high), tolerance)
  }
}

test_on_engines("a row a group, as of the group's rows", function(engine) {
  for (x in list(people_in_groups(1), people_in_groups(1, digits = 1), extreme_people_in_groups(engine, 1))) {
    tbl <- dplyr::group_by(engine$put(x), region, year)
    curves <- roc_collect(tbl, a, label, weight, points = 600, exact = TRUE, variance = TRUE)
    for (method in c("wilson", "logit")) expect_intervals_of_groups(curves, x, 1e-9, method = method)
    expect_intervals_of_groups(curves, x, 1e-9, variance = "jackknife")
    # Without weights, which count then.
    counted <- roc_collect(tbl, a, label, points = 600, exact = TRUE, variance = TRUE)
    x$weight <- 1
    expect_intervals_of_groups(counted, x, 1e-9, variance = "frequency")
  }
})

test_on_engines("by bins that the groups share it is so up to their width", function(engine) {
  x <- extreme_people_in_groups(engine, 2, 24000)
  tbl <- dplyr::group_by(engine$put(x), year)
  curves <- roc_collect(tbl, a, label, weight, points = 1000, variance = TRUE)
  expect_gt(curves$slack[1], 1e-6)
  expect_intervals_of_groups(curves, x, 1e-3, "year")
  alone <- roc_collect(dplyr::filter(tbl, year == 2024), a, label, weight, points = 500, variance = TRUE)
  expect_close(auc_ci(curves)$std.error[1], auc_ci(alone)$std.error, 1e-4)
  # Steps that are one bin each.
  quick <- roc_collect(tbl, a, label, weight, tolerance = 3e-3, variance = TRUE)
  expect_intervals_of_groups(quick, x, 1e-2, "year")
})

test_on_engines("groups of several scores, and with clusters", function(engine) {
  x <- extreme_people_in_groups(engine, 3, 3000)
  x$a[c(5, 700)] <- NA
  x$patient[77] <- NA
  tbl <- dplyr::group_by(engine$put(x), region, year)
  both <- roc_collect(tbl, c(a, b), label, weight, points = 600, exact = TRUE, variance = TRUE, na.rm = TRUE)
  expect_intervals_of_groups(both, x, 1e-9, c("score", "region", "year"), na.rm = TRUE)
  expect_error(auc_test(both), "filter", class = "wroc_error_curve")
  for (exact in c(TRUE, FALSE)) {
    curves <- roc_collect(tbl, a, label, weight, points = 600, exact = exact, cluster = patient, na.rm = TRUE)
    expect_intervals_of_groups(curves, x, 1e-3, clustered = TRUE, na.rm = TRUE)
  }
  error <- expect_error(auc_ci(curves, variance = "frequency"), class = "wroc_error_choice")
  expect_match(error$message, "^In the curve of `region`")
})

test_on_engines("groups with weights of their own sizes", function(engine) {
  x <- people_in_groups(4, 3000)
  x$weight <- x$weight * ifelse(x$year == 2024, 1e-120, 1e60)
  tbl <- dplyr::group_by(engine$put(x), year)
  curves <- roc_collect(tbl, a, label, weight, points = 600, variance = TRUE)
  expect_intervals_of_groups(curves, x, 1e-2, "year")
  plain <- roc_collect(tbl, a, label, weight, points = 600)
  expect_equal(auc_bounds(plain)$estimate, auc_ci(curves)$estimate, tolerance = 1e-6)
})

test_that("one group, or some, can be taken out whole", {
  skip_where_no_engine("SQLite")
  engine <- engines$SQLite$open()
  on.exit(engine$close())
  x <- people_in_groups(5, 1500)
  tbl <- dplyr::group_by(engine$put(x), region, year)
  curves <- roc_collect(tbl, a, label, weight, points = 600, variance = TRUE)
  all <- auc_ci(curves)
  late <- auc_ci(curves[curves$year == 2025, ])
  expect_equal(late, all[all$year == 2025, ], ignore_attr = TRUE)
  expect_identical(auc_ci(unserialize(serialize(curves, NULL))), all)
  error <- expect_error(auc_ci(curves[-3, ]), class = "wroc_error_curve")
  expect_match(error$message, "^In the curve of `region`")
  moved <- transform(curves, year = rev(year))
  expect_error(auc_ci(moved), class = "wroc_error")
  plain <- roc_collect(tbl, a, label, weight, points = 600)
  expect_true(all(is.na(auc_ci(plain)$std.error)))
  # Groups are tested, scores of groups are not.
  expect_identical(unname(auc_test(curves)$estimate), all$estimate)
  expect_identical(names(auc_test(curves)$estimate), paste(all$region, all$year, sep = "."))
  expect_error(auc_test(plain), class = "wroc_error_curve")
  several <- roc_collect(tbl, c(a, b), label, weight, points = 600, variance = TRUE)
  expect_error(auc_test(several), "one score for each group", class = "wroc_error_curve")
  expect_s3_class(roc_thin(curves, points = 5), "roc_curves")
})

test_on_engines("a group that changes before it is asked alone is an error", function(engine) {
  skip_if(is.null(engine$other) || isTRUE(engine$has_snapshots), "no second writer between scans")
  x <- people_in_groups(6, 3000)
  put <- engine$put(x)
  tbl <- dplyr::group_by(put, year)
  name <- dbplyr::remote_name(put)
  for (clustered in c(FALSE, TRUE)) {
    asked <- 0
    # After the one that counts the rows of groups.
    before <- function() {
      asked <<- asked + 1
      if (asked == 2) engine$other(sprintf("DELETE FROM %s WHERE a > 2", name))
    }
    namespace <- asNamespace("WeightedROC")
    suppressMessages(trace("ask", bquote((.(before))()), print = FALSE, where = namespace))
    error <- tryCatch(if (clustered) {
      roc_collect(tbl, a, label, weight, points = 40, exact = TRUE, cluster = patient)
    } else {
      roc_collect(tbl, a, label, weight, points = 40, exact = TRUE)
    }, error = identity, finally = suppressMessages(untrace("ask", where = namespace)))
    expect_s3_class(error, "wroc_error_engine")
    expect_match(error$message, "^In the group of `year` 2024: The table changed while it was read: ")
    engine$other(sprintf("DELETE FROM %s", name))
    put <- engine$put(x)
    tbl <- dplyr::group_by(put, year)
    name <- dbplyr::remote_name(put)
  }
})
