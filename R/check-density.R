# How probable the costs of errors are.

# What no distribution of costs goes beyond.
density_range <- range_of("between 0.001 and 1e6", function(x) x >= 1e-3 & x <= 1e6)

# Those that go by the priors, as Rust knows them.
densities_by_prior <- list(prior = c(NaN, NaN), ratio = c(NaN, 1))

# The two parameters of a beta distribution, also one by the priors, or a function.
check_density <- function(density, with_function = TRUE, with_prior = TRUE) {
  if (is.character(density) && own_length(density) == 1L && with_prior &&
        unclass(density) %in% names(densities_by_prior)) {
    densities_by_prior[[unclass(density)]]
  } else if (is.function(density) && with_function) {
    density
  } else if (is.numeric(density)) {
    check_numbers(density, "density", density_range, 2L)
  } else {
    expected <- paste0(if (with_prior) "\"prior\", \"ratio\", or ",
                       "the parameters of a beta distribution, c(2, 2)",
                       if (with_function) ", or a function")
    raise_type("density", expected, density)
  }
}

# A user's function at some costs, which must be densities.
densities_at <- function(density, costs) {
  found <- density(costs)
  if (!is.numeric(found) || is.factor(found)) {
    raise("type", sprintf("`density` must give numbers, not %s.", described(found)),
          argument = "density", expected = "numeric", found = class(found))
  }
  if (length(found) != length(costs)) {
    message <- sprintf("`density` must give a number for each cost: of %d it gives %s.", length(costs),
                       number(length(found)))
    raise("length", message, argument = "density", length = length(found), expected = length(costs))
  }
  fault <- match(TRUE, is.na(found) | found < 0 | is.infinite(found))
  if (!is.na(fault)) {
    kind <- if (is.na(found[[fault]])) "missing" else "range"
    message <- sprintf("`density` must give what is finite and not negative: at the cost %s it gives %s.",
                       number(costs[[fault]]), number(found[[fault]]))
    raise(kind, message, argument = "density", cost = costs[[fault]], value = found[[fault]])
  }
  as.double(found)
}

# The integral of the density times a function of costs between two costs.
integral_of_density <- function(density, of_cost, from, to) {
  if (from >= to) {
    return(0)
  }
  density_times <- function(costs) of_cost(costs) * densities_at(density, costs)
  found <- stats::integrate(density_times, from, to, rel.tol = 1e-10, subdivisions = 1000L,
                            stop.on.error = FALSE)
  if (found$message != "OK") {
    message <- sprintf("`density` can't be integrated from %s to %s: %s.", number(from), number(to),
                       found$message)
    raise("range", message, argument = "density", value = c(from, to))
  }
  found$value
}
