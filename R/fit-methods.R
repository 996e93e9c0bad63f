#' Methods for fits
#'
#' These methods return the AUCs of a fit and their covariance matrix, predictions and data.frames. Use
#' them with a fit of [weighted_roc()]; packages mitools, survey, broom and parameters work through them.
#'
#' @details
#' **Scores.** `fit["a"]`, `fit$a` and `fit[["a"]]` keep one score, and `fit[c("a", "b")]` several. Of a fit by group,
#' `fit$women` is the fit of a group, and `fit["a"]` keeps a score in all groups; `c(fit1, b = fit2)` puts the scores of
#' fits of the same rows together, so that they can be compared: label, weights, clusters, folds and design must be
#' the same.
#'
#' **Covariance.** `vcov()` is the joint covariance matrix of the AUCs of all scores, so that
#' `survey::svycontrast(fit, c(a = 1, b = -1))` is the paired difference. Groups of a fit by group are
#' independent of each other, except in a survey design, whose covariance between groups is estimated.
#'
#' **Predictions.** By default the probability of the positive class, calibrated by the curve
#' ([roc_calibrate()]); with `threshold` the predicted class.
#'
#' @param x,object,model a fit.
#' @param i,parm names or numbers of scores.
#' @param measure one or more measures, see [roc_measure()].
#' @param level,conf.level,ci the confidence level; that of the fit by default.
#' @param type of a fit at several times: `"simultaneous"` intervals hold for all times at once, by the joint
#'   (multivariate t) distribution of the AUCs.
#' @param conf.int TRUE for the ends of the intervals.
#' @param format of `tidy()`: `"paper"` has one column of text, such as "0.84 (0.71 to 0.92)", for `knitr::kable()` or
#'   gt.
#' @param newdata a data.frame with the scores, or scores without a formula; the fit's own by default.
#' @param threshold a number, or one for each score: predict the class at it.
#' @param prior the prevalence among the new observations; by default that of the fit.
#' @param data the data.frame to which `augment()` adds its columns.
#' @param ... fits for `c()`; otherwise ignored.
#' @return
#' \describe{
#'   \item{`coef()`, `vcov()`, `confint()`}{the AUCs by the names of their scores (`group:score` for groups),
#'     their covariance matrix, and a matrix with both ends of each interval.}
#'   \item{`predict()`}{a vector, or a data.frame of several scores: probabilities, or predicted classes.}
#'   \item{`tidy()`}{a row for each score: `term`, `estimate`, `std.error`, `conf.high`. Also of tests and estimates.}
#'   \item{`parameters::model_parameters()`}{the same rows for package parameters: `Parameter`, `Coefficient`,
#'     `SE`, `CI`, `CI_low`, `CI_high`, `df_error`.}
#'   \item{`glance()`}{one row: `nobs`, `n_pos`, `n_neg`, effective sample sizes `n_eff_pos`, `n_eff_neg`,
#'     `positive`, `variance`, `conf.level`. (A tibble where tibble is installed, as of all three.)}
#'   \item{`augment()`}{a row for each observation. Each score adds `.TPR` and `.FPR` at its own
#'     threshold, and its `.influence` on the AUC ([roc_influence()]); the names of several scores are
#'     appended.}
#'   \item{`as.data.frame()`, `fortify()`}{all curves: the columns of [WeightedROC()] behind `score`.}
#'   \item{`summary()`}{a list: `areas`; `optimal`, by Youden's index; `partial`, the AUC at FPR up to 0.1.}
#'   \item{`nobs()`, `weights()`, `formula()`, `model.frame()`, `update()`}{as for other models: `update(fit, . ~ . + bmi)`.}
#' }
#' @importFrom stats coef confint formula nobs predict vcov weights
#' @name weighted_roc-methods
#' @seealso [weighted_roc()]; [plot.weighted_roc()] for figures.
#' @examples
#' fit <- weighted_roc(am ~ mpg + qsec, mtcars)
#' coef(fit)
#' vcov(fit)
#' predict(fit, data.frame(mpg = c(15, 25), qsec = 17))
NULL

#' @export
as.data.frame.weighted_roc <- function(x, row.names = NULL, optional = FALSE, ...) classed({
  without_neighbours(for_each_curve(roc_curves(x), function(curve) plain_frame(curve)[columns_of_curves]))
})

#' @export
as.data.frame.weighted_roc_by <- as.data.frame.weighted_roc

#' @exportS3Method ggplot2::fortify
fortify.weighted_roc <- function(model, data, ...) as.data.frame(model)

