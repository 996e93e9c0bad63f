# Rscript bench/inference/run.R [--quick]: times intervals of the area against pROC and survival, side by side, and
# writes bench/inference/report.md. Run from the root of the repository, with R_LIBS naming a library that has this
# package. Packages that are not installed are left out, and named.

for (file in c("measure.R", "markdown.R", "machine.R")) {
  source(file.path("bench", "common", file))
}
library(WeightedROC)

quick <- "--quick" %in% commandArgs(TRUE)
report <- if (quick) file.path(tempdir(), "report.md") else "bench/inference/report.md"

observations_of <- function(n) {
  set.seed(1)
  label <- rbinom(n, 1L, 0.5)
  list(guess = rnorm(n, label), label = label, weight = rexp(n))
}

contestant <- function(job, n, name, needs, call) {
  list(
    job = job, shape = "continuous", n = n, name = name, reference = "WeightedROC",
    reference_shape = "continuous", needs = needs,
    time = function(calls) {
      times <- system.time(for (i in seq_len(calls)) call())
      c(cpu = times[["user.self"]] + times[["sys.self"]], elapsed = times[["elapsed"]])
    }
  )
}

is_there <- function(contestant) {
  is.null(contestant$needs) || requireNamespace(contestant$needs, quietly = TRUE)
}

proc_roc <- function(d) pROC::roc(d$label, d$guess, quiet = TRUE, levels = 0:1, direction = "<")

delong <- function(n) {
  d <- observations_of(n)
  job <- "DeLong's interval, unweighted"
  list(
    contestant(job, n, "WeightedROC", NULL, function() auc_ci(d$guess, d$label)),
    contestant(job, n, "pROC", "pROC", function() pROC::ci.auc(proc_roc(d)))
  )
}

jackknife <- function(n) {
  d <- observations_of(n)
  job <- "jackknife, weighted"
  list(
    contestant(job, n, "WeightedROC", NULL,
               function() auc_ci(d$guess, d$label, d$weight, variance = "jackknife")),
    contestant(job, n, "survival", "survival",
               function() survival::concordance(label ~ guess, d, weights = weight))
  )
}

bootstrap <- function(n, R) {
  d <- observations_of(n)
  job <- sprintf("%d bootstrap replicates, unweighted", R)
  list(
    contestant(job, n, "WeightedROC", NULL,
               function() auc_ci(d$guess, d$label, variance = "bootstrap", R = R)),
    contestant(job, n, "pROC", "pROC", function() {
      pROC::ci.auc(proc_roc(d), method = "bootstrap", boot.n = R, progress = "none")
    })
  )
}

own_area <- function(n) {
  d <- observations_of(n)
  job <- "the area's own time"
  list(
    contestant(job, n, "WeightedROC", NULL, function() auc_ci(d$guess, d$label, d$weight)),
    contestant(job, n, "auc_wmw()", NULL, function() auc_wmw(d$guess, d$label, d$weight))
  )
}

# No time is worth reporting for a wrong result.
agrees <- function(d) {
  ours <- auc_ci(d$guess, d$label, method = "wald")
  weighted <- auc_ci(d$guess, d$label, d$weight, variance = "jackknife")
  theirs <- if (requireNamespace("pROC", quietly = TRUE)) as.numeric(pROC::ci.auc(proc_roc(d)))
  weighted_by_them <- if (requireNamespace("survival", quietly = TRUE)) {
    found <- survival::concordance(label ~ guess, d, weights = weight)
    sqrt(found$var)
  }
  (is.null(theirs) || isTRUE(all.equal(theirs, with(ours, c(conf.low, estimate, conf.high))))) &&
    (is.null(weighted_by_them) || isTRUE(all.equal(weighted_by_them, weighted$std.error)))
}
stopifnot(agrees(observations_of(1000)))

jobs <- if (quick) {
  list(delong(1e4), jackknife(1e4), bootstrap(2000, 200), own_area(1e5))
} else {
  list(delong(1e3), delong(1e5), jackknife(1e3), jackknife(1e5), bootstrap(2e4, 2000),
       own_area(1e6))
}
missing <- unique(unlist(lapply(unlist(jobs, recursive = FALSE), function(one) {
  if (!is_there(one)) one$needs
})))
measured <- do.call(rbind, lapply(jobs, function(job) {
  slow <- grepl("replicates", job[[1L]]$job)
  measure(Filter(is_there, job), repetitions = if (quick || slow) 3L else 9L)
}))

measured$ms <- measured$cpu_ns * measured$n / 1e6
machine <- describe_machine(if (quick) "quick" else "full")
writeLines(c(
  "# Intervals of the area: time against others", "",
  "Written by `Rscript bench/inference/run.R`. CPU time of a call from the observations to the",
  "interval, one thread, medians; the ratio is the other's time over ours in the same repetition,",
  "with the smallest and the largest of them.", "",
  md_table(list(
    what = measured$job, n = power_of_ten(measured$n), who = measured$name,
    "CPU, ms" = three_digits(measured$ms), "times ours" = with_spread(measured, "cpu_ratio")
  )),
  if (length(missing)) paste("Not installed, left out:", paste(missing, collapse = ", ")),
  md_table(list(what = machine$what, value = machine$value))
), report)
cat(readLines(report), sep = "\n")
