# Rscript bench/speed/report.R FOLDER: renders the newest results in FOLDER/results as FOLDER/report.md with the
# figure FOLDER/ns-per-observation.png.

for (file in c("common/markdown.R", "speed/peers.R", "speed/targets.R", "speed/plot.R")) {
  source(file.path("bench", file))
}

folder <- commandArgs(TRUE)[[1L]]
picture <- "ns-per-observation.png"
jobs <- c("curve", "area")

read_result <- function(name) {
  path <- file.path(folder, "results", name)
  if (file.exists(path)) utils::read.csv(path)
}

newest_date <- function() {
  files <- list.files(file.path(folder, "results"), "^[0-9]{4}-[0-9]{2}-[0-9]{2}[.]csv$")
  sub("[.]csv$", "", max(files))
}

# The table for the README: how much faster than whom.
headline <- function(times) {
  rows <- times[times$comparison == "peers" & times$shape == "continuous" &
                  times$n %in% 10^c(3, 5, 6, 7), ]
  own <- rows[rows$name == ours, ]
  own <- own[order(match(own$job, jobs), own$n), ]
  ratio <- function(name) {
    peer <- rows[rows$name == name, ]
    x <- three_digits(peer$cpu_ratio[match(paste(own$job, own$n), paste(peer$job, peer$n))])
    ifelse(nzchar(x), paste0(x, "x"), "")
  }
  peers <- c("CRAN WeightedROC", "base R", "data.table", "polars, sort", "scikit-learn", "numba",
             "DuckDB, window functions")
  md_table(c(
    list(" " = own$job, observations = power_of_ten(own$n),
         "ours, ns per observation" = three_digits(own$cpu_ns)),
    stats::setNames(lapply(peers, ratio), peers)
  ))
}

targets_section <- function(times, memory, many) {
  judged <- judge_all(times, memory, many)
  names(judged) <- c("target", "n", "goal (stretch)", "measured, CPU time", "")
  c("## Targets", "",
    "Continuous scores unless the target says otherwise. \"At least\" is the worst size.", "",
    md_table(judged))
}

cell_tables <- function(job, shape, times) {
  rows <- times[times$comparison == "peers" & times$job == job & times$shape == shape, ]
  if (!nrow(rows)) return()
  peers <- rows[rows$name != rows$reference, ]
  c(paste0("### ", job, ", ", shape, " scores"), "",
    "CPU time, ns per observation:", "", md_table(by_size(rows, with_spread(rows, "cpu_ns"))),
    "CPU time over ours:", "", md_table(by_size(peers, with_spread(peers, "cpu_ratio"))),
    "Elapsed time over ours:", "",
    md_table(by_size(peers, with_spread(peers, "elapsed_ratio"))))
}

times_section <- function(times) {
  cells <- expand.grid(job = jobs, shape = unique(times$shape), stringsAsFactors = FALSE)
  c("## Time", "",
    paste("Medians, in brackets the smallest and the largest of the repetitions. Unweighted",
          "implementations are compared with ours on unit weights."), "",
    unlist(Map(cell_tables, cells$job, cells$shape, list(times))))
}

shapes_of_job <- function(job, rows) {
  rows <- rows[rows$job == job, ]
  others <- rows[rows$shown != "continuous", ]
  c(paste0("### ", job, ", all shapes"), "",
    "CPU time, ns per observation:", "", md_table(by_size(rows, with_spread(rows, "cpu_ns"), "shown")),
    "CPU time over that of continuous scores:", "",
    md_table(by_size(others, with_spread(others, "cpu_ratio"), "shown")))
}

shapes_section <- function(times) {
  rows <- times[times$comparison == "shapes", ]
  rows$shown <- paste0(rows$shape, sub(ours, "", rows$name))
  c("## Other shapes of the scores", "",
    "Ours on scores, classes and weights of other kinds.", "",
    unlist(lapply(jobs, shapes_of_job, rows)))
}

# A score at a time has nothing to share: the loops of other implementations are as fast as their calls.
many_section <- function(many, times) {
  if (is.null(many)) return()
  scores <- many[many$job == "many scores", ]
  rows <- many[many$job == "rows", ]
  alone <- times[times$comparison == "peers" & times$job == "area" & times$shape == "continuous" &
                   times$n == 1e5 & times$name %in% c("scikit-learn", "numba"), ]
  c("## Many scores of the same observations", "",
    paste("`auc_wmw()` of a matrix, ns an observation of one score; n counts the observations of",
          "all scores, of 1e3 and 1e5 rows each (fewer in a quick run)."), "",
    "Elapsed time:", "", md_table(by_size(scores, with_spread(scores, "elapsed_ns"))),
    "CPU time:", "", md_table(by_size(scores, with_spread(scores, "cpu_ns"))),
    if (nrow(alone)) c(sprintf("One score of 1e5 rows takes %s %s ns an observation.", alone$name,
                               three_digits(alone$cpu_ns)), ""),
    "## Functions of observations and of curves", "",
    "CPU time, ns a row of the curve; what takes observations sorts them.", "",
    md_table(by_size(rows, with_spread(rows, "cpu_ns"))))
}

