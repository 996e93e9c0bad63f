# One call: how it runs, and what is wrong with how it ends.

# Sets the options and the locale of a call, evaluates it, and puts all back. The outcome is a list
# with the `result` or the `error`, the `warnings`, and whether it `announced` which class is positive.
run_call <- function(call) {
  state <- enter(call$context)
  on.exit(leave(state))
  set.seed(call$seed)
  warnings <- list()
  announced <- FALSE
  outcome <- tryCatch(
    withCallingHandlers(list(result = value_of(call)), warning = function(w) {
      warnings[[length(warnings) + 1L]] <<- w
      if (!identical(call$context$options$warn, 2)) tryInvokeRestart("muffleWarning")
    }, wroc_message_positive = function(m) {
      announced <<- TRUE
      tryInvokeRestart("muffleMessage")
    }, wroc_message_counts = function(m) tryInvokeRestart("muffleMessage"),
    wroc_message_share = function(m) tryInvokeRestart("muffleMessage")),
    error = function(e) list(error = e), interrupt = function(e) list(error = e)
  )
  end_limits()
  outcome$warnings <- warnings
  outcome$announced <- announced
  outcome$left_behind <- left_behind(state)
  outcome
}

value_of <- function(call) {
  expression <- expression_of(call)
  environment <- environment_of(call)
  if (!is.null(call$context$time_limit)) {
    setTimeLimit(elapsed = call$context$time_limit, transient = TRUE)
  }
  if (is_tortured(call)) gctorture2(call$context$torture)
  value <- eval(expression, environment)
  end_limits()
  value
}

# A time limit may end while it is lifted, more than once.
end_limits <- function() {
  gctorture2(0L)
  for (i in 1:3) tryCatch(setTimeLimit(), error = function(e) NULL)
}

# It takes too long where there is much to do, and package survey does much.
is_tortured <- function(call) {
  !is.null(call$context$torture) && !call$name %in% slow && !is_design(call$arguments$weight) &&
    all(vapply(call$arguments, function(x) elements_of(x) < 400, NA))
}

elements_of <- function(x) {
  x <- unclass(x)
  if (is.list(x)) sum(vapply(x, elements_of, 0), 0) else as.double(length(x))
}

watched_options <- c("OutDec", "warn", "stringsAsFactors", "digits", "scipen", "encoding", "error",
                     "WeightedROC.threads", "warning.expression", "contrasts", "na.action")

enter <- function(context) {
  state <- list(options = options()[watched_options], locale = Sys.getlocale(),
                sinks = sink.number(), devices = grDevices::dev.list())
  names(state$options) <- watched_options
  suppressWarnings(do.call(options, context$options))
  if (!is.null(context$locale)) suppressWarnings(Sys.setlocale("LC_ALL", context$locale))
  state$set <- options()[watched_options]
  state$set_locale <- Sys.getlocale()
  state
}

leave <- function(state) {
  suppressWarnings(options(state$options))
  if (!identical(Sys.getlocale(), state$locale)) restore_locale(state$locale)
}

restore_locale <- function(locale) {
  for (part in strsplit(locale, ";")[[1L]]) {
    pair <- strsplit(part, "=")[[1L]]
    suppressWarnings(try(Sys.setlocale(pair[[1L]], pair[[2L]]), silent = TRUE))
  }
}

left_behind <- function(state) {
  c(
    unless(identical(options()[watched_options], state$set), "an option is changed"),
    unless(identical(Sys.getlocale(), state$set_locale), "the locale is changed"),
    unless(sink.number() == state$sinks, "a sink is left"),
    unless(identical(grDevices::dev.list(), state$devices), "a graphics device is left")
  )
}

