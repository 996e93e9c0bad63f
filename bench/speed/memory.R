# Peak memory of one call, each in a fresh process.

# Bytes that a call takes beyond its input and its result. Run before on few observations, so that
# loading code does not count.
extra_memory <- function(run, data) {
  few <- lapply(data, `[`, seq_len(1000))
  run(few$guess, few$label, few$weight)
  gc(full = TRUE)
  reset_peak()
  before <- peak_memory()
  result <- run(data$guess, data$label, data$weight)
  peak_memory() - before - as.numeric(utils::object.size(result))
}

memory_in_r <- function(folder, job, name) {
  command <- c(file.path("bench", "speed", "memory-of-call.R"), folder, job, name)
  system2(file.path(R.home("bin"), "Rscript"), shQuote(command), stdout = TRUE)
}

memory_in_python <- function(python, folder, job, name) {
  system2(python, c(peers_script, shQuote(c("memory", folder, job, name))), stdout = TRUE)
}

# `times` has a row for each implementation that was fast enough to be timed at this size.
measure_memory <- function(times, n, setup) {
  message("  memory, n = ", format(n, scientific = FALSE))
  folder <- tempfile("data")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  save_columns(make_data("continuous", n), folder)
  is_python <- paste(times$job, times$name) %in%
    vapply(setup$python_peers, function(one) paste(one$job, one$name), "")
  bytes <- Map(function(job, name, is_python) {
    printed <- if (is_python) {
      memory_in_python(setup$python, folder, job, name)
    } else {
      memory_in_r(folder, job, name)
    }
    as.numeric(printed)
  }, times$job, times$name, is_python)
  data.frame(job = times$job, n = n, name = times$name, bytes = unlist(bytes) / n)
}
