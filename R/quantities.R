#' Numbers that a ROC curve has
#'
#' Say which number of a curve [roc_ci()] and [roc_influence()] are asked for: a partial area, or a rate or
#' another measure at a threshold or at a rate.
#'
#' @section Definition:
#' With \eqn{\pi}{pi} the probability of the positive class, `prior`, or its share in the weights:
#' \describe{
#'   \item{`"TPR"`, `"FPR"`, `"TNR"`, `"FNR"`}{The weighted share of a class that is called positive, or is
#'     not: at a `threshold` \eqn{c} that of the scores \eqn{\ge c}{>= c}.}
#'   \item{`"PPV"`, `"NPV"`}{\eqn{\pi TPR / (\pi TPR + (1 - \pi) FPR)}{
#'     pi TPR / (pi TPR + (1 - pi) FPR)}, and \eqn{(1 - \pi) TNR / ((1 - \pi) TNR + \pi FNR)}{
#'     (1 - pi) TNR / ((1 - pi) TNR + pi FNR)}.}
#'   \item{`"ACC"`, `"ER"`}{\eqn{\pi TPR + (1 - \pi) TNR}{pi TPR + (1 - pi) TNR}, and what that lacks of 1.}
#'   \item{`"F1"`}{The harmonic mean of PPV and TPR.}
#'   \item{`"FDR"`, `"FOR"`}{What PPV and NPV lack of 1: the false discovery and the false omission rate.}
#'   \item{`"share"`}{The share called positive, \eqn{\pi TPR + (1 - \pi) FPR}{pi TPR + (1 - pi) FPR}.}
#'   \item{`"BACC"`, `"J"`}{\eqn{(TPR + TNR) / 2}{(TPR + TNR) / 2}, and Youden's \eqn{TPR - FPR}{TPR - FPR}.}
#'   \item{`"LR_pos"`, `"LR_neg"`}{The likelihood ratios \eqn{TPR / FPR}{TPR / FPR} and
#'     \eqn{FNR / TNR}{FNR / TNR}.}
#'   \item{`"kappa"`, `"MCC"`}{Cohen's kappa and Matthews' correlation coefficient, as in [roc_measures()].}
#'   \item{`"risk"`}{The expected cost: each cell of the confusion matrix has its cost, see [roc_risk()].}
#'   \item{`"NB"`}{The net benefit of [roc_net_benefit()] at a `threshold` \eqn{t} in \[0, 1), for scores that
#'     are probabilities: \eqn{\pi TPR - (1 - \pi) FPR t / (1 - t)}{pi TPR - (1 - pi) FPR t / (1 - t)}.}
#' }
#' Instead of a `threshold` the TPR and FNR may be asked for at an `FPR`, and the FPR and TNR at a `TPR`, as
#' in [roc_band()]: on a vertical step of the curve the upper end, on a horizontal one the left end. A step is
#' at a rate or a share \eqn{b} that it differs from by rounding, at most by
#' \eqn{2^{-50} \min(b, 1 - b) + 2^{-52}}{2^-50 min(b, 1 - b) + 2^-52}; 0 and 1 are met exactly.
#' The TPR, the FNR, the PPV and the `"lift"` may be asked for at a `share` \eqn{s}: where this share of the
#' population, \eqn{\pi TPR + (1 - \pi) FPR = s}{pi TPR + (1 - pi) FPR = s}, is called positive, the highest scores
#' first and by chance among ties, see [roc_gain()]. The lift is \eqn{TPR / s}.
#' Intervals at a share are too wide rather than wrong: nominal 95% held in 92% to 100% of the samples in simulations
#' (`bench/coverage/report.md` in the sources), in 6 of 10 designs in more than 98.5%.
#' `roc_partial()` is the area of [roc_partial_auc()] in one interval.
#'
#' @param FPR,TPR For `roc_partial()` the interval, `c(a, b)` with 0 <= a < b <= 1; one of them. For
#'   `roc_measure()` the rate at which the other class's is meant.
#' @param standardize As in [roc_partial_auc()].
#' @param measure One of those below.
#' @param threshold Scores from this one on are called positive.
#' @param share The share of the population that is called positive, greater than 0.
#' @param prior The probability of the positive class where it is not its share in the weights. For
#'   measures that depend on it: `"PPV"`, `"NPV"`, `"ACC"`, `"ER"`, `"F1"`, `"risk"`, `"FDR"`, `"FOR"`,
#'   `"share"`, `"kappa"`, `"MCC"`, `"NB"`, and all at a `share`.
#' @param cost_FP,cost_FN,cost_TP,cost_TN For `"risk"`: what each outcome costs.
#'
#' @return An object of class `roc_quantity`, for the argument `what`. Its name says all that it was given,
#'   costs where they are not the default.
#'
#' @section Errors:
#' `wroc_error_choice`, `wroc_error_unused` and those of [roc_partial_auc()] and [roc_risk()].
#'
#' @source
#' McClish, D. K. (1989). Analyzing a portion of the ROC curve. *Medical Decision Making* 9, 190-195,
#' \doi{10.1177/0272989X8900900307}. Fawcett, T. (2006). An introduction to ROC analysis. *Pattern
#' Recognition Letters* 27, 861-874.
#'
#' @family inference
#' @seealso [roc_partial_auc()] and [roc_measures()] for the numbers themselves.
#'
#' @examples
#' roc_partial(FPR = c(0, 0.1), standardize = "mcclish")
#' roc_measure("PPV", threshold = 0.5, prior = 0.01)
#' roc_measure("TPR", FPR = 0.1)
#' roc_measure("lift", share = 0.1)
#' @export
roc_partial <- function(FPR = NULL, TPR = NULL, standardize = c("none", "range", "mcclish")) classed({
  standardize <- check_choice(standardize, "standardize")
  partial <- check_partial(FPR, TPR)
  if (is.null(partial)) check_one_of(FPR, TPR, c("FPR", "TPR"))
  quantity_of_partial(partial, standardize)
})

