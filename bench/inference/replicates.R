# Rscript bench/inference/replicates.R [--quick]: times the replicates of each statistic of the
# bootstrap, side by side, and writes bench/inference/replicates.md. Run from the root of the
# repository, with R_LIBS naming a library that has this package.

for (file in c("measure.R", "markdown.R", "machine.R")) {
  source(file.path("bench", "common", file))
}
library(WeightedROC)

quick <- "--quick" %in% commandArgs(TRUE)
report <- if (quick) file.path(tempdir(), "replicates.md") else "bench/inference/replicates.md"

# Observations times replicates of a call.
work <- if (quick) 1e6 else 1e7

observed_of <- function(n, scheme) {
  set.seed(1)
  label <- rbinom(n, 1L, 0.5)
  weight <- if (scheme == "counts") rpois(n, 2) else rexp(n)
  list(scores = list(rnorm(n, label)), label = label, weights = weight)
}

quantity <- WeightedROC:::quantity
statistics <- list(
  "area" = list(quantity("AUC")),
  "partial area, FPR to 0.1" = list(quantity("pAUC", FPR = c(0, 0.1), standardize = "none")),
  "partial area, TPR from 0.9" = list(quantity("pAUC", TPR = c(0.9, 1), standardize = "none")),
  "all of it by FPR" = list(quantity("pAUC", FPR = c(0, 1), standardize = "none")),
  "all of it by TPR" = list(quantity("pAUC", TPR = c(0, 1), standardize = "none")),
  "TPR at 10 FPR" = lapply(1:10 / 11, function(at) quantity("TPR", FPR = at)),
  "FPR at 10 TPR" = lapply(1:10 / 11, function(at) quantity("FPR", TPR = at)),
  "rates at 10 thresholds" = lapply(stats::qnorm(1:10 / 11), function(at) quantity("TPR", threshold = at))
)

contestants <- function(n, scheme) {
  observed <- observed_of(n, scheme)
  lapply(names(statistics), function(name) {
    request <- list(what = statistics[[name]], R = work / n, scheme = scheme, seed = function() c(1, 2))
    list(
      job = paste(scheme, n), shape = "continuous", n = work, name = name, reference = "area",
      reference_shape = "continuous",
      time = function(calls) {
        times <- system.time(for (i in seq_len(calls)) {
          WeightedROC:::quantity_estimates(observed, request)
        })
        c(cpu = times[["user.self"]] + times[["sys.self"]], elapsed = times[["elapsed"]])
      }
    )
  })
}

schemes <- c("multinomial", "dirichlet", "counts")
cells <- expand.grid(n = c(1e4, 1e5), scheme = schemes, stringsAsFactors = FALSE)
measured <- do.call(rbind, Map(function(n, scheme) {
  data.frame(scheme = scheme, size = n,
             measure(contestants(n, scheme), repetitions = if (quick) 3L else 9L))
}, cells$n, cells$scheme))

column <- function(scheme, n) {
  with_spread(measured[measured$scheme == scheme & measured$size == n, ], "cpu_ns")
}
columns <- Map(column, cells$scheme, cells$n)
names(columns) <- sprintf("%s, %s", cells$scheme, power_of_ten(cells$n))

machine <- describe_machine(if (quick) "quick" else "full")
writeLines(c(
  "# Bootstrap replicates: the time of each", "",
  "Written by `Rscript bench/inference/replicates.R`. CPU time of an observation and replicate, the",
  "draw of the weights and the statistic, in ns: one thread, medians with the smallest and the",
  "largest of the repetitions. Columns are ways to draw and numbers of observations.", "",
  md_table(c(list(statistic = names(statistics)), columns)),
  md_table(list(what = machine$what, value = machine$value))
), report)
cat(readLines(report), sep = "\n")
