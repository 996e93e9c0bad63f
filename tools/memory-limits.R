# Calls every export with inputs of some MB in a fresh R process, under 12 limits of its address
# space: those of `ulimit -v`, lowered by prlimit(1) once the input is there.
#
#   Rscript tools/memory-limits.R [--lib DIR] [--function NAME]
#
# The limits lie between little more than the process has before the call and what the call takes. A
# right result is fine, and so is an error of this package's classes, after which the session goes
# on and the memory is given back. All else is a failure: the status is 1 then. Needs Linux.

limits <- 12L
# Less than this, in KiB, and R itself can't call a function.
least <- 256
# The megabytes that may remain of a result or an error after it is freed; and what SQLite keeps.
may_stay <- c(16, roc_collect = 80, "auc_test, 2e5 scores" = 64)

main <- function(arguments) {
  options <- options_in(arguments)
  if (!is.null(options$lib)) .libPaths(c(options$lib, .libPaths()))
  setwd(package_root())
  if (is.null(options$work)) drive(options) else work(options)
}

package_root <- function() {
  script <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
  dirname(dirname(normalizePath(script)))
}

options_in <- function(arguments) {
  value <- function(option) {
    at <- match(option, arguments)
    if (!is.na(at)) arguments[[at + 1L]]
  }
  lib <- value("--lib")
  list(lib = if (!is.null(lib)) normalizePath(lib, mustWork = TRUE), name = value("--function"),
       work = value("--work"), case = value("--case"), extra = value("--extra"))
}

# -- The calls: those of bench/exports/calls.R, which have one of each export, and some that take other ways.
# A call on a few rows comes first, and loads what is loaded when it is needed.

rows <- 1e5
few <- 50

other_ways <- list(
  "auc_ci, clusters" = function(x) auc_ci(x$score, x$label, x$weight, cluster = x$class),
  "auc_ci, bootstrap" = function(x) auc_ci(x$score, x$label, x$weight, variance = "bootstrap", R = 40),
  "auc_ci, tally" = function(x) auc_ci(x$tally),
  "auc_power, pilot" = function(x) auc_power(auc = 0.8, power = 0.8, pilot = weighted_roc(x$score, x$label)),
  "auc_test, 3 scores" = function(x) auc_test(x$three, label = x$label),
  "auc_wmw, several" = function(x) auc_wmw(x$two, x$label),
  "roc_band, bootstrap" = function(x) roc_band(x$score, x$label, x$weight, variance = "bootstrap", R = 40),
  "roc_constrained, many" = function(x) roc_constrained(x$curve, max_FPR = x$score),
  "roc_estimate, several" = function(x) {
    roc_estimate(x$score, x$label, x$weight, measure = c(
      roc_measure(c("AUC", "H")), roc_measure("AUC", FPR = c(0, 0.1)), roc_measure("PPV", threshold = 1),
      roc_measure("TPR", share = 0.1)
    ))
  },
  "c, binned" = function(x) c(x$tally, x$tally, points = 1000),
  "roc_tally, binned" = function(x) roc_tally(x$score, x$label, x$weight, points = 1000)
)

cases <- function() {
  listed <- new.env()
  sys.source(file.path("bench", "exports", "calls.R"), listed)
  list(calls = c(listed$export_calls, other_ways), make_inputs = listed$make_inputs,
       with_more = listed$with_more)
}

# Calls that have ended sessions, each under the `ulimit -v` that it was found with (in KiB).
known <- list(
  "auc_test, 2e5 scores" = list(
    ulimit = 16e6, x = function() matrix(rnorm(8e5), 4L),
    call = function(x) auc_test(x, label = c(0, 1, 0, 1))
  ),
  "auc_wmw, 1:6e7" = list(
    ulimit = 56e4, x = function() rep(c(TRUE, FALSE), 3e7), call = function(x) auc_wmw(1:6e7, x)
  )
)

# -- The process that is limited. Its lines are its verdict.

