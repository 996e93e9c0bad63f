# Whole numbers of 64 bits, class integer64 of package bit64, stand in the bits of doubles. They become
# doubles on input, so that no other code has to handle them. Package bit64 is not needed for that.

# Gives back a vector, a matrix or a list with such numbers as doubles; all else stays as it is. Numbers that
# doubles don't hold are an error, which says a `way` out.
without_integer64 <- function(x, argument, way = "`as.numeric()` rounds such numbers.") {
  if (is.null(x) || is.atomic(x) && !is.object(x)) return(x)
  if (is.list(x)) {
    long <- vapply(unclass(x), inherits, NA, "integer64")
    if (any(long)) x[long] <- lapply(unclass(x)[long], without_integer64, argument, way)
    return(x)
  }
  if (!inherits(x, "integer64")) return(x)
  if (!is.double(x)) raise_type(argument, "an integer64 vector of package bit64", x)
  values <- doubles_of_integer64(x, TRUE)
  if (inherits(values, "wroc_failure") && values$kind == "inexact") {
    message <- sprintf(
      "`%s` must have numbers that doubles hold exactly: element %s of class integer64 is not. %s",
      argument, number(values$position), way
    )
    raise("type", message, argument = argument, position = values$position)
  }
  values <- unwrap(values)
  attributes(values) <- attributes(x)[intersect(names(attributes(x)), c("names", "dim", "dimnames"))]
  values
}

# Advice for arguments whose values only identify rows.
way_of_names <- "`as.character()` keeps the values distinct."
