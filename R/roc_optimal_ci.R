#' How good a chosen threshold is on new observations
#'
#' Intervals of the risk and of the rates that the threshold of [roc_optimal()] has on observations
#' that had no part in choosing it, and of the threshold that is best for these.
#'
#' @section What choosing does:
#' The threshold of least risk is chosen on a sample. It is the least *there* for two reasons: that
#' threshold is a good one, and it suits the accidents of this sample. On other observations of
#' the same population the accidents are others. So the risk that the sample shows at its best
#' threshold is too low, as the average of the best of many players this season is above what they
#' will have in the next one. How much too low is called the optimism (Efron 1983). It is no small thing: in
#' samples of 200 and 1000 it was 0.9 standard errors on the average, so that an interval which does not mind
#' the choice contains the risk in 85% of the samples and not in 95%. The rates suffer in the same
#' way: sensitivity and specificity at a cutpoint that was chosen on the data are too high (Ewald 2006).
#'
#' @section What the rows are:
#' \describe{
#'   \item{`"risk"`, `"TPR"`, `"FPR"`}{`apparent` is the number at the sample's own best threshold, as
#'     [roc_optimal()] has it. `optimism` is by how much that is expected to be larger than on new observations:
#'     mostly positive for the `TPR`, negative for the risk and the `FPR`. `estimate` is
#'     `apparent - optimism`, the number to report: the sign is that of [auc_optimism()].
#'     The interval is for the risk, or rate, of **the threshold that was chosen** on new observations of the
#'     population. It contains `estimate`; at low confidence levels `apparent` may be outside. The least risk that any
#'     threshold has is a little less; the interval contains it nearly as often.}
#'   \item{`"threshold"`}{`estimate` and `apparent` are the chosen threshold, the interval is for the threshold of
#'     least risk in the
#'     population. The risk is flat around its minimum, so that very different thresholds may cost
#'     nearly the same: the interval is often wide. It is the range of all thresholds
#'     above `conf.low` and up to `conf.high`: between two neighbouring scores it makes no difference
#'     in the sample where the threshold lies. `-Inf` means that to call all positive may be best,
#'     `Inf` that to call nothing positive may be.}
#' }
#'
#' @section How:
#' **Optimism.** The sample is halved at random, `R` times: each observation, or each cluster, is in the
#' half with probability 1/2 ("double or nothing", Owen and Eckles 2012), until it has both classes. On a
#' half the best threshold is chosen, and its error rates are compared with those that it has on the
#' whole sample. The other half had no part in the choice, so that twice the mean rise of an error rate is its
#' optimism in a sample of half the size, up to the sign, without any model. A threshold converges with the cube root of the
#' number of observations, and optimism shrinks with its power 2/3 (Kim and Pollard 1990). That of the whole sample is
#' therefore \eqn{2 \cdot 2^{-2/3} = 2^{1/3}}{2 * 2^(-2/3) = 2^(1/3)} times the mean rise. The
#' bootstrap proper, which draws with replacement, finds too little: 55 to 80% of it in simulations.
#'
#' **Rates.** With \eqn{p} the estimate of the rate of the errors in a class (`FPR`, or `1 - TPR`), within
#' \[0, 1\], the interval is that of Wilson (1927) for \eqn{k / f} observations. \eqn{k} is Kish's effective number of the class,
#' \eqn{(\sum w)^2 / \sum w^2}{(sum w)^2 / sum w^2}, with clusters as in [auc_ci()]. \eqn{f = (\nu r + 4) / (\nu + 4)} is how much
#' larger the variance of the rate is than \eqn{k} says: \eqn{r} is the ratio of the variance by
#' influences, \eqn{u = w (error - p) / \sum w}{u = w (error - p) / sum w}, added up over clusters,
#' \eqn{\frac{n}{n - 1} \sum u^2}{n / (n - 1) sum u^2}, and of \eqn{p (1 - p) / k}, both as the sample shows them; and
#' \eqn{\nu = 2 / (\sum u^4 / (\sum u^2)^2 - 1 / n)}{nu = 2 / (sum u^4 / (sum u^2)^2 - 1/n)} are the effective
#' degrees of freedom of that variance, at most \eqn{n - 2}. The quantile is that of the t distribution with
#' \eqn{\nu + 4}{nu + 4}; with clusters \eqn{m} of [auc_ci()] stands for 4. All is as there.
#'
#' **Risk.** It is made of both rates, and of the probability of the positive class if that is estimated,
#' too. With \eqn{f} and \eqn{\nu}{nu} of the influences on the risk, each of the two or three has
#' Wilson's interval; its ends move the risk by \eqn{d_1, d_2, d_3}, and
#' \eqn{\sqrt{d_1^2 + d_2^2 + d_3^2}}{sqrt(d1^2 + d2^2 + d3^2)} is how far the end of the risk is off (Zou, Huang and
#' Zhang 2009). So an interval is not a point when a sample shows no errors.
#'
#' **The end on the side of `apparent`** is farther off. Only the mean of the optimism is known, and
#' in a sample it may be next to nothing: the optimism, times half the quantile but at most 1, counts as
#' another \eqn{d}.
#'
#' **Threshold.** The interval has all thresholds of which the risk in the sample is at most
#' \eqn{(0.6 \log(8 / (3 (1 - level))))^{2/3}}{(0.6 log(8 / (3 (1 - level))))^(2/3)} times the size of the optimism above
#' the least, 1.8 times for 95%. In the limit of many observations that is the quantile, at \eqn{(1 + level) / 2}, of how
#' much the true optimum is above the least: of the depth of a Brownian motion with parabolic drift, up to 2%. It is
#' multiplied by the cube of the ratio of the quantiles of the t distribution with \eqn{k - 1} degrees of freedom and the
#' normal one, \eqn{k} the less of the effective numbers of the classes: the optimism that few observations show is often
#' too small.
#'
#' `std.error` is \eqn{\sqrt{f p (1 - p) / k}}{sqrt(f p (1 - p) / k)}, and the like for the risk: how much the rate, or
#' the risk, of a given threshold varies. There is none for the threshold.
#'
#' @section Does it hold:
#' In simulations at a nominal 95% (`bench/coverage/report.md` in the sources; 88 designs) the interval of the risk held in
#' 90.7% to 100% of the samples, those of the rates in 93.5% to 99.9%, that of the threshold in 92.3% to 100%. Where a class
#' has fewer than ten effective observations they are mostly too wide. They hold least where scores say little and 20
#' positives have uneven weights. As if the threshold had not been chosen on the same sample, the risk's would hold in
#' down to 35%.
#'
#' @section Prior and weights:
#' Without `prior`, the share of the positives in the weights is an estimate that varies, as in a
#' cohort. Where the classes were sampled apart, as cases and controls are, this share says
#' nothing, and `prior` is needed; a message says so where each class has one weight of its own (`wroc_message_share`).
#' `variance = "frequency"` is for weights that count how often a row occurs; it is the
#' default for weights of class `hardhat_frequency_weights` (package hardhat). Its results are those of the repeated rows,
#' up to the random halves. With `cluster`, the repeated rows stay in their cluster.
#'
#' @section What can't be known:
#' With fewer than two observations of a class, or clusters with it, all but `apparent` and the threshold are `NA`, with a
#' warning (`wroc_warning_undefined`). Where no error costs more than the right answer and `prior` is
#' given, the risk is known without a sample, and its interval is a point.
#'
#' @section Survey designs:
#' With a design of package survey in place of weights, the variances of both rates and of the risk are those of the
#' design (`survey::svytotal()` of their influences), with at most its degrees of freedom. The halves are halves of
#' its primary sampling units, whatever their strata. Replicate weights do not tell these units, so a design that has
#' nothing else is refused (`wroc_error_unsupported`).
#'
#' @section Estimated weights:
#' With `weights_model` the influences on both rates and on the risk are those with what the model adds, see [auc_ci()].
#' Their variances are multiplied by \eqn{m / (m - p)}, with \eqn{m} units of positive weight and \eqn{p}
#' coefficients; \eqn{\nu}{nu} is that of the \eqn{n} rows of the model (or their clusters), at most \eqn{n - p - 2}. The
#' halves keep the weights as they are.
#'
#' @inheritParams auc_ci
#' @inheritParams roc_risk
#' @param weight Weights as in [WeightedROC()], or a design of package survey. `NULL`: all are 1.
#' @param guess Scores, one vector, as in [WeightedROC()].
#' @param cost_FP,cost_FN,cost_TP,cost_TN Costs as in [roc_optimal()], a number each.
#' @param prior Probability of the positive class, a number in (0, 1). By default its share in the
#'   weights, which then counts as estimated.
#' @param variance `"delong"` from influences, or `"frequency"` for weights that count observations, see below.
#' @param weights_model As in [auc_ci()], for `"delong"`.
#' @param fold Not supported: an error says why (`wroc_error_unsupported`).
#' @param R Number of random halves, at least 2. The optimism has a Monte Carlo error of about its own size
#'   divided by \eqn{\sqrt{R}}{sqrt(R)}.
#'
#' @return A data.frame with four rows, `term` = `"threshold"`, `"TPR"`, `"FPR"` and `"risk"`, and the columns
#'   `estimate`, `apparent`, `optimism`, `std.error` (the last two `NA` for the threshold), `conf.low`, `conf.high`.
#'
#' @section Errors:
#' Those of [roc_optimal()] for costs and prior; of [auc_ci()] for all else: `wroc_error_weight` for weights that are
#' no whole numbers with `variance = "frequency"`, for one.
#'
#' @section Complexity:
#' One sort, and \eqn{O(n)} for each half. It uses `options(WeightedROC.threads = )`, with the same numbers
#' for any number of threads, honours `set.seed()`, and can be interrupted.
#'
#' @source
#' Efron, B. (1983). Estimating the error rate of a prediction rule: improvement on cross-validation.
#' *Journal of the American Statistical Association* 78, 316-331: optimism. Ewald, B. (2006). Post
#' hoc choice of cut points introduced bias to diagnostic research. *Journal of Clinical Epidemiology*
#' 59, 798-801. Kim, J. and Pollard, D. (1990). Cube root asymptotics. *Annals of Statistics* 18, 191-219. Owen,
#' A. B. and Eckles, D. (2012). Bootstrapping data arrays of arbitrary order. *Annals of Applied Statistics* 6,
#' 895-927. Wilson, E. B. (1927). Probable inference, the law of succession, and statistical
#' inference. *Journal of the American Statistical Association* 22, 209-212. Zou, G. Y., Huang, W. and Zhang, X.
#' (2009). A note on confidence interval estimation for a linear function of binomial proportions.
#' *Computational Statistics and Data Analysis* 53, 1080-1085.
#'
#' @family inference
#' @seealso [roc_optimal()], [roc_band()] for the rates at thresholds that were not chosen on the sample, [roc_ci()] with
#'   `roc_measure("threshold", TPR = 0.9)` for the threshold that reaches a sensitivity or a specificity.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' score <- rnorm(100, truth)
#' weight <- rexp(100)
#' roc_optimal_ci(score, truth, weight, cost_FN = 2, prior = 0.3, R = 500)
#'
#' # What the same threshold costs on new observations
#' chosen <- roc_optimal(WeightedROC(score, truth, weight), cost_FN = 2, prior = 0.3)$threshold
#' new_truth <- rep(0:1, each = 1e5)
#' new_curve <- WeightedROC(rnorm(2e5, new_truth), new_truth)
#' new_risk <- roc_risk(new_curve, cost_FN = 2, prior = 0.3)
#' with(new_risk, risk[match(TRUE, threshold >= chosen)])
#' @export
roc_optimal_ci <- function(guess, label, weight = NULL, cost_FP = 1, cost_FN = 1, cost_TP = 0,
                           cost_TN = 0, prior = NULL, cluster = NULL, conf.level = 0.95,
                           variance = c("delong", "frequency"), R = 2000, positive = NULL,
                           na.rm = FALSE, weights_model = NULL, fold = NULL) classed({
  refuse_ways("best", c(fold = !is.null(fold), bootstrap = is_bootstrap(variance)))
  if (is_fit(guess)) {
    return(answer_to_fit("roc_optimal_ci", guess, arguments_given(), each = TRUE))
  }
  of_design <- c(cluster = !is.null(cluster), variance = !missing(variance),
                 weights_model = !is.null(weights_model))
  observed <- observations_of(guess, label, weight, cluster, positive, na.rm, several = FALSE, designs = TRUE)
  refuse_in_design(observed, of_design)
  problem <- check_problems(cost_FP, cost_FN, cost_TP, cost_TN, prior, length = 1L)
  check_errors_cost(problem$costs)
  conf.level <- check_level(conf.level)
  variance <- check_choice(variance, "variance", observed$variance)
  R <- check_replicates(R)
  check_counts(observed, variance, of_design[["variance"]] || !is.null(weights_model))
  observed$links <- check_weights_model(weights_model, label, cluster, variance == "delong", "with counts")
  if (is.null(problem$prior)) tell_of_share(observed, variance)
  errors <- if (!is.null(observed$design)) errors_at_optimum(observed, problem)
  request <- c(problem$costs, list(prior = problem$prior, level = conf.level, R = R,
                                   seed = seed_of_replicates(), links = links_of(observed)), errors)
  found <- about_observations(observed, of_observations(
    optimal_interval(scored(observed, variance), request), observed$scores[[1L]], observed$label
  ))
  if (anyNA(found$std.error[-1L])) warn_of_interval(NA_real_) else warn_of_observed(observed, variance)
  as_frame(c(list(term = c("threshold", "TPR", "FPR", "risk")), as.list(found)), 4L)
})

