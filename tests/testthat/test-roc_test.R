test_numbers <- function(test) {
  c(test$statistic, test$parameter, test$p.value, test$conf.int, test$estimate, test$std.error)
}

kinds <- c("score", "wald")
# Published and frozen numbers -------------------------------------------------

test_that("wfns against s100b, to the digits of the issue", {
  data <- aSAH()
  test <- auc_test(list(data$wfns, data$s100b), data$label, test = "wald")
  expect_digits(test$statistic, "2.20898359")
  expect_digits(test$p.value, ".02717578")
  expect_digits(test$conf.int, c(".010406", ".174214"))
  unpaired <- auc_test(roc_observations(data$wfns, data$label),
                       roc_observations(data$s100b, data$label), test = "wald", paired = FALSE)
  expect_digits(unpaired$statistic, "1.434906")
  expect_digits(unpaired$p.value, ".152825")
})

test_that("statistics, p-values and intervals are those of pROC, paired and not", {
  skip_on_cran()
  # The first decimal of a score is made as for the reference.
  for (rows in split_by(read_reference("proc-test"), "data", "score1", "score2")) {
    data <- read_reference(rows$data[1])
    if (rows$data[1] == "ROCR.simple") data$tenths <- floor(10 * data$score)
    first <- data[[rows$score1[1]]]
    second <- data[[rows$score2[1]]]
    expect_identical(nrow(rows), 6L)
    for (row in split(rows, seq_len(6))) {
      test <- if (row$paired) {
        auc_test(list(first, second), data$label, alternative = row$alternative, test = "wald")
      } else {
        auc_test(roc_observations(first, data$label), roc_observations(second, data$label),
                 alternative = row$alternative, test = "wald", paired = FALSE)
      }
      # The difference loses up to 3 digits; the p-value up to 1 of the statistic.
      expect_close(unname(test$statistic), row$statistic, relative = 1e-10)
      expect_close(test$p.value, row$p.value, relative = 1e-10)
      if (row$paired) {
        expect_identical(names(test$statistic), "Z")
        expect_null(test$parameter)
      } else {
        expect_identical(names(test$statistic), "t")
        expect_close(unname(test$parameter), row$df, relative = 1e-11)
      }
      if (row$paired && row$alternative == "two.sided") {
        expect_close(as.vector(test$conf.int), c(row$low, row$high), relative = 1e-10)
      }
    }
  }
})

test_that("covariances are those of pROC, and the joint test is that of its matrix", {
  reference <- read_reference("proc-covariance")
  scores <- c("s100b", "wfns", "ndka")
  S <- matrix(NA_real_, 3, 3, dimnames = list(scores, scores))
  rows <- reference[reference$data == "aSAH", ]
  S[cbind(rows$score1, rows$score2)] <- S[cbind(rows$score2, rows$score1)] <- rows$covariance
  data <- aSAH()
  test <- auc_test(as.list(data[scores]), data$label, test = "wald")
  differences <- rbind(c(1, -1, 0), c(1, 0, -1), c(0, 1, -1))
  expect_close(test$contrasts$std.error^2, diag(differences %*% S %*% t(differences)), relative = 1e-11)
  two <- differences[1:2, ]
  d <- two %*% auc_ci(as.list(data[scores]), data$label)$estimate
  expect_close(test$statistic, c("X-squared" = drop(t(d) %*% solve(two %*% S %*% t(two), d))), relative = 1e-9)
  expect_equal(test$parameter, c(df = 2))
  expect_close(test$p.value, pchisq(test$statistic[[1]], 2, lower.tail = FALSE))
})

# More than two scores -----------------------------------------------------------

test_that("contrasts are the tests of all pairs", {
  set.seed(8)
  x <- inference_data(50)
  for (kind in kinds) {
    run <- function(scores) auc_test(scores, x$positive, x$weight, cluster = x$cluster, conf.level = 0.8, test = kind)
    contrasts <- run(x$scores)$contrasts
    expect_plain_frame(contrasts)
    expect_identical(names(contrasts), c("score1", "score2", "estimate", "std.error", "statistic",
                                         "df", "p.value", "conf.low", "conf.high"))
    expect_identical(paste(contrasts$score1, contrasts$score2),
                     c("guess other", "guess third", "other third"))
    for (row in split(contrasts, 1:3)) {
      pair <- run(list(x$scores[, row$score1], x$scores[, row$score2]))
      df <- if (kind == "wald") Inf else pair$parameter[["df"]]
      expect_close(unlist(row[-(1:2)], use.names = FALSE),
                   c(pair$estimate[["difference"]], pair$std.error, pair$statistic[[1]], df,
                     pair$p.value, pair$conf.int), relative = 1e-9)
    }
  }
})

# Properties ----------------------------------------------------------------------

