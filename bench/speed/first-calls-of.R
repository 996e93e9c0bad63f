# Rscript bench/speed/first-calls-of.R FOLDER NAME LATER: prints the CPU seconds of the first call of a curve
# in this process, and the median of so many later ones.

for (file in c("speed/data.R", "speed/peers.R")) source(file.path("bench", file))

arguments <- commandArgs(TRUE)
use_one_thread()
chosen <- Filter(function(one) one$job == "curve" && one$name == arguments[[2L]], r_implementations())
data <- load_data(arguments[[1L]])
seconds <- vapply(0:as.integer(arguments[[3L]]), function(call) {
  took <- system.time(result <- chosen[[1L]]$run(data$guess, data$label, data$weight), gcFirst = FALSE)
  sum(took[c("user.self", "sys.self")])
}, 0)
cat(seconds[[1L]], stats::median(seconds[-1L]), "\n")
