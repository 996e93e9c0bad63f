# Merges a list of tallies.
merged <- function(tallies, points = NULL) do.call(c, c(tallies, list(points = points)))

rows_of_tally <- function(tally, rows) {
  columns <- lengths(tally) == length(tally$score) & vapply(tally, is.double, NA)
  tally[columns] <- lapply(tally[columns], `[`, rows)
  tally
}

# Each row: a call, the kind of its error, its message and the argument that it names.
expect_refused_rows <- function(...) {
  for (row in list(...)) expect_wroc_error(eval(row[[1]]), row[[2]], row[[3]], argument = row[[4]])
}

test_that("a tally by hand", {
  tally <- roc_tally(c(3, 1, 1, 2, 3, 5), c(1, 0, 1, 0, 1, 0), c(2, 3, 4, 0, 5, 6))
  expect_identical(tally, structure(
    list(score = c(1, 3, 5), positive = c(4, 7, 0), negative = c(3, 0, 6), scores = c(1, 1, 1),
         score_max = c(1, 3, 5), positive2 = c(16, 29, 0), negative2 = c(9, 0, 36),
         positive4 = c(256, 641, 0), negative4 = c(81, 0, 1296), n_pos = c(1, 2, 0), n_neg = c(1, 0, 1),
         level = 0, totals = c(positive = 11, negative = 9), lost = NULL, units = NULL, format = 1L),
    class = "roc_tally"
  ))
  expect_identical(curve_of_tally(tally), data.frame(
    TPR = c(1, 7 / 11, 0, 0), FPR = c(1, 6 / 9, 6 / 9, 0), threshold = c(1, 3, 5, Inf),
    FN = c(0, 4, 11, 11), FP = c(9, 6, 6, 0), scores_below = c(0, 1, 2, 3)
  ))
})

test_that("bins by hand: those of a level are those of the level below, two and two together", {
  # 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5: two bits of the fraction distinguish them, then the last bit of the exponent.
  score <- c(1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5)
  label <- c(0, 0, 1, 0, 1, 0, 1, 1)
  scores_with <- function(points) roc_tally(score, label, points = points)$score
  expect_identical(scores_with(8), score)
  for (points in 4:7) expect_identical(scores_with(points), c(1, 1.5, 2, 3))
  for (points in 2:3) expect_identical(scores_with(points), c(1, 2))
  level_with <- function(points) roc_tally(score, label, points = points)$level
  levels <- vapply(c(8, 7, 3), level_with, 0)
  expect_identical(levels, c(0, 51, 52))
  four <- roc_tally(score, label, points = 4)
  expect_identical(four$positive, c(0, 1, 1, 2))
  expect_identical(four$negative, c(2, 1, 1, 0))
  expect_true(all(four$scores == 2))
  # The exponents of 1 and 2 differ in all bits but the first.
  expect_identical(scores_with(1), 1)
  expect_identical(roc_tally(score, label, points = 1)$level, 63)
  # The two signs differ in the first bit.
  signs <- roc_tally(c(-1, 1), c(0, 1), points = 1)
  expect_identical(signs$level, 64)
  expect_identical(signs$score, -1)
})

# Exact tallies ---------------------------------------------------------------

test_that("chunks of no observations or of no weight are tallies of no rows", {
  expected <- structure(
    list(score = numeric(), positive = numeric(), negative = numeric(), scores = numeric(),
         score_max = numeric(), positive2 = numeric(), negative2 = numeric(), positive4 = numeric(),
         negative4 = numeric(), n_pos = numeric(), n_neg = numeric(), level = 0,
         totals = c(positive = 0, negative = 0), lost = NULL, units = NULL, format = 1L),
    class = "roc_tally"
  )
  none <- list(
    roc_tally(numeric(), numeric()), roc_tally(integer(), integer(), numeric()),
    roc_tally(logical(), logical()), roc_tally(numeric(), factor(character(), c("no", "yes"))),
    roc_tally(numeric(), character(), positive = "yes"),
    roc_tally(numeric(), numeric(), points = 3),
    roc_tally(1:3, c(0, 1, 0), c(0, 0, 0)), roc_tally(1:3, c(0, 1, 0), c(0, 0, 0), points = 1),
    roc_tally(c(Inf, 0), c(2, 2), c(0, 0))
  )
  for (tally in none) expect_identical(tally, expected)
  expect_identical(merged(none), expected)
  expect_identical(merged(none, points = 1), expected)
  tally <- roc_tally(1:4, c(0, 1, 0, 1))
  expect_identical(c(none[[1]], tally, none[[7]]), tally)
})

