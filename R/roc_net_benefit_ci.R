#' Intervals and bands of decision curves
#'
#' How sure net benefits are, and differences of the net benefits of two scores: at each threshold
#' probability alone, or at all of them at once; with weights, clusters or a survey design.
#'
#' @section Definition:
#' The net benefit is that of [roc_net_benefit()] for scores that are probabilities: a function of TPR, FPR
#' and, unless `prior` is given, of the share of the positives.
#' \describe{
#'   \item{`"pointwise"`}{Both rates have the pointwise intervals by threshold of [roc_band()], and the share
#'     of the positives has Wilson's, with as many degrees of freedom as its weights have; the squares of what
#'     their ends move the net benefit by add up (Zou, Huang and Zhang 2009), as in [roc_ci()] for a risk. Where
#'     clusters or units of a design have observations of both classes, twice the product of what both rates move it by
#'     counts, too, times the correlation of the rates.}
#'   \item{`"simultaneous"`}{The same at the higher level at which all of `threshold` hold at once: that of the
#'     largest of jointly normal errors (max-t). Like the `"equal-precision"` bands of [roc_band()] it is computed
#'     from the correlations of neighbouring thresholds, which are those of the influences of observations, clusters
#'     or a survey's units; its critical value was within 4% of that of all correlations, mostly within 0.5%. The
#'     quantiles remain those of the t distribution in [roc_band()].}
#' }
#' For a difference, with estimates \eqn{a} and \eqn{b}, ends \eqn{a_l, a_u, b_l, b_u} and the
#' correlation \eqn{r} of both, the lower end is
#' \deqn{a - b - \sqrt{(a - a_l)^2 + (b_u - b)^2 - 2 r (a - a_l)(b_u - b)},}{
#'       a - b - sqrt((a - a_l)^2 + (b_u - b)^2 - 2 r (a - a_l) (b_u - b)),}
#' and the upper one likewise (Zou 2007). Bands are for all thresholds of one score or of one pair, not for
#' several scores at once.
#'
#' With `weights_model` the distances of both ends from the estimate are multiplied, at each threshold, by the
#' standard error that the model leaves ([auc_ci()]) over the one without it. With `variance = "bootstrap"` the
#' standard error among `R` replicates takes its place. Correlations are those of the same influences or replicates.
#' Replicates draw clusters, or else observations: of each class as many as it has if `prior` is given, and otherwise
#' whatever their class is, as their share is an estimate, too.
#'
#' With few positives above a threshold nothing makes an interval sure. A band at 99 thresholds is little wider
#' than one at 20, as neighbours say nearly the same; one that asks for fewer thresholds is
#' narrower.
#'
#' There are no p-values: the method's authors advise against tests of net benefit. Which option to take
#' is a matter of its expected benefit, and an interval says whether it would be worth while to know more.
#'
#' How often they hold at a nominal 95%, by simulations (`bench/coverage/report.md` in the sources; areas of 0.75 to 0.97, 20
#' to 100 positives, log-normal weights of sigma 1 or none, inverse probabilities, clusters; 33 designs): pointwise in
#' 91.1% to 98.5% of the samples, differences in 93.9% to 99.7%, bands in 91.4% to 98.4%. Do not trust bands with inverse
#' probabilities where clear cases are preferred and there are 30 positives and 30 negatives: there they held in 85.6% and 88.5%.
#'
#' @section Complexity:
#' One sort and \eqn{O(n + k)} for \eqn{k} thresholds, with clusters or a design \eqn{O(n k)}; bands
#' \eqn{O(n + k^3)}. Differences, and bands with
#' clusters or a design, take \eqn{O(n s^2 k^2)} time and 8 bytes for each of \eqn{n} observations, \eqn{s}
#' scores and \eqn{k} thresholds; the bootstrap \eqn{O(n s)} for each replicate.
#'
#' @inheritParams roc_band
#' @inheritParams roc_net_benefit
#' @param guess Scores that are probabilities, one vector or several, as in [auc_ci()].
#' @param prior Probability of the positive class, in (0, 1), as something that is known. By default its share
#'   in the weights, which is an estimate.
#' @param type `"pointwise"` or `"simultaneous"`.
#' @param difference `TRUE` for the differences of all pairs of scores.
#' @param variance `"delong"` from influences, `"frequency"` for weights that count how often a row occurs, or
#'   `"bootstrap"` from replicates.
#' @param R The number of replicates for `"bootstrap"`.
#'
#' @return A data.frame of class `roc_net_benefit_ci` with a row for each threshold, for several scores with
#'   a column `score` in front: `prior`, `threshold`, `net_benefit`, `conf.low`, `conf.high`, `treat_all`,
#'   `treat_none`, `standardized`. For differences `score1` and `score2` in front, and `difference` in place of
#'   `net_benefit`; nothing of treating all or none. With fewer than two observations (or clusters) of a class
#'   the ends are `NA`, with a warning. `autoplot()` and `plot()` draw it.
#'
#' @section Errors:
#' Those of [auc_ci()] and [roc_net_benefit()]; `wroc_error_choice` for a difference of one score.
#'
#' @source
#' Vickers, A. J. and Elkin, E. B. (2006). Decision curve analysis: a novel method for evaluating
#' prediction models. *Medical Decision Making* 26, 565-574, \doi{10.1177/0272989X06295361}. Pfeiffer, R. M. and
#' Gail, M. H. (2020). Estimating the decision curve and its precision from three study designs. *Biometrical
#' Journal* 62, 764-776, \doi{10.1002/bimj.201800240}. Zou, G. Y. (2007). Toward using confidence intervals
#' to compare correlations. *Psychological Methods* 12, 399-413, \doi{10.1037/1082-989X.12.4.399}.
#'
#' @family inference
#' @seealso [roc_measure()] with `"NB"` for [roc_ci()] and [roc_influence()].
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, c(150, 50))
#' marker <- rnorm(200, truth)
#' model <- plogis(marker - 1.6)
#' other <- plogis(marker / 2 + rnorm(200) / 2 - 1.4)
#' roc_net_benefit_ci(model, truth, threshold = c(0.1, 0.2, 0.3))
#' roc_net_benefit_ci(list(model = model, other = other), truth, threshold = c(0.1, 0.2, 0.3),
#'                    type = "simultaneous", difference = TRUE)
#' @export
roc_net_benefit_ci <- function(guess, label, weight = NULL, threshold = seq(0.01, 0.99, 0.01),
                               prior = NULL, standardize = FALSE, type = c("pointwise", "simultaneous"),
                               difference = FALSE, cluster = NULL, conf.level = 0.95,
                               variance = c("delong", "frequency", "bootstrap"), positive = NULL,
                               na.rm = FALSE, R = 2000, weights_model = NULL, fold = NULL) classed({
  refuse_ways("net benefit", c(fold = !is.null(fold)))
  if (is_fit(guess)) {
    found <- answer_to_fit("roc_net_benefit_ci", guess, arguments_given())
    return(with_class(plain_frame(found), "roc_net_benefit_ci"))
  }
  drawn <- c(R = !missing(R))
  of_design <- c(cluster = !is.null(cluster), variance = !missing(variance),
                 weights_model = !is.null(weights_model))
  observed <- observations_of(guess, label, weight, cluster, positive, na.rm, designs = TRUE)
  refuse_in_design(observed, of_design)
  threshold <- check_numbers(threshold, "threshold", probability_below_1)
  if (!is.null(prior)) prior <- check_numbers(prior, "prior", prior_range, 1L)
  check_flag(standardize, "standardize")
  check_flag(difference, "difference")
  type <- check_choice(type, "type")
  variance <- check_choice(variance, "variance", observed$variance)
  conf.level <- check_level(conf.level)
  R <- check_replicates(R)
  if (variance != "bootstrap") check_unused(drawn, without_bootstrap)
  check_counts(observed, variance, of_design[["variance"]] || !is.null(weights_model))
  observed$links <- check_weights_model(weights_model, label, cluster, variance == "delong",
                                        "with a bootstrap or counts")
  for (score in observed$scores) check_probability_scores(score)
  if (is.null(prior)) tell_of_share(observed, variance)
  if (difference && length(observed$scores) < 2L) {
    raise("choice", "There must be two scores or more to compare.", argument = "guess")
  }
  asked <- c(list(at = threshold, prior = prior, standardize = standardize, difference = difference,
                  simultaneous = type == "simultaneous"), how_they_vary(observed, variance, conf.level))
  if (!is.null(observed$design)) asked <- c(asked, benefits_in_design(observed, asked))
  if (variance == "bootstrap") asked$replicates <- replicates_asked(variance, FALSE, R)
  found <- net_benefit_bands(scored(observed, variance), asked)
  found <- about_observations(observed, of_observations(found, observed$scores[[1L]], observed$label))
  if (found$known == 0) warn_of_interval(NA_real_) else warn_of_observed(observed, variance)
  check_left(found$left, R)
  rows <- rows_of_benefits(found, asked, names_of_curves(observed, difference))
  with_class(rows, "roc_net_benefit_ci")
})

