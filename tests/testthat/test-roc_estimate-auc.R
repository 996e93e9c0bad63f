variances <- c("delong", "jackknife", "frequency", "bootstrap", "bayesian")
methods <- c("wilson", "logit", "wald")
# A bootstrap has replicates and no method.
of_variance <- function(variance, method = NULL) {
  if (variance %in% c("bootstrap", "bayesian")) list(variance = variance, R = 50) else
    c(list(variance = variance), if (!is.null(method)) list(method = method))
}

# All that does not count rows.
numbers_of <- function(ci) {
  ci[c("estimate", "std.error", "conf.low", "conf.high", "df", "n_eff_pos", "n_eff_neg")]
}

# Published and frozen numbers -------------------------------------------------

test_that("DeLong's variance and interval of aSAH are pROC's, to the digits of the issue", {
  data <- aSAH()
  area <- c(s100b = ".731368563686", wfns = ".823678861789", ndka = ".611957994580")
  variance <- c(s100b = ".00266868", wfns = ".00146991", ndka = ".00319081")
  for (score in names(area)) {
    ci <- auc_ci(data[[score]], data$label, method = "wald")
    expect_digits(ci$estimate, area[[score]])
    expect_digits(ci$std.error^2, variance[[score]])
  }
  ci <- auc_ci(data$s100b, data$label, method = "wald")
  expect_digits(c(ci$conf.low, ci$conf.high), c(".630118", ".832619"))
})

test_that("weights and clusters of aSAH, to the digits of the issue", {
  data <- aSAH()
  ci <- auc_ci(data$s100b, data$label, data$weight, variance = "jackknife")
  expect_digits(ci$estimate, ".716622143136")
  expect_digits(ci$std.error^2, ".00329752587")
  ci <- auc_ci(data$s100b, data$label, data$weight, cluster = data$cluster, variance = "jackknife")
  expect_digits(ci$std.error^2, ".003662813861")
})

test_that("Hanley and McNeil's table, as 109 rows and as 10 rows with counts", {
  table <- hanley_mcneil()
  rows <- repeated(table, table$count)
  expect_identical(nrow(rows), 109L)
  long <- auc_ci(rows$rating, rows$diseased)
  short <- auc_ci(table$rating, table$diseased, table$count, variance = "frequency")
  for (ci in list(long, short)) {
    expect_digits(c(ci$estimate, ci$std.error), c(".893171062", ".030724408"))
  }
  expect_close(numbers_of(short), numbers_of(long))
  expect_equal(c(long$n_pos, long$n_neg), c(51, 58))
  expect_identical(c(short$n_eff_pos, short$n_eff_neg), c(51, 58))
  expect_equal(c(short$n_pos, short$n_neg), c(5, 5))
  expect_identical(short$variance, "frequency")
})

with_tenths <- function(data) {
  observations <- read_reference(data)
  if (data == "ROCR.simple") observations$tenths <- floor(10 * observations$score)
  observations
}

test_that("variances are those of pROC", {
  reference <- read_reference("proc-covariance")
  reference <- reference[reference$score1 == reference$score2, ]
  expect_identical(nrow(reference), 5L)
  for (row in split(reference, seq_len(nrow(reference)))) {
    data <- with_tenths(row$data)
    ci <- auc_ci(data[[row$score1]], data$label)
    expect_close(ci$std.error^2, row$covariance, relative = 1e-12)
  }
})

test_that("intervals by Wald's method are those of pROC, at six levels", {
  for (rows in split_by(read_reference("proc-ci"), "data", "score")) {
    data <- with_tenths(rows$data[1])
    for (row in split(rows, rows$conf.level)) {
      ci <- auc_ci(data[[row$score]], data$label, conf.level = row$conf.level, method = "wald")
      expect_close(ci[c("estimate", "conf.low", "conf.high")],
                   data.frame(estimate = row$area, conf.low = row$low, conf.high = row$high))
    }
  }
})

