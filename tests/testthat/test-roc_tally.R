# Tallies by definition -------------------------------------------------------

# The bits of doubles as strings that sort as the doubles do: the sign bit turned, and in negative numbers all others,
# too. -0 is 0.
ordered_bits <- function(x) {
  bytes <- writeBin(as.double(x) + 0, raw(), endian = "little")
  bits <- matrix(as.integer(rawToBits(bytes)), 64)[64:1, , drop = FALSE]
  negative <- bits[1, ] == 1
  bits[, negative] <- 1L - bits[, negative]
  bits[1, !negative] <- 1L
  apply(bits, 2, paste, collapse = "")
}

# The lowest level, at least `level`, that leaves at most `points` bins.
naive_level <- function(bits, points, level = 0) {
  bits <- unique(bits)
  while (length(unique(substr(bits, 1, 64 - level))) > points) level <- level + 1
  level
}

naive_tally <- function(x, points = NULL, level = 0) {
  counts <- x$weight > 0
  score <- as.double(x$guess[counts]) + 0
  bits <- ordered_bits(score)
  level <- naive_level(bits, if (is.null(points)) Inf else points, level)
  bins <- split(seq_along(score), substr(bits, 1, 64 - level))
  least <- vapply(bins, function(bin) min(score[bin]), 0)
  of_class <- function(class) {
    vapply(bins, function(bin) sum((x$weight * (x$positive == class))[counts][bin]), 0)
  }
  tally <- data.frame(score = least, positive = of_class(TRUE), negative = of_class(FALSE),
                      scores = vapply(bins, function(bin) length(unique(score[bin])) + 0, 0))
  c(as.list(tally[order(tally$score), ]), list(level = level))
}

# Merges a list of tallies.
merged <- function(tallies, points = NULL) do.call(c, c(tallies, list(points = points)))

rows_of_tally <- function(tally, rows) {
  columns <- lengths(tally) == length(tally$score) & vapply(tally, is.double, NA)
  tally[columns] <- lapply(tally[columns], `[`, rows)
  tally
}

# Rows and level must be the same, sums may differ by rounding, and the number of scores in a bin
# may be less than it is, but not whether it is 1.
expect_tally <- function(found, expected, relative = 1e-14) {
  same <- identical(class(found), "roc_tally") && identical(found$format, 1L) &&
    identical(names(found)[1:4], c("score", "positive", "negative", "scores")) &&
    all(vapply(unclass(found)[1:11], is.double, NA)) &&
    all(lengths(unclass(found)[1:11]) == length(found$score)) &&
    identical(as.double(found$level), as.double(expected$level)) &&
    identical(found$score, expected$score) &&
    identical(1 / found$score, 1 / expected$score)
  number <- found$scores
  sums <- c("positive", "negative")
  faults <- c(
    if (!same) "class, names, level or scores differ",
    if (same && !identical(number > 1, expected$scores > 1)) "not the same bins have one score",
    if (any(number < 1 | number > expected$scores)) "`scores` is not from 1 to what they are",
    if (same) {
      faults_of_numbers(unlist(unclass(found)[sums]), unlist(unclass(expected)[sums]), relative, 0, "weights")
    }
  )
  expect(is.null(faults), paste(faults, collapse = "\n"))
  invisible(found)
}

# As expect_true(all()) and expect_identical(), in a tenth of the time.
expect_all <- function(...) {
  holds <- c(...)
  expect(isTRUE(all(holds)), paste("not true:", toString(which(!holds | is.na(holds)))))
}

expect_same <- function(object, expected) expect(identical(object, expected), "not identical")

same_but_for_rounding <- function(x, y) {
  y$scores <- pmax(x$scores, y$scores)
  expect_tally(x, y)
}

# Observations that are hard to add up or to put into bins.
hostile_observations <- function(n = 40) {
  positive <- both_classes(n)
  ulps <- function(from, n) from * (1 + .Machine$double.eps * sample(0:5, n, replace = TRUE))
  scores <- list(
    ties = sample(6, n, replace = TRUE) / 4,
    no_ties = rnorm(n),
    integers = sample(-9:9, n, replace = TRUE),
    logicals = sample(c(TRUE, FALSE), n, replace = TRUE),
    signed_zeros = sample(c(-0, 0, -5e-324, 5e-324, -1, 1), n, replace = TRUE),
    infinite = sample(c(-Inf, Inf, -1, 0, 1, -1, 1) * .Machine$double.xmax, n, replace = TRUE),
    ulps_apart = ulps(1, n),
    ulps_apart_at_powers = sample(c(1, -1), n, replace = TRUE) * ulps(2, n) * (1 - 2^-53),
    denormal = sample(-20:20, n, replace = TRUE) * 5e-324,
    wide = sample(c(-1, 1), n, replace = TRUE) * 10^runif(n, -300, 300),
    probabilities = plogis(rnorm(n, sd = 20)),
    constant = rep(0.1, n)
  )
  weights <- list(
    ones = rep(1, n),
    integers = sample(9, n, replace = TRUE),
    wide = 10^runif(n, -12, 12),
    zeros = sample(c(0, 0, 0, 1, 2.5), n, replace = TRUE),
    tiny = sample(99, n, replace = TRUE) * 5e-324
  )
  lapply(scores, function(guess) {
    weight <- weights[[sample(length(weights), 1)]]
    # Both classes are to have weight.
    weight[c(match(TRUE, positive), match(FALSE, positive))] <- 1
    list(guess = guess, positive = positive, weight = weight)
  })
}

one_of_each <- function() {
  list(
    list(guess = c(2, 1), positive = c(TRUE, FALSE), weight = c(1e-12, 1e12)),
    list(guess = c(1, 2), positive = c(TRUE, FALSE), weight = c(3, 4)),
    list(guess = c(-0, 0), positive = c(TRUE, FALSE), weight = c(3, 4)),
    list(guess = c(-Inf, Inf), positive = c(FALSE, TRUE), weight = c(3, 4))
  )
}