check_probability_scores <- function(score) {
  score <- as.vector(score, "double")
  fault <- match(FALSE, score >= 0 & score <= 1)
  if (!is.na(fault)) {
    message <- sprintf("`guess` must be probabilities, between 0 and 1, not %s.", number(score[[fault]]))
    raise("range", message, argument = "guess", value = score[[fault]])
  }
}

# What the rows are of: a column `score`, or both scores of each difference.
names_of_curves <- function(observed, difference) {
  if (!difference) {
    return(if (!is.null(observed$names)) list(score = observed$names))
  }
  names <- observed$names
  if (is.null(names)) names <- as.character(seq_along(observed$scores))
  pairs <- utils::combn(names, 2L)
  list(score1 = pairs[1L, ], score2 = pairs[2L, ])
}

rows_of_benefits <- function(found, asked, names) {
  thresholds <- length(asked$at)
  curves <- length(found$prior)
  estimate <- list(found$benefit)
  names(estimate) <- if (asked$difference) "difference" else "net_benefit"
  of_all <- if (!asked$difference) list(treat_all = found$of_all, treat_none = numeric(length(found$of_all)))
  as_frame(c(
    lapply(names, rep, each = thresholds),
    list(prior = rep(found$prior, each = thresholds), threshold = rep(asked$at, curves)), estimate,
    list(conf.low = found$low, conf.high = found$high), of_all,
    list(standardized = rep(asked$standardize, thresholds * curves))
  ), thresholds * curves)
}

