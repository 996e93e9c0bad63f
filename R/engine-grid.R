# A grid of bins over the scores, as SQL. It is linear within each of some pieces, which ascend: a
# piece begins at its `low`, and its `bins` divide the scores from there to its `high`, which is at
# most the next one's `low`.

pieces_from <- function(low, high, bins) {
  as_frame(list(low = low, high = high, bins = rep_len(bins, length(low))), length(low))
}

# Beyond this the difference of two scores may overflow. Such scores have a bin at each end, and steps of
# their own: no step of a query or of a stream crosses these ends, which check_certificate() sees to. The next
# double is the least beyond.
max_extreme <- 8e307
min_beyond <- max_extreme + 2^970

# -1 and 1 for scores beyond the ends, 0 for all others.
side_of <- function(score) (score > max_extreme) - (score < -max_extreme)

# All digits of a double, in a form that no engine takes for a decimal of its own.
literal <- function(x) sprintf("%.17e", x)

# The same as a product of whole numbers and powers of two, for engines that round the decimals of
# very large and very small numbers wrongly.
literal_of_powers <- function(x) vapply(x, function(x) {
  # A denormal has the smallest power that there is. The result is one less than the leading bit needs, as log2()
  # is rounded.
  exponent <- if (x == 0) 0 else max(floor(log2(abs(x))) - 53, -1074)
  power <- abs(exponent)
  factors <- 2^c(rep(62, power %/% 62), power %% 62)
  paste0("(", paste(sprintf("%.1f", c(x / 2^exponent, factors)),
                    collapse = if (exponent < 0) " / " else " * "), ")")
}, "")

# A tree of comparisons with the pieces as its leaves. It is short, because Java does not compile
# methods of more than 8000 bytes, into which Spark makes it. Extreme scores are distinguished in
# the outer leaves only: `beyond` has the numbers of their bins, NA elsewhere.
place_in_tree <- function(pieces, dialect, beyond) {
  if (nrow(pieces) == 1L) {
    place <- place_in_piece(pieces, dialect)
    sizes <- dialect$number(c(-max_extreme, max_extreme))
    cases <- sprintf("WHEN wroc_score %s %s THEN %.0f", c("<", ">"), sizes, beyond)[!is.na(beyond)]
    if (length(cases) == 0L) return(place)
    return(sprintf("CASE %s ELSE %s END", paste(cases, collapse = " "), place))
  }
  left <- seq_len(nrow(pieces) %/% 2)
  sprintf(
    "CASE WHEN wroc_score < %s THEN %s ELSE %s END",
    dialect$literal(pieces$low[[length(left) + 1L]]),
    place_in_tree(pieces[left, ], dialect, c(beyond[[1L]], NA)),
    place_in_tree(pieces[-left, ], dialect, c(NA, beyond[[2L]]))
  )
}

# The low end itself must not get a little less than the first number: hence all its digits. Where engines refuse
# a product that is too small for a double, such scores have the first number.
place_in_piece <- function(piece, dialect) {
  width <- piece$high - piece$low
  has_edges <- !is.null(piece$step)
  if (piece$bins == 1 || width <= 0) {
    return(if (has_edges) sprintf("%.0f", piece$first) else dialect$number(piece$first))
  }
  # A little less, so that the high end has the last number and not one more.
  scale <- min(piece$bins * (1 - 1e-12) / width, 1e308)
  place <- sprintf("(wroc_score - %s) * %s + %s", dialect$literal(piece$low), dialect$number(scale),
                   dialect$number(piece$first))
  if (has_edges) place <- place_by_edges(place, piece, dialect)
  if (!dialect$underflows || scale >= 1 || abs(piece$low) > 1e-250) return(place)
  sprintf("CASE WHEN wroc_score < %s THEN %s ELSE %s END", dialect$literal(piece$low + 1e-290 / scale),
          sprintf("%.0f", piece$first), place)
}

