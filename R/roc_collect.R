#' Weighted ROC curve of a table in a database or a cluster
#'
#' Lets the engine that holds the observations add them up, fetches a bounded number of rows, and
#' knows how far the area can be off.
#'
#' @section How it works:
#' Everything is asked in aggregating queries around what dbplyr writes for `tbl` and the columns.
#' Observations stay where they are but for 2000 that are looked at, nothing is written, and no
#' temporary table is made. SQLite is another matter, see below.
#' \enumerate{
#'   \item The first 2000 rows tell the types of the columns, which labels are the classes, about how
#'     large weights are, where about the scores lie, and whether few of them may be distinct.
#'     Where there are no more distinct scores than `points`, the only scan is `GROUP BY` score, and the
#'     curve is the exact one.
#'   \item Otherwise the scores are divided into *steps*, finer where both classes have much weight,
#'     and each step into *bins*. One scan of the table adds the bins up, and counts what does not count
#'     (weights of 0, missing values) and what may be an error. Bins stay in the engine: each step
#'     comes back as one row with its weights and the pairs of a positive and a negative within it
#'     that the positive wins, as far as the bins tell. A large `tolerance`, from about 1.5 / `points` on,
#'     needs no bins within steps: `tolerance = 1e-3` is the quick way.
#'   \item There are as many bins as the `tolerance` takes. If the first rows were like all others that was the
#'     only scan. If not, what is now known of the scores makes the plan of a second one; and steps that
#'     leave too much open nevertheless (many different scores close to each other, or beside a score that is
#'     very frequent) are asked for again. A scan of its own counts what is wrong where something is.
#' }
#' A row of the result stands at the least score of its step, where the curve is exact: it is the
#' curve of all observations with rows left out. The least and the greatest score of each step, as
#' the engine found them, prove that steps don't overlap; otherwise there is an error. Windows are
#' only ever opened within steps, so that no task of a cluster has to see all rows.
#'
#' The `tolerance` that there is by default takes some 8 bins a step. When bins would cost more than
#' scores (more bins than half of the observations), and with `exact = TRUE`, each distinct score is
#' a bin: the area is exact but for the rounding of the engine's sums. With 10,000 points that is so
#' for tables of up to some 150,000 rows.
#'
#' Scores that are very frequent have a step of their own, so that there may be fewer rows than
#' `points`. A threshold within a step, as for [roc_at()], counts as that of the next row.
#'
#' @section Groups and several scores:
#' A grouped table, `dplyr::group_by(tbl, segment)`, gives a curve for each group, one below the other, with
#' the columns of the groups in front; `c(a, b)` for `guess` gives one for each score, with a column `score` in
#' front. [roc_bounds()] and the other functions of a curve answer for each of them. Take one out by its
#' rows, as for plots: `curves[curves$segment == "a", ]`.
#'
#' All groups are asked in one scan, after one that counts their rows. They share the bins, which are those of
#' the first rows of all groups, and the `points`: each of \eqn{G} groups has
#' \eqn{\max(16, points / G)}{max(16, points / G)} rows at most, and by default the tolerance that belongs to so
#' many. So there come no more rows than the larger of `points` and \eqn{16 G}{16 G}. There may be 10,000 groups.
#' Where the bins are too coarse for more than four groups, there is one more scan with finer ones; groups
#' for which that does not do are asked alone, and with `exact = TRUE` all are. NULL is a group, too.
#'
#' A group without a curve, such as one without cases, does not stop the others: it has one row of `NA`, and so it has
#' in the results of functions of a curve. One warning of class `wroc_warning_no_curve` names these groups and the
#' reasons; its field `group` has their names. If no group has a curve, the error of the first group is raised.
#'
#' Each score has scans of its own, and its own missing values are left out with `na.rm = TRUE`. (One scan with a
#' row for each score and observation is no faster where columns are stored apart, see
#' `vignette("BeyondOneMachine", "WeightedROC")`.)
#'
#' With `variance = TRUE` [auc_ci()] has a row for each group, from the same scans; also for some of them, taken out
#' whole. With `cluster` each group is asked alone. Scores of groups are not compared: for [auc_test()] give the
#' rows of one group, as by `dplyr::filter(tbl, segment == "a")`.
#'
#' @section Tables that change:
#' Every scan tells how many rows there are, how many of them do not count (missing values, weights of
#' 0), and the weights of both classes, in all and within parts of the scores. Where that is not what
#' the first scan told, there is a `wroc_error_engine` that says what it was, in the fields `first`
#' and `now`: rows were written meanwhile, or `tbl` is another table each time, as by
#' `filter(tbl, sql("random() < 0.1"))`. PostgreSQL and MariaDB hold the table still: all scans are
#' made in a transaction of their own that only reads, `REPEATABLE READ`, unless one is open. An open
#' one is left as it is. Elsewhere take a table that nobody writes to, or a version of it.
#'
#' @section Rounding:
#' The engine adds up doubles in an order that nobody knows. A sum of \eqn{n} weights is then off by
#' at most the share \eqn{n 2^{-53}}{n * 2^-53}. Each weight is first part of the sums of its step, of \eqn{n_i} rows,
#' and so the `slack` contains, beside what bins leave open, for \eqn{m} steps,
#' \deqn{2^{-53} \sum_i \left((4 \max_j n_j + 2 m + 100) \, dFPR_i + 5 n_i \, dFPR_i \, dTPR_i\right),}{
#'       2^-53 * sum over steps of ((4 max(n) + 2 m + 100) dFPR + 5 n dFPR dTPR),}
#' also with `exact = TRUE`: some 3e-12 for 1e7 rows and 10,000 points, and more where very many rows
#' have one score.
#'
#' @section Engines:
#' dbplyr writes the columns, names, values and limits, and tells dialects apart; the rest is standard
#' SQL with window functions, with what dialects have of their own.
#' \itemize{
#'   \item Run in the tests: SQLite, PostgreSQL, MariaDB, DuckDB (where Python has it) and, by a script of
#'     their own, Spark's Thrift server; before, also sparklyr.
#'   \item Only parsed, by a parser for their dialects: BigQuery, Oracle, Redshift, Snowflake, SQL
#'     Server, Teradata, Trino.
#'   \item Neither: HANA, DB2, Impala and others. Access has no `CASE` and no windows.
#' }
#' MariaDB's sums of weights beyond 1e308 are 0. A table of a pool is an error: take a connection out
#' of it.
#'
#' @section When to fetch instead:
#' What fits into memory and lies on the same machine may be fetched faster: `dplyr::collect()` and
#' [WeightedROC()]; `vignette("BeyondOneMachine", "WeightedROC")` has figures. `roc_collect()` is for tables
#' that don't fit, for networks in between, and for engines with many cores or with columns.
#'
#' SQLite lies in R's own process and has one core. There rows are fetched, a million at a time, and added up in
#' R, which takes less time than its queries, and no more memory for larger tables. The bounds are
#' made in the same way, with bins by the first million rows. For `exact = TRUE` with more rows, and for what
#' is wrong, there are queries.
#'
#' @section Standard errors:
#' With `variance = TRUE` the curve knows how sure its area is: [auc_ci()] takes it in place of observations.
#' What an observation adds to the variance depends on its score, class and weight alone, so that the same
#' scans bring sums of \eqn{w^2 u^k}{w^2 u^k} and \eqn{w^4 u^k}{w^4 u^k} for each step, with \eqn{u} what lies
#' below within the step. They are exact but for bins, whose observations count as ties.
#'
#' With `cluster` there is one more scan: each row meets what lies below its bin, and what rows have to do with
#' the area is added up by cluster. Of clusters one row comes back. Several scores with `variance = TRUE` have
#' two more scans of this kind, in which each row meets the places of all its scores: then [auc_test()] compares
#' their areas, by score or Wald tests, as it does with observations. Scores beyond 8e307 and infinite scores share a
#' bin at each end in these scans; if more than the tolerance is left open there, each score is a bin. With `na.rm = TRUE` rows in which the
#' cluster is missing, or any of these scores, are left out of all.
#'
#' The sums are an attribute of the curve, of the whole table. Where rows of the curve were left out or changed
#' [auc_ci()] says so in an error.
#'
#' @section Complexity:
#' One scan of the table, two with `exact = TRUE` and where the bins would be more than half of the
#' rows; one more for each round in which the tolerance is not reached, or in which the first rows had misled. The engine holds a sum for each bin; with `exact` it sorts the
#' observations, each step on its own. R holds about `points` rows.
#'
#' @param tbl A lazy table of package dbplyr, from any DBI connection or from sparklyr; a grouped one
#'   for a curve of each group.
#' @param guess,label,weight Columns of `tbl`, or expressions as in [dplyr::mutate()]: scores
#'   (numbers or booleans), labels (numbers as in [WeightedROC()], or booleans), weights (numbers; 1
#'   without this argument). Several scores as `c(a, b)`, or with names `c(new = a, old = b / 2)`.
#' @param points The largest number of rows of the curve, at least 16.
#' @param tolerance How far the area may be off, up or down, a number in (0, 1); by default
#'   1 / (16 `points`).
#' @param exact `TRUE` for the exact area.
#' @param na.rm `TRUE` to leave out rows in which the score, the label or the weight is missing
#'   (NULL or NaN). By default they are an error, which says how many there are.
#' @param positive The label of the positive class. All others are negative. Needed where labels are
#'   texts.
#'
#' @param variance `TRUE` for what [auc_ci()] and [auc_test()] need, which takes longer.
#' @param cluster A column of `tbl`, or an expression: observations of the same cluster may depend on each
#'   other. `variance` is `TRUE` then.
#'
#' @return A curve as that of [WeightedROC()], with further columns that [roc_bounds()] reads:
#'   \item{scores_below}{how many distinct scores lie below the threshold, or, where steps merge
#'     several, at least lie there,}
#'   \item{area}{the area below the exact curve from FPR = 0 to this row, as far as bins tell: the
#'     share of all pairs of a positive and a negative that the positive wins against the negatives of
#'     at least this threshold; ties, and pairs within a bin, count half,}
#'   \item{slack}{how much more or less that can be, rounding included.}
#'   With groups or several scores a data.frame of class `roc_curves`, which has a curve for each, below each
#'   other, and before the column `TPR` what tells them apart.
#'
#'   The area of [WeightedAUC()] knows the points only; `roc_bounds()` gives the better estimate.
#'
#' @section Errors:
#' Those of [WeightedROC()], with a number of `rows` in place of a position: `wroc_error_absent`,
#' `wroc_error_missing`, `wroc_error_weight`, `wroc_error_overflow`, `wroc_error_labels`, `wroc_error_one_class`, `wroc_error_no_weight`,
#' `wroc_error_empty`, `wroc_error_type`. In a group or for one of several scores the message begins with it.
#' Further `wroc_error_range` for too many groups; `wroc_error_unused` for a `tolerance` with
#' `exact = TRUE`; `wroc_error_column` for what can't be computed
#' from the columns; `wroc_error_engine` with what the engine said, its condition in the field
#' `parent`, and for a table that changes; `wroc_error_package` where dplyr, dbplyr or DBI are not installed.
#'
#' @source
#' Bamber, D. (1975). The area above the ordinal dominance graph and the area below the receiver
#' operating characteristic graph. *Journal of Mathematical Psychology* 12, 387-415: the area as a
#' sum over pairs, which adds up over steps. The shares of bins minimise the sum of halves of
#' rectangles, by the inequality of Cauchy and Schwarz.
#'
#' @family curves of large data
#' @seealso [roc_bounds()] for the bounds of the area, [roc_tally()] for streams.
#'
#' @examplesIf all(vapply(c("dbplyr", "RSQLite"), requireNamespace, NA, quietly = TRUE))
#' connection <- DBI::dbConnect(RSQLite::SQLite())
#' set.seed(1)
#' truth <- rep(0:1, 10000)
#' people <- data.frame(sick = truth, score = rnorm(20000, truth), weight = rexp(20000))
#' DBI::dbWriteTable(connection, "people", people)
#'
#' curve <- roc_collect(dplyr::tbl(connection, "people"), score, sick, weight, points = 100)
#' head(curve)
#' print(roc_bounds(curve), digits = 10)
#' print(with(people, auc_wmw(score, sick, weight)), digits = 10)
#'
#' # By group
#' people$site <- rep(c("a", "b"), each = 10000)
#' DBI::dbWriteTable(connection, "visits", people)
#' visits <- dplyr::group_by(dplyr::tbl(connection, "visits"), site)
#' roc_bounds(roc_collect(visits, score, sick, weight, points = 200))
#'
#' # How sure the area is
#' sure <- roc_collect(dplyr::tbl(connection, "people"), score, sick, weight, variance = TRUE)
#' auc_ci(sure)
#' DBI::dbDisconnect(connection)
#' @export
roc_collect <- function(tbl, guess, label, weight = NULL, points = 10000, tolerance = NULL,
                        exact = FALSE, na.rm = FALSE, positive = NULL, variance = FALSE,
                        cluster = NULL) classed(with_decimal_point({
  check_engine_packages()
  check_given(tbl)
  check_given(guess)
  if (is_formula(substitute(guess))) raise_formula("guess")
  check_given(label)
  if (!inherits(tbl, "tbl_lazy")) {
    raise_type("tbl", "a lazy table of dbplyr, such as dplyr::tbl(connection, \"name\")", tbl)
  }
  refuse_quoted(guess = substitute(guess), label = substitute(label), weight = substitute(weight),
                cluster = substitute(cluster))
  points <- check_numbers(points, "points", range_of("at least 16", function(x) x >= 16), 1L)
  given <- c(tolerance = !is.null(tolerance))
  if (!is.null(tolerance)) tolerance <- check_numbers(tolerance, "tolerance", prior_range, 1L)
  if (check_flag(exact, "exact")) {
    check_unused(given, "with `exact = TRUE`, where the area is not off")
  }
  check_flag(na.rm, "na.rm")
  positive <- check_positive(positive)
  check_flag(variance, "variance")
  unit <- is.null(substitute(weight))
  weight <- if (unit) dplyr::quo(!!dbplyr::sql("1e0")) else dplyr::enquo(weight)
  label <- dplyr::enquo(label)
  cluster <- if (!is.null(substitute(cluster))) dplyr::enquo(cluster)
  ask <- list(positive = positive, points = points, tolerance = tolerance, exact = exact, na.rm = na.rm,
              unit = unit, variance = variance || !is.null(cluster))
  by <- dplyr::group_vars(tbl)
  guess <- dplyr::enquo(guess)
  if (length(by) == 0L && ask$variance && (is_several(guess) || !is.null(cluster))) {
    return(curves_with_units(tbl, scores_of_guess(guess), label, weight, cluster, ask))
  }
  for_each_column(guess, function(guess) {
    of_units <- if (!is.null(cluster)) columns_of_units(list(guess), cluster)
    observations <- observations_in(tbl, guess, label, weight, of_units)
    connection <- connection_of(observations)
    in_snapshot(connection, {
      if (length(by) > 0L) {
        curves_of_groups(observations, connection, by, ask)
      } else {
        collected_curve(observations, connection, ask)
      }
    })
  })
}))

