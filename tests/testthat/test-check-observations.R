# Errors of observations: each case is a call, the class of its error, its message and fields of it.
expect_cases <- function(...) for (case in list(...)) do.call(expect_wroc_error, case)

scores_not <- function(what) paste0("`guess` must be a numeric vector of scores, not ", what)

test_that("arguments of the wrong type are named", {
  expect_cases(
    list(quote(WeightedROC(c("1", "2"), 0:1)), "type", scores_not("a vector of type character."),
         argument = "guess", expected = "a numeric vector of scores", found = "character"),
    list(quote(WeightedROC(list(1, 2), 0:1)), "type", scores_not("a list."), found = "list"),
    list(quote(WeightedROC(data.frame(a = 1:2), 0:1)), "type",
         scores_not("an object of class data.frame. Extract its first column with `[[1]]`.")),
    list(quote(WeightedROC(matrix(1:4, 2), 0:1)), "type", scores_not("a matrix with 2 columns."),
         found = c("matrix", "array")),
    list(quote(WeightedROC(factor(1:2), 0:1)), "type",
         scores_not("an object of class factor. Convert it with `as.numeric(as.character())`.")),
    list(quote(WeightedROC(Sys.Date() + 0:1, 0:1)), "type",
         scores_not("an object of class Date. Convert it with `as.numeric()`.")),
    list(quote(WeightedROC(1:2, list(0, 1))), "type",
         "`label` must be a numeric or logical vector or a factor, not a list.", argument = "label"),
    list(quote(WeightedROC(1:2, 0:1, NULL)), "type", "`weight` must be a numeric vector, not NULL.", found = "NULL"),
    list(quote(WeightedROC(1:2, 0:1, matrix(1, 2, 2))), "type",
         "`weight` must be a numeric vector, not a matrix with 2 columns."),
    list(quote(WeightedROC(1:2, 0:1, quote(x))), "type", "`weight` must be a numeric vector, not a name.")
  )
  hint <- "Extract its first column with `[[1]]`"
  expect_error(auc_wmw(1:2, data.frame(y = 0:1)), hint, fixed = TRUE, class = "wroc_error_type")
  expect_error(auc_wmw(1:2, 0:1, data.frame(w = 1:2)), hint, fixed = TRUE, class = "wroc_error_type")
})

test_that("labels in words are an error that shows both ways out, or that there are more than two", {
  says <- function(last, first) {
    sprintf(paste(
      "`label` must say which value is positive; a character vector does not. Give a comparison, `label == \"%s\"`,",
      "or a factor with the positive level last, `factor(label, levels = c(\"%s\", \"%s\"))`."
    ), last, first, last)
  }
  three <- paste(
    "`label` must have two values, not 3: \"a\", \"b\", \"c\".",
    "Leave out the rows of other classes, or compare one class with the rest: `label == \"a\"`."
  )
  expect_cases(
    list(quote(WeightedROC(1:3, c("no", "yes", "no"))), "type", says("yes", "no"), argument = "label",
         found = "character"),
    list(quote(WeightedROC(1, "50% off %s %n")), "type", says("no", "50% off %s %n")),
    list(quote(WeightedROC(1:4, c("a", "b", "c", "a"))), "labels", three, argument = "label"),
    list(quote(auc_ci(1:4, c("a", "b", "c", "a"))), "labels", three, value = c("a", "b", "c"))
  )
  # A class of strings may give "no" and "yes" another meaning.
  expect_refused("type label" = WeightedROC(1, structure("a", class = "Date")))
})

