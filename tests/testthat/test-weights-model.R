# People of whom a part was selected, by a covariate and the outcome; the model of that, the weights that it makes and
# its estimating functions.
study_of <- function(n = 300L, seed = 7L) {
  set.seed(seed)
  sick <- rbinom(n, 1L, 0.3)
  z <- rnorm(n)
  study <- data.frame(sick, z, score = sick + 0.8 * z + 0.6 * rnorm(n), other = rnorm(n, sick))
  study$selected <- runif(n) < plogis(0.7 * z + sick - 0.5)
  study
}

model_of <- function(study) glm(selected ~ z * sick, binomial, study)

weighted_study <- function(...) {
  study <- study_of(...)
  model <- model_of(study)
  list(study = study, model = model, w = study$selected / fitted(model),
       functions = model.matrix(model) * (study$selected - fitted(model)))
}

# The definition, by a regression of the influences.
by_hand <- function(influence, functions, cluster = seq_along(influence)) {
  e <- drop(rowsum(lm.fit(functions, influence)$residuals, cluster))
  u <- drop(rowsum(influence, cluster))
  n <- length(e)
  p <- ncol(functions)
  weighted <- sum(u != 0)
  list(variance = sum(e^2) * weighted / (weighted - p),
       df = min(2 / (sum(e^4) / sum(e^2)^2 - 1 / n), n - p - 2))
}

test_that("the influences are less what estimating functions explain", {
  s <- weighted_study()
  expected <- by_hand(drop(roc_influence(s$study$score, s$study$sick, s$w)), s$functions)
  ci <- function(...) auc_ci(s$study$score, s$study$sick, s$w, method = "logit", ...)
  found <- ci(weights_model = s$functions, variance = "jackknife")
  plain <- ci(variance = "jackknife")
  expect_close(found$std.error, sqrt(expected$variance), 1e-9)
  expect_close(found$df, naive_known(expected$df, naive_effective(s$study$sick, s$w)), 1e-7)
  same <- c("estimate", "n_pos", "n_neg", "n_eff_pos", "n_eff_neg")
  expect_close(unlist(found[same]), unlist(plain[same]), 1e-14)
  expect_lt(found$std.error, 0.95 * plain$std.error)
  # The factor of DeLong's variance stays.
  given <- ci(weights_model = s$functions)
  expect_close(given$std.error / found$std.error, ci()$std.error / plain$std.error, 1e-9)
})

# The influences on numbers when the case weights of the models are the ones of the observations: by refitting all.
refitted <- function(study, formulas, weight, link = "logit", value = area_by(study), step = 1e-4) {
  number <- function(v) {
    study$v <- v
    models <- lapply(formulas, exact_glm, study, link, v)
    value(v * weight(lapply(models, fitted)))
  }
  vapply(seq_len(nrow(study)), function(i) {
    between <- function(step) {
      v <- rep(1, nrow(study))
      (number(replace(v, i, 1 + step)) - number(replace(v, i, 1 - step))) / (2 * step)
    }
    (4 * between(step) - between(2 * step)) / 3
  }, value(rep(1, nrow(study))))
}

area_by <- function(study) function(w) auc_wmw(study$score, study$sick, w)

# glm() warns about weights that are not whole numbers.
exact_glm <- function(formula, study, link = "logit", v = NULL) {
  study$v <- if (is.null(v)) rep(1, nrow(study)) else v
  suppressWarnings(glm(formula, binomial(link), study, weights = v,
                       control = glm.control(epsilon = 1e-15, maxit = 100)))
}

expect_refitted <- function(study, formulas, weight, link = "logit") {
  models <- lapply(formulas, exact_glm, study, link)
  w <- weight(lapply(models, fitted))
  u <- refitted(study, formulas, weight, link)
  weighted <- sum(w > 0)
  coefficients <- sum(lengths(lapply(models, coef)))
  expected <- sqrt(sum(u^2) * weighted / (weighted - coefficients))
  given <- if (length(models) == 1L) models[[1L]] else models
  found <- auc_ci(study$score, study$sick, w, variance = "jackknife", weights_model = given)
  expect_close(found$std.error, expected, 1e-8)
}