#' @rdname roc_partial
#' @export
roc_measure <- function(measure = c("TPR", "FPR", "TNR", "FNR", "PPV", "NPV", "ACC", "ER", "F1", "risk",
                                    "FDR", "FOR", "share", "BACC", "J", "LR_pos", "LR_neg", "kappa", "MCC",
                                    "NB", "lift"),
                        threshold = NULL, FPR = NULL, TPR = NULL, share = NULL, prior = NULL, cost_FP = 1,
                        cost_FN = 1, cost_TP = 0, cost_TN = 0) classed({
  costs_given <- c(cost_FP = !missing(cost_FP), cost_FN = !missing(cost_FN),
                   cost_TP = !missing(cost_TP), cost_TN = !missing(cost_TN))
  measure <- check_choice(measure, "measure")
  place <- list(threshold = threshold, FPR = FPR, TPR = TPR, share = share)
  given <- names(place)[!vapply(place, is.null, NA)]
  if (length(given) != 1L) {
    message <- sprintf("One of `threshold`, `FPR`, `TPR` and `share` must be given, not %s.",
                       if (length(given) == 0L) "none" else paste(given, collapse = " and "))
    raise("choice", message, argument = names(place))
  }
  range <- switch(given, threshold = any_number, share = share_range, rate_range)
  at <- check_numbers(place[[given]], given, range, 1L)
  if (measure == "NB" && given == "threshold") check_range(at, "threshold", probability_below_1)
  with_prior <- measure %in% measures_of_prior || given == "share"
  if (!with_prior && !is.null(prior)) refuse_arguments("prior", sprintf("used for %s", quoted(measure)))
  if (measure != "risk") check_unused(costs_given, sprintf("for %s", quoted(measure)))
  if (!is.null(prior)) prior <- check_numbers(prior, "prior", prior_range, 1L)
  if (given == "share") return(measure_at_share(measure, at, prior))
  if (given != "threshold") return(rate_at_rate(measure, given, at))
  if (measure == "lift") raise("choice", "The lift takes a `share`.", argument = "measure", value = measure)
  costs <- c(check_numbers(cost_TP, "cost_TP", finite_number, 1L),
             check_numbers(cost_FP, "cost_FP", finite_number, 1L),
             check_numbers(cost_FN, "cost_FN", finite_number, 1L),
             check_numbers(cost_TN, "cost_TN", finite_number, 1L))
  name <- sprintf("%s(threshold %s%s%s)", measure, number(at),
                  if (is.null(prior)) "" else paste(", prior", number(prior)),
                  if (measure == "risk") words_of_costs(costs) else "")
  if (measure %in% c("kappa", "MCC")) return(quantity_of_agreement(name, measure, at, prior))
  # What does not depend on the prior is made of rates, and so the same at any.
  if (measure %in% c("BACC", "J", "LR_pos", "LR_neg")) prior <- 0.5
  if (measure == "NB") costs <- c(1, -at / (1 - at), 0, 0)
  unit <- if (measure %in% c("risk", "NB")) unit_of_costs(costs) else 1
  cells <- cells_of(measure, costs / unit)
  quantity(
    name = name, numbers = c(5, NaN, NaN, at, cells$above, cells$below, if (is.null(prior)) NaN else prior),
    scale = c(0, if (measure == "J") 2 else unit), ends = ends_of_measure(measure, prior), measure = measure,
    threshold = at, below = cells$below, costs = cells$above, prior = prior,
    of_sample = measure %in% measures_of_rates || with_prior && !is.null(prior)
  )
})

