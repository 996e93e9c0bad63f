numbers <- "a numeric vector of scores"

test_that("arguments of the wrong type are named", {
  expect_wroc_error(
    WeightedROC(c("1", "2"), 0:1), "type",
    "`guess` must be a numeric vector of scores, not a vector of type character.",
    argument = "guess", expected = numbers, found = "character"
  )
  expect_wroc_error(
    WeightedROC(list(1, 2), 0:1), "type",
    "`guess` must be a numeric vector of scores, not a list.",
    argument = "guess", found = "list"
  )
  expect_wroc_error(
    WeightedROC(data.frame(a = 1:2), 0:1), "type",
    paste("`guess` must be a numeric vector of scores, not an object of class data.frame.",
          "Extract its first column with `[[1]]`."),
    argument = "guess", found = "data.frame"
  )
  expect_wroc_error(
    WeightedROC(matrix(1:4, 2), 0:1), "type",
    "`guess` must be a numeric vector of scores, not a matrix with 2 columns.",
    argument = "guess", found = c("matrix", "array")
  )
  expect_wroc_error(
    WeightedROC(factor(1:2), 0:1), "type",
    paste("`guess` must be a numeric vector of scores, not an object of class factor.",
          "Convert it with `as.numeric(as.character())`.")
  )
  expect_wroc_error(
    WeightedROC(Sys.Date() + 0:1, 0:1), "type",
    paste("`guess` must be a numeric vector of scores, not an object of class Date.",
          "Convert it with `as.numeric()`.")
  )
  expect_wroc_error(
    WeightedROC(1:2, list(0, 1)), "type",
    "`label` must be a numeric or logical vector or a factor, not a list.",
    argument = "label"
  )
  expect_wroc_error(
    WeightedROC(1:2, 0:1, NULL), "type", "`weight` must be a numeric vector, not NULL.",
    argument = "weight", found = "NULL"
  )
  expect_wroc_error(
    WeightedROC(1:2, 0:1, matrix(1, 2, 2)), "type",
    "`weight` must be a numeric vector, not a matrix with 2 columns."
  )
  expect_wroc_error(
    WeightedROC(as.Date(c("2020-01-01", "2020-01-02")), 0:1), "type",
    paste("`guess` must be a numeric vector of scores, not an object of class Date.",
          "Convert it with `as.numeric()`.")
  )
  expect_wroc_error(
    WeightedROC(1:2, 0:1, quote(x)), "type", "`weight` must be a numeric vector, not a name."
  )
})

test_that("character labels are an error that shows both ways out", {
  expect_wroc_error(
    WeightedROC(1:3, c("no", "yes", "no")), "type",
    paste(
      "`label` must say which value is positive; a character vector does not.",
      "Give a comparison, `label == \"yes\"`, or a factor with the positive level last,",
      "`factor(label, levels = c(\"no\", \"yes\"))`."
    ),
    argument = "label", found = "character"
  )
  expect_wroc_error(
    WeightedROC(1, "50% off %s %n"), "type",
    paste(
      "`label` must say which value is positive; a character vector does not.",
      "Give a comparison, `label == \"no\"`, or a factor with the positive level last,",
      "`factor(label, levels = c(\"50% off %s %n\", \"no\"))`."
    )
  )
  # A class of strings may give "no" and "yes" another meaning.
  expect_wroc_error_of(WeightedROC(1, structure("a", class = "Date")), "type", "label")
})

test_that("what lies about its length is no vector", {
  registerS3method("length", "liar", function(x) 3L, envir = environment())
  liar <- function(x) structure(x, class = "liar")
  truth <- c(0, 0, 1, 1, 1)
  for (of in c(auc_wmw, roc_influence, auc_ci, roc_estimate, WeightedROC, roc_tally, weighted_roc)) {
    expect_wroc_error_of(of(1:3, liar(truth)), "type", "label")
    expect_wroc_error_of(of(liar(1:5), truth[1:3]), "type", name_of_scores(of))
  }
  expect_wroc_error_of(auc_ci(1:3, c(0, 1, 1), liar(truth)), "type", "weight")
  expect_wroc_error_of(auc_ci(1:3, c(0, 1, 1), cluster = liar(truth)), "type", "cluster")
  expect_wroc_error_of(auc_ci(1:3, c(0, 1, 1), conf.level = liar(c(0.5, 0.9))), "type", "conf.level")
  # A word or a flag has its own length.
  registerS3method("length", "liar", function(x) 1L, envir = environment())
  expect_wroc_error_of(auc_ci(1:3, c(0, 1, 1), na.rm = liar(c(TRUE, FALSE))), "type", "na.rm")
  expect_wroc_error_of(auc_ci(1:3, c(0, 1, 1), method = liar(c("wald", "logit"))), "choice",
                       "method")
})

