#' Net benefit and decision curves
#'
#' Returns the net benefit of treating those above a threshold probability, for each threshold. It is the
#' share of true positives minus false positives at the exchange rate that the threshold states. Use it to
#' decide whether a model is useful, and between models. With `conf.level` it has confidence intervals.
#'
#' @details
#' Let \eqn{\pi} be the `prior`. The net benefit at a threshold probability \eqn{t} is
#' \deqn{NB = \pi TPR - (1 - \pi) FPR \frac{t}{1 - t},}{NB = prior TPR - (1 - prior) FPR t / (1 - t),}
#' with the rates of the
#' rule "score \eqn{\ge t}{>= t}", less `harm`. The scores must therefore be probabilities. Another
#' `prior` changes only the prior of the formula. `calibrated = TRUE` accepts any score and uses its
#' calibrated probability in these data ([roc_calibrate()]). This is optimistic, because the same data
#' calibrate and evaluate.
#'
#' **Intervals.** `"pointwise"` intervals combine those of both rates and of the prevalence, unless
#' `prior` is given (Zou, Huang and Zhang 2009); `"simultaneous"` ones hold at all of `threshold` at once,
#' for one score or one pair. A difference uses the correlation of both scores. `vignette("Methods")` has
#' formulas and coverage: at a nominal 95%, 91% to 99.7% in 33 designs. There are no tests and p-values.
#' The method's authors advise against them, because the best decision is the option with the largest
#' expected net benefit.
#'
#' @inheritParams roc_band
#' @param x a fit of [weighted_roc()]; scores that are probabilities, with the arguments of
#'   [roc_observations()] behind them; or a curve, which has no intervals.
#' @param threshold threshold probabilities: numbers from 0 on, less than 1.
#' @param prior the prevalence of the positive class; several return rows for each. By default its share
#'   in the weights, which counts as estimated. Intervals accept a single prior.
#' @param standardize `TRUE` divides by `prior`, so that 1 is the maximum.
#' @param calibrated `FALSE` for scores that are probabilities, `TRUE` for any scores.
#' @param harm the harm of the test itself in net benefit, one number or one for each score: 0.01 states that
#'   a hundred tests do as much harm as one true positive does good.
#' @param difference `TRUE` for the differences of all pairs of scores.
#' @param conf.level the confidence level; `NULL` for no intervals.
#' @param type `"pointwise"` or `"simultaneous"`.
#' @return A data.frame of class `roc_net_benefit` with a row for each prior and threshold, behind the groups
#'   and the `score` where there are any:
#'   \item{prior, threshold}{as asked for,}
#'   \item{score_threshold, TPR, FPR}{the lowest score that is called positive (`Inf` for none) and its
#'     rates,}
#'   \item{net_benefit}{with `conf.low` and `conf.high` if `conf.level` is given,}
#'   \item{treat_all, treat_none}{the net benefit of calling everything positive, and of calling nothing
#'     positive, 0,}
#'   \item{interventions_avoided}{per person, compared with treating all: the net benefit less `treat_all`,
#'     divided by the odds
#'     of the threshold; never standardized, and `NA` at threshold 0,}
#'   \item{standardized}{whether net benefits are divided by the prior.}
#'   With `difference = TRUE`: `score1`, `score2`, `prior`, `threshold`, `difference`, the ends and
#'   `standardized`. `plot()` and `autoplot()` draw the decision curve.
#' @section Complexity: One sort, O(n + k) for k thresholds; intervals O(n k) with clusters or a design, O(n
#'   s^2 k^2) for differences of s scores.
#' @references Vickers AJ, Elkin EB (2006). Decision curve analysis: a novel method for evaluating prediction
#'   models. Medical Decision Making 26, 565-574. Vickers AJ, van Calster B, Steyerberg EW (2019). A simple,
#'   step-by-step guide to interpreting decision curve analysis. Diagnostic and Prognostic Research 3, 18.
#'   Zou GY, Huang W, Zhang X (2009). Computational Statistics and Data Analysis 53, 1080-1085.
#' @seealso [roc_optimal()] for costs in general, [roc_measure()] with `"NB"`.
#' @examples
#' model <- glm(am ~ mpg, binomial, mtcars)
#' other <- glm(am ~ hp, binomial, mtcars)
#' fit <- weighted_roc(am ~ fitted(model) + fitted(other), mtcars)
#' roc_net_benefit(fit, threshold = c(0.1, 0.25, 0.5))
#' roc_net_benefit(fit, threshold = c(0.1, 0.25), difference = TRUE, conf.level = 0.95)
#' plot(roc_net_benefit(fit))
#'
#' # Any score, without a fit
#' roc_net_benefit(mtcars$mpg, mtcars$am, threshold = 0.25, calibrated = TRUE)
#' @export
roc_net_benefit <- function(x, ..., threshold = seq(0.01, 0.99, 0.01), prior = NULL, standardize = FALSE,
                            calibrated = FALSE, harm = 0, difference = FALSE, conf.level = NULL,
                            type = c("pointwise", "simultaneous"), R = NULL) classed({
  without_level <- is.null(conf.level)
  if (without_level) check_unused(c(type = !missing(type)), "without `conf.level`")
  spec <- c(settings_of_bands(conf.level, R), list(
    at = check_numbers(threshold, "threshold"),
    prior = check_priors(prior, !without_level),
    standardize = check_flag(standardize, "standardize"), calibrated = check_flag(calibrated, "calibrated"),
    harm = check_numbers(harm, "harm", range = "not_negative"), difference = check_flag(difference, "difference"),
    simultaneous = check_choice(type, "type") == "simultaneous"
  ))
  rows <- if (without_level) {
    benefits_of_curves(roc_curves(x, ...), spec)
  } else {
    for_samples(roc_observations(x, ...), "An interval", benefits_with_ends, spec)
  }
  with_class(rows, "roc_net_benefit")
})