# The call as a user would write it, with names for the arguments; or with their values in it.
expression_of <- function(call) {
  symbols <- lapply(seq_along(call$arguments), function(i) {
    value <- call$arguments[[i]]
    if (is_quoted(value)) unclass(value)[[1L]] else as.name(paste0("value", i))
  })
  names(symbols) <- names(call$arguments)
  if (call$style == "do.call" && !any(vapply(call$arguments, is_quoted, NA))) {
    return(quote(do.call(name_of_function, arguments_of_call, quote = TRUE)))
  }
  if (call$style == "positional") symbols <- without_leading_names(symbols, call)
  plain <- as.call(c(as.name(call$name), symbols))
  if (call$style == "wrapped" && length(symbols) > 0L) wrapped(call, symbols) else plain
}

# The arguments that stand where the function has them need no names.
without_leading_names <- function(symbols, call) {
  expected <- names(formals_of(call))
  given <- names(symbols)
  at <- 1L
  while (at <= length(given) && at <= length(expected) && identical(given[[at]], expected[[at]]) &&
           expected[[at]] != "...") {
    names(symbols)[[at]] <- ""
    at <- at + 1L
  }
  symbols
}

# The call from within a user's function, whose arguments are promises.
wrapped <- function(call, symbols) {
  if (any(names(symbols) == "") || any(vapply(call$arguments, is_quoted, NA))) {
    return(as.call(c(as.name(call$name), symbols)))
  }
  passed <- c(names(symbols), call$passed)
  body <- as.call(c(as.name(call$name), stats::setNames(lapply(passed, as.name), passed)))
  formals <- stats::setNames(rep(alist(x = ), length(passed)), passed)
  as.call(c(as.call(list(as.name("function"), as.pairlist(formals), body)), symbols))
}

environment_of <- function(call) {
  environment <- new.env(parent = globalenv())
  for (i in seq_along(call$arguments)) {
    assign(paste0("value", i), call$arguments[[i]], environment)
  }
  assign(call$name, call$package(call$name), environment)
  assign("name_of_function", call$package(call$name), environment)
  assign("arguments_of_call", call$arguments, environment)
  environment
}

# -- The verdict: sentences, none when the call ended as it should

judge <- function(call, outcome) {
  c(
    judge_warnings(call, outcome),
    if (is.null(outcome$error)) judge_result(call, outcome) else judge_error(call, outcome),
    if (length(outcome$left_behind) > 0L) paste("it leaves something behind:", outcome$left_behind)
  )
}

# Weights have two names, of which one is given.
names_of_weights <- c("weight", "weights")

contract_of <- function(call) {
  given <- call$arguments[intersect(names_of_weights, names(call$arguments))]
  if (sum(!vapply(given, is.null, NA)) > 1L) return(FALSE)
  call <- with_one_name_of_weights(call)
  if (lacks_argument(call)) return(FALSE)
  # Weights that are passed on but not given do not count; what else means is left open.
  if (length(call$passed) > 0L) return(if (call$passed %in% names_of_weights) FALSE else NA)
  if (gives_what_a_fit_has(call)) return(FALSE)
  # For something that is not even a value, the contracts may be undefined.
  arguments <- arguments_of(call)
  if (is.null(arguments)) return(NA)
  taken <- tryCatch(contracts[[call$name]](arguments, call), error = function(e) NA)
  if (isTRUE(call$world$hostile) || junk_threads(call)) taken <- if (isFALSE(taken)) FALSE else NA
  taken
}

# The name that the method for vectors has, or the one for formulas.
with_one_name_of_weights <- function(call) {
  name <- names_of_weights[[if (is_of_formula(call)) 2L else 1L]]
  one <- function(names) ifelse(names %in% names_of_weights, name, names)
  given <- names(call$arguments) %in% names_of_weights
  # The other one is NULL.
  idle <- sum(given) > 1L & given & vapply(call$arguments, is.null, NA)
  call$arguments <- call$arguments[!(idle & cumsum(idle) < sum(given))]
  names(call$arguments) <- one(names(call$arguments))
  call$spoiled <- one(call$spoiled)
  with_questions(call)
}

