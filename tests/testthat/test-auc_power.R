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

test_that("each argument is found again from the others, whichever area is larger", {
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
  power <- function(...) auc_power(...)$power
  expect_equal(power(n = 80, auc = 0.8, auc2 = 0.7), power(n = 80, auc = 0.7, auc2 = 0.8), tolerance = 1e-8)
  expect_equal(power(n = 40, auc = 0.7), power(n = 40, auc = 0.3), tolerance = 1e-8)
  for (better in list(list(n = 60), list(auc = 0.66), list(ratio = 2), list(alternative = "one.sided"))) {
    expect_lt(power(n = 50, auc = 0.65), do.call(power, utils::modifyList(list(n = 50, auc = 0.65), better)))
  }
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

test_that("clusters of a pilot are its units, whose ratio stays, and counts its repeated rows", {
  fit <- pilot_of(30)
  plan <- function(pilot, n = 50, ...) auc_power(n = n, auc = 0.75, auc0 = 0.6, pilot = pilot, ...)$power
  alone <- plan(fit, ratio = 2)
  # Clusters of one observation are the observations, of three copies a third of them.
  own <- fit$observations
  people <- seq_along(own$label)
  single <- repeated_pilot(fit, 1L, people)
  expect_equal(plan(single, ratio = 2), alone, tolerance = 1e-9)
  copies <- repeated_pilot(fit, 3L, rep(people, 3L))
  # The effective numbers of classes are between those of the observations and of the clusters.
  expect_equal(plan(copies, 150, ratio = 2), alone, tolerance = 0.03)
  expect_lt(plan(copies, ratio = 2), alone - 0.1)
  counts <- weighted_roc(own$scores$score, own$label, rep(3, length(people)), variance = "frequency")
  rows <- weighted_roc(rep(own$scores$score, 3L), rep(own$label, 3L))
  expect_equal(plan(counts, ratio = 2), plan(rows, ratio = 2), tolerance = 1e-9)
  # Clusters of both classes.
  mixed <- repeated_pilot(fit, 1L, rep(1:30, 3L))
  found <- auc_power(n = 50, auc = 0.75, auc0 = 0.6, pilot = mixed)
  expect_identical(found$ratio, 2)
  expect_equal(auc_power(power = found$power, auc = 0.75, auc0 = 0.6, pilot = mixed)$n, 50, tolerance = 1e-6)
  two <- pilot_of(30, sick ~ score + other, cluster = rep(1:30, 3L))
  expect_gt(auc_power(n = 60, auc = 0.8, auc2 = 0.7, pilot = two)$power, 0.1)
  expect_refused(
    "unsupported ratio" = plan(mixed, ratio = 1),
    "unsupported ratio" = auc_power(n = 50, auc = 0.75, power = 0.8, ratio = NULL, pilot = mixed)
  )
})

test_that("it prints as other calculations of power do", {
  text <- capture.output(print(auc_power(auc = 0.7, auc2 = 0.6, power = 0.8)))
  expect_true(any(grepl("n = ", text)) && any(grepl("auc2 = 0.6", text)))
  expect_true(any(grepl("in each sample", text)))
  expect_false(any(grepl("margin|deff|correlation|NULL", text)))
})

test_that("what can't be planned is refused", {
  plan <- function(...) auc_power(n = 10, ...)
  expect_error(auc_power(n = 10), "Exactly one of", class = "wroc_error_choice")
  expect_wroc_error(auc_power(n = 10, auc = 0.7, power = 0.8), "choice",
                    "Exactly one of `n`, `ratio`, `auc`, `sig.level`, `power` must be NULL, not none.")
  expect_refused(
    "range n" = auc_power(n = 1, auc = 0.7), "range n" = auc_power(n = 1e300, auc = 0.7),
    "type n" = auc_power(n = "10", auc = 0.7), "length n" = auc_power(n = c(10, 20), auc = 0.7),
    "range auc" = plan(auc = 70), "range auc" = plan(auc = 0.5),
    "range sig.level" = plan(auc = 0.7, sig.level = 0.5),
    "range sig.level" = plan(auc = 0.7, sig.level = 4.9e-324), "range ratio" = plan(auc = 0.7, ratio = 0),
    "range deff" = plan(auc = 0.7, deff = 1e308), "range auc" = plan(auc = 0.6, auc2 = 0.7, margin = 0.05),
    "range margin" = plan(auc = 0.6, margin = 0.6), "unused correlation" = plan(auc = 0.7, correlation = 0.5),
    "unused auc0" = plan(auc = 0.7, auc2 = 0.6, auc0 = 0.5), "unused au: did you mean `auc`" = plan(au = 0.7),
    "range correlation" = plan(auc = 0.7, auc2 = 0.6, correlation = 1),
    "unused deff" = plan(auc = 0.7, deff = 2, weight = 1:3), "range weight" = plan(auc = 0.7, weight = c(1, -1)),
    "range weight" = plan(auc = 0.7, weight = c(0, 0)), "choice model" = plan(auc = 0.7, model = "normal"),
    "unreachable ratio" = auc_power(n = 5, auc = 0.51, ratio = NULL, power = 0.9),
    "unreachable auc" = auc_power(n = 2, power = 0.9),
    # All areas are greater than `auc2` less `margin`.
    "unreachable auc" = auc_power(n = 100, power = 0.05, auc2 = 0.55, margin = 0.6)
  )
})

test_that("pilots that tell nothing are refused", {
  plan <- function(pilot, ...) auc_power(auc = 0.8, power = 0.8, pilot = pilot, ...)
  fit <- pilot_of(20)
  expect_refused(
    "type pilot" = plan(1:3), "unused deff" = plan(fit, deff = 2), "unused model" = plan(fit, model = "binormal"),
    "observations pilot" = plan(pilot_of(20, sick ~ score + other)),
    "observations pilot" = plan(suppressWarnings(weighted_roc(1:6, rep(0:1, each = 3))))
  )
  skip_if_not_installed("survey")
  # How the variance of a survey design falls is not known.
  data(api, package = "survey", envir = environment())
  design <- survey::svydesign(~dnum, weights = ~pw, data = apiclus1)
  expect_refused("unsupported pilot" = plan(weighted_roc(sch.wide ~ meals, design, positive = "No")))
})
