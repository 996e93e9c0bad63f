# What is read off a curve: measures, risks, hulls, bounds on errors, comparisons, pictures.

names_of_measures <- c("TP", "TN", "TNR", "FNR", "PPV", "NPV", "ACC", "ERR", "BACC", "J", "F1", "MCC",
                       "LR_pos", "LR_neg", "kappa", "FDR", "FOR", "share")

check_roc_measures <- function(a, result, call) {
  curve <- as.data.frame(a$curve)
  each_prior(a, result, nrow(curve), function(result, prior) {
    kept <- if (is.null(prior)) a$curve else curve[setdiff(names(curve), "prior")]
    complaints <- keeps_columns(result, kept, names_of_measures)
    if (length(complaints) > 0L) return(complaints)
    c(check_measures(result, curve, prior = prior),
      if (call$fresh("curve")) check_fresh_measures(result, call$world$observations, prior = prior))
  })
}

# A check of the rows for each prior, and of the column that names them.
each_prior <- function(a, result, rows, check) {
  if (is.null(a$prior)) return(check(result, NULL))
  priors <- as.double(unclass(values_in(a$prior)))
  right <- is.data.frame(result) && names(result)[[1L]] == "prior" &&
    identical(values_in(result$prior), rep(priors, each = rows))
  if (!right) return("it does not begin with the priors")
  # Of many priors, some all along.
  looked_at <- unique(round(seq(1, length(priors), length.out = min(length(priors), 20))))
  # What is below has no relative accuracy to begin with.
  looked_at <- looked_at[priors[looked_at] >= .Machine$double.xmin]
  unlist(lapply(looked_at, function(i) {
    check(result[(i - 1L) * rows + seq_len(rows), , drop = FALSE], priors[[i]])
  }))
}

keeps_columns <- function(result, curve, added) {
  kept <- names(curve)
  c(
    unless(is.data.frame(result) && all(c(kept, added) %in% names(result)),
           "a column is not there"),
    unless(nrow(result) == nrow(curve), "it has another number of rows"),
    if (nrow(result) == nrow(curve)) {
      same <- vapply(setdiff(kept, added), function(name) {
        identical(values_in(result[[name]]), values_in(curve[[name]]))
      }, NA)
      unless(all(same), "a column of the curve has changed")
    }
  )
}

# Whether they are an S4 object's is lost where rows are put together.
values_in <- function(column) {
  if (is.data.frame(column)) column <- as.list(column)
  as.vector(if (isS4(column)) asS4(column, FALSE) else column)
}

# TN and what is made of it has the digits that the curve's entries leave it.
check_measures <- function(result, curve, w = class_weights(curve), prior = NULL) {
  m <- measures_of(curve$TPR, curve$FPR, curve$FN, curve$FP, TP = curve$TPR * w$W1,
                   TN = w$W0 - curve$FP, w$W1, w$W0, prior)
  total <- max(w$W1, w$W0)
  n <- if (is.null(prior)) w$W0 / total else 1 - prior
  p <- if (is.null(prior)) w$W1 / total else prior
  error <- 8 * 2^-52
  called <- curve$TPR * p + curve$FPR * n
  not_called <- curve$FN / w$W1 * p + (1 - curve$FPR) * n
  lost <- infinite_if_unknown(error * n / not_called)
  lost_J <- infinite_if_unknown(error * sqrt(n * p) / sqrt(called) / sqrt(not_called))
  lost_kappa <- error * 2 / (called / p + not_called / n)
  lost_TNR <- error / (1 - curve$FPR)
  measure <- function(name, ...) differs(name, result[[name]], m[[name]], ...)
  shares <- c("TNR", "FNR", "PPV", "NPV", "ACC", "ERR", "BACC", "F1", "FDR", "FOR", "share")
  c(
    measure("TP", 1e-12), measure("TN", 1e-12, error * w$W0), measure("TNR", 1e-12, error),
    measure("FNR", 1e-12), measure("PPV", 1e-12), measure("BACC", 1e-12, error),
    measure("ACC", 1e-12, error * n), measure("ERR", 1e-12), measure("J", 1e-12, error),
    measure("F1", 1e-12), close_where_known("NPV", result$NPV, m$NPV, lost),
    close_where_known("MCC", result$MCC, m$MCC, lost + lost_J),
    measure("LR_pos", 1e-12), close_where_known("FOR", result$FOR, m$FOR, lost),
    # Its relative error is that of TNR.
    close_where_known("the logarithm of LR_neg", log(result$LR_neg), log(m$LR_neg), lost_TNR),
    measure("FDR", 1e-12), measure("share", 1e-12), measure("kappa", 1e-12, max(lost_kappa)),
    within_bounds("a measure", unlist(result[shares]), 0, 1),
    within_bounds("J, MCC or kappa", c(result$J, result$MCC, result$kappa), -1, 1)
  )
}