# Net benefits of all curves, or of their pairs. Only the thresholds of scores are turned in a fit in which
# low ones mean positive.
benefits_of_curves <- function(of, spec) {
  of <- with_prevalence(of, spec$prior)
  with_harm <- function(curve, harm) if (!is.null(curve)) list(curve = curve, harm = harm)
  score <- of$keys$score
  harm <- harm_of_scores(spec$harm, score)[if (is.null(score)) 1L else match(score, unique(score))]
  of$curves <- unname(Map(with_harm, of$curves, harm))
  benefits <- function(one) benefits_of_curve(one$curve, one$harm, spec)
  rows <- if (spec$difference) {
    for_each_curve(pairs_of_curves(of), function(pair) {
      both <- lapply(pair, benefits)
      difference <- list(difference = both[[1L]]$net_benefit - both[[2L]]$net_benefit)
      as_frame(c(both[[1L]][c("prior", "probability")], difference, both[[1L]]["standardized"]), nrow(both[[1L]]))
    })
  } else {
    for_each_curve(of, benefits)
  }
  names(rows)[names(rows) == "threshold"] <- "score_threshold"
  names(rows)[names(rows) == "probability"] <- "threshold"
  rows
}

benefits_of_curve <- function(curve, harm, spec) {
  columns <- columns_of(if (spec$calibrated) curve else curve_of_probabilities(curve), "x")
  if (!spec$calibrated) check_probabilities(columns[[3L]])
  result <- unwrap(curve_net_benefit(columns, spec$at, spec$prior, spec$calibrated))
  at <- function(column) columns[[column]][result$row]
  threshold <- rep_len(spec$at, nrow(result))
  odds <- ifelse(threshold > 0, threshold / (1 - threshold), NA)
  benefit <- result$net_benefit - harm
  unit <- if (spec$standardize) result$prior else 1
  as_frame(list(
    prior = result$prior, probability = threshold, threshold = at(3L), TPR = at(1L), FPR = at(2L),
    net_benefit = benefit / unit, treat_all = result$treat_all / unit, treat_none = numeric(nrow(result)),
    interventions_avoided = (benefit - result$treat_all) / odds,
    standardized = rep(spec$standardize, nrow(result))
  ), nrow(result))
}

# All but the last are thresholds of scores.
check_probabilities <- function(threshold) {
  is_probability <- function(x) x >= 0 & x <= 1
  fault <- match(FALSE, is_probability(as_probabilities(utils::head(threshold, -1L))))
  if (!is.na(fault)) {
    message <- sprintf("`x` must have probabilities as scores, between 0 and 1: one is %s. %s",
                       number_outside(threshold[[fault]], is_probability),
                       "`calibrated = TRUE` accepts any scores.")
    raise("range", message, argument = "x", column = "threshold", position = fault,
          value = threshold[[fault]])
  }
}

