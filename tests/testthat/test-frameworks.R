# The code of vignette "Frameworks", as users copy it: its chunks of these names.
frameworks <- function(chunks) {
  places <- c(test_path("..", "..", "vignettes", "Frameworks.Rmd"),
              system.file("doc", "Frameworks.Rmd", package = "WeightedROC"))
  places <- places[nzchar(places) & file.exists(places)]
  skip_if(length(places) == 0L, "the vignette is not here")
  lines <- readLines(places[[1L]], encoding = "UTF-8")
  code <- lapply(chunks, function(chunk) {
    begin <- grep(sprintf("^```\\{r %s[,}]", chunk), lines)
    end <- which(lines == "```")
    lines[seq(begin + 1L, end[end > begin][[1L]] - 1L)]
  })
  list2env(list(code = unlist(code)), new.env(parent = environment(frameworks)))
}

functions_of <- function(chunks) {
  scope <- frameworks(chunks)
  expressions <- parse(text = scope$code)
  assigned <- vapply(expressions, function(one) {
    is.call(one) && identical(one[[1L]], quote(`<-`)) && is.name(one[[2L]])
  }, NA)
  for (one in expressions[assigned]) eval(one, scope)
  scope
}

measure <- function() functions_of("measure")$event_auc

test_that("the measure takes the first level for the event, and the one that is named; without a class it is NA", {
  event_auc <- measure()
  truth <- factor(c("case", "case", "none", "none", "none"))
  score <- c(3, 1, 2, 1, 0)
  weight <- c(1, 2, 3, 4, 5)
  by_hand <- (12 * 1 + 2 * (4 / 2 + 5)) / (3 * 12)
  expect_equal(event_auc(truth, score, weight), by_hand)
  expect_equal(event_auc(truth, score, weight, event = "none"), 1 - by_hand)
  expect_equal(event_auc(truth, score), (3 + 1.5) / 6)
  for (rows in list(1:2, 3:5)) expect_identical(event_auc(truth[rows], score[rows]), NA_real_)
  expect_identical(event_auc(truth, score, c(1, 1, 0, 0, 0)), NA_real_)
  expect_error(event_auc(truth, replace(score, 2, NA)), class = "wroc_error_missing")
  expect_error(event_auc(truth, score, -weight), class = "wroc_error")
})

test_that("caret's train() hands weights on, and outlives a fold of one class", {
  skip_on_cran()
  # A package of caret's asks for the time zone, with a warning where there is no systemd.
  suppressWarnings(skip_if_not_installed("caret"))
  scope <- functions_of(c("measure", "caret-summary"))
  set.seed(1)
  people <- data.frame(x = rnorm(60), truth = factor(rep(c("case", "none"), c(30, 30))))
  people$x <- people$x + (people$truth == "case")
  weight <- seq_len(60)
  held_out <- list(1:40, 31:60)
  tuned <- suppressWarnings(caret::train(
    truth ~ x, people, method = "glm", family = stats::quasibinomial, weights = weight,
    metric = "AUC", trControl = caret::trainControl(
      "cv", index = list(1:60, 1:60), indexOut = held_out, classProbs = TRUE,
      summaryFunction = scope$weighted_summary
    )
  ))
  # The model rises with x, so its probabilities rank as x does.
  expected <- with(people[1:40, ], auc_wmw(x, truth == "case", weight[1:40]))
  expect_equal(tuned$resample$AUC, c(expected, NA))
  expect_equal(tuned$results$AUC, expected)
})

# Asked for by name: R CMD check wants to know each package that stands before a `::`.
from <- function(package, name) getExportedValue(package, name)

truths <- function(n = 60) {
  set.seed(1)
  data <- data.frame(truth = factor(rep(c("case", "none", "none"), length.out = n)), g = rep(1:2, n / 2),
                     w = rep(1:5, length.out = n))
  data$p <- round(stats::plogis(stats::rnorm(n) + (data$truth == "case")), 2)
  data
}