test_that("the jackknife with weights and clusters is the variance of survival's concordance", {
  reference <- read_reference("survival-concordance")
  expect_setequal(reference$weights, c("none", "cycle", "given"))
  for (row in split(reference, seq_len(nrow(reference)))) {
    data <- with_tenths(row$data)
    n <- nrow(data)
    weight <- switch(row$weights, none = rep(1, n), cycle = rep(1:7, length.out = n),
                     given = data$weight)
    cluster <- if (row$clusters > 0) rep(seq_len(row$clusters), length.out = n)
    ci <- auc_ci(data[[row$score]], data$label, weight, cluster = cluster, variance = "jackknife")
    expect_close(c(ci$estimate, ci$std.error^2), c(row$area, row$variance), relative = 1e-11)
  }
})

# Definitions -------------------------------------------------------------------

test_that("the score interval of a separated or constant score is that of the model alone", {
  label <- rep(0:1, c(10, 10))
  ci <- auc_ci(1:20, label)
  # By hand: the t quantile of 4 degrees of freedom is 2.776445.
  expect_close((1 - ci$conf.low) / sqrt(placement_model(ci$conf.low) / 5), 2.776445,
               relative = 1e-6)
  expect_identical(unlist(ci[c(2, 3, 5, 6)], use.names = FALSE), c(1, 0, 1, 4))
  for (guess in list(1:20, 20:1, rep(3, 20))) {
    ci <- auc_ci(guess, label, cluster = rep(1:10, 2), variance = "jackknife")
    expect_gt(ci$conf.high - ci$conf.low, 0.25)
    expect_identical(c(ci$df, ci$std.error), c(4, 0))
  }
})

test_that("two clusters with both classes have one degree of freedom on the logit scale", {
  guess <- c(1, 3, 2, 4, 5, 2)
  label <- c(0, 1, 1, 1, 0, 0)
  cluster <- c(1, 1, 1, 2, 2, 2)
  ci <- auc_ci(guess, label, cluster = cluster, method = "logit")
  expect_identical(ci$df, 1)
  expect_close(c(ci$conf.low, ci$conf.high),
               naive_interval(ci$estimate, ci$std.error, 0.95, "logit", 1))
  # In a score interval only the model has any.
  expect_identical(auc_ci(guess, label, cluster = cluster)$df, 4)
})

test_that("an interval by Wald's method is cut off at 0 and 1", {
  # Negatives 4, 5, 6, 7, 9 and positives 8, 10, 11, 12, 13: near 1, the end is cut off.
  ci <- auc_ci(4:13, c(0, 0, 0, 0, 1, 0, 1, 1, 1, 1), conf.level = 0.999, method = "wald")
  expect_identical(ci$conf.high, 1)
  ci <- auc_ci(-(4:13), c(0, 0, 0, 0, 1, 0, 1, 1, 1, 1), conf.level = 0.999, method = "wald")
  expect_identical(ci$conf.low, 0)
})

# Changes without an effect -------------------------------------------------------

each_variance <- function(x, ..., cluster = x$cluster) {
  do.call(rbind, lapply(c("delong", "jackknife"), function(variance) {
    rbind(auc_ci(x$guess, x$positive, x$weight, variance = variance, ...),
          auc_ci(x$guess, x$positive, x$weight, cluster = cluster, variance = variance, ...))
  }))
}

test_that("only equality of clusters matters", {
  set.seed(10)
  x <- inference_data()
  ci <- auc_ci(x$guess, x$positive, x$weight, cluster = x$cluster)
  for (cluster in list(factor(x$cluster), as.character(x$cluster), -x$cluster / 7,
                       as.Date("2026-01-01") + x$cluster, array(x$cluster))) {
    expect_close(auc_ci(x$guess, x$positive, x$weight, cluster = cluster), ci, relative = 1e-11)
  }
})

# Bootstrap ----------------------------------------------------------------------

# Resamples can be counted: n^n for each class or for n clusters.
few_observations <- function() {
  list(guess = c(1, 2, 3, 5, 2, 4, 5, 6), positive = rep(c(FALSE, TRUE), each = 4),
       weight = c(1, 2, 0.5, 1.5, 1, 3, 2, 0.25))
}

area_of_replicate <- function(guess, positive, weight) {
  naive_area(guess[weight > 0], positive[weight > 0], weight[weight > 0])
}

