#' Power and sample size for AUCs
#'
#' `auc_power()` returns the sample size of a study of AUCs, or its power, detectable AUC, level or ratio
#' of the classes. Use it to plan a test of one AUC, of the difference of two AUCs, or of non-inferiority.
#'
#' @details
#' \describe{
#'   \item{one AUC}{against `auc0`.}
#'   \item{two scores of the same observations}{`auc` against `auc2`, with a `correlation`, or by a pilot with
#'     both scores.}
#'   \item{two independent samples}{`auc` against `auc2`, without a `correlation`; each has `n`
#'     positives.}
#'   \item{non-inferiority}{with a `margin` \eqn{\delta}{delta} the rejected hypothesis is \eqn{A \le A_0 -
#'     \delta}{A <= A0 - delta}, or \eqn{A_1 - A_2 \le -\delta}{A1 - A2 <= -delta}.}
#' }
#' The planned tests are those of [auc_test()]. The critical value uses the variance of a test that just
#' rejects. The power uses the variance at the true AUCs, on the arcsine scale for one AUC. The variance
#' of an AUC is \eqn{d (\sigma_1^2 / n_1 + \sigma_0^2 / n_0)}{d (s1^2 / n1 + s0^2 / n0)}, with the design
#' effect \eqn{d}. \eqn{\sigma_1^2}{s1^2} and \eqn{\sigma_0^2}{s0^2} are the variances of the share of the
#' other class that an observation beats. They come from normal scores of equal variance (`"binormal"`),
#' from exponential scores (`"exponential"`, Hanley and McNeil 1982), or from the influences of a `pilot`.
#' If clusters of a pilot have both classes, `ratio` is the pilot's. Obuchowski's formula (1994) is for
#' the AUC of a fitted binormal curve, whose variance is 1.5 times as large at 0.9. `vignette("Methods")`
#' compares planned and simulated power.
#'
#' **Other shapes.** Give a `pilot` where scores have unequal variances or are mixtures. With four negatives per
#' positive, studies of such scores that `"binormal"` planned for a power of 80% had 61% to 69%; planned by pilots of
#' 100 positives, they had 80% to 82%.
#'
#' @param n the number of positives, in each sample, from 2 to 1e9; there are `ratio * n` negatives.
#' @param auc the true AUC, of the first score; AUCs are from 0.001 to 0.999.
#' @param power the probability to reject.
#' @param sig.level the level of the test. Of `n`, `auc`, `power`, `sig.level` and `ratio` exactly one must be
#'   `NULL`: it is found.
#' @param ratio the number of negatives for each positive: \eqn{(1 - p) / p} for a prevalence \eqn{p}.
#' @param auc0 for one AUC: the AUC of the null hypothesis.
#' @param auc2 for two AUCs: the true AUC of the second score, or in the second sample.
#' @param correlation the correlation of two scores of the same observations in each class.
#' @param margin the margin of non-inferiority.
#' @param alternative `"two.sided"` or `"one.sided"`.
#' @param model the model of the scores.
#' @param pilot a fit of [weighted_roc()] to a pilot sample, in place of a model.
#' @param deff a design effect: the factor by which weights and clusters multiply the variance.
#' @param weight,weights in place of `deff`, weights like those that observations will have: Kish's design effect
#'   \eqn{\overline{w^2} / \bar w^2}{mean(w^2) / mean(w)^2}.
#' @param ... not used.
#' @return An object of class `power.htest`, a list that prints: `n` (not rounded), `ratio`, `auc`, `auc0` or
#'   `auc2`, `correlation`, `margin`, `deff`, `sig.level`, `power`, `alternative`, `note`, `method`.
#' @section Errors:
#' `wroc_error_type`, `wroc_error_length`, `wroc_error_missing`, `wroc_error_range` for the arguments;
#' `wroc_error_choice` unless exactly one argument is `NULL`; `wroc_error_unused`; `wroc_error_observations`
#' for a pilot without variation; `wroc_error_unsupported` for a pilot of a survey design or of folds;
#' `wroc_error_unreachable` where no value gives the others.
#' @references Hanley JA, McNeil BJ (1982). Radiology 143, 29-36. Obuchowski NA (1994). Computing sample size
#'   for receiver operating characteristic studies. Investigative Radiology 29, 238-243. Kish L (1965). Survey
#'   Sampling. Wiley.
#' @seealso [auc_test()] for the tests that are planned.
#' @examples
#' # By a pilot sample: how many cases show that an AUC of 0.8 is not 0.5?
#' fit <- weighted_roc(am ~ mpg, mtcars)
#' auc_power(auc = 0.8, power = 0.9, pilot = fit)
#'
#' # Without one
#' auc_power(auc = 0.7, power = 0.9)
#'
#' # Which AUC can 40 cases and 160 controls distinguish from 0.75?
#' auc_power(n = 40, ratio = 4, auc0 = 0.75, power = 0.8)$auc
#'
#' # Two scores of the same people, and whether a cheaper one is as good up to 0.05
#' auc_power(n = 100, auc = 0.85, auc2 = 0.78, correlation = 0.5)
#' auc_power(auc = 0.85, auc2 = 0.85, correlation = 0.5, margin = 0.05, power = 0.8,
#'   alternative = "one.sided")
#' @export
auc_power <- function(n = NULL, auc = NULL, power = NULL, sig.level = 0.05, ratio = 1, ..., auc0 = 0.5,
                      auc2 = NULL, correlation = NULL, margin = 0,
                      alternative = c("two.sided", "one.sided"),
                      model = c("binormal", "exponential"), pilot = NULL, deff = 1,
                      weight = NULL, weights = NULL) classed({
  refuse_dots(...)
  weight <- one_of_weights(weight, weights)
  refuse_foreign(n, "n", "a number of observations")
  if (!is.null(n) && !is.numeric(n)) raise_type("n", "a number of observations", n)
  refuse_together(c(auc0 = !missing(auc0), model = !missing(model), deff = !missing(deff),
                  correlation = !is.null(correlation), weight = !is.null(weight)), auc2, pilot)
  pilot <- if (!is.null(pilot)) check_pilot(pilot, !is.null(auc2))
  ratio <- ratio_by_pilot(ratio, !missing(ratio), pilot)
  args <- list(n = n, ratio = ratio, auc = auc, sig.level = sig.level, power = power)
  wanted <- check_wanted(args)
  known <- names(args) != wanted
  args[known] <- Map(check_numbers, args[known], names(args)[known], 1L)
  reference <- if (is.null(auc2)) "auc0" else "auc2"
  design <- list(
    reference = check_numbers(if (is.null(auc2)) auc0 else auc2, reference, 1L),
    margin = check_numbers(margin, "margin", 1L),
    alternative = check_choice(alternative, "alternative")
  )
  if (!is.null(correlation)) correlation <- check_numbers(correlation, "correlation", 1L)
  paired <- !is.null(correlation) || length(pilot$scores) > 1L
  effect <- if (is.null(weight)) {
    list(deff = check_numbers(deff, "deff", 1L))
  } else {
    list(weight = check_numbers(weight, "weight"))
  }
  design <- c(design, effect, list(
    correlation = correlation, model = check_choice(model, "model"), wanted = wanted,
    two.sided = design$alternative == "two.sided", pilot = pilot,
    question = if (is.null(auc2)) "one" else if (paired) "paired" else "unpaired"
  ))
  check_null(args$auc, design, reference)
  result <- solved(c(args, design), args, reference)
  args[[wanted]] <- result[[1L]]
  own <- structure(list(design$reference), names = reference)
  power_htest(args, design, c(own, list(
    correlation = correlation, margin = if (design$margin > 0) design$margin,
    deff = if (result[[2L]] != 1) result[[2L]]
  )))
})