# Labels ----------------------------------------------------------------------

test_that("all encodings of the labels give the same tally", {
  set.seed(5)
  positive <- both_classes(40)
  guess <- sample(c(-0, 0, -5e-324, Inf, 1:9), 40, replace = TRUE)
  weight <- sample(c(0, 1, 2.5), 40, replace = TRUE)
  number <- as.integer(positive)
  expected <- roc_tally(guess, number, weight, 10)
  word <- ifelse(positive, "yes", "no")
  labels <- list(number + 0, 2 * number - 1, number + 1L, positive, factor(word, levels = c("no", "yes")),
                 factor(number, levels = 0:1), stats::setNames(number, number))
  for (label in labels) expect_identical(roc_tally(guess, label, weight, 10), expected)
  given <- list(
    list(number, 1), list(1 - number, 0), list(2 * number - 1, 1), list(number + 1L, 2),
    list(2 - number, 1), list(positive, TRUE), list(!positive, FALSE), list(word, "yes"),
    list(factor(word), "yes"), list(factor(word, levels = c("yes", "no", "other")), "yes"),
    list(ifelse(positive, 7, seq_along(number) / 10), 7), list(matrix(number), 1)
  )
  for (pair in given) expect_identical(roc_tally(guess, pair[[1]], weight, 10, positive = pair[[2]]), expected)
})

test_that("chunks that lack a class say which one where they can", {
  of <- function(label, ...) {
    tally <- roc_tally(c(3, 1, 2), label, ...)
    c(positive = sum(tally$positive), negative = sum(tally$negative))
  }
  negatives <- c(positive = 0, negative = 3)
  positives <- c(positive = 3, negative = 0)
  word <- factor(c("yes", "yes", "yes"), levels = c("no", "yes"))
  for (label in list(0, -1, 0L, -1L, FALSE, -0)) expect_identical(of(rep(label, 3)), negatives)
  for (label in list(2, 2L, TRUE)) expect_identical(of(rep(label, 3)), positives)
  expect_identical(of(word), positives)
  expect_identical(of(factor(rep("no", 3), levels = c("no", "yes"))), negatives)
  expect_identical(of(c(1, 1, 1), positive = 1), positives)
  expect_identical(of(c(1, 1, 1), positive = 2), negatives)
  expect_identical(of(rep("yes", 3), positive = "yes"), positives)
  expect_identical(of(rep("no", 3), positive = "yes"), negatives)
})

# Mergers ---------------------------------------------------------------------

test_that("tallies are left as they are, and last in a file", {
  tally <- roc_tally(c(1, 2, 3, 4), c(0, 1, 0, 1), points = 2)
  before <- unserialize(serialize(tally, NULL))
  merged <- c(tally, tally, points = 1)
  curve <- curve_of_tally(tally)
  expect_identical(tally, before)
  expect_identical(c(before, before, points = 1), merged)
  expect_identical(curve_of_tally(before), curve)
})

# Curves ----------------------------------------------------------------------

test_that("tallies of chunks have the curve of all observations, which all functions of a curve take", {
  skip_on_cran()
  set.seed(15)
  x <- observations(rnorm(200) + rep(0:1, 100), rep(0:1, 100), rexp(200))
  exact <- curve_of(x)
  functions <- list(
    WeightedAUC, roc_hull, roc_at, roc_thin, roc_cost_curve,
    function(curve) roc_at(curve, threshold = c(-1, 0, 2)),
    function(curve) roc_at(curve, cost_FN = 2),
    function(curve) roc_optimal(curve, cost_FN = 2),
    function(curve) roc_constrained(curve, max_FPR = 0.2),
    function(curve) auc_ci(curve, FPR = c(0, 0.2), conf.level = NULL),
    function(curve) roc_estimate(curve, measure = roc_measure("cost_AUC", cost_FN = 0.3), conf.level = NULL),
    function(curve) roc_compare(curve, exact)
  )
  for (points in list(NULL, 20, 1)) {
    tallies <- lapply(split(seq_along(x$guess), rep(1:4, 50)), function(rows) {
      roc_tally(x$guess[rows], x$positive[rows], x$weight[rows], points = points)
    })
    curve <- curve_of_tally(merged(unname(tallies), points))
    plain <- curve[names(exact)]
    if (is.null(points)) expect_close(plain, exact, 1e-14)
    rows <- match(curve$threshold, exact$threshold)
    expect_close(curve$TPR, exact$TPR[rows], 1e-14)
    for (f in functions) {
      of_plain <- f(plain)
      result <- f(curve)
      if (is.data.frame(result)) {
        expect_plain_frame(result)
        result <- result[names(of_plain)]
      }
      expect_equal(result, of_plain, tolerance = 1e-15)
    }
    bounds <- bounds_of(curve)
    area <- auc_wmw(x$guess, x$positive, x$weight)
    expect_true(bounds$bound.low <= area + 1e-15 && area <= bounds$bound.high + 1e-15)
  }
})