measures_of_prior <- c("PPV", "NPV", "ACC", "ER", "F1", "risk", "FDR", "FOR", "share", "kappa", "MCC",
                       "NB")

# Their intervals are made of those of the rates.
measures_of_rates <- c("ACC", "ER", "risk", "share", "BACC", "J", "LR_pos", "LR_neg", "NB")

quantity_of_agreement <- function(name, measure, threshold, prior) {
  quantity(
    name = name, numbers = c(8, if (measure == "kappa") 0 else 1, NaN, threshold, rep(NaN, 8L),
                             if (is.null(prior)) NaN else prior),
    scale = c(0, 1), ends = ends_of_agreement, measure = measure, threshold = threshold, prior = prior,
    of_sample = TRUE
  )
}

# `partial` as check_partial() has it.
quantity_of_partial <- function(partial, standardize = "none") {
  ends <- list(low = partial$interval[[1L]], high = partial$interval[[2L]])
  check_not_empty(ends, partial$by)
  width <- ends$high - ends$low
  middle <- mean(partial$interval)
  # The areas of the chance line and above it.
  areas <- width * (if (partial$by == "FPR") c(middle, 1 - middle) else c(1 - middle, middle))
  scale <- switch(standardize, none = c(0, 1), range = c(0, 1 / width),
                  mcclish = c(1 - areas[[1L]] / areas[[2L]], 1 / areas[[2L]]) / 2)
  quantity(
    name = sprintf("%s(%s %s-%s)", if (standardize == "none") "pAUC" else paste(standardize, "pAUC"),
                   partial$by, number(ends$low), number(ends$high)),
    numbers = c(if (partial$by == "FPR") 1 else 2, partial$interval, rep(NaN, 10L)),
    scale = scale, ends = ends_of_partial(partial$interval, partial$by), of_sample = TRUE,
    chance = if (standardize == "mcclish") areas[[1L]], width = width
  )
}

# A power of two at least twice the greatest: costs in that unit lie between -1/2 and 1/2, so that the powers of
# influences are numbers, and differences of risks lie between -1 and 1, as those of rates.
unit_of_costs <- function(costs) {
  largest <- max(abs(costs))
  if (largest > 0) 2^min(floor(log2(largest)) + 2, 1023) else 1
}

# Costs of TP, FP, FN and TN, those that are not the default.
words_of_costs <- function(costs) {
  other <- costs != c(0, 1, 1, 0)
  names <- c("cost_TP", "cost_FP", "cost_FN", "cost_TN")
  paste0(sprintf(", %s %s", names[other], vapply(costs[other], number, "")), collapse = "")
}

# What the cells TP, FP, FN and TN count above and below the line of a quotient.
cells_of <- function(measure, costs) {
  positives <- c(1, 0, 1, 0)
  negatives <- c(0, 1, 0, 1)
  all <- rep(1, 4L)
  switch(
    measure,
    TPR = list(above = c(1, 0, 0, 0), below = positives),
    FNR = list(above = c(0, 0, 1, 0), below = positives),
    FPR = list(above = c(0, 1, 0, 0), below = negatives),
    TNR = list(above = c(0, 0, 0, 1), below = negatives),
    PPV = list(above = c(1, 0, 0, 0), below = c(1, 1, 0, 0)),
    NPV = list(above = c(0, 0, 0, 1), below = c(0, 0, 1, 1)),
    ACC = list(above = c(1, 0, 0, 1), below = all),
    ER = list(above = c(0, 1, 1, 0), below = all),
    F1 = list(above = c(2, 0, 0, 0), below = c(2, 1, 1, 0)),
    risk = ,
    NB = list(above = costs, below = all),
    FDR = list(above = c(0, 1, 0, 0), below = c(1, 1, 0, 0)),
    FOR = list(above = c(0, 0, 1, 0), below = c(0, 0, 1, 1)),
    share = list(above = c(1, 1, 0, 0), below = all),
    BACC = list(above = c(1, 0, 0, 1), below = all),
    J = list(above = c(1, -1, 0, 0), below = all),
    LR_pos = list(above = c(1, 0, 0, 0), below = c(0, 1, 0, 0)),
    LR_neg = list(above = c(0, 0, 1, 0), below = c(0, 0, 0, 1))
  )
}

rate_at_rate <- function(measure, given, at) {
  measures <- list(FPR = c("TPR", "FNR"), TPR = c("FPR", "TNR"))[[given]]
  if (!measure %in% measures) raise_measure_at(given, measures, measure)
  quantity(
    name = sprintf("%s(%s %s)", measure, given, number(at)),
    numbers = c(if (given == "FPR") 3 else 4, at, rep(NaN, 11L)),
    scale = if (measure %in% c("TPR", "FPR")) c(0, 1) else c(1, -1), ends = ends_of_rate(at, given),
    of_sample = TRUE
  )
}

