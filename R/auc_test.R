#' Tests that compare weighted areas under ROC curves
#'
#' Do two or more scores of the same observations have the same area, or a score in two independent
#' samples?
#'
#' @section Definition:
#' With \eqn{A_k} the areas and \eqn{S} their covariance matrix, made of products of influences
#' ([auc_influence()]) as [auc_ci()] makes variances of their squares:
#'
#' - Two scores: \eqn{Z = (A_1 - A_2) / \sqrt{S_{11} + S_{22} - 2 S_{12}}}{
#'   Z = (A1 - A2) / sqrt(S11 + S22 - 2 S12)}, standard normal when the areas are equal.
#' - More scores: \eqn{(L A)' (L S L')^{-} (L A)}{(L A)' (L S L')^- (L A)} with \eqn{L} the differences
#'   from the first score, chi-squared with as many degrees of freedom as \eqn{L S L'} has rank. So
#'   scores that are redundant, such as the same one twice, do no harm. The element `contrasts` of
#'   the result has all pairs.
#' - Independent samples: \eqn{(A_1 - A_2) / \sqrt{v_1 + v_2}}{(A1 - A2) / sqrt(v1 + v2)}, by a t
#'   distribution with Satterthwaite's degrees of freedom, the numbers of observations (or clusters)
#'   less 1 being those of \eqn{v_1}{v1} and \eqn{v_2}{v2}.
#'
#' @section Complexity:
#' At worst \eqn{O(k n \log n)}{O(k n log n)} time for k scores.
#'
#' @param guess1,guess2 Two scores of the same observations, as in [WeightedROC()]. Or `guess1` is a
#'   matrix or data.frame with two or more scores in its columns, and `guess2` is left out: then
#'   name the other arguments, `auc_test(scores, label = , weight = )`.
#' @inheritParams auc_ci
#' @param alternative `"two.sided"`, `"less"` (the first area is less than the second) or `"greater"`.
#'   For more than two scores only `"two.sided"`.
#' @param variance `"delong"`, `"jackknife"` or `"frequency"`, as in [auc_ci()]; for independent samples
#'   the class of its weights chooses the default of each.
#'
#' @return An object of class `htest`: `statistic`, `parameter` (degrees of freedom, if any), `p.value`,
#'   `estimate` (the areas, for two of them also their `difference`), `conf.int` of the difference with
#'   its `conf.level`, `std.error` of the difference, `null.value`, `alternative`, `method`, `data.name`.
#'   For more than two scores in place of the interval `contrasts`, a data.frame with a row for each pair:
#'   `score1`, `score2`, `estimate` (the difference), `std.error`, `statistic`, `p.value` (two-sided, not
#'   adjusted), `conf.low`, `conf.high`.
#'
#'   When the difference has standard error 0, as for a score and an increasing function of it, the
#'   statistic and the p-value are `NA`, with a warning of class `wroc_warning_undefined`; so they are for
#'   more scores when a difference that is not 0 does not vary. Intervals of differences are not cut off at -1
#'   and 1.
#'
#' @section Errors:
#' Those of [auc_ci()]; `wroc_error_choice` for more than two scores with a one-sided `alternative`, or
#' fewer than two. For independent samples the message begins with the sample, and the field `sample`
#' names it.
#'
#' @source
#' DeLong, E. R., DeLong, D. M. and Clarke-Pearson, D. L. (1988). Comparing the areas under two or more
#' correlated receiver operating characteristic curves: a nonparametric approach. *Biometrics* 44,
#' 837-845, \doi{10.2307/2531595}. Obuchowski, N. A. (1997). Nonparametric analysis of clustered ROC
#' curve data. *Biometrics* 53, 567-578.
#'
#' @seealso [auc_ci()] for each area alone, [roc_compare()] for where the curves differ.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' weight <- rexp(100)
#' good <- rnorm(100, 1.5 * truth)
#' fair <- good + rnorm(100)
#' auc_test(good, fair, truth, weight)
#'
#' # More than two scores
#' result <- auc_test(cbind(good, fair, noise = rnorm(100)), label = truth, weight = weight)
#' result
#' result$contrasts
#'
#' # Two independent samples
#' one <- rep(c(TRUE, TRUE, FALSE), length.out = 100)
#' auc_test_unpaired(good[one], truth[one], good[!one], truth[!one], weight[one], weight[!one])
#' @export
auc_test <- function(guess1, guess2 = NULL, label, weight = rep(1, length(label)), cluster = NULL,
                     alternative = c("two.sided", "less", "greater"), conf.level = 0.95,
                     variance = c("delong", "jackknife", "frequency")) classed({
  data.name <- names_of_data(substitute(guess1), substitute(guess2))
  weights <- given_weights(guess1, label, weight)
  alternative <- check_choice(alternative, "alternative")
  conf.level <- check_level(conf.level)
  variance <- check_choice(variance, "variance", variance_by_class(weights))
  cluster <- check_cluster(cluster, label)
  scores <- in_comparison(guess2, scores_to_compare(guess1, guess2, label, weights))
  check_frequencies(weights, variance)
  spread <- in_comparison(guess2, joint_spread_of(unname(scores), label, weights, cluster))
  covariance <- covariance_of(spread, variance, !is.null(cluster))
  areas <- structure(spread$areas, names = names(scores))
  method <- sprintf("Comparison of weighted areas under ROC curves of the same observations (%s)",
                    variance)
  if (length(areas) == 2L) {
    difference <- areas[[1L]] - areas[[2L]]
    std.error <- deviation_of_difference(covariance, 1L, 2L)
    result <- test_of_difference(areas, difference, std.error, alternative, conf.level, Inf)
  } else {
    if (alternative != "two.sided") {
      raise("choice", "More than two scores have only `alternative = \"two.sided\"`.",
            argument = "alternative", value = alternative)
    }
    result <- joint_test(areas, covariance, conf.level)
  }
  finish_test(result, method, data.name)
})

