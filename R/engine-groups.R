# Curves of several scores, and of groups of a table.

# The largest number of groups: each has rows of its own.
max_groups <- 10000

# The result of `collect` for the column, or for each column of `c(a, b)` with its name in front; `together`: of
# the same rows, with sums for variances.
for_each_column <- function(guess, together, collect) {
  if (!is_several(guess)) {
    return(collect(guess))
  }
  scores <- scores_of_guess(guess)
  curves <- Map(function(name, score) {
    amended(collect(score), function(error) with_place(error, sprintf("Score `%s`:", name), score = name))
  }, names(scores), scores)
  named <- Map(function(curve, name) with_names(plain_frame(curve), rep(name, nrow(curve))), curves, names(curves))
  bound <- with_class(bound_rows(unname(named)), "roc_curves")
  if (!together) return(with_unit_sums_by_key(bound, unit_sums_of_scores(curves)))
  check_same_table(curves)
  with_unit_sums(bound, unlist(lapply(unname(curves), function(curve) attr(curve, "spread")$scores), FALSE))
}

# The scores of `guess`, by name where it is `c(a, b)`.
scores_of_guess <- function(guess) {
  if (!is_several(guess)) {
    return(list(guess))
  }
  scores <- as.list(unclass(guess)[[2L]])[-1L]
  if (length(scores) == 0L) raise("empty", "`guess` must have at least one score.", argument = "guess")
  for (score in scores) refuse_quoted(guess = score)
  structure(lapply(scores, function(score) with_expression(guess, score)), names = names_of_columns(scores))
}

is_several <- function(guess) {
  expression <- unclass(guess)[[2L]]
  is.call(expression) && identical(expression[[1L]], quote(c))
}

# A quosure is a formula with a class.
with_expression <- function(quosure, expression) {
  args <- attributes(quosure)
  bare <- unclass(quosure)
  bare[[2L]] <- expression
  attributes(bare) <- args
  bare
}

names_of_columns <- function(scores) {
  words <- vapply(scores, function(score) {
    if (is.name(score)) as.character(score) else paste(deparse(score), collapse = " ")
  }, "")
  args <- names(scores)
  make.unique(if (is.null(args)) words else ifelse(nzchar(args), args, words))
}

# The columns of groups.
names_of_keys <- function(frame) grep("^wroc_key[0-9]+$", names(frame), value = TRUE)

# A curve for each group, the group in front. All have the same bins, and as many points.
curves_of_groups <- function(observations, connection, by, ask) {
  table <- table_in_query(observations, connection, ask)
  groups <- groups_of(table)
  ask$points <- max(16, ask$points %/% nrow(groups))
  if (is.null(ask$tolerance)) ask$tolerance <- 1 / (16 * ask$points)
  result <- if (!ask$exact) steps_of_groups(table, groups, ask)
  curves <- lapply(seq_len(nrow(groups)), function(i) {
    fit_or_error(amended(without_positive(if (is.null(result[[i]])) {
      curve_of_group(observations, groups[i, ], connection, ask)
    } else if (inherits(result[[i]], "wroc_error")) {
      stop(result[[i]])
    } else {
      curve_of_result(result[[i]], ask)
    }), function(error) {
      keys <- structure(lapply(groups[i, names_of_keys(groups), drop = FALSE], identity), names = by)
      with_place(error, sprintf("In the group of %s:", keys_in_words(keys)), group = keys)
    }))
  })
  keys <- lapply(groups[names_of_keys(groups)], as.character)
  names(curves) <- do.call(paste, c(unname(keys), sep = "."))
  bound_groups_of_engine(with_unknown_curves(curves, by), groups, by)
}

# A row of NA for each group without a curve, and a warning that names them.
with_unknown_curves <- function(curves, by) {
  without <- vapply(curves, inherits, NA, "wroc_error")
  if (all(without)) stop(curves[[1L]])
  if (any(without)) {
    warn_without_curve(curves[without], length(curves), by)
    like <- curves[[match(FALSE, without)]]
    unknown <- unknown_rows(like)
    if (!is.null(attr(like, "spread"))) attr(unknown, "spread") <- list()
    curves[without] <- list(unknown)
  }
  curves
}

# That a label is not there is an error of the whole table, but a group may be without it.
without_positive <- function(value) {
  amended(value, function(error) {
    if (inherits(error, "wroc_error_labels") && identical(error$argument, "positive")) {
      class(error) <- c("wroc_error_no_weight", class(error))
      error$class_name <- "positive"
    }
    error
  })
}

# A group that is asked alone.
curve_of_group <- function(observations, group, connection, ask) {
  keys <- names_of_keys(group)
  is_in_group <- has_one_of(lapply(keys, as.name), group[keys], dialect_of_table(observations))
  single <- dplyr::select(dplyr::filter(observations, !!is_in_group), -dplyr::all_of(keys))
  collected_curve(single, connection, ask, group$rows)
}

