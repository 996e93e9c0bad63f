# Arguments as users write them: by full names, under either name of weights, and NULL by mistake.

sample_of_arguments <- function() {
  set.seed(46)
  data.frame(y = rep(0:1, 30), x = runif(60), w = runif(60), g = rep(1:20, each = 3))
}

# The arguments of functions and of methods behind their generics.
functions_and_methods <- function() {
  namespace <- asNamespace("WeightedROC")
  generics <- c("roc_observations", "weighted_roc", "roc_tally")
  names <- c(getNamespaceExports("WeightedROC"), outer(generics, c("default", "formula"), paste, sep = "."))
  Filter(is.function, mget(unique(names), namespace, ifnotfound = list(NULL)))
}

test_that("no argument is matched by the beginning of its name", {
  skip_on_cran()
  data <- sample_of_arguments()
  fit <- suppressMessages(weighted_roc(y ~ x, data))
  tried <- 0
  # The functions of the CRAN package take abbreviations as they did: each can mean one argument only.
  for (name in setdiff(names(functions_and_methods()), c("WeightedROC", "WeightedAUC"))) {
    f <- functions_and_methods()[[name]]
    arguments <- setdiff(names(formals(f)), "...")
    for (argument in arguments) {
      beginnings <- substring(argument, 1L, seq_len(max(nchar(argument) - 1L, 1L)))
      unique <- vapply(beginnings, function(begun) sum(startsWith(arguments, begun)) == 1L, NA)
      for (begun in setdiff(beginnings[unique], arguments)) {
        # Words for places have a meaning of their own.
        if (length(measure_of_word(sub("^(max|min)_", "", begun))) > 0L) next
        given <- structure(list(1), names = begun)
        given <- c(if (name == "weighted_roc.formula" || name == "roc_tally.formula") list(y ~ x, data)
                   else if (grepl("[.]default$", name)) list(data$x, data$y)
                   else if (startsWith(argument, "x")) list() else list(fit), given)
        called <- get(sub("[.](default|formula)$", "", name))
        expect_error(suppressMessages(do.call(called, given, quote = TRUE)), class = "wroc_error",
                     info = paste(name, begun))
        tried <- tried + 1
      }
    }
  }
  expect_gt(tried, 500)
})

test_that("weights have either name in every function, and both are an error", {
  data <- sample_of_arguments()
  probabilities <- matrix(runif(120), 60, dimnames = list(NULL, c("0", "1")))
  m <- glm(y ~ x, binomial, data)
  calls <- list(
    function(...) WeightedROC(data$x, data$y, ...), function(...) auc_wmw(data$x, data$y, ...),
    function(...) auc_ci(data$x, data$y, ...)$estimate, function(...) roc_tally(data$x, data$y, ...),
    function(...) roc_estimate(data$x, data$y, ..., measure = "brier", conf.level = NULL)$estimate,
    function(...) coef(weighted_roc(data$x, data$y, ...)), function(...) coef(weighted_roc(m, ...)),
    function(...) auc_multiclass(probabilities, factor(data$y), ..., conf.level = NULL)$estimate,
    function(...) auc_power(auc = .7, power = .8, ...)$n
  )
  for (f in calls) {
    weighted <- suppressMessages(f(weight = data$w))
    expect_identical(suppressMessages(f(weights = data$w)), weighted)
    expect_false(isTRUE(all.equal(suppressMessages(f()), weighted)))
    expect_error(suppressMessages(f(weight = data$w, weights = data$w)), class = "wroc_error_choice")
  }
  by_formula <- coef(weighted_roc(y ~ x, data, weights = w))
  expect_identical(coef(weighted_roc(y ~ x, data, weight = w)), by_formula)
  expect_equal(unname(by_formula), auc_wmw(data$x, data$y, data$w))
  expect_identical(roc_tally(y ~ x, data, weight = w), roc_tally(data$x, data$y, data$w))
  expect_error(weighted_roc(y ~ x, data, weight = w, weights = w), class = "wroc_error_choice")
  expect_error(roc_tally(y ~ x, data, weight = w, weights = w), class = "wroc_error_choice")
})

test_that("one column of weights is a vector or an error", {
  data <- sample_of_arguments()
  own <- auc_ci(data$x, data$y, data$w)
  for (name in c("weight", "weights")) {
    given <- function(w) do.call(auc_ci, c(list(data$x, data$y), structure(list(w), names = name)))
    expect_identical(given(as.matrix(data["w"])), own)
    expect_error(given(data["w"]), class = "wroc_error_type")
  }
  expect_error(auc_ci(data$x, data$y, cluster = data["g"]), class = "wroc_error_type")
  expect_error(weighted_roc(y ~ x, data, weights = data["w"]), class = "wroc_error_type")
  expect_error(weighted_roc(y ~ x, data, cluster = data["g"]), class = "wroc_error_type")
})

test_that("a written argument that is NULL is an error, unless it is the word NULL", {
  data <- sample_of_arguments()
  x <- data$x
  y <- data$y
  refused <- function(value) expect_error(value, "must not be NULL", class = "wroc_error_type")
  calls <- list(quote(auc_ci(x, y)), quote(auc_wmw(x, y)), quote(roc_tally(x, y)), quote(roc_tally(y ~ x, data)),
                quote(weighted_roc(y ~ x, data)), quote(roc_pr(x, y)))
  arguments <- list(c("", "weight", "weights", "cluster", "positive", "fold", "conf.level"), c("", "weights"), "weight",
                    "weights", c("weights", "weight", "subset", "cluster", "by", "fold", "positive", "times"), "prior")
  for (i in seq_along(calls)) {
    for (argument in arguments[[i]]) {
      refused(eval(as.call(c(as.list(calls[[i]]), structure(list(quote(data$none)), names = argument)))))
    }
  }
  refused(auc_ci(x, y, weights = data[["weigth"]]))
  expect_error(WeightedROC(x, y, data$weigth), class = "wroc_error_type")

  unweighted <- auc_ci(x, y)
  expect_identical(auc_ci(x, y, NULL), unweighted)
  expect_identical(auc_ci(x, y, weight = NULL, cluster = NULL), unweighted)
  expect_identical(do.call(auc_ci, list(x, y, weight = NULL)), unweighted)
  expect_identical(coef(weighted_roc(y ~ x, data, weights = NULL)), coef(weighted_roc(y ~ x, data)))
})