test_that("a glm has the exact derivative, that of refitting it", {
  skip_on_cran()
  study <- study_of(50L)
  formulas <- list(selected ~ z + sick)
  selected <- function(p) study$selected / p[[1L]]
  for (link in c("logit", "probit", "cloglog")) expect_refitted(study, formulas, selected, link)
  recipes <- list(
    treatment = function(p) ifelse(study$selected, 1 / p[[1L]], 1 / (1 - p[[1L]])),
    odds = function(p) p[[1L]] / (1 - p[[1L]]), "inverse odds" = function(p) (1 - p[[1L]]) / p[[1L]],
    treated = function(p) ifelse(study$selected, 1, p[[1L]] / (1 - p[[1L]])),
    untreated = function(p) 7 * ifelse(study$selected, (1 - p[[1L]]) / p[[1L]], 1),
    overlap = function(p) ifelse(study$selected, 1 - p[[1L]], p[[1L]])
  )
  for (recipe in recipes) expect_refitted(study, formulas, recipe)
})

test_that("two models of one weight chain", {
  skip_on_cran()
  study <- study_of(60L)
  formulas <- list(selected ~ z + sick, other > 0 ~ z)
  both <- function(p) study$selected / p[[1L]] * ifelse(study$other > 0, 1 / p[[2L]], 1 / (1 - p[[2L]]))
  expect_refitted(study, formulas, both)
})

test_that("a model may be given in other words", {
  s <- weighted_study()
  ci <- function(weights_model, w = s$w) auc_ci(s$study$score, s$study$sick, w, weights_model = weights_model)
  # Functions of two models are one matrix with all columns.
  expect_close(ci(list(s$functions, matrix(s$study$other))), ci(cbind(s$functions, s$study$other)), 1e-12)
  expect_close(ci(as.data.frame(s$functions)), ci(s$functions), 1e-12)
  # Weights that the model does not make have the projection.
  other <- s$w * (1 + s$study$sick)
  expect_close(ci(s$model, other), ci(s$functions, other), 1e-9)
  # Redundant coefficients do no harm.
  expect_close(ci(glm(selected ~ z * sick + I(2 * z), binomial, s$study)), ci(s$model), 1e-9)
  several <- auc_ci(as.list(s$study[c("score", "other")]), s$study$sick, s$w, weights_model = s$model)
  expect_close(several$std.error[[1L]], ci(s$model)$std.error, 1e-12)
  fit <- weighted_roc(sick ~ score + other, s$study, weights = s$w, weights_model = s$model)
  expect_equal(auc_ci(fit), several)
})

test_that("of those who were not selected nothing else need be known", {
  s <- weighted_study()
  absent <- s$study
  absent[!absent$selected, c("sick", "score")] <- NA
  for (cluster in list(NULL, rep(1:60, 5))) {
    ci <- function(of, ...) auc_ci(of$score, of$sick, s$w, cluster, weights_model = s$model, ...)
    if (!is.null(cluster)) absent$sick <- s$study$sick
    expect_close(ci(absent, na.rm = TRUE), ci(s$study), 1e-12)
  }
})

test_that("residuals are added up by cluster", {
  s <- weighted_study()
  se <- function(rows, cluster) {
    auc_ci(s$study$score[rows], s$study$sick[rows], s$w[rows], cluster = cluster, variance = "jackknife",
           weights_model = s$functions[rows, ])$std.error
  }
  # Everybody twice is not more than once.
  expect_close(se(rep(1:300, 2), rep(1:300, 2)), se(1:300, NULL), 1e-9)
  cluster <- rep(1:60, 5)
  u <- drop(roc_influence(s$study$score, s$study$sick, s$w))
  expect_close(se(1:300, cluster), sqrt(by_hand(u, s$functions, cluster)$variance), 1e-9)
})

