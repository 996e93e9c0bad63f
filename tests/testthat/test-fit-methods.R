# Methods of R's and other packages' generics for fits.

set.seed(7)
sick <- rep(0:1, c(100, 60))
people <- data.frame(sick = c("no", "yes")[sick + 1], weight = rexp(160), region = rep(c("N", "S"), 80),
                     id = rep(1:80, 2), age = rnorm(160, 50 + 8 * sick, 10),
                     bmi = rnorm(160, 26 + 2 * sick, 4), third = rnorm(160))
fit <- weighted_roc(sick ~ age + bmi + third, people, weights = weight, positive = "yes")

tidy_of <- function(by) do.call(rbind, lapply(by$fits, `[[`, "areas"))

with_format <- function(fit, format) {
  structure(replace(unclass(fit), "format", list(format)), class = class(fit))
}

test_that("coefficients and their covariance are those of estimates, influences and tests", {
  expect_identical(coef(fit), structure(fit$areas$estimate, names = c("age", "bmi", "third")))
  expect_close(sqrt(diag(vcov(fit))), fit$areas$std.error, 1e-12)
  jackknife <- weighted_roc(sick ~ age + bmi + third, people, weights = weight, positive = "yes",
                            variance = "jackknife")
  u <- roc_influence(fit)
  expect_close(as.vector(vcov(jackknife)), as.vector(crossprod(u)), 1e-12)
  pairs <- auc_test(fit, test = "wald")$contrasts
  of_pair <- function(a, b) sqrt(sum(vcov(fit)[c(a, b), c(a, b)] * c(1, -1, -1, 1)))
  expect_close(pairs$std.error, mapply(of_pair, pairs$score1, pairs$score2, USE.NAMES = FALSE), 1e-12)
  ways <- list(
    clusters = update(fit, cluster = id),
    counts = update(fit, weights = rep(1:4, 40), variance = "frequency"),
    folds = update(fit, fold = rep(1:5, 32)),
    model = update(fit, weights = NULL,
                   weights_model = suppressWarnings(glm(id > 40 ~ age, binomial, people))),
    bootstrap = update(fit, variance = "bootstrap")
  )
  for (name in names(ways)) {
    covariance <- vcov(ways[[name]])
    expect_close(sqrt(diag(covariance)), ways[[name]]$areas$std.error, 1e-10)
    expect_identical(isSymmetric(covariance), TRUE, info = name)
    expect_true(all(eigen(covariance)$values > 0), info = name)
  }
  # All scores have the same replicates.
  apart <- cov2cor(vcov(ways$bootstrap)) - cov2cor(vcov(fit))
  expect_lt(max(abs(apart)), 0.1)
})

test_that("groups are independent of each other, except in a design", {
  by <- weighted_roc(sick ~ age + bmi, people, by = region, positive = "yes")
  names <- c("N:age", "N:bmi", "S:age", "S:bmi")
  expect_identical(names(coef(by)), names)
  expect_identical(unname(coef(by)[3:4]), unname(coef(by$fits$S)))
  expect_identical(dimnames(vcov(by)), list(names, names))
  expect_identical(unname(vcov(by)[3:4, 3:4]), unname(vcov(by$fits$S)))
  expect_true(all(vcov(by)[1:2, 3:4] == 0))
  expect_identical(coef(update(by, . ~ bmi)), coef(by["bmi"]))
  expect_error(vcov(weighted_roc(sick ~ age, people, by = region, cluster = rep(1:80, each = 2),
                                 positive = "yes")),
               class = "wroc_error_clusters")
  skip_if_not_installed("survey")
  design <- survey::svydesign(~cluster, weights = ~weight,
                              data = transform(people, cluster = rep(1:40, each = 4)))
  of_design <- weighted_roc(sick ~ age + bmi, design, by = region, positive = "yes")
  expect_close(sqrt(diag(vcov(of_design))), tidy_of(of_design)$std.error, 1e-10)
  expect_true(all(vcov(of_design)[1:2, 3:4] != 0))
  difference <- vcov(of_design["age"])
  test <- auc_test(of_design["age"], test = "wald")
  expect_close(sqrt(sum(difference * c(1, -1, -1, 1))), test$std.error, 1e-10)
})

