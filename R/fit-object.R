# Fits of models of other packages: their label, their predictions and their weights or design, where an object
# has these without doubt. A message says what was taken.

#' @export
weighted_roc.lm <- function(x, ...) classed({
  if (is_of_counts(x)) return(fit_of_counts(match.call(), x, ...))
  label <- binary_response(stats::model.response(stats::model.frame(x)))
  weights <- stats::weights(x, "prior")
  # A glm has weights whether or not some were given.
  if (is.null(x$call$weights)) weights <- NULL
  # Rows that na.exclude() has filled in are no rows of the model.
  if (inherits(x$na.action, "exclude") && !is.null(weights)) weights <- weights[-x$na.action]
  fit_of_object(list(
    call = match.call(), response = response_in(x), label = unname(label), weights = weights,
    scores = list(fitted = as.vector(x$fitted.values)),
    taken = c("the fitted values", if (!is.null(weights)) "the prior weights")
  ), ...)
})

# Returns whether a binomial model has the numbers of both classes in each row, or their share and their sum.
is_of_counts <- function(x) {
  if (!inherits(x, "glm") || !x$family$family %in% c("binomial", "quasibinomial") || inherits(x, "svyglm")) {
    return(FALSE)
  }
  response <- stats::model.response(stats::model.frame(x))
  is.matrix(response) || is.numeric(response) && !all(response %in% 0:1)
}

# Each row counts as often as its classes do.
fit_of_counts <- function(call, x, ...) {
  total <- x$prior.weights
  positive <- total * response_of(x, x$fitted.values, x$family$mu.eta(x$linear.predictors))
  counts <- c(positive, total - positive)
  if (any(abs(counts - round(counts)) > 1e-6)) {
    raise_type("x", "a model of a binary response or of counts", x, " Its response has shares that are not counts.")
  }
  label <- rep(1:0, each = length(total))
  variance <- if (is.null(call$variance)) list(variance = "frequency")
  of_counts <- function(...) {
    fit_of_object(list(
      call = call, response = response_in(x), label = label, weights = unname(round(counts)),
      scores = list(fitted = rep(as.vector(x$fitted.values), 2L)), taken = c("the fitted values", "the counts")
    ), ...)
  }
  do.call(of_counts, c(list(...), variance))
}

#' @export
weighted_roc.lrm <- function(x, ...) classed({
  label <- if (is.null(x[["y"]])) x$model[[1L]] else x[["y"]]
  if (is.null(label) || is.null(x$linear.predictors)) {
    raise_no_part(x, "its response and its linear predictor", "Fit it with `y = TRUE`")
  }
  if (x$non.slopes != 1L) raise_type("x", "a model with a binary response", x)
  fit_of_object(list(
    call = match.call(), response = response_in(x), label = unname(label), weights = unname(x[["weights"]]),
    scores = list(fitted = stats::plogis(as.vector(x$linear.predictors))),
    taken = c("the fitted probabilities", if (!is.null(x[["weights"]])) "the weights")
  ), ...)
})

#' @export
weighted_roc.ranger <- function(x, positive = NULL, ...) classed({
  predictions <- x$predictions
  if (!is.matrix(predictions) || ncol(predictions) != 2L) {
    raise_no_part(x, "probabilities of two classes", "Fit it with `probability = TRUE`")
  }
  result <- label_of_forest(x, parent.frame())
  if (length(result$label) != nrow(predictions)) {
    raise_no_part(x, "the data that it was fitted to", sprintf(
      "Those of its call have %s rows, not %s; fit it again", number(length(result$label)),
      number(nrow(predictions))
    ))
  }
  values <- if (is.factor(result$label)) levels(droplevels(result$label)) else sort(unique(result$label))
  event <- or(check_positive(positive), values[[length(values)]])
  if (!as.character(event) %in% colnames(predictions)) raise_no_value(event, colnames(predictions))
  fit_of_object(list(
    call = match.call(), response = result$response, label = result$label,
    scores = list(out_of_bag = predictions[, as.character(event)]), taken = "the out-of-bag probabilities"
  ), positive = positive, ...)
})

