#' Observations for an ROC analysis
#'
#' Returns observations in the form that the functions of this package use. Every function calls this
#' generic once, on its first argument, so a class with a method here works in all of them:
#' [roc_estimate()], [roc_test()], [roc_influence()], [roc_band()] and the others. Use it to write a
#' method for a class of your own, as in the example.
#'
#' @param x what has the observations: a fit of [weighted_roc()], a numeric vector of scores, or several
#'   scores as a matrix or a named list. A data.frame is always a curve: give several of its columns as
#'   `as.list(data[c("a", "b")])`. A tally ([roc_tally()]), a named list of tallies of several scores, and a
#'   curve of [roc_collect()] have the sums for intervals and tests.
#' @param label the classes: two numbers, of which the larger is positive; logical; a factor, whose last level is
#'   positive; or the outcome at a time of survival data by [outcome_at()].
#' @param weight,weights non-negative weights, by either name, NULL for weights of 1, or a design of package
#'   survey, whose rows the
#'   observations are.
#' @param cluster names of clusters of dependent observations, or NULL.
#' @param positive the value of `label` that is positive, unless its type determines it.
#' @param na.rm TRUE leaves out observations with a missing score, label, weight, cluster or fold.
#' @param fold the fold in which each score was predicted by a cross-validation. Several repetitions are a
#'   list or matrix of such vectors; then each score has a column for each repetition.
#' @param average `"vertical"` averages the AUCs, and other measures, of the folds; `"pooled"` compares across
#'   folds.
#' @param weights_model the models that weights were estimated by: a `glm`, a matrix of estimating
#'   functions with a row for each observation, or a list of these. Standard errors then account for the
#'   estimation.
#' @param variance how estimates vary:
#'   \describe{
#'     \item{`"delong"`}{weights say how much an independent observation (or cluster) counts; the default.}
#'     \item{`"jackknife"`}{the same without the factors n / (n - 1).}
#'     \item{`"frequency"`}{weights count how often the same row occurs; the default for weights of class
#'       `hardhat_frequency_weights`.}
#'     \item{`"bootstrap"`}{replicates of the observations, or clusters, of each class.}
#'     \item{`"bayesian"`}{the Bayesian bootstrap (Rubin 1981): replicates with exponential random weights.}
#'   }
#' @param ... for methods; unused arguments raise `wroc_error_unused`.
#' @return An object of class `roc_rows`, or of another class that the package understands (`roc_sums` for
#'   tallies, `roc_points` for curves, fits by group). Its only use is as an argument.
#' @seealso [weighted_roc()], which keeps observations together with their curves.
#' @references Rubin DB (1981). The Bayesian bootstrap. Annals of Statistics 9(1), 130-134.
#' @examples
#' fit <- weighted_roc(am ~ mpg, mtcars)
#' roc_estimate(fit, measure = c("AUC", "AP"))
#'
#' # A class of your own: forecasts that know their outcome.
#' forecast <- structure(list(p = c(.1, .4, .3, .9), y = c(0, 0, 1, 1)), class = "forecast")
#' registerS3method("roc_observations", "forecast", function(x, ...) roc_observations(x$p, x$y, ...))
#' auc_ci(forecast)
#' @export
roc_observations <- function(x, ...) {
  if (missing(x)) raise_absent("x")
  UseMethod("roc_observations")
}

#' @rdname roc_observations
#' @export
roc_observations.default <- function(x, label, weight = NULL, cluster = NULL, positive = NULL, na.rm = FALSE,
                                     fold = NULL, average = c("vertical", "pooled"), weights_model = NULL,
                                     variance = c("delong", "jackknife", "frequency", "bootstrap",
                                                  "bayesian"),
                                     ..., weights = NULL) classed({
  if (...length() > 0L) refuse_dots(...)
  if (!is.null(weights)) weight <- one_of_weights(weight, weights)
  if (is.object(x) || !is.numeric(x)) refuse_no_scores(x, "x")
  if (missing(label)) raise_absent("label", instead_of_observations(x))
  pooled <- !missing(average) && check_choice(average, "average") == "pooled"
  observations <- if (is.null(fold)) {
    if (pooled) check_unused(c(average = TRUE), without_folds)
    observations_of(x, label, weight, cluster, positive, na.rm)
  } else {
    observations_in_folds(x, label, weight, cluster, positive, na.rm, fold, pooled)
  }
  chosen <- !missing(variance)
  if (!is.null(observations$sampling$design)) {
    refuse_in_design(c(cluster = !is.null(cluster), variance = chosen, weights_model = !is.null(weights_model)))
  }
  variance <- if (chosen) {
    check_choice(variance, "variance", observations$sampling$variance)
  } else {
    c(observations$sampling$variance, variance)[[1L]]
  }
  if (!is.null(weights_model)) {
    observations$sampling$models <- check_weights_model(weights_model, length(label), cluster, has_influences(variance))
  }
  sampled(observations, variance, chosen)
})

