set.seed(7)
sick <- rep(0:1, c(100, 60))
people <- data.frame(
  sick = c("no", "yes")[sick + 1], weight = rexp(160), region = rep(c("N", "S"), 80),
  id = rep(1:80, 2), age = rnorm(160, 50 + 8 * sick, 10), bmi = rnorm(160, 26 + 2 * sick, 4)
)
fit <- weighted_roc(sick ~ age + bmi, people, weights = weight, positive = "yes")
truth <- people$sick == "yes"

test_that("a fit has the curves and the areas of the plain functions", {
  expect_identical(fit$curves$age, with(people, WeightedROC(age, truth, weight)))
  expect_identical(fit$curves$bmi, with(people, WeightedROC(bmi, truth, weight)))
  expect_equal(fit$areas, auc_ci(as.list(people[c("age", "bmi")]), truth, people$weight))
  expect_identical(fit$classes, c(negative = "no", positive = "yes"))
  expect_identical(nobs(fit), 160L)
  expect_identical(weights(fit), people$weight)
})

test_that("all ways in say the same", {
  columns <- people[c("age", "bmi")]
  same <- expression(
    weighted_roc(as.list(columns), people$sick, people$weight, positive = "yes"),
    with(people, weighted_roc(cbind(age, bmi), truth, weight)),
    with(people, weighted_roc(sick ~ age + bmi, weights = weight, positive = "yes")),
    weighted_roc(data = people, formula = sick ~ age + bmi, weights = weight, positive = "yes"),
    weighted_roc(sick ~ ., people[c("sick", "age", "bmi")], positive = "yes", weights = people$weight),
    weighted_roc(sick == "yes" ~ cbind(age, bmi), people, weights = weight),
    # Columns of a matrix are vectors.
    weighted_roc(lapply(columns, as.matrix), as.matrix(truth + 0), as.matrix(people$weight))
  )
  for (call in same) expect_identical(eval(call)$areas, fit$areas, label = deparse1(call))
  expect_identical(update(fit, conf.level = 0.8)$areas, auc_ci(fit, conf.level = 0.8))
})

test_that("expressions are computed among the columns", {
  shift <- 3
  found <- weighted_roc(sick ~ log(age) + I(bmi * 2 + shift), people, weights = weight^2,
                        positive = "yes", cluster = id)
  expect_identical(names(found$curves), c("log(age)", "I(bmi * 2 + shift)"))
  expect_equal(found$areas$estimate,
               unname(auc_wmw(people[c("age", "bmi")], truth, people$weight^2)))
  expect_equal(found$areas[-1], auc_ci(as.list(people[c("age", "bmi")]), truth, people$weight^2,
                                       cluster = people$id)[-1])
})

test_that("the later level is positive, in so many words, unless it is said which one is", {
  expect_message(found <- weighted_roc(sick ~ age, people),
                 "Treating `yes` as the positive class (last level).", fixed = TRUE,
                 class = "wroc_message_positive")
  expect_identical(found$classes[["positive"]], "yes")
  people$sick <- factor(people$sick, c("yes", "no", "unused"))
  expect_message(turned <- weighted_roc(sick ~ age, people), "`no`")
  expect_equal(turned$areas$estimate, 1 - found$areas$estimate)
  expect_silent(weighted_roc(sick ~ age, people, positive = "yes"))
  people$sick <- ifelse(truth, 2, 1)
  expect_silent(numbers <- weighted_roc(sick ~ age, people))
  expect_identical(numbers$classes[["positive"]], "2")
  people$sick <- ifelse(truth, 3, 7)
  expect_message(larger <- weighted_roc(sick ~ age, people), "Treating 7 as the positive class", fixed = TRUE)
  expect_equal(larger$areas$estimate, 1 - found$areas$estimate)
  three <- weighted_roc(sick ~ age, people, positive = 3)
  expect_identical(three$areas$estimate, found$areas$estimate)
})

test_that("where low means positive, thresholds stay in the units of the score", {
  low <- weighted_roc(sick ~ age, people, weights = weight, positive = "no", direction = "<=")
  for (t in c(40, 55.5, people$age[[3]])) {
    found <- roc_at(low, threshold = t)
    called <- people$age <= t
    expect_equal(found$TPR, sum(people$weight[called & !truth]) / sum(people$weight[!truth]))
    expect_equal(found$FPR, sum(people$weight[called & truth]) / sum(people$weight[truth]))
    expect_identical(found$threshold, t)
  }
  expect_equal(low$areas$estimate, fit$areas$estimate[[1]])
  curve <- as.data.frame(low)
  expect_identical(curve$threshold[nrow(curve)], -Inf)
  expect_false(is.unsorted(-curve$threshold))
  best <- roc_optimal(low)
  expect_identical(roc_at(low, threshold = best$threshold)$TPR, best$TPR)
  expect_identical(roc_band(low, by = "threshold", at = 50)$threshold, c(50, 50))
  ci <- roc_estimate(low, measure = roc_measure("threshold", threshold = "cost"), R = 20)
  expect_true(ci$conf.low <= ci$estimate && ci$estimate <= ci$conf.high)
  expect_identical(ci$estimate, best$threshold)
  rule <- roc_constrained(low, max_FPR = 0.1, randomize = TRUE)
  expect_true(rule$threshold_low <= rule$threshold_high)
})

