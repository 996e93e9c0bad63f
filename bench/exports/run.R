# Rscript bench/exports/run.R [--quick]: what each exported function costs at 1e6 rows, CPU time and memory,
# in bench/exports/report.md. A quick run takes 1e4 rows and prints the table. R_LIBS must name a library with
# the package, built as a release. Each call is one of a process that has called the function with 1,000 rows.

for (file in c("common/machine.R", "common/markdown.R", "common/peak-memory.R", "exports/calls.R")) {
  source(file.path("bench", file))
}
library(WeightedROC)

missing <- setdiff(getNamespaceExports("WeightedROC"), names(export_calls))
if (length(missing)) stop("no call in bench/exports/calls.R of ", toString(missing))

longest <- 120

measured <- function(name, rows) {
  call <- export_calls[[name]]
  call(with_more(make_inputs(1000), name))
  x <- with_more(make_inputs(rows), name)
  gc(full = TRUE)
  reset_peak()
  before <- peak_memory()
  setTimeLimit(elapsed = longest, transient = TRUE)
  took <- system.time(call(x), gcFirst = FALSE)
  setTimeLimit()
  c(cpu = sum(took[c("user.self", "sys.self")]), bytes = peak_memory() - before)
}

# In processes of their own: what malloc() kept of inputs would count as no memory, and to keep nothing
# takes time.
measured_apart <- function(name, rows) {
  message("  ", name)
  c(measured_in_process(name, rows)[[1L]],
    measured_in_process(name, rows, "MALLOC_MMAP_THRESHOLD_=131072")[[2L]])
}

# NA where it takes longer than that, or lacks a package.
measured_in_process <- function(name, rows, setting = character()) {
  script <- file.path("bench", "exports", "run.R")
  command <- c(script, "--of", name, format(rows, scientific = FALSE))
  printed <- suppressWarnings(system2(file.path(R.home("bin"), "Rscript"), shQuote(command), stdout = TRUE,
                                      stderr = FALSE, env = setting))
  last <- utils::tail(printed, 1L)
  if (length(last) && grepl("^took ", last)) as.numeric(strsplit(last, " ")[[1L]][-1L]) else c(NA, NA)
}

report <- function(found, rows) {
  none <- sprintf("over %d, or a package is missing", longest)
  seconds <- ifelse(is.na(found$cpu), none, three_digits(found$cpu))
  c("# What each exported function costs", "",
    sprintf("One call each at %s rows, by `Rscript bench/exports/run.R` on %s, the calls of `calls.R`.",
            power_of_ten(rows), Sys.Date()),
    "Functions of a curve get one of as many rows. CPU time (user and system) of one thread; memory is the",
    "growth of the largest resident memory, results included. The number of replicates is in the call.", "",
    md_table(list("function" = paste0("`", found$name, "()`"),
                  "ns a row" = three_digits(found$cpu * 1e9 / rows),
                  "bytes a row" = three_digits(pmax(found$bytes, 0) / rows), "seconds" = seconds)),
    md_table(stats::setNames(describe_machine("full"), c("", " "))))
}

arguments <- commandArgs(TRUE)
if ("--of" %in% arguments) {
  options(WeightedROC.threads = 1)
  grDevices::pdf(NULL)
  cat("\ntook", measured(arguments[[2L]], as.numeric(arguments[[3L]])), "\n")
} else {
  rows <- if ("--quick" %in% arguments) 1e4 else 1e6
  values <- vapply(names(export_calls), measured_apart, numeric(2L), rows)
  lines <- report(data.frame(name = names(export_calls), cpu = values[1L, ], bytes = values[2L, ]), rows)
  if (rows < 1e6) writeLines(lines) else writeLines(lines, file.path("bench", "exports", "report.md"))
}
