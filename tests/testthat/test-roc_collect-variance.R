# Intervals and tests from what engines add up are those of the rows.

# Longer than CRAN allows.
skip_on_cran()

test_that_engines_are_there()

numbers_of_collected <- c("estimate", "std.error", "df", "n_pos", "n_neg", "n_eff_pos", "n_eff_neg")
ends_of_collected <- c("conf.low", "conf.high")

# The ends without what bins leave open.
ends_of_rows <- function(found, curve) {
  by_score <- if (is.null(curve[["score"]])) rep(1, nrow(curve)) else match(curve$score, unique(curve$score))
  open <- curve$slack[!duplicated(by_score)]
  cbind(found$conf.low + open, found$conf.high - open)
}

expect_same_interval <- function(found, curve, expected, tolerance = 1e-9) {
  expect_close(unlist(found[numbers_of_collected]), unlist(expected[numbers_of_collected]), tolerance)
  expect_close(as.vector(ends_of_rows(found, curve)), unlist(expected[ends_of_collected], use.names = FALSE),
               tolerance)
}

people <- function(seed, n = 3000, digits = 15, weight = rexp(n)) {
  set.seed(seed)
  label <- as.integer(both_classes(n))
  patient <- sample(n %/% 4, n, replace = TRUE)
  mood <- rnorm(n %/% 4)
  a <- round(label + mood[patient] + rnorm(n), digits)
  b <- round(0.7 * label + a / 2 + rnorm(n), digits)
  data.frame(a, b, d = round(rnorm(n), digits), label, weight, patient = paste0("p", patient))
}

# The same with scores beyond 8e307, and infinite ones where an engine has them.
extreme_people <- function(engine, ...) {
  x <- people(...)
  x[c("a", "b")] <- lapply(x[c("a", "b")], with_extremes, x$label, engine)
  x
}

kinds_of_people <- function(engine, seed, ...) {
  list(people(seed, ...), people(seed, ..., digits = 1), extreme_people(engine, seed, ...))
}

test_on_engines("the interval of a collected curve is that of the rows", function(engine) {
  for (x in kinds_of_people(engine, 1)) {
    tbl <- engine$put(x)
    for (points in c(16, 5000)) {
      curve <- roc_collect(tbl, a, label, weight, points = points, exact = TRUE, variance = TRUE)
      for (variance in c("delong", "jackknife")) {
        for (method in c("wilson", "logit", "wald")) {
          ask <- function(...) auc_ci(..., variance = variance, method = method, conf.level = 0.9)
          expect_same_interval(ask(curve), curve, ask(x$a, x$label, x$weight))
        }
      }
    }
    # Unweighted, where weights are counts, too.
    curve <- roc_collect(tbl, a, label, points = 16, exact = TRUE, variance = TRUE)
    expect_same_interval(auc_ci(curve), curve, auc_ci(x$a, x$label))
    counted <- auc_ci(curve, variance = "frequency")
    expect_same_interval(counted, curve, auc_ci(x$a, x$label, variance = "frequency"))
  }
})

test_on_engines("by bins it is so up to their width, in one scan and in two", function(engine) {
  skip_on_cran()
  x <- people(2, 20000)
  tbl <- engine$put(x)
  expected <- auc_ci(x$a, x$label, x$weight)
  curve <- roc_collect(tbl, a, label, weight, points = 1000, variance = TRUE)
  expect_gt(curve$slack[1], 0)
  expect_same_interval(auc_ci(curve), curve, expected, 1e-3)
  expect_lt(abs(auc_ci(curve)$std.error / expected$std.error - 1), 2e-5)
  coarse <- roc_collect(tbl, a, label, weight, tolerance = 1e-2, variance = TRUE)
  expect_lt(abs(auc_ci(coarse)$std.error / expected$std.error - 1), 2e-3)
  bounds <- auc_bounds(coarse)
  expect_identical(unlist(auc_ci(coarse)[c("bound.low", "bound.high")]),
                   unlist(bounds[c("bound.low", "bound.high")]))
})

test_on_engines("weights of many kinds", function(engine) {
  set.seed(3)
  n <- 2500
  x <- extreme_people(engine, 3, n)
  one <- function() seq_len(n) == which(x$label == 1)[[700]]
  kinds <- list(
    wide = 10^runif(n, -12, 12), some_zero = rexp(n) * rbinom(n, 1, 0.3), whole = sample(9L, n, TRUE),
    tiny = 1e-200 * rexp(n), huge = 1e200 * rexp(n), huge_and_tiny = rexp(n) * ifelse(x$label, 1e150, 1e-150),
    rare = rexp(n) * ifelse(x$label, 1e-9, 1), one_positive = rexp(n) * (x$label == 0 | one())
  )
  for (kind in names(kinds)) {
    x$weight <- as.numeric(kinds[[kind]])
    for (digits in c(15, 1)) {
      y <- transform(x, a = round(a, digits))
      curve <- roc_collect(engine$put(y), a, label, weight, points = 100, exact = TRUE, variance = TRUE)
      ask <- function(...) suppressWarnings(auc_ci(...), classes = "wroc_warning")
      expect_equal(unlist(ask(curve)[numbers_of_collected]),
                   unlist(ask(y$a, y$label, y$weight)[numbers_of_collected]), tolerance = 1e-9,
                   info = paste(kind, digits))
      if (kind == "whole") {
        expect_same_interval(auc_ci(curve, variance = "frequency"), curve,
                             auc_ci(y$a, y$label, y$weight, variance = "frequency"))
      }
    }
  }
})