infinite_if_unknown <- function(error) ifelse(is.finite(error), error, Inf)

close_where_known <- function(what, actual, expected, error) {
  known <- error < 1e-3
  differs(what, actual[known], expected[known], 1e-12, 4 * error[known])
}

# From the observations, nothing cancels.
check_fresh_measures <- function(result, o, rows = seq_len(nrow(result)), prior = NULL) {
  g <- score_groups(o)
  m <- measures_of(c(g$TP / g$W1, 0), c(g$FP / g$W0, 0), c(g$FN, g$W1), c(g$FP, 0), c(g$TP, 0),
                   c(g$TN, g$W0), g$W1, g$W0, prior)
  m <- lapply(m, `[`, rows)
  c(
    differs("TN (from the observations)", result$TN, m$TN, 1e-12),
    differs("TNR (from the observations)", result$TNR, m$TNR, 1e-12),
    differs("NPV (from the observations)", result$NPV, m$NPV, 1e-12),
    differs("BACC (from the observations)", result$BACC, m$BACC, 1e-12),
    differs("FOR (from the observations)", result$FOR, m$FOR, 1e-12),
    differs("LR_neg (from the observations)", result$LR_neg, m$LR_neg, 1e-12)
  )
}

check_roc_at <- function(a, result, call) {
  threshold <- as.double(unclass(a$threshold))
  curve <- as.data.frame(a$curve)
  rows <- row_at(curve, threshold)
  if (is_on(a$midpoints)) threshold <- halfway_below(as.double(curve$threshold))[rows]
  each_prior(a, result, length(threshold), function(result, prior) {
    complaints <- c(
      unless(is.data.frame(result) && nrow(result) == length(threshold),
             "there is no row for each threshold"),
      unless(identical(values_in(result$threshold), values_in(threshold)), "the thresholds are others")
    )
    if (length(complaints) > 0L) return(complaints)
    expected <- curve[rows, curve_columns]
    c(differs("TPR", result$TPR, expected$TPR), differs("FPR", result$FPR, expected$FPR),
      differs("FN", result$FN, expected$FN), differs("FP", result$FP, expected$FP),
      check_measures(result, expected, class_weights(curve), prior),
      if (call$fresh("curve")) check_fresh_measures(result, call$world$observations, rows, prior))
  })
}

row_at <- function(curve, threshold) {
  # The first row whose threshold is not below; an infinite one is the last row's or the score
  # Inf's.
  if (!anyNA(threshold) && !is.unsorted(curve$threshold)) {
    return(findInterval(threshold, curve$threshold, left.open = TRUE) + 1L)
  }
  vapply(threshold, function(t) match(TRUE, curve$threshold >= t), 1L)
}

risk_tolerance <- 64 * 2^-52

cost_scale <- function(costs, prior) {
  prior$negative * max(abs(costs$FP), abs(costs$TN)) +
    prior$positive * max(abs(costs$FN), abs(costs$TP))
}

