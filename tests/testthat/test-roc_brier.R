forecasts_for_losses <- function(n = 200) {
  forecast <- round(runif(n), 2) / 1.02 + 0.01
  data.frame(forecast, truth = rbinom(n, 1, forecast^2), weight = rexp(n))
}

parts_by_definition <- function(d, loss, prior = NULL) {
  w <- d$weight
  if (!is.null(prior)) {
    w <- ifelse(d$truth == 1, prior * w / sum(w[d$truth == 1]), (1 - prior) * w / sum(w[d$truth == 0]))
  }
  mean_loss <- function(p) sum(w * loss(d$truth, p)) / sum(w)
  # Pooled by weights, not by a curve.
  pooled <- predict(roc_calibrate(WeightedROC(d$forecast, d$truth, w)), d$forecast)
  share <- sum(w * d$truth) / sum(w)
  c(mean_loss(d$forecast), mean_loss(d$forecast) - mean_loss(pooled),
    mean_loss(rep(share, nrow(d))) - mean_loss(pooled), mean_loss(rep(share, nrow(d))))
}

# The score and its parts, for each of the priors.
parts_of <- function(x, prior = NULL, loss = "brier") {
  of <- function(measure) value_on(x, measure, prior = prior, loss = loss)
  score <- value_on(x, if (loss == "brier") "brier" else "log_loss", prior = prior)
  data.frame(score, MCB = of("MCB"), DSC = of("DSC"), UNC = of("UNC"), skill = of("skill"))
}

square <- function(y, p) (y - p)^2
logarithm <- function(y, p) -ifelse(y == 1, log(p), log1p(-p))

test_that("the scores and their parts are those of the definition, at any prior", {
  skip_on_cran()
  set.seed(44)
  for (i in 1:10) {
    d <- forecasts_for_losses()
    curve <- WeightedROC(d$forecast, d$truth, d$weight)
    for (prior in list(NULL, 0.05, 0.9)) {
      brier <- parts_of(curve, prior)
      expect_close(unlist(brier[1:4], use.names = FALSE), parts_by_definition(d, square, prior), 1e-12, 1e-14)
      log_score <- parts_of(curve, prior, "log")
      expect_close(unlist(log_score[1:4], use.names = FALSE), parts_by_definition(d, logarithm, prior), 1e-12,
                   1e-14)
      expect_close(with(brier, MCB - DSC + UNC), brier$score, 1e-12)
      expect_close(with(log_score, 1 - score / UNC), log_score$skill, 1e-12)
    }
    both <- value_on(curve, "brier", prior = c(0.05, 0.9))
    expect_identical(both[2], value_on(curve, "brier", prior = 0.9))
  }
})

test_that("scikit-learn's brier_score_loss and log_loss, with weights", {
  reference <- read_reference("sklearn-losses")
  for (i in seq_len(nrow(reference))) {
    row <- reference[i, ]
    score <- sub("rank of ", "", row$score)
    d <- read_reference(row$data)
    weight <- if (is.null(d$weight)) rep(1, nrow(d)) else d$weight
    forecast <- d[[score]]
    if (score != row$score) {
      distinct <- sort(unique(forecast))
      forecast <- (match(forecast, distinct) - 0.5) / length(distinct)
    }
    curve <- WeightedROC(forecast, d$label, weight)
    expect_close(value_on(curve, "brier"), row$brier, 1e-12)
    expect_close(value_on(curve, "log_loss"), row$log_score, 1e-12)
  }
})

test_that("forecasts that are sure, right and wrong", {
  right <- WeightedROC(c(0, 0, 1), c(0, 0, 1))
  expect_identical(unlist(parts_of(right)[c("score", "MCB", "skill")], use.names = FALSE), c(0, 0, 1))
  of_right <- parts_of(right, loss = "log")
  expect_identical(c(of_right$score, of_right$MCB, of_right$skill), c(0, 0, 1))
  for (wrong in list(WeightedROC(c(0, 0, 1), c(0, 1, 1)), WeightedROC(c(0, 1, 1), c(0, 0, 1)))) {
    found <- parts_of(wrong, loss = "log")
    expect_identical(c(found$score, found$MCB, found$skill), c(Inf, Inf, -Inf))
    expect_true(is.finite(found$DSC) && is.finite(value_on(wrong, "brier")))
  }
})

