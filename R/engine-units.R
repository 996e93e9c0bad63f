# The influence of independent units, rows or clusters, on the areas of scores. It takes one more scan, in which
# each row meets the placement of its score. That is what lies below the score's bin, and half of the
# bin, as shares of the other class. Bins are added up within the query. Windows are over them alone, and
# within a piece of the grid: what lies below a piece is known.

# The largest error of the AUC with which bins are fine enough for standard errors.
most_open_to_units <- 1e-4

# A grid of bins for the steps of a score, and what lies below each of its pieces. `exactly` has each score
# for a bin, also where one bin for all that lies beyond an end would leave too much open.
grid_for_units <- function(steps, points, tolerance, exact) {
  plan <- plan_of(steps, points)
  bins <- bins_for(min(tolerance, most_open_to_units), plan)
  number <- bins * sum(plan$pieces$bins)
  # Bins narrower than this are not computed as such.
  too_narrow <- plan$pieces$high - plan$pieces$low < plan$pieces$bins * bins * 1e-307
  exactly <- exact || all(steps$last == steps$score) || number > min(sum(steps$rows) / 2, 3e7) ||
    any(too_narrow) || open_beyond_ends(steps) > tolerance
  pieces <- plan$pieces
  if (!exactly) pieces$bins <- pieces$bins * bins
  starts <- c(-Inf, pieces$low, most_extreme)
  shares_below <- function(class) {
    weights <- steps[[class]] / sum(steps[[class]])
    c(0, vapply(starts[-1L], function(start) {
      sum(weights[if (start == most_extreme) steps$score <= start else steps$score < start])
    }, 0))
  }
  list(pieces = pieces, exactly = exactly, area = area_of_steps(steps),
       first = c(0, cumsum(c(1, pieces$bins))),
       positive = shares_below("positive"), negative = shares_below("negative"))
}

# Half of the share of pairs beyond each end, where there are several scores.
open_beyond_ends <- function(steps) {
  sides <- vapply(c(-1, 1), function(side) {
    beyond <- steps[side_of(steps$score) == side, ]
    is_one_score <- nrow(beyond) < 2L && all(beyond$score == beyond$last)
    if (is_one_score) 0 else sum(beyond$positive) * (sum(beyond$negative) / sum(steps$negative)) / 2
  }, 0)
  sum(sides) / sum(steps$positive)
}

# A value for each piece, by the number of the bin.
by_piece <- function(grid, values) {
  last <- length(values)
  cases <- sprintf("WHEN wroc_bin < %.0f THEN %s", grid$first[-1L], values[-last])
  sprintf("CASE %s ELSE %s END", paste(cases, collapse = " "), values[[last]])
}

# Rows that count, with the shares of their weights in both classes, one of them 0.
shares_in_sql <- function(table, rows, scores, classes, totals, more) {
  scales <- lapply(totals, function(total) 2^-round(log2(total)))
  share <- function(class) {
    weight <- scaled_weight("wroc_weight", scales[[class]], table)
    fill("CASE WHEN wroc_label = {label} THEN ({weight}) / {total} ELSE 0 END", weight = weight,
         label = value_in_sql(classes[[if (class == "positive") 2L else 1L]], table),
         total = table$dialect$literal(totals[[class]] * scales[[class]]))
  }
  missing <- vapply(scores, is_missing, "", table)
  fill(
    "SELECT {columns}, {positive} AS wroc_positive, {negative} AS wroc_negative,
       CASE WHEN wroc_label = {label} THEN 1 ELSE 0 END AS wroc_class
     FROM ({rows}) wroc_rows
     WHERE {is_weight} AND wroc_text = 0 AND wroc_label IN ({labels}) AND NOT ({missing})",
    columns = paste(c(scores, more), collapse = ", "), positive = share("positive"),
    negative = share("negative"), label = value_in_sql(classes[[2L]], table), rows = rows,
    is_weight = is_weight(table), missing = paste(missing, collapse = " OR "),
    labels = paste(value_in_sql(classes[[1L]], table), value_in_sql(classes[[2L]], table), sep = ", ")
  )
}

# The bin of a score, under names that end with a number.
binned_columns <- function(grid, score, i, dialect) {
  bin <- gsub("wroc_score", score, bin_of(grid$pieces, dialect), fixed = TRUE)
  sprintf("%s AS %s", c(bin, if (grid$exactly) score), keys_of(grid, i))
}

