#' Confidence intervals of numbers of a ROC curve
#'
#' Intervals for partial areas, for rates and predictive values at a threshold, for a rate at the other
#' one, for a risk and for summaries of the curve: with weights, clusters or a survey design. Most have
#' formulas; those of areas of precision, the best over thresholds and numbers at a share draw bootstrap replicates.
#'
#' @section Definition:
#' The variance \eqn{v} of a number is that of the sum of its influences, see [roc_influence()], as
#' [auc_ci()] and [auc_svy()] make that of the area, with \eqn{\nu}{nu} effective degrees of freedom. It is
#' drawn towards that of a model, \eqn{m}, in which nothing but the effective numbers \eqn{k_1}{k1} and
#' \eqn{k_0}{k0} of the classes matters, \eqn{f = (\nu v / m + 4) / (\nu + 4)}{
#' f = (nu v / m + 4) / (nu + 4)}, and \eqn{q} is the quantile of the t distribution with
#' \eqn{\nu + 4}{nu + 4} degrees of freedom. With clusters a number from 1 to 4 stands for 4, as in [auc_ci()]:
#' \describe{
#'   \item{The area}{has the score interval of [auc_ci()].}
#'   \item{A rate at a rate}{has the pointwise interval of [roc_band()], from a mixture of beta distributions; its page
#'     says where it does not hold.}
#'   \item{Partial areas}{are means of rates at rates. Their ends are the means of ends of those, at 100
#'     rates in the interval, found as in an `"equal-precision"` band of [roc_band()] but with Wilson's interval, by a reach that is shorter by the factor by which the area varies less
#'     than if all of its parts varied as one; that factor is the one of two normal classes of one variance
#'     with the same partial area and effective numbers.}
#'   \item{Rates at a threshold, PPV, NPV and F1}{have Wilson's interval for a share of \eqn{k / f}
#'     independent observations, of which \eqn{m = p (1 - p) / k}: of a quotient of sums over the cells
#'     \eqn{k} is the effective number of the observations below the line.}
#'   \item{Risk, NB, ACC and ER, and with `prior` PPV and NPV}{move with both rates, which have the pointwise
#'     intervals of [roc_band()], and with the share of the positives unless `prior` is given: the squares
#'     of what the ends move it by add up (Zou, Huang and Zhang 2009). Where clusters or units of a design have
#'     observations of both classes, twice the product of what both rates move it by counts, too, times
#'     the correlation of the rates, \eqn{\nu / (\nu + 4)}{nu / (nu + 4)} of what was found.}
#'   \item{The threshold that reaches a rate}{is a quantile of the scores of a class (Woodruff 1952). Its interval has all
#'     thresholds at which the rate in the sample is within \eqn{z \sqrt{a (1 - a) / k'}}{z sqrt(a (1 - a) / k')} of
#'     the one that is asked for, \eqn{a}: its ends belong to it, are scores of the sample, and are infinite where the
#'     threshold may be beyond all of them. \eqn{k'} is that of a rate at a threshold, with the \eqn{t} quantile: the
#'     lesser of those at the threshold and at the nearest one with five observations (or clusters) of the class on both
#'     sides. There is no standard error. The threshold that reaches a PPV is given without an interval: the PPV is not
#'     monotone, and no interval has been found to hold.}
#'   \item{Summaries of the curve, and TPR, FNR, PPV and lift at a share}{Those that depend on the ranks alone have intervals by
#'     `R` replicates of a Bayesian bootstrap with a pseudo-observation in each class, see [roc_summary()] for the formula. One
#'     seed is drawn from R's generator, and only if there are such numbers: `set.seed()` makes a result reproducible.
#'     `std.error` and `df` are those of the influences. With a survey design, `weights_model` or folds, intervals are by the
#'     standard error; with the former two, `"KS"`, `"AUCH"`, `"MER"` and `"H"` take replicates for their optimism alone.}
#' }
#'
#' With a survey design as `weight` \eqn{v} is the design's: by linearization through
#' `survey::svytotal()` of `u / weight`, for a `svyrep.design` among the numbers under the replicate
#' weights; \eqn{\nu}{nu} is at most the design's degrees of freedom, `survey::degf()`.
#'
#' How often they hold at a nominal 95%, by simulations (`bench/coverage/report.md` in the sources; areas of 0.75 to 0.97,
#' 20 to 100 positives, weights, inverse probabilities, clusters): partial areas in 92% to 99.4% of the samples, rates at a
#' threshold in 93.5% to 98.8%, PPV in 93.3% to 97.6%, a threshold that reaches a rate in 94.6% to 100%; for a TPR at an FPR
#' see [roc_band()]. In earlier simulations J, kappa, Matthews' coefficient and the likelihood ratios held in 88% to 100%:
#' do not trust them for areas of 0.9 and more with 20 positives. For summaries of the curve, and for which samples not
#' to trust these, see [roc_summary()].
#'
#' @section Prior:
#' Numbers that depend on the share of the positives, as PPV and lift do, take this share for random unless `prior` is
#' given, as in a cohort; after case-control sampling it is fixed, and `prior` is needed. Where each class has one weight
#' of its own, a message (`wroc_message_share`) says so.
#'
#' @section Ways to observe:
#' With `weights_model` the influences are those of [auc_ci()] with estimated weights, also on the rates that
#' intervals are made of. With `fold` each number is the mean over folds and repetitions of its value within the
#' fold, and so are its influences; each class in addition gets its part, by the variance, of what the value of the
#' fold differs from the mean. So rates in folds of one size vary as they do without folds. There is no one curve
#' then: an interval is Wilson's between the limits of the number, on the logarithmic scale for what is only above 0.
#' `variance = "bootstrap"` gives standard deviations and percentiles of `R` replicates, as in [auc_ci()]. If one of
#' the numbers depends on the share of the positives and has no `prior`, observations are drawn whatever their class.
#' The best over thresholds, `"KS"`, `"AUCH"`, `"MER"`, `"H"` and `threshold = "cost"`, has neither folds nor replicate
#' weights of a survey design nor percentiles of a bootstrap: its optimism is judged by one sample and its sampling units
#' (`wroc_error_unsupported`).
#' `"threshold"` has neither: each fold has scores of its own, and replicates have none beyond those of the sample.
#'
#' @section Complexity:
#' One sort for each score, then \eqn{O(n)} for each number, and for each set of replicate weights and each replicate
#' once more.
#'
#' @inheritParams roc_influence
#' @inheritParams auc_ci
#' @param weight Weights, NULL for 1, or a design of package survey (`svydesign()`, `svrepdesign()`,
#'   `twophase()`, also calibrated): then `guess` and `label` have a value for each of its rows.
#' @param variance As in [auc_ci()]. Not for a design.
#' @param R Number of bootstrap replicates, at least 2: of `variance = "bootstrap"`, of areas of precision, of `"KS"`,
#'   `"AUCH"`, `"MER"` and `"H"`, and of numbers at a share.
#'
#' @return A data.frame with a row for each number, for several scores with a column `score` in front:
#'   `quantity` (its name), `estimate`, `std.error`, `conf.low`, `conf.high`, `df`, `variance`.
#'   `NA` where it takes two observations (or clusters) of a class more, for what is 0/0, and
#'   for a partial area that is standardized by McClish and below that of the chance line, as in
#'   [roc_partial_auc()]: with one warning of class `wroc_warning_undefined` for each of these, whatever the
#'   number of scores.
#'
#' @section Errors:
#' Those of [auc_ci()], [auc_svy()] and [roc_measure()].
#'
#' @source
#' Wilson, E. B. (1927). Probable inference, the law of succession, and statistical inference. *Journal
#' of the American Statistical Association* 22, 209-212. Binder, D. A. (1983). On the variances of
#' asymptotically normal estimators from complex surveys. *International Statistical Review* 51, 279-292.
#' Zou, G. Y., Huang, W. and Zhang, X. (2009). A note on confidence interval estimation for a linear function
#' of binomial proportions. *Computational Statistics and Data Analysis* 53, 1080-1085. Woodruff, R. S. (1952).
#' Confidence intervals for medians and other position measures. *Journal of the American Statistical Association* 47,
#' 635-646.
#'
#' @family inference
#' @seealso [auc_ci()] for areas, [roc_band()] for whole curves, [roc_optimal_ci()] for a threshold that was
#'   chosen by the same observations.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' score <- rnorm(100, truth)
#' weight <- rexp(100)
#' roc_ci(score, truth, weight, list(
#'   roc_partial(FPR = c(0, 0.2)), roc_measure("TPR", FPR = 0.2),
#'   roc_measure("PPV", threshold = 1), roc_measure("PPV", threshold = 1, prior = 0.05),
#'   roc_measure("threshold", TPR = 0.9)
#' ))
#' @export
roc_ci <- function(guess, label, weight = NULL, what = "area", cluster = NULL, conf.level = 0.95,
                   variance = c("delong", "jackknife", "frequency", "bootstrap"), R = 400, positive = NULL,
                   na.rm = FALSE, weights_model = NULL, fold = NULL, pooled = FALSE) classed({
  if (is_fit(guess)) return(answer_to_fit("roc_ci", guess, arguments_given()))
  of_design <- c(cluster = !is.null(cluster), variance = !missing(variance),
                 weights_model = !is.null(weights_model))
  of_replicates <- c(R = !missing(R))
  observed <- observations_or_folds(guess, label, weight, cluster, positive, na.rm, fold, pooled,
                                    !missing(pooled))
  refuse_in_design(observed, of_design)
  what <- check_what(what)
  if (!is.null(fold)) refuse_thresholds(what, "fold")
  variance <- check_choice(variance, "variance", observed$variance)
  drawn <- variance == "bootstrap"
  if (drawn) refuse_thresholds(what, "bootstrap")
  conf.level <- check_level(conf.level)
  if (!is.null(fold)) check_numbers_in_folds(what, variance, weights_model)
  if (inherits(observed$design, "svyrep.design")) refuse_best(what, c(replicates = TRUE), "what")
  check_counts(observed, variance, of_design[["variance"]] || !is.null(fold) || !is.null(weights_model))
  observed$links <- check_weights_model(weights_model, label, cluster, variance %in% c("delong", "jackknife"),
                                        "with a bootstrap or counts")
  if (any(vapply(what, varies_with_share, NA))) tell_of_share(observed, variance)
  if (!drawn && !any(takes_replicates(observed, what))) {
    check_unused(of_replicates, "without a bootstrap or a number whose interval takes replicates")
  }
  R <- check_replicates(R)
  rows <- if (drawn) {
    numbers_by_bootstrap(observed, what, list(conf.level = conf.level, variance = variance, R = R))
  } else {
    rows_of_quantities(observed, what, conf.level, variance, R)$rows
  }
  with_names(rows, if (!is.null(observed$names)) rep(observed$names, each = length(what)))
})

