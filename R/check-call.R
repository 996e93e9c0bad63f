# Arguments as they were written in the call of a function: by their full names, and not NULL by mistake.

# The arguments of the function in a frame. Those that are `quoted` are expressions, which among() checks.
check_call <- function(frame, quoted = NULL) {
  call <- sys.call(frame)
  formals <- formals(sys.function(frame))
  known <- names(formals)
  before_dots <- known[seq_len(match("...", known, length(known) + 1L) - 1L)]
  args <- names(call)[-1L]
  if (is.null(args)) args <- character(length(call) - 1L)
  # The names in `...` of its caller, "" for those without one. A handler has no caller, see parents_of_frames().
  caller <- if ("..." %in% all.names(call) && is_written(quote(...), call)) sys.parents()[[frame]] else 0L
  if (caller > 0L && caller != frame) {
    passed <- quote(if (is.null(...names())) character(...length()) else ...names())
    args <- c(args, eval(passed, sys.frame(caller)))
  }
  # Arguments without a name are the first ones that have none.
  checked <- before_dots[seq_len(min(length(args), length(before_dots)))]
  if (any(nzchar(args))) {
    named <- args[nzchar(args)]
    is_known <- named %in% known
    for (name in named[!is_known]) {
      # R matches an abbreviated name to an argument before `...`, and would give it to another one without a word.
      if (any(startsWith(before_dots, name))) raise_unknown(name, known)
    }
    checked <- c(named[is_known], checked)
  }
  env <- sys.frame(frame)
  for (name in checked) {
    # Without a default NULL is an error of its own.
    if (identical(formals[[name]], quote(expr = )) || name %in% quoted) next
    argument <- as.name(name)
    if (!eval(call("missing", argument), env) && is.null(eval(argument, env))) {
      refuse_null(eval(call("substitute", argument), env), name, frame)
    }
  }
}

# Returns whether an expression is an argument of a call. Arguments may be empty.
is_written <- function(expression, call) {
  for (i in seq_along(call)) if (identical(call[[i]], expression)) return(TRUE)
  FALSE
}

# An argument of the function in a frame that is NULL: because it was written so, or by mistake.
refuse_null <- function(expression, name, frame) {
  source <- source_of(expression, frame)
  if (is.null(source)) return()
  message <- sprintf("`%s` must not be NULL: `%s` is NULL. Check the name, or leave `%s` out.", name,
                     in_words(source), name)
  raise("type", message, argument = name, expected = "a value", found = "NULL")
}

# Returns what users wrote for an argument of the function in a frame that is NULL: the word NULL, or another
# expression.
# A function that passes on its own argument passes on what it was given, or its default.
source_of <- function(expression, frame) {
  if (is.null(expression)) return()
  parents <- parents_of_frames()
  # The caller may have been given it as part of `...`.
  writer <- parents[[frame]]
  while (writer > 0L && is_written(quote(...), sys.call(frame)) && !is_written(expression, sys.call(frame))) {
    frame <- writer
    writer <- parents[[frame]]
  }
  env <- if (writer > 0L) sys.frame(writer) else globalenv()
  # A NULL that a package computes is not a user's mistake.
  top <- topenv(env)
  # Tests run in copies of a namespace.
  if (isNamespace(top) && identical(top, asNamespace(getNamespaceName(top)))) return()
  if (!is.symbol(expression)) return(if (is_of_frame(expression, env)) expression)
  name <- as.character(expression)
  env <- environment_of_name(name, env)
  owner <- owner_of_argument(name, env)
  # A variable of a function may be NULL on purpose, one of a script is a mistake of the line before. A function that
  # has ended may have kept the variable in its `...`.
  if (owner == 0L) return(if (identical(env, globalenv())) expression)
  env <- sys.frame(owner)
  if (!eval(call("missing", expression), env)) {
    return(source_of(eval(call("substitute", expression), env), owner))
  }
  default <- formals(sys.function(owner))[[name]]
  if (!identical(default, quote(expr = ))) default
}

# Returns whether an expression is a column of a data.frame, which lacks it if it is NULL. An element of a list may be NULL on
# purpose, and so may what a function returns.
is_of_frame <- function(expression, env) {
  is_element <- is.call(expression) && as.character(expression[[1L]])[[1L]] %in% c("$", "[[") &&
    is.symbol(expression[[2L]])
  is_element && is.data.frame(get0(as.character(expression[[2L]]), env))
}

environment_of_name <- function(name, env) {
  while (!identical(env, emptyenv())) {
    if (exists(name, env, inherits = FALSE)) return(env)
    env <- parent.env(env)
  }
}

# The frame of the function that has an argument of this name in an environment, 0 where there is none.
owner_of_argument <- function(name, env) {
  for (frame in rev(seq_len(sys.nframe()))) {
    if (identical(sys.frame(frame), env) && name %in% names(formals(sys.function(frame)))) return(frame)
  }
  0L
}

# Unknown arguments --------------------------------------------------------------------------------------

