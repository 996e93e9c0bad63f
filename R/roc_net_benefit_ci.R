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
#' With few positives above a threshold nothing makes an interval sure. A band at 99 thresholds is little wider
#' than one at 20, as neighbours say nearly the same; one that asks for fewer thresholds is
#' narrower.
#'
#' There are no p-values: the method's authors advise against tests of net benefit. Which option to take
#' is a matter of its expected benefit, and an interval says whether it would be worth while to know more.
#'
#' How often they hold at a nominal 95%, by simulations (`bench/coverage` in the sources; areas of 0.75 and 0.95,
#' 20 to 100 positives, log-normal weights of sigma 1 or none, inverse chances, clusters of both classes): in 92% to
#' 98.5% of the samples in 83% of 120 cells, and otherwise mostly in more. Do not trust them where positives
#' worth ten tell the prior, too, by unequal weights: there 95% intervals held in 87% to 95%.
#'
#' @section Complexity:
#' One sort and \eqn{O(n + k)} for \eqn{k} thresholds, with clusters or a design \eqn{O(n k)}; bands
#' \eqn{O(n + k^3)}. Differences, and bands with
#' clusters or a design, take \eqn{O(n s^2 k^2)} time and 8 bytes for each of \eqn{n} observations, \eqn{s}
#' scores and \eqn{k} thresholds.
#'
#' @inheritParams roc_band
#' @inheritParams roc_net_benefit
#' @param guess Scores that are probabilities, one vector or several, as in [auc_ci()].
#' @param prior Probability of the positive class, in (0, 1), as something that is known. By default its share
#'   in the weights, which is an estimate.
#' @param type `"pointwise"` or `"simultaneous"`.
#' @param difference `TRUE` for the differences of all pairs of scores.
#' @param variance `"delong"` from influences, or `"frequency"` for weights that count how often a row occurs.
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
                               variance = c("delong", "frequency"), positive = NULL,
                               na.rm = FALSE) classed({
  if (is_fit(guess)) {
    found <- answer_to_fit("roc_net_benefit_ci", guess, arguments_given())
    return(with_class(plain_frame(found), "roc_net_benefit_ci"))
  }
  of_design <- c(cluster = !is.null(cluster), variance = !missing(variance))
  observed <- observations_of(guess, label, weight, cluster, positive, na.rm, designs = TRUE)
  refuse_in_design(observed, of_design)
  threshold <- check_numbers(threshold, "threshold", probability_below_1)
  if (!is.null(prior)) prior <- check_numbers(prior, "prior", prior_range, 1L)
  check_flag(standardize, "standardize")
  check_flag(difference, "difference")
  type <- check_choice(type, "type")
  variance <- check_choice(variance, "variance", observed$variance)
  conf.level <- check_level(conf.level)
  check_counts(observed, variance, of_design[["variance"]])
  for (score in observed$scores) check_probability_scores(score)
  if (difference && length(observed$scores) < 2L) {
    raise("choice", "There must be two scores or more to compare.", argument = "guess")
  }
  problem <- list(threshold = threshold, odds = threshold / (1 - threshold), prior = prior,
                  standardize = standardize, conf.level = conf.level, simultaneous = type == "simultaneous")
  samples <- lapply(seq_along(observed$scores), function(score) {
    sample_for_band(observed, score, conf.level, variance)
  })
  if (!all(vapply(samples, function(sample) sample$classes$known, NA))) warn_of_interval(NA_real_)
  rows <- if (difference) {
    differences_of_benefits(samples, benefits_along(observed, problem, variance), problem, observed$names)
  } else {
    with_names(bound_rows(benefits_of_samples(samples, observed, problem)),
               if (!is.null(observed$names)) rep(observed$names, each = length(threshold)))
  }
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

benefits_of_samples <- function(samples, observed, problem) {
  thresholds <- length(problem$threshold)
  lapply(seq_along(samples), function(score) {
    along <- if (problem$simultaneous) score_along(samples[[score]], score, observed, problem)
    level <- level_of_benefits(along, problem)
    found <- benefit_with_ends(samples[[score]], problem, level)
    as_frame(list(
      prior = rep(found$prior, thresholds), threshold = problem$threshold, net_benefit = found$estimate,
      conf.low = found$low, conf.high = found$high, treat_all = found$treat_all,
      treat_none = numeric(thresholds), standardized = rep(problem$standardize, thresholds)
    ), thresholds)
  })
}

differences_of_benefits <- function(samples, along, problem, names) {
  thresholds <- length(problem$threshold)
  if (is.null(names)) names <- as.character(seq_along(samples))
  pairs <- utils::combn(length(samples), 2L)
  rows <- lapply(seq_len(ncol(pairs)), function(i) {
    pair <- pairs[, i]
    part <- function(kind, k, l) along[[kind]][pair[[k]], pair[[l]], ]
    of_difference <- function(kind) {
      part(kind, 1L, 1L) + part(kind, 2L, 2L) - part(kind, 1L, 2L) - part(kind, 2L, 1L)
    }
    of_pair <- list(same = of_difference("same"), neighbours = of_difference("neighbours"))
    level <- level_of_benefits(of_pair, problem)
    found <- lapply(pair, function(score) benefit_with_ends(samples[[score]], problem, level))
    correlation <- part("same", 1L, 2L) / sqrt(part("same", 1L, 1L) * part("same", 2L, 2L))
    correlation <- correlation[match(problem$threshold, ascending_of(problem))]
    ends <- ends_of_difference(found[[1L]], found[[2L]], correlation)
    as_frame(list(
      score1 = rep(names[[pair[[1L]]]], thresholds), score2 = rep(names[[pair[[2L]]]], thresholds),
      prior = rep(found[[1L]]$prior, thresholds), threshold = problem$threshold,
      difference = found[[1L]]$estimate - found[[2L]]$estimate, conf.low = ends$low, conf.high = ends$high,
      standardized = rep(problem$standardize, thresholds)
    ), thresholds)
  })
  bound_rows(rows)
}

ends_of_difference <- function(a, b, correlation) {
  # What does not vary varies with nothing.
  correlation[is.na(correlation)] <- 0
  correlation <- pmin(pmax(correlation, -1), 1)
  reach <- function(x, y) sqrt(pmax(x^2 + y^2 - 2 * correlation * x * y, 0))
  difference <- a$estimate - b$estimate
  list(low = difference - reach(a$estimate - a$low, b$high - b$estimate),
       high = difference + reach(a$high - a$estimate, b$estimate - b$low))
}

# The variances of the net benefits at ascending thresholds, `same`, and their covariances with those at the
# next one, `neighbours`. Independent observations need no influences one by one.
score_along <- function(sample, score, observed, problem) {
  if (is.null(sample$cluster) && is.null(sample$design)) {
    along_by_squares(sample, problem)
  } else {
    observed$scores <- observed$scores[score]
    lapply(benefits_along(observed, problem, sample$variance), as.vector)
  }
}

# Of one score, up to a factor. A positive at or above the j-th threshold is worth 1, a negative there minus
# the odds, v, and both less a centre m. With s the shares of their class, and S the sum of their squares at or
# above a threshold, the sum of s^2 (v_j called_j - m_j) (v_k called_k - m_k) is
# v_j v_k min(S_j, S_k) - v_j S_j m_k - m_j v_k S_k + m_j m_k S.
along_by_squares <- function(sample, problem) {
  ascending <- ascending_of(problem)
  odds <- ascending / (1 - ascending)
  rates <- called_by(sample$curve, ascending)
  squares <- called_by(curve_of_squares(sample), ascending)
  is_known <- !is.null(problem$prior)
  prior <- if (is_known) problem$prior else share_of_positives(sample$curve)
  worth <- list(TPR = rep(1, length(odds)), FPR = -odds)
  benefit <- prior * rates$TPR - (1 - prior) * odds * rates$FPR
  centre <- if (is_known) {
    Map(`*`, worth, rates[c("TPR", "FPR")])
  } else if (problem$standardize) {
    list(TPR = benefit / prior, FPR = numeric(length(benefit)))
  } else {
    list(TPR = benefit, FPR = benefit)
  }
  units <- list(TPR = sample$classes$units[[2L]], FPR = sample$classes$units[[1L]])
  of_class <- function(rate, part, j, k) {
    v <- worth[[rate]]
    m <- centre[[rate]]
    share <- squares[[rate]]
    sums <- v[j] * v[k] * share[k] - v[j] * share[j] * m[k] - m[j] * v[k] * share[k] + m[j] * m[k]
    part^2 * over(sums / sample$classes$effective[[rate]], 1 - 1 / units[[rate]])
  }
  # The k-th threshold is no less than the j-th.
  both <- function(j, k) of_class("TPR", prior, j, k) + of_class("FPR", 1 - prior, j, k)
  all <- seq_along(odds)
  list(same = both(all, all), neighbours = both(all[-length(all)], all[-1L]))
}

called_by <- function(curve, threshold) {
  rates_at(curve, unwrap(curve_rows_at(columns_of(curve), threshold))$row - 1)
}

# Its rates are the shares of the squared weights; where a weight is a number of units, those of the units.
curve_of_squares <- function(sample) {
  if (is.null(sample$weights) || sample$variance == "frequency") {
    return(sample$curve)
  }
  weights <- as.vector(sample$weights, "double")
  positive <- is_later(sample$label)
  # Squares of tiny weights of one class beside those of the other one would vanish.
  largest <- ifelse(positive, max(weights[positive]), max(weights[!positive]))
  observed_curve(sample$guess, sample$label, (weights / largest)^2)
}

# The same of all scores with each other: arrays by score, score and threshold. `neighbours` has the lower
# threshold of the first score, and the higher one of the second.
benefits_along <- function(observed, problem, variance, at_once = 10L) {
  number <- length(observed$scores)
  ascending <- ascending_of(problem)
  thresholds <- length(ascending)
  same <- array(0, c(number, number, thresholds))
  neighbours <- array(0, c(number, number, max(thresholds - 1L, 0L)))
  # Some thresholds at once, and the next one: each makes a column of all observations.
  for (before in seq(0L, by = at_once, length.out = ceiling(thresholds / at_once))) {
    at <- before + seq_len(min(at_once + 1L, thresholds - before))
    covariance <- array(covariance_of_benefits(observed, ascending[at], problem, variance),
                        c(length(at), number, length(at), number))
    for (i in seq_along(at)) {
      same[, , at[[i]]] <- covariance[i, , i, ]
      if (i > 1L) neighbours[, , at[[i]] - 1L] <- covariance[i - 1L, , i, ]
    }
  }
  list(same = same, neighbours = neighbours)
}

ascending_of <- function(problem) sort(unique(problem$threshold))

# The covariance matrix of the net benefits at thresholds, all of the first score first.
covariance_of_benefits <- function(observed, thresholds, problem, variance) {
  what <- lapply(thresholds, function(at) list(numbers = numbers_of_benefit(at, problem)))
  if (!is.null(observed$design)) {
    return(covariance_in_design(observed, what, estimates_of_benefits(observed, what))$covariance)
  }
  spread_in(observed, what, variance)$covariance
}

estimates_of_benefits <- function(observed, what) {
  unlist(lapply(observed$scores, function(score) {
    influences_on_all(score, observed$label, observed$weights, what)$values
  }), use.names = FALSE)
}

numbers_of_benefit <- function(at, problem) {
  below <- if (problem$standardize && is.null(problem$prior)) c(1, 0, 1, 0) else rep(1, 4L)
  c(5, NaN, NaN, at, 1, -at / (1 - at), 0, 0, below, if (is.null(problem$prior)) NaN else problem$prior)
}

# The level of each interval at which all together have theirs: with correlations of neighbouring thresholds
# net benefits vary as the chains of bands do, see chain_of(); and no more is needed than Bonferroni's.
level_of_benefits <- function(along, problem) {
  if (!problem$simultaneous) {
    return(problem$conf.level)
  }
  varies <- which(along$same > 0)
  if (length(varies) < 2L) {
    return(problem$conf.level)
  }
  meet <- which(diff(varies) == 1L)
  correlation <- rep(0, length(varies) - 1L)
  at <- varies[meet]
  correlation[meet] <- along$neighbours[at] / sqrt(along$same[at] * along$same[at + 1L])
  # Less than none counts as none.
  time <- -log(pmin(pmax(correlation, 1e-300), 1))
  reach <- reach_of(list(chain_of(time, rep(1, length(varies)))), problem$conf.level)
  min(1 - 2 * stats::pnorm(-reach), 1 - (1 - problem$conf.level) / length(varies))
}

# The net benefits at all thresholds, with the ends of their intervals.
benefit_with_ends <- function(sample, problem, level) {
  sample$conf.level <- level
  place <- unwrap(curve_rows_at(columns_of(sample$curve), problem$threshold))$row - 1
  rates <- rates_at(sample$curve, place)
  is_known <- !is.null(problem$prior)
  prior <- if (is_known) problem$prior else share_of_positives(sample$curve)
  worth <- function(TPR = rates$TPR, FPR = rates$FPR, positive = prior) {
    per_person <- positive * TPR - (1 - positive) * problem$odds * FPR
    if (problem$standardize) per_person / positive else per_person
  }
  estimate <- worth()
  found <- list(prior = prior, estimate = estimate, treat_all = worth(1, 1))
  if (!sample$classes$known) {
    return(c(found, list(low = estimate * NA_real_, high = estimate * NA_real_)))
  }
  ends <- ends_at_places(sample, place, "pointwise")
  moved <- list(lapply(ends$TPR, function(end) worth(TPR = end)),
                lapply(ends$FPR, function(end) worth(FPR = end)))
  if (!is_known) {
    share <- ends_of_positives(prior, sample)
    moved[[3L]] <- lapply(share, function(end) worth(positive = end))
  }
  # The squares add up (Zou, Huang and Zhang 2009). More false positives mean less.
  correlation <- correlations_of_rates(sample, problem$threshold)
  beyond <- function(extreme) {
    by <- lapply(moved, function(by) extreme(extreme(by[[1L]], by[[2L]]) - estimate, 0))
    # Squares of what tiny priors standardize are beyond a double.
    unit <- Reduce(pmax, lapply(by, abs))
    unit[unit == 0] <- 1
    by <- lapply(by, `/`, unit)
    unit * sqrt(Reduce(`+`, lapply(by, `^`, 2)) - 2 * correlation * by[[1L]] * by[[2L]])
  }
  # Where it is itself beyond a double its interval is, too.
  ends <- lapply(list(low = -beyond(pmin), high = beyond(pmax)), function(by) {
    ifelse(is.finite(estimate), estimate + by, estimate)
  })
  c(found, ends)
}

share_of_positives <- function(curve) 1 / (1 + curve$FP[[1L]] / curve$FN[[nrow(curve)]])
