test_that("one area has the power of the interval's formula", {
  n <- c(60, 120)
  found <- auc_power(n = 60, ratio = 2, auc = 0.68)$power
  moment <- function(area, order) {
    integrate(function(z) (pnorm(z + sqrt(2) * qnorm(area)) - area)^order * dnorm(z), -8, 8,
              rel.tol = 1e-10)$value
  }
  V <- function(a) a * (1 - a) * (4 * a * (1 - a))^(1 / 6) / 3
  g <- sum(1 / n)
  excess <- function(c) {
    v <- moment(c, 2) * g
    nu <- min(2 / (moment(c, 4) * sum(1 / n^3) / v^2 - 1 / sum(n)), sum(n) - 2)
    nu <- naive_known(nu, n)
    fg <- g * (nu * v / (g * V(c)) + 4) / (nu + 4)
    (c - 0.5) / sqrt(fg * V(0.5)) - qt(0.975, nu + 4)
  }
  c <- uniroot(excess, c(0.5, 0.7), tol = 1e-10)$root
  z <- 2 * sqrt(0.68 * 0.32) * (asin(sqrt(0.68)) - asin(sqrt(c))) / sqrt(moment(0.68, 2) * g)
  expect_equal(found, pnorm(z), tolerance = 1e-6)
})

test_that("each argument is found again from the others", {
  skip_on_cran()
  designs <- list(
    list(auc0 = 0.6), list(auc2 = 0.65, correlation = 0.5), list(auc2 = 0.65),
    list(auc0 = 0.78, margin = 0.1, alternative = "one.sided"), list(auc0 = 0.6, deff = 1.7),
    list(auc2 = 0.8, correlation = 0.3, margin = 0.08, model = "exponential")
  )
  for (design in designs) {
    known <- list(n = 90, ratio = 1.5, auc = 0.77, sig.level = 0.04)
    known$power <- do.call(auc_power, c(known, design))$power
    expect_gt(known$power, 0.2)
    for (wanted in names(known)) {
      asked <- known
      asked[wanted] <- list(NULL)
      found <- do.call(auc_power, c(asked, design))
      expect_s3_class(found, "power.htest")
      expect_equal(found[[wanted]], known[[wanted]], tolerance = 1e-4)
    }
  }
})

test_that("areas may be swapped", {
  for (correlation in list(NULL, 0.4)) {
    up <- auc_power(n = 80, auc = 0.8, auc2 = 0.7, correlation = correlation)$power
    expect_equal(auc_power(n = 80, auc = 0.7, auc2 = 0.8, correlation = correlation)$power, up,
                 tolerance = 1e-8)
  }
  expect_equal(auc_power(n = 40, auc = 0.7)$power, auc_power(n = 40, auc = 0.3)$power, tolerance = 1e-8)
})

test_that("weights cost what their design effect says, and their tails degrees of freedom", {
  plain <- auc_power(n = 100, auc = 0.65)$power
  expect_equal(auc_power(n = 100, auc = 0.65, weight = rep(3, 5))$power, plain, tolerance = 1e-12)
  expect_equal(auc_power(n = 200, auc = 0.65, deff = 2)$power, plain, tolerance = 1e-12)
  weight <- c(1, 1, 1, 1, 0, 6)
  deff <- mean(weight[-5]^2) / mean(weight[-5])^2
  found <- auc_power(n = 200, auc = 0.65, weight = weight)
  expect_equal(found$deff, deff)
  expect_equal(found$power, auc_power(n = 200, auc = 0.65, deff = deff)$power, tolerance = 0.02)
})

pilot_of <- function(n, scores = sick ~ score, ...) {
  set.seed(n)
  sick <- rep(0:1, c(2 * n, n))
  shared <- rnorm(3 * n)
  score <- sqrt(2) * qnorm(0.8) * sick + shared
  other <- sqrt(2) * qnorm(0.7) * sick + 0.5 * shared + sqrt(0.75) * rnorm(3 * n)
  weight <- rlnorm(3 * n, 0, 0.5)
  weighted_roc(scores, data.frame(sick, score, other, weight), weights = weight, ...)
}