test_that("missing values are counted, and left out when that is asked for", {
  people$age[c(2, 9)] <- NA
  people$weight[9:10] <- NA
  ask <- function(...) weighted_roc(sick ~ age + bmi, people, weights = weight, positive = "yes", ...)
  expect_refused("missing: 3 of 160 rows have a missing value: 2 in `age`, 2 in `weights`." = ask(),
                  "missing: na.action = na.omit" = ask(), choice = ask(na.action = na.pass),
                  "missing: `na.rm = TRUE`" = weighted_roc(people$age, truth))
  known <- people[-c(2, 9, 10), ]
  for (action in list(na.omit, na.exclude, "na.omit")) {
    left <- ask(na.action = action)
    expect_identical(left$omitted, 3)
    expect_identical(nobs(left), 157L)
    expect_equal(coef(left), auc_wmw(known[c("age", "bmi")], known$sick == "yes", known$weight))
  }
  expect_identical(weighted_roc(people$age, truth, na.rm = TRUE)$omitted, 2)
})

test_that("a subset is a condition or row numbers", {
  north <- weighted_roc(sick ~ age, people, subset = region == "N", positive = "yes")
  expect_identical(weighted_roc(sick ~ age, people, subset = which(region == "N"), positive = "yes")$areas, north$areas)
  expect_equal(north$areas$estimate, with(people[people$region == "N", ], auc_wmw(age, sick == "yes")))
})

test_that("groups have a fit each, and answers have their names in front", {
  by <- weighted_roc(sick ~ age + bmi, people, weights = weight, positive = "yes", by = region)
  expect_s3_class(by, "weighted_roc_by")
  south <- weighted_roc(sick ~ age + bmi, people[people$region == "S", ], weights = weight,
                        positive = "yes")
  expect_identical(by$fits$S$areas, south$areas)
  best <- roc_optimal(by, cost_FN = 5)
  expect_identical(best$region, c("N", "N", "S", "S"))
  expect_equal(best[best$region == "S", -1], roc_optimal(south, cost_FN = 5), ignore_attr = TRUE)
  expect_identical(auc_ci(by)[auc_ci(by)$region == "S", "estimate"], south$areas$estimate)
  expect_identical(row.names(confint(by)), c("N:age", "N:bmi", "S:age", "S:bmi"))
  expect_identical(auc_test(by$fits$S)$p.value, auc_test(south)$p.value)
  expect_identical(names(auc_test(by["age"])$estimate), c("N", "S", "difference"))
})

test_that("functions of observations take a fit in their place", {
  columns <- as.list(people[c("age", "bmi")])
  plain <- function(f, ...) f(columns, truth, people$weight, ...)
  expect_equal(auc_ci(fit, conf.level = 0.8), plain(auc_ci, conf.level = 0.8))
  expect_identical(auc_test(fit)$p.value, plain(auc_test)$p.value)
  expect_identical(auc_test(fit)$data.name, "fit")
  expect_equal(roc_influence(fit), plain(roc_influence))
  expect_equal(coef(fit), plain(auc_wmw))
  band <- roc_band(fit, at = c(0.1, 0.2))
  expect_identical(band$score, c("age", "age", "bmi", "bmi"))
  expect_equal(band[3:4, -1], roc_band(people$bmi, truth, people$weight, at = c(0.1, 0.2)),
               ignore_attr = TRUE)
  expect_identical(roc_compare(fit)$ahead == "age", roc_compare(fit$curves$age, fit$curves$bmi)$ahead == "x")
  jackknife <- weighted_roc(people$age, truth, variance = "jackknife")
  expect_identical(auc_ci(jackknife, FPR = c(0, 0.1))$variance, "jackknife")
  expect_refused(unused = auc_ci(fit, label = truth), unused = auc_ci(fit, weight = people$weight),
                  unused = auc_ci(fit, na.rm = TRUE))
})

test_that("weights that are counts by their class choose the variance", {
  counts <- structure(rep(1:4, 40), class = c("hardhat_frequency_weights", "hardhat_case_weights"))
  found <- weighted_roc(list(age = people$age), truth, counts)
  expect_identical(found$areas$variance, "frequency")
  expect_identical(weighted_roc(sick ~ age, people, variance = "jackknife",
                                positive = "yes")$areas$variance, "jackknife")
})