all_observations <- function() {
  c(hostile_observations(), integer_observations(), real_observations(), one_of_each())
}

# The rows of a curve that have these thresholds; a score may be Inf, the last threshold is.
rows_at <- function(threshold, curve) {
  c(match(threshold[-length(threshold)], curve$threshold), nrow(curve))
}

some_of <- function(x, rows) lapply(x, `[`, rows)

tally_of <- function(x, points = NULL) roc_tally(x$guess, x$positive, x$weight, points = points)

exact_curve_of <- function(x) WeightedROC(x$guess, x$positive, x$weight)

# Tallies of chunks, some of which may have no observations, one class, or no weight.
tallies_of_chunks <- function(x, points = NULL, chunks = 7) {
  chunk <- sample(chunks, length(x$guess), replace = TRUE)
  tallies <- lapply(seq_len(chunks), function(i) tally_of(some_of(x, chunk == i), points))
  without_weight <- x
  without_weight$weight <- 0 * x$weight
  c(tallies, list(tally_of(without_weight, points)))
}

# Merges some of them, and what comes out with others, until there is one.
merge_at_random <- function(tallies, points = NULL) {
  while (length(tallies) > 1) {
    chosen <- sample(length(tallies), sample(min(4, length(tallies)), 1))
    tallies <- c(tallies[-chosen], list(merged(tallies[chosen], points)))
  }
  tallies[[1]]
}

test_that("the oracle's bits sort as doubles do", {
  x <- c(-Inf, -.Machine$double.xmax, -1 - 2^-52, -1, -5e-324, 0, 5e-324, 2^-1022, 1, 1 + 2^-52,
         .Machine$double.xmax, Inf)
  bits <- ordered_bits(x)
  expect_identical(sort(unique(bits), method = "radix"), bits)
  expect_identical(ordered_bits(-0), ordered_bits(0))
  # Neighbours are neighbours: 1 and 1 + 2^-52 share all but the last bit.
  expect_identical(naive_level(bits[9:10], 1), 1)
})

# Tallies ---------------------------------------------------------------------

test_that("a tally by hand", {
  tally <- roc_tally(c(3, 1, 1, 2, 3, 5), c(1, 0, 1, 0, 1, 0), c(2, 3, 4, 0, 5, 6))
  expect_identical(tally, structure(
    list(score = c(1, 3, 5), positive = c(4, 7, 0), negative = c(3, 0, 6), scores = c(1, 1, 1),
         score_max = c(1, 3, 5), positive2 = c(16, 29, 0), negative2 = c(9, 0, 36),
         positive4 = c(256, 641, 0), negative4 = c(81, 0, 1296), n_pos = c(1, 2, 0), n_neg = c(1, 0, 1),
         level = 0, totals = c(positive = 11, negative = 9), lost = NULL, units = NULL, format = 1L),
    class = "roc_tally"
  ))
  expect_identical(curve_of_tally(tally), data.frame(
    TPR = c(1, 7 / 11, 0, 0), FPR = c(1, 6 / 9, 6 / 9, 0), threshold = c(1, 3, 5, Inf),
    FN = c(0, 4, 11, 11), FP = c(9, 6, 6, 0), scores_below = c(0, 1, 2, 3)
  ))
})

test_that("bins by hand: those of a level are those of the level below, two and two together", {
  # 1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5: two bits of the fraction distinguish them, then the last bit of the exponent.
  score <- c(1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5)
  label <- c(0, 0, 1, 0, 1, 0, 1, 1)
  scores_with <- function(points) roc_tally(score, label, points = points)$score
  expect_identical(scores_with(8), score)
  for (points in 4:7) expect_identical(scores_with(points), c(1, 1.5, 2, 3))
  for (points in 2:3) expect_identical(scores_with(points), c(1, 2))
  level_with <- function(points) roc_tally(score, label, points = points)$level
  levels <- vapply(c(8, 7, 3), level_with, 0)
  expect_identical(levels, c(0, 51, 52))
  four <- roc_tally(score, label, points = 4)
  expect_identical(four$positive, c(0, 1, 1, 2))
  expect_identical(four$negative, c(2, 1, 1, 0))
  expect_true(all(four$scores == 2))
  # The exponents of 1 and 2 differ in all bits but the first.
  expect_identical(scores_with(1), 1)
  expect_identical(roc_tally(score, label, points = 1)$level, 63)
  # The two signs differ in the first bit.
  signs <- roc_tally(c(-1, 1), c(0, 1), points = 1)
  expect_identical(signs$level, 64)
  expect_identical(signs$score, -1)
})

test_that("tallies are those of the definition", {
  skip_on_cran()
  set.seed(1)
  for (x in all_observations()) {
    for (points in list(NULL, 1, 2, 3, 7, 20, 1000)) {
      tally <- expect_tally(tally_of(x, points), naive_tally(x, points))
      expect_all(is.null(points) || length(tally$score) <= points)
    }
    expect_same(tally_of(x, Inf), tally_of(x))
    expect_same(tally_of(x, 2.5), tally_of(x, 2))
  }
})

test_that("the order of the observations, rows without weight and split rows do not matter", {
  set.seed(2)
  for (x in all_observations()) {
    expected <- tally_of(x, 9)
    rows <- sample(length(x$guess))
    same_but_for_rounding(tally_of(some_of(x, rows), 9), expected)
    more <- list(guess = c(x$guess, 17, -Inf), positive = c(x$positive, TRUE, FALSE),
                 weight = c(x$weight, 0, 0))
    expect_same(tally_of(more, 9), expected)
    twice <- some_of(x, c(rows, rows))
    twice$weight <- twice$weight / 2
    if (all(x$weight == 0 | x$weight > 1e-300)) {
      same_but_for_rounding(tally_of(twice, 9), expected)
    }
  }
})

