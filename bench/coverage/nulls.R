# Tests of other hypotheses than equal areas of scores: one area against a value, margins, all pairs at
# once, groups and their trend. Each where what it tests is just true.

areas_of_nulls <- c(0.6, 0.8, 0.95)
sizes_for_nulls <- list(c(100, 0.1), c(200, 0.25))

# A p-value of what a function of this package answers.
p_of <- function(name, part = "p.value", ...) {
  given <- list(...)
  f <- getExportedValue("WeightedROC", name)
  function(sample) {
    about <- if (name == "auc_test_groups") list(sample$score, sample$label, sample$group) else {
      list(if (is.null(sample$scores)) sample$score else sample$scores, sample$label)
    }
    found <- do.call(f, c(about, list(weight = sample$weight, cluster = sample$cluster), given),
                     quote = TRUE)
    if (part == "p.value") found$p.value else min(found$contrasts[[part]], Inf, na.rm = TRUE)
  }
}

by_both <- function(...) list(score = p_of(..., test = "score"), wald = p_of(..., test = "wald"))

# The second score's area is the cell's, the first one's less by a margin; they correlate by 0.5 within a
# class. With `above` the first one's is greater.
apart_by <- function(margin, sigma, above) {
  function(cell) {
    d <- distance_of(c(cell$area + if (above) margin else -margin, cell$area))
    label <- labels_of_cell(cell)
    function() {
      n <- length(label)
      noise <- sqrt(0.5) * (stats::rnorm(n) + matrix(stats::rnorm(2 * n), n))
      list(scores = outer(label, d) + noise, score = NULL, label = label,
           weight = stats::rlnorm(n, -sigma^2 / 2, sigma))
    }
  }
}

# Independent groups of equal areas, each a sample of the cell.
in_groups <- function(number, sigma) {
  function(cell) {
    draw <- independent_weights(sigma)(cell)
    function() {
      samples <- lapply(seq_len(number), function(i) c(draw_sound(draw), list(group = i)))
      part <- function(name) unlist(lapply(samples, `[[`, name))
      list(score = part("score"), label = part("label"), weight = part("weight"),
           group = rep(seq_len(number), lengths(lapply(samples, `[[`, "label"))))
    }
  }
}

cells_for_nulls <- function() {
  groups <- cells_of("groups of equal areas", groups = c(3, 6), area = areas_of_nulls, sigma = c(0, 1))
  trend <- transform(groups, design = "a trend of equal areas")
  pairs <- cells_of("the least of all pairs", scores = c(3, 6), area = areas_of_nulls, sigma = c(0, 1))
  margins <- cells_of("a difference of the margin", area = 0.8, sigma = c(0, 1), margin = c(0.05, 0.1),
                      asked = c("noninferior", "equivalent"))
  one <- cells_of("one area against its value", area = areas_of_nulls, sigma = c(0, 1),
                  asked = c("two.sided", "less", "greater"))
  do.call(stack, lapply(list(groups, trend, pairs, margins, one), with_sizes, sizes_for_nulls))
}

try_null <- function(cell, repetitions) {
  asked <- as.character(cell$asked)
  draw <- switch(
    cell$design,
    "one area against its value" = independent_weights(cell$sigma)(cell),
    "a difference of the margin" = apart_by(cell$margin, cell$sigma, asked == "equivalent")(cell),
    "the least of all pairs" = with_scores(independent_weights(cell$sigma), cell$scores)(cell),
    in_groups(cell$groups, cell$sigma)(cell)
  )
  methods <- switch(
    cell$design,
    "one area against its value" = by_both("auc_test", mu = cell$area, alternative = asked),
    "a difference of the margin" = by_both("auc_test", alternative = asked, margin = cell$margin),
    "the least of all pairs" = by_both("auc_test", part = "p.adjusted", adjust = "closed"),
    "groups of equal areas" = by_both("auc_test_groups"),
    by_both("auc_test_groups", trend = TRUE)
  )
  reject(function() draw_sound(draw), methods, repetitions)
}

try_nulls <- function(repetitions) {
  try_cells("nulls", cells_for_nulls(), 70000L, function(cell) try_null(cell, repetitions))
}
