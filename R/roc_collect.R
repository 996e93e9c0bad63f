#' ROC curve of a table in a database or on Spark
#'
#' Returns the ROC curve of a table without fetching its rows: the engine sums up, a bounded number of rows
#' comes back, and the error of the AUC is bounded. Use it for tables that do not fit into memory or lie
#' behind a network; [weighted_roc()] calls it for a lazy table.
#'
#' @details
#' **Method.** Scores are divided into at most `points` steps, each with finer bins; one scan adds up weights
#' and pairs per step. The curve is exact at its rows; `tolerance` bounds the error of the AUC, and
#' [roc_estimate()] reports the bound achieved. A second scan follows only where the first rows misled, or
#' with `exact = TRUE`. Few distinct scores give the exact curve by `GROUP BY`.
#' `vignette("BeyondOneMachine", "WeightedROC")` has the method, rounding errors and timings.
#'
#' **Groups and several scores.** `dplyr::group_by(tbl, segment)` returns a curve for each group, and `c(a, b)` for
#' `guess` one for each score, from one scan. They stand below each other with their keys in front. Groups
#' share the `points`. A group without a curve has one row of `NA`, and a warning of class
#' `wroc_warning_no_curve` names it.
#'
#' **Intervals and tests.** With `variance = TRUE` the curve carries the sums that [auc_ci()] needs. With `cluster`
#' the same scan counts 101 parts of whole clusters. The standard error is then that of the delete-a-group
#' jackknife, as for [roc_tally()]. Tests of several scores need a `cluster` that identifies rows or people. The sums hold for the whole curve: changed rows are an error.
#'
#' **Engines.** SQLite (whose rows are streamed through R, a million at a time), PostgreSQL, MariaDB, DuckDB
#' and Spark run in the tests; BigQuery, Oracle, Redshift, Snowflake, SQL Server, Teradata and Trino are only
#' parsed. PostgreSQL and MariaDB are read in one read-only transaction. Elsewhere a table that changes
#' between scans raises `wroc_error_engine`.
#'
#' @param tbl a lazy table of dbplyr or sparklyr, grouped for a curve per group.
#' @param guess,label,weight,weights columns or expressions, as in `dplyr::mutate()`: scores, labels (numbers as in
#'   [WeightedROC()], or booleans) and weights (1 by default). Several scores are `c(a, b)` or
#'   `c(new = a / b)`.
#' @param points the largest number of rows of the curve, at least 16.
#' @param tolerance the largest error of the AUC; 1 / (16 `points`) by default.
#' @param exact TRUE for the exact AUC.
#' @param na.rm TRUE leaves out rows with a missing score, label, weight or cluster; they are an error
#'   otherwise.
#' @param positive the label of the positive class; all others are negative. Needed for strings.
#' @param variance TRUE for a curve with standard errors, which takes longer.
#' @param cluster a column or expression that names clusters of dependent rows; implies `variance = TRUE`. Whole
#'   numbers belong to a part by their remainder, other values by the engine's hash.
#' @param ... not used.
#' @return A curve as from [WeightedROC()], with three more columns:
#'   \item{scores_below}{the number of distinct scores below the threshold, or a lower bound of it,}
#'   \item{area}{the AUC from FPR = 0 to this row, as far as bins tell,}
#'   \item{slack}{the bound of its error, rounding included.}
#'   With groups or several scores, a data.frame of class `roc_curves` with key columns in front.
#' @section Errors:
#' The errors of [WeightedROC()], with a number of `rows` for a position; `wroc_error_range`, `wroc_error_unused`,
#' `wroc_error_column`, `wroc_error_engine` (the engine's condition in `parent`), `wroc_error_package`.
#' @section Complexity: one scan of the table, two with `exact = TRUE`; O(`points`) memory in R, and with `cluster`
#'   about 100 times that.
#' @references Bamber D (1975). The area above the ordinal dominance graph and the area below the receiver
#'   operating characteristic graph. Journal of Mathematical Psychology 12, 387-415.
#' @family curves of large data
#' @seealso [roc_tally()] for streams.
#' @examplesIf all(vapply(c("dbplyr", "RSQLite"), requireNamespace, NA, quietly = TRUE))
#' connection <- DBI::dbConnect(RSQLite::SQLite())
#' set.seed(1)
#' people <- data.frame(sick = rep(0:1, 10000), weight = rexp(20000))
#' people$score <- rnorm(20000, people$sick)
#' DBI::dbWriteTable(connection, "people", people)
#' table <- dplyr::tbl(connection, "people")
#' weighted_roc(sick ~ score, table, weights = weight)
#'
#' curve <- roc_collect(table, score, sick, weight, points = 100, variance = TRUE)
#' head(curve)
#' auc_ci(curve)
#' DBI::dbDisconnect(connection)
#' @export
roc_collect <- function(tbl, guess, label, weight = NULL, points = 10000, tolerance = NULL,
                        exact = FALSE, na.rm = FALSE, positive = NULL, variance = FALSE,
                        cluster = NULL, ..., weights = NULL) classed(with_decimal_point({
  refuse_dots(...)
  check_given(tbl)
  refuse_foreign(tbl, "tbl", "a lazy table of dbplyr")
  check_engine_packages()
  check_given(guess)
  expression <- substitute(guess)
  if (is.call(expression) && identical(expression[[1L]], quote(`~`))) raise_formula("guess")
  check_given(label)
  refuse_outcome_of_table(substitute(label))
  if (!inherits(tbl, "tbl_lazy")) {
    raise_type("tbl", "a lazy table of dbplyr, such as dplyr::tbl(connection, \"name\")", tbl)
  }
  refuse_quoted(guess = substitute(guess), label = substitute(label),
                weight = one_of_weights(substitute(weight), substitute(weights)),
                cluster = substitute(cluster))
  points <- check_numbers(points, "points", 1L, c(16, Inf))
  args <- c(tolerance = !is.null(tolerance))
  if (!is.null(tolerance)) tolerance <- check_numbers(tolerance, "tolerance", 1L, "uncertain")
  if (check_flag(exact, "exact")) {
    check_unused(args, "with `exact = TRUE`, where the AUC has no error")
  }
  check_flag(na.rm, "na.rm")
  positive <- check_positive(positive)
  check_flag(variance, "variance")
  unit <- is.null(one_of_weights(substitute(weight), substitute(weights)))
  weight <- if (is.null(substitute(weight))) dplyr::enquo(weights) else dplyr::enquo(weight)
  if (unit) weight <- dplyr::quo(!!dbplyr::sql("1e0"))
  label <- dplyr::enquo(label)
  cluster <- if (!is.null(substitute(cluster))) dplyr::enquo(cluster)
  ask <- list(positive = positive, points = points, tolerance = tolerance, exact = exact, na.rm = na.rm,
              unit = unit, variance = variance || !is.null(cluster))
  by <- dplyr::group_vars(tbl)
  guess <- dplyr::enquo(guess)
  # With a variance, rows count that are complete in all scores.
  together <- length(by) == 0L && ask$variance && is_several(guess)
  scores <- if (together) unname(scores_of_guess(guess)) else list()
  names(scores) <- sprintf("wroc_score%d", seq_along(scores))
  more <- c(scores, if (!is.null(cluster)) list(wroc_cluster = cluster))
  connection <- connection_of(tbl)
  in_snapshot(connection, for_each_column(guess, together, function(guess) {
    observations <- observations_in(tbl, guess, label, weight, more)
    if (length(by) > 0L) {
      curves_of_groups(observations, connection, by, ask)
    } else {
      collected_curve(observations, connection, ask)
    }
  }))
}), c("weight", "weights", "cluster"))

