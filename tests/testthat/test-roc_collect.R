# Observations that are put into an engine ---------------------------------------

# A data.frame with the columns score, label, weight.
rows_of <- function(score, label, weight = stats::rexp(length(score))) {
  data.frame(score, label, weight)
}

# The first rows don't tell where the scores lie, so that one scan does not do.
misleading_rows <- function() {
  rows_of(round(c(rnorm(2500) / 100, rnorm(17500)), 4), labels_of(20000))
}

labels_of <- function(n) as.integer(both_classes(n))

# Scores that make it hard to find a grid, or to do arithmetic on it. More rows than the first ones
# that are looked at.
kinds_of_scores <- function(n = 4000) {
  y <- labels_of(n)
  normal <- y + rnorm(n)
  eps <- .Machine$double.eps
  some <- function(share) sample(n, share * n)
  kinds <- list(
    normal = normal,
    inverted = -normal,
    near_zero = plogis(3 * normal - 10),
    cauchy = rcauchy(n) + y,
    outlier = replace(normal, 3001, 1e300),
    outlier_seen = replace(normal, c(17, 18), c(-1e300, 1e300)),
    infinite = replace(normal, some(0.1), rep(c(-Inf, Inf), each = 0.05 * n)),
    mostly_infinite = replace(normal, some(0.9), rep(c(-Inf, Inf), each = 0.45 * n)),
    piled = replace(normal, some(0.5), 0.25),
    piled_at_an_end = pmax(normal, 0.5),
    rounded = round(normal, 2),
    one_ulp_apart = 1 + eps * round(n / 4 * normal),
    denormal = 5e-324 * round(1000 * (normal + 10)),
    ascending = sort(normal),
    descending = sort(normal, decreasing = TRUE),
    first_rows_mislead = c(normal[1:2500] * 1e-6, normal[-(1:2500)] * 1000),
    first_rows_one_score = c(rep(7, 2500), normal[-(1:2500)]),
    zeros = replace(normal, some(0.2), c(-0, 0)),
    integers = as.integer(round(1e5 * normal)),
    largest = .Machine$double.xmax * pmin(pmax(normal / 4, -1), 1),
    beyond_extremes = 1e308 + 5e307 * runif(n),
    both_extremes = ifelse(normal > 0.5, 1, -1) * (1e308 + 5e307 * runif(n)),
    extremes_and_infinite = replace(ifelse(normal > 0.5, 1, -1) * (1e308 + 5e307 * runif(n)),
                                    some(0.1), rep(c(-Inf, Inf), each = 0.05 * n)),
    all_magnitudes = ifelse(normal > 0.5, 1, -1) * 10^runif(n, -300, 300),
    far_clusters = normal * 1e-9 + 1e9 * rbinom(n, 1, 0.5),
    separated = y + runif(n) / 2
  )
  lapply(kinds, rows_of, label = y)
}

kinds_of_weights <- function(n = 4000) {
  y <- labels_of(n)
  score <- y + rnorm(n)
  one <- function(class) {
    y <- rep(1L - class, n)
    y[2345] <- class
    y
  }
  list(
    wide = rows_of(score, y, 10^runif(n, -12, 12)),
    some_zero = rows_of(score, y, rexp(n) * rbinom(n, 1, 0.3)),
    zero_at_the_ends = rows_of(score, y, rexp(n) * (abs(score) < 1)),
    whole = rows_of(score, y, sample(9L, n, replace = TRUE)),
    tiny = rows_of(score, y, 1e-200 * rexp(n)),
    huge = rows_of(score, y, 1e200 * rexp(n)),
    huge_and_tiny = rows_of(score, y, rexp(n) * ifelse(y, 1e150, 1e-150)),
    rare = rows_of(score, y, rexp(n) * ifelse(y, 1e-9, 1)),
    one_positive = rows_of(score, one(1L)),
    one_negative = rows_of(score, one(0L)),
    one_score = rows_of(score, y, ifelse(y, seq_len(n) == which(y == 1)[5], rexp(n)))
  )
}

# RSQLite tells of columns with numbers of several types.
quietly <- function(code) suppressWarnings(code)

exact_curve <- function(x) WeightedROC(x$score, x$label, x$weight)

exact_area <- function(x) auc_wmw(x$score, x$label, x$weight)

# The rounding error in slack, here where tables have no more than 1e5 rows.
most_rounding <- 1e-10

# Properties of a curve of roc_collect() ------------------------------------------

of_points <- c("TPR", "FPR", "threshold", "FN", "FP")
of_sums <- c("scores_below", "area", "slack")

# Returns the sums of each step from a row to the next, given the sums up to each row.
steps_of <- function(curve) {
  pairs <- diff(curve$FPR) * diff(curve$TPR)
  data.frame(scores = diff(curve$scores_below), pairs = pairs,
             wins = -diff(curve$area) + diff(curve$FPR) * curve$TPR[-1], slack = -diff(curve$slack))
}

# It is the curve of all observations with rows left out.
expect_exact_points <- function(curve, exact, points) {
  expect_plain_frame(curve)
  expect_identical(names(curve), c(of_points, of_sums))
  expect_lte(nrow(curve), points)
  # The last row is for itself, as Inf may be a score, too.
  rows <- c(match(curve$threshold[-nrow(curve)], exact$threshold[-nrow(exact)]), nrow(exact))
  expect_false(anyNA(rows))
  expect_identical(rows[1], 1L)
  kept <- exact[rows, ]
  rownames(kept) <- NULL
  expect_close(curve[of_points], kept, 1e-12)
  expect_identical(curve$scores_below[1], 0)
  expect_identical(unlist(curve[nrow(curve), c("area", "slack")], use.names = FALSE), c(0, 0))
  steps <- steps_of(curve)
  # 1 where there is one distinct score, else at least two of them.
  distinct <- diff(rows)
  expect_true(all(ifelse(distinct == 1, steps$scores == 1,
                         steps$scores >= 2 & steps$scores <= distinct)))
  # The pairs have the rounding of the rates.
  expect_true(all(steps$slack >= 0 & steps$slack <= steps$pairs / 2 + most_rounding))
  expect_true(all(steps$slack[steps$scores <= 1] <= most_rounding))
}

expect_bounds <- function(curve, area, tolerance) {
  bounds <- auc_bounds(curve)
  expect_lte(bounds$bound.low, area)
  expect_gte(bounds$bound.high, area)
  # 1e-12 is what auc_bounds() adds.
  expect_lte(curve$slack[1], tolerance)
  expect_lte(max(bounds$bound.high - bounds$estimate, bounds$estimate - bounds$bound.low),
             tolerance + 1.1e-12)
}

expect_whole_curve <- function(curve, x) {
  exact <- exact_curve(x)
  expect_close(curve[of_points], exact, 1e-12)
  expect_exact_points(curve, exact, nrow(exact))
  bounds <- auc_bounds(curve)
  area <- exact_area(x)
  expect_close(bounds$estimate, area, 1e-12)
  expect_true(bounds$bound.low <= area && area <= bounds$bound.high)
  expect_lt(bounds$bound.high - bounds$bound.low, most_rounding)
}

