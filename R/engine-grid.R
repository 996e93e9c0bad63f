# A grid of bins over pieces of the scores, as SQL. A piece has the scores from `low` to `high` and
# so many `steps`, each of so many `bins`; steps become rows, bins stay in the engine.

# All digits of a double, in a form that no engine takes for a decimal of its own.
literal <- function(x) sprintf("%.17e", x)

# The number of the step, and that of the bin within its piece, as functions of the score that never
# fall. Both are NULL outside of the pieces.
grid_of <- function(pieces, dialect) {
  first <- cumsum(c(0, pieces$steps))[seq_len(nrow(pieces))]
  list(
    step = dbplyr::sql(choose_piece(pieces, pieces$steps, first, dialect)),
    bin = dbplyr::sql(choose_piece(pieces, pieces$steps * pieces$bins, 0 * first, dialect))
  )
}

# A tree of comparisons with the pieces as its leaves.
choose_piece <- function(pieces, numbers, first, dialect) {
  if (nrow(pieces) == 1L) {
    return(number_within(pieces, numbers, first, dialect))
  }
  left <- seq_len(nrow(pieces) %/% 2)
  sprintf(
    "CASE WHEN wroc_score < %s THEN %s ELSE %s END", literal(pieces$low[[length(left) + 1L]]),
    choose_piece(pieces[left, ], numbers[left], first[left], dialect),
    choose_piece(pieces[-left, ], numbers[-left], first[-left], dialect)
  )
}

# From `first` on, so many numbers from the low to the high end of a piece.
number_within <- function(piece, numbers, first, dialect) {
  within <- sprintf("wroc_score >= %s AND wroc_score <= %s", literal(piece$low), literal(piece$high))
  width <- piece$high - piece$low
  if (numbers == 1 || width <= 0) {
    return(sprintf("CASE WHEN %s THEN %.0f END", within, first))
  }
  # A little less, so that the high end has the last number and not one more.
  scale <- min(numbers * (1 - 1e-12) / width, 1e308)
  place <- sprintf("(wroc_score - %s) * %s", literal(piece$low), literal(scale))
  sprintf("CASE WHEN %s THEN %.0f + %s END", within, first, sprintf(dialect$whole, place))
}

# The sums of each step of the pieces: one scan. `wins` is the weight of the pairs that its positives
# win in it, ties half, as far as the bins tell; `slack` is how much more or less it can be.
steps_in <- function(rows, pieces) {
  grid <- grid_of(pieces, dialect_of(rows))
  summed_up(dplyr::mutate(rows, wroc_step = !!grid$step, wroc_bin = !!grid$bin))
}

# The same with each distinct score a bin: nothing is left open.
exact_steps_in <- function(rows, pieces) {
  step <- grid_of(pieces, dialect_of(rows))$step
  summed_up(dplyr::mutate(rows, wroc_step = !!step, wroc_bin = wroc_score))
}

# Scores that are infinite, or as good as that, have a step at each end.
extreme_steps_in <- function(rows, exact) {
  side <- dplyr::mutate(rows, wroc_step = dplyr::case_when(
    wroc_score < -1e308 ~ -1L, wroc_score > 1e308 ~ 1L
  ))
  summed_up(if (exact) {
    dplyr::mutate(side, wroc_bin = wroc_score)
  } else {
    dplyr::mutate(side, wroc_bin = wroc_step)
  })
}

summed_up <- function(rows) {
  found <- ask(rows |>
    dplyr::filter(!is.na(wroc_step)) |>
    dplyr::group_by(wroc_step, wroc_bin) |>
    dplyr::summarise(
      wroc_positive = sum(wroc_positive, na.rm = TRUE),
      wroc_negative = sum(wroc_negative, na.rm = TRUE),
      wroc_low = min(wroc_score, na.rm = TRUE), wroc_high = max(wroc_score, na.rm = TRUE),
      .groups = "drop"
    ) |>
    dplyr::group_by(wroc_step) |>
    dbplyr::window_order(wroc_bin) |>
    dbplyr::window_frame(-Inf, -1) |>
    dplyr::mutate(wroc_below = sum(wroc_negative, na.rm = TRUE)) |>
    dplyr::ungroup() |>
    dplyr::group_by(wroc_step) |>
    dplyr::summarise(
      positive = sum(wroc_positive, na.rm = TRUE),
      negative = sum(wroc_negative, na.rm = TRUE),
      score = min(wroc_low, na.rm = TRUE),
      last = max(wroc_high, na.rm = TRUE),
      wins = sum(wroc_positive * (dplyr::coalesce(wroc_below, 0.0) + wroc_negative / 2.0),
                 na.rm = TRUE),
      slack = sum(dplyr::case_when(
        wroc_high > wroc_low ~ wroc_positive * wroc_negative / 2.0, TRUE ~ 0.0
      ), na.rm = TRUE),
      bins = dplyr::n()
    ))
  found <- as_frame(lapply(found, as.numeric), nrow(found))
  found <- found[order(found$wroc_step), ]
  check_certificate(found)
  found
}

# The steps must not overlap: then each begins at an exact point of the curve.
check_certificate <- function(steps) {
  if (nrow(steps) == 0L) {
    return()
  }
  ordered <- all(steps$score <= steps$last) &&
    all(steps$last[-nrow(steps)] < steps$score[-1L])
  if (!ordered) {
    raise("engine", "The engine's steps overlap: its arithmetic is not monotone.", argument = "tbl")
  }
}
