sample_of <- function(seed, n = 120) {
  set.seed(seed)
  sick <- rbinom(n, 1, 0.4)
  list(score = round(rnorm(n, sick), 1), sick = sick, weight = rexp(n), cluster = sample(30, n, TRUE))
}

test_that("a predictive value has Wilson's interval of the observations that it is a share of", {
  x <- sample_of(1)
  what <- roc_measure("PPV", threshold = 0.5)
  ci <- roc_estimate(x$score, x$sick, x$weight, measure = what)
  u <- as.data.frame(roc_influence(x$score, x$sick, x$weight, measure = what))[[1]]
  called <- x$score >= 0.5
  expect_equal(ci$estimate, sum(x$weight[called & x$sick == 1]) / sum(x$weight[called]))
  factor <- function(class) sum(x$sick == class) / (sum(x$sick == class) - 1)
  v <- factor(1) * sum(u[x$sick == 1]^2) + factor(0) * sum(u[x$sick == 0]^2)
  expect_equal(ci$std.error, sqrt(v))
  kish <- function(class) sum(x$weight[x$sick == class])^2 / sum(x$weight[x$sick == class]^2)
  share <- function(class) sum(x$weight[called & x$sick == class]) / sum(x$weight)
  part <- function(class) sum(x$weight[x$sick == class]) / sum(x$weight)
  k <- (share(1) + share(0))^2 / (share(1) * part(1) / kish(1) + share(0) * part(0) / kish(0))
  # The degrees of freedom count all observations, also those without influence.
  n <- length(u)
  nu <- min(2 / (sum(u^4) / sum(u^2)^2 - 1 / n), n - 2)
  p <- ci$estimate
  f <- (nu * v * k / (p * (1 - p)) + 4) / (nu + 4)
  # The quantile has the degrees of freedom of the weights of what is called positive.
  sums <- function(power) {
    sum(vapply(0:1, function(class) {
      w <- x$weight[x$sick == class]
      share(class) / part(class) * part(class)^power * sum((w / sum(w))^power)
    }, 0))
  }
  called_rows <- sum(vapply(0:1, function(class) share(class) / part(class) * sum(x$sick == class), 0))
  of_weights <- 2 / (sums(4) / sums(2)^2 - 1 / called_rows)
  q <- qt(0.975, of_weights + 4)
  m <- k / f
  ends <- (p + q^2 / (2 * m) + c(-1, 1) * q * sqrt(p * (1 - p) / m + q^2 / (4 * m^2))) / (1 + q^2 / m)
  expect_equal(c(ci$conf.low, ci$conf.high), ends)
  expect_equal(ci$df, nu + 4)
})

test_that("the area has the interval of auc_ci()", {
  x <- sample_of(2)
  columns <- c("estimate", "std.error", "conf.low", "conf.high", "df", "variance")
  for (variance in c("delong", "jackknife")) {
    for (cluster in list(NULL, x$cluster)) {
      expect_equal(roc_estimate(x$score, x$sick, x$weight, measure = "AUC", cluster = cluster,
                                conf.level = 0.9, variance = variance)[columns],
                   auc_ci(x$score, x$sick, x$weight, cluster = cluster, conf.level = 0.9,
                          variance = variance)[columns])
    }
  }
  counts <- ceiling(3 * x$weight)
  expect_equal(roc_estimate(x$score, x$sick, counts, variance = "frequency")[columns],
               auc_ci(x$score, x$sick, counts, variance = "frequency")[columns])
})

test_that("auc_ci() has partial areas without a bootstrap", {
  x <- sample_of(6)
  ci <- auc_ci(cbind(a = x$score, b = -x$score), x$sick, x$weight, cluster = x$cluster, FPR = c(0, 0.4))
  expect_identical(names(ci), names(auc_ci(cbind(a = x$score, b = x$score), x$sick)))
  expect_identical(ci$variance, c("delong", "delong"))
  what <- roc_measure("AUC", FPR = c(0, 0.4))
  one <- roc_estimate(-x$score, x$sick, x$weight, measure = what, cluster = x$cluster)
  expect_equal(ci[2, c("estimate", "std.error", "conf.low", "conf.high", "df")],
               one[c("estimate", "std.error", "conf.low", "conf.high", "df")], ignore_attr = TRUE)
  drawn <- seeded(auc_ci(x$score, x$sick, x$weight, FPR = c(0, 0.4), variance = "bootstrap"))
  expect_equal(auc_ci(x$score, x$sick, x$weight, FPR = c(0, 0.4))$std.error, drawn$std.error,
               tolerance = 0.1)
})