bound_groups_of_engine <- function(curves, groups, by) {
  keys <- structure(groups[names_of_keys(groups)], names = by)
  bound <- bound_with_keys(lapply(curves, plain_frame), function(i) lapply(keys, `[[`, i))
  each <- lapply(curves, attr, "spread", exact = TRUE)
  known <- !any(vapply(each, is.null, NA))
  with_unit_sums_by_key(with_class(bound, "roc_curves"), if (known) list(keys = keys, each = each))
}

# The groups and their numbers of rows, in the order of their keys.
groups_of <- function(table) {
  query <- fill("SELECT {keys}{n} AS wroc_rows FROM ({rows}) wroc_found GROUP BY {groups}",
                keys = table$keys, n = count_of("*", table), rows = table$rows,
                groups = sub(", $", "", table$keys))
  groups <- ask_for_groups(table, limited(query, max_groups + 1, table))
  if (nrow(groups) > max_groups) {
    raise("range", sprintf("`tbl` must have no more than %s groups.", number(max_groups)),
          argument = "tbl", most = max_groups)
  }
  groups <- groups[do.call(order, unname(as.list(groups[names_of_keys(groups)]))), , drop = FALSE]
  row.names(groups) <- NULL
  groups
}

# All columns as doubles but for the keys.
ask_for_groups <- function(table, query) {
  result <- ask(table, query)
  keys <- grep("^key[0-9]+$", names(result), value = TRUE)
  result[setdiff(names(result), keys)] <- lapply(result[setdiff(names(result), keys)], as.numeric)
  names(result)[match(keys, names(result))] <- paste0("wroc_", keys)
  result
}

# The steps of each group, as of steps_of_table(), by one scan, or the error that it has one class only; NULL where
# the scan does not do: groups for which the bins are too coarse, or which may be in error. Where these are
# many there is a scan with finer bins, by the scores of all groups.
steps_of_groups <- function(table, groups, ask) {
  plan <- plan_by_look(table, ask$positive)
  result <- if (is.null(plan)) vector("list", nrow(groups)) else {
    scan_of_groups(table, groups, with_grid(plan, table, ask, ask$tolerance), ask)
  }
  open <- vapply(result, is.null, NA)
  if (sum(open) > 4L) {
    result[open] <- scan_of_groups(table, groups, plan_for_groups(table, ask), ask)[open]
  }
  result
}

# The grid of the whole table, which has no keys.
plan_for_groups <- function(table, ask) {
  table[c("powers", "part", "keys")] <- list(numeric(), "", "")
  plan <- plan_by_facts(table, ask)
  grid <- plan_of(scan_by_grid(table, plan, ask, NULL)$steps, ask$points)
  bins <- bins_for(ask$tolerance / 8, grid)
  grid$pieces$bins <- grid$pieces$bins * bins
  plan$state <- NULL
  c(list(pieces = grid$pieces, bins = bins), plan)
}

scan_of_groups <- function(table, groups, plan, ask) {
  if (sum(plan$pieces$bins) > max_bins_of_first_rows) {
    return(vector("list", nrow(groups)))
  }
  result <- ask_for_groups(table, planned_in_sql(table, plan))
  keys <- names_of_keys(groups)
  codes <- codes_of_keys(rbind(groups[keys], result[keys]))
  group <- match(codes[-seq_len(nrow(groups))], codes[seq_len(nrow(groups))])
  rows <- vapply(split(result$rows, factor(group, seq_len(nrow(groups)))), sum, 0)
  if (anyNA(group) || any(rows != groups$rows)) {
    raise_other_rows(sum(groups$rows), sum(result$rows), ", in other groups")
  }
  lapply(split(result, factor(group, seq_len(nrow(groups)))), function(result) {
    state <- state_of_scan(result)
    # Where all rows count nothing more has to be asked of the others: the error is that of the group alone.
    if (state[["faults"]] == 0 && sum(state[c("positive", "negative")] > 0) == 1) {
      only <- list(kind = "no_weight", argument = "weight", class_name = "negative")
      return(fit_or_error(without_positive({
        labels_in_use(plan$classes[[if (state[["positive"]] > 0) 2L else 1L]], ask$positive)
        raise_failure(only, NULL)
      })))
    }
    result <- result_by_scan(result, plan, table, ask$na.rm)
    if (!is.null(result) && nrow(result$steps) < ask$points && open_in(result) <= ask$tolerance) result
  })
}

# The condition that expressions have the values of one of some rows, NULL among them. dbplyr would write
# numbers with 15 digits.
has_one_of <- function(expressions, rows, table) {
  has_value <- function(expression, value) {
    if (is.na(value)) {
      return(call("is.na", expression))
    }
    call("==", call("(", expression), dplyr::sql(value_in_sql(value, table)))
  }
  of_row <- function(i) {
    conditions <- Map(function(expression, values) has_value(expression, values[[i]]), expressions, rows)
    Reduce(function(x, y) call("&", x, y), unname(conditions))
  }
  Reduce(function(x, y) call("|", x, y), lapply(seq_len(nrow(rows)), of_row))
}

# The arguments of value_in_sql().
dialect_of_table <- function(tbl) {
  connection <- connection_of(tbl)
  list(connection = connection, dialect = dialect_of(connection))
}
