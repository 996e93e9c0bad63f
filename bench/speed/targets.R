# The aims of the project, as CPU time of a peer over ours. Sizes are those that the target names; where it names
# none, 1e3 to 1e7.

target <- function(what, job, against, goal, stretch, from = 1e3, to = 1e7,
                   shape = "continuous") {
  list(what = what, job = job, against = against, goal = goal, stretch = stretch, from = from,
       to = to, shape = shape)
}

ratio_targets <- list(
  target("curve against the CRAN package", "curve", "CRAN WeightedROC", 9, 12, from = 1e4),
  target("curve against the CRAN package", "curve", "CRAN WeightedROC", 20, NA, 1e3, 1e3),
  target("curve against the CRAN package", "curve", "CRAN WeightedROC", 75, NA, 1e2, 1e2),
  target("curve against the CRAN package, 1000 distinct scores", "curve", "CRAN WeightedROC",
         40, 65, from = 1e5, shape = "three-decimal"),
  target("area against the CRAN package's curve and area", "area", "CRAN WeightedROC", 30, 40,
         from = 1e2),
  target("curve against data.table", "curve", "data.table", 4, NA),
  target("curve against the best base R", "curve", "base R", 3.5, NA),
  target("curve against scikit-learn", "curve", "scikit-learn", 5, NA),
  target("area against scikit-learn", "area", "scikit-learn", 13, NA),
  target("area against the fastest weighted peer", "area", NULL, 2, NA),
  target("curve against R's order() alone", "curve", "order() alone", 1, NA, from = 1e6)
)

# The weighted peers of a target at its sizes; the fastest of them where it names none.
rows_of_target <- function(target, times) {
  rows <- times[times$comparison == "peers" & times$job == target$job &
                  times$shape == target$shape & times$reference == ours &
                  times$n >= target$from & times$n <= target$to, ]
  if (!is.null(target$against)) return(rows[rows$name == target$against, ])
  rows <- rows[!startsWith(rows$name, ours), ]
  do.call(rbind, lapply(split(rows, rows$n), function(same) same[which.min(same$cpu_ns), ]))
}

verdict <- function(reached, stretch_reached = NA) {
  if (!reached) "**not reached**"
  else if (isTRUE(stretch_reached)) "reached, the stretch too"
  else "reached"
}

judged <- function(what, sizes, goal, stretch, measured, verdict) {
  data.frame(what = what, sizes = sizes, goal = paste0(goal, if (!is.na(stretch)) {
    paste0(" (", stretch, ")")
  }), measured = measured, verdict = verdict)
}

not_measured <- function(what, sizes, goal, stretch) {
  judged(what, sizes, goal, stretch, "", "not measured")
}

size_range <- function(from, to) {
  paste(unique(power_of_ten(c(from, to))), collapse = " to ")
}

judge_ratio <- function(target, times) {
  rows <- rows_of_target(target, times)
  as_times <- function(x) if (is.na(x)) NA else paste0(x, "x")
  promise <- list(target$what, size_range(target$from, target$to), as_times(target$goal),
                  as_times(target$stretch))
  if (!length(rows$n)) return(do.call(not_measured, promise))
  worst <- rows[which.min(rows$cpu_ratio), ]
  measured <- sprintf("at least %sx (n = %s), elapsed %sx", three_digits(worst$cpu_ratio),
                      power_of_ten(worst$n), three_digits(min(rows$elapsed_ratio)))
  reached <- worst$cpu_ratio >= c(target$goal, target$stretch)
  do.call(judged, c(promise, measured, verdict(reached[1L], reached[2L])))
}

judge_fixed_cost <- function(job, times) {
  rows <- times[times$job == job & times$name == ours & times$n == 5, ]
  microseconds <- rows$cpu_ns * rows$n / 1000
  judged(paste("fixed cost of a call,", job), "5", "10 us", "5 us",
         paste(three_digits(microseconds), "us"), verdict(microseconds <= 10, microseconds <= 5))
}

judge_memory <- function(job, memory) {
  what <- paste("peak memory beyond input and output,", job)
  rows <- memory[memory$job == job & memory$name == ours, ]
  if (!length(rows$n)) return(not_measured(what, "", "16 bytes", NA))
  # A page more or less is not the algorithm's.
  bytes <- max(round(rows$bytes))
  judged(what, size_range(min(rows$n), max(rows$n)), "16 bytes", NA,
         paste("at most", bytes, "bytes"), verdict(bytes <= 16))
}

hostile <- c("Cauchy", "one outlier", "piled at 0 and 1", "all equal", "sorted", "reversed",
             "organ pipe")

judge_shapes <- function(job, times) {
  rows <- times[times$comparison == "shapes" & times$job == job & times$shape %in% hostile, ]
  worst <- rows[which.max(rows$cpu_ratio), ]
  judged(
    paste("hostile shapes against uniform,", job), size_range(min(rows$n), max(rows$n)),
    "1.6x", NA,
    sprintf("at most %sx (%s, n = %s)", three_digits(worst$cpu_ratio), worst$shape,
            power_of_ten(worst$n)),
    verdict(worst$cpu_ratio <= 1.6)
  )
}

# Elapsed time of two threads over that of one.
judge_threads <- function(job, goal, times) {
  what <- paste0("two threads against one, elapsed, ", job)
  rows <- times[times$comparison == "peers" & times$job == job & times$shape == "continuous" &
                  times$name == ours_two_threads & times$n >= 1e6, ]
  goal_text <- paste0(goal, "x")
  if (!nrow(rows)) return(not_measured(what, size_range(1e6, 1e7), goal_text, NA))
  worst <- rows[which.max(rows$elapsed_ratio), ]
  judged(what, size_range(min(rows$n), max(rows$n)), goal_text, NA,
         sprintf("at most %sx (n = %s)", three_digits(worst$elapsed_ratio), power_of_ten(worst$n)),
         verdict(worst$elapsed_ratio <= goal))
}

# Scores of a matrix against a loop over them.
judge_many <- function(many) {
  what <- "a matrix of scores against a loop over its columns, area"
  rows <- many[many$job == "many scores" & many$name == "WeightedROC, a loop", ]
  if (!NROW(rows)) return(not_measured(what, "", "0.83x", NA))
  worst <- rows[which.min(rows$cpu_ratio), ]
  judged(what, size_range(min(rows$n), max(rows$n)), "0.83x", NA,
         sprintf("the loop takes at least %sx", three_digits(worst$cpu_ratio)),
         verdict(worst$cpu_ratio >= 1 / 1.2))
}

judge_rows <- function(many) {
  others <- c("WeightedROC()", "auc_wmw()", "roc_estimate(), AP", "roc_estimate(), H")
  what <- "functions of curves"
  rows <- many[many$job == "rows" & !many$name %in% others, ]
  if (!NROW(rows)) return(not_measured(what, "", "40 ns a row", NA))
  worst <- rows[which.max(rows$cpu_ns), ]
  judged(what, size_range(min(rows$n), max(rows$n)), "40 ns a row", NA,
         sprintf("at most %s ns (%s)", three_digits(worst$cpu_ns), worst$name),
         verdict(worst$cpu_ns <= 40))
}

judge_all <- function(times, memory, many) {
  jobs <- c("curve", "area")
  do.call(rbind, c(
    lapply(ratio_targets, judge_ratio, times),
    lapply(jobs, judge_fixed_cost, times),
    lapply(jobs, judge_memory, memory),
    lapply(jobs, judge_shapes, times),
    Map(judge_threads, jobs, c(0.65, 0.58), list(times)),
    list(judge_many(many), judge_rows(many))
  ))
}