test_that("what lies about its length is no vector", {
  registerS3method("length", "liar", function(x) 3L, envir = environment())
  liar <- function(x) structure(x, class = "liar")
  truth <- c(0, 0, 1, 1, 1)
  for (of in c(auc_wmw, roc_influence, auc_ci, roc_estimate, WeightedROC, roc_tally, weighted_roc)) {
    expect_wroc_error_of(of(1:3, liar(truth)), "type", "label")
    expect_wroc_error_of(of(liar(1:5), truth[1:3]), "type", name_of_scores(of))
  }
  ci <- function(...) auc_ci(1:3, c(0, 1, 1), ...)
  expect_refused(
    "type weight" = ci(liar(truth)), "type cluster" = ci(cluster = liar(truth)),
    "type conf.level" = ci(conf.level = liar(c(0.5, 0.9)))
  )
  # A word or a flag has its own length.
  registerS3method("length", "liar", function(x) 1L, envir = environment())
  expect_refused(
    "type na.rm" = ci(na.rm = liar(c(TRUE, FALSE))), "choice method" = ci(method = liar(c("wald", "logit")))
  )
})

test_that("lengths must agree, and missing values and bad weights are placed", {
  expect_cases(
    list(quote(WeightedROC(1:3, 0:1)), "length",
         "`guess` must be as long as `label`: its length is 3, that of `label` is 2.",
         argument = "guess", length = 3L, expected = 2L),
    list(quote(WeightedROC(1:2, 0:1, 1)), "length",
         "`weight` must be as long as `label`: its length is 1, that of `label` is 2.", argument = "weight"),
    list(quote(WeightedROC(numeric(), integer())), "empty", "There are no observations: `label` has length 0."),
    list(quote(WeightedROC(1:20, rep(0:1, 10), c(rep(1, 16), -2, 1, 1, 1))), "weight",
         "`weight` must be finite and >= 0: element 17 is -2.", argument = "weight", position = 17, value = -2),
    list(quote(WeightedROC(1:2, 0:1, c(1, Inf))), "weight",
         "`weight` must be finite and >= 0: element 2 is Inf.", position = 2, value = Inf),
    list(quote(WeightedROC(1:2, 0:1, c(-3L, 1L))), "weight",
         "`weight` must be finite and >= 0: element 1 is -3.", position = 1, value = -3)
  )
  of_guess <- "ROC curve undefined for NA guess: element 3 of `guess` is NA or NaN."
  missing <- "`%s` must not be missing: element 3 is NA or NaN."
  for (guess in list(c(1, 2, NA), c(1, 2, NaN), c(1L, 2L, NA))) {
    expect_wroc_error(WeightedROC(guess, c(0, 1, 1)), "missing", of_guess, argument = "guess", position = 3)
    expect_wroc_error(WeightedROC(1:3, c(0, 1, 1), guess), "missing", sprintf(missing, "weight"), position = 3)
  }
  for (label in list(c(0, 1, NA), c(0, 1, NaN), c(0L, 1L, NA), c(FALSE, TRUE, NA), factor(c("a", "b", NA)))) {
    expect_wroc_error(WeightedROC(1:3, label), "missing", sprintf(missing, "label"), argument = "label")
  }
  expect_refused("missing label" = WeightedROC(1:2, c(NA, NA)))
  # Far into the data, too. The hint of other functions is `na.rm`.
  guess <- replace(as.numeric(1:3e5), 299999, NaN)
  expect_error(auc_wmw(guess, rep(0:1, 1.5e5)), "element 299999 of .* `na.rm = TRUE` leaves",
               class = "wroc_error_missing")
})

