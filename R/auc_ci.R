#' Confidence interval of the weighted area under a ROC curve
#'
#' Standard error and confidence interval of the area, or of a partial area, by one of several
#' variances: which one is right depends on what the weights mean.
#'
#' @section Which variance:
#' All are made of the influences \eqn{u} of [auc_influence()], and do not change when the weights
#' are multiplied by a number, but for `"frequency"`.
#' \describe{
#'   \item{`"delong"`}{\eqn{\frac{n_1}{n_1 - 1} \sum_{+} u^2 + \frac{n_0}{n_0 - 1} \sum_{-} u^2}{
#'     n1 / (n1 - 1) sum of u^2 over the positives + n0 / (n0 - 1) sum over the negatives}, with
#'     \eqn{n_1}{n1} and \eqn{n_0}{n0} the numbers of observations of positive weight. With equal
#'     weights exactly the variance of DeLong et al. (1988). For weights that say how much an
#'     independent observation is to count: costs, inverse probabilities, sampling weights of a
#'     simple design. With `cluster`, that of Obuchowski (1997): the sums of \eqn{u} over the
#'     clusters take the place of \eqn{u}, each class has the factor of the number of clusters
#'     in which it occurs, and clusters with both classes contribute the product of both sums, with
#'     the factor of the number of all clusters.}
#'   \item{`"jackknife"`}{\eqn{\sum u^2}{sum of u^2}, with `cluster` \eqn{\sum_c (\sum_{i \in c}
#'     u_i)^2}{the sum over clusters of (sum of u)^2}: the infinitesimal jackknife, as in package
#'     survival's `concordance(weights =, cluster =)`. A little smaller than `"delong"`.}
#'   \item{`"frequency"`}{For weights that count how often the same row occurs, whole numbers: equal
#'     to `"delong"` without weights on the rows repeated that often. With `cluster`, repeated rows
#'     stay in their cluster, which is the same as `"delong"` with `cluster`. A partial area for which `R`
#'     is given has replicates of the repeated rows, without repeating them: of a class whose counts
#'     \eqn{w_i}{w_i} add up to \eqn{W}, \eqn{W} rows are drawn with the probabilities
#'     \eqn{w_i / W}{w_i / W}, so that the counts of a replicate are multinomial; with `cluster`,
#'     whole clusters are drawn. No class may count more than \eqn{2^{53}}{2^53} observations then.}
#'   \item{`"bootstrap"`}{From `R` replicates. In each, as many observations of each class are drawn
#'     with replacement as there are, with equal probabilities, and keep their weights; with
#'     `cluster`, whole clusters are drawn, as many as there are. With `bayesian = TRUE`
#'     observations or clusters have exponential random weights instead (Rubin 1981), so that none
#'     is ever absent.
#'     The standard error is the standard deviation of the replicates, the interval their
#'     percentiles.}
#' }
#' A survey design in place of `weight` has its own, see [auc_svy()].
#'
#' A table of ratings has a row for many observations, which the weight
#' counts: it calls for `"frequency"`. The others take each row for one observation, and are far too
#' large for a table. A tally is another matter, see below. Numbers alone do not tell counts from other weights, but their class may: for weights of
#' class `hardhat_frequency_weights` (package hardhat) the default is `"frequency"`; those of class
#' `hardhat_importance_weights` are weights like others.
#'
#' @section Intervals:
#' With \eqn{A}{A} the estimated area and \eqn{v} its variance, as above:
#' \describe{
#'   \item{`"score"`}{All areas \eqn{a} with
#'     \deqn{(A - a)^2 \le q^2 f g V(a),\qquad V(a) = a (1 - a) (4 a (1 - a))^{1/6} / 3}{
#'       (A - a)^2 <= q^2 f g V(a),  V(a) = a (1 - a) (4 a (1 - a))^(1/6) / 3}
#'     so that each area is judged by what it would let the estimate vary, as Wilson (1927) did for
#'     proportions. \eqn{V} is a model of the variance of a placement: its power, 7/6, lies between
#'     4/3, that of two normal classes of equal variance, and 1, that of exponential ones (Hanley and
#'     McNeil 1982). \eqn{g = 1 / k_1 + 1 / k_0}{g = 1 / k1 + 1 / k0} with the effective
#'     numbers of the classes, `n_eff_pos` and `n_eff_neg`.
#'     \eqn{f = (\nu r + m) / (\nu + m)}{f = (nu r + m) / (nu + m)} draws
#'     \eqn{r = v / (g V(A))}{r = v / (g V(A))}, what was found over what the model expects, towards 1:
#'     the model counts as \eqn{m = 4} degrees of freedom, with clusters as 1 to 4, see below. \eqn{v} has
#'     \deqn{\nu = 2 / \left(\frac{\sum u^4}{(\sum u^2)^2} - \frac 1 n\right)}{
#'       nu = 2 / (sum u^4 / (sum u^2)^2 - 1 / n)}
#'     of its own, at most \eqn{n - 2}, from the influences \eqn{u} of the \eqn{n} independent
#'     observations (sums of clusters; repeated rows for `"frequency"`). Where few weights dominate a class, its
#'     influences are small and say little. With \eqn{\kappa}{kappa} the degrees of freedom that Satterthwaite's formula
#'     gives for classes that vary by \eqn{1 / c}, each with \eqn{c - 1}, where \eqn{c} is the effective number of
#'     clusters, or of observations without clusters, \eqn{\nu}{nu} is
#'     \eqn{\sqrt{\nu \kappa}}{sqrt(nu kappa)} if \eqn{\kappa < \nu}{kappa < nu}. \eqn{q} is the quantile of
#'     the t distribution with \eqn{\nu + m}{nu + m} degrees of freedom, at least 4, the column `df`. Where no
#'     influence says anything \eqn{\nu = 0}{nu = 0} and \eqn{f = 1}.}
#'   \item{`"logit"`}{\eqn{logit(A) \pm t\, se / (A (1 - A))}{logit(A) +- t se / (A (1 - A))}, back on
#'     the scale of the area, with the t quantile of \eqn{\nu}{nu} degrees of freedom, at least 1.}
#'   \item{`"none"`}{\eqn{A \pm z\, se}{A +- z se}, cut off at 0 and 1, as in most other software.}
#' }
#' They agree for large samples. The bootstrap's percentiles use no transform.
#'
#' The effective number of a class is Kish's, \eqn{(\sum w)^2 / \sum w^2}{(sum w)^2 / sum w^2}: as many
#' observations of equal weight would say as much. With `cluster` it is the geometric mean of that of the
#' observations and that of the sums of weights by cluster, which are right where the observations of
#' a cluster have nothing in common, or everything. The more these differ, the less the model counts:
#' \eqn{m = 1 + 3 (1 / r_1 + 1 / r_0) / (1 / c_1 + 1 / c_0)}{m = 1 + 3 (1 / r1 + 1 / r0) / (1 / c1 + 1 / c0)}, with
#' \eqn{r} the effective numbers of observations and \eqn{c} those of clusters. With `"frequency"` observations are repeated rows:
#' without `cluster` it is the total weight.
#'
#' How often `"score"` holds at a nominal 95%, by simulations (`bench/coverage/report.md` in the sources): with
#' independent observations, weights or none, areas from 0.6 to 0.99 and 10 to 100 positives, in 92% to 98% of the samples
#' in 98% of 252 designs, at worst in 89.9% (exponential scores, area 0.99). With one observation of 20 or 60 times the
#' weight of others in 94% to 99.8%, with clusters of 8 in 93.7% to 98.2%, and with 8 or 14 clusters of 80 in 90% to 99.6%.
#' Do not trust it with inverse probabilities where high scores are preferred, so that few negatives stand for many: there
#' it holds in down to 86.7%. In the same designs `"logit"` goes down to 33%, `"none"` with a t quantile to 30%.
#'
#' Where an interval can't be known there is a warning of class `wroc_warning`: with fewer than two
#' observations of a class, or clusters with it, the standard error is `NA`
#' (`wroc_warning_undefined`). Where a class has fewer than three effective observations, because there are few or
#' because the weights of few dominate, the interval says little (`wroc_warning_effective`, whose fields `class` and
#' `effective` say which class, and how many). Bootstrap replicates in which a class has no weight are left out,
#' and counted (`wroc_warning_replicates`): none of its clusters was drawn, or, where the weights of
#' a class span more than 300 orders of magnitude, none of the observations beside which the weights
#' of the others vanish. So few replicates that the ends of an interval would lie
#' beyond the least and the greatest of them, fewer than \eqn{2 / (1 - conf.level) - 1}{
#' 2 / (1 - conf.level) - 1}, are a warning of the same class. An area of 0 or 1, or a constant score, has standard error 0: for
#' `"score"` the model alone says how far the area may be off, all others give a point, with a warning
#' (`wroc_warning_degenerate`).
#'
#' @section Cross-validation:
#' `fold` says for each observation which fold it was in when its score was predicted, by a model of the
#' other folds. Scores of different models are not on one scale, so that only observations of the same
#' fold are compared. With \eqn{V} folds the area is the plain mean of theirs,
#' \eqn{A = \sum_v A_v / V}{A = sum of A_v / V} (LeDell et al. 2015), whatever their numbers and weights; it
#' estimates the mean of the areas that the folds' models have in the population. With \eqn{p_i}{p_i} the
#' share of the weight of its class in its fold, an observation has the influence
#' \deqn{u_i = \frac{p_i}{V} (V_i - A)}{u_i = (p_i / V) (V_i - A)}
#' where \eqn{V_i}{V_i} is the weighted share of the other class of its fold that it beats, ties counting
#' half. The variance is that of above of these influences, less what they have twice,
#' \deqn{\left(1 - \frac 1 V\right) \sum_{i, j} \frac{p_i^2 p_j^2}{V^2} (K_{ij} - A)^2}{
#'   (1 - 1 / V) sum over i, j of p_i^2 p_j^2 (K_ij - A)^2 / V^2}
#' over the pairs of a positive and a negative of one fold, \eqn{K_{ij}}{K_ij} being 1, 1/2 or 0, but at
#' most half of it. One fold has the variance without folds, folds of one pair each that of a
#' mean of independent pairs. Plain sums around each fold's own area, as in other software, are
#' far too small where folds have few observations of a class: with one each they are 0. The effective
#' numbers are those of the shares \eqn{p_i / V}{p_i / V}, and \eqn{g} has the term
#' \eqn{(1 - 1 / V) \sum p_i^2 p_j^2 / V^2}{(1 - 1 / V) sum p_i^2 p_j^2 / V^2} more.
#'
#' Clusters must be in one fold each: others let the model see what it is to predict. Comparisons within a
#' cluster are part of the fold's area. Its two observations being one unit, such a comparison counts in the
#' influence of each only \eqn{1/2 + 1 / (2 V)}, and pairs \eqn{i, j} are those of two clusters. They
#' are left out where a fold has more than 64, which makes the variance a little too large.
#'
#' Repeated cross-validation: `fold` has a column for each repetition, and `guess` a column, or an element of
#' a list, with its predictions. The area is the mean over \eqn{R} repetitions, and so is each
#' observation's influence; what these have twice is the sum over repetitions, divided by
#' \eqn{R^2}{R^2}. Several scores are then a list of such matrices.
#'
#' `pooled = TRUE` compares all observations, those of different folds, too: the area of all predictions as
#' if they were one model's, which rather judges how well the folds' models agree. Folds then only have
#' their repetitions, and need neither both classes nor whole clusters.
#'
#' What intervals do not know is that models share their observations, and that each is tried on those that
#' the others were fitted to. In simulations of a linear discriminant (`bench/coverage/report.md` in the sources), fitted to 60 and more observations
#' in 2 to 20 folds, intervals at a nominal 95% held in 88.5% to 96.9% of the samples of 30 designs: least with log-normal
#' weights of sigma 1 and 30 positives, where they should not be trusted.
#' Cross-validated areas have neither `"frequency"` nor `"bootstrap"`. For other numbers than the area see [roc_ci()].
#'
#' @section Estimated weights:
#' Weights that a model gave have an error that the influences do not know. Given the model, `weights_model`, an
#' observation's influence is its influence \eqn{u} with the weights as they are and that through the model's
#' coefficients \eqn{\beta}{beta}:
#' \deqn{u_i + D' A^{-1} s_i,\qquad D = \sum_j u_j\, \partial \log w_j / \partial \beta}{
#'   u_i + D' A^-1 s_i,  D = sum over j of u_j d log w_j / d beta}
#' with \eqn{s_i} the derivative of the log-likelihood of row \eqn{i} and \eqn{A} the information. This is the
#' exact derivative, that of refitting the model. It holds for a `glm` of a probability \eqn{p} whose weights are, up to a
#' common factor and to 1e-8 of themselves, the inverse probability of what was observed, \eqn{1 / p},
#' \eqn{1 / (1 - p)}, the odds or their inverse, the odds for one class and 1 for the other, or overlap weights; or
#' the product of such weights of two or three models in a list.
#' For other weights, and for a matrix \eqn{G} of estimating functions, the influences are replaced by their residuals
#' \eqn{u - G (G' G)^{-} G' u}{u - G (G' G)^- G' u}. That is the same on average if the model is right and the
#' weights are inverse probabilities (Robins, Rotnitzky and Zhao 1994; Lunceford and Davidian 2004).
#' The variance is multiplied by the ratio of the sums of squares; \eqn{\nu} is that of the new influences.
#' The model must be of all observations, also of those that it did not select: give these the weight 0. Where
#' their label or score is unknown, `na.rm = TRUE` leaves them out of the area, and keeps them in the model. The
#' standard error is usually smaller than without the model. With `cluster` the new influences are added up by
#' cluster.
#'
#' In simulations (`bench/coverage/report.md` in the sources) of a score that was measured in a part of a study, by chances
#' that depended on the outcome and a covariate like the score, and of the odds of another population as weights,
#' intervals at a nominal 95% held in 92% to 96.3% of the samples: least with the odds, of which a few are large.
#'
#' @section Tallies:
#' `guess` may be a tally of [roc_tally()] or [as_roc_tally()], without `label` and `weight`. With
#' \eqn{S_{2}}{S2} the sum of squared weights of a row and class of which the weights add up to \eqn{W},
#' the row adds \eqn{S_2 / W^2 \, (V - A)^2}{S2 / W^2 (V - A)^2} to the sum of squared influences,
#' \eqn{V} being the weighted share of the other class that its score beats: all numbers but `df` need no
#' more than sums of \eqn{w} and \eqn{w^2}{w^2}. `df`
#' takes \eqn{S_4 / W^4 \, (V - A)^4}{S4 / W^4 (V - A)^4} with the sums of fourth powers. Where these are not
#' known, weights of a row and class count as equal, \eqn{S_4 = S_2^2 / n}{S4 = S2^2 / n}, which is the least
#' that they may be: `df` is then too large rather than too small.
#'
#' From a tally with a row for each score all is as from the observations. Where rows are bins, observations
#' of a bin count as ties: the area has the bounds `bound.low` and `bound.high`, those of [roc_bounds()],
#' and the ends of the interval are as much farther out. The standard error is that of the
#' ties. An influence differs from that of the score itself by at most its share, \eqn{p_i}{p_i}, times half of what the
#' other class has in the bin and the bound of the area. Clusters, folds, partial areas and the bootstrap
#' need observations.
#'
#' `guess` may also be a curve of `roc_collect(variance = TRUE)`, or several scores', with clusters or without: all
#' is as from the rows of its table, with \eqn{V} exact but for the bins that the curve leaves open, whose half
#' goes to both ends in the same way. Curves of groups have a row each, with the columns of the groups in front. A
#' curve of which rows were left out or changed is an error. `"frequency"` is for one score without clusters, also by
#' group.
#'
#' @section Complexity:
#' At worst \eqn{O(n \log n)}{O(n log n)} time for each score; the bootstrap sorts once and takes
#' \eqn{O(n)} for each replicate. It uses `options(WeightedROC.threads = )`, with the same numbers
#' for any number of threads, honours `set.seed()`, and can be interrupted. Of many scores each thread takes
#' some, as in [auc_wmw()].
#'
#' @inheritParams auc_wmw
#' @param weight Weights, `NULL` for 1, or a design of package survey, as in [roc_ci()].
#' @param cluster Clusters: a vector as long as `label`. Observations of the same
#'   cluster may depend on each other; clusters may have both classes. `NULL`: all observations are
#'   independent.
#' @param conf.level Confidence level, a number in (0, 1).
#' @param variance The variance, see below. Where it is not given and the weights look like counts of rows, a message
#'   (`wroc_message_counts`) says so: all are whole numbers, not all equal, and no score occurs twice in a class.
#' @param transform How the interval is made of the variance, see below. Not for a bootstrap, and not for
#'   a partial area.
#' @param FPR,TPR An interval of rates, `c(a, b)` with a < b, for the partial area of [roc_partial_auc()] in
#'   place of the whole one; its interval is that of [roc_ci()].
#' @param R Number of bootstrap replicates, at least 2; 39 are the fewest for an interval of 95%. Only for
#'   a bootstrap, or for that of a partial area of counted rows.
#' @param bayesian `TRUE` for the Bayesian bootstrap, which weights that count rows do not have. Only for
#'   a bootstrap.
#' @param weights_model Where weights were estimated: the `glm` that did, such as a logistic regression of the
#'   selection, or a numeric matrix of estimating functions; or a list of several, all of which made the weights.
#'   In each there is a row for each element of `label`, in its order. For `"delong"` and
#'   `"jackknife"`.
#'
#' @param fold Folds of a cross-validation: a vector as long as `label`, of any values, or a matrix, data.frame or
#'   list with a column for each repetition. Each fold must have both classes, and clusters must be in
#'   one each. See below.
#' @param pooled `TRUE` to compare observations of different folds, too. Only with `fold`.
#'
#' @return A data.frame with one row, or for several scores with one row a score
#'   and its name in the first column, `score`. Its columns are
#'   \item{estimate}{the area, \eqn{A},}
#'   \item{std.error}{its standard error,}
#'   \item{conf.low, conf.high}{the confidence interval,}
#'   \item{df}{the degrees of freedom of its quantile, `Inf` for the normal one, `NA` for percentiles,}
#'   \item{n_pos, n_neg}{the numbers of observations of positive weight,}
#'   \item{n_eff_pos, n_eff_neg}{the effective numbers: where they are small the interval is wide,}
#'   \item{variance}{the variance that was used,}
#'   \item{bound.low, bound.high}{for a tally or a collected curve only: the bounds of the area of its observations.}
#'
#' @section Errors:
#' Those of [auc_wmw()]; `wroc_error_curve` for a curve that does not know its variance, or was cut; `wroc_error_fold` for a fold in which a class has no weight, with the fold in the
#' field `value`; `wroc_error_cluster` for a cluster in two folds; `wroc_error_type`,
#' `wroc_error_length`, `wroc_error_missing`, `wroc_error_range`, `wroc_error_interval` and `wroc_error_choice` for the other arguments;
#' `wroc_error_levels` for clusters that are a factor with a code that stands for no level;
#' `wroc_error_weight` for weights that are no whole numbers with `"frequency"`, and
#' `wroc_error_counts` for more of them in a class than can be drawn;
#' `wroc_error_unused` for what is given and not used: `R` or `bayesian` without a bootstrap,
#' `transform` or `weights_model` with one, `pooled` without `fold`; `wroc_error_replicates` when fewer than
#' two replicates have both classes.
#'
#' @source
#' DeLong, E. R., DeLong, D. M. and Clarke-Pearson, D. L. (1988). Comparing the areas under two or
#' more correlated receiver operating characteristic curves: a nonparametric approach.
#' *Biometrics* 44, 837-845, \doi{10.2307/2531595}. Obuchowski, N. A. (1997). Nonparametric analysis
#' of clustered ROC curve data. *Biometrics* 53, 567-578, \doi{10.2307/2533958}. Bamber, D. (1975).
#' The area above the ordinal dominance graph and the area below the receiver operating
#' characteristic graph. *Journal of Mathematical Psychology* 12, 387-415. Rubin, D. B. (1981). The
#' Bayesian bootstrap. *Annals of Statistics* 9, 130-134. Wilson, E. B. (1927). Probable inference,
#' the law of succession, and statistical inference. *Journal of the American Statistical Association*
#' 22, 209-212. Hanley, J. A. and McNeil, B. J. (1982). The meaning and use of the area under a receiver
#' operating characteristic (ROC) curve. *Radiology* 143, 29-36. Kish, L. (1965). *Survey Sampling*.
#' Wiley. Robins, J. M., Rotnitzky, A. and Zhao, L. P. (1994).
#' Estimation of regression coefficients when some regressors are not always observed. *Journal of the American
#' Statistical Association* 89, 846-866. Lunceford, J. K. and Davidian, M. (2004). Stratification and
#' weighting via the propensity score in estimation of causal treatment effects. *Statistics in Medicine* 23,
#' 2937-2960, \doi{10.1002/sim.1903}.
#' LeDell, E., Petersen, M. and van der Laan, M. (2015). Computationally efficient confidence
#' intervals for cross-validated area under the ROC curve estimates. *Electronic Journal of Statistics* 9,
#' 1583-1607, \doi{10.1214/15-EJS1035}: the mean of the folds' areas, and influences within folds. Yao, W., Li, Z. and Graubard, B. I.
#' (2015). Estimation of ROC curve with complex survey data. *Statistics in Medicine* 34,
#' 1293-1303.
#'
#' @family inference
#' @seealso [roc_ci()] for other numbers of the curve, [auc_test()] to compare areas, [roc_band()] for bands of the curve.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' score <- rnorm(100, truth)
#' weight <- rexp(100)
#' auc_ci(score, truth, weight)
#' auc_ci(score, truth, weight, variance = "bootstrap", R = 500)
#'
#' # Two measurements of each of 50 people
#' auc_ci(score, truth, weight, cluster = rep(1:50, 2))
#'
#' # A table of ratings: 58 negatives and 51 positives in ten rows (Hanley and McNeil 1982)
#' rating <- data.frame(score = rep(1:5, 2), sick = rep(0:1, each = 5),
#'                      people = c(33, 6, 6, 11, 2, 3, 2, 2, 11, 33))
#' with(rating, auc_ci(score, sick, people, variance = "frequency"))
#'
#' # Ten folds, each of which was predicted by a line through the others
#' fold <- rep(1:10, 10)
#' x <- cbind(1, score, noise = rnorm(100))
#' for (v in 1:10) {
#'   others <- fold != v
#'   line <- lm.wfit(x[others, ], truth[others], weight[others])
#'   score[!others] <- x[!others, ] %*% coef(line)
#' }
#' auc_ci(score, truth, weight, fold = fold)
#'
#' # A partial area, and several scores
#' auc_ci(score, truth, weight, FPR = c(0, 0.2))
#' auc_ci(cbind(score, noisy = score + rnorm(100)), truth, weight)
#'
#' # Only those are followed up whom a covariate made likely; of the others the truth is not known
#' covariate <- score + rnorm(100)
#' seen <- runif(100) < plogis(covariate)
#' known <- ifelse(seen, truth, NA)
#' model <- glm(seen ~ covariate, binomial)
#' auc_ci(score, known, seen / fitted(model), weights_model = model, na.rm = TRUE)
#' @export
auc_ci <- function(guess, label, weight = NULL, cluster = NULL, conf.level = 0.95,
                   variance = c("delong", "jackknife", "frequency", "bootstrap"),
                   transform = c("score", "logit", "none"), FPR = NULL, TPR = NULL, R = 2000,
                   bayesian = FALSE, positive = NULL, na.rm = FALSE, weights_model = NULL, fold = NULL,
                   pooled = FALSE) {
  # Plain and short vectors go the short way: most of their time is R's.
  given <- nargs()
  plain <- !missing(guess) && !missing(label) && (given == 2L || given == 3L && !missing(weight))
  if (plain && length(label) < few_observations) {
    rows <- short_ci(guess, label, weight)
    if (!is.null(rows)) {
      if (given == 3L) tell_of_counts(list(guess), label, weight)
      return(rows)
    }
  }
  classed({
    if (is_fit(guess)) return(answer_to_fit("auc_ci", guess, arguments_given()))
    if (is_tally(guess) || is_collected(guess) && missing(label)) {
      return(ci_of_sums(guess, names(match.call())[-1L], conf.level, check_choice(variance, "variance"),
                        check_choice(transform, "transform")))
    }
    rows <- if (plain && are_columns(guess)) ci_of_columns(guess, label, weight)
    if (!is.null(rows)) {
      if (given == 3L) tell_of_counts(list_of_scores(guess), label, weight)
      return(rows)
    }
    given <- c(R = !missing(R), bayesian = !missing(bayesian), transform = !missing(transform))
    of_design <- c(cluster = !is.null(cluster), variance = !missing(variance),
                   weights_model = !is.null(weights_model))
    observed <- observations_or_folds(guess, label, weight, cluster, positive, na.rm, fold, pooled,
                                      !missing(pooled))
    refuse_in_design(observed, of_design)
    how <- list(
      partial = check_partial(FPR, TPR),
      variance = check_choice(variance, "variance", observed$variance),
      transform = check_choice(transform, "transform"),
      conf.level = check_level(conf.level),
      R = check_replicates(R),
      bayesian = check_flag(bayesian, "bayesian")
    )
    if (!is.null(fold)) check_ways_in_folds(how$variance, weights_model)
    # Counted rows are drawn from where that is asked for.
    how$drawn <- how$variance == "bootstrap" ||
      how$variance == "frequency" && !is.null(how$partial) && given[["R"]]
    check_given_for(how, given)
    check_counts(observed, how$variance, of_design[["variance"]] || !is.null(fold) || !is.null(weights_model))
    known <- how$variance %in% c("delong", "jackknife")
    observed$links <- check_weights_model(weights_model, label, cluster, known,
                                          "with a bootstrap or counts")
    with_names(rows_of_areas(observed, how), observed$names)
  })
}

