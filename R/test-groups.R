# Tests of the areas of several independent groups.

answer_about_trend <- function(samples, scores, test, question) {
  centred <- scores - mean(scores)
  slope <- centred / sum(centred^2)
  test_samples <- if (test == "score") score_test_of_samples else wald_test_of_samples
  result <- test_samples(samples, question, slope)
  warn_of_test(result, "trend")
  htest_of(result, question, c(samples$area, slope = sum(slope * samples$area)), "slope of the areas")
}

answer_about_groups <- function(samples, test) {
  variances <- diag(samples$variance)
  result <- if (test == "score") score_test_of_groups(samples) else joint_wald_test(samples$area, variances)
  warn_of_test(result, "heterogeneity")
  c(result, list(estimate = samples$area, alternative = "two.sided"))
}

# Welch's (1951) test, of the variances that the groups would have if their areas were equal.
score_test_of_groups <- function(samples) {
  groups <- length(samples$area)
  if (anyNA(samples$variance)) {
    return(list(statistic = c(F = NA_real_), parameter = c("num df" = groups - 1, "denom df" = NA_real_),
                p.value = NA_real_, std.error = NA_real_))
  }
  spread <- shrunken_spread(samples)
  shares <- 1 / spread$fg / sum(1 / spread$fg)
  common <- sum(shares * samples$area)
  apart <- sum((samples$area - common)^2 / spread$fg)
  # Areas that are all 1 are equal.
  value <- if (apart < 1e-26) 0 else apart / unwrap(placement_variances(common)) / (groups - 1)
  lambda <- sum((1 - shares)^2 / spread$df)
  F <- value / (1 + 2 * (groups - 2) * lambda / (groups^2 - 1))
  df <- c("num df" = groups - 1, "denom df" = (groups^2 - 1) / (3 * lambda))
  list(statistic = c(F = F), parameter = df, std.error = NA_real_,
       p.value = stats::pf(F, df[[1L]], df[[2L]], lower.tail = FALSE))
}

contrasts_of_groups <- function(samples, test, adjust, conf.level) {
  pairs <- pairs_of(samples$area)
  test_samples <- if (test == "score") score_test_of_samples else wald_test_of_samples
  of_pair <- function(i, question) test_samples(lapply(samples, `[`, pairs[, i]), question)
  # What varies if the areas are equal, up to a factor.
  known <- !anyNA(samples$variance)
  variances <- if (test == "score" && known) shrunken_spread(samples)$fg else samples$variance
  contrasts_of(samples$area, of_pair, diag(variances), adjust, conf.level, c("group1", "group2"))
}