test_that("a fit prints no more than twelve rows, and says what is positive", {
  lines <- capture.output(print(fit))
  expect_lte(length(lines), 12)
  expect_identical(lines[[1]], "Weighted ROC curves, 160 observations")
  expect_identical(lines[[2]], "`yes` is the positive class of `sick`, and higher scores indicate it.")
  expect_match(lines[[3]], "^60 positive [(]effective: [0-9.]+[)], 100 negative [(]effective: [0-9.]+[)]$")
  expect_match(lines, "age .*0\\.[0-9]{3}  \\[0\\.[0-9]{3}, 0\\.[0-9]{3}\\]", all = FALSE)
  expect_identical(format(fit), lines)
  many <- structure(rep(list(people$age), 30), names = paste0("s", 1:30))
  lines <- capture.output(print(weighted_roc(many, truth)))
  expect_length(lines, 15)
  expect_identical(lines[[15]], "  ... 20 more rows, see print(n = Inf)")
  by <- weighted_roc(sick ~ age, people, by = id %% 15, positive = "yes")
  expect_lte(length(capture.output(print(by))), 14)
  expect_match(format(by)[[1]], "by `group`: 15 groups, 160 observations", fixed = TRUE)
  long <- weighted_roc(
    factor(ifelse(sick == "yes", "the positive class", "other")) == "the positive class" ~ age, people
  )
  expect_true(all(nchar(format(long)) <= 80))
  expect_silent(capture.output(summary(weighted_roc(sick ~ age, people, positive = "yes"))))
})

test_that("a summary tests nothing that nobody asked for", {
  shown <- summary(fit)
  expect_identical(names(shown), c("fit", "areas", "optimal", "partial"))
  expect_output(print(shown), "\n`auc_test()` tests whether the AUCs differ.\n", fixed = TRUE)
  one <- capture.output(print(summary(weighted_roc(sick ~ age, people, positive = "yes"))))
  expect_false(any(grepl("auc_test", one)))
})

test_that("R's generics answer as for other models", {
  ends <- confint(fit)
  expect_identical(dimnames(ends), list(c("age", "bmi"), c("2.5 %", "97.5 %")))
  expect_identical(unname(ends[, 1]), fit$areas$conf.low)
  expect_identical(dim(confint(fit, "bmi", 0.9)), c(1L, 2L))
  expect_identical(names(as.data.frame(fit)), c("score", "TPR", "FPR", "threshold", "FN", "FP"))
  one <- update(fit, . ~ . - bmi)
  expect_identical(one$areas$estimate, fit$areas$estimate[[1]])
  expect_identical(formula(fit), fit$formula)
})

test_that("broom's generics answer", {
  skip_if_not_installed("generics")
  tidied <- generics::tidy(fit)
  expect_identical(names(tidied), c("term", "estimate", "std.error", "conf.low", "conf.high"))
  expect_identical(tidied$conf.low, fit$areas$conf.low)
  expect_identical(names(generics::tidy(fit, conf.int = FALSE)), c("term", "estimate", "std.error"))
  expect_identical(as.list(generics::glance(fit)[c("nobs", "positive")]), list(nobs = 160L, positive = "yes"))
  augmented <- generics::augment(fit, people)
  expect_s3_class(augmented, "tbl_df")
  expect_identical(augmented$.TPR_age, roc_at(fit$curves$age, threshold = people$age)$TPR)
  expect_identical(augmented$.influence_bmi, roc_influence(people$bmi, truth, people$weight)[, 1])
  part <- weighted_roc(sick ~ age, people, subset = region == "N", positive = "yes")
  expect_identical(generics::augment(part, people)$id, people$id[people$region == "N"])
  expect_refused(length = generics::augment(part, people[1:3, ]))
  by <- weighted_roc(sick ~ age, people, by = region, positive = "yes")
  augmented <- generics::augment(by, people)
  expect_identical(augmented[names(people)], people, ignore_attr = TRUE)
  expect_identical(augmented$.TPR[people$region == "S"], generics::augment(by$fits$S)$.TPR)
})

test_that("pictures are drawn", {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  expect_identical(plot(fit), fit)
  by <- weighted_roc(sick ~ age, people, by = region, positive = "yes")
  expect_invisible(plot(by, main = "by"))
  skip_if_not_installed("ggplot2", "3.4.0")
  drawn <- ggplot2::ggplot(fit, ggplot2::aes(FPR, TPR, colour = score)) + ggplot2::geom_path()
  expect_identical(nrow(ggplot2::layer_data(drawn)), nrow(as.data.frame(fit)))
  expect_s3_class(ggplot2::autoplot(fit), "ggplot")
  marked <- drawn + ggplot2::autolayer(roc_band(fit)) + ggplot2::autolayer(roc_optimal(fit))
  expect_silent(ggplot2::ggplot_build(marked))
})

