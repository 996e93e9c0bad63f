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

test_that("the measure takes the first level for the event, and the one that is named", {
  event_auc <- measure()
  truth <- factor(c("case", "case", "none", "none", "none"))
  score <- c(3, 1, 2, 1, 0)
  weight <- c(1, 2, 3, 4, 5)
  by_hand <- (12 * 1 + 2 * (4 / 2 + 5)) / (3 * 12)
  expect_equal(event_auc(truth, score, weight), by_hand)
  expect_equal(event_auc(truth, score, weight, event = "none"), 1 - by_hand)
  expect_equal(event_auc(truth, score), (3 + 1.5) / 6)
})

test_that("a class that is missing or has no weight gives NA, other faults are errors", {
  event_auc <- measure()
  truth <- factor(c("case", "case", "none"))
  expect_identical(event_auc(truth[1:2], 1:2), NA_real_)
  expect_identical(event_auc(truth[3], 1), NA_real_)
  expect_identical(event_auc(truth, 1:3, c(1, 1, 0)), NA_real_)
  expect_error(event_auc(truth, c(1, NA, 3)), class = "wroc_error_missing")
  expect_error(event_auc(truth, 1:3, c(1, 1, -1)), class = "wroc_error")
})

test_that("caret's train() hands weights on, and outlives a fold of one class", {
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
test_that("the measure of mlr3 has the event's weighted area", {
  skip_if_not_installed("mlr3")
  skip_if_not_installed("R6")
  scope <- functions_of("measure")
  eval(parse(text = frameworks("mlr3")$code)[[1L]], scope)
  truth <- factor(c("case", "case", "none", "none"))
  prob <- cbind(case = c(0.9, 0.3, 0.5, 0.1), none = c(0.1, 0.7, 0.5, 0.9))
  prediction <- getExportedValue("mlr3", "PredictionClassif")$new(
    row_ids = 1:4, truth = truth, prob = prob
  )
  expect_equal(unname(prediction$score(scope$MeasureWeightedAUC$new())), 0.75)
})

# Of the chunk for yardstick, what needs nothing of yardstick.
vector_metric <- function() {
  scope <- functions_of("measure")
  eval(parse(text = frameworks("yardstick")$code)[[1L]], scope)
  scope$weighted_auc_vec
}

test_that("the metric's version for vectors knows both event levels, and leaves out missing values", {
  weighted_auc_vec <- vector_metric()
  truth <- factor(c("case", "case", "none", "none", NA, "case"))
  p <- c(0.9, 0.3, 0.5, 0.1, 0.2, NA)
  w <- c(1, 3, 1, 1, 5, 7)
  expect_equal(weighted_auc_vec(truth, p, case_weights = w), 0.625)
  expect_equal(weighted_auc_vec(truth, p), 0.75)
  expect_equal(weighted_auc_vec(truth, p, event_level = "second"), 0.25)
  expect_error(weighted_auc_vec(truth, p, na_rm = FALSE), class = "wroc_error_missing")
  expect_identical(weighted_auc_vec(truth[1:2], p[1:2]), NA_real_)
})

test_that("the metric of yardstick has the event's weighted area", {
  skip_if_not_installed("yardstick")
  scope <- functions_of(c("measure", "yardstick"))
  data <- data.frame(truth = factor(c("case", "case", "none", "none")), p = c(0.9, 0.3, 0.5, 0.1),
                     w = getExportedValue("hardhat", "importance_weights")(c(1, 3, 1, 1)))
  expect_equal(scope$weighted_auc(data, truth, p, case_weights = w)$.estimate, 0.625)
  expect_equal(scope$weighted_auc_vec(data$truth, data$p, event_level = "second"), 0.25)
})