#' @exportS3Method ggplot2::fortify
fortify.weighted_roc_by <- fortify.weighted_roc

#' @export
coef.weighted_roc <- function(object, ...) structure(object$areas$estimate, names = object$areas$score)

#' @export
coef.weighted_roc_by <- function(object, ...) {
  result <- unlist(lapply(object$fits, coef.weighted_roc), use.names = FALSE)
  structure(result, names = terms_of_groups(object))
}

# Group and score.
terms_of_groups <- function(fits) {
  scores <- lapply(fits$fits, names_of_scores_in)
  paste(rep(names(scores), lengths(scores)), unlist(scores, use.names = FALSE), sep = ":")
}

#' @export
vcov.weighted_roc <- function(object, ...) classed({
  names <- names_of_scores_in(object)
  result <- if (has_curve(object)) covariances(roc_observations(object), object$areas) else NA_real_
  matrix(result, length(names), length(names), dimnames = list(names, names))
})

#' @export
vcov.weighted_roc_by <- function(object, ...) classed({
  names <- terms_of_groups(object)
  whole <- object$observations
  group <- groups_that_have(object, area_measure)
  sampling <- whole$sampling
  if (!is.null(sampling$models)) refuse_ways("groups", c(weights_model = TRUE))
  if (!is.null(sampling$cluster) && is.null(sampling$design)) check_within_groups(sampling$cluster, group)
  result <- matrix(0, length(names), length(names), dimnames = list(names, names))
  starts <- cumsum(lengths(lapply(object$fits, names_of_scores_in)))
  for (i in seq_along(object$fits)) {
    own <- vcov.weighted_roc(object$fits[[i]])
    places <- starts[[i]] - rev(seq_len(nrow(own))) + 1L
    result[places, places] <- own
  }
  unknown <- is.na(diag(result))
  if (!is.null(sampling$design)) {
    samples <- samples_of_groups(whole, group)
    of_design <- covariance_in_groups(whole, samples, group, area_measure)
    result[!unknown, !unknown] <- of_design$covariance
  }
  result[unknown, ] <- result[, unknown] <- NA_real_
  result
})

# How the AUCs of all scores vary together; `rows` are their estimates.
covariances <- function(observations, rows) UseMethod("covariances")

#' @exportS3Method
covariances.roc_rows <- function(observations, rows) {
  if (!is.null(observations$sampling$design)) return(covariance_of_quantities(observations, area_measure)$covariance)
  if (!is_bootstrap(observations$sampling$variance)) {
    return(covariance_in(observations, unclass(area_measure))$covariance)
  }
  # The same replicates for all scores, with the standard errors that the fit has already.
  request <- list(scheme = scheme_of(observations$sampling$variance), seed = seed_of_call(), R = 2000)
  areas <- result_of_scores(observations, replicates(observations, request))
  areas <- matrix(areas, ncol = length(observations$scores), byrow = TRUE)
  stats::cor(areas, use = "complete.obs") * tcrossprod(rows$std.error)
}

# Differences of scores have the covariances in their standard errors.
#' @exportS3Method
covariances.roc_sums <- function(observations, rows) {
  variances <- rows$std.error^2
  if (anyNA(rows$n_pos)) raise_without_observations("A covariance")
  result <- diag(variances, length(variances))
  if (length(variances) > 1L) {
    spec <- list(alternative = "two.sided", test = "wald", adjust = "none", trend = FALSE)
    of_pairs <- tests(observations, unclass(area_measure)[[1L]], spec)$contrasts$std.error^2
    pairs <- pairs_of(variances)
    both <- (variances[pairs[1L, ]] + variances[pairs[2L, ]] - of_pairs) / 2
    result[t(pairs)] <- result[t(pairs[2:1, , drop = FALSE])] <- both
  }
  result
}

#' @rdname weighted_roc-methods
#' @export
confint.weighted_roc <- function(object, parm, level = NULL, measure = "AUC", ...) classed({
  refuse_dots_of_confint(...names())
  level <- check_level(level_of(list(level = level), kept_observations(object)), "level")
  ends_of_intervals(roc_estimate(object, measure = measure, conf.level = level), level, parm)
})

#' @export
confint.weighted_roc_by <- function(object, parm, level = NULL, measure = "AUC", ...) classed({
  refuse_dots_of_confint(...names())
  rows <- answers_of_groups(object, confint.weighted_roc, parm, level, measure)
  groups <- rep(names(rows), vapply(rows, nrow, 0L))
  names <- paste(groups, unlist(lapply(rows, row.names)), sep = ":")
  rows <- do.call(rbind, rows)
  row.names(rows) <- names
  rows
})

