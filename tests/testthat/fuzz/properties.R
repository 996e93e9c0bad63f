# What holds of results whatever their numbers are: their ranges, and that a question has the same answer
# when it is asked in another way. Sentences, none when all of it holds. No number is computed here a second
# time: the definitions are in src/rust/checks and in the tests of each function.

properties_of <- function(a, result, call) {
  own <- own_properties[[call$name]]
  c(in_range(result, call), if (!is.null(own)) own(a, result, call))
}

# The exports that have calls and a contract.
written_for <- function() intersect(names(draws), names(contracts))

# Whether a flag is TRUE, whatever its class says.
is_on <- function(flag) isTRUE(as.vector(unclass(flag)))

unless <- function(holds, complaint) if (!isTRUE(holds)) complaint

choice_in <- function(a, name, default) if (is.null(a[[name]])) default else a[[name]][[1L]]

number_in <- function(a, name, default) {
  if (is.null(a[[name]])) default else as.double(unclass(a[[name]]))
}

# -- Ranges

shares <- c("TPR", "FPR", "TNR", "FNR", "PPV", "NPV", "ACC", "ERR", "BACC", "F1", "FDR", "FOR", "AUC", "AUCH",
            "KS", "MER", "prior", "share", "probability", "hull_probability", "TPR_curve", "FPR_curve",
            "TPR_hull", "FPR_hull", "rejected", "rejected_pos", "rejected_neg", "pAUC", "max_pAUC", "ratio",
            "recall", "precision", "average_precision", "pr_area", "response", "p.value", "p.adjusted",
            "bound.low", "bound.high", "PC", "prior_low", "prior_high", "recall_gain", "apparent")

signed_shares <- c("J", "MCC", "kappa", "gini", "concentration")

with_intervals_of_shares <- c("auc_ci", "auc_svy", "auc_multiclass", "roc_band", "roc_reliability")

in_range <- function(result, call) {
  if (inherits(result, "htest")) {
    return(c(within_bounds("p.value", result$p.value, 0, 1), above("std.error", result$std.error)))
  }
  # Influences have the names of numbers.
  if (!is.data.frame(result) || call$name == "roc_influence") return(NULL)
  # Columns of the user's come along.
  mine <- setdiff(names(result), unlist(lapply(Filter(is.data.frame, call$arguments), names)))
  columns <- lapply(stats::setNames(nm = mine), function(name) .subset2(result, name))
  ends <- if (call$name %in% with_intervals_of_shares) c("conf.low", "conf.high")
  # The threshold and the risk of an optimum stand among its rates.
  if (call$name == "roc_optimal_ci") columns$apparent <- NULL
  c(
    unlist(lapply(intersect(c(shares, ends), mine), function(name) within_bounds(name, columns[[name]], 0, 1))),
    unlist(lapply(intersect(signed_shares, mine), function(name) within_bounds(name, columns[[name]], -1, 1))),
    above("std.error", columns$std.error), above("df", columns$df),
    unless(all(columns$conf.low <= columns$conf.high, na.rm = TRUE), "an interval is upside down"),
    unless(all(columns$bound.low <= columns$bound.high, na.rm = TRUE), "bounds are upside down")
  )
}

within_bounds <- function(what, x, low, high) {
  x <- x[!is.na(x)]
  unless(is.null(x) || is.numeric(x) && all(x >= low & x <= high),
         sprintf("%s leaves [%g, %g]", what, low, high))
}

above <- function(what, x) unless(all(x >= 0, na.rm = TRUE), paste(what, "is negative"))

check_shape <- function(curve) {
  rows <- nrow(curve)
  c(
    unless(all(diff(curve$TPR) <= 0) && all(diff(curve$FPR) <= 0), "a rate rises"),
    unless(all(diff(curve$FN) >= 0), "FN falls"), unless(all(diff(curve$FP) <= 0), "FP rises"),
    unless(identical(c(curve$TPR[c(1L, rows)], curve$FPR[c(1L, rows)]), c(1, 0, 1, 0)),
           "the curve does not go from 1 to 0"),
    unless(identical(curve$threshold[[rows]], Inf), "the last threshold is not Inf")
  )
}

