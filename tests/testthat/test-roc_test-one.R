kinds <- c("score", "wald")

# One area against a value --------------------------------------------------------

naive_one <- function(x, mu) {
  shrunken <- naive_shrunken(x)
  t <- (x$area - mu) / sqrt(shrunken$fg * placement_model(mu))
  list(t = t, df = shrunken$df, p = c(two.sided = 2 * pt(-abs(t), shrunken$df), less = pt(t, shrunken$df),
                                      greater = pt(-t, shrunken$df)))
}

test_that("an area is rejected just where the interval of auc_ci() leaves it out", {
  skip_on_cran()
  set.seed(102)
  methods <- c(score = "wilson", wald = "wald")
  for (repetition in 1:5) {
    x <- inference_data(sample(15:60, 1), clusters = sample(6:30, 1))
    for (cluster in list(NULL, x$cluster)) {
      for (kind in kinds) {
        ci <- auc_ci(x$guess, x$positive, x$weight, cluster = cluster, method = methods[[kind]])
        p_at <- function(mu) auc_test(x$guess, x$positive, x$weight, cluster = cluster, mu = mu,
                                      test = kind)$p.value
        for (mu in c(runif(5), ci$conf.low + c(-1, 1) * 1e-6, ci$conf.high + c(-1, 1) * 1e-6)) {
          if (mu <= 0 || mu >= 1) next
          expect_identical(p_at(mu) < 0.05, mu < ci$conf.low || mu > ci$conf.high)
        }
        for (end in c(ci$conf.low, ci$conf.high)) {
          if (end > 0 && end < 1) expect_close(p_at(end), 0.05, relative = 1e-7)
        }
        test <- auc_test(x$guess, x$positive, x$weight, cluster = cluster, test = kind)
        expect_close(as.vector(test$conf.int), c(ci$conf.low, ci$conf.high), relative = 1e-12)
      }
    }
  }
})

test_that("one area: Wald's test is the difference over its standard error", {
  set.seed(103)
  x <- inference_data(40)
  ci <- auc_ci(x$guess, x$positive, x$weight)
  test <- auc_test(x$guess, x$positive, x$weight, mu = 0.6, test = "wald", alternative = "greater")
  expect_close(test$statistic, c(Z = (ci$estimate - 0.6) / ci$std.error), relative = 1e-12)
  expect_close(test$p.value, pnorm(-test$statistic[[1]]), relative = 1e-12)
  expect_close(as.vector(test$conf.int), c(ci$estimate - qnorm(0.95) * ci$std.error, 1))
  expect_null(test$parameter)
})

test_that("one area: frequencies are repeated rows, a column is a score, a fit has one", {
  set.seed(104)
  x <- inference_data(40)
  count <- sample(1:4, 40, replace = TRUE)
  rows <- rep(1:40, count)
  for (kind in c(kinds, "exact")) {
    short <- auc_test(x$guess, x$positive, count, variance = "frequency", test = kind)
    long <- auc_test(x$guess[rows], x$positive[rows], test = kind)
    for (part in c("statistic", "parameter", "p.value", "conf.int", "estimate", "std.error")) {
      expect_close(short[[part]], long[[part]], relative = 1e-9)
    }
  }
  column <- auc_test(cbind(a = x$guess), x$positive, x$weight)
  vector <- auc_test(x$guess, x$positive, x$weight)
  expect_identical(names(column$estimate), "a")
  expect_identical(column[c("statistic", "p.value")], vector[c("statistic", "p.value")])
  people <- data.frame(sick = as.integer(x$positive), age = x$guess, bmi = x$other, w = x$weight)
  fit <- weighted_roc(sick ~ age, people, weights = w, conf.level = 0.9)
  test <- auc_test(fit, mu = 0.6)
  expected <- auc_test(x$guess, x$positive, x$weight, mu = 0.6, conf.level = 0.9)
  parts <- c("statistic", "p.value", "conf.int")
  expect_identical(test[parts], expected[parts])
  expect_identical(test$data.name, "fit")
  expect_identical(names(test$estimate), "age")
  expect_identical(auc_test(weighted_roc(sick ~ age + bmi, people, weights = w))$p.value,
                   auc_test(as.list(people[c("age", "bmi")]), x$positive, x$weight)$p.value)
})