test_that("a chunk may be large, with few or many distinct scores", {
  skip_on_cran()
  set.seed(3)
  n <- 1e5
  positive <- runif(n) < 0.3
  weight <- rlnorm(n, sdlog = 3)
  for (guess in list(rnorm(n) + positive, round(rnorm(n) + positive, 1), sample(n) - n / 2)) {
    exact <- WeightedROC(guess, positive, weight)
    expect_close(curve_of_tally(roc_tally(guess, positive, weight))[names(exact)], exact, 1e-13)
    tally <- roc_tally(guess, positive, weight, points = 200)
    expect_true(length(tally$score) <= 200)
    curve <- curve_of_tally(tally)
    rows <- rows_at(curve$threshold, exact)
    expect_close(unlist(curve[names(exact)]), unlist(exact[rows, ]), 1e-13)
  }
})

# Exact tallies ---------------------------------------------------------------

test_that("exact tallies of chunks give the curve of all observations", {
  skip_on_cran()
  set.seed(4)
  for (x in c(all_observations(), hostile_observations(), hostile_observations())) {
    merged <- merge_at_random(tallies_of_chunks(x))
    expect_tally(merged, naive_tally(x))
    exact <- exact_curve_of(x)
    curve <- curve_of_tally(merged)
    expect_same(curve$scores_below, seq_len(nrow(exact)) - 1)
    expect_close(curve[names(exact)], exact, 1e-14)
    expect_same(names(curve), c(names(exact), "scores_below"))
    expect_same(unlist(curve[1, 1:2], use.names = FALSE), c(1, 1))
    expect_same(unlist(curve[nrow(curve), 1:2], use.names = FALSE), c(0, 0))
    expect_all(diff(curve$TPR) <= 0, diff(curve$FPR) <= 0)
  }
})

test_that("a tally of weights over 24 orders keeps the small ones", {
  # Were 1e-12 added to 1e12, it would be gone.
  guess <- c(1, 2, 3, 4)
  first <- roc_tally(guess, c(0, 1, 0, 1), c(1e12, 1e-12, 1e-12, 1e12))
  second <- roc_tally(guess, c(1, 0, 1, 0), c(1e-12, 1e12, 1e12, 1e-12))
  curve <- curve_of_tally(c(first, second))
  exact <- WeightedROC(rep(guess, 2), c(0, 1, 0, 1, 1, 0, 1, 0),
                       c(1e12, 1e-12, 1e-12, 1e12, 1e-12, 1e12, 1e12, 1e-12))
  expect_close(curve[names(exact)], exact, 1e-15)
  expect_identical(curve$FN[2], 1e-12)
  expect_identical(curve$FP[4], 1e-12)
})

test_that("many chunks add up without adding up their rounding", {
  skip_on_cran()
  # 2000 times 0.1 in one score: each sum rounds.
  total <- roc_tally(numeric(), numeric())
  one <- roc_tally(c(1, 2), c(0, 1), c(0.1, 1 / 3))
  for (i in 1:2000) total <- c(total, one)
  expect_close(total$negative, c(200, 0), 2000 * .Machine$double.eps)
  expect_close(merged(rep(list(one), 2000))$negative, c(200, 0), 2000 * .Machine$double.eps)
})

test_that("chunks of no observations or of no weight are tallies of no rows", {
  expected <- structure(
    list(score = numeric(), positive = numeric(), negative = numeric(), scores = numeric(),
         score_max = numeric(), positive2 = numeric(), negative2 = numeric(), positive4 = numeric(),
         negative4 = numeric(), n_pos = numeric(), n_neg = numeric(), level = 0,
         totals = c(positive = 0, negative = 0), lost = NULL, units = NULL, format = 1L),
    class = "roc_tally"
  )
  none <- list(
    roc_tally(numeric(), numeric()), roc_tally(integer(), integer(), numeric()),
    roc_tally(logical(), logical()), roc_tally(numeric(), factor(character(), c("no", "yes"))),
    roc_tally(numeric(), character(), positive = "yes"),
    roc_tally(numeric(), numeric(), points = 3),
    roc_tally(1:3, c(0, 1, 0), c(0, 0, 0)), roc_tally(1:3, c(0, 1, 0), c(0, 0, 0), points = 1),
    roc_tally(c(Inf, 0), c(2, 2), c(0, 0))
  )
  for (tally in none) expect_identical(tally, expected)
  expect_identical(merged(none), expected)
  expect_identical(merged(none, points = 1), expected)
  tally <- roc_tally(1:4, c(0, 1, 0, 1))
  expect_identical(c(none[[1]], tally, none[[7]]), tally)
})

# Labels ----------------------------------------------------------------------

test_that("all encodings of the labels give the same tally", {
  set.seed(5)
  for (x in hostile_observations()) {
    expected <- tally_of(x, 10)
    number <- as.integer(x$positive)
    word <- ifelse(x$positive, "yes", "no")
    labels <- list(number, number + 0, 2 * number - 1, number + 1L, x$positive,
                   factor(word, levels = c("no", "yes")), factor(number, levels = 0:1))
    for (label in labels) {
      expect_same(roc_tally(x$guess, label, x$weight, 10), expected)
    }
    given <- list(
      list(number, 1), list(1 - number, 0), list(2 * number - 1, 1), list(number + 1L, 2),
      list(2 - number, 1), list(x$positive, TRUE), list(!x$positive, FALSE), list(word, "yes"),
      list(factor(word), "yes"), list(factor(word, levels = c("yes", "no", "other")), "yes"),
      list(ifelse(x$positive, 7, seq_along(number) / 10), 7), list(matrix(number), 1)
    )
    for (pair in given) {
      expect_same(roc_tally(x$guess, pair[[1]], x$weight, 10, positive = pair[[2]]), expected)
    }
    names(number) <- number
    expect_same(roc_tally(x$guess, number, x$weight, 10), expected)
  }
})

