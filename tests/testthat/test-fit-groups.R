set.seed(7)
people <- data.frame(sick = rep(0:1, 60), region = rep(c("N", "S", "W"), each = 40), weight = rexp(120))
people$age <- rnorm(120, 50 + 8 * people$sick, 10)
people$bmi <- rnorm(120, 26 + 2 * people$sick, 4)
people$risk <- stats::plogis((people$age - 55) / 10)
people$sick[people$region == "S"] <- 0
others <- people[people$region != "S", ]

by_region <- function(formula = sick ~ age + bmi, data = people, ...) {
  suppressWarnings(weighted_roc(formula, data, by = region, ...))
}

test_that("a group without cases is a row of NA, and one warning names it", {
  found <- list()
  by <- withCallingHandlers(weighted_roc(sick ~ age + bmi, people, by = region), warning = function(w) {
    found <<- c(found, list(w))
    invokeRestart("muffleWarning")
  })
  expect_length(found, 1L)
  class <- c("wroc_warning_no_curve", "wroc_warning", "warning", "condition")
  expect_s3_class(found[[1]], class, exact = TRUE)
  expect_identical(found[[1]]$group, "S")
  expect_identical(
    conditionMessage(found[[1]]),
    "1 of 3 groups of `region` have no curve, and NA in all results that need one: `S` (all labels are \"0\")."
  )
  expect_identical(names(by$fits), c("N", "S", "W"))
  alone <- weighted_roc(sick ~ age + bmi, others, by = region)
  expect_identical(by$fits$N$areas, alone$fits$N$areas)
  expect_identical(by$fits$W$curves, alone$fits$W$curves)
})

test_that("all that a fit by groups answers has NA for a group without a curve", {
  skip_on_cran()
  by <- by_region()
  alone <- by_region(data = others)
  M <- roc_measure
  several <- c(M("AUC"), M("AUC", FPR = c(0, 0.1)), M("TPR", FPR = 0.1))
  asked <- list(
    roc_hull = list(), roc_pr = list(), roc_prg = list(), roc_optimal = list(cost_FN = c(1, 5)),
    roc_at = list(), roc_gain = list(), roc_calibrate = list(), roc_cost_curve = list(), roc_thin = list(),
    roc_band = list(at = c(0.1, 0.2)), roc_constrained = list(max_FPR = 0.1),
    roc_reject = list(cost_reject = 0.2), as.data.frame = list(), roc_compare = list(),
    roc_estimate = list(measure = several),
    roc_estimate = list(measure = c("gini", "H", "KS", "AP", "expected_cost"), conf.level = NULL),
    roc_estimate = list(measure = M("cost_AUC", cost_FN = 2), conf.level = NULL),
    roc_constrained = list(max_FPR = 0.1, randomize = TRUE), roc_at = list(threshold = c(40, 60))
  )
  for (i in seq_along(asked)) {
    name <- names(asked)[[i]]
    answer <- function(fit) do.call(name, c(list(fit), asked[[i]]))
    rows <- answer(by)
    lacking <- rows$region == "S"
    keys <- c("region", "score", "score1", "score2", "measure")
    expect_true(any(lacking), info = name)
    expect_true(all(is.na(unlist(rows[lacking, setdiff(names(rows), keys)]))), info = name)
    if (!is.null(rows$score)) expect_identical(unique(rows$score[lacking]), c("age", "bmi"), info = name)
    known <- as.data.frame(rows)[!lacking, ]
    expect_equal(known, as.data.frame(answer(alone)), ignore_attr = TRUE, info = name)
  }
  risks <- by_region(sick ~ risk)
  losses <- c("brier", "log_loss", "MCB", "DSC", "UNC")
  for (answer in list(roc_net_benefit, function(fit) roc_reliability(fit, R = 9, conf.level = 0.95),
                      function(fit) roc_estimate(fit, measure = losses[5]),
                      function(fit) roc_net_benefit(fit, threshold = c(0.2, 0.5), conf.level = 0.95))) {
    rows <- answer(risks)
    lacking <- rows$region == "S"
    expect_true(any(lacking))
    expect_true(all(is.na(unlist(rows[lacking, setdiff(names(rows), c("region", "score", "measure"))]))))
  }
  expect_identical(is.na(roc_estimate(risks, measure = losses, conf.level = NULL)$estimate),
                   c(rep(FALSE, 7), rep(TRUE, 3), rep(FALSE, 5)))
})

