# Calls every export with right and hostile arguments, in processes of their own. A failure is an error or a
# warning that is not of this package's classes, a refusal of what the manual takes or the other way round,
# and a result that is out of its range or another one when the same is asked in another way.
#
#   Rscript tools/fuzz.R [--lib DIR] [--calls N] [--seed S] [--jobs J] [--function NAME]
#
#   --lib DIR         the package installed in DIR; without it, the one that R finds
#   --calls N         how many calls, 10000 by default
#   --seed S          the calls belong to the seeds S, S + 1, ...; 1 by default
#   --jobs J          so many processes at once, 2 by default
#   --function NAME   calls of this export only; with a seed and no --calls it shows that one call
#
# The calls and verdicts are described in tests/testthat/fuzz. A call that takes longer than 20 seconds of the
# processor, waits ten minutes for something, or ends its session, is a failure as well. The status is 1 when
# there is any.

patience <- 20
patience_to_wait <- 600
# The limit of address space, in KiB: no call may take more than the machine has.
memory_limit <- 6e6
main <- function(arguments) {
  options <- options_in(arguments)
  setwd(package_root())
  if (!is.null(options$lib)) .libPaths(c(options$lib, .libPaths()))
  for (file in list.files("tests/testthat/fuzz", full.names = TRUE)) sys.source(file, globalenv())
  if (is.null(options$worker)) drive(options) else work(options)
}

package_root <- function() {
  script <- sub("^--file=", "", grep("^--file=", commandArgs(), value = TRUE))
  dirname(dirname(normalizePath(script)))
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
    lib = if (!is.null(lib)) normalizePath(lib, mustWork = TRUE), name = name,
    calls = as.integer(value("--calls", if (one) 1L else 10000L)),
    seed = as.integer(value("--seed", 1L)), jobs = as.integer(value("--jobs", 2L)),
    worker = value("--worker", NULL), to = as.integer(value("--to", 0L)),
    driver = as.integer(value("--driver", 0L))
  )
}

package <- function(name) function_called(name)

# Which export the call of a seed is of.
function_of <- function(seed, options) {
  if (!is.null(options$name)) return(options$name)
  names <- sort(names(draws))
  share <- ifelse(names %in% slow, 0.2, 1)
  set.seed(seed, "Mersenne-Twister", "Inversion", "Rejection")
  sample(names, 1L, prob = share)
}

# -- A worker: writes what it is about to do, and what came of it, into its folder

work <- function(options) {
  log <- file.path(options$worker, "log")
  options(error = quote(cat("options(error = ) ran\n", file = stderr())))
  say <- teller(file.path(options$worker, "progress"))
  say("pid", Sys.getpid())
  for (seed in seq(options$seed, options$to, by = options$jobs)) {
    # Nobody waits for it any more.
    if (!tools::pskill(options$driver, 0L)) break
    name <- function_of(seed, options)
    say("begin", seed, name, seconds_used())
    call <- fuzz_call(name, seed, package)
    if (options$calls == 1L) show(call)
    written <- file.size(log)
    verdict <- fuzz(call)
    if (options$calls == 1L) try(print(verdict$outcome))
    complaints <- c(verdict$complaints, printed(log, written)[options$calls > 1L])
    for (complaint in complaints) {
      say("failure", seed, name, one_line(complaint), one_line(describe(call)))
    }
    say("end", seed, name, verdict$kind)
  }
  say("done")
}

seconds_used <- function() sum(proc.time()[c("user.self", "sys.self")])

# Writes lines of fields; each is on the disk before the next step.
teller <- function(file) {
  connection <- file(file, open = "ab")
  function(...) {
    line <- paste(..., sep = "\t")
    writeLines(line, connection, useBytes = TRUE)
    flush(connection)
  }
}

one_line <- function(text) {
  text <- encodeString(paste(text, collapse = " "))
  if (nchar(text, "bytes") > 600L) paste0(substr(text, 1L, 600L), " ...") else text
}

