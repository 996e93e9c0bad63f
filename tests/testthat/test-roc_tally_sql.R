# The query, run on SQLite.

with_table <- function(people, ask) {
  skip_if_not_installed("RSQLite")
  skip_if_not_installed("DBI")
  connection <- DBI::dbConnect(RSQLite::SQLite())
  on.exit(DBI::dbDisconnect(connection))
  DBI::dbWriteTable(connection, "people", people)
  DBI::dbGetQuery(connection, ask)
}

draw <- function(n = 1000) {
  people <- data.frame(sick = rbinom(n, 1, 0.4), weight = rexp(n) * (runif(n) > 0.1))
  people$score <- round(rnorm(n, people$sick), 2)
  people
}

test_that("a query without breaks is an exact tally, and one without weights has counts", {
  set.seed(1)
  people <- draw()
  found <- as_roc_tally(with_table(people, roc_tally_sql("people", "score", "sick", "weight")))
  expected <- with(people, roc_tally(score, sick, weight))
  expect_close(unlist(as.data.frame(found)), unlist(as.data.frame(expected)), 1e-13)
  counted <- as_roc_tally(with_table(people, roc_tally_sql("people", "score", "sick")))
  expect_identical(counted$positive4, counted$n_pos)
})

test_that("days with the same breaks are merged", {
  set.seed(3)
  people <- draw()
  people$day <- rep(1:4, 250)
  query <- function(rows) {
    roc_tally_sql(sprintf("(SELECT * FROM people WHERE day %s) AS t", rows), "score", "sick", "weight",
                  seq(-3, 3, 0.25))
  }
  days <- lapply(paste("=", 1:4), function(rows) as_roc_tally(with_table(people, query(rows))))
  whole <- as_roc_tally(with_table(people, query("> 0")))
  curve <- weighted_roc(do.call(c, days))$curves$score
  exact <- with(people, WeightedROC(score, sick, weight))
  rows <- match(curve$threshold, exact$threshold)
  expect_close(curve$FPR, exact$FPR[rows], 1e-13)
  expect_true(all(whole$score %in% curve$threshold))
})

test_that("what is missing or negative is refused, not left out", {
  people <- data.frame(score = c(1:4, NA), sick = c(0, 1, NA, 0, 1), weight = c(1, 1, 1, -1, 1))
  for (rows in list(c(1, 2, 3), c(1, 2, 4), c(1, 2, 5))) {
    for (breaks in list(NULL, c(0, 2))) {
      found <- with_table(people[rows, ], roc_tally_sql("people", "score", "sick", "weight", breaks))
      expect_identical(sum(is.na(found$score)), 1L)
      expect_error(as_roc_tally(found), class = "wroc_error_tally")
    }
  }
})

test_that("labels and numbers are written so that they are read back", {
  people <- data.frame(score = c(0.1, 0.2, 0.3), sick = c("it's", "well", "it's"))
  found <- with_table(people, roc_tally_sql("people", "score", "sick", positive = "it's"))
  expect_identical(as_roc_tally(found)$positive, c(1, 0, 1))
  expect_match(roc_tally_sql("t", "s", "y", breaks = 0.1), "1.00000000000000006e-01", fixed = TRUE)
  expect_match(roc_tally_sql("t", "s", "y", positive = TRUE), "wroc_label = TRUE", fixed = TRUE)
  expect_match(roc_tally_sql("t", "s", "y", dialect = "spark"), "CAST(s AS DOUBLE)", fixed = TRUE)
  old <- options(OutDec = ",")
  on.exit(options(old))
  expect_no_match(roc_tally_sql("t", "s", "y", breaks = 0.1), "0,1|1,0")
})

test_that("bad arguments are errors", {
  expect_error(roc_tally_sql(), class = "wroc_error_absent")
  kind <- function(...) {
    given <- utils::modifyList(list(table = "t", score = "s", label = "y"), list(...), keep.null = TRUE)
    error_kind(do.call(roc_tally_sql, c(unname(given[1:3]), given[-(1:3)])))
  }
  calls <- list(
    type = list(score = 1), type = list(label = c("y", "z")), type = list(weight = NA), type = list(breaks = "1"),
    range = list(breaks = c(1, 1)), range = list(breaks = numeric()), range = list(breaks = c(0, Inf)),
    missing = list(breaks = c(0, NA)), type = list(positive = NULL), type = list(positive = "caf\xe9"),
    type = list(table = "caf\xe9"), type = list(by = "a + b"), type = list(by = c("a", "b")),
    range = list(by = "Score"),
    range = list(by = "day", cluster = c(Day = "z")), choice = list(dialect = "excel")
  )
  expect_identical(vapply(calls, function(call) do.call(kind, call), "", USE.NAMES = FALSE), names(calls))
})

# Breaks of each kind: with a formula of their edges, without one, and both.
breaks_of_test <- list(
  step = seq(-2, 3, by = 0.1), length = seq(-3, 4, length.out = 50), per = -300:300 / 100,
  mixed = c(-1e300, -5, seq(-1, 1, by = 0.25), 5e-324 + 1.5, 7, 1e300), one = 0, tiny = (1:20) * 5e-324
)

