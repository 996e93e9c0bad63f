# Sessions of their own.

# Returns the output of a script, with its errors, and its exit status. R's compiler is off: it catches every error
# while it compiles a loop, a time limit's too, which then never ends the loop.
run <- function(script, interactive = FALSE) {
  file <- tempfile(fileext = ".R")
  on.exit(unlink(file))
  preamble <- c(
    sprintf(".libPaths(%s)", paste(deparse(.libPaths()), collapse = "")),
    "suppressPackageStartupMessages(library(WeightedROC))"
  )
  writeLines(c(preamble, script), file)
  how <- if (interactive) c("--interactive", "--no-readline")
  output <- suppressWarnings(system2(
    file.path(R.home("bin"), "R"), c("--vanilla", "--no-echo", how), stdin = file,
    stdout = TRUE, stderr = TRUE, env = c("LANGUAGE=en", "R_ENABLE_JIT=0"), timeout = 300
  ))
  status <- attr(output, "status")
  list(output = as.vector(output), status = if (is.null(status)) 0L else status)
}
