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
# Of a result that is let go of, or of an error, this much may stay, in MB; and what SQLite keeps, and
# R's pages of many small vectors, which it uses again.
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

# -- The calls: `input` is made once, by a process of its own, of `n` observations; a call of a `few`
# comes first and loads what is loaded when it is needed.

observations <- quote({
  set.seed(1)
  x <- list(guess = rnorm(n), label = rep(0:1, length.out = n), weight = rexp(n))
  x$cluster <- rep(1:1000, length.out = n)
})
scores <- bquote({
  .(observations)
  x$scores <- cbind(x$guess, x$weight, x$cluster)
  x$columns <- as.data.frame(x$scores)
})
curve <- bquote({
  .(observations)
  x$curve <- WeightedROC(x$guess, x$label, x$weight)
  x$places <- seq(0, 1, length.out = n)
  x$costs <- x$places[seq(2, n, length.out = 1000)] / 2
  x$other <- WeightedROC(x$guess + x$label, x$label)
})
forecasts <- quote({
  set.seed(1)
  x <- list(guess = runif(n), label = rep(0:1, length.out = n), weight = rexp(n))
  x$curve <- WeightedROC(x$guess, x$label, x$weight)
})
tallies <- bquote({
  .(observations)
  x$tally <- roc_tally(x$guess, x$label, x$weight)
  x$other <- roc_tally(x$guess + 1e-3, x$label, x$weight)
  x$table <- roc_tally_table(x$tally)
})
fits <- bquote({
  .(observations)
  x$fit <- weighted_roc(x$guess, x$label, x$weight)
})
design <- bquote({
  .(observations)
  x <- list(design = survey::svydesign(ids = ~1, weights = ~weight, data = as.data.frame(x)))
})
table <- bquote({
  .(observations)
  file <- tempfile("people", Sys.getenv("MEMORY_LIMITS_FOLDER"))
  connection <- DBI::dbConnect(RSQLite::SQLite(), file)
  DBI::dbWriteTable(connection, "people", as.data.frame(x))
  DBI::dbDisconnect(connection)
  x <- list(file = file)
})

case <- function(input, call, n = 3e5, before = NULL, few = 50) {
  list(input = input, call = call, n = n, before = before, few = few)
}