test_that("the type of a picture is that of a function of the curve", {
  skip_on_cran()
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  people$risk <- stats::plogis((people$age - 55) / 10)
  likely <- weighted_roc(sick ~ risk, people, weights = weight, positive = "yes")
  by <- weighted_roc(sick ~ risk, people, by = region, positive = "yes")
  results <- list(pr = roc_pr, prg = roc_prg, gain = roc_gain, net_benefit = roc_net_benefit)
  for (one in list(likely, by)) {
    for (type in c("roc", names(results), "reliability")) {
      expect_identical(plot(one, type = type), one)
    }
    expect_invisible(plot(one, type = "gain", share = c(0, 0.1, 1), main = "gain", cex.main = 2))
    expect_refused(
      "unused: Did you mean `type`" = plot(one, "pr"), "choice: \"prg\"" = plot(one, type = "prx"),
      "unused: not accepted by plot(fit, type = \"pr\")" = plot(one, type = "pr", threshold = 1),
      "unused: `hul`" = plot(one, hul = TRUE), "unused: `colour`" = plot(one, type = "gain", main = "", colour = 1),
      "unused: by name" = plot(one, , "gain", 0.3), "range: percent" = plot(one, type = "pr", prior = 2),
      "unused: roc_plot() draw it" = plot(one, optimal = list())
    )
  }
  expect_refused("range: calibrated" = plot(fit, type = "net_benefit"), forecast = plot(fit, type = "reliability"))
  expect_invisible(plot(fit, type = "net_benefit", calibrated = TRUE, prior = c(0.1, 0.2)))
  skip_if_not_installed("ggplot2", "3.4.0")
  for (one in list(likely, by)) {
    for (type in names(results)) {
      drawn <- ggplot2::autoplot(one, type = type, prior = c(0.1, 0.4))
      by_hand <- ggplot2::autoplot(results[[type]](one, prior = c(0.1, 0.4)))
      for (i in seq_along(by_hand$layers)) {
        expect_equal(ggplot2::layer_data(drawn, i), ggplot2::layer_data(by_hand, i))
      }
    }
    drawn <- ggplot2::autoplot(one, type = "reliability", band = "none")
    expect_s3_class(drawn, "ggplot")
    expect_length(unique(ggplot2::layer_data(drawn, 4)$colour), if (inherits(one, "weighted_roc")) 1L else 2L)
    expect_refused("unused: `main`" = ggplot2::autoplot(one, type = "pr", main = "x"),
                    "unused: `hul`" = ggplot2::autoplot(one, hul = TRUE), choice = ggplot2::autoplot(one, "prx"))
  }
})

test_that("what can't be read is said in words that help", {
  by <- weighted_roc(sick ~ age, people, by = region, positive = "yes")
  people$stage <- rep(c("i", "ii", "iii", "iv"), 40)
  people$parts <- as.list(people$age)
  unknown <- transform(people, age = NA_real_)
  of <- function(formula, ...) weighted_roc(formula, people, ...)
  expect_refused(
    absent = weighted_roc(), absent = weighted_roc(people$age), type = of(~age), "type: I(" = of(sick ~ age:bmi),
    "column: agee" = of(sick ~ agee), "type: comes first" = weighted_roc(people, sick ~ age),
    "type: region" = of(sick ~ region, positive = "yes"), labels = of(sick ~ age, positive = "maybe"),
    "unused: wieght" = weighted_roc(sick ~ age, people, wieght = weight), type = of(age ~ sick),
    "labels: Are label and score swapped?" = of(bmi ~ age), "type: as.formula(\"sick ~ age\")" = of("sick ~ age"),
    "labels: one class with the rest: `stage == \"i\"`" = of(stage ~ age),
    type = weighted_roc(sick ~ age, as.matrix(people[5:6])), range = weighted_roc(people$age, truth, conf.level = 2),
    type = weighted_roc(people$age, truth, na.rm = "no"), empty = weighted_roc(numeric(), character()),
    subset = of(sick ~ age, subset = 1000, positive = "yes"), subset = of(sick ~ age, subset = 1.5),
    "type: `parts` must be a numeric vector of scores, not a list." = of(sick ~ parts, positive = "yes"),
    "empty: There are no observations: `sick` has length 0." = weighted_roc(sick ~ age, people[0, ]),
    "empty: `subset` or the weights leave none" = weighted_roc(sick ~ age, people, subset = region == "X"),
    "empty: every row has a missing value" = weighted_roc(sick ~ age, unknown, na.action = na.omit),
    "choice: `direction` must be the same for all scores, not 2." = of(sick ~ age + bmi, direction = c(">=", "<=")),
    # Columns that are named as a string or by a formula show how they are named.
    "type: without quotes or `~`: `weights = weight`" = weighted_roc(sick ~ age, people, weights = "weight"),
    "type: without quotes or `~`: `weights = weight`" = weighted_roc(sick ~ age, people, weights = ~weight),
    "type: `by = region`" = of(sick ~ age, by = "region"), "type: `cluster = id`" = of(sick ~ age, cluster = ~id),
    "length: interaction(a, b)" = weighted_roc(sick ~ age, people, by = c(region, id)),
    "type: interaction(a, b)" = weighted_roc(sick ~ age, people, by = list(region, id)),
    type = weighted_roc(people$age, truth, by = as.raw(rep(1:2, 80))),
    type = weighted_roc(people$age, truth, by = rep(1i, 160)),
    # Methods.
    "unused: takes `parm`, `level`" = confint(fit, conf.level = 0.9),
    "type: `level` must be" = confint(by, level = "95%"),
    "choice: \"weight\" is not one of them" = confint(by, "weight"), "choice: 3 is not one of them" = confint(fit, 3),
    "choice: age" = confint(fit, NA), "choice: age" = confint(fit, list("age", 7)), choice = roc_plot_scores(fit),
    "choice: by$fits[[1]]" = roc_plot_scores(by), choice = roc_compare(by["age"]$fits[[1L]])
  )
})