keys_of <- function(grid, i) {
  c(sprintf("wroc_bin%d", i), if (grid$exactly) sprintf("wroc_same%d", i))
}

# The bins of score i: the shares of the classes below, ties counting half. They are grouped once more, as
# SQLite makes no index for joins of what comes from windows.
placements_in_sql <- function(grid, binned, score, i, table) {
  keys <- keys_of(grid, i)
  literal <- table$dialect$literal
  base <- function(class) {
    gsub("wroc_bin", keys[[1L]], by_piece(grid, literal(grid[[class]])), fixed = TRUE)
  }
  below <- function(class) {
    place <- fill(
      "({base} + SUM({x}) OVER (PARTITION BY wroc_piece ORDER BY {keys} ROWS UNBOUNDED PRECEDING) - {x} / 2)",
      base = base(class), x = paste0("wroc_", class), keys = paste(keys, collapse = ", ")
    )
    sprintf("%s AS wroc_below_%s", place, class)
  }
  # Half of a bin of several scores: how far a place in it may be off.
  open <- sprintf("CASE WHEN wroc_low < wroc_high AND wroc_%s > %s THEN wroc_%s / 2 ELSE 0 END AS wroc_open_%s",
                  classes_of_sums, literal(least_place), classes_of_sums, classes_of_sums)
  pieces <- gsub("wroc_bin", keys[[1L]], by_piece(grid, as.character(seq_along(grid$positive))), fixed = TRUE)
  fill(
    "SELECT {keys},
       MAX(CASE WHEN wroc_below_positive > {least} THEN wroc_below_positive ELSE 0 END)
         AS wroc_below_positive,
       MAX(CASE WHEN wroc_below_negative > {least} THEN wroc_below_negative ELSE 0 END)
         AS wroc_below_negative{most_open}
     FROM (
       SELECT {keys}, {positive}, {negative}{open}
       FROM (
         SELECT {keys}, {pieces} AS wroc_piece, wroc_positive, wroc_negative{ends}
         FROM (
           SELECT {keys}, SUM(wroc_positive) AS wroc_positive, SUM(wroc_negative) AS wroc_negative{ends_of_bins}
           FROM ({binned}) wroc_binned GROUP BY {keys}
         ) wroc_bins
       ) wroc_pieces
     ) wroc_sums GROUP BY {keys}",
    keys = paste(keys, collapse = ", "), positive = below("positive"), negative = below("negative"),
    pieces = pieces, binned = binned, least = literal(least_place),
    open = if (grid$exactly) "" else more_columns(open),
    most_open = if (grid$exactly) "" else more_columns(sprintf("MAX(wroc_open_%s) AS wroc_open_%s",
                                                               classes_of_sums, classes_of_sums)),
    ends = if (grid$exactly) "" else ", wroc_low, wroc_high",
    ends_of_bins = if (grid$exactly) "" else fill(", MIN({x}) AS wroc_low, MAX({x}) AS wroc_high", x = score)
  )
}