printed <- function(log, before) {
  if (file.size(log) <= before) return(NULL)
  connection <- file(log, open = "rb")
  on.exit(close(connection))
  seek(connection, before)
  lines <- readLines(connection, 2L, warn = FALSE)
  paste("it prints:", paste(lines, collapse = " "))
}

show <- function(call) {
  cat(describe(call), "\n\nSpoilt:", call$spoiled, "\n\nThe arguments:\n")
  # str() stumbles over some of what is hostile.
  for (value in call$arguments) try(utils::str(value, vec.len = 10L))
  cat("\nThe outcome:\n")
}

# -- The driver

drive <- function(options) {
  exports <- getNamespaceExports("WeightedROC")
  lacking <- setdiff(exports, written_for())
  if (length(lacking) > 0L) {
    stop("No calls are written of: ", paste(lacking, collapse = ", "), call. = FALSE)
  }
  if (!is.null(options$name) && !options$name %in% c(exports, methods_called)) {
    stop("No export: ", options$name, call. = FALSE)
  }
  folder <- tempfile("fuzz")
  on.exit(unlink(folder, recursive = TRUE))
  events <- run_workers(options, folder)
  report(events, options)
}

run_workers <- function(options, folder) {
  last <- options$seed + options$calls - 1L
  workers <- lapply(seq_len(min(options$jobs, options$calls)), function(i) {
    start_worker(options, folder, options$seed + i - 1L, last)
  })
  events <- list()
  told <- Sys.time()
  while (length(workers) > 0L) {
    Sys.sleep(0.2)
    for (i in seq_along(workers)) {
      ended <- look_after(workers[[i]])
      if (is.null(ended)) next
      events[[length(events) + 1L]] <- ended$events
      begun <- ended$next_seed <= last
      workers[i] <- list(if (begun) start_worker(options, folder, ended$next_seed, last))
    }
    workers <- workers[!vapply(workers, is.null, NA)]
    if (difftime(Sys.time(), told, units = "secs") > 60) {
      told <- Sys.time()
      kinds <- unlist(lapply(c(lapply(workers, read_events), events), `[[`, "kind"))
      message(sum(kinds == "end"), " calls, ", sum(kinds == "failure"), " complaints")
    }
  }
  do.call(rbind, events)
}

start_worker <- function(options, folder, seed, last) {
  home <- tempfile("worker", folder)
  dir.create(home, recursive = TRUE)
  arguments <- c(
    "tools/fuzz.R", "--worker", shQuote(home), "--seed", seed, "--to", last,
    "--jobs", options$jobs, "--calls", options$calls, "--driver", Sys.getpid(),
    if (!is.null(options$lib)) c("--lib", shQuote(options$lib)),
    if (!is.null(options$name)) c("--function", options$name)
  )
  command <- sprintf(
    "{ (ulimit -v %.0f; exec %s --no-init-file %s) >%s 2>&1 </dev/null; echo $? >%s; }", memory_limit,
    shQuote(file.path(R.home("bin"), "Rscript")), paste(arguments, collapse = " "),
    shQuote(file.path(home, "log")), shQuote(file.path(home, "status"))
  )
  system(command, wait = FALSE)
  list(home = home, seed = seed, by = options$jobs, since = Sys.time(), show = options$calls == 1L)
}

# NULL while it works. A worker that hangs is killed, and has then ended.
look_after <- function(worker) {
  if (file.exists(file.path(worker$home, "status"))) return(ended(worker, hung = FALSE))
  progress <- file.path(worker$home, "progress")
  written <- if (file.exists(progress)) file.mtime(progress) else worker$since
  waited <- as.double(difftime(Sys.time(), written, units = "secs"))
  if (waited <= patience || waited <= patience_to_wait && used_by_call(worker) <= patience) return(NULL)
  tools::pskill(pid_of(worker), tools::SIGKILL)
  ended(worker, hung = TRUE)
}

