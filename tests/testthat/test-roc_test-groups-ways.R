# Groups, and independent samples: other numbers than areas, and survey designs.

survey_data <- function(n = 400) {
  psu <- rep(seq_len(n / 10), each = 10)
  effect <- rnorm(n / 10)[psu]
  data <- data.frame(psu = psu, strata = (psu - 1) %/% 4, weight = rexp(n) + 0.2,
                     group = letters[sample(3, n, TRUE)], score = rnorm(n) + effect)
  data$truth <- rbinom(n, 1, plogis(data$score * (0.5 + 0.6 * (data$group == "a")) + 0.5 * effect))
  data
}

design_of <- function(data) {
  survey::svydesign(~psu, strata = ~strata, weights = ~weight, data = data, nest = TRUE)
}

# `weight` may be a design of the data.
run_on <- function(data, weight, ...) {
  if (is.numeric(weight)) return(test_of_groups(data$score, data$truth, data$group, weight, ...))
  roc_test(weighted_roc(truth ~ score, weight, by = group), ...)
}

# The totals of the influences of each group in the whole design: package survey's own covariance of domains.
domains <- function(data, design, what = NULL) {
  influences <- vapply(sort(unique(data$group)), function(name) {
    own <- data$group == name
    measure <- if (is.null(what)) "AUC" else what
    found <- roc_influence(data$score[own], data$truth[own], data$weight[own], measure = measure)[, 1L]
    values <- numeric(nrow(data))
    values[own] <- found / data$weight[own]
    values
  }, numeric(nrow(data)))
  survey::svytotal(influences, design)
}

areas_by_group <- function(data) {
  vapply(split(data, data$group), function(part) auc_wmw(part$score, part$truth, part$weight), 0)
}

test_that("groups of a design: differences are those of svycontrast()", {
  skip_on_cran()
  skip_if_not_installed("survey")
  set.seed(161)
  data <- survey_data()
  design <- design_of(data)
  total <- domains(data, design)
  areas <- areas_by_group(data)
  test <- run_on(data, design)
  expect_close(test$estimate, areas)
  pairs <- list(c(a = 1, b = -1, c = 0), c(a = 1, b = 0, c = -1), c(a = 0, b = 1, c = -1))
  for (i in 1:3) {
    contrast <- survey::svycontrast(total, pairs[[i]])
    expect_close(test$contrasts$std.error[[i]], as.vector(survey::SE(contrast)), relative = 1e-10)
    t <- sum(pairs[[i]] * areas) / test$contrasts$std.error[[i]]
    expect_close(test$contrasts$statistic[[i]], t, relative = 1e-9)
    expect_close(test$contrasts$p.value[[i]], 2 * pt(-abs(t), test$contrasts$df[[i]]), relative = 1e-9)
  }
  expect_true(all(test$contrasts$df <= survey::degf(design)))
  expect_match(test$method, "linearization")
  # The slope.
  slope <- survey::svycontrast(total, c(a = -0.5, b = 0, c = 0.5))
  trend <- run_on(data, design, trend = TRUE)
  expect_close(trend$std.error, as.vector(survey::SE(slope)), relative = 1e-10)
  expect_close(trend$estimate[["slope"]], (areas[[3]] - areas[[1]]) / 2)
})

test_that("groups of a design: by replicates, and by any number", {
  skip_if_not_installed("survey")
  set.seed(163)
  data <- survey_data()
  design <- design_of(data)
  replicates <- survey::as.svrepdesign(design, type = "JKn")
  by_hand <- survey::withReplicates(replicates, function(weight, data) {
    vapply(split(seq_len(nrow(data)), data$group), function(own) {
      auc_wmw(data$score[own], data$truth[own], weight[own])
    }, 0)
  })
  test <- run_on(data, replicates)
  expect_match(test$method, "replicates")
  for (i in 1:3) {
    contrast <- list(c(1, -1, 0), c(1, 0, -1), c(0, 1, -1))[[i]]
    expected <- drop(sqrt(t(contrast) %*% stats::vcov(by_hand) %*% contrast))
    expect_close(test$contrasts$std.error[[i]], expected, relative = 1e-9)
  }
  for (what in list(roc_measure("TPR", threshold = 0.2), roc_measure("FNR", FPR = 0.3),
                    roc_measure("AUC", FPR = c(0, 0.5)))) {
    total <- domains(data, design, what)
    test <- run_on(data, design, measure = what)
    contrast <- survey::svycontrast(total, c(a = 1, b = -1, c = 0))
    expect_close(test$contrasts$std.error[[1L]], as.vector(survey::SE(contrast)), relative = 1e-9)
    expect_match(test$method, format(what), fixed = TRUE)
  }
})