# A check of the rows for each of several costs and priors, and of the columns that name them.
each_problem <- function(a, result, rows, check) {
  front <- c(cost_names, "prior")
  complaints <- unless(is.data.frame(result) && identical(names(result)[1:5], front),
                       "it does not begin with the costs")
  if (length(complaints) > 0L) return(complaints)
  costs <- costs_of(a)
  names(costs) <- cost_names
  priors <- priors_of(a$curve, a$prior)$positive
  n <- max(lengths(c(costs, list(priors))))
  if (nrow(result) != n * rows) return("there are not as many rows as costs and priors ask for")
  # Of many problems, some all along.
  looked_at <- unique(round(seq(1, n, length.out = min(n, 100))))
  unlist(lapply(looked_at, function(i) {
    one <- lapply(c(costs, if (!is.null(a$prior)) list(prior = as.double(a$prior))),
                  function(x) rep_len(x, n)[[i]])
    of_one <- result[(i - 1L) * rows + seq_len(rows), , drop = FALSE]
    named <- lapply(c(costs, list(prior = priors)), function(x) rep(rep_len(x, n)[[i]], rows))
    c(
      unlist(lapply(front, function(name) {
        differs(name, of_one[[name]], named[[name]], if (name == "prior") 1e-12 else 0)
      })),
      check(utils::modifyList(as.list(a), one), of_one)
    )
  }))
}

check_roc_risk <- function(a, result, call) {
  each_problem(a, result, nrow(a$curve), function(a, result) {
    prior <- priors_of(a$curve, a$prior)
    costs <- costs_of(a)
    kept <- as.data.frame(a$curve)
    kept <- kept[setdiff(names(kept), c(cost_names, "prior"))]
    c(keeps_columns(result, kept, "risk"),
      differs("risk", result$risk, risks_of(a$curve, costs, prior), 1e-12,
              risk_tolerance * cost_scale(costs, prior)))
  })
}

check_roc_optimal <- function(a, result, call) {
  each_problem(a, result, 1L, check_one_optimum)
}

check_one_optimum <- function(a, result) {
  if (is_on(a$midpoints)) {
    halfway <- halfway_below(as.double(a$curve$threshold))
    row <- match(TRUE, halfway == result$threshold & as.double(a$curve$TPR) == result$TPR &
                   as.double(a$curve$FPR) == result$FPR)
    if (is.na(row)) return("the threshold is not half way below one of the curve")
    result$threshold <- as.double(a$curve$threshold)[[row]]
  }
  prior <- priors_of(a$curve, a$prior)
  costs <- costs_of(a)
  risks <- risks_of(a$curve, costs, prior)
  row <- match(TRUE, rows_like(a$curve, result))
  slack <- risk_tolerance * cost_scale(costs, prior)
  always <- prior$positive * costs$TP + prior$negative * costs$FP
  never <- prior$positive * costs$FN + prior$negative * costs$TN
  kept <- as.data.frame(a$curve)
  kept <- kept[setdiff(names(kept), c(cost_names, "prior"))]
  c(
    unless(!is.na(row), "the optimum is no row of the curve"),
    if (!is.na(row)) {
      c(keeps_rows(kept, result, row),
        unless(risks[[row]] <= min(risks) + slack, "another row has a smaller risk"),
        differs("risk", result$risk, risks[[row]], 1e-12, slack))
    },
    differs("risk_positive", result$risk_positive, always, 1e-12, slack),
    differs("risk_negative", result$risk_negative, never, 1e-12, slack),
    differs("risk_random", result$risk_random,
            prior$positive * always + prior$negative * never, 1e-12, slack)
  )
}

rows_like <- function(curve, row) {
  like <- rep(TRUE, nrow(curve))
  for (name in intersect(curve_columns, names(row))) {
    like <- like & as.double(curve[[name]]) == as.double(row[[name]][[1L]])
  }
  like
}