work <- function(options) {
  suppressMessages(library(WeightedROC))
  if (options$work == "known") return(work_known(known[[options$case]]))
  cases <- cases()
  call <- cases$calls[[options$case]]
  file <- file.path(Sys.getenv("MEMORY_LIMITS_FOLDER"), "input.rds")
  if (options$work == "input") return(saveRDS(cases$make_inputs(rows), file, compress = FALSE))
  utils::capture.output(fingerprint(evaluated(call, cases$with_more(cases$make_inputs(few), options$case))))
  x <- cases$with_more(readRDS(file), options$case)
  deepen()
  invisible(gc())
  before <- status_of_process("VmSize")
  lift <- tempfile("lift")
  if (options$work == "limited") limit(1024 * (before + as.double(options$extra)), lift)
  call_and_go_on(call, x, lift)
  say("took", status_of_process("VmPeak") - before)
}

# The stack counts as address space, and what it has once had it keeps.
deepen <- function(depth = 400L) if (depth > 0L) deepen(depth - 1L)

# Calls of two known cases have no small input.
work_known <- function(this) {
  x <- this$x()
  auc_wmw(1:2, 0:1)
  lift <- tempfile("lift")
  system(lifter(lift))
  call_and_go_on(this$call, x, lift)
}

call_and_go_on <- function(call, x, lift) {
  held <- resident()
  say("input made")
  outcome <- evaluated(call, x)
  invisible(gc())
  went_on <- identical(auc_wmw(c(1, 2, 2), c(0, 1, 0)), 0.75)
  lift_limit(lift)
  say("outcome", fingerprint(outcome))
  rm(outcome)
  say("went on", went_on, round(resident() - held, 1L))
}

# A message says nothing of how it ends.
evaluated <- function(call, x) {
  set.seed(1)
  tryCatch(suppressMessages(call(x)), condition = identity)
}

# The outcome of a call, in words.
fingerprint <- function(outcome) {
  if (inherits(outcome, "wroc_error")) return(class(outcome)[[1L]])
  if (inherits(outcome, "condition")) {
    return(paste("unclassed:", class(outcome)[[1L]], conditionMessage(outcome)))
  }
  if (inherits(outcome, "ggplot")) return("result ggplot")
  parts <- Filter(is.numeric, if (is.list(outcome)) unclass(outcome) else list(outcome))
  sums <- vapply(parts, function(x) sum(x[is.finite(x)]), 0)
  paste("result", paste(sprintf("%.14g", sums), collapse = " "))
}

say <- function(...) cat(paste(..., sep = "\t"), "\n", sep = "")

status_of_process <- function(field) {
  line <- grep(paste0("^", field, ":"), readLines("/proc/self/status"), value = TRUE)
  as.double(gsub("[^0-9]", "", line))
}

# In MB. R gives pages back little by little.
resident <- function() {
  for (i in 1:10) gc()
  status_of_process("VmRSS") / 1024
}

# The soft limit alone, which may be raised again: by a shell that waits for a file, as a process
# at its limit can start no other.
limit <- function(bytes, lift) {
  status <- system(paste(lifter(lift), set_limit(format(bytes, scientific = FALSE))))
  if (status != 0L) stop("prlimit ends with status ", status, ".")
}

lifter <- function(lift) {
  # It ends with the process; and holds no pipe that somebody waits for.
  wait <- sprintf("until [ -e %s ]; do kill -0 %d || exit; sleep 0.05; done", shQuote(lift),
                  Sys.getpid())
  sprintf("(%s; %s) >/dev/null 2>&1 &", wait, set_limit("unlimited"))
}

set_limit <- function(bytes) sprintf("prlimit --pid %d --as=%s:", Sys.getpid(), bytes)

lift_limit <- function(lift) {
  file.create(lift)
  while (any(grepl("^Max address space +[0-9]", readLines("/proc/self/limits")))) Sys.sleep(0.05)
}

# -- The driver

drive <- function(options) {
  check_needs()
  folder <- tempfile("memory")
  dir.create(folder)
  on.exit(unlink(folder, recursive = TRUE))
  Sys.setenv(MEMORY_LIMITS_FOLDER = folder)
  chosen <- function(all) {
    exports <- sub(",.*", "", names(all))
    names(all)[is.null(options$name) | exports %in% options$name]
  }
  say(sprintf("%-30s %7s %8s %14s %13s %9s", "export", "limits", "results", "memory errors",
              "other errors", "failures"))
  failures <- character()
  run_worker("input", "", options)
  for (name in chosen(cases()$calls)) failures <- c(failures, tell(name, runs_of(name, options)))
  for (name in chosen(known)) {
    run <- run_worker("known", name, options, ulimit = known[[name]]$ulimit)
    failures <- c(failures,
                  tell(name, list(run), list(sprintf("ulimit -v %.0f", known[[name]]$ulimit))))
  }
  say("")
  say(if (length(failures) == 0L) "No failures." else paste(failures, collapse = "\n"))
  if (length(failures) > 0L) quit(status = 1L)
}