test_that("package survey makes contrasts of a fit", {
  skip_if_not_installed("survey")
  found <- survey::svycontrast(fit, c(age = 1, bmi = -1, third = 0))
  pair <- auc_test(fit[c("age", "bmi")], test = "wald")
  expect_close(coef(found)[[1]], pair$estimate[["difference"]], 1e-12)
  expect_close(survey::SE(found)[[1]], pair$std.error, 1e-12)
})

test_that("some scores of a fit are the fit of these", {
  for (i in list(c("third", "age"), c(3, 1), c(TRUE, FALSE, TRUE), -2)) {
    some <- fit[i]
    expected <- update(fit, if (identical(i, -2) || is.logical(i)) . ~ age + third else . ~ third + age)
    # The effective sizes of all rows are those by the last score, whose order rounds them.
    expect_equal(some$areas, expected$areas, tolerance = 1e-14)
    expect_identical(some$curves, expected$curves)
    expect_identical(some$observations, expected$observations)
    expect_identical(formula(some), formula(expected), ignore_formula_env = TRUE)
    expect_equal(update(some, conf.level = 0.8)$areas, update(expected, conf.level = 0.8)$areas, tolerance = 1e-14)
  }
  expect_identical(fit[], fit)
  expect_refused("choice i" = fit["nope"], "empty i" = fit[character()])
  by <- weighted_roc(sick ~ age + bmi, people, by = region, positive = "yes")
  expect_identical(auc_test(by["bmi"])$p.value,
                   auc_test(weighted_roc(sick ~ bmi, people, by = region, positive = "yes"))$p.value)
  of_columns <- weighted_roc(sick ~ cbind(age, bmi), people, positive = "yes")
  expect_identical(formula(of_columns["bmi"]), formula(of_columns))
  of_vectors <- with(people, weighted_roc(list(age = age, bmi = bmi), sick, positive = "yes"))
  expect_identical(of_vectors["bmi"]$areas, rows_of(of_vectors$areas, 2L), ignore_attr = TRUE)
  expect_error(update(of_vectors["bmi"], conf.level = 0.8))
  repeated <- cbind(rep(1:5, 32), rep(1:4, 40))
  two <- with(people,
              weighted_roc(list(a = cbind(age, age), b = cbind(bmi, bmi)), sick, positive = "yes",
                           fold = repeated))
  expect_identical(auc_ci(two["b"])$estimate, two$areas$estimate[[2]])
})

test_that("fits of the same rows make one, whose scores are compared", {
  one <- update(fit, . ~ age)
  both <- c(one, update(fit, . ~ third + bmi))
  expect_identical(names(both$curves), c("age", "third", "bmi"))
  expect_identical(vcov(both)[names(coef(fit)), names(coef(fit))], vcov(fit))
  expect_identical(auc_test(c(one, update(fit, . ~ bmi)))$p.value, auc_test(fit[1:2])$p.value)
  expect_identical(update(both, conf.level = 0.8)$areas,
                   update(fit, . ~ age + third + bmi, conf.level = 0.8)$areas)
  expect_wroc_error_of(c(one, one), "names", "...")
  for (other in list(update(fit, . ~ bmi, weights = NULL), update(fit, . ~ bmi, subset = id > 2),
                     update(fit, . ~ bmi, cluster = id), update(fit, . ~ bmi, positive = "no"),
                     update(fit, . ~ bmi, variance = "jackknife"))) {
    expect_wroc_error_of(c(one, other), "rows", "...")
  }
  expect_wroc_error_of(c(one, one$curves$age), "type", "...")
})

