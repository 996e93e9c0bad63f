# Weights that count rows, with clusters: each function has the result of the repeated rows.

sample_of_counts <- function() {
  set.seed(11)
  n <- 80
  d <- data.frame(truth = rep(0:1, length.out = n), count = sample(0:4, n, replace = TRUE),
                  cluster = rep(1:16, each = 5))
  d$score <- round(stats::rnorm(n, d$truth + rep(stats::rnorm(16), each = 5)), 1)
  d$other <- round(d$score + stats::rnorm(n), 1)
  d$probability <- stats::plogis(d$score - 1)
  d
}

# `f` of columns, counts and clusters; of the repeated rows without counts. The numbers of rows differ.
expect_as_repeated <- function(f, tolerance = 1e-9) {
  d <- sample_of_counts()
  rows <- repeated(d, d$count)
  rows$count <- 1
  counted <- f(d, "frequency")
  expanded <- f(rows, NULL)
  others <- setdiff(names(expanded), c("n_pos", "n_neg", "variance", "data.name", "method"))
  expect_equal(unclass(counted)[others], unclass(expanded)[others], tolerance = tolerance)
}

with_variance <- function(variance, ...) c(list(...), if (!is.null(variance)) list(variance = variance))

test_that("areas and their tests of counts in clusters are those of the repeated rows", {
  for (method in c("wilson", "logit", "wald")) {
    expect_as_repeated(function(d, variance) {
      do.call(auc_ci, with_variance(variance, d$score, d$truth, d$count, cluster = d$cluster,
                                    method = method))
    })
  }
  for (test in c("score", "wald")) {
    expect_as_repeated(function(d, variance) {
      do.call(auc_test, with_variance(variance, list(a = d$score, b = d$other), d$truth, d$count,
                                      cluster = d$cluster, test = test))
    })
  }
})

test_that("intervals of each family of counts in clusters are those of the repeated rows", {
  families <- list(
    "AUC", roc_measure("AUC", FPR = c(0, 0.3)), roc_measure("AUC", TPR = c(0.6, 1)), roc_measure("TPR",
                                                                                                 FPR = 0.2),
    roc_measure("FPR", TPR = 0.8), roc_measure("TPR", threshold = 0.5), roc_measure("PPV", threshold = 0.5),
    roc_measure("PPV", threshold = 0.5, prior = 0.1), roc_measure("risk", threshold = 0.5, cost_FN = 3),
    roc_measure("LR_pos", threshold = 0.5), roc_measure("kappa", threshold = 0.5),
    roc_measure("J", threshold = 0.5), roc_measure("lift", share = 0.2), roc_measure("AP"),
    roc_measure("pr_AUC"), roc_measure("prg_AUC")
  )
  expect_as_repeated(function(d, variance) {
    seeded(do.call(roc_estimate, with_variance(variance, d$score, d$truth, d$count, measure = families,
                                               cluster = d$cluster)))
  })
  losses <- list(roc_measure("brier"), roc_measure("log_loss"), roc_measure("NB", threshold = 0.3))
  expect_as_repeated(function(d, variance) {
    do.call(roc_estimate, with_variance(variance, d$probability, d$truth, d$count, measure = losses,
                                        cluster = d$cluster))
  })
})

test_that("intervals of optima of counts in clusters are those of the repeated rows", {
  optima <- list(roc_measure("KS"), roc_measure("AUCH"), roc_measure("MER"), roc_measure("H"))
  expect_as_repeated(function(d, variance) {
    seeded(do.call(roc_estimate, with_variance(variance, d$score, d$truth, d$count, measure = optima,
                                               cluster = d$cluster)))
  })
  expect_as_repeated(function(d, variance) {
    seeded(do.call(roc_estimate, with_variance(
      variance, d$score, d$truth, d$count, cluster = d$cluster, R = 50,
      measure = roc_measure(c("threshold", "TPR", "FPR", "risk"), threshold = "cost")
    )))
  })
})

test_that("bands and net benefits of counts in clusters are those of the repeated rows", {
  for (type in c("pointwise", "equal-precision", "fixed-width")) {
    for (by in c("FPR", "threshold")) {
      expect_as_repeated(function(d, variance) {
        do.call(roc_band,
                with_variance(variance, d$score, d$truth, d$count, cluster = d$cluster, type = type,
                                        by = by))
      })
    }
  }
  expect_as_repeated(function(d, variance) {
    do.call(roc_net_benefit, with_variance(variance, d$probability, d$truth, d$count,
                                              threshold = c(0.2,
                                                            0.4), cluster = d$cluster, conf.level = 0.95))
  })
})