test_that("scores that are no probabilities are named with their row", {
  error <- expect_error(value_on(WeightedROC(c(0.5, 1, 1.5), c(0, 1, 1)), "brier"),
                        class = "wroc_error_forecast")
  expect_identical(error[c("argument", "column", "position", "value")],
                   list(argument = "x", column = "threshold", position = 3, value = 1.5))
  expect_error(value_on(WeightedROC(c(-0.5, 1), 0:1), "log_loss"), "row 1 is -0.5",
               class = "wroc_error_forecast")
  expect_error(roc_estimate(c(0.1, 7, 0.4, 0.2), c(0, 1, 0, 1), measure = roc_measure("brier")), "one is 7",
               class = "wroc_error_forecast")
  d <- data.frame(y = rep(0:1, 10), f = seq(1, 0, length.out = 20))
  expect_error(value_on(weighted_roc(y ~ f, d, direction = "<="), "brier"), class = "wroc_error_choice")
  expect_error(value_on(WeightedROC(c(0.1, 0.2), 0:1), "brier", prior = 1), class = "wroc_error_range")
})

test_that("each score and group of a fit has its own", {
  set.seed(45)
  d <- forecasts_for_losses()
  d$other <- d$forecast^2
  fit <- weighted_roc(truth ~ forecast + other, d, weights = weight)
  found <- roc_estimate(fit, measure = "brier", conf.level = NULL)
  expect_identical(found$score, c("forecast", "other"))
  expect_identical(found$estimate[2], value_on(WeightedROC(d$other, d$truth, d$weight), "brier"))
})

test_that("intervals are of the mean loss, which a design and influences have, too", {
  set.seed(46)
  d <- forecasts_for_losses()
  what <- list(brier = roc_measure("brier"), log_score = roc_measure("log_loss", prior = 0.3))
  found <- roc_estimate(d$forecast, d$truth, d$weight, measure = what)
  curve <- WeightedROC(d$forecast, d$truth, d$weight)
  expect_close(found$estimate, c(value_on(curve, "brier"), value_on(curve, "log_loss", prior = 0.3)), 1e-13)
  expect_true(all(found$conf.low < found$estimate & found$estimate < found$conf.high))
  # The mean of the losses with weights is linearized by hand.
  losses <- (d$truth - d$forecast)^2
  by_hand <- d$weight * (losses - found$estimate[1]) / sum(d$weight)
  expect_close(roc_influence(d$forecast, d$truth, d$weight, measure = what["brier"])[, 1], by_hand, 1e-10,
               1e-15)
  d$forecast[which(d$truth == 1)[1]] <- 0
  expect_warning(endless <- roc_estimate(d$forecast, d$truth, d$weight, measure = roc_measure("log_loss")),
                 "infinite",
                 class = "wroc_warning_undefined")
  expect_identical(endless$estimate, Inf)
  expect_true(is.na(endless$conf.high))
})

test_that("probabilities may be outside of 0 to 1 by rounding", {
  y <- rep(0:1, 5)
  p <- c(.1, .3, .3, .8, 1 + 2e-16, 1 + 4e-16, -1e-17, .5, 1, 0)
  q <- pmin(pmax(p, 0), 1)
  measures <- c("brier", "MCB", "DSC", "skill")
  for (level in list(NULL, 0.9)) {
    expect_identical(roc_estimate(p, y, measure = measures, conf.level = level),
                     roc_estimate(q, y, measure = measures, conf.level = level))
    of <- function(p) {
      set.seed(1)
      roc_reliability(p, y, conf.level = level)
    }
    expect_identical(of(p), of(q))
    columns <- c("net_benefit", "treat_all", if (!is.null(level)) c("conf.low", "conf.high"))
    benefit <- function(p) roc_net_benefit(p, y, threshold = c(0, 0.1, 0.5), conf.level = level)[columns]
    expect_equal(benefit(p), benefit(q))
  }
  # Other measures are those of the scores as they are.
  found <- roc_estimate(list(a = p, b = rev(p)), y, measure = c("AUC", "brier"))
  expect_identical(found$measure, rep(c("AUC", "brier"), 2))
  expect_identical(found$estimate[c(1, 3)], auc_ci(list(a = p, b = rev(p)), y)$estimate)
  expect_identical(found$estimate[2], roc_estimate(q, y, measure = "brier")$estimate)
})