# Percentiles of replicates, the same for all scores.
numbers_by_bootstrap <- function(observed, what, how) {
  refuse_best(what, c(bootstrap = TRUE), "variance")
  how$by_class <- !any(vapply(what, varies_with_share, NA))
  how$scheme <- scheme_of(how$variance, FALSE)
  how$seed <- seed_of_replicates()
  warn_of_observed(observed, how$variance)
  bound_rows(for_each_score(observed, function(score) {
    found <- bootstrap_of_score(replace(observed, "scores", list(list(score))), what, how)
    rows <- as_frame(c(list(quantity = names(what)), found$columns, list(
      df = rep(NA_real_, length(what)), variance = rep(how$variance, length(what))
    )), length(what))
    warn_of_quantities(rows, what, found$columns$estimate)
    rows
  }))
}

# Whether the share of the positives is a part of a number, and estimated.
varies_with_share <- function(quantity) {
  of_rates <- c("AUC", "pAUC", "TPR", "FPR", "TNR", "FNR", "BACC", "J", "LR_pos", "LR_neg", "KS", "AUCH",
                "threshold")
  by_share <- !is.null(quantity$share) || !is.null(quantity$PPV)
  is.null(quantity$prior) && (by_share || !quantity$measure %in% of_rates)
}

is_best <- function(quantity) is_at_optimum(quantity) || identical(quantity$threshold, "cost")

