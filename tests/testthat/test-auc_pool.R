# Frozen numbers: tests/testthat/ref-data/VERSIONS.md says where they are from.

numbers_in <- function(text) as.numeric(strsplit(text, ";", fixed = TRUE)[[1L]])

test_that("estimates and standard errors are pooled as package mice does", {
  references <- read_reference("mice-pool")
  for (row in seq_len(nrow(references))) {
    case <- as.list(references[row, ])
    found <- auc_pool(numbers_in(case$estimates), numbers_in(case$std.errors),
                      df.complete = case$complete,
                      method = if (case$transform == "none") "wald" else case$transform)
    logit <- case$transform == "logit"
    area <- if (logit) plogis(case$mean) else case$mean
    expect_close(found$estimate, area, 1e-14)
    expect_close(found$std.error, sqrt(case$total) * if (logit) area * (1 - area) else 1, 1e-14)
    expect_close(found$df, case$df, 1e-12)
    expect_close(found$fmi, case$fmi, 1e-12)
    expect_identical(found$m, length(numbers_in(case$estimates)))
    ends <- case$mean + c(-1, 1) * qt(0.975, case$df) * sqrt(case$total)
    ends <- if (logit) plogis(ends) else pmin(1, pmax(0, ends))
    # One end is 5.76697761828e-283, of which R's qt() leaves 11 digits: mpmath has this one.
    expect_close(c(found$conf.low, found$conf.high), ends, 1e-12, 1e-292)
  }
})

imputed_fits <- function(m = 3L) {
  data <- aSAH()
  set.seed(3)
  lapply(seq_len(m), function(i) {
    data$noisy <- data$s100b + rnorm(nrow(data), sd = 0.2)
    weighted_roc(label ~ noisy + wfns, data, weights = weight)
  })
}

test_that("fits, their areas and the analyses of package mice are pooled alike", {
  fits <- imputed_fits()
  found <- auc_pool(fits)
  expect_identical(names(found), c("score", "measure", "estimate", "std.error", "conf.low", "conf.high", "df",
                                   "fmi", "m"))
  expect_identical(found$score, c("noisy", "wfns"))
  expect_identical(auc_pool(lapply(fits, auc_ci, method = "logit")), found)
  expect_identical(auc_pool(structure(list(analyses = fits), class = "mira")), found)
  expect_identical(auc_pool(structure(fits, class = "imputationResultList")), found)
  # wfns is the same in all data sets: it has its own interval, of Barnard and Rubin's observed df.
  one <- auc_ci(fits[[1L]], method = "logit")[2L, ]
  expect_close(found$estimate[[2L]], one$estimate, 1e-12)
  expect_close(found$std.error[[2L]], one$std.error, 1e-12)
  expect_close(found$df[[2L]], one$df * (one$df + 1) / (one$df + 3), 1e-9)
  by_hand <- auc_pool(vapply(fits, function(fit) fit$areas$estimate[[1L]], 0),
                      vapply(fits, function(fit) fit$areas$std.error[[1L]], 0), df.complete = 50)
  expect_close(auc_pool(fits, df.complete = 50)[1L, -(1:2)], by_hand, 1e-12)
})

test_that("tests are pooled as their differences", {
  fits <- imputed_fits()
  tests <- lapply(fits, auc_test)
  found <- auc_pool(tests)
  of <- function(f) vapply(tests, f, 0)
  expected <- auc_pool(of(function(test) test$estimate[["difference"]]), of(function(test) test$std.error),
                       df.complete = mean(of(function(test) test$parameter[["df"]])), method = "wald")
  # An area is cut off at 0, a difference is not.
  same <- setdiff(names(expected), "conf.low")
  expect_close(found[same], expected[same], 1e-12)
  expect_lt(found$conf.low, 0)
  expect_close(found$statistic, found$estimate / found$std.error, 1e-14)
  expect_close(found$p.value, 2 * pt(-abs(found$statistic), found$df), 1e-12)
  three <- lapply(fits, function(fit) {
    scores <- c(fit$observations$scores, list(age = seq_len(nobs(fit))))
    auc_test(scores, fit$observations$label, weights(fit))
  })
  all_pairs <- auc_pool(three)
  expect_identical(all_pairs[c("score1", "score2")], three[[1L]]$contrasts[c("score1", "score2")])
  expect_close(all_pairs[1L, names(found)], found, 1e-9)
  wald <- auc_pool(lapply(fits, auc_test, test = "wald"))
  expect_gt(wald$df, found$df)
})

test_that("columns in front of the estimates stay, and what has no df has infinitely many", {
  frame <- data.frame(FPR = c(0.1, 0.2), estimate = c(0.5, 0.6), std.error = 0.1, df = NA_real_)
  found <- auc_pool(list(frame, transform(frame, estimate = estimate + 0.1)), method = "wald")
  expect_identical(found$FPR, c(0.1, 0.2))
  expect_close(found$estimate, c(0.55, 0.65))
  expect_close(found$df, rep(((0.01 + 1.5 * 0.005) / (1.5 * 0.005))^2, 2L), 1e-12)
})

