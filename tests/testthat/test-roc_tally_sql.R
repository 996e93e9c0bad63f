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

test_that("a query without breaks is an exact tally", {
  set.seed(1)
  people <- draw()
  found <- as_roc_tally(with_table(people, roc_tally_sql("people", "score", "sick", "weight")))
  expected <- with(people, roc_tally(score, sick, weight))
  expect_close(unlist(as.data.frame(found)), unlist(as.data.frame(expected)), 1e-13)
  columns <- c("estimate", "std.error", "conf.low", "conf.high", "df")
  expect_close(auc_ci(found)[columns], with(people, auc_ci(score, sick, weight))[columns], 1e-12)
  counted <- as_roc_tally(with_table(people, roc_tally_sql("people", "score", "sick")))
  expect_identical(counted$positive4, counted$positive)
  expect_identical(counted$positive4, counted$n_pos)
})

test_that("a query with breaks has their bins, closed below", {
  set.seed(2)
  people <- draw()
  for (breaks in list(0, c(-1, 0, 0.1, 1), seq(-2, 2, length.out = 777), 100, c(-1e300, 5e-324, 1e-5))) {
    found <- as_roc_tally(with_table(people, roc_tally_sql("people", "score", "sick", "weight", breaks)))
    used <- people[people$weight > 0, ]
    bin <- findInterval(used$score, breaks)
    expect_identical(found$score, as.vector(tapply(used$score, bin, min)))
    expect_identical(found$score_max, as.vector(tapply(used$score, bin, max)))
    expect_close(found$positive, as.vector(tapply(used$weight * used$sick, bin, sum)), 1e-13)
    expect_close(found$n_neg, as.vector(tapply(1 - used$sick, bin, sum)), 0)
  }
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
  expect_match(roc_tally_sql("t", "s", "y", breaks = 0.1), "1.0000000000000001e-01", fixed = TRUE)
  expect_match(roc_tally_sql("t", "s", "y", positive = TRUE), "wroc_label = TRUE", fixed = TRUE)
  expect_match(roc_tally_sql("t", "s", "y", double = "DOUBLE"), "CAST(s AS DOUBLE)", fixed = TRUE)
  old <- options(OutDec = ",")
  on.exit(options(old))
  expect_no_match(roc_tally_sql("t", "s", "y", breaks = 0.1), "0,1|1,0")
})

test_that("bad arguments are errors", {
  expect_error(roc_tally_sql(), class = "wroc_error_absent")
  expect_error(roc_tally_sql("t", 1, "y"), class = "wroc_error_type")
  expect_error(roc_tally_sql("t", "s", c("y", "z")), class = "wroc_error_type")
  expect_error(roc_tally_sql("t", "s", "y", NA), class = "wroc_error_type")
  expect_error(roc_tally_sql("t", "s", "y", breaks = "1"), class = "wroc_error_type")
  expect_error(roc_tally_sql("t", "s", "y", breaks = c(1, 1)), class = "wroc_error_range")
  expect_error(roc_tally_sql("t", "s", "y", breaks = numeric()), class = "wroc_error_range")
  expect_error(roc_tally_sql("t", "s", "y", breaks = c(0, Inf)), class = "wroc_error_range")
  expect_error(roc_tally_sql("t", "s", "y", breaks = c(0, NA)), class = "wroc_error_missing")
  expect_error(roc_tally_sql("t", "s", "y", positive = NULL), class = "wroc_error_type")
  expect_error(roc_tally_sql("t", "s", "y", positive = "caf\xe9"), class = "wroc_error_type")
  expect_error(roc_tally_sql("caf\xe9", "s", "y"), class = "wroc_error_type")
})
