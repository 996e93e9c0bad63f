# Rscript bench/engines/run.R [--quick] [--engines=A,B] [--sizes=1e6,1e7] [--no-mllib]: asks the engines that
# are there, or those that are named, for curves as tables grow, and writes bench/engines/report.md. Run from
# the root of the repository, with R_LIBS naming a library that has this package. For all engines:
#
#   WROC_DUCKDB=python3 sh tools/with-postgres.sh sh tools/test-spark.sh Rscript bench/engines/run.R
#
# For the largest tables of Spark alone, in 8 partitions and in 200:
#
#   sh tools/test-spark.sh Rscript bench/engines/run.R --engines=Spark,Spark-200 --sizes=1e8
#
# With WROC_BENCH_FOLDER naming a folder, tables are kept there for the next run.

for (file in c("common/markdown.R", "common/machine.R", "engines/tables.R")) {
  source(file.path("bench", file))
}
for (file in c("helper-engine-sql.R", "helper-engines.R", "helper-server-duckdb.R", "helper-spark.R")) {
  source(file.path("tests", "testthat", file))
}

quick <- "--quick" %in% commandArgs(TRUE)

# Returns the names in an argument, which commas separate; else all.
named <- function(argument, all) {
  given <- grep(sprintf("^--%s=", argument), commandArgs(TRUE), value = TRUE)
  if (length(given) == 0L) all else strsplit(sub("^[^=]*=", "", given), ",")[[1L]]
}

report <- if (quick) file.path(tempdir(), "report.md") else "bench/engines/report.md"
results <- file.path("bench", "engines", "results.csv")
sizes <- if (quick) 1e5 else as.numeric(named("sizes", c(1e5, 1e6, 1e7, 1e8)))
most <- c(SQLite = 1e7, PostgreSQL = 1e7, DuckDB = 1e7, Spark = 1e8, "Spark-200" = 1e8)
# DuckDB's rows come as text through Python here, which says nothing of its package for R.
most_fetched <- c(SQLite = 1e7, PostgreSQL = 1e7, DuckDB = 0, Spark = 1e6, "Spark-200" = 0)
ways <- c("one GROUP BY over a grid", "tolerance = 1e-3", "default", "tolerance = 1e-6", "exact = TRUE",
          "all rows fetched")

repetitions_of <- function(n) if (quick || n > 1e6) 1L else 3L

in_fresh_process <- function(engine, made, way) {
  command <- shQuote(c("bench/engines/call.R", engine, made, way))
  printed <- system2(file.path(R.home("bin"), "Rscript"), command, stdout = TRUE)
  stats::setNames(
    scan(text = utils::tail(printed, 1L), quiet = TRUE),
    c("seconds", "rows", "numbers", "estimate", "bound.low", "bound.high", "memory")
  )
}

measure <- function(engine, made, n, way) {
  message(engine, ", ", n, ", ", way)
  runs <- lapply(seq_len(repetitions_of(n)), function(run) in_fresh_process(engine, made, way))
  seconds <- vapply(runs, `[[`, 0, "seconds")
  one <- runs[[order(seconds)[(length(seconds) + 1) %/% 2]]]
  data.frame(engine, n, way, t(one), least = min(seconds), largest = max(seconds))
}

# Times the queries on a table of n observations. An engine without bounds has no entry for them.
measure_table <- function(engine, n) {
  made <- makers[[engine]](n)
  asked <- ways[ways != "all rows fetched" | n <= most_fetched[[engine]]]
  found <- do.call(rbind, lapply(asked, function(way) measure(engine, made, n, way)))
  if (engine == "Spark" && !"--no-mllib" %in% commandArgs(TRUE)) found <- rbind(found, measure_mllib(made, n))
  exact <- found$estimate[found$way == "exact = TRUE"]
  # But for the rounding of the engine's sums.
  stopifnot(found$bound.low - 1e-12 <= exact, exact <= found$bound.high + 1e-12)
  found$error <- abs(found$estimate - exact)
  found
}