separable_fits <- function(shift, n = 20L, m = 4L, direction = ">=") {
  set.seed(8)
  label <- rep(0:1, n / 2L)
  lapply(seq_len(m), function(i) {
    score <- rnorm(n, if (i == 1L) 20 * label else shift * label)
    suppressWarnings(weighted_roc(label ~ score, direction = direction))
  })
}

test_that("what can't be pooled is refused", {
  fits <- imputed_fits(2L)
  numbers <- function(results, ...) auc_pool(results, c(0.1, 0.1), ...)
  separated <- suppressWarnings(list(auc_ci(1:4, c(0, 0, 1, 1)), auc_ci(1:4, c(0, 0, 1, 1))))
  expect_refused(
    "absent results" = auc_pool(), "absent std.error" = auc_pool(c(0.7, 0.8)),
    "length std.error" = auc_pool(c(0.7, 0.8), 0.1), "range std.error" = auc_pool(c(0.7, 0.8), c(0.1, 0)),
    "missing results" = numbers(c(0.7, NA)), "range results" = numbers(c(0.7, 1)),
    "range results" = numbers(c(0.7, 1e308), method = "wald"), "length results" = auc_pool(0.7, 0.1),
    "length results" = auc_pool(fits[1L]), "length results" = auc_pool(list()), "unused std.error" = numbers(fits),
    "type results" = auc_pool(fits[[1L]]), "type results" = auc_pool(fits[[1L]]$areas),
    "type results" = auc_pool(c(fits, list(3))), "type results" = auc_pool(c(fits, list(auc_ci(fits[[1L]])))),
    "type results" = auc_pool("a"), "names results" = auc_pool(list(auc_ci(fits[[1L]]), auc_ci(fits[[1L]])[2:1, ])),
    "range df.complete" = auc_pool(fits, df.complete = 0.5), "range conf.level" = auc_pool(fits, conf.level = 95),
    "choice method" = auc_pool(fits, method = "wilson"),
    "unused method" = auc_pool(lapply(fits, auc_test), method = "logit"), "range results" = auc_pool(separated),
    "range results" = auc_pool(separable_fits(20))
  )
  expect_close(numbers(c(0.7, 1), method = "wald")$estimate, 0.85)
})

test_that("package mitools pools fits by their coefficients and covariances", {
  skip_if_not_installed("mitools")
  fits <- imputed_fits()
  found <- mitools::MIcombine(fits)
  own <- auc_pool(fits, method = "wald", df.complete = Inf)
  expect_identical(names(coef(found)), own$score)
  expect_close(unname(coef(found)), own$estimate, 1e-12)
  expect_close(unname(sqrt(diag(vcov(found)))), own$std.error, 1e-12)
  skip_if_not_installed("survey")
  data <- transform(aSAH(), id = seq_along(label))
  sets <- mitools::imputationList(list(data, transform(data, s100b = s100b + rev(s100b) / 10)))
  designs <- survey::svydesign(ids = ~id, weights = ~weight, data = sets)
  of_designs <- lapply(designs$designs, function(design) weighted_roc(label ~ s100b + wfns, design))
  pooled <- mitools::MIcombine(with(designs,
                                    fun = function(design) weighted_roc(label ~ s100b + wfns, design)))
  expect_close(coef(pooled), rowMeans(vapply(of_designs, coef, c(s100b = 0, wfns = 0))), 1e-12)
})

test_that("an AUC of 1 in one data set has the variance of the model", {
  fits <- separable_fits(1)
  expect_identical(fits[[1L]]$areas$estimate, 1)
  expect_silent(found <- auc_pool(fits))
  # By the definition: the variance of a placement at the mean, times 1/10 + 1/10.
  areas <- vapply(fits, function(fit) fit$areas$estimate, 0)
  mean <- mean(areas)
  product <- mean * (1 - mean)
  squares <- c(0.2 * product * (4 * product)^(1 / 6) / 3,
               vapply(fits[-1L], function(fit) fit$areas$std.error^2, 0))
  expect_close(found$estimate, mean, 1e-14)
  expect_close(found$std.error, sqrt(mean(squares) + 1.25 * var(areas)), 1e-12)
  expect_true(0 < found$conf.low && found$conf.low < mean && mean < found$conf.high && found$conf.high < 1)
  expect_close(qlogis(c(found$conf.low, found$conf.high)),
               qlogis(mean) + c(-1, 1) * qt(0.975, found$df) * found$std.error / product, 1e-10)
  expect_identical(auc_pool(suppressWarnings(lapply(fits, auc_ci, method = "logit"))), found)
  reversed <- auc_pool(separable_fits(1, direction = "<="))
  expect_close(1 - reversed$estimate, found$estimate, 1e-12)
  expect_close(reversed$std.error, found$std.error, 1e-12)
  expect_close(1 - reversed$conf.high, found$conf.low, 1e-10)
  expect_close(auc_pool(fits, method = "wald")$std.error, found$std.error, 1e-12)
})
