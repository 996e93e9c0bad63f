# One call: how it is drawn from the table of entries, how it runs, and what is wrong with how it ends.

# A call is a list: the `name` of the function, its `arguments`, the `style` in which it is written, the `context` in
# which it runs, and what it must end in: a "result", an "error", or either of them ("open").
draw_call <- function(name, seed) {
  set.seed(seed, "Mersenne-Twister", "Inversion", "Rejection")
  world <- draw_world()
  entry <- entries[[name]]
  takes <- entry$takes[[sample.int(length(entry$takes), 1L)]]
  of_rows <- any(c("scores", "several", "forecasts") %in% takes) && "x" %in% names(takes)
  beside <- c(entry$beside, if (of_rows) beside_rows)
  more <- c(entry$more, if (of_rows && name != "roc_tally") more_of_rows)
  added <- if (chance(0.4)) more[sample.int(length(more), min(length(more), sample.int(2L, 1L)))]
  given <- c(takes, beside[stats::runif(length(beside)) < 0.4], added)
  given <- given[names(given) == "" | !duplicated(names(given))]
  call <- list(
    name = name, seed = seed, kinds = given, arguments = lapply(kinds[given], function(kind) kind$right(world)),
    style = one_of("named", "named", "positional", "do.call", "wrapped"), context = draw_context(),
    ends = if (length(added) > 0L) "open" else "result", spoiled = "nothing"
  )
  names(call$arguments) <- names(given)
  spoil(call, takes)
}

draw_context <- function() {
  if (chance(0.7)) return(list())
  one_of(
    list(options = list(WeightedROC.threads = 2L)), list(options = list(WeightedROC.threads = 3)),
    list(options = list(OutDec = ",")), list(options = list(stringsAsFactors = TRUE)),
    list(options = list(digits = 22L)), list(options = list(scipen = -9L)), list(options = list(encoding = "latin1")),
    list(locale = one_of("C", "de_DE.UTF-8", "tr_TR.UTF-8")), list(time_limit = one_of(0.001, 0.01, 0.05)),
    # R's collector comes often, and finds what is not protected.
    if (chance(0.05)) list(torture = 100L) else list()
  )
}

spoil <- function(call, takes) {
  how <- sample(c("nothing", "wrong", "odd", "lacking", "unknown", "abbreviated"), 1L,
                prob = c(35, 24, 29, 4, 4, 4))
  i <- if (how == "lacking") sample.int(length(takes), 1L) else sample.int(length(call$arguments), 1L)
  if (how == "odd" && chance(0.2)) i <- c(i, sample.int(length(call$arguments), 1L))
  name <- names(call$arguments)[i]
  # A method is only ever called with an object of its class.
  if (how == "nothing" || call$name %in% methods_called && i[[1L]] == 1L) return(call)
  change <- function(i, how) {
    old <- call$arguments[[i]]
    if (how == "odd" && chance(0.15) && !is_quoted(old)) return(anything())
    # A value that was spoilt before may not be a vector any more.
    tryCatch(suppressWarnings(kinds[[call$kinds[[i]]]][[how]](old)), error = function(e) anything())
  }
  switch(
    how, lacking = call$arguments <- call$arguments[-i], unknown = call$arguments$nonsense <- 1,
    abbreviated = names(call$arguments)[i] <- substr(name, 1L, nchar(name) - 1L),
    for (j in unique(i)) call$arguments[j] <- list(change(j, how))
  )
  call$spoiled <- paste(c(how, name), collapse = " ")
  call$ends <- if (how == "odd") "open" else "error"
  # The functions of the first version match as they did, other methods have other arguments, and some have a default.
  # Observations are checked where they are used.
  formals <- formals(function_called(call$name))
  if (how == "abbreviated" && (nchar(name[[1L]]) < 3L || match(name[[1L]], names(formals), 1e9) < 4L) ||
        how == "lacking" && !identical(formals[[name]] %||% quote(expr = ), quote(expr = )) ||
        call$name %in% c(methods_called, "roc_observations")) call$ends <- "open"
  call
}

# -- How it runs

# The outcome is a list with the `result` or the `error`, the other `conditions`, and what was `left_behind`.
run_call <- function(call, context = call$context, style = call$style) {
  state <- state_now()
  on.exit(restore(state))
  suppressWarnings({
    options(context$options)
    if (!is.null(context$locale)) Sys.setlocale("LC_ALL", context$locale)
  })
  within <- state_now()
  set.seed(call$seed)
  conditions <- list()
  keep <- function(condition, restart) {
    conditions[[length(conditions) + 1L]] <<- condition
    tryInvokeRestart(restart)
  }
  outcome <- tryCatch(
    withCallingHandlers(list(result = value_of(call, context, style)), warning = function(w) keep(w, "muffleWarning"),
                        message = function(m) keep(m, "muffleMessage")),
    error = function(e) list(error = e), interrupt = function(e) list(error = e)
  )
  end_limits()
  changed <- !mapply(identical, state_now(), within)
  c(outcome, list(conditions = conditions, left_behind = names(within)[changed]))
}

