#' Tests of weighted areas under ROC curves
#'
#' Is an area one half, or another value? Do two or more scores of the same observations have the same
#' area, or a score in two independent samples? Is a score as good as another, or at least not worse than
#' by a margin? Independent groups: [auc_test_groups()].
#'
#' @section One score:
#' Tests whether its area \eqn{A} is `mu`. The score test is that of [auc_ci()]'s score interval, in its
#' notation \deqn{t = (A - \mu) / \sqrt{f g V(\mu)}}{t = (A - mu) / sqrt(f g V(mu))} with
#' \eqn{\nu + m}{nu + m} degrees of freedom, at least 4: it rejects a `mu` just where the interval leaves it out, and as
#' often as that fails to contain the area. Wald's is \eqn{Z = (A - \mu) / se}{Z = (A - mu) / se}, with the
#' interval `transform = "none"`. Intervals are cut off at 0 and 1. In simulations (`bench/coverage/report.md`
#' in the sources) the score test rejects the true area, or the margin, at a level of 5% in 3.2% to 6.9% of the samples of
#' 16 designs, Wald's in up to 25%.
#'
#' `test = "exact"` is Wilcoxon's test, given the ties: of all ways to deal the labels to the observations,
#' each as likely, the share of those with an area as small, or as large, as what was found; on two sides
#' twice the smaller one, at most 1. It is for `mu = 0.5`, small samples, and weights that are equal within
#' each class, or count rows with `variance = "frequency"`. Observations of uneven weights are not alike, so
#' their labels can't be dealt: that is an error. No interval belongs to it. `statistic` is \eqn{W}, the
#' number of pairs of a positive and a negative that are won, ties counting half, as in
#' [stats::wilcox.test()], which has no exact p-values with ties.
#'
#' @section Margins:
#' `alternative = "noninferior"` asks whether the first score, or the first sample, is worse than the second
#' by less than `margin`; of one score, whether its area is less than `mu` by less than that. It is the test
#' of `"greater"` at a null value of `-margin` (`mu - margin`), which `null.value` and the printed
#' alternative say; it rejects at a level of `1 - conf.level` where the one-sided interval lies above.
#' `alternative = "equivalent"` asks whether the areas differ by less than `margin` either way: two
#' one-sided tests (Schuirmann 1987), at `-margin` and at `margin`, each at a level of `1 - conf.level`. The
#' p-value, statistic and degrees of freedom are those of the larger p-value. The interval of level
#' `2 conf.level - 1` belongs to it, 90% by default: it lies within both margins where the test rejects.
#'
#' Score tests move the difference that \eqn{h} is laid around: with \eqn{d} the null value, \eqn{h = u + r
#' (D - d)} and \eqn{Q = (D - d)^2 / \sum h^2}{Q = (D - d)^2 / sum h^2} below. Signs say nothing of
#' differences other than 0, so the least tail does not hold; in place of it no tail is less than that of
#' the farthest difference, -1 or 1. Where the difference is just the margin they reject in 4.5% to 8% of the
#' samples for non-inferiority, and for equivalence in less than 1%, where the interval is hardly ever
#' narrow enough, to 7.8%; more than 6.5% only with six effective positives or, once, with 23.
#'
#' @section Score tests:
#' Wald's tests divide a difference by its standard error. Where few observations carry the weight that
#' is too small too often, and the larger the difference the larger is the standard error. The default
#' asks what would vary if the areas were equal.
#'
#' **Scores of the same observations.** When two scores are equally good, to swap them in an observation
#' changes the sign of what it does to the difference, \eqn{D}, and nothing else. Let \eqn{u} be the
#' influence of a unit (an observation, a cluster, a repeated row) on \eqn{D}, the difference of its
#' influences on the areas ([auc_influence()]), and \eqn{h = u + r D} that around a difference of 0: \eqn{r}
#' is the unit's share of the weight of its class, times the class's share of the variance of \eqn{D}. With
#' \eqn{V_c = \sum u^2}{Vc = sum u^2} over class \eqn{c} (in clusters each class is summed up alone) and its effective
#' number \eqn{k_c}{kc} ([auc_ci()]), one observation varies by \eqn{k_c V_c}{kc Vc}. Where few weights dominate a class
#' that says little: it has \eqn{k_c - 1}{kc - 1} degrees of freedom, and is drawn, as if by one more, to the average
#' \eqn{\bar V}{Vm} of both classes. So the shares of the classes are as
#' \eqn{((k_c - 1) k_c V_c + \bar V) / k_c^2}{((kc - 1) kc Vc + Vm) / kc^2}; where nothing varies,
#' as \eqn{1 / k_c}{1 / kc}. The \eqn{h} sum to \eqn{D}. Of
#' \eqn{Q = D^2 / \sum h^2}{Q = D^2 / sum h^2} random signs of \eqn{h} make on
#' average 1, and of its square \eqn{3 - 2 \kappa}{3 - 2 kappa}, with
#' \eqn{\kappa = \sum h^4 / (\sum h^2)^2}{kappa = sum h^4 / (sum h^2)^2}, as if \eqn{Q / \nu}{Q / nu} had a
#' beta distribution with parameters \eqn{1/2}{1/2} and \eqn{(\nu - 1) / 2}{(nu - 1) / 2},
#' \eqn{\nu = 3 / \kappa - 2}{nu = 3 / kappa - 2}. So
#' \deqn{t = \mathrm{sign}(D) \sqrt{Q (\nu - 1) / (\nu - Q)}}{t = sign(D) sqrt(Q (nu - 1) / (nu - Q))}
#' has a t distribution with \eqn{\nu - 1}{nu - 1} degrees of freedom. A tail is never less than
#' \eqn{2^{-m}}{2^-m}, \eqn{m = (\sum |h|)^2 / \sum h^2}{m = (sum |h|)^2 / sum h^2}: of so many units that
#' count alike all signs are the same that often. The interval has all differences that the same t
#' distribution, with \eqn{h} around them, does not reject, and those up to a difference of 0 that the
#' least tail keeps; where no observation has any influence, it is that of independent samples. It is
#' cut off at -1 and 1. Where \eqn{Q \ge \nu}{Q >= nu} the statistic is infinite.
#'
#' **More than two.** The same with the vectors \eqn{h} of the \eqn{k} differences from the first score:
#' \eqn{Q = D' M^{-} D}, \eqn{M = \sum h h'}, \eqn{\kappa = \sum (h' M^{-} h)^2},
#' \eqn{\nu = k (k + 2) / \kappa - 2}{nu = k (k + 2) / kappa - 2}, with \eqn{k} the rank of \eqn{M}, and
#' \eqn{F = (Q / k) / ((\nu - Q) / (\nu - k))}{F = (Q / k) / ((nu - Q) / (nu - k))} with \eqn{k} and
#' \eqn{\nu - k}{nu - k} degrees of freedom. With \eqn{S_c}{Sc} the matrix of sums of products of \eqn{u} over
#' a class, \eqn{V_c}{Vc} is the trace of
#' \eqn{(S_1 + S_0)^{-} S_c}{(S1 + S0)^- Sc}, so that scores that are redundant, such as the same
#' one twice, do no harm. The p-value is never less than \eqn{2^{1 - m}}{2^(1 - m)}, \eqn{m} of the
#' \eqn{h' M^{-} D}. The element `contrasts` of the result has the tests of all pairs.
#'
#' **Independent samples.** The interval of the difference is made of the score intervals
#' \eqn{[l_i, h_i]} of both areas ([auc_ci()]), \eqn{D - \sqrt{(A_1 - l_1)^2 + (h_2 - A_2)^2}}{
#' D - sqrt((A1 - l1)^2 + (h2 - A2)^2)} and likewise above (Zou and Donner 2008), with one t quantile, whose
#' degrees of freedom are Satterthwaite's for \eqn{f_i g_i} with \eqn{\nu_i + m_i}{nu_i + m_i} each. The
#' statistic `t` is the quantile at which the interval ends at 0.
#'
#' How often they reject equal areas at a level of 5%, by simulations (`bench/coverage/report.md` in the sources): two scores
#' of the same observations in 0.7% to 6.9% of the samples, in 3% to 6.5% in 69% of 26 designs; three and six scores in
#' 0.3% to 7.2%, the least for areas of 0.95 and ten effective positives, which can't tell; independent samples in 2.4% to
#' 6.7%. With one observation of 20 or 60 times the weight of the others two scores are told apart in up to 8.7%, mostly in
#' less than 3%. Wald's tests reject six scores in up to 30%, and two with such a
#' weight in up to 65%.
#'
#' @section Cross-validation:
#' With `fold` areas are means over folds, and influences those within folds, see [auc_ci()]. What these have
#' twice is taken out: of the covariance matrix the sums over pairs of products of two scores' deviations,
#' and of \eqn{\sum h^2}{sum h^2} in \eqn{Q} those of \eqn{(d_{ij} - d)^2}{(d_ij - d)^2}, with \eqn{d_{ij}}{d_ij} the
#' difference of what both scores make of a comparison and \eqn{d} the null value; at most half, and not in folds
#' of more than 64 observations (or clusters). \eqn{\nu}{nu} is that without it. The joint test of more scores
#' has the ratio of both Wald statistics as a factor. For repeated cross-validation `guess` is a list with a
#' matrix of each score's repetitions. Other numbers than areas are means over folds, too, with the influences
#' that [roc_ci()] has in folds, of which nothing is taken out.
#'
#' In simulations (`bench/coverage/report.md` in the sources) two scores of equal areas were told apart at a level of 5% in
#' 3.1% to 7.1% of the samples of 20 designs of 5 to 50 folds, most often where each fold has one positive.
#'
#' @section Other numbers than areas:
#' `what` may be a partial area, or a rate or share at a threshold or at a rate. Several scores are compared
#' by the same score tests, made of the influences of [roc_influence()]; where no observation has any
#' influence there is no test. One score is tested against `mu`, which then has no default: the distance by
#' its standard error, with a t distribution of the effective degrees of freedom of the variance. The
#' difference of independent samples is divided by its standard error as well, with Satterthwaite's degrees of
#' freedom for the effective ones of both variances.
#'
#' @section Survey designs:
#' With a design of package survey as `weight` the covariance of the areas, or of `what`, is that of the design,
#' by linearization or by replicate weights ([auc_svy()]). A difference is divided by its standard error and
#' has a t distribution with the effective degrees of freedom of the variances, at most those of the design,
#' `survey::degf()`; more than two scores Hotelling's F. With `test = "wald"` the distributions are the
#' normal and the chi-squared one. One area has the score test that belongs to the interval of [auc_svy()], and
#' so have independent samples, each with a design of its own.
#'
#' In simulations of a level of 5% (`bench/coverage/report.md` in the sources) partial areas and sensitivities of two scores
#' of the same curve were told apart in 2.3% to 9.7% of the samples of 16 designs, Wald's tests in up to 11.5%: most often
#' the TPR at an FPR of 0.1 with 30 positives and log-normal weights, where it should not be trusted.
#'
#' @section Estimated weights:
#' Where the weights are inverse probabilities that a model gave, `weights_model`, the influences are their
#' residuals from a regression on its estimating functions, as in [auc_ci()], and so are the differences of
#' scores. With \eqn{e_k}{ek} the residuals of score \eqn{k}, summed up by cluster if there are any, the
#' covariance matrix has the elements \eqn{c_k c_l \sum e_k e_l\, n / (n - p)}{ck cl sum(ek el) n / (n - p)}, with
#' \eqn{n} units of positive weight, \eqn{p} coefficients, and \eqn{c_k^2}{ck^2} the factor of `variance` beyond
#' the sum of squared influences. A difference is divided by its standard error and has a t distribution with the
#' effective degrees of freedom of its residuals, \eqn{\nu}{nu} of [auc_ci()]; all at once have Hotelling's F. With
#' `test = "wald"` the distributions are the normal and the chi-squared one. One area has the score test that
#' belongs to its interval. Other numbers than areas have the same tests, with the influences of [roc_influence()].
#'
#' In simulations (`bench/coverage/report.md` in the sources) of two scores that were measured in a part of a study, by
#' chances that depended on the outcome and a covariate like the first score, equal areas were rejected at a level of 5%
#' in 3.9% to 5.6% of the samples.
#'
#' @section All pairs:
#' With more than two scores `contrasts` has all pairs. `adjust` takes account of their number in the column
#' `p.adjusted`: by a method of [stats::p.adjust()], or by `"closed"`, closed tests (Marcus, Peritz and Gabriel
#' 1976). These reject that two scores are equal where they reject every hypothesis that implies it. Such a
#' hypothesis divides the scores into sets, and says that the scores of each set are equal. A set of two has the
#' p-value of the pair, a larger one that of its joint test. \eqn{m} sets of two or more have \eqn{m} times their
#' smallest p-value. `p.adjusted` is the largest p-value of all divisions that have both scores in one set. So at a
#' level of 5% any pair of equal scores is rejected in at most 5% of samples, whichever scores are equal, as far as
#' the joint tests hold their level.
#'
#' A set whose joint test is not defined has Bonferroni's p-value of its pairs. For more than ten scores, and for
#' the score tests of more than three curves of [roc_collect()], only all scores have a joint test: `p.adjusted` is
#' the larger of its p-value and the smaller of Holm's and \eqn{(k - 1)(k - 2) / 2} times the p-value of the pair,
#' for \eqn{k} scores.
#'
#' Only with `"bonferroni"` are the intervals simultaneous: all together contain their differences with
#' `conf.level`. Other methods leave each interval as it is. So no pair has `p.adjusted` below `1 - conf.level`
#' and an interval that contains 0, but an interval may leave out 0 where `p.adjusted` is larger.
#'
#' In simulations of six scores of equal AUCs (`bench/coverage/report.md` in the sources), 10 to 50 positives, some pair was
#' rejected at a level of 5% in 0.4% to 1.9% of the samples, with Holm's method in up to 9.8%; beside a better score some
#' false pair in 0.7% to 3.1%. This costs power in small samples: Holm's method finds more where the weights are uneven and
#' there are 20 positives or fewer, closed tests find more from about 50 positives on. The joint test rejected in 1.5% to
#' 8.1%: more than 6.5% only where the scores are independent within each class and there are 10 positives, where its
#' p-value should not be trusted.
#'
#' @section Wald tests:
#' With \eqn{S} the covariance matrix of the areas, made of products of influences as [auc_ci()] makes
#' variances of their squares:
#'
#' - Two scores: \eqn{Z = (A_1 - A_2) / \sqrt{S_{11} + S_{22} - 2 S_{12}}}{
#'   Z = (A1 - A2) / sqrt(S11 + S22 - 2 S12)}, standard normal when the areas are equal.
#' - More scores: \eqn{(L A)' (L S L')^{-} (L A)}{(L A)' (L S L')^- (L A)} with \eqn{L} the differences
#'   from the first score, chi-squared with as many degrees of freedom as \eqn{L S L'} has rank.
#' - Independent samples: \eqn{(A_1 - A_2) / \sqrt{v_1 + v_2}}{(A1 - A2) / sqrt(v1 + v2)}, by a t
#'   distribution with Satterthwaite's degrees of freedom, the numbers of observations (or clusters)
#'   less 1 being those of \eqn{v_1}{v1} and \eqn{v_2}{v2}.
#'
#' They are those of package pROC, and hold for many observations of even weights.
#'
#' @section Tables in engines:
#' `guess` may be what `roc_collect(tbl, c(a, b), label, weight, variance = TRUE)` gave, with clusters or without:
#' the tests are those of the rows of the table, by sums over them that [roc_collect()] asked for. Both `"score"` and
#' `"wald"` need no more than such sums, in two scans: the second one has the parts of the classes, of which
#' the first told. Their areas are exact but for bins. Tallies of two scores do not say how these vary together:
#' they are an error.
#'
#' @section Complexity:
#' At worst \eqn{O(k n \log n)}{O(k n log n)} time for k scores. The exact test of \eqn{m} observations of
#' the smaller class and \eqn{n} of the larger one takes \eqn{O((m + n) m^2 n)}{O((m + n) m^2 n)}, and is
#' refused where that is more than 4e9: 200 of each class take a third of a second.
#'
#' @param guess One score, a numeric vector; or several of the same observations, a matrix or data.frame
#'   with a score in each column, `cbind(a, b)`, or a list of scores, of which the first is compared with
#'   the others; or a fit of [weighted_roc()]. A fit with `by` gives a list of tests, one a group;
#'   [auc_test_groups()] compares the groups. Also curves of [roc_collect()], see below.
#' @inheritParams auc_ci
#' @param alternative `"two.sided"`, `"less"` (the area is less than `mu`, the first area less than the
#'   second), `"greater"`, or `"noninferior"` and `"equivalent"` with a `margin`. For more than two scores
#'   only `"two.sided"`.
#' @param variance `"delong"`, `"jackknife"` or `"frequency"`, as in [auc_ci()]: that of `std.error`.
#'   With `"frequency"` a unit is a repeated row.
#' @param what What is compared or tested: `"area"`, a partial area by [roc_partial()], or a rate or share by
#'   [roc_measure()], such as the sensitivity at a specificity of 0.9, `roc_measure("TPR", FPR = 0.1)`; not a risk.
#' @param test `"score"`, `"wald"`, or for one score `"exact"`, see below.
#' @param mu The area that is tested, of one score.
#' @param margin The difference that does not matter, a number in (0, 1), for non-inferiority and
#'   equivalence.
#' @param adjust How the p-values of all pairs of more than two scores are adjusted: `"none"`, `"closed"` (see
#'   the section on all pairs) or a method of [stats::p.adjust()].
#'
#' @return An object of class `htest`: `statistic`, `parameter` (degrees of freedom, if any), `p.value`,
#'   `estimate` (the areas, for two of them also their `difference`), `conf.int` of the difference, or of the
#'   one area, with its `conf.level`, `std.error` of the same, `null.value`, `alternative`, `method`,
#'   `data.name`. The exact test has no `conf.int`. A test of non-inferiority has the alternative
#'   `"greater"`; one of equivalence has two null values, `lower` and `upper`.
#'   For more than two scores in place of the interval `contrasts`, a data.frame with a row for each pair:
#'   `score1`, `score2`, `estimate` (the difference), `std.error`, `statistic`, `df`, `p.value`
#'   (two-sided, not adjusted), `p.adjusted` if `adjust` is not `"none"`, `conf.low`, `conf.high`.
#'
#'   Where an area or a difference can't be tested the statistic and the p-value are `NA`, with a warning of
#'   class `wroc_warning_undefined`: fewer than two observations (or clusters) of a class, a score and
#'   an increasing function of it, which have the same area in any sample, or two scores that both
#'   separate the classes. Wald's tests can't test either what
#'   has standard error 0, as a perfect score against a constant one. Wald's intervals are not cut off at
#'   -1 and 1.
#'
#' @section Errors:
#' Those of [auc_ci()]; `wroc_error_type` for a tally; `wroc_error_choice` for more than two scores with a one-sided `alternative`, and for
#' what the exact test can't do or would take too long for; `wroc_error_weight` for uneven weights in it;
#' `wroc_error_unsupported` for `weights_model` with `fold`, and for a bootstrap, with the reason;
#' `wroc_error_absent` for a `margin` that is missing, `wroc_error_unused` for one that is not used, and for
#' `mu` with several scores; `wroc_error_range` for a margin that leaves no area to test, and for
#' `conf.level` up to 0.5 with `"equivalent"`. For independent samples the message begins with the sample,
#' and the field `sample` names it.
#'
#' @source
#' DeLong, E. R., DeLong, D. M. and Clarke-Pearson, D. L. (1988). Comparing the areas under two or more
#' correlated receiver operating characteristic curves: a nonparametric approach. *Biometrics* 44, 837-845,
#' \doi{10.2307/2531595}. Obuchowski, N. A. (1997). Nonparametric analysis of clustered ROC curve data.
#' *Biometrics* 53, 567-578. Zou, G. Y. and Donner, A. (2008). Construction of confidence limits about
#' effect measures: a general approach. *Statistics in Medicine* 27, 1693-1702. Bandos, A. I., Rockette, H.
#' E. and Gur, D. (2005). A permutation test sensitive to differences in areas for comparing ROC curves from
#' a paired design. *Statistics in Medicine* 24, 2873-2893: why swapped scores are a fair reference.
#' Schuirmann, D. J. (1987). A comparison of the two one-sided tests procedure and the power approach for
#' assessing the equivalence of average bioavailability. *Journal of Pharmacokinetics and Biopharmaceutics*
#' 15, 657-680. Marcus, R., Peritz, E. and Gabriel, K. R. (1976). On closed testing procedures with special
#' reference to ordered analysis of variance. *Biometrika* 63, 655-660. Streitberg, B. and Roehmel, J. (1986). Exact
#' distributions for permutation and rank tests: an introduction to some recently published algorithms.
#' *Statistical Software Newsletter* 12, 10-17.
#'
#' @family inference
#' @seealso [auc_ci()] for intervals, [auc_test_groups()] for groups, [roc_compare()] for where the curves
#'   differ.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' weight <- rexp(100)
#' good <- rnorm(100, 1.5 * truth)
#' fair <- good + rnorm(100)
#' auc_test(good, truth, weight, mu = 0.7)
#' auc_test(cbind(good, fair), truth, weight)
#' auc_test(cbind(fair, good), truth, weight, alternative = "noninferior", margin = 0.1)
#' auc_test(fair[31:70], truth[31:70], test = "exact")
#'
#' # More than two scores
#' result <- auc_test(cbind(good, fair, noise = rnorm(100)), truth, weight, adjust = "closed")
#' result
#' result$contrasts
#'
#' # Two independent samples
#' one <- rep(c(TRUE, TRUE, FALSE), length.out = 100)
#' auc_test_unpaired(good[one], truth[one], good[!one], truth[!one], weight[one], weight[!one])
#' @export
auc_test <- function(guess, label, weight = NULL, cluster = NULL,
                     alternative = c("two.sided", "less", "greater", "noninferior", "equivalent"),
                     conf.level = 0.95, variance = c("delong", "jackknife", "frequency"),
                     test = c("score", "wald", "exact"), positive = NULL, na.rm = FALSE, mu = 0.5,
                     margin = NULL,
                     adjust = c("none", "closed", "holm", "hochberg", "hommel", "bonferroni", "BH",
                                "BY", "fdr"), what = "area",
                     fold = NULL, pooled = FALSE, weights_model = NULL) classed({
  refuse_ways("test", c(bootstrap = is_bootstrap(variance)))
  if (is_fit(guess)) return(answer_to_fit("auc_test", guess, arguments_given()))
  data.name <- name_of_data(substitute(guess), "guess")
  if (is_tally(guess)) refuse_tally()
  if (is_collected(guess) && missing(label)) {
    how <- list(alternative = check_choice(alternative, "alternative"), conf.level = check_level(conf.level),
                variance = check_choice(variance, "variance"), test = check_choice(test, "test"),
                margin = margin, adjust = check_choice(adjust, "adjust"))
    return(test_of_curves(guess, names(match.call())[-1L], how, data.name))
  }
  given <- c(mu = !missing(mu))
  of_design <- c(cluster = !is.null(cluster), variance = !missing(variance),
                 weights_model = !is.null(weights_model))
  observed <- observations_or_folds(guess, label, weight, cluster, positive, na.rm, fold, pooled,
                                    !missing(pooled))
  refuse_in_design(observed, of_design)
  what <- check_tested(what)
  number <- max(length(observed$names), 1L)
  how <- list(
    alternative = check_choice(alternative, "alternative"),
    conf.level = check_level(conf.level),
    variance = check_choice(variance, "variance", observed$variance),
    test = check_choice(test, "test"),
    mu = check_numbers(mu, "mu", prior_range, 1L),
    margin = margin,
    adjust = check_choice(adjust, "adjust")
  )
  check_counts(observed, how$variance, of_design[["variance"]] || !is.null(fold) || !is.null(weights_model))
  if (!is.null(fold)) check_tested_in_folds(how$variance, how$test, weights_model)
  known <- how$variance %in% c("delong", "jackknife") && how$test != "exact"
  observed$links <- check_weights_model(weights_model, label, cluster, known, "with counts or the exact test")
  if (number > 1L) check_unused(given, "with several scores, whose areas are compared with each other")
  check_sides(how$alternative, number, "scores")
  request <- if (number == 1L) request_of(how, how$mu, c(0, 1)) else request_of(how)
  if (number == 1L && !is_area(what) && !given[["mu"]]) raise_absent("mu")
  test_of <- if (how$test == "exact") exact_test else if (number == 1L) test_of_score else test_of_scores
  found <- test_of(observed, what, how, request)
  finish_test(found$result, found$method, data.name)
})

