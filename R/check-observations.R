# Types and lengths of the arguments that describe observations. Rust takes
# plain vectors of one length as they are, which saves short calls most of their
# time; here is what it does not take. Values are checked in Rust, in the pass
# that reads them anyway.

check_score <- function(guess, label) {
  if (!(is.numeric(guess) || is.logical(guess)) || !is_plain(guess)) {
    more <- suspect_swap(guess, label)
    raise_type("guess", "a numeric vector of scores", guess,
               if (nzchar(more)) more else way_to_numbers(guess))
  }
  check_same_length("guess", guess, label)
}

# Two numbers that labels may be, the positive one last.
label_encodings <- list(c(-1, 1), c(0, 1), c(1, 2))

check_label <- function(label) {
  if ((is.numeric(label) || is.logical(label) || is.factor(label)) && is_plain(label)) {
    if (is.factor(label)) check_codes(label, "label")
    return()
  }
  if (is.character(label) && is_one_column(label)) raise_character_label(label)
  raise_type("label", "a numeric or logical vector or a factor", label,
             way_to_column(label))
}

# Checks a label of which one value is to be the positive class.
check_any_label <- function(label) {
  if (is.factor(label)) {
    check_label(label)
  } else if (!(is.numeric(label) || is.logical(label) || is.character(label)) || !is_plain(label)) {
    raise_type("label", "a vector or a factor", label, way_to_column(label))
  }
}

# A factor that was made by hand may have codes that stand for no level.
check_codes <- function(x, argument) {
  levels <- length(attr(x, "levels"))
  if (typeof(x) != "integer" || levels == 0L) {
    raise("levels", sprintf("`%s` must be a factor with levels.", argument), argument = argument)
  }
  if (sum(tabulate(x, levels)) == length(x)) {
    return()
  }
  codes <- unclass(x)
  fault <- match(TRUE, codes < 1L | codes > levels)
  if (!is.na(fault)) {
    message <- sprintf("`%s` must be a factor with codes from 1 to %d: that of element %s is %d.",
                       argument, levels, number(fault), codes[[fault]])
    raise("levels", message, argument = argument, position = fault, value = codes[[fault]])
  }
}

check_weight <- function(weight, label) {
  if (is_design(weight) || !(is.numeric(weight) || is.logical(weight)) || !is_plain(weight)) {
    raise_type("weight", "a numeric vector", weight, way_to_column(weight))
  }
  check_same_length("weight", weight, label)
}

# How what has numbers in it gives them. Levels in alphabetical order have no numbers.
way_to_numbers <- function(x) {
  call <- if (inherits(x, c("Date", "POSIXct", "difftime"))) {
    "as.numeric()"
  } else if (is.factor(x) && are_numbers(levels(x))) {
    "as.numeric(as.character())"
  } else if (is.ordered(x)) {
    "as.integer()"
  }
  if (is.null(call)) way_to_column(x) else sprintf(" Convert it with `%s`.", call)
}

# Returns whether all strings are numbers, and at least one is there.
are_numbers <- function(strings) {
  strings <- as.vector(strings[!is.na(strings)])
  length(strings) > 0L && all(are_readable(strings)) && !anyNA(suppressWarnings(as.numeric(strings)))
}

way_to_column <- function(x) {
  if (is.data.frame(x)) {
    if (ncol(x) == 1L) " Extract its first column with `[[1]]`." else " Give one of its columns."
  } else if (is_survival(x)) {
    paste(" `outcome_at()` makes the label at one time of it, and",
          "`weighted_roc(Surv(time, status) ~ score, data, times = )` curves at several.")
  } else if (is_outcome(x)) {
    " An outcome at a time is a label of functions of observations, such as weighted_roc()."
  } else {
    ""
  }
}

# A matrix with a length of its own.
is_survival <- function(x) inherits(x, c("Surv", "Surv2"))

check_same_length <- function(argument, x, label) {
  if (length(x) != length(label)) {
    message <- sprintf(
      "`%s` must be as long as `label`: its length is %s, that of `label` is %s.",
      argument, number(length(x)), number(length(label))
    )
    raise("length", message, argument = argument, length = length(x), expected = length(label))
  }
}

# One column of numbers in a form that Rust can read. The doubles of
# bit64::integer64 are integers in disguise; what only has the class of a
# data.frame has other dimensions than it says, and other classes may have
# another length.
is_plain <- function(x) {
  is.null(attributes(x)) || is_one_column(x) &&
    !(is.object(x) && (inherits(x, c("integer64", "data.frame")) || length(x) != own_length(x)))
}