# Whether rows that are chosen, or left over, are rows of the curve.
are_rows_of <- function(curve, part) {
  columns <- intersect(curve_columns, names(curve))
  key <- function(x) do.call(paste, lapply(columns, function(name) sprintf("%a", as.double(x[[name]]))))
  part <- as.data.frame(part)[columns]
  part <- part[!is.na(part[[1L]]), , drop = FALSE]
  unless(all(key(part) %in% key(curve)), "a row is none of the curve")
}

lacks_an_end <- function(curve, part) {
  ends <- function(x) as.data.frame(x)[c(1L, nrow(x)), intersect(curve_columns, names(curve))]
  unless(all(ends(curve) == ends(part)), "it lacks the first or the last row")
}

covers <- function(bounds, area) {
  unless(bounds$bound.low <= area + 1e-12 && area - 1e-12 <= bounds$bound.high,
         sprintf("[%.15g, %.15g] lacks the area %.15g", bounds$bound.low, bounds$bound.high, area))
}

# -- Two answers beside each other

# All numbers in a result, as a list. Words may differ with the way that was taken.
numbers_in <- function(x, name = "") {
  if (inherits(x, "weighted_roc_by")) x <- x$fits
  if (is.numeric(x) || is.logical(x)) return(stats::setNames(list(as.double(x)), name))
  if (!is.list(x)) return(NULL)
  x <- unclass(x)
  names <- names(x) %or% rep(name, length(x))
  parts <- which(!names %in% c("call", "observations"))
  unlist(lapply(parts, function(i) numbers_in(x[[i]], names[[i]])), recursive = FALSE)
}

# `rounded` where sums are taken in another order: what is next to nothing is nothing then, and what is made of a
# standard error next to nothing is anything.
not_alike <- function(found, expected, rounded = FALSE) {
  found <- numbers_in(found)
  expected <- numbers_in(expected)
  if (!identical(lengths(found, FALSE), lengths(expected, FALSE))) return("it has another shape")
  if (rounded) {
    errors <- unlist(expected[names(expected) == "std.error"])
    vague <- length(errors) == 0L || anyNA(errors) || any(errors < 1e-6)
    if (vague) {
      known <- names(found) %in% c("", "TPR", "FPR", "FN", "FP", "threshold", "estimate", "std.error")
      found <- found[known]
      expected <- expected[known]
    }
  }
  relative <- if (rounded) 1e-7 else 1e-11
  absolute <- if (rounded) 1e-8 else 1e-13
  for (i in seq_along(found)) {
    x <- found[[i]]
    y <- expected[[i]]
    # Weights have any size.
    off <- if (isTRUE(names(found)[[i]] %in% of_weights)) 0 else absolute
    same <- (is.na(x) & is.na(y)) | (!is.na(x) & !is.na(y) & (x == y | abs(x - y) <= off + relative * abs(y)))
    if (all(same)) next
    at <- which(!same)[[1L]]
    return(sprintf("%s: %.17g is %.17g (element %d)", names(found)[[i]] %or% "", x[[at]], y[[at]], at))
  }
}

# -- The same question, asked in another way

of_weights <- c("FN", "FP", "TP", "TN", "weight_positive", "weight_negative")
of_costs <- c("cost_FP", "cost_FN", "cost_TP", "cost_TN", "cost_reject", "risk", "risk_positive", "risk_negative",
              "risk_random", "risk_optimal")

# Some of the ways that a call has, each time others.
judge_otherwise <- function(call, outcome, most = 2L) {
  of_words <- call$name %in% c("roc_plot", "roc_plot_scores", "roc_tally_sql")
  if (of_words || length(call$spoiled) > 0L || isTRUE(call$world$hostile)) return(NULL)
  call$context <- list(options = list())
  asked <- lapply(other_ways, function(way) way(call))
  asked <- asked[!vapply(asked, is.null, NA)]
  set.seed(call$seed)
  unlist(lapply(utils::head(sample(names(asked)), most), function(name) {
    way <- asked[[name]]
    call$arguments <- way$arguments
    other <- run_call(call)
    if (!is.null(other$error)) return(sprintf("%s: %s", name, conditionMessage(other$error)))
    found <- if (is.null(way$part)) outcome$result else way$part(outcome$result, other$result)
    expected <- if (is.null(way$back)) other$result else way$back(other$result)
    complaint <- not_alike(found, expected, isTRUE(way$rounded))
    if (!is.null(complaint)) sprintf("%s, and it gives another result (%s)", name, complaint)
  }))
}

