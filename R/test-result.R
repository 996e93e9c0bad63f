# Tests of the compiled library, in the words of an htest.

# Without a standard error nothing can be tested.
warn_of_test <- function(found, what) {
  if (is.na(found$p.value)) {
    warn("undefined", sprintf(
      "The %s can't be tested: its standard error is %s.", what, format(found$std.error)
    ))
  }
}

# The statistic and its degrees of freedom, by their names.
statistic_of <- function(found) structure(found$statistic, names = found$reference)

parameter_of <- function(found) {
  switch(
    found$reference,
    t = c(df = found$df),
    "X-squared" = c(df = as.integer(found$df)),
    F = structure(found$df, names = c("num df", "denom df"))
  )
}

# The parts of an htest of one number. `what` is the name of what is tested.
htest_of <- function(found, request, estimate, what) {
  nulls <- switch(request$alternative,
    noninferior = request$null - request$margin,
    equivalent = request$null + c(-request$margin, request$margin),
    request$null
  )
  names(nulls) <- if (length(nulls) == 1L) what else c("lower", "upper")
  # Both one-sided tests at their level have an interval of twice the tail.
  level <- if (request$alternative == "equivalent") 2 * request$level - 1 else request$level
  list(
    statistic = statistic_of(found),
    parameter = parameter_of(found),
    p.value = found$p.value,
    conf.int = structure(found$interval, conf.level = level),
    estimate = estimate,
    null.value = nulls,
    std.error = found$std.error,
    # As print() words it: a score that is not inferior is greater than the null value.
    alternative = if (request$alternative == "noninferior") "greater" else request$alternative
  )
}

htest_of_one <- function(found, request, name, what) {
  warn_of_test(found, format(what))
  estimate <- structure(found$estimate, names = if (is.null(name)) format(what) else name)
  htest_of(found, request, estimate, format(what))
}

# `names` are those of both estimates.
htest_of_pair <- function(found, request, names, what) {
  warn_of_test(found, "difference")
  estimates <- structure(found$estimate, names = names)
  of <- paste("difference of", if (is_area(what)) "the areas" else format(what))
  htest_of(found, request, c(estimates, difference = found$combined), of)
}

# Of more than two at once, which have no direction; what is tested is a `what`.
htest_of_all <- function(found, what) {
  warn_of_test(found, what)
  list(statistic = statistic_of(found), parameter = parameter_of(found), p.value = found$p.value,
       std.error = found$std.error)
}

# Of two scores of the same observations, or of more with all pairs.
htest_of_scores <- function(found, request, names, what) {
  if (length(names) == 2L) {
    return(htest_of_pair(found, request, names, what))
  }
  estimate <- structure(found$estimate, names = names)
  c(htest_of_all(found, "difference"),
    list(estimate = estimate, contrasts = contrasts_of(found, request, names, c("score1", "score2")),
         alternative = "two.sided"))
}

# The pairs of scores or groups, a column each, in the order of the core.
pairs_of <- function(areas) utils::combn(length(areas), 2L)

# A row for each pair; `columns` are those of both `names`.
contrasts_of <- function(found, request, names, columns) {
  pairs <- pairs_of(names)
  of <- found$contrasts
  rows <- c(
    structure(list(names[pairs[1L, ]], names[pairs[2L, ]]), names = columns),
    list(estimate = found$estimate[pairs[1L, ]] - found$estimate[pairs[2L, ]]),
    of[c("std.error", "statistic", "df", "p.value", if (request$adjust != "none") "p.adjusted", "conf.low",
         "conf.high")]
  )
  as_frame(rows, ncol(pairs))
}

# In the words of the method.
words_of_aim <- function(request) {
  switch(request$alternative, noninferior = "Non-inferiority", equivalent = "Equivalence", "Comparison")
}

words_of_quantity <- function(quantity, number) {
  if (!is_area(quantity)) {
    format(quantity)
  } else if (number == 1L) {
    "area under a ROC curve"
  } else {
    "areas under ROC curves"
  }
}

finish_test <- function(result, method, data.name) {
  structure(c(result, list(method = method, data.name = data.name)), class = "htest")
}

# As the user wrote it, but no more of it than a line. What do.call() was given is no expression.
name_of_data <- function(expression, argument) {
  if (!is.language(expression)) {
    return(argument)
  }
  # Strings of bytes can't be written.
  lines <- or_else(deparse(expression, width.cutoff = 60L, nlines = 2L), function(error) argument)
  if (length(lines) > 1L) paste(lines[[1L]], "...") else lines
}