# Of `rows`, where it is known how many there are.
collected_curve <- function(observations, connection, ask, rows = NULL) {
  ask$tolerance <- or(ask$tolerance, 1 / (16 * ask$points))
  result <- steps_of_table(table_in_query(observations, connection, ask), ask)
  # A part of the table, such as a group, must have as many rows as it had.
  now <- result$state[["rows"]]
  if (!is.null(rows) && now != rows) raise_other_rows(rows, now, "")
  curve_of_result(result, ask)
}

curve_of_result <- function(result, ask) {
  curve <- curve_of_steps(result$steps)
  if (!ask$variance) {
    return(curve)
  }
  with_unit_sums(curve, list(sums_of_step_moments(result, curve$area[[1L]], ask$unit)))
}

table_in_query <- function(observations, connection, ask) {
  inspection <- look_at(observations)
  by_cluster <- "wroc_cluster" %in% names(inspection)
  # Powers of weights that nobody gave are 1. With clusters, squares give the effective number of observations, and
  # parts the rest.
  needs_none <- !ask$variance || by_cluster && ask$unit
  powers <- if (needs_none) numeric() else if (by_cluster) 2 else if (ask$unit) 1 else c(1, 2, 4)
  scores <- if (ask$na.rm) grep("^wroc_score[0-9]+$", names(inspection), value = TRUE)
  table_of(observations, connection, inspection, ask$positive, powers, scores)
}

