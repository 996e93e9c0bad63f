# Rscript tools/check-log.R 00check.log: fails when R CMD check found an error, a warning or a
# note, unless the note comes from the machine and not from the package.

# Lines that an excused note matches, by the heading of the check.
notes_of_the_machine <- list(
  # There is no pandoc.
  "checking top-level files" = "cannot be checked without .pandoc. being installed",
  # The program tidy is too old, or the package V8 is not there.
  "checking HTML version of manual" = "^Skipping checking (HTML validation|math rendering): "
)

result_pattern <- "(^|.* )(NOTE|WARNING|ERROR)$"

main <- function(log) {
  lines <- readLines(log, encoding = "UTF-8")
  last <- grep("^Status: ", lines)
  if (length(last) != 1) {
    stop("The check did not come to its end.", call. = FALSE)
  }
  status <- lines[[last]]
  lines <- lines[-last]
  entries <- split(lines, cumsum(startsWith(lines, "* ")))
  found <- Filter(function(entry) any(grepl(result_pattern, entry)), entries)
  if (length(found) != findings_counted(status)) {
    stop("Could not make out the findings of: ", status, call. = FALSE)
  }
  excused <- vapply(found, is_excused, NA)
  report("Excused, as it comes from this machine:", found[excused])
  report("Not allowed:", found[!excused])
  message(status)
  quit(status = !all(excused))
}

findings_counted <- function(status) {
  sum(as.integer(regmatches(status, gregexpr("[0-9]+", status))[[1]]))
}

is_excused <- function(entry) {
  heading <- sub("^\\* (.*?) \\.\\.\\..*", "\\1", entry[[1]], perl = TRUE)
  pattern <- notes_of_the_machine[[heading]]
  details <- entry[-1]
  details <- details[nzchar(details)]
  !is.null(pattern) && endsWith(entry[[1]], " NOTE") && all(grepl(pattern, details))
}

report <- function(title, entries) {
  for (entry in entries) message(title, "\n", paste(entry, collapse = "\n"))
}

main(commandArgs(trailingOnly = TRUE))
