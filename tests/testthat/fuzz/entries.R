# One entry for each export, and for two methods that are called by their names: the arguments of a valid call with
# their kinds in `takes`, one vector for each kind of first argument; those that a valid call may have `beside` it; and
# `more`, which suit some calls only. `columns` and `class` say what the result is.

entry <- function(takes, beside = c(), more = c(), columns = NULL, class = NULL) {
  list(takes = if (is.list(takes)) takes else list(takes), beside = beside, more = more, columns = columns,
       class = class)
}

rows <- c(x = "scores", label = "labels")
curve <- c(x = "curve")
fit <- c(x = "fit")
fits <- c(x = "fits")
tally <- c(x = "tally")
any_curve <- list(rows, curve, fit, fits, tally)

# Arguments that may stand beside scores and labels.
beside_rows <- c(weight = "weights")
more_of_rows <- c(weight = "design", weight = "counts", cluster = "clusters", positive = "positive", na.rm = "flag",
                  fold = "folds", average = "average", weights_model = "covariates", variance = "variance")

costs <- c(cost_FP = "cost", cost_FN = "cost")
more_costs <- c(cost_TP = "cost", cost_TN = "cost")
bounds <- c(max_FPR = "bounds", max_FNR = "bounds", max_share = "bounds", max_FDR = "bounds", max_FOR = "bounds",
            min_TPR = "bounds", min_TNR = "bounds", min_PPV = "bounds", min_NPV = "bounds")
of_curve <- c("TPR", "FPR", "threshold", "FN", "FP")
of_interval <- c("estimate", "std.error", "conf.low", "conf.high")
with_level <- c(conf.level = "level", method = "method")
tests <- c(mu = "level", margin = "any_number", alternative = "alternative", conf.level = "level", test = "test",
           adjust = "adjust", trend = "flag", reference = "key", paired = "flag", measure = "measure")
of_test <- c("statistic", "p.value", "estimate", "alternative")