# For tallies and tables `positive` has another meaning.
arguments_of <- function(call) {
  if (call$name %in% c("roc_tally", "roc_tally_sql", "roc_collect", "weighted_roc")) {
    return(call$arguments)
  }
  arguments <- unpacked_design(unpacked(call), call)
  # All curves of a fit without groups have the same classes.
  if (is_fit_of_curves(call)) arguments$x <- call$world$curve
  settled(arguments)
}

# A design that was drawn, as the `design` with its weights beside it.
unpacked_design <- function(arguments, call) {
  if (is_design(arguments$weight) && call$untouched("weight")) {
    arguments$design <- arguments$weight
    arguments$weight <- as.vector(stats::weights(arguments$design, "sampling"))
  }
  arguments
}

is_design <- function(x) inherits(x, c("survey.design", "svyrep.design"))

lacks_argument <- function(call) {
  formals <- formals_of(call)
  required <- names(Filter(function(default) identical(default, quote(expr = )), formals))
  # Only vectors need a label, and only some functions of two need the second.
  x <- call$arguments$x
  vectors <- is.atomic(x) && !is.null(x) || is.list(x) && !is.object(x) && !any(vapply(x, is.data.frame, NA))
  if (!vectors) required <- setdiff(required, "label")
  if (call$name %in% c("roc_compare", "auc_test", "roc_test")) required <- setdiff(required, "y")
  any(!setdiff(required, "...") %in% names(call$arguments))
}

# The contract leaves open whether an invalid number of threads matters.
junk_threads <- function(call) {
  threads <- call$context$options$WeightedROC.threads
  !is.null(threads) && !identical(threads, 2L) && !identical(threads, 3)
}

judge_warnings <- function(call, outcome) {
  unlist(lapply(outcome$warnings, function(w) {
    if (inherits(w, "wroc_warning")) check_message(w, "a warning's")
    else if (call$name == "weighted_roc" && is_of_expressions(w)) NULL
    else paste("an unclassed warning:", conditionMessage(w))
  }))
}

# The user's own expressions warn for themselves.
is_of_expressions <- function(warning) {
  grepl("not meaningful for|is not a multiple of vector length", conditionMessage(warning))
}

check_message <- function(condition, whose) {
  message <- condition$message
  c(
    unless(is.character(message) && length(message) == 1L && !is.na(message) && nzchar(message),
           paste(whose, "message is no string")),
    if (is.character(message) && length(message) == 1L) {
      c(unless(!grepl("Internal error", message, useBytes = TRUE), message),
        unless(nchar(message, "bytes") < 2000L, paste(whose, "message is endless")),
        unless(validUTF8(message), paste(whose, "message is no valid text")))
    }
  )
}

judge_error <- function(call, outcome) {
  error <- outcome$error
  message <- tryCatch(conditionMessage(error), error = function(e) "a condition without a message")
  if (is_time_limit(call, message)) return(NULL)
  if (is_turned_warning(call, outcome, message)) return(NULL)
  if (is_of_expression(call, message)) return(NULL)
  if (!inherits(error, "wroc_error")) {
    return(sprintf("an unclassed %s: %s", class(error)[[1L]], message))
  }
  c(
    check_message(error, "an error's"), check_fields(call, error),
    unless(length(error$call) > 0L && called(error$call, call),
           "an error has another call than the user's"),
    if (isTRUE(contract_of(call)) && !excused(error)) {
      paste("it refuses what the manual takes:", message)
    }
  )
}

excused <- function(error) {
  inherits(error, c("wroc_error_memory", "wroc_error_option", "wroc_error_replicates",
                    "wroc_error_too_many_rows"))
}

# Without a formula expressions are the user's own, computed where the call stands.
is_of_expression <- function(call, message) {
  call$name == "weighted_roc" && !call$untouched("formula") &&
    grepl("^object .* not found$|^could not find function", message)
}

is_time_limit <- function(call, message) {
  !is.null(call$context$time_limit) && grepl("reached (elapsed|CPU) time limit", message)
}