test_on_engines("separated classes and constant scores vary as little", function(engine) {
  x <- data.frame(score = c(1:40, 101:140) + 0.5, label = rep(0:1, each = 40), weight = 1:80 + 0.5)
  curve <- roc_collect(engine$put(x), score, label, weight, points = 16, variance = TRUE)
  expect_identical(auc_ci(curve)$std.error, 0)
  expect_close(auc_ci(curve)$conf.low, auc_ci(x$score, x$label, x$weight)$conf.low, 1e-9)
  expect_warning(auc_ci(curve, method = "wald"), class = "wroc_warning_degenerate")
})

test_on_engines("rows with missing values do not count", function(engine) {
  x <- extreme_people(engine, 4)
  x$a[c(5, 700)] <- NA
  x$weight[30] <- NA
  x$b[c(5, 9)] <- NA
  x$patient[77] <- NA
  tbl <- engine$put(x)
  curve <- roc_collect(tbl, a, label, weight, points = 50, exact = TRUE, variance = TRUE, na.rm = TRUE)
  expect_same_interval(auc_ci(curve), curve, auc_ci(x$a, x$label, x$weight, na.rm = TRUE))
  curve <- roc_collect(tbl, a, label, weight, points = 50, exact = TRUE, cluster = patient, na.rm = TRUE)
  expect_same_interval(auc_ci(curve), curve, auc_ci(x$a, x$label, x$weight, x$patient, na.rm = TRUE))
  both <- roc_collect(tbl, c(a, b), label, weight, points = 50, exact = TRUE, variance = TRUE, na.rm = TRUE)
  known <- x[!is.na(x$a) & !is.na(x$b) & !is.na(x$weight), ]
  expect_same_interval(auc_ci(both), both, auc_ci(as.list(known[c("a", "b")]), known$label, known$weight))
  whole <- x[!is.na(x$a) & !is.na(x$weight), ]
  error <- expect_error(roc_collect(engine$put(whole), a, label, weight, points = 50, cluster = patient),
                        class = "wroc_error_missing")
  expect_identical(error$argument, "cluster")
})

test_on_engines("clusters", function(engine) {
  for (x in kinds_of_people(engine, 5)) {
    tbl <- engine$put(x)
    for (variance in c("delong", "jackknife")) {
      curve <- roc_collect(tbl, a, label, weight, points = 50, exact = TRUE, cluster = patient)
      expect_same_interval(auc_ci(curve, variance = variance), curve,
                           auc_ci(x$a, x$label, x$weight, x$patient, variance = variance))
    }
    wide <- transform(x, weight = 10^runif(nrow(x), -12, 12))
    curve <- roc_collect(engine$put(wide), a, label, weight, points = 50, exact = TRUE, cluster = patient)
    expect_same_interval(auc_ci(curve), curve, auc_ci(wide$a, wide$label, wide$weight, wide$patient))
  }
  expect_error(auc_ci(curve, variance = "frequency"), class = "wroc_error_choice")
  # By bins.
  for (many in list(people(6, 20000), extreme_people(engine, 6, 20000))) {
    curve <- roc_collect(engine$put(many), a, label, weight, points = 1000, cluster = patient)
    expected <- auc_ci(many$a, many$label, many$weight, many$patient)
    expect_lt(abs(auc_ci(curve)$std.error / expected$std.error - 1), 2e-5)
  }
})

test_on_engines("bins for all beyond an end are too coarse where much lies there", function(engine) {
  x <- extreme_people(engine, 10, 3000)
  x[c("a", "b")] <- lapply(x[c("a", "b")], function(score) sign(score) * pmin(1e307 * score^2, 1.7e308))
  tbl <- engine$put(x)
  curve <- roc_collect(tbl, a, label, weight, points = 50, cluster = patient)
  expected <- auc_ci(x$a, x$label, x$weight, x$patient)
  expect_lt(abs(auc_ci(curve)$std.error / expected$std.error - 1), 1e-3)
  test <- auc_test(roc_collect(tbl, c(a, b), label, weight, points = 50, variance = TRUE))
  expect_equal(test$statistic, auc_test(as.list(x[c("a", "b")]), x$label, x$weight)$statistic,
               tolerance = 5e-3)
})