has_influences <- function(variance) variance %in% c("delong", "jackknife")

#' @rdname roc_observations
#' @export
roc_observations.roc_rows <- function(x, ...) {
  refuse_own(...)
  x
}

#' @rdname roc_observations
#' @export
roc_observations.weighted_roc <- function(x, ..., variance = NULL) {
  refuse_own(...)
  check_has_curve(x)
  observations <- x$observations
  if (is.null(variance)) observations else varied(observations, variance)
}

#' @rdname roc_observations
#' @export
roc_observations.weighted_roc_by <- function(x, ..., variance = NULL) {
  refuse_own(...)
  if (!is.null(variance)) {
    of_group <- function(fit) replace(fit, "observations", list(varied(fit$observations, variance)))
    x$fits <- lapply(x$fits, of_group)
    if (!is.null(.subset2(x, "observations"))) x$observations <- varied(x$observations, variance)
  }
  x
}

#' @rdname roc_observations
#' @export
roc_observations.roc_tally <- function(x, ..., variance = c("delong", "jackknife", "frequency")) {
  refuse_with_tally(...)
  observed_in_tallies(list(x), NULL, if (!missing(variance)) check_choice(variance, "variance"))
}

#' @rdname roc_observations
#' @export
roc_observations.list <- function(x, ...) {
  if (are_tallies(x)) observations_of_tallies(x, ...) else roc_observations.default(x, ...)
}

refuse_with_tally <- function(...) {
  if (...length() == 0L) return()
  name <- name_of_dots(...)
  if (!is_of_observations(name)) raise_unknown(name, "variance")
  refuse_arguments(name, "used with a tally, which has no observations")
}

#' @rdname roc_observations
#' @export
roc_observations.data.frame <- function(x, ..., variance = c("delong", "jackknife", "frequency")) {
  refuse_columns(x, ...)
  # A curve of an engine is in the place of observations. The weights behind other curves are unknown.
  collected <- all(c(columns_of_curves, "slack") %in% names(x))
  variance <- if (!missing(variance)) check_choice(variance, "variance")
  structure(list(curve = x, sampling = list(variance = variance_of_curves(x, variance))),
            class = if (collected) c("roc_curve_sums", "roc_sums") else "roc_points")
}

# The same observations, which vary in another way.
varied <- function(observations, variance) {
  if (!is.null(observations$sampling$design)) {
    refuse_arguments("variance", "accepted with a survey design, which has its own")
  }
  if (inherits(observations, "roc_sums")) {
    variance <- check_choice_of(variance, "variance", c("delong", "jackknife", "frequency"))
    if (inherits(observations, "roc_tally_sums")) variance <- variance_of_tallies(observations$tallies, variance)
    observations$sampling$variance <- variance
    return(observations)
  }
  variance <- check_choice_of(variance, "variance", eval(formals(roc_observations.default)$variance))
  check_unused(c(weights_model = !is.null(observations$sampling$models) && !has_influences(variance)),
               "with a bootstrap or counts")
  sampled(observations, variance, TRUE)
}

# Refuses arguments that a fit or observations already have.
refuse_own <- function(...) {
  if (...length() == 0L) return()
  name <- name_of_dots(...)
  if (!is_of_observations(name)) raise_unknown(name, "variance")
  refuse_arguments(name, "accepted with a fit, which has its own")
}

# Unnamed arguments behind the first one are, too.
is_of_observations <- function(name) {
  name %in% c("...", names(formals(roc_observations.default)), names(formals(weighted_roc.default)))
}

# A measure and what `.read` makes of `.x`; names that begin with a point match no part of a name in `...`. Behind what has labels the first argument without a name is the measure,
# unless one was `chosen`.
with_measure_behind <- function(.read, .x, .measure, .chosen, ...) {
  take <- function(.measure, ...) list(measure = .measure, of = .read(.x, ...))
  behind <- !.chosen && ...length() > 0L && name_of_dots(...) == "..." && has_labels(.x) && is_measure(..1)
  if (behind) take(...) else take(.measure, ...)
}

has_labels <- function(x) {
  is_fit(x) || is_tally(x) || is_keyed(x) || inherits(x, c("roc_rows", "roc_sums")) || are_tallies(x) ||
    is.data.frame(x) && all(c("TPR", "FPR") %in% names(x))
}

is_measure <- function(x) inherits(x, "roc_measure") || is.character(x)

# Columns of a data.frame are no scores here: it is a curve.
refuse_columns <- function(x, ...) {
  if (...length() > 0L && !any(columns_of_curves %in% names(x))) {
    message <- paste("`x` must not be a data.frame, which is treated as a curve: give scores as a matrix or",
                     "a named list, `as.list(data)`, or a fit of weighted_roc().")
    raise("type", message, argument = "x", expected = "scores", found = class(x))
  }
  refuse_dots(...)
}