is_turned_warning <- function(call, outcome, message) {
  last <- outcome$warnings[length(outcome$warnings)]
  identical(call$context$options$warn, 2) &&
    grepl("converted from warning", message, fixed = TRUE) &&
    length(last) == 1L && inherits(last[[1L]], "wroc_warning")
}

called <- function(expression, call) {
  is.call(expression) &&
    (identical(expression[[1L]], as.name(call$name)) || is.function(expression[[1L]]) ||
       identical(expression[[1L]], as.name("name_of_function")))
}

# Functions whose errors the manual says are those of others, of arguments that they do not have.
also_named <- list(roc_plot = c("roc_optimal", "roc_measure", "roc_estimate"), auc_ci = "roc_measure",
                   roc_estimate = "roc_measure", roc_test = "roc_measure", auc_test = "roc_test",
                   roc_influence = "roc_measure")

check_fields <- function(call, error) {
  functions <- c(call$name, also_named[[call$name]])
  formals <- unlist(lapply(functions, function(f) names(formals(call$package(f)))))
  known <- c(formals, names(formals_of(call)), "...", if ("..." %in% formals) c("y", beside_scores),
             "option", "WeightedROC.threads")
  argument <- error$argument
  # In a formula the variables are named.
  if (call$name == "weighted_roc" && is.character(argument) && length(argument) == 1L) {
    known <- c(known, argument)
  }
  kinds <- grep("^wroc_error_", class(error), value = TRUE)
  c(
    # An unsupported argument is named in the error, and a function that needs observations says that it has the wrong
    # type.
    unless(length(setdiff(kinds, "wroc_error_unsupported")) == 1L ||
             identical(kinds, c("wroc_error_observations", "wroc_error_type")),
           "an error has no kind, or several"),
    # An element of a list of curves is named as `curve$name`.
    unless(all(sub("[$].*", "", argument) %in% known),
           paste("an error names the argument", paste(deparse(argument), collapse = " ")))
  )
}

judge_result <- function(call, outcome) {
  taken <- contract_of(call)
  if (isFALSE(taken)) return("it takes what the manual refuses")
  call$warned <- function(kind) {
    any(vapply(outcome$warnings, inherits, NA, paste0("wroc_warning_", kind)))
  }
  call$announced <- outcome$announced
  complaints <- c(sound(outcome$result, call), unsaid_missing(call, outcome))
  if (length(complaints) > 0L) return(complaints)
  arguments <- arguments_of(call)
  if (is.null(arguments)) return(NULL)
  # Observations in another form give an answer in another form.
  asked_again <- call$name != "roc_observations"
  check <- function() {
    c(properties_of(arguments, outcome$result, call), if (asked_again) judge_otherwise(call, outcome))
  }
  # For arguments that the manual leaves open, the expected result may be unknown.
  if (isTRUE(taken)) {
    tryCatch(check(), error = function(e) paste("the property fails:", conditionMessage(e)))
  } else if (!isTRUE(call$world$hostile)) {
    known <- function(complaints) tryCatch(complaints, error = function(e) NULL)
    c(known(properties_of(arguments, outcome$result, call)),
      if (asked_again) known(judge_otherwise(call, outcome)))
  }
}

# A data.frame whose columns have the lengths that it says, with no NaN but those that came in.
sound <- function(result, call) {
  if (inherits(result, "ggplot") || !is.list(result)) {
    # An influence on 0/0 is undefined.
    return(unless(call$name == "roc_influence" || !anyNaN(result), "NaN in the result"))
  }
  if (!is.data.frame(result)) return(NULL)
  columns <- unclass(result)
  c(
    unless(all(vapply(columns, NROW, 0L) == .row_names_info(result, 2L)), "a ragged data.frame"),
    unless(is.character(names(columns)) && !anyNA(names(columns)), "a data.frame without names"),
    unless(!any(vapply(columns[!names(columns) %in% c(given_as_NaN(call), quotients_of(call, columns))],
                       anyNaN, NA)), "NaN in the result")
  )
}