# Names that roc_measure() takes with no other argument, or with a threshold.
measures_of_models <- function() {
  table <- table_of_measures()
  judge <- table$better != "neither" & table$measure != "pAUC"
  of_cells <- table$family == "cells"
  c(lapply(table$measure[judge & !of_cells], roc_measure),
    lapply(table$measure[judge & of_cells], roc_measure, threshold = 0.5))
}

test_that("a metric needs yardstick, and says so", {
  namespace <- asNamespace("WeightedROC")
  loaded <- namespace$can_be_loaded
  replace <- function(f) {
    unlockBinding("can_be_loaded", namespace)
    assign("can_be_loaded", f, namespace)
    lockBinding("can_be_loaded", namespace)
  }
  on.exit(replace(loaded))
  replace(function(package) FALSE)
  expect_wroc_error(roc_metric(), "package", paste("roc_metric() needs package yardstick (>= 1.2.0):",
                                                   "install.packages(\"yardstick\")."), package = "yardstick")
})

test_that("measures that judge a model have a direction: better scores are better by it", {
  label <- rep(0:1, c(60, 40))
  set.seed(1)
  poor <- stats::plogis(stats::rnorm(100) + 0.4 * label)
  good <- stats::plogis(stats::rnorm(100) + 2 * (label - 0.5))
  measures <- measures_of_models()
  expect_gt(length(measures), 40L)
  for (measure in measures) {
    asked <- measure_of_model(measure)
    values <- vapply(list(poor, good), value_of_classes, 0, measure = asked, positive = label == 1,
                     weight = NULL)
    expect_lt(values[[if (is_minimized(asked)) 2L else 1L]], values[[if (is_minimized(asked)) 1L else 2L]],
              label = names(asked))
    range <- unlist(descriptions_of(unclass(asked))[c("low", "high")])
    expect_true(all(values >= range[[1L]] & values <= range[[2L]]), info = names(asked))
  }
})

test_that("what judges no model, and what is not one measure, is no metric", {
  for (name in c("prevalence", "UNC", "H_loss_trivial", "expected_cost_trivial", "cost_AUC_max")) {
    expect_wroc_error(measure_of_model(name), "choice", argument = "measure", value = name, sprintf(
      "`measure` must judge a model: \"%s\" is neither maximized nor minimized.", name
    ))
  }
  expect_refused("choice measure" = measure_of_model(roc_measure("threshold", TPR = 0.9)),
                 "length measure" = measure_of_model(c("AUC", "AP")))
  expect_identical(names(measure_of_model(c(mine = "AUC"))), "mine")
})

test_that("the losses of observations average to their measure", {
  label <- rep(c(TRUE, FALSE), c(4, 6))
  p <- c(0.9, 0.5, 0.3, 0.5, 0.1, 0.5, 0.2, 0.8, 0.4, 0.5)
  weight <- c(1:5, 5:1)
  with_losses <- list(roc_measure("brier"), roc_measure("log_loss"), roc_measure("ERR", threshold = 0.5),
                      roc_measure("risk", threshold = 0.4, cost_FN = 5, cost_FP = 2, cost_TP = -1,
                                  cost_TN = 0.5))
  for (measure in with_losses) {
    asked <- measure_of_model(measure)
    expect_true(has_losses(asked))
    expect_equal(stats::weighted.mean(losses_of(unclass(asked)[[1L]], p, label), weight),
                 value_of_classes(asked, p, label, weight), info = names(asked))
  }
  for (measure in list("AUC", roc_measure("brier", prior = 0.2), roc_measure("risk", threshold = "cost"))) {
    expect_false(has_losses(measure_of_model(measure)))
  }
})

