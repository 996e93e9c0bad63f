# Tests of differences of areas by their standard errors, as in most other software.

wald_test_of_pair <- function(found, i, std.error, alternative, conf.level) {
  wald_test(difference_of_pair(found, i)$difference, std.error, Inf, alternative, conf.level)
}

wald_test_of_samples <- function(samples, alternative, conf.level) {
  std.error <- sqrt(sum(samples$variance))
  wald_test(samples$area[[1L]] - samples$area[[2L]], std.error, satterthwaite(samples), alternative,
            conf.level)
}

# Satterthwaite's degrees of freedom; those of both samples where nothing varies.
satterthwaite <- function(samples) {
  parts <- samples$variance
  units <- samples$units - 1
  if (isTRUE(sum(parts) == 0)) sum(units) else sum(parts)^2 / sum(parts^2 / units)
}

wald_test <- function(difference, std.error, df, alternative, conf.level) {
  known <- !is.na(std.error) && std.error > 0
  statistic <- if (known) difference / std.error else NA_real_
  reach <- function(p) if (isTRUE(std.error == 0)) 0 else stats::qt(p, df) * std.error
  list(
    statistic = structure(statistic, names = if (is.infinite(df)) "Z" else "t"),
    parameter = if (is.finite(df)) c(df = df),
    p.value = p_value_of(statistic, alternative, function(t) stats::pt(-t, df)),
    interval = interval_of_difference(alternative, conf.level, function(tail, side) {
      difference + side * reach(1 - tail)
    }),
    std.error = std.error
  )
}

joint_wald_test <- function(areas, covariance) {
  contrasts <- cbind(1, -diag(length(areas) - 1L))
  chi_squared <- quadratic_form(drop(contrasts %*% areas), contrasts %*% covariance %*% t(contrasts))
  list(
    statistic = c("X-squared" = chi_squared$value),
    parameter = c(df = chi_squared$rank),
    p.value = stats::pchisq(chi_squared$value, chi_squared$rank, lower.tail = FALSE),
    std.error = if (anyNA(covariance)) NA_real_ else 0
  )
}

# x' S^- x with the generalized inverse of a matrix that may have less than full rank.
quadratic_form <- function(x, S) {
  if (anyNA(S)) {
    return(list(value = NA_real_, rank = NA_integer_))
  }
  parts <- eigen(S, symmetric = TRUE)
  large <- parts$values > max(1e-10 * parts$values, 1e-26)
  if (!any(large)) {
    return(list(value = NA_real_, rank = 0L))
  }
  projected <- drop(crossprod(parts$vectors[, large, drop = FALSE], x))
  # A difference that does not vary, and is not 0, is beyond all tests.
  certain <- crossprod(parts$vectors[, !large, drop = FALSE], x)
  if (any(abs(certain) > 1e-10)) {
    return(list(value = NA_real_, rank = sum(large)))
  }
  list(value = sum(projected^2 / parts$values[large]), rank = sum(large))
}

# From the probability of what exceeds a statistic.
p_value_of <- function(statistic, alternative, upper_tail) {
  switch(
    alternative,
    two.sided = min(1, 2 * upper_tail(abs(statistic))),
    less = upper_tail(-statistic),
    greater = upper_tail(statistic)
  )
}

# From the end on one side, -1 or 1, beyond which a tail of at most a half lies. One side at a level
# below a half ends on the other side of the estimate.
interval_of_difference <- function(alternative, conf.level, end) {
  tail <- if (alternative == "two.sided") (1 - conf.level) / 2 else 1 - conf.level
  end_on <- function(side) if (tail > 0.5) end(1 - tail, -side) else end(tail, side)
  c(if (alternative == "less") -Inf else end_on(-1),
    if (alternative == "greater") Inf else end_on(1))
}