check_roc_isocost <- function(a, result, call) {
  lines <- if (!is.null(a$FPR)) length(a$FPR) else if (!is.null(a$risk)) length(a$risk) else 1L
  each_problem(a, result, lines, function(a, result) check_lines(a, result, lines))
}

check_lines <- function(a, result, lines) {
  if (lines == 0L) return(NULL)
  prior <- priors_of(a$curve, a$prior)
  costs <- costs_of(a)
  positive <- prior$positive * (costs$FN - costs$TP)
  slope <- prior$negative * (costs$FP - costs$TN) / positive
  intercept <- if (!is.null(a$FPR)) {
    as.double(a$TPR) - slope * as.double(a$FPR)
  } else if (!is.null(a$risk)) {
    (prior$positive * costs$FN + prior$negative * costs$TN - as.double(a$risk)) / positive
  }
  # Differences lose digits where the line is steep or the risk is large.
  risk <- cost_scale(costs, prior) + max(0, abs(as.double(a$risk)))
  size <- 1 + slope + risk / positive
  c(
    if (is.finite(slope)) differs("slope", result$slope, rep(slope, lines), 1e-12, 1e-321),
    if (!is.null(intercept) && all(is.finite(c(intercept, size)))) {
      differs("intercept", result$intercept, intercept, 1e-12, 16 * 2^-52 * size)
    },
    if (!is.null(a$risk)) differs("risk", result$risk, as.double(a$risk), 1e-12),
    if (is.null(a$risk) && all(is.finite(c(result$intercept, size)))) {
      check_risk_of_lines(a, result, prior, costs, positive, size)
    }
  )
}

# Lines through points have the points' risks, the line through the optimum the least one.
check_risk_of_lines <- function(a, result, prior, costs, positive, size) {
  risk <- prior$positive * costs$FN + prior$negative * costs$TN - positive * result$intercept
  c(
    differs("risk", result$risk, risk, 1e-11, 64 * 2^-52 * positive * size),
    if (is.null(a$FPR)) {
      least <- min(risks_of(a$curve, costs, prior))
      differs("the least risk", result$risk, least, 1e-11, 64 * 2^-52 * positive * size)
    }
  )
}

check_roc_hull <- function(a, result, call) {
  curve <- a$curve
  complaints <- unless(
    is.data.frame(result) && all(c(names(curve), "slope_low", "slope_high", "prior_low",
                                   "prior_high") %in%
                                   names(result)),
    "a column is not there"
  )
  if (length(complaints) > 0L) return(complaints)
  row <- rows_in(curve, result)
  if (is.null(row)) return("its rows are not rows of the curve in their order")
  m <- nrow(result)
  above <- curve$TPR - height(ascending(result), curve$FPR)
  slopes <- diff(result$TPR) / diff(result$FPR)
  steep <- diff(result$FPR) == 0
  slopes[steep] <- Inf
  known <- steep | (abs(diff(result$FPR)) > 1e-9 & abs(diff(result$TPR)) > 1e-9)
  c(
    lacks_an_end(curve, result), keeps_rows(curve, result, row),
    unless(all(above <= 1e-13), "a point of the curve lies above it"),
    unless(!is.unsorted(result$slope_low) && !is.unsorted(result$slope_high), "its slopes fall"),
    unless(result$slope_low[[1L]] == 0 && result$slope_high[[m]] == Inf,
           "slopes do not go from 0 to Inf"),
    differs("slope_high", result$slope_high[-m][known], slopes[known], 1e-5),
    differs("slope_low", result$slope_low[-1L], result$slope_high[-m], 0),
    differs("prior_low", result$prior_low, 1 / (1 + result$slope_high), 1e-12),
    differs("prior_high", result$prior_high, 1 / (1 + result$slope_low), 1e-12)
  )
}

