# Independent groups.

grouped_data <- function(groups = 4, n = 40, clusters = 12) {
  parts <- lapply(seq_len(groups), function(i) {
    x <- inference_data(n, clusters = clusters)
    data.frame(x[c("guess", "other", "positive", "weight")], cluster = paste(i, x$cluster),
               group = letters[i])
  })
  data <- do.call(rbind, parts)
  data[sample(nrow(data)), ]
}

run <- function(x, ...) of_few(test_of_groups(x$guess, x$positive, x$group, x$weight, ...))

sample_of <- function(x, cluster = NULL) roc_observations(x$guess, x$positive, x$weight, cluster = cluster)

test_that("Wald's tests are those of the areas and their standard errors: chi-squared, and a slope", {
  set.seed(143)
  x <- grouped_data()
  of <- do.call(rbind, lapply(split(x, x$group), function(part) auc_ci(part$guess, part$positive, part$weight)))
  area <- of$estimate
  v <- of$std.error^2
  Q <- sum((area - sum(area / v) / sum(1 / v))^2 / v)
  test <- run(x, test = "wald")
  expect_s3_class(test, c("roc_test", "htest"), exact = TRUE)
  expect_close(test$statistic, c("X-squared" = Q), relative = 1e-8)
  expect_close(test$p.value, pchisq(Q, 3, lower.tail = FALSE), relative = 1e-7)
  expect_identical(unname(test$parameter), 3L)
  expect_close(unname(test$estimate), area)
  for (trend in list(TRUE, c(0, 1, 4, 2))) {
    s <- if (isTRUE(trend)) 1:4 else trend
    slope <- unname(coef(lm(area ~ s))[2])
    c <- (s - mean(s)) / sum((s - mean(s))^2)
    se <- sqrt(sum(c^2 * v))
    df <- sum(c^2 * v)^2 / sum((c^2 * v)^2 / (of$n_pos + of$n_neg - 1))
    test <- run(x, trend = trend, test = "wald", conf.level = 0.9)
    expect_close(test$estimate[["slope"]], slope)
    expect_close(test$statistic, c(t = slope / se), relative = 1e-8)
    expect_close(test$parameter, c(df = df), relative = 1e-8)
    expect_close(as.vector(test$conf.int), slope + qt(c(0.05, 0.95), df) * se, relative = 1e-8)
    expect_identical(test$null.value, c("slope of the AUCs" = 0))
    score <- run(x, trend = trend)
    expect_lt(min(abs(run(x, trend = trend, conf.level = 1 - score$p.value)$conf.int)), 1e-9)
  }
})

test_that("two groups are two independent samples", {
  set.seed(144)
  x <- grouped_data(2)
  a <- x[x$group == "a", ]
  b <- x[x$group == "b", ]
  for (kind in c("score", "wald")) {
    test <- run(x, cluster = x$cluster, test = kind, alternative = "less")
    expected <- auc_test(sample_of(a, a$cluster), sample_of(b, b$cluster), test = kind, alternative = "less")
    for (part in c("statistic", "parameter", "p.value", "conf.int", "std.error")) {
      expect_identical(test[[part]], expected[[part]])
    }
    expect_identical(names(test$estimate), c("a", "b", "difference"))
    # A trend of two is their difference the other way round.
    trend <- run(x, trend = TRUE, test = kind)
    expect_close(trend$p.value, run(x, test = kind)$p.value, relative = 1e-8)
  }
})

test_that("contrasts of groups are the tests of all pairs, adjusted as asked", {
  set.seed(145)
  x <- grouped_data(3)
  for (kind in c("score", "wald")) {
    found <- run(x, test = kind, adjust = "holm")$contrasts
    expect_plain_frame(found)
    expect_identical(paste(found$group1, found$group2), c("a b", "a c", "b c"))
    for (row in 1:3) {
      part <- lapply(c(found$group1[row], found$group2[row]), function(group) x[x$group == group, ])
      pair <- auc_test(sample_of(part[[1]]), sample_of(part[[2]]), test = kind)
      expect_close(found$p.value[row], pair$p.value, relative = 1e-10)
      expect_close(c(found$conf.low[row], found$conf.high[row]), as.vector(pair$conf.int), relative = 1e-10)
      expect_close(found$df[row], unname(pair$parameter))
    }
    expect_identical(found$p.adjusted, stats::p.adjust(found$p.value, "holm"))
    # With three groups the partitions are all together and each pair.
    closed <- run(x, test = kind, adjust = "closed")
    expect_identical(closed$contrasts$p.adjusted, pmax(found$p.value, closed$p.value))
    expect_identical(run(x, test = kind, adjust = "closed", trend = TRUE)$contrasts, closed$contrasts)
  }
})

