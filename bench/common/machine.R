# The figures depend on: a data.frame of facts and values.

first_match <- function(path, pattern) {
  line <- if (file.exists(path)) grep(pattern, readLines(path), value = TRUE)[1L] else NA
  trimws(sub("^[^:]*:", "", line))
}

memory_size <- function() {
  kilobytes <- as.numeric(gsub("\\D", "", first_match("/proc/meminfo", "^MemTotal")))
  sprintf("%.0f GiB", kilobytes / 2^20)
}

load_average <- function() {
  if (file.exists("/proc/loadavg")) strsplit(readLines("/proc/loadavg"), " ")[[1L]][1L] else NA
}

git_commit <- function() {
  commit <- tryCatch(
    suppressWarnings(system2("git", c("describe", "--always", "--dirty"), TRUE, FALSE)),
    error = function(e) character()
  )
  if (length(commit)) commit else NA
}

package_versions <- function(packages) {
  installed <- Filter(function(package) nzchar(system.file(package = package)), packages)
  vapply(installed, function(package) as.character(utils::packageVersion(package)), "")
}

# `versions` are those of what else was measured, by name.
describe_machine <- function(run, versions = NULL) {
  facts <- c(
    "run" = run,
    "CPU" = first_match("/proc/cpuinfo", "^model name"),
    "cores" = parallel::detectCores(),
    "memory" = memory_size(),
    "load at the start" = load_average(),
    "system" = utils::sessionInfo()$running,
    "R" = paste(R.version$major, R.version$minor, sep = "."),
    "commit" = git_commit(),
    package_versions(c("WeightedROC", "data.table", "ROCR", "pROC")),
    versions
  )
  facts <- facts[!is.na(facts)]
  data.frame(what = names(facts), value = unname(facts))
}
