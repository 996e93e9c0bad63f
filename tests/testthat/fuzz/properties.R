# Properties of results whatever their numbers: their ranges, and that a question has the same answer when it is asked
# in another way. Sentences, none when all of it holds. No number is computed here a second time: the definitions are
# in src/rust/checks and in the tests of each function.

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
            "recall", "precision", "AP", "pr_AUC", "response", "p.value", "p.adjusted", "bound.low",
            "bound.high",
            "PC", "prior_low", "prior_high", "recall_gain", "forecast", "prevalence", "brier", "jaccard",
            "gmean",
            "PPV_NPV", "imbalance")

signed_shares <- c("J", "MCC", "kappa", "gini", "concentration", "markedness", "SEDI")

with_intervals_of_shares <- c("auc_ci", "auc_multiclass", "roc_band", "roc_reliability")

in_range <- function(result, call) {
  if (inherits(result, "htest")) {
    pairs <- result$contrasts
    return(c(within_bounds("p.value", c(result$p.value, pairs$p.value, pairs$p.adjusted), 0, 1),
             above("std.error", c(result$std.error, pairs$std.error))))
  }
  # Influences have the names of numbers.
  if (!is.data.frame(result) || call$name == "roc_influence") return(NULL)
  # Columns of the user's come along.
  mine <- setdiff(names(result), unlist(lapply(Filter(is.data.frame, call$arguments), names)))
  columns <- lapply(stats::setNames(nm = mine), function(name) .subset2(result, name))
  ends <- if (call$name %in% with_intervals_of_shares) c("conf.low", "conf.high")
  c(
    unlist(lapply(intersect(c(shares, ends), mine), function(name) {
      within_bounds(name, columns[[name]], 0, 1)
    })),
    unlist(lapply(intersect(signed_shares, mine), function(name) {
      within_bounds(name, columns[[name]], -1, 1)
    })),
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

# `rounded` where sums are taken in another order: what is next to nothing is nothing then, and what is made of
# a standard error next to nothing is anything.
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
of_costs <- c("cost_FP", "cost_FN", "cost_TP", "cost_TN", "cost_reject", "risk", "risk_positive",
              "risk_negative", "risk_random", "risk_optimal")

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

row_arguments <- c("guess", "x", "label", "y", "weight", "cluster", "fold", "weights_model")

scores_in <- function(a) a[[name_of_scores(a)]]

# Tests may have the label in the place of a second sample.
name_of_label <- function(a) intersect(c("label", "y"), names(a))[1L]

label_in <- function(a) a[[name_of_label(a)]]

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

# Whether the call has observations, a label for each row: not a fit, not a design, nothing drawn by chance.
has_rows <- function(call) {
  a <- call$arguments
  !is.null(scores_in(a)) && !is.null(label_in(a)) && !is_answered(a) && !is_design(a[["weight"]]) &&
    !is_drawn(call)
}

# Fits, tallies, curves and areas of classes are no scores, and a second one is no label.
is_answered <- function(a) {
  known <- c("weighted_roc", "weighted_roc_by", "weighted_roc_classes", "roc_tally", "roc_tally_by",
             "data.frame")
  of_classes <- is.data.frame(a$x) && is.character(a$label)
  any(vapply(a[intersect(c("x", "y"), names(a))], inherits, NA, known)) && !of_classes
}

is_drawn <- function(call) {
  a <- call$arguments
  with_draws <- c("roc_gain", "roc_pr", "roc_reliability")
  by_rule <- any(vapply(quantities_in(a$measure), function(one) is.character(one$threshold), NA))
  call$name %in% c("auc_optimism", "weighted_roc") || call$name %in% with_draws && !is.null(a$conf.level) ||
    !is.null(a$R) || isTRUE(a$variance %in% c("bootstrap", "bayesian")) || by_rule ||
    has_drawn_clusters(a)
}

# Returns what roc_measure() made, one by one.
quantities_in <- function(x) {
  if (!is.list(x)) return(NULL)
  if (is.character(x$measure)) list(x) else do.call(c, lapply(unclass(x), quantities_in))
}

# Intervals of these measures have percentiles of replicates. Clusters are drawn in the order in which they occur.
has_drawn_clusters <- function(a) {
  of_fit <- is.list(a$x) && !is.null(a$x$observations$cluster)
  by_share <- vapply(quantities_in(a$measure), function(one) !is.null(one$share), NA)
  (of_fit || !is.null(a$cluster)) && (any(by_share) || any(measures_in(a) %in% measures_of_replicates))
}

measures_of_replicates <- c("KS", "AUCH", "MER", "H", "H_loss", "AP", "pr_AUC", "prg_AUC", "expected_cost",
                            "expected_cost_saved")

rows_taken <- function(call, rows) {
  a <- call$arguments
  # Elsewhere `by` is what a figure or a band is by.
  own <- intersect(names(a), c(row_arguments, if (call$name == "roc_tally") "by"))
  a[own] <- lapply(a[own], of_rows, rows)
  a
}

is_plain_weight <- function(x) is.numeric(x) && !is.object(x)

# Rows of the other answer in the order of this one, for what has a row for each observation.
in_order <- function(call, rows) {
  if (call$name == "roc_influence") {
    function(result) if (is.null(dim(result))) result[rows] else result[rows, , drop = FALSE]
  }
}

of_scores_alone <- c("auc_wmw", "auc_ci", "auc_test", "auc_multiclass")

# Measures of ranks: thresholds are places among the scores, and losses are those of probabilities.
of_ranks <- c("AUC", "AP", "gini", "KS", "AUCH")

asks_for_ranks <- function(call) {
  measure <- call$arguments$measure
  call$name %in% of_scores_alone ||
    call$name %in% c("roc_estimate", "roc_influence", "roc_test") &&
      (is.null(measure) || is.character(measure) && all(measure %in% of_ranks))
}

# A power of two that takes no weight out of the range of doubles.
harmless_factor <- function(weight) if (max(weight) > 1) 2^-10 else 2^10

scaled_columns <- function(result, names, factor) {
  if (!is.data.frame(result)) return(result)
  for (name in intersect(names, names(result))) result[[name]] <- .subset2(result, name) * factor
  result
}

is_curve_call <- function(call) {
  is.data.frame(call$arguments$x) && !call$name %in% c("as_roc_tally", "auc_multiclass", "roc_compare",
                                                       "weighted_roc")
}

# Values alone, which a curve has: without intervals.
asks_for_values <- function(call) {
  a <- call$arguments
  by_default <- call$name %in% c("auc_ci", "auc_multiclass", "roc_estimate")
  is.null(a$conf.level) && (!by_default || given(a, "conf.level"))
}

# The fit of the same observations, in another order, in another unit of the weights, or of other scores. NULL
# for fits that know more than these.
fitted_again <- function(package, fit, rows = NULL, factor = 1, change = identity) {
  own <- fit$observations
  known <- is.null(own$design) && is.null(own$folds) && is.null(own$links) && inherits(own, "roc_rows") &&
    !isTRUE(own$turned) && isTRUE(own$variance %in% c("delong", "jackknife", "frequency"))
  if (!known || own$variance == "frequency" && factor != 1) return(NULL)
  n <- length(own$label)
  rows <- if (is.null(rows)) seq_len(n) else rows(n)
  weight <- own$weights %or% rep(1, n)
  weight <- as.double(weight)[rows] * factor
  scores <- lapply(own$scores, function(score) change(as.double(score)[rows]))
  arguments <- list(x = stats::setNames(scores, own$names), label = own$label[rows], weight = weight,
                    cluster = own$cluster$codes[rows], conf.level = own$conf.level, variance = own$variance,
                    method = own$method)
  if (inherits(fit, "weighted_roc_by")) arguments$by <- fit$group[rows]
  fit_quietly(package, unless_null(arguments))
}

# The same call with each of its fits made again.
with_fits_again <- function(call, ...) {
  a <- call$arguments
  fits <- names(a)[vapply(a, inherits, NA, c("weighted_roc", "weighted_roc_by"))]
  if (length(fits) == 0L || is_drawn(call)) return(NULL)
  again <- lapply(a[fits], function(fit) fitted_again(call$package, fit, ...))
  if (any(vapply(again, is.null, NA))) return(NULL)
  a[fits] <- again
  a
}

# Groups that were numbers are levels of a factor in the fit that was made again.
without_groups <- function(result, fit) {
  if (is.data.frame(result)) result[setdiff(names(result), c("group", fit$by))] else result
}

of_the_first <- function(call) function(result, other) without_groups(result, call$arguments$x)

weights_of_fits <- function(a) {
  fits <- a[vapply(a, inherits, NA, c("weighted_roc", "weighted_roc_by"))]
  unlist(lapply(fits, function(fit) as.double(fit$observations$weights %or% 1)))
}

# A curve of the package's own, nothing changed.
made_again <- function(call, factor) {
  if (!isTRUE(call$world$fresh) || !is_curve_call(call)) return(NULL)
  o <- call$world$observations
  package <- call$package("WeightedROC")
  package(o$score, o$positive, o$weight * factor)
}

# Each takes a call and returns NULL where it does not apply, or the `arguments` of the other call and how the
# answers compare: `back` brings the other answer into the units of the first, `part` picks what of the first
# the other answer is about.
other_ways <- list(
  "rows are shuffled" = function(call) {
    n <- length(label_in(call$arguments))
    if (!has_rows(call) || n < 2L || n > 5000L || !is.null(call$arguments$na.rm)) return(NULL)
    rows <- order(sin(seq_len(n) * 7.3))
    list(arguments = rows_taken(call, rows), back = in_order(call, order(rows)), rounded = TRUE)
  },
  "the fit's rows are shuffled" = function(call) {
    shuffled <- function(n) order(sin(seq_len(n) * 7.3))
    a <- with_fits_again(call, rows = shuffled)
    if (is.null(a)) return(NULL)
    n <- length(a$x$observations$label)
    back <- in_order(call, order(shuffled(n))) %or% function(result) without_groups(result, a$x)
    list(arguments = a, part = of_the_first(call), back = back, rounded = TRUE)
  },
  "the fit's weights are in another unit" = function(call) {
    weight <- weights_of_fits(call$arguments)
    # Counts have no other unit.
    if (length(weight) == 0L || identical(call$arguments$variance, "frequency")) return(NULL)
    factor <- harmless_factor(weight)
    a <- if (!any(weight > 0 & weight < 1e-290 & factor < 1)) with_fits_again(call, factor = factor)
    if (is.null(a)) return(NULL)
    back <- function(result) scaled_columns(without_groups(result, a$x), of_weights, 1 / factor)
    list(arguments = a, part = of_the_first(call), back = back)
  },
  "scores of the fit are their ranks" = function(call) {
    a <- if (asks_for_ranks(call)) with_fits_again(call, change = rank)
    back <- function(result) without_groups(result, a$x)
    if (!is.null(a)) list(arguments = a, part = of_the_first(call), back = back)
  },
  "weights are in another unit" = function(call) {
    a <- call$arguments
    if (!has_rows(call) || identical(a$variance, "frequency") || call$name == "roc_tally" ||
          !is.null(a$weights_model)) return(NULL)
    if (is.null(a$weight)) a$weight <- rep(1, length(label_in(a)))
    if (!is_plain_weight(a[["weight"]])) return(NULL)
    factor <- harmless_factor(a[["weight"]][!is.na(a[["weight"]])])
    if (any(a[["weight"]] > 0 & a[["weight"]] < 1e-290 & factor < 1)) return(NULL)
    # The shape of a row or a table follows from the scores.
    if (is.null(call$arguments$weight) && !is.null(dim(label_in(a)))) dim(a[["weight"]]) <- dim(label_in(a))
    a$weight <- a[["weight"]] * factor
    list(arguments = a, back = function(result) scaled_columns(result, of_weights, 1 / factor))
  },
  "labels are TRUE and FALSE" = function(call) {
    a <- call$arguments
    if (!has_rows(call) || !is.null(a$positive) || !is.null(a$na.rm) || is.null(call$world$positive) ||
          !call$untouched(name_of_label(a)) || !is.null(dim(label_in(a)))) return(NULL)
    a[[name_of_label(a)]] <- call$world$positive
    list(arguments = a)
  },
  "a row has no weight" = function(call) {
    a <- call$arguments
    if (!has_rows(call) || !is_plain_weight(a[["weight"]]) || !is.null(a$na.rm) || !is.null(a$weights_model) ||
          any(vapply(a, function(x) is.matrix(x) && nrow(x) == 1L, NA))) {
      return(NULL)
    }
    n <- length(label_in(a))
    a <- rows_taken(call, c(seq_len(n), 1L))
    a$weight[[n + 1L]] <- 0
    list(arguments = a, back = in_order(call, seq_len(n)))
  },
  "a row is split" = function(call) {
    a <- call$arguments
    takes <- call$name %in% c("WeightedROC", "auc_wmw")
    plain <- takes && has_rows(call) && is_plain_weight(a[["weight"]]) && !is.integer(a[["weight"]])
    if (!plain || !is.null(a$na.rm) || !is.null(dim(a$label)) || a[["weight"]][[1L]] < 1e-290) return(NULL)
    n <- length(a$label)
    a <- rows_taken(call, c(seq_len(n), 1L))
    a$weight[c(1L, n + 1L)] <- a[["weight"]][[1L]] / 2
    list(arguments = a, rounded = TRUE)
  },
  "scores are their ranks" = function(call) {
    a <- call$arguments
    if (!has_rows(call) || !asks_for_ranks(call)) return(NULL)
    scores <- scores_in(a)
    # A list has vectors, or matrices of several classes.
    each <- is.list(scores) && !is.data.frame(scores)
    if (call$name == "auc_multiclass" && each && is.null(dim(scores[[1L]]))) return(NULL)
    change <- function(x) rank(as.double(unclass(x)), na.last = "keep")
    a[[name_of_scores(a)]] <- if (each) lapply(scores, each_column, change) else each_column(scores, change)
    list(arguments = a)
  },
  "one of the scores is alone" = function(call) {
    a <- call$arguments
    columns <- if (has_rows(call)) columns_of(scores_in(a))
    # Replicates of measures of ranks are drawn for one score after the other.
    taken <- call$name %in% c("auc_wmw", "auc_ci", "roc_estimate")
    if (length(columns) < 2L || !taken) return(NULL)
    a[[name_of_scores(a)]] <- columns[[1L]]
    list(arguments = a, part = function(result, other) {
      if (!is.data.frame(result)) return(result[[1L]])
      result[seq_len(nrow(other)), setdiff(names(result), "score")]
    })
  },
  "its vectors stand in the place of the fit" = function(call) {
    if (!is_packed(call) || isTRUE(call$world$turned)) return(NULL)
    list(arguments = unpacked(call), part = function(result, other) {
      if (is.data.frame(result)) result[seq_len(nrow(other)), ] else result
    })
  },
  "another kind of data.frame holds the curve" = function(call) {
    curves <- intersect(c("x", "y", "tpr.fpr"), names(call$arguments))
    curves <- curves[vapply(call$arguments[curves], is.data.frame, NA)]
    if (length(curves) == 0L || call$name %in% c("as_roc_tally", "auc_multiclass",
                                                 "weighted_roc")) return(NULL)
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
    # Between rows the weights are rounded to the smallest number.
    if (call$name == "roc_at" && max(o$weight) < 1e-300) return(NULL)
    curve <- made_again(call, factor)
    if (is.null(curve)) return(NULL)
    arguments <- call$arguments
    arguments$x <- curve
    list(arguments = arguments, back = function(result) scaled_columns(result, of_weights, 1 / factor))
  },
  "the observations stand in the place of the curve" = function(call) {
    if (!isTRUE(call$world$fresh) || !is_curve_call(call) || !asks_for_values(call)) return(NULL)
    o <- call$world$observations
    others <- call$arguments[names(call$arguments) != "x"]
    # Bounds are of curves alone.
    alone <- c("bound.low", "bound.high")
    list(arguments = c(list(x = o$score, label = o$positive, weight = o$weight), others),
         part = function(result, other) result[setdiff(names(result), setdiff(alone,
                                                                              names(other)))], rounded = TRUE)
  },
  "one of the fit's curves is alone" = function(call) {
    # The columns of two curves beside each other, and of estimates, are others.
    others <- c("auc_ci", "auc_test", "roc_compare", "roc_estimate", "roc_test")
    if (!is_fit_of_curves(call) || call$name %in% others || !asks_for_values(call)) return(NULL)
    # Of a net benefit the threshold is a probability, of a fit a score in its own units.
    turned <- isTRUE(call$world$turned)
    a <- call$arguments
    a$x <- call$world$parts[[1L]]$curve
    if (turned && call$name != "roc_net_benefit" && !is.null(a$threshold)) {
      a$threshold <- -as.double(unclass(a$threshold))
    }
    list(arguments = a, part = function(result, other) {
      block <- result[seq_len(nrow(other)), setdiff(names(result), c("group", "score")), drop = FALSE]
      if (turned) turned_block(block) else block
    })
  },
  "costs are in another unit" = function(call) {
    a <- call$arguments
    takes <- call$name %in% c("roc_optimal", "roc_reject") && is.null(a$measure) ||
      call$name == "roc_at" && any(cost_names %in% names(a))
    if (!takes || !is_curve_call(call)) return(NULL)
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
    a <- call$arguments
    if (call$name == "roc_compare" && !is.null(a$y)) return(list(arguments = list(x = a$y, y = a$x)))
    fits <- inherits(a$x, "weighted_roc") && inherits(a$y, "weighted_roc")
    sided <- !is.null(a$alternative) && !identical(a$alternative[[1L]], "two.sided")
    if (!fits || sided || !call$name %in% c("auc_test", "roc_test")) return(NULL)
    a[c("x", "y")] <- a[c("y", "x")]
    without_sign <- function(result) lapply(unclass(result)[c("p.value", "std.error")], as.vector)
    list(arguments = a, part = function(result, other) without_sign(result), back = without_sign,
         rounded = TRUE)
  },
  "data sets are in another order" = function(call) {
    if (call$name != "auc_pool") return(NULL)
    a <- call$arguments
    a$results <- rev(a$results)
    if (!is.null(a$std.error)) a$std.error <- rev(a$std.error)
    list(arguments = a)
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
