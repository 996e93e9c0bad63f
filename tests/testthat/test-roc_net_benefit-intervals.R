risks_of <- function(seed, n = 150) {
  set.seed(seed)
  sick <- rbinom(n, 1, 0.3)
  marker <- rnorm(n, sick)
  list(sick = sick, model = plogis(marker - 1.2), other = plogis(marker / 2 + rnorm(n) / 2 - 1),
       weight = rexp(n), cluster = sample(40, n, TRUE))
}

at <- c(0.1, 0.25, 0.4)

test_that("intervals at one threshold are those of the quantity", {
  x <- risks_of(1)
  for (prior in list(NULL, 0.1)) {
    found <- roc_net_benefit(x$model, x$sick, x$weight, threshold = at, prior = prior, conf.level = 0.95)
    what <- lapply(at, function(t) roc_measure("NB", threshold = t, prior = prior))
    alone <- roc_estimate(x$model, x$sick, x$weight, measure = what)
    expect_equal(found$net_benefit, alone$estimate)
    expect_equal(found$conf.low, alone$conf.low)
    expect_equal(found$conf.high, alone$conf.high)
    curve <- roc_net_benefit(WeightedROC(x$model, x$sick, x$weight), threshold = at, prior = prior)
    expect_equal(plain(found)[c("prior", "threshold", "net_benefit", "treat_all")],
                 plain(curve)[c("prior", "threshold", "net_benefit", "treat_all")])
  }
})

test_that("many thresholds of many observations take no longer than a time limit allows", {
  set.seed(21)
  sick <- rbinom(2000, 1, 0.3)
  score <- plogis(rnorm(2000, sick))
  at <- seq(0.01, 0.8, length.out = 1500)
  setTimeLimit(elapsed = 5, transient = TRUE)
  on.exit(setTimeLimit())
  found <- roc_net_benefit(score, sick, threshold = at, type = "simultaneous", conf.level = 0.95)
  expect_identical(nrow(found), 1500L)
})

test_that("differences are those of both scores, turned with their order, and nothing of a score and itself", {
  x <- risks_of(5, 600)
  scores <- as.list(x[c("model", "other")])
  run <- function(scores, ...) {
    roc_net_benefit(scores, x$sick, x$weight, threshold = at, prior = 0.3, ..., conf.level = 0.95)
  }
  found <- run(scores, difference = TRUE)
  expect_identical(c(found$score1[[1L]], found$score2[[1L]]), c("model", "other"))
  each <- run(scores)
  expect_equal(found$difference, each$net_benefit[1:3] - each$net_benefit[4:6])
  itself <- run(list(a = x$model, b = x$model), difference = TRUE, type = "simultaneous")
  expect_equal(c(itself$difference, itself$conf.low, itself$conf.high), numeric(9L), tolerance = 0.02)
  expect_equal(run(rev(scores), difference = TRUE)$conf.low, -found$conf.high)
})

test_that("a design has its own variance, and clusters are wider than no clusters", {
  skip_if_not_installed("survey")
  x <- risks_of(7)
  design <- survey::svydesign(~1, weights = ~weight, data = as.data.frame(x))
  for (type in c("pointwise", "simultaneous")) {
    expect_equal(roc_net_benefit(x$model, x$sick, design, threshold = at, prior = 0.2, type = type,
                                 conf.level = 0.95)$conf.low,
                 roc_net_benefit(x$model, x$sick, x$weight, threshold = at, prior = 0.2, type = type,
                                 conf.level = 0.95)$conf.low,
                 tolerance = 0.05)
  }
  clustered <- survey::svydesign(~cluster, weights = ~weight, data = as.data.frame(x))
  expect_equal(roc_net_benefit(x$model, x$sick, clustered, threshold = at, prior = 0.2, difference = FALSE,
                               conf.level = 0.95)$conf.low,
               roc_net_benefit(x$model, x$sick, x$weight, threshold = at, prior = 0.2, cluster = x$cluster,
                               conf.level = 0.95)$conf.low,
               tolerance = 0.1)
  expect_identical(error_kind(roc_net_benefit(x$model, x$sick, design, threshold = at, cluster = x$cluster,
                                              conf.level = 0.95)), "unused")
})

