# Weights that look like counts: a table that Hanley and McNeil (1982) made famous, and what is no such table.

table_of_counts <- function() {
  table <- hanley_mcneil()
  names(table) <- c("rating", "sick", "people")
  table
}

# How many messages about counts a value gives; there must be no other ones.
messages_of_counts <- function(value) {
  found <- 0L
  withCallingHandlers(value, message = function(message) {
    expect_s3_class(message, "wroc_message_counts")
    found <<- found + 1L
    invokeRestart("muffleMessage")
  })
  found
}

expect_told <- function(value) expect_identical(messages_of_counts(value), 1L)

expect_not_told <- function(value) expect_identical(messages_of_counts(value), 0L)

test_that("a table of counts whose variance nobody chose has a message, and it is right", {
  table <- table_of_counts()
  words <- paste("All weights are whole numbers, and no score occurs twice in a class, as in a table of",
                 "counts. If the weights count rows, use `variance = \"frequency\"`.\n")
  expect_message(found <- with(table, auc_test(rating, sick, people)), words, fixed = TRUE,
                 class = "wroc_message_counts")
  expect_equal(signif(found$p.value, 2), 0.11)
  expect_not_told(counted <- with(table, auc_test(rating, sick, people, variance = "frequency")))
  rows <- table[rep(1:10, table$people), ]
  expect_equal(counted$p.value, with(rows, auc_test(rating, sick))$p.value)
  expect_equal(signif(counted$p.value, 1), 8e-8)
})

test_that("all functions of variances say it once, of vectors and of fits", {
  table <- table_of_counts()
  table$forecast <- table$rating / 6
  table$other <- c(2, 1, 3, 4, 5, 1, 2, 3, 5, 4)
  with(table, {
    expect_told(auc_ci(rating, sick, people))
    expect_told(auc_ci(cbind(rating, other), sick, people))
    expect_told(auc_ci(rating, sick, people, conf.level = 0.9))
    expect_told(auc_ci(rating, sick == 1, people, FPR = c(0, 0.5)))
    expect_told(auc_test(list(a = rating, b = other), sick, people))
    expect_told(weighted_roc(c(rating, other), rep(sick, 2), rep(people, 2), by = rep(1:2, each = 10)))
    expect_told(roc_estimate(rating, factor(sick), people))
    expect_told(roc_band(rating, sick, people, at = 0.5))
    expect_told(roc_net_benefit(forecast, sick, people, threshold = 0.4, conf.level = 0.95))
    expect_told(roc_estimate(rating, sick, people, measure = roc_measure("risk", threshold = "cost"),
                             R = 10))
    expect_told(suppressWarnings(roc_reliability(forecast, sick, people, conf.level = 0.95, R = 10)))
  })
  fit <- suppressMessages(weighted_roc(sick ~ rating + other, table, weights = people))
  expect_told(weighted_roc(sick ~ rating + other, table, weights = people))
  # A fit has told it.
  expect_not_told(auc_ci(fit))
  expect_not_told(auc_test(fit))
  expect_not_told(roc_band(fit, at = 0.5))
  expect_not_told(confint(fit, level = 0.9))
  groups <- rbind(cbind(table, group = "a"), cbind(table, group = "b"))
  expect_told(fits <- weighted_roc(sick ~ rating, groups, weights = people, by = group))
  expect_not_told(auc_ci(fits))
  expect_not_told(auc_test(fits))
  expect_told(auc_ci(weighted_roc(sick ~ rating, table, weights = people)))
  # Functions that only read a fit, or have no variance, do not warn.
  expect_not_told(utils::capture.output(print(fit)))
  expect_not_told(roc_optimal(fit))
  expect_not_told(with(table, auc_wmw(rating, sick, people)))
})

test_that("who chose a variance, and weights that are no counts, have no message", {
  table <- table_of_counts()
  silent <- function(weights, guess = table$rating, label = table$sick, ...) {
    expect_not_told(auc_ci(guess, label, weights, ...))
    expect_not_told(auc_ci(guess, label, weights, conf.level = 0.9, ...))
    expect_not_told(suppressWarnings(auc_test(guess, label, weights, ...)))
  }
  silent(table$people, variance = "delong")
  silent(table$people, variance = "frequency")
  silent(rep(3, 10))
  silent(rep(c(0, 2), c(2, 8)))
  silent(table$people + 0.5)
  silent(replace(table$people, 10, 1.5))
  silent(table$people * 2^60)
  expect_not_told(auc_ci(table$rating, table$sick))
  # A score that occurs twice in a class.
  rows <- table[c(1:10, 3), ]
  silent(rows$people, rows$rating, rows$sick)
  # Both scores together.
  silent(c(1, 2, 3, 4, 5), cbind(a = c(1, 1, 2, 2, 1), b = c(1, 1, 2, 1, 2)), c(1, 1, 0, 0, 0))
  expect_told(auc_ci(cbind(a = c(1, 1, 2, 2, 1), b = c(1, 2, 2, 1, 2)), c(1, 1, 0, 0, 0), c(1, 2, 3, 4, 5)))
  # One fold is no fold.
  expect_told(auc_ci(table$rating, table$sick, table$people, fold = rep(1, 10)))
  fit <- weighted_roc(sick ~ rating, table, weights = people, variance = "jackknife")
  expect_not_told(auc_ci(fit))
  expect_not_told(confint(fit, level = 0.9))
})

test_that("neither have weights that say what they are, nor designs", {
  table <- table_of_counts()
  for (class in c("hardhat_frequency_weights", "hardhat_importance_weights")) {
    weights <- structure(table$people, class = c(class, "hardhat_case_weights", "vctrs_vctr"))
    expect_not_told(auc_ci(table$rating, table$sick, weights))
    expect_not_told(weighted_roc(table$rating, table$sick, weights))
  }
  skip_if_not_installed("survey")
  design <- survey::svydesign(~1, weights = ~people, data = table)
  expect_not_told(auc_ci(table$rating, table$sick, design))
  expect_not_told(auc_ci(weighted_roc(sick ~ rating, design)))
})

