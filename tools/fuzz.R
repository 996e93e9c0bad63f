# Calls every export with right and hostile arguments, in processes of their own. A failure is an error or a warning
# that is not of this package's classes, a right call that is refused or a wrong one that is not, a result of another
# shape, and another result of the same call.
#
#   Rscript tools/fuzz.R [--lib DIR] [--calls N] [--seed S] [--jobs J] [--function NAME]
#
#   --lib DIR         the package installed in DIR; without it, the one that R finds
#   --calls N         how many calls, 10000 by default
#   --seed S          the calls belong to the seeds S, S + 1, ...; 1 by default
#   --jobs J          this many processes at once, 2 by default
#   --function NAME   calls of this export only; with a seed and no --calls it shows that one call
#
# The table of entries, from which calls are drawn, is in tests/testthat/fuzz. A call that takes longer than 20 seconds
# of the processor, or ends its session, is a failure as well. The status is 1 when there is any.

patience <- 20
# A worker is one process that makes a number of calls, and is killed when they take longer than this.
calls_of_worker <- 100L
patience_with_worker <- 600
# The limit of address space, in KiB: no call may take more than the machine has.
memory_limit <- 6e6

main <- function(arguments) {
  root <- dirname(dirname(normalizePath(sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE)))))
  options <- options_in(arguments)
  setwd(root)
  if (!is.null(options$lib)) .libPaths(c(options$lib, .libPaths()))
  for (file in list.files("tests/testthat/fuzz", full.names = TRUE)) sys.source(file, globalenv())
  if (!is.null(options$name) && !options$name %in% names(entries)) stop("No entry: ", options$name, call. = FALSE)
  seeds <- seq(options$seed, length.out = options$calls)
  if (!is.null(options$worker)) return(work(seeds, options))
  if (options$calls == 1L) show(options)
  report(do.call(rbind, drive(seeds, options)))
}

options_in <- function(arguments) {
  value <- function(option, default) {
    at <- match(option, arguments)
    if (is.na(at)) default else arguments[[at + 1L]]
  }
  lib <- value("--lib", NULL)
  name <- value("--function", NULL)
  one <- !is.null(name) && "--seed" %in% arguments
  list(
    lib = if (!is.null(lib)) normalizePath(lib, mustWork = TRUE), name = name, worker = value("--worker", NULL),
    calls = as.integer(value("--calls", if (one) 1L else 10000L)), seed = as.integer(value("--seed", 1L)),
    jobs = as.integer(value("--jobs", 2L))
  )
}

# Which export the call of a seed is of.
function_of <- function(seed, options) {
  if (!is.null(options$name)) return(options$name)
  names <- sort(names(entries), method = "radix")
  set.seed(seed, "Mersenne-Twister", "Inversion", "Rejection")
  sample(names, 1L, prob = ifelse(names %in% slow, 0.2, 1))
}

# -- A worker: writes lines of fields, what it is about to do and what came of it; each is on the disk before the next

work <- function(seeds, options) {
  connection <- file(options$worker, open = "ab")
  tell <- function(...) {
    writeLines(paste(..., sep = "\t"), connection, useBytes = TRUE)
    flush(connection)
  }
  for (seed in seeds) {
    name <- function_of(seed, options)
    tell("begin", seed, name, "", "")
    call <- draw_call(name, seed)
    since <- seconds_used()
    verdict <- fuzz(call)
    if (options$calls == 1L) try(print(verdict$outcome))
    slowly <- if (seconds_used() - since > patience) sprintf("it takes longer than %d s", patience)
    for (complaint in c(verdict$complaints, slowly)) {
      tell("failure", seed, name, one_line(complaint), one_line(describe(call)))
    }
    tell("end", seed, name, verdict$kind, "")
  }
}

seconds_used <- function() sum(proc.time()[c("user.self", "sys.self")])

one_line <- function(text) {
  text <- encodeString(paste(text, collapse = " "))
  if (nchar(text, "bytes") > 600L) paste0(substr(text, 1L, 600L), " ...") else text
}

