# Many scores of the same observations, and functions of a curve.

many_scores <- 1000L

# `n` counts each score's observations: times are those of one.
measure_many <- function(rows, number, repetitions) {
  message("  ", number, " scores, n = ", format(rows, scientific = FALSE))
  scores <- matrix(stats::runif(rows * number), rows)
  label <- sample(rep_len(0:1, rows))
  weight <- stats::runif(rows)
  loop <- function(area) function() vapply(seq_len(number), function(j) area(scores[, j]), 0)
  auc_wmw <- WeightedROC::auc_wmw
  all <- function(guess, label, weight) auc_wmw(scores, label, weight)
  intervals <- function(guess, label, weight) WeightedROC::auc_ci(scores, label, weight)$estimate
  runs <- list(
    function() all(NULL, label, weight),
    function() with_two_threads(all)(NULL, label, weight),
    function() intervals(NULL, label, weight),
    function() with_two_threads(intervals)(NULL, label, weight),
    loop(function(score) WeightedROC::auc_ci(score, label, weight)$estimate),
    loop(function(score) auc_wmw(score, label, weight)),
    loop(function(score) base_area(score, label, weight)),
    if (requireNamespace("data.table", quietly = TRUE)) {
      loop(function(score) data_table_area(score, label, weight))
    }
  )
  names(runs) <- c(ours, ours_two_threads, "auc_ci()", "auc_ci(), two threads", "auc_ci(), a loop",
                   "WeightedROC, a loop", "base R, a loop", "data.table, a loop")
  runs <- Filter(Negate(is.null), runs)
  expected <- runs[[1L]]()
  for (run in runs) stopifnot(isTRUE(all.equal(run(), expected, tolerance = 1e-9)))
  timed(runs, "many scores", rows * number, ours, repetitions)
}

# Times are those of a row of the curve.
measure_rows <- function(n, repetitions) {
  message("  functions of curves, n = ", format(n, scientific = FALSE))
  label <- sample(rep_len(0:1, n))
  weight <- stats::runif(n)
  guess <- stats::rnorm(n) + label
  curve <- WeightedROC::WeightedROC(guess, label, weight)
  other <- WeightedROC::WeightedROC(stats::rnorm(n) + label / 2, label, weight)
  runs <- list(
    "WeightedROC()" = function() WeightedROC::WeightedROC(guess, label, weight),
    "auc_wmw()" = function() WeightedROC::auc_wmw(guess, label, weight),
    "roc_estimate(), AP" = function() {
      WeightedROC::roc_estimate(guess, label, weight, measure = "AP", conf.level = NULL)
    },
    "WeightedAUC()" = function() WeightedROC::WeightedAUC(curve),
    "roc_at()" = function() WeightedROC::roc_at(curve),
    "roc_optimal()" = function() WeightedROC::roc_optimal(curve, cost_FN = 2),
    "roc_constrained()" = function() WeightedROC::roc_constrained(curve, max_FPR = 0.1),
    "roc_reject()" = function() WeightedROC::roc_reject(curve, cost_reject = 0.1),
    "roc_thin()" = function() WeightedROC::roc_thin(curve, points = 1000),
    "roc_gain()" = function() WeightedROC::roc_gain(curve),
    "roc_pr()" = function() WeightedROC::roc_pr(curve),
    "roc_prg()" = function() WeightedROC::roc_prg(curve),
    "roc_estimate(), H of a curve" = function() {
      WeightedROC::roc_estimate(curve, measure = "H", conf.level = NULL)
    },
    "roc_hull()" = function() WeightedROC::roc_hull(curve),
    "roc_compare()" = function() WeightedROC::roc_compare(curve, other),
    "roc_estimate(), H" = function() WeightedROC::roc_estimate(guess, label, weight, measure = "H")
  )
  timed(runs, "rows", n, "auc_wmw()", repetitions)
}

# Times functions without arguments, each compared with the one of that name.
timed <- function(runs, job, n, reference, repetitions) {
  as_contestant <- function(name) {
    run <- function(guess, label, weight) runs[[name]]()
    contestant(job, "continuous", n, name, reference, "continuous",
               time = function(calls) time_calls(run, list(), calls), columns = function() list())
  }
  measure(lapply(names(runs), as_contestant), repetitions)
}