refuse_together <- function(args, auc2, pilot) {
  if (!is.null(auc2)) check_unused(args["auc0"], "with `auc2`")
  if (is.null(auc2)) check_unused(args["correlation"], "without `auc2`")
  if (!is.null(pilot)) check_unused(args[-1L], "with a pilot sample, which shows it")
  if (args[["weight"]]) check_unused(args["deff"], "with `weight`")
}

# The name of the one that is to be found.
check_wanted <- function(args) {
  wanted <- names(args)[vapply(args, is.null, NA)]
  if (length(wanted) != 1L) {
    message <- sprintf("Exactly one of %s must be NULL, not %s.",
                       paste0("`", names(args), "`", collapse = ", "),
                       if (length(wanted)) paste0("`", wanted, "`", collapse = ", ") else "none")
    raise("choice", message, argument = if (length(wanted)) wanted else names(args))
  }
  wanted
}

# The observations of a pilot.
check_pilot <- function(pilot, two) {
  if (!inherits(pilot, "weighted_roc")) raise_type("pilot", "a fit of weighted_roc()", pilot)
  check_has_observations(pilot, "auc_power()", "pilot")
  own <- roc_observations(pilot)
  refuse_ways("pilot", c(design = !is.null(own$sampling$design), outcome = !is.null(own$outcome),
                         fold = !is.null(own$sampling$folds)), "a pilot", "pilot")
  if (length(own$scores) > 1L + two) {
    message <- sprintf("`pilot` must have %s, not %s.",
                       if (two) "one score or two" else "one score without `auc2`",
                       number(length(own$scores)))
    raise("observations", message, argument = "pilot")
  }
  areas <- pilot$areas
  if (any(areas$estimate == 0 | areas$estimate == 1) || anyNA(areas$std.error) || any(areas$std.error == 0)) {
    raise("observations", "The AUCs of `pilot` must have standard errors above 0: one is 0 or NA.",
          argument = "pilot")
  }
  own
}

