# Whole numbers of 64 bits, class integer64 of package bit64, stand in the bits of doubles. They become
# doubles where they come in, so that nothing else has to know of them. Package bit64 is not needed for that.

# Gives back a vector, a matrix or a list with such numbers as doubles; all else stays as it is. Numbers that
# doubles don't hold are an error, which says a `way` out.
without_integer64 <- function(x, argument, way = "`as.numeric()` rounds such numbers.") {
  if (is.list(x)) {
    long <- vapply(unclass(x), inherits, NA, "integer64")
    if (any(long)) x[long] <- lapply(unclass(x)[long], without_integer64, argument, way)
    return(x)
  }
  if (!inherits(x, "integer64")) {
    return(x)
  }
  if (!is.double(x)) raise_type(argument, "a vector as package bit64 makes it", x)
  values <- doubles_of_integer64(x, TRUE)
  if (inherits(values, "wroc_failure") && values$kind == "inexact") {
    message <- sprintf(
      "`%s` must have numbers that doubles hold exactly: element %s of class integer64 is not. %s",
      argument, number(values$position), way
    )
    raise("type", message, argument = argument, position = values$position)
  }
  with_shape_of(x, unwrap(values))
}

with_shape_of <- function(x, values) {
  attributes(values) <- attributes(x)[intersect(names(attributes(x)), c("names", "dim", "dimnames"))]
  values
}

# For what only tells rows apart.
way_of_names <- "`as.character()` gives names that differ."