test_that("R's and broom's generics have NA for a group without a curve", {
  by <- by_region(weights = weight)
  lines <- capture.output(print(by))
  expect_match(lines, "^  S  age +NA  \\[ *NA, +NA\\]", all = FALSE)
  ends <- confint(by)
  expect_identical(row.names(ends)[is.na(ends[, 1])], c("S:age", "S:bmi"))
  expect_identical(dim(confint(by, "bmi", 0.9)), c(3L, 2L))
  several <- confint(by, measure = c(roc_measure("AUC"), roc_measure("AUC", FPR = c(0, 0.1))))
  expect_identical(nrow(several), 12L)
  expect_true(all(is.na(several[5:8, ])))
  expect_identical(nobs(by), c(N = 40L, S = 40L, W = 40L))
  expect_identical(weights(by)$S, people$weight[people$region == "S"])
  expect_identical(is.na(coef(by)), is.na(diag(vcov(by))))
  expect_identical(unname(is.na(coef(by))), rep(c(FALSE, TRUE, FALSE), each = 2))
  expect_identical(dim(roc_influence(by)$S), c(40L, 2L))
  expect_output(print(suppressWarnings(summary(by))$S), "No curve. In group `S` of `region`: `sick` must")
  expect_identical(auc_test(by["age"])$p.value,
                   auc_test(by_region(data = others, weights = weight)["age"])$p.value)
  skip_if_not_installed("generics")
  expect_identical(is.na(generics::tidy(by)$estimate), rep(c(FALSE, TRUE, FALSE), each = 2))
  expect_identical(is.na(generics::glance(by)$variance), c(FALSE, TRUE, FALSE))
  augmented <- generics::augment(by, people)
  expect_identical(augmented[names(people)], people, ignore_attr = TRUE)
  expect_identical(is.na(augmented$.TPR_age), people$region == "S")
})

test_that("plots leave out a group without a curve", {
  skip_on_cran()
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  by <- by_region(sick ~ risk)
  for (type in c("roc", "pr", "prg", "gain", "net_benefit", "reliability")) {
    expect_silent(found <- plot(by, type = type))
    expect_identical(found, by)
  }
  skip_if_not_installed("ggplot2", "3.4.0")
  for (type in c("roc", "pr", "prg", "gain", "net_benefit", "reliability")) {
    expect_no_warning(print(ggplot2::autoplot(by, type = type)), message = "Removed|missing")
  }
  expect_length(unique(ggplot2::layer_data(ggplot2::autoplot(by, type = "gain"), 3)$colour), 2L)
  rule <- roc_reject(by, cost_reject = 0.2)
  expect_silent(print(ggplot2::autoplot(rule)))
  expect_silent(plot(rule))
  drawn <- ggplot2::ggplot(by, ggplot2::aes(FPR, TPR)) + ggplot2::autolayer(roc_band(by, at = 0.1)) +
    ggplot2::autolayer(roc_optimal(by)) + ggplot2::autolayer(roc_hull(by))
  expect_silent(print(drawn))
})

test_that("one fit without a curve says why", {
  none <- by_region()$fits$S
  expect_output(print(none), "No curve. In group `S` of `region`: `sick` must have two values, not 1")
  for (answer in list(roc_optimal, auc_ci, auc_test, roc_compare, plot, summary, predict)) {
    error <- expect_error(answer(none), "In group `S`", class = "wroc_error_one_class")
    expect_identical(error$group, "S")
  }
})

test_that("weights and missing values can leave a group without a curve", {
  people$sick <- rep(0:1, 60)
  people$weight[people$region == "W" & people$sick == 1] <- 0
  expect_warning(by <- weighted_roc(sick ~ age, people, weights = weight, by = region),
                 "`W` (the positive class has weight 0)", fixed = TRUE, class = "wroc_warning_no_curve")
  expect_identical(is.na(auc_ci(by)$estimate), c(FALSE, FALSE, TRUE))
  people$age[people$region == "N" & people$sick == 0] <- NA
  expect_warning(weighted_roc(sick ~ age, people, weights = weight, by = region, na.action = na.omit),
                 "2 of 3 groups of `region` .*`N` \\(all labels are \"1\"\\), `W` \\(the pos")
  # Without any curve, and with wrong weights, a fit by groups is an error.
  expect_error(weighted_roc(sick ~ bmi, people, by = sick), "In group `0` of `sick`", class = "wroc_error_one_class")
  people$weight[people$region == "S"] <- -1
  error <- expect_error(weighted_roc(sick ~ age, people, weights = weight, by = region, na.action = na.omit),
                        "In group `S`", class = "wroc_error_weight")
  expect_identical(error$argument, "weights")
})