# The columns of data.frames in the arguments that have NaN.
given_as_NaN <- function(call) {
  frames <- Filter(function(x) is.data.frame(x) && is.list(x), call$arguments)
  unlist(lapply(frames, function(x) names(x)[vapply(unclass(x), anyNaN, NA)]))
}

# The columns in which 0/0 may stand.
quotients_of <- function(call, columns) {
  switch(call$name, roc_estimate = "estimate")
}

anyNaN <- function(x) is.numeric(x) && any(is.nan(x))

numbers_of_rows <- c("n_pos", "n_neg", "n_eff_pos", "n_eff_neg")
sums_of_powers <- c("positive2", "negative2", "positive4", "negative4", "n_pos", "n_neg")

of_quotients <- c("PPV", "NPV", "MCC", "FDR", "FOR", "LR_pos", "LR_neg", "DOR", "kappa", "F1", "F", "jaccard",
                  "markedness", "NND", "NNE", "SEDI", "PPV_NPV", "lift", "FM")

may_lack <- list(
  roc_tally = sums_of_powers, as_roc_tally = sums_of_powers, as.data.frame.roc_tally = sums_of_powers,
  roc_at = of_quotients, roc_gain = c("lift", "response"), auc_multiclass = c("average", "class", "df"),
  auc_ci = c("df", "bound.low", "bound.high"), roc_estimate = c("df", "bound.low", "bound.high", "apparent"),
  roc_optimal = c("intercept", "slope"), roc_net_benefit = "interventions_avoided",
  roc_constrained = c("TPR", "FPR", "threshold", "FN", "FP", "share", "PPV", "NPV", "threshold_low",
                      "threshold_high",
                      "probability")
)

# The columns that values without intervals lack.
columns_of_intervals <- c("std.error", "conf.low", "conf.high", "variance", numbers_of_rows)

# Quotients of measures at a threshold, which may be 0/0.
lack_values <- function(call) {
  call$name == "roc_estimate" && any(measures_in(call$arguments) %in% of_quotients)
}

measures_without_interval <- c("MCB", "DSC", "skill", "cost_AUC", "cost_AUC_max", "cost_AUC_ratio")

values_alone <- function(call) {
  a <- call$arguments
  call$name %in% c("auc_ci", "auc_pool", "roc_estimate") &&
    (is.data.frame(a$x) || inherits(a$x, "roc_tally") || given(a, "conf.level") && is.null(a$conf.level))
}

# NA stands only where the manual says so, or with a warning.
unsaid_missing <- function(call, outcome) {
  result <- outcome$result
  by_itself <- !is.data.frame(result)
  if (by_itself || length(outcome$warnings) > 0L) return(NULL)
  mine <- names(result)
  # Columns that were the user's own.
  for (own in Filter(is.data.frame, call$arguments)) mine <- setdiff(mine, names(own))
  lacking <- mine[vapply(mine, function(name) anyNA(.subset2(result, name)), NA)]
  alone <- values_alone(call) || any(measures_in(call$arguments) %in% measures_without_interval)
  by_measure <- call$name == "roc_optimal" && !is.null(call$arguments$measure)
  lacking <- setdiff(lacking, c(may_lack[[call$name]], if (alone) columns_of_intervals,
                                if (lack_values(call)) c("estimate", "apparent"),
                                if ("threshold" %in% measures_in(call$arguments)) "std.error",
                                if (by_measure) c(curve_columns, "scores_below", "value")))
  if (length(lacking) > 0L) paste("NA in the column", lacking[[1L]])
}

# -- A call again

# Results do not depend on how often they are asked for, nor on the threads.
judge_again <- function(call, outcome) {
  if (!is.null(outcome$error) || call$name %in% c("roc_plot", "roc_plot_scores", "roc_collect")) return(NULL)
  if (length(call$context$options) > 0L || !is.null(call$context$time_limit)) return(NULL)
  call$context$options <- list(WeightedROC.threads = 2L)
  again <- run_call(call)
  unless(identical(again$result, outcome$result, ignore.environment = TRUE),
         "it gives another result when it is called again with two threads")
}

