# Arguments that have no default, and weights, which have one.

# `x` must be given.
check_given <- function(x) {
  if (missing(x)) raise_absent(substitute(x))
}

raise_absent <- function(argument, noun = "") {
  argument <- as.character(argument)
  raise("absent", sprintf("`%s` is missing%s.", argument, noun), argument = argument)
}

# The weights of WeightedROC(), NULL where it was given none and its default holds. A name that was
# passed on without there being a value is an error.
given_weights <- function(guess, label, weight) {
  if (missing(guess)) raise_absent(substitute(guess))
  refuse_no_scores(guess, as.character(substitute(guess)))
  if (missing(label)) raise_absent(substitute(label), instead_of_observations(guess))
  name <- substitute(weight)
  caller <- parent.frame()
  if (eval(call("missing", name), caller)) {
    # A default is a call, what was passed on a name.
    if (is.symbol(eval(call("substitute", name), caller))) raise_absent(name)
    return(NULL)
  }
  # More likely a misspelt column than a wish for weights of 1.
  if (is.null(weight)) raise_type(as.character(name), "a numeric vector", weight)
  weight
}

# `weight` and `weights` are one argument.
one_of_weights <- function(weight, weights) {
  if (is.null(weights)) return(weight)
  if (!is.null(weight)) raise_both_weights()
  weights
}

raise_both_weights <- function() {
  raise("choice", "`weight` and `weights` are the same argument: give one of them.",
        argument = c("weight", "weights"))
}

# Weights that say by their class that they count how often a row occurs choose the variance, if their user
# does not. Weights of package hardhat do.
variance_by_class <- function(weights) {
  if (inherits(weights, "hardhat_frequency_weights")) "frequency"
}

# The columns of a tally are no scores of the same observations; a formula is for a fit, and so is a model.
refuse_no_scores <- function(guess, argument = "guess") {
  if (!is.object(guess) && !is.function(guess) && !is.environment(guess)) return()
  if (inherits(guess, "formula")) raise_formula(argument)
  if (is_model(guess)) raise_model(guess, argument)
  refuse_foreign(guess, argument)
  if (is_outcome(guess) || is_survival(guess)) {
    raise_type(argument, "a numeric vector of scores", guess, way_to_column(guess))
  }
  if (!inherits(guess, c("roc_tally", "roc_tally_by"))) {
    return()
  }
  message <- sprintf(paste(
    "`%s` must be the scores of observations, not a tally: `weighted_roc(tally)` has its curve and",
    "its interval."
  ), argument)
  raise("type", message, argument = argument, expected = "scores of observations",
        found = class(guess))
}

raise_formula <- function(argument) {
  message <- sprintf("`%s` must be scores, not a formula: %s takes one.", argument,
                     "`weighted_roc(label ~ score, data)`")
  raise("type", message, argument = argument, expected = "scores", found = "formula")
}

# As lm(), glm() and what follows them make it.
is_model <- function(x) {
  # Tables of dbplyr say that their names() are not for users.
  is.object(x) && is.list(x) && !inherits(x, c("data.frame", "tbl_lazy")) && "fitted.values" %in% names(x) &&
    is.numeric(.subset2(x, "fitted.values"))
}

raise_model <- function(model, argument) {
  message <- sprintf("`%s` must be scores or a formula, not a model of class %s%s.", argument, class(model)[[1L]],
                     way_to_fit(model, name_of_user(argument, 1L, "model")))
  raise("type", message, argument = argument, expected = "scores or a formula", found = class(model))
}

# The fit of a model: by its formula where its rows are those of the data, or else by a method, which takes all that
# the model has.
way_to_fit <- function(model, name) {
  formula <- formula_of(model)
  call <- model$call
  in_data <- is.null(call$data) || is.symbol(call$data)
  of_all_rows <- is.null(call$subset) && length(model$na.action) == 0L
  is_binary <- length(formula) == 3L && is.null(dim(model$model[[1L]]))
  has_method <- has_fit_method(model)
  if (in_data && of_all_rows && is_binary && !(has_method && !is.null(call$weights)) &&
        !is_design(model$survey.design)) {
    more <- c(if (!is.null(call$data)) as.character(call$data),
              if (!is.null(call$weights)) paste("weights =", in_words(call$weights)))
    sprintf(": `weighted_roc(%s)`", paste(c(sprintf("%s ~ fitted(%s)", in_words(formula[[2L]]), name), more),
                                          collapse = ", "))
  } else if (has_method) {
    sprintf(": `weighted_roc(%s)` is the fit of its label, its predictions and its %s", name,
            if (is_design(model$survey.design)) "survey design" else "weights")
  } else {
    "; give its predictions as scores"
  }
}

# A curve has no observations any more, and not every function takes a fit in their place.
instead_of_observations <- function(guess) {
  quantities <- if (is_fit(guess)) {
    "fit"
  } else if (is.data.frame(guess) && all(columns_of_curves %in% names(guess))) {
    "curve"
  }
  if (is.null(quantities)) return("")
  f <- user_call()[[1L]]
  name <- if (is.function(f)) "the function" else sprintf("%s()", deparse(f, nlines = 1L))
  name <- sub(".default()", "()", name, fixed = TRUE)
  sprintf(": %s takes observations (guess, label, weight), not a %s", name, quantities)
}

is_fit <- function(x) inherits(x, c("weighted_roc", "weighted_roc_by"))