# A table of these rows, asked in each way.
expect_right_curves <- function(tbl, x, points = 40) {
  exact <- exact_curve(x)
  area <- exact_area(x)
  collect <- function(...) roc_collect(tbl, score, label, weight, points = points, ...)
  binned <- collect()
  expect_exact_points(binned, exact, points)
  expect_bounds(binned, area, 1 / (16 * points))
  near <- collect(tolerance = 6e-4)
  expect_exact_points(near, exact, points)
  expect_bounds(near, area, 6e-4)
  whole <- collect(exact = TRUE)
  expect_exact_points(whole, exact, points)
  expect_lte(whole$slack[1], most_rounding)
  expect_bounds(whole, area, most_rounding)
  expect_close(auc_bounds(whole)$estimate, area, 1e-12, 1e-12)
}

# The SQL of what `code` asks but for the first rows.
queries_of <- function(code) {
  sql <- character()
  before <- function(query) sql <<- c(sql, as.character(query))
  namespace <- asNamespace("WeightedROC")
  suppressMessages(trace("ask", bquote((.(before))(query)), print = FALSE, where = namespace))
  on.exit(suppressMessages(untrace("ask", where = namespace)))
  force(code)
  sql
}

# The same curve -----------------------------------------------------------------

test_that_engines_are_there()

test_on_engines("tables hold what was put there, to the last digit", function(engine) {
  set.seed(1)
  x <- data.frame(number = c(rnorm(100), 10^runif(100, -300, 300), 5e-324, Inf, -Inf, NA, 1 / 3),
                  whole = c(1:204, NA), text = c(NA, "it's", "", "a \\ \"b\"", rep("x", 201)))
  expect_identical(as.data.frame(dplyr::collect(engine$put(x))), x)
})

test_on_engines("few distinct scores give the exact curve", function(engine) {
  skip_on_cran()
  set.seed(2)
  kinds <- c("constant", "one_of_each_inverted", "perfect_weighted", "infinite", "zeros", "good")
  for (x in c(integer_observations()[kinds], real_observations()["rare"])) {
    x <- rows_of(x$guess, as.integer(x$positive), x$weight)
    expect_whole_curve(roc_collect(engine$put(x), score, label, weight), x)
  }
})

test_on_engines("as many distinct scores as points are few", function(engine) {
  set.seed(3)
  x <- rows_of(rep(1:50, 100), labels_of(5000))
  tbl <- engine$put(x)
  expect_whole_curve(roc_collect(tbl, score, label, weight, points = 50), x)
  fewer <- roc_collect(tbl, score, label, weight, points = 49)
  expect_exact_points(fewer, exact_curve(x), 49)
})

for (kind in names(kinds_of_scores())) local({
  kind <- kind
  test_on_engines(paste("scores of many kinds:", kind), function(engine) {
    skip_on_cran()
    set.seed(4)
    x <- kinds_of_scores()[[kind]]
    expect_right_curves(engine$put(x), x)
  })
})

for (kind in names(kinds_of_weights())) local({
  kind <- kind
  test_on_engines(paste("weights of many kinds:", kind), function(engine) {
    skip_on_cran()
    set.seed(5)
    x <- kinds_of_weights()[[kind]]
    expect_right_curves(engine$put(x), x)
  })
})

test_on_engines("columns of many types", function(engine) {
  skip_on_cran()
  set.seed(6)
  n <- 4000
  y <- labels_of(n)
  score <- y + rnorm(n)
  single <- readBin(writeBin(score, raw(), size = 4), "double", n, size = 4)
  # Some beyond 2^53, where not every whole number is a double.
  big <- sprintf("%.0f", 2^53 - 3000 + round(1000 * score))
  data <- data.frame(
    single, decimal = sprintf("%.4f", score), big, small = as.integer(100 * score),
    label = y, weight = sprintf("%.2f", rexp(n)), count = sample(9L, n, replace = TRUE),
    one = 1
  )
  types <- c(single = "REAL", decimal = "NUMERIC(20, 4)", big = "BIGINT", small = "SMALLINT",
             label = "BIGINT", weight = "DECIMAL(20, 2)", count = "BIGINT")
  tbl <- engine$put(data, types)
  collect <- function(guess, weight) {
    quietly(roc_collect(tbl, {{ guess }}, label, {{ weight }}, points = 40))
  }
  check <- function(curve, guess, weight) {
    x <- rows_of(as.numeric(guess), y, as.numeric(weight))
    expect_exact_points(curve, exact_curve(x), 40)
    expect_bounds(curve, exact_area(x), 1 / (16 * 40))
  }
  check(collect(single, weight), single, data$weight)
  check(collect(decimal, count), data$decimal, data$count)
  check(collect(big, weight), data$big, data$weight)
  check(collect(small, one), data$small, data$one)
  # Without weights they are 1.
  check(roc_collect(tbl, single, label, points = 40), single, rep(1, n))
})

test_on_engines("booleans are scores and labels, also where the first rows don't tell", function(engine) {
  set.seed(7)
  x <- data.frame(score = rnorm(4000), yes = runif(4000) < 0.3, weight = rexp(4000))
  tbl <- engine$put(x)
  curve <- roc_collect(tbl, score, yes, weight, points = 40)
  expect_exact_points(curve, WeightedROC(x$score, x$yes, x$weight), 40)
  no <- roc_collect(tbl, score, yes, weight, points = 40, positive = FALSE)
  expect_exact_points(no, WeightedROC(x$score, !x$yes, x$weight), 40)
  x$yes[1:2500] <- NA
  known <- x[-(1:2500), ]
  expect_whole_curve(
    roc_collect(engine$put(x), yes, as.integer(score > 0), weight, na.rm = TRUE),
    rows_of(as.numeric(known$yes), as.integer(known$score > 0), known$weight)
  )
})

test_on_engines("labels in each encoding, and any with `positive`", function(engine) {
  skip_on_cran()
  set.seed(8)
  x <- rows_of(rnorm(600), labels_of(600))
  x$real <- as.numeric(x$label)
  x$sign <- 2L * x$label - 1L
  x$rank <- x$label + 1L
  x$text <- ifelse(x$label == 1, "it's \"{x}\"", sample(c("no", "perhaps"), 600, replace = TRUE))
  x$three <- ifelse(x$label == 1, 7L, sample(c(3L, 9L), 600, replace = TRUE))
  tbl <- engine$put(x)
  collect <- function(label, ...) {
    roc_collect(tbl, round(score), {{ label }}, weight, ...)[of_points]
  }
  expected <- exact_curve(transform(x, score = round(score)))
  for (curve in list(collect(label), collect(real), collect(sign), collect(rank),
                     collect(text, positive = "it's \"{x}\""), collect(three, positive = 7),
                     collect(sign, positive = 1L))) {
    expect_close(curve, expected)
  }
  swapped <- exact_curve(transform(x, score = round(score), label = 1L - label))
  expect_close(collect(label, positive = 0), swapped)
  # Not only where few scores are distinct.
  curve <- roc_collect(tbl, score, text, weight, points = 16, positive = "it's \"{x}\"")
  expect_exact_points(curve, exact_curve(x), 16)
})

