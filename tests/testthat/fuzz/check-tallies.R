# Tallies, curves with rows left out, and the bounds of their areas.

check_roc_tally <- function(a, result, call) {
  if (!call$untouched("positive") || !call$untouched("label")) return(NULL)
  o <- chunk_observations(a, call)
  if (length(o$score) == 0L) return(unless(nrow(result) == 0L, "an empty chunk has rows"))
  check_tally(result, o, number_in(a, "points", Inf), min_count = number_in(a, "min_count", 1))
}

chunk_observations <- function(a, call) {
  positive <- rep(call$world$positive, length.out = length(a$guess))
  w <- if (is.null(a$weight)) rep(1, length(positive)) else a$weight
  observations(unclass(a$guess), positive, unclass(w))
}

# `binned`: the number of rows to which what was merged had been brought before.
check_tally <- function(result, o, points = Inf, binned = NULL, min_count = 1) {
  columns <- c("score", "positive", "negative", "scores", "score_max", "positive2", "negative2", "positive4",
               "negative4", "n_pos", "n_neg")
  complaints <- c(unless(inherits(result, "roc_tally"), "it is no roc_tally"),
                  has_columns(result, columns))
  if (length(complaints) > 0L) return(complaints)
  exact <- length(unique(o$score)) <= points && is.null(binned) && min_count <= 1
  bin <- findInterval(o$score, result$score)
  sums <- function(x) as.vector(tapply(x, factor(bin, seq_len(nrow(result))), sum, default = 0))
  distinct <- sums_of_distinct(o$score, bin, nrow(result))
  complaints <- c(
    unless(nrow(result) <= points, "it has too many rows"),
    unless(!is.unsorted(result$score, strictly = TRUE), "its scores do not ascend"),
    unless(all(result$score %in% o$score), "a score is none of the observations"),
    unless(all(bin > 0L), "an observation is in no bin"),
    unless(is.numeric(attr(result, "level")) && length(attr(result, "level")) == 1L,
           "it has no level")
  )
  if (length(complaints) > 0L) return(complaints)
  c(
    differs("positive", result$positive, sums(ifelse(o$positive, o$weight, 0)), 1e-11),
    differs("negative", result$negative, sums(ifelse(o$positive, 0, o$weight)), 1e-11),
    if (exact) unless(nrow(result) == length(unique(o$score)), "distinct scores share a row"),
    unless(all(result$scores == 1 | distinct > 1) && all(result$scores <= distinct),
           "too many scores are counted"),
    unless(all(distinct == 1 | result$scores > 1), "a bin of several scores says that it has one")
  )
}

sums_of_distinct <- function(score, bin, bins) {
  first <- !duplicated(score)
  tabulate(bin[first], bins)
}

check_as_roc_tally <- function(a, result, call) {
  if (!call$untouched("x")) return(NULL)
  tally <- call$world$tally
  c(unless(inherits(result, "roc_tally"), "it is no roc_tally"),
    unless(identical(result$score, tally$score), "its scores differ"),
    differs("positive", result$positive, tally$positive, 0),
    differs("negative", result$negative, tally$negative, 0))
}

check_roc_tally_table <- function(a, result, call) {
  if (!call$untouched("tally")) return(NULL)
  tally <- call$world$tally
  c(unless(is.data.frame(result) && !inherits(result, "roc_tally"), "it is no plain data.frame"),
    unlist(lapply(names(tally), function(name) {
      expected <- in_ones(tally, name)
      known <- !is.na(expected)
      c(unless(all(is.na(result[[name]][!known])), paste(name, "knows what no double holds")),
        differs(name, result[[name]][known], expected[known], 0))
    })))
}

# A column of a tally whose sums of powers may be in other units, as its table has it.
in_ones <- function(tally, name) {
  units <- attr(tally, "units")
  power <- match(substring(name, nchar(name)), c("2", "4")) * 2
  if (is.null(units) || is.na(power)) return(tally[[name]])
  class <- sub("[24]$", "", name)
  value <- tally[[name]]
  for (i in seq_len(power)) value <- value * units[[if (class == "positive") 2L else 1L]]
  replace(value, !is.finite(value) | tally[[class]] > 0 & value < 1e-290, NA)
}

check_roc_tally_sql <- function(a, result, call) {
  is_query <- is.character(result) && length(result) == 1L &&
    grepl("^SELECT .*GROUP BY bin$", gsub("\n", " ", result))
  unless(is_query, "it is no query")
}

check_roc_merge <- function(a, result, call) {
  if (is.null(call$world$merged) || !call$untouched("...")) return(NULL)
  check_tally(result, call$world$merged, number_in(a, "points", Inf), call$world$merged_points)
}

check_roc_from_tally <- function(a, result, call) {
  columns <- c(curve_columns, "scores_below")
  complaints <- unless(is.data.frame(result) && all(columns %in% names(result)),
                       "a column is not there")
  if (length(complaints) > 0L || !call$untouched("tally")) return(complaints)
  o <- call$world$observations
  c(check_shape(result), check_on_curve(result, curve_of(o)),
    covers(call$package("roc_bounds")(result), area_of(o)))
}

