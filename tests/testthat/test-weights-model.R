# People of whom a part was selected, by a covariate and the outcome.
study_of <- function(n = 300L, seed = 7L) {
  set.seed(seed)
  sick <- rbinom(n, 1L, 0.3)
  z <- rnorm(n)
  study <- data.frame(sick, z, score = sick + 0.8 * z + 0.6 * rnorm(n), other = rnorm(n, sick))
  study$selected <- runif(n) < plogis(0.7 * z + sick - 0.5)
  study
}

model_of <- function(study) glm(selected ~ z * sick, binomial, study)

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
  study <- study_of()
  model <- model_of(study)
  w <- study$selected / fitted(model)
  u <- drop(roc_influence(study$score, study$sick, w))
  functions <- model.matrix(model) * (study$selected - fitted(model))
  expected <- by_hand(u, functions)
  ci <- function(...) {
    auc_ci(study$score, study$sick, w, variance = "jackknife", method = "logit", ...)
  }
  found <- ci(weights_model = functions)
  plain <- ci()
  expect_close(found$std.error, sqrt(expected$variance), 1e-9)
  effective <- naive_effective(study$sick, w)
  expect_close(found$df, naive_known(expected$df, effective), 1e-7)
  same <- c("estimate", "n_pos", "n_neg")
  expect_identical(found[same], plain[same])
  expect_close(unlist(found[c("n_eff_pos", "n_eff_neg")]), unlist(plain[c("n_eff_pos", "n_eff_neg")]), 1e-14)
  expect_lt(found$std.error, 0.95 * plain$std.error)
  # The factor of DeLong's variance stays.
  delong <- auc_ci(study$score, study$sick, w)$std.error / plain$std.error
  given <- auc_ci(study$score, study$sick, w, weights_model = functions)
  expect_close(given$std.error, found$std.error * delong, 1e-9)
  expect_close(auc_ci(study$score, study$sick, w, weights_model = as.data.frame(functions)), given, 1e-12)
  expect_close(given$df, found$df + 4, 1e-6)
})

# The influences when the case weights of the models are the ones of the observations: by refitting all.
refitted <- function(study, formulas, weight, link = "logit", step = 1e-4) {
  auc <- function(v) {
    study$v <- v
    models <- lapply(formulas, exact_glm, study, link, v)
    auc_wmw(study$score, study$sick, v * weight(lapply(models, fitted)))
  }
  vapply(seq_len(nrow(study)), function(i) {
    between <- function(step) {
      v <- rep(1, nrow(study))
      (auc(replace(v, i, 1 + step)) - auc(replace(v, i, 1 - step))) / (2 * step)
    }
    (4 * between(step) - between(2 * step)) / 3
  }, 0)
}

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
  # With matrices of functions it is one with all columns.
  models <- lapply(formulas, exact_glm, study)
  w <- both(lapply(models, fitted))
  functions <- lapply(models, function(model) model.matrix(model) * (model$y - fitted(model)))
  ci <- function(weights_model) auc_ci(study$score, study$sick, w, weights_model = weights_model)
  expect_close(ci(functions), ci(do.call(cbind, functions)), 1e-12)
  expect_wroc_error_of(ci(list()), "empty", "weights_model")
})

test_that("weights that the model does not make have the projection", {
  study <- study_of()
  model <- model_of(study)
  w <- study$selected / fitted(model) * (1 + study$sick)
  functions <- model.matrix(model) * (study$selected - fitted(model))
  ci <- function(weights_model) auc_ci(study$score, study$sick, w, weights_model = weights_model)
  expect_close(ci(model), ci(functions), 1e-9)
})

test_that("scores, fits and links of any kind", {
  study <- study_of()
  for (link in c("probit", "cloglog")) {
    model <- glm(selected ~ z * sick, binomial(link), study)
    w <- study$selected / fitted(model)
    found <- auc_ci(as.list(study[c("score", "other")]), study$sick, w, weights_model = model)
    alone <- auc_ci(as.list(study["other"]), study$sick, w, weights_model = model)
    expect_equal(found[2L, ], alone, ignore_attr = "row.names", tolerance = 1e-12)
  }
  fit <- weighted_roc(sick ~ score + other, study, weights = w, weights_model = model)
  expect_equal(auc_ci(fit), found)
})