value_of <- function(call, context, style) {
  environment <- new.env(parent = globalenv())
  for (i in seq_along(call$arguments)) assign(paste0("value", i), call$arguments[[i]], environment)
  assign(call$name, function_called(call$name), environment)
  environment$arguments_of_call <- call$arguments
  expression <- expression_of(call, style)
  if (!is.null(context$time_limit)) setTimeLimit(elapsed = context$time_limit, transient = TRUE)
  # It takes too long where there is much to do.
  small <- !call$name %in% slow && utils::object.size(call$arguments) < 20000
  if (!is.null(context$torture) && small) gctorture2(context$torture)
  value <- eval(expression, environment)
  end_limits()
  value
}

# A time limit may end while it is lifted, more than once.
end_limits <- function() {
  gctorture2(0L)
  for (i in 1:3) tryCatch(setTimeLimit(), error = function(e) NULL)
}

watched_options <- c("OutDec", "warn", "stringsAsFactors", "digits", "scipen", "encoding", "error",
                     "WeightedROC.threads", "warning.expression", "contrasts", "na.action")

state_now <- function() {
  list(options = stats::setNames(options()[watched_options], watched_options), locale = Sys.getlocale(),
       sinks = sink.number(), devices = grDevices::dev.list())
}

restore <- function(state) {
  suppressWarnings(options(state$options))
  if (identical(Sys.getlocale(), state$locale)) return(NULL)
  for (pair in strsplit(strsplit(state$locale, ";")[[1L]], "=")) {
    suppressWarnings(try(Sys.setlocale(pair[[1L]], pair[[2L]]), silent = TRUE))
  }
}

# The call as a user would write it: with names for the arguments, with their values in it, or within a function whose
# arguments are promises.
expression_of <- function(call, style = call$style) {
  quoted <- vapply(call$arguments, is_quoted, NA)
  symbols <- lapply(seq_along(call$arguments), function(i) {
    if (quoted[[i]]) unclass(call$arguments[[i]])[[1L]] else as.name(paste0("value", i))
  })
  if (length(symbols) > 0L) names(symbols) <- names(call$arguments)
  if (style == "do.call" && !any(quoted)) {
    return(as.call(list(quote(do.call), as.name(call$name), quote(arguments_of_call), quote = TRUE)))
  }
  # The first argument needs no name.
  first <- names(formals(function_called(call$name)))[[1L]]
  if (style == "positional" && identical(names(symbols)[1L], first)) names(symbols)[[1L]] <- ""
  plain <- as.call(c(as.name(call$name), symbols))
  if (style != "wrapped" || length(symbols) == 0L || any(quoted) || any(names(symbols) == "")) return(plain)
  formals <- stats::setNames(rep(alist(x = ), length(symbols)), names(symbols))
  body <- as.call(c(as.name(call$name), lapply(stats::setNames(nm = names(symbols)), as.name)))
  as.call(c(as.call(list(as.name("function"), as.pairlist(formals), body)), symbols))
}

# The line that a person would read.
describe <- function(call) {
  shown <- vapply(call$arguments, function(x) {
    if (is_quoted(x)) x <- unclass(x)[[1L]]
    text <- tryCatch(deparse(x, nlines = 1L), error = function(e) "?")[[1L]]
    if (nchar(text, "bytes") > 60L) paste0(substr(text, 1L, 50L), "...") else text
  }, "", USE.NAMES = FALSE)
  names <- names(call$arguments)
  arguments <- paste(ifelse(names == "", shown, paste(names, "=", shown)), collapse = ", ")
  sprintf("%s(%s) [%s; %s; %s]", call$name, arguments, call$spoiled, call$style,
          paste(c("as usual", names(unlist(call$context)), unlist(call$context))[-(length(call$context) > 0L)],
                collapse = " "))
}

# -- What is wrong with how it ends: sentences, none when it ended as it should

# Runs a call twice: as it was drawn, and plainly. Both must end in the same.
fuzz <- function(call) {
  outcome <- tryCatch(run_call(call), error = function(e) list(error = e))
  end_limits()
  if (is_time_limit(call, outcome)) return(list(outcome = outcome, kind = "time limit", complaints = character()))
  complaints <- judge(call, outcome)
  if (!is.null(outcome$result)) {
    # Groups are called as the expression of `by`.
    again <- run_call(call, list(), if ("by" %in% names(call$arguments)) call$style else "named")
    if (!is_same(outcome$result, again$result)) complaints <- c(complaints, "the same call has another result")
  }
  list(outcome = outcome, kind = if (is.null(outcome$error)) "result" else "error", complaints = complaints)
}

is_time_limit <- function(call, outcome) {
  !is.null(call$context$time_limit) && !is.null(outcome$error) &&
    grepl("reached (elapsed|CPU) time limit", conditionMessage(outcome$error))
}