test_that("errors name the argument as it was written, and the call", {
  expect_wroc_error(weighted_roc(sick ~ age, people, weights = -weight, positive = "yes"), "weight",
                    sprintf("`weights` must be finite and >= 0: element 1 is %s.",
                            format(-people$weight[[1]], digits = 6)),
                    argument = "weights")
  error <- expect_error(weighted_roc(people$age, truth, "w"))
  expect_identical(error$argument, "weight")
  expect_identical(conditionCall(error)[[1]], quote(weighted_roc))
  # A score of a formula has its own name.
  data <- data.frame(sick = c(0, 1, 0, 1), day = letters[1:4], age = 1:4)
  error <- expect_error(weighted_roc(sick ~ age + day, data), "^`day` must be a numeric vector of scores",
                        class = "wroc_error_type")
  expect_identical(error[c("score", "argument")], list(score = "day", argument = "day"))
})

test_that("rows and intervals of scores are chosen by name, number and flag", {
  expect_identical(confint(fit, "bmi"), confint(fit)["bmi", , drop = FALSE])
  expect_identical(confint(fit, -2), confint(fit)["age", , drop = FALSE])
  expect_identical(confint(fit, c(FALSE, TRUE)), confint(fit)["bmi", , drop = FALSE])
})

test_that("a survey design gives the AUCs of its rows, whole or in part", {
  skip_if_not_installed("survey")
  data(api, package = "survey", envir = environment())
  design <- survey::svydesign(~dnum, weights = ~pw, data = apiclus1, fpc = ~fpc)
  fit_of <- function(...) weighted_roc(sch.wide ~ api00, ..., positive = "Yes")$areas
  of_rows <- function(design) with(design$variables, auc_ci(list(api00 = api00), sch.wide, design, positive = "Yes"))
  calibrated <- survey::calibrate(design, ~1, c(6194))
  for (one in list(design, calibrated, survey::as.svrepdesign(design))) expect_equal(fit_of(one), of_rows(one))
  for (one in list(design, calibrated)) {
    expect_equal(fit_of(one, subset = stype != "H"), of_rows(subset(one, stype != "H")))
  }
  low <- weighted_roc(sch.wide ~ api00, design, positive = "No", direction = "<=")
  expect_equal(low$areas$estimate, fit_of(design)$estimate)
  expect_refused(unused = weighted_roc(sch.wide ~ api00, design, weights = pw))
})

test_that("a table in a database gives curves, intervals and bounds", {
  skip_on_cran()
  skip_if_not_installed("RSQLite")
  skip_if_not_installed("dbplyr")
  connection <- DBI::dbConnect(RSQLite::SQLite())
  on.exit(DBI::dbDisconnect(connection))
  put <- function(data) {
    DBI::dbWriteTable(connection, "people", data, overwrite = TRUE)
    dplyr::tbl(connection, "people")
  }
  table <- put(people)
  ask <- function(...) weighted_roc(sick ~ age, table, positive = "yes", ...)
  found <- weighted_roc(sick ~ age + I(bmi * 2), table, weights = weight, positive = "yes")
  expect_equal(found$curves$age[1:5], fit$curves$age)
  expect_identical(names(found$areas), c(names(fit$areas), "bound.low", "bound.high"))
  columns <- c("estimate", "std.error", "conf.low", "conf.high", "df", "n_eff_pos")
  expect_equal(found$areas[columns], fit$areas[columns])
  expect_output(print(found), "`yes` is the positive class")
  expect_equal(nobs(found), 160)
  expect_equal(confint(found), confint(fit), ignore_attr = TRUE)
  expect_identical(names(roc_optimal(found))[[1]], "score")
  bare <- ask(variance = FALSE)
  expect_output(print(bare), "AUC with error bounds from binning (not confidence intervals):", fixed = TRUE)
  expect_identical(nobs(bare), NA_real_)
  low <- weighted_roc(sick ~ age, table, weights = weight, positive = "no", direction = "<=",
                      subset = region == "N", by = region)
  expect_equal(low$fits$N$areas$estimate,
               with(people[people$region == "N", ], auc_wmw(age, sick == "yes", weight)))
  expect_equal(ask(cluster = id)$areas$std.error,
               weighted_roc(sick ~ age, people, cluster = id, positive = "yes")$areas$std.error, tolerance = 0.05)
  expect_lte(nrow(as.data.frame(ask(points = 20))), 21)
  expect_refused(
    # Scores of the same rows are compared where a column says which rows these are.
    clusters = vcov(found), "clusters: cluster = id" = auc_test(found), unused = ask(weights_model = 1),
    choice = ask(variance = "bootstrap"), "unused: `points`, `tolerance`, `exact`" = ask(R = 100),
    "column: `by` must be computed from columns of the table (`sick`, " = ask(by = regoin),
    "column: `subset` must be computed from columns" = ask(subset = regoin == "N"),
    "type: without quotes: `weight`, not \"weight\"" = ask(weights = "weight"),
    "type: without quotes: `age`" = roc_collect(table, "age", sick),
    "type: not a formula" = roc_collect(table, sick ~ age),
    "type: is a table of a connection" = weighted_roc(sick ~ age, connection),
    "observations: dplyr::collect()" = weights(found), observations = vcov(bare), observations = roc_plot_scores(found)
  )
  table <- put(transform(people, age = replace(age, 3, NA)))
  expect_refused("missing: na.action = na.omit" = ask())
  expect_equal(ask(na.action = na.omit)$areas$estimate, with(people[-3, ], auc_wmw(age, sick == "yes")))
})