test_that("the metric agrees with those of yardstick, at both levels and with every kind of weights", {
  skip_if_not_installed("yardstick")
  data <- truths()
  data$importance <- from("hardhat", "importance_weights")(data$w + 0)
  data$frequency <- from("hardhat", "frequency_weights")(data$w)
  pairs <- list(list(roc_metric("AUC"), from("yardstick", "roc_auc")),
                list(roc_metric("AP"), from("yardstick", "average_precision")))
  for (pair in pairs) {
    for (level in c("first", "second")) {
      for (weights in list(NULL, quote(w), quote(importance), quote(frequency))) {
        value <- function(metric, data) {
          eval(bquote(metric(data, truth, p, case_weights = .(weights), event_level = level)))
        }
        for (rows in list(data, split(data, data$g)[[1L]])) {
          expect_silent(ours <- value(pair[[1L]], rows))
          expect_equal(ours$.estimate, value(pair[[2L]], rows)$.estimate, tolerance = 1e-12)
          expect_identical(names(ours), c(".metric", ".estimator", ".estimate"))
        }
      }
    }
  }
  brier <- roc_metric("brier")(data, truth, p)
  expect_equal(brier$.estimate, from("yardstick", "brier_class")(data, truth, p)$.estimate)
})

test_that("the metric treats missing values as yardstick does", {
  skip_if_not_installed("yardstick")
  AUC <- roc_metric()
  roc_auc <- from("yardstick", "roc_auc")
  for (column in c("p", "w", "truth")) {
    data <- truths()
    data[[column]][5] <- NA
    for (na_rm in c(TRUE, FALSE)) {
      ours <- AUC(data, truth, p, case_weights = w, na_rm = na_rm)$.estimate
      expect_equal(ours, roc_auc(data, truth, p, case_weights = w, na_rm = na_rm)$.estimate)
      expect_identical(is.na(ours), !na_rm)
    }
    expect_equal(AUC(data, truth, p, case_weights = w)$.estimate,
                 AUC(data[-5, ], truth, p, case_weights = w)$.estimate)
  }
})

test_that("a class that is absent, or has no weight, gives NA with yardstick's warning; a mean loss needs one", {
  skip_if_not_installed("yardstick")
  AUC <- roc_metric()
  brier <- roc_metric("brier")
  data <- truths()
  data$no_case <- ifelse(data$truth == "case", 0, 1)
  for (rows in list(subset(data, truth == "case"), subset(data, truth == "none"), data[0L, ])) {
    theirs <- tryCatch(from("yardstick", "roc_auc")(rows, truth, p), warning = identity)
    found <- expect_warning(value <- AUC(rows, truth, p), class = class(theirs)[[1L]])
    expect_s3_class(found, "wroc_warning_one_class")
    expect_identical(conditionMessage(found), conditionMessage(theirs))
    expect_identical(value$.estimate, NA_real_)
    if (nrow(rows) > 0L) {
      expect_silent(loss <- brier(rows, truth, p)$.estimate)
      expect_equal(loss, mean((rows$p - (rows$truth == "case"))^2))
    }
  }
  expect_warning(value <- AUC(data, truth, p, case_weights = no_case),
                 class = "yardstick_warning_roc_truth_no_event")
  expect_identical(value$.estimate, NA_real_)
  expect_warning(value <- brier(data[0L, ], truth, p), class = "wroc_warning_one_class")
  expect_identical(value$.estimate, NA_real_)
})

test_that("metrics make sets and groups, and each is what roc_estimate() returns", {
  skip_if_not_installed("yardstick")
  data <- truths()
  measures <- list(AUC = "AUC", pauc = roc_measure("AUC", FPR = c(0, 0.2)), AP = "AP",
                   NB = roc_measure("NB", threshold = 0.3),
                   cost = roc_measure("risk", threshold = 0.4, cost_FN = 5))
  metrics <- Map(function(measure, name) roc_metric(structure(list(measure), names = name)), measures,
                 names(measures))
  expect_identical(unname(vapply(metrics, attr, "", "direction")), rep(c("maximize", "minimize"), c(4, 1)))
  set <- do.call(from("yardstick", "metric_set"), metrics)
  found <- set(data, truth, p, case_weights = w)
  expect_identical(found$.metric, names(measures))
  expected <- lapply(measures, function(measure) {
    suppressMessages(roc_estimate(data$p, data$truth == "case", data$w, measure = measure, conf.level = NULL))
  })
  expect_equal(found$.estimate, unname(vapply(expected, `[[`, 0, "estimate")))
  by_group <- metrics$AUC(dplyr::group_by(data, g), truth, p, case_weights = w)
  expect_equal(by_group$.estimate, vapply(split(data, data$g), function(rows) {
    auc_wmw(rows$p, rows$truth, rows$w, positive = "case")
  }, 0), ignore_attr = TRUE)
  expect_identical(by_group$g, 1:2)
  tweaked <- from("yardstick", "metric_tweak")("pauc", roc_metric("AUC"), options = list(FPR = c(0, 0.2)))
  expect_equal(tweaked(data, truth, p, case_weights = w), found[2L, ])
  expect_error(metrics$pauc(data, truth, p, options = list(FPR = 0.1)), class = "wroc_error_unused")
})