test_that("probabilities are those of the calibration, classes those at the threshold", {
  expect_identical(predict(fit["age"]), predict(roc_calibrate(fit$curves$age), people$age))
  expect_identical(predict(fit)["age"], data.frame(age = predict(fit["age"])))
  new <- data.frame(age = c(40, NA, 70), bmi = 25, third = 0)
  expect_identical(predict(fit, new)$age, predict(roc_calibrate(fit$curves$age), new$age))
  expect_identical(predict(fit["age"], new, prior = 0.01),
                   predict(roc_calibrate(fit$curves$age, prior = 0.01), new$age))
  expect_identical(predict(fit["age"], new, threshold = 70), factor(c("no", NA, "yes"), c("no", "yes")))
  expect_identical(predict(fit, new, threshold = c(30, 25, 1))$third, factor(rep("no", 3), c("no", "yes")))
  at <- roc_at(fit$curves$age, threshold = 55)
  called <- predict(fit["age"], threshold = 55)
  expect_equal(at$TPR, with(people, weighted.mean(called[sick == "yes"] == "yes", weight[sick == "yes"])))
  low <- weighted_roc(sick ~ log(age), people, positive = "no", direction = "<=")
  high <- weighted_roc(sick ~ log(age), people, positive = "yes")
  expect_equal(predict(low, new), 1 - predict(high, new))
  expect_identical(predict(low, new, threshold = log(40)), factor(c("no", NA, "yes"), c("yes", "no")))
  by <- weighted_roc(sick ~ age, people, by = region, positive = "yes")
  expect_identical(predict(by, new)$S, predict(by$fits$S, new))
  expect_refused(
    "column formula" = predict(fit, new["age"]), "unused prior" = predict(fit, threshold = 1, prior = 0.5),
    "length threshold" = predict(fit, threshold = 1:2), "unused" = predict(fit, new, type = "class")
  )
})

test_that("a model is fitted without the rows that it left out, also by group", {
  data <- transform(people, sick = factor(sick), id = NULL)
  data$age[3] <- NA
  for (action in list(na.omit, na.exclude)) {
    model <- suppressWarnings(glm(sick ~ age + bmi, binomial, data, weights = weight, na.action = action))
    expect_message(found <- weighted_roc(model, by = data$region[-3]), "Treating `yes` as the positive class")
    expected <- with(data[-3, ], weighted_roc(list(fitted = model$fitted.values), sick == "yes", weight, by = region))
    expect_identical(found$fits$S$areas, expected$fits$S$areas)
    expect_identical(found$fits$S$response, "sick")
  }
  linear <- lm(as.integer(sick == "yes") ~ age, people)
  expect_identical(coef(weighted_roc(linear))[[1]], auc_wmw(people$age, people$sick == "yes"))
  expect_refused("labels age" = weighted_roc(lm(age ~ bmi, people)))
})

test_that("a tally is fitted, and its interval is that of its observations", {
  tally <- with(people, roc_tally(age, sick == "yes", weight))
  found <- weighted_roc(tally, conf.level = 0.9)
  columns <- c("estimate", "std.error", "conf.low", "conf.high", "df", "n_eff_pos", "variance")
  expect_equal(found$areas[columns], auc_ci(fit["age"], conf.level = 0.9)[columns])
  expect_identical(nobs(found), 160)
  expect_equal(vcov(found)[[1]], vcov(fit)[[1]])
  expect_refused("observations guess" = weights(found))
})

test_that("a label whose first level looks like the event is named", {
  of <- function(levels) {
    y <- factor(levels[(people$sick == "yes") + 1], levels)
    text <- NULL
    withCallingHandlers(weighted_roc(y ~ people$age), message = function(message) {
      text <<- conditionMessage(message)
      invokeRestart("muffleMessage")
    })
    text
  }
  expect_identical(of(c("case", "control")),
                   paste("Treating `control` as the positive class (last level);",
                         "use `positive = \"case\"` to change this.\n"))
  for (first in c("yes", "Class1", "positive", "TRUE")) {
    expect_match(of(c(first, "zzz")), sprintf("use `positive = \"%s\"`", first), fixed = TRUE)
  }
  expect_identical(of(c("control", "case")), "Treating `case` as the positive class (last level).\n")
  expect_identical(of(c("dead", "event")), "Treating `event` as the positive class (last level).\n")
  # The larger of two numbers is positive, which is said where they are no usual labels.
  expect_message(found <- weighted_roc(ifelse(am == 1, 20, 10) ~ mpg, mtcars), "Treating 20 as the positive class",
                 class = "wroc_message_positive")
  expect_identical(unname(found$classes), c("10", "20"))
})

test_that("a fit of another version is an error, and one that was saved is read", {
  saved <- readRDS(test_path("ref-data", "fit-format-1.rds"))
  now <- weighted_roc(am ~ mpg + qsec, mtcars, weights = gear / 10)
  # The last bit of effective numbers may change with the order in which squares are added up.
  expect_equal(saved$areas, now$areas, tolerance = 1e-14)
  expect_identical(saved$observations, now$observations)
  expect_identical(auc_ci(saved, conf.level = 0.9), auc_ci(now, conf.level = 0.9))
  for (format in list(NULL, 2L, "1")) {
    expect_error(auc_ci(with_format(now, format)), class = "wroc_error_version")
  }
})