cases <- list(
  WeightedROC = case(observations, quote(WeightedROC(x$guess, x$label, x$weight))),
  "WeightedROC, few" = case(observations, quote(WeightedROC(x$guess, x$label, x$weight)), 16000),
  WeightedAUC = case(curve, quote(WeightedAUC(x$curve))),
  auc_ci = case(observations, quote(auc_ci(x$guess, x$label, x$weight))),
  "auc_ci, clusters" = case(
    observations, quote(auc_ci(x$guess, x$label, x$weight, cluster = x$cluster))
  ),
  "auc_ci, bootstrap" = case(
    observations, quote(auc_ci(x$guess, x$label, x$weight, variance = "bootstrap", R = 40)), 1e5
  ),
  auc_influence = case(observations, quote(auc_influence(x$guess, x$label, x$weight))),
  auc_optimism = case(observations, quote(auc_optimism(
    as.data.frame(x), function(data, ...) NULL, x$label, x$weight, R = 2,
    predict = function(model, data) data$guess
  )), 1e5),
  auc_pool = case(observations, quote(auc_pool(stats::plogis(x$guess), x$weight))),
  auc_power = case(fits, quote(auc_power(auc = 0.8, power = 0.8, pilot = x$fit)), 1e5),
  auc_svy = case(design, quote(auc_svy(label ~ guess, x$design)), 5e4),
  auc_test = case(observations, quote(auc_test(list(x$guess, x$weight), x$label, x$weight))),
  "auc_test, 3 scores" = case(
    scores, quote(auc_test(x$scores, label = x$label))
  ),
  auc_multiclass = case(observations, quote(auc_multiclass(
    cbind(no = -x$guess, yes = x$guess), ifelse(x$label > min(x$label), "yes", "no"), x$weight
  ))),
  auc_test_multiclass = case(observations, quote(auc_test_multiclass(
    list(cbind(no = -x$guess, yes = x$guess), cbind(no = -x$weight, yes = x$weight)),
    ifelse(x$label > min(x$label), "yes", "no"), x$weight
  ))),
  auc_test_groups = case(
    observations, quote(auc_test_groups(x$guess, x$label, rep_len(1:3, length(x$label)), x$weight))
  ),
  auc_test_unpaired = case(
    observations, quote(auc_test_unpaired(x$guess, x$label, x$weight, x$label, x$weight))
  ),
  auc_wmw = case(observations, quote(auc_wmw(x$guess, x$label, x$weight))),
  "auc_wmw, few" = case(
    quote(x <- list(guess = seq_len(n), label = rep(0:1, length.out = n))),
    quote(auc_wmw(x$guess, x$label)), 16000
  ),
  "auc_wmw, a compact sequence" = case(
    quote(x <- list(guess = seq_len(n), label = rep(0:1, length.out = n))),
    quote(auc_wmw(x$guess, x$label)), 3e6
  ),
  "auc_wmw, a data.frame" = case(scores, quote(auc_wmw(x$columns, x$label))),
  "auc_wmw, a matrix" = case(scores, quote(auc_wmw(as.matrix(x$columns), x$label))),
  auc_pr = case(observations, quote(auc_pr(x$guess, x$label, x$weight, prior = c(0.1, 0.2)))),
  roc_pr = case(curve, quote(roc_pr(x$curve))),
  roc_prg = case(curve, quote(roc_prg(x$curve))),
  roc_pr_auc = case(curve, quote(roc_pr_auc(x$curve)), 1e5),
  roc_at = case(curve, quote(roc_at(x$curve, x$guess)), 1e5),
  roc_band = case(observations, quote(roc_band(x$guess, x$label, x$weight, variance = "bootstrap",
                                               R = 40)), 1e5),
  roc_bounds = case(curve, quote(roc_bounds(x$curve))),
  roc_brier = case(forecasts, quote(roc_brier(x$curve))),
  roc_calibrate = case(curve, quote(roc_calibrate(x$curve))),
  roc_log_score = case(forecasts, quote(roc_log_score(x$curve))),
  roc_reliability = case(forecasts, quote(roc_reliability(x$guess, x$label, x$weight, R = 2))),
  roc_ci = case(observations, quote(roc_ci(x$guess, x$label, x$weight, list(
    "area", roc_partial(FPR = c(0, 0.1)), roc_measure("TPR", FPR = 0.1), roc_measure("PPV", threshold = 1)
  )))),
  "roc_ci, clusters" = case(observations, quote(
    roc_ci(x$guess, x$label, x$weight, roc_partial(TPR = c(0.8, 1)), cluster = x$cluster)
  )),
  roc_collect = case(
    table,
    quote(roc_collect(dplyr::tbl(connection, "people"), guess, label, weight, points = 1000)), 1e5,
    quote(connection <- DBI::dbConnect(RSQLite::SQLite(), x$file)), 5000
  ),
  roc_compare = case(curve, quote(roc_compare(x$curve, x$other)), 1e5),
  roc_constrained = case(curve, quote(roc_constrained(x$curve, max_FPR = x$places, min_PPV = 0.1)), 1e5),
  roc_cost_auc = case(curve, quote(roc_cost_auc(x$curve, 1 - x$costs, x$costs)), 1e5),
  roc_cost_curve = case(curve, quote(roc_cost_curve(x$curve))),
  roc_dominates = case(curve, quote(roc_dominates(x$curve, x$other))),
  roc_expected_cost = case(curve, quote(roc_expected_cost(x$curve))),
  roc_from_tally = case(tallies, quote(roc_from_tally(x$tally))),
  roc_gain = case(curve, quote(roc_gain(x$curve))),
  roc_gini = case(curve, quote(roc_gini(x$curve))),
  roc_h = case(curve, quote(roc_h(x$curve))),
  roc_hull = case(curve, quote(roc_hull(x$curve))),
  roc_influence = case(observations, quote(roc_influence(x$guess, x$label, x$weight, list(
    "area", roc_partial(FPR = c(0, 0.1)), roc_measure("PPV", threshold = 1)
  )))),
  roc_isocost = case(curve, quote(roc_isocost(x$curve, FPR = x$places, TPR = x$places))),
  roc_summary = case(observations, quote(roc_summary("average_precision")), 100),
  roc_measure = case(observations, quote(roc_measure("PPV", threshold = 1)), 100),
  roc_measures = case(curve, quote(roc_measures(x$curve))),
  roc_merge = case(tallies, quote(roc_merge(x$tally, x$other))),
  "roc_merge, binned" = case(tallies, quote(roc_merge(x$tally, x$other, points = 1000))),
  roc_net_benefit = case(curve, quote(roc_net_benefit(x$curve, calibrated = TRUE))),
  roc_net_benefit_ci = case(observations, quote(
    roc_net_benefit_ci(stats::plogis(x$guess), x$label, x$weight, c(0.1, 0.2), type = "simultaneous")
  )),
  roc_neyman_pearson = case(curve, quote(roc_neyman_pearson(x$curve, max_FPR = x$places)), 1e5),
  roc_optimal = case(curve, quote(roc_optimal(x$curve, cost_FN = 2))),
  roc_optimal_ci = case(observations, quote(roc_optimal_ci(x$guess, x$label, x$weight, R = 40)),
                        1e5),
  roc_partial = case(observations, quote(roc_partial(FPR = c(0, 0.1))), 100),
  roc_partial_auc = case(curve, quote(roc_partial_auc(x$curve, FPR = c(0, 0.5)))),
  roc_plot = case(curve, quote(roc_plot(x$curve, hull = TRUE, optimal = TRUE)), 1e5),
  roc_plot_scores = case(observations, quote(roc_plot_scores(x$guess, x$label, x$weight, 0)), 1e5),
  roc_reject = case(curve, quote(roc_reject(x$curve, 0.2))),
  roc_risk = case(curve, quote(roc_risk(x$curve))),
  roc_summary = case(observations, quote(roc_summary("H")), 100),
  "roc_summary, its interval" = case(observations, quote(
    roc_ci(x$guess, x$label, x$weight, list(roc_summary("H"), roc_measure("TPR", share = 0.1)))
  )),
  as_roc_tally = case(tallies, quote(as_roc_tally(x$table))),
  "auc_ci, tally" = case(tallies, quote(auc_ci(x$tally))),
  roc_tally_sql = case(observations, quote(roc_tally_sql("visits", "marker", "sick", breaks = sort(x$guess))),
                       n = 2e4),
  roc_tally_table = case(tallies, quote(roc_tally_table(x$tally))),
  roc_tally = case(observations, quote(roc_tally(x$guess, x$label, x$weight))),
  "roc_tally, binned" = case(observations,
                             quote(roc_tally(x$guess, x$label, x$weight, points = 1000))),
  roc_thin = case(curve, quote(roc_thin(x$curve, points = 1000))),
  weighted_roc = case(observations, quote(weighted_roc(x$guess, x$label, x$weight)))
)

