# Results print their first and last rows within a screen, and are plain data.frames where columns are gone.

fit <- weighted_roc(am ~ mpg + qsec + wt, mtcars)

printed <- function(x) utils::capture.output(print(x))

test_that("results fit a screen, answers first", {
  results <- list(
    auc_ci(fit), auc_ci(fit["mpg"]), roc_pr(fit), roc_gain(fit), roc_hull(fit), roc_band(fit),
    roc_optimal(fit, cost_FN = 1:40), auc_ci(weighted_roc(am ~ mpg, mtcars, by = cyl > 4)), roc_at(fit)
  )
  for (result in results) {
    expect_s3_class(result, "roc_result")
    lines <- printed(result)
    expect_true(all(nchar(lines) <= 80))
    expect_lte(length(lines), 15)
    shown <- strsplit(trimws(lines[[1]]), " +")[[1]]
    expect_lte(length(shown), 7)
    more <- grepl("^[.]{3} [0-9]+ more rows$", lines)
    expect_identical(any(more), nrow(result) > 12)
    if (any(more)) expect_identical(lines[more], sprintf("... %d more rows", nrow(result) - 10L))
    expect_identical(printed(result), format(result))
    values <- sub("^([0-9]+) .*", "\\1", lines[grepl("^[0-9]", lines)])
    number <- nrow(result)
    first <- utils::head(seq_len(number), min(number, 12L) / if (number > 12L) 2.4 else 1)
    expect_identical(as.integer(values), unique(c(first, if (number > 12) number - 4:0)))
  }
  costs <- printed(roc_optimal(fit, cost_FN = 1:40))
  expect_false(grepl("cost", costs[[1]]))
  expect_match(paste(costs, collapse = " "), "more columns: .*cost_FN")
  withr_width <- options(width = 60)
  on.exit(options(withr_width))
  expect_true(all(nchar(printed(auc_ci(fit))) <= 60))
})

test_that("WeightedROC() is a plain data.frame and prints as one", {
  curve <- WeightedROC(mtcars$mpg, mtcars$am)
  expect_identical(class(curve), "data.frame")
  expect_length(printed(curve), nrow(curve) + 1L)
})

test_that("a result without rows or without its columns prints", {
  found <- auc_ci(fit)
  expect_match(printed(found[0, ]), "^No rows")
  found$estimate <- NULL
  expect_match(printed(found)[[1]], "std.error")
  expect_identical(class(found[1:2, ]), "data.frame")
})

test_that("what drops a needed column is a plain data.frame, what keeps them is a result", {
  curve <- roc_pr(fit)
  kept <- class(curve)
  expect_identical(class(curve[1:3, ]), kept)
  expect_identical(class(curve[c("recall", "precision")]), kept)
  expect_identical(class(curve["recall"]), "data.frame")
  # Thresholds are printed as those of results are.
  expect_identical(class(curve[, -match("precision", names(curve))]), c("roc_result", "data.frame"))
  expect_identical(class(curve[, setdiff(names(curve), c("precision", "threshold"))]), "data.frame")
  expect_identical(curve[, "recall"], curve$recall)
  expect_identical(class(rbind(curve, curve)), kept)
  expect_identical(class(as.data.frame(curve)), "data.frame")
  estimates <- auc_ci(fit)
  expect_identical(class(estimates[c("score", "estimate")]), "data.frame")
  expect_identical(class(estimates[2:3, ]), class(estimates))
  skip_if_not_installed("tibble")
  expect_identical(class(tibble::as_tibble(curve)), c("tbl_df", "tbl", "data.frame"))
})

test_that("dplyr and data.table keep the class of a result or drop it", {
  curve <- roc_pr(fit)
  kept <- class(curve)
  if (requireNamespace("data.table", quietly = TRUE)) {
    expect_identical(class(data.table::as.data.table(curve)), c("data.table", "data.frame"))
  }
  skip_if_not_installed("dplyr")
  expect_identical(class(dplyr::filter(curve, recall > 0.5)), kept)
  expect_identical(class(dplyr::bind_rows(curve, curve)), kept)
  expect_identical(class(dplyr::mutate(curve, recall = recall / 2)), kept)
  expect_identical(class(dplyr::mutate(curve, precision = NULL)), c("roc_result", "data.frame"))
  expect_identical(class(dplyr::select(curve, -recall, -threshold)), "data.frame")
  expect_identical(class(dplyr::summarise(curve, n = dplyr::n())), "data.frame")
})