# Each test gives its `result` and what it is called.
exact_test <- function(observed, what, how, request) {
  check_exact(what, observed, how$alternative, how$mu)
  request <- c(request, ways_of(observed, how$variance))
  found <- test_scores(scored(observed, how$variance), what, request)
  raise_of_exact(found)
  found <- found_of_scores(observed, found)
  name <- if (is.null(observed$names)) "area" else observed$names
  result <- list(
    statistic = c(W = found$statistic), p.value = found$p.value,
    estimate = structure(found$estimate, names = name), null.value = c(area = 0.5),
    std.error = found$std.error, alternative = how$alternative
  )
  list(result = result, method = "Exact test of the area under a ROC curve (Wilcoxon)")
}

# Labels can be dealt in small samples whose weights within a class are equal, or count rows.
raise_of_exact <- function(found) {
  kind <- if (inherits(found, "wroc_failure")) found$kind else ""
  if (kind == "uneven") {
    message <- paste(
      "`weight` must be equal within each class for `test = \"exact\"`, or count rows with",
      "`variance = \"frequency\"`: others can't be dealt. Use `test = \"score\"`."
    )
    raise("weight", message, argument = "weight")
  }
  if (kind == "work") {
    message <- sprintf(
      "`test = \"exact\"` is for small samples, not for %s positives and %s negatives: use \"score\".",
      number(found$positives), number(found$negatives)
    )
    raise("choice", message, argument = "test", value = "exact")
  }
}

