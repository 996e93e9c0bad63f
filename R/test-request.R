# The request for a test: arguments of the user, checked, for the compiled library.

# `null` is the value of no effect, NULL for a difference. A test at a level of 1 - conf.level has an interval that
# leaves out what the test rejects.
request_of <- function(spec, observations = NULL, null = NULL) {
  margin <- check_margin(spec$margin, spec$alternative, if (is.null(null)) "uncertain")
  list(alternative = spec$alternative, margin = margin, null = or(null, 0), level = level_of(spec, observations),
       test = spec$test, adjust = spec$adjust)
}

# The largest loss, or difference, that does not matter.
check_margin <- function(margin, alternative, range) {
  if (!alternative %in% c("noninferior", "equivalent")) {
    if (!is.null(margin)) {
      refuse_arguments("margin", sprintf(
        "used with `alternative = \"%s\"`, but with \"noninferior\" and \"equivalent\"", alternative
      ))
    }
    return(NULL)
  }
  if (is.null(margin)) {
    message <- sprintf("`margin` is missing: `alternative = \"%s\"` needs the largest difference that is %s",
                       alternative, "irrelevant, such as 0.05.")
    raise("absent", message, argument = "margin")
  }
  check_numbers(margin, "margin", 1L, range)
}

# Only groups have an order, or one that others are compared with.
refuse_aims_of_groups <- function(spec, words) {
  check_unused(c(trend = !isFALSE(spec$trend), reference = !is.null(spec$reference)), words)
}

# The joint test of more than two AUCs is two-sided.
check_sides <- function(alternative, number, noun) {
  if (number > 2L && alternative != "two.sided") {
    raise("choice", sprintf("More than two %s support only `alternative = \"two.sided\"`.", noun),
          argument = "alternative", value = alternative)
  }
}

check_tested <- function(measure) {
  quantity <- check_measure(measure)
  refuse_thresholds(quantity, "influence")
  check_length(quantity, "measure", 1L, "be one measure to test")
  quantity[[1L]]
}