# Of `rows`, where it is known how many there are.
collected_curve <- function(observations, connection, ask, rows = NULL) {
  powers <- powers_for(ask$variance, ask$unit)
  table <- table_of(observations, connection, look_at(observations), ask$positive, powers)
  found <- found_steps(table, ask)
  check_rows_of_group(rows, found$state[["rows"]])
  curve_of_found(found, ask)
}

curve_of_found <- function(found, ask) {
  curve <- curve_of_steps(found$steps)
  if (!ask$variance) {
    return(curve)
  }
  with_spread(curve, spread_of_steps(found, curve$area[[1L]], ask$unit))
}

found_steps <- function(table, ask) {
  steps_of_table(table, ask$positive, ask$points, tolerance_of(ask), ask$exact, ask$na.rm)
}

tolerance_of <- function(ask) if (is.null(ask$tolerance)) 1 / (16 * ask$points) else ask$tolerance

# The steps, the labels of the classes, and the scales of the moments.
steps_of_table <- function(table, positive, points, tolerance, exact, na.rm) {
  streamed <- if (streams(table)) steps_by_stream(table, positive, points, exact, na.rm)
  if (!is.null(streamed) && sum(streamed$steps$slack + rounding_of_area(streamed$steps)) <= tolerance) {
    return(streamed)
  }
  asks_each_score <- function() {
    first_scan(table, function(powers) facts_of_few(table, points, powers), positive, na.rm)
  }
  by_score <- if (may_be_few(table$look$wroc_score, points)) asks_each_score()
  if (is.null(by_score)) {
    first <- first_by_look(table, positive, points, if (!exact) tolerance, na.rm)
    if (is.null(first)) {
      first <- first_scan(table, function(powers) facts_by_grid(table, coarse_bins, powers), positive, na.rm)
    }
    # So few observations that they may have few scores all the same.
    if (first$state[["rows"]] <= 4 * points) by_score <- asks_each_score()
    if (is.null(by_score)) {
      if (!exact && is_enough(first, points, tolerance)) {
        return(first)
      }
      table <- with_first(table, first)
      steps <- collected_steps(table, first$steps, points, tolerance,
                               exact || costs_more_than_scores(first$bins, first))
      return(list(steps = steps, classes = first$classes, scales = table$scales, state = first$state))
    }
    check_state(first, by_score$state, by_score$steps$rows)
  }
  by_score
}

