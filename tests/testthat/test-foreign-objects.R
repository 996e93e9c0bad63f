# Objects of other packages that are no scores, labels or data by themselves: errors with the way out.

test_that("a survival outcome is no label, no score and no weight", {
  skip_on_cran()
  skip_if_not_installed("survival")
  s <- c(1, 3, 2, 4)
  y <- c(0, 1, 0, 1)
  outcome <- survival::Surv(c(1, 2, 3, 4), y)
  data <- data.frame(y, s)
  data$outcome <- outcome
  way <- paste("`outcome_at()` makes the label at one time of it, and",
               "`weighted_roc(Surv(time, status) ~ score, data, times = )` curves at several.")
  of_class <- function(argument, expected) {
    sprintf("`%s` must be %s, not an object of class Surv. %s", argument, expected, way)
  }
  as_label <- of_class("label", "a numeric or logical vector or a factor")
  as_score <- function(argument) of_class(argument, "a numeric vector of scores")
  as_weight <- of_class("weight", "a numeric vector")
  of_vectors <- list(WeightedROC, auc_wmw, auc_ci, auc_test, roc_influence, roc_estimate, roc_band,
                     roc_tally)
  for (f in of_vectors) {
    expect_wroc_error(f(s, outcome), "type", as_label, argument = "label")
  }
  for (f in c(of_vectors, weighted_roc)) {
    expect_wroc_error(f(s, y, outcome), "type", as_weight, argument = "weight")
  }
  expect_wroc_error_of(weighted_roc(s, outcome), "absent", "times")
  for (f in list(WeightedROC, auc_wmw)) {
    expect_wroc_error(f(outcome, y), "type", as_score("guess"), argument = "guess")
  }
  # Most of these accept several scores, and would take time and status for two.
  for (f in list(roc_band, roc_tally, auc_ci, auc_test, roc_influence, roc_estimate)) {
    expect_wroc_error(f(outcome, y), "type", as_score("x"), argument = "x")
  }
  expect_wroc_error_of(weighted_roc(outcome, y), "type", "x")
  expect_wroc_error(auc_wmw(list(a = s, b = outcome), y), "type", paste("In score `b`:", as_score("guess")))
  expect_wroc_error(auc_ci(s, outcome, positive = 1), "type", of_class("label", "a vector or a factor"))
  expect_wroc_error(auc_multiclass(cbind(a = s, b = s), outcome), "type",
                    of_class("label", "a vector or a factor"))
  expect_wroc_error_of(weighted_roc(outcome ~ s, data), "absent", "times")
  expect_wroc_error(weighted_roc(y ~ outcome, data), "type", sub("`guess`", "`outcome`", as_score("guess")))
  expect_wroc_error(weighted_roc(y ~ s, data, weights = outcome), "type",
                    of_class("weights", "a numeric vector"))
})

test_that("imputed data are analysed one by one and pooled", {
  imputed <- structure(list(data = data.frame(y = c(0, 1, NA), s = 1:3), imp = list()), class = "mids")
  expect_wroc_error(
    weighted_roc(y ~ s, imputed), "type", argument = "data",
    paste("`data` must be one data.frame, not an object of class mids.",
          "Fit each completed data set and pool the results: `auc_pool(with(data, weighted_roc(y ~ s)))`.")
  )
  expect_wroc_error_of(weighted_roc(formula = y ~ s, data = imputed), "type", "data")
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
  expect_error(weighted_roc(y ~ s, imputed), class = "wroc_error_type")
  expect_identical(nrow(auc_pool(with(imputed, weighted_roc(y ~ s)))), 1L)
})

test_that("a model is no scores, but has some", {
  data <- data.frame(y = rep(0:1, 10), s = c(1, 3, 2, 5, 4))
  model <- stats::glm(y ~ s, stats::binomial(), data)
  words <- "must be scores or a formula, not a model of class glm: `weighted_roc(y ~ fitted(model), data)`."
  for (f in list(WeightedROC, auc_wmw)) {
    expect_wroc_error(f(model), "type", paste("`guess`", words), argument = "guess")
    expect_wroc_error(f(model, data$y), "type", paste("`guess`", words), argument = "guess")
  }
  for (f in list(auc_ci, auc_test, roc_estimate)) {
    expect_wroc_error(f(model), "type", paste("`x`", words), argument = "x")
    expect_wroc_error(f(model, data$y), "type", paste("`x`", words), argument = "x")
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
