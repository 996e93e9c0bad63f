# Fits of models of other packages.

people <- local({
  set.seed(1)
  data <- data.frame(x = stats::rnorm(80), group = rep(c("a", "b"), 40), weight = rep(1:4, 20))
  data$y <- as.integer(data$x + stats::rnorm(80) > 0)
  data$case <- factor(data$y, 0:1, c("no", "yes"))
  data
})

# The fit of a model, without its messages; the first must be of the model, and say what was taken.
fitted_object <- function(model, taken, ...) {
  told <- character()
  fit <- withCallingHandlers(weighted_roc(model, ...), message = function(message) {
    told <<- c(told, conditionMessage(message))
    if (length(told) == 1L) expect_s3_class(message, "wroc_message_model")
    invokeRestart("muffleMessage")
  })
  expect_identical(told[[1L]], sprintf("Taking %s of the model.\n", taken))
  fit
}

test_that("a glm gives its fitted values, and weights where it was given some", {
  model <- stats::glm(y ~ x, stats::binomial(), people)
  fit <- fitted_object(model, "the label `y` and the fitted values")
  expect_identical(coef(fit)[["fitted"]], auc_wmw(people$x, people$y))
  weighted <- suppressWarnings(stats::glm(y ~ x, stats::binomial(), people, weights = weight))
  fit <- fitted_object(weighted, "the label `y`, the fitted values and the prior weights")
  expect_identical(coef(fit)[["fitted"]], auc_wmw(people$x, people$y, people$weight))
  expect_identical(fit$call, quote(weighted_roc(x = model)))
})

test_that("a svyglm gives its design: the fit is that of the design", {
  skip_if_not_installed("survey")
  data <- people
  data$x[3] <- NA
  designs <- list(
    whole = survey::svydesign(~1, strata = ~group, weights = ~weight, data = data),
    calibrated = survey::calibrate(survey::svydesign(~1, weights = ~weight, data = data), ~group, c(200, 110))
  )
  designs$part <- subset(designs$calibrated, group == "a")
  designs$replicates <- survey::as.svrepdesign(designs$whole)
  for (design in designs) {
    model <- suppressWarnings(survey::svyglm(case ~ x, design, family = stats::quasibinomial()))
    fit <- fitted_object(model, "the label `case`, the fitted values and the survey design")
    expected <- suppressMessages(weighted_roc(case ~ x, design, na.action = stats::na.omit))
    columns <- setdiff(names(expected$areas), "score")
    expect_equal(fit$areas[columns], expected$areas[columns], tolerance = 1e-12)
    expect_identical(fit$response, "case")
  }
  by_group <- suppressMessages(weighted_roc(model, by = group))
  expect_identical(names(by_group$fits), c("a", "b"))
})

test_that("a lrm gives its probabilities and weights, if it kept the response", {
  skip_on_cran()
  skip_if_not_installed("rms")
  lrm <- getExportedValue("rms", "lrm")
  for (model in list(lrm(case ~ x, people, y = TRUE), lrm(case ~ x, people, model = TRUE))) {
    fit <- fitted_object(model, "the label `case` and the fitted probabilities")
    expect_equal(coef(fit)[["fitted"]], auc_wmw(people$x, people$y), tolerance = 1e-12)
  }
  risks <- stats::fitted(stats::glm(y ~ x, stats::binomial(), people))
  expect_equal(fit$observations$scores[[1L]], unname(risks), tolerance = 1e-5)
  weighted <- suppressWarnings(lrm(case ~ x, people, weights = weight, y = TRUE))
  fit <- fitted_object(weighted, "the label `case`, the fitted probabilities and the weights")
  expect_equal(coef(fit)[["fitted"]], auc_wmw(people$x, people$y, people$weight), tolerance = 1e-12)
  expect_wroc_error_of(weighted_roc(lrm(case ~ x, people)), "type", "x")
  ordinal <- lrm(as.integer(cut(x, 3)) ~ weight, people, y = TRUE)
  expect_wroc_error_of(weighted_roc(ordinal), "type", "x")
})

