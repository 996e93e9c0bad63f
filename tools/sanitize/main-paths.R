# Rscript tools/sanitize/main-paths.R [EVERY]: takes every main path of the installed package on
# small data twice, and fails when the results differ. With EVERY, garbage is collected at each
# so-manieth allocation of the second time. From the root of the repository.

library(WeightedROC)
# Under torture it takes longer than what it compiles.
invisible(compiler::enableJIT(0L))

arguments <- commandArgs(TRUE)
every <- if (length(arguments)) as.integer(arguments[[1L]]) else 0L

reference <- function(name) {
  utils::read.csv(file.path("tests", "testthat", "ref-data", paste0(name, ".csv")))
}
aSAH <- reference("aSAH")
ties <- reference("ties")
score <- aSAH$ndka
label <- aSAH$label
weight <- rep_len(c(0.5, 1, 2, 0, 3), length(label))
scores <- as.matrix(aSAH[c("s100b", "ndka")])
counts <- rep_len(1:3, length(label))
cluster <- rep_len(1:20, length(label))
curve <- WeightedROC(score, label, weight)
other <- WeightedROC(aSAH$s100b, label, weight)
thinned <- roc_thin(curve, points = 20)
tallies <- lapply(split(seq_along(label), cluster > 10), function(rows) {
  roc_tally(score[rows], label[rows], weight[rows], points = 10)
})

# Enough for threads, for the hash table of few distinct scores, and for each way to sort.
set.seed(1)
many <- list(label = sample(0:1, 1e5, TRUE), weight = stats::rexp(1e5))
many$score <- stats::rnorm(1e5, many$label)

with_two_threads <- function(call) {
  options(WeightedROC.threads = 2L)
  on.exit(options(WeightedROC.threads = NULL))
  call
}

message_of <- function(call) tryCatch(call, error = conditionMessage)

paths <- list(
  curve = function() WeightedROC(score, label, weight),
  unit_weights = function() WeightedROC(score, label),
  ties = function() WeightedROC(ties$score, ties$label, ties$weight),
  integers = function() WeightedROC(as.integer(score), as.integer(label), counts),
  compact_sequences = function() WeightedROC(1:100, rep(0:1, 50), 1:100),
  logicals = function() WeightedROC(score > 10, label == 1),
  factors = function() WeightedROC(score, factor(label, labels = c("no", "yes"))),
  extremes = function() {
    WeightedROC(c(-Inf, -0, 0, Inf, 5e-324), c(0, 1, 0, 1, 1), c(1e17, 1, 1, 1, 1))
  },
  area_of_curve = function() WeightedAUC(curve),
  many = function() with(many, WeightedROC(score, label, weight)),
  many_ties = function() with(many, WeightedROC(round(score, 1), label, weight)),
  many_outliers = function() with(many, WeightedROC(score^99, label, weight)),
  many_sorted = function() with(many, auc_wmw(sort(score), label, weight)),
  threads = function() with_two_threads(with(many, WeightedROC(score, label, weight))),
  wmw = function() auc_wmw(score, label, weight),
  wmw_of_columns = function() auc_wmw(scores, label, weight),
  wmw_of_data_frame = function() auc_wmw(aSAH[1:3], label),
  influence = function() roc_influence(score, label, weight),
  ci = function() auc_ci(score, label, weight),
  ci_of_columns = function() auc_ci(scores, label, weight, method = "wald"),
  ci_of_clusters = function() auc_ci(score, label, weight, cluster = cluster),
  ci_jackknife = function() auc_ci(score, label, weight, variance = "jackknife"),
  ci_counts = function() auc_ci(score, label, counts, variance = "frequency"),
  ci_partial = function() auc_ci(score, label, weight, FPR = c(0, 0.2)),
  ci_bootstrap = function() auc_ci(score, label, weight, variance = "bootstrap", R = 20),
  ci_bayesian = function() auc_ci(score, label, weight, variance = "bayesian", R = 20),
  test = function() auc_test(scores, label = label, weight = weight),
  test_of_clusters = function() auc_test(list(aSAH$s100b, score), label, weight, cluster = cluster),
  test_of_samples = function() {
    auc_test(roc_observations(aSAH$s100b, label), roc_observations(score, label, weight))
  },
  band = function() roc_band(score, label, weight, variance = "bootstrap", R = 20),
  chosen = function() {
    by_cost <- roc_measure(c("threshold", "risk"), threshold = "cost")
    roc_estimate(score, label, weight, measure = by_cost, R = 20)
  },
  measures = function() roc_at(curve, cost_FN = 5, prior = 0.1),
  at = function() roc_at(curve, threshold = c(5, 10, Inf)),
  at_rates = function() roc_at(curve, TPR = c(0.8, 0.9)),
  optimal = function() roc_optimal(curve, cost_FN = 5, prior = 0.1),
  optimal_F1 = function() roc_optimal(curve, measure = "F1"),
  hull = function() roc_hull(curve),
  cost_curve = function() roc_cost_curve(curve),
  cost_area = function() roc_estimate(curve, measure = roc_measure("cost_AUC", cost_FN = c(0.1, 1, 4))),
  partial = function() auc_ci(curve, FPR = c(0, 0.1)),
  partial_by_TPR = function() auc_ci(curve, TPR = c(0.8, 1)),
  randomized = function() roc_constrained(curve, max_FPR = 0.05, randomize = TRUE),
  constrained = function() roc_constrained(curve, max_share = 0.1, min_PPV = 0.5),
  net_benefit = function() roc_net_benefit(curve, calibrated = TRUE),
  reject = function() roc_reject(curve, cost_reject = 0.2),
  compare = function() roc_compare(curve, other),
  thin = function() roc_thin(curve, points = 20),
  bounds = function() auc_ci(thinned),
  tally = function() roc_tally(score, label, weight, points = 10),
  merge = function() c(tallies[[1L]], tallies[[2L]], points = 10),
  of_tally = function() roc_at(c(tallies[[1L]], tallies[[2L]])),
  missing_score = function() message_of(WeightedROC(c(1, NA), 0:1)),
  one_class = function() message_of(WeightedROC(1:2, c(1, 1))),
  negative_weight = function() message_of(WeightedROC(1:2, 0:1, c(1, -1))),
  character_label = function() message_of(WeightedROC(1:2, c("a", "b"))),
  not_a_curve = function() message_of(WeightedAUC(ties)),
  edited_curve = function() message_of(roc_hull(replace(curve, "TPR", 2)))
)
if (requireNamespace("survey", quietly = TRUE)) {
  design <- survey::svydesign(ids = ~cluster, weights = ~weight,
                              data = cbind(aSAH, cluster, weight = weight + 0.1))
  replicates <- survey::as.svrepdesign(design, type = "JK1")
  paths$survey <- function() auc_ci(weighted_roc(label ~ ndka, design))
  paths$replicate_weights <- function() auc_ci(weighted_roc(label ~ ndka, replicates))
}

result_of <- function(path, every) {
  set.seed(2)
  gctorture2(every)
  on.exit(gctorture2(0L))
  path()
}

differ <- 0L
for (name in names(paths)) {
  first <- result_of(paths[[name]], 0L)
  took <- sum(system.time(second <- result_of(paths[[name]], every))[c("user.self", "sys.self")])
  same <- identical(first, second)
  if (!same) differ <- differ + 1L
  cat(sprintf("%-20s %6.1f s%s\n", name, took, if (same) "" else "  DIFFERS"))
}
cat(length(paths), "paths,", differ, "with results that differ\n")
quit(status = as.integer(differ > 0L))