test_that("the scores of a fit are drawn in their units", {
  skip_on_cran()
  skip_if_not_installed("ggplot2", "3.4.0")
  people$age <- round(people$age, -1)
  low <- weighted_roc(sick ~ age, people, weights = weight, positive = "no", direction = "<=")
  drawn <- roc_plot_scores(low, threshold = 50)
  expect_identical(ggplot2::layer_data(drawn, 3)$xintercept, 55)
  called <- people$age <= 50 & !truth
  share <- sum(people$weight[called]) / sum(people$weight[!truth])
  expect_match(ggplot2::layer_data(drawn, 4)$label, sprintf("TPR %.3g", share))
  expect_refused(unused = roc_plot_scores(low, na.rm = TRUE))
})

test_that("groups are numbers, strings, levels or dates, and what is written alike is one", {
  keys <- function(by) vapply(weighted_roc(people$age, truth, by = by)$fits, nobs, 0L)
  expect_identical(keys(rep(c(0.3, 0.1 + 0.2, 0.4), length.out = 160)), c("0.3" = 107L, "0.4" = 53L))
  old <- options(OutDec = ",")
  on.exit(options(old))
  expect_identical(names(keys(rep(c(0.5, 1.5), 80))), c("0.5", "1.5"))
  people$day <- as.Date("2026-01-01") + rep(0:1, 80)
  plain <- weighted_roc(sick ~ age, people, positive = "yes", by = region)
  days <- weighted_roc(sick ~ age, people, positive = "yes", by = day)
  expect_identical(names(days$fits), c("2026-01-01", "2026-01-02"))
  expect_identical(days$fits[[2]]$areas, plain$fits[[2]]$areas)
  expect_identical(roc_optimal(days)$day, days$groups)
})

test_that("scores have names that tell them apart", {
  found <- weighted_roc(list(a = people$age, a = people$bmi, people$bmi), truth)
  expect_identical(names(found$curves), c("a", "a.1", "score3"))
  scores <- function(formula) names(weighted_roc(formula, people, positive = "yes")$curves)
  expect_identical(scores(sick ~ cbind(a = age, a = bmi)), c("a", "a.1"))
  # Columns without names of their own have those of their expression.
  expect_identical(scores(sick ~ scale(age) + scale(bmi)), c("scale(age)", "scale(bmi)"))
  expect_identical(scores(sick ~ poly(age, 2) + bmi), c("poly(age, 2)1", "poly(age, 2)2", "bmi"))
  expect_identical(scores(sick ~ cbind(age, bmi + 1)), c("age", "cbind(age, bmi + 1)2"))
})

test_that("bytes that are no text are shown", {
  odd <- ifelse(truth, "caf\xe9", "b")
  bytes <- odd
  Encoding(bytes) <- "bytes"
  for (label in list(odd, bytes)) {
    expect_message(found <- weighted_roc(people$age, label), "caf")
    expect_identical(found$classes, c(negative = "b", positive = "caf\\xe9"))
    expect_identical(weighted_roc(people$age, label, positive = label[[160]])$areas, found$areas)
  }
  expect_identical(names(weighted_roc(people$age, truth, by = rep(odd[c(1, 160)], 80))$fits),
                   c("b", "caf\\xe9"))
  scores <- structure(list(people$age, people$bmi), names = bytes[c(160, 160)])
  expect_identical(names(weighted_roc(scores, truth)$curves), c("caf\\xe9", "caf\\xe9.1"))
})

test_that("confint() has the intervals of other numbers, too", {
  fit <- weighted_roc(sick ~ age + weight, people, positive = "yes")
  early <- roc_measure("AUC", FPR = c(0, 0.2))
  one <- roc_estimate(fit, measure = early)
  found <- confint(fit, measure = early)
  expect_identical(rownames(found), c("age", "weight"))
  expect_equal(unname(found), unname(cbind(one$conf.low, one$conf.high)))
  both <- confint(fit, "weight", 0.9, measure = c(roc_measure("AUC"), early))
  expect_identical(rownames(both), c("weight: AUC", "weight: pAUC(FPR 0-0.2)"))
  expect_equal(unname(both[1, ]), unname(confint(fit, 2, 0.9)[1, ]))
  groups <- weighted_roc(sick ~ age, people, by = rep(1:2, length.out = nrow(people)), positive = "yes")
  expect_equal(confint(groups, measure = early)["2:age", ],
               confint(groups$fits[["2"]], measure = early)["age", ])
})

