# A grid of bins over the scores, as SQL. It is linear within each of some pieces, which ascend: a
# piece begins at its `low`, and its `bins` divide the scores from there to its `high`, which is at
# most the next one's `low`.

pieces_from <- function(low, high, bins) {
  as_frame(list(low = low, high = high, bins = rep_len(bins, length(low))), length(low))
}

# Beyond this the difference of two scores may overflow. Such scores have a bin at each end.
most_extreme <- 8e307

# All digits of a double, in a form that no engine takes for a decimal of its own.
literal <- function(x) sprintf("%.17e", x)

# The same as a product of whole numbers and powers of two, for engines that round the decimals of
# very large and very small numbers wrongly.
literal_of_powers <- function(x) vapply(x, function(x) {
  # Of a denormal the smallest power that there is; one less than the leading bit needs, as log2()
  # is rounded.
  exponent <- if (x == 0) 0 else max(floor(log2(abs(x))) - 53, -1074)
  power <- abs(exponent)
  factors <- 2^c(rep(62, power %/% 62), power %% 62)
  paste0("(", paste(sprintf("%.1f", c(x / 2^exponent, factors)),
                    collapse = if (exponent < 0) " / " else " * "), ")")
}, "")

# The number of a score's bin: a function that never falls, of all scores.
bin_of <- function(pieces, dialect) {
  first <- cumsum(c(0, pieces$bins))[seq_len(nrow(pieces))]
  place <- sprintf(
    "CASE WHEN wroc_score < %s THEN 0 WHEN wroc_score > %s THEN %.0f ELSE %s END",
    literal(-most_extreme), literal(most_extreme), sum(pieces$bins) + 1,
    place_in_tree(pieces, first + 1, dialect$literal)
  )
  sprintf(dialect$whole, place)
}

# A tree of comparisons with the pieces as its leaves. It is short, because Java does not compile
# methods of more than 8000 bytes, into which Spark makes it.
place_in_tree <- function(pieces, first, all_digits) {
  if (nrow(pieces) == 1L) {
    return(place_in_piece(pieces, first, all_digits))
  }
  left <- seq_len(nrow(pieces) %/% 2)
  sprintf(
    "CASE WHEN wroc_score < %s THEN %s ELSE %s END", all_digits(pieces$low[[length(left) + 1L]]),
    place_in_tree(pieces[left, ], first[left], all_digits),
    place_in_tree(pieces[-left, ], first[-left], all_digits)
  )
}

# The low end itself must not get a little less than the first number: hence `all_digits`, which
# writes a double exactly.
place_in_piece <- function(piece, first, all_digits) {
  width <- piece$high - piece$low
  if (piece$bins == 1 || width <= 0) {
    return(literal(first))
  }
  # A little less, so that the high end has the last number and not one more.
  scale <- min(piece$bins * (1 - 1e-12) / width, 1e308)
  sprintf("(wroc_score - %s) * %s + %s", all_digits(piece$low), literal(scale), literal(first))
}

# Only the scores that lie in one of some steps. An infinite end is none.
within_steps <- function(table, steps) {
  end <- function(comparison, score) {
    finite <- is.finite(score)
    number <- table$dialect$literal(ifelse(finite, score, 0))
    ifelse(finite, paste("wroc_score", comparison, number), "1 = 1")
  }
  ranges <- sprintf("(%s AND %s)", end(">=", steps$score), end("<=", steps$last))
  fill("SELECT * FROM ({rows}) wroc_all WHERE {ranges}", ranges = paste(ranges, collapse = " OR "),
       rows = table$rows)
}