test_that("fits of a design have groups", {
  skip_if_not_installed("survey")
  set.seed(164)
  data <- survey_data()
  data$group[c(3, 8)] <- "d"
  data$truth[data$group == "d"] <- 1
  design <- design_of(data)
  fit <- suppressWarnings(weighted_roc(truth ~ score, design, by = group))
  # A group without a curve is left out: a part of the population, of which the design knows.
  inside <- data$group != "d"
  part <- subset(design, group != "d")
  expected <- run_on(data, part)
  found <- auc_test(fit)
  for (name in c("statistic", "p.value", "estimate", "contrasts")) {
    expect_equal(found[[name]], expected[[name]], tolerance = 1e-10)
  }
  calibrated <- survey::calibrate(design, ~1, c("(Intercept)" = 1000))
  inside <- auc_test(weighted_roc(truth ~ score, subset(calibrated, group != "d"), by = group))
  expected <- suppressWarnings(auc_test(weighted_roc(truth ~ score, calibrated, by = group)))
  expect_equal(inside$p.value, expected$p.value, tolerance = 1e-10)
})

test_that("a design has its own clusters and variance, and rows that it does not use may be anything", {
  skip_if_not_installed("survey")
  set.seed(165)
  data <- survey_data()
  design <- design_of(data)
  fit <- function(data, ...) weighted_roc(truth ~ score, design_of(data), by = group, ...)
  expect_identical(error_kind(fit(data, cluster = psu)), "unused")
  expect_identical(error_kind(fit(data, variance = "jackknife")), "unused")
  missing <- replace(data, "group", list(replace(data$group, 5, NA)))
  expect_identical(error_kind(fit(missing)), "missing")
  left <- auc_test(fit(missing, na.action = na.omit))
  expect_false(is.na(left$p.value))
})

test_that("independent samples may each be of a design", {
  skip_if_not_installed("survey")
  set.seed(166)
  one <- survey_data()
  two <- survey_data(200)
  design <- design_of(one)
  run <- function(first, second, ...) {
    auc_test(roc_observations(one$score, one$truth, first), roc_observations(two$score, two$truth, second),
             ...)
  }
  both <- run(design, two$weight, test = "wald")
  parts <- c(auc_ci(one$score, one$truth, design)$std.error,
             auc_ci(two$score, two$truth, two$weight)$std.error)
  expect_close(both$std.error, sqrt(sum(parts^2)), relative = 1e-10)
  expect_match(both$method, "linearization and delong")
  df <- c(survey::degf(design), 199)
  expect_close(both$parameter, c(df = sum(parts^2)^2 / sum(parts^4 / df)), relative = 1e-9)
  # The score test is made of the intervals of both.
  score <- run(design, two$weight)
  expect_gt(score$conf.int[[2]], score$estimate[["difference"]])
  expect_identical(error_kind(roc_observations(one$score, one$truth, design, cluster = one$psu)), "unused")
})

test_that("equal opportunity in a design is svyby() and svycontrast()", {
  skip_if_not_installed("survey")
  set.seed(169)
  data <- survey_data()
  design <- survey::svydesign(~psu, strata = ~strata, weights = ~weight, nest = TRUE,
                              data = transform(data, called = as.numeric(score >= 0.2)))
  for (whole in list(design, survey::as.svrepdesign(design))) {
    by <- survey::svyby(~called, ~group, subset(whole, truth == 1), survey::svymean, covmat = TRUE)
    test <- run_on(data, whole, measure = roc_measure("TPR", threshold = 0.2))
    expect_close(unname(test$estimate), by$called, relative = 1e-10)
    contrast <- survey::svycontrast(by, c(1, -1, 0))
    expect_close(test$contrasts$std.error[[1L]], as.vector(survey::SE(contrast)), relative = 1e-9)
  }
})
