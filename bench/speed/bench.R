# Rscript bench/speed/bench.R FOLDER PYTHON [--quick]: measures, and writes
# FOLDER/results/<date>*.csv. Called by bench/speed/run.sh from the root of the repository.

for (file in c("common/measure.R", "common/machine.R", "common/peak-memory.R", "speed/data.R",
               "speed/peers.R", "speed/python.R", "speed/contestants.R", "speed/guard.R",
               "speed/against-peers.R", "speed/across-shapes.R", "speed/of-many.R",
               "speed/memory.R", "speed/first-calls.R")) {
  source(file.path("bench", file))
}

full_plan <- list(
  name = "full",
  sizes = list("continuous" = c(5, 10^(2:7)), "three-decimal" = 10^(2:7)),
  sizes_of_shapes = c(1e5, 1e6),
  sizes_of_memory = c(1e6, 1e7),
  sizes_of_first = 10^(5:7),
  many = c(rows = 1e5, scores = 1000),
  rows = c(1e6, 1e7),
  repetitions = function(n) if (n >= 1e7) 3L else if (n >= 1e6) 5L else 7L,
  longest_call = 6
)

quick_plan <- list(
  name = "quick",
  sizes = list("continuous" = c(5, 10^c(2, 3, 5)), "three-decimal" = 10^c(3, 5)),
  sizes_of_shapes = 1e5,
  sizes_of_memory = 1e5,
  sizes_of_first = 1e5,
  many = c(rows = 1e4, scores = 20),
  rows = 1e5,
  repetitions = function(n) 3L,
  longest_call = 1
)

arguments <- commandArgs(TRUE)
folder <- arguments[[1L]]
plan <- if ("--quick" %in% arguments) quick_plan else full_plan

use_one_thread()
# R sets this for itself; another Python's shared library may be found in it.
Sys.unsetenv("LD_LIBRARY_PATH")
python <- describe_python(arguments[[2L]])
setup <- c(plan, list(
  implementations = r_implementations(),
  python = arguments[[2L]],
  python_peers = python$implementations,
  server = if (length(python$implementations)) start_python(arguments[[2L]])
))

write_result <- function(table, suffix) {
  results <- file.path(folder, "results")
  dir.create(results, showWarnings = FALSE, recursive = TRUE)
  path <- file.path(results, paste0(Sys.Date(), suffix, ".csv"))
  utils::write.csv(table, path, row.names = FALSE, quote = TRUE)
}

machine <- describe_machine(plan$name, c(cran_version(), python$versions))

peers <- bind_results(Map(shape_against_peers, names(plan$sizes), plan$sizes, list(setup)))
if (!is.null(setup$server)) stop_python(setup$server)
many <- rbind(
  measure_many(1e3, plan$many[["scores"]], 3L),
  measure_many(plan$many[["rows"]], plan$many[["scores"]], 3L),
  do.call(rbind, lapply(plan$rows, measure_rows, 3L))
)
own <- do.call(rbind, lapply(plan$sizes_of_shapes, across_shapes, setup))
times <- rbind(cbind(comparison = "peers", peers$times), cbind(comparison = "shapes", own))
write_result(times, "")
write_result(many, "-many")

not_installed <- function(reasons) {
  nothing <- rep(NA, length(reasons))
  data.frame(job = nothing, shape = nothing, n = nothing, name = as.character(names(reasons)),
             why = as.character(unlist(reasons)))
}
write_result(rbind(not_installed(c(r_missing(), python$missing)), peers$skipped), "-skipped")

if (can_measure_memory()) {
  memory <- lapply(plan$sizes_of_memory, function(n) {
    timed <- peers$times[peers$times$shape == "continuous" & peers$times$n == n, ]
    measure_memory(timed, n, setup)
  })
  write_result(do.call(rbind, memory), "-memory")
}

of_processes <- c(ours, if (nzchar(cran_folder())) "CRAN WeightedROC")
write_result(measure_first_calls(plan$sizes_of_first, of_processes), "-first")

write_result(machine, "-machine")