# Whether the rows of a curve are rows of the exact one, up to the rounding of sums.
check_on_curve <- function(part, curve) {
  at <- row_at(curve, part$threshold)
  at[part$threshold == Inf] <- nrow(curve)
  # A score that is Inf has a row before the last one.
  at[part$threshold == Inf & part$TPR + part$FPR > 0] <- match(Inf, curve$threshold)
  w <- class_weights(curve)
  c(
    differs("TPR", part$TPR, curve$TPR[at], 1e-10, 1e-12),
    differs("FPR", part$FPR, curve$FPR[at], 1e-10, 1e-12),
    differs("FN", part$FN, curve$FN[at], 1e-10, 1e-12 * w$W1),
    differs("FP", part$FP, curve$FP[at], 1e-10, 1e-12 * w$W0),
    differs("threshold", part$threshold, curve$threshold[at], 0), check_steps(part, curve, at)
  )
}

# Scores are counted from below: exactly where each has a row, else at least so many.
check_steps <- function(part, curve, at) {
  if (is.null(part$scores_below)) return(NULL)
  before <- at - 1L
  counted <- diff(part$scores_below)
  c(
    unless(all(part$scores_below <= before) && part$scores_below[[1L]] == 0, "scores_below is wrong"),
    unless(all((counted > 1) == (diff(before) > 1L) & counted >= 1), "a step that merges hides it")
  )
}

check_roc_collect <- function(a, result, call) {
  if (!all(vapply(c("tbl", "guess", "label", "weight", "positive"), call$untouched,
                  NA))) return(NULL)
  o <- call$world$observations
  complaints <- unless(is.data.frame(result) && all(curve_columns %in% names(result)),
                       "a column is not there")
  if (length(complaints) > 0L) return(complaints)
  points <- number_in(a, "points", 10000)
  bounds <- call$package("roc_bounds")(result)
  area <- area_of(o)
  width <- (bounds$bound.high - bounds$bound.low) / 2
  c(
    check_shape(result), unless(nrow(result) <= points + 1, "it has too many rows"),
    check_on_curve(result, curve_of(o)),
    covers(bounds, area),
    if (is_on(a$exact)) differs("the exact area", bounds$estimate, area, 1e-10),
    if (is_on(a$exact) && is_on(a$variance)) check_collected_ci(o, result, call),
    if (is.numeric(a$tolerance)) unless(width <= a$tolerance + 1e-11, "the tolerance is not kept")
  )
}

check_collected_ci <- function(o, curve, call) {
  ask <- function(...) suppressWarnings(call$package("auc_ci")(...), classes = "wroc_warning")
  found <- ask(curve)
  expected <- ask(o$score, o$positive, unclass(o$weight))
  differs("the standard error", found$std.error, expected$std.error, 1e-8)
}

check_roc_bounds <- function(a, result, call) {
  complaints <- c(has_columns(result, c("estimate", "bound.low", "bound.high")),
                  unless(nrow(result) == 1L, "it is not one row"))
  if (length(complaints) > 0L) return(complaints)
  area <- call$area("curve")
  c(
    unless(result$bound.low <= result$estimate && result$estimate <= result$bound.high,
           "the bounds leave the estimate"),
    within_bounds("a bound", unlist(result), 0, 1),
    if (call$untouched("curve")) check_bounds_by_definition(as.data.frame(a$curve), result),
    # Rows that were cut by hand, too, are points of the exact curve.
    if (!is.null(area)) covers(result, area)
  )
}

check_bounds_by_definition <- function(curve, result) {
  i <- seq_len(nrow(curve) - 1L)
  rectangles <- (curve$FPR[i] - curve$FPR[i + 1L]) * (curve$TPR[i] - curve$TPR[i + 1L])
  merging <- if (is.null(curve$scores_below)) TRUE else diff(curve$scores_below) > 1
  half <- sum(rectangles[merging]) / 2
  area <- trapezoids(curve)
  # 1e-12 is added where scores were merged elsewhere.
  c(differs("estimate", result$estimate, area, 1e-12, 1e-15),
    differs("lower", result$bound.low, max(0, area - half), 1e-9, 1.1e-12),
    differs("upper", result$bound.high, min(1, area + half), 1e-9, 1.1e-12))
}

covers <- function(bounds, area) {
  unless(bounds$bound.low <= area + 1e-12 && area - 1e-12 <= bounds$bound.high,
         sprintf("[%.15g, %.15g] lacks the area %.15g", bounds$bound.low, bounds$bound.high, area))
}

check_roc_thin <- function(a, result, call) {
  curve <- a$curve
  if (!is.data.frame(result) || !all(names(curve) %in% names(result))) {
    return("a column is not there")
  }
  row <- rows_in(curve, result)
  if (is.null(row)) return("its rows are not rows of the curve in their order")
  points <- number_in(a, "points", Inf)
  area <- trapezoids(curve)
  bounds <- call$package("roc_bounds")(result)
  c(
    unless(nrow(result) <= max(2, points), "it has too many rows"),
    lacks_an_end(curve, result), keeps_rows(curve, result, row), covers(bounds, area),
    if (points == Inf) differs("the area of what is left", trapezoids(result), area, 1e-12, 1e-13),
    if (!is.null(call$area("curve"))) check_cut(result, call)
  )
}

# What is said of rows holds when rows are cut by hand.
check_cut <- function(curve, call) {
  parts <- c(list(curve), if (nrow(curve) > 3L) lapply(cut_edits, function(cut) cut(curve)))
  unlist(lapply(parts, function(part) covers(call$package("roc_bounds")(part), call$area("curve"))))
}