test_that("the tests leave the random numbers alone and are the same for all threads", {
  set.seed(17)
  x <- inference_data(100)
  seed <- .Random.seed
  run <- function() {
    list(auc_test(x$scores, label = x$positive, weight = x$weight, cluster = x$cluster),
         auc_test(list(x$guess, x$other), x$positive, x$weight),
         auc_test(roc_observations(x$guess, x$positive, x$weight),
                  roc_observations(x$other, x$positive, x$weight)))
  }
  expected <- run()
  expect_identical(.Random.seed, seed)
  for (threads in 1:3) expect_identical(with_threads_of(threads, run()), expected)
})

# Shapes ---------------------------------------------------------------------------

test_that("the result has the parts of an htest, and prints", {
  set.seed(18)
  x <- inference_data(50)
  truth <- x$positive
  good <- x$guess
  fair <- x$other
  test <- auc_test(cbind(good, fair), truth)
  expect_identical(unname(test$null.value), 0)
  expect_identical(names(test$estimate), c("good", "fair", "difference"))
  expect_output(print(test), "95 percent confidence interval")
  expect_output(print(test), "cbind(good, fair)", fixed = TRUE)
  expect_match(test$method, "(score, delong)", fixed = TRUE)
  expect_match(auc_test(list(good, fair), truth, variance = "jackknife", test = "wald")$method,
               "(wald, jackknife)", fixed = TRUE)
  expect_output(print(auc_test(roc_observations(good, truth), roc_observations(fair, truth))), "p-value")
  expect_output(print(auc_test(x$scores, label = truth)), "F = ")
  expect_output(print(auc_test(x$scores, label = truth, test = "wald")), "X-squared")
})

test_that("scores may be columns of a matrix, data.frame or tibble", {
  set.seed(19)
  x <- inference_data(50)
  frame <- as.data.frame(x$scores)
  joint <- auc_test(x$scores, label = x$positive)
  same <- function(scores) {
    test <- auc_test(scores, label = x$positive)
    expect_identical(test[names(test) != "data.name"], joint[names(joint) != "data.name"])
  }
  same(as.list(frame))
  expect_identical(names(auc_test(as.list(frame[1:2]), x$positive)$estimate), c("guess", "other", "difference"))
  expect_identical(unname(test_numbers(auc_test(unname(x$scores), x$positive))), unname(test_numbers(joint)))
  skip_if_not_installed("tibble")
  same(as.list(tibble::as_tibble(frame)))
  skip_if_not_installed("data.table")
  same(as.list(data.table::as.data.table(frame)))
})

# Degenerate data ----------------------------------------------------------------

expect_untestable <- function(test, difference) {
  expect_identical(unname(c(test$statistic, test$p.value)), c(NA_real_, NA_real_))
  expect_equal(test$estimate[["difference"]], difference)
}

test_that("a score and an increasing function of it, or two perfect ones: NA with a warning", {
  skip_on_cran()
  set.seed(20)
  x <- inference_data(50)
  for (kind in kinds) {
    untestable <- function(scores, ...) {
      test <- expect_wroc_warning(auc_test(scores, x$positive, x$weight, test = kind, ...), "undefined")
      expect_identical(test$p.value, NA_real_)
      test
    }
    for (cluster in list(NULL, x$cluster)) {
      test <- untestable(list(x$guess, exp(x$guess)), cluster = cluster)
      expect_untestable(test, 0)
      expect_identical(test$std.error, 0)
    }
    expect_output(print(test), "p-value = NA")
    expect_untestable(untestable(list(x$positive + 0, x$positive + runif(50) / 2)), 0)
    joint <- untestable(cbind(x$guess, exp(x$guess), x$guess))
    expect_identical(joint$contrasts$p.value, rep(NA_real_, 3))
  }
})

test_that("Wald's test of a perfect and an inverted score: NA with a warning", {
  label <- c(0, 0, 1, 1)
  test <- expect_wroc_warning(auc_test(list(1:4, 4:1), label, test = "wald"), "undefined")
  expect_untestable(test, 1)
  test <- expect_wroc_warning(auc_test(roc_observations(1:4, label), roc_observations(4:1, label),
                                       test = "wald"), "undefined")
  expect_untestable(test, 1)
  expect_false(anyNA(test$conf.int))
})

test_that("a perfect score and a constant one: the signs of n units are the same with 2^(1 - n)", {
  for (n in c(4, 6, 10, 20)) {
    label <- rep(0:1, each = n / 2)
    for (other in list(rep(1, n), rev(seq_len(n)))) {
      expect_warning(test <- of_few(auc_test(list(seq_len(n), other), label)), NA)
      expect_close(test$p.value, 2^(1 - n))
      expect_close(auc_test(list(seq_len(n), other), label, alternative = "greater")$p.value, 2^-n)
      expect_close(auc_test(list(seq_len(n), other), label, alternative = "less")$p.value, 1 - 2^-n)
      # Counts are as many units.
      test <- auc_test(list(c(1, 2), other[c(1, n)]), 0:1, c(n, n) / 2, variance = "frequency")
      expect_close(test$p.value, 2^(1 - n))
      # Clusters count as one.
      test <- auc_test(list(seq_len(n), other), label, cluster = rep(seq_len(n / 2), 2))
      expect_close(test$p.value, 2^(1 - n / 2))
      joint <- auc_test(cbind(seq_len(n), other, other), label = label)
      expect_close(joint$p.value, 2^(1 - n))
    }
  }
})

