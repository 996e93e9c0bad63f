# Intervals and tests that are tried on a sample: c(estimate, std.error, low, high), or a p-value.

auc_ci <- WeightedROC::auc_ci

numbers_of <- function(row) c(row$estimate, row$std.error, row$conf.low, row$conf.high)

ci_of <- function(variance, transform = "logit") {
  function(sample) {
    numbers_of(auc_ci(sample$score, sample$label, sample$weight, cluster = sample$cluster,
                      variance = variance, transform = transform))
  }
}

# What several methods share: the numbers of the package's own interval, the influences u of the
# independent units, and the freedom of the variance. A sum of squares u^2 of which few are large
# varies more than one of as many equal ones: `effective` is (sum u^2)^2 / sum u^4, the number of
# equal ones that would vary as much; the freedom is Satterthwaite's, about n for n normal u.
with_own_interval <- function(sample) {
  counted <- isTRUE(sample$counted)
  sample$variance <- if (counted) "frequency" else "delong"
  sample$own <- ci_of(sample$variance)(sample)
  u <- WeightedROC::auc_influence(sample$score, sample$label, sample$weight)
  if (!is.null(sample$cluster)) u <- rowsum(u, sample$cluster)
  if (counted) u <- rep(u / sample$weight, sample$weight)
  # Of a score that separates the classes rounding leaves something.
  sample$effective <- if (sum(u^2) > 1e-20) sum(u^2)^2 / sum(u^4) else NA
  sample$freedom <- 2 / (1 / sample$effective - 1 / length(u))
  sample$u <- u
  sample
}

by_logit <- function(area, std.error, quantile = stats::qnorm(0.975)) {
  reach <- quantile * std.error / (area * (1 - area))
  c(area, std.error, stats::plogis(stats::qlogis(area) + c(-1, 1) * reach))
}

own_interval <- function(sample) sample$own

# The same as auc_ci(transform = "none"), which would take longer.
untransformed <- function(sample) {
  ends <- sample$own[[1L]] + c(-1, 1) * stats::qnorm(0.975) * sample$own[[2L]]
  c(sample$own[1:2], pmin(pmax(ends, 0), 1))
}

# The same as auc_ci(variance = "jackknife"), which would take longer.
by_jackknife <- function(sample) by_logit(sample$own[[1L]], sqrt(sum(sample$u^2)))

# By hand: the quantile of the t distribution in the place of the normal one.
by_t <- function(sample) {
  by_logit(sample$own[[1L]], sample$own[[2L]], stats::qt(0.975, sample$freedom))
}

# That they are the same is tried on one sample of each cell.
check_shortcuts <- function(sample) {
  stopifnot(
    all.equal(untransformed(sample), ci_of(sample$variance, "none")(sample)),
    isTRUE(sample$counted) || !(sample$own[[2L]] > 1e-9) ||
      all.equal(by_jackknife(sample), ci_of("jackknife")(sample))
  )
}

bootstrap_of <- function(bayesian, replicates) {
  function(sample) {
    numbers_of(auc_ci(sample$score, sample$label, sample$weight, cluster = sample$cluster,
                      variance = "bootstrap", R = replicates, bayesian = bayesian))
  }
}

# The trap: no weights.
without_weights <- function(sample) {
  numbers_of(auc_ci(sample$score, sample$label, cluster = sample$cluster))
}

# The trap: no clusters.
without_clusters <- function(sample) {
  numbers_of(auc_ci(sample$score, sample$label, sample$weight))
}

# The trap: the standard error of Hanley and McNeil (1982) of the weighted area, with sums of
# weights for the numbers of observations.
hanley_mcneil <- function(sample) {
  a <- sample$own[[1L]]
  positives <- sum(sample$weight[sample$label == 1L])
  negatives <- sum(sample$weight[sample$label == 0L])
  above_two <- a / (2 - a)
  two_above <- 2 * a^2 / (1 + a)
  variance <- (a * (1 - a) + (positives - 1) * (above_two - a^2) +
                 (negatives - 1) * (two_above - a^2)) / (positives * negatives)
  std.error <- sqrt(variance)
  c(a, std.error, a + stats::qnorm(c(0.025, 0.975)) * std.error)
}

# What is tried where there are weights of observations, counts, or clusters.
methods_for_weights <- list(
  "delong, logit" = own_interval,
  "delong, none" = untransformed,
  "jackknife, logit" = by_jackknife,
  "delong, logit by t" = by_t,
  "no weights, logit" = without_weights,
  "Hanley-McNeil" = hanley_mcneil
)

methods_for_counts <- list(
  "frequency, logit" = own_interval,
  "frequency, none" = untransformed,
  "frequency, logit by t" = by_t,
  "delong of the rows, logit" = ci_of("delong"),
  "Hanley-McNeil" = hanley_mcneil
)

methods_for_clusters <- list(
  "delong, logit" = own_interval,
  "delong, none" = untransformed,
  "jackknife, logit" = by_jackknife,
  "delong, logit by t" = by_t,
  "no clusters, logit" = without_clusters,
  "Hanley-McNeil" = hanley_mcneil
)

methods_of_bootstrap <- function(replicates) {
  list(
    "delong, logit" = own_interval,
    "bootstrap" = bootstrap_of(FALSE, replicates),
    "Bayesian bootstrap" = bootstrap_of(TRUE, replicates)
  )
}

# Names of what the package offers; the others are traps.
is_ours <- function(method) {
  grepl("^(delong|jackknife|frequency), (logit|none)$", method) | grepl("bootstrap$", method)
}

tests_of_equal_areas <- list(
  "auc_test" = function(sample) {
    WeightedROC::auc_test(sample$score, sample$score2, sample$label, sample$weight)$p.value
  },
  "as if independent" = function(sample) {
    WeightedROC::auc_test_unpaired(sample$score, sample$label, sample$score2, sample$label,
                                   sample$weight, sample$weight)$p.value
  },
  "no weights" = function(sample) {
    WeightedROC::auc_test(sample$score, sample$score2, sample$label)$p.value
  }
)