test_that("breaks have few pieces, whose edges are the breaks to the last digit", {
  for (breaks in c(breaks_of_test, list(c(0, 1), sort(stats::rnorm(30)), 2^(-40:40)))) {
    pieces <- pieces_of_breaks(breaks)
    edges <- unlist(lapply(seq_len(nrow(pieces) - 1L), function(i) {
      piece <- pieces[i, ]
      c(piece$low, if (piece$bins > 1) edges_of(piece$low, seq_len(piece$bins - 1), piece))
    }))
    expect_identical(c(edges, breaks[[length(breaks)]]), breaks)
  }
  expect_identical(vapply(breaks_of_test[c("step", "length", "per")], function(x) nrow(pieces_of_breaks(x)), 0L),
                   c(step = 2L, length = 2L, per = 2L))
  expect_lt(nchar(roc_tally_sql("t", "s", "y", breaks = 0:5000 / 1000)), 2500)
})

# The table that roc_tally_sql() should make of observations with positive weight.
expected_bins <- function(data, breaks) {
  data <- data[data$weight > 0, ]
  bins <- split(data, findInterval(data$score, breaks))
  part <- function(f) unname(vapply(bins, f, 0))
  of_class <- function(class, power) part(function(bin) sum((bin$weight * (bin$label == class))^power))
  list(score = part(function(bin) min(bin$score)), score_max = part(function(bin) max(bin$score)),
       positive = of_class(1, 1), negative = of_class(0, 1), positive2 = of_class(1, 2),
       negative4 = of_class(0, 4), n_pos = part(function(bin) sum(bin$label == 1)))
}

test_on_engines("tallies by SQL are those of the rows, at edges and with hostile scores", function(engine) {
  skip_on_cran()
  set.seed(34)
  n <- 400
  dialect <- engine$connection
  for (name in names(breaks_of_test)) {
    breaks <- breaks_of_test[[name]]
    data <- data.frame(score = c(breaks, -breaks, stats::rnorm(n), round(stats::rnorm(n), 1), 0, -0, 5e-324, -5e-324,
                                 2.5e-310, 1e300, -1e300, if (engine$has_Inf) c(Inf, -Inf)))
    data$label <- stats::rbinom(nrow(data), 1, 0.4)
    data$weight <- sample(c(0, 0.5, 1, 2.25), nrow(data), TRUE)
    data$day <- rep_len(1:3, nrow(data))
    table <- as.character(dbplyr::remote_name(engine$put(data)))
    query <- roc_tally_sql(table, "score", "label", "weight", breaks, by = "day", dialect = dialect)
    found <- DBI::dbGetQuery(engine$connection, query)
    names(found) <- tolower(names(found))
    for (day in 1:3) {
      tally <- as_roc_tally(found[found$day == day, names(found) != "day"])
      expected <- expected_bins(data[data$day == day, ], breaks)
      for (column in names(expected)) {
        expect_equal(tally[[column]], expected[[column]], tolerance = 1e-13, info = paste(name, column))
      }
    }
  }
})

test_on_engines("a tally by SQL has the interval of the rows, and refuses what is missing", function(engine) {
  set.seed(35)
  data <- data.frame(score = round(stats::rnorm(300), 1), label = rep(0:1, 150), weight = stats::rexp(300))
  table <- as.character(dbplyr::remote_name(engine$put(data)))
  tally <- as_roc_tally(DBI::dbGetQuery(engine$connection, roc_tally_sql(table, "score", "label", "weight",
                                                                        dialect = engine$connection)))
  columns <- c("estimate", "std.error", "conf.low", "conf.high", "df")
  expect_close(auc_ci(tally)[columns], with(data, auc_ci(score, label, weight))[columns], 1e-12)
  data$weight[[7]] <- NA
  table <- as.character(dbplyr::remote_name(engine$put(data)))
  query <- roc_tally_sql(table, "score", "label", "weight", breaks = 0, dialect = engine$connection)
  expect_error(as_roc_tally(DBI::dbGetQuery(engine$connection, query)), class = "wroc_error_tally")
})

test_that("counts of 64 bits are taken, and a key makes a tally for each day", {
  skip_if_not_installed("bit64")
  set.seed(36)
  people <- draw()
  people$day <- rep(c("mon", "tue"), 500)
  breaks <- seq(-3, 4, by = 0.5)
  query <- roc_tally_sql("people", "score", "sick", "weight", breaks, by = "day", dialect = "sqlite")
  table <- with_table(people, query)
  long <- table
  long[c("n_pos", "n_neg", "scores")] <- lapply(table[c("n_pos", "n_neg", "scores")], bit64::as.integer64)
  expect_identical(as_roc_tally(long, by = "day"), as_roc_tally(table, by = "day"))
  days <- auc_ci(as_roc_tally(table, by = "day"))
  expect_identical(days$day, c("mon", "tue"))
  of_day <- function(day) with_table(people, roc_tally_sql(sprintf("(SELECT * FROM people WHERE day = '%s') t", day),
                                                           "score", "sick", "weight", breaks))
  for (day in days$day) {
    expect_close(unlist(days[days$day == day, c("estimate", "std.error")]),
                 unlist(auc_ci(as_roc_tally(of_day(day)))[c("estimate", "std.error")]), 1e-13)
  }
})