test_that("chunks that lack a class say which one where they can", {
  of <- function(label, ...) {
    tally <- roc_tally(c(3, 1, 2), label, ...)
    c(positive = sum(tally$positive), negative = sum(tally$negative))
  }
  negatives <- c(positive = 0, negative = 3)
  positives <- c(positive = 3, negative = 0)
  word <- factor(c("yes", "yes", "yes"), levels = c("no", "yes"))
  for (label in list(0, -1, 0L, -1L, FALSE, -0)) expect_identical(of(rep(label, 3)), negatives)
  for (label in list(2, 2L, TRUE)) expect_identical(of(rep(label, 3)), positives)
  expect_identical(of(word), positives)
  expect_identical(of(factor(rep("no", 3), levels = c("no", "yes"))), negatives)
  expect_identical(of(c(1, 1, 1), positive = 1), positives)
  expect_identical(of(c(1, 1, 1), positive = 2), negatives)
  expect_identical(of(rep("yes", 3), positive = "yes"), positives)
  expect_identical(of(rep("no", 3), positive = "yes"), negatives)
})

test_that("a stream of one class after the other gives the curve of both", {
  skip_on_cran()
  set.seed(6)
  for (x in all_observations()) {
    number <- as.integer(x$positive)
    exact <- exact_curve_of(x)
    parts <- lapply(c(TRUE, FALSE), function(class) {
      rows <- x$positive == class
      list(
        roc_tally(x$guess[rows], number[rows], x$weight[rows], positive = 1),
        roc_tally(x$guess[rows], number[rows] + 1, x$weight[rows], positive = 2),
        roc_tally(x$guess[rows], x$positive[rows], x$weight[rows])
      )
    })
    for (i in 1:3) {
      curve <- curve_of_tally(c(parts[[1]][[i]], parts[[2]][[i]]))
      expect_close(curve[names(exact)], exact, 1e-14)
    }
  }
})

# Mergers ---------------------------------------------------------------------

test_that("with points mergers in any order and any grouping are those of the definition", {
  skip_on_cran()
  set.seed(7)
  for (x in all_observations()) {
    for (points in list(NULL, 1, 2, 5, 12, 30)) {
      tallies <- tallies_of_chunks(x, points)
      expected <- expect_tally(merged(tallies, points), naive_tally(x, points))
      same_but_for_rounding(merge_at_random(tallies, points), expected)
      same_but_for_rounding(merged(rev(tallies), points), expected)
      in_turn <- Reduce(function(x, y) c(x, y, points = points), tallies)
      same_but_for_rounding(in_turn, expected)
    }
  }
})

test_that("a merger does not depend on the order of two, nor on the grouping of three", {
  set.seed(8)
  for (x in hostile_observations(60)) {
    for (points in list(NULL, 3, 11)) {
      thirds <- split(seq_along(x$guess), rep(1:3, 20))
      parts <- lapply(thirds, function(rows) tally_of(some_of(x, rows), points))
      merge <- function(...) c(..., points = points)
      ab_c <- merge(merge(parts[[1]], parts[[2]]), parts[[3]])
      a_bc <- merge(parts[[1]], merge(parts[[2]], parts[[3]]))
      same_but_for_rounding(ab_c, a_bc)
      same_but_for_rounding(merge(parts[[2]], parts[[1]]), merge(parts[[1]], parts[[2]]))
      same_but_for_rounding(merged(parts, points), ab_c)
    }
  }
})

test_that("a merger is of the highest level among the tallies, or of a higher one", {
  skip_on_cran()
  set.seed(9)
  for (x in hostile_observations(60)) {
    half <- seq_along(x$guess) <= 30
    for (points in list(c(3, 20), c(20, 3), c(2, Inf), c(Inf, 5), c(7, 7))) {
      first <- tally_of(some_of(x, half), points[1])
      second <- tally_of(some_of(x, !half), points[2])
      level <- max(first$level, second$level)
      for (limit in list(NULL, 1, 4, 15, 100)) {
        merged <- c(first, second, points = limit)
        expect_tally(merged, naive_tally(x, limit, level))
        expect_all(is.null(limit) || length(merged$score) <= limit)
        expect_all(merged$level >= level)
      }
    }
  }
})

test_that("one tally merged is itself, or itself with fewer rows", {
  set.seed(10)
  for (x in hostile_observations()) {
    for (points in list(NULL, 4, 10)) {
      tally <- tally_of(x, points)
      expect_same(c(tally), tally)
      expect_same(merged(list(tally)), tally)
      expect_same(c(tally, points = points), tally)
      level <- tally$level
      expect_tally(c(tally, points = 2), naive_tally(x, 2, level))
    }
    # Merged with itself, all weights double.
    twice <- c(tally_of(x, 4), tally_of(x, 4))
    expected <- tally_of(x, 4)
    expected$positive <- 2 * expected$positive
    expected$negative <- 2 * expected$negative
    same_but_for_rounding(twice, expected)
  }
})

test_that("a stream of bounded memory never has more rows than points", {
  skip_on_cran()
  set.seed(11)
  for (points in c(1, 2, 17, 100)) {
    total <- roc_tally(numeric(), numeric(), points = points)
    guess <- positive <- NULL
    for (chunk in 1:20) {
      new <- list(guess = rnorm(50, chunk / 10), positive = runif(50) < 0.4, weight = rep(1, 50))
      tally <- tally_of(new, points)
      total <- c(total, tally, points = points)
      expect_all(length(tally$score) <= points && length(total$score) <= points)
      guess <- c(guess, new$guess)
      positive <- c(positive, new$positive)
    }
    all <- observations(guess, positive)
    expect_tally(total, naive_tally(all, points))
    bounds <- bounds_of(curve_of_tally(total))
    area <- auc_wmw(guess, positive)
    expect_all(bounds$bound.low <= area && area <= bounds$bound.high)
  }
})