# Calls that have ended sessions, each under the `ulimit -v` that it was found with (in KiB).
known <- list(
  "auc_test, 2e5 scores" = list(
    ulimit = 16e6, x = quote(matrix(rnorm(8e5), 4L)),
    call = quote(auc_test(x, label = c(0, 1, 0, 1)))
  ),
  "auc_wmw, 1:6e7" = list(
    ulimit = 56e4, x = quote(rep(c(TRUE, FALSE), 3e7)), call = quote(auc_wmw(1:6e7, x))
  )
)

# -- The process that is limited. Its lines are its verdict.

work <- function(options) {
  suppressMessages(library(WeightedROC))
  if (options$work == "known") return(work_known(known[[options$case]]))
  this <- cases[[options$case]]
  file <- file.path(Sys.getenv("MEMORY_LIMITS_FOLDER"), "input.rds")
  if (options$work == "input") return(saveRDS(made(this, this$n), file, compress = FALSE))
  environment <- new.env()
  environment$x <- made(this, this$few)
  eval(this$before, environment)
  utils::capture.output(fingerprint(evaluated(this$call, environment)))
  environment$x <- readRDS(file)
  eval(this$before, environment)
  deepen()
  invisible(gc())
  before <- status_of_process("VmSize")
  lift <- tempfile("lift")
  if (options$work == "limited") limit(1024 * (before + as.double(options$extra)), lift)
  call_and_go_on(this$call, environment, lift)
  say("took", status_of_process("VmPeak") - before)
}

# The stack counts as address space, and what it has once had it keeps.
deepen <- function(depth = 400L) if (depth > 0L) deepen(depth - 1L)

# Calls of two known cases have no small input.
work_known <- function(this) {
  environment <- new.env()
  environment$x <- eval(this$x)
  auc_wmw(1:2, 0:1)
  lift <- tempfile("lift")
  system(lifter(lift))
  call_and_go_on(this$call, environment, lift)
}

call_and_go_on <- function(call, environment, lift) {
  held <- resident()
  say("input made")
  outcome <- evaluated(call, environment)
  invisible(gc())
  went_on <- identical(auc_wmw(c(1, 2, 2), c(0, 1, 0)), 0.75)
  lift_limit(lift)
  say("outcome", fingerprint(outcome))
  rm(outcome)
  say("went on", went_on, round(resident() - held, 1L))
}

evaluated <- function(call, environment) {
  set.seed(1)
  tryCatch(eval(call, environment), condition = identity)
}

# What came of it, in words.
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

made <- function(this, n) {
  environment <- new.env()
  environment$n <- n
  eval(this$input, environment)
  environment$x
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
  for (name in chosen(cases)) failures <- c(failures, tell(name, runs_of(name, options)))
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
  exports <- setdiff(getNamespaceExports("WeightedROC"), sub(",.*", "", names(cases)))
  if (length(exports) > 0L) stop("No case for: ", paste(exports, collapse = ", "), call. = FALSE)
}

# The runs of a case: `limits` of them, from no memory beside what the process has to what the call
# takes.
runs_of <- function(name, options) {
  run_worker("input", name, options)
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
    # Of memory that is freed, malloc keeps less.
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

# One line of the table. What is wrong, in sentences.
tell <- function(name, runs,
                 conditions = lapply(runs, function(run) sprintf("%.0f KiB", run$extra))) {
  # What fails before the call is no failure of the call.
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