measure_at_share <- function(measure, share, prior) {
  measures <- c("TPR", "FNR", "PPV", "lift")
  if (!measure %in% measures) raise_measure_at("share", measures, measure)
  quantity(
    name = sprintf("%s(share %s%s)", measure, number(share),
                   if (is.null(prior)) "" else paste(", prior", number(prior))),
    numbers = c(7, share, if (measure == "PPV") 1 else 0, rep(NaN, 9L), if (is.null(prior)) NaN else prior),
    scale = switch(measure, FNR = c(1, -1), lift = c(0, 1 / share), c(0, 1)),
    ends = ends_at_share(share, prior, measure == "PPV"), of_sample = TRUE
  )
}

raise_measure_at <- function(given, measures, measure) {
  message <- sprintf("At `%s` the measure must be one of %s, not %s.", given,
                     paste(quoted(measures), collapse = ", "), quoted(measure))
  raise("choice", message, argument = "measure", expected = measures, value = measure)
}

# What makes the interval of a measure at a threshold.
ends_of_measure <- function(measure, prior) {
  if (measure %in% c("LR_pos", "LR_neg")) {
    ends_of_likelihood_ratio
  } else if (measure %in% measures_of_rates) {
    ends_of_risk
  } else if (measure %in% c("PPV", "NPV", "FDR", "FOR") && !is.null(prior)) {
    ends_of_predictive
  } else {
    ends_of_share
  }
}

# `numbers` are what the core is told, `scale` the intercept and the slope that lead from what it says to
# what is asked for, `ends` makes the interval, see interval_of_quantity(), and `of_sample` says whether that
# takes the observations.
quantity <- function(name, numbers, scale, ends, of_sample = FALSE, ...) {
  structure(list(name = name, numbers = numbers, scale = scale, ends = ends, of_sample = of_sample, ...),
            class = "roc_quantity")
}

area_quantity <- quantity("area", c(0, rep(NaN, 12L)), c(0, 1), ends_of_area)

is_area <- function(quantity) identical(quantity$name, "area")

#' @export
print.roc_quantity <- function(x, ...) {
  cat("<roc_quantity> ", x$name, "\n", sep = "")
  invisible(x)
}

# A list of quantities, by their names.
check_what <- function(what) {
  if (inherits(what, "roc_quantity") || is.character(what)) what <- list(what)
  if (!is.list(what) || length(what) == 0L) raise_what(what)
  what <- lapply(what, function(x) {
    if (identical(x, "area")) return(area_quantity)
    if (!is_quantity(x)) raise_what(x)
    x
  })
  given <- if (!is.null(names(what))) readable(names(what))
  own <- vapply(what, `[[`, "", "name")
  names(what) <- if (is.null(given)) own else ifelse(is.na(given) | !nzchar(given), own, given)
  what
}

# Whether it is whole, as quantity() makes it: someone may have edited it.
is_quantity <- function(x) {
  parts <- c("name", "numbers", "scale", "ends", "of_sample")
  is_like <- function(part, own) typeof(part) == typeof(own) && length(part) == length(own)
  if (!inherits(x, "roc_quantity") || !is.list(x) || !all(parts %in% names(x))) return(FALSE)
  threshold <- if (is.null(x[["threshold"]])) NaN else x[["threshold"]]
  all(mapply(is_like, unclass(x)[parts], unclass(area_quantity)[parts]), !is.na(x[["name"]])) &&
    identical(threshold, x[["numbers"]][[4L]])
}

are_quantities <- function(x) {
  is_one <- function(x) inherits(x, "roc_quantity")
  is_one(x) || is_list(x) && any(vapply(x, is_one, NA))
}

# Of a fit in which low scores mean positive, whose scores are turned.
turned_quantities <- function(what) {
  lapply(check_what(what), function(quantity) {
    if (!is.null(quantity$threshold)) {
      quantity$threshold <- quantity$numbers[[4L]] <- -quantity$threshold
    }
    quantity
  })
}

raise_what <- function(x) {
  named <- if (is.character(x)) " A rate, for one, is roc_measure(\"TPR\", FPR = 0.1)." else ""
  raise_type("what", "\"area\", roc_partial(), roc_measure(), or a list of these", x, named)
}

numbers_of_quantities <- function(what) unlist(lapply(what, `[[`, "numbers"), use.names = FALSE)

# From what the core says of quantities to what was asked for.
scaled <- function(values, what) {
  number <- function(i) vapply(what, function(x) x$scale[[i]], 0, USE.NAMES = FALSE)
  number(1L) + number(2L) * values
}