test_that("tallies are left as they are, and last in a file", {
  tally <- roc_tally(c(1, 2, 3, 4), c(0, 1, 0, 1), points = 2)
  before <- unserialize(serialize(tally, NULL))
  merged <- c(tally, tally, points = 1)
  curve <- curve_of_tally(tally)
  expect_identical(tally, before)
  expect_identical(c(before, before, points = 1), merged)
  expect_identical(curve_of_tally(before), curve)
})

# Curves ----------------------------------------------------------------------

test_that("each point of a binned curve lies on the exact curve", {
  skip_on_cran()
  set.seed(12)
  for (x in all_observations()) {
    exact <- exact_curve_of(x)
    for (points in c(1, 2, 5, 12, 30)) {
      curve <- curve_of_tally(merge_at_random(tallies_of_chunks(x, points), points))
      rows <- rows_at(curve$threshold, exact)
      expected <- exact[rows, ]
      rownames(expected) <- NULL
      expect_close(curve[names(exact)], expected, 1e-14)
      # All scores are somewhere, and what merges several says so.
      expect_same(curve$scores_below[1], 0)
      expect_same(diff(curve$scores_below) > 1, diff(rows) > 1)
      expect_all(diff(curve$scores_below) <= diff(rows))
    }
  }
})

test_that("the area lies in the bounds, which shrink as points grow", {
  skip_on_cran()
  set.seed(13)
  for (x in all_observations()) {
    area <- auc_wmw(x$guess, x$positive, x$weight)
    before <- data.frame(estimate = 0.5, bound.low = 0, bound.high = 1)
    for (points in c(1, 2, 3, 5, 12, 30, 1000)) {
      curve <- curve_of_tally(merge_at_random(tallies_of_chunks(x, points), points))
      bounds <- bounds_of(curve)
      expect_all(bounds$bound.low <= area + 1e-15, area <= bounds$bound.high + 1e-15,
                 bounds$bound.low >= before$bound.low - 1e-15, bounds$bound.high <= before$bound.high + 1e-15)
      expect_same(bounds$estimate, WeightedAUC(curve))
      before <- bounds
    }
    # As many points as scores: exact.
    expect_same(bounds$bound.low, bounds$bound.high)
    expect_close(bounds$estimate, area, 1e-13, 1e-15)
  }
})

test_that("an exact curve has three equal numbers, the area", {
  set.seed(14)
  for (x in all_observations()) {
    curve <- curve_of_tally(merged(tallies_of_chunks(x)))
    area <- WeightedAUC(curve)
    exact <- data.frame(estimate = area, bound.low = area, bound.high = area)
    expect_identical(bounds_of(curve), exact)
    exact <- WeightedAUC(exact_curve_of(x))
    expect_close(area, exact, 1e-14, 1e-15)
  }
})

test_that("all functions of a curve take those of tallies", {
  skip_on_cran()
  set.seed(15)
  x <- observations(rnorm(200) + rep(0:1, 100), rep(0:1, 100), rexp(200))
  exact <- exact_curve_of(x)
  functions <- list(
    WeightedAUC, roc_hull, roc_at, roc_thin, roc_cost_curve,
    function(curve) roc_at(curve, threshold = c(-1, 0, 2)),
    function(curve) roc_at(curve, cost_FN = 2),
    function(curve) roc_optimal(curve, cost_FN = 2),
    function(curve) roc_constrained(curve, max_FPR = 0.2),
    function(curve) auc_ci(curve, FPR = c(0, 0.2), conf.level = NULL),
    function(curve) roc_estimate(curve, measure = roc_measure("cost_AUC", cost_FN = 0.3), conf.level = NULL),
    function(curve) roc_compare(curve, exact)
  )
  for (points in list(NULL, 20, 1)) {
    curve <- curve_of_tally(merge_at_random(tallies_of_chunks(x, points), points))
    plain <- curve[names(exact)]
    for (f in functions) {
      of_plain <- f(plain)
      result <- f(curve)
      if (is.data.frame(result)) {
        expect_plain_frame(result)
        result <- result[names(of_plain)]
      }
      expect_equal(result, of_plain, tolerance = 1e-15)
    }
    if (requireNamespace("ggplot2", quietly = TRUE)) {
      expect_s3_class(ggplot2::ggplot_build(roc_plot(curve)), "ggplot_built")
    }
  }
})

test_that("hulls and thinned curves of binned ones keep the area in their bounds", {
  skip_on_cran()
  set.seed(16)
  for (x in all_observations()) {
    area <- auc_wmw(x$guess, x$positive, x$weight)
    within <- function(curve) {
      bounds <- bounds_of(curve)
      bounds$bound.low <= area + 1e-15 && area <= bounds$bound.high + 1e-15
    }
    for (points in list(NULL, 5, 15)) {
      curve <- curve_of_tally(tally_of(x, points))
      expect_all(within(roc_hull(curve)))
      expect_all(within(roc_thin(curve)))
      expect_all(within(roc_thin(curve, points = 4, drop = FALSE)))
      expect_all(within(roc_hull(roc_thin(curve, points = 6))))
    }
  }
})

# Errors ----------------------------------------------------------------------

