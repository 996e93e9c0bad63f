# Rscript tools/messages.R [--lib DIR] [--run FILTER] > messages.csv: the table of all errors and warnings, to be
# read through. Columns: kind (the class without wroc_error_ or wroc_warning_), where (the function that raises it),
# text (as in the source, with <...> for what is computed) and example (a message of the tests). Without an example,
# no test of FILTER reaches this place. --run is a pattern of tests to run; without it, no test runs.

read_arguments <- function(given) {
  stopifnot(length(given) %% 2L == 0L)
  arguments <- list(lib = NULL, run = NULL)
  arguments[sub("^--", "", given[c(TRUE, FALSE)])] <- given[c(FALSE, TRUE)]
  arguments
}

# The words of an expression that makes a message.
text_of <- function(expr) {
  if (is.character(expr)) return(paste(expr, collapse = " "))
  if (!is.call(expr)) return("<...>")
  parts <- function(x) vapply(as.list(x), text_of, "")
  switch(
    if (is.name(expr[[1L]])) as.character(expr[[1L]]) else "",
    sprintf = gsub("%([0-9]+[$])?[-0-9.]*[sdfg]", "<...>", text_of(expr[[2L]])),
    paste = paste(parts(unnamed(expr)), collapse = " "),
    paste0 = , c = paste(parts(unnamed(expr)), collapse = ""),
    "if" = paste0("{", paste(parts(as.list(expr)[-(1:2)]), collapse = " | "), "}"),
    switch = paste0("{", paste(parts(as.list(expr)[-(1:2)]), collapse = " | "), "}"),
    "(" = text_of(expr[[2L]]),
    "<...>"
  )
}

unnamed <- function(call) {
  arguments <- as.list(call)[-1L]
  if (is.null(names(arguments))) arguments else arguments[names(arguments) == ""]
}

# The expressions that a function assigns to a name.
assigned_to <- function(name, expr) {
  if (!is.call(expr)) return(NULL)
  is_assigned <- identical(expr[[1L]], as.name("<-")) && identical(expr[[2L]], name)
  c(if (is_assigned) expr[[3L]],
    unlist(lapply(as.list(expr)[-1L], function(part) if (!missing(part)) assigned_to(name, part))))
}

# The text of a message, which may have a name in the function that raises it.
message_of <- function(expr, body) {
  if (!is.name(expr)) return(text_of(expr))
  found <- assigned_to(expr, body)
  if (is.null(found)) "<...>" else paste(vapply(found, text_of, ""), collapse = " | ")
}

# Calls of raise() and warn() in an expression of a function, as rows of the table.
sites_in <- function(expr, where, body = expr) {
  if (!is.call(expr)) return(NULL)
  own <- NULL
  if (is.name(expr[[1L]]) && as.character(expr[[1L]]) %in% c("raise", "warn")) {
    given <- unnamed(expr)
    if (length(given) >= 2L) {
      own <- data.frame(is_warning = expr[[1L]] == "warn", kind = text_of(given[[1L]]), where = where,
                        text = message_of(given[[2L]], body))
    }
  }
  of_failures <- where == "failure_message" && identical(expr[[1L]], as.name("switch"))
  if (of_failures) {
    arms <- as.list(expr)[-(1:2)]
    arms <- arms[vapply(arms, is.call, NA)]
    own <- data.frame(is_warning = FALSE, kind = names(arms), where = where, text = vapply(arms, text_of, ""))
  }
  inner <- lapply(as.list(expr)[-1L], function(part) if (!missing(part)) sites_in(part, where, body))
  do.call(rbind, c(list(own), inner))
}

sites_of_file <- function(file) {
  do.call(rbind, lapply(parse(file), function(expr) {
    is_function <- is.call(expr) && identical(expr[[1L]], as.name("<-")) && is.call(expr[[3L]])
    if (is_function) sites_in(expr[[3L]], as.character(expr[[2L]])[[1L]])
  }))
}

# Messages of the tests: kind, and the function in which they were raised.
examples_of_tests <- function(filter) {
  namespace <- asNamespace("WeightedROC")
  seen <- new.env()
  record <- function(name) {
    original <- get(name, namespace)
    body(original) <- bquote({
      .(function(kind, message, where) assign(paste(kind, where[[1L]]), message, seen))(
        kind, message, as.character(sys.call(-1L)[[1L]])
      )
      .(body(original))
    })
    utils::assignInNamespace(name, original, namespace)
  }
  record("raise")
  record("warn")
  testthat::test_dir("tests/testthat", filter = filter, package = "WeightedROC", load_package = "installed",
                     reporter = "silent", stop_on_failure = FALSE)
  unlist(as.list(seen))
}

arguments <- read_arguments(commandArgs(TRUE))
if (!is.null(arguments$lib)) .libPaths(c(arguments$lib, .libPaths()))
sites <- do.call(rbind, lapply(list.files("R", "[.]R$", full.names = TRUE), sites_of_file))
sites <- sites[order(sites$is_warning, sites$kind, sites$where), ]
examples <- if (!is.null(arguments$run)) examples_of_tests(arguments$run)
# raise_failure() raises the messages of failure_message() by do.call().
raised_in <- ifelse(sites$where == "failure_message", "do.call", sites$where)
sites$example <- unname(examples[paste(sites$kind, raised_in)])[seq_len(nrow(sites))]
write.csv(sites, stdout(), row.names = FALSE, na = "")
