# Types and lengths of the arguments that describe observations. Rust takes
# plain vectors of one length as they are, which saves short calls most of their
# time; here is what it does not take. Values are checked in Rust, in the pass
# that reads them anyway.

# NULL weights stand for weights of 1.
check_observations <- function(guess, label, weights) {
  check_label(label)
  if (!(is.numeric(guess) || is.logical(guess)) || !is_plain(guess)) {
    raise_type("guess", "a numeric vector of scores", guess)
  }
  if (length(guess) != length(label)) {
    raise_length("guess", guess, label)
  }
  if (!is.null(weights)) {
    check_weight(weights, label)
  }
}

# Two numbers that labels may be, the positive one last.
label_encodings <- list(c(-1, 1), c(0, 1), c(1, 2))

check_label <- function(label) {
  if ((is.numeric(label) || is.logical(label) || is.factor(label)) && is_plain(label)) {
    return()
  }
  if (is.character(label) && is_one_column(label)) {
    raise_character_label(label)
  }
  raise_type("label", "a numeric or logical vector or a factor", label)
}

check_weight <- function(weight, label) {
  if (!(is.numeric(weight) || is.logical(weight)) || !is_plain(weight)) {
    raise_type("weight", "a numeric vector", weight)
  }
  if (length(weight) != length(label)) {
    raise_length("weight", weight, label)
  }
}

# A weight of NULL is more likely a misspelt column than a wish for weights of 1.
not_null <- function(weight, label) {
  if (is.null(weight)) check_weight(weight, label)
  weight
}

raise_length <- function(argument, x, label) {
  message <- sprintf(
    "`%s` must be as long as `label`: its length is %s, that of `label` is %s.",
    argument, number(length(x)), number(length(label))
  )
  raise("length", message, argument = argument, length = length(x), expected = length(label))
}

# One column of numbers in a form that Rust can read. The doubles of
# bit64::integer64 are integers in disguise.
is_plain <- function(x) {
  is_one_column(x) && !inherits(x, "integer64")
}

is_one_column <- function(x) {
  all(dim(x)[-1L] == 1L)
}

raise_type <- function(argument, expected, found) {
  message <- sprintf("`%s` must be %s, not %s.", argument, expected, described(found))
  raise("type", message, argument = argument, expected = expected, found = class(found))
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
    sprintf("a %s", class(x)[[1L]])
  }
}

# Which of two words is the positive one can't be known: show how to say it.
raise_character_label <- function(label) {
  words <- quoted(c(unique(label), "no", "yes")[1:2])
  message <- sprintf(
    paste0(
      "`label` must say which value is positive, a character vector does not. ",
      "Give a comparison, `label == %2$s`, or a factor with the positive level last, ",
      "`factor(label, levels = c(%1$s, %2$s))`."
    ),
    words[[1L]], words[[2L]]
  )
  raise("type", message,
        argument = "label", expected = "a comparison or a factor", found = "character")
}

# Label values that Rust reports as numbers, as the user knows them.
as_given <- function(value, label) {
  if (is.factor(label)) {
    levels(label)[value]
  } else if (is.logical(label)) {
    as.logical(value)
  } else {
    value
  }
}

quoted <- function(value) {
  if (is.character(value)) dQuote(value, FALSE) else vapply(value, number, "")
}
