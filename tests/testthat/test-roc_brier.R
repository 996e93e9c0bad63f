forecasts_for_losses <- function(n = 200) {
  forecast <- round(runif(n), 2) / 1.02 + 0.01
  data.frame(forecast, truth = rbinom(n, 1, forecast^2), weight = rexp(n))
}

# The score and its parts, for each of the priors.
parts_of <- function(x, prior = NULL, loss = "brier") {
  of <- function(measure) value_on(x, measure, prior = prior, loss = loss)
  score <- value_on(x, if (loss == "brier") "brier" else "log_loss", prior = prior)
  data.frame(score, MCB = of("MCB"), DSC = of("DSC"), UNC = of("UNC"), skill = of("skill"))
}

square <- function(y, p) (y - p)^2
logarithm <- function(y, p) -ifelse(y == 1, log(p), log1p(-p))

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

test_that("a forecast that was sure and wrong has an infinite loss and no upper end", {
  set.seed(46)
  d <- forecasts_for_losses()
  d$forecast[which(d$truth == 1)[1]] <- 0
  expect_warning(endless <- roc_estimate(d$forecast, d$truth, d$weight, measure = roc_measure("log_loss")),
                 "infinite", class = "wroc_warning_undefined")
  expect_identical(endless$estimate, Inf)
  expect_true(is.na(endless$conf.high))
})

test_that("probabilities may be outside of 0 to 1 by rounding", {
  y <- rep(0:1, 5)
  p <- c(.1, .3, .3, .8, 1 + 2e-16, 1 + 4e-16, -1e-17, .5, 1, 0)
  q <- pmin(pmax(p, 0), 1)
  for (level in list(NULL, 0.9)) {
    expect_identical(roc_estimate(p, y, measure = c("brier", "MCB", "DSC", "skill"), conf.level = level),
                     roc_estimate(q, y, measure = c("brier", "MCB", "DSC", "skill"), conf.level = level))
    diagram <- function(p) seeded(roc_reliability(p, y, conf.level = level))
    expect_identical(diagram(p), diagram(q))
    columns <- c("net_benefit", "treat_all", if (!is.null(level)) c("conf.low", "conf.high"))
    benefit <- function(p) roc_net_benefit(p, y, threshold = c(0, 0.1, 0.5), conf.level = level)[columns]
    expect_equal(benefit(p), benefit(q))
  }
  # Other measures are those of the scores as they are.
  found <- roc_estimate(p, y, measure = c("AUC", "brier"))
  expect_identical(found$estimate, c(auc_ci(p, y)$estimate, roc_estimate(q, y, measure = "brier")$estimate))
})

# Forecasts of people who all are of one class.
of_one_class <- function(n = 60, class = 1) {
  d <- data.frame(p = round(runif(n, 0.02, 0.98), 2), y = class, w = rexp(n), psu = rep(seq_len(n / 4), each = 4),
                  stratum = rep(1:3, each = n / 3))
  d$brier <- square(d$y, d$p)
  d$log_loss <- logarithm(d$y, d$p)
  d$error <- as.numeric((d$p >= 0.5) != (d$y == 1))
  d$cost <- d$error * ifelse(d$y == 1, 5, 1)
  d$benefit <- (d$p >= 0.3) * ifelse(d$y == 1, 1, -3 / 7)
  d
}

losses_of_one_class <- function() {
  c(roc_measure("brier"), roc_measure("log_loss"), roc_measure("ERR", threshold = 0.5),
    roc_measure("risk", threshold = 0.5, cost_FN = 5), roc_measure("NB", threshold = 0.3))
}

of_losses <- ~ brier + log_loss + error + cost + benefit

survey_mean <- function(formula, design) {
  found <- survey::svymean(formula, design)
  list(estimate = as.vector(found), std.error = as.vector(survey::SE(found)))
}

