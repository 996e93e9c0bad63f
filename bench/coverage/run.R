# Rscript bench/coverage/run.R [--quick]: how often confidence intervals of areas contain the area,
# and tests of equal areas reject, in samples of which the truth is known. Writes
# bench/coverage/report.md, or bench/coverage/quick/report.md. Run from the root of the repository,
# with R_LIBS naming a library that has the build to try.

for (file in c("common/machine.R", "common/markdown.R", "coverage/designs.R", "coverage/methods.R",
               "coverage/report.R")) {
  source(file.path("bench", file))
}

all_areas <- c(0.6, 0.75, 0.9, 0.97, 0.99)
few_areas <- c(0.75, 0.9, 0.99)
effective_bounds <- c(0, 3, 5, 8, 12, 20, 50, Inf)

full_plan <- list(repetitions = 2000L, replicates = 500L, sizes = c(200, 500, 2000),
                  sizes_of_bootstrap = c(200, 500))
quick_plan <- list(repetitions = 200L, replicates = 200L, sizes = c(200, 500),
                   sizes_of_bootstrap = 200)

cells_of <- function(areas, shares, sizes) {
  cells <- expand.grid(n = sizes, share = shares, area = areas)
  cells[c("area", "share", "n")]
}

experiment <- function(title, design, methods, cells, what = "intervals") {
  list(title = title, design = design, methods = methods, cells = cells, what = what)
}

# What is tried: each has a section in the report, in this order.
experiments_of <- function(plan) {
  shares <- c(0.5, 0.2)
  sizes <- plan$sizes
  cells <- cells_of(all_areas, shares, sizes)
  bootstraps <- methods_of_bootstrap(plan$replicates)
  bootstrap_cells <- function(areas, sizes) cells_of(areas, 0.5, sizes)
  weighted <- function(title, design) experiment(title, design, methods_for_weights, cells)
  test <- function(title, design) {
    experiment(title, with_second_score(design), tests_of_equal_areas,
               cells_of(all_areas, 0.5, sizes), "p-values")
  }
  list(
    weighted("Independent weights, sigma 0.5", independent_weights(0.5)),
    weighted("Independent weights, sigma 1", independent_weights(1)),
    weighted("Inverse chances, high scores preferred", follow_up),
    weighted("Inverse chances, many hard cases, sigma 1", clear_cases(-1)),
    weighted("Inverse chances, few hard cases, sigma 0.5", clear_cases(0.5)),
    weighted("Inverse chances, few hard cases, sigma 1", clear_cases(1)),
    experiment("Counts of five ratings", rating_counts, methods_for_counts, cells),
    experiment("Clusters, classes evenly spread", clusters_of(TRUE), methods_for_clusters,
               cells_of(few_areas, shares, sizes)),
    experiment("Clusters, mostly of one class", clusters_of(FALSE), methods_for_clusters, cells),
    experiment("Bootstrap, independent weights, sigma 1", independent_weights(1), bootstraps,
               bootstrap_cells(few_areas, plan$sizes_of_bootstrap)),
    experiment("Bootstrap, inverse chances, high scores preferred", follow_up, bootstraps,
               bootstrap_cells(c(0.9, 0.99), 200)),
    experiment("Bootstrap, clusters, mostly of one class", clusters_of(FALSE), bootstraps,
               bootstrap_cells(c(0.9, 0.99), 200)),
    test("Test, independent weights, sigma 1", independent_weights(1)),
    test("Test, inverse chances, high values of the first score preferred", follow_up)
  )
}

# Numbers of each method (rows) in each repetition, and the samples' effective numbers.
repeat_cell <- function(experiment, cell, repetitions) {
  draw <- experiment$design(cell)
  on_intervals <- experiment$what == "intervals"
  size <- if (on_intervals) 4L else 1L
  found <- array(0, c(size, length(experiment$methods), repetitions))
  effective <- rep(NA_real_, repetitions)
  for (i in seq_len(repetitions)) {
    sample <- draw()
    if (on_intervals) {
      sample <- with_own_interval(sample)
      effective[[i]] <- sample$effective
      if (i == 1L) check_shortcuts(sample)
    }
    found[, , i] <- vapply(experiment$methods, function(method) method(sample), numeric(size))
  }
  list(found = found, effective = effective)
}

