#' Numbers that sum a whole ROC curve up
#'
#' Say which summary of a curve [roc_ci()], [roc_influence()] and [auc_test()] are asked for.
#'
#' @section Definition:
#' \describe{
#'   \item{`"KS"`}{The largest \eqn{J = TPR - FPR}: the distance of Kolmogorov and Smirnov between the
#'     classes, and Youden's index at its best.}
#'   \item{`"AUCH"`}{The area under the convex hull.}
#'   \item{`"MER"`}{The least rate of errors, which depends on the `prior`.}
#'   \item{`"H"`}{Hand's H, which depends on the `prior`, for a `density` of costs: see [roc_h()].}
#' }
#'
#' @section Influence:
#' Where the number is an optimum over thresholds, the influence is that on the number at the optimal ones,
#' which what is of first order does not move (envelope theorem). Where another threshold is as good,
#' the number has a kink there.
#'
#' @section Intervals:
#' Thresholds that are the best in the sample make these numbers too good. By how much is estimated from halves
#' of the sample (always the same ones), as twice what these are better than the whole on the average. The
#' estimate and its standard error stay those of the sample; the interval is made of Wilson's around the estimate
#' and around what is left. For H of few positives or of heavy weights, and where costs are mostly such that
#' the score hardly matters, even these contain the truth too rarely: in simulations of 15 to 100 positives
#' between 60 and 97 times of 100.
#'
#' @param measure One of those below.
#' @param prior The probability of the positive class where it is not its share in the weights, for
#'   measures that depend on it: `"MER"`, `"H"`.
#' @param density For `"H"`: how probable the costs of errors are, `"prior"`, `"ratio"` or the parameters of a beta
#'   distribution, see [roc_h()].
#'
#' @return An object of class `roc_quantity`, for the argument `what`.
#'
#' @section Errors:
#' `wroc_error_choice`, `wroc_error_unused`, and `wroc_error_type`, `wroc_error_length`, `wroc_error_missing`
#' and `wroc_error_range` for prior and density.
#'
#' @source
#' Youden, W. J. (1950). Index for rating diagnostic tests. *Cancer* 3, 32-35. Kim, J. and Pollard, D. (1990). Cube
#' root asymptotics. *Annals of Statistics* 18, 191-219.
#'
#' @family inference
#' @seealso [roc_partial()] and [roc_measure()] for numbers of a part of the curve.
#'
#' @examples
#' set.seed(1)
#' truth <- rep(0:1, each = 50)
#' score <- rnorm(100, truth)
#' roc_ci(score, truth, rexp(100), roc_summary("KS"))
#' @export
roc_summary <- function(measure = c("KS", "AUCH", "MER", "H"), prior = NULL,
                        density = "prior") classed({
  density_given <- !missing(density)
  measure <- check_choice(measure, "measure")
  summary <- summaries[[measure]]
  if (!is.null(prior)) {
    if (!summary$with_prior) refuse_arguments("prior", sprintf("used for %s", quoted(measure)))
    prior <- check_numbers(prior, "prior", prior_range, 1L)
  }
  check_unused(c(density = density_given && measure != "H"), sprintf("for %s", quoted(measure)))
  density <- check_density(density, with_function = FALSE)
  quantity(
    name = name_of_summary(measure, prior, density),
    numbers = c(6, summary$number, NaN, NaN, density, rep(NaN, 6L), if (is.null(prior)) NaN else prior),
    scale = summary$scale, ends = summary$ends, of_sample = isTRUE(summary$of_sample)
  )
})

name_of_summary <- function(measure, prior, density) {
  given <- c(if (!is.na(density[[2L]]) && is.na(density[[1L]])) "ratio",
             if (!anyNA(density)) sprintf("Beta(%s, %s)", number(density[[1L]]), number(density[[2L]])),
             if (!is.null(prior)) paste("prior", number(prior)))
  if (is.null(given)) measure else sprintf("%s(%s)", measure, paste(given, collapse = ", "))
}

# As a share of so many independent observations.
ends_of_summary <- function(quantity, of) {
  n <- effective_number(of$estimate, of$variance, of$freedom, 1 / sum(1 / of$effective), 0, of$conf.level)
  ends <- wilson(of$estimate, n, stats::qnorm(outer_tail(of$conf.level), lower.tail = FALSE))
  c(ends, list(df = of$freedom + freedom_of_model))
}

# `number` is that of the core; `scale`, `ends` and `of_sample` are as quantity() has them.
summaries <- list(
  KS = list(number = 0, with_prior = FALSE, scale = c(0, 1), ends = ends_at_optimum, of_sample = TRUE),
  AUCH = list(number = 1, with_prior = FALSE, scale = c(0, 1), ends = ends_at_optimum, of_sample = TRUE),
  MER = list(number = 2, with_prior = TRUE, scale = c(0, 1), ends = ends_at_optimum, of_sample = TRUE),
  H = list(number = 3, with_prior = TRUE, scale = c(0, 1), ends = ends_at_optimum, of_sample = TRUE)
)