test_that("a difference without a standard error leaves no joint test that overlooks it", {
  # A perfect and an inverted score, whose areas are known to be 1 and 0, and a third score.
  label <- rep(0:1, each = 4)
  scores <- cbind(up = 1:8, down = 8:1, some = c(1, 5, 2, 3, 4, 6, 2, 7))
  pair <- auc_test(scores[, c("up", "some")], label = label, test = "wald")
  joint <- NULL
  expect_warning(joint <- auc_test(scores, label = label, test = "wald"),
                 class = "wroc_warning_undefined")
  expect_identical(joint$p.value, NA_real_)
  expect_gt(pair$p.value, 0)
  # The score test sees it.
  expect_warning(joint <- auc_test(scores, label = label), NA)
  expect_lt(joint$p.value, 0.05)
  expect_gte(joint$p.value, 2^-7)
  expect_equal(joint$parameter[["num df"]], 2)
})

test_that("one observation a class, one cluster: NA with a warning", {
  guess <- c(1, 3, 2, 4, 5, 0)
  label <- c(0, 0, 1, 1, 0, 1)
  few <- roc_observations(1:3, c(0, 1, 0))
  for (kind in kinds) {
    calls <- list(
      list(list(1:3, c(1, 3, 2)), c(0, 1, 0)), list(list(guess, rev(guess)), label, cluster = rep(1, 6)),
      list(cbind(guess, rev(guess), guess^2 - guess), label, cluster = rep(1, 6)),
      list(few, roc_observations(guess, label)),
      list(roc_observations(guess, label, cluster = rep(1, 6)), roc_observations(rev(guess), label))
    )
    for (call in calls) {
      test <- expect_wroc_warning(do.call(auc_test, c(call, test = kind)), "undefined")
      expect_true(is.na(test$p.value))
    }
  }
})

# Errors ---------------------------------------------------------------------------

kind_of_test <- function(...) {
  arguments <- utils::modifyList(list(x = list(c(1, 3, 2, 4), c(1, 4, 3, 2)),
                                      label = c(0, 0, 1, 1)), list(...), keep.null = TRUE)
  for (j in 1:2) {
    score <- arguments[[paste0("guess", j)]]
    if (!is.null(score)) arguments$x[[j]] <- score
  }
  error_kind(do.call(auc_test, arguments[!names(arguments) %in% c("guess1", "guess2")]))
}

kind_of_unpaired <- function(...) {
  arguments <- utils::modifyList(list(guess1 = c(1, 3, 2, 4), label1 = c(0, 0, 1, 1),
                                      guess2 = c(1, 4, 3, 2), label2 = c(0, 0, 1, 1)), list(...),
                                 keep.null = TRUE)
  error_kind(do.call(test_of_samples, arguments))
}

test_that("each argument of both tests has its errors", {
  skip_on_cran()
  expect_identical(c(kind_of_test(), kind_of_unpaired()), c("", ""))
  of_both <- list(
    missing = list(guess1 = c(1, NA, 2, 3)), missing = list(guess2 = c(1, NaN, 2, 3)), length = list(guess1 = 1:3),
    length = list(guess2 = 1:3), type = list(guess1 = letters[1:4]), type = list(guess2 = letters[1:4]),
    range = list(conf.level = 0), range = list(conf.level = 95), missing = list(conf.level = NA_real_),
    type = list(conf.level = "a"), length = list(conf.level = c(0.9, 0.95)), choice = list(alternative = "x"),
    choice = list(alternative = NA_character_), choice = list(variance = 1), choice = list(test = ""),
    unsupported = list(variance = "bootstrap")
  )
  of_pair <- list(
    one_class = list(label = rep(1, 4)), weight = list(weight = c(1, -1, 1, 1)),
    weight = list(weight = c(1, 0.5, 1, 1), variance = "frequency"), no_weight = list(weight = c(0, 0, 1, 1)),
    length = list(cluster = 1:3), missing = list(cluster = c(1, 2, NA, 3)), type = list(cluster = list(1, 2, 3, 4))
  )
  of_sample <- function(sample) {
    lapply(of_pair, function(call) {
      own <- names(call) %in% c("label", "weight", "cluster")
      names(call)[own] <- paste0(names(call)[own], sample)
      call
    })
  }
  expect_kinds <- function(kind_of, calls) {
    expect_identical(vapply(calls, function(call) do.call(kind_of, call), "", USE.NAMES = FALSE), names(calls))
  }
  expect_kinds(kind_of_test, c(of_both, of_pair))
  expect_kinds(kind_of_unpaired, c(of_both, of_sample(1), of_sample(2), list(length = list(label1 = c(0, 1)))))
})