# What is given must be of use for the interval that is asked for.
check_given_for <- function(how, given) {
  if (how$drawn) {
    check_unused(given["transform"], "with a bootstrap, whose intervals are percentiles")
  } else {
    check_unused(given[c("R", "bayesian")], without_bootstrap)
    if (!is.null(how$partial)) check_unused(given["transform"], "for a partial area")
  }
}

rows_of_areas <- function(observed, how) {
  if (how$drawn) {
    rows_by_bootstrap(observed, how)
  } else if (!is.null(how$partial)) {
    rows_of_partial(observed, how)
  } else {
    analytic_rows(observed, how)
  }
}

# By default, from observations that need no closer look; NULL for others.
short_ci <- function(guess, label, weight) {
  if (is.object(label) && is.factor(label)) check_codes(label, "label")
  given <- list(scores = list(guess), label = label, weight = weight, counts = FALSE, threads = 1L)
  rows <- area_intervals(given, list(), FALSE)
  if (!is.null(rows)) {
    warn_of_rows(rows)
    with_variance(rows, "delong")
  }
}

# By default, from columns that need no closer look; NULL for others.
ci_of_columns <- function(guess, label, weight) {
  if (is.object(label) && is.factor(label)) check_codes(label, "label")
  given <- list(scores = guess, label = label, weight = weight, counts = FALSE,
                threads = threads_for(label, ncol(guess)))
  rows <- area_intervals(given, list(), FALSE)
  if (!is.null(rows)) {
    warn_of_rows(rows)
    with_names(with_variance(rows, "delong"), names_of_scores(guess))
  }
}