test_that("of those who were not selected nothing else need be known", {
  study <- study_of()
  model <- model_of(study)
  w <- study$selected / fitted(model)
  known <- auc_ci(study$score, study$sick, w, weights_model = model)
  study$sick[!study$selected] <- NA
  study$score[!study$selected] <- NA
  expect_close(auc_ci(study$score, study$sick, w, na.rm = TRUE, weights_model = model), known, 1e-12)
  cluster <- rep(1:60, 5)
  study <- study_of()
  known <- auc_ci(study$score, study$sick, w, cluster = cluster, weights_model = model)
  study$score[!study$selected] <- NA
  expect_close(auc_ci(study$score, study$sick, w, cluster = cluster, na.rm = TRUE, weights_model = model),
               known, 1e-12)
})

test_that("residuals are added up by cluster", {
  study <- study_of()
  model <- model_of(study)
  w <- study$selected / fitted(model)
  functions <- model.matrix(model) * (study$selected - fitted(model))
  se <- function(rows, cluster, ...) {
    auc_ci(study$score[rows], study$sick[rows], w[rows], cluster = cluster, variance = "jackknife",
           weights_model = functions[rows, ], ...)$std.error
  }
  expect_close(se(1:300, 1:300), se(1:300, NULL), 1e-9)
  # Everybody twice is not more than once.
  expect_close(se(rep(1:300, 2), rep(1:300, 2)), se(1:300, NULL), 1e-9)
  cluster <- rep(1:60, 5)
  u <- drop(roc_influence(study$score, study$sick, w))
  expect_close(se(1:300, cluster), sqrt(by_hand(u, functions, cluster)$variance), 1e-9)
})

test_that("redundant coefficients do no harm", {
  study <- study_of()
  model <- model_of(study)
  w <- study$selected / fitted(model)
  twice <- glm(selected ~ z * sick + I(2 * z), binomial, study)
  expect_close(auc_ci(study$score, study$sick, w, weights_model = twice),
               auc_ci(study$score, study$sick, w, weights_model = model), 1e-9)
})

test_that("a model of other rows, or no model, is refused", {
  study <- study_of()
  model <- model_of(study)
  ci <- function(weights_model, ...) {
    auc_ci(study$score, study$sick, study$selected / fitted(model), ..., weights_model = weights_model)
  }
  expect_wroc_error_of(ci(1:300), "type", "weights_model")
  expect_wroc_error_of(ci("model"), "type", "weights_model")
  expect_wroc_error_of(ci(lm(z ~ sick, study)), "type", "weights_model")
  expect_wroc_error_of(ci(matrix("a", 300)), "type", "weights_model")
  expect_wroc_error_of(ci(matrix(c(NA, 1:299))), "missing", "weights_model")
  expect_wroc_error_of(ci(matrix(c(Inf, 1:299))), "range", "weights_model")
  expect_wroc_error_of(ci(matrix(1, 299)), "length", "weights_model")
  set.seed(1)
  expect_wroc_error_of(ci(matrix(rnorm(300 * 290), 300)), "length", "weights_model")
  study$z[3L] <- NA
  expect_match(error_message(ci(model_of(study))),
               "not 299. It left out rows with missing values.")
  expect_wroc_error_of(ci(model, variance = "bootstrap"), "unused", "weights_model")
  partial <- suppressWarnings(ci(model, FPR = c(0, 0.5)))
  alone <- suppressWarnings(roc_estimate(study$score, study$sick, study$selected / fitted(model),
                                         measure = roc_measure("AUC", FPR = c(0, 0.5)),
                                         weights_model = model))
  expect_identical(partial$std.error, alone$std.error)
  counts <- rep(1, 300)
  counted <- function() {
    auc_ci(study$score, study$sick, counts, variance = "frequency", weights_model = model)
  }
  expect_wroc_error_of(counted(), "unused", "weights_model")
})