# The level has another name here than elsewhere.
refuse_dots_of_confint <- function(args) {
  refuse_arguments(args[!is.na(args) & nzchar(args)],
                   "accepted by confint(), which takes `parm`, `level` and `measure`")
}

ends_of_intervals <- function(areas, level, parm) {
  tails <- 100 * c((1 - level) / 2, (1 + level) / 2)
  ends <- cbind(areas$conf.low, areas$conf.high)
  several <- anyDuplicated(areas$score) > 0L
  names <- if (several) paste(areas$score, areas$measure, sep = ": ") else areas$score
  dimnames(ends) <- list(names, paste(format(tails, trim = TRUE, digits = 3L), "%"))
  if (missing(parm)) return(ends)
  scores <- unique(areas$score)
  chosen <- structure(seq_along(scores), names = scores)[check_scores_of_fit(parm, scores)]
  ends[unlist(lapply(scores[chosen], function(score) which(areas$score == score))), , drop = FALSE]
}

check_scores_of_fit <- function(parm, scores, argument = "parm") {
  known <- c(scores, seq_along(scores), -seq_along(scores))
  if (is.logical(parm) && length(parm) <= length(scores) && !anyNA(parm) || all(parm %in% known)) {
    return(parm)
  }
  unknown <- setdiff(parm, known)
  message <- sprintf("`%s` must be names or numbers of the scores, %s: %s is not one of them.", argument,
                     listed(scores), listed(unknown[1L]))
  raise("choice", message, argument = argument, expected = scores, value = unknown[1L])
}

#' @export
nobs.weighted_roc <- function(object, ...) {
  observations <- kept_observations(object)
  rows <- length(or(observations$label, observations$outcome$time))
  if (rows > 0L) return(rows)
  object$areas$n_pos[[1L]] + object$areas$n_neg[[1L]]
}

#' @export
nobs.weighted_roc_by <- function(object, ...) unlist(lapply(object$fits, nobs.weighted_roc))

#' @export
weights.weighted_roc <- function(object, ...) {
  check_has_observations(object, "weights()")
  weights <- object$observations$weights
  if (is.null(weights)) rep(1, nobs.weighted_roc(object)) else as.vector(weights)
}

#' @export
weights.weighted_roc_by <- function(object, ...) lapply(object$fits, weights.weighted_roc)

#' @export
formula.weighted_roc <- function(x, ...) x$formula

#' @export
formula.weighted_roc_by <- function(x, ...) x$fits[[1L]]$formula

# Some scores, or more --------------------------------------------------------------------------

#' @rdname weighted_roc-methods
#' @export
`[.weighted_roc` <- function(x, i) classed({
  if (missing(i)) return(x)
  names <- names_of_scores_in(x)
  chosen <- unname(structure(names, names = names)[check_scores_of_fit(i, names, "i")])
  if (length(chosen) == 0L) raise("empty", "`i` must name at least one score.", argument = "i")
  x["curves"] <- list(.subset2(x, "curves")[chosen])
  x$areas <- with_class(rows_of(x$areas, match(chosen, names)), "roc_estimate")
  x$observations <- with_scores(kept_observations(x), chosen)
  with_terms(x, chosen)
})

#' @rdname weighted_roc-methods
#' @param name the name of a score, or of a group of a fit by group.
#' @export
`$.weighted_roc` <- function(x, name) {
  if (name == "curves") return(curves_of_fit(x))
  if (name == "observations") return(observations_of_fit(x))
  own <- .subset2(x, name)
  if (is.null(own) && !name %in% fields_of_fits && name %in% names_of_scores_in(x)) x[name] else own
}

# A score or group of the same name is `fit["call"]`.
fields_of_fits <- c("call", "formula", "response", "classes", "direction", "omitted", "curves", "areas",
                    "observations", "format", "absent", "fits", "by", "groups", "rows")

#' @export
`[[.weighted_roc` <- function(x, i, ...) `$.weighted_roc`(x, if (is.character(i)) i else names(x)[[i]])

#' @export
`$.weighted_roc_by` <- function(x, name) {
  if (name == "fits") return(fits_in(x))
  own <- .subset2(x, name)
  if (is.null(own) && !name %in% fields_of_fits) return(fits_in(x)[[name]])
  # The observations of the first time stand for those of all.
  of_times <- is.null(own) && name == "observations" && inherits(x, "weighted_roc_times")
  if (of_times) Find(has_curve, fits_in(x))$observations else own
}