# What package survey says: how the rates of each score vary at the thresholds, and how net benefits vary together
# if that is asked for.
benefits_in_design <- function(observed, asked) {
  request <- replace(asked, c("by", "type"), c("threshold", "pointwise"))
  given <- lapply(seq_along(observed$scores), function(score) {
    observed$scores <- observed$scores[score]
    about_observations(observed, variances_in_design(observed, request))
  })
  c(list(given = given), if (asked$simultaneous || asked$difference) benefits_along(observed, asked))
}

# The covariances of the net benefits of all scores at ascending thresholds, `same`, and with those at the next
# one, `neighbours`: arrays by score, score and threshold. `neighbours` has the lower threshold of the first
# score, and the higher one of the second.
benefits_along <- function(observed, asked, at_once = 10L) {
  number <- length(observed$scores)
  ascending <- sort(unique(asked$at))
  thresholds <- length(ascending)
  same <- array(0, c(number, number, thresholds))
  neighbours <- array(0, c(number, number, max(thresholds - 1L, 0L)))
  # Some thresholds at once, and the next one: each makes a column of all observations.
  for (before in seq(0L, by = at_once, length.out = ceiling(thresholds / at_once))) {
    at <- before + seq_len(min(at_once + 1L, thresholds - before))
    covariance <- array(covariance_of_benefits(observed, replace(asked, "at", list(ascending[at]))),
                        c(length(at), number, length(at), number))
    for (i in seq_along(at)) {
      same[, , at[[i]]] <- covariance[i, , i, ]
      if (i > 1L) neighbours[, , at[[i]] - 1L] <- covariance[i - 1L, , i, ]
    }
  }
  list(same = as.vector(same), neighbours = as.vector(neighbours))
}

# The covariance matrix of the net benefits at thresholds, all of the first score first.
covariance_of_benefits <- function(observed, asked) {
  covariance_of_columns(observed, function(weights) {
    observed$weights <- weights
    unwrap(net_benefit_influences(scored(observed, "delong"), asked), observed$label)
  })$covariance
}