# The user's columns are those of the rows.
keeps_rows <- function(curve, part, row) {
  if (any(duplicated(as.data.frame(curve)[intersect(curve_columns, names(curve))]))) return(NULL)
  written <- c("slope_low", "slope_high", "prior_low", "prior_high")
  same <- vapply(setdiff(names(curve), written), function(name) {
    column <- curve[[name]]
    of_row <- if (length(dim(column)) == 2L) column[row, ] else as.vector(column)[row]
    identical(as.vector(unlist(part[[name]])), as.vector(unlist(of_row)))
  }, NA)
  unless(all(same), "a column of the curve has changed")
}

lacks_an_end <- function(curve, part) {
  ends <- function(x) as.data.frame(x)[c(1L, nrow(x)), intersect(curve_columns, names(curve))]
  unless(all(ends(curve) == ends(part)), "it lacks the first or the last row")
}

# Which rows of the curve those of a part of it are, or NULL.
rows_in <- function(curve, part) {
  row <- 0L
  found <- integer(nrow(part))
  key <- function(x) do.call(paste, lapply(intersect(curve_columns, names(curve)), function(name) {
    sprintf("%a", as.double(x[[name]]))
  }))
  all_keys <- key(curve)
  kinds <- unique(all_keys)
  of_part <- match(key(part), kinds)
  if (anyNA(of_part)) return(NULL)
  # Rows that are the same twice are told apart by their order.
  candidates <- unname(split(seq_along(all_keys), match(all_keys, kinds)))
  for (i in seq_along(found)) {
    later <- candidates[[of_part[[i]]]]
    later <- later[later > row]
    if (length(later) == 0L) return(NULL)
    row <- later[[1L]]
    found[[i]] <- row
  }
  found
}

check_roc_cost_curve <- function(a, result, call) {
  curve <- a$curve
  complaints <- has_columns(result, c("PC", "cost", "threshold"))
  if (length(complaints) > 0L) return(complaints)
  m <- nrow(result)
  FNR <- if (is.null(curve$FN)) 1 - curve$TPR else curve$FN / class_weights(curve)$W1
  least <- function(PC) min(FNR * PC + curve$FPR * (1 - PC))
  between <- if (m > 1L) (result$PC[-1L] + result$PC[-m]) / 2
  halfway <- if (m > 1L) (result$cost[-1L] + result$cost[-m]) / 2
  some <- if (m > 40L) sample.int(m - 1L, 40L) else seq_len(m - 1L)
  c(
    unless(!is.unsorted(result$PC) && result$PC[[1L]] == 0 && result$PC[[m]] == 1,
           "PC does not go from 0 to 1"),
    within_bounds("cost", result$cost, 0, 0.5),
    differs("cost", result$cost[some], vapply(result$PC[some], least, 0), 1e-12, 1e-14),
    differs("cost between vertices", halfway[some], vapply(between[some], least, 0), 1e-12, 1e-14),
    unless(all(result$threshold %in% curve$threshold), "a threshold is not of the curve"),
    unless(result$threshold[[m]] == result$threshold[[max(1L, m - 1L)]],
           "the last threshold is another one")
  )
}