# The steps, the labels of the classes, and the scales of the moments.
steps_of_table <- function(table, ask) {
  points <- ask$points
  streamed <- if (streams(table)) steps_by_stream(table, ask$positive, points, ask$exact, ask$na.rm)
  if (!is.null(streamed) && open_in(streamed) <= ask$tolerance) {
    return(streamed)
  }
  plan <- plan_by_look(table, ask$positive)
  scan <- function(scan_by, ...) {
    result <- if (!is.null(plan)) scan_by(table, plan, ask, ...)
    if (!is.null(result)) return(result)
    plan <<- plan_by_facts(table, ask)
    scan_by(table, plan, ask, ...)
  }
  by_score <- if (may_be_few(table$look$wroc_score, points)) scan(scan_by_score)
  if (is.null(by_score$steps)) {
    first <- scan(scan_by_grid, if (!ask$exact) ask$tolerance)
    # Few observations may have few scores all the same.
    if (first$state[["rows"]] <= 4 * points) by_score <- scan(scan_by_score)
    if (is.null(by_score$steps)) {
      # TRUE if this grid leaves little enough open: then there is no need for a second one.
      by_scores <- ask$exact || costs_more_than_scores(first$bins, first)
      if (!by_scores && nrow(first$steps) < points && open_in(first) <= ask$tolerance) {
        return(first)
      }
      table <- with_first(table, first)
      first$scales <- table$scales
      first$steps <- collected_steps(table, first$steps, points, ask$tolerance, by_scores)
      return(first)
    }
    check_state(first, by_score$state, by_score$steps$rows)
  }
  by_score
}

# How far the AUC of steps may be off.
open_in <- function(result) sum(result$steps$slack + rounding_of_area(result$steps))

# A scan needs the labels of the classes, the scales of weights, and the largest weight. The first rows have them,
# unless they lack a class.
plan_by_look <- function(table, positive) {
  classes <- classes_of_look(table$look, positive)
  if (is.null(classes)) {
    return(NULL)
  }
  scales <- scales_of_look(table$look)
  # The products of larger weights might be too large, and where there are powers so might their fourth powers.
  upper <- 2^(if (length(table$powers) > 0L) 80 else 300) / scales$positive
  list(classes = classes, scales = scales, most = min(upper, max_weight))
}

# The same of all rows, with the state that scans must find. Faulty rows are an error.
plan_by_facts <- function(table, ask) {
  facts <- facts_of(table)
  check_facts(facts, ask$na.rm)
  classes <- labels_in_use(facts$label, ask$positive)
  weights <- weights_of_classes(facts, classes[[2L]])
  rows <- sum(facts$n)
  counted <- sum(facts$counted[!is.na(facts$label)])
  list(classes = classes, scales = scales_of(weights), most = max_weight, steps = list(rows = counted),
       state = c(rows = rows, faults = rows - counted, unlist(weights)))
}