# Numbers are means over folds, but not those of the best threshold.
check_numbers_in_folds <- function(what, variance, weights_model) {
  check_ways_in_folds(variance, weights_model)
  refuse_best(what, c(fold = TRUE), "what")
}

refuse_best <- function(what, given, argument) {
  best <- match(TRUE, vapply(what, is_best, NA))
  if (!is.na(best)) refuse_ways("best", given, names(what)[[best]], argument)
}

# The rows of all quantities of all scores, the first score's first, and the numbers of both classes as they are and
# as they are `effective`.
rows_of_quantities <- function(observed, what, conf.level, variance, R) {
  request <- list(what = unname(what), level = conf.level, variance = variance,
                  links = links_of(observed), folds = observed$folds[c("codes", "numbers")])
  name <- variance
  if (!is.null(observed$design)) {
    in_design <- covariance_in_design(observed, what, spread_in(observed, what, variance)$values)
    name <- in_design$name
    request$design <- list(covariance = in_design$covariance, most = in_design$most,
                           rates = rates_in_design(observed, request))
  }
  ask <- function() found_of_scores(observed, quantity_estimates(scored(observed, variance), request))
  found <- ask()
  # The seed comes from R's generator, and only if there are replicates to draw.
  if (any(takes_replicates(observed, what) & !is.na(found$rows$std.error))) {
    request$drawn <- list(number = R, seed = seed_of_replicates())
    found <- ask()
  }
  columns <- unclass(found$rows)
  number <- length(columns$estimate)
  rows <- as_frame(c(
    list(quantity = rep_len(names(what), number)),
    columns[c("estimate", "std.error", "conf.low", "conf.high", "df")], list(variance = rep(name, number))
  ), number)
  warn_of_quantities(rows, what, columns$in_unit)
  if (!any(have_no_interval(rows, what))) warn_of_effective(found$effective)
  rows <- with_thresholds_turned_back(rows, what)
  list(rows = rows, numbers = found$numbers, effective = found$effective)
}

