# A call of each exported function, on what make_inputs() makes: for bench/exports/run.R and
# tools/memory-limits.R. tools/lint.R refuses a list that lacks an export, or that has more.

export_calls <- list(
  WeightedAUC = function(x) WeightedAUC(x$curve),
  WeightedROC = function(x) WeightedROC(x$score, x$label, x$weight),
  as_roc_tally = function(x) as_roc_tally(x$table),
  auc_ci = function(x) auc_ci(x$score, x$label, x$weight),
  auc_concordance = function(x) {
    auc_concordance(x$score, survival::Surv(1 + x$score, x$label), x$weight)
  },
  auc_multiclass = function(x) auc_multiclass(x$three, x$class, x$weight),
  auc_optimism = function(x) {
    auc_optimism(x$data["score"], function(data, weight) 1, x$label, x$weight, R = 10,
                 predict = function(model, data) data$score)
  },
  auc_over_time = function(x) {
    auc_over_time(x$score, survival::Surv(1 + x$score, x$label), x$weight)
  },
  auc_pool = function(x) auc_pool(c(0.81, 0.84, 0.79), c(0.03, 0.03, 0.04)),
  auc_power = function(x) auc_power(n = 100, auc = 0.7),
  auc_test = function(x) auc_test(x$two, x$label, x$weight),
  auc_wmw = function(x) auc_wmw(x$score, x$label, x$weight),
  outcome_at = function(x) outcome_at(survival::Surv(1 + x$score, x$label), 1.5),
  roc_at = function(x) roc_at(x$curve),
  roc_band = function(x) roc_band(x$score, x$label, x$weight),
  roc_calibrate = function(x) roc_calibrate(x$curve),
  roc_collect = function(x) roc_collect(x$lazy, score, label, weight),
  roc_compare = function(x) roc_compare(x$curve, x$other_curve),
  roc_constrained = function(x) roc_constrained(x$curve, max_FPR = 0.1, min_PPV = 0.5),
  roc_cost_curve = function(x) roc_cost_curve(x$curve),
  roc_estimate = function(x) {
    roc_estimate(x$score, x$label, x$weight, measure = roc_measure("TPR", FPR = 0.1))
  },
  roc_gain = function(x) roc_gain(x$curve),
  roc_hull = function(x) roc_hull(x$curve),
  roc_influence = function(x) {
    roc_influence(x$score, x$label, x$weight, measure = roc_measure("TPR", FPR = 0.1))
  },
  roc_measure = function(x) roc_measure("TPR", FPR = 0.1),
  # Nothing is computed without yardstick.
  roc_metric = function(x) if (requireNamespace("yardstick", quietly = TRUE)) roc_metric(),
  roc_net_benefit = function(x) {
    roc_net_benefit(x$score, x$label, x$weight, threshold = 1:99 / 100, conf.level = 0.95,
                    type = "simultaneous")
  },
  roc_observations = function(x) roc_observations(x$score, x$label, x$weight),
  roc_optimal = function(x) roc_optimal(x$curve, cost_FN = 1:100),
  roc_plot = function(x) roc_plot(x$curve),
  roc_plot_scores = function(x) roc_plot_scores(x$score, x$label, x$weight),
  roc_pr = function(x) roc_pr(x$curve),
  roc_prg = function(x) roc_prg(x$curve),
  roc_reject = function(x) roc_reject(x$curve, cost_reject = 0.2),
  roc_reliability = function(x) roc_reliability(x$score, x$label, x$weight, conf.level = 0.95, R = 100),
  roc_tally = function(x) roc_tally(x$score, x$label, x$weight),
  roc_tally_sql = function(x) roc_tally_sql("d", "score", "label", "weight", breaks = 1:999 / 1000),
  roc_test = function(x) roc_test(x$two, x$label, x$weight, measure = roc_measure("TPR", FPR = 0.1)),
  roc_thin = function(x) roc_thin(x$curve, points = 1000),
  weighted_roc = function(x) weighted_roc(label ~ score, x$data, weights = weight)
)

# Continuous scores that are probabilities, random weights, and what is made of them. A curve has a row for
# each.
make_inputs <- function(rows) {
  set.seed(1)
  x <- list(rows = rows, score = stats::runif(rows), other = stats::runif(rows),
            label = sample(rep_len(0:1, rows)), weight = stats::runif(rows, 0.1, 2),
            class = sample(c("a", "b", "c"), rows, TRUE))
  x$data <- data.frame(x[c("score", "other", "label", "weight")])
  x$two <- x[c("score", "other")]
  x$three <- matrix(stats::runif(3 * rows), rows, dimnames = list(NULL, c("a", "b", "c")))
  x$curve <- WeightedROC(x$score, x$label, x$weight)
  x$other_curve <- WeightedROC(x$other, x$label, x$weight)
  x$tally <- roc_tally(x$score, x$label, x$weight)
  x$table <- as.data.frame(x$tally)
  x
}

# Calls that need other packages are made only where these are installed.
with_table <- function(x) {
  connection <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  DBI::dbWriteTable(connection, "d", x$data)
  x$lazy <- dplyr::tbl(connection, "d")
  x
}

more_inputs <- list(roc_collect = with_table)

with_more <- function(x, name) if (is.null(more_inputs[[name]])) x else more_inputs[[name]](x)