# The place is at most one bin too low, and is raised where the score has reached the next edge, which is the
# same double as in R.
place_by_edges <- function(place, piece, dialect) {
  place <- sprintf(dialect$whole, place)
  # As a double, with which literals that an engine takes for decimals become doubles.
  bins <- sprintf("CAST(%s - %.0f AS %s)", place, piece$first - 1, dialect$double)
  edge <- if (is.na(piece$per)) {
    sprintf("%s + %s * %s", dialect$literal(piece$low), bins, dialect$literal(piece$step))
  } else {
    sprintf("(%s + %.0f) / %s", bins, round(piece$low * piece$per), dialect$number(piece$per))
  }
  sprintf("%s + CASE WHEN wroc_score >= %s THEN 1 ELSE 0 END", place, edge)
}

# The number of breaks that are no higher than the score.
bin_by_breaks <- function(breaks, dialect) {
  sprintf("CASE WHEN wroc_score < %s THEN 0 ELSE %s END", dialect$literal(breaks[[1L]]),
          place_in_tree(pieces_of_breaks(breaks), dialect, c(NA, NA)))
}

# Equally spaced breaks are one piece, whose edges are computed to the last digit, as multiples of a `step` above
# the low end or as whole numbers divided by `per`. Others are pieces of one bin, and so is what lies above the
# last break.
pieces_of_breaks <- function(breaks) {
  from <- 1L
  runs <- list()
  while (from < length(breaks)) {
    runs <- c(runs, list(run_of_breaks(breaks[from:length(breaks)])))
    from <- from + runs[[length(runs)]]$bins
  }
  part <- function(name) c(vapply(runs, `[[`, 0, name), if (name == "bins") 1 else NA)
  first <- cumsum(c(1, part("bins")))[seq_len(length(runs) + 1L)]
  pieces <- pieces_from(breaks[first], c(breaks[first[-1L]], Inf), part("bins"))
  pieces[c("first", "step", "per")] <- list(first, part("step"), part("per"))
  pieces
}

# The longest run of bins from the first break on whose edges have a formula; else the first bin.
run_of_breaks <- function(breaks) {
  fewest <- 8L
  single <- list(bins = 1, step = NA_real_, per = NA_real_)
  width <- breaks[[2L]] - breaks[[1L]]
  if (length(breaks) <= fewest || !is.finite(width) || width < 1e-290) return(single)
  steps <- unique(c(width, (breaks[[length(breaks)]] - breaks[[1L]]) / (length(breaks) - 1), signif(width, 12L)))
  steps <- steps[is.finite(steps)]
  pers <- unique(round(1 / steps))
  pers <- pers[pers >= 1 & abs(breaks[[1L]]) * pers < 2^50]
  formulas <- c(lapply(steps, function(step) list(step = step, per = NA_real_)),
                lapply(pers, function(per) list(step = 1 / per, per = per)))
  bins <- vapply(formulas, function(formula) {
    holds <- function(last) edges_of(breaks[[1L]], seq_len(last), formula) == breaks[1L + seq_len(last)]
    if (all(holds(fewest))) match(FALSE, holds(length(breaks) - 1L), nomatch = length(breaks)) - 1 else 0
  }, 0)
  best <- which.max(bins)
  if (bins[[best]] < fewest) single else c(list(bins = bins[[best]]), formulas[[best]])
}

edges_of <- function(low, number, formula) {
  if (is.na(formula$per)) low + number * formula$step else (round(low * formula$per) + number) / formula$per
}

# TRUE for a score that lies in one of some steps. An infinite end is not a limit.
is_within <- function(steps, dialect) {
  end <- function(comparison, score) {
    finite <- is.finite(score)
    number <- dialect$literal(ifelse(finite, score, 0))
    ifelse(finite, paste("wroc_score", comparison, number), "1 = 1")
  }
  ranges <- sprintf("(%s AND %s)", end(">=", steps$score), end("<=", steps$last))
  paste(ranges, collapse = " OR ")
}

