# The twenty tasks of vignette("WeightedROC"), as users copy them: each is a chunk of the article. Their numbers are
# compared with definitions by hand or with other software.

article <- function() {
  places <- c(test_path("..", "..", "vignettes", "WeightedROC.Rmd"),
              system.file("doc", "WeightedROC.Rmd", package = "WeightedROC"))
  places <- places[nzchar(places) & file.exists(places)]
  skip_if(length(places) == 0L, "the article is not here")
  readLines(places[[1L]], encoding = "UTF-8")
}

code_of <- function(chunk) {
  lines <- article()
  begin <- grep(sprintf("^```\\{r %s[,}]", chunk), lines)
  stopifnot(length(begin) == 1L)
  end <- which(lines == "```")
  lines[seq(begin + 1L, end[end > begin][[1L]] - 1L)]
}

# Values that are printed, in their order. Figures are drawn on a device that keeps nothing.
run_chunk <- function(chunk, scope) {
  grDevices::pdf(NULL)
  on.exit(grDevices::dev.off())
  printed <- lapply(parse(text = code_of(chunk)), function(call) {
    found <- withVisible(eval(call, scope))
    if (found$visible) list(found$value)
  })
  do.call(c, printed)
}

made <- new.env()

# A scope with the data of the article, in which the chunks of `tasks` run. Values are those of the last one.
run_task <- function(...) {
  skip_if_not_installed("survey")
  if (is.null(made$data)) {
    scope <- new.env(parent = environment(run_task))
    suppressMessages(run_chunk("data", scope))
    made$data <- scope
  }
  scope <- list2env(as.list(made$data), new.env(parent = environment(run_task)))
  for (chunk in c(...)) scope$values <- run_chunk(chunk, scope)
  scope
}

# Weighted pairs by hand, on distinct scores.
area_by_hand <- function(score, label, weight) {
  of <- function(class) {
    tapply(weight[label == class], factor(score[label == class], sort(unique(score))), sum, default = 0)
  }
  positive <- of(1)
  negative <- of(0)
  below <- cumsum(negative) - negative / 2
  sum(positive * below) / (sum(positive) * sum(negative))
}

test_that("each task has at most three lines", {
  chunks <- sub("^```\\{r (task-[a-z]+)[,}].*", "\\1",
                grep("^```\\{r task-[a-z]+[,}]", article(), value = TRUE))
  expect_length(chunks, 20L)
  lines <- vapply(chunks, function(chunk) length(code_of(chunk)), 0L)
  expect_lte(max(lines[chunks != "task-mistakes"]), 3L)
  expect_identical(lines[["task-mistakes"]], 8L)
})

test_that("task 1: two weighted markers and their test", {
  run <- run_task("task-markers")
  areas <- auc_ci(run$fit)
  with(run$known, {
    expect_equal(areas$estimate,
                 c(area_by_hand(age, HI_CHOL, WTMEC2YR), area_by_hand(risk, HI_CHOL, WTMEC2YR)))
  })
  test <- run$values[[2L]]
  expect_equal(unname(test$estimate), c(areas$estimate, areas$estimate[[1L]] - areas$estimate[[2L]]))
  expect_lt(test$p.value, 0.001)
  skip_if_not_installed("survival")
  other <- survival::concordance(HI_CHOL ~ risk, run$known, weights = run$known$WTMEC2YR)
  expect_equal(areas$estimate[[2L]], unname(other$concordance))
  expect_equal(auc_ci(run$fit, variance = "jackknife")$std.error[[2L]], sqrt(other$var), tolerance = 1e-6)
})

test_that("task 2: groups", {
  run <- run_task("task-sex")
  areas <- auc_ci(run$by_sex)
  by_hand <- vapply(split(run$known, run$known$sex), function(part) {
    with(part, area_by_hand(risk, HI_CHOL, WTMEC2YR))
  }, 0)
  expect_identical(as.character(areas$sex), names(by_hand))
  expect_equal(areas$estimate, unname(by_hand))
  expect_equal(unname(run$values[[2L]]$estimate)[3L], by_hand[["men"]] - by_hand[["women"]])
})