# What facts_with(powers) says of the table once there are no faults, with sums of powers of weights where
# they are wanted. They are asked for again where the first rows had told a wrong scale.
first_scan <- function(table, facts_with, positive, na.rm) {
  if (length(powers_of_rows(table)) == 0L) {
    return(tally_of(facts_with(NULL), positive, na.rm, table))
  }
  scales <- scales_of_look(table$look)
  tally <- tally_of(facts_with(scaled_fact(table, scales)), positive, na.rm, table, scales)
  if (!is.null(tally) && !have_powers(scales, tally$state)) {
    scales <- tally$scales
    again <- tally_of(facts_with(scaled_fact(table, scales, tally$classes)), positive, na.rm, table, scales)
    check_state(tally, again$state, again$steps$rows)
    tally <- again
  }
  tally
}

# The scan that the first rows say will do; NULL where they have not both classes, or where it finds what
# may be an error.
first_by_look <- function(table, positive, points, tolerance, na.rm) {
  plan <- plan_by_look(table, positive, points, tolerance)
  if (is.null(plan) || sum(plan$pieces$bins) > most_bins_by_look) {
    return(NULL)
  }
  found <- ask_numbers(table, planned_in_sql(table, plan))
  state <- state_of_scan(found)
  if (has_faults(found, na.rm) || !fit_scales(plan$scales, state) ||
        length(table$powers) > 0L && !have_powers(plan$scales, state)) {
    return(NULL)
  }
  scales <- with_pairs(plan$scales, state)
  list(classes = plan$classes, steps = steps_of_answer(found, scales, table), state = state,
       scales = scales, bins = if (plan$bins > 1) sum(plan$pieces$bins) else 0)
}

