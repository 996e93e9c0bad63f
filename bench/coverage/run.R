# Rscript bench/coverage/run.R [--quick] [part ...]: how often intervals, bands and optima contain the
# truth, and tests reject what is true, in samples of which the truth is known. A part is one of those
# named in `parts`; all of them without one. Writes a table of each part to bench/coverage/results, which
# git does not keep, and what they say to bench/coverage/report.md; with --quick in bench/coverage/quick.
# Run from the root of the repository, with R_LIBS naming a library that has the build to try.

folder <- file.path("bench", "coverage")
parts <- c("areas", "tests", "nulls", "surveys", "bands", "optima", "quantities", "benefits",
           "differences", "folds", "optimism", "imputation", "power", "weights_model",
           "weights_model_tests", "multiclass", "fold_tests", "calibration")
for (file in c(file.path("bench", "common", c("machine.R", "markdown.R")),
               file.path(folder, paste0(c("designs", "trials", parts, "report"), ".R")))) {
  source(file)
}

main <- function(arguments) {
  is_quick <- "--quick" %in% arguments
  wanted <- setdiff(arguments, "--quick")
  stopifnot(wanted %in% parts)
  options(WeightedROC.threads = 1L)
  to <- if (is_quick) file.path(folder, "quick") else folder
  dir.create(file.path(to, "results"), recursive = TRUE, showWarnings = FALSE)
  for (part in if (length(wanted)) wanted else parts) {
    message(format(Sys.time(), "%H:%M:%S "), part)
    found <- get(paste0("try_", part))(if (is_quick) 40 else 2000)
    utils::write.csv(found, file.path(to, "results", paste0(part, ".csv")), row.names = FALSE)
  }
  write_report(to)
}

if (sys.nframe() == 0L) main(commandArgs(TRUE))
