#' Weighted ROC curve of a table in a database
#'
#' Lets the engine that holds the observations add them up, fetches a bounded number of rows, and says how
#' far the area can be off.
#'
#' @section How it works:
#' All is done by aggregating queries that dbplyr writes; no observation is fetched, and nothing is written
#' to the database.
#' \enumerate{
#'   \item One scan counts what may be wrong (missing values, weights, labels) and finds the range of the scores.
#'   \item Where there are few distinct scores, `GROUP BY` score gives the exact curve.
#'   \item Otherwise the scores are divided into steps, by a grid that follows their distribution: where many
#'     lie, as near 0 for calibrated probabilities, it is finer. Steps are found by a scan of a coarse grid,
#'     again where that leaves most of the data in few bins.
#'   \item Each step is divided into bins, which are added up in the engine (a window within each step, never
#'     over all rows), so that the area is known far better than the points alone would tell. Steps whose
#'     bins leave most open are scanned again with finer bins until the bound on the area is within the `tolerance`.
#' }
#' A row of the result stands at the least score of its step, where the curve is exact: the curve is that of
#' all observations with rows left out. The engine's answer must prove that steps do not overlap.
#'
#' With `exact = TRUE` each distinct score is a bin, so that the area is exact but for rounding, and still
#' only `points` rows are fetched.
#'
#' @section Complexity:
#' Three or four scans of the table, one more for each round of refinement; memory of R in proportion to
#' `points`.
#'
#' @param tbl A lazy table of package dbplyr, from any DBI connection (SQLite, PostgreSQL, ...) or from
#'   sparklyr.
#' @param guess,label,weight Columns, or expressions of columns as in [dplyr::mutate()]: scores (numbers),
#'   labels (numbers as in [WeightedROC()], or booleans), weights (numbers; 1 without this argument).
#' @param points The largest number of rows of the curve, about; at least 16.
#' @param tolerance The largest bound on the error of the area that is good enough, a number in (0, 1); by
#'   default 1 / `points`^2, but not below 1e-9.
#' @param exact `TRUE` for the exact area.
#' @param na.rm `TRUE` to leave out rows in which the score, the label or the weight is missing. By default they
#'   are an error, which says how many there are.
#' @param positive The label of the positive class, where the labels do not say it.
#'
#' @return A curve as that of [WeightedROC()], with further columns that [roc_bounds()] reads:
#'   \item{scores}{1 where the step from this row to the next has one distinct score, else a number that it
#'     has at least; 0 in the last row,}
#'   \item{wins}{the weight of pairs of a positive and a negative in this step that the positive wins, ties and
#'     pairs in the same bin counted half,}
#'   \item{slack}{how much more or less that can be.}
#'
#' @section Errors:
#' Those of [WeightedROC()], with the number of `rows` in place of a position; `wroc_error_engine` with what the
#' engine said; `wroc_error_package` where dplyr, dbplyr or DBI are not installed.
#'
#' @source
#' Bamber, D. (1975). The area above the ordinal dominance graph and the area below the receiver operating
#' characteristic graph. *Journal of Mathematical Psychology* 12, 387-415: the area as a sum over pairs, which
#' adds up over steps.
#'
#' @seealso [roc_bounds()] for the bounds of the area, [roc_tally()] for streams.
#'
#' @examples
#' if (requireNamespace("RSQLite", quietly = TRUE) && requireNamespace("dbplyr", quietly = TRUE)) {
#'   connection <- DBI::dbConnect(RSQLite::SQLite())
#'   set.seed(1)
#'   truth <- rep(0:1, 10000)
#'   people <- data.frame(sick = truth, score = rnorm(20000, truth), weight = rexp(20000))
#'   DBI::dbWriteTable(connection, "people", people)
#'
#'   curve <- roc_collect(dplyr::tbl(connection, "people"), score, sick, weight, points = 200)
#'   print(nrow(curve))
#'   print(roc_bounds(curve), digits = 10)
#'   print(with(people, auc_wmw(score, sick, weight)), digits = 10)
#'   DBI::dbDisconnect(connection)
#' }
#' @export
roc_collect <- function(tbl, guess, label, weight = NULL, points = 10000, tolerance = NULL,
                        exact = FALSE, na.rm = FALSE, positive = NULL) {
  check_engine_packages()
  if (!inherits(tbl, "tbl_lazy")) {
    raise_type("tbl", "a lazy table of dbplyr", tbl)
  }
  points <- check_numbers(points, "points", range_of("at least 16", function(x) x >= 16), 1L)
  tolerance <- if (is.null(tolerance)) {
    max(1e-9, 1 / points^2)
  } else {
    check_numbers(tolerance, "tolerance", prior_range, 1L)
  }
  check_flag(exact, "exact")
  check_flag(na.rm, "na.rm")
  rows <- if (is.null(substitute(weight))) {
    dplyr::transmute(dplyr::ungroup(tbl), wroc_score = {{ guess }}, wroc_label = {{ label }},
                     wroc_weight = 1.0)
  } else {
    dplyr::transmute(dplyr::ungroup(tbl), wroc_score = {{ guess }}, wroc_label = {{ label }},
                     wroc_weight = {{ weight }})
  }
  dialect <- dialect_of(tbl)
  facts <- facts_of(rows, dialect)
  check_facts(facts, na.rm)
  positive <- positive_of(facts, positive)
  weighed <- weighed_by_class(rows, positive, na.rm, dialect)
  curve_of_steps(collected_steps(weighed, facts, points, tolerance, exact))
}