#' @export
`[[.weighted_roc_by` <- function(x, i, ...) `$.weighted_roc_by`(x, if (is.character(i)) i else names(x)[[i]])

#' @export
`[.weighted_roc_by` <- function(x, i) classed({
  if (missing(i)) return(x)
  if (is.character(i)) refuse_groups_as_scores(x, i)
  x$fits[] <- lapply(x$fits, `[.weighted_roc`, i)
  whole <- .subset2(x, "observations")
  if (!is.null(whole)) x$observations <- with_scores(whole, names_of_scores_in(x$fits[[1L]]))
  x$call <- x$fits[[1L]]$call
  x
})

refuse_groups_as_scores <- function(fits, i) {
  groups <- setdiff(intersect(i, names(fits$fits)), names_of_scores_in(fits$fits[[1L]]))
  if (length(groups) == 0L) return()
  message <- sprintf("`i` must be names or numbers of the scores, %s. The fit of group %s is `fit[[%s]]`.",
                     listed(names_of_scores_in(fits$fits[[1L]])), quoted(groups[[1L]]), quoted(groups[[1L]]))
  raise("choice", message, argument = "i", expected = names_of_scores_in(fits$fits[[1L]]), value = groups[[1L]])
}

with_scores <- function(observations, chosen) UseMethod("with_scores")

# A score has a column for each repetition of a cross-validation.
#' @exportS3Method
with_scores.roc_rows <- function(observations, chosen) {
  places <- match(chosen, observations$names)
  each <- length(observations$scores) / length(observations$names)
  of_score <- function(place) (place - 1) * each + seq_len(each)
  observations$scores <- observations$scores[unlist(lapply(places, of_score))]
  observations$names <- chosen
  observations
}

# A tally has one score.
#' @exportS3Method
with_scores.roc_tally_sums <- function(observations, chosen) observations

# Sums over units of several scores say nothing of some of them; the variance of one is in the whole.
#' @exportS3Method
with_scores.roc_curve_sums <- function(observations, chosen) {
  if (!setequal(chosen, observations$curve$score)) {
    message <- paste("Scores of a table's fit can't be left out, as their covariance was computed in the",
                     "database. Fit the scores that you want.")
    raise("unsupported", message, argument = "i")
  }
  observations
}

# The formula, and the call that update() repeats, have the scores that are left; without a formula no call
# does. Columns of a matrix are no terms of their own.
with_terms <- function(fit, names, formulas = list(fit$formula)) {
  if (any(vapply(formulas, is.null, NA))) {
    fit[c("formula", "call")] <- list(NULL)
    return(fit)
  }
  known <- do.call(c, lapply(formulas, function(formula) {
    if ("." %in% all.vars(formula[[3L]])) structure(lapply(names, as.name), names = names)
    else expressions_of_terms(stats::terms(formula))
  }))
  if (all(names %in% names(known))) {
    fit$formula[[3L]] <- Reduce(function(left, right) call("+", left, right), known[names])
    fit$call$formula <- fit$formula
  }
  fit
}

#' @rdname weighted_roc-methods
#' @export
c.weighted_roc <- function(...) classed({
  fits <- list(...)
  for (i in seq_along(fits)[-1L]) check_same_rows_of_fits(fits[[1L]], fits[[i]], i)
  formulas <- lapply(fits, `[[`, "formula")
  own <- lapply(fits, names_of_scores_in)
  args <- or(names(fits), character(length(fits)))
  # A formula has no names of scores.
  if (any(nzchar(args))) formulas <- list(NULL)
  names <- unlist(Map(function(own, args) {
    if (!nzchar(args)) own else if (length(own) == 1L) args else paste(args, own, sep = ".")
  }, own, readable(args)), use.names = FALSE)
  repeated <- names[duplicated(names)]
  if (length(repeated) > 0L) {
    message <- sprintf("Fits must have different scores: `%s` is in two of them. Rename them: `c(a = fit1, b = fit2)`.",
                       repeated[[1L]])
    raise("names", message, argument = "...")
  }
  fit <- fits[[1L]]
  fit$curves <- structure(do.call(c, unname(lapply(fits, `[[`, "curves"))), names = names)
  fit$areas <- bound_rows(unname(lapply(fits, `[[`, "areas")))
  fit$areas$score <- names
  scores <- do.call(c, unname(lapply(fits, function(fit) fit$observations$scores)))
  if (length(scores) == length(names)) names(scores) <- names
  fit$observations[c("scores", "names")] <- list(scores, names)
  with_terms(fit, names, formulas)
})