test_on_engines("expressions, and tables that are queries", function(engine) {
  skip_on_cran()
  set.seed(9)
  x <- rows_of(rnorm(600), labels_of(600))
  x$id <- seq_len(600)
  x$group <- sample(letters[1:3], 600, replace = TRUE)
  more <- data.frame(id = 100:500, factor = rexp(401))
  tbl <- engine$put(x)
  check <- function(curve, x) expect_exact_points(curve, exact_curve(x), 16)
  shift <- 1
  check(roc_collect(tbl, score / 2 + shift, as.integer(score > 0.5), weight * 2, points = 16),
        rows_of(x$score / 2 + 1, x$score > 0.5, x$weight * 2))
  wrapper <- function(tbl, column) roc_collect(tbl, {{ column }}, label, .data$weight, points = 16)
  check(wrapper(dplyr::filter(tbl, group == "a"), -score),
        transform(x, score = -score)[x$group == "a", ])
  joined <- merge(x, more, by = "id")
  check(wrapper(dplyr::inner_join(tbl, engine$put(more), by = "id"), score * factor),
        transform(joined, score = score * factor))
  stacked <- dplyr::union_all(tbl, dplyr::filter(tbl, group == "b"))
  check(wrapper(stacked, score), rbind(x, x[x$group == "b", ]))
  sums <- dplyr::summarise(dplyr::group_by(dplyr::mutate(tbl, ten = floor(id / 2)), ten),
                           score = sum(score, na.rm = TRUE), label = max(label, na.rm = TRUE),
                           weight = min(weight, na.rm = TRUE))
  ten <- floor(x$id / 2)
  check(wrapper(sums, score), rows_of(tapply(x$score, ten, sum), tapply(x$label, ten, max),
                                      tapply(x$weight, ten, min)))
})

test_on_engines("columns of any name", function(engine) {
  set.seed(10)
  n <- 600
  x <- data.frame(rnorm(n), labels_of(n), rexp(n), rnorm(n), rnorm(n))
  names(x) <- c("My \"Score\" {x}", "select", "n", "wroc_bin", "SCORE")
  tbl <- engine$put(x)
  exact <- WeightedROC(x[[1]], x[[2]], x[[3]])
  curve <- roc_collect(tbl, `My "Score" {x}`, select, n, points = 16)
  expect_exact_points(curve, exact, 16)
  exact <- WeightedROC(x$SCORE + x$wroc_bin, x[[2]], x[[3]])
  expect_exact_points(roc_collect(tbl, SCORE + wroc_bin, select, n, points = 16), exact, 16)
})

test_on_engines("columns with the names that queries give", function(engine) {
  skip_on_cran()
  set.seed(10)
  x <- data.frame(labels_of(600), rnorm(600), rexp(600), sample(99L, 600, replace = TRUE), rep_len(c("x", "y"), 600))
  names(x) <- c("wroc_score", "wroc_label", "WROC_weight1", "wroc_cluster", "wroc_key1")
  tbl <- engine$put(x)
  exact <- WeightedROC(x$wroc_label, x$wroc_score, x$WROC_weight1)
  expect_exact_points(roc_collect(tbl, wroc_label, wroc_score, WROC_weight1, points = 16), exact, 16)
  clustered <- roc_collect(tbl, wroc_label, wroc_score, WROC_weight1, exact = TRUE, cluster = wroc_cluster)
  # Each of the 99 clusters is a part.
  by_hand <- list(id = x$wroc_cluster, label = x$wroc_score, weight = x$WROC_weight1)
  expect_equal(auc_ci(clustered)$std.error^2,
               drop(covariance_by_hand(list(x$wroc_label), by_hand, x$wroc_cluster)), tolerance = 1e-9)
  curves <- roc_collect(dplyr::group_by(tbl, wroc_key1), wroc_label, wroc_score, WROC_weight1, points = 40)
  in_x <- x[x$wroc_key1 == "x", ]
  curve <- as.data.frame(curves)[curves$wroc_key1 == "x", -1L]
  rownames(curve) <- NULL
  expect_exact_points(curve, WeightedROC(in_x$wroc_label, in_x$wroc_score, in_x$WROC_weight1), 20)
})

test_on_engines("rows of weight 0 are as if they were not there", function(engine) {
  set.seed(11)
  x <- rows_of(rnorm(3000), labels_of(3000))
  none <- rows_of(c(-50, 50, rnorm(1000)), 0:1, 0)
  for (points in c(40, 5000)) {
    with <- roc_collect(engine$put(rbind(none, x)), score, label, weight, points = points)
    expect_exact_points(with, exact_curve(x), points)
  }
})

# The steps -------------------------------------------------------------------------

# Of all pairs of a positive and a negative in each step, the share that the positive wins.
naive_wins <- function(x, threshold) {
  step <- findInterval(x$score, threshold)
  positive <- x$label == 1
  total <- sum(x$weight[positive]) * sum(x$weight[!positive])
  vapply(seq_along(threshold), function(i) {
    p <- positive & step == i
    n <- !positive & step == i
    won <- outer(x$score[p], x$score[n], ">") + outer(x$score[p], x$score[n], "==") / 2
    sum(outer(x$weight[p], x$weight[n]) * won) / total
  }, 0)
}

test_on_engines("wins of each step are what all its pairs say, but for slack", function(engine) {
  skip_on_cran()
  set.seed(12)
  normal <- rnorm(3000)
  for (score in list(normal, ifelse(normal > 0, round(normal, 2), normal))) {
    # Classes that are far from random within steps, so that half of the pairs would be wrong.
    x <- rows_of(score, as.integer(sin(20 * score) + rnorm(3000) > 0))
    tbl <- engine$put(x)
    exact <- exact_curve(x)
    for (exactly in c(FALSE, TRUE)) {
      curve <- roc_collect(tbl, score, label, weight, points = 30, exact = exactly)
      steps <- steps_of(curve)
      wins <- naive_wins(x, curve$threshold)[-nrow(curve)]
      expect_true(all(abs(steps$wins - wins) <= steps$slack + 1e-13))
      area <- sum(-diff(curve$FPR) * curve$TPR[-1]) + sum(wins)
      expect_close(area, WeightedAUC(exact))
      if (exactly) {
        expect_close(auc_bounds(curve)$estimate, area)
      } else {
        # Half of the pairs of each step would be outside of the bounds.
        expect_true(any(abs(steps$pairs / 2 - wins) > steps$slack))
        expect_gt(curve$slack[1], 0)
      }
    }
  }
})

test_on_engines("slack is half of the pairs in bins of more than one score", function(engine) {
  # One pair in each of two bins that merge scores, and ties, which leave nothing open.
  x <- rows_of(c(rep(1:100, 20), 1.001, 100.001), c(rep(0:1, each = 1000), 0, 1), 1)
  curve <- roc_collect(engine$put(x), score, label, weight, points = 50)
  steps <- steps_of(curve)
  wins <- naive_wins(x, curve$threshold)[-nrow(curve)]
  expect_true(all(abs(steps$wins - wins) <= steps$slack + 1e-13))
  # Rows that are left out by hand take nothing away.
  expect_close(auc_bounds(curve[c(1, 20, nrow(curve)), ]), auc_bounds(curve), 1e-13)
  expect_bounds(curve, exact_area(x), 1 / (16 * 50))
})