test_that("more than two scores are tested on two sides, none not at all", {
  three <- cbind(c(1, 3, 2, 4), c(1, 4, 3, 2), c(2, 1, 4, 4))
  kind_of_scores <- function(scores, ...) error_kind(auc_test(scores, c(0, 0, 1, 1), ...))
  for (alternative in c("less", "greater")) {
    expect_identical(kind_of_scores(three, alternative = alternative), "choice")
    expect_identical(kind_of_scores(three[, 1:2], alternative = alternative), "")
  }
  expect_identical(kind_of_scores(list()), "empty")
  # Two scores that are two arguments.
  expect_identical(error_kind(auc_test(three[, 1], three[, 2], c(0, 0, 1, 1))), "labels")
  error <- expect_error(auc_test(three, label = c(0, 0, 1, 1), alternative = "less"))
  expect_identical(conditionCall(error),
                   quote(auc_test(three, label = c(0, 0, 1, 1), alternative = "less")))
})

test_that("errors have the user's names of arguments, and say which score or sample they are of", {
  label <- c(0, 0, 1, 1)
  expect_wroc_error(
    auc_test(list(1:4, new = c(1, NA, 2, 3)), label), "missing", with_hint(paste(
      "In score `new`: ROC curve undefined for NA guess: element 2 of `x` is NA or NaN."
    )), argument = "x", score = "new", position = 2
  )
  of_score <- function(scores, kind, score, words = "") {
    error <- expect_error(auc_test(scores, label), class = paste0("wroc_error_", kind))
    expect_match(conditionMessage(error), words)
    expect_equal(error[c("argument", "score")], list(argument = "x", score = score))
  }
  of_score(list(letters[1:4], 1:4), "type", 1, "In column 1 of `x`: `x` must be")
  of_score(list(1:4, 1:3), "length", 2)
  of_score(cbind(1:4, c(1, 2, NA, 3)), "missing", 2, "In column 2 of `x`: .* of `x` is NA")
  expect_wroc_error_of(auc_test(array(1, c(2, 2, 2)), label = label), "type", "x")
  error <- expect_error(auc_test(list(rep(0:1, 2), 1:4), c(0.5, 2, 3, 1)), class = "wroc_error_labels")
  expect_match(conditionMessage(error), "Are `x` and `label` swapped?", fixed = TRUE)
  faults <- list(guess = c(1, NA, 2, 3), label = c(0, NA, 1, 1), weight = c(1, -1, 1, 1), cluster = c(1, NA, 2, 3))
  for (name in names(faults)) {
    for (sample in 1:2) {
      given <- list(guess1 = 1:4, label1 = label, guess2 = 1:4, label2 = label)
      given[[paste0(name, sample)]] <- faults[[name]]
      error <- expect_error(do.call(test_of_samples, given), class = "wroc_error")
      argument <- if (name == "guess") "x" else name
      expect_identical(error$argument, argument)
      # An error that roc_observations() finds itself is an error of that call.
      if (name == "cluster") next
      expect_identical(error$sample, sample)
      expect_match(conditionMessage(error), sprintf("^In `%s`: .*`%s`", c("x", "y")[sample], argument))
    }
  }
})

test_that("data.name is what the user wrote, and never the data", {
  set.seed(1)
  truth <- rep(0:1, 500)
  score <- rnorm(1000)
  other <- score + rnorm(1000)
  name <- function(test) test$data.name
  expect_identical(name(auc_test(list(score, other), truth)), "list(score, other)")
  expect_identical(name(auc_test(cbind(score, other), label = truth)), "cbind(score, other)")
  expect_identical(name(auc_test(roc_observations(score, truth), roc_observations(other, truth))),
                   paste("roc_observations(score, truth) and", "roc_observations(other, truth)"))
  expect_identical(name(do.call(auc_test, list(cbind(score, other), label = truth))), "x")
  samples <- list(roc_observations(score, truth), roc_observations(other, truth))
  expect_identical(name(do.call(auc_test, samples)), "x and y")
  long <- bquote(.(score) + 1)
  first <- bquote(roc_observations(.(long), truth))
  found <- name(do.call(auc_test, list(first, samples[[2L]])))
  expect_lt(nchar(found), 120)
  expect_match(found, "\\.\\.\\. and y$")
  found <- name(do.call(auc_test, list(bquote(cbind(.(long), other)), truth)))
  expect_match(found, " \\.\\.\\.$")
})
