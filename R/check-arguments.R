# Numbers that say what is wanted: costs, priors, bounds, thresholds.

# `share`: whether someone may give it in percent.
range_of <- function(text, holds, share = FALSE) list(text = text, holds = holds, share = share)

any_number <- range_of("a number", function(x) TRUE)
finite_number <- range_of("finite", is.finite)
prior_range <- range_of("greater than 0 and less than 1", function(x) x > 0 & x < 1, share = TRUE)
# No plan of a study goes beyond this range.
factor_range <- range_of("between 1e-6 and 1e6", function(x) x >= 1e-6 & x <= 1e6)
above_zero <- range_of("finite and greater than 0", function(x) is.finite(x) & x > 0)
not_negative <- range_of("finite and >= 0", function(x) is.finite(x) & x >= 0)
time_range <- range_of("greater than 0", function(x) x > 0)
rate_range <- range_of("between 0 and 1", function(x) x >= 0 & x <= 1, share = TRUE)
share_range <- range_of("greater than 0 and at most 1", function(x) x > 0 & x <= 1, share = TRUE)
replicates_range <- range_of("a whole number from 2 to 1e9",
                             function(x) x >= 2 & x == round(x) & x <= 1e9)
at_least_one <- range_of("at least 1", function(x) x >= 1)
points_range <- range_of("at least 2", function(x) x >= 2)

# Gives back the numbers as doubles, without attributes.
check_numbers <- function(x, argument, range, length = NULL) {
  x <- without_integer64(x, argument)
  # A vector of NA only is missing; its type is not wrong.
  if (is.logical(x) && length(x) > 0L && all(is.na(x))) x <- as.double(x)
  if (!is.numeric(x) || !is_plain(x)) {
    raise_type(argument, "numeric", x)
  }
  if (!is.null(length)) check_length(x, argument, length, sprintf("have length %d", length))
  x <- as.vector(x, "double")
  check_range(x, argument, range)
  x
}

# `must` says what `x` must, to have one of the lengths that are `expected`.
check_length <- function(x, argument, expected, must, more = "") {
  if (!length(x) %in% expected) {
    message <- sprintf("`%s` must %s, not %s.%s", argument, must, number(length(x)), more)
    raise("length", message, argument = argument, length = length(x), expected = max(expected))
  }
}

check_range <- function(x, argument, range) {
  fault <- match(TRUE, is.na(x) | !range$holds(x))
  if (is.na(fault)) {
    return()
  }
  place <- if (length(x) == 1L) "it" else sprintf("element %s", number(fault))
  if (is.na(x[[fault]])) {
    message <- sprintf("`%s` must not be missing: %s is %s.", argument, place, x[[fault]])
    raise("missing", message, argument = argument, position = fault)
  }
  message <- sprintf("`%s` must be %s: %s is %s.%s", argument, range$text, place,
                     number(x[[fault]]), if (range$share) of_percent(x[[fault]]) else "")
  raise("range", message, argument = argument, position = fault, value = x[[fault]])
}

of_percent <- function(x) {
  if (x <= 1 || x > 100) {
    return("")
  }
  sprintf(" Is it in percent? %s %% is %s.", number(x), number(x / 100))
}

check_interval <- function(x, argument) {
  if (is.numeric(x) && length(x) != 2L) {
    message <- sprintf("`%s` must be the two ends of an interval, %s: its length is %s.", argument,
                       "such as c(0, 0.1)", number(length(x)))
    raise("length", message, argument = argument, length = length(x), expected = 2L)
  }
  x <- check_numbers(x, argument, rate_range, 2L)
  if (x[[1L]] > x[[2L]]) {
    message <- sprintf("`%s` must ascend: it goes from %s.", argument,
                       paste(two_numbers(x[[1L]], x[[2L]]), collapse = " to "))
    raise("interval", message, argument = argument, value = x)
  }
  x
}

