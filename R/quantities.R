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
#'   \item{`"ACC"`, `"ERR"`}{\eqn{\pi TPR + (1 - \pi) TNR}{pi TPR + (1 - pi) TNR}, and what that lacks of 1.}
#'   \item{`"F1"`}{The harmonic mean of PPV and TPR.}
#'   \item{`"FDR"`, `"FOR"`}{What PPV and NPV lack of 1: the false discovery and the false omission rate.}
#'   \item{`"share"`}{The share called positive, \eqn{\pi TPR + (1 - \pi) FPR}{pi TPR + (1 - pi) FPR}.}
#'   \item{`"BACC"`, `"J"`}{\eqn{(TPR + TNR) / 2}{(TPR + TNR) / 2}, and Youden's \eqn{TPR - FPR}{TPR - FPR}.}
#'   \item{`"LR_pos"`, `"LR_neg"`}{The likelihood ratios \eqn{TPR / FPR}{TPR / FPR} and
#'     \eqn{FNR / TNR}{FNR / TNR}.}
#'   \item{`"kappa"`, `"MCC"`}{Cohen's kappa and Matthews' correlation coefficient, as in [roc_measures()].}
#'   \item{`"risk"`}{The expected cost: each cell of the confusion matrix has its cost, see [roc_risk()].}
#'   \item{`"threshold"`}{The threshold itself that reaches a rate: the largest one with at least a `TPR` (a
#'     sensitivity), or the smallest one with at most an `FPR` (1 less a specificity). With `PPV` the smallest one
#'     with at least this PPV. It is `Inf` where only calling nothing positive does.}
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
#' Intervals at a share are too wide rather than wrong: nominal 95% held in 92.2% to 100% of the samples of 72 cells in
#' simulations (`bench/coverage/report.md` in the sources), at shares of 0.05 and 0.1 mostly in more than 98%.
#' `roc_partial()` is the area of [roc_partial_auc()] in one interval.
#'
#' @param FPR,TPR For `roc_partial()` the interval, `c(a, b)` with 0 <= a < b <= 1; one of them. For
#'   `roc_measure()` the rate at which the other class's is meant, or that the threshold reaches.
#' @param standardize As in [roc_partial_auc()].
#' @param measure One of those below.
#' @param threshold Scores from this one on are called positive.
#' @param share The share of the population that is called positive, greater than 0.
#' @param prior The probability of the positive class where it is not its share in the weights. For
#'   measures that depend on it: `"PPV"`, `"NPV"`, `"ACC"`, `"ERR"`, `"F1"`, `"risk"`, `"FDR"`, `"FOR"`,
#'   `"share"`, `"kappa"`, `"MCC"`, `"NB"`, and all at a `share` or a `PPV`.
#' @param cost_FP,cost_FN,cost_TP,cost_TN For `"risk"`: what each outcome costs.
#' @param PPV For `"threshold"`: the PPV that it reaches.
#'
#' @return An object of class `roc_quantity`, for the argument `what`: a list with the `measure`, the other arguments
#'   that were given, and the `version` of such lists. Its printed name, also from `format()`, contains them all, costs
#'   where they are not the default.
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
#' roc_measure("threshold", TPR = 0.9)
#' @export
roc_partial <- function(FPR = NULL, TPR = NULL, standardize = c("none", "range", "mcclish")) classed({
  standardize <- check_choice(standardize, "standardize")
  partial <- check_partial(FPR, TPR)
  if (is.null(partial)) check_one_of(FPR, TPR, c("FPR", "TPR"))
  quantity_of_partial(partial, standardize)
})

# `partial` as check_partial() has it.
quantity_of_partial <- function(partial, standardize = "none") {
  check_not_empty(list(low = partial$interval[[1L]], high = partial$interval[[2L]]), partial$by)
  partial_quantity(partial, standardize)
}

partial_quantity <- function(partial, standardize = "none") {
  by <- function(rate) if (partial$by == rate) partial$interval
  quantity("pAUC", FPR = by("FPR"), TPR = by("TPR"), standardize = standardize)
}