# A row for each unit: the sums of its negatives' influences on each area, wroc_a1, ..., and of its
# positives', wroc_b1, ..., of its shares, their squares, and the numbers of its rows.
units_in_sql <- function(table, shares, grids, scores, by_cluster) {
  literal <- table$dialect$literal
  numbers <- seq_along(grids)
  binned <- function(of, more = character()) {
    columns <- unlist(lapply(of, function(i) binned_columns(grids[[i]], scores[[i]], i, table$dialect)))
    fill("SELECT {columns}, wroc_positive, wroc_negative{more} FROM ({shares}) wroc_shares",
         columns = paste(columns, collapse = ", "), shares = shares, more = more_columns(more))
  }
  joins <- vapply(numbers, function(i) {
    keys <- keys_of(grids[[i]], i)
    on <- paste(sprintf("wroc_each.%s = wroc_place%d.%s", keys, i, keys), collapse = " AND ")
    of_bins <- binned(i, if (grids[[i]]$exactly) character() else scores[[i]])
    sprintf("LEFT JOIN (%s) wroc_place%d ON %s", placements_in_sql(grids[[i]], of_bins, scores[[i]], i, table),
            i, on)
  }, "")
  areas <- vapply(grids, `[[`, 0, "area")
  deviation <- function(class, centres) {
    sprintf("(wroc_place%d.wroc_below_%s - %s)", numbers, class, literal(without_least(centres)))
  }
  positive <- sprintf("wroc_each.wroc_positive * %s", deviation("negative", areas))
  negative <- sprintf("wroc_each.wroc_negative * -%s", deviation("positive", 1 - areas))
  # From the left, so that engines look bins up for rows and not rows for bins. Each has one.
  lacks <- paste(sprintf("wroc_place%d.wroc_below_positive IS NULL", numbers), collapse = " OR ")
  of_class <- c(
    sprintf("CASE WHEN wroc_each.wroc_class = 0 THEN %s ELSE 0 END AS wroc_a%d", negative, numbers),
    sprintf("CASE WHEN wroc_each.wroc_class = 1 THEN %s ELSE 0 END AS wroc_b%d", positive, numbers)
  )
  # How far the influence of a row may be off.
  are_open <- which(!vapply(grids, `[[`, NA, "exactly"))
  of_class <- c(of_class, sprintf(paste(
    "wroc_each.wroc_positive * wroc_place%d.wroc_open_negative",
    "+ wroc_each.wroc_negative * wroc_place%d.wroc_open_positive AS wroc_e%d"
  ), are_open, are_open, are_open))
  each <- fill(
    "SELECT {influences}, wroc_each.wroc_negative AS wroc_s0, wroc_each.wroc_positive AS wroc_s1,
       wroc_each.wroc_negative * wroc_each.wroc_negative AS wroc_q0,
       wroc_each.wroc_positive * wroc_each.wroc_positive AS wroc_q1,
       CASE WHEN {lacks} THEN 0 ELSE 1 - wroc_each.wroc_class END AS wroc_n0,
       CASE WHEN {lacks} THEN 0 ELSE wroc_each.wroc_class END AS wroc_n1{cluster}
     FROM ({binned}) wroc_each {joins}",
    lacks = lacks, influences = paste(of_class, collapse = ", "), joins = paste(joins, collapse = " "),
    cluster = if (by_cluster) ", wroc_each.wroc_cluster AS wroc_cluster" else "",
    binned = binned(numbers, c("wroc_class", if (by_cluster) "wroc_cluster"))
  )
  if (!by_cluster) {
    return(each)
  }
  columns <- c(sprintf("wroc_a%d", numbers), sprintf("wroc_b%d", numbers), sprintf("wroc_e%d", are_open),
               "wroc_s0", "wroc_s1", "wroc_q0", "wroc_q1", "wroc_n0", "wroc_n1")
  fill("SELECT wroc_cluster, {sums} FROM ({each}) wroc_rows_placed GROUP BY wroc_cluster", each = each,
       sums = paste(sprintf("SUM(%s) AS %s", columns, columns), collapse = ", "))
}

without_least <- function(x) ifelse(abs(x) < least_place, 0, x)

# Sums over units ------------------------------------------------------------------------------

# Pairs of scores k <= l.
pairs_within <- function(scores) {
  pairs <- expand.grid(k = seq_len(scores), l = seq_len(scores))
  pairs[pairs$k <= pairs$l, ]
}

