# Rscript bench/inference/costly.R [--quick] [--before LIBRARY] [--rows N]: times calls whose intervals take
# replicates, many places or many times, and mergers of tallies, and writes bench/inference/costly.md. Each call has
# a process of its own, with R_LIBS and, side by side, with a library that has an earlier build. Run from the root.

for (file in c("markdown.R", "machine.R", "peak-memory.R")) source(file.path("bench", "common", file))

args <- commandArgs(TRUE)
option <- function(name, default) {
  place <- match(name, args)
  if (is.na(place)) default else args[[place + 1L]]
}
quick <- "--quick" %in% args
rows <- as.numeric(option("--rows", if (quick) 1e4 else 2e5))

# In the order of the report; `made` is evaluated before the clock starts.
calls <- list(
  "roc_pr(conf.level = .95)" = quote(roc_pr(x, y, w, conf.level = 0.95)),
  "roc_gain(conf.level = .95)" = quote(roc_gain(x, y, w, conf.level = 0.95)),
  "MCC at the threshold of the best MCC" = quote(at("MCC", threshold = "MCC")),
  "risk at the threshold of least risk" = quote(at("risk", threshold = "risk", cost_FP = 1, cost_FN = 3)),
  "TPR at max_FPR = .1" = quote(at("TPR", max_FPR = 0.1)),
  "AP" = quote(at("AP")),
  "H" = quote(at("H")),
  "roc_reliability(conf.level = .95)" = quote(roc_reliability(plogis(x - 0.5), y, w, conf.level = 0.95)),
  "weighted_roc() at 20 times" = quote(fit_of_times()),
  "auc_ci() of it" = quote(auc_ci(made)),
  "roc_tally()" = quote(roc_tally(x, y, w)),
  "c() of two tallies" = quote(c(made[[1L]], made[[2L]]))
)
made_for <- list(
  "auc_ci() of it" = quote(fit_of_times()),
  "c() of two tallies" = quote(list(roc_tally(x, y, w), roc_tally(x + 0.1, y, w)))
)

# The call on so many rows, and what is made before the clock starts.
prepared <- function(name, rows) {
  set.seed(1)
  y <- rbinom(rows, 1, 0.3)
  x <- rnorm(rows) + y
  w <- runif(rows) + 0.5
  at <- function(...) roc_estimate(x, y, w, measure = roc_measure(...))
  fit_of_times <- function() {
    time <- rexp(rows, exp(x - 1))
    censored <- rexp(rows, 0.3)
    observed <- data.frame(time = pmin(time, censored), status = as.integer(time <= censored), x = x)
    times <- unname(stats::quantile(observed$time, seq(0.1, 0.9, length.out = 20)))
    weighted_roc(survival::Surv(time, status) ~ x, observed, times = times)
  }
  made <- if (!is.null(made_for[[name]])) eval(made_for[[name]])
  function() eval(calls[[name]], environment(at))
}

# In a process of its own: CPU seconds and bytes of the call beyond what was there. R compiles functions in their
# first calls.
measure_call <- function(name) {
  suppressMessages(library(WeightedROC))
  for (i in 1:2) prepared(name, 500)()
  call <- prepared(name, rows)
  gc(full = TRUE)
  if (can_measure_memory()) reset_peak()
  before <- if (can_measure_memory()) peak_memory() else NA
  took <- system.time(result <- call())
  cat(took[["user.self"]] + took[["sys.self"]], if (can_measure_memory()) peak_memory() - before else NA, "\n")
}

one <- option("--one", NA)
if (!is.na(one)) {
  measure_call(names(calls)[[as.integer(one)]])
  quit()
}

measured_in <- function(library, number) {
  script <- c("bench/inference/costly.R", "--one", number, "--rows", rows)
  env <- paste0("R_LIBS=", shQuote(library))
  lines <- system2("Rscript", script, stdout = TRUE, stderr = FALSE, env = env)
  as.numeric(strsplit(lines[[length(lines)]], " ")[[1L]])
}

now <- Sys.getenv("R_LIBS")
before <- option("--before", NA)
result <- lapply(seq_along(calls), function(number) {
  c(measured_in(now, number), if (is.na(before)) c(NA, NA) else measured_in(before, number))
})
column <- function(k, by = 1) three_digits(vapply(result, `[[`, 0, k) / by)
ratio <- vapply(result, function(of) of[[3L]] / of[[1L]], 0)

machine <- describe_machine(if (quick) "quick" else "full")
report <- if (quick) file.path(tempdir(), "costly.md") else "bench/inference/costly.md"
writeLines(c(
  "# Intervals that took long", "",
  sprintf("Written by `Rscript bench/inference/costly.R` for %s rows, weights, continuous scores. CPU seconds of one",
          format(rows, big.mark = " ", scientific = FALSE)),
  "call in a process of its own, and the growth of its resident memory in bytes a row, the result included. Where",
  "an earlier build was at hand, it was measured in the same run.", "",
  md_table(c(list(call = sprintf("`%s`", names(calls)), seconds = column(1L), `bytes a row` = column(2L, rows)),
             if (!is.na(before)) list(`seconds before` = column(3L), `bytes a row before` = column(4L, rows),
                                      ratio = three_digits(ratio)))),
  md_table(list(what = machine$what, value = machine$value))
), report)
cat(readLines(report), sep = "\n")