test_that("bootstrap by class and of clusters: the distribution over all resamples", {
  x <- few_observations()
  R <- 30000
  all <- all_replicates(x, area_of_replicate)
  expect_equal(sum(all$probability), 1)
  for (level in c(0.95, 0.6)) {
    ci <- seeded(auc_ci(x$guess, x$positive, x$weight, variance = "bootstrap", R = R, conf.level = level))
    expect_bootstrap_of_all(ci, all, R, level)
    expect_identical(ci$variance, "bootstrap")
  }
  # Clusters of different sizes, none without both classes.
  cluster <- c("a", "a", "b", "c", "c", "d", "d", "b")
  x$positive <- c(FALSE, TRUE, FALSE, FALSE, TRUE, FALSE, TRUE, TRUE)
  all <- all_replicates(x, area_of_replicate, cluster)
  ci <- seeded(auc_ci(x$guess, x$positive, x$weight, cluster = cluster, variance = "bootstrap", R = R))
  expect_bootstrap_of_all(ci, all, R)
})

test_that("replicates that lack a class are left out, with a warning", {
  x <- few_observations()
  R <- 10000
  cluster <- c(1, 1, 2, 3, 3, 4, 4, 5)
  all <- all_replicates(x, area_of_replicate, cluster)
  ci <- expect_wroc_warning(
    seeded(auc_ci(x$guess, x$positive, x$weight, cluster = cluster, variance = "bootstrap", R = R)),
    "replicates"
  )
  expect_bootstrap_of_all(ci, all, R)
})

test_that("without weights the bootstrap has the exact standard deviation", {
  set.seed(11)
  x <- inference_data(26)
  R <- 1e5
  for (bayesian in c(FALSE, TRUE)) {
    expected <- exact_bootstrap_sd(x$guess, x$positive, bayesian)
    ci <- seeded(auc_ci(x$guess, x$positive, variance = if (bayesian) "bayesian" else "bootstrap", R = R))
    # The replicates are nearly normal: an error of 1 / sqrt(2 R) of the sd.
    expect_lt(abs(ci$std.error / expected - 1), 5 / sqrt(2 * R))
    expect_identical(ci$variance, if (bayesian) "bayesian" else "bootstrap")
  }
  # The two differ by more than that.
  expect_gt(abs(exact_bootstrap_sd(x$guess, x$positive) /
                  exact_bootstrap_sd(x$guess, x$positive, TRUE) - 1), 0.02)
})

test_that("set.seed() decides, for any number of threads", {
  set.seed(14)
  x <- inference_data(200)
  run <- function(..., threads = 1, seed = 1) {
    with_threads_of(threads, seeded(auc_ci(x$scores, x$positive, x$weight, R = 300, ...), seed))
  }
  for (way in list(list(variance = "bootstrap"), list(variance = "bayesian", cluster = x$cluster))) {
    expected <- do.call(run, way)
    for (threads in 1:3) expect_identical(do.call(run, c(way, threads = threads)), expected)
    expect_true(all(do.call(run, c(way, seed = 2))$std.error != expected$std.error))
  }
  # The stream moves on: the next bootstrap is another one.
  two <- replicate(2, auc_ci(x$guess, x$positive, variance = "bootstrap", R = 50)$std.error)
  expect_false(two[1] == two[2])
  # Other kinds of generators are honoured as well.
  old <- RNGkind("Wichmann-Hill")
  on.exit(RNGkind(old[1]))
  expect_identical(run(variance = "bootstrap"), run(variance = "bootstrap"))
})

test_that("analytic variances leave the random numbers alone and are the same for all threads", {
  set.seed(15)
  x <- inference_data(100)
  seed <- .Random.seed
  ci <- each_variance(x)
  expect_identical(.Random.seed, seed)
  for (threads in 2:3) {
    expect_identical(with_threads_of(threads, each_variance(x)), ci)
  }
})

# Degenerate data ----------------------------------------------------------------

only_area <- function(ci, area) {
  expect_identical(ci$estimate, area)
  expect_identical(c(ci$std.error, ci$conf.low, ci$conf.high, ci$df), rep(NA_real_, 4))
  expect_false(anyNA(ci[c("n_pos", "n_neg", "n_eff_pos", "n_eff_neg")]))
}