test_that("a test of several scores prints its contrasts within 80 columns", {
  lines <- printed(auc_test(fit, adjust = "holm"))
  expect_true(all(nchar(lines) <= 80))
  expect_identical(sum(grepl("^[0-9] ", lines)), 3L)
  expect_match(lines, "p.adjusted", all = FALSE)
  scores <- structure(lapply(1:8, function(i) mtcars$mpg + (i * 37:68) %% 11),
                      names = paste0("a rather long name ", 1:8))
  lines <- printed(auc_test(scores, mtcars$am))
  expect_true(all(nchar(lines) <= 80))
  expect_match(lines, "... 18 more rows", fixed = TRUE, all = FALSE)
  pair <- printed(auc_test(fit[1:2]))
  expect_false(any(grepl("contrasts", pair)))
  expect_identical(class(auc_test(fit[1:2])), c("roc_test", "htest"))
})

test_that("the user's columns come along in their places, and results replace those of the same names", {
  curve <- staircase_curve()
  calls <- list(slope_high = roc_hull, J = roc_at, risk = function(x) roc_at(x, cost_FN = 2),
                risk_random = function(x) roc_optimal(x, prior = 0.5), name = function(x) roc_thin(x, points = 4))
  for (column in names(calls)) {
    user <- cbind(name = letters[1:7], curve)
    user$list <- as.list(1:7)
    if (column != "name") user <- cbind(structure(list("old"), names = column), user)
    found <- calls[[column]](user)
    expected <- calls[[column]](curve)
    expect_plain_frame(found)
    expect_identical(plain(found)[names(expected)], plain(expected), info = column)
    rows <- match(found$threshold, curve$threshold)
    expect_identical(list(found$name, found$list), list(letters[rows], as.list(rows)))
    expect_identical(intersect(names(found), names(user)), names(user))
  }
})

test_that("`n`, `width` and options(width) show the rows and columns that are hidden", {
  rows <- roc_at(fit)
  expect_length(grep("^[0-9]", printed_lines <- utils::capture.output(print(rows, n = Inf))), nrow(rows))
  expect_false(any(grepl("more row", printed_lines)))
  expect_identical(sum(grepl("^[0-9]", utils::capture.output(print(rows, n = 3)))), 3L)
  expect_false(any(grepl("more column", utils::capture.output(print(rows, width = Inf)))))
  narrow <- printed(rows)
  old <- options(width = 200)
  wide <- printed(rows)
  options(old)
  hidden <- function(lines) sum(lengths(strsplit(sub(".*columns?: ", "", grep("more column", lines, value = TRUE)), ",")))
  expect_lt(hidden(wide), hidden(narrow))
  expect_lte(max(nchar(wide)), 200)
  # One row more than are shown is one row.
  expect_match(utils::capture.output(print(rows, n = nrow(rows) - 1)), "^... 1 more row$", all = FALSE)
  expect_match(utils::capture.output(print(rows[1:12, 1:9])), "more columns?:", all = FALSE)
  expect_refused("range n" = print(rows, n = 0), "type n" = print(rows, n = "all"))
  months <- rows[1:12, ]
  expect_length(grep("^[0-9]", printed(months)), 12L)
  by <- suppressWarnings(weighted_roc(am ~ mpg + qsec + wt + hp, mtcars, by = rep(1:4, 8)))
  expect_length(printed(by), 14L)
  expect_match(printed(by)[[14]], "... 6 more rows, see print(n = Inf)", fixed = TRUE)
  expect_length(utils::capture.output(print(by, n = Inf)), 19L)
})

test_that("pooled AUCs, comparisons of curves and contrasts print as results", {
  of_test <- auc_test(fit, adjust = "holm")$contrasts
  pooled <- auc_pool(list(fit, fit))
  for (result in list(of_test, pooled, roc_compare(fit), auc_test(fit["mpg"])$contrasts)) {
    expect_s3_class(result, "roc_result")
    expect_true(all(nchar(printed(result)) <= 80))
    expect_identical(printed(result), format(result))
  }
  expect_identical(class(pooled["score"]), "data.frame")
})