#' @rdname auc_test
#' @param label1,label2,weight1,weight2,cluster1,cluster2 The labels, weights and clusters of two
#'   independent samples.
#' @export
auc_test_unpaired <- function(guess1, label1, guess2, label2, weight1 = rep(1, length(label1)),
                              weight2 = rep(1, length(label2)), cluster1 = NULL, cluster2 = NULL,
                              alternative = c("two.sided", "less", "greater"), conf.level = 0.95,
                              variance = c("delong", "jackknife", "frequency")) classed({
  data.name <- names_of_data(substitute(guess1), substitute(guess2))
  weights1 <- in_sample(1L, given_weights(guess1, label1, weight1))
  weights2 <- in_sample(2L, given_weights(guess2, label2, weight2))
  alternative <- check_choice(alternative, "alternative")
  conf.level <- check_level(conf.level)
  variances <- c(check_choice(variance, "variance", variance_by_class(weights1)),
                 check_choice(variance, "variance", variance_by_class(weights2)))
  first <- in_sample(1L, sample_of(guess1, label1, weights1, cluster1, variances[[1L]]))
  second <- in_sample(2L, sample_of(guess2, label2, weights2, cluster2, variances[[2L]]))

  total <- first$variance + second$variance
  freedom <- freedom_of(first, second)
  areas <- c(first$area, second$area)
  names(areas) <- c("area of guess1", "area of guess2")
  result <- test_of_difference(areas, areas[[1L]] - areas[[2L]], sqrt(total), alternative,
                               conf.level, freedom)
  method <- sprintf("Comparison of weighted areas under ROC curves of independent samples (%s)",
                    paste(unique(variances), collapse = " and "))
  finish_test(result, method, data.name)
})

# Satterthwaite's degrees of freedom; those of both samples where nothing varies.
freedom_of <- function(first, second) {
  parts <- c(first$variance, second$variance)
  units <- c(first$units, second$units) - 1
  if (isTRUE(sum(parts) == 0)) sum(units) else sum(parts)^2 / sum(parts^2 / units)
}

# The area of a sample, its variance, and the number of its independent units.
sample_of <- function(guess, label, weights, cluster, variance) {
  check_observations(guess, label, weights)
  check_frequencies(weights, variance)
  cluster <- check_cluster(cluster, label)
  spread <- joint_spread_of(list(guess), label, weights, cluster)
  units <- if (!is.null(cluster)) {
    spread$clusters[[3L]]
  } else if (variance == "frequency") {
    sum(spread$weights)
  } else {
    sum(spread$numbers)
  }
  list(area = spread$areas, units = units,
       variance = drop(covariance_of(spread, variance, !is.null(cluster))))
}

scores_to_compare <- function(guess1, guess2, label, weights) {
  if (is.null(guess2)) {
    scores <- list_of_scores(guess1)
    names(scores) <- names_of_scores(guess1)
    if (length(scores) < 2L) {
      raise("choice", "There must be two scores to compare: `guess2`, or columns of `guess1`.",
            argument = "guess2")
    }
  } else {
    scores <- list("area of guess1" = guess1, "area of guess2" = guess2)
  }
  for (j in seq_along(scores)) of_score(j, check_observations(scores[[j]], label, weights))
  scores
}

# Errors of scores are those of `guess1` or `guess2`.
in_comparison <- function(guess2, value) {
  amended(value, function(error) {
    score <- if (is.null(guess2) || is.null(error$score)) 1L else error$score
    renamed(error, c(guess = paste0("guess", score)))
  })
}

in_sample <- function(sample, value) {
  names <- c("guess", "label", "weight", "cluster")
  amended(value, function(error) {
    error <- renamed(error, structure(paste0(names, sample), names = names))
    placed(error, "In the %s sample:", list(sample = c("first", "second")[[sample]]))
  })
}