test_that("one observation of a class: NA with a warning", {
  for (variance in variances) {
    for (label in list(c(0, 1, 0, 0), c(1, 0, 1, 1))) {
      ci <- expect_wroc_warning(do.call(auc_ci, c(list(c(1, 2, 3, 0), label), of_variance(variance))), "undefined")
      only_area(ci, 2 / 3 * label[2] + (1 - label[2]) / 3)
    }
  }
  # Others of weight 0 do not count, nor does a perfect area make it known.
  ci <- expect_wroc_warning(auc_ci(1:5, c(0, 0, 0, 1, 1), c(1, 1, 1, 1, 0)), "undefined")
  only_area(ci, 1)
})

test_that("one cluster, or one with a class: NA with a warning", {
  guess <- c(1, 3, 2, 4, 5, 0)
  label <- c(0, 0, 1, 1, 0, 1)
  undefined <- function(cluster, ...) {
    ci <- expect_wroc_warning(auc_ci(guess, label, cluster = cluster, ...), "undefined")
    if (is.null(list(...)$FPR)) only_area(ci, auc_wmw(guess, label)) else expect_identical(ci$std.error, NA_real_)
  }
  for (variance in variances) do.call(undefined, c(list(rep("a", 6)), of_variance(variance)))
  for (variance in c("delong", "frequency")) undefined(c(1, 1, 2, 3, 1, 4), variance = variance)
  undefined(rep(1, 6), FPR = c(0, 0.5))
})

test_that("an area of 0 or 1 and a constant score: only a score interval is no point with a warning", {
  label <- rep(0:1, c(3, 5))
  for (case in list(list(1:8, 1), list(8:1, 0), list(rep(7, 8), 0.5), list(rep(1:2, c(3, 5)), 1))) {
    point <- function(...) {
      ci <- expect_wroc_warning(auc_ci(case[[1]], label, ...), "degenerate")
      expect_identical(unlist(ci[2:5], use.names = FALSE), case[[2]] * c(1, 0, 1, 1))
    }
    for (variance in variances) {
      for (method in c("logit", "wald")) do.call(point, c(list(1:8), of_variance(variance, method)))
    }
    point(cluster = c(1:4, 1:4), method = "logit")
    ci <- expect_wroc_warning(auc_ci(case[[1]], label, 1:8), "effective")
    expect_lt(ci$conf.low, ci$conf.high)
  }
})

test_that("an area of nearly 1 is no degenerate case", {
  label <- c(rep(0, 50), rep(1, 50))
  guess <- replace(1:100, c(50, 51), c(51, 50))
  expect_warning(ci <- auc_ci(guess, label), NA)
  expect_lt(ci$conf.high, 1)
  expect_lt(ci$conf.low, ci$estimate)
  expect_gt(ci$conf.high, ci$estimate)
})

test_that("warnings are of the user's call and below wroc_warning", {
  warning <- expect_warning(auc_ci(1:4, c(0, 0, 1, 1), method = "wald"),
                            class = "wroc_warning_degenerate")
  expect_s3_class(warning, c("wroc_warning_degenerate", "wroc_warning", "warning", "condition"),
                  exact = TRUE)
  expect_identical(conditionCall(warning), quote(auc_ci(1:4, c(0, 0, 1, 1), method = "wald")))
})

# Shapes ---------------------------------------------------------------------------

test_that("several scores give a row each, with their names", {
  set.seed(17)
  x <- inference_data()
  run <- function(guess) auc_ci(guess, x$positive, x$weight, x$cluster)
  ci <- run(x$scores)
  expect_plain_frame(ci)
  expect_identical(names(ci), c("score", "measure", "estimate", "std.error", "conf.low", "conf.high",
                                "df", "n_pos", "n_neg", "n_eff_pos", "n_eff_neg", "variance"))
  expect_identical(ci$score, c("guess", "other", "third"))
  for (i in 1:3) expect_identical(run(x$scores[, i]), `rownames<-`(ci[i, -1], NULL))
  expect_identical(run(as.list(as.data.frame(x$scores))), ci)
  expect_identical(run(x$scores[, 1, drop = FALSE])$score, "guess")
  skip_if_not_installed("tibble")
  expect_identical(run(as.list(tibble::as_tibble(x$scores))), ci)
  skip_if_not_installed("data.table")
  expect_identical(run(as.list(data.table::as.data.table(x$scores))), ci)
})