test_that("more than two classes are averaged as yardstick does", {
  skip_if_not_installed("yardstick")
  set.seed(1)
  scores <- matrix(stats::rexp(180), 60, dimnames = list(NULL, c("a", "b", "c")))
  data <- data.frame(truth = factor(sample(c("a", "b", "c"), 60, TRUE, c(3, 2, 1))), scores / rowSums(scores),
                     w = 1:60)
  for (estimator in c("macro", "macro_weighted")) {
    ours <- roc_metric()(data, truth, a:c, estimator = estimator, case_weights = w)
    theirs <- from("yardstick", "roc_auc")(data, truth, a:c, estimator = estimator, case_weights = w)
    expect_equal(ours[-1L], theirs[-1L])
  }
  expect_identical(roc_metric()(data, truth, a:c)$.estimator, "macro")
  expect_error(roc_metric()(data, truth, a:c, estimator = "micro"))
})

test_that("bad input to a metric is an error in yardstick's words for arguments", {
  skip_if_not_installed("yardstick")
  data <- transform(truths(), w = -w)
  expect_refused("weight case_weights" = roc_metric()(data, truth, p, case_weights = w),
                 "choice event_level" = roc_metric()(data, truth, p, event_level = "third"))
  expect_error(from("yardstick", "metric_set")(AUC = roc_metric())(data, truth, p, case_weights = w),
               "AUC")
  expect_error(roc_metric()(data, g, p))
})

test_that("models are resampled, tuned and fitted a last time by a metric", {
  for (package in c("yardstick", "parsnip", "workflows", "rsample", "tune", "rpart")) {
    skip_if_not_installed(package)
  }
  set.seed(1)
  data <- data.frame(truth = factor(rep(c("case", "none"), c(100, 200))), w = rep(1:5, 60))
  data$x <- stats::rnorm(300) + (data$truth == "case")
  data$frequency <- from("hardhat", "frequency_weights")(data$w)
  AUC <- roc_metric()
  cost <- roc_metric(c(cost = roc_measure("risk", threshold = 0.4, cost_FN = 5)))
  metrics <- from("yardstick", "metric_set")(AUC, cost, roc_auc = from("yardstick", "roc_auc"))
  flow <- function(model) from("workflows", "workflow")(truth ~ x, model)
  logistic <- from("parsnip", "logistic_reg")()
  collected <- function(fits) from("tune", "collect_metrics")(fits)
  value <- function(rows, name) {
    unlist(rows[rows$.metric == name, intersect(c("mean", ".estimate"), names(rows))])
  }

  last <- collected(from("tune", "last_fit")(flow(logistic), from("rsample", "initial_split")(data),
                                             metrics = metrics))
  expect_equal(value(last, "AUC"), value(last, "roc_auc"), tolerance = 1e-12)

  folds <- from("rsample", "vfold_cv")(data, 3, strata = "truth")
  weighted <- from("workflows", "add_case_weights")(flow(logistic), frequency)
  resampled <- from("tune", "fit_resamples")(weighted, folds, metrics = metrics)
  expect_equal(value(collected(resampled), "AUC"), value(collected(resampled), "roc_auc"), tolerance = 1e-12)

  # Found by this name in the model.
  tune <- from("hardhat", "tune")
  tree <- from("parsnip", "decision_tree")("classification", "rpart", min_n = tune())
  for (level in c("first", "second")) {
    control <- from("tune", "control_grid")(event_level = level)
    tuned <- from("tune", "tune_grid")(flow(tree), folds, grid = data.frame(min_n = c(5, 60)),
                                       metrics = metrics, control = control)
    rows <- collected(tuned)
    expect_equal(value(rows, "AUC"), value(rows, "roc_auc"), tolerance = 1e-12, ignore_attr = TRUE)
    expect_identical(from("tune", "select_best")(tuned, metric = "cost")$min_n,
                     rows$min_n[rows$.metric == "cost"][which.min(value(rows, "cost"))])
  }
})