# Scores outside the steps in question go to steps of their own. Expressions are repeated as little as possible, as
# PostgreSQL computes those of a subquery wherever they are used.
bin_or_rest <- function(pieces, dialect) {
  pieces$first <- cumsum(c(1, pieces$bins))[seq_len(nrow(pieces))]
  # The number of a score's bin: a function that never falls.
  bin <- sprintf(dialect$whole, place_in_tree(pieces, dialect, c(0, sum(pieces$bins) + 1)))
  sprintf("CASE WHEN wroc_kind >= 0 THEN %s ELSE wroc_kind END", bin)
}

# The sums of each step, so many bins of the grid: one scan. Bins stay in the engine.
binned_in_sql <- function(table, rows, pieces, bins_of_step) {
  sums <- fill(
    "SELECT {keys}{part}wroc_bin AS {name}, MIN(wroc_score) AS {low}, MAX(wroc_score) AS {high},
       SUM(wroc_positive) AS wroc_positive, SUM(wroc_negative) AS wroc_negative,
       {rows_of} AS wroc_rows{sums}
     FROM (
       SELECT {keys}{part}{bin} AS wroc_bin, wroc_score, wroc_positive, wroc_negative{scaled}
       FROM ({rows}{fence}) wroc_weighed{fence}
     ) wroc_binned GROUP BY {keys}{part}wroc_bin",
    keys = table$keys, part = table$part,
    name = if (bins_of_step == 1) "wroc_step" else "wroc_bin",
    low = if (bins_of_step == 1) "wroc_score" else "wroc_low",
    high = if (bins_of_step == 1) "wroc_last" else "wroc_high",
    bin = bin_or_rest(pieces, table$dialect), rows_of = count_of("*", table), rows = rows,
    sums = more_columns(columns_of_bins(table)), scaled = more_columns(columns_of_rows(table)),
    fence = fence_for(table)
  )
  # A step that is one bin has no other bins to choose from.
  if (bins_of_step == 1) {
    return(sums)
  }
  # A double's quotient of whole numbers below 2^53 is never rounded up to a whole number.
  step <- sprintf("(wroc_bin + %.0f) / %s", bins_of_step - 1, table$dialect$number(bins_of_step))
  # Rows of several parts have the ends of their bin.
  ends <- if (nzchar(table$part)) {
    sprintf("%s OVER (PARTITION BY %swroc_bin) AS wroc_%s", c("MIN(wroc_low)", "MAX(wroc_high)"), table$keys,
            c("low", "high"))
  } else {
    c("wroc_low", "wroc_high")
  }
  bins <- fill(
    "SELECT {keys}{part}CASE WHEN wroc_bin < 0 THEN wroc_bin ELSE {step} END AS wroc_step,
       {ends}, wroc_positive, wroc_negative, wroc_rows{more}
     FROM ({sums}) wroc_bins",
    keys = table$keys, part = table$part, ends = paste(ends, collapse = ", "),
    step = sprintf(table$dialect$whole, step), sums = sums,
    more = more_columns(names_of_bins(table))
  )
  summed_up(table, bins, high = "wroc_high", columns = "wroc_low, wroc_high")
}

# The sums of each score, and of the rows that do not count. Engines gain nothing by groups where all scores differ.
by_score_in_sql <- function(table, rows, group) {
  query <- if (group) {
    "SELECT {part}wroc_kind, wroc_score, SUM(wroc_positive) AS wroc_positive,
       SUM(wroc_negative) AS wroc_negative, {count} AS wroc_rows{sums}
     FROM (
       SELECT {part}CASE WHEN wroc_kind >= 0 THEN 1 ELSE wroc_kind END AS wroc_kind,
         CASE WHEN wroc_kind >= 0 THEN wroc_score END AS wroc_score, wroc_positive,
         wroc_negative{scaled}
       FROM ({rows}{fence}) wroc_weighed{fence}
     ) wroc_asked GROUP BY {part}wroc_kind, wroc_score"
  } else {
    "SELECT {part}wroc_kind, wroc_score, wroc_positive, wroc_negative,
       CAST(1 AS {double}) AS wroc_rows{sums}
     FROM (
       SELECT {part}wroc_kind, wroc_score, wroc_positive, wroc_negative{scaled}
       FROM ({rows}{fence}) wroc_weighed{fence}
     ) wroc_asked"
  }
  fill(query, part = table$part, count = count_of("*", table), double = table$dialect$double, rows = rows,
       scaled = more_columns(columns_of_rows(table)), fence = fence_for(table),
       sums = more_columns(columns_of_bins(table, if (group) "SUM" else "")))
}

