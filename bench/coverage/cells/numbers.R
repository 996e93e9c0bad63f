# Intervals of rates, shares, partial AUCs, predictive values, areas of precision and summaries: roc_estimate().

# The true values for two normal classes whose means are `d` apart, of which the positives are a share.
above <- function(x) pnorm(x, lower.tail = FALSE)

integral <- function(f, low, high) integrate(f, low, high, rel.tol = 1e-9, subdivisions = 1000L)$value

# TPR where a share of all is called positive.
found_of_share <- function(d, called, prior) {
  above(root_of(function(t) prior * above(t - d) + (1 - prior) * above(t) - called, -10, 20) - d)
}

precision_at <- function(x, d, prior) prior * x / (prior * x + (1 - prior) * pnorm(qnorm(x) - d))

# H for costs of Beta(a, b).
h_of <- function(d, prior, a, b) {
  least <- function(cost) {
    t <- d / 2 + log(cost / (1 - cost) * (1 - prior) / prior) / d
    (cost * (1 - prior) * above(t) + (1 - cost) * prior * pnorm(t - d)) * dbeta(cost, a, b)
  }
  trivial <- function(cost) pmin(cost * (1 - prior), (1 - cost) * prior) * dbeta(cost, a, b)
  total <- function(f) integral(f, 0, prior) + integral(f, prior, 1)
  1 - total(least) / total(trivial)
}

least_errors <- function(d, prior) {
  t <- d / 2 + log((1 - prior) / prior) / d
  (1 - prior) * above(t) + prior * pnorm(t - d)
}

# By target: the measure, and the truth.
number <- function(measure, truth, limits = c(0, 1)) list(measure = measure, truth = truth, limits = limits)

at_rate <- function(x) number(roc_measure("TPR", FPR = x), function(d, share) pnorm(d + qnorm(x)))

at_share <- function(x) {
  number(roc_measure("TPR", share = x, prior = 0.1), function(d, share) found_of_share(d, x, 0.1))
}

plain_numbers <- list(
  "TPR at FPR .01" = at_rate(0.01),
  "TPR at FPR .05" = at_rate(0.05),
  "TPR at FPR .1" = at_rate(0.1),
  "TPR at FPR .2" = at_rate(0.2),
  "TPR at share .05" = at_share(0.05),
  "TPR at share .1" = at_share(0.1),
  "TPR at share .3" = at_share(0.3),
  "TPR at a threshold" = number(roc_measure("TPR", threshold = 1), function(d, share) above(1 - d)),
  "PPV at a threshold" = number(roc_measure("PPV", threshold = 1, prior = 0.1),
                                function(d, share) precision_at(above(1 - d), d, 0.1)),
  "pAUC, FPR to .1" = number(roc_measure("AUC", FPR = c(0, 0.1)), function(d, share) {
    integral(function(x) pnorm(d + qnorm(x)), 0, 0.1)
  }, limits = c(0, 0.1)),
  "pAUC, TPR from .8" = number(roc_measure("AUC", TPR = c(0.8, 1)), function(d, share) {
    integral(function(y) pnorm(d - qnorm(y)), 0.8, 1)
  }, limits = c(0, 0.2)),
  "AP, prior .1" = number(roc_measure("AP", prior = 0.1), function(d, share) {
    integral(function(x) precision_at(x, d, 0.1), 0, 1)
  }),
  "AP" = number(roc_measure("AP"), function(d, share) {
    integral(function(x) precision_at(x, d, share), 0, 1)
  }),
  "prg AUC, prior .1" = number(roc_measure("prg_AUC", prior = 0.1), function(d, share) {
    integral(function(x) (1 - pnorm(qnorm(x) - d) / x) / 9 / x^2, 0.1, 1)
  }, limits = c(-Inf, 1))
)

# The best over thresholds has no percentiles of a bootstrap.
best_numbers <- list(
  "H, prior .1" = number(roc_measure("H", prior = 0.1), function(d, share) h_of(d, 0.1, 1.1, 1.9)),
  "H" = number(roc_measure("H"), function(d, share) h_of(d, share, 1 + share, 2 - share)),
  "KS" = number(roc_measure("KS"), function(d, share) 2 * pnorm(d / 2) - 1),
  "AUCH" = number(roc_measure("AUCH"), function(d, share) pnorm(d / sqrt(2))),
  "MER, prior .3" = number(roc_measure("MER", prior = 0.3), function(d, share) least_errors(d, 0.3))
)

# Each number's rows have the limits of their own.
attempt_of <- function(numbers, design, with_replicates) {
  d <- distance_of(design$area)
  truth <- vapply(numbers, function(number) number$truth(d, share_of(design)), 0)
  measures <- do.call(c, unname(lapply(numbers, `[[`, "measure")))
  function(s) {
    rows <- roc_estimate(s$score, s$label, s$weight, cluster = s$cluster, measure = measures)
    replicates <- if (with_replicates) {
      roc_estimate(s$score, s$label, s$weight, cluster = s$cluster, variance = "bootstrap",
                   measure = measures, R = 200)
    }
    each <- lapply(seq_along(numbers), function(i) {
      intervals_of(rows[i, ], truth[[i]], replicates[i, ], numbers[[i]]$limits)
    })
    together <- function(method) do.call(cbind, lapply(each, function(of_number) {
      if (is.null(of_number[[method]])) covered(NA_real_, NA_real_, 0) else of_number[[method]]
    }))
    methods <- unique(unlist(lapply(each, names)))
    structure(lapply(methods, together), names = methods)
  }
}

cells <- function() {
  of <- function(numbers, with_replicates) {
    lapply(designs_of(small_families), function(design) {
      cell("interval", names(numbers), design$name, draw_of(design),
           attempt_of(numbers, design, with_replicates))
    })
  }
  c(of(plain_numbers, TRUE), of(best_numbers, FALSE))
}
