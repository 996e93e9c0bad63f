# A contestant is an implementation with its data, as common/measure.R wants it: `columns()` gives
# what the guard compares.

contestant <- function(job, shape, n, name, reference, reference_shape, time, columns) {
  list(job = job, shape = shape, n = n, name = name, reference = reference,
       reference_shape = reference_shape, time = time, columns = columns)
}

key <- function(contestant) paste(contestant$job, contestant$name, sep = ": ")

time_calls <- function(run, data, calls) {
  guess <- data$guess
  label <- data$label
  weight <- data$weight
  before <- proc.time()
  for (i in seq_len(calls)) run(guess, label, weight)
  used <- proc.time() - before
  c(cpu = used[["user.self"]] + used[["sys.self"]], elapsed = used[["elapsed"]])
}

r_contestant <- function(implementation, shape, data, reference = implementation$reference,
                         reference_shape = shape) {
  run <- implementation$run
  contestant(
    implementation$job, shape, length(data$guess), implementation$name, reference, reference_shape,
    time = function(calls) time_calls(run, data, calls),
    columns = function() implementation$columns(run(data$guess, data$label, data$weight))
  )
}

# `folder` has the data that the server was told to load.
python_contestant <- function(implementation, shape, n, server, folder) {
  contestant(
    implementation$job, shape, n, implementation$name, ours, shape,
    time = function(calls) {
      used <- ask_python(server, "time", implementation$job, implementation$name, calls)
      stats::setNames(as.numeric(used), c("cpu", "elapsed"))
    },
    columns = function() {
      names <- ask_python(server, "save", implementation$job, implementation$name, folder)
      load_result(folder, names)
    }
  )
}