# The same as binned_in_sql() where each score is a bin: nothing is left open.
exact_in_sql <- function(table, rows, pieces, group) {
  bins <- fill(
    "SELECT {part}{bin} AS wroc_step, wroc_score AS wroc_low, wroc_positive, wroc_negative, wroc_rows{more}
     FROM ({each}) wroc_scores",
    part = table$part, bin = bin_or_rest(pieces, table$dialect), more = more_columns(names_of_bins(table)),
    each = by_score_in_sql(table, rows, group)
  )
  summed_up(table, bins, high = "wroc_low", columns = "wroc_low", tied = !group)
}

# `wins` and `losses` are the weights of pairs that positives win or lose against negatives of the
# same step; `slack` is half of those of pairs in bins of more than one score. Bins have the scores
# from wroc_low to what `high` names. There is a window within each step, never over all rows. By the
# standard its frame includes the bins that tie, so that the sum of positive * (negatives up to here)
# counts the pairs that are won or tied, and that with the classes swapped those that are lost or tied.
summed_up <- function(table, bins, high, columns, tied = FALSE) {
  positive <- scaled_bins("positive", table)
  negative <- scaled_bins("negative", table)
  has_parts <- nzchar(table$part)
  # Bins of parts have a row for each part: what ties with one is in others, too, and counts half at once.
  up <- paste0("wroc_up_", classes_of_sums)
  if (has_parts) up <- sprintf("(%s - wroc_tied_%s / 2)", up, classes_of_sums)
  by_score <- sprintf("PARTITION BY %swroc_step ORDER BY wroc_low%s", table$keys,
                      if (table$dialect$range_frames || tied) "" else " ROWS UNBOUNDED PRECEDING")
  windows <- fill(
    "SELECT {kept},
         SUM({negative}) OVER ({by_score}) AS wroc_up_negative,
         SUM({positive}) OVER ({by_score}) AS wroc_up_positive{ties}
       FROM ({bins}) wroc_steps",
    kept = kept_of_bins(table, columns), by_score = by_score, positive = positive, negative = negative,
    ties = more_columns(ties_in_sql(table, tied)), bins = bins
  )
  if (has_parts && !table$dialect$range_frames) windows <- with_ties(table, windows, columns)
  fill(
    "SELECT {keys}{part}wroc_step, SUM(wroc_positive) AS wroc_positive, SUM(wroc_negative) AS wroc_negative,
       MIN(wroc_low) AS wroc_score, MAX({high}) AS wroc_last,
       SUM({positive} * {up_negative}) AS wroc_wins,
       SUM({negative} * {up_positive}) AS wroc_losses,
       SUM(CASE WHEN {high} > wroc_low THEN
         {positive} * ({of_bin}) / 2 ELSE 0 END)
         AS wroc_slack,
       {bins_of} AS wroc_bins, SUM(wroc_rows) AS wroc_rows{moments}
     FROM (
       {windows}
     ) wroc_windows
     GROUP BY {keys}{part}wroc_step",
    keys = table$keys, part = table$part, up_positive = up[[1L]], up_negative = up[[2L]],
    of_bin = if (has_parts) "wroc_tied_negative" else negative, bins_of = count_of("*", table), high = high,
    positive = positive, negative = negative, windows = with_places(table, windows, columns),
    moments = more_columns(moments_in_sql(table))
  )
}

# The columns that queries around those of bins pass on.
kept_of_bins <- function(table, columns) {
  paste0(table$keys, table$part, "wroc_step, ", columns, ", wroc_positive, wroc_negative, wroc_rows",
         more_columns(names_of_bins(table)))
}

