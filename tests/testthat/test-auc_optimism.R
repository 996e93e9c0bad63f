# The optimism of a model's area, against the definition by the resampled rows themselves.

optimism_data <- function(n = 40) {
  data <- data.frame(sick = rep(0:1, length.out = n), a = round(rnorm(n), 1), b = round(rnorm(n), 1))
  data$a <- data$a + data$sick
  data
}

# Least squares: the coefficients.
linear <- function(data, weight) {
  x <- cbind(1, data$a, data$b)
  qr.solve(crossprod(x * sqrt(weight)), crossprod(x, weight * data$sick))
}

linear_score <- function(model, data) model[[2L]] * data$a + model[[3L]] * data$b

optimism_by_rows <- function(data, weight, drawn) {
  rows <- lapply(drawn, function(i) {
    model <- linear(data[i, ], weight[i])
    c(resample = naive_area(linear_score(model, data[i, ]), data$sick[i] == 1, weight[i]),
      sample = naive_area(linear_score(model, data), data$sick == 1, weight))
  })
  as.data.frame(do.call(rbind, rows))
}

test_that("the optimism is the mean over resampled rows", {
  set.seed(1)
  data <- optimism_data()
  weight <- round(rlnorm(40), 2)
  set.seed(2)
  found <- auc_optimism(data, linear, data$sick, weight = weight, R = 7, predict = linear_score)
  set.seed(2)
  expected <- optimism_by_rows(data, weight, lapply(1:7, function(r) sample.int(40, replace = TRUE)))
  expect_equal(found$replicates$replicate, 1:7)
  expect_equal(found$replicates[c("resample", "sample")], expected)
  each <- expected$resample - expected$sample
  expect_equal(found$replicates$optimism, each)
  apparent <- naive_area(linear_score(linear(data, weight), data), data$sick == 1, weight)
  expect_equal(found$areas, data.frame(apparent = apparent, optimism = mean(each),
                                       corrected = apparent - mean(each),
                                       mc.error = sd(each) / sqrt(7)))
})

test_that("clusters are drawn whole, as many as there are", {
  set.seed(3)
  data <- optimism_data()
  cluster <- sample(rep(letters[1:8], 5))
  set.seed(4)
  found <- auc_optimism(data, linear, data$sick, cluster = cluster, R = 5, predict = linear_score)
  members <- split(1:40, factor(cluster, unique(cluster)))
  set.seed(4)
  drawn <- lapply(1:5, function(r) unlist(members[sample.int(8, replace = TRUE)]))
  expect_equal(found$replicates[c("resample", "sample")],
               optimism_by_rows(data, rep(1, 40), drawn))
})

test_that("a design has the optimism of its replicate weights, with their scales", {
  skip_if_not_installed("survey")
  set.seed(5)
  data <- optimism_data(60)
  data$unit <- rep(1:12, each = 5)
  data$stratum <- (data$unit + 1) %/% 2
  data$w <- round(rlnorm(60), 2)
  design <- survey::svydesign(~unit, strata = ~stratum, weights = ~w, data = data)
  for (type in c("JKn", "bootstrap", "BRR")) {
    replicates <- survey::as.svrepdesign(design, type = type)
    found <- auc_optimism(replicates, linear, data$sick, predict = linear_score)
    weights <- as.matrix(weights(replicates, "analysis"))
    expected <- lapply(seq_len(ncol(weights)), function(r) {
      model <- linear(data, weights[, r])
      score <- linear_score(model, data)
      c(naive_area(score, data$sick == 1, weights[, r]), naive_area(score, data$sick == 1, data$w))
    })
    expected <- do.call(rbind, expected)
    expect_equal(found$replicates$resample, expected[, 1L])
    expect_equal(found$replicates$sample, expected[, 2L])
    scale <- replicates$scale * replicates$rscales
    expect_equal(found$areas$optimism, sum(scale * (expected[, 1L] - expected[, 2L])))
    expect_equal(found$areas$corrected, found$areas$apparent - found$areas$optimism)
    expect_identical(found$areas$mc.error, NA_real_)
  }
})

