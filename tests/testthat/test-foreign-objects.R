# Objects of other packages that are no scores, labels or data by themselves: errors with the way out.

test_that("a survival outcome is no label, no score and no weight, and neither is an outcome at a time a score", {
  skip_on_cran()
  skip_if_not_installed("survival")
  s <- c(1, 3, 2, 4)
  y <- c(0, 1, 0, 1)
  outcome <- survival::Surv(c(1, 2, 3, 4), y)
  data <- data.frame(y, s)
  data$outcome <- outcome
  of_class <- function(argument, expected) {
    sprintf(paste("`%s` must be %s, not an object of class Surv. `outcome_at()` makes the label at one time of it, and",
                  "`weighted_roc(Surv(time, status) ~ score, data, times = )` curves at several."), argument, expected)
  }
  at <- outcome_at(outcome, 3)
  for (f in list(WeightedROC, auc_wmw, auc_ci, auc_test, roc_influence, roc_estimate, roc_band, roc_tally)) {
    scores <- name_of_scores(f)
    expect_wroc_error(f(s, outcome), "type", of_class("label", "a numeric or logical vector or a factor"),
                      argument = "label")
    expect_wroc_error(f(s, y, outcome), "type", of_class("weight", "a numeric vector"), argument = "weight")
    # Most of these accept several scores, and would take time and status for two.
    expect_wroc_error(f(outcome, y), "type", of_class(scores, "a numeric vector of scores"), argument = scores)
    expect_error(f(at, y), class = "wroc_error_type")
    expect_error(f(s, y, weight = at), "weight", class = "wroc_error_type")
  }
  expect_wroc_error(auc_wmw(list(a = s, b = outcome), y), "type",
                    paste("In score `b`:", of_class("guess", "a numeric vector of scores")))
  expect_wroc_error(auc_ci(s, outcome, positive = 1), "type", of_class("label", "a vector or a factor"))
  expect_wroc_error(auc_multiclass(cbind(a = s, b = s), outcome), "type", of_class("label", "a vector or a factor"))
  expect_wroc_error(weighted_roc(y ~ outcome, data), "type", of_class("outcome", "a numeric vector of scores"))
  expect_wroc_error(weighted_roc(y ~ s, data, weights = outcome), "type", of_class("weights", "a numeric vector"))
  expect_refused(
    "absent times" = weighted_roc(s, outcome), "absent times" = weighted_roc(outcome ~ s, data),
    "type x" = weighted_roc(outcome, y), "type weight" = weighted_roc(s, y, outcome), "type x" = auc_ci(at)
  )
  for (argument in c("weights", "cluster", "by", "fold", "subset")) {
    given <- structure(list(quote(at)), names = argument)
    expect_error(eval(as.call(c(list(quote(weighted_roc), y ~ s, quote(data)), given))), class = "wroc_error")
  }
  expect_error(roc_estimate(s, y, measure = roc_measure("PPV", threshold = 2, prior = at)), class = "wroc_error")
})

test_that("results of imputed data are pooled", {
  # The result of with() in package mice.
  set.seed(1)
  sets <- lapply(1:3, function(i) data.frame(y = rep(0:1, 20), s = rnorm(40) + rep(0:1, 20)))
  call <- quote(weighted_roc(y ~ s))
  analyses <- lapply(sets, function(data) eval(call, data, globalenv()))
  expect_identical(auc_pool(structure(list(analyses = analyses), class = "mira")), auc_pool(analyses))
  skip_if_not_installed("mice")
  data <- sets[[1L]]
  data$s[1:5] <- NA
  imputed <- mice::mice(data, m = 2, printFlag = FALSE)
  pooled <- auc_pool(with(imputed, weighted_roc(y ~ s)))
  expect_identical(auc_ci(weighted_roc(y ~ s, imputed))$estimate, pooled$estimate)
})

test_that("a model is no scores, but has some", {
  data <- data.frame(y = rep(0:1, 10), s = c(1, 3, 2, 5, 4))
  model <- stats::glm(y ~ s, stats::binomial(), data)
  words <- "must be scores or a formula, not a model of class glm: `weighted_roc(y ~ fitted(model), data)`."
  for (f in list(WeightedROC, auc_wmw, auc_ci, auc_test, roc_estimate)) {
    scores <- name_of_scores(f)
    says <- sprintf("`%s` %s", scores, words)
    expect_wroc_error(f(model), "type", says, argument = scores)
    expect_wroc_error(f(model, data$y), "type", says, argument = scores)
  }
  expect_identical(weighted_roc(y ~ fitted(model), data)$areas$estimate, auc_wmw(fitted(model), data$y))
  expect_identical(coef(weighted_roc(model))[["fitted"]], auc_wmw(fitted(model), data$y))
  other <- structure(list(fitted.values = fitted(model), call = model$call), class = "learner")
  expect_wroc_error_of(weighted_roc(other), "type", "x")
})

test_that("what was found has the right article", {
  skip_on_cran()
  expect_wroc_error(WeightedROC(1:2, globalenv()), "type",
                    "`label` must be a numeric or logical vector or a factor, not an environment.")
  for (wrong in list(globalenv(), expression(a), mean)) {
    found <- c(environment = "an environment", expression = "an expression",
               "function" = "a function")[[class(wrong)]]
    expect_wroc_error(auc_wmw(wrong, 0:1), "type",
                      sprintf("`guess` must be a numeric vector of scores, not %s.", found))
  }
  expect_identical(vapply(list(quote(a), quote(a + b), list(), sum, 1L), described, ""),
                   c("a name", "a call", "a list", "a function", "a vector of type integer"))
})

cars <- transform(mtcars, gear = factor(ifelse(am == 1, "manual", "automatic")))