# Errors ----------------------------------------------------------------------

test_that("observations that are none are the errors of WeightedROC()", {
  missing <- with_hint("`label` must not be missing: element 2 is NA or NaN.")
  expect_refused_rows(
    list(quote(roc_tally(c(1, NA), 0:1)), "missing",
         with_hint("ROC curve undefined for NA guess: element 2 of `x` is NA or NaN."), "x"),
    list(quote(roc_tally(1:3, c(-1L, NA, 1L))), "missing", missing, "label"),
    list(quote(roc_tally(1:3, c("a", NA, "b"), positive = "b")), "missing", missing, "label"),
    list(quote(roc_tally(1:2, 0:1, c(1, NA))), "missing", sub("label", "weight", missing), "weight"),
    list(quote(roc_tally(1:2, 0:1, c(1, -1))), "weight",
         "`weight` must be finite and >= 0: element 2 is -1.", "weight"),
    list(quote(roc_tally(1:3, 0:1)), "length",
         "`x` must be as long as `label`: its length is 3, that of `label` is 2.", "x"),
    list(quote(roc_tally(numeric(), numeric(), 1)), "length",
         "`weight` must be as long as `label`: its length is 1, that of `label` is 0.", "weight")
  )
  for (none in list(c("1", "2"), list(1, 2), cbind(1:2, 1:2))) {
    expect_wroc_error_of(roc_tally(none, 0:1), "type", "x")
    expect_wroc_error_of(roc_tally(1:2, 0:1, none), "type", "weight")
    expect_wroc_error_of(roc_tally(1:2, none), "type", "label")
  }
})

test_that("labels that do not say which class they are are errors", {
  alone <- "All labels are 1, which may be either class: give `positive`."
  yes_and_no <- factor(c("no", "yes"))
  expect_refused_rows(
    list(quote(roc_tally(1:3, c(1, 1, 1))), "labels", alone, "label"),
    list(quote(roc_tally(1, 1L)), "labels", alone, "label"),
    list(quote(roc_tally(1:2, factor(c("a", "b"), levels = c("a", "b", "c")))), "labels",
         "`label` must be a factor of two levels, not 3; or give `positive`.", "label"),
    list(quote(roc_tally(1:2, factor(c("a", "a")))), "labels",
         "`label` must be a factor of two levels, not 1; or give `positive`.", "label"),
    list(quote(roc_tally(1:2, factor(c("no", "yes")), positive = "maybe")), "labels",
         "`positive = \"maybe\"` is not a level of `label`.", "positive")
  )
  for (label in list(c(0, 1, 2), c(-1, 0, 1), c(0, 2), c(-1, 2), 3, c(0, 0.5, 1), c(0, Inf))) {
    expect_wroc_error(
      roc_tally(seq_along(label), label), "labels",
      "`label` must hold values out of {-1, 1}, {0, 1} or {1, 2}; or give `positive`.", argument = "label"
    )
  }
  expect_identical(roc_tally(1:2, yes_and_no, positive = factor("yes")), roc_tally(1:2, 0:1))
})

test_that("`positive` must be one value, and `points` a number of at least 1", {
  for (positive in list(c(0, 1), NA, numeric(), NA_character_, list(1), mean)) {
    expect_wroc_error(roc_tally(1:2, 0:1, positive = positive), "type", "`positive` must be one value of `label`.",
                      argument = "positive")
  }
  tally <- roc_tally(1:2, 0:1)
  expect_refused_rows(
    list(quote(roc_tally(1:2, 0:1, positive = structure(1L, class = "factor"))), "levels",
         "`positive` must be a factor with levels.", "positive"),
    list(quote(roc_tally(1:2, list(0, 1), positive = 1)), "type",
         "`label` must be a vector or a factor, not a list.", "label"),
    list(quote(roc_tally(1:2, 0:1, points = 0.9)), "range", "`points` must be at least 1: it is 0.9.", "points"),
    list(bquote(c(.(tally), points = -Inf)), "range", "`points` must be at least 1: it is -Inf.", "points"),
    list(quote(roc_tally(1:2, 0:1, points = NA_real_)), "missing", "`points` must not be missing: it is NA.", "points"),
    list(bquote(c(.(tally), points = 1:2)), "length", "`points` must have length 1, not 2.", "points"),
    list(quote(roc_tally(1:2, 0:1, points = "2")), "type", "`points` must be numeric, not a vector of type character.",
         "points")
  )
})