test_that("designs have their own variance", {
  skip_on_cran()
  skip_if_not_installed("survey")
  data(api, package = "survey", envir = environment())
  design <- survey::svydesign(~dnum, weights = ~pw, data = apiclus1, fpc = ~fpc)
  sick <- apiclus1$sch.wide == "Yes"
  score <- apiclus1$meals
  ppv <- roc_measure("PPV", threshold = 40)
  what <- list("AUC", ppv, roc_measure("AUC", FPR = c(0, 0.5)), roc_measure("TPR", FPR = 0.5))
  replicates <- survey::as.svrepdesign(design)
  calibrated <- survey::calibrate(design, ~stype, c(6194, 755, 1018))
  for (design in list(design, replicates, calibrated, subset(design, stype != "H"))) {
    used <- rownames(apiclus1) %in% rownames(design$variables)
    ci <- roc_estimate(score[used], sick[used], design, measure = what)
    ratio <- survey::svyratio(~I((sch.wide == "Yes") * (meals >= 40)), ~I(+(meals >= 40)), design)
    expect_equal(ci$estimate[[2]], as.numeric(stats::coef(ratio)))
    expect_equal(ci$std.error[[2]], as.numeric(survey::SE(ratio)))
    area <- auc_ci(weighted_roc(sch.wide ~ meals, design))
    columns <- c("estimate", "std.error", "conf.low", "conf.high", "df", "variance")
    expect_equal(ci[1, columns], area[columns], ignore_attr = TRUE)
    expect_equal(auc_ci(score[used], sick[used], design)[columns], area[columns])
    partial <- auc_ci(weighted_roc(sch.wide ~ meals, design), FPR = c(0, 0.5))
    expect_equal(ci[3, columns], partial[columns], ignore_attr = TRUE)
    band <- roc_band(score[used], sick[used], design, at = 0.5)
    expect_equal(unlist(ci[4, c("estimate", "conf.low", "conf.high")]),
                 unlist(data.frame(band)[c("TPR", "conf.low", "conf.high")]), ignore_attr = TRUE)
  }
})

test_that("two phases are one design", {
  skip_on_cran()
  skip_if_not_installed("survey")
  data(nwtco, package = "survival", envir = environment())
  set.seed(1)
  nwtco$chosen <- nwtco$rel == 1 | nwtco$instit == 2 | runif(nrow(nwtco)) < 0.1
  design <- survey::twophase(list(~seqno, ~seqno), strata = list(NULL, ~interaction(rel, instit)),
                             data = nwtco, subset = ~chosen)
  second <- nwtco[nwtco$chosen, ]
  ci <- roc_estimate(second$stage, second$rel, design,
                     measure = list("AUC", roc_measure("PPV", threshold = 3)))
  ratio <- survey::svyratio(~I(rel * (stage >= 3)), ~I(+(stage >= 3)), design)
  expect_equal(ci$estimate[[2]], as.numeric(stats::coef(ratio)))
  expect_equal(ci$std.error[[2]], as.numeric(survey::SE(ratio)))
  area <- auc_ci(weighted_roc(rel ~ stage, design))
  expect_equal(ci$conf.low[[1]], area$conf.low)
  fit <- weighted_roc(rel ~ stage, design)
  expect_equal(fit$areas, area)
})

test_that("a fit of a design answers by its design", {
  skip_if_not_installed("survey")
  data(api, package = "survey", envir = environment())
  design <- survey::svydesign(~dnum, weights = ~pw, data = apiclus1, fpc = ~fpc)
  fit <- weighted_roc(sch.wide ~ meals + ell, design, subset = stype != "H", positive = "Yes")
  part <- subset(design, stype != "H")
  used <- apiclus1$stype != "H"
  scores <- as.list(apiclus1[used, c("meals", "ell")])
  sick <- apiclus1$sch.wide[used] == "Yes"
  what <- list("AUC", roc_measure("AUC", FPR = c(0, 0.5)))
  expect_equal(roc_estimate(fit, measure = what), roc_estimate(scores, sick, part, measure = what))
  band <- roc_band(fit, at = 0.3)
  expect_equal(band$conf.low[[2]], roc_band(scores$ell, sick, part, at = 0.3)$conf.low)
  expect_equal(auc_ci(fit, TPR = c(0.5, 1)), auc_ci(scores, sick, part, TPR = c(0.5, 1)))
})