check_roc_neyman_pearson <- function(a, result, call) {
  curve <- as.data.frame(a$curve)
  of_FPR <- !is.null(a$max_FPR)
  bound <- as.double(if (of_FPR) a$max_FPR else a$max_FNR)
  name <- if (of_FPR) "max_FPR" else "max_FNR"
  complaints <- c(
    unless(is.data.frame(result) && nrow(result) == length(bound),
           "there is no row for each bound"),
    differs(name, result[[name]], bound, 0)
  )
  if (length(complaints) > 0L || length(bound) == 0L) return(complaints)
  FNR <- curve$FN / class_weights(curve)$W1
  constrained <- if (of_FPR) curve$FPR else FNR
  gained <- if (of_FPR) curve$TPR else -curve$FPR
  rounding <- 1 + 16 * 2^-52
  found <- if (of_FPR) result$FPR else result$FN / class_weights(curve)$W1
  best <- vapply(bound, function(b) max(gained[constrained <= b]), 0)
  points <- if (of_FPR) ascending(curve) else list(x = FNR, y = curve$FPR)
  corner <- hull_rows(curve)
  corners <- if (of_FPR) ascending(curve[corner, ]) else lapply(points, `[`, corner)
  rate <- if (of_FPR) "TPR" else "FPR"
  on_curve <- result[[paste0(rate, "_curve")]]
  on_hull <- result[[paste0(rate, "_hull")]]
  c(
    unless(all(found <= bound * rounding), "a row does not keep its bound"),
    unless(all((if (of_FPR) result$TPR else -result$FPR) >= best),
           "another row is better under the bound"),
    unless(all(vapply(seq_along(bound), function(i) any(rows_like(curve, result[i, ])), NA)),
           "a row is not of the curve"),
    # A steep curve turns the rounding of a bound into more.
    unless(all(near_on(points, bound, on_curve)), paste0(rate, "_curve is wrong")),
    unless(all(near_on(corners, bound, on_hull)), paste0(rate, "_hull is wrong")),
    unless(all(if (of_FPR) on_hull >= on_curve - 1e-12 else on_hull <= on_curve + 1e-12),
           "the hull is worse than the curve"),
    within_bounds("a probability", c(result$probability, result$hull_probability), 0, 1),
    check_mixture("the curve's", curve, result$threshold_low, result$threshold_high,
                  result$probability,
                  of_FPR, bound, on_curve),
    check_mixture("the hull's", curve, result$hull_threshold_low, result$hull_threshold_high,
                  result$hull_probability, of_FPR, bound, on_hull),
    unless(all(result$threshold_low <= result$threshold_high) &&
             all(result$hull_threshold_low <= result$hull_threshold_high),
           "thresholds are upside down")
  )
}

# Using the lower threshold with the probability reaches the bound and the rate, or the row at the
# bound does. Two thresholds of Inf can't be told apart.
check_mixture <- function(whose, curve, low, high, probability, of_FPR, bound, rate) {
  told <- low < Inf & high < Inf | sum(curve$threshold == Inf) < 2L
  i <- match(low, curve$threshold)
  j <- match(high, curve$threshold)
  mixed <- function(x) probability * x[i] + (1 - probability) * x[j]
  constrained <- mixed(if (of_FPR) curve$FPR else curve$FN / class_weights(curve)$W1)
  reached <- mixed(if (of_FPR) curve$TPR else curve$FPR)
  c(
    unless(!anyNA(i) && !anyNA(j), paste(whose, "thresholds are none of the curve")),
    unless(all(constrained[told] <= bound[told] + 1e-9),
           paste(whose, "thresholds exceed the bound")),
    unless(all(abs(reached - rate)[told] <= 1e-9), paste(whose, "thresholds do not reach the rate"))
  )
}

# Whether the rate is one that the points have within the rounding of the bound.
near_on <- function(points, bound, rate) {
  slack <- 1e-13
  ends <- lapply(c(-slack, slack), function(d) height(points, pmin(1, pmax(0, bound + d))))
  rate >= pmin(ends[[1L]], ends[[2L]]) - 1e-12 & rate <= pmax(ends[[1L]], ends[[2L]]) + 1e-12
}

check_roc_cost_auc <- function(a, result, call) {
  complaints <- has_columns(result, c(cost_names, "prior", "share", "intercept", "slope", "pAUC",
                                      "max_pAUC", "ratio"))
  if (length(complaints) > 0L) return(complaints)
  each_problem(a, result, 1L, check_cost_area)
}

