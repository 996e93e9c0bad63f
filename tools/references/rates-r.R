# Rscript tools/references/rates-r.R, from the root of the repository, after make-r.R.
#
# Freezes in tests/testthat/ref-data the pointwise intervals of a rate at the other rate by their definition
# (the page of roc_band()), with pbeta() and uniroot() of R and rates that are summed over all observations
# again for each threshold; nothing of this package is called. Prints those of the core's own test
# (band/tests.rs).

source(file.path("tools", "references", "freeze.R"))

main <- function() {
  cases <- expand.grid(at = c(0.01, 0.05, 0.1, 0.3, 0.6, 0.95), level = c(0.8, 0.95), by = c("FPR", "TPR"),
                       clusters = c(0, 38), weights = c("none", "cycle"), score = c("s100b", "score"),
                       stringsAsFactors = FALSE)[6:1]
  ends <- do.call(rbind, with(cases, Map(of_case, score, weights, clusters, by, level, at)))
  freeze(data.frame(cases, low = ends[, 1], high = ends[, 2]), "rate-at-rate.csv")
  for_the_core()
}

of_case <- function(score, weights, clusters, by, level, at) {
  x <- observations_of(score)
  n <- length(x$label)
  weight <- if (weights == "cycle") rep(1:7, length.out = n) else rep(1, n)
  cluster <- if (clusters > 0) rep(seq_len(clusters), length.out = n)
  interval(x$score, x$label, weight, cluster, by, at, level)
}

observations_of <- function(score) {
  x <- read(if (score == "score") "ROCR.simple" else "aSAH")
  list(score = x[[score]], label = x$label)
}

for_the_core <- function() {
  i <- 0:23
  label <- as.integer(i %% 3 == 0)
  score <- (5 * i) %% 11 + 3 * label
  weight <- 1 + ((7 * i) %% 5) / 2
  for (cluster in list(NULL, i %% 8)) for (by in c("FPR", "TPR")) {
    at <- c(0.6, 0.1, 0.3, 0.9)
    cat(if (is.null(cluster)) "rows" else "clusters", "by", by, "at", at, ": lower and upper ends\n")
    ends <- vapply(at, function(at) interval(score, label, weight, cluster, by, at, 0.95), c(0, 0))
    cat(sprintf("%.17g", t(ends)), fill = 90)
  }
}

# FPR at a TPR is what 1 less the TPR of the negated score is at 1 less the FPR, with classes changed.
interval <- function(score, label, weight, cluster, by, at, level) {
  if (by == "TPR") return(1 - rev(interval(-score, 1 - label, weight, cluster, "FPR", 1 - at, level)))
  curve <- t(vapply(c(Inf, rev(sort(unique(score)))), function(threshold) {
    vapply(0:1, function(class) rate(score >= threshold, weight, label == class), 0)
  }, c(0, 0)))
  above <- above_at(score, curve, at)
  classes <- lapply(0:1, function(class) {
    own <- label == class
    of_class <- information(above[own], weight[own], if (is.null(cluster)) seq_len(sum(own)) else cluster[own])
    if (!is.null(cluster)) of_class$of_weights <- min(of_class$of_weights, of_class$units - 1)
    of_class
  })
  classes <- stats::setNames(classes, c("x", "y"))
  numbers <- with_numbers(classes, level)
  if (!is.null(cluster)) numbers <- with_correlation(numbers, classes, curve, at, length(unique(cluster)))
  steps <- steps_of(curve, numbers$y$effective)
  ends <- lapply(list(lower, upper), function(end) {
    with(numbers, end(steps, at, x$n, y$n, x$pseudo, y$pseudo, (1 - level) / 2))
  })
  known <- wilson(height(curve, at, max), numbers$y$known, level)
  c(min(ends[[1L]], known[[1L]]), max(ends[[2L]], known[[2L]]))
}

# The interval of the same height at a known threshold, than which none is shorter.
wilson <- function(share, n, level) {
  z <- qnorm((1 + level) / 2)
  centre <- (share + z^2 / 2 / n) / (1 + z^2 / n)
  centre + c(-1, 1) * z / (1 + z^2 / n) * sqrt(share * (1 - share) / n + z^2 / 4 / n^2)
}