# Scores can be compared only where they have the same rows.
check_same_rows_of_fits <- function(first, other, i) {
  if (!inherits(other, "weighted_roc")) raise_type("...", "fits of weighted_roc()", other)
  for (fit in list(first, other)) {
    check_has_curve(fit)
    check_has_observations(fit, "c()", "...")
  }
  difference <- difference_of_rows(first$observations, other$observations)
  if (is.null(difference) && !identical(first$classes, other$classes)) difference <- "classes"
  if (!is.null(difference)) {
    message <- sprintf("Fits must be of the same rows: %s of fit %s differ from those of the first.", difference,
                       number(i))
    raise("rows", message, argument = "...", position = i)
  }
  settings <- lapply(list(first, other), function(fit) {
    c(fit$observations$sampling["variance"], list(direction = fit$direction),
      fit$observations[c("conf.level", "method")])
  })
  for (setting in c("variance", "direction", "conf.level", "method")) {
    if (!identical(settings[[1L]][[setting]], settings[[2L]][[setting]])) {
      raise("rows", sprintf("Fits must have the same `%s`: that of fit %s differs.", setting, number(i)),
            argument = "...", position = i)
    }
  }
}

# Predictions -----------------------------------------------------------------------------------

#' @rdname weighted_roc-methods
#' @export
predict.weighted_roc <- function(object, newdata = NULL, threshold = NULL, prior = NULL, ...) classed({
  refuse_dots(...)
  check_has_curve(object)
  scores <- scores_to_predict(object, newdata)
  if (!is.null(threshold)) {
    check_unused(c(prior = !is.null(prior)), "with `threshold`, which predicts classes")
    threshold <- check_numbers(threshold, "threshold", range = "number")
    check_length(threshold, "threshold", c(1L, length(scores)),
                 sprintf("have one number, or one for each of the %d scores", length(scores)))
    result <- Map(function(score, at) classes_at(object, score, at), scores, threshold)
  } else {
    with_prevalence(list(free = is_of_free_controls(kept_observations(object))), prior)
    sign <- if (object$direction == ">=") 1 else -1
    calibrate <- function(curve, score) stats::predict(roc_calibrate(curve, prior = prior), sign * score)
    result <- Map(calibrate, object$curves, scores)
  }
  if (length(result) == 1L) result[[1L]] else as_frame(result, length(result[[1L]]))
})

classes_at <- function(fit, score, threshold) {
  predicted_positive <- if (fit$direction == ">=") score >= threshold else score <= threshold
  # The classes of a table need not be known by name.
  names <- if (anyNA(fit$classes)) names(fit$classes) else unname(fit$classes)
  factor(names[predicted_positive + 1L], names)
}

# By the names of the fit's scores.
scores_to_predict <- function(fit, newdata) {
  names <- names_of_scores_in(fit)
  if (is.null(newdata)) {
    check_has_observations(fit, "predict() without `newdata`", "newdata")
    scores <- fit$observations$scores
    if (inherits(fit$observations, "roc_imputed")) {
      raise("unsupported", "Scores of imputed data differ between data sets: give `newdata`.", argument = "newdata")
    }
    if (length(scores) != length(names)) refuse_ways("prediction", c(fold = TRUE))
    in_units <- function(score) as.double(if (fit$direction == "<=") -score else score)
    return(lapply(structure(scores, names = names), in_units))
  }
  scores <- if (is.null(fit$formula)) {
    unique_names(list_of_scores(newdata))
  } else {
    check_frame(newdata, "newdata", "a data.frame")
    single_scores(lapply(expressions_of(fit$formula, newdata)$scores, among, newdata, fit$formula))
  }
  absent <- setdiff(names, names(scores))
  if (length(absent) > 0L) {
    raise("names", sprintf("`newdata` must have the scores of the fit: `%s` is missing.", absent[[1L]]),
          argument = "newdata", expected = names, found = names(scores))
  }
  Map(function(score, name) {
    score <- without_integer64(score, name)
    sizes <- is.numeric(score) || is.logical(score)
    if (!sizes || !is_plain(score)) raise_type("newdata", "numeric scores", score)
    as.double(as.vector(score))
  }, scores[names], names)
}

#' @export
predict.weighted_roc_by <- function(object, newdata = NULL, threshold = NULL, prior = NULL, ...) {
  answers_of_groups(object, predict.weighted_roc, newdata, threshold, prior, ...)
}
