# Tests of areas by their standard errors, as in most other software.

# What answer_about_scores() asks: the test of a pair by its number, and the one of all at once. All that
# it takes are areas, their covariance matrix and its degrees of freedom, or those of each pair.
tests_by_covariance <- function(areas, covariance, df = Inf) {
  pairs <- pairs_of(areas)
  df <- rep_len(df, ncol(pairs))
  list(
    of_pair = function(i, question) {
      pair <- pairs[, i]
      wald_test(areas[[pair[[1L]]]] - areas[[pair[[2L]]]], std_error_of_pair(covariance, pair),
                df[[i]], question)
    },
    joint = function() joint_wald_test(areas, covariance, min(df))
  )
}

wald_test_of_samples <- function(samples, question, coefficients = c(1, -1)) {
  std.error <- sqrt(sum(coefficients^2 * samples$variance))
  wald_test(sum(coefficients * samples$area), std.error, satterthwaite(samples, coefficients), question)
}

# Satterthwaite's degrees of freedom; those of all samples where nothing varies.
satterthwaite <- function(samples, coefficients) {
  parts <- coefficients^2 * samples$variance
  units <- samples$units - 1
  if (isTRUE(sum(parts) == 0)) sum(units) else sum(parts)^2 / sum(parts^2 / units)
}

# Of any estimate with its standard error and degrees of freedom.
wald_test <- function(estimate, std.error, df, question) {
  known <- !is.na(std.error) && std.error > 0
  at <- function(null) {
    statistic <- if (known) (estimate - null) / std.error else NA_real_
    list(statistic = structure(statistic, names = if (is.infinite(df)) "Z" else "t"),
         parameter = if (is.finite(df)) c(df = df), upper_tail = function(t) stats::pt(-t, df))
  }
  reach <- function(p) if (isTRUE(std.error == 0)) 0 else stats::qt(p, df) * std.error
  answer_to(question, at, function(tail, side) estimate + side * reach(1 - tail), std.error)
}

joint_wald_test <- function(areas, covariance, df = Inf) {
  contrasts <- cbind(1, -diag(length(areas) - 1L))
  form <- quadratic_form(difference(areas[[1L]], areas[-1L]), covariance_between(contrasts, covariance))
  rank <- form$rank
  c(
    if (is.finite(df)) {
      # Hotelling's, of a covariance matrix that is known by so many degrees of freedom.
      left <- df - rank + 1
      F <- if (isTRUE(left > 0)) form$value * left / (df * rank) else NA_real_
      list(statistic = c(F = F), parameter = c("num df" = rank, "denom df" = left),
           p.value = if (is.na(F)) NA_real_ else stats::pf(F, rank, left, lower.tail = FALSE))
    } else {
      list(statistic = c("X-squared" = form$value), parameter = c(df = rank),
           p.value = stats::pchisq(form$value, rank, lower.tail = FALSE))
    },
    list(std.error = if (anyNA(covariance)) NA_real_ else 0)
  )
}

# x' S^- x with the generalized inverse of a matrix that may have less than full rank.
quadratic_form <- function(x, S) {
  if (anyNA(S)) {
    return(list(value = NA_real_, rank = NA_integer_))
  }
  parts <- eigen(S, symmetric = TRUE)
  large <- parts$values > singular * max(parts$values, 0)
  if (!any(large)) {
    return(list(value = NA_real_, rank = 0L))
  }
  projected <- drop(crossprod(parts$vectors[, large, drop = FALSE], x))
  # A difference that does not vary, and is not 0, is beyond all tests.
  certain <- crossprod(parts$vectors[, !large, drop = FALSE], x)
  if (any(abs(certain) > singular * sum(abs(x)))) {
    return(list(value = NA_real_, rank = sum(large)))
  }
  list(value = sum(projected^2 / parts$values[large]), rank = sum(large))
}