rate <- function(above, weight, own) {
  sum <- total <- 0
  for (i in which(own)) {
    total <- total + weight[i]
    sum <- sum + weight[i] * above[i]
  }
  sum / total
}

# With which probability each observation is called positive where the FPR is `at`: on an upright step at its
# upper end.
above_at <- function(score, curve, at) {
  thresholds <- c(Inf, rev(sort(unique(score))))
  row <- max(which(curve[, 1] <= at + 1e-14))
  whole <- score >= thresholds[row]
  if (row == nrow(curve) || abs(curve[row, 1] - at) < 1e-14) return(as.numeric(whole))
  part <- (at - curve[row, 1]) / (curve[row + 1, 1] - curve[row, 1])
  (1 - part) * whole + part * (score >= thresholds[row + 1])
}

# The number n of independent observations that say as much of each rate, and the pseudo-observations. The
# model of independent observations, to which a variance is drawn, counts as 4 observations, with clusters as
# fewer. The degrees of freedom of the quantile are those of the weights, which equal ones have without end.
with_numbers <- function(classes, level) {
  effective <- vapply(classes, function(class) class$effective, 0)
  of_units <- vapply(classes, function(class) class$of_units, 0)
  model <- 1 + 3 * min(1, sum(of_units / effective^2) / sum(1 / of_units))
  lapply(classes, function(class) with(class, {
    excess <- sum(u^4) / sum(u^2)^2 - 1 / units
    found <- if (all(u == 0)) 0 else if (excess > 0) min(2 / excess, units - 2) else units - 2
    ratio <- if (found == 0) 1 else units / (units - 1) * sum(u^2) * effective / (p * (1 - p))
    z <- qnorm((1 + level) / 2)
    t <- qt((1 + level) / 2, max(of_weights + model, 4))
    n <- max(effective * (found + model) / (found * ratio + model) * (z / t)^2, least)
    list(n = n, known = n, effective = effective, pseudo = min(2, max(1, units / n)) / 4, model = model)
  }))
}

# Errors of both rates that clusters have in common cancel in part: of the height at x they are those of y
# less those that errors of x move it by.
with_correlation <- function(numbers, classes, curve, x, clusters) {
  common <- intersect(names(classes$x$u), names(classes$y$u))
  u <- lapply(classes, `[[`, "u")
  squares <- vapply(u, function(u) sum(u^2), 0)
  found <- min(vapply(u, function(u) {
    excess <- sum(u^4) / sum(u^2)^2 - 1 / clusters
    if (all(u == 0)) 0 else if (excess > 0) min(2 / excess, clusters - 2) else clusters - 2
  }, 0))
  rho <- if (any(squares == 0)) 0 else sum(u$x[common] * u$y[common]) / sqrt(prod(squares))
  units <- vapply(classes, function(class) class$units, 0L)
  rho <- max(-1, min(1, rho * sqrt(prod(1 - 1 / units)) / (1 - 1 / clusters)))
  rho <- rho * found / max(found + numbers$x$model, 4)
  error <- sqrt(x * (1 - x) / numbers$x$n)
  by_x <- (height(curve, min(1, x + error), max) - height(curve, max(0, x - error), min)) / 2
  y <- height(curve, x, max)
  by_y <- sqrt(y * (1 - y) / numbers$y$n)
  factor <- if (by_x^2 + by_y^2 == 0) 1 else 1 - 2 * rho * by_x * by_y / (by_x^2 + by_y^2)
  Map(function(class, units) {
    n <- class$n / factor
    utils::modifyList(class, list(n = n, pseudo = min(2, max(1, units / n)) / 4))
  }, numbers, units)
}

# The TPR at an FPR; on an upright step the largest or the least there.
height <- function(curve, x, end) {
  at <- abs(curve[, 1] - x) < 1e-14
  if (end(0:1) == 0 && x == 0) return(0)
  if (any(at)) return(end(curve[at, 2]))
  stats::approx(curve[, 1], curve[, 2], x, ties = "ordered")$y
}