test_that("observations that are none are the errors of WeightedROC()", {
  skip_on_cran()
  expect_wroc_error(
    roc_tally(c(1, NA), 0:1), "missing",
    with_hint("ROC curve undefined for NA guess: element 2 of `x` is NA or NaN."),
    argument = "x", position = 2, call = quote(roc_tally(c(1, NA), 0:1))
  )
  for (label in list(c(0, NA, 1), c(TRUE, NA, FALSE), c(-1L, NA, 1L), c(1, NaN, 2))) {
    expect_wroc_error(
      roc_tally(1:3, label), "missing",
      with_hint("`label` must not be missing: element 2 is NA or NaN."),
      argument = "label", position = 2
    )
  }
  expect_wroc_error(
    roc_tally(1:3, c("a", NA, "b"), positive = "b"), "missing",
    with_hint("`label` must not be missing: element 2 is NA or NaN."),
      argument = "label", position = 2
  )
  expect_wroc_error(
    roc_tally(1:2, 0:1, c(1, NA)), "missing",
    with_hint("`weight` must not be missing: element 2 is NA or NaN."),
    argument = "weight", position = 2
  )
  for (weight in c(-1, Inf)) {
    expect_wroc_error(
      roc_tally(1:2, 0:1, c(1, weight)), "weight",
      sprintf("`weight` must be finite and >= 0: element 2 is %s.", weight),
      argument = "weight", position = 2, value = weight
    )
  }
  expect_wroc_error(
    roc_tally(1:3, 0:1), "length",
    "`x` must be as long as `label`: its length is 3, that of `label` is 2.",
    argument = "x", length = 3, expected = 2
  )
  expect_wroc_error(
    roc_tally(1:2, 0:1, 1), "length",
    "`weight` must be as long as `label`: its length is 1, that of `label` is 2.",
    argument = "weight", length = 1, expected = 2
  )
  expect_wroc_error(
    roc_tally(numeric(), numeric(), 1), "length",
    "`weight` must be as long as `label`: its length is 1, that of `label` is 0.",
    argument = "weight", length = 1, expected = 0
  )
  for (guess in list(c("1", "2"), list(1, 2), NULL, factor(1:2), cbind(1:2, 1:2))) {
    error <- expect_error(roc_tally(guess, 0:1), class = "wroc_error_type")
    expect_identical(error$argument, "x")
  }
  for (weight in list(c("1", "2"), list(1, 2), factor(1:2), cbind(1:2, 1:2))) {
    error <- expect_error(roc_tally(1:2, 0:1, weight), class = "wroc_error_type")
    expect_identical(error$argument, "weight")
  }
  for (label in list(c("no", "yes"), list(0, 1), NULL, cbind(0:1, 0:1))) {
    error <- expect_error(roc_tally(1:2, label), class = "wroc_error_type")
    expect_identical(error$argument, "label")
  }
})

test_that("labels that do not say which class they are are errors", {
  expect_wroc_error(
    roc_tally(1:3, c(1, 1, 1)), "labels",
    "All labels are 1, which may be either class: give `positive`.", argument = "label", value = 1
  )
  expect_wroc_error(
    roc_tally(1, 1L), "labels", "All labels are 1, which may be either class: give `positive`.",
    argument = "label", value = 1, call = quote(roc_tally(1, 1L))
  )
  for (label in list(c(0, 1, 2), c(-1, 0, 1), c(0, 2), c(-1, 2), 3, c(0, 0.5, 1), c(0, Inf))) {
    expect_wroc_error(
      roc_tally(seq_along(label), label), "labels",
      "`label` must hold values out of {-1, 1}, {0, 1} or {1, 2}; or give `positive`.",
      argument = "label"
    )
  }
  expect_wroc_error(
    roc_tally(1:2, factor(c("a", "b"), levels = c("a", "b", "c"))), "labels",
    "`label` must be a factor of two levels, not 3; or give `positive`.",
    argument = "label", value = c("a", "b", "c")
  )
  expect_wroc_error(
    roc_tally(1:2, factor(c("a", "a"))), "labels",
    "`label` must be a factor of two levels, not 1; or give `positive`.",
    argument = "label", value = "a"
  )
  yes_and_no <- factor(c("no", "yes"))
  expect_identical(roc_tally(1:2, yes_and_no, positive = factor("yes")), roc_tally(1:2, 0:1))
  expect_wroc_error(
    roc_tally(1:2, yes_and_no, positive = "maybe"), "labels",
    "`positive = \"maybe\"` is not a level of `label`.", argument = "positive", value = "maybe"
  )
})

test_that("`positive` must be one value", {
  skip_on_cran()
  for (positive in list(c(0, 1), NA, numeric(), c("a", "b"), NA_character_, list(1), mean)) {
    expect_wroc_error(
      roc_tally(1:2, 0:1, positive = positive), "type",
      "`positive` must be one value of `label`.", argument = "positive"
    )
  }
  expect_wroc_error(
    roc_tally(1:2, 0:1, positive = structure(1L, class = "factor")), "levels",
    "`positive` must be a factor with levels.", argument = "positive"
  )
  expect_wroc_error(
    roc_tally(1:2, list(0, 1), positive = 1), "type",
    "`label` must be a vector or a factor, not a list.", argument = "label"
  )
})

test_that("`points` must be a number of at least 1", {
  tally <- roc_tally(1:2, 0:1)
  for (f in list(function(points) roc_tally(1:2, 0:1, points = points),
                 function(points) c(tally, points = points))) {
    for (points in c(0, -1, 0.9, -Inf)) {
      expect_wroc_error(
        f(points), "range", sprintf("`points` must be at least 1: it is %s.", points),
        argument = "points", value = points
      )
    }
    expect_wroc_error(f(NA_real_), "missing", "`points` must not be missing: it is NA.",
                      argument = "points")
    expect_wroc_error(f(1:2), "length", "`points` must have length 1, not 2.",
                      argument = "points", length = 2, expected = 1)
    expect_wroc_error(f("2"), "type", "`points` must be numeric, not a vector of type character.",
                      argument = "points", found = "character")
  }
})

