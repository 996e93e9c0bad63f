# Any measure at any place.

people_at_places <- function(n = 400) {
  set.seed(11)
  d <- data.frame(y = rep(0:1, c(n - n %/% 4, n %/% 4)), w = rexp(n) + 0.1, cluster = rep_len(1:60, n))
  d$x <- stats::plogis(d$y + stats::rnorm(n))
  d$z <- stats::plogis(d$y / 2 + stats::rnorm(n))
  d
}

# The lines of the measures of the confusion matrix.
table_of_cells <- function() {
  table <- as.data.frame(table_of_measures()[c("measure", "low", "high", "parameter", "family")])
  table[table$family == "cells", ]
}

places <- list(list(threshold = 0.6), list(FPR = 0.2), list(TPR = 0.8), list(share = 0.3), list(threshold = "J"),
               list(threshold = "MCC"), list(max_FPR = 0.15), list(min_PPV = 0.4, max_share = 0.5))

measure_at <- function(measure, place, prior = NULL) do.call(roc_measure, c(list(measure, prior = prior), place))

test_that("values are those of the confusion matrix at the place", {
  d <- people_at_places()
  fit <- weighted_roc(y ~ x, d, weights = w)
  plain <- table_of_cells()$measure[!nzchar(table_of_cells()$parameter)]
  for (prior in list(NULL, 0.1)) {
    for (place in places[1:4]) {
      at <- do.call(roc_at, c(list(fit, prior = prior), place))
      for (measure in plain) {
        of_place <- if (takes_prior(measure) || !is.null(place$share)) prior
        found <- roc_estimate(fit, measure = measure_at(measure, place, of_place), conf.level = NULL)
        expect_equal(found$estimate, at[[measure]], tolerance = 1e-12, info = paste(measure, names(place)))
      }
    }
  }
})

test_that("at a chosen threshold the apparent value is that of the confusion matrix there", {
  d <- people_at_places()
  fit <- weighted_roc(y ~ x, d, weights = w)
  for (place in places[5:8]) {
    threshold <- roc_estimate(fit, measure = measure_at("threshold", place), conf.level = NULL)$estimate
    at <- roc_at(fit, threshold = threshold)
    for (measure in setdiff(intersect(names(at), table_of_cells()$measure), "F")) {
      found <- suppressWarnings(roc_estimate(fit, measure = measure_at(measure, place), R = 20))
      expect_equal(found$apparent, at[[measure]], tolerance = 1e-12, info = paste(measure, names(place)))
      expect_true(found$conf.low <= found$estimate && found$estimate <= found$conf.high, info = measure)
    }
  }
})

test_that("intervals have finite widths within the limits of each measure, in clusters and designs, too", {
  skip_on_cran()
  skip_if_not_installed("survey")
  d <- people_at_places()
  fits <- list(weighted_roc(y ~ x, d, weights = w), weighted_roc(y ~ x, d, weights = w, cluster = cluster),
               weighted_roc(y ~ x, survey::svydesign(~cluster, weights = ~w, data = d)))
  table <- table_of_cells()
  for (fit in fits) {
    for (place in places) {
      for (i in which(!table$measure %in% c("risk", "NB"))) {
        found <- suppressWarnings(roc_estimate(fit, measure = measure_at(table$measure[[i]], place)))
        name <- found$measure
        expect_true(found$conf.low <= found$estimate && found$estimate <= found$conf.high, info = name)
        expect_true(found$conf.low >= table$low[[i]] && found$conf.high <= table$high[[i]], info = name)
      }
    }
  }
})

test_that("a measure and what it lacks of 1, or one divided by it, have the same interval turned round", {
  d <- people_at_places()
  fit <- weighted_roc(y ~ x, d, weights = w)
  for (place in places) {
    of <- function(measure) {
      set.seed(2)
      unlist(roc_estimate(fit, measure = measure_at(measure, place))[c("estimate", "conf.low", "conf.high")])
    }
    for (pair in list(c("TPR", "FNR"), c("TNR", "FPR"), c("PPV", "FDR"), c("NPV", "FOR"), c("ACC", "ERR"))) {
      expect_equal(unname(of(pair[[1L]])), unname(1 - of(pair[[2L]])[c(1, 3, 2)]), tolerance = 1e-9)
    }
    # Percentiles lie between replicates.
    expect_equal(unname(of("NNE")), unname(1 / of("PPV")[c(1, 3, 2)]), tolerance = 1e-6)
    expect_equal(unname(of("BACC")), unname((of("J") + 1) / 2), tolerance = 1e-9)
  }
})

test_that("p-values of one score are those of its interval, and two scores are compared", {
  d <- people_at_places()
  fit <- weighted_roc(y ~ x + z, d, weights = w)
  asked <- list(roc_measure("PPV", TPR = 0.8), roc_measure("kappa", share = 0.2), roc_measure("NB", max_FPR = 0.1),
                roc_measure("ACC", threshold = "J"), roc_measure("LR_pos", FPR = 0.2),
                roc_measure("risk", threshold = 0.5, cost_FN = 3))
  for (what in asked) {
    set.seed(1)
    interval <- roc_estimate(fit["x"], measure = what)
    for (end in c("conf.low", "conf.high")) {
      set.seed(1)
      test <- roc_test(fit["x"], measure = what, mu = interval[[end]])
      expect_equal(test$p.value, 0.05, tolerance = 1e-3, info = interval$measure)
    }
    both <- roc_test(fit, measure = what)
    expect_true(both$p.value > 0 && both$p.value < 1)
  }
})

test_that("unweighted values are those of pROC at a sensitivity, a specificity and the best threshold", {
  skip_if_not_installed("pROC")
  d <- people_at_places()
  fit <- weighted_roc(y ~ x, d)
  curve <- suppressMessages(pROC::roc(d$y, d$x, direction = "<"))
  of <- function(x, input) {
    unlist(pROC::coords(curve, x, input = input, ret = c("ppv", "npv", "accuracy", "youden"), transpose = FALSE))
  }
  ours <- function(...) roc_estimate(fit, measure = roc_measure(c("PPV", "NPV", "ACC", "J"), ...), conf.level = NULL)
  # At a rate that the curve has a row for; pROC's Youden index is 1 + J.
  rows <- roc_at(fit, threshold = sort(d$x)[c(100, 250, 330)])
  for (i in seq_len(nrow(rows))) {
    expect_equal(ours(TPR = rows$TPR[[i]])$estimate[[1L]], unname(of(rows$TPR[[i]], "sensitivity")[1L]))
  }
  best <- pROC::coords(curve, "best", best.method = "youden", ret = c("ppv", "npv", "accuracy", "youden"),
                       transpose = FALSE)
  expect_equal(ours(threshold = "J")$estimate, unlist(best[1L, ], use.names = FALSE) - c(0, 0, 0, 1))
})