test_that("one area that is 1 or constant: the model says how sure it is", {
  label <- rep(0:1, each = 10)
  test <- auc_test(1:20, label)
  naive <- naive_one(list(area = 1, variance = 0, freedom = 0, model = 4, effective = c(10, 10)), 0.5)
  expect_close(test$p.value, naive$p[["two.sided"]], relative = 1e-10)
  expect_identical(auc_test(rep(1, 20), label)$p.value, 1)
  for (guess in list(1:20, rep(1, 20))) {
    expect_wroc_warning(test <- auc_test(guess, label, mu = 0.7, test = "wald"), "undefined")
    expect_identical(test$p.value, NA_real_)
  }
  warned <- expect_warning(test <- auc_test(1:3, c(0, 1, 1)), class = "wroc_warning_undefined")
  expect_match(conditionMessage(warned), "^The AUC can't be tested")
  expect_identical(c(test$p.value, test$conf.int), rep(NA_real_, 3))
})

# Margins ---------------------------------------------------------------------------

test_that("non-inferiority and equivalence are one-sided tests at the margin", {
  skip_on_cran()
  set.seed(105)
  for (repetition in 1:3) {
    x <- inference_data(sample(20:60, 1), clusters = sample(8:30, 1))
    y <- inference_data(40)
    of <- list(
      one = function(...) auc_test(x$guess, x$positive, x$weight, cluster = x$cluster, mu = 0.6, ...),
      pair = function(...) auc_test(list(x$guess, x$other), x$positive, x$weight, cluster = x$cluster, ...),
      samples = function(...) {
        auc_test(roc_observations(x$guess, x$positive, x$weight),
                 roc_observations(y$guess, y$positive, y$weight), ...)
      }
    )
    for (name in names(of)) {
      for (kind in kinds) {
        run <- function(...) of[[name]](..., test = kind)
        centre <- if (name == "one") 0.6 else 0
        for (margin in c(0.02, 0.1, 0.3)) {
          # A tail is 1 - level of the interval that ends at the margin.
          loss <- run(alternative = "noninferior", margin = margin)
          expect_identical(loss$alternative, "greater")
          expect_close(unname(loss$null.value), centre - margin)
          expect_match(loss$method, "^Non-inferiority")
          # Smaller tails of few units don't fall all the way to the farthest difference.
          if (loss$p.value > 0.005 && loss$p.value < 0.5) {
            again <- run(alternative = "greater", conf.level = 1 - loss$p.value)$conf.int[[1]]
            expect_close(again, centre - margin, relative = 1e-6)
          }
          expect_identical(loss$p.value < 0.05, loss$conf.int[[1]] > centre - margin)
          same <- run(alternative = "equivalent", margin = margin)
          expect_identical(same$alternative, "equivalent")
          expect_close(unname(same$null.value), centre + c(-margin, margin))
          expect_match(same$method, "^Equivalence")
          gain <- run(alternative = "less", conf.level = 0.95)
          expect_close(attr(same$conf.int, "conf.level"), 0.9)
          expect_close(as.vector(same$conf.int),
                       c(run(alternative = "greater")$conf.int[[1]], gain$conf.int[[2]]), relative = 1e-8)
          expect_identical(same$p.value < 0.05,
                           all(abs(as.vector(same$conf.int) - centre) < margin))
          expect_gte(same$p.value, loss$p.value * (1 - 1e-12))
        }
      }
    }
  }
})

# The exact test ----------------------------------------------------------------------

test_that("without ties the exact test is that of wilcox.test()", {
  set.seed(107)
  for (sizes in list(c(1, 1), c(3, 5), c(8, 4), c(20, 25), c(50, 30))) {
    positive <- rep(c(TRUE, FALSE), sizes)
    guess <- rnorm(sum(sizes), positive / 2)
    for (alternative in c("two.sided", "less", "greater")) {
      test <- auc_test(guess, positive, alternative = alternative, test = "exact")
      expected <- wilcox.test(guess[positive], guess[!positive], alternative, exact = TRUE)
      expect_close(test$p.value, expected$p.value, relative = 1e-12)
      expect_close(test$statistic, expected$statistic)
    }
  }
  expect_close(test$estimate, c(area = auc_wmw(guess, positive)))
  expect_null(test$conf.int)
  expect_output(print(test), "W = ")
})

