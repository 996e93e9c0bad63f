# Calls of all functions that accept a fit, a design or a curve.

objects_to_call <- function() {
  data <- data.frame(
    y = rep(0:1, 40), s = plogis(rep(c(-0.5, 0.5), 40) + sin(1:80)), t = plogis(cos(1:80)),
    w = 1 + (1:80) %% 7 / 2, unit = rep(1:20, each = 4), group = rep(c("a", "b"), each = 40)
  )
  objects <- list(
    data = data, fit = weighted_roc(y ~ s, data, weights = w), both = weighted_roc(y ~ s + t, data),
    fits = weighted_roc(y ~ s, data, by = group), units = weighted_roc(y ~ s, data, cluster = unit),
    curve = with(data, WeightedROC(s, y, w)), tally = with(data, roc_tally(s, y, w))
  )
  if (requireNamespace("survey", quietly = TRUE)) {
    objects$design <- survey::svydesign(~unit, weights = ~w, data = data)
    objects$of_design <- weighted_roc(y ~ s + t, objects$design)
  }
  objects
}

# Calls by the function that they are of, which must be all that accept a fit, a design or a curve.
calls_to_count <- list(
  WeightedAUC = expression(WeightedAUC(curve)),
  auc_ci = expression(
    auc_ci(fit, conf.level = 0.9, variance = "jackknife", transform = "logit"),
    auc_ci(fits, FPR = c(0, 0.5)), auc_ci(both, variance = "bootstrap", R = 10, bayesian = TRUE),
    auc_ci(units, fold = data$group[data$unit], pooled = FALSE), auc_ci(of_design, conf.level = 0.9),
    auc_ci(data$s, data$y, design, TPR = c(0.5, 1), na.rm = TRUE),
    auc_ci(tally, variance = "delong", transform = "none"),
    auc_ci(data$s, data$y, data$w, data$unit, positive = 1)
  ),
  auc_influence = expression(auc_influence(fit), auc_influence(fits), auc_influence(of_design)),
  auc_optimism = expression(
    auc_optimism(as.svrepdesign(design), function(data, weights) NULL, label = data$y, positive = 1,
                 predict = function(model, data) data$s)
  ),
  auc_pr = expression(auc_pr(fit, prior = 0.3), auc_pr(fits, prior = 0.3)),
  auc_svy = expression(
    auc_svy(y ~ s, design, conf.level = 0.9, transform = "logit", positive = 1, na.rm = TRUE)
  ),
  auc_test = expression(
    auc_test(fit, alternative = "less", conf.level = 0.9, variance = "jackknife", test = "wald", mu = 0.6),
    auc_test(both, adjust = "holm", alternative = "noninferior", margin = 0.1), auc_test(fits),
    auc_test(of_design, test = "wald"), auc_test(data$s, data$y, design, what = "area")
  ),
  auc_test_groups = expression(
    auc_test_groups(fits, trend = c(1, 3), alternative = "less", conf.level = 0.9, test = "wald"),
    auc_test_groups(both, group = data$group, variance = "jackknife", adjust = "holm")
  ),
  auc_wmw = expression(auc_wmw(fit), auc_wmw(fits)),
  roc_at = expression(roc_at(fit, threshold = 0.5, prior = 0.2, midpoints = TRUE), roc_at(fits, 0.5),
                      roc_at(curve, 0.5)),
  roc_band = expression(
    roc_band(fit, at = 0.5, by = "TPR", conf.level = 0.9, type = "pointwise", variance = "bootstrap", R = 10,
             bayesian = TRUE),
    roc_band(fits, at = 0.5), roc_band(of_design, at = 0.5)
  ),
  roc_bounds = expression(roc_bounds(fit), roc_bounds(curve)),
  roc_brier = expression(roc_brier(fit, prior = 0.3), roc_brier(curve, 0.3)),
  roc_calibrate = expression(roc_calibrate(curve, prior = 0.3), predict(roc_calibrate(curve), 0.4)),
  roc_ci = expression(
    roc_ci(fit, what = roc_partial(FPR = c(0, 0.5)), conf.level = 0.9, variance = "jackknife"),
    roc_ci(fits, roc_measure("TPR", FPR = 0.5)), roc_ci(of_design), roc_ci(data$s, data$y, design)
  ),
  roc_compare = expression(roc_compare(both), roc_compare(curve, curve)),
  roc_constrained = expression(
    roc_constrained(fit, max_FPR = 0.4, max_FNR = 0.9, min_TPR = 0.1, max_share = 0.9, min_PPV = 0.1,
                    prior = 0.4)
  ),
  roc_cost_auc = expression(roc_cost_auc(curve, 1, 2, 0, 0, prior = 0.4), roc_cost_auc(fit, cost_FN = 2)),
  roc_cost_curve = expression(roc_cost_curve(fit), roc_cost_curve(curve)),
  roc_dominates = expression(roc_dominates(both), roc_dominates(curve, curve)),
  roc_expected_cost = expression(roc_expected_cost(fit, density = c(2, 2))),
  roc_gain = expression(roc_gain(fit, share = 0.3, prior = 0.2), roc_gain(curve)),
  roc_gini = expression(roc_gini(fit, prior = 0.3), roc_gini(curve)),
  roc_h = expression(roc_h(fit, density = c(2, 2), prior = 0.3), roc_h(curve)),
  roc_hull = expression(roc_hull(fit), roc_hull(curve)),
  roc_influence = expression(
    roc_influence(fit, what = "area"), roc_influence(fits), roc_influence(of_design)
  ),
  roc_isocost = expression(roc_isocost(fit, cost_FN = 2, cost_FP = 1, cost_TP = 0, cost_TN = 0, prior = 0.4),
                           roc_isocost(curve, risk = 0.2), roc_isocost(curve, FPR = 0.1, TPR = 0.8)),
  roc_log_score = expression(roc_log_score(fit, prior = 0.3)),
  roc_measures = expression(roc_measures(fit, prior = 0.3), roc_measures(curve)),
  roc_net_benefit = expression(
    roc_net_benefit(fit, threshold = 0.3, prior = 0.2, standardize = TRUE, calibrated = TRUE)
  ),
  roc_net_benefit_ci = expression(
    roc_net_benefit_ci(both, threshold = 0.3, prior = 0.2, standardize = TRUE, type = "simultaneous",
                       difference = TRUE, conf.level = 0.9, variance = "delong"),
    roc_net_benefit_ci(fits, threshold = 0.3), roc_net_benefit_ci(of_design, threshold = 0.3),
    roc_net_benefit_ci(both, threshold = 0.3, variance = "bootstrap", R = 10),
    roc_net_benefit_ci(fit, threshold = 0.3, weights_model = matrix(0, 80L))
  ),
  roc_neyman_pearson = expression(
    roc_neyman_pearson(fit, max_FPR = 0.3), roc_neyman_pearson(curve, max_FNR = 0.3)
  ),
  roc_optimal = expression(roc_optimal(fit, cost_FP = 1, cost_FN = 2, prior = 0.4, midpoints = TRUE)),
  roc_optimal_ci = expression(
    roc_optimal_ci(fit, cost_FP = 1, cost_FN = 2, cost_TP = 0, cost_TN = 0, prior = 0.4, conf.level = 0.9,
                   variance = "delong", R = 10),
    roc_optimal_ci(fits, R = 10)
  ),
  roc_partial_auc = expression(roc_partial_auc(fit, FPR = c(0, 0.5), standardize = "range"),
                               roc_partial_auc(curve, TPR = c(0.5, 1))),
  roc_plot = expression(
    roc_plot(fit, diagonal = FALSE, hull = TRUE, optimal = list(cost_FN = 2), max_FPR = 0.2, max_FNR = 0.2,
             partial = list(FPR = c(0, 0.2)), cost_area = list(cost_FN = 2), thresholds = 0.5,
             band = roc_band(fit), areas = FALSE),
    roc_plot(fits)
  ),
  roc_plot_scores = expression(roc_plot_scores(fit, threshold = 0.5)),
  roc_pr = expression(roc_pr(fit, prior = 0.3, recall = 0.5), roc_pr(curve)),
  roc_pr_auc = expression(roc_pr_auc(fit, prior = 0.3)),
  roc_prg = expression(roc_prg(fit, prior = 0.3)),
  roc_reject = expression(roc_reject(fit, cost_reject = 0.1, cost_FN = 2, prior = 0.4)),
  roc_reliability = expression(
    roc_reliability(fit, conf.level = 0.9, variance = "delong", R = 10), roc_reliability(fits, R = 10)
  ),
  roc_risk = expression(roc_risk(fit, cost_FP = 1, cost_FN = 2, prior = 0.4)),
  roc_thin = expression(roc_thin(curve, points = 5), roc_thin(fit, drop = TRUE)),
  weighted_roc = expression(
    weighted_roc(y ~ s, data, weights = w, subset = t > 0.1, na.action = na.omit, positive = 1,
                 direction = ">=", cluster = unit, conf.level = 0.9, variance = "delong",
                 transform = "logit", by = group),
    weighted_roc(formula = y ~ s, data = data, weights = w),
    weighted_roc(y ~ s, data = design, subset = t > 0.1, by = group),
    weighted_roc(data$s, label = data$y, weight = data$w, positive = 1, na.rm = TRUE, cluster = data$unit,
                 by = data$group)
  ),
  methods = expression(
    confint(fit, parm = "s", level = 0.9, what = "area"), confint(fits, level = 0.9),
    confint(of_design, level = 0.9), summary(both), print(fit, digits = 2), nobs(fits), weights(fit),
    as.data.frame(fits), generics::tidy(fit, conf.int = TRUE, conf.level = 0.9), generics::glance(fits),
    generics::augment(both, data = data), plot(fit, type = "pr", prior = 0.3), plot(fits),
    ggplot2::autoplot(fit, type = "gain", prior = 0.3), plot(roc_gain(curve)), plot(roc_pr(fit))
  )
)