products_in_sql <- function(table, units, grids, by_cluster) {
  scores <- length(grids)
  are_open <- !vapply(grids, `[[`, NA, "exactly")
  pairs <- pairs_within(scores)
  k <- pairs$k
  l <- pairs$l
  numbers <- seq_len(scores)
  double <- function(x) sprintf("CAST(SUM(%s) AS %s)", x, table$dialect$double)
  t <- function(i) sprintf("(wroc_a%d + wroc_b%d)", i, i)
  columns <- c(
    sprintf("SUM(wroc_a%d * wroc_a%d) AS wroc_neg_%d_%d", k, l, k, l),
    sprintf("SUM(wroc_b%d * wroc_b%d) AS wroc_pos_%d_%d", k, l, k, l),
    sprintf("SUM(wroc_a%d * wroc_b%d + wroc_b%d * wroc_a%d) AS wroc_both_%d_%d", k, l, k, l, k, l),
    sprintf("SUM(%s) AS wroc_open_%d", ifelse(are_open, sprintf("wroc_e%d * wroc_e%d", numbers, numbers), "0"),
            numbers),
    sprintf("SUM(%s) AS wroc_fourth_%d", vapply(t(numbers), product_in_sql, "", 4), numbers),
    sprintf("SUM(%s * wroc_s%d) AS wroc_us%d_%d", t(rep(numbers, 2)), rep(0:1, each = scores),
            rep(0:1, each = scores), rep(numbers, 2)),
    sprintf("SUM(wroc_s%d * wroc_s%d) AS wroc_ss_%d", c(0, 0, 1), c(0, 1, 1), 1:3),
    "SUM(wroc_q0) AS wroc_q0", "SUM(wroc_q1) AS wroc_q1", "SUM(wroc_s0) AS wroc_s0",
    "SUM(wroc_s1) AS wroc_s1", sprintf("%s AS wroc_n%d", double(c("wroc_n0", "wroc_n1")), 0:1),
    sprintf("%s AS wroc_units_%d", double(c("CASE WHEN wroc_n0 > 0 THEN 1 ELSE 0 END",
                                           "CASE WHEN wroc_n1 > 0 THEN 1 ELSE 0 END", "1")), 1:3),
    if (by_cluster) {
      sprintf("%s AS wroc_missing",
              double(sprintf("CASE WHEN %s THEN wroc_n0 + wroc_n1 ELSE 0 END",
                             is_lacking("wroc_cluster", table$look$wroc_cluster, table))))
    }
  )
  sprintf("SELECT %s FROM (%s) wroc_units", paste(columns, collapse = ", "), units)
}

# For a column of this type: only doubles can be NaN.
is_lacking <- function(name, values, table) {
  if (is.double(values)) is_missing(name, table) else sprintf("%s IS NULL", name)
}

# Standard errors are lengths of vectors of influences. So they are off by no more than the length of the errors of
# the influences, which is compared with that of the influences, and of their differences between scores.
warn_of_open_bins <- function(sums, scores) {
  open <- sqrt(pmax(unlist(sums[sprintf("open_%d", seq_len(scores))]), 0))
  product <- function(k, l) {
    sum(unlist(sums[sprintf(c("neg_%d_%d", "pos_%d_%d", "both_%d_%d"), min(k, l), max(k, l))]))
  }
  off <- vapply(seq_len(scores), function(k) open[[k]] / sqrt(max(product(k, k), 0)), 0)
  pairs <- if (scores > 1L) pairs_of(seq_len(scores)) else matrix(0L, 2L, 0L)
  off_differences <- vapply(seq_len(ncol(pairs)), function(i) {
    k <- pairs[[1L, i]]
    l <- pairs[[2L, i]]
    (open[[k]] + open[[l]]) / sqrt(max(product(k, k) + product(l, l) - 2 * product(k, l), 0))
  }, 0)
  # They are NaN where nothing varies.
  largest <- max(0, off, off_differences, na.rm = TRUE)
  if (largest > 0.01) {
    message <- paste("Standard errors%s may be off by up to %s%%, because bins hold several scores:",
                     "increase `points`, or use `exact = TRUE`.")
    of <- if (max(0, off, na.rm = TRUE) < largest) " of differences between the AUCs" else ""
    warn("bins", sprintf(message, of, number(signif(100 * largest, 2L))), bound = largest)
  }
}

# The sums over units that areas_of_sums() takes, from the row of products_in_sql().
spread_of_products <- function(found, areas, by_cluster) {
  scores <- length(areas)
  matrix_of <- function(name) {
    pairs <- pairs_within(scores)
    values <- matrix(0, scores, scores)
    values[cbind(pairs$k, pairs$l)] <- unlist(found[sprintf("%s_%d_%d", name, pairs$k, pairs$l)])
    values[lower.tri(values)] <- t(values)[lower.tri(values)]
    values
  }
  negatives <- matrix_of("neg")
  positives <- matrix_of("pos")
  both <- matrix_of("both")
  of <- function(...) unlist(found[c(...)], use.names = FALSE)
  unwrap(sums_of_products(list(
    values = areas, products = list(as.vector(negatives), as.vector(positives), as.vector(both)),
    fourths = of(sprintf("fourth_%d", seq_len(scores))), numbers = of("n0", "n1"),
    units = of(sprintf("units_%d", 1:3)), of_rows = of("q0", "q1"),
    of_clusters = if (by_cluster) of("ss_1", "ss_3")
  )))
}

