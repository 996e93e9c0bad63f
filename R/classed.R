# R's own errors that users of this package can provoke, as errors of this package: memory that is
# not there, arguments that a function passed on without having them, and objects of a call that do not
# exist. All else stays as it is.

# Around the body of what users call. Calls in `value` see the same callers as without it. However many scores
# and groups there are, one message of a kind says what weights look like, and warnings come at the end.
#
# The arguments of the function around it are checked first. Those that are `quoted` are expressions.
classed <- function(value, quoted = NULL) {
  frame <- sys.nframe()
  around <- sys.parent()
  told <- character()
  warned <- list()
  warn_at_last <- function() {
    waiting <- warned
    warned <<- list()
    if (length(waiting) > 0L) emit(waiting)
  }
  # A return() in `value` leaves this function.
  on.exit(warn_at_last())
  # R's own methods for data.frames fail this check of a user's code.
  if (getOption("check.bounds")) {
    options(check.bounds = FALSE)
    on.exit(options(check.bounds = TRUE), add = TRUE)
  }
  withCallingHandlers({
    check_call(around, quoted)
    value
  }, wroc_warning = function(warning) {
    warned[[length(warned) + 1L]] <<- warning
    invokeRestart("muffleWarning")
  }, error = function(error) {
    warn_at_last()
    if (!inherits(error, "wroc_error")) raise_instead(error, user_call(frame))
  }, message = function(message) {
    kind <- intersect(c("wroc_message_counts", "wroc_message_share"), class(message))
    if (any(kind %in% told)) invokeRestart("muffleMessage")
    told <<- c(told, kind)
  })
}

raise_instead <- function(error, call) {
  message <- conditionMessage(error)
  bytes <- bytes_refused(message)
  if (!is.null(bytes)) {
    raise("memory", sprintf("Could not allocate memory: %s", message), bytes = bytes, call = call)
  }
  absent <- holes_of("argument \"%s\" is missing, with no default", message)
  if (!is.null(absent)) {
    raise("absent", sprintf("`%s` is missing.", absent), argument = absent, call = call)
  }
  if (!is.null(holes_of("argument is missing, with no default", message))) {
    raise("absent", "An argument is missing.", argument = "...", call = call)
  }
  if (!is.null(holes_of("argument %d matches multiple formal arguments", message))) {
    raise("unused", "The name of an argument is abbreviated: write it in full.", argument = "...", call = call)
  }
  # An argument of the user's own, or one that was passed on. Other functions report their own missing
  # arguments.
  object <- holes_of("object '%s' not found", message)
  at <- conditionCall(error)
  # R 4.5 blames the caller's eval().
  passed_on <- is.call(at) && list(at[[1L]]) %in% list(quote(withCallingHandlers), quote(eval))
  if (!is.null(object) && (object %in% all.vars(call) || passed_on)) {
    raise("absent", sprintf("There is no object `%s`.", object), object = object, call = call)
  }
}

# How many bytes R says that there are not, NULL for other messages.
bytes_refused <- function(message) {
  for (i in seq_along(refused_memory)) {
    result <- holes_of(names(refused_memory)[[i]], message)
    if (!is.null(result)) {
      return(suppressWarnings(as.numeric(sub(",", ".", result[1L], fixed = TRUE))) * refused_memory[[i]])
    }
  }
}

# Applies `otherwise` to an error of `value`. A lack of memory and the end of a time limit are no fault of
# what was given, and stay what they are.
or_else <- function(value, otherwise) {
  above <- sys.nframe()
  cause <- NULL
  # Where the handlers of other packages still run.
  note_cause <- function(error) cause <<- cause_in_session(error, above)
  tryCatch(withCallingHandlers(value, error = note_cause), error = function(error) {
    if (!is.null(cause)) stop(cause)
    otherwise(error)
  })
}

# The error of the session from which another one came, NULL if none did. Packages wrap what they catch, and
# that is its parent; or they fail themselves while they word it (dplyr, when it has not begun with an
# expression), and then it is an argument of their handler, in a frame of R's own.
cause_in_session <- function(error, above) {
  if (inherits(error$parent, "condition")) {
    cause <- cause_in_session(error$parent, above)
    if (!is.null(cause)) return(cause)
  }
  if (is_of_session(error)) return(error)
  for (frame in seq_len(sys.nframe())[-seq_len(above)]) {
    if (identical(sys.function(frame), .handleSimpleError)) {
      handled <- with(sys.frame(frame), simpleError(msg, call))
      if (is_of_session(handled)) return(handled)
    }
  }
}

is_of_session <- function(error) {
  inherits(error, "wroc_error_memory") || is_time_limit(error) ||
    !is.null(bytes_refused(conditionMessage(error)))
}

# An error while a package loads becomes an error of the loader, which ends with the message of the cause.
is_time_limit <- function(error) {
  limits <- c("reached elapsed time limit", "reached session elapsed time limit",
              "reached CPU time limit", "reached session CPU time limit")
  any(endsWith(conditionMessage(error), c(limits, gettext(limits, domain = "R"))))
}

# Returns whether a package can be loaded, and loads it. requireNamespace() says FALSE whatever stopped it.
can_be_loaded <- function(package) {
  or_else({
    loadNamespace(package)
    TRUE
  }, function(error) FALSE)
}

check_package <- function(by, package, version = NULL, advice = "") {
  if (can_be_loaded(package) && (is.null(version) || utils::packageVersion(package) >= version)) return()
  known <- if (is.null(version)) package else sprintf("%s (>= %s)", package, version)
  raise("package", sprintf("%s needs package %s: install.packages(\"%s\").%s", by, known, package, advice),
        package = package)
}

# Messages of R 4.2 and newer about lack of memory, with the unit in bytes of the number in each.
refused_memory <- c(
  "cannot allocate vector of size %0.1f Gb" = 2^30,
  "cannot allocate vector of size %0.1f Mb" = 2^20,
  "cannot allocate vector of size %0.f Kb" = 2^10,
  "cannot allocate memory block of size %0.f Tb" = 2^40,
  "cannot allocate vector of length %lld" = NA,
  "could not allocate memory (%u Mb) in C function 'R_AllocStringBuffer'" = 2^20,
  "'R_Realloc' could not re-allocate memory (%.0f bytes)" = 1,
  "'R_Realloc' could not re-allocate memory (%llu bytes)" = 1,
  "'R_Calloc' could not allocate memory (%.0f of %u bytes)" = NA,
  "'R_Calloc' could not allocate memory (%llu of %llu bytes)" = NA,
  "vector memory limit of %0.1f %s reached, see mem.maxVSize()" = NA,
  "cons memory limit of %llu nodes reached, see mem.maxNSize()" = NA,
  "vector memory exhausted (limit reached?)" = NA,
  "cons memory exhausted (limit reached?)" = NA,
  "memory exhausted (limit reached?)" = NA,
  "vector memory exhausted" = NA,
  "cons memory exhausted" = NA,
  "memory exhausted" = NA
)

# Returns the strings that fill the holes of R's message, which may be in another language; NULL for others.
holes_of <- function(template, message) {
  if (!is.character(message) || length(message) != 1L || !validUTF8(enc2utf8(message))) return(NULL)
  message <- enc2utf8(message)
  template <- enc2utf8(gettext(template, domain = "R"))
  literal <- gsub("([][{}()+*^$|\\?.])", "\\\\\\1", template)
  pattern <- sprintf("^%s$", gsub("%[0-9\\\\.]*[a-z]+", "(.*)", literal))
  result <- regmatches(message, regexec(pattern, message))[[1L]]
  if (length(result) > 0L) result[-1L]
}