entries <- list(
  WeightedAUC = entry(list(c(tpr.fpr = "curve")), class = "numeric"),
  WeightedROC = entry(c(guess = "scores", label = "labels"), c(weight = "weights"), columns = of_curve),
  as_roc_tally = entry(list(c(x = "tally_table"), tally), more = c(by = "key", cluster = "key"), class = "roc_tally"),
  auc_ci = entry(list(rows, fit, fits, c(x = "several", label = "labels")), with_level,
                 c(FPR = "interval", TPR = "interval", standardize = "standardize", R = "count"),
                 c("measure", of_interval)),
  auc_concordance = entry(c(x = "followed", label = "outcome"), c(conf.level = "level", tau = "time"),
                          c(type = "concordance", censoring = "censoring", method = "method"),
                          c("measure", of_interval)),
  auc_multiclass = entry(c(x = "class_scores", label = "classes"), c(conf.level = "level"), c(R = "count"),
                         c("average", "class", of_interval)),
  auc_optimism = entry(c(data = "frame", fit = "fitter", label = "labels", R = "count", predict = "predictor"),
                       c(weight = "weights"), c(cluster = "clusters", positive = "positive", weight = "design"),
                       class = "auc_optimism"),
  auc_over_time = entry(list(c(x = "followed", label = "outcome"),
                             c(x = "followed", label = "causes", cause = "cause")),
                        c(times = "times", integrate = "flag"),
                        c(cases = "cases", controls = "controls", censoring = "censoring",
                          bandwidth = "positive_number", weights_of_times = "weights_of_times",
                          conf.level = "level", method = "method"), "estimate"),
  auc_pool = entry(c(results = "results", std.error = "errors"),
                   c(df.complete = "points", conf.level = "level"), c(method = "method"), c(of_interval, "df", "m")),
  auc_power = entry(list(c(auc = "area", power = "level"), c(n = "size", auc = "area")),
                    more = c(sig.level = "level", ratio = "positive_number", auc0 = "area", auc2 = "area",
                             correlation = "any_number", margin = "any_number", alternative = "sides",
                             model = "model", deff = "positive_number", weight = "weights", pilot = "fit"),
                    class = "power.htest"),
  auc_test = entry(list(c(x = "several", label = "labels"), fits, c(x = "fit", y = "fit")),
                   more = tests[names(tests) != "measure"], class = "roc_test", columns = of_test),
  auc_wmw = entry(c(guess = "scores", label = "labels"), c(weight = "weights", na.rm = "flag"),
                  c(positive = "positive"), class = "numeric"),
  outcome_at = entry(list(c(y = "outcome", t = "time"), c(y = "causes", t = "time", cause = "cause")),
                     more = c(controls = "controls",
                                                                             censoring = "censoring"),
                     class = "roc_outcome"),
  roc_at = entry(any_curve, c(midpoints = "flag", beta = "positive_number", prior = "prior"),
                 c(threshold = "thresholds", FPR = "rates", TPR = "rates", share = "rates", costs, more_costs),
                 c(of_curve, "TP", "PPV", "MCC")),
  roc_band = entry(list(rows, fit, fits), c(conf.level = "level"),
                   c(at = "rates", by = "by_of_band", type = "type_of_band", R = "count"), c("conf.low", "conf.high")),
  roc_calibrate = entry(list(rows, curve, fit, tally), c(prior = "prior"),
                        columns = c("score_low", "score_high", "probability")),
  roc_collect = entry(c(tbl = "people", guess = "guess_column", label = "label_column"),
                      c(weight = "weight_column", points = "points"),
                      c(tolerance = "level", exact = "flag", na.rm = "flag", positive = "positive", variance = "flag",
                        cluster = "cluster_column"), of_curve),
  roc_compare = entry(list(c(x = "curve", y = "curve"), c(x = "pair")),
                      columns = c("FPR_low", "FPR_high", "ahead", "area", "dominates")),
  roc_constrained = entry(lapply(any_curve, c, max_FPR = "bounds"), c(prior = "prior", randomize = "flag"), bounds,
                          c("feasible", "TPR", "FPR")),
  roc_cost_curve = entry(any_curve, columns = c("PC", "cost", "threshold")),
  roc_estimate = entry(list(rows, fit, fits, tally), c(measure = "measure"), c(with_level, R = "count"),
                       c("measure", of_interval)),
  roc_gain = entry(any_curve, c(share = "rates", prior = "prior"), c(conf.level = "level", R = "count"),
                   c("share", "TPR", "threshold", "lift", "response")),
  roc_hull = entry(any_curve, columns = c(of_curve, "slope_low", "prior_high")),
  roc_influence = entry(list(rows, fit, fits), c(measure = "measure"), class = "matrix"),
  roc_measure = entry(c(measure = "names_of_measures"), more = c(
    measure = "optimized", threshold = "thresholds", FPR = "rates", TPR = "rates", share = "rates", PPV = "rates",
    prior = "prior", costs, more_costs, density = "density", beta = "positive_number", standardize = "standardize",
    loss = "loss", bounds
  ), class = "roc_measure"),
  roc_metric = entry(c(measure = "measure"), class = "function"),
  roc_net_benefit = entry(list(c(x = "forecasts", label = "labels"), c(x = "fit_of_forecasts")),
                          c(threshold = "decisions", prior = "prior", standardize = "flag"),
                          c(calibrated = "flag", harm = "cost", difference = "flag", conf.level = "level",
                            type = "type_of_decisions", R = "count"),
                          c("threshold", "TPR", "FPR", "net_benefit", "treat_all", "treat_none")),
  roc_observations = entry(any_curve[-2L], class = c("roc_rows", "roc_sums", "roc_points",
                                                                  "weighted_roc_by")),
  roc_optimal = entry(any_curve, c(costs, prior = "prior", midpoints = "flag"),
                      c(measure = "optimized", beta = "positive_number", more_costs), of_curve),
  roc_plot = entry(any_curve, c(diagonal = "flag", hull = "flag", areas = "flag"),
                   c(optimal = "flag", bounds, thresholds = "thresholds", specificity = "flag", partial = "interval",
                     cost_area = "flag", band = "flag"), class = "ggplot"),
  roc_plot_scores = entry(list(c(x = "forecasts", label = "labels"), fit), c(threshold = "thresholds"),
                          class = "ggplot"),
  roc_pr = entry(any_curve, c(recall = "rates", prior = "prior"), c(conf.level = "level", R = "count"),
                 c("recall", "precision", "threshold")),
  roc_prg = entry(any_curve, c(prior = "prior"), columns = c("recall_gain", "precision_gain", "threshold")),
  roc_reject = entry(lapply(any_curve, c, c(cost_reject = "cost")), c(costs, prior = "prior"), more_costs,
                     c("threshold_negative", "threshold_positive", "rejected", "risk")),
  roc_reliability = entry(list(c(x = "forecasts", label = "labels"), c(x = "fit_of_forecasts")),
                          more = c(conf.level = "level", R = "count"), columns = c("forecast", "share", "probability")),
  roc_tally = entry(c(x = "scores", label = "plain_labels"), c(weight = "weights", points = "points"),
                    c(positive = "positive_of_chunk", na.rm = "flag", min_count = "positive_number", breaks = "breaks",
                      by = "clusters", cluster = "clusters"), class = c("roc_tally", "roc_tally_by")),
  roc_tally_sql = entry(c(table = "sql_table", guess = "sql_name", label = "sql_name"),
                        c(weight = "sql_name", breaks = "breaks"),
                        c(by = "key", cluster = "key", dialect = "dialect", positive = "positive"),
                        class = "character"),
  roc_test = entry(list(c(x = "several", label = "labels"), fits, c(x = "fit", y = "fit")), more = tests,
                   class = "roc_test", columns = of_test),
  roc_thin = entry(any_curve, c(points = "points", drop = "flag"), columns = of_curve),
  weighted_roc = entry(list(rows, c(x = "several", label = "labels"), c(formula = "formula", data = "frame_of_all"),
                            tally),
                       c(conf.level = "level"),
                       c(weight = "design", cluster = "clusters", positive = "positive", na.rm = "flag",
                         direction = "direction", variance = "variance", method = "method", by = "clusters",
                         fold = "folds", average = "average", weights_model = "covariates", times = "times",
                         cause = "cause", controls = "controls", censoring = "censoring", na.action = "key",
                         subset = "clusters", weights = "weights"),
                       class = "weighted_roc"),
  as.data.frame.roc_tally = entry(tally, columns = c("score", "positive", "negative")),
  c.roc_tally = entry(list(c("tally", "tally")), c(points = "points"), class = "roc_tally")
)

methods_called <- c("as.data.frame.roc_tally", "c.roc_tally")

# Databases and replicates take longer than the rest.
slow <- c("roc_collect", "auc_optimism", "roc_plot", "roc_plot_scores")

function_called <- function(name) {
  if (!name %in% methods_called) return(getExportedValue("WeightedROC", name))
  utils::getS3method(sub("[.]roc_tally$", "", name), "roc_tally", envir = asNamespace("WeightedROC"))
}
