#' @section Start here:
#' [weighted_roc()] goes from a formula and data to curves, areas and intervals, and everything below
#' takes its result. `vignette("WeightedROC", "WeightedROC")` shows it in ten minutes.
#' Without it, [WeightedROC()] gives the curve as a plain data.frame.
#'
#' @section The map:
#' \tabular{ll}{
#'   **to have** \tab **see** \cr
#'   the curve, and its area \tab [WeightedROC()], [WeightedAUC()], [auc_wmw()] \cr
#'   sensitivity, specificity, predictive values, Youden's index \tab [roc_measures()], [roc_at()] \cr
#'   precision over recall, and gains \tab [roc_pr()], [roc_prg()], [auc_pr()], [roc_pr_auc()] \cr
#'   expected costs, and the threshold of the least \tab [roc_risk()], [roc_optimal()],
#'     [roc_isocost()] \cr
#'   thresholds that can be best at all \tab [roc_hull()], [roc_cost_curve()] \cr
#'   what it saves where costs are not known: H, the area under the hull \tab [roc_h()],
#'     [roc_expected_cost()] \cr
#'   what is found in the best share of a population: gain, lift, Gini \tab [roc_gain()], [roc_gini()] \cr
#'   the best threshold under a bound on an error rate \tab [roc_neyman_pearson()] \cr
#'   the best rule under several bounds, a budget, a predictive value \tab [roc_constrained()] \cr
#'   two thresholds, between which nothing is decided \tab [roc_reject()] \cr
#'   net benefit, decision curves and their bands \tab [roc_net_benefit()], [roc_net_benefit_ci()] \cr
#'   probabilities of scores \tab [roc_calibrate()] \cr
#'   whether forecasts are right, Brier and log score \tab [roc_reliability()], [roc_brier()],
#'     [roc_log_score()] \cr
#'   parts of the area \tab [roc_partial_auc()], [roc_cost_auc()] \cr
#'   where one curve is ahead of another \tab [roc_compare()], [roc_dominates()] \cr
#'   intervals of areas, also in surveys \tab [auc_ci()], [auc_svy()] \cr
#'   intervals of partial areas, rates, predictive values, summaries \tab [roc_ci()], [roc_partial()],
#'     [roc_measure()], [roc_summary()] \cr
#'   what each observation contributes \tab [auc_influence()], [roc_influence()] \cr
#'   areas of more than two classes \tab [auc_multiclass()], [auc_test_multiclass()] \cr
#'   tests of areas (c statistics, concordance) \tab [auc_test()], [auc_test_unpaired()] \cr
#'   how many observations it takes \tab [auc_power()] \cr
#'   areas of multiply imputed data \tab [auc_pool()] \cr
#'   areas of groups, and their trend \tab [auc_test_groups()] \cr
#'   how much too good an area is where the model was fitted \tab [auc_optimism()] \cr
#'   bands of the curve, how sure a threshold is \tab [roc_band()], [roc_optimal_ci()] \cr
#'   pictures \tab [roc_plot()], [roc_plot_scores()], [autolayer.roc_optimal()], and
#'     `plot(fit, type = )`, see [weighted_roc-methods] \cr
#'   curves of tables in databases and clusters \tab [roc_collect()], [roc_bounds()] \cr
#'   curves of streams \tab [roc_tally()], [roc_merge()], [roc_from_tally()] \cr
#'   tallies made elsewhere \tab [as_roc_tally()], [roc_tally_table()], [roc_tally_sql()] \cr
#'   the same curve with fewer rows \tab [roc_thin()]
#' }
#'
#' @section Vignettes:
#' `WeightedROC` (get started), `Decisions`, `BeyondROC` (precision, net benefit, calibration, H, gain and more:
#' which question each answers), `HowSure`, `BeyondOneMachine`, `Frameworks` (caret, mlr3 and tidymodels) and
#' `Definition` (the formulas).
#'
#' @aliases NULL WeightedROC-package
"_PACKAGE"