test_that("a large pilot sample says what its model says", {
  skip_on_cran()
  # exp(0.25) is the design effect of its weights.
  fit <- pilot_of(20000)
  found <- auc_power(auc = 0.75, auc0 = 0.65, ratio = 2, power = 0.8, pilot = fit)$n
  expect_equal(found, auc_power(auc = 0.75, auc0 = 0.65, ratio = 2, power = 0.8, deff = exp(0.25))$n,
               tolerance = 0.03)
  fit <- pilot_of(20000, sick ~ score + other)
  found <- auc_power(auc = 0.8, auc2 = 0.7, ratio = 2, power = 0.8, pilot = fit)
  expect_match(found$method, "same observations")
  expected <- auc_power(auc = 0.8, auc2 = 0.7, correlation = 0.5, ratio = 2, power = 0.8,
                        deff = exp(0.25))
  expect_equal(found$n, expected$n, tolerance = 0.05)
})

# Each person of the pilot `times` over.
repeated_pilot <- function(fit, times, cluster) {
  own <- fit$observations
  rows <- rep(seq_along(own$label), times)
  weighted_roc(own$scores$score[rows], own$label[rows], own$weights[rows], cluster = cluster)
}

test_that("clusters of a pilot are its units, and counts its repeated rows", {
  fit <- pilot_of(30)
  plan <- function(pilot, ...) auc_power(n = 50, auc = 0.75, auc0 = 0.6, pilot = pilot, ...)$power
  alone <- plan(fit, ratio = 2)
  # Clusters of one observation are the observations, of three copies a third of them.
  own <- fit$observations
  people <- seq_along(own$label)
  single <- repeated_pilot(fit, 1L, people)
  expect_equal(plan(single, ratio = 2), alone, tolerance = 1e-9)
  copies <- repeated_pilot(fit, 3L, rep(people, 3L))
  thrice <- auc_power(n = 150, auc = 0.75, auc0 = 0.6, ratio = 2, pilot = copies)$power
  # The effective numbers of classes are between those of the observations and of the clusters.
  expect_equal(thrice, alone, tolerance = 0.03)
  expect_lt(plan(copies, ratio = 2), alone - 0.1)
  counts <- weighted_roc(own$scores$score, own$label, rep(3, length(people)), variance = "frequency")
  rows <- weighted_roc(rep(own$scores$score, 3L), rep(own$label, 3L))
  expect_equal(plan(counts, ratio = 2), plan(rows, ratio = 2), tolerance = 1e-9)
})

test_that("clusters of both classes keep the pilot's ratio", {
  fit <- pilot_of(30)
  mixed <- repeated_pilot(fit, 1L, rep(1:30, 3L))
  found <- auc_power(n = 50, auc = 0.75, auc0 = 0.6, pilot = mixed)
  expect_identical(found$ratio, 2)
  expect_equal(auc_power(n = 50, auc = 0.75, auc0 = 0.6, ratio = 2, pilot = mixed), found)
  expect_equal(auc_power(power = found$power, auc = 0.75, auc0 = 0.6, pilot = mixed)$n, 50, tolerance = 1e-6)
  for (ratio in list(1, NULL)) {
    expect_wroc_error_of(auc_power(n = 50, auc = 0.75, power = if (is.null(ratio)) 0.8, ratio = ratio,
                                   pilot = mixed), "unsupported", "ratio")
  }
  two <- pilot_of(30, sick ~ score + other, cluster = rep(1:30, 3L))
  expect_gt(auc_power(n = 60, auc = 0.8, auc2 = 0.7, pilot = two)$power, 0.1)
})

test_that("how the variance of a survey design falls is not known", {
  skip_if_not_installed("survey")
  data(api, package = "survey", envir = environment())
  design <- survey::svydesign(~dnum, weights = ~pw, data = apiclus1)
  fit <- weighted_roc(sch.wide ~ meals, design, positive = "No")
  expect_wroc_error_of(auc_power(auc = 0.8, power = 0.8, pilot = fit), "unsupported", "pilot")
})

test_that("it prints as other calculations of power do", {
  text <- capture.output(print(auc_power(auc = 0.7, auc2 = 0.6, power = 0.8)))
  expect_true(any(grepl("n = ", text)) && any(grepl("auc2 = 0.6", text)))
  expect_true(any(grepl("in each sample", text)))
  expect_false(any(grepl("margin|deff|correlation|NULL", text)))
})

