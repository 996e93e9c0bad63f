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
    found <- roc_net_benefit_ci(x$model, x$sick, x$weight, at, prior)
    what <- lapply(at, function(t) roc_measure("NB", threshold = t, prior = prior))
    alone <- roc_ci(x$model, x$sick, x$weight, what)
    expect_equal(found$net_benefit, alone$estimate)
    expect_equal(found$conf.low, alone$conf.low)
    expect_equal(found$conf.high, alone$conf.high)
    curve <- roc_net_benefit(WeightedROC(x$model, x$sick, x$weight), at, prior)
    expect_equal(plain(found)[c("prior", "threshold", "net_benefit", "treat_all")],
                 plain(curve)[c("prior", "threshold", "net_benefit", "treat_all")])
  }
})

test_that("influences on net benefit are those of its sums", {
  x <- risks_of(2)
  u <- roc_influence(x$model, x$sick, x$weight, roc_measure("NB", threshold = 0.25))[[1L]]
  share <- x$weight / sum(x$weight)
  worth <- ifelse(x$sick == 1, 1, -1 / 3) * (x$model >= 0.25)
  expect_equal(u, share * (worth - sum(share * worth)))
})

test_that("standardized intervals are those divided by a prior that is known", {
  x <- risks_of(3)
  plain <- roc_net_benefit_ci(x$model, x$sick, x$weight, at, 0.2, type = "simultaneous")
  found <- roc_net_benefit_ci(x$model, x$sick, x$weight, at, 0.2, TRUE, type = "simultaneous")
  for (column in c("net_benefit", "conf.low", "conf.high", "treat_all")) {
    expect_equal(found[[column]], plain[[column]] / 0.2)
  }
})

test_that("a band is made of intervals of a level at which normal errors are within all of them", {
  x <- risks_of(4, 400)
  found <- roc_net_benefit_ci(x$model, x$sick, x$weight, at, 0.3, type = "simultaneous")
  u <- as.matrix(roc_influence(x$model, x$sick, x$weight,
                               lapply(at, function(t) roc_measure("NB", threshold = t, prior = 0.3))))
  positive <- x$sick == 1
  of_class <- function(rows) crossprod(u[rows, ]) * sum(rows) / (sum(rows) - 1)
  correlation <- cov2cor(of_class(positive) + of_class(!positive))
  set.seed(1)
  errors <- matrix(rnorm(3e5), ncol = 3L) %*% chol(correlation)
  quantile <- quantile(apply(abs(errors), 1L, max), 0.95, names = FALSE)
  level <- 1 - 2 * pnorm(-quantile)
  same <- roc_net_benefit_ci(x$model, x$sick, x$weight, at, 0.3, conf.level = level)
  # As near as correlations of neighbours alone come, see the next test.
  expect_equal(found$conf.low, same$conf.low, tolerance = 4e-3)
  expect_equal(found$conf.high, same$conf.high, tolerance = 4e-3)
  # One threshold, or the same one twice, is no family.
  for (once in list(0.25, c(0.25, 0.25))) {
    expect_equal(roc_net_benefit_ci(x$model, x$sick, x$weight, once, type = "simultaneous"),
                 roc_net_benefit_ci(x$model, x$sick, x$weight, once), tolerance = 1e-6)
  }
})

test_that("many thresholds of many observations take no longer than a time limit allows", {
  set.seed(21)
  sick <- rbinom(2000, 1, 0.3)
  score <- plogis(rnorm(2000, sick))
  at <- seq(0.01, 0.8, length.out = 1500)
  setTimeLimit(elapsed = 5, transient = TRUE)
  on.exit(setTimeLimit())
  found <- roc_net_benefit_ci(score, sick, threshold = at, type = "simultaneous")
  expect_identical(nrow(found), 1500L)
})

test_that("differences vary as their influences, and hardly at all of a score and itself", {
  x <- risks_of(5, 2000)
  scores <- x[c("model", "other")]
  found <- roc_net_benefit_ci(scores, x$sick, x$weight, at, 0.3, difference = TRUE)
  expect_identical(c(found$score1[[1L]], found$score2[[1L]]), c("model", "other"))
  each <- roc_net_benefit_ci(scores, x$sick, x$weight, at, 0.3)
  expect_equal(found$difference, each$net_benefit[1:3] - each$net_benefit[4:6])
  what <- lapply(at, function(t) roc_measure("NB", threshold = t, prior = 0.3))
  u <- as.matrix(roc_influence(x$model, x$sick, x$weight, what)) -
    as.matrix(roc_influence(x$other, x$sick, x$weight, what))
  # In a large sample.
  expect_equal(found$conf.high - found$conf.low, 2 * 1.96 * unname(sqrt(colSums(u^2))), tolerance = 0.05)
  itself <- roc_net_benefit_ci(list(a = x$model, b = x$model), x$sick, x$weight, at, difference = TRUE,
                               type = "simultaneous")
  expect_equal(c(itself$difference, itself$conf.low, itself$conf.high), numeric(9L), tolerance = 1e-3)
  reversed <- roc_net_benefit_ci(rev(scores), x$sick, x$weight, at, 0.3, difference = TRUE)
  expect_equal(reversed$conf.low, -found$conf.high)
})