# The grid for a scan, of so many bins a step.
with_grid <- function(plan, table, ask, tolerance) {
  is_positive <- table$look$wroc_label == (if (is.null(ask$positive)) plan$classes[[2L]] else ask$positive)
  grid <- function(tolerance) {
    grid <- grid_of_look(table$look, is_positive, ask$points, tolerance)
    grid$pieces$bins <- grid$pieces$bins * grid$bins
    grid
  }
  result <- grid(tolerance)
  c(if (sum(result$pieces$bins) > max_bins_of_first_rows) grid(NULL) else result, plan)
}

scan_by_grid <- function(table, plan, ask, tolerance) {
  plan <- with_grid(plan, table, ask, tolerance)
  result <- result_by_scan(ask_numbers(table, planned_in_sql(table, plan)), plan, table, ask$na.rm)
  if (!is.null(result)) result$bins <- if (plan$bins > 1) sum(plan$pieces$bins) else 0
  result
}

planned_in_sql <- function(table, plan) {
  table$scales <- plan$scales
  binned_in_sql(table, weighed_by_class(table, plan$classes, upper = plan$most), plan$pieces, plan$bins)
}

# Each score as a step, without `steps` where there are more of them than points.
scan_by_score <- function(table, plan, ask) {
  table$scales <- plan$scales
  # Rows that do not count are three more; a part may be missing, too.
  limit <- (ask$points + 4) * (if (nzchar(table$part)) max_parts + 2L else 1L)
  query <- by_score_in_sql(table, weighed_by_class(table, plan$classes, upper = plan$most), TRUE)
  result <- ask_numbers(table, limited(query, limit, table))
  scores <- sort(unique(result$score[result$kind >= 0]))
  if (nrow(result) == limit || length(scores) > ask$points) {
    return(list())
  }
  result$step <- ifelse(result$kind < 0, result$kind, match(result$score, scores))
  result$last <- result$score
  # Some engines refuse to add up what overflows.
  overflows <- vapply(result[rev(classes_of_sums)], function(weights) is.infinite(sum(weights)), NA)
  if (any(overflows) && !has_faults(result, ask$na.rm)) {
    raise_failure(list(kind = "overflow", argument = "weight", class_name = names(overflows)[overflows][[1L]]), NULL)
  }
  result_by_scan(result, plan, table, ask$na.rm)
}

# NULL where rows may be an error, or the first rows had told a wrong scale.
result_by_scan <- function(result, plan, table, na.rm) {
  state <- state_of_scan(result)
  if (!is.null(plan$state)) {
    check_state(plan, state, result$rows)
  } else if (has_faults(result, na.rm) || !fit_scales(plan$scales, state, length(table$powers) > 0L)) {
    return(NULL)
  }
  scales <- plan$scales
  scales$pairs <- state[["positive"]] * scales$positive * (state[["negative"]] * scales$negative)
  list(classes = plan$classes, steps = steps_of_answer(result, scales, table), state = state, scales = scales)
}

has_faults <- function(result, na.rm) any(result$step %in% (if (na.rm) -3 else -3:-2))

# More are for a scan that knows better where they should be.
max_bins_of_first_rows <- 3e6

# More bins than this cost more than the scores themselves.
costs_more_than_scores <- function(bins, first) bins > min(first$state[["rows"]] / 2, 3e7)

# A text is a constant, not the column of that name.
refuse_quoted <- function(...) {
  expressions <- list(...)
  for (argument in names(expressions)) {
    text <- expressions[[argument]]
    if (is.character(text)) {
      message <- sprintf("`%s` must be the name of a column without quotes: `%s`, not \"%s\".",
                         argument, text, text)
      raise("type", message, argument = argument, expected = "a column", found = "character")
    }
  }
}

with_first <- function(table, first) {
  table$first <- first
  table$scales <- scales_of(first$steps)
  table$group <- groups_rows(table$look$wroc_score, first$state[["rows"]]) ||
    first$state[["faults"]] > 1e5
  table
}

