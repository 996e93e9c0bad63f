# Rscript bench/speed/survival.R [--quick] [PYTHON]: times AUCs of survival outcomes against riskRegression, and
# against scikit-survival where a PYTHON has it, in one run of one thread, and writes bench/speed/survival.md. R_LIBS
# must name a library with the package. Packages that are not installed are left out, and named.

given <- commandArgs(TRUE)
quick <- "--quick" %in% given
python <- setdiff(given, "--quick")
suppressMessages({
  library(WeightedROC)
  library(survival)
})
options(WeightedROC.threads = 1L)
Sys.setenv(OMP_NUM_THREADS = "1", OPENBLAS_NUM_THREADS = "1")

has_peer <- requireNamespace("riskRegression", quietly = TRUE)
if (has_peer) suppressMessages(library(riskRegression))

# Seconds of CPU time: the median of several calls, after one that does not count.
seconds <- function(call, calls = if (quick) 1L else 5L) {
  expression <- substitute(call)
  frame <- parent.frame()
  once <- function() {
    gc(FALSE)
    sum(system.time(eval(expression, frame))[c("user.self", "sys.self")])
  }
  once()
  stats::median(vapply(seq_len(calls), function(i) once(), 0))
}

# Exponential times of events and of censoring, two in five of which are events.
cohort <- function(n) {
  set.seed(n)
  a <- stats::rnorm(n)
  event <- stats::rexp(n, exp(a))
  censored <- stats::rexp(n, 1.5)
  data.frame(a, b = a + stats::rnorm(n), time = pmin(event, censored), dead = event <= censored)
}

by_peer <- function(data, scores, times, se) {
  # It changes data by reference.
  data <- as.data.frame(as.list(data))
  risk <- function(score) matrix(stats::plogis(score), length(score), length(times))
  risks <- lapply(as.list(data)[scores], risk)
  Score(risks, Surv(time, dead) ~ 1, data, times = times, metrics = "auc", se.fit = se, contrasts = se,
        null.model = FALSE, conservative = FALSE, cens.model = "km")
}

# scikit-survival has estimates alone.
by_python <- function(data, times, calls) {
  if (length(python) == 0L) return(NA_real_)
  file <- tempfile(fileext = ".csv")
  utils::write.csv(transform(data, dead = as.integer(dead)), file, row.names = FALSE)
  code <- c("import csv, sys, time, numpy as np", "from sksurv.metrics import cumulative_dynamic_auc",
            "from sksurv.util import Surv", "d = np.genfromtxt(sys.argv[1], delimiter=',', names=True)",
            "y = Surv.from_arrays(d['dead'] > 0, d['time'])",
            "t = np.array([float(x) for x in sys.argv[2].split(',')])", "found = []",
            "for i in range(int(sys.argv[3]) + 1):", "    start = time.process_time()",
            "    cumulative_dynamic_auc(y, y, d['a'], t)", "    found.append(time.process_time() - start)",
            "print(np.median(found[1:]))")
  script <- tempfile(fileext = ".py")
  writeLines(code, script)
  printed <- system2(python[[1L]], c(script, file, paste(times, collapse = ","), calls), stdout = TRUE)
  as.numeric(printed[[length(printed)]])
}

rows <- list()
add <- function(case, peer, ours, theirs) {
  rows[[length(rows) + 1L]] <<- data.frame(case, peer, ours, theirs)
  message(case, ", ", peer, ": ", signif(ours, 3), " ", signif(theirs, 3))
}

patients <- subset(pbc, !is.na(bili) & !is.na(protime))
patients <- transform(patients, a = bili, b = protime, dead = status == 2)
of_pbc <- 365 * 1:8 + 0.5
y <- with(patients, Surv(time, dead))
both <- as.list(patients[c("a", "b")])
ours <- seconds(for (i in 1:50) auc_over_time(both, y, times = of_pbc, conf.level = 0.95)) / 50
theirs <- if (has_peer) seconds(by_peer(patients, c("a", "b"), of_pbc, TRUE)) else NA
add("pbc, 416 rows, 2 scores x 8 times, with intervals", "riskRegression", ours, theirs)

for (n in if (quick) 1e3 else c(1e4, 1e5)) {
  data <- cohort(n)
  y <- with(data, Surv(time, dead))
  times <- stats::quantile(data$time[data$dead], seq_len(20) / 21, names = FALSE)
  label <- sprintf("%s rows x 20 times", format(n, big.mark = ",", scientific = FALSE))
  ours <- seconds(auc_over_time(data$a, y, times = times, conf.level = 0.95))
  # It takes memory with the square of the rows.
  theirs <- if (has_peer && n <= 1e4) seconds(by_peer(data, "a", times, TRUE), 1L) else NA
  add(paste0(label, ", with intervals"), "riskRegression", ours, theirs)
  ours <- seconds(auc_over_time(data$a, y, times = times))
  add(paste0(label, ", estimates"), "scikit-survival", ours, by_python(data, times, if (quick) 1L else 3L))
}
if (!quick) {
  data <- cohort(1e6)
  y <- with(data, Surv(time, dead))
  events <- format(sum(data$dead), big.mark = ",")
  add(sprintf("1,000,000 rows, all %s event times, estimates", events), "none",
      seconds(auc_over_time(data$a, y), 3L), NA)
  add("1,000,000 rows, mean over time, with interval", "none",
      seconds(auc_over_time(data$a, y, integrate = TRUE, conf.level = 0.95), 3L), NA)
}

rows <- do.call(rbind, rows)
shown <- function(x) {
  ifelse(is.na(x), "", ifelse(x < 1, paste(signif(1000 * x, 2), "ms"), paste(signif(x, 3), "s")))
}
ratio <- signif(rows$theirs / rows$ours, 2)
ratio <- ifelse(is.na(ratio), "", format(ratio, trim = TRUE, scientific = FALSE))
peer <- if (has_peer) paste0(", riskRegression ", utils::packageVersion("riskRegression")) else ""
lines <- c(
  "# Survival outcomes: speed", "",
  sprintf("By `bench/speed/survival.R` on %s, one thread, CPU time, medians, R %s%s.", Sys.Date(),
          getRversion(), peer), "",
  "| case | WeightedROC | peer | time of the peer | ratio |", "|---|---|---|---|---|",
  sprintf("| %s | %s | %s | %s | %s |", rows$case, shown(rows$ours), rows$peer, shown(rows$theirs), ratio),
  "", "scikit-survival returns estimates without intervals; riskRegression was not run for 1e5 rows, where",
  "it takes memory with the square of the rows."
)
if (!quick) writeLines(lines, "bench/speed/survival.md") else writeLines(lines)