row_arguments <- c("guess", "label", "weight", "cluster", "fold", "group", "weights_model", "guess1", "label1",
                   "weight1", "cluster1", "guess2", "label2", "weight2", "cluster2")

of_rows <- function(x, rows) {
  if (is.null(x)) return(NULL)
  if (is.data.frame(x)) {
    columns <- lapply(columns_of(x), of_rows, rows)
    return(structure(columns, class = "data.frame", row.names = .set_row_names(length(rows))))
  }
  if (length(dim(x)) == 2L) {
    return(if (nrow(x) == 1L && ncol(x) > 1L) x[, rows, drop = FALSE] else x[rows, , drop = FALSE])
  }
  if (is.list(x)) lapply(x, of_rows, rows) else x[rows]
}

each_column <- function(x, change) {
  if (is.data.frame(x) || is.list(x)) {
    x <- if (is.data.frame(x)) as.data.frame(x) else x
    x[] <- lapply(x, change)
    x
  } else if (length(dim(x)) == 2L) {
    array(apply(unclass(x), 2L, change), dim(x), dimnames(x))
  } else {
    change(as.vector(x))
  }
}

# Whether it has observations of its own, a label for each row: not a fit, not a design, nothing drawn by chance.
has_rows <- function(call) {
  a <- call$arguments
  !is.null(a$guess) && !is.null(a$label) && !inherits(a$guess, "weighted_roc") && !is_design(a$weight) &&
    !call$name %in% c("roc_optimal_ci", "roc_reliability", "auc_optimism", "weighted_roc") && is.null(a$R) &&
    !identical(a$variance, "bootstrap")
}

rows_taken <- function(call, rows) {
  a <- call$arguments
  own <- intersect(names(a), row_arguments)
  a[own] <- lapply(a[own], of_rows, rows)
  a
}

is_plain_weight <- function(x) is.numeric(x) && !is.object(x)

# Rows of the other answer in the order of this one, for what has a row for each observation.
in_order <- function(call, rows) {
  if (call$name %in% c("auc_influence", "roc_influence")) {
    function(result) if (is.null(dim(result))) result[rows] else result[rows, , drop = FALSE]
  }
}

of_scores_alone <- c("auc_wmw", "auc_influence", "auc_ci", "auc_pr", "auc_test", "auc_test_groups", "auc_multiclass",
                     "auc_test_multiclass")

# A power of two that takes no weight out of the range of doubles.
harmless_factor <- function(weight) if (max(weight) > 1) 2^-10 else 2^10

scaled_columns <- function(result, names, factor) {
  if (!is.data.frame(result)) return(result)
  for (name in intersect(names, names(result))) result[[name]] <- .subset2(result, name) * factor
  result
}

is_curve_call <- function(call) is.data.frame(call$arguments$curve)

# A curve of the package's own, nothing changed.
made_again <- function(call, factor) {
  if (!isTRUE(call$world$fresh) || !is_curve_call(call)) return(NULL)
  o <- call$world$observations
  package <- call$package("WeightedROC")
  package(o$score, o$positive, o$weight * factor)
}

