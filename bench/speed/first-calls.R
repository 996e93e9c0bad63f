# First calls: each in a fresh process, with R's heap as users have it and with room for 4 GiB. There R's
# collector, which goes through all packages that are loaded, seldom comes within a call.
#
# Rscript bench/speed/first-calls.R FOLDER [--quick]: measures, and writes FOLDER/results/<date>-first.csv.
# Called by bench/speed/bench.R; alone it takes some minutes, and R_LIBS must name a library with the package.

later_calls <- 5L

heaps <- c("as users have it" = "", "room of 4 GiB" = "4G")

# ns of CPU time an observation: of the first call, and the median of the later ones.
calls_in_fresh_process <- function(folder, name, heap) {
  script <- c(file.path("bench", "speed", "first-calls-of.R"), folder, name, later_calls)
  printed <- system2(file.path(R.home("bin"), "Rscript"), shQuote(script), stdout = TRUE,
                     env = if (nzchar(heap)) paste0("R_VSIZE=", heap) else "R_VSIZE=")
  as.numeric(strsplit(printed[[length(printed)]], " ")[[1L]])
}

# In each repetition all of them, in random order.
first_calls <- function(n, names, repetitions) {
  message("  first calls, n = ", format(n, scientific = FALSE))
  folder <- tempfile("data")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  save_columns(make_data("continuous", n), folder)
  turns <- expand.grid(name = names, heap = names(heaps), repetition = seq_len(repetitions),
                       stringsAsFactors = FALSE)
  turns <- turns[order(turns$repetition, stats::runif(nrow(turns))), ]
  found <- Map(calls_in_fresh_process, folder, turns$name, heaps[turns$heap])
  turns[c("first", "later")] <- do.call(rbind, unname(found)) * 1e9 / n
  each <- split(turns, turns[c("name", "heap")], drop = TRUE)
  do.call(rbind, unname(lapply(each, function(rows) {
    data.frame(rows[1L, c("name", "heap")], n = n, repetitions = nrow(rows),
               spread(rows$first, "first"), spread(rows$later, "later"))
  })))
}

measure_first_calls <- function(sizes, names, repetitions = 5L) {
  do.call(rbind, lapply(sizes, function(n) {
    # Others than ours take a second at 1e6 and half a minute at 1e7.
    first_calls(n, if (n > 1e6) names[[1L]] else names, repetitions)
  }))
}

if (sys.nframe() == 0L) {
  for (file in c("common/measure.R", "common/machine.R", "speed/data.R", "speed/peers.R")) {
    source(file.path("bench", file))
  }
  arguments <- commandArgs(TRUE)
  names <- c(ours, if (nzchar(cran_folder())) "CRAN WeightedROC")
  found <- measure_first_calls(if ("--quick" %in% arguments) 1e5 else 10^(5:7), names)
  path <- file.path(arguments[[1L]], "results", paste0(Sys.Date(), "-first.csv"))
  utils::write.csv(found, path, row.names = FALSE)
  message("Wrote ", path)
}
