# Replicates from one sort in Rust. The seed comes from R's generator, so that set.seed() holds.

bootstrap_of <- function(guess, label, weights, cluster, bayesian) {
  check_observations(guess, label, weights)
  seed <- floor(stats::runif(2L) * 2^32)
  clusters <- number_of(cluster)
  unwrap(bootstrap_new(guess, label, weights, cluster$codes, clusters, bayesian, seed), label)
}

# A matrix of `R` rows, one a replicate.
replicates_of <- function(bootstrap, kind, values, R) {
  threads <- sort_threads()
  parts <- split_into_parts(R)
  progress <- progress_of(length(parts))
  found <- vector("list", length(parts))
  for (i in seq_along(parts)) {
    first <- parts[[i]][[1L]] - 1
    found[[i]] <- unwrap(
      bootstrap_run(bootstrap, kind, values, first, length(parts[[i]]), threads)
    )[[1L]]
    progress$step(i)
  }
  progress$close()
  matrix(unlist(found), R, byrow = TRUE)
}

split_into_parts <- function(R) {
  size <- max(1, ceiling(R / 50))
  split(seq_len(R), (seq_len(R) - 1) %/% size)
}

# A progress bar for people who wait: from the second second on, in interactive use.
progress_of <- function(steps) {
  start <- proc.time()[["elapsed"]]
  bar <- NULL
  list(
    step = function(i) {
      if (is.null(bar) && interactive() && proc.time()[["elapsed"]] - start > 1) {
        bar <<- utils::txtProgressBar(max = steps, style = 3)
      }
      if (!is.null(bar)) utils::setTxtProgressBar(bar, i)
    },
    close = function() if (!is.null(bar)) close(bar)
  )
}

# Replicates in which a class has no weight say nothing; this says how many there were.
defined <- function(replicates) {
  complete <- stats::complete.cases(replicates)
  if (!all(complete)) {
    warn("replicates", sprintf(
      "%d of %d replicates had no cluster with a class and were left out.",
      sum(!complete), length(complete)
    ))
  }
  replicates[complete, , drop = FALSE]
}

percentiles <- function(replicates, conf.level) {
  tails <- c(1 - conf.level, 1 + conf.level) / 2
  apply(replicates, 2L, stats::quantile, probs = tails, names = FALSE)
}

check_replicates <- function(R) {
  check_numbers(R, "R", replicates_range, 1L)
}