test_that("a mean loss of one class is the weighted mean of survey::svymean(), with its standard error", {
  skip_if_not_installed("survey")
  set.seed(47)
  for (class in 0:1) {
    d <- of_one_class(class = class)
    designs <- list(
      weights = survey::svydesign(~1, weights = ~w, data = d),
      clusters = survey::svydesign(~psu, weights = ~w, data = d),
      strata = survey::svydesign(~psu, strata = ~stratum, weights = ~w, data = d),
      replicates = survey::as.svrepdesign(survey::svydesign(~psu, strata = ~stratum, weights = ~w, data = d))
    )
    for (design in designs) {
      expected <- survey_mean(of_losses, design)
      found <- roc_estimate(d$p, d$y, design, measure = losses_of_one_class())
      expect_close(found$estimate, expected$estimate, 1e-12)
      expect_close(found$std.error, expected$std.error, 1e-9)
      expect_true(all(found$conf.low < found$estimate & found$estimate < found$conf.high))
    }
    # Without a design, and by the influences.
    expected <- survey_mean(of_losses, designs$weights)
    found <- roc_estimate(d$p, d$y, d$w, measure = losses_of_one_class())
    expect_close(found$std.error, expected$std.error, 1e-12)
    u <- roc_influence(d$p, d$y, d$w, measure = losses_of_one_class())
    expect_close(unname(sqrt(60 / 59 * colSums(u^2))), expected$std.error, 1e-12)
    found <- roc_estimate(d$p, d$y, d$w, d$psu, measure = losses_of_one_class())
    # Clusters of unequal weight: squares are divided by what the others weigh.
    share <- rowsum(d$w, d$psu)[, 1L] / sum(d$w)
    expect_close(found$std.error, unname(sqrt(colSums(rowsum(u, d$psu)^2 / (1 - share)))), 1e-12)
    values <- roc_estimate(d$p, d$y, d$w, measure = losses_of_one_class(), conf.level = NULL)
    expect_identical(values$estimate, roc_estimate(d$p, d$y, d$w, measure = losses_of_one_class())$estimate)
    own <- if (class == 1) c("n_pos", "n_eff_pos") else c("n_neg", "n_eff_neg")
    other <- setdiff(c("n_pos", "n_neg", "n_eff_pos", "n_eff_neg"), own)
    expect_true(all(found[other] == 0))
    expect_equal(found[[own[[1L]]]], rep(60, 5))
    expect_true(all(found[[own[[2L]]]] > 3))
  }
})

test_that("the class of a single label must be known", {
  p <- c(0.2, 0.7, 0.4)
  brier <- function(label, ...) roc_estimate(p, label, ..., measure = "brier")
  expected <- brier(rep(1, 3))
  expect_equal(expected$estimate, mean((1 - p)^2))
  for (label in list(rep(TRUE, 3), factor(rep("b", 3), c("a", "b")))) expect_identical(brier(label), expected)
  for (label in list(rep("b", 3), rep(2, 3))) expect_identical(brier(label, positive = label[[1]]), expected)
  # A class without weight is not there.
  expect_identical(roc_estimate(c(p, 0.9), c(1, 1, 1, 0), c(1, 1, 1, 0), measure = "brier"), expected)
  negative <- brier(rep(0, 3))
  expect_equal(negative$estimate, mean(p^2))
  for (label in list(rep(FALSE, 3), factor(rep("a", 3), c("a", "b")))) expect_identical(brier(label), negative)
  for (label in list(rep(2, 3), rep(-1, 3), factor(rep("b", 3)), factor(rep("b", 3), c("a", "b", "c")))) {
    calls <- list(function() brier(label), function() brier(label, conf.level = NULL),
                  function() roc_influence(p, label, measure = "log_loss"),
                  function() roc_test(p, label, measure = "brier", mu = 0.2))
    for (call in calls) expect_error(call(), "known which one it is", class = "wroc_error_one_class")
  }
  expect_error(brier(rep("b", 3), positive = "a"), "is not a value of `label`", class = "wroc_error_labels")
  expect_error(brier(rep(1, 3), rep(0, 3)), class = "wroc_error_no_weight")
  error <- expect_error(auc_ci(p, rep("b", 3), positive = "b"), class = "wroc_error_one_class")
  expect_identical(error$value, "b")
})

test_that("what needs both classes is an error, or NA beside a mean loss", {
  p <- c(0.2, 0.7, 0.4)
  for (measure in list("AP", "MCB", "UNC", roc_measure("brier", prior = 0.3), roc_measure("TPR", threshold = 0.3))) {
    error <- expect_error(roc_estimate(p, rep(1, 3), measure = measure), class = "wroc_error_one_class")
    expect_false(grepl("known which", conditionMessage(error)))
    expect_error(roc_estimate(p, rep(1, 3), measure = measure, conf.level = NULL), class = "wroc_error_one_class")
  }
  expect_error(roc_estimate(p, rep(1, 3), measure = roc_measure("brier", prior = 0.3)), "only with `prior`",
               class = "wroc_error_one_class")
  scores <- list(a = p, b = rev(p))
  both <- c("AUC", "brier", "AP", "log_loss")
  for (level in list(NULL, 0.9)) {
    expect_warning(found <- roc_estimate(scores, rep(1, 3), measure = both, conf.level = level),
                   "`AUC`, `AP` need both classes, and are NA", class = "wroc_warning_one_class")
    expect_identical(found$measure, rep(both, 2))
    expect_identical(found$score, rep(c("a", "b"), each = 4L))
    losses <- roc_estimate(scores, rep(1, 3), measure = both[c(2, 4)], conf.level = level)
    expect_equal(found[found$measure %in% both[c(2, 4)], ], losses, ignore_attr = TRUE)
    lacking <- found[found$measure %in% c("AUC", "AP"), c("estimate", "std.error", "conf.low", "conf.high", "df")]
    expect_true(all(is.na(lacking)))
  }
  expect_warning(u <- roc_influence(scores, rep(1, 3), measure = both), class = "wroc_warning_one_class")
  expect_identical(unname(colSums(is.na(u))), rep(c(3, 0, 3, 0), 2))
  expect_equal(unname(u[, c(2, 4)]), unname(roc_influence(p, rep(1, 3), measure = both[c(2, 4)])))
  expect_error(roc_estimate(p, rep(1, 3), measure = "brier", variance = "bootstrap"), "A bootstrap is not supported",
               class = "wroc_error_unsupported")
})