test_that("what has no variance stays as it is", {
  score <- rep(1, 6)
  label <- rep(0:1, 3)
  model <- matrix(1:6)
  expect_identical(auc_ci(score, label, rep(1, 6), weights_model = model), auc_ci(score, label))
})

test_that("tests of two scores have the residuals of the difference", {
  study <- study_of()
  model <- model_of(study)
  w <- study$selected / fitted(model)
  scores <- as.list(study[c("score", "other")])
  test <- function(...) auc_test(scores, study$sick, w, variance = "jackknife", ...)
  u <- drop(roc_influence(scores, study$sick, w))
  functions <- model.matrix(model) * (study$selected - fitted(model))
  e <- apply(u, 2L, function(u) lm.fit(functions, u)$residuals)
  weighted <- sum(w > 0)
  of_difference <- by_hand(u[, 1L] - u[, 2L], functions)
  expected <- sqrt(sum((e[, 1L] - e[, 2L])^2) * weighted / (weighted - 4))
  found <- test(weights_model = functions)
  difference <- diff(rev(auc_wmw(scores, study$sick, w)))[[1L]]
  expect_close(found$estimate[["difference"]], difference, 1e-12)
  expect_close(found$std.error, expected, 1e-9)
  expect_close(found$parameter, c(df = of_difference$df), 1e-7)
  expect_close(found$statistic, c(t = difference / expected), 1e-9)
  expect_close(found$p.value, 2 * pt(-abs(difference / expected), of_difference$df), 1e-8)
  expect_close(found$conf.int[1:2], difference + c(-1, 1) * qt(0.975, of_difference$df) * expected, 1e-8)
  wald <- test(weights_model = functions, test = "wald")
  expect_close(wald$statistic, c(Z = difference / expected), 1e-9)
  expect_match(found$method, "score, jackknife")
  # The factors of DeLong's variance, of each score.
  delong <- auc_test(scores, study$sick, w, weights_model = functions, test = "wald")
  se <- auc_ci(scores, study$sick, w, weights_model = functions)$std.error
  plain <- auc_ci(scores, study$sick, w, variance = "jackknife", weights_model = functions)$std.error
  c <- se / plain
  own <- crossprod(e) * weighted / (weighted - 4) * outer(c, c)
  expect_close(delong$std.error, sqrt(own[1, 1] + own[2, 2] - 2 * own[1, 2]), 1e-8)
})

test_that("one score's test is that of its interval", {
  study <- study_of()
  model <- model_of(study)
  w <- study$selected / fitted(model)
  study$score[!study$selected] <- NA
  for (cluster in list(NULL, rep(1:60, 5))) {
    interval <- auc_ci(study$score, study$sick, w, cluster = cluster, na.rm = TRUE, weights_model = model)
    test <- auc_test(study$score, study$sick, w, cluster = cluster, na.rm = TRUE, weights_model = model,
                     mu = 0.7)
    expect_close(test$std.error, interval$std.error, 1e-12)
    expect_close(test$conf.int[1:2], c(interval$conf.low, interval$conf.high), 1e-10)
    expect_close(test$parameter, c(df = interval$df), 1e-10)
  }
})