code_in <- function(message) {
  found <- regmatches(message, gregexpr("`[^`]+`", message))[[1L]]
  found <- gsub("`", "", found)
  found[grepl("^(weighted_roc|auc_)", found)]
}

# The value of each code in the message of a call.
followed_from <- function(call, frame = parent.frame()) {
  error <- tryCatch(eval(call, frame), error = identity)
  expect_s3_class(error, "wroc_error")
  lapply(code_in(conditionMessage(error)), function(code) suppressMessages(eval(str2lang(code), frame)))
}

functions <- setdiff(getNamespaceExports("WeightedROC"), c("roc_metric", "roc_collect"))

test_that("every function says what an object of another package is", {
  skip_on_cran()
  object <- structure(list(trees = 3, call = quote(f())), class = "some_forest")
  environment <- new.env()
  for (f in functions) {
    error <- expect_error(eval(call(f, quote(object))), class = "wroc_error_type")
    expect_match(conditionMessage(error), "not an object of class some_forest. Give its predictions", fixed = TRUE)
    expect_error(eval(call(f, quote(environment))), "not an environment", class = "wroc_error_type")
  }
  for (argument in c("label", "weight", "cluster")) {
    call <- c(list(quote(auc_ci), mtcars$mpg), if (argument != "label") list(mtcars$am),
              structure(list(quote(object)), names = argument))
    expect_error(eval(as.call(call)), "class some_forest", class = "wroc_error_type")
  }
})

test_that("every function says what a model is", {
  model <- glm(am ~ mpg, binomial, mtcars)
  for (f in setdiff(functions, c("weighted_roc", "roc_measure"))) {
    expect_error(eval(call(f, quote(model))), "glm", class = "wroc_error_type")
  }
  curve <- WeightedROC(mtcars$mpg, mtcars$am)
  for (f in c("auc_concordance", "auc_over_time", "auc_multiclass", "weighted_roc", "roc_tally", "auc_wmw")) {
    expect_error(eval(call(f, quote(curve))), "not a curve", class = "wroc_error")
  }
})

test_that("the scores of pROC and ROCR are found", {
  area <- auc_wmw(mtcars$mpg, mtcars$am)
  if (requireNamespace("pROC", quietly = TRUE)) {
    one <- pROC::roc(mtcars$am, mtcars$mpg, quiet = TRUE)
    reversed <- pROC::roc(mtcars$am, -mtcars$mpg, quiet = TRUE)
    # Two of three classes.
    some <- pROC::roc(mtcars$cyl, mtcars$mpg, levels = c(8, 6), quiet = TRUE)
    expect_equal(coef(followed_from(quote(auc_ci(one)))[[1L]])[[1L]], area)
    expect_equal(coef(followed_from(quote(roc_hull(reversed)))[[1L]])[[1L]], area)
    expect_equal(coef(followed_from(quote(weighted_roc(x = some)))[[1L]])[[1L]], as.numeric(some$auc))
    expect_equal(coef(followed_from(quote(auc_ci(pROC::auc(one))))[[1L]])[[1L]], area)
  }
  skip_if_not_installed("ROCR")
  pairs <- ROCR::prediction(mtcars$mpg, mtcars$am)
  expect_equal(coef(followed_from(quote(roc_pr(pairs)))[[1L]])[[1L]], area)
  expect_error(auc_ci(ROCR::performance(pairs, "tpr", "fpr")), "no observations", class = "wroc_error_type")
})

test_that("trees, hazards and models of caret are found, with their rows", {
  skip_on_cran()
  if (requireNamespace("rpart", quietly = TRUE)) {
    tree <- rpart::rpart(gear ~ mpg + wt, cars, weights = qsec, method = "class")
    fit <- followed_from(quote(auc_ci(tree)))[[1L]]
    expect_equal(coef(fit)[[1L]], auc_wmw(predict(tree)[, "manual"], cars$am, cars$qsec))
  }
  if (requireNamespace("survival", quietly = TRUE)) {
    hazard <- survival::coxph(survival::Surv(time, status) ~ age + ph.ecog, survival::lung, weights = sex)
    found <- followed_from(quote(weighted_roc(hazard)))
    expect_equal(found[[1L]]$estimate, unname(survival::concordance(hazard)$concordance[[1L]]))
    expect_s3_class(found[[2L]], "weighted_roc_times")
    parametric <- survival::survreg(survival::Surv(time, status) ~ age + ph.ecog, survival::lung)
    expect_equal(followed_from(quote(auc_ci(parametric)))[[1L]]$estimate,
                 unname(survival::concordance(parametric)$concordance))
  }
  skip_if_not_installed("caret")
  trained <- caret::train(gear ~ mpg, cars, method = "glm", trControl = caret::trainControl(method = "none"))
  expect_equal(coef(followed_from(quote(auc_wmw(trained)))[[1L]])[[1L]], auc_wmw(mtcars$mpg, mtcars$am))
})

test_that("imputations are pooled", {
  skip_if_not_installed("mitools")
  label <- score <- NULL
  data <- data.frame(label = mtcars$am, score = mtcars$mpg, w = mtcars$wt)
  several <- mitools::imputationList(list(data, transform(data, score = score + 1 / seq_along(score))))
  pooled <- followed_from(quote(roc_estimate(several)))[[1L]]
  expect_equal(auc_ci(pooled)$estimate, auc_pool(lapply(several$imputations, function(data) {
    weighted_roc(label ~ score, data)
  }))$estimate)
  skip_if_not_installed("survey")
  designs <- survey::svydesign(ids = ~ 1, weights = ~ w, data = several)
  expect_s3_class(followed_from(quote(auc_ci(designs)))[[1L]], "weighted_roc")
})