test_that("a level that is NA is a group", {
  by <- weighted_roc(others$age, others$sick, by = addNA(ifelse(others$region == "N", "N", NA)))
  expect_identical(names(by$fits), c("N", NA))
  expect_identical(auc_ci(by)[-1], auc_ci(weighted_roc(others$age, others$sick, by = others$region))[-1])
})

test_that("groups of a design may lack a class", {
  skip_if_not_installed("survey")
  people$psu <- rep(1:24, 5)
  design <- survey::svydesign(~psu, weights = ~weight, data = people)
  expect_warning(by <- weighted_roc(sick ~ age, design, by = region), "`S` (all labels are \"0\")",
                 fixed = TRUE, class = "wroc_warning_no_curve")
  ends <- confint(by, level = 0.9)
  expect_identical(is.na(ends[, 1]), c("N:age" = FALSE, "S:age" = TRUE, "W:age" = FALSE))
  expect_equal(by$fits$N$areas, weighted_roc(sick ~ age, subset(design, region == "N"))$areas)
})

test_that("warnings name their group", {
  people$sick <- rep(0:1, 60)
  few <- people[c(1:41, 81:120), ]
  few$sick[[41]] <- 0
  few <- rbind(few, transform(few[41, ], sick = 1))
  says <- "In group `S` of `region`: The standard error is NA"
  expect_warning(by <- weighted_roc(sick ~ age, few, by = region), says, class = "wroc_warning_undefined")
  for (again in list(confint, auc_ci, function(fit) roc_band(fit, at = 0.1))) {
    found <- expect_warning(again(by), says)
    expect_identical(found$group, "S")
  }
})

test_that("fits hold their observations, and no copy changes another", {
  fit <- weighted_roc(sick ~ age, others)
  expect_type(fit$observations, "list")
  before <- auc_ci(fit)
  copy <- fit
  copy$observations$scores$age <- -copy$observations$scores$age
  expect_identical(auc_ci(fit), before)
  expect_equal(auc_ci(copy)$estimate, 1 - before$estimate)
})

test_that("grouped data make the groups", {
  skip_if_not_installed("dplyr")
  others$sex <- rep(c("m", "f"), length.out = 80)[order(rep(1:2, 40))]
  by <- weighted_roc(sick ~ age + bmi, others, weights = weight, by = region)
  grouped <- weighted_roc(sick ~ age + bmi, dplyr::group_by(others, region), weights = weight)
  expect_identical(grouped$fits$W$curves, by$fits$W$curves)
  expect_identical(auc_ci(grouped), auc_ci(by))
  expect_identical(capture.output(print(grouped)), capture.output(print(by)))
  expect_identical(weighted_roc(sick ~ age, dplyr::ungroup(dplyr::group_by(others, region)))$areas,
                   weighted_roc(sick ~ age, others)$areas)
  twice <- dplyr::group_by(others, sex, region)
  error <- expect_error(weighted_roc(sick ~ age, twice, by = region),
                        "`by` is not accepted with grouped data", class = "wroc_error_unused")
  expect_identical(error$argument, "by")
  others$sex[[1]] <- NA
  expect_error(weighted_roc(sick ~ age, dplyr::group_by(others, sex, region)), "1 in `by`",
               class = "wroc_error_missing")
})

test_that("several variables that group the data stand in front of results", {
  skip_if_not_installed("dplyr")
  people$sick <- rep(0:1, 60)
  people$half <- factor(rep(c("second", "first"), each = 2, length.out = 120), c("second", "first"))
  grouped <- dplyr::group_by(people, half, region)
  found <- weighted_roc(sick ~ age, grouped)
  crossed <- weighted_roc(sick ~ age, people, by = interaction(half, region, lex.order = TRUE))
  expect_identical(names(found$fits), names(crossed$fits))
  expect_identical(unname(confint(found)), unname(confint(crossed)))
  rows <- auc_ci(found)
  expect_identical(names(rows)[1:3], c("half", "region", "score"))
  keys <- dplyr::group_keys(grouped)
  expect_identical(rows$half, keys$half)
  expect_identical(rows$region, keys$region)
  expect_identical(as.list(rows)[-(1:3)], as.list(auc_ci(crossed))[-(1:2)])
  expect_output(print(found), "Weighted ROC curves by `half` and `region`: 6 groups, 120 observations",
                fixed = TRUE)
  people$sick[people$half == "first" & people$region == "N"] <- 0
  expect_warning(found <- weighted_roc(sick ~ age, dplyr::group_by(people, half, region)),
                 "1 of 6 groups of `half` and `region` have no curve, .*`first.N`")
  best <- roc_optimal(found)
  expect_identical(best$region[is.na(best$TPR)], "N")
  expect_identical(as.character(best$half[is.na(best$TPR)]), "first")
  skip_if_not_installed("generics")
  augmented <- generics::augment(found, grouped)
  expect_identical(augmented$age, people$age)
  expect_identical(dplyr::group_vars(augmented), c("half", "region"))
  # Values that are alike when they are joined.
  alike <- data.frame(y = rep(0:1, 4), s = 1:8, a = rep(c("x.y", "x"), each = 4))
  alike$b <- rep(c("z", "y.z"), each = 4)
  found <- suppressWarnings(weighted_roc(y ~ s, dplyr::group_by(alike, a, b)),
                            classes = "wroc_warning_effective")
  expect_identical(suppressWarnings(auc_ci(found), classes = "wroc_warning_effective")$a, c("x", "x.y"))
  expect_identical(names(found$fits), c("x.y.z", "x.y.z.1"))
})

