functions_of_a_curve <- list(
  roc_at = function(curve) roc_at(curve),
  roc_at_thresholds = function(curve) roc_at(curve, threshold = c(1.5, 3)),
  roc_at_FPR = function(curve) roc_at(curve, FPR = 0.3),
  roc_at_TPR = function(curve) roc_at(curve, TPR = 0.3),
  roc_at_share = function(curve) roc_at(curve, share = 0.3, prior = 0.2),
  roc_risk = function(curve) roc_at(curve, cost_FN = 2),
  roc_optimal = function(curve) roc_optimal(curve, cost_FN = 2),
  roc_optimal_F1 = function(curve) roc_optimal(curve, measure = "F1"),
  roc_optimal_function = function(curve) roc_optimal(curve, measure = function(TP, FP, FN, TN) TP - FP),
  roc_hull = function(curve) roc_hull(curve),
  H = function(curve) value_on(curve, "H"),
  expected_cost = function(curve) value_on(curve, "expected_cost", density = dunif),
  roc_pr = function(curve) roc_pr(curve),
  roc_gain = function(curve) roc_gain(curve, share = 0.3),
  gini = function(curve) value_on(curve, "gini"),
  roc_cost_curve = function(curve) roc_cost_curve(curve),
  roc_constrained_FPR = function(curve) roc_constrained(curve, max_FPR = 0.3),
  roc_constrained_FNR = function(curve) roc_constrained(curve, max_FNR = 0.3, randomize = TRUE),
  roc_constrained = function(curve) roc_constrained(curve, max_share = 0.3, min_PPV = 0.2),
  # Only its plot uses its hull.
  roc_reject = function(curve) structure(roc_reject(curve, cost_reject = 0.2), hull = NULL),
  roc_net_benefit = function(curve) roc_net_benefit(curve, threshold = 0.2, calibrated = TRUE),
  partial_AUC = function(curve) partial_area(curve, FPR = c(0, 0.3)),
  cost_AUC = function(curve) value_on(curve, "cost_AUC", cost_FN = 0.3),
  roc_compare_x = function(curve) roc_compare(curve, document_curve()),
  roc_compare_y = function(curve) roc_compare(document_curve(), curve),
  roc_thin = function(curve) roc_thin(curve, points = 3)
)

with_entry <- function(column, row, value) {
  curve <- staircase_curve()
  curve[[column]][row] <- value
  curve
}

test_that("what is no curve is an error in all functions, which names the argument, the column and the row", {
  skip_on_cran()
  curve <- staircase_curve()
  faulty <- list(
    absent = NULL, absent = c(1, 0), absent = "curve", absent = as.list(curve), absent = as.matrix(curve),
    type = cbind(curve[-1], TPR = as.character(curve$TPR)),
    column = curve[-1], column = curve[-2],
    too_few_rows = curve[0, ], too_few_rows = curve[1, ],
    missing = with_entry("TPR", 3, NA), missing = with_entry("FPR", 3, NaN),
    infinite = with_entry("FPR", 1, Inf),
    increasing = with_entry("TPR", 4, 0.9), increasing = with_entry("FPR", 5, 0.3),
    ends = curve[-(1:2), ], ends = curve[-7, ], ends = curve[3:5, ]
  )
  for (name in names(functions_of_a_curve)) {
    f <- functions_of_a_curve[[name]]
    kinds <- vapply(faulty, function(curve) error_kind(f(curve)), "")
    expect_identical(unname(kinds), names(faulty), info = name)
    # In what order faults are looked for is open.
    expect_error(f(curve[7:1, ]), class = "wroc_error")
    expect_error(f(rbind(curve, curve)), class = "wroc_error")
    error <- tryCatch(f(with_entry("TPR", 4, 0.9)), error = identity)
    argument <- if (grepl("_[xy]$", name)) sub(".*_", "", name) else "x"
    expect_equal(unclass(error)[c("argument", "column", "position", "value")],
                 list(argument = argument, column = "TPR", position = 4, value = 0.9), info = name)
  }
})

test_that("thresholds and weights that are none are errors where they matter", {
  curve <- staircase_curve()
  faulty <- list(
    column = curve[-4], column = curve[-5], missing = with_entry("FN", 3, NA),
    infinite = with_entry("FP", 3, Inf), decreasing = with_entry("FN", 5, 1.5),
    increasing = with_entry("FP", 5, 1.5), disagree = with_entry("TPR", 5, 0.45)
  )
  for (name in c("roc_at", "roc_at_thresholds", "roc_risk", "roc_optimal", "roc_hull")) {
    f <- functions_of_a_curve[[name]]
    kinds <- vapply(faulty, function(curve) error_kind(f(curve)), "")
    expect_identical(unname(kinds), names(faulty), info = name)
  }
  faulty <- list(column = curve[-3], decreasing = with_entry("threshold", 4, 1),
                 missing = with_entry("threshold", 4, NA), ends = with_entry("threshold", 7, 8))
  for (name in c("roc_at_thresholds", "roc_cost_curve", "roc_at_FPR", "roc_constrained_FPR")) {
    f <- functions_of_a_curve[[name]]
    kinds <- vapply(faulty, function(curve) error_kind(f(curve)), "")
    expect_identical(unname(kinds), names(faulty), info = name)
  }
})

test_that("a class without weight has no rates that agree with it", {
  curve <- staircase_curve()
  curve$FN <- 0
  expect_wroc_error(
    roc_hull(curve), "disagree",
    "Column `TPR` of `x` does not agree with the weights beside it: row 1 is 1, by `FN` it is NaN.",
    column = "TPR", position = 1, value = 1, expected = NaN
  )
})