test_that("a model is fitted to the rows that have weight, and predicts all", {
  set.seed(6)
  data <- optimism_data()
  weight <- rep(c(1, 1, 2, 3, 0), 8)
  seen <- list()
  keep <- function(data, weight) {
    seen <<- c(seen, list(list(rows = nrow(data), weight = weight)))
    linear(data, weight)
  }
  count <- function(model, data) {
    expect_identical(nrow(data), 40L)
    linear_score(model, data)
  }
  auc_optimism(data, keep, data$sick, weight = weight, R = 2, predict = count)
  expect_identical(seen[[1L]], list(rows = 32L, weight = weight[weight > 0]))
  expect_identical(seen[[2L]]$rows, 40L)
  expect_length(seen, 3L)
})

test_that("models of R predict by themselves, from a data.frame or a matrix", {
  set.seed(7)
  data <- optimism_data()
  logistic <- function(data, weight) glm(sick ~ a + b, binomial, data, weights = weight)
  set.seed(8)
  found <- auc_optimism(data, logistic, data$sick, R = 3)
  expect_equal(found$areas$apparent, auc_wmw(predict(logistic(data, rep(1, 40))), data$sick))
  set.seed(8)
  same <- auc_optimism(as.matrix(data), function(data, weight) logistic(as.data.frame(data), weight),
                       ifelse(data$sick == 1, "ill", "well"), R = 3, positive = "ill",
                       predict = function(model, data) predict(model, as.data.frame(data)))
  expect_equal(same, found)
})

test_that("replicates without a class are left out, and counted", {
  set.seed(11)
  data <- optimism_data(12)
  data$sick <- rep(1:0, c(1, 11))
  expect_warning(
    found <- auc_optimism(data, linear, data$sick, R = 40, predict = linear_score),
    "of 40 replicates had no weight in a class and were left out", class = "wroc_warning_replicates"
  )
  left <- nrow(found$replicates)
  expect_lt(left, 40)
  expect_false(identical(found$replicates$replicate, seq_len(left)))
  expect_equal(found$areas$optimism, mean(found$replicates$optimism))
  expect_wroc_error(
    auc_optimism(data, linear, data$sick, cluster = rep(1:2, c(1, 11)), R = 2,
                 predict = linear_score),
    "replicates", "At least two replicates must contain both classes: of 2 replicates 1 do.",
    argument = "data", left = 1L
  )
})

test_that("what fails in a replicate is said, with the replicates in which it does", {
  set.seed(12)
  data <- optimism_data()
  # A function that does something else in some of its calls.
  in_calls <- function(which, what) {
    calls <- 0
    function(data, weight) {
      calls <<- calls + 1
      if (calls %in% which) what() else linear(data, weight)
    }
  }
  optimism <- function(fit, predict = linear_score) auc_optimism(data, fit, data$sick, R = 5, predict = predict)
  singular <- function() stop("it is singular")
  error <- expect_wroc_error(
    optimism(in_calls(c(3, 6), singular)), "function",
    "In 2 of 5 replicates, first in replicate 2: `fit` failed: it is singular",
    argument = "fit", replicates = c(2L, 5L)
  )
  expect_identical(conditionMessage(error$parent), "it is singular")
  expect_wroc_error(optimism(in_calls(1, singular)), "function", "`fit` failed: it is singular",
                    argument = "fit", replicates = NULL)
  expect_wroc_error(optimism(linear, function(model, data) stop("no")), "function",
                    "`predict` failed: no", argument = "predict")
  bad <- function(value) {
    predict <- function(model, data) if (is.null(model)) value else linear_score(model, data)
    optimism(in_calls(4, function() NULL), predict)
  }
  says <- "In replicate 3 of 5: `predict` must"
  expect_wroc_error(bad(1:3), "length", paste(says, "return a number for each of the 40 rows, not 3."),
                    argument = "predict", length = 3L, expected = 40L, replicates = 3L)
  expect_wroc_error(bad(c(1:39, NA)), "missing", paste(says, "not be missing: element 40 is NA."),
                    argument = "predict", position = 40L)
  expect_wroc_error(bad(letters), "type", argument = "predict",
                    paste(says, "return numbers, not a vector of type character."))
})

test_that("a time limit ends it, and long messages are cut", {
  data <- optimism_data(10)
  slow <- function(data, weight) {
    setTimeLimit(elapsed = 0.01, transient = TRUE)
    repeat Sys.sleep(0.01)
  }
  error <- expect_error(auc_optimism(data, slow, data$sick, predict = linear_score), "time limit")
  setTimeLimit()
  expect_false(inherits(error, "wroc_error"))
  long <- function(data, weight) stop(strrep("a", 1000), call. = FALSE)
  expect_wroc_error(auc_optimism(data, long, data$sick), "function",
                    paste("`fit` failed:", strrep("a", 300), "..."))
})