collected_steps <- function(rows, facts, points, tolerance, exact) {
  few <- few_scores(rows, points)
  if (!is.null(few)) {
    return(few)
  }
  range <- c(min(facts$low, na.rm = TRUE), max(facts$high, na.rm = TRUE))
  plan <- plan_of(rows, range, points)
  steps <- if (exact) exact_steps_in(rows, plan) else refined_steps(rows, plan, tolerance)
  steps <- rbind(extreme_steps_in(rows, exact), steps)
  steps <- steps[order(steps$score), ]
  check_certificate(steps)
  steps
}

# The exact steps where there are no more distinct scores than points. A look at some rows saves
# the engine from counting many.
few_scores <- function(rows, points) {
  look <- ask(rows |>
    utils::head(20 * points) |>
    dplyr::summarise(distinct = dplyr::n_distinct(wroc_score)))
  if (as.numeric(look$distinct) > points) {
    return(NULL)
  }
  found <- ask(rows |>
    dplyr::group_by(wroc_score) |>
    dplyr::summarise(positive = sum(wroc_positive, na.rm = TRUE),
                     negative = sum(wroc_negative, na.rm = TRUE)) |>
    utils::head(points + 1))
  if (nrow(found) > points) {
    return(NULL)
  }
  found <- as_frame(lapply(found, as.numeric), nrow(found))
  found <- found[order(found$wroc_score), ]
  as_frame(list(
    positive = found$positive, negative = found$negative, score = found$wroc_score,
    last = found$wroc_score, wins = found$positive * found$negative / 2,
    slack = 0 * found$positive, bins = rep(1, nrow(found))
  ), nrow(found))
}

most_pieces <- 128

# Pieces with about the same need of steps each: cut where the square root of the product of both
# classes' shares has grown by so much, which makes the sum of the rectangles small.
plan_of <- function(rows, range, points) {
  pieces <- pieces_between(range[[1L]], range[[2L]], 4096, 1)
  steps <- steps_in(rows, pieces)
  for (round in 1:20) {
    crowded <- which(need_of(steps) > 2 / most_pieces & steps$last > steps$score)
    if (length(crowded) == 0L) break
    finer <- steps_in(rows, pieces_between(steps$score[crowded], steps$last[crowded],
                                           ceiling(4096 / length(crowded)), 1))
    steps <- rbind(steps[-crowded, ], finer)
    steps <- steps[order(steps$score), ]
  }
  need <- need_of(steps)
  group <- pmin(floor((cumsum(need) - need / 2) * most_pieces), most_pieces - 1)
  first <- !duplicated(group)
  last <- !duplicated(group, fromLast = TRUE)
  share <- as.vector(rowsum(need, group))
  pieces_between(steps$score[first], steps$last[last], pmax(1, round(share * points * 0.9)), 1)
}

# The share of each step in what the steps must tell.
need_of <- function(steps) {
  need <- sqrt(steps$positive / sum(steps$positive) * steps$negative / sum(steps$negative)) +
    1e-3 * (steps$positive + steps$negative) / sum(steps$positive + steps$negative)
  need / sum(need)
}

pieces_between <- function(low, high, steps, bins) {
  as_frame(list(low = low, high = high, steps = rep_len(steps, length(low)),
                bins = rep_len(bins, length(low))), length(low))
}

refined_steps <- function(rows, plan, tolerance) {
  # About this many bins leave so much open: a rectangle of 1 / bins^2 each, half of them.
  plan$bins <- ceiling(min(1 / tolerance, 1e7) / (2 * sum(plan$steps)))
  steps <- steps_in(rows, plan)
  for (round in 1:40) {
    open <- open_share(steps)
    if (sum(open) <= tolerance) break
    heavy <- heaviest(open, tolerance)
    bins <- 4 * max(64, ceiling(max(steps$bins[heavy])))
    finer <- steps_in(rows, pieces_between(steps$score[heavy], steps$last[heavy], 1, bins))
    if (nrow(finer) != length(heavy)) {
      raise("engine", "The engine answers the same question differently.", argument = "tbl")
    }
    stuck <- sum(open_share(finer, steps)) > 0.9 * sum(open[heavy])
    steps[heavy, ] <- finer
    if (stuck) break
  }
  steps
}

open_share <- function(steps, of = steps) {
  steps$slack / sum(of$positive) / sum(of$negative)
}

# The steps that leave most open, as few as must shrink for the sum to be within the tolerance.
heaviest <- function(open, tolerance) {
  order <- order(open, decreasing = TRUE)
  left <- sum(open) - cumsum(open[order])
  number <- match(TRUE, left <= tolerance / 2)
  sort(order[seq_len(min(number, most_pieces, sum(open > 0)))])
}

curve_of_steps <- function(steps) {
  merged <- steps$last > steps$score
  tally <- as_tally(list(score = steps$score, positive = steps$positive, negative = steps$negative,
                         scores = ifelse(merged, 2, 1)), 0)
  curve <- roc_from_tally(tally)
  curve$wins <- c(steps$wins, 0)
  curve$slack <- c(steps$slack, 0)
  curve
}