test_that("what has no interval is NA with a warning", {
  expect_warning(found <- roc_estimate(c(1, 3, 2), c(0, 0, 1),
                                       measure = roc_measure("AUC", FPR = c(0, 0.5))),
                 class = "wroc_warning_undefined")
  expect_identical(c(found$conf.low, found$conf.high), c(NA_real_, NA_real_))
  expect_warning(found <- roc_estimate(1:6, rep(0:1, 3), measure = roc_measure("PPV", threshold = 9)),
                 class = "wroc_warning_undefined")
  expect_identical(found$estimate, NaN)
  expect_identical(found$conf.low, NA_real_)
  what <- structure(list(roc_measure("PPV", threshold = 9)), names = "\xff")
  Encoding(names(what)) <- "bytes"
  expect_warning(found <- roc_estimate(1:6, rep(0:1, 3), measure = what), class = "wroc_warning_undefined")
  expect_identical(found$measure, "\\xff")
  perfect <- roc_estimate(1:20, rep(0:1, each = 10), measure = list(
    roc_measure("AUC", FPR = c(0, 0.5)), roc_measure("TPR", FPR = 0.1), roc_measure("PPV", threshold = 11),
    roc_measure("ACC", threshold = 11), roc_measure("NPV", threshold = 11, prior = 0.2)
  ))
  expect_true(all(perfect$conf.low < perfect$estimate & perfect$conf.high >= perfect$estimate - 1e-15))
})

test_that("names say at which prior a number is meant", {
  expect_output(print(roc_measure("PPV", threshold = 1, prior = 0.05)),
                "PPV(threshold 1, prior 0.05)", fixed = TRUE)
})

test_that("what is not defined in a design leaves the other numbers alone", {
  skip_if_not_installed("survey")
  x <- sample_of(10, 80)
  design <- survey::svydesign(~cluster, weights = ~weight, data = data.frame(x))
  columns <- c("estimate", "std.error", "conf.low", "conf.high")
  what <- list("AUC", roc_measure("NPV", threshold = 0.5), roc_measure("AUC", FPR = c(0, 0.2)))
  for (design in list(design, survey::as.svrepdesign(design))) {
    alone <- roc_estimate(x$score, x$sick, design, measure = what)
    expect_true(all(alone$std.error > 0 & alone$std.error < 1))
    more <- c(what, list(roc_measure("PPV", threshold = 99)))
    expect_warning(found <- roc_estimate(x$score, x$sick, design, measure = more),
                   class = "wroc_warning_undefined")
    expect_equal(found[1:3, columns], alone[columns])
    expect_identical(found$std.error[[4]], NA_real_)
  }
})

test_that("a quotient of nothing in a replicate costs only itself its variance", {
  skip_if_not_installed("survey")
  x <- sample_of(12, 60)
  data <- data.frame(x)
  data$score[c(1, 2)] <- c(9, 9)
  data$cluster[c(1, 2)] <- 31
  design <- survey::as.svrepdesign(survey::svydesign(~cluster, weights = ~weight, data = data))
  what <- list(roc_measure("TPR", threshold = 0.5), roc_measure("PPV", threshold = 8))
  expect_warning(found <- roc_estimate(data$score, data$sick, design, measure = what),
                 class = "wroc_warning_undefined")
  alone <- roc_estimate(data$score, data$sick, design, measure = what[[1]])
  expect_equal(found$std.error, c(alone$std.error, NA))
})

test_that("a design without a variance is an error", {
  skip_if_not_installed("survey")
  x <- sample_of(11, 40)
  data <- data.frame(x, stratum = rep(1:2, c(39, 1)))
  design <- survey::svydesign(~1, strata = ~stratum, weights = ~weight, data = data)
  for (asked in list(function() roc_estimate(x$score, x$sick, design),
                     function() auc_ci(weighted_roc(sick ~ score,
                                                                                         design)))) {
    error <- expect_error(asked(), class = "wroc_error_design")
    expect_match(conditionMessage(error), "only one PSU")
  }
})