# Numbers of ranks have intervals by replicates; where variances are those of a design, of a model of the weights or of
# folds, only those do that are the best over thresholds.
takes_replicates <- function(observed, what) {
  of_ranks <- function(quantity) quantity$measure %in% measures_of_ranks || !is.null(quantity$share)
  by_variance <- !is.null(observed$design) || !is.null(observed$folds) || !is.null(links_of(observed))
  vapply(what, if (by_variance) is_at_optimum else of_ranks, NA)
}

measures_of_ranks <- c("KS", "AUCH", "MER", "H", "AP", "pr_AUC", "prg_AUC")

# The best over thresholds, which is too good in a sample.
is_at_optimum <- function(quantity) quantity$measure %in% c("KS", "AUCH", "MER", "H")

# How the rates of each score vary that its quantities are made of.
rates_in_design <- function(observed, request) {
  request <- c(request, how_they_vary(observed, request$variance, request$level))
  lapply(seq_along(observed$scores), function(j) {
    variances_in_design(replace(observed, "scores", list(observed$scores[j])), request)
  })
}

# Whether nothing is known of how an estimate varies. A threshold may be infinite, and has an interval without a standard
# error; that of a PPV has none.
have_no_interval <- function(rows, what) {
  of_threshold <- rep_len(vapply(what, is_threshold, NA), nrow(rows))
  of_ppv <- rep_len(vapply(what, function(quantity) !is.null(quantity$PPV), NA), nrow(rows))
  ifelse(of_threshold, is.na(rows$conf.low) & !of_ppv, is.na(rows$std.error) & is.finite(rows$estimate))
}

# Once for all scores. `areas` are those that the estimates were made of.
warn_of_quantities <- function(rows, what, areas) {
  undefined <- is.na(rows$estimate)
  if (any(have_no_interval(rows, what))) warn_of_interval(NA_real_)
  of_threshold <- rep_len(vapply(what, is_threshold, NA), nrow(rows))
  endless <- rows$quantity[is.infinite(rows$estimate) & !of_threshold]
  if (length(endless) > 0L) {
    warn("undefined", sprintf("`%s` is infinite, and has no interval.", endless[[1L]]))
  }
  of_nothing <- rows$quantity[is.nan(rows$estimate)]
  if (length(of_nothing) > 0L) {
    warn("undefined", sprintf("`%s` is 0/0, and has no interval.", of_nothing[[1L]]))
  }
  below <- match(TRUE, undefined & !is.nan(rows$estimate))
  if (!is.na(below)) {
    chance <- rep_len(descriptions_of(what)$chance, length(areas))
    warn_below_chance(areas[[below]], chance[[below]])
  }
}
