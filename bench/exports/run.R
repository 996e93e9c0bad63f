# Rscript bench/exports/run.R [--quick]: what each exported function costs at 1e6 rows, CPU time and memory, in
# bench/exports/report.md. A quick run takes 1e4 rows and prints the table. R_LIBS must name a library with the
# package, built as a release. Each call is one of a process that has called the function with 1,000 rows.

for (file in c("common/machine.R", "common/markdown.R", "common/peak-memory.R", "exports/calls.R")) {
  source(file.path("bench", file))
}
library(WeightedROC)

missing <- setdiff(getNamespaceExports("WeightedROC"), names(export_calls))
if (length(missing)) stop("no call in bench/exports/calls.R of ", toString(missing))

longest <- 120

# Continuous scores that are probabilities, random weights, and what is made of them. A curve has a row for each.
make_inputs <- function(rows) {
  set.seed(1)
  x <- list(rows = rows, score = stats::runif(rows), other = stats::runif(rows),
            label = sample(rep_len(0:1, rows)), weight = stats::runif(rows, 0.1, 2),
            class = sample(c("a", "b", "c"), rows, TRUE), group = sample(c("f", "m"), rows, TRUE))
  x$data <- data.frame(x[c("score", "other", "label", "weight")])
  x$two <- x$data[c("score", "other")]
  x$three <- matrix(stats::runif(3 * rows), rows, dimnames = list(NULL, c("a", "b", "c")))
  x$three_others <- x$three^2
  x$three_others[, "a"] <- x$score
  x$curve <- WeightedROC(x$score, x$label, x$weight)
  x$other_curve <- WeightedROC(x$other, x$label, x$weight)
  x$tally <- roc_tally(x$score, x$label, x$weight)
  x$table <- roc_tally_table(x$tally)
  x
}

# What takes other packages, made for those that need it.
with_design <- function(x) {
  x$design <- survey::svydesign(~1, weights = ~weight, data = x$data)
  x
}

with_table <- function(x) {
  connection <- DBI::dbConnect(RSQLite::SQLite(), ":memory:")
  DBI::dbWriteTable(connection, "d", x$data)
  x$lazy <- dplyr::tbl(connection, "d")
  x
}

with_collected <- function(x) {
  x$collected <- roc_collect(with_table(x)$lazy, score, label, weight)
  x
}

more_inputs <- list(auc_svy = with_design, roc_collect = with_table, roc_bounds = with_collected)

measured <- function(name, rows) {
  more <- more_inputs[[name]]
  inputs <- function(rows) if (is.null(more)) make_inputs(rows) else more(make_inputs(rows))
  call <- export_calls[[name]]
  call(inputs(1000))
  x <- inputs(rows)
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