# A column `score` in front, if scores have names.
with_names <- function(rows, names) {
  if (is.null(names)) rows else as_frame(c(list(score = names), as.list(rows)), nrow(rows))
}

# With the name of the variance behind the effective numbers.
with_variance <- function(rows, variance) {
  columns <- unclass(rows)
  number <- length(columns$estimate)
  bounds <- columns[-(1:9)]
  columns <- columns[1:9]
  columns$variance <- rep_len(variance, number)
  as_frame(c(columns, bounds), number)
}

# From the compiled library: a row for each score.
analytic_rows <- function(observed, how) {
  request <- c(list(level = how$conf.level, method = how$transform), ways_of(observed, how$variance))
  of_design <- if (!is.null(observed$design)) area_in_design(observed)
  request$design <- of_design[c("covariance", "most")]
  given <- scored(observed, how$variance)
  given$threads <- threads_for(observed$label, length(observed$scores))
  rows <- found_of_scores(observed, area_intervals(given, request, TRUE))
  warn_of_intervals(rows$std.error, how$transform != "score")
  warn_of_rows(rows)
  with_variance(rows, if (is.null(of_design)) how$variance else of_design$name)
}

warn_of_intervals <- function(std.errors, is_point) {
  for (std.error in std.errors) warn_of_interval(std.error, is_point)
}