# Raises the error about an argument that the user's function does not have; `also` are those of its `...`.
raise_unknown <- function(name, also = NULL, frame = sys.nframe()) {
  frame <- user_frame(frame)$number
  known <- union(also, names(formals(sys.function(frame))))
  near <- nearest_argument(name, setdiff(known, "..."))
  of_measure <- "measure" %in% known && name %in% setdiff(names(formals(roc_measure)), known)
  hint <- if (of_measure) ": it is one of roc_measure()." else if (is.null(near)) "." else {
    sprintf("; did you mean `%s`?", near)
  }
  raise("unused", sprintf("%s has no argument `%s`%s", name_of_function(frame), name, hint), argument = name)
}

name_of_function <- function(frame) {
  f <- sys.call(frame)[[1L]]
  if (is.call(f) && length(f) == 3L) f <- f[[3L]]
  if (!is.symbol(f)) {
    is_called <- function(name) identical(get(name, topenv()), sys.function(frame))
    f <- Filter(is_called, getNamespaceExports(topenv()))
    if (length(f) == 0L) return("The function")
  }
  methods <- "[.](default|formula|weighted_roc|roc_|auc_|lm$|lrm$|matchit$|ranger$|svyglm$|weightit$).*"
  sprintf("%s()", sub(methods, "", as.character(f)))
}

# Words of other packages for arguments.
words_for_arguments <- c(
  level = "conf.level", ci = "conf.level", conf.int = "conf.level", confidence = "conf.level",
  CI = "conf.level",
  case_weights = "weights", wt = "weights", wts = "weights", w = "weights", sample_weight = "weights",
  weight = "weights", weights = "weight", id = "cluster", ids = "cluster", group = "by", groups = "by",
  strata = "by", groupby = "by", folds = "fold", metric = "measure", metrics = "measure", nboot = "R",
  boot.n = "R", B = "R", event_level = "positive", prevalence = "prior", cutoff = "threshold",
  cutpoint = "threshold", na_rm = "na.rm", null = "mu", null = "auc0", mu = "auc0"
)

# The argument that an unknown one is likely to mean, NULL if no one is near.
nearest_argument <- function(name, known) {
  plain <- function(x) tolower(gsub("[._]", "", x))
  words <- c(words_for_arguments[names(words_for_arguments) == name],
             if (name %in% c("case_weights", "wt", "wts", "w")) "weight")
  words <- words[words %in% known]
  if (length(words) > 0L) return(words[[1L]])
  same <- known[plain(known) == plain(name)]
  if (length(same) > 0L) return(same[[1L]])
  begun <- known[startsWith(plain(known), plain(name))]
  if (length(begun) > 0L) return(begun[[which.min(nchar(begun))]])
  distance <- utils::adist(plain(name), plain(known))[1L, ]
  if (length(known) > 0L && min(distance) <= max(1, ceiling(nchar(name) / 3))) known[[which.min(distance)]]
}

# Places by other words ----------------------------------------------------------------------------------

# The same call with the arguments' own names for places and bounds that were given by another word for a
# measure: `specificity = x` is `FPR = 1 - x`, and `min_recall` is `min_TPR`. NULL where there are none.
# `known` are the function's arguments; `are_ends` says of an interval that it has to stay in order.
call_by_places <- function(call, known, are_ends = FALSE) {
  names <- names(call)
  if (is.null(names)) return()
  is_renamed <- FALSE
  for (i in which(!names %in% c("", known, names(formals(roc_observations.default))))) {
    place <- place_of_word(names[[i]], known)
    if (is.null(place)) next
    by_argument <- place$argument %in% names
    if (by_argument || place$by_at && any(c("at", "by") %in% names)) {
      message <- sprintf("Only one of `%s` and `%s` can be given.", if (by_argument) place$argument else "at",
                         names[[i]])
      raise("choice", message, argument = names[[i]])
    }
    is_renamed <- TRUE
    if (place$mirrored) call[[i]] <- bquote(1 - .(call[[i]]))
    if (place$mirrored && are_ends) call[[i]] <- bquote(sort(.(call[[i]])))
    names(call)[[i]] <- names[[i]] <- place$argument
    if (place$by_at) call$by <- place$by
  }
  if (is_renamed) call
}

# The argument for a place that a word means, NULL for other words. A function with `at` has the place `by`
# itself.
place_of_word <- function(word, known) {
  side <- regmatches(word, regexpr("^(max|min)_", word))
  measure <- measure_of_word(substring(word, nchar(c(side, "")[[1L]]) + 1L))
  if (length(measure) == 0L) return()
  if (length(side) > 0L) {
    argument <- paste0(side, measure)
    return(if (argument %in% known) list(argument = argument, mirrored = FALSE, by_at = FALSE))
  }
  mirrored <- measure %in% c("TNR", "FNR")
  by <- if (mirrored) c(TNR = "FPR", FNR = "TPR")[[measure]] else measure
  if (by %in% known) return(list(argument = by, mirrored = mirrored, by_at = FALSE))
  if (all(c("at", "by") %in% known) && by %in% c("FPR", "TPR")) {
    list(argument = "at", mirrored = mirrored, by_at = TRUE, by = by)
  }
}