test_that("a probability forest gives its out-of-bag probabilities, of the class that is positive", {
  skip_if_not_installed("ranger")
  ranger <- getExportedValue("ranger", "ranger")
  taken <- "the label `case` and the out-of-bag probabilities"
  forest <- ranger(case ~ x + weight, people, probability = TRUE, num.trees = 50, seed = 1, num.threads = 1)
  fit <- fitted_object(forest, taken)
  expect_identical(coef(fit)[["out_of_bag"]], auc_wmw(forest$predictions[, "yes"], people$y))
  fit <- fitted_object(forest, taken, positive = "no")
  expect_identical(coef(fit)[["out_of_bag"]], auc_wmw(forest$predictions[, "no"], 1 - people$y))
  expect_identical(fit$classes[["positive"]], "no")
  by_name <- ranger(x = people["x"], y = people$case, probability = TRUE, num.trees = 50, num.threads = 1)
  fit <- fitted_object(by_name, "the label `people$case` and the out-of-bag probabilities")
  expect_identical(coef(fit)[["out_of_bag"]], auc_wmw(by_name$predictions[, "yes"], people$y))
  classes <- ranger(case ~ x, people, num.trees = 5, num.threads = 1)
  expect_wroc_error_of(weighted_roc(classes), "type", "x")
  elsewhere <- local({
    gone <- people
    ranger(case ~ x, gone, probability = TRUE, num.trees = 5, num.threads = 1)
  })
  expect_wroc_error_of(weighted_roc(elsewhere), "type", "x")
  few <- people
  fitted <- ranger(case ~ x, few, probability = TRUE, num.trees = 5, num.threads = 1)
  few <- few[-1L, ]
  expect_wroc_error(weighted_roc(fitted), "type", paste(
    "`x` must have the data that it was fitted to. Those of its call have 79 rows, not 80; fit it again,",
    "or give a formula: `weighted_roc(label ~ prediction, data)`."
  ))
  expect_wroc_error_of(weighted_roc(forest, positive = "maybe"), "labels", "positive")
})

test_that("weights that balance or match treatments give the AUC of the propensity score after weighting", {
  taken <- "the label `y`, the propensity scores and the weights"
  skip_if_not_installed("WeightIt")
  weightit <- getExportedValue("WeightIt", "weightit")
  balanced <- weightit(y ~ x, people, method = "glm", s.weights = people$weight)
  fit <- fitted_object(balanced, taken)
  expect_identical(coef(fit)[["propensity"]],
                   auc_wmw(balanced$ps, people$y, unname(balanced$weights * people$weight)))
  expect_identical(fit$classes[["positive"]], "1")
  expect_refused("type x" = weighted_roc(weightit(y ~ x, people, method = "ebal")))
  skip_if_not_installed("MatchIt")
  matchit <- getExportedValue("MatchIt", "matchit")
  matched <- suppressWarnings(matchit(y ~ x, people))
  fit <- fitted_object(matched, taken)
  expect_identical(coef(fit)[["propensity"]],
                   auc_wmw(unname(matched$distance), people$y, unname(matched$weights)))
  nothing <- suppressWarnings(matchit(y ~ x, people, distance = "mahalanobis"))
  expect_refused("type x" = weighted_roc(nothing))
})

test_that("imputations and their models say how they are pooled", {
  imputed <- structure(list(), class = "mids")
  expect_wroc_error(weighted_roc(imputed), "type", argument = "x", paste(
    "`x` must be a fit, not an object of class mids. The fit of a formula pools all completed data sets:",
    "`weighted_roc(label ~ score, imputed)`."
  ))
  expect_wroc_error_of(weighted_roc(structure(list(), class = "mira")), "type", "x")
  skip_if_not_installed("mice")
  data <- people
  data$x[1:9] <- NA
  sets <- mice::mice(data[c("x", "y")], m = 2, printFlag = FALSE)
  models <- with(sets, stats::glm(y ~ x, stats::binomial()))
  pooled <- suppressMessages(auc_pool(lapply(models$analyses, weighted_roc)))
  expect_equal(pooled$estimate, auc_pool(with(sets, weighted_roc(y ~ x)))$estimate)
})

test_that("the intervals of a bootstrap are percentiles, by no method", {
  set.seed(1)
  fit <- weighted_roc(rnorm(20), rep(0:1, 10), variance = "bootstrap")
  expect_match(paste(format(fit), collapse = " "), "(bootstrap, percentiles)", fixed = TRUE)
  expect_wroc_error_of(weighted_roc(rnorm(20), rep(0:1, 10), variance = "bootstrap", method = "wald"), "unused",
                       "method")
})
