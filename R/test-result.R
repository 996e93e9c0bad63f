# Tests of the compiled library, in the words of an htest.

# Without a standard error nothing can be tested.
warn_of_test <- function(result, noun) {
  if (is.na(result$p.value)) {
    warn("undefined", sprintf(
      "The %s can't be tested: its standard error is %s.", noun, format(result$std.error)
    ))
  }
}

# The statistic and its degrees of freedom, by their names.
statistic_of <- function(result) structure(result$statistic, names = result$reference)

parameter_of <- function(result) {
  switch(
    result$reference,
    t = , "max |t|" = c(df = result$df),
    "X-squared" = c(df = as.integer(result$df)),
    F = structure(result$df, names = c("num df", "denom df"))
  )
}

# The parts of an htest of one number. `what` is the name of what is tested.
htest_of <- function(result, request, estimate, quantity) {
  nulls <- switch(request$alternative,
    noninferior = request$null - request$margin,
    equivalent = request$null + c(-request$margin, request$margin),
    request$null
  )
  names(nulls) <- if (length(nulls) == 1L) quantity else c("lower", "upper")
  # Both one-sided tests at their level have an interval of twice the tail.
  level <- if (request$alternative == "equivalent") 2 * request$level - 1 else request$level
  list(
    statistic = statistic_of(result),
    parameter = parameter_of(result),
    p.value = result$p.value,
    conf.int = structure(result$interval, conf.level = level),
    estimate = estimate,
    null.value = nulls,
    std.error = result$std.error,
    # As print() words it: a score that is not inferior is greater than the null value.
    alternative = if (request$alternative == "noninferior") "greater" else request$alternative
  )
}

htest_of_one <- function(result, request, name, quantity) {
  words <- name_of_quantity(quantity)
  warn_of_test(result, words)
  estimate <- structure(result$estimate, names = if (is.null(name)) words else name)
  c(htest_of(result, request, estimate, words), list(contrasts = contrast_of(result, result$estimate)))
}

# `names` are those of both estimates.
htest_of_pair <- function(result, request, names, quantity) {
  warn_of_test(result, "difference")
  estimates <- structure(result$estimate, names = names)
  of <- paste("difference of", if (is_area(quantity)) "the AUCs" else name_of_quantity(quantity))
  htest_of(result, request, c(estimates, difference = result$combined), of)
}

# The one comparison that there is, as contrasts_of() has it.
contrast_of <- function(result, estimate, front = NULL) {
  as_frame(c(front, list(
    estimate = estimate, std.error = result$std.error, statistic = unname(result$statistic),
    df = if (length(result$df) == 0L) Inf else result$df[[1L]], p.value = result$p.value,
    conf.low = result$interval[[1L]], conf.high = result$interval[[2L]]
  )), 1L)
}

# The joint test of more than two, which has no direction; `what` is the measure.
htest_of_all <- function(result, noun) {
  warn_of_test(result, noun)
  list(statistic = statistic_of(result), parameter = parameter_of(result), p.value = result$p.value,
       std.error = result$std.error)
}

# The test of two scores of the same observations, or of more with all pairs.
htest_of_scores <- function(result, request, names, quantity) {
  if (length(names) == 2L) {
    both <- list(score1 = names[[1L]], score2 = names[[2L]])
    return(c(htest_of_pair(result, request, names, quantity),
             list(contrasts = contrast_of(result, result$combined, both))))
  }
  estimate <- structure(result$estimate, names = names)
  c(htest_of_all(result, "difference"),
    list(estimate = estimate, contrasts = contrasts_of(result, request, names, c("score1", "score2")),
         alternative = "two.sided"))
}

# The pairs of scores or groups, a column each, in the order of the core.
pairs_of <- function(areas) utils::combn(length(areas), 2L)

# A row for each pair; `columns` are those of both `names`.
contrasts_of <- function(result, request, names, columns, pairs = pairs_of(names)) {
  of <- result$contrasts
  adjusted <- switch(request$adjust, none = NULL, closed = of["p.adjusted"],
                     list(p.adjusted = stats::p.adjust(of$p.value, request$adjust)))
  rows <- c(
    structure(list(names[pairs[1L, ]], names[pairs[2L, ]]), names = columns),
    list(estimate = result$estimate[pairs[1L, ]] - result$estimate[pairs[2L, ]]),
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
  args <- as.list(user_call())[-1L]
  names <- or(names(args), character(length(args)))
  unnamed <- which(!nzchar(names))
  names[unnamed] <- c(setdiff(c("x", "y"), names), character(length(unnamed)))[seq_along(unnamed)]
  words <- function(name) {
    expression <- args[[match(name, names)]]
    if (!is.language(expression)) return(name)
    # Strings of bytes can't be written.
    lines <- or_else(deparse(expression, width.cutoff = 60L, nlines = 2L), function(error) name)
    if (length(lines) > 1L) paste(lines[[1L]], "...") else lines
  }
  paste(vapply(of, words, "", USE.NAMES = FALSE), collapse = " and ")
}