test_that("tests of several scores, by cluster, of fits, and of copies", {
  study <- study_of()
  model <- model_of(study)
  w <- study$selected / fitted(model)
  scores <- cbind(a = study$score, b = study$other, c = study$z)
  cluster <- rep(1:100, 3)
  functions <- model.matrix(model) * (study$selected - fitted(model))
  found <- auc_test(scores, study$sick, w, cluster = cluster, weights_model = functions)
  u <- drop(roc_influence(scores, study$sick, w))
  for (pair in 1:3) {
    of <- list(1:2, c(1, 3), 2:3)[[pair]]
    expected <- by_hand(u[, of[[1]]] - u[, of[[2]]], functions, cluster)
    expect_close(found$contrasts$df[[pair]], expected$df, 1e-6)
    alone <- auc_test(scores[, of], study$sick, w, cluster = cluster, weights_model = functions)
    expect_close(found$contrasts$p.value[[pair]], alone$p.value, 1e-8)
    expect_close(found$contrasts$std.error[[pair]], alone$std.error, 1e-8)
  }
  expect_named(found$parameter, c("num df", "denom df"))
  fit <- weighted_roc(sick ~ score + other, study, weights = w, weights_model = model)
  given <- auc_test(as.list(study[c("score", "other")]), study$sick, w, weights_model = model)
  expect_equal(auc_test(fit)$p.value, given$p.value)
  twice <- cbind(study$score, 2 * study$score)
  expect_warning(copies <- auc_test(twice, study$sick, w, weights_model = model),
                 class = "wroc_warning_undefined")
  expect_identical(copies$p.value, NA_real_)
})

test_that("a test refuses a model where no influences are explained", {
  study <- study_of()
  model <- model_of(study)
  test <- function(guess = study$score, ...) {
    auc_test(guess, study$sick, study$selected / fitted(model), ..., weights_model = model)
  }
  expect_wroc_error_of(test(test = "exact"), "unused", "weights_model")
  expect_wroc_error_of(test(fold = rep(1:2, 150)), "unused", "weights_model")
  expect_wroc_error_of(auc_test(study$score, study$sick, rep(1, 300), variance = "frequency",
                                weights_model = model), "unused", "weights_model")
  expect_wroc_error_of(auc_test(study$score, study$sick, weights_model = matrix(1, 299)), "length",
                       "weights_model")
  skip_if_not_installed("survey")
  design <- survey::svydesign(ids = ~1, weights = ~1, data = study)
  expect_wroc_error_of(auc_test(study$score, study$sick, design, weights_model = model), "unused",
                       "weights_model")
})

test_that("two perfect scores have no test with a model either", {
  label <- rep(0:1, 10)
  expect_warning(found <- auc_test(cbind(1:20 + 20 * label, 40 * label), label,
                                   weights_model = matrix(1:20)),
                 class = "wroc_warning_undefined")
  expect_identical(found$p.value, NA_real_)
})

# Of any number by roc_ci(), as refitted().
refitted_number <- function(study, formula, what) {
  refitted_values(study, formula, length(what), function(w) {
    suppressWarnings(roc_estimate(study$score, study$sick, w, measure = what)$estimate)
  })
}

# The derivatives of so many numbers, which `value` has by the weights: a row for each person.
refitted_values <- function(study, formula, width, value, step = 1e-4) {
  number <- function(v) {
    study$v <- v
    value(v * study$selected / fitted(exact_glm(formula, study, v = v)))
  }
  rows <- vapply(seq_len(nrow(study)), function(i) {
    between <- function(step) {
      v <- rep(1, nrow(study))
      (number(replace(v, i, 1 + step)) - number(replace(v, i, 1 - step))) / (2 * step)
    }
    (4 * between(step) - between(2 * step)) / 3
  }, numeric(width))
  t(matrix(rows, width))
}

test_that("numbers of a curve have the exact derivative of estimated weights, too", {
  skip_on_cran()
  study <- study_of(50L)
  formula <- selected ~ z + sick
  model <- exact_glm(formula, study)
  w <- study$selected / fitted(model)
  what <- list("AUC", roc_measure("TPR", threshold = 0.5), roc_measure("PPV", threshold = 0.5),
               roc_measure("PPV", threshold = 0.5, prior = 0.1), roc_measure("kappa", threshold = 0.5),
               roc_measure("risk", threshold = 0.5, cost_FN = 3), roc_measure("AP"))
  u <- refitted_number(study, formula, what)
  weighted <- sum(w > 0)
  expected <- sqrt(colSums(u^2) * weighted / (weighted - 3))
  ci <- function(what, ...) {
    suppressWarnings(roc_estimate(study$score, study$sick, w, measure = what, variance = "jackknife", ...))
  }
  expect_close(ci(what, weights_model = model)$std.error, expected, 1e-7)
  area <- auc_ci(study$score, study$sick, w, variance = "jackknife", weights_model = model)
  columns <- c("estimate", "std.error", "conf.low", "conf.high", "df")
  expect_close(unlist(ci("AUC", weights_model = model)[columns]), unlist(area[columns]), 1e-12)
})