test_of_score <- function(observed, what, how, request) {
  found <- test_in_one_go(observed, what, how, request)
  list(result = htest_of_one(found, request, observed$names, what),
       method = sprintf("%s of a weighted %s with a value (%s, %s)", words_of_aim(request),
                        words_of_quantity(what, 1L), how$test, name_of_variance(observed, how$variance)))
}

test_of_scores <- function(observed, what, how, request) {
  found <- test_in_one_go(observed, what, how, request)
  method <- sprintf("%s of weighted %s of the same observations (%s, %s)", words_of_aim(request),
                    words_of_quantity(what, 2L), how$test, name_of_variance(observed, how$variance))
  list(result = htest_of_scores(found, request, observed$names, what), method = method)
}

# The core makes all of the test from the observations; a survey design gives the covariance first.
test_in_one_go <- function(observed, what, how, request) {
  ways <- ways_in_design(observed, list(what), how$variance)
  found <- found_of_scores(observed, test_scores(scored(observed, how$variance), what, c(request, ways)))
  if (!is.na(found$p.value)) warn_of_observed(observed, how$variance)
  found
}

# A design has its own.
name_of_variance <- function(observed, variance) {
  if (is.null(observed$design)) variance else name_of_design_variance(observed$design)
}

#' @rdname auc_test
#' @param guess1,guess2,label1,label2,weight1,weight2,cluster1,cluster2 The scores, labels, weights and
#'   clusters of two independent samples, one score each. `positive` and `na.rm` are for both.
#' @export
auc_test_unpaired <- function(guess1, label1, guess2, label2, weight1 = NULL, weight2 = NULL,
                              cluster1 = NULL, cluster2 = NULL,
                              alternative = c("two.sided", "less", "greater", "noninferior",
                                              "equivalent"),
                              conf.level = 0.95, variance = c("delong", "jackknife", "frequency"),
                              test = c("score", "wald"), positive = NULL, na.rm = FALSE,
                              margin = NULL, what = "area") classed({
  refuse_ways("test", c(bootstrap = is_bootstrap(variance)))
  data.name <- paste(name_of_data(substitute(guess1), "guess1"), "and",
                     name_of_data(substitute(guess2), "guess2"))
  observed1 <- in_sample(
    1L, observations_of(guess1, label1, weight1, cluster1, positive, na.rm, several = FALSE, designs = TRUE)
  )
  observed2 <- in_sample(
    2L, observations_of(guess2, label2, weight2, cluster2, positive, na.rm, several = FALSE, designs = TRUE)
  )
  refuse_in_design(observed1, c(cluster1 = !is.null(cluster1), variance = !missing(variance)))
  refuse_in_design(observed2, c(cluster2 = !is.null(cluster2), variance = !missing(variance)))
  what <- check_tested(what)
  chosen <- !missing(variance)
  variances <- c(check_choice(variance, "variance", observed1$variance),
                 check_choice(variance, "variance", observed2$variance))
  how <- list(alternative = check_choice(alternative, "alternative"), conf.level = check_level(conf.level),
              test = check_choice(test, "test"), margin = margin, adjust = "none", variance = variances[[1L]])
  request <- request_of(how)
  in_sample(1L, check_counts(observed1, variances[[1L]], chosen))
  in_sample(2L, check_counts(observed2, variances[[2L]], chosen))
  samples <- list(observed1, observed2)
  given <- Map(sample_in_test, samples, variances, MoreArgs = list(what = what), USE.NAMES = FALSE)
  found <- found_of_samples(samples, test_samples(given, what, request), in_sample)
  if (!is.na(found$p.value)) Map(warn_of_observed, samples, variances)
  names <- paste(if (is_area(what)) "area" else format(what), "of", c("guess1", "guess2"))
  used <- mapply(name_of_variance, samples, variances)
  method <- sprintf("%s of weighted %s of independent samples (%s, %s)", words_of_aim(request),
                    words_of_quantity(what, 2L), how$test, paste(unique(used), collapse = " and "))
  finish_test(htest_of_pair(found, request, names, what), method, data.name)
})

sample_in_test <- function(observed, variance, what) {
  list(scored = scored(observed, variance), ways = ways_in_design(observed, list(what), variance))
}

# What the core says of independent samples, or an error about one of them: `in_one(i, value)` says which.
found_of_samples <- function(samples, found, in_one) {
  if (inherits(found, "wroc_failure") && !is.null(found$score)) {
    folds <- samples[[1L]]$folds
    i <- (as.integer(found$score) - 1L) %/% max(length(folds$numbers), 1L) + 1L
    if (!is.null(folds)) found <- in_repetition(found, samples[[i]]$folds)
    found$score <- NULL
    in_one(i, about_observations(samples[[i]], {
      of_observations(found, samples[[i]]$scores[[1L]], samples[[i]]$label)
    }))
  }
  unwrap(found)
}

in_sample <- function(sample, value) {
  names <- c("guess", "label", "weight", "cluster")
  amended(value, function(error) {
    error <- renamed(error, structure(paste0(names, sample), names = names))
    which <- c("first", "second")[[sample]]
    placed(error, sprintf("In the %s sample:", which), sample = which)
  })
}