test_that("whole weights as counts are repeated rows, and singletons are no clusters", {
  x <- risks_of(6)
  times <- sample(3L, 150L, TRUE)
  for (type in c("pointwise", "simultaneous")) {
    counted <- roc_net_benefit_ci(x$model, x$sick, times, at, type = type, variance = "frequency")
    repeated <- roc_net_benefit_ci(rep(x$model, times), rep(x$sick, times), NULL, at, type = type)
    expect_equal(counted, repeated, tolerance = 1e-3)
    expect_equal(roc_net_benefit_ci(x$model, x$sick, x$weight, at, 0.2, type = type, cluster = 1:150),
                 roc_net_benefit_ci(x$model, x$sick, x$weight, at, 0.2, type = type), tolerance = 1e-2)
    expect_equal(roc_net_benefit_ci(x$model, x$sick, x$weight, at, NULL, TRUE, type, cluster = 1:150),
                 roc_net_benefit_ci(x$model, x$sick, x$weight, at, NULL, TRUE, type), tolerance = 1e-2)
  }
})

test_that("a design has its own variance, and clusters are wider than no clusters", {
  skip_if_not_installed("survey")
  x <- risks_of(7)
  design <- survey::svydesign(~1, weights = ~weight, data = as.data.frame(x))
  for (type in c("pointwise", "simultaneous")) {
    expect_equal(roc_net_benefit_ci(x$model, x$sick, design, at, 0.2, type = type)$conf.low,
                 roc_net_benefit_ci(x$model, x$sick, x$weight, at, 0.2, type = type)$conf.low,
                 tolerance = 0.05)
  }
  clustered <- survey::svydesign(~cluster, weights = ~weight, data = as.data.frame(x))
  expect_equal(roc_net_benefit_ci(x$model, x$sick, clustered, at, 0.2, difference = FALSE)$conf.low,
               roc_net_benefit_ci(x$model, x$sick, x$weight, at, 0.2, cluster = x$cluster)$conf.low,
               tolerance = 0.1)
  expect_identical(error_kind(roc_net_benefit_ci(x$model, x$sick, design, at, cluster = x$cluster)), "unused")
})

test_that("a fit answers with its own observations and level", {
  x <- as.data.frame(risks_of(8))
  fit <- weighted_roc(sick ~ model + other, x, weights = weight, conf.level = 0.9)
  found <- roc_net_benefit_ci(fit, threshold = at, type = "simultaneous")
  alone <- roc_net_benefit_ci(x[c("model", "other")], x$sick, x$weight, at, type = "simultaneous",
                              conf.level = 0.9)
  expect_equal(found, alone)
  expect_s3_class(found, c("roc_net_benefit_ci", "data.frame"), exact = TRUE)
})

test_that("what nothing can be said of has no ends, and says so", {
  expect_warning(found <- roc_net_benefit_ci(c(0.1, 0.2, 0.6), c(0, 0, 1), threshold = 0.5),
                 class = "wroc_warning_undefined")
  expect_identical(c(found$conf.low, found$conf.high), c(NA_real_, NA_real_))
  expect_equal(found$net_benefit, 1 / 3)
})

test_that("what can't be asked for is an error that says so", {
  x <- risks_of(9)
  kind <- function(...) error_kind(roc_net_benefit_ci(x$model, x$sick, x$weight, ...))
  expect_identical(kind(1), "range")
  expect_identical(kind(at, 0), "range")
  expect_identical(kind(at, type = "both"), "choice")
  expect_identical(kind(at, difference = TRUE), "choice")
  expect_identical(kind(at, difference = NA), "type")
  expect_identical(error_kind(roc_net_benefit_ci(rnorm(150), x$sick)), "range")
  expect_identical(error_kind(roc_measure("NB", threshold = 1)), "range")
  expect_identical(error_kind(roc_measure("NB", FPR = 0.1)), "choice")
})

test_that("no threshold is no row", {
  x <- risks_of(12)
  for (difference in c(TRUE, FALSE)) {
    none <- roc_net_benefit_ci(x[c("model", "other")], x$sick, x$weight, numeric(), type = "simultaneous",
                               difference = difference, cluster = x$cluster)
    expect_identical(nrow(none), 0L)
  }
})

test_that("bands are drawn", {
  skip_if_not_installed("ggplot2", "3.4.0")
  x <- risks_of(10)
  for (difference in c(TRUE, FALSE)) {
    found <- roc_net_benefit_ci(x[c("model", "other")], x$sick, x$weight, at, difference = difference)
    plot <- ggplot2::autoplot(found)
    expect_silent(print_nowhere(plot))
    ribbon <- drawn(plot, "GeomRibbon")[[1L]]
    expect_equal(sort(ribbon$ymin), sort(found$conf.low))
    grDevices::pdf(NULL)
    expect_identical(plot(found), found)
    grDevices::dev.off()
  }
})

test_that("priors of any size have intervals in proportion", {
  set.seed(1)
  p <- runif(100)
  y <- runif(100) < p
  ends <- function(prior) roc_net_benefit_ci(p, y, threshold = c(0.2, 0.7), prior = prior, standardize = TRUE)
  columns <- c("net_benefit", "conf.low", "conf.high")
  small <- as.matrix(ends(1e-100)[columns])
  expect_equal(as.matrix(ends(1e-300)[columns]) / 1e200, small, tolerance = 1e-12)
  expect_true(all(as.matrix(ends(5e-324)[columns]) == -Inf))
})