# The sums for tests of differences that the first scan does not give. They take one
# more scan over units, see comparison_plan().
comparison_in_sql <- function(table, units, scores, plan) {
  literal <- table$dialect$literal
  t <- sprintf("(wroc_a%d + wroc_b%d)", seq_len(scores), seq_len(scores))
  share <- function(negative, positive) {
    sprintf("(%s * wroc_s0 + %s * wroc_s1)", literal(negative), literal(positive))
  }
  pairs <- pairs_of(seq_len(scores))
  numbers <- seq_len(ncol(pairs))
  of_unit <- c(sprintf("%s - %s AS wroc_u%d", t[pairs[1L, ]], t[pairs[2L, ]], numbers),
               sprintf("%s AS wroc_r%d", share(plan$negatives, plan$positives), numbers))
  sums <- unlist(Map(columns_of_pair, numbers, literal(without_least(plan$differences))))
  if (length(plan$direction) > 0L) {
    z <- joint_in_units(t, plan, share(plan$joint[[1L]], plan$joint[[2L]]), literal)
    of_unit <- c(of_unit, z$of_unit)
    sums <- c(sums, z$sums)
  }
  sprintf("SELECT %s FROM (SELECT %s FROM (%s) wroc_units) wroc_differences", paste(sums, collapse = ", "),
          paste(of_unit, collapse = ", "), units)
}

columns_of_pair <- function(i, difference) {
  u <- sprintf("wroc_u%d", i)
  r <- sprintf("wroc_r%d", i)
  factors <- list(c(u, u), c(u, r), c(r, r),
                  rep(u, 4), c(u, u, u, r), c(u, u, r, r), c(u, r, r, r), rep(r, 4))
  products <- vapply(factors, paste, "", collapse = " * ")
  sprintf("SUM(%s) AS wroc_pair%d_%d", c(products, sprintf("ABS(%s + %s * %s)", u, r, difference)), i, 1:9)
}

# The influences around equal areas, turned so that their sums of products are 1 and 0.
joint_in_units <- function(t, plan, share, literal) {
  others <- seq_along(t)[-1L]
  # The first pairs are those of the first score and the others.
  differences <- literal(without_least(-plan$differences[others - 1L]))
  z <- sprintf("(%s - %s + %s * %s)", t[others], t[[1L]], share, differences)
  turn <- matrix(plan$turn, ncol = length(others), byrow = TRUE)
  turned <- apply(turn, 1L, function(row) paste(sprintf("%s * %s", literal(row), z), collapse = " + "))
  names <- sprintf("wroc_z%d", seq_along(turned))
  length <- paste(sprintf("%s * %s", names, names), collapse = " + ")
  along <- paste(sprintf("%s * %s", names, literal(plan$direction)), collapse = " + ")
  list(of_unit = sprintf("%s AS %s", turned, names),
       sums = sprintf("SUM(%s) AS wroc_joint_%d",
                      c(sprintf("(%s) * (%s)", length, length), sprintf("ABS(%s)", along)), 1:2))
}

# The sums that comparison_plan() takes, of those of products_in_sql().
plan_of_comparison <- function(spread, sums) {
  scores <- seq_along(spread$values)
  of <- function(names) as.numeric(unlist(sums[names], use.names = FALSE))
  unwrap(comparison_plan(spread, list(
    with_negatives = of(sprintf("us0_%d", scores)), with_positives = of(sprintf("us1_%d", scores)),
    squares = of(sprintf("ss_%d", 1:3))
  )))
}

# The arguments of test_sums() besides the spread.
comparison_of_answer <- function(found, plan) {
  of <- function(names) as.numeric(unlist(found[names], use.names = FALSE))
  pairs <- seq_along(plan$differences)
  list(differences = plan$differences, pairs = of(sprintf("pair%d_%d", rep(pairs, each = 9L), 1:9)),
       direction = plan$direction,
       joint = if (length(plan$direction) > 0L) of(c("joint_1", "joint_2")) else c(0, 0))
}