# A forest keeps no label: that of the data in its call.
label_of_forest <- function(forest, frame) {
  args <- match.call(function(formula, data, ...) NULL, forest$call)
  response <- if (is.null(args$y)) forest$dependent.variable.name else in_words(args$y)
  label <- or_else({
    if (is.null(response)) response <- in_words(eval(args$formula, frame)[[2L]])
    if (is.null(args$y)) eval(args$data, frame)[[response]] else eval(args$y, frame)
  }, function(error) NULL)
  if (is.null(label)) raise_no_part(forest, "a label", "Keep the data of its call")
  list(label = label, response = response)
}

#' @export
weighted_roc.weightit <- function(x, positive = as.character(attr(x$treat, "treated")), ...) classed({
  if (is.null(x$ps) || !identical(attr(x$treat, "treat.type"), "binary")) {
    raise_no_part(x, "propensity scores of a binary treatment", "Methods such as \"glm\" have these")
  }
  fit_of_treatment(match.call(), x, x$ps, positive, ...)
})

#' @export
weighted_roc.matchit <- function(x, positive = "1", ...) classed({
  if (is.null(x$distance)) {
    raise_no_part(x, "propensity scores", "Methods with a `distance` such as \"glm\" have these")
  }
  fit_of_treatment(match.call(), x, x$distance, positive, ...)
})

# How well the propensity score distinguishes the groups after weighting or matching.
fit_of_treatment <- function(call, x, score, positive, ...) {
  fit_of_object(list(
    call = call, response = response_in(x), label = as.character(x$treat),
    weights = as.vector(x$weights) * as.vector(or(x$s.weights, 1)),
    scores = list(propensity = as.vector(score)), taken = c("the propensity scores", "the weights")
  ), positive = positive, ...)
}

#' @export
weighted_roc.svyglm <- function(x, ...) classed({
  call <- match.call()
  response <- response_in(x)
  design <- x$survey.design
  # Calibrated designs keep rows that the model left out, with weight 0.
  place <- match(rownames(data_of_design(design)), names(x$fitted.values))
  label <- binary_response(stats::model.response(stats::model.frame(x)))
  design$variables$wroc_label <- label[place]
  design$variables$fitted <- as.vector(x$fitted.values)[place]
  formula <- stats::as.formula(quote(wroc_label ~ fitted), environment(stats::formula(x)))
  inform_of_parts(response, c("the fitted values", "the survey design"))
  fit <- in_words_of(weighted_roc.formula(formula, design, ...), response)
  fit["formula"] <- list(NULL)
  with_call(fit, call, response)
})

fit_of_object <- function(parts, ...) {
  inform_of_parts(parts$response, parts$taken)
  fit <- in_words_of(weighted_roc.default(parts$scores, parts$label, parts$weights, ...), parts$response)
  with_call(fit, parts$call, parts$response)
}

# Errors of a label name the response of the model.
in_words_of <- function(fit, response) {
  amended(fit, function(error) renamed(error, c(label = response, wroc_label = response)))
}

with_call <- function(fit, call, response) {
  call[[1L]] <- quote(weighted_roc)
  fit$call <- call
  with_response(fit, response)
}

with_response <- function(fit, response) {
  if (inherits(fit, "weighted_roc_by")) {
    fit$fits[] <- lapply(fit$fits, with_response, response)
  } else {
    fit$response <- response
  }
  observations <- .subset2(fit, "observations")
  if (!is.null(observations)) fit$observations <- replace(observations, "response", list(response))
  fit
}

inform_of_parts <- function(response, taken) {
  all <- c(sprintf("the label `%s`", response), taken)
  last <- length(all)
  inform("model", sprintf("Taking %s and %s of the model.", paste(all[-last], collapse = ", "), all[[last]]))
}

response_in <- function(x) in_words(stats::formula(x)[[2L]])

binary_response <- function(label) {
  if (length(dim(label)) > 1L) {
    raise_type("x", "a model with a binary response, one value for each row", label)
  }
  label
}

raise_no_part <- function(x, part, reason) {
  way <- "or give a formula: `weighted_roc(label ~ prediction, data)`"
  message <- sprintf("`x` must have %s. %s, %s.", part, reason, way)
  raise("type", message, argument = "x", expected = part, found = class(x))
}