# Vectors and data.frames stay as they were.
snapshot <- function(call) {
  lapply(call$arguments, function(x) {
    if (is.data.frame(x) && is.list(x)) x <- lapply(seq_along(x), function(i) .subset2(x, i))
    else if (!is.atomic(x)) return(NULL)
    unserialize(serialize(x, NULL))
  })
}

judge_arguments <- function(call, before) {
  after <- snapshot(call)
  unless(identical(before, after, ignore.environment = TRUE), "an argument has changed")
}

# The whole of it: the call of an export that belongs to a seed, and its verdict.
fuzz_call <- function(name, seed, package) {
  # Other arguments for each export.
  set.seed(seed + 100003L * sum(utf8ToInt(name)), "Mersenne-Twister", "Inversion", "Rejection")
  # Spoiling warns of what it spoils.
  call <- suppressWarnings(draw_call(name, package))
  call$seed <- sample.int(1e6L, 1L)
  call
}

fuzz <- function(call) {
  before <- snapshot(call)
  # A time limit may end outside of what catches errors of the call.
  outcome <- tryCatch(run_call(call), error = function(e) list(error = e))
  # Properties warn of what they are made to look at, and tell of counts.
  complaints <- suppressMessages(suppressWarnings(c(
    judge(call, outcome), judge_arguments(call, before),
    if (call$seed %% 10L == 0L) judge_again(call, outcome)
  )), classes = "wroc_message_counts")
  list(
    kind = if (is.null(outcome$error)) "result" else "error", complaints = unique(complaints),
    outcome = outcome
  )
}

# The call in one line.
describe <- function(call) {
  values <- vapply(call$arguments, short, "")
  given <- names(values)
  named <- ifelse(given == "", values, paste(given, "=", values))
  context <- c(
    if (length(call$context$options) > 0L) sprintf("options(%s)", short(call$context$options)),
    if (!is.null(call$context$locale)) paste("locale", call$context$locale),
    if (is_tortured(call)) sprintf("gctorture2(%g)", call$context$torture),
    if (length(call$passed) > 0L) sprintf("`%s` passed on but missing", call$passed),
    if (!is.null(call$context$time_limit)) {
      sprintf("setTimeLimit(elapsed = %g)", call$context$time_limit)
    },
    if (length(call$edits) > 0L) paste0("`", names(call$edits), "`: ", unlist(call$edits)),
    if (call$style != "named") call$style
  )
  line <- sprintf("%s(%s)", call$name, paste(named, collapse = ", "))
  if (length(context) > 0L) paste0(line, "  # ", paste(context, collapse = "; ")) else line
}

short <- function(x) {
  if (is_quoted(x)) x <- unclass(x)[[1L]]
  if (is.environment(x)) return("<environment>")
  answers <- c("weighted_roc", "weighted_roc_by", "roc_tally", "roc_tally_by")
  if (inherits(x, answers)) return(sprintf("<%s>", class(x)[[1L]]))
  size <- tryCatch(length(unclass(x)), error = function(e) 1L)
  if (is_broken_factor(x)) {
    codes <- paste(utils::head(unique(unclass(x)), 6L), collapse = ", ")
    return(sprintf("<factor[%d] of %d levels with codes %s>", size, nlevels(x), codes))
  }
  if (is.atomic(x) && size > 6L) {
    extent <- paste(if (is.null(dim(x))) size else dim(x), collapse = " x ")
    return(sprintf("<%s[%s]>", paste(class(x), collapse = "/"), extent))
  }
  if (is.data.frame(x)) return(sprintf("<%s[%s rows]>", class(x)[[1L]], .row_names_info(x, 2L)))
  text <- tryCatch(paste(trimws(deparse(x, 200L, nlines = 3L)), collapse = " "),
                   error = function(e) "<?>")
  if (nchar(text, "bytes") > 120L) text <- paste0(substr(text, 1L, 110L), " ...")
  text
}
