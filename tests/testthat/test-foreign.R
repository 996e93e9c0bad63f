# Objects of other packages: each function says what they are and what to do, and this is right.

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
  expect_equal(pooled$estimate, auc_pool(lapply(several$imputations, function(data) {
    weighted_roc(label ~ score, data)
  }))$estimate)
  skip_if_not_installed("survey")
  designs <- survey::svydesign(ids = ~ 1, weights = ~ w, data = several)
  expect_s3_class(followed_from(quote(auc_ci(designs)))[[1L]], "data.frame")
})

test_that("a model with new data says how its predictions are used", {
  model <- glm(am ~ mpg, binomial, mtcars[1:20, ])
  new <- mtcars[13:32, ]
  fit <- followed_from(quote(weighted_roc(model, new)))[[1L]]
  expect_equal(coef(fit)[[1L]], auc_wmw(predict(model, new), new$am))
  expect_error(weighted_roc(model, newdata = new), "accepts no new data", class = "wroc_error_unsupported")
  line <- lm(am ~ wt, mtcars)
  expect_equal(coef(followed_from(quote(weighted_roc(line, new)))[[1L]])[[1L]], auc_wmw(-new$wt, new$am))
  object <- structure(list(trees = 3, call = quote(f())), class = "some_forest")
  expect_error(weighted_roc(object, new), "add its predictions to `new`", class = "wroc_error_unsupported")
  skip_if_not_installed("survival")
  lung <- survival::lung
  Surv <- survival::Surv
  hazard <- survival::coxph(Surv(time, status) ~ age, lung[1:100, ])
  later <- lung[101:228, ]
  found <- followed_from(quote(weighted_roc(hazard, later)))[[1L]]
  expect_equal(found$estimate, unname(survival::concordance(hazard, newdata = later)$concordance))
})

test_that("an outcome in the place of scores, weights and others is a classed error", {
  skip_if_not_installed("survival")
  y <- outcome_at(survival::Surv(1:32, rep(0:1, 16)), 20)
  expect_error(WeightedROC(y, mtcars$am), "label of functions of observations", class = "wroc_error_type")
  expect_error(auc_ci(y), "must be scores", class = "wroc_error_type")
  expect_error(auc_ci(survival::Surv(1:32, rep(0:1, 16))), "must be scores", class = "wroc_error_type")
  for (f in c("WeightedROC", "auc_wmw", "auc_ci", "weighted_roc", "roc_tally", "roc_pr")) {
    expect_error(eval(call(f, quote(y), quote(mtcars$am))), class = "wroc_error_type")
    expect_error(eval(call(f, quote(mtcars$mpg), quote(mtcars$am), weight = quote(y))), "weight",
                 class = "wroc_error_type")
  }
  for (argument in c("weights", "cluster", "by", "fold", "subset")) {
    given <- structure(list(quote(y)), names = argument)
    expect_error(eval(as.call(c(list(quote(weighted_roc), am ~ mpg, quote(mtcars)), given))), class = "wroc_error")
  }
  expect_error(roc_estimate(mtcars$mpg, mtcars$am, measure = roc_measure("PPV", threshold = 20, prior = y)),
               class = "wroc_error")
})