test_that("groups are those of a formula, in the order of their levels", {
  set.seed(147)
  x <- grouped_data(3)
  x$truth <- as.integer(x$positive)
  x$group <- factor(x$group, c("b", "a", "c"))
  expected <- run(x, trend = TRUE, cluster = x$cluster)
  same <- function(test, expected) {
    for (part in c("statistic", "p.value", "contrasts", "estimate")) {
      expect_equal(test[[part]], expected[[part]], tolerance = 1e-9)
    }
  }
  by <- weighted_roc(truth ~ guess, x, weights = weight, cluster = cluster, by = group)
  same(auc_test(by, trend = TRUE), expected)
  expect_identical(auc_test(by)$data.name, "by")
  # One score at a time, which the error names.
  both <- weighted_roc(truth ~ guess + other, x, by = group)
  expect_wroc_error(
    auc_test(both), "type",
    "Groups are compared by one score, and this fit has 2. Choose one score: `both[\"guess\"]`.", argument = "x",
    found = c("guess", "other")
  )
  same(auc_test(both["other"]), test_of_groups(x$other, x$truth, x$group))
  expect_identical(auc_test(by$fits$a)$p.value,
                   with(x[x$group == "a", ], auc_test(guess, truth, weight, cluster = cluster))$p.value)
  expect_identical(error_kind(auc_test(by, group = x$group)), "unused")
  expect_identical(error_kind(auc_test(by, x$truth)), "unused")
})

test_that("what is missing is left out, and groups may be of any kind", {
  set.seed(148)
  x <- grouped_data(3)
  x$group[c(3, 9)] <- NA
  x$guess[c(5, 9)] <- NA
  complete <- x[!is.na(x$group) & !is.na(x$guess), ]
  expect_identical(error_kind(run(complete)), "")
  expect_identical(run(x, na.rm = TRUE)$p.value, run(complete)$p.value)
  x$guess[is.na(x$guess)] <- 0
  expect_identical(error_kind(run(x)), "missing")
  p <- run(complete)$p.value
  for (group in list(factor(complete$group), match(complete$group, letters) * 10,
                     as.Date("2026-01-01") + match(complete$group, letters))) {
    complete$group <- group
    expect_identical(run(complete)$p.value, p)
  }
})

test_that("areas that are all 1 are equal; what can't be tested is NA with a warning", {
  label <- rep(0:1, each = 5)
  group <- rep(1:3, each = 10)
  test <- test_of_groups(rep(1:10, 3), rep(label, 3), group)
  expect_identical(test$p.value, 1)
  expect_wroc_warning(test <- test_of_groups(rep(1:10, 3), rep(label, 3), group, test = "wald"), "undefined")
  expect_identical(test$p.value, NA_real_)
  set.seed(149)
  expect_wroc_warning(
    test <- test_of_groups(rnorm(23), c(rep(label, 2), 0, 0, 1), c(rep(1:2, each = 10), 3, 3, 3),
                           adjust = "closed"), "undefined"
  )
  expect_identical(test$p.value, NA_real_)
  expect_identical(is.na(test$contrasts$p.value), c(FALSE, TRUE, TRUE))
})

test_that("groups have their errors", {
  set.seed(150)
  x <- grouped_data(3)
  kind <- function(...) {
    given <- utils::modifyList(list(guess = x$guess, label = x$positive, group = x$group), list(...))
    error_kind(suppressWarnings(do.call(test_of_groups, given)))
  }
  missing <- replace(x$group, 3, NA)
  calls <- list(
    none = list(), choice = list(group = rep("a", nrow(x))), length = list(group = x$group[-1]),
    type = list(group = as.list(x$group)), missing = list(group = missing), none = list(group = missing, na.rm = TRUE),
    type = list(group = raw(nrow(x))), choice = list(alternative = "less"),
    none = list(alternative = "less", trend = TRUE), length = list(trend = 1:2), range = list(trend = c(1, 1, 1)),
    missing = list(trend = c(1, NA, 2)), type = list(trend = "a"), type = list(trend = NA),
    clusters = list(cluster = rep(1:10, 12)), choice = list(adjust = "x"), type = list(guess = x[c("guess", "other")]),
    choice = list(test = "exact"), unused = list(margin = 0.1), unused = list(mu = 0.5)
  )
  found <- vapply(calls, function(call) do.call(kind, call), "", USE.NAMES = FALSE)
  expect_identical(found, sub("none", "", names(calls)))
  # A group without a curve is left out, of which a warning speaks.
  only <- x$group == "b" & x$positive
  expect_warning(left <- test_of_groups(x$guess[!only], x$positive[!only], x$group[!only]),
                 class = "wroc_warning_no_curve")
  others <- x$group != "b"
  expect_identical(left$p.value, test_of_groups(x$guess[others], x$positive[others], x$group[others])$p.value)
  expect_wroc_error(
    test_of_groups(x$guess, x$positive, x$group, cluster = rep(1, 120)), "clusters",
    sprintf("`cluster` must not span groups, which are independent: one is in %s and in %s.",
            dQuote(x$group[1], FALSE), dQuote(setdiff(unique(x$group), x$group[1])[1], FALSE)),
    argument = "cluster"
  )
})