test_that("tests of scores by any number have the exact derivative of estimated weights", {
  skip_on_cran()
  study <- study_of(50L)
  formula <- selected ~ z + sick
  model <- exact_glm(formula, study)
  w <- study$selected / fitted(model)
  scores <- as.list(study[c("score", "other")])
  lost <- sum(w > 0) / (sum(w > 0) - 3)
  for (what in list(roc_measure("TPR", threshold = 0.5), roc_measure("PPV", threshold = 0.5, prior = 0.1),
                    roc_measure("AUC", FPR = c(0, 0.4)))) {
    values <- function(w) vapply(scores,
                                 function(score) roc_estimate(score, study$sick, w,
                                                              measure = what)$estimate, 0)
    u <- refitted_values(study, formula, 2L, function(w) suppressWarnings(values(w)))
    test <- function(guess, ...) {
      suppressWarnings(roc_test(guess, study$sick, w, variance = "jackknife", measure = what,
                                weights_model = model, ...))
    }
    found <- test(scores)
    expect_close(found$std.error, sqrt(sum((u[, 1L] - u[, 2L])^2) * lost), 1e-7)
    expect_close(found$estimate[["difference"]], -diff(suppressWarnings(values(w)))[[1L]], 1e-12)
    expect_close(found$statistic, c(t = found$estimate[["difference"]] / found$std.error), 1e-10)
    expect_close(test(study$score, mu = 0.3)$std.error, sqrt(sum(u[, 1L]^2) * lost), 1e-7)
  }
})

test_that("groups whose weights have one model vary together, as by refitting it", {
  skip_on_cran()
  study <- study_of(90L)
  study$site <- rep(c("a", "b", "c"), 30L)
  formula <- selected ~ z + sick
  model <- exact_glm(formula, study)
  w <- study$selected / fitted(model)
  for (what in list("AUC", roc_measure("TPR", threshold = 0.5))) {
    values <- function(w) {
      suppressWarnings(vapply(c("a", "b", "c"), function(site) {
        roc_estimate(study$score, study$sick, w * (study$site == site), measure = what)$estimate
      }, 0))
    }
    u <- refitted_values(study, formula, 3L, values)
    weighted <- tapply(w > 0, study$site, sum)
    e <- u %*% diag(sqrt(weighted / (weighted - 3)))
    covariance <- crossprod(e)
    expect_gt(abs(cov2cor(covariance)[1L, 2L]), 0.01)
    test <- function(...) {
      suppressWarnings(test_of_groups(study$score, study$sick, study$site, w, variance = "jackknife",
                                      measure = what, weights_model = model, ...))
    }
    found <- test(test = "wald")
    expect_close(found$estimate, values(w), 1e-12)
    pairs <- utils::combn(3L, 2L)
    expected <- apply(pairs, 2L, function(of) sqrt(sum((e[, of[[1L]]] - e[, of[[2L]]])^2)))
    expect_close(found$contrasts$std.error, expected, 1e-7)
    apart <- found$estimate[-1L] - found$estimate[[1L]]
    of_difference <- cbind(-1, diag(2)) %*% covariance %*% t(cbind(-1, diag(2)))
    expect_close(found$statistic, c("X-squared" = sum(apart * solve(of_difference, apart))), 1e-6)
    slope <- c(-0.5, 0, 0.5)
    trend <- test(trend = TRUE)
    expect_close(trend$std.error, sqrt(drop(slope %*% covariance %*% slope)), 1e-7)
    expect_named(trend$statistic, "t")
  }
})