test_that("what nothing can be said of has no ends, and says so", {
  expect_warning(found <- roc_net_benefit(c(0.1, 0.2, 0.6), c(0, 0, 1), threshold = 0.5, conf.level = 0.95),
                 class = "wroc_warning_undefined")
  expect_identical(c(found$conf.low, found$conf.high), c(NA_real_, NA_real_))
  expect_equal(found$net_benefit, 1 / 3)
})

test_that("what can't be asked for is an error that says so", {
  x <- risks_of(9)
  kind <- function(...) error_kind(roc_net_benefit(x$model, x$sick, x$weight, ..., conf.level = 0.95))
  expect_identical(kind(threshold = 1), "range")
  expect_identical(kind(threshold = at, prior = 0), "range")
  expect_identical(kind(threshold = at, type = "both"), "choice")
  expect_identical(kind(threshold = at, difference = TRUE), "choice")
  expect_identical(kind(threshold = at, difference = NA), "type")
  expect_identical(kind(threshold = at, prior = c(0.1, 0.2)), "length")
  expect_identical(kind(threshold = at, harm = -0.1), "range")
  expect_identical(kind(threshold = at, harm = c(0.1, 0.2)), "length")
  curve <- WeightedROC(x$model, x$sick)
  expect_wroc_error_of(roc_net_benefit(curve, conf.level = 0.95), "observations", "x")
  expect_wroc_error_of(roc_net_benefit(curve, type = "simultaneous"), "unused", "type")
  expect_wroc_error_of(roc_net_benefit(curve, R = 10), "unused", "R")
  expect_wroc_error_of(roc_net_benefit(curve, difference = TRUE), "choice", "x")
  expect_identical(error_kind(roc_net_benefit(rnorm(150), x$sick, conf.level = 0.95)), "range")
  expect_identical(error_kind(roc_measure("NB", threshold = 1)), "range")
  expect_identical(error_kind(roc_measure("NB", FPR = 0.1, cost_FN = 0)), "range")
  expect_identical(error_kind(roc_measure("NB", threshold = 0.1, cost_FP = 2)), "unused")
})

test_that("the harm of a test is subtracted from the model's net benefit and its ends", {
  x <- risks_of(13)
  scores <- x[c("model", "other")]
  benefits <- function(...) roc_net_benefit(scores, x$sick, x$weight, threshold = at, ..., conf.level = 0.95)
  for (standardize in c(FALSE, TRUE)) {
    plain <- benefits(prior = 0.2, standardize = standardize)
    harmed <- benefits(prior = 0.2, standardize = standardize, harm = c(0.01, 0.03))
    lost <- rep(c(0.01, 0.03), each = 3L) / if (standardize) 0.2 else 1
    for (column in c("net_benefit", "conf.low", "conf.high")) expect_equal(harmed[[column]],
                                                                           plain[[column]] - lost)
    expect_equal(harmed$treat_all, plain$treat_all)
    # Avoided are as many more than without the harm as it is worth at the odds.
    odds <- rep(at / (1 - at), 2L)
    of_harm <- rep(c(0.01, 0.03), each = 3L)
    expect_equal(harmed$interventions_avoided, plain$interventions_avoided - of_harm / odds)
  }
  plain <- benefits(difference = TRUE)
  harmed <- benefits(difference = TRUE, harm = c(0.01, 0.03))
  for (column in c("difference", "conf.low", "conf.high")) expect_equal(harmed[[column]],
                                                                        plain[[column]] + 0.02)
  without <- roc_net_benefit(scores, x$sick, x$weight, threshold = at, difference = TRUE)
  expect_equal(without$difference, plain$difference)
  expect_identical(names(without), setdiff(names(plain), c("conf.low", "conf.high")))
})