# Each takes a call and gives NULL where it does not apply, or the `arguments` of the other call, and how the answers
# compare: `back` brings the other answer into the units of the first, `part` is what of the first it is about.
other_ways <- list(
  "rows are shuffled" = function(call) {
    n <- length(call$arguments$label)
    if (!has_rows(call) || n < 2L || n > 5000L || !is.null(call$arguments$na.rm)) return(NULL)
    rows <- order(sin(seq_len(n) * 7.3))
    list(arguments = rows_taken(call, rows), back = in_order(call, order(rows)), rounded = TRUE)
  },
  "weights are in another unit" = function(call) {
    a <- call$arguments
    takes <- "weight" %in% names(formals_of(call))
    if (!has_rows(call) || !takes || identical(a$variance, "frequency") || call$name == "roc_tally" ||
          !is.null(a$weights_model)) return(NULL)
    if (is.null(a$weight)) a$weight <- rep(1, length(a$label))
    if (!is_plain_weight(a$weight)) return(NULL)
    factor <- harmless_factor(a$weight[!is.na(a$weight)])
    if (any(a$weight > 0 & a$weight < 1e-290 & factor < 1)) return(NULL)
    # What was a row or a table has its shape from the scores.
    if (is.null(call$arguments$weight) && !is.null(dim(a$label))) dim(a$weight) <- dim(a$label)
    a$weight <- a$weight * factor
    list(arguments = a, back = function(result) scaled_columns(result, of_weights, 1 / factor))
  },
  "labels are TRUE and FALSE" = function(call) {
    a <- call$arguments
    if (!has_rows(call) || !is.null(a$positive) || !is.null(a$na.rm) || is.null(call$world$positive) ||
          !is.null(dim(a$label))) return(NULL)
    a$label <- call$world$positive
    list(arguments = a)
  },
  "a row has no weight" = function(call) {
    a <- call$arguments
    if (!has_rows(call) || !is_plain_weight(a$weight) || !is.null(a$na.rm) || !is.null(a$weights_model) ||
          call$name == "auc_test_groups" || any(vapply(a, function(x) is.matrix(x) && nrow(x) == 1L, NA))) {
      return(NULL)
    }
    n <- length(a$label)
    a <- rows_taken(call, c(seq_len(n), 1L))
    a$weight[[n + 1L]] <- 0
    list(arguments = a, back = in_order(call, seq_len(n)))
  },
  "a row is split" = function(call) {
    a <- call$arguments
    if (!has_rows(call) || !call$name %in% c("WeightedROC", "auc_wmw", "auc_pr") || !is_plain_weight(a$weight) ||
          is.integer(a$weight) || !is.null(a$na.rm) || !is.null(dim(a$label)) || a$weight[[1L]] < 1e-290) {
      return(NULL)
    }
    n <- length(a$label)
    a <- rows_taken(call, c(seq_len(n), 1L))
    a$weight[c(1L, n + 1L)] <- a$weight[[1L]] / 2
    list(arguments = a, rounded = TRUE)
  },
  "scores are their ranks" = function(call) {
    a <- call$arguments
    if (call$name == "auc_test_unpaired") {
      a[c("guess1", "guess2")] <- lapply(a[c("guess1", "guess2")], function(x) rank(as.double(unclass(x))))
      return(list(arguments = a))
    }
    if (!has_rows(call) || !call$name %in% of_scores_alone) return(NULL)
    if (call$name == "auc_multiclass" && is.list(a$guess) && !is.data.frame(a$guess)) return(NULL)
    change <- function(x) rank(as.double(unclass(x)), na.last = "keep")
    a$guess <- if (call$name == "auc_test_multiclass") lapply(a$guess, each_column, change)
    else each_column(a$guess, change)
    list(arguments = a)
  },
  "one of the scores is alone" = function(call) {
    a <- call$arguments
    columns <- if (has_rows(call)) columns_of(a$guess)
    if (length(columns) < 2L || !call$name %in% c("auc_wmw", "auc_ci", "auc_pr", "roc_ci")) return(NULL)
    a$guess <- columns[[1L]]
    list(arguments = a, part = function(result, other) {
      if (is.data.frame(result)) result[seq_len(nrow(other)), setdiff(names(result), "score")] else result[[1L]]
    })
  },
  "its vectors stand in the place of the fit" = function(call) {
    if (!is_packed(call) || isTRUE(call$world$turned)) return(NULL)
    a <- unpacked(call)
    list(arguments = a[names(a) %in% names(formals_of(call))], part = function(result, other) {
      if (is.data.frame(result)) result[seq_len(nrow(other)), ] else result
    })
  },
  "another kind of data.frame holds the curve" = function(call) {
    curves <- intersect(c("curve", "x", "y", "tpr.fpr"), names(call$arguments))
    curves <- curves[vapply(call$arguments[curves], is.data.frame, NA)]
    if (length(curves) == 0L || call$name == "as_roc_tally") return(NULL)
    a <- call$arguments
    a[curves] <- lapply(a[curves], function(curve) {
      if (inherits(curve, "tbl_df")) as.data.frame(curve) else tibble::as_tibble(curve)
    })
    list(arguments = a)
  },
  "the curve's weights are in another unit" = function(call) {
    o <- call$world$observations
    factor <- if (!is.null(o)) harmless_factor(o$weight)
    if (is.null(o) || any(o$weight < 1e-290 & factor < 1)) return(NULL)
    curve <- made_again(call, factor)
    if (is.null(curve)) return(NULL)
    arguments <- call$arguments
    arguments$curve <- curve
    list(arguments = arguments, back = function(result) scaled_columns(result, of_weights, 1 / factor))
  },
  "one of the fit's curves is alone" = function(call) {
    if (!is_fit_of_curves(call)) return(NULL)
    # Of a net benefit the threshold is a probability, of a fit a score in its own units.
    turned <- isTRUE(call$world$turned)
    a <- call$arguments
    a$curve <- call$world$parts[[1L]]$curve
    if (turned && call$name != "roc_net_benefit" && !is.null(a$threshold)) {
      a$threshold <- -as.double(unclass(a$threshold))
    }
    list(arguments = a, part = function(result, other) {
      block <- result[seq_len(nrow(other)), setdiff(names(result), c("group", "score")), drop = FALSE]
      if (turned) turned_block(block) else block
    })
  },
  "costs are in another unit" = function(call) {
    given <- call$name %in% c("roc_risk", "roc_optimal", "roc_isocost", "roc_reject", "roc_cost_auc")
    if (!given || !is_curve_call(call)) return(NULL)
    a <- call$arguments
    costs <- stats::setNames(lapply(costs_of(a), `*`, 4), cost_names)
    a <- c(a[setdiff(names(a), cost_names)], costs)
    for (name in intersect(c("risk", "cost_reject"), names(a))) a[[name]] <- a[[name]] * 4
    list(arguments = a, back = function(result) scaled_columns(result, of_costs, 1 / 4))
  },
  "the first problem is alone" = function(call) {
    asked <- c(cost_names, names_of_bounds, "prior", "cost_reject")
    # At shares, thresholds and bounds of one kind a call has several rows for each problem.
    asked <- asked[lengths(call$arguments[asked]) > 1L]
    if (!is_curve_call(call) || length(asked) == 0L) return(NULL)
    a <- call$arguments
    a[asked] <- lapply(a[asked], `[`, 1L)
    list(arguments = a, part = function(result, other) result[seq_len(nrow(other)), ])
  },
  "the two change places" = function(call) {
    if (call$name != "roc_compare" || is.null(call$arguments$y)) return(NULL)
    a <- call$arguments
    list(arguments = list(x = a$y, y = a$x))
  },
  "data sets are in another order" = function(call) {
    if (call$name != "auc_pool") return(NULL)
    a <- call$arguments
    a$results <- rev(a$results)
    if (!is.null(a$std.error)) a$std.error <- rev(a$std.error)
    list(arguments = a)
  },
  "tallies are in another order" = function(call) {
    if (call$name != "roc_merge" || !all(names(call$arguments) %in% c("", "points"))) return(NULL)
    list(arguments = rev(call$arguments), rounded = TRUE)
  }
)

# Thresholds of the scores with the other sign.
turned_block <- function(block) {
  alone <- if ("score_threshold" %in% names(block)) "score_threshold" else
    c("threshold", "threshold_negative", "threshold_positive")
  for (name in intersect(alone, names(block))) block[[name]] <- -block[[name]]
  for (stem in c("threshold", "hull_threshold", "score")) {
    ends <- paste0(stem, c("_low", "_high"))
    if (all(ends %in% names(block))) block[ends] <- list(-block[[ends[[2L]]]], -block[[ends[[1L]]]])
  }
  block
}