# Which labels are the classes, how weights are scaled, and the grid, of so many bins a step.
plan_by_look <- function(table, positive, points, tolerance) {
  classes <- classes_of_look(table$look, positive)
  label <- if (is.null(positive)) classes[[2L]] else positive
  grid <- if (!is.null(classes)) grid_of_look(table$look, table$look$wroc_label == label, points, tolerance)
  if (is.null(grid)) {
    return(NULL)
  }
  grid$pieces$bins <- grid$pieces$bins * grid$bins
  c(grid, list(classes = classes, scales = scales_of_look(table$look)))
}

planned_in_sql <- function(table, plan) {
  table$scales <- plan$scales
  rows <- weighed_by_class(table, plan$classes, most = most_by_look(plan$scales, length(table$powers) > 0L))
  binned_in_sql(table, rows, plan$pieces, plan$bins)
}

has_faults <- function(found, na.rm) any(found$step %in% (if (na.rm) -3 else -3:-2))

with_pairs <- function(scales, state) {
  scales$pairs <- state[["positive"]] * scales$positive * (state[["negative"]] * scales$negative)
  scales
}

# More are for a scan that knows better where they should be.
most_bins_by_look <- 3e6

# More bins than this cost more than the scores themselves.
costs_more_than_scores <- function(bins, first) bins > min(first$state[["rows"]] / 2, 3e7)

