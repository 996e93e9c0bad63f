# Thresholds as they are printed: the shortest decimals that, used as printed, classify these scores the same.
#
# A result has the score next to each of its thresholds, on the other side of the decision, in the attribute
# `neighbours`. Any number between both, or the threshold itself, decides the same. Without the attribute a threshold
# has all of its digits.

columns_of_thresholds <- function(rows) {
  named <- grepl("threshold", names(rows), fixed = TRUE)
  names(rows)[named & vapply(rows, is.double, NA, USE.NAMES = FALSE)]
}

# The thresholds in the results of curves, by the curve of each.
neighbours_on_curves <- function(answers, curves) {
  each <- Map(function(rows, curve) {
    at <- unlist(.subset(rows, columns_of_thresholds(rows)), use.names = FALSE)
    if (length(at) > 0L && is.double(curve[["threshold"]])) neighbours_among(at, curve[["threshold"]])
  }, answers, curves)
  closest(each)
}

# `scores` ascend, as thresholds of a curve do; others have no neighbours.
neighbours_among <- function(at, scores) {
  scores <- scores[is.finite(scores)]
  if (is.unsorted(scores)) return(NULL)
  at <- unique(at[is.finite(at)])
  list(at = at, next_to = c(-Inf, scores)[findInterval(at, scores, left.open = TRUE) + 1L])
}

# Several curves may have the same threshold, with other neighbours.
closest <- function(each) {
  at <- unlist(lapply(each, `[[`, "at"), use.names = FALSE)
  if (is.null(at)) return(NULL)
  next_to <- unlist(lapply(each, `[[`, "next_to"), use.names = FALSE)
  ascending <- order(at, next_to)
  last <- ascending[!duplicated(at[ascending], fromLast = TRUE)]
  list(at = at[last], next_to = next_to[last])
}

with_neighbours <- function(rows, neighbours, reversed = FALSE) {
  if (isTRUE(reversed)) neighbours <- lapply(neighbours, `-`)
  if (length(neighbours) > 0L) attr(rows, "neighbours") <- neighbours
  rows
}

without_neighbours <- function(rows) {
  attr(rows, "neighbours") <- NULL
  rows
}

plain_with_neighbours <- function(rows) with_neighbours(plain_frame(rows), attr(rows, "neighbours"))

# Estimates of thresholds, of which the scores of observations are the neighbours.
with_neighbours_of_estimates <- function(rows, observations) {
  by_score <- rows[is_threshold_row(rows), intersect(columns_of_ends, names(rows)), drop = FALSE]
  at <- c(unlist(by_score, use.names = FALSE), rows[["threshold"]])
  if (length(at) == 0L) return(rows)
  each <- if (inherits(observations, "weighted_roc_by")) {
    lapply(unname(observations$fits), `[[`, "observations")
  } else {
    list(observations)
  }
  reversed <- isTRUE(each[[1L]]$turned)
  neighbours <- lapply(unlist(lapply(each, `[[`, "scores"), recursive = FALSE), function(score) {
    neighbours_among(if (reversed) -at else at, sort(unique(as.vector(score, "double"))))
  })
  with_neighbours(rows, closest(neighbours), reversed)
}

columns_of_ends <- c("estimate", "conf.low", "conf.high", "apparent")

is_threshold_row <- function(rows) {
  if (is.character(rows[["measure"]])) startsWith(rows[["measure"]], "threshold") %in% TRUE else logical(nrow(rows))
}

threshold_words <- function(thresholds, neighbours, digits) {
  next_to <- neighbours$next_to[match(thresholds, neighbours$at)]
  if (is.null(next_to)) next_to <- rep(NA_real_, length(thresholds))
  unlist(Map(shortest_threshold, thresholds, next_to, digits), use.names = FALSE)
}

# The fewest digits from `digits` on that are enough.
shortest_threshold <- function(threshold, next_to, digits) {
  if (!is.finite(threshold) || threshold == 0) return(format(threshold))
  is_same <- function(x) x == threshold || isTRUE(abs(threshold - x) < abs(threshold - next_to)) &&
      (x < threshold) == (next_to < threshold)
  size <- floor(log10(abs(threshold)))
  for (kept in digits:17) {
    unit <- if (abs(threshold) < 1e15) min(10^(size - kept + 1), 1) else 10^(size - kept + 1)
    toward <- if (isTRUE(next_to > threshold)) ceiling else floor
    for (rounded in c(round(threshold / unit), toward(threshold / unit))) {
      text <- number(if (unit < 1) rounded / round(1 / unit) else rounded * unit, max(kept, 15L))
      if (is_same(as.numeric(text))) return(text)
    }
  }
  sprintf("%.17g", threshold)
}

# A column with the same number of decimals, as other columns of numbers have.
aligned_decimals <- function(texts) {
  plain <- grepl("^-?[0-9]+([.][0-9]+)?$", texts)
  decimals <- ifelse(grepl(".", texts, fixed = TRUE), nchar(sub("^[^.]*[.]", "", texts)), 0L)
  most <- max(0L, decimals[plain])
  if (most == 0L || most > 8L) return(texts)
  zeros <- strrep("0", most - decimals)
  ifelse(plain, paste0(texts, ifelse(decimals == 0L, ".", ""), zeros), texts)
}