test_on_engines("a tolerance is kept, however small, and more points are better", function(engine) {
  skip_on_cran()
  set.seed(13)
  x <- rows_of(c(rnorm(5000), rnorm(5000) * 1e-7), labels_of(10000))
  tbl <- engine$put(x)
  exact <- exact_curve(x)
  for (tolerance in c(0.1, 1e-3, 1e-9)) {
    curve <- roc_collect(tbl, score, label, weight, points = 20, tolerance = tolerance)
    expect_exact_points(curve, exact, 20)
    expect_bounds(curve, exact_area(x), tolerance)
  }
  fine <- roc_collect(tbl, score, label, weight, points = 300)
  expect_exact_points(fine, exact, 300)
  expect_bounds(fine, exact_area(x), 1 / (16 * 300))
  expect_gt(nrow(fine), 150)
})

test_on_engines("the points are spread along the curve", function(engine) {
  set.seed(14)
  x <- kinds_of_scores()$normal
  curve <- roc_collect(engine$put(x), score, label, weight, points = 100)
  expect_gt(nrow(curve), 50)
  # Straight lines leave about 1 / (2 * points) open at best.
  steps <- steps_of(curve)
  expect_lt(sum(steps$pairs[steps$scores > 1]) / 2, 2 / 100)
})

test_on_queries("one scan is enough for a large tolerance", function(engine) {
  set.seed(44)
  x <- rows_of(rnorm(20000), labels_of(20000))
  tbl <- engine$put(x)
  collect <- function(tolerance) {
    roc_collect(tbl, score, label, weight, points = 2000, tolerance = tolerance)
  }
  for (tolerance in c(1e-2, 1e-3)) {
    expect_length(queries_of(curve <- collect(tolerance)), 1)
    expect_exact_points(curve, exact_curve(x), 2000)
    expect_bounds(curve, exact_area(x), tolerance)
    expect_gt(nrow(curve), 500)
    # Bins that are steps need no further sums.
    expect_false(any(grepl("OVER", queries_of(collect(tolerance)))))
  }
  expect_length(queries_of(collect(1e-4)), 1)
  # More bins than half of the rows are one for each score.
  expect_length(queries_of(whole <- collect(1e-6)), 2)
  expect_lt(whole$slack[1], most_rounding)
})

test_on_queries("first rows that mislead cost a scan, and no more", function(engine) {
  set.seed(46)
  x <- misleading_rows()
  tbl <- engine$put(x)
  expect_gt(length(queries_of(curve <- roc_collect(tbl, score, label, weight, points = 40))), 1)
  expect_exact_points(curve, exact_curve(x), 40)
  expect_bounds(curve, exact_area(x), 1 / 640)
  one_class <- x[order(x$label), ]
  tbl <- engine$put(one_class)
  curve <- roc_collect(tbl, score, label, weight, points = 40)
  expect_exact_points(curve, exact_curve(x), 40)
  expect_bounds(curve, exact_area(x), 1 / 640)
  # Weights of which the first rows' are 1e-200 times those of the others.
  x$weight[1:2500] <- x$weight[1:2500] * 1e-200
  curve <- roc_collect(engine$put(x), score, label, weight, points = 40)
  expect_exact_points(curve, exact_curve(x), 40)
  expect_bounds(curve, exact_area(x), 1 / 640)
})

# Questions ---------------------------------------------------------------------------

test_on_queries("nothing is written, few rows come, windows have parts", function(engine) {
  set.seed(15)
  x <- rows_of(rnorm(20000), labels_of(20000))
  tbl <- engine$put(x)
  before <- engine$tables()
  collect <- function(...) roc_collect(tbl, score, label, weight, points = 400, ...)
  expect_silent(binned <- queries_of(collect()))
  expect_length(binned, 1)
  few <- queries_of(roc_collect(tbl, round(score), label, weight, points = 40))
  expect_length(few, 1)
  whole <- queries_of(collect(exact = TRUE))
  expect_identical(engine$tables(), before)
  expect_identical(engine$count(), 0L)
  sql <- c(binned, few, whole)
  expect_true(all(startsWith(sql, "SELECT")))
  writing <- "\\b(CREATE|INSERT|UPDATE|DELETE|DROP|ALTER|INTO|TEMPORARY)\\b"
  expect_false(any(grepl(writing, sql, ignore.case = TRUE)))
  windows <- gregexpr("\\bOVER *\\(.{13}", sql)
  expect_match(unlist(regmatches(sql, windows)), "OVER *\\(PARTITION BY")
  expect_gt(sum(unlist(windows) > 0), 3)
  # A coarse grid, the steps.
  rows <- vapply(c(binned, whole), function(query) {
    nrow(DBI::dbGetQuery(engine$connection, query))
  }, 1L)
  expect_lt(rows[[2]], 2000)
  expect_true(all(rows[c(1, 3)] < 400))
})

test_that("no question of Spark's sends rows through one task", {
  skip_where_no_engine("Spark")
  engine <- engines$Spark$open()
  on.exit(engine$close())
  set.seed(43)
  x <- rows_of(c(rnorm(10000), rnorm(10000) * 1e-7), labels_of(20000))
  # Of several partitions, as one has no exchanges.
  spark_table(engine$connection, "wroc_parts", x, partitions = 4L)
  on.exit(spark_drop(engine$connection, "wroc_parts"), add = TRUE, after = FALSE)
  tbl <- dplyr::tbl(engine$connection, "wroc_parts")
  collect <- function(...) roc_collect(tbl, score, label, weight, points = 40, ...)
  sql <- c(
    as.character(dbplyr::sql_render(utils::head(tbl, 2000))), queries_of(collect()),
    queries_of(collect(exact = TRUE)), queries_of(collect(tolerance = 1e-6)),
    queries_of(roc_collect(tbl, round(score, 1), label, weight))
  )
  expect_gt(length(sql), 7)
  plans <- vapply(sql, function(query) {
    paste(DBI::dbGetQuery(engine$connection, paste("EXPLAIN", query))[[1]], collapse = "\n")
  }, "")
  expect_match(plans, "Physical Plan")
  expect_false(any(grepl("SinglePartition|GlobalLimit", plans)))
  # Windows are opened within steps.
  expect_true(all(grepl("Exchange hashpartitioning", plans[-1])))
})

test_on_engines("few distinct scores are not believed of the first rows", function(engine) {
  # More rows than tell whether few scores are distinct, and then more scores than points.
  later <- seq(3, 4, length.out = 40)
  x <- data.frame(score = c(rep(1:2, 50000), rep(later, 10)), label = rep(0:1, 50200))
  curve <- roc_collect(engine$put(x), score, label, points = 30)
  expect_exact_points(curve, WeightedROC(x$score, x$label), 30)
  expect_bounds(curve, auc_wmw(x$score, x$label), 1 / (16 * 30))
})