test_that("lengths must agree", {
  expect_wroc_error(
    WeightedROC(1:3, 0:1), "length",
    "`guess` must be as long as `label`: its length is 3, that of `label` is 2.",
    argument = "guess", length = 3L, expected = 2L
  )
  expect_wroc_error(
    WeightedROC(1:2, 0:1, 1), "length",
    "`weight` must be as long as `label`: its length is 1, that of `label` is 2.",
    argument = "weight", length = 1L, expected = 2L
  )
  expect_wroc_error(
    WeightedROC(numeric(), integer()), "empty",
    "There are no observations: `label` has length 0.", argument = "label"
  )
})

test_that("missing values are placed", {
  for (na in list(NA_real_, NaN)) {
    expect_wroc_error(
      WeightedROC(c(1, 2, na), c(0, 1, 1)), "missing",
      "ROC curve undefined for NA guess: element 3 of `guess` is NA or NaN.",
      argument = "guess", position = 3
    )
    expect_wroc_error(
      WeightedROC(1:3, c(0, na, 1)), "missing",
      "`label` must not be missing: element 2 is NA or NaN.",
      argument = "label", position = 2
    )
    expect_wroc_error(
      WeightedROC(1:3, c(0, 1, 1), c(na, 1, 1)), "missing",
      "`weight` must not be missing: element 1 is NA or NaN.",
      argument = "weight", position = 1
    )
  }
  expect_wroc_error(
    WeightedROC(c(1L, NA), 0:1), "missing",
    "ROC curve undefined for NA guess: element 2 of `guess` is NA or NaN."
  )
  for (label in list(c(0L, 1L, NA), c(FALSE, TRUE, NA), factor(c("a", "b", NA)))) {
    expect_wroc_error(
      WeightedROC(1:3, label), "missing", "`label` must not be missing: element 3 is NA or NaN."
    )
  }
  expect_wroc_error(
    WeightedROC(1:2, 0:1, c(1L, NA)), "missing",
    "`weight` must not be missing: element 2 is NA or NaN."
  )
  expect_error(WeightedROC(1:2, c(NA, NA)), class = "wroc_error_missing")
})

test_that("bad weights are placed", {
  expect_wroc_error(
    WeightedROC(1:20, rep(0:1, 10), c(rep(1, 16), -2, 1, 1, 1)), "weight",
    "`weight` must be finite and >= 0: element 17 is -2.",
    argument = "weight", position = 17, value = -2
  )
  expect_wroc_error(
    WeightedROC(1:2, 0:1, c(1, Inf)), "weight",
    "`weight` must be finite and >= 0: element 2 is Inf.", position = 2, value = Inf
  )
  expect_wroc_error(
    WeightedROC(1:2, 0:1, c(-3L, 1L)), "weight",
    "`weight` must be finite and >= 0: element 1 is -3.", position = 1, value = -3
  )
})

test_that("a fault far into the data is placed", {
  n <- 3e5
  guess <- as.numeric(seq_len(n))
  guess[n - 1] <- NaN
  error <- expect_error(WeightedROC(guess, rep(0:1, n / 2)), class = "wroc_error_missing")
  expect_identical(error$position, n - 1)
  expect_match(conditionMessage(error), "element 299999 of", fixed = TRUE)
})

test_that("labels outside of the encodings are shown", {
  expected <- paste(
    "`label` must hold two values out of {-1, 1}, {0, 1} or {1, 2}, logicals,",
    "or a factor with two levels in use, not"
  )
  expect_wroc_error(
    WeightedROC(1:3, c(1, 0, 5.5)), "labels", paste(expected, "0, 1, 5.5."),
    argument = "label", value = c(0, 1, 5.5), more = FALSE
  )
  expect_wroc_error(WeightedROC(1:2, c(0, 2)), "labels", paste(expected, "0, 2."))
  expect_wroc_error(WeightedROC(1:3, -1:1), "labels", paste(expected, "-1, 0, 1."))
  expect_wroc_error(
    WeightedROC(1:9, 1:9), "labels", paste(expected, "1, 2, 3, 4, 5, 6, ...."), more = TRUE
  )
  expect_wroc_error(
    WeightedROC(1:3, factor(c("50%", "b", "c"), levels = c("50%", "a", "b", "c"))), "labels",
    paste(expected, "\"50%\", \"b\", \"c\"."), value = c("50%", "b", "c")
  )
})

test_that("one class is not enough", {
  one <- function(label, shown, value) {
    expect_wroc_error(
      WeightedROC(seq_along(label), label), "one_class",
      sprintf("`label` must hold both classes: there is only one label value, %s.", shown),
      argument = "label", value = value
    )
  }
  one(c(1, 1), "1", 1)
  one(c(-1L, -1L), "-1", -1)
  one(7, "7", 7)
  one(c(TRUE, TRUE), "TRUE", TRUE)
  one(factor(c("a", "a"), levels = c("a", "b")), "\"a\"", "a")
})

