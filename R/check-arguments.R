# Gives back numbers as doubles, without attributes. The core checks their values: in the request of which they are a
# part, or here, in a `range` that it knows by its name, or between two ends.
check_numbers <- function(x, argument, length = NULL, range = NULL, ascending = FALSE) {
  x <- without_integer64(x, argument)
  # A vector of NA only is missing; its type is not wrong.
  if (is.logical(x) && length(x) > 0L && all(is.na(x))) x <- as.double(x)
  if (!is.numeric(x) || !is_plain(x)) raise_type(argument, "numeric", x)
  if (!is.null(length)) check_length(x, argument, length, sprintf("have length %d", length))
  x <- as.vector(x, "double")
  if (!is.null(range)) unwrap(check_range(x, range, ascending), argument = argument)
  x
}

# `must` says what `x` must, to have one of the lengths that are `expected`.
check_length <- function(x, argument, expected, must, more = "") {
  if (!length(x) %in% expected) {
    message <- sprintf("`%s` must %s, not %s.%s", argument, must, number(length(x)), more)
    raise("length", message, argument = argument, length = length(x), expected = max(expected))
  }
}

# Numbers that a user's function returns for this many things.
check_returned <- function(x, argument, number, things) {
  if (!(is.numeric(x) || is.logical(x)) || !is_plain(x)) {
    message <- sprintf("`%s` must return numbers, not %s.", argument, described(x))
    raise("type", message, argument = argument, expected = "numeric", found = class(x))
  }
  check_length(x, argument, number, sprintf("return a number for each of the %s %s", number(number), things))
}

# The two ends of an interval.
check_interval <- function(x, argument) {
  if (is.numeric(x)) check_length(x, argument, 2L, "have length 2, the ends of an interval such as c(0, 0.1)")
  check_numbers(x, argument, 2L)
}

# Each interval as a pair; several are the rows of a matrix or a list.
check_intervals <- function(x, argument) {
  if (is_list(x)) return(lapply(x, check_interval, argument))
  if (length(dim(x)) != 2L) return(list(check_interval(x, argument)))
  check_length(seq_len(ncol(x)), argument, 2L, "have two columns, the ends of intervals")
  Map(c, check_numbers(x[, 1L, drop = TRUE], argument), check_numbers(x[, 2L, drop = TRUE], argument),
      USE.NAMES = FALSE)
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
  if (identical(x, choices)) return(if (is.null(default)) choices[[1L]] else default)
  if (!is.character(x) || own_length(x) != 1L || !unclass(x) %in% choices) {
    message <- sprintf("`%s` must be one of %s.", argument,
                       paste(quoted(choices), collapse = ", "))
    raise("choice", message, argument = argument, expected = choices, value = x)
  }
  unclass(x)
}

# Refuses arguments that would have no effect. `given` says of arguments, by their names, whether they are.
check_unused <- function(args, why) refuse_arguments(names(args)[args], paste("used", why))

refuse_arguments <- function(names, noun) {
  if (length(names) > 0L) {
    message <- sprintf("`%s` is not %s.", names[[1L]], noun)
    raise("unused", message, argument = names[[1L]])
  }
}

# Refuses what is in `...` of a function that takes nothing by it.
refuse_dots <- function(...) {
  if (...length() == 0L) return()
  name <- name_of_dots(...)
  if (name == "...") {
    raise("unused", "Unnamed arguments are not accepted here: write `name = value`.", argument = name)
  }
  raise_unknown(name, names(formals(sys.function(sys.parent()))))
}

# The name of the first of `...`, if it has one.
name_of_dots <- function(...) {
  name <- ...names()[1L]
  if (is.null(name) || is.na(name) || !nzchar(name)) "..." else name
}

without_bootstrap <- "without a bootstrap: leave it out, or give `variance = \"bootstrap\"`"

# Exactly one of two arguments, by their names, must be given.
check_one_of <- function(first, second, arguments) {
  args <- !c(is.null(first), is.null(second))
  if (sum(args) != 1L) {
    message <- sprintf("Exactly one of `%s` and `%s` must be given, not %s.",
                       arguments[[1L]], arguments[[2L]], if (all(args)) "both" else "neither")
    raise("choice", message, argument = arguments)
  }
}

# NULL asks for estimates without intervals. The core knows the level by one name.
check_level <- function(conf.level, argument = "conf.level") {
  if (!is.null(conf.level)) check_numbers(conf.level, argument, 1L, if (argument != "conf.level") "uncertain")
}
