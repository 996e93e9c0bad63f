# Intervals and tests from what engines add up are those of the rows.

# Longer than CRAN allows.
skip_on_cran()

test_that_engines_are_there()

numbers_of_collected <- c("estimate", "std.error", "df", "n_pos", "n_neg", "n_eff_pos", "n_eff_neg")
ends_of_collected <- c("conf.low", "conf.high")

# The ends without what bins leave open.
ends_of_rows <- function(found, curve) {
  by_score <- if (is.null(curve[["score"]])) rep(1, nrow(curve)) else match(curve$score, unique(curve$score))
  open <- curve$slack[!duplicated(by_score)]
  cbind(found$conf.low + open, found$conf.high - open)
}

expect_same_interval <- function(found, curve, expected, tolerance = 1e-9) {
  expect_close(unlist(found[numbers_of_collected]), unlist(expected[numbers_of_collected]), tolerance)
  expect_close(as.vector(ends_of_rows(found, curve)), unlist(expected[ends_of_collected], use.names = FALSE),
               tolerance)
}

people <- function(seed, n = 3000, digits = 15, weight = rexp(n)) {
  set.seed(seed)
  label <- as.integer(both_classes(n))
  patient <- sample(n %/% 4, n, replace = TRUE)
  mood <- rnorm(n %/% 4)
  a <- round(label + mood[patient] + rnorm(n), digits)
  b <- round(0.7 * label + a / 2 + rnorm(n), digits)
  data.frame(a, b, d = round(rnorm(n), digits), label, weight, number = patient, patient = paste0("p", patient))
}

# The part of each row, by a definition of its own for whole numbers, and by the engine's hash for strings.
parts_of_rows <- function(engine, tbl, x, cluster) {
  if (is.numeric(x[[cluster]])) return(x[[cluster]] %% 101)
  dialect <- dialect_of(engine$connection)
  hash <- sprintf(dialect$remainder, sprintf(dialect$hash, cluster), 101L)
  found <- DBI::dbGetQuery(engine$connection, sprintf("SELECT %s AS name, ABS(%s) AS part FROM %s", cluster, hash,
                                                      dbplyr::remote_name(tbl)))
  as.numeric(found$part)[match(x[[cluster]], found$name)]
}

# The same with scores beyond 8e307, and infinite ones where an engine has them.
extreme_people <- function(engine, ...) {
  x <- people(...)
  x[c("a", "b")] <- lapply(x[c("a", "b")], with_extremes, x$label, engine)
  x
}

kinds_of_people <- function(engine, seed, ...) {
  list(people(seed, ...), people(seed, ..., digits = 1), extreme_people(engine, seed, ...))
}

test_on_engines("the interval of a collected curve is that of the rows", function(engine) {
  for (x in kinds_of_people(engine, 1)) {
    tbl <- engine$put(x)
    for (points in c(16, 5000)) {
      curve <- roc_collect(tbl, a, label, weight, points = points, exact = TRUE, variance = TRUE)
      for (variance in c("delong", "jackknife")) {
        for (method in c("wilson", "logit", "wald")) {
          ask <- function(...) auc_ci(..., variance = variance, method = method, conf.level = 0.9)
          expect_same_interval(ask(curve), curve, ask(x$a, x$label, x$weight))
        }
      }
    }
    # Unweighted, where weights are counts, too.
    curve <- roc_collect(tbl, a, label, points = 16, exact = TRUE, variance = TRUE)
    expect_same_interval(auc_ci(curve), curve, auc_ci(x$a, x$label))
    counted <- auc_ci(curve, variance = "frequency")
    expect_same_interval(counted, curve, auc_ci(x$a, x$label, variance = "frequency"))
  }
})

test_on_engines("separated classes and constant scores vary as little", function(engine) {
  x <- data.frame(score = c(1:40, 101:140) + 0.5, label = rep(0:1, each = 40), weight = 1:80 + 0.5)
  curve <- roc_collect(engine$put(x), score, label, weight, points = 16, variance = TRUE)
  expect_identical(auc_ci(curve)$std.error, 0)
  expect_close(auc_ci(curve)$conf.low, auc_ci(x$score, x$label, x$weight)$conf.low, 1e-9)
  expect_warning(auc_ci(curve, method = "wald"), class = "wroc_warning_degenerate")
})

