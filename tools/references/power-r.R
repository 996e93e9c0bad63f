# The powers that src/rust/core/src/power/tests.rs has frozen, from their definition:
# Rscript tools/references/power-r.R
# For each reference area: moments of placements by integrals, degrees of freedom with their cap, and the
# point between what is planned and what is tested at which the upper tail is half of the level.
source(file.path("tests", "testthat", "helper-inference.R"))

binormal <- function(area) {
  place <- function(z) pnorm(z + sqrt(2) * qnorm(area))
  list(place, place)
}
# Scores with exponential distributions: the numbers that a positive and a negative beat, by their normal
# scores.
exponential <- function(area) {
  odds <- area / (1 - area)
  list(function(z) -expm1(odds * pnorm(-z, log.p = TRUE)), function(z) exp(pnorm(z, log.p = TRUE) / odds))
}

# Expected moments of the estimate of an AUC, the positives first.
expected <- function(model, area, n) {
  moments <- vapply(model(area), function(place) {
    vapply(c(2, 4), function(order) {
      integrate(function(z) (place(z) - area)^order * dnorm(z), -12, 12, rel.tol = 1e-12,
                subdivisions = 2000L)$value
    }, 0)
  }, c(0, 0))
  squares <- sum(moments[1, ] / n)
  nu <- min(2 / (sum(moments[2, ] / n^3) / squares^2 - 1 / sum(n)), sum(n) - 2)
  list(area = area, variance = squares, freedom = naive_known(nu, n), model = 4, effective = n)
}

n <- c(70, 70 * 1.5)
area <- 0.77
level <- 0.04

one <- function(null, model) {
  tail_at <- function(area) {
    x <- expected(model, area, n)
    shrunken <- naive_shrunken(x)
    pt((area - null) / sqrt(shrunken$fg * placement_model(null)), shrunken$df, lower.tail = FALSE)
  }
  at <- uniroot(function(a) tail_at(a) - level / 2, c(null + 1e-3, 0.95), tol = 1e-14)$root
  way <- 2 * sqrt(area * (1 - area)) * (asin(sqrt(area)) - asin(sqrt(at)))
  pnorm(way / sqrt(expected(model, area, n)$variance))
}

unpaired <- function(other, model) {
  variances <- c(expected(model, area, n)$variance, expected(model, other, n)$variance)
  step <- c(-1, 1) * (area - other) * variances / sum(variances)
  tail_at <- function(t) {
    moved <- c(area, other) + t * step
    pair <- naive_independent(expected(model, moved[1], n), expected(model, moved[2], n))
    quantile <- uniroot(function(q) pair$interval(q)[1], c(1e-3, 20), tol = 1e-13)$root
    pt(quantile, pair$df, lower.tail = FALSE)
  }
  t <- uniroot(function(t) tail_at(t) - level / 2, c(-2, 0.9), tol = 1e-12)$root
  pnorm((area - other) * t / sqrt(sum(variances)))
}

cat(sprintf("%.12f\n", c(one(0.6, binormal), unpaired(0.65, exponential))), sep = "")
