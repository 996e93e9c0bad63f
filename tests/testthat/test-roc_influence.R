test_that("the document's example, by hand", {
  y <- c(-1, -1, 1, 1, 1)
  w <- c(1, 1, 1, 4, 5)
  # Area 0.325; the positives of weight 1, 4, 5 beat 1, 1/4, 1/4 of the negatives; of the positives'
  # weight 0.55 beats the first negative (half of 9 ties) and 0.1 the second.
  expected <- c(0.5 * (0.55 - 0.325), 0.5 * (0.1 - 0.325), 0.1 * (1 - 0.325),
                0.4 * (0.25 - 0.325), 0.5 * (0.25 - 0.325))
  expect_close(drop(roc_influence(c(1, 2, 3, 1, 1), y, w)), expected, absolute = 1e-16)
})

people <- list(
  score = c(0.1, 0.4, 0.35, 0.8, 0.4, 0.2, 0.7, 0.55, 0.9, 0.4, 0.6, 0.15, 0.75, 0.3),
  sick = c(0, 0, 1, 1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 0),
  weight = c(1.5, 0.3, 2, 1, 0.7, 4, 0.25, 1.1, 3, 0.9, 0, 2.2, 1.3, 0.6)
)

test_that("a rate at a rate is that of roc_band(), and its classes err by themselves", {
  set.seed(4)
  sick <- rep(0:1, c(60, 40))
  score <- rnorm(100, sick)
  weight <- rexp(100)
  for (at in c(0.1, 0.35, 0.8)) {
    band <- roc_band(score, sick, weight, at = at)
    what <- roc_measure("TPR", FPR = at)
    expect_equal(roc_estimate(score, sick, weight, measure = what)[c("conf.low", "conf.high")],
                 data.frame(band)[c("conf.low", "conf.high")])
    expect_equal(roc_estimate(score, sick, weight, measure = what)$estimate, band$TPR)
    u <- as.data.frame(roc_influence(score, sick, weight, measure = what))[[1L]]
    expect_equal(c(sum(u[sick == 1]), sum(u[sick == 0])), c(0, 0), tolerance = 1e-13)
    other <- roc_measure("FNR", FPR = at)
    expect_equal(as.data.frame(roc_influence(score, sick, weight, measure = other))[[1L]], -u)
    expect_equal(roc_estimate(score, sick, weight, measure = other)$conf.low, 1 - band$conf.high)
    band <- roc_band(score, sick, weight, at = at, by = "TPR")
    ci <- roc_estimate(score, sick, weight, measure = roc_measure("FPR", TPR = at))
    expect_equal(unlist(ci[c("estimate", "conf.low", "conf.high")]),
                 unlist(data.frame(band)[c("FPR", "conf.low", "conf.high")]), ignore_attr = TRUE)
  }
})

test_that("several scores have columns of their own, and what is left out has none", {
  scores <- cbind(x = people$score, y = rev(people$score))
  what <- list("AUC", roc_measure("PPV", threshold = 0.4))
  found <- as.data.frame(roc_influence(scores, people$sick, people$weight, measure = what))
  expect_identical(names(found), c("x: AUC", "x: PPV(threshold 0.4)", "y: AUC", "y: PPV(threshold 0.4)"))
  expect_equal(found[["y: AUC"]],
               as.data.frame(roc_influence(scores[, 2], people$sick, people$weight))$AUC)
  scores[3, 1] <- NA
  found <- as.data.frame(roc_influence(scores, people$sick, people$weight, na.rm = TRUE))
  expect_identical(is.na(found$y), seq_along(people$sick) == 3)
  fit <- weighted_roc(people$score, people$sick, people$weight)
  expect_identical(as.data.frame(roc_influence(fit, measure = what))[[1]],
                   as.data.frame(roc_influence(people$score, people$sick, people$weight,
                                               measure = what))[[1]])
})

