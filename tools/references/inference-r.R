# Rscript tools/references/inference-r.R, from the root of the repository, after make-r.R and
# make-sklearn.py.
#
# Freezes in tests/testthat/ref-data what pROC and survival make of the data there when it comes to
# inference: variances and covariances of areas, intervals, tests. The columns are explained in
# VERSIONS.md there.

source(file.path("tools", "references", "freeze.R"))

levels_of_confidence <- c(0.5, 0.8, 0.9, 0.95, 0.99, 0.999)

main <- function() {
  freeze(each_pair(proc_covariance), "proc-covariance.csv")
  freeze(each_score(proc_intervals), "proc-ci.csv")
  freeze(each_pair(proc_tests, distinct = TRUE), "proc-test.csv")
  freeze(do.call(rbind, Map(survival_variance, concordances$data, concordances$score,
                            concordances$weights, concordances$clusters)),
         "survival-concordance.csv")
}

# --- Scores -----------------------------------------------------------------------------------

# The score `tenths` of ROCR.simple is the first decimal of `score`.
scores_of <- list(aSAH = c("s100b", "wfns", "ndka"), ROCR.simple = c("score", "tenths"))

observations_of <- function(data) {
  observations <- read(data)
  if (data == "ROCR.simple") observations$tenths <- floor(10 * observations$score)
  observations
}

each_score <- function(f) {
  do.call(rbind, lapply(names(scores_of), function(data) {
    do.call(rbind, lapply(scores_of[[data]], function(score) {
      data.frame(data = data, score = score, f(proc_curve(data, score)))
    }))
  }))
}

each_pair <- function(f, distinct = FALSE) {
  do.call(rbind, lapply(names(scores_of), function(data) {
    pairs <- expand.grid(score2 = scores_of[[data]], score1 = scores_of[[data]],
                         stringsAsFactors = FALSE)[2:1]
    if (distinct) pairs <- pairs[pairs$score1 != pairs$score2, ]
    do.call(rbind, Map(function(score1, score2) {
      data.frame(data = data, score1 = score1, score2 = score2,
                 f(proc_curve(data, score1), proc_curve(data, score2)))
    }, pairs$score1, pairs$score2))
  }))
}

# --- pROC -------------------------------------------------------------------------------------

proc_curve <- function(data, score) {
  observations <- observations_of(data)
  pROC::roc(observations$label, observations[[score]], levels = 0:1, direction = "<")
}

# The covariance of a score with itself is its variance. The function cov() refuses that.
proc_covariance <- function(roc1, roc2) {
  same <- identical(roc1$predictor, roc2$predictor)
  data.frame(covariance = if (same) pROC::var(roc1) else pROC::cov(roc1, roc2))
}

proc_intervals <- function(roc) {
  interval <- function(level) pROC::ci.auc(roc, conf.level = level, method = "delong")
  bounds <- vapply(levels_of_confidence, function(level) as.numeric(interval(level)), numeric(3))
  data.frame(conf.level = levels_of_confidence, low = bounds[1, ], area = bounds[2, ],
             high = bounds[3, ])
}

# pROC warns that the curves seem to be paired where the test is the unpaired one.
proc_tests <- function(roc1, roc2) {
  cases <- expand.grid(alternative = c("two.sided", "less", "greater"), paired = c(TRUE, FALSE),
                       stringsAsFactors = FALSE)[2:1]
  do.call(rbind, Map(function(paired, alternative) {
    test <- suppressWarnings(pROC::roc.test(roc1, roc2, method = "delong", paired = paired,
                                            alternative = alternative))
    interval <- if (is.null(test$conf.int)) c(NA, NA) else test$conf.int
    data.frame(paired = paired, alternative = alternative, statistic = test$statistic,
               df = if (is.null(test$parameter)) NA else test$parameter, p.value = test$p.value,
               low = interval[1], high = interval[2])
  }, cases$paired, cases$alternative))
}

# --- survival ---------------------------------------------------------------------------------

# Weights: "none", "given" with the data, or "cycle": 1 to 7, row by row, and again. With k clusters the rows
# belong in turn to the clusters 1 to k; 0 stands for no clusters.
concordances <- rbind(
  expand.grid(clusters = c(0, 38), weights = c("none", "cycle"),
              score = c("s100b", "wfns", "ndka"), data = "aSAH", stringsAsFactors = FALSE),
  expand.grid(clusters = c(0, 13, 60), weights = c("none", "cycle"), score = c("score", "tenths"),
              data = "ROCR.simple", stringsAsFactors = FALSE),
  expand.grid(clusters = c(0, 97), weights = c("none", "given"), score = c("agecat", "fitted"),
              data = "nhanes", stringsAsFactors = FALSE),
  expand.grid(clusters = c(0, 97), weights = "given", score = "score", data = "ties",
              stringsAsFactors = FALSE)
)

survival_variance <- function(data, score, weights, clusters) {
  observations <- observations_of(data)
  n <- nrow(observations)
  weight <- switch(weights, none = rep(1, n), cycle = rep(1:7, length.out = n),
                   given = observations$weight)
  cluster <- if (clusters == 0) seq_len(n) else rep(seq_len(clusters), length.out = n)
  present <- data.frame(score = observations[[score]], label = observations$label,
                        weight = weight, cluster = cluster)[weight > 0, ]
  result <- survival::concordance(label ~ score, present, weights = weight, cluster = cluster)
  data.frame(data = data, score = score, weights = weights, clusters = clusters,
             area = result$concordance[[1]], variance = result$var[[1]])
}

main()
