# Results of the functions of a curve, from the definitions: slow and plain.

# Every number must agree to `relative` of its own size (or to `absolute`), not
# on average over a column; all else must be identical. A data.frame must be a
# plain one. All in one expectation, of which there are many.
expect_close <- function(object, expected, relative = 1e-12, absolute = 0) {
  faults <- if (!is.data.frame(expected)) {
    faults_of_numbers(object, expected, relative, absolute, "value")
  } else if (!is_plain_frame(object)) {
    "no plain data.frame with the row names 1, 2, ..."
  } else if (!identical(names(object), names(expected))) {
    paste("columns", toString(names(object)), "instead of", toString(names(expected)))
  } else {
    unlist(lapply(names(expected), function(column) {
      faults_of_numbers(object[[column]], expected[[column]], relative, absolute, column)
    }))
  }
  expect(is.null(faults), paste(faults, collapse = "\n"))
  invisible(object)
}

faults_of_numbers <- function(object, expected, relative, absolute, what) {
  if (!is.numeric(expected)) {
    return(if (!identical(object, expected)) paste0(what, ": not identical"))
  }
  if (!is.numeric(object) || length(object) != length(expected)) {
    return(sprintf("%s: %s of length %d instead of %d numbers", what, typeof(object),
                   length(object), length(expected)))
  }
  close <- abs(object - expected) <= relative * abs(expected) + absolute
  infinite <- !is.finite(expected)
  close[infinite] <- ifelse(is.na(expected), is.na(object) & !is.nan(object),
                            object == expected)[infinite]
  off <- which(is.na(close) | !close)
  if (length(off) > 0) {
    sprintf("%s: %d of %d differ, element %d is %.17g instead of %.17g", what, length(off),
            length(expected), off[1], object[off[1]], expected[off[1]])
  }
}

# The kind of the error that a function raises, "" for none of this package.
error_kind <- function(expression) {
  error <- tryCatch({
    force(expression)
    NULL
  }, error = identity)
  if (inherits(error, "wroc_error")) sub("wroc_error_", "", class(error)[1]) else ""
}

# Some results have a class in front, by which they are printed and drawn.
classes_of_marks <- c("roc_result", "roc_estimate", "roc_at", "roc_optimal", "roc_constrained", "roc_compare",
                      "roc_hull", "roc_band", "roc_reject", "roc_net_benefit", "roc_gain", "roc_pr",
                      "roc_prg", "roc_cost_curve", "roc_comparison", "roc_pooled", "roc_contrasts")

plain <- function(object) structure(object, class = "data.frame", neighbours = NULL)

is_plain_frame <- function(object) {
  identical(setdiff(class(object), classes_of_marks), "data.frame") &&
    identical(attr(object, "row.names"), seq_len(nrow(object)))
}

expect_plain_frame <- function(object) expect_true(is_plain_frame(object))

# Observations of many kinds -------------------------------------------------

observations <- function(guess, positive, weight = rep(1, length(guess))) {
  list(guess = guess, positive = as.logical(positive), weight = as.numeric(weight))
}

both_classes <- function(n, share = 0.4) sample(c(TRUE, FALSE, runif(n - 2) < share))