# Clusters that have both classes have them in the pilot's ratio: how others vary is not known.
ratio_by_pilot <- function(ratio, chosen, pilot) {
  if (is.null(pilot$sampling$cluster)) return(ratio)
  weights <- pilot$weights
  used <- if (is.null(weights)) TRUE else as.vector(weights) > 0
  label <- as.double(pilot$label)
  positive <- (label == max(label))[used]
  clusters <- pilot$sampling$cluster[used]
  if (!any(clusters[positive] %in% clusters[!positive])) return(ratio)
  counts <- if (pilot$sampling$variance == "frequency") as.vector(weights)[used] else rep(1, length(positive))
  own <- sum(counts[!positive]) / sum(counts[positive])
  if (chosen && !isTRUE(all.equal(ratio, own, tolerance = 1e-9))) {
    message <- sprintf(paste(
      "`ratio` must be that of `pilot`, %s: its clusters have observations of both classes,",
      "and the variance of such clusters at another ratio is unknown."
    ), number(own))
    raise("unsupported", message, argument = "ratio", expected = own)
  }
  own
}

# The truth must be beyond what is to be rejected.
check_null <- function(auc, design, reference) {
  bound <- design$reference - design$margin
  if (is.null(auc)) return()
  is_null <- if (isTRUE(design$margin > 0)) auc <= bound else auc == bound
  if (isTRUE(is_null)) {
    message <- sprintf("`auc` must be %s %s: there is no effect to detect where it is %s.",
                       if (design$margin > 0) sprintf("greater than `%s` less `margin`,", reference)
                       else sprintf("other than `%s`,", reference), number(bound), number(auc))
    raise("range", message, argument = "auc", value = auc)
  }
}

# The quantity asked for, and the design effect.
solved <- function(request, args, reference) {
  result <- power(request)
  if (inherits(result, "wroc_failure") && result$kind == "unreachable") {
    message <- sprintf("No `%s` from %s to %s gives a power of %s: it ranges from %s to %s.",
                       request$wanted, number(result$from), number(result$to), number(args$power),
                       number(result$least), number(result$most))
    raise("unreachable", message, argument = request$wanted)
  }
  unwrap(result, argument = if (identical(result$argument, "reference")) reference)
}

power_htest <- function(args, design, own) {
  quantities <- switch(design$question, one = "One area under a ROC curve",
                 paired = "Two scores of the same observations", unpaired = "Two independent samples")
  samples <- if (design$question == "unpaired") " in each sample" else ""
  own <- own[!vapply(own, is.null, NA)]
  structure(c(
    args[c("n", "ratio", "auc")], own, args[c("sig.level", "power")],
    list(
      alternative = design$alternative,
      note = sprintf("n is the number of positives%s, ratio * n that of negatives", samples),
      method = sprintf("%s%s: power calculation", quantities,
                       if (design$margin > 0) ", non-inferiority" else "")
    )
  ), class = "power.htest")
}
