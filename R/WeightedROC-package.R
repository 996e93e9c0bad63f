#' @section Start here:
#' [weighted_roc()] goes from a formula and data to curves, AUCs and confidence intervals. The functions
#' below that take a curve or observations accept its result.
#' `vignette("WeightedROC", "WeightedROC")` shows it in ten minutes. Without a formula, [WeightedROC()]
#' returns the curve as a plain data.frame.
#'
#' @section Functions by task:
#' \tabular{ll}{
#'   **You want** \tab **Call** \cr
#'   curves, AUCs and intervals from a formula \tab [weighted_roc()], [weighted_roc-methods] \cr
#'   the curve as a data.frame, and its AUC \tab [WeightedROC()], [WeightedAUC()], [auc_wmw()] \cr
#'   \tab \cr
#'   **Measures and thresholds** \tab \cr
#'   sensitivity, specificity, predictive values, F1, Youden's index \tab [roc_measures()], [roc_at()] \cr
#'   expected costs, and the threshold that minimises them \tab [roc_risk()], [roc_optimal()],
#'     [roc_isocost()] \cr
#'   the uncertainty of that threshold \tab [roc_optimal_ci()] \cr
#'   the thresholds that can ever be optimal \tab [roc_hull()], [roc_cost_curve()] \cr
#'   the best threshold under a bound on an error rate \tab [roc_neyman_pearson()] \cr
#'   the best rule under several bounds, such as a budget or a predictive value \tab [roc_constrained()] \cr
#'   two thresholds with no decision between them \tab [roc_reject()] \cr
#'   where one curve dominates another \tab [roc_compare()], [roc_dominates()] \cr
#'   the same curve with fewer rows \tab [roc_thin()] \cr
#'   \tab \cr
#'   **Beyond the ROC curve** \tab \cr
#'   precision and recall, average precision, precision gains \tab [roc_pr()], [roc_prg()], [auc_pr()],
#'     [roc_pr_auc()] \cr
#'   net benefit and decision curves, with bands \tab [roc_net_benefit()] \cr
#'   calibrated probabilities, reliability, Brier and log score \tab [roc_calibrate()], [roc_reliability()],
#'     [roc_brier()], [roc_log_score()] \cr
#'   gain, lift and Gini \tab [roc_gain()], [roc_gini()] \cr
#'   Hand's H, the AUC of the hull, expected costs when costs are unknown \tab [roc_h()],
#'     [roc_expected_cost()] \cr
#'   partial AUCs, by rates or by costs \tab [roc_partial_auc()], [roc_cost_auc()] \cr
#'   more than two classes \tab [auc_multiclass()], [auc_test_multiclass()] \cr
#'   \tab \cr
#'   **Uncertainty** \tab \cr
#'   intervals for the AUC, also for designs, clusters, counts and folds \tab [auc_ci()], [auc_svy()] \cr
#'   intervals for partial AUCs, rates, predictive values, summaries \tab [roc_ci()], [roc_partial()],
#'     [roc_measure()], [roc_summary()] \cr
#'   confidence bands of the curve \tab [roc_band()] \cr
#'   tests of AUCs: paired, independent samples, groups and trend \tab [auc_test()], [auc_test_unpaired()],
#'     [auc_test_groups()] \cr
#'   the influence of each observation \tab [auc_influence()], [roc_influence()] \cr
#'   the optimism of an AUC on its training sample \tab [auc_optimism()] \cr
#'   AUCs of multiply imputed data \tab [auc_pool()] \cr
#'   sample size and power \tab [auc_power()] \cr
#'   \tab \cr
#'   **Large data** \tab \cr
#'   curves of tables in databases and Spark \tab [roc_collect()], [roc_bounds()] \cr
#'   curves of streams \tab [roc_tally()], [roc_merge()], [roc_from_tally()] \cr
#'   tallies made elsewhere \tab [as_roc_tally()], [roc_tally_table()], [roc_tally_sql()] \cr
#'   \tab \cr
#'   **Figures** \tab [roc_plot()], [roc_plot_scores()], [autolayer.roc_optimal()], `plot(fit, type = )`
#' }
#'
#' @section Articles:
#' `WeightedROC` (get started), `Decisions`, `BeyondROC` (precision, net benefit, calibration, H, gain),
#' `HowSure` (intervals, tests and bands), `BeyondOneMachine`, `Frameworks` (caret, mlr3 and tidymodels) and
#' `Definition` (the formulas): `vignette("Decisions", "WeightedROC")`.
#'
#' @section Coming from the CRAN package:
#' The package keeps the interface of the CRAN package of this name by Toby Dylan Hocking: names,
#' arguments and their order, columns and their order, and the two error messages that scripts match, which
#' are now part of a longer message. Scripts run unchanged. These results differ:
#' \tabular{lll}{
#'   **Input** \tab **CRAN package** \tab **This package** \cr
#'   tied scores of `Inf` or `-Inf` \tab rows of `NA` \tab scores like others \cr
#'   weights of 0 \tab an error \tab the row is ignored \cr
#'   logical labels, scores or weights \tab an error \tab `TRUE` is positive, and is 1 \cr
#'   unused factor levels \tab may be an error \tab ignored \cr
#'   weights such as `c(1e17, 1, 1, 1)` \tab small weights are lost \tab compensated sums keep them \cr
#'   the last bits of `TPR` and `FPR` \tab depend on rounding \tab correct to 4 ulp; where `TPR - FPR`
#'     ties exactly, `which.max()` may choose another row \cr
#'   scores with names or a class \tab row names, class of `threshold` \tab neither \cr
#'   scores of class `integer64` \tab a wrong last threshold \tab doubles where exact, otherwise an error \cr
#'   infinite weights \tab `NaN` \tab an error \cr
#'   invalid input \tab `... is not TRUE` \tab a classed error that names the argument and the element
#' }
#'
#' @aliases NULL WeightedROC-package
"_PACKAGE"
