# How probable the costs of errors are.

# The two parameters of a beta distribution, one that goes by the prior as the core knows it by its name, or a
# function.
check_density <- function(density, with_prior) {
  by_prior <- c("prior", "ratio")
  if (is.character(density) && own_length(density) == 1L && with_prior && unclass(density) %in% by_prior) {
    unclass(density)
  } else if (is.function(density)) {
    density
  } else if (is.numeric(density)) {
    check_numbers(density, "density", 2L)
  } else {
    expected <- paste0(if (with_prior) "\"prior\", \"ratio\", ",
                       "the parameters of a beta distribution, such as c(2, 2), or a function")
    raise_type("density", expected, density)
  }
}

# A user's function at some costs, which must be densities.
densities_at <- function(density, costs) {
  result <- density(costs)
  check_returned(result, "density", length(costs), "costs")
  result <- as.vector(result, "double")
  amended(unwrap(check_range(result, "not_negative", FALSE), argument = "density"), function(error) {
    cost <- costs[[error$position]]
    with_place(error, sprintf("At the cost %s:", number(cost)), cost = cost)
  })
  result
}

# The integrals of the density times the cost c, and times 1 - c, between ascending costs: a row for each.
# Integrals are accurate where two Gauss rules agree. All narrow pieces are integrated at once, so that the
# function is called a few times, with at most `at_once` costs each. Others are done one by one.
integrals_of_density <- function(density, from, to, at_once = 1e5) {
  result <- matrix(0, length(from), 2L)
  is_wide <- logical(length(from))
  some <- which(from < to)
  for (own in split(some, ceiling(seq_along(some) / (at_once / 16)))) {
    by_rule <- lapply(gauss_rules, gauss_integrals, density, from[own], to[own])
    result[own, ] <- by_rule[[2L]]
    is_wide[own] <- rowSums(abs(by_rule[[2L]] - by_rule[[1L]]) > 1e-10 * by_rule[[2L]]) > 0
  }
  for (piece in which(is_wide)) {
    result[piece, ] <- c(integral_of_density(density, function(c) c, from[[piece]], to[[piece]]),
                        integral_of_density(density, function(c) 1 - c, from[[piece]], to[[piece]]))
  }
  result
}

gauss_integrals <- function(rule, density, from, to) {
  costs <- from + outer(to - from, rule$nodes)
  densities <- matrix(densities_at(density, as.vector(costs)), length(from))
  (to - from) * cbind((costs * densities) %*% rule$weights, ((1 - costs) * densities) %*% rule$weights)
}

# Nodes and weights in [0, 1] (Golub and Welsch 1969).
gauss_rule <- function(number) {
  k <- seq_len(number - 1L)
  jacobi <- matrix(0, number, number)
  jacobi[cbind(k, k + 1L)] <- jacobi[cbind(k + 1L, k)] <- k / sqrt(4 * k^2 - 1)
  parts <- eigen(jacobi, symmetric = TRUE)
  list(nodes = (parts$values + 1) / 2, weights = parts$vectors[1L, ]^2)
}

gauss_rules <- lapply(c(6L, 10L), gauss_rule)

# The integral of the density times a function of costs between two costs.
integral_of_density <- function(density, of_cost, from, to) {
  if (from >= to) return(0)
  density_times <- function(costs) of_cost(costs) * densities_at(density, costs)
  result <- stats::integrate(density_times, from, to, rel.tol = 1e-10, subdivisions = 1000L,
                            stop.on.error = FALSE)
  if (result$message != "OK") {
    message <- sprintf("`density` can't be integrated from %s to %s: %s.", number(from), number(to),
                       result$message)
    raise("range", message, argument = "density", value = c(from, to))
  }
  result$value
}