show <- function(options) {
  call <- draw_call(options$name, options$seed)
  cat(describe(call), "\n\nThe arguments:\n")
  # str() stumbles over some of what is hostile.
  for (value in call$arguments) try(utils::str(value, vec.len = 10L))
}

# -- The driver

drive <- function(seeds, options) {
  parts <- split(seeds, (seq_along(seeds) - 1L) %/% calls_of_worker)
  parallel::mclapply(parts, function(seeds) {
    events <- NULL
    # A session that ended is followed by another one, from the next seed on.
    while (length(seeds) > 0L) {
      of_worker <- run_worker(seeds, options)
      events <- rbind(events, of_worker)
      seeds <- seeds[seeds > max(of_worker$seed)]
    }
    events
  }, mc.cores = options$jobs, mc.preschedule = FALSE)
}

run_worker <- function(seeds, options) {
  home <- tempfile("worker")
  dir.create(home)
  on.exit(unlink(home, recursive = TRUE))
  progress <- file.path(home, "progress")
  log <- file.path(home, "log")
  arguments <- c(
    "tools/fuzz.R", "--worker", shQuote(progress), "--seed", seeds[[1L]], "--calls", length(seeds),
    if (!is.null(options$lib)) c("--lib", shQuote(options$lib)),
    if (!is.null(options$name)) c("--function", options$name)
  )
  status <- system(sprintf(
    "ulimit -v %.0f; exec timeout %d %s --no-init-file %s >%s 2>&1 </dev/null", memory_limit, patience_with_worker,
    shQuote(file.path(R.home("bin"), "Rscript")), paste(arguments, collapse = " "), shQuote(log)
  ))
  if (options$calls == 1L) writeLines(c("\nThe outcome:", readLines(log, warn = FALSE)))
  text <- if (file.exists(progress)) readLines(progress, warn = FALSE, encoding = "bytes")
  if (length(text) == 0L) stop("A worker did not start:\n", paste(readLines(log), collapse = "\n"), call. = FALSE)
  fields <- strsplit(text, "\t", fixed = TRUE, useBytes = TRUE)
  field <- function(i) vapply(fields, function(f) if (length(f) < i) "" else f[[i]], "")
  events <- data.frame(kind = field(1L), seed = as.integer(field(2L)), name = field(3L), text = field(4L),
                       line = field(5L))
  last <- events[nrow(events), ]
  if (status == 0L && last$kind == "end") return(events)
  last$kind <- "failure"
  last$text <- sprintf("the session ends (status %d): %s", status,
                       one_line(utils::tail(readLines(log, warn = FALSE), 3L)))
  last$line <- one_line(describe(draw_call(last$name, last$seed)))
  rbind(events, last)
}

# -- The report: each kind of failure once, the worst first

report <- function(events) {
  failures <- events[events$kind == "failure", ]
  worst <- c("^the session ends", "^it takes longer", "Internal error", "another result", "^an unclassed")
  severity <- function(text) match(TRUE, vapply(worst, grepl, NA, text, useBytes = TRUE), nomatch = 6L)
  # One failure stands for all that differ only in numbers and quoted words.
  alike <- gsub("[0-9]+([.][0-9]+)?(e[+-]?[0-9]+)?|'[^']*'|\"[^\"]*\"", "#", failures$text, useBytes = TRUE)
  groups <- split(failures, paste(failures$name, alike))
  for (group in groups[order(vapply(groups, function(g) severity(g$text[[1L]]), 0L))]) {
    first <- group[which.min(group$seed), ]
    cat(sprintf("%s: %s (%d calls)\n    %s\n    Rscript tools/fuzz.R --function %s --seed %d\n",
                first$name, first$text, nrow(group), first$line, first$name, first$seed))
  }
  ends <- events$text[events$kind == "end"]
  failed <- length(unique(failures$seed))
  cat(sprintf("%d calls, %d results, %d classed errors, %d failures\n", sum(events$kind == "begin"),
              sum(ends == "result"), sum(ends == "error"), failed))
  if (failed > 0L) quit(status = 1L)
}

main(commandArgs(trailingOnly = TRUE))