pid_of <- function(worker) {
  first <- readLines(file.path(worker$home, "progress"), 1L)
  as.integer(sub("pid\t", "", first, fixed = TRUE))
}

# The seconds that the call of a worker has had of a processor, which others may be using, too. 0 where
# `ps` can't tell.
used_by_call <- function(worker) {
  begun <- read_events(worker)
  begun <- begun[begun$kind == "begin", ]
  if (nrow(begun) == 0L) return(0)
  time <- suppressWarnings(system2("ps", c("-o", "time=", "-p", pid_of(worker)), TRUE, FALSE))
  parts <- as.double(strsplit(trimws(c(time, "")[[1L]]), "[-:]")[[1L]])
  units <- c(86400, 3600, 60, 1)
  sum(parts * utils::tail(units, length(parts))) - as.double(begun$text[[nrow(begun)]])
}

# The events of a worker that has ended, with the failure of its last call if it did not end well.
ended <- function(worker, hung) {
  events <- read_events(worker)
  log <- file.path(worker$home, "log")
  if (worker$show) writeLines(readLines(log, warn = FALSE))
  if (any(events$kind == "done")) return(list(events = events, next_seed = Inf))
  begun <- events[events$kind == "begin", ]
  if (nrow(begun) == 0L) {
    stop("A worker did not start:\n", paste(readLines(log), collapse = "\n"), call. = FALSE)
  }
  at <- begun[nrow(begun), ]
  how <- if (hung) sprintf("it takes longer than %d s", patience) else how_it_ended(worker, log)
  line <- one_line(describe(fuzz_call(at$name, at$seed, package)))
  failure <- data.frame(kind = "failure", seed = at$seed, name = at$name, text = how, line = line)
  list(events = rbind(events, failure), next_seed = at$seed + worker$by)
}

how_it_ended <- function(worker, log) {
  status <- as.integer(readLines(file.path(worker$home, "status"), warn = FALSE))
  signal <- if (status > 128L) sprintf("signal %d", status - 128L) else sprintf("status %d", status)
  last <- utils::tail(readLines(log, warn = FALSE), 3L)
  sprintf("the session ends (%s): %s", signal, one_line(last))
}

# Columns: kind, seed, name, text, line.
read_events <- function(worker, lines = -1L) {
  file <- file.path(worker$home, "progress")
  text <- if (file.exists(file)) readLines(file, lines, warn = FALSE, encoding = "bytes")
  fields <- strsplit(as.character(text), "\t", fixed = TRUE, useBytes = TRUE)
  field <- function(i) vapply(fields, function(f) if (length(f) < i) "" else f[[i]], "")
  events <- data.frame(kind = field(1L), seed = field(2L), name = field(3L), text = field(4L),
                       line = field(5L))
  events <- events[events$kind %in% c("begin", "end", "failure", "done"), ]
  events$seed <- as.integer(events$seed)
  events
}

# -- The report: each kind of failure once, the worst first

severity <- function(text) {
  worst <- c("^the session ends", "^it takes longer", "Internal error",
             "another result|leaves|lacks|none of|falls|rises", "^an unclassed")
  found <- vapply(worst, grepl, logical(length(text)), x = text, useBytes = TRUE)
  max.col(cbind(matrix(found, length(text)), TRUE), "first")
}

report <- function(events, options) {
  failures <- events[events$kind == "failure", ]
  # One failure stands for all that differ only in numbers and quoted words.
  alike <- gsub("[0-9]+([.][0-9]+)?(e[+-]?[0-9]+)?|'[^']*'|\"[^\"]*\"", "#", failures$text,
                useBytes = TRUE)
  groups <- split(failures, paste(failures$name, alike))
  groups <- groups[order(vapply(groups, function(g) severity(g$text[[1L]]), 0L))]
  for (group in groups) {
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