# Missing values ------------------------------------------------------------------------

# Values that are missing, from row 2400 on, where the first rows don't show them.
with_missing <- function(engine, n = 4000) {
  x <- rows_of(rnorm(n), labels_of(n))
  x$label <- as.numeric(x$label)
  x$score[c(2401, 2402)] <- NA
  x$label[c(2403:2405, 2401)] <- NA
  x$weight[2406] <- NA
  if (engine$has_NaN) {
    x$score[2407] <- NaN
    x$label[2408] <- NaN
    x$weight[2409] <- NaN
  }
  x
}

test_on_engines("missing values are counted", function(engine) {
  skip_on_cran()
  set.seed(16)
  x <- with_missing(engine)
  tbl <- engine$put(x)
  rows <- vapply(x, function(column) as.numeric(sum(is.na(column))), 0)
  names(rows)[1] <- "guess"
  counts <- ifelse(rows == 1, "1 row", paste(rows, "rows"))
  for (points in c(40, 5000)) {
    expect_wroc_error(
      roc_collect(tbl, score, label, weight, points = points), "missing",
      sprintf(paste("There are missing values: `guess` in %s, `label` in %s, `weight` in %s.",
                    "Leave these rows out with `na.rm = TRUE`."), counts[1], counts[2], counts[3]),
      argument = "guess", rows = rows,
      call = quote(roc_collect(tbl, score, label, weight, points = points))
    )
  }
  error <- expect_error(roc_collect(dplyr::filter(tbl, !is.na(score)), 1, label, weight),
                        class = "wroc_error_missing")
  expect_identical(error$argument, "label")
})

test_on_engines("na.rm leaves out exactly the rows with missing values", function(engine) {
  skip_on_cran()
  set.seed(17)
  x <- with_missing(engine)
  tbl <- engine$put(x)
  known <- x[!is.na(x$score) & !is.na(x$label) & !is.na(x$weight), ]
  exact <- exact_curve(known)
  collect <- function(...) roc_collect(tbl, score, label, weight, na.rm = TRUE, ...)
  expect_exact_points(collect(points = 40), exact, 40)
  expect_exact_points(collect(points = 40, exact = TRUE), exact, 40)
  expect_exact_points(collect(points = 40, positive = 1), exact, 40)
  expect_whole_curve(collect(), known)
})

test_on_engines("a column may be missing in all of the first rows", function(engine) {
  skip_on_cran()
  set.seed(18)
  x <- rows_of(rnorm(5000), as.numeric(labels_of(5000)))
  for (column in names(x)) {
    missing <- x
    missing[[column]][1:2500] <- NA
    tbl <- engine$put(missing)
    curve <- roc_collect(tbl, score, label, weight, na.rm = TRUE, points = 40)
    expect_exact_points(curve, exact_curve(x[-(1:2500), ]), 40)
  }
})

# Errors ----------------------------------------------------------------------------------

# An error leaves neither tables nor results open.
expect_clean_error <- function(engine, kind, object) {
  before <- engine$tables()
  error <- expect_error(object, class = paste0("wroc_error_", kind))
  expect_s3_class(error, c(paste0("wroc_error_", kind), "wroc_error", "error", "condition"),
                  exact = TRUE)
  expect_identical(error$call[[1]], quote(roc_collect))
  expect_identical(engine$count(), 0L)
  expect_identical(engine$tables(), before)
  error
}

small_rows <- function() rows_of(c(1, 2, 3, 4, 2, 3), c(0, 0, 1, 1, 1, 0), c(1, 2, 3, 1, 2, 3))

# Tables that change --------------------------------------------------------------------

# Calls `change` just before the second scan.
with_change_between <- function(change, code) {
  asked <- 0
  before <- function() {
    asked <<- asked + 1
    if (asked == 2) change()
  }
  namespace <- asNamespace("WeightedROC")
  suppressMessages(trace("ask", bquote((.(before))()), print = FALSE, where = namespace))
  on.exit(suppressMessages(untrace("ask", where = namespace)))
  force(code)
}

changed_words <- "^The table changed while it was read: first it had [0-9,.]+ rows? [(]weights"

test_on_queries("a table that another connection writes to between scans", function(engine) {
  skip_if(is.null(engine$other), "an engine without a second connection")
  set.seed(41)
  x <- misleading_rows()
  changes <- list(
    more = "INSERT INTO %s SELECT score, label, weight FROM %s WHERE score > 1",
    fewer = "DELETE FROM %s WHERE score > 2",
    missing = "INSERT INTO %s VALUES (NULL, NULL, NULL)",
    label = "INSERT INTO %s VALUES (0.5, 7, 1)",
    score = "UPDATE %s SET score = -score WHERE score > 1.5",
    weight = "UPDATE %s SET weight = weight * 2 WHERE score > 1.5",
    zero = "UPDATE %s SET weight = 0 WHERE score > 2.5"
  )
  for (kind in names(changes)) {
    for (exact in c(FALSE, TRUE)) {
      tbl <- engine$put(x)
      name <- dbplyr::remote_name(tbl)
      change <- function() {
        engine$other(gsub("%s", name, changes[[kind]], fixed = TRUE))
      }
      collect <- function() {
        with_change_between(change, {
          roc_collect(tbl, score, label, weight, points = 40, exact = exact)
        })
      }
      if (engine$has_snapshots) {
        curve <- collect()
        expect_exact_points(curve, exact_curve(x), 40)
        expect_bounds(curve, exact_area(x), if (exact) most_rounding else 1 / 640)
        expect_false(engine$is_transacting())
        # The user's own transaction is left as it is, and then what changes is noticed.
        tbl <- engine$put(x)
        name <- dbplyr::remote_name(tbl)
        engine$begin()
        error <- expect_clean_error(engine, "engine", collect())
        expect_true(engine$is_transacting())
        engine$rollback()
      } else {
        error <- expect_clean_error(engine, "engine", collect())
      }
      expect_match(error$message, changed_words)
      # Where all rows were moved within the table, only parts of it tell.
      if (kind != "score") expect_identical(error$first[["rows"]], 20000)
      expect_false(identical(error$first, error$now))
    }
  }
})

test_on_queries("a table that is another one at each scan", function(engine) {
  set.seed(42)
  tbl <- engine$put(rows_of(rnorm(20000), labels_of(20000)))
  random <- c(SQLite = "random() < 0", PostgreSQL = "random() < 0.5", Spark = "rand() < 0.5",
              MariaDB = "rand() < 0.5", DuckDB = "random() < 0.5")[[engine$name]]
  some <- dplyr::filter(tbl, dplyr::sql(random))
  error <- expect_clean_error(engine, "engine", {
    roc_collect(some, score, label, weight, points = 40, exact = TRUE)
  })
  expect_match(error$message, changed_words)
  expect_true(error$first[["rows"]] != error$now[["rows"]])
})