test_that("a model of other rows, or no model, is refused", {
  skip_if_not_installed("survey")
  s <- weighted_study()
  study <- s$study
  ci <- function(weights_model, ..., w = s$w) auc_ci(study$score, study$sick, w, ..., weights_model = weights_model)
  test <- function(..., w = s$w) auc_test(study$score, study$sick, w, ..., weights_model = s$model)
  groups <- function(weights_model, ...) {
    site <- rep(c("a", "b", "c"), each = 100L)
    test_of_groups(study$score, study$sick, site, s$w, test = "wald", weights_model = weights_model, ...)
  }
  nothing <- matrix(0, 300L)
  set.seed(1)
  many <- matrix(rnorm(300 * 290), 300)
  refused <- list(
    type = quote(ci(1:300)), type = quote(ci("model")), type = quote(ci(lm(z ~ sick, study))),
    type = quote(ci(matrix("a", 300))), missing = quote(ci(matrix(c(NA, 1:299)))), empty = quote(ci(list())),
    range = quote(ci(matrix(c(Inf, 1:299)))), length = quote(ci(nothing[-1L, , drop = FALSE])),
    length = quote(ci(many)),
    unused = quote(ci(s$model, variance = "bootstrap")),
    unused = quote(ci(s$model, variance = "frequency", w = rep(1, 300))),
    unused = quote(test(fold = rep(1:2, 150))), unused = quote(test(w = rep(1, 300), variance = "frequency")),
    unused = quote(test(w = survey::svydesign(ids = ~1, weights = ~1, data = study))),
    unused = quote(roc_band(study$score, study$sick, s$w, variance = "bootstrap", R = 50, weights_model = s$model)),
    unsupported = quote(groups(nothing, fold = rep(1:2, 150))), length = quote(groups(many)),
    length = quote(groups(nothing[-1L, , drop = FALSE])),
    unused = quote(auc_test(weighted_roc(sick ~ score, study, weights = s$w, by = z > 0), weights_model = nothing))
  )
  for (i in seq_along(refused)) expect_wroc_error_of(eval(refused[[i]]), names(refused)[[i]], "weights_model")
  expect_match(error_message(groups(many)), "^In group `a` of `group`:")
  study$z[3L] <- NA
  expect_match(error_message(ci(model_of(study))), "not 299. It left out rows with missing values.")
})

test_that("what has no variance stays as it is", {
  score <- rep(1, 6)
  label <- rep(0:1, 3)
  model <- matrix(1:6)
  expect_identical(auc_ci(score, label, rep(1, 6), weights_model = model), auc_ci(score, label))
})

test_that("tests of two scores have the residuals of the difference", {
  s <- weighted_study()
  scores <- as.list(s$study[c("score", "other")])
  test <- function(...) {
    auc_test(scores, s$study$sick, s$w, variance = "jackknife", weights_model = s$functions, ...)
  }
  u <- drop(roc_influence(scores, s$study$sick, s$w))
  expected <- by_hand(u[, 1L] - u[, 2L], s$functions)
  std.error <- sqrt(expected$variance)
  difference <- -diff(auc_wmw(scores, s$study$sick, s$w))[[1L]]
  found <- test()
  expect_close(found$estimate[["difference"]], difference, 1e-12)
  expect_close(found$std.error, std.error, 1e-9)
  expect_close(found$parameter, c(df = expected$df), 1e-7)
  expect_close(found$statistic, c(t = difference / std.error), 1e-9)
  expect_close(found$p.value, 2 * pt(-abs(difference / std.error), expected$df), 1e-8)
  expect_close(found$conf.int[1:2], difference + c(-1, 1) * qt(0.975, expected$df) * std.error, 1e-8)
  expect_close(test(test = "wald")$statistic, c(Z = difference / std.error), 1e-9)
  expect_match(found$method, "score, jackknife")
})

test_that("one score's test is that of its interval", {
  s <- weighted_study()
  s$study$score[!s$study$selected] <- NA
  for (cluster in list(NULL, rep(1:60, 5))) {
    asked <- function(f, ...) f(s$study$score, s$study$sick, s$w, cluster, na.rm = TRUE, weights_model = s$model, ...)
    interval <- asked(auc_ci)
    test <- asked(auc_test, mu = 0.7)
    expect_close(test$std.error, interval$std.error, 1e-12)
    expect_close(test$conf.int[1:2], c(interval$conf.low, interval$conf.high), 1e-10)
    expect_close(test$parameter, c(df = interval$df), 1e-10)
  }
})

test_that("tests of several scores are those of pairs, and copies have none", {
  s <- weighted_study()
  scores <- cbind(a = s$study$score, b = s$study$other, c = s$study$z)
  test <- function(scores, ...) auc_test(scores, s$study$sick, s$w, weights_model = s$functions, ...)
  cluster <- rep(1:100, 3)
  found <- test(scores, cluster = cluster)
  for (pair in 1:3) {
    alone <- test(scores[, list(1:2, c(1, 3), 2:3)[[pair]]], cluster = cluster)
    of_pair <- c(found$contrasts$p.value[[pair]], found$contrasts$std.error[[pair]], found$contrasts$df[[pair]])
    expect_close(of_pair, c(alone$p.value, alone$std.error, alone$parameter[["df"]]), 1e-8)
  }
  expect_named(found$parameter, c("num df", "denom df"))
  perfect <- rep(0:1, 10)
  without <- list(function() test(cbind(s$study$score, 2 * s$study$score)),
                  function() auc_test(cbind(1:20 + 20 * perfect, 40 * perfect), perfect, weights_model = matrix(1:20)))
  for (one in without) {
    expect_warning(copies <- one(), class = "wroc_warning_undefined")
    expect_identical(copies$p.value, NA_real_)
  }
})