test_that("package parameters prints fits, also by group and of groups without a curve", {
  skip_if_not_installed("parameters")
  parameters_of <- parameters::model_parameters
  found <- parameters_of(fit, ci = 0.9)
  expected <- auc_ci(fit, conf.level = 0.9)
  columns <- c(Parameter = "score", Coefficient = "estimate", SE = "std.error", CI_low = "conf.low",
               CI_high = "conf.high", df_error = "df")
  expect_equal(as.list(found)[names(columns)], as.list(expected)[columns], ignore_attr = TRUE)
  expect_identical(found$CI, rep(0.9, 3))
  printed <- capture.output(print(found))
  expect_match(printed[[1]], "^Parameter +\\| +AUC +\\| +SE +\\| +90% CI +\\| +df$")
  expect_match(printed[[3]], "^age +\\| 0[.][0-9]{2} \\| 0[.][0-9]{2} \\| \\[")
  expect_identical(parameters_of(update(fit, conf.level = 0.8))$CI, rep(0.8, 3))
  one_class <- transform(people, sick = ifelse(region == "N", "no", sick))
  by <- suppressWarnings(weighted_roc(sick ~ age + bmi, one_class, by = region, positive = "yes"))
  found <- parameters_of(by)
  expect_identical(as.data.frame(found)[c("region", "Parameter", "Coefficient")],
                   data.frame(region = rep(c("N", "S"), each = 2), Parameter = c("age", "bmi"),
                              Coefficient = unname(coef(by))))
  expect_match(capture.output(print(found))[[1]], "^region +\\| +Parameter +\\| +AUC")
  expect_error(parameters_of(fit, ci = 2), class = "wroc_error_range")
})

test_that("tidy() of tests names the difference `estimate`, and of estimates their scores `term`", {
  skip_if_not_installed("generics")
  fit <- weighted_roc(am ~ mpg + wt + qsec, mtcars)
  own <- coef(fit)
  tidied <- function(x, ...) as.list(generics::tidy(x, ...))
  test <- auc_test(fit[1:2])
  found <- tidied(test)
  expect_equal(unlist(found[c("estimate", "estimate1", "estimate2")], use.names = FALSE),
               unname(c(own[[1L]] - own[[2L]], own[1:2])))
  expect_identical(found[c("p.value", "std.error", "conf.low")],
                   list(p.value = test$p.value, std.error = test$std.error, conf.low = test$conf.int[[1L]]))
  expect_null(found$estimate3)
  one <- tidied(auc_test(fit["mpg"]))
  expect_identical(one$estimate, own[["mpg"]])
  expect_false("estimate1" %in% names(one))
  two <- tidied(auc_test(fit["mpg"], weighted_roc(vs ~ wt, mtcars)))
  expect_equal(two$estimate, two$estimate1 - two$estimate2)
  three <- tidied(auc_test(fit))
  expect_identical(three$estimate, NA_real_)
  expect_equal(c(three$estimate1, three$estimate2, three$estimate3), unname(own))
  expect_identical(names(three)[8:9], c("num.df", "denom.df"))
  by_vs <- weighted_roc(am ~ mpg, mtcars, by = vs)
  slope <- tidied(auc_test(by_vs, trend = TRUE))
  expect_equal(slope$estimate, slope$estimate2 - slope$estimate1)
  expect_identical(tidied(auc_ci(fit))$term, names(own))
  expect_identical(tidied(auc_ci(by_vs))$vs, auc_ci(by_vs)$vs)
  expect_null(tidied(auc_ci(fit), conf.int = FALSE)$conf.low)
  expect_identical(tidied(roc_band(fit["mpg"]))$TPR, roc_band(fit["mpg"])$TPR)
})

test_that("model.frame() has the label, the scores and the weights as they were given", {
  used <- which(mtcars$cyl > 4)
  found <- model.frame(weighted_roc(am ~ wt + log(mpg), mtcars, direction = "<=", weights = hp, subset = cyl > 4))
  expect_equal(found, data.frame(am = mtcars$am, wt = mtcars$wt, `log(mpg)` = log(mtcars$mpg), `(weights)` = mtcars$hp,
                                 check.names = FALSE)[used, ], ignore_attr = "row.names")
  expect_identical(row.names(found), as.character(used))
  class <- factor(mtcars$am, labels = c("b", "a"))
  expect_identical(model.frame(weighted_roc(class ~ mpg, mtcars, positive = "b"))$class, factor(class, c("a", "b")))
  by_vs <- model.frame(weighted_roc(am > 0 ~ mpg, mtcars, by = vs))
  expect_identical(by_vs[["am > 0"]], c(mtcars$am[mtcars$vs == 0], mtcars$am[mtcars$vs == 1]) > 0)
  expect_identical(by_vs$vs, sort(mtcars$vs))
})