test_that("labels must be two classes of an encoding, each with weight, and not too much", {
  not <- paste("`label` must hold two values out of {-1, 1}, {0, 1} or {1, 2}, logicals,",
               "or a factor with two levels in use, not")
  no_weight <- "`weight` must be positive for an observation of each class: the %s class has weight 0."
  expect_cases(
    list(quote(WeightedROC(1:3, c(1, 0, 5.5))), "labels", paste(not, "0, 1, 5.5."), argument = "label",
         value = c(0, 1, 5.5), more = FALSE),
    list(quote(WeightedROC(1:2, c(0, 2))), "labels", paste(not, "0, 2.")),
    list(quote(WeightedROC(1:3, -1:1)), "labels", paste(not, "-1, 0, 1.")),
    list(quote(WeightedROC(1:9, 1:9)), "labels", paste(not, "1, 2, 3, 4, 5, 6, ...."), more = TRUE),
    list(quote(WeightedROC(1:3, factor(c("50%", "b", "c"), levels = c("50%", "a", "b", "c")))), "labels",
         paste(not, "\"50%\", \"b\", \"c\"."), value = c("50%", "b", "c")),
    list(quote(WeightedROC(1:3, c(0, 1, 1), c(0, 1, 1))), "no_weight", sprintf(no_weight, "negative"),
         argument = "weight", class_name = "negative"),
    list(quote(WeightedROC(1:3, c(0, 1, 1), c(1, 0, 0))), "no_weight", sprintf(no_weight, "positive"),
         class_name = "positive"),
    list(quote(WeightedROC(1:3, c(0, 1, 1), c(1, 1e308, 1e308))), "overflow",
         "`weight` must have a finite sum in each class: that of the positive class exceeds 1.79769e+308.",
         argument = "weight", class_name = "positive")
  )
  for (label in list(c(1, 1), c(-1L, -1L), 7, c(TRUE, TRUE), factor(c("a", "a"), levels = c("a", "b")))) {
    value <- if (is.factor(label)) "a" else label[[1]]
    shown <- if (is.factor(label)) "\"a\"" else format(value)
    expect_wroc_error(WeightedROC(seq_along(label), label), "one_class",
                      sprintf("`label` must hold both classes: there is only one label value, %s.", shown),
                      argument = "label", value = value)
  }
})

test_that("matrices and arrays of one length are taken by WeightedROC() as vectors are", {
  set.seed(1)
  guess <- round(rnorm(24), 1)
  label <- rep(0:1, 12)
  weight <- rexp(24)
  curve <- WeightedROC(guess, label, weight)
  for (dim in list(c(1, 24), c(4, 6), c(2, 3, 4), 24)) {
    as <- function(x) array(x, dim)
    factors <- structure(label + 1L, levels = c("no", "yes"), class = "factor", dim = dim)
    expect_identical(WeightedROC(as(guess), as(label), as(weight)), curve)
    expect_identical(WeightedROC(as(guess), as(label == 1), weight), curve)
    expect_identical(WeightedROC(guess, factors, as(weight)), curve)
  }
  # A mask and what it is to be.
  mask <- matrix(guess, 4) > 0
  expect_identical(WeightedROC(mask, matrix(label, 4)), WeightedROC(c(mask), label))
  # A fault of vectors is also a fault of matrices.
  expect_refused(
    "type guess" = WeightedROC(matrix("a", 4, 6), label),
    "missing guess" = WeightedROC(replace(matrix(guess, 4), 7, NA), label)
  )
  # For all others the columns of a matrix are several scores.
  expect_identical(auc_wmw(matrix(guess, 12), label[1:12]),
                   c(auc_wmw(guess[1:12], label[1:12]), auc_wmw(guess[13:24], label[1:12])))
})

test_that("factors that were made by hand are errors where a code stands for no level", {
  skip_on_cran()
  by_hand <- function(codes, levels) structure(codes, levels = levels, class = "factor")
  guess <- c(1, 3, 2, 4)
  functions <- list(WeightedROC, auc_wmw, auc_ci, roc_influence, roc_band, roc_tally,
                    function(guess, label) roc_tally(guess, label, positive = "b"),
                    function(guess, label) auc_test(list(guess, rev(guess)), label))
  for (f in functions) {
    for (fault in list(list(0L, 2), list(3L, 4), list(-9L, 3))) {
      codes <- replace(c(1L, 2L, 1L, 2L), fault[[2]], fault[[1]])
      expect_wroc_error(
        f(guess, by_hand(codes, c("a", "b"))), "levels",
        sprintf("`label` must be a factor with codes from 1 to 2: that of element %d is %d.",
                fault[[2]], fault[[1]]),
        argument = "label", position = fault[[2]], value = fault[[1]]
      )
    }
    expect_wroc_error(f(guess, by_hand(c(1L, 2L, 1L, 2L), NULL)), "levels",
                      "`label` must be a factor with levels.", argument = "label")
    expect_identical(error_kind(f(guess, by_hand(c(1L, NA, 1L, 2L), c("a", "b")))), "missing")
  }
})