test_that("a function may pass on arguments whose default is NULL", {
  data <- sample_of_arguments()
  wrapper <- function(w = NULL, id = NULL, ...) auc_ci(data$x, data$y, weight = w, cluster = id, ...)
  outer <- function(weight = NULL, ...) wrapper(weight, ...)
  unweighted <- auc_ci(data$x, data$y)
  for (f in list(wrapper, outer)) {
    expect_identical(f(), unweighted)
    expect_identical(f(NULL), unweighted)
    expect_identical(f(data$w), auc_ci(data$x, data$y, data$w))
    expect_error(f(data$weigth), "data\\$weigth. is NULL", class = "wroc_error_type")
  }
  expect_error(wrapper(id = data$none), "data\\$none. is NULL", class = "wroc_error_type")
  dots <- function(...) auc_ci(data$x, data$y, ...)
  expect_identical(dots(weight = NULL), unweighted)
  expect_error(dots(weight = data$weigth), class = "wroc_error_type")
  by_formula <- function(cluster = NULL) coef(weighted_roc(y ~ x, data, cluster = cluster))
  expect_identical(by_formula(), coef(weighted_roc(y ~ x, data)))
  expect_error(by_formula(data$none), class = "wroc_error_type")
  some <- function(weighted) auc_ci(data$x, data$y, if (weighted) data$w)
  expect_identical(some(FALSE), unweighted)
})

test_that("unknown arguments are refused with the nearest real one", {
  data <- sample_of_arguments()
  fit <- weighted_roc(y ~ x, data)
  refused <- function(value, words) {
    error <- expect_error(value, class = "wroc_error_unused")
    expect_match(conditionMessage(error), words, fixed = TRUE)
  }
  refused(roc_optimal(fit, cost_fn = 2), "roc_optimal() has no argument `cost_fn`; did you mean `cost_FN`?")
  refused(roc_estimate(fit, conf.levle = .9), "roc_estimate() has no argument `conf.levle`; did you mean `conf.level`?")
  refused(auc_ci(fit, level = .9), "did you mean `conf.level`?")
  refused(auc_ci(data$x, data$y, case_weights = 1), "did you mean `weights`?")
  refused(auc_ci(data$x, data$y, fodl = 1), "did you mean `fold`?")
  refused(roc_hull(fit, palette = 1), "roc_hull() has no argument `palette`.")
  refused(roc_measure("TPR", FPRR = .1), "roc_measure() has no argument `FPRR`; did you mean `FPR`?")
  refused(auc_power(power = .8, powr = 1), "did you mean `power`?")
  refused(auc_ci(fit, label = data$y), "`label` is not accepted with a fit")
  refused(weighted_roc(y ~ x, data, na.rm = TRUE), "`na.action = na.omit`")
})

test_that("an argument without a name behind a fit is the measure", {
  data <- sample_of_arguments()
  fit <- weighted_roc(y ~ x + g, data)
  what <- roc_measure("TPR", FPR = .2)
  expect_identical(roc_estimate(fit, what), roc_estimate(fit, measure = what))
  expect_identical(roc_influence(fit, "AP"), roc_influence(fit, measure = "AP"))
  expect_identical(roc_optimal(fit, "J"), roc_optimal(fit, measure = "J"))
  expect_identical(roc_test(fit, what)$p.value, roc_test(fit, measure = what)$p.value)
  curve <- WeightedROC(data$x, data$y)
  expect_identical(roc_estimate(curve, "KS", conf.level = NULL), roc_estimate(curve, measure = "KS", conf.level = NULL))
  expect_error(roc_estimate(fit, data$y), class = "wroc_error_unused")
})

test_that("places, bounds and rules have the synonyms of measures", {
  fit <- weighted_roc(am ~ mpg, mtcars)
  expect_identical(roc_measure("TPR", specificity = .75), roc_measure("TPR", FPR = .25))
  expect_identical(roc_measure("FPR", recall = .75), roc_measure("FPR", TPR = .75))
  expect_identical(roc_measure("AUC", spec = c(.75, 1)), roc_measure("AUC", FPR = c(0, .25)))
  expect_identical(roc_measure("TPR", threshold = "youden"), roc_measure("TPR", threshold = "J"))
  expect_identical(roc_at(fit, specificity = c(.75, .5)), roc_at(fit, FPR = c(.25, .5)))
  expect_identical(roc_at(fit, sensitivity = .75), roc_at(fit, TPR = .75))
  expect_identical(auc_ci(fit, specificity = c(.75, 1)), auc_ci(fit, FPR = c(0, .25)))
  expect_identical(roc_band(fit, specificity = .75), roc_band(fit, at = .25))
  expect_identical(roc_constrained(fit, min_specificity = .75), roc_constrained(fit, min_TNR = .75))
  expect_error(roc_at(fit, specificity = .75, FPR = .1), class = "wroc_error_choice")
})
