# weighted_roc() of models and new data: the same as of their predictions as columns.

old <- mtcars[1:20, ]
new <- transform(mtcars[13:32, ], w = seq_along(am) + 0.5, half = rep(1:2, 10))

# The parts of a fit that do not depend on how it was made.
results_of <- function(fit) {
  if (inherits(fit, "weighted_roc_by")) return(lapply(unname(fit$fits), results_of))
  list(unname(fit$curves), as.list(fit$areas)[-1L], fit$classes, fit$omitted)
}

test_that("a model is fitted by its predictions, with weights, groups and a label of the new data", {
  mileage <- glm(am ~ mpg, binomial, old)
  weight <- lm(am ~ wt, old)
  both <- transform(new, mileage = predict(mileage, new, type = "response"), weight = predict(weight, new))
  expect_identical(results_of(weighted_roc(mileage, new)), results_of(weighted_roc(am ~ mileage, both)))
  fit <- weighted_roc(list(mileage = mileage, weight = weight), new, weights = w, by = half)
  expect_identical(results_of(fit), results_of(weighted_roc(am ~ mileage + weight, both, weights = w, by = half)))
  expect_identical(names(fit$fits[[1L]]$curves), c("mileage", "weight"))
  expect_identical(fit$fits[[1L]]$response, "am")
  fit <- weighted_roc(list(mileage = mileage, weight = weight), newdata = new)
  expect_identical(auc_test(fit)$p.value, auc_test(weighted_roc(am ~ mileage + weight, both))$p.value)
  expect_identical(predict(fit, both[1:3, ]), predict(weighted_roc(am ~ mileage + weight, both), both[1:3, ]))
  # A vector of the caller is not a column.
  outside <- new$w
  expect_identical(results_of(weighted_roc(mileage, new, weights = outside)),
                   results_of(weighted_roc(am ~ mileage, both, weights = w)))
  expect_identical(names(weighted_roc(mileage, new)$curves), "prediction")
})

test_that("probabilities of two classes are those of the positive one", {
  skip_if_not_installed("rpart")
  tree <- rpart::rpart(factor(am) ~ mpg + wt, old, control = list(minsplit = 5))
  probability <- predict(tree, new)
  expect_identical(suppressMessages(results_of(weighted_roc(tree, new)))[[2L]],
                   results_of(weighted_roc(new$am ~ probability[, 2]))[[2L]])
  expect_identical(results_of(weighted_roc(tree, new, positive = "0"))[[2L]],
                   results_of(weighted_roc(1 - new$am ~ probability[, 1]))[[2L]])
  expect_wroc_error(weighted_roc(tree, new, positive = "2"), "labels", argument = "positive",
                    "`positive = \"2\"` is not a value of `label`; its values are \"0\", \"1\".")
  gears <- rpart::rpart(factor(gear) ~ mpg, mtcars)
  expect_wroc_error(
    weighted_roc(gears, new), "labels", argument = "x",
    "Model `prediction` must have two classes, not 3: auc_multiclass() accepts the probabilities of more."
  )
})

test_that("classes of packages that may be missing are asked for probabilities", {
  # The methods of predict() of these packages, as they answer.
  methods <- list(
    ranger = function(object, data, ...) list(predictions = cbind("0" = 1 - data$p, "1" = data$p)),
    workflow = function(object, new_data, type, ...) {
      stopifnot(type == "prob")
      data.frame(.pred_0 = 1 - new_data$p, .pred_1 = new_data$p)
    },
    lrm = function(object, newdata, type, ...) if (type == "fitted") newdata$p,
    randomForest = function(object, newdata, type, ...) {
      stopifnot(type == "prob")
      cbind("0" = 1 - newdata$p, "1" = newdata$p)
    }
  )
  data <- data.frame(y = rep(0:1, 10), p = (1:20 * 7) %% 20 / 20)
  for (class in names(methods)) {
    registerS3method("predict", paste0("mock_", class), methods[[class]], envir = asNamespace("stats"))
    model <- structure(list(formula = y ~ p, trees = 3), class = c(paste0("mock_", class), class))
    expect_identical(results_of(weighted_roc(model, data)), results_of(weighted_roc(y ~ p, data)))
  }
})

test_that("a Cox model has the risk by each time", {
  skip_on_cran()
  skip_if_not_installed("survival")
  lung <- survival::lung
  Surv <- survival::Surv
  strata <- survival::strata
  model <- survival::coxph(Surv(time, status) ~ age + strata(sex), lung[1:100, ])
  later <- lung[101:228, ]
  times <- c(200, 400)
  # Breslow's estimate of a stratum, whose cumulated hazard is of age 0.
  hazards <- survival::basehaz(model, centered = FALSE)
  risk <- vapply(times, function(time) {
    cumulated <- vapply(1:2, function(sex) {
      own <- hazards[hazards$strata == paste0("sex=", sex) & hazards$time <= time, "hazard"]
      if (length(own)) max(own) else 0
    }, 0)
    1 - exp(-cumulated[later$sex] * exp(coef(model) * later$age))
  }, numeric(nrow(later)))
  fit <- weighted_roc(model, later, times = times)
  expected <- weighted_roc(Surv(time, status) ~ risk, later, times = times)
  expect_equal(results_of(fit), results_of(expected))
  expect_equal(roc_estimate(fit, measure = "brier")$estimate, roc_estimate(expected, measure = "brier")$estimate)
  # Blocks of rows: more rows than a block has.
  many <- later[rep(seq_len(nrow(later)), 5), ]
  expect_equal(risk_by_times(model, many, times), risk[rep(seq_len(nrow(later)), 5), ], ignore_attr = TRUE)
  expect_error(weighted_roc(model, later), "`times` is missing", class = "wroc_error_absent")
})

test_that("new data may be a survey design", {
  skip_if_not_installed("survey")
  data <- transform(mtcars, w = 1 + gear)
  design <- survey::svydesign(~cyl, weights = ~w, data = data)
  model <- glm(am ~ mpg, binomial, old)
  with_scores <- update(design, prediction = predict(model, data, type = "response"))
  expect_identical(results_of(weighted_roc(model, design)), results_of(weighted_roc(am ~ prediction, with_scores)))
})

test_that("errors name the model", {
  mileage <- glm(am ~ mpg, binomial, old)
  expect_wroc_error(weighted_roc(list(mpg = mileage), new), "names", argument = "newdata",
                    "The columns of `newdata` include `mpg`, which is the name of a model.")
  expect_wroc_error(weighted_roc(list(mileage, lm(vs ~ wt, old)), new), "labels", argument = "x",
                    "Models must have one label, not `am` and `vs`.")
  expect_wroc_error(weighted_roc(list(a = mileage), new["am"]), "model", argument = "newdata",
                    "Model `a` can't predict `newdata`: object 'mpg' not found")
  forest <- structure(list(trees = 3, call = quote(f())), class = "some_forest")
  expect_error(weighted_roc(forest, new), "must be a model with a formula", class = "wroc_error_type")
  expect_error(weighted_roc(mileage, transform(new, mpg = replace(mpg, 3, NA))), "1 in `prediction`",
               class = "wroc_error_missing")
})
