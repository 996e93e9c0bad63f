# Missing values that an expression makes of values that are not missing: a level or a code that is not among
# those of factor() or Surv(), strings that are no numbers, 0/0. Leaving out such rows would hide that.

# Returns whether the `value` of an expression is missing in a row in which all of its variables are known.
# `rows` are those of the value among all.
is_made_missing <- function(expression, value, data, environment, rows = seq_len(NROW(value))) {
  if (!is.call(expression) || is_extraction(expression) || has_missing_constant(expression)) {
    return(FALSE)
  }
  made <- is_missing_row(value)
  result <- lapply(unique(variables_in(expression)), function(variable) {
    or_else(suppressWarnings(eval(variable, data, environment)), function(error) NULL)
  })
  result <- Filter(function(x) is.atomic(x) && NROW(x) >= max(rows, 0L) && NROW(x) > 1L, result)
  for (x in result) made <- made & !is_missing_row(x)[rows]
  length(result) > 0L && any(made)
}

# Whoever writes NA means it.
has_missing_constant <- function(expression) {
  if (is.call(expression)) {
    any(vapply(as.list(expression)[-1L], function(part) !missing(part) && has_missing_constant(part), NA))
  } else {
    is.atomic(expression) && length(expression) == 1L && is.na(expression)
  }
}

is_extraction <- function(expression) {
  is.call(expression) && list(expression[[1L]]) %in% list(quote(`$`), quote(`[[`), quote(`[`), quote(`@`))
}

# The variables of an expression, as calls of `$` and the like where these extract them.
variables_in <- function(expression) {
  if (is.symbol(expression) && nzchar(as.character(expression)) || is_extraction(expression)) {
    list(expression)
  } else if (is.call(expression) && !identical(expression[[1L]], quote(`function`))) {
    unlist(lapply(as.list(expression)[-1L], variables_in), recursive = FALSE)
  }
}

# NA in any column of a row.
is_missing_row <- function(x) {
  missing <- is.na(x)
  if (is.matrix(missing)) rowSums(missing) > 0 else as.vector(missing)
}

# The user's expression of an argument, if it made missing values of its `value`; NULL otherwise.
maker_of_missing <- function(argument, place, value, frame = sys.nframe()) {
  args <- argument_of_user(argument, place, frame)
  is_made <- !is.null(args) && is_made_missing(args$expression, value, NULL, args$environment)
  if (is_made) in_words(args$expression)
}

# Says what to do about missing values that an expression made.
check_expression <- function(argument) {
  sprintf("`%s` is missing where its variables are not: check its codes and levels.", argument)
}

# Returns the expression of the first argument in the user's call.
expression_of_x <- function(frame = sys.nframe()) {
  args <- argument_of_user("x", 1L, frame)
  if (is.null(args)) "fit" else in_words(args$expression)
}

# The expression of an argument in the user's call, with the frame in which it is evaluated; NULL where the call does not
# have it. `place` is the argument's place among those without a name.
argument_of_user <- function(name, place, frame = sys.nframe()) {
  frame <- user_frame(frame)
  call <- sys.call(frame$number)
  names <- or(names(call), character(length(call)))
  at <- c(which(names == name), setdiff(which(!nzchar(names)), 1L)[place])[1L]
  if (!is.na(at)) list(expression = call[[at]], environment = sys.frame(frame$caller))
}