test_that("NULL is left out, and a stream begins with a tally of nothing", {
  tally <- roc_tally(1:4, c(0, 1, 0, 1))
  expect_identical(c(roc_tally(numeric(), numeric()), tally), tally)
  expect_identical(c(tally, NULL, points = 2), c(tally, points = 2))
})

test_that("what is no tally is an error", {
  tally <- roc_tally(c(1:4, 1:4), rep(0:1, 4))
  none <- list(5, "tally", WeightedROC(1:4, c(0, 1, 0, 1)), as.data.frame(tally),
               replace(tally, "level", list(NULL)), unclass(tally), weighted_roc(tally), list(tally))
  for (other in none) {
    error <- expect_error(c(tally, other), class = "wroc_error_tally")
    expect_identical(error$argument, "...")
    expect_identical(error$found, class(other))
    if (inherits(other, "roc_tally")) expect_error(weighted_roc(other), class = "wroc_error_tally")
  }
  expect_error(c(weighted_roc(tally), tally), class = "wroc_error_type")
  # No package that binds data.frames makes an invalid tally.
  skip_if_not_installed("dplyr")
  expect_false(inherits(try(dplyr::bind_rows(tally, tally), silent = TRUE), "roc_tally"))
})

test_that("a tally that was tampered with is an error", {
  skip_on_cran()
  tally <- roc_tally(1:4, c(0, 1, 0, 1))
  with_value <- function(column, value) {
    tally[[column]][2] <- value
    tally
  }
  tampered <- list(
    rows_of_tally(tally, c(2, 1, 3, 4)), rows_of_tally(tally, c(1, 1, 2, 3)), with_value("score", 7),
    with_value("score", 1), with_value("score", NA), with_value("positive", -1), with_value("positive", NA),
    with_value("positive", Inf), with_value("negative", -1e-300), with_value("negative", NaN),
    with_value("negative", Inf), with_value("scores", 0), with_value("scores", NA)
  )
  words <- "must be a tally: ascending scores, weights that are finite and >= 0, scores >= 1."
  for (other in tampered) {
    expect_wroc_error(c(tally, other), "tally", paste("`...`", words), argument = "...")
    expect_wroc_error(weighted_roc(other), "tally", paste("`x`", words), argument = "x")
  }
})

test_that("a tally that has lost or gained rows is an error", {
  tally <- roc_tally(1:4, c(0, 1, 0, 1))
  for (rows in list(c(1, 3), 2:4, integer(), 1:3)) {
    other <- rows_of_tally(tally, rows)
    words <- "must have its original weights: their sums differ from its `totals`."
    expect_wroc_error(weighted_roc(other), "tally", paste("`x`", words), argument = "x")
    expect_wroc_error(c(other), "tally", paste("`...`", words), argument = "...")
  }
})

test_that("a tally whose columns were edited by hand is an error", {
  tally <- roc_tally(1:4, c(0, 1, 0, 1))
  longer <- replace(tally, "positive", list(1:9 / 1))
  for (other in list(replace(tally, "score", list(c(1, 2))), longer)) {
    expect_error(curve_of_tally(other), class = "wroc_error_length")
    expect_error(c(other, tally), class = "wroc_error_length")
  }
})

test_that("a tally that has lost its names is an error", {
  tally <- roc_tally(1:4, c(0, 1, 0, 1))
  bytes <- "\xff"
  Encoding(bytes) <- "bytes"
  for (names in list(replace(names(tally), 1L, bytes), rep(bytes, 4L), NULL)) {
    other <- tally
    attr(other, "names") <- names
    expect_error(curve_of_tally(other), class = "wroc_error_tally")
    expect_error(c(tally, other), class = "wroc_error_tally")
  }
})

test_that("what is no tally in an argument of c() is an error, whatever it is", {
  S4 <- methods::new(methods::getClass("MethodDefinition"))
  tally <- roc_tally(1:4, c(0, 1, 0, 1))
  for (other in list(S4, mean, globalenv(), structure(mean, class = "numeric"))) {
    error <- expect_error(c(tally, other), class = "wroc_error_tally")
    expect_identical(error$found, class(other))
  }
  # R itself evaluates a symbol before it calls a method of c().
  expect_error(c(tally, quote(a)), class = "wroc_error")
  expect_identical(c(replace(tally, "level", list(0L))), tally)
})

test_that("a tally of another version is an error, and one that was saved is read", {
  tally <- roc_tally(c(3, 1, 1, 2, 3, 5), c(1, 0, 1, 0, 1, 0), c(2, 3, 4, 0, 5, 6))
  for (format in list(NULL, 2L, "1", 0)) {
    expect_error(auc_ci(replace(tally, "format", list(format))), class = "wroc_error_version")
  }
  expect_identical(readRDS(test_path("ref-data", "tally-format-1.rds")), tally)
})

test_that("a curve needs weight in both classes", {
  without <- list(
    negative = roc_tally(1:3, c(2, 2, 2)), positive = roc_tally(1:3, c(0, 0, 0)),
    positive = roc_tally(1:3, c(0, 1, 0), c(1, 0, 1)),
    negative = roc_tally(numeric(), numeric()), negative = roc_tally(1:2, 0:1, c(0, 0))
  )
  for (i in seq_along(without)) {
    class <- names(without)[i]
    tally <- without[[i]]
    expect_wroc_error(
      curve_of_tally(tally), "no_weight",
      paste("`weight` must be positive for an observation of each class: the", class,
            "class has weight 0."),
      class_name = class, call = quote(curve_of_tally(tally))
    )
  }
})