test_that("task 3: a stratified, clustered survey", {
  skip_on_cran()
  run <- run_task("task-survey")
  rows <- auc_ci(run$values[[1L]])
  design <- subset(run$design, !is.na(HI_CHOL))
  data <- design$variables
  expect_equal(rows$estimate[[1L]], with(data, area_by_hand(age, HI_CHOL, WTMEC2YR)))
  influence <- drop(with(data, roc_influence(age, HI_CHOL, WTMEC2YR)))
  total <- survey::svytotal(~u, update(design, u = influence / data$WTMEC2YR))
  expect_equal(rows$std.error[[1L]], as.numeric(survey::SE(total)))
})

test_that("task 4: the specificity at a sensitivity of 0.9", {
  run <- run_task("task-markers", "task-specificity")
  by_hand <- vapply(run$fit$curves, function(curve) 1 - approx(curve$TPR, curve$FPR, 0.9, ties = min)$y, 0)
  expect_equal(run$values[[1L]]$estimate, unname(by_hand))
})

test_that("task 5: Youden's threshold", {
  run <- run_task("task-markers", "task-youden")
  rows <- run$values[[1L]]
  curve <- run$fit$curves$risk
  best <- curve[which.max(curve$TPR - curve$FPR), ]
  expect_equal(rows$apparent, c(best$threshold, best$TPR, 1 - best$FPR))
  expect_lt(sum(rows$estimate[2:3]), sum(rows$apparent[2:3]))
})

test_that("task 6: a standardised partial AUC", {
  run <- run_task("task-markers", "task-partial")
  asked <- roc_measure("AUC", FPR = c(0, 0.2), standardize = "mcclish")
  expect_equal(run$values[[1L]]$estimate, roc_estimate(run$fit, measure = asked)$estimate)
})

test_that("task 7: three curves with bands in a theme of one's own", {
  skip_if_not_installed("ggplot2", "3.4.0")
  run <- run_task("task-bands")
  built <- ggplot2::ggplot_build(run$values[[1L]])
  expect_identical(built$plot$theme$legend.position, "bottom")
  ribbons <- Filter(function(layer) all(c("ymin", "ymax") %in% names(layer)), built$data)
  expect_identical(sum(vapply(ribbons, function(layer) length(unique(layer$group)), 0L)), 3L)
})

test_that("task 8: precision and recall in base graphics", {
  run <- run_task("task-markers", "task-pr")
  rows <- run$values[[length(run$values)]]
  expect_equal(rows$estimate, roc_estimate(run$fit, measure = "AP")$estimate)
})

test_that("task 9: calibration", {
  run <- run_task("task-markers", "task-calibration")
  rows <- run$values[[length(run$values)]]
  parts <- structure(rows$estimate, names = rows$measure)
  expect_equal(parts[["brier"]], with(run$known, weighted.mean((HI_CHOL - risk)^2, WTMEC2YR)))
  expect_equal(parts[["brier"]], parts[["MCB"]] - parts[["DSC"]] + parts[["UNC"]])
})

test_that("task 10: decision curves of two models", {
  run <- run_task("task-decision")
  found <- roc_net_benefit(run$models, threshold = 0.1, conf.level = 0.95)
  by_hand <- function(score) {
    with(run$known, weighted.mean((score >= 0.1) * (HI_CHOL - (1 - HI_CHOL) / 9), WTMEC2YR))
  }
  expect_equal(found$net_benefit, c(by_hand(run$known$risk), by_hand(run$known$age_only)))
})

test_that("task 11: three classes", {
  run <- run_task("classes", "task-classes")
  with(run$people, {
    expect_equal(run$values[[1L]]$estimate[[1L]], auc_multiclass(run$score, class, WTMEC2YR)$estimate[[1L]])
  })
})

test_that("task 12: a cross-validated AUC of a glm", {
  run <- run_task("task-folds")
  by_fold <- vapply(split(run$known, run$known$fold), function(part) {
    with(part, area_by_hand(predicted, HI_CHOL, WTMEC2YR))
  }, 0)
  expect_length(by_fold, 10L)
  expect_equal(auc_ci(run$values[[1L]])$estimate, mean(by_fold))
})

test_that("task 13: a sample size", {
  found <- run_task("task-power")$values[[1L]]
  power_of <- function(n) auc_power(n = n, auc = 0.75, auc2 = 0.70, correlation = 0.5, ratio = 4)$power
  expect_gte(power_of(ceiling(found$n)), 0.9)
  expect_lt(power_of(floor(found$n) - 1), 0.9)
})