test_on_engines("errors end the transaction that was begun", function(engine) {
  skip_if(!isTRUE(engine$has_snapshots), "an engine without snapshots")
  x <- rows_of(rnorm(3000), rep(7, 3000))
  tbl <- engine$put(x)
  expect_clean_error(engine, "one_class", roc_collect(tbl, score, label, weight, points = 40))
  expect_false(engine$is_transacting())
  expect_clean_error(engine, "engine", roc_collect(tbl, dplyr::sql("no_such_thing(score)"), label))
  expect_false(engine$is_transacting())
})

# Streams -----------------------------------------------------------------------------

# Fetches few rows at a time, into few bins.
with_small_streams <- function(rows, bins, code) {
  namespace <- asNamespace("WeightedROC")
  values <- list(stream_rows = rows, stream_bins = bins)
  set <- function(values) {
    for (name in names(values)) {
      unlockBinding(name, namespace)
      assign(name, values[[name]], envir = namespace)
      lockBinding(name, namespace)
    }
  }
  old <- mget(names(values), envir = namespace)
  on.exit(set(old))
  set(values)
  code
}

test_that("rows of SQLite are added up in chunks", {
  skip_on_cran()
  skip_where_no_engine("SQLite")
  engine <- engines$SQLite$open()
  on.exit(engine$close())
  set.seed(61)
  kinds <- c(kinds_of_scores(), kinds_of_weights())
  for (kind in names(kinds)) {
    x <- kinds[[kind]]
    tbl <- engine$put(x)
    with_small_streams(1000, 1024, {
      asked <- queries_of(curve <- roc_collect(tbl, score, label, weight, points = 40))
      expect_exact_points(curve, exact_curve(x), 40)
      expect_bounds(curve, exact_area(x), 1 / 640)
      # But for those of which the first rows say too little there were no queries of sums.
      if (kind == "normal") expect_length(asked, 0)
      whole <- roc_collect(tbl, score, label, weight, points = 40, exact = TRUE)
      expect_close(auc_bounds(whole)$estimate, exact_area(x), 1e-12, 1e-12)
    })
    asked <- queries_of(whole <- roc_collect(tbl, score, label, weight, points = 40, exact = TRUE))
    # The first rows of some have one class only. The others are counted, up to so many.
    if (!startsWith(kind, "one_")) expect_match(asked, "^SELECT COUNT")
    expect_close(auc_bounds(whole)$estimate, exact_area(x), 1e-12, 1e-12)
  }
  # More rows than are kept are not fetched, where each score is to be a bin.
  fetched <- 0
  namespace <- asNamespace("WeightedROC")
  suppressMessages(trace("bins_of_stream", bquote((.(function() fetched <<- fetched + 1))()), print = FALSE,
                         where = namespace))
  on.exit(suppressMessages(untrace("bins_of_stream", where = namespace)), add = TRUE, after = FALSE)
  x <- kinds$normal
  tbl <- engine$put(x)
  with_small_streams(nrow(x) - 2, 1024, {
    whole <- roc_collect(tbl, score, label, weight, points = 40, exact = TRUE)
  })
  expect_identical(fetched, 0)
  expect_close(auc_bounds(whole)$estimate, exact_area(x), 1e-12, 1e-12)
  with_small_streams(nrow(x) + 2, 1024, roc_collect(tbl, score, label, weight, points = 40, exact = TRUE))
  expect_identical(fetched, 1)
  expect_identical(engine$count(), 0L)
})

test_that("what is wrong in a stream is said as by queries", {
  skip_on_cran()
  skip_where_no_engine("SQLite")
  engine <- engines$SQLite$open()
  on.exit(engine$close())
  set.seed(62)
  x <- with_missing(engine)
  tbl <- engine$put(x)
  known <- stats::na.omit(x)
  with_small_streams(1000, 1024, {
    error <- expect_clean_error(engine, "missing", roc_collect(tbl, score, label, weight, points = 40))
    expect_match(error$message, "`guess` in 2 rows, `label` in 4 rows, `weight` in 1 row")
    curve <- roc_collect(tbl, score, label, weight, points = 40, na.rm = TRUE)
    expect_exact_points(curve, exact_curve(known), 40)
    x$weight[3000] <- -1
    tbl <- engine$put(x)
    expect_clean_error(engine, "weight", roc_collect(tbl, score, label, weight, na.rm = TRUE))
    known$label[3900] <- 7
    tbl <- engine$put(known)
    expect_clean_error(engine, "labels", roc_collect(tbl, score, label, weight))
    known$label[3900] <- 1
    text <- transform(known, score = replace(as.character(score), 3500, "none"))
    tbl <- engine$put(text, c(score = "REAL", label = "INTEGER", weight = "REAL"))
    expect_clean_error(engine, "type", roc_collect(tbl, score, label, weight))
    expect_clean_error(engine, "engine", roc_collect(tbl, dplyr::sql("nothing(score)"), label))
  })
  expect_identical(engine$count(), 0L)
})

# Errors of what is asked ----------------------------------------------------------------

test_on_engines("what can't be asked for is an error that says so, and leaves nothing open", function(engine) {
  skip_on_cran()
  x <- cbind(small_rows(), text = letters[1:6])
  tbl <- engine$put(x)
  # Each call, the kind of its error, its argument and what its message begins with.
  refused <- function(call, kind, argument, words = "", ...) {
    error <- expect_clean_error(engine, kind, eval(call, list(tbl = tbl), parent.frame()))
    expect_identical(error$argument, argument)
    expect_true(startsWith(error$message, words), info = error$message)
    fields <- list(...)
    for (name in names(fields)) expect_identical(error[[name]], fields[[name]])
    invisible(error)
  }
  for (call in expression(roc_collect(tbl, scores, label), roc_collect(tbl, score, label, nothing + 1))) {
    error <- refused(call, "column", "tbl", found = c("score", "label", "weight", "text"))
    expect_match(error$message, "must be columns of `tbl` (`score`, `label`, `weight`, `text`), or computed from",
                 fixed = TRUE)
    expect_s3_class(error$parent, "error")
  }
  refused(quote(roc_collect(tbl, score)), "absent", "label")
  refused(quote(roc_collect(tbl)), "absent", "guess")
  numbers <- "`guess` must be a column of numbers or booleans, not a vector of type character."
  refused(quote(roc_collect(tbl, text, label)), "type", "guess", numbers, found = "character")
  refused(quote(roc_collect(tbl, score, label, text)), "type", "weight", found = "character")
  refused(quote(roc_collect(tbl, score, text)), "type", "label", found = "character")
  x$word <- ifelse(x$label == 1, "sick", "well")
  tbl <- engine$put(x)
  error <- refused(quote(roc_collect(tbl, score, word)), "type", "label")
  expect_match(error$message, "give `positive = \"sick\"`, or `positive = \"well\"`", fixed = TRUE)
  refused(quote(roc_collect(tbl, score, label, exact = TRUE, tolerance = 1e-3)), "unused", "tolerance")
  refused(quote(roc_collect(dplyr::filter(tbl, score > 100), score, label)), "empty", "tbl",
          "There are no observations: `tbl` has no rows.")
  x$score[1:3] <- NA
  x$label[4:6] <- NA
  tbl <- engine$put(x)
  refused(quote(roc_collect(tbl, score, label, na.rm = TRUE)), "empty", "tbl",
          "There are no observations: every row has a missing value.")
})

