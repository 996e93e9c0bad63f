# Fits of tables in databases.

fit_of_table <- function(formula, table, args, leave_out, positive, settings, ...) {
  check_engine_packages()
  refuse_others_than(c("points", "tolerance", "exact"), ...names())
  expressions <- expressions_of(formula, NULL)
  refuse_outcome_of_table(expressions$label)
  env <- environment(formula)
  keys <- keys_of_table(table, args$by)
  # As with a data.frame, no expression is computed by group.
  table <- dplyr::ungroup(table)
  if (!is.null(args$subset)) table <- rows_where(table, args$subset, "subset", env)
  ask <- list(table = table, expressions = expressions, weights = args$weights, cluster = args$cluster,
              positive = check_positive(positive), na.rm = leave_out, more = list(...),
              env = env)
  settings$response <- in_words(expressions$label)
  if (length(keys) == 0L) return(fit_of_part(ask, settings))
  groups <- groups_in(table, lapply(keys, quosure_in, env), leave_out)
  dialect <- dialect_of_table(table)
  part <- function(places) {
    ask$table <- rows_where(table, has_one_of(keys, rows_of(groups, places), dialect), "by", env)
    ask
  }
  fit <- function(ask) without_positive(fit_of_part(ask, settings))
  if (length(keys) == 1L) return(group_places(groups[[1L]], names(keys), settings, part, fit))
  several <- groups_of_keys(groups)
  group_places(several$by, several$by_name, settings, part, fit, several$by_keys)
}

# The expressions that make the groups, by their names.
keys_of_table <- function(table, by) {
  names <- dplyr::group_vars(table)
  if (length(names) > 0L) {
    if (!is.null(by)) refuse_arguments("by", "accepted with grouped data, which have groups of their own")
    return(structure(lapply(names, as.name), names = names))
  }
  if (!is.null(by)) structure(list(by), names = name_of_group(by))
}

rows_where <- function(table, condition, argument, env) {
  in_columns(argument, table, dplyr::filter(table, !!quosure_in(condition, env)))
}

# Names other than columns are looked up where the formula was written.
quosure_in <- function(expression, env) eval(as.call(list(dplyr::quo, expression)), env)

refuse_others_than <- function(known, args) {
  unknown <- setdiff(args, known)
  if (length(unknown) > 0L) {
    message <- sprintf("weighted_roc() has no argument `%s` for a table; it accepts %s.",
                       unknown[[1L]], paste0("`", known, "`", collapse = ", "))
    raise("unused", message, argument = unknown[[1L]], expected = known)
  }
}

# Turns an error of dplyr into an error about the argument.
in_columns <- function(argument, table, value,
                       must = sprintf("`%s` must be computed from columns of the table (%%s): %%s",
                                      argument)) {
  or_else(value, function(error) {
    cause <- if (inherits(error$parent, "condition")) error$parent else error
    columns <- paste0("`", colnames(table), "`", collapse = ", ")
    message <- sprintf(must, columns, conditionMessage(cause))
    raise("column", message, argument = argument, found = colnames(table), parent = error)
  })
}

# The groups that there are, a column for each key.
groups_in <- function(table, keys, leave_out) {
  result <- in_columns("by", table, dplyr::distinct(dplyr::transmute(table, !!!keys)))
  groups <- without_integer64(answer(as.data.frame(dplyr::collect(result))))
  names(groups) <- names(keys)
  complete <- stats::complete.cases(groups)
  if (!leave_out && !all(complete)) {
    message <- paste("`by` must not be missing: some rows of the table have no group.",
                     "`na.action = na.omit` leaves them out.")
    raise("missing", message, argument = "by")
  }
  if (!any(complete)) {
    raise("empty", "There are no observations: no row of the table has a group.", argument = "by")
  }
  rows_of(groups, which(complete))
}

fit_of_part <- function(ask, settings) {
  names <- names(ask$expressions$scores)
  collected <- collect_scores(ask, settings)
  if (length(names) == 1L) {
    covariance <- attr(collected, "spread", exact = TRUE)
    collected <- with_class(with_names(collected, rep(names, nrow(collected))), "roc_curves")
    attr(collected, "spread") <- covariance
  }
  observations <- if (is.character(settings$variance)) {
    roc_observations(collected, variance = settings$variance)
  } else {
    roc_observations(collected)
  }
  curves <- lapply(roc_curves(collected)$curves, plain_frame)
  # Without it the labels are numbers, the larger one being positive, or logical.
  positive <- if (is.null(ask$positive)) NA_character_ else as.character(ask$positive)
  fit_of_sums(observations, structure(curves, names = names), settings, positive)
}

# roc_collect() takes expressions.
collect_scores <- function(ask, settings) {
  scores <- lapply(ask$expressions$scores, function(score) {
    # No engine knows I(), which keeps arithmetic apart from a formula's.
    if (is.call(score) && identical(score[[1L]], quote(I))) score <- score[[2L]]
    if (settings$direction == "<=") call("-", call("(", score)) else score
  })
  guess <- if (length(scores) == 1L) scores[[1L]] else as.call(c(list(quote(c)), scores))
  call <- as.call(c(
    list(quote(roc_collect), quote(table), guess, ask$expressions$label, ask$weights),
    list(na.rm = ask$na.rm, positive = ask$positive, variance = !isFALSE(settings$variance)),
    ask$more, list(cluster = ask$cluster)
  ))
  scope <- list2env(list(roc_collect = roc_collect, table = ask$table), parent = ask$env)
  amended(eval(call, scope), function(error) {
    error$message <- sub("`na.rm = TRUE`", "`na.action = na.omit`", error$message, fixed = TRUE)
    about_one <- identical(error$argument, "guess") && length(scores) == 1L
    if (about_one) about_named_score(error, names(scores)) else error
  })
}
