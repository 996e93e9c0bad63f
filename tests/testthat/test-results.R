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
  hidden <- function(lines) {
    sum(as.numeric(sub("^... ([0-9]+) more column.*", "\\1", grep("more column", lines, value = TRUE))))
  }
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

test_that("a table for a paper has the names and one column of text", {
  skip_if_not_installed("generics")
  rows <- auc_ci(fit)
  paper <- generics::tidy(rows, format = "paper")
  expect_identical(names(paper), c("score", "AUC"))
  expect_match(paper$AUC, "^0[.][0-9]{2} [(]0[.][0-9]{2} to 0[.][0-9]{2}[)]$")
  expect_identical(generics::tidy(fit, format = "paper")$AUC, paper$AUC)
  both <- roc_estimate(fit["mpg"], measure = c("AUC", roc_measure("TPR", FPR = 0.2)))
  several <- generics::tidy(both, format = "paper")
  expect_identical(names(several), c("score", "measure", "estimate"))
  expect_identical(generics::tidy(auc_ci(fit["mpg"], conf.level = NULL), format = "paper")$AUC, "0.83")
  expect_error(generics::tidy(rows, format = "word"), class = "wroc_error_choice")
})

test_that("an interval below 1/2 has a hint", {
  low <- weighted_roc(am ~ I(-mpg) + wt, mtcars)
  expect_match(paste(printed(low), collapse = " "), "The interval of `I(-mpg)`, `wt` is below 0.5", fixed = TRUE)
  expect_false(any(grepl("below 0.5", printed(fit["mpg"]))))
})

test_that("long replicates and queries tell their progress after a second, in interactive sessions only", {
  session <- TRUE
  in_session <- function(f) {
    environment(f) <- list2env(list(is_interactive = function() session), parent = environment(f))
    f
  }
  query <- in_session(progress_of_queries)()
  expect_silent(query())
  environment(query)$start <- environment(query)$start - 5
  expect_match(utils::capture.output(query(), type = "message"), "^Query 2, after [0-9]+ s$")
  bar <- in_session(progress_of)(10)
  environment(bar$step)$start <- environment(bar$step)$start - 5
  expect_match(paste(utils::capture.output(bar$step(5), bar$close()), collapse = ""), "50%")
  session <- FALSE
  expect_silent(query())
})

test_that("replicates of the core tell their progress each second, in interactive sessions only", {
  skip_on_cran()
  said_by <- function(session) {
    before <- is_interactive
    on.exit(utils::assignInNamespace("is_interactive", before, "WeightedROC"))
    utils::assignInNamespace("is_interactive", function() session, "WeightedROC")
    said <- utils::capture.output(
      invisible(roc_estimate(replicated, measure = "AP", R = 600)),
      type = "message"
    )
    strsplit(paste(said, collapse = "\n"), "\r")[[1]]
  }
  set.seed(1)
  x <- stats::rnorm(4e5)
  replicated <- weighted_roc(y ~ x, data.frame(x, y = stats::rbinom(4e5, 1, stats::plogis(x))))
  said <- said_by(TRUE)
  numbers <- as.numeric(sub(" of 600 replicates\n?$", "", said[-1]))
  expect_gt(length(numbers), 0)
  expect_true(all(numbers > 0 & numbers <= 600 & diff(c(0, numbers)) >= 0))
  expect_identical(said_by(FALSE), character())
})

test_that("messages name the place of an argument that is given elsewhere", {
  fit <- weighted_roc(am ~ mpg, mtcars)
  expect_error(roc_estimate(fit, measure = "PPV", prior = 0.3), "`prior`: it is one of roc_measure()", fixed = TRUE)
  expect_error(auc_power(auc = 0.8, null = 0.7, power = 0.8), "did you mean `auc0`?", fixed = TRUE)
  expect_error(auc_test(fit, margin = 0.05), "but with \"noninferior\" and \"equivalent\"", fixed = TRUE)
})