#' @rdname roc_partial
#' @export
roc_measure <- function(measure = c("TPR", "FPR", "TNR", "FNR", "PPV", "NPV", "ACC", "ERR", "F1", "risk",
                                    "FDR", "FOR", "share", "BACC", "J", "LR_pos", "LR_neg", "kappa", "MCC",
                                    "NB", "lift", "threshold"),
                        threshold = NULL, FPR = NULL, TPR = NULL, share = NULL, prior = NULL, cost_FP = 1,
                        cost_FN = 1, cost_TP = 0, cost_TN = 0, PPV = NULL) classed({
  costs_given <- c(cost_FP = !missing(cost_FP), cost_FN = !missing(cost_FN),
                   cost_TP = !missing(cost_TP), cost_TN = !missing(cost_TN))
  measure <- check_choice(measure, "measure")
  place <- list(threshold = threshold, FPR = FPR, TPR = TPR, share = share, PPV = PPV)
  given <- names(place)[!vapply(place, is.null, NA)]
  if (length(given) != 1L) {
    message <- sprintf("One of `threshold`, `FPR`, `TPR`, `share` and `PPV` must be given, not %s.",
                       if (length(given) == 0L) "none" else paste(given, collapse = " and "))
    raise("choice", message, argument = names(place))
  }
  range <- switch(given, threshold = any_number, share = share_range, rate_range)
  at <- check_numbers(place[[given]], given, range, 1L)
  if (measure == "NB" && given == "threshold") check_range(at, "threshold", probability_below_1)
  with_prior <- measure %in% measures_of_prior || given %in% c("share", "PPV")
  if (!with_prior && !is.null(prior)) refuse_arguments("prior", sprintf("used for %s", quoted(measure)))
  if (measure != "risk") check_unused(costs_given, sprintf("for %s", quoted(measure)))
  if (!is.null(prior)) prior <- check_numbers(prior, "prior", prior_range, 1L)
  all <- eval(formals(roc_measure)$measure)
  allowed <- switch(given, threshold = setdiff(all, c("lift", "threshold")),
                    FPR = c("TPR", "FNR", "threshold"), TPR = c("FPR", "TNR", "threshold"),
                    share = c("TPR", "FNR", "PPV", "lift"), PPV = "threshold")
  if (!measure %in% allowed) raise_measure_at(given, allowed, measure)
  cost <- function(x, argument) if (measure == "risk") check_numbers(x, argument, finite_number, 1L)
  by <- function(place) if (given == place) at
  quantity(measure, threshold = by("threshold"), FPR = by("FPR"), TPR = by("TPR"), share = by("share"),
           PPV = by("PPV"), prior = prior,
           cost_TP = cost(cost_TP, "cost_TP"), cost_FP = cost(cost_FP, "cost_FP"),
           cost_FN = cost(cost_FN, "cost_FN"), cost_TN = cost(cost_TN, "cost_TN"))
})

measures_of_prior <- c("PPV", "NPV", "ACC", "ERR", "F1", "risk", "FDR", "FOR", "share", "kappa", "MCC",
                       "NB")

raise_measure_at <- function(given, measures, measure) {
  if (given == "threshold") {
    message <- switch(measure, lift = "The lift takes a `share`.",
                      threshold = "The threshold takes a `TPR`, an `FPR` or a `PPV`.")
    raise("choice", message, argument = "measure", value = measure)
  }
  message <- sprintf("At `%s` the measure must be one of %s, not %s.", given,
                     paste(quoted(measures), collapse = ", "), quoted(measure))
  raise("choice", message, argument = "measure", expected = measures, value = measure)
}

# A tagged list, as the core reads it: src/rust/src/wire.rs.
quantity <- function(measure, ...) {
  fields <- list(measure = measure, ..., version = 1L)
  structure(fields[!vapply(fields, is.null, NA)], class = "roc_quantity")
}

area_quantity <- quantity("AUC")

is_area <- function(quantity) identical(quantity$measure, "AUC")

is_threshold <- function(quantity) identical(quantity$measure, "threshold")