# Rows of a bin, one for each part, have the sums up to the last one of them.
with_ties <- function(table, windows, columns) {
  up <- sprintf("MAX(wroc_up_%s) OVER (PARTITION BY %swroc_step, wroc_low) AS wroc_up_%s", classes_of_sums,
                table$keys, classes_of_sums)
  fill("SELECT {kept}{up}, wroc_tied_positive, wroc_tied_negative
       FROM ({windows}) wroc_tied", kept = kept_of_bins(table, columns), up = more_columns(up), windows = windows)
}

# The weights of bins, scaled. Where too small a product is an error, those that are nothing beside all others
# are 0: fit_scales() tells that there are others.
scaled_bins <- function(class, table) {
  column <- paste0("wroc_", class)
  scale <- table$scales[[class]]
  scaled <- sprintf("%s * %s", column, table$dialect$literal(scale))
  if (!table$dialect$underflows) {
    return(scaled)
  }
  lower <- table$dialect$literal(min(1e-140 / scale, max_weight))
  sprintf("CASE WHEN %s > %s THEN %s ELSE 0 END", column, lower, scaled)
}

# The steps that a query asks for. `wins` is the share of all pairs that positives win against
# negatives of the same step, ties and pairs in the same bin counted half; `slack` is how much more or
# less it can be.
steps_by <- function(table, query) {
  result <- ask_numbers(table, query)
  # The sums of a scan must be those of the first one.
  check_state(table$first, state_of_scan(result), result$rows)
  steps_of_answer(result, table$scales, table)
}

steps_of_answer <- function(result, scales, table) {
  result <- result[order(result$step), ]
  result <- result[result$step >= 0, ]
  if (nzchar(table$part)) result <- whole_steps(result, scales)
  of_step <- c("positive", "negative", "score", "last", intersect(names(result), columns_of_parts_of_steps))
  steps <- if (is.null(result$wins)) {
    moments_of_ties(known(result[c(of_step, "rows", sub("^wroc_", "", names_of_bins(table)))], scales),
                    table, scales)
  } else {
    if (!nzchar(table$part)) {
      both <- result$positive * scales$positive * (result$negative * scales$negative)
      result$wins <- (result$wins - result$losses + both) / 2
    }
    result$wins <- result$wins / scales$pairs
    result$slack <- result$slack / scales$pairs
    result[c(of_step, "wins", "slack", "bins", "rows", columns_of_moments(table))]
  }
  check_certificate(steps)
  steps
}

# Steps of one bin: half of the pairs in those of several scores is open. The shares are of all pairs, in
# other steps, too, where `scales` tell them.
known <- function(steps, scales) {
  pairs <- steps$positive * scales$positive * (steps$negative * scales$negative) / scales$pairs
  steps$wins <- pairs / 2
  steps$slack <- ifelse(steps$last > steps$score, pairs / 2, 0)
  steps$bins <- 1
  if (!is.null(steps$positive_of_parts)) steps <- with_ties_of_parts(steps, scales)
  steps
}

# Powers of two, so that they change no digit, near to the reciprocals of the classes' weights, so
# that no product of weights is too large or too small; and the weight of all pairs so scaled.
scales_of <- function(steps) {
  near <- function(weight) 2^-round(log2(sum(weight)))
  scales <- list(positive = near(steps$positive), negative = near(steps$negative))
  scales$pairs <- sum(steps$positive) * scales$positive * (sum(steps$negative) * scales$negative)
  scales
}

# A bound of the area's rounding error, step by step. A weight goes through no more additions than its step
# has rows before it is part of a sum of the step, so that such sums, whatever the order, are off by a
# share of rows * 2^-53. Products of the weights of two steps, and the totals by which they are divided,
# are off by twice that each, and sums over steps by 2^-53 for each step. Within a step the pairs that
# are won, those that are lost, and all of them (together three times the pairs at most, of which half
# is taken) go through three such sums each.
rounding_of_area <- function(steps) {
  width <- steps$negative / sum(steps$negative)
  pairs <- steps$positive / sum(steps$positive) * width
  between <- 4 * max(steps$rows) + 2 * nrow(steps) + 100
  2^-53 * (between * width + 5 * steps$rows * pairs)
}