test_that("groups are compared each by itself", {
  x <- as.data.frame(risks_of(14))
  x$half <- rep(1:2, 75L)
  fits <- weighted_roc(sick ~ model + other, x, weights = weight, by = half)
  second <- weighted_roc(sick ~ model + other, x[x$half == 2L, ], weights = weight)
  for (level in list(NULL, 0.9)) {
    for (difference in c(TRUE, FALSE)) {
      found <- plain(roc_net_benefit(fits, threshold = at, difference = difference, conf.level = level))
      alone <- plain(roc_net_benefit(second, threshold = at, difference = difference, conf.level = level))
      expect_equal(found[found$half == 2L, -1L], alone, ignore_attr = TRUE)
    }
  }
})

test_that("a calibrated score has no interval", {
  x <- risks_of(15)
  found <- function() roc_net_benefit(x$model, x$sick, calibrated = TRUE, conf.level = 0.95)
  expect_wroc_error_of(found(), "unsupported", "calibrated")
})

test_that("no threshold is no row", {
  x <- risks_of(12)
  for (difference in c(TRUE, FALSE)) {
    none <- roc_net_benefit(as.list(x[c("model", "other")]), x$sick, x$weight, threshold = numeric(),
                            type = "simultaneous",
                               difference = difference, cluster = x$cluster, conf.level = 0.95)
    expect_identical(nrow(none), 0L)
  }
})

test_that("bands are drawn", {
  skip_on_cran()
  skip_if_not_installed("ggplot2", "3.4.0")
  x <- risks_of(10)
  for (difference in c(TRUE, FALSE)) {
    found <- roc_net_benefit(as.list(x[c("model", "other")]), x$sick, x$weight, threshold = at,
                             difference = difference, conf.level = 0.95)
    plot <- ggplot2::autoplot(found)
    expect_silent(print_nowhere(plot))
    ribbon <- drawn(plot, "GeomRibbon")[[1L]]
    expect_equal(sort(ribbon$ymin), sort(found$conf.low))
    grDevices::pdf(NULL)
    expect_identical(plot(found), found)
    grDevices::dev.off()
  }
})

# Of whom a part was selected, with the model of that and its weights.
selected_of <- function(seed, n = 60L) {
  set.seed(seed)
  sick <- rep(0:1, length.out = n)
  z <- rnorm(n)
  study <- data.frame(sick, z, model = plogis(sick + 0.8 * z + rnorm(n) - 0.5),
                      other = plogis(rnorm(n, sick)), selected = runif(n) < plogis(0.7 * z + sick + 0.5))
  study$weight <- study$selected / fitted(model_of_selection(study))
  study
}

model_of_selection <- function(study, v = rep(1, nrow(study))) {
  study$v <- v
  suppressWarnings(glm(selected ~ z + sick, binomial, study, weights = v, epsilon = 1e-15, maxit = 100))
}

width <- function(x) x$conf.high - x$conf.low

test_that("estimated weights stretch intervals by what refitting makes of the standard error", {
  skip_on_cran()
  x <- selected_of(21)
  for (prior in list(NULL, 0.2)) {
    benefit <- function(weight) {
      roc_net_benefit(WeightedROC(x$model, x$sick, weight), threshold = at, prior = prior)$net_benefit
    }
    refitted <- vapply(seq_len(nrow(x)), function(i) {
      moved <- function(by) {
        v <- replace(rep(1, nrow(x)), i, 1 + by)
        benefit(v * x$selected / fitted(model_of_selection(x, v)))
      }
      (8 * (moved(1e-4) - moved(-1e-4)) - moved(2e-4) + moved(-2e-4)) / 12e-4
    }, numeric(3L))
    what <- lapply(at, function(t) roc_measure("NB", threshold = t, prior = prior))
    own <- as.matrix(roc_influence(x$model, x$sick, x$weight, measure = what))
    weighted <- sum(x$selected)
    expected <- sqrt(rowSums(refitted^2) / colSums(own^2) * weighted / (weighted - 3))
    ci <- function(...) roc_net_benefit(x$model, x$sick, x$weight, threshold = at, prior = prior, ...,
                                        conf.level = 0.95)
    linked <- ci(weights_model = model_of_selection(x))
    expect_close(width(linked) / width(ci()), unname(expected), 1e-7)
    expect_identical(linked$net_benefit, ci()$net_benefit)
  }
})