test_on_engines("rows with missing values do not count", function(engine) {
  x <- extreme_people(engine, 4)
  x$a[c(5, 700)] <- NA
  x$weight[30] <- NA
  x$b[c(5, 9)] <- NA
  x$patient[77] <- NA
  x$number[77] <- NA
  tbl <- engine$put(x)
  curve <- roc_collect(tbl, a, label, weight, points = 50, exact = TRUE, variance = TRUE, na.rm = TRUE)
  expect_same_interval(auc_ci(curve), curve, auc_ci(x$a, x$label, x$weight, na.rm = TRUE))
  curve <- roc_collect(tbl, a, label, weight, points = 1000, exact = TRUE, cluster = number, na.rm = TRUE)
  in_a <- x[!is.na(x$a) & !is.na(x$weight) & !is.na(x$number), ]
  expect_equal(auc_ci(curve)$std.error^2, drop(covariance_by_hand(in_a["a"], in_a, in_a$number %% 101)),
               tolerance = 1e-3)
  rows <- auc_ci(x$a, x$label, x$weight, x$number, na.rm = TRUE)
  same <- c("estimate", "n_pos", "n_neg")
  expect_close(unlist(auc_ci(curve)[same]), unlist(rows[same]), 1e-12)
  both <- roc_collect(tbl, c(a, b), label, weight, points = 50, exact = TRUE, variance = TRUE, na.rm = TRUE)
  known <- x[!is.na(x$a) & !is.na(x$b) & !is.na(x$weight), ]
  expect_same_interval(auc_ci(both), both, auc_ci(as.list(known[c("a", "b")]), known$label, known$weight))
  whole <- x[!is.na(x$a) & !is.na(x$weight), ]
  error <- expect_error(roc_collect(engine$put(whole), a, label, weight, points = 50, cluster = patient),
                        class = "wroc_error_missing")
  expect_identical(error$argument, "cluster")
})

test_on_engines("the variance of clusters is that of leaving out each part of them", function(engine) {
  for (x in list(people(5, digits = 1), people(5), extreme_people(engine, 5))) {
    tbl <- engine$put(x)
    whole <- length(unique(x$a)) < 1000
    for (cluster in c("number", "patient")) {
      part <- parts_of_rows(engine, tbl, x, cluster)
      curve <- roc_collect(tbl, a, label, weight, points = 1000, exact = TRUE, cluster = !!as.name(cluster))
      found <- auc_ci(curve)
      expect_identical(found$variance, "jackknife")
      # Scores that share a step tie.
      expect_equal(found$std.error^2, drop(covariance_by_hand(x["a"], x, part)), tolerance = if (whole) 1e-9 else 1e-3)
      rows <- auc_ci(x$a, x$label, x$weight)
      same <- c("estimate", "n_pos", "n_neg", "n_eff_pos", "n_eff_neg")
      expect_close(unlist(found[same]), unlist(rows[same]), 1e-9)
      expect_gt(found$df, 30)
      expect_lte(auc_ci(curve, method = "wald")$df, length(unique(part)) - 1)
    }
    # By bins, which are narrower than steps.
    binned <- roc_collect(tbl, a, label, weight, points = 400, cluster = number)
    expect_equal(auc_ci(binned)$std.error^2, drop(covariance_by_hand(x["a"], x, x$number %% 101)), tolerance = 2e-3)
    unweighted <- roc_collect(tbl, a, label, points = 400, cluster = number)
    expect_equal(auc_ci(unweighted)$std.error^2,
                 drop(covariance_by_hand(x["a"], transform(x, weight = 1), x$number %% 101)), tolerance = 2e-3)
  }
  expect_error(auc_ci(curve, variance = "frequency"), "jackknife", class = "wroc_error_choice")
  expect_error(auc_ci(curve, variance = "delong"), "jackknife", class = "wroc_error_choice")
  wide <- transform(people(5, digits = 1), weight = 10^runif(3000, -12, 12))
  curve <- roc_collect(engine$put(wide), a, label, weight, points = 1000, cluster = number)
  found <- suppressWarnings(auc_ci(curve)$std.error, classes = "wroc_warning")
  expect_equal(found^2, drop(covariance_by_hand(wide["a"], wide, wide$number %% 101)), tolerance = 1e-9)
})