# Integer weights: counts and their differences are exact, so collinear points
# and ties are, too.
integer_observations <- function() {
  list(
    constant = observations(c(5, 5, 5), c(1, 0, 1), c(2, 3, 4)),
    two_scores = observations(c(1, 2, 1, 2), c(0, 0, 1, 1), c(3, 1, 2, 5)),
    two_scores_inverted = observations(c(1, 2, 1, 2), c(0, 0, 1, 1), c(1, 3, 5, 2)),
    one_of_each = observations(1:2, 0:1),
    one_of_each_inverted = observations(1:2, 1:0),
    perfect = observations(1:8, rep(0:1, c(3, 5))),
    perfect_weighted = observations(1:8, rep(0:1, c(3, 5)), 1:8),
    inverted = observations(8:1, rep(0:1, c(3, 5)), 1:8),
    alternating = observations(1:20, rep(0:1, 10)),
    alternating_twos = observations(1:20, rep(c(0, 0, 1, 1), 5)),
    straight = observations(rep(1:6, 2), rep(0:1, each = 6)),
    infinite = observations(c(-Inf, -Inf, -1, 0, 2, 2), c(0, 1, 0, 1, 0, 1), c(2, 1, 1, 3, 1, 2)),
    zeros = observations(c(-0, 0, -1, 1, 0, -0), c(0, 1, 0, 1, 1, 0)),
    ties = {
      n <- sample(2:40, 1)
      observations(sample(6, n, replace = TRUE), both_classes(n))
    },
    no_ties = {
      n <- sample(2:40, 1)
      observations(rnorm(n), both_classes(n))
    },
    good = {
      positive <- both_classes(40)
      observations(round(rnorm(40) + 1.5 * positive, 1), positive, sample(5, 40, replace = TRUE))
    },
    counts = {
      n <- sample(2:30, 1)
      observations(sample(12, n, replace = TRUE), both_classes(n), sample(9, n, replace = TRUE))
    }
  )
}

# Weights of no common measure: no point is on the line through two others but
# for horizontal and vertical lines.
real_observations <- function() {
  list(
    tiny = observations(1:3, both_classes(3), rlnorm(3)),
    ties = {
      n <- sample(4:40, 1)
      observations(sample(8, n, replace = TRUE) / 4, both_classes(n), rlnorm(n))
    },
    no_ties = {
      n <- sample(4:40, 1)
      observations(rnorm(n), both_classes(n), rlnorm(n))
    },
    good = {
      positive <- both_classes(40)
      observations(rnorm(40) + 1.5 * positive, positive, rlnorm(40, sdlog = 2))
    },
    rare = {
      positive <- both_classes(40, share = 0.5)
      observations(rnorm(40) + positive, positive, rexp(40) * ifelse(positive, 1e-6, 1))
    }
  )
}

curve_of <- function(x) WeightedROC(x$guess, x$positive, x$weight)

integer_curves <- function(times = 1) {
  lapply(do.call(c, replicate(times, integer_observations(), simplify = FALSE)), curve_of)
}

real_curves <- function(times = 1) {
  lapply(do.call(c, replicate(times, real_observations(), simplify = FALSE)), curve_of)
}

some_curves <- function(times = 1) c(integer_curves(times), real_curves(times))

# Weights over 24 orders of magnitude.
wide_curve <- function(n = 40) {
  curve_of(observations(rnorm(n), both_classes(n), 10^runif(n, -12, 12)))
}

# The document's example: (FPR, TPR) = (1, 1), (0.5, 0.1), (0, 0.1), (0, 0).
document_curve <- function() {
  WeightedROC(c(1, 2, 3, 1, 1), c(-1, -1, 1, 1, 1), c(1, 1, 1, 4, 5))
}

# 4 negatives, 5 positives; from (0, 0): (0, 0.4) (0.25, 0.4) (0.25, 0.6)
# (0.5, 0.8) (0.5, 1) (1, 1) at thresholds 7, 6, 5, 4, 3, 1.
staircase_curve <- function() {
  WeightedROC(c(1, 3, 4, 4, 5, 6, 7), c(0, 1, 0, 1, 1, 0, 1), c(2, 1, 1, 1, 1, 1, 2))
}

# The definitions ------------------------------------------------------------

naive_totals <- function(curve) {
  list(positive = curve$FN[nrow(curve)], negative = curve$FP[1])
}

naive_fnr <- function(curve) curve$FN / naive_totals(curve)$positive

naive_prior <- function(curve, prior = NULL) {
  total <- naive_totals(curve)
  if (is.null(prior)) total$positive / (total$positive + total$negative) else prior
}

naive_risk <- function(curve, cost_FP = 1, cost_FN = 1, cost_TP = 0, cost_TN = 0, prior = NULL) {
  prior <- naive_prior(curve, prior)
  prior * (cost_TP * curve$TPR + cost_FN * naive_fnr(curve)) +
    (1 - prior) * (cost_FP * curve$FPR + cost_TN * (1 - curve$FPR))
}

