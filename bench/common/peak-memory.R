# The peak memory of this process.

# The kernel notes the largest resident memory since it was last reset.
reset_peak <- function() cat("5", file = "/proc/self/clear_refs")

peak_memory <- function() {
  line <- grep("^VmHWM", readLines("/proc/self/status"), value = TRUE)
  as.numeric(gsub("\\D", "", line)) * 1024
}

can_measure_memory <- function() file.access("/proc/self/clear_refs", 2L) == 0L