# The scan itself: how the areas of scores, whose steps are known, vary together. `table` has their columns,
# and clusters if any.
spread_in_engine <- function(table, steps, scores, classes, ask, by_cluster) {
  totals <- list(positive = sum(steps[[1L]]$positive), negative = sum(steps[[1L]]$negative))
  grids <- lapply(steps, grid_for_units, ask$points, tolerance_of(ask), ask$exact)
  shares <- shares_in_sql(table, table$rows, scores, classes, totals, if (by_cluster) "wroc_cluster")
  units <- units_in_sql(table, shares, grids, scores, by_cluster)
  sums <- ask_numbers(table, products_in_sql(table, units, grids, by_cluster))
  check_units(sums, steps[[1L]], totals, by_cluster)
  spread <- spread_of_products(sums, vapply(grids, `[[`, 0, "area"), by_cluster)
  warn_of_open_bins(sums, length(scores))
  if (length(scores) == 1L) {
    return(list(spread = spread))
  }
  plan <- plan_of_comparison(spread, sums)
  found <- ask_numbers(table, comparison_in_sql(table, units, length(scores), plan))
  c(list(spread = spread), comparison_of_answer(found, plan))
}

# The rows must be those of the steps, with clusters.
check_units <- function(found, steps, totals, by_cluster) {
  if (by_cluster && found$missing > 0) {
    message <- sprintf("`cluster` must not be missing: it is in %s. %s", rows_in_words(found$missing),
                       "`na.rm = TRUE` leaves such rows out.")
    raise("missing", message, argument = "cluster", rows = c(cluster = found$missing))
  }
  now <- c(rows = found$n0 + found$n1, faults = NA, positive = found$s1 * totals$positive,
           negative = found$s0 * totals$negative)
  first <- c(rows = sum(steps$rows), faults = NA, unlist(totals))
  off <- abs(now - first) > 1e-9 * first
  if (any(off, na.rm = TRUE)) raise_changed(first, now, "")
}

has_clusters <- function(table) "wroc_cluster" %in% names(table$look)

area_of_steps <- function(steps) curve_of_steps(steps)$area[[1L]]

# The columns that questions about units have besides those of a curve: scores by number, and the cluster.
columns_of_units <- function(scores, cluster) {
  columns <- structure(unname(scores), names = numbered_scores(length(scores)))
  if (is.null(cluster)) columns else c(columns, list(wroc_cluster = cluster))
}

numbered_scores <- function(number) sprintf("wroc_score%d", seq_len(number))

# Curves of scores, so called, and how their areas vary together; one has no name. Of `rows`, where it is
# known how many there are.
curves_of_units <- function(observations, connection, scores, ask, rows = NULL) {
  is_one <- is.null(scores)
  names <- numbered_scores(if (is_one) 1L else length(scores))
  look <- look_at_scores(observations, scores, names)
  # That no score is missing, nor the cluster.
  columns <- c(names, intersect("wroc_cluster", names(look)))
  in_table <- list(dialect = dialect_of(connection), connection = connection, look = look)
  known <- if (ask$na.rm) none_lacks(columns, vapply(columns, name_in_sql, "", in_table), in_table)
  table_for <- function(look, scores) {
    table_of(observations, connection, look, ask$positive, scores = scores, known = known)
  }
  of_score <- if (is_one) function(name, value) value else in_column
  found <- lapply(seq_along(names), function(i) {
    look$wroc_score <- look[[names[[i]]]]
    of_score(scores[i], found_steps(table_for(look, c(wroc_score = names[[i]])), ask))
  })
  check_rows_of_group(rows, found[[1L]]$state[["rows"]])
  steps <- lapply(found, `[[`, "steps")
  curves <- structure(lapply(steps, curve_of_steps), names = scores)
  table <- table_for(look, structure(names, names = names))
  spread <- spread_in_engine(table, steps, names, found[[1L]]$classes, ask, has_clusters(table))
  with_spread(if (is_one) curves[[1L]] else bound_curves(curves), spread)
}

look_at_scores <- function(observations, names, columns) {
  look <- look_at(observations)
  for (i in seq_along(columns)) {
    values <- look[[columns[[i]]]]
    if (!is.numeric(values) && !is.logical(values)) {
      raise_type("guess", sprintf("columns of numbers or booleans, as `%s`", names[[i]]), values)
    }
  }
  look
}

# That none of some columns is missing, with their names in SQL.
none_lacks <- function(columns, names, table) {
  missing <- Map(function(column, name) is_lacking(name, table$look[[column]], table), columns, names)
  sprintf("NOT (%s)", paste(missing, collapse = " OR "))
}