test_that("a group has the variance of an interval in which the others have no weight", {
  study <- study_of()
  model <- model_of(study)
  w <- study$selected / fitted(model)
  site <- rep(c("a", "b"), 150L)
  functions <- model.matrix(model) * (study$selected - fitted(model))
  constant <- ifelse(site == "a", study$score, 10)
  # Clusters may be of both groups, which depend on each other anyway.
  for (cluster in list(NULL, rep(1:60, 5L))) {
    for (given in list(model, functions)) {
      alone <- auc_ci(study$score, study$sick, w * (site == "a"), cluster = cluster, weights_model = given)
      found <- test_of_groups(constant, study$sick, site, w, cluster, weights_model = given)
      expect_close(found$std.error, alone$std.error, 1e-10)
      expect_close(found$estimate[["a"]], alone$estimate, 1e-12)
    }
  }
  expect_match(found$method, "of groups (score, delong)", fixed = TRUE)
  # Rows that are left out stay rows of the model.
  absent <- replace(study$score, !study$selected, NA)
  left <- test_of_groups(absent, study$sick, site, w, na.rm = TRUE, weights_model = model)
  whole <- test_of_groups(study$score, study$sick, site, w, weights_model = model)
  expect_equal(left[c("statistic", "p.value")], whole[c("statistic", "p.value")])
  fit <- weighted_roc(sick ~ score, study, weights = w, by = site, weights_model = model)
  expect_equal(auc_test(fit)$p.value, whole$p.value)
})

test_that("functions that explain nothing change no test, and groups refuse what they do not have", {
  study <- study_of()
  w <- 1 / fitted(model_of(study))
  nothing <- matrix(0, 300L)
  site <- rep(c("a", "b", "c"), each = 100L)
  test <- function(...) test_of_groups(study$score, study$sick, site, w, test = "wald", ...)
  parts <- c("statistic", "parameter", "p.value", "estimate")
  for (what in list("AUC", roc_measure("TPR", FPR = 0.2))) {
    given <- test(measure = what, weights_model = nothing)
    expect_equal(given[parts], test(measure = what)[parts], tolerance = 1e-10)
    scores <- as.list(study[c("score", "other")])
    of_scores <- function(...) roc_test(scores, study$sick, w, measure = what, test = "wald", ...)
    # Covariances of both classes have factors of both with a model.
    by_jackknife <- function(...) of_scores(variance = "jackknife", ...)[parts]
    expect_equal(by_jackknife(weights_model = nothing), by_jackknife(), tolerance = 1e-10)
  }
  expect_wroc_error_of(test(fold = rep(1:2, 150), weights_model = nothing), "unsupported", "weights_model")
  expect_wroc_error_of(test(variance = "bootstrap"), "unsupported", "variance")
  many <- matrix(rnorm(300 * 120), 300L)
  expect_wroc_error_of(test(weights_model = many), "length", "weights_model")
  expect_match(error_message(test(weights_model = many)), "^In group `a` of `group`:")
  expect_wroc_error_of(test(weights_model = matrix(0, 299L)), "length", "weights_model")
  counted <- function() {
    test_of_groups(study$score, study$sick, site, rep(1, 300), variance = "frequency",
                   weights_model = nothing)
  }
  expect_wroc_error_of(counted(), "unused", "weights_model")
  by_site <- weighted_roc(sick ~ score, study, weights = w, by = site)
  expect_wroc_error_of(auc_test(by_site, weights_model = nothing), "unused", "weights_model")
})