# One interval as a pair, or several as the rows of a matrix or data.frame: their ends.
check_intervals <- function(x, argument) {
  if (length(dim(x)) != 2L) {
    x <- check_interval(x, argument)
    return(list(low = x[[1L]], high = x[[2L]]))
  }
  if (ncol(x) != 2L) {
    message <- sprintf("`%s` must have two columns, the ends of intervals, not %d.", argument,
                       ncol(x))
    raise("length", message, argument = argument, length = ncol(x), expected = 2L)
  }
  low <- check_numbers(x[, 1L, drop = TRUE], argument, rate_range)
  high <- check_numbers(x[, 2L, drop = TRUE], argument, rate_range)
  fault <- match(TRUE, low > high)
  if (!is.na(fault)) {
    ends <- two_numbers(low[[fault]], high[[fault]])
    message <- sprintf("`%s` must ascend: row %s goes from %s.", argument, number(fault),
                       paste(ends, collapse = " to "))
    raise("interval", message, argument = argument, position = fault,
          value = c(low[[fault]], high[[fault]]))
  }
  list(low = low, high = high)
}

check_flag <- function(x, argument) {
  if (!is.logical(x) || own_length(x) != 1L || is.na(x)) {
    message <- sprintf("`%s` must be TRUE or FALSE.", argument)
    raise("type", message, argument = argument, expected = "TRUE or FALSE", found = class(x))
  }
  x
}

are_readable <- function(texts) Encoding(texts) != "bytes" & validEnc(texts)

# The label of the positive class, or NULL where the labels themselves say which one it is.
check_positive <- function(positive) {
  positive <- without_integer64(positive, "positive")
  if (is.factor(positive)) {
    check_codes(positive, "positive")
    positive <- as.character(positive)
  }
  is_plain <- is.numeric(positive) || is.logical(positive) || is.character(positive)
  if (is.null(positive) ||
        is_plain && !is.object(positive) && length(positive) == 1L && !is.na(positive)) {
    return(as.vector(positive))
  }
  raise("type", "`positive` must be one value of `label`.", argument = "positive",
        expected = "one value", found = class(positive))
}

# Which one of its choices an argument of the caller is to be; they stand in the caller's formals,
# the default first, unless there is another one.
check_choice <- function(x, argument, default = NULL) {
  check_choice_of(x, argument, eval(formals(sys.function(sys.parent()))[[argument]]), default)
}

check_choice_of <- function(x, argument, choices, default = NULL) {
  if (identical(x, choices)) {
    return(if (is.null(default)) choices[[1L]] else default)
  }
  if (!is.character(x) || own_length(x) != 1L || !unclass(x) %in% choices) {
    message <- sprintf("`%s` must be one of %s.", argument,
                       paste(quoted(choices), collapse = ", "))
    raise("choice", message, argument = argument, expected = choices, value = x)
  }
  unclass(x)
}

# Refuses arguments that would have no effect. `given` says of arguments, by their names, whether they are.
check_unused <- function(given, why) refuse_arguments(names(given)[given], paste("used", why))

refuse_arguments <- function(names, what) {
  if (length(names) > 0L) {
    message <- sprintf("`%s` is not %s.", names[[1L]], what)
    raise("unused", message, argument = names[[1L]])
  }
}

# `...` of a function that takes nothing by it.
refuse_dots <- function(what, ...) {
  if (...length() > 0L) {
    name <- name_of_dots(...)
    if (name == "...") {
      raise("unused", "Unnamed arguments are not accepted here: write `name = value`.", argument = name)
    }
    raise("unused", sprintf("%s has no argument `%s` here.", what, name), argument = name)
  }
}

# The name of the first of `...`, if it has one.
name_of_dots <- function(...) {
  name <- ...names()[1L]
  if (is.null(name) || is.na(name) || !nzchar(name)) "..." else name
}

without_bootstrap <- "without a bootstrap: leave it out, or give `variance = \"bootstrap\"`"

# Exactly one of two arguments, by their names, must be given.
check_one_of <- function(first, second, arguments) {
  given <- !c(is.null(first), is.null(second))
  if (sum(given) != 1L) {
    message <- sprintf("Exactly one of `%s` and `%s` must be given, not %s.",
                       arguments[[1L]], arguments[[2L]], if (all(given)) "both" else "neither")
    raise("choice", message, argument = arguments)
  }
}

# NULL asks for estimates without intervals.
check_level_or_none <- function(conf.level) if (!is.null(conf.level)) check_level(conf.level)

check_level <- function(conf.level, argument = "conf.level") {
  check_numbers(conf.level, argument, prior_range, 1L)
}