test_on_engines("parts of strings and of numbers are about even", function(engine) {
  sizes <- function(cluster) {
    x <- data.frame(a = rnorm(4040), label = rep(0:1, 2020), number = 1L)
    x$cluster <- cluster
    tbl <- engine$put(x)
    connection <- engine$connection
    observations <- observations_in(tbl, quote(a), quote(label), quote(1), list(wroc_cluster = quote(cluster)))
    rows <- table_of(observations, connection, look_at(observations), NULL)$rows
    query <- sprintf("SELECT wroc_part, COUNT(*) AS n FROM (%s) x GROUP BY wroc_part", rows)
    found <- DBI::dbGetQuery(connection, query)
    as.numeric(found[[2L]])
  }
  numbers <- seq_len(4040)
  kinds <- list(numbers, 100 * numbers, 1000 * (numbers %/% 40) + numbers %% 40, numbers / 7, 1e12 * numbers + 1,
                paste0("p", numbers), sprintf("ward-%02d/%06d", numbers %% 7, 10 * numbers),
                vapply(numbers, function(i) paste(sample(c(0:9, letters[1:6]), 32, TRUE), collapse = ""), ""))
  for (kind in kinds) {
    found <- sizes(kind)
    expect_gte(length(found), 101)
    # Chi-squared with 100 degrees of freedom at most.
    expect_lt(sum((found - 40)^2 / 40), 180)
  }
})

test_on_engines("clusters of any kind are whole in one part", function(engine) {
  skip_on_cran()
  n <- 1200
  set.seed(12)
  x <- data.frame(a = round(rnorm(n), 1), label = rep(0:1, n / 2), id = rep(seq_len(n / 4), 4))
  tables <- list(
    strings = c(hostile_texts, paste0("x", seq_len(n / 4)))[seq_len(n / 4)], real = (seq_len(n / 4) - 150) / 7,
    negative = -seq_len(n / 4), huge = c(1e300, -1e300, 2^53 + 2, seq_len(n / 4))[seq_len(n / 4)],
    late = c(seq_len(n / 4 - 3), 1e300, 1e17, 0.5)
  )
  for (kind in names(tables)) {
    x$cluster <- tables[[kind]][x$id]
    tbl <- engine$put(x)
    curve <- roc_collect(tbl, a, label, cluster = cluster)
    expected <- auc_ci(x$a, x$label, cluster = x$id)
    expect_lt(abs(auc_ci(curve)$std.error / expected$std.error - 1), 0.35)
    expect_identical(auc_ci(curve)$n_pos, n / 2)
  }
  if (engine$has_booleans) {
    # Two clusters may share a hash.
    x$cluster <- x$id <= n / 8
    curve <- roc_collect(engine$put(x), a, label, cluster = cluster)
    expect_identical(suppressWarnings(auc_ci(curve), classes = "wroc_warning")$n_pos, n / 2)
  }
  # With fewer clusters than parts each is left out alone.
  x$cluster <- x$id %% 7
  curve <- roc_collect(engine$put(x), a, label, cluster = cluster)
  expect_close(auc_ci(curve)$std.error^2, drop(covariance_by_hand(x["a"], transform(x, weight = 1), x$cluster)), 1e-9)
  expect_identical(auc_ci(curve, method = "wald")$df, 6)
  x$cluster <- 1L
  curve <- roc_collect(engine$put(x), a, label, cluster = cluster)
  expect_warning(found <- auc_ci(curve), class = "wroc_warning_undefined")
  expect_identical(found$std.error, NA_real_)
})

test_on_engines("tests of two and three scores are those of their covariance over parts", function(engine) {
  for (x in list(people(7, 2500, digits = 1), extreme_people(engine, 7, 2500))) {
    tbl <- engine$put(x)
    tolerance <- if (length(unique(x$a)) < 1000) 1e-9 else 5e-3
    collect <- function(guess) {
      roc_collect(tbl, {{ guess }}, label, weight, points = 1000, exact = TRUE, cluster = number)
    }
    two <- collect(c(a, b))
    three <- collect(c(a, b, d))
    covariance <- covariance_by_hand(x[c("a", "b", "d")], x, x$number %% 101)
    areas <- vapply(x[c("a", "b", "d")], auc_wmw, 0, x$label, x$weight)
    std.error <- function(i, j) sqrt(covariance[i, i] + covariance[j, j] - 2 * covariance[i, j])
    pair <- auc_test(two)
    expect_equal(pair$std.error, std.error(1, 2), tolerance = tolerance)
    expect_equal(unname(pair$statistic), unname(areas[[1]] - areas[[2]]) / std.error(1, 2), tolerance = tolerance)
    expect_lte(pair$parameter, 100)
    expect_equal(pair$p.value, unname(2 * pt(-abs(pair$statistic), pair$parameter)), tolerance = 1e-9)
    for (adjust in c("holm", "closed")) {
      all <- auc_test(three, adjust = adjust)
      expect_equal(all$contrasts$std.error, c(std.error(1, 2), std.error(1, 3), std.error(2, 3)), tolerance = tolerance)
      expect_equal(unname(all$estimate), unname(areas), tolerance = 1e-9)
    }
    less <- auc_test(two, alternative = "noninferior", margin = 0.1, test = "wald")
    expect_equal(unname(less$statistic), (areas[[1]] - areas[[2]] + 0.1) / std.error(1, 2), tolerance = tolerance)
    rows <- auc_ci(three)
    expect_equal(rows$std.error, unname(sqrt(diag(covariance))), tolerance = tolerance)
    expect_equal(vcov(weighted_roc(label ~ a + b, tbl, weights = weight, cluster = number, points = 1000))[1, 2],
                 covariance[1, 2], tolerance = max(tolerance, 1e-3))
  }
})