# MLlib's evaluator in a Spark of its own: there is no Thrift in its way.
measure_mllib <- function(made, n) {
  message("MLlib, ", n)
  jars <- normalizePath(Sys.getenv("WROC_SPARK_JARS"))
  python <- file.path(sub("/lib/python.*", "", jars), "bin", "python")
  if (system2(python, c("-c", shQuote("import numpy")), stderr = FALSE) != 0L) {
    message("  needs numpy beside pyspark: ", python, " -m pip install numpy")
    return(NULL)
  }
  runs <- lapply(seq_len(repetitions_of(n)), function(run) {
    command <- c("bench/engines/mllib.py", shQuote(made), 1000)
    printed <- system2(python, command, stdout = TRUE, stderr = FALSE)
    scan(text = sub("^area", "", grep("^area", printed, value = TRUE)), quiet = TRUE)
  })
  seconds <- vapply(runs, `[[`, 0, 1L)
  data.frame(
    engine = "Spark", n = n, way = "MLlib, 1000 bins", seconds = stats::median(seconds), rows = NA,
    numbers = NA, estimate = runs[[1L]][[2L]], bound.low = 0, bound.high = 1, memory = NA,
    least = min(seconds), largest = max(seconds)
  )
}

bound_of <- function(lower, upper) {
  bound <- (upper - lower) / 2
  ifelse(bound > 0.1, "none", ifelse(bound == 0, "0", formatC(bound, digits = 1, format = "e")))
}

write_report <- function(measured) {
  if (!quick) utils::write.csv(measured, results, row.names = FALSE)
  writeLines(c(
    "# Curves from engines: time, traffic and bounds as tables grow", "",
    "Written by `Rscript bench/engines/run.R`, which says how to run it. Each line is a call in a",
    "fresh R; elapsed seconds are medians with the smallest and the largest of three, or single",
    "ones above 1e6 observations. Rows and bytes are those that come to R, at 8 bytes a number. The",
    "bound is half the width between the bounds of `roc_estimate()`, the error the distance of its",
    "estimate from that of `exact = TRUE` (for MLlib, that of its area). Memory is what R takes at its",
    "peak, beyond what it takes before the call. Lines that were not measured anew are of an earlier run, with",
    "another load or on another machine: compare ways of one engine and size.",
    "Spark-200 has a table of 200 files, as many partitions of it, and of all shuffles. DuckDB is that of",
    "Python, whose answers come as text.", "",
    md_table(list(
      engine = measured$engine, observations = power_of_ten(measured$n), way = measured$way,
      "elapsed, s" = ifelse(
        measured$least == measured$largest, three_digits(measured$seconds),
        sprintf("%s (%s-%s)", three_digits(measured$seconds), three_digits(measured$least),
                three_digits(measured$largest))
      ),
      rows = three_digits(measured$rows), "MB moved" = three_digits(measured$numbers * 8 / 1e6),
      bound = bound_of(measured$bound.low, measured$bound.high),
      error = formatC(measured$error, digits = 1, format = "e"),
      "MB in R" = three_digits(measured$memory / 1e6)
    )),
    md_table(list(what = machine$what, value = machine$value))
  ), report)
}

# Lines of an earlier run are kept unless they are measured anew.
measured <- if (!quick && file.exists(results)) utils::read.csv(results)
machine <- describe_machine(if (quick) "quick" else "full")
for (engine in intersect(named("engines", engines_here()), engines_here())) {
  for (n in sizes[sizes <= most[[engine]]]) {
    found <- measure_table(engine, n)
    # After each table, so that a run that is stopped leaves what it has.
    anew <- measured$engine == engine & measured$n == n & measured$way %in% found$way
    measured <- rbind(measured[!anew, ], found)
    measured <- measured[order(match(measured$engine, names(makers)), measured$n), ]
    write_report(measured)
  }
}
cat(readLines(report), sep = "\n")