test_that("texts that SQLite keeps in columns of numbers", {
  skip_on_cran()
  skip_where_no_engine("SQLite")
  engine <- engines$SQLite$open()
  on.exit(engine$close())
  set.seed(19)
  x <- data.frame(score = rnorm(4000), label = labels_of(4000), weight = rexp(4000))
  for (column in names(x)) {
    y <- x
    y[[column]] <- replace(as.character(x[[column]]), 3001:3003, c("none", "12 apples", ""))
    tbl <- engine$put(y, c(score = "REAL", label = "INTEGER", weight = "REAL"))
    for (points in c(40, 5000)) {
      collect <- function() quietly(roc_collect(tbl, score, label, weight, points = points))
      # No text is a 0, nor is it left out.
      error <- expect_clean_error(engine, "type", collect())
      if (column == "label") next
      expect_identical(error$message, "There are strings among the numbers of `guess`, `label` or `weight`, in 3 rows.")
      expect_identical(error$rows, 3)
    }
  }
})

test_on_engines("labels that don't say what is positive", function(engine) {
  skip_on_cran()
  set.seed(20)
  x <- rows_of(rnorm(3000), labels_of(3000))
  x$rows <- seq_len(3000)
  tbl <- engine$put(x)
  for (points in c(16, 5000)) {
    collect <- function(label, ..., of = tbl) roc_collect(of, score, {{ label }}, weight, points = points, ...)
    for (value in 0:1) {
      only <- dplyr::filter(tbl, label == !!value)
      error <- expect_clean_error(engine, "one_class", collect(label, of = only))
      expect_identical(error$message, sprintf(
        "`label` must hold both classes: there is only one label value, %d.", value
      ))
      expect_equal(error$value, value)
    }
    error <- expect_clean_error(engine, "labels", collect(rows))
    expect_match(error$message, "^`label` must hold two values .* not 1, 2, 3, 4, 5[.]$")
    expect_identical(error$argument, "label")
    error <- expect_clean_error(engine, "labels", collect(ifelse(score > 2, 2, label)))
    expect_equal(error$value, 0:2)
    error <- expect_clean_error(engine, "labels", collect(label, positive = 5))
    expect_identical(error$message, "`positive = 5` is not a value of `label`.")
    expect_identical(error[c("argument", "value")], list(argument = "positive", value = 5))
  }
})

test_on_engines("weights that are none", function(engine) {
  skip_on_cran()
  set.seed(21)
  x <- rows_of(rnorm(3000), labels_of(3000))
  tbl <- engine$put(x)
  faults <- list(list(c(-1e-300, -1), "2 rows", 2), list(c(Inf, 1), "1 row", 1))
  for (points in c(16, 5000)) {
    for (fault in faults) {
      x$weight[c(2501, 2502)] <- fault[[1]]
      faulty <- engine$put(x)
      error <- expect_clean_error(engine, "weight", roc_collect(
        faulty, score, label, weight, points = points, na.rm = points == 16
      ))
      expect_identical(error$message, sprintf("`weight` must be finite and >= 0: it is not in %s.", fault[[2]]))
      expect_identical(error[c("argument", "rows")], list(argument = "weight", rows = fault[[3]]))
    }
    for (value in 0:1) {
      error <- expect_clean_error(engine, "no_weight", roc_collect(
        tbl, score, label, ifelse(label == !!value, 0, weight), points = points
      ))
      expect_match(error$message, sprintf("the %s class has weight 0", c("negative", "positive")[value + 1]))
    }
  }
  skip_if(engine$name == "MariaDB", "MariaDB's decimals, and sums, end below 1e308")
  small <- engine$put(small_rows())
  error <- expect_clean_error(engine, "overflow", roc_collect(
    small, score, label, ifelse(label == 1, dplyr::sql("1e308"), weight)
  ))
  expect_identical(error[c("argument", "class_name")], list(argument = "weight", class_name = "positive"))
})

test_on_engines("a decimal comma, or numbers written with an exponent, change nothing", function(engine) {
  skip_on_cran()
  set.seed(25)
  x <- rows_of(rnorm(1000), labels_of(1000))
  tbl <- engine$put(x)
  collect <- function() {
    roc_collect(tbl, score + 0.25, label + 0.5, weight * 0.75, points = 20, tolerance = 0.01,
                positive = 1.5)
  }
  with_variance <- function() {
    auc_ci(roc_collect(tbl, score, label, 0.5, points = 20, positive = 1, variance = TRUE))
  }
  expected <- collect()
  interval <- with_variance()
  old <- options(OutDec = ",", scipen = -9)
  on.exit(options(old))
  expect_identical(collect(), expected)
  expect_identical(with_variance(), interval)
  expect_identical(getOption("OutDec"), ",")
  options(old)
  locale <- Sys.getlocale("LC_NUMERIC")
  comma <- suppressWarnings(Sys.setlocale("LC_NUMERIC", "de_DE.UTF-8"))
  on.exit(Sys.setlocale("LC_NUMERIC", locale), add = TRUE)
  if (comma != "") {
    expect_identical(collect(), expected)
    expect_identical(Sys.getlocale("LC_NUMERIC"), comma)
  }
})

test_on_engines("what the engine says is part of the error", function(engine) {
  tbl <- engine$put(small_rows())
  error <- expect_clean_error(engine, "engine",
                              roc_collect(tbl, dplyr::sql("no_such_thing(score)"), label))
  expect_match(error$message, "^The database returned an error: .*no_such_thing")
  expect_s3_class(error$parent, "error")
  expect_identical(error$argument, "tbl")
  DBI::dbExecute(engine$connection, paste("DROP TABLE", dbplyr::remote_name(tbl)))
  error <- expect_clean_error(engine, "engine", roc_collect(tbl, score, label))
  expect_match(error$message, as.character(dbplyr::remote_name(tbl)), fixed = TRUE)
})

test_on_engines("the end of a time limit is not what the engine says", function(engine) {
  tbl <- engine$put(small_rows())
  # Where dbplyr computes what stands in local().
  slow <- function() {
    setTimeLimit(elapsed = 0.01, transient = TRUE)
    repeat sqrt(2)
  }
  on.exit(setTimeLimit())
  error <- expect_error(roc_collect(tbl, score, label, weight + local(slow())),
                        "^reached elapsed time limit$")
  expect_false(inherits(error, "wroc_error"))
})

test_on_engines("queries that fail at a row that is not among the first", function(engine) {
  skip_on_cran()
  x <- data.frame(score = as.character(c(6:4005)), label = 0:1)
  for (row in c(7, 3500)) {
    x$score[row] <- engine$fails_at
    tbl <- dplyr::mutate(engine$put(x, c(score = "BIGINT")), late = dplyr::sql(!!engine$failing))
    for (points in c(16, 5000)) {
      error <- expect_clean_error(engine, "engine",
                                  roc_collect(tbl, late, label, points = points))
      expect_match(error$message, engine$says)
    }
    x$score[row] <- "6"
  }
})

