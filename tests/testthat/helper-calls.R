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

# Calls by the function that they are of, which must be all that accept a fit, a design, a tally or a curve.
calls_to_count <- list(
  WeightedAUC = expression(WeightedAUC(curve)),
  auc_ci = expression(
    auc_ci(fit, conf.level = 0.9, variance = "jackknife", method = "logit"), auc_ci(fits, FPR = c(0, 0.5)),
    auc_ci(both, variance = "bayesian", R = 10), auc_ci(of_design, conf.level = 0.9),
    auc_ci(data$s, data$y, design, TPR = c(0.5, 1), na.rm = TRUE),
    auc_ci(curve, FPR = c(0, 0.5), standardize = "range"), auc_ci(tally, variance = "delong", method = "wald"),
    auc_ci(data$s, data$y, data$w, data$unit, positive = 1),
    auc_ci(data$s, data$y, fold = data$unit %% 4, average = "pooled")
  ),
  auc_multiclass = expression(
    auc_multiclass(cbind(a = data$s, b = data$t), c("a", "b")[data$y + 1], data$w, cluster = data$unit)
  ),
  auc_optimism = expression(
    auc_optimism(as.svrepdesign(design), function(data, weights) NULL, label = data$y, positive = 1,
      predict = function(model, data) data$s)
  ),
  auc_test = expression(
    auc_test(fit, alternative = "less", conf.level = 0.9, variance = "jackknife", test = "wald", mu = 0.6),
    auc_test(both, adjust = "holm", alternative = "noninferior", margin = 0.1), auc_test(fits, trend = c(1, 3)),
    auc_test(of_design, test = "wald"), auc_test(data$s, data$y, design), auc_test(fit, units)
  ),
  roc_at = expression(
    roc_at(fit, threshold = 0.5, prior = 0.2, cost_FN = 2, midpoints = TRUE), roc_at(fits, FPR = 0.5),
    roc_at(curve, TPR = 0.5, beta = 2), roc_at(data$s, data$y, share = 0.2)
  ),
  roc_band = expression(
    roc_band(fit, at = 0.5, by = "TPR", conf.level = 0.9, type = "pointwise", variance = "bayesian", R = 10),
    roc_band(fits, at = 0.5), roc_band(of_design, at = 0.5)
  ),
  roc_calibrate = expression(roc_calibrate(curve, prior = 0.3), predict(roc_calibrate(curve), 0.4)),
  roc_compare = expression(roc_compare(both), roc_compare(curve, curve)),
  roc_constrained = expression(
    roc_constrained(fit, max_FPR = 0.4, max_FNR = 0.9, min_TPR = 0.1, max_share = 0.9, min_PPV = 0.1, prior = 0.4),
    roc_constrained(curve, max_FPR = 0.3, randomize = TRUE)
  ),
  roc_cost_curve = expression(roc_cost_curve(fit), roc_cost_curve(curve)),
  roc_estimate = expression(
    roc_estimate(fit, measure = roc_measure("AUC", FPR = c(0, 0.5)), conf.level = 0.9, variance = "jackknife"),
    roc_estimate(fits, measure = "AP", R = 10), roc_estimate(of_design), roc_estimate(data$s, data$y, design),
    roc_estimate(curve, measure = c("KS", "H"), conf.level = NULL), roc_estimate(tally, method = "logit")
  ),
  roc_gain = expression(roc_gain(fit, share = 0.3, prior = 0.2), roc_gain(curve)),
  roc_hull = expression(roc_hull(fit), roc_hull(curve)),
  roc_influence = expression(
    roc_influence(fit, measure = c("AUC", "brier")), roc_influence(fits), roc_influence(of_design)
  ),
  roc_net_benefit = expression(
    roc_net_benefit(fit, threshold = 0.3, prior = 0.2, standardize = TRUE, calibrated = TRUE),
    roc_net_benefit(both, threshold = 0.3, prior = 0.2, type = "simultaneous", difference = TRUE,
      conf.level = 0.9, variance = "delong"), roc_net_benefit(fits, threshold = 0.3),
    roc_net_benefit(of_design, threshold = 0.3, conf.level = 0.9),
    roc_net_benefit(both, threshold = 0.3, conf.level = 0.9, variance = "bootstrap", R = 10)
  ),
  roc_observations = expression(
    roc_observations(fit, variance = "jackknife"), roc_observations(tally), roc_observations(curve),
    roc_observations(data$s, data$y, data$w, cluster = data$unit)
  ),
  roc_optimal = expression(
    roc_optimal(fit, cost_FP = 1, cost_FN = 2, prior = 0.4, midpoints = TRUE), roc_optimal(curve, measure = "J"),
    roc_optimal(fits, measure = "F1")
  ),
  roc_plot = expression(
    roc_plot(fit, diagonal = FALSE, hull = TRUE, optimal = list(cost_FN = 2), max_FPR = 0.2, max_FNR = 0.2,
      partial = list(FPR = c(0, 0.2)), cost_area = list(cost_FN = 2), thresholds = 0.5, band = roc_band(fit),
      areas = FALSE),
    roc_plot(fits)
  ),
  roc_plot_scores = expression(roc_plot_scores(fit, threshold = 0.5)),
  roc_pr = expression(roc_pr(fit, prior = 0.3, recall = 0.5), roc_pr(curve)),
  roc_prg = expression(roc_prg(fit, prior = 0.3)),
  roc_reject = expression(roc_reject(fit, cost_reject = 0.1, cost_FN = 2, prior = 0.4)),
  roc_reliability = expression(
    roc_reliability(fit, conf.level = 0.9, variance = "delong", R = 10), roc_reliability(fits)
  ),
  roc_test = expression(
    roc_test(fits, measure = roc_measure("TPR", FPR = 0.2)), roc_test(both, measure = "brier", adjust = "closed")
  ),
  roc_thin = expression(roc_thin(curve, points = 5), roc_thin(fit, drop = TRUE)),
  weighted_roc = expression(
    weighted_roc(y ~ s, data, weights = w, subset = t > 0.1, na.action = na.omit, positive = 1,
      direction = ">=", cluster = unit, conf.level = 0.9, variance = "delong", method = "logit", by = group),
    weighted_roc(formula = y ~ s, data = data, weights = w),
    weighted_roc(y ~ s, data = design, subset = t > 0.1, by = group),
    weighted_roc(data$s, label = data$y, weight = data$w, positive = 1, na.rm = TRUE, cluster = data$unit,
      by = data$group)
  ),
  methods = expression(
    confint(fit, parm = "s", level = 0.9, measure = "AUC"), confint(fits, level = 0.9),
    confint(of_design, level = 0.9), summary(both), print(fit, digits = 2), nobs(fits), weights(fit),
    as.data.frame(fits), generics::tidy(fit, conf.int = TRUE, conf.level = 0.9), generics::glance(fits),
    generics::augment(both, data = data), coef(both), vcov(both), plot(fit), plot(fits), plot(roc_gain(curve)),
    plot(roc_pr(fit)), ggplot2::autoplot(fit)
  )
)
