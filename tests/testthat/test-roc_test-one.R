kinds <- c("score", "wald")

# One area against a value --------------------------------------------------------

test_that("an area is rejected just where the interval of auc_ci() leaves it out", {
  set.seed(102)
  x <- inference_data(40, clusters = 15)
  for (cluster in list(NULL, x$cluster)) {
    for (kind in kinds) {
      method <- if (kind == "score") "wilson" else "wald"
      ci <- auc_ci(x$guess, x$positive, x$weight, cluster = cluster, method = method)
      run <- function(...) auc_test(x$guess, x$positive, x$weight, cluster = cluster, test = kind, ...)
      for (end in c(ci$conf.low, ci$conf.high)) expect_close(run(mu = end)$p.value, 0.05, relative = 1e-7)
      expect_true(run(mu = ci$conf.low - 1e-6)$p.value < 0.05 && run(mu = ci$conf.low + 1e-6)$p.value > 0.05)
      expect_close(as.vector(run()$conf.int), c(ci$conf.low, ci$conf.high), relative = 1e-12)
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

test_that("one area: a column is a score, a fit has one", {
  set.seed(104)
  x <- inference_data(40)
  parts <- c("statistic", "p.value", "conf.int")
  column <- auc_test(cbind(a = x$guess), x$positive, x$weight)
  expect_identical(names(column$estimate), "a")
  expect_identical(column[parts], auc_test(x$guess, x$positive, x$weight)[parts])
  people <- data.frame(sick = as.integer(x$positive), age = x$guess, w = x$weight)
  fit <- weighted_roc(sick ~ age, people, weights = w, conf.level = 0.9)
  test <- auc_test(fit, mu = 0.6)
  expect_identical(test[parts], auc_test(x$guess, x$positive, x$weight, mu = 0.6, conf.level = 0.9)[parts])
  expect_identical(test$data.name, "fit")
  expect_identical(names(test$estimate), "age")
})

test_that("one area that is 1 or constant: the model says how sure it is", {
  label <- rep(0:1, each = 10)
  expect_true(auc_test(1:20, label)$p.value > 0)
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
  set.seed(105)
  x <- inference_data(40, clusters = 15)
  y <- inference_data(40)
  samples <- lapply(list(x, y), function(x) roc_observations(x$guess, x$positive, x$weight))
  of <- list(
    one = function(...) auc_test(x$guess, x$positive, x$weight, cluster = x$cluster, mu = 0.6, ...),
    pair = function(...) auc_test(list(x$guess, x$other), x$positive, x$weight, cluster = x$cluster, ...),
    samples = function(...) auc_test(samples[[1]], samples[[2]], ...)
  )
  for (name in names(of)) {
    centre <- if (name == "one") 0.6 else 0
    for (margin in c(0.1, 0.3)) {
      for (kind in kinds) {
        run <- function(...) of[[name]](..., test = kind)
        loss <- run(alternative = "noninferior", margin = margin)
        expect_identical(loss$alternative, "greater")
        expect_close(unname(loss$null.value), centre - margin)
        expect_match(loss$method, "^Non-inferiority")
        expect_identical(loss$p.value < 0.05, loss$conf.int[[1]] > centre - margin)
        same <- run(alternative = "equivalent", margin = margin)
        expect_identical(same$alternative, "equivalent")
        expect_close(unname(same$null.value), centre + c(-margin, margin))
        expect_match(same$method, "^Equivalence")
        ends <- c(run(alternative = "greater")$conf.int[[1]], run(alternative = "less")$conf.int[[2]])
        expect_close(as.vector(same$conf.int), ends, relative = 1e-8)
        expect_identical(same$p.value < 0.05, all(abs(as.vector(same$conf.int) - centre) < margin))
      }
    }
  }
})

# Errors ----------------------------------------------------------------------------

test_that("mu and margin have their errors", {
  s <- c(1, 3, 2, 4)
  y <- c(0, 0, 1, 1)
  one <- function(...) error_kind(auc_test(s, y, ...))
  pair <- function(...) error_kind(auc_test(list(s, rev(s)), y, ...))
  samples <- function(...) error_kind(auc_test(roc_observations(s, y), roc_observations(rev(s), y), ...))
  expect_kinds <- function(of, calls) {
    found <- vapply(calls, function(call) do.call(of, call), "", USE.NAMES = FALSE)
    expect_identical(found, sub("none", "", names(calls)))
  }
  margins <- function(alternative) {
    calls <- list(absent = list(), none = list(margin = 0.1), range = list(margin = 0), range = list(margin = 1),
                  range = list(margin = -0.1), type = list(margin = "a"))
    lapply(calls, c, alternative = alternative)
  }
  of_all <- c(
    list(unused = list(margin = 0.1), unused = list(alternative = "less", margin = 0.1)),
    margins("noninferior"), margins("equivalent"),
    list(range = list(alternative = "equivalent", margin = 0.1, conf.level = 0.5),
         none = list(alternative = "noninferior", margin = 0.1, conf.level = 0.5))
  )
  for (of in list(one, pair, samples)) expect_kinds(of, of_all)
  expect_kinds(one, list(
    range = list(mu = 0), range = list(mu = 60), missing = list(mu = NA_real_), type = list(mu = "a"),
    length = list(mu = c(0.5, 0.6)), range = list(alternative = "noninferior", margin = 0.5),
    range = list(alternative = "equivalent", margin = 0.2, mu = 0.8),
    none = list(alternative = "noninferior", margin = 0.2, mu = 0.8)
  ))
  expect_kinds(pair, list(unused = list(mu = 0.5)))
  expect_identical(error_kind(auc_test(cbind(s, rev(s), y), label = y, alternative = "equivalent",
                                       margin = 0.1)), "choice")
})
