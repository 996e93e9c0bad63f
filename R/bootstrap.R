# Replicates from one sort in Rust.

# The seed of one call, from R's generator, so that set.seed() holds: drawn when the core first asks for it.
seed_of_call <- function() {
  seed <- NULL
  function() {
    if (is.null(seed)) seed <<- floor(stats::runif(2L) * 2^32)
    seed
  }
}

# How replicates are drawn.
scheme_of <- function(variance) {
  switch(variance, frequency = "counts", bayesian = "dirichlet", "multinomial")
}

# A progress bar for people who wait: from the second second on, in interactive use.
progress_of <- function(steps) {
  start <- proc.time()[["elapsed"]]
  bar <- NULL
  list(
    step = function(i) {
      if (is.null(bar) && is_interactive() && proc.time()[["elapsed"]] - start > 1) {
        bar <<- utils::txtProgressBar(max = steps, style = 3)
      }
      if (!is.null(bar)) utils::setTxtProgressBar(bar, i)
    },
    close = function() if (!is.null(bar)) close(bar)
  )
}

is_interactive <- function() interactive()

# Called by the core each second while it draws replicates, and with NaN when these are done.
show_replicates <- function(done, begun) {
  if (!is_interactive()) return(invisible())
  text <- if (is.nan(done)) "\n" else sprintf("\r%.0f of %.0f replicates", done, begun)
  cat(text, file = stderr())
}

# Tells which query of a database begins, once there was a second of them.
progress_of_queries <- function() {
  start <- proc.time()[["elapsed"]]
  queries <- 0L
  function() {
    queries <<- queries + 1L
    seconds <- proc.time()[["elapsed"]] - start
    if (is_interactive() && seconds > 1) cat(sprintf("Query %d, after %.0f s\n", queries, seconds), file = stderr())
  }
}

# Replicates in which a class has no weight say nothing; this says how many there were.
warn_of_lost_replicates <- function(left, R) {
  if (left < R) {
    warn("replicates", sprintf(
      "%d of %d replicates had no weight in a class and were left out.", R - left, R
    ))
  }
}

# There is no spread of one. Beyond the least and the greatest of a few there is more probability than
# an interval is to leave out.
check_replicates_left <- function(left, R, conf.level) {
  if (left < 2L) {
    message <- sprintf("`R` must be larger: of %d replicates only %d contain both classes.", R, left)
    raise("replicates", message, argument = "R", value = R, left = left)
  }
  enough <- ceiling(2 / (1 - conf.level) - 1 - 1e-6)
  if (left < enough) {
    warn("replicates", sprintf(
      "%d replicates are too few for `conf.level` = %s, which needs %s: the interval is too narrow.",
      left, number(conf.level), number(enough)
    ))
  }
}
