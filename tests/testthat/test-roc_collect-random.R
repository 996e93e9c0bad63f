# Random tables with hostile scores, against their rows. The environment variable WROC_TABLES has the number of
# tables for each engine, and WROC_SEED the first one's seed. By default they are 30, or as many as a minute has
# time for.

test_that_engines_are_there()

hostile_scores <- list(
  normal = function(x, n) x,
  ties = function(x, n) round(x),
  heavy_tie = function(x, n) replace(x, sample(n, n %/% 2), 0.25),
  denormals = function(x, n) 5e-324 * round(1000 * (x + 10)),
  denormals_and_others = function(x, n) ifelse(stats::runif(n) < 0.5, 5e-324 * round(1000 * x), x),
  decades = function(x, n) sign(x) * 10^(stats::runif(n, -200, 200)),
  decades_of_probabilities = function(x, n) 10^(20 * x - 200),
  infinite = function(x, n) replace(x, sample(n, n %/% 5), sample(c(-Inf, Inf), n %/% 5, replace = TRUE)),
  beyond_ends = function(x, n) pmin(pmax(1e308 * x, -1.7e308), 1.7e308),
  ulps = function(x, n) 1 + .Machine$double.eps * round(n / 4 * x)
)

hostile_weights <- list(
  unit = function(n) rep(1, n), plain = stats::rexp, wide = function(n) 10^stats::runif(n, -8, 8),
  whole = function(n) sample(0:3, n, replace = TRUE) + 0, tiny = function(n) 1e-200 * stats::rexp(n)
)

pick <- function(x) x[[sample(length(x), 1L)]]

hostile_table <- function(engine) {
  n <- sample(c(300, 1200, 2300), 1L)
  label <- labels_for_groups(n)
  patient <- sample(max(n %/% 5, 2), n, replace = TRUE)
  x <- label + stats::rnorm(max(patient))[patient] + stats::rnorm(n)
  kinds <- if (engine$has_Inf) hostile_scores else hostile_scores[names(hostile_scores) != "infinite"]
  data.frame(a = pick(kinds)(x, n), b = pick(kinds)(x + stats::rnorm(n), n), label = label,
             weight = pick(hostile_weights)(n), patient = patient, site = rep_len(c("x", "y"), n))
}

# Both classes in each of the groups.
labels_for_groups <- function(n) c(0L, 0L, 1L, 1L, stats::rbinom(n - 4, 1, stats::runif(1, 0.1, 0.9)))

expect_near <- function(found, expected, bound) {
  expect_true(all(abs(found - expected) <= bound * expected + 1e-12))
}

check_curve_of <- function(tbl, x) {
  points <- sample(c(16, 40, 200), 1L)
  exact <- WeightedROC(x$a, x$label, x$weight)
  area <- auc_wmw(x$a, x$label, x$weight)
  curve <- roc_collect(tbl, a, label, weight, points = points)
  expect_bounded_curve(curve, exact, area, points, 1 / (16 * points))
  whole <- roc_collect(tbl, a, label, weight, points = points, exact = TRUE)
  expect_bounded_curve(whole, exact, area, points, 1e-10)
}

expect_bounded_curve <- function(curve, exact, area, points, tolerance) {
  expect_lte(nrow(curve), points)
  rows <- c(match(curve$threshold[-nrow(curve)], exact$threshold[-nrow(exact)]), nrow(exact))
  expect_false(anyNA(rows))
  expect_true(max(abs(as.matrix(curve[c("TPR", "FPR")]) - as.matrix(exact[rows, c("TPR", "FPR")]))) < 1e-12)
  bounds <- auc_bounds(curve)
  expect_true(bounds$bound.low <= area && area <= bounds$bound.high)
  expect_lte(curve$slack[[1L]], tolerance)
}

# The standard errors of scores without clusters, and with clusters those of leaving out parts.
check_errors_of <- function(tbl, x) {
  points <- sample(c(16, 40, 200), 1L)
  expected <- suppressWarnings(auc_ci(as.list(x[c("a", "b")]), x$label, x$weight)$std.error)
  both <- roc_collect(tbl, c(a, b), label, weight, points = points, variance = TRUE, exact = TRUE)
  expect_near(suppressWarnings(auc_ci(both)$std.error), expected, 1e-7)
  both <- roc_collect(tbl, c(a, b), label, weight, points = points, variance = TRUE)
  expect_near(suppressWarnings(auc_ci(both)$std.error), expected, 0.01)
  covariance <- covariance_by_hand(x[c("a", "b")], x, x$patient %% 101)
  if (anyNA(covariance)) return()
  for (exact in c(TRUE, FALSE)) {
    binned <- roc_collect(tbl, c(a, b), label, weight, points = points, cluster = patient, exact = exact)
    expect_near(suppressWarnings(auc_ci(binned)$std.error), sqrt(diag(covariance)), 0.02)
    difference <- suppressWarnings(auc_test(binned))$std.error
    expect_near(difference, sqrt(sum(covariance * c(1, -1, -1, 1))), 0.02)
  }
}

check_groups_of <- function(tbl, x) {
  points <- sample(c(32, 200), 1L)
  curves <- roc_collect(dplyr::group_by(tbl, site), a, label, weight, points = points, variance = TRUE)
  found <- suppressWarnings(auc_ci(curves))
  for (site in c("x", "y")) {
    part <- x[x$site == site, ]
    area <- auc_wmw(part$a, part$label, part$weight)
    slack <- curves$slack[curves$site == site][[1L]]
    expect_true(abs(found$estimate[found$site == site] - area) <= slack + 1e-12)
    exact <- suppressWarnings(auc_ci(part$a, part$label, part$weight)$std.error)
    expect_near(found$std.error[found$site == site], exact, 0.02)
  }
}

seconds <- if (nzchar(Sys.getenv("WROC_TABLES"))) Inf else 60
tables <- as.integer(Sys.getenv("WROC_TABLES", "30"))
first_seed <- as.integer(Sys.getenv("WROC_SEED", "1"))

test_on_engines("random tables with hostile scores", function(engine) {
  skip_on_cran()
  begin <- proc.time()[["elapsed"]]
  for (seed in first_seed - 1L + seq_len(tables)) {
    if (proc.time()[["elapsed"]] - begin > seconds) break
    set.seed(seed)
    x <- hostile_table(engine)
    if (any(tapply(x$weight, list(x$site, x$label), sum) == 0)) next
    check <- list(check_curve_of, check_errors_of, check_groups_of)[[seed %% 3L + 1L]]
    withCallingHandlers(suppressMessages(check(engine$put(x), x)), expectation_failure = function(failure) {
      fail(sprintf("table of seed %d: %s", seed, conditionMessage(failure)))
    })
  }
})