test_that("what can not be resampled is refused before any model is fitted", {
  data <- optimism_data(10)
  never <- function(data, weight) stop("never")
  optimism <- function(label = data$sick, ...) auc_optimism(data, never, label, ...)
  expect_wroc_error(
    optimism(1:3), "length", "`label` must have an element for each of the 10 rows of `data`, not 3.",
    argument = "label", length = 3L, expected = 10L
  )
  expect_wroc_error(auc_optimism(data, function(x) x, data$sick), "function", argument = "fit",
                    "`fit` must accept two arguments, `function(data, weight)`: it accepts only `x`.")
  expect_wroc_error(optimism(predict = function() 1), "function", argument = "predict",
                    "`predict` must accept two arguments, `function(model, data)`: it accepts none.")
  expect_refused(
    "one_class label" = optimism(rep(1, 10)), "weight weight" = optimism(weight = c(-1, rep(1, 9))),
    "length weight" = optimism(weight = 1:3), "length cluster" = optimism(cluster = 1:3),
    "range R" = optimism(R = 1), "type data" = auc_optimism(1:10, never, data$sick),
    "type fit" = auc_optimism(data, "glm", data$sick), "type predict" = optimism(predict = "glm"),
    "absent label" = auc_optimism(data, never), "absent fit" = auc_optimism(data, label = 1),
    # A primitive function is called as it is.
    "function predict" = auc_optimism(data, `[`, data$sick, R = 3)
  )
  skip_if_not_installed("survey")
  design <- survey::svydesign(~1, weights = rep(1, 10), data = data)
  of <- function(design, ...) auc_optimism(design, never, data$sick, ...)
  expect_wroc_error(
    of(design), "type",
    paste("`data` must be a data.frame, a matrix or a design with replicate weights, not an object of",
          "class survey.design2. survey::as.svrepdesign() gives a design its replicate weights."),
    argument = "data"
  )
  replicates <- survey::as.svrepdesign(design, type = "JK1")
  expect_refused("unused R" = of(replicates, R = 5), "unused weight" = of(replicates, weight = 1:10))
})

test_that("weights may be as large as numbers are, and functions may pass all arguments on", {
  set.seed(12)
  data <- optimism_data()
  weight <- c(2^13, rep(c(1, 3, 2), length.out = nrow(data) - 1L))
  unweighted <- function(data, ...) linear(data, rep(1, nrow(data)))
  corrected <- function(weight) {
    seeded(auc_optimism(data, unweighted, data$sick, weight, R = 8, predict = function(...) linear_score(...))$areas)
  }
  expect_identical(corrected(weight * 2^1010), corrected(weight))
})

test_that("its areas are printed", {
  set.seed(13)
  data <- optimism_data()
  found <- auc_optimism(data, linear, data$sick, R = 4, predict = linear_score)
  shown <- function(x) formatC(x, digits = 3, format = "f")
  expect_output(expect_identical(print(found), found), fixed = TRUE, paste(
    "AUC corrected for optimism by 4 replicates",
    sprintf("  apparent   %s", shown(found$areas$apparent)),
    sprintf("  optimism   %s (Monte Carlo error %s)", shown(found$areas$optimism),
            shown(found$areas$mc.error)),
    sprintf("  corrected  %s", shown(found$areas$corrected)), sep = "\n"
  ))
  found$areas$mc.error <- NA_real_
  expect_output(print(found, digits = 1), sprintf("optimism   %.1f\n", found$areas$optimism),
                fixed = TRUE)
})

test_that("workers of package future fit the replicates, with the same samples", {
  skip_on_cran()
  skip_if_not_installed("future.apply")
  set.seed(1)
  data <- data.frame(y = rep(0:1, 30), x = rnorm(60), z = rnorm(60))
  fit <- function(data, weights) stats::glm(y ~ x + z, stats::binomial(), data)
  run <- function() {
    set.seed(2)
    auc_optimism(data, fit, label = data$y, R = 6)
  }
  alone <- run()
  expect_false(has_workers())
  old <- future::plan(future::multicore, workers = 2L)
  on.exit(future::plan(old))
  skip_if(!has_workers(), "no workers here")
  expect_equal(run(), alone)
})