test_that("what does not fit a design is an error", {
  skip_if_not_installed("survey")
  x <- sample_of(8, 40)
  design <- survey::svydesign(~1, weights = ~weight, data = data.frame(x))
  expect_error(roc_estimate(x$score, x$sick, design, cluster = x$cluster), class = "wroc_error_unused")
  expect_error(roc_estimate(x$score, x$sick, design, variance = "delong"), class = "wroc_error_unused")
  expect_error(roc_band(x$score, x$sick, design, variance = "delong"), class = "wroc_error_unused")
  expect_error(auc_ci(x$score, x$sick, design, cluster = x$cluster), class = "wroc_error_unused")
  expect_error(roc_estimate(x$score[-1], x$sick[-1], design), class = "wroc_error_length")
  expect_equal(roc_influence(x$score, x$sick, design), roc_influence(x$score, x$sick, x$weight),
               tolerance = 1e-13)
  expect_error(auc_wmw(x$score, x$sick, design), class = "wroc_error_type")
})

test_that("behind a fit there is nothing without a name but the measure", {
  set.seed(11)
  data <- data.frame(sick = rep(0:1, 40), score = rnorm(80))
  fit <- weighted_roc(sick ~ score, data)
  what <- roc_measure("TPR", FPR = 0.2)
  groups <- weighted_roc(sick ~ score, data, by = rep(1:2, each = 40))
  for (of in list(fit, groups)) {
    expect_identical(roc_estimate(of, what), roc_estimate(of, measure = what))
    expect_identical(roc_influence(of, what), roc_influence(of, measure = what))
    expect_error(roc_estimate(of, data$sick), class = "wroc_error_unused")
    expect_error(auc_ci(of, what), class = "wroc_error_unused")
  }
})

test_that("risks of other costs have other names", {
  names_of <- function(...) format(c(...))
  expect_identical(
    names_of(roc_measure("risk", threshold = 1), roc_measure("risk", threshold = 1, cost_FN = 5),
             roc_measure("risk", threshold = 1, prior = 0.1, cost_FP = 0.5, cost_TN = -1)),
    c("risk(threshold 1)", "risk(threshold 1, cost_FN 5)",
      "risk(threshold 1, prior 0.1, cost_FP 0.5, cost_TN -1)")
  )
})

test_that("several scores have one warning", {
  label <- rep(0:1, c(1, 9))
  count <- 0L
  withCallingHandlers(
    roc_estimate(cbind(1:10, 10:1, 2:11), label, measure = list("AUC", roc_measure("TPR", threshold = 5))),
    wroc_warning = function(warning) {
      count <<- count + 1L
      invokeRestart("muffleWarning")
    }
  )
  expect_identical(count, 1L)
})

test_that("a standardized area below chance is NA, as that of the curve", {
  set.seed(12)
  label <- rep(0:1, 30)
  scores <- cbind(bad = -label + rnorm(60), good = label + rnorm(60))
  early <- function(...) roc_measure("AUC", FPR = c(0, 0.3), ...)
  expect_warning(found <- roc_estimate(scores, label, measure = list(early(standardize = "mcclish"), early())),
                 "is below that of the chance line", class = "wroc_warning_undefined")
  numbers <- c("estimate", "std.error", "conf.low", "conf.high", "df")
  expect_true(all(is.na(found[1L, numbers])))
  expect_false(anyNA(found[-1L, numbers]))
  # Rounding is not below: the chance line itself.
  chance <- WeightedROC(rep(1, 10), rep(0:1, 5))
  for (ends in list(c(0.1, 0.7), c(0, 1 / 3))) {
    expect_close(auc_ci(chance, FPR = ends, standardize = "mcclish")$estimate, 0.5, relative = 1e-12)
    expect_close(auc_ci(chance, TPR = ends, standardize = "mcclish")$estimate, 0.5, relative = 1e-12)
  }
})

test_that("functions that take no design name its fit", {
  skip_if_not_installed("survey")
  design <- survey::svydesign(ids = ~1, weights = ~1, data = data.frame(x = 1:10))
  for (f in list(auc_wmw, roc_tally, WeightedROC)) {
    error <- expect_error(f(1:10, rep(0:1, 5), design), class = "wroc_error_type")
    expect_match(conditionMessage(error), "`weighted_roc(label ~ score, design)` is the fit of a design.", fixed = TRUE)
  }
})