# Of a partial area of each score.
rows_of_partial <- function(observed, how) {
  what <- check_what(quantity_of_partial(how$partial))
  found <- rows_of_quantities(observed, what, how$conf.level, how$variance)
  rows <- found$rows
  size <- nrow(rows)
  as_frame(c(
    as.list(rows[c("estimate", "std.error", "conf.low", "conf.high", "df")]),
    lapply(list(n_pos = found$numbers[[2L]], n_neg = found$numbers[[1L]],
                n_eff_pos = found$effective[[2L]], n_eff_neg = found$effective[[1L]]), rep, size),
    list(variance = rows$variance)
  ), size)
}

# All scores in the same replicates.
rows_by_bootstrap <- function(observed, how) {
  how$by_class <- TRUE
  how$scheme <- scheme_of(how$variance, how$bayesian)
  how$seed <- seed_of_replicates()
  rows <- do.call(rbind, for_each_score(observed, function(score) bootstrap_row(score, observed, how)))
  warn_of_rows(rows)
  rows
}

bootstrap_row <- function(score, observed, how) {
  what <- list(if (is.null(how$partial)) area_quantity else partial_quantity(how$partial))
  found <- bootstrap_of_score(replace(observed, "scores", list(list(score))), what, how)
  warn_of_interval(found$columns$std.error)
  as_frame(c(found$columns, list(
    df = NA_real_, n_pos = found$numbers[[2L]], n_neg = found$numbers[[1L]],
    n_eff_pos = found$effective[[2L]], n_eff_neg = found$effective[[1L]], variance = how$variance
  )), 1L)
}