memory_section <- function(memory) {
  if (is.null(memory)) return(c("## Peak memory", "", "Not measured: that takes Linux.", ""))
  c("## Peak memory", "",
    paste("Bytes per observation beyond the input and the result, continuous scores: the growth",
          "of the largest resident memory during one call, in a process of its own."), "",
    unlist(lapply(jobs, function(job) {
      rows <- memory[memory$job == job, ]
      c(paste0("### ", job), "", md_table(by_size(rows, three_digits(pmax(0, rows$bytes)))))
    })))
}

# The bench gives R room; users have R's heap as it is.
first_calls_section <- function(first) {
  if (is.null(first)) return()
  first <- first[order(first$n, first$heap, first$name != ours), ]
  c("## First calls, and R's heap as users have it", "",
    paste("`WeightedROC()` in fresh processes, CPU time, ns an observation: the first call, and the median",
          "of the next five. All other tables are of later calls with room of 4 GiB (`R_VSIZE`)."), "",
    md_table(list(observations = power_of_ten(first$n), "R's heap" = first$heap, " " = first$name,
                  "first call" = with_spread(first, "first"), "later calls" = with_spread(first, "later"))))
}

fixed_cost_section <- function(times) {
  rows <- times[times$n == 5, ]
  microseconds <- function(job) {
    of_job <- rows[rows$job == job, ]
    three_digits(of_job$cpu_ns[match(unique(rows$name), of_job$name)] * 5 / 1000)
  }
  c("## Fixed cost of a call", "", "CPU time of a call on 5 observations, in microseconds.", "",
    md_table(list(" " = unique(rows$name), curve = microseconds("curve"),
                  area = microseconds("area"))))
}

instructions_section <- function(instructions) {
  if (is.null(instructions)) {
    return(c("## Instructions", "", "Not counted: that takes cargo and valgrind.", ""))
  }
  columns <- instructions[c("job", "shape", "n", "per_observation")]
  columns$n <- power_of_ten(columns$n)
  names(columns)[4L] <- "instructions per observation"
  c("## Instructions", "",
    paste("Of the Rust core, counted by valgrind: they repeat on a noisy machine. By",
          "`sh bench/callgrind/run.sh`."), "",
    md_table(columns))
}

skipped_section <- function(skipped) {
  if (!NROW(skipped)) return()
  skipped$n <- ifelse(is.na(skipped$n), "", power_of_ten(skipped$n))
  c("## Left out here", "", md_table(skipped[c("name", "job", "shape", "n", "why")]))
}

method_section <- function(machine) {
  c("## How", "",
    paste(
      "All implementations run side by side, in one R process and a Python process that R tells",
      "when to run: after a warm-up, in each repetition all of them once, in random order. A turn",
      "lasts 50 ms at least, short calls are repeated, on the same observations. One thread each,",
      "but for ours with two; garbage is collected before each turn, and R has room for 4 GiB, so",
      "that its collector seldom comes within one. Times are CPU time (user and system) where",
      "nothing else is said. Ratios are medians of the ratios within a repetition. Labels are 0 and",
      "1, balanced and independent of the score; weights are random doubles. Before it is timed,",
      "each result is compared with ours, to 1e-9. Our figures include the validation of the input;",
      "base R, data.table, polars, numba and DuckDB validate nothing. The data frame of polars and the",
      "table of DuckDB are made before the clock starts. The area of the CRAN package takes its curve",
      "first. `order() alone` is R's sort and no curve.",
      "The commit is that of the checkout."
    ), "",
    md_table(stats::setNames(machine, c("", " "))))
}

title_section <- function(date, is_quick) {
  c("# Benchmark", "",
    sprintf("Of %s, by `sh bench/speed/run.sh%s`.", date, if (is_quick) " --quick" else ""), "",
    if (is_quick) c("**A quick run: small sizes, few repetitions. Quote nothing of it.**", ""))
}

date <- newest_date()
times <- read_result(paste0(date, ".csv"))
memory <- read_result(paste0(date, "-memory.csv"))
many <- read_result(paste0(date, "-many.csv"))
machine <- read_result(paste0(date, "-machine.csv"))

has_picture <- requireNamespace("ggplot2", quietly = TRUE)
if (has_picture) plot_times(times, file.path(folder, picture))

writeLines(c(
  title_section(date, machine$value[machine$what == "run"] == "quick"),
  "CPU time of other implementations over ours, continuous scores, random weights:", "",
  headline(times),
  if (has_picture) c(sprintf("![ns per observation against the number of them](%s)", picture), "")
  else c("No picture: R package ggplot2 is not installed.", ""),
  targets_section(times, memory, many),
  times_section(times),
  shapes_section(times),
  many_section(many, times),
  memory_section(memory),
  first_calls_section(read_result(paste0(date, "-first.csv"))),
  fixed_cost_section(times),
  instructions_section(read_result("instructions.csv")),
  skipped_section(read_result(paste0(date, "-skipped.csv"))),
  method_section(machine)
), file.path(folder, "report.md"))
message("Wrote ", file.path(folder, "report.md"))