test_that("a class whose weights have no finite sum is an error of the curve", {
  chunk <- function(score) roc_tally(c(score, score + 1), 0:1, rep(1e308, 2))
  expect_wroc_error(
    curve_of_tally(c(chunk(1), chunk(3))), "overflow",
    paste("`weight` must have a finite sum in each class: that of the negative class exceeds",
          "1.79769e+308."),
    class_name = "negative"
  )
})

test_that("a level that is none is an error", {
  for (level in list(NA_real_, 1000, -1, 2.5, c(0, 1))) {
    tally <- replace(roc_tally(1:4, c(0, 1, 0, 1)), "level", list(level))
    expect_error(c(tally), class = "wroc_error_tally")
    expect_error(curve_of_tally(tally), class = "wroc_error_tally")
  }
})

test_that("columns of a tally that are no numbers are errors, without a warning", {
  tally <- roc_tally(1:4, c(0, 1, 0, 1))
  for (wrong in list(as.character(1:4), letters[1:4], as.list(1:4), factor(1:4))) {
    tally$score <- wrong
    expect_warning(expect_error(curve_of_tally(tally), class = "wroc_error_tally"), NA)
  }
})

test_that("sums that are not finite are errors where they arise", {
  expect_error(roc_tally(c(1, 1, 2), c(1, 1, 0), c(1.5e308, 1.5e308, 1)),
               class = "wroc_error_overflow")
  expect_error(roc_tally(1:4, c(0, 1, 0, 1), rep(1.5e308, 4), points = 1),
               class = "wroc_error_overflow")
  tally <- roc_tally(1:2, 0:1, rep(1e308, 2))
  expect_error(c(tally, tally), class = "wroc_error_overflow")
})

# Breaks ----------------------------------------------------------------------

test_that("bins between breaks are closed below and have the same ends in all tallies", {
  below <- function(x) x - 2^-53 * abs(x)
  tally <- roc_tally(c(-Inf, -3, 1, 1.5, 2, 2, 7), c(0, 1, 0, 1, 1, 0, 1), breaks = c(1, 2, 4))
  expect_identical(tally$score, c(-Inf, 1, 2, 7))
  expect_identical(tally$score_max, c(below(1), below(2), 2, 7))
  expect_identical(tally$scores, c(2, 2, 1, 1))
  expect_identical(tally$positive, c(1, 1, 1, 1))
  expect_identical(tally$level, 0)
  expect_identical(roc_tally(c(0, 0.5), 0:1, breaks = c(0, 1))$score_max, below(1))
  expect_identical(roc_tally(c(-1, -2), 0:1, breaks = 0)$score_max, -5e-324)
  above <- roc_tally(c(1, 2), 0:1, breaks = 0)
  expect_identical(above[c("score", "score_max")], list(score = 0, score_max = Inf))
  none <- roc_tally(numeric(), numeric(), breaks = 1:3)
  expect_identical(none[names(none) != "breaks"], unclass(roc_tally(numeric(), numeric())))
})

test_that("tallies with the same breaks add up to that of all observations, and their bounds hold its AUC", {
  skip_on_cran()
  set.seed(21)
  for (x in all_observations()) {
    finite <- c(as.double(x$guess[is.finite(x$guess)]), 0)
    breaks <- sort(unique(finite[sample.int(length(finite), min(6, length(finite)))])) + 0
    chunk <- sample(4, length(x$guess), replace = TRUE)
    of <- function(rows) roc_tally(x$guess[rows], x$positive[rows], x$weight[rows], breaks = breaks)
    tallies <- lapply(1:4, function(i) of(chunk == i))
    merged <- merge_at_random(tallies)
    whole <- of(TRUE)
    expect_same(merged[c("score", "score_max", "scores")], whole[c("score", "score_max", "scores")])
    expect_close(merged$positive, whole$positive, 1e-13)
    bin <- findInterval(merged$score, breaks)
    expect_same(bin, findInterval(merged$score_max, breaks))
    exact <- exact_curve_of(x)
    curve <- curve_of_tally(merged)
    for (edge in breaks) {
      rows <- c(match(TRUE, curve$threshold >= edge), match(TRUE, exact$threshold >= edge))
      expect_close(curve$TPR[[rows[[1]]]], exact$TPR[[rows[[2]]]], 1e-13, 1e-15)
    }
    area <- auc_wmw(x$guess, x$positive, x$weight)
    bounds <- bounds_of(curve)
    expect_all(bounds$bound.low <= area + 1e-15, area <= bounds$bound.high + 1e-15)
  }
})

test_that("breaks with few observations in a bin are joined, and `points` is an error beside them", {
  set.seed(22)
  label <- rbinom(300, 1, 0.4)
  score <- rnorm(300, label)
  breaks <- seq(-3, 3, 0.25)
  tally <- roc_tally(score, label, breaks = breaks, min_count = 20)
  expect_true(all(tally$n_pos + tally$n_neg >= 20))
  expect_true(all(tally$score %in% c(-Inf, breaks)))
  expect_true(all(tally$score[-1] > tally$score_max[-length(tally$score)]))
  expect_identical(tally$score_max[length(tally$score)], Inf)
  expect_wroc_error(
    roc_tally(score, label, points = 5, breaks = breaks), "unused",
    paste("`points` must not be given beside `breaks`: bins are those of a grid or of your breaks.",
          "`c(tally, points = )` puts the tally on a grid."), argument = "points"
  )
  expect_lte(length(c(roc_tally(score, label, breaks = breaks), points = 7)$score), 7)
  for (wrong in list(c(2, 1), c(1, 1), numeric(), c(0, Inf), -Inf)) {
    expect_error(roc_tally(score, label, breaks = wrong), class = "wroc_error_range")
  }
  expect_error(roc_tally(score, label, breaks = c(1, NA)), class = "wroc_error_missing")
  expect_error(roc_tally(score, label, breaks = "1"), class = "wroc_error_type")
})