# Of quantities of the one score that there is: estimates, standard errors and percentiles.
bootstrap_of_score <- function(observed, what, how) {
  found <- spread_in(observed, what, how$variance)
  # Of one observation, or cluster, of a class there is nothing to draw.
  resampled <- all(found$units[1:2] > 1)
  bootstrap <- bootstrap_of(if (how$by_class) observed else of_any_class(observed), how$scheme, how$seed)
  estimate <- scaled(found$values, what)
  drawn <- percentiles_of(replicates_of(bootstrap, unname(what), how$R), estimate, how$conf.level)
  columns <- unclass(unwrap(drawn))
  for (left in columns$left) {
    if (resampled) check_replicates_left(left, how$R, how$conf.level)
    warn_of_lost_replicates(left, how$R)
  }
  ends <- c("std.error", "conf.low", "conf.high")
  if (!resampled) columns[ends] <- rep(list(rep(NA_real_, length(what))), 3L)
  c(found[c("numbers", "effective")], list(columns = c(list(estimate = estimate), columns[ends])))
}

observed_curve <- function(score, label, weights) {
  of_observations(roc_curve(score, label, weights, TRUE, threads_for(label)), score, label)
}

# That of the one score that there is.
curve_of_observations <- function(observed) {
  about_observations(observed, {
    observed_curve(observed$scores[[1L]], observed$label, observed$weights)
  })
}

check_partial <- function(FPR, TPR) {
  if (is.null(FPR) && is.null(TPR)) {
    return(NULL)
  }
  check_one_of(FPR, TPR, c("FPR", "TPR"))
  by <- if (is.null(FPR)) "TPR" else "FPR"
  list(by = by, interval = check_interval(if (is.null(FPR)) TPR else FPR, by))
}
