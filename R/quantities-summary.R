#' Numbers that sum a whole ROC curve up
#'
#' Say which summary of a curve [roc_ci()], [roc_influence()] and [auc_test()] are asked for.
#'
#' @section Definition:
#' \describe{
#'   \item{`"KS"`}{The largest \eqn{J = TPR - FPR}: the distance of Kolmogorov and Smirnov between the
#'     classes, and Youden's index at its best.}
#'   \item{`"average_precision"`}{The precision (PPV) at each score, weighted by the share of the positives
#'     that have it, see [auc_pr()].}
#'   \item{`"pr_area"`}{The area under precision over recall, interpolated between thresholds, see [auc_pr()].}
#'   \item{`"prg_area"`}{The area under precision gain over recall gain, see [roc_prg()].}
#' }
#' The last three depend on the probability of the positive class, `prior`, or its share in the weights.
#'
#' @section Influence:
#' Where the number is an optimum over thresholds, the influence is that on the number at the optimal ones,
#' which what is of first order does not move (envelope theorem). Where another threshold is as good,
#' the number has a kink there, and intervals are too narrow.
#'
#' @param measure One of those below.
#' @param prior The probability of the positive class where it is not its share in the weights, for
#'   measures that depend on it.
#'
#' @return An object of class `roc_quantity`, for the argument `what`.
#'
#' @section Errors:
#' `wroc_error_choice`, `wroc_error_unused`, and `wroc_error_range` for the prior.
#'
#' @source
#' Youden, W. J. (1950). Index for rating diagnostic tests. *Cancer* 3, 32-35.
#'
#' @family inference
#' @seealso [auc_pr()] for the areas of precision and recall themselves, [roc_partial()] and [roc_measure()] for numbers of a part of the curve.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' score <- rnorm(100, truth)
#' roc_ci(score, truth, rexp(100), list(
#'   roc_summary("KS"), roc_summary("average_precision"), roc_summary("average_precision", prior = 0.05)
#' ))
#' @export
roc_summary <- function(measure = c("KS", "average_precision", "pr_area", "prg_area"), prior = NULL) classed({
  measure <- check_choice(measure, "measure")
  summary <- summaries[[measure]]
  if (!is.null(prior)) {
    if (!summary$with_prior) refuse_arguments("prior", sprintf("used for %s", quoted(measure)))
    prior <- check_numbers(prior, "prior", prior_range, 1L)
  }
  quantity(
    name = if (is.null(prior)) measure else sprintf("%s(prior %s)", measure, number(prior)),
    numbers = c(6, summary$number, rep(NaN, 10L), if (is.null(prior)) NaN else prior),
    scale = summary$scale, ends = summary$ends
  )
})

# As a share of so many independent observations.
ends_of_summary <- function(quantity, of) {
  n <- effective_number(of$estimate, of$variance, of$freedom, 1 / sum(1 / of$effective), 0, of$conf.level)
  ends <- wilson(of$estimate, n, stats::qnorm(outer_tail(of$conf.level), lower.tail = FALSE))
  c(ends, list(df = of$freedom + freedom_of_model))
}

# The logit of an area of precision.
ends_of_precision <- function(quantity, of) {
  df <- of$freedom + freedom_of_model
  logit_interval(of$estimate, sqrt(of$variance), of$conf.level, df)
}

# The logarithm of what the area lacks of 1: it has no lower bound.
ends_of_gain <- function(quantity, of) {
  df <- of$freedom + freedom_of_model
  lack <- 1 - of$estimate
  quantile <- stats::qt(outer_tail(of$conf.level), df, lower.tail = FALSE)
  reach <- if (lack > 0) quantile * sqrt(of$variance) / lack else 0
  list(low = 1 - lack * exp(reach), high = 1 - lack * exp(-reach), df = df)
}

# `number` is that of the core, `scale` as quantity() has it.
summaries <- list(
  KS = list(number = 0, with_prior = FALSE, scale = c(0, 1), ends = ends_of_summary),
  average_precision = list(number = 1, with_prior = TRUE, scale = c(0, 1), ends = ends_of_precision),
  pr_area = list(number = 2, with_prior = TRUE, scale = c(0, 1), ends = ends_of_precision),
  prg_area = list(number = 3, with_prior = TRUE, scale = c(0, 1), ends = ends_of_gain)
)