test_on_engines("a warning bounds standard errors that bins put off", function(engine) {
  set.seed(11)
  n <- 3000
  label <- as.integer(both_classes(n))
  x <- data.frame(a = 10^(200 * tanh(rnorm(n, label) / 3)), b = 10^(200 * tanh(rnorm(n, label) / 3)), label,
                  weight = rexp(n), patient = sample(600, n, replace = TRUE))
  tbl <- engine$put(x)
  expected <- auc_ci(as.list(x[c("a", "b")]), x$label, x$weight, x$patient)$std.error
  bound <- 0.01
  curves <- withCallingHandlers(
    roc_collect(tbl, c(a, b), label, weight, tolerance = 1e-2, points = 50, cluster = patient),
    wroc_warning_bins = function(warning) {
      bound <<- warning$bound
      invokeRestart("muffleWarning")
    }
  )
  expect_true(all(abs(auc_ci(curves)$std.error / expected - 1) <= bound))
})

expect_same_test <- function(found, expected, tolerance = 1e-9) {
  expect_identical(found[c("method", "alternative", "null.value")],
                   expected[c("method", "alternative", "null.value")])
  expect_close(unlist(found[c("statistic", "parameter")]), unlist(expected[c("statistic", "parameter")]),
               tolerance)
  expect_equal(found$p.value, expected$p.value, tolerance = 1e-7)
  expect_equal(found$conf.int, expected$conf.int, tolerance = tolerance)
  expect_equal(found$contrasts, expected$contrasts, tolerance = 1e-7)
}

test_on_engines("tests of two and three scores are those of the rows", function(engine) {
  for (x in list(people(7, 2500), extreme_people(engine, 7, 2500))) for (clustered in c(FALSE, TRUE)) {
    tbl <- engine$put(x)
    cluster <- if (clustered) x$patient
    collect <- function(guess) {
      if (clustered) {
        roc_collect(tbl, {{ guess }}, label, weight, points = 50, exact = TRUE, cluster = patient)
      } else {
        roc_collect(tbl, {{ guess }}, label, weight, points = 50, exact = TRUE, variance = TRUE)
      }
    }
    two <- collect(c(a, b))
    three <- collect(c(a, b, d))
    for (test in c("score", "wald")) {
      for (alternative in c("two.sided", "greater", "noninferior", "equivalent")) {
        margin <- if (alternative %in% c("noninferior", "equivalent")) 0.1
        ask <- function(...) auc_test(..., test = test, alternative = alternative, margin = margin)
        expect_same_test(ask(two), ask(as.list(x[c("a", "b")]), x$label, x$weight, cluster))
      }
      for (adjust in c("holm", "closed")) {
        ask <- function(...) auc_test(..., test = test, adjust = adjust)
        expect_same_test(ask(three), ask(as.list(x[c("a", "b", "d")]), x$label, x$weight, cluster))
      }
    }
    expect_same_interval(auc_ci(three), three,
                         auc_ci(as.list(x[c("a", "b", "d")]), x$label, x$weight, cluster))
  }
})

test_on_engines("a score and itself can't be told apart", function(engine) {
  x <- people(8, 600)
  curve <- roc_collect(engine$put(x), c(a, also = 2 * a), label, weight, points = 50, variance = TRUE)
  expect_identical(unique(curve$score), c("a", "also"))
  expect_warning(found <- auc_test(curve), class = "wroc_warning_undefined")
  expect_identical(found$p.value, NA_real_)
})

test_that("what a curve does not know is an error", {
  skip_where_no_engine("SQLite")
  engine <- engines$SQLite$open()
  on.exit(engine$close())
  x <- people(9, 600)
  tbl <- engine$put(x)
  plain <- roc_collect(tbl, a, label, weight)
  curve <- roc_collect(tbl, a, label, weight, points = 50, variance = TRUE)
  exact <- WeightedROC(x$a, x$label, x$weight)
  refused <- function(code, kind = "curve") expect_error(code, class = paste0("wroc_error_", kind))
  # Values alone.
  for (values in list(plain, exact, roc_thin(curve), transform(curve, FN = 2 * FN))) {
    expect_false(anyNA(auc_ci(values)[c("estimate", "bound.low", "bound.high")]))
    expect_true(all(is.na(auc_ci(values)[c("std.error", "conf.low", "conf.high")])))
  }
  # Cut, sorted in another way, or with other numbers.
  refused(auc_ci(curve[-3, ]))
  refused(auc_ci(utils::head(curve, 10)))
  refused(auc_ci(rbind(curve, curve)))
  refused(auc_ci(within(curve, TPR[2] <- TPR[2] - 1e-3)))
  refused(auc_test(curve))
  refused(auc_ci(curve, weight = x$weight), "unused")
  refused(auc_ci(curve, variance = "bootstrap"), "choice")
  refused(auc_ci(curve, variance = "frequency"), "weight")
  expect_identical(auc_ci(unserialize(serialize(curve, NULL))), auc_ci(curve))
  two <- roc_collect(tbl, c(a, b), label, weight, points = 50, variance = TRUE)
  refused(auc_test(two, mu = 0.6), "unused")
  refused(auc_test(two, test = "exact"), "choice")
  refused(auc_test(two, variance = "frequency"), "choice")
  refused(auc_test(two[two$score == "a", ]))
  refused(roc_collect(tbl, a, label, weight, variance = NA), "type")
  refused(roc_collect(tbl, a, label, weight, cluster = "patient"), "type")
  refused(roc_collect(tbl, a, label, weight, cluster = nobody), "column")
})