test_that("a score among several may be degenerate alone", {
  set.seed(18)
  x <- inference_data(30)
  scores <- cbind(x$scores, constant = 1, perfect = x$positive)
  for (method in methods) {
    of <- function(scores) auc_ci(scores, x$positive, x$weight, method = method)
    ci <- if (method == "wilson") of(scores) else expect_wroc_warning(of(scores), "degenerate")
    expect_identical(ci$std.error[4:5], c(0, 0))
    expect_identical(ci$estimate[4:5], c(0.5, 1))
    expect_close(ci[1:3, -1], of(unname(x$scores))[-1])
  }
})

# Errors ---------------------------------------------------------------------------

kind_of_ci <- function(...) {
  arguments <- utils::modifyList(list(x = c(1, 3, 2, 4), label = c(0, 0, 1, 1)), list(...),
                                 keep.null = TRUE)
  error_kind(do.call(auc_ci, arguments))
}

test_that("each argument has its errors", {
  expect_identical(kind_of_ci(), "")
  expect_identical(kind_of_ci(weight = c(1, 2, 0.5, 1), variance = "delong"), "")
  calls <- list(
    missing = list(x = c(1, NA, 2, 3)), length = list(x = 1:3), one_class = list(label = rep(1, 4)),
    weight = list(weight = c(1, -1, 1, 1)), weight = list(weight = c(1, 2, 0.5, 1), variance = "frequency"),
    no_weight = list(weight = c(0, 0, 1, 1)), length = list(cluster = 1:3),
    missing = list(cluster = c(1, NA, 2, 2)), missing = list(cluster = c("a", NA, "b", "b")),
    missing = list(cluster = factor(c("a", NA, "b", "b"))), missing = list(cluster = c(1, NaN, 2, 2)),
    type = list(cluster = list(1, 2, 3, 4)), type = list(cluster = data.frame(1:4)),
    type = list(cluster = matrix(1:8, 4)), type = list(cluster = mean), range = list(conf.level = 0),
    range = list(conf.level = 1), range = list(conf.level = -0.5), range = list(conf.level = Inf),
    type = list(conf.level = "0.95"), missing = list(conf.level = NA_real_), length = list(conf.level = c(0.9, 0.95)),
    choice = list(variance = "boot"), choice = list(variance = NA_character_), choice = list(method = 1),
    choice = list(method = c("logit", "wald")), range = list(variance = "bootstrap", R = 1),
    range = list(variance = "bootstrap", R = 2.5), range = list(variance = "bootstrap", R = Inf),
    type = list(variance = "bootstrap", R = "2"), missing = list(variance = "bootstrap", R = NA_real_),
    length = list(variance = "bootstrap", R = c(10, 20)), choice = list(FPR = c(0, 0.5), TPR = c(0, 0.5))
  )
  for (rate in c("FPR", "TPR")) {
    of_rate <- list(interval = c(0.5, 0.2), interval = c(0.5, 0.5), range = c(0, 1.5), missing = c(0, NA),
                    length = c(0, 0.5, 1), type = "0")
    calls <- c(calls, lapply(of_rate, function(ends) structure(list(ends), names = rate)),
               list(unused = structure(list(c(0, 0.5), "logit"), names = c(rate, "method"))))
  }
  found <- vapply(calls, function(call) do.call(kind_of_ci, call), "", USE.NAMES = FALSE)
  expect_identical(found, names(calls))
})