# What the first scan says once it has no faults: the steps of its bins and the labels of the classes.
tally_of <- function(facts, positive, na.rm, table, from = NULL) {
  if (is.null(facts)) {
    return(NULL)
  }
  check_facts(facts, na.rm)
  classes <- labels_in_use(facts$label, positive)
  check_weights(facts, classes[[2L]])
  steps <- coarse_steps(facts, classes[[2L]])
  check_certificate(steps)
  scales <- scales_of(steps)
  list(classes = classes, steps = moments_of_ties(known(steps), table, scales, from),
       state = state_of_facts(facts, steps), bins = 0, scales = scales)
}

is_formula <- function(expression) is.call(expression) && identical(expression[[1L]], quote(`~`))

# A text is a constant, not the column of that name.
refuse_quoted <- function(...) {
  expressions <- list(...)
  for (argument in names(expressions)) {
    text <- expressions[[argument]]
    if (is.character(text)) {
      message <- sprintf("`%s` must be a column, whose name stands without quotes: `%s`, not \"%s\".",
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

# The facts of each score, unless there are more of them than points.
facts_of_few <- function(table, points, powers) {
  # Two labels, a missing one, and a third that is an error.
  limit <- 4 * (points + 1)
  facts <- facts_of(table, "wroc_score", limit, powers)
  if (nrow(facts) == limit || length(unique(facts$bin)) > points) NULL else facts
}

facts_by_grid <- function(table, bins, powers) {
  pieces <- coarse_pieces(as.numeric(table$look$wroc_score), bins)
  facts_of(table, bin_of(pieces, table$dialect), 8 * bins, powers)
}

# Whether the first scan's grid leaves so little open that there is no need of a second one.
is_enough <- function(first, points, tolerance) {
  nrow(first$steps) < points && !costs_more_than_scores(first$bins, first) &&
    sum(first$steps$slack + rounding_of_area(first$steps)) <= tolerance
}

collected_steps <- function(table, steps, points, tolerance, exact, aim = tolerance) {
  steps <- divided(table, steps)
  plan <- plan_of(steps, points)
  bins <- bins_for(aim, plan)
  rows <- weighed_by_class(table, table$first$classes)
  if (exact || costs_more_than_scores(bins * sum(plan$pieces$bins), table$first)) {
    found <- exactly(table, rows, plan$pieces)
    check_same_steps(steps, found, plan$pieces$low)
    return(found)
  }
  found <- by_bins(table, rows, plan$pieces, bins)
  check_same_steps(steps, found, plan$pieces$low)
  refined(table, found, points, tolerance, aim)
}

by_bins <- function(table, rows, pieces, bins) {
  pieces$bins <- pieces$bins * bins
  steps_by(table, binned_in_sql(table, rows, pieces, bins))
}

exactly <- function(table, rows, pieces, group = table$group || !table$dialect$range_frames) {
  found <- steps_by(table, exact_in_sql(table, rows, pieces, group))
  # Rows of the same score were counted apart.
  if (!group) found$bins <- 1 + (found$last > found$score)
  found
}

# Coarse steps, with those divided that hold much, which the first rows did not tell.
divided <- function(table, steps) {
  for (round in 1:3) {
    crowded <- heaviest(ifelse(is_crowded(steps), need_of(steps), 0), 0)
    if (length(crowded) == 0L) break
    crowded <- utils::head(crowded, most_pieces)
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
  room <- max(tolerance - sum(rounding_of_area(steps)), tolerance / 2)
  while (sum(steps$slack) > room) {
    heavy <- heaviest(steps$slack, 0.9 * room)
    if (length(heavy) > 4L * most_pieces) {
      aim <- 0.8 * aim * room / sum(steps$slack)
      return(collected_steps(table, steps, points, tolerance, FALSE, aim))
    }
    steps <- divided_again(table, steps, utils::head(heavy, most_pieces), function(rows, pieces) {
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