test_that("each class needs weight, and not too much", {
  expect_wroc_error(
    WeightedROC(1:3, c(0, 1, 1), c(0, 1, 1)), "no_weight",
    "`weight` must be positive for an observation of each class: the negative class has weight 0.",
    argument = "weight", class_name = "negative"
  )
  expect_wroc_error(
    WeightedROC(1:3, c(0, 1, 1), c(1, 0, 0)), "no_weight",
    "`weight` must be positive for an observation of each class: the positive class has weight 0.",
    class_name = "positive"
  )
  expect_wroc_error(
    WeightedROC(1:3, c(0, 1, 1), c(1, 1e308, 1e308)), "overflow",
    paste(
      "`weight` must have a finite sum in each class:",
      "that of the positive class exceeds 1.79769e+308."
    ),
    argument = "weight", class_name = "positive"
  )
})

test_that("the texts that users of the CRAN package match are kept", {
  expect_error(WeightedROC(1:2, c(1, 1)), "only one label value", fixed = TRUE)
  expect_error(WeightedROC(c(1, NA), 0:1), "ROC curve undefined for NA guess", fixed = TRUE)
})

test_that("matrices and arrays of one length are taken by WeightedROC() as vectors are", {
  set.seed(1)
  guess <- round(rnorm(24), 1)
  label <- rep(0:1, 12)
  weight <- rexp(24)
  curve <- WeightedROC(guess, label, weight)
  for (dim in list(c(1, 24), c(24, 1), c(4, 6), c(2, 3, 4), 24)) {
    as <- function(x) array(x, dim)
    expect_identical(WeightedROC(as(guess), as(label), as(weight)), curve)
    expect_identical(WeightedROC(as(guess), label, weight), curve)
    expect_identical(WeightedROC(guess, as(label), weight), curve)
    expect_identical(WeightedROC(guess, as(label == 1), as(weight)), curve)
    factors <- structure(label + 1L, levels = c("no", "yes"), class = "factor", dim = dim)
    expect_identical(WeightedROC(as(guess), factors, weight), curve)
    expect_identical(WeightedROC(as(guess), as(label)), WeightedROC(guess, label))
  }
  # A mask and what it is to be.
  mask <- matrix(guess, 4) > 0
  expect_identical(WeightedROC(mask, matrix(label, 4)), WeightedROC(c(mask), label))
  given <- matrix(guess, 4)
  WeightedROC(given, label)
  expect_identical(given, matrix(guess, 4))
  # A fault of vectors is also a fault of matrices.
  expect_error(WeightedROC(matrix("a", 4, 6), label), class = "wroc_error_type")
  expect_error(WeightedROC(replace(given, 7, NA), label), class = "wroc_error_missing")
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
  for (class in list(c(0, 1, 0, 1), c(-1, 1, 1, 1), 2:1, c(TRUE, FALSE, TRUE, TRUE))) {
    class <- rep_len(class, 4)
    for (f in list(WeightedROC, auc_wmw, auc_ci, roc_influence, roc_band, roc_tally)) {
      error <- expect_error(f(class, score), class = "wroc_error_labels")
      expect_match(conditionMessage(error), swapped)
    }
  }
  expect_true(expect_error(WeightedROC(c(0, 1, 0, 1), score), class = "wroc_error_labels")$swapped)
  for (class in list(factor(c("a", "b", "a", "b")), c("a", "b", "a", "b"))) {
    error <- expect_error(WeightedROC(class, score), class = "wroc_error_type")
    expect_match(conditionMessage(error), swapped)
  }
  error <- expect_error(auc_wmw(cbind(c(0, 1, 0, 1), score), score), class = "wroc_error_labels")
  expect_match(conditionMessage(error), swapped)
  by_hand <- structure(c(1L, -9L, 1L, 1L), levels = c("a", "b"), class = "factor")
  expect_error(WeightedROC(by_hand, score), class = "wroc_error_type")
  # Labels of three classes, or two that are no encoding, are no scores; and scores are no classes.
  for (label in list(c(0, 2, 0, 2), factor(1:4))) {
    error <- expect_error(WeightedROC(c(0, 1, 0, 1), label), class = "wroc_error_labels")
    expect_false(grepl("swapped", conditionMessage(error)))
  }
  expect_false(grepl("swapped", conditionMessage(tryCatch(WeightedROC(1:4, score), error = identity))))
  expect_false(grepl("swapped", conditionMessage(tryCatch(auc_wmw("a", 0:1), error = identity))))
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

test_that("a label or weights in a data.frame say how to take the column out", {
  hint <- "Extract its first column with `[[1]]`"
  expect_error(auc_wmw(1:2, data.frame(y = 0:1)), hint, fixed = TRUE, class = "wroc_error_type")
  expect_error(auc_wmw(1:2, 0:1, data.frame(w = 1:2)), hint, fixed = TRUE, class = "wroc_error_type")
})

test_that("more than two words are not told to be a factor of two of them", {
  words <- c("a", "b", "c", "a")
  says <- paste(
    "`label` must have two values, not 3: \"a\", \"b\", \"c\".",
    "Leave out the rows of other classes, or compare one class with the rest: `label == \"a\"`."
  )
  expect_wroc_error(WeightedROC(1:4, words), "labels", says, argument = "label")
  expect_wroc_error(auc_ci(1:4, words), "labels", says, value = c("a", "b", "c"))
})