test_that("pictures tell groups apart", {
  skip_if_not_installed("ggplot2", "3.4.0")
  people$risk <- stats::plogis((people$age - 55) / 10)
  by <- weighted_roc(sick ~ risk, people, weights = weight, by = region, positive = "yes")
  rule <- roc_reject(by, cost_reject = 0.2)
  colours <- ggplot2::layer_data(ggplot2::autoplot(rule), 4)$colour
  expect_identical(colours[1:2], colours[3:4])
  expect_length(unique(colours), 2L)
  benefit <- ggplot2::autoplot(roc_net_benefit(by))
  treat_all <- ggplot2::layer_data(benefit, 2)
  expect_length(unique(treat_all$PANEL), 2L)
})

test_that("terms of a formula that are there can be removed", {
  people$risk <- people$age / 100
  scores <- function(formula) names(weighted_roc(formula, people, positive = "yes")$curves)
  expect_identical(scores(sick ~ . - region - id - weight), c("age", "bmi", "risk"))
  expect_identical(scores(sick ~ . - (region + id + weight + risk)), c("age", "bmi"))
  expect_identical(scores(sick ~ age + bmi - age - 1), "bmi")
  expect_identical(scores(sick ~ log(age - 1) + I(age - bmi)), c("log(age - 1)", "I(age - bmi)"))
})

test_that("operators that are not understood in a formula are refused with the way out", {
  cars <- transform(mtcars, g = vs)
  refused <- list(
    "use `am ~ mpg, by = g`. Write a logical score in I(): `I(mpg | g)`." = am ~ mpg | g,
    "use `am ~ log(mpg), by = interaction(g, cyl)`" = am ~ log(mpg) | g + cyl,
    "use `am ~ mpg, by = interaction(g, cyl)`" = am ~ wt + (mpg | (g / cyl)),
    "clusters: `cluster = g`." = am ~ mpg + (1 | g), "`I(mpg | wt)`" = am ~ mpg || wt, "`I(mpg & wt)`" = am ~ mpg & wt,
    "`I(am | vs)`" = am || vs ~ mpg, "`I(am & vs)`" = !(am && vs) ~ mpg,
    "must have one `~`" = am ~ (mpg ~ wt), "one label, not `am ~ mpg`" = am ~ mpg ~ wt,
    "one label, not `am:vs`" = am:vs ~ mpg, "its counts as `weights`" = cbind(am, vs) ~ mpg,
    "`label ~ I(mpg * wt)`" = am ~ mpg:wt, "`label ~ I(mpg * wt)`" = am ~ mpg * wt,
    "`label ~ I(mpg%in%wt)`" = am ~ mpg %in% wt,
    "`label ~ I(mpg + wt > 20)`" = am ~ mpg + wt > 20, "`label ~ I(mpg - 2)`" = am ~ mpg - 2,
    "arithmetic in I(): `label ~ I(-mpg)`" = am ~ -mpg + wt, "`label ~ I(mpg^2)`" = am ~ mpg^2,
    "`label ~ I(mpg/2)`" = am ~ mpg / 2, "`label ~ I(mpg - wt)`" = am ~ carb + (mpg - wt),
    "Write arithmetic in I()" = am ~ . - nope,
    "must name scores" = am ~ 1, "must name scores" = am ~ 0 - 1, "must name scores" = am ~ 7,
    "`offset(wt)` is not a score" = am ~ mpg + offset(wt), "use the argument `by = g`" = am ~ mpg + strata(g),
    "use the argument `cluster = g`" = am ~ mpg + survival::cluster(g), "`am ~ mpg`" = am ~ "mpg"
  )
  for (i in seq_along(refused)) {
    of <- gsub("%in%", " %in% ", names(refused)[[i]], fixed = TRUE)
    for (f in list(weighted_roc, roc_tally)) {
      error <- expect_error(f(refused[[i]], cars), of, fixed = TRUE, class = "wroc_error_type")
      expect_identical(error$argument, "formula")
    }
  }
  # R computes these as they are written.
  areas <- function(formula) unname(coef(weighted_roc(formula, cars)))
  by_hand <- function(score, label = cars$am) auc_wmw(score, label)
  expect_identical(areas(am ~ I(vs | carb > 2)), by_hand(cars$vs | cars$carb > 2))
  expect_identical(areas(am ~ mpg > 20), by_hand(cars$mpg > 20))
  expect_identical(areas(am ~ 0 + (mpg + log(wt * 2))), c(by_hand(cars$mpg), by_hand(cars$wt)))
  expect_identical(areas(am == 1 | vs == 1 ~ mpg), by_hand(cars$mpg, cars$am == 1 | cars$vs == 1))
  expect_identical(areas(!am ~ mpg), by_hand(cars$mpg, !cars$am))
  expect_identical(areas(carb %in% 1:2 ~ mpg), by_hand(cars$mpg, cars$carb %in% 1:2))
})