test_that("texts in bytes can be shown", {
  bytes <- c("\xe4", "b", "c")
  Encoding(bytes) <- "bytes"
  invalid <- c("\xe4", "b", "c")
  for (texts in list(bytes, invalid)) {
    for (label in list(texts, factor(1:3, labels = c("a", "b", "c")))) {
      if (is.factor(label)) attr(label, "levels") <- texts
      for (f in list(WeightedROC, auc_ci, roc_tally)) {
        error <- expect_error(f(1:3, label), class = "wroc_error")
        expect_true(validUTF8(conditionMessage(error)))
        expect_gt(nchar(conditionMessage(error)), 20)
      }
    }
  }
  expect_match(conditionMessage(tryCatch(WeightedROC(1:3, bytes), error = identity)), "xe4")
})

test_that("swapped arguments are suspected", {
  score <- c(0.5, 1.5, 2.5, 2)
  swapped <- " Are `(guess|x)` and `label` swapped\\?$"
  by_hand <- structure(c(1L, -9L, 1L, 1L), levels = c("a", "b"), class = "factor")
  for (class in list(c(0, 1, 0, 1), c(-1, 1, 1, 1), c(2, 1, 2, 1), c(TRUE, FALSE, TRUE, TRUE))) {
    for (f in list(WeightedROC, auc_wmw, auc_ci, roc_influence, roc_band, roc_tally)) {
      expect_error(f(class, score), swapped, class = "wroc_error_labels")
    }
  }
  expect_true(expect_error(WeightedROC(c(0, 1, 0, 1), score), class = "wroc_error_labels")$swapped)
  for (class in list(factor(c("a", "b", "a", "b")), c("a", "b", "a", "b"))) {
    expect_error(WeightedROC(class, score), swapped, class = "wroc_error_type")
  }
  expect_error(auc_wmw(cbind(c(0, 1, 0, 1), score), score), swapped, class = "wroc_error_labels")
  # Labels of three classes, or two that are no encoding, are no scores; and scores are no classes.
  calls <- expression(WeightedROC(c(0, 1, 0, 1), c(0, 2, 0, 2)), WeightedROC(c(0, 1, 0, 1), factor(1:4)),
                      WeightedROC(1:4, score), auc_wmw("a", 0:1), WeightedROC(by_hand, score))
  for (call in calls[1:4]) expect_no_match(error_message(eval(call)), "swapped")
  expect_refused("type guess" = eval(calls[[5]]))
})

test_that("numbers in messages have six digits, or as many as it takes to tell them apart", {
  expect_error(WeightedROC(1:3, c(0, 1, 1), c(1, -1 / 3, 1)), "element 2 is -0.333333.",
               fixed = TRUE)
  expect_error(WeightedROC(1:4, c(0, 1, 1, 2 / 3)), "not 0, 0.666667, 1.", fixed = TRUE)
  expect_error(auc_ci(document_curve(), FPR = c(1 / 3 + 1e-9, 1 / 3)),
               "from 0.333333334333333 to 0.333333333333333.", fixed = TRUE)
  expect_error(roc_estimate(document_curve(), conf.level = NULL,
                            measure = roc_measure("cost_AUC", cost_FP = 1 / 3, cost_TN = 1 / 3,
                                                  cost_FN = 1 / 3, cost_TP = 1 / 3)),
               "they are 0.333333 and 0.333333.", fixed = TRUE)
  expect_error(WeightedAUC(data.frame(TPR = c(0.3, 0.1 + 0.2), FPR = c(1, 0))),
               "from 0.29999999999999999 to 0.30000000000000004 at row 2", fixed = TRUE)
  old <- options(OutDec = ",")
  on.exit(options(old))
  expect_error(WeightedROC(1:3, c(0, 1, 1), c(1, -1.5, 1)), "element 2 is -1.5.", fixed = TRUE)
})
