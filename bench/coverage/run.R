# Rscript bench/coverage/run.R [--lib DIR] [--repetitions 1000] [--only PATTERN]: how often intervals and
# bands contain the truth, and tests reject it. Each file of bench/coverage/cells has a function cells(),
# which gives a list of cell(); each cell is run by one of two forks, with a seed of its own. Counts go to
# bench/coverage/counts.csv after each 40 cells; a cell that is in there with as many repetitions is not run again:
# delete it to begin anew. Then report.md and coverage.png are written. Fewer than 1000 repetitions are a trial, and write to
# bench/coverage/quick, which git does not keep. --only runs the files that PATTERN is found in. Run from the
# root of the repository; it takes about half an hour.

folder <- file.path("bench", "coverage")

# The arguments by name, and what they are otherwise.
read_arguments <- function(arguments) {
  given <- list(lib = NULL, repetitions = 1000, only = "")
  names <- sub("^--", "", arguments[c(TRUE, FALSE)])
  stopifnot(length(arguments) %% 2L == 0L, names %in% c("lib", "repetitions", "only"))
  given[names] <- arguments[c(FALSE, TRUE)]
  given$repetitions <- as.integer(given$repetitions)
  given
}

# The cells of a file, which sees what was sourced before, and not the other files.
cells_in <- function(file) {
  scope <- new.env(parent = globalenv())
  sys.source(file, scope)
  scope$cells()
}

# Rows of the cells, and a message about each that failed.
run_cells <- function(cells, repetitions) {
  rows <- parallel::mclapply(cells, run_cell, repetitions, mc.cores = 2L, mc.preschedule = FALSE)
  failed <- !vapply(rows, is.data.frame, NA)
  for (i in which(failed)) message(name_of(cells[[i]]), " failed: ", rows[[i]])
  do.call(rbind, rows[!failed])
}

main <- function(given) {
  if (!is.null(given$lib)) .libPaths(c(given$lib, .libPaths()))
  for (file in c(file.path("bench", "common", c("machine.R", "markdown.R")),
                 file.path(folder, c("trials.R", "designs.R", "report.R")))) {
    source(file)
  }
  # Loaded once, not in each fork.
  library(WeightedROC)
  requireNamespace("survey")
  options(WeightedROC.threads = 1L)
  to <- if (given$repetitions < 1000) file.path(folder, "quick") else folder
  dir.create(to, showWarnings = FALSE)
  table <- file.path(to, "counts.csv")
  counts <- if (file.exists(table)) read.csv(table)
  keys <- function(counts) paste(counts$kind, counts$target, counts$design, sep = ": ")
  known <- function() keys(counts)[counts$repetitions >= given$repetitions]
  files <- list.files(file.path(folder, "cells"), full.names = TRUE)
  failed <- character()
  for (file in files[grepl(given$only, basename(files))]) {
    cells <- cells_in(file)
    names <- vapply(cells, name_of, "")
    stopifnot(!anyDuplicated(names))
    missing <- cells[!names %in% known()]
    message(format(Sys.time(), "%H:%M:%S "), basename(file), ": ", length(missing), " of ", length(cells),
            " cells")
    for (some in split(missing, ceiling(seq_along(missing) / 40))) {
      found <- run_cells(some, given$repetitions)
      counts <- rbind(counts[!keys(counts) %in% keys(found), ], found)
      write.csv(counts, table, row.names = FALSE, quote = 1:4)
    }
    failed <- c(failed, setdiff(names, known()))
  }
  write_report(counts, to)
  if (length(failed)) stop(length(failed), " cells failed.")
}

if (sys.nframe() == 0L) main(read_arguments(commandArgs(TRUE)))