mlr3_measure <- function(...) from("mlr3", "msr")("classif.weighted_roc", ...)

test_that("the measure of mlr3 is registered, with its page, whichever package is loaded first", {
  skip_if_not_installed("mlr3")
  measure <- mlr3_measure()
  expect_identical(measure$id, "classif.weighted_roc")
  expect_identical(measure$man, "WeightedROC::roc_metric")
  expect_identical(measure$range, c(0, 1))
  expect_false(measure$minimize)
  expect_true(mlr3_measure(measure = "brier")$minimize)
  expect_identical(mlr3_measure(id = "mine")$id, "mine")
  expect_identical(measure$hash, mlr3_measure()$hash)
  expect_false(measure$hash == mlr3_measure(measure = "AP")$hash)
  expect_error(mlr3_measure(measure = "UNC"), class = "wroc_error_choice")
  for (order in list(c("WeightedROC", "mlr3"), c("mlr3", "WeightedROC"))) {
    code <- sprintf("loadNamespace('%s'); loadNamespace('%s'); cat(mlr3::msr('classif.weighted_roc')$id)",
                    order[[1L]], order[[2L]])
    output <- system2(file.path(R.home("bin"), "Rscript"), c("-e", shQuote(code)), stdout = TRUE,
                      stderr = FALSE)
    expect_match(paste(output, collapse = ""), "classif.weighted_roc", fixed = TRUE)
  }
})

test_that("mlr3 resamples and compares by the measure, with the weights of the task and the losses", {
  skip_if_not_installed("mlr3")
  skip_if_not_installed("rpart")
  from("lgr", "get_logger")("mlr3")$set_threshold("warn")
  set.seed(1)
  data <- data.frame(truth = factor(rep(c("case", "none"), c(60, 140))), w = rep(1:5, 40))
  data$x <- stats::rnorm(200) + (data$truth == "case")
  measures <- list(mlr3_measure(), mlr3_measure(measure = "brier", id = "brier"),
                   from("mlr3", "msr")("classif.auc"), from("mlr3", "msr")("classif.bbrier"))
  for (positive in c("case", "none")) {
    task <- from("mlr3", "as_task_classif")(data, target = "truth", positive = positive)
    task$set_col_roles("w", "weights_measure")
    tree <- from("mlr3", "lrn")("classif.rpart", predict_type = "prob")
    none <- from("mlr3", "lrn")("classif.featureless", predict_type = "prob")
    plan <- from("mlr3", "rsmp")("cv", folds = 3)$instantiate(task)
    found <- from("mlr3", "resample")(task, tree, plan)
    scores <- as.data.frame(found$score(measures))
    expect_equal(scores$classif.weighted_roc, scores$classif.auc, tolerance = 1e-12)
    expect_equal(scores$brier, scores$classif.bbrier, tolerance = 1e-12)
    expect_false(isTRUE(all.equal(scores$classif.auc[[1L]], {
      first <- found$predictions()[[1L]]
      auc_wmw(first$prob[, positive], first$truth, positive = positive)
    })))
    losses <- as.data.frame(found$obs_loss(measures))
    expect_equal(losses$brier, losses$classif.bbrier)
    expect_true(all(is.na(losses$classif.weighted_roc)))
    compared <- from("mlr3", "benchmark")(from("mlr3", "benchmark_grid")(task, list(tree, none), plan))
    rows <- as.data.frame(compared$aggregate(measures))
    expect_equal(rows$classif.weighted_roc[[2L]], 0.5)
    expect_gt(rows$classif.weighted_roc[[1L]], 0.6)
  }
  prediction <- found$prediction()
  one <- prediction$filter(prediction$row_ids[prediction$truth == "case"])
  expect_identical(unname(one$score(mlr3_measure())), NA_real_)
})