# The rows of one cell, one for each method. Each cell has its own seed, and can be repeated alone.
try_cell <- function(experiment, cell, repetitions, seed) {
  set.seed(seed)
  # Degenerate and undefined intervals are counted, and need no warning.
  tried <- suppressWarnings(repeat_cell(experiment, cell, repetitions), classes = "wroc_warning")
  summarise <- if (experiment$what == "intervals") summary_of_intervals else summary_of_p
  rows <- lapply(seq_along(experiment$methods), function(i) {
    summarise(matrix(tried$found[, i, ], dim(tried$found)[[1L]]), cell$area, tried$effective)
  })
  cbind(experiment = experiment$title, cell, method = names(experiment$methods),
        do.call(rbind, rows), row.names = NULL)
}

# NA covers nothing; a point covers only if it is the area.
summary_of_intervals <- function(found, area, effective) {
  std.error <- found[2L, ]
  low <- found[3L, ]
  high <- found[4L, ]
  undefined <- is.na(low) | is.na(high)
  covers <- !undefined & low <= area & area <= high
  by_effective <- split(covers, cut(effective, effective_bounds))
  data.frame(
    rate = mean(covers),
    below = mean(!undefined & high < area),
    above = mean(!undefined & low > area),
    width = mean(high - low, na.rm = TRUE),
    undefined = sum(undefined),
    point = sum(high - low < 1e-9, na.rm = TRUE),
    error_ratio = sqrt(mean(std.error^2, na.rm = TRUE)) / stats::sd(found[1L, ]),
    bias = mean(found[1L, ]) - area,
    on_logit_scale(found[1L, ], std.error, area),
    effective = stats::median(effective, na.rm = TRUE),
    samples = I(list(lengths(by_effective))),
    covering = I(list(vapply(by_effective, sum, 0)))
  )
}

# Would the interval cover if the standard error were known? And how much of it has the median
# sample? Without samples whose area is 1.
on_logit_scale <- function(estimate, std.error, area) {
  inner <- estimate < 1 - 1e-9
  logit <- stats::qlogis(estimate[inner])
  error <- stats::sd(logit)
  error_of_sample <- std.error[inner] / (estimate[inner] * (1 - estimate[inner]))
  data.frame(
    known = mean(abs(logit - stats::qlogis(area)) <= stats::qnorm(0.975) * error),
    typical = stats::median(error_of_sample, na.rm = TRUE) / error
  )
}

summary_of_p <- function(found, area, effective) {
  data.frame(rate = mean(found < 0.05, na.rm = TRUE), undefined = sum(is.na(found)))
}

try_experiment <- function(experiment, first_seed, repetitions) {
  cells <- split(experiment$cells, seq_len(nrow(experiment$cells)))
  seeds <- first_seed + seq_along(cells)
  message(format(Sys.time(), "%H:%M:%S "), experiment$title)
  do.call(rbind, Map(try_cell, list(experiment), cells, repetitions, seeds))
}

# A data.frame for each experiment.
try_all <- function(plan) {
  experiments <- experiments_of(plan)
  Map(try_experiment, experiments, 1000L * seq_along(experiments), plan$repetitions)
}

main <- function(arguments) {
  is_quick <- "--quick" %in% arguments
  plan <- if (is_quick) quick_plan else full_plan
  folder <- if (is_quick) "bench/coverage/quick" else "bench/coverage"
  dir.create(folder, showWarnings = FALSE)
  options(WeightedROC.threads = 1L)
  results <- try_all(plan)
  seconds <- sum(proc.time()[c("user.self", "sys.self")])
  path <- file.path(folder, "report.md")
  writeLines(report_of(results, plan, seconds, is_quick), path)
  message("Wrote ", path)
}

if (sys.nframe() == 0L) main(commandArgs(TRUE))
