# Our functions on every shape of the scores, compared with continuous ones.

of_ours <- function(job, name) {
  Filter(function(one) one$job == job && one$name == name, our_implementations())[[1L]]
}

across_shapes <- function(n, setup) {
  message("  all shapes, n = ", format(n, scientific = FALSE))
  on_shape <- function(job, shape, data, name = ours) {
    r_contestant(of_ours(job, name), shape, data, ours, "continuous")
  }
  contestants <- unlist(lapply(names(shapes), function(shape) {
    data <- make_data(shape, n)
    c(
      lapply(c("curve", "area"), on_shape, shape, data),
      if (shape == "continuous") lapply(c("curve", "area"), on_shape, shape, data, ours_unit)
    )
  }), recursive = FALSE)
  measure(contestants, setup$repetitions(n))
}