test_that("tibbles, data.tables, other columns and other orders of columns give the same", {
  skip_on_cran()
  curve <- staircase_curve()
  forms <- list(more = cbind(name = "a", curve[5:1], prior = 7, n = 1:7, stringsAsFactors = TRUE), S4 = asS4(curve))
  if (requireNamespace("tibble", quietly = TRUE)) {
    forms$tibble <- tibble::as_tibble(curve)
  }
  if (requireNamespace("data.table", quietly = TRUE)) {
    forms$data.table <- data.table::as.data.table(curve)
    forms$keyed <- data.table::as.data.table(cbind(curve, name = 7:1), key = "threshold")
  }
  for (name in names(functions_of_a_curve)) {
    f <- functions_of_a_curve[[name]]
    expected <- f(curve)
    if (is.data.frame(expected)) {
      expect_plain_frame(expected)
    }
    for (form in names(forms)) {
      before <- forms[[form]]
      copy <- unserialize(serialize(as.list(before), NULL))
      result <- f(before)
      if (is.data.frame(expected)) {
        expect_true(is_plain_frame(result), info = paste(name, form))
        result <- result[names(expected)]
      }
      expect_identical(result, expected, info = paste(name, form))
      expect_identical(as.list(before), copy)
    }
  }
})

test_that("whole numbers, a written and read curve, and rows of a stack are curves", {
  skip_on_cran()
  curve <- document_curve()
  whole <- WeightedROC(c(1, 2), c(0, 1), c(3, 2))
  integers <- data.frame(TPR = c(1L, 1L, 0L), FPR = c(1L, 0L, 0L), threshold = c(1, 2, Inf),
                         FN = c(0L, 0L, 2L), FP = c(3L, 0L, 0L))
  file <- tempfile()
  on.exit(unlink(file))
  write.csv(curve, file, row.names = FALSE)
  for (name in names(functions_of_a_curve)) {
    f <- functions_of_a_curve[[name]]
    expect_equal(f(integers), f(whole), tolerance = 1e-15)
    expect_equal(f(read.csv(file)), f(curve), tolerance = 1e-14, info = name)
    expect_identical(f(tail(rbind(whole, curve), nrow(curve))), f(curve), info = name)
  }
})

test_that("curves of groups, stacked, go in one by one, by data.table, too", {
  skip_on_cran()
  skip_if_not_installed("data.table")
  set.seed(2)
  groups <- c("a", "b", "c")
  curves <- lapply(groups, function(g) curve_of(real_observations()$good))
  names(curves) <- groups
  stack <- do.call(rbind, lapply(groups, function(g) cbind(group = g, curves[[g]])))
  for (name in names(functions_of_a_curve)) {
    f <- functions_of_a_curve[[name]]
    expected <- lapply(curves, f)
    # The namespace of this package, where tests run, is not one that knows data.table.
    here <- list(table = data.table::as.data.table(stack), f = f)
    by_group <- as.data.frame(eval(quote(table[, f(.SD), by = group]), here, globalenv()))
    for (g in groups) {
      of_frame <- is.data.frame(expected[[g]])
      part <- by_group[by_group$group == g, -1, drop = !of_frame]
      if (of_frame) {
        expect_equal(as.list(part), as.list(expected[[g]])[names(part)], tolerance = 0)
      } else {
        expect_identical(part, expected[[g]])
      }
    }
  }
})

test_that("a data.frame that was edited by hand is an error that says what is wrong with it", {
  skip_on_cran()
  curve <- staircase_curve()
  rows <- function(x, row.names) {
    attr(x, "row.names") <- row.names
    x
  }
  with_column <- function(column, values) {
    x <- unclass(curve)
    x[[column]] <- values
    structure(x, class = "data.frame", row.names = 1:7)
  }
  ragged <- list(
    rows(curve, 1:3), rows(curve, 1:9), rows(curve, NULL), rows(curve, integer()),
    with_column("TPR", curve$TPR[-1]), with_column("threshold", c(curve$threshold, Inf)),
    with_column("FP", numeric()), with_column("more", 1:3), with_column("more", matrix(1, 3, 7))
  )
  bytes <- c("\xe9", "b")
  Encoding(bytes) <- "bytes"
  functions <- c(functions_of_a_curve, roc_bounds = function(curve) roc_estimate(curve, conf.level = NULL),
                 if (requireNamespace("ggplot2", quietly = TRUE)) list(roc_plot = roc_plot))
  for (name in names(functions)) {
    f <- functions[[name]]
    argument <- if (grepl("_[xy]$", name)) sub(".*_", "", name) else "x"
    for (other in ragged) {
      error <- expect_error(f(other), class = "wroc_error_length")
      expect_identical(error$argument, argument)
      expect_match(conditionMessage(error), "must have an entry for each of the [0-9]+ rows, not")
    }
    expect_identical(error_kind(f(structure(1, class = "data.frame"))), "type", info = name)
    expect_identical(error_kind(f(structure(c(curve, bytes = 1), names = c(names(curve), bytes[1]),
                                            class = "data.frame", row.names = 1:7))),
                     "names", info = name)
    expect_identical(error_kind(f(structure(curve, names = NULL))), "column", info = name)
  }
  for (other in ragged[1:7]) {
    kind <- if (identical(other$FP, numeric()) || length(other$threshold) == 8) "" else "length"
    expect_identical(error_kind(WeightedAUC(other)), kind)
  }
  expect_identical(error_kind(WeightedAUC(structure(1, class = "data.frame"))), "type")
  expect_identical(error_kind(WeightedAUC(structure(curve, names = rep(bytes[1], 5)))), "column")
})