# The number of the row.
naive_optimal <- function(curve, cost_FP = 1, cost_FN = 1, cost_TP = 0, cost_TN = 0, prior = NULL) {
  risk <- naive_risk(curve, cost_FP, cost_FN, cost_TP, cost_TN, prior)
  size <- max(abs(c(cost_FP, cost_FN, cost_TP, cost_TN)))
  best <- which(risk <= min(risk) + 1e-13 * size)
  best <- best[curve$FPR[best] == min(curve$FPR[best])]
  best[which.max(curve$TPR[best])]
}

# The columns that say which costs an answer is for.
cost_columns <- function(cost_FP = 1, cost_FN = 1, cost_TP = 0, cost_TN = 0, prior) {
  data.frame(cost_FP = cost_FP, cost_FN = cost_FN, cost_TP = cost_TP, cost_TN = cost_TN,
             prior = prior)
}

# Requests -------------------------------------------------------------------------------------

# The values of a measure on a curve, or on each curve of a fit.
value_on <- function(x, measure, ...) {
  roc_estimate(x, measure = roc_measure(measure, ...), conf.level = NULL)$estimate
}

# The risks of all rows, without the measures.
risk_rows <- function(x, cost_FP = 1, ...) {
  found <- roc_at(x, cost_FP = cost_FP, ...)
  found[setdiff(names(found), setdiff(measure_names, names(x)))]
}

measure_names <- c("TP", "TN", "TNR", "FNR", "PPV", "NPV", "ACC", "ERR", "BACC", "J", "F1", "MCC",
                   "LR_pos", "LR_neg", "kappa", "FDR", "FOR", "share", "DOR", "jaccard", "markedness", "NND",
                   "NNE", "SEDI", "distance", "gmean", "PPV_NPV", "imbalance", "lift",
                   "FM")

# The line of equal cost through the optimum.
line_of <- function(x, ...) {
  roc_optimal(x, ...)[c("slope", "intercept", "risk", "cost_FP", "cost_FN", "cost_TP", "cost_TN", "prior")]
}

# Returns whether the first of two curves dominates the second.
dominates <- function(x, y) identical(roc_compare(x, y)$dominates[[1]], "x")

partial_area <- function(x, FPR = NULL, TPR = NULL, standardize = NULL) {
  if (is.null(FPR) && is.null(TPR)) FPR <- c(0, 1)
  value_on(x, "AUC", FPR = FPR, TPR = TPR, standardize = standardize)
}

# A row for each of the costs and priors.
cost_areas_of <- function(x, ...) {
  areas <- lapply(c(pAUC = "cost_AUC", max_pAUC = "cost_AUC_max", ratio = "cost_AUC_ratio"),
                  function(measure) {
    value_on(x, measure, ...)
  })
  as.data.frame(areas)
}

of_share <- function(curve, share, prior = NULL) {
  cost_areas_of(curve, cost_FP = 1 - share, cost_FN = share, prior = prior)
}

# The AUC of a curve, or of each, with the bounds of what bins and thinning leave open.
auc_bounds <- function(x) {
  found <- as.list(plain(roc_estimate(x, conf.level = NULL)))
  known <- !names(found) %in% c("measure", "std.error", "conf.low", "conf.high", "df", "n_pos", "n_neg",
                                "n_eff_pos", "n_eff_neg", "variance")
  as.data.frame(found[known], check.names = FALSE)
}

# The mean TPR of curves at an FPR, by shares of theirs: both ends of the steps there, by interpolation along each.
mean_of_curves <- function(curves, at, shares = rep(1 / length(curves), length(curves))) {
  ends <- vapply(curves, function(curve) {
    on <- curve$FPR == at
    if (any(on)) return(range(curve$TPR[on]))
    rep(stats::approx(rev(curve$FPR), rev(curve$TPR), at, ties = "ordered")$y, 2L)
  }, numeric(2))
  drop(ends %*% shares)
}