test_that("errors say which argument, which element and what was found", {
  expect_wroc_error(
    auc_ci(1:4, c(0, 0, 1, 1), cluster = c(1, 2, NA, 3)), "missing",
    with_hint("`cluster` must not be missing: element 3 is NA or NaN."), argument = "cluster", position = 3
  )
  expect_wroc_error(
    auc_ci(c(1, 3, 2, 4), c(0, 0, 1, 1), conf.level = 95), "range",
    "`conf.level` must be greater than 0 and less than 1: it is 95. Is it in percent? 95 % is 0.95.",
    argument = "conf.level"
  )
})

test_that("replicates that are too few are a warning, and an error where there is but one", {
  drawn <- function(R, ...) auc_ci(c(1, 3, 2, 4, 6, 5), rep(0:1, 3), variance = "bootstrap", R = R, ...)
  words <- "replicates are too few for `conf.level` = %s, which needs %d: the interval is too narrow."
  for (few in list(list(2), list(38), list(198, conf.level = 0.99))) {
    needed <- if (is.null(few$conf.level)) sprintf(words, "0.95", 39) else sprintf(words, "0.99", 199)
    expect_warning(do.call(drawn, few), needed, class = "wroc_warning_replicates", fixed = TRUE)
  }
  for (enough in list(list(39), list(199, conf.level = 0.99), list(3, conf.level = 0.5))) {
    expect_warning(do.call(drawn, enough), NA)
  }
  # Two clusters of eight have positives: one replicate in ten has none.
  set.seed(1)
  error <- expect_error(for (attempt in 1:100) suppressWarnings(
    auc_ci(c(5, 1:7), rep(1:0, c(2, 6)), cluster = 1:8, variance = "bootstrap", R = 2)
  ), class = "wroc_error_replicates")
  expect_match(conditionMessage(error),
               "^`R` must be larger: of 2 replicates only [01] contain both classes.$")
  expect_identical(error[c("argument", "value")], list(argument = "R", value = 2))
})

test_that("clusters that are factors made by hand are errors where a code stands for no level", {
  guess <- c(1, 3, 2, 4)
  label <- c(0, 0, 1, 1)
  functions <- list(auc_ci, roc_band,
                    function(...) auc_ci(..., variance = "bootstrap"),
                    function(guess, ...) auc_test(list(guess, rev(guess)), ...))
  for (f in functions) {
    for (cluster in list(structure(c(1L, 2L, 1L, 2L), class = "factor"),
                         structure(c(1L, 0L, 1L, 2L), levels = c("a", "b"), class = "factor"),
                         structure(c(1L, -9L, 1L, 2L), levels = c("a", "b"), class = "factor"))) {
      expect_wroc_error_of(f(guess, label = label, cluster = cluster), "levels", "cluster")
    }
  }
})

test_that("short calls say what long ones say", {
  set.seed(5)
  for (n in c(4, 30, 400)) {
    label <- rep(0:1, n / 2)
    score <- round(rnorm(n), 1)
    for (weight in list(NULL, rexp(n), rep(2L, n))) {
      expect_identical(auc_ci(score, label, weight), auc_ci(score, label, weight, conf.level = 0.95))
    }
    expect_identical(auc_ci(score, factor(label)), auc_ci(score, label))
  }
})

test_that("an error of one of several scores says which one it is", {
  set.seed(3)
  label <- rep(0:1, 150)
  scores <- matrix(round(rnorm(900, label), 1), 300, dimnames = list(NULL, c("a", "b", NA)))
  expect_identical(auc_ci(scores, label)$score, c("a", "b", "3"))
  scores[7, 2] <- NA
  words <- paste("ROC curve undefined for NA guess: element 7 of `x` is NA or NaN.",
                 "`na.rm = TRUE` leaves such observations out.")
  expect_wroc_error(auc_ci(scores, label), "missing", paste("In score `b`:", words),
                    argument = "x", position = 7, score = "b")
  expect_wroc_error(auc_ci(unname(scores), label), "missing", paste("In column 2 of `x`:", words),
                    argument = "x", position = 7, score = 2L)
})

test_that("columns of a tally are no scores", {
  tally <- roc_tally(c(1, 2, 3, 4), c(0, 1, 0, 1))
  label <- c(0, 1, 0, 1)
  expect_error(auc_wmw(tally, label), class = "wroc_error_type")
  expect_error(auc_ci(tally, label), class = "wroc_error")
})