test_that("NULL is left out, and a stream begins with a tally of nothing", {
  tally <- roc_tally(1:4, c(0, 1, 0, 1))
  expect_identical(c(roc_tally(numeric(), numeric()), tally), tally)
  expect_identical(c(tally, NULL, points = 2), c(tally, points = 2))
})

test_that("what is no tally is an error, whatever it is", {
  tally <- roc_tally(c(1:4, 1:4), rep(0:1, 4))
  none <- list(5, "tally", WeightedROC(1:4, c(0, 1, 0, 1)), as.data.frame(tally),
               replace(tally, "level", list(NULL)), unclass(tally), weighted_roc(tally), list(tally),
               methods::new(methods::getClass("MethodDefinition")), mean, globalenv(),
               structure(mean, class = "numeric"))
  for (other in none) {
    error <- expect_error(c(tally, other), class = "wroc_error_tally")
    expect_identical(error[c("argument", "found")], list(argument = "...", found = class(other)))
  }
  expect_error(c(weighted_roc(tally), tally), class = "wroc_error_type")
  # R itself evaluates a symbol before it calls a method of c().
  expect_error(c(tally, quote(a)), class = "wroc_error")
  expect_identical(c(replace(tally, "level", list(0L))), tally)
  # No package that binds data.frames makes an invalid tally.
  skip_if_not_installed("dplyr")
  expect_false(inherits(try(dplyr::bind_rows(tally, tally), silent = TRUE), "roc_tally"))
})

test_that("a tally that was edited by hand is an error, without a warning", {
  tally <- roc_tally(1:4, c(0, 1, 0, 1))
  with_value <- function(column, value) {
    tally[[column]][2] <- value
    tally
  }
  values <- list(score = 7, score = 1, score = NA, positive = -1, positive = NA, positive = Inf,
                 negative = -1e-300, negative = NaN, negative = Inf, scores = 0, scores = NA)
  of_rows <- c(list(rows_of_tally(tally, c(2, 1, 3, 4)), rows_of_tally(tally, c(1, 1, 2, 3))),
               unname(Map(with_value, names(values), values)))
  of_totals <- lapply(list(c(1, 3), 2:4, integer()), rows_of_tally, tally = tally)
  replaced <- function(column, ...) lapply(list(...), function(value) replace(tally, column, list(value)))
  of_numbers <- replaced("score", as.character(1:4), as.list(1:4), factor(1:4))
  of_levels <- replaced("level", NA_real_, 1000, -1, 2.5, c(0, 1))
  bytes <- "\xff"
  Encoding(bytes) <- "bytes"
  of_names <- lapply(list(replace(names(tally), 1L, bytes), rep(bytes, 4L), NULL), function(names) {
    attr(tally, "names") <- names
    tally
  })
  refused <- function(others, kind, words = NULL) {
    for (other in others) {
      expect_warning(in_c <- expect_error(c(tally, other), class = paste0("wroc_error_", kind)), NA)
      expect_error(curve_of_tally(other), class = paste0("wroc_error_", kind))
      if (is.null(words)) next
      expect_identical(conditionMessage(in_c), paste("`...` must", words))
      expect_wroc_error(weighted_roc(other), kind, paste("`x` must", words), argument = "x")
    }
  }
  refused(of_rows, "tally", "be a tally: ascending scores, weights that are finite and >= 0, scores >= 1.")
  refused(of_totals, "tally", "have its original weights: their sums differ from its `totals`.")
  refused(c(of_levels, of_names), "tally")
  for (other in of_names) {
    for (f in list(auc_ci, weighted_roc, print, as.data.frame, function(x) auc_test(list(a = x, b = x)))) {
      expect_error(f(other), class = "wroc_error_tally")
    }
  }
  for (other in of_numbers) expect_warning(expect_error(curve_of_tally(other), class = "wroc_error_tally"), NA)
  refused(replaced("positive", 1:9 / 1), "length")
  refused(replaced("score", c(1, 2)), "length")
})