# The standard errors of FPR, FNR and risk by a survey design, at the threshold of least risk.
errors_at_optimum <- function(observed, problem) {
  if (inherits(observed$design, "svyrep.design")) {
    refuse_ways("best", c(replicates = TRUE))
  }
  curve <- curve_of_observations(observed)
  best <- do.call(roc_optimal, c(list(curve), problem$costs, list(prior = problem$prior)))
  if (best$TPR == 0 && best$FPR == 0) {
    # Nothing is called positive, not even a score of `Inf`: only the share of the positives varies.
    found <- covariance_in_design(observed, list(quantity("prevalence")), NULL)
    of_risk <- if (is.null(problem$prior)) abs(problem$costs$cost_FN - problem$costs$cost_TN) else 0
    return(list(std.errors = c(0, 0, of_risk * sqrt(max(found$covariance, 0))), most = found$most))
  }
  risk <- c(list("risk", threshold = best$threshold, prior = problem$prior), problem$costs)
  what <- list(quantity("FPR", threshold = best$threshold), quantity("FNR", threshold = best$threshold),
               do.call(quantity, risk))
  found <- covariance_in_design(observed, what, NULL)
  slope <- abs(descriptions_of(what)$slope)
  list(std.errors = sqrt(pmax(diag(found$covariance), 0)) * slope, most = found$most)
}