test_that("`conf.level = NULL` gives the estimates without intervals", {
  skip_on_cran()
  fit <- weighted_roc(am ~ mpg + wt, mtcars)
  predictions <- seeded(matrix(runif(450), 150, dimnames = list(NULL, levels(iris$Species))))
  calls <- list(
    fit = function(...) weighted_roc(am ~ mpg + wt, mtcars, ...)$areas,
    vectors = function(...) weighted_roc(mtcars$mpg, mtcars$am, ...)$areas,
    tally = function(...) weighted_roc(roc_tally(mtcars$mpg, mtcars$am), ...)$areas,
    classes = function(...) weighted_roc(predictions, iris$Species, ...)$areas,
    estimate = function(...) roc_estimate(fit, ...), area = function(...) auc_ci(mtcars$mpg, mtcars$am, ...),
    multiclass = function(...) auc_multiclass(predictions, iris$Species, ...),
    pool = function(...) auc_pool(list(fit, fit), ...), numbers = function(...) auc_pool(c(0.8, 0.9), c(0.1, 0.1), ...),
    test = function(...) auc_test(fit, ...)$contrasts
  )
  for (f in calls) {
    found <- f(conf.level = NULL)
    expect_equal(found$estimate, f()$estimate, tolerance = 1e-14)
    expect_true(all(is.na(found$conf.low)) && all(is.na(found$conf.high)))
    expect_false(anyNA(f()$conf.low))
  }
  test <- auc_test(fit, conf.level = NULL)
  expect_null(test$conf.int)
  expect_identical(test$p.value, auc_test(fit)$p.value)
  expect_wroc_error_of(roc_band(fit, conf.level = NULL), "type", "conf.level")
  expect_output(print(weighted_roc(am ~ mpg, mtcars, conf.level = NULL)), "AUC without intervals:\n  mpg  0.830$")
  expect_output(print(weighted_roc(predictions, iris$Species, conf.level = NULL)), "AUC without intervals:\n")
})

test_that("scores have their names without backticks, and `$` and `[[` get a score or a group", {
  cars <- mtcars
  names(cars)[1] <- "CRP (mg/L)"
  fit <- weighted_roc(am ~ `CRP (mg/L)` + log(`CRP (mg/L)`) + qsec, cars)
  names <- c("CRP (mg/L)", "log(`CRP (mg/L)`)", "qsec")
  expect_identical(auc_ci(fit)$score, names)
  expect_identical(names(coef(fit["CRP (mg/L)"])), names[[1L]])
  expect_identical(fit$qsec, fit["qsec"])
  expect_identical(fit[["CRP (mg/L)"]], fit["CRP (mg/L)"])
  expect_identical(formula(fit["CRP (mg/L)"]), am ~ `CRP (mg/L)`, ignore_formula_env = TRUE)
  expect_identical(coef(update(fit, . ~ `CRP (mg/L)`)), coef(fit["CRP (mg/L)"]))
  expect_identical(names(predict(fit, cars)), names)
  expect_false(any(grepl("`CRP (mg/L)`  ", format(fit), fixed = TRUE)))
  expect_null(fit$nothing)
  expect_null(fit$formul)
  expect_identical(fit$areas$score, names)
  cars$mpg <- replace(cars[[1]], 3, NA)
  cars[[1]][3] <- NA
  expect_error(weighted_roc(am ~ `CRP (mg/L)`, cars), class = "wroc_error_missing")
  cars$sex <- rep(c("women", "men"), 16)
  by <- weighted_roc(am ~ qsec + hp, cars, by = sex)
  expect_identical(by$women, by$fits$women)
  expect_identical(by[["women"]], by$fits$women)
  expect_identical(by["qsec"]$women, by$women["qsec"])
  expect_error(by["women"], "`fit[[\"women\"]]`", fixed = TRUE, class = "wroc_error_choice")
})