test_that("a tally of another version is an error, and one that was saved is read", {
  tally <- roc_tally(c(3, 1, 1, 2, 3, 5), c(1, 0, 1, 0, 1, 0), c(2, 3, 4, 0, 5, 6))
  for (format in list(NULL, 2L, "1", 0)) {
    expect_error(auc_ci(replace(tally, "format", list(format))), class = "wroc_error_version")
  }
  expect_identical(readRDS(test_path("ref-data", "tally-format-1.rds")), tally)
})

test_that("a curve needs weight in both classes, with a finite sum", {
  needed <- "`weight` must be positive for an observation of each class: the %s class has weight 0."
  without <- list(negative = roc_tally(1:3, c(2, 2, 2)), positive = roc_tally(1:3, c(0, 1, 0), c(1, 0, 1)),
                  negative = roc_tally(numeric(), numeric()))
  for (i in seq_along(without)) {
    tally <- without[[i]]
    class <- names(without)[[i]]
    expect_wroc_error(curve_of_tally(tally), "no_weight", sprintf(needed, class), class_name = class,
                      call = quote(curve_of_tally(tally)))
  }
  chunk <- function(score) roc_tally(c(score, score + 1), 0:1, rep(1e308, 2))
  expect_wroc_error(
    c(chunk(1), chunk(3)), "overflow",
    "`weight` must have a finite sum in each class: that of the negative class exceeds 1.79769e+308.",
    class_name = "negative"
  )
  # Sums of a row are errors where they arise.
  for (points in list(NULL, 1)) {
    expect_error(roc_tally(c(1, 1, 2), c(1, 1, 0), c(1.5e308, 1.5e308, 1), points = points),
                 class = "wroc_error_overflow")
  }
  expect_error(c(chunk(1), chunk(1)), class = "wroc_error_overflow")
})

# Breaks ----------------------------------------------------------------------

test_that("bins between breaks are closed below and have the same ends in all tallies", {
  below <- function(x) x - 2^-53 * abs(x)
  tally <- roc_tally(c(-Inf, -3, 1, 1.5, 2, 2, 7), c(0, 1, 0, 1, 1, 0, 1), breaks = c(1, 2, 4))
  expect_identical(tally$score, c(-Inf, 1, 2, 7))
  expect_identical(tally$score_max, c(below(1), below(2), 2, 7))
  expect_identical(tally$scores, c(2, 2, 1, 1))
  expect_identical(tally$positive, c(1, 1, 1, 1))
  expect_identical(tally$level, 0)
  expect_identical(roc_tally(c(0, 0.5), 0:1, breaks = c(0, 1))$score_max, below(1))
  expect_identical(roc_tally(c(-1, -2), 0:1, breaks = 0)$score_max, -5e-324)
  above <- roc_tally(c(1, 2), 0:1, breaks = 0)
  expect_identical(above[c("score", "score_max")], list(score = 0, score_max = Inf))
  none <- roc_tally(numeric(), numeric(), breaks = 1:3)
  expect_identical(none[names(none) != "breaks"], unclass(roc_tally(numeric(), numeric())))
})

test_that("breaks with few observations in a bin are joined, and `points` is an error beside them", {
  set.seed(22)
  label <- rbinom(300, 1, 0.4)
  score <- rnorm(300, label)
  breaks <- seq(-3, 3, 0.25)
  tally <- roc_tally(score, label, breaks = breaks, min_count = 20)
  expect_true(all(tally$n_pos + tally$n_neg >= 20))
  expect_true(all(tally$score %in% c(-Inf, breaks)))
  expect_true(all(tally$score[-1] > tally$score_max[-length(tally$score)]))
  expect_identical(tally$score_max[length(tally$score)], Inf)
  expect_wroc_error(
    roc_tally(score, label, points = 5, breaks = breaks), "unused",
    paste("`points` must not be given beside `breaks`: bins are those of a grid or of your breaks.",
          "`c(tally, points = )` puts the tally on a grid."), argument = "points"
  )
  expect_lte(length(c(roc_tally(score, label, breaks = breaks), points = 7)$score), 7)
  for (wrong in list(c(2, 1), c(1, 1), numeric(), c(0, Inf), -Inf)) {
    expect_error(roc_tally(score, label, breaks = wrong), class = "wroc_error_range")
  }
  expect_error(roc_tally(score, label, breaks = c(1, NA)), class = "wroc_error_missing")
  expect_error(roc_tally(score, label, breaks = "1"), class = "wroc_error_type")
})
