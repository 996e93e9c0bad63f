# Parts of a table with clusters: the scan that adds up steps does so for each part, which is a group of whole
# clusters, so that the delete-a-group jackknife of tallies knows how AUCs vary: see tally-parts.R.

# A cluster that is a whole number belongs to the part of its remainder. A prime number of parts is even for
# identifiers that are multiples of 10 or of 100, too, and with fewer clusters in a row each has its own part.
max_parts <- 101L

has_clusters <- function(table) "wroc_cluster" %in% names(table$look)

# The part of a row's cluster, below 0 where the cluster is missing. Whole numbers beyond 9e15 are no doubles, and
# share one more part; the first rows tell whether clusters are whole numbers. Others are hashed.
part_in_sql <- function(table) {
  cluster <- name_in_sql("wroc_cluster", table)
  values <- table$look$wroc_cluster
  is_number <- is.numeric(values)
  remainder <- function(number) sprintf(table$dialect$remainder, number, max_parts)
  known <- values[!is.na(values)]
  part <- if (is_number && all(abs(known) < 9e15 & known == round(known))) {
    size <- sprintf("ABS(%s)", sprintf(table$dialect$as_double, cluster, table$dialect$double))
    sprintf("CASE WHEN %s < 9e15 THEN %s ELSE %d END", size, remainder(sprintf(table$dialect$whole, size)),
            max_parts)
  } else {
    # Both zeros are one number.
    hashed <- if (is_number && is.double(values)) sprintf("(%s + 0)", cluster) else cluster
    sprintf("ABS(%s)", remainder(sprintf(table$dialect$hash, hashed)))
  }
  sprintf("CASE WHEN %s THEN -1 ELSE %s END", is_lacking(cluster, values, table), part)
}

# For a column of this type: only numbers can be NaN.
is_lacking <- function(name, values, table) {
  if (is.numeric(values) && is.double(values)) is_missing(name, table) else sprintf("%s IS NULL", name)
}

# That none of some columns is missing.
none_lacks <- function(columns, table) {
  missing <- vapply(columns, function(column) {
    is_lacking(name_in_sql(column, table), table$look[[column]], table)
  }, "")
  sprintf("NOT (%s)", paste(missing, collapse = " OR "))
}

# Rows by step and part, with steps in order, as a row for each step: the sums of parts are matrices.
whole_steps <- function(result, scales) {
  step <- match(result$step, unique(result$step))
  first <- !duplicated(step)
  sums <- setdiff(names(result), c("step", "part", "score", "last", "bins", names_of_keys(result)))
  steps <- as.data.frame(rowsum(as.matrix(result[sums]), step, reorder = FALSE))
  steps$step <- result$step[first]
  steps$score <- as.vector(tapply(result$score, step, min))
  steps$last <- as.vector(tapply(result$last, step, max))
  # Each part has a bin of the step only once.
  if (!is.null(result$bins)) steps$bins <- as.vector(tapply(result$bins, step, max))
  by_part <- function(column) {
    weights <- matrix(0, sum(first), max_parts + 1L)
    replace(weights, cbind(step, result$part + 1), result[[column]])
  }
  for (class in classes_of_sums) steps[[paste0(class, "_of_parts")]] <- by_part(class)
  if (is.null(result$wins)) return(steps)
  steps$wins_of_parts <- by_part("wins") / scales$pairs
  steps$losses_of_parts <- by_part("losses") / scales$pairs
  steps
}

# Weights of the classes by part, and the shares of all pairs in which positives of a part win against negatives of
# their step, and in which positives of the step lose against negatives of a part; ties count half.
columns_of_parts_of_steps <- c("positive_of_parts", "negative_of_parts", "wins_of_parts", "losses_of_parts")

# Of steps of one bin, where all pairs tie.
with_ties_of_parts <- function(steps, scales) {
  ties <- function(own, other) {
    steps[[paste0(own, "_of_parts")]] * scales[[own]] * (steps[[other]] * scales[[other]] / scales$pairs / 2)
  }
  steps$wins_of_parts <- ties("positive", "negative")
  steps$losses_of_parts <- ties("negative", "positive")
  steps
}

# As sums_of_step_moments() where rows were counted by parts.
sums_of_parts_of <- function(result, area, unit) {
  steps <- result$steps
  # Weights that nobody gave are 1, and so are their squares.
  scales <- if (unit) c(1, 1) else unlist(result$scales[rev(classes_of_sums)], use.names = FALSE)
  list(parts = unwrap(sums_of_parts(list(
    score = as.double(steps$score), last = as.double(steps$last), wins = as.double(steps$wins), scales = scales,
    weights = by_class(function(class) steps[[class]]),
    squares = by_class(function(class) steps[[if (unit) class else paste0(class, 2)]]),
    numbers = by_class(function(class) numbers_of_steps(steps, class, unit)),
    parts = by_class(function(class) steps[[paste0(class, "_of_parts")]]),
    pairs = list(as.double(steps$losses_of_parts), as.double(steps$wins_of_parts))
  ), area)))
}

# Scores of the same rows have the same weights, or the table changed in between.
check_same_table <- function(curves) {
  state_of <- function(curve) {
    sizes <- sum(attr(curve, "spread")$scores[[1L]]$parts$numbers)
    c(rows = sizes, faults = NA, positive = max(curve$FN), negative = max(curve$FP))
  }
  first <- state_of(curves[[1L]])
  for (curve in curves[-1L]) {
    now <- state_of(curve)
    if (any(abs(now - first) > 1e-9 * first, na.rm = TRUE)) raise_changed(first, now, "")
  }
}