# Numbers or logicals, as many, without attributes: they need no closer look.
is_bare <- function(x, length) {
  (is.numeric(x) || is.logical(x)) && is.null(attributes(x)) && length(x) == length
}

# Whatever its class says.
own_length <- function(x) length(unclass(x))

is_one_column <- function(x) {
  is.null(dim(x)) || all(dim(x)[-1L] == 1L)
}

raise_type <- function(argument, expected, result, more = "") {
  if (!nzchar(more)) more <- way_of_object(result, argument)
  message <- sprintf("`%s` must be %s, not %s.%s", argument, expected, described(result), more)
  raise("type", message, argument = argument, expected = expected, found = class(result))
}

described <- function(x) {
  if (is.null(x)) {
    "NULL"
  } else if (is.object(x)) {
    sprintf("an object of class %s", class(x)[[1L]])
  } else if (is.matrix(x)) {
    sprintf("a matrix with %d columns", ncol(x))
  } else if (is.atomic(x)) {
    sprintf("a vector of type %s", typeof(x))
  } else {
    paste(if (grepl("^[aeiou]", class(x)[[1L]])) "an" else "a", class(x)[[1L]])
  }
}

# Which of two words is the positive one can't be known: show how to say it.
raise_character_label <- function(label) {
  refuse_several_words(label)
  words <- quoted(event_last(unique(as.vector(label[!is.na(label)]))))
  message <- sprintf(
    paste0(
      "`label` must say which value is positive; a character vector does not. ",
      "Give a comparison, `label == %2$s`, or a factor with the positive level last, ",
      "`factor(label, levels = c(%1$s, %2$s))`."
    ),
    words[[1L]], words[[2L]]
  )
  raise("type", message,
        argument = "label", expected = "a comparison or a factor", found = "character")
}

# Words in alphabetical order, but one for an event last. "no" and "yes" stand for words that are not there.
event_last <- function(words) {
  if (length(words) == 1L) words <- c(setdiff(c("no", "yes"), words)[[1L]], words)
  if (length(words) == 0L) words <- c("no", "yes")
  words <- sort(readable(words), method = "radix")
  words[order(tolower(words) %in% words_of_events)]
}

# The word of an event, or the first word.
likely_event <- function(words) {
  result <- match(TRUE, tolower(readable(words)) %in% words_of_events)
  words[[if (is.na(result)) 1L else result]]
}

# A factor of two of them would have NA for the others.
refuse_several_words <- function(label) {
  words <- unique(as.vector(label)[!is.na(label)])
  if (length(words) < 3L) return()
  message <- sprintf("`label` must have two values, not %s: %s. %s: `label == %s`.",
                     number(length(words)), listed(words),
                     "Leave out the rows of other classes, or compare one class with the rest",
                     quoted(likely_event(words)))
  raise("labels", message, argument = "label", value = utils::head(words, 6L))
}

# Label values that Rust reports as numbers, as the user knows them.
as_given <- function(value, label) {
  if (!is.null(attr(label, "value"))) {
    attr(label, "value")
  } else if (is.factor(label)) {
    levels(label)[value]
  } else if (is.logical(label)) {
    as.logical(value)
  } else {
    value
  }
}

# encodeString() also shows bytes that are not a valid string.
quoted <- function(value) {
  if (is.character(value)) dQuote(encodeString(value), FALSE) else distinct_numbers(value)
}

# Gives back what Rust made of observations, or raises what it reports.
about_label <- function(result, guess, label) {
  if (inherits(result, "wroc_failure")) {
    if (result$kind == "labels") result$swapped <- are_swapped(guess, label)
    unwrap(result, label)
  }
  result
}

suspect_swap <- function(guess, label) {
  if (are_swapped(guess, label)) are_they_swapped else ""
}

are_they_swapped <- " Are `guess` and `label` swapped?"

# Returns whether the label looks like scores and the scores like labels.
are_swapped <- function(guess, label) {
  if (!is.numeric(label) || !is.atomic(guess) || !are_like_scores(values_of(label))) return(FALSE)
  values <- values_of(guess)
  if (is.factor(guess) || !is.numeric(values)) {
    length(values) == 2L
  } else {
    is_encoding(values)
  }
}

# A few whole numbers are rather classes.
are_like_scores <- function(values) {
  length(values) > 6L || length(values) > 2L && is.numeric(values) && any(values != round(values))
}

# Codes of a factor, which may stand for no level.
values_of <- function(x) stats::na.omit(unique(as.vector(if (is.factor(x)) unclass(x) else x)))