deviation_of_difference <- function(covariance, i, j) {
  between <- covariance[[i, i]] + covariance[[j, j]] - 2 * covariance[[i, j]]
  # What rounding leaves of nothing.
  none <- 64 * .Machine$double.eps * (covariance[[i, i]] + covariance[[j, j]])
  if (!is.na(between) && between <= none) 0 else sqrt(between)
}

warn_of_test <- function(std.error) {
  if (is.na(std.error) || std.error == 0) {
    warn("undefined", sprintf(
      "The standard error of a difference is %s: it can't be tested.", format(std.error)
    ))
  }
}

test_of_difference <- function(areas, difference, std.error, alternative, conf.level, freedom) {
  warn_of_test(std.error)
  statistic <- if (is.na(std.error) || std.error == 0) NA_real_ else difference / std.error
  p.value <- switch(
    alternative,
    two.sided = 2 * stats::pt(-abs(statistic), freedom),
    less = stats::pt(statistic, freedom),
    greater = stats::pt(-statistic, freedom)
  )
  tail <- if (alternative == "two.sided") (1 - conf.level) / 2 else 1 - conf.level
  reach <- if (isTRUE(std.error == 0)) 0 else stats::qt(1 - tail, freedom) * std.error
  interval <- switch(
    alternative,
    two.sided = difference + c(-1, 1) * reach,
    less = c(-Inf, difference + reach),
    greater = c(difference - reach, Inf)
  )
  normal <- is.infinite(freedom)
  list(
    statistic = structure(statistic, names = if (normal) "Z" else "t"),
    parameter = if (!normal) c(df = freedom),
    p.value = p.value,
    conf.int = structure(interval, conf.level = conf.level),
    estimate = c(areas, difference = difference),
    null.value = c("difference of the areas" = 0),
    std.error = std.error,
    alternative = alternative
  )
}

joint_test <- function(areas, covariance, conf.level) {
  contrasts <- cbind(1, -diag(length(areas) - 1L))
  difference <- drop(contrasts %*% areas)
  spread <- contrasts %*% covariance %*% t(contrasts)
  chi_squared <- quadratic_form(difference, spread)
  list(
    statistic = c("X-squared" = chi_squared$value),
    parameter = c(df = chi_squared$rank),
    p.value = stats::pchisq(chi_squared$value, chi_squared$rank, lower.tail = FALSE),
    estimate = areas,
    contrasts = contrasts_of(areas, covariance, conf.level),
    alternative = "two.sided"
  )
}

# x' S^- x with the generalized inverse of a matrix that may have less than full rank.
quadratic_form <- function(x, S) {
  if (anyNA(S)) {
    warn_of_test(NA_real_)
    return(list(value = NA_real_, rank = NA_integer_))
  }
  parts <- eigen(S, symmetric = TRUE)
  large <- parts$values > 1e-10 * max(parts$values, 0)
  if (!any(large)) {
    warn_of_test(0)
    return(list(value = NA_real_, rank = 0L))
  }
  projected <- drop(crossprod(parts$vectors[, large, drop = FALSE], x))
  # A difference that does not vary, and is not 0, is beyond all tests.
  certain <- crossprod(parts$vectors[, !large, drop = FALSE], x)
  if (any(abs(certain) > 1e-10)) {
    warn_of_test(0)
    return(list(value = NA_real_, rank = sum(large)))
  }
  list(value = sum(projected^2 / parts$values[large]), rank = sum(large))
}

contrasts_of <- function(areas, covariance, conf.level) {
  pairs <- utils::combn(length(areas), 2L)
  std.error <- apply(pairs, 2L, function(pair) {
    deviation_of_difference(covariance, pair[[1L]], pair[[2L]])
  })
  difference <- unname(areas[pairs[1L, ]] - areas[pairs[2L, ]])
  statistic <- ifelse(std.error > 0, difference / std.error, NA_real_)
  reach <- stats::qnorm((1 + conf.level) / 2) * std.error
  as_frame(list(
    score1 = names(areas)[pairs[1L, ]], score2 = names(areas)[pairs[2L, ]],
    estimate = difference, std.error = std.error, statistic = statistic,
    p.value = 2 * stats::pnorm(-abs(statistic)), conf.low = difference - reach,
    conf.high = difference + reach
  ), ncol(pairs))
}

finish_test <- function(result, method, data.name) {
  structure(c(result, list(method = method, data.name = data.name)), class = "htest")
}

names_of_data <- function(guess1, guess2) {
  first <- name_of_data(guess1, "guess1")
  if (is.null(guess2)) first else paste(first, "and", name_of_data(guess2, "guess2"))
}

# As the user wrote it, but no more of it than a line. What do.call() was given is no expression.
name_of_data <- function(expression, argument) {
  if (!is.language(expression)) {
    return(argument)
  }
  lines <- deparse(expression, width.cutoff = 60L, nlines = 2L)
  if (length(lines) > 1L) paste(lines[[1L]], "...") else lines
}