# A threshold jumps from score to score: it has no influence, and so no test.
refuse_thresholds <- function(what, way) {
  asked <- match(TRUE, vapply(what, is_threshold, NA))
  if (!is.na(asked)) refuse_ways("threshold", structure(TRUE, names = way), names(what)[[asked]], "what")
}

#' @export
format.roc_quantity <- function(x, ...) name_of_quantity(x)

#' @export
print.roc_quantity <- function(x, ...) {
  cat("<roc_quantity> ", format(x), "\n", sep = "")
  invisible(x)
}

name_of_quantity <- function(x) {
  if (is_area(x)) return("area")
  by <- intersect(c("threshold", "FPR", "TPR", "share", "PPV"), names(x))
  costs <- unlist(unclass(x)[c("cost_TP", "cost_FP", "cost_FN", "cost_TN")])
  costs <- costs[costs != c(0, 1, 1, 0)]
  said <- function(names, values) paste(names, vapply(values, number, ""), recycle0 = TRUE)
  about <- c(
    if (length(by) == 1L) paste(by, paste(vapply(x[[by]], number, ""), collapse = "-")),
    if (is.numeric(x$density)) sprintf("Beta(%s, %s)", number(x$density[[1L]]), number(x$density[[2L]])),
    if (identical(x$density, "ratio")) "ratio",
    said("prior", x[["prior"]]), said(names(costs), costs)
  )
  standardized <- if (!is.null(x$standardize) && x$standardize != "none") paste0(x$standardize, " ")
  name <- paste0(standardized, x$measure)
  if (length(about) == 0L) name else sprintf("%s(%s)", name, paste(about, collapse = ", "))
}

# A list of quantities, by their names. The core checks that each is whole: someone may have edited it.
check_what <- function(what) {
  if (inherits(what, "roc_quantity") || is.character(what)) what <- list(what)
  if (!is.list(what) || length(what) == 0L) raise_what(what)
  what <- lapply(what, function(x) {
    if (identical(x, "area")) return(area_quantity)
    if (!inherits(x, "roc_quantity") || !is.list(x)) raise_what(x)
    x
  })
  descriptions_of(what)
  given <- if (!is.null(names(what))) readable(names(what))
  own <- vapply(what, format, "")
  names(what) <- if (is.null(given)) own else ifelse(is.na(given) | !nzchar(given), own, given)
  what
}

are_quantities <- function(x) {
  is_one <- function(x) inherits(x, "roc_quantity")
  is_one(x) || is_list(x) && any(vapply(x, is_one, NA))
}

# Of a fit in which low scores mean positive, whose scores are turned. The names say the threshold that was asked for.
turned_quantities <- function(what) {
  lapply(check_what(what), function(quantity) {
    of_threshold <- is_threshold(quantity) || !is.null(quantity$threshold)
    if (of_threshold) replace(quantity, "turned", TRUE) else quantity
  })
}

# Thresholds that were found among turned scores, with their intervals.
with_thresholds_turned_back <- function(rows, what) {
  turned <- vapply(what, function(quantity) is_threshold(quantity) && isTRUE(quantity$turned), NA)
  at <- rep_len(turned, nrow(rows))
  columns <- c("estimate", "conf.low", "conf.high")
  rows[at, columns] <- -rows[at, columns[c(1L, 3L, 2L)]]
  rows
}

raise_what <- function(x) {
  named <- if (is.character(x)) " A rate, for one, is roc_measure(\"TPR\", FPR = 0.1)." else ""
  raise_type("what", "\"area\", roc_partial(), roc_measure(), or a list of these", x, named)
}

# From the unit of influences to what was asked for, see `Quantity::scale` in the core.
scaled <- function(values, what) {
  scale <- descriptions_of(what)
  scale$intercept + scale$slope * values
}

# The `intercept` and `slope` of each quantity, the `widest` difference of two and the area of `chance`; an error where
# someone edited one so that it is not a quantity any more.
descriptions_of <- function(what) unwrap(quantities_described(what))
