# Engines in R's own process that have one core: their rows are fetched in chunks and added up in bins here,
# which is sooner done than by their queries, in memory that does not grow with the table.

# Bins have no powers of weights, and no parts.
streams <- function(table) table$dialect$streams && length(table$powers) == 0L && !nzchar(table$part)

# The number of rows that are kept. They determine the bins of the others.
stream_rows <- 1e6
stream_bins <- 2^17

# NULL where the first rows have not both classes, where a row may be an error, and with `exact` where there
# are more rows than are kept.
steps_by_stream <- function(table, positive, points, exact, na.rm) {
  classes <- classes_of_look(table$look, positive)
  if (is.null(classes)) {
    return(NULL)
  }
  if (exact && has_more_rows(table, stream_rows)) {
    return(NULL)
  }
  result <- bins_of_stream(table, classed_rows(table, classes), if (na.rm) -3 else -3:-2, exact)
  bins <- result$bins
  totals <- c(sum(bins$positive), sum(bins$negative))
  if (is.null(bins) || !all(is.finite(totals) & totals > 0)) {
    return(NULL)
  }
  list(steps = steps_of_bins(bins, points), classes = classes, state = c(rows = result$rows))
}

# The largest number that is counted.
has_more_rows <- function(table, number) {
  some <- limited(sprintf("SELECT 1 AS wroc_one FROM (%s) wroc_rows", table$rows), number + 1, table)
  ask_numbers(table, sprintf("SELECT COUNT(*) AS wroc_n FROM (%s) wroc_some", some))$n > number
}

bins_of_stream <- function(table, query, faults, exact) {
  result <- answer(DBI::dbSendQuery(table$connection, query))
  on.exit(DBI::dbClearResult(result))
  fetch <- function(n) answer(DBI::dbFetch(result, n = n))
  returned <- fetch(stream_rows)
  is_whole <- nrow(returned) < stream_rows
  breaks <- NULL
  bins <- NULL
  rows <- 0
  while (nrow(returned) > 0L) {
    rows <- rows + nrow(returned)
    if (any(returned$wroc_class %in% faults) || exact && !is_whole) {
      return(NULL)
    }
    sorted <- sorted_rows(returned)
    if (is.null(breaks)) breaks <- if (is_whole) unique(sorted$score) else breaks_of(sorted)
    bins <- merged_bins(bins, bins_of_rows(sorted, breaks), length(breaks) + 1L)
    returned <- fetch(stream_rows / 2)
  }
  if (!is.null(bins)) list(bins = bins[bins$rows > 0, ], rows = rows)
}

# Those that count, with ascending scores.
sorted_rows <- function(result) {
  rows <- which(result$wroc_class >= 0)
  rows <- rows[order(result$wroc_score[rows])]
  list(score = result$wroc_score[rows], weight = result$wroc_weight[rows],
       is_positive = result$wroc_class[rows] == 1)
}

# So that bins hold as many rows as each other, scores that fill one are alone, and none crosses the ends.
breaks_of <- function(sorted) {
  score <- sorted$score
  n <- length(score)
  at <- score[unique(round(seq(1, n, length.out = min(n, stream_bins))))]
  tied <- unique(at[duplicated(at)])
  ends <- c(-.Machine$double.xmax, -max_extreme, min_beyond, Inf)
  breaks <- c(at, next_above(tied[is.finite(tied)]), ends)
  sort(unique(breaks[breaks > -Inf]))
}

# The sums of each bin: those of breaks are closed below.
bins_of_rows <- function(sorted, breaks) {
  bin <- findInterval(sorted$score, breaks)
  first <- which(!duplicated(bin))
  all_apart <- length(first) == length(bin)
  sums <- function(x) if (all_apart) x else as.vector(rowsum(x, bin, reorder = FALSE))
  last <- c(first[-1L] - 1L, length(bin))
  as_frame(list(
    bin = bin[first] + 1L, score = sorted$score[first], score_max = sorted$score[last],
    positive = sums(sorted$weight * sorted$is_positive),
    negative = sums(sorted$weight * !sorted$is_positive), rows = last - first + 1
  ), length(first))
}

# `bins` has a row for each bin, `more` one for each that is not empty.
merged_bins <- function(bins, more, number) {
  if (is.null(bins)) {
    bins <- as_frame(list(score = rep(Inf, number), score_max = rep(-Inf, number),
                          positive = numeric(number), negative = numeric(number),
                          rows = numeric(number)), number)
  }
  at <- more$bin
  bins$score[at] <- pmin(bins$score[at], more$score)
  bins$score_max[at] <- pmax(bins$score_max[at], more$score_max)
  for (sum in c("positive", "negative", "rows")) bins[[sum]][at] <- bins[[sum]][at] + more[[sum]]
  bins
}

# The bins as steps of a curve: each where they are no more than points, else those that follow
# each other are merged, about as much of the curve in each step, and none across the ends.
steps_of_bins <- function(bins, points) {
  positive <- bins$positive / sum(bins$positive)
  negative <- bins$negative / sum(bins$negative)
  rows <- nrow(bins)
  step <- if (rows <= points) {
    seq_len(rows)
  } else {
    need <- need_of(bins)
    before <- cumsum(need) - need
    floor(before / sum(need) * (points - 3) * (1 - 1e-9))
  }
  is_first <- c(TRUE, diff(step) > 0 | diff(side_of(bins$score)) > 0)
  first <- which(is_first)
  step <- cumsum(is_first)
  sums <- function(x) as.vector(rowsum(x, step))
  below <- cumsum(negative) - negative
  below <- pmax(below - below[first][step], 0)
  steps <- as_frame(list(
    positive = sums(bins$positive), negative = sums(bins$negative), score = bins$score[first],
    last = bins$score_max[c(first[-1L] - 1L, rows)], wins = sums(positive * (below + negative / 2)),
    slack = sums(ifelse(bins$score_max > bins$score, positive * negative / 2, 0)),
    bins = tabulate(step), rows = sums(bins$rows)
  ), length(first))
  check_certificate(steps)
  steps
}