check_needs <- function() {
  if (!file.exists("/proc/self/status") || !nzchar(Sys.which("prlimit"))) {
    say("This machine has no /proc or no prlimit: nothing is tried.")
    quit(status = 77L)
  }
}

# The runs of a case: `limits` of them, from no memory beside what the process has to what the call
# takes.
runs_of <- function(name, options) {
  free <- run_worker("free", name, options)
  took <- as.double(field(free, "took"))
  if (length(took) == 0L) {
    stop(name, " does not end:\n", paste(free$lines, collapse = "\n"), call. = FALSE)
  }
  extras <- round(seq(least, took + 2048, length.out = limits))
  lapply(extras, function(extra) {
    run <- run_worker("limited", name, options, extra = extra)
    run$right <- field(free, "outcome")
    run$extra <- extra
    run
  })
}

run_worker <- function(work, case, options, extra = NULL, ulimit = NULL) {
  arguments <- c("tools/memory-limits.R", "--work", work, "--case", shQuote(case),
                 if (!is.null(options$lib)) c("--lib", shQuote(options$lib)),
                 if (!is.null(extra)) c("--extra", extra))
  command <- paste(
    # With these settings malloc keeps less of the memory that is freed.
    "export MALLOC_MMAP_THRESHOLD_=131072;",
    if (!is.null(ulimit)) sprintf("ulimit -v -S %.0f;", ulimit),
    shQuote(file.path(R.home("bin"), "Rscript")), "--no-init-file",
    paste(arguments, collapse = " "), "2>&1; exit $?"
  )
  lines <- suppressWarnings(system(command, intern = TRUE))
  status <- attr(lines, "status")
  list(case = case, lines = as.vector(lines), status = if (is.null(status)) 0L else status)
}

field <- function(run, name, at = 2L) {
  fields <- strsplit(run$lines, "\t", fixed = TRUE)
  found <- Filter(function(f) length(f) >= at && f[[1L]] == name, fields)
  vapply(found, `[[`, "", at)
}

# One line of the table. Returns the faults, in sentences.
tell <- function(name, runs,
                 conditions = lapply(runs, function(run) sprintf("%.0f KiB", run$extra))) {
  # A failure before the call does not count as a failure of the call.
  counted <- vapply(runs, function(run) any(run$lines == "input made"), NA)
  runs <- runs[counted]
  outcomes <- vapply(runs, function(run) c(field(run, "outcome"), "")[[1L]], "")
  wrong <- vapply(runs, wrong_with, "")
  of <- function(pattern) sum(grepl(pattern, outcomes) & wrong == "")
  memory <- of("^wroc_error_memory")
  say(sprintf("%-30s %7d %8d %14d %13d %9d", name, length(runs), of("^result"), memory,
              of("^wroc_error") - memory, sum(wrong != "")))
  sprintf("%s, %s: %s", name, conditions[counted], wrong)[wrong != ""]
}

wrong_with <- function(run) {
  outcome <- field(run, "outcome")
  stays <- as.double(field(run, "went on", 3L))
  if (length(outcome) == 0L) {
    said <- c(grep("memory allocation|panicked|rror", run$lines, value = TRUE),
              utils::tail(run$lines, 1L))
    sprintf("the session ends (status %d): %s", run$status, said[[1L]])
  } else if (grepl("^unclassed", outcome)) {
    outcome
  } else if (grepl("^result", outcome) && !is.null(run$right) && outcome != run$right) {
    paste("another result:", outcome, "for", run$right)
  } else if (!identical(field(run, "went on"), "TRUE") || run$status != 0L) {
    paste("the session does not go on:", paste(utils::tail(run$lines, 2L), collapse = " "))
  } else if (stays > may_stay[[if (run$case %in% names(may_stay)) run$case else 1L]]) {
    sprintf("%.0f MB stay after it", stays)
  } else {
    ""
  }
}

main(commandArgs(trailingOnly = TRUE))