test_that("numbers of a curve have the exact derivative of estimated weights, too", {
  skip_on_cran()
  study <- study_of(50L)
  formulas <- list(selected ~ z + sick)
  weight <- function(p) study$selected / p[[1L]]
  model <- exact_glm(formulas[[1L]], study)
  w <- weight(list(fitted(model)))
  what <- list("AUC", roc_measure("TPR", threshold = 0.5), roc_measure("PPV", threshold = 0.5, prior = 0.1),
               roc_measure("kappa", threshold = 0.5), roc_measure("risk", threshold = 0.5, cost_FN = 3), "AP")
  ci <- function(w, ...) suppressWarnings(roc_estimate(study$score, study$sick, w, measure = what, ...))
  u <- refitted(study, formulas, weight, value = function(w) ci(w)$estimate)
  expected <- sqrt(rowSums(u^2) * sum(w > 0) / (sum(w > 0) - 3))
  expect_close(ci(w, variance = "jackknife", weights_model = model)$std.error, expected, 1e-7)
})

test_that("a group has the variance of an interval in which the others have no weight", {
  s <- weighted_study()
  study <- s$study
  w <- s$w
  site <- rep(c("a", "b"), 150L)
  constant <- ifelse(site == "a", study$score, 10)
  # Clusters may be of both groups, which depend on each other anyway.
  for (cluster in list(NULL, rep(1:60, 5L))) {
    for (given in list(s$model, s$functions)) {
      alone <- auc_ci(study$score, study$sick, w * (site == "a"), cluster = cluster, weights_model = given)
      found <- test_of_groups(constant, study$sick, site, w, cluster, weights_model = given)
      expect_close(found$std.error, alone$std.error, 1e-10)
      expect_close(found$estimate[["a"]], alone$estimate, 1e-12)
    }
  }
  expect_match(found$method, "of groups (score, delong)", fixed = TRUE)
  # Rows that are left out stay rows of the model.
  absent <- replace(study$score, !study$selected, NA)
  left <- test_of_groups(absent, study$sick, site, w, na.rm = TRUE, weights_model = s$model)
  whole <- test_of_groups(study$score, study$sick, site, w, weights_model = s$model)
  expect_equal(left[c("statistic", "p.value")], whole[c("statistic", "p.value")])
  fit <- weighted_roc(sick ~ score, study, weights = w, by = site, weights_model = s$model)
  expect_equal(auc_test(fit)$p.value, whole$p.value)
})

test_that("bands and intervals of rates are narrower where the model explains", {
  s <- weighted_study()
  width <- function(f, ...) {
    found <- f(s$study$score, s$study$sick, s$w, ...)
    sum(found$conf.high - found$conf.low)
  }
  at <- roc_measure(c("TPR", "TNR"), threshold = 1)
  expect_lt(width(roc_estimate, measure = at, weights_model = s$model), width(roc_estimate, measure = at))
  band <- function(...) width(roc_band, by = "threshold", at = 1, ...)
  expect_lt(band(weights_model = s$model), band())
})

test_that("independent samples have models of their own, or none", {
  fits <- lapply(list(200L, 150L, 100L), function(n) {
    s <- weighted_study(n, seed = n)
    weighted_roc(sick ~ score, s$study, weights = s$w, weights_model = if (n > 100L) s$model)
  })
  of <- lapply(fits, auc_ci)
  for (pair in list(1:2, c(1, 3), c(3, 2))) {
    test <- auc_test(fits[[pair[1]]], fits[[pair[2]]], test = "wald")
    expect_equal(test$std.error^2, of[[pair[1]]]$std.error^2 + of[[pair[2]]]$std.error^2)
    expect_equal(test$estimate[["difference"]], of[[pair[1]]]$estimate - of[[pair[2]]]$estimate)
  }
})
