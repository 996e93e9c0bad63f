set.seed(1)
y <- rep(0:1, 20)
s <- round(rnorm(40, y), 1)
other <- round(rnorm(40), 1)
w <- rep(1:4, 10)
k <- rep(1:10, 4)
words <- c("well", "sick")[y + 1]

# All that takes observations, as functions of the same arguments.
seeded_with <- function(f, ...) {
  set.seed(2)
  f(...)
}
functions <- list(
  auc_wmw = auc_wmw, roc_influence = roc_influence,
  auc_ci = auc_ci,
  auc_ci_bootstrap = function(...) seeded_with(auc_ci, ..., variance = "bootstrap", R = 50),
  auc_test = function(guess, ...) auc_test(list(guess, other[seq_along(guess)]), ...)$p.value,
  auc_test_unpaired = function(guess, label, weight = NULL, ...) {
    auc_test(roc_observations(guess, label, weight, ...), roc_observations(rev(guess), label, ...))$p.value
  },
  roc_band = roc_band,
  best = function(...) seeded_with(roc_estimate, ..., measure = roc_measure("risk", threshold = "cost"),
                                   R = 50),
  roc_tally = roc_tally
)

test_that("`positive` says which of two values is positive, of whichever type", {
  skip_on_cran()
  for (f in functions) {
    expected <- f(s, y, w)
    expect_identical(f(s, words, w, positive = "sick"), expected)
    expect_identical(f(s, factor(words), w, positive = "sick"), expected)
    expect_identical(f(s, factor(words, c("sick", "other", "well")), w, positive = "sick"), expected)
    expect_identical(f(s, words, w, positive = factor("sick")), expected)
    expect_identical(f(s, 7 - 3 * y, w, positive = 4), expected)
    expect_identical(f(s, y == 0, w, positive = FALSE), expected)
    expect_identical(f(s, 1 - y, w, positive = 0L), expected)
    expect_identical(f(s, y, w, positive = NULL), expected)
  }
  expect_equal(auc_wmw(s, words, positive = "well"), 1 - auc_wmw(s, y))
})

test_that("a `positive` that is none of two values, or is lacking, is an error that lists them", {
  skip_on_cran()
  for (name in setdiff(names(functions), "roc_tally")) {
    f <- functions[[name]]
    expect_wroc_error(
      f(s, words, positive = "ill"), "labels",
      "`positive = \"ill\"` is not a value of `label`; its values are \"well\", \"sick\".",
      argument = "positive", value = "ill"
    )
    error <- expect_error(f(s, replace(words, 3, "dead"), positive = "sick"),
                          class = "wroc_error_labels")
    expect_match(conditionMessage(error), "must have two values when `positive` is given, not 3")
    expect_match(conditionMessage(error), "\"well\", \"sick\", \"dead\"", fixed = TRUE)
    error <- expect_error(f(s, rep("sick", 40), positive = "sick"), class = "wroc_error_one_class")
    expect_match(conditionMessage(error), "there is only one label value, \"sick\"")
    for (junk in list(c("sick", "well"), NA, list("sick"), Sys.Date(), character())) {
      expect_error(f(s, words, positive = junk), class = "wroc_error_type")
    }
    for (label in list(as.list(words), Sys.Date() + y)) {
      expect_error(f(s, label, positive = 1), class = "wroc_error_type")
    }
    if (name != "auc_test_unpaired") {
      expect_wroc_error(
        f(s, words), "type", paste("`label` must say which value is positive; strings do not:",
                                   "give `positive = \"well\"`, or `positive = \"sick\"`."),
        argument = "label", found = "character"
      )
    }
  }
  expect_error(auc_wmw(s, 1:40, positive = 3L), "not 40: 1, 2, 3, 4, 5, 6, ...", fixed = TRUE)
})

test_that("`na.rm` leaves out what is not known in full", {
  skip_on_cran()
  gap <- function(x, at) replace(x, at, NA)
  known <- -c(3, 8, 20)
  for (name in names(functions)) {
    f <- functions[[name]]
    # Influences stay in their places.
    left <- function(x) if (name == "roc_influence") x[known, , drop = FALSE] else x
    result <- f(gap(s, 3), gap(y, 8), gap(w, 20), na.rm = TRUE)
    expect_identical(left(result), if (name == "auc_test") {
      auc_test(list(s[known], other[known]), y[known], w[known])$p.value
    } else if (name == "auc_test_unpaired") {
      there <- -c(20, 3, 8)
      auc_test(roc_observations(s[known], y[known], w[known]),
               roc_observations(rev(gap(s, 3))[-c(8, 38)], y[-c(8, 38)]))$p.value
    } else {
      f(s[known], y[known], w[known])
    })
    expect_identical(f(s, y, w, na.rm = TRUE), f(s, y, w))
    expect_error(f(gap(s, 3), y, w), class = "wroc_error_missing")
    expect_error(f(gap(s, 3), y, w, na.rm = FALSE), class = "wroc_error_missing")
    for (junk in list(NA, "yes", 1, c(TRUE, TRUE), NULL)) {
      expect_error(f(s, y, w, na.rm = junk), class = "wroc_error_type")
    }
  }
  influence <- drop(roc_influence(gap(s, 3), gap(y, 8), na.rm = TRUE))
  expect_identical(which(is.na(influence)), c(3L, 8L))
  # Where nothing is left or a class is gone, that is said.
  expect_wroc_error(auc_ci(rep(NA_real_, 4), c(0, 0, 1, 1), na.rm = TRUE), "empty",
                    "There are no observations: every row has a missing value.")
  expect_error(auc_ci(c(1, 2, NA, NA), c(0, 0, 1, 1), na.rm = TRUE), class = "wroc_error_one_class")
  expect_identical(nrow(as.data.frame(roc_tally(c(NA, 1), c(0, NA), na.rm = TRUE))), 0L)
})

