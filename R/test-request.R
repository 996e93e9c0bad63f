# What a test is asked: arguments of the user, checked, for the compiled library.

# `null` is the value of no effect, 0 for a difference, and an interval ends within `range`. A test at a level
# of 1 - conf.level has an interval that leaves out what the test rejects. `trend` has a number for each
# group.
request_of <- function(how, observed = NULL, null = 0, range = c(-Inf, Inf), trend = NULL) {
  margin <- check_margin(how$margin, how$alternative, null, range)
  level <- level_of(how, observed)
  if (how$alternative == "equivalent") check_level_of_equivalence(level)
  list(alternative = how$alternative, margin = margin, null = null, level = level, test = how$test,
       adjust = how$adjust, trend = trend)
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

# Whether more than two areas are equal has no sides.
check_sides <- function(alternative, number, what) {
  if (number > 2L && alternative != "two.sided") {
    raise("choice", sprintf("More than two %s have only `alternative = \"two.sided\"`.", what),
          argument = "alternative", value = alternative)
  }
}

# What is tested: one quantity, of which a difference is within [-1, 1].
check_tested <- function(measure) {
  what <- check_measure(measure)
  refuse_thresholds(what, "influence")
  if (length(what) > 1L) {
    message <- sprintf("`measure` must be one measure to test, not %d.", length(what))
    raise("length", message, argument = "measure", length = length(what), expected = 1L)
  }
  if (identical(what[[1L]]$measure, "risk")) {
    raise("choice", "`measure` must not be a risk: see roc_estimate() for its interval.",
          argument = "measure", value = "risk")
  }
  what[[1L]]
}

check_exact <- function(what, observed, alternative, mu) {
  if (!is.null(observed$design) || !is_area(what)) {
    message <- sprintf("`test = \"exact\"` is for areas of independent observations, not for %s.",
                       if (is.null(observed$design)) name_of_quantity(what) else "a survey design")
    raise("choice", message, argument = "test", value = "exact")
  }
  only <- function(argument, value, words) {
    raise("choice", sprintf("`test = \"exact\"` has only %s.", words), argument = argument, value = value)
  }
  if (length(observed$scores) != 1L) only("test", "exact", "one score")
  if (!alternative %in% c("two.sided", "less", "greater")) {
    only("alternative", alternative, "`alternative` \"two.sided\", \"less\" or \"greater\"")
  }
  if (mu != 0.5) only("mu", mu, "`mu = 0.5`, the AUC when labels are dealt at random")
  if (!is.null(observed$cluster)) {
    raise("unused", "`cluster` is not used with `test = \"exact\"`, which deals labels one by one.",
          argument = "cluster")
  }
}
