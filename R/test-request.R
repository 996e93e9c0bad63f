# The request for a test: arguments of the user, checked, for the compiled library.

# `null` is the value of no effect, 0 for a difference, and an interval ends within `range`. A test at a level
# of 1 - conf.level has an interval that leaves out what the test rejects.
request_of <- function(spec, observations = NULL, null = 0, range = c(-Inf, Inf)) {
  margin <- check_margin(spec$margin, spec$alternative, null, range)
  level <- level_of(spec, observations)
  if (spec$alternative == "equivalent") check_level_of_equivalence(level)
  list(alternative = spec$alternative, margin = margin, null = null, level = level, test = spec$test,
       adjust = spec$adjust)
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
    message <- sprintf("`margin` is missing: `alternative = \"%s\"` needs the largest difference that is %s",
                       alternative, "irrelevant, such as 0.05.")
    raise("absent", message, argument = "margin")
  }
  is_share <- identical(range, c(0, 1)) || all(is.infinite(range))
  margin <- check_numbers(margin, "margin", 1L, if (is_share) "uncertain" else "positive")
  ends <- centre + c(-margin, if (alternative == "equivalent") margin)
  if (any(ends <= range[[1L]] | ends >= range[[2L]])) {
    message <- sprintf("`margin` must leave values between %s and %s around `mu`: %s from %s does not.",
                       number(range[[1L]]), number(range[[2L]]), in_code(margin), in_code(centre))
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
