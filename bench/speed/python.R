# The Python peers run in one process beside R and take their turns as R tells them.

peers_script <- file.path("bench", "speed", "peers.py")

# Returns the versions that the interpreter has: implementations (job, name), versions and missing packages.
describe_python <- function(python) {
  nothing <- list(implementations = list(), versions = character(), missing = character())
  if (!nzchar(python)) {
    nothing$missing <- c("Python peers" = "no virtual environment could be made")
    return(nothing)
  }
  lines <- suppressWarnings(system2(python, c(peers_script, "list"), stdout = TRUE))
  if (!is.null(attr(lines, "status"))) {
    nothing$missing <- c("Python peers" = paste(python, peers_script, "failed"))
    return(nothing)
  }
  fields <- strsplit(lines, "\t", fixed = TRUE)
  of_kind <- function(kind) Filter(function(field) field[[1L]] == kind, fields)
  named <- function(kind) {
    stats::setNames(vapply(of_kind(kind), `[[`, "", 3L), vapply(of_kind(kind), `[[`, "", 2L))
  }
  list(
    implementations = lapply(of_kind("implementation"), function(field) {
      list(job = field[[2L]], name = field[[3L]])
    }),
    versions = named("version"),
    missing = named("missing")
  )
}

start_python <- function(python) {
  replies <- tempfile("replies")
  system2("mkfifo", replies)
  command <- paste0("REPLIES=", shQuote(replies), " ", shQuote(python), " ", peers_script, " serve")
  requests <- pipe(command, "w")
  list(requests = requests, replies = fifo(replies, "r", blocking = TRUE))
}

stop_python <- function(server) {
  close(server$requests)
  close(server$replies)
}

ask_python <- function(server, ...) {
  writeLines(paste(..., sep = "\t"), server$requests)
  flush(server$requests)
  reply <- strsplit(readLines(server$replies, 1L), "\t", fixed = TRUE)
  if (!length(reply)) stop("the Python process has ended")
  if (reply[[1L]][[1L]] != "ok") stop(reply[[1L]][[2L]])
  reply[[1L]][-1L]
}