test_that("task 14: eight mistakes have errors that name what is wrong", {
  run <- run_task("task-markers")
  names <- c("agee", "745", "yes", "agecat", "race", "weights", "data.frame", "sensitvity")
  calls <- parse(text = code_of("task-mistakes"))
  for (i in seq_along(calls)) {
    error <- tryCatch(eval(calls[[i]], run), error = identity)
    expect_s3_class(error, "wroc_error")
    expect_match(conditionMessage(error), names[[i]], fixed = TRUE)
  }
})

test_that("task 15: a table in SQLite", {
  for (package in c("dplyr", "dbplyr", "DBI", "RSQLite")) skip_if_not_installed(package)
  run <- run_task("sqlite", "task-sqlite")
  on.exit(DBI::dbDisconnect(run$connection))
  in_memory <- auc_ci(weighted_roc(HI_CHOL ~ risk, run$known, weights = WTMEC2YR))
  columns <- c("estimate", "std.error", "conf.low", "conf.high")
  expect_equal(auc_ci(run$values[[1L]])[columns], in_memory[columns], ignore_attr = TRUE)
})

test_that("task 16: the results of a pROC script", {
  skip_if_not_installed("pROC")
  run <- run_task("task-proc")
  roc <- pROC::roc(run$known$HI_CHOL, run$known$risk, direction = "<", quiet = TRUE)
  expect_equal(run$values[[2L]]$estimate,
               c(as.numeric(pROC::auc(roc)), pROC::coords(roc, 0.9, "specificity", "sensitivity")[[1L]]))
  expect_equal(unlist(auc_ci(run$r, method = "wald")[c("conf.low", "estimate", "conf.high")],
                      use.names = FALSE),
               as.numeric(pROC::ci.auc(roc)))
  best <- pROC::coords(roc, "best", ret = c("sensitivity", "specificity"), transpose = FALSE)
  expect_equal(unlist(run$values[[1L]][c("TPR", "FPR")]),
               c(TPR = best$sensitivity, FPR = 1 - best$specificity))
})

test_that("task 17: the results of a yardstick script", {
  run <- run_task("forecasts", "task-yardstick")
  known <- run$known
  found <- structure(run$values[[1L]]$estimate, names = run$values[[1L]]$measure)
  mean_of <- function(x, rows = TRUE) with(known, weighted.mean(x[rows], WTMEC2YR[rows]))
  expect_equal(found[["AUC"]], with(known, area_by_hand(risk, HI_CHOL, WTMEC2YR)))
  expect_equal(found[["brier"]], mean_of((known$HI_CHOL - known$risk)^2))
  expect_equal(found[["log_loss"]], mean_of(-log(abs(1 - known$HI_CHOL - known$risk))))
  expect_equal(run$values[[2L]]$PPV, mean_of(known$HI_CHOL == 1, known$risk >= 0.15))
})

test_that("task 18: a table for a paper", {
  skip_if_not_installed("generics")
  run <- run_task("task-sex", "task-table")
  areas <- auc_ci(run$by_sex)
  columns <- c("estimate", "std.error", "conf.low", "conf.high")
  expect_equal(as.list(run$values[[1L]])[columns], as.list(areas)[columns])
  expect_identical(run$values[[1L]]$sex, areas$sex)
})

test_that("task 19: multiple imputation", {
  skip_if_not_installed("mice")
  run <- run_task("imputation", "task-imputation")
  areas <- do.call(rbind, lapply(run$fits$analyses, auc_ci))
  on_logits <- areas$std.error / (areas$estimate * (1 - areas$estimate))
  pooled <- mice::pool.scalar(qlogis(areas$estimate), on_logits^2)
  expect_equal(run$values[[1L]]$estimate, plogis(pooled$qbar))
  expect_identical(run$values[[1L]]$m, 5L)
})

new_folder <- function() {
  folder <- tempfile("report")
  dir.create(folder)
  folder
}

test_that("task 20: a report with knitr", {
  skip_if_not_installed("knitr")
  run <- run_task("task-markers")
  code <- code_of("task-report")
  folder <- new_folder()
  on.exit(unlink(folder, recursive = TRUE))
  before <- setwd(folder)
  on.exit(setwd(before), add = TRUE, after = FALSE)
  lines <- knitr::knit(text = c("```{r, fig.alt = 'ROC curves'}", code, "```"), envir = run, quiet = TRUE)
  expect_match(lines, "|age ", fixed = TRUE)
  expect_match(lines, format(round(auc_ci(run$fit)$estimate[[2L]], 3L)), fixed = TRUE)
  expect_length(list.files("figure"), 1L)
})