test_on_engines("a connection that is closed", function(engine) {
  tbl <- engine$put(small_rows())
  engine$close()
  error <- expect_error(roc_collect(tbl, score, label), class = "wroc_error_engine")
  expect_match(error$message, "^The database returned an error: .")
})

test_on_engines("pools, and tables without a connection, are errors", function(engine) {
  tbl <- engine$put(small_rows())
  # dbplyr 2.6 has it in another place.
  with_connection <- function(connection) {
    if (is.null(unclass(tbl)$con)) tbl$src["con"] <- list(connection) else tbl["con"] <- list(connection)
    tbl
  }
  pooled <- with_connection(structure(list(), class = c("Pool", "R6")))
  error <- expect_error(connection_of(pooled), class = "wroc_error_engine")
  expect_match(error$message, "a single connection, not a pool")
  expect_error(connection_of(with_connection(NULL)), "has no DBI connection", class = "wroc_error_engine")
  simulated <- dbplyr::lazy_frame(score = 1, label = 0:1, con = dbplyr::simulate_dbi())
  expect_error(roc_collect(simulated, score, label), class = "wroc_error_engine")
})

test_that("whole numbers of 64 bits are doubles", {
  long <- structure(c(4.940656458412465e-324, 2.964393875047479e-323), class = "integer64")
  # data.frame() refuses such a column where bit64 is not loaded.
  frame <- data.frame(n = 1:2, x = c(0.5, 1))
  frame$n <- long
  expect_identical(rounded_integer64(frame), data.frame(n = c(1, 6), x = c(0.5, 1)))
})

test_that("what the first rows say of ties", {
  set.seed(45)
  expect_true(may_be_few(sample(9000, 2000, TRUE), 10000))
  expect_true(may_be_few(c(rep(0, 1500), sample(900, 500, TRUE)), 1000))
  expect_false(may_be_few(rnorm(2000), 10000))
  expect_false(may_be_few(c(rep(0, 1000), rnorm(1000)), 10000))
  expect_true(may_be_few(c(NA, 1:40), 50))
  expect_false(may_be_few(1:60, 50))
  expect_true(groups_rows(sample(1e5, 2000, TRUE), 1e8))
  expect_false(groups_rows(rnorm(2000), 1e8))
  expect_true(groups_rows(rep(1:10, 200), 2000))
})

test_that("many pieces are merged in no time", {
  skip_on_cran()
  set.seed(46)
  score <- sort(rnorm(10000))
  pieces <- pieces_of_need(score, c(score[-1], score[10000]), dnorm(score) * rexp(10000), seq_along(score) == 5000)
  took <- system.time(merged <- merged_pieces(pieces, 24L, 1.25))[["user.self"]]
  # One by one it takes 5 seconds.
  expect_lt(took, 1.5)
  expect_lte(nrow(merged), 24)
  expect_identical(merged$low, c(score[1], merged$high[-nrow(merged)]))
  expect_identical(merged$high[nrow(merged)], score[10000])
  expect_identical(merged$low[merged$alone], score[5000])
})

test_that("steps that overlap, or cross the ends of what has differences, are an error", {
  check <- function(score, last) check_certificate(data.frame(score, last))
  expect_error(check(1:3, c(1.5, 2, 4)), NA)
  expect_error(check(c(1, 2), c(1, 2)), NA)
  expect_error(check(c(-Inf, -8e307, min_beyond), c(-9e307, 8e307, Inf)), NA)
  for (error in list(quote(check(1:2, c(2, 3))), quote(check(c(2, 1), c(2, 1))),
                     quote(check(c(1, 3), c(0.5, 3))), quote(check(c(1, NA), 1:2)),
                     quote(check(1, Inf)), quote(check(c(-Inf, 2), c(1, 3))), quote(check(-9e307, 9e307)),
                     quote(check(8e307, min_beyond)))) {
    expect_error(eval(error), "The steps that the database returned overlap, or cross", class = "wroc_error_engine")
  }
})

test_that("steps of streams do not cross the ends either, however few there may be", {
  bins <- data.frame(score = c(-Inf, -9e307, -8e307, 0:19, 8e307, min_beyond, Inf), positive = 1,
                     negative = 1, rows = 2)
  bins$score_max <- bins$score
  for (points in c(16, 20, 60)) {
    steps <- steps_of_bins(bins, points)
    expect_lte(nrow(steps), max(points - 1, nrow(bins)))
    expect_true(all(c(-8e307, min_beyond) %in% steps$score))
  }
  # The next double: nothing lies between.
  expect_true(min_beyond > 8e307 && (8e307 + (min_beyond - 8e307) / 2) %in% c(8e307, min_beyond))
  breaks <- breaks_of(list(score = c(-Inf, -1e308, 0, min_beyond, Inf)))
  expect_true(all(c(-8e307, min_beyond) %in% breaks))
})

test_that("doubles are written to the last digit for SQLite", {
  skip_on_cran()
  skip_where_no_engine("SQLite")
  set.seed(23)
  x <- c(0, 5e-324, 1.5e-310, 2.2250738585072014e-308, .Machine$double.xmax, 1 / 3,
         2^(-1074:1023), 2^(-1021:1023) * (1 - .Machine$double.neg.eps),
         (1 + 8 * runif(1000)) * 10^runif(1000, -307, 307))
  x <- c(x, -x)
  connection <- DBI::dbConnect(RSQLite::SQLite())
  found <- lapply(split(x, seq_along(x) %/% 100), function(x) {
    query <- paste("SELECT", paste(literal_of_powers(x), collapse = ", "))
    as.numeric(DBI::dbGetQuery(connection, query))
  })
  DBI::dbDisconnect(connection)
  expect_identical(unlist(found, use.names = FALSE), x)
})

test_on_engines("arguments that are none are refused before the engine is asked anything", function(engine) {
  skip_on_cran()
  x <- small_rows()
  tbl <- engine$put(x)
  for (table in list(x, "x", NULL, engine$connection)) {
    error <- expect_clean_error(engine, "type", roc_collect(table, score, label))
    expect_identical(error[c("argument", "found")], list(argument = "tbl", found = class(table)))
  }
  faulty <- list(
    points = list(range = 15, range = -1, length = 1:2, missing = NA_real_, type = "1", type = TRUE),
    tolerance = list(range = 0, range = 1, range = -1, length = 1:2, missing = NA_real_, type = "1"),
    positive = list(type = c(0, 1), type = NA, type = numeric(), type = NA_character_, type = list(1), type = mean,
                    type = 1i, type = as.raw(1), type = Sys.Date(), type = structure(1, class = "odd")),
    exact = list(type = NA, type = "yes", type = c(TRUE, FALSE), type = NULL),
    na.rm = list(type = NA, type = 1, type = NULL), variance = list(type = NA)
  )
  asked <- queries_of(for (name in names(faulty)) {
    for (i in seq_along(faulty[[name]])) {
      given <- c(list(tbl, quote(score), quote(label)), structure(faulty[[name]][i], names = name))
      error <- expect_clean_error(engine, names(faulty[[name]])[[i]], do.call("roc_collect", given))
      expect_identical(error$argument, name)
    }
  })
  expect_identical(asked, character())
})