test_that("counts, folds and few observations of one class", {
  counts <- c(1, 2, 4)
  p <- c(0.1, 0.5, 0.9)
  columns <- c("estimate", "std.error", "conf.low", "conf.high", "df", "n_eff_neg")
  repeated <- roc_estimate(rep(p, counts), rep(0, 7), measure = "brier")
  counted <- roc_estimate(p, rep(0, 3), counts, measure = "brier", variance = "frequency")
  expect_equal(as.data.frame(counted)[columns], as.data.frame(repeated)[columns])
  # Folds of one class among others: a mean of means.
  y <- rep(c(0, 1, 1), each = 8)
  fold <- rep(1:3, each = 8)
  p <- (1:24 * 7) %% 25 / 25
  expect_equal(roc_estimate(p, y, measure = "brier", fold = fold)$estimate, mean(tapply(square(y, p), fold, mean)))
  expect_error(roc_estimate(p, y, fold = fold), class = "wroc_error_fold")
  expect_warning(one <- roc_estimate(0.3, 1, measure = "brier"), "at least two", class = "wroc_warning_undefined")
  expect_identical(c(one$estimate, one$std.error, one$conf.low), c(0.7^2, NA, NA))
  expect_warning(roc_estimate(c(0.3, 0.4), c(1, 1), measure = "brier"), "positive class has 2.0 effective",
                 class = "wroc_warning_effective")
})

test_that("mean losses of one class are tested as means are", {
  skip_if_not_installed("survey")
  set.seed(50)
  d <- of_one_class()
  d$q <- round(stats::plogis(stats::qlogis(d$p) + rnorm(60, 0.2)), 2)
  d$difference <- d$brier - square(d$y, d$q)
  scores <- list(p = d$p, q = d$q)
  designs <- list(survey::svydesign(~1, weights = ~w, data = d),
                  survey::svydesign(~psu, strata = ~stratum, weights = ~w, data = d))
  for (design in designs) {
    expected <- survey_mean(~difference, design)
    found <- roc_test(scores, d$y, design, measure = "brier", test = "wald")
    expect_close(unname(found$estimate[["difference"]]), expected$estimate, 1e-10)
    expect_close(found$std.error, expected$std.error, 1e-9)
  }
  found <- roc_test(scores, d$y, d$w, measure = "brier", test = "wald")
  expected <- survey_mean(~difference, designs[[1L]])
  expect_close(found$std.error, expected$std.error, 1e-12)
  expect_close(unname(found$statistic), expected$estimate / expected$std.error, 1e-10)
  # With weights of 1 the score test is next to the paired t test.
  score <- roc_test(scores, d$y, measure = "brier")
  expect_equal(score$p.value, stats::t.test(d$brier, square(d$y, d$q), paired = TRUE)$p.value, tolerance = 0.05)
  # A value is rejected where the interval leaves it out.
  interval <- roc_estimate(d$p, d$y, d$w, measure = "brier")
  for (end in c(interval$conf.low, interval$conf.high)) {
    expect_equal(roc_test(d$p, d$y, d$w, measure = "brier", mu = end)$p.value, 0.05, tolerance = 1e-6)
  }
  # Independent samples, of which one has one class.
  other <- forecasts_for_losses(80)
  two <- roc_test(roc_observations(d$p, d$y, d$w), roc_observations(other$forecast, other$truth),
                  measure = "brier")
  expect_close(two$std.error, sqrt(interval$std.error^2 +
                                     roc_estimate(other$forecast, other$truth, measure = "brier")$std.error^2), 1e-12)
})

test_that("the interval of a difference has no limit where the measure has none", {
  set.seed(51)
  y <- rep(0:1, 20)
  good <- ifelse(y == 1, 0.9, 0.1)
  bad <- ifelse(y == 1, runif(40, 1e-6, 0.02), runif(40, 0.98, 1 - 1e-6))
  for (label in list(y, rep(1, 40))) {
    found <- roc_test(list(bad = bad, good = good), label, measure = "log_loss")
    difference <- found$estimate[["difference"]]
    if (all(label == y)) expect_gt(difference, 3)
    expect_true(found$conf.int[[1L]] < difference && difference < found$conf.int[[2L]])
    wald <- roc_test(list(bad = bad, good = good), label, measure = "log_loss", test = "wald")
    expect_equal(as.vector(found$conf.int), as.vector(wald$conf.int), tolerance = 0.15)
  }
  # J lies between -1 and 1, and a difference between -2 and 2.
  found <- roc_test(list(right = y, wrong = 1 - y + rep(c(0, 0, 0, 1, -1), 8)), y,
                    measure = roc_measure("J", threshold = 0.5))
  difference <- found$estimate[["difference"]]
  expect_gt(difference, 1)
  expect_true(found$conf.int[[1L]] < difference && difference < found$conf.int[[2L]])
})