test_on_engines("scores without clusters have the intervals of rows, and are not compared", function(engine) {
  x <- people(13, 1500)
  both <- roc_collect(engine$put(x), c(a, b), label, weight, points = 50, exact = TRUE, variance = TRUE)
  expect_same_interval(auc_ci(both), both, auc_ci(as.list(x[c("a", "b")]), x$label, x$weight))
  expect_error(auc_test(both), "identifies rows or people", class = "wroc_error_clusters")
})

test_on_engines("a score and itself can't be told apart", function(engine) {
  x <- people(8, 600)
  curve <- roc_collect(engine$put(x), c(a, also = 2 * a), label, weight, points = 50, cluster = number)
  expect_identical(unique(curve$score), c("a", "also"))
  expect_warning(found <- auc_test(curve), class = "wroc_warning_undefined")
  expect_identical(found$p.value, NA_real_)
})

test_on_queries("one scan of the rows for each score", function(engine) {
  x <- people(14, 20000)
  tbl <- engine$put(x)
  name <- dbplyr::remote_name(tbl)
  scans <- function(code) {
    asked <- character()
    note <- function(query) asked <<- c(asked, query)
    namespace <- asNamespace("WeightedROC")
    suppressMessages(trace("ask", bquote((.(note))(query)), print = FALSE, where = namespace))
    on.exit(suppressMessages(untrace("ask", where = namespace)))
    force(code)
    sum(grepl(name, asked, fixed = TRUE))
  }
  collect <- function(guess, cluster) {
    roc_collect(tbl, {{ guess }}, label, weight, points = 1000, tolerance = 1e-3, cluster = {{ cluster }})
  }
  expect_identical(scans(collect(a, patient)), 1L)
  expect_identical(scans(collect(c(a, b), number)), 2L)
})

test_that("what a curve does not know is an error", {
  skip_where_no_engine("SQLite")
  engine <- engines$SQLite$open()
  on.exit(engine$close())
  x <- people(9, 600)
  tbl <- engine$put(x)
  plain <- roc_collect(tbl, a, label, weight)
  curve <- roc_collect(tbl, a, label, weight, points = 50, variance = TRUE)
  exact <- WeightedROC(x$a, x$label, x$weight)
  refused <- function(code, kind = "curve") expect_error(code, class = paste0("wroc_error_", kind))
  # Values alone.
  for (values in list(plain, exact, roc_thin(curve), transform(curve, FN = 2 * FN))) {
    expect_false(anyNA(auc_ci(values)[c("estimate", "bound.low", "bound.high")]))
    expect_true(all(is.na(auc_ci(values)[c("std.error", "conf.low", "conf.high")])))
  }
  # Cut, sorted in another way, or with other numbers.
  refused(auc_ci(curve[-3, ]))
  refused(auc_ci(utils::head(curve, 10)))
  refused(auc_ci(rbind(curve, curve)))
  refused(auc_ci(within(curve, TPR[2] <- TPR[2] - 1e-3)))
  refused(auc_test(curve))
  refused(auc_ci(curve, weight = x$weight), "unused")
  refused(auc_ci(curve, variance = "bootstrap"), "choice")
  refused(auc_ci(curve, variance = "frequency"), "weight")
  expect_identical(auc_ci(unserialize(serialize(curve, NULL))), auc_ci(curve))
  two <- roc_collect(tbl, c(a, b), label, weight, points = 50, cluster = number)
  refused(auc_test(two, mu = 0.6), "unused")
  refused(auc_test(two, variance = "frequency"), "choice")
  refused(auc_test(two[two$score == "a", ]))
  refused(roc_collect(tbl, a, label, weight, variance = NA), "type")
  refused(roc_collect(tbl, a, label, weight, cluster = "patient"), "type")
  refused(roc_collect(tbl, a, label, weight, cluster = nobody), "column")
})
