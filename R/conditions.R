# The one place that raises. Every error has the class wroc_error_<kind>, then
# wroc_error, then error; its fields say what is wrong where.

raise <- function(kind, message, ...) {
  class <- c(paste0("wroc_error_", kind), "wroc_error", "error", "condition")
  fields <- list(message = message, call = user_call(), ...)
  stop(structure(fields, class = class))
}

# The outermost call of this package that leads to the error. Following the
# calling frames, not the stack, keeps a promise's caller out of it:
# WeightedAUC(WeightedROC(bad)) blames WeightedROC(bad).
user_call <- function() {
  parents <- sys.parents()
  frame <- length(parents)
  call <- NULL
  while (frame > 0L) {
    if (identical(topenv(environment(sys.function(frame))), topenv())) {
      call <- sys.call(frame)
    }
    frame <- parents[[frame]]
  }
  call
}

# A warning of the class wroc_warning_<kind>.
warn <- function(kind, message, ...) {
  class <- c(paste0("wroc_warning_", kind), "wroc_warning", "warning", "condition")
  warning(structure(list(message = message, call = user_call(), ...), class = class))
}

# Gives back what the Rust side returned, or raises what it reports, by another name of the
# argument that it concerns if one is given.
unwrap <- function(result, label = NULL, argument = NULL) {
  class <- oldClass(result)
  if (!is.null(class) && class[[1L]] == "wroc_failure") {
    failure <- unclass(result)
    if (!is.null(argument)) failure$argument <- argument
    raise_failure(failure, label)
  }
  result
}

raise_failure <- function(failure, label) {
  if (failure$kind %in% c("labels", "one_class")) {
    failure$value <- as_given(failure$value, label)
  }
  fields <- failure[names(failure) != "kind"]
  message <- failure_message(failure)
  if (!is.null(failure$score) && identical(failure$argument, "guess")) {
    message <- in_score(failure$score, message)
  }
  do.call(raise, c(list(failure$kind, message), fields))
}

# Adds to an error of `value` in which column of `guess` it arose.
of_column <- function(column, value) {
  tryCatch(value, wroc_error = function(error) {
    error$column <- column
    error$message <- sprintf("In column %d of `guess`: %s", column, error$message)
    stop(error)
  })
}

# Adds to an error of `value` in which of several scores it arose.
of_score <- function(score, value) {
  tryCatch(value, wroc_error = function(error) {
    if (identical(error$argument, "guess")) {
      error$score <- score
      error$message <- in_score(score, error$message)
    }
    stop(error)
  })
}

in_score <- function(score, message) sprintf("In score %d: %s", score, message)

# Adds to an error of `value` in which of two samples it arose.
in_sample <- function(sample, value) {
  tryCatch(value, wroc_error = function(error) {
    error$sample <- sample
    error$message <- sprintf("In the %s sample: %s", sample, error$message)
    stop(error)
  })
}

failure_message <- function(failure) {
  with(failure, switch(
    kind,
    empty = "There are no observations: `label` has length 0.",
    missing = missing_message(failure),
    weight = sprintf("`weight` must be finite and >= 0: element %s is %s.",
                     number(position), number(value)),
    labels = sprintf(
      "`label` must hold two values out of %s, not %s%s.",
      "{-1, 1}, {0, 1} or {1, 2}, logicals, or a factor with two levels in use",
      paste(quoted(value), collapse = ", "), if (more) ", ..." else ""
    ),
    one_class = sprintf(
      "`label` must hold both classes: there is only one label value, %s.", quoted(value)
    ),
    no_weight = sprintf(
      "`weight` must be positive for an observation of each class: the %s class has weight 0.",
      class_name
    ),
    overflow = sprintf(
      "`weight` must have a finite sum in each class: that of the %s class exceeds %s.",
      class_name, number(.Machine$double.xmax)
    ),
    memory = sprintf("Could not allocate %s bytes of memory.", number(bytes)),
    too_many_rows = sprintf(
      "The curve would have %s rows, a data.frame can have %s.",
      number(rows), number(.Machine$integer.max)
    ),
    too_few_rows = sprintf("`%s` must have at least two rows, not %s.", argument, number(rows)),
    infinite = sprintf("%s must be finite: row %s is %s.",
                       column_of_curve(column, argument), number(position), number(value)),
    increasing = sprintf(
      "%s must not increase: it goes from %s to %s at row %s.%s",
      column_of_curve(column, argument), number(previous), number(value), number(position),
      if (argument != "tpr.fpr" && value == 1) several_curves else ""
    ),
    decreasing = sprintf(
      "%s must not decrease: it goes from %s to %s at row %s.",
      column_of_curve(column, argument), number(previous), number(value), number(position)
    ),
    ends = sprintf(
      "%s must be %s in the %s row of a whole curve: row %s is %s.",
      column_of_curve(column, argument), number(expected),
      if (position == 1) "first" else "last", number(position), number(value)
    ),
    disagree = sprintf(
      "%s does not agree with the weights beside it: row %s is %s, by `%s` it is %s.",
      column_of_curve(column, argument), number(position), number(value),
      if (column == "TPR") "FN" else "FP", number(expected)
    ),
    sprintf("Internal error, please report it: %s", detail)
  ))
}

missing_message <- function(failure) {
  position <- number(failure$position)
  if (!is.null(failure$column)) {
    sprintf("%s must not be missing: row %s is NA or NaN.",
            column_of_curve(failure$column, failure$argument), position)
  } else if (failure$argument == "guess") {
    sprintf("ROC curve undefined for NA guess: element %s of `guess` is NA or NaN.", position)
  } else {
    sprintf("`%s` must not be missing: element %s is NA or NaN.", failure$argument, position)
  }
}

column_of_curve <- function(column, argument) {
  sprintf("Column `%s` of `%s`", column, argument)
}

several_curves <- " Several curves in one data.frame are to be given one by one."

number <- function(x) {
  whole <- is.finite(x) && x == round(x) && abs(x) < 1e15
  format(x, digits = 15L, scientific = !whole && is.finite(x) && abs(x) > 1e15)
}
