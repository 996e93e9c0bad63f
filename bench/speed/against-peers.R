# All implementations on the same observations.

skip <- function(contestant, why) {
  data.frame(contestant[c("job", "shape", "n", "name")], why = why)
}

all_contestants <- function(shape, n, setup, folder) {
  data <- make_data(shape, n)
  contestants <- lapply(setup$implementations, r_contestant, shape, data)
  if (is.null(setup$server)) return(contestants)
  save_columns(data, folder)
  ask_python(setup$server, "load", folder)
  c(contestants, lapply(setup$python_peers, python_contestant, shape, n, setup$server, folder))
}

# Splits contestants by the reason that `why_not` gives for leaving one out, NULL for none.
sift <- function(contestants, why_not) {
  reasons <- lapply(contestants, why_not)
  out <- !vapply(reasons, is.null, NA)
  list(left = contestants[!out], skipped = do.call(rbind, Map(skip, contestants[out], reasons[out])))
}

# `pace` has, by key, the ns per observation that were measured at the size before.
against_peers <- function(shape, n, setup, pace) {
  folder <- tempfile("data")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  too_slow <- function(contestant) {
    seconds <- 1.2e-9 * pace[key(contestant)] * n
    if (isTRUE(seconds > setup$longest_call)) sprintf("would take about %.1f s a call", seconds)
  }
  quick <- sift(all_contestants(shape, n, setup, folder), too_slow)
  expected <- expected_columns(quick$left)
  right <- sift(quick$left, function(contestant) rejection(contestant, expected))
  list(
    times = measure(right$left, setup$repetitions(n)),
    skipped = rbind(quick$skipped, right$skipped)
  )
}

# All sizes of a shape, ascending.
shape_against_peers <- function(shape, sizes, setup) {
  results <- list()
  pace <- numeric()
  for (n in sizes) {
    message("  ", shape, ", n = ", format(n, scientific = FALSE))
    result <- against_peers(shape, n, setup, pace)
    pace[paste(result$times$job, result$times$name, sep = ": ")] <- result$times$elapsed_ns
    results <- c(results, list(result))
  }
  bind_results(results)
}

bind_results <- function(results) {
  list(
    times = do.call(rbind, lapply(results, `[[`, "times")),
    skipped = do.call(rbind, lapply(results, `[[`, "skipped"))
  )
}