information <- function(above, weight, unit) {
  kish <- function(weight) sum(weight)^2 / sum(weight^2)
  p <- sum(weight * above) / sum(weight)
  of_units <- as.vector(tapply(weight, unit, sum))
  u <- c(tapply(weight / sum(weight) * (above - p), unit, sum))
  # Clusters of unequal weight: squares are divided by what the others weigh.
  share <- of_units / sum(of_units)
  if (length(u) < length(weight)) u <- u * sqrt((1 - 1 / length(u)) / (1 - share))
  excess <- sum(share^4) / sum(share^2)^2 - 1 / length(u)
  list(of_weights = if (excess > 1e-14) 2 / excess else Inf,
       effective = sqrt(kish(weight) * kish(of_units)), of_units = kish(of_units),
       u = if (p %in% 0:1) 0 * u else u, p = p, units = length(u), least = sum(weight) / max(of_units))
}

# The curve as steps: straight lines of ties in parts, then neighbours in the same cell as one step with their
# mean height. A cell is a quarter of a standard error wide, in the scale of arc sines.
steps_of <- function(curve, effective) {
  cell <- function(height) floor(2 * asin(sqrt(height)) * sqrt(effective) * 4)
  from <- length <- height <- numeric()
  for (i in seq_len(nrow(curve))[-1]) {
    run <- curve[i, 1] - curve[i - 1, 1]
    rise <- curve[i, 2] - curve[i - 1, 2]
    parts <- cell(curve[i, 2]) - cell(curve[i - 1, 2]) + 1
    if (run > 0) for (part in seq_len(parts)) {
      from <- c(from, curve[i - 1, 1] + run * (part - 1) / parts)
      length <- c(length, run / parts)
      height <- c(height, curve[i - 1, 2] + rise * (part - 0.5) / parts)
    }
  }
  run <- cumsum(c(TRUE, diff(cell(height)) != 0))
  mean <- tapply(height * length, run, sum) / tapply(length, run, sum)
  data.frame(F = c(tapply(from, run, min), 1), H = c(mean, 1))
}

root <- function(f, tail) {
  if (f(0) >= tail) return(0)
  uniroot(function(t) f(t) - tail, c(0, 1), tol = 1e-16, maxiter = 1e4)$root
}

lower <- function(steps, x, n0, n1, c0, c1, tail) {
  # The last step is where everything is called positive.
  steps <- steps[steps$H > 0 & steps$F < 1, ]
  rows <- seq_len(nrow(steps))
  v <- c(vapply(rows, function(j) pbeta(x, c0 + n0 * steps$F[j], n0 * (1 - steps$F[j])), 0), 0)
  u <- function(j, t) pbeta(t, n1 * steps$H[j], n1 * (1 - steps$H[j]) + c1)
  h <- qbeta(tail, n1 * steps$H[1], n1 * (1 - steps$H[1]) + c1)
  root(function(t) {
    reach <- min(1, x * max(1, h / t)^(1 / 6))
    sum <- pbeta(reach, c0 + n0 * steps$F[1], n0 * (1 - steps$F[1]), lower.tail = FALSE)
    for (j in rows) sum <- sum + (v[j] - v[j + 1]) * u(j, t)
    sum
  }, tail)
}

upper <- function(steps, x, n0, n1, c0, c1, tail) {
  rows <- seq_len(nrow(steps))
  v <- c(1, vapply(rows[-1], function(j) pbeta(x, n0 * steps$F[j], n0 * (1 - steps$F[j]) + c0), 0), 0)
  u <- function(j, t) if (steps$H[j] < 1) pbeta(t, n1 * (1 - steps$H[j]), n1 * steps$H[j] + c1) else 1
  1 - root(function(t) {
    sum <- 0
    for (j in rows) sum <- sum + (v[j] - v[j + 1]) * u(j, t)
    sum
  }, tail)
}

main()
