# Times contestants side by side: in each repetition all of them, in random order. A contestant is
# a list of job, shape, n and name; of the reference and reference_shape of the one that it is
# compared with; and of `time(calls)`, which gives the CPU and elapsed seconds of so many calls.

# Seconds that a contestant's turn lasts at least: proc.time() counts CPU time in milliseconds.
shortest_turn <- 0.05

calls_per_turn <- function(contestant) {
  calls <- 1
  repeat {
    took <- contestant$time(calls)[["elapsed"]]
    if (took >= shortest_turn) return(calls)
    calls <- ceiling(calls * min(100, max(1.2, 1.2 * shortest_turn / max(took, 1e-4))))
  }
}

# Seconds per call: an array of repetitions, contestants, and cpu and elapsed. A call comes first that is
# not timed: what memory nobody used for some seconds a virtual machine may have given back to its host.
# To get it again took 100 ns an observation of a curve, where all the rest took 20.
take_turns <- function(contestants, repetitions) {
  calls <- vapply(contestants, calls_per_turn, 0)
  seconds <- array(
    dim = c(repetitions, length(contestants), 2L),
    dimnames = list(NULL, NULL, c("cpu", "elapsed"))
  )
  for (repetition in seq_len(repetitions)) {
    for (k in sample.int(length(contestants))) {
      contestants[[k]]$time(1)
      gc(full = TRUE)
      seconds[repetition, k, ] <- contestants[[k]]$time(calls[k]) / calls[k]
    }
  }
  list(seconds = seconds, calls = calls)
}

spread <- function(values, name) {
  stats::setNames(
    list(stats::median(values), min(values), max(values)),
    c(name, paste0(name, "_min"), paste0(name, "_max"))
  )
}

# The positions of the contestants that each is compared with.
references_of <- function(contestants) {
  value <- function(field) vapply(contestants, `[[`, "", field)
  match(
    paste(value("job"), value("reference_shape"), value("reference")),
    paste(value("job"), value("shape"), value("name"))
  )
}

# The ratios are of the same repetition, in which the machine was in about the same state.
summarise_turns <- function(contestants, turns) {
  references <- references_of(contestants)
  row <- function(k) {
    ns <- turns$seconds[, k, ] * 1e9 / contestants[[k]]$n
    ratio <- turns$seconds[, k, ] / turns$seconds[, references[k], ]
    data.frame(
      contestants[[k]][c("job", "shape", "n", "name", "reference", "reference_shape")],
      calls = turns$calls[k], repetitions = nrow(ns),
      spread(ns[, "cpu"], "cpu_ns"), spread(ns[, "elapsed"], "elapsed_ns"),
      spread(ratio[, "cpu"], "cpu_ratio"), spread(ratio[, "elapsed"], "elapsed_ratio")
    )
  }
  do.call(rbind, lapply(seq_along(contestants), row))
}

measure <- function(contestants, repetitions) {
  summarise_turns(contestants, take_turns(contestants, repetitions))
}