test_that("only what the formula and the expressions name is looked up", {
  ask <- function(data, formula = sick ~ age) {
    auc_ci(weighted_roc(formula, data, weights = weight, positive = "yes", subset = id > 3, cluster = id, by = region))
  }
  more <- c(as.list(people), list(mean = function(x) stop("not this one"), turn = function(x) -x,
                                  now = as.POSIXlt("2026-01-01"), short = 1:3,
                                  model = stats::lm(age ~ bmi, people)))
  lazy <- list2env(more)
  delayedAssign("unused", stop("forced"), assign.env = lazy)
  for (data in list(more, lazy, list2env(more, parent = emptyenv()))) {
    expect_identical(ask(data), ask(people))
    expect_equal(ask(data, sick ~ turn(age))$estimate, 1 - ask(people)$estimate)
    expect_refused("length: its length is 3" = weighted_roc(sick ~ short, data, positive = "yes"))
  }
  expect_identical(names(weighted_roc(sick ~ . - mean - turn - now - model - short - region, more,
                                      positive = "yes")$curves), c("weight", "id", "age", "bmi"))
})

test_that("an object that does not exist is named", {
  pass_on <- function(data) weighted_roc(sick ~ age, data)
  for (object in expression(weighted_roc(sick ~ age, poeple), weighted_roc(sick ~ age, data = head(poeple)),
                            pass_on(poeple), weighted_roc(sick ~ age, people, conf.level = poeple))) {
    error <- expect_error(eval(object), "^There is no object `poeple`[.]$", class = "wroc_error_absent")
    expect_identical(error$object, "poeple")
    expect_identical(conditionCall(error)[[1]], quote(weighted_roc))
  }
  lacking <- function() unheard_of
  error <- expect_error(weighted_roc(sick ~ age, lacking()), "unheard_of")
  expect_identical(conditionCall(error), quote(lacking()))
})

# The strokes that base graphics draw: colours, dashes and widths of lines stand in an uncompressed PDF.
strokes_of <- function(draw) {
  file <- tempfile(fileext = ".pdf")
  on.exit(unlink(file))
  grDevices::pdf(file, compress = FALSE)
  tryCatch(draw, finally = grDevices::dev.off())
  # The head of such a file has bytes that are no characters.
  iconv(readLines(file, warn = FALSE), "latin1", "ASCII", sub = "?")
}

test_that("lines have the colours, types and widths that are given", {
  skip_on_cran()
  people$risk <- stats::plogis((people$age - 55) / 10)
  people$even <- stats::plogis((people$bmi - 27) / 3)
  fit <- weighted_roc(sick ~ risk + even, people, weights = weight, positive = "yes")
  draw <- list(
    function(...) plot(fit, ...), function(...) plot(roc_pr(fit), ...),
    function(...) plot(roc_reject(fit, cost_reject = 0.2), ...)
  )
  for (type in c("pr", "prg", "gain", "net_benefit", "reliability")) {
    draw <- c(draw, local({
      type <- type
      function(...) plot(fit, type = type, ...)
    }))
  }
  marks <- c(red = "^1[.]000 0[.]000 0[.]000 SCN", green = "^0[.]000 1[.]000 0[.]000 SCN",
             width = "^6[.]00 w", dashes = "^[[] *6[.]00 +24[.]00 *[]] 0 d")
  for (one in draw) {
    told <- strokes_of(one(col = c("#FF0000", "#00FF00"), lty = c("solid", "23"), lwd = c(1, 8)))
    plain <- strokes_of(one())
    for (mark in names(marks)) {
      expect_true(any(grepl(marks[[mark]], told)), info = mark)
      expect_false(any(grepl(marks[[mark]], plain)), info = mark)
    }
    expect_true(any(grepl(marks[["red"]], strokes_of(one(col = "#FF0000")))))
    expect_refused(
      "length: `col`" = strokes_of(one(col = c("red", "green", "blue"))),
      "choice: `col`" = strokes_of(one(col = "no colour")), "type: `lwd`" = strokes_of(one(lwd = "wide")),
      "choice: `lty`" = strokes_of(one(lty = c("solid", "no type"))), "range: `lwd`" = strokes_of(one(lwd = -1)),
      "unused: `cex`" = strokes_of(one(cex = 2))
    )
  }
  expect_refused("unused: `pch`" = strokes_of(plot(fit, pch = 2)),
                  "unused: `pch`" = strokes_of(plot(fit, type = "pr", pch = 2)))
  by <- weighted_roc(sick ~ risk, people, by = region, positive = "yes")
  expect_true(any(grepl(marks[["green"]], strokes_of(plot(by, col = c("#FF0000", "#00FF00"))))))
})