test_that("replicates are those of the quantity, and vary as influences say", {
  x <- risks_of(24)
  for (prior in list(0.2, NULL)) {
    what <- lapply(at, function(t) roc_measure("NB", threshold = t, prior = prior))
    for (cluster in list(NULL, 1:150, x$cluster)) {
      ci <- function(...) roc_net_benefit(x$model, x$sick, x$weight, threshold = at, prior = prior,
                                          cluster = cluster, ..., conf.level = 0.95)
      se <- function(cluster, ...) roc_estimate(x$model, x$sick, x$weight, measure = what, cluster = cluster,
                                                ...)$std.error
      drawn <- seeded(ci(variance = "bootstrap", R = 1000))
      # Without a prior rows are drawn as clusters are.
      units <- if (is.null(cluster) && is.null(prior)) 1:150 else cluster
      expected <- seeded(se(units, variance = "bootstrap", R = 1000)) / se(cluster)
      expect_close(width(drawn) / width(ci()), expected, 1e-8)
      expect_identical(drawn$net_benefit, ci()$net_benefit)
      if (is.null(cluster)) expect_close(width(drawn), width(ci()), 0.15)
      # Copies of a score are drawn together: nothing is left but how uneven the ends are.
      twice <- seeded(roc_net_benefit(list(x$model, x$model), x$sick, x$weight, threshold = at, prior = prior,
                                         difference = TRUE, cluster = cluster, variance = "bootstrap",
                                         R = 1000, conf.level = 0.95))
      uneven <- abs(drawn$conf.low + drawn$conf.high - 2 * drawn$net_benefit)
      expect_close(twice$conf.high, uneven, 1e-5, 1e-7)
    }
  }
})

test_that("models of weights and replicates are asked for where they are of use", {
  x <- selected_of(25)
  ci <- function(...) roc_net_benefit(x$model, x$sick, x$weight, threshold = at, ..., conf.level = 0.95)
  expect_wroc_error_of(ci(R = 10), "unused", "R")
  expect_wroc_error_of(ci(variance = "bootstrap", R = 1), "range", "R")
  expect_wroc_error_of(ci(variance = "bootstrap", weights_model = matrix(0, 60L)), "unused", "weights_model")
  expect_wroc_error_of(ci(weights_model = matrix(0, 59L)), "length", "weights_model")
  expect_wroc_error_of(ci(fold = rep(1:2, 30)), "unsupported", "fold")
  expect_wroc_error_of(ci(weights_model = diag(60L)), "length", "weights_model")
  of_one <- function(...) roc_net_benefit(c(0.1, 0.2, 0.6), c(0, 0, 1), threshold = 0.5, ...,
                                          conf.level = 0.95)
  expect_warning(one <- of_one(variance = "bootstrap"), class = "wroc_warning_undefined")
  expect_identical(one$conf.low, NA_real_)
  lost <- function() {
    seeded(roc_net_benefit(c(1:4, 4:1) / 10, rep(0:1, 4), cluster = rep(1:4, each = 2),
                              threshold = c(0.2, 0.3), variance = "bootstrap", R = 20, conf.level = 0.95))
  }
  expect_silent(lost())
  skip_if_not_installed("survey")
  design <- survey::svydesign(~1, weights = ~weight, data = x)
  designed <- function(...) roc_net_benefit(x$model, x$sick, design, threshold = at, ..., conf.level = 0.95)
  expect_wroc_error_of(designed(weights_model = matrix(0, 60L)), "unused", "weights_model")
  expect_wroc_error_of(designed(variance = "bootstrap"), "unused", "variance")
})