# One harm for each score.
harm_of_scores <- function(harm, scores) {
  number <- max(length(unique(scores)), 1L)
  check_length(harm, "harm", c(1L, number),
               sprintf("have one value, or one for each of the %d scores", number))
  rep_len(harm, number)
}

# The pairs of scores of each group, in the place of curves.
pairs_of_curves <- function(of) {
  groups <- setdiff(of$groups, "score")
  group <- if (length(groups) > 0L) codes_of_keys(of$keys[groups]) else rep(1, length(of$curves))
  pairs <- do.call(cbind, lapply(split(seq_along(group), factor(group, unique(group))), function(rows) {
    if (length(rows) < 2L || is.null(of$keys$score)) {
      raise("choice", "There must be at least two scores to compare.", argument = "x")
    }
    utils::combn(rows, 2L)
  }))
  score <- function(i) of$keys$score[pairs[i, ]]
  keys <- c(rows_of(of$keys, pairs[1L, ])[groups], list(score1 = score(1L), score2 = score(2L)))
  pair <- function(i) if (!any(vapply(of$curves[pairs[, i]], is.null, NA))) of$curves[pairs[, i]]
  list(curves = lapply(seq_len(ncol(pairs)), pair), keys = as_frame(keys, ncol(pairs)),
       groups = if (length(groups) > 0L) groups)
}

# Net benefits with confidence intervals.
benefits_with_ends <- function(observations, spec) {
  refuse_ways("net benefit", c(fold = !is.null(observations$sampling$folds), calibrated = spec$calibrated))
  if (is.null(spec$prior)) inform_of_share(observations, observations$sampling$variance)
  rows <- benefits_of_curves(roc_curves(observations), spec)
  observations$scores[] <- lapply(observations$scores, as_probabilities)
  result <- about_observations(observations, {
    result_of_bands(net_benefit_bands, observations, spec, benefits_in_design)
  })
  warn_of_bands(observations, result$known > 0)
  harm <- harm_of_scores(spec$harm, observations$names)
  if (spec$difference) harm <- utils::combn(harm, 2L, function(pair) pair[[1L]] - pair[[2L]])
  harm <- rep(harm, each = length(spec$at)) / if (spec$standardize) rows$prior else 1
  ends <- list(conf.low = result$rows$low - harm, conf.high = result$rows$high - harm)
  behind <- match(if (spec$difference) "difference" else "net_benefit", names(rows))
  as_frame(append(as.list(rows), ends, behind), nrow(rows))
}

# Intervals by package survey: variances of the rates of each score at the thresholds, and the joint
# covariance of net benefits if that is asked for.
benefits_in_design <- function(observations, spec) {
  request <- replace(spec, c("by", "type"), c("threshold", "pointwise"))
  args <- lapply(seq_along(observations$scores), function(score) {
    observations$scores <- observations$scores[score]
    about_observations(observations, variances_in_design(observations, request))
  })
  c(list(given = args), if (spec$simultaneous || spec$difference) benefits_by(observations, spec))
}

# The covariances of the net benefits of all scores at ascending thresholds, `same`, and with those at the
# next one, `neighbours`: arrays by score, score and threshold. `neighbours` has the lower threshold of the
# first score, and the higher one of the second.
benefits_by <- function(observations, spec, at_once = 10L) {
  number <- length(observations$scores)
  ascending <- sort(unique(spec$at))
  thresholds <- length(ascending)
  same <- array(0, c(number, number, thresholds))
  neighbours <- array(0, c(number, number, max(thresholds - 1L, 0L)))
  # Some thresholds at once, and the next one: each makes a column of all observations.
  for (before in seq(0L, by = at_once, length.out = ceiling(thresholds / at_once))) {
    at <- before + seq_len(min(at_once + 1L, thresholds - before))
    covariance <- array(covariance_of_benefits(observations, replace(spec, "at", list(ascending[at]))),
                        c(length(at), number, length(at), number))
    for (i in seq_along(at)) {
      same[, , at[[i]]] <- covariance[i, , i, ]
      if (i > 1L) neighbours[, , at[[i]] - 1L] <- covariance[i - 1L, , i, ]
    }
  }
  list(same = as.vector(same), neighbours = as.vector(neighbours))
}

# The covariance matrix of the net benefits at thresholds, all of the first score first.
covariance_of_benefits <- function(observations, spec) {
  known_covariance(observations, function(weights) {
    observations$weights <- weights
    unwrap(net_benefit_influences(observations, spec), observations$label)
  })$covariance
}
