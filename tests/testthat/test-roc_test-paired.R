# Two fits, of the same rows or not.

parts <- c("p.value", "conf.int", "std.error", "statistic")

expect_paired <- function(x, y, both, ...) {
  found <- roc_test(x, y, ...)
  expect_match(found$method, "^Paired .* of the same observations")
  expect_equal(unname(unlist(found[parts])), unname(unlist(roc_test(both, ...)[parts])))
}

test_that("two fits of the same rows are paired, and a word decides otherwise", {
  f1 <- weighted_roc(am ~ mpg, mtcars)
  f2 <- weighted_roc(am ~ I(-wt), mtcars)
  both <- weighted_roc(am ~ mpg + I(-wt), mtcars)
  expect_paired(f1, f2, both)
  expect_identical(auc_test(f1, f2, paired = TRUE), auc_test(f1, f2))
  expect_paired(f1, f2, both, alternative = "noninferior", margin = 0.1)
  expect_paired(f1, f2, both, measure = roc_measure("TPR", FPR = 0.2))
  expect_paired(f1, weighted_roc(am ~ wt, mtcars, direction = "<="), both)
  expect_paired(f1, roc_observations(-mtcars$wt, mtcars$am, rep(1, 32)), both)
  expect_paired(f1, weighted_roc(factor(am, labels = c("a", "m")) ~ I(-wt), mtcars, positive = "m"), both)
  expect_paired(both, weighted_roc(am ~ qsec, mtcars), weighted_roc(am ~ mpg + I(-wt) + qsec, mtcars))
  models <- suppressMessages(lapply(list(am ~ mpg, am ~ wt), function(f) weighted_roc(glm(f, binomial, mtcars))))
  expect_paired(models[[1L]], models[[2L]], both)
  # DeLong's test by the influences of each row.
  influence <- function(fit) roc_influence(fit)[, 1L]
  expect_equal(auc_test(f1, f2, test = "wald")$std.error,
               sqrt(sum(sapply(split(influence(f1) - influence(f2), mtcars$am), function(x) {
                 sum(x^2) * length(x) / (length(x) - 1)
               }))))
  unpaired <- auc_test(f1, f2, paired = FALSE)
  expect_match(unpaired$method, "independent samples")
  expect_equal(unpaired$p.value, 0.28977309, tolerance = 1e-6)
  for (other in list(weighted_roc(am ~ wt, mtcars[-1L, ]), weighted_roc(vs ~ wt, mtcars),
                     weighted_roc(am ~ wt, mtcars, weights = hp), weighted_roc(am ~ wt, mtcars, cluster = cyl),
                     weighted_roc(am ~ wt, mtcars, fold = rep(1:4, 8)), roc_tally(mtcars$wt, mtcars$am))) {
    expect_wroc_error_of(auc_test(f1, other, paired = TRUE), "rows", "paired")
    if (!is.null(other$classes) && is.null(other$observations$sampling$folds)) {
      expect_match(auc_test(f1, other)$method, "independent samples")
    }
  }
  expect_wroc_error_of(auc_test(f1, weighted_roc(am ~ wt, mtcars, variance = "jackknife")), "choice", "y")
  expect_wroc_error_of(auc_test(f1, paired = TRUE), "unused", "paired")
  expect_wroc_error_of(auc_test(f1, f2, paired = "yes"), "type", "paired")
  by_gear <- weighted_roc(am ~ mpg, mtcars, by = vs)
  expect_wroc_error_of(auc_test(by_gear, by_gear, paired = TRUE), "rows", "paired")
})

test_that("groups of one fit are independent, though their labels are the same", {
  data <- data.frame(y = c(0, 1, 0, 1, 0, 1, 0, 1), s = c(1, 3, 2, 4, 2, 1, 3, 5), g = rep(1:2, each = 4))
  fit <- suppressWarnings(weighted_roc(y ~ s, data, by = g))
  expect_match(suppressWarnings(auc_test(fit$fits[[1L]], fit$fits[[2L]]))$method, "independent samples")
})

test_that("rows that are missing in one fit are left out of both", {
  data <- mtcars
  data$wt[c(3, 9)] <- NA
  data$mpg[5] <- NA
  f1 <- weighted_roc(am ~ mpg, data, na.action = na.omit)
  f2 <- weighted_roc(am ~ I(-wt), data, na.action = na.omit)
  both <- weighted_roc(am ~ mpg + I(-wt), data, na.action = na.omit)
  expect_message(expect_paired(f1, f2, both), "uses the 29 rows", class = "wroc_message_rows")
  # As many rows each, but not the same ones, and other data.
  expect_match(auc_test(f1, weighted_roc(am ~ wt, mtcars[-5L, ]))$method, "independent samples")
})

test_that("fits of a design, of folds and of outcomes at times are paired", {
  skip_on_cran()
  fold <- rep(1:4, 8)
  of <- function(formula) weighted_roc(formula, mtcars, fold = fold)
  expect_paired(of(am ~ mpg), of(am ~ I(-wt)), of(am ~ mpg + I(-wt)))
  skip_if_not_installed("survival")
  lung <- transform(survival::lung, status = status - 1)
  at <- function(formula) weighted_roc(formula, lung, times = c(200, 400))
  outcome <- survival::Surv
  first <- at(outcome(time, status) ~ age)
  second <- at(outcome(time, status) ~ sex)
  found <- auc_test(first, second)
  both <- at(outcome(time, status) ~ age + sex)
  expect_match(found$method, "^Paired")
  expect_identical(found$contrasts, auc_test(both)$contrasts)
  expect_paired(first$fits[[2L]], second$fits[[2L]], both$fits[[2L]])
  skip_if_not_installed("survey")
  design <- survey::svydesign(~cyl, weights = ~hp, data = mtcars)
  of <- function(formula) weighted_roc(formula, design)
  expect_paired(of(am ~ mpg), of(am ~ I(-wt)), of(am ~ mpg + I(-wt)))
  models <- suppressMessages(lapply(list(am ~ mpg, am ~ wt), function(f) {
    weighted_roc(survey::svyglm(f, design, family = quasibinomial()))
  }))
  expect_paired(models[[1L]], models[[2L]], of(am ~ mpg + I(-wt)))
  expect_named(coef(c(a = models[[1L]], b = models[[2L]])), c("a", "b"))
})

test_that("c() renames scores", {
  f1 <- weighted_roc(am ~ mpg, mtcars)
  f2 <- weighted_roc(am ~ mpg + wt, mtcars)
  both <- c(a = f1, b = f2)
  expect_identical(coef(both), c(a = coef(f1)[[1L]], b.mpg = coef(f2)[[1L]], b.wt = coef(f2)[[2L]]))
  expect_identical(names(both$curves), names(coef(both)))
  expect_identical(predict(both, list(a = 20, b.mpg = 20, b.wt = 3))$a, predict(f1, data.frame(mpg = 20)))
  expect_identical(roc_estimate(both["b.wt"])$estimate, coef(f2)[["wt"]])
  expect_match(error_message(c(f1, f2)), "`c(a = fit1, b = fit2)`", fixed = TRUE)
  expect_wroc_error_of(c(a = f1, b = weighted_roc(am ~ wt, mtcars[-1L, ])), "rows", "...")
})
