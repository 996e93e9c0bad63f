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

# The number of a score's bin: a function that never falls, of all scores.
bin_of <- function(pieces, dialect) {
  score <- dialect$name("wroc_score")
  first <- cumsum(c(0, pieces$bins))[seq_len(nrow(pieces))]
  place <- sprintf(
    "CASE WHEN %s < %s THEN 0 WHEN %s > %s THEN %.0f ELSE %s END",
    score, literal(-most_extreme), score, literal(most_extreme), sum(pieces$bins) + 1,
    place_in_tree(pieces, first + 1, score)
  )
  dbplyr::sql(sprintf(dialect$whole, place))
}

# A tree of comparisons with the pieces as its leaves. It is short, because Java does not compile
# methods of more than 8000 bytes, into which Spark makes it.
place_in_tree <- function(pieces, first, score) {
  if (nrow(pieces) == 1L) {
    return(place_in_piece(pieces, first, score))
  }
  left <- seq_len(nrow(pieces) %/% 2)
  sprintf(
    "CASE WHEN %s < %s THEN %s ELSE %s END", score, literal(pieces$low[[length(left) + 1L]]),
    place_in_tree(pieces[left, ], first[left], score),
    place_in_tree(pieces[-left, ], first[-left], score)
  )
}

place_in_piece <- function(piece, first, score) {
  width <- piece$high - piece$low
  if (piece$bins == 1 || width <= 0) {
    return(literal(first))
  }
  # A little less, so that the high end has the last number and not one more.
  scale <- min(piece$bins * (1 - 1e-12) / width, 1e308)
  sprintf("(%s - %s) * %s + %s", score, literal(piece$low), literal(scale), literal(first))
}

# Only the scores that lie in one of some steps.
within_steps <- function(rows, steps, dialect) {
  score <- dialect$name("wroc_score")
  low <- literal(steps$score)
  ranges <- sprintf("(%s >= %s AND %s <= %s)", score, low, score, literal(steps$last))
  dplyr::filter(rows, !!dbplyr::sql(paste(ranges, collapse = " OR ")))
}

# The sums of each step, so many bins of the grid: one scan. Bins stay in the engine.
binned_steps <- function(rows, pieces, bins_of_step, scales, dialect) {
  bins <- rows |>
    dplyr::mutate(wroc_bin = !!bin_of(pieces, dialect)) |>
    dplyr::group_by(wroc_bin) |>
    dplyr::summarise(
      wroc_positive = sum(wroc_positive, na.rm = TRUE),
      wroc_negative = sum(wroc_negative, na.rm = TRUE),
      wroc_low = min(wroc_score, na.rm = TRUE), wroc_high = max(wroc_score, na.rm = TRUE)
    )
  # The last number of the step, without a division, which engines understand differently.
  bin <- dialect$name("wroc_bin")
  step <- dbplyr::sql(sprintf("%s + (%.0f - %s %% %.0f) %% %.0f", bin, bins_of_step, bin,
                              bins_of_step, bins_of_step))
  bins <- dplyr::transmute(bins, wroc_step = !!step, wroc_low, wroc_high, wroc_positive,
                           wroc_negative)
  summed_up(bins, as.name("wroc_high"), scales, dialect)
}

# The same where each score is a bin: nothing is left open. Engines group in vain where scores are
# all different.
exact_steps <- function(rows, pieces, group, scales, dialect) {
  if (group) {
    rows <- rows |>
      dplyr::group_by(wroc_score) |>
      dplyr::summarise(wroc_positive = sum(wroc_positive, na.rm = TRUE),
                       wroc_negative = sum(wroc_negative, na.rm = TRUE))
  }
  bins <- dplyr::transmute(rows, wroc_step = !!bin_of(pieces, dialect), wroc_low = wroc_score,
                           wroc_positive, wroc_negative)
  found <- summed_up(bins, as.name("wroc_low"), scales, dialect)
  # Rows of the same score were counted apart.
  if (!group) found$bins <- 1 + (found$last > found$score)
  found
}

# `wins` is the share of all pairs that positives win against negatives of the same step, ties and
# pairs in the same bin counted half; `slack` is how much more or less it can be. Bins have the scores
# from wroc_low to what `high` names. There is a window within each step, never over all rows. By the
# standard its frame includes the bins that tie, so that the sum of positive * (negatives up to here)
# counts the pairs that are won or tied, and that with the classes swapped those that are lost or tied.
summed_up <- function(bins, high, scales, dialect) {
  up_to_here <- function(column, scale) {
    names <- vapply(c(column, "wroc_step", "wroc_low"), dialect$name, "")
    dbplyr::sql(sprintf("SUM(%s * %s) OVER (PARTITION BY %s ORDER BY %s)", names[[1L]],
                        literal(scale), names[[2L]], names[[3L]]))
  }
  positive_scale <- dbplyr::sql(literal(scales$positive))
  negative_scale <- dbplyr::sql(literal(scales$negative))
  found <- ask_numbers(bins |>
    dplyr::mutate(
      wroc_wins = !!up_to_here("wroc_negative", scales$negative),
      wroc_losses = !!up_to_here("wroc_positive", scales$positive)
    ) |>
    dplyr::group_by(wroc_step) |>
    dplyr::summarise(
      positive = sum(wroc_positive, na.rm = TRUE),
      negative = sum(wroc_negative, na.rm = TRUE),
      score = min(wroc_low, na.rm = TRUE),
      last = max(!!high, na.rm = TRUE),
      wins = sum(wroc_positive * !!positive_scale * wroc_wins, na.rm = TRUE),
      losses = sum(wroc_negative * !!negative_scale * wroc_losses, na.rm = TRUE),
      slack = sum(dplyr::case_when(
        !!high > wroc_low ~
          wroc_positive * !!positive_scale * (wroc_negative * !!negative_scale) / 2.0,
        TRUE ~ 0.0
      ), na.rm = TRUE),
      bins = dplyr::n()
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
