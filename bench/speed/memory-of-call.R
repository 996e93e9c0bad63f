# Rscript bench/speed/memory-of-call.R FOLDER JOB NAME: prints the bytes that one call takes.

for (file in c("common/peak-memory.R", "speed/data.R", "speed/peers.R", "speed/memory.R")) {
  source(file.path("bench", file))
}

arguments <- commandArgs(TRUE)
use_one_thread()
chosen <- Filter(function(one) one$job == arguments[[2L]] && one$name == arguments[[3L]],
                 r_implementations())
cat(extra_memory(chosen[[1L]]$run, load_data(arguments[[1L]])), "\n")