collected_steps <- function(table, steps, points, tolerance, exact, aim = tolerance) {
  steps <- divided(table, steps)
  plan <- plan_of(steps, points)
  bins <- bins_for(aim, plan)
  rows <- weighed_by_class(table, table$first$classes)
  if (exact || costs_more_than_scores(bins * sum(plan$pieces$bins), table$first)) {
    result <- exactly(table, rows, plan$pieces)
    check_same_steps(steps, result, plan$pieces$low)
    return(result)
  }
  result <- by_bins(table, rows, plan$pieces, bins)
  check_same_steps(steps, result, plan$pieces$low)
  refined(table, result, points, tolerance, aim)
}

by_bins <- function(table, rows, pieces, bins) {
  pieces$bins <- pieces$bins * bins
  steps_by(table, binned_in_sql(table, rows, pieces, bins))
}

exactly <- function(table, rows, pieces, group = table$group || !table$dialect$range_frames) {
  result <- steps_by(table, exact_in_sql(table, rows, pieces, group))
  # Rows of the same score were counted apart.
  if (!group) result$bins <- 1 + (result$last > result$score)
  result
}

# Coarse steps, with those divided that hold much, which the first rows did not tell.
divided <- function(table, steps) {
  for (round in 1:3) {
    # Extreme scores cannot be divided.
    need <- need_of(steps)
    is_crowded <- need > 0.01 * sum(need) & steps$last > steps$score & !is_extreme(steps)
    crowded <- heaviest(ifelse(is_crowded, need, 0), 0)
    if (length(crowded) == 0L) break
    crowded <- utils::head(crowded, max_pieces)
    bins <- ceiling(coarse_bins / length(crowded))
    steps <- divided_again(table, steps, crowded, function(rows, pieces) {
      pieces$bins <- bins
      by_bins(table, rows, pieces, 1)
    })
  }
  steps
}

# Steps whose bins leave too much open: with each score a bin where they are few, else all of them
# with more bins.
refined <- function(table, steps, points, tolerance, aim) {
  buffer <- max(tolerance - sum(rounding_of_area(steps)), tolerance / 2)
  while (sum(steps$slack) > buffer) {
    heavy <- heaviest(steps$slack, 0.9 * buffer)
    if (length(heavy) > 4L * max_pieces) {
      aim <- 0.8 * aim * buffer / sum(steps$slack)
      return(collected_steps(table, steps, points, tolerance, FALSE, aim))
    }
    steps <- divided_again(table, steps, utils::head(heavy, max_pieces), function(rows, pieces) {
      exactly(table, rows, pieces, group = TRUE)
    })
  }
  steps
}

# Puts what `ask_again` finds of the observations in some steps, as pieces, in the place of these.
divided_again <- function(table, steps, which, ask_again) {
  which <- sort(which)
  inside <- weighed_by_class(table, table$first$classes, is_within(steps[which, ], table$dialect))
  finer <- ask_again(inside, pieces_from(steps$score[which], steps$last[which], 1))
  check_same_steps(steps[which, ], finer, steps$score[which])
  columns <- intersect(names(steps), names(finer))
  steps <- rbind(steps[-which, columns], finer[columns])
  steps <- steps[order(steps$score), ]
  check_certificate(steps)
  steps
}

# The largest first, and no more of them than must go so that the rest sums to no more than `rest`.
heaviest <- function(x, rest) {
  order <- order(x, decreasing = TRUE)
  order[seq_len(sum(sum(x) - c(0, cumsum(x[order])) > rest & c(x[order], 0) > 0))]
}

curve_of_steps <- function(steps) {
  merged <- steps$last > steps$score
  tally <- as_tally(list(score = steps$score, positive = steps$positive, negative = steps$negative,
                         scores = ifelse(merged, pmax(steps$bins, 2), 1)), 0)
  curve <- curve_of_tally(tally)
  up_to <- function(x) c(rev(cumsum(rev(x))), 0)
  curve$area <- up_to(-diff(curve$FPR) * curve$TPR[-1L] + steps$wins)
  curve$slack <- up_to(steps$slack + rounding_of_area(steps))
  curve
}