check_cost_area <- function(a, result) {
  costs <- costs_of(a)
  # In a unit in which the sum is finite.
  unit <- max(abs(unlist(costs)))
  FN <- costs$FN / unit - costs$TP / unit
  FP <- costs$FP / unit - costs$TN / unit
  rho <- FN / (FN + FP)
  prior <- priors_of(a$curve, a$prior)
  slope <- FP / FN * prior$negative / prior$positive
  complaints <- c(
    differs("ratio", result$ratio, result$pAUC / result$max_pAUC, 1e-9, 1e-12),
    within_bounds("ratio", result$ratio, 0, 1), within_bounds("pAUC", result$pAUC, 0, 1)
  )
  # What cancels has fewer digits.
  if (!is.finite(rho) || min(FN + FP) < 1e-3) return(complaints)
  complaints <- c(complaints, differs("share", result$share, rho, 1e-12))
  if (!(rho > 0 && slope > 1e-5 && slope < 1e5)) return(complaints)
  area <- function(points) cost_area(points, rho, slope, prior)
  c(
    complaints, differs("intercept", result$intercept, 1 - prior$negative / rho, 1e-9, 1e-12),
    differs("slope", result$slope, slope, 1e-9),
    differs("pAUC", result$pAUC, area(ascending(a$curve)), 1e-9, 1e-10),
    differs("max_pAUC", result$max_pAUC, area(list(x = c(0, 1), y = c(1, 1))), 1e-9, 1e-10)
  )
}

check_roc_compare <- function(a, result, call) {
  if (inherits(a$x, "weighted_roc")) return(check_compared_scores(result, call))
  complaints <- has_columns(result, c("FPR_low", "FPR_high", "ahead", "area"))
  if (length(complaints) > 0L) return(complaints)
  m <- nrow(result)
  x <- ascending(a$x)
  y <- ascending(a$y)
  middle <- (result$FPR_low + result$FPR_high) / 2
  gap <- height(x, middle) - height(y, middle)
  tolerance <- 1e-13
  sign <- c(x = 1, y = -1, neither = 0)[as.character(result$ahead)]
  c(
    unless(result$FPR_low[[1L]] == 0 && result$FPR_high[[m]] == 1,
           "intervals do not go from 0 to 1"),
    unless(identical(result$FPR_low[-1L], result$FPR_high[-m]), "intervals leave gaps"),
    unless(all(result$FPR_low <= result$FPR_high), "an interval is upside down"),
    unless(all(result$ahead %in% c("x", "y", "neither")), "who is ahead is not x, y or neither"),
    within_bounds("an area", result$area, 0, 1),
    unless(!any(sign == 1 & gap < -tolerance, sign == -1 & gap > tolerance,
                sign == 0 & abs(gap) > tolerance), "the wrong curve is ahead"),
    differs("the difference of the areas", sum(sign * result$area), integral(x) - integral(y), 0,
            1e-12)
  )
}

check_roc_dominates <- function(a, result, call) {
  if (inherits(a$x, "weighted_roc")) return(check_dominating_scores(result, call))
  x <- ascending(a$x)
  y <- ascending(a$y)
  at <- sort(unique(c(x$x, y$x)))
  gap <- c(height(x, at) - height(y, at), (height_before(x, at) - height_before(y, at))[at > 0])
  surely <- all(gap >= 0) && any(gap > 1e-13)
  surely_not <- any(gap < -1e-13) || all(gap == 0)
  c(unless(is.logical(result) && length(result) == 1L && !is.na(result), "it is not TRUE or FALSE"),
    unless(!(surely && !result), "a curve that dominates does not"),
    unless(!(surely_not && result), "a curve dominates that does not"))
}

check_roc_plot_scores <- function(a, result, call) {
  # No axis of ggplot2's has ticks as close as denormal numbers.
  size <- abs(unlist(lapply(each_score(a), `[[`, "score")))
  if (!any(size > 0 & size < 1e-300, na.rm = TRUE)) check_roc_plot(a, result, call)
}

check_roc_plot <- function(a, result, call) {
  complaints <- unless(inherits(result, "ggplot"), "it is no ggplot")
  if (length(complaints) > 0L || !chance(0.3)) return(complaints)
  problem <- tryCatch({
    ggplot2::ggplot_build(result)
    NULL
  }, condition = conditionMessage)
  if (!is.null(problem)) paste("ggplot2 cannot build it:", problem)
}
