# A printed threshold, used as printed, classifies the same: in prints and in labels of figures.

# Scores between which three digits cannot distinguish.
close_scores <- c(135.2, 135.25, 1000, 1000.4, 1001, 0.99996, 1, 1e-9, -2.00004, -2, 1e20, 1e20 + 2^20, 4.05, 4.1)

# The same scores are positive at the printed thresholds.
expect_same_decision <- function(words, thresholds, scores, is_positive = `>=`) {
  for (i in seq_along(thresholds)) {
    printed <- as.numeric(words[[i]])
    expect_identical(is_positive(scores, printed), is_positive(scores, thresholds[[i]]), info = words[[i]])
  }
}

test_that("the shortest decimals classify the same, on both sides of a decision", {
  scores <- sort(close_scores)
  for (digits in c(1L, 3L, 4L)) {
    words <- threshold_words(scores, neighbours_among(scores, scores), digits)
    expect_same_decision(words, scores, scores)
    low <- lapply(neighbours_among(-scores, sort(-scores)), `-`)
    expect_same_decision(threshold_words(scores, low, digits), scores, scores, `<=`)
  }
  set.seed(1)
  for (i in 1:20) {
    scores <- sort(rnorm(50) * 10^sample(-3:3, 1))
    words <- threshold_words(scores, neighbours_among(scores, scores), 3L)
    expect_same_decision(words, scores, scores)
    expect_lt(mean(nchar(words)), 9)
  }
  # No shorter number would do, and a number without neighbours has all of its digits.
  expect_identical(threshold_words(135.25, list(at = 135.25, next_to = 135.2), 4L), "135.25")
  expect_identical(threshold_words(135.25, list(at = 135.25, next_to = 130), 4L), "135.2")
  expect_identical(threshold_words(c(1 / 3, Inf, NA, 0, -Inf), NULL, 4L),
                   c("0.3333333333333333", "Inf", "NA", "0", "-Inf"))
  expect_identical(aligned_decimals(c("2", "10.7", "Inf", "-3.25")), c("2.00", "10.70", "Inf", "-3.25"))
})

positive <- c(1, 1, 0, 1, 0, 1, 1, 0, 0)
scores <- c(135.25, 136, 135.2, 1000.4, 1000, 1001, 135.25, 90, 80.5)

# The numbers below a name in what is printed.
printed_column <- function(result, name) {
  lines <- grep("^[.]{3}", utils::capture.output(print(result, n = Inf, width = Inf)), invert = TRUE, value = TRUE)
  words <- strsplit(trimws(gsub("([(]FPR|best) ", "\\1", lines)), " +")
  # Names of rows have no name.
  vapply(words[-1L], `[[`, "", match(name, words[[1L]]) + 1L)
}

test_that("prints of thresholds and of their intervals classify the same", {
  fit <- weighted_roc(scores, positive)
  for (result in list(roc_at(fit), roc_optimal(fit), roc_hull(fit), roc_pr(fit), roc_constrained(fit, max_FPR = 0),
                      roc_band(fit, by = "threshold"), roc_at(fit)[c("threshold", "TPR")],
                      roc_at(fit)[3:4, ])) {
    expect_same_decision(printed_column(result, "threshold"), result$threshold, scores)
  }
  low <- weighted_roc(-scores, positive, direction = "<=")
  best <- roc_at(low)
  expect_same_decision(printed_column(best, "threshold"), best$threshold, -scores, `<=`)
  estimates <- suppressWarnings(roc_estimate(fit, measure = roc_measure(c("threshold", "TPR"), FPR = 0.4)))
  lines <- utils::capture.output(print(estimates, width = Inf))
  for (column in c("estimate", "conf.low", "conf.high")) {
    expect_same_decision(printed_column(estimates, column)[[1]], estimates[[column]][[1]], scores)
  }
  expect_match(lines[[2]], "135.25", fixed = TRUE)
  by <- weighted_roc(c(scores, scores + 0.01), c(positive, positive), by = rep(c("a", "b"), each = 9))
  rows <- roc_optimal(by)
  expect_same_decision(printed_column(rows, "threshold"), rows$threshold, c(scores, scores + 0.01))
})

test_that("labels of figures name thresholds that classify the same", {
  skip_if_not_installed("ggplot2", "3.4.0")
  fit <- weighted_roc(scores, positive)
  labels <- function(plot) sub("^t = ", "", grep("^t = ", texts(plot)$label, value = TRUE))
  at <- c(135.25, 1000, 1000.4, 1001)
  expect_same_decision(labels(roc_plot(fit, thresholds = at)), at, scores)
  best <- roc_optimal(fit, cost_FN = 1:2)$threshold
  expect_same_decision(labels(roc_plot(fit, optimal = list(cost_FN = 1:2))), best, scores)
  layer <- ggplot2::ggplot(fit, ggplot2::aes(FPR, TPR)) + ggplot2::autolayer(roc_optimal(fit))
  expect_same_decision(labels(layer), roc_optimal(fit)$threshold, scores)
  shown <- texts(roc_plot_scores(fit, threshold = at))$label
  expect_same_decision(sub("^t = ", "", shown), at, scores)
  rule <- roc_reject(fit, cost_reject = 0.1)
  shown <- sub(".*t = ", "", texts(ggplot2::autoplot(rule))$label)
  expect_same_decision(shown, c(rule$threshold_negative, rule$threshold_positive), scores)
})