test_that("what was made by hand, or was edited so that nobody knows what it is, is a classed error", {
  skip_on_cran()
  edited <- function(..., of = roc_measure("PPV", threshold = 0.4)) {
    new <- list(...)
    parts <- of[[1L]]
    parts[names(new)] <- new
    structure(list(parts), class = "roc_measure")
  }
  summary <- roc_measure("H", prior = 0.2, density = c(2, 2))
  early <- roc_measure("AUC", FPR = c(0, 0.1))
  risk <- roc_measure("risk", threshold = 0.4)
  wrong <- list(
    structure(list(), class = "roc_measure"), structure(1, class = "roc_measure"),
    structure(list(list(measure = "PPV")), class = "roc_measure"), edited(measure = NULL), edited(measure = "PVP"),
    edited(measure = NA_character_), edited(measure = c("PPV", "TPR")), edited(measure = "KS"), edited(version = NULL),
    edited(version = 2L), edited(version = "1"), edited(threshold = NULL), edited(threshold = "a"),
    edited(threshold = c(0.1, 0.2)), edited(threshold = NaN), edited(FPR = 0.1), edited(prior = 7),
    edited(prior = NA_real_), edited(thresold = 0.4), edited(cost_FP = 2), edited(turned = NA),
    edited(density = "all", of = summary), edited(density = c(2, NaN), of = summary),
    edited(density = NULL, of = summary),
    edited(FPR = c(0.5, 0.2), of = early), edited(FPR = 0.5, of = early), edited(standardize = "all", of = early),
    edited(TPR = c(0, 1), of = early), edited(cost_FN = Inf, of = risk), edited(cost_FN = NULL, of = risk),
    edited(threshold = 1.5, of = roc_measure("NB", threshold = 0.4))
  )
  for (what in wrong) {
    expect_error(roc_influence(people$score, people$sick, measure = what), class = "wroc_error")
  }
  of_prior <- function(prior) roc_influence(people$score, people$sick, measure = edited(prior = prior))
  error <- expect_error(of_prior(7), class = "wroc_error_range")
  expect_identical(error[c("argument", "value")], list(argument = "prior", value = 7))
  expect_wroc_error_of(of_prior("7"), "type", "measure")
})

test_that("what was edited is what it says, under its own name", {
  what <- roc_measure("PPV", threshold = 0.4)
  what[[1L]]$threshold <- 0.7
  expect_identical(as.data.frame(roc_influence(people$score, people$sick, measure = what)),
                   as.data.frame(roc_influence(people$score, people$sick,
                                               measure = roc_measure("PPV", threshold = 0.7))))
})

test_that("a name that is not there or NA is that of the number", {
  what <- structure(list("AUC", right = "AUC", "AUC"), names = c("", "right", NA))
  expect_named(as.data.frame(roc_influence(people$score, people$sick, measure = what)),
               c("AUC", "right", "AUC"))
})

test_that("what can't be asked for is an error", {
  asked <- function(what) as.data.frame(roc_influence(people$score, people$sick, measure = what))
  for (what in list(1, NULL, NA_character_, list(), list("AUC", 3))) {
    error <- expect_error(asked(what), class = "wroc_error_type")
    expect_identical(error$argument, "measure")
  }
  expect_error(roc_measure("pAUC"), class = "wroc_error_choice")
  expect_error(roc_measure("AUC", FPR = c(0.5, 0.5)), class = "wroc_error_interval")
  expect_error(roc_measure("AUC", FPR = c(0, 1), TPR = c(0, 1)), class = "wroc_error_choice")
  expect_error(roc_measure("PPV"), class = "wroc_error_choice")
  expect_error(roc_measure("PPV", threshold = 1, FPR = 0.5), class = "wroc_error_choice")
  expect_error(roc_measure("KS", FPR = 0.5), class = "wroc_error_choice")
  expect_error(roc_measure("PPV", PPV = 0.5), class = "wroc_error_choice")
  expect_error(roc_measure("TPR", threshold = 1, prior = 0.5), class = "wroc_error_unused")
  expect_error(roc_measure("ACC", threshold = 1, cost_FP = 2), class = "wroc_error_unused")
  expect_error(roc_measure("risk", threshold = 1, cost_FP = Inf), class = "wroc_error_range")
  expect_error(roc_measure("ACC", threshold = NA), class = "wroc_error_missing")
  expect_error(roc_measure(c("ACC", "TPR"), threshold = 1:3), class = "wroc_error_length")
  expect_error(roc_measure("TPR", FPR = 1.5), class = "wroc_error_range")
  expect_output(print(roc_measure("TPR", FPR = 0.1)), "<roc_measure> TPR(FPR 0.1)", fixed = TRUE)
})

test_that("several scores give a matrix with their names", {
  set.seed(10)
  x <- inference_data()
  u <- drop(roc_influence(x$scores, x$positive, x$weight))
  expect_identical(dim(u), c(60L, 3L))
  expect_identical(dimnames(u), list(NULL, c("guess", "other", "third")))
  for (score in colnames(u)) {
    expect_identical(u[, score], drop(roc_influence(x$scores[, score], x$positive, x$weight)))
  }
  expect_identical(drop(roc_influence(as.list(as.data.frame(x$scores)), x$positive, x$weight)), u)
  expect_identical(unname(drop(roc_influence(unname(x$scores), x$positive, x$weight))), unname(u))
  expect_identical(roc_influence(x$scores[, 2, drop = FALSE], x$positive, x$weight), u[, 2, drop = FALSE])
  skip_if_not_installed("tibble")
  expect_identical(drop(roc_influence(as.list(tibble::as_tibble(x$scores)), x$positive, x$weight)), u)
})