test_that("a group of one class has mean losses", {
  by <- by_region(sick ~ risk + I(1 - risk), weights = weight)
  south <- people[people$region == "S", ]
  measures <- c("AUC", "brier", "log_loss")
  for (level in list(NULL, 0.9)) {
    found <- expect_silent(roc_estimate(by, measure = measures, conf.level = level))
    expected <- roc_estimate(list(south$risk, 1 - south$risk), south$sick, south$weight, measure = measures[-1],
                             conf.level = level)
    of_south <- found[found$region == "S", ]
    expect_equal(of_south[of_south$measure != "AUC", -(1:2)], expected[-1], ignore_attr = TRUE)
    expect_true(all(is.na(of_south$estimate[of_south$measure == "AUC"])))
  }
  u <- roc_influence(by, measure = measures)
  expect_equal(unname(u$S[, 2:3]), unname(roc_influence(south$risk, south$sick, south$weight,
                                                        measure = measures[-1])))
  expect_true(all(is.na(u$S[, 1])))
  # A group without any weight has nothing, and replicates need both classes.
  people$weight[people$region == "S"] <- 0
  none <- by_region(sick ~ risk, people, weights = weight)
  expect_identical(is.na(roc_estimate(none, measure = "brier")$estimate), c(FALSE, TRUE, FALSE))
  drawn <- roc_estimate(by_region(sick ~ risk), measure = "brier", variance = "bootstrap", R = 50)
  expect_identical(is.na(drawn$estimate), c(FALSE, TRUE, FALSE))
})

test_that("groups are compared by a mean loss, of one class or not", {
  by <- by_region(sick ~ risk, weights = weight)
  rows <- roc_estimate(by, measure = "brier")
  test <- roc_test(by, measure = "brier")
  expect_identical(names(test$estimate), c("N", "S", "W"))
  expect_equal(unname(test$estimate), rows$estimate)
  pairs <- utils::combn(3, 2)
  expect_equal(test$contrasts$std.error, sqrt(rows$std.error[pairs[1, ]]^2 + rows$std.error[pairs[2, ]]^2))
  expect_equal(auc_test(by)$p.value, auc_test(by_region(sick ~ risk, others, weights = weight))$p.value)
  # A cluster may be in a group that has no part in the test.
  people$id <- seq_len(120)
  people$id[people$region == "S"] <- people$id[people$region == "N"]
  clustered <- by_region(sick ~ risk, people, cluster = id)
  expect_identical(auc_test(clustered)$p.value, auc_test(by_region(sick ~ risk, others))$p.value)
  expect_identical(dim(vcov(clustered)), c(3L, 3L))
  expect_error(roc_test(clustered, measure = "brier"), "must not span groups", class = "wroc_error_clusters")
  skip_if_not_installed("survey")
  people$loss <- (people$sick - people$risk)^2
  people$psu <- rep(1:24, 5)
  design <- survey::svydesign(~psu, weights = ~weight, data = people)
  found <- roc_test(by_region(sick ~ risk, design), measure = "brier", test = "wald")
  means <- survey::svyby(~loss, ~region, design, survey::svymean, covmat = TRUE)
  of <- function(a, b) as.vector(survey::SE(survey::svycontrast(means, structure(c(1, -1), names = c(a, b)))))
  expect_equal(found$contrasts$std.error, c(of("N", "S"), of("N", "W"), of("S", "W")))
  of_areas <- vcov(by_region(sick ~ risk, design))
  expect_identical(is.na(diag(of_areas)), c("N:risk" = FALSE, "S:risk" = TRUE, "W:risk" = FALSE))
})
