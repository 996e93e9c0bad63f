# What a test asks: the values that it tests, on which sides, and which interval goes with it.

# `centre` is the value of no effect, 0 for a difference; an interval ends within `range`. A test at a
# level of 1 - conf.level has this interval: it leaves out what the test rejects.
question_of <- function(alternative, margin, conf.level, centre = 0, range = c(-Inf, Inf)) {
  margin <- check_margin(margin, alternative, centre, range)
  asked <- switch(
    alternative,
    noninferior = list(nulls = centre - margin, sides = "greater"),
    equivalent = list(nulls = centre + c(-margin, margin), sides = c("greater", "less")),
    list(nulls = centre, sides = alternative)
  )
  both <- alternative == "equivalent"
  if (both) check_level_of_equivalence(conf.level)
  c(asked, list(
    aim = alternative,
    # Both one-sided tests at their level have an interval of twice the tail.
    ends = if (both) "two.sided" else asked$sides,
    level = if (both) 2 * conf.level - 1 else conf.level,
    range = range
  ))
}

# The largest loss, or difference, that does not matter.
check_margin <- function(margin, alternative, centre, range) {
  if (!alternative %in% c("noninferior", "equivalent")) {
    if (!is.null(margin)) {
      refuse_arguments("margin", sprintf("used with `alternative = \"%s\"`", alternative))
    }
    return(NULL)
  }
  if (is.null(margin)) {
    message <- sprintf("`margin` is missing: `alternative = \"%s\"` takes the difference that does %s",
                       alternative, "not matter, such as 0.05.")
    raise("absent", message, argument = "margin")
  }
  margin <- check_numbers(margin, "margin", prior_range, 1L)
  ends <- centre + c(-margin, if (alternative == "equivalent") margin)
  if (any(ends <= range[[1L]] | ends >= range[[2L]])) {
    message <- sprintf("`margin` must leave areas between 0 and 1 around `mu`: %s from %s does not.",
                       number(margin), number(centre))
    raise("range", message, argument = "margin", value = margin)
  }
  margin
}

check_level_of_equivalence <- function(conf.level) {
  if (conf.level <= 0.5) {
    message <- sprintf("`conf.level` must be greater than 0.5 for `alternative = \"equivalent\"`: %s",
                       sprintf("it is %s.", number(conf.level)))
    raise("range", message, argument = "conf.level", value = conf.level)
  }
}

# The answer of a test. `at` gives for a value that is tested the `statistic`, the `parameter` and the
# `upper_tail`, the probability of what exceeds a statistic; `end` the end of the interval on a side
# that leaves a tail beyond. Of two values the one that is harder to reject decides.
answer_to <- function(question, at, end, std.error) {
  tests <- Map(function(null, side) {
    found <- at(null)
    found$p.value <- p_value_of(found$statistic, side, found$upper_tail)
    found
  }, question$nulls, question$sides)
  p <- vapply(tests, `[[`, 0, "p.value")
  hardest <- tests[[if (anyNA(p)) 1L else which.max(p)]]
  interval <- interval_of_difference(question$ends, question$level, end)
  list(
    statistic = hardest$statistic, parameter = hardest$parameter, p.value = hardest$p.value,
    interval = pmin(pmax(interval, question$range[[1L]]), question$range[[2L]]), std.error = std.error
  )
}

# From the probability of what exceeds a statistic.
p_value_of <- function(statistic, side, upper_tail) {
  unname(switch(
    side,
    two.sided = min(1, 2 * upper_tail(abs(statistic))),
    less = upper_tail(-statistic),
    greater = upper_tail(statistic)
  ))
}

# From the end on one side, -1 or 1, beyond which a tail of at most a half lies. One side at a level
# below a half ends on the other side of the estimate.
interval_of_difference <- function(sides, conf.level, end) {
  tail <- if (sides == "two.sided") (1 - conf.level) / 2 else 1 - conf.level
  end_on <- function(side) if (tail > 0.5) end(1 - tail, -side) else end(tail, side)
  c(if (sides == "less") -Inf else end_on(-1),
    if (sides == "greater") Inf else end_on(1))
}

undefined_test <- function(std.error) {
  list(statistic = c(t = NA_real_), parameter = c(df = NA_real_), p.value = NA_real_,
       interval = c(NA_real_, NA_real_), std.error = std.error)
}

warn_of_test <- function(result, what) {
  if (is.na(result$p.value)) {
    warn("undefined", sprintf(
      "The %s can't be tested: its standard error is %s.", what, format(result$std.error)
    ))
  }
}

# The parts of an htest. `what` is the name of what is tested.
htest_of <- function(result, question, estimate, what) {
  nulls <- question$nulls
  names(nulls) <- if (length(nulls) == 1L) what else c("lower", "upper")
  list(
    statistic = result$statistic,
    parameter = result$parameter,
    p.value = result$p.value,
    conf.int = structure(result$interval, conf.level = question$level),
    estimate = estimate,
    null.value = nulls,
    std.error = result$std.error,
    # As print() words it: a score that is not inferior is greater than the null value.
    alternative = if (question$aim == "noninferior") "greater" else question$aim
  )
}

# In the words of the method.
words_of_aim <- function(question) {
  switch(question$aim, noninferior = "Non-inferiority", equivalent = "Equivalence", "Comparison")
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
