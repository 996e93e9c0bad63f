#' @section Start here:
#' [weighted_roc()] goes from a formula and data to curves, AUCs and confidence intervals. Every function
#' below that accepts a curve or observations also accepts its result, and returns one result per score.
#' `vignette("WeightedROC", "WeightedROC")` solves twenty tasks in at most three lines each. Without a
#' formula, [WeightedROC()] returns the curve as a plain data.frame.
#'
#' @section Functions by task:
#' \tabular{ll}{
#'   **You want** \tab **Call** \cr
#'   curves, AUCs and intervals from a formula, a design or a table \tab [weighted_roc()],
#'   [weighted_roc-methods], [print.roc_result] \cr
#'   the curve as a data.frame, and its AUC \tab [WeightedROC()], [WeightedAUC()], [auc_wmw()] \cr
#'   the label at a time of censored survival data \tab [outcome_at()] \cr
#'   \tab \cr
#'   **Measures, intervals and tests** \tab \cr
#'   the AUC or a partial AUC with its interval \tab [auc_ci()] \cr
#'   any other measure with its interval \tab [roc_estimate()], [roc_measure()] \cr
#'   a comparison of scores, groups, independent samples, or with a value \tab [auc_test()], [roc_test()] \cr
#'   the influence of each observation \tab [roc_influence()] \cr
#'   more than two classes \tab [auc_multiclass()] \cr
#'   AUCs of multiply imputed data \tab [auc_pool()] \cr
#'   the optimism of an AUC on its training sample \tab [auc_optimism()] \cr
#'   sample size and power \tab [auc_power()] \cr
#'   \tab \cr
#'   **Thresholds and decisions** \tab \cr
#'   all measures at thresholds, rates or shares \tab [roc_at()] \cr
#'   the optimal threshold, by costs or by a measure such as Youden's index \tab [roc_optimal()] \cr
#'   the best rule under bounds on rates, a budget or a predictive value \tab [roc_constrained()] \cr
#'   two thresholds with no decision between them \tab [roc_reject()] \cr
#'   the thresholds that can ever be optimal \tab [roc_hull()], [roc_cost_curve()] \cr
#'   where one curve dominates another \tab [roc_compare()] \cr
#'   \tab \cr
#'   **Curves** \tab \cr
#'   confidence bands of the ROC curve \tab [roc_band()] \cr
#'   precision and recall, also as gains \tab [roc_pr()], [roc_prg()] \cr
#'   gain, lift and response \tab [roc_gain()] \cr
#'   net benefit (decision curves) \tab [roc_net_benefit()] \cr
#'   reliability diagrams, calibrated probabilities \tab [roc_reliability()], [roc_calibrate()] \cr
#'   the same curve with fewer rows \tab [roc_thin()] \cr
#'   \tab \cr
#'   **Large data** \tab \cr
#'   curves of tables in databases and Spark \tab [roc_collect()], or [weighted_roc()] of the table \cr
#'   curves of streams and tallies made elsewhere \tab [roc_tally()], [roc_tally_by], [as_roc_tally()], [roc_tally_sql()] \cr
#'   \tab \cr
#'   **Figures** \tab [roc_plot()], [roc_plot_scores()], [autolayer.roc_optimal()], and `plot()` and
#'   `autoplot()` of fits, curves and [results][plot.roc_estimate] \cr
#'   \tab \cr
#'   **For other packages** \tab \cr
#'   a metric for yardstick, a measure for mlr3 \tab [roc_metric()] \cr
#'   observations of a class of your own \tab [roc_observations()]
#' }
#'
#' @section Articles:
#' In reading order: `WeightedROC` (get started), `Survival` (survival outcomes), `Decisions` (choosing a
#' threshold), `BeyondROC` (precision, calibration, net benefit), `HowSure` (uncertainty), `BeyondOneMachine`
#' (databases and monitoring), `Monitoring` (has the AUC dropped?), `WithoutR` (tallies without R), `Frameworks`,
#' `Methods` (formulas and coverage) and `Definition`. Open one by `vignette("Decisions", "WeightedROC")`.
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
