visits <- function(n = 600) {
  set.seed(61)
  data <- data.frame(sick = rep(0:1, n / 2), day = rep(1:3, each = n / 3), weight = rexp(n),
                     patient = rep_len(1:99, n))
  data$marker <- round(rnorm(n, data$sick), 2)
  data
}

test_that("a formula and its data are the tally of their columns", {
  data <- visits()
  expect_identical(roc_tally(sick ~ marker, data), roc_tally(data$marker, data$sick))
  expect_identical(roc_tally(data = data, formula = sick == 1 ~ I(2 * marker), weights = weight^2),
                   with(data, roc_tally(2 * marker, sick, weight^2)))
  expect_identical(roc_tally(sick ~ marker, data, weight, by = day, cluster = patient, breaks = -2:2),
                   with(data, roc_tally(marker, sick, weight, by = day, cluster = patient, breaks = -2:2)))
  expect_identical(roc_tally(sick ~ marker, data, points = 20, min_count = 5),
                   with(data, roc_tally(marker, sick, points = 20, min_count = 5)))
  data$marker[[5L]] <- NA
  expect_identical(roc_tally(sick ~ marker, data, na.rm = TRUE, positive = 0),
                   with(data, roc_tally(marker, sick, na.rm = TRUE, positive = 0)))
})

test_that("errors of a formula name its columns", {
  data <- visits()
  expect_wroc_error_of(roc_tally(sick ~ marker, replace(data, "marker", NA_real_)), "missing", "marker")
  expect_wroc_error_of(roc_tally(sick ~ marker, replace(data, "sick", 3)), "labels", "sick")
  expect_wroc_error_of(roc_tally(sick ~ marker, data, weights = -weight), "weight", "weights")
  expect_wroc_error_of(roc_tally(sick ~ marker + day, data), "type", "formula")
  expect_wroc_error_of(roc_tally(sick ~ marker, data, weights = "weight"), "type", "weights")
  expect_wroc_error_of(roc_tally(sick ~ nobody, data), "column", "formula")
  expect_wroc_error_of(roc_tally(sick ~ marker, "visits"), "type", "data")
  expect_wroc_error_of(roc_tally(sick ~ marker, data, subset = weight), "unused", "subset")
  expect_wroc_error_of(roc_tally(sick ~ marker, data, breaks = 1, points = 2), "unused", "points")
  expect_wroc_error_of(roc_tally(), "absent", "x")
})

in_batches <- function(data) unname(split(data, ceiling(seq_len(nrow(data)) / 70)))

# The next of some batches, as of a stream.
reading <- function(batches) {
  function() {
    batch <- if (length(batches) > 0L) batches[[1L]]
    batches <<- batches[-1L]
    batch
  }
}

test_that("tallies of batches add up", {
  data <- visits()
  tally <- function(batch) roc_tally(sick ~ marker, batch, weights = weight, points = 50)
  found <- tally_of_batches(reading(c(list(data[0L, ]), in_batches(data))), tally, 50)
  expect_equal(found, tally(data), tolerance = 1e-14)
  data$weight[[150L]] <- -1
  error <- expect_error(tally_of_batches(reading(in_batches(data)), tally, 50), class = "wroc_error_weight")
  expect_identical(error$batch, 3)
  expect_match(conditionMessage(error), "^In record batch 3: ")
  expect_wroc_error_of(tally_of_batches(reading(list()), tally, 50), "empty", "data")
})

test_that("labels have one meaning in all batches", {
  check <- same_labels(sick ~ marker, NULL)
  check(data.frame(sick = c(0, 1, NA)))
  check(data.frame(sick = c(TRUE, FALSE)))
  expect_wroc_error_of(check(data.frame(sick = 1:2)), "labels", "sick")
  check <- same_labels(sick ~ marker, NULL)
  check(data.frame(sick = factor("no", c("no", "yes"))))
  check(data.frame(sick = factor("yes", c("no", "yes"))))
  expect_wroc_error_of(check(data.frame(sick = factor("yes", c("yes", "no")))), "labels", "sick")
  expect_null(same_labels(sick ~ marker, 2)(data.frame(sick = 1:3)))
})

expect_batches_read <- function(batches, data) {
  given <- function(...) roc_tally(sick ~ marker, batches(), weights = weight, ...)
  of_rows <- function(...) roc_tally(sick ~ marker, data, weights = weight, ...)
  expect_equal(given(), of_rows(), tolerance = 1e-14)
  expect_equal(given(by = day, breaks = -20:20 / 10), of_rows(by = day, breaks = -20:20 / 10), tolerance = 1e-14)
  expect_equal(auc_ci(given(cluster = patient)), auc_ci(of_rows(cluster = patient)), tolerance = 1e-12)
  expect_equal(auc_ci(given(points = 30)), auc_ci(of_rows(points = 30)), tolerance = 1e-12)
  expect_equal(given(min_count = 5), of_rows(min_count = 5), tolerance = 1e-14)
  expect_equal(given(min_count = 5, by = day), of_rows(min_count = 5, by = day), tolerance = 1e-14)
  expect_wroc_error_of(roc_tally(sick ~ nobody, batches()), "column", "formula")
}

test_that("few observations in bins are joined after a merger as in one tally", {
  data <- visits()
  for (more in list(list(), list(points = 30), list(breaks = -20:20 / 10), list(cluster = quote(patient)),
                    list(by = quote(day)))) {
    tally <- function(data, ...) eval(as.call(c(quote(roc_tally), sick ~ marker, quote(data), more, ...)))
    chunks <- lapply(unname(split(data, rep(1:4, each = nrow(data) / 4))), tally)
    joined <- with_min_count(do.call(c, chunks), 8)
    expect_equal(joined, tally(data, min_count = 8), tolerance = 1e-14)
    for (one in if (is_keyed(joined)) joined$tallies else list(joined)) expect_gte(min(one$n_pos + one$n_neg), 8)
  }
  expect_wroc_error_of(with_min_count(do.call(c, chunks), 1e6), "range", "min_count")
})

test_that("streams of package nanoarrow are read", {
  skip_if_not_installed("nanoarrow")
  data <- visits()
  expect_batches_read(function() {
    nanoarrow::basic_array_stream(lapply(in_batches(data), nanoarrow::as_nanoarrow_array))
  }, data)
})

test_that("tables, datasets, queries and streams of package arrow are read", {
  skip_if_not_installed("arrow")
  data <- visits()
  table <- do.call(arrow::concat_tables, lapply(in_batches(data), arrow::arrow_table))
  expect_batches_read(function() table, data)
  expect_batches_read(function() arrow::record_batch(data), data)
  expect_batches_read(function() arrow::as_record_batch_reader(table), data)
  folder <- tempfile()
  on.exit(unlink(folder, recursive = TRUE))
  arrow::write_dataset(table, folder, partitioning = "day")
  expect_batches_read(function() arrow::open_dataset(folder), data)
  labels <- transform(data, sick = factor(sick, 0:1, c("no", "yes")))
  expect_equal(roc_tally(sick ~ marker, arrow::arrow_table(labels)), roc_tally(sick ~ marker, data))
  skip_if_not_installed("dplyr")
  expect_batches_read(function() dplyr::filter(arrow::open_dataset(folder), weight < 2), data[data$weight < 2, ])
})