test_that("`na.rm` leaves out of all scores what is missing in one, and what has no cluster", {
  scores <- list(a = replace(s, 2, NA), b = replace(other, 7, NaN))
  known <- -c(2, 7, 11)
  cluster <- replace(k, 11, NA)
  both <- cbind(a = s, b = other)[known, ]
  expect_identical(auc_ci(scores, y, w, cluster = cluster, na.rm = TRUE),
                   auc_ci(both, y[known], w[known], cluster = k[known]))
  expect_identical(auc_test(scores, y, w, cluster = cluster, na.rm = TRUE)$p.value,
                   auc_test(both, y[known], w[known], cluster = k[known])$p.value)
  influence <- drop(roc_influence(scores, factor(y), na.rm = TRUE))
  expect_identical(dimnames(influence), list(NULL, c("a", "b")))
  expect_identical(influence[-c(2, 7), ],
                   drop(roc_influence(cbind(a = s, b = other)[-c(2, 7), ], y[-c(2, 7)])))
  expect_true(all(is.na(influence[c(2, 7), ])))
  # A column and a vector, weights of a class.
  expect_identical(auc_ci(cbind(scores$a), y, na.rm = TRUE)[-1], auc_ci(s[-2], y[-2]))
  counts <- structure(w, class = "hardhat_frequency_weights")
  expect_identical(auc_ci(scores$a, y, counts, na.rm = TRUE),
                   auc_ci(s[-2], y[-2], w[-2], variance = "frequency"))
})

test_that("what is given and not used is an error", {
  ci <- function(...) auc_ci(s, y, ...)
  expect_refused(
    "unused R" = ci(R = 100), "unused bayesian" = ci(bayesian = TRUE),
    "unused method" = ci(variance = "bootstrap", method = "logit"),
    "unused method" = ci(FPR = c(0, 0.5), method = "logit"), "unused R" = roc_band(s, y, R = 100),
    "unused bayesian" = roc_band(s, y, bayesian = TRUE)
  )
  expect_wroc_error(ci(R = 100), "unused",
                    "`R` is not used without a bootstrap or a measure whose interval uses replicates.")
  expect_no_error(ci(FPR = c(0, 0.5), variance = "bayesian", R = 50))
})

test_that("a score that is wrong is named, and nothing else blamed on it", {
  calls <- list(auc_wmw, auc_ci, roc_influence, auc_test,
                function(...) auc_ci(..., variance = "bootstrap", R = 50))
  wrong <- list(
    type = list(letters, "`(guess|x)` must be a numeric vector"), type = list(Sys.Date() + s, "of class Date"),
    length = list(s[-1], ""), missing = list(replace(s, 2, NA), "`na.rm = TRUE` leaves")
  )
  for (f in calls) {
    for (i in seq_along(wrong)) {
      error <- expect_error(f(list(age = s, bmi = wrong[[i]][[1L]]), y),
                            class = paste0("wroc_error_", names(wrong)[[i]]))
      expect_match(conditionMessage(error), paste0("^In score `bmi`: .*", wrong[[i]][[2L]]))
      expect_identical(error$score, "bmi")
    }
    expect_error(f(list(age = s, bmi = other), y, -w), "^`weight` must be", class = "wroc_error_weight")
  }
  # A single vector has no name.
  expect_match(error_message(auc_ci(replace(s, 2, NA), y)), "^ROC curve undefined")
})

test_that("the larger of any two numbers is positive", {
  x <- c(1, 3, 2, 5, 6, 3, 4, 8)
  y <- rep(c(0, 1, 0, 1), 2)
  for (pair in list(c(10, 20), c(-3, 0), c(0, 0.999999999), c(2, 3), c(-1e300, 5))) {
    label <- pair[y + 1]
    expect_identical(auc_ci(x, label), auc_ci(x, y))
    expect_identical(auc_wmw(x, label), auc_wmw(x, y))
    expect_identical(auc_wmw(cbind(x, -x), label), auc_wmw(cbind(x, -x), y))
    expect_identical(roc_hull(x, label), roc_hull(x, y))
    expect_identical(roc_band(x, label), roc_band(x, y))
    expect_identical(roc_influence(x, label), roc_influence(x, y))
    expect_identical(suppressMessages(weighted_roc(x, label = label))$areas, weighted_roc(x, label = y)$areas)
    missing <- replace(label, 1, NA)
    expect_identical(auc_ci(x, missing, na.rm = TRUE)$estimate, auc_ci(x[-1], y[-1])$estimate)
    expect_refused(
      "missing label" = auc_ci(x, missing), "labels label" = auc_ci(x, replace(label, 1, 77)),
      "labels label" = WeightedROC(x, label)
    )
  }
  expect_identical(auc_ci(x, ifelse(y == 1, 20L, 10L)), auc_ci(x, y))
  expect_refused("labels label" = auc_ci(x, c(0, Inf)[y + 1]), "one_class label" = auc_ci(x, rep(10, 8)))
})
