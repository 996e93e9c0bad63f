# A call of each exported function, on what make_inputs() makes: for bench/exports/run.R and tools/memory-limits.R.
# tools/lint.R refuses a list that lacks an export, or that has more.

export_calls <- list(
  WeightedAUC = function(x) WeightedAUC(x$curve),
  WeightedROC = function(x) WeightedROC(x$score, x$label, x$weight),
  as_roc_tally = function(x) as_roc_tally(x$table),
  auc_ci = function(x) auc_ci(x$score, x$label, x$weight),
  auc_influence = function(x) auc_influence(x$score, x$label, x$weight),
  auc_multiclass = function(x) auc_multiclass(x$three, x$class, x$weight),
  auc_optimism = function(x) {
    auc_optimism(x$data["score"], function(data, weight) 1, x$label, x$weight, R = 10,
                 predict = function(model, data) data$score)
  },
  auc_pool = function(x) auc_pool(c(0.81, 0.84, 0.79), c(0.03, 0.03, 0.04)),
  auc_power = function(x) auc_power(n = 100, auc = 0.7),
  auc_pr = function(x) auc_pr(x$score, x$label, x$weight),
  auc_svy = function(x) auc_svy(label ~ score, x$design),
  auc_test = function(x) auc_test(x$two, x$label, x$weight),
  auc_test_groups = function(x) auc_test_groups(x$score, x$label, x$group, x$weight),
  auc_test_multiclass = function(x) {
    auc_test_multiclass(list(a = x$three, b = x$three_others), x$class, x$weight)
  },
  auc_test_unpaired = function(x) auc_test_unpaired(x$score, x$label, x$other, x$label, x$weight, x$weight),
  auc_wmw = function(x) auc_wmw(x$score, x$label, x$weight),
  roc_at = function(x) roc_at(x$curve, x$score),
  roc_band = function(x) roc_band(x$score, x$label, x$weight),
  roc_bounds = function(x) roc_bounds(x$collected),
  roc_brier = function(x) roc_brier(x$curve),
  roc_calibrate = function(x) roc_calibrate(x$curve),
  roc_ci = function(x) roc_ci(x$score, x$label, x$weight, roc_measure("TPR", FPR = 0.1)),
  roc_collect = function(x) roc_collect(x$lazy, score, label, weight),
  roc_compare = function(x) roc_compare(x$curve, x$other_curve),
  roc_constrained = function(x) roc_constrained(x$curve, max_FPR = 0.1, min_PPV = 0.5),
  roc_cost_auc = function(x) roc_cost_auc(x$curve),
  roc_cost_curve = function(x) roc_cost_curve(x$curve),
  roc_dominates = function(x) roc_dominates(x$curve, x$other_curve),
  roc_expected_cost = function(x) roc_expected_cost(x$curve),
  roc_from_tally = function(x) roc_from_tally(x$tally),
  roc_gain = function(x) roc_gain(x$curve),
  roc_gini = function(x) roc_gini(x$curve),
  roc_h = function(x) roc_h(x$curve),
  roc_hull = function(x) roc_hull(x$curve),
  roc_influence = function(x) roc_influence(x$score, x$label, x$weight, roc_measure("TPR", FPR = 0.1)),
  roc_isocost = function(x) roc_isocost(x$curve),
  roc_log_score = function(x) roc_log_score(x$curve),
  roc_measure = function(x) roc_measure("TPR", FPR = 0.1),
  roc_measures = function(x) roc_measures(x$curve),
  roc_merge = function(x) roc_merge(x$tally, x$tally),
  roc_net_benefit = function(x) roc_net_benefit(x$curve),
  roc_net_benefit_ci = function(x) roc_net_benefit_ci(x$score, x$label, x$weight, type = "simultaneous"),
  roc_neyman_pearson = function(x) roc_neyman_pearson(x$curve, max_FPR = 0.1),
  roc_optimal = function(x) roc_optimal(x$curve, cost_FN = 1:100),
  roc_optimal_ci = function(x) roc_optimal_ci(x$score, x$label, x$weight, R = 100),
  roc_partial = function(x) roc_partial(FPR = c(0, 0.1)),
  roc_partial_auc = function(x) roc_partial_auc(x$curve, FPR = c(0, 0.1)),
  roc_plot = function(x) roc_plot(x$curve),
  roc_plot_scores = function(x) roc_plot_scores(x$score, x$label, x$weight),
  roc_pr = function(x) roc_pr(x$curve),
  roc_pr_auc = function(x) roc_pr_auc(x$curve),
  roc_prg = function(x) roc_prg(x$curve),
  roc_reject = function(x) roc_reject(x$curve, cost_reject = 0.2),
  roc_reliability = function(x) roc_reliability(x$score, x$label, x$weight, R = 100),
  roc_risk = function(x) roc_risk(x$curve),
  roc_summary = function(x) roc_summary("KS"),
  roc_tally = function(x) roc_tally(x$score, x$label, x$weight),
  roc_tally_sql = function(x) roc_tally_sql("d", "score", "label", "weight", breaks = 1:999 / 1000),
  roc_tally_table = function(x) roc_tally_table(x$tally),
  roc_thin = function(x) roc_thin(x$curve, 1000),
  weighted_roc = function(x) weighted_roc(label ~ score, x$data, weights = weight)
)

# Continuous scores that are probabilities, random weights, and what is made of them. A curve has a row for each.
make_inputs <- function(rows) {
  set.seed(1)
  x <- list(rows = rows, score = stats::runif(rows), other = stats::runif(rows),
            label = sample(rep_len(0:1, rows)), weight = stats::runif(rows, 0.1, 2),
            class = sample(c("a", "b", "c"), rows, TRUE), group = sample(c("f", "m"), rows, TRUE))
  x$data <- data.frame(x[c("score", "other", "label", "weight")])
  x$two <- x$data[c("score", "other")]
  x$three <- matrix(stats::runif(3 * rows), rows, dimnames = list(NULL, c("a", "b", "c")))
  x$three_others <- x$three^2
  x$three_others[, "a"] <- x$score
  x$curve <- WeightedROC(x$score, x$label, x$weight)
  x$other_curve <- WeightedROC(x$other, x$label, x$weight)
  x$tally <- roc_tally(x$score, x$label, x$weight)
  x$table <- roc_tally_table(x$tally)
  x
}

# What takes other packages, made for those that need it.
with_design <- function(x) {
  x$design <- survey::svydesign(~1, weights = ~weight, data = x$data)
  x
}

with_table <- function(x) {
  connection <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  DBI::dbWriteTable(connection, "d", x$data)
  x$lazy <- dplyr::tbl(connection, "d")
  x
}

with_collected <- function(x) {
  x$collected <- roc_collect(with_table(x)$lazy, score, label, weight)
  x
}

more_inputs <- list(auc_svy = with_design, roc_collect = with_table, roc_bounds = with_collected)

with_more <- function(x, name) if (is.null(more_inputs[[name]])) x else more_inputs[[name]](x)