# Numbers of R 4.2.2's wilcox.test(x, y, exact = TRUE), and by hand: 1 of choose(6, 3) = 20.
test_that("exact p-values are the frozen ones", {
  x <- c(1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30)
  y <- c(0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06001, 3.14, 1.29001)
  guess <- c(x, y)
  label <- rep(1:0, each = 9)
  expect_equal(auc_test(guess, label, test = "exact")$statistic, c(W = 58))
  expect_close(auc_test(guess, label, test = "exact", alternative = "greater")$p.value,
               0.0679555738379268, relative = 1e-12)
  expect_close(auc_test(1:6, rep(0:1, each = 3), test = "exact", alternative = "greater")$p.value, 1 / 20)
  expect_close(auc_test(1:6, rep(0:1, each = 3), test = "exact")$p.value, 1 / 10)
})

test_that("what the exact test can't do is an error that says so", {
  kind <- function(..., guess = c(1, 3, 2, 4), label = c(0, 0, 1, 1)) {
    error_kind(auc_test(guess, label, ..., test = "exact"))
  }
  expect_identical(kind(), "")
  expect_identical(kind(weight = c(1, 2, 1, 1)), "weight")
  expect_identical(kind(weight = c(1, 2, 1, 1), variance = "frequency"), "")
  expect_identical(kind(mu = 0.6), "choice")
  expect_identical(kind(alternative = "noninferior", margin = 0.1), "choice")
  expect_identical(kind(cluster = 1:4), "unused")
  expect_identical(kind(guess = list(1:4, 4:1)), "choice")
  expect_identical(kind(guess = 1:4000, label = rep(0:1, 2000)), "choice")
  expect_wroc_error(
    auc_test(1:4000, rep(0:1, 2000), test = "exact"), "choice",
    paste("`test = \"exact\"` is for small samples, not for 2000 positives and 2000 negatives:",
          "use \"score\"."), argument = "test"
  )
})

# Errors ----------------------------------------------------------------------------

test_that("mu and margin have their errors", {
  skip_on_cran()
  s <- c(1, 3, 2, 4)
  y <- c(0, 0, 1, 1)
  kind <- function(...) error_kind(auc_test(s, y, ...))
  pair <- function(...) error_kind(auc_test(list(s, rev(s)), y, ...))
  samples <- function(...) error_kind(auc_test(roc_observations(s, y), roc_observations(rev(s), y), ...))
  for (mu in list(0, 1, 60, -0.5)) expect_identical(kind(mu = mu), "range")
  expect_identical(kind(mu = NA_real_), "missing")
  expect_identical(kind(mu = "a"), "type")
  expect_identical(kind(mu = c(0.5, 0.6)), "length")
  expect_identical(pair(mu = 0.5), "unused")
  for (of in list(kind, pair, samples)) {
    expect_identical(of(margin = 0.1), "unused")
    expect_identical(of(alternative = "less", margin = 0.1), "unused")
    for (alternative in c("noninferior", "equivalent")) {
      expect_identical(of(alternative = alternative), "absent")
      expect_identical(of(alternative = alternative, margin = 0.1), "")
      for (margin in list(0, 1, -0.1, 5)) {
        expect_identical(of(alternative = alternative, margin = margin), "range")
      }
      expect_identical(of(alternative = alternative, margin = "a"), "type")
    }
    expect_identical(of(alternative = "equivalent", margin = 0.1, conf.level = 0.5), "range")
    expect_identical(of(alternative = "noninferior", margin = 0.1, conf.level = 0.5), "")
  }
  # The values that are tested must be areas.
  expect_identical(kind(alternative = "noninferior", margin = 0.5), "range")
  expect_identical(kind(alternative = "equivalent", margin = 0.2, mu = 0.8), "range")
  expect_identical(kind(alternative = "noninferior", margin = 0.2, mu = 0.8), "")
  expect_identical(error_kind(auc_test(cbind(s, rev(s), y), label = y, alternative = "equivalent",
                                       margin = 0.1)), "choice")
})