test_that("more of anything that helps helps", {
  power <- function(...) auc_power(...)$power
  expect_lt(power(n = 50, auc = 0.65), power(n = 60, auc = 0.65))
  expect_lt(power(n = 50, auc = 0.65), power(n = 50, auc = 0.66))
  expect_lt(power(n = 50, auc = 0.65), power(n = 50, auc = 0.65, ratio = 2))
  expect_lt(power(n = 50, auc = 0.65), power(n = 50, auc = 0.65, alternative = "one.sided"))
  expect_lt(power(n = 90, auc = 0.75, auc2 = 0.65, correlation = 0),
            power(n = 90, auc = 0.75, auc2 = 0.65, correlation = 0.5))
  expect_equal(power(n = 90, auc = 0.75, auc2 = 0.65, correlation = 0),
               power(n = 90, auc = 0.75, auc2 = 0.65), tolerance = 0.03)
})

test_that("what can't be planned is refused", {
  expect_wroc_error_of(auc_power(n = 10), "choice", c("auc", "power"))
  expect_wroc_error(auc_power(n = 10, auc = 0.7, power = 0.8), "choice",
                    "Exactly one of `n`, `ratio`, `auc`, `sig.level`, `power` must be NULL, not none.")
  expect_wroc_error_of(auc_power(n = 1, auc = 0.7), "range", "n")
  expect_wroc_error_of(auc_power(n = Inf, auc = 0.7), "range", "n")
  expect_wroc_error_of(auc_power(n = 10, auc = 70), "range", "auc")
  expect_wroc_error_of(auc_power(n = "10", auc = 0.7), "type", "n")
  expect_wroc_error_of(auc_power(n = c(10, 20), auc = 0.7), "length", "n")
  expect_wroc_error_of(auc_power(n = 10, auc = 0.7, sig.level = 0.5), "range", "sig.level")
  expect_wroc_error_of(auc_power(n = 10, auc = 0.7, ratio = 0), "range", "ratio")
  expect_wroc_error_of(auc_power(n = 1e300, auc = 0.7), "range", "n")
  expect_wroc_error_of(auc_power(n = 10, auc = 0.7, ratio = 1e308), "range", "ratio")
  expect_wroc_error_of(auc_power(n = 10, auc = 0.7, deff = 1e308), "range", "deff")
  expect_wroc_error_of(auc_power(n = 10, auc = 0.5), "range", "auc")
  expect_wroc_error_of(auc_power(n = 10, auc = 0.6, auc2 = 0.7, margin = 0.05), "range", "auc")
  expect_wroc_error_of(auc_power(n = 10, auc = 0.6, margin = 0.6), "range", "margin")
  expect_wroc_error_of(auc_power(n = 10, auc = 0.7, correlation = 0.5), "unused", "correlation")
  expect_wroc_error_of(auc_power(n = 10, auc = 0.7, auc2 = 0.6, auc0 = 0.5), "unused", "auc0")
  expect_wroc_error_of(auc_power(n = 10, auc = 0.7, auc2 = 0.6, correlation = 1), "range", "correlation")
  expect_wroc_error_of(auc_power(n = 10, auc = 0.7, deff = 2, weight = 1:3), "unused", "deff")
  expect_wroc_error_of(auc_power(n = 10, auc = 0.7, weight = c(1, -1)), "range", "weight")
  expect_wroc_error_of(auc_power(n = 10, auc = 0.7, weight = c(0, 0)), "weight", "weight")
  expect_wroc_error_of(auc_power(n = 10, auc = 0.7, model = "normal"), "choice", "model")
  expect_wroc_error_of(auc_power(n = 5, auc = 0.51, ratio = NULL, power = 0.9), "unreachable", "ratio")
  expect_wroc_error_of(auc_power(n = 2, power = 0.9), "unreachable", "auc")
  # All areas are greater than `auc2` less `margin`.
  expect_wroc_error_of(auc_power(n = 100, power = 0.05, auc2 = 0.55, margin = 0.6), "unreachable", "auc")
})

test_that("pilots that tell nothing are refused", {
  plan <- function(pilot, ...) auc_power(auc = 0.8, power = 0.8, pilot = pilot, ...)
  fit <- pilot_of(20)
  expect_wroc_error_of(plan(1:3), "type", "pilot")
  expect_wroc_error_of(plan(fit, deff = 2), "unused", "deff")
  expect_wroc_error_of(plan(fit, model = "binormal"), "unused", "model")
  expect_wroc_error_of(plan(pilot_of(20, sick ~ score + other)), "observations", "pilot")
  expect_wroc_error_of(plan(suppressWarnings(weighted_roc(1:6, rep(0:1, each = 3)))), "observations", "pilot")
})