# The sums of each step, so many bins of the grid: one scan. Bins stay in the engine. The number of a
# step is the last of its bins', got without a division, which engines understand differently.
binned_steps <- function(table, rows, pieces, bins_of_step) {
  bins <- fill(
    "SELECT wroc_bin + ({k} - wroc_bin % {k}) % {k} AS wroc_step, wroc_low, wroc_high,
       wroc_positive, wroc_negative
     FROM (
       SELECT wroc_bin, MIN(wroc_score) AS wroc_low, MAX(wroc_score) AS wroc_high,
         SUM(wroc_positive) AS wroc_positive, SUM(wroc_negative) AS wroc_negative
       FROM (
         SELECT {bin} AS wroc_bin, wroc_score, wroc_positive, wroc_negative
         FROM ({rows}) wroc_weighed
       ) wroc_binned GROUP BY wroc_bin
     ) wroc_bins",
    k = sprintf("%.0f", bins_of_step), bin = bin_of(pieces, table$dialect), rows = rows
  )
  summed_up(table, bins, high = "wroc_high", columns = "wroc_low, wroc_high")
}

# The same where each score is a bin: nothing is left open. Engines group in vain where scores are
# all different.
exact_steps <- function(table, rows, pieces, group) {
  if (group) {
    rows <- fill(
      "SELECT wroc_score, SUM(wroc_positive) AS wroc_positive, SUM(wroc_negative) AS wroc_negative
       FROM ({rows}) wroc_weighed GROUP BY wroc_score",
      rows = rows
    )
  }
  bins <- fill(
    "SELECT {bin} AS wroc_step, wroc_score AS wroc_low, wroc_positive, wroc_negative
     FROM ({rows}) wroc_scores",
    bin = bin_of(pieces, table$dialect), rows = rows
  )
  found <- summed_up(table, bins, high = "wroc_low", columns = "wroc_low")
  # Rows of the same score were counted apart.
  if (!group) found$bins <- 1 + (found$last > found$score)
  found
}

# `wins` is the share of all pairs that positives win against negatives of the same step, ties and
# pairs in the same bin counted half; `slack` is how much more or less it can be. Bins have the scores
# from wroc_low to what `high` names. There is a window within each step, never over all rows. By the
# standard its frame includes the bins that tie, so that the sum of positive * (negatives up to here)
# counts the pairs that are won or tied, and that with the classes swapped those that are lost or tied.
summed_up <- function(table, bins, high, columns) {
  scales <- table$scales
  found <- ask_numbers(table, fill(
    "SELECT wroc_step, SUM(wroc_positive) AS positive, SUM(wroc_negative) AS negative,
       MIN(wroc_low) AS score, MAX({high}) AS last,
       SUM(wroc_positive * {positive_scale} * wroc_wins) AS wins,
       SUM(wroc_negative * {negative_scale} * wroc_losses) AS losses,
       SUM(CASE WHEN {high} > wroc_low THEN
         wroc_positive * {positive_scale} * (wroc_negative * {negative_scale}) / 2 ELSE 0 END)
         AS slack,
       COUNT(*) AS bins
     FROM (
       SELECT wroc_step, {columns}, wroc_positive, wroc_negative,
         SUM(wroc_negative * {negative_scale}) OVER (PARTITION BY wroc_step ORDER BY wroc_low)
           AS wroc_wins,
         SUM(wroc_positive * {positive_scale}) OVER (PARTITION BY wroc_step ORDER BY wroc_low)
           AS wroc_losses
       FROM ({bins}) wroc_steps
     ) wroc_windows
     GROUP BY wroc_step",
    high = high, columns = columns, positive_scale = table$dialect$literal(scales$positive),
    negative_scale = table$dialect$literal(scales$negative), bins = bins
  ))
  found <- found[order(found$wroc_step), ]
  both <- found$positive * scales$positive * (found$negative * scales$negative)
  found$wins <- (found$wins - found$losses + both) / 2 / scales$pairs
  found$slack <- found$slack / scales$pairs
  steps <- found[c("positive", "negative", "score", "last", "wins", "slack", "bins")]
  check_certificate(steps)
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

# Steps must not overlap: then each begins at an exact point of the curve.
check_certificate <- function(steps) {
  apart <- all(steps$score <= steps$last) && all(steps$last[-nrow(steps)] < steps$score[-1L])
  if (!isTRUE(apart)) {
    message <- "The engine's steps overlap: its table changed, or its arithmetic is not monotone."
    raise("engine", message, argument = "tbl")
  }
}