# Results keep the call as it was written.
without_calls <- function(x) {
  if (!is.list(x) || inherits(x, c("tbl", "ggplot", "survey.design", "svyrep.design"))) return(x)
  x <- unclass(x)
  lapply(x[!names(x) %||% seq_along(x) %in% c("call", "data.name", "formula")], without_calls)
}

`%||%` <- function(x, y) if (is.null(x)) y else x

is_same <- function(x, y) {
  if (inherits(x, "ggplot")) return(inherits(y, "ggplot"))
  identical(without_calls(x), without_calls(y), ignore.environment = TRUE, ignore.bytecode = TRUE,
            ignore.srcref = TRUE)
}

judge <- function(call, outcome) {
  others <- lapply(outcome$conditions, function(condition) {
    if (any(grepl("^wroc_(warning|message)", class(condition)))) return(check_message(condition))
    paste0("an unclassed ", class(condition)[[1L]], ": ", conditionMessage(condition))
  })
  c(
    unlist(others),
    if (is.null(outcome$error)) judge_result(call, outcome$result) else judge_error(call, outcome$error),
    sprintf("it leaves something behind: %s", outcome$left_behind)
  )
}

check_message <- function(condition) {
  message <- condition$message
  right <- is.character(message) && length(message) == 1L && !is.na(message) && nzchar(message) &&
    validUTF8(message) && nchar(message, "bytes") < 2000L
  if (!right) return("a message is no string, or an endless one")
  if (grepl("Internal error", message, useBytes = TRUE)) message
}

# Errors that a right call may still raise: the machine lacks a package, the observations are few, or the way has no theory.
excused <- paste0("wroc_error_", c("package", "memory", "replicates", "unsupported", "too_few"))

judge_error <- function(call, error) {
  message <- tryCatch(conditionMessage(error), error = function(e) "a condition without a message")
  # This error is R's own.
  if (grepl("matches multiple formal arguments", message)) return(NULL)
  if (!inherits(error, "wroc_error")) return(sprintf("an unclassed %s: %s", class(error)[[1L]], message))
  kind <- grep("^wroc_error_", class(error), value = TRUE)
  heads <- list(as.name(call$name), quote(do.call))
  c(
    check_message(error),
    if (length(kind) != 1L && !any(c("wroc_error_unsupported", "wroc_error_observations") %in% kind)) {
      "an error has no kind, or several"
    },
    if (!all(sub("[$].*", "", error$argument) %in% known_arguments(call))) {
      paste("an error names the argument", paste(deparse(error$argument), collapse = " "))
    },
    if (!is.call(error$call) || !is.function(error$call[[1L]]) && !list(error$call[[1L]]) %in% heads) {
      "an error has another call than the user's"
    },
    if (call$ends == "result" && !inherits(error, excused)) paste("it refuses a right call:", message)
  )
}

# Elements of a list of curves are named as `curve$name`; in a formula the variables are.
known_arguments <- function(call) {
  entry <- entries[[call$name]]
  functions <- list(function_called(call$name), WeightedROC::roc_measure, WeightedROC::roc_optimal)
  c(names(unlist(unname(entry[c("takes", "beside", "more")]))), names(more_of_rows), "weight", "weights", "label", "y",
    "...", "option", unlist(lapply(functions, function(f) names(formals(f)))), names(call$arguments),
    if (call$name == "weighted_roc") c("score", "other", "sick", "id", "day"))
}

judge_result <- function(call, result) {
  if (call$ends == "error") return("it takes what the manual refuses")
  entry <- entries[[call$name]]
  right <- if (call$name == "roc_at") "TPR" else names(result)
  c(
    if (!is.null(entry$class) && !inherits(result, entry$class)) paste("the result is no", entry$class[[1L]]),
    sprintf("the result has no column %s", setdiff(entry$columns, names(result))),
    if (is.data.frame(result)) check_frame(result, call)
  )
}

shares <- c("TPR", "FPR", "TNR", "FNR", "PPV", "NPV", "share", "probability", "precision", "FPR_low", "FPR_high")

check_frame <- function(result, call) {
  columns <- unclass(result)
  lengths <- vapply(columns, NROW, 0L)
  outside <- function(x) is.numeric(x) && any(x < 0 | x > 1, na.rm = TRUE)
  beyond <- vapply(columns[intersect(names(columns), shares)], outside, NA)
  c(
    if (!all(lengths == .row_names_info(result, 2L))) "a ragged data.frame",
    if (!is.character(names(columns)) || anyNA(names(columns))) "a data.frame without names",
    if (call$ends == "result") sprintf("a share is not within 0 and 1: %s", names(beyond)[beyond]),
    if (all(c("conf.low", "conf.high") %in% names(columns)) && any(result$conf.low > result$conf.high, na.rm = TRUE)) {
      "an interval ends before it begins"
    }
  )
}
