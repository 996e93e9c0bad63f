# Whole numbers of 64 bits, as databases and data.table::fread() give them. No test but the last needs package
# bit64: small numbers are as many of the smallest double.
integer64_of <- function(x) structure(x * 2^-1074, class = "integer64")

minus_one <- structure(readBin(as.raw(rep(0xff, 8)), "double"), class = "integer64")
missing_one <- structure(readBin(as.raw(c(rep(0, 7), 0x80)), "double", endian = "little"),
                         class = "integer64")

joined <- function(...) structure(unlist(lapply(list(...), unclass)), class = "integer64")

with_long_columns <- function(data) {
  data[] <- lapply(data, integer64_of)
  data
}

plain_data <- function() {
  data.frame(y = rep(0:1, 30), s = c(3, 7, 4, 9, 12) * 1:60, w = rep(1:4, 15), unit = rep(1:20, 3),
             group = rep(1:2, each = 30))
}

test_that("they become the doubles that they are", {
  expect_identical(without_integer64(joined(integer64_of(c(0, 7, 2^40)), minus_one, missing_one), "x"),
                   c(0, 7, 2^40, -1, NA))
  expect_identical(without_integer64(list(a = integer64_of(3), b = "b"), "x"), list(a = 3, b = "b"))
  expect_identical(without_integer64(structure(integer64_of(1:4), dim = c(2L, 2L)), "x"),
                   matrix(c(1, 2, 3, 4), 2L))
  expect_identical(without_integer64(integer64_of(numeric()), "x"), numeric())
  expect_error(without_integer64(structure("1", class = "integer64"), "x"), class = "wroc_error_type")
})

test_that("observations may be such numbers wherever numbers are accepted", {
  d <- plain_data()
  l <- with_long_columns(d)
  expect_identical(WeightedROC(l$s, l$y, l$w), WeightedROC(d$s, d$y, d$w))
  expect_identical(auc_wmw(l$s, l$y, l$w), auc_wmw(d$s, d$y, d$w))
  expect_identical(auc_wmw(l["s"], l$y), auc_wmw(d["s"], d$y))
  expect_identical(auc_wmw(structure(l$s, dim = c(60L, 1L)), l$y), auc_wmw(cbind(d$s), d$y)[[1L]])
  expect_identical(drop(roc_influence(l$s, l$y, l$w)), drop(roc_influence(d$s, d$y, d$w)))
  expect_identical(auc_ci(l$s, l$y, l$w, cluster = l$unit, positive = integer64_of(1)),
                   auc_ci(d$s, d$y, d$w, cluster = d$unit, positive = 1))
  expect_identical(auc_ci(l$s, l$y, l$w, variance = "frequency"),
                   auc_ci(d$s, d$y, d$w, variance = "frequency"))
  expect_identical(auc_ci(l$s, l$y, fold = l$group), auc_ci(d$s, d$y, fold = d$group))
  expect_identical(auc_test(weighted_roc(l$s, l$y, by = l$group))$p.value,
                   auc_test(weighted_roc(d$s, d$y, by = d$group))$p.value)
  expect_identical(roc_tally(l$s, l$y, l$w), roc_tally(d$s, d$y, d$w))
  expect_identical(auc_multiclass(cbind("0" = -d$s, "1" = d$s), l$y, l$w),
                   auc_multiclass(cbind("0" = -d$s, "1" = d$s), d$y, d$w))
})

test_that("fits of columns of such numbers are those of doubles", {
  d <- plain_data()
  l <- with_long_columns(d)
  fit <- function(data) {
    weighted_roc(y ~ s, data, weights = w, subset = s > 3, cluster = unit, by = group)
  }
  # Comparisons of their own have package bit64.
  l$s <- d$s
  expect_equal(as.data.frame(fit(l)), as.data.frame(fit(d)))
  expect_equal(generics::tidy(fit(l)), generics::tidy(fit(d)))
  expect_equal(weighted_roc(l$s, l$y, l$w, cluster = l$unit)$areas,
               weighted_roc(d$s, d$y, d$w, cluster = d$unit)$areas)
  expect_equal(weighted_roc(y ~ s, with_long_columns(d))$areas, weighted_roc(y ~ s, d)$areas)
})

test_that("numbers that say what is wanted, and columns of curves, may be such", {
  d <- plain_data()
  curve <- WeightedROC(d$s, d$y)
  long <- curve
  long$FN <- integer64_of(curve$FN)
  long$FP <- integer64_of(curve$FP)
  expect_identical(roc_hull(long), roc_hull(curve))
  expect_identical(roc_at(curve, threshold = integer64_of(40)), roc_at(curve, threshold = 40))
  expect_identical(roc_optimal(curve, cost_FN = integer64_of(5)), roc_optimal(curve, cost_FN = 5))
  table <- as.data.frame(roc_tally(d$s, d$y))
  counts <- c("positive", "negative", "n_pos", "n_neg", "scores", "rows", "version")
  table[counts] <- lapply(table[counts], integer64_of)
  expect_identical(as_roc_tally(table), roc_tally(d$s, d$y))
})

test_that("a number that no double is has an error with a way out", {
  long <- joined(integer64_of(c(3, 2)), between_doubles, integer64_of(4))
  y <- c(0, 1, 1, 0)
  data <- data.frame(y, s = 1:4)
  data$long <- long
  calls <- list(
    guess = quote(WeightedROC(long, y)), weight = quote(auc_wmw(1:4, y, long)), label = quote(auc_wmw(1:4, long)),
    guess = quote(auc_wmw(list(a = 1:4, b = long), y)), cluster = quote(auc_ci(1:4, y, cluster = long)),
    fold = quote(auc_ci(1:4, y, fold = long)), by = quote(weighted_roc(1:4, y, by = long)),
    long = quote(weighted_roc(y ~ long, data)), weights = quote(weighted_roc(y ~ s, data, weights = long)),
    by = quote(weighted_roc(y ~ s, data, by = long))
  )
  for (i in seq_along(calls)) {
    argument <- names(calls)[[i]]
    is_key <- argument %in% c("cluster", "fold", "by")
    way <- if (is_key) "`as.character()` keeps the values distinct." else "`as.numeric()` rounds such numbers."
    says <- "`%s` must have numbers that doubles hold exactly: element 3 of class integer64 is not. %s"
    says <- paste0(if (i == 4L) "In score `b`: ", sprintf(says, argument, way))
    expect_wroc_error(eval(calls[[i]]), "type", says, argument = argument)
  }
})

test_that("they are what package bit64 means", {
  skip_if_not_installed("bit64")
  x <- c(0, -1, 2^53, -2^53, 2^62, -12345678901, NA)
  expect_identical(without_integer64(bit64::as.integer64(x), "x"), x)
  largest <- bit64::as.integer64("9223372036854775807")
  expect_error(without_integer64(largest, "x"), "element 1 of class integer64 is not",
               class = "wroc_error_type")
})