test_that("weights of cases and controls without `prior` have a message, once", {
  d <- data.frame(y = rep(0:1, c(40, 20)), a = c(1:40, 21:40), b = c(40:1, 11:30))
  d$w <- ifelse(d$y == 1, 0.5, 3)
  M <- roc_measure
  ppv <- M("PPV", threshold = 20)
  times <- function(value) {
    found <- 0L
    withCallingHandlers(value, wroc_message_share = function(message) {
      found <<- found + 1L
      invokeRestart("muffleMessage")
    })
    found
  }
  ci <- function(what = ppv, weight = d$w, ...) times(roc_estimate(d$a, d$y, weight, measure = what, ...))
  benefit <- function(...) times(roc_net_benefit(d$a / 50, d$y, d$w, threshold = 0.3, conf.level = 0.95, ...))
  expect_message(roc_estimate(d$a, d$y, d$w, measure = ppv), "If it is known, give it as `prior`.",
                 fixed = TRUE, class = "wroc_message_share")
  fit <- suppressMessages(weighted_roc(y ~ a + b, d, weights = w))
  told <- c(
    vapply(list(ppv, M("lift", share = 0.2), M("TPR", share = 0.2), M("threshold", PPV = 0.4), M("AP"), M("MER")),
           ci, 0L),
    ci(weight = replace(d$w, 1:3, 0)), ci(variance = "bootstrap", R = 40), benefit(),
    times(roc_estimate(as.list(d[c("a", "b")]), d$y, d$w, measure = list(ppv, M("NPV", threshold = 3)))),
    times(roc_estimate(fit, measure = ppv)), times(roc_estimate(fit, measure = M("risk", threshold = "cost"), R = 10))
  )
  expect_true(all(told == 1L))
  # The prior is known, or does not matter; or the weights differ otherwise.
  not_told <- c(
    vapply(list(M("PPV", threshold = 20, prior = 0.1), "AUC", M("TPR", threshold = 20), M("threshold", TPR = 0.9),
                M("LR_pos", threshold = 20), M("KS")), ci, 0L),
    ci(weight = NULL), ci(weight = rep(2, 60)), ci(weight = replace(d$w, 7, 2.5)), ci(weights_model = matrix(0, 60)),
    ci(weight = 2 + d$y, variance = "frequency"), benefit(prior = 0.1),
    ci(M("risk", threshold = "cost", prior = 0.1), R = 10)
  )
  expect_true(all(not_told == 0L))
  skip_if_not_installed("survey")
  design <- survey::svydesign(ids = ~1, strata = ~y, weights = ~w, data = d)
  expect_identical(times(roc_estimate(d$a, d$y, design, measure = ppv)), 0L)
})

# Counts in clusters ---------------------------------------------------------------------

test_that("counts in clusters have the results of the repeated rows in every function", {
  set.seed(11)
  d <- data.frame(truth = rep(0:1, 40), count = sample(0:4, 80, TRUE), cluster = rep(1:16, each = 5))
  d$score <- round(rnorm(80, d$truth + rep(rnorm(16), each = 5)), 1)
  d$other <- round(d$score + rnorm(80), 1)
  d$probability <- plogis(d$score - 1)
  rows <- repeated(d, d$count)
  rows$count <- 1
  M <- roc_measure
  numbers <- list(
    "AUC", M("AUC", FPR = c(0, 0.3)), M("TPR", FPR = 0.2), M("FPR", TPR = 0.8),
    M(c("TPR", "LR_pos", "kappa"), threshold = 0.5), M("PPV", threshold = 0.5, prior = 0.1),
    M("risk", threshold = 0.5, cost_FN = 3),
    M("lift", share = 0.2), M(c("AP", "prg_AUC", "KS", "AUCH", "MER", "H"))
  )
  calls <- list(
    function(d, ...) auc_ci(d$score, d$truth, d$count, d$cluster, ...),
    function(d, ...) auc_ci(d$score, d$truth, d$count, d$cluster, method = "logit", ...),
    function(d, ...) auc_test(list(d$score, d$other), d$truth, d$count, cluster = d$cluster, ...),
    function(d, ...) auc_test(list(d$score, d$other), d$truth, d$count, cluster = d$cluster, test = "wald", ...),
    function(d, ...) roc_estimate(d$score, d$truth, d$count, measure = numbers, cluster = d$cluster, ...),
    function(d, ...) roc_estimate(d$probability, d$truth, d$count, d$cluster, measure = M(c("brier", "log_loss")), ...),
    function(d, ...) roc_estimate(d$score, d$truth, d$count, cluster = d$cluster, R = 50,
                                  measure = M(c("threshold", "TPR", "risk"), threshold = "cost"), ...),
    function(d, ...) roc_band(d$score, d$truth, d$count, cluster = d$cluster, type = "equal-precision", ...),
    function(d, ...) roc_band(d$score, d$truth, d$count, cluster = d$cluster, by = "threshold", ...),
    function(d, ...) roc_net_benefit(d$probability, d$truth, d$count, threshold = c(0.2, 0.4), cluster = d$cluster,
                                     conf.level = 0.95, ...)
  )
  for (f in calls) {
    counted <- unclass(seeded(f(d, variance = "frequency")))
    expanded <- unclass(seeded(f(rows)))
    others <- setdiff(names(expanded), c("n_pos", "n_neg", "variance", "data.name", "method"))
    expect_equal(counted[others], expanded[others], tolerance = 1e-9)
  }
})
