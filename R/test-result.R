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
    t = , "max |t|" = c(df = found$df),
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
  words <- name_of_quantity(what)
  warn_of_test(found, words)
  estimate <- structure(found$estimate, names = if (is.null(name)) words else name)
  c(htest_of(found, request, estimate, words), list(contrasts = contrast_of(found, found$estimate)))
}

# `names` are those of both estimates.
htest_of_pair <- function(found, request, names, what) {
  warn_of_test(found, "difference")
  estimates <- structure(found$estimate, names = names)
  of <- paste("difference of", if (is_area(what)) "the AUCs" else name_of_quantity(what))
  htest_of(found, request, c(estimates, difference = found$combined), of)
}

# The one comparison that there is, as contrasts_of() has it.
contrast_of <- function(found, estimate, front = NULL) {
  as_frame(c(front, list(
    estimate = estimate, std.error = found$std.error, statistic = unname(found$statistic),
    df = if (length(found$df) == 0L) Inf else found$df[[1L]], p.value = found$p.value,
    conf.low = found$interval[[1L]], conf.high = found$interval[[2L]]
  )), 1L)
}

# The joint test of more than two, which has no direction; `what` is the measure.
htest_of_all <- function(found, what) {
  warn_of_test(found, what)
  list(statistic = statistic_of(found), parameter = parameter_of(found), p.value = found$p.value,
       std.error = found$std.error)
}

# The test of two scores of the same observations, or of more with all pairs.
htest_of_scores <- function(found, request, names, what) {
  if (length(names) == 2L) {
    both <- list(score1 = names[[1L]], score2 = names[[2L]])
    return(c(htest_of_pair(found, request, names, what),
             list(contrasts = contrast_of(found, found$combined, both))))
  }
  estimate <- structure(found$estimate, names = names)
  c(htest_of_all(found, "difference"),
    list(estimate = estimate, contrasts = contrasts_of(found, request, names, c("score1", "score2")),
         alternative = "two.sided"))
}

# The pairs of scores or groups, a column each, in the order of the core.
pairs_of <- function(areas) utils::combn(length(areas), 2L)

# A row for each pair; `columns` are those of both `names`.
contrasts_of <- function(found, request, names, columns, pairs = pairs_of(names)) {
  of <- found$contrasts
  adjusted <- switch(request$adjust, none = NULL, closed = of["p.adjusted"],
                     list(p.adjusted = stats::p.adjust(of$p.value, request$adjust)))
  rows <- c(
    structure(list(names[pairs[1L, ]], names[pairs[2L, ]]), names = columns),
    list(estimate = found$estimate[pairs[1L, ]] - found$estimate[pairs[2L, ]]),
    of[c("std.error", "statistic", "df", "p.value")], adjusted, of[c("conf.low", "conf.high")]
  )
  as_frame(rows, ncol(pairs))
}

# In the words of the method.
words_of_aim <- function(request) {
  switch(request$alternative, noninferior = "Non-inferiority", equivalent = "Equivalence", "Comparison")
}

words_of_quantity <- function(quantity, number) {
  if (!is_area(quantity)) name_of_quantity(quantity) else if (number == 1L) "AUC" else "AUCs"
}

# The samples as the user wrote them, but no more of each than a line. Values from do.call() are not
# expressions, and get no name.
name_of_data <- function(of = "x") {
  given <- as.list(user_call())[-1L]
  names <- or(names(given), character(length(given)))
  unnamed <- which(!nzchar(names))
  names[unnamed] <- c(setdiff(c("x", "y"), names), character(length(unnamed)))[seq_along(unnamed)]
  words <- function(name) {
    expression <- given[[match(name, names)]]
    if (!is.language(expression)) return(name)
    # Strings of bytes can't be written.
    lines <- or_else(deparse(expression, width.cutoff = 60L, nlines = 2L), function(error) name)
    if (length(lines) > 1L) paste(lines[[1L]], "...") else lines
  }
  paste(vapply(of, words, "", USE.NAMES = FALSE), collapse = " and ")
}