test_that("functions that explain nothing change no interval and no band", {
  skip_on_cran()
  study <- study_of()
  w <- 1 / fitted(model_of(study))
  nothing <- matrix(0, 300L)
  what <- list("AUC", roc_measure("AUC", FPR = c(0, 0.3)), roc_measure("TPR", FPR = 0.2),
               roc_measure("ACC", threshold = 0.7),
               roc_measure("lift", share = 0.2), roc_measure("LR_pos",
                                                             threshold = 0.7), roc_measure("brier"))
  study$score <- plogis(study$score)
  for (cluster in list(NULL, rep(1:60, 5))) {
    # Covariances of both classes have factors of both with a model, and one of all units without.
    ci <- function(...) roc_estimate(study$score, study$sick, w, measure = what, cluster = cluster,
                                     variance = "jackknife", ...)
    # Without a model the ends at a share come from replicates, with one from the standard error, which is the same.
    ends <- names(ci()) %in% c("conf.low", "conf.high")
    at_share <- grepl("share", ci()$measure)
    expect_identical(sum(at_share), 1L)
    expect_equal(ci(weights_model = nothing)[!at_share, ], ci()[!at_share, ], tolerance = 1e-10)
    expect_equal(ci(weights_model = nothing)[at_share, !ends], ci()[at_share, !ends], tolerance = 1e-10)
    for (by in c("FPR", "TPR", "threshold")) {
      for (type in c("pointwise", "equal-precision", "fixed-width")) {
        band <- function(...) roc_band(study$score, study$sick, w, cluster, by = by, type = type, ...)
        # In clusters a rate at a rate has a covariance, too, and roc_band() has no jackknife: 60 / 59 or its like.
        has_covariance <- !is.null(cluster) && type == "pointwise" && by != "threshold"
        expect_equal(band(weights_model = nothing), band(), tolerance = if (has_covariance) 1e-4 else 1e-10)
      }
    }
  }
})

test_that("bands and intervals of rates are narrower where the model explains", {
  study <- study_of()
  model <- model_of(study)
  w <- study$selected / fitted(model)
  width <- function(x) x$conf.high - x$conf.low
  at <- list(roc_measure("TPR", threshold = 1), roc_measure("TNR", threshold = 1))
  linked <- roc_estimate(study$score, study$sick, w, measure = at, weights_model = model)
  plain <- roc_estimate(study$score, study$sick, w, measure = at)
  expect_lt(sum(linked$std.error), sum(plain$std.error))
  band <- function(...) roc_band(study$score, study$sick, w, by = "threshold", at = 1, ...)
  expect_lt(sum(width(band(weights_model = model))), sum(width(band())))
  drawn <- function() {
    roc_band(study$score, study$sick, w, variance = "bootstrap", R = 50, weights_model = model)
  }
  expect_wroc_error_of(drawn(), "unused", "weights_model")
  counted <- function() {
    roc_estimate(study$score, study$sick, round(w), variance = "frequency", weights_model = model)
  }
  expect_wroc_error_of(counted(), "unused", "weights_model")
})

test_that("independent samples have models of their own, or none", {
  set.seed(9)
  sample_of <- function(n) {
    d <- data.frame(z = rnorm(n))
    d$y <- rbinom(n, 1, 0.4)
    d$x <- d$y + rnorm(n) + d$z
    d$s <- rbinom(n, 1, plogis(d$z + 1))
    d
  }
  fit_of <- function(d) {
    model <- stats::glm(s ~ z, stats::binomial(), d)
    d$w <- d$s / stats::fitted(model)
    weighted_roc(y ~ x, d, weights = w, weights_model = model)
  }
  fits <- list(fit_of(sample_of(200)), fit_of(sample_of(150)), weighted_roc(y ~ x, sample_of(100)))
  of <- lapply(fits, auc_ci)
  for (pair in list(1:2, c(1, 3), c(3, 2))) {
    test <- auc_test(fits[[pair[1]]], fits[[pair[2]]], test = "wald")
    expect_equal(test$std.error^2, of[[pair[1]]]$std.error^2 + of[[pair[2]]]$std.error^2)
    expect_equal(test$estimate[["difference"]], of[[pair[1]]]$estimate - of[[pair[2]]]$estimate)
    expect_lt(auc_test(fits[[pair[1]]], fits[[pair[2]]])$p.value, 1)
  }
})
